/* The report: logs written and read back, projections, charts, pages.
 *
 *     g2l2_learn ─▶ record ─▶ log ─▶ run_log ─▶ sheet ─▶ HTML, JSON
 *                    any other bytes ─▶ one error, with file and line               */
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "report/plot.h"
#include "report/project.h"
#include "report/record.h"
#include "report/sheet.h"
#include "report/text.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

struct fixture {
    struct arena arena;
    struct guard guard;
    struct buf out;
};

static int setup(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    arena_init(&f->arena, &f->guard, 0);
    buf_init(&f->out, &f->arena);
    buf_puts(&f->out, "");
    *state = f;
    return 0;
}

static int teardown(void **state) {
    struct fixture *f = *state;
    arena_free(&f->arena);
    free(f);
    return 0;
}

/* ---- projection -------------------------------------------------------------------------------- */

/* Points of a plane, turned into five directions: the plane comes back. */
static void test_projection(void **state) {
    struct fixture *f = *state;
    static const double a[5] = {.6, 0, .8, 0, 0}, b[5] = {0, 1, 0, 0, 0};
    static const double at[][2] = {{9, 1}, {-7, 2}, {3, -3}, {-1, 0}, {-4, 0}};
    double rows[LENGTH(at) * 5];
    for (size_t i = 0; i < LENGTH(at); i++)
        for (int k = 0; k < 5; k++) rows[i * 5 + (size_t)k] = 7 + at[i][0] * a[k] + at[i][1] * b[k];
    struct projection p = project(&f->arena, rows, LENGTH(at), 5);
    for (size_t i = 0; i < LENGTH(at); i++)
        for (size_t k = 0; k < LENGTH(at); k++)
            assert_true(fabs(hypot(p.x[i] - p.x[k], p.y[i] - p.y[k]) -
                             hypot(at[i][0] - at[k][0], at[i][1] - at[k][1])) < 1e-6);
    assert_true(p.shown[0] > p.shown[1] && p.shown[1] > 0);
    assert_true(fabs(p.shown[0] + p.shown[1] - 1) < 1e-9);
    assert_true(p.x[0] > 8.5);
}

/* By hand: variances 8 along (1, 1) and 2 along (1, -1). */
static void test_projection_by_hand(void **state) {
    struct fixture *f = *state;
    static const double rows[] = {2, 2, -2, -2, 1, -1, -1, 1};
    struct projection p = project(&f->arena, rows, 4, 2);
    assert_true(fabs(p.x[0] - 2 * sqrt(2)) < 1e-9 && fabs(p.x[1] + 2 * sqrt(2)) < 1e-9);
    assert_true(fabs(fabs(p.y[2]) - sqrt(2)) < 1e-9 && fabs(p.y[2] + p.y[3]) < 1e-9);
    assert_true(fabs(p.shown[0] - .8) < 1e-9 && fabs(p.shown[1] - .2) < 1e-9);
}

static void test_projection_of_little(void **state) {
    struct fixture *f = *state;
    static const double same[] = {1, 2, 3, 1, 2, 3};
    struct projection p = project(&f->arena, same, 2, 3);
    assert_true(p.x[0] == 0 && p.y[1] == 0 && p.shown[0] == 0);
    p = project(&f->arena, same, 1, 3);
    assert_true(p.x[0] == 0 && p.y[0] == 0);
    project(&f->arena, same, 0, 3);
    static const double line[] = {0, 0, 1, 1, 2, 2};
    p = project(&f->arena, line, 3, 2);
    assert_true(fabs(p.shown[0] - 1) < 1e-9 && p.shown[1] < 1e-9 && p.y[0] == 0);
}

/* ---- text -------------------------------------------------------------------------------------- */

static void test_escape(void **state) {
    struct fixture *f = *state;
    static const char *const cases[][2] = {
        {"plain", "plain"},
        {"<b>\"x\" & 'y'</b>", "&lt;b&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/b&gt;"},
        {"a\tb\nc", "a b c"},
        {"\x01x\x7f", "\xEF\xBF\xBDx\xEF\xBF\xBD"},
        {"\xff<", "\xEF\xBF\xBD&lt;"},
        {"caf\xC3\xA9 \xE2\x82", "caf\xC3\xA9 \xEF\xBF\xBD\xEF\xBF\xBD"},
        {"", ""}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        buf_init(&f->out, &f->arena);
        buf_puts(&f->out, "");
        text_escape(&f->out, cases[i][0]);
        assert_string_equal(f->out.at, cases[i][1]);
    }
}

