/* The exact objective: −log N + (1−λ) log Z, where N is the summed weight of the derivations
 * that mean the target and Z that of all. Its gradient is two sets of expected counts.
 *
 * An entry is viable if some derivation of the target uses it. That is found by
 * walking the derivations, not from their probabilities, so that underflow
 * cannot rule an entry out. */
#include <math.h>
#include <string.h>

#include "learn/objective.h"
#include "run/run.h"

/* Parse and execute one example, conditioned on its target. */
struct execution {
    struct chart chart;
    struct plan plan;
    struct walk walk;
    struct exact exact;
    struct reached reached;
    struct inside inside;
};

/* In the worker's memory, but for the plan. */
static enum outcome execute(struct learner *l, struct worker *w, const struct example *e,
                            struct execution *x, struct arena *plan, double *work) {
    struct exact_limits limits = {.steps = (uint64_t)l->recipe.example_steps,
                                  .target = l->options->limits.max_target};
    *work = 0;
    if (l->only_live) chart_parse_some(&x->chart, &w->arena, l->lexicon, l->live, e->words, e->n);
    else chart_parse(&x->chart, &w->arena, l->lexicon, e->words, e->n, false);
    if (!x->chart.roots.n) return OUTCOME_NO_PARSE;
    plan_make(&x->plan, plan, &x->chart);
    x->walk = (struct walk){.plan = &x->plan,
                            .sentence = {.lexicon = l->lexicon,
                                         .words = e->words,
                                         .source = e->source,
                                         .spans = e->spans,
                                         .texts = e->texts},
                            .weight = l->lexicon->tau,
                            .arena = &w->arena,
                            .scene = e->scene};
    limits.by_behaviour = x->plan.n_edges > l->recipe.many_edges * e->n;
    exact_run(&x->exact, &x->walk, e->target, &limits);
    *work = (double)x->exact.steps;
    x->reached = exact_reached(&x->exact);
    return x->reached.n ? OUTCOME_OK : OUTCOME_UNREACHABLE;
}

/* ---- few examples, again and again ------------------------------------------------------------ */

/* Of few examples each is drawn hundreds of times, and once elimination has settled only weights
 * differ between two of them. So its execution stays until one of its words has other entries.
 * Each worker has its own, and which of them gets an example is chance; so what is found does not
 * depend on that, nor what it is said to cost. */
#define KEPT_EXAMPLES 100u
#define KEPT_BYTES    ((size_t)256 << 20) /* of all examples */

struct kept {
    struct arena arena;
    struct execution x;
    enum outcome outcome;
    double work;
    uint32_t *entries; /* of each of its words how many, and which; NULL: it was not executed */
};

struct keeper {
    uint32_t n;
    struct kept *of_example; /* [n] */
    struct kept *large;      /* one that there is no room for, once it was used; or NULL */
};

static bool has_entries(const struct learner *l, const struct example *e, const uint32_t *entries) {
    for (uint32_t i = 0; i < e->n_places; i++) {
        const struct word *word = learner_word(l, e->words[i]);
        if (*entries++ != word->n) return false;
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            if (*entries++ != l->lexicon->slots.at[s].entry) return false;
    }
    return true;
}

static uint32_t *list_entries(const struct learner *l, const struct example *e,
                              struct arena *arena) {
    VEC(uint32_t) out = {0};
    for (uint32_t i = 0; i < e->n_places; i++) {
        const struct word *word = learner_word(l, e->words[i]);
        vec_push(arena, &out, word->n);
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            vec_push(arena, &out, l->lexicon->slots.at[s].entry);
    }
    return out.at;
}

static void forget(struct kept *k) {
    arena_free(&k->arena);
    k->entries = NULL;
}

static void execute_anew(struct learner *l, struct worker *w, const struct example *e,
                         struct kept *k) {
    k->entries = NULL; /* as long as it may be given up */
    arena_reset(&k->arena);
    uint32_t *entries = list_entries(l, e, &k->arena);
    k->outcome = execute(l, w, e, &k->x, &k->arena, &k->work);
    if (k->outcome == OUTCOME_OK) exact_keep(&k->x.exact, &k->x.reached, &k->arena);
    k->entries = entries;
}

/* Does its execution stand, with the weights of now? */
static bool is_kept(const struct learner *l, const struct example *e, struct kept *k) {
    if (!k->entries || !has_entries(l, e, k->entries)) return false;
    return k->outcome != OUTCOME_OK || exact_reweigh(&k->x.exact);
}

static struct execution *execute_again(struct learner *l, struct worker *w, const struct example *e,
                                       struct gradient *out) {
    struct keeper *keeper = w->state;
    struct kept *k = &keeper->of_example[e - l->examples];
    if (keeper->large) forget(keeper->large);
    keeper->large = k;
    if (!is_kept(l, e, k)) execute_anew(l, w, e, k);
    if (k->arena.held <= KEPT_BYTES / keeper->n) keeper->large = NULL;
    if (k->outcome == OUTCOME_OK) k->x.reached = exact_reached(&k->x.exact);
    out->outcome = k->outcome;
    out->work = k->work;
    return &k->x;
}

