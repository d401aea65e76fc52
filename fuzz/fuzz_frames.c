/* Examples with records, learned from. */
#include "fuzz/fuzz.h"

int fuzz_one(const uint8_t *data, size_t size) {
    static g2l2_domain *frames;
    g2l2_error err = {0};
    if (!frames) must(!g2l2_domain_open("frames", &frames, &err));
    return fuzz_learn_bytes(frames, data, size);
}