/* ---- charts ------------------------------------------------------------------------------------ */

static void test_ticks(void **state) {
    (void)state;
    static const double ranges[][2] = {
        {0, 1},        {0, 7}, {0, 4182}, {-3, 5},  {1e-9, 3e-9},          {0, 1e15},
        {-1e15, 1e15}, {5, 5}, {1, 0},    {NAN, 1}, {-INFINITY, INFINITY}, {0, .3},
        {17, 451}};
    for (size_t i = 0; i < LENGTH(ranges); i++)
        for (int wanted = 1; wanted < 8; wanted++) {
            double ticks[PLOT_MAX_TICK];
            int n = plot_ticks(ranges[i][0], ranges[i][1], wanted, ticks);
            assert_true(n >= 1 && n <= PLOT_MAX_TICK);
            for (int k = 0; k < n; k++) assert_true(isfinite(ticks[k]));
            for (int k = 1; k < n; k++) assert_true(ticks[k] > ticks[k - 1]);
        }
    double ticks[PLOT_MAX_TICK];
    assert_int_equal(plot_ticks(0, 1, 4, ticks), 5);
    assert_true(fabs(ticks[1] - .25) < 1e-12 && fabs(ticks[4] - 1) < 1e-12);
    assert_int_equal(plot_ticks(0, 450, 4, ticks), 3);
    assert_true(ticks[1] == 200 && ticks[2] == 400);
}

static void test_numbers(void **state) {
    struct fixture *f = *state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0"},        {.25, "0.25"},  {1200, "1200"}, {34000, "34k"},
                 {2.5e6, "2.5M"}, {-3e4, "-30k"}, {1e-12, "0"},   {7e9, "7G"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        buf_init(&f->out, &f->arena);
        plot_number(&f->out, cases[i].value);
        assert_string_equal(f->out.at, cases[i].text);
    }
}

/* Every number of the drawing is one, and every element ends. */
static void check_drawing(const char *svg) {
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
    int depth = 0;
    for (const char *at = svg; (at = strchr(at, '<')); at++) {
        const char *end = strchr(at, '>');
        assert_non_null(end);
        if (at[1] == '/') depth--;
        else if (end[-1] != '/') depth++;
        assert_true(depth >= 0);
    }
    assert_int_equal(depth, 0);
}

static void test_strange_curves(void **state) {
    struct fixture *f = *state;
    static const double x[] = {0, 1, 2, 3, 4, INFINITY};
    static const double y[][6] = {{NAN, NAN, NAN, NAN, NAN, NAN},
                                  {1e308, -1e308, 0, 1, INFINITY, -INFINITY},
                                  {0, 0, 0, 0, 0, 0},
                                  {-5, -4, NAN, -2, -1, 0},
                                  {1e-300, 2e-300, 0, 0, 1e-310, 0}};
    static const struct plot_mark marks[] = {{1, "5"}, {1.01, "7"}, {NAN, "<x>"}, {1e300, "9"}};
    for (size_t i = 0; i < LENGTH(y); i++)
        for (uint32_t n = 0; n <= 6; n++) {
            struct plot_line line = {.name = "<a>", .colour = 1, .n = n, .x = x, .y = y[i]};
            struct plot plot = {.x_title = "x",
                                .label = "\"l\"",
                                .percent = i % 2,
                                .width = 300,
                                .height = 200,
                                .lines = &line,
                                .n_lines = 1,
                                .marks = marks,
                                .n_marks = LENGTH(marks)};
            buf_init(&f->out, &f->arena);
            plot_curves(&f->out, &plot);
            check_drawing(f->out.at);
            struct plot_bar bars[6];
            for (uint32_t k = 0; k < n; k++)
                bars[k] = (struct plot_bar){"1", y[i][k], y[i][5 - k], "<t>"};
            buf_init(&f->out, &f->arena);
            plot_bars(&f->out, &plot, bars, n);
            check_drawing(f->out.at);
            struct plot_layer layer = {1, "<t>", y[i]};
            buf_init(&f->out, &f->arena);
            plot_layers(&f->out, 100, 20, x, n, &layer, 1, "l");
            check_drawing(f->out.at);
        }
}

