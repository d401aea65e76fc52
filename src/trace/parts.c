/* Execution where sentences are about a scene: the parts of one derivation, each a step,
 * and which of the objects it means.
 *
 *     there is a red cube ; how many balls are left of it
 *
 *     1  filter(scene(), cube)  = 1:0.99  4:0.98
 *     2  filter(#1, red)        = 4:0.97
 *        it: #2                 = 4:0.98               the one that is spoken of
 *     3  filter(scene(), balls) = 2:0.99  3:0.97
 *     4  relate(#3, #2, left)   = 2:0.96               as a part: objset^objset
 *     5  count(#4)              = 1   (...)            integer^objset
 *
 * A part that speaks of something named elsewhere (X^Y) is executed once for each thing
 * that could be (run/mixed.h). Below the rule that says what it is, it has a step like
 * any other: its values, mixed by the probability that each thing is meant. A part is a program, and
 * one that compares has its numbers and words as steps of their own. */
#include <stdlib.h>
#include <string.h>

#include "trace/make.h"

#define MAX_USES 8u

struct value {
    int class;
    const double *at; /* NULL: there is no scene */
    /* Where it speaks of something, it is the mean of these: */
    const double *cases;  /* [n_cases] values, or NULL */
    const double *shares; /* [n_cases] */
};

struct step {
    const struct term *term;   /* as it is called */
    const struct term *result; /* `#1`; NULL: it says what a word refers to */
    const char *call;
    uint32_t node;
    struct value value;
};

/* What is spoken of at some place of the sentence. */
struct spoken {
    const struct term *of; /* NULL: nothing */
    const double *shares;  /* [n_cases] P(it is this thing) */
};

struct parts {
    struct making *making;
    struct maker *maker;
    const struct derived *derived;
    const struct executed *x;  /* NULL: there is no scene */
    const struct term **known; /* [parts] `#1`, where a part has a step */
    VEC(struct step) steps;
    uint32_t n;    /* with a number */
    uint32_t node; /* the part that steps are made for */
};

/* ---- values -------------------------------------------------------------------------------- */

static const struct mixed_kernels *kernels_of(const struct parts *s) {
    return s->maker->parser->look->grounding.kernels;
}

static double *new_values(const struct parts *s, int class, uint32_t n) {
    size_t size = s->x->mixed.sizes[class];
    return arena_zalloc(&s->maker->parser->arena, (n * size + 1) * sizeof(double));
}

static struct value finish(const struct parts *s, int class, double *value) {
    kernels_of(s)->merge(s->maker->parser->look->session, class, value);
    return (struct value){.class = class, .at = value};
}

static struct value mean(const struct parts *s, int class, const double *cases,
                         const double *shares) {
    double *sum = new_values(s, class, 1);
    for (uint32_t i = 0; i < s->x->mixed.n_cases; i++)
        kernels_of(s)->add(s->maker->parser->look->session, class, shares[i],
                           cases + i * s->x->mixed.sizes[class], sum);
    struct value value = finish(s, class, sum);
    value.cases = cases;
    value.shares = shares;
    return value;
}

static struct kept kept_as(const struct parts *s, uint32_t node) {
    return s->maker->parser->look->grounding.kept[s->x->plan.nodes[node].cat];
}

/* Of a part: one value, or the mean of what it is for each thing it may speak of. */
static struct value part_value(const struct parts *s, const struct tree *t,
                               const struct spoken *spoken) {
    if (!s->x) return (struct value){0};
    uint32_t at = s->x->plan.of_node[t->number];
    struct kept kept = kept_as(s, at);
    const double *value = s->x->mixed.value[at];
    if (!value) return (struct value){0}; /* a closure */
    if (!kept.open) return (struct value){.class = kept.class, .at = value};
    return mean(s, kept.class, value, spoken->shares);
}

