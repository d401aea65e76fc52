/* What learning from questions about scenes costs, and answering them.
 *
 * Times are taken one run at a time, with one thread and with two in turn; what others do
 * on the machine meanwhile makes wall clock times longer, never shorter, so the least
 * counts. Peak memory is what the system says of a process that read a set and learned
 * from it: it was forked from the command, which holds next to nothing. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

#define TARGET_CPU     15.  /* three times 5 s */
#define TARGET_WHOLE   108. /* three times 36 s */
#define TARGET_MB      1000.
#define TARGET_SPEEDUP 1.7
#define TARGET_RATE    20000.
#define WORDS          15

static const struct sight_set usual = {"usual", .n_train = 70000, .n_test = 10000},
                              large = {"large", .n_train = 700000, .n_test = 1000},
                              whole = {"whole", CLEVR_STANDARD, 30000, 10000, .full = true},
                              few = {"few", .n_train = 2000, .n_test = 1000},
                              few_whole = {"few-whole", CLEVR_STANDARD, 2000, 1000, .full = true};

/* ---- time ---------------------------------------------------------------------------------- */

struct timing {
    double cpu, wall; /* mean, least */
};

/* Seed 1 with one thread, with two, with one, ... */
static void learn_timed(struct bench *b, const void *context, uint32_t i, double *out) {
    struct lesson lesson = *(const struct lesson *)context;
    lesson.n_threads = 1 + (int)(i % 2);
    g2l2_model_free(sight_learn(b, &lesson, 1, out));
}

static void time_lesson(struct bench *b, const struct lesson *lesson, uint32_t n,
                        struct timing out[2]) {
    struct jobs jobs = {"time", 2 * n, N_LESSON, 1, learn_timed, lesson};
    const double *runs = bench_jobs(b, &jobs);
    for (int t = 0; t < 2; t++) out[t] = (struct timing){0, INFINITY};
    for (uint32_t i = 0; i < 2 * n; i++, runs += N_LESSON) {
        out[i % 2].cpu += runs[LESSON_CPU] / n;
        out[i % 2].wall = fmin(out[i % 2].wall, runs[LESSON_WALL]);
    }
}

/* ---- memory ----------------------------------------------------------------------------------- */

static double peak_memory(void) {
    FILE *in = fopen("/proc/self/status", "r");
    char line[256];
    double out = NAN;
    while (in && isnan(out) && fgets(line, sizeof line, in))
        if (!strncmp(line, "VmHWM:", 6)) out = strtod(line + 6, NULL) / 1024;
    if (in) fclose(in);
    return out;
}

enum { MEMORY_READ, MEMORY_LEARNED, MEMORY_CPU, N_MEMORY };

/* Lessons, one for each run. */
static void learn_large(struct bench *b, const void *context, uint32_t i, double *out) {
    const struct lesson *lesson = (const struct lesson *)context + i;
    double numbers[N_LESSON] = {0};
    sight_open(b, lesson->set);
    out[MEMORY_READ] = peak_memory();
    g2l2_model_free(sight_learn(b, lesson, 1, numbers));
    out[MEMORY_LEARNED] = peak_memory();
    out[MEMORY_CPU] = numbers[LESSON_CPU];
}

/* ---- answers a second ---------------------------------------------------------------------------- */

static size_t length_of(const char *sentence) {
    size_t n = 1;
    for (; *sentence; sentence++) n += *sentence == ' ';
    return n;
}

static size_t answer_all(struct bench *b, g2l2_parser *parser, size_t n_words) {
    const struct sight *sight = b->sight;
    g2l2_error err;
    g2l2_result r;
    size_t done = 0;
    for (size_t i = 0; i < g2l2_dataset_count(sight->test); i++) {
        g2l2_example e = g2l2_dataset_get(sight->test, i);
        if (n_words && length_of(e.sentence) != n_words) continue;
        bench_check(b, g2l2_parser_set_scene(parser, sight->test_scenes, e.scene, &err), &err);
        bench_check(b, g2l2_parser_run(parser, e.sentence, 1, &r, &err), &err);
        done++;
    }
    return done;
}

double insight_rate(struct bench *self, const g2l2_model *model, size_t n_words,
                    double *n_questions) {
    double start, spent;
    size_t done = 0;
    g2l2_error err;
    g2l2_parser *parser;
    bench_check(self, g2l2_scenes_encode_for(self->sight->test_scenes, model, &err), &err);
    bench_check(self, g2l2_parser_new(model, NULL, &parser, &err), &err);
    *n_questions = (double)answer_all(self, parser, n_words);
    start = bench_cpu();
    do done += answer_all(self, parser, n_words);
    while ((spent = bench_cpu() - start) < (self->quick ? 0.2 : 3));
    g2l2_parser_free(parser);
    return (double)done / spent;
}

