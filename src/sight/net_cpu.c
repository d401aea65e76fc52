/* Which kernels this CPU can run. */
#include "sight/net.h"

const struct net_kernels *net_kernels_best(void) {
#if defined(__x86_64__) && !defined(NET_DOUBLE)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &net_kernels_avx2;
#endif
    return &net_kernels_any;
}
