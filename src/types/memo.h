/* memo - what operations came to: many derivations of a sentence do the same one on the same
 * values, and it is done once. */
#ifndef G2L2_MEMO_H
#define G2L2_MEMO_H

#include "types/kernels.h"

struct memo_row {
    uint32_t op; /* its number from 1; 0: free */
    value_id args[OPERATION_MAX_ARGS], out;
};

struct memo {
    struct memo_row *rows; /* open addressing */
    uint32_t cap, n;
};

/* The row of an operation of the language on these values. Where `row->op` is 0 it was not done
 * yet: memo_keep says what it came to, before the next call. */
struct memo_row *memo_find(struct memo *self, struct arena *arena, const struct lang *lang,
                           const struct op *op, const value_id *args);
void memo_keep(struct memo *self, struct memo_row *row, const struct lang *lang,
               const struct op *op, const value_id *args, value_id out);

#endif
