/* Mixed execution (mixed.h): the lexicon as kernels see it, plans, and the two
 * passes over a plan. */
#include <string.h>

#include "exec/mixed.h"

/* ---- grounding ------------------------------------------------------------------------ */

uint32_t grounding_params(const g2l2_domain *domain, uint32_t n_features, uint32_t *offsets) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < domain->concepts.n; i++) {
        if (offsets) offsets[i] = n;
        n += domain->concepts.at[i].of_answers ? domain->lang.literals.names.n : n_features + 1;
    }
    return n;
}

static _Noreturn void refuse(struct arena *arena, const char *why) {
    guard_raise(arena->guard, G2L2_STATUS_TYPE, 0, 0, "%s", why);
}

static void compile_entries(struct grounding *self, struct arena *arena) {
    const struct lexicon *lexicon = self->lexicon;
    const char *why;
    struct mixed_code *codes = arena_zalloc(arena, (lexicon->entries.n + 1) * sizeof *codes);
    for (uint32_t i = 0; i < lexicon->entries.n; i++) {
        const struct term *program = lexicon->entries.at[i].program;
        if (!program)
            codes[i].class = (uint8_t)self->kernels->class_of(self->setup.lang, TYPE_NONE);
        else if (!self->kernels->compile(self->setup.lang, program, &codes[i], &why))
            refuse(arena, why);
        if (!program) codes[i].form = UINT8_MAX;
    }
    self->codes = codes;
}

static void compile_grammar(struct grounding *self, struct arena *arena) {
    const struct syntax *syntax = &self->lexicon->domain->syntax;
    int *classes = arena_array(arena, int, syntax->n_closed);
    uint8_t *joins = arena_zalloc(arena, syntax->conjs.n + 1);
    const char *why;
    for (uint32_t i = 0; i < syntax->n_closed; i++)
        classes[i] = self->kernels->class_of(self->setup.lang, syntax->cats.at[i].type);
    for (uint32_t i = 0; i < syntax->conjs.n; i++)
        if (!self->kernels->compile_join(self->setup.lang, syntax->conjs.at[i].program, &joins[i],
                                         &why))
            refuse(arena, why);
    self->class_of = classes;
    self->join_of = joins;
}

/* Every answer has a word of its own, whether or not questions use it. */
static const uint32_t *answer_words(const struct lexicon *lexicon, struct arena *arena) {
    const struct symbols *literals = &lexicon->domain->lang.literals;
    uint32_t *words = arena_array(arena, uint32_t, literals->names.n + 1);
    for (uint32_t i = 0; i < literals->names.n; i++) {
        const char *name = literals->names.at[i];
        words[i] = lexicon_find(lexicon, name, strlen(name));
        if (words[i] == SYMBOL_NONE) refuse(arena, "an answer is not a word of the lexicon");
    }
    return words;
}

void grounding_init(struct grounding *self, struct arena *arena, const struct lexicon *lexicon,
                    uint32_t n_features, const double *params, double *grads) {
    const g2l2_domain *domain = lexicon->domain;
    uint32_t *offsets = arena_array(arena, uint32_t, domain->concepts.n + 1);
    type_id *types = arena_array(arena, type_id, domain->concepts.n + 1);
    for (uint32_t i = 0; i < domain->concepts.n; i++) types[i] = domain->concepts.at[i].type;
    *self = (struct grounding){.lexicon = lexicon, .kernels = domain->kernels->mixed};
    self->setup = (struct mixed_setup){.lang = &domain->lang,
                                       .n_words = lexicon->words.n,
                                       .n_params = grounding_params(domain, n_features, offsets),
                                       .n_features = n_features,
                                       .n_answers = domain->lang.literals.names.n,
                                       .params = params,
                                       .grads = grads,
                                       .n_concepts = domain->concepts.n,
                                       .types = types,
                                       .offsets = offsets,
                                       .answers = answer_words(lexicon, arena)};
    compile_entries(self, arena);
    compile_grammar(self, arena);
}

/* ---- plans ------------------------------------------------------------------------------- */

struct planner {
    struct plan *plan;
    const struct chart *chart;
    const struct grounding *grounding;
};

static uint32_t slot_of(const struct planner *p, uint32_t place, uint32_t slot) {
    return slot - p->grounding->lexicon->words.at[p->chart->words[place]].first;
}

