/* Brute force: see oracle.h. Written to be obviously right, not to be fast. */
#include "tests/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- worlds ------------------------------------------------------------------------ */

static bool guarded(struct world *w, void (*body)(struct world *)) {
    if (!guard_try(&w->guard, &w->err)) return false;
    body(w);
    return true;
}

void world_run(void (*body)(struct world *)) {
    struct world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    arena_init(&w->arena, &w->guard, 0);
    arena_init(&w->scratch, &w->guard, 0);
    rng_seed(&w->rng, 1);
    bool fine = guarded(w, body);
    g2l2_error err = w->err;
    g2l2_domain_free(w->domain);
    arena_free(&w->arena);
    arena_free(&w->scratch);
    free(w);
    if (!fine) fail_msg("raised: %s", err.message);
}

void world_domain(struct world *self, const char *definition) {
    g2l2_error err = {0};
    g2l2_domain_free(self->domain);
    self->domain = NULL;
    if (domain_parse(definition, strlen(definition), &self->domain, &err))
        fail_msg("line %zu, column %zu: %s", err.line, err.column, err.message);
    self->domain->arena.guard = &self->guard;
    world_clear(self);
}

void world_built_in(struct world *self, const char *name) {
    world_domain(self, domain_built_in(name));
}

void world_clear(struct world *self) {
    arena_reset(&self->arena);
    lexicon_init(&self->lexicon, &self->arena, self->domain);
}

cat_id world_category(struct world *self, const char *text) {
    cat_id cat = CAT_NONE;
    g2l2_error err;
    if (category_parse(&self->domain->syntax, text, strlen(text), &cat, &err))
        fail_msg("'%s', column %zu: %s", text, err.column, err.message);
    return cat;
}

const struct term *world_term(struct world *self, cat_id cat, const char *text) {
    const struct term *term = NULL;
    type_id type = self->domain->syntax.cats.at[cat].type;
    g2l2_error err;
    if (term_parse(&self->domain->lang, text, strlen(text), type, &term, &err))
        fail_msg("'%s', column %zu: %s", text, err.column, err.message);
    return term;
}

static void add_entry(struct world *self, const char *text, double tau) {
    const char *colon = strstr(text, " : ");
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)(colon ? colon - text : (int)strlen(text)), text);
    cat_id cat = world_category(self, name);
    const struct term *program = colon ? world_term(self, cat, colon + 3) : NULL;
    lexicon_add_slot(&self->lexicon, lexicon_entry(&self->lexicon, cat, program), tau, false);
}

void world_word(struct world *self, const char *word, ...) {
    va_list entries;
    va_start(entries, word);
    lexicon_add_word(&self->lexicon, word, strlen(word));
    for (const char *text; (text = va_arg(entries, const char *));)
        add_entry(self, text, va_arg(entries, double));
    va_end(entries);
}

void world_close(struct world *self) {
    domain_close(self->domain);
    lexicon_index(&self->lexicon);
}

const char *world_print(struct world *self, const struct term *term) {
    struct buf out;
    buf_init(&out, &self->arena);
    term_print(&self->domain->lang, term, &out);
    return out.at;
}

const struct walk *world_walk(struct world *self, const struct chart *chart, const double *weight) {
    struct plan *plan = arena_new(&self->arena, struct plan);
    struct walk *walk = arena_new(&self->arena, struct walk);
    plan_make(plan, &self->arena, chart);
    *walk = (struct walk){.plan = plan,
                          .sentence = {.lexicon = chart->lexicon, .words = chart->words},
                          .weight = weight,
                          .arena = &self->arena};
    return walk;
}

uint32_t samples(uint32_t n) {
    const char *times = getenv("G2L2_SAMPLES");
    return times && atof(times) > 0 ? (uint32_t)(n * atof(times)) : n;
}

bool near(double a, double b, double tolerance) {
    if (!isfinite(a) || !isfinite(b)) return a == b;
    return fabs(a - b) <= tolerance * fmax(1, fmax(fabs(a), fabs(b)));
}

/* ---- trees ----------------------------------------------------------------------------- */

enum made {
    BY_WORD,
    BY_ARGUMENT,
    BY_CLOSED_ARGUMENT,
    BY_MODIFIER_BEFORE,
    BY_MODIFIER_BEHIND,
    BY_CONJUNCTION
};

struct tree {
    cat_id cat;
    enum made made; /* its last step */
    const struct made_of *meaning;
};

