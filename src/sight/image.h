/* image - pictures as bytes: g2l2_image, and PNG in and out. */
#ifndef G2L2_SIGHT_IMAGE_H
#define G2L2_SIGHT_IMAGE_H

#include "base/base.h"

/* More than any camera has, and 256 MB while it is read. */
#define IMAGE_MAX_PIXELS (1u << 26)

/* Both leave nothing behind where they fail. `name` is the file in errors. */
g2l2_status png_decode(const void *bytes, size_t length, const char *name, g2l2_image **out,
                       g2l2_error *err);
g2l2_status png_encode(const g2l2_image *image, void **out, size_t *length, g2l2_error *err);

#endif
