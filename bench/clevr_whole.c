/* The whole language of CLEVR: sameness, comparison, two sentences.
 *
 *     official, our own ─▶ all kinds of questions, by kind
 *     kept back         ─▶ a combination of words that was never learned from
 *     never asked       ─▶ sentences that CLEVR has not, in its words
 *     senses            ─▶ what a second entry of a word is worth, and costs
 *
 * What is kept back has models of its own; what is never asked is a test of the models
 * that learned from all there is. */
#include <math.h>
#include <string.h>

#include "bench/bench.h"

#define ALL         100000u
#define LARGE       300000u
#define TESTS       10000u
#define NOVEL_TESTS 2000u
#define TARGET_RATE 20000.

static const struct sight_set
    official = {"official", .official = "questions_train.json.gz", .first_tested = 2700},
    six = {"six", .official = "questions_six_train.json.gz", .first_tested = 2500},
    own = {"own", CLEVR_STANDARD, ALL, TESTS, .full = true},
    same_shape = {"same-shape", CLEVR_SAME_SHAPE, 30000, TESTS / 2, .full = true},
    it_count = {"it-count", CLEVR_IT_COUNT, 30000, TESTS / 2, .full = true},
    compare_hops = {"compare-hops", CLEVR_COMPARE_HOPS, 30000, TESTS / 2, .full = true},
    purple = {"purple", CLEVR_PURPLE, 70000, TESTS / 2, .full = true},
    depth = {"depth", CLEVR_DEPTH, 70000, TESTS / 2, .full = true},
    right = {"right", CLEVR_RIGHT_SPLIT, LARGE, TESTS / 2, .full = true},
    count = {"count", CLEVR_COUNT_SPLIT, LARGE, TESTS / 2, .full = true},
    it_compare = {"it-compare", .n_test = NOVEL_TESTS, .novel = CLEVR_IT_COMPARE},
    same_and = {"same-and", .n_test = NOVEL_TESTS, .novel = CLEVR_SAME_AND},
    same_relate = {"same-relate", .n_test = NOVEL_TESTS, .novel = CLEVR_SAME_RELATE},
    chain = {"chain", .n_test = NOVEL_TESTS, .novel = CLEVR_CHAIN};

static const char not_at_hand[] =
    "**Not measured: questions by CLEVR's own programs; the files were not at hand.** They are "
    "looked for in data/clevr/official of $G2L2_SHARED, or of ../shared.";

/* ---- all kinds ------------------------------------------------------------------------------------- */

/* The least accuracy of a kind in any seed, in %. */
static double least_of_family(const double *runs, uint32_t n, int family) {
    double least = INFINITY;
    for (uint32_t i = 0; i < n; i++) {
        const double *pair = runs + (size_t)i * N_LESSON + LESSON_FAMILIES + 2 * family;
        least = fmin(least, pair[0] > 0 ? 100 * pair[1] / pair[0] : 0);
    }
    return least;
}

/* One column for each lesson. */
static void put_families(struct bench *b, const struct lesson *lessons, uint32_t n,
                         const double *runs, uint32_t n_seeds) {
    struct buf columns;
    buf_init(&columns, &b->arena);
    buf_puts(&columns, "kind");
    for (uint32_t i = 0; i < n; i++)
        buf_printf(&columns, "|%s: questions|%s: least %%", lessons[i].name, lessons[i].name);
    report_text(b, "By kind of question, the least of all seeds:");
    report_table(b, columns.at);
    for (int f = 0; f < N_FAMILIES; f++) {
        report_cell(b, "%s", sight_families[f]);
        for (uint32_t i = 0; i < n; i++) {
            const double *own_runs = runs + (size_t)i * n_seeds * N_LESSON;
            report_number(b, own_runs[LESSON_FAMILIES + 2 * f], 0);
            report_number(b, least_of_family(own_runs, n_seeds, f), 2);
        }
    }
}

