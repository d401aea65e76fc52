/* Exact execution: the chart's nodes split by value.
 *
 *     node V [0,2)   item "L W"     weight, and the ways it is made
 *                    item "W L"
 *
 * Forward this is an inside sum over (category, value) instead of category
 * alone. Backward, from the items that are the target, it is an outside sum:
 * how often each entry is used when the answer comes out right. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exec/exec.h"
#include "exec/machine.h"

struct run {
    struct exact *e;
    uint32_t *argument; /* [n_argument] item + 1 of each value of the argument's node */
    uint32_t n_argument;
    uint32_t *seen; /* [cap] items of the node under construction, index + 1 */
    uint32_t cap;
};

/* ---- items of a node ------------------------------------------------------------------- */

/* Where `value` is or belongs. What earlier nodes left behind counts as free. */
static uint32_t seen_place(const struct run *r, uint32_t node, value_id value, bool *there) {
    uint32_t at = (value * 0x9e3779b1u) >> 7 & (r->cap - 1);
    for (; r->seen[at]; at = (at + 1) & (r->cap - 1)) {
        const struct item *item = &r->e->items.at[r->seen[at] - 1];
        if (item->node != node) break;
        if ((*there = item->value == value)) return at;
    }
    *there = false;
    return at;
}

static void seen_widen(struct run *r, struct range items) {
    r->cap *= 2;
    bool there;
    r->seen = arena_zalloc(r->e->chart->arena, r->cap * sizeof *r->seen);
    for (uint32_t i = items.first; i < items.first + items.n; i++) {
        const struct item *item = &r->e->items.at[i];
        r->seen[seen_place(r, item->node, item->value, &there)] = i + 1;
    }
}

static uint32_t item_of(struct run *r, uint32_t node, value_id value) {
    struct exact *e = r->e;
    struct range *items = &e->of_node[node];
    if (!items->n) items->first = e->items.n;
    bool there;
    uint32_t at = seen_place(r, node, value, &there);
    if (there) return r->seen[at] - 1;
    vec_push(e->chart->arena, &e->items, ((struct item){value, node, NO_NODE, 0}));
    items->n++;
    r->seen[at] = e->items.n;
    if (items->n * 2 > r->cap) seen_widen(r, *items);
    return e->items.n - 1;
}

static void add_way(struct run *r, uint32_t node, value_id value, uint32_t edge, uint32_t left,
                    uint32_t right, double weight) {
    struct exact *e = r->e;
    const struct node *n = &e->chart->nodes.at[node];
    if (value == VALUE_DEAD) return;
    bool whole = n->begin == 0 && n->end == e->chart->n;
    if (e->goal_known && whole && value != e->goal) return;
    uint32_t item = item_of(r, node, value);
    vec_push(e->chart->arena, &e->ways,
             ((struct way){left, right, e->items.at[item].first, edge, weight}));
    e->items.at[item].first = e->ways.n - 1;
}

/* ---- the algebra ---------------------------------------------------------------------------- */

static void lexical(void *self, uint32_t node, uint32_t edge) {
    struct run *r = self;
    struct exact *e = r->e;
    uint32_t slot = e->chart->edges.at[edge].left;
    cat_id cat = (cat_id)e->chart->edges.at[edge].right;
    const struct term *program = lexicon_program(e->chart->lexicon, slot, cat);
    type_id type = e->domain->syntax.cats.at[cat].type;
    value_id value = 0; /* a schema means nothing by itself */
    if (program) value = machine_eval(e->machine, program);
    if (program && e->pruned && !machine_alive(e->machine, value, type)) return;
    if (program) value = machine_normal(e->machine, value, type);
    add_way(r, node, value, edge, slot, NO_NODE, e->weight[slot]);
}

static void pass_on(struct run *r, uint32_t node, uint32_t edge, uint32_t child, uint32_t slot) {
    struct exact *e = r->e;
    bool slot_first = e->chart->edges.at[edge].kind == EDGE_EMPTY_FIRST;
    double extra = slot == NO_NODE ? 0 : e->weight[slot];
    struct range items = e->of_node[child];
    for (uint32_t i = items.first; i < items.first + items.n; i++)
        add_way(r, node, e->items.at[i].value, edge, slot_first ? slot : i, slot_first ? i : slot,
                e->items.at[i].weight + extra);
}

