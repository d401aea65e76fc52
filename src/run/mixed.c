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

/* What matters is found on the way: a node has its share when all that it is part of is done, and
 * those come after it. */
static void weigh_outside(struct mixed *m) {
    const struct plan *plan = m->plan;
    const double *in = m->inside;
    double *out = m->outside;
    struct active *active = arena_array(m->arena, struct active, plan->n_nodes + 1);
    uint32_t n = 0, at = plan->n_nodes;
    m->edges = arena_array(m->arena, uint32_t, plan->n_edges + 1);
    weigh_roots(m);
    for (uint32_t i = plan->n_nodes; i-- > 0;) {
        double o = out[i];
        if (!(o * in[i] > m->negligible)) continue;
        uint32_t first = n;
        for (uint32_t e = plan->nodes[i].first; e < plan->nodes[i + 1].first; e++) {
            uint32_t left = plan->edges[e].left, right = plan->edges[e].right;
            double of_left = in[left], of_right = in[right];
            m->edges[n] = e;
            n += o * of_left * of_right > m->negligible;
            out[left] += o * of_right;
            out[right] += o * of_left;
        }
        active[--at] = (struct active){i, first, n};
    }
    m->active = active + at;
    m->n_active = plan->n_nodes - at;
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

static uint32_t n_cases_of(const struct mixed *m, uint32_t node) {
    return kept_at(m, node)->open ? m->n_cases : 1;
}

/* Doubles of a node's value, all cases together. */
static size_t size_at(const struct mixed *m, uint32_t node) {
    int class = kept_at(m, node)->class;
    return class < 0 ? 0 : m->sizes[class] * n_cases_of(m, node);
}

/* Of the nodes that matter. */
static void new_values(struct mixed *m) {
    size_t at = 0;
    m->value = arena_zalloc(m->arena, (m->plan->n_nodes + 1) * sizeof *m->value);
    m->n_values = 0;
    for (uint32_t k = 0; k < m->n_active; k++) m->n_values += size_at(m, m->active[k].node);
    m->values = arena_alloc(m->arena, m->n_values * sizeof *m->values + 1);
    for (uint32_t k = 0; k < m->n_active; k++) {
        size_t n = size_at(m, m->active[k].node);
        if (n) m->value[m->active[k].node] = memset(m->values + at, 0, n * sizeof *m->values);
        at += n;
    }
}

/* They lie as the values do. */
static void new_grads(struct mixed *m) {
    double *grads = arena_zalloc(m->arena, m->n_values * sizeof *grads + 1);
    m->grad = arena_array(m->arena, double *, m->plan->n_nodes + 1);
    for (uint32_t k = 0; k < m->n_active; k++) {
        uint32_t node = m->active[k].node;
        m->grad[node] = m->value[node] ? grads + (m->value[node] - m->values) : NULL;
    }
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

static void run_node(struct mixed *m, const struct active *of, uint32_t which) {
    typedef void run_edge(struct mixed *, const struct plan_edge *, struct place, double *);
    static run_edge *const runs[2][3] = {
        {[PLAN_WORD] = run_word, [PLAN_PASS] = run_pass, [PLAN_COMBINE] = run_combine},
        {run_taped, run_taped, run_taped}};
    run_edge *const *run = runs[m->tape != NULL];
    struct place at = {of->node, which, kept_at(m, of->node)->class};
    double *out = case_at(m, m->value, of->node, which);
    for (uint32_t k = of->first; k < of->end; k++) {
        const struct plan_edge *e = &m->plan->edges[m->edges[k]];
        run[e->kind](m, e, at, out);
    }
    if (m->tape) tape_merge(m->tape, of->node, which);
    if (out) m->grounding->kernels->merge(m->session, at.class, out);
}

/* Programs that are interpreted may come by values of any class on the way. */
static void expect_values(struct mixed *m) {
    bool classes[MIXED_CLASSES] = {false};
    for (uint32_t k = 0; k < m->n_active; k++) {
        int class = kept_at(m, m->active[k].node)->class;
        if (class >= 0) classes[class] = true;
    }
    if (m->grounding->setup.interprets) memset(classes, true, sizeof classes);
    m->grounding->kernels->expect(m->session, classes);
}

/* Where an edge matters, so do both its parts: each is in all derivations that it is in. */
struct likelihood mixed_run(struct mixed *self) {
    struct likelihood out = {0, 0};
    const struct plan *plan = self->plan;
    const struct mixed_kernels *k = self->grounding->kernels;
    self->sentence = (struct sentence){.lexicon = self->grounding->lexicon, .words = self->words};
    size_t n_weights = plan_n_weights(plan);
    self->inside = arena_array(self->arena, double, 2 * n_weights);
    self->outside = self->inside + n_weights;
    memset(self->inside + plan->n_nodes, 0, (2 * n_weights - plan->n_nodes) * sizeof(double));
    weigh_words(self);
    weigh_nodes(self);
    weigh_outside(self);
    expect_values(self);
    self->n_cases = k->n_cases(self->session);
    for (int c = 0; c < MIXED_CLASSES; c++)
        self->sizes[c] = (k->size(self->session, c) + 1) & ~(size_t)1;
    new_values(self);
    self->tape = self->grounding->setup.interprets ? tape_new(self) : NULL;
    for (uint32_t n = 0; n < self->n_active; n++) {
        arena_check(self->arena);
        if (self->tape) tape_begin(self->tape, self->active[n].node);
        for (uint32_t c = 0; c < n_cases_of(self, self->active[n].node); c++)
            run_node(self, &self->active[n], c);
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

static void back_node(struct mixed *m, const struct active *of, uint32_t which, double *grads) {
    static void (*const back[])(struct mixed *, const struct plan_edge *, struct place,
                                const double *, double *) = {
        [PLAN_WORD] = back_word, [PLAN_PASS] = back_pass, [PLAN_COMBINE] = back_combine};
    struct place at = {of->node, which, kept_at(m, of->node)->class};
    double *grad = case_at(m, m->grad, of->node, which);
    if (!grad) return;
    m->grounding->kernels->merge_back(m->session, at.class, case_at(m, m->value, of->node, which),
                                      grad);
    for (uint32_t k = of->first; k < of->end; k++) {
        const struct plan_edge *e = &m->plan->edges[m->edges[k]];
        back[e->kind](m, e, at, grad, grads);
    }
}

void mixed_back(struct mixed *self, double of_answer, double of_total, double *grads) {
    const struct plan *plan = self->plan;
    const struct mixed_kernels *k = self->grounding->kernels;
    new_grads(self);
    if (self->tape) tape_open_back(self->tape);
    for (uint32_t i = 0; i < plan->n_roots; i++) {
        uint32_t root = plan->roots[i];
        if (!self->value[root]) continue;
        self->grad[root][0] += of_total;
        if (plan->nodes[root].type == self->asked)
            k->answer_back(self->session, kept_at(self, root)->class, k->asked(self->session),
                           of_answer, self->grad[root]);
    }
    for (uint32_t n = self->n_active; n-- > 0;) {
        uint32_t node = self->active[n].node;
        for (uint32_t c = 0; c < n_cases_of(self, node); c++)
            back_node(self, &self->active[n], c, grads);
        if (self->tape) tape_back(self->tape, node, grads);
    }
    k->finish_back(self->session);
}
