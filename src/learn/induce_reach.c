/* How sure readings are that differ by what they reach over.
 *
 *     a cake on a table in a house     the house is the table's, not the cake's
 *
 * All entries of a lexicon that was read off the targets weigh the same, so modifiers that attach
 * low decide between readings. How often that is right, the examples tell that have several; a word
 * that is reached over costs as much as makes readings that sure. */
#include <string.h>

#include "learn/induce.h"

#define LEAST .03125 /* the first that is tried: it is doubled, up to */
#define MOST  16.

struct doubts {
    g2l2_parser *parser;
    const g2l2_dataset *data;
    VEC(size_t) examples; /* with several readings */
    double right;         /* of these, at first */
    double sure;          /* the sum of the first readings' confidence */
};

static g2l2_status find_doubts(struct doubts *self, struct arena *arena, size_t most,
                               g2l2_error *err) {
    size_t n = g2l2_dataset_count(self->data), every = most ? n / most + 1 : n + 1;
    g2l2_status status = G2L2_STATUS_OK;
    for (size_t i = every - 1; !status && i < n; i += every) {
        g2l2_result result;
        g2l2_example e = g2l2_dataset_get(self->data, i);
        status = g2l2_parser_run(self->parser, e.sentence, 2, &result, err);
        if (status || result.n_readings < 2) continue;
        vec_push(arena, &self->examples, i);
        self->right += !strcmp(result.readings[0].text, e.target);
    }
    return status;
}

static g2l2_status ask_again(struct doubts *self, g2l2_error *err) {
    g2l2_status status = G2L2_STATUS_OK;
    self->sure = 0;
    for (uint32_t i = 0; !status && i < self->examples.n; i++) {
        g2l2_result result;
        g2l2_example e = g2l2_dataset_get(self->data, self->examples.at[i]);
        status = g2l2_parser_run(self->parser, e.sentence, 1, &result, err);
        if (!status && result.n_readings) self->sure += result.readings[0].confidence;
    }
    return status;
}

/* As sure as they are right; never quite, as the next one could be wrong. */
static g2l2_status fit(struct doubts *self, double *reach, g2l2_error *err) {
    g2l2_status status = G2L2_STATUS_OK;
    double n = self->examples.n, wanted = (self->right + .5) / (n + 1);
    for (double tried = LEAST; !status && n && tried <= MOST; tried *= 2) {
        *reach = tried;
        status = ask_again(self, err);
        if (self->sure >= wanted * n) break;
    }
    return status;
}

g2l2_status induce_reach(g2l2_model *model, const g2l2_dataset *data, const struct recipe *recipe,
                         double *reach, g2l2_error *err) {
    struct doubts self = {.data = data};
    struct arena arena;
    struct guard guard;
    volatile g2l2_status status = g2l2_parser_new(model, NULL, &self.parser, err);
    if (status) return status;
    arena_init(&arena, &guard, 0);
    if (guard_try(&guard, err)) {
        status = find_doubts(&self, &arena, (size_t)recipe->nested_doubts, err);
        if (!status) status = fit(&self, &model->domain->syntax.reach, err);
        *reach = model->domain->syntax.reach;
    } else {
        status = guard.status;
    }
    arena_free(&arena);
    g2l2_parser_free(self.parser);
    return status;
}
