/* Objectives of expected execution (CKY-E2): values are averaged over derivations.
 *
 *   likelihood   −log P(answer) + (1−λ) log Z, about scenes; functions are averaged as well,
 *                so a span has one value for each category (run/mixed.h)
 *   mean loss    Σ p(root) loss(mean) − λ log Z, weights normalised for each word, as the
 *                paper has it for sequences                                                 */
#include <math.h>
#include <string.h>

#include "learn/objective.h"
#include "parser/plans.h"
#include "run/mixed.h"
#include "run/run.h"

uint32_t objective_params(const g2l2_domain *domain, uint32_t n_features, uint32_t *offsets) {
    return grounding_params(domain, n_features, offsets);
}

void objective_rows(struct lexicon *lexicon, struct arena *arena, uint32_t n_features) {
    grounding_rows(lexicon, arena, n_features);
}

/* ---- likelihood: one question ------------------------------------------------------------- */

/* One thread's. */
struct viewer {
    struct grounding grounding;
    void *session;
    struct plans *plans;       /* of words with the entries that are live; all threads look here */
    struct plans fresh;        /* what is not there yet: shared before the next batch; of a thread
                                  that is alone, nothing */
    struct arena own;          /* of the next */
    const struct plan **whole; /* [longest + 1] of words with all entries; NULL: not made yet */
    /* of the question at hand: */
    uint32_t *words, n;           /* [longest] that may mean something */
    uint32_t *nothing, n_nothing; /* [longest] EMPTY slots of the others */
};

#define MOST_PLANS ((size_t)32 << 20) /* bytes of plans that are kept */

/* At first all words have the same candidates, so there is one plan for each length. Later on few
 * lengths need one. */
static const struct plan *whole_plan(const struct learner *l, struct worker *w,
                                     const struct example *e) {
    struct viewer *v = w->state;
    if (v->whole[e->n]) return v->whole[e->n];
    struct chart chart;
    struct plan *plan = arena_new(&v->own, struct plan);
    chart_parse(&chart, &w->arena, l->lexicon, e->words, e->n, false);
    plan_make(plan, &v->own, &chart);
    return v->whole[e->n] = plan;
}

static const struct plan *live_plan(const struct learner *l, struct worker *w) {
    struct viewer *v = w->state;
    struct plan_key key;
    const struct kept_plan *kept = plans_look(v->plans, &w->arena, v->words, v->n, &key);
    if (!kept) kept = plans_at(&v->fresh, &key);
    if (kept) return &kept->plan;
    struct chart chart;
    struct plan *plan = arena_new(&w->arena, struct plan);
    chart_parse_some(&chart, &w->arena, l->lexicon, v->plans->spread, v->words, v->n);
    plan_make(plan, &w->arena, &chart);
    plans_keep(l->n_workers > 1 ? &v->fresh : v->plans, &key, plan);
    return plan;
}

/* What one thread made is there for all, and what words are like is known. Plans are the same
 * whoever makes them, so who has which does not matter. */
static void likelihood_ready(struct learner *l, const struct example *const *examples, uint32_t n) {
    struct viewer *first = l->workers[0].state;
    uint32_t longest = l->examples[l->n - 1].n;
    plans_ready(first->plans, l->lexicon);
    for (int i = 0; i < l->n_workers; i++) {
        struct viewer *v = l->workers[i].state;
        plans_take(first->plans, &v->fresh);
        for (uint32_t k = 0; i && k <= longest; k++)
            if (v->whole[k]) first->whole[k] = v->whole[k];
            else v->whole[k] = first->whole[k];
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < examples[i]->n; k++)
            plans_shape(first->plans, l->lexicon, l->live, examples[i]->words[k]);
}

static struct likelihood run_plan(struct learner *l, struct worker *w, const struct example *e,
                                  const uint32_t *words, const struct plan *plan, const bool *live,
                                  struct mixed *mixed) {
    struct viewer *v = w->state;
    *mixed = (struct mixed){.grounding = &v->grounding,
                            .plan = plan,
                            .words = words,
                            .weight = l->weight,
                            .live = live,
                            .arena = &w->arena,
                            .session = v->session,
                            .asked = e->target->type,
                            .negligible = NEGLIGIBLE};
    return mixed_run(mixed);
}

/* Words that can only be EMPTY are not parsed: they add a weight to all derivations alike. Returns
 * how many entries of words are live. */
static uint32_t strip(const struct learner *l, struct viewer *v, const struct example *e) {
    uint32_t n_live = 0;
    v->n = v->n_nothing = 0;
    for (uint32_t i = 0; i < e->n; i++) {
        const struct word *w = learner_word(l, e->words[i]);
        uint32_t n = 0;
        for (uint32_t s = w->first; s < w->first + w->n; s++) n += l->live[s];
        n_live += n;
        if (n == 1 && w->empty != UINT32_MAX && l->live[w->empty])
            v->nothing[v->n_nothing++] = w->empty;
        else v->words[v->n++] = e->words[i];
    }
    return n_live;
}

/* Values of all spans; 0 of both where nothing parses. Where the words know what they mean, what
 * they hardly mean is left out, unless the question would not be answered so; of a long one, unless
 * it would have no answer at all. */
