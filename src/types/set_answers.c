/* From a set to an answer: a test of it, how many are in it, what it is like.
 *
 *     counts  the distribution of a sum of independent yes/no with chances m = v / W
 *     test    Σ_c g_c P(|x| = c)
 *     query   P(a) ∝ A_a (Σ_i m̂_i c_a(i) + 1e-4)      A the attribute, c_a the mask of
 *                                                     the answer's own word
 *
 * Everything is of degree one in [W, v]. What a set's counts and scores are is worked out
 * when first asked for, and kept in it. At last each answer is mixed with a small share of
 * answers at random, so that no example is impossible.
 *
 * Objects that are surely not in a set, v_i = 0, are passed over, also in the reverse pass (set.h): a
 * clause with a word that refers back is executed once for each object that may be meant, and most of
 * its sets are of that object alone. */
#include <string.h>

#include "types/set.h"

/* ---- counts -------------------------------------------------------------------------------- */

/* table[k][c]: chance that c of the first k objects that may be in the set are in it. Returns how
 * many these are. */
static uint32_t count_table(const struct session *s, const double *v) {
    uint32_t row = s->n + 1, k = 0;
    double *from = s->table;
    from[0] = 1;
    for (uint32_t i = 1; i <= s->n; i++) {
        if (v[i] == 0) continue;
        double *to = from + row, m = v[i] / v[0], rest = 1 - m;
        k++;
        to[0] = from[0] * rest;
        for (uint32_t c = 1; c < k; c++) to[c] = from[c] * rest + from[c - 1] * m;
        to[k] = from[k - 1] * m;
        from = to;
    }
    return k;
}

const double *answer_counts(struct session *s, const double *x) {
    double *counts = (double *)x + counts_at(s); /* kept: x is the same to all others */
    if (counts[0] != 0) return counts + 1;
    counts[0] = 1;
    if (x[0] > 0) {
        uint32_t k = count_table(s, x);
        memcpy(counts + 1, s->table + (size_t)k * (s->n + 1), (k + 1) * sizeof *counts);
    }
    return counts + 1;
}

void answer_counts_back(struct session *s, const double *x, const double *grad, double *gx) {
    uint32_t row = s->n + 1;
    double *g = s->table + (size_t)row * row, sum = 0, any = 0;
    for (uint32_t c = 0; c <= s->n; c++) any += (g[c] = grad[c]) != 0;
    if (any == 0 || !(x[0] > 0)) return;
    uint32_t k = count_table(s, x);
    for (uint32_t i = s->n; i >= 1; i--) {
        if (x[i] == 0) continue;
        const double *from = s->table + (size_t)--k * row;
        double m = x[i] / x[0], slope = 0;
        for (uint32_t c = 0; c <= k; c++) slope += from[c] * (g[c + 1] - g[c]);
        for (uint32_t c = 0; c <= k; c++) g[c] = g[c] * (1 - m) + g[c + 1] * m;
        gx[i] += slope / x[0];
        sum += slope * m;
    }
    gx[0] -= sum / x[0];
}

/* ---- queries -------------------------------------------------------------------------------- */

/* W times what the object has of each answer; kept, as counts are. */
static const double *scores_of(struct session *s, const double *x) {
    double *scores = (double *)x + scores_at(s);
    const double *u = x + s->np, *const * masks;
    if (scores[0] != 0) return scores + 1;
    masks = visual_masks(s);
    scores[0] = 1;
    for (uint32_t k = 0; k < s->setup->n_answers; k++)
        scores[1 + k] = vec_dot(s->n, u + 1, masks[k] + 1) + MISSING * x[0];
    return scores + 1;
}

static void query_all(struct session *s, const double *f, const double *x, double *out) {
    const double *score = scores_of(s, x);
    uint32_t n = s->setup->n_answers;
    double sum = vec_dot(n, f + 1, score), weight = f[0] * x[0];
    for (uint32_t k = 0; sum > 0 && k < n; k++) out[1 + k] += weight * f[1 + k] * score[k] / sum;
}

/* Where the answer is known, a query is of two things, [ A_a | Σ_v A_v c_v(i): n ]: however many
 * answers there are, their sum is one over objects. */
struct asked {
    double score, sum, p; /* of the answer, of all, and the first's share */
};

static const double *mask_of_target(struct session *s) {
    return visual_concept(s, s->setup->answers[s->answer], OBJECT);
}

static struct asked ask_target(struct session *s, const double *f, const double *x) {
    const double *u = x + s->np;
    struct asked out = {.score = vec_dot(s->n, u + 1, mask_of_target(s) + 1) + MISSING * x[0],
                        .sum = vec_dot(s->n, u + 1, f + 2) + MISSING * x[0] * f[0]};
    out.p = out.sum > 0 ? f[1] * out.score / out.sum : 0;
    return out;
}

static void query_target(struct session *s, const double *f, const double *x, double *out) {
    out[1] += f[0] * x[0] * ask_target(s, f, x).p;
}

