/* g2l2 report: a page about models and the runs they are from.
 *
 *     MODEL ─▶ MODEL.jsonl, if it is there ┐
 *     RUN.jsonl ─▶ the model named in it   ┴─▶ subjects ─▶ test ─▶ page | JSON          */
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/common.h"
#include "cli/report_test.h"
#include "report/text.h"

static const char help[] =
    "usage: g2l2 report MODEL|RUN... [-o FILE] [OPTIONS]\n"
    "\n"
    "Make a page about a model: how training went, what every word might have meant on the\n"
    "way and means now, which words are alike, where it is wrong, and how long it all took.\n"
    "The page is one HTML file that needs nothing else, light or dark, on paper or a phone.\n"
    "\n"
    "MODEL is a model file or a lexicon as text; its log is looked for beside it (MODEL.jsonl,\n"
    "which `g2l2 train` writes). RUN is such a log; the model that it names is looked for beside\n"
    "it. Of several, curves and accuracy are shown together, and the rest of the first.\n"
    "\n"
    "  g2l2 train nav train.txt -o scan.g2l2\n"
    "  g2l2 report scan.g2l2 --test test.txt -o scan.html\n"
    "  g2l2 report clevr.g2l2 --scenes test/scenes.json --questions test/questions.json \\\n"
    "      -o clevr.html\n"
    "  g2l2 report one.g2l2 two.g2l2 --test test.txt -o both.html\n"
    "\n"
    "  -o, --output FILE  where it goes; -: standard output. Without it, standard output, or\n"
    "                     MODEL.html if that is a terminal\n"
    "  --test FILE        sentences and meanings, in the forms that `train` reads: accuracy by\n"
    "                     length and word, mistakes, sentences a second\n"
    "  --questions FILE   the same for questions about scenes; also by type and family\n"
    "  --scenes FILE      the scenes that they name; words are compared by these\n"
    "  --images DIR       the images that questions are about, where the model was learned from\n"
    "                     images; also what words look like\n"
    "  --why              also, of each entry, the last rival and the example that ruled it out;\n"
    "                     from what the log says that the model was learned from\n"
    "  --json             all of it as JSON\n" PARSE_HELP TOTAL_HELP;

struct job {
    struct arena arena;
    struct guard guard;
    struct sheet sheet;
    struct test_files test;
    const char *output;
    bool json, why;
    /* what must be freed by hand */
    g2l2_concepts **concepts; /* [n] */
    g2l2_scenes *scenes, *shown;
    g2l2_dataset *data;
    g2l2_evidence *found;
    json_t *content;
    char *printed; /* the content as text, malloc'ed: memory may run out before it is copied */
};

/* ---- files --------------------------------------------------------------------------------------- */

static const char *joined(struct job *job, const char *a, size_t n, const char *b) {
    struct buf text;
    buf_init(&text, &job->arena);
    buf_put(&text, a, n);
    buf_puts(&text, b);
    return text.at;
}

/* A log begins with a brace; a model does not, and neither does a lexicon. */
static bool is_log(const char *path) {
    size_t n = strlen(path);
    if (n > 6 && !strcmp(path + n - 6, ".jsonl")) return true;
    char first = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC); /* which asks for no memory */
    bool one = file >= 0 && read(file, &first, 1) == 1;
    if (file >= 0) close(file);
    return one && first == '{';
}

/* Beside the log, or where it was written; NULL: neither. */
static const char *find_model(struct job *job, const struct run_log *log) {
    const char *slash = strrchr(log->path, '/'), *name = strrchr(log->model, '/');
    size_t folder = slash ? (size_t)(slash - log->path) + 1 : 0;
    const char *beside = joined(job, log->path, folder, name ? name + 1 : log->model);
    if (!*log->model) return NULL;
    if (access(beside, R_OK) == 0) return beside;
    return access(log->model, R_OK) == 0 ? log->model : NULL;
}

static const char *note_text(struct job *job, const char *before, const char *name,
                             const char *after) {
    const char *text = joined(job, before, strlen(before), name);
    return joined(job, text, strlen(text), after);
}

