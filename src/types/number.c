/* Arithmetic on one real number. Sums and products of independent numbers
 * commute with expectation, so here expected execution is exact as long as no
 * value is used twice (paper, supplement B). */
#include "types/kernels.h"

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
    *out = op->kernel == KERNEL_ADD ? *args[0] + *args[1] : *args[0] * *args[1];
}

static void arith_op_back(void *state, const struct op *op, const double *const *args,
                          const double *grad, double *const *grads) {
    (void)state;
    for (int i = 0; i < 2; i++)
        if (grads[i]) *grads[i] += *grad * (op->kernel == KERNEL_ADD ? 1 : *args[!i]);
}

static double arith_loss(void *state, const double *value, double *grad) {
    struct arith *s = state;
    double d = *value - (s->target ? s->target->number : 0);
    if (grad) *grad = 2 * d;
    return d * d;
}

void numbers_print(void *state, const double *value, struct buf *out) {
    (void)state;
    buf_printf(out, "%.10g", *value);
}

const struct expected_kernels numbers_expected = {
    .open = arith_open,
    .size = arith_size,
    .number = arith_number,
    .op = arith_op,
    .op_back = arith_op_back,
    .loss = arith_loss,
};
