/* Phrases that begin with a certain word (lexicon.h, struct opener): what they are said of, where a
 * sentence has two readings; in the text of a model and in its file; and that confidence is as
 * held-back examples were right.
 *
 *       0        1         2        3          how many things left red are left blue
 *     plain    blue      plain     red           the things:  1    red:  0                     */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "g2l2.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static const char lexicon[] = "domain visual\n"
                              "features 3 given\n"
                              "how => EMPTY\n"
                              "are => EMPTY\n"
                              "that => EMPTY\n"
                              "many => integer/objset : \\x. count(x)\n"
                              "red => objset : filter(scene(), ?)\n"
                              "blue => objset : filter(scene(), ?)\n"
                              "shiny => objset/objset : \\x. filter(x, ?)\n"
                              "does => bool/said : \\x. exist(x)\n"
                              "things => objset : scene()\n"
                              "left => objset\\objset/objset : \\y.\\x. relate(x, y, ?)\n"
                              "concept ObjConcept red = 0 40 0 -20\n"
                              "concept ObjConcept blue = 0 0 40 -20\n"
                              "concept ObjConcept shiny = 0 40 40 -20\n"
                              "concept RelConcept left = -40 0 0 -20\n";

/* Where it stands, whether it is red, whether it is blue. */
static const float objects[4][3] = {{0, 0, 0}, {1, 0, 1}, {2, 0, 0}, {3, 1, 0}};

static g2l2_model *model_of(const char *more) {
    char text[2048];
    g2l2_model *model;
    g2l2_error err;
    snprintf(text, sizeof text, "%s%s", lexicon, more);
    if (g2l2_lexicon_import(text, strlen(text), NULL, NULL, &model, &err))
        fail_msg("%s", err.message);
    return model;
}

static double answer(const g2l2_model *model, const char *sentence, const char *wanted) {
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_error err;
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, &err), 0);
    assert_int_equal(g2l2_parser_set_objects(parser, objects[0], 4, 3, &err), 0);
    assert_int_equal(g2l2_parser_run(parser, sentence, 1, &result, &err), 0);
    if (!result.n_readings) fail_msg("%s: %s", sentence, result.reason);
    if (wanted) assert_string_equal(result.readings[0].text, wanted);
    double confidence = result.readings[0].confidence;
    g2l2_parser_free(parser);
    return confidence;
}

static const char sentence[] = "how many things left red are left blue";

static void said_of_what(void **state) {
    (void)state;
    static const struct {
        const char *lines, *wanted;
        double least, most;
    } rows[] = {
        {"", "0", .75, .85}, /* for no red thing is left of a blue one */
        {"opener that whole\n", "0", .75, .85},
        {"opener are whole\n", "1", .9, 1},
        {"opener are either\n", NULL, .4, .6},
        {"opener are never objset\\objset\n", "0", .6, .68}, /* and nothing else is left */
        {"opener left whole\n", "0", .75, .85},              /* it is `are` that it begins with */
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        g2l2_model *model = model_of(rows[i].lines);
        double confidence = answer(model, sentence, rows[i].wanted);
        if (confidence < rows[i].least || confidence > rows[i].most)
            fail_msg("%s: confidence %g", rows[i].lines, confidence);
        g2l2_model_free(model);
    }
}

/* "shiny things" is all that was learned; on the other side it is a guess, and said to be one. */
static void on_the_other_side(void **state) {
    (void)state;
    static const struct {
        const char *sentence, *wanted;
        bool guess;
    } rows[] = {{"how many shiny things", "2", false},
                {"how many things are shiny", "2", true},
                {"does red shiny", "yes", true}};
    g2l2_model *model = model_of("");
    g2l2_parser *parser;
    g2l2_result result;
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, NULL), 0);
    assert_int_equal(g2l2_parser_set_objects(parser, objects[0], 4, 3, NULL), 0);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        assert_int_equal(g2l2_parser_run(parser, rows[i].sentence, 1, &result, NULL), 0);
        assert_string_equal(result.readings[0].text, rows[i].wanted);
        assert_true((result.readings[0].confidence < .85) == rows[i].guess);
        assert_true((result.reason != NULL) == rows[i].guess);
        if (rows[i].guess) assert_non_null(strstr(result.reason, "as in no example"));
    }
    assert_int_equal(g2l2_parser_run(parser, "things many how", 1, &result, NULL), 0);
    assert_int_equal(result.n_readings, 0);
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

