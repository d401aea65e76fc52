/* Expected execution, CKY-E2 (paper, section 2.3 and supplement B).
 *
 * A node whose category is primitive keeps one value: the mean of what its
 * derivations evaluate to, weighted by exp(weight). Functions stay apart: one
 * item for each program and what it has been given so far.
 *
 *     V [0,2)   mean = Σ share_i · value_i          log_weight = log Σ exp(weight_i)
 *                  │        └── body_i run in env_i
 *                  └── share_i = exp(weight_i − log_weight)
 *
 * Contributions in the same environment are run together: terms are
 * hash-consed, so what their programs have in common is computed once. The
 * reverse pass runs each group again with a tape rather than keeping all
 * intermediate values of the sentence. */
#include <math.h>
#include <string.h>

#include "run/run.h"

/* ---- running one group of programs ------------------------------------------------- */

struct val {
    double *value, *grad; /* grad: NULL on the forward pass, and for constants */
};

struct bound {
    struct val val;            /* of an ordinary variable */
    const struct term *lambda; /* of a functor variable, with its frame */
    const struct frame *frame;
};

struct frame {
    const struct bound *bounds;
    bool top; /* the group's own frame: results may be remembered */
};

struct memo {
    uint32_t stamp;
    struct val val;
};

struct step {
    const struct op *op;
    const double *args[OP_MAX_ARGS];
    double *grads[OP_MAX_ARGS];
    const double *grad;
};

struct tape {
    struct expected *e;
    bool reverse;
    double **grad_of; /* [n_nodes] gradients of means */
    VEC(struct step) steps;
};

static _Noreturn void fail_concept(const struct expected *e) {
    guard_raise(e->scratch->guard, G2L2_STATUS_TYPE, 0, 0,
                "this domain's kernels have no concepts");
}

static double *new_value(struct tape *t, bool clear) {
    double *v = arena_array(t->e->scratch, double, t->e->size);
    if (clear) memset(v, 0, t->e->size * sizeof *v);
    return v;
}

/* Only what depends on the chart has a gradient; constants have none. */
static struct val new_val(struct tape *t, bool varies) {
    return (struct val){new_value(t, false), varies ? new_value(t, true) : NULL};
}

static struct val eval(struct tape *t, const struct term *term, const struct frame *frame);

static const struct frame *extend(struct tape *t, struct bound first, const struct bound *rest,
                                  uint32_t n_rest) {
    struct bound *bounds = arena_array(t->e->scratch, struct bound, n_rest + 1);
    struct frame *frame = arena_new(t->e->scratch, struct frame);
    bounds[0] = first;
    if (n_rest) memcpy(bounds + 1, rest, n_rest * sizeof *rest);
    frame->bounds = bounds;
    return frame;
}

/* A term of function type: the lambda it stands for, and where to run it. */
static struct bound eval_function(struct tape *t, const struct term *term,
                                  const struct frame *frame);

static struct bound eval_argument(struct tape *t, const struct term *term,
                                  const struct frame *frame) {
    if (lang_is_function(&t->e->domain->lang, term->type)) return eval_function(t, term, frame);
    return (struct bound){.val = eval(t, term, frame)};
}

/* The frame in which the body of APPLY's function is to be run. */
static const struct frame *enter(struct tape *t, const struct term *apply,
                                 const struct frame *frame, const struct term **body) {
    struct bound f = eval_function(t, apply->subs[0], frame);
    struct bound a = eval_argument(t, apply->subs[1], frame);
    *body = f.lambda->subs[0];
    return extend(t, a, f.frame->bounds, f.lambda->open);
}

static struct bound eval_function(struct tape *t, const struct term *term,
                                  const struct frame *frame) {
    if (term->kind == TERM_LAMBDA) return (struct bound){.lambda = term, .frame = frame};
    if (term->kind == TERM_VAR) return frame->bounds[term->index];
    if (term->kind != TERM_APPLY) fail_concept(t->e);
    const struct term *body;
    const struct frame *inner = enter(t, term, frame, &body);
    return eval_function(t, body, inner);
}

static struct val eval_op(struct tape *t, const struct term *term, const struct frame *frame) {
    struct expected *e = t->e;
    struct step step = {.op = &e->domain->lang.ops.at[term->op]};
    bool varies = false;
    for (uint32_t i = 0; i < term->n_subs; i++) {
        struct val arg = eval(t, term->subs[i], frame);
        step.args[i] = arg.value;
        step.grads[i] = arg.grad;
        varies |= arg.grad != NULL;
    }
    struct val out = new_val(t, varies);
    e->kernels->op(e->state, step.op, step.args, out.value);
    e->n_evaluations++;
    step.grad = out.grad;
    if (varies) vec_push(e->scratch, &t->steps, step);
    return out;
}

