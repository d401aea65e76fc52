/* g2l2 train: examples in, a model out. */
#include <jansson.h>
#include <signal.h>
#include <time.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/common.h"
#include "cli/train.h"

static const char help[] =
    "usage: g2l2 train [DOMAIN] FILE... -o MODEL [OPTIONS]\n"
    "       g2l2 train [visual|facts] FILE [--scenes FILE] [--table FILE] -o MODEL [OPTIONS]\n"
    "       g2l2 train visual --images DIR --questions FILE [--scenes FILE] -o MODEL [OPTIONS]\n"
    "       g2l2 train detector --images DIR --scenes FILE -o DETECTOR    (its --help says more)\n"
    "\n"
    "Learn a lexicon from examples: for every word a category, a program and a weight.\n"
    "DOMAIN is nav, frames, nested, visual, facts, or the path of a definition file (*.def) of\n"
    "your own; without one the data decide: actions are nav, results frames, or nested where\n"
    "they have records within records that one field identifies. Questions are facts where they\n"
    "are about tables (--table), visual where objects are seen or measured; where properties are\n"
    "stated, facts for up to 100, visual for more than 1,500 or mostly long ones, and in between\n"
    "the one that does better on a part that is held back. FILE is - for standard input. These\n"
    "forms are understood, told apart by the first line:\n"
    "\n"
    "  IN: jump twice OUT: I_JUMP I_JUMP                       the form of SCAN\n"
    "  jump twice<TAB>I_JUMP I_JUMP                            tab-separated\n"
    "  {\"command\": \"jump twice\", \"actions\": \"I_JUMP I_JUMP\"}   JSON lines\n"
    "  jump twice,I_JUMP I_JUMP                                CSV, below command,actions\n"
    "  where is my parcel,TRACK                                or text,label or text,intent\n"
    "  {\"command\": \"lights on\", \"result\": {\"device\": \"light\"}}  fields with values\n"
    "  {\"command\": \"a hen ran\", \"result\": {\"head\": \"run\", \"who\": {\"head\": "
    "\"hen\"}}}\n"
    "\n"
    "Questions about scenes are JSON, in the form of CLEVR or a line each, with the scene\n"
    "beside the question or named in it; any properties of objects will do. Those about\n"
    "tables may be lines question<TAB>answer, or rows below a header question,answer:\n"
    "\n"
    "  {\"question\": \"How many cubes?\", \"answer\": 1, \"objects\": [{\"shape\": \"cube\", "
    "...}]}\n"
    "  {\"question\": \"How many cubes?\", \"answer\": 1, \"image_index\": 7}\n"
    "\n"
    "  g2l2 data clevr --questions 5000 -o clevr\n"
    "  g2l2 train visual clevr/questions.json --scenes clevr/scenes.json -o clevr.g2l2\n"
    "\n"
    "  -o, --output FILE  where the model goes (needed)\n"
    "  --log FILE         how it went, as JSON lines: loss, accuracy, and what words might have\n"
    "                     meant on the way (MODEL.jsonl); none: do not write it.\n"
    "                     `g2l2 report MODEL -o report.html` makes a page of it\n"
    "  --seed N           same seed, same bytes, whatever the number of threads (1)\n"
    "  --candidates SET   a candidate set of the definition: all, paper (all)\n"
    "  --inference HOW    exact, or expected as in the paper (as the domain executes: nav exact,\n"
    "                     visual expected)\n"
    "  --grammar HOW      while learning, modifiers attach low (normal-form) or, as in the\n"
    "                     paper, anywhere (plain); as the definition says: visual normal-form\n"
    "  --senses N         entries that a word may have; 0: as many as it needs (0)\n"
    "  --noise F          share of examples that may stay unexplained (0.15; of fewer\n"
    "                     than 100, a third; where perception may fail 0.5)\n"
    "  --strict           never take an example to be wrong\n"
    "  --restarts N       other seeds to try if not every example is explained (0; up to 20,000\n"
    "                     questions 2)\n"
    "  --effort F         try longer before giving up: 2 is twice as long (1)\n"
    "  --updates N        updates of each stage (commands 50; questions by their number)\n"
    "  --lambda F         of the loss, 0 to 1: 0 divides by all that parses, 1 does not\n"
    "                     (0; of questions 0.1, and 0.01 at last)\n"
    "  --recipe TEXT      other constants of the learner, as \"batch=8 rate=0.05\";\n"
    "                     `g2l2 bench recipe` lists them\n"
    "  --keep-candidates  keep every candidate in the model, turned off, with its last weight\n"
    "  --threads N        (1)\n"
    "  --max-seconds F    stop then, and keep the best model so far (no limit)\n" CHECKPOINT_HELP
    "  --replace          replace a model that is there already, even if learning was stopped\n"
    "  --json             a report as JSON\n"
    "  --no-estimate      do not learn again from parts of the examples (commands, questions\n"
    "                     about tables, up to 1,500 about what is perceived), to say how often\n"
    "                     the model would be right about those that were held back\n"
    "  --quiet            no report, no progress and no estimate\n" LIMIT_HELP "\n"
    "Where sentences are about scenes:\n"
    "  --questions FILE   questions and answers; one FILE alone may be these as well\n"
    "  --scenes FILE      the scenes that questions name; both files may be gzip\n"
    "  --table FILE       a CSV table, a row an object: what questions that name no scene are\n"
    "                     about; several are joined where one names rows of another\n"
    "  --feature-size N   numbers that an object is shown as (64); no effect, as the two below,\n"
    "                     on objects that bring \"features\" of their own\n"
    "  --feature-noise F  standard deviation of the noise in each; a property has length 1 (0.05)\n"
    "  --feature-seed N   of that noise (0)\n"
    "\n"
    "Where scenes are images:\n"
    "  --images DIR       the images that questions name, PNG. Objects are found in them, and\n"
    "                     nothing else is known of them; of --scenes only boxes are read\n"
    "  --boxes HOW        given: the \"bbox\" of the objects of the scenes; detected (given, if\n"
    "                     the scenes have them)\n"
    "  --features HOW     compact: measured, without a network; encoder: a network that learns\n"
    "                     together with the words (compact)\n"
    "  --detector FILE    of `g2l2 train detector` (the built-in one, for images like CLEVR's)\n"
    "\n"
    "Ctrl-C stops early and keeps the best model so far: in FILE, or in FILE.interrupted where\n"
    "FILE was there before (so does --max-seconds); --resume goes on from there.\n";

