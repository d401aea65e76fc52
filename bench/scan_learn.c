/* Sections that learn again and again, from other seeds or other examples.
 *
 *     trial  ─▶  run 1, 2, ... n   ─▶  how many at 100%, mean, least, CPU time
 *     (what to learn from, and how)
 *
 * Run i uses seed i for all that is random: the examples drawn, their order, the
 * first weights. Nothing is tried twice: there are no restarts. */
#include <math.h>
#include <string.h>

#include "bench/bench.h"

#define PARSE_MAX ((size_t)8 << 20)

/* ---- one run -------------------------------------------------------------------------------- */

/* A sentence whose parse does not fit into PARSE_MAX counts as wrong: with a
 * lexicon that is this ambiguous the test would take minutes. */
static double test_accuracy(struct bench *b, const g2l2_model *model, const g2l2_dataset *test) {
    g2l2_error err;
    g2l2_parser *parser;
    g2l2_result r;
    g2l2_limits limits = g2l2_limits_default();
    size_t n = g2l2_dataset_count(test), correct = 0;
    limits.max_memory = PARSE_MAX;
    bench_check(b, g2l2_parser_new(model, &limits, &parser, &err), &err);
    for (size_t i = 0; i < n; i++) {
        g2l2_example e = g2l2_dataset_get(test, i);
        g2l2_status status = g2l2_parser_run(parser, e.sentence, 1, &r, &err);
        if (status == G2L2_STATUS_LIMIT) continue;
        bench_check(b, status, &err);
        correct += r.n_readings && !strcmp(r.readings[0].text, e.target);
    }
    g2l2_parser_free(parser);
    return (double)correct / (double)n;
}

static void judge(struct bench *b, const struct trial *t, g2l2_model *model,
                  const g2l2_dataset *test, double *out) {
    g2l2_error err;
    out[RUN_ACCURACY] = test_accuracy(b, model, test);
    if (!t->find_ties) return;
    g2l2_status status = g2l2_model_find_ties(model, NULL, &err);
    if (status != G2L2_STATUS_LIMIT) bench_check(b, status, &err);
    out[RUN_TIES] = (double)g2l2_model_n_ties(model);
}

/* Examples that no lexicon explains, or none within the limits, are a failure of
 * the run, not of the bench. */
static void learn(struct bench *b, const struct trial *t, uint64_t seed, const g2l2_dataset *train,
                  const g2l2_dataset *test, double *out) {
    g2l2_error err;
    g2l2_domain *domain;
    g2l2_model *model = NULL;
    g2l2_learn_report report = {0};
    g2l2_learn_options options = g2l2_learn_options_default();
    options.seed = seed;
    options.noise = 1; /* a model, however bad */
    options.inference = t->inference;
    options.recipe = t->recipe;
    options.candidates = t->candidates;
    bench_check(b, g2l2_domain_open("nav", &domain, &err), &err);
    double start = bench_cpu();
    g2l2_status status = g2l2_learn(domain, train, &options, &model, &report, &err);
    out[RUN_CPU] = bench_cpu() - start;
    if (status != G2L2_STATUS_DATA && status != G2L2_STATUS_LIMIT) bench_check(b, status, &err);
    if (!status) judge(b, t, model, test, out);
    if (report.checked) out[RUN_EXPLAINED] = (double)report.correct / (double)report.checked;
    if (!status) g2l2_model_free(model);
    g2l2_domain_free(domain);
}

/* Few examples come from one training part, the same for all draws. */
static g2l2_dataset *training_part(struct bench *b, const struct trial *t, uint64_t seed) {
    uint64_t order = t->n_examples ? 0 : seed;
    g2l2_dataset *all = data_scan(b, t->split, SCAN_TRAIN, t->fraction, order), *part = all;
    if (t->n_examples) part = data_draw(b, all, t->n_examples, seed);
    else if (t->wrong > 0) part = data_mislabel(b, all, t->wrong, seed);
    if (part != all) g2l2_dataset_free(all);
    return part;
}

