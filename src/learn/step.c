/* One sentence of a training step.
 *
 *   exact      loss = −log N + log Z;  d loss / d tau = uses in all derivations
 *              − uses in derivations of the target
 *   expected   loss = Σ p(root) · loss(mean), weights normalised for each word,
 *              as the paper has it
 *
 * An entry is viable if some derivation of the target uses it. That is found by
 * walking the derivations, not from their probabilities, so that underflow
 * cannot rule an entry out. */
#include <math.h>
#include <string.h>

#include "learn/learn.h"

#define MANY_EDGES 16 /* per word of the sentence: its words have many entries still */

static const struct word *word_of(const struct lexicon *lexicon, uint32_t w) {
    return &lexicon->words.at[w];
}

static enum outcome exact_step(struct worker *w, const struct walk *walk,
                               const struct sample *sample, const struct step_options *options,
                               double *work, double *loss) {
    struct exact exact;
    struct exact_limits limits = {.steps = options->max_steps, .target = options->max_target};
    limits.by_behaviour = walk->plan->n_edges > MANY_EDGES * sample->n;
    exact_run(&exact, walk, &sample->target, &limits);
    *work = (double)exact.steps;
    struct reached reached = exact_reached(&exact);
    if (!reached.n) return OUTCOME_UNREACHABLE;
    struct inside inside = weights_inside(walk);
    *loss = inside.total - reached.total;
    weights_expected(walk, &inside, 1, w->grads);
    exact_counts(&exact, &reached, -1, w->grads, w->viable);
    return OUTCOME_OK;
}

/* weight = log softmax of tau, for each word of the sentence. */
static void normalise(struct worker *w, const struct lexicon *lexicon, const struct verdict *v) {
    for (uint32_t i = 0; i < v->n_words; i++) {
        const struct word *word = word_of(lexicon, v->words[i]);
        double max = -INFINITY, sum = 0;
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            max = fmax(max, lexicon->tau[s]);
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            sum += exp(lexicon->tau[s] - max);
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            w->weight[s] = lexicon->tau[s] - max - log(sum);
    }
}

/* d/d weight -> d/d tau through the log softmax. */
static void normalise_back(struct worker *w, const struct lexicon *lexicon,
                           const struct verdict *v) {
    for (uint32_t i = 0; i < v->n_words; i++) {
        const struct word *word = word_of(lexicon, v->words[i]);
        double sum = 0;
        for (uint32_t s = word->first; s < word->first + word->n; s++) sum += w->grads[s];
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            w->grads[s] -= exp(w->weight[s]) * sum;
    }
}

static enum outcome expected_step(struct worker *w, struct walk *walk, const struct sample *sample,
                                  const struct verdict *v, double *work, double *loss) {
    struct expected expected;
    const struct lexicon *lexicon = walk->sentence.lexicon;
    normalise(w, lexicon, v);
    walk->weight = w->weight;
    expected_run(&expected, walk, &sample->target, &w->scratch);
    *loss = expected_loss(&expected, w->grads);
    *work = (double)expected.n_evaluations * (1 + (double)expected.size / 64);
    normalise_back(w, lexicon, v);
    return OUTCOME_OK;
}

static void list_words(const struct sample *sample, struct verdict *out) {
    uint32_t *words = (uint32_t *)out->words;
    out->n_words = 0;
    for (uint32_t i = 0; i < sample->n; i++) {
        uint32_t k = 0;
        while (k < out->n_words && words[k] != sample->words[i]) k++;
        if (k == out->n_words) words[out->n_words++] = sample->words[i];
    }
}

/* Move what the worker has gathered into the verdict, and clear it. */
static void hand_over(struct worker *w, const struct lexicon *lexicon, struct verdict *out) {
    size_t at = 0;
    for (uint32_t i = 0; i < out->n_words; i++) {
        const struct word *word = word_of(lexicon, out->words[i]);
        memcpy(out->grads + at, w->grads + word->first, word->n * sizeof *w->grads);
        memcpy(out->viable + at, w->viable + word->first, word->n * sizeof *w->viable);
        memset(w->grads + word->first, 0, word->n * sizeof *w->grads);
        memset(w->viable + word->first, 0, word->n * sizeof *w->viable);
        at += word->n;
    }
}

void step_run(struct worker *worker, const struct lexicon *lexicon, const struct sample *sample,
              const struct step_options *options, struct verdict *out) {
    list_words(sample, out);
    out->loss = 0;
    out->work = 0;
    if (guard_try(&worker->guard, NULL)) {
        bool lexical = options->expected && lexicon->domain->functor_arguments_lexical;
        struct chart chart;
        arena_reset(&worker->arena);
        struct plan plan;
        chart_parse(&chart, &worker->arena, lexicon, sample->words, sample->n, lexical);
        plan_make(&plan, &worker->arena, &chart);
        struct walk walk = {&plan, {lexicon, sample->words}, lexicon->tau, &worker->arena};
        if (!plan.n_roots) out->outcome = OUTCOME_NO_PARSE;
        else if (options->expected)
            out->outcome = expected_step(worker, &walk, sample, out, &out->work, &out->loss);
        else out->outcome = exact_step(worker, &walk, sample, options, &out->work, &out->loss);
    } else {
        out->outcome = OUTCOME_TOO_LARGE;
        out->work = options->max_steps;
    }
    hand_over(worker, lexicon, out);
}