static volatile sig_atomic_t interrupted;
static volatile time_t interrupted_at;

/* The first one is heard between two steps. Whoever asks again, a second later or more, does not want to wait:
 * what is being written is the next writer's to clean up. */
static void on_signal(int number) {
    if (interrupted && time(NULL) - interrupted_at > 1) {
        signal(number, SIG_DFL);
        raise(number);
    }
    if (!interrupted) interrupted_at = time(NULL);
    interrupted = 1;
}

/* Who watches while it learns. */
struct watch {
    struct progress *screen;
    struct record *log;       /* or NULL */
    const char *resumed_from; /* a checkpoint, until that was said; or NULL */
};

static void say_resumed(struct watch *w, const g2l2_progress *at) {
    progress_wipe(w->screen);
    cli_put(stderr, "g2l2: note: going on from %s: attempt %d, update %d of %d\n", w->resumed_from,
            at->restart + 1, at->update, at->n_updates);
    w->resumed_from = NULL;
}

static bool on_progress(void *context, const g2l2_progress *at) {
    struct watch *w = context;
    if (w->resumed_from) say_resumed(w, at);
    if (w->log) record_progress(w->log, at);
    progress_tell(w->screen, at);
    return !interrupted;
}

static void on_observe(void *context, const g2l2_observation *at) {
    struct watch *w = context;
    if (w->log) record_observe(w->log, at);
    progress_observe(w->screen, at);
}

