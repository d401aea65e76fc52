/* Processes that learn together (g2l2.h, g2l2_ranks).
 *
 *     first    gradients 0 . 2 . ─┐            ┌─ 0 1 2 3 ─▶ update
 *     second   gradients . 1 . 3 ─┴─ exchange ─┴─ 0 1 2 3 ─▶ update
 *
 * All of them have the same data and the same state. Examples of a batch, and questions about
 * examples, are dealt out like cards; what comes of them goes to all, and is added up in the order of
 * the batch, as that of threads is. So what is drawn, learned and chosen is the same everywhere, and
 * the same as in one process. Each message has a number: processes that are not at the same place
 * notice it, and end. */
#include <string.h>

#include "learn/objective.h"

static uint32_t n_ranks(const struct learner *l) {
    const g2l2_ranks *ranks = l->options->ranks;
    return ranks && ranks->n > 1 ? (uint32_t)ranks->n : 1;
}

static uint32_t own_rank(const struct learner *l) {
    return n_ranks(l) > 1 ? (uint32_t)l->options->ranks->own : 0;
}

bool ranks_own(const struct learner *l, uint32_t i) {
    return i % n_ranks(l) == own_rank(l);
}

static struct stash begin(struct learner *l) {
    struct stash own = {0};
    stash_value(&own, l->n_exchanges);
    return own;
}

static _Noreturn void end(struct learner *l) {
    guard_raise(&l->guard, G2L2_STATUS_IO, 0, 0,
                "a process that learns together with this one has ended, or is at another place");
}

/* What all of them give: l->of_rank. */
static void exchange(struct learner *l, struct stash *own) {
    const g2l2_ranks *ranks = l->options->ranks;
    const void *all = NULL;
    const size_t *sizes = NULL;
    uint64_t number;
    bool fine = !own->failed && ranks->exchange(ranks->context, own->at, own->n, &all, &sizes);
    uint8_t *at = (uint8_t *)all;
    stash_free(own);
    if (!fine) end(l);
    if (!l->of_rank) l->of_rank = arena_array(&l->arena, struct stash, n_ranks(l));
    for (uint32_t i = 0; i < n_ranks(l); at += sizes[i++]) {
        l->of_rank[i] = (struct stash){.reading = true, .at = at, .n = sizes[i]};
        stash_value(&l->of_rank[i], number);
        fine &= number == l->n_exchanges;
    }
    l->n_exchanges++;
    if (!fine) end(l);
}

/* ---- gradients ------------------------------------------------------------------------------ */

static void stash_fits(struct learner *l, struct stash *stash, struct gradient *g) {
    uint32_t n = stash_count(stash, g->fits.n, sizeof *g->fits.at);
    if (stash->reading) {
        g->arena.guard = &l->guard;
        if (l->objective->ranks) arena_reset(&g->arena);
        g->fits.at = NULL;
        g->fits.n = g->fits.cap = 0;
        for (uint32_t i = 0; i < n; i++)
            vec_push(&g->arena, &g->fits, (struct fit_gradient){.grad = 0});
    }
    stash_bytes(stash, g->fits.at, n * sizeof *g->fits.at);
}

/* Its rows were made room for when the example was drawn, here as there. */
static void stash_gradient(struct learner *l, struct stash *stash, struct gradient *g) {
    uint32_t n_slots = 0, n_params = l->lexicon->n_params;
    stash_value(stash, g->outcome);
    stash_value(stash, g->loss);
    stash_value(stash, g->probability);
    stash_value(stash, g->work);
    stash_value(stash, g->n_rows);
    if (g->n_rows > g->cap_rows) end(l);
    stash_bytes(stash, g->words, g->n_rows * sizeof *g->words);
    for (uint32_t i = 0; i < g->n_rows; i++) {
        if (g->words[i] >= l->lexicon->words.n) end(l);
        g->first[i] = n_slots;
        n_slots += learner_word(l, g->words[i])->n;
    }
    if (n_slots > g->cap_slots) end(l);
    stash_bytes(stash, g->slots, n_slots * sizeof *g->slots);
    stash_bytes(stash, g->viable, n_slots * sizeof *g->viable);
    stash_bytes(stash, g->has_params, g->n_rows * sizeof *g->has_params);
    for (uint32_t i = 0; i < g->n_rows; i++)
        if (g->has_params[i])
            stash_bytes(stash, g->params + (size_t)i * n_params, n_params * sizeof *g->params);
    stash_fits(l, stash, g);
}

void ranks_share_batch(struct learner *l) {
    uint32_t n = n_ranks(l);
    if (n == 1) return;
    struct stash own = begin(l);
    for (uint32_t i = own_rank(l); i < l->n_drawn; i += n)
        stash_gradient(l, &own, &l->gradients[i]);
    exchange(l, &own);
    for (uint32_t i = 0; i < l->n_drawn; i++)
        if (!ranks_own(l, i)) stash_gradient(l, &l->of_rank[i % n], &l->gradients[i]);
    for (uint32_t i = 0; i < n; i++)
        if (l->of_rank[i].failed) end(l);
}

/* ---- numbers ---------------------------------------------------------------------------------- */

void ranks_share_numbers(struct learner *l, double *numbers, uint32_t n) {
    if (n_ranks(l) == 1) return;
    struct stash own = begin(l);
    for (uint32_t i = 0; i < n; i++)
        if (ranks_own(l, i)) stash_value(&own, numbers[i]);
    exchange(l, &own);
    for (uint32_t i = 0; i < n; i++) stash_value(&l->of_rank[i % n_ranks(l)], numbers[i]);
    for (uint32_t i = 0; i < n_ranks(l); i++)
        if (!stash_is_whole(&l->of_rank[i])) end(l);
}

bool ranks_any(struct learner *l, bool own) {
    bool any = own;
    if (n_ranks(l) == 1) return own;
    struct stash stash = begin(l);
    stash_value(&stash, own);
    exchange(l, &stash);
    for (uint32_t i = 0; i < n_ranks(l); i++) {
        bool one = false;
        stash_value(&l->of_rank[i], one);
        any |= one;
    }
    return any;
}

void ranks_follow(struct learner *l, void *at, size_t n) {
    if (n_ranks(l) == 1) return;
    struct stash own = begin(l);
    stash_bytes(&own, at, n);
    exchange(l, &own);
    stash_bytes(&l->of_rank[0], at, n);
    if (!stash_is_whole(&l->of_rank[0])) end(l);
}
