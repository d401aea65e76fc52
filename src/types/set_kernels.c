/* The classes of values: how large they are, how they are added up, what words say, and
 * which part of the kernels applies them (set.h has their layouts). */
#include <math.h>
#include <string.h>

#include "types/set.h"

/* ---- sizes ---------------------------------------------------------------------------------- */

/* What is added up: the rest follows. */
static size_t primary(const struct session *s, int class) {
    size_t square = (size_t)s->np * s->np;
    switch (class) {
    case CLASS_SET:
    case CLASS_PAIR_WITH:
    case CLASS_MODIFIER:
    case CLASS_OF_WORD: return s->np;
    case CLASS_RELATION: return 2 * square;
    case CLASS_TEST: return s->n + 2;
    case CLASS_OF_INTEGER: return s->n + 3;
    case CLASS_INTEGER: return s->of_counts ? s->n + 3 : 1;
    case CLASS_QUERY: return 1 + query_size(s) + (s->of_same ? square : 0);
    case CLASS_WORD: return 1 + same_at(s) + (s->of_same ? s->np : 0);
    case CLASS_BOOL: return 2;
    case CLASS_PART: return 3;
    case CLASS_PAIR: return 2 + square + 2 * s->np;
    case CLASS_OF_PAIR: return 2 + square;
    case CLASS_COMPARE:
    case CLASS_COMPARE_SETS: return 4;
    default: return 1;
    }
}

/* Where nothing is compared with them, what attributes have in common is not asked for. */
static void expect(void *session, const bool *classes) {
    struct session *s = session;
    s->of_same = s->has_same && (classes[CLASS_SAME_AS] || classes[CLASS_SAME_OWNER] ||
                                 classes[CLASS_OF_WORD] || classes[CLASS_SAME_QUERY]);
}

static size_t size(void *session, int class) {
    const struct session *s = session;
    if (class == CLASS_SET || class == CLASS_PAIR_WITH) return set_size(s);
    if (class == CLASS_MODIFIER) return s->np + 1;
    return primary(s, class);
}

/* ---- sums ------------------------------------------------------------------------------------- */

/* What of it is not all zero: a relation is seldom one the other way round. */
static uint32_t filled(const struct session *s, int class, const double *x) {
    if (class == CLASS_RELATION && !set_has_second(s, x)) return s->np * s->np;
    return (uint32_t)primary(s, class);
}

static void add(void *session, int class, double weight, const double *x, double *out) {
    const struct session *s = session;
    vec_axpy(filled(s, class, x), weight, x, out);
    if (class == CLASS_MODIFIER && set_matrix(s, x)) set_add_matrix(s, weight, x, out);
}

static double add_back(void *session, int class, double weight, const double *x, const double *grad,
                       double *grad_x) {
    const struct session *s = session;
    uint32_t n = filled(s, class, x);
    double slope = vec_dot(n, x, grad);
    vec_axpy(n, weight, grad, grad_x);
    if (class != CLASS_MODIFIER || !set_matrix(s, x)) return slope;
    return slope + set_add_matrix_back(s, weight, x, grad, grad_x);
}

/* ---- applications ------------------------------------------------------------------------------ */

static void apply(void *session, int class, const double *f, const double *x, double *out) {
    struct session *s = session;
    switch (class) {
    case CLASS_MODIFIER: set_modify(s, f, x, out); break;
    case CLASS_RELATION: set_relate(s, f, x, out); break;
    case CLASS_TEST:
    case CLASS_COUNT:
    case CLASS_QUERY: answer_ask(s, class, f, x, out); break;
    default: compare_apply(s, class, f, x, out);
    }
}

static void apply_back(void *session, int class, const double *f, const double *x,
                       const double *grad, double *grad_f, double *grad_x) {
    struct session *s = session;
    switch (class) {
    case CLASS_MODIFIER: set_modify_back(s, f, x, grad, grad_f, grad_x); break;
    case CLASS_RELATION: set_relate_back(s, f, x, grad, grad_f, grad_x); break;
    case CLASS_TEST:
    case CLASS_COUNT:
    case CLASS_QUERY: answer_ask_back(s, class, f, x, grad, grad_f, grad_x); break;
    default: compare_apply_back(s, class, f, x, grad, grad_f, grad_x);
    }
}

