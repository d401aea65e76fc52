/* Questions about images of which each object has been measured: numbers of its pixels, no
 * network, true boxes. Learned from the questions of the training images, asked of others.
 *
 *     clevr-images/features/NAME.{train,val}.jsonl.gz ─▶ scenes ┐
 *     clevr-images/questions_{six,all}_*.json.gz ───────────────┴▶ learn, ask, for each seed
 *
 * Of one set the numbers are also stretched to 2,048, by a random layer: as features of a
 * network are, many and entangled. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "bench/bench.h"

#define WIDE      2048u
#define MOST_FROM 1024u

struct measured {
    const char *name, *file, *questions;
    bool wide;
    double target, before;
};

static const struct measured rows[] = {
    {"184: colour grid, HOG, box", "plain184", "six", false, 95, 79.7},
    {"114: more HOG and colour", "rich114", "six", false, 96, NAN},
    {"2,048: a random layer on the 114", "rich114", "six", true, 95, NAN},
    {"54: compact", "compact54", "six", false, NAN, 94.6},
    {"54: compact, all 90 families", "compact54", "all", false, 94, 88.4},
};

#define N_COLORS 8
/* The first two lie amid the others. */
static const char *const colors[N_COLORS] = {"gray",  "brown",  "blue", "cyan",
                                             "green", "purple", "red",  "yellow"};

enum { RIGHT, CPU, EXPLAINED, COLORS, N_FIGURES = COLORS + N_COLORS };

struct context {
    const struct measured *row;
    const char *folder;
};

/* ---- a random layer ---------------------------------------------------------------------------- */

struct layer {
    uint32_t n;                            /* features in */
    double mean[MOST_FROM], of[MOST_FROM]; /* 1 / deviation, in the training images */
    double *weights;                       /* [WIDE, n + 1] */
};

static char *read_all(struct bench *b, const char *path) {
    gzFile in = gzopen(path, "rb");
    struct buf text;
    char piece[1 << 14];
    int n;
    if (!in) guard_raise(&b->guard, G2L2_STATUS_IO, 0, 0, "%s: cannot be read", path);
    buf_init(&text, &b->arena);
    while ((n = gzread(in, piece, sizeof piece)) > 0) buf_put(&text, piece, (size_t)n);
    gzclose(in);
    return text.at;
}

static const char list[] = "\"features\": [";

/* The numbers of the next list from `at` on; returns where it begins, or NULL. */
static const char *next_list(const char *at, double *out, uint32_t *n, const char **end) {
    const char *found = strstr(at, list);
    char *rest;
    if (!found) return NULL;
    for (at = found + strlen(list), *n = 0; *n < MOST_FROM; at = rest + 1) {
        out[(*n)++] = strtod(at, &rest);
        if (*rest != ',') break;
    }
    *end = rest;
    return found + strlen(list);
}

static void open_layer(struct bench *b, struct layer *l, const char *train) {
    double x[MOST_FROM], square[MOST_FROM] = {0}, size = 0;
    struct rng rng;
    rng_seed(&rng, 1);
    for (const char *at = train; (next_list(at, x, &l->n, &at)); size++)
        for (uint32_t i = 0; i < l->n; i++) l->mean[i] += x[i], square[i] += x[i] * x[i];
    for (uint32_t i = 0; i < l->n; i++) {
        l->mean[i] /= size;
        l->of[i] = 1 / sqrt(square[i] / size - l->mean[i] * l->mean[i] + 1e-12);
    }
    l->weights = arena_array(&b->arena, double, (size_t)WIDE *(l->n + 1));
    for (size_t i = 0; i < (size_t)WIDE * (l->n + 1); i++)
        l->weights[i] = rng_normal(&rng) * (i % (l->n + 1) == l->n ? .5 : 1 / sqrt(l->n));
}

