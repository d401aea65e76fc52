/* Images: three bytes a pixel, and what they are made from.
 *
 *   file ─▶ bytes ─▶ png_decode ─▶ g2l2_image ─▶ png_encode ─▶ bytes ─▶ file
 *
 * An image is one block, so that nothing of it can be freed without the rest. */
#include <stdlib.h>
#include <string.h>

#include "sight/image.h"

g2l2_status g2l2_image_new(size_t width, size_t height, size_t channels, g2l2_image **out,
                           g2l2_error *err) {
    *out = NULL;
    if (!width || !height || (channels != 1 && channels != 3))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "an image has a pixel at least, and 1 or 3 channels");
    if (width > IMAGE_MAX_PIXELS || height > IMAGE_MAX_PIXELS / width)
        return err_set(err, G2L2_STATUS_LIMIT, 0, 0,
                       "an image may have %u million pixels, not %zu x %zu",
                       IMAGE_MAX_PIXELS / 1000000, width, height);
    g2l2_image *self = calloc(1, sizeof *self + width * height * channels);
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    self->width = (uint32_t)width;
    self->height = (uint32_t)height;
    self->channels = (uint32_t)channels;
    self->pixels = (uint8_t *)(self + 1);
    *out = self;
    return G2L2_STATUS_OK;
}

void g2l2_image_free(g2l2_image *self) {
    free(self);
}

g2l2_status g2l2_image_parse(const void *bytes, size_t length, const char *name, g2l2_image **out,
                             g2l2_error *err) {
    return png_decode(bytes, length, name ? name : "image", out, err);
}

g2l2_status g2l2_image_read(const char *path, const g2l2_limits *limits, g2l2_image **out,
                            g2l2_error *err) {
    size_t most = limits ? limits->max_bytes : g2l2_limits_default().max_bytes, length;
    char *bytes;
    *out = NULL;
    g2l2_status status = file_read(path, most, &bytes, &length, err);
    if (status) return status;
    status = png_decode(bytes, length, strcmp(path, "-") ? path : "standard input", out, err);
    free(bytes);
    return status;
}

g2l2_status g2l2_image_encode(const g2l2_image *self, void **out, size_t *length, g2l2_error *err) {
    return png_encode(self, out, length, err);
}

g2l2_status g2l2_image_write(const g2l2_image *self, const char *path, g2l2_error *err) {
    void *bytes;
    size_t length;
    g2l2_status status = png_encode(self, &bytes, &length, err);
    if (status) return status;
    status = file_write(path, bytes, length, err);
    free(bytes);
    return status;
}
