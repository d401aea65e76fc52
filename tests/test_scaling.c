/* Scaling: features that do not depend on each other, as loud in sum as the recipe says, without
 * directions of noise; and concepts that say the same before and after.
 *
 *     x ──────────▶ scaled ────▶ <e, .> + b
 *     └─▶ <back(e), x> + back(b) ────────────▶ the same */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "learn/scaling.h"

#define MAX_FEATURES 400

struct world {
    g2l2_scenes *scenes;
    struct guard guard;
    struct arena arena;
    struct rng rng;
    struct scaling scaling;
};

/* One object's features, from nothing but the random numbers. */
typedef void make_features(struct rng *rng, uint32_t n, double *out);

static void write_scenes(FILE *out, struct rng *rng, uint32_t n_scenes, uint32_t n_objects,
                         uint32_t n, make_features *make) {
    double x[MAX_FEATURES];
    for (uint32_t i = 0; i < n_scenes; i++) {
        fputs("{\"objects\": [", out);
        for (uint32_t k = 0; k < n_objects; k++) {
            make(rng, n, x);
            fputs(k ? ", {\"features\": [" : "{\"features\": [", out);
            for (uint32_t d = 0; d < n; d++) fprintf(out, "%s%.9g", d ? ", " : "", x[d]);
            fputs("]}", out);
        }
        fputs("]}\n", out);
    }
}

static void open_world_as(struct world *w, uint32_t n_scenes, uint32_t n_objects, uint32_t n,
                          make_features *make, enum scaling_kind kind) {
    char path[] = "/tmp/g2l2-scaling-XXXXXX";
    g2l2_error err = {.message = ""};
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *out = fdopen(fd, "w");
    assert_non_null(out);
    *w = (struct world){0};
    rng_seed(&w->rng, 1);
    arena_init(&w->arena, &w->guard, 0);
    write_scenes(out, &w->rng, n_scenes, n_objects, n, make);
    fclose(out);
    assert_int_equal(g2l2_scenes_new(&w->scenes, &err), 0);
    g2l2_status status = g2l2_scenes_read(w->scenes, path, NULL, &err);
    unlink(path);
    if (!status) status = g2l2_scenes_encode(w->scenes, NULL, &err);
    if (status) fail_msg("%s", err.message);
    struct recipe recipe = recipe_default(true);
    scaling_open(&w->scaling, &w->arena, w->scenes, kind, &recipe);
    assert_int_equal(w->scaling.n_from, n);
    assert_true(w->scaling.n_to <= n);
}

static void open_world(struct world *w, uint32_t n_scenes, uint32_t n_objects, uint32_t n,
                       make_features *make) {
    open_world_as(w, n_scenes, n_objects, n, make, SCALING_ALL);
}

static void close_world(struct world *w) {
    g2l2_scenes_free(w->scenes);
    arena_free(&w->arena);
}

/* ---- there and back --------------------------------------------------------------------- */

static double dot(const double *e, const float *x, uint32_t n) {
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += e[i] * (double)x[i];
    return sum;
}

static void check_scene(const struct scaling *w, const struct scene *from, const struct scene *to,
                        const double *e, const double *object, const double *pair) {
    uint32_t n = w->n_from, m = w->n_to;
    assert_int_equal(from->n_objects, to->n_objects);
    assert_int_equal(to->n_features, m);
    for (uint32_t i = 0; i < from->n_objects; i++) {
        double there = dot(e, to->features + i * m, m);
        double here = dot(object, from->features + i * n, n) + object[n];
        assert_true(fabs(there + e[m] - here) < 1e-4 * (1 + fabs(here)));
        for (uint32_t k = 0; k < from->n_objects; k++) {
            there = dot(e, to->features + i * m, m) - dot(e, to->features + k * m, m) + e[m];
            here = dot(pair, from->features + i * n, n) - dot(pair, from->features + k * n, n);
            assert_true(fabs(there - here - pair[n]) < 1e-4 * (1 + fabs(there)));
        }
    }
}

