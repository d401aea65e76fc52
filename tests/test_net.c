/* Networks: the gradient of every layer against central differences, in double; the kernels for
 * this CPU against those for any; and that Adam learns. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The module once more, with double: names get the prefix netd_. */
#define NET_DOUBLE
#include "sight/net.h"
#include "../src/sight/net_any.c"
#include "../src/sight/net_cpu.c"
#undef EPSILON
#include "../src/sight/net.c"

#define BATCH 3
#define STEP  1e-6

/* A network with a fixed weight for each number of its output: loss = Σ weight y. */
struct trial {
    struct net *net;
    int out, parts; /* parts of a batch; 0: as it is */
    struct rng rng;
    double *weights; /* [BATCH * image] */
};

static double loss(struct trial *t) {
    const struct net_tensor *y = &t->net->tensors[t->out];
    double sum = 0;
    net_forward(t->net, BATCH, true);
    for (int i = 0; i < BATCH; i++)
        for (int row = 0; row < y->height; row++)
            for (int p = 0; p < y->width * y->channels; p++) {
                size_t at = net_at(y, i, row, 0) + (size_t)p;
                sum += t->weights[at] * y->x[at];
            }
    return sum;
}

static void fill_input(struct trial *t, int tensor) {
    struct net_tensor *x = &t->net->tensors[tensor];
    for (int i = 0; i < BATCH; i++)
        for (int row = 0; row < x->height; row++)
            for (int p = 0; p < x->width * x->channels; p++)
                x->x[net_at(x, i, row, 0) + (size_t)p] = rng_normal(&t->rng);
}

/* Parameters and inputs at random: nothing is at a value where a mistake would not show. */
static void start(struct trial *t, int n_inputs) {
    const struct net_tensor *y = &t->net->tensors[t->out];
    assert_true(net_finish(t->net));
    if (t->parts) assert_true(net_divide(t->net, t->parts, NULL));
    net_start(t->net, &t->rng);
    for (size_t i = 0; i < t->net->n_params; i++) t->net->params[i] += 0.3 * rng_normal(&t->rng);
    for (int i = 0; i < n_inputs; i++) fill_input(t, i);
    t->weights = calloc(y->image * BATCH, sizeof *t->weights);
    for (int i = 0; i < BATCH; i++)
        for (int row = 0; row < y->height; row++)
            for (int p = 0; p < y->width * y->channels; p++)
                t->weights[net_at(y, i, row, 0) + (size_t)p] = rng_normal(&t->rng);
}

static void compare(struct trial *t, double *at, double gradient, const char *what, size_t i) {
    double kept = *at;
    *at = kept + STEP;
    double above = loss(t);
    *at = kept - STEP;
    double below = loss(t);
    *at = kept;
    double wanted = (above - below) / (2 * STEP);
    if (fabs(wanted - gradient) > 1e-6 * (1 + fabs(wanted)))
        fail_msg("%s %zu: %.10g, by differences %.10g", what, i, gradient, wanted);
}

static void check_input(struct trial *t, int tensor) {
    struct net_tensor *x = &t->net->tensors[tensor];
    double *gradients = malloc(x->image * BATCH * sizeof *gradients);
    memcpy(gradients, x->dx, x->image * BATCH * sizeof *gradients);
    for (int i = 0; i < BATCH; i++)
        for (int row = 0; row < x->height; row++)
            for (int p = 0; p < x->width * x->channels; p++) {
                size_t at = net_at(x, i, row, 0) + (size_t)p;
                compare(t, &x->x[at], gradients[at], "input", at);
            }
    free(gradients);
}

static void check(struct trial *t, int n_inputs) {
    struct net_tensor *y = &t->net->tensors[t->out];
    start(t, n_inputs);
    loss(t);
    net_clear(t->net, BATCH);
    memcpy(y->dx, t->weights, y->image * BATCH * sizeof *y->dx);
    net_backward(t->net, BATCH);
    double *kept = malloc((t->net->n_params + 1) * sizeof *kept);
    memcpy(kept, t->net->grads, t->net->n_params * sizeof *kept);
    for (size_t i = 0; i < t->net->n_params; i++)
        compare(t, &t->net->params[i], kept[i], "parameter", i);
    for (int i = 0; i < n_inputs; i++) check_input(t, i);
    free(kept);
    free(t->weights);
    net_free(t->net);
}

static struct trial new_trial(uint64_t seed) {
    struct trial t = {.net = net_new(BATCH)};
    assert_non_null(t.net);
    rng_seed(&t.rng, seed);
    return t;
}

