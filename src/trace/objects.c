/* Where sentences are about a scene: its objects, and one derivation executed alone.
 *
 *     how   many   red   cubes                  objects:
 *                  └── ▪ ───┘ ▪                   1  large red metal cube
 *     └────── ▪ ──────────┘                       2  small blue rubber cube
 *
 * Readings add up all derivations (answer.c). Here the same machinery runs on a
 * chart that has one: its nodes are the parts of the tree, each made in one way,
 * with a weight of 1. So each part has a value as the kernels work with it, nothing else. */
#include <math.h>
#include <stdlib.h>

#include "trace/make.h"

#define HARDLY      .005 /* answers that are less likely are left out */
#define MAX_ANSWERS 16u

/* ---- one derivation, executed ---------------------------------------------------------- */

/* Where the entry of a leaf stands: a word, or a phrase of the chart. */
static uint32_t place_of(const struct chart *chart, const struct tree *t, uint32_t slot) {
    for (uint32_t i = chart->n; t->end - t->begin > 1 && i < chart->n_places; i++) {
        const struct word *w = &chart->lexicon->words.at[chart->words[i]];
        if (chart->phrases.at[i - chart->n].begin == t->begin && slot - w->first < w->n) return i;
    }
    return t->begin;
}

static uint32_t add_parts(struct chart *chart, const struct derived *derived,
                          const struct tree *t) {
    struct edge edge = {.kind = t->rule, .next = NO_NODE, .right = NO_NODE};
    if (t->rule == RULE_NONE) {
        edge.kind = EDGE_LEXICAL;
        edge.left = derived->slots[t->begin];
        edge.right = place_of(chart, t, edge.left);
    } else {
        edge.left = add_parts(chart, derived, t->left);
        if (t->right) edge.right = add_parts(chart, derived, t->right);
    }
    struct node node = {.cat = t->cat, .useful = true, .begin = t->begin, .end = t->end};
    node.first = node.last = chart->edges.n;
    vec_push(chart->arena, &chart->edges, edge);
    vec_push(chart->arena, &chart->nodes, node);
    return chart->nodes.n - 1;
}

/* EMPTY words weigh nothing here. */
const struct executed *make_executed(struct maker *m, const struct derived *derived) {
    g2l2_parser *parser = m->parser;
    const struct look *look = parser->look;
    struct arena *arena = &parser->arena;
    struct executed *x = arena_new(arena, struct executed);
    struct chart chart = {.arena = arena,
                          .lexicon = parser->lexicon,
                          .syntax = parser->chart.syntax,
                          .words = parser->words,
                          .n = parser->n_words,
                          .n_places = parser->chart.n_places};
    chart.phrases.at = parser->chart.phrases.at;
    double *weight = arena_array(arena, double, parser->lexicon->slots.n + 1);
    for (uint32_t i = 0; i < parser->lexicon->slots.n; i++) weight[i] = 1;
    vec_push(arena, &chart.roots, add_parts(&chart, derived, derived->root));
    plan_make(&x->plan, arena, &chart);
    x->mixed = look->mixed;
    x->mixed.plan = &x->plan;
    x->mixed.weight = weight;
    x->mixed.negligible = 0;
    mixed_run(&x->mixed);
    return x;
}

const char *make_answer(struct maker *m, const struct derived *derived) {
    const struct look *look = m->parser->look;
    const struct executed *x = make_executed(m, derived);
    uint32_t root = x->plan.roots[0];
    int class = look->grounding.kept[x->plan.nodes[root].cat].class;
    const struct mixed_kernels *k = look->grounding.kernels;
    const double *value = x->mixed.value[root];
    uint32_t n = k->outcomes(look->session, class), best = 0;
    for (uint32_t i = 1; i < n; i++)
        if (k->answer(look->session, class, value, i) >
            k->answer(look->session, class, value, best))
            best = i;
    struct buf text = make_text(m);
    if (n) k->print_outcome(look->session, class, best, &text);
    return text.at;
}

/* ---- values ------------------------------------------------------------------------------ */

static int likelier(const void *a, const void *b) {
    const struct trace_share *x = a, *y = b;
    return (x->share < y->share) - (x->share > y->share);
}

static void add_answers(struct maker *m, int class, const double *value, struct trace_value *out) {
    const struct look *look = m->parser->look;
    const struct mixed_kernels *k = look->grounding.kernels;
    uint32_t n = value[0] > 0 ? k->outcomes(look->session, class) : 0;
    struct trace_share *list = arena_array(&m->parser->arena, struct trace_share, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        struct buf text = make_text(m);
        double share = k->answer(look->session, class, value, i) / value[0];
        if (share < HARDLY) continue;
        k->print_outcome(look->session, class, i, &text);
        list[out->n_answers++] = (struct trace_share){text.at, share};
    }
    qsort(list, out->n_answers, sizeof *list, likelier);
    if (out->n_answers > MAX_ANSWERS) out->n_answers = MAX_ANSWERS;
    out->answers = list;
}

struct trace_value make_mixed_value(struct maker *m, int class, const double *value) {
    const struct look *look = m->parser->look;
    const struct mixed_kernels *k = look->grounding.kernels;
    struct trace_value out = {0};
    struct buf text = make_text(m);
    double *objects =
        arena_zalloc(&m->parser->arena, (look->scene->n_objects + 1) * sizeof(double));
    if (!value || !(value[0] > 0)) return out; /* a closure has none */
    k->describe(look->session, class, value, &text);
    if (!text.n) return out;
    out.text = text.at;
    if (k->selects(look->session, class, value, objects)) out.objects = objects;
    else add_answers(m, class, value, &out);
    return out;
}

/* ---- the objects ------------------------------------------------------------------------ */

const char *const *make_objects(struct maker *m) {
    const struct look *look = m->parser->look;
    uint32_t n = look->scene->n_objects;
    if (!look->naming.put) return NULL;
    const char **texts = arena_array(&m->parser->arena, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        struct buf text = make_text(m);
        look->naming.put(look->naming.of, look->naming.scene, i, &text);
        texts[i] = text.at;
    }
    return texts;
}

const double (*make_places(struct maker *m))[2] {
    const struct look *look = m->parser->look;
    uint32_t n = look->scene->n_objects;
    double(*places)[2] = arena_alloc(&m->parser->arena, (n + 1) * sizeof *places);
    if (!look->naming.place || !n) return NULL;
    for (uint32_t i = 0; i < n; i++)
        if (!look->naming.place(look->naming.of, look->naming.scene, i, places[i]) ||
            !isfinite(places[i][0]) || !isfinite(places[i][1]))
            return NULL;
    return (const double(*)[2])places;
}
