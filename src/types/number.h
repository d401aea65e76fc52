/* arith - one real number: kernels for add and mul. */
#ifndef G2L2_ARITH_H
#define G2L2_ARITH_H

#include "types/kernels.h"

extern const struct kernels arith_kernels;

#endif
