/* The interpreter, the offers of nodes, and the reverse pass through both (tape.h). */
#include "run/tape.h"

#include <string.h>

#define DEPTH_MAX 200 /* programs within programs */

enum step_kind { STEP_LEXICAL, STEP_UNIT, STEP_APPLY, STEP_JOIN, STEP_OFFER, STEP_MERGE };

struct step {
    uint8_t kind, how;
    struct mixed_code code;
    uint32_t word;
    uint32_t node, which; /* UNIT: of what; OFFER of a value: where it goes */
    struct val *out, *a, *b;
    struct offer *offer;
    const struct merger *merger;
};

/* Offers that became one. */
struct merger {
    struct offer *made;
    struct offer **from; /* [n] */
    uint32_t n;
};

struct list {
    struct offer *first, *last;
};

struct tape {
    struct mixed *m;
    const struct mixed_kernels *kernels;
    VEC(struct step) steps;
    VEC(struct val *) vals;
    uint32_t *first;     /* [n_nodes + 1] steps of a node */
    uint32_t *end;       /* likewise */
    struct list *lists;  /* [n_nodes] offers */
    struct val ***units; /* [n_nodes, cases] values at weight 1, made when asked for */
    uint32_t node, depth;
};

struct tape *tape_new(struct mixed *mixed) {
    struct arena *arena = mixed->arena;
    uint32_t n = mixed->plan->n_nodes + 1;
    struct tape *self = arena_new(arena, struct tape);
    *self = (struct tape){.m = mixed, .kernels = mixed->grounding->kernels};
    self->first = arena_zalloc(arena, n * sizeof *self->first);
    self->end = arena_zalloc(arena, n * sizeof *self->end);
    self->lists = arena_zalloc(arena, n * sizeof *self->lists);
    self->units = arena_zalloc(arena, n * sizeof *self->units);
    return self;
}

void tape_begin(struct tape *self, uint32_t node) {
    self->node = node;
    self->first[node] = self->end[node] = self->steps.n;
}

static _Noreturn void fail(const struct tape *self, g2l2_status status, const char *what) {
    guard_raise(self->m->arena->guard, status, 0, 0, "%s", what);
}

static const struct kept *kept_at(const struct tape *self, uint32_t node) {
    return &self->m->grounding->kept[self->m->plan->nodes[node].cat];
}

static double *case_at(const struct tape *self, double *const *values, uint32_t node,
                       uint32_t which) {
    const struct kept *kept = kept_at(self, node);
    return values[node] + (kept->open ? which * self->m->sizes[kept->class] : 0);
}

/* ---- steps ------------------------------------------------------------------------------------ */

static struct val *new_val(struct tape *self, int class) {
    struct val *val = arena_new(self->m->arena, struct val);
    val->class = class;
    val->value = arena_zalloc(self->m->arena, self->m->sizes[class] * sizeof(double));
    val->grad = NULL;
    vec_push(self->m->arena, &self->vals, val);
    return val;
}

static void record(struct tape *self, struct step step) {
    vec_push(self->m->arena, &self->steps, step);
    self->end[self->node] = self->steps.n;
}

static struct val *done(struct tape *self, struct step step) {
    self->kernels->merge(self->m->session, step.out->class, step.out->value);
    record(self, step);
    return step.out;
}

static struct val *lexical(struct tape *self, struct mixed_code code, uint32_t word) {
    struct val *out = new_val(self, code.class);
    self->kernels->lexical(self->m->session, code, word, 1, out->value);
    return done(self, (struct step){.kind = STEP_LEXICAL, .code = code, .word = word, .out = out});
}

static struct val *apply(struct tape *self, struct val *f, struct val *x) {
    int class = self->kernels->result_of(f->class);
    if (class < 0 || self->kernels->argument_of(f->class) != x->class)
        fail(self, G2L2_STATUS_TYPE, "an operation was given what its kernel cannot take");
    struct val *out = new_val(self, class);
    self->kernels->apply(self->m->session, f->class, f->value, x->value, out->value);
    return done(self, (struct step){.kind = STEP_APPLY, .out = out, .a = f, .b = x});
}

