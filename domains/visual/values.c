/* Products and sums of values, and the way back.
 *
 *     set        [ v: np | u: np | more ]    v[0] = W; u = W x̂ and what is asked of the set
 *     modifier   [ d: np | matrix ]          are worked out when all is added up (merge)
 *     relation   [ A: np·np | B: np·np ]     A[0] = W; columns: A[j·np + i]
 *     exist ...  [ W | - ]      query [ W | attribute ]      answers [ W | outcomes ]
 *
 * The weight is one more object that every filter keeps, so a product over np
 * numbers multiplies weights as well. The matrix of a modifier is seldom there:
 * it is a pointer in the place of a double. Sets of up to 7 and 11 objects have
 * their loops unrolled. */
#include <math.h>
#include <string.h>

#include "domains/visual/visual.h"

#define ALWAYS static inline __attribute__((always_inline))

/* ---- vectors ------------------------------------------------------------------------------- */

ALWAYS void vec_axpy(uint32_t n, double a, const double *restrict x, double *restrict y) {
    for (uint32_t i = 0; i < n; i++) y[i] += a * x[i];
}

ALWAYS void vec_fma(uint32_t n, const double *restrict a, const double *restrict b,
                    double *restrict y) {
    for (uint32_t i = 0; i < n; i++) y[i] += a[i] * b[i];
}

ALWAYS double vec_dot(uint32_t n, const double *a, const double *b) {
    double s0 = 0, s1 = 0;
    uint32_t i = 0;
    for (; i + 2 <= n; i += 2) {
        s0 += a[i] * b[i];
        s1 += a[i + 1] * b[i + 1];
    }
    for (; i < n; i++) s0 += a[i] * b[i];
    return s0 + s1;
}

/* ---- the matrix of a modifier ------------------------------------------------------------------ */

union cell {
    double number;
    double *pointer;
};

static double *matrix(const struct session *s, const double *modifier) {
    union cell cell = {.number = modifier[s->np]};
    return cell.pointer;
}

static double *need_matrix(const struct session *s, double *modifier) {
    union cell cell = {.number = modifier[s->np]};
    if (cell.pointer) return cell.pointer;
    size_t n = (size_t)s->np * (s->n + 1);
    cell.pointer = arena_zalloc(s->arena, n * sizeof(double));
    modifier[s->np] = cell.number;
    return cell.pointer;
}

/* ---- sizes --------------------------------------------------------------------------------------- */

static uint32_t n_more(const struct session *s) {
    return s->asked == CLASS_WORD ? s->setup->n_answers : s->asked < 0 ? 0 : 1;
}

static uint32_t outcomes(void *session, int class) {
    const struct session *s = session;
    if (s->asked >= 0) return 1;
    return class == CLASS_BOOL ? 2 : class == CLASS_INTEGER ? s->n + 1 : s->setup->n_answers;
}

/* What is added up: the rest follows. */
static size_t primary(const struct session *s, int class) {
    switch (class) {
    case CLASS_SET:
    case CLASS_MODIFIER: return s->np;
    case CLASS_RELATION: return 2 * (size_t)s->np * s->np;
    case CLASS_QUERY: return 1 + (size_t)s->setup->n_answers;
    case CLASS_BOOL:
    case CLASS_INTEGER:
    case CLASS_WORD: return 1 + (size_t)outcomes((void *)s, class);
    default: return 1;
    }
}

static size_t size(void *session, int class) {
    const struct session *s = session;
    if (class == CLASS_SET) return 2 * (size_t)s->np + n_more(s);
    if (class == CLASS_MODIFIER) return s->np + 1;
    return primary(s, class);
}

/* ---- sums ------------------------------------------------------------------------------------------- */

static void add(void *session, int class, double weight, const double *x, double *out) {
    const struct session *s = session;
    vec_axpy((uint32_t)primary(s, class), weight, x, out);
    if (class != CLASS_MODIFIER || !matrix(s, x)) return;
    vec_axpy(s->np * (s->n + 1), weight, matrix(s, x), need_matrix(s, out));
}

