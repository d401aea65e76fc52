/* values - the state of exact execution, for the files that implement operations:
 * values.c has all kinds, values_facts.c those that ask what is stated of objects, values_groups.c
 * those of objects that belong together. */
#ifndef G2L2_VALUES_H
#define G2L2_VALUES_H

#include "types/given.h"
#include "types/memo.h"
#include "types/record.h"
#include "types/sequence.h"
#include "types/stated.h"

#define NO_OWNER UINT32_MAX
#define SOLE     (UINT32_MAX - 1) /* of the commonest value where all have the same */

struct symbol {
    uint32_t text, owner; /* owner: an object, NO_OWNER, or SOLE */
};

struct pair {
    value_id left, right;
};

struct values {
    struct arena *arena;
    const struct lang *lang;
    const struct stated *world; /* of no objects where there is no scene */
    struct sequences *sequences;
    struct records *records;
    struct symbols texts;
    VEC(uint64_t *) sets;   /* [world->n_words] each */
    VEC(uint64_t *) groups; /* how many sets there are, and these as values, in their order */
    VEC(struct symbol) symbols;
    VEC(struct pair) pairs;
    VEC(double) numbers;
    struct given_values given;
    VEC(value_id) answers;     /* [sets] what each is as an answer; VALUE_DEAD: not known yet */
    VEC(const char *) sorts;   /* [sets] what sort of things are in each; NULL: not known yet */
    VEC(const char *) extents; /* [sets] likewise how many of these, "": neither one nor all */
    uint32_t *slots;           /* interning: open addressing, value + 1, 0 = free */
    uint32_t cap, n;
    struct memo memo;   /* operations that were done */
    struct buf spelled; /* the call that is made */
    const char *word;   /* whose program is executed, or NULL */
    const uint64_t *
        *of_property; /* [n_literals] objects that have it; NULL: not asked yet; or NULL */
    const char *goal; /* the answer that is wanted, as text; NULL: none is */
    value_id goal_value;
    const char *failed;      /* the presupposition that failed last, or NULL */
    const uint64_t *several; /* those that were to be one, if that is why */
};

/* `bits` are copied. */
value_id values_set(struct values *s, const uint64_t *bits);
value_id values_of_number(struct values *s, double number);
/* Sets that are not empty, each once; `sets` is put in order. */
value_id values_groups(struct values *s, value_id *sets, uint32_t n);
value_id values_symbol(struct values *s, const char *text, uint32_t owner);

static inline value_id values_truth(bool truth) {
    return VALUE_TAG(TAG_TRUTH) | truth;
}

static inline const uint64_t *values_bits(const struct values *s, value_id value) {
    return s->sets.at[value & VALUE_INDEX];
}

static inline bool values_contains(const uint64_t *bits, uint32_t object) {
    return bits[object / 64] >> (object % 64) & 1;
}

static inline void values_insert(uint64_t *bits, uint32_t object) {
    bits[object / 64] |= (uint64_t)1 << (object % 64);
}

uint32_t values_size(const struct values *s, const uint64_t *bits);
/* The name of a constant: of a property, relation, attribute or quantity. */
const char *values_constant(const struct values *s, value_id value);
/* The members' names, or the name of the only one: a list as people read it. */
const char *values_names(struct values *s, const uint64_t *bits);
/* The texts of the members that have one, as a list. */
const char *values_list_in_order(struct values *s, const uint64_t *bits,
                                 const struct stated_order *order);
/* Texts as one list: in order, each once, `a, b, c`; `none` if there are none. */
const char *values_list(struct values *s, const char **texts, uint32_t n);

/* values_facts.c: operations about objects. False: it is none of these. */
bool values_facts_op(struct values *s, const struct op *op, const value_id *args, value_id *out);
/* The members with the rank-th largest or smallest of all different numbers; VALUE_DEAD: none. */
value_id values_extreme(struct values *s, const uint64_t *of, value_id quantity, double rank,
                        bool largest);
const double *values_numbers_of(const struct values *s, value_id quantity);
/* How many different values of the attribute the members have. */
uint32_t values_distinct(struct values *s, const uint64_t *of, value_id attribute);

/* values_groups.c: operations about groups. False: it is none of these. */
bool values_groups_op(struct values *s, const struct op *op, const value_id *args, value_id *out);
/* The groups of all objects by a property of this name. */
value_id values_grouped(struct values *s, const char *property);

#endif
