/* region - what is looked at of an object: its part of the image, and where that is.
 *
 *     image, box ─▶ 32 x 32 pixels of the box and a little around it
 *                ─▶ numbers: the box, and the image as a whole */
#ifndef G2L2_REGION_H
#define G2L2_REGION_H

#include "sight/crop.h"

#define REGION_SIZE   32
#define REGION_PIXELS (REGION_SIZE * REGION_SIZE)
#define REGION_BOX    8 /* centre, width, height, top and bottom of the box, logarithms of its size */
#define REGION_CONTEXT                                                                             \
    8 /* of the image: mean and deviation of colours, lightness above and below */

/* Boxes of other objects over a pixel of a region. */
enum { REGION_FREE, REGION_BEHIND, REGION_FRONT }; /* none; of one behind it; of one before it */

struct region {
    uint8_t pixels[REGION_PIXELS * 3]; /* [SIZE, SIZE, 3] */
    uint8_t others[REGION_PIXELS];     /* [SIZE, SIZE] */
    float box[REGION_BOX], context[REGION_CONTEXT];
};

/* Of the image as a whole; out: [REGION_CONTEXT]. */
void region_context(const g2l2_image *image, float *out);
/* box: x0 y0 x1 y1 in pixels. */
void region_take(const g2l2_image *image, const float *box, const float *context,
                 struct region *out);
/* Which of its pixels are in boxes of others, [n, 4], too; `box` itself is among them as number
 * `self`. What stands lower in the image is before it. */
void region_cover(struct region *out, const float *box, const float *boxes, size_t n, size_t self);
/* Its pixels the other way round; where it is stays. */
void region_mirror(struct region *self);
/* The lightness of a pixel, from 0 to 1. */
static inline float region_light(const uint8_t *rgb) {
    return (0.299f * rgb[0] + 0.587f * rgb[1] + 0.114f * rgb[2]) / 255;
}

#endif
