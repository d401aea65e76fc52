/* g2l2 teach: a model and a few examples more. */
#include <stdlib.h>
#include <string.h>

#include "common/common.h"
#include "cli/cli.h"
#include "cli/effect.h"
#include "cli/suggest.h"

static const char help[] =
    "usage: g2l2 teach MODEL FILE... -o MODEL [--json]\n"
    "       g2l2 teach MODEL --questions FILE [--scenes FILE] [--table FILE] -o MODEL [--json]\n"
    "       g2l2 teach MODEL --word WORD --like WORD [--new] -o MODEL\n"
    "       g2l2 teach [MODEL] --suggest N --from FILE [--examples FILE] [--json]\n"
    "\n"
    "Teach a model a few examples more, in every domain. What known words mean stays, unless an\n"
    "example contradicts it, which is told; one example is enough for a new word where it\n"
    "decides. FILE is - for standard input; the forms are those of `train`.\n"
    "\n"
    "  printf 'hop\\tI_HOP\\n' | g2l2 teach scan.g2l2 - -o more.g2l2\n"
    "  g2l2 teach shop.g2l2 --table shop.csv --questions few.jsonl -o more.g2l2\n"
    "\n"
    "A new word is like known ones: it means the same, or it names something else as they do; of\n"
    "several that do, what is like most of them comes first. About scenes it may have a concept\n"
    "of its own, learned from its questions. Examples that the new model gives another meaning\n"
    "are listed, and the exit status is then 3. A word is unknown as it is written: none is\n"
    "taken for one that is spelled alike.\n"
    "\n"
    "Without examples, and in every domain: a new word is like a known one, or with --new it is\n"
    "another of its kind, with a name of its own.\n"
    "\n"
    "  g2l2 teach clevr.g2l2 --word wooden --like rubber -o more.g2l2\n"
    "  g2l2 teach scan.g2l2 --word hop --like jump --new -o more.g2l2    (hop means I_HOP)\n"
    "\n"
    "With --suggest nothing is learned: of sentences that have no meaning yet, those are printed\n"
    "that are worth labelling first, because their words, and words side by side, are not in the\n"
    "examples so far; with MODEL, also because it is unsure of them.\n"
    "\n"
    "  g2l2 teach --suggest 8 --from sentences.txt\n"
    "\n"
    "  -o, --output FILE  where the model goes (needed); it may be MODEL\n"
    "  --questions FILE   questions about scenes, in the forms that `train` reads\n"
    "  --scenes FILE      the scenes that they name\n"
    "  --table FILE       a CSV table that they are about; several are joined\n"
    "  --test FILE        other examples, or questions about the same: which of them the new "
    "model\n"
    "                     mends, and which it breaks\n"
    "  --word WORD        a word that is not known yet\n"
    "  --like WORD        the known word that it is like\n"
    "  --new              it names something new, as the known word names something\n"
    "  --suggest N        print N sentences to label next, at most 1000\n"
    "  --from FILE        the sentences, one a line; meanings beside them are not looked at\n"
    "  --examples FILE    those that are labelled already, in the forms of `train`\n"
    "  --max-seconds F    give up then (300)\n"
    "  --json             a report as JSON\n" LIMIT_HELP;

#define USUAL_SECONDS 300

struct job {
    const char *output, *scene_file, *question_file, *table, *test_file;
    struct cli_tables tables;
    bool json;
    g2l2_budget budget;
    g2l2_limits limits;
    g2l2_dataset *data, *others; /* others: or NULL */
    g2l2_scenes *scenes;
    json_t *failures; /* where a report is wanted as JSON */
    size_t n_failures;
};

struct likeness {
    const char *word, *like;
    bool fresh;
};

static const char *shown(const char *program) {
    return *program ? program : "adds nothing";
}

static void print_taught(const struct job *job, const g2l2_taught *t) {
    g2l2_example e = g2l2_dataset_get(job->data, t->example);
    cli_put(stdout, "%s  %s  %s", t->word, t->category, shown(t->program));
    if (t->own) cli_put(stdout, "; a concept of its own");
    if (t->like) cli_put(stdout, "; like %s", t->like);
    if (t->known)
        cli_put(stdout, "; it was  %s  %s, which %s:%zu contradicts", t->old_category,
                shown(t->old_program), e.file, e.line);
    if (t->n_rivals)
        cli_put(stdout, "; %zu other %s would do as well", t->n_rivals,
                t->n_rivals == 1 ? "entry" : "entries");
    putchar('\n');
}