/* A log tells which bytes it is about. */
static int compare_hash(struct job *job, struct subject *s, const char *path) {
    char *bytes, hash[17];
    size_t n;
    g2l2_error err;
    if (!s->log || !*s->log->model_hash) return EXIT_OK;
    if (file_read(path, (size_t)1 << 30, &bytes, &n, &err)) return cli_fail(&err);
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)hash_bytes(bytes, n, 0));
    free(bytes);
    if (strcmp(hash, s->log->model_hash))
        s->note = note_text(job, "The log is of another model than ", path,
                            ": one of them has been made again.");
    return EXIT_OK;
}

static int load(struct job *job, struct subject *s, const char *path) {
    g2l2_error err;
    if (g2l2_model_load(path, &s->model, &err)) return cli_fail(&err);
    if (compare_hash(job, s, path)) return EXIT_ERROR;
    return g2l2_model_find_ties(s->model, NULL, &err) ? cli_fail(&err) : EXIT_OK;
}

/* The log beside a model; one that cannot be used is told, and done without. */
static int read_beside(struct job *job, struct subject *s, const char *path) {
    g2l2_error err;
    const char *beside = joined(job, path, strlen(path), ".jsonl");
    if (access(beside, F_OK)) return EXIT_OK;
    g2l2_status status = log_read(beside, &job->arena, &s->log, &err);
    if (status == G2L2_STATUS_NO_MEMORY) return cli_fail(&err);
    if (status) s->note = note_text(job, "The log cannot be used: ", err.message, ".");
    return EXIT_OK;
}

static int open_log(struct job *job, struct subject *s, const char *path) {
    g2l2_error err;
    if (log_read(path, &job->arena, &s->log, &err)) return cli_fail(&err);
    const char *model = find_model(job, s->log);
    if (model) return load(job, s, model);
    s->note = note_text(job, "The model that the log names, ", s->log->model, ", is not there.");
    return EXIT_OK;
}

static int open_subject(struct job *job, struct subject *s, const char *path) {
    int status;
    s->name = path;
    if (is_log(path)) status = open_log(job, s, path);
    else status = read_beside(job, s, path);
    if (!status && !s->model && !is_log(path)) status = load(job, s, path);
    if (!status && s->note) cli_put(stderr, "g2l2: %s\n", text_clean(&job->arena, s->note));
    return status;
}

/* ---- test data ------------------------------------------------------------------------------------ */

/* Do the options suit the model? */
static int check_test(const struct job *job, const struct subject *s) {
    const g2l2_domain *domain = g2l2_model_domain(s->model);
    bool scenes = g2l2_domain_has_scenes(domain);
    const char *name = g2l2_domain_name(domain);
    if (scenes && job->test.sentences)
        return cli_usage(&cli_report, "a model of '%s' is tested with --questions", name);
    if (!scenes && (job->test.questions || job->test.scenes || job->test.images))
        return cli_usage(&cli_report, "%s is not for the domain '%s', which has no scenes",
                         job->test.questions ? "--questions"
                         : job->test.scenes  ? "--scenes"
                                             : "--images",
                         name);
    return EXIT_OK;
}

/* Scenes without questions are there to compare words by. */
static int read_scenes(struct job *job, const g2l2_model *model) {
    g2l2_error err;
    const struct test_files *t = &job->test;
    if (job->scenes || (!t->scenes && !t->images)) return EXIT_OK;
    if (g2l2_scenes_new(&job->scenes, &err) ||
        (t->scenes ? g2l2_scenes_read(job->scenes, t->scenes, &t->limits, &err)
                   : g2l2_scenes_list_images(job->scenes, t->images, &err)) ||
        test_show(t, model, job->scenes, NULL, &err))
        return cli_fail(&err);
    return EXIT_OK;
}

static int find_concepts(struct job *job, struct subject *s, g2l2_concepts **out) {
    g2l2_error err;
    int status = read_scenes(job, s->model);
    if (status) return status;
    if (job->scenes ? g2l2_concepts_find_in(s->model, job->scenes, NULL, out, &err)
                    : g2l2_concepts_find(s->model, NULL, out, &err))
        return cli_fail(&err);
    s->concepts = *out;
    if (job->test.images && s == job->sheet.subjects) {
        s->scenes = job->shown = job->scenes; /* kept until the page is made */
        job->scenes = NULL;
    }
    return EXIT_OK;
}

