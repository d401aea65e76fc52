/* fact_tables - tables of a few rows, read from files, and what a lexicon answers about them. */
#ifndef G2L2_TESTS_FACT_TABLES_H
#define G2L2_TESTS_FACT_TABLES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "g2l2.h"

static const char table[] = "name,kind,team,age,pay\n"
                            "Ann,cook,north,30,10.5\n"
                            "Bob,cook,south,40,20\n"
                            "Cy,waiter,north,40,\n"
                            "Di Lee,waiter,north,25,-3\n";
static const char teams[] = "name,city\nnorth,Oslo\nsouth,Rome\n";

static char folder[] = "/tmp/g2l2-facts-XXXXXX";

/* A file with this text; the caller frees its name, which removes it first. */
static inline char *write_file(const char *name, const char *text, size_t length) {
    char *path;
    static bool made;
    if (!made) assert_non_null(mkdtemp(folder));
    made = true;
    assert_true(asprintf(&path, "%s/%s", folder, name) > 0);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fwrite(text, 1, length, file);
    fclose(file);
    return path;
}

static inline g2l2_status read_two(const char *first, size_t length, const char *second,
                                   g2l2_scenes **scenes, g2l2_error *err) {
    char *paths[] = {write_file("people.csv", first, length),
                     second ? write_file("teams.csv", second, strlen(second)) : NULL};
    const char *both[] = {paths[0], paths[1]};
    assert_int_equal(g2l2_scenes_new(scenes, err), 0);
    g2l2_status status = g2l2_scenes_read_tables(*scenes, both, second ? 2 : 1, NULL, err);
    for (int i = 0; i < 2; i++) {
        if (paths[i]) unlink(paths[i]);
        free(paths[i]);
    }
    return status;
}

static g2l2_domain *facts;

/* The answer of a lexicon of these lines about a table; how sure it is. */
static inline double check_answer(const char *csv, const char *lines, const char *sentence,
                                  const char *wanted) {
    char text[1000];
    g2l2_scenes *scenes;
    g2l2_model *model;
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_error err = {0};
    assert_int_equal(read_two(csv, strlen(csv), NULL, &scenes, &err), 0);
    assert_int_equal(g2l2_scenes_encode(scenes, NULL, &err), 0);
    snprintf(text, sizeof text,
             "# g2l2 lexicon 1\ndomain facts\nliterals Property : cook waiter\n%s", lines);
    assert_int_equal(g2l2_domain_open("facts", &facts, &err), 0);
    assert_int_equal(g2l2_lexicon_import(text, strlen(text), facts, NULL, &model, &err), 0);
    g2l2_domain_free(facts);
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, &err), 0);
    assert_int_equal(g2l2_parser_set_scene(parser, scenes, 0, &err), 0);
    assert_int_equal(g2l2_parser_run(parser, sentence, 1, &result, &err), 0);
    assert_true(result.n_readings);
    assert_string_equal(result.readings[0].text, wanted);
    double confidence = result.readings[0].confidence;
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    g2l2_scenes_free(scenes);
    return confidence;
}

#endif
