/* What is compared with what: numbers of objects, or what objects are like.
 *
 *     more(x)(y)   g_c = P(|x| > c)                    a test of y: as `exist` is one
 *     same(v)(x)   x_i Σ_j û_j S_ij                    v = "the size of u", S its sameness
 *     same(y)(v)   Σ_ij ŷ_i û_j S_ij                   "the size of u is the same as y"
 *     same(f)(p)   Σ_ij x̂_i ŷ_j S_ij, or P(|x| = |y|)  of a pair p of x and y
 *
 * Each is linear in what it has been given, so that it can be averaged. Where no yes or no
 * can come from it, only weights are worked out. */
#include "types/set.h"

/* ---- numbers --------------------------------------------------------------------------------- */

/* out_c: the second is c. d: P(first = k), k = 0 ... n, times `weight`. */
static void compare(const struct session *s, const double *f, const double *d, double weight,
                    double *out) {
    double below = 0, total = 0;
    for (uint32_t c = 0; c <= s->n; c++) total += d[c];
    for (uint32_t c = 0; c <= s->n; c++) {
        double above = total - below - d[c];
        out[c] += weight * (f[1 + SECOND_MORE] * below + f[1 + SECOND_LESS] * above +
                            f[1 + BOTH_EQUAL] * d[c]);
        below += d[c];
    }
}

static void compare_back(const struct session *s, const double *f, const double *d, double weight,
                         const double *g, double *gf, double *gd) {
    double below = 0, above = 0, all = 0, before = 0;
    for (uint32_t c = 0; c <= s->n; c++) {
        above += d[c];
        all += g[c];
    }
    for (uint32_t c = 0; c <= s->n; c++) {
        above -= d[c];
        gf[1 + SECOND_MORE] += weight * g[c] * below;
        gf[1 + SECOND_LESS] += weight * g[c] * above;
        gf[1 + BOTH_EQUAL] += weight * g[c] * d[c];
        double after = all - before - g[c];
        gd[c] += weight * (f[1 + SECOND_MORE] * after + f[1 + SECOND_LESS] * before +
                           f[1 + BOTH_EQUAL] * g[c]);
        below += d[c];
        before += g[c];
    }
}

/* The last of n + 2 is "more than n", where numbers are named, not counted. */
static void compare_numbers(const struct session *s, const double *f, const double *d,
                            double *out) {
    uint32_t last = s->n + 1;
    compare(s, f, d, 1, out);
    for (uint32_t c = 0; d[last] != 0 && c < last; c++) out[c] += f[1 + SECOND_LESS] * d[last];
    for (uint32_t c = 0; c < last; c++) out[last] += f[1 + SECOND_MORE] * d[c];
    out[last] += f[1 + BOTH_EQUAL] * d[last];
}

static void compare_numbers_back(const struct session *s, const double *f, const double *d,
                                 const double *g, double *gf, double *gd) {
    uint32_t last = s->n + 1;
    compare_back(s, f, d, 1, g, gf, gd);
    for (uint32_t c = 0; c < last; c++) {
        gf[1 + SECOND_LESS] += g[c] * d[last];
        gd[last] += g[c] * f[1 + SECOND_LESS];
        gf[1 + SECOND_MORE] += g[last] * d[c];
        gd[c] += g[last] * f[1 + SECOND_MORE];
    }
    gf[1 + BOTH_EQUAL] += g[last] * d[last];
    gd[last] += g[last] * f[1 + BOTH_EQUAL];
}

/* The weight of a set's counts is apart: d loss / d weight is what they make of g. */
static void compare_sets_back(struct session *s, const double *f, const double *x, const double *g,
                              double *gf, double *gx) {
    const double *d = answer_counts(s, x);
    double *made = arena_zalloc(s->arena, (s->n + 1) * sizeof *made);
    compare(s, f, d, 1, made);
    gx[0] += vec_dot(s->n + 1, made, g);
    compare_back(s, f, d, x[0], g, gf, gx + counts_at(s) + 1);
}

/* ---- pairs ------------------------------------------------------------------------------------ */

/* Where the two sets of a pair begin: x, and then y. */
static uint32_t sides_at(const struct session *s) {
    return 2 + s->np * s->np;
}

static void pair(struct session *s, const double *y, const double *x, double *out) {
    const double *u = x + s->np, *w = y + s->np;
    double *sides = out + sides_at(s);
    if (s->setup->interprets) {
        vec_axpy(s->np, y[0], x, sides);
        vec_axpy(s->np, x[0], y, sides + s->np);
    }
    if (!s->of_bool) return;
    out[1] += x[0] * y[0] * vec_dot(s->n + 1, answer_counts(s, x), answer_counts(s, y));
    for (uint32_t i = 1; i <= s->n; i++) vec_axpy(s->n, u[i], w + 1, out + 2 + i * s->np + 1);
}

static void sides_back(const struct session *s, const double *y, const double *x, const double *g,
                       double *gy, double *gx) {
    gy[0] += vec_dot(s->np, g, x);
    vec_axpy(s->np, y[0], g, gx);
    gx[0] += vec_dot(s->np, g + s->np, y);
    vec_axpy(s->np, x[0], g + s->np, gy);
}

