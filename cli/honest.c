/* What `train` says about how far a model can be trusted, beyond how well it fits.
 *
 *     examples ─┬─▶ the model  ─▶ which examples it does not explain
 *               └─▶ parts, each held back once ─▶ a model of the others ─▶ is it right about them?
 *
 * Few examples are cut into parts, all of which are held back in turn; of many one sample is held
 * back, and a bounded number of the others is learned from. */
#include <stdlib.h>
#include <string.h>

#include "common/common.h"
#include "cli/honest.h"

#define PARTS        5
#define MANY         500  /* examples; where there are more, one part is enough */
#define MOST_LEARNED 1500 /* examples that a model for the estimate is made from */
#define MOST_ASKED   300
#define MOST_WANTED  5    /* of these, with a word that is asked about and rare among them */
#define EFFORT       0.25 /* of what the model itself may take */

/* ---- held back ------------------------------------------------------------------------------- */

/* Spread over the file, whatever its order: which part an example belongs to. */
static size_t part_of(size_t i, size_t n_parts) {
    uint64_t h = ((uint64_t)i + 1) * 0x9e3779b97f4a7c15u;
    return (size_t)((h >> 33) % n_parts);
}

/* Is the meaning right? About a scene, if there are scenes. */
static bool try_example(g2l2_parser *parser, const g2l2_scenes *scenes, const g2l2_example *e,
                        g2l2_result *result) {
    g2l2_error err = {0};
    *result = (g2l2_result){0};
    if ((scenes && g2l2_parser_set_scene(parser, scenes, e->scene, &err)) ||
        g2l2_parser_run(parser, e->sentence, 1, result, &err)) {
        *result = (g2l2_result){.reason = "it takes too much to find out"};
        return false;
    }
    if (!result->n_readings) return false;
    const char *got = result->readings[0].text;
    return scenes ? text_same_answer(got, e->target) : !strcmp(got, e->target);
}

static g2l2_status ask(const g2l2_model *model, const g2l2_dataset *data, const g2l2_scenes *scenes,
                       size_t part, struct estimate *out, g2l2_error *err) {
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_status status = g2l2_parser_new(model, NULL, &parser, err);
    if (status) return status;
    size_t n = g2l2_dataset_count(data), asked = 0;
    for (size_t i = 0; i < n && asked < MOST_ASKED; i++) {
        if (part_of(i, PARTS) != part) continue;
        g2l2_example e = g2l2_dataset_get(data, i);
        out->correct += try_example(parser, scenes, &e, &result);
        asked++;
    }
    out->asked += asked;
    g2l2_parser_free(parser);
    return G2L2_STATUS_OK;
}

static size_t count_part(const g2l2_dataset *data, size_t part) {
    size_t n = 0;
    for (size_t i = 0; i < g2l2_dataset_count(data); i++) n += part_of(i, PARTS) == part;
    return n < MOST_ASKED ? n : MOST_ASKED;
}

/* ---- which of many examples are learned from ---- */

/* How many more examples a word wants is kept by its hash: where two words share one, one of them
 * may be seen less often, and no more is lost. */
#define N_WANTS (1u << 18)

/* The words of a sentence want examples: `set` of them, or one less than before. Returns whether
 * some were wanted. */
static bool note_words(uint8_t *wants, const char *sentence, uint8_t set) {
    bool any = false;
    for (const char *at = sentence; *(at += strspn(at, " \t"));) {
        size_t n = strcspn(at, " \t");
        uint64_t h = n;
        for (size_t i = 0; i < n; i++) h = hash_mix(h, (unsigned char)at[i]);
        uint8_t *wanted = &wants[h % N_WANTS];
        any |= *wanted > 0;
        *wanted = set ? set : (uint8_t)(*wanted - (*wanted > 0));
        at += n;
    }
    return any;
}

/* Of the other parts, some that are spread over all of them; then those that have words which are
 * asked about and hardly occur among these, or a large vocabulary would seem to be unknown.
 * taken: [n], all false. */
