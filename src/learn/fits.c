/* Learning the weights of a fit (lexicon/fit.h), by AdaGrad: examples say what was expected more
 * or less often than it should be. A weight begins where one of them says so loudly enough. */
#include <math.h>

#include "learn/objective.h"

struct fit_state {
    VEC(double) grad, squares, sums; /* [keys] */
    VEC(uint32_t) touched;
    VEC(bool) is_touched; /* [keys] */
};

void fits_open(struct learner *l) {
    l->fits = arena_new(&l->arena, struct fit_state);
}

static void add_key(struct learner *l, struct fit_state *s) {
    vec_push(&l->arena, &s->grad, 0);
    vec_push(&l->arena, &s->squares, l->recipe.fit_start * l->recipe.fit_start);
    vec_push(&l->arena, &s->sums, 0);
    vec_push(&l->arena, &s->is_touched, false);
}

/* Is it about a word that too few examples have? */
static bool is_rare(const struct learner *l, struct fit_key key) {
    if (!l->objective->ranks || !fit_is_word(key)) return false;
    return l->of_word_first[key.word + 1] - l->of_word_first[key.word] < l->recipe.fit_words;
}

static void gather(struct learner *l, struct fit_state *s, struct fit_gradient from, double share) {
    struct fit *fit = l->lexicon->fit;
    uint32_t key = fit_find(fit, from.key);
    if (key == UINT32_MAX && (fabs(from.grad) < l->recipe.fit_least || is_rare(l, from.key)))
        return;
    if (key == UINT32_MAX) key = fit_add(fit, from.key);
    while (s->grad.n <= key) add_key(l, s);
    if (!s->is_touched.at[key]) vec_push(&l->arena, &s->touched, key);
    s->is_touched.at[key] = true;
    s->grad.at[key] += from.grad * share;
}

static void move(struct learner *l, struct fit_state *s, uint32_t key, double rate) {
    struct fit *fit = l->lexicon->fit;
    double *weight = &fit->weights.at[key];
    double decay =
        fit_has_word(fit->keys.at[key]) ? l->recipe.fit_decay_words : l->recipe.fit_decay;
    double grad = s->grad.at[key] + decay * *weight;
    s->squares.at[key] += grad * grad;
    *weight -= rate * grad / (sqrt(s->squares.at[key]) + 1e-4);
    s->grad.at[key] = 0;
    s->is_touched.at[key] = false;
}

void fits_update(struct learner *l) {
    struct fit_state *s = l->fits;
    if (!l->lexicon->fit) return;
    double rate = l->recipe.fit_rate;
    if (l->objective->ranks) rate *= pow(l->recipe.fit_final, learner_done(l));
    s->touched.n = 0;
    for (uint32_t i = 0; i < l->n_drawn; i++) {
        const struct gradient *g = &l->gradients[i];
        for (uint32_t k = 0; g->outcome == OUTCOME_OK && k < g->fits.n; k++)
            gather(l, s, g->fits.at[k], (double)g->times / l->batch);
    }
    for (uint32_t i = 0; i < s->touched.n; i++) move(l, s, s->touched.at[i], rate);
}

void fits_sum(struct learner *l) {
    struct fit_state *s = l->fits;
    for (uint32_t i = 0; l->lexicon->fit && i < s->sums.n; i++)
        s->sums.at[i] += l->lexicon->fit->weights.at[i];
}

void fits_forget_sums(struct learner *l) {
    struct fit_state *s = l->fits;
    for (uint32_t i = 0; i < s->sums.n; i++) s->sums.at[i] = 0;
}

void fits_average(struct learner *l, uint32_t n) {
    struct fit_state *s = l->fits;
    for (uint32_t i = 0; l->lexicon->fit && i < s->sums.n; i++)
        l->lexicon->fit->weights.at[i] = s->sums.at[i] / n;
}

/* A key that is read has the number that it had. */
void fits_keep(struct learner *l, struct stash *stash) {
    struct fit *fit = l->lexicon->fit;
    struct fit_state *s = l->fits;
    uint32_t n = stash_count(stash, fit->keys.n, sizeof *fit->keys.at);
    for (uint32_t i = 0; i < n; i++) {
        struct fit_key key = stash->reading ? (struct fit_key){0} : fit->keys.at[i];
        stash_value(stash, key);
        if (stash->failed || fit_add(fit, key) != i) resume_fail(l);
        stash_value(stash, fit->weights.at[i]);
    }
    n = stash_count(stash, s->squares.n, sizeof *s->squares.at);
    if (n > fit->keys.n) resume_fail(l);
    for (uint32_t i = 0; i < n; i++) {
        if (stash->reading) add_key(l, s);
        stash_value(stash, s->squares.at[i]);
        stash_value(stash, s->sums.at[i]);
    }
}