static char *widen(struct bench *b, const struct layer *l, const char *text) {
    double x[MOST_FROM];
    const char *at = text, *begin, *end;
    uint32_t n;
    struct buf out;
    buf_init(&out, &b->arena);
    for (; (begin = next_list(at, x, &n, &end)); at = end) {
        buf_put(&out, at, (size_t)(begin - at));
        for (uint32_t k = 0; k < WIDE; k++) {
            const double *w = l->weights + (size_t)k * (l->n + 1);
            double sum = w[l->n];
            for (uint32_t i = 0; i < l->n; i++) sum += w[i] * (x[i] - l->mean[i]) * l->of[i];
            buf_printf(&out, "%s%.4g", k ? ", " : "", tanh(sum));
        }
    }
    buf_puts(&out, at);
    return out.at;
}

/* ---- one run ------------------------------------------------------------------------------------- */

struct part {
    g2l2_scenes *scenes;
    g2l2_dataset *questions;
};

static void open_part(struct bench *b, const struct context *c, struct layer *layer,
                      const char *name, struct part *out) {
    char path[3200];
    g2l2_error err;
    bool train = !strcmp(name, "train");
    snprintf(path, sizeof path, "%s/features/%s.%s.jsonl.gz", c->folder, c->row->file, name);
    char *text = read_all(b, path);
    if (c->row->wide && train) open_layer(b, layer, text);
    if (c->row->wide) text = widen(b, layer, text);
    bench_check(b, g2l2_scenes_new(&out->scenes, &err), &err);
    bench_check(b, g2l2_scenes_parse(out->scenes, text, strlen(text), path, NULL, &err), &err);
    snprintf(path, sizeof path, "%s/questions_%s_%s.json.gz", c->folder, c->row->questions, name);
    bench_check(b, g2l2_dataset_new(&out->questions, &err), &err);
    bench_check(b, g2l2_dataset_read_questions(out->questions, path, out->scenes, NULL, &err),
                &err);
}

static bool has_word(const char *sentence, const char *word) {
    size_t n = strlen(word);
    for (const char *at = sentence; (at = strstr(at, word)); at += n)
        if ((at == sentence || !isalpha(at[-1])) && !isalpha(at[n])) return true;
    return false;
}

/* Answers in all, and to the questions that name a colour or have it as their answer. */
static void ask(struct bench *b, const struct part *test, const g2l2_model *model, double *out) {
    double n = 0, right = 0, n_of[N_COLORS] = {0}, right_of[N_COLORS] = {0};
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_error err;
    bench_check(b, g2l2_scenes_encode_for(test->scenes, model, &err), &err);
    bench_check(b, g2l2_parser_new(model, NULL, &parser, &err), &err);
    for (size_t i = 0; i < g2l2_dataset_count(test->questions); i++, n++) {
        g2l2_example e = g2l2_dataset_get(test->questions, i);
        bench_check(b, g2l2_parser_set_scene(parser, test->scenes, e.scene, &err), &err);
        bench_check(b, g2l2_parser_run(parser, e.sentence, 1, &result, &err), &err);
        bool fine = result.n_readings && !strcmp(result.readings[0].text, e.target);
        right += fine;
        for (int k = 0; k < N_COLORS; k++)
            if (has_word(e.sentence, colors[k]) || !strcmp(e.target, colors[k]))
                n_of[k]++, right_of[k] += fine;
    }
    g2l2_parser_free(parser);
    out[RIGHT] = 100 * right / n;
    for (int k = 0; k < N_COLORS; k++) out[COLORS + k] = 100 * right_of[k] / n_of[k];
}

