/* Exact execution: the plan's nodes split by value.
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

#include "run/run.h"
#include "run/machine.h"

#define PAIRS 16u /* of values between two checks of the budget */

struct run {
    struct exact *e;
    uint32_t *argument; /* [n_argument] item + 1 of each value of the argument's node */
    uint32_t n_argument;
    uint32_t *seen; /* [cap] items of the node under construction, index + 1 */
    uint32_t cap;
    bool whole; /* the node under construction is of the whole sentence */
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
    r->seen = arena_zalloc(r->e->walk.arena, r->cap * sizeof *r->seen);
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
    vec_push(e->walk.arena, &e->items, ((struct item){value, node, NO_NODE, 0}));
    items->n++;
    r->seen[at] = e->items.n;
    if (items->n * 2 > r->cap) seen_widen(r, *items);
    return e->items.n - 1;
}

/* What sort of answer the last way comes to. Those of whole sentences are made last. */
static void note_wish(struct exact *e, uint32_t wish) {
    if (!e->wishes.n) e->first_wish = e->ways.n - 1;
    while (e->wishes.n + 1 < e->ways.n - e->first_wish)
        vec_push(e->walk.arena, &e->wishes, NO_NODE);
    vec_push(e->walk.arena, &e->wishes, wish);
}

static void count_wish(struct exact *e, uint32_t way, double share) {
    uint32_t i = way - e->first_wish;
    if (way < e->first_wish || i >= e->wishes.n || e->wishes.at[i] == NO_NODE) return;
    e->preferences.wishes[e->wishes.at[i]].count += share;
}

static bool spans_all(const struct exact *e, uint32_t node) {
    const struct plan_node *n = &e->walk.plan->nodes[node];
    return n->begin == 0 && n->end == e->walk.plan->n_words;
}

static void push_way(struct run *r, uint32_t node, value_id value, struct way way) {
    struct exact *e = r->e;
    uint32_t item = item_of(r, node, value);
    way.next = e->items.at[item].first;
    e->items.at[item].first = e->ways.n;
    vec_push(e->walk.arena, &e->ways, way);
}

static bool is_name(const struct exact *e, value_id value) {
    for (uint32_t i = 0; i < e->names.n; i++)
        if (e->names.at[i] == value) return true;
    return false;
}

/* A way to a meaning of the whole sentence: what is asked for, and whether anything is found. */
static void add_whole(struct run *r, uint32_t node, value_id value, struct way way) {
    struct exact *e = r->e;
    bool answered = e->walk.plan->edges[way.edge].kind != PLAN_WORD &&
                    spans_all(e, e->items.at[way.left].node); /* it has its wish already */
    const struct wish *wish = answered ? NULL : prefer_answer(&e->preferences, value);
    if (wish) way.share += e->wish * wish->weight;
    way.named = !answered && is_name(e, value);
    if (way.named) way.share += e->preferences.shapes[PREFER_NAMED].weight;
    if (!(value & VALUE_CLOSURE)) {
        if (e->kernels->is_vain && e->kernels->is_vain(e->state, value)) way.share += e->vain;
        if (e->kernels->is_sole && e->kernels->is_sole(e->state, value)) way.share += EXACT_SOLE;
        value = e->kernels->result(e->state, value);
    }
    if (e->goal_known && value != e->goal) return;
    push_way(r, node, value, way);
    if (wish) note_wish(e, (uint32_t)(wish - e->preferences.wishes));
}

static void put_way(struct run *r, uint32_t node, value_id value, struct way way) {
    if (value == VALUE_DEAD) return;
    if (way.share > r->e->span_best) r->e->span_best = way.share;
    if (r->whole) add_whole(r, node, value, way);
    else push_way(r, node, value, way);
}

static void add_way(struct run *r, uint32_t node, value_id value, uint32_t edge, uint32_t left,
                    uint32_t right, double weight) {
    struct way way = {.left = left, .right = right, .share = weight};
    way.edge = edge;
    put_way(r, node, value, way);
}

/* ---- edges ------------------------------------------------------------------------------------ */

/* As the sentence has it; what stands between phrases is in the lexicon only. */
static const char *word_text(const struct walk *walk, const struct plan_node *n,
                             const struct plan_edge *edge) {
    const struct sentence *s = &walk->sentence;
    uint32_t place = plan_place(walk->plan, edge);
    if (s->source) {
        uint32_t begin = s->spans[n->begin].begin, end = s->spans[n->end - 1].end;
        return arena_strndup(walk->arena, s->source + begin, end - begin);
    }
    if (s->texts && place < walk->plan->n_words) return s->texts[place];
    return s->lexicon->names.names.at[s->words[place]];
}

