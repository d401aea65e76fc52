/* Readings of a question about a table that come to something: which of them is preferred, by what is
 * found, by sorts of things, by how functions apply and by what a question asks for. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "parser/parser.h"
#include "tests/fact_tables.h"
#include "tests/lessons.h"
#include "tests/oracle.h"

static void prefers_to_find_something(void **state) {
    (void)state;
    check_answer(table,
                 "it => N : filter(filter(scene(), cook()), waiter())  1\n"
                 "it => N : filter(scene(), waiter())  0\n",
                 "it", "Cy, Di Lee");
    check_answer(table,
                 "it => N : filter(filter(scene(), cook()), waiter())  9\n"
                 "it => N : filter(scene(), waiter())  0\n",
                 "it", "none");
}

/* Whoever asks for the commonest means one of several; but where nothing else is meant, it is that. */
static void prefers_the_commonest_of_several(void **state) {
    (void)state;
#define COMMONEST_OF(set) "literals Attribute : kind\nit => W : common(" set ", kind())  1\n"
    static const char other[] = "it => W : query(filter(scene(), waiter()), kind())  0\n";
    char lines[300];
    snprintf(lines, sizeof lines, "%s%s", COMMONEST_OF("filter(scene(), cook())"), other);
    check_answer(table, lines, "it", "waiter");
    check_answer(table, COMMONEST_OF("filter(scene(), cook())"), "it", "cook");
    snprintf(lines, sizeof lines, "%s%s", COMMONEST_OF("scene()"), other);
    check_answer("name,kind\nAnn,cook\nBob,cook\nCy,waiter\n", lines, "it", "cook");
}

/* ---- sorts of things ------------------------------------------------------------------------- */

#define RIVERS "name,kind,people,length,age\nRio,river,,30,9\nPo,river,,20,8\nLee,river,,10,7\n"
#define TOWNS  "Rio,town,500,,5\nAsh,town,600,,6\nElm,town,700,,4\n"
#define NAMES                                                                                      \
    "literals Property : river town\nliterals Quantity : age\n"                                    \
    "<name> => N : filter(named(), river())  0\n<name> => N : filter(named(), town())  0.5\n"

/* What a function is mostly said of, and what the first words ask for, decide between readings. */
static void prefers_sorts(void **state) {
    (void)state;
    static const char old[] = "old => NUM/N : \\x. value(x, age())  0\n";
    static const char both[] = "old => NUM/N : \\x. value(x, age())  0\n"
                               "old => N/N : \\x. intersection(x, scene())  1\n";
    char lines[500];
    snprintf(lines, sizeof lines, "%s%s", NAMES, old);
    check_answer(RIVERS TOWNS, lines, "old Rio", "5");
    snprintf(lines, sizeof lines, "fit argument value(_,age) river  2\n%s%s", NAMES, old);
    check_answer(RIVERS TOWNS, lines, "old Rio", "9");
    snprintf(lines, sizeof lines, "%s%s", NAMES, both);
    check_answer(RIVERS TOWNS, lines, "old Elm", "Elm");
    snprintf(lines, sizeof lines, "fit argument (named) (named)  -2\n%s%s", NAMES, both);
    check_answer(RIVERS TOWNS, lines, "old Elm", "4");
    snprintf(lines, sizeof lines, "fit word old number number  2\n%s%s", NAMES, both);
    check_answer(RIVERS TOWNS, lines, "old Elm", "4");
}

/* A name of no river is not that of a river, however often others are. */
static void names_what_there_is(void **state) {
    (void)state;
    static const char lines[] =
        "literals Property : river town\n<name> => N : filter(named(), river())  9\n"
        "<name> => N : filter(named(), town())  0\n";
    check_answer(RIVERS TOWNS, lines, "Elm", "Elm");
    check_answer(RIVERS TOWNS, lines, "Rio", "Rio");
}