static void query_target_back(struct session *s, const double *f, const double *x, double g,
                              double *gf, double *gx) {
    struct asked of = ask_target(s, f, x);
    const double *u = x + s->np;
    double *gu = gx + s->np;
    if (!(of.sum > 0) || g == 0) return;
    double slope = g * f[0] * x[0] / of.sum, of_sum = -slope * of.p, of_score = slope * f[1];
    gf[0] += g * x[0] * of.p + of_sum * MISSING * x[0];
    gx[0] += g * f[0] * of.p + of_sum * MISSING * f[0] + of_score * MISSING;
    gf[1] += slope * of.score;
    vec_axpy(s->n, of_sum, u + 1, gf + 2);
    vec_axpy(s->n, of_sum, f + 2, gu + 1);
    vec_axpy(s->n, of_score, mask_of_target(s) + 1, gu + 1);
    vec_axpy(s->n, of_score, u + 1,
             visual_concept_grad(s, s->setup->answers[s->answer], OBJECT) + 1);
}

/* What is the same as the object, in what is asked: the rows of the sameness, by object. */
static void query_same(const struct session *s, const double *f, const double *x, double *out) {
    const double *same = f + 1 + query_size(s), *u = x + s->np;
    for (uint32_t j = 1; j <= s->n; j++)
        if (u[j] != 0) vec_axpy(s->np, u[j], same + j * s->np, out + same_at(s));
}

static void query_same_back(const struct session *s, const double *f, const double *x,
                            const double *g, double *gf, double *gx) {
    uint32_t at = 1 + query_size(s);
    const double *u = x + s->np;
    double *gu = gx + s->np;
    g += same_at(s);
    for (uint32_t j = 1; j <= s->n; j++) {
        if (u[j] == 0) continue;
        gu[j] += vec_dot(s->n, f + at + j * s->np + 1, g + 1);
        vec_axpy(s->n, u[j], g + 1, gf + at + j * s->np + 1);
    }
}

/* ---- all of them ------------------------------------------------------------------------------ */

void answer_ask(struct session *s, int class, const double *f, const double *x, double *out) {
    out[0] += f[0] * x[0];
    if (class == CLASS_TEST && s->of_bool)
        out[1] += x[0] * vec_dot(s->n + 1, f + 1, answer_counts(s, x));
    if (class == CLASS_COUNT && s->of_counts)
        vec_axpy(s->n + 1, f[0] * x[0], answer_counts(s, x), out + 1);
    if (class == CLASS_QUERY && s->of_words)
        (s->asked < 0 ? query_all : query_target)(s, f, x, out);
    if (class == CLASS_QUERY && s->of_same) query_same(s, f, x, out);
}

void answer_ask_back(struct session *s, int class, const double *f, const double *x,
                     const double *g, double *gf, double *gx) {
    uint32_t n = s->n + 1;
    gf[0] += g[0] * x[0];
    gx[0] += g[0] * f[0];
    if (class == CLASS_TEST && s->of_bool && g[1] != 0) {
        const double *counts = answer_counts(s, x);
        gx[0] += g[1] * vec_dot(n, f + 1, counts);
        vec_axpy(n, g[1] * x[0], counts, gf + 1);
        vec_axpy(n, g[1] * x[0], f + 1, gx + counts_at(s) + 1);
    }
    if (class == CLASS_COUNT && s->of_counts) {
        double slope = vec_dot(n, g + 1, answer_counts(s, x));
        gf[0] += slope * x[0];
        gx[0] += slope * f[0];
        vec_axpy(n, f[0] * x[0], g + 1, gx + counts_at(s) + 1);
    }
    if (class == CLASS_QUERY && s->of_words) query_target_back(s, f, x, g[1], gf, gx);
    if (class == CLASS_QUERY && s->of_same) query_same_back(s, f, x, g, gf, gx);
}

/* ---- the answer -------------------------------------------------------------------------------- */

uint32_t answer_outcomes(void *session, int class) {
    const struct session *s = session;
    return class == CLASS_BOOL ? 2 : class == CLASS_INTEGER ? s->n + 1 : s->setup->n_answers;
}

bool answer_exists(void *session, int class) {
    const struct session *s = session;
    return s->n || class == CLASS_BOOL || class == CLASS_INTEGER;
}

/* Where in a value its chance is; of words, where one is asked for, there is no other. */
static uint32_t place_of(const struct session *s, int class, uint32_t outcome) {
    return class == CLASS_BOOL || (class == CLASS_WORD && s->asked >= 0) ? 1 : 1 + outcome;
}

double answer_chance(void *session, int class, const double *value, uint32_t outcome) {
    uint32_t n = answer_outcomes(session, class);
    double p = outcome < n ? value[place_of(session, class, outcome)] : 0;
    if (class == CLASS_BOOL && !outcome) p = value[0] - p;
    return (1 - UNSURE) * p + UNSURE * value[0] / n;
}

void answer_chance_back(void *session, int class, uint32_t outcome, double grad, double *grads) {
    uint32_t n = answer_outcomes(session, class);
    bool no = class == CLASS_BOOL && !outcome;
    grads[0] += grad * (UNSURE / n + (no ? 1 - UNSURE : 0));
    if (outcome < n)
        grads[place_of(session, class, outcome)] += (no ? -1 : 1) * grad * (1 - UNSURE);
}

uint32_t answer_asked(void *session) {
    const struct session *s = session;
    return s->answer;
}
