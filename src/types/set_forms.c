/* Programs to forms. A program has an operator form if each argument is used once, and
 * either as it is, up to filters, or as what something stands in relation to; or if it
 * asks something of its argument as it is, or compares two. Others are interpreted, one
 * operation after the other, and each operation has a form. */
#include "types/set.h"

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
    if (term->subs[2]->kind != TERM_SLOT) return none;
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

static bool is_op(const struct lang *lang, const struct term *term, int kernel) {
    return term->kind == TERM_OP && lang->ops.at[term->op].kernel == kernel;
}

static bool is_var(const struct term *term, uint32_t index) {
    return term->kind == TERM_VAR && term->index == index;
}

static bool of_var(const struct lang *lang, const struct term *term, int kernel, uint32_t index) {
    return is_op(lang, term, kernel) && is_var(term->subs[0], index);
}

/* ---- what compares ----------------------------------------------------------------------- */

/* op(a, b), where variable 1 came first: what the other is, compared with it. `second` says
 * whether b is the second. */
static int comparison_of(const struct lang *lang, const struct term *body, bool second) {
    if (is_op(lang, body, KERNEL_EQUAL)) return BOTH_EQUAL;
    if (is_op(lang, body, KERNEL_GREATER)) return second ? SECOND_LESS : SECOND_MORE;
    if (is_op(lang, body, KERNEL_LESS)) return second ? SECOND_MORE : SECOND_LESS;
    return -1;
}

/* The variable that is compared: itself, or the count of it. */
static int compared(const struct lang *lang, const struct term *term, bool counted) {
    if (counted && !is_op(lang, term, KERNEL_COUNT)) return -1;
    if (counted) term = term->subs[0];
    return term->kind == TERM_VAR && term->index < 2 ? (int)term->index : -1;
}

static bool is_comparison(const struct lang *lang, const struct term *body,
                          struct mixed_code *out) {
    if (body->kind != TERM_OP || body->n_subs != 2) return false;
    bool counted = is_op(lang, body->subs[0], KERNEL_COUNT);
    int a = compared(lang, body->subs[0], counted), b = compared(lang, body->subs[1], counted);
    int how = a >= 0 && b >= 0 && a != b ? comparison_of(lang, body, b == 0) : -1;
    if (how < 0) return false;
    *out = (struct mixed_code){counted ? CLASS_COMPARE_SETS : CLASS_COMPARE, FORM_COMPARE,
                               (uint8_t)how};
    return true;
}

/* f(first(p)) or f(second(p)): variables 1 and 0. */
static bool is_of_part(const struct lang *lang, const struct term *term, int part) {
    return term->kind == TERM_APPLY && is_var(term->subs[0], 1) &&
           of_var(lang, term->subs[1], part, 0);
}

static bool is_same_of_pair(const struct lang *lang, const struct term *body) {
    const struct term *same = is_op(lang, body, KERNEL_EXIST) ? body->subs[0] : body;
    return same != body && is_op(lang, same, KERNEL_SAME) &&
           of_var(lang, same->subs[0], KERNEL_FIRST, 0) &&
           is_of_part(lang, same->subs[1], KERNEL_SECOND);
}

static bool is_same_owner(const struct lang *lang, const struct term *body) {
    const struct term *same = is_op(lang, body, KERNEL_EXIST) ? body->subs[0] : body;
    return same != body && of_var(lang, same, KERNEL_SAME, 1) && is_var(same->subs[1], 0);
}

/* Programs of two arguments that have a class to themselves. */
static bool is_special(const struct lang *lang, const struct term *body, struct mixed_code *out) {
    out->form = FORM_WEIGHT;
    out->how = 0;
    if (of_var(lang, body, KERNEL_SAME, 0) && is_var(body->subs[1], 1)) out->class = CLASS_SAME_AS;
    else if (of_var(lang, body, KERNEL_PAIR, 0) && is_var(body->subs[1], 1))
        out->class = CLASS_PAIRING;
    else if (is_same_owner(lang, body)) out->class = CLASS_SAME_OWNER;
    else if (is_same_of_pair(lang, body)) out->class = CLASS_SAME_QUERY;
    else if (is_op(lang, body, KERNEL_EQUAL) && is_of_part(lang, body->subs[0], KERNEL_FIRST) &&
             is_of_part(lang, body->subs[1], KERNEL_SECOND))
        out->class = CLASS_SAME_COUNT;
    else return is_comparison(lang, body, out);
    return true;
}