/* What a program of one word says. */
static struct value word_value(const struct parts *s, struct mixed_code code, uint32_t word) {
    if (!s->x) return (struct value){0};
    double *value = new_values(s, code.class, 1);
    kernels_of(s)->lexical(s->maker->parser->look->session, code, word, 1, value);
    return finish(s, code.class, value);
}

static struct value apply_value(const struct parts *s, struct value f, struct value x, int class) {
    if (!s->x) return (struct value){0};
    uint32_t n = x.cases ? s->x->mixed.n_cases : 1;
    const double *from = x.cases ? x.cases : x.at;
    double *values = new_values(s, class, n);
    struct value one = {0};
    for (uint32_t i = 0; i < n; i++) {
        double *to = values + i * s->x->mixed.sizes[class];
        kernels_of(s)->apply(s->maker->parser->look->session, f.class, f.at,
                             from + i * s->x->mixed.sizes[x.class], to);
        one = finish(s, class, to);
    }
    return x.cases ? mean(s, class, values, x.shares) : one;
}

/* ---- steps ---------------------------------------------------------------------------------- */

static const struct term *add_step(struct parts *s, const struct term *term, struct value value) {
    struct maker *m = s->maker;
    struct buf call = make_text(m);
    char name[16];
    derive_print(m->lang, term, NULL, &call);
    snprintf(name, sizeof name, "#%u", ++s->n);
    struct step step = {term, derive_constant(m->lang, name, term->type), call.at, s->node, value};
    vec_push(&m->parser->arena, &s->steps, step);
    return step.result;
}

/* The set that a term is, if it is a step or the same in each scene. */
static bool known_value(const struct parts *s, const struct term *term, struct value *out) {
    struct mixed_code code;
    for (uint32_t i = 0; i < s->steps.n; i++)
        if (s->steps.at[i].result == term) {
            *out = s->steps.at[i].value;
            return true;
        }
    if (term->kind != TERM_OP || term->n_subs || derive_names_value(s->maker->lang, term) ||
        !kernels_of(s)->compile(s->maker->lang, term, &code))
        return false;
    *out = word_value(s, code, 0);
    return true;
}

/* \x. op(x, ?), and whose the `?` is. */
static bool open_call(const struct parts *s, const struct term *term, const struct term **out,
                      uint32_t *word) {
    struct lang *lang = s->maker->lang;
    const struct term *args[OP_MAX_ARGS] = {term_var(lang, 0, term->subs[0]->type)};
    *word = 0;
    for (uint32_t i = 1; i < term->n_subs; i++) {
        const struct term *sub = term->subs[i];
        const char *name = sub->kind == TERM_OP ? lang->ops.at[sub->op].name : "";
        *word = lexicon_find(s->maker->parser->lexicon, name, strlen(name));
        if (*word == SYMBOL_NONE) return false;
        args[i] = term_slot(lang, sub->type);
    }
    *out = term_lambda(lang, args[0]->type, term_op(lang, term->op, args));
    return true;
}

static bool is_answer(const struct maker *m, type_id type) {
    for (uint32_t i = 0; i < m->domain->roots.n; i++)
        if (m->domain->syntax.cats.at[m->domain->roots.at[i]].type == type) return true;
    return false;
}

/* count(#1), query(#1, size): steps of their own, inside a part that compares them. */
static const struct term *answer_step(struct parts *s, const struct term *term) {
    const struct term *program;
    struct mixed_code code;
    struct value x;
    uint32_t word;
    if (derive_names_value(s->maker->lang, term) || !is_answer(s->maker, term->type) ||
        !known_value(s, term->subs[0], &x) || !open_call(s, term, &program, &word) ||
        !kernels_of(s)->compile(s->maker->lang, program, &code))
        return term;
    int class = kernels_of(s)->class_of(s->maker->lang, term->type);
    return add_step(s, term, apply_value(s, word_value(s, code, word), x, class));
}