static struct val *join(struct tape *self, uint8_t how, struct val *a, struct val *b) {
    if (a->class != b->class)
        fail(self, G2L2_STATUS_TYPE, "an operation was given what its kernel cannot take");
    struct val *out = new_val(self, a->class);
    self->kernels->join(self->m->session, how, a->class, a->value, b->value, out->value);
    return done(self, (struct step){.kind = STEP_JOIN, .how = how, .out = out, .a = a, .b = b});
}

/* One of the things that can be spoken of; it has no gradient. */
static struct val *refer(struct tape *self, int class, uint32_t which) {
    struct val *out = new_val(self, class);
    self->kernels->refer(self->m->session, class, which, 1, out->value);
    self->kernels->merge(self->m->session, class, out->value);
    return out;
}

/* The value of a node, at weight 1. */
static struct val *unit(struct tape *self, uint32_t node, uint32_t which) {
    const struct kept *kept = kept_at(self, node);
    uint32_t n = kept->open ? self->m->n_cases : 1, at = kept->open ? which : 0;
    const double *value = case_at(self, self->m->value, node, which);
    if (!self->units[node])
        self->units[node] = arena_zalloc(self->m->arena, n * sizeof **self->units);
    if (self->units[node][at]) return self->units[node][at];
    struct val *out = new_val(self, kept->class);
    self->kernels->add(self->m->session, kept->class, 1 / value[0], value, out->value);
    self->units[node][at] = out;
    return done(self, (struct step){.kind = STEP_UNIT, .node = node, .which = which, .out = out});
}

/* ---- programs --------------------------------------------------------------------------------- */

static struct bound eval(struct tape *self, const struct term *term, const struct bound *env,
                         uint32_t word);

static struct bound of_val(struct val *val) {
    return (struct bound){.kind = BOUND_VALUE, .val = val};
}

static struct val *eval_value(struct tape *self, const struct term *term, const struct bound *env,
                              uint32_t word) {
    struct bound bound = eval(self, term, env, word);
    if (bound.kind != BOUND_VALUE)
        fail(self, G2L2_STATUS_TYPE, "an operation was given what its kernel cannot take");
    return bound.val;
}

static struct bound call(struct tape *self, struct bound f, struct bound a) {
    if (f.kind == BOUND_VALUE && a.kind == BOUND_VALUE) return of_val(apply(self, f.val, a.val));
    if (f.kind != BOUND_CLOSURE)
        fail(self, G2L2_STATUS_TYPE, "an operation was given what its kernel cannot take");
    if (++self->depth > DEPTH_MAX) fail(self, G2L2_STATUS_LIMIT, "programs are nested too deeply");
    struct bound *env = arena_array(self->m->arena, struct bound, f.lambda->open + 1u);
    env[0] = a;
    if (f.lambda->open) memcpy(env + 1, f.env, f.lambda->open * sizeof *env);
    struct bound out = eval(self, f.lambda->subs[0], env, f.word);
    self->depth--;
    return out;
}

static struct bound eval_op(struct tape *self, const struct term *term, const struct bound *env,
                            uint32_t word) {
    struct mixed_call c;
    self->kernels->call(self->m->grounding->setup.lang, term, &c);
    if (c.joins) {
        struct val *a = eval_value(self, c.args[0], env, word);
        return of_val(join(self, c.how, a, eval_value(self, c.args[1], env, word)));
    }
    if (c.concept) {
        struct bound concept = eval(self, c.concept, env, word);
        struct val *f = lexical(self, c.code, concept.word);
        for (uint32_t i = 0; i < c.n; i++)
            f = apply(self, f, eval_value(self, c.args[i], env, word));
        return of_val(f);
    }
    struct val *f = lexical(self, c.code, word);
    for (uint32_t i = 0; i < c.n; i++) f = apply(self, f, eval_value(self, c.args[i], env, word));
    return of_val(f);
}