static double attribute(const char *at, const char *name) {
    char key[32];
    snprintf(key, sizeof key, " %s=\"", name);
    const char *found = strstr(at, key);
    assert_non_null(found);
    return atof(found + strlen(key));
}

/* Labels of a map are all there, within it, and do not lie on each other. */
static void test_map(void **state) {
    struct fixture *f = *state;
    enum { N = 12 };
    struct plot_point points[N];
    struct plot_link link = {0, N - 1};
    for (int i = 0; i < N; i++)
        points[i] = (struct plot_point){cos(i * .5), sin(i * .5), i % 3, "label", "<t>"};
    plot_map(&f->out, 400, 400, points, N, &link, 1, "map");
    check_drawing(f->out.at);
    double x[N], y[N];
    int n = 0;
    for (const char *at = f->out.at; (at = strstr(at, "<text class=\"name\"")); at++, n++) {
        const char *anchor = strstr(at, "text-anchor=\"");
        double wide = 7 * 5;
        x[n] = attribute(at, "x") - (anchor[13] == 'e' ? wide : anchor[13] == 'm' ? wide / 2 : 0);
        y[n] = attribute(at, "y");
        assert_true(x[n] >= 0 && x[n] + wide <= 400 && y[n] >= 10 && y[n] <= 400);
    }
    assert_int_equal(n, N);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < i; k++) assert_true(fabs(x[i] - x[k]) >= 34 || fabs(y[i] - y[k]) >= 13);
    for (int i = 0; i < N; i++) points[i].x = points[i].y = 3; /* all in one place */
    buf_init(&f->out, &f->arena);
    plot_map(&f->out, 400, 400, points, N, &link, 1, "map");
    check_drawing(f->out.at);
    plot_map(&f->out, 400, 400, points, 0, &link, 0, "map");
    check_drawing(f->out.at);
}

/* ---- logs -------------------------------------------------------------------------------------- */

#define START                                                                                      \
    "{\"event\":\"start\",\"format\":1,\"model\":\"m.g2l2\",\"domain\":\"nav\",\"examples\":5,"    \
    "\"wall_time\":100.5}\n"
#define SCALAR                                                                                     \
    "{\"event\":\"scalar\",\"attempt\":0,\"step\":1,\"stage\":1,\"length\":2,\"loss\":null,"       \
    "\"accuracy\":0.5,\"alive\":7,\"wall_time\":101}\n"
#define WEIGHTS                                                                                    \
    "{\"event\":\"weights\",\"step\":1,\"word\":\"up\",\"entries\":[{\"category\":\"V\","          \
    "\"program\":\"UP()\",\"share\":0.75}]}\n"
#define END                                                                                        \
    "{\"event\":\"end\",\"checked\":5,\"correct\":4,\"words\":2,\"entries\":3,\"attempts\":1,"     \
    "\"attempt\":0,\"seconds_read\":0.5,\"cpu_read\":0.25}\n"

static const char whole[] = START SCALAR "{\"event\":\"something else\"}\n\n" WEIGHTS END;

static void test_log(void **state) {
    struct fixture *f = *state;
    struct run_log *log;
    g2l2_error err;
    assert_int_equal(log_parse(whole, strlen(whole), "x.jsonl", &f->arena, &log, &err), 0);
    assert_string_equal(log->model, "m.g2l2");
    assert_int_equal(log->points.n, 1);
    assert_true(isnan(log->points.at[0].loss) && log->points.at[0].accuracy == .5);
    assert_true(log->points.at[0].time == .5);
    assert_int_equal(log->weights.n, 1);
    assert_true(log->weights.at[0].shares[0].share == .75);
    assert_string_equal(log->entries.at[0].category, "V");
    assert_int_equal(log->phases.n, 1);
    assert_string_equal(log->phases.at[0].name, "read");
    assert_true(log->phases.at[0].cpu == .25 && log->correct == 4);
}

static void refuse(struct fixture *f, const char *text, size_t length, const char *why) {
    struct run_log *log;
    g2l2_error err = {0};
    g2l2_status status = log_parse(text, length, "x.jsonl", &f->arena, &log, &err);
    if (status != G2L2_STATUS_FORMAT || !strstr(err.message, why) ||
        strncmp(err.message, "x.jsonl:", 8))
        fail_msg("'%.60s': status %d, '%s', not '%s'", text, status, err.message, why);
}