static bool is_question(const struct lang *lang, const struct term *body, struct mixed_code *out) {
    if (body->kind != TERM_OP || !body->n_subs || !is_var(body->subs[0], 0)) return false;
    switch (lang->ops.at[body->op].kernel) {
    case KERNEL_EXIST: *out = (struct mixed_code){CLASS_TEST, FORM_EXIST, 0}; return true;
    case KERNEL_COUNT: *out = (struct mixed_code){CLASS_COUNT, FORM_WEIGHT, 0}; return true;
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

/* Numbers above this are more than there are objects anyway. */
static uint16_t clipped(double number) {
    return number > 0 ? (uint16_t)(number < UINT16_MAX ? number : UINT16_MAX) : 0;
}

/* Without arguments. */
static bool is_constant(const struct lang *lang, const struct term *term, struct mixed_code *out) {
    if (term->kind == TERM_NUMBER) {
        *out = (struct mixed_code){CLASS_INTEGER, FORM_NUMBER, clipped(term->number)};
        return true;
    }
    if (term->kind != TERM_OP) return false;
    switch (lang->ops.at[term->op].kernel) {
    case KERNEL_TRUE: *out = (struct mixed_code){CLASS_BOOL, FORM_COMPARE, 0}; return true;
    case KERNEL_FALSE: *out = (struct mixed_code){CLASS_BOOL, FORM_WEIGHT, 0}; return true;
    case KERNEL_LITERAL:
        *out =
            (struct mixed_code){CLASS_WORD, FORM_LITERAL, (uint16_t)lang->ops.at[term->op].literal};
        return true;
    default: return false;
    }
}

bool visual_compile(const struct lang *lang, const struct term *program, struct mixed_code *out) {
    static const uint8_t classes[] = {CLASS_SET, CLASS_MODIFIER, CLASS_RELATION};
    const struct term *term = program;
    uint32_t n = 0;
    for (; term->kind == TERM_LAMBDA; term = term->subs[0]) n++;
    if (!n && is_constant(lang, term, out)) return true;
    if (n == 1 && is_question(lang, term, out)) return true;
    if (n == 2 && is_special(lang, term, out)) return true;
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
    case KERNEL_UNION:
    case KERNEL_SAME:
    case KERNEL_FIRST:
    case KERNEL_SECOND: return CLASS_SET;
    case KERNEL_EXIST:
    case KERNEL_TRUE:
    case KERNEL_FALSE:
    case KERNEL_EQUAL:
    case KERNEL_GREATER:
    case KERNEL_LESS: return CLASS_BOOL;
    case KERNEL_COUNT: return CLASS_INTEGER;
    case KERNEL_PAIR: return CLASS_PAIR;
    case KERNEL_QUERY:
    case KERNEL_LITERAL: return CLASS_WORD;
    default: return type == lang->number_type ? CLASS_INTEGER : -1;
    }
}

static const struct {
    int argument, result, class;
} functions[] = {
    {CLASS_SET, CLASS_SET, CLASS_MODIFIER},
    {CLASS_SET, CLASS_MODIFIER, CLASS_RELATION},
    {CLASS_SET, CLASS_BOOL, CLASS_TEST},
    {CLASS_SET, CLASS_INTEGER, CLASS_COUNT},
    {CLASS_SET, CLASS_WORD, CLASS_QUERY},
    {CLASS_SET, CLASS_PAIR, CLASS_PAIR_WITH},
    {CLASS_SET, CLASS_PAIR_WITH, CLASS_PAIRING},
    {CLASS_SET, CLASS_TEST, CLASS_COMPARE_SETS},
    {CLASS_INTEGER, CLASS_BOOL, CLASS_OF_INTEGER},
    {CLASS_INTEGER, CLASS_OF_INTEGER, CLASS_COMPARE},
    {CLASS_WORD, CLASS_MODIFIER, CLASS_SAME_AS},
    {CLASS_WORD, CLASS_BOOL, CLASS_OF_WORD},
    {CLASS_SET, CLASS_OF_WORD, CLASS_SAME_OWNER},
    {CLASS_PAIR, CLASS_BOOL, CLASS_OF_PAIR},
    {CLASS_COUNT, CLASS_OF_PAIR, CLASS_SAME_COUNT},
    {CLASS_QUERY, CLASS_OF_PAIR, CLASS_SAME_QUERY},
};

int visual_result_of(int class) {
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (functions[i].class == class) return functions[i].result;
    return class == CLASS_PART ? CLASS_SET : -1;
}

int visual_argument_of(int class) {
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (functions[i].class == class) return functions[i].argument;
    return class == CLASS_PART ? CLASS_PAIR : -1;
}

int visual_class_of(const struct lang *lang, type_id type) {
    if (type == TYPE_NONE) return CLASS_WEIGHT;
    if (!lang_is_function(lang, type)) return primitive_class(lang, type);
    struct type t = lang->types.at[type];
    int argument = visual_class_of(lang, t.argument), result = visual_class_of(lang, t.result);
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (functions[i].argument == argument && functions[i].result == result)
            return functions[i].class;
    return -1;
}

/* ---- conjunctions ------------------------------------------------------------------------- */

/* kernel(x, y), x being variable `first` + 1. */
static bool of_two(const struct lang *lang, const struct term *term, int kernel, uint32_t first) {
    return of_var(lang, term, kernel, first + 1) && is_var(term->subs[1], first);
}

bool visual_compile_join(const struct lang *lang, const struct term *program, uint8_t *out) {
    const struct term *body = program;
    uint32_t n = 0;
    for (; body->kind == TERM_LAMBDA; body = body->subs[0]) n++;
    *out = JOIN_PRODUCT;
    if (n == 2 && of_two(lang, body, KERNEL_INTERSECTION, 0)) return true;
    *out = JOIN_UNION;
    return n == 3 && is_op(lang, body, KERNEL_INTERSECTION) && is_var(body->subs[0], 0) &&
           of_two(lang, body->subs[1], KERNEL_UNION, 1);
}

/* ---- operations -------------------------------------------------------------------------- */

static struct mixed_call apply_to(struct mixed_code code, const struct term *a,
                                  const struct term *b) {
    return (struct mixed_call){.code = code, .n = b ? 2 : 1, .args = {a, b}};
}

static struct mixed_call join_by(uint8_t how, const struct term *const *args) {
    return (struct mixed_call){.joins = true, .how = how, .n = 2, .args = {args[0], args[1]}};
}

static struct mixed_call with_concept(struct mixed_call call, const struct term *concept) {
    call.concept = concept;
    return call;
}

/* exist(same(x, v)) asks of the one object that x should have. */
static struct mixed_call call_exist(const struct lang *lang, const struct term *of) {
    struct mixed_code owner = {CLASS_SAME_OWNER, FORM_WEIGHT, 0};
    if (is_op(lang, of, KERNEL_SAME)) return apply_to(owner, of->subs[0], of->subs[1]);
    return apply_to((struct mixed_code){CLASS_TEST, FORM_EXIST, 0}, of, NULL);
}

void visual_call(const struct lang *lang, const struct term *term, struct mixed_call *out) {
    const struct term *const *a = term->subs;
    struct mixed_code code = {0, FORM_WEIGHT, 0};
    *out = (struct mixed_call){.code = {CLASS_SET, FORM_SET, 0}};
    if (is_constant(lang, term, &out->code)) return;
    switch (lang->ops.at[term->op].kernel) {
    case KERNEL_FILTER:
        code = (struct mixed_code){CLASS_MODIFIER, FORM_DIAGONAL, 1};
        *out = with_concept(apply_to(code, a[0], NULL), a[1]);
        break;
    case KERNEL_RELATE:
        code = (struct mixed_code){CLASS_RELATION, FORM_RELATION, 0};
        *out = with_concept(apply_to(code, a[1], a[0]), a[2]);
        break;
    case KERNEL_QUERY:
        code = (struct mixed_code){CLASS_QUERY, FORM_QUERY, 0};
        *out = with_concept(apply_to(code, a[0], NULL), a[1]);
        break;
    case KERNEL_INTERSECTION: *out = join_by(JOIN_PRODUCT, a); break;
    case KERNEL_UNION: *out = join_by(JOIN_UNION, a); break;
    case KERNEL_EXIST: *out = call_exist(lang, a[0]); break;
    case KERNEL_COUNT:
        code.class = CLASS_COUNT;
        *out = apply_to(code, a[0], NULL);
        break;
    case KERNEL_SAME:
        code.class = CLASS_SAME_AS;
        *out = apply_to(code, a[1], a[0]);
        break;
    case KERNEL_PAIR:
        code.class = CLASS_PAIRING;
        *out = apply_to(code, a[1], a[0]);
        break;
    case KERNEL_FIRST:
        code = (struct mixed_code){CLASS_PART, FORM_COMPARE, 0};
        *out = apply_to(code, a[0], NULL);
        break;
    case KERNEL_SECOND:
        code = (struct mixed_code){CLASS_PART, FORM_COMPARE, 1};
        *out = apply_to(code, a[0], NULL);
        break;
    case KERNEL_EQUAL:
    case KERNEL_GREATER:
    case KERNEL_LESS:
        code = (struct mixed_code){CLASS_COMPARE, FORM_COMPARE,
                                   (uint16_t)comparison_of(lang, term, true)};
        *out = apply_to(code, a[0], a[1]);
        break;
    default: break; /* the scene */
    }
}

/* Sequences, and sums of numbers, are for other executions. */
bool visual_takes(const struct op *op) {
    switch (op->kernel) {
    case KERNEL_EMPTY:
    case KERNEL_CONCAT:
    case KERNEL_REPEAT:
    case KERNEL_REVERSE:
    case KERNEL_CALL:
    case KERNEL_ADD:
    case KERNEL_MUL: return false;
    default: return true;
    }
}