void trial_run(struct bench *b, const struct trial *t, uint64_t seed, double *out) {
    g2l2_dataset *train = training_part(b, t, seed);
    g2l2_dataset *test = data_scan(b, t->split, SCAN_TEST, 1, t->n_examples ? 0 : seed);
    out[RUN_UNSEEN] = data_unseen(b, train, test);
    learn(b, t, seed, train, test, out);
    g2l2_dataset_free(train);
    g2l2_dataset_free(test);
}

static void run_trial(struct bench *b, const void *context, uint32_t i, double *out) {
    trial_run(b, context, i + 1, out);
}

/* ---- many runs --------------------------------------------------------------------------------- */

struct runs {
    uint32_t n, perfect;
    double mean, least, cpu;
    uint32_t valid;                           /* runs that explain all they learned from, */
    double mean_valid, mean_invalid;          /* accuracy of these and of the others */
    uint32_t unseen, explained, ties, silent; /* of the imperfect: see few_examples */
    uint32_t false_ties;                      /* of the perfect ones: ties reported */
};

static void count_failure(struct runs *r, const double *run) {
    bool announced = run[RUN_TIES] > 0 || run[RUN_EXPLAINED] < 1;
    r->unseen += run[RUN_UNSEEN] > 0;
    r->ties += run[RUN_TIES] > 0;
    r->explained += run[RUN_EXPLAINED] < 1;
    r->silent += !announced && run[RUN_UNSEEN] == 0;
}

static struct runs run_all(struct bench *b, const struct trial *trial, uint32_t n) {
    struct jobs jobs = {trial->name, n, N_RUN, b->cores, run_trial, trial};
    const double *runs = bench_jobs(b, &jobs); /* [n, N_RUN] */
    struct runs r = {.n = n, .least = 1};
    for (uint32_t i = 0; i < n; i++) {
        const double *run = runs + i * N_RUN;
        r.mean += run[RUN_ACCURACY] / n;
        r.cpu += run[RUN_CPU] / n;
        r.least = fmin(r.least, run[RUN_ACCURACY]);
        r.valid += run[RUN_EXPLAINED] == 1;
        *(run[RUN_EXPLAINED] == 1 ? &r.mean_valid : &r.mean_invalid) += run[RUN_ACCURACY];
        if (run[RUN_ACCURACY] < 1) {
            count_failure(&r, run);
            continue;
        }
        r.perfect++;
        r.false_ties += run[RUN_TIES] > 0;
    }
    r.mean_valid = r.valid ? r.mean_valid / r.valid : NAN;
    r.mean_invalid = r.valid < n ? r.mean_invalid / (n - r.valid) : NAN;
    return r;
}

/* ---- sections ------------------------------------------------------------------------------------ */

void bench_scan_accuracy(struct bench *self) {
    static const struct trial trials[] = {
        {.name = "simple, 100%", .split = SCAN_SIMPLE, .fraction = 1},
        {.name = "simple, 10%", .split = SCAN_SIMPLE, .fraction = 0.1},
        {.name = "jump", .split = SCAN_JUMP, .fraction = 1},
        {.name = "around right", .split = SCAN_AROUND_RIGHT, .fraction = 1},
        {.name = "length", .split = SCAN_LENGTH, .fraction = 1},
    };
    uint32_t n = bench_runs(self, 100, 2);
    report_text(self,
                "Exact match on the test part (%s), decoded without its target; seeds 1 to %u, no "
                "restarts. Simple at 10%% keeps a tenth of each length of command. The paper has "
                "1.00 for each split, as the mean of 10 valid runs, where a run is valid if it "
                "explains its training part; 74 of 100 do.",
                data_source(self), n);
    report_table(self, "split|runs|at 100.00%|mean %|least %|CPU s|paper %");
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        struct runs r = run_all(self, &trials[i], n);
        report_cell(self, "%s", trials[i].name);
        report_number(self, r.n, 0);
        report_number(self, r.perfect, 0);
        report_number(self, 100 * r.mean, 2);
        report_number(self, 100 * r.least, 2);
        report_number(self, r.cpu, 3);
        report_number(self, 100, 0);
    }
}

