/* The picture of a scene that is an image: the image itself, with a box around each object.
 *
 *     ┌────────────────────────┐
 *     │     1┌───┐             │      a thin box      an object that was found
 *     │      │ ◍ │  2┏━━━┓     │      a thick one     it is meant, as surely as it is dark
 *     │      └───┘   ┃ ▢ ┃     │      a dashed one    what it is related to
 *     │              ┗━━━┛     │
 *     └────────────────────────┘                                                            */
#include <math.h>
#include <stdlib.h>

#include "show/draw.h"
#include "sight/gallery.h"
#include "sight/sight.h"

#define GONE 0.02 /* less sure is not at all */

/* The image at the size of the picture, as PNG; false: it cannot be made. */
static bool shrink(const g2l2_image *from, uint32_t width, uint32_t height, void **png,
                   size_t *length) {
    g2l2_image *small = NULL;
    struct crop_box all = {0, 0, from->width, from->height};
    size_t n = (size_t)width * height * 3;
    float *numbers = malloc(n * sizeof *numbers);
    bool fine = numbers && !g2l2_image_new(width, height, 3, &small, NULL);
    if (fine) {
        crop_sample(from, all, (int)width, (int)height, numbers);
        for (size_t i = 0; i < n; i++) small->pixels[i] = (uint8_t)(numbers[i] * 255 + 0.5f);
        fine = !g2l2_image_encode(small, png, length, NULL);
    }
    g2l2_image_free(small);
    free(numbers);
    return fine;
}

static void put_rect(struct buf *out, const char *look, uint32_t object, const float *box,
                     double scale, double grow, double opacity) {
    buf_printf(out, "<rect %s", look);
    svg_put(out,
            " data-object=\"%u\" x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\" rx=\"3\" "
            "opacity=\"%f\"/>\n",
            object, (double)box[0] * scale - grow, (double)box[1] * scale - grow,
            (double)(box[2] - box[0]) * scale + 2 * grow,
            (double)(box[3] - box[1]) * scale + 2 * grow, opacity);
}

static void put_object(struct buf *out, const struct show_marks *marks, uint32_t object,
                       const float *box, double scale) {
    double sure = marks && marks->objects ? share_of(marks->objects[object]) : 0;
    double from = marks && marks->from ? share_of(marks->from[object]) : 0;
    put_rect(out, "style=\"fill:none;stroke:#ffffff;stroke-width:1\"", object, box, scale, 0, 0.6);
    if (sure >= GONE) put_rect(out, "class=\"ring\"", object, box, scale, 2, sure);
    if (from >= GONE) put_rect(out, "class=\"from\"", object, box, scale, 5, from);
    svg_put(out, "<text class=\"num halo mid\" data-object=\"%u\" x=\"%f\" y=\"%f\">%u</text>\n",
            object, (double)box[0] * scale + 2, fmax((double)box[1] * scale - 3, 11), object + 1);
}

/* Nothing that must be freed is held while the text grows. */
static void put_image(struct buf *out, struct arena *arena, void *png, size_t length, double width,
                      double height) {
    uint8_t *bytes = arena_alloc(arena, length + 1);
    for (size_t i = 0; i < length; i++) bytes[i] = ((const uint8_t *)png)[i];
    free(png);
    svg_put(out, "<image x=\"0\" y=\"0\" width=\"%f\" height=\"%f\" href=\"data:image/png;base64,",
            width, height);
    sight_put_base64(bytes, length, out);
    buf_puts(out, "\"/>\n");
}

bool photo_piece(struct arena *arena, const g2l2_scenes *scenes, size_t scene,
                 const struct show_marks *marks, double width, struct piece *out) {
    const struct stored *stored = scene < scenes->stored.n ? &scenes->stored.at[scene] : NULL;
    g2l2_image *image;
    void *png;
    size_t length;
    if (!stored || !stored->boxes || !scenes->sight) return false;
    if (gallery_open(scenes, scene, scenes->images, &image, NULL)) return false;
    double scale = width / image->width, height = fmax(round(scale * image->height), 1);
    bool fine =
        height <= 4 * width && shrink(image, (uint32_t)width, (uint32_t)height, &png, &length);
    g2l2_image_free(image);
    if (!fine) return false;
    out->width = width;
    out->height = height;
    put_image(&out->svg, arena, png, length, width, height);
    for (uint32_t i = 0; i < stored->n_objects; i++)
        put_object(&out->svg, marks, i, stored->boxes + 4 * i, scale);
    return true;
}