typedef VEC(struct tree) tree_list;

static const struct category *category(const struct oracle *o, cat_id cat) {
    return &o->domain->syntax.cats.at[cat];
}

static void combine(struct oracle *o, const struct tree *l, const struct tree *r, tree_list *out);
static void raise(struct oracle *o, tree_list *trees);

/* Every binary tree over leaves [begin, end), with nothing remembered. */
static tree_list trees(struct oracle *o, const struct tree *leaves, uint32_t begin, uint32_t end) {
    tree_list out = {0};
    if (begin + 1 == end) vec_push(o->arena, &out, leaves[begin]);
    for (uint32_t split = begin + 1; split < end; split++) {
        tree_list lefts = trees(o, leaves, begin, split), rights = trees(o, leaves, split, end);
        for (uint32_t l = 0; l < lefts.n; l++)
            for (uint32_t r = 0; r < rights.n; r++) combine(o, &lefts.at[l], &rights.at[r], &out);
    }
    raise(o, &out);
    return out;
}

static void push(struct oracle *o, cat_id cat, enum made made, struct made_of meaning,
                 tree_list *out) {
    struct made_of *copy = arena_new(o->arena, struct made_of);
    *copy = meaning;
    vec_push(o->arena, out, ((struct tree){cat, made, copy}));
}

/* Was it made by a modifier behind it or by coordination, or of such a phrase at its end? */
static bool is_closed(enum made made) {
    return made == BY_MODIFIER_BEHIND || made == BY_CONJUNCTION || made == BY_CLOSED_ARGUMENT;
}

/* Normal form: no modifier, X/X or X\X, is applied to such a phrase. */
static bool in_normal_form(enum made function, enum made argument) {
    bool modifier = function == BY_MODIFIER_BEFORE || function == BY_MODIFIER_BEHIND;
    return !modifier || !is_closed(argument);
}

/* A functor that wants one category may take another: the one that it includes, and what that
 * includes. */
static bool will_do(const struct oracle *o, cat_id wanted, cat_id given) {
    const struct category *c = category(o, wanted);
    return wanted == given || (c->kind == CAT_KIND_PRIMITIVE && c->includes != CAT_NONE &&
                               will_do(o, c->includes, given));
}

static void apply_tree(struct oracle *o, const struct tree *f, const struct tree *a, char slash,
                       tree_list *out) {
    const struct category *c = category(o, f->cat);
    if (c->kind != CAT_KIND_SLASH || (c->slash != slash && c->slash != '|')) return;
    if (!will_do(o, c->argument, a->cat)) return;
    bool functor_argument = category(o, a->cat)->kind == CAT_KIND_SLASH;
    if (o->functor_arguments_lexical && functor_argument && a->made != BY_WORD) return;
    enum made made = c->result != c->argument ? BY_ARGUMENT
                     : slash == '/'           ? BY_MODIFIER_BEFORE
                                              : BY_MODIFIER_BEHIND;
    if (made == BY_ARGUMENT && slash == '/' && is_closed(a->made) && category(o, c->result)->ends)
        made = BY_CLOSED_ARGUMENT;
    if (o->domain->syntax.attach_low && !in_normal_form(made, a->made)) return;
    push(o, c->result, made, (struct made_of){.left = f->meaning, .right = a->meaning}, out);
}

/* X/Y Y/Z -> X/Z and its like: what f wants, a makes once it has what it wants. */
static void compose_tree(struct oracle *o, const struct tree *f, const struct tree *a, char wants,
                         char takes, tree_list *out) {
    const struct category *c = category(o, f->cat), *d = category(o, a->cat);
    if (c->kind != CAT_KIND_SLASH || c->slash != wants) return;
    if (d->kind != CAT_KIND_SLASH || d->slash != takes || !will_do(o, c->argument, d->result))
        return;
    cat_id result = syntax_slash(&o->domain->syntax, c->result, takes, d->argument);
    push(o, result, BY_ARGUMENT,
         (struct made_of){.left = f->meaning, .right = a->meaning, .how = BY_COMPOSITION}, out);
}

