/* g2l2 eval: how many examples does a model get right? */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static const char help[] =
    "usage: g2l2 eval MODEL FILE [--json] [--failures N]\n"
    "\n"
    "Decode every sentence of FILE (- for standard input) without looking at its meaning,\n"
    "and compare: a meaning counts as right if it is the same to the letter.\n"
    "\n"
    "  --json             {\"examples\", \"correct\", \"accuracy\", \"unparsed\", \"failures\"}\n"
    "  --failures N       how many failures to list (5)\n" LIMIT_HELP;

struct tally {
    size_t examples, correct, unparsed, shown, max_shown;
    bool json;
    json_t *failures;
};

static void show_failure(struct tally *t, const g2l2_example *e, const g2l2_result *r) {
    const char *got = r->n_readings ? r->readings[0].text : NULL;
    if (t->shown++ >= t->max_shown) return;
    if (t->json) {
        json_t *row =
            json_pack("{s:o, s:I, s:s, s:s, s:o, s:o}", "file", cli_json_text(e->file), "line",
                      (json_int_t)e->line, "sentence", e->sentence, "wanted", e->target, "got",
                      cli_json_text(got), "reason", cli_json_text(r->reason));
        json_array_append_new(t->failures, row);
        return;
    }
    printf("%s:%zu: %s\n  wanted  %s\n", e->file, e->line, e->sentence, e->target);
    if (got) printf("  got     %s\n", got);
    else printf("  no parse: %s\n", r->reason);
}

static bool right(const g2l2_example *e, const g2l2_result *r) {
    return r->n_readings && !strcmp(r->readings[0].text, e->target);
}

static g2l2_status decode(const g2l2_model *model, const g2l2_dataset *data,
                          const g2l2_limits *limits, struct tally *t, g2l2_error *err) {
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_status status = g2l2_parser_new(model, limits, &parser, err);
    if (status) return status;
    for (size_t i = 0; i < g2l2_dataset_count(data) && !status; i++) {
        g2l2_example e = g2l2_dataset_get(data, i);
        status = g2l2_parser_run(parser, e.sentence, 1, &result, err);
        if (status == G2L2_STATUS_LIMIT) { /* of this sentence; it counts as not parsed */
            result = (g2l2_result){.reason = err->message};
            status = G2L2_STATUS_OK;
        }
        if (status) break;
        t->examples++;
        t->correct += right(&e, &result);
        t->unparsed += !result.n_readings;
        if (!right(&e, &result)) show_failure(t, &e, &result);
    }
    g2l2_parser_free(parser);
    return status;
}

static void print_tally(struct tally *t) {
    double accuracy = (double)t->correct / (double)t->examples;
    if (t->json) {
        json_t *out = json_pack("{s:I, s:I, s:f, s:I, s:O}", "examples", (json_int_t)t->examples,
                                "correct", (json_int_t)t->correct, "accuracy", accuracy, "unparsed",
                                (json_int_t)t->unparsed, "failures", t->failures);
        json_dumpf(out, stdout, JSON_INDENT(2));
        printf("\n");
        json_decref(out);
        return;
    }
    if (t->shown > t->max_shown) printf("... and %zu more\n", t->shown - t->max_shown);
    printf("%zu of %zu right: %.2f%%", t->correct, t->examples, 100 * accuracy);
    printf(", %zu without a parse\n", t->unparsed);
}

static int run(int argc, char **argv) {
    struct tally t = {.max_shown = 5};
    g2l2_limits limits = g2l2_limits_default();
    const struct option_row rows[] = {
        {"--json", .flag = &t.json}, {"--failures", .size = &t.max_shown}, LIMIT_ROWS(limits), {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = rest ? cli_options(argc, argv, &cli_eval, rows, rest) : -1;
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    g2l2_model *model = NULL;
    g2l2_dataset *data = NULL;
    g2l2_error err;
    t.failures = json_array();
    if (n >= 0 && n != 2) status = cli_usage(&cli_eval, "a model and a file are needed");
    if (!status &&
        (g2l2_model_load(rest[0], &model, &err) || g2l2_dataset_new(&data, &err) ||
         g2l2_dataset_read(data, rest[1], &limits, &err) || decode(model, data, &limits, &t, &err)))
        status = cli_fail(&err);
    if (!status) print_tally(&t);
    json_decref(t.failures);
    g2l2_dataset_free(data);
    g2l2_model_free(model);
    free(rest);
    return cli_finish(status);
}

const struct command cli_eval = {"eval", "how many examples a model gets right", help, run};