static void put_lessons(struct bench *b, const struct lesson *lessons, uint32_t n,
                        const double *runs, uint32_t n_seeds) {
    course_table(b, "learned from", false);
    for (uint32_t i = 0; i < n; i++)
        course_row(b, &lessons[i], runs + (size_t)i * n_seeds * N_LESSON, n_seeds, N_LESSON, false);
}

static void put_lesson_failures(struct bench *b, const struct lesson *lessons, uint32_t n,
                                const double *runs, uint32_t n_seeds) {
    struct course_rows *rows = arena_array(&b->arena, struct course_rows, n);
    for (uint32_t i = 0; i < n; i++)
        rows[i] = (struct course_rows){&lessons[i], runs + (size_t)i * n_seeds * N_LESSON, n_seeds,
                                       N_LESSON};
    course_failures(b, rows, n);
}

void bench_whole(struct bench *self) {
    struct lesson lessons[] = {
        {"own", &own, .target = 99.9},
        {"official", &official, .target = 99.7},
        {"official, 10,000", &official, 10000, .target = 98.5},
    };
    uint32_t n = self->clevr ? 3 : 1, n_seeds = bench_runs(self, 10, 1);
    course_prepare(self, lessons, n);
    const double *runs = course_take(self, lessons, n, n_seeds);
    report_text(self,
                "All nine kinds of questions, 90 families, from answers alone. Official ones are "
                "by CLEVR's own question engine: those about the scenes 0 to 2,699 are learned "
                "from, or 10,000 of them, others for each seed; those about 2,700 to 2,999 are "
                "the test. Our own are generated (`data clevr --full`); %u about other scenes are "
                "the test.",
                lessons[0].set->n_test);
    if (!self->clevr) report_text(self, not_at_hand);
    put_lessons(self, lessons, n, runs, n_seeds);
    put_families(self, lessons, n, runs, n_seeds);
    put_lesson_failures(self, lessons, n, runs, n_seeds);
    sight_remove(self);
}

/* ---- what was never learned from ---------------------------------------------------------------------- */

#define N_NOVEL 4

/* A lesson, and tests of what it did not have. */
struct abroad {
    struct lesson lessons[1 + N_NOVEL]; /* the one learned from, then the tests */
};

/* [N_NOVEL, N_LESSON]; learning is told of in each. */
static void go_abroad(struct bench *b, const void *context, uint32_t i, double *out) {
    const struct abroad *abroad = context;
    double learned[N_LESSON] = {0};
    g2l2_model *model = sight_learn(b, &abroad->lessons[0], i + 1, learned);
    for (int k = 0; k < N_NOVEL; k++, out += N_LESSON) {
        const struct lesson *test = &abroad->lessons[1 + k];
        memcpy(out, learned, sizeof learned);
        sight_open(b, test->set);
        if (model) sight_exam(b, test, model, i + 1, out);
    }
    g2l2_model_free(model);
}

static void put_novel(struct bench *b, uint32_t n_seeds) {
    enum { WIDTH = N_NOVEL * N_LESSON };
    struct abroad abroad = {{{"own", .set = &own},
                             {"it-compare", &it_compare, .target = 99},
                             {"same-and", &same_and, .target = 99},
                             {"same-relate", &same_relate, .target = 99},
                             {"chain", &chain, .target = 99}}};
    struct course_rows rows[N_NOVEL];
    _Static_assert(WIDTH <= JOBS_MAX_NUMBERS, "a run says it all at once");
    course_prepare(b, abroad.lessons, 1 + N_NOVEL);
    const double *runs =
        bench_jobs(b, &(struct jobs){"novel", n_seeds, WIDTH, b->cores, go_abroad, &abroad});
    report_text(b,
                "Questions that CLEVR never asks (`data clevr --novel`), %u of each, answered by "
                "models that learned from %u generated ones of the whole language:",
                abroad.lessons[1].set->n_test, abroad.lessons[0].set->n_train);
    course_table(b, "asked", false);
    for (int k = 0; k < N_NOVEL; k++) {
        const struct lesson *test = &abroad.lessons[1 + k];
        rows[k] = (struct course_rows){test, runs + k * N_LESSON, n_seeds, WIDTH};
        course_row(b, test, rows[k].runs, n_seeds, WIDTH, false);
    }
    course_failures(b, rows, N_NOVEL);
    sight_remove(b);
}

