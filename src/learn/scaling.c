/* Scaling (scaling.h): the directions of a sample, by its covariance and Jacobi's rotations;
 * where there are many features, of the few directions that a random start and some powers of
 * the covariance find (Halko, Martinsson and Tropp 2011).
 *
 *     Y = X Xᵀ ... X Ω ─▶ Q, an orthonormal basis of it ─▶ eigenvectors of Qᵀ Xᵀ X Q       */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/scaling.h"

#define SWEEPS 30 /* of rotations, at most: they converge sooner */
#define POWERS 3  /* of the covariance, in front of a random start */

/* ---- the sample --------------------------------------------------------------------------- */

/* Objects less their mean, in units of each feature. */
struct sample {
    uint32_t n;   /* numbers of an object */
    size_t size;  /* objects */
    double *mean; /* [n] */
    double *unit; /* [n] what one is in units, 0 of a constant: 1 / deviation, or all 1 */
    double *rows; /* [size, n] */
};

static size_t count_objects(const g2l2_scenes *scenes) {
    size_t n = 0;
    for (size_t i = 0; i < g2l2_scenes_count(scenes); i++) n += scenes_get(scenes, i)->n_objects;
    return n;
}

/* Every k-th object. */
static void copy_objects(struct sample *s, const g2l2_scenes *scenes, size_t every) {
    size_t at = 0;
    for (size_t i = 0; i < g2l2_scenes_count(scenes); i++) {
        const struct scene *scene = scenes_get(scenes, i);
        for (uint32_t k = 0; k < scene->n_objects; k++) {
            if (at++ % every) continue;
            const float *x = scene->features + (size_t)k * s->n;
            double *row = s->rows + s->size++ * s->n;
            for (uint32_t d = 0; d < s->n; d++) row[d] = (double)x[d];
        }
    }
}

/* What is measured has any unit, pixels and shares beside each other: each feature is as loud as
 * any other. One that hardly differs from its mean is constant but for rounding. */
static void find_units(struct sample *s) {
    for (uint32_t d = 0; d < s->n; d++) {
        double square = 0;
        for (size_t i = 0; i < s->size; i++) square += pow(s->rows[i * s->n + d], 2);
        double deviation = sqrt(square / fmax(1, (double)s->size));
        s->unit[d] = deviation > 1e-6 * fabs(s->mean[d]) ? 1 / deviation : 0;
    }
}

static void take_sample(struct sample *s, struct arena *arena, const g2l2_scenes *scenes,
                        bool given, const struct recipe *recipe) {
    double most = fmin(recipe->scale_objects, recipe->scale_numbers / (s->n + 1.));
    size_t all = count_objects(scenes), every = all / (size_t)fmax(1, most) + 1;
    s->mean = arena_zalloc(arena, (s->n + 1) * sizeof *s->mean);
    s->unit = arena_array(arena, double, s->n + 1);
    s->rows = arena_array(arena, double, (all / every + 1) * (s->n + 1));
    copy_objects(s, scenes, every);
    for (size_t i = 0; i < s->size; i++)
        for (uint32_t d = 0; d < s->n; d++) s->mean[d] += s->rows[i * s->n + d];
    for (uint32_t d = 0; d < s->n; d++) s->mean[d] /= fmax(1, (double)s->size);
    for (size_t i = 0; i < s->size; i++)
        for (uint32_t d = 0; d < s->n; d++) s->rows[i * s->n + d] -= s->mean[d];
    for (uint32_t d = 0; d < s->n; d++) s->unit[d] = 1;
    if (given) find_units(s);
    for (size_t i = 0; i < s->size; i++)
        for (uint32_t d = 0; d < s->n; d++) s->rows[i * s->n + d] *= s->unit[d];
}

static double dot(const double *a, const double *b, uint32_t n) {
    double s0 = 0, s1 = 0;
    for (uint32_t i = 0; i + 1 < n; i += 2) {
        s0 += a[i] * b[i];
        s1 += a[i + 1] * b[i + 1];
    }
    return s0 + s1 + (n % 2 ? a[n - 1] * b[n - 1] : 0);
}

static void axpy(double a, const double *x, double *y, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) y[i] += a * x[i];
}

