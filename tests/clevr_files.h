/* clevr_files - what the generator of scenes and questions writes, and what is in it, read off the JSON. */
#ifndef G2L2_TESTS_CLEVR_FILES_H
#define G2L2_TESTS_CLEVR_FILES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>
#include <zlib.h>

#include "generators/clevr/family.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* A whole file, unpacked if it is compressed. */
static inline char *unpack(const char *path, size_t *length) {
    size_t cap = 1 << 20, n = 0;
    gzFile in = gzopen(path, "rb");
    if (!in) fail_msg("%s cannot be read", path);
    char *text = malloc(cap);
    for (int got; (got = gzread(in, text + n, (unsigned)(cap - n))) > 0;) {
        n += (size_t)got;
        if (n == cap) text = realloc(text, cap *= 2);
        assert_non_null(text);
    }
    gzclose(in);
    *length = n;
    return text;
}

static inline json_t *load(const char *path) {
    size_t n;
    json_error_t err;
    char *text = unpack(path, &n);
    json_t *out = json_loadb(text, n, JSON_REJECT_DUPLICATES, &err);
    if (!out) fail_msg("%s:%d: %s", path, err.line, err.text);
    free(text);
    return out;
}

struct fixture {
    char folder[64], path[128];
    g2l2_error err;
    json_t *scenes, *questions; /* documents that were generated */
};

static inline const char *in_folder(struct fixture *f, const char *name) {
    snprintf(f->path, sizeof f->path, "%s/%s", f->folder, name);
    return f->path;
}

static inline int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    snprintf(f->folder, sizeof f->folder, "/tmp/g2l2-clevr-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    *state = f;
    return 0;
}

static inline int tear_down(void **state) {
    static const char *const names[] = {"scenes.json",       "questions.json", "scenes.json.gz",
                                        "questions.json.gz", "one.json",       "synonyms.json"};
    struct fixture *f = *state;
    for (size_t i = 0; i < LENGTH(names); i++) unlink(in_folder(f, names[i]));
    assert_int_equal(rmdir(f->folder), 0); /* nothing else was left there */
    json_decref(f->scenes);
    json_decref(f->questions);
    free(f);
    return 0;
}

static inline void generate(struct fixture *f, struct clevr_options options) {
    options.folder = f->folder;
    if (clevr_generate(&options, &f->err)) fail_msg("%s", f->err.message);
    json_decref(f->scenes);
    json_decref(f->questions);
    f->scenes = load(in_folder(f, options.gzip ? "scenes.json.gz" : "scenes.json"));
    f->questions = load(in_folder(f, options.gzip ? "questions.json.gz" : "questions.json"));
    assert_non_null(f->scenes);
    assert_non_null(f->questions);
}

static inline struct clevr_options some(size_t questions) {
    struct clevr_options options = clevr_options_default();
    options.questions = questions;
    return options;
}

#define with_folder(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

/* ---- what a question says ---------------------------------------------------------------- */

static inline const char *text_of(const json_t *question, const char *key) {
    const char *text = json_string_value(json_object_get(question, key));
    assert_non_null(text);
    return text;
}

static inline bool starts(const char *text, const char *with, const char **rest) {
    *rest = text + strlen(with);
    return !strncmp(text, with, strlen(with));
}

/* Tokens and words again, by hand. */
static inline size_t tokens(const char *text, const char *word, bool *has) {
    char copy[2048], *save = NULL;
    size_t n = 0;
    snprintf(copy, sizeof copy, "%s", text);
    for (const char *at = text; *at; at++) n += *at == '?' || *at == ';';
    for (char *t = strtok_r(copy, " ?;", &save); t; t = strtok_r(NULL, " ?;", &save), n++)
        *has |= !strcmp(t, word);
    return n;
}

static inline size_t n_steps(const json_t *question, const char *function) {
    size_t i, n = 0;
    const json_t *step;
    json_array_foreach(json_object_get(question, "program"), i, step) {
        n += !strcmp(text_of(step, "function"), function);
    }
    return n;
}

static inline bool says(const json_t *question, const char *word) {
    bool has = false;
    tokens(text_of(question, "question"), word, &has);
    return has;
}

static inline size_t n_tokens(const json_t *question) {
    return tokens(text_of(question, "question"), "", &(bool){false});
}

static inline bool compares_numbers(const json_t *question) {
    return n_steps(question, "equal_integer") || n_steps(question, "less_than") ||
           n_steps(question, "greater_than");
}

/* ---- whole files ------------------------------------------------------------------------- */

static inline size_t n_questions(const struct fixture *f) {
    return json_array_size(json_object_get(f->questions, "questions"));
}

static inline size_t count_text(const struct fixture *f, const char *part) {
    size_t i, n = 0;
    const json_t *question;
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        n += strstr(text_of(question, "question"), part) != NULL;
    }
    return n;
}

/* Form: names, numbers and no hole, bracket or double space left. */
static inline void expect_form(const struct fixture *f) {
    const json_t *list = json_object_get(f->questions, "questions"), *question;
    size_t i, n_scenes = json_array_size(json_object_get(f->scenes, "scenes"));
    json_array_foreach(list, i, question) {
        const char *text = text_of(question, "question"),
                   *file = text_of(question, "image_filename");
        json_int_t image = json_integer_value(json_object_get(question, "image_index"));
        char name[64];
        assert_true(image >= 0 && (size_t)image < n_scenes);
        snprintf(name, sizeof name, "CLEVR_%s_%06d", text_of(question, "split"), (int)image);
        assert_string_equal(text_of(question, "image"), name);
        assert_int_equal(strncmp(file, name, strlen(name)), 0);
        assert_null(strpbrk(text, "<>[]"));
        assert_null(strstr(text, "  "));
        assert_int_equal(json_integer_value(json_object_get(question, "question_index")), i);
    }
}

/* "one_hop 3" for each family there is. The caller releases it. */
static inline json_t *families_of(const struct fixture *f) {
    json_t *out = json_object();
    size_t i;
    const json_t *question;
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        char key[300];
        snprintf(key, sizeof key, "%s %d", text_of(question, "template_filename"),
                 (int)json_integer_value(json_object_get(question, "question_family_index")));
        json_object_set_new(out, key, json_true());
    }
    return out;
}

static inline void expect_refusal(struct fixture *f, struct clevr_options options,
                                  g2l2_status status, const char *says) {
    memset(&f->err, 0, sizeof f->err);
    assert_int_equal(clevr_generate(&options, &f->err), status);
    if (!strstr(f->err.message, says)) fail_msg("%s", f->err.message);
}

#endif