/* Random concepts say the same of every object, and of every pair. */
static void check_back(struct world *w) {
    double e[MAX_FEATURES + 1], object[MAX_FEATURES + 1], pair[MAX_FEATURES + 1];
    for (uint32_t round = 0; round < 5; round++) {
        for (uint32_t i = 0; i <= w->scaling.n_to; i++) e[i] = rng_normal(&w->rng);
        scaling_back(&w->scaling, e, false, object);
        scaling_back(&w->scaling, e, true, pair);
        for (size_t i = 0; i < g2l2_scenes_count(w->scenes); i++)
            check_scene(&w->scaling, scenes_get(w->scenes, i), &w->scaling.scenes[i], e, object,
                        pair);
    }
}

/* Mean 0, no feature says anything of another, and deviations add up to the loudness, or to as
 * many as there are. */
static void check_scaled(const struct world *w) {
    uint32_t m = w->scaling.n_to;
    double loudness = 0;
    for (uint32_t a = 0; a < m; a++)
        for (uint32_t b = 0; b <= a; b++) {
            double mean = 0, second = 0, n = 0;
            for (size_t i = 0; i < g2l2_scenes_count(w->scenes); i++) {
                const struct scene *s = &w->scaling.scenes[i];
                for (uint32_t k = 0; k < s->n_objects; k++, n++) {
                    mean += (double)s->features[k * m + a];
                    second += (double)s->features[k * m + a] * (double)s->features[k * m + b];
                }
            }
            assert_true(fabs(mean / n) < 1e-4);
            if (a == b) loudness += sqrt(second / n);
            else assert_true(fabs(second / n) < 1e-3);
        }
    struct recipe recipe = recipe_default(true);
    assert_true(fabs(loudness - fmin(m, recipe.scale_loudness)) < 1e-2 * loudness + 1e-12);
}

/* ---- kinds of features -------------------------------------------------------------------- */

static void mixed_features(struct rng *rng, uint32_t n, double *out) {
    double x = rng_normal(rng), y = rng_normal(rng);
    for (uint32_t i = 0; i < n; i++)
        out[i] = 3 + (i + 1) * x - 2 * y * (i % 2) + (1 + i) * rng_normal(rng);
}

/* Three directions in which something happens, and noise in all. */
static void hidden_features(struct rng *rng, uint32_t n, double *out) {
    double of[3];
    for (uint32_t k = 0; k < 3; k++) of[k] = rng_below(rng, 2) ? 1 : -1;
    for (uint32_t i = 0; i < n; i++) {
        out[i] = .02 * rng_normal(rng);
        for (uint32_t k = 0; k < 3; k++) out[i] += of[k] * cos((i + 1) * (k + 1) * 1.7);
    }
}

static void constant_features(struct rng *rng, uint32_t n, double *out) {
    for (uint32_t i = 0; i < n; i++) out[i] = i == 1 ? 5 + rng_normal(rng) : .25 * i;
}

static void same_features(struct rng *rng, uint32_t n, double *out) {
    (void)rng;
    for (uint32_t i = 0; i < n; i++) out[i] = i + 1;
}

static void is_scaled(void **state) {
    (void)state;
    struct world w;
    open_world(&w, 100, 6, 7, mixed_features);
    assert_int_equal(w.scaling.n_to, 7);
    check_scaled(&w);
    check_back(&w);
    close_world(&w);
}

static void noise_is_dropped(void **state) {
    (void)state;
    struct world w;
    open_world_as(&w, 300, 5, 40, hidden_features, SCALING_MADE);
    assert_int_equal(w.scaling.n_to, 3);
    check_scaled(&w);
    check_back(&w);
    close_world(&w);
}

/* Where features were measured, what is small may be what tells objects apart. */
static void small_directions_are_kept(void **state) {
    (void)state;
    struct world w;
    open_world(&w, 300, 5, 40, hidden_features);
    assert_int_equal(w.scaling.n_to, 40);
    check_scaled(&w);
    check_back(&w);
    close_world(&w);
}

static void constants_are_dropped(void **state) {
    (void)state;
    struct world w;
    open_world(&w, 40, 3, 4, constant_features);
    assert_int_equal(w.scaling.n_to, 1);
    check_scaled(&w);
    check_back(&w);
    close_world(&w);
    open_world(&w, 5, 2, 4, same_features);
    assert_int_equal(w.scaling.n_to, 0);
    check_back(&w);
    close_world(&w);
}

