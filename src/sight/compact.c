/* Compact features: measuring, and fitting. See compact.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sight/compact.h"

#define CELLS      4
#define CELL       (REGION_SIZE / CELLS)
#define DIRECTIONS 8
#define PI         3.14159265358979f
#define MIDDLE     0.3f  /* of the region: width of the Gaussian that weighs its pixels */
#define SHARPNESS  40.0f /* of the soft choice among colours */
#define N_SAMPLES  20000 /* pixels that colours are found from */
#define N_ROUNDS   25    /* of k-means */
#define N_POWERS   60    /* of the iteration that finds principal directions */

/* ---- shape ------------------------------------------------------------------------------------------ */

/* Mean 0, deviation 1; an even region stays 0. */
static void normal_light(const struct region *region, float *out) {
    float sum = 0, squares = 0;
    for (int i = 0; i < REGION_PIXELS; i++) sum += out[i] = region_light(region->pixels + 3 * i);
    for (int i = 0; i < REGION_PIXELS; i++) {
        out[i] -= sum / REGION_PIXELS;
        squares += out[i] * out[i];
    }
    float scale = 1 / sqrtf(squares / REGION_PIXELS + 1e-4f);
    for (int i = 0; i < REGION_PIXELS; i++) out[i] *= scale;
}

/* Shared by the two nearest directions; opposite ones are the same. */
static void add_gradient(float gx, float gy, float *cell) {
    float size = sqrtf(gx * gx + gy * gy), at = atan2f(gy, gx) / PI * DIRECTIONS;
    if (at < 0) at += DIRECTIONS;
    int low = (int)at;
    float share = at - (float)low;
    cell[low % DIRECTIONS] += (1 - share) * size;
    cell[(low + 1) % DIRECTIONS] += share * size;
}

/* out: [HOG], of length 1. */
static void measure_hog(const float *light, float *out) {
    memset(out, 0, COMPACT_HOG * sizeof *out);
    for (int y = 1; y + 1 < REGION_SIZE; y++)
        for (int x = 1; x + 1 < REGION_SIZE; x++) {
            const float *p = light + y * REGION_SIZE + x;
            float *cell = out + (y / CELL * CELLS + x / CELL) * DIRECTIONS;
            add_gradient(p[1] - p[-1], p[REGION_SIZE] - p[-REGION_SIZE], cell);
        }
    float squares = 1e-6f;
    for (int i = 0; i < COMPACT_HOG; i++) squares += out[i] * out[i];
    for (int i = 0; i < COMPACT_HOG; i++) out[i] /= sqrtf(squares);
}

static void measure_shape(const struct compact *self, const float *light, float *out) {
    float hog[COMPACT_HOG];
    measure_hog(light, hog);
    for (int k = 0; k < COMPACT_SHAPE; k++) {
        out[k] = 0;
        for (int i = 0; i < COMPACT_HOG; i++)
            out[k] += self->directions[k][i] * (hog[i] - self->hog_mean[i]);
    }
}

/* ---- colour ------------------------------------------------------------------------------------------ */

/* Two numbers that hardly depend on the light, and the light. */
static void colour_of(const uint8_t *rgb, float *out) {
    float light = region_light(rgb), near = light + 0.1f;
    out[0] = ((float)rgb[0] / 255 - light) / near;
    out[1] = ((float)rgb[2] / 255 - light) / near;
    out[2] = 0.7f * light;
}

static float distance(const float *a, const float *b) {
    float sum = 0;
    for (int c = 0; c < 3; c++) sum += (a[c] - b[c]) * (a[c] - b[c]);
    return sum;
}

static float weight_at(int i) {
    float x = ((float)(i % REGION_SIZE) + 0.5f) / REGION_SIZE - 0.5f;
    float y = ((float)i / REGION_SIZE + 0.5f) / REGION_SIZE - 0.5f;
    return expf(-(x * x + y * y) / (2 * MIDDLE * MIDDLE));
}

static void choose_softly(const struct compact *self, const float *colour, float *out) {
    float best = INFINITY, sum = 0, far[COMPACT_COLOURS];
    for (int k = 0; k < COMPACT_COLOURS; k++) {
        far[k] = distance(colour, self->colours[k]);
        best = fminf(best, far[k]);
    }
    for (int k = 0; k < COMPACT_COLOURS; k++) sum += out[k] = expf(SHARPNESS * (best - far[k]));
    for (int k = 0; k < COMPACT_COLOURS; k++) out[k] /= sum;
}

static void measure_colours(const struct compact *self, const struct region *region, float *out) {
    float total = 0, colour[3], shares[COMPACT_COLOURS];
    memset(out, 0, COMPACT_COLOURS * sizeof *out);
    for (int i = 0; i < REGION_PIXELS; i++) {
        float weight = weight_at(i);
        colour_of(region->pixels + 3 * i, colour);
        choose_softly(self, colour, shares);
        total += weight;
        for (int k = 0; k < COMPACT_COLOURS; k++) out[k] += weight * shares[k];
    }
    for (int k = 0; k < COMPACT_COLOURS; k++) out[k] = sqrtf(out[k] / total);
}

