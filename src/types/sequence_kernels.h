/* nav - sequences of actions: kernels for empty, concat, repeat and literals. */
#ifndef G2L2_NAV_H
#define G2L2_NAV_H

#include "types/kernels.h"

enum { NAV_EMPTY, NAV_CONCAT, NAV_REPEAT, NAV_LITERAL };

extern const struct kernels nav_kernels;
extern const struct exact_kernels nav_exact;
extern const struct expected_kernels nav_expected;

void nav_print(void *state, const struct lang *lang, value_id value, struct buf *out);
void nav_print_expected(void *state, const double *value, struct buf *out);

#endif
