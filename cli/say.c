/* g2l2 say: sentences of the learned language for a meaning, or for objects of a scene. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/common.h"
#include "cli/cli.h"

static const char help[] =
    "usage: g2l2 say MODEL MEANING... [--n-best N] [--json]\n"
    "       g2l2 say MODEL --scene FILE[:INDEX] OBJECT... [--n-best N] [--json]\n"
    "       g2l2 say MODEL --table FILE OBJECT... [--n-best N] [--json]\n"
    "\n"
    "Say it back: the sentences of the learned language that mean MEANING, which is actions or a\n"
    "record as `run` prints them, the shortest first; of a record, those that are most like the\n"
    "examples. Each was parsed again, and MEANING is its best reading.\n"
    "\n"
    "Of a scene, phrases that fit OBJECT and no other object, each parsed and executed again.\n"
    "OBJECT is its number as `explain` has it, from 1; several at once are 1,4; without any, each\n"
    "object is described. Rows of a table are numbered from 1, or called by their name.\n"
    "\n"
    "  g2l2 say scan.g2l2 'I_JUMP I_JUMP I_WALK'\n"
    "  g2l2 say home.g2l2 '{\"action\": \"open\", \"device\": \"cover\"}'\n"
    "  g2l2 say clevr.g2l2 --scene scenes.json:7 3\n"
    "\n"
    "The exit status is 3 if there is no sentence of at most twelve words.\n"
    "\n"
    "  --scene FILE:INDEX the scene whose objects are described: its place in the file, from 0\n"
    "  --table FILE       a CSV table whose rows are described instead; several are joined\n"
    "  --image FILE       or an image (PNG), where the model was learned from images\n"
    "  --n-best N         sentences for each meaning or object, at most 100 (1)\n"
    "  --json             {\"meaning\", \"sentences\": [{\"sentence\", \"confidence\"}], "
    "\"reason\"}, a\n"
    "                     line each; of objects \"objects\" in place of \"meaning\"\n" BUDGET_HELP;

struct job {
    size_t n_best;
    bool json;
    const char *scene, *table, *image;
    struct cli_tables tables;
    g2l2_model *model;
    g2l2_scenes *scenes;
    size_t index; /* of the scene */
    g2l2_parser *parser;
};

/* ---- sentences ---------------------------------------------------------------------------- */

static int put_json(json_t *row, const g2l2_sentences *found) {
    json_t *list = json_array();
    for (size_t i = 0; i < g2l2_sentences_count(found); i++) {
        g2l2_reading one = g2l2_sentences_get(found, i);
        json_array_append_new(list, json_pack("{s:o, s:f}", "sentence", cli_json_text(one.text),
                                              "confidence", one.confidence));
    }
    json_object_set_new(row, "sentences", list);
    int status = row && !json_dumpf(row, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9))
                     ? EXIT_OK
                     : EXIT_ERROR;
    if (status) fprintf(stderr, "g2l2: out of memory\n");
    printf("\n");
    json_decref(row);
    return status;
}

static void put_lines(const g2l2_sentences *found) {
    for (size_t i = 0; i < g2l2_sentences_count(found); i++) {
        cli_put_data(g2l2_sentences_get(found, i).text, stdout);
        putchar('\n');
    }
}

static int say(const struct job *job, const char *meaning) {
    g2l2_error err;
    g2l2_sentences *found;
    if (g2l2_parser_say(job->parser, meaning, job->n_best, &found, &err)) return cli_fail(&err);
    int status = g2l2_sentences_count(found) ? EXIT_OK : EXIT_NO_PARSE;
    if (status)
        cli_put(stderr, "g2l2: nothing to say for '%.200s': %s\n", meaning,
                g2l2_sentences_reason(found));
    if (!job->json) put_lines(found);
    else if (put_json(json_pack("{s:o, s:o}", "meaning", cli_json_text(meaning), "reason",
                                cli_json_text(g2l2_sentences_reason(found))),
                      found))
        status = EXIT_ERROR;
    g2l2_sentences_free(found);
    return status;
}

/* ---- objects ------------------------------------------------------------------------------- */

static json_t *json_of(const size_t *objects, size_t n, const char *reason) {
    json_t *row = json_object(), *list = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, json_integer((json_int_t)objects[i] + 1));
    json_object_set_new(row, "objects", list);
    json_object_set_new(row, "reason", cli_json_text(reason));
    return row;
}

