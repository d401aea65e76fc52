/* Reading terms. A recursive descent that checks types on the way down: the
 * category of an entry says what type its program must have, so a lambda
 * learns the type of its variable from what is expected of it.
 *
 *     term  := ('\' | 'λ') name '.' term | call
 *     call  := atom { '(' [ term { ',' term } ] ')' }
 *     atom  := name | "quoted name" | number | '?' | '(' term ')' */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program/program.h"

#define DEPTH_MAX 64

struct scope {
    const struct scope *outer;
    const char *name;
    size_t length;
    type_id type;
};

struct reader {
    struct lang *lang;
    const char *text;
    size_t at, length;
    int depth;
};

static _Noreturn void fail(struct reader *r, g2l2_status status, size_t at, const char *what) {
    guard_raise(r->lang->arena->guard, status, 1, at + 1, "%s", what);
}

static void skip_space(struct reader *r) {
    while (r->at < r->length && isspace((unsigned char)r->text[r->at])) r->at++;
}

static bool eat(struct reader *r, const char *token) {
    skip_space(r);
    size_t n = strlen(token);
    if (r->length - r->at < n || memcmp(r->text + r->at, token, n)) return false;
    r->at += n;
    return true;
}

static void need(struct reader *r, const char *token, const char *what) {
    if (!eat(r, token)) fail(r, G2L2_STATUS_FORMAT, r->at, what);
}

static bool name_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* "...", where a backslash keeps the next character as it is. */
static void read_quoted(struct reader *r, const char **name, size_t *length) {
    size_t start = r->at++, n = 0;
    char *copy = arena_alloc(r->lang->arena, r->length - start + 1);
    for (; r->at < r->length && r->text[r->at] != '"'; r->at++) {
        bool escaped = r->text[r->at] == '\\' && r->at + 1 < r->length;
        r->at += escaped;
        if (!r->text[r->at]) fail(r, G2L2_STATUS_FORMAT, r->at, "a name cannot have this");
        const char *found = escaped ? strchr("nrt", r->text[r->at]) : NULL;
        copy[n++] = found ? "\n\r\t"[*found == 'r' ? 1 : *found == 't' ? 2 : 0] : r->text[r->at];
    }
    if (r->at >= r->length) fail(r, G2L2_STATUS_FORMAT, start, "a quoted name is not closed");
    r->at++;
    copy[n] = 0;
    *name = copy;
    *length = n;
}

/* A name, bare or quoted. */
static bool read_name(struct reader *r, const char **name, size_t *length) {
    skip_space(r);
    size_t start = r->at;
    if (start < r->length && r->text[start] == '"') {
        read_quoted(r, name, length);
        return true;
    }
    if (start >= r->length || isdigit((unsigned char)r->text[start])) return false;
    while (r->at < r->length && name_char(r->text[r->at])) r->at++;
    *name = r->text + start;
    *length = r->at - start;
    return *length > 0;
}

static _Noreturn void fail_type(struct reader *r, size_t at, type_id found, type_id wanted) {
    struct buf text;
    buf_init(&text, r->lang->arena);
    buf_puts(&text, "this has type ");
    lang_type_print(r->lang, found, &text);
    buf_puts(&text, ", but ");
    lang_type_print(r->lang, wanted, &text);
    buf_puts(&text, " is needed here");
    fail(r, G2L2_STATUS_TYPE, at, text.at);
}

static const struct term *read_term(struct reader *r, const struct scope *scope, type_id type);

static const struct term *read_lambda(struct reader *r, const struct scope *scope, type_id type,
                                      size_t start) {
    struct scope inner = {.outer = scope};
    if (!read_name(r, &inner.name, &inner.length))
        fail(r, G2L2_STATUS_FORMAT, r->at, "a variable name is needed after the lambda");
    need(r, ".", "a '.' is needed after the variable");
    if (type == TYPE_NONE)
        fail(r, G2L2_STATUS_TYPE, start, "the type of this function cannot be told here");
    if (!lang_is_function(r->lang, type)) {
        struct buf text;
        buf_init(&text, r->lang->arena);
        buf_puts(&text, "a function stands where ");
        lang_type_print(r->lang, type, &text);
        buf_puts(&text, " is needed");
        fail(r, G2L2_STATUS_TYPE, start, text.at);
    }
    struct type function = r->lang->types.at[type];
    inner.type = function.argument;
    const struct term *body = read_term(r, &inner, function.result);
    return term_lambda(r->lang, function.argument, body);
}

static const struct term *read_op(struct reader *r, const struct scope *scope, uint16_t op) {
    struct op o = r->lang->ops.at[op];
    const struct term *args[OP_MAX_ARGS];
    bool open = eat(r, "(");
    if (!open && o.n_args) fail(r, G2L2_STATUS_FORMAT, r->at, "a '(' is needed: it has arguments");
    for (uint32_t i = 0; i < o.n_args; i++) {
        if (i) need(r, ",", "a ',' and another argument are needed");
        args[i] = read_term(r, scope, o.args[i]);
    }
    if (open) need(r, ")", "a ')' is needed: all arguments are there");
    return term_op(r->lang, op, args);
}

