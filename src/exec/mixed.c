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

/* `form` of what has no program: a weight only. */
#define FORM_NONE UINT8_MAX

static struct mixed_code compile(struct grounding *self, struct arena *arena, cat_id cat,
                                 const struct term *program) {
    struct mixed_code code = {0, FORM_NONE, 0};
    const char *why = program ? domain_unmixed(self->lexicon->domain, cat, program) : NULL;
    if (why) refuse(arena, why);
    bool open = self->lexicon->domain->syntax.cats.at[cat].kind == CAT_KIND_OPEN;
    if (program && !open) self->kernels->compile(self->setup.lang, program, &code, &why);
    return code;
}

static void compile_entries(struct grounding *self, struct arena *arena) {
    const struct lexicon *lexicon = self->lexicon;
    struct mixed_code *codes = arena_zalloc(arena, (lexicon->entries.n + 1) * sizeof *codes);
    for (uint32_t i = 0; i < lexicon->entries.n; i++)
        codes[i] = compile(self, arena, lexicon->entries.at[i].cat, lexicon->entries.at[i].program);
    self->codes = codes;
}

static const struct mixed_code *compile_cases(struct grounding *self, struct arena *arena,
                                              const struct schema *schema) {
    struct mixed_code *codes = arena_zalloc(arena, (schema->cases.n + 1) * sizeof *codes);
    for (uint32_t i = 0; i < schema->cases.n; i++)
        codes[i] = compile(self, arena, schema->cases.at[i].cat, schema->cases.at[i].program);
    return codes;
}

static void compile_schemas(struct grounding *self, struct arena *arena) {
    const struct syntax *syntax = &self->lexicon->domain->syntax;
    uint8_t *joins = arena_zalloc(arena, syntax->schemas.n + 1);
    const char *why;
    self->cases = arena_zalloc(arena, (syntax->schemas.n + 1) * sizeof *self->cases);
    for (uint32_t i = 0; i < syntax->schemas.n; i++) {
        const struct schema *schema = &syntax->schemas.at[i];
        self->cases[i] = compile_cases(self, arena, schema);
        if (schema->kind == SCHEMA_COORDINATE &&
            !self->kernels->compile_join(self->setup.lang, schema->program, &joins[i], &why))
            refuse(arena, why);
    }
    self->join_of = joins;
}

/* What a value of this category is made of: of [AND T] and [LET T], a T; of X^Y, X's. */
static cat_id content(const struct syntax *syntax, cat_id cat) {
    const struct category *cats = syntax->cats.at;
    cat = syntax_closed(syntax, cat);
    if (cats[cat].kind == CAT_KIND_PARTIAL) cat = cats[cat].argument;
    return syntax_closed(syntax, cat);
}

static bool is_open(const struct syntax *syntax, cat_id cat) {
    const struct category *c = &syntax->cats.at[cat];
    return c->kind == CAT_KIND_OPEN ||
           (c->kind == CAT_KIND_PARTIAL && syntax->cats.at[c->argument].kind == CAT_KIND_OPEN);
}

static void compile_categories(struct grounding *self, struct arena *arena) {
    const struct syntax *syntax = &self->lexicon->domain->syntax;
    int *classes = arena_array(arena, int, syntax->n_closed);
    for (uint32_t i = 0; i < syntax->n_closed; i++)
        classes[i] = self->kernels->class_of(self->setup.lang,
                                             syntax->cats.at[content(syntax, (cat_id)i)].type);
    self->class_of = classes;
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
    compile_schemas(self, arena);
    compile_categories(self, arena);
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
    cat_id right_cat = p->chart->nodes.at[e->right].cat;
    const struct category *cats = p->chart->syntax->cats.at;
    switch (e->kind) {
    case RULE_FORWARD: return (struct plan_edge){at[e->left], at[e->right], PLAN_APPLY, 0};
    case RULE_BACKWARD: return (struct plan_edge){at[e->right], at[e->left], PLAN_APPLY, 0};
    case RULE_CONJUNCT:
    case RULE_SCOPE: return (struct plan_edge){at[e->left], at[e->right], PLAN_CONJUNCT, 0};
    case RULE_BIND: return (struct plan_edge){at[e->left], at[e->right], PLAN_BIND, 0};
    default:
        right_cat = syntax_closed(p->chart->syntax, right_cat);
        return (struct plan_edge){at[e->left], at[e->right], PLAN_JOIN,
                                  p->grounding->join_of[cats[right_cat].schema]};
    }
}

