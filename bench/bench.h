/* bench - what the files of `g2l2 bench` share.
 *
 *   bench.c            the command: which sections, the machine, where it goes
 *   tables.c           paragraphs and tables, as Markdown or JSON
 *   jobs.c             runs in child processes, one for each core
 *   scan_data.c        SCAN: the published files if they are there, else our own
 *   scan_learn.c       sections that learn from many seeds
 *   scan_cost.c        sections on training and decoding
 *   recipe.c           what happens without each constant of the learner
 *   sentence.c         one sentence whose words have all candidates: three ways to do it
 *   complexity.c       sections made of such sentences
 *   clevr_data.c       questions about scenes: data sets of them, one time to learn from them
 *   clevr_runs.c       learning from them again and again: tables of seeds
 *   clevr_splits.c     sections that learn from questions about scenes
 *   clevr_whole.c      sections on the whole language of CLEVR
 *   clevr_cost.c       what learning and answering them costs
 *   clevr_ceiling.c    how well they could be answered
 *   pixels_features.c  questions about images of which objects have been measured
 *
 * Everything is measured in child processes. The command itself stays small, so
 * no measurement sees the memory of another. */
#ifndef G2L2_BENCH_H
#define G2L2_BENCH_H

#include "base/base.h"
#include "cli/cli.h"
#include "run/run.h"
#include "generators/clevr/clevr.h"
#include "generators/scan/scan.h"

/* ---- report ------------------------------------------------------------------------ */

/* A cell is a number, or words. */
struct cell {
    const char *text;
    double number;
    bool is_number;
};

/* A paragraph, or a table if it has columns. */
struct block {
    const char *text;
    const char **columns; /* [n_columns] */
    uint32_t n_columns;
    VEC(struct cell) cells; /* row by row */
};

struct section {
    const char *name, *title;
    VEC(struct block) blocks;
};

/* What the machine is, as pairs of a name and a text. */
struct fact {
    const char *name, *text;
};

struct report {
    const char *title;
    const char *command; /* the line that makes it */
    bool quick;
    uint32_t n_wanted; /* sections it is to have in the end */
    VEC(struct fact) facts;
    VEC(struct section) sections;
};

/* ---- the bench ------------------------------------------------------------------------ */

struct bench {
    struct guard guard;
    struct arena arena;
    bool quick;
    uint32_t seeds;       /* 0: as many as each section wants */
    int cores;            /* processes at a time where seeds are counted, not time */
    const char *official; /* folder of the published SCAN files, or NULL */
    const char *clevr;    /* folder of questions by CLEVR's own programs, or NULL */
    const char *images;   /* folder of images and what was measured of them, or NULL */
    const char *folder;   /* of our own, for data; NULL: there is none */
    struct sight *sight;  /* what was read last */
    struct report report;
};

/* How many runs: as many as were asked for, or one of these. */
uint32_t bench_runs(const struct bench *self, uint32_t usual, uint32_t quick);
/* Raise the error of a library call that failed. */
void bench_check(struct bench *self, g2l2_status status, const g2l2_error *err);
double bench_cpu(void);  /* seconds of this process */
double bench_wall(void); /* seconds, from some point on */

