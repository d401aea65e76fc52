/* bench - what the files of `g2l2 bench` share.
 *
 *   bench.c             the command: which sections, the machine, where it goes
 *   bench_report.c      paragraphs and tables, as Markdown or JSON
 *   bench_jobs.c        runs in child processes, one for each core
 *   bench_data.c        SCAN: the published files if they are there, else our own
 *   bench_learn.c       sections that learn from many seeds
 *   bench_cost.c        sections on training and decoding
 *   bench_lab.c         one sentence whose words have all candidates: three ways to do it
 *   bench_complexity.c  sections made of such sentences
 *
 * Everything is measured in child processes. The command itself stays small, so
 * no measurement sees the memory of another. */
#ifndef G2L2_CLI_BENCH_H
#define G2L2_CLI_BENCH_H

#include "base/base.h"
#include "cli/cli.h"
#include "domains/nav/scan.h"
#include "exec/exec.h"

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
    const char *command; /* the line that makes it */
    bool quick;
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

#endif