static double add_back(void *session, int class, double weight, const double *x, const double *grad,
                       double *grad_x) {
    const struct session *s = session;
    uint32_t n = (uint32_t)primary(s, class);
    double slope = vec_dot(n, x, grad);
    vec_axpy(n, weight, grad, grad_x);
    if (class != CLASS_MODIFIER || !matrix(s, x) || !matrix(s, grad)) return slope;
    n = s->np * (s->n + 1);
    vec_axpy(n, weight, matrix(s, grad), need_matrix(s, grad_x));
    return slope + vec_dot(n, matrix(s, x), matrix(s, grad));
}

/* ---- applications -------------------------------------------------------------------------------------- */

ALWAYS void modify(const struct session *s, uint32_t np, const double *f, const double *x,
                   double *out) {
    vec_fma(np, f, x, out);
    const double *m = matrix(s, f), *u = x + np;
    for (uint32_t j = 1; m && j <= s->n; j++) vec_axpy(np, u[j], m + j * np, out);
}

ALWAYS void modify_back(const struct session *s, uint32_t np, const double *f, const double *x,
                        const double *g, double *gf, double *gx) {
    vec_fma(np, g, x, gf);
    vec_fma(np, g, f, gx);
    const double *m = matrix(s, f), *u = x + np;
    if (!m) return;
    double *gm = need_matrix(s, gf), *gu = gx + np;
    for (uint32_t j = 1; j <= s->n; j++) {
        gu[j] += vec_dot(np, m + j * np, g);
        vec_axpy(np, u[j], g, gm + j * np);
    }
}

/* A y-vector of zeros is a relation that no word has: B is seldom there. */
static bool has_second(const struct session *s, const double *relation) {
    return relation[(size_t)s->np * s->np] != 0;
}

ALWAYS void relate(const struct session *s, uint32_t np, const double *f, const double *x,
                   double *out) {
    const double *u = x + np, *b = f + np * np;
    for (uint32_t j = 0; j <= s->n; j++) vec_axpy(np, u[j], f + j * np, out);
    if (!has_second(s, f)) return;
    double *m = need_matrix(s, out);
    for (uint32_t j = 1; j <= s->n; j++) vec_fma(np, x, b + j * np, m + j * np);
}

ALWAYS void relate_back(const struct session *s, uint32_t np, const double *f, const double *x,
                        const double *g, double *gf, double *gx) {
    const double *u = x + np, *b = f + np * np, *gm = matrix(s, g);
    double *gu = gx + np, *gb = gf + np * np;
    for (uint32_t j = 0; j <= s->n; j++) {
        gu[j] += vec_dot(np, f + j * np, g);
        vec_axpy(np, u[j], g, gf + j * np);
    }
    if (!has_second(s, f) || !gm) return;
    for (uint32_t j = 1; j <= s->n; j++) {
        vec_fma(np, gm + j * np, b + j * np, gx);
        vec_fma(np, gm + j * np, x, gb + j * np);
    }
}

/* P(answer) of a query: more[] of the set holds the scores of all answers. */
static double query_share(const struct session *s, const double *f, const double *x, double *sum) {
    const double *score = x + 2 * s->np;
    *sum = vec_dot(s->setup->n_answers, f + 1, score);
    return *sum > 0 ? f[1 + s->answer] * score[s->answer] / *sum : 0;
}

static void ask(struct session *s, int class, const double *f, const double *x, double *out) {
    static const int answered[N_CLASSES] = {
        [CLASS_EXIST] = CLASS_BOOL, [CLASS_COUNT] = CLASS_INTEGER, [CLASS_QUERY] = CLASS_WORD};
    double sum;
    out[0] += f[0] * x[0];
    if (s->asked < 0) {
        double *all = arena_array(s->arena, double, s->n + s->setup->n_answers + 3);
        uint32_t n = answer_all(s, class, x, f + 1, all);
        for (uint32_t i = 0; i < n; i++) out[1 + i] += f[0] * x[0] * all[i];
    } else if (s->asked == answered[class]) {
        if (class != CLASS_QUERY) out[1] += f[0] * x[2 * s->np];
        else
            out[1] += f[0] * x[0] *
                      ((1 - UNSURE) * query_share(s, f, x, &sum) + UNSURE / s->setup->n_answers);
    }
}