/* Join two items by a rule of the grammar. */
static value_id apply_lifted(struct exact *e, value_id functor, value_id argument, uint8_t lifted) {
    if (functor == VALUE_DEAD || !lifted) return machine_apply(e->machine, functor, argument);
    value_id half =
        machine_apply(e->machine, machine_eval(e->machine, e->domain->lifts[lifted]), functor);
    return half == VALUE_DEAD ? VALUE_DEAD : machine_apply(e->machine, half, argument);
}

/* `lifted` as in domain->lifts: LEFT is the functor. */
static value_id join(struct exact *e, uint8_t rule, uint8_t lifted, cat_id functor_cat,
                     value_id functor, value_id argument) {
    const struct term *program = e->domain->joins[syntax_closed(&e->domain->syntax, functor_cat)];
    value_id half;
    switch (rule) {
    case RULE_CONJUNCT:
    case RULE_SCOPE: return argument;
    case RULE_COORDINATE:
    case RULE_BIND: /* the functor is [AND right], the argument the left conjunct */
        if (!program) return VALUE_DEAD;
        half = apply_lifted(e, machine_eval(e->machine, program), argument, lifted & LIFTED_RIGHT);
        return apply_lifted(e, half, functor, lifted_swapped(lifted));
    default: return apply_lifted(e, functor, argument, lifted);
    }
}

/* Make the argument's items findable by value; false: one is not a plain value. */
static bool index_arguments(struct run *r, struct range args, bool on) {
    struct exact *e = r->e;
    for (uint32_t i = args.first; i < args.first + args.n; i++) {
        value_id value = e->items.at[i].value;
        if (value >= 1u << 24) return false;
        if (value >= r->n_argument) {
            uint32_t n = (value + 1) * 2, *wider = arena_zalloc(e->chart->arena, n * sizeof *wider);
            if (r->n_argument) memcpy(wider, r->argument, r->n_argument * sizeof *wider);
            r->argument = wider;
            r->n_argument = n;
        }
        r->argument[value] = on ? i + 1 : 0;
    }
    return true;
}

/* Apply a function that knows its graph: only to arguments that lead anywhere. */
static bool apply_graph(struct run *r, uint32_t node, uint32_t edge, uint32_t functor,
                        bool right_functor) {
    struct exact *e = r->e;
    uint32_t n;
    const struct graph_pair *graph = e->kernels->graph(e->state, e->items.at[functor].value, &n);
    for (uint32_t k = 0; graph && k < n; k++) {
        struct graph_pair pair = graph[k];
        uint32_t a = pair.argument < r->n_argument ? r->argument[pair.argument] : 0;
        if (!a--) continue;
        double weight = e->items.at[functor].weight + e->items.at[a].weight;
        add_way(r, node, pair.result, edge, right_functor ? a : functor,
                right_functor ? functor : a, weight);
    }
    return graph != NULL;
}

/* X/X and X\\X are modifiers; the further they reach, the less likely. */
static double reach(const struct exact *e, cat_id functor_cat, uint32_t argument) {
    const struct syntax *syntax = &e->domain->syntax;
    const struct category *f = &syntax->cats.at[syntax_closed(syntax, functor_cat)];
    const struct node *n = &e->chart->nodes.at[e->items.at[argument].node];
    bool modifier = f->kind == CAT_KIND_SLASH && f->result == f->argument;
    return modifier ? e->attach_low * (n->end - n->begin) : 0;
}

/* One more pair of values has been put together, alive or not. */
static void count_step(struct exact *e) {
    e->steps += e->step_cost;
    if (e->steps > e->max_steps)
        guard_raise(e->chart->arena->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "the sentence has too many readings to follow; it is too long for so ambiguous "
                    "a lexicon");
}

