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

static enum outcome execute(struct learner *l, struct worker *w, const struct example *e,
                            struct execution *x, double *work) {
    struct exact_limits limits = {.steps = (uint64_t)l->recipe.example_steps,
                                  .target = l->options->limits.max_target};
    arena_reset(&w->arena);
    if (l->only_live) chart_parse_some(&x->chart, &w->arena, l->lexicon, l->live, e->words, e->n);
    else chart_parse(&x->chart, &w->arena, l->lexicon, e->words, e->n, false);
    if (!x->chart.roots.n) return OUTCOME_NO_PARSE;
    plan_make(&x->plan, &w->arena, &x->chart);
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
    if (!x->reached.n) return OUTCOME_UNREACHABLE;
    x->inside = weights_inside(&x->walk);
    return OUTCOME_OK;
}

static void step(struct learner *l, struct worker *w, const struct example *e,
                 struct gradient *out) {
    struct execution x;
    double z = 1 - l->rates.lambda;
    out->outcome = execute(l, w, e, &x, &out->work);
    if (out->outcome != OUTCOME_OK) return;
    out->loss = z * x.inside.total - x.reached.total;
    out->probability = exp(x.reached.total - x.inside.total);
    weights_expected(&x.walk, &x.inside, z, w->slots);
    exact_counts(&x.exact, &x.reached, -1, w->slots, w->viable);
}

static double probability(struct learner *l, struct worker *w, const struct example *e,
                          double *uses) {
    struct execution x;
    double work;
    if (execute(l, w, e, &x, &work) != OUTCOME_OK) return 0;
    if (uses) exact_counts(&x.exact, &x.reached, 1, uses, NULL);
    return exp(x.reached.total - x.inside.total);
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
}

const struct objective objective_exact = {.viability = true,
                                          .open = open,
                                          .step = step,
                                          .probability = probability,
                                          .alternatives = alternatives};
