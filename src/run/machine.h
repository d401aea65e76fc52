/* machine - evaluates programs on exact values.
 *
 * A value is the kernels' number, or a closure: a lambda and what its free
 * variables stand for. Closures are interned too. A function that still wants
 * one argument is run on the kernels' unknown, which turns it into a value that
 * depends on its behaviour only. */
#ifndef G2L2_MACHINE_H
#define G2L2_MACHINE_H

#include "domain/domain.h"

#define VALUE_CLOSURE 0x80000000u

struct machine;

/* by_behaviour: functions are told apart by what they do to the target. */
struct machine *machine_new(struct arena *arena, const g2l2_domain *domain,
                            const struct exact_kernels *kernels, void *state, bool by_behaviour);
/* Whose program comes next, for operations that look at the words themselves; NULL: nobody's.
 * A function that it means keeps the words, and they are said again where it is applied. */
void machine_say(struct machine *self, const char *words);
/* Has the program such an operation? */
bool machine_listens(const struct lang *lang, const struct term *term);
/* A closed term. */
value_id machine_eval(struct machine *self, const struct term *term);
value_id machine_apply(struct machine *self, value_id function, value_id argument);
const struct exact_kernels *machine_kernels(const struct machine *self);
/* The lambda of a function, and its language; NULL: it is none that waits for a value. */
const struct term *machine_lambda(const struct machine *self, value_id function,
                                  const struct lang **lang);
/* Is it a function that picks things out by a number that they have? */
bool machine_picks(const struct machine *self, value_id function);
/* What two values mean together, and one by a rule of one part. */
value_id machine_join(struct machine *self, const struct meaning *meaning, value_id left,
                      value_id right);
value_id machine_raise(struct machine *self, const struct meaning *meaning, value_id value);
/* The value that stands for a function of type `type` (see above), or itself. */
value_id machine_normal(struct machine *self, value_id value, type_id type);

/* Could a program with this value be of use at all? Runs it on unknowns: false
 * if it has parts that cannot be in the target. */
bool machine_alive(struct machine *self, value_id value, type_id type);

#endif