/* (X/Y)/Z Y/Z -> X/Z: both want the same Z. */
static void substitute_tree(struct oracle *o, const struct tree *f, const struct tree *a,
                            char slash, tree_list *out) {
    const struct category *c = category(o, f->cat), *d = category(o, a->cat);
    if (c->kind != CAT_KIND_SLASH || d->kind != CAT_KIND_SLASH) return;
    const struct category *inner = category(o, c->result);
    if (c->slash != slash || d->slash != slash || c->argument != d->argument) return;
    if (inner->kind != CAT_KIND_SLASH || inner->slash != slash) return;
    if (!will_do(o, inner->argument, d->result)) return;
    cat_id result = syntax_slash(&o->domain->syntax, inner->result, slash, c->argument);
    push(o, result, BY_ARGUMENT,
         (struct made_of){.left = f->meaning, .right = a->meaning, .how = BY_SUBSTITUTION}, out);
}

/* X -> T/(T\\X), T\\(T/X): a function of the functions that want an X. */
static void raise(struct oracle *o, tree_list *trees) {
    struct syntax *syntax = &o->domain->syntax;
    uint32_t n = trees->n;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < 2 * syntax->raises.n; k++) {
            struct raise r = syntax->raises.at[k / 2];
            if (trees->at[i].cat != r.from) continue;
            cat_id wanted = syntax_slash(syntax, r.over, "\\/"[k % 2], r.from);
            cat_id cat = syntax_slash(syntax, r.over, "/\\"[k % 2], wanted);
            push(o, cat, BY_ARGUMENT,
                 (struct made_of){.left = trees->at[i].meaning,
                                  .how = BY_RAISING,
                                  .raised = category(o, cat)->type},
                 trees);
        }
}

/* The type at the end of all arguments. */
static type_id end_type(const struct oracle *o, cat_id cat) {
    const struct category *c = category(o, cat);
    return c->kind == CAT_KIND_SLASH ? end_type(o, c->result) : c->type;
}

static uint32_t n_wanted(const struct oracle *o, cat_id cat) {
    const struct category *c = category(o, cat);
    return c->kind == CAT_KIND_SLASH ? 1 + n_wanted(o, c->result) : 0;
}

/* The schema of a category of this kind, if it does what is asked. */
static const struct schema *schema_of(const struct oracle *o, cat_id cat, enum cat_kind kind,
                                      enum schema_kind does) {
    const struct category *c = category(o, cat);
    if (c->kind != kind) return NULL;
    const struct schema *schema = &o->domain->syntax.schemas.at[c->schema];
    return schema->kind == does ? schema : NULL;
}

/* Does the conjunction make it, and that of something what it joins? */
static bool is_made(const struct oracle *o, const struct schema *conj, cat_id cat) {
    const struct category *c = category(o, cat);
    return cat == conj->result && c->kind == CAT_KIND_SLASH &&
           category(o, c->result)->type == category(o, conj->operand)->type;
}

static bool can_join(const struct oracle *o, const struct schema *conj, cat_id cat) {
    uint8_t kind = category(o, cat)->kind;
    if (kind != CAT_KIND_PRIMITIVE && kind != CAT_KIND_SLASH) return false;
    if (conj->operand != CAT_NONE) return cat == conj->operand || is_made(o, conj, cat);
    uint32_t most = o->domain->syntax.max_conjoined;
    if (most && n_wanted(o, cat) > most) return false;
    return end_type(o, cat) == o->domain->lang.types.at[conj->program->type].argument;
}

/* The schema on the left has its right-hand side: [AND T], [LET X^Y]. */
static void push_partial(struct oracle *o, const struct tree *l, const struct tree *r,
                         tree_list *out) {
    for (cat_id i = 1; i < o->domain->syntax.cats.n; i++) {
        const struct category *p = category(o, i);
        if (p->kind == CAT_KIND_PARTIAL && p->result == l->cat && p->argument == r->cat) {
            vec_push(o->arena, out, ((struct tree){i, BY_ARGUMENT, r->meaning}));
            return;
        }
    }
    fail_msg("a grammar is closed, but has no category for what a schema has on its right");
}

static void take_conjunct(struct oracle *o, const struct tree *l, const struct tree *r,
                          tree_list *out) {
    const struct schema *conj = schema_of(o, l->cat, CAT_KIND_SCHEMA, SCHEMA_COORDINATE);
    if (conj && can_join(o, conj, r->cat)) push_partial(o, l, r, out);
}

