/* Whitening (whiten.h): covariance of a sample, its eigenvectors by Jacobi's rotations. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/whiten.h"

#define SWEEPS 30 /* of rotations, at most: they converge sooner */

/* ---- the sample --------------------------------------------------------------------------- */

/* Every k-th object; returns how many. */
static size_t each_object(const g2l2_scenes *scenes, size_t every,
                          void (*take)(void *context, const float *features), void *context) {
    size_t at = 0, taken = 0;
    for (size_t i = 0; i < g2l2_scenes_count(scenes); i++) {
        const struct scene *scene = scenes_get(scenes, i);
        for (uint32_t k = 0; k < scene->n_objects; k++, at++)
            if (at % every == 0) {
                take(context, scene->features + (size_t)k * scene->n_features);
                taken++;
            }
    }
    return taken;
}

struct moments {
    uint32_t n;
    bool full;
    double *mean, *second; /* [n], [n, n] or, not full, [n] */
    double size;           /* objects looked at */
};

static void add_mean(void *context, const float *x) {
    struct moments *m = context;
    for (uint32_t i = 0; i < m->n; i++) m->mean[i] += (double)x[i];
}

static void add_second(void *context, const float *x) {
    struct moments *m = context;
    for (uint32_t i = 0; i < m->n; i++) {
        double d = (double)x[i] - m->mean[i];
        if (!m->full) m->second[i] += d * d;
        for (uint32_t k = 0; m->full && k <= i; k++)
            m->second[(size_t)i * m->n + k] += d * ((double)x[k] - m->mean[k]);
    }
}

static void nothing(void *context, const float *x) {
    (void)context, (void)x;
}

static void take_moments(struct moments *m, struct arena *arena, const g2l2_scenes *scenes,
                         const struct recipe *recipe) {
    size_t all = each_object(scenes, 1, nothing, NULL);
    size_t every = all / (size_t)recipe->whiten_objects + 1;
    size_t n_second = m->full ? (size_t)m->n * m->n : m->n;
    m->mean = arena_zalloc(arena, (m->n + 1) * sizeof(double));
    m->second = arena_zalloc(arena, (n_second + 1) * sizeof(double));
    double n = fmax(1, (double)each_object(scenes, every, add_mean, m));
    m->size = n;
    for (uint32_t i = 0; i < m->n; i++) m->mean[i] /= n;
    each_object(scenes, every, add_second, m);
    for (size_t i = 0; i < n_second; i++) m->second[i] /= n;
    for (uint32_t i = 0; m->full && i < m->n; i++)
        for (uint32_t k = 0; k < i; k++)
            m->second[(size_t)k * m->n + i] = m->second[(size_t)i * m->n + k];
}

/* ---- eigenvectors ---------------------------------------------------------------------------- */

/* One rotation that clears a[p][q]; rows of v are turned along. */
static void rotate(double *a, double *v, uint32_t n, uint32_t p, uint32_t q) {
    double apq = a[(size_t)p * n + q];
    if (fabs(apq) < 1e-300) return;
    double theta = (a[(size_t)q * n + q] - a[(size_t)p * n + p]) / (2 * apq);
    double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (uint32_t k = 0; k < n; k++) {
        double x = a[(size_t)k * n + p], y = a[(size_t)k * n + q];
        a[(size_t)k * n + p] = c * x - s * y;
        a[(size_t)k * n + q] = s * x + c * y;
    }
    for (uint32_t k = 0; k < n; k++) {
        double x = a[(size_t)p * n + k], y = a[(size_t)q * n + k];
        a[(size_t)p * n + k] = c * x - s * y;
        a[(size_t)q * n + k] = s * x + c * y;
        x = v[(size_t)p * n + k], y = v[(size_t)q * n + k];
        v[(size_t)p * n + k] = c * x - s * y;
        v[(size_t)q * n + k] = s * x + c * y;
    }
}

/* a becomes diagonal: the variances; rows of v: the directions. */
static void diagonalise(double *a, double *v, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) v[(size_t)i * n + i] = 1;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        double off = 0, on = 0;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < n; k++)
                *(i == k ? &on : &off) += a[(size_t)i * n + k] * a[(size_t)i * n + k];
        if (off <= 1e-20 * on) break;
        for (uint32_t p = 0; p < n; p++)
            for (uint32_t q = p + 1; q < n; q++) rotate(a, v, n, p, q);
    }
}

