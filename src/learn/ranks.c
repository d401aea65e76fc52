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

static uint32_t count(const g2l2_ranks *ranks) {
    return ranks && ranks->n > 1 ? (uint32_t)ranks->n : 1;
}

/* ---- one exchange ----------------------------------------------------------------------------- */

/* The next message of one process, read or begun: false where it is that of another place. */
static bool open_message(struct stash *message, uint64_t number) {
    uint64_t said = number;
    stash_value(message, said);
    return said == number;
}

/* Give it; *of_first: what the first one gives, and then that of the others. */
static bool trade(const g2l2_ranks *ranks, struct stash *own, uint8_t **of_first,
                  const size_t **sizes) {
    const void *all = NULL;
    bool fine = !own->failed && ranks->exchange(ranks->context, own->at, own->n, &all, sizes);
    stash_free(own);
    *of_first = (uint8_t *)all;
    return fine;
}

/* Parts i, i + processes, ... of n items, written or read. */
static void stash_parts(struct stash *stash, uint8_t *at, size_t n, size_t size, uint32_t i,
                        uint32_t step, uint32_t parts) {
    for (size_t part = i; part < parts; part += step) {
        size_t first = n * part / parts, end = n * (part + 1) / parts;
        stash_bytes(stash, at + first * size, (end - first) * size);
    }
}

bool ranks_gather(const g2l2_ranks *ranks, uint64_t *number, void *at, size_t n, size_t size,
                  uint32_t parts) {
    struct stash own = {0};
    uint8_t *all;
    const size_t *sizes;
    uint32_t of = count(ranks);
    if (of == 1) return true;
    open_message(&own, *number);
    stash_parts(&own, at, n, size, (uint32_t)ranks->own, of, parts);
    bool fine = trade(ranks, &own, &all, &sizes);
    for (uint32_t i = 0; i < of && fine; all += sizes[i++]) {
        struct stash one = {.reading = true, .at = all, .n = sizes[i]};
        fine = open_message(&one, *number);
        if (fine) stash_parts(&one, at, n, size, i, of, parts);
        fine = fine && stash_is_whole(&one);
    }
    ++*number;
    return fine;
}

bool ranks_ask(const g2l2_ranks *ranks, uint64_t *number, bool own, bool *any) {
    struct stash stash = {0};
    uint8_t *all;
    const size_t *sizes;
    uint32_t of = count(ranks);
    *any = own;
    if (of == 1) return true;
    open_message(&stash, *number);
    stash_value(&stash, own);
    bool fine = trade(ranks, &stash, &all, &sizes);
    for (uint32_t i = 0; i < of && fine; all += sizes[i++]) {
        struct stash one = {.reading = true, .at = all, .n = sizes[i]};
        bool said = false;
        fine = open_message(&one, *number);
        stash_value(&one, said);
        fine = fine && stash_is_whole(&one);
        *any |= said;
    }
    ++*number;
    return fine;
}

/* ---- of a learner ----------------------------------------------------------------------------- */

static uint32_t n_ranks(const struct learner *l) {
    return count(l->options->ranks);
}

static uint32_t own_rank(const struct learner *l) {
    return n_ranks(l) > 1 ? (uint32_t)l->options->ranks->own : 0;
}

bool ranks_own(const struct learner *l, uint32_t i) {
    return i % n_ranks(l) == own_rank(l);
}

static struct stash begin(struct learner *l) {
    struct stash own = {0};
    open_message(&own, l->n_exchanges);
    return own;
}

static _Noreturn void end(struct learner *l) {
    guard_raise(&l->guard, G2L2_STATUS_IO, 0, 0, RANKS_LOST);
}

/* What all of them give: l->of_rank. */
static void exchange(struct learner *l, struct stash *own) {
    const size_t *sizes;
    uint8_t *at;
    bool fine = trade(l->options->ranks, own, &at, &sizes);
    if (!fine) end(l);
    if (!l->of_rank) l->of_rank = arena_array(&l->arena, struct stash, n_ranks(l));
    for (uint32_t i = 0; i < n_ranks(l); at += sizes[i++]) {
        l->of_rank[i] = (struct stash){.reading = true, .at = at, .n = sizes[i]};
        fine &= open_message(&l->of_rank[i], l->n_exchanges);
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
    uint32_t n_slots = 0;
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
    stash_bytes(stash, g->params_first, g->n_rows * sizeof *g->params_first);
    stash_value(stash, g->n_params);
    if (g->n_params > g->cap_params) end(l);
    for (uint32_t i = 0; i < g->n_rows; i++)
        if (g->params_first[i] != SIZE_MAX &&
            (g->params_first[i] > g->n_params ||
             lexicon_row_size(l->lexicon, g->words[i]) > g->n_params - g->params_first[i]))
            end(l);
    stash_bytes(stash, g->params, g->n_params * sizeof *g->params);
    stash_fits(l, stash, g);
}

/* ---- what is made of examples ------------------------------------------------------------------ */

/* Item i of n is made by process i modulo their number, and goes to all; one: writes or reads it. */
static void share(struct learner *l, uint32_t n_items, void *items,
                  void (*one)(struct learner *l, struct stash *stash, void *items, uint32_t i)) {
    uint32_t n = n_ranks(l);
    if (n == 1) return;
    struct stash own = begin(l);
    for (uint32_t i = own_rank(l); i < n_items; i += n) one(l, &own, items, i);
    exchange(l, &own);
    for (uint32_t i = 0; i < n_items; i++)
        if (!ranks_own(l, i)) one(l, &l->of_rank[i % n], items, i);
    for (uint32_t i = 0; i < n; i++)
        if (l->of_rank[i].failed) end(l);
}

static void one_gradient(struct learner *l, struct stash *stash, void *items, uint32_t i) {
    stash_gradient(l, stash, (struct gradient *)items + i);
}

void ranks_share_batch(struct learner *l) {
    share(l, l->n_drawn, l->gradients, one_gradient);
}

/* There is room for all uses that the example can have, here as there. */
static void one_explained(struct learner *l, struct stash *stash, void *items, uint32_t i) {
    struct explained *x = (struct explained *)items + i;
    stash_value(stash, x->probability);
    stash_value(stash, x->n);
    if (x->n > x->cap) end(l);
    stash_bytes(stash, x->uses, x->n * sizeof *x->uses);
}

void ranks_share_explained(struct learner *l, struct explained *of, uint32_t n) {
    share(l, n, of, one_explained);
}

/* ---- numbers ---------------------------------------------------------------------------------- */

void ranks_share_numbers(struct learner *l, double *numbers, uint32_t n) {
    if (!ranks_gather(l->options->ranks, &l->n_exchanges, numbers, n, sizeof *numbers, n)) end(l);
}

bool ranks_any(struct learner *l, bool own) {
    bool any;
    if (!ranks_ask(l->options->ranks, &l->n_exchanges, own, &any)) end(l);
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
