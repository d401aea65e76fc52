/* g2l2 bench: the figures of docs/BENCHMARKS.md and BENCHMARKS-VISUAL.md, measured again.
 *
 *     sections ─▶ runs in child processes ─▶ report ─▶ Markdown or JSON
 *
 * It makes its own data. Where the published SCAN files, or questions by CLEVR's own
 * programs, are at hand (data/scan and data/clevr/official of $G2L2_SHARED, or of
 * ../shared) it uses them and says so. Figures are reported beside what they should be,
 * and a figure that falls short ends nothing: to fail is the tests' business. A file
 * is written anew after every section, so hours are not lost. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "bench/bench.h"

enum subject { SCAN, VISUAL, RECIPE, PIXELS };

static const struct {
    const char *name, *title;
    void (*run)(struct bench *);
    bool slow; /* not part of a quick bench unless it is asked for */
    enum subject subject;
} sections[] = {
    {"scan-accuracy", "SCAN accuracy", bench_scan_accuracy, false, SCAN},
    {"few-examples", "Few examples", bench_few_examples, false, SCAN},
    {"wrong-labels", "Wrong labels", bench_wrong_labels, false, SCAN},
    {"training-cost", "Training cost", bench_training_cost, false, SCAN},
    {"decoding", "Decoding", bench_decoding, false, SCAN},
    {"sentence-cost", "One sentence, all candidates", bench_sentence_cost, false, SCAN},
    {"complexity", "Complexity", bench_complexity, false, SCAN},
    {"expected-convergence", "Expected inference as the paper has it", bench_expected_convergence,
     true, SCAN},
    {"standard", "Standard split", bench_visual_standard, false, VISUAL},
    {"splits", "Splits that ask for generalization", bench_visual_splits, false, VISUAL},
    {"official", "Questions by CLEVR's own programs", bench_visual_official, false, VISUAL},
    {"paper", "As the paper has it", bench_visual_paper, false, VISUAL},
    {"cost", "Cost", bench_visual_cost, false, VISUAL},
    {"noise", "Noise of the features", bench_visual_noise, false, VISUAL},
    {"whole", "The whole language of CLEVR", bench_whole, false, VISUAL},
    {"constructions", "Constructions that were never learned from", bench_constructions, false,
     VISUAL},
    {"senses", "Senses of words, and candidates", bench_senses, false, VISUAL},
    {"features", "Given features", bench_pixels_features, false, PIXELS},
    {"table", "The constants", bench_recipe_table, false, RECIPE},
    {"commands", "Commands, without each", bench_recipe_commands, false, RECIPE},
    {"questions", "Questions about scenes, without each", bench_recipe_questions, false, RECIPE},
};
#define N_SECTIONS (sizeof sections / sizeof sections[0])

static const char help[] =
    "usage: g2l2 bench [visual|recipe|pixels] [--quick] [--only NAME,...] [--seeds N] [-o FILE] "
    "[--json]\n"
    "\n"
    "Measure accuracy, speed, memory and complexity on SCAN, and write a report in\n"
    "Markdown: `g2l2 bench -o docs/BENCHMARKS.md`. The data are generated; where the\n"
    "published files are in $G2L2_SHARED/data/scan, the tests are theirs. With `visual`\n"
    "it is about questions in the manner of CLEVR; it needs half an hour and 2 GB in\n"
    "$TMPDIR: `g2l2 bench visual -o docs/BENCHMARKS-VISUAL.md`. With `recipe` it lists the\n"
    "constants of the learner, and what happens without each of them on small sets:\n"
    "`g2l2 bench recipe -o docs/BENCHMARKS-RECIPE.md`. With `pixels` it is about images, where\n"
    "they are in $G2L2_SHARED/data/clevr-images: `g2l2 bench pixels -o "
    "docs/BENCHMARKS-PIXELS.md`.\n"
    "\n"
    "  --quick            a little of everything, in some seconds (visual: minutes)\n"
    "  --only NAME,...    these sections: scan-accuracy, few-examples, wrong-labels,\n"
    "                     training-cost, decoding, sentence-cost, complexity,\n"
    "                     expected-convergence; visual: standard, splits, official,\n"
    "                     paper, cost, noise; of the whole language of CLEVR: whole,\n"
    "                     constructions, senses; recipe: table, commands, questions;\n"
    "                     pixels: features\n"
    "  --seeds N          runs of whatever is run more than once (SCAN 100, 20 or 10;\n"
    "                     visual 10, 4, 3 or 1)\n"
    "  -o, --output FILE  (standard output)\n"
    "  --json             the same figures as JSON\n";

