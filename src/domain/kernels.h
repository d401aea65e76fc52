/* kernels - what a domain adds in C: how its values are made.
 *
 * A domain offers one or both ways to execute:
 *
 *   exact     values are discrete and interned: equal values have equal numbers.
 *             With a target, a value that cannot be part of it is VALUE_DEAD, and
 *             whatever would use it is dropped on the spot.
 *   expected  values are vectors of doubles that may be averaged (CKY-E2).
 *             Every operation has a reverse pass.
 *
 * A function of one argument can be a value as well, if the domain can execute
 * with an unknown in the place of the argument: `variable` makes the unknown,
 * `substitute` fills it in. Functions that behave alike then become one value. */
#ifndef G2L2_KERNELS_H
#define G2L2_KERNELS_H

#include "program/program.h"

typedef uint32_t value_id;
#define VALUE_DEAD UINT32_MAX

/* What an example asks for, read by the domain: literals or a number. */
struct target {
    uint32_t n;
    const uint32_t *literals; /* [n] numbers of constants */
    double number;
};

/* One row of a function's graph. */
struct graph_pair {
    value_id argument, result;
};

struct exact_kernels {
    /* State for one sentence, in `arena`; target may be NULL: any value goes.
     * No value may be longer than `max_target`. */
    void *(*open)(struct arena *arena, const struct lang *lang, const struct target *target,
                  size_t max_target);
    value_id (*op)(void *state, const struct op *op, const value_id *args);
    value_id (*number)(void *state, double number);
    value_id (*variable)(void *state);
    value_id (*substitute)(void *state, value_id open, value_id argument);
    value_id (*goal)(void *state, const struct target *target); /* its value */
    /* With a target, optional: the value that stands for all functions that do
     * the same on parts of the target, and what that is. graph may return NULL. */
    value_id (*close)(void *state, value_id open);
    const struct graph_pair *(*graph)(void *state, value_id open, uint32_t *n);
};

struct expected_kernels {
    /* State for one sentence. Values are arrays of `size(state)` doubles. */
    void *(*open)(struct arena *arena, const struct lang *lang, const struct target *target);
    size_t (*size)(void *state);
    void (*number)(void *state, double number, double *out);
    /* out = op(args); out is not cleared. */
    void (*op)(void *state, const struct op *op, const double *const *args, double *out);
    /* grads[i] += d out / d args[i] * grad, for the grads[i] that are not NULL. */
    void (*op_back)(void *state, const struct op *op, const double *const *args, const double *grad,
                    double *const *grads);
    /* Loss against the target; grad (may be NULL) = d loss / d value. */
    double (*loss)(void *state, const double *value, double *grad);
};

struct kernels {
    const char *name;
    bool keeps_literals;    /* every constant used is found in the result */
    const char *const *ops; /* names of kernels, ended by NULL; op->kernel is an index */
    /* What each takes and, last, gives: v a value, n a number, * either. NULL: it is
     * not for the operations of a definition. */
    const char *const *shapes;
    const struct exact_kernels *exact;
    const struct expected_kernels *expected;
    /* Read a target from the data; false: it is not one (why: one sentence). */
    bool (*read_target)(struct arena *arena, const struct lang *lang, const char *text,
                        struct target *out, const char **why);
    /* Write a value as people read it. Exact values have a number; expected ones a vector. */
    void (*print)(void *state, const struct lang *lang, value_id value, struct buf *out);
    void (*print_expected)(void *state, const double *value, struct buf *out);
};

/* Filled by domains/builtin.c, ended by NULL. */
extern const struct kernels *const g2l2_kernels[];

#endif
