/* Sets, and what is done to them.
 *
 *     set        [ v: np | u: np | ... ]     v[0] = W; u = W x̂ is worked out when all is
 *     modifier   [ d: np | matrix ]          added up (merge)
 *     relation   [ A: np·np | B: np·np ]     A[0] = W; columns: A[j·np + i]
 *
 * The weight is one more object that every filter keeps, so a product over np numbers
 * multiplies weights as well. The matrix of a modifier is seldom there: it is a pointer in
 * the place of a double. Sets of up to 7 and 11 objects have their loops unrolled. */
#include "types/set.h"

/* ---- the matrix of a modifier ------------------------------------------------------------------ */

union cell {
    double number;
    double *pointer;
};

double *set_matrix(const struct session *s, const double *modifier) {
    union cell cell = {.number = modifier[s->np]};
    return cell.pointer;
}

double *set_need_matrix(const struct session *s, double *modifier) {
    union cell cell = {.number = modifier[s->np]};
    if (cell.pointer) return cell.pointer;
    size_t n = (size_t)s->np * (s->n + 1);
    cell.pointer = arena_zalloc(s->arena, n * sizeof(double));
    modifier[s->np] = cell.number;
    return cell.pointer;
}

/* Of few objects it would cost more to look than to multiply. */
ALWAYS bool is_passed(uint32_t np, double share) {
    return np > 12 && share == 0;
}

/* ---- modifiers ------------------------------------------------------------------------------- */

ALWAYS void modify(const struct session *s, uint32_t np, const double *f, const double *x,
                   double *out) {
    vec_fma(np, f, x, out);
    const double *m = set_matrix(s, f), *u = x + np;
    for (uint32_t j = 1; m && j <= s->n; j++)
        if (!is_passed(np, u[j])) vec_axpy(np, u[j], m + j * np, out);
}

ALWAYS void modify_back(const struct session *s, uint32_t np, const double *f, const double *x,
                        const double *g, double *gf, double *gx) {
    vec_fma(np, g, x, gf);
    vec_fma(np, g, f, gx);
    const double *m = set_matrix(s, f), *u = x + np;
    if (!m) return;
    double *gm = set_need_matrix(s, gf), *gu = gx + np;
    for (uint32_t j = 1; j <= s->n; j++) {
        if (is_passed(np, u[j])) continue;
        gu[j] += vec_dot(np, m + j * np, g);
        vec_axpy(np, u[j], g, gm + j * np);
    }
}

/* ---- relations --------------------------------------------------------------------------------- */

/* A y-vector of zeros is a relation that no word has: B is seldom there. */
bool set_has_second(const struct session *s, const double *relation) {
    return relation[(size_t)s->np * s->np] != 0;
}

ALWAYS void relate(const struct session *s, uint32_t np, const double *f, const double *x,
                   double *out) {
    const double *u = x + np, *b = f + np * np;
    for (uint32_t j = 0; j <= s->n; j++)
        if (!is_passed(np, u[j])) vec_axpy(np, u[j], f + j * np, out);
    if (!set_has_second(s, f)) return;
    double *m = set_need_matrix(s, out);
    for (uint32_t j = 1; j <= s->n; j++) vec_fma(np, x, b + j * np, m + j * np);
}

ALWAYS void relate_back(const struct session *s, uint32_t np, const double *f, const double *x,
                        const double *g, double *gf, double *gx) {
    const double *u = x + np, *b = f + np * np, *gm = set_matrix(s, g);
    double *gu = gx + np, *gb = gf + np * np;
    for (uint32_t j = 0; j <= s->n; j++) {
        if (is_passed(np, u[j])) continue;
        gu[j] += vec_dot(np, f + j * np, g);
        vec_axpy(np, u[j], g, gf + j * np);
    }
    if (!set_has_second(s, f) || !gm) return;
    for (uint32_t j = 1; j <= s->n; j++) {
        vec_fma(np, gm + j * np, b + j * np, gx);
        vec_fma(np, gm + j * np, x, gb + j * np);
    }
}

/* ---- by size ---------------------------------------------------------------------------------- */

#define BY_SIZE(s, call, ...)                                                                      \
    do {                                                                                           \
        if ((s)->np == 8) call(s, 8, __VA_ARGS__);                                                 \
        else if ((s)->np == 12) call(s, 12, __VA_ARGS__);                                          \
        else call(s, (s)->np, __VA_ARGS__);                                                        \
    } while (0)

void set_modify(const struct session *s, const double *f, const double *x, double *out) {
    BY_SIZE(s, modify, f, x, out);
}

void set_modify_back(const struct session *s, const double *f, const double *x, const double *g,
                     double *gf, double *gx) {
    BY_SIZE(s, modify_back, f, x, g, gf, gx);
}

void set_relate(const struct session *s, const double *f, const double *x, double *out) {
    BY_SIZE(s, relate, f, x, out);
}

void set_relate_back(const struct session *s, const double *f, const double *x, const double *g,
                     double *gf, double *gx) {
    BY_SIZE(s, relate_back, f, x, g, gf, gx);
}

/* ---- what follows from a sum ------------------------------------------------------------------- */

static double size_of(const struct session *s, const double *v) {
    double sum = UNIQUE * v[0];
    for (uint32_t i = 1; i <= s->n; i++) sum += v[i];
    return sum;
}

void set_merge(const struct session *s, double *value) {
    double *u = value + s->np, total = size_of(s, value);
    double scale = total > 0 ? value[0] / total : 0;
    for (uint32_t i = 1; i < s->np; i++) u[i] = value[i] * scale;
    u[0] = value[0];
}

void set_merge_back(struct session *s, const double *value, double *grad) {
    if (s->of_counts && value[counts_at(s)] != 0)
        answer_counts_back(s, value, grad + counts_at(s) + 1, grad);
    double *gu = grad + s->np, total = size_of(s, value);
    grad[0] += gu[0];
    if (!(total > 0)) return;
    double scale = value[0] / total, sum = vec_dot(s->n, gu + 1, value + 1) / total;
    for (uint32_t i = 1; i <= s->n; i++) grad[i] += gu[i] * scale - sum * scale;
    grad[0] += sum - sum * scale * UNIQUE;
}