void bench_few_examples(struct bench *self) {
    static const uint32_t sizes[] = {8, 10, 15, 20, 30};
    uint32_t n = bench_runs(self, 100, 4);
    report_text(self,
                "Random examples of the simple split's training part; accuracy on the whole test "
                "part (%s). A failure can be known without the test: a word was never seen, "
                "training reported a tie between entries, or it did not explain all examples. One "
                "with none of these is silent. How learning chooses between entries was settled "
                "with an eye on this table, so the test part is not untouched here.",
                data_source(self));
    report_table(self, "examples|draws|at 100.00%|mean %|failures|word unseen|tie reported|not "
                       "all explained|silent|ties though right|CPU s");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct trial t = {"few examples", SCAN_SIMPLE, 1, .n_examples = sizes[i],
                          .find_ties = true};
        if (self->quick && sizes[i] != 15) continue;
        struct runs r = run_all(self, &t, n);
        report_number(self, sizes[i], 0);
        report_number(self, r.n, 0);
        report_number(self, r.perfect, 0);
        report_number(self, 100 * r.mean, 2);
        report_number(self, r.n - r.perfect, 0);
        report_number(self, r.unseen, 0);
        report_number(self, r.ties, 0);
        report_number(self, r.explained, 0);
        report_number(self, r.silent, 0);
        report_number(self, r.false_ties, 0);
        report_number(self, r.cpu, 3);
    }
}

void bench_wrong_labels(struct bench *self) {
    static const double shares[] = {0, 0.05, 0.1, 0.2};
    uint32_t n = bench_runs(self, 20, 2);
    report_text(self,
                "The whole training part of the simple split, with some targets replaced by that "
                "of another random example; accuracy on the clean test part (%s).",
                data_source(self));
    report_table(self, "wrong labels %|runs|at 100.00%|mean %|least %|CPU s");
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        struct trial t = {"wrong labels", SCAN_SIMPLE, 1, .wrong = shares[i]};
        if (self->quick && shares[i] != 0.1) continue;
        struct runs r = run_all(self, &t, n);
        report_number(self, 100 * shares[i], 0);
        report_number(self, r.n, 0);
        report_number(self, r.perfect, 0);
        report_number(self, 100 * r.mean, 2);
        report_number(self, 100 * r.least, 2);
        report_number(self, r.cpu, 3);
    }
}

void bench_expected_convergence(struct bench *self) {
    static const struct trial trials[] = {
        {"simple, 100%", SCAN_SIMPLE, 1, .inference = "expected", .candidates = "paper"},
        {"simple, 10%", SCAN_SIMPLE, 0.1, .inference = "expected", .candidates = "paper"},
    };
    uint32_t n = bench_runs(self, 100, 2);
    report_text(
        self,
        "`train --inference expected --candidates paper`, seeds 1 to %u, no restarts. As in "
        "the paper, a run is valid if it explains all it learned from, which is known "
        "without the test; accuracies are on the test part (%s). The paper does not say "
        "on which split it counted its runs.",
        n, data_source(self));
    report_table(self, "learned from|valid runs|runs|accuracy of these %|of the others %|CPU s");
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        struct runs r = run_all(self, &trials[i], n);
        report_cell(self, "%s", trials[i].name);
        report_number(self, r.valid, 0);
        report_number(self, r.n, 0);
        report_number(self, 100 * r.mean_valid, 2);
        report_number(self, 100 * r.mean_invalid, 2);
        report_number(self, r.cpu, 2);
    }
    report_cell(self, "paper");
    report_number(self, 74, 0);
    report_number(self, 100, 0);
    report_number(self, 100, 2);
    report_number(self, 94, 2);
    report_number(self, NAN, 0);
}