static int read_files(g2l2_dataset *data, const char **files, int n, const g2l2_limits *limits) {
    g2l2_error err;
    for (int i = 0; i < n; i++)
        if (g2l2_dataset_read(data, files[i], limits, &err)) return cli_fail(&err);
    return EXIT_OK;
}

/* Learning again is cheap. */
static bool is_honest(const g2l2_domain *domain) {
    return !g2l2_domain_has_scenes(domain) || g2l2_domain_has_facts(domain);
}

/* A model that was not learned to the end takes no other's place, unless that is wanted. */
static g2l2_status step_aside(struct train_job *job, g2l2_error *err) {
    char *log = NULL;
    struct stat info;
    if (job->replace || stat(job->output, &info) || !S_ISREG(info.st_mode)) return G2L2_STATUS_OK;
    if (asprintf(&job->aside, "%s.interrupted", job->output) < 0) job->aside = NULL;
    if (job->log_path && asprintf(&log, "%s.interrupted.jsonl", job->output) < 0) log = NULL;
    if (!job->aside || (job->log_path && !log)) {
        free(log);
        return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    }
    if (!job->quiet)
        cli_put(stderr,
                "g2l2: note: %s stays as it was, since learning did not come to its end; "
                "--replace replaces it even so\n",
                job->output);
    free(job->log_path);
    job->log_path = log;
    job->output = job->aside;
    return G2L2_STATUS_OK;
}

/* Of the budget of time, beyond it, for what is said about a model that is learned and written: so
 * that all of it takes less than twice the budget. */
#define ESTIMATE_SHARE .4
#define TIES_SHARE     .1

static g2l2_status find_ties(g2l2_model *model, const struct train_job *job, g2l2_error *err) {
    const g2l2_budget budget = {.seconds = TIES_SHARE * job->learn.budget.seconds};
    return g2l2_model_find_ties(model, &budget, err);
}

/* In time of its own, and no part of the log. */
static g2l2_status estimate(const g2l2_domain *domain, const g2l2_dataset *data,
                            struct train_job *job, g2l2_error *err) {
    struct watch watch = {.screen = &job->screen};
    g2l2_learn_options again = job->learn;
    again.context = &watch;
    again.budget.seconds *= ESTIMATE_SHARE;
    return g2l2_learn_estimate(domain, data, &again, &job->estimate, err);
}

static bool wants_estimate(const g2l2_domain *domain, const g2l2_dataset *data,
                           const struct train_job *job) {
    if (job->no_estimate || job->sight.images || (job->quiet && !job->json)) return false;
    return g2l2_learn_estimate_parts(domain, data) > 0;
}

/* Few examples are learned from again for each part that is held back, of many only some. */
static double time_after(const g2l2_domain *domain, const g2l2_dataset *data,
                         const struct train_job *job) {
    if (!wants_estimate(domain, data, job)) return 0;
    return g2l2_learn_estimate_parts(domain, data) > 1 ? 4 : 1;
}

static g2l2_status learn_watched(const g2l2_domain *domain, const g2l2_dataset *data,
                                 struct train_job *job, g2l2_model **model,
                                 g2l2_learn_report *report, g2l2_error *err) {
    struct watch watch = {.screen = &job->screen, .log = job->log};
    job->learn.progress = on_progress;
    if (job->log || job->screen.on) job->learn.observe = on_observe;
    job->learn.context = &watch;
    if (!job->quiet && cli_checkpoint_tell(&job->learn.checkpoint))
        watch.resumed_from = job->checkpoint;
    cli_reached("learning");
    g2l2_status status = job->sight.images
                             ? g2l2_learn_images(domain, data, job->images, &job->sight,
                                                 &job->learn, model, report, err)
                             : g2l2_learn(domain, data, &job->learn, model, report, err);
    if (!status && watch.resumed_from) {
        progress_wipe(&job->screen);
        cli_put(stderr, "g2l2: note: going on from %s: all was learned\n", watch.resumed_from);
    }
    /* Such data are refused again, however often it goes on. */
    if (status == G2L2_STATUS_DATA && report->resumable)
        cli_checkpoint_remove(&job->learn.checkpoint);
    return status;
}