/* A state without a seat has none; a river is nothing that could have one. */
static void speaks_of_what_may_have_it(void **state) {
    (void)state;
    static const char states[] = "name,kind,people,length,seat\nOhio,state,9,,Ash\n"
                                 "Iowa,state,8,,\nUtah,state,7,,Elm\nAsh,town,5,,\nElm,town,6,,\n"
                                 "Po,river,,20,\nRio,river,,30,\nLee,river,,10,\n";
    static const char lines[] = "literals Relation : seat\n<name> => N : named()  0\n"
                                "seat => N/N : \\x. follow(x, seat())  9\nseat => EMPTY  0\n";
    check_answer(states, lines, "seat Ohio", "Ash");
    check_answer(states, lines, "seat Iowa", "none");
    check_answer(states, lines, "seat Po", "Po");
}

/* The word at which a function meets its argument, whether that is one or all of a sort, what it finds
 * there and how far it reaches decide between readings. */
static void prefers_how_functions_apply(void **state) {
    (void)state;
    static const char lines[] =
        "literals Property : river town\nliterals Quantity : age\n"
        "of => EMPTY  0\nin => EMPTY  0\ntowns => N : filter(scene(), town())  0\n"
        "big => N/N : \\x. largest(x, age())  1\nbig => N/N : \\x. smallest(x, age())  0\n"
        "such => N/N : \\x. filter(x, river())  1\nsuch => N/N : \\x. filter(x, town())  0\n"
        "many => NUM/N : \\x. count(x)  0\nno => N/N : \\x. difference(scene(), x)  0\n"
        "oldest => N\\N : \\x. largest(x, age())  0\n<name> => N : filter(named(), town())  0\n"
        "old => NUM/N : \\x. value(x, age())  0\nold => NUM/N : \\x. count(x)  1\n";
    static const char *const rows[][3] = {
        {"", "big of towns", "Ash"},
        {"fit argument largest(_,age) (all)  -3\n", "big of towns", "Elm"},
        {"fit argument largest(_,age) (one)  -3\n", "big of towns", "Ash"},
        {"", "old Elm", "1"},
        {"fit argument value(_,age) (one)  3\n", "old Elm", "4"},
        {"fit argument value(_,age) (all)  3\n", "old Elm", "1"},
        {"fit word of smallest(_,age) smallest(_,age)  3\n", "big of towns", "Elm"},
        {"fit word of smallest(_,age) smallest(_,age)  3\n", "big in towns", "Ash"},
        {"", "many such towns", "0"},
        {"fit argument (nothing) (nothing)  -3\n", "many such towns", "3"},
        {"fit argument (again) (again)  3\n", "many such towns", "3"},
        {"", "no towns oldest", "Elm, Lee, Po, Rio"},
        {"fit argument (far) (far)  3\n", "no towns oldest", "Rio"},
        {"fit word oldest (scope) (scope)  3\n", "no towns oldest", "Rio"},
        {"fit word of (scope) (scope)  3\n", "no towns oldest", "Elm, Lee, Po, Rio"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1100];
        snprintf(text, sizeof text, "%s%s", rows[i][0], lines);
        check_answer(RIVERS TOWNS, text, rows[i][1], rows[i][2]);
    }
}

static const char in_context[] =
    "literals Property : river town\nliterals Quantity : age\n"
    "of => EMPTY  0\nin => EMPTY  0\ntowns => N : filter(scene(), town())  0\n"
    "big => N/N : \\x. largest(x, age())  2\nbig => N/N : \\x. smallest(x, age())  0\n"
    "big => EMPTY  0\n";