struct job {
    struct bench bench;
    bool json;
    enum subject subject;
    int seeds;
    const char *only, *output;
};

/* ---- for all sections ---------------------------------------------------------------------- */

uint32_t bench_runs(const struct bench *self, uint32_t usual, uint32_t quick) {
    if (self->seeds) return self->seeds;
    return self->quick ? quick : usual;
}

void bench_check(struct bench *self, g2l2_status status, const g2l2_error *err) {
    if (status) guard_raise(&self->guard, status, err->line, err->column, "%s", err->message);
}

static double clock_seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_cpu(void) {
    return clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double bench_wall(void) {
    return clock_seconds(CLOCK_MONOTONIC);
}

/* ---- the machine ------------------------------------------------------------------------------ */

/* The rest of the first line of a file that begins with `key`, cleaned of
 * separators and quotes. */
static bool look_up(const char *path, const char *key, char *out, size_t size) {
    FILE *in = fopen(path, "r");
    bool found = false;
    while (in && !found && fgets(out, (int)size, in)) found = !strncmp(out, key, strlen(key));
    if (in) fclose(in);
    if (!found) return false;
    const char *from = out + strlen(key);
    from += strspn(from, " \t:=\"");
    memmove(out, from, strlen(from) + 1);
    out[strcspn(out, "\"\n")] = 0;
    return true;
}

__attribute__((format(printf, 3, 4))) static void add_fact(struct bench *b, const char *name,
                                                           const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    struct fact fact = {name, arena_strndup(&b->arena, text, strlen(text))};
    vec_push(&b->arena, &b->report.facts, fact);
}

static void describe_machine(struct bench *b) {
    char line[256];
    struct utsname kernel;
    bool known = look_up("/proc/cpuinfo", "model name", line, sizeof line);
    add_fact(b, "processor", "%s", known ? line : "unknown");
    add_fact(b, "cores in use", "%d", b->cores);
    known = look_up("/proc/meminfo", "MemTotal", line, sizeof line);
    add_fact(b, "memory", "%.1f GB", known ? strtod(line, NULL) / (1 << 20) : 0);
#ifdef __clang__
    add_fact(b, "compiler", "clang %s", __clang_version__);
#else
    add_fact(b, "compiler", "gcc %s", __VERSION__);
#endif
    known = look_up("/etc/os-release", "PRETTY_NAME", line, sizeof line);
    if (!uname(&kernel))
        add_fact(b, "system", "%s, %s %s", known ? line : "unknown", kernel.sysname,
                 kernel.release);
}

static void describe_scan(struct bench *b) {
    char date[32];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    add_fact(b, "date", "%s", date);
    add_fact(b, "data", "%s",
             b->official ? "generated, and the published SCAN files for simple and for all tests"
                         : "generated; the published SCAN files were not at hand");
}

static void describe_visual(struct bench *b) {
    add_fact(b, "data", "%s",
             b->clevr ? "generated; for some sections, questions by CLEVR's own programs"
                      : "generated; the questions by CLEVR's own programs were not at hand");
}

/* A folder of the shared ones, or NULL. */
static const char *find_shared(struct bench *b, const char *name) {
    const char *shared = getenv("G2L2_SHARED");
    char path[3000];
    struct stat info;
    snprintf(path, sizeof path, "%s/data/%s", shared ? shared : "../shared", name);
    if (stat(path, &info) || !S_ISDIR(info.st_mode)) return NULL;
    return arena_strndup(&b->arena, path, strlen(path));
}

/* ---- the command --------------------------------------------------------------------------------- */

/* Is `name` one of the names in `list`, which are separated by commas? */
static bool listed(const char *list, const char *name) {
    size_t n = strlen(name);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == n && !strncmp(at, name, n)) return true;
    return false;
}

/* The first name in the list that no section has, or NULL. */
static const char *unknown_section(const char *list, enum subject subject) {
    char name[64];
    for (const char *at = list; at && *at; at += strcspn(at, ","), at += *at == ',') {
        size_t n = strcspn(at, ","), k = 0;
        snprintf(name, sizeof name, "%.*s", (int)n, at);
        while (k < N_SECTIONS && (sections[k].subject != subject || strcmp(sections[k].name, name)))
            k++;
        if (k == N_SECTIONS) return at;
    }
    return NULL;
}

