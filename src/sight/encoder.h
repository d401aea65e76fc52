/* encoder - a small network that says what a region is like.
 *
 *     lightness 32 x 32, normalised, and where boxes of
 *       others lie, before it and behind ─▶ convolutions ─▶ 64 ┐
 *     4 x 4 mean colours, box, context: 64 numbers ────────────┴─▶ 96 ─▶ 56 ┐
 *     compact features ─────────────────────────────────────────────────────┴ + ─▶ features [54]
 *
 * Its last layer starts at zero, so that it begins where the compact features are; they fade while it
 * learns, and the scales of struct compact say how much of them is left. It is trained
 * through questions and answers (src/learn/see.c); nobody tells it what an object is. Colour and
 * shape come in by different ways, so that neither hides the other. */
#ifndef G2L2_REGION_ENCODER_H
#define G2L2_REGION_ENCODER_H

#include "sight/net.h"
#include "sight/region.h"

#define ENCODER_SIZE    56 /* numbers it gives; those behind the compact features are not used */
#define ENCODER_COLOURS 48 /* 4 x 4 cells */
#define ENCODER_NUMBERS (ENCODER_COLOURS + REGION_BOX + REGION_CONTEXT) /* 64 */

struct region_encoder {
    struct net *net;
    bool covers;             /* it is told where boxes of others lie; those of old models are not */
    int light, numbers, out; /* tensors: [32, 32, 3 or 1], [1, 1, 64], [1, 1, SIZE] */
};

/* With room for `batch` regions at a time and no weights yet; NULL: out of memory. */
struct region_encoder *encoder_new(int batch, bool covers);
void encoder_free(struct region_encoder *self);
void encoder_start(struct region_encoder *self, struct rng *rng); /* first weights */
/* One region as number i of the batch. */
void encoder_fill(struct region_encoder *self, int i, const struct region *region);
/* How much else a region might look: moved, lighter or darker, with noise on its colours. */
struct encoder_varied {
    uint32_t shift;    /* pixels, at most, in each direction */
    float gain, noise; /* lightness, at most more or less; a deviation, of colours from 0 to 1 */
    float blur, grain; /* chance that it is blurred; deviation of its lightness, at most */
};
void encoder_fill_varied(struct region_encoder *self, int i, const struct region *region,
                         const struct encoder_varied *how, struct rng *rng);
/* Added to the features of n regions, as many as there are; out: [n, n_features]. */
void encoder_run(struct region_encoder *self, const struct region *regions, size_t n,
                 size_t n_features, float *out);

#endif
