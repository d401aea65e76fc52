/* Questions about scenes for the bench: sets of them in files, and learning from one.
 *
 *     parent          folder ◀── sight_make: two processes write the sets
 *       │ fork
 *     child   ─▶ read a set, once ─▶ seed 1, 3, 5, ... ─▶ numbers
 *     child   ─▶ read a set, once ─▶ seed 2, 4, 6, ... ─▶ numbers
 *
 * The parent reads nothing, so what a child holds is its own. Runs are in the order of
 * their sets, and a child keeps the one it read last. */
#include <errno.h>
#include <ftw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "bench/bench.h"

#define PARSE_MAX ((size_t)64 << 20)
#define MAX_NOTED 20 /* wrong answers that are noted */

const char *const sight_families[N_FAMILIES] = {
    "zero_hop",  "one_hop",     "two_hop",    "three_hop",       "single_and",
    "single_or", "same_relate", "comparison", "compare_integer",
};

/* ---- files --------------------------------------------------------------------------------- */

static void make_folder(struct bench *b) {
    const char *temporary = getenv("TMPDIR");
    char path[4096];
    if (b->folder) return;
    snprintf(path, sizeof path, "%.3000s/g2l2-bench-XXXXXX",
             temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(path))
        guard_raise(&b->guard, G2L2_STATUS_IO, 0, 0, "%s: cannot make a temporary folder", path);
    b->folder = arena_strndup(&b->arena, path, strlen(path));
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at) {
    (void)info, (void)kind, (void)at;
    remove(path);
    return 0;
}

