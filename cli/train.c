/* g2l2 train: examples in, a model out. */
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

static const char help[] =
    "usage: g2l2 train DOMAIN FILE... -o MODEL [OPTIONS]\n"
    "\n"
    "Learn a lexicon from examples: for every word a category, a program and a weight.\n"
    "DOMAIN is nav, or the path of a definition file of your own. FILE is - for standard\n"
    "input. Three forms are understood, told apart by the first line:\n"
    "\n"
    "  IN: jump twice OUT: I_JUMP I_JUMP                       the form of SCAN\n"
    "  jump twice<TAB>I_JUMP I_JUMP                            tab-separated\n"
    "  {\"command\": \"jump twice\", \"actions\": \"I_JUMP I_JUMP\"}   JSON lines\n"
    "\n"
    "  -o, --output FILE  where the model goes (needed)\n"
    "  --seed N           same seed, same bytes, whatever the number of threads (1)\n"
    "  --inference HOW    exact, or expected as in the paper (as the domain executes: nav exact)\n"
    "  --candidates SET   a candidate set of the definition: all, paper (all)\n"
    "  --threads N        (1)\n"
    "  --restarts N       other seeds to try if not every example is explained (0)\n"
    "  --effort F         try longer before giving up: 2 is twice as long (1)\n"
    "  --noise F          share of examples that may stay unexplained (0.15, but none of\n"
    "                     fewer than 100)\n"
    "  --strict           never take an example to be wrong\n"
    "  --keep-candidates  keep every candidate in the model, turned off, with its last weight\n"
    "  --updates N        updates for each sentence length (50)\n"
    "  --json             a report as JSON\n"
    "  --quiet            no report and no progress\n" LIMIT_HELP "\n"
    "Ctrl-C stops early and keeps the best model so far.\n";

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
    (void)number;
    interrupted = 1;
}

struct screen {
    bool on; /* standard error is a terminal */
    struct timespec last;
    bool shown;
};

static double elapsed(struct timespec from) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - from.tv_sec) + 1e-9 * (double)(now.tv_nsec - from.tv_nsec);
}

static bool on_progress(void *context, const g2l2_progress *at) {
    struct screen *s = context;
    if (s->on && elapsed(s->last) > 0.1) {
        int full = at->update * 24 / at->n_updates;
        fprintf(stderr, "\r[%.*s%*s] sentences of up to %d words  %zu entries left  loss %.3f   ",
                full, "########################", 24 - full, "", at->length, at->n_alive, at->loss);
        clock_gettime(CLOCK_MONOTONIC, &s->last);
        s->shown = true;
    }
    return !interrupted;
}

static int read_files(g2l2_dataset *data, const char **files, int n, const g2l2_limits *limits) {
    g2l2_error err;
    for (int i = 0; i < n; i++)
        if (g2l2_dataset_read(data, files[i], limits, &err)) return cli_fail(&err);
    return EXIT_OK;
}

static void print_ties(const g2l2_model *model) {
    for (size_t i = 0; i < g2l2_model_n_ties(model); i++) {
        g2l2_tie t = g2l2_model_tie(model, i);
        printf("`%s`: %s : %s and %s : %s explain the data equally well", t.word, t.category_a,
               t.program_a, t.category_b, t.program_b);
        if (*t.sentence)
            printf("; add an example such as \"%s\" (%s, or %s)", t.sentence, t.meaning_a,
                   t.meaning_b);
        printf("\n");
    }
}

static void print_report(const g2l2_learn_report *r, const g2l2_model *model, const char *path) {
    printf("learned %zu words from %zu examples in %.2f s of CPU time\n", g2l2_model_n_words(model),
           r->examples, r->cpu_seconds);
    printf("%zu of %zu examples explained", r->correct, r->checked);
    if (r->tolerant && !r->interrupted) printf(", the others taken to be wrong");
    if (r->restarts) printf(", after %d restarts", r->restarts);
    printf("%s\n", r->interrupted ? " (interrupted)" : "");
    print_ties(model);
    printf("wrote %s\n", path);
}

static json_t *tie_json(g2l2_tie t) {
    return json_pack("{s:s, s:[{s:s, s:s}, {s:s, s:s}], s:s, s:[s, s]}", "word", t.word, "entries",
                     "category", t.category_a, "program", t.program_a, "category", t.category_b,
                     "program", t.program_b, "sentence", t.sentence, "meanings", t.meaning_a,
                     t.meaning_b);
}