static void open_keeper(struct learner *l, struct worker *w) {
    struct keeper *keeper = w->state = arena_new(&l->arena, struct keeper);
    keeper->of_example = arena_zalloc(&l->arena, (l->n + 1) * sizeof *keeper->of_example);
    keeper->n = l->n;
    for (uint32_t i = 0; i < l->n; i++) {
        arena_init(&keeper->of_example[i].arena, &w->guard, w->arena.limit);
        keeper->of_example[i].arena.budget = w->arena.budget;
    }
}

static void close_keeper(struct worker *w) {
    struct keeper *keeper = w->state;
    for (uint32_t i = 0; keeper && i < keeper->n; i++) arena_free(&keeper->of_example[i].arena);
}

/* ---- the objective ------------------------------------------------------------------------------ */

static void step(struct learner *l, struct worker *w, const struct example *e,
                 struct gradient *out) {
    struct execution once, *x = &once;
    double z = 1 - l->rates.lambda;
    arena_reset(&w->arena);
    if (w->state) x = execute_again(l, w, e, out);
    else out->outcome = execute(l, w, e, x, &w->arena, &out->work);
    if (out->outcome != OUTCOME_OK) return;
    x->inside = weights_inside(&x->walk);
    out->loss = z * x->inside.total - x->reached.total;
    out->probability = exp(x->reached.total - x->inside.total);
    weights_expected(&x->walk, &x->inside, z, w->slots);
    exact_counts(&x->exact, &x->reached, -1, w->slots, w->viable);
}

static double probability(struct learner *l, struct worker *w, const struct example *e,
                          double *uses) {
    struct execution x;
    double work;
    arena_reset(&w->arena);
    if (execute(l, w, e, &x, &w->arena, &work) != OUTCOME_OK) return 0;
    if (uses) exact_counts(&x.exact, &x.reached, 1, uses, NULL);
    return exp(x.reached.total - weights_inside(&x.walk).total);
}

/* ---- what else a word could be -------------------------------------------------------------- */

/* A word as it is, while it has all candidates that it began with. */
struct opened {
    uint32_t n;
    struct slot *slots; /* [most_slots] */
    double *tau;        /* likewise */
};

static void open_word(struct learner *l, uint32_t word) {
    struct opened *was = l->state;
    struct word *w = &l->lexicon->words.at[word];
    uint32_t n = l->n_initial[word];
    memcpy(was->slots, l->lexicon->slots.at + w->first, n * sizeof *was->slots);
    memcpy(was->tau, l->lexicon->tau + w->first, n * sizeof *was->tau);
    was->n = w->n;
    w->n = n;
    for (uint32_t s = w->first; s < w->first + n; s++) {
        l->lexicon->slots.at[s] = (struct slot){.entry = l->initial[s]};
        l->lexicon->tau[s] = l->prior.at[l->initial[s]];
    }
    lexicon_index_word(l->lexicon, word);
}

static void close_word(struct learner *l, uint32_t word) {
    const struct opened *was = l->state;
    struct word *w = &l->lexicon->words.at[word];
    memcpy(l->lexicon->slots.at + w->first, was->slots, w->n * sizeof *was->slots);
    memcpy(l->lexicon->tau + w->first, was->tau, w->n * sizeof *was->tau);
    w->n = was->n;
    lexicon_index_word(l->lexicon, word);
}

/* One word at a time: the others stay as they are, so the chart is small. Only what the opened
 * word would be used as counts. */
static void alternatives(struct learner *l, const struct example *e, double *share) {
    struct worker *w = &l->workers[0];
    w->stamp++;
    for (uint32_t i = 0; i < e->n; i++) {
        uint32_t word = e->words[i];
        if (w->seen[word] == w->stamp) continue;
        w->seen[word] = w->stamp;
        open_word(l, word);
        const struct word *open = learner_word(l, word);
        objective_ask(l, e, w->slots);
        for (uint32_t s = open->first; s < open->first + open->n; s++) share[s] += w->slots[s];
        close_word(l, word);
        for (uint32_t k = 0; k < e->n; k++) {
            const struct word *other = learner_word(l, e->words[k]);
            memset(w->slots + other->first, 0, l->n_initial[e->words[k]] * sizeof *w->slots);
        }
    }
}

static void open(struct learner *l) {
    struct opened *state = l->state = arena_new(&l->arena, struct opened);
    state->slots = arena_array(&l->arena, struct slot, l->most_slots + 1);
    state->tau = arena_array(&l->arena, double, l->most_slots + 1);
    for (int i = 0; i < l->n_workers && l->n <= KEPT_EXAMPLES; i++) open_keeper(l, &l->workers[i]);
}

const struct objective objective_exact = {.viability = true,
                                          .open = open,
                                          .step = step,
                                          .probability = probability,
                                          .alternatives = alternatives,
                                          .close = close_keeper};
