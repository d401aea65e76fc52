/* What sort of thing an object is: a text that every object has, and that says best what else is
 * stated of it.
 *
 *     kind = city    population, state                 kind = river    length, traverses
 *
 * Of a single table everything is stated of every row, and there are no sorts to tell apart. */
#include <math.h>
#include <string.h>

#include "types/stated.h"

#define LESS .5 /* of the mistakes about what is stated, at most, that a sort may leave */

static uint32_t count(const struct stated *self, const uint64_t *bits) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < self->n_words; i++) n += (uint32_t)__builtin_popcountll(bits[i]);
    return n;
}

/* Of n objects so many have a property: mistakes of one guess for all of them. */
static uint32_t mistakes(uint32_t have, uint32_t n) {
    return have < n - have ? have : n - have;
}

static bool is_linked(const struct stated *self, const struct stated_relation *r, uint32_t object) {
    for (uint32_t i = 0; i < self->n_words; i++)
        if (r->to[(size_t)object * self->n_words + i]) return true;
    return false;
}

/* The mistakes about every number and reference of these objects. */
static uint32_t mistakes_of(const struct stated *self, const uint64_t *of) {
    uint32_t n = count(self, of), sum = 0;
    for (uint32_t p = 0; p < self->quantities.n + self->relations.n; p++) {
        uint32_t have = 0;
        for (uint32_t i = 0; i < self->n_objects; i++) {
            if (!(of[i / 64] >> (i % 64) & 1)) continue;
            have += p < self->quantities.n
                        ? !isnan(self->quantities.at[p].of[i])
                        : is_linked(self, &self->relations.at[p - self->quantities.n], i);
        }
        sum += mistakes(have, n);
    }
    return sum;
}

/* The same where the values of an attribute are known, each of which is to be remembered as well;
 * UINT32_MAX: some objects have none, or several. */
static uint32_t mistakes_within(const struct stated *self, const struct stated_attribute *a) {
    uint32_t sum = a->n_values, n = 0;
    for (uint32_t i = 0; i < self->values.n; i++)
        if (!strcmp(self->values.at[i].property, a->name))
            n += count(self, self->values.at[i].bits);
    if (n != self->n_objects) return UINT32_MAX;
    for (uint32_t i = 0; i < self->values.n; i++)
        if (!strcmp(self->values.at[i].property, a->name))
            sum += mistakes_of(self, self->values.at[i].bits);
    return sum;
}

static void name_sorts(struct stated *self, struct arena *arena, const char *property) {
    self->sorts = arena_zalloc(arena, (self->n_objects + 1) * sizeof *self->sorts);
    for (uint32_t i = 0; i < self->n_objects; i++) self->sorts[i] = STATED_NOTHING;
    for (uint32_t v = 0; v < self->values.n; v++)
        for (uint32_t i = 0; i < self->n_objects; i++)
            if (!strcmp(self->values.at[v].property, property) &&
                self->values.at[v].bits[i / 64] >> (i % 64) & 1)
                self->sorts[i] = self->values.at[v].text;
}

/* Objects of a sort of which some have something in their rows. */
static uint64_t *find_sort_with(const struct stated *self, struct arena *arena,
                                const uint64_t *rows) {
    uint64_t *out = arena_zalloc(arena, (self->n_words + 1) * sizeof *out);
    for (uint32_t o = 0; o < self->n_objects; o++) {
        bool has = false, known = out[o / 64] >> (o % 64) & 1;
        for (uint32_t k = 0; k < self->n_words && !known; k++)
            has |= rows[(size_t)o * self->n_words + k] != 0;
        for (uint32_t i = 0; has && i < self->n_objects; i++)
            if (!strcmp(self->sorts[i], self->sorts[o])) out[i / 64] |= (uint64_t)1 << (i % 64);
    }
    return out;
}

void stated_find_sorts(struct stated *self, struct arena *arena) {
    uint64_t *all = arena_zalloc(arena, (self->n_words + 1) * sizeof *all);
    for (uint32_t i = 0; i < self->n_objects; i++) all[i / 64] |= (uint64_t)1 << (i % 64);
    uint32_t least = (uint32_t)(LESS * mistakes_of(self, all));
    const char *found = NULL;
    for (uint32_t i = 0; least && i < self->attributes.n; i++) {
        uint32_t left = mistakes_within(self, &self->attributes.at[i]);
        if (left > least) continue;
        least = left;
        found = self->attributes.at[i].name;
    }
    if (!found) return;
    name_sorts(self, arena, found);
    for (uint32_t r = 0; r < self->relations.n; r++) {
        struct stated_relation *relation = &self->relations.at[r];
        relation->may_name = find_sort_with(self, arena, relation->to);
        relation->may_be_named = find_sort_with(self, arena, relation->from);
    }
}
