/* g2l2 explain: how a sentence gets its meaning, or why it has none, in the form that is
 * wanted: a page to read, or a trace (docs/TRACE.md) and drawings of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "common/common.h"
#include "cli/cli.h"

static const char help[] =
    "usage: g2l2 explain MODEL SENTENCE... [--format FORMAT] [-o FILE]\n"
    "       g2l2 explain MODEL [--scene FILE[:INDEX]] QUESTION... [--format FORMAT] [-o FILE]\n"
    "       g2l2 explain MODEL --image FILE.png QUESTION... [--format FORMAT] [-o FILE]\n"
    "\n"
    "Show how a sentence gets its meaning: the derivation as linguists draw it, the\n"
    "program, and its execution step by step; for a question about a scene, which objects\n"
    "each step means and how surely, and what words such as `it` refer to. Where other\n"
    "derivations compete, they stand side by side. For a sentence without a parse: why not\n"
    "(exit status 3). On a terminal it has colours, unless NO_COLOR is set.\n"
    "\n"
    "  g2l2 explain scan.g2l2 'jump around left twice'\n"
    "  g2l2 explain scan.g2l2 'jump around left twice' -o jump.svg\n"
    "  g2l2 explain clevr.g2l2 --scene scenes.json:7 'how many red cubes are there?' -o it.html\n"
    "\n"
    "  --format FORMAT    text   a page to read (the default)\n"
    "                     json   the trace, a line for each sentence: docs/TRACE.md\n"
    "                     svg    a picture of all of it, with pictures of the scene\n"
    "                     html   one self-contained page to click through, step by step\n"
    "                     latex  a document for pdflatex\n"
    "                     dot    a graph for graphviz\n"
    "  --json             the same as --format json\n"
    "  --derivation       svg, latex: the derivation alone, for a paper\n"
    "  -o, --output FILE  write it here; the name tells the format: .txt .json .svg .html .tex\n"
    "                     .dot (text on standard output)\n"
    "  --table FILE       a CSV table that questions are about; several are joined\n"
    "  --scene FILE:INDEX the scene that questions are about: its place in the file, from 0;\n"
    "                     without one there are no values\n"
    "  --images DIR       where its image is: pictures show that, with the boxes of its objects\n"
    "  --image FILE       or an image (PNG), where the model was learned from images\n" PARSE_HELP
    "  --max-total F      time all of it may take (twice --max-seconds for each sentence)\n";

struct job {
    const char *table;
    struct cli_tables tables;
    g2l2_limits limits;
    const char *scene, *images, *image, *output, *name;
    bool json, derivation;
    g2l2_format format;
    g2l2_model *model;
    g2l2_scenes *scenes;
    g2l2_parser *parser;
};

/* ---- formats ------------------------------------------------------------------------------ */

bool cli_format_of(const char *path, g2l2_format *out) {
    static const char *const same[][2] = {{"txt", "text"}, {"tex", "latex"}, {"gv", "dot"},
                                          {"htm", "html"}, {"html", "html"}, {"svg", "svg"},
                                          {"dot", "dot"},  {"json", "json"}};
    const char *dot = strrchr(path, '.');
    if (!dot || strchr(dot, '/')) return false;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if (!strcasecmp(dot + 1, same[i][0])) return g2l2_format_find(same[i][1], out);
    return false;
}

/* Which format, and can it hold that many sentences? */
static int choose_format(struct job *job, int n_sentences) {
    bool lines;
    if (job->json && job->name && strcmp(job->name, "json"))
        return cli_usage(&cli_explain, "--json and --format %s do not go together", job->name);
    if (job->json) job->format = G2L2_FORMAT_JSON;
    else if (job->name && !g2l2_format_find(job->name, &job->format))
        return cli_usage(&cli_explain, "there is no format '%s': text, json, svg, html, latex, dot",
                         job->name);
    else if (!job->name && job->output && strcmp(job->output, "-") &&
             !cli_format_of(job->output, &job->format))
        return cli_usage(&cli_explain,
                         "the name '%s' tells no format: .txt .json .svg .html .tex .dot do, or "
                         "--format",
                         job->output);
    lines = job->format == G2L2_FORMAT_TEXT || job->format == G2L2_FORMAT_JSON;
    if (n_sentences > 1 && !lines)
        return cli_usage(&cli_explain, "this format holds one sentence; there are %d", n_sentences);
    return EXIT_OK;
}

/* ---- sentences --------------------------------------------------------------------------- */

