/* Mixed execution (mixed.h): the two passes over a plan. */
#include <string.h>

#include "run/tape.h"

/* ---- weights ------------------------------------------------------------------------------- */

/* Of the words: EMPTY, and each slot. */
static void weigh_words(struct mixed *m) {
    const struct plan *plan = m->plan;
    m->inside[plan_one(plan)] = 1;
    for (uint32_t i = 0; i < plan->n_places; i++) {
        if (m->words[i] == SYMBOL_NONE) continue;
        const struct word *w = &m->grounding->lexicon->words.at[m->words[i]];
        if (i < plan->n_words && w->empty != UINT32_MAX)
            m->inside[plan_empty(plan, i)] = m->weight[w->empty];
        double *of_slot = m->inside + plan_slot(plan, i, 0);
        for (uint32_t s = 0; s < w->n; s++)
            of_slot[s] = !m->live || m->live[w->first + s] ? m->weight[w->first + s] : 0;
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

static const struct kept *kept_at(const struct mixed *m, uint32_t node) {
    return &m->grounding->kept[m->plan->nodes[node].cat];
}

static struct mixed_code code_at(const struct mixed *m, const struct plan_edge *e, uint32_t slot) {
    const struct grounding *g = m->grounding;
    uint32_t entry = g->lexicon->slots.at[slot].entry;
    if (!e->meaning) return g->codes[entry];
    const struct category *c =
        &g->lexicon->domain->syntax.cats.at[g->lexicon->entries.at[entry].cat];
    return g->cases[c->schema][e->meaning - 1];
}

/* Which case of what it may speak of a node is run for. */
struct place {
    uint32_t node, which;
    int class;
};

/* A program without an operator form; or what closures will be given to, which is in need of
 * both. Returns whether that is all. */
static bool run_program(struct mixed *m, const struct plan_edge *e, struct place at) {
    const struct grounding *g = m->grounding;
    uint32_t slot = plan_word_slot(m->plan, &m->sentence, e);
    struct mixed_code code = code_at(m, e, slot);
    bool interpreted = code.form == FORM_INTERPRETED;
    if (!interpreted && (!kept_at(m, at.node)->takes_function || code.form == FORM_NONE))
        return false;
    const struct candidate *entry = &g->lexicon->entries.at[g->lexicon->slots.at[slot].entry];
    const struct syntax *syntax = &g->lexicon->domain->syntax;
    const struct term *program = entry->program;
    if (e->meaning)
        program =
            syntax->schemas.at[syntax->cats.at[entry->cat].schema].cases.at[e->meaning - 1].program;
    tape_word(m->tape, at.node, at.which, m->words[plan_place(m->plan, e)], slot, program,
              !interpreted);
    return interpreted;
}

static void run_word(struct mixed *m, const struct plan_edge *e, struct place at, double *out) {
    const struct mixed_kernels *k = m->grounding->kernels;
    uint32_t word = m->words[plan_place(m->plan, e)];
    uint32_t slot = plan_word_slot(m->plan, &m->sentence, e);
    struct mixed_code code = code_at(m, e, slot);
    if (kept_at(m, at.node)->open) k->refer(m->session, at.class, at.which, m->weight[slot], out);
    else if (code.form == FORM_NONE) out[0] += m->weight[slot];
    else k->lexical(m->session, code, word, m->weight[slot], out);
}

/* The value of a node, for one of the things it may speak of. */
static inline __attribute__((always_inline)) double *
case_at(const struct mixed *m, double *const *values, uint32_t node, uint32_t which) {
    const struct kept *kept = kept_at(m, node);
    return values[node] + (kept->open && kept->class >= 0 ? which * m->sizes[kept->class] : 0);
}

/* A schema's weight is its value; other weights are known. */
static void run_pass(struct mixed *m, const struct plan_edge *e, struct place at, double *out) {
    const double *x = case_at(m, m->value, e->left, at.which);
    bool schema = plan_is_node(m->plan, e->right);
    double weight = schema ? m->value[e->right][0] : m->inside[e->right];
    m->grounding->kernels->add(m->session, at.class, weight, x, out);
}

/* The clause on the right, for each thing that the antecedent on the left may be. */
static void run_bind(struct mixed *m, const struct plan_edge *e, struct place at, const double *x,
                     double *out) {
    const struct mixed_kernels *k = m->grounding->kernels;
    double *shares = arena_array(m->arena, double, m->n_cases);
    k->shares(m->session, kept_at(m, e->left)->class, x, shares);
    for (uint32_t i = 0; i < m->n_cases; i++)
        k->add(m->session, at.class, shares[i], case_at(m, m->value, e->right, i), out);
}

static void run_combine(struct mixed *m, const struct plan_edge *e, struct place at, double *out) {
    const struct mixed_kernels *k = m->grounding->kernels;
    struct joined joined = m->grounding->joined[e->meaning];
    const double *left = case_at(m, m->value, e->left, at.which);
    const double *right = case_at(m, m->value, e->right, at.which);
    int of_left = kept_at(m, e->left)->class, of_right = kept_at(m, e->right)->class;
    switch (joined.by) {
    case BY_FORWARD: k->apply(m->session, of_left, left, right, out); break;
    case BY_BACKWARD: k->apply(m->session, of_right, right, left, out); break;
    case BY_BINDING: run_bind(m, e, at, left, out); break;
    default: k->join(m->session, joined.how, of_left, left, right, out);
    }
}

static void find_active(struct mixed *m) {
    m->active = arena_array(m->arena, uint32_t, m->plan->n_nodes + 1);
    m->n_active = 0;
    for (uint32_t i = 0; i < m->plan->n_nodes; i++)
        if (matters(m, i)) m->active[m->n_active++] = i;
}

static uint32_t n_cases_of(const struct mixed *m, uint32_t node) {
    return kept_at(m, node)->open ? m->n_cases : 1;
}

/* Of the nodes that matter. */
static double **new_values(struct mixed *m) {
    double **value = arena_zalloc(m->arena, (m->plan->n_nodes + 1) * sizeof *value);
    size_t total = 0;
    for (uint32_t k = 0; k < m->n_active; k++) {
        int class = kept_at(m, m->active[k])->class;
        if (class >= 0) total += m->sizes[class] * n_cases_of(m, m->active[k]);
    }
    double *at = arena_alloc(m->arena, total * sizeof *at + 1);
    for (uint32_t k = 0; k < m->n_active; k++) {
        int class = kept_at(m, m->active[k])->class;
        if (class < 0) continue;
        size_t n = m->sizes[class] * n_cases_of(m, m->active[k]);
        value[m->active[k]] = memset(at, 0, n * sizeof *at);
        at += n;
    }
    return value;
}

/* What has no operator form goes to the tape; the rest is done as ever. */
static void run_taped(struct mixed *m, const struct plan_edge *e, struct place at, double *out) {
    switch (e->kind) {
    case PLAN_WORD:
        if (!run_program(m, e, at)) run_word(m, e, at, out);
        break;
    case PLAN_PASS:
        tape_pass(m->tape, at.node, at.which, e);
        if (out) run_pass(m, e, at, out);
        break;
    default:
        tape_combine(m->tape, at.node, at.which, e);
        if (tape_leaves(m->tape, at.node, e)) run_combine(m, e, at, out);
    }
}

static void run_node(struct mixed *m, uint32_t i, uint32_t which) {
    typedef void run_edge(struct mixed *, const struct plan_edge *, struct place, double *);
    static run_edge *const runs[2][3] = {
        {[PLAN_WORD] = run_word, [PLAN_PASS] = run_pass, [PLAN_COMBINE] = run_combine},
        {run_taped, run_taped, run_taped}};
    run_edge *const *run = runs[m->tape != NULL];
    const struct plan_node *node = &m->plan->nodes[i];
    struct place at = {i, which, kept_at(m, i)->class};
    double *out = case_at(m, m->value, i, which);
    for (uint32_t e = node->first; e < node[1].first; e++)
        if (edge_matters(m, i, &m->plan->edges[e]))
            run[m->plan->edges[e].kind](m, &m->plan->edges[e], at, out);
    if (m->tape) tape_merge(m->tape, i, which);
    if (out) m->grounding->kernels->merge(m->session, at.class, out);
}

/* Where an edge matters, so do both its parts: each is in all derivations that it is in. */
struct likelihood mixed_run(struct mixed *self) {
    struct likelihood out = {0, 0};
    const struct plan *plan = self->plan;
    const struct mixed_kernels *k = self->grounding->kernels;
    self->sentence = (struct sentence){.lexicon = self->grounding->lexicon, .words = self->words};
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
    self->tape = self->grounding->setup.interprets ? tape_new(self) : NULL;
    for (uint32_t n = 0; n < self->n_active; n++) {
        arena_check(self->arena);
        if (self->tape) tape_begin(self->tape, self->active[n]);
        for (uint32_t c = 0; c < n_cases_of(self, self->active[n]); c++)
            run_node(self, self->active[n], c);
    }
    for (uint32_t i = 0; i < plan->n_roots; i++) {
        uint32_t root = plan->roots[i];
        out.total += self->inside[root];
        if (self->value[root] && plan->nodes[root].type == self->asked)
            out.answer += k->answer(self->session, kept_at(self, root)->class, self->value[root],
                                    k->asked(self->session));
    }
    return out;
}

/* ---- gradients ------------------------------------------------------------------------------ */

static void back_word(struct mixed *m, const struct plan_edge *e, struct place at,
                      const double *grad, double *grads) {
    const struct mixed_kernels *k = m->grounding->kernels;
    uint32_t word = m->words[plan_place(m->plan, e)];
    uint32_t slot = plan_word_slot(m->plan, &m->sentence, e);
    struct mixed_code code = code_at(m, e, slot);
    if (code.form == FORM_INTERPRETED) return;
    if (kept_at(m, at.node)->open)
        grads[slot] += k->refer_back(m->session, at.class, at.which, grad);
    else if (code.form == FORM_NONE) grads[slot] += grad[0];
    else grads[slot] += k->lexical_back(m->session, code, word, m->weight[slot], grad);
}

static void back_pass(struct mixed *m, const struct plan_edge *e, struct place at,
                      const double *grad, double *grads) {
    const double *x = case_at(m, m->value, e->left, at.which);
    double *grad_x = case_at(m, m->grad, e->left, at.which);
    bool schema = plan_is_node(m->plan, e->right);
    if (!x) return;
    double weight = schema ? m->value[e->right][0] : m->inside[e->right];
    double slope = m->grounding->kernels->add_back(m->session, at.class, weight, x, grad, grad_x);
    uint32_t slot = plan_empty_slot(m->plan, &m->sentence, e);
    if (schema) m->grad[e->right][0] += slope;
    else if (slot != NO_NODE) grads[slot] += slope;
}

static void back_bind(struct mixed *m, const struct plan_edge *e, struct place at, const double *x,
                      const double *grad, double *grad_x) {
    const struct mixed_kernels *k = m->grounding->kernels;
    int left_class = kept_at(m, e->left)->class;
    double *shares = arena_array(m->arena, double, 2 * m->n_cases), *slopes = shares + m->n_cases;
    k->shares(m->session, left_class, x, shares);
    for (uint32_t i = 0; i < m->n_cases; i++)
        slopes[i] = k->add_back(m->session, at.class, shares[i], case_at(m, m->value, e->right, i),
                                grad, case_at(m, m->grad, e->right, i));
    k->shares_back(m->session, left_class, slopes, grad_x);
}

static void back_combine(struct mixed *m, const struct plan_edge *e, struct place at,
                         const double *grad, double *grads) {
    const struct mixed_kernels *k = m->grounding->kernels;
    struct joined joined = m->grounding->joined[e->meaning];
    if (m->tape && !tape_leaves(m->tape, at.node, e)) return;
    const double *left = case_at(m, m->value, e->left, at.which);
    const double *right = case_at(m, m->value, e->right, at.which);
    double *grad_left = case_at(m, m->grad, e->left, at.which);
    double *grad_right = case_at(m, m->grad, e->right, at.which);
    int of_left = kept_at(m, e->left)->class, of_right = kept_at(m, e->right)->class;
    (void)grads;
    switch (joined.by) {
    case BY_FORWARD:
        k->apply_back(m->session, of_left, left, right, grad, grad_left, grad_right);
        break;
    case BY_BACKWARD:
        k->apply_back(m->session, of_right, right, left, grad, grad_right, grad_left);
        break;
    case BY_BINDING: back_bind(m, e, at, left, grad, grad_left); break;
    default:
        k->join_back(m->session, joined.how, of_left, left, right, grad, grad_left, grad_right);
    }
}

static void back_node(struct mixed *m, uint32_t i, uint32_t which, double *grads) {
    static void (*const back[])(struct mixed *, const struct plan_edge *, struct place,
                                const double *, double *) = {
        [PLAN_WORD] = back_word, [PLAN_PASS] = back_pass, [PLAN_COMBINE] = back_combine};
    const struct plan_node *node = &m->plan->nodes[i];
    struct place at = {i, which, kept_at(m, i)->class};
    double *grad = case_at(m, m->grad, i, which);
    if (!grad) return;
    m->grounding->kernels->merge_back(m->session, at.class, case_at(m, m->value, i, which), grad);
    for (uint32_t e = node->first; e < node[1].first; e++)
        if (edge_matters(m, i, &m->plan->edges[e]))
            back[m->plan->edges[e].kind](m, &m->plan->edges[e], at, grad, grads);
}

void mixed_back(struct mixed *self, double of_answer, double of_total, double *grads) {
    const struct plan *plan = self->plan;
    const struct mixed_kernels *k = self->grounding->kernels;
    self->grad = new_values(self);
    if (self->tape) tape_open_back(self->tape);
    for (uint32_t i = 0; i < plan->n_roots; i++) {
        uint32_t root = plan->roots[i];
        if (!self->grad[root]) continue;
        self->grad[root][0] += of_total;
        if (plan->nodes[root].type == self->asked)
            k->answer_back(self->session, kept_at(self, root)->class, k->asked(self->session),
                           of_answer, self->grad[root]);
    }
    for (uint32_t n = self->n_active; n-- > 0;) {
        for (uint32_t c = 0; c < n_cases_of(self, self->active[n]); c++)
            back_node(self, self->active[n], c, grads);
        if (self->tape) tape_back(self->tape, self->active[n], grads);
    }
    k->finish_back(self->session);
}
