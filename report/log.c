/* Reading a log (log.h), line by line:
 *
 *     text ─▶ lines ─▶ JSON ─▶ event ─▶ a reader for each
 *                       │        └─ not known: passed over
 *                       └─ not an object, a field of another type: FILE:LINE: what is wrong */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/log.h"
#include "report/record.h"
#include "report/text.h"

#define MAX_LINE  ((size_t)1 << 20)
#define MAX_VALUE 1e15 /* no figure of a run is larger */

struct reader {
    struct arena *arena;
    const char *name;
    size_t line;
    struct run_log *log;
    json_t *object; /* of the line; freed when it is done, or when something raises */
    bool started, ended;
};

static _Noreturn void fail(struct reader *r, const char *what, const char *field) {
    guard_raise(r->arena->guard, G2L2_STATUS_FORMAT, r->line, 0, "%.200s:%zu: %s%s%.60s%s", r->name,
                r->line, what, *field ? " '" : "", field, *field ? "'" : "");
}

/* ---- fields ------------------------------------------------------------------------------------ */

/* NAN where it is null, or not there and not needed. */
static double number(struct reader *r, const char *key, bool needed) {
    json_t *value = json_object_get(r->object, key);
    if (!value && needed) fail(r, "there is no field", key);
    if (!value || json_is_null(value)) return NAN;
    if (!json_is_number(value)) fail(r, "this is not a number:", key);
    double x = json_number_value(value);
    if (!(fabs(x) <= MAX_VALUE)) fail(r, "this number is too large:", key);
    return x;
}

static double count(struct reader *r, const char *key) {
    double x = number(r, key, true);
    if (isnan(x) || x < 0) fail(r, "this is not a number of things:", key);
    return x;
}

static int whole(struct reader *r, const char *key) {
    double x = count(r, key);
    if (x > 1e9) fail(r, "this number is too large:", key);
    return (int)x;
}

/* Any 64 bits; larger ones than JSON has were written as negative. */
static void read_seed(struct reader *r) {
    const json_t *value = json_object_get(r->object, "seed");
    if (!value || json_is_null(value)) return;
    if (!json_is_integer(value)) fail(r, "this is not a whole number:", "seed");
    r->log->has_seed = true;
    r->log->seed = (uint64_t)json_integer_value(value);
}

static const char *text_of(struct reader *r, const json_t *object, const char *key, bool needed) {
    const json_t *value = json_object_get(object, key);
    if (!value && needed) fail(r, "there is no field", key);
    if (!value || json_is_null(value)) return "";
    if (!json_is_string(value)) fail(r, "this is not a text:", key);
    return arena_strndup(r->arena, json_string_value(value), json_string_length(value));
}

static const char *text(struct reader *r, const char *key, bool needed) {
    return text_of(r, r->object, key, needed);
}

/* ---- events ------------------------------------------------------------------------------------ */

static void read_start(struct reader *r) {
    struct run_log *log = r->log;
    if (r->started) fail(r, "the log begins twice", "");
    if (whole(r, "format") > RECORD_FORMAT)
        fail(r, "the log was written by a newer version of g2l2", "");
    r->started = true;
    log->version = text(r, "version", false);
    log->command = text(r, "command", false);
    log->model = text(r, "model", true);
    log->domain = text(r, "domain", true);
    log->began = number(r, "wall_time", false);
    read_seed(r);
    log->threads = number(r, "threads", false);
    log->examples = count(r, "examples");
}

static void read_scalar(struct reader *r) {
    struct log_point point = {.attempt = whole(r, "attempt"),
                              .step = whole(r, "step"),
                              .stage = whole(r, "stage"),
                              .length = whole(r, "length"),
                              .time = number(r, "wall_time", false) - r->log->began,
                              .loss = number(r, "loss", true),
                              .accuracy = number(r, "accuracy", true),
                              .alive = number(r, "alive", true)};
    vec_push(r->arena, &r->log->points, point);
}

static uint32_t entry_of(struct reader *r, const json_t *object) {
    struct log_entry entry = {text_of(r, object, "category", true),
                              text_of(r, object, "program", true)};
    struct buf both;
    buf_init(&both, r->arena);
    buf_printf(&both, "%s\t%s", entry.category, entry.program);
    uint32_t id = symbols_add(&r->log->entry_texts, both.at, both.n);
    if (id == r->log->entries.n) vec_push(r->arena, &r->log->entries, entry);
    return id;
}

static struct log_share read_share(struct reader *r, const json_t *object) {
    const json_t *share = json_object_get(object, "share");
    if (!json_is_object(object)) fail(r, "an entry is no object", "");
    if (!json_is_number(share)) fail(r, "this is not a number:", "share");
    double x = json_number_value(share);
    if (!(x >= 0 && x <= 1)) fail(r, "this is not between 0 and 1:", "share");
    return (struct log_share){entry_of(r, object), x};
}

static void read_weights(struct reader *r) {
    const json_t *entries = json_object_get(r->object, "entries");
    const char *word = text(r, "word", true);
    if (!json_is_array(entries)) fail(r, "this is not an array:", "entries");
    size_t n = json_array_size(entries);
    double attempt = number(r, "attempt", false);
    struct log_weights w = {.attempt = attempt > 0 && attempt < 1e9 ? (int)attempt : 0,
                            .step = whole(r, "step"),
                            .n = (uint32_t)n};
    w.word = symbols_add(&r->log->words, word, strlen(word));
    w.shares = arena_array(r->arena, struct log_share, n + 1);
    for (size_t i = 0; i < n; i++) w.shares[i] = read_share(r, json_array_get(entries, i));
    vec_push(r->arena, &r->log->weights, w);
}