static void coordinate(struct oracle *o, const struct tree *l, const struct tree *r,
                       tree_list *out) {
    const struct schema *conj = schema_of(o, r->cat, CAT_KIND_PARTIAL, SCHEMA_COORDINATE);
    if (!conj) return;
    cat_id operand = conj->operand, right = category(o, r->cat)->argument;
    if (operand == CAT_NONE ? right != l->cat : !can_join(o, conj, l->cat)) return;
    bool function = category(o, l->cat)->kind == CAT_KIND_SLASH;
    if (o->domain->syntax.attach_low && function && is_closed(l->made)) return;
    cat_id result = operand == CAT_NONE ? l->cat : conj->result;
    struct made_of m = {.left = l->meaning, .right = r->meaning, .join = conj};
    m.made_left = operand != CAT_NONE && l->cat != operand;
    m.made_right = operand != CAT_NONE && right != operand;
    o->used_twice |= m.made_left || m.made_right;
    push(o, result, BY_CONJUNCTION, m, out);
}

static bool is_root(const struct oracle *o, cat_id cat) {
    for (uint32_t i = 0; i < o->domain->roots.n; i++)
        if (o->domain->roots.at[i] == cat) return true;
    return false;
}

/* LET takes a sentence that speaks of the right kind of thing, */
static void take_scope(struct oracle *o, const struct tree *l, const struct tree *r,
                       tree_list *out) {
    const struct schema *let = schema_of(o, l->cat, CAT_KIND_SCHEMA, SCHEMA_BIND);
    const struct category *c = category(o, r->cat);
    if (!let || c->kind != CAT_KIND_OPEN || c->argument != let->variable) return;
    if (is_root(o, c->result)) push_partial(o, l, r, out);
}

/* and then what it speaks of. */
static void bind(struct oracle *o, const struct tree *l, const struct tree *r, tree_list *out) {
    const struct schema *let = schema_of(o, r->cat, CAT_KIND_PARTIAL, SCHEMA_BIND);
    if (!let || !will_do(o, let->operand, l->cat)) return;
    cat_id result = category(o, category(o, r->cat)->argument)->result;
    struct made_of m = {.left = l->meaning, .right = r->meaning, .bind = true};
    push(o, result, BY_ARGUMENT, m, out);
}

/* What a definition may ask for. Where two rules fit, the first counts. */
static void combine_more(struct oracle *o, const struct tree *l, const struct tree *r,
                         tree_list *out) {
    const bool *on = o->domain->syntax.combinators;
    uint32_t before = out->n;
    if (on[COMBINATOR_COMPOSITION_FORWARD]) compose_tree(o, l, r, '/', '/', out);
    if (on[COMBINATOR_COMPOSITION_BACKWARD] && out->n == before)
        compose_tree(o, r, l, '\\', '\\', out);
    if (on[COMBINATOR_CROSSED_FORWARD] && out->n == before) compose_tree(o, l, r, '/', '\\', out);
    if (on[COMBINATOR_CROSSED_BACKWARD] && out->n == before) compose_tree(o, r, l, '\\', '/', out);
    if (on[COMBINATOR_SUBSTITUTION] && out->n == before) substitute_tree(o, l, r, '/', out);
    if (on[COMBINATOR_SUBSTITUTION] && out->n == before) substitute_tree(o, r, l, '\\', out);
}

static void combine_plain(struct oracle *o, const struct tree *l, const struct tree *r,
                          tree_list *out) {
    uint32_t before = out->n;
    apply_tree(o, l, r, '/', out);
    apply_tree(o, r, l, '\\', out);
    tree_list more = {0};
    combine_more(o, l, r, out->n == before ? out : &more);
    o->several |= more.n > 0;
    take_conjunct(o, l, r, out);
    coordinate(o, l, r, out);
    take_scope(o, l, r, out);
    bind(o, l, r, out);
}

static cat_id open_category(const struct oracle *o, cat_id result, cat_id variable) {
    for (cat_id i = 1; i < o->domain->syntax.cats.n; i++) {
        const struct category *c = category(o, i);
        if (c->kind == CAT_KIND_OPEN && c->result == result && c->argument == variable) return i;
    }
    fail_msg("a grammar is closed, but has no category for what speaks of something");
    return CAT_NONE;
}

/* What the parts speak of, the whole speaks of: as if it were known, and then open again.
 * A conjunct means what its right-hand side means, open or not. */