/* What a word means is told by the words beside it, also that it means nothing. */
static void prefers_by_context(void **state) {
    (void)state;
    static const char *const rows[][3] = {
        {"", "of big in towns", "Ash"},
        {"fit word of (before) means:smallest(_,age)  4\n", "of big in towns", "Elm"},
        {"fit word of (before) means:smallest(_,age)  4\n", "in big of towns", "Ash"},
        {"fit word of (behind) means:smallest(_,age)  4\n", "in big of towns", "Elm"},
        {"fit word of (behind) means:smallest(_,age)  4\n", "of big in towns", "Ash"},
        {"fit word of (before) means:nothing  4\n", "in big of towns", "Ash"},
        {"fit word of (before) means:nothing  4\n", "of big in towns", "Ash, Elm, Rio"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[900];
        snprintf(text, sizeof text, "%s%s", rows[i][0], in_context);
        check_answer(RIVERS TOWNS, text, rows[i][1], rows[i][2]);
    }
}

/* log Z of "of big in towns", where a word beside `big` has this weight with one of its meanings, or
 * one of these with all towns; count: how often both are expected together. */
static double weigh_context(const char *key, double weight, double *count) {
    char text[900];
    double counts[8] = {0};
    g2l2_scenes *scenes;
    g2l2_model *model;
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_error err = {0};
    snprintf(text, sizeof text, "# g2l2 lexicon 1\ndomain facts\nfit %s  %g\n%s", key, weight,
             in_context);
    lesson_check(read_two(RIVERS TOWNS, strlen(RIVERS TOWNS), NULL, &scenes, &err), &err);
    lesson_check(g2l2_scenes_encode(scenes, NULL, &err), &err);
    lesson_check(g2l2_domain_open("facts", &facts, &err), &err);
    lesson_check(g2l2_lexicon_import(text, strlen(text), facts, NULL, &model, &err), &err);
    lesson_check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    lesson_check(g2l2_parser_set_scene(parser, scenes, 0, &err), &err);
    lesson_check(g2l2_parser_run(parser, "of big in towns", 1, &result, &err), &err);
    struct reached all = exact_all(&parser->exact);
    exact_counts(&parser->exact, &all, 1, counts, NULL);
    *count = 0;
    for (uint32_t i = 0; i < parser->exact.preferences.all.n; i++)
        if (parser->exact.preferences.all.at[i].weight != 0)
            *count += parser->exact.preferences.all.at[i].count;
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    g2l2_domain_free(facts);
    g2l2_scenes_free(scenes);
    return all.total;
}

/* The expected count is the derivative of log Z. */
static void counts_contexts(void **state) {
    static const char *const keys[] = {
        "word of (before) means:smallest(_,age)", "word in (behind) means:largest(_,age)",
        "word of (before) means:nothing", "argument largest(_,age) (all)"};
    (void)state;
    for (size_t i = 0; i < LENGTH(keys); i++) {
        double count, other;
        weigh_context(keys[i], .5, &count);
        double slope = (weigh_context(keys[i], .51, &other) - weigh_context(keys[i], .49, &other));
        assert_true(count > .01 && count < .99 && fabs(slope / .02 - count) < 1e-4);
    }
}

/* Where everything has the same numbers, nothing says what sort it is. */
static void has_no_sorts_in_one_table(void **state) {
    (void)state;
    static const char lines[] =
        "fit argument value(_,age) river  2\n" NAMES "old => NUM/N : \\x. value(x, age())  0\n";
    check_answer("name,kind,age\nRio,river,9\nPo,river,8\nRio,town,5\nAsh,town,6\n", lines,
                 "old Rio", "5");
}

/* The first words ask for a kind of answer also where all things are of one sort; of words, it is
 * the property that they are values of, and a model that knows of none takes words for words. */
static void prefers_kinds_of_answers(void **state) {
    (void)state;
    static const char lines[] = "literals Attribute : kind town\n"
                                "who => EMPTY  0\nwhat => EMPTY  0\n"
                                "cooks => N : filter(scene(), cook())  2\n"
                                "cooks => NUM : count(filter(scene(), cook()))  0\n"
                                "cooks => W : query(filter(scene(), cook()), kind())  0\n"
                                "cooks => W : query(filter(scene(), cook()), town())  1\n"
                                "all => N : scene()  2\nall => W : query(scene(), kind())  0\n";
    static const char *const rows[][3] = {
        {"", "what cooks", "Ann, Bob"},
        {"fit word what things things  -3\n", "what cooks", "York"},
        {"fit word what number number  4\n", "what cooks", "2"},
        {"fit word what number number  1.2\n", "what cooks", "Ann, Bob"},
        {"fit word what number number  1.6\n", "what cooks", "2"}, /* EXACT_WISH times as much */
        {"fit word what kind kind  4\n", "what cooks", "cook"},
        {"fit word what kind kind  4\n", "who cooks", "Ann, Bob"},
        {"fit word what town town  4\n", "what cooks", "York"},
        {"fit word what word word  4\n", "what cooks", "York"},
        {"fit word what several several  4\n", "what all", "cook, waiter"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[700];
        snprintf(text, sizeof text, "%s%s", rows[i][0], lines);
        check_answer("name,kind,town\nAnn,cook,York\nBob,cook,York\nCy,waiter,Bath\n", text,
                     rows[i][1], rows[i][2]);
    }
}

/* Where first words ask for a number, and things are all that is found, they are hardly the answer. */
static void doubts_answers_of_another_kind(void **state) {
    (void)state;
    static const char lines[] = "what => EMPTY  0\ncooks => N : filter(scene(), cook())  0\n";
    static const char *const fits[] = {
        "", "fit word what things things  4\nfit word what number number  -1\n",
        "fit word what things things  -1\nfit word what number number  4\n"};
    static const double least[] = {1, .97, 0}, most[] = {1, 1, .1};
    for (size_t i = 0; i < LENGTH(fits); i++) {
        char text[300];
        snprintf(text, sizeof text, "%s%s", fits[i], lines);
        double sure = check_answer(table, text, "what cooks", "Ann, Bob");
        assert_true(sure >= least[i] && sure <= most[i]);
    }
}

/* A word that is one of those that are known, but for a letter or an ending, is taken for it. */
static void takes_a_word_for_another(void **state) {
    (void)state;
    static const char lines[] = "the => EMPTY  0\nwaiting => N : filter(scene(), waiter())  0\n"
                                "cooking => N : filter(scene(), cook())  0\n";
    check_answer(table, lines, "the waitin", "Cy, Di Lee");
    check_answer(table, lines, "the cookings", "Ann, Bob");
}

static void a_name_may_end_in_what_it_is(void **state) {
    (void)state;
    check_answer("name,kind\nRio,river\nRio river,town\nRio,town\n", "<name> => N : named()  0\n",
                 "Rio river?", "Rio, Rio river");
    check_answer("name,kind\nRio,river\nRio Rita,town\n", "<name> => N : named()  0\n", "Rio Rita?",
                 "Rio Rita");
}

/* A function speaks of the word that brought it, not of the one that was read last. */
static void keeps_its_word(void **state) {
    (void)state;
    static const char lines[] = "<value> => N/N : \\x. filter(x, spelled())  0\n"
                                "cook => N/N : \\x. filter(x, spelled())  0\n"
                                "north => N/N : \\x. filter(x, spelled())  0\n"
                                "all => N : scene()  0\n";
    static const char *const rows[][2] = {
        {"cook north all", "Ann"}, {"north cook all", "Ann"}, {"waiter north all", "Cy, Di Lee"},
        {"cook south all", "Bob"}, {"cook all", "Ann, Bob"},  {"waiter cook all", "none"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_answer(table, lines, rows[i][0], rows[i][1]);
}

/* A value and a property may be called alike, however many others there are. */
static void tells_namesakes_apart(void **state) {
    (void)state;
    char text[3000] = "# g2l2 lexicon 1\ndomain facts\nliterals Property : team\n"
                      "literals Relation : team\nliterals Property :";
    g2l2_model *model;
    g2l2_error err = {0};
    for (int i = 0; i < 200; i++) snprintf(text + strlen(text), 10, " v%d", i);
    strcat(text, "\nit => N : filter(follow(scene(), team()), team())  0\n");
    assert_int_equal(g2l2_domain_open("facts", &facts, &err), 0);
    if (g2l2_lexicon_import(text, strlen(text), facts, NULL, &model, &err))
        fail_msg("%s", err.message);
    g2l2_model_free(model);
    g2l2_domain_free(facts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prefers_to_find_something),
        cmocka_unit_test(prefers_the_commonest_of_several),
        cmocka_unit_test(prefers_sorts),
        cmocka_unit_test(names_what_there_is),
        cmocka_unit_test(speaks_of_what_may_have_it),
        cmocka_unit_test(prefers_how_functions_apply),
        cmocka_unit_test(prefers_by_context),
        cmocka_unit_test(counts_contexts),
        cmocka_unit_test(has_no_sorts_in_one_table),
        cmocka_unit_test(prefers_kinds_of_answers),
        cmocka_unit_test(doubts_answers_of_another_kind),
        cmocka_unit_test(takes_a_word_for_another),
        cmocka_unit_test(a_name_may_end_in_what_it_is),
        cmocka_unit_test(keeps_its_word),
        cmocka_unit_test(tells_namesakes_apart),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