/* Of literals that have the name, the one of the type that is needed. */
static uint16_t find_literal(const struct lang *lang, const char *name, size_t length,
                             type_id type) {
    uint16_t first = lang_literal_find(lang, name, length), op = first;
    while (op != OP_NONE && type != TYPE_NONE && lang->ops.at[op].result != type)
        op = lang_literal_next(lang, op);
    return op == OP_NONE ? first : op;
}

static const struct term *read_named(struct reader *r, const struct scope *scope, type_id type) {
    size_t start = r->at, length;
    const char *name;
    bool quoted = start < r->length && r->text[start] == '"';
    if (!read_name(r, &name, &length))
        fail(r, G2L2_STATUS_FORMAT, r->at,
             r->at < r->length ? "a program cannot have this here" : "the program ends too early");
    uint32_t index = 0;
    for (const struct scope *s = quoted ? NULL : scope; s; s = s->outer, index++)
        if (s->length == length && !memcmp(s->name, name, length))
            return term_var(r->lang, index, s->type);
    uint16_t op = quoted ? OP_NONE : lang_op_find(r->lang, name, length);
    if (op == OP_NONE) op = find_literal(r->lang, name, length, type);
    if (op != OP_NONE) return read_op(r, scope, op);
    guard_raise(r->lang->arena->guard, G2L2_STATUS_UNKNOWN, 1, start + 1,
                "'%.*s' is neither a variable nor an operation of this domain",
                (int)(length < 80 ? length : 80), name);
}

static const struct term *read_number(struct reader *r) {
    char digits[64], *end;
    size_t n = r->length - r->at < 63 ? r->length - r->at : 63;
    memcpy(digits, r->text + r->at, n);
    digits[n] = 0;
    double value = strtod(digits, &end);
    if (r->lang->number_type == TYPE_NONE)
        fail(r, G2L2_STATUS_TYPE, r->at, "this domain has no numbers");
    if (!isfinite(value)) fail(r, G2L2_STATUS_FORMAT, r->at, "this number is too large");
    r->at += (size_t)(end - digits);
    return term_number(r->lang, value);
}

static bool at_number(const struct reader *r) {
    if (r->at >= r->length) return false;
    char c = r->text[r->at], d = r->at + 1 < r->length ? r->text[r->at + 1] : 0;
    return isdigit((unsigned char)c) || ((c == '-' || c == '.') && isdigit((unsigned char)d));
}

static const struct term *read_atom(struct reader *r, const struct scope *scope, type_id type) {
    skip_space(r);
    if (at_number(r)) return read_number(r);
    if (eat(r, "?")) {
        if (type == TYPE_NONE) fail(r, G2L2_STATUS_TYPE, r->at - 1, "'?' has no type here");
        return term_slot(r->lang, type);
    }
    if (!eat(r, "(")) return read_named(r, scope, type);
    const struct term *inner = read_term(r, scope, type);
    need(r, ")", "a ')' is needed");
    return inner;
}

static const struct term *read_call(struct reader *r, const struct scope *scope, type_id type) {
    skip_space(r);
    size_t start = r->at;
    const struct term *term = read_atom(r, scope, type);
    while (eat(r, "(")) {
        do {
            if (!lang_is_function(r->lang, term->type))
                fail(r, G2L2_STATUS_TYPE, r->at, "this takes no argument");
            const struct term *arg = read_term(r, scope, r->lang->types.at[term->type].argument);
            term = term_apply(r->lang, term, arg);
        } while (eat(r, ","));
        need(r, ")", "a ')' is needed");
    }
    if (type != TYPE_NONE && term->type != type) fail_type(r, start, term->type, type);
    return term;
}

static const struct term *read_term(struct reader *r, const struct scope *scope, type_id type) {
    if (++r->depth > DEPTH_MAX)
        fail(r, G2L2_STATUS_LIMIT, r->at, "the program is nested too deeply");
    skip_space(r);
    size_t start = r->at;
    const struct term *out = eat(r, "\\") || eat(r, "λ") ? read_lambda(r, scope, type, start)
                                                         : read_call(r, scope, type);
    r->depth--;
    return out;
}

g2l2_status term_parse(struct lang *self, const char *text, size_t length, type_id type,
                       const struct term **out, g2l2_error *err) {
    struct reader r = {.lang = self, .text = text, .length = length};
    struct guard guard, *outer = self->arena->guard;
    self->arena->guard = &guard;
    if (guard_try(&guard, err)) {
        *out = read_term(&r, NULL, type);
        skip_space(&r);
        if (r.at < length) fail(&r, G2L2_STATUS_FORMAT, r.at, "nothing more is expected here");
    }
    self->arena->guard = outer;
    return guard.status;
}
