/* g2l2 run: sentences in, meanings out. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

static const char help[] =
    "usage: g2l2 run MODEL [SENTENCE...] [--min-confidence P] [--json] [--n-best N]\n"
    "       g2l2 run MODEL --scene FILE[:INDEX] [QUESTION...] [--json] [--n-best N]\n"
    "       g2l2 run MODEL --image FILE.png [QUESTION...] [--json] [--n-best N]\n"
    "\n"
    "Print the meaning of each sentence, one line each. Without sentences they are read\n"
    "from standard input: one line out for each line in. MODEL may be a model file or a\n"
    "lexicon as text. A sentence that has no parse gives an empty line, the reason on\n"
    "standard error, and exit status 3 at the end. A meaning whose confidence is below 0.5,\n"
    "or that another is about as likely as, is printed with a note on standard error.\n"
    "\n"
    "  g2l2 run scan.g2l2 'jump around left twice and walk'\n"
    "  g2l2 run clevr.g2l2 --scene scenes.json:7 'how many red cubes are there?'\n"
    "\n"
    "  --scene FILE:INDEX the scene that questions are about: its place in the file, from 0\n"
    "  --table FILE       a CSV table that they are about instead; several are joined\n"
    "  --image FILE       or an image (PNG), where the model was learned from images\n"
    "  --min-confidence P withhold meanings that are less sure than P: an empty line, the\n"
    "                     reason on standard error, and exit status 4 at the end\n"
    "  --no-guess         take no unknown word for a known one that is spelled alike\n"
    "  --json             JSON lines: sentence, result, confidence, n_best, reason, and\n"
    "                     abstained with --min-confidence\n"
    "  --n-best N         readings in the JSON (5)\n" PARSE_HELP TOTAL_HELP;

#define DOUBT 0.5 /* confidence below which there is a note, */
#define RIVAL 0.8 /* or a second reading has so much of it */

struct job {
    g2l2_parser *parser;
    bool json;
    bool literal; /* words are what they are spelled as */
    size_t n_best;
    double least; /* confidence below which nothing is said; 0: none */
    size_t line;  /* of standard input, or 0 */
    int status;
};

json_t *cli_result_json(const char *sentence, const g2l2_result *r) {
    json_t *n_best = json_array();
    for (size_t i = 0; i < r->n_readings; i++)
        json_array_append_new(n_best,
                              json_pack("{s:o, s:f}", "result", cli_json_text(r->readings[i].text),
                                        "confidence", r->readings[i].confidence));
    const char *best = r->n_readings ? r->readings[0].text : NULL;
    return json_pack("{s:o, s:o, s:f, s:o, s:o}", "sentence", cli_json_text(sentence), "result",
                     cli_json_text(best), "confidence",
                     r->n_readings ? r->readings[0].confidence : 0.0, "n_best", n_best, "reason",
                     cli_json_text(r->reason));
}

/* What is withheld stays in n_best, with its confidence. */
static void print_json(const struct job *job, const char *sentence, const g2l2_result *r,
                       bool abstains) {
    json_t *out = cli_result_json(sentence, r);
    if (job->least > 0) json_object_set_new(out, "abstained", json_boolean(abstains));
    if (abstains) json_object_set_new(out, "result", json_null());
    json_dumpf(out, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9));
    printf("\n");
    json_decref(out);
}

/* Bytes of the text to show, at most `max`, and none of half a character. */
static int shown(const char *text, size_t max) {
    size_t n = strnlen(text, max);
    while (n && ((unsigned char)text[n] & 0xC0) == 0x80) n--;
    return (int)n;
}

/* One line, without what could break it or drive the terminal. */
static void print_reason(size_t line, const char *what, const char *sentence, const char *reason) {
    char *text, place[64] = "";
    if (line) snprintf(place, sizeof place, "standard input:%zu: ", line);
    if (asprintf(&text, "%s%s '%.*s': %s", place, what, shown(sentence, 200), sentence, reason) <
        0) {
        cli_put(stderr, "g2l2: %s%s: out of memory\n", place, what);
        return;
    }
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127) *at = ' ';
    cli_put(stderr, "g2l2: %s\n", text);
    free(text);
}

/* The reading that is about as likely as the first, or NULL. */
static const char *rival(const g2l2_result *r) {
    if (r->n_readings < 2 || r->readings[1].confidence < RIVAL * r->readings[0].confidence)
        return NULL;
    return r->readings[1].text;
}

static void print_doubt(const struct job *job, const char *sentence, const g2l2_result *result,
                        bool abstains) {
    double confidence = result->readings[0].confidence;
    const char *other = rival(result);
    char reason[300];
    if (abstains)
        snprintf(reason, sizeof reason, "its confidence is %.2f, and %.2f is asked for", confidence,
                 job->least);
    else if (other)
        snprintf(reason, sizeof reason, "its confidence is only %.2f; about as likely is '%.*s'",
                 confidence, shown(other, 200), other);
    else snprintf(reason, sizeof reason, "its confidence is only %.2f", confidence);
    print_reason(job->line, abstains ? "no answer for" : "unsure of", sentence, reason);
}

