/* Probabilistic sequences of actions (paper, supplement A.2).
 *
 * The paper keeps <L, C>: L[l] the probability of length l, C[l][k][c] that of
 * action c at place k given the length. We keep L and the joint J = L·C, which
 * saves the division and makes every operation linear in each argument:
 *
 *     concat   L[l] = Σ_i Lx[i] Ly[l-i]      J[l][k] = Σ_i  Jx[i][k] Ly[l-i]     k < i
 *                                                           Lx[i] Jy[l-i][k-i]   k ≥ i
 *     repeat   L[n·l] = Lx[l]                J[n·l][k] = Jx[l][k mod l]
 *
 * Lengths above the maximum drop out: their mass is lost, as in the authors'
 * code. One array of doubles:
 *
 *     L [n + 1] | J_1 [1, A] | J_2 [2, A] | ... | J_n [n, A]                      */
#include <math.h>
#include <string.h>

#include "types/kernels.h"

#define FLOOR              1e-12
#define MAX_WITHOUT_TARGET 16

struct strings {
    const struct target *target;
    uint32_t max, actions; /* n, A */
};

static size_t block(const struct strings *s, uint32_t length) {
    return s->max + 1 + (size_t)s->actions * length * (length - 1) / 2;
}

static void *strings_open(struct arena *arena, const struct lang *lang,
                          const struct target *target) {
    struct strings *s = arena_new(arena, struct strings);
    *s = (struct strings){target, target ? target->n : MAX_WITHOUT_TARGET, lang->literal_ops.n};
    if (target && target->number > target->n) s->max = (uint32_t)target->number;
    return s;
}

static size_t strings_size(void *state) {
    const struct strings *s = state;
    return block(s, s->max + 1);
}

static void strings_number(void *state, double number, double *out) {
    memset(out, 0, strings_size(state) * sizeof *out);
    out[0] = number;
}

/* Where concat's sums meet: x of length i, y of length j, if both are possible. */
struct pair {
    uint32_t i, j;
    double lx, ly;
    size_t x, y, z, n_x, n_y; /* offsets of the blocks, and their sizes */
};

static struct pair meet(const struct strings *s, const double *x, const double *y, uint32_t i,
                        uint32_t j) {
    struct pair p = {.i = i, .j = j, .lx = x[i], .ly = y[j]};
    p.x = block(s, i);
    p.y = block(s, j);
    p.z = block(s, i + j);
    p.n_x = (size_t)i * s->actions;
    p.n_y = (size_t)j * s->actions;
    return p;
}

static void concat(const struct strings *s, const double *x, const double *y, double *out) {
    memset(out, 0, block(s, s->max + 1) * sizeof *out);
    for (uint32_t i = 0; i <= s->max; i++) {
        if (x[i] == 0) continue;
        for (uint32_t j = 0; i + j <= s->max; j++) {
            if (y[j] == 0) continue;
            struct pair p = meet(s, x, y, i, j);
            out[i + j] += p.lx * p.ly;
            for (size_t k = 0; k < p.n_x; k++) out[p.z + k] += x[p.x + k] * p.ly;
            for (size_t k = 0; k < p.n_y; k++) out[p.z + p.n_x + k] += p.lx * y[p.y + k];
        }
    }
}

static void concat_back_pair(const struct pair *p, const double *x, const double *y,
                             const double *g, double *gx, double *gy) {
    const double *head = g + p->z, *tail = head + p->n_x;
    double sum_x = g[p->i + p->j] * p->ly, sum_y = g[p->i + p->j] * p->lx;
    if (gx) {
        for (size_t k = 0; k < p->n_y; k++) sum_x += tail[k] * y[p->y + k];
        for (size_t k = 0; k < p->n_x; k++) gx[p->x + k] += head[k] * p->ly;
        gx[p->i] += sum_x;
    }
    if (gy) {
        for (size_t k = 0; k < p->n_x; k++) sum_y += head[k] * x[p->x + k];
        for (size_t k = 0; k < p->n_y; k++) gy[p->y + k] += tail[k] * p->lx;
        gy[p->j] += sum_y;
    }
}

