/* joint - one sentence about several worlds: what it means has to be right in all of them.
 *
 *     "there are two red ones"      world 1: yes    world 2: no    world 3: yes
 *
 * A value is a tuple, one value for each world, and an operation is done in each; so all that
 * executes derivations of a sentence about one world does so about several. What has no value
 * in one of them has none. */
#ifndef G2L2_JOINT_H
#define G2L2_JOINT_H

#include "types/kernels.h"

/* Borrowed, as long as values of them are. */
struct worlds {
    uint32_t n;
    const struct scene *const *scenes;   /* [n] */
    const struct target *const *targets; /* [n] */
};

/* All but `open`, whose place the next takes; the goal is that of the worlds. */
extern const struct exact_kernels joint_exact;
void *joint_open(struct arena *arena, const struct lang *lang, const struct exact_kernels *kernels,
                 const struct worlds *worlds, size_t max_target);
/* In how many worlds a value of the whole sentence is not the target. */
uint32_t joint_wrong(const void *state, value_id value);

#endif
