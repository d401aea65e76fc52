/* Where things are: arrays of numbers are places, what is nearest to a thing or to the middle of several, the one of
 * those that stand so which is nearest; by hand, and learned. */
#include <string.h>

#include "tests/lessons.h"

/*      0   1   2   3   4   5   6
 *   0  a       b           c
 *   1              d
 *   2  e                       f: it has no place */
static const char world[] =
    "{\"objects\": ["
    "{\"id\": \"a\", \"name\": \"anvil\", \"at\": [0, 0]},"
    "{\"id\": \"b\", \"name\": \"bell\", \"at\": [2, 0], \"west\": [\"a\", \"e\"]},"
    "{\"id\": \"c\", \"name\": \"crate\", \"at\": [5, 0], \"west\": [\"a\", \"b\", \"d\", \"e\"]},"
    "{\"id\": \"d\", \"name\": \"drum\", \"at\": [3, 1], \"west\": [\"a\", \"b\", \"e\"]},"
    "{\"id\": \"e\", \"name\": \"easel\", \"at\": [0, 2]},"
    "{\"id\": \"f\", \"name\": \"flute\"}]}";

static g2l2_domain *facts;

static g2l2_scenes *read_world(const char *text) {
    g2l2_scenes *scenes;
    g2l2_error err = {0};
    lesson_check(g2l2_scenes_new(&scenes, &err), &err);
    lesson_check(g2l2_scenes_parse(scenes, text, strlen(text), NULL, NULL, &err), &err);
    lesson_check(g2l2_scenes_encode(scenes, NULL, &err), &err);
    return scenes;
}

static void finds_what_is_near(void **state) {
    (void)state;
    static const char lexicon[] =
        "# g2l2 lexicon 1\ndomain facts\nliterals Relation : west\nliterals Place : at mass\n"
        "<name> => N : named()  0\nthe => EMPTY  0\nthing => N : scene()  0\n"
        "and => N\\N/N : \\y.\\x. union(x, y)  0\n"
        "by => N\\N/N : \\y.\\x. beside(x, y, at())  0\n"
        "central => N/N : \\x. beside(x, scene(), at())  0\n"
        "before => N\\N/N : \\y.\\x. beside(intersection(x, follow(y, west())), y, at())  0\n"
        "behind => N\\N/N : \\y.\\x. beside(intersection(x, relate(scene(), y, west())), y, at())  "
        "0\n"
        "heavy => N/N : \\x. beside(x, scene(), mass())  0\n";
    static const char *const rows[][2] = {
        {"thing by the anvil", "bell, easel"}, /* both are as near */
        {"thing by the drum", "bell"},
        {"thing by the bell and the crate", "drum"}, /* between them */
        {"easel by the bell and the crate", "easel"},
        {"bell by the bell", "bell"}, /* there is no other */
        {"central thing", "bell"},
        {"thing before the crate", "drum"},
        {"thing behind the anvil", "bell"},
        {"thing by the flute", ""}, /* nobody knows where that is */
        {"flute by the anvil", ""},
        {"heavy thing", ""}, /* no other world has such places */
    };
    g2l2_error err;
    char out[300];
    lesson_check(g2l2_domain_open("facts", &facts, &err), &err);
    g2l2_scenes *scenes = read_world(world);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(lesson_answer(facts, lexicon, scenes, rows[i][0], out), rows[i][1]))
            fail_msg("'%s' is '%s', not '%s'", rows[i][0], out, rows[i][1]);
    g2l2_scenes_free(scenes);
    g2l2_domain_free(facts);
}

/* Arrays need not be of one length; a shorter one is no place among the others. */
static void passes_over_what_is_ragged(void **state) {
    (void)state;
    static const char ragged[] = "{\"objects\": [{\"name\": \"anvil\", \"at\": [1]},"
                                 "{\"name\": \"bell\", \"at\": [1, 2, 3, 4, 5, 6]},"
                                 "{\"name\": \"crate\", \"at\": [9, 9, 9, 9, 9, 9]},"
                                 "{\"name\": \"drum\", \"at\": []}]}";
    static const char lexicon[] = "# g2l2 lexicon 1\ndomain facts\nliterals Place : at\n"
                                  "<name> => N : named()  0\n"
                                  "by => N/N : \\y. beside(scene(), y, at())  0\n";
    g2l2_error err;
    char out[300];
    lesson_check(g2l2_domain_open("facts", &facts, &err), &err);
    g2l2_scenes *scenes = read_world(ragged);
    assert_string_equal(lesson_answer(facts, lexicon, scenes, "by crate", out), "bell");
    assert_string_equal(lesson_answer(facts, lexicon, scenes, "by anvil", out), "");
    g2l2_scenes_free(scenes);
    g2l2_domain_free(facts);
}

/* Two of each row of a shelf stand next to each other, so that a thing and what is next to it say each other. */
static void learns_what_next_to_means(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"anvil", "bell"}, {"crate", "drum"},  {"easel", "flute"}, {"globe", "harp"},
        {"inkpot", "jug"}, {"kettle", "lamp"}, {"mirror", "nail"}, {"oar", "piano"}};
    char text[2000];
    size_t n = 0, known = 6;
    n += (size_t)snprintf(text + n, sizeof text - n, "{\"objects\": [");
    for (size_t i = 0; i < 8; i++)
        for (size_t k = 0; k < 2; k++)
            n += (size_t)snprintf(text + n, sizeof text - n,
                                  "%s{\"name\": \"%s\", \"at\": [%zu, %zu]}", i + k ? ", " : "",
                                  pairs[i][k], 3 * (i % 4) + k, 4 * (i / 4) + 2 * k);
    snprintf(text + n, sizeof text - n, "]}");
    struct lesson lesson;
    g2l2_error err;
    char sentence[80];
    lesson_check(g2l2_domain_open("facts", &facts, &err), &err);
    lesson.scenes = read_world(text);
    lesson_check(g2l2_dataset_new(&lesson.questions, &err), &err);
    for (size_t i = 0; i < 2 * known; i++) {
        const char *of = pairs[i / 2][i % 2], *next = pairs[i / 2][1 - i % 2];
        snprintf(sentence, sizeof sentence, "what is next to the %s", of);
        lesson_check(g2l2_dataset_add_question(lesson.questions, sentence, next, 0, NULL, i, &err),
                     &err);
    }
    g2l2_learn_options options = lesson_options(&lesson, 1);
    g2l2_learn_report report;
    g2l2_model *model = lesson_learn(&lesson, facts, &options, &report);
    g2l2_parser *parser = lesson_parser(model);
    lesson_check(g2l2_parser_set_scene(parser, lesson.scenes, 0, &err), &err);
    lesson_means(parser, "what is next to the mirror", "nail");
    lesson_means(parser, "what is next to the piano", "oar");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    g2l2_dataset_free(lesson.questions);
    g2l2_scenes_free(lesson.scenes);
    g2l2_domain_free(facts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_is_near),
        cmocka_unit_test(passes_over_what_is_ragged),
        cmocka_unit_test(learns_what_next_to_means),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
