/* Numbers in figures as arguments of actions: "go forward 10 steps" is FORWARD(10), and so is any number. */
#include <stdlib.h>
#include <string.h>

#include "lessons.h"

static const char *const turtle[][2] = {
    {"go forward 10 steps", "FORWARD(10)"},
    {"go forward 3 steps", "FORWARD(3)"},
    {"go back 5 steps", "BACK(5)"},
    {"turn left 90 degrees", "LEFT(90)"},
    {"turn right 45 degrees", "RIGHT(45)"},
    {"pen up", "UP"},
    {"pen down", "DOWN"},
    {"go forward 7 steps and turn left 30 degrees", "FORWARD(7) LEFT(30)"},
    {"pen down then go back 12 steps", "DOWN BACK(12)"},
    {"turn right 180 degrees twice", "RIGHT(180) RIGHT(180)"},
    {"pen up and go forward 100 steps", "UP FORWARD(100)"},
    {"turn left 15 degrees and pen down", "LEFT(15) DOWN"},
    {"go back 20 steps twice", "BACK(20) BACK(20)"},
};

/* Numbers that name places by other names are words as others are. */
static const char *const rooms[][2] = {
    {"go to 1", "GO(kitchen)"},  {"go to 2", "GO(hall)"},  {"clean 1", "CLEAN(kitchen)"},
    {"clean 3", "CLEAN(attic)"}, {"go to 3", "GO(attic)"}, {"clean 2", "CLEAN(hall)"},
};

#define LEARN(pairs) lesson_pairs("actions", pairs, sizeof(pairs) / sizeof *(pairs))

static void assert_all(const g2l2_model *model) {
    g2l2_parser *parser;
    g2l2_error err;
    lesson_check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    for (size_t i = 0; i < sizeof turtle / sizeof *turtle; i++)
        lesson_means(parser, turtle[i][0], turtle[i][1]);
    /* one after the other, of the same shape */
    lesson_means(parser, "go forward 55 steps", "FORWARD(55)");
    lesson_means(parser, "go forward 66 steps", "FORWARD(66)");
    lesson_means(parser, "Turn right 12.5 degrees twice.", "RIGHT(12.5) RIGHT(12.5)");
    lesson_means(parser, "go back 8 steps then turn left 9 degrees", "BACK(8) LEFT(9)");
    lesson_means(parser, "go forward ten steps", NULL);
    g2l2_parser_free(parser);
}

static void test_any_number(void **state) {
    (void)state;
    g2l2_model *model = LEARN(turtle), *again;
    g2l2_error err;
    void *bytes;
    size_t n;
    assert_all(model);
    lesson_check(g2l2_model_write(model, &bytes, &n, &err), &err);
    lesson_check(g2l2_model_read(bytes, n, &again, &err), &err);
    assert_all(again);
    free(bytes);
    g2l2_model_free(again);
    g2l2_model_free(model);
}

static void assert_said(g2l2_parser *parser, const char *meaning) {
    g2l2_sentences *said;
    g2l2_error err;
    lesson_check(g2l2_parser_say(parser, meaning, 1, &said, &err), &err);
    assert_int_equal(g2l2_sentences_count(said), 1);
    lesson_means(parser, g2l2_sentences_get(said, 0).text, meaning);
    g2l2_sentences_free(said);
}

static void test_said(void **state) {
    (void)state;
    g2l2_model *model = LEARN(turtle);
    g2l2_parser *parser;
    g2l2_error err;
    lesson_check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    assert_said(parser, "FORWARD(10)");
    assert_said(parser, "BACK(1) LEFT(2) LEFT(2)");
    assert_said(parser, "RIGHT(7.25) FORWARD(7) DOWN");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

static void test_names_of_rooms(void **state) {
    (void)state;
    g2l2_model *model = LEARN(rooms);
    g2l2_parser *parser;
    g2l2_error err;
    lesson_check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    lesson_means(parser, "clean 2", "CLEAN(hall)");
    lesson_means(parser, "clean 4", NULL);
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_any_number),
                                       cmocka_unit_test(test_said),
                                       cmocka_unit_test(test_names_of_rooms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