/* Better to know at once than in ten minutes. */
static void check_output(struct bench *b, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *folder = slash ? arena_strndup(&b->arena, path, (size_t)(slash - path) + 1) : ".";
    if (access(folder, W_OK))
        guard_raise(&b->guard, G2L2_STATUS_IO, 0, 0, "%s: cannot write there: %s", path,
                    strerror(errno));
}

static void put_out(struct job *job) {
    struct bench *b = &job->bench;
    struct buf text;
    g2l2_error err;
    buf_init(&text, &b->arena);
    if (job->json) {
        char *json = report_json(&b->report);
        if (!json) guard_raise(&b->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
        buf_printf(&text, "%s\n", json);
        free(json);
    } else {
        report_markdown(&b->report, &text);
    }
    if (!job->output || !strcmp(job->output, "-")) fwrite(text.at, 1, text.n, stdout);
    else bench_check(b, file_write(job->output, text.at, text.n, &err), &err);
}

static bool is_wanted(const struct job *job, size_t i) {
    if (sections[i].subject != job->subject) return false;
    if (job->only) return listed(job->only, sections[i].name);
    return !(job->bench.quick && sections[i].slow);
}

static void measure(struct job *job) {
    struct bench *b = &job->bench;
    bool to_file = job->output && strcmp(job->output, "-");
    if (to_file) check_output(b, job->output);
    b->official = find_shared(b, "scan");
    b->clevr = find_shared(b, "clevr/official");
    static const char *const titles[] = {"Benchmarks", "Benchmarks: questions about scenes",
                                         "Benchmarks: the recipe of learning",
                                         "Benchmarks: questions about images"};
    b->report.title = titles[job->subject];
    describe_machine(b);
    b->images = find_shared(b, "clevr-images");
    if (job->subject != VISUAL && job->subject != PIXELS) describe_scan(b);
    if (job->subject == VISUAL) describe_visual(b);
    for (size_t i = 0; i < N_SECTIONS; i++) b->report.n_wanted += is_wanted(job, i);
    for (size_t i = 0; i < N_SECTIONS; i++) {
        if (!is_wanted(job, i)) continue;
        report_section(b, sections[i].name, sections[i].title);
        sections[i].run(b);
        if (to_file) put_out(job);
    }
    if (!to_file) put_out(job);
}

static const char *command_line(struct bench *b, int argc, char **argv) {
    struct buf line;
    buf_init(&line, &b->arena);
    buf_puts(&line, "g2l2");
    for (int i = 0; i < argc; i++) buf_printf(&line, " %s", argv[i]);
    return line.at;
}

static int work(struct job *job, int argc, char **argv) {
    struct bench *b = &job->bench;
    g2l2_error err;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    volatile int status = EXIT_OK;
    b->cores = cores < 1 ? 1 : cores > 64 ? 64 : (int)cores;
    b->seeds = (uint32_t)job->seeds;
    b->report.quick = b->quick;
    arena_init(&b->arena, &b->guard, 0);
    if (guard_try(&b->guard, &err)) {
        b->report.command = command_line(b, argc, argv);
        measure(job);
    } else {
        status = cli_fail(&err);
    }
    sight_remove(b);
    arena_free(&b->arena);
    return status;
}

static int run(int argc, char **argv) {
    struct job job = {0};
    const struct option_row rows[] = {
        {"--quick", .flag = &job.bench.quick}, {"--only", .text = &job.only},
        {"--seeds", .whole = &job.seeds},      {"-o|--output", .text = &job.output},
        {"--json", .flag = &job.json},         {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_bench, rows, rest);
    int status = EXIT_USAGE;
    if (n == 1 && !strcmp(rest[0], "visual")) job.subject = VISUAL;
    if (n == 1 && !strcmp(rest[0], "recipe")) job.subject = RECIPE;
    if (n == 1 && !strcmp(rest[0], "pixels")) job.subject = PIXELS;
    n -= job.subject != SCAN;
    if (n > 0) cli_usage(&cli_bench, "'%s' is not an option", rest[0]);
    else if (n == 0 && unknown_section(job.only, job.subject))
        cli_usage(&cli_bench, "there is no section '%s'", unknown_section(job.only, job.subject));
    else if (n == 0) status = work(&job, argc, argv);
    free(rest);
    return cli_finish(status);
}

const struct command cli_bench = {"bench", "measure accuracy, speed and memory", help, run};
