/* From chart to plan: the useful nodes, their edges side by side, in three kinds. */
#include "plan/plan.h"

struct planner {
    struct plan *plan;
    const struct chart *chart;
};

static struct plan_edge word_edge(const struct planner *p, const struct node *node,
                                  const struct edge *e) {
    const struct lexicon *lexicon = p->chart->lexicon;
    uint32_t slot = e->left - lexicon->words.at[p->chart->words[e->right]].first;
    return (struct plan_edge){plan_slot(p->plan, e->right, slot), plan_one(p->plan), PLAN_WORD,
                              RULE_NONE, (uint16_t)lexicon_case(lexicon, e->left, node->cat)};
}

static struct plan_edge pass_edge(uint32_t node, uint32_t weight, uint8_t rule) {
    return (struct plan_edge){node, weight, PLAN_PASS, rule, 0};
}

/* A schema that takes its right-hand side has the value of that. */
static struct plan_edge rule_edge(const struct planner *p, const struct node *node,
                                  const struct edge *e) {
    const struct chart *c = p->chart;
    const uint32_t *at = p->plan->of_node;
    if (e->right == NO_NODE) {
        const struct unary *u = c->syntax->unaries.at;
        while (u->from != c->nodes.at[e->left].cat || u->result != node->cat) u++;
        return (struct plan_edge){at[e->left], plan_one(p->plan), PLAN_COMBINE, e->kind,
                                  u->meaning};
    }
    struct combination made =
        syntax_lookup(c->syntax, c->nodes.at[e->left].cat, c->nodes.at[e->right].cat);
    if (c->syntax->meanings.at[made.meaning].form == MEANING_RIGHT)
        return pass_edge(at[e->right], at[e->left], e->kind);
    return (struct plan_edge){at[e->left], at[e->right], PLAN_COMBINE, e->kind, made.meaning};
}

static struct plan_edge edge_of(const struct planner *p, const struct node *node,
                                const struct edge *e) {
    const uint32_t *at = p->plan->of_node;
    switch (e->kind) {
    case EDGE_LEXICAL: return word_edge(p, node, e);
    case EDGE_UNIT: return pass_edge(at[e->left], plan_one(p->plan), RULE_NONE);
    case EDGE_EMPTY_FIRST:
        return pass_edge(at[e->right], plan_empty(p->plan, node->begin), RULE_NONE);
    case EDGE_EMPTY_LAST:
        return pass_edge(at[e->left], plan_empty(p->plan, node->end - 1), RULE_NONE);
    default: return rule_edge(p, node, e);
    }
}

static void count_useful(const struct chart *chart, struct plan *plan) {
    for (uint32_t i = 0; i < chart->n_places; i++)
        if (chart->words[i] != SYMBOL_NONE &&
            chart->lexicon->words.at[chart->words[i]].n > plan->n_slots)
            plan->n_slots = chart->lexicon->words.at[chart->words[i]].n;
    for (uint32_t i = 0; i < chart->nodes.n; i++) {
        if (!chart->nodes.at[i].useful) continue;
        plan->n_nodes++;
        for (uint32_t e = chart->nodes.at[i].first; e != NO_NODE; e = chart->edges.at[e].next)
            plan->n_edges++;
    }
}

static void add_nodes(const struct planner *p) {
    const struct chart *chart = p->chart;
    struct plan *plan = p->plan;
    uint32_t n = 0, n_edges = 0;
    for (uint32_t i = 0; i < chart->nodes.n; i++) {
        const struct node *node = &chart->nodes.at[i];
        plan->of_node[i] = NO_NODE;
        if (!node->useful) continue;
        plan->of_node[i] = n;
        plan->nodes[n++] = (struct plan_node){.first = n_edges,
                                              .cat = node->cat,
                                              .type = chart->syntax->cats.at[node->cat].type,
                                              .begin = node->begin,
                                              .end = node->end,
                                              .number = i};
        for (uint32_t e = node->first; e != NO_NODE; e = chart->edges.at[e].next)
            plan->edges[n_edges++] = edge_of(p, node, &chart->edges.at[e]);
    }
    plan->nodes[n] = (struct plan_node){.first = n_edges};
}

void plan_make(struct plan *self, struct arena *arena, const struct chart *chart) {
    struct planner p = {self, chart};
    *self = (struct plan){.syntax = chart->syntax,
                          .n_words = chart->n,
                          .n_places = chart->n_places,
                          .n_roots = chart->roots.n};
    count_useful(chart, self);
    self->nodes = arena_array(arena, struct plan_node, self->n_nodes + 1);
    self->edges = arena_array(arena, struct plan_edge, self->n_edges + 1);
    self->of_node = arena_array(arena, uint32_t, chart->nodes.n + 1);
    self->roots = arena_array(arena, uint32_t, self->n_roots + 1);
    add_nodes(&p);
    for (uint32_t i = 0; i < self->n_roots; i++) self->roots[i] = self->of_node[chart->roots.at[i]];
}
