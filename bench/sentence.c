/* The lab: one sentence of which nothing is known yet. Each of its words has the
 * same candidates, all equally likely but for a little noise, and there is a
 * target. Three ways to make something of it:
 *
 *   enumeration   every derivation by itself, from its words up. A derivation is
 *                 found by its number: the counts of the chart say which edge it
 *                 is, and which of the derivations below
 *   expected      CKY-E2: one mean for each span and category
 *   exact         one item for each span, category and value
 *
 * What is counted does not depend on the machine: items (entries taken up, pairs
 * combined) and operations (calls of the domain's kernels, by way of a copy of
 * its table that counts). */
#include <math.h>
#include <string.h>

#include "bench/bench.h"
#include "run/machine.h"

/* ---- counting kernels ------------------------------------------------------------------------ */

static struct {
    const struct exact_kernels *real;
    double calls;
} counter;

static value_id count_op(void *state, const struct op *op, const value_id *args) {
    counter.calls++;
    return counter.real->op(state, op, args);
}

static value_id count_substitute(void *state, value_id open, value_id argument) {
    counter.calls++;
    return counter.real->substitute(state, open, argument);
}

static value_id count_close(void *state, value_id open) {
    counter.calls++;
    return counter.real->close(state, open);
}

static const struct kernels *counting(struct lab *self, const struct kernels *real) {
    struct kernels *kernels = arena_new(&self->domain->arena, struct kernels);
    struct exact_kernels *exact = arena_new(&self->domain->arena, struct exact_kernels);
    counter.real = real->exact;
    *exact = *real->exact;
    exact->op = count_op;
    exact->substitute = count_substitute;
    exact->close = count_close;
    *kernels = *real;
    kernels->exact = exact;
    return kernels;
}

/* ---- a sentence --------------------------------------------------------------------------------- */

static void add_word(struct lab *self, const char *text, size_t length, uint32_t n_entries) {
    struct rng rng;
    if (lexicon_find(&self->lexicon, text, length) != SYMBOL_NONE) return;
    rng_seed(&rng, self->lexicon.words.n + 1);
    lexicon_add_word(&self->lexicon, text, length);
    for (uint32_t i = 0; i < n_entries; i++)
        lexicon_add_slot(&self->lexicon, i, 0.1 * rng_normal(&rng) - log(n_entries), false);
}

/* Candidates come in the order of their categories: every k-th of them keeps
 * the categories' shares. */
static void fill_lexicon(struct lab *self, const char *set, uint32_t m, const char *sentence) {
    candidate_list all = {0};
    domain_candidates(self->domain, domain_set(self->domain, set), &all);
    if (!m || m > all.n) m = all.n;
    lexicon_init(&self->lexicon, &self->domain->arena, self->domain);
    for (uint32_t i = 0; i < m; i++) {
        const struct candidate *c = &all.at[((uint64_t)i * 2 + 1) * all.n / (2 * m)];
        lexicon_entry(&self->lexicon, c->cat, c->program);
    }
    for (const char *at = sentence; *at;) {
        size_t n = strcspn(at, " ");
        add_word(self, at, n, m);
        at += n + strspn(at + n, " ");
    }
}

void lab_open(struct lab *self, struct bench *bench, const char *set, uint32_t m,
              const char *sentence, const char *target) {
    static const char *const actions = "I_JUMP I_LOOK I_RUN I_TURN_LEFT I_TURN_RIGHT I_WALK";
    g2l2_error err;
    const char *why;
    *self = (struct lab){.bench = bench};
    bench_check(bench, g2l2_domain_open("nav", &self->domain, &err), &err);
    self->domain->arena.guard = &bench->guard;
    arena_init(&self->arena, &bench->guard, 0);
    arena_init(&self->scratch, &bench->guard, 0);
    domain_add_literals(self->domain, &actions, 1, NULL, 0);
    fill_lexicon(self, set, m, sentence);
    domain_close(self->domain);
    lexicon_index(&self->lexicon);
    const struct kernels *kernels = self->domain->kernels;
    kernels->read_target(&self->domain->arena, &self->domain->lang, target, &self->target, &why);
    self->domain->kernels = counting(self, kernels);
    self->n_words = lexicon_words(&self->lexicon, sentence, self->words, LAB_WORDS);
    uint32_t slots = self->lexicon.slots.n;
    self->weight = self->lexicon.tau;
    self->grads = arena_zalloc(&self->domain->arena, slots * sizeof *self->grads);
    self->viable = arena_zalloc(&self->domain->arena, slots * sizeof *self->viable);
}

void lab_close(struct lab *self) {
    arena_free(&self->arena);
    arena_free(&self->scratch);
    g2l2_domain_free(self->domain);
}

static struct plan plan_of(struct lab *self, uint32_t n, bool functor_arguments_lexical) {
    struct chart chart;
    struct plan plan;
    arena_reset(&self->arena);
    chart_parse(&chart, &self->arena, &self->lexicon, self->words, n, functor_arguments_lexical);
    plan_make(&plan, &self->arena, &chart);
    return plan;
}

static struct walk walk_of(struct lab *self, const struct plan *plan) {
    return (struct walk){.plan = plan,
                         .sentence = {&self->lexicon, self->words, NULL},
                         .weight = self->weight,
                         .arena = &self->arena};
}