static bool is_set(int class) {
    return class == CLASS_SET || class == CLASS_PAIR_WITH;
}

static void merge(void *session, int class, double *value) {
    if (is_set(class)) set_merge(session, value);
}

static void merge_back(void *session, int class, const double *value, double *grad) {
    if (is_set(class)) set_merge_back(session, value, grad);
}

/* ---- what is referred to ------------------------------------------------------------------------ */

static bool refers(const struct lang *lang, type_id type) {
    return visual_class_of(lang, type) == CLASS_SET;
}

/* No object, or one of them. */
static uint32_t n_cases(void *session) {
    const struct session *s = session;
    return s->n + 1;
}

static void refer(void *session, int class, uint32_t which, double weight, double *out) {
    (void)session, (void)class;
    out[0] += weight;
    if (which) out[which] += weight;
}

static double refer_back(void *session, int class, uint32_t which, const double *grad) {
    (void)session, (void)class;
    return grad[0] + (which ? grad[which] : 0);
}

static void shares(void *session, int class, const double *x, double *out) {
    const struct session *s = session;
    (void)class;
    out[0] = x[0];
    for (uint32_t i = 1; i <= s->n; i++) out[0] -= out[i] = x[s->np + i];
}

static void shares_back(void *session, int class, const double *grad, double *grad_x) {
    const struct session *s = session;
    (void)class;
    grad_x[0] += grad[0];
    for (uint32_t i = 1; i <= s->n; i++) grad_x[s->np + i] += grad[i] - grad[0];
}

/* ---- conjunctions ------------------------------------------------------------------------------------ */

/* Of two functions, the products of what they do to single objects. */
static void join(void *session, uint8_t how, int class, const double *a, const double *b,
                 double *out) {
    struct session *s = session;
    uint32_t n = (uint32_t)primary(s, class);
    if (how == JOIN_UNION) {
        for (uint32_t i = 0; i < n; i++) out[i] += a[i] * b[0] + a[0] * b[i] - a[i] * b[i];
        return;
    }
    vec_fma(n, a, b, out);
    if (class == CLASS_MODIFIER) set_join_matrix(s, a, b, out);
}

static void union_back(uint32_t n, const double *a, const double *b, const double *g, double *ga,
                       double *gb) {
    for (uint32_t i = 0; i < n; i++) {
        ga[i] += g[i] * (b[0] - b[i]);
        gb[i] += g[i] * (a[0] - a[i]);
        ga[0] += g[i] * b[i];
        gb[0] += g[i] * a[i];
    }
}

static void join_back(void *session, uint8_t how, int class, const double *a, const double *b,
                      const double *grad, double *grad_a, double *grad_b) {
    struct session *s = session;
    uint32_t n = (uint32_t)primary(s, class);
    if (how == JOIN_UNION) {
        union_back(n, a, b, grad, grad_a, grad_b);
        return;
    }
    vec_fma(n, grad, b, grad_a);
    vec_fma(n, grad, a, grad_b);
    if (class == CLASS_MODIFIER) set_join_matrix_back(s, a, b, grad, grad_a, grad_b);
}

/* ---- words --------------------------------------------------------------------------------------------- */

static double power(double x, uint32_t n) {
    double out = 1;
    while (n--) out *= x;
    return out;
}

/* The filters of a word, [np]: its mask, as often as it is used. */
static const double *filter(struct session *s, struct mixed_code code, uint32_t word) {
    const double *mask = code.how ? visual_concept(s, word, OBJECT) : NULL;
    double *out = s->filter;
    if (code.how == 1) return mask;
    memset(out, 0, s->np * sizeof *out);
    for (uint32_t i = 0; i <= s->n; i++) out[i] = mask ? power(mask[i], code.how) : 1;
    return out;
}

