/* Plans that a parser keeps.
 *
 *     jump left twice   ──┐    categories of their entries
 *     walk right twice  ──┴─▶  V V\V V\V  ─▶ plan
 *
 * Sentences whose words have entries of the same categories have the same derivations (plan.h), so
 * these are parsed once. A word's shape is the categories of its slots, in their order. Where not all
 * entries are considered, it is all those of the categories that are left: which of them are live
 * changes all the time, and is told by their weights. What phrases that begin there may be (struct
 * opener) has to be the same, too. */
#include <string.h>

#include "parser/plans.h"
#include "run/single.h"

#define SMALL 1000u /* edges of a plan; one that has more takes longer to walk than to make */

void plans_init(struct plans *self, struct guard *guard, size_t most) {
    *self = (struct plans){.most = most};
    arena_init(&self->arena, guard, 0);
}

void plans_free(struct plans *self) {
    arena_free(&self->arena);
}

static void open(struct plans *self, const struct lexicon *lexicon) {
    arena_free(&self->arena);
    self->n = self->cap = 0;
    self->at = NULL;
    self->shape_of = NULL; /* should memory run out on the way */
    symbols_init(&self->shapes, &self->arena);
    self->live = arena_zalloc(&self->arena, lexicon->slots.n + 1);
    self->spread = arena_zalloc(&self->arena, lexicon->slots.n + 1);
    self->shape_of = arena_zalloc(&self->arena, (lexicon->words.n + 1) * sizeof *self->shape_of);
}

/* Whole categories: all entries of those that have a live one. */
static void spread_live(struct plans *self, const struct lexicon *lexicon, const struct word *w) {
    for (uint32_t i = w->first_group; i < w->first_group + w->n_groups; i++) {
        struct group g = lexicon->groups.at[i];
        bool any = memchr(self->live + g.first, true, g.n);
        memset(self->spread + g.first, any, g.n);
    }
    if (w->empty != UINT32_MAX) self->spread[w->empty] = self->live[w->empty];
}

static uint32_t new_shape(struct plans *self, const struct lexicon *lexicon, const bool *live,
                          uint32_t word) {
    const struct word *w = &lexicon->words.at[word];
    struct buf text;
    buf_init(&text, &self->arena);
    buf_printf(&text, "%d", w->empty == UINT32_MAX ? -1 : (int)(w->empty - w->first));
    for (uint32_t s = w->first; s < w->first + w->n; s++)
        if (live && !live[s]) buf_puts(&text, " .");
        else
            buf_printf(&text, " %u%s", lexicon->entries.at[lexicon->slots.at[s].entry].cat,
                       lexicon->slots.at[s].off ? "-" : "");
    return symbols_add(&self->shapes, text.at, text.n) + 1;
}

/* The shape of a word, which is another one where other entries of it are live than before. */
static uint32_t shape_of(struct plans *self, const struct lexicon *lexicon, const bool *live,
                         uint32_t word) {
    const struct word *w = &lexicon->words.at[word];
    uint32_t *shape = &self->shape_of[word];
    bool *known = self->live + w->first;
    if (*shape && (!live || !memcmp(known, live + w->first, w->n))) return *shape;
    *shape = 0;
    if (live) memcpy(known, live + w->first, w->n);
    if (live) spread_live(self, lexicon, w);
    return *shape = new_shape(self, lexicon, live ? self->spread : NULL, word);
}

/* Where a key is, or belongs. */
static struct kept_plan **place_of(const struct plans *self, const uint32_t *key, uint32_t n,
                                   uint64_t hash) {
    uint32_t at = (uint32_t)hash & (self->cap - 1);
    for (; self->at[at]; at = (at + 1) & (self->cap - 1)) {
        const struct kept_plan *k = self->at[at];
        if (k->hash == hash && k->plan.n_words == n && !memcmp(k->key, key, n * sizeof *key)) break;
    }
    return &self->at[at];
}

