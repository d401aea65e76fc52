/* The program of a derivation, and its execution step by step on exact values.
 *
 *     program      concat(repeat(I_JUMP(), 2), repeat(I_JUMP(), 2))
 *     execution    1  repeat(I_JUMP(), 2) = I_JUMP I_JUMP
 *                  2  concat(#1, #1)      = I_JUMP I_JUMP I_JUMP I_JUMP
 *
 * Every application is made once, the innermost first, and named by its step from
 * then on. Equal applications are one term (program/term.c), so a number for each
 * term is all that has to be remembered. */
#include <string.h>

#include "exec/machine.h"
#include "parser/page.h"

#define STEP_COLUMNS 44u /* where the values of an execution stand, at most */

/* ---- the program ---------------------------------------------------------------------- */

/* Operations beyond the domain's stand for values, and for the concepts of words:
 * derive_constant in derive.c. */
static bool names_value(const struct page *p, const struct term *term) {
    return term->kind == TERM_OP && term->op >= p->domain->lang.ops.n;
}

void page_put_call(const struct page *p, const struct term *term, bool top, struct buf *out) {
    if (names_value(p, term)) {
        buf_puts(out, p->lang->ops.at[term->op].name);
    } else if (term->kind != TERM_OP || !term->n_subs) {
        term_print(p->lang, term, out);
    } else if (!top && p->step && p->step[term->id]) {
        buf_printf(out, "#%u", p->step[term->id]);
    } else {
        buf_printf(out, "%s(", p->lang->ops.at[term->op].name);
        for (uint32_t i = 0; i < term->n_subs; i++) {
            if (i) buf_puts(out, ", ");
            page_put_call(p, term->subs[i], false, out);
        }
        buf_puts(out, ")");
    }
}

/* Where the argument that begins at `at` ends: a comma or parenthesis. */
static size_t argument_end(const char *text, size_t at, size_t n) {
    uint32_t depth = 0;
    bool quoted = false;
    for (; at < n; at++) {
        if (quoted && text[at] == '\\') at++;
        else if (text[at] == '"') quoted = !quoted;
        else if (quoted) continue;
        else if (!depth && (text[at] == ',' || text[at] == ')')) break;
        else if (text[at] == '(') depth++;
        else if (text[at] == ')') depth--;
    }
    return at < n ? at : n;
}

/* A program too long for one line has its arguments one below the other; `tail` marks
 * follow it on its line. */
static void put_program(const struct page *p, struct buf *out, const char *text, size_t n,
                        size_t indent, size_t tail) {
    size_t open = 0;
    while (open < n && text[open] != '(' && text[open] != '"') open++;
    bool call = open + 1 < n && text[open] == '(' && text[open + 1] != ')' && text[n - 1] == ')';
    if (!call || indent + text_width(text, n) + tail <= page_columns(p)) {
        buf_put(out, text, n);
        return;
    }
    buf_put(out, text, open + 1);
    for (size_t at = open + 1, end; at < n; at = end + 1) {
        at += text[at] == ' ';
        end = argument_end(text, at, n);
        buf_puts(out, "\n");
        buf_spaces(out, indent + 2);
        put_program(p, out, text + at, end - at, indent + 2, end + 1 < n ? 1 : tail + 1);
        if (end < n) buf_put(out, text + end, 1);
    }
}

void page_put_composed(struct page *p, const struct term *program) {
    struct buf flat = page_text(p), folded = page_text(p);
    page_heading(p, "program:\n");
    if (!program) {
        buf_puts(&p->out, "  it is too large to be written out\n");
        return;
    }
    page_put_call(p, program, true, &flat);
    buf_spaces(&folded, PAGE_INDENT);
    put_program(p, &folded, flat.at, flat.n, PAGE_INDENT, 0);
    buf_puts(&folded, "\n");
    page_put_lines(p, folded.at);
}

/* ---- its execution -------------------------------------------------------------------- */

struct execution {
    struct page *page;
    value_id *values; /* [n_terms] */
    bool *made;       /* [n_terms] the value is there */
    const struct term *program;
    const struct term *lines[PAGE_MAX_LINES];
    uint32_t n_steps;
};

static value_id value_of(struct execution *x, const struct term *term);

static value_id run_op(struct execution *x, const struct term *term) {
    const struct exact *e = &x->page->parser->exact;
    value_id args[OP_MAX_ARGS];
    for (uint32_t i = 0; i < term->n_subs; i++)
        if ((args[i] = value_of(x, term->subs[i])) == VALUE_DEAD) return VALUE_DEAD;
    return e->kernels->op(e->state, &e->domain->lang.ops.at[term->op], args);
}

static value_id value_of(struct execution *x, const struct term *term) {
    const struct exact *e = &x->page->parser->exact;
    if (x->made[term->id]) return x->values[term->id];
    value_id value = term->kind == TERM_OP ? run_op(x, term) : machine_eval(e->machine, term);
    x->made[term->id] = true;
    return x->values[term->id] = value;
}

static struct execution new_execution(struct page *p, const struct term *program) {
    struct arena *arena = &p->parser->arena;
    uint32_t n = p->lang->terms.n;
    return (struct execution){.page = p,
                              .values = arena_array(arena, value_id, n),
                              .made = arena_zalloc(arena, n * sizeof(bool)),
                              .program = program};
}

static const char *value_text(const struct page *p, value_id value) {
    struct buf text = page_text(p);
    if (value == VALUE_DEAD) return "(too long)";
    p->domain->kernels->print(p->parser->exact.state, &p->domain->lang, value, &text);
    return text.at;
}

const char *page_value(struct page *p, const struct term *program) {
    struct execution x = new_execution(p, program);
    return value_text(p, value_of(&x, program));
}

/* Number every application once, the innermost first. Constants have no step
 * of their own, unless there is nothing else. */
static void number_steps(struct execution *x, const struct term *term) {
    uint32_t *step = &x->page->step[term->id];
    if (term->kind != TERM_OP || term->open || *step) return;
    if (!term->n_subs && term != x->program) return;
    for (uint32_t i = 0; i < term->n_subs; i++) number_steps(x, term->subs[i]);
    if (x->n_steps < PAGE_MAX_LINES) x->lines[x->n_steps] = term;
    *step = ++x->n_steps;
}

void page_put_steps(struct page *p, const struct term *program) {
    struct execution x = new_execution(p, program);
    const char *calls[PAGE_MAX_LINES];
    size_t width = 0;
    p->step = arena_zalloc(&p->parser->arena, p->lang->terms.n * sizeof *p->step);
    number_steps(&x, program);
    uint32_t n = x.n_steps < PAGE_MAX_LINES ? x.n_steps : PAGE_MAX_LINES;
    for (uint32_t i = 0; i < n; i++) {
        struct buf text = page_text(p);
        page_put_call(p, x.lines[i], true, &text);
        calls[i] = text.at;
        size_t w = page_width(text.at);
        if (w > width && w <= STEP_COLUMNS) width = w;
    }
    page_heading(p, "execution:\n");
    for (uint32_t i = 0; i < n; i++) {
        size_t w = page_width(calls[i]);
        buf_printf(&p->out, "  %*u  ", n > 9 ? 2 : 1, i + 1);
        page_put_padded(&p->out, calls[i], width);
        buf_puts(&p->out, " = ");
        page_put_short(p, value_text(p, value_of(&x, x.lines[i])), (w > width ? w : width) + 9);
        buf_puts(&p->out, "\n");
    }
    if (x.n_steps > n) buf_printf(&p->out, "  ... and %u more steps\n", x.n_steps - n);
    p->step = NULL;
}
