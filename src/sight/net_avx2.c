/* The kernels of networks for x86 with AVX2 and fused multiply-add; the Makefile has the flags.
 * 512-bit vectors were slower on the machines at hand. */
#if defined(__x86_64__) && defined(__AVX2__) && defined(__FMA__)
#define NET_KERNELS net_kernels_avx2
#include "sight/net_kernels.h"
#else
typedef int net_no_avx2; /* a file of C has at least one declaration */
#endif
