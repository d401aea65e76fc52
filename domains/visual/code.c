/* Programs to forms. A program can be mixed if each argument is used once, and
 * either as it is, up to filters, or as what something stands in relation to. */
#include "domains/visual/visual.h"

/* What the body of a program says of its arguments, by de Bruijn index. */
struct body {
    bool ok;
    uint32_t kept; /* bit i: variable i is part of the result */
    int landmark;  /* the variable to which the result stands in relation, or -1 */
    uint8_t filters;
    bool related;
};

static const struct body none = {.landmark = -1};

static struct body read_body(const struct lang *lang, const struct term *term);

/* The thing stood in relation to: a variable as it is. */
static struct body read_relate(const struct lang *lang, const struct term *term) {
    struct body body = read_body(lang, term->subs[0]);
    const struct term *other = term->subs[1];
    if (!body.ok || body.related || other->kind != TERM_VAR || other->index > 1) return none;
    body.landmark = (int)other->index;
    body.related = true;
    body.ok = !(body.kept >> other->index & 1);
    return body;
}

static struct body read_body(const struct lang *lang, const struct term *term) {
    if (term->kind == TERM_VAR && term->index < 2)
        return (struct body){.ok = true, .kept = 1u << term->index, .landmark = -1};
    if (term->kind != TERM_OP) return none;
    switch (lang->ops.at[term->op].kernel) {
    case KERNEL_SCENE: return (struct body){.ok = true, .landmark = -1};
    case KERNEL_RELATE: return read_relate(lang, term);
    case KERNEL_FILTER: {
        struct body body = read_body(lang, term->subs[0]);
        body.ok &= ++body.filters < 4 && term->subs[1]->kind == TERM_SLOT;
        return body;
    }
    default: return none;
    }
}

static bool is_question(const struct lang *lang, const struct term *body, struct mixed_code *out) {
    if (body->kind != TERM_OP || body->subs[0]->kind != TERM_VAR) return false;
    switch (lang->ops.at[body->op].kernel) {
    case KERNEL_EXIST: *out = (struct mixed_code){CLASS_EXIST, FORM_EXIST, 0}; return true;
    case KERNEL_COUNT: *out = (struct mixed_code){CLASS_COUNT, FORM_COUNT, 0}; return true;
    case KERNEL_QUERY:
        *out = (struct mixed_code){CLASS_QUERY, FORM_QUERY, 0};
        return body->subs[1]->kind == TERM_SLOT;
    default: return false;
    }
}

/* n arguments, the last of them variable 0. */
static int form_of(const struct body *body, uint32_t n) {
    if (!n && !body->kept && body->landmark < 0) return FORM_SET;
    if (n == 1 && body->kept == 1 && body->landmark < 0) return FORM_DIAGONAL;
    if (n == 1 && !body->kept && body->landmark == 0) return FORM_LANDMARK;
    if (n == 2 && body->kept == 1 && body->landmark == 1) return FORM_RELATION;
    if (n == 2 && body->kept == 2 && body->landmark == 0) return FORM_RELATION_OF;
    return -1;
}

bool visual_compile(const struct lang *lang, const struct term *program, struct mixed_code *out,
                    const char **why) {
    static const uint8_t classes[] = {CLASS_SET, CLASS_MODIFIER, CLASS_RELATION};
    const struct term *term = program;
    uint32_t n = 0;
    *why = "these kernels cannot mix this program: each argument is used once, filtered or as what "
           "something stands in relation to, or a question is asked of it as it is";
    for (; term->kind == TERM_LAMBDA; term = term->subs[0]) n++;
    if (n == 1 && is_question(lang, term, out)) return true;
    struct body body = read_body(lang, term);
    int form = body.ok ? form_of(&body, n) : -1;
    if (form < 0) return false;
    *out = (struct mixed_code){classes[n], (uint8_t)form, body.filters};
    return true;
}

/* ---- types ------------------------------------------------------------------------------ */

/* Types are known by the operations that make them. */
static int made_by(const struct lang *lang, type_id type) {
    for (uint32_t i = 0; i < lang->ops.n; i++)
        if (lang->ops.at[i].result == type) return lang->ops.at[i].kernel;
    return -1;
}

static int primitive_class(const struct lang *lang, type_id type) {
    switch (made_by(lang, type)) {
    case KERNEL_SCENE:
    case KERNEL_FILTER:
    case KERNEL_RELATE:
    case KERNEL_INTERSECTION:
    case KERNEL_UNION: return CLASS_SET;
    case KERNEL_EXIST:
    case KERNEL_TRUE:
    case KERNEL_FALSE: return CLASS_BOOL;
    case KERNEL_COUNT: return CLASS_INTEGER;
    case KERNEL_QUERY:
    case KERNEL_LITERAL: return CLASS_WORD;
    default: return -1;
    }
}

int visual_class_of(const struct lang *lang, type_id type) {
    static const int applied[N_CLASSES] = {
        [CLASS_SET] = CLASS_MODIFIER, [CLASS_MODIFIER] = CLASS_RELATION,
        [CLASS_RELATION] = -1,        [CLASS_EXIST] = -1,
        [CLASS_COUNT] = -1,           [CLASS_QUERY] = -1,
        [CLASS_BOOL] = CLASS_EXIST,   [CLASS_INTEGER] = CLASS_COUNT,
        [CLASS_WORD] = CLASS_QUERY,   [CLASS_CONJUNCTION] = -1};
    if (type == TYPE_NONE) return CLASS_CONJUNCTION;
    if (!lang_is_function(lang, type)) return primitive_class(lang, type);
    struct type t = lang->types.at[type];
    if (visual_class_of(lang, t.argument) != CLASS_SET) return -1;
    int result = visual_class_of(lang, t.result);
    return result < 0 ? -1 : applied[result];
}

/* ---- conjunctions ------------------------------------------------------------------------- */

static bool is_op(const struct lang *lang, const struct term *term, int kernel) {
    return term->kind == TERM_OP && lang->ops.at[term->op].kernel == kernel;
}

static bool is_var(const struct term *term, uint32_t index) {
    return term->kind == TERM_VAR && term->index == index;
}

static bool of_two(const struct lang *lang, const struct term *term, int kernel, uint32_t first) {
    return is_op(lang, term, kernel) && is_var(term->subs[0], first + 1) &&
           is_var(term->subs[1], first);
}

bool visual_compile_join(const struct lang *lang, const struct term *program, uint8_t *out,
                         const char **why) {
    const struct term *body = program;
    uint32_t n = 0;
    *why = "these kernels join by intersection(x, y), or by intersection(z, union(x, y)) of what "
           "is modified";
    for (; body->kind == TERM_LAMBDA; body = body->subs[0]) n++;
    *out = JOIN_PRODUCT;
    if (n == 2 && of_two(lang, body, KERNEL_INTERSECTION, 0)) return true;
    *out = JOIN_UNION;
    return n == 3 && is_op(lang, body, KERNEL_INTERSECTION) && is_var(body->subs[0], 0) &&
           of_two(lang, body->subs[1], KERNEL_UNION, 1);
}