/* Write the report; a table's row is full when all its columns have a cell. */
void report_section(struct bench *self, const char *name, const char *title);
void report_text(struct bench *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
void report_table(struct bench *self, const char *columns); /* "runs|CPU s" */
void report_cell(struct bench *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
void report_number(struct bench *self, double number, int decimals); /* NAN: none */
/* A row of "what|figure|target|reached"; target NAN: there is none. */
void report_figure(struct bench *self, const char *what, double figure, int decimals, double target,
                   bool at_most);
void report_markdown(const struct report *self, struct buf *out);
/* The caller frees it with free(). */
char *report_json(const struct report *self);

/* Many runs of one kind. run() fills out[n_numbers]; it may raise. */
struct jobs {
    const char *name; /* for people who wait */
    uint32_t n, n_numbers;
    int cores;
    void (*run)(struct bench *bench, const void *context, uint32_t i, double *out);
    const void *context;
};

#define JOBS_MAX_NUMBERS 128u

/* Returns [n, n_numbers], whatever the number of cores. */
const double *bench_jobs(struct bench *self, const struct jobs *jobs);

/* ---- data ------------------------------------------------------------------------------ */

/* A part of SCAN. The published files say what simple's parts are, and give the
 * tests; where they are missing, and for what else there is to train on, SCAN is
 * generated. Datasets belong to the caller. */
g2l2_dataset *data_scan(struct bench *self, enum scan_split split, enum scan_part part,
                        double fraction, uint64_t seed);
/* Which of the two it was: "published" or "generated". */
const char *data_source(const struct bench *self);
/* `n` different examples, drawn at random. */
g2l2_dataset *data_draw(struct bench *self, const g2l2_dataset *from, uint32_t n, uint64_t seed);
/* All examples, a share of them with the target of another one. */
g2l2_dataset *data_mislabel(struct bench *self, const g2l2_dataset *from, double share,
                            uint64_t seed);
/* Words of `test` that `train` does not have. */
uint32_t data_unseen(struct bench *self, const g2l2_dataset *train, const g2l2_dataset *test);
/* A model of the full simple split. */
g2l2_model *data_model(struct bench *self, uint64_t seed);

/* ---- learning from commands ------------------------------------------------------------- */

struct trial {
    const char *name;
    enum scan_split split;
    double fraction;     /* of the training part, for each length */
    uint32_t n_examples; /* draw this many of it; 0: all */
    double wrong;        /* share of wrong labels */
    const char *inference, *candidates, *recipe;
    bool find_ties;
};

/* What a run reports. */
enum { RUN_ACCURACY, RUN_EXPLAINED, RUN_CPU, RUN_TIES, RUN_UNSEEN, N_RUN };

/* Learn once and be tested; fills out[N_RUN]. */
void trial_run(struct bench *self, const struct trial *trial, uint64_t seed, double *out);

/* ---- questions about scenes ---------------------------------------------------------------- */

/* What there is to learn from, and to be tested with: always other scenes. */
struct sight_set {
    const char *name;
    enum clevr_split split;
    uint32_t n_train, n_test; /* questions; n_train 0: it is a test only */
    bool full;                /* of the whole language */
    enum clevr_novel novel;   /* questions that CLEVR never asks */
    const char *official;     /* not generated: a file by CLEVR's own programs, as it is */
    uint32_t first_tested;    /* of that: scenes from here on are for the test */
    bool asked_first;         /* of that: only questions that begin with what they ask for */
};

struct sight {
    const struct sight_set *set;
    g2l2_scenes *scenes, *test_scenes; /* what there is to learn from may be NULL */
    g2l2_dataset *train, *test;
    double noise; /* of the features that the scenes have */
};

/* How to learn from a set. */
struct lesson {
    const char *name;
    const struct sight_set *set;
    uint32_t n;           /* draw so many of its questions; 0: all */
    double target, paper; /* accuracy in %; NAN: none */
    const char *grammar, *candidates, *recipe;
    bool lambda_zero;
    int senses;   /* of a word; 0: as many as it needs */
    double noise; /* of the features; 0: as usual */
    int n_threads;
};

/* Kinds of questions, as CLEVR's template files are named. */
#define N_FAMILIES 9
extern const char *const sight_families[N_FAMILIES];

/* What learning once says. For each kind of question there are two numbers, how many
 * were asked and how many were answered right. */
enum {
    LESSON_ACCURACY,
    LESSON_CPU,
    LESSON_WALL,
    LESSON_TRAINED,
    LESSON_TESTED,
    LESSON_WORDS,
    LESSON_ENTRIES,
    LESSON_SEVERAL, /* words that have several entries */
    LESSON_FAMILIES,
    N_LESSON = LESSON_FAMILIES + 2 * N_FAMILIES
};

/* Write the sets into a folder of our own; runs in child processes then read them. */
void sight_make(struct bench *self, const struct sight_set *const *sets, uint32_t n);
void sight_remove(struct bench *self);
/* Where a file of a set is: sight_path(b, path, set, CLEVR_TEST, "questions"). */
#define SIGHT_PATH 4400
const char *sight_path(const struct bench *self, char out[SIGHT_PATH], const struct sight_set *set,
                       enum clevr_part part, const char *file);
/* Where a run leaves lines for the parent. */
const char *sight_note(const struct bench *self, char out[SIGHT_PATH], const struct lesson *lesson,
                       uint64_t seed);
/* Read a set, unless it is the one that was read last. */
struct sight *sight_open(struct bench *self, const struct sight_set *set);
/* Learn; fills LESSON_CPU, _WALL, _TRAINED, _WORDS, _ENTRIES and _SEVERAL of out[N_LESSON].
 * NULL: the questions could not be learned from. The model is the caller's. */
g2l2_model *sight_learn(struct bench *self, const struct lesson *lesson, uint64_t seed,
                        double *out);
/* Be tested with what was opened last; fills the rest. Some of the questions that were
 * answered wrong are noted, "question<TAB>wanted<TAB>got<TAB>program". */
void sight_exam(struct bench *self, const struct lesson *lesson, const g2l2_model *model,
                uint64_t seed, double *out);
/* Learn and be tested. */
void sight_lesson(struct bench *self, const struct lesson *lesson, uint64_t seed, double *out);
/* Share of the test's questions that are answered right with the true programs and the
 * best that can be read from features linearly. */
double ceiling_accuracy(struct bench *self, const struct lesson *lesson);
/* Answers a second of CPU time to test questions of so many words, 0: to all of them, and
 * how many those are. */
double insight_rate(struct bench *self, const g2l2_model *model, size_t n_words,
                    double *n_questions);

/* ---- courses: lessons, each from many seeds ------------------------------------------------- */

struct marks {
    double least, mean, most, cpu;
    uint32_t reached;
};

/* Of n runs, with `width` numbers each. */
struct marks course_marks(const double *runs, uint32_t n, uint32_t width, double target);
/* Write the sets of lessons whose neighbours may have the same one; a quick bench has
 * small ones, and the lessons are changed to have them. */
void course_prepare(struct bench *self, struct lesson *lessons, uint32_t n);
/* Take all lessons; [n, n_seeds, N_LESSON]. */
const double *course_take(struct bench *self, const struct lesson *lessons, uint32_t n,
                          uint32_t n_seeds);
/* A table whose first column has this name, and rows of it. */
void course_table(struct bench *self, const char *first, bool has_paper);
void course_row(struct bench *self, const struct lesson *lesson, const double *runs, uint32_t n,
                uint32_t width, bool has_paper);
/* Both of these at once. */
void course_teach(struct bench *self, const struct lesson *lessons, uint32_t n, uint32_t n_seeds);
/* A table of some questions that were answered wrong, where that was too many. `runs` may
 * have several lessons' numbers side by side. */
struct course_rows {
    const struct lesson *lesson;
    const double *runs;
    uint32_t n, width;
};
void course_failures(struct bench *self, const struct course_rows *rows, uint32_t n);

/* ---- the lab ---------------------------------------------------------------------------- */

#define LAB_WORDS 16u

/* One sentence; each of its words has the same candidates. */
struct lab {
    struct bench *bench;
    g2l2_domain *domain;
    struct lexicon lexicon;
    struct arena arena, scratch;
    uint32_t words[LAB_WORDS], n_words;
    struct target target;
    double *weight, *grads; /* [n_slots] */
    bool *viable;           /* [n_slots] */
};

struct cost {
    double items;      /* lexicon entries taken up and pairs combined */
    double operations; /* kernel calls: concatenations, repetitions, arguments filled in */
    double seconds;    /* of CPU time */
};

/* `m` candidates of a set, evenly chosen from its list; 0: all of them. */
void lab_open(struct lab *self, struct bench *bench, const char *set, uint32_t m,
              const char *sentence, const char *target);
void lab_close(struct lab *self);
/* Derivations of the first `n` words. */
double lab_derivations(struct lab *self, uint32_t n);
/* Forward and backward over the first `n` words, repeated for `seconds`. */
struct cost lab_expected(struct lab *self, uint32_t n, double seconds);
struct cost lab_exact(struct lab *self, uint32_t n, double seconds);
/* Each derivation by itself, from its words up; forward only. */
struct cost lab_enumerate(struct lab *self, uint32_t n);

/* ---- sections ----------------------------------------------------------------------------- */

void bench_scan_accuracy(struct bench *self);
void bench_few_examples(struct bench *self);
void bench_wrong_labels(struct bench *self);
void bench_training_cost(struct bench *self);
void bench_decoding(struct bench *self);
void bench_sentence_cost(struct bench *self);
void bench_complexity(struct bench *self);
void bench_expected_convergence(struct bench *self);

void bench_visual_standard(struct bench *self);
void bench_visual_splits(struct bench *self);
void bench_visual_official(struct bench *self);
void bench_visual_paper(struct bench *self);
void bench_visual_cost(struct bench *self);
void bench_visual_noise(struct bench *self);
void bench_whole(struct bench *self);
void bench_constructions(struct bench *self);
void bench_senses(struct bench *self);

void bench_pixels_features(struct bench *self);
void bench_recipe_table(struct bench *self);
void bench_recipe_commands(struct bench *self);
void bench_recipe_questions(struct bench *self);

#endif
