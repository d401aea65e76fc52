/* g2l2_learn: prepare, train, choose, check; again where that was not enough.
 *
 *     as if all labels were right ─▶ as if some were wrong ─▶ other seeds (if asked)
 *                   └── each with the default candidates, then with wider ones
 *
 * The first run that explains every example ends it; otherwise the best one
 * counts, unless it leaves too many unexplained. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "learn/ground.h"
#include "learn/trainer.h"

#define TOLERANCE 0.75 /* of the best entry's uses */
#define EFFORT    4e7 /* steps of the first run, some seconds; each further one has half as many, */
#define EXPECTED  20  /* times that, where inference is expected, and no fewer further on */
#define NOISE     0.15    /* share of examples that may stay unexplained, */
#define FEW       100     /* unless there are fewer than this: then none */
#define UNSEEN    0.5     /* the same where perception may fail */
#define MAX_STEPS 4000000 /* a sentence with more is put off */

g2l2_learn_options g2l2_learn_options_default(void) {
    return (g2l2_learn_options){
        .seed = 1, .n_threads = 1, .noise = -1, .lambda = -1, .limits = g2l2_limits_default()};
}

/* ---- the whole ------------------------------------------------------------------------------------ */

static bool is_expected(const g2l2_domain *domain, const g2l2_learn_options *options) {
    return options->inference ? !strcmp(options->inference, "expected") : domain->expected;
}

static void release(struct trainer *t) {
    pool_free(t->pool);
    for (int i = 0; i < t->n_workers; i++) {
        arena_free(&t->workers[i].arena);
        arena_free(&t->workers[i].scratch);
    }
    g2l2_model_free(t->work);
    arena_free(&t->arena);
}

/* One run; the best of several is the one that explains the most examples. */
struct attempt {
    g2l2_model *model;
    g2l2_learn_report report;
    struct failure failure;
};

static g2l2_status run_once(const g2l2_domain *domain, const g2l2_dataset *data,
                            const g2l2_learn_options *options, const struct candidate_set *set,
                            double tolerance, struct attempt *now, g2l2_error *err) {
    struct trainer t = {.options = options, .data = data, .tolerance = tolerance};
    struct trainer *volatile self = &t;
    g2l2_model *volatile model = NULL;
    t.step = (struct step_options){.expected = is_expected(domain, options),
                                   .max_steps = MAX_STEPS,
                                   .max_target = options->limits.max_target};
    t.max_effort = EFFORT * (t.step.expected ? EXPECTED : 1) * options->effort;
    t.observer.restart = now->report.attempt;
    arena_init(&t.arena, &t.guard, 0);
    g2l2_status status = model_new(domain, &t.work, err);
    if (status) return status;
    t.work->arena.guard = t.work->domain->arena.guard = &t.guard;
    if (guard_try(&t.guard, err)) {
        observe_phase(&t.observer, options, "prepare");
        trainer_prepare(&t, domain_set(t.work->domain, set->name));
        observe_open(&t.observer, options, &t.arena, t.lexicon);
        observe_phase(&t.observer, options, "stages");
        trainer_run(&t);
        observe_phase(&t.observer, options, "choose");
        g2l2_model *fresh = NULL;
        status = choose_entries(t.lexicon, data, t.samples, t.n_samples, &options->limits, &t.arena,
                                t.keep, err);
        if (!status) status = model_new(domain, &fresh, err);
        model = fresh;
        if (!status) trainer_build(&t, fresh);
        observe_phase(&t.observer, options, "check");
        if (!status) status = trainer_check(&t, fresh, &now->report, &now->failure, err);
        now->report.candidates = t.n_candidates;
        now->report.interrupted = t.stopped;
    } else {
        status = self->guard.status;
    }
    release(self);
    if (status) g2l2_model_free(model);
    else now->model = model;
    return status;
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static g2l2_status refuse_set(const g2l2_domain *domain, const g2l2_learn_options *options,
                              g2l2_error *err) {
    char names[120] = "none";
    for (size_t i = 0, n = 0; i < domain->sets.n && n + 40 < sizeof names; i++)
        n += (size_t)snprintf(names + n, sizeof names - n, "%s%.30s", i ? ", " : "",
                              domain->sets.at[i].name);
    return err_set(err, G2L2_STATUS_UNKNOWN, 0, 0,
                   "domain '%s' has no candidate set '%.60s'; it has %s", domain->name,
                   options->candidates ? options->candidates : "", names);
}

static g2l2_status check_arguments(const g2l2_domain *domain, const g2l2_dataset *data,
                                   const g2l2_learn_options *options, g2l2_error *err) {
    const char *inference = options->inference;
    bool expected = is_expected(domain, options);
    if (!g2l2_dataset_count(data))
        return err_set(err, G2L2_STATUS_DATA, 0, 0, "there are no examples to learn from");
    if (inference && strcmp(inference, "exact") && strcmp(inference, "expected"))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "inference is 'exact' or 'expected', not '%.60s'", inference);
    if (!domain->mixed && (expected ? !domain->kernels->expected : !domain->kernels->exact))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "domain '%s' has no %s inference",
                       domain->name, expected ? "expected" : "exact");
    if (options->grammar && strcmp(options->grammar, "plain") &&
        strcmp(options->grammar, "normal-form"))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "the grammar is 'plain' or 'normal-form', not '%.60s'", options->grammar);
    if (options->lambda > 1 || isnan(options->lambda))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "lambda is between 0 and 1");
    if (!domain_set(domain, options->candidates)) return refuse_set(domain, options, err);
    return G2L2_STATUS_OK;
}