static struct plan_edge plan_rule(const struct planner *p, const struct edge *e) {
    const uint32_t *at = p->plan->of_node;
    const struct node *right = &p->chart->nodes.at[e->right];
    const struct category *cats = p->chart->syntax->cats.at;
    switch (e->kind) {
    case RULE_FORWARD: return (struct plan_edge){at[e->left], at[e->right], PLAN_APPLY, 0};
    case RULE_BACKWARD: return (struct plan_edge){at[e->right], at[e->left], PLAN_APPLY, 0};
    case RULE_CONJUNCT: return (struct plan_edge){at[e->left], at[e->right], PLAN_CONJUNCT, 0};
    default:
        return (struct plan_edge){at[e->left], at[e->right], PLAN_JOIN,
                                  p->grounding->join_of[cats[right->cat].conj]};
    }
}

static struct plan_edge plan_edge(const struct planner *p, const struct node *node,
                                  const struct edge *e) {
    const uint32_t *at = p->plan->of_node, one = plan_one(p->plan);
    uint32_t begin = node->begin;
    switch (e->kind) {
    case EDGE_LEXICAL:
        return (struct plan_edge){plan_slot(p->plan, begin, slot_of(p, begin, e->left)), one,
                                  PLAN_LEXICAL, 0};
    case EDGE_UNIT: return (struct plan_edge){at[e->left], one, PLAN_COPY, 0};
    case EDGE_EMPTY_FIRST:
        return (struct plan_edge){at[e->right], plan_empty(p->plan, begin), PLAN_EMPTY, 0};
    case EDGE_EMPTY_LAST:
        return (struct plan_edge){at[e->left], plan_empty(p->plan, node->end - 1), PLAN_EMPTY, 0};
    default: return plan_rule(p, e);
    }
}