static const double *answer_mask(struct session *s, struct mixed_code code) {
    return visual_concept(s, s->setup->answers[code.how], OBJECT);
}

/* Which count it is; what is more than there are objects is kept as one. */
static uint32_t number_of(const struct session *s, struct mixed_code code) {
    return code.how <= s->n ? code.how : s->n + 1;
}

/* Where the value of a literal has its own share; 0: nowhere. */
static uint32_t literal_at(const struct session *s, struct mixed_code code) {
    if (s->asked < 0) return 1 + code.how;
    return s->of_words && code.how == s->answer ? 1 : 0;
}

/* An object has what an answer names if the answer's own word says so. */
static double literal_back(struct session *s, struct mixed_code code, double weight,
                           const double *grad) {
    uint32_t at = literal_at(s, code);
    double slope = grad[0] + (at ? grad[at] : 0);
    if (!s->of_same) return slope;
    const double *g = grad + same_at(s) + 1;
    vec_axpy(s->n, weight, g, visual_concept_grad(s, s->setup->answers[code.how], OBJECT) + 1);
    return slope + vec_dot(s->n, answer_mask(s, code) + 1, g);
}

static int query_concept(const struct session *s) {
    return s->asked < 0 ? ATTRIBUTE : ASKED;
}

static void lexical(void *session, struct mixed_code code, uint32_t word, double weight,
                    double *out) {
    struct session *s = session;
    uint32_t np = s->np, n = query_size(s);
    const double *d = code.form <= FORM_RELATION_OF ? filter(s, code, word) : NULL;
    const double *r = code.form >= FORM_LANDMARK && code.form <= FORM_RELATION_OF
                          ? visual_concept(s, word, RELATION)
                          : NULL;
    switch (code.form) {
    case FORM_SET:
    case FORM_DIAGONAL: vec_axpy(np, weight, d, out); break;
    case FORM_LANDMARK:
        out[0] += weight;
        for (uint32_t j = 1; j <= s->n; j++)
            for (uint32_t i = 1; i <= s->n; i++)
                set_need_matrix(s, 0, out)->at[j * np + i] += weight * d[i] * r[j * np + i];
        break;
    case FORM_RELATION_OF:
        out[0] += weight;
        out += (size_t)np * np;
        /* fall through */
    case FORM_RELATION:
        for (uint32_t j = 0; j <= s->n; j++)
            for (uint32_t i = 0; i <= s->n; i++) out[j * np + i] += weight * d[i] * r[j * np + i];
        break;
    case FORM_EXIST:
        out[0] += weight;
        for (uint32_t c = 1; c <= s->n; c++) out[1 + c] += weight;
        break;
    case FORM_COMPARE:
        out[0] += weight;
        out[1 + code.how] += weight;
        break;
    case FORM_QUERY:
        if (n) vec_axpy(n, weight, visual_concept(s, word, query_concept(s)), out + 1);
        if (s->of_same) vec_axpy(np * np, weight, visual_concept(s, word, SAMENESS), out + 1 + n);
        out[0] += weight;
        break;
    case FORM_NUMBER:
        out[0] += weight;
        if (s->of_counts) out[1 + number_of(s, code)] += weight;
        break;
    case FORM_LITERAL:
        out[0] += weight;
        if (literal_at(s, code)) out[literal_at(s, code)] += weight;
        if (s->of_same) vec_axpy(s->n, weight, answer_mask(s, code) + 1, out + same_at(s) + 1);
        break;
    default: out[0] += weight;
    }
}