/* Does the word name nothing, where its program wants things of one sort? The river of a name that
 * only a town has is no reading of it. */
static bool names_nothing(struct exact *e, const struct term *term) {
    bool closed = !term->open && term->kind == TERM_OP;
    if (!machine_listens(&e->domain->lang, term)) return false;
    for (uint32_t i = 0; i < term->n_subs; i++)
        if (names_nothing(e, term->subs[i])) return true;
    if (!closed) return false;
    value_id value = machine_eval(e->machine, term);
    return value == VALUE_DEAD || (e->kernels->is_vain && e->kernels->is_vain(e->state, value));
}

/* Operations may look at the words that have the program. */
static value_id word_value(struct exact *e, const struct plan_node *n, const struct plan_edge *edge,
                           const struct term *program) {
    bool heard = e->kernels->say && machine_listens(&e->domain->lang, program);
    machine_say(e->machine, heard ? word_text(&e->walk, n, edge) : NULL);
    bool nothing = heard && names_nothing(e, program);
    value_id value = nothing ? VALUE_DEAD : machine_eval(e->machine, program);
    machine_say(e->machine, NULL);
    return value;
}

static bool is_hidden(const struct exact *e, const struct term *term) {
    for (uint32_t i = 0; i < e->n_hidden; i++)
        if (term->kind == TERM_OP && term->op == e->hidden[i]) return true;
    for (uint32_t i = 0; i < term->n_subs; i++)
        if (is_hidden(e, term->subs[i])) return true;
    return false;
}

/* Of the words beside a word, for what it means; share: added to their counts. */
static double in_context(struct exact *e, uint32_t place, const struct term *program,
                         double share) {
    double weight = 0;
    for (int side = 0; e->preferences.fit && side < 2; side++) {
        struct preference *p =
            prefer_context(&e->preferences, place, side, &e->domain->lang, program);
        if (!p) continue;
        weight += p->weight;
        p->count += share;
    }
    return weight;
}

static uint32_t empty_place(const struct plan *plan, const struct plan_edge *edge) {
    return edge->right - plan_empty(plan, 0);
}

static bool has_name(const struct lang *lang, const struct term *term) {
    bool found = term->kind == TERM_OP && lang->ops.at[term->op].kernel == KERNEL_NAMED;
    for (uint32_t i = 0; i < term->n_subs && !found; i++) found = has_name(lang, term->subs[i]);
    return found;
}

/* Words that name things, and what these are. */
static void note_name(struct exact *e, const struct term *program, value_id value) {
    if (!e->preferences.fit || value == VALUE_DEAD || value & VALUE_CLOSURE) return;
    if (has_name(&e->domain->lang, program)) vec_push(e->walk.arena, &e->names, value);
}

static void run_word(struct run *r, uint32_t node, uint32_t edge) {
    struct exact *e = r->e;
    const struct plan *plan = e->walk.plan;
    const struct plan_node *n = &plan->nodes[node];
    uint32_t slot = plan_word_slot(plan, &e->walk.sentence, &plan->edges[edge]);
    const struct term *program = lexicon_program(e->walk.sentence.lexicon, slot, n->cat);
    value_id value = 0; /* a schema means nothing by itself */
    if (program && e->n_hidden && is_hidden(e, program)) return;
    if (program) value = word_value(e, n, &plan->edges[edge], program);
    if (program && e->pruned && !machine_alive(e->machine, value, n->type)) return;
    if (program) value = machine_normal(e->machine, value, n->type);
    if (program) note_name(e, program, value);
    add_way(r, node, value, edge, slot, NO_NODE,
            e->walk.weight[slot] + in_context(e, plan_place(plan, &plan->edges[edge]), program, 0));
}

