/* g2l2 explain: the derivation of a sentence, or why there is none. */
#include <stdlib.h>

#include "cli/cli.h"

static const char help[] =
    "usage: g2l2 explain MODEL SENTENCE...\n"
    "\n"
    "Show how a sentence gets its meaning: the derivation as linguists draw it, the\n"
    "program, and its execution step by step. For a sentence without a parse: why not\n"
    "(exit status 3).\n"
    "\n" LIMIT_HELP;

static int one(g2l2_parser *parser, const char *sentence) {
    g2l2_error err;
    g2l2_result result;
    const char *text;
    if (g2l2_parser_explain(parser, sentence, &text, &err)) return cli_fail(&err);
    fputs(text, stdout);
    if (g2l2_parser_run(parser, sentence, 1, &result, &err)) return cli_fail(&err);
    return result.n_readings ? EXIT_OK : EXIT_NO_PARSE;
}

static int run(int argc, char **argv) {
    g2l2_limits limits = g2l2_limits_default();
    const struct option_row rows[] = {LIMIT_ROWS(limits), {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = rest ? cli_options(argc, argv, &cli_explain, rows, rest) : -1;
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    g2l2_model *model = NULL;
    g2l2_parser *parser = NULL;
    g2l2_error err;
    if (n >= 0 && n < 2) status = cli_usage(&cli_explain, "a model and a sentence are needed");
    if (!status &&
        (g2l2_model_load(rest[0], &model, &err) || g2l2_parser_new(model, &limits, &parser, &err)))
        status = cli_fail(&err);
    for (int i = 1; parser && i < n; i++) {
        if (i > 1) printf("\n");
        int now = one(parser, rest[i]);
        if (now > status || now == EXIT_ERROR) status = now;
    }
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    free(rest);
    return cli_finish(status);
}

const struct command cli_explain = {"explain", "show how a sentence gets its meaning", help, run};