/* g: what the filters and, where r is not NULL, a matrix together are worth. */
static double matrix_back(struct session *s, struct mixed_code code, uint32_t word, double weight,
                          const double *g, uint32_t first) {
    const double *d = filter(s, code, word);
    double sum = 0;
    uint32_t np = s->np;
    const double *r = visual_concept(s, word, RELATION);
    const double *mask = code.how ? visual_concept(s, word, OBJECT) : NULL;
    double *gmask = code.how ? visual_concept_grad(s, word, OBJECT) : NULL;
    double *gr = visual_concept_grad(s, word, RELATION);
    for (uint32_t j = first; j <= s->n; j++)
        for (uint32_t i = first; i <= s->n; i++) {
            double slope = g[j * np + i];
            sum += slope * d[i] * r[j * np + i];
            gr[j * np + i] += slope * weight * d[i];
            if (mask && i)
                gmask[i] +=
                    slope * weight * r[j * np + i] * code.how * power(mask[i], code.how - 1u);
        }
    return sum;
}

static double diagonal_back(struct session *s, struct mixed_code code, uint32_t word, double weight,
                            const double *g) {
    const double *d = filter(s, code, word);
    if (code.how) {
        const double *mask = visual_concept(s, word, OBJECT);
        double *gmask = visual_concept_grad(s, word, OBJECT);
        for (uint32_t i = 1; i <= s->n; i++)
            gmask[i] += g[i] * weight * code.how * power(mask[i], code.how - 1u);
    }
    return vec_dot(s->n + 1, d, g);
}

static double lexical_back(void *session, struct mixed_code code, uint32_t word, double weight,
                           const double *grad) {
    struct session *s = session;
    uint32_t n = query_size(s), square = s->np * s->np;
    double slope = grad[0];
    switch (code.form) {
    case FORM_SET:
    case FORM_DIAGONAL: return diagonal_back(s, code, word, weight, grad);
    case FORM_LANDMARK:
        if (!set_matrix(s, grad)) return grad[0];
        return grad[0] + matrix_back(s, code, word, weight, set_matrix(s, grad)->at, 1);
    case FORM_RELATION_OF:
        return grad[0] + matrix_back(s, code, word, weight, grad + (size_t)s->np * s->np, 0);
    case FORM_RELATION: return matrix_back(s, code, word, weight, grad, 0);
    case FORM_EXIST:
        for (uint32_t c = 1; c <= s->n; c++) slope += grad[1 + c];
        return slope;
    case FORM_COMPARE: return slope + grad[1 + code.how];
    case FORM_NUMBER: return slope + (s->of_counts ? grad[1 + number_of(s, code)] : 0);
    case FORM_LITERAL: return literal_back(s, code, weight, grad);
    case FORM_QUERY:
        if (n) {
            vec_axpy(n, weight, grad + 1, visual_concept_grad(s, word, ASKED));
            slope += vec_dot(n, visual_concept(s, word, ASKED), grad + 1);
        }
        if (!s->of_same) return slope;
        vec_axpy(square, weight, grad + 1 + n, visual_concept_grad(s, word, SAMENESS));
        return slope + vec_dot(square, visual_concept(s, word, SAMENESS), grad + 1 + n);
    default: return grad[0];
    }
}

const struct mixed_kernels sets_mixed = {
    .class_of = visual_class_of,
    .compile = visual_compile,
    .compile_join = visual_compile_join,
    .call = visual_call,
    .argument_of = visual_argument_of,
    .result_of = visual_result_of,
    .session = visual_session,
    .open = visual_open,
    .expect = expect,
    .size = size,
    .lexical = lexical,
    .lexical_back = lexical_back,
    .add = add,
    .add_back = add_back,
    .apply = apply,
    .apply_back = apply_back,
    .join = join,
    .join_back = join_back,
    .merge = merge,
    .merge_back = merge_back,
    .finish_back = visual_finish_back,
    .refers = refers,
    .n_cases = n_cases,
    .refer = refer,
    .refer_back = refer_back,
    .shares = shares,
    .shares_back = shares_back,
    .outcomes = answer_outcomes,
    .has_answer = answer_exists,
    .answer = answer_chance,
    .asked = answer_asked,
    .answer_back = answer_chance_back,
    .print_outcome = visual_print_outcome,
    .describe = visual_describe,
    .selects = visual_selects,
    .takes_one = visual_takes_one,
    .perceive = visual_perceive,
};
