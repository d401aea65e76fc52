/* The kernels of expected execution: the reverse pass of every operation, and the loss of sequences, against
 * central differences. */
#include "tests/oracle.h"

#include <math.h>

#include "types/kernels.h"

struct op_test {
    const struct expected_kernels *kernels;
    void *state;
    size_t size;
    const struct op *op;
    double *args[2], *grads[2], *seed; /* seed: d loss / d out */
    bool differentiable[2];
};

/* loss = <seed, op(args)> */
static double op_loss(struct world *w, const struct op_test *t) {
    double *out = arena_array(&w->arena, double, t->size), sum = 0;
    for (size_t i = 0; i < t->size; i++) out[i] = NAN; /* op must fill all of it */
    const double *args[2] = {t->args[0], t->args[1]};
    t->kernels->op(t->state, t->op, args, out);
    for (size_t i = 0; i < t->size; i++) sum += t->seed[i] * out[i];
    return sum;
}

static double *random_vector(struct world *w, size_t n) {
    double *v = arena_array(&w->arena, double, n);
    for (size_t i = 0; i < n; i++) v[i] = rng_normal(&w->rng);
    return v;
}

static void check_op(struct world *w, struct op_test *t) {
    const double h = 1e-4, already = .25; /* gradients are added, not stored */
    t->seed = random_vector(w, t->size);
    for (int a = 0; a < 2; a++) {
        t->grads[a] = arena_array(&w->arena, double, t->size);
        for (size_t i = 0; i < t->size; i++) t->grads[a][i] = already;
    }
    const double *args[2] = {t->args[0], t->args[1]};
    double *first[2] = {t->grads[0], NULL}, *second[2] = {NULL, t->grads[1]};
    t->kernels->op_back(t->state, t->op, args, t->seed, first);
    t->kernels->op_back(t->state, t->op, args, t->seed, second);
    for (int a = 0; a < 2; a++)
        for (size_t i = 0; t->differentiable[a] && i < t->size; i++) {
            double slope;
            if (t->args[a][i] == 0) continue; /* an impossible length: nothing there to move */
            differentiate(slope, &t->args[a][i], h, op_loss(w, t));
            assert_near(t->grads[a][i], already + slope, 1e-9);
        }
}

static void arith_ops_body(struct world *w) {
    world_built_in(w, "arith");
    struct op_test t = {.kernels = &numbers_expected, .differentiable = {true, true}};
    t.state = t.kernels->open(&w->arena, &w->domain->lang, &(struct target){0});
    t.size = t.kernels->size(t.state);
    assert_int_equal(t.size, 1);
    for (uint32_t op = 0; op < w->domain->lang.ops.n; op++)
        for (int i = 0; i < 20; i++) {
            t.op = &w->domain->lang.ops.at[op];
            for (int a = 0; a < 2; a++) t.args[a] = random_vector(w, 1);
            check_op(w, &t);
        }
}

/* A vector laid out as a string is, in which some lengths are impossible. */
static double *random_string(struct world *w, uint32_t max, uint32_t actions) {
    size_t size = max + 1 + (size_t)actions * (max + 1) * max / 2;
    double *v = random_vector(w, size);
    for (uint32_t n = 0; n <= max; n++) {
        if (rng_below(&w->rng, 4)) continue;
        v[n] = 0;
        size_t block = max + 1 + (size_t)actions * n * (n ? n - 1 : 0) / 2;
        for (uint32_t k = 0; k < n * actions; k++) v[block + k] = 0;
    }
    return v;
}

static void nav_ops_body(struct world *w) {
    static const uint32_t literals[] = {0, 1};
    const char *actions[] = {"a b c"};
    world_built_in(w, "nav");
    domain_add_literals(w->domain, actions, 1, NULL, 0);
    struct op_test t = {.kernels = &strings_expected};
    for (uint32_t max = 2; max <= 7; max++) {
        struct target target = {.n = 2, .literals = literals, .number = max};
        t.state = t.kernels->open(&w->arena, &w->domain->lang, &target);
        t.size = t.kernels->size(t.state);
        for (int i = 0; i < 20; i++) {
            t.op = &w->domain->lang.ops.at[lang_op_find(&w->domain->lang, "concat", 6)];
            t.args[0] = random_string(w, max, 3);
            t.args[1] = random_string(w, max, 3);
            t.differentiable[0] = t.differentiable[1] = true;
            check_op(w, &t);
            t.op = &w->domain->lang.ops.at[lang_op_find(&w->domain->lang, "repeat", 6)];
            t.kernels->number(t.state, i % 5, t.args[1]);
            t.differentiable[1] = false;
            check_op(w, &t);
        }
    }
}

/* The loss of nav is −log p(length) − Σ log p(action | length), and its gradient that of it. */
static void nav_loss_body(struct world *w) {
    static const uint32_t literals[] = {2, 0, 1};
    const char *actions[] = {"a b c"};
    const double h = 1e-6;
    world_built_in(w, "nav");
    domain_add_literals(w->domain, actions, 1, NULL, 0);
    const struct expected_kernels *kernels = &strings_expected;
    struct target target = {.n = 3, .literals = literals, .number = 5};
    void *state = kernels->open(&w->arena, &w->domain->lang, &target);
    size_t size = kernels->size(state);
    double *value = arena_array(&w->arena, double, size);
    double *grad = arena_array(&w->arena, double, size);
    for (int round = 0; round < 50; round++) {
        for (size_t i = 0; i < size; i++) value[i] = .05 + rng_uniform(&w->rng);
        kernels->loss(state, value, grad);
        for (size_t i = 0; i < size; i++) {
            double slope;
            differentiate(slope, &value[i], h, kernels->loss(state, value, NULL));
            assert_near(grad[i], slope, 1e-6);
        }
    }
}

WORLD_TEST(arith_ops)
WORLD_TEST(nav_ops)
WORLD_TEST(nav_loss)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arith_ops),
        cmocka_unit_test(nav_ops),
        cmocka_unit_test(nav_loss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