static void apply_each(struct run *r, uint32_t node, uint32_t edge, uint32_t functor,
                       struct range args, bool right_functor) {
    struct exact *e = r->e;
    const struct edge *d = &e->chart->edges.at[edge];
    const struct node *nodes = e->chart->nodes.at;
    struct combination made =
        syntax_lookup(e->chart->syntax, nodes[d->left].cat, nodes[d->right].cat);
    uint8_t lifted = made.lifted;
    if (right_functor) lifted = lifted_swapped(lifted);
    cat_id functor_cat = nodes[e->items.at[functor].node].cat;
    type_id type = e->domain->syntax.cats.at[e->chart->nodes.at[node].cat].type;
    for (uint32_t a = args.first; a < args.first + args.n; a++) {
        count_step(e);
        value_id value = join(e, made.rule, lifted, functor_cat, e->items.at[functor].value,
                              e->items.at[a].value);
        value = machine_normal(e->machine, value, type);
        double weight = e->items.at[functor].weight + e->items.at[a].weight;
        add_way(r, node, value, edge, right_functor ? a : functor, right_functor ? functor : a,
                weight - reach(e, functor_cat, a));
    }
}

static void combine_rule(struct run *r, uint32_t node, uint32_t edge) {
    struct exact *e = r->e;
    const struct edge *d = &e->chart->edges.at[edge];
    bool right_functor = syntax_rules[d->kind].functor;
    struct range functors = e->of_node[right_functor ? d->right : d->left];
    struct range args = e->of_node[right_functor ? d->left : d->right];
    const struct node *made = &e->chart->nodes.at[node];
    bool plain =
        d->kind <= RULE_BACKWARD && e->domain->syntax.cats.at[made->cat].kind != CAT_KIND_OPEN;
    bool indexed = e->by_behaviour && plain && index_arguments(r, args, true);
    for (uint32_t f = functors.first; f < functors.first + functors.n; f++)
        if (!indexed || e->items.at[f].value & VALUE_CLOSURE ||
            !apply_graph(r, node, edge, f, right_functor))
            apply_each(r, node, edge, f, args, right_functor);
    if (indexed) index_arguments(r, args, false);
}

static void combine(void *self, uint32_t node, uint32_t edge) {
    struct run *r = self;
    const struct edge *d = &r->e->chart->edges.at[edge];
    switch (d->kind) {
    case EDGE_UNIT: pass_on(r, node, edge, d->left, NO_NODE); break;
    case EDGE_EMPTY_FIRST: pass_on(r, node, edge, d->right, d->left); break;
    case EDGE_EMPTY_LAST: pass_on(r, node, edge, d->left, d->right); break;
    default: combine_rule(r, node, edge);
    }
}

static void sum_ways(struct exact *e, struct item *item) {
    struct way *ways = e->ways.at;
    double max = -INFINITY, sum = 0;
    for (uint32_t w = item->first; w != NO_NODE; w = ways[w].next)
        if (ways[w].share > max) max = ways[w].share;
    item->weight = max;
    if (max == -INFINITY || ways[item->first].next == NO_NODE) {
        for (uint32_t w = item->first; w != NO_NODE; w = ways[w].next)
            ways[w].share = max > -INFINITY;
        return;
    }
    for (uint32_t w = item->first; w != NO_NODE; w = ways[w].next)
        sum += ways[w].share = exp(ways[w].share - max);
    for (uint32_t w = item->first; w != NO_NODE; w = ways[w].next) ways[w].share /= sum;
    item->weight = max + log(sum);
}

static int heavier(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
    return (x->value > y->value) - (x->value < y->value);
}

static void merge(void *self, uint32_t node) {
    struct run *r = self;
    struct exact *e = r->e;
    struct range *items = &e->of_node[node];
    arena_check(e->chart->arena);
    for (uint32_t i = items->first; i < items->first + items->n; i++) sum_ways(e, &e->items.at[i]);
    if (!e->beam || items->n <= e->beam) return;
    qsort(e->items.at + items->first, items->n, sizeof *e->items.at, heavier);
    items->n = e->beam;
    e->cut = true;
}

static bool schema_erases(const struct schema *schema) {
    bool found = schema->program && schema->program->erases;
    for (uint32_t i = 0; i < schema->cases.n; i++) found |= schema->cases.at[i].program->erases;
    return found;
}

/* Does a program of this sentence throw away what it is given? */
static bool erases(const struct chart *chart) {
    const struct lexicon *lexicon = chart->lexicon;
    bool found = false;
    for (uint32_t i = 0; i < chart->syntax->schemas.n; i++)
        found |= schema_erases(&chart->syntax->schemas.at[i]);
    for (uint32_t i = 0; i < chart->n && !found; i++) {
        if (chart->words[i] == SYMBOL_NONE) continue;
        struct word word = lexicon->words.at[chart->words[i]];
        for (uint32_t s = word.first; s < word.first + word.n; s++) {
            const struct term *program = lexicon->entries.at[lexicon->slots.at[s].entry].program;
            found |= program && program->erases;
        }
    }
    return found;
}

