/* The chart as people look at it: what competes for each span.
 *
 *     jump   twice   and   walk        a cell [begin, end) has items, one for each category:
 *      V      V\V    S\V/V  V          how many derivations make it, what share of the
 *     └─── V ────┘                     sentence's derivations use it, and what it can mean
 *
 * Only what begins and ends with a word that means something is a constituent (chart.h, X);
 * an EMPTY word has an item of its own. */
#include <math.h>
#include <stdlib.h>

#include "trace/make.h"

#define MAX_VALUES 8u

struct items {
    struct maker *maker;
    const double *shares; /* [nodes of the plan] of all derivations */
    const double *counts; /* [n_slots] likewise, of entries */
    double *derivations;  /* [n_nodes] */
    bool executed;
    VEC(struct trace_item) list;
};

/* Of all nodes, useful or not: a sentence without a parse has a chart too. */
static double *count_all(const struct chart *c) {
    double *count = arena_zalloc(c->arena, (c->nodes.n + 1) * sizeof *count);
    for (uint32_t i = 0; i < c->nodes.n; i++)
        for (uint32_t e = c->nodes.at[i].first; e != NO_NODE; e = c->edges.at[e].next) {
            const struct edge *edge = &c->edges.at[e];
            switch (edge->kind) {
            case EDGE_LEXICAL: count[i] += 1; break;
            case EDGE_UNIT:
            case EDGE_EMPTY_LAST: count[i] += count[edge->left]; break;
            case EDGE_EMPTY_FIRST: count[i] += count[edge->right]; break;
            default:
                count[i] += count[edge->left] * (edge->right == NO_NODE ? 1 : count[edge->right]);
            }
        }
    return count;
}

/* ---- what an item can mean ---------------------------------------------------------------- */

static int heavier(const void *a, const void *b) {
    const struct trace_share *x = a, *y = b;
    return (x->share < y->share) - (x->share > y->share);
}

static void exact_values(struct maker *m, uint32_t node, struct trace_item *out) {
    const struct exact *e = &m->parser->exact;
    struct range items = e->of_node[m->parser->plan.of_node[node]];
    struct trace_share *list = arena_array(&m->parser->arena, struct trace_share, items.n + 1);
    double max = -INFINITY, sum = 0;
    for (uint32_t i = items.first; i < items.first + items.n; i++)
        max = fmax(max, e->items.at[i].weight);
    for (uint32_t i = items.first; i < items.first + items.n; i++) {
        struct buf text = make_text(m);
        double share = exp(e->items.at[i].weight - max);
        m->domain->kernels->print(e->state, &m->domain->lang, e->items.at[i].value, &text);
        list[out->n_values++] = (struct trace_share){text.at, share};
        sum += share;
    }
    for (uint32_t i = 0; i < out->n_values; i++) list[i].share /= sum;
    qsort(list, out->n_values, sizeof *list, heavier);
    if (out->n_values > MAX_VALUES) out->n_values = MAX_VALUES;
    out->values = list;
}

/* The mean of what it can be, where values are mixed. */
static const char *mean_of(struct maker *m, uint32_t node) {
    const struct look *look = m->parser->look;
    const struct plan *plan = &m->parser->plan;
    uint32_t at = plan->of_node[node];
    if (!look)
        return m->parser->expected.mean[at] ? make_mean(m, m->parser->expected.mean[at]) : NULL;
    struct kept kept = look->grounding.kept[plan->nodes[at].cat];
    if (kept.open || !look->mixed.value[at]) return NULL;
    return make_mixed_value(m, kept.class, look->mixed.value[at]).text;
}

static void mean_values(struct maker *m, uint32_t node, struct trace_item *out) {
    const char *text = mean_of(m, node);
    if (!text) return;
    struct trace_share *one = arena_new(&m->parser->arena, struct trace_share);
    *one = (struct trace_share){text, 1};
    out->values = one;
    out->n_values = 1;
}