/* Odd and even sizes, and channels that are no multiple of a vector. */
static void test_convolution(void **state) {
    static const int cases[][6] = {/* height, width, in, out, kernel, stride */
                                   {5, 7, 3, 8, 3, 1},   {6, 8, 8, 24, 3, 2}, {4, 13, 11, 16, 3, 1},
                                   {7, 5, 16, 8, 3, 2},  {3, 4, 9, 16, 1, 1}, {4, 4, 5, 8, 4, 1},
                                   {1, 1, 10, 16, 1, 1}, {9, 2, 8, 32, 3, 2}, {1, 6, 16, 40, 3, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int *c = cases[i];
        struct trial t = new_trial(i + 1);
        int x = net_input(t.net, c[0], c[1], c[2]);
        t.out = net_conv(t.net, x, c[3], c[4], c[5]);
        check(&t, 1);
    }
}

static void test_linear(void **state) {
    (void)state;
    struct trial t = new_trial(11);
    t.out = net_linear(t.net, net_input(t.net, 1, 1, 13), 8);
    check(&t, 1);
}

static void test_norm(void **state) {
    (void)state;
    struct trial t = new_trial(12);
    t.out = net_norm(t.net, net_input(t.net, 3, 4, 8));
    check(&t, 1);
    t = new_trial(22); /* another layer reads what is normalised */
    int x = net_input(t.net, 2, 3, 16);
    t.out = net_add(t.net, net_norm(t.net, x), x);
    check(&t, 1);
    t = new_trial(23);
    x = net_conv(t.net, net_input(t.net, 2, 3, 4), 8, 3, 1);
    t.out = net_add(t.net, net_norm(t.net, net_norm(t.net, x)), net_norm(t.net, x));
    check(&t, 1);
}

static void test_relu(void **state) {
    (void)state;
    struct trial t = new_trial(13);
    t.out = net_relu(t.net, net_norm(t.net, net_input(t.net, 3, 4, 8)));
    check(&t, 1);
    t = new_trial(24); /* without a normalisation before it */
    t.out = net_relu(t.net, net_conv(t.net, net_input(t.net, 3, 4, 8), 8, 3, 2));
    check(&t, 1);
}

static void test_pool_and_resize(void **state) {
    (void)state;
    struct trial t = new_trial(14);
    t.out = net_pool(t.net, net_input(t.net, 3, 5, 4));
    check(&t, 1);
    t = new_trial(15);
    t.out = net_resize(t.net, net_input(t.net, 3, 2, 4));
    check(&t, 1);
}

static void test_add_and_join(void **state) {
    (void)state;
    struct trial t = new_trial(16);
    int a = net_input(t.net, 3, 2, 4), b = net_input(t.net, 3, 2, 4);
    t.out = net_add(t.net, a, b);
    check(&t, 2);
    t = new_trial(17);
    a = net_input(t.net, 3, 2, 4), b = net_input(t.net, 3, 2, 7);
    t.out = net_join(t.net, a, b);
    check(&t, 2);
}

/* All of them in one, with a tensor that two layers read. */
static void check_whole(int parts) {
    struct trial t = new_trial(18);
    t.parts = parts;
    struct net *n = t.net;
    int image = net_input(n, 8, 6, 3), numbers = net_input(n, 1, 1, 5);
    int a = net_relu(n, net_norm(n, net_conv(n, image, 8, 3, 1)));
    int b = net_relu(n, net_norm(n, net_conv(n, a, 16, 3, 2)));
    int up = net_conv(n, net_resize(n, b), 8, 1, 1);
    int both = net_relu(n, net_norm(n, net_add(n, a, up)));
    t.out = net_linear(n, net_join(n, net_pool(n, both), numbers), 8);
    check(&t, 2);
}

static void test_whole_network(void **state) {
    (void)state;
    check_whole(0);
}

/* Of parts of a batch, more than it has images, too. */
static void test_whole_network_in_parts(void **state) {
    (void)state;
    for (int parts = 1; parts <= NET_MAX_PARTS; parts++) check_whole(parts);
}

/* What does not fit together is found when the network is built. */
static void test_misfits(void **state) {
    (void)state;
    struct net *n = net_new(1);
    net_conv(n, net_input(n, 4, 4, 3), 12, 3, 1); /* 12 is no multiple of 8 */
    assert_false(net_finish(n));
    net_free(n);
    n = net_new(1);
    net_norm(n, net_input(n, 4, 4, 12));
    assert_false(net_finish(n));
    net_free(n);
    n = net_new(1);
    int a = net_input(n, 4, 4, 3), b = net_input(n, 4, 5, 3);
    net_add(n, a, b);
    assert_false(net_finish(n));
    net_free(n);
    n = net_new(1);
    for (int i = 0; i <= NET_MAX_TENSORS; i++) net_input(n, 1, 1, 1);
    assert_false(net_finish(n));
    net_free(n);
}

/* More images than go through the layers at a time: the gradient is that of one after another,
 * and what was in the gradients before does not matter. */
static void test_many_images(void **state) {
    enum { MANY = 40, SIZE = 16 };
    (void)state;
    double kept[2][8] = {{0}};
    for (int run = 0; run < 2; run++) {
        struct net *n = net_new(MANY);
        struct rng rng;
        rng_seed(&rng, 25);
        int x = net_input(n, SIZE, SIZE, 8);
        int y = net_conv(n, net_relu(n, net_conv(n, x, 8, 3, 1)), 8, 3, 2);
        assert_true(net_finish(n));
        net_start(n, &rng);
        struct net_tensor *in = &n->tensors[x], *out = &n->tensors[y];
        for (int i = 0; i < MANY; i++)
            for (int p = 0; p < SIZE * SIZE * 8; p++)
                in->x[net_at(in, i, p / (SIZE * 8), 0) + (size_t)(p % (SIZE * 8))] =
                    rng_normal(&rng);
        for (int at = 0, step = run ? 1 : MANY; at < MANY; at += step) {
            if (run)
                memmove(in->x, in->x + in->image * (at > 0),
                        in->image * (size_t)(MANY - 1) * sizeof *in->x);
            net_forward(n, step, true);
            net_clear(n, step);
            for (int i = 0; i < step; i++)
                for (int row = 0; row < out->height; row++)
                    for (int p = 0; p < out->width * 8; p++)
                        out->dx[net_at(out, i, row, 0) + (size_t)p] = p % 3 - 1;
            net_backward(n, step);
        }
        for (int i = 0; i < 8; i++) kept[run][i] = n->grads[(size_t)i * (n->n_params / 8)];
        net_free(n);
    }
    for (int i = 0; i < 8; i++) {
        assert_true(fabs(kept[0][i]) > 1e-3);
        assert_float_equal(kept[0][i], kept[1][i], 1e-9 * fabs(kept[0][i]));
    }
}

/* Without the batch's own statistics an image does not depend on the others. */
static void test_inference_is_for_each_image(void **state) {
    (void)state;
    struct trial t = new_trial(19);
    struct net *n = t.net;
    t.out = net_norm(n, net_conv(n, net_input(n, 4, 4, 2), 8, 3, 1));
    start(&t, 1);
    for (int i = 0; i < 100; i++) net_forward(n, BATCH, true);
    net_forward(n, BATCH, false);
    const struct net_tensor *y = &n->tensors[t.out];
    double before = y->x[net_at(y, 0, 1, 2)];
    n->tensors[0].x[net_at(&n->tensors[0], 1, 1, 1)] += 5;
    net_forward(n, BATCH, false);
    assert_true(y->x[net_at(y, 0, 1, 2)] == before);
    free(t.weights);
    net_free(n);
}

/* XOR of the signs of two numbers needs the layer between. */
static void test_adam_learns(void **state) {
    (void)state;
    struct net *n = net_new(64);
    struct rng rng;
    rng_seed(&rng, 1);
    int x = net_input(n, 1, 1, 2);
    int out = net_linear(n, net_relu(n, net_norm(n, net_linear(n, x, 16))), 8);
    assert_true(net_finish(n));
    net_start(n, &rng);
    double last = 0;
    for (int step = 0; step < 300; step++) {
        double *in = n->tensors[x].x, *y = n->tensors[out].x, *dy = n->tensors[out].dx;
        for (int i = 0; i < 128; i++) in[i] = rng_normal(&rng);
        net_forward(n, 64, true);
        net_clear(n, 64);
        last = 0;
        for (int i = 0; i < 64; i++) {
            double wanted = (in[2 * i] > 0) != (in[2 * i + 1] > 0) ? 1 : -1;
            double error = y[8 * i] - wanted;
            last += error * error / 64;
            dy[8 * i] = error / 64;
        }
        net_backward(n, 64);
        net_adam(n, 0.02, 1e-4);
    }
    assert_true(last < 0.3); /* 1 without learning */
    net_free(n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_convolution),
        cmocka_unit_test(test_linear),
        cmocka_unit_test(test_norm),
        cmocka_unit_test(test_relu),
        cmocka_unit_test(test_pool_and_resize),
        cmocka_unit_test(test_add_and_join),
        cmocka_unit_test(test_whole_network),
        cmocka_unit_test(test_whole_network_in_parts),
        cmocka_unit_test(test_many_images),
        cmocka_unit_test(test_misfits),
        cmocka_unit_test(test_inference_is_for_each_image),
        cmocka_unit_test(test_adam_learns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
