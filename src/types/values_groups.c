/* Operations about objects that belong together: sets of sets.
 *
 *     {"color": "red", "box": "box1"}, ...       stated of objects
 *     box()                                      {{1, 2}, {3, 4, 5}}: what is in each box
 *     having_exactly(#1, filter(scene(), red), 2)    the boxes with two red things
 *     highest(#1, y)                             the lowest thing of each box, where y grows down
 *
 * A property holds objects together whether its values are texts or references to other objects;
 * one that has several values is in several groups. */
#include <math.h>
#include <string.h>

#include "types/values.h"

#define EACH_GROUP(group, list)                                                                    \
    for (const uint64_t *group = (list) + 1; group <= (list) + (list)[0]; group++)

static const uint64_t *groups_of(const struct values *s, value_id value) {
    return s->groups.at[value & VALUE_INDEX];
}

static const uint64_t *bits_of(const struct values *s, uint64_t group) {
    return values_bits(s, (value_id)group);
}

static uint32_t n_words(const struct values *s) {
    return s->world->n_words;
}

static uint64_t *new_bits(const struct values *s) {
    return arena_zalloc(s->arena, n_words(s) * sizeof(uint64_t));
}

static void add_bits(const struct values *s, uint64_t *to, const uint64_t *bits) {
    for (uint32_t k = 0; k < n_words(s); k++) to[k] |= bits[k];
}

static uint32_t n_common(const struct values *s, const uint64_t *a, const uint64_t *b) {
    int n = 0;
    for (uint32_t k = 0; k < n_words(s); k++) n += __builtin_popcountll(a[k] & b[k]);
    return (uint32_t)n;
}

/* ---- what belongs together ------------------------------------------------------------------ */

value_id values_grouped(struct values *s, const char *property) {
    const struct stated *w = s->world;
    const struct stated_relation *r = stated_relation(w, property);
    uint32_t n = 0;
    value_id *sets = arena_array(s->arena, value_id, w->values.n + (r ? w->n_objects : 0) + 1);
    for (uint32_t i = 0; i < w->values.n; i++)
        if (!strcmp(w->values.at[i].property, property))
            sets[n++] = values_set(s, w->values.at[i].bits);
    for (uint32_t i = 0; r && i < w->n_objects; i++)
        sets[n++] = values_set(s, r->from + (size_t)i * n_words(s));
    return values_groups(s, sets, n);
}

static value_id members(struct values *s, const uint64_t *groups) {
    uint64_t *out = new_bits(s);
    EACH_GROUP(g, groups) add_bits(s, out, bits_of(s, *g));
    return values_set(s, out);
}

/* ---- which groups ----------------------------------------------------------------------------- */

static bool suits(struct values *s, const struct op *op, const uint64_t *group,
                  const value_id *args, double n) {
    if (op->kernel == KERNEL_VARIED) return values_distinct(s, group, args[1]) == n;
    uint32_t has = n_common(s, group, values_bits(s, args[1]));
    switch (op->kernel) {
    case KERNEL_HAVING: return has > 0;
    case KERNEL_HAVING_EXACTLY:
    case KERNEL_FULLEST: return has == n;
    case KERNEL_HAVING_LEAST: return has >= n;
    case KERNEL_HAVING_MOST: return has <= n;
    case KERNEL_ONLY: return has == values_size(s, group);
    default: return !has;
    }
}

static uint32_t most_of(const struct values *s, const uint64_t *groups, const uint64_t *of) {
    uint32_t most = 1; /* what has none has not the most */
    EACH_GROUP(g, groups) {
        uint32_t n = n_common(s, bits_of(s, *g), of);
        if (n > most) most = n;
    }
    return most;
}

static value_id select_groups(struct values *s, const struct op *op, const value_id *args) {
    const uint64_t *groups = groups_of(s, args[0]);
    value_id *out = arena_array(s->arena, value_id, groups[0] + 1);
    double number = 0;
    uint32_t n = 0;
    if (op->kernel == KERNEL_FULLEST) number = most_of(s, groups, values_bits(s, args[1]));
    if (op->n_args > 2) {
        if (value_tag(args[2]) != TAG_NUMBER) return VALUE_DEAD; /* a list of them */
        number = s->numbers.at[args[2] & VALUE_INDEX];
    }
    EACH_GROUP(g, groups)
    if (suits(s, op, bits_of(s, *g), args, number)) out[n++] = (value_id)*g;
    return values_groups(s, out, n);
}