static json_t *taught_json(const struct job *job, const g2l2_taught *t) {
    g2l2_example e = g2l2_dataset_get(job->data, t->example);
    return json_pack("{s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:I, s:I, s:o, s:b}", "word",
                     cli_json_text(t->word), "category", cli_json_text(t->category), "program",
                     cli_json_text(t->program), "known", t->known, "old_category",
                     cli_json_text(t->old_category), "old_program", cli_json_text(t->old_program),
                     "file", cli_json_text(e.file), "line", (json_int_t)e.line, "rivals",
                     (json_int_t)t->n_rivals, "like", cli_json_text(t->like), "own", t->own);
}

static bool on_failure(void *context, size_t example, const g2l2_result *result) {
    struct job *job = context;
    g2l2_example e = g2l2_dataset_get(job->data, example);
    const char *got = result->n_readings ? result->readings[0].text : NULL;
    job->n_failures++;
    if (job->failures)
        json_array_append_new(job->failures,
                              json_pack("{s:o, s:I, s:o, s:o, s:o, s:o}", "file",
                                        cli_json_text(e.file), "line", (json_int_t)e.line,
                                        "sentence", cli_json_text(e.sentence), "wanted",
                                        cli_json_text(e.target), "got", cli_json_text(got),
                                        "reason", cli_json_text(result->reason)));
    else
        cli_put(stdout, "%s:%zu: '%.80s' was not taught as '%.80s': %.200s%.200s\n", e.file, e.line,
                e.sentence, e.target, got ? "it means " : "",
                got              ? got
                : result->reason ? result->reason
                                 : "no parse");
    return true;
}

/* Words of questions that taught nothing: what has them was right without. */
static json_t *still_unknown(const struct job *job, const g2l2_model *model) {
    g2l2_parser *parser = NULL;
    g2l2_error err;
    json_t *out = json_array(), *seen = json_object();
    bool going = job->scenes && !g2l2_parser_new(model, &job->limits, &parser, &err);
    for (size_t i = 0; going && i < g2l2_dataset_count(job->data); i++) {
        g2l2_example e = g2l2_dataset_get(job->data, i);
        const g2l2_word *words = NULL;
        size_t n = 0;
        going = !g2l2_parser_set_scene(parser, job->scenes, e.scene, &err) &&
                !g2l2_parser_words(parser, e.sentence, &words, &n, &err);
        for (size_t k = 0; k < n; k++)
            if (!words[k].known && !json_object_get(seen, words[k].text)) {
                json_array_append_new(out, cli_json_text(words[k].text));
                json_object_set_new(seen, words[k].text, json_true());
            }
    }
    g2l2_parser_free(parser);
    json_decref(seen);
    return out;
}

static void print_unknown(const json_t *words) {
    for (size_t i = 0; i < json_array_size(words); i++)
        cli_put(stdout, "'%.80s' is still not known: nothing was to be learned from its examples\n",
                json_string_value(json_array_get(words, i)));
}

