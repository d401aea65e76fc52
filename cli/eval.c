/* g2l2 eval: how many examples does a model get right? */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/common.h"
#include "cli/calibration.h"
#include "cli/cli.h"
#include "cli/decode.h"
#include "cli/groups.h"

static const char help[] =
    "usage: g2l2 eval MODEL FILE [--blame] [--json] [--failures N]\n"
    "       g2l2 eval MODEL --questions FILE [--scenes FILE] [--json] [--failures N]\n"
    "       g2l2 eval MODEL --images DIR --questions FILE [--scenes FILE] [--boxes "
    "given|detected]\n"
    "       g2l2 eval DETECTOR --images DIR --scenes FILE [--json]\n"
    "\n"
    "Decode every sentence of FILE (- for standard input) without looking at its meaning,\n"
    "and compare: a meaning counts as right if it is the same to the letter. Questions\n"
    "about scenes are answered, and also counted by what they ask for, by the relations\n"
    "on the way to the answer, by family and by word, as far as the file tells:\n"
    "\n"
    "  g2l2 data clevr --part test -o test\n"
    "  g2l2 eval clevr.g2l2 --scenes test/scenes.json --questions test/questions.json\n"
    "\n"
    "  --questions FILE   questions about scenes, in the forms that `train` reads\n"
    "  --scenes FILE      the scenes that they name\n"
    "  --table FILE       a CSV table that they are about; several are joined\n"
    "  --images DIR       the images that they are about, PNG; of a detector (a file of\n"
    "                     `g2l2 train detector`, or `detector` for the built-in one): how many\n"
    "                     of the boxes of the scenes it finds\n"
    "  --boxes HOW        given: those of the scenes; detected (given, if the scenes have them)\n"
    "  --blame            which words are to blame: another entry in a word's place is tried, and\n"
    "                     what it mends and breaks is counted; mistakes by word and by\n"
    "                     construction, what is ambiguous or unsure, and labels that may be wrong\n"
    "  --json             {\"examples\", \"correct\", \"accuracy\", \"unparsed\", \"failures\",\n"
    "                     \"ece\", \"auroc\"} (does confidence say how often it is right, and\n"
    "                     which ones are; null where all are right, or none), \"ece_floor\"\n"
    "                     (what chance makes of so many), \"reliability\" (ten bins: n,\n"
    "                     confidence, right);\n"
    "                     of questions also \"by_type\", \"by_hops\", \"by_family\" and\n"
    "                     \"by_word\" (both lowest first), \"confusion\" (wanted, got, count);\n"
    "                     a family has \"by_index\" if the file numbers its families; with\n"
    "                     --blame \"review\", as docs/HTTP.md has it\n"
    "  --min-confidence P withhold meanings that are less sure than P: they are neither right\n"
    "                     nor wrong, and counted as \"abstained\"; exit status 4 if there are\n"
    "                     any\n"
    "  --no-guess         take no unknown word for a known one that is spelled alike\n"
    "  --failures N       how many failures to list (5)\n"
    "  --threads N        decode with N threads (1); what is printed stays the same\n" PARSE_HELP
        TOTAL_HELP;

struct tally {
    size_t examples, correct, unparsed, abstained, shown, max_shown;
    double least; /* confidence below which nothing is said; 0: none */
    bool json, blame;
    bool literal; /* words are what they are spelled as */
    json_t *failures;
    struct grouped report;          /* of questions about scenes */
    struct calibration calibration; /* of meanings, withheld or not */
};