static void choose_others(const g2l2_dataset *data, size_t part, uint8_t *wants, bool *taken) {
    size_t n = g2l2_dataset_count(data), every = n / MOST_LEARNED + 1, asked = 0;
    for (size_t i = 0; i < n && asked < MOST_ASKED; i++)
        if (part_of(i, PARTS) == part && ++asked)
            note_words(wants, g2l2_dataset_get(data, i).sentence, MOST_WANTED);
    for (size_t i = 0; i < n; i += every) {
        taken[i] = part_of(i, PARTS) != part;
        if (taken[i]) note_words(wants, g2l2_dataset_get(data, i).sentence, 0);
    }
    for (size_t i = 0; i < n; i++)
        if (!taken[i] && part_of(i, PARTS) != part)
            taken[i] = note_words(wants, g2l2_dataset_get(data, i).sentence, 0);
}

static g2l2_status take_others(const g2l2_dataset *data, bool scenes, size_t part,
                               g2l2_dataset *out, g2l2_error *err) {
    size_t n = g2l2_dataset_count(data);
    uint8_t *wants = calloc(N_WANTS, 1);
    bool *taken = calloc(n, sizeof *taken);
    g2l2_status status = G2L2_STATUS_OK;
    if (wants && taken) choose_others(data, part, wants, taken);
    else status = err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    for (size_t i = 0; i < n && !status; i++) {
        if (!taken[i]) continue;
        g2l2_example e = g2l2_dataset_get(data, i);
        status = scenes ? g2l2_dataset_add_question(out, e.sentence, e.target, e.scene, e.file,
                                                    e.line, err)
                        : g2l2_dataset_add(out, e.sentence, e.target, e.file, e.line, err);
    }
    free(taken);
    free(wants);
    return status;
}

static g2l2_status hold_back(const g2l2_domain *domain, const g2l2_dataset *data,
                             const g2l2_learn_options *options, size_t part, struct estimate *out,
                             g2l2_error *err) {
    g2l2_dataset *others;
    g2l2_model *model;
    g2l2_error inner;
    g2l2_status status = g2l2_dataset_new(&others, err);
    if (status) return status;
    status = take_others(data, options->scenes, part, others, err);
    bool any = !status && g2l2_dataset_count(others);
    if (any && !g2l2_learn(domain, others, options, &model, NULL, &inner)) {
        status = ask(model, data, options->scenes, part, out, err);
        g2l2_model_free(model);
    } else if (any) {
        out->asked += count_part(data, part); /* nothing was learned: none would be right */
    }
    g2l2_dataset_free(others);
    return status;
}

g2l2_status honest_estimate(const g2l2_domain *domain, const g2l2_dataset *data,
                            const g2l2_learn_options *options, struct estimate *out,
                            g2l2_error *err) {
    g2l2_learn_options quiet = *options;
    g2l2_status status = G2L2_STATUS_OK;
    size_t n = g2l2_dataset_count(data);
    quiet.progress = NULL;
    quiet.observe = NULL;
    if (!options->scenes) quiet.effort = EFFORT * (options->effort > 0 ? options->effort : 1);
    *out = (struct estimate){.parts = n > MANY ? 1 : PARTS};
    for (size_t part = 0; part < out->parts && !status && n > PARTS; part++)
        status = hold_back(domain, data, &quiet, part, out, err);
    return status;
}

/* ---- examples that are not explained ------------------------------------------------------------- */

g2l2_status honest_failures(const g2l2_model *model, const g2l2_dataset *data,
                            const g2l2_scenes *scenes, size_t most,
                            void (*take)(void *, const g2l2_example *, const g2l2_result *),
                            void *context, size_t *n_more, g2l2_error *err) {
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_status status = g2l2_parser_new(model, NULL, &parser, err);
    *n_more = 0;
    for (size_t i = 0, found = 0; !status && i < g2l2_dataset_count(data); i++) {
        g2l2_example e = g2l2_dataset_get(data, i);
        if (try_example(parser, scenes, &e, &result)) continue;
        if (found++ < most) take(context, &e, &result);
        else ++*n_more;
    }
    if (!status) g2l2_parser_free(parser);
    return status;
}
