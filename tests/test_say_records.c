/* Records in words: sentences like those that were learned from, each parsed again; and what of the
 * examples a model of records remembers. */
#include <stdlib.h>
#include <string.h>

#include "lessons.h"

static const char *const diary[][2] = {
    {"meeting with Anna at 7:30", "{\"do\": \"add\", \"time\": \"7:30\", \"with\": \"Anna\"}"},
    {"meeting with Bob at 9:00 on Monday",
     "{\"day\": \"Monday\", \"do\": \"add\", \"time\": \"9:00\", \"with\": \"Bob\"}"},
    {"lunch with Carol on Tuesday at 12:15",
     "{\"day\": \"Tuesday\", \"do\": \"add\", \"time\": \"12:15\", \"what\": \"lunch\", \"with\": "
     "\"Carol\"}"},
    {"dinner with Dave at 19:45",
     "{\"do\": \"add\", \"time\": \"19:45\", \"what\": \"dinner\", \"with\": \"Dave\"}"},
    {"cancel the meeting on Friday", "{\"day\": \"Friday\", \"do\": \"cancel\"}"},
    {"cancel lunch on Monday", "{\"day\": \"Monday\", \"do\": \"cancel\", \"what\": \"lunch\"}"},
    {"cancel the dinner with Anna",
     "{\"do\": \"cancel\", \"what\": \"dinner\", \"with\": \"Anna\"}"},
    {"move the dinner to Friday", "{\"day\": \"Friday\", \"do\": \"move\", \"what\": \"dinner\"}"},
    {"move lunch to 13:00", "{\"do\": \"move\", \"time\": \"13:00\", \"what\": \"lunch\"}"},
    {"move the meeting with Bob to 10:30",
     "{\"do\": \"move\", \"time\": \"10:30\", \"with\": \"Bob\"}"},
    {"what do I have on Tuesday", "{\"day\": \"Tuesday\", \"do\": \"show\"}"},
    {"show me Friday", "{\"day\": \"Friday\", \"do\": \"show\"}"},
    {"lunch on Friday with Emma",
     "{\"day\": \"Friday\", \"do\": \"add\", \"what\": \"lunch\", \"with\": \"Emma\"}"},
    {"dinner at 20:00 with Fred on Monday",
     "{\"day\": \"Monday\", \"do\": \"add\", \"time\": \"20:00\", \"what\": \"dinner\", \"with\": "
     "\"Fred\"}"},
    {"meeting with Grace at 8:15 on Tuesday",
     "{\"day\": \"Tuesday\", \"do\": \"add\", \"time\": \"8:15\", \"with\": \"Grace\"}"},
    {"set the budget to 12.50", "{\"amount\": 12.5, \"do\": \"budget\"}"},
    {"set the budget to 300", "{\"amount\": 300, \"do\": \"budget\"}"},
    {"set the budget to 99.95", "{\"amount\": 99.95, \"do\": \"budget\"}"},
};

static const char *const alarms[][2] = {
    {"wake me at 7", "{\"do\": \"wake\", \"hour\": 7}"},
    {"wake me at 8 30", "{\"do\": \"wake\", \"hour\": 8, \"minute\": 30}"},
    {"wake me at 5 50", "{\"do\": \"wake\", \"hour\": 5, \"minute\": 50}"},
    {"wake me at 10", "{\"do\": \"wake\", \"hour\": 10}"},
    {"ring at 6 15", "{\"do\": \"ring\", \"hour\": 6, \"minute\": 15}"},
    {"ring at 9", "{\"do\": \"ring\", \"hour\": 9}"},
    {"ring at 11 40", "{\"do\": \"ring\", \"hour\": 11, \"minute\": 40}"},
    {"ring at 4", "{\"do\": \"ring\", \"hour\": 4}"},
};

static const char *const meals[][2] = {
    {"a pizza with ham", "{\"food\": \"pizza\", \"with\": [\"ham\"]}"},
    {"a pizza with olives and egg", "{\"food\": \"pizza\", \"with\": [\"olives\", \"egg\"]}"},
    {"a salad with egg and ham", "{\"food\": \"salad\", \"with\": [\"egg\", \"ham\"]}"},
    {"a salad with tuna", "{\"food\": \"salad\", \"with\": [\"tuna\"]}"},
    {"a pizza with tuna and olives", "{\"food\": \"pizza\", \"with\": [\"tuna\", \"olives\"]}"},
    {"a soup", "{\"food\": \"soup\"}"},
    {"a pizza", "{\"food\": \"pizza\"}"},
    {"a soup with olives", "{\"food\": \"soup\", \"with\": [\"olives\"]}"},
    {"a soup with tuna and ham", "{\"food\": \"soup\", \"with\": [\"tuna\", \"ham\"]}"},
};