static void combine_open(struct oracle *o, const struct tree *l, const struct tree *r,
                         tree_list *out) {
    const struct category *cl = category(o, l->cat), *cr = category(o, r->cat);
    bool left = cl->kind == CAT_KIND_OPEN, right = cr->kind == CAT_KIND_OPEN;
    if ((!left && !right) || (left && right && cl->argument != cr->argument)) return;
    struct tree l2 = *l, r2 = *r;
    if (left) l2.cat = cl->result;
    if (right) r2.cat = cr->result;
    tree_list made = {0};
    combine_plain(o, &l2, &r2, &made);
    for (uint32_t i = 0; i < made.n; i++) {
        struct tree tree = made.at[i];
        struct made_of m = *tree.meaning;
        bool swapped = m.left == r->meaning; /* the functor was on the right */
        m.open_left = swapped ? right : left;
        m.open_right = swapped ? left : right;
        tree.cat = open_category(o, tree.cat, left ? cl->argument : cr->argument);
        if (tree.meaning == r->meaning) vec_push(o->arena, out, tree);
        else push(o, tree.cat, tree.made, m, out);
    }
}

static void combine(struct oracle *o, const struct tree *l, const struct tree *r, tree_list *out) {
    uint32_t before = out->n;
    combine_plain(o, l, r, out);
    if (out->n == before) combine_open(o, l, r, out);
    assert_true(out->n <= before + 1); /* a pair combines in one way or none */
}

/* ---- assignments -------------------------------------------------------------------------- */

/* The schema that an entry is, or NULL. */
static const struct schema *entry_schema(const struct oracle *o, const struct candidate *entry) {
    const struct category *c = category(o, entry->cat);
    return c->kind == CAT_KIND_SCHEMA ? &o->domain->syntax.schemas.at[c->schema] : NULL;
}

static const struct candidate *entry_of(const struct oracle *o, uint32_t slot) {
    return &o->lexicon->entries.at[o->lexicon->slots.at[slot].entry];
}

static struct tree leaf_of(struct oracle *o, uint32_t place) {
    const struct candidate *entry = entry_of(o, o->chosen[place]);
    struct schema_case leaf = {entry->cat, entry->program};
    if (o->cases[place]) leaf = entry_schema(o, entry)->cases.at[o->cases[place] - 1];
    struct made_of *meaning = arena_new(o->arena, struct made_of);
    *meaning = (struct made_of){.term = leaf.program, .word = o->words[place]};
    return (struct tree){leaf.cat, BY_WORD, meaning};
}

static void parse_chosen(struct oracle *o) {
    struct tree leaves[ORACLE_WORDS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->n; i++) {
        struct tree leaf = leaf_of(o, i);
        if (leaf.cat != CAT_EMPTY) leaves[n++] = leaf;
    }
    tree_list whole = trees(o, leaves, 0, n);
    for (uint32_t i = 0; i < whole.n; i++) {
        struct oracle_derivation d = {.root = whole.at[i].cat, .meaning = whole.at[i].meaning};
        memcpy(d.slots, o->chosen, sizeof d.slots);
        if (is_root(o, d.root)) vec_push(o->arena, &o->all, d);
    }
}

/* Every slot of every word, and every case of a schema. */
static void choose(struct oracle *o, uint32_t i) {
    if (i == o->n) {
        if (i) parse_chosen(o);
        return;
    }
    if (o->words[i] == SYMBOL_NONE) return;
    const struct word *word = &o->lexicon->words.at[o->words[i]];
    for (uint32_t s = 0; s < word->n; s++) {
        o->chosen[i] = word->first + s;
        const struct schema *schema = entry_schema(o, entry_of(o, o->chosen[i]));
        uint32_t first = schema && schema->kind == SCHEMA_CASES ? 1 : 0;
        for (uint32_t k = first; k <= (schema ? schema->cases.n : 0); k++) {
            o->cases[i] = k;
            choose(o, i + 1);
        }
    }
}

void oracle_parse(struct oracle *self, struct world *world, const uint32_t *words, uint32_t n,
                  bool functor_arguments_lexical) {
    assert_true(n <= ORACLE_WORDS);
    *self = (struct oracle){.arena = &world->arena,
                            .domain = world->domain,
                            .lexicon = &world->lexicon,
                            .words = words,
                            .n = n,
                            .functor_arguments_lexical = functor_arguments_lexical};
    choose(self, 0);
}

double oracle_weight(const struct oracle *self, uint32_t derivation, const double *weight) {
    double sum = 0;
    for (uint32_t i = 0; i < self->n; i++) sum += weight[self->all.at[derivation].slots[i]];
    return sum;
}

