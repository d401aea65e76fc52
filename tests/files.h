/* files - texts that are read as files of scenes, of questions or of commands, and what is said of them. */
#ifndef G2L2_TESTS_FILES_H
#define G2L2_TESTS_FILES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/base.h"
#include "data/features.h"
#include "data/scenes_store.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

#define RED  "{\"color\": \"red\", \"shape\": \"cube\", \"3d_coords\": [1, 2.5, -0]}"
#define BLUE "{\"shape\": \"ball\", \"3d_coords\": [0, 1e1, 1], \"color\": \"blue\"}"

struct fixture {
    char path[64];
    bool commands; /* read_... is for files of commands; else of scenes */
    g2l2_scenes *scenes;
    g2l2_dataset *data;
    g2l2_limits limits;
    g2l2_error err;
    struct guard guard;
    struct arena arena;
};

static inline int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    snprintf(f->path, sizeof f->path, "/tmp/g2l2-files-XXXXXX");
    int fd = mkstemp(f->path);
    assert_true(fd >= 0);
    close(fd);
    f->limits = g2l2_limits_default();
    assert_int_equal(g2l2_scenes_new(&f->scenes, &f->err), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&f->data, &f->err), G2L2_STATUS_OK);
    arena_init(&f->arena, &f->guard, 0);
    *state = f;
    return 0;
}

static inline int set_up_commands(void **state) {
    int status = set_up(state);
    ((struct fixture *)*state)->commands = true;
    return status;
}

static inline int tear_down(void **state) {
    struct fixture *f = *state;
    g2l2_dataset_free(f->data);
    g2l2_scenes_free(f->scenes);
    arena_free(&f->arena);
    unlink(f->path);
    free(f);
    return 0;
}

/* Scenes as in a new fixture. */
static inline void restart(struct fixture *f) {
    g2l2_scenes_free(f->scenes);
    g2l2_dataset_free(f->data);
    assert_int_equal(g2l2_scenes_new(&f->scenes, &f->err), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&f->data, &f->err), G2L2_STATUS_OK);
}

static inline void write_file(const char *path, const void *bytes, size_t length) {
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    assert_int_equal(fclose(out), 0);
}

static inline g2l2_status read_bytes(struct fixture *f, const void *bytes, size_t length) {
    write_file(f->path, bytes, length);
    memset(&f->err, 0, sizeof f->err);
    return f->commands ? g2l2_dataset_read(f->data, f->path, &f->limits, &f->err)
                       : g2l2_scenes_read(f->scenes, f->path, &f->limits, &f->err);
}

static inline g2l2_status read_text(struct fixture *f, const char *text) {
    return read_bytes(f, text, strlen(text));
}

static inline g2l2_status ask_bytes(struct fixture *f, const void *bytes, size_t length) {
    write_file(f->path, bytes, length);
    memset(&f->err, 0, sizeof f->err);
    return g2l2_dataset_read_questions(f->data, f->path, f->scenes, &f->limits, &f->err);
}

static inline g2l2_status ask_text(struct fixture *f, const char *text) {
    return ask_bytes(f, text, strlen(text));
}

static inline void must_read(struct fixture *f, const char *text) {
    if (read_text(f, text)) fail_msg("%s", f->err.message);
}

static inline void must_ask(struct fixture *f, const char *text) {
    if (ask_text(f, text)) fail_msg("%s", f->err.message);
}

/* The error of the latest call, in full; FILE stands for the path. */
static inline void expect_error(const struct fixture *f, g2l2_status status, size_t line,
                                size_t column, const char *message) {
    char expected[600], place[100] = "";
    if (column) snprintf(place, sizeof place, ":%zu:%zu", line, column);
    else if (line) snprintf(place, sizeof place, ":%zu", line);
    snprintf(expected, sizeof expected, "%s%s: %s", f->path, place, message);
    assert_string_equal(f->err.message, expected);
    assert_int_equal(f->err.status, status);
    assert_int_equal(f->err.line, line);
    assert_int_equal(f->err.column, column);
}

/* A text that is refused, where, and with what sentence. */
struct refusal {
    const char *text;
    size_t line, column;
    const char *message;
};

/* Each of cases: [n] is, and nothing of it is kept. */
static inline void expect_refused(struct fixture *f, const struct refusal *cases, size_t n) {
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(read_text(f, cases[i].text), G2L2_STATUS_FORMAT);
        expect_error(f, G2L2_STATUS_FORMAT, cases[i].line, cases[i].column, cases[i].message);
        assert_int_equal(g2l2_scenes_count(f->scenes) + g2l2_dataset_count(f->data), 0);
    }
}

static inline const char *object_text(struct fixture *f, size_t scene, uint32_t object) {
    struct buf out;
    buf_init(&out, &f->arena);
    scenes_object_text(f->scenes, scene, object, &out);
    return out.at;
}

/* before unit unit ... unit after */
static inline char *wrapped(const char *before, const char *unit, size_t n, const char *after) {
    size_t size = strlen(unit), at = strlen(before);
    char *out = malloc(at + n * size + strlen(after) + 1);
    assert_non_null(out);
    strcpy(out, before);
    for (size_t i = 0; i < n; i++, at += size) memcpy(out + at, unit, size);
    strcpy(out + at, after);
    return out;
}

static inline g2l2_status read_wrapped(struct fixture *f, const char *before, const char *unit,
                                       size_t n, const char *after) {
    char *text = wrapped(before, unit, n, after);
    g2l2_status status = read_text(f, text);
    free(text);
    return status;
}

static inline void encode(struct fixture *f, double noise, uint64_t seed, struct encoder *encoder) {
    g2l2_feature_options options = {.size = 64, .noise = noise, .seed = seed};
    assert_int_equal(scenes_fit(f->scenes, &options, encoder, &f->err), G2L2_STATUS_OK);
    assert_int_equal(scenes_encode(f->scenes, encoder, &f->err), G2L2_STATUS_OK);
}

#define with_files(test)    cmocka_unit_test_setup_teardown(test, set_up, tear_down)
#define with_commands(test) cmocka_unit_test_setup_teardown(test, set_up_commands, tear_down)

#endif
