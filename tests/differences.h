/* differences - what a gradient is held against. */
#ifndef G2L2_TESTS_DIFFERENCES_H
#define G2L2_TESTS_DIFFERENCES_H

/* Central differences: slope is the derivative of `value`, an expression, by the double *at. */
#define differentiate(slope, at, h, value)                                                         \
    do {                                                                                           \
        double was_ = *(at);                                                                       \
        *(at) = was_ + (h);                                                                        \
        double up_ = (value);                                                                      \
        *(at) = was_ - (h);                                                                        \
        double down_ = (value);                                                                    \
        *(at) = was_;                                                                              \
        (slope) = (up_ - down_) / (2 * (h));                                                       \
    } while (0)

#endif
