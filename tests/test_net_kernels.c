/* Kernels: what this CPU runs computes what the plain ones do, up to rounding. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "sight/net.h"

#define MAX 20000

static void fill(struct rng *rng, float *at, int n) {
    for (int i = 0; i < n; i++) at[i] = (float)rng_normal(rng);
}

static void same(const float *a, const float *b, int n) {
    for (int i = 0; i < n; i++) assert_float_equal(a[i], b[i], 1e-3 * (1 + fabs(a[i])));
}

static void test_best_is_the_same(void **state) {
    static float x[MAX], w[MAX], dy[MAX], a[MAX], b[MAX];
    const struct net_kernels *any = &net_kernels_any, *best = net_kernels_best();
    struct rng rng;
    (void)state;
    rng_seed(&rng, 3);
    for (int width = 1; width <= 14; width++)
        for (int out = 8; out <= 40; out += 8) {
            int in = 1 + width % 12, row = (width + 2) * in;
            struct net_walk walk = {.images = 2,
                                    .height = 3,
                                    .width = width,
                                    .out = out,
                                    .kernel = 3,
                                    .run = 3 * in,
                                    .w_row = (size_t)(3 * in * out),
                                    .step = in,
                                    .to_step = out,
                                    .in_row = row,
                                    .down = row,
                                    .out_row = width * out,
                                    .in_image = (size_t)(5 * row),
                                    .out_image = (size_t)(3 * width * out)};
            fill(&rng, x, 10 * row);
            fill(&rng, w, 9 * in * out);
            fill(&rng, dy, 6 * width * out);
            any->forward(&walk, x, w, w, a);
            best->forward(&walk, x, w, w, b);
            same(a, b, 6 * width * out);
            walk.adds = true;
            any->forward(&walk, x, w, NULL, a);
            best->forward(&walk, x, w, NULL, b);
            same(a, b, 6 * width * out);
            for (int i = 0; i < 9 * in * out; i++) a[i] = b[i] = 0;
            any->backward_weights(&walk, x, dy, a);
            best->backward_weights(&walk, x, dy, b);
            same(a, b, 9 * in * out);
        }
}

/* Channels of the output that are no multiple of a vector: the gradient of such an input. */
static void test_odd_channels(void **state) {
    static float x[MAX], w[MAX], a[MAX], b[MAX];
    struct rng rng;
    (void)state;
    rng_seed(&rng, 4);
    for (int out = 1; out < 28; out++) {
        struct net_walk walk = {.images = 1,
                                .height = 1,
                                .width = 7,
                                .out = out,
                                .kernel = 1,
                                .run = 8,
                                .step = 8,
                                .to_step = out,
                                .adds = out % 2};
        fill(&rng, x, 7 * 8);
        fill(&rng, w, 8 * out);
        for (int i = 0; i < 7 * out; i++) a[i] = b[i] = (float)i;
        for (int p = 0; p < 7; p++)
            for (int c = 0; c < out; c++) {
                float sum = out % 2 ? a[p * out + c] : 0;
                for (int j = 0; j < 8; j++) sum += x[p * 8 + j] * w[j * out + c];
                a[p * out + c] = sum;
            }
        net_kernels_best()->forward(&walk, x, w, NULL, b);
        same(a, b, 7 * out);
    }
}

static void test_normalisation_is_the_same(void **state) {
    static float x[MAX], dy[MAX], a[MAX], b[MAX], of[4][MAX];
    const struct net_kernels *any = &net_kernels_any, *best = net_kernels_best();
    struct rng rng;
    (void)state;
    rng_seed(&rng, 5);
    for (int channels = 8; channels <= 48; channels += 8)
        for (int rectifies = 0; rectifies < 2; rectifies++) {
            int n = 11 * channels;
            struct net_pixels row = {.channels = channels,
                                     .n = (size_t)n,
                                     .least = rectifies ? 0 : -INFINITY,
                                     .factor = of[0],
                                     .shift = of[1],
                                     .of_x = of[2],
                                     .constant = of[3],
                                     .adds = rectifies};
            for (int i = 0; i < 4; i++) fill(&rng, of[i], channels);
            fill(&rng, x, n);
            fill(&rng, dy, n);
            any->moments(&row, x, a, a + channels);
            best->moments(&row, x, b, b + channels);
            same(a, b, 2 * channels);
            any->rescale(&row, x, a);
            best->rescale(&row, x, b);
            same(a, b, n);
            any->slopes(&row, x, dy, a, a + channels);
            best->slopes(&row, x, dy, b, b + channels);
            same(a, b, 2 * channels);
            for (int i = 0; i < n; i++) a[i] = b[i] = (float)i;
            any->descend(&row, x, dy, a);
            best->descend(&row, x, dy, b);
            same(a, b, n);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_best_is_the_same),
                                       cmocka_unit_test(test_odd_channels),
                                       cmocka_unit_test(test_normalisation_is_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