/* ---- order within a group ----------------------------------------------------------------------- */

static value_id extremes(struct values *s, const struct op *op, const value_id *args) {
    uint64_t *out = new_bits(s);
    double rank = 1;
    if (op->n_args > 2) {
        if (value_tag(args[2]) != TAG_NUMBER) return VALUE_DEAD;
        rank = s->numbers.at[args[2] & VALUE_INDEX];
    }
    EACH_GROUP(g, groups_of(s, args[0])) {
        value_id ends =
            values_extreme(s, bits_of(s, *g), args[1], rank, op->kernel == KERNEL_HIGHEST);
        if (ends != VALUE_DEAD) add_bits(s, out, values_bits(s, ends));
    }
    return values_set(s, out);
}

struct order {
    const double *numbers; /* [n_objects] NAN: it has none */
    bool higher, next;
};

static bool is_before(const struct order *o, double a, double b) {
    return o->higher ? a > b : a < b;
}

/* The number of the group next to this one; NAN: it is the first. */
static double neighbour(const struct values *s, const struct order *o, const uint64_t *group,
                        double number) {
    double found = NAN;
    for (uint32_t i = 0; i < s->world->n_objects; i++)
        if (values_contains(group, i) && is_before(o, o->numbers[i], number) &&
            !is_before(o, o->numbers[i], found))
            found = o->numbers[i];
    return found;
}

/* Those of the group and of `of` that have this number, or come before it. */
static void add_before(const struct values *s, const struct order *o, const uint64_t *group,
                       const uint64_t *of, double number, uint64_t *out) {
    for (uint32_t i = 0; i < s->world->n_objects; i++)
        if (values_contains(group, i) && values_contains(of, i) &&
            (o->next ? o->numbers[i] == number : is_before(o, o->numbers[i], number)))
            values_insert(out, i);
}

static value_id in_order(struct values *s, const struct op *op, const value_id *args) {
    struct order o = {values_numbers_of(s, args[3]),
                      op->kernel == KERNEL_HIGHER || op->kernel == KERNEL_NEXT_HIGHER,
                      op->kernel == KERNEL_NEXT_LOWER || op->kernel == KERNEL_NEXT_HIGHER};
    const uint64_t *of = values_bits(s, args[1]), *to = values_bits(s, args[2]);
    uint64_t *out = new_bits(s);
    if (!o.numbers) return VALUE_DEAD;
    EACH_GROUP(g, groups_of(s, args[0])) {
        const uint64_t *group = bits_of(s, *g);
        double last = NAN; /* of those of `to`: all before it are before one of them */
        for (uint32_t i = 0; i < s->world->n_objects; i++) {
            if (!values_contains(group, i) || !values_contains(to, i)) continue;
            double number = o.numbers[i];
            if (o.next) add_before(s, &o, group, of, neighbour(s, &o, group, number), out);
            else if (!isnan(number) && !is_before(&o, number, last)) last = number;
        }
        if (!o.next) add_before(s, &o, group, of, last, out);
    }
    return values_set(s, out);
}

/* ---- all of them ---------------------------------------------------------------------------------- */

bool values_groups_op(struct values *s, const struct op *op, const value_id *args, value_id *out) {
    switch (op->kernel) {
    case KERNEL_MEMBERS: *out = members(s, groups_of(s, args[0])); return true;
    case KERNEL_TALLY: *out = values_of_number(s, (double)groups_of(s, args[0])[0]); return true;
    case KERNEL_HAVING:
    case KERNEL_HAVING_EXACTLY:
    case KERNEL_HAVING_LEAST:
    case KERNEL_HAVING_MOST:
    case KERNEL_ONLY:
    case KERNEL_LACKING:
    case KERNEL_VARIED:
    case KERNEL_FULLEST: *out = select_groups(s, op, args); return true;
    case KERNEL_LOWEST:
    case KERNEL_HIGHEST: *out = extremes(s, op, args); return true;
    case KERNEL_LOWER:
    case KERNEL_HIGHER:
    case KERNEL_NEXT_LOWER:
    case KERNEL_NEXT_HIGHER: *out = in_order(s, op, args); return true;
    default: return false;
    }
}
