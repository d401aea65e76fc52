/* How much one input may ask for, unless the caller says otherwise. */
#include "base/base.h"

g2l2_limits g2l2_limits_default(void) {
    return (g2l2_limits){.max_words = 200,
                         .max_target = 10000,
                         .max_bytes = (size_t)1 << 30,
                         .max_memory = (size_t)2 << 30,
                         .n_threads = 1};
}