enum { RATE_QUESTIONS, RATE, N_RATE };

/* Lessons, one for each run. */
static void measure_rate(struct bench *b, const void *context, uint32_t i, double *out) {
    double numbers[N_LESSON] = {0};
    g2l2_model *model = sight_learn(b, (const struct lesson *)context + i, 1, numbers);
    if (!model) guard_raise(&b->guard, G2L2_STATUS_DATA, 0, 0, "there is nothing to answer with");
    out[RATE] = insight_rate(b, model, WORDS, &out[RATE_QUESTIONS]);
    g2l2_model_free(model);
}

/* ---- the section ----------------------------------------------------------------------------------- */

static void put_times(struct bench *b, const struct timing times[2], double target) {
    report_figure(b, "learning, 1 thread, CPU s", times[0].cpu, 1, target, true);
    report_figure(b, "learning, 1 thread, wall clock s", times[0].wall, 1, NAN, true);
    report_figure(b, "learning, 2 threads, CPU s", times[1].cpu, 1, NAN, true);
    report_figure(b, "learning, 2 threads, wall clock s", times[1].wall, 1, NAN, true);
    report_figure(b, "speedup by 2 threads", times[0].wall / times[1].wall, 2, TARGET_SPEEDUP,
                  false);
}

static void put_memory(struct bench *b, const double *memory) {
    report_figure(b, "peak memory after reading, MB", memory[MEMORY_READ], 0, NAN, true);
    report_figure(b, "peak memory after learning, MB", memory[MEMORY_LEARNED], 0, TARGET_MB, true);
}

void bench_visual_cost(struct bench *self) {
    const struct sight_set *sets[] = {&large, &usual, &whole}, *small[] = {&few, &few, &few_whole};
    if (self->quick) memcpy(sets, small, sizeof sets);
    const struct lesson big[] = {{"memory", .set = sets[0]}, {"memory", .set = sets[2]}},
                        usual_lesson[] = {{"time", .set = sets[1]}, {"time", .set = sets[2]}};
    struct timing times[2][2]; /* usual, whole; with one thread, with two */
    double load = NAN;
    uint32_t n = bench_runs(self, 3, 1);
    sight_make(self, sets + self->quick, self->quick ? 2 : 3);
    getloadavg(&load, 1);
    for (int i = 0; i < 2; i++) time_lesson(self, &usual_lesson[i], n, times[i]);
    const double *memory =
        bench_jobs(self, &(struct jobs){"memory", 2, N_MEMORY, 1, learn_large, big});
    const double *rate =
        bench_jobs(self, &(struct jobs){"answering", 2, N_RATE, 1, measure_rate, usual_lesson});
    report_text(self,
                "Times are of learning without reading, seed 1, %u time%s with one thread and "
                "with two in turn: CPU time is the mean, wall clock time the least, since others "
                "may use the machine (its load was %.1f in the minute before). Memory is the peak "
                "of a process that reads a set and its test and learns from it. Answers are those "
                "to the test questions of %d words (%.0f, and %.0f of the whole language), with "
                "their scenes, one core, after one pass to warm up.",
                n, n == 1 ? "" : "s", load, WORDS, rate[RATE_QUESTIONS],
                rate[N_RATE + RATE_QUESTIONS]);
    report_text(self, "Standard split, %u questions of the paper's six kinds; memory with %u:",
                sets[1]->n_train, sets[0]->n_train);
    report_table(self, "what|figure|target|reached");
    put_times(self, times[0], TARGET_CPU);
    put_memory(self, memory);
    report_figure(self, "learning from so many, CPU s", memory[MEMORY_CPU], 1, NAN, true);
    report_figure(self, "answers a second at 15 words", rate[RATE], 0, TARGET_RATE, false);
    report_text(self, "The whole language, %u questions:", sets[2]->n_train);
    report_table(self, "what|figure|target|reached");
    put_times(self, times[1], TARGET_WHOLE);
    put_memory(self, memory + N_MEMORY);
    report_figure(self, "answers a second at 15 words", rate[N_RATE + RATE], 0, TARGET_RATE, false);
    sight_remove(self);
}