/* The values of a node, with the weight of an EMPTY word or a schema. */
static void run_pass(struct run *r, uint32_t node, uint32_t edge) {
    struct exact *e = r->e;
    const struct plan *plan = e->walk.plan;
    const struct plan_edge *d = &plan->edges[edge];
    struct range items = e->of_node[d->left];
    uint32_t right = plan_empty_slot(plan, &e->walk.sentence, d);
    double extra =
        right == NO_NODE ? 0 : e->walk.weight[right] + in_context(e, empty_place(plan, d), NULL, 0);
    if (plan_is_node(plan, d->right)) {
        right = e->of_node[d->right].first; /* a schema has one item */
        extra = e->items.at[right].weight;
    }
    for (uint32_t i = items.first; i < items.first + items.n; i++)
        add_way(r, node, e->items.at[i].value, edge, i, right, e->items.at[i].weight + extra);
}

/* Make the argument's items findable by value; false: one is not a plain value. */
static bool index_arguments(struct run *r, struct range args, bool on) {
    struct exact *e = r->e;
    for (uint32_t i = args.first; i < args.first + args.n; i++) {
        value_id value = e->items.at[i].value;
        if (value >= 1u << 24) return false;
        if (value >= r->n_argument) {
            uint32_t n = (value + 1) * 2, *wider = arena_zalloc(e->walk.arena, n * sizeof *wider);
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

/* One more pair of values has been put together, alive or not. */
static void count_step(struct exact *e) {
    e->steps += e->step_cost;
    if (!(++e->n_pairs % PAIRS)) arena_check(e->walk.arena);
    if (e->steps > e->max_steps)
        guard_raise(e->walk.arena->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "the sentence has too many readings to follow; it is too long for so ambiguous "
                    "a lexicon");
}

/* The first word of the part on the right, by which it meets the one on the left. */
static uint32_t meeting(const struct exact *e, uint32_t right) {
    return e->walk.plan->nodes[e->items.at[right].node].begin;
}

static double preferred(struct exact *e, uint32_t left, uint32_t right, bool right_functor) {
    if (!e->preferences.fit) return 0;
    value_id function = e->items.at[right_functor ? right : left].value;
    value_id argument = e->items.at[right_functor ? left : right].value;
    const struct preference *p = prefer_find(&e->preferences, function, argument);
    double weight = p ? p->weight : 0;
    p = prefer_extent(&e->preferences, function, argument);
    weight += p ? p->weight : 0;
    p = prefer_beside(&e->preferences, function, meeting(e, right));
    return weight + (p ? p->weight : 0);
}

static bool is_nothing(const struct exact *e, value_id value) {
    return e->kernels->is_vain && !(value & VALUE_CLOSURE) && e->kernels->is_vain(e->state, value);
}

/* How often each shape is that of an application. */
static void shapes_of(const struct exact *e, const struct way *way, double *out) {
    const struct plan_edge *edge = &e->walk.plan->edges[way->edge];
    uint32_t reach = syntax_rules[edge->rule].functor ? weights_reach(e->walk.plan, edge) : 0;
    out[PREFER_NOTHING] = way->nothing;
    out[PREFER_IDLE] = way->idle;
    out[PREFER_FAR] = reach ? reach - 1 : 0;
    out[PREFER_AGAIN] = way->again;
    out[PREFER_NAMED] = 0; /* of a whole sentence: add_whole */
}

static double shaped(const struct exact *e, const struct way *way) {
    double times[N_PREFER_SHAPES], sum = 0;
    if (!e->preferences.fit) return 0;
    shapes_of(e, way, times);
    sum = times[PREFER_FAR] * e->preferences.scopes[meeting(e, way->right)].weight;
    for (int i = 0; i < N_PREFER_SHAPES; i++) sum += times[i] * e->preferences.shapes[i].weight;
    return sum;
}

static void apply_each(struct run *r, uint32_t node, uint32_t edge, uint32_t functor,
                       struct range args, bool right_functor) {
    struct exact *e = r->e;
    const struct plan *plan = e->walk.plan;
    const struct plan_edge *d = &plan->edges[edge];
    const struct meaning *meaning = plan_meaning(plan, d);
    double far = e->attach_low * weights_reach(plan, d);
    for (uint32_t a = args.first; a < args.first + args.n; a++) {
        double weight = e->items.at[functor].weight + e->items.at[a].weight;
        if (e->width > 0 && weight < e->span_best - e->width) break; /* the others are lighter */
        count_step(e);
        uint32_t left = right_functor ? a : functor, right = right_functor ? functor : a;
        value_id value =
            machine_join(e->machine, meaning, e->items.at[left].value, e->items.at[right].value);
        if (value & VALUE_CLOSURE)
            value = machine_normal(e->machine, value, plan->nodes[node].type);
        if (value == VALUE_DEAD) continue;
        struct way way = {.left = left, .right = right};
        way.edge = edge;
        way.idle = e->idle < 0 && value == e->items.at[a].value &&
                   machine_picks(e->machine, e->items.at[functor].value);
        way.again = e->preferences.fit && !way.idle && value == e->items.at[a].value;
        way.nothing =
            e->preferences.fit && is_nothing(e, value) && !is_nothing(e, e->items.at[a].value);
        way.share = weight - far + (way.idle ? e->idle : 0) + shaped(e, &way) +
                    preferred(e, left, right, right_functor);
        put_way(r, node, value, way);
    }
}

/* A rule of one part. */
static void raise_each(struct run *r, uint32_t node, uint32_t edge) {
    struct exact *e = r->e;
    const struct plan *plan = e->walk.plan;
    const struct meaning *meaning = plan_meaning(plan, &plan->edges[edge]);
    struct range items = e->of_node[plan->edges[edge].left];
    for (uint32_t i = items.first; i < items.first + items.n; i++) {
        value_id value = machine_raise(e->machine, meaning, e->items.at[i].value);
        value = machine_normal(e->machine, value, plan->nodes[node].type);
        add_way(r, node, value, edge, i, NO_NODE, e->items.at[i].weight);
    }
}

static void run_combine(struct run *r, uint32_t node, uint32_t edge) {
    struct exact *e = r->e;
    const struct plan *plan = e->walk.plan;
    const struct plan_edge *d = &plan->edges[edge];
    if (!plan_is_node(plan, d->right)) {
        raise_each(r, node, edge);
        return;
    }
    bool right_functor = syntax_rules[d->rule].functor;
    struct range functors = e->of_node[right_functor ? d->right : d->left];
    struct range args = e->of_node[right_functor ? d->left : d->right];
    bool plain = d->rule <= RULE_BACKWARD && plan_meaning(plan, d)->form != MEANING_TERM;
    bool indexed = e->by_behaviour && plain && index_arguments(r, args, true);
    for (uint32_t f = functors.first; f < functors.first + functors.n; f++)
        if (!indexed || e->items.at[f].value & VALUE_CLOSURE ||
            !apply_graph(r, node, edge, f, right_functor))
            apply_each(r, node, edge, f, args, right_functor);
    if (indexed) index_arguments(r, args, false);
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

static void merge(struct run *r, uint32_t node) {
    struct exact *e = r->e;
    struct range *items = &e->of_node[node];
    arena_check(e->walk.arena);
    for (uint32_t i = items->first; i < items->first + items->n; i++) sum_ways(e, &e->items.at[i]);
    uint32_t most = spans_all(e, node) && e->whole ? e->whole : e->beam;
    if (!most || items->n <= most) return;
    qsort(e->items.at + items->first, items->n, sizeof *e->items.at, heavier);
    items->n = most;
    e->cut = true;
}

/* ---- the beam of a span ------------------------------------------------------------------ */

static int by_weight(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

static bool is_function(const struct exact *e, const struct item *item) {
    return lang_is_function(&e->domain->lang, e->walk.plan->nodes[item->node].type);
}

/* The weight of the last item that is kept, among the functions or the values from `first` on. */
static double least_kept(struct exact *e, uint32_t first, bool functions, uint32_t times,
                         double *weights) {
    uint32_t n = 0, most = (functions ? e->functions : e->values) * times;
    for (uint32_t i = first; i < e->items.n; i++)
        if (is_function(e, &e->items.at[i]) == functions) weights[n++] = e->items.at[i].weight;
    if (!most || n <= most) return -INFINITY;
    qsort(weights, n, sizeof *weights, by_weight);
    e->cut = true;
    return weights[most - 1];
}

/* What a node keeps; its items lie side by side, the heaviest come first. */
static void cut_node(struct exact *e, uint32_t node, double least) {
    struct range *items = &e->of_node[node];
    if (!items->n) return;
    qsort(e->items.at + items->first, items->n, sizeof *e->items.at, heavier);
    while (items->n && e->items.at[items->first + items->n - 1].weight < least) items->n--;
}

/* The nodes of a span are made one after the other; `last` is the last of them. Whole sentences
 * keep all that they came to. */
static void cut_span(struct exact *e, uint32_t last) {
    const struct plan *plan = e->walk.plan;
    uint32_t nodes = e->span, first = UINT32_MAX;
    e->span = last + 1;
    e->span_best = -INFINITY;
    if (spans_all(e, last)) return;
    for (uint32_t i = nodes; i <= last && first == UINT32_MAX; i++)
        if (e->of_node[i].n) first = e->of_node[i].first;
    if (first == UINT32_MAX) return;
    double *weights = arena_array(e->walk.arena, double, e->items.n - first + 1), most = -INFINITY;
    for (uint32_t i = first; i < e->items.n; i++) most = fmax(most, e->items.at[i].weight);
    double least = e->width > 0 ? most - e->width : -INFINITY;
    bool word = plan->nodes[last].end - plan->nodes[last].begin == 1;
    uint32_t times = word ? e->of_word : 1;
    double value = fmax(least, least_kept(e, first, false, times, weights));
    double function = fmax(least, least_kept(e, first, true, times, weights));
    for (uint32_t i = nodes; i <= last; i++)
        cut_node(e, i, lang_is_function(&e->domain->lang, plan->nodes[i].type) ? function : value);
}

/* Is a node made of one of its own span that was not cut yet? */
static bool depends(const struct exact *e, uint32_t node) {
    const struct plan *plan = e->walk.plan;
    for (uint32_t d = plan->nodes[node].first; d < plan->nodes[node + 1].first; d++)
        if (plan_is_node(plan, plan->edges[d].left) && plan->edges[d].left >= e->span) return true;
    return false;
}

static bool ends_span(const struct exact *e, uint32_t node) {
    const struct plan *plan = e->walk.plan;
    const struct plan_node *n = &plan->nodes[node];
    return node + 1 == plan->n_nodes || n[1].begin != n->begin || n[1].end != n->end ||
           depends(e, node + 1);
}

static bool schema_erases(const struct schema *schema) {
    bool found = schema->program && schema->program->erases;
    for (uint32_t i = 0; i < schema->cases.n; i++) found |= schema->cases.at[i].program->erases;
    return found;
}

/* Does a program of this sentence throw away what it is given? */
static bool erases(const struct walk *walk) {
    const struct lexicon *lexicon = walk->sentence.lexicon;
    const struct syntax *syntax = walk->plan->syntax;
    bool found = false;
    for (uint32_t i = 0; i < syntax->schemas.n; i++) found |= schema_erases(&syntax->schemas.at[i]);
    for (uint32_t i = 0; i < syntax->juxtapositions.n; i++)
        found |= syntax->juxtapositions.at[i].program->erases;
    for (uint32_t i = 0; i < walk->plan->n_places && !found; i++) {
        if (walk->sentence.words[i] == SYMBOL_NONE) continue;
        struct word word = lexicon->words.at[walk->sentence.words[i]];
        for (uint32_t s = word.first; s < word.first + word.n; s++) {
            const struct term *program = lexicon->entries.at[lexicon->slots.at[s].entry].program;
            found |= program && program->erases;
        }
    }
    return found;
}

static void run_node(struct run *r, uint32_t node) {
    static void (*const run[])(struct run *, uint32_t, uint32_t) = {
        [PLAN_WORD] = run_word, [PLAN_PASS] = run_pass, [PLAN_COMBINE] = run_combine};
    const struct plan *plan = r->e->walk.plan;
    r->whole = spans_all(r->e, node);
    for (uint32_t e = plan->nodes[node].first; e < plan->nodes[node + 1].first; e++)
        run[plan->edges[e].kind](r, node, e);
    merge(r, node);
    struct exact *e = r->e;
    if ((e->values || e->functions || e->width > 0) && ends_span(e, node)) cut_span(e, node);
}

void exact_run(struct exact *self, const struct walk *walk, const struct target *target,
               const struct exact_limits *limits) {
    const g2l2_domain *domain = walk->sentence.lexicon->domain;
    const struct exact_kernels *kernels = walk->worlds ? &joint_exact : domain->kernels->exact;
    bool known = target && !limits->open, pruned = known && !erases(walk);
    *self = (struct exact){.walk = *walk,
                           .domain = domain,
                           .kernels = kernels,
                           .goal_known = known,
                           .pruned = pruned,
                           .beam = limits->beam,
                           .whole = limits->whole,
                           .values = limits->values,
                           .functions = limits->functions,
                           .of_word = limits->of_word ? limits->of_word : 1,
                           .width = limits->width,
                           .vain = limits->vain,
                           .idle = limits->idle,
                           .wish = limits->wish > 0 ? limits->wish : 1,
                           .span_best = -INFINITY,
                           .max_steps = limits->steps,
                           .step_cost = 1,
                           .attach_low = fmax(limits->attach_low, walk->plan->syntax->reach),
                           .wrong = limits->wrong,
                           .hidden = limits->hidden,
                           .n_hidden = limits->n_hidden,
                           .by_behaviour = limits->by_behaviour && pruned && kernels->graph};
    struct arena *arena = walk->arena;
    self->state = walk->worlds ? joint_open(arena, &domain->lang, domain->kernels->exact,
                                            walk->worlds, limits->target)
                               : kernels->open(arena, &domain->lang, walk->scene,
                                               pruned ? target : NULL, limits->target);
    self->machine = machine_new(arena, domain, kernels, self->state, self->by_behaviour);
    if (target) self->goal = kernels->goal(self->state, target);
    prefer_open(&self->preferences, arena, walk->sentence.lexicon, walk->sentence.words,
                walk->plan->n_words, self->state, self->machine);
    self->of_node = arena_zalloc(arena, (walk->plan->n_nodes + 1) * sizeof *self->of_node);
    struct run r = {.e = self, .cap = 16};
    r.seen = arena_zalloc(arena, r.cap * sizeof *r.seen);
    for (uint32_t i = 0; i < walk->plan->n_nodes; i++) run_node(&r, i);
}

/* ---- backward ---------------------------------------------------------------------------------- */

/* What is added to the weight of a value for being the goal or near it; -INFINITY: it is neither. */
static double nearness(const struct exact *self, value_id value) {
    if (value == self->goal) return 0;
    if (!self->walk.worlds || !(self->wrong < 0) || value_tag(value) != TAG_JOINT) return -INFINITY;
    uint32_t n = joint_wrong(self->state, value);
    return 2 * n < self->walk.worlds->n ? self->wrong * n : -INFINITY;
}

static struct reached collect(const struct exact *self, bool all) {
    const struct plan *plan = self->walk.plan;
    uint32_t most = 0;
    for (uint32_t i = 0; i < plan->n_roots; i++) most += self->of_node[plan->roots[i]].n;
    uint32_t *items = arena_array(self->walk.arena, uint32_t, most + 1);
    double *less = arena_zalloc(self->walk.arena, (most + 1) * sizeof *less);
    struct reached out = {.total = -INFINITY, .items = items, .less = less};
    for (uint32_t i = 0; i < plan->n_roots; i++) {
        struct range range = self->of_node[plan->roots[i]];
        for (uint32_t k = range.first; k < range.first + range.n; k++) {
            less[out.n] = all ? 0 : nearness(self, self->items.at[k].value);
            if (less[out.n] > -INFINITY) items[out.n++] = k;
        }
    }
    double max = -INFINITY, sum = 0;
    for (uint32_t i = 0; i < out.n; i++) max = fmax(max, self->items.at[items[i]].weight + less[i]);
    if (max == -INFINITY) return out;
    for (uint32_t i = 0; i < out.n; i++)
        sum += exp(self->items.at[items[i]].weight + less[i] - max);
    out.total = max + log(sum);
    return out;
}

struct reached exact_reached(const struct exact *self) {
    return collect(self, false);
}

struct reached exact_all(const struct exact *self) {
    return collect(self, true);
}

/* What the likeliest ways to an item come to; NULL: that is not known. */
static const struct wish *wish_of(const struct exact *e, uint32_t item) {
    uint32_t best = NO_NODE;
    for (uint32_t w = e->items.at[item].first; w != NO_NODE; w = e->ways.at[w].next)
        if (best == NO_NODE || e->ways.at[w].share > e->ways.at[best].share) best = w;
    if (best == NO_NODE) return NULL;
    uint32_t i = best - e->first_wish;
    if (best >= e->first_wish && i < e->wishes.n && e->wishes.at[i] != NO_NODE)
        return &e->preferences.wishes[e->wishes.at[i]];
    bool word = e->walk.plan->edges[e->ways.at[best].edge].kind == PLAN_WORD;
    return word ? NULL : wish_of(e, e->ways.at[best].left);
}

static uint32_t heaviest_root(const struct exact *e) {
    uint32_t best = NO_NODE;
    for (uint32_t r = 0; r < e->walk.plan->n_roots; r++) {
        struct range items = e->of_node[e->walk.plan->roots[r]];
        for (uint32_t i = items.first; i < items.first + items.n; i++)
            if (best == NO_NODE || e->items.at[i].weight > e->items.at[best].weight) best = i;
    }
    return best;
}

double exact_lacked(const struct exact *self) {
    uint32_t root = self->preferences.fit ? heaviest_root(self) : NO_NODE;
    const struct wish *found = root == NO_NODE ? NULL : wish_of(self, root);
    struct asked_for asked[N_PREFER_ASKED];
    double own = 0, sum = 0;
    if (!found || found->part == SYMBOL_NONE) return 0;
    prefer_expected(&self->preferences, asked);
    for (uint32_t k = 0; k < N_PREFER_ASKED; k++)
        if (asked[k].part == found->part) own = asked[k].share;
    for (uint32_t k = 0; own > 0 && k < N_PREFER_ASKED; k++)
        if (asked[k].part != found->part) sum += pow(asked[k].share / own, self->wish);
    return sum * exp(EXACT_LACKED);
}

/* What is handed down: a share of the derivations, and whether there are any.
 * The second survives underflow. */
struct mass {
    double share;
    bool any;
};

static void hand_to(struct mass *mass, double share) {
    mass->share += share;
    mass->any = true;
}

static void count_preference(struct exact *e, const struct way *w, double share) {
    const struct plan_edge *edge = &e->walk.plan->edges[w->edge];
    if (!e->preferences.fit || edge->kind != PLAN_COMBINE || w->right == NO_NODE) return;
    bool right = syntax_rules[edge->rule].functor;
    value_id function = e->items.at[right ? w->right : w->left].value;
    struct preference *p =
        prefer_find(&e->preferences, function, e->items.at[right ? w->left : w->right].value);
    if (p) p->count += share;
    p = prefer_extent(&e->preferences, function, e->items.at[right ? w->left : w->right].value);
    if (p) p->count += share;
    p = prefer_beside(&e->preferences, function, meeting(e, w->right));
    if (p) p->count += share;
    double times[N_PREFER_SHAPES];
    shapes_of(e, w, times);
    for (int i = 0; i < N_PREFER_SHAPES; i++) e->preferences.shapes[i].count += share * times[i];
    e->preferences.scopes[meeting(e, w->right)].count += share * times[PREFER_FAR];
}

static void count_context(struct exact *e, const struct plan_edge *edge, uint32_t slot,
                          double share) {
    const struct lexicon *lexicon = e->walk.sentence.lexicon;
    if (!e->preferences.fit) return;
    bool word = edge->kind == PLAN_WORD;
    uint32_t place = word ? plan_place(e->walk.plan, edge) : empty_place(e->walk.plan, edge);
    in_context(e, place, word ? lexicon->entries.at[lexicon->slots.at[slot].entry].program : NULL,
               share);
}

static void hand_down(struct exact *e, const struct way *w, double share, struct mass *mass,
                      double *counts, bool *viable) {
    const struct plan *plan = e->walk.plan;
    const struct plan_edge *edge = &plan->edges[w->edge];
    uint32_t slot = NO_NODE;
    count_preference(e, w, share);
    if (w->named) e->preferences.shapes[PREFER_NAMED].count += share;
    if (edge->kind == PLAN_WORD) slot = w->left;
    else hand_to(&mass[w->left], share);
    if (plan_is_node(plan, edge->right)) hand_to(&mass[w->right], share);
    else if (edge->kind == PLAN_PASS) slot = w->right;
    if (slot == NO_NODE) return;
    count_context(e, edge, slot, share);
    counts[slot] += share;
    if (viable) viable[slot] = true;
}

void exact_counts(struct exact *self, const struct reached *reached, double scale, double *counts,
                  bool *viable) {
    struct mass *mass = arena_zalloc(self->walk.arena, (self->items.n + 1) * sizeof *mass);
    for (uint32_t i = 0; i < reached->n; i++) {
        uint32_t item = reached->items[i];
        if (reached->total > -INFINITY)
            mass[item].share = scale * exp(self->items.at[item].weight +
                                           (reached->less ? reached->less[i] : 0) - reached->total);
        mass[item].any = true;
    }
    for (uint32_t i = self->items.n; i-- > 0;) {
        if (!mass[i].any) continue;
        for (uint32_t w = self->items.at[i].first; w != NO_NODE; w = self->ways.at[w].next) {
            const struct way *way = &self->ways.at[w];
            count_wish(self, w, mass[i].share * way->share);
            hand_down(self, way, mass[i].share * way->share, mass, counts, viable);
        }
    }
}

/* ---- again, with other weights ------------------------------------------------------------------ */

/* Items that lead to what is reached: [n_items]. */
static bool *find_used(const struct exact *e, const struct reached *reached) {
    const struct plan *plan = e->walk.plan;
    bool *used = arena_zalloc(e->walk.arena, e->items.n + 1);
    for (uint32_t i = 0; i < reached->n; i++) used[reached->items[i]] = true;
    for (uint32_t i = e->items.n; i-- > 0;)
        for (uint32_t w = used[i] ? e->items.at[i].first : NO_NODE; w != NO_NODE;
             w = e->ways.at[w].next) {
            const struct way *way = &e->ways.at[w];
            const struct plan_edge *edge = &plan->edges[way->edge];
            if (edge->kind != PLAN_WORD) used[way->left] = true;
            if (plan_is_node(plan, edge->right)) used[way->right] = true;
        }
    return used;
}

/* The ways of an item in their order, behind those that are there; moved: [n_items] to which items. */
static uint32_t copy_ways(const struct exact *from, struct exact *to, struct arena *arena,
                          uint32_t first, const uint32_t *moved) {
    const struct plan *plan = from->walk.plan;
    uint32_t begin = to->ways.n;
    for (uint32_t w = first; w != NO_NODE; w = from->ways.at[w].next) {
        struct way way = from->ways.at[w];
        const struct plan_edge *edge = &plan->edges[way.edge];
        if (edge->kind != PLAN_WORD) way.left = moved[way.left];
        if (plan_is_node(plan, edge->right)) way.right = moved[way.right];
        way.next = way.next == NO_NODE ? NO_NODE : to->ways.n + 1;
        vec_push(arena, &to->ways, way);
    }
    return begin;
}

void exact_keep(struct exact *self, const struct reached *reached, struct arena *arena) {
    const bool *used = find_used(self, reached);
    uint32_t *moved = arena_array(self->walk.arena, uint32_t, self->items.n + 1);
    struct exact out = *self;
    memset(&out.items, 0, sizeof out.items);
    memset(&out.ways, 0, sizeof out.ways);
    out.of_node = arena_zalloc(arena, (self->walk.plan->n_nodes + 1) * sizeof *out.of_node);
    out.state = out.machine = NULL;
    for (uint32_t i = 0; i < self->items.n; i++) {
        if (!used[i]) continue;
        struct item item = self->items.at[i];
        struct range *items = &out.of_node[item.node];
        if (!items->n++) items->first = out.items.n;
        moved[i] = out.items.n;
        item.first = copy_ways(self, &out, arena, item.first, moved);
        vec_push(arena, &out.items, item);
    }
    *self = out;
}

static bool only_adds(const struct exact *e) {
    return !e->beam && !e->whole && !e->values && !e->functions && !(e->width > 0) &&
           !e->preferences.fit && e->attach_low == 0 && e->vain == 0 && e->idle == 0;
}

/* As run_word, run_pass and run_combine made it. */
static double way_weight(const struct exact *e, const struct way *way) {
    const struct plan *plan = e->walk.plan;
    const struct plan_edge *edge = &plan->edges[way->edge];
    if (edge->kind == PLAN_WORD) return e->walk.weight[way->left];
    double left = e->items.at[way->left].weight;
    if (way->right == NO_NODE) return left;
    bool slot = edge->kind == PLAN_PASS && !plan_is_node(plan, edge->right);
    return left + (slot ? e->walk.weight[way->right] : e->items.at[way->right].weight);
}

bool exact_reweigh(struct exact *self) {
    if (!only_adds(self)) return false;
    for (uint32_t i = 0; i < self->items.n; i++) { /* parts come before what they are parts of */
        struct item *item = &self->items.at[i];
        for (uint32_t w = item->first; w != NO_NODE; w = self->ways.at[w].next)
            self->ways.at[w].share = way_weight(self, &self->ways.at[w]);
        sum_ways(self, item);
    }
    return true;
}
