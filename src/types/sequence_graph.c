/* What a function does on the target.
 *
 * A template is applied to parts of the target only, and what comes out must be
 * a part again. So all that matters of it is a small table, its graph:
 *
 *     target  L W L W R       "L _"    ε -> L    W -> L W    W L -> L W L ...
 *                             "_ R _"  ε -> R
 *
 * Templates with the same graph are the same function here, and one with an
 * empty graph is dead. The graph also says which arguments are worth trying.
 * This pays while words have many candidates; targets above GRAPH_MAX actions
 * do without. */
#include <string.h>

#include "types/sequence.h"

#define GRAPH_MAX 200u

static bool is_template(value_id value) {
    return value_tag(value) == TAG_TEMPLATE;
}

/* The literal that stands at [place, place + length); VALUE_DEAD: there is a gap. */
static uint32_t part_at(struct sequences *s, uint32_t place, uint32_t length) {
    uint32_t *known = &s->part[place * (s->target->n + 1) + length];
    if (!length) return 0;
    if (*known) return *known - 1;
    uint32_t last = sequences_constant(s, s->target->literals[place + length - 1]);
    uint32_t before = part_at(s, place, length - 1);
    if (last == VALUE_DEAD || before == VALUE_DEAD) return VALUE_DEAD;
    uint32_t made = sequences_join(s, before, last);
    s->part[place * (s->target->n + 1) + length] = made + 1;
    return made;
}

static bool starts_at(const struct sequences *s, uint32_t literal, uint32_t place) {
    const struct literal *l = &s->literals.at[literal];
    if (place + l->length > s->target->n) return false;
    if (!s->n_wide) return l->small >> place & 1;
    return l->wide[place / 64] >> (place % 64) & 1;
}

/* Does the template, with the argument of this length that begins where its
 * first hole does, stand at `place`? If so, where does it end? */
static bool fits(const struct sequences *s, const struct template *t, uint32_t place,
                 uint32_t length, uint32_t *end) {
    uint32_t at = place, argument = UINT32_MAX;
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t segment = s->segments.at[t->offset + i];
        if (segment != HOLE) {
            if (!starts_at(s, segment, at)) return false;
            at += s->literals.at[segment].length;
            continue;
        }
        if (at + length > s->target->n) return false;
        if (argument == UINT32_MAX || !length) argument = at;
        else if (memcmp(s->target->literals + argument, s->target->literals + at,
                        length * sizeof(uint32_t)))
            return false;
        at += length;
    }
    *end = at;
    return true;
}

static void add_pair(struct sequences *s, uint32_t first, value_id argument, value_id result) {
    if (argument == VALUE_DEAD || result == VALUE_DEAD) return;
    for (uint32_t i = first; i < s->pairs.n; i++)
        if (s->pairs.at[i].argument == argument) return;
    vec_push(s->arena, &s->pairs, ((struct graph_pair){argument, result}));
}

static void make_graph(struct sequences *s, struct template *t) {
    uint32_t n = s->target->n, lead = s->segments.at[t->offset];
    uint32_t before = lead == HOLE ? 0 : s->literals.at[lead].length, end;
    t->graph = s->pairs.n;
    for (uint32_t place = 0; place <= n; place++) {
        if (lead != HOLE && !starts_at(s, lead, place)) continue;
        for (uint32_t length = 0; place + before + length <= n; length++)
            if (fits(s, t, place, length, &end))
                add_pair(s, t->graph, part_at(s, place + before, length),
                         part_at(s, place, end - place));
    }
    t->n_graph = s->pairs.n - t->graph;
}

/* ---- telling graphs apart ---------------------------------------------------------------- */

/* Pairs come in the order of places, which equal graphs share. */
static uint64_t graph_hash(const struct sequences *s, const struct template *t) {
    uint64_t h = t->n_graph;
    for (uint32_t i = 0; i < t->n_graph; i++) {
        struct graph_pair p = s->pairs.at[t->graph + i];
        h += hash_mix(p.argument, p.result); /* in any order */
    }
    return hash_mix(h, 0);
}

static bool graph_same(const struct sequences *s, const struct template *a,
                       const struct template *b) {
    if (a->n_graph != b->n_graph) return false;
    for (uint32_t i = 0; i < a->n_graph; i++) {
        struct graph_pair p = s->pairs.at[a->graph + i];
        uint32_t k = 0;
        while (k < b->n_graph && s->pairs.at[b->graph + k].argument != p.argument) k++;
        if (k == b->n_graph || s->pairs.at[b->graph + k].result != p.result) return false;
    }
    return true;
}

static void widen(struct sequences *s) {
    struct table *g = &s->graph_table;
    uint32_t *old = g->slots, n = g->cap;
    g->cap = n ? n * 2 : 64;
    g->slots = arena_zalloc(s->arena, g->cap * sizeof *g->slots);
    for (uint32_t i = 0; i < n; i++) {
        if (!old[i]) continue;
        uint32_t at = (uint32_t)graph_hash(s, &s->templates.at[old[i] - 1]) & (g->cap - 1);
        while (g->slots[at]) at = (at + 1) & (g->cap - 1);
        g->slots[at] = old[i];
    }
}

/* The first template with the graph of template `i`. */
static uint32_t representative(struct sequences *s, uint32_t i) {
    struct table *g = &s->graph_table;
    if (g->n * 2 >= g->cap) widen(s);
    const struct template *t = &s->templates.at[i];
    uint32_t at = (uint32_t)graph_hash(s, t) & (g->cap - 1);
    for (; g->slots[at]; at = (at + 1) & (g->cap - 1))
        if (graph_same(s, &s->templates.at[g->slots[at] - 1], t)) return g->slots[at] - 1;
    g->slots[at] = i + 1;
    g->n++;
    return i;
}

value_id sequences_close(struct sequences *s, value_id open) {
    if (!is_template(open) || !s->target || s->target->n > GRAPH_MAX) return open;
    size_t cells = ((size_t)s->target->n + 1) * (s->target->n + 1);
    if (!s->part) s->part = arena_zalloc(s->arena, cells * sizeof *s->part);
    struct template t = s->templates.at[open & INDEX];
    if (!t.closed) {
        make_graph(s, &t);
        t.closed = true;
        s->templates.at[open & INDEX] = t;
    }
    return t.n_graph ? representative(s, open & INDEX) | TEMPLATE : VALUE_DEAD;
}

const struct graph_pair *sequences_graph(struct sequences *s, value_id open, uint32_t *n) {
    if (!is_template(open) || !s->templates.at[open & INDEX].closed) return NULL;
    *n = s->templates.at[open & INDEX].n_graph;
    return s->pairs.at + s->templates.at[open & INDEX].graph;
}