/* ---- which directions -------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Where many directions are much alike and small, that is noise: in a sample its variances
 * reach from the median up to (1 + √(n / size))² of it (Marchenko and Pastur). */
static double least_variance(const double *variance, uint32_t n, double size, struct arena *arena,
                             const struct recipe *recipe) {
    double spread = 1 + sqrt(n / fmax(size, 1));
    double *sorted = arena_array(arena, double, n + 1);
    memcpy(sorted, variance, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_size);
    double small = recipe->whiten_least * sorted[0];
    double noise = recipe->whiten_noise * spread * spread * sorted[n / 2];
    return n >= 16 && noise < .1 * sorted[0] ? fmax(small, noise) : small;
}

static void add_row(struct whitening *self, const double *direction, double variance) {
    double *row = self->rows + (size_t)self->n_to++ * self->n_from, scale = 1 / sqrt(variance);
    for (uint32_t i = 0; i < self->n_from; i++) row[i] = direction[i] * scale;
}

static void choose_rows(struct whitening *self, struct arena *arena, struct moments *m,
                        const struct recipe *recipe) {
    uint32_t n = self->n_from;
    double *v = arena_zalloc(arena, ((size_t)n * (m->full ? n : 1) + 1) * sizeof *v);
    double *variance = arena_array(arena, double, n + 1);
    if (m->full) diagonalise(m->second, v, n);
    for (uint32_t i = 0; i < n; i++) variance[i] = m->second[m->full ? (size_t)i * n + i : i];
    double least = least_variance(variance, n, m->size, arena, recipe);
    self->rows = arena_zalloc(arena, ((size_t)n * n + 1) * sizeof *self->rows);
    for (uint32_t i = 0; i < n; i++) {
        if (!(variance[i] > least) || variance[i] < 1e-30) continue;
        if (!m->full) memset(v, 0, n * sizeof *v);
        if (!m->full) v[i] = 1;
        add_row(self, v + (m->full ? (size_t)i * n : 0), variance[i]);
    }
}

/* ---- there and back ------------------------------------------------------------------------------- */

static void whiten_scene(const struct whitening *self, const struct scene *from, float *out) {
    for (uint32_t i = 0; i < from->n_objects; i++) {
        const float *x = from->features + (size_t)i * self->n_from;
        for (uint32_t k = 0; k < self->n_to; k++) {
            const double *row = self->rows + (size_t)k * self->n_from;
            double sum = 0;
            for (uint32_t d = 0; d < self->n_from; d++)
                sum += row[d] * ((double)x[d] - self->mean[d]);
            out[(size_t)i * self->n_to + k] = (float)sum;
        }
    }
}

void whiten_open(struct whitening *self, struct arena *arena, const g2l2_scenes *scenes,
                 const struct recipe *recipe) {
    size_t n = g2l2_scenes_count(scenes);
    *self = (struct whitening){.n_from = scenes_get(scenes, 0)->n_features};
    struct moments m = {.n = self->n_from, .full = self->n_from <= recipe->whiten_features};
    take_moments(&m, arena, scenes, recipe);
    self->mean = m.mean;
    choose_rows(self, arena, &m, recipe);
    self->scenes = arena_array(arena, struct scene, n + 1);
    for (size_t i = 0; i < n; i++) {
        const struct scene *from = scenes_get(scenes, i);
        float *features = arena_array(arena, float, (size_t)from->n_objects * self->n_to + 1);
        whiten_scene(self, from, features);
        self->scenes[i] = (struct scene){
            .n_objects = from->n_objects, .n_features = self->n_to, .features = features};
    }
}

void whiten_back(const struct whitening *self, const double *from, bool of_pairs, double *to) {
    memset(to, 0, self->n_from * sizeof *to);
    for (uint32_t k = 0; k < self->n_to; k++)
        for (uint32_t d = 0; d < self->n_from; d++)
            to[d] += from[k] * self->rows[(size_t)k * self->n_from + d];
    to[self->n_from] = from[self->n_to];
    for (uint32_t d = 0; d < self->n_from && !of_pairs; d++)
        to[self->n_from] -= to[d] * self->mean[d];
}
