/* g2l2 explain: the derivation of a sentence, or why there is none. */
#include <stdlib.h>

#include "cli/cli.h"

static const char help[] =
    "usage: g2l2 explain MODEL SENTENCE...\n"
    "       g2l2 explain MODEL [--scene FILE[:INDEX]] QUESTION...\n"
    "\n"
    "Show how a sentence gets its meaning: the derivation as linguists draw it, the\n"
    "program, and its execution step by step; for a question about a scene, which objects\n"
    "each step means and how surely. For a sentence without a parse: why not (exit\n"
    "status 3).\n"
    "\n"
    "  g2l2 explain scan.g2l2 'jump around left twice'\n"
    "  g2l2 explain clevr.g2l2 --scene scenes.json:7 'how many red cubes are there?'\n"
    "\n"
    "  --scene FILE:INDEX the scene that questions are about: its place in the file, from 0;\n"
    "                     without one there are no values\n" LIMIT_HELP;

struct job {
    g2l2_limits limits;
    const char *scene;
    g2l2_model *model;
    g2l2_scenes *scenes;
    g2l2_parser *parser;
};

/* A question that parses needs a scene for its answer, not for its explanation. */
static int one(const struct job *job, const char *sentence) {
    g2l2_error err;
    g2l2_result result;
    const char *text;
    if (g2l2_parser_explain(job->parser, sentence, &text, &err)) return cli_fail(&err);
    fputs(text, stdout);
    g2l2_status status = g2l2_parser_run(job->parser, sentence, 1, &result, &err);
    bool blind = !job->scenes && g2l2_domain_has_scenes(g2l2_model_domain(job->model));
    if (status == G2L2_STATUS_ARGUMENT && blind) return EXIT_OK;
    if (status) return cli_fail(&err);
    return result.n_readings ? EXIT_OK : EXIT_NO_PARSE;
}

static int open_all(struct job *job, const char *path) {
    g2l2_error err;
    size_t index = 0;
    if (g2l2_model_load(path, &job->model, &err)) return cli_fail(&err);
    int status = job->scene ? cli_open_scene(&cli_explain, job->model, job->scene, &job->limits,
                                             &job->scenes, &index)
                            : EXIT_OK;
    if (!status && (g2l2_parser_new(job->model, &job->limits, &job->parser, &err) ||
                    (job->scenes && g2l2_parser_look(job->parser, job->scenes, index, &err))))
        status = cli_fail(&err);
    return status;
}

static int run(int argc, char **argv) {
    struct job job = {.limits = g2l2_limits_default()};
    const struct option_row rows[] = {{"--scene", .text = &job.scene}, LIMIT_ROWS(job.limits), {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = rest ? cli_options(argc, argv, &cli_explain, rows, rest) : -1;
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    if (n >= 0 && n < 2) status = cli_usage(&cli_explain, "a model and a sentence are needed");
    if (!status) status = open_all(&job, rest[0]);
    bool open = !status;
    for (int i = 1; open && i < n; i++) {
        if (i > 1) printf("\n");
        int now = one(&job, rest[i]);
        if (now > status || now == EXIT_ERROR) status = now;
    }
    g2l2_parser_free(job.parser);
    g2l2_scenes_free(job.scenes);
    g2l2_model_free(job.model);
    free(rest);
    return cli_finish(status);
}

const struct command cli_explain = {"explain", "show how a sentence gets its meaning", help, run};