static void ask_back(const struct session *s, int class, const double *f, const double *x,
                     const double *g, double *gf, double *gx) {
    gf[0] += g[0] * x[0];
    gx[0] += g[0] * f[0];
    if (class != CLASS_QUERY && (class == CLASS_EXIST) == (s->asked == CLASS_BOOL) &&
        s->asked != CLASS_WORD) {
        gf[0] += g[1] * x[2 * s->np];
        gx[2 * s->np] += g[1] * f[0];
    }
    if (class != CLASS_QUERY || s->asked != CLASS_WORD) return;
    double sum, p = query_share(s, f, x, &sum);
    double sure = (1 - UNSURE) * p + UNSURE / s->setup->n_answers;
    gf[0] += g[1] * x[0] * sure;
    gx[0] += g[1] * f[0] * sure;
    if (!(sum > 0)) return;
    const double *score = x + 2 * s->np;
    double *gscore = gx + 2 * s->np, slope = g[1] * f[0] * x[0] * (1 - UNSURE) / sum;
    for (uint32_t i = 0; i < s->setup->n_answers; i++) {
        gf[1 + i] -= slope * p * score[i];
        gscore[i] -= slope * p * f[1 + i];
    }
    gf[1 + s->answer] += slope * score[s->answer];
    gscore[s->answer] += slope * f[1 + s->answer];
}

static void apply(void *session, int class, const double *f, const double *x, double *out) {
    struct session *s = session;
    if (class == CLASS_MODIFIER) {
        if (s->np == 8) modify(s, 8, f, x, out);
        else if (s->np == 12) modify(s, 12, f, x, out);
        else modify(s, s->np, f, x, out);
    } else if (class == CLASS_RELATION) {
        if (s->np == 8) relate(s, 8, f, x, out);
        else if (s->np == 12) relate(s, 12, f, x, out);
        else relate(s, s->np, f, x, out);
    } else {
        ask(s, class, f, x, out);
    }
}

static void apply_back(void *session, int class, const double *f, const double *x,
                       const double *grad, double *grad_f, double *grad_x) {
    struct session *s = session;
    if (class == CLASS_MODIFIER) {
        if (s->np == 8) modify_back(s, 8, f, x, grad, grad_f, grad_x);
        else if (s->np == 12) modify_back(s, 12, f, x, grad, grad_f, grad_x);
        else modify_back(s, s->np, f, x, grad, grad_f, grad_x);
    } else if (class == CLASS_RELATION) {
        if (s->np == 8) relate_back(s, 8, f, x, grad, grad_f, grad_x);
        else if (s->np == 12) relate_back(s, 12, f, x, grad, grad_f, grad_x);
        else relate_back(s, s->np, f, x, grad, grad_f, grad_x);
    } else {
        ask_back(s, class, f, x, grad, grad_f, grad_x);
    }
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
    if (class != CLASS_MODIFIER || !matrix(s, a) || !matrix(s, b)) return;
    vec_fma(s->np * (s->n + 1), matrix(s, a), matrix(s, b), need_matrix(s, out));
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
    if (class != CLASS_MODIFIER || !matrix(s, a) || !matrix(s, b) || !matrix(s, grad)) return;
    n = s->np * (s->n + 1);
    vec_fma(n, matrix(s, grad), matrix(s, b), need_matrix(s, grad_a));
    vec_fma(n, matrix(s, grad), matrix(s, a), need_matrix(s, grad_b));
}

/* ---- what follows from a sum ---------------------------------------------------------------------------- */

static double size_of(const struct session *s, const double *v) {
    double sum = UNIQUE * v[0];
    for (uint32_t i = 1; i <= s->n; i++) sum += v[i];
    return sum;
}

static void merge(void *session, int class, double *value) {
    const struct session *s = session;
    if (class != CLASS_SET) return;
    double *u = value + s->np, *more = u + s->np, total = size_of(s, value);
    double scale = total > 0 ? value[0] / total : 0;
    for (uint32_t i = 1; i < s->np; i++) u[i] = value[i] * scale;
    u[0] = value[0];
    if (s->asked == CLASS_BOOL || s->asked == CLASS_INTEGER) more[0] = answer_set(s, value);
    if (s->asked != CLASS_WORD) return;
    for (uint32_t k = 0; k < s->setup->n_answers; k++)
        more[k] = vec_dot(s->n, u + 1, s->masks[k] + 1) + MISSING * value[0];
}