static void print_meaning(const char *text) {
    cli_put_data(text, stdout);
    putchar('\n');
}

static void print_result(const struct job *job, const char *sentence, const g2l2_result *result,
                         bool abstains) {
    bool any = result->n_readings;
    bool unsure = any && (result->readings[0].confidence < DOUBT || rival(result));
    if (job->json) print_json(job, sentence, result, abstains);
    else print_meaning(any && !abstains ? result->readings[0].text : "");
    if (job->json) return;
    if (result->reason)
        print_reason(job->line, any ? "a guess for" : "no parse for", sentence, result->reason);
    if (abstains || (!result->reason && unsure)) print_doubt(job, sentence, result, abstains);
}

static void one(struct job *job, const char *sentence) {
    g2l2_result result;
    g2l2_error err;
    if (g2l2_parser_run(job->parser, sentence, job->json ? job->n_best : 2, &result, &err)) {
        result = (g2l2_result){.reason = err.message};
        job->status = EXIT_ERROR;
    } else if (!result.n_readings && job->status != EXIT_ERROR) {
        job->status = EXIT_NO_PARSE;
    }
    bool abstains = result.n_readings && result.readings[0].confidence < job->least;
    if (abstains && !job->status) job->status = EXIT_ABSTAINED;
    print_result(job, sentence, &result, abstains);
}

/* A line that is no sentence still gets its line of output. */
static void refuse(struct job *job, const char *reason) {
    g2l2_result result = {.reason = reason};
    job->status = EXIT_ERROR;
    print_result(job, "", &result, false);
}

static void each_line(struct job *job, size_t max_bytes) {
    struct cli_line line = {0};
    while (job->line++, cli_read_line(&line, max_bytes))
        if (line.wrong) refuse(job, line.wrong);
        else one(job, line.n ? line.at : "");
    if (ferror(stdin)) {
        fprintf(stderr, "g2l2: standard input: cannot read: %s\n", strerror(errno));
        job->status = EXIT_ERROR;
    }
    free(line.at);
}

static int run(int argc, char **argv) {
    struct job job = {.n_best = 5};
    g2l2_limits limits = cli_parse_limits();
    const char *scene = NULL, *image = NULL, *table = NULL;
    const struct cli_tables tables = cli_find_tables(argc, argv);
    struct cli_budget total = {.option = "--max-total"};
    const struct option_row rows[] = {{"--json", .flag = &job.json},
                                      {"--n-best", .size = &job.n_best},
                                      {"--scene", .text = &scene},
                                      {"--min-confidence", .real = &job.least},
                                      {"--no-guess", .flag = &job.literal},
                                      {"--table", .text = &table},
                                      {"--image", .text = &image},
                                      PARSE_ROWS(limits),
                                      TOTAL_ROW(total),
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_run, rows, rest);
    g2l2_model *model = NULL;
    g2l2_scenes *scenes = NULL;
    size_t index = 0;
    g2l2_error err;
    job.status = n < 0 ? EXIT_USAGE : EXIT_OK;
    if (n == 0) job.status = cli_usage(&cli_run, "a model is needed");
    if (n > 0 && !(job.least >= 0 && job.least <= 1))
        job.status = cli_usage(&cli_run, "--min-confidence is between 0 and 1");
    if (n == 1 && scene && (!strcmp(scene, "-") || !strncmp(scene, "-:", 2)))
        job.status =
            cli_usage(&cli_run, "standard input is the scene, so questions are needed here");
    if (!job.status) job.status = cli_budget_start(&cli_run, &total);
    if (!job.status) cli_reached("reading");
    if (!job.status && g2l2_model_load(rest[0], &model, &err)) job.status = cli_fail(&err);
    if (!job.status && image && (scene || tables.n))
        job.status = cli_usage(&cli_run, "--image and --scene do not go together");
    if (!job.status && image) job.status = cli_open_image(&cli_run, model, image, &scenes);
    else if (!job.status)
        job.status = cli_open_tables(&cli_run, model, &tables, scene, &limits, &scenes, &index);
    if (!job.status && (g2l2_parser_new(model, &limits, &job.parser, &err) ||
                        (scenes && g2l2_parser_set_scene(job.parser, scenes, index, &err))))
        job.status = cli_fail(&err);
    if (!job.status) {
        g2l2_parser_set_guessing(job.parser, !job.literal);
        cli_reached("answering");
        for (int i = 1; i < n; i++) one(&job, rest[i]);
        if (n == 1) each_line(&job, limits.max_bytes);
    }
    g2l2_parser_free(job.parser);
    g2l2_scenes_free(scenes);
    g2l2_model_free(model);
    free(rest);
    return cli_finish(job.status);
}

const struct command cli_run = {"run", "print the meaning of sentences", help, run};
