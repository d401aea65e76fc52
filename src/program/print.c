/* Writing terms. The innermost ordinary variable is x, the next one out y, and
 * so on; functor variables are f, g, h. So `\y.\x. concat(x, y)`, `\f.\x. f(x)`. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "program/program.h"

struct binder {
    const struct binder *outer;
    bool functor;
    uint32_t rank; /* among the binders of its kind, counted from the inside */
};

static void print_variable(struct buf *out, const struct binder *b) {
    static const char names[2][6] = {"xyzuvw", "fghklm"};
    buf_put(out, &names[b->functor][b->rank % 6], 1);
    if (b->rank >= 6) buf_printf(out, "%u", b->rank / 6);
}

static bool plain_name(const char *name) {
    if (isdigit((unsigned char)name[0]) || !name[0]) return false;
    if (!strncmp(name, "λ", strlen("λ"))) return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_' && (unsigned char)*name < 0x80)
            return false;
    return true;
}

/* A data constant called like a variable is quoted, so that it stays one. */
static bool variable_like(const char *name) {
    return strchr("xyzuvwfghklm", name[0]) && strspn(name + 1, "0123456789") == strlen(name + 1);
}

bool lang_name_plain(const char *name) {
    return plain_name(name) && !variable_like(name);
}

/* Lambdas of the same kind directly below: they are nearer to the inside. */
static uint32_t lambdas_below(const struct lang *lang, const struct term *body, bool functor) {
    uint32_t n = 0;
    for (; body->kind == TERM_LAMBDA; body = body->subs[0])
        n += lang_is_function(lang, lang->types.at[body->type].argument) == functor;
    return n;
}

static uint32_t outer_ranks(const struct binder *b, bool functor) {
    uint32_t n = 0;
    for (; b; b = b->outer)
        if (b->functor == functor && b->rank + 1 > n) n = b->rank + 1;
    return n;
}

/* `around` is what encloses the chain of lambdas that `term` may be part of. */
static void print(const struct lang *lang, const struct term *term, const struct binder *scope,
                  const struct binder *around, struct buf *out);

static void print_args(const struct lang *lang, const struct term *const *args, uint32_t n,
                       const struct binder *scope, struct buf *out) {
    buf_puts(out, "(");
    for (uint32_t i = 0; i < n; i++) {
        if (i) buf_puts(out, ", ");
        print(lang, args[i], scope, scope, out);
    }
    buf_puts(out, ")");
}

static void print_lambda(const struct lang *lang, const struct term *term,
                         const struct binder *scope, const struct binder *around, struct buf *out) {
    bool functor = lang_is_function(lang, lang->types.at[term->type].argument);
    const struct term *body = term->subs[0];
    struct binder b = {.outer = scope, .functor = functor};
    b.rank = lambdas_below(lang, body, functor) + outer_ranks(around, functor);
    buf_puts(out, "\\");
    print_variable(out, &b);
    buf_puts(out, body->kind == TERM_LAMBDA ? "." : ". ");
    print(lang, body, &b, body->kind == TERM_LAMBDA ? around : &b, out);
}

static void print_quoted(const char *name, struct buf *out) {
    buf_puts(out, "\"");
    for (; *name; name++) { /* a program is one line */
        static const char plain[] = "\n\r\t\"\\", written[] = "nrt\"\\";
        const char *found = strchr(plain, *name);
        if (found) buf_puts(out, "\\");
        buf_put(out, found ? &written[found - plain] : name, 1);
    }
    buf_puts(out, "\"");
}

static void print_op(const struct lang *lang, const struct term *term, const struct binder *scope,
                     struct buf *out) {
    const struct op *op = &lang->ops.at[term->op];
    bool plain = op->literal < 0 || (lang_name_plain(op->name) &&
                                     lang_op_find(lang, op->name, strlen(op->name)) == OP_NONE);
    if (plain) buf_puts(out, op->name);
    else print_quoted(op->name, out);
    if (op->literal < 0 && op->kernel == OP_NONE) return; /* it names a value: nothing is done */
    print_args(lang, term->subs, term->n_subs, scope, out);
}

static void print(const struct lang *lang, const struct term *term, const struct binder *scope,
                  const struct binder *around, struct buf *out) {
    bool wrap;
    switch (term->kind) {
    case TERM_VAR:
        for (uint32_t i = 0; i < term->index && scope; i++) scope = scope->outer;
        if (scope) print_variable(out, scope);
        break;
    case TERM_LAMBDA: print_lambda(lang, term, scope, around, out); break;
    case TERM_APPLY:
        wrap = term->subs[0]->kind == TERM_LAMBDA;
        if (wrap) buf_puts(out, "(");
        print(lang, term->subs[0], scope, scope, out);
        if (wrap) buf_puts(out, ")");
        print_args(lang, term->subs + 1, 1, scope, out);
        break;
    case TERM_OP: print_op(lang, term, scope, out); break;
    case TERM_NUMBER: buf_printf(out, "%.17g", term->number); break;
    case TERM_SLOT: buf_puts(out, "?"); break;
    }
}

void term_print(const struct lang *self, const struct term *term, struct buf *out) {
    print(self, term, NULL, NULL, out);
}

void term_shape(const struct lang *lang, const struct term *term, struct buf *out) {
    bool constant =
        term->kind == TERM_NUMBER || (term->kind == TERM_OP && lang->ops.at[term->op].literal >= 0);
    if (constant) buf_puts(out, TERM_SHAPE_CONSTANT);
    else if (term->kind == TERM_OP) buf_printf(out, "%u", term->op);
    else if (term->kind == TERM_VAR) buf_printf(out, "v%u", term->index);
    else buf_printf(out, "k%d", (int)term->kind);
    buf_puts(out, "(");
    for (uint32_t i = 0; i < term->n_subs; i++) term_shape(lang, term->subs[i], out);
    buf_puts(out, ")");
}