/* The model, and then its log. */
static g2l2_status save(const g2l2_model *model, struct train_job *job,
                        const g2l2_learn_report *report, g2l2_error *err) {
    g2l2_status status = G2L2_STATUS_OK;
    if (job->log) record_phase(job->log, "save");
    progress_wipe(&job->screen);
    if (report->interrupted) status = step_aside(job, err);
    if (!status) status = g2l2_model_save(model, job->output, err);
    cli_reached("looking at what was learned; %s is written", job->output);
    if (!status && !report->interrupted) cli_checkpoint_remove(&job->learn.checkpoint);
    else if (!status && report->resumable && !job->quiet)
        cli_checkpoint_stays(&job->learn.checkpoint);
    if (!status && job->log)
        status = record_close(job->log, report, model, job->output, job->log_path, err);
    return status;
}

static g2l2_status doubt(g2l2_model *model, const struct train_job *job, g2l2_error *err) {
    if (!job->estimate.doubtful) return G2L2_STATUS_OK;
    g2l2_status status = g2l2_model_calibrate(model, &job->estimate, err);
    return status ? status : g2l2_model_save(model, job->output, err);
}

/* What is said of a model that is learned and written. */
static g2l2_status look_at(g2l2_model *model, const g2l2_domain *domain, const g2l2_dataset *data,
                           struct train_job *job, const g2l2_learn_report *report,
                           g2l2_error *err) {
    g2l2_status status = G2L2_STATUS_OK;
    bool told = job->json || !job->quiet;
    progress_model(&job->screen, model);
    progress_phase(&job->screen, "looking for ties");
    if (!g2l2_domain_has_scenes(domain)) status = find_ties(model, job, err);
    if (!status && !report->interrupted && wants_estimate(domain, data, job))
        status = estimate(domain, data, job, err);
    if (!status) status = doubt(model, job, err);
    if (!status && told && is_honest(domain)) status = thin_find(model, data, &job->thin, err);
    return status;
}

static int learn(const g2l2_domain *domain, const g2l2_dataset *data, struct train_job *job) {
    g2l2_error err;
    g2l2_model *model = NULL;
    g2l2_learn_report report = {0};
    g2l2_status status = G2L2_STATUS_OK;
    bool first = !job->learn.ranks || !job->learn.ranks->own;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    if (signal(SIGHUP, on_signal) == SIG_IGN) signal(SIGHUP, SIG_IGN); /* as nohup wants it */
    if (job->log)
        status = record_open(job->log, job->log_path, g2l2_domain_name(domain),
                             g2l2_dataset_count(data), &err);
    if (status) return cli_fail(&err);
    progress_open(&job->screen, isatty(STDERR_FILENO) && !job->quiet && first,
                  time_after(domain, data, job));
    status = learn_watched(domain, data, job, &model, &report, &err);
    if (!status) status = save(model, job, &report, &err);
    if (!status) status = look_at(model, domain, data, job, &report, &err);
    progress_close(&job->screen, !status && !report.interrupted);
    if (status) cli_fail(&err);
    else if (job->json) train_print_json(job, &report, model, data, job->output, job->log_path);
    else if (!job->quiet) train_print(job, &report, model, data, job->output, job->log_path);
    thin_free(&job->thin);
    g2l2_model_free(model);
    if (status) return EXIT_ERROR;
    return report.interrupted && !*report.reason ? EXIT_INTERRUPTED : EXIT_OK;
}

/* Of several processes the first one writes what all have learned. */
static void stay_out(struct train_job *job) {
    record_free(job->log);
    free(job->log_path);
    job->log = NULL;
    job->log_path = NULL;
    job->output = "/dev/null";
}