static void pair_back(struct session *s, const double *y, const double *x, const double *g,
                      double *gy, double *gx) {
    const double *u = x + s->np, *w = y + s->np;
    double *gu = gx + s->np, *gw = gy + s->np;
    if (s->setup->interprets) sides_back(s, y, x, g + sides_at(s), gy, gx);
    if (!s->of_bool) return;
    for (uint32_t i = 1; i <= s->n; i++) {
        gu[i] += vec_dot(s->n, w + 1, g + 2 + i * s->np + 1);
        vec_axpy(s->n, u[i], g + 2 + i * s->np + 1, gw + 1);
    }
    if (g[1] == 0) return;
    const double *dx = answer_counts(s, x), *dy = answer_counts(s, y);
    double equal = vec_dot(s->n + 1, dx, dy);
    gx[0] += g[1] * y[0] * equal;
    gy[0] += g[1] * x[0] * equal;
    vec_axpy(s->n + 1, g[1] * x[0] * y[0], dy, gx + counts_at(s) + 1);
    vec_axpy(s->n + 1, g[1] * x[0] * y[0], dx, gy + counts_at(s) + 1);
}

/* ---- all of them -------------------------------------------------------------------------------- */

/* All but the weight. */
static void apply(struct session *s, int class, const double *f, const double *x, double *out) {
    uint32_t n = s->n + 1, square = s->np * n, a = query_size(s);
    switch (class) {
    case CLASS_SAME_AS: vec_axpy(s->n, f[0], x + same_at(s) + 1, out + 1); break;
    case CLASS_PAIRING: vec_axpy(s->n, f[0], x + 1, out + 1); break;
    case CLASS_PAIR_WITH: pair(s, f, x, out); break;
    case CLASS_COMPARE_SETS: compare(s, f, answer_counts(s, x), x[0], out + 1); break;
    case CLASS_COMPARE: compare_numbers(s, f, x + 1, out + 1); break;
    case CLASS_OF_INTEGER: out[1] += vec_dot(n + 1, f + 1, x + 1); break;
    case CLASS_OF_WORD: out[1] += vec_dot(s->n, f + 1, x + same_at(s) + 1); break;
    case CLASS_SAME_OWNER: vec_axpy(s->n, f[0], x + s->np + 1, out + 1); break;
    case CLASS_OF_PAIR: out[1] += f[1] * x[1] + vec_dot(square, f + 2, x + 2); break;
    case CLASS_SAME_COUNT: out[1] += f[0] * x[0]; break;
    case CLASS_SAME_QUERY: vec_axpy(square, f[0], x + 1 + a, out + 2); break;
    case CLASS_PART:
        for (uint32_t i = 0; i < 2; i++)
            vec_axpy(s->n, f[1 + i], x + sides_at(s) + i * s->np + 1, out + 1);
        break;
    default: break;
    }
}

static void apply_back(struct session *s, int class, const double *f, const double *x,
                       const double *g, double *gf, double *gx) {
    uint32_t n = s->n + 1, square = s->np * n, same = same_at(s), a = query_size(s);
    switch (class) {
    case CLASS_SAME_AS:
        gf[0] += vec_dot(s->n, g + 1, x + same + 1);
        vec_axpy(s->n, f[0], g + 1, gx + same + 1);
        break;
    case CLASS_PAIRING:
        gf[0] += vec_dot(s->n, g + 1, x + 1);
        vec_axpy(s->n, f[0], g + 1, gx + 1);
        break;
    case CLASS_PAIR_WITH: pair_back(s, f, x, g, gf, gx); break;
    case CLASS_COMPARE_SETS: compare_sets_back(s, f, x, g + 1, gf, gx); break;
    case CLASS_COMPARE: compare_numbers_back(s, f, x + 1, g + 1, gf, gx + 1); break;
    case CLASS_OF_INTEGER:
        vec_axpy(n + 1, g[1], x + 1, gf + 1);
        vec_axpy(n + 1, g[1], f + 1, gx + 1);
        break;
    case CLASS_PART:
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t at = sides_at(s) + i * s->np + 1;
            gf[1 + i] += vec_dot(s->n, g + 1, x + at);
            vec_axpy(s->n, f[1 + i], g + 1, gx + at);
        }
        break;
    case CLASS_OF_WORD:
        vec_axpy(s->n, g[1], x + same + 1, gf + 1);
        vec_axpy(s->n, g[1], f + 1, gx + same + 1);
        break;
    case CLASS_SAME_OWNER:
        gf[0] += vec_dot(s->n, g + 1, x + s->np + 1);
        vec_axpy(s->n, f[0], g + 1, gx + s->np + 1);
        break;
    case CLASS_OF_PAIR:
        gf[1] += g[1] * x[1];
        gx[1] += g[1] * f[1];
        vec_axpy(square, g[1], x + 2, gf + 2);
        vec_axpy(square, g[1], f + 2, gx + 2);
        break;
    case CLASS_SAME_COUNT:
        gf[0] += g[1] * x[0];
        gx[0] += g[1] * f[0];
        break;
    case CLASS_SAME_QUERY:
        gf[0] += vec_dot(square, g + 2, x + 1 + a);
        vec_axpy(square, f[0], g + 2, gx + 1 + a);
        break;
    default: break;
    }
}

/* Can an answer of the type asked for come from it? */
static bool is_needed(const struct session *s, int class) {
    if (s->of_bool || class == CLASS_SAME_AS) return true;
    bool sides = class == CLASS_PAIRING || class == CLASS_PAIR_WITH || class == CLASS_PART;
    return sides && s->setup->interprets;
}

void compare_apply(struct session *s, int class, const double *f, const double *x, double *out) {
    out[0] += f[0] * x[0];
    if (is_needed(s, class)) apply(s, class, f, x, out);
}

void compare_apply_back(struct session *s, int class, const double *f, const double *x,
                        const double *g, double *gf, double *gx) {
    gf[0] += g[0] * x[0];
    gx[0] += g[0] * f[0];
    if (is_needed(s, class)) apply_back(s, class, f, x, g, gf, gx);
}
