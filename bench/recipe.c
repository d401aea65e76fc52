/* What happens without each constant of the learner.
 *
 *     usual, and each constant as if there were no such thing ─▶ tasks, some seeds each
 *                         └─▶ accuracy on the test (points more or less), CPU time (times)
 *
 * Tasks are small, so a difference of a point or two between seeds is chance. A constant that
 * is idle here may bound time or memory, or be for larger sets. */
#include <math.h>
#include <string.h>

#include "bench/bench.h"
#include "learn/recipe.h"

enum { VARIANT_ACCURACY, VARIANT_CPU, N_VARIANT };

/* One task, and how a variant of it is run. */
struct task {
    const char *name;
    bool concepts;
    uint32_t n_seeds;
    struct trial trial;
    struct lesson lesson;
    const double *runs; /* [1 + n_rows, n_seeds, N_VARIANT] */
};

/* ---- runs ----------------------------------------------------------------------------------- */

/* Variant 0 is the usual one; variant i is without row i - 1. False: that is the usual one. */
static bool describe(const struct task *task, uint32_t variant, char *out, size_t size) {
    size_t n;
    const struct recipe_row *row = recipe_rows(&n) + variant - 1;
    *out = 0;
    if (!variant) return true;
    snprintf(out, size, "%s=%.9g", row->name, row->without);
    return row->without != (task->concepts ? row->concepts : row->plain);
}

static void run_variant(struct bench *b, const void *context, uint32_t i, double *out) {
    const struct task *task = context;
    uint32_t variant = i / task->n_seeds;
    uint64_t seed = 1 + i % task->n_seeds;
    double run[N_LESSON] = {0};
    char recipe[100];
    out[VARIANT_ACCURACY] = out[VARIANT_CPU] = NAN;
    if (!describe(task, variant, recipe, sizeof recipe)) return;
    if (task->concepts) {
        struct lesson lesson = task->lesson;
        lesson.recipe = recipe;
        sight_lesson(b, &lesson, seed, run);
    } else {
        struct trial trial = task->trial;
        trial.recipe = recipe;
        trial_run(b, &trial, seed, run);
    }
    out[VARIANT_ACCURACY] = run[task->concepts ? (int)LESSON_ACCURACY : (int)RUN_ACCURACY];
    out[VARIANT_CPU] = run[task->concepts ? (int)LESSON_CPU : (int)RUN_CPU];
}

static void run_task(struct bench *b, struct task *task) {
    size_t n;
    recipe_rows(&n);
    struct jobs jobs = {
        task->name, (uint32_t)(n + 1) * task->n_seeds, N_VARIANT, b->cores, run_variant, task};
    task->runs = bench_jobs(b, &jobs);
}

static double mean_of(const struct task *task, uint32_t variant, int what) {
    double sum = 0;
    for (uint32_t i = 0; i < task->n_seeds; i++)
        sum += task->runs[(variant * task->n_seeds + i) * N_VARIANT + (uint32_t)what];
    return sum / task->n_seeds;
}

/* ---- tables ----------------------------------------------------------------------------------- */

static void put_usual(struct bench *b, const struct task *tasks, uint32_t n) {
    report_table(b, "task|runs|accuracy %|CPU s");
    for (uint32_t i = 0; i < n; i++) {
        report_cell(b, "%s", tasks[i].name);
        report_number(b, tasks[i].n_seeds, 0);
        report_number(b, 100 * mean_of(&tasks[i], 0, VARIANT_ACCURACY), 2);
        report_number(b, mean_of(&tasks[i], 0, VARIANT_CPU), 3);
    }
}

static void put_variants(struct bench *b, const struct task *tasks, uint32_t n) {
    size_t n_rows;
    const struct recipe_row *rows = recipe_rows(&n_rows);
    struct buf columns;
    buf_init(&columns, &b->arena);
    buf_puts(&columns, "constant|usual|without");
    for (uint32_t k = 0; k < n; k++) buf_printf(&columns, "|%s: points|CPU times", tasks[k].name);
    report_table(b, columns.at);
    for (uint32_t i = 0; i < n_rows; i++) {
        double usual = tasks[0].concepts ? rows[i].concepts : rows[i].plain;
        if (usual == rows[i].without) continue;
        report_cell(b, "%s", rows[i].name);
        report_cell(b, "%g", usual);
        report_cell(b, "%g", rows[i].without);
        for (uint32_t k = 0; k < n; k++) {
            const struct task *t = &tasks[k];
            double points = mean_of(t, i + 1, VARIANT_ACCURACY) - mean_of(t, 0, VARIANT_ACCURACY);
            report_number(b, 100 * points, 2);
            report_number(b, mean_of(t, i + 1, VARIANT_CPU) / mean_of(t, 0, VARIANT_CPU), 2);
        }
    }
}

static void measure(struct bench *b, struct task *tasks, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) run_task(b, &tasks[i]);
    report_text(b, "As usual:");
    put_usual(b, tasks, n);
    report_text(b, "Without each constant: what the mean accuracy gains or loses, in points, and "
                   "CPU time as a multiple of the usual.");
    put_variants(b, tasks, n);
}

/* ---- sections ----------------------------------------------------------------------------------- */

void bench_recipe_table(struct bench *self) {
    size_t n;
    const struct recipe_row *rows = recipe_rows(&n);
    report_text(self, "`train --recipe \"NAME=VALUE ...\"` changes them. The first value is for "
                      "words without concepts (commands), the second for words with concepts "
                      "(questions about scenes).");
    report_table(self, "constant|commands|questions|without|unit|why");
    for (size_t i = 0; i < n; i++) {
        report_cell(self, "%s", rows[i].name);
        report_cell(self, "%g", rows[i].plain);
        report_cell(self, "%g", rows[i].concepts);
        report_cell(self, "%g", rows[i].without);
        report_cell(self, "%s", rows[i].unit);
        report_cell(self, "%s", rows[i].why);
    }
}

void bench_recipe_commands(struct bench *self) {
    struct task tasks[] = {
        {.name = "10 examples",
         .n_seeds = bench_runs(self, 40, 4),
         .trial = {"10 examples", SCAN_SIMPLE, 1, .n_examples = 10}},
        {.name = "simple, 10%",
         .n_seeds = bench_runs(self, 4, 1),
         .trial = {"simple, 10%", SCAN_SIMPLE, .1, .n_examples = 0}},
        {.name = "simple, 10%, a fifth of it wrong",
         .n_seeds = bench_runs(self, 4, 1),
         .trial = {"wrong labels", SCAN_SIMPLE, .1, .wrong = .2}},
    };
    measure(self, tasks, sizeof tasks / sizeof *tasks);
}

void bench_recipe_questions(struct bench *self) {
    static const struct sight_set plain = {"plain-2000", CLEVR_STANDARD, 2000, 1000, .full = false},
                                  whole = {"whole-6000", CLEVR_STANDARD, 6000, 1000, .full = true},
                                  quick = {"plain-300", CLEVR_STANDARD, 300, 300, .full = false};
    struct task tasks[] = {
        {.name = "2,000 questions",
         true,
         bench_runs(self, 2, 1),
         .lesson = {"plain", &plain, .n = 0}},
        {.name = "6,000, whole language",
         true,
         bench_runs(self, 1, 1),
         .lesson = {"whole", &whole, .n = 0}},
    };
    uint32_t n = self->quick ? 1 : 2;
    if (self->quick) tasks[0].name = "300 questions", tasks[0].lesson.set = &quick;
    const struct sight_set *sets[] = {tasks[0].lesson.set, &whole};
    sight_make(self, sets, n);
    measure(self, tasks, n);
    sight_remove(self);
}