/* called: as the command has it, or NULL where all are described. */
static int describe(const struct job *job, const size_t *objects, size_t n, const char *called) {
    g2l2_error err;
    g2l2_sentences *found;
    if (g2l2_parser_describe(job->parser, objects, n, job->n_best, &found, &err))
        return cli_fail(&err);
    const char *reason = g2l2_sentences_reason(found);
    int status = reason ? EXIT_NO_PARSE : EXIT_OK;
    if (reason && called) cli_put(stderr, "g2l2: object %.200s: %s\n", called, reason);
    if (reason && !called) cli_put(stderr, "g2l2: object %zu: %s\n", objects[0] + 1, reason);
    if (!job->json && !called) printf("%zu  ", objects[0] + 1);
    if (!job->json) put_lines(found);
    if (!job->json && !called && reason) putchar('\n');
    if (job->json && put_json(json_of(objects, n, reason), found)) status = EXIT_ERROR;
    g2l2_sentences_free(found);
    return status;
}

static int describe_all(const struct job *job) {
    int status = EXIT_OK;
    size_t n = g2l2_scenes_n_objects(job->scenes, job->index);
    for (size_t i = 0; i < n && status != EXIT_ERROR; i++) {
        cli_reached("describing object %zu of %zu", i + 1, n);
        int now = describe(job, &i, 1, NULL);
        if (now) status = now;
    }
    return status;
}

/* "1,4"; false: it is no list of numbers. */
static bool read_numbers(const char *text, size_t *objects, size_t *n) {
    char *end;
    for (*n = 0; *text >= '0' && *text <= '9'; text = end + 1) {
        errno = 0;
        unsigned long number = strtoul(text, &end, 10);
        if (errno || !number) return false;
        objects[(*n)++] = number - 1;
        if (!*end) return true;
        if (*end != ',') return false;
    }
    return false;
}

static int describe_one(const struct job *job, const char *called) {
    size_t *objects = calloc(strlen(called) + 1, sizeof *objects), n = 0;
    int status = EXIT_ERROR;
    g2l2_error err;
    if (!objects) fprintf(stderr, "g2l2: out of memory\n");
    else if (read_numbers(called, objects, &n)) status = describe(job, objects, n, called);
    else if (g2l2_scenes_find_object(job->scenes, job->index, called, objects, &err))
        status = cli_fail(&err);
    else status = describe(job, objects, 1, called);
    free(objects);
    return status;
}

/* ---- the command --------------------------------------------------------------------------- */

static int open_all(struct job *job, const char *path) {
    g2l2_error err;
    if (g2l2_model_load(path, &job->model, &err)) return cli_fail(&err);
    int status = EXIT_OK;
    if (job->image) status = cli_open_image(&cli_say, job->model, job->image, &job->scenes);
    else if (job->scene || job->tables.n)
        status = cli_open_tables(&cli_say, job->model, &job->tables, job->scene, NULL, &job->scenes,
                                 &job->index);
    if (!status &&
        (g2l2_parser_new(job->model, NULL, &job->parser, &err) ||
         (job->scenes && g2l2_parser_set_scene(job->parser, job->scenes, job->index, &err))))
        status = cli_fail(&err);
    return status;
}

static int say_all(const struct job *job, const char **rest, int n) {
    int status = job->scenes && !n ? describe_all(job) : EXIT_OK;
    for (int i = 0; status != EXIT_ERROR && i < n; i++) {
        cli_reached("looking for sentences for meaning %d of %d", i + 1, n);
        int now = job->scenes ? describe_one(job, rest[i]) : say(job, rest[i]);
        if (now) status = now;
    }
    return status;
}

static int run(int argc, char **argv) {
    struct job job = {.n_best = 1};
    struct cli_budget budget = {.seconds = CLI_SECONDS};
    job.tables = cli_find_tables(argc, argv);
    const struct option_row rows[] = {{"--scene", .text = &job.scene},
                                      {"--table", .text = &job.table},
                                      {"--image", .text = &job.image},
                                      {"--n-best", .size = &job.n_best},
                                      {"--json", .flag = &job.json},
                                      BUDGET_ROWS(budget),
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_say, rows, rest);
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    bool about = job.scene || job.table || job.image;
    if (!status && n < (about ? 1 : 2))
        status = cli_usage(&cli_say, "a model and a meaning are needed");
    if (!status && !job.n_best) status = cli_usage(&cli_say, "--n-best is at least 1");
    if (!status) status = cli_budget_start(&cli_say, &budget);
    if (!status) status = open_all(&job, rest[0]);
    if (!status) status = say_all(&job, rest + 1, n - 1);
    g2l2_parser_free(job.parser);
    g2l2_scenes_free(job.scenes);
    g2l2_model_free(job.model);
    free(rest);
    return cli_finish(status);
}

const struct command cli_say = {"say", "sentences for a meaning, or for objects", help, run};