static bool is_for_questions(const char *name) {
    g2l2_domain *domain;
    if (g2l2_domain_open(name, &domain, NULL)) return false;
    bool found = g2l2_domain_has_scenes(domain);
    g2l2_domain_free(domain);
    return found;
}

/* Put the name of a domain before the files, if none is there. Returns how many there are. One file alone may be
 * the questions; what they are about decides between two domains (g2l2_learn_choose). With the name of a domain that is for
 * questions it is those in any case. */
static int complete(struct train_job *job, const char **rest, int n) {
    const char *name = NULL;
    int named = n && cli_names_domain(rest[0]);
    bool about = job->table || job->scenes || job->sight.images;
    if (!job->questions && n == named + 1 &&
        (named ? is_for_questions(rest[0]) : about || cli_has_questions(rest[0])))
        job->questions = rest[--n];
    if (!n && job->questions) name = "visual";
    job->unnamed = name && !job->sight.images;
    if (n > 0 && !cli_names_domain(rest[0])) name = cli_guess_domain(rest[0]);
    if (!name) return n;
    memmove(rest + 1, rest, (size_t)n * sizeof *rest);
    rest[0] = name;
    return n + 1;
}

/* ---- the command ----------------------------------------------------------------- */

static int learn_sentences(const g2l2_domain *domain, struct train_job *job, const char **files,
                           int n) {
    g2l2_error err;
    g2l2_dataset *data;
    if (g2l2_dataset_new(&data, &err)) return cli_fail(&err);
    int status = read_files(data, files, n, &job->learn.limits);
    if (!status) status = learn(domain, data, job);
    g2l2_dataset_free(data);
    return status;
}

/* Another domain takes the place of this one, where nobody said which. */
static g2l2_status choose(g2l2_domain **domain, const g2l2_dataset *data, struct train_job *job,
                          g2l2_error *err) {
    const char *name = g2l2_domain_name(*domain);
    g2l2_domain *other;
    g2l2_status status = G2L2_STATUS_OK;
    cli_reached("choosing between what is stated and what words look like");
    if (job->unnamed) status = g2l2_learn_choose(data, &job->learn, &name, err);
    if (status || !strcmp(name, g2l2_domain_name(*domain))) return status;
    status = g2l2_domain_open(name, &other, err);
    if (status) return status;
    if (!job->quiet && !job->json && !job->tables.n)
        printf("%s: what is stated of things is used as it is\n", name);
    g2l2_domain_free(*domain);
    *domain = other;
    return status;
}

static int learn_questions(g2l2_domain **domain, struct train_job *job) {
    g2l2_error err;
    g2l2_scenes *scenes = NULL;
    g2l2_dataset *data = NULL;
    int status = cli_read_tables(&job->tables, job->scenes, job->questions, &job->learn.limits,
                                 &scenes, &data);
    if (!status && !job->quiet && !job->json) cli_put_safe(g2l2_scenes_about(scenes), stdout);
    if (!status && g2l2_scenes_encode(scenes, &job->features, &err)) status = cli_fail(&err);
    job->learn.scenes = scenes;
    if (!status && choose(domain, data, job, &err)) status = cli_fail(&err);
    if (!status) status = learn(*domain, data, job);
    g2l2_dataset_free(data);
    g2l2_scenes_free(scenes);
    return status;
}

static int learn_images(const g2l2_domain *domain, struct train_job *job) {
    g2l2_dataset *data = NULL;
    int status = cli_read_image_questions(job->sight.images, job->scenes, job->questions,
                                          &job->learn.limits, &job->images, &data);
    if (!status) status = learn(domain, data, job);
    g2l2_dataset_free(data);
    g2l2_scenes_free(job->images);
    return status;
}