static void one_feature(void **state) {
    (void)state;
    struct world w;
    open_world(&w, 50, 4, 1, mixed_features);
    assert_int_equal(w.scaling.n_to, 1);
    check_scaled(&w);
    check_back(&w);
    close_world(&w);
    open_world(&w, 1, 1, 1, mixed_features); /* one object: it is as all are */
    assert_int_equal(w.scaling.n_to, 0);
    check_back(&w);
    close_world(&w);
}

/* n objects differ in at most n - 1 directions. */
static void few_objects(void **state) {
    (void)state;
    struct world w;
    open_world(&w, 3, 4, 30, mixed_features);
    assert_in_range(w.scaling.n_to, 1, 11);
    check_scaled(&w);
    check_back(&w);
    close_world(&w);
}

/* Two features in units of their own that go together. Made of properties, all directions become
 * alike; measured, what they have together is as much louder as it is there, whatever the units:
 * √((1 + r) / (1 − r)), r = 1 / √(1 + .25). */
static void loud_features(struct rng *rng, uint32_t n, double *out) {
    double together = rng_normal(rng);
    for (uint32_t i = 0; i < n; i++)
        out[i] = i ? together + .5 * rng_normal(rng) : 100 * together + 300;
}

static void loudness_is_tamed(void **state) {
    (void)state;
    struct world w;
    double square[2] = {0, 0};
    open_world_as(&w, 500, 8, 2, loud_features, SCALING_MADE);
    check_scaled(&w);
    for (uint32_t i = 0; i < 2; i++) assert_true(fabs(w.scaling.deviation[i] - 1) < 1e-9);
    close_world(&w);
    open_world(&w, 500, 8, 2, loud_features);
    for (size_t i = 0; i < 500; i++)
        for (uint32_t k = 0; k < 8; k++)
            for (uint32_t d = 0; d < 2; d++)
                square[d] += pow((double)w.scaling.scenes[i].features[2 * k + d], 2);
    double ratio = sqrt(fmax(square[0], square[1]) / fmin(square[0], square[1]));
    assert_true(fabs(ratio - 4.24) < .3);
    check_scaled(&w);
    check_back(&w);
    close_world(&w);
}

/* Twelve directions among many features: a random start finds all of them. */
static void wide_features(struct rng *rng, uint32_t n, double *out) {
    double of[12];
    for (uint32_t k = 0; k < 12; k++) of[k] = (1 + k) * rng_normal(rng);
    for (uint32_t i = 0; i < n; i++) {
        out[i] = 1e-4 * rng_normal(rng);
        for (uint32_t k = 0; k < 12; k++) out[i] += of[k] * cos((i + 1) * (k + 1) * 1.7);
    }
}

static void wide(void **state) {
    (void)state;
    struct world w;
    open_world(&w, 60, 5, 300, wide_features);
    assert_in_range(w.scaling.n_to, 12, 128);
    check_scaled(&w);
    check_back(&w);
    double variance[300] = {0}, all = 300, kept = 0;
    for (size_t i = 0; i < 60; i++)
        for (uint32_t k = 0; k < 5; k++)
            for (uint32_t d = 0; d < 300; d++) {
                double x = (double)scenes_get(w.scenes, i)->features[k * 300 + d];
                variance[d] += pow(x - w.scaling.mean[d], 2) / 300;
            }
    /* Variances in the directions that are kept, of features in units of their deviation. */
    for (uint32_t r = 0; r < w.scaling.n_to; r++) {
        const double *row = w.scaling.rows + (size_t)r * 300;
        double length = 0;
        for (uint32_t d = 0; d < 300; d++) length += row[d] * row[d] * variance[d];
        kept += w.scaling.deviation[r] * w.scaling.deviation[r] / length;
    }
    assert_true(kept > .9999 * all && kept < 1.0001 * all);
    close_world(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_scaled),
        cmocka_unit_test(noise_is_dropped),
        cmocka_unit_test(small_directions_are_kept),
        cmocka_unit_test(constants_are_dropped),
        cmocka_unit_test(one_feature),
        cmocka_unit_test(few_objects),
        cmocka_unit_test(loudness_is_tamed),
        cmocka_unit_test(wide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