static g2l2_status try_run(const g2l2_domain *domain, const g2l2_dataset *data,
                           const g2l2_learn_options *options, const struct candidate_set *set,
                           double tolerance, struct attempt *best, g2l2_error *err) {
    int number = best->report.attempts;
    struct attempt now = {.report.attempt = number};
    g2l2_status status = run_once(domain, data, options, set, tolerance, &now, err);
    if (status) return status;
    bool better = !best->model || now.report.correct > best->report.correct;
    g2l2_model_free(better ? best->model : now.model);
    if (better) *best = now;
    best->report.attempts = number + 1;
    return G2L2_STATUS_OK;
}

static bool explained(const struct attempt *best) {
    return best->model &&
           (best->report.interrupted || best->report.correct == best->report.checked);
}

/* First as if every label were right. Where no lexicon explains all examples,
 * again as if some were wrong; then, if asked to, from other seeds. */
static g2l2_status try_set(const g2l2_domain *domain, const g2l2_dataset *data,
                           const g2l2_learn_options *options, const struct candidate_set *set,
                           struct attempt *best, g2l2_error *err) {
    g2l2_learn_options o = *options;
    if (!(o.effort > 0)) o.effort = 1;
    bool exact = !is_expected(domain, options);
    g2l2_status status = G2L2_STATUS_OK;
    int restart = 0;
    for (; !status && !explained(best) && restart <= options->restarts; restart++) {
        status = try_run(domain, data, &o, set, 1, best, err);
        if (exact) o.effort /= 2;
        if (!status && exact && !options->strict && !explained(best))
            status = try_run(domain, data, &o, set, TOLERANCE, best, err);
        o.seed = o.seed * 6364136223846793005u + 1442695040888963407u;
    }
    best->report.restarts = restart - 1;
    best->report.candidate_set = set->name;
    return status;
}

/* A larger set must explain clearly more, or the smaller one is the better guess. */
static bool clearly_better(const struct attempt *wide, const struct attempt *best) {
    size_t margin = best->report.checked / 100;
    return wide->report.correct > best->report.correct + margin;
}

static g2l2_status attempts(const g2l2_domain *domain, const g2l2_dataset *data,
                            const g2l2_learn_options *options, struct attempt *best,
                            g2l2_error *err) {
    g2l2_learn_options wider = *options;
    wider.effort = (options->effort > 0 ? options->effort : 1) / 4;
    g2l2_status status =
        try_set(domain, data, options, domain_set(domain, options->candidates), best, err);
    bool wide_too = !options->candidates && !is_expected(domain, options);
    for (uint32_t i = 0; !status && wide_too && i < domain->sets.n; i++) {
        struct attempt wide = {.report.attempts = best->report.attempts};
        if (!domain->sets.at[i].fallback || explained(best)) continue;
        status = try_set(domain, data, &wider, &domain->sets.at[i], &wide, err);
        if (status) break;
        bool better = clearly_better(&wide, best);
        g2l2_model_free(better ? best->model : wide.model);
        best->report.attempts = wide.report.attempts;
        if (better) *best = wide;
        else best->report.interrupted |= wide.report.interrupted;
    }
    return status;
}

/* In a large set some labels are wrong; in a small one, each is there to be right. */
static double allowed_noise(const g2l2_domain *domain, const g2l2_learn_options *options,
                            const g2l2_learn_report *report) {
    if (options->strict) return 0;
    if (options->noise >= 0) return options->noise;
    if (domain->mixed) return UNSEEN;
    return report->examples < FEW ? 0 : NOISE;
}

g2l2_status g2l2_learn(const g2l2_domain *domain, const g2l2_dataset *data,
                       const g2l2_learn_options *options, g2l2_model **out,
                       g2l2_learn_report *report, g2l2_error *err) {
    double start = cpu_seconds();
    struct attempt best = {0};
    g2l2_status status = check_arguments(domain, data, options, err);
    if (!status && domain->mixed)
        status = ground_learn(domain, data, options, &best.model, &best.report, &best.failure, err);
    else if (!status) status = attempts(domain, data, options, &best, err);
    g2l2_learn_report *r = &best.report;
    r->examples = g2l2_dataset_count(data);
    r->tolerant = r->correct < r->checked;
    r->cpu_seconds = cpu_seconds() - start;
    if (!status && !r->interrupted &&
        (double)(r->checked - r->correct) > allowed_noise(domain, options, r) * (double)r->checked)
        status = learn_refuse(data, r, &best.failure, err);
    if (report) *report = *r;
    if (status) g2l2_model_free(best.model);
    else *out = best.model;
    return status;
}