/* One parser keeps plans of sentences that differ by their openers only. */
static void plans_differ(void **state) {
    (void)state;
    g2l2_model *model = model_of("opener are whole\n");
    g2l2_parser *parser;
    g2l2_result result;
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, NULL), 0);
    assert_int_equal(g2l2_parser_set_objects(parser, objects[0], 4, 3, NULL), 0);
    for (int i = 0; i < 4; i++) {
        const char *text = i % 2 ? "how many things left red that left blue" : sentence;
        assert_int_equal(g2l2_parser_run(parser, text, 1, &result, NULL), 0);
        assert_string_equal(result.readings[0].text, i % 2 ? "0" : "1");
    }
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

static void written_and_read(void **state) {
    (void)state;
    static const char lines[] = "opener are whole never said\\objset bool\\word\n"
                                "opener that never said\\objset\n"
                                "next are left 3 <end> 2\n"
                                "next <start> how 7\n";
    g2l2_model *model = model_of(lines), *again;
    char *text, *same;
    void *bytes;
    size_t n;
    const g2l2_estimate estimate = {.slope = .5, .offset = -.25};
    assert_int_equal(g2l2_model_calibrate(model, &estimate, NULL), 0);
    assert_int_equal(g2l2_lexicon_export(model, &text, NULL), 0);
    assert_non_null(strstr(text, lines));
    assert_non_null(strstr(text, "\nconfidence 0.5 -0.25\n"));
    assert_int_equal(g2l2_model_write(model, &bytes, &n, NULL), 0);
    assert_int_equal(g2l2_model_read(bytes, n, &again, NULL), 0);
    assert_int_equal(g2l2_lexicon_export(again, &same, NULL), 0);
    assert_string_equal(text, same);
    assert_true(answer(model, sentence, "1") == answer(again, sentence, "1"));
    free(text);
    free(same);
    free(bytes);
    g2l2_model_free(model);
    g2l2_model_free(again);
}

static void refused(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"opener\n", "a word is needed here"},
        {"opener are\n", "'either', 'whole' or 'never' is needed here"},
        {"opener are never\n", "a category is needed here"},
        {"opener are never objset\\\n", "the category ends too early"},
        {"opener are near\n", "'either', 'whole' or 'never' is needed here"},
        {"opener are whole objset\n", "'either', 'whole' or 'never' is needed here"},
        {"opener were whole\n", "the word 'were' has no entry"},
        {"opener are whole\nopener are either\n", "the word 'are' has an opener already"},
        {"next\n", "a word is needed here"},
        {"next are left\n", "a number is needed here"},
        {"next are left 1.5\n", "a whole number is needed here"},
        {"next are left 0\n", "a whole number is needed here"},
        {"nothing 1\n", "the weight of nothing is not above 0"},
        {"confidence 0 1\n", "the slope of confidence is above 0"},
        {"confidence 1\n", "a number is needed here"},
        {"confidence 1 nan\n", "a number is needed here"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[2048];
        g2l2_model *model;
        g2l2_error err;
        snprintf(text, sizeof text, "%s%s", lexicon, rows[i][0]);
        if (!g2l2_lexicon_import(text, strlen(text), NULL, NULL, &model, &err))
            fail_msg("%s is taken", rows[i][0]);
        if (!strstr(err.message, rows[i][1])) fail_msg("%s: %s", rows[i][0], err.message);
    }
}

/* Log-odds of what the model says by itself, slope and offset. */
static void calibrated(void **state) {
    (void)state;
    g2l2_model *model = model_of("opener are either\n");
    double plain = answer(model, sentence, NULL), odds = log(plain / (1 - plain));
    g2l2_estimate estimate = {.slope = .5, .offset = 1};
    assert_int_equal(g2l2_model_calibrate(model, &estimate, NULL), 0);
    double wanted = 1 / (1 + exp(-.5 * odds - 1));
    assert_true(fabs(answer(model, sentence, NULL) - wanted) < 1e-9);
    estimate = (g2l2_estimate){.slope = 1};
    assert_int_equal(g2l2_model_calibrate(model, &estimate, NULL), 0);
    assert_true(answer(model, sentence, NULL) == plain);
    estimate.slope = 0;
    assert_int_equal(g2l2_model_calibrate(model, &estimate, NULL), G2L2_STATUS_ARGUMENT);
    estimate = (g2l2_estimate){.slope = 1, .offset = INFINITY};
    assert_int_equal(g2l2_model_calibrate(model, &estimate, NULL), G2L2_STATUS_ARGUMENT);
    g2l2_model_free(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(said_of_what), cmocka_unit_test(on_the_other_side),
        cmocka_unit_test(plans_differ), cmocka_unit_test(written_and_read),
        cmocka_unit_test(refused),      cmocka_unit_test(calibrated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