static void close_test(struct job *job) {
    g2l2_dataset_free(job->data);
    g2l2_scenes_free(job->scenes);
    job->data = NULL;
    job->scenes = NULL;
}

static int test_subject(struct job *job, uint32_t i) {
    struct subject *s = &job->sheet.subjects[i];
    bool wanted = job->test.sentences || job->test.questions;
    if (!s->model) return EXIT_OK;
    int status = check_test(job, s);
    if (!status && wanted) status = test_read(&job->test, s->model, &job->scenes, &job->data);
    if (!status && wanted)
        status = test_run(&job->test, s->model, job->scenes, job->data, &job->arena, &s->tested);
    if (!status && g2l2_domain_has_scenes(g2l2_model_domain(s->model)))
        status = find_concepts(job, s, &job->concepts[i]);
    close_test(job);
    return status;
}

/* ---- why -------------------------------------------------------------------------------------------- */

static const char *copied(struct job *job, const char *text) {
    return text ? joined(job, text, strlen(text), "") : NULL;
}

static void keep_reason(struct job *job, const g2l2_reason *r) {
    struct subject *s = &job->sheet.subjects[0];
    g2l2_entry e = g2l2_model_entry(s->model, r->entry);
    struct reason kept = {.word = copied(job, e.word),
                          .category = copied(job, e.category),
                          .program = copied(job, e.program),
                          .n_right = r->n_examples,
                          .rival_category = copied(job, r->rival_category),
                          .rival_program = copied(job, r->rival_program),
                          .rival_right = r->rival_right,
                          .n_deciding = r->n_deciding};
    if (r->n_deciding) {
        g2l2_example first = g2l2_dataset_get(job->data, r->deciding[0]);
        kept.decided = (struct shown_failure){.file = copied(job, first.file),
                                              .line = first.line,
                                              .sentence = copied(job, first.sentence),
                                              .wanted = copied(job, first.target),
                                              .got = copied(job, r->rival_meaning)};
    }
    vec_push(&job->arena, &s->reasons, kept);
}

static int explain_word(void *context, const char *word) {
    struct job *job = context;
    g2l2_error err;
    if (g2l2_model_why(job->sheet.subjects[0].model, word, job->data, job->scenes, NULL, NULL,
                       &job->found, &err))
        return cli_fail(&err);
    for (size_t i = 0; i < g2l2_evidence_count(job->found); i++) {
        g2l2_reason reason = g2l2_evidence_get(job->found, i);
        keep_reason(job, &reason);
    }
    g2l2_evidence_free(job->found);
    job->found = NULL;
    return EXIT_OK;
}

/* A log has the name of its model, and more. */
static int explain_first(struct job *job) {
    struct subject *s = &job->sheet.subjects[0];
    size_t n = strlen(s->name), more = strlen(".jsonl");
    if (!job->why || !s->model) return EXIT_OK;
    if (n > more && !strcmp(s->name + n - more, ".jsonl")) n -= more;
    int status = cli_why_find(s->model, joined(job, s->name, n, ""), &job->data, &job->scenes);
    if (status == CLI_WHY_NONE) {
        cli_put(stderr, "g2l2: %s: no log says what it was learned from, which --why needs\n",
                s->name);
        return EXIT_ERROR;
    }
    if (!status) status = cli_why_words(s->model, NULL, 0, explain_word, job);
    close_test(job);
    return status;
}

/* ---- writing --------------------------------------------------------------------------------------- */

static int write_text(struct job *job, const char *text, size_t n) {
    g2l2_error err;
    const char *path = job->output;
    if (!path && !job->json && isatty(STDOUT_FILENO))
        path =
            joined(job, job->sheet.subjects[0].name, strlen(job->sheet.subjects[0].name), ".html");
    if (!path || !strcmp(path, "-")) {
        fwrite(text, 1, n, stdout);
        return EXIT_OK;
    }
    if (file_write(path, text, n, &err)) return cli_fail(&err);
    cli_put(stdout, "wrote %s\n", path);
    return EXIT_OK;
}