#define LEARN(pairs) lesson_pairs("frames", pairs, sizeof(pairs) / sizeof *(pairs))

/* All that is said means it. */
static void assert_said(g2l2_parser *parser, const char *meaning, const char *first) {
    g2l2_sentences *said;
    g2l2_result result;
    g2l2_error err;
    lesson_check(g2l2_parser_say(parser, meaning, 4, &said, &err), &err);
    assert_true(g2l2_sentences_count(said));
    assert_string_equal(g2l2_sentences_get(said, 0).text, first);
    for (size_t i = 0; i < g2l2_sentences_count(said); i++) {
        const char *text = g2l2_sentences_get(said, i).text;
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(text, g2l2_sentences_get(said, k).text);
        lesson_check(g2l2_parser_run(parser, text, 1, &result, &err), &err);
        assert_string_equal(result.readings[0].text, meaning);
    }
    g2l2_sentences_free(said);
}

static void test_in_the_order_of_examples(void **state) {
    (void)state;
    g2l2_model *model = LEARN(diary);
    g2l2_parser *parser;
    g2l2_error err;
    lesson_check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    /* no line says so, and times and names that none has */
    assert_said(parser, "{\"day\": \"Tuesday\", \"do\": \"cancel\", \"what\": \"lunch\"}",
                "cancel lunch on Tuesday");
    assert_said(parser, "{\"do\": \"move\", \"time\": \"14:20\", \"what\": \"lunch\"}",
                "move lunch to 14:20");
    assert_said(parser, "{\"do\": \"add\", \"what\": \"dinner\", \"with\": \"Henry\"}",
                "dinner with Henry");
    assert_said(parser, "{\"amount\": 17.25, \"do\": \"budget\"}", "set the budget to 17.25");
    g2l2_sentences *none;
    lesson_check(g2l2_parser_say(parser, "{\"do\": \"add\", \"what\": \"brunch\"}", 1, &none, &err),
                 &err);
    assert_string_equal(g2l2_sentences_reason(none),
                        "no word that was learned means 'brunch' as its 'what'");
    g2l2_sentences_free(none);
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

/* The second number of a sentence is a field of its own. */
static void test_two_numbers(void **state) {
    (void)state;
    g2l2_model *model = LEARN(alarms);
    g2l2_parser *parser;
    g2l2_error err;
    lesson_check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    assert_said(parser, "{\"do\": \"wake\", \"hour\": 6, \"minute\": 45}", "wake me at 6 45");
    assert_said(parser, "{\"do\": \"ring\", \"hour\": 12}", "ring at 12");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

static void test_lists(void **state) {
    (void)state;
    g2l2_model *model = LEARN(meals);
    g2l2_parser *parser;
    g2l2_error err;
    lesson_check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    assert_said(parser, "{\"food\": \"soup\", \"with\": [\"olives\", \"ham\"]}",
                "a soup with olives and ham");
    assert_said(parser, "{\"food\": \"salad\"}", "a salad");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

/* An entry has its shortest example, as it was written. */
static void test_examples_are_remembered(void **state) {
    (void)state;
    g2l2_model *model = LEARN(diary);
    size_t cited = 0;
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        if (!e.example) continue;
        cited++;
        if (!strcmp(e.word, "friday") && !strcmp(e.program, "field(day(), Friday())"))
            assert_string_equal(e.example, "show me Friday");
    }
    assert_true(cited > 20);
    g2l2_model_free(model);
}

/* It ends when its time is over. */
static void test_budget(void **state) {
    (void)state;
    g2l2_model *model = LEARN(diary);
    g2l2_budget budget = {.seconds = 1e-9};
    g2l2_parser *parser;
    g2l2_sentences *said;
    g2l2_error err;
    lesson_check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    g2l2_parser_set_budget(parser, &budget);
    assert_int_equal(g2l2_parser_say(parser, diary[0][1], 4, &said, &err), G2L2_STATUS_INTERRUPTED);
    g2l2_parser_set_budget(parser, NULL);
    assert_said(parser, diary[0][1], diary[0][0]);
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_the_order_of_examples), cmocka_unit_test(test_two_numbers),
        cmocka_unit_test(test_lists), cmocka_unit_test(test_examples_are_remembered),
        cmocka_unit_test(test_budget)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
