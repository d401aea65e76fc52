/* Objectives of expected execution (CKY-E2): values are averaged over derivations.
 *
 *   likelihood   −log P(answer) + (1−λ) log Z, about scenes; functions are averaged as well,
 *                so a span has one value for each category (run/mixed.h)
 *   mean loss    Σ p(root) loss(mean) − λ log Z, weights normalised for each word, as the
 *                paper has it for sequences                                                 */
#include <math.h>
#include <string.h>

#include "learn/objective.h"
#include "run/mixed.h"
#include "run/run.h"

uint32_t objective_params(const g2l2_domain *domain, uint32_t n_features, uint32_t *offsets) {
    return grounding_params(domain, n_features, offsets);
}

/* ---- likelihood: one question ------------------------------------------------------------- */

/* One thread's. */
struct viewer {
    struct grounding grounding;
    void *session;
};

/* A plan for each length that occurs: at first all words have the same candidates. */
static const struct plan *plan_of(const struct learner *l, const struct example *e) {
    return ((const struct plan **)l->state)[e->n];
}

static struct likelihood run_plan(struct learner *l, struct worker *w, const struct example *e,
                                  const struct plan *plan, struct mixed *mixed) {
    struct viewer *v = w->state;
    *mixed = (struct mixed){.grounding = &v->grounding,
                            .plan = plan,
                            .words = e->words,
                            .weight = l->weight,
                            .arena = &w->arena,
                            .session = v->session,
                            .asked = e->target->type,
                            .negligible = NEGLIGIBLE};
    return mixed_run(mixed);
}

/* Do the words know what they mean? */
static bool is_settled(const struct learner *l, const struct example *e) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->n; i++) {
        const struct word *w = learner_word(l, e->words[i]);
        for (uint32_t s = w->first; s < w->first + w->n; s++) n += l->live[s];
    }
    return n <= l->recipe.settled * e->n;
}

/* Values of all spans; 0 of both where nothing parses. Where words are settled, what they
 * hardly mean is left out, unless the question would not be answered so. */
static struct likelihood execute(struct learner *l, struct worker *w, const struct example *e,
                                 const struct scene *scene, struct mixed *mixed) {
    struct viewer *v = w->state;
    v->grounding.kernels->open(v->session, &w->arena, scene, e->target, true);
    if (l->only_live || is_settled(l, e)) {
        struct chart chart;
        struct plan *plan = arena_new(&w->arena, struct plan);
        chart_parse_some(&chart, &w->arena, l->lexicon, l->live, e->words, e->n);
        plan_make(plan, &w->arena, &chart);
        struct likelihood out = run_plan(l, w, e, plan, mixed);
        bool answered = out.answer >= l->recipe.answered * out.total && out.total > 0;
        if (l->only_live || answered) return out;
    }
    return run_plan(l, w, e, plan_of(l, e), mixed);
}

/* The scene as it is seen this time: where features are measured, at last with noise in every
 * direction, so that a few objects are not learned by heart. It depends on the example and the
 * step alone, not on the thread. */
static const struct scene *blur(const struct learner *l, struct worker *w,
                                const struct example *e) {
    const struct scene *from = e->scene;
    struct scene *out = arena_new(&w->arena, struct scene);
    size_t n = (size_t)from->n_objects * from->n_features;
    float *features = arena_array(&w->arena, float, n + 1);
    struct rng rng;
    if (!(l->rates.blur > 0)) return from;
    rng_seed(&rng, hash_mix(hash_mix(l->options->seed, l->n_updates), e->number));
    for (size_t i = 0; i < n; i++) {
        double deviation = l->scaling.deviation[i % from->n_features];
        features[i] = from->features[i] + (float)(l->rates.blur * deviation * rng_normal(&rng));
    }
    *out = *from;
    out->features = features;
    return out;
}

