/* A concept from a few questions (teach.h).
 *
 *     known concepts ─▶ mean and deviation of each number ─▶ prior
 *     questions ─▶ through.h ─▶ −log P(answer), its gradient ─▶ Adam ─▶ the numbers of one word
 *
 * A few answers tell little about dozens of numbers, but concepts of one type are alike: what matters to
 * known ones, and how much, is where the search begins and what it is pulled back to. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/scenes.h"
#include "learn/learner.h"
#include "learn/teach.h"
#include "learn/through.h"

#define STEPS 150u /* of Adam; few questions are quick, and more steps change little */
#define RATE  .1   /* in deviations of known concepts */
#define PULL  .02  /* towards their mean: known ones are surer than a prior alone would make one */

struct fitting {
    const struct teacher *teacher;
    g2l2_model *model;
    uint32_t word;
    struct through *through;
    struct through_question *questions;
    size_t n;
    uint32_t n_params;                /* of the word */
    double *grads;                    /* parallel to the numbers of the lexicon */
    double *mean, *deviation, *m, *v; /* [n_params] */
};

/* Of one number of a concept, over the known words that have it. */
static void find_prior(struct fitting *self, uint32_t concept, uint32_t i, uint32_t at) {
    const g2l2_model *model = self->model;
    double sum = 0, squares = 0, n = 0;
    for (uint32_t w = 0; w < model->lexicon.words.n; w++) {
        if (w == self->word || !model_has_concept(model, w, concept)) continue;
        double x = model_concept(model, w, concept)[i];
        sum += x;
        squares += x * x;
        n++;
    }
    self->mean[at] = n > 0 ? sum / n : 0;
    self->deviation[at] = n > 1 ? sqrt(fmax(0, squares / n - self->mean[at] * self->mean[at])) : 1;
}

/* Where the search begins. Concepts that the word has not stay 0, as their deviation is. */
static void start(struct fitting *self) {
    const g2l2_model *model = self->model;
    for (uint32_t c = 0, at = 0; c < model->domain->concepts.n; c++) {
        bool has = model_has_concept(model, self->word, c);
        for (uint32_t i = 0; i < model_concept_size(model, c) && at < self->n_params; i++, at++) {
            if (has) find_prior(self, c, i, at);
            model_concept(model, self->word, c)[i] = self->mean[at];
        }
    }
}

static void move(struct fitting *self, uint32_t step) {
    const struct recipe recipe = {.beta1 = .9, .beta2 = .999, .epsilon = 1e-8};
    size_t row = lexicon_row(&self->model->lexicon, self->word);
    double *params = self->model->lexicon.params + row, *grads = self->grads + row;
    for (uint32_t i = 0; i < self->n_params; i++) {
        double d = self->deviation[i];
        if (!(d > 0)) continue;
        double slope = grads[i] * d + PULL * (params[i] - self->mean[i]) / d;
        params[i] -= d * adam_step(&recipe, &self->m[i], &self->v[i], slope, RATE, step);
    }
    memset(grads, 0, self->n_params * sizeof *grads);
}

static void list_questions(struct fitting *self, const struct task *task) {
    const struct teacher *t = self->teacher;
    for (size_t i = 0; i < t->n; i++) {
        const struct scene *scene = scenes_get(t->scenes, t->examples[i].scene);
        if (task->wanted[i] && scene)
            self->questions[self->n++] =
                (struct through_question){.sentence = t->examples[i].sentence,
                                          .answer = t->examples[i].target,
                                          .scene = scene,
                                          .weight = 1};
    }
}

static g2l2_status fit(struct fitting *self) {
    const struct teacher *t = self->teacher;
    g2l2_status status = through_new(self->model, 0, self->grads, &self->through, t->err);
    for (uint32_t i = 1; i <= STEPS && !status; i++) {
        status = teach_check_time(t);
        if (!status) status = through_run(self->through, self->questions, self->n, t->err);
        if (!status) move(self, i);
    }
    through_free(self->through);
    return status;
}

g2l2_status teach_concept(const struct teacher *self, const struct task *task, g2l2_model *model) {
    const struct lexicon *lexicon = &model->lexicon;
    struct fitting f = {.teacher = self, .model = model};
    f.word = lexicon_find(lexicon, task->word, strlen(task->word));
    if (f.word == SYMBOL_NONE || !lexicon->params) return G2L2_STATUS_OK;
    f.n_params = lexicon_row_size(lexicon, f.word);
    size_t n = f.n_params + 1;
    f.mean = arena_zalloc(self->arena, 4 * n * sizeof *f.mean);
    f.deviation = f.mean + n;
    f.m = f.deviation + n;
    f.v = f.m + n;
    f.grads = arena_zalloc(self->arena, (lexicon_n_numbers(lexicon) + 1) * sizeof *f.grads);
    f.questions = arena_zalloc(self->arena, (self->n + 1) * sizeof *f.questions);
    list_questions(&f, task);
    start(&f);
    g2l2_status status = fit(&f);
    model_round_params(model);
    return status;
}
