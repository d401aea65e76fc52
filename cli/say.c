/* g2l2 say: sentences of the learned language for a meaning. */
#include <stdlib.h>
#include <string.h>

#include "common/common.h"
#include "cli/cli.h"

static const char help[] =
    "usage: g2l2 say MODEL MEANING... [--n-best N] [--json]\n"
    "\n"
    "Say it back: the sentences of the learned language that mean MEANING, which is actions or a\n"
    "record as `run` prints them, the shortest first. Each was parsed again, and MEANING is its\n"
    "best reading. Numbers and names that are copied from a sentence are not said.\n"
    "\n"
    "  g2l2 say scan.g2l2 'I_JUMP I_JUMP I_WALK'\n"
    "  g2l2 say home.g2l2 '{\"action\": \"open\", \"device\": \"cover\"}'\n"
    "\n"
    "The exit status is 3 if a meaning has no sentence of at most twelve words.\n"
    "\n"
    "  --n-best N         sentences for each meaning, at most 100 (1)\n"
    "  --json             {\"meaning\", \"sentences\": [{\"sentence\", \"confidence\"}]}, a line "
    "each\n" BUDGET_HELP;

struct job {
    size_t n_best;
    bool json;
};

static int put_json(const char *meaning, const g2l2_sentences *found) {
    json_t *list = json_array();
    for (size_t i = 0; i < g2l2_sentences_count(found); i++) {
        g2l2_reading one = g2l2_sentences_get(found, i);
        json_array_append_new(list, json_pack("{s:o, s:f}", "sentence", cli_json_text(one.text),
                                              "confidence", one.confidence));
    }
    json_t *row = json_pack("{s:o, s:o}", "meaning", cli_json_text(meaning), "sentences", list);
    int status = row && !json_dumpf(row, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9))
                     ? EXIT_OK
                     : EXIT_ERROR;
    if (status) fprintf(stderr, "g2l2: out of memory\n");
    printf("\n");
    json_decref(row);
    return status;
}

static int say(g2l2_parser *parser, const char *meaning, const struct job *job) {
    g2l2_error err;
    g2l2_sentences *found;
    if (g2l2_parser_say(parser, meaning, job->n_best, &found, &err)) return cli_fail(&err);
    size_t n = g2l2_sentences_count(found);
    int status = n ? EXIT_OK : EXIT_NO_PARSE;
    if (!n) cli_put(stderr, "g2l2: no sentence was found that means '%.200s'\n", meaning);
    if (job->json && put_json(meaning, found)) status = EXIT_ERROR;
    for (size_t i = 0; !job->json && i < n; i++) {
        cli_put_data(g2l2_sentences_get(found, i).text, stdout);
        putchar('\n');
    }
    g2l2_sentences_free(found);
    return status;
}

static int run(int argc, char **argv) {
    struct job job = {.n_best = 1};
    struct cli_budget budget = {.seconds = CLI_SECONDS};
    const struct option_row rows[] = {
        {"--n-best", .size = &job.n_best}, {"--json", .flag = &job.json}, BUDGET_ROWS(budget), {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_say, rows, rest);
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    g2l2_model *model = NULL;
    g2l2_parser *parser = NULL;
    g2l2_error err;
    if (!status && n < 2) status = cli_usage(&cli_say, "a model and a meaning are needed");
    if (!status && !job.n_best) status = cli_usage(&cli_say, "--n-best is at least 1");
    if (!status) status = cli_budget_start(&cli_say, &budget);
    if (!status &&
        (g2l2_model_load(rest[0], &model, &err) || g2l2_parser_new(model, NULL, &parser, &err)))
        status = cli_fail(&err);
    for (int i = 1; !status && parser && i < n; i++) {
        cli_reached("looking for sentences for meaning %d of %d", i, n - 1);
        int said = say(parser, rest[i], &job);
        if (said) status = said;
    }
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    free(rest);
    return cli_finish(status);
}

const struct command cli_say = {"say", "sentences for a meaning", help, run};