/* P(the answer is right | the answer): what an example that may be wrong counts for. */
static double trust(const struct learner *l, double p) {
    double right = (1 - l->rates.noise) * p, wrong = l->rates.noise * l->recipe.noisy_chance;
    return l->rates.noise > 0 ? right / (right + wrong) : 1;
}

static void likelihood_step(struct learner *l, struct worker *w, const struct example *e,
                            struct gradient *out) {
    struct mixed mixed;
    arena_reset(&w->arena);
    struct likelihood p = execute(l, w, e, blur(l, w, e), &mixed);
    out->outcome = OUTCOME_UNREACHABLE;
    if (!(p.answer > 0) || !isfinite(p.total)) return;
    double z = 1 - l->rates.lambda;
    out->loss = -log(p.answer) + z * log(p.total);
    out->probability = p.answer / p.total;
    out->outcome = OUTCOME_OK;
    double share = trust(l, out->probability);
    mixed_back(&mixed, -share / p.answer, share * z / p.total, w->slots);
}

/* Gradients of the weights, times the weights, are expected uses. */
static void take_uses(struct learner *l, struct worker *w, const struct example *e, double *uses) {
    uint32_t n = l->lexicon->n_params;
    for (uint32_t i = 0; i < e->n; i++) {
        const struct word *word = learner_word(l, e->words[i]);
        for (uint32_t s = word->first; s < word->first + word->n; s++) {
            uses[s] += w->slots[s] * l->weight[s];
            w->slots[s] = 0;
        }
        memset(w->params + (size_t)e->words[i] * n, 0, n * sizeof *w->params);
    }
    for (uint32_t i = 0; i < l->n_answers; i++)
        memset(w->params + (size_t)l->answers[i] * n, 0, n * sizeof *w->params);
}

static double likelihood_probability(struct learner *l, struct worker *w, const struct example *e,
                                     double *uses) {
    struct mixed mixed;
    arena_reset(&w->arena);
    struct likelihood p = execute(l, w, e, e->scene, &mixed);
    if (!(p.answer > 0) || !(p.total > 0)) return 0;
    if (uses) {
        mixed_back(&mixed, 1 / p.answer, 0, w->slots);
        take_uses(l, w, e, uses);
    }
    return p.answer / p.total;
}

/* Nothing was ruled out: with weights that are more even, all of it shows. */
static void likelihood_alternatives(struct learner *l, const struct example *e, double *share) {
    objective_ask(l, e, share);
}

/* ---- likelihood: memory ---------------------------------------------------------------------- */

static void open_viewer(struct learner *l, struct worker *w) {
    struct viewer *v = arena_new(&l->arena, struct viewer);
    const struct lexicon *lexicon = l->lexicon;
    grounding_init(&v->grounding, &l->arena, lexicon, lexicon->n_features, lexicon->params,
                   w->params);
    v->session = v->grounding.kernels->session(&l->arena, &w->scratch, &v->grounding.setup);
    w->state = v;
}

static void likelihood_open(struct learner *l) {
    for (int i = 0; i < l->n_workers; i++) open_viewer(l, &l->workers[i]);
    const struct grounding *grounding = &((struct viewer *)l->workers[0].state)->grounding;
    /* Whatever is asked for: `same` compares objects by what answers name. */
    l->answers = grounding->setup.answers;
    l->n_answers = grounding->setup.n_answers;
    const struct plan **plans =
        arena_zalloc(&l->arena, (l->examples[l->n - 1].n + 1) * sizeof *plans);
    for (uint32_t i = 0; i < l->n; i++) {
        const struct example *e = &l->examples[i];
        if (plans[e->n]) continue;
        struct chart chart;
        struct plan *plan = arena_new(&l->arena, struct plan);
        arena_reset(&l->scratch);
        chart_parse(&chart, &l->scratch, l->lexicon, e->words, e->n, false);
        plan_make(plan, &l->arena, &chart);
        plans[e->n] = plan;
    }
    arena_free(&l->scratch);
    l->state = plans;
}