static void concat_back(const struct strings *s, const double *x, const double *y, const double *g,
                        double *gx, double *gy) {
    for (uint32_t i = 0; i <= s->max; i++)
        for (uint32_t j = 0; i + j <= s->max; j++)
            if ((gx && y[j] != 0) || (gy && x[i] != 0)) {
                struct pair p = meet(s, x, y, i, j);
                concat_back_pair(&p, x, y, g, y[j] != 0 ? gx : NULL, x[i] != 0 ? gy : NULL);
            }
}

static void repeat(const struct strings *s, const double *x, uint32_t times, double *out) {
    memset(out, 0, block(s, s->max + 1) * sizeof *out);
    if (!times) { /* every length becomes 0 */
        for (uint32_t i = 0; i <= s->max; i++) out[0] += x[i];
        return;
    }
    for (uint32_t i = 0; i * times <= s->max; i++) {
        size_t n = (size_t)i * s->actions, from = block(s, i), to = block(s, i * times);
        out[i * times] += x[i];
        for (uint32_t t = 0; i && t < times; t++) memcpy(out + to + t * n, x + from, n * sizeof *x);
    }
}

static void repeat_back(const struct strings *s, uint32_t times, const double *g, double *gx) {
    if (!times) {
        for (uint32_t i = 0; i <= s->max; i++) gx[i] += g[0];
        return;
    }
    for (uint32_t i = 0; i * times <= s->max; i++) {
        size_t n = (size_t)i * s->actions, from = block(s, i), to = block(s, i * times);
        gx[i] += g[i * times];
        for (uint32_t t = 0; i && t < times; t++)
            for (size_t k = 0; k < n; k++) gx[from + k] += g[to + t * n + k];
    }
}

/* Numbers are kept in the first place; what is no count at all is none. */
static uint32_t times_of(const double *number) {
    return number[0] > 0 ? (uint32_t)fmin(number[0], 1e6) : 0;
}

static void strings_op(void *state, const struct op *op, const double *const *args, double *out) {
    const struct strings *s = state;
    switch (op->kernel) {
    case KERNEL_CONCAT: concat(s, args[0], args[1], out); return;
    case KERNEL_REPEAT: repeat(s, args[0], times_of(args[1]), out); return;
    default: break;
    }
    memset(out, 0, strings_size(state) * sizeof *out);
    if (op->kernel == KERNEL_EMPTY) {
        out[0] = 1;
    } else if (s->max >= 1) {
        out[1] = 1;
        out[block(s, 1) + (size_t)op->literal] = 1;
    }
}

static void strings_op_back(void *state, const struct op *op, const double *const *args,
                            const double *grad, double *const *grads) {
    const struct strings *s = state;
    if (op->kernel == KERNEL_CONCAT) concat_back(s, args[0], args[1], grad, grads[0], grads[1]);
    if (op->kernel == KERNEL_REPEAT && grads[0]) repeat_back(s, times_of(args[1]), grad, grads[0]);
}

/* −log of the target's probability when places are independent given the
 * length: −log L[n] − Σ_k log(J[n][k][target k] / L[n]). */
static double strings_loss(void *state, const double *value, double *grad) {
    const struct strings *s = state;
    uint32_t n = s->target->n;
    if (grad) memset(grad, 0, strings_size(state) * sizeof *grad);
    double mass = value[n], loss = -log(mass > FLOOR ? mass : FLOOR);
    if (mass <= FLOOR) return loss;
    if (grad) grad[n] = -1 / mass;
    for (uint32_t k = 0; k < n; k++) {
        size_t at = block(s, n) + (size_t)k * s->actions + s->target->literals[k];
        double c = value[at] / mass;
        loss -= log(c > FLOOR ? c : FLOOR);
        if (c <= FLOOR || !grad) continue;
        grad[at] -= 1 / value[at];
        grad[n] += 1 / mass;
    }
    return loss;
}

void strings_print(void *state, const double *value, struct buf *out) {
    const struct strings *s = state;
    buf_puts(out, "length");
    for (uint32_t i = 0; i <= s->max; i++)
        if (value[i] > 5e-4) buf_printf(out, " %u:%.3f", i, value[i]);
}

const struct expected_kernels strings_expected = {
    .open = strings_open,
    .size = strings_size,
    .number = strings_number,
    .op = strings_op,
    .op_back = strings_op_back,
    .loss = strings_loss,
};