/* ---- lightness and means -------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Of the middle half: mean, deviation, five quantiles, and of all how much is an edge. */
static void measure_light(const struct region *region, const float *normal, float *out) {
    static const float quantiles[] = {0.02f, 0.25f, 0.5f, 0.9f, 0.99f};
    float light[REGION_PIXELS], sum = 0, squares = 0, edges = 0;
    int n = 0, from = REGION_SIZE / 5, to = REGION_SIZE - from;
    for (int y = from; y < to; y++)
        for (int x = from; x < to; x++) {
            float l = region_light(region->pixels + 3 * (y * REGION_SIZE + x));
            light[n++] = l;
            sum += l;
            squares += l * l;
        }
    for (int i = 1; i < REGION_PIXELS; i++) edges += fabsf(normal[i] - normal[i - 1]);
    qsort(light, (size_t)n, sizeof *light, by_size);
    out[0] = sum / (float)n;
    out[1] = sqrtf(fmaxf(0, squares / (float)n - out[0] * out[0]));
    for (int k = 0; k < 5; k++) out[2 + k] = light[(int)(quantiles[k] * (float)(n - 1))];
    out[7] = edges / REGION_PIXELS;
}

static void measure_means(const struct region *region, float *out) {
    float total = 0;
    memset(out, 0, COMPACT_MEANS * sizeof *out);
    for (int i = 0; i < REGION_PIXELS; i++) {
        float weight = weight_at(i);
        weight *= weight * weight;
        total += weight;
        for (int c = 0; c < 3; c++) {
            float value = (float)region->pixels[3 * i + c] / 255;
            out[c] += weight * value;
            out[3 + c] += value / REGION_PIXELS;
        }
    }
    for (int c = 0; c < 3; c++) out[c] /= total;
}

static void measure(const struct compact *self, const struct region *region, float *out) {
    float light[REGION_PIXELS];
    normal_light(region, light);
    measure_shape(self, light, out);
    out += COMPACT_SHAPE;
    measure_colours(self, region, out);
    out += COMPACT_COLOURS;
    measure_light(region, light, out);
    out += COMPACT_LIGHT;
    measure_means(region, out);
    memcpy(out + COMPACT_MEANS, region->box, sizeof region->box);
}

void compact_measure(const struct compact *self, const struct region *region, float *out) {
    measure(self, region, out);
    for (int i = 0; i < COMPACT_SIZE; i++) out[i] = (out[i] - self->mean[i]) * self->scale[i];
}

/* ---- fitting: colours -------------------------------------------------------------------------------------- */

static void draw_pixels(const struct region *regions, size_t n, struct rng *rng, float (*out)[3]) {
    for (int i = 0; i < N_SAMPLES; i++) {
        const struct region *region = &regions[rng_below(rng, (uint32_t)n)];
        uint32_t x = rng_below(rng, REGION_SIZE / 2) + REGION_SIZE / 4;
        uint32_t y = rng_below(rng, REGION_SIZE / 2) + REGION_SIZE / 4;
        colour_of(region->pixels + 3 * (y * REGION_SIZE + x), out[i]);
    }
}

static int nearest(const float (*colours)[3], int n, const float *colour) {
    int best = 0;
    for (int k = 1; k < n; k++)
        if (distance(colour, colours[k]) < distance(colour, colours[best])) best = k;
    return best;
}

/* Each first colour is drawn with a chance that grows with its distance from those before
 * (Arthur and Vassilvitskii 2007). */
static void start_colours(struct compact *self, float (*pixels)[3], struct rng *rng) {
    const float(*known)[3] = (const float(*)[3])self->colours;
    memcpy(self->colours[0], pixels[rng_below(rng, N_SAMPLES)], sizeof self->colours[0]);
    for (int k = 1; k < COMPACT_COLOURS; k++) {
        double sum = 0;
        for (int i = 0; i < N_SAMPLES; i++)
            sum += (double)distance(pixels[i], known[nearest(known, k, pixels[i])]);
        double left = sum * rng_uniform(rng);
        int i = 0;
        for (; i + 1 < N_SAMPLES; i++) {
            left -= (double)distance(pixels[i], known[nearest(known, k, pixels[i])]);
            if (left < 0) break;
        }
        memcpy(self->colours[k], pixels[i], sizeof self->colours[k]);
    }
}

static void move_colours(struct compact *self, float (*pixels)[3]) {
    double sum[COMPACT_COLOURS][3] = {{0}}, count[COMPACT_COLOURS] = {0};
    for (int i = 0; i < N_SAMPLES; i++) {
        int k = nearest((const float(*)[3])self->colours, COMPACT_COLOURS, pixels[i]);
        count[k]++;
        for (int c = 0; c < 3; c++) sum[k][c] += (double)pixels[i][c];
    }
    for (int k = 0; k < COMPACT_COLOURS; k++)
        for (int c = 0; c < 3 && count[k] > 0; c++)
            self->colours[k][c] = (float)(sum[k][c] / count[k]);
}