static void test_wrong_logs(void **state) {
    struct fixture *f = *state;
    static const char *const cases[][2] = {
        {"", "x.jsonl: the log is empty"},
        {"\n\n", "x.jsonl: the log is empty"},
        {"hello\n", "x.jsonl:1: this is no line of JSON"},
        {"[1, 2]\n", "x.jsonl:1: this line is no JSON object"},
        {"{\"a\": 1}\n", "x.jsonl:1: there is no field 'event'"},
        {"{\"event\": 3}\n", "this is not a text: 'event'"},
        {SCALAR, "x.jsonl:1: a log begins with the event 'start'"},
        {START START, "x.jsonl:2: the log begins twice"},
        {START, "x.jsonl:1: the log breaks off"},
        {START END SCALAR, "x.jsonl:3: there is something behind the event 'end'"},
        {"{\"event\":\"start\",\"format\":2}\n", "a newer version"},
        {"{\"event\":\"start\",\"format\":1}\n", "there is no field 'model'"},
        {START "{\"event\":\"scalar\"}\n", "x.jsonl:2: there is no field 'attempt'"},
        {START "{\"event\":\"scalar\",\"attempt\":\"a\"}\n", "not a number: 'attempt'"},
        {START "{\"event\":\"scalar\",\"attempt\":-1}\n", "not a number of things: 'attempt'"},
        {START "{\"event\":\"scalar\",\"attempt\":1e300}\n", "too large: 'attempt'"},
        {START "{\"event\":\"weights\",\"word\":\"a\"}\n", "not an array: 'entries'"},
        {START "{\"event\":\"weights\",\"word\":\"a\",\"step\":0,\"entries\":[7]}\n", "no object"},
        {START "{\"event\":\"weights\",\"word\":\"a\",\"step\":0,\"entries\":[{\"share\":2}]}\n",
         "not between 0 and 1: 'share'"},
        {START "{\"event\":\"end\"}\n", "there is no field 'checked'"},
        {START "\xff\xfe\n", "x.jsonl:2: this is no line of JSON"}};
    for (size_t i = 0; i < LENGTH(cases); i++)
        refuse(f, cases[i][0], strlen(cases[i][0]), cases[i][1]);
    refuse(f, "{\"event\"\0:1}", 12, "x.jsonl:1:");
}

/* Cut off anywhere: an error. Any byte another: an error or a log. */
static void test_damaged_logs(void **state) {
    struct fixture *f = *state;
    struct run_log *log;
    g2l2_error err;
    size_t n = strlen(whole);
    char *text = malloc(n + 1);
    memcpy(text, whole, n + 1);
    for (size_t i = 0; i + 1 < n; i++) refuse(f, text, i, "x.jsonl:");
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 4; k++) {
            text[i] = "\"{\0\xff"[k];
            log_parse(text, n, "x.jsonl", &f->arena, &log, &err);
            text[i] = whole[i];
        }
    free(text);
}

/* ---- recording --------------------------------------------------------------------------------- */

static const char *const lessons[][2] = {{"rise", "UP"},
                                         {"rise twice", "UP UP"},
                                         {"dip twice", "DOWN DOWN"},
                                         {"rise then dip", "UP DOWN"},
                                         {"dip then rise twice", "DOWN UP UP"}};

static bool on_progress(void *context, const g2l2_progress *at) {
    record_progress(context, at);
    return true;
}

static void on_observe(void *context, const g2l2_observation *at) {
    for (size_t i = 0; i < at->n_words; i++) {
        double sum = 0;
        assert_true(at->words[i].n_top >= 1 && at->words[i].n_top <= 5);
        for (size_t k = 0; k < at->words[i].n_top; k++) sum += at->words[i].top[k].share;
        assert_true(sum > 0 && sum < 1 + 1e-9);
    }
    record_observe(context, at);
}

