/* What training and decoding cost.
 *
 * Training is measured from outside: the command `g2l2 train` is run as a user
 * would, one process at a time, and the system says what it took. The process
 * that starts it is a fresh child, because a process passes its peak memory on
 * to the program it becomes.
 *
 * Decoding is measured from inside, after a pass over all sentences: memory that
 * the parser holds must not grow any more. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench.h"
#include "parser/parser.h"

/* ---- training ------------------------------------------------------------------------------ */

enum { TRAIN_CPU, TRAIN_WALL, TRAIN_MEMORY, TRAIN_BYTES, N_TRAIN };

struct command_line {
    char folder[4000]; /* of our own, for data and model */
    const char *threads;
};

static const char *file_in(char *out, size_t size, const struct command_line *line,
                           const char *name) {
    snprintf(out, size, "%s/%s", line->folder, name);
    return out;
}

static void write_data(struct bench *b, const void *context, uint32_t i, double *out) {
    char path[4096];
    struct scan_options options = scan_options_default();
    struct buf text;
    g2l2_error err;
    (void)i, (void)out;
    buf_init(&text, &b->arena);
    scan_generate(&options, &text);
    file_in(path, sizeof path, context, "train.txt");
    bench_check(b, file_write(path, text.at, text.n, &err), &err);
}

static _Noreturn void become_train(const struct command_line *line, uint32_t seed) {
    char data[4096], model[4096], number[16];
    snprintf(number, sizeof number, "%u", seed);
    file_in(data, sizeof data, line, "train.txt");
    file_in(model, sizeof model, line, "model.g2l2");
    execl("/proc/self/exe", "g2l2", "train", "nav", data, "-o", model, "--seed", number,
          "--threads", line->threads, "--quiet", (char *)NULL);
    _exit(127);
}

static double seconds(struct timeval t) {
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static void train_command(struct bench *b, const void *context, uint32_t i, double *out) {
    char model[4096];
    struct rusage usage;
    struct stat info;
    int status = 1;
    double start = bench_wall();
    pid_t child = fork();
    if (!child) become_train(context, i + 1);
    if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status ||
        stat(file_in(model, sizeof model, context, "model.g2l2"), &info))
        guard_raise(&b->guard, G2L2_STATUS_IO, 0, 0, "`g2l2 train` could not be run");
    out[TRAIN_WALL] = bench_wall() - start;
    out[TRAIN_CPU] = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    out[TRAIN_MEMORY] = (double)usage.ru_maxrss / 1024;
    out[TRAIN_BYTES] = (double)info.st_size;
}

static void learn_only(struct bench *b, const void *context, uint32_t i, double *out) {
    g2l2_error err;
    g2l2_domain *domain;
    g2l2_model *model;
    g2l2_learn_report report;
    g2l2_learn_options options = g2l2_learn_options_default();
    g2l2_dataset *train = data_scan(b, SCAN_SIMPLE, SCAN_TRAIN, 1, i + 1);
    (void)context;
    options.seed = i + 1;
    bench_check(b, g2l2_domain_open("nav", &domain, &err), &err);
    bench_check(b, g2l2_learn(domain, train, &options, &model, &report, &err), &err);
    out[0] = report.cpu_seconds;
    g2l2_model_free(model);
    g2l2_domain_free(domain);
    g2l2_dataset_free(train);
}

static double mean_of(const double *values, uint32_t n, uint32_t step) {
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += values[i * step];
    return sum / n;
}

static void report_command(struct bench *b, const struct command_line *line, uint32_t n) {
    struct jobs jobs = {"training cost", n, N_TRAIN, 1, train_command, line};
    const double *runs = bench_jobs(b, &jobs);
    double memory = 0;
    for (uint32_t i = 0; i < n; i++) memory = fmax(memory, runs[i * N_TRAIN + TRAIN_MEMORY]);
    report_cell(b, "`g2l2 train`, %s thread%s", line->threads, *line->threads == '1' ? "" : "s");
    report_number(b, mean_of(runs + TRAIN_CPU, n, N_TRAIN), 3);
    report_number(b, mean_of(runs + TRAIN_WALL, n, N_TRAIN), 3);
    report_number(b, memory, 1);
    report_number(b, mean_of(runs + TRAIN_BYTES, n, N_TRAIN), 0);
}

static void remove_files(const struct command_line *line) {
    char path[4096];
    unlink(file_in(path, sizeof path, line, "train.txt"));
    unlink(file_in(path, sizeof path, line, "model.g2l2"));
    rmdir(line->folder);
}