static struct val eval(struct tape *t, const struct term *term, const struct frame *frame) {
    struct expected *e = t->e;
    struct memo *memo = frame->top ? &e->memo[term->id] : NULL;
    const struct term *body;
    struct val out;
    if (memo && memo->stamp == e->stamp) return memo->val;
    switch (term->kind) {
    case TERM_VAR: return frame->bounds[term->index].val;
    case TERM_NUMBER:
        out = new_val(t, false);
        e->kernels->number(e->state, term->number, out.value);
        break;
    case TERM_OP: out = eval_op(t, term, frame); break;
    case TERM_APPLY: {
        const struct frame *inner = enter(t, term, frame, &body);
        out = eval(t, body, inner);
        break;
    }
    default: fail_concept(e);
    }
    if (memo) *memo = (struct memo){e->stamp, out};
    return out;
}

static struct bound bind(struct tape *t, struct ref ref) {
    struct expected *e = t->e;
    if (!ref.function)
        return (struct bound){
            .val = {e->mean[ref.index], t->reverse ? t->grad_of[ref.index] : NULL}};
    const struct closure_ref *f = &e->functions.at[ref.index];
    struct bound *bounds = arena_array(e->scratch, struct bound, f->n_env + 1);
    struct frame *frame = arena_new(e->scratch, struct frame);
    for (uint32_t i = 0; i < f->n_env; i++) bounds[i] = bind(t, f->env[i]);
    frame->bounds = bounds;
    return (struct bound){.lambda = f->body, .frame = frame};
}

static bool same_env(const struct closure_ref *a, const struct closure_ref *b) {
    if (a->n_env != b->n_env) return false;
    for (uint32_t i = 0; i < a->n_env; i++)
        if (a->env[i].index != b->env[i].index || a->env[i].function != b->env[i].function)
            return false;
    return true;
}

static const struct frame *open_frame(struct tape *t, const struct closure_ref *c) {
    struct bound *bounds = arena_array(t->e->scratch, struct bound, c->n_env + 1);
    struct frame *frame = arena_new(t->e->scratch, struct frame);
    for (uint32_t i = 0; i < c->n_env; i++) bounds[i] = bind(t, c->env[i]);
    *frame = (struct frame){bounds, true};
    t->e->stamp++;
    return frame;
}

static struct val run(struct tape *t, const struct closure_ref *c, const struct frame *frame) {
    return c->body ? eval(t, c->body, frame) : frame->bounds[0].val;
}

/* ---- forward: nodes and edges --------------------------------------------------------------- */

static bool has_function_type(const struct expected *e, uint32_t node) {
    type_id type = e->walk.plan->nodes[node].type;
    return type != TYPE_NONE && lang_is_function(&e->domain->lang, type);
}

static double source_weight(const struct expected *e, struct source s) {
    switch (s.kind) {
    case SOURCE_SLOT: return e->walk.weight[s.index];
    case SOURCE_NODE: return e->log_weight[s.index];
    default: return e->functions.at[s.index].weight;
    }
}

/* A closure that a node gets: a function, or a contribution to its mean. */
static void add(struct expected *e, uint32_t node, struct closure_ref c) {
    c.weight = 0;
    for (uint32_t i = 0; i < c.n_sources; i++) c.weight += source_weight(e, c.sources[i]);
    c.share = 0;
    c.next = NO_NODE;
    if (has_function_type(e, node)) {
        struct range *range = &e->functions_of[node];
        if (!range->n) range->first = e->functions.n;
        vec_push(e->walk.arena, &e->functions, c);
        range->n++;
    } else {
        c.next = e->first_of[node];
        vec_push(e->walk.arena, &e->contributions, c);
        e->first_of[node] = e->contributions.n - 1;
    }
}

static void from(struct closure_ref *c, uint32_t kind, uint32_t index) {
    c->sources[c->n_sources].kind = kind;
    c->sources[c->n_sources++].index = index;
}