static struct bound eval(struct tape *self, const struct term *term, const struct bound *env,
                         uint32_t word) {
    switch (term->kind) {
    case TERM_VAR: return env[term->index];
    case TERM_SLOT: return (struct bound){.kind = BOUND_CONCEPT, .word = word};
    case TERM_LAMBDA:
        return (struct bound){.kind = BOUND_CLOSURE, .lambda = term, .env = env, .word = word};
    case TERM_APPLY: {
        struct bound f = eval(self, term->subs[0], env, word);
        return call(self, f, eval(self, term->subs[1], env, word));
    }
    default: return eval_op(self, term, env, word);
    }
}

/* ---- offers ----------------------------------------------------------------------------------- */

static double factor_weight(const struct tape *self, const struct factor *f) {
    switch (f->kind) {
    case FACTOR_SLOT: return self->m->weight[f->index];
    case FACTOR_NODE: return case_at(self, self->m->value, f->index, f->which)[0];
    default: return f->offer->weight;
    }
}

static void link(struct tape *self, uint32_t node, struct offer *offer) {
    struct list *list = &self->lists[node];
    if (list->last) list->last->next = offer;
    else list->first = offer;
    list->last = offer;
}

/* A value is added to the node's; what has none is kept. */
static void add(struct tape *self, uint32_t node, struct offer made) {
    struct mixed *m = self->m;
    made.weight = 1;
    for (uint32_t i = 0; i < made.n; i++) made.weight *= factor_weight(self, &made.factors[i]);
    if (!(m->outside[node] * made.weight > m->negligible)) return;
    struct offer *offer = arena_new(m->arena, struct offer);
    *offer = made;
    struct step step = {.kind = STEP_OFFER, .node = node, .which = made.which, .offer = offer};
    if (made.bound.kind == BOUND_VALUE) {
        int class = kept_at(self, node)->class;
        if (made.bound.val->class != class)
            fail(self, G2L2_STATUS_TYPE, "a program gives what its kernels cannot add up");
        self->kernels->add(m->session, class, made.weight, made.bound.val->value,
                           case_at(self, m->value, node, made.which));
    } else link(self, node, offer);
    record(self, step);
}

static struct factor of_slot(uint32_t slot) {
    return (struct factor){.kind = FACTOR_SLOT, .index = slot};
}

static struct factor of_node(uint32_t node, uint32_t which) {
    return (struct factor){.kind = FACTOR_NODE, .index = node, .which = which};
}

static struct factor of_offer(struct offer *offer) {
    return (struct factor){.kind = FACTOR_OFFER, .offer = offer};
}

void tape_word(struct tape *self, uint32_t node, uint32_t which, uint32_t word, uint32_t slot,
               const struct term *program, bool shadow) {
    const struct mixed *m = self->m;
    struct bound bound = eval(self, program, NULL, word);
    if (kept_at(self, node)->open) {
        const struct lang *lang = m->grounding->setup.lang;
        int class = self->kernels->class_of(lang, lang->types.at[program->type].argument);
        bound = call(self, bound, of_val(refer(self, class, which)));
    }
    add(self, node,
        (struct offer){
            .bound = bound, .which = which, .shadow = shadow, .n = 1, .factors = {of_slot(slot)}});
}

/* Is it for this case of the node that has it? */
static bool is_for(const struct tape *self, uint32_t node, const struct offer *offer,
                   uint32_t which) {
    return !kept_at(self, node)->open || offer->which == which;
}

void tape_pass(struct tape *self, uint32_t node, uint32_t which, const struct plan_edge *e) {
    const struct mixed *m = self->m;
    uint32_t slot = plan_empty_slot(m->plan, &m->sentence, e);
    bool schema = plan_is_node(m->plan, e->right);
    for (struct offer *o = self->lists[e->left].first; o; o = o->next) {
        if (!is_for(self, e->left, o, which)) continue;
        struct offer made = {.bound = o->bound, .which = which, .shadow = o->shadow, .n = 1};
        made.factors[0] = of_offer(o);
        if (schema) made.factors[made.n++] = of_node(e->right, 0);
        else if (slot != NO_NODE) made.factors[made.n++] = of_slot(slot);
        add(self, node, made);
    }
}

/* ---- two parts ---------------------------------------------------------------------------------- */

