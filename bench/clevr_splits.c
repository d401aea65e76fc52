/* Sections that learn from questions about scenes, from many seeds.
 *
 * They are about the language of the paper: no sameness, no comparison, one sentence. The
 * whole language of CLEVR is in clevr_whole.c. */
#include <math.h>

#include "bench/bench.h"

#define ALL   70000u
#define TESTS 10000u
#define LARGE 700000u

static const struct sight_set
    standard = {"standard", .split = CLEVR_STANDARD, .n_train = ALL, .n_test = TESTS},
    purple = {"purple", .split = CLEVR_PURPLE, .n_train = ALL, .n_test = TESTS / 2},
    right = {"right", .split = CLEVR_RIGHT_SPLIT, .n_train = LARGE, .n_test = TESTS / 2},
    count = {"count", .split = CLEVR_COUNT_SPLIT, .n_train = LARGE, .n_test = TESTS / 2},
    depth = {"depth", .split = CLEVR_DEPTH, .n_train = ALL, .n_test = TESTS / 2},
    official = {"official", .official = "questions_six_train.json.gz", .first_tested = 2500},
    asked_first = {"asked-first", .official = "questions_six_train.json.gz", .first_tested = 2500,
                   .asked_first = true};

/* ---- accuracy ------------------------------------------------------------------------------------ */

void bench_visual_standard(struct bench *self) {
    struct lesson lessons[] = {
        {"70,000", &standard, 0, .target = 99.8, .paper = 98.25},
        {"10,000", &standard, 10000, .target = 99.5, .paper = NAN},
        {"7,000 (10%)", &standard, 7000, .target = 99.5, .paper = 98.11},
        {"2,000", &standard, 2000, .target = 98.5, .paper = NAN},
        {"1,000", &standard, 1000, .target = 95, .paper = NAN},
    };
    uint32_t n = sizeof lessons / sizeof *lessons;
    course_prepare(self, lessons, n);
    report_text(self,
                "Generated questions; %u about scenes that were not learned from are the test. "
                "Sets of less than 70,000 are drawn from it, other ones for each seed. Times are "
                "of learning alone, one thread, one run for each core side by side. The paper's "
                "figures, here and below, are no like for like: it sees images, of which we know "
                "only the objects' properties, hidden in noisy vectors; and its 100%% are as many "
                "questions as CLEVR has, 700,000.",
                lessons[0].set->n_test);
    course_teach(self, lessons, n, bench_runs(self, 10, 1));
    sight_remove(self);
}

void bench_visual_splits(struct bench *self) {
    struct lesson lessons[] = {
        {"purple", &purple, 0, .target = 99.5, .paper = 97.82},
        {"depth", &depth, 0, .target = 99.8, .paper = 98.49},
        {"right", &right, 0, .target = 99.0, .paper = 98.59},
        {"count", &count, 0, .target = 99.0, .paper = 96.76},
    };
    uint32_t n = sizeof lessons / sizeof *lessons;
    course_prepare(self, lessons, n);
    report_text(self,
                "The paper's splits: what is learned has `purple` only in questions of at most 7 "
                "tokens, `right` of at most 12, counting of at most 9, or a chain of at most one "
                "relation; the test (%u questions about other scenes) has only what exceeds that, "
                "for depth a chain of two. (The paper counts the objects on the way to the "
                "target; if those joined by `and` were a chain, no question to learn from would "
                "have the word.) `right` and counting are rare in questions that short, so there "
                "are as many as CLEVR has, %u.",
                lessons[0].set->n_test, lessons[n - 1].set->n_train);
    course_teach(self, lessons, n, bench_runs(self, 10, 1));
    sight_remove(self);
}

void bench_visual_official(struct bench *self) {
    struct lesson lessons[] = {
        {"official, six template files", &official, 0, .target = NAN, .paper = NAN},
    };
    if (!self->clevr) {
        report_text(self, "**Not measured: the files were not at hand.** They are looked for in "
                          "data/clevr/official of $G2L2_SHARED, or of ../shared.");
        return;
    }
    course_prepare(self, lessons, 1);
    report_text(self, "Questions by CLEVR's own question engine from six of its nine template "
                      "files (no coreference, `same` and comparison of numbers): those about the "
                      "scenes 0 to 2,499 are learned from, those about 2,500 to 2,999 are the "
                      "test. There is neither a target nor a figure of the paper.");
    course_teach(self, lessons, 1, bench_runs(self, 10, 1));
    sight_remove(self);
}

