/* Regions of images. See region.h. */
#include <math.h>
#include <string.h>

#include "sight/region.h"

#define MARGIN 0.0625 /* of the box, around it: edges of the object lie inside */

#define CONTEXT_SIZE 16 /* pixels of the small image that the context is taken from */

void region_context(const g2l2_image *image, float *out) {
    float small[CONTEXT_SIZE * CONTEXT_SIZE * 3];
    struct crop_box all = {0, 0, image->width, image->height};
    const int n = CONTEXT_SIZE * CONTEXT_SIZE;
    crop_sample(image, all, CONTEXT_SIZE, CONTEXT_SIZE, small);
    memset(out, 0, REGION_CONTEXT * sizeof *out);
    for (int i = 0; i < n; i++) {
        float light = (small[3 * i] + small[3 * i + 1] + small[3 * i + 2]) / 3;
        for (int c = 0; c < 3; c++) {
            out[c] += small[3 * i + c] / (float)n;
            out[3 + c] += small[3 * i + c] * small[3 * i + c] / (float)n;
        }
        out[i < n / 2 ? 6 : 7] += light / (float)(n / 2);
    }
    for (int c = 0; c < 3; c++) out[3 + c] = sqrtf(fmaxf(0, out[3 + c] - out[c] * out[c]));
}

/* In shares of the image, from -1 to 1 where that makes sense. */
static void measure_box(const g2l2_image *image, const float *box, float *out) {
    float w = (float)image->width, h = (float)image->height;
    float width = fmaxf(box[2] - box[0], 1) / w, height = fmaxf(box[3] - box[1], 1) / h;
    const float numbers[REGION_BOX] = {(box[0] + box[2]) / w - 1,
                                       (box[1] + box[3]) / h - 1,
                                       2 * width,
                                       2 * height,
                                       2 * box[1] / h - 1,
                                       2 * box[3] / h - 1,
                                       logf(width * height) / 2 + 2,
                                       logf(width / height)};
    memcpy(out, numbers, sizeof numbers);
}

static struct crop_box with_margin(const float *box) {
    double dx = MARGIN * (double)(box[2] - box[0]), dy = MARGIN * (double)(box[3] - box[1]);
    return (struct crop_box){(double)box[0] - dx, (double)box[1] - dy, (double)box[2] + dx,
                             (double)box[3] + dy};
}

void region_take(const g2l2_image *image, const float *box, const float *context,
                 struct region *out) {
    float pixels[REGION_PIXELS * 3];
    crop_sample(image, with_margin(box), REGION_SIZE, REGION_SIZE, pixels);
    memset(out->others, REGION_FREE, sizeof out->others);
    for (int i = 0; i < REGION_PIXELS * 3; i++) out->pixels[i] = (uint8_t)(pixels[i] * 255 + 0.5f);
    memcpy(out->context, context, sizeof out->context);
    measure_box(image, box, out->box);
}

/* Pixels whose middle lies from `from` to `to`, of those of a region from `low` to `high`. */
static void pixels_of(double from, double to, double low, double high, int *first, int *end) {
    double scale = REGION_SIZE / (high - low);
    *first = (int)fmin(fmax(ceil((from - low) * scale - 0.5), 0), REGION_SIZE);
    *end = (int)fmin(fmax(floor((to - low) * scale + 0.5), 0), REGION_SIZE);
}

static void cover(struct region *out, const struct crop_box *part, const float *other,
                  uint8_t place) {
    int x0, x1, y0, y1;
    pixels_of((double)other[0], (double)other[2], part->x0, part->x1, &x0, &x1);
    pixels_of((double)other[1], (double)other[3], part->y0, part->y1, &y0, &y1);
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) {
            uint8_t *at = &out->others[y * REGION_SIZE + x];
            if (place > *at) *at = place;
        }
}

void region_cover(struct region *out, const float *box, const float *boxes, size_t n, size_t self) {
    struct crop_box part = with_margin(box);
    for (size_t i = 0; i < n; i++)
        if (i != self)
            cover(out, &part, boxes + 4 * i,
                  boxes[4 * i + 3] > boxes[4 * self + 3] ? REGION_FRONT : REGION_BEHIND);
}

void region_mirror(struct region *self) {
    for (int y = 0; y < REGION_SIZE; y++)
        for (int x = 0; x < REGION_SIZE / 2; x++) {
            uint8_t *left = &self->others[y * REGION_SIZE + x], other = *left;
            uint8_t *right = &self->others[y * REGION_SIZE + REGION_SIZE - 1 - x];
            *left = *right;
            *right = other;
            uint8_t *a = self->pixels + 3 * (y * REGION_SIZE + x), kept[3];
            uint8_t *b = self->pixels + 3 * (y * REGION_SIZE + REGION_SIZE - 1 - x);
            memcpy(kept, a, 3);
            memcpy(a, b, 3);
            memcpy(b, kept, 3);
        }
}