/* Programs of a word that is a function. */
static void word_values(const struct items *s, const struct node *node, struct trace_item *out) {
    struct maker *m = s->maker;
    const struct chart *c = &m->parser->chart;
    struct trace_share *list = arena_array(&m->parser->arena, struct trace_share, MAX_VALUES);
    double sum = 0, max = -INFINITY;
    for (uint32_t e = node->first; e != NO_NODE; e = c->edges.at[e].next) {
        const struct edge *edge = &c->edges.at[e];
        if (edge->kind != EDGE_LEXICAL || out->n_values == MAX_VALUES) continue;
        struct buf text = make_text(m);
        const struct term *program = lexicon_program(c->lexicon, edge->left, node->cat);
        if (!program) continue;
        term_print(&m->domain->lang, program, &text);
        list[out->n_values++] = (struct trace_share){text.at, c->lexicon->tau[edge->left]};
        max = fmax(max, c->lexicon->tau[edge->left]);
    }
    for (uint32_t i = 0; i < out->n_values; i++) sum += list[i].share = exp(list[i].share - max);
    for (uint32_t i = 0; i < out->n_values; i++) list[i].share /= sum;
    qsort(list, out->n_values, sizeof *list, heavier);
    out->values = list;
}

/* ---- items ---------------------------------------------------------------------------------- */

static void push(struct items *s, struct trace_item item) {
    vec_push(&s->maker->parser->arena, &s->list, item);
}

static void add_node(struct items *s, uint32_t number) {
    struct maker *m = s->maker;
    arena_check(&m->parser->arena);
    const struct node *node = &m->parser->chart.nodes.at[number];
    bool function = m->domain->syntax.cats.at[node->cat].kind != CAT_KIND_PRIMITIVE;
    struct trace_item item = {.begin = node->begin,
                              .end = node->end,
                              .category = make_category(m, node->cat),
                              .useful = node->useful,
                              .derivations = s->derivations[number],
                              .share =
                                  node->useful ? s->shares[m->parser->plan.of_node[number]] : 0};
    bool valued = s->executed && node->useful;
    if (function && node->begin + 1 == node->end) word_values(s, node, &item);
    else if (valued && m->domain->kernels->exact && !m->domain->expected && !m->domain->mixed) {
        if (!function) exact_values(m, number, &item);
    } else if (valued) mean_values(m, number, &item);
    push(s, item);
}

static void add_empty(struct items *s, uint32_t position) {
    const struct word *w = make_word(s->maker, position);
    if (!w || w->empty == UINT32_MAX) return;
    const struct chart *c = &s->maker->parser->chart;
    double share = s->counts ? s->counts[w->empty] : 0, times = 0;
    for (uint32_t i = 0; i < c->n; i++) times += c->words[i] == c->words[position];
    struct trace_item item = {.begin = position,
                              .end = position + 1,
                              .category = make_category(s->maker, CAT_EMPTY),
                              .useful = share > 0,
                              .derivations = 1,
                              .share = share / times};
    push(s, item);
}

static void add_cell(struct items *s, uint32_t begin, uint32_t end) {
    const struct chart *c = &s->maker->parser->chart;
    struct range cell = c->inner[chart_cell(c, begin, end)];
    for (uint32_t i = 0; i < cell.n; i++) add_node(s, cell.first + i);
    if (begin + 1 == end) add_empty(s, begin);
}

void make_items(struct maker *m, struct trace *out) {
    g2l2_parser *parser = m->parser;
    const struct chart *c = &parser->chart;
    struct items s = {.maker = m, .executed = out->n_readings > 0};
    double *counts = arena_zalloc(&parser->arena, (parser->lexicon->slots.n + 1) * sizeof *counts);
    s.derivations = count_all(c);
    struct walk walk = parser_walk(parser);
    if (c->roots.n) s.shares = weights_expected(&walk, &parser->inside, 1, counts);
    if (c->roots.n) s.counts = counts;
    for (uint32_t begin = 0; begin < c->n; begin++)
        for (uint32_t end = begin + 1; end <= c->n; end++) {
            out->more_items |= s.list.n >= TRACE_MAX_ITEMS;
            if (!out->more_items) add_cell(&s, begin, end);
        }
    out->items = s.list.at;
    out->n_items = s.list.n;
}