static void print_json(const g2l2_learn_report *r, const g2l2_model *model, const char *path) {
    json_t *ties = json_array();
    for (size_t i = 0; i < g2l2_model_n_ties(model); i++)
        json_array_append_new(ties, tie_json(g2l2_model_tie(model, i)));
    json_t *out = json_pack("{s:o, s:I, s:I, s:I, s:f, s:I, s:I, s:s, s:i, s:b, s:b, s:f, s:o}",
                            "model", cli_json_text(path), "examples", (json_int_t)r->examples,
                            "checked", (json_int_t)r->checked, "correct", (json_int_t)r->correct,
                            "accuracy", r->checked ? (double)r->correct / (double)r->checked : 0,
                            "words", (json_int_t)g2l2_model_n_words(model), "candidates",
                            (json_int_t)r->candidates, "candidate_set", r->candidate_set,
                            "restarts", r->restarts, "tolerant", r->tolerant, "interrupted",
                            r->interrupted, "cpu_seconds", r->cpu_seconds, "ties", ties);
    json_dumpf(out, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    printf("\n");
    json_decref(out);
}

struct job {
    const char *output;
    bool json, quiet;
    g2l2_learn_options learn;
};

static int learn(const g2l2_domain *domain, const g2l2_dataset *data, struct job *job) {
    g2l2_error err;
    g2l2_model *model;
    g2l2_learn_report report;
    struct screen screen = {.on = isatty(STDERR_FILENO) && !job->quiet};
    job->learn.progress = on_progress;
    job->learn.context = &screen;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    g2l2_status status = g2l2_learn(domain, data, &job->learn, &model, &report, &err);
    if (screen.shown) fprintf(stderr, "\r%*s\r", 100, "");
    if (status) return cli_fail(&err);
    status = g2l2_model_save(model, job->output, &err);
    if (!status) status = g2l2_model_find_ties(model, &err);
    if (status) cli_fail(&err);
    else if (job->json) print_json(&report, model, job->output);
    else if (!job->quiet) print_report(&report, model, job->output);
    g2l2_model_free(model);
    if (status) return EXIT_ERROR;
    return report.interrupted ? EXIT_INTERRUPTED : EXIT_OK;
}

static int run(int argc, char **argv) {
    struct job job = {.learn = g2l2_learn_options_default()};
    g2l2_learn_options *o = &job.learn;
    const struct option_row rows[] = {{"-o|--output", .text = &job.output},
                                      {"--seed", .number = &o->seed},
                                      {"--inference", .text = &o->inference},
                                      {"--candidates", .text = &o->candidates},
                                      {"--threads", .whole = &o->n_threads},
                                      {"--restarts", .whole = &o->restarts},
                                      {"--effort", .real = &o->effort},
                                      {"--noise", .real = &o->noise},
                                      {"--strict", .flag = &o->strict},
                                      {"--keep-candidates", .flag = &o->keep_candidates},
                                      {"--updates", .whole = &o->updates},
                                      {"--json", .flag = &job.json},
                                      {"--quiet", .flag = &job.quiet},
                                      LIMIT_ROWS(o->limits),
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = rest ? cli_options(argc, argv, &cli_train, rows, rest) : -1;
    g2l2_domain *domain = NULL;
    g2l2_dataset *data = NULL;
    g2l2_error err;
    int status = EXIT_USAGE;
    if (n >= 0 && n < 2) cli_usage(&cli_train, "a domain and at least one file are needed");
    else if (n >= 0 && !job.output) cli_usage(&cli_train, "-o MODEL is needed");
    else if (n >= 0 && (o->n_threads < 1 || o->n_threads > 64))
        cli_usage(&cli_train, "between 1 and 64 threads are possible");
    else if (n >= 0) {
        status = EXIT_OK;
        if (g2l2_domain_open(rest[0], &domain, &err) || g2l2_dataset_new(&data, &err))
            status = cli_fail(&err);
        if (!status) status = read_files(data, rest + 1, n - 1, &o->limits);
        if (!status) status = learn(domain, data, &job);
    }
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
    free(rest);
    return cli_finish(status);
}

const struct command cli_train = {"train", "learn a lexicon from examples", help, run};