static int write_sheet(struct job *job) {
    struct buf text;
    buf_init(&text, &job->arena);
    if (!job->json) {
        sheet_html(&job->sheet, &text);
        return write_text(job, text.at, text.n);
    }
    job->content = sheet_json(&job->sheet);
    if (job->content)
        job->printed = json_dumps(job->content, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
    if (!job->printed) guard_raise(&job->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    buf_puts(&text, job->printed);
    buf_puts(&text, "\n");
    return write_text(job, text.at, text.n);
}

/* ---- the command ------------------------------------------------------------------------------------ */

static int make(struct job *job, const char **paths, int n) {
    int status = EXIT_OK;
    job->sheet = (struct sheet){.arena = &job->arena, .n = (uint32_t)n};
    job->concepts = arena_zalloc(&job->arena, (size_t)n * sizeof *job->concepts);
    job->sheet.subjects = arena_zalloc(&job->arena, (size_t)n * sizeof *job->sheet.subjects);
    for (int i = 0; i < n && !status; i++)
        status = open_subject(job, &job->sheet.subjects[i], paths[i]);
    for (int i = 0; i < n && !status; i++) status = test_subject(job, (uint32_t)i);
    if (!status) status = explain_first(job);
    return status ? status : write_sheet(job);
}

static void release(struct job *job) {
    close_test(job);
    g2l2_scenes_free(job->shown);
    g2l2_evidence_free(job->found);
    json_decref(job->content);
    free(job->printed);
    for (uint32_t i = 0; job->sheet.subjects && i < job->sheet.n; i++) {
        g2l2_concepts_free(job->concepts[i]);
        g2l2_model_free(job->sheet.subjects[i].model);
    }
    arena_free(&job->arena);
}

static int check_usage(const struct job *job, const char **paths, int n) {
    const struct test_files *t = &job->test;
    if (n < 1) return cli_usage(&cli_report, "a model or a log is needed");
    for (int i = 0; i < n; i++)
        if (job->output && !strcmp(job->output, paths[i]))
            return cli_usage(&cli_report, "the page would replace '%s'", paths[i]);
    if (t->sentences && (t->questions || t->scenes))
        return cli_usage(&cli_report, "--test is for sentences without scenes, --questions for "
                                      "others");
    if (n > 1 &&
        ((t->sentences && !strcmp(t->sentences, "-")) ||
         (t->questions && !strcmp(t->questions, "-")) || (t->scenes && !strcmp(t->scenes, "-"))))
        return cli_usage(&cli_report, "standard input cannot be read for several models");
    if (t->scenes && t->questions && !strcmp(t->scenes, "-") && !strcmp(t->questions, "-"))
        return cli_usage(&cli_report, "standard input cannot be both scenes and questions");
    return EXIT_OK;
}

static int run(int argc, char **argv) {
    struct job job = {.test.limits = cli_parse_limits()};
    struct job *volatile self = &job;
    struct cli_budget total = {.option = "--max-total"};
    const struct option_row rows[] = {{"-o|--output", .text = &job.output},
                                      {"--test", .text = &job.test.sentences},
                                      {"--questions", .text = &job.test.questions},
                                      {"--scenes", .text = &job.test.scenes},
                                      {"--images", .text = &job.test.images},
                                      {"--why", .flag = &job.why},
                                      {"--json", .flag = &job.json},
                                      PARSE_ROWS(job.test.limits),
                                      TOTAL_ROW(total),
                                      {0}};
    const char **volatile rest = calloc((size_t)argc + 1, sizeof *rest);
    volatile int n = cli_options(argc, argv, &cli_report, rows, rest);
    volatile int status = n < 0 ? EXIT_USAGE : check_usage(&job, rest, n);
    g2l2_error err;
    arena_init(&job.arena, &job.guard, 0);
    if (!status) status = cli_budget_start(&cli_report, &total);
    if (!status && guard_try(&job.guard, &err)) status = make(&job, rest, n);
    else if (!status) status = cli_fail(&err);
    release(self);
    free(rest);
    return cli_finish(status);
}

const struct command cli_report = {"report", "a page about a model and how it was learned", help,
                                   run};