static const struct term *split(struct parts *s, const struct term *term, bool top) {
    const struct term *subs[OP_MAX_ARGS];
    if (term->kind != TERM_OP || !term->n_subs) return term;
    for (uint32_t i = 0; i < term->n_subs; i++) subs[i] = split(s, term->subs[i], false);
    term = term_op(s->maker->lang, term->op, subs);
    return top ? term : answer_step(s, term);
}

/* ---- parts ---------------------------------------------------------------------------------- */

/* What is spoken of is put in its place. */
static const struct term *part_term(const struct parts *s, const struct tree *t,
                                    const struct spoken *spoken) {
    struct maker *m = s->maker;
    const struct term *term = derive_part(m->parser, m->lang, s->derived, t, s->known);
    bool open = m->domain->syntax.cats.at[t->cat].kind == CAT_KIND_OPEN;
    if (!term || (open && !spoken->of)) return NULL;
    if (open) term = term_apply(m->lang, term, spoken->of);
    term = derive_reduce(m->lang, term);
    return term ? derive_simplify(m->lang, term) : NULL;
}

/* What is not a function has a step; what is the same in each scene has none, unless there
 * is nothing else; nor has a pair, of which only the sides are used. */
static void add_part(struct parts *s, const struct tree *t, const struct spoken *spoken) {
    struct maker *m = s->maker;
    const struct category *cats = m->domain->syntax.cats.at;
    if (cats[syntax_closed(&m->domain->syntax, t->cat)].kind != CAT_KIND_PRIMITIVE) return;
    const struct term *term = part_term(s, t, spoken);
    if (!term || (!term->n_subs && (t != s->derived->root || s->n))) return;
    s->node = t->number;
    if (!derive_is_pair(m->lang, term)) {
        term = add_step(s, split(s, term, true), part_value(s, t, spoken));
        s->making->nodes[t->number].step = s->n;
    }
    bool open = cats[t->cat].kind == CAT_KIND_OPEN;
    s->known[t->number] =
        open ? term_lambda(m->lang, cats[cats[t->cat].argument].type, term) : term;
}

/* Does a word mean what is spoken of, and not something else about it? */
static bool refers(const struct parts *s, const struct tree *word) {
    if (s->maker->domain->syntax.cats.at[word->cat].kind != CAT_KIND_OPEN) return false;
    uint32_t slot = s->derived->slots[word->begin];
    const struct term *program = lexicon_program(s->maker->parser->lexicon, slot, word->cat);
    return program && program->kind == TERM_LAMBDA && program->subs[0]->kind == TERM_VAR;
}

/* The first word that refers to what the clause speaks of. */
static const struct tree *find_reference(const struct parts *s, const struct tree *t) {
    if (t->rule == RULE_NONE) return refers(s, t) ? t : NULL;
    const struct tree *found = find_reference(s, t->left);
    bool whole = found || t->rule == RULE_BIND || !t->right;
    return whole ? found : find_reference(s, t->right);
}

static void add_note(struct parts *s, const struct tree *word, const struct spoken *spoken) {
    struct maker *m = s->maker;
    struct buf call = make_text(m);
    buf_printf(&call, "%s: ", m->words[word->begin]);
    derive_print(m->lang, spoken->of, NULL, &call);
    struct step step = {.term = spoken->of,
                        .call = call.at,
                        .node = word->number,
                        .value = part_value(s, word, spoken)};
    vec_push(&m->parser->arena, &s->steps, step);
}

/* P(a part is this thing), for each; where it speaks of something itself, all in all. */
static const double *shares_of(const struct parts *s, const struct tree *t,
                               const struct spoken *spoken) {
    uint32_t at = s->x->plan.of_node[t->number], n = s->x->mixed.n_cases;
    struct kept kept = kept_as(s, at);
    double *sum = arena_zalloc(&s->maker->parser->arena, 2 * n * sizeof *sum), *one = sum + n;
    for (uint32_t c = 0; c < (kept.open ? n : 1); c++) {
        const double *x = s->x->mixed.value[at] + c * s->x->mixed.sizes[kept.class];
        double weight = x[0] > 0 ? (kept.open ? spoken->shares[c] : 1) / x[0] : 0;
        kernels_of(s)->shares(s->maker->parser->look->session, kept.class, x, one);
        for (uint32_t i = 0; i < n; i++) sum[i] += weight * one[i];
    }
    return sum;
}