static struct likelihood execute(struct learner *l, struct worker *w, const struct example *e,
                                 const struct scene *scene, struct mixed *mixed) {
    const struct recipe *r = &l->recipe;
    struct viewer *v = w->state;
    bool is_long = e->n > r->whole_words;
    v->grounding.kernels->open(v->session, &w->arena, scene, e->target, true);
    if (strip(l, v, e) <= r->settled * e->n * (is_long ? 2 : 1) || l->only_live) {
        struct likelihood out = run_plan(l, w, e, v->words, live_plan(l, w), l->live, mixed);
        bool answered = out.answer >= (is_long ? 0 : r->answered) * out.total && out.answer > 0;
        if (l->only_live || answered) return out;
    }
    v->n_nothing = 0;
    return run_plan(l, w, e, e->words, whole_plan(l, w, e), NULL, mixed);
}

/* Of the weight that words which were not parsed add. */
static double log_nothing(const struct learner *l, const struct worker *w) {
    const struct viewer *v = w->state;
    double product = 1;
    for (uint32_t i = 0; i < v->n_nothing; i++) product *= l->weight[v->nothing[i]];
    return log(product);
}

/* Gradients of the weights, those of words that were not parsed too. */
static void go_back(struct learner *l, struct worker *w, struct mixed *mixed, struct likelihood p,
                    double of_answer, double of_total) {
    const struct viewer *v = w->state;
    double of_all = of_answer * p.answer + of_total * p.total;
    mixed_back(mixed, of_answer, of_total, w->slots);
    for (uint32_t i = 0; i < v->n_nothing; i++)
        w->slots[v->nothing[i]] += of_all / l->weight[v->nothing[i]];
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
    out->loss = -log(p.answer) + z * log(p.total) + (z - 1) * log_nothing(l, w);
    out->probability = p.answer / p.total;
    out->outcome = OUTCOME_OK;
    double share = trust(l, out->probability);
    go_back(l, w, &mixed, p, -share / p.answer, share * z / p.total);
}

/* Gradients of the weights, times the weights, are expected uses. */
static void take_uses(struct learner *l, struct worker *w, const struct example *e, double *uses) {
    for (uint32_t i = 0; i < e->n; i++) {
        const struct word *word = learner_word(l, e->words[i]);
        for (uint32_t s = word->first; s < word->first + word->n; s++) {
            uses[s] += w->slots[s] * l->weight[s];
            w->slots[s] = 0;
        }
        worker_clear_params(l, w, e->words[i]);
    }
    for (uint32_t i = 0; i < l->n_answers; i++) worker_clear_params(l, w, l->answers[i]);
}

static double likelihood_probability(struct learner *l, struct worker *w, const struct example *e,
                                     double *uses) {
    struct mixed mixed;
    arena_reset(&w->arena);
    struct likelihood p = execute(l, w, e, e->scene, &mixed);
    if (!(p.answer > 0) || !(p.total > 0)) return 0;
    if (uses) {
        go_back(l, w, &mixed, p, 1 / p.answer, 0);
        take_uses(l, w, e, uses);
    }
    return p.answer / p.total;
}

/* ---- likelihood: memory ---------------------------------------------------------------------- */

static void open_viewer(struct learner *l, struct worker *w) {
    struct viewer *v = arena_new(&l->arena, struct viewer);
    const struct lexicon *lexicon = l->lexicon;
    uint32_t longest = l->examples[l->n - 1].n;
    plans_init(&v->fresh, &w->guard, 0);
    arena_init(&v->own, &w->guard, 0);
    w->state = v;
    v->whole = arena_zalloc(&l->arena, (longest + 1) * sizeof *v->whole);
    v->words = arena_array(&l->arena, uint32_t, 2 * (size_t)longest + 1);
    v->nothing = v->words + longest;
    grounding_init(&v->grounding, &l->arena, lexicon, lexicon->n_features, lexicon->params,
                   w->params);
    v->grounding.setup.written = w->written;
    v->session = v->grounding.kernels->session(&l->arena, &w->scratch, &v->grounding.setup);
}

static void likelihood_open(struct learner *l) {
    struct plans *plans = arena_new(&l->arena, struct plans);
    plans_init(plans, &l->guard, MOST_PLANS);
    for (int i = 0; i < l->n_workers; i++) {
        open_viewer(l, &l->workers[i]);
        ((struct viewer *)l->workers[i].state)->plans = plans;
    }
    const struct grounding *grounding = &((struct viewer *)l->workers[0].state)->grounding;
    /* Whatever is asked for: `same` compares objects by what answers name. */
    l->answers = grounding->setup.answers;
    l->n_answers = grounding->setup.n_answers;
}

static void likelihood_close(struct worker *w) {
    struct viewer *v = w->state;
    if (!v) return;
    if (v->plans) plans_free(v->plans);
    plans_free(&v->fresh);
    arena_free(&v->own);
}

const struct objective objective_likelihood = {.softmax = true,
                                               .open = likelihood_open,
                                               .ready = likelihood_ready,
                                               .step = likelihood_step,
                                               .probability = likelihood_probability,
                                               .close = likelihood_close};

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