void exact_run(struct exact *self, const struct chart *chart, const double *weight,
               const struct target *target, const struct exact_limits *limits) {
    static const struct algebra algebra = {lexical, combine, merge};
    const g2l2_domain *domain = chart->lexicon->domain;
    const struct exact_kernels *kernels = domain->kernels->exact;
    bool pruned = target && !erases(chart);
    *self = (struct exact){.chart = chart,
                           .domain = domain,
                           .kernels = kernels,
                           .weight = weight,
                           .goal_known = target != NULL,
                           .pruned = pruned,
                           .beam = limits->beam,
                           .max_steps = limits->steps,
                           .step_cost = 1,
                           .attach_low = limits->attach_low,
                           .by_behaviour = limits->by_behaviour && pruned && kernels->graph};
    self->state =
        kernels->open(chart->arena, &domain->lang, pruned ? target : NULL, limits->target);
    self->machine = machine_new(chart->arena, domain, kernels, self->state, self->by_behaviour);
    if (target) self->goal = kernels->goal(self->state, target);
    self->of_node = arena_zalloc(chart->arena, (chart->nodes.n + 1) * sizeof *self->of_node);
    struct run r = {.e = self, .cap = 16};
    r.seen = arena_zalloc(chart->arena, r.cap * sizeof *r.seen);
    chart_run(chart, &algebra, &r);
}

/* ---- backward ---------------------------------------------------------------------------------- */

struct reached exact_reached(const struct exact *self) {
    const struct chart *c = self->chart;
    uint32_t *items = arena_array(c->arena, uint32_t, c->roots.n + 1);
    struct reached out = {.total = -INFINITY, .items = items};
    for (uint32_t i = 0; i < c->roots.n; i++) {
        struct range range = self->of_node[c->roots.at[i]];
        for (uint32_t k = range.first; k < range.first + range.n; k++)
            if (self->items.at[k].value == self->goal) items[out.n++] = k;
    }
    double max = -INFINITY, sum = 0;
    for (uint32_t i = 0; i < out.n; i++) max = fmax(max, self->items.at[items[i]].weight);
    if (max == -INFINITY) return out;
    for (uint32_t i = 0; i < out.n; i++) sum += exp(self->items.at[items[i]].weight - max);
    out.total = max + log(sum);
    return out;
}

/* What is handed down: a share of the derivations, and whether there are any.
 * The second survives underflow. */
struct mass {
    double share;
    bool any;
};

static void hand_down(const struct exact *e, const struct way *w, double share, struct mass *mass,
                      double *counts, bool *viable) {
    uint8_t kind = e->chart->edges.at[w->edge].kind;
    bool slot_left = kind == EDGE_LEXICAL || kind == EDGE_EMPTY_FIRST;
    bool slot_right = kind == EDGE_EMPTY_LAST;
    uint32_t slot = slot_left ? w->left : slot_right ? w->right : NO_NODE;
    if (slot != NO_NODE) {
        counts[slot] += share;
        if (viable) viable[slot] = true;
    }
    if (!slot_left) {
        mass[w->left].share += share;
        mass[w->left].any = true;
    }
    if (kind < N_RULES || kind == EDGE_EMPTY_FIRST) {
        mass[w->right].share += share;
        mass[w->right].any = true;
    }
}

void exact_counts(const struct exact *self, const struct reached *reached, double scale,
                  double *counts, bool *viable) {
    struct mass *mass = arena_zalloc(self->chart->arena, (self->items.n + 1) * sizeof *mass);
    for (uint32_t i = 0; i < reached->n; i++) {
        uint32_t item = reached->items[i];
        if (reached->total > -INFINITY)
            mass[item].share = scale * exp(self->items.at[item].weight - reached->total);
        mass[item].any = true;
    }
    for (uint32_t i = self->items.n; i-- > 0;) {
        if (!mass[i].any) continue;
        for (uint32_t w = self->items.at[i].first; w != NO_NODE; w = self->ways.at[w].next) {
            const struct way *way = &self->ways.at[w];
            hand_down(self, way, mass[i].share * way->share, mass, counts, viable);
        }
    }
}