/* What the clause on the right speaks of is the part on the left. */
static struct spoken bind(struct parts *s, const struct tree *t, const struct spoken *outer) {
    struct spoken spoken = {part_term(s, t->left, outer), NULL};
    if (s->x && spoken.of) spoken.shares = shares_of(s, t->left, outer);
    const struct tree *word = find_reference(s, t->right);
    if (word && spoken.of) add_note(s, word, &spoken);
    return spoken;
}

/* From left to right, smaller parts first. */
static void add_parts(struct parts *s, const struct tree *t, const struct spoken *spoken) {
    if (t->rule != RULE_NONE) {
        add_parts(s, t->left, spoken);
        struct spoken here = t->rule == RULE_BIND ? bind(s, t, spoken) : *spoken;
        if (t->right) add_parts(s, t->right, &here);
    }
    add_part(s, t, spoken);
    struct value value = part_value(s, t, spoken);
    if (value.at)
        s->making->nodes[t->number].value = make_mixed_value(s->maker, value.class, value.at);
}

/* ---- for the trace --------------------------------------------------------------------------- */

/* `#3` is a constant of this name. */
static uint32_t number_of(const struct lang *lang, const struct term *term) {
    const char *name = derive_names_value(lang, term) ? lang->ops.at[term->op].name : "";
    return name[0] == '#' ? (uint32_t)strtoul(name + 1, NULL, 10) : 0;
}

static void list_uses(const struct parts *s, const struct term *term, struct trace_step *out,
                      uint32_t *uses, uint32_t max) {
    uint32_t number = number_of(s->maker->lang, term);
    if (number && out->n_uses < max) uses[out->n_uses++] = number;
    for (uint32_t i = 0; i < term->n_subs; i++) list_uses(s, term->subs[i], out, uses, max);
}

/* The word that says how the objects of two sets stand to each other. */
static const char *relation_of(const struct parts *s, const struct term *term) {
    const struct lang *lang = s->maker->lang;
    if (term->kind != TERM_OP || derive_names_value(lang, term)) return NULL;
    for (uint32_t i = 0; i < term->n_subs; i++)
        if (lang->types.at[term->subs[i]->type].kind == KIND_RELATION &&
            derive_names_value(lang, term->subs[i]))
            return lang->ops.at[term->subs[i]->op].name;
    return NULL;
}

static struct trace_step describe(const struct parts *s, uint32_t i, uint32_t *number) {
    const struct step *step = &s->steps.at[i];
    struct trace_step out = {.call = step->call, .node = step->node};
    uint32_t *uses = arena_array(&s->maker->parser->arena, uint32_t, MAX_USES);
    if (step->result) out.number = ++*number;
    if (step->result) out.relation = relation_of(s, step->term);
    list_uses(s, step->term, &out, uses, MAX_USES);
    out.uses = uses;
    if (s->x) out.value = make_mixed_value(s->maker, step->value.class, step->value.at);
    if (s->x && !out.value.text) out.value.text = "";
    return out;
}

void make_parts(struct making *d) {
    struct maker *m = d->maker;
    struct parts s = {.making = d, .maker = m, .derived = &d->derived};
    uint32_t number = 0;
    if (m->executed) s.x = make_executed(m, s.derived);
    s.known = arena_zalloc(&m->parser->arena, (s.derived->root->number + 1) * sizeof *s.known);
    add_parts(&s, s.derived->root, &(struct spoken){NULL, NULL});
    for (uint32_t i = 0; i < s.steps.n && i < TRACE_MAX_STEPS; i++)
        vec_push(&m->parser->arena, &d->steps, describe(&s, i, &number));
    d->n_numbered = s.steps.n;
}