static void merge_back(void *session, int class, const double *value, double *grad) {
    struct session *s = session;
    if (class != CLASS_SET) return;
    const double *u = value + s->np;
    double *gu = grad + s->np, *more = gu + s->np, total = size_of(s, value);
    if (s->asked == CLASS_WORD)
        for (uint32_t k = 0; k < s->setup->n_answers; k++) {
            if (more[k] == 0) continue;
            double *mask = visual_concept_grad(s, s->setup->answers[k], OBJECT);
            grad[0] += MISSING * more[k];
            vec_axpy(s->n, more[k], s->masks[k] + 1, gu + 1);
            vec_axpy(s->n, more[k], u + 1, mask + 1);
        }
    else if (s->asked >= 0 && more[0] != 0) answer_set_back(s, value, more[0], grad);
    grad[0] += gu[0];
    if (!(total > 0)) return;
    double scale = value[0] / total, sum = vec_dot(s->n, gu + 1, value + 1) / total;
    for (uint32_t i = 1; i <= s->n; i++) grad[i] += gu[i] * scale - sum * scale;
    grad[0] += sum - sum * scale * UNIQUE;
}

/* ---- words --------------------------------------------------------------------------------------------- */

static double power(double x, uint32_t n) {
    double out = 1;
    while (n--) out *= x;
    return out;
}

/* The filters of a word, [np]: its mask, as often as it is used. */
static void filter(struct session *s, struct mixed_code code, uint32_t word, double *out) {
    const double *mask = code.filters ? visual_concept(s, word, OBJECT) : NULL;
    memset(out, 0, s->np * sizeof *out);
    for (uint32_t i = 0; i <= s->n; i++) out[i] = mask ? power(mask[i], code.filters) : 1;
}

static void lexical(void *session, struct mixed_code code, uint32_t word, double weight,
                    double *out) {
    struct session *s = session;
    uint32_t np = s->np;
    double d[SCENE_MAX_OBJECTS + 8];
    if (code.form <= FORM_RELATION_OF) filter(s, code, word, d);
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
                need_matrix(s, out)[j * np + i] += weight * d[i] * r[j * np + i];
        break;
    case FORM_RELATION_OF:
        out[0] += weight;
        out += (size_t)np * np;
        /* fall through */
    case FORM_RELATION:
        for (uint32_t j = 0; j <= s->n; j++)
            for (uint32_t i = 0; i <= s->n; i++) out[j * np + i] += weight * d[i] * r[j * np + i];
        break;
    case FORM_QUERY:
        vec_axpy(s->setup->n_answers, weight, visual_concept(s, word, ATTRIBUTE), out + 1);
        out[0] += weight;
        break;
    default: out[0] += weight;
    }
}

/* g: what the filters and, where r is not NULL, a matrix together are worth. */
static double matrix_back(struct session *s, struct mixed_code code, uint32_t word, double weight,
                          const double *g, uint32_t first) {
    double d[SCENE_MAX_OBJECTS + 8], sum = 0;
    uint32_t np = s->np;
    const double *r = visual_concept(s, word, RELATION);
    const double *mask = code.filters ? visual_concept(s, word, OBJECT) : NULL;
    double *gmask = code.filters ? visual_concept_grad(s, word, OBJECT) : NULL;
    double *gr = visual_concept_grad(s, word, RELATION);
    filter(s, code, word, d);
    for (uint32_t j = first; j <= s->n; j++)
        for (uint32_t i = first; i <= s->n; i++) {
            double slope = g[j * np + i];
            sum += slope * d[i] * r[j * np + i];
            gr[j * np + i] += slope * weight * d[i];
            if (mask && i)
                gmask[i] += slope * weight * r[j * np + i] * code.filters *
                            power(mask[i], code.filters - 1u);
        }
    return sum;
}

