/* Courses: lessons taken from many seeds, and what came of it.
 *
 *     lessons × seeds ─▶ accuracy on other scenes ─▶ least, mean, most, how many at the target
 *                     └▶ notes: what was answered wrong ─▶ some of it, where it is too much
 *
 * Seed i decides all that learning draws, and which questions it has where those are a part
 * of a set. Nothing is tried twice, and a seed that could learn nothing counts as 0%. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

#define FEW       2000u /* questions of a quick bench */
#define MAX_SHOWN 5     /* wrong answers of one lesson */

/* ---- taking lessons ---------------------------------------------------------------------------- */

/* Of a quick bench sets are small; those that are there are as large as they are. */
static const struct sight_set *small_set(struct bench *b, const struct sight_set *set) {
    struct sight_set *out = arena_new(&b->arena, struct sight_set);
    *out = *set;
    if (set->n_train) out->n_train = FEW;
    out->n_test = FEW / 2;
    return out;
}

void course_prepare(struct bench *self, struct lesson *lessons, uint32_t n) {
    const struct sight_set **sets = arena_array(&self->arena, const struct sight_set *, n);
    const struct sight_set *last = NULL;
    uint32_t n_sets = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (lessons[i].set != last)
            sets[n_sets++] = self->quick ? small_set(self, lessons[i].set) : lessons[i].set;
        last = lessons[i].set;
        lessons[i].set = sets[n_sets - 1];
        if (self->quick && lessons[i].n > FEW) lessons[i].n = 0;
    }
    sight_make(self, sets, n_sets);
}

struct course {
    const struct lesson *lessons;
    uint32_t n_seeds; /* of each */
};

static void take_lesson(struct bench *b, const void *context, uint32_t i, double *out) {
    const struct course *course = context;
    sight_lesson(b, &course->lessons[i / course->n_seeds], i % course->n_seeds + 1, out);
}

const double *course_take(struct bench *self, const struct lesson *lessons, uint32_t n,
                          uint32_t n_seeds) {
    struct course course = {lessons, n_seeds};
    struct jobs jobs = {"learning", n * n_seeds, N_LESSON, self->cores, take_lesson, &course};
    return bench_jobs(self, &jobs);
}

/* ---- tables -------------------------------------------------------------------------------------- */

struct marks course_marks(const double *runs, uint32_t n, uint32_t width, double target) {
    struct marks m = {.least = INFINITY};
    for (uint32_t i = 0; i < n; i++, runs += width) {
        double accuracy = 100 * runs[LESSON_ACCURACY];
        m.least = fmin(m.least, accuracy);
        m.most = fmax(m.most, accuracy);
        m.mean += accuracy / n;
        m.cpu += runs[LESSON_CPU] / n;
        m.reached += accuracy >= target - 1e-9;
    }
    return m;
}

void course_table(struct bench *self, const char *first, bool has_paper) {
    struct buf columns;
    buf_init(&columns, &self->arena);
    buf_printf(&columns, "%s|questions|seeds|least %%|mean %%|most %%|target %%|", first);
    buf_printf(&columns, "seeds at target|CPU s%s", has_paper ? "|paper %" : "");
    report_table(self, columns.at);
}

void course_row(struct bench *self, const struct lesson *lesson, const double *runs, uint32_t n,
                uint32_t width, bool has_paper) {
    struct marks m = course_marks(runs, n, width, lesson->target);
    report_cell(self, "%s", lesson->name);
    report_number(self, runs[LESSON_TRAINED], 0);
    report_number(self, n, 0);
    report_number(self, m.least, 2);
    report_number(self, m.mean, 2);
    report_number(self, m.most, 2);
    report_number(self, lesson->target, 1);
    report_number(self, isnan(lesson->target) ? NAN : m.reached, 0);
    report_number(self, m.cpu, 1);
    if (has_paper) report_number(self, lesson->paper, 2);
}

void course_teach(struct bench *self, const struct lesson *lessons, uint32_t n, uint32_t n_seeds) {
    const double *runs = course_take(self, lessons, n, n_seeds);
    course_table(self, "learned from", true);
    for (uint32_t i = 0; i < n; i++)
        course_row(self, &lessons[i], runs + (size_t)i * n_seeds * N_LESSON, n_seeds, N_LESSON,
                   true);
}

/* ---- wrong answers ---------------------------------------------------------------------------------- */

/* Line k of what a run noted, without its end; false: there is none. */
static bool read_note(struct bench *b, const struct lesson *lesson, uint32_t seed, uint32_t k,
                      char *out, size_t size) {
    char path[SIGHT_PATH];
    FILE *in = fopen(sight_note(b, path, lesson, seed), "r");
    bool found = in != NULL;
    for (uint32_t i = 0; found && i <= k; i++) found = fgets(out, (int)size, in);
    if (in) fclose(in);
    if (found) out[strcspn(out, "\n")] = 0;
    return found;
}

static void put_failure(struct bench *b, const char *name, uint32_t seed, char *line) {
    char *rest = line;
    report_cell(b, "%s", name);
    report_number(b, seed, 0);
    for (int i = 0; i < 4; i++) {
        char *cell = strsep(&rest, "\t");
        report_cell(b, i == 3 ? "`%s`" : "%s", cell ? cell : "");
    }
}

/* One of each seed that fell short, then another one of each. */
static void put_failures(struct bench *b, const struct course_rows *rows) {
    char line[4096];
    uint32_t shown = 0;
    for (uint32_t k = 0; k < MAX_SHOWN; k++)
        for (uint32_t i = 0; i < rows->n && shown < MAX_SHOWN; i++) {
            double accuracy = 100 * rows->runs[(size_t)i * rows->width + LESSON_ACCURACY];
            if (accuracy >= rows->lesson->target - 1e-9) continue;
            if (!read_note(b, rows->lesson, i + 1, k, line, sizeof line)) continue;
            put_failure(b, rows->lesson->name, i + 1, line);
            shown++;
        }
}

static bool falls_short(const struct course_rows *rows) {
    double target = rows->lesson->target;
    return !isnan(target) &&
           course_marks(rows->runs, rows->n, rows->width, target).reached < rows->n;
}

void course_failures(struct bench *self, const struct course_rows *rows, uint32_t n) {
    uint32_t n_short = 0;
    for (uint32_t i = 0; i < n; i++) n_short += falls_short(&rows[i]);
    if (!n_short) {
        report_text(self, "All seeds reach their targets.");
        return;
    }
    report_text(self,
                "Below the target, in some seed or other, %s %u of these %u. Some of the questions "
                "that were answered wrong, and how they were understood:",
                n_short == 1 ? "is" : "are", n_short, n);
    report_table(self, "row|seed|question|wanted|answer|understood as");
    for (uint32_t i = 0; i < n; i++)
        if (falls_short(&rows[i])) put_failures(self, &rows[i]);
}