static void show_failure(struct tally *t, const g2l2_example *e, const g2l2_result *r) {
    const char *got = r->n_readings ? r->readings[0].text : NULL;
    if (t->shown++ >= t->max_shown || (t->blame && !t->json)) return;
    if (t->json) {
        json_t *row =
            json_pack("{s:o, s:I, s:s, s:s, s:o, s:o}", "file", cli_json_text(e->file), "line",
                      (json_int_t)e->line, "sentence", e->sentence, "wanted", e->target, "got",
                      cli_json_text(got), "reason", cli_json_text(r->reason));
        json_array_append_new(t->failures, row);
        return;
    }
    cli_put(stdout, "%s:%zu: %s\n  wanted  %s\n", e->file, e->line, e->sentence, e->target);
    if (got) cli_put(stdout, "  got     %s\n", got);
    else cli_put(stdout, "  no parse: %s\n", r->reason);
}

struct job {
    const char *scene_file, *question_file, *table;
    struct cli_tables tables;
    g2l2_sight_options sight;
    g2l2_limits limits;
    int n_threads;
    g2l2_model *model;
    g2l2_scenes *scenes; /* NULL: sentences are about none */
    g2l2_dataset *data;
    char *review; /* malloc'ed; NULL: nobody wants it */
    struct tally tally;
};

static bool right(const struct job *job, const g2l2_example *e, const g2l2_result *r) {
    if (!r->n_readings) return false;
    return g2l2_domain_same(g2l2_model_domain(job->model), r->readings[0].text, e->target);
}

static bool count(void *context, const g2l2_example *e, const g2l2_result *result) {
    struct job *job = context;
    struct tally *t = &job->tally;
    const char *got = result->n_readings ? result->readings[0].text : NULL;
    t->examples++;
    if (result->n_readings &&
        !calibration_add(&t->calibration, result->readings[0].confidence, right(job, e, result)))
        return false;
    if (result->n_readings && result->readings[0].confidence < t->least) {
        t->abstained++;
        return !job->scenes || groups_add(&t->report, e, NULL, false);
    }
    t->correct += right(job, e, result);
    t->unparsed += !result->n_readings;
    if (!right(job, e, result)) show_failure(t, e, result);
    return !job->scenes || groups_add(&t->report, e, got, right(job, e, result));
}

static g2l2_status decode(void *context, const g2l2_dataset *data, g2l2_error *err) {
    struct job *job = context;
    const struct decoding decoding = {.model = job->model,
                                      .data = data,
                                      .before = job->tally.examples,
                                      .scenes = job->scenes,
                                      .limits = &job->limits,
                                      .literal = job->tally.literal,
                                      .n_threads = job->n_threads,
                                      .tell = count,
                                      .context = job};
    return decode_all(&decoding, err);
}

static void add_figure(json_t *out, const char *name, double figure) {
    json_object_set_new(out, name, isnan(figure) ? json_null() : json_real(figure));
}

/* How often those of about the same confidence are right. */
static json_t *reliability(const struct calibration *c) {
    struct calibration_bin bins[CALIBRATION_BINS];
    json_t *out = json_array();
    calibration_bins(c, bins);
    for (size_t i = 0; i < CALIBRATION_BINS; i++)
        if (bins[i].n)
            json_array_append_new(out,
                                  json_pack("{s:I, s:f, s:f}", "n", (json_int_t)bins[i].n,
                                            "confidence", bins[i].confidence / (double)bins[i].n,
                                            "right", bins[i].right / (double)bins[i].n));
    return out;
}

/* The review as text, malloc'ed: words to blame, with as many examples of each verdict as failures. */
static g2l2_status review(const struct job *job, char **out, g2l2_error *err) {
    g2l2_review *made;
    g2l2_status status = g2l2_model_review(job->model, job->data, job->scenes, NULL, &made, err);
    if (status) return status;
    g2l2_format format = job->tally.json ? G2L2_FORMAT_JSON : G2L2_FORMAT_TEXT;
    status = g2l2_review_show(made, format, job->tally.max_shown, out, err);
    g2l2_review_free(made);
    return status;
}