/* Something that a node has: its value, at weight 1, or an offer. */
struct operand {
    struct bound bound;
    struct factor factor;
    bool value, shadow;
};

struct operands {
    struct operand *at;
    uint32_t n;
};

/* The value of functions that take functions is of use to operator forms only. */
static bool has_value(const struct tape *self, uint32_t node, uint32_t which) {
    const struct kept *kept = kept_at(self, node);
    if (kept->class < 0 || kept->takes_function || !self->m->value[node]) return false;
    return case_at(self, self->m->value, node, which)[0] > 0;
}

static struct operands operands_of(struct tape *self, uint32_t node, uint32_t which,
                                   bool with_value) {
    struct operands out = {0};
    uint32_t n = 1;
    for (const struct offer *o = self->lists[node].first; o; o = o->next) n++;
    out.at = arena_array(self->m->arena, struct operand, n);
    if (with_value && has_value(self, node, which))
        out.at[out.n++] = (struct operand){.bound = of_val(unit(self, node, which)),
                                           .factor = of_node(node, which),
                                           .value = true};
    for (struct offer *o = self->lists[node].first; o; o = o->next)
        if (is_for(self, node, o, which))
            out.at[out.n++] =
                (struct operand){.bound = o->bound, .factor = of_offer(o), .shadow = o->shadow};
    return out;
}

static void put(struct tape *self, uint32_t node, uint32_t which, struct bound bound,
                const struct operand *a, const struct operand *b) {
    struct offer made = {.bound = bound, .which = which, .n = b ? 2 : 1, .factors = {a->factor}};
    if (b) made.factors[1] = b->factor;
    add(self, node, made);
}

static void apply_all(struct tape *self, uint32_t node, uint32_t which, uint32_t functor,
                      uint32_t argument) {
    if (!self->lists[functor].first) return;
    struct operands fs = operands_of(self, functor, which, false);
    struct operands as = operands_of(self, argument, which, fs.n > 0);
    for (uint32_t i = 0; i < fs.n; i++)
        for (uint32_t k = 0; k < as.n; k++) {
            arena_check(self->m->arena);
            if (fs.at[i].shadow && as.at[k].value) continue;
            struct bound made = call(self, fs.at[i].bound, as.at[k].bound);
            put(self, node, which, made, &fs.at[i], &as.at[k]);
        }
}

/* The meaning of a rule, with its lambdas entered; without what operator forms do. */
static void join_all(struct tape *self, uint32_t node, uint32_t which, const struct plan_edge *e,
                     const struct joined *joined) {
    bool two = plan_is_node(self->m->plan, e->right), values = joined->by == BY_TERM;
    if (!values && !self->lists[e->left].first && !self->lists[e->right].first) return;
    struct operands as = operands_of(self, e->left, which, true), bs = {.n = 1};
    struct bound term = eval(self, joined->term, NULL, 0);
    if (two) bs = operands_of(self, e->right, which, true);
    for (uint32_t i = 0; i < as.n; i++)
        for (uint32_t k = 0; k < bs.n; k++) {
            arena_check(self->m->arena);
            if (!values && as.at[i].value && bs.at[k].value) continue;
            struct bound made = call(self, term, as.at[i].bound);
            if (two) made = call(self, made, bs.at[k].bound);
            put(self, node, which, made, &as.at[i], two ? &bs.at[k] : NULL);
        }
}

void tape_combine(struct tape *self, uint32_t node, uint32_t which, const struct plan_edge *e) {
    const struct joined *joined = &self->m->grounding->joined[e->meaning];
    switch (joined->by) {
    case BY_FORWARD: apply_all(self, node, which, e->left, e->right); break;
    case BY_BACKWARD: apply_all(self, node, which, e->right, e->left); break;
    case BY_CONJUNCTION:
    case BY_TERM: join_all(self, node, which, e, joined); break;
    default: break;
    }
}

bool tape_leaves(const struct tape *self, uint32_t node, const struct plan_edge *e) {
    const struct joined *joined = &self->m->grounding->joined[e->meaning];
    return joined->by != BY_TERM && self->m->value[node] && self->m->value[e->left] &&
           self->m->value[e->right];
}

