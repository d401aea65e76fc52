/* Arithmetic on one real number. Sums and products of independent numbers
 * commute with expectation, so here expected execution is exact as long as no
 * value is used twice (paper, supplement B). */
#include <stdlib.h>

#include "types/number.h"

enum { ADD, MUL };

static const char *const ops[] = {"add", "mul", NULL};
static const char *const shapes[] = {"***", "***"};

struct arith {
    const struct target *target;
};

static void *arith_open(struct arena *arena, const struct lang *lang, const struct target *target) {
    (void)lang;
    struct arith *s = arena_new(arena, struct arith);
    s->target = target;
    return s;
}

static size_t arith_size(void *state) {
    (void)state;
    return 1;
}

static void arith_number(void *state, double number, double *out) {
    (void)state;
    *out = number;
}

static void arith_op(void *state, const struct op *op, const double *const *args, double *out) {
    (void)state;
    *out = op->kernel == ADD ? *args[0] + *args[1] : *args[0] * *args[1];
}

static void arith_op_back(void *state, const struct op *op, const double *const *args,
                          const double *grad, double *const *grads) {
    (void)state;
    for (int i = 0; i < 2; i++)
        if (grads[i]) *grads[i] += *grad * (op->kernel == ADD ? 1 : *args[!i]);
}

static double arith_loss(void *state, const double *value, double *grad) {
    struct arith *s = state;
    double d = *value - (s->target ? s->target->number : 0);
    if (grad) *grad = 2 * d;
    return d * d;
}

static bool read_target(struct arena *arena, const struct lang *lang, const char *text,
                        struct target *out, const char **why) {
    (void)arena, (void)lang;
    char *end;
    *out = (struct target){.number = strtod(text, &end)};
    while (*end == ' ' || *end == '\r') end++;
    if (end != text && !*end) return true;
    *why = "it is not a number";
    return false;
}

static void print_expected(void *state, const double *value, struct buf *out) {
    (void)state;
    buf_printf(out, "%.10g", *value);
}

static const struct expected_kernels expected = {
    .open = arith_open,
    .size = arith_size,
    .number = arith_number,
    .op = arith_op,
    .op_back = arith_op_back,
    .loss = arith_loss,
};

const struct kernels arith_kernels = {
    .name = "arith",
    .ops = ops,
    .shapes = shapes,
    .expected = &expected,
    .read_target = read_target,
    .print_expected = print_expected,
};
