/* Principal components (project.h) by power iteration: only two are wanted, and there may
 * be thousands of numbers in a row.
 *
 *     v ─▶ Xᵀ (X v), made to have length 1 ─▶ v ...     until it stays where it is
 *     X ─▶ X − (X v) vᵀ                                  for the next one               */
#include <math.h>
#include <string.h>

#include "report/project.h"

#define ROUNDS 500
#define STILL  1e-12 /* of a length of 1 */

static double dot(const double *a, const double *b, uint32_t n) {
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* Rows around their mean; returns the sum of squares. */
static double centre(double *rows, uint32_t n, uint32_t size, double *mean) {
    memset(mean, 0, size * sizeof *mean);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < size; k++) mean[k] += rows[(size_t)i * size + k] / n;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < size; k++) rows[(size_t)i * size + k] -= mean[k];
    return dot(rows, rows, n * size);
}

static bool normalise(double *v, uint32_t size) {
    double length = sqrt(dot(v, v, size));
    if (!(length > 0) || !isfinite(length)) return false;
    for (uint32_t k = 0; k < size; k++) v[k] /= length;
    return true;
}

/* next = Xᵀ X v; x = X v. */
static void turn(const double *rows, uint32_t n, uint32_t size, const double *v, double *x,
                 double *next) {
    memset(next, 0, size * sizeof *next);
    for (uint32_t i = 0; i < n; i++) {
        const double *row = rows + (size_t)i * size;
        x[i] = dot(row, v, size);
        for (uint32_t k = 0; k < size; k++) next[k] += x[i] * row[k];
    }
}

/* The direction in which rows differ the most; false: they do not. */
static bool find_direction(struct arena *arena, const double *rows, uint32_t n, uint32_t size,
                           double *v, double *x) {
    double *next = arena_array(arena, double, size + 1);
    uint32_t longest = 0;
    for (uint32_t i = 1; i < n; i++) {
        const double *row = rows + (size_t)i * size, *best = rows + (size_t)longest * size;
        if (dot(row, row, size) > dot(best, best, size)) longest = i;
    }
    for (uint32_t k = 0; k < size; k++)
        v[k] = rows[(size_t)longest * size + k] * (1 + 1e-3 * ((double)(k % 7) - 3));
    if (!normalise(v, size)) return false;
    for (int round = 0; round < ROUNDS; round++) {
        turn(rows, n, size, v, x, next);
        if (!normalise(next, size)) return false;
        double still = fabs(dot(v, next, size));
        memcpy(v, next, size * sizeof *v);
        if (1 - still < STILL) break;
    }
    turn(rows, n, size, v, x, next);
    return true;
}

static void take_out(double *rows, uint32_t n, uint32_t size, const double *v, const double *x) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < size; k++) rows[(size_t)i * size + k] -= x[i] * v[k];
}

/* The coordinate that is furthest from 0 becomes positive. */
static void set_sign(double *x, uint32_t n) {
    uint32_t far = 0;
    for (uint32_t i = 1; i < n; i++)
        if (fabs(x[i]) > fabs(x[far]) * (1 + 1e-9)) far = i;
    for (uint32_t i = 0; n && x[far] < 0 && i < n; i++)
        if (i != far) x[i] = -x[i];
    if (n && x[far] < 0) x[far] = -x[far];
}

struct projection project(struct arena *arena, const double *rows, uint32_t n, uint32_t size) {
    struct projection out = {arena_zalloc(arena, (n + 1) * sizeof(double)),
                             arena_zalloc(arena, (n + 1) * sizeof(double)),
                             {0}};
    double *copy = arena_array(arena, double, (size_t)n *size + 1);
    double *v = arena_array(arena, double, size + 1), *axes[] = {out.x, out.y};
    memcpy(copy, rows, (size_t)n * size * sizeof *copy);
    double all = n ? centre(copy, n, size, v) : 0;
    for (int axis = 0; axis < 2 && all > 1e-300; axis++) {
        double *x = arena_zalloc(arena, (n + 1) * sizeof *x);
        if (!find_direction(arena, copy, n, size, v, x)) break;
        double share = dot(x, x, n) / all;
        if (share < 1e-12) break;
        take_out(copy, n, size, v, x);
        set_sign(x, n);
        memcpy(axes[axis], x, n * sizeof *x);
        out.shown[axis] = share;
    }
    return out;
}
