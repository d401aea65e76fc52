/* The image of a scene as a part of a picture: read where it is drawn, made no finer than that
 * needs, and written into the picture, so that a file stays one file.
 *
 *   PNG ─▶ pixels ─▶ a mean of each square ─▶ PNG ─▶ base64
 *
 * Where it cannot be read there is a picture from above instead: a page about many scenes is not
 * to fail for one of them. Who needs the image asks for it before (g2l2_scenes_image). */
#include <stdlib.h>
#include <string.h>

#include "data/scenes_store.h"
#include "sight/sight.h"
#include "show/draw.h"

/* Each square of side `factor` as one pixel. */
static g2l2_image *shrunk(const g2l2_image *image, uint32_t factor) {
    g2l2_image *out;
    uint32_t width = image->width / factor, height = image->height / factor;
    if (g2l2_image_new(width, height, 3, &out, NULL)) return NULL;
    for (uint32_t i = 0; i < width * height * 3; i++) {
        uint32_t x = i / 3 % width * factor, y = i / 3 / width * factor, sum = 0;
        for (uint32_t k = 0; k < factor * factor; k++)
            sum += image->pixels[((size_t)(y + k / factor) * image->width + x + k % factor) * 3 +
                                 i % 3];
        out->pixels[i] = (uint8_t)((sum + factor * factor / 2) / (factor * factor));
    }
    return out;
}

/* As PNG, malloc'ed; NULL: no memory. */
static void *packed(const g2l2_image *image, double width, size_t *n) {
    uint32_t factor = (uint32_t)(image->width / width);
    void *bytes = NULL;
    if (image->height < factor) factor = image->height;
    g2l2_image *small = factor > 1 ? shrunk(image, factor) : NULL;
    if (g2l2_image_encode(small ? small : image, &bytes, n, NULL)) bytes = NULL;
    g2l2_image_free(small);
    return bytes;
}

/* `bytes` is freed, also where the arena has no more memory. */
static const char *keep(struct arena *arena, void *bytes, size_t n) {
    struct guard inner, *outer = arena->guard;
    struct buf text;
    g2l2_error err;
    buf_init(&text, arena);
    arena->guard = &inner;
    if (guard_try(&inner, &err)) {
        buf_puts(&text, "data:image/png;base64,");
        base64_put(bytes, n, &text);
    }
    arena->guard = outer;
    free(bytes);
    if (inner.status) guard_raise(outer, err.status, err.line, err.column, "%s", err.message);
    return text.at;
}

bool photo_open(struct arena *arena, const g2l2_scenes *scenes, size_t scene, double width,
                struct photo *out) {
    g2l2_image *image;
    size_t n;
    memset(out, 0, sizeof *out);
    if (!scenes->gallery || scene >= scenes->stored.n || !scenes->stored.at[scene].boxes)
        return false;
    if (g2l2_scenes_image(scenes, scene, &image, NULL)) return false;
    out->pixels[0] = image->width;
    out->pixels[1] = image->height;
    void *bytes = packed(image, width, &n);
    g2l2_image_free(image);
    if (bytes) out->uri = keep(arena, bytes, n);
    return out->uri;
}