static int report(struct job *job, const g2l2_model *before, const g2l2_model *model,
                  const g2l2_lesson *lesson) {
    g2l2_error err;
    json_t *list = json_array(), *effect = NULL;
    for (size_t i = 0; i < g2l2_lesson_count(lesson); i++) {
        g2l2_taught t = g2l2_lesson_get(lesson, i);
        if (job->json) json_array_append_new(list, taught_json(job, &t));
        else print_taught(job, &t);
    }
    if (job->json) job->failures = json_array();
    g2l2_status status =
        g2l2_model_failures(model, job->data, job->scenes, NULL, on_failure, job, &err);
    if (status) {
        json_decref(list);
        json_decref(job->failures);
        return cli_fail(&err);
    }
    if (job->others) {
        int wrong =
            effect_tell(before, model, job->others, job->scenes, job->json ? &effect : NULL);
        if (wrong) {
            json_decref(list);
            json_decref(job->failures);
            return wrong;
        }
    }
    json_t *unknown = still_unknown(job, model);
    if (job->json) {
        json_t *out = json_pack("{s:o, s:o, s:o, s:o}", "model", cli_json_text(job->output),
                                "taught", list, "unexplained", job->failures, "unknown", unknown);
        if (effect) json_object_set_new(out, "effect", effect);
        json_dumpf(out, stdout, JSON_INDENT(2));
        putchar('\n');
        json_decref(out);
    } else {
        json_decref(list);
        print_unknown(unknown);
        json_decref(unknown);
        cli_put(stdout, "%zu of %zu examples explained\nwrote %s\n",
                g2l2_dataset_count(job->data) - job->n_failures, g2l2_dataset_count(job->data),
                job->output);
    }
    return job->n_failures ? EXIT_NO_PARSE : EXIT_OK;
}

static int teach(struct job *job, const g2l2_model *model) {
    g2l2_model *next;
    g2l2_lesson *lesson;
    g2l2_error err;
    if (g2l2_model_teach(model, job->data, job->scenes, &job->budget, &next, &lesson, &err))
        return cli_fail(&err);
    int status = g2l2_model_save(next, job->output, &err) ? cli_fail(&err)
                                                          : report(job, model, next, lesson);
    g2l2_lesson_free(lesson);
    g2l2_model_free(next);
    return status;
}

/* A word that is like another. */
static int liken(const struct job *job, const struct likeness *l, const char **rest, int n) {
    g2l2_model *model = NULL, *next = NULL;
    g2l2_error err;
    if (n != 1 || !l->word || !l->like || !job->output)
        return cli_usage(&cli_teach,
                         "a model, --word WORD, --like WORD and -o MODEL are needed, and "
                         "no examples");
    int status = g2l2_model_load(rest[0], &model, &err) ||
                         g2l2_model_liken(model, l->word, l->like, l->fresh, &next, &err) ||
                         g2l2_model_save(next, job->output, &err)
                     ? cli_fail(&err)
                     : EXIT_OK;
    for (size_t i = 0; !status && i < g2l2_model_n_entries(next); i++) {
        g2l2_entry e = g2l2_model_entry(next, i);
        if (!strcmp(e.word, l->word))
            cli_put(stdout, "%s  %s  %s\n", e.word, e.category, shown(e.program));
    }
    if (!status) cli_put(stdout, "wrote %s\n", job->output);
    g2l2_model_free(next);
    g2l2_model_free(model);
    return status;
}

/* Nothing is learned, so nothing is written. n: words beside the options. */
static int run_suggest(struct suggest_options *options, const char **rest, int n,
                       const char *output) {
    g2l2_model *model = NULL;
    g2l2_error err;
    if (!options->from || n > 1 || output)
        return cli_usage(&cli_teach, "--suggest needs --from FILE, and knows one model at most");
    if (!options->n || options->n > SUGGEST_MOST)
        return cli_usage(&cli_teach, "--suggest is from 1 to %u", SUGGEST_MOST);
    if (n && g2l2_model_load(rest[0], &model, &err)) return cli_fail(&err);
    options->model = model;
    int status = suggest(options);
    g2l2_model_free(model);
    return status;
}

/* Files of sentences, or questions with what they are about; n: files. */
static int check_usage(const struct job *job, const g2l2_model *model, int n) {
    const g2l2_domain *domain = g2l2_model_domain(model);
    bool about = job->question_file || job->scene_file || job->table;
    if (!g2l2_domain_has_scenes(domain) && about)
        return cli_usage(&cli_teach, "the domain '%s' has no scenes: only files are needed",
                         g2l2_domain_name(domain));
    if (!about && !n) return cli_usage(&cli_teach, "a model and at least one file are needed");
    if (g2l2_domain_has_scenes(domain) && (!job->question_file || n))
        return cli_usage(&cli_teach, "a model of '%s' needs --questions FILE, and no other files",
                         g2l2_domain_name(domain));
    return EXIT_OK;
}