void bench_constructions(struct bench *self) {
    struct lesson lessons[] = {
        {"same-shape", &same_shape, .target = 99},
        {"it-count", &it_count, .target = 99},
        {"compare-hops", &compare_hops, .target = 99},
        {"purple", &purple, .target = 99},
        {"depth", &depth, .target = 99},
        {"right, 30,000", &right, 30000, .target = NAN},
        {"right, 100,000", &right, 100000, .target = NAN},
        {"right", &right, .target = 99},
        {"count", &count, .target = 99},
    };
    uint32_t n = sizeof lessons / sizeof *lessons, n_seeds = bench_runs(self, 10, 1);
    course_prepare(self, lessons, n);
    const double *runs = course_take(self, lessons, n, n_seeds);
    report_text(self,
                "Combinations that are kept back from what is learned, and are all that the test "
                "asks for (`data clevr --full --split`; %u questions about other scenes). "
                "same-shape: `same` is never said together with `shape`. it-count: nothing is "
                "counted in questions of two sentences. compare-hops: numbers are compared of "
                "plain things only, not of what is left of something. The others are the "
                "paper's, in the whole language; `right` and counting are rare in questions as "
                "short as they may be learned from, so there are more, and `right` is shown with "
                "fewer as well.",
                lessons[0].set->n_test);
    put_lessons(self, lessons, n, runs, n_seeds);
    put_lesson_failures(self, lessons, n, runs, n_seeds);
    sight_remove(self);
    put_novel(self, n_seeds);
}

/* ---- senses ------------------------------------------------------------------------------------------- */

enum { SENSES_RATE = N_LESSON, N_SENSES };

struct reading {
    const struct lesson *lessons;
    uint32_t n_seeds;
};

/* Words that have several entries, a line each. */
static void note_senses(struct bench *b, const struct lesson *lesson, uint64_t seed,
                        const g2l2_model *model) {
    char path[SIGHT_PATH];
    size_t n = g2l2_model_n_entries(model), end;
    FILE *note = fopen(sight_note(b, path, lesson, seed), "w");
    if (!note) guard_raise(&b->guard, G2L2_STATUS_IO, 0, 0, "%s: cannot be written", path);
    for (size_t i = 0; i < n; i = end) {
        const char *word = g2l2_model_entry(model, i).word;
        for (end = i; end < n && !strcmp(g2l2_model_entry(model, end).word, word); end++) continue;
        if (end - i > 1) fprintf(note, "%s\n", word);
    }
    fclose(note);
}

static void take_reading(struct bench *b, const void *context, uint32_t i, double *out) {
    const struct reading *reading = context;
    const struct lesson *lesson = &reading->lessons[i / reading->n_seeds];
    uint32_t seed = i % reading->n_seeds + 1;
    double n_questions;
    g2l2_model *model = sight_learn(b, lesson, seed, out);
    if (!model) return;
    sight_exam(b, lesson, model, seed, out);
    note_senses(b, lesson, seed, model);
    out[SENSES_RATE] = insight_rate(b, model, 0, &n_questions);
    g2l2_model_free(model);
}

static double mean_of(const double *runs, uint32_t n, int which) {
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += runs[(size_t)i * N_SENSES + (uint32_t)which] / n;
    return sum;
}

static double least_rate(const double *runs, uint32_t n) {
    double least = INFINITY;
    for (uint32_t i = 0; i < n; i++) least = fmin(least, runs[(size_t)i * N_SENSES + SENSES_RATE]);
    return least;
}

static void put_senses(struct bench *b, const struct lesson *lesson, const double *runs,
                       uint32_t n) {
    struct marks m = course_marks(runs, n, N_SENSES, NAN);
    report_cell(b, "%s", lesson->name);
    report_number(b, mean_of(runs, n, LESSON_WORDS), 1);
    report_number(b, mean_of(runs, n, LESSON_ENTRIES), 1);
    report_number(b, mean_of(runs, n, LESSON_SEVERAL), 1);
    report_number(b, m.least, 2);
    report_number(b, m.mean, 2);
    report_number(b, m.most, 2);
    report_number(b, m.cpu, 1);
    report_number(b, least_rate(runs, n), 0);
}

