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
            struct net_walk walk = {.height = 3,
                                    .width = width,
                                    .in = in,
                                    .out = out,
                                    .kernel = 3,
                                    .run = 3 * in,
                                    .step = in,
                                    .in_row = row,
                                    .down = row,
                                    .out_row = width * out};
            fill(&rng, x, 5 * row);
            fill(&rng, w, 9 * in * out);
            fill(&rng, dy, 3 * width * out);
            any->forward(&walk, x, w, w, a);
            best->forward(&walk, x, w, w, b);
            same(a, b, 3 * width * out);
            fill(&rng, a, 5 * row);
            for (int i = 0; i < 5 * row; i++) b[i] = a[i];
            any->backward_input(&walk, dy, w, a);
            best->backward_input(&walk, dy, w, b);
            same(a, b, 5 * row);
            for (int i = 0; i < 9 * in * out; i++) a[i] = b[i] = 0;
            any->backward_weights(&walk, x, dy, a);
            best->backward_weights(&walk, x, dy, b);
            same(a, b, 9 * in * out);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_best_is_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