double oracle_log_sum(const struct oracle *self, const double *weight, const bool *keep) {
    double max = -INFINITY, sum = 0;
    for (uint32_t d = 0; d < self->all.n; d++)
        if (!keep || keep[d]) max = fmax(max, oracle_weight(self, d, weight));
    if (max == -INFINITY) return max;
    for (uint32_t d = 0; d < self->all.n; d++)
        if (!keep || keep[d]) sum += exp(oracle_weight(self, d, weight) - max);
    return max + log(sum);
}

void oracle_counts(const struct oracle *self, const double *weight, const bool *keep,
                   double *counts) {
    double total = oracle_log_sum(self, weight, keep);
    if (total == -INFINITY) return;
    for (uint32_t d = 0; d < self->all.n; d++)
        for (uint32_t i = 0; (!keep || keep[d]) && i < self->n; i++)
            counts[self->all.at[d].slots[i]] += exp(oracle_weight(self, d, weight) - total);
}

/* ---- the interpreter -------------------------------------------------------------------------- */

struct surroundings {
    const struct thing *first;
    const struct surroundings *rest;
};

static const struct thing *make(const struct oracle *o, struct thing thing) {
    struct thing *copy = arena_new(o->arena, struct thing);
    *copy = thing;
    return copy;
}

static const struct thing *make_string(const struct oracle *o, const char *a, const char *b,
                                       int times) {
    struct buf out;
    buf_init(&out, o->arena);
    buf_puts(&out, a);
    for (int i = 0; i < times; i++) buf_puts(&out, b);
    return make(o, (struct thing){.kind = THING_STRING, .text = out.at});
}

static const struct thing *interpret_op(const struct oracle *o, const struct op *op,
                                        const struct thing *const *args) {
    const char *kernel = operation_table[op->kernel].name;
    if (!strcmp(kernel, "add"))
        return make(o, (struct thing){.number = args[0]->number + args[1]->number});
    if (!strcmp(kernel, "mul"))
        return make(o, (struct thing){.number = args[0]->number * args[1]->number});
    if (!strcmp(kernel, "concat")) return make_string(o, args[0]->text, args[1]->text, 1);
    if (!strcmp(kernel, "repeat")) return make_string(o, "", args[0]->text, (int)args[1]->number);
    if (!strcmp(kernel, "empty")) return make_string(o, "", "", 0);
    char name[2] = {(char)('a' + op->literal), 0};
    return make_string(o, name, "", 0);
}

static const struct thing *call(const struct oracle *o, const struct thing *f,
                                const struct thing *a);

static const struct thing *interpret(const struct oracle *o, const struct term *term,
                                     const struct surroundings *env) {
    const struct thing *args[OP_MAX_ARGS] = {0};
    switch (term->kind) {
    case TERM_VAR:
        for (uint32_t i = 0; i < term->index; i++) env = env->rest;
        return env->first;
    case TERM_LAMBDA:
        return make(o, (struct thing){.kind = THING_CLOSURE, .lambda = term, .env = env});
    case TERM_NUMBER: return make(o, (struct thing){.number = term->number});
    case TERM_APPLY:
        return call(o, interpret(o, term->subs[0], env), interpret(o, term->subs[1], env));
    default:
        for (uint32_t i = 0; i < term->n_subs; i++) args[i] = interpret(o, term->subs[i], env);
        return interpret_op(o, &o->domain->lang.ops.at[term->op], args);
    }
}

static bool is_function(const struct thing *thing) {
    return thing->kind >= THING_CLOSURE;
}

static const struct thing *join(const struct oracle *o, const struct schema *conj,
                                const struct thing *left, const struct thing *right) {
    if (conj->operand == CAT_NONE && is_function(left))
        return make(
            o, (struct thing){.kind = THING_JOINED, .join = conj, .left = left, .right = right});
    return call(o, call(o, interpret(o, conj->program, NULL), left), right);
}

static const struct thing *call(const struct oracle *o, const struct thing *f,
                                const struct thing *a) {
    if (f->kind == THING_JOINED) return join(o, f->join, call(o, f->left, a), call(o, f->right, a));
    if (f->kind == THING_MADE) {
        const struct thing *left = f->of->made_left ? call(o, f->left, a) : f->left;
        const struct thing *right = f->of->made_right ? call(o, f->right, a) : f->right;
        return call(o, join(o, f->of->join, left, right), a);
    }
    struct surroundings *env = arena_new(o->arena, struct surroundings);
    *env = (struct surroundings){a, f->env};
    return interpret(o, f->lambda->subs[0], env);
}