/* What --test names; questions are about the scenes of the lesson. */
static int read_others(struct job *job) {
    const char *path = job->test_file;
    g2l2_error err;
    if (!path) return EXIT_OK;
    if (g2l2_dataset_new(&job->others, &err)) return cli_fail(&err);
    g2l2_status status = job->scenes ? g2l2_dataset_read_questions(job->others, path, job->scenes,
                                                                   &job->limits, &err)
                                     : g2l2_dataset_read(job->others, path, &job->limits, &err);
    return status ? cli_fail(&err) : EXIT_OK;
}

static int read_examples(struct job *job, const g2l2_model *model, const char **files, int n) {
    g2l2_error err;
    bool asks = n == 1 && !job->question_file && g2l2_domain_has_scenes(g2l2_model_domain(model));
    if (asks) job->question_file = files[--n];
    int status = check_usage(job, model, n);
    if (!status && job->question_file) {
        status = cli_read_tables(&job->tables, job->scene_file, job->question_file, &job->limits,
                                 &job->scenes, &job->data);
        if (!status) status = read_others(job);
        if (status) return status;
        return g2l2_scenes_encode_for(job->scenes, model, &err) ? cli_fail(&err) : EXIT_OK;
    }
    if (!status && g2l2_dataset_new(&job->data, &err)) status = cli_fail(&err);
    for (int i = 0; i < n && !status; i++)
        if (g2l2_dataset_read(job->data, files[i], &job->limits, &err)) status = cli_fail(&err);
    return status ? status : read_others(job);
}

static int run(int argc, char **argv) {
    struct job job = {.limits = g2l2_limits_default(), .budget.seconds = USUAL_SECONDS};
    struct suggest_options wanted = {.n = SIZE_MAX};
    struct likeness likeness = {0};
    const struct option_row rows[] = {{"-o|--output", .text = &job.output},
                                      {"--max-seconds", .real = &job.budget.seconds},
                                      {"--json", .flag = &job.json},
                                      {"--questions", .text = &job.question_file},
                                      {"--scenes", .text = &job.scene_file},
                                      {"--table", .text = &job.table},
                                      {"--test", .text = &job.test_file},
                                      {"--word", .text = &likeness.word},
                                      {"--like", .text = &likeness.like},
                                      {"--new", .flag = &likeness.fresh},
                                      {"--suggest", .size = &wanted.n},
                                      {"--from", .text = &wanted.from},
                                      {"--examples", .text = &wanted.examples},
                                      LIMIT_ROWS(job.limits),
                                      {0}};
    job.tables = cli_find_tables(argc, argv);
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_teach, rows, rest);
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    g2l2_model *model = NULL;
    g2l2_error err;
    if (!status && (wanted.n != SIZE_MAX || wanted.from || wanted.examples)) {
        wanted.limits = job.limits;
        wanted.json = job.json;
        status = run_suggest(&wanted, rest, n, job.output);
        free(rest);
        return cli_finish(status);
    }
    if (!status && (likeness.word || likeness.like || likeness.fresh)) {
        status = liken(&job, &likeness, rest, n);
        free(rest);
        return cli_finish(status);
    }
    if (!status && n < 1) status = cli_usage(&cli_teach, "a model and examples are needed");
    if (!status && !job.output) status = cli_usage(&cli_teach, "-o MODEL is needed");
    if (!status && !(job.budget.seconds >= 0))
        status = cli_usage(&cli_teach, "--max-seconds cannot be below 0");
    const struct cli_budget budget = {.seconds = job.budget.seconds, .kept_by = 1};
    if (!status) status = cli_budget_start(&cli_teach, &budget);
    if (!status) cli_reached("reading");
    if (!status && (g2l2_model_load(rest[0], &model, &err) || file_try(job.output, &err)))
        status = cli_fail(&err);
    if (!status) status = read_examples(&job, model, rest + 1, n - 1);
    if (!status) cli_reached("learning");
    if (!status) status = teach(&job, model);
    g2l2_dataset_free(job.data);
    g2l2_dataset_free(job.others);
    g2l2_scenes_free(job.scenes);
    g2l2_model_free(model);
    free(rest);
    return cli_finish(status);
}

const struct command cli_teach = {"teach", "a few examples more, for a model that stays", help,
                                  run};