/* A body of function type that is a variable is that variable's function. */
static void resolve(struct expected *e, struct closure_ref *c) {
    while (c->body->kind == TERM_VAR && c->env[c->body->index].function) {
        const struct closure_ref *f = &e->functions.at[c->env[c->body->index].index];
        c->body = f->body;
        c->n_env = f->n_env;
        memcpy(c->env, f->env, sizeof f->env);
    }
    if (lang_is_function(&e->domain->lang, c->body->type) && c->body->kind != TERM_LAMBDA)
        guard_raise(e->walk.arena->guard, G2L2_STATUS_TYPE, 0, 0,
                    "expected execution cannot run a program that computes a function");
}

static void run_word(struct expected *e, uint32_t node, uint32_t edge) {
    const struct plan *plan = e->walk.plan;
    const struct plan_node *n = &plan->nodes[node];
    uint32_t slot = plan_word_slot(plan, &e->walk.sentence, &plan->edges[edge]);
    struct closure_ref c = {.edge = edge};
    c.body = lexicon_program(e->walk.sentence.lexicon, slot, n->cat);
    if (c.body) resolve(e, &c);
    from(&c, SOURCE_SLOT, slot);
    add(e, node, c);
}

/* What a node offers as an argument: its mean, or each of its functions. */
static uint32_t n_offers(const struct expected *e, uint32_t node) {
    return has_function_type(e, node) ? e->functions_of[node].n : 1;
}

static struct ref offer(const struct expected *e, uint32_t node, uint32_t i) {
    bool function = has_function_type(e, node);
    return (struct ref){function ? e->functions_of[node].first + i : node, function};
}

static void from_ref(struct closure_ref *c, struct ref ref) {
    from(c, ref.function ? SOURCE_FUNCTION : SOURCE_NODE, ref.index);
}

/* The values of a node, with the weight of an EMPTY word or a schema. */
static void run_pass(struct expected *e, uint32_t node, uint32_t edge) {
    const struct plan *plan = e->walk.plan;
    const struct plan_edge *d = &plan->edges[edge];
    uint32_t slot = plan_empty_slot(plan, &e->walk.sentence, d);
    for (uint32_t i = 0; i < n_offers(e, d->left); i++) {
        struct ref ref = offer(e, d->left, i);
        struct closure_ref c = {.env = {ref}, .n_env = 1};
        if (ref.function) c = e->functions.at[ref.index];
        c.edge = edge;
        c.n_sources = 0;
        from_ref(&c, ref);
        if (plan_is_node(plan, d->right)) from(&c, SOURCE_NODE, d->right);
        else if (slot != NO_NODE) from(&c, SOURCE_SLOT, slot);
        add(e, node, c);
    }
}

static void push_env(struct expected *e, struct closure_ref *c, struct ref ref) {
    if (c->n_env == ENV_MAX)
        guard_raise(e->walk.arena->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "a program has too many arguments for expected execution");
    memmove(c->env + 1, c->env, c->n_env * sizeof *c->env);
    c->env[0] = ref;
    c->n_env++;
}

static void apply(struct expected *e, uint32_t node, uint32_t edge, uint32_t functor,
                  uint32_t argument) {
    for (uint32_t k = 0; k < n_offers(e, argument); k++)
        for (uint32_t i = 0; i < e->functions_of[functor].n; i++) {
            uint32_t f = e->functions_of[functor].first + i;
            struct ref ref = offer(e, argument, k);
            struct closure_ref c = e->functions.at[f];
            c.body = c.body->subs[0];
            c.edge = edge;
            c.n_sources = 0;
            push_env(e, &c, ref);
            resolve(e, &c);
            from(&c, SOURCE_FUNCTION, f);
            from_ref(&c, ref);
            add(e, node, c);
        }
}

/* What two parts, or one, mean together: the rule's term, with its lambdas entered. */
static void join(struct expected *e, uint32_t node, uint32_t edge, const struct term *term,
                 struct ref left, const struct ref *right) {
    struct closure_ref c = {.body = term->subs[0], .edge = edge};
    push_env(e, &c, left);
    from_ref(&c, left);
    if (right) {
        c.body = c.body->subs[0];
        push_env(e, &c, *right);
        from_ref(&c, *right);
    }
    resolve(e, &c);
    add(e, node, c);
}