/* `seconds_check` and `cpu_check` are of the phase check. */
static void read_phases(struct reader *r) {
    const char *key;
    json_t *value;
    json_object_foreach(r->object, key, value) {
        struct buf cpu;
        if (strncmp(key, "seconds_", 8)) continue;
        buf_init(&cpu, r->arena);
        buf_printf(&cpu, "cpu_%s", key + 8);
        struct log_phase phase = {arena_strndup(r->arena, key + 8, strlen(key + 8)), count(r, key),
                                  number(r, cpu.at, false)};
        vec_push(r->arena, &r->log->phases, phase);
    }
}

/* Every attempt is told; what the model came to be, one of them. */
static void keep_attempt(struct run_log *log) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < log->weights.n; i++)
        if (log->weights.at[i].attempt == log->attempt) log->weights.at[n++] = log->weights.at[i];
    log->weights.n = n;
}

static void read_end(struct reader *r) {
    struct run_log *log = r->log;
    r->ended = true;
    if (json_object_get(r->object, "examples")) log->examples = count(r, "examples");
    log->checked = count(r, "checked");
    log->correct = count(r, "correct");
    log->n_words = count(r, "words");
    log->n_entries = count(r, "entries");
    log->candidates = number(r, "candidates", false);
    log->candidate_set = text(r, "candidate_set", false);
    log->attempts = count(r, "attempts");
    log->attempt = whole(r, "attempt");
    log->seconds = number(r, "seconds", false);
    log->cpu_seconds = number(r, "cpu_seconds", false);
    log->tolerant = json_is_true(json_object_get(r->object, "tolerant"));
    log->interrupted = json_is_true(json_object_get(r->object, "interrupted"));
    log->model_hash = text(r, "model_hash", false);
    read_phases(r);
    keep_attempt(log);
}

static void read_event(struct reader *r) {
    static const struct {
        const char *name;
        void (*read)(struct reader *r);
    } events[] = {{"start", read_start},
                  {"scalar", read_scalar},
                  {"weights", read_weights},
                  {"end", read_end}};
    const char *event = text(r, "event", true);
    if (!r->started && strcmp(event, "start")) fail(r, "a log begins with the event", "start");
    if (r->ended) fail(r, "there is something behind the event", "end");
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        if (!strcmp(events[i].name, event)) events[i].read(r);
}

/* ---- lines --------------------------------------------------------------------------------------- */

static bool is_blank(const char *line, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!memchr(" \t\r", line[i], 3)) return false;
    return true;
}

static void read_line(struct reader *r, const char *line, size_t length) {
    json_error_t why;
    if (length > MAX_LINE) fail(r, "the line is too long", "");
    if (is_blank(line, length)) return;
    for (int i = 0; i < 2 && !r->object; i++) /* where memory was short, jansson blames the text */
        r->object = json_loadb(line, length, 0, &why);
    if (!r->object) {
        const char *clean = text_clean(r->arena, why.text);
        guard_raise(r->arena->guard, G2L2_STATUS_FORMAT, r->line, (size_t)fmax(0, why.column),
                    "%.200s:%zu: this is no line of JSON: %.120s", r->name, r->line, clean);
    }
    if (!json_is_object(r->object)) fail(r, "this line is no JSON object", "");
    read_event(r);
    json_decref(r->object);
    r->object = NULL;
}

static void read_lines(struct reader *r, const char *text_at, size_t length) {
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text_at + at, '\n', length - at);
        size_t n = end ? (size_t)(end - text_at) - at : length - at;
        r->line++;
        read_line(r, text_at + at, n);
        at += n + 1;
    }
    if (!r->started)
        guard_raise(r->arena->guard, G2L2_STATUS_FORMAT, 0, 0, "%.200s: the log is empty", r->name);
    if (!r->ended) fail(r, "the log breaks off: there is no event", "end");
}

g2l2_status log_parse(const char *text_at, size_t length, const char *name, struct arena *arena,
                      struct run_log **out, g2l2_error *err) {
    struct guard guard, *outer = arena->guard;
    struct reader reader = {.arena = arena, .name = name};
    struct reader *volatile r = &reader;
    arena->guard = &guard;
    if (guard_try(&guard, err)) {
        struct run_log *log = reader.log = arena_new(arena, struct run_log);
        log->path = arena_strndup(arena, name, strlen(name));
        log->version = log->command = log->model = log->domain = "";
        log->candidate_set = log->model_hash = "";
        symbols_init(&log->words, arena);
        symbols_init(&log->entry_texts, arena);
        read_lines(&reader, text_at, length);
        *out = log;
    }
    json_decref(r->object);
    arena->guard = outer;
    return guard.status;
}

g2l2_status log_read(const char *path, struct arena *arena, struct run_log **out, g2l2_error *err) {
    char *bytes;
    size_t n;
    g2l2_status status = file_read(path, LOG_MAX_BYTES, &bytes, &n, err);
    if (status) return status;
    status = log_parse(bytes, n, path, arena, out, err);
    free(bytes);
    return status;
}