static g2l2_model *learn(struct record *record, g2l2_learn_report *report, int threads) {
    g2l2_domain *domain;
    g2l2_dataset *data;
    g2l2_model *model;
    g2l2_error err;
    g2l2_learn_options options = g2l2_learn_options_default();
    options.n_threads = threads;
    if (record) {
        options.context = record;
        options.progress = on_progress;
        options.observe = on_observe;
    }
    assert_int_equal(g2l2_domain_open("nav", &domain, &err), 0);
    assert_int_equal(g2l2_dataset_new(&data, &err), 0);
    for (size_t i = 0; i < LENGTH(lessons); i++)
        assert_int_equal(g2l2_dataset_add(data, lessons[i][0], lessons[i][1], NULL, i, &err), 0);
    assert_int_equal(g2l2_learn(domain, data, &options, &model, report, &err), 0);
    if (report) report->candidate_set = "all"; /* it was the domain's */
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
    return model;
}

static const struct record_start start = {"g2l2 train <b>", "m.g2l2", 1, 1, NULL};

static void test_record(void **state) {
    struct fixture *f = *state;
    struct record *record = record_new(&start);
    g2l2_learn_report report;
    struct run_log *log;
    char path[] = "/tmp/g2l2-log-XXXXXX";
    g2l2_error err;
    close(mkstemp(path));
    unlink(path);
    record_phase(record, "read");
    assert_int_equal(record_open(record, path, "nav", LENGTH(lessons), &err), 0);
    g2l2_model *model = learn(record, &report, 2), *plain = learn(NULL, &report, 1);
    char *a, *b;
    assert_int_equal(g2l2_lexicon_export(model, &a, &err), 0);
    assert_int_equal(g2l2_lexicon_export(plain, &b, &err), 0);
    assert_string_equal(a, b); /* whoever watches, the same is learned */
    assert_int_equal(record_close(record, &report, model, "m.g2l2", path, &err), 0);
    assert_int_equal(log_read(path, &f->arena, &log, &err), 0);
    unlink(path);
    assert_true(log->points.n > 10 && log->weights.n >= 8);
    assert_int_equal(log->words.names.n, 4);
    assert_true(log->examples == 5 && log->correct == 5 && log->n_words == 4);
    assert_int_equal(log->weights.at[log->weights.n - 1].step,
                     log->points.at[log->points.n - 1].step);
    bool phases[3] = {0};
    for (uint32_t i = 0; i < log->phases.n; i++) {
        phases[0] |= !strcmp(log->phases.at[i].name, "read");
        phases[1] |= !strcmp(log->phases.at[i].name, "stages");
        phases[2] |= !strcmp(log->phases.at[i].name, "check");
    }
    assert_true(phases[0] && phases[1] && phases[2]);
    free(a);
    free(b);
    record_free(record);
    record = record_new(&start); /* some runs have nothing to tell */
    assert_int_equal(record_open(record, path, "nav", 5, &err), 0);
    assert_int_equal(record_close(record, &report, model, "m.g2l2", path, &err), 0);
    assert_int_equal(log_read(path, &f->arena, &log, &err), 0);
    assert_true(!log->points.n && !log->weights.n);
    unlink(path);
    g2l2_model_free(model);
    g2l2_model_free(plain);
    record_free(record);
}

/* Whole lines in a file. */
static size_t count_lines(const char *path) {
    char *text;
    size_t n, lines = 0;
    g2l2_error err;
    if (file_read(path, 1 << 30, &text, &n, &err)) return 0;
    for (size_t i = 0; i < n; i++) lines += text[i] == '\n';
    if (n) assert_int_equal(text[n - 1], '\n');
    free(text);
    return lines;
}

/* What is told is there at once, under the name of the log or, where one is there, beside it; and
 * what is not closed goes. */
static void test_stream(void **state) {
    char path[] = "/tmp/g2l2-log-XXXXXX", part[sizeof path + 5];
    (void)state;
    close(mkstemp(path));
    snprintf(part, sizeof part, "%s.part", path);
    for (int there = 0; there < 2; there++) {
        struct record *record = record_new(&start);
        const char *grows = there ? part : path;
        g2l2_candidate top = {"V", "UP()", 1};
        g2l2_standing word = {"rise", 1, 1, &top};
        g2l2_error err;
        if (!there) unlink(path);
        else close(open(path, O_WRONLY | O_CREAT, 0600));
        assert_int_equal(record_open(record, path, "nav", 5, &err), 0);
        assert_int_equal(count_lines(grows), 1);
        record_progress(record, &(g2l2_progress){.update = 1, .loss = 1});
        assert_int_equal(count_lines(grows), 2);
        record_observe(record, &(g2l2_observation){0, "stages", 1, 1, &word});
        assert_int_equal(count_lines(grows), 3);
        assert_int_equal(count_lines(path), there ? 0 : 3);
        record_free(record);
        assert_int_equal(access(grows, F_OK), -1);
    }
    assert_int_equal(access(path, F_OK), 0); /* what was there before */
    unlink(path);
}