double lab_derivations(struct lab *self, uint32_t n) {
    struct plan plan = plan_of(self, n, false);
    const double *count = weights_count(&plan, &self->arena);
    double sum = 0;
    for (uint32_t i = 0; i < plan.n_roots; i++) sum += count[plan.roots[i]];
    return sum;
}

/* ---- expected and exact ---------------------------------------------------------------------------- */

static double run_expected(struct lab *self, uint32_t n, double *operations) {
    struct plan plan = plan_of(self, n, self->domain->functor_arguments_lexical);
    struct walk walk = walk_of(self, &plan);
    struct expected e;
    expected_run(&e, &walk, &self->target, &self->scratch);
    expected_loss(&e, self->grads);
    *operations = (double)e.n_evaluations;
    return (double)e.functions.n + e.contributions.n;
}

/* As in training: log N and log Z, and the uses of each entry in both. */
static double run_exact(struct lab *self, uint32_t n, double *operations) {
    struct plan plan = plan_of(self, n, false);
    struct walk walk = walk_of(self, &plan);
    struct exact e;
    struct exact_limits limits = {.steps = UINT64_MAX, .target = SIZE_MAX, .by_behaviour = true};
    double before = counter.calls;
    exact_run(&e, &walk, &self->target, &limits);
    struct reached reached = exact_reached(&e);
    struct inside inside = weights_inside(&walk);
    weights_expected(&walk, &inside, 1, self->grads);
    if (reached.n) exact_counts(&e, &reached, -1, self->grads, self->viable);
    *operations = counter.calls - before;
    return e.ways.n;
}

static struct cost repeat(struct lab *self, uint32_t n, double seconds,
                          double (*run)(struct lab *, uint32_t, double *)) {
    struct cost cost = {0};
    run(self, n, &cost.operations); /* to warm up */
    double start = bench_cpu(), spent, times = 0;
    do cost.items = run(self, n, &cost.operations);
    while (times++, (spent = bench_cpu() - start) < seconds);
    cost.seconds = spent / times;
    return cost;
}

struct cost lab_expected(struct lab *self, uint32_t n, double seconds) {
    return repeat(self, n, seconds, run_expected);
}

struct cost lab_exact(struct lab *self, uint32_t n, double seconds) {
    return repeat(self, n, seconds, run_exact);
}

/* ---- enumeration -------------------------------------------------------------------------------------- */

#define FRESH 256 /* derivations before all values are forgotten */

struct listing {
    struct lab *lab;
    const struct plan *plan;
    const double *count; /* [plan_n_weights] derivations */
    struct machine *machine;
    double items;
};

static value_id execute(struct listing *w, uint32_t node, double k);

static double edge_count(const struct listing *w, const struct plan_edge *e) {
    return w->count[e->left] * w->count[e->right];
}

static value_id execute_edge(struct listing *w, uint32_t node, const struct plan_edge *e,
                             double k) {
    const struct lexicon *lexicon = &w->lab->lexicon;
    struct sentence sentence = {lexicon, w->lab->words, NULL};
    const struct plan_node *n = &w->plan->nodes[node];
    if (e->kind == PLAN_PASS) return execute(w, e->left, k);
    w->items++;
    if (e->kind == PLAN_WORD) {
        uint32_t slot = plan_word_slot(w->plan, &sentence, e);
        return machine_eval(w->machine, lexicon_program(lexicon, slot, n->cat));
    }
    double rights = w->count[e->right], upper = floor(k / rights);
    value_id left = execute(w, e->left, upper), right = execute(w, e->right, k - upper * rights);
    bool right_functor = plan_meaning(w->plan, e)->form == MEANING_BACKWARD;
    return machine_apply(w->machine, right_functor ? right : left, right_functor ? left : right);
}

/* Derivation number k of a node. */
static value_id execute(struct listing *w, uint32_t node, double k) {
    for (const struct plan_edge *e = &w->plan->edges[w->plan->nodes[node].first];; e++) {
        double n = edge_count(w, e);
        if (k < n) return execute_edge(w, node, e, k);
        k -= n;
    }
}

static void start_afresh(struct listing *w) {
    struct lab *lab = w->lab;
    const struct exact_kernels *kernels = lab->domain->kernels->exact;
    arena_reset(&lab->scratch);
    void *state = kernels->open(&lab->scratch, &lab->domain->lang, NULL, NULL, 10000);
    w->machine = machine_new(&lab->scratch, lab->domain, kernels, state, false);
}

static void execute_root(struct listing *w, uint32_t root) {
    for (double k = 0; k < w->count[root]; k++) {
        if (fmod(k, FRESH) == 0) start_afresh(w);
        execute(w, root, k);
    }
}

struct cost lab_enumerate(struct lab *self, uint32_t n) {
    double start = bench_cpu(), before = counter.calls;
    struct plan plan = plan_of(self, n, false);
    struct listing w = {.lab = self, .plan = &plan, .count = weights_count(&plan, &self->arena)};
    for (uint32_t i = 0; i < plan.n_roots; i++) execute_root(&w, plan.roots[i]);
    return (struct cost){w.items, counter.calls - before, bench_cpu() - start};
}