static void widen(struct plans *self) {
    struct kept_plan **old = self->at;
    uint32_t n = self->cap;
    self->at = arena_zalloc(&self->arena, (n ? 2 * n : 64) * sizeof *self->at);
    self->cap = n ? 2 * n : 64;
    for (uint32_t i = 0; i < n; i++)
        if (old[i]) *place_of(self, old[i]->key, old[i]->plan.n_words, old[i]->hash) = old[i];
}

static void *copy(struct plans *self, const void *data, size_t size) {
    return memcpy(arena_alloc(&self->arena, size + 1), data, size);
}

static void keep(struct plans *self, const struct plan_key *key, const struct plan *plan,
                 bool single) {
    if (2 * self->n >= self->cap) widen(self);
    struct kept_plan *kept = arena_new(&self->arena, struct kept_plan);
    *kept = (struct kept_plan){.hash = key->hash, .plan = *plan, .single = single};
    kept->key = copy(self, key->shapes, plan->n_words * sizeof *kept->key);
    kept->plan.nodes = copy(self, plan->nodes, (plan->n_nodes + 1) * sizeof *plan->nodes);
    kept->plan.edges = copy(self, plan->edges, plan->n_edges * sizeof *plan->edges);
    kept->plan.roots = copy(self, plan->roots, plan->n_roots * sizeof *plan->roots);
    kept->plan.of_node = NULL;
    *place_of(self, key->shapes, key->n, key->hash) = kept;
    self->n++;
}

void plans_keep(struct plans *self, const struct plan_key *key, const struct plan *plan) {
    if (plan->n_edges <= SMALL) keep(self, key, plan, single_plan(plan));
}

const struct kept_plan *plans_at(const struct plans *self, const struct plan_key *key) {
    return self->cap ? *place_of(self, key->shapes, key->n, key->hash) : NULL;
}

void plans_ready(struct plans *self, const struct lexicon *lexicon) {
    if (!self->shape_of || self->arena.held > self->most) open(self, lexicon);
}

void plans_shape(struct plans *self, const struct lexicon *lexicon, const bool *live,
                 uint32_t word) {
    shape_of(self, lexicon, live, word);
}

const struct kept_plan *plans_look(const struct plans *self, struct arena *scratch,
                                   const uint32_t *words, uint32_t n, struct plan_key *key) {
    uint32_t *shapes = arena_array(scratch, uint32_t, n + 1);
    *key = (struct plan_key){.shapes = shapes, .n = n, .hash = n};
    for (uint32_t i = 0; i < n; i++)
        key->hash = hash_mix(key->hash, shapes[i] = self->shape_of[words[i]]);
    return plans_at(self, key);
}

void plans_take(struct plans *self, struct plans *from) {
    for (uint32_t i = 0; i < from->cap; i++) {
        const struct kept_plan *kept = from->at[i];
        if (!kept) continue;
        struct plan_key key = {kept->key, kept->plan.n_words, kept->hash};
        if (!plans_at(self, &key)) keep(self, &key, &kept->plan, kept->single);
    }
    if (!from->n) return;
    arena_reset(&from->arena);
    from->n = from->cap = 0;
    from->at = NULL;
}

const struct kept_plan *plans_find(struct plans *self, const struct lexicon *lexicon,
                                   struct arena *scratch, const uint32_t *words,
                                   const uint32_t *first, uint32_t n, struct plan_key *key) {
    uint32_t *shapes = arena_array(scratch, uint32_t, n + 1);
    plans_ready(self, lexicon);
    *key = (struct plan_key){.shapes = shapes, .n = n, .hash = n};
    for (uint32_t i = 0; i < n; i++) {
        shapes[i] = shape_of(self, lexicon, NULL, words[i]);
        if (first && lexicon->opener_of)
            shapes[i] |= lexicon->opener_of[first[i]] << PLANS_SHAPE_BITS;
        key->hash = hash_mix(key->hash, shapes[i]);
    }
    return plans_at(self, key);
}
