/* What was learned becomes a model, which is then asked what it was taught. */
#include <math.h>
#include <string.h>

#include "data/features.h"
#include "learn/ground.h"
#include "learn/trainer.h"
#include "parser/parser.h"

#define CHECK_MAX 5000 /* questions asked at the end */

/* ---- the model ---------------------------------------------------------------------------------- */

/* How often entries are used, and for what: [n_slots]. */
struct uses {
    uint32_t *counts;
    const struct question **examples;
};

static const char *question_text(struct ground *g, const struct question *q) {
    struct buf text;
    buf_init(&text, &g->arena);
    for (uint32_t i = 0; i < q->n; i++)
        buf_printf(&text, "%s%s", i ? " " : "", g->lexicon->names.names.at[q->words[i]]);
    return text.at;
}

static void build_word(struct ground *g, g2l2_model *model, uint32_t w, const struct uses *uses) {
    const struct word *word = &g->lexicon->words.at[w];
    const char *name = g->lexicon->names.names.at[w];
    double max = -INFINITY;
    lexicon_add_word(&model->lexicon, name, strlen(name));
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (g->live[s]) max = fmax(max, g->lexicon->tau[s]);
    for (uint32_t s = word->first; s < word->first + word->n; s++) {
        if (!g->live[s]) continue;
        learn_add_entry(&g->arena, g->work, model, g->lexicon->slots.at[s].entry,
                        g->lexicon->tau[s] - max);
        if (uses->counts[s])
            lexicon_set_use(&model->lexicon, model->lexicon.slots.n - 1, uses->counts[s],
                            question_text(g, uses->examples[s]));
    }
}

/* Concepts of features as the scenes have them. */
static void build_params(struct ground *g, struct lexicon *to) {
    const g2l2_domain *domain = g->work->domain;
    uint32_t n = domain->concepts.n, *from_at = arena_array(&g->arena, uint32_t, 2 * (n + 1));
    uint32_t *to_at = from_at + n + 1, n_from = g->whitening.n_from;
    grounding_params(domain, g->whitening.n_to, from_at);
    to->n_features = n_from;
    to->n_params = grounding_params(domain, n_from, to_at);
    to->params = arena_zalloc(to->arena, ((size_t)to->words.n * to->n_params + 1) * sizeof(double));
    for (uint32_t w = 0; w < to->words.n; w++)
        for (uint32_t c = 0; c < n; c++) {
            const struct concept *concept = &domain->concepts.at[c];
            const double *from = g->lexicon->params + (size_t)w * g->lexicon->n_params + from_at[c];
            double *out = to->params + (size_t)w * to->n_params + to_at[c];
            if (!concept->of_answers) whiten_back(&g->whitening, from, concept->of_pairs, out);
            else memcpy(out, from, domain->lang.literals.names.n * sizeof *out);
        }
}

void model_build(struct ground *g, g2l2_model *model, const g2l2_dataset *data) {
    struct lexicon *to = &model->lexicon;
    struct guard *outer = model->arena.guard;
    size_t n = g->lexicon->slots.n + 1;
    struct uses uses = {arena_zalloc(&g->arena, n * sizeof *uses.counts),
                        arena_zalloc(&g->arena, n * sizeof *uses.examples)};
    check_simpler(g);
    senses_keep(g);
    senses_count(g, uses.counts, uses.examples);
    model->arena.guard = model->domain->arena.guard = &g->guard;
    trainer_add_literals(data, &g->arena, model->domain);
    for (uint32_t w = 0; w < g->lexicon->words.n; w++) build_word(g, model, w, &uses);
    build_params(g, to);
    const char *features = scenes_encoder_text(g->options->scenes);
    if (features) model->features = arena_strndup(&model->arena, features, strlen(features));
    model_finish(model);
    model->arena.guard = outer;
    model->domain->arena.guard = &model->domain->guard;
}

/* Ask the model what it was taught. */
g2l2_status model_check(const g2l2_model *model, const g2l2_dataset *data,
                        const g2l2_learn_options *options, g2l2_learn_report *report,
                        struct failure *first, g2l2_error *err) {
    g2l2_parser *parser;
    g2l2_result result;
    size_t n = g2l2_dataset_count(data), every = n / CHECK_MAX + 1;
    g2l2_status status = g2l2_parser_new(model, &options->limits, &parser, err);
    if (status) return status;
    for (size_t i = 0; !status && i < n; i += every) {
        g2l2_example example = g2l2_dataset_get(data, i);
        status = parser_set_scene(parser, scenes_get(options->scenes, example.scene), err);
        if (!status) status = g2l2_parser_run(parser, example.sentence, 1, &result, err);
        if (status) break;
        const char *got = result.n_readings ? result.readings[0].text : result.reason;
        bool right = result.n_readings && !strcmp(got, example.target);
        if (!right && report->correct == report->checked) {
            first->example = i;
            snprintf(first->reason, sizeof first->reason,
                     result.n_readings ? "the answer would be '%s'" : "%s", got);
        }
        report->checked++;
        report->correct += right;
    }
    g2l2_parser_free(parser);
    return status;
}
