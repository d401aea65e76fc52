/* Execution step by step on exact values.
 *
 *     program      concat(repeat(I_JUMP(), 2), repeat(I_JUMP(), 2))
 *     execution    1  repeat(I_JUMP(), 2) = I_JUMP I_JUMP
 *                  2  concat(#1, #1)      = I_JUMP I_JUMP I_JUMP I_JUMP
 *
 * Every application is made once, the innermost first, and named by its step from
 * then on. Equal applications are one term (program/term.c), so a number for each
 * term is all that has to be remembered. */
#include "run/machine.h"
#include "trace/make.h"

struct execution {
    struct maker *maker;
    value_id *values; /* [n_terms] */
    bool *made;       /* [n_terms] the value is there */
    uint32_t *step;   /* [n_terms] number of the step that makes a term, 0: none */
    uint32_t n_steps;
    const struct term *lines[TRACE_MAX_STEPS];
};

/* ---- values ---------------------------------------------------------------------------- */

static value_id value_of(struct execution *x, const struct term *term);

/* What the word itself says: the objects it names, a value or a number. */
static value_id run_word(struct execution *x, const struct term *term) {
    const struct exact *e = &x->maker->parser->exact;
    const struct lang *lang = x->maker->lang;
    uint8_t kind = lang->types.at[term->type].kind;
    struct op op = {.name = lang->ops.at[term->op].name,
                    .result = term->type,
                    .kernel = kind == KIND_TEXT     ? KERNEL_LITERAL
                              : kind == KIND_SET    ? KERNEL_NAMED
                              : kind == KIND_NUMBER ? KERNEL_NUMERAL
                              : kind == KIND_SYMBOL ? KERNEL_FIGURES
                                                    : KERNEL_SPELLED};
    if (!e->kernels->say) return VALUE_DEAD;
    e->kernels->say(e->state, op.name);
    return e->kernels->op(e->state, &op, NULL);
}

static value_id run_op(struct execution *x, const struct term *term) {
    const struct exact *e = &x->maker->parser->exact;
    if (derive_names_value(x->maker->lang, term)) return run_word(x, term);
    value_id args[OP_MAX_ARGS];
    for (uint32_t i = 0; i < term->n_subs; i++)
        if ((args[i] = value_of(x, term->subs[i])) == VALUE_DEAD) return VALUE_DEAD;
    return e->kernels->op(e->state, &e->domain->lang.ops.at[term->op], args);
}

static value_id value_of(struct execution *x, const struct term *term) {
    const struct exact *e = &x->maker->parser->exact;
    if (x->made[term->id]) return x->values[term->id];
    value_id value = term->kind == TERM_OP ? run_op(x, term) : machine_eval(e->machine, term);
    x->made[term->id] = true;
    return x->values[term->id] = value;
}

static struct execution *new_execution(struct maker *m) {
    struct arena *arena = &m->parser->arena;
    uint32_t n = m->lang->terms.n;
    struct execution *x = arena_new(arena, struct execution);
    x->maker = m;
    x->values = arena_array(arena, value_id, n);
    x->made = arena_zalloc(arena, n * sizeof(bool));
    x->step = arena_zalloc(arena, n * sizeof *x->step);
    return x;
}

static const char *print_value(struct maker *m, value_id value) {
    struct buf text = make_text(m);
    if (value == VALUE_DEAD)
        return m->domain->kernels->keeps_literals ? "(too long)" : "(no value)";
    m->domain->kernels->print(m->parser->exact.state, &m->domain->lang, value, &text);
    return text.at;
}

/* NULL: there was nothing to execute it on. */
static const char *value_text(struct execution *x, const struct term *term) {
    return x->maker->executed ? print_value(x->maker, value_of(x, term)) : NULL;
}

/* A whole sentence is an answer: of objects, their names. */
const char *make_value(struct maker *m, const struct term *program) {
    const struct exact *e = &m->parser->exact;
    value_id value = value_of(new_execution(m), program);
    bool plain = value != VALUE_DEAD && !(value & VALUE_CLOSURE);
    return print_value(m, plain ? e->kernels->result(e->state, value) : value);
}

/* ---- steps ----------------------------------------------------------------------------- */

/* Number every application once, the innermost first. Constants have no step
 * of their own, unless there is nothing else. */
static void number_steps(struct execution *x, const struct term *term, bool whole) {
    if (term->kind != TERM_OP || term->open || x->step[term->id]) return;
    if (!term->n_subs && !whole) return;
    for (uint32_t i = 0; i < term->n_subs; i++) number_steps(x, term->subs[i], false);
    if (x->n_steps < TRACE_MAX_STEPS) x->lines[x->n_steps] = term;
    x->step[term->id] = ++x->n_steps;
}

static const uint32_t *steps_used(struct execution *x, const struct term *term, uint32_t *n) {
    uint32_t *uses = arena_array(&x->maker->parser->arena, uint32_t, OP_MAX_ARGS);
    for (uint32_t i = 0; i < term->n_subs; i++) {
        uint32_t number = x->step[term->subs[i]->id];
        if (number) uses[(*n)++] = number;
    }
    return uses;
}

static void add_step(struct making *d, struct execution *x, uint32_t i) {
    const struct term *term = x->lines[i];
    struct buf call = make_text(d->maker);
    struct trace_step step = {.number = i + 1, .node = make_node_of(d, term)};
    derive_print(d->maker->lang, term, x->step, &call);
    step.call = call.at;
    step.uses = steps_used(x, term, &step.n_uses);
    step.value.text = value_text(x, term);
    vec_push(&d->maker->parser->arena, &d->steps, step);
}

void make_steps(struct making *d) {
    struct maker *m = d->maker;
    struct execution *x = new_execution(m);
    if (d->program) number_steps(x, d->program, true);
    for (uint32_t i = 0; i < x->n_steps && i < TRACE_MAX_STEPS; i++) add_step(d, x, i);
    d->n_numbered = x->n_steps;
    for (uint32_t i = 0; i <= d->derived.root->number; i++) {
        const struct term *term = d->terms[i];
        cat_id cat = d->trees[i]->cat;
        if (!term || m->domain->syntax.cats.at[cat].kind != CAT_KIND_PRIMITIVE) continue;
        d->nodes[i].value.text = value_text(x, term);
        d->nodes[i].step = x->step[term->id];
    }
}
