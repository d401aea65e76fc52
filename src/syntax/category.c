/* Categories: interning, reading, writing. */
#include <ctype.h>
#include <string.h>

#include "syntax/syntax.h"

static cat_id intern(struct syntax *self, struct category cat) {
    for (uint32_t i = 1; i < self->cats.n; i++) {
        const struct category *c = &self->cats.at[i];
        bool same_name = c->name == cat.name || (c->name && cat.name && !strcmp(c->name, cat.name));
        if (c->kind == cat.kind && c->slash == cat.slash && c->result == cat.result &&
            c->argument == cat.argument && c->schema == cat.schema && same_name)
            return (cat_id)i;
    }
    if (self->cats.n >= CAT_MAX)
        guard_raise(self->lang->arena->guard, G2L2_STATUS_LIMIT, 0, 0, "too many categories");
    if (cat.name) cat.name = arena_strndup(self->lang->arena, cat.name, strlen(cat.name));
    vec_push(self->lang->arena, &self->cats, cat);
    return (cat_id)(self->cats.n - 1);
}

void syntax_init(struct syntax *self, struct lang *lang) {
    *self = (struct syntax){.lang = lang};
    vec_push(lang->arena, &self->cats, (struct category){0});
    intern(self, (struct category){.kind = CAT_KIND_EMPTY, .name = "EMPTY"});
}

cat_id syntax_primitive(struct syntax *self, const char *name, type_id type) {
    return intern(self, (struct category){.kind = CAT_KIND_PRIMITIVE, .name = name, .type = type});
}

cat_id syntax_slash(struct syntax *self, cat_id result, char slash, cat_id argument) {
    struct category cat = {
        .kind = CAT_KIND_SLASH, .slash = slash, .result = result, .argument = argument};
    cat.type = lang_function(self->lang, self->cats.at[argument].type, self->cats.at[result].type);
    return intern(self, cat);
}

cat_id syntax_open(struct syntax *self, cat_id result, cat_id variable) {
    struct category cat = {.kind = CAT_KIND_OPEN, .result = result, .argument = variable};
    cat.type = lang_function(self->lang, self->cats.at[variable].type, self->cats.at[result].type);
    return intern(self, cat);
}

cat_id syntax_schema(struct syntax *self, const struct schema *schema) {
    vec_push(self->lang->arena, &self->schemas, *schema);
    struct category cat = {.kind = CAT_KIND_SCHEMA, .name = schema->name};
    cat.schema = (uint16_t)(self->schemas.n - 1);
    return intern(self, cat);
}

cat_id syntax_partial(struct syntax *self, cat_id schema, cat_id operand) {
    struct category cat = {.kind = CAT_KIND_PARTIAL, .result = schema, .argument = operand};
    cat.schema = self->cats.at[schema].schema;
    cat.type = self->cats.at[operand].type;
    return intern(self, cat);
}

/* ---- reading ----------------------------------------------------------------- */

struct reader {
    struct syntax *syntax;
    const char *text;
    size_t at, length;
    int depth;
};

static _Noreturn void fail(struct reader *r, size_t at, const char *what) {
    guard_raise(r->syntax->lang->arena->guard, G2L2_STATUS_FORMAT, 1, at + 1, "%s", what);
}

static char peek(struct reader *r) {
    while (r->at < r->length && isspace((unsigned char)r->text[r->at])) r->at++;
    return r->at < r->length ? r->text[r->at] : 0;
}

static bool name_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static cat_id read_slashes(struct reader *r);

static cat_id read_primitive(struct reader *r) {
    size_t start = r->at;
    while (r->at < r->length && name_char(r->text[r->at])) r->at++;
    size_t n = r->at - start;
    if (!n)
        fail(r, start,
             start < r->length ? "a category cannot have this here"
                               : "the category ends too early");
    for (uint32_t i = 1; i < r->syntax->cats.n; i++) {
        const char *name = r->syntax->cats.at[i].name;
        if (name && !strncmp(name, r->text + start, n) && !name[n]) return (cat_id)i;
    }
    guard_raise(r->syntax->lang->arena->guard, G2L2_STATUS_UNKNOWN, 1, start + 1,
                "'%.*s' is not a category of this domain", (int)(n < 80 ? n : 80), r->text + start);
}

static cat_id read_inner(struct reader *r) {
    if (peek(r) != '(') return read_primitive(r);
    if (++r->depth > 64) fail(r, r->at, "the category is nested too deeply");
    r->at++;
    cat_id inner = read_slashes(r);
    if (peek(r) != ')') fail(r, r->at, "a ')' is needed");
    r->at++;
    r->depth--;
    return inner;
}

static bool takes_part(const struct syntax *self, cat_id cat) {
    uint8_t kind = self->cats.at[cat].kind;
    return kind == CAT_KIND_PRIMITIVE || kind == CAT_KIND_SLASH;
}

static cat_id read_part(struct reader *r) {
    size_t start = r->at;
    cat_id inner = read_inner(r);
    if (peek(r) != '^') return inner;
    r->at++;
    size_t at = r->at;
    cat_id variable = read_inner(r);
    if (!takes_part(r->syntax, inner)) fail(r, start, "this category can speak of nothing");
    if (r->syntax->cats.at[variable].kind != CAT_KIND_PRIMITIVE)
        fail(r, at, "what is spoken of has a simple category");
    return syntax_open(r->syntax, inner, variable);
}

static cat_id read_slashes(struct reader *r) {
    size_t start = r->at;
    cat_id left = read_part(r);
    for (char slash; (slash = peek(r)) == '/' || slash == '\\' || slash == '|';) {
        r->at++;
        size_t at = r->at;
        cat_id right = read_part(r);
        if (!takes_part(r->syntax, left)) fail(r, start, "this category takes no argument");
        if (!takes_part(r->syntax, right)) fail(r, at, "this category cannot be an argument");
        left = syntax_slash(r->syntax, left, slash, right);
    }
    return left;
}

g2l2_status category_parse(struct syntax *self, const char *text, size_t length, cat_id *out,
                           g2l2_error *err) {
    struct reader r = {.syntax = self, .text = text, .length = length};
    struct guard guard, *outer = self->lang->arena->guard;
    self->lang->arena->guard = &guard;
    if (guard_try(&guard, err)) {
        *out = read_slashes(&r);
        if (peek(&r)) fail(&r, r.at, "nothing more is expected here");
    }
    self->lang->arena->guard = outer;
    return guard.status;
}

void category_print(const struct syntax *self, cat_id cat, struct buf *out) {
    const struct category *c = &self->cats.at[cat];
    if (c->kind == CAT_KIND_SLASH) {
        bool nested = self->cats.at[c->argument].kind == CAT_KIND_SLASH;
        category_print(self, c->result, out);
        buf_put(out, &c->slash, 1);
        if (nested) buf_puts(out, "(");
        category_print(self, c->argument, out);
        if (nested) buf_puts(out, ")");
    } else if (c->kind == CAT_KIND_OPEN) {
        bool nested = self->cats.at[c->result].kind == CAT_KIND_SLASH;
        if (nested) buf_puts(out, "(");
        category_print(self, c->result, out);
        if (nested) buf_puts(out, ")");
        buf_puts(out, "^");
        category_print(self, c->argument, out);
    } else if (c->kind == CAT_KIND_PARTIAL) {
        buf_puts(out, "[");
        category_print(self, c->result, out);
        buf_puts(out, " ");
        category_print(self, c->argument, out);
        buf_puts(out, "]");
    } else {
        buf_puts(out, c->name ? c->name : "-");
    }
}
