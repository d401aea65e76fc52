/* compact - numbers of a region without a network and without labels.
 *
 *     shape      histogram of gradients of the lightness, 4 x 4 cells of 8 directions (Dalal and
 *                Triggs 2005), turned to its 20 principal directions
 *     colour     how much of it is like each of 12 colours, which are found by k-means
 *     lightness  eight statistics: mean, deviation, quantiles, how much of it is an edge
 *     colours    the mean of the middle, and of all
 *     box        eight numbers
 *
 * Colours, directions, means and deviations are fitted to the regions that are learned from;
 * what they show is not asked. */
#ifndef G2L2_COMPACT_H
#define G2L2_COMPACT_H

#include "sight/region.h"

#define COMPACT_HOG     128 /* 4 x 4 cells, 8 directions */
#define COMPACT_SHAPE   20
#define COMPACT_COLOURS 12
#define COMPACT_LIGHT   8
#define COMPACT_MEANS   6
#define COMPACT_SIZE                                                                               \
    (COMPACT_SHAPE + COMPACT_COLOURS + COMPACT_LIGHT + COMPACT_MEANS + REGION_BOX) /* 54 */

struct compact {
    float colours[COMPACT_COLOURS][3];
    float hog_mean[COMPACT_HOG];
    float directions[COMPACT_SHAPE][COMPACT_HOG];
    float mean[COMPACT_SIZE], scale[COMPACT_SIZE];
};

/* To n > 0 regions. False: out of memory. */
bool compact_fit(struct compact *self, const struct region *regions, size_t n, struct rng *rng);
/* out: [COMPACT_SIZE], of mean 0 and deviation 1 over what was fitted to, but for shape, whose
 * directions keep their proportions. */
void compact_measure(const struct compact *self, const struct region *region, float *out);

/* From now on all but the box count for so much. */
void compact_fade(struct compact *self, double share);

#endif
