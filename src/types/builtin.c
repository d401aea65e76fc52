/* The kernels that are built in. A new domain with kernels of its own is one
 * more folder and one more line here. */
#include "types/number.h"
#include "types/sequence_kernels.h"
#include "types/set.h"

const struct kernels *const g2l2_kernels[] = {&arith_kernels, &nav_kernels, &visual_kernels, NULL};
