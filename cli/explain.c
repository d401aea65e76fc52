/* g2l2 explain: the derivation of a sentence, or why there is none.
 *
 * JSON has the sections of the page by name, each with its lines:
 *
 *     derivation (the best of 2):      "derivation": {"note": "the best of 2",
 *       jump   twice                                  "lines": ["jump   twice", ...]}      */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static const char help[] =
    "usage: g2l2 explain MODEL SENTENCE... [--json]\n"
    "       g2l2 explain MODEL [--scene FILE[:INDEX]] QUESTION... [--json]\n"
    "\n"
    "Show how a sentence gets its meaning: the derivation as linguists draw it, the\n"
    "program, and its execution step by step; for a question about a scene, which objects\n"
    "each step means and how surely, and what words such as `it` refer to. For a sentence\n"
    "without a parse: why not (exit status 3).\n"
    "\n"
    "  g2l2 explain scan.g2l2 'jump around left twice'\n"
    "  g2l2 explain clevr.g2l2 --scene scenes.json:7 'how many red cubes are there?'\n"
    "\n"
    "  --scene FILE:INDEX the scene that questions are about: its place in the file, from 0;\n"
    "                     without one there are no values\n"
    "  --json             JSON lines: sentence, result, confidence, reason, and the sections\n"
    "                     of the page, each with a note and its lines\n" LIMIT_HELP;

struct job {
    g2l2_limits limits;
    bool json;
    const char *scene;
    g2l2_model *model;
    g2l2_scenes *scenes;
    g2l2_parser *parser;
};

/* ---- JSON ------------------------------------------------------------------------------- */

static json_t *text_json(const char *text, size_t n) {
    char *copy = strndup(text, n);
    json_t *out = cli_json_text(copy);
    free(copy);
    return out;
}

/* `NAME (NOTE):`, or `NAME:`, becomes a section; its lines follow. */
static json_t *add_section(json_t *sections, const char *line, size_t n) {
    json_t *lines = json_array(), *section = json_pack("{s:o}", "lines", lines);
    size_t name = n ? n - 1 : 0; /* without the colon */
    const char *note = memmem(line, n, " (", 2);
    if (note && name && line[name - 1] == ')') {
        size_t at = (size_t)(note - line) + 2;
        json_object_set_new(section, "note", text_json(line + at, name - 1 - at));
        name = at - 2;
    }
    char *key = strndup(line, name);
    if (key) json_object_set_new(sections, key, section);
    free(key);
    return lines;
}

/* A page is headings, and lines that are indented by two. */
static json_t *sections_json(const char *page) {
    json_t *sections = json_object(), *lines = NULL;
    for (const char *at = page; *at;) {
        size_t n = strcspn(at, "\n");
        if (n && *at != ' ') lines = add_section(sections, at, n);
        else if (n >= 2 && lines) json_array_append_new(lines, text_json(at + 2, n - 2));
        at += n + (at[n] == '\n');
    }
    return sections;
}

static void print_json(const char *sentence, json_t *sections, const g2l2_result *r) {
    const g2l2_reading *best = r->n_readings ? &r->readings[0] : NULL;
    json_t *out = json_pack("{s:o, s:o, s:f, s:o, s:o}", "sentence", cli_json_text(sentence),
                            "result", cli_json_text(best ? best->text : NULL), "confidence",
                            best ? best->confidence : 0.0, "reason", cli_json_text(r->reason),
                            "sections", sections);
    json_dumpf(out, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9));
    printf("\n");
    json_decref(out);
}

/* ---- sentences --------------------------------------------------------------------------- */

/* A question that parses needs a scene for its answer, not for its explanation. */
static int one(const struct job *job, const char *sentence) {
    g2l2_error err;
    g2l2_result result;
    const char *text;
    if (g2l2_parser_explain(job->parser, sentence, &text, &err)) return cli_fail(&err);
    json_t *sections = job->json ? sections_json(text) : NULL;
    if (!job->json) fputs(text, stdout);
    g2l2_status status = g2l2_parser_run(job->parser, sentence, 1, &result, &err);
    bool blind = !job->scenes && g2l2_domain_has_scenes(g2l2_model_domain(job->model));
    bool parsed = status == G2L2_STATUS_ARGUMENT && blind;
    if (status && !parsed) {
        json_decref(sections);
        return cli_fail(&err);
    }
    if (job->json) print_json(sentence, sections, &result);
    return parsed || result.n_readings ? EXIT_OK : EXIT_NO_PARSE;
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
    const struct option_row rows[] = {{"--scene", .text = &job.scene},
                                      {"--json", .flag = &job.json},
                                      LIMIT_ROWS(job.limits),
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = rest ? cli_options(argc, argv, &cli_explain, rows, rest) : -1;
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    if (n >= 0 && n < 2) status = cli_usage(&cli_explain, "a model and a sentence are needed");
    if (!status) status = open_all(&job, rest[0]);
    bool open = !status;
    for (int i = 1; open && i < n; i++) {
        if (i > 1 && !job.json) printf("\n");
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
