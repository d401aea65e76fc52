/* Wrong examples, and choices that examples have to decide.
 *
 * A model that explains nearly all examples is not questioned. Where more are not explained, they may be
 * wrong, or a function word was taken to belong to the wrong phrase: other choices that cost little
 * more are tried, and the one by which most is explained stays. Then the sentences are left out that
 * mean something else by the others, and all is learned once more. */
#include <string.h>

#include "learn/induce.h"

struct improving {
    struct induce *induce;
    const g2l2_domain *domain;
    const g2l2_dataset *data;
    g2l2_error *err;
    g2l2_model *model;  /* the best so far */
    struct induce best; /* that it was written from */
    double right;       /* of the examples that are asked, it explains so many */
};

static size_t step_of(const struct improving *self) {
    size_t n = g2l2_dataset_count(self->data), most = (size_t)self->induce->recipe->nested_doubts;
    return most ? n / most + 1 : n + 1;
}

/* How many of every so many examples does the model explain? `wrong`: which ones mean something
 * else, if wanted. */
static g2l2_status ask(const struct improving *self, const g2l2_model *model, size_t every,
                       bool *wrong, double *right) {
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_status status = g2l2_parser_new(model, NULL, &parser, self->err);
    if (status) return status;
    *right = 0;
    for (size_t i = every - 1; !status && i < g2l2_dataset_count(self->data); i += every) {
        g2l2_example e = g2l2_dataset_get(self->data, i);
        status = g2l2_parser_run(parser, e.sentence, 1, &result, self->err);
        bool read = !status && result.n_readings;
        bool same = read && !strcmp(result.readings[0].text, e.target);
        *right += same;
        if (wrong) wrong[i] = read && !same;
    }
    g2l2_parser_free(parser);
    return status;
}

/* The model of what is chosen now, if it explains more than the best so far by `least`. */
static g2l2_status try_now(struct improving *self, double least, bool *better) {
    g2l2_model *model = NULL;
    double right = 0;
    induce_derive(self->induce);
    g2l2_status status = induce_write(self->induce, self->domain, 0, &model, self->err);
    if (!status) status = ask(self, model, step_of(self), NULL, &right);
    *better = !status && right >= self->right + least;
    g2l2_model_free(*better ? self->model : model);
    if (!*better) return status;
    self->right = right;
    self->model = model;
    self->best = *self->induce;
    return status;
}

static g2l2_status try_choices(struct improving *self) {
    struct induce *induce = self->induce;
    choices all = {0};
    g2l2_status status = G2L2_STATUS_OK;
    induce_list_choices(induce, &all);
    for (uint32_t i = 0; !status && i < all.n; i++) {
        struct choice before = {all.at[i].word, induce->policy[all.at[i].word]};
        bool better;
        induce_set_policy(induce, all.at[i]);
        status = try_now(self, 1, &better);
        if (!better) induce_set_policy(induce, before);
    }
    return status;
}

/* Once more, without what means something else by the others. */
static g2l2_status try_without(struct improving *self) {
    struct induce *induce = self->induce;
    bool *wrong = arena_zalloc(&induce->arena, induce->n + 1), better;
    double right;
    g2l2_status status = ask(self, self->model, 1, wrong, &right);
    if (status) return status;
    for (uint32_t i = 0; i < induce->n; i++) induce->examples[i].wrong = wrong[i];
    induce_choose(induce);
    return try_now(self, 0, &better);
}

/* To what the best model was written from. */
static void go_back(struct improving *self) {
    struct arena arena = self->induce->arena, scratch = self->induce->scratch;
    *self->induce = self->best;
    self->induce->arena = arena;
    self->induce->scratch = scratch;
}

g2l2_status induce_improve(struct induce *self, const g2l2_domain *domain, const g2l2_dataset *data,
                           g2l2_model **out, g2l2_error *err) {
    struct improving all = {.induce = self, .domain = domain, .data = data, .err = err};
    size_t every = step_of(&all);
    all.model = *out;
    all.best = *self;
    g2l2_status status = ask(&all, *out, every, NULL, &all.right);
    double enough = (1 - self->recipe->nested_entry) * (double)(g2l2_dataset_count(data) / every);
    if (!status && all.right < enough) {
        status = try_choices(&all);
        if (!status) status = try_without(&all);
        go_back(&all);
    }
    *out = all.model;
    return status;
}