/* Covariance of objects given as rows: [n, n]. */
static double *covariance(struct arena *arena, const double *rows, size_t size, uint32_t n) {
    double *out = arena_zalloc(arena, ((size_t)n * n + 1) * sizeof *out);
    for (size_t i = 0; i < size; i++)
        for (uint32_t d = 0; d < n; d++)
            axpy(rows[i * n + d], rows + i * n, out + (size_t)d * n, d + 1);
    for (size_t i = 0; i < (size_t)n * n; i++) out[i] /= fmax(1, (double)size);
    for (uint32_t d = 0; d < n; d++)
        for (uint32_t k = 0; k < d; k++) out[(size_t)k * n + d] = out[(size_t)d * n + k];
    return out;
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

/* ---- few directions of many ------------------------------------------------------------------ */

/* Rows become orthonormal, by Gram and Schmidt; those that add nothing become 0. */
static void orthonormalise(double *rows, uint32_t n_rows, uint32_t n) {
    for (uint32_t i = 0; i < n_rows; i++) {
        double *row = rows + (size_t)i * n, before = dot(row, row, n);
        for (int twice = 0; twice < 2; twice++)
            for (uint32_t k = 0; k < i; k++)
                axpy(-dot(row, rows + (size_t)k * n, n), rows + (size_t)k * n, row, n);
        double size = dot(row, row, n), scale = size > 1e-20 * before ? 1 / sqrt(size) : 0;
        for (uint32_t d = 0; d < n; d++) row[d] *= scale;
    }
}

/* Objects in the coordinates of a basis: [size, n_rows]. */
static void project(const struct sample *s, const double *basis, uint32_t n_rows, double *out) {
    for (size_t i = 0; i < s->size; i++)
        for (uint32_t k = 0; k < n_rows; k++)
            out[i * n_rows + k] = dot(s->rows + i * s->n, basis + (size_t)k * s->n, s->n);
}

/* basis = projections times objects: the covariance times the basis, but for a factor. */
static void gather(const struct sample *s, const double *projected, uint32_t n_rows,
                   double *basis) {
    memset(basis, 0, (size_t)n_rows * s->n * sizeof *basis);
    for (size_t i = 0; i < s->size; i++)
        for (uint32_t k = 0; k < n_rows; k++)
            axpy(projected[i * n_rows + k], s->rows + i * s->n, basis + (size_t)k * s->n, s->n);
}

struct directions {
    uint32_t n;       /* how many */
    double *v;        /* [n, features] rows */
    double *variance; /* [n] */
};

/* Those of an orthonormal basis: turned so that they do not depend on each other. */
static void turn(struct directions *out, struct arena *arena, const struct sample *s,
                 const double *basis, const double *projected) {
    uint32_t n = out->n;
    double *a = covariance(arena, projected, s->size, n);
    double *turned = arena_zalloc(arena, ((size_t)n * n + 1) * sizeof *turned);
    diagonalise(a, turned, n);
    out->v = arena_zalloc(arena, ((size_t)n * s->n + 1) * sizeof *out->v);
    for (uint32_t i = 0; i < n; i++) {
        out->variance[i] = a[(size_t)i * n + i];
        for (uint32_t k = 0; k < n; k++)
            axpy(turned[(size_t)i * n + k], basis + (size_t)k * s->n, out->v + (size_t)i * s->n,
                 s->n);
    }
}

static void find_some(struct directions *out, struct arena *arena, const struct sample *s) {
    double *basis = arena_array(arena, double, (size_t)out->n * s->n + 1);
    double *projected = arena_array(arena, double, s->size * out->n + 1);
    struct rng rng;
    rng_seed(&rng, 1);
    for (size_t i = 0; i < (size_t)out->n * s->n; i++) basis[i] = rng_normal(&rng);
    for (int power = 0; power <= POWERS; power++) {
        project(s, basis, out->n, projected);
        gather(s, projected, out->n, basis);
        orthonormalise(basis, out->n, s->n);
    }
    project(s, basis, out->n, projected);
    turn(out, arena, s, basis, projected);
}

static void find_all(struct directions *out, struct arena *arena, const struct sample *s) {
    double *a = covariance(arena, s->rows, s->size, s->n);
    out->v = arena_zalloc(arena, ((size_t)s->n * s->n + 1) * sizeof *out->v);
    diagonalise(a, out->v, s->n);
    for (uint32_t i = 0; i < s->n; i++) out->variance[i] = a[(size_t)i * s->n + i];
}

/* ---- which directions, and how loud ------------------------------------------------------------ */

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Where many directions are much alike and small, that is noise: in a sample its variances
 * reach from the median up to (1 + √(n / size))² of it (Marchenko and Pastur). Of the largest
 * few of many directions, none need be noise. */
static double least_variance(const struct directions *all, const struct sample *s,
                             enum scaling_kind kind, struct arena *arena,
                             const struct recipe *recipe) {
    uint32_t n = all->n;
    double spread = 1 + sqrt(n / fmax((double)s->size, 1));
    double *sorted = arena_zalloc(arena, (n + 1) * sizeof *sorted);
    memcpy(sorted, all->variance, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_size);
    double small = recipe->scale_least * sorted[0];
    double noise = recipe->scale_noise * spread * spread * sorted[n / 2];
    bool noisy = kind != SCALING_ALL && n == s->n && n >= 16 && noise < .1 * sorted[0];
    return noisy ? fmax(small, noise) : small;
}

static void add_row(struct scaling *self, const double *direction, const double *unit,
                    double deviation, double variance) {
    double *row = self->rows + (size_t)self->n_to * self->n_from,
           scale = deviation / sqrt(variance);
    self->deviation[self->n_to++] = deviation;
    for (uint32_t i = 0; i < self->n_from; i++) row[i] = direction[i] * unit[i] * scale;
}

static bool is_loud(const struct directions *all, uint32_t i, double least) {
    return all->variance[i] > least && all->variance[i] >= 1e-30;
}

/* Deviations add up to the loudness; of a few directions, each has at most 1 on average. */
static void choose_rows(struct scaling *self, struct arena *arena, const struct directions *all,
                        const struct sample *s, enum scaling_kind kind,
                        const struct recipe *recipe) {
    bool given = kind != SCALING_MADE;
    double least = least_variance(all, s, kind, arena, recipe), sum = 0;
    double p = given ? recipe->scale_power : 1;
    uint32_t n = 0;
    self->rows = arena_zalloc(arena, ((size_t)all->n * s->n + 1) * sizeof *self->rows);
    self->deviation = arena_zalloc(arena, (all->n + 1) * sizeof *self->deviation);
    for (uint32_t i = 0; i < all->n; i++)
        if (is_loud(all, i, least)) n++, sum += pow(all->variance[i], (1 - p) / 2);
    double c = (given ? fmin(recipe->scale_loudness, n) : n) / sum;
    for (uint32_t i = 0; i < all->n; i++)
        if (is_loud(all, i, least))
            add_row(self, all->v + (size_t)i * s->n, s->unit,
                    c * pow(all->variance[i], (1 - p) / 2), all->variance[i]);
}

/* ---- there and back ------------------------------------------------------------------------------- */

/* `less`: [n_from] for what an object has less its mean, which all rows have in common. */
static void scale_scene(const struct scaling *self, const struct scene *from, double *less,
                        float *out) {
    for (uint32_t i = 0; i < from->n_objects; i++) {
        const float *x = from->features + (size_t)i * self->n_from;
        for (uint32_t d = 0; d < self->n_from; d++) less[d] = (double)x[d] - self->mean[d];
        for (uint32_t k = 0; k < self->n_to; k++) {
            const double *row = self->rows + (size_t)k * self->n_from;
            double sum = 0;
            for (uint32_t d = 0; d < self->n_from; d++) sum += row[d] * less[d];
            out[(size_t)i * self->n_to + k] = (float)sum;
        }
    }
}

static void find_rows(struct scaling *self, struct arena *arena, const g2l2_scenes *scenes,
                      enum scaling_kind kind, const struct recipe *recipe) {
    struct sample s = {.n = self->n_from};
    bool many = s.n > recipe->scale_features;
    struct directions all = {.n = many ? (uint32_t)fmin(s.n, recipe->scale_directions) : s.n};
    take_sample(&s, arena, scenes, kind != SCALING_MADE, recipe);
    all.variance = arena_zalloc(arena, (all.n + 1) * sizeof *all.variance);
    if (many) find_some(&all, arena, &s);
    else find_all(&all, arena, &s);
    self->mean = s.mean;
    choose_rows(self, arena, &all, &s, kind, recipe);
}

void scaling_open(struct scaling *self, struct arena *arena, const g2l2_scenes *scenes,
                  enum scaling_kind kind, const struct recipe *recipe) {
    size_t n = g2l2_scenes_count(scenes);
    *self = (struct scaling){.n_from = scenes_get(scenes, 0)->n_features};
    find_rows(self, arena, scenes, kind, recipe);
    self->scenes = arena_array(arena, struct scene, n + 1);
    double *less = arena_array(arena, double, self->n_from + 1);
    for (size_t i = 0; i < n; i++) {
        const struct scene *from = scenes_get(scenes, i);
        float *features = arena_array(arena, float, (size_t)from->n_objects * self->n_to + 1);
        scale_scene(self, from, less, features);
        self->scenes[i] = (struct scene){
            .n_objects = from->n_objects, .n_features = self->n_to, .features = features};
    }
}

void scaling_back(const struct scaling *self, const double *from, bool of_pairs, double *to) {
    memset(to, 0, self->n_from * sizeof *to);
    for (uint32_t k = 0; k < self->n_to; k++)
        for (uint32_t d = 0; d < self->n_from; d++)
            to[d] += from[k] * self->rows[(size_t)k * self->n_from + d];
    to[self->n_from] = from[self->n_to];
    for (uint32_t d = 0; d < self->n_from && !of_pairs; d++)
        to[self->n_from] -= to[d] * self->mean[d];
}
