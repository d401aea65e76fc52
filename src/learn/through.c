/* The gradient of the loss into features (through.h): one question after the other is parsed
 * with the entries that the model has, executed, and differentiated. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/through.h"
#include "run/mixed.h"

#define MAX_WORDS  200u
#define MAX_MEMORY ((size_t)2 << 30) /* of one question */

struct through {
    const g2l2_model *model;
    double lambda;
    struct guard guard;
    struct arena own, scratch, arena; /* all, of a scene, of a question */
    struct grounding grounding;
    void *session;
    const double *weight; /* [n_slots] */
    double *of_weight;    /* [n_slots] gradients that nobody reads */
    double *of_concepts;  /* parallel to the numbers of the lexicon */
};

void through_free(struct through *self) {
    if (!self) return;
    arena_free(&self->own);
    arena_free(&self->scratch);
    arena_free(&self->arena);
    free(self);
}

static void open_all(struct through *self, double *of_concepts) {
    const struct lexicon *lexicon = &self->model->lexicon;
    size_t n = lexicon_n_numbers(lexicon);
    if (!lexicon->params)
        guard_raise(&self->guard, G2L2_STATUS_DATA, 0, 0, "the model has no concepts");
    self->of_concepts =
        of_concepts ? of_concepts : arena_zalloc(&self->own, (n + 1) * sizeof *of_concepts);
    grounding_init(&self->grounding, &self->own, lexicon, lexicon->n_features, lexicon->params,
                   self->of_concepts);
    self->session =
        self->grounding.kernels->session(&self->own, &self->scratch, &self->grounding.setup);
    self->weight = grounding_weights(lexicon, &self->own);
    self->of_weight = arena_zalloc(&self->own, (lexicon->slots.n + 1) * sizeof(double));
}

g2l2_status through_new(const g2l2_model *model, double lambda, double *of_concepts,
                        struct through **out, g2l2_error *err) {
    struct through *self = calloc(1, sizeof *self);
    *out = NULL;
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    self->model = model;
    self->lambda = lambda;
    arena_init(&self->own, &self->guard, 0);
    arena_init(&self->scratch, &self->guard, MAX_MEMORY);
    arena_init(&self->arena, &self->guard, MAX_MEMORY);
    if (guard_try(&self->guard, err)) open_all(self, of_concepts);
    g2l2_status status = self->guard.status;
    if (status) through_free(self);
    else *out = self;
    return status;
}

/* False: there is no such answer. */
static bool read_answer(struct through *self, const char *text, struct target *out) {
    const g2l2_domain *domain = self->model->domain;
    const char *why;
    return domain->kernels->read_target(&self->arena, &domain->lang, text, out, &why);
}

/* 0 of both where nothing parses. */
static struct likelihood execute(struct through *self, const struct through_question *q,
                                 const struct target *target, struct mixed *mixed) {
    const struct lexicon *lexicon = &self->model->lexicon;
    uint32_t *words = arena_array(&self->arena, uint32_t, MAX_WORDS + 1);
    uint32_t n = lexicon_words(lexicon, q->sentence, words, MAX_WORDS);
    struct chart chart;
    struct plan *plan = arena_new(&self->arena, struct plan);
    if (!n || n > MAX_WORDS) return (struct likelihood){0, 0};
    self->grounding.kernels->open(self->session, &self->arena, q->scene, target, true);
    chart_parse(&chart, &self->arena, lexicon, words, n, false);
    plan_make(plan, &self->arena, &chart);
    *mixed = (struct mixed){.grounding = &self->grounding,
                            .plan = plan,
                            .words = words,
                            .weight = self->weight,
                            .arena = &self->arena,
                            .session = self->session,
                            .asked = target->type,
                            .negligible = NEGLIGIBLE};
    return mixed_run(mixed);
}

static void run_one(struct through *self, struct through_question *q) {
    struct target target;
    struct mixed mixed;
    arena_reset(&self->arena);
    q->parsed = false;
    q->loss = q->probability = 0;
    if (q->scene->n_objects && q->scene->n_features != self->model->lexicon.n_features)
        guard_raise(&self->guard, G2L2_STATUS_DATA, 0, 0,
                    "an object of the scene has %u features, but the model knows %u",
                    q->scene->n_features, self->model->lexicon.n_features);
    if (!read_answer(self, q->answer, &target)) return;
    struct likelihood p = execute(self, q, &target, &mixed);
    if (!(p.answer > 0) || !isfinite(p.total)) return;
    double z = 1 - self->lambda;
    q->parsed = true;
    q->loss = -log(p.answer) + z * log(p.total);
    q->probability = p.answer / p.total;
    self->grounding.setup.object_grads = q->of_features;
    mixed_back(&mixed, -q->weight / p.answer, q->weight * z / p.total, self->of_weight);
}

g2l2_status through_run(struct through *self, struct through_question *questions, size_t n,
                        g2l2_error *err) {
    if (guard_try(&self->guard, err))
        for (size_t i = 0; i < n; i++) run_one(self, &questions[i]);
    return self->guard.status;
}