static double diagonal_back(struct session *s, struct mixed_code code, uint32_t word, double weight,
                            const double *g) {
    double d[SCENE_MAX_OBJECTS + 8];
    filter(s, code, word, d);
    if (code.filters) {
        const double *mask = visual_concept(s, word, OBJECT);
        double *gmask = visual_concept_grad(s, word, OBJECT);
        for (uint32_t i = 1; i <= s->n; i++)
            gmask[i] += g[i] * weight * code.filters * power(mask[i], code.filters - 1u);
    }
    return vec_dot(s->n + 1, d, g);
}

static double lexical_back(void *session, struct mixed_code code, uint32_t word, double weight,
                           const double *grad) {
    struct session *s = session;
    uint32_t n = s->setup->n_answers;
    switch (code.form) {
    case FORM_SET:
    case FORM_DIAGONAL: return diagonal_back(s, code, word, weight, grad);
    case FORM_LANDMARK:
        if (!matrix(s, grad)) return grad[0];
        return grad[0] + matrix_back(s, code, word, weight, matrix(s, grad), 1);
    case FORM_RELATION_OF:
        return grad[0] + matrix_back(s, code, word, weight, grad + (size_t)s->np * s->np, 0);
    case FORM_RELATION: return matrix_back(s, code, word, weight, grad, 0);
    case FORM_QUERY:
        vec_axpy(n, weight, grad + 1, visual_concept_grad(s, word, ATTRIBUTE));
        return grad[0] + vec_dot(n, visual_concept(s, word, ATTRIBUTE), grad + 1);
    default: return grad[0];
    }
}

static const struct mixed_kernels mixed = {
    .class_of = visual_class_of,
    .compile = visual_compile,
    .compile_join = visual_compile_join,
    .session = visual_session,
    .open = visual_open,
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
    .outcomes = outcomes,
    .print_outcome = visual_print_outcome,
    .describe = visual_describe,
    .perceive = visual_perceive,
};

/* ---- the table ------------------------------------------------------------------------------------------- */

static const char *const ops[] = {"scene", "filter", "relate", "intersection", "union",   "query",
                                  "exist", "count",  "true",   "false",        "literal", NULL};
static const char *const shapes[] = {"*",  "*o*", "**p*", "***", "***", "*a*",
                                     "**", "**",  "*",    "*",   NULL};

static bool is_number(const char *text) {
    size_t n = strspn(text, "0123456789");
    return n && n <= 4 && !text[n];
}

static bool is_truth(const struct lang *lang, const char *text, struct target *out) {
    for (uint32_t i = 0; i < lang->ops.n; i++) {
        const struct op *op = &lang->ops.at[i];
        if (strcmp(op->name, text)) continue;
        if (op->kernel != KERNEL_TRUE && op->kernel != KERNEL_FALSE) continue;
        if (out) *out = (struct target){.type = op->result, .number = op->kernel == KERNEL_TRUE};
        return true;
    }
    return false;
}

static bool is_literal(const struct lang *lang, const char *word) {
    return !(is_number(word) && lang->number_type != TYPE_NONE) && !is_truth(lang, word, NULL);
}

static bool read_target(struct arena *arena, const struct lang *lang, const char *text,
                        struct target *out, const char **why) {
    if (is_truth(lang, text, out)) return true;
    if (is_number(text) && lang->number_type != TYPE_NONE) {
        int number = 0;
        sscanf(text, "%d", &number);
        *out = (struct target){.type = lang->number_type, .number = number};
        return true;
    }
    uint16_t op = lang_literal_find(lang, text, strlen(text));
    *why = strchr(text, ' ') ? "an answer is one word" : "it is no answer that was ever seen";
    if (op == OP_NONE) return false;
    uint32_t *literal = arena_array(arena, uint32_t, 1);
    *literal = (uint32_t)lang->ops.at[op].literal;
    *out = (struct target){.n = 1, .literals = literal, .type = lang->ops.at[op].result};
    return true;
}

const struct kernels visual_kernels = {
    .name = "visual",
    .ops = ops,
    .shapes = shapes,
    .mixed = &mixed,
    .is_literal = is_literal,
    .read_target = read_target,
};