static int run(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "detector")) return cli_train_detector(argc, argv);
    struct train_job job = {.learn = g2l2_learn_options_default(),
                            .features = g2l2_feature_options_default()};
    g2l2_learn_options *o = &job.learn;
    o->checkpoint.seconds = CLI_CHECKPOINT;
    const struct option_row rows[] = {{"-o|--output", .text = &job.output},
                                      {"--log", .text = &job.log_option},
                                      {"--scenes", .text = &job.scenes},
                                      {"--questions", .text = &job.questions},
                                      {"--table", .text = &job.table},
                                      {"--images", .text = &job.sight.images},
                                      {"--boxes", .text = &job.sight.boxes},
                                      {"--features", .text = &job.sight.features},
                                      {"--detector", .text = &job.sight.detector},
                                      {"--seed", .number = &o->seed},
                                      {"--inference", .text = &o->inference},
                                      {"--candidates", .text = &o->candidates},
                                      {"--threads", .whole = &o->n_threads},
                                      {"--max-seconds", .real = &o->budget.seconds},
                                      {"--restarts", .whole = &o->restarts},
                                      {"--effort", .real = &o->effort},
                                      {"--noise", .real = &o->noise},
                                      {"--strict", .flag = &o->strict},
                                      {"--keep-candidates", .flag = &o->keep_candidates},
                                      {"--updates", .whole = &o->updates},
                                      {"--grammar", .text = &o->grammar},
                                      {"--lambda", .real = &o->lambda},
                                      {"--senses", .whole = &o->senses},
                                      {"--recipe", .text = &o->recipe},
                                      {"--feature-size", .whole = &job.features.size},
                                      {"--feature-noise", .real = &job.features.noise},
                                      {"--feature-seed", .number = &job.features.seed},
                                      {"--json", .flag = &job.json},
                                      {"--no-estimate", .flag = &job.no_estimate},
                                      {"--replace", .flag = &job.replace},
                                      {"--quiet", .flag = &job.quiet},
                                      CHECKPOINT_ROWS(o->checkpoint),
                                      LIMIT_ROWS(o->limits),
                                      {0}};
    job.tables = cli_find_tables(argc, argv);
    const char **rest = calloc((size_t)argc + 2, sizeof *rest);
    int n = cli_options(argc, argv, &cli_train, rows, rest);
    g2l2_domain *domain = NULL;
    g2l2_error err = {0};
    if (n >= 0) n = complete(&job, rest, n);
    if (n > 0) g2l2_domain_open(rest[0], &domain, &err);
    int status = n < 0 ? EXIT_USAGE : train_check_usage(&job, domain, argc, argv, n);
    /* Learning keeps to it by itself; this is for reading, and for what nobody thought of. */
    const struct cli_budget budget = {.seconds = o->budget.seconds, .kept_by = o->n_threads};
    if (!status) status = cli_budget_start(&cli_train, &budget);
    if (!status) cli_reached("reading");
    o->limits.n_threads = o->n_threads;
    if (!status && !domain) status = cli_fail(&err);
    char *command = train_command_text(argc, argv);
    job.sources = train_sources(&job, rest + 1, n > 0 && !job.questions ? n - 1 : 0);
    if (!status) status = train_open_log(&job, command);
    if (!status) status = cli_checkpoint_open(&o->checkpoint, job.output, &job.checkpoint);
    o->ranks = cli_ranks();
    if (!status && o->ranks && o->ranks->own) stay_out(&job);
    if (!status) status = train_check_outputs(&job, rest, n);
    if (!status && job.sight.images) status = learn_images(domain, &job);
    else if (!status && g2l2_domain_has_scenes(domain)) status = learn_questions(&domain, &job);
    else if (!status) status = learn_sentences(domain, &job, rest + 1, n - 1);
    record_free(job.log);
    json_decref(job.sources);
    free(job.log_path);
    free(job.checkpoint);
    free(job.aside);
    free(command);
    g2l2_domain_free(domain);
    free(rest);
    return cli_finish(status);
}

const struct command cli_train = {"train", "learn a lexicon from examples", help, run};