/* A question that parses needs a scene for its answer, not for its explanation. */
static int one(const struct job *job, const char *sentence, FILE *out) {
    g2l2_error err;
    g2l2_explanation shown;
    const g2l2_show_options options = {.format = job->format, .derivation = job->derivation};
    if (g2l2_parser_show(job->parser, sentence, &options, &shown, &err)) return cli_fail(&err);
    if (job->format == G2L2_FORMAT_TEXT && out == stdout && cli_wants_color(out))
        cli_paint(shown.text, out);
    else cli_put_data(shown.text, out);
    if (shown.length && shown.text[shown.length - 1] != '\n') fputc('\n', out);
    bool parsed = shown.status == G2L2_PARSE_OK || shown.status == G2L2_PARSE_NO_SCENE;
    return parsed ? EXIT_OK : EXIT_NO_PARSE;
}

static int all(const struct job *job, const char **sentences, int n, FILE *out) {
    int status = EXIT_OK;
    for (int i = 0; i < n; i++) {
        if (i && job->format == G2L2_FORMAT_TEXT) fputc('\n', out);
        int now = one(job, sentences[i], out);
        if (status != EXIT_ERROR && now) status = now;
    }
    return status;
}

/* Written whole or not at all. */
static int all_to_file(const struct job *job, const char **sentences, int n) {
    g2l2_error err;
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    int status = memory ? all(job, sentences, n, memory) : EXIT_ERROR;
    bool whole = memory && !fclose(memory);
    if (!whole) {
        fprintf(stderr, "g2l2: out of memory\n");
        status = EXIT_ERROR;
    }
    bool made = status == EXIT_OK || status == EXIT_NO_PARSE;
    if (made && file_write(job->output, text, size, &err)) status = cli_fail(&err);
    else if (made) cli_put(stdout, "wrote %s\n", job->output);
    free(text);
    return status;
}

/* The pictures will have it; so it must be one. */
static int open_images(const struct job *job, size_t scene) {
    g2l2_error err;
    g2l2_image *image;
    if (g2l2_scenes_set_images(job->scenes, job->images, &err) ||
        g2l2_scenes_image(job->scenes, scene, &image, &err))
        return cli_fail(&err);
    g2l2_image_free(image);
    return EXIT_OK;
}

static int open_all(struct job *job, const char *path) {
    g2l2_error err;
    size_t index = 0;
    if (g2l2_model_load(path, &job->model, &err)) return cli_fail(&err);
    int status = EXIT_OK;
    if (job->image) status = cli_open_image(&cli_explain, job->model, job->image, &job->scenes);
    else if (job->scene || job->tables.n)
        status = cli_open_tables(&cli_explain, job->model, &job->tables, job->scene, &job->limits,
                                 &job->scenes, &index);
    if (!status && job->images && job->scenes) status = open_images(job, index);
    if (!status && (g2l2_parser_new(job->model, &job->limits, &job->parser, &err) ||
                    (job->scenes && g2l2_parser_set_scene(job->parser, job->scenes, index, &err))))
        status = cli_fail(&err);
    return status;
}

static int run(int argc, char **argv) {
    struct job job = {.limits = cli_parse_limits()};
    job.tables = cli_find_tables(argc, argv);
    struct cli_budget total = {.option = "--max-total"};
    const struct option_row rows[] = {{"--scene", .text = &job.scene},
                                      {"--images", .text = &job.images},
                                      {"--table", .text = &job.table},
                                      {"--image", .text = &job.image},
                                      {"--format", .text = &job.name},
                                      {"-o|--output", .text = &job.output},
                                      {"--json", .flag = &job.json},
                                      {"--derivation", .flag = &job.derivation},
                                      PARSE_ROWS(job.limits),
                                      TOTAL_ROW(total),
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_explain, rows, rest);
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    if (n >= 0 && n < 2) status = cli_usage(&cli_explain, "a model and a sentence are needed");
    if (!status && job.image && job.scene)
        status = cli_usage(&cli_explain, "--image and --scene do not go together");
    if (!status && job.images && !job.scene)
        status = cli_usage(&cli_explain, "--images needs --scene: whose image is it?");
    if (!status) status = choose_format(&job, n - 1);
    /* An explanation looks at its sentence several times, each of which has the seconds of one. */
    if (total.seconds == 0) total.seconds = fmin(2 * job.limits.max_seconds * (n - 1), 1e6);
    if (!status) status = cli_budget_start(&cli_explain, &total);
    if (!status) status = open_all(&job, rest[0]);
    bool to_file = job.output && strcmp(job.output, "-");
    if (!status && to_file) status = all_to_file(&job, rest + 1, n - 1);
    else if (!status) status = all(&job, rest + 1, n - 1, stdout);
    g2l2_parser_free(job.parser);
    g2l2_scenes_free(job.scenes);
    g2l2_model_free(job.model);
    free(rest);
    return cli_finish(status);
}

const struct command cli_explain = {"explain", "show how a sentence gets its meaning", help, run};
