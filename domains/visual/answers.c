/* From a set to an answer: is there one, how many are there, what is it like.
 *
 *     exist   1 − Π (1 − m_i)                           m = v / W
 *     count   the distribution of a sum of independent yes/no with chances m_i
 *     query   P(a) ∝ A_a (Σ_i m̂_i c_a(i) + 1e-4)        A the attribute, c_a the mask of
 *                                                       the answer's own word
 *
 * Each is mixed with a small share of answers at random, so that no example is
 * impossible. Everything is of degree one in [W, v]. */
#include <math.h>
#include <string.h>

#include "domains/visual/visual.h"

/* ---- exist ------------------------------------------------------------------------------- */

static double none_of(const struct session *s, const double *v) {
    double p = 1;
    for (uint32_t i = 1; i <= s->n; i++) p *= 1 - v[i] / v[0];
    return p;
}

static double sure(double p, double n_outcomes) {
    return (1 - UNSURE) * p + UNSURE / n_outcomes;
}

/* Products without one factor: those before times those after it. */
static void exist_back(const struct session *s, const double *v, double grad, double *grad_v) {
    double before[SCENE_MAX_OBJECTS + 2], after = 1, w = v[0], sign = s->answer ? 1 : -1, sum = 0;
    before[1] = 1;
    for (uint32_t i = 1; i <= s->n; i++) before[i + 1] = before[i] * (1 - v[i] / w);
    for (uint32_t i = s->n; i >= 1; i--) {
        double slope = (1 - UNSURE) * sign * before[i] * after;
        grad_v[i] += grad * slope;
        sum += slope * v[i] / w;
        after *= 1 - v[i] / w;
    }
    double p = s->answer ? 1 - before[s->n + 1] : before[s->n + 1];
    grad_v[0] += grad * (sure(p, 2) - sum);
}

/* ---- count -------------------------------------------------------------------------------- */

/* table[i][c]: chance that c of the first i objects are in the set, c <= max. */
static void count_table(const struct session *s, const double *v, uint32_t max, double *table) {
    uint32_t row = max + 1;
    memset(table, 0, row * sizeof *table);
    table[0] = 1;
    for (uint32_t i = 1; i <= s->n; i++) {
        const double *from = table + (size_t)(i - 1) * row;
        double *to = table + (size_t)i * row, m = v[i] / v[0];
        to[0] = from[0] * (1 - m);
        for (uint32_t c = 1; c <= max; c++) to[c] = from[c] * (1 - m) + from[c - 1] * m;
    }
}

static double *new_table(const struct session *s, uint32_t max) {
    return arena_array(s->arena, double, (size_t)(s->n + 2) * (max + 1));
}

static double count_at(const struct session *s, const double *v, double *table) {
    if (s->answer > s->n) return 0;
    count_table(s, v, s->answer, table);
    return table[(size_t)s->n * (s->answer + 1) + s->answer];
}

static void count_back(const struct session *s, const double *v, double *table, double grad,
                       double *grad_v) {
    uint32_t max = s->answer, row = max + 1;
    double p = count_at(s, v, table), sum = 0, *g = table + (size_t)(s->n + 1) * row;
    for (uint32_t c = 0; c <= max && max <= s->n; c++) g[c] = c == max ? 1 - UNSURE : 0;
    for (uint32_t i = max <= s->n ? s->n : 0; i >= 1; i--) {
        const double *from = table + (size_t)(i - 1) * row;
        double m = v[i] / v[0], slope = -g[0] * from[0];
        for (uint32_t c = 1; c <= max; c++) slope += g[c] * (from[c - 1] - from[c]);
        for (uint32_t c = 0; c <= max; c++) g[c] = g[c] * (1 - m) + (c < max ? g[c + 1] * m : 0);
        grad_v[i] += grad * slope;
        sum += slope * m;
    }
    grad_v[0] += grad * (sure(p, s->n + 1.) - sum);
}

/* ---- of the target --------------------------------------------------------------------------- */

double answer_set(const struct session *s, const double *v) {
    if (!(v[0] > 0)) return 0;
    if (s->asked == CLASS_BOOL) {
        double none = none_of(s, v);
        return v[0] * sure(s->answer ? 1 - none : none, 2);
    }
    return v[0] * sure(count_at(s, v, s->table), s->n + 1.);
}

void answer_set_back(const struct session *s, const double *v, double grad, double *grad_v) {
    if (!(v[0] > 0)) return;
    if (s->asked == CLASS_BOOL) exist_back(s, v, grad, grad_v);
    else count_back(s, v, s->table, grad, grad_v);
}

/* ---- all outcomes ------------------------------------------------------------------------------ */

static uint32_t query_all(struct session *s, const double *v, const double *a, double *out) {
    uint32_t n = s->setup->n_answers;
    double sum = 0, size = UNIQUE * v[0];
    for (uint32_t i = 1; i <= s->n; i++) size += v[i];
    for (uint32_t k = 0; k < n; k++) {
        const double *mask = visual_concept(s, s->setup->answers[k], OBJECT);
        double score = MISSING;
        for (uint32_t i = 1; i <= s->n; i++) score += v[i] / size * mask[i];
        sum += out[k] = a[k] * score;
    }
    for (uint32_t k = 0; k < n; k++) out[k] = sure(sum > 0 ? out[k] / sum : 0, n);
    return n;
}

uint32_t answer_all(struct session *s, int class, const double *v, const double *a, double *out) {
    uint32_t n = 2;
    if (!(v[0] > 0)) return 0;
    if (class == CLASS_QUERY) return query_all(s, v, a, out);
    if (class == CLASS_EXIST) {
        out[0] = sure(none_of(s, v), 2);
        out[1] = 1 - out[0];
        return n;
    }
    double *table = new_table(s, s->n);
    count_table(s, v, s->n, table);
    for (uint32_t c = 0; c <= s->n; c++)
        out[c] = sure(table[(size_t)s->n * (s->n + 1) + c], s->n + 1.);
    return s->n + 1;
}

double *answer_new_table(const struct session *s) {
    return new_table(s, s->answer < s->n ? s->answer : s->n);
}
