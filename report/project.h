/* project - many numbers for each thing as two, so that what is alike is near: principal
 * components. */
#ifndef G2L2_PROJECT_H
#define G2L2_PROJECT_H

#include "common/common.h"

struct projection {
    double *x, *y;   /* [n] */
    double shown[2]; /* share of the variance that each direction has */
};

/* rows: [n, size], finite. The largest of each coordinate is positive, so the same rows
 * always look the same. Everything in `arena`. */
struct projection project(struct arena *arena, const double *rows, uint32_t n, uint32_t size);

#endif
