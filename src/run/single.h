/* single - exact execution where there is one derivation. */
#ifndef G2L2_SINGLE_H
#define G2L2_SINGLE_H

#include "run/machine.h"
#include "run/run.h"

struct single {
    struct arena arena; /* from sentence to sentence */
    bool is_open;
    void *state; /* the kernels' */
    struct machine *machine;
    value_id *of_slot; /* [slots] what a word's entry means + 1; 0: not known yet */
};

void single_init(struct single *self, struct guard *guard);
void single_free(struct single *self);
/* Has it one derivation? */
bool single_plan(const struct plan *plan);
/* What it means; VALUE_DEAD: nothing, or that is for exact_run to find out. The scene and weights
 * are not looked at. Until the next call the value can be printed. */
value_id single_run(struct single *self, const struct walk *walk, size_t max_target);

#endif