/* What it means, where it speaks of `of` (NULL: of nothing). */
static const struct thing *mean(const struct oracle *o, const struct made_of *m,
                                const struct thing *of) {
    if (!m->left) {
        const struct thing *word = interpret(o, m->term, NULL);
        return of ? call(o, word, of) : word;
    }
    const struct thing *left = mean(o, m->left, m->open_left ? of : NULL);
    if (m->bind) return mean(o, m->right, left);
    const struct thing *right = mean(o, m->right, m->open_right ? of : NULL);
    if (m->made_left || m->made_right)
        return make(o, (struct thing){.kind = THING_MADE, .of = m, .left = left, .right = right});
    return m->join ? join(o, m->join, left, right) : call(o, left, right);
}

const struct thing *oracle_meaning(const struct oracle *self, uint32_t derivation) {
    return mean(self, self->all.at[derivation].meaning, NULL);
}

const struct thing *oracle_evaluate(const struct oracle *self, const struct term *term) {
    return interpret(self, term, NULL);
}

/* \\f.\\g.\\z. p(f(z), g(z)), for as many z as the conjuncts take. */
static const struct term *join_term(const struct oracle *o, const struct made_of *m, type_id type) {
    struct lang *lang = &o->domain->lang;
    if (m->join->operand != CAT_NONE || !lang_is_function(lang, type)) return m->join->program;
    type_id args[8];
    uint32_t n = 0;
    for (type_id t = type; lang_is_function(lang, t); t = lang->types.at[t].result)
        args[n++] = lang->types.at[t].argument;
    const struct term *f = term_var(lang, n + 1, type), *g = term_var(lang, n, type);
    for (uint32_t i = 0; i < n; i++) f = term_apply(lang, f, term_var(lang, n - 1 - i, args[i]));
    for (uint32_t i = 0; i < n; i++) g = term_apply(lang, g, term_var(lang, n - 1 - i, args[i]));
    const struct term *both = term_apply(lang, term_apply(lang, m->join->program, f), g);
    while (n--) both = term_lambda(lang, args[n], both);
    return term_lambda(lang, type, term_lambda(lang, type, both));
}

/* \\z. p(left(z), right)(z), or right(z), or both. */
static const struct term *join_made(const struct oracle *o, const struct made_of *m,
                                    const struct term *left, const struct term *right) {
    struct lang *lang = &o->domain->lang;
    type_id type = lang->types.at[m->made_left ? left->type : right->type].argument;
    const struct term *z = term_var(lang, 0, type);
    if (m->made_left) left = term_apply(lang, left, z);
    if (m->made_right) right = term_apply(lang, right, z);
    const struct term *both = term_apply(lang, term_apply(lang, m->join->program, left), right);
    return term_lambda(lang, type, term_apply(lang, both, z));
}

static const struct term *put_together(const struct oracle *o, const struct made_of *m,
                                       const struct term *of) {
    struct lang *lang = &o->domain->lang;
    if (!m->left) return of ? term_apply(lang, m->term, of) : m->term;
    const struct term *left = put_together(o, m->left, m->open_left ? of : NULL);
    if (m->how == BY_RAISING) {
        type_id f = lang->types.at[m->raised].argument;
        return term_lambda(lang, f, term_apply(lang, term_var(lang, 0, f), left));
    }
    if (m->bind) return put_together(o, m->right, left);
    const struct term *right = put_together(o, m->right, m->open_right ? of : NULL);
    if (m->how == BY_COMPOSITION || m->how == BY_SUBSTITUTION) {
        type_id type = lang->types.at[right->type].argument;
        const struct term *z = term_var(lang, 0, type), *f = left;
        if (m->how == BY_SUBSTITUTION) f = term_apply(lang, f, z);
        return term_lambda(lang, type, term_apply(lang, f, term_apply(lang, right, z)));
    }
    if (!m->join) return term_apply(lang, left, right);
    if (m->made_left || m->made_right) return join_made(o, m, left, right);
    return term_apply(lang, term_apply(lang, join_term(o, m, left->type), left), right);
}

const struct term *oracle_program(const struct oracle *self, uint32_t derivation) {
    uint32_t fuel = 100000;
    return term_reduce(&self->domain->lang,
                       put_together(self, self->all.at[derivation].meaning, NULL), &fuel);
}