/* A long run of many words with weights that never rest. */
static void watch(struct record *record, int n_words, int n_updates) {
    char name[32];
    struct rng rng;
    rng_seed(&rng, 1);
    g2l2_standing *words = calloc((size_t)n_words, sizeof *words);
    g2l2_candidate top[5];
    char **names = calloc((size_t)n_words, sizeof *names);
    for (int w = 0; w < n_words; w++) {
        snprintf(name, sizeof name, "word%d", w);
        names[w] = strdup(name);
        words[w] = (g2l2_standing){names[w], 16, 5, top};
    }
    for (int u = 0; u < n_updates; u++) {
        g2l2_progress at = {
            .stage = 1, .length = 5, .update = u, .loss = 1. / (u + 1), .n_alive = 9};
        record_progress(record, &at);
        if (u % 10) continue;
        for (int i = 0; i < 5; i++)
            top[i] = (g2l2_candidate){"objset\\objset/objset", "\\y.\\x. relate(x, y, ?)",
                                      rng_uniform(&rng) / 5};
        g2l2_observation seen = {0, "stages", u, (size_t)n_words, words};
        record_observe(record, &seen);
    }
    for (int w = 0; w < n_words; w++) free(names[w]);
    free(names);
    free(words);
}

static void test_bounded(void **state) {
    struct fixture *f = *state;
    static const int sizes[][2] = {{10, 30000}, {100, 5000}, {4000, 300}};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        struct record *record = record_new(&start);
        g2l2_learn_report report = {.candidate_set = "all", .attempts = 1};
        struct run_log *log;
        g2l2_model *model = learn(NULL, NULL, 1);
        char path[] = "/tmp/g2l2-log-XXXXXX", *text;
        size_t n, n_steps = 0;
        int last = -1;
        g2l2_error err;
        close(mkstemp(path));
        assert_int_equal(record_open(record, path, "nav", 5, &err), 0);
        watch(record, sizes[i][0], sizes[i][1]);
        assert_int_equal(record_close(record, &report, model, "m.g2l2", path, &err), 0);
        assert_int_equal(file_read(path, 1 << 30, &text, &n, &err), 0);
        assert_true(n < (1 << 20) + (1 << 18));
        free(text);
        assert_int_equal(log_read(path, &f->arena, &log, &err), 0);
        unlink(path);
        for (uint32_t k = 0; k < log->weights.n; k++) {
            assert_true(log->weights.at[k].step >= last);
            n_steps += log->weights.at[k].step > last;
            last = log->weights.at[k].step;
        }
        assert_true(n_steps >= 1 && n_steps <= 160);
        assert_true(log->points.n > 100 && log->points.n <= 3001);
        g2l2_model_free(model);
        record_free(record);
    }
}

/* ---- pages ------------------------------------------------------------------------------------- */

static size_t occurrences(const char *text, const char *what) {
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, what)); at++) n++;
    return n;
}

static void check_page(const char *html) {
    static const char *const parts[] = {"id=\"training\"", "id=\"accuracy\"", "id=\"lexicon\"",
                                        "id=\"ties\"",     "id=\"concepts\"", "id=\"mistakes\"",
                                        "id=\"time\"",     "</html>"};
    for (size_t i = 0; i < LENGTH(parts); i++) assert_int_equal(occurrences(html, parts[i]), 1);
    assert_null(strstr(html, "http"));
    assert_null(strstr(html, "<evil"));
    assert_null(strstr(html, "=\"nan"));
    assert_int_equal(occurrences(html, "<svg"), occurrences(html, "</svg>"));
    assert_int_equal(occurrences(html, "<figure"), occurrences(html, "</figure>"));
    assert_int_equal(occurrences(html, "<table"), occurrences(html, "</table>"));
    assert_int_equal(occurrences(html, "<script"), 1);
}