static void print_json(struct job *job) {
    const struct tally *t = &job->tally;
    double accuracy = (double)t->correct / (double)t->examples;
    json_t *out = json_pack("{s:I, s:I, s:f, s:I, s:O}", "examples", (json_int_t)t->examples,
                            "correct", (json_int_t)t->correct, "accuracy", accuracy, "unparsed",
                            (json_int_t)t->unparsed, "failures", t->failures);
    if (t->least > 0) json_object_set_new(out, "abstained", json_integer((json_int_t)t->abstained));
    add_figure(out, "ece", calibration_ece(&t->calibration));
    add_figure(out, "ece_floor", calibration_floor(&t->calibration));
    add_figure(out, "auroc", calibration_auroc(&job->tally.calibration));
    json_object_set_new(out, "reliability", reliability(&t->calibration));
    if (job->scenes) groups_json(&t->report, out);
    if (job->review) json_object_set_new(out, "review", json_loads(job->review, 0, NULL));
    json_dumpf(out, stdout, JSON_INDENT(2));
    printf("\n");
    json_decref(out);
}

/* Where there are wrong meanings to tell from right ones. */
static void print_calibration(struct calibration *c) {
    double auroc = calibration_auroc(c);
    if (!isnan(auroc))
        printf("confidence: ECE %.3f (%.3f by chance), AUROC %.3f\n", calibration_ece(c),
               calibration_floor(c), auroc);
}

static void print_tally(struct job *job) {
    const struct tally *t = &job->tally;
    double accuracy = (double)t->correct / (double)t->examples;
    if (job->review) cli_put_safe(job->review, stdout);
    if (t->shown > t->max_shown && !job->review)
        printf("... and %zu more\n", t->shown - t->max_shown);
    if (job->scenes) groups_print(&t->report);
    print_calibration(&job->tally.calibration);
    printf("%zu of %zu right: %.2f%%", t->correct, t->examples, 100 * accuracy);
    printf(", %zu without a parse", t->unparsed);
    if (t->least > 0) printf(", %zu withheld", t->abstained);
    printf("\n");
}

/* ---- the command ------------------------------------------------------------------ */

/* n: words beside the options; the model is there. */
static int check_usage(const struct job *job, int n) {
    const g2l2_domain *domain = g2l2_model_domain(job->model);
    const char *name = g2l2_domain_name(domain);
    if (!g2l2_domain_has_scenes(domain) && (job->scene_file || job->question_file))
        return cli_usage(&cli_eval, "%s is not for the domain '%s', which has no scenes",
                         job->scene_file ? "--scenes" : "--questions", name);
    if (!g2l2_domain_has_scenes(domain)) return EXIT_OK;
    if (!job->question_file || n > 1)
        return cli_usage(&cli_eval, "a model of '%s' needs --questions FILE", name);
    if (job->scene_file && !strcmp(job->scene_file, "-") && !strcmp(job->question_file, "-"))
        return cli_usage(&cli_eval, "standard input cannot be both scenes and questions");
    const char *boxes = job->sight.boxes;
    if (boxes && (!job->sight.images || (strcmp(boxes, "given") && strcmp(boxes, "detected"))))
        return cli_usage(&cli_eval, "--boxes is given or detected, of --images");
    return EXIT_OK;
}

static int look(struct job *job) {
    g2l2_error err;
    int status = cli_read_image_questions(job->sight.images, job->scene_file, job->question_file,
                                          &job->limits, &job->scenes, &job->data);
    if (!status && g2l2_scenes_look_for(job->scenes, job->data, job->model, &job->sight, &err))
        status = cli_fail(&err);
    return status;
}

static int read_examples(struct job *job, const char *file) {
    g2l2_error err;
    if (job->question_file && job->sight.images) return look(job);
    if (job->question_file) {
        int status = cli_read_tables(&job->tables, job->scene_file, job->question_file,
                                     &job->limits, &job->scenes, &job->data);
        if (status) return status;
        return g2l2_scenes_encode_for(job->scenes, job->model, &err) ? cli_fail(&err) : EXIT_OK;
    }
    if (g2l2_dataset_new(&job->data, &err) ||
        g2l2_dataset_read(job->data, file, &job->limits, &err))
        return cli_fail(&err);
    return EXIT_OK;
}