const struct offer *tape_offers(const struct tape *self, uint32_t node) {
    return self->lists[node].first;
}

/* ---- merging ------------------------------------------------------------------------------------- */

static bool same_closure(const struct bound *a, const struct bound *b) {
    return a->lambda == b->lambda && (a->word == b->word || !term_has_slot(a->lambda));
}

/* The same but for values of one class. */
static bool same_bound(const struct bound *a, const struct bound *b) {
    if (a->kind != b->kind) return false;
    if (a->kind == BOUND_VALUE) return a->val->class == b->val->class;
    if (a->kind == BOUND_CONCEPT) return a->word == b->word;
    return same_closure(a, b) && (a->env == b->env || !a->lambda->open);
}

static bool can_merge(const struct offer *a, const struct offer *b) {
    if (a->shadow != b->shadow || a->which != b->which || a->bound.kind != b->bound.kind)
        return false;
    if (a->bound.kind == BOUND_CONCEPT) return a->bound.word == b->bound.word;
    if (!same_closure(&a->bound, &b->bound)) return false;
    for (uint32_t i = 0; i < a->bound.lambda->open; i++)
        if (!same_bound(&a->bound.env[i], &b->bound.env[i])) return false;
    return true;
}

/* Variable i of what is made: the mean. Where all have the same, that. */
static struct bound mean(struct tape *self, const struct merger *g, uint32_t i) {
    struct bound first = g->from[0]->bound.env[i];
    bool same = true;
    for (uint32_t k = 1; k < g->n; k++) same &= g->from[k]->bound.env[i].val == first.val;
    if (first.kind != BOUND_VALUE || same) return first;
    struct val *out = new_val(self, first.val->class);
    for (uint32_t k = 0; k < g->n; k++)
        self->kernels->add(self->m->session, out->class, g->from[k]->weight / g->made->weight,
                           g->from[k]->bound.env[i].val->value, out->value);
    self->kernels->merge(self->m->session, out->class, out->value);
    return of_val(out);
}

static struct offer *merge(struct tape *self, const struct merger *of) {
    struct merger *g = arena_new(self->m->arena, struct merger);
    struct offer *made = arena_new(self->m->arena, struct offer);
    *g = *of;
    *made = *g->from[0];
    g->made = made;
    made->n = 0;
    made->weight = 0;
    made->next = NULL;
    for (uint32_t k = 0; k < g->n; k++) made->weight += g->from[k]->weight;
    uint32_t n = made->bound.kind == BOUND_CLOSURE ? made->bound.lambda->open : 0;
    struct bound *env = arena_array(self->m->arena, struct bound, n + 1);
    for (uint32_t i = 0; i < n; i++) env[i] = mean(self, g, i);
    made->bound.env = env;
    record(self, (struct step){.kind = STEP_MERGE, .merger = g});
    return made;
}

/* Those of case `which` are the last of the list. */
void tape_merge(struct tape *self, uint32_t node, uint32_t which) {
    struct list *list = &self->lists[node];
    struct offer *before = NULL, *at = list->first;
    for (; at && at->which != which; at = at->next) before = at;
    if (!at || !at->next) return;
    uint32_t n = 0;
    for (struct offer *o = at; o; o = o->next) n++;
    struct offer **rest = arena_array(self->m->arena, struct offer *, n);
    n = 0;
    for (struct offer *o = at; o; o = o->next) rest[n++] = o;
    list->last = before;
    if (before) before->next = NULL;
    else list->first = NULL;
    for (uint32_t i = 0; i < n; i++) {
        if (!rest[i]) continue;
        struct merger g = {.from = arena_array(self->m->arena, struct offer *, n - i)};
        for (uint32_t k = i; k < n; k++) {
            if (!rest[k] || (k > i && !can_merge(g.from[0], rest[k]))) continue;
            g.from[g.n++] = rest[k];
            rest[k] = NULL;
        }
        g.from[0]->next = NULL;
        link(self, node, g.n > 1 ? merge(self, &g) : g.from[0]);
    }
}