static void run_one(struct bench *b, const void *context, uint32_t i, double *out) {
    const struct context *c = context;
    struct layer *layer = arena_new(&b->arena, struct layer);
    struct part train, test;
    g2l2_domain *visual;
    g2l2_model *model;
    g2l2_learn_report report;
    g2l2_learn_options options = g2l2_learn_options_default();
    g2l2_error err;
    open_part(b, c, layer, "train", &train);
    open_part(b, c, layer, "val", &test);
    bench_check(b, g2l2_domain_open("visual", &visual, &err), &err);
    bench_check(b, g2l2_scenes_encode(train.scenes, NULL, &err), &err);
    options.seed = i + 1;
    options.scenes = train.scenes;
    bench_check(b, g2l2_learn(visual, train.questions, &options, &model, &report, &err), &err);
    out[CPU] = report.cpu_seconds;
    out[EXPLAINED] = 100. * (double)report.correct / (double)report.checked;
    ask(b, &test, model, out);
}

/* ---- the section ----------------------------------------------------------------------------------- */

#define N_ROWS (sizeof rows / sizeof *rows)

/* `mean`: [N_FIGURES] of the runs. */
static void put_row(struct bench *b, const struct measured *row, const double *runs, uint32_t n,
                    double *mean) {
    double least = INFINITY, most = 0;
    for (uint32_t i = 0; i < n; i++) {
        least = fmin(least, runs[i * N_FIGURES + RIGHT]);
        most = fmax(most, runs[i * N_FIGURES + RIGHT]);
        for (int k = 0; k < N_FIGURES; k++) mean[k] += runs[i * N_FIGURES + k] / n;
    }
    report_cell(b, "%s", row->name);
    report_number(b, n, 0);
    report_number(b, row->before, 1);
    report_number(b, least, 1);
    report_number(b, mean[RIGHT], 1);
    report_number(b, most, 1);
    report_number(b, row->target, 0);
    report_number(b, mean[EXPLAINED], 1);
    report_number(b, mean[CPU], 0);
}

static void put_colors(struct bench *b, const double (*mean)[N_FIGURES], uint32_t n_rows) {
    report_text(b, "By colour: the questions that name it or have it as their answer, 130 to "
                   "210 of each, in the mean of the seeds. Gray and brown lie amid the others, "
                   "where a word that is by itself cannot hold them.");
    report_table(b, "features|gray %|brown %|blue %|cyan %|green %|purple %|red %|yellow %");
    for (uint32_t i = 0; i < n_rows; i++) {
        report_cell(b, "%s", rows[i].name);
        for (int k = 0; k < N_COLORS; k++) report_number(b, mean[i][COLORS + k], 1);
    }
}

void bench_pixels_features(struct bench *b) {
    uint32_t n = bench_runs(b, 3, 1), n_rows = b->quick ? 2 : N_ROWS;
    double mean[N_ROWS][N_FIGURES] = {{0}};
    if (!b->images) {
        report_text(b, "**Not measured: the images were not at hand.** They are looked for in "
                       "data/clevr-images of $G2L2_SHARED, or of ../shared.");
        return;
    }
    report_text(
        b, "Numbers are measured of the pixels of each true box, without a network and without "
           "labels. Words and concepts are learned from 6,750 questions about 675 images, and "
           "asked are 1,000 questions about 100 others (standard error 0.7). `before`: each "
           "word learned by itself, and all directions of the features as loud as each other. "
           "`explained`: of the questions that were learned from. CPU seconds are those of "
           "learning, in one thread.");
    report_text(
        b, "How features are scaled, and from which likeness on two words have one concept, was "
           "chosen without the 100 images: by the last 100 of the 675, with the other 575 to "
           "learn from. The noise that features get at last, and how much worse an entry "
           "without a concept may be, were chosen earlier by the 100 images themselves.");
    report_table(b, "features|seeds|before %|least %|mean %|most %|target %|explained %|CPU s");
    for (uint32_t i = 0; i < n_rows; i++) {
        struct context context = {&rows[i], b->images};
        struct jobs jobs = {rows[i].name, n, N_FIGURES, b->cores, run_one, &context};
        put_row(b, &rows[i], bench_jobs(b, &jobs), n, mean[i]);
    }
    put_colors(b, (const double(*)[N_FIGURES])mean, n_rows);
}