/* A log of nothing but hostile texts, and results of the same kind. */
static void test_page(void **state) {
    struct fixture *f = *state;
    static const char hostile[] =
        "{\"event\":\"start\",\"format\":1,\"command\":\"<evil>\",\"model\":\"<evil>\","
        "\"domain\":\"<evil>\",\"examples\":5,\"wall_time\":1}\n" SCALAR
        "{\"event\":\"weights\",\"step\":1,\"word\":\"<evil x='\\\"'>\",\"entries\":["
        "{\"category\":\"<evil>\",\"program\":\"\\\"<evil>\",\"share\":0.5}]}\n"
        "{\"event\":\"weights\",\"step\":9,\"word\":\"<evil x='\\\"'>\",\"entries\":[]}\n"
        "{\"event\":\"end\",\"checked\":0,\"correct\":0,\"words\":0,\"entries\":0,\"attempts\":1,"
        "\"attempt\":0,\"seconds_<evil>\":1}\n";
    struct tested tested = {
        .file = "<evil>", .examples = 2, .correct = 0, .unparsed = 1, .seconds = 1};
    struct subject subject = {.name = "<evil>&\xff", .note = "<evil>", .tested = &tested};
    struct sheet sheet = {&f->arena, &subject, 1};
    g2l2_error err;
    vec_push(&f->arena, &tested.by_length, ((struct score){"<evil>", 2, 0, 1}));
    vec_push(&f->arena, &tested.by_type, ((struct score){"<evil>", 2, 1, 0}));
    vec_push(&f->arena, &tested.mistakes, ((struct mistake){"<evil>", NULL, 1}));
    vec_push(&f->arena, &tested.mistakes, ((struct mistake){"<evil>", "\"<evil>", 1}));
    vec_push(&f->arena, &tested.failures,
             ((struct shown_failure){"<evil>", 3, "<evil>", "<evil>", NULL, "<evil>"}));
    assert_int_equal(log_parse(hostile, strlen(hostile), "<evil>", &f->arena, &subject.log, &err),
                     0);
    sheet_html(&sheet, &f->out);
    check_page(f->out.at);
    assert_non_null(strstr(f->out.at, "&lt;evil x=&#39;&quot;&#39;&gt;"));
    json_t *json = sheet_json(&sheet);
    char *text = json_dumps(json, 0);
    assert_non_null(text);
    free(text);
    json_decref(json);
}

/* A model alone, and a model beside another run. */
static void test_pages_of_models(void **state) {
    struct fixture *f = *state;
    struct subject subjects[2] = {{.name = "one"}, {.name = "two"}};
    struct sheet sheet = {&f->arena, subjects, 1};
    g2l2_error err;
    subjects[0].model = subjects[1].model = learn(NULL, NULL, 1);
    assert_int_equal(g2l2_model_find_ties(subjects[0].model, NULL, &err), 0);
    sheet_html(&sheet, &f->out);
    check_page(f->out.at);
    assert_non_null(strstr(f->out.at, "repeat(x, 2)"));
    assert_non_null(strstr(f->out.at, "There is no log"));
    assert_int_equal(log_parse(whole, strlen(whole), "x", &f->arena, &subjects[1].log, &err), 0);
    sheet.n = 2;
    buf_init(&f->out, &f->arena);
    sheet_html(&sheet, &f->out);
    check_page(f->out.at);
    assert_non_null(strstr(f->out.at, "id=\"runs\""));
    g2l2_model_free(subjects[0].model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_projection, setup, teardown),
        cmocka_unit_test_setup_teardown(test_projection_by_hand, setup, teardown),
        cmocka_unit_test_setup_teardown(test_projection_of_little, setup, teardown),
        cmocka_unit_test_setup_teardown(test_escape, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ticks, setup, teardown),
        cmocka_unit_test_setup_teardown(test_numbers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_strange_curves, setup, teardown),
        cmocka_unit_test_setup_teardown(test_map, setup, teardown),
        cmocka_unit_test_setup_teardown(test_log, setup, teardown),
        cmocka_unit_test_setup_teardown(test_wrong_logs, setup, teardown),
        cmocka_unit_test_setup_teardown(test_damaged_logs, setup, teardown),
        cmocka_unit_test_setup_teardown(test_record, setup, teardown),
        cmocka_unit_test(test_stream),
        cmocka_unit_test_setup_teardown(test_bounded, setup, teardown),
        cmocka_unit_test_setup_teardown(test_page, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pages_of_models, setup, teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