/* ---- backward -------------------------------------------------------------------------------------- */

void tape_open_back(struct tape *self) {
    for (uint32_t i = 0; i < self->vals.n; i++) {
        struct val *val = self->vals.at[i];
        val->grad = arena_zalloc(self->m->arena, self->m->sizes[val->class] * sizeof(double));
    }
}

/* The gradient of an offer's weight goes to its factors. */
static void hand_down(struct tape *self, const struct offer *offer, double *grads) {
    for (uint32_t i = 0; i < offer->n; i++) {
        const struct factor *f = &offer->factors[i];
        double grad = offer->grad;
        for (uint32_t k = 0; k < offer->n; k++)
            if (k != i) grad *= factor_weight(self, &offer->factors[k]);
        if (f->kind == FACTOR_SLOT) grads[f->index] += grad;
        else if (f->kind == FACTOR_OFFER) f->offer->grad += grad;
        else case_at(self, self->m->grad, f->index, f->which)[0] += grad;
    }
}

static void back_offer(struct tape *self, const struct step *s, double *grads) {
    struct offer *o = s->offer;
    if (o->bound.kind == BOUND_VALUE)
        o->grad += self->kernels->add_back(
            self->m->session, o->bound.val->class, o->weight, o->bound.val->value,
            case_at(self, self->m->grad, s->node, s->which), o->bound.val->grad);
    hand_down(self, o, grads);
}

/* value = node / W, and the W of it is not what it says. */
static void back_unit(struct tape *self, const struct step *s) {
    const double *value = case_at(self, self->m->value, s->node, s->which);
    double *grad = case_at(self, self->m->grad, s->node, s->which);
    double slope = self->kernels->add_back(self->m->session, s->out->class, 1 / value[0], value,
                                           s->out->grad, grad);
    grad[0] -= slope / (value[0] * value[0]);
}

/* Shares are weights over their sum. */
static void back_merge(struct tape *self, const struct merger *g) {
    struct offer *made = g->made;
    uint32_t n = made->bound.kind == BOUND_CLOSURE ? made->bound.lambda->open : 0;
    double *slopes = arena_zalloc(self->m->arena, g->n * sizeof *slopes), sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct val *out = made->bound.env[i].val;
        if (made->bound.env[i].kind != BOUND_VALUE || out == g->from[0]->bound.env[i].val) continue;
        self->kernels->merge_back(self->m->session, out->class, out->value, out->grad);
        for (uint32_t k = 0; k < g->n; k++) {
            const struct val *from = g->from[k]->bound.env[i].val;
            slopes[k] += self->kernels->add_back(self->m->session, out->class,
                                                 g->from[k]->weight / made->weight, from->value,
                                                 out->grad, from->grad);
        }
    }
    for (uint32_t k = 0; k < g->n; k++) sum += slopes[k] * g->from[k]->weight / made->weight;
    for (uint32_t k = 0; k < g->n; k++)
        g->from[k]->grad += made->grad + (slopes[k] - sum) / made->weight;
}

static void back_step(struct tape *self, const struct step *s, double *grads) {
    const struct mixed_kernels *k = self->kernels;
    void *session = self->m->session;
    if (s->out) k->merge_back(session, s->out->class, s->out->value, s->out->grad);
    switch (s->kind) {
    case STEP_LEXICAL: k->lexical_back(session, s->code, s->word, 1, s->out->grad); break;
    case STEP_UNIT: back_unit(self, s); break;
    case STEP_APPLY:
        k->apply_back(session, s->a->class, s->a->value, s->b->value, s->out->grad, s->a->grad,
                      s->b->grad);
        break;
    case STEP_JOIN:
        k->join_back(session, s->how, s->a->class, s->a->value, s->b->value, s->out->grad,
                     s->a->grad, s->b->grad);
        break;
    case STEP_OFFER: back_offer(self, s, grads); break;
    default: back_merge(self, s->merger);
    }
}

void tape_back(struct tape *self, uint32_t node, double *grads) {
    for (uint32_t i = self->end[node]; i-- > self->first[node];)
        back_step(self, &self->steps.at[i], grads);
}
