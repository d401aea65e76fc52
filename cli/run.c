/* g2l2 run: sentences in, meanings out. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static const char help[] =
    "usage: g2l2 run MODEL [SENTENCE...] [--json] [--n-best N]\n"
    "\n"
    "Print the meaning of each sentence, one line each. Without sentences they are read\n"
    "from standard input: one line out for each line in. MODEL may be a model file or a\n"
    "lexicon as text. A sentence that has no parse gives an empty line, the reason on\n"
    "standard error, and exit status 3 at the end.\n"
    "\n"
    "  --json             JSON lines: sentence, result, confidence, n_best, reason\n"
    "  --n-best N         readings in the JSON (5)\n" LIMIT_HELP;

struct job {
    g2l2_parser *parser;
    bool json;
    size_t n_best;
    int status;
};

static void print_json(const char *sentence, const g2l2_result *r) {
    json_t *n_best = json_array();
    for (size_t i = 0; i < r->n_readings; i++)
        json_array_append_new(n_best, json_pack("{s:s, s:f}", "result", r->readings[i].text,
                                                "confidence", r->readings[i].confidence));
    const char *best = r->n_readings ? r->readings[0].text : NULL;
    json_t *text = json_string(sentence);
    json_t *out = json_pack("{s:o, s:s?, s:f, s:o, s:s?}", "sentence",
                            text ? text : json_string("(not UTF-8)"), "result", best, "confidence",
                            r->n_readings ? r->readings[0].confidence : 0.0, "n_best", n_best,
                            "reason", r->reason);
    json_dumpf(out, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9));
    printf("\n");
    json_decref(out);
}

static void one(struct job *job, const char *sentence) {
    g2l2_result result;
    g2l2_error err;
    if (g2l2_parser_run(job->parser, sentence, job->json ? job->n_best : 1, &result, &err)) {
        result = (g2l2_result){.reason = err.message};
        job->status = EXIT_ERROR;
    } else if (!result.n_readings && job->status != EXIT_ERROR) {
        job->status = EXIT_NO_PARSE;
    }
    if (job->json) print_json(sentence, &result);
    else puts(result.n_readings ? result.readings[0].text : "");
    if (!result.n_readings && !job->json)
        fprintf(stderr, "g2l2: no parse for '%.200s': %s\n", sentence, result.reason);
}

/* A line with a NUL byte, or one beyond the limit, is not a sentence. */
static void each_line(struct job *job, size_t max_bytes) {
    char *line = NULL;
    size_t cap = 0;
    for (ssize_t n; (n = getline(&line, &cap, stdin)) >= 0;) {
        while (n && (line[n - 1] == '\n' || line[n - 1] == '\r')) line[--n] = 0;
        if (strlen(line) != (size_t)n || (size_t)n > max_bytes) strcpy(line, "?");
        one(job, line);
    }
    free(line);
}

static int run(int argc, char **argv) {
    struct job job = {.n_best = 5};
    g2l2_limits limits = g2l2_limits_default();
    const struct option_row rows[] = {
        {"--json", .flag = &job.json}, {"--n-best", .size = &job.n_best}, LIMIT_ROWS(limits), {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = rest ? cli_options(argc, argv, &cli_run, rows, rest) : -1;
    g2l2_model *model = NULL;
    g2l2_error err;
    job.status = n < 0 ? EXIT_USAGE : EXIT_OK;
    if (n == 0) job.status = cli_usage(&cli_run, "a model is needed");
    if (!job.status && (g2l2_model_load(rest[0], &model, &err) ||
                        g2l2_parser_new(model, &limits, &job.parser, &err)))
        job.status = cli_fail(&err);
    if (job.parser) {
        for (int i = 1; i < n; i++) one(&job, rest[i]);
        if (n == 1) each_line(&job, limits.max_bytes);
    }
    g2l2_parser_free(job.parser);
    g2l2_model_free(model);
    free(rest);
    return cli_finish(job.status);
}

const struct command cli_run = {"run", "print the meaning of sentences", help, run};
