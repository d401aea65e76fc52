/* A line of a definition: its tokens, names, categories and programs, and where they stand. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domain/definition.h"

_Noreturn void def_fail_at(struct def_reader *r, g2l2_status status, size_t column,
                           const char *what) {
    guard_raise(&r->domain->guard, status, r->line, column + 1, "%s", what);
}

_Noreturn void def_fail(struct def_reader *r, const char *what) {
    def_fail_at(r, G2L2_STATUS_FORMAT, r->at, what);
}

_Noreturn void def_refuse(struct def_reader *r, g2l2_status status, const char *what) {
    def_fail_at(r, status, r->start, what);
}

void def_skip_space(struct def_reader *r) {
    while (r->at < r->length && isspace((unsigned char)r->text[r->at])) r->at++;
}

bool def_at_end(struct def_reader *r) {
    def_skip_space(r);
    return r->at >= r->length;
}

bool def_eat(struct def_reader *r, const char *token) {
    def_skip_space(r);
    size_t n = strlen(token);
    if (r->length - r->at < n || memcmp(r->text + r->at, token, n)) return false;
    r->at += n;
    return true;
}

const char *def_token(struct def_reader *r, const char *stops, size_t *length, const char *what) {
    def_skip_space(r);
    const char *start = r->text + r->at;
    size_t n = 0;
    r->start = r->at;
    while (r->at + n < r->length && !isspace((unsigned char)start[n]) && !strchr(stops, start[n]))
        n++;
    if (!n) def_fail(r, what);
    r->at += n;
    *length = n;
    return start;
}

const char *def_word(struct def_reader *r, const char *stops, const char *what) {
    size_t n;
    const char *start = def_token(r, stops, &n, what);
    return arena_strndup(&r->domain->arena, start, n);
}

bool def_eat_word(struct def_reader *r, const char *name) {
    size_t n;
    if (def_at_end(r) || strchr(",]", r->text[r->at])) return false;
    const char *start = def_token(r, ",]", &n, "a word is needed");
    if (n == strlen(name) && !memcmp(start, name, n)) return true;
    r->at = r->start;
    return false;
}

const char *def_new_name(struct def_reader *r, const char *what) {
    const char *name = def_word(r, ":", what);
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_' && (unsigned char)*c < 0x80)
            def_refuse(r, G2L2_STATUS_FORMAT, "a name has letters, digits and '_' only");
    return name;
}

double def_number(struct def_reader *r) {
    char *end;
    const char *text = def_word(r, ",]:", "a number is needed");
    double value = strtod(text, &end);
    if (*end || !isfinite(value)) def_refuse(r, G2L2_STATUS_FORMAT, "this is not a number");
    return value;
}

type_id def_type_name(struct def_reader *r) {
    size_t n;
    const char *start = def_token(r, ",[:-", &n, "a type is needed");
    type_id type = lang_type_find(&r->domain->lang, start, n);
    if (type == TYPE_NONE) def_refuse(r, G2L2_STATUS_UNKNOWN, "no such type");
    return type;
}

/* Errors of a nested text (category, program) are moved to this line. */
static void check(struct def_reader *r, g2l2_status status, const g2l2_error *inner, size_t start) {
    if (status)
        guard_raise(&r->domain->guard, status, r->line, start + inner->column, "%s",
                    inner->message);
}

cat_id def_category_of_any_kind(struct def_reader *r) {
    g2l2_error inner;
    size_t n, before = (def_skip_space(r), r->at);
    const char *start = def_token(r, ":", &n, "a category is needed");
    cat_id cat = CAT_NONE;
    check(r, category_parse(&r->domain->syntax, start, n, &cat, &inner), &inner, before);
    return cat;
}

cat_id def_category(struct def_reader *r) {
    cat_id cat = def_category_of_any_kind(r);
    if (r->domain->syntax.cats.at[cat].type == TYPE_NONE)
        def_refuse(r, G2L2_STATUS_TYPE, "a category with a meaning is needed here");
    return cat;
}

const struct term *def_program(struct def_reader *r, type_id type) {
    g2l2_error inner;
    def_skip_space(r);
    const struct term *out = NULL;
    check(r, term_parse(&r->domain->lang, r->text + r->at, r->length - r->at, type, &out, &inner),
          &inner, r->at);
    r->at = r->length;
    return out;
}

void def_mark(struct def_reader *r, enum marked what, uint32_t which, size_t at) {
    struct said m = {(uint8_t)what, (uint16_t)which, (uint32_t)r->line, (uint32_t)at + 1};
    vec_push(&r->domain->arena, &r->domain->marks, m);
}

cat_id def_simple_category(struct def_reader *r) {
    cat_id cat = def_category(r);
    if (r->domain->syntax.cats.at[cat].kind != CAT_KIND_PRIMITIVE)
        def_refuse(r, G2L2_STATUS_TYPE, "phrases of a simple category can stand side by side");
    return cat;
}

void def_check_fit(struct def_reader *r, cat_id cat, const struct term *program, size_t at) {
    const char *why = domain_unfit(r->domain, cat, program);
    if (why) def_fail_at(r, G2L2_STATUS_TYPE, at, why);
}