static void join_all(struct expected *e, uint32_t node, uint32_t edge, const struct term *term) {
    const struct plan *plan = e->walk.plan;
    const struct plan_edge *d = &plan->edges[edge];
    bool two = plan_is_node(plan, d->right);
    for (uint32_t i = 0; i < n_offers(e, d->left); i++) {
        struct ref left = offer(e, d->left, i);
        if (!two) join(e, node, edge, term, left, NULL);
        for (uint32_t j = 0; two && j < n_offers(e, d->right); j++) {
            struct ref right = offer(e, d->right, j);
            join(e, node, edge, term, left, &right);
        }
    }
}

static void run_combine(struct expected *e, uint32_t node, uint32_t edge) {
    struct plan_edge d = e->walk.plan->edges[edge];
    const struct meaning *meaning = plan_meaning(e->walk.plan, &d);
    arena_check(e->walk.arena);
    switch (meaning->form) {
    case MEANING_FORWARD: apply(e, node, edge, d.left, d.right); break;
    case MEANING_BACKWARD: apply(e, node, edge, d.right, d.left); break;
    default:
        if (meaning->term) join_all(e, node, edge, meaning->term);
    }
}

static void share_out(struct expected *e, uint32_t node) {
    struct closure_ref *at = e->contributions.at;
    double max = -INFINITY, sum = 0;
    for (uint32_t i = e->first_of[node]; i != NO_NODE; i = at[i].next)
        max = fmax(max, at[i].weight);
    e->log_weight[node] = max;
    if (max == -INFINITY) return;
    for (uint32_t i = e->first_of[node]; i != NO_NODE; i = at[i].next)
        sum += at[i].share = exp(at[i].weight - max);
    for (uint32_t i = e->first_of[node]; i != NO_NODE; i = at[i].next) at[i].share /= sum;
    e->log_weight[node] = max + log(sum);
}

static void merge(struct expected *e, uint32_t node) {
    bool schema = e->walk.plan->nodes[node].type == TYPE_NONE;
    arena_check(e->walk.arena);
    if (has_function_type(e, node)) return;
    share_out(e, node);
    if (schema) return;
    double *mean = arena_zalloc(e->walk.arena, e->size * sizeof *mean);
    e->mean[node] = mean;
    struct tape t = {.e = e};
    const struct frame *frame = NULL;
    const struct closure_ref *at = e->contributions.at, *last = NULL;
    for (uint32_t i = e->first_of[node]; i != NO_NODE; last = &at[i], i = at[i].next) {
        if (!last || !same_env(last, &at[i])) {
            arena_check(e->scratch);
            arena_reset(e->scratch);
            frame = open_frame(&t, &at[i]);
        }
        const double *value = run(&t, &at[i], frame).value;
        for (size_t k = 0; k < e->size; k++) mean[k] += at[i].share * value[k];
    }
}

const double *expected_value(struct expected *self, uint32_t contribution) {
    const struct closure_ref *c = &self->contributions.at[contribution];
    struct tape t = {.e = self};
    arena_reset(self->scratch);
    return run(&t, c, open_frame(&t, c)).value;
}

static void run_node(struct expected *e, uint32_t node) {
    static void (*const run[])(struct expected *, uint32_t, uint32_t) = {
        [PLAN_WORD] = run_word, [PLAN_PASS] = run_pass, [PLAN_COMBINE] = run_combine};
    const struct plan *plan = e->walk.plan;
    for (uint32_t i = plan->nodes[node].first; i < plan->nodes[node + 1].first; i++)
        run[plan->edges[i].kind](e, node, i);
    merge(e, node);
}

void expected_run(struct expected *self, const struct walk *walk, const struct target *target,
                  struct arena *scratch) {
    const g2l2_domain *domain = walk->sentence.lexicon->domain;
    struct arena *arena = walk->arena;
    uint32_t n = walk->plan->n_nodes + 1;
    *self = (struct expected){.walk = *walk, .domain = domain, .scratch = scratch};
    self->kernels = domain->kernels->expected;
    self->state = self->kernels->open(arena, &domain->lang, target);
    self->size = self->kernels->size(self->state);
    self->log_weight = arena_array(arena, double, n);
    self->mean = arena_zalloc(arena, n * sizeof *self->mean);
    self->functions_of = arena_zalloc(arena, n * sizeof *self->functions_of);
    self->first_of = arena_array(arena, uint32_t, n);
    memset(self->first_of, 0xff, n * sizeof *self->first_of); /* NO_NODE */
    self->memo = arena_zalloc(arena, (domain->lang.terms.n + 1) * sizeof *self->memo);
    for (uint32_t i = 0; i < walk->plan->n_nodes; i++) run_node(self, i);
}

