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
#define THIN         3      /* examples of a word that are few: so many can agree by accident */
#define MOST_COUNTED 100000 /* examples in which words are counted: in more, each has enough */
#define EFFORT       0.25   /* of what the model itself may take */

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

/* The examples of the other parts; of many, some that are spread over all of them. */
static g2l2_status take_others(const g2l2_dataset *data, bool scenes, size_t part,
                               g2l2_dataset *out, g2l2_error *err) {
    size_t n = g2l2_dataset_count(data), every = n / MOST_LEARNED + 1;
    g2l2_status status = G2L2_STATUS_OK;
    for (size_t i = 0; i < n && !status; i++) {
        if (part_of(i, PARTS) == part || i % every) continue;
        g2l2_example e = g2l2_dataset_get(data, i);
        status = scenes ? g2l2_dataset_add_question(out, e.sentence, e.target, e.scene, e.file,
                                                    e.line, err)
                        : g2l2_dataset_add(out, e.sentence, e.target, e.file, e.line, err);
    }
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

/* ---- words that few examples have --------------------------------------------------------------- */

struct sightings {
    struct symbols words;
    VEC(size_t) examples, last; /* [words] last: the number of the last one + 1 */
};

/* A word may be in an example more than once. Numbers and the start of a sentence are no words. */
static void count_words(struct thin *self, struct sightings *s, const g2l2_word *words, size_t n,
                        size_t example) {
    for (size_t i = 0; i < n; i++) {
        if (!words[i].known || *words[i].text == '<') continue;
        uint32_t id = symbols_add(&s->words, words[i].text, strlen(words[i].text));
        if (id == s->examples.n) {
            vec_push(&self->arena, &s->examples, 0);
            vec_push(&self->arena, &s->last, 0);
        }
        s->examples.at[id] += s->last.at[id] != example + 1;
        s->last.at[id] = example + 1;
    }
}

static int fewer(const void *a, const void *b) {
    const struct thin_word *x = a, *y = b;
    if (x->examples != y->examples) return x->examples < y->examples ? -1 : 1;
    return strcmp(x->text, y->text);
}

static g2l2_status count_all(g2l2_parser *parser, const g2l2_dataset *data, struct thin *out,
                             g2l2_error *err) {
    struct sightings s = {0};
    const g2l2_word *words;
    size_t n;
    symbols_init(&s.words, &out->arena);
    for (size_t i = 0; i < g2l2_dataset_count(data); i++) {
        if (g2l2_parser_words(parser, g2l2_dataset_get(data, i).sentence, &words, &n, err))
            return G2L2_STATUS_LIMIT;
        count_words(out, &s, words, n, i);
    }
    out->words = arena_array(&out->arena, struct thin_word, s.examples.n + 1);
    for (uint32_t w = 0; w < s.examples.n; w++)
        if (s.examples.at[w] <= THIN)
            out->words[out->n++] = (struct thin_word){s.words.names.at[w], s.examples.at[w]};
    if (out->n) qsort(out->words, out->n, sizeof *out->words, fewer);
    return G2L2_STATUS_OK;
}

g2l2_status honest_thin(const g2l2_model *model, const g2l2_dataset *data, struct thin *out,
                        g2l2_error *err) {
    g2l2_parser *parser = NULL;
    *out = (struct thin){0};
    arena_init(&out->arena, &out->guard, 0);
    if (g2l2_dataset_count(data) > MOST_COUNTED) return G2L2_STATUS_OK;
    g2l2_status status = g2l2_parser_new(model, NULL, &parser, err);
    if (status) return status;
    if (guard_try(&out->guard, err)) status = count_all(parser, data, out, err);
    else status = out->guard.status;
    g2l2_parser_free(parser);
    return status;
}

void honest_thin_free(struct thin *self) {
    arena_free(&self->arena);
}
