/* Examples with sequences of actions, learned from; actions with arguments, and terms, lead to domains of their own. */
#include "fuzz/fuzz.h"

int fuzz_one(const uint8_t *data, size_t size) {
    static g2l2_domain *nav;
    g2l2_error err = {0};
    if (!nav) must(!g2l2_domain_open("nav", &nav, &err));
    return fuzz_learn_bytes(nav, data, size);
}