/* Sentences are read and decoded block by block, unless they will be looked at again. */
static int decode_examples(struct job *job, const char *file) {
    g2l2_error err;
    bool stays = job->question_file || job->tally.blame;
    int status = stays ? read_examples(job, file) : EXIT_OK;
    if (status) return status;
    g2l2_status decoded =
        stays ? decode(job, job->data, &err)
              : g2l2_dataset_stream(file, DECODE_BLOCK, decode, job, &job->limits, &err);
    return decoded ? cli_fail(&err) : EXIT_OK;
}

static int evaluate(struct job *job, const char **rest, int n) {
    g2l2_error err;
    int status = g2l2_model_load(rest[0], &job->model, &err) ? cli_fail(&err) : EXIT_OK;
    bool asked = !status && n == 2 && g2l2_domain_has_scenes(g2l2_model_domain(job->model));
    if (asked && !job->question_file) job->question_file = rest[--n];
    if (!status) status = check_usage(job, n);
    if (!status) status = decode_examples(job, rest[1]);
    if (!status && job->tally.blame && review(job, &job->review, &err)) status = cli_fail(&err);
    groups_finish(&job->tally.report);
    if (!status && job->tally.json) print_json(job);
    else if (!status) print_tally(job);
    if (!status && job->tally.abstained) status = EXIT_ABSTAINED;
    return status;
}

static int run(int argc, char **argv) {
    struct job job = {.limits = cli_parse_limits(), .n_threads = 1, .tally = {.max_shown = 5}};
    struct tally *t = &job.tally;
    struct cli_budget total = {.option = "--max-total"};
    const struct option_row rows[] = {{"--json", .flag = &t->json},
                                      {"--blame", .flag = &t->blame},
                                      {"--failures", .size = &t->max_shown},
                                      {"--threads", .whole = &job.n_threads},
                                      {"--min-confidence", .real = &t->least},
                                      {"--no-guess", .flag = &t->literal},
                                      {"--scenes", .text = &job.scene_file},
                                      {"--questions", .text = &job.question_file},
                                      {"--table", .text = &job.table},
                                      {"--images", .text = &job.sight.images},
                                      {"--boxes", .text = &job.sight.boxes},
                                      PARSE_ROWS(job.limits),
                                      TOTAL_ROW(total),
                                      {0}};
    job.tables = cli_find_tables(argc, argv);
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_eval, rows, rest);
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    bool scenes = job.scene_file || job.question_file;
    t->failures = json_array();
    if (n >= 0 && (n < 1 || n > 2 || (n == 1 && !scenes)))
        status = cli_usage(&cli_eval, "a model and a file are needed");
    if (!status && !(t->least >= 0 && t->least <= 1))
        status = cli_usage(&cli_eval, "--min-confidence is between 0 and 1");
    if (!status && (job.n_threads < 1 || job.n_threads > DECODE_THREADS))
        status = cli_usage(&cli_eval, "between 1 and %d threads are possible", DECODE_THREADS);
    if (!status) status = cli_budget_start(&cli_eval, &total);
    if (!status) cli_reached("reading");
    job.limits.n_threads = job.n_threads;
    bool detector = n == 1 && job.sight.images && job.scene_file && !job.question_file;
    if (!status && detector)
        status = cli_eval_detector(rest[0], job.sight.images, job.scene_file, &job.limits, t->json);
    else if (!status) status = evaluate(&job, rest, n);
    json_decref(t->failures);
    groups_free(&t->report);
    calibration_free(&t->calibration);
    g2l2_dataset_free(job.data);
    g2l2_scenes_free(job.scenes);
    g2l2_model_free(job.model);
    free(job.review);
    free(rest);
    return cli_finish(status);
}

const struct command cli_eval = {"eval", "how many examples a model gets right", help, run};