void bench_training_cost(struct bench *self) {
    const char *temporary = getenv("TMPDIR");
    uint32_t n = bench_runs(self, 10, 2);
    struct command_line line;
    snprintf(line.folder, sizeof line.folder, "%s/g2l2-bench-XXXXXX",
             temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(line.folder))
        guard_raise(&self->guard, G2L2_STATUS_IO, 0, 0, "cannot make a temporary folder");
    report_text(self,
                "The full simple split, 16,728 examples; means of seeds 1 to %u, one process at a "
                "time. The command's figures include reading the data, decoding all of it at the "
                "end and writing the model; memory is the largest of all runs.",
                n);
    report_table(self, "what|CPU s|wall clock s|peak memory MB|model bytes");
    bench_jobs(self, &(struct jobs){"training data", 1, 0, 1, write_data, &line});
    for (int threads = 1; threads <= 2; threads++) {
        line.threads = threads == 1 ? "1" : "2";
        report_command(self, &line, n);
    }
    remove_files(&line);
    const double *cpu = bench_jobs(self, &(struct jobs){"learning", n, 1, 1, learn_only, NULL});
    report_cell(self, "learning alone, 1 thread");
    report_number(self, mean_of(cpu, n, 1), 3);
    for (int i = 0; i < 3; i++) report_number(self, NAN, 0);
}

/* ---- decoding -------------------------------------------------------------------------------- */

#define MAX_LENGTH 10

/* Then, for each length: sentences and microseconds. */
enum { DECODE_RATE, DECODE_BEFORE, DECODE_AFTER, DECODE_SENTENCES, DECODE_FIRST };

static size_t length_of(const char *sentence) {
    size_t n = 1;
    for (; *sentence; sentence++) n += *sentence == ' ';
    return n;
}

static size_t decode(struct bench *b, g2l2_parser *parser, const g2l2_dataset *data) {
    g2l2_error err;
    g2l2_result result;
    size_t n = g2l2_dataset_count(data);
    for (size_t i = 0; i < n; i++) {
        const char *sentence = g2l2_dataset_get(data, i).sentence;
        bench_check(b, g2l2_parser_run(parser, sentence, 1, &result, &err), &err);
    }
    return n;
}

static double seconds_each(struct bench *b, g2l2_parser *parser, const g2l2_dataset *data,
                           double least) {
    double start = bench_cpu(), spent;
    size_t done = 0;
    do done += decode(b, parser, data);
    while ((spent = bench_cpu() - start) < least);
    return spent / (double)done;
}

static g2l2_dataset *of_length(struct bench *b, const g2l2_dataset *data, size_t length) {
    g2l2_error err;
    g2l2_dataset *out;
    bench_check(b, g2l2_dataset_new(&out, &err), &err);
    for (size_t i = 0; i < g2l2_dataset_count(data); i++) {
        g2l2_example e = g2l2_dataset_get(data, i);
        if (length_of(e.sentence) == length)
            bench_check(b, g2l2_dataset_add(out, e.sentence, e.target, NULL, 0, &err), &err);
    }
    return out;
}

static void decode_lengths(struct bench *b, g2l2_parser *parser, const g2l2_dataset *test,
                           double *out) {
    for (size_t length = 1; length < MAX_LENGTH; length++, out += 2) {
        g2l2_dataset *some = of_length(b, test, length);
        out[0] = (double)g2l2_dataset_count(some);
        if (out[0] > 0) out[1] = 1e6 * seconds_each(b, parser, some, b->quick ? 0.02 : 0.2);
        g2l2_dataset_free(some);
    }
}

static double held(const g2l2_parser *parser) {
    return (double)(parser->arena.held + parser->scratch.held);
}

static void decode_all(struct bench *b, const void *context, uint32_t i, double *out) {
    g2l2_error err;
    g2l2_parser *parser;
    g2l2_model *model = data_model(b, 1);
    g2l2_dataset *test = data_scan(b, SCAN_SIMPLE, SCAN_TEST, 1, 1);
    (void)context, (void)i;
    bench_check(b, g2l2_parser_new(model, NULL, &parser, &err), &err);
    out[DECODE_SENTENCES] = (double)decode(b, parser, test);
    out[DECODE_BEFORE] = held(parser);
    out[DECODE_RATE] = 1 / seconds_each(b, parser, test, b->quick ? 0.2 : 3);
    decode_lengths(b, parser, test, out + DECODE_FIRST);
    out[DECODE_AFTER] = held(parser);
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    g2l2_dataset_free(test);
}

void bench_decoding(struct bench *self) {
    struct jobs jobs = {"decoding", 1, DECODE_FIRST + 2 * MAX_LENGTH, 1, decode_all, NULL};
    const double *got = bench_jobs(self, &jobs);
    report_text(self,
                "The %.0f sentences of the simple test part (%s), one core, best reading with its "
                "confidence, after one pass to warm up: **%.0f sentences a second**. The parser "
                "held %.0f bytes before and %.0f after: %.0f bytes allocated for each sentence.",
                got[DECODE_SENTENCES], data_source(self), got[DECODE_RATE], got[DECODE_BEFORE],
                got[DECODE_AFTER],
                (got[DECODE_AFTER] - got[DECODE_BEFORE]) / got[DECODE_SENTENCES]);
    report_table(self, "words|sentences|mean µs");
    for (uint32_t length = 1; length < MAX_LENGTH; length++) {
        const double *row = got + DECODE_FIRST + 2 * (length - 1);
        if (row[0] == 0) continue;
        report_number(self, length, 0);
        report_number(self, row[0], 0);
        report_number(self, row[1], 2);
    }
}