static void count_useful(const struct chart *chart, struct plan *plan) {
    for (uint32_t i = 0; i < chart->n; i++)
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

static void plan_nodes(const struct planner *p) {
    const struct chart *chart = p->chart;
    struct plan *plan = p->plan;
    uint32_t n = 0, n_edges = 0;
    for (uint32_t i = 0; i < chart->nodes.n; i++) {
        const struct node *node = &chart->nodes.at[i];
        plan->of_node[i] = NO_NODE;
        if (!node->useful) continue;
        int class = p->grounding->class_of[node->cat];
        plan->of_node[i] = n;
        type_id type = chart->syntax->cats.at[node->cat].type;
        plan->nodes[n++] = (struct plan_node){n_edges, (uint8_t) class, type, i};
        for (uint32_t e = node->first; e != NO_NODE; e = chart->edges.at[e].next)
            plan->edges[n_edges++] = plan_edge(p, node, &chart->edges.at[e]);
    }
    plan->nodes[n].first = n_edges;
}

void plan_make(struct plan *self, struct arena *arena, const struct chart *chart,
               const struct grounding *grounding) {
    struct planner p = {self, chart, grounding};
    *self = (struct plan){.n_words = chart->n, .n_roots = chart->roots.n};
    count_useful(chart, self);
    self->nodes = arena_array(arena, struct plan_node, self->n_nodes + 1);
    self->edges = arena_array(arena, struct plan_edge, self->n_edges + 1);
    self->roots = arena_array(arena, uint32_t, self->n_roots + 1);
    self->of_node = arena_array(arena, uint32_t, chart->nodes.n + 1);
    plan_nodes(&p);
    for (uint32_t i = 0; i < self->n_roots; i++) self->roots[i] = self->of_node[chart->roots.at[i]];
}

/* ---- weights ------------------------------------------------------------------------------- */

/* Of the words: EMPTY, and each slot. */
static void weigh_words(struct mixed *m) {
    const struct plan *plan = m->plan;
    m->inside[plan_one(plan)] = 1;
    for (uint32_t i = 0; i < plan->n_words; i++) {
        if (m->words[i] == SYMBOL_NONE) continue;
        const struct word *w = &m->grounding->lexicon->words.at[m->words[i]];
        if (w->empty != UINT32_MAX) m->inside[plan_empty(plan, i)] = m->weight[w->empty];
        memcpy(m->inside + plan_slot(plan, i, 0), m->weight + w->first, w->n * sizeof(double));
    }
}

static void weigh_nodes(struct mixed *m) {
    const struct plan *plan = m->plan;
    double *in = m->inside;
    for (uint32_t i = 0; i < plan->n_nodes; i++) {
        double sum = 0;
        for (uint32_t e = plan->nodes[i].first; e < plan->nodes[i + 1].first; e++)
            sum += in[plan->edges[e].left] * in[plan->edges[e].right];
        in[i] = sum;
    }
}

/* An answer of the right type may be all but impossible as yet: its derivations count
 * among themselves as well. */
static void weigh_roots(struct mixed *m) {
    const struct plan *plan = m->plan;
    double total = 0;
    for (uint32_t i = 0; i < plan->n_roots; i++) total += m->inside[plan->roots[i]];
    for (uint32_t i = 0; i < plan->n_roots; i++) {
        double in = m->inside[plan->roots[i]];
        bool asked = plan->nodes[plan->roots[i]].type == m->asked;
        m->outside[plan->roots[i]] = (total > 0 ? 1 / total : 0) + (asked && in > 0 ? 1 / in : 0);
    }
}

static void weigh_outside(struct mixed *m) {
    const struct plan *plan = m->plan;
    const double *in = m->inside;
    double *out = m->outside;
    weigh_roots(m);
    for (uint32_t i = plan->n_nodes; i-- > 0;) {
        double o = out[i];
        if (o * in[i] <= m->negligible) continue;
        for (uint32_t e = plan->nodes[i].first; e < plan->nodes[i + 1].first; e++) {
            uint32_t left = plan->edges[e].left, right = plan->edges[e].right;
            out[left] += o * in[right];
            out[right] += o * in[left];
        }
    }
}

static bool matters(const struct mixed *m, uint32_t node) {
    return m->outside[node] * m->inside[node] > m->negligible;
}

static bool edge_matters(const struct mixed *m, uint32_t node, const struct plan_edge *e) {
    return m->outside[node] * m->inside[e->left] * m->inside[e->right] > m->negligible;
}

/* ---- forward --------------------------------------------------------------------------------- */

/* The slot of a lexical edge, and its place. */
static uint32_t slot_at(const struct mixed *m, const struct plan_edge *e, uint32_t *place) {
    uint32_t at = e->left - plan_slot(m->plan, 0, 0);
    *place = at / m->plan->n_slots;
    return m->grounding->lexicon->words.at[m->words[*place]].first + at % m->plan->n_slots;
}

static uint32_t empty_at(const struct mixed *m, const struct plan_edge *e) {
    uint32_t place = e->right - plan_empty(m->plan, 0);
    return m->grounding->lexicon->words.at[m->words[place]].empty;
}

static void run_lexical(struct mixed *m, const struct plan_edge *e, double *out) {
    const struct grounding *g = m->grounding;
    uint32_t place, slot = slot_at(m, e, &place);
    struct mixed_code code = g->codes[g->lexicon->slots.at[slot].entry];
    if (code.form == UINT8_MAX) out[0] += m->weight[slot];
    else g->kernels->lexical(m->session, code, m->words[place], m->weight[slot], out);
}

static void run_edge(struct mixed *m, const struct plan_edge *e, int class, double *out) {
    const struct mixed_kernels *k = m->grounding->kernels;
    double *const *v = m->value;
    switch (e->kind) {
    case PLAN_LEXICAL: run_lexical(m, e, out); break;
    case PLAN_COPY:
    case PLAN_EMPTY: k->add(m->session, class, m->inside[e->right], v[e->left], out); break;
    case PLAN_APPLY:
        k->apply(m->session, m->plan->nodes[e->left].class, v[e->left], v[e->right], out);
        break;
    case PLAN_CONJUNCT: k->add(m->session, class, v[e->left][0], v[e->right], out); break;
    default:
        k->join(m->session, e->how, m->plan->nodes[e->left].class, v[e->left], v[e->right], out);
    }
}

static void find_active(struct mixed *m) {
    m->active = arena_array(m->arena, uint32_t, m->plan->n_nodes + 1);
    m->n_active = 0;
    for (uint32_t i = 0; i < m->plan->n_nodes; i++)
        if (matters(m, i)) m->active[m->n_active++] = i;
}

/* Of the nodes that matter. */
static double **new_values(struct mixed *m) {
    const struct plan_node *nodes = m->plan->nodes;
    double **value = arena_zalloc(m->arena, (m->plan->n_nodes + 1) * sizeof *value);
    size_t sizes[MIXED_CLASSES] = {0}, total = 0;
    for (int c = 0; c < MIXED_CLASSES; c++)
        sizes[c] = (m->grounding->kernels->size(m->session, c) + 1) & ~(size_t)1;
    for (uint32_t k = 0; k < m->n_active; k++) total += sizes[nodes[m->active[k]].class];
    double *at = arena_zalloc(m->arena, total * sizeof *at + 1);
    for (uint32_t k = 0; k < m->n_active; k++) {
        value[m->active[k]] = at;
        at += sizes[nodes[m->active[k]].class];
    }
    return value;
}

/* Where an edge matters, so do both its parts: each is in all derivations that it is in. */
struct likelihood mixed_run(struct mixed *self) {
    struct likelihood out = {0, 0};
    const struct plan *plan = self->plan;
    self->inside = arena_zalloc(self->arena, 2 * (size_t)plan_n_weights(plan) * sizeof(double));
    self->outside = self->inside + plan_n_weights(plan);
    weigh_words(self);
    weigh_nodes(self);
    weigh_outside(self);
    find_active(self);
    self->value = new_values(self);
    for (uint32_t k = 0; k < self->n_active; k++) {
        uint32_t i = self->active[k];
        const struct plan_node *node = &plan->nodes[i];
        for (uint32_t e = node->first; e < node[1].first; e++)
            if (edge_matters(self, i, &plan->edges[e]))
                run_edge(self, &plan->edges[e], node->class, self->value[i]);
        self->grounding->kernels->merge(self->session, node->class, self->value[i]);
    }
    for (uint32_t i = 0; i < plan->n_roots; i++) {
        out.total += self->inside[plan->roots[i]];
        if (self->value[plan->roots[i]]) out.answer += self->value[plan->roots[i]][1];
    }
    return out;
}

/* ---- the way back ------------------------------------------------------------------------------- */

static void back_lexical(struct mixed *m, const struct plan_edge *e, const double *grad,
                         double *grads) {
    const struct grounding *g = m->grounding;
    uint32_t place, slot = slot_at(m, e, &place);
    struct mixed_code code = g->codes[g->lexicon->slots.at[slot].entry];
    if (code.form == UINT8_MAX) grads[slot] += grad[0];
    else
        grads[slot] +=
            g->kernels->lexical_back(m->session, code, m->words[place], m->weight[slot], grad);
}

static void back_edge(struct mixed *m, const struct plan_edge *e, int class, const double *grad,
                      double *grads) {
    const struct mixed_kernels *k = m->grounding->kernels;
    double *const *v = m->value, *const *g = m->grad, slope;
    switch (e->kind) {
    case PLAN_LEXICAL: back_lexical(m, e, grad, grads); break;
    case PLAN_COPY:
    case PLAN_EMPTY:
        slope = k->add_back(m->session, class, m->inside[e->right], v[e->left], grad, g[e->left]);
        if (e->kind == PLAN_EMPTY) grads[empty_at(m, e)] += slope;
        break;
    case PLAN_APPLY:
        k->apply_back(m->session, m->plan->nodes[e->left].class, v[e->left], v[e->right], grad,
                      g[e->left], g[e->right]);
        break;
    case PLAN_CONJUNCT:
        g[e->left][0] +=
            k->add_back(m->session, class, v[e->left][0], v[e->right], grad, g[e->right]);
        break;
    default:
        k->join_back(m->session, e->how, m->plan->nodes[e->left].class, v[e->left], v[e->right],
                     grad, g[e->left], g[e->right]);
    }
}

void mixed_back(struct mixed *self, double of_answer, double of_total, double *grads) {
    const struct plan *plan = self->plan;
    const struct mixed_kernels *k = self->grounding->kernels;
    self->grad = new_values(self);
    for (uint32_t i = 0; i < plan->n_roots; i++) {
        if (!self->grad[plan->roots[i]]) continue;
        self->grad[plan->roots[i]][0] = of_total;
        self->grad[plan->roots[i]][1] = of_answer;
    }
    for (uint32_t n = self->n_active; n-- > 0;) {
        uint32_t i = self->active[n];
        const struct plan_node *node = &plan->nodes[i];
        k->merge_back(self->session, node->class, self->value[i], self->grad[i]);
        for (uint32_t e = node->first; e < node[1].first; e++)
            if (edge_matters(self, i, &plan->edges[e]))
                back_edge(self, &plan->edges[e], node->class, self->grad[i], grads);
    }
    k->finish_back(self->session);
}
