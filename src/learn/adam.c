/* Adam, for the words of the batch only (Kingma and Ba 2015): a word that does not occur has
 * no gradient, and its moments stay as they are. */
#include <math.h>
#include <string.h>

#include "learn/objective.h"

/* What all numbers of a step have in common: the decays, and bias corrections. */
struct moments {
    double beta1, beta2, epsilon, first, second;
};

static struct moments after(const struct recipe *r, uint32_t n) {
    return (struct moments){.beta1 = r->beta1,
                            .beta2 = r->beta2,
                            .epsilon = r->epsilon,
                            .first = 1 / (1 - pow(r->beta1, n)),
                            .second = 1 / (1 - pow(r->beta2, n))};
}

static inline double step(struct moments of, double *m, double *v, double grad, double rate) {
    *m = of.beta1 * *m + (1 - of.beta1) * grad;
    *v = of.beta2 * *v + (1 - of.beta2) * grad * grad;
    return rate * (*m * of.first) / (sqrt(*v * of.second) + of.epsilon);
}

double adam_step(const struct recipe *r, double *m, double *v, double grad, double rate,
                 uint32_t n) {
    return step(after(r, n), m, v, grad, rate);
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
static void update_tau(struct learner *l, uint32_t word, const double *grad, struct moments of) {
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
        l->lexicon->tau[s] -= step(of, &l->m[s], &l->v[s], slope, l->rates.tau);
    }
    if (softmax) adam_weigh(l, word);
}

static double rate_of(const struct learner *l, const struct concept *concept) {
    if (concept->of_answers) return l->rates.answer;
    return concept->of_pairs ? l->rates.pair : l->rates.object;
}

/* The parameters of one concept, [n] each. */
static void update_concept(struct moments of, double rate, double decay, uint32_t n,
                           const double *restrict grad, double *restrict p, double *restrict m,
                           double *restrict v) {
    for (uint32_t i = 0; i < n; i++)
        p[i] -= step(of, &m[i], &v[i], grad[i], rate) + rate * decay * p[i];
}

static void update_params(struct learner *l, uint32_t word, const double *grad, struct moments of) {
    uint32_t n = lexicon_row_size(l->lexicon, word);
    size_t at = lexicon_row(l->lexicon, word);
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && l->concept_of[end] == l->concept_of[i];) end++;
        update_concept(of, rate_of(l, l->concept_of[i]), l->rates.decay, end - i, grad + i,
                       l->lexicon->params + at + i, l->param_m + at + i, l->param_v + at + i);
    }
}

void adam_update(struct learner *l, struct worker *w, uint32_t word) {
    struct moments of = after(&l->recipe, ++l->steps[word]);
    update_tau(l, word, w->sum, of);
    update_params(l, word, w->sum + l->most_slots, of);
}

void adam_forget(struct learner *l, uint32_t word) {
    const struct word *w = learner_word(l, word);
    size_t n = lexicon_row_size(l->lexicon, word), at = lexicon_row(l->lexicon, word);
    memset(l->m + w->first, 0, w->n * sizeof *l->m);
    memset(l->v + w->first, 0, w->n * sizeof *l->v);
    memset(l->param_m + at, 0, n * sizeof *l->param_m);
    memset(l->param_v + at, 0, n * sizeof *l->param_v);
    l->steps[word] = 0;
}