void sight_remove(struct bench *self) {
    if (self->folder) nftw(self->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    self->folder = NULL;
}

const char *sight_path(const struct bench *self, char out[SIGHT_PATH], const struct sight_set *set,
                       enum clevr_part part, const char *file) {
    snprintf(out, SIGHT_PATH, "%s/%s-%s%s%s%s", self->folder, set->name, clevr_part_names[part],
             *file ? "/" : "", file, *file ? ".json" : "");
    return out;
}

const char *sight_note(const struct bench *self, char out[SIGHT_PATH], const struct lesson *lesson,
                       uint64_t seed) {
    snprintf(out, SIGHT_PATH, "%s/%s.%u.note", self->folder, lesson->name, (unsigned)seed);
    return out;
}

static void generate(struct bench *b, const struct sight_set *set, enum clevr_part part) {
    char folder[SIGHT_PATH];
    g2l2_error err;
    struct clevr_options options = clevr_options_default();
    options.split = set->split;
    options.full = set->full;
    options.novel = set->novel;
    options.part = part;
    options.questions = part == CLEVR_TRAIN ? set->n_train : set->n_test;
    options.folder = sight_path(b, folder, set, part, "");
    bench_check(b, clevr_generate(&options, &err), &err);
}

/* ---- the official questions, cut in two ------------------------------------------------------- */

static size_t unpack(void *to, size_t size, void *from) {
    int n = gzread(from, to, (unsigned)size);
    return n < 0 ? (size_t)-1 : (size_t)n;
}

static json_t *load(struct bench *b, const char *path) {
    json_error_t error;
    gzFile in = gzopen(path, "rb");
    json_t *out = in ? json_load_callback(unpack, in, 0, &error) : NULL;
    if (in) gzclose(in);
    if (!out) guard_raise(&b->guard, G2L2_STATUS_IO, 0, 0, "%s: cannot be read", path);
    return out;
}

/* "The cube is what color?", "What is the cube made of?": what is asked for comes last. */
static bool asks_at_last(const char *question) {
    static const char end[] = " made of?";
    size_t n = question ? strlen(question) : 0, m = sizeof end - 1;
    if (!n) return false;
    if (!strncmp(question, "The ", 4)) return true;
    return !strncmp(question, "What is ", 8) && n > m && !strcmp(question + n - m, end);
}

/* Keep what is about the scenes of a part. */
static void cut(struct bench *b, const struct sight_set *set, enum clevr_part part,
                const char *from, const char *list) {
    char path[SIGHT_PATH];
    snprintf(path, sizeof path, "%s/%s", b->clevr, from);
    json_t *all = load(b, path), *kept = json_array(), *row;
    size_t i;
    json_array_foreach(json_object_get(all, list), i, row) {
        bool tested = json_integer_value(json_object_get(row, "image_index")) >= set->first_tested;
        const char *question = json_string_value(json_object_get(row, "question"));
        if (tested != (part == CLEVR_TEST)) continue;
        if (!set->asked_first || !asks_at_last(question)) json_array_append(kept, row);
    }
    json_object_set_new(all, list, kept);
    if (json_dump_file(all, sight_path(b, path, set, part, list), JSON_COMPACT))
        guard_raise(&b->guard, G2L2_STATUS_IO, 0, 0, "%s: cannot be written", path);
    json_decref(all);
}

static void cut_official(struct bench *b, const struct sight_set *set, enum clevr_part part) {
    char folder[SIGHT_PATH];
    if (mkdir(sight_path(b, folder, set, part, ""), 0700))
        guard_raise(&b->guard, G2L2_STATUS_IO, 0, 0, "%s: %s", folder, strerror(errno));
    cut(b, set, part, "scenes_train.json.gz", "scenes");
    cut(b, set, part, set->official, "questions");
}

static bool is_test(const struct sight_set *set) {
    return !set->official && !set->n_train;
}

/* The large parts first: i is a set, then a set again for its test. */
struct making {
    const struct sight_set *const *sets; /* [n] */
    uint32_t n;
};

static void make_part(struct bench *b, const void *context, uint32_t i, double *out) {
    const struct making *making = context;
    const struct sight_set *set = making->sets[i % making->n];
    enum clevr_part part = i < making->n ? CLEVR_TRAIN : CLEVR_TEST;
    (void)out;
    if (part == CLEVR_TRAIN && is_test(set)) return;
    if (set->official) cut_official(b, set, part);
    else generate(b, set, part);
}

void sight_make(struct bench *self, const struct sight_set *const *sets, uint32_t n) {
    struct making making = {sets, n};
    make_folder(self);
    bench_jobs(self, &(struct jobs){"making data", 2 * n, 0, self->cores, make_part, &making});
}

/* ---- reading -------------------------------------------------------------------------------------- */

static void read_part(struct bench *b, const struct sight_set *set, enum clevr_part part,
                      g2l2_scenes **scenes, g2l2_dataset **data) {
    char path[SIGHT_PATH];
    g2l2_error err;
    g2l2_limits limits = g2l2_limits_default();
    bench_check(b, g2l2_scenes_new(scenes, &err), &err);
    bench_check(b, g2l2_dataset_new(data, &err), &err);
    sight_path(b, path, set, part, "scenes");
    bench_check(b, g2l2_scenes_read(*scenes, path, &limits, &err), &err);
    sight_path(b, path, set, part, "questions");
    bench_check(b, g2l2_dataset_read_questions(*data, path, *scenes, &limits, &err), &err);
}

static void forget(struct sight *sight) {
    g2l2_dataset_free(sight->train);
    g2l2_dataset_free(sight->test);
    g2l2_scenes_free(sight->scenes);
    g2l2_scenes_free(sight->test_scenes);
}

struct sight *sight_open(struct bench *self, const struct sight_set *set) {
    if (self->sight && self->sight->set == set) return self->sight;
    if (self->sight) forget(self->sight);
    struct sight *sight = self->sight = arena_new(&self->arena, struct sight);
    sight->set = set;
    sight->noise = NAN;
    if (!is_test(set)) read_part(self, set, CLEVR_TRAIN, &sight->scenes, &sight->train);
    read_part(self, set, CLEVR_TEST, &sight->test_scenes, &sight->test);
    return sight;
}

/* ---- learning --------------------------------------------------------------------------------------- */

static struct sight *look(struct bench *b, const struct lesson *lesson) {
    g2l2_error err;
    struct sight *sight = sight_open(b, lesson->set);
    g2l2_feature_options options = g2l2_feature_options_default();
    if (lesson->noise > 0) options.noise = lesson->noise;
    if (sight->noise == options.noise) return sight;
    bench_check(b, g2l2_scenes_encode(sight->scenes, &options, &err), &err);
    sight->noise = options.noise;
    return sight;
}

static g2l2_learn_options how(const struct lesson *lesson, uint64_t seed, const struct sight *s) {
    g2l2_learn_options out = g2l2_learn_options_default();
    out.seed = seed;
    out.scenes = s->scenes;
    out.n_threads = lesson->n_threads ? lesson->n_threads : 1;
    out.grammar = lesson->grammar;
    out.candidates = lesson->candidates;
    out.senses = lesson->senses;
    out.recipe = lesson->recipe;
    if (lesson->lambda_zero) out.lambda = 0;
    return out;
}

/* Entries of a word stand together. */
static void count_senses(const g2l2_model *model, double *out) {
    const char *last = "";
    size_t run = 0;
    out[LESSON_WORDS] = (double)g2l2_model_n_words(model);
    out[LESSON_ENTRIES] = (double)g2l2_model_n_entries(model);
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        const char *word = g2l2_model_entry(model, i).word;
        run = strcmp(word, last) ? 1 : run + 1;
        out[LESSON_SEVERAL] += run == 2;
        last = word;
    }
}

