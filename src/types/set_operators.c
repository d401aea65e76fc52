/* Sets, and what is done to them.
 *
 *     set        [ v: np | u: np | ... ]     v[0] = W; u = W x̂ is worked out when all is
 *     modifier   [ d: np | matrix ]          added up (merge)
 *     relation   [ A: np·np | B: np·np ]     A[0] = W; columns: A[j·np + i]
 *
 * The weight is one more object that every filter keeps, so a product over np numbers
 * multiplies weights as well. Sets of up to 7 and 11 objects have their loops unrolled. */
#include "types/set.h"

/* Of few objects it would cost more to look than to multiply. */
ALWAYS bool is_passed(uint32_t np, double share) {
    return np > 12 && share == 0;
}

/* ---- modifiers ------------------------------------------------------------------------------- */

/* By a matrix that has one row. */
static void modify_one(const struct session *s, const struct matrix *m, const double *u,
                       double *out) {
    for (uint32_t j = 1; j <= s->n; j++)
        if (u[j] != 0) out[m->row] += u[j] * m->at[j];
}

static void modify_one_back(const struct session *s, const struct matrix *m, const double *u,
                            double g, struct matrix *gm, double *gu) {
    struct matrix_row to = set_row(s, gm, m->row);
    for (uint32_t j = 1; j <= s->n; j++) {
        if (u[j] == 0) continue;
        gu[j] += m->at[j] * g;
        to.at[j * to.step] += u[j] * g;
    }
}

ALWAYS void modify(const struct session *s, uint32_t np, const double *f, const double *x,
                   double *out) {
    vec_fma(np, f, x, out);
    const struct matrix *m = set_matrix(s, f);
    const double *u = x + np;
    if (m && m->row) modify_one(s, m, u, out);
    for (uint32_t j = 1; m && !m->row && j <= s->n; j++)
        if (!is_passed(np, u[j])) vec_axpy(np, u[j], m->at + j * np, out);
}

ALWAYS void modify_back(const struct session *s, uint32_t np, const double *f, const double *x,
                        const double *g, double *gf, double *gx) {
    vec_fma(np, g, x, gf);
    vec_fma(np, g, f, gx);
    const struct matrix *m = set_matrix(s, f);
    const double *u = x + np;
    if (!m) return;
    struct matrix *gm = set_need_matrix(s, m->row, gf);
    double *gu = gx + np;
    if (m->row) modify_one_back(s, m, u, g[m->row], gm, gu);
    for (uint32_t j = 1; !m->row && j <= s->n; j++) {
        if (is_passed(np, u[j])) continue;
        gu[j] += vec_dot(np, m->at + j * np, g);
        vec_axpy(np, u[j], g, gm->at + j * np);
    }
}

/* ---- relations --------------------------------------------------------------------------------- */

/* A y-vector of zeros is a relation that no word has: B is seldom there. */
bool set_has_second(const struct session *s, const double *relation) {
    return relation[(size_t)s->np * s->np] != 0;
}

/* What the set has: no object, one (*row), or it may have any (0). */
static bool has_any(const struct session *s, const double *x, uint32_t *row) {
    *row = 0;
    if (s->np <= 12) return true;
    for (uint32_t i = 1; i <= s->n; i++) {
        if (x[i] == 0) continue;
        if (*row) {
            *row = 0;
            return true;
        }
        *row = i;
    }
    return *row != 0;
}

/* y ↦ (x ↦ y ⊙ (B x̂)): the matrix of a modifier has the rows of what is in y. */
ALWAYS void relate_second(const struct session *s, uint32_t np, const double *b, const double *y,
                          double *out) {
    uint32_t row;
    if (!has_any(s, y, &row)) return;
    struct matrix *m = set_need_matrix(s, row, out);
    if (!row) {
        for (uint32_t j = 1; j <= s->n; j++) vec_fma(np, y, b + j * np, m->at + j * np);
        return;
    }
    struct matrix_row to = set_row(s, m, row);
    for (uint32_t j = 1; j <= s->n; j++) to.at[j * to.step] += y[row] * b[j * np + row];
}

ALWAYS void relate_second_back(const struct session *s, uint32_t np, const double *b,
                               const double *y, const double *g, double *gb, double *gy) {
    const struct matrix *gm = set_matrix(s, g);
    uint32_t row;
    if (!gm || !has_any(s, y, &row)) return;
    for (uint32_t j = 1; !row && j <= s->n; j++) {
        vec_fma(np, gm->at + j * np, b + j * np, gy);
        vec_fma(np, gm->at + j * np, y, gb + j * np);
    }
    if (!row) return;
    struct matrix_row of = set_row(s, gm, row);
    for (uint32_t j = 1; j <= s->n; j++) {
        gy[row] += of.at[j * of.step] * b[j * np + row];
        gb[j * np + row] += of.at[j * of.step] * y[row];
    }
}

ALWAYS void relate(const struct session *s, uint32_t np, const double *f, const double *x,
                   double *out) {
    const double *u = x + np;
    for (uint32_t j = 0; j <= s->n; j++)
        if (!is_passed(np, u[j])) vec_axpy(np, u[j], f + j * np, out);
    if (set_has_second(s, f)) relate_second(s, np, f + np * np, x, out);
}

ALWAYS void relate_back(const struct session *s, uint32_t np, const double *f, const double *x,
                        const double *g, double *gf, double *gx) {
    const double *u = x + np;
    double *gu = gx + np;
    for (uint32_t j = 0; j <= s->n; j++) {
        if (is_passed(np, u[j])) continue;
        gu[j] += vec_dot(np, f + j * np, g);
        vec_axpy(np, u[j], g, gf + j * np);
    }
    if (set_has_second(s, f)) relate_second_back(s, np, f + np * np, x, g, gf + np * np, gx);
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
