/* The kernels of networks for whatever the compiler makes code for. */
#define NET_KERNELS net_kernels_any
#include "sight/net_kernels.h"
