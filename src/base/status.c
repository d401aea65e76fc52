/* Names of what can go wrong. */
#include "base/base.h"

const char *g2l2_status_name(g2l2_status status) {
    static const char *const names[] = {"ok",   "out of memory", "input/output", "format",
                                        "type", "unknown name",  "limit",        "interrupted",
                                        "data", "argument"};
    size_t n = sizeof names / sizeof names[0];
    return (size_t)status < n ? names[status] : "unknown status";
}
