/* Parts of images at another size: each number is a mean of interpolated points.
 *
 *     one pixel of the output          ┌───┬───┐
 *     covers 2 x 2 of the image  ──▶   │ · │ · │    one point for each that it covers,
 *                                      ├───┼───┤    each interpolated between the centres
 *                                      │ · │ · │    of four pixels
 *                                      └───┴───┘                                            */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sight/crop.h"

#define MAX_POINTS 8 /* in a row, for one pixel of the output */

/* Where a point falls: two neighbouring pixels, and the share of the second. */
struct point {
    size_t low, high;
    float share;
};

static struct point point_at(double at, uint32_t size) {
    double shifted = fmin(fmax(at - 0.5, 0), (double)size - 1);
    size_t low = (size_t)shifted;
    return (struct point){low, low + 1 < size ? low + 1 : low, (float)(shifted - (double)low)};
}

static void add_point(const g2l2_image *image, const struct point *x, const struct point *y,
                      float *out) {
    const uint8_t *top = image->pixels + y->low * image->width * 3;
    const uint8_t *bottom = image->pixels + y->high * image->width * 3;
    for (size_t c = 0; c < 3; c++) {
        float a = top[x->low * 3 + c], b = top[x->high * 3 + c];
        float d = bottom[x->low * 3 + c], e = bottom[x->high * 3 + c];
        float above = a + x->share * (b - a), below = d + x->share * (e - d);
        out[c] += above + y->share * (below - above);
    }
}

static int n_points(double size, int pixels) {
    return (int)fmin(fmax(ceil(size / pixels - 1e-6), 1), MAX_POINTS);
}

/* Of the pixel at `i`: its points along one axis. */
static void points_of(double from, double size, int i, int pixels, int n, uint32_t image,
                      struct point *out) {
    for (int k = 0; k < n; k++)
        out[k] = point_at(from + size * (i + (k + 0.5) / n) / pixels, image);
}

void crop_sample(const g2l2_image *image, struct crop_box part, int width, int height, float *out) {
    double w = part.x1 - part.x0, h = part.y1 - part.y0;
    int nx = n_points(w, width), ny = n_points(h, height);
    struct point xs[MAX_POINTS], ys[MAX_POINTS];
    float scale = 1 / (255.0f * (float)(nx * ny));
    for (int y = 0; y < height; y++) {
        points_of(part.y0, h, y, height, ny, image->height, ys);
        for (int x = 0; x < width; x++, out += 3) {
            points_of(part.x0, w, x, width, nx, image->width, xs);
            memset(out, 0, 3 * sizeof *out);
            for (int i = 0; i < ny; i++)
                for (int k = 0; k < nx; k++) add_point(image, &xs[k], &ys[i], out);
            for (int c = 0; c < 3; c++) out[c] *= scale;
        }
    }
}