/* In how many models a word has several senses. */
struct sense {
    char word[64];
    uint32_t n;
};

static void count_sense(struct bench *b, struct sense *senses, uint32_t *n, const char *word) {
    uint32_t i = 0;
    while (i < *n && strcmp(senses[i].word, word)) i++;
    if (i == 256) guard_raise(&b->guard, G2L2_STATUS_LIMIT, 0, 0, "too many words to list");
    if (i == (*n)) snprintf(senses[(*n)++].word, sizeof senses->word, "%s", word);
    senses[i].n++;
}

static void list_senses(struct bench *b, const struct lesson *lesson, uint32_t n_seeds) {
    struct sense senses[257] = {0};
    char line[64], path[SIGHT_PATH];
    uint32_t n = 0;
    struct buf text;
    buf_init(&text, &b->arena);
    for (uint32_t seed = 1; seed <= n_seeds; seed++) {
        FILE *in = fopen(sight_note(b, path, lesson, seed), "r");
        while (in && fgets(line, sizeof line, in)) {
            line[strcspn(line, "\n")] = 0;
            count_sense(b, senses, &n, line);
        }
        if (in) fclose(in);
    }
    for (uint32_t k = n_seeds; k; k--)
        for (uint32_t i = 0; i < n; i++)
            if (senses[i].n == k)
                buf_printf(&text, "%s`%s` %u", text.n ? ", " : "", senses[i].word, k);
    report_text(b, "Words with several senses, first row, and in how many of its %u models: %s.",
                n_seeds, n ? text.at : "none");
}

void bench_senses(struct bench *self) {
    struct lesson lessons[] = {
        {"all nine files", .set = &official},
        {"the same, --senses 1", &official, .senses = 1},
        {"six files, candidates all", .set = &six},
        {"six files, candidates basic", &six, .candidates = "basic"},
    };
    uint32_t n = sizeof lessons / sizeof *lessons, n_seeds = bench_runs(self, 4, 1);
    size_t step = (size_t)n_seeds * N_SENSES;
    if (!self->clevr) {
        report_text(self, not_at_hand);
        return;
    }
    course_prepare(self, lessons, n);
    struct reading reading = {lessons, n_seeds};
    struct jobs jobs = {"senses", n * n_seeds, N_SENSES, self->cores, take_reading, &reading};
    const double *runs = bench_jobs(self, &jobs);
    report_text(self,
                "Questions by CLEVR's own question engine: of all nine template files (scenes 0 "
                "to 2,699 and 2,700 to 2,999, as in `whole`), and of six, which need none of the "
                "candidates for sameness, comparison and `it` (0 to 2,499 and 2,500 to 2,999). "
                "%u seed%s; words, entries and times are means, answers a second the least, of CPU "
                "time, all questions of the test with their scenes, one thread.",
                n_seeds, n_seeds == 1 ? "" : "s");
    report_table(self, "learned from|words|entries|words with several|least %|mean %|most %|CPU "
                       "s|answers a second");
    for (uint32_t i = 0; i < n; i++) put_senses(self, &lessons[i], runs + i * step, n_seeds);
    list_senses(self, &lessons[0], n_seeds);
    report_table(self, "what|figure|target|reached");
    report_figure(self, "answers a second, all nine files", least_rate(runs, n_seeds), 0,
                  TARGET_RATE, false);
    report_figure(self, "worth of further senses, points",
                  100 * (mean_of(runs, n_seeds, 0) - mean_of(runs + step, n_seeds, 0)), 2, NAN,
                  false);
    report_figure(self, "six files, all less basic, points",
                  100 *
                      (mean_of(runs + 2 * step, n_seeds, 0) - mean_of(runs + 3 * step, n_seeds, 0)),
                  2, 0, false);
    sight_remove(self);
}