/* ---- backward ------------------------------------------------------------------------------ */

struct backward {
    struct expected *e;
    double **mean;      /* [n_nodes] d loss / d mean */
    double *log_weight; /* [n_nodes] */
    double *slots;      /* [n_slots] */
};

static void hand_down(struct backward *b, const struct closure_ref *c, double grad) {
    for (uint32_t i = 0; i < c->n_sources; i++) {
        struct source s = c->sources[i];
        if (s.kind == SOURCE_SLOT) b->slots[s.index] += grad;
        else if (s.kind == SOURCE_NODE) b->log_weight[s.index] += grad;
        else b->e->functions.at[s.index].share += grad;
    }
}

static double dot(const double *a, const double *b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

static void reverse(struct tape *t) {
    for (uint32_t i = t->steps.n; i-- > 0;) {
        struct step *s = &t->steps.at[i];
        t->e->kernels->op_back(t->e->state, s->op, s->args, s->grad, s->grads);
    }
}

/* All contributions from `first` that share its environment; returns the next. */
static uint32_t back_group(struct backward *b, uint32_t node, uint32_t first, double offset) {
    struct expected *e = b->e;
    const struct closure_ref *at = e->contributions.at;
    const double *grad = b->mean[node];
    struct tape t = {.e = e, .reverse = true, .grad_of = b->mean};
    arena_reset(e->scratch);
    const struct frame *frame = open_frame(&t, &at[first]);
    uint32_t i = first;
    for (; i != NO_NODE && same_env(&at[first], &at[i]); i = at[i].next) {
        struct val v = run(&t, &at[i], frame);
        hand_down(b, &at[i], at[i].share * (dot(grad, v.value, e->size) + offset));
        for (size_t k = 0; v.grad && k < e->size; k++) v.grad[k] += at[i].share * grad[k];
    }
    reverse(&t);
    return i;
}

static void back_node(struct backward *b, uint32_t node) {
    struct expected *e = b->e;
    if (has_function_type(e, node)) {
        struct range range = e->functions_of[node];
        for (uint32_t i = range.first + range.n; i-- > range.first;)
            hand_down(b, &e->functions.at[i], e->functions.at[i].share);
        return;
    }
    if (!e->mean[node]) { /* a schema: weights only */
        const struct closure_ref *at = e->contributions.at;
        for (uint32_t i = e->first_of[node]; i != NO_NODE; i = at[i].next)
            hand_down(b, &at[i], at[i].share * b->log_weight[node]);
        return;
    }
    double offset = b->log_weight[node] - dot(b->mean[node], e->mean[node], e->size);
    for (uint32_t i = e->first_of[node]; i != NO_NODE;) i = back_group(b, node, i, offset);
}

double expected_loss(struct expected *self, double *grads) {
    const struct plan *plan = self->walk.plan;
    struct arena *arena = self->walk.arena;
    uint32_t n = plan->n_roots;
    double *losses = arena_array(arena, double, n + 1), max = -INFINITY, sum = 0, loss = 0;
    struct backward b = {.e = self, .slots = grads};
    b.mean = arena_zalloc(arena, (plan->n_nodes + 1) * sizeof *b.mean);
    b.log_weight = arena_zalloc(arena, (plan->n_nodes + 1) * sizeof *b.log_weight);
    for (uint32_t i = 0; i < self->functions.n; i++) self->functions.at[i].share = 0;
    for (uint32_t i = 0; i < plan->n_nodes; i++)
        if (self->mean[i]) b.mean[i] = arena_zalloc(arena, self->size * sizeof(double));
    for (uint32_t i = 0; i < n; i++) max = fmax(max, self->log_weight[plan->roots[i]]);
    for (uint32_t i = 0; i < n; i++) sum += exp(self->log_weight[plan->roots[i]] - max);
    if (max == -INFINITY) return INFINITY;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t root = plan->roots[i];
        double share = exp(self->log_weight[root] - max) / sum;
        losses[i] = self->kernels->loss(self->state, self->mean[root], b.mean[root]);
        for (size_t k = 0; k < self->size; k++) b.mean[root][k] *= share;
        loss += share * losses[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t root = plan->roots[i];
        b.log_weight[root] += exp(self->log_weight[root] - max) / sum * (losses[i] - loss);
    }
    for (uint32_t i = plan->n_nodes; grads && i-- > 0;) back_node(&b, i);
    return loss;
}