void bench_visual_paper(struct bench *self) {
    struct lesson lessons[] = {
        {"official, asked for first", &asked_first, 0, .target = 98.25, .paper = 98.25,
         .grammar = "plain", .candidates = "paper", .lambda_zero = true},
        {"official, all texts", &official, 0, .target = NAN, .paper = 98.25, .grammar = "plain",
         .candidates = "paper", .lambda_zero = true},
        {"the same, one more candidate", &official, 0, .target = 98.25, .paper = 98.25,
         .grammar = "plain", .candidates = "basic", .lambda_zero = true},
    };
    uint32_t n = sizeof lessons / sizeof *lessons;
    if (!self->clevr) {
        report_text(self, "**Not measured: the files were not at hand.** They are looked for in "
                          "data/clevr/official of $G2L2_SHARED, or of ../shared.");
        return;
    }
    course_prepare(self, lessons, n);
    report_text(self,
                "`train --grammar plain --lambda 0 --candidates paper` is how we read the paper: "
                "learning averages over all attachments, the loss is divided by all that parses, "
                "and no candidate is ours. Questions as in the section before. Of the 116 texts "
                "without coreference, sameness and comparison of numbers, 20 ask at the end "
                "(\"The cube is what color?\", \"What is the cube made of?\"): no candidate of "
                "the paper's ten is a query that follows its objects, and the paper leaves out "
                "texts in which a word would need a second entry, as `color` would here. So it "
                "is the first row that is to be compared with its figure. One more candidate is "
                "`word\\objset`, a query behind its objects.");
    course_teach(self, lessons, n, bench_runs(self, 3, 1));
    sight_remove(self);
}

/* ---- noise ----------------------------------------------------------------------------------------- */

struct noises {
    const struct lesson *lessons;
    uint32_t n_seeds; /* of each */
};

static void take_noisy(struct bench *b, const void *context, uint32_t i, double *out) {
    const struct noises *noises = context;
    const struct lesson *lesson = &noises->lessons[i / noises->n_seeds];
    sight_lesson(b, lesson, i % noises->n_seeds + 1, out);
    out[N_LESSON] = ceiling_accuracy(b, lesson);
}

void bench_visual_noise(struct bench *self) {
    static const double noises[] = {.02, .05, .1, .15, .2};
    enum { N = sizeof noises / sizeof *noises, WIDTH = N_LESSON + 1 };
    struct lesson lessons[N];
    uint32_t n_seeds = bench_runs(self, 1, 1);
    for (int i = 0; i < N; i++)
        lessons[i] = (struct lesson){"noise", &standard, .noise = noises[i]};
    course_prepare(self, lessons, N);
    struct noises context = {lessons, n_seeds};
    struct jobs jobs = {"noise", N * n_seeds, WIDTH, self->cores, take_noisy, &context};
    const double *runs = bench_jobs(self, &jobs);
    report_text(self,
                "Standard split, %u questions, %u for the test, means of %u seed%s. A property "
                "has length 1 in the features; noise is the standard deviation of each of their "
                "64 numbers (0.05 if nothing is said). The ceiling knows the true program of each "
                "question, and its concepts are logistic regressions on the true properties and "
                "relations of the training scenes; it decides at 0.5, and where one object is "
                "meant takes the likeliest. It decides hard where g2l2 weighs, so g2l2 may be "
                "above it.",
                lessons[0].set->n_train, lessons[0].set->n_test, n_seeds, n_seeds == 1 ? "" : "s");
    report_table(self, "noise|g2l2 %|ceiling %|below it, points|target, points|reached|CPU s");
    for (int i = 0; i < N; i++) {
        const double *own = runs + (size_t)i * n_seeds * WIDTH;
        struct marks m = course_marks(own, n_seeds, WIDTH, NAN);
        double ceiling = 0;
        for (uint32_t k = 0; k < n_seeds; k++) ceiling += 100 * own[k * WIDTH + N_LESSON] / n_seeds;
        report_number(self, noises[i], 2);
        report_number(self, m.mean, 2);
        report_number(self, ceiling, 2);
        report_number(self, ceiling - m.mean, 2);
        report_number(self, 1, 0);
        report_cell(self, "%s", ceiling - m.mean <= 1 ? "yes" : "**no**");
        report_number(self, m.cpu, 1);
    }
    sight_remove(self);
}