/* ---- fitting: shape ------------------------------------------------------------------------------------------ */

struct moments {
    double mean[COMPACT_HOG], covariance[COMPACT_HOG][COMPACT_HOG];
};

static void measure_moments(const struct region *regions, size_t n, struct moments *out) {
    float light[REGION_PIXELS], hog[COMPACT_HOG];
    memset(out, 0, sizeof *out);
    for (size_t r = 0; r < n; r++) {
        normal_light(&regions[r], light);
        measure_hog(light, hog);
        for (int i = 0; i < COMPACT_HOG; i++) {
            out->mean[i] += (double)hog[i] / (double)n;
            for (int k = 0; k <= i; k++)
                out->covariance[i][k] += (double)hog[i] * (double)hog[k] / (double)n;
        }
    }
    for (int i = 0; i < COMPACT_HOG; i++)
        for (int k = 0; k <= i; k++)
            out->covariance[k][i] = out->covariance[i][k] -= out->mean[i] * out->mean[k];
}

/* Vector k at a right angle to those before it, of length 1. */
static void straighten(double (*vectors)[COMPACT_HOG], int k) {
    double length = 1e-300;
    for (int j = 0; j < k; j++) {
        double along = 0;
        for (int i = 0; i < COMPACT_HOG; i++) along += vectors[j][i] * vectors[k][i];
        for (int i = 0; i < COMPACT_HOG; i++) vectors[k][i] -= along * vectors[j][i];
    }
    for (int i = 0; i < COMPACT_HOG; i++) length += vectors[k][i] * vectors[k][i];
    for (int i = 0; i < COMPACT_HOG; i++) vectors[k][i] /= sqrt(length);
}

/* Orthogonal iteration: the largest eigenvectors of the covariance. */
static void find_directions(struct compact *self, const struct moments *moments, struct rng *rng) {
    double now[COMPACT_SHAPE][COMPACT_HOG], next[COMPACT_SHAPE][COMPACT_HOG];
    for (int k = 0; k < COMPACT_SHAPE; k++)
        for (int i = 0; i < COMPACT_HOG; i++) now[k][i] = rng_normal(rng);
    for (int power = 0; power < N_POWERS; power++) {
        memset(next, 0, sizeof next);
        for (int k = 0; k < COMPACT_SHAPE; k++) {
            for (int i = 0; i < COMPACT_HOG; i++)
                for (int j = 0; j < COMPACT_HOG; j++)
                    next[k][i] += moments->covariance[i][j] * now[k][j];
            straighten(next, k);
        }
        memcpy(now, next, sizeof now);
    }
    for (int i = 0; i < COMPACT_HOG; i++) self->hog_mean[i] = (float)moments->mean[i];
    for (int k = 0; k < COMPACT_SHAPE; k++)
        for (int i = 0; i < COMPACT_HOG; i++) self->directions[k][i] = (float)now[k][i];
}

/* ---- fitting: scales ------------------------------------------------------------------------------------------ */

static void fit_scales(struct compact *self, const struct region *regions, size_t n) {
    double sum[COMPACT_SIZE] = {0}, squares[COMPACT_SIZE] = {0}, shape = 0;
    float numbers[COMPACT_SIZE];
    for (size_t r = 0; r < n; r++) {
        measure(self, &regions[r], numbers);
        for (int i = 0; i < COMPACT_SIZE; i++) {
            sum[i] += (double)numbers[i] / (double)n;
            squares[i] += (double)numbers[i] * (double)numbers[i] / (double)n;
        }
    }
    for (int i = 0; i < COMPACT_SIZE; i++) {
        double variance = fmax(squares[i] - sum[i] * sum[i], 0);
        self->mean[i] = (float)sum[i];
        self->scale[i] = variance > 1e-12 ? (float)(1 / sqrt(variance)) : 0;
        if (i < COMPACT_SHAPE) shape += variance / COMPACT_SHAPE;
    }
    for (int i = 0; i < COMPACT_SHAPE; i++)
        self->scale[i] = shape > 1e-12 ? (float)(1 / sqrt(shape)) : 0;
}

bool compact_fit(struct compact *self, const struct region *regions, size_t n, struct rng *rng) {
    float(*pixels)[3] = malloc(N_SAMPLES * sizeof *pixels);
    struct moments *moments = malloc(sizeof *moments);
    bool fine = pixels && moments;
    memset(self, 0, sizeof *self);
    if (fine) {
        draw_pixels(regions, n, rng, pixels);
        start_colours(self, pixels, rng);
        for (int i = 0; i < N_ROUNDS; i++) move_colours(self, pixels);
        measure_moments(regions, n, moments);
        find_directions(self, moments, rng);
        fit_scales(self, regions, n);
    }
    free(pixels);
    free(moments);
    return fine;
}

void compact_fade(struct compact *self, double share) {
    for (int i = 0; i < COMPACT_SIZE - REGION_BOX; i++) self->scale[i] *= (float)share;
}