g2l2_model *sight_learn(struct bench *self, const struct lesson *lesson, uint64_t seed,
                        double *out) {
    g2l2_error err;
    g2l2_domain *domain;
    g2l2_model *model = NULL;
    g2l2_learn_report report = {0};
    struct sight *sight = look(self, lesson);
    g2l2_learn_options options = how(lesson, seed, sight);
    g2l2_dataset *train = sight->train;
    if (lesson->n) train = data_draw(self, sight->train, lesson->n, seed);
    bench_check(self, g2l2_domain_open("visual", &domain, &err), &err);
    double cpu = bench_cpu(), wall = bench_wall();
    g2l2_status status = g2l2_learn(domain, train, &options, &model, &report, &err);
    out[LESSON_CPU] = bench_cpu() - cpu;
    out[LESSON_WALL] = bench_wall() - wall;
    out[LESSON_TRAINED] = (double)g2l2_dataset_count(train);
    if (status != G2L2_STATUS_DATA && status != G2L2_STATUS_LIMIT) bench_check(self, status, &err);
    if (!status) count_senses(model, out);
    g2l2_domain_free(domain);
    if (train != sight->train) g2l2_dataset_free(train);
    return status ? NULL : model;
}

/* ---- tests ------------------------------------------------------------------------------------------ */

/* The program of an explanation, on one line. */
static void put_program(FILE *note, const char *text) {
    const char *at = strstr(text, "program:\n"), *end = at ? strstr(at, "\n\n") : NULL;
    if (!at) return;
    at += strlen("program:\n");
    if (!end) end = at + strlen(at);
    at += strspn(at, " ");
    for (; at < end; at++) {
        if (*at != '\n') {
            fputc(*at, note);
            continue;
        }
        if (at[-1] == ',') fputc(' ', note);
        at += strspn(at, "\n ") - 1;
    }
}

/* What was answered, and how the question was understood; or why it was not. */
static void put_note(struct bench *b, FILE *note, g2l2_parser *parser, const g2l2_example *e,
                     const g2l2_result *r) {
    g2l2_explanation explained;
    g2l2_error err;
    fprintf(note, "%s\t%s\t", e->sentence, e->target);
    if (!r->n_readings) {
        fprintf(note, "none\t%s\n", r->reason ? r->reason : "");
        return;
    }
    fprintf(note, "%s\t", r->readings[0].text ? r->readings[0].text : "none");
    bench_check(b, g2l2_parser_explain(parser, e->sentence, &explained, &err), &err);
    put_program(note, explained.text);
    fputc('\n', note);
}

static void count_family(const char *family, bool right, double *out) {
    for (int i = 0; family && i < N_FAMILIES; i++) {
        if (strcmp(family, sight_families[i])) continue;
        out[LESSON_FAMILIES + 2 * i]++;
        out[LESSON_FAMILIES + 2 * i + 1] += right;
    }
}

/* A question that does not fit into PARSE_MAX counts as wrong: with a lexicon that is this
 * ambiguous the test would take minutes. */
static bool answer(struct bench *b, g2l2_parser *parser, const g2l2_scenes *scenes,
                   const g2l2_example *e, g2l2_result *r) {
    g2l2_error err;
    bench_check(b, g2l2_parser_set_scene(parser, scenes, e->scene, &err), &err);
    g2l2_status status = g2l2_parser_run(parser, e->sentence, 1, r, &err);
    if (status == G2L2_STATUS_LIMIT) *r = (g2l2_result){.reason = "too much to parse"};
    else bench_check(b, status, &err);
    return r->n_readings && r->readings[0].text && !strcmp(r->readings[0].text, e->target);
}

void sight_exam(struct bench *self, const struct lesson *lesson, const g2l2_model *model,
                uint64_t seed, double *out) {
    g2l2_error err;
    g2l2_parser *parser;
    g2l2_result r;
    char path[SIGHT_PATH];
    struct sight *sight = self->sight;
    g2l2_limits limits = g2l2_limits_default();
    size_t n = g2l2_dataset_count(sight->test), wrong = 0;
    FILE *note = fopen(sight_note(self, path, lesson, seed), "w");
    if (!note) guard_raise(&self->guard, G2L2_STATUS_IO, 0, 0, "%s: cannot be written", path);
    limits.max_memory = PARSE_MAX;
    bench_check(self, g2l2_scenes_encode_for(sight->test_scenes, model, &err), &err);
    bench_check(self, g2l2_parser_new(model, &limits, &parser, &err), &err);
    for (size_t i = 0; i < n; i++) {
        g2l2_example e = g2l2_dataset_get(sight->test, i);
        bool right = answer(self, parser, sight->test_scenes, &e, &r);
        count_family(e.family, right, out);
        if (!right && wrong++ < MAX_NOTED) put_note(self, note, parser, &e, &r);
    }
    out[LESSON_TESTED] = (double)n;
    out[LESSON_ACCURACY] = 1 - (double)wrong / (double)n;
    g2l2_parser_free(parser);
    fclose(note);
}

void sight_lesson(struct bench *self, const struct lesson *lesson, uint64_t seed, double *out) {
    g2l2_model *model = sight_learn(self, lesson, seed, out);
    if (model) sight_exam(self, lesson, model, seed, out);
    g2l2_model_free(model);
}
