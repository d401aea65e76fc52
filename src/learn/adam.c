/* Adam, for the words of the batch only (Kingma and Ba 2015): a word that does not occur has
 * no gradient, and its moments stay as they are. */
#include <math.h>
#include <string.h>

#include "learn/objective.h"

/* Bias corrections after n steps. */
struct correction {
    double first, second;
};

static double step(const struct recipe *r, double *m, double *v, double grad, double rate,
                   const struct correction *c) {
    *m = r->beta1 * *m + (1 - r->beta1) * grad;
    *v = r->beta2 * *v + (1 - r->beta2) * grad * grad;
    return rate * (*m * c->first) / (sqrt(*v * c->second) + r->epsilon);
}

double adam_step(const struct recipe *r, double *m, double *v, double grad, double rate,
                 uint32_t n) {
    struct correction c = {1 / (1 - pow(r->beta1, n)), 1 / (1 - pow(r->beta2, n))};
    return step(r, m, v, grad, rate, &c);
}

/* No tau falls too far behind the best. */
static double floor_of(const struct learner *l, uint32_t slot) {
    if (!(l->recipe.floor > 0)) return INFINITY;
    return l->sense[slot] ? l->recipe.floor_sense : l->recipe.floor;
}

void adam_weigh(struct learner *l, uint32_t word) {
    const struct word *w = learner_word(l, word);
    double *tau = l->lexicon->tau, max = -INFINITY, sum = 0;
    for (uint32_t s = w->first; s < w->first + w->n; s++) max = fmax(max, tau[s]);
    for (uint32_t s = w->first; s < w->first + w->n; s++) {
        tau[s] = fmax(tau[s], max - floor_of(l, s));
        sum += l->weight[s] = exp(tau[s] - max);
    }
    for (uint32_t s = w->first; s < w->first + w->n; s++) {
        l->live[s] = l->weight[s] >= l->recipe.live;
        l->weight[s] /= sum;
    }
}

/* `grad` is of the weights where the objective has them, through the softmax then. */
static void update_tau(struct learner *l, uint32_t word, const double *grad,
                       const struct correction *c) {
    const struct word *w = learner_word(l, word);
    bool softmax = l->objective->softmax;
    double mean = 0;
    for (uint32_t i = 0; softmax && i < w->n; i++) mean += l->weight[w->first + i] * grad[i];
    for (uint32_t i = 0; i < w->n; i++) {
        uint32_t s = w->first + i;
        double slope = grad[i];
        if (softmax)
            slope =
                l->weight[s] * (grad[i] - mean) + l->rates.pull * (l->weight[s] - (s == w->empty));
        if (l->anchor) slope += l->recipe.rank_decay * (l->lexicon->tau[s] - l->anchor[s]);
        l->slope[s] = slope;
        if (l->factors) continue;
        l->lexicon->tau[s] -= step(&l->recipe, &l->m[s], &l->v[s], slope, l->rates.tau, c);
    }
    if (softmax) adam_weigh(l, word);
}

static double rate_of(const struct learner *l, const struct concept *concept) {
    if (concept->of_answers) return l->rates.answer;
    return concept->of_pairs ? l->rates.pair : l->rates.object;
}

static void update_params(struct learner *l, uint32_t word, const double *grad,
                          const struct correction *c) {
    uint32_t n = l->lexicon->n_params;
    size_t at = (size_t)word * n;
    for (uint32_t i = 0; i < n; i++) {
        double *p = &l->lexicon->params[at + i], rate = rate_of(l, l->concept_of[i]);
        *p -= step(&l->recipe, &l->param_m[at + i], &l->param_v[at + i], grad[i], rate, c) +
              rate * l->rates.decay * *p;
    }
}

void adam_update(struct learner *l, struct worker *w, uint32_t word) {
    const struct recipe *r = &l->recipe;
    uint32_t n = ++l->steps[word];
    struct correction c = {1 / (1 - pow(r->beta1, n)), 1 / (1 - pow(r->beta2, n))};
    update_tau(l, word, w->sum, &c);
    update_params(l, word, w->sum + l->most_slots, &c);
}

void adam_forget(struct learner *l, uint32_t word) {
    const struct word *w = learner_word(l, word);
    size_t n = l->lexicon->n_params, at = (size_t)word * n;
    memset(l->m + w->first, 0, w->n * sizeof *l->m);
    memset(l->v + w->first, 0, w->n * sizeof *l->v);
    memset(l->param_m + at, 0, n * sizeof *l->param_m);
    memset(l->param_v + at, 0, n * sizeof *l->param_v);
    l->steps[word] = 0;
}
