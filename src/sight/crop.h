/* crop - a part of an image at another size, as numbers from 0 to 1. */
#ifndef G2L2_CROP_H
#define G2L2_CROP_H

#include "base/base.h"

struct crop_box {
    double x0, y0, x1, y1; /* pixels of the image; may reach beyond it */
};

/* out: [height, width, 3]. What lies outside of the image is as its nearest pixel. Where the part
 * is larger than the output, several points of it are averaged. */
void crop_sample(const g2l2_image *image, struct crop_box part, int width, int height, float *out);

#endif