static struct plan_edge plan_word(const struct planner *p, const struct node *node,
                                  const struct edge *e) {
    bool open = p->chart->syntax->cats.at[node->cat].kind == CAT_KIND_OPEN;
    return (struct plan_edge){plan_slot(p->plan, node->begin, slot_of(p, node->begin, e->left)),
                              plan_one(p->plan), open ? PLAN_REFER : PLAN_LEXICAL,
                              (uint8_t)lexicon_case(p->grounding->lexicon, e->left, node->cat)};
}

static struct plan_edge plan_edge(const struct planner *p, const struct node *node,
                                  const struct edge *e) {
    const uint32_t *at = p->plan->of_node, one = plan_one(p->plan);
    uint32_t begin = node->begin;
    switch (e->kind) {
    case EDGE_LEXICAL: return plan_word(p, node, e);
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
        bool open = is_open(chart->syntax, node->cat);
        plan->nodes[n++] = (struct plan_node){n_edges, (uint8_t) class, open, type, i};
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

static struct mixed_code code_at(const struct mixed *m, const struct plan_edge *e, uint32_t slot) {
    const struct grounding *g = m->grounding;
    uint32_t entry = g->lexicon->slots.at[slot].entry;
    if (!e->how) return g->codes[entry];
    const struct category *c =
        &g->lexicon->domain->syntax.cats.at[g->lexicon->entries.at[entry].cat];
    return g->cases[c->schema][e->how - 1];
}

static void run_lexical(struct mixed *m, const struct plan_edge *e, double *out) {
    uint32_t place, slot = slot_at(m, e, &place);
    struct mixed_code code = code_at(m, e, slot);
    if (code.form == FORM_NONE) out[0] += m->weight[slot];
    else m->grounding->kernels->lexical(m->session, code, m->words[place], m->weight[slot], out);
}

/* The value of a node, for one of the things it may speak of. */
static double *case_at(const struct mixed *m, double *const *values, uint32_t node,
                       uint32_t which) {
    const struct plan_node *n = &m->plan->nodes[node];
    return values[node] + (n->open ? which * m->sizes[n->class] : 0);
}

/* The clause on the right, for each thing that the antecedent on the left may be. */
static void run_bind(struct mixed *m, const struct plan_edge *e, int class, const double *x,
                     double *out) {
    const struct mixed_kernels *k = m->grounding->kernels;
    double *shares = arena_array(m->arena, double, m->n_cases);
    k->shares(m->session, m->plan->nodes[e->left].class, x, shares);
    for (uint32_t i = 0; i < m->n_cases; i++)
        k->add(m->session, class, shares[i], case_at(m, m->value, e->right, i), out);
}

/* For case `which` of a node that is open. */
static void run_edge(struct mixed *m, const struct plan_edge *e, int class, uint32_t which,
                     double *out) {
    const struct mixed_kernels *k = m->grounding->kernels;
    if (e->kind == PLAN_LEXICAL) {
        run_lexical(m, e, out);
        return;
    }
    if (e->kind == PLAN_REFER) {
        k->refer(m->session, class, which, m->inside[e->left], out);
        return;
    }
    int left_class = m->plan->nodes[e->left].class;
    const double *left = case_at(m, m->value, e->left, which);
    if (e->kind == PLAN_COPY || e->kind == PLAN_EMPTY) {
        k->add(m->session, class, m->inside[e->right], left, out);
        return;
    }
    const double *right = case_at(m, m->value, e->right, which);
    switch (e->kind) {
    case PLAN_APPLY: k->apply(m->session, left_class, left, right, out); break;
    case PLAN_CONJUNCT: k->add(m->session, class, left[0], right, out); break;
    case PLAN_JOIN: k->join(m->session, e->how, left_class, left, right, out); break;
    default: run_bind(m, e, class, left, out);
    }
}

static void find_active(struct mixed *m) {
    m->active = arena_array(m->arena, uint32_t, m->plan->n_nodes + 1);
    m->n_active = 0;
    for (uint32_t i = 0; i < m->plan->n_nodes; i++)
        if (matters(m, i)) m->active[m->n_active++] = i;
}

static uint32_t n_cases_of(const struct mixed *m, uint32_t node) {
    return m->plan->nodes[node].open ? m->n_cases : 1;
}

/* Of the nodes that matter. */
static double **new_values(struct mixed *m) {
    const struct plan_node *nodes = m->plan->nodes;
    double **value = arena_zalloc(m->arena, (m->plan->n_nodes + 1) * sizeof *value);
    size_t total = 0;
    for (uint32_t k = 0; k < m->n_active; k++)
        total += m->sizes[nodes[m->active[k]].class] * n_cases_of(m, m->active[k]);
    double *at = arena_zalloc(m->arena, total * sizeof *at + 1);
    for (uint32_t k = 0; k < m->n_active; k++) {
        value[m->active[k]] = at;
        at += m->sizes[nodes[m->active[k]].class] * n_cases_of(m, m->active[k]);
    }
    return value;
}

static void run_node(struct mixed *m, uint32_t i, uint32_t which) {
    const struct plan_node *node = &m->plan->nodes[i];
    double *out = case_at(m, m->value, i, which);
    for (uint32_t e = node->first; e < node[1].first; e++)
        if (edge_matters(m, i, &m->plan->edges[e]))
            run_edge(m, &m->plan->edges[e], node->class, which, out);
    m->grounding->kernels->merge(m->session, node->class, out);
}

/* Where an edge matters, so do both its parts: each is in all derivations that it is in. */
struct likelihood mixed_run(struct mixed *self) {
    struct likelihood out = {0, 0};
    const struct plan *plan = self->plan;
    const struct mixed_kernels *k = self->grounding->kernels;
    self->inside = arena_zalloc(self->arena, 2 * (size_t)plan_n_weights(plan) * sizeof(double));
    self->outside = self->inside + plan_n_weights(plan);
    weigh_words(self);
    weigh_nodes(self);
    weigh_outside(self);
    find_active(self);
    self->n_cases = k->n_cases(self->session);
    for (int c = 0; c < MIXED_CLASSES; c++)
        self->sizes[c] = (k->size(self->session, c) + 1) & ~(size_t)1;
    self->value = new_values(self);
    for (uint32_t n = 0; n < self->n_active; n++) {
        arena_check(self->arena);
        for (uint32_t c = 0; c < n_cases_of(self, self->active[n]); c++)
            run_node(self, self->active[n], c);
    }
    for (uint32_t i = 0; i < plan->n_roots; i++) {
        uint32_t root = plan->roots[i];
        out.total += self->inside[root];
        if (self->value[root] && plan->nodes[root].type == self->asked)
            out.answer += k->answer(self->session, plan->nodes[root].class, self->value[root],
                                    k->asked(self->session));
    }
    return out;
}

/* ---- the way back ------------------------------------------------------------------------------- */

static void back_lexical(struct mixed *m, const struct plan_edge *e, const double *grad,
                         double *grads) {
    uint32_t place, slot = slot_at(m, e, &place);
    struct mixed_code code = code_at(m, e, slot);
    if (code.form == FORM_NONE) grads[slot] += grad[0];
    else
        grads[slot] += m->grounding->kernels->lexical_back(m->session, code, m->words[place],
                                                           m->weight[slot], grad);
}

static void back_bind(struct mixed *m, const struct plan_edge *e, int class, const double *x,
                      const double *grad, double *grad_x) {
    const struct mixed_kernels *k = m->grounding->kernels;
    int left_class = m->plan->nodes[e->left].class;
    double *shares = arena_array(m->arena, double, 2 * m->n_cases), *slopes = shares + m->n_cases;
    k->shares(m->session, left_class, x, shares);
    for (uint32_t i = 0; i < m->n_cases; i++)
        slopes[i] = k->add_back(m->session, class, shares[i], case_at(m, m->value, e->right, i),
                                grad, case_at(m, m->grad, e->right, i));
    k->shares_back(m->session, left_class, slopes, grad_x);
}

static void back_edge(struct mixed *m, const struct plan_edge *e, int class, uint32_t which,
                      const double *grad, double *grads) {
    const struct mixed_kernels *k = m->grounding->kernels;
    uint32_t place;
    if (e->kind == PLAN_LEXICAL) {
        back_lexical(m, e, grad, grads);
        return;
    }
    if (e->kind == PLAN_REFER) {
        grads[slot_at(m, e, &place)] += k->refer_back(m->session, class, which, grad);
        return;
    }
    int left_class = m->plan->nodes[e->left].class;
    const double *left = case_at(m, m->value, e->left, which);
    double *grad_left = case_at(m, m->grad, e->left, which);
    if (e->kind == PLAN_COPY || e->kind == PLAN_EMPTY) {
        double slope = k->add_back(m->session, class, m->inside[e->right], left, grad, grad_left);
        if (e->kind == PLAN_EMPTY) grads[empty_at(m, e)] += slope;
        return;
    }
    const double *right = case_at(m, m->value, e->right, which);
    double *grad_right = case_at(m, m->grad, e->right, which);
    switch (e->kind) {
    case PLAN_APPLY:
        k->apply_back(m->session, left_class, left, right, grad, grad_left, grad_right);
        break;
    case PLAN_CONJUNCT:
        grad_left[0] += k->add_back(m->session, class, left[0], right, grad, grad_right);
        break;
    case PLAN_JOIN:
        k->join_back(m->session, e->how, left_class, left, right, grad, grad_left, grad_right);
        break;
    default: back_bind(m, e, class, left, grad, grad_left);
    }
}

static void back_node(struct mixed *m, uint32_t i, uint32_t which, double *grads) {
    const struct plan_node *node = &m->plan->nodes[i];
    double *grad = case_at(m, m->grad, i, which);
    m->grounding->kernels->merge_back(m->session, node->class, case_at(m, m->value, i, which),
                                      grad);
    for (uint32_t e = node->first; e < node[1].first; e++)
        if (edge_matters(m, i, &m->plan->edges[e]))
            back_edge(m, &m->plan->edges[e], node->class, which, grad, grads);
}

void mixed_back(struct mixed *self, double of_answer, double of_total, double *grads) {
    const struct plan *plan = self->plan;
    const struct mixed_kernels *k = self->grounding->kernels;
    self->grad = new_values(self);
    for (uint32_t i = 0; i < plan->n_roots; i++) {
        uint32_t root = plan->roots[i];
        if (!self->grad[root]) continue;
        self->grad[root][0] += of_total;
        if (plan->nodes[root].type == self->asked)
            k->answer_back(self->session, plan->nodes[root].class, k->asked(self->session),
                           of_answer, self->grad[root]);
    }
    for (uint32_t n = self->n_active; n-- > 0;)
        for (uint32_t c = 0; c < n_cases_of(self, self->active[n]); c++)
            back_node(self, self->active[n], c, grads);
    k->finish_back(self->session);
}