const struct objective objective_likelihood = {.softmax = true,
                                               .open = likelihood_open,
                                               .step = likelihood_step,
                                               .probability = likelihood_probability,
                                               .alternatives = likelihood_alternatives};

/* ---- mean loss --------------------------------------------------------------------------------- */

/* The worker's state: log softmax of tau, [n_slots]. */
static void mean_open(struct learner *l) {
    size_t n = l->lexicon->slots.n + 1;
    for (int i = 0; i < l->n_workers; i++)
        l->workers[i].state = arena_zalloc(&l->arena, n * sizeof(double));
}

static void normalise(struct learner *l, struct worker *w, const struct word *word) {
    const double *tau = l->lexicon->tau;
    double *weight = w->state, max = -INFINITY, sum = 0;
    for (uint32_t s = word->first; s < word->first + word->n; s++) max = fmax(max, tau[s]);
    for (uint32_t s = word->first; s < word->first + word->n; s++) sum += exp(tau[s] - max);
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        weight[s] = tau[s] - max - log(sum);
}

/* d/d weight -> d/d tau through the log softmax. */
static void normalise_back(struct worker *w, const struct word *word) {
    const double *weight = w->state;
    double sum = 0;
    for (uint32_t s = word->first; s < word->first + word->n; s++) sum += w->slots[s];
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        w->slots[s] -= exp(weight[s]) * sum;
}

static bool is_first(const struct example *e, uint32_t i) {
    for (uint32_t k = 0; k < i; k++)
        if (e->words[k] == e->words[i]) return false;
    return true;
}

static void mean_step(struct learner *l, struct worker *w, const struct example *e,
                      struct gradient *out) {
    struct chart chart;
    struct expected expected;
    struct plan plan;
    arena_reset(&w->arena);
    out->probability = -1;
    out->outcome = OUTCOME_NO_PARSE;
    chart_parse(&chart, &w->arena, l->lexicon, e->words, e->n,
                l->work->domain->functor_arguments_lexical);
    if (!chart.roots.n) return;
    plan_make(&plan, &w->arena, &chart);
    struct walk walk = {.plan = &plan,
                        .sentence = {.lexicon = l->lexicon, .words = e->words},
                        .weight = w->state,
                        .arena = &w->arena,
                        .scene = e->scene};
    for (uint32_t i = 0; i < e->n; i++) normalise(l, w, learner_word(l, e->words[i]));
    expected_run(&expected, &walk, e->target, &w->scratch);
    out->loss = expected_loss(&expected, w->slots);
    out->work = (double)expected.n_evaluations * (1 + (double)expected.size / 64);
    if (l->rates.lambda > 0) {
        struct inside inside = weights_inside(&walk);
        out->loss -= l->rates.lambda * inside.total;
        weights_expected(&walk, &inside, -l->rates.lambda, w->slots);
    }
    for (uint32_t i = 0; i < e->n; i++)
        if (is_first(e, i)) normalise_back(w, learner_word(l, e->words[i]));
    out->outcome = OUTCOME_OK;
}

/* exp(−loss), which is 1 where the mean is the target; there are no derivations of it. */
static double mean_probability(struct learner *l, struct worker *w, const struct example *e,
                               double *uses) {
    struct gradient out = {0};
    (void)uses;
    mean_step(l, w, e, &out);
    for (uint32_t i = 0; i < e->n; i++) {
        const struct word *word = learner_word(l, e->words[i]);
        memset(w->slots + word->first, 0, word->n * sizeof *w->slots);
    }
    return out.outcome == OUTCOME_OK ? exp(-out.loss) : 0;
}

static void mean_alternatives(struct learner *l, const struct example *e, double *share) {
    (void)l, (void)e, (void)share;
}

const struct objective objective_mean_loss = {.prunes = true,
                                              .open = mean_open,
                                              .step = mean_step,
                                              .probability = mean_probability,
                                              .alternatives = mean_alternatives};
