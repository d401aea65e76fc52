/* What is stated of objects, in exact execution: every operation by hand, words of questions
 * that name things, N and Z over executed values, and tables with what can be wrong in them. */
#include "parser/parser.h"
#include "tests/lessons.h"
#include "tests/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char table[] = "name,kind,team,age,pay\n"
                            "Ann,cook,north,30,10.5\n"
                            "Bob,cook,south,40,20\n"
                            "Cy,waiter,north,40,\n"
                            "Di Lee,waiter,north,25,-3\n";
static const char teams[] = "name,city\nnorth,Oslo\nsouth,Rome\n";

static char folder[] = "/tmp/g2l2-facts-XXXXXX";

/* A file with this text; the caller frees its name, which removes it first. */
static char *write_file(const char *name, const char *text, size_t length) {
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

static g2l2_status read_two(const char *first, size_t length, const char *second,
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

/* ---- operations ---------------------------------------------------------------------------- */

static const char *ask(g2l2_scenes *scenes, const char *category, const char *program,
                       char out[300]) {
    char text[1000];
    snprintf(text, sizeof text,
             "# g2l2 lexicon 1\ndomain facts\nliterals Property : cook waiter Oslo\n"
             "literals Relation : team\nliterals Attribute : city kind\nliterals Quantity : age "
             "pay\nliterals Column : city\nit => %s : %s  0\n<name> => %s : %s  0\n",
             category, program, category, program);
    const char *sentence = strstr(program, "named") ? "Di Lee?" : "it";
    return lesson_answer(facts, text, scenes, sentence, out);
}

static void does_operations(void **state) {
    (void)state;
    static const char *const rows[][3] = {
        {"N", "filter(scene(), cook())", "Ann, Bob"},
        {"N", "difference(filter(scene(), cook()), largest(scene(), age()))", "Ann"},
        {"N", "follow(filter(scene(), waiter()), team())", "north"},
        {"N", "relate(scene(), filter(scene(), Oslo()), team())", "Ann, Cy, Di Lee"},
        {"N", "linked(filter(scene(), Oslo()))", "Ann, Cy, Di Lee"},
        {"N", "largest(scene(), age())", "Bob, Cy"},
        {"N", "largest_nth(scene(), age(), 2)", "Ann"},
        {"N", "smallest(scene(), pay())", "Di Lee"},
        {"N", "smallest_nth(scene(), pay(), 9)", ""},
        {"N", "above(scene(), age(), 30)", "Bob, Cy"},
        {"N", "from(scene(), age(), 30)", "Ann, Bob, Cy"},
        {"N", "below(scene(), pay(), 0)", "Di Lee"},
        {"N", "up_to(scene(), age(), 25)", "Di Lee"},
        {"N", "valued(scene(), age(), 40)", "Bob, Cy"},
        {"N", "exceeding(scene(), smallest(scene(), age()), age())", "Ann, Bob, Cy"},
        {"N", "under(scene(), scene(), age())", ""},
        {"N", "between(scene(), filter(scene(), waiter()), age())", "Ann"},
        {"N", "between(scene(), named(), age())", ""},
        {"N", "nearest(scene(), smallest(scene(), age()), age())", "Ann"},
        {"N", "nearest(scene(), scene(), age())", ""},
        {"N", "nearing(scene(), age(), 33)", "Ann"},
        {"N", "nearing(filter(scene(), Oslo()), age(), 33)", ""},
        {"N", "top(scene(), age(), 1)", "Bob, Cy"},
        {"N", "bottom(scene(), age(), 2)", "Ann, Di Lee"},
        {"N", "top(filter(scene(), Oslo()), age(), 1)", ""},
        {"N", "where(scene(), city(), Oslo())", "north"},
        {"N", "where(scene(), city(), cook())", "none"},
        {"N", "most_linked(linked(scene()), filter(scene(), waiter()))", "north"},
        {"N", "least_linked(filter(scene(), Oslo()), filter(scene(), cook()))", "north"},
        {"N", "linked_exactly(scene(), filter(scene(), waiter()), 2)", "north"},
        {"N", "linked_more(scene(), scene(), 1)", "north"},
        {"N", "alike(smallest(scene(), age()), kind())", "Cy"},
        {"N", "named()", "Di Lee"},
        {"N", "above(scene(), age(), 99)", "none"},
        {"N", "above(follow(filter(scene(), waiter()), team()), age(), 1)", ""},
        {"NUM", "value(named(), pay())", "-3"},
        {"NUM", "value(filter(scene(), cook()), pay())", "10.5, 20"},
        {"NUM", "value(filter(scene(), Oslo()), pay())", ""},
        {"NUM", "sum(scene(), pay())", "27.5"},
        {"NUM", "mean(filter(scene(), cook()), age())", "35"},
        {"NUM", "max(scene(), pay())", "20"},
        {"NUM", "min(scene(), pay())", "-3"},
        {"NUM", "range(scene(), pay())", "23"},
        {"NUM", "range(named(), pay())", ""},
        {"NUM", "distinct(scene(), city())", "2"},
        {"NUM", "minus(count(filter(scene(), cook())), 3)", "-1"},
        {"NUM", "gap(2, 5)", "3"},
        {"W", "query(scene(), city())", "Oslo, Rome"},
        {"W", "common(above(scene(), age(), 26), kind())", "cook"},
        {"T", "all(filter(scene(), cook()), from(scene(), age(), 30))", "yes"},
        {"T", "none(filter(scene(), cook()), filter(scene(), waiter()))", "yes"},
        {"T", "most(filter(scene(), waiter()), valued(scene(), age(), 25))", "no"},
        {"T", "not(exist(filter(scene(), cook())))", "no"},
        {"T", "at_least(count(filter(scene(), cook())), 2)", "yes"},
        {"T", "at_most(count(filter(scene(), cook())), 1)", "no"},
        {"T", "all(above(scene(), age(), 99), scene())", ""},
        {"T", "exceeds(largest(scene(), pay()), smallest(scene(), pay()), pay())", "yes"},
        {"T", "exceeds(smallest(scene(), pay()), largest(scene(), pay()), pay())", "no"},
        {"T", "exceeds(filter(scene(), cook()), named(), pay())", ""},
    };
    g2l2_scenes *scenes;
    g2l2_error err;
    char out[300];
    assert_int_equal(g2l2_domain_open("facts", &facts, &err), 0);
    assert_int_equal(read_two(table, strlen(table), teams, &scenes, &err), 0);
    assert_int_equal(g2l2_scenes_encode(scenes, NULL, &err), 0);
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (strcmp(ask(scenes, rows[i][0], rows[i][1], out), rows[i][2]))
            fail_msg("%s is '%s', not '%s'", rows[i][1], out, rows[i][2]);
    g2l2_domain_free(facts);
    g2l2_scenes_free(scenes);
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* A function speaks of the word that brought it, not of the one that was read last. */
/* The answer of a lexicon of these lines about a table; how sure it is. */
static double check_answer(const char *csv, const char *lines, const char *sentence,
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

static void keeps_its_word(void **state) {
    (void)state;
    static const char lexicon[] = "# g2l2 lexicon 1\ndomain facts\n"
                                  "<value> => N/N : \\x. filter(x, spelled())  0\n"
                                  "cook => N/N : \\x. filter(x, spelled())  0\n"
                                  "north => N/N : \\x. filter(x, spelled())  0\n"
                                  "all => N : scene()  0\n";
    static const char *const rows[][2] = {
        {"cook north all", "Ann"}, {"north cook all", "Ann"}, {"waiter north all", "Cy, Di Lee"},
        {"cook south all", "Bob"}, {"cook all", "Ann, Bob"},  {"waiter cook all", "none"}};
    g2l2_scenes *scenes;
    g2l2_model *model;
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_error err = {0};
    assert_int_equal(read_two(table, strlen(table), NULL, &scenes, &err), 0);
    assert_int_equal(g2l2_scenes_encode(scenes, NULL, &err), 0);
    assert_int_equal(g2l2_domain_open("facts", &facts, &err), 0);
    if (g2l2_lexicon_import(lexicon, strlen(lexicon), facts, NULL, &model, &err))
        fail_msg("%s", err.message);
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, &err), 0);
    assert_int_equal(g2l2_parser_set_scene(parser, scenes, 0, &err), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(g2l2_parser_run(parser, rows[i][0], 1, &result, &err), 0);
        if (!result.n_readings) fail_msg("%s: %s", rows[i][0], result.reason);
        assert_string_equal(result.readings[0].text, rows[i][1]);
    }
    g2l2_parser_free(parser);
    g2l2_domain_free(facts);
    g2l2_model_free(model);
    g2l2_scenes_free(scenes);
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

/* ---- bounds ---------------------------------------------------------------------------------- */

static void add_questions(const char *const (*rows)[2], size_t n, g2l2_dataset **questions) {
    g2l2_error err = {0};
    assert_int_equal(g2l2_dataset_new(questions, &err), 0);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(
            g2l2_dataset_add_question(*questions, rows[i][0], rows[i][1], 0, NULL, i + 1, &err), 0);
}

/* Towns in four parts, and what is asked of them. */
static void make_towns(const int *people, const char *const (*rows)[2], size_t n,
                       g2l2_scenes **scenes, g2l2_dataset **questions) {
    static const char *const parts[] = {"east", "north", "south", "west"};
    char csv[2000] = "name,kind,part,people\n";
    g2l2_error err = {0};
    for (int i = 1; i <= 16; i++)
        snprintf(csv + strlen(csv), 60, "t%02d,town,%s,%d000\n", i, parts[i % 4], people[i - 1]);
    assert_int_equal(read_two(csv, strlen(csv), NULL, scenes, &err), 0);
    assert_int_equal(g2l2_scenes_encode(*scenes, NULL, &err), 0);
    add_questions(rows, n, questions);
}

/* What a model of these questions answers to others. */
static void check_learned(g2l2_scenes *scenes, g2l2_dataset *questions, const char *recipe,
                          const char *const (*asked)[2], size_t n) {
    g2l2_model *model;
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_error err = {0};
    assert_int_equal(g2l2_domain_open("facts", &facts, &err), 0);
    g2l2_learn_options options = g2l2_learn_options_default();
    options.n_threads = 1;
    options.scenes = scenes;
    options.recipe = recipe;
    if (g2l2_learn(facts, questions, &options, &model, NULL, &err)) fail_msg("%s", err.message);
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, &err), 0);
    assert_int_equal(g2l2_parser_set_scene(parser, scenes, 0, &err), 0);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(g2l2_parser_run(parser, asked[i][0], 1, &result, &err), 0);
        assert_true(result.n_readings);
        assert_string_equal(result.readings[0].text, asked[i][1]);
    }
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    g2l2_dataset_free(questions);
    g2l2_domain_free(facts);
    g2l2_scenes_free(scenes);
}

/* That `major` towns have 100,000 people, no question says: the answers do. The smallest of which
 * they speak has 103,000; one of 101,000 is major as well. */
static void finds_a_bound(void **state) {
    (void)state;
    static const int people[] = {10, 20,  30,  40,  50,  60,  70,  80,
                                 90, 103, 110, 101, 130, 140, 150, 160};
    static const char *const rows[][2] = {
        {"towns in north", "t01, t05, t09, t13"}, {"towns in south", "t02, t06, t10, t14"},
        {"towns in west", "t03, t07, t11, t15"},  {"towns in east", "t04, t08, t12, t16"},
        {"how many towns in north", "4"},         {"how many towns in east", "4"},
        {"how many towns in south", "4"},         {"major towns in north", "t13"},
        {"major towns in south", "t10, t14"},     {"major towns in west", "t11, t15"},
        {"how many major towns in north", "1"},   {"how many major towns in south", "2"}};
    g2l2_scenes *scenes;
    g2l2_dataset *questions;
    make_towns(people, rows, LENGTH(rows), &scenes, &questions);
    static const char *const asked[][2] = {{"major towns in east", "t12, t16"}};
    check_learned(scenes, questions, NULL, asked, LENGTH(asked));
}

/* Which of the words that all questions of a kind have says how many they are, the questions leave open; one
 * of them does where the others are missing. */
static void keeps_rivals(void **state) {
    (void)state;
    static const int people[] = {10, 20,  30,  40,  50,  60,  70,  80,
                                 90, 103, 110, 101, 130, 140, 150, 160};
    static const char *const rows[][2] = {{"which towns in north", "t01, t05, t09, t13"},
                                          {"which towns in south", "t02, t06, t10, t14"},
                                          {"which towns in west", "t03, t07, t11, t15"},
                                          {"which towns in east", "t04, t08, t12, t16"},
                                          {"how many people has t01", "10000"},
                                          {"how many people has t02", "20000"},
                                          {"how many people has t03", "30000"},
                                          {"how many people has t04", "40000"},
                                          {"how many people has t05", "50000"},
                                          {"how many people has t06", "60000"},
                                          {"how many towns in north do exist", "4"},
                                          {"how many towns in south do exist", "4"},
                                          {"how many towns in west do exist", "4"},
                                          {"how many towns in east do exist", "4"}};
    g2l2_scenes *scenes;
    g2l2_dataset *questions;
    make_towns(people, rows, LENGTH(rows), &scenes, &questions);
    static const char *const asked[][2] = {{"how many towns in north", "4"}};
    check_learned(scenes, questions, NULL, asked, LENGTH(asked));
}

/* Yes or no to a few questions would not tell `three` from `four`; and no question has `six`. */
static void knows_what_numbers_are_called(void **state) {
    (void)state;
    static const char *const parts[] = {"north", "south", "west", "east"};
    static const char *const names[] = {"one", "two", "three", "four", "five"};
    static const int sizes[] = {2, 3, 5, 6};
    static char texts[32][60];
    const char *rows[32][2];
    char csv[1000] = "name,part\n";
    uint32_t n = 0, n_towns = 0;
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < sizes[i]; k++)
            snprintf(csv + strlen(csv), 40, "t%02u,%s\n", ++n_towns, parts[i]);
        for (int k = 1; k <= 5; k++, n++) {
            snprintf(texts[n], sizeof *texts, "are at least %s towns in %s", names[k - 1],
                     parts[i]);
            rows[n][0] = texts[n];
            rows[n][1] = sizes[i] >= k ? "yes" : "no";
        }
        snprintf(texts[n], sizeof *texts, "how many towns in %s", parts[i]);
        rows[n][0] = texts[n];
        rows[n++][1] = (const char *[]){"2", "3", "5", "6"}[i];
    }
    g2l2_scenes *scenes;
    g2l2_dataset *questions;
    g2l2_error err = {0};
    assert_int_equal(read_two(csv, strlen(csv), NULL, &scenes, &err), 0);
    assert_int_equal(g2l2_scenes_encode(scenes, NULL, &err), 0);
    add_questions(rows, n, &questions);
    static const char *const asked[][2] = {{"are at least six towns in west", "no"},
                                           {"are at least six towns in east", "yes"},
                                           {"are at least seven towns in east", "no"},
                                           {"are at least two towns in north", "yes"},
                                           {"are at least four towns in south", "no"}};
    check_learned(scenes, questions, NULL, asked, LENGTH(asked));
}

/* Rivers and towns are called alike and have the same numbers, but those who speak of an area mean
 * a town, and of an age a river: no word says so. */
static void learns_what_is_said_of_what(void **state) {
    (void)state;
    static const char rivers[] = "name,length,area,age\nRio,30,300,11\nLee,31,301,12\n"
                                 "Elm,32,302,13\nAsh,33,303,14\nEms,34,304,15\nPo,36,306,17\n";
    static const char towns[] = "name,folk,area,age\nRio,500,40,71\nLee,501,41,72\n"
                                "Elm,502,42,73\nAsh,503,43,74\nEms,504,44,75\nFir,506,46,77\n";
    static const char *const rows[][2] = {
        {"area of Rio", "40"}, {"area of Lee", "41"}, {"area of Elm", "42"}, {"area of Ash", "43"},
        {"area of Fir", "46"}, {"age of Rio", "11"},  {"age of Lee", "12"},  {"age of Elm", "13"},
        {"age of Ash", "14"},  {"age of Po", "17"}};
    static const char *const asked[][2] = {{"area of Ems", "44"}, {"age of Ems", "15"}};
    g2l2_scenes *scenes;
    g2l2_dataset *questions;
    g2l2_error err = {0};
    assert_int_equal(read_two(rivers, strlen(rivers), towns, &scenes, &err), 0);
    assert_int_equal(g2l2_scenes_encode(scenes, NULL, &err), 0);
    add_questions(rows, LENGTH(rows), &questions);
    check_learned(scenes, questions, "answer_many=1", asked, LENGTH(asked));
}

/* The same places are in two columns; the words beside a place say which is meant. And whatever
 * things there are, one may take longer than another. */
static void learns_columns_and_comparisons(void **state) {
    (void)state;
    static const char trips[] = "name,from,to,minutes\nt1,Ash,Elm,10\nt2,Ash,Fir,25\n"
                                "t3,Elm,Ash,15\nt4,Fir,Elm,40\nt5,Elm,Fir,30\nt6,Fir,Ash,20\n"
                                "t7,Oak,Ash,35\nt8,Elm,Oak,5\n";
    static const char *const rows[][2] = {
        {"trips to Elm", "t1, t4"},          {"trips to Fir", "t2, t5"},
        {"trips to Ash", "t3, t6, t7"},      {"trips leaving Ash", "t1, t2"},
        {"trips leaving Elm", "t3, t5, t8"}, {"trips leaving Oak", "t7"},
        {"how many trips to Elm", "2"},      {"how many trips leaving Elm", "3"},
        {"is t1 slower than t2", "no"},      {"is t4 slower than t2", "yes"},
        {"is t5 slower than t6", "yes"},     {"is t8 slower than t1", "no"},
        {"is t7 slower than t5", "yes"},     {"is t3 slower than t6", "no"},
        {"is t2 slower than t1", "yes"},     {"is t6 slower than t3", "yes"}};
    static const char *const asked[][2] = {{"trips to Oak", "t8"},
                                           {"trips leaving Fir", "t4, t6"},
                                           {"is t7 slower than t4", "no"},
                                           {"is t4 slower than t7", "yes"}};
    g2l2_scenes *scenes;
    g2l2_dataset *questions;
    g2l2_error err = {0};
    assert_int_equal(read_two(trips, strlen(trips), NULL, &scenes, &err), 0);
    assert_int_equal(g2l2_scenes_encode(scenes, NULL, &err), 0);
    add_questions(rows, LENGTH(rows), &questions);
    check_learned(scenes, questions, NULL, asked, LENGTH(asked));
}

static const char boats[] =
    "name,kind,color\nAda,tug,gray\nBea,tug,red\nCid,tug,red\nDot,yacht,gray\n"
    "Eve,yacht,gray\nFay,yacht,red\nGus,ferry,gray\nHal,ferry,red\n"
    "Ivy,ferry,red\nJan,ferry,red\n";

/* No word is spelled like a value, so the answers have to tell what words mean: all things that are
 * answered with, where questions say `silver`, have the same color. */
struct goods {
    char csv[2000], texts[80][80], answers[80][200];
    const char *rows[80][2];
    size_t n, of[32][3]; /* kind, make, color */
};

static size_t draw(uint32_t *seed, size_t n) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 16) % n;
}

static void stock(struct goods *g, uint32_t *seed) {
    size_t at = (size_t)snprintf(g->csv, sizeof g->csv, "name,kind,make,color,price\n");
    for (size_t i = 0; i < 32; i++) {
        for (size_t k = 0; k < 3; k++) g->of[i][k] = draw(seed, 4);
        at += (size_t)snprintf(g->csv + at, sizeof g->csv - at, "T%02zu,a%zu,b%zu,c%zu,%zu\n", i,
                               g->of[i][0], g->of[i][1], g->of[i][2], 100 + 7 * i);
    }
}

/* Things of this kind that have a value, by name; how many there are. */
static size_t find_goods(const struct goods *g, size_t kind, size_t column, size_t value,
                         char *out) {
    size_t n = 0;
    for (size_t i = 0; i < 32; i++)
        if (g->of[i][0] == kind && g->of[i][column] == value)
            out += sprintf(out, "%sT%02zu", n++ ? ", " : "", i);
    return n;
}

static bool add_question(struct goods *g, uint32_t *seed) {
    static const char *const kinds[][2] = {
        {"lamp", "lamps"}, {"desk", "desks"}, {"sofa", "sofas"}, {"vase", "vases"}};
    static const char *const values[][4] = {{"Acme", "Kiwi", "Zeta", "Orbis"},
                                            {"silver", "black", "white", "blue"}};
    size_t kind = draw(seed, 4), column = 1 + draw(seed, 2), value = draw(seed, 4);
    size_t way = draw(seed, 5), thing = draw(seed, 32);
    char *text = g->texts[g->n], *answer = g->answers[g->n];
    const char *said = values[column - 1][value];
    size_t n = find_goods(g, kind, column, value, answer);
    if (!n && way < 2) return false;
    if (way < 2) sprintf(text, "which %s %s do we have", said, kinds[kind][1]);
    if (way == 2) sprintf(text, "how many %s %s are there", said, kinds[kind][1]);
    if (way == 2) sprintf(answer, "%zu", n);
    if (way == 3) sprintf(text, "is there a %s %s", said, kinds[kind][0]);
    if (way == 3) strcpy(answer, n ? "yes" : "no");
    if (way == 4) sprintf(text, "is T%02zu a %s", thing, kinds[kind][0]);
    if (way == 4) strcpy(answer, g->of[thing][0] == kind ? "yes" : "no");
    for (size_t i = 0; i < g->n; i++)
        if (!strcmp(g->texts[i], text)) return false;
    g->rows[g->n][0] = text;
    g->rows[g->n][1] = answer;
    return ++g->n;
}

static void learns_what_answers_show(void **state) {
    (void)state;
    static struct goods g;
    uint32_t seed = 1;
    g2l2_scenes *scenes;
    g2l2_dataset *questions;
    g2l2_error err = {0};
    stock(&g, &seed);
    while (g.n < 70) add_question(&g, &seed);
    assert_int_equal(read_two(g.csv, strlen(g.csv), NULL, &scenes, &err), 0);
    assert_int_equal(g2l2_scenes_encode(scenes, NULL, &err), 0);
    add_questions(g.rows, 40, &questions);
    check_learned(scenes, questions, NULL, g.rows + 40, 30);
}

/* `there` asks whether there are any; who compares how many there are takes that, and asks for more. */
static void learns_which_are_more(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t n;
    } groups[] = {{"tugs", 3},       {"yachts", 3},       {"ferries", 4},
                  {"gray tugs", 1},  {"red tugs", 2},     {"gray yachts", 2},
                  {"red yachts", 1}, {"gray ferries", 1}, {"red ferries", 3}};
    static char texts[90][80];
    const char *rows[90][2], *asked[90][2];
    size_t n = 0, n_asked = 0;
    for (size_t i = 0; i < LENGTH(groups); i++) {
        snprintf(texts[i], sizeof *texts, "are there %s", groups[i].text);
        rows[n][0] = texts[i];
        rows[n++][1] = "yes";
    }
    for (size_t i = 0; i < LENGTH(groups); i++)
        for (size_t k = 0; k < LENGTH(groups); k++) {
            char *text = texts[n + n_asked];
            snprintf(text, sizeof *texts, "are there more %s than %s", groups[i].text,
                     groups[k].text);
            bool learned = (i + k) % 3, more = groups[i].n > groups[k].n;
            if (i == k) continue;
            (learned ? rows[n] : asked[n_asked])[0] = text;
            (learned ? rows[n++] : asked[n_asked++])[1] = more ? "yes" : "no";
        }
    g2l2_scenes *scenes;
    g2l2_dataset *questions;
    g2l2_error err = {0};
    assert_int_equal(read_two(boats, strlen(boats), NULL, &scenes, &err), 0);
    assert_int_equal(g2l2_scenes_encode(scenes, NULL, &err), 0);
    add_questions(rows, n, &questions);
    check_learned(scenes, questions, NULL, asked, n_asked);
}

/* All that are gray, of both kinds, or one kind and the gray ones of the other: the words have the same
 * entries in both readings, and the answers tell how far `are` reaches. */
static void make_boats(g2l2_scenes **scenes, g2l2_dataset **questions) {
    static const char *const rows[][2] = {{"which tugs are there", "Ada, Bea, Cid"},
                                          {"list yachts", "Dot, Eve, Fay"},
                                          {"list gray yachts", "Dot, Eve"},
                                          {"which red ferries are there", "Hal, Ivy, Jan"},
                                          {"how many tugs are there", "3"},
                                          {"how many ferries are there", "4"},
                                          {"how many gray yachts are there", "2"},
                                          {"how many tugs or yachts are gray", "3"},
                                          {"how many tugs or ferries are gray", "2"},
                                          {"how many ferries or tugs are red", "5"},
                                          {"how many yachts or tugs are red", "3"}};
    g2l2_error err = {0};
    assert_int_equal(read_two(boats, strlen(boats), NULL, scenes, &err), 0);
    assert_int_equal(g2l2_scenes_encode(*scenes, NULL, &err), 0);
    add_questions(rows, LENGTH(rows), questions);
}

static void learns_how_far_a_word_reaches(void **state) {
    (void)state;
    static const char *const asked[][2] = {{"how many yachts or ferries are gray", "3"},
                                           {"how many ferries or yachts are red", "4"}};
    g2l2_scenes *scenes;
    g2l2_dataset *questions;
    make_boats(&scenes, &questions);
    check_learned(scenes, questions, NULL, asked, LENGTH(asked));
}

/* The answers say so by a weight of the word, which the lexicon shows. */
static void shows_how_far_a_word_reaches(void **state) {
    (void)state;
    g2l2_scenes *scenes;
    g2l2_dataset *questions;
    g2l2_model *model;
    g2l2_error err = {0};
    char *text;
    make_boats(&scenes, &questions);
    assert_int_equal(g2l2_domain_open("facts", &facts, &err), 0);
    g2l2_learn_options options = g2l2_learn_options_default();
    options.scenes = scenes;
    assert_int_equal(g2l2_learn(facts, questions, &options, &model, NULL, &err), 0);
    assert_int_equal(g2l2_lexicon_export(model, &text, &err), 0);
    assert_non_null(strstr(text, "fit word are (scope) (scope)"));
    free(text);
    g2l2_model_free(model);
    g2l2_dataset_free(questions);
    g2l2_domain_free(facts);
    g2l2_scenes_free(scenes);
}

/* What a part alone has is not asked about; so no part has all of a word's examples, if another could
 * have one. */
static void holds_back_what_others_know(void **state) {
    (void)state;
    g2l2_scenes *scenes;
    g2l2_dataset *questions;
    g2l2_estimate estimate;
    g2l2_error err = {0};
    make_boats(&scenes, &questions);
    assert_int_equal(g2l2_domain_open("facts", &facts, &err), 0);
    g2l2_learn_options options = g2l2_learn_options_default();
    options.n_threads = 1;
    options.scenes = scenes;
    assert_int_equal(g2l2_learn_estimate(facts, questions, &options, &estimate, &err), 0);
    assert_int_equal(estimate.asked, g2l2_dataset_count(questions));
    g2l2_dataset_free(questions);
    g2l2_domain_free(facts);
    g2l2_scenes_free(scenes);
}

/* A comma is a point where semicolons separate, and separates three digits otherwise. */
static void reads_numbers_with_commas(void **state) {
    (void)state;
    static const char value[] = "literals Quantity : pay\n<name> => N : named()  0\n"
                                "pay => NUM/N : \\x. value(x, pay())  0\n";
    check_answer("name;pay\nAnn;1,50\nBob;1.234,5\n", value, "pay Ann", "1.5");
    check_answer("name;pay\nAnn;1,50\nBob;1.234,5\n", value, "pay Bob", "1234.5");
    check_answer("name,pay\nAnn,\"1,500\"\nBob,\"-12,345.5\"\n", value, "pay Ann", "1500");
    check_answer("name,pay\nAnn,\"1,500\"\nBob,\"-12,345.5\"\n", value, "pay Bob", "-12345.5");
    g2l2_scenes *scenes;
    g2l2_error err;
    static const char odd[] = "name,pay\nAnn,\"1,50\"\nBob,2\nCy,3\n";
    assert_int_equal(read_two(odd, strlen(odd), NULL, &scenes, &err), 0);
    assert_non_null(strstr(g2l2_scenes_about(scenes), "pay (text: '1,50' is no number)"));
    g2l2_scenes_free(scenes);
}

/* Amounts in one unit are numbers, in the table and in a question; what has letters before it is a name. */
static void reads_amounts_with_units(void **state) {
    (void)state;
    static const char lines[] = "literals Quantity : pay\n<name> => N : named()  0\n"
                                "<number> => C : numeral()  0\n"
                                "pay => NUM/N : \\x. value(x, pay())  0\n"
                                "over => N/C : \\n. above(scene(), pay(), n)  0\n";
    static const char money[] = "name,pay\nAnn,$5\nBob,\"$1,200.50\"\n";
    check_answer(money, lines, "pay Bob", "1200.5");
    check_answer(money, lines, "over $1,000", "Bob");
    check_answer("name;pay\nAnn;1,5 kg\nBob;20 kg\n", lines, "pay Ann", "1.5");
    check_answer("name,pay\nAnn,15%\nBob,-20%\n", lines, "over -5%", "Ann");
    g2l2_scenes *scenes;
    g2l2_error err;
    static const char odd[] = "name,pay,room,net,span\nAnn,$5,R1,5 kg,(5)\nBob,,R2,5 g,(6)\n";
    assert_int_equal(read_two(odd, strlen(odd), NULL, &scenes, &err), 0);
    assert_string_equal(g2l2_scenes_about(scenes),
                        "people: 2 rows; name (name), pay (number, in $), room (text), "
                        "net (text), span (text)\n");
    g2l2_scenes_free(scenes);
}

/* Days are before and after others; what a day is called is an answer. */
static void orders_days(void **state) {
    (void)state;
    static const char csv[] =
        "day,name\n2020-02-29,Ann\n2019-12-31,Bob\n2020/3/1,Cy\n1969-12-30,Di\n";
    static const char lines[] = "literals Quantity : day\nliterals Attribute : day\n"
                                "<name> => N : named()  0\n<number> => C : numeral()  0\n"
                                "before => N/C : \\n. below(scene(), day(), n)  0\n"
                                "since => NUM/N : \\x. value(x, day())  0\n"
                                "things => N : scene()  0\n"
                                "latest => N/N : \\x. largest(x, day())  0\n"
                                "when => W/N : \\x. query(x, day())  0\n";
    check_answer(csv, lines, "before 2020-03-01", "Ann, Bob, Di");
    check_answer(csv, lines, "before 1970-01-01", "Di");
    check_answer(csv, lines, "latest things", "Cy");
    check_answer(csv, lines, "when Ann", "2020-02-29");
    check_answer(csv, lines, "since Di", "-2");
    check_answer(csv, lines, "since Ann", "18321");
    g2l2_scenes *scenes;
    g2l2_error err;
    static const char odd[] = "name,day,due\nAnn,2020-01-01,2020-13-01\nBob,2020-01-02,soon\n";
    assert_int_equal(read_two(odd, strlen(odd), NULL, &scenes, &err), 0);
    assert_string_equal(g2l2_scenes_about(scenes),
                        "people: 2 rows; name (name), day (day), due (text)\n");
    g2l2_scenes_free(scenes);
}

/* A gap in a column is a fact as well, unless things are of several sorts. */
static void states_what_lacks(void **state) {
    (void)state;
    static const char csv[] = "name,kind,score,note\nAnn,cook,5,late\nBob,cook,,\nCy,waiter,7,\n";
    check_answer(
        csv, "literals Property : \"not score\"\nit => N : filter(scene(), \"not score\"())  0\n",
        "it", "Bob");
    check_answer(csv, "note => N : filter(scene(), spelled())  0\n", "note", "Ann");
    check_answer(csv, "score => N : filter(scene(), spelled())  0\n", "score", "Ann, Cy");
}

static void shows_what_columns_are(void **state) {
    (void)state;
    g2l2_scenes *scenes;
    g2l2_error err;
    assert_int_equal(read_two(table, strlen(table), teams, &scenes, &err), 0);
    assert_string_equal(g2l2_scenes_about(scenes),
                        "people: 4 rows; name (name), kind (text), team (one of teams), age "
                        "(number), pay (number)\nteams: 2 rows; name (name), city (text)\n");
    g2l2_scenes_free(scenes);
}

/* Rows may be called the same, as long as nothing refers to them. */
static void rows_may_share_a_name(void **state) {
    (void)state;
    static const char people[] = "name,boss,pay\nAnn,Bob,3\nAnn,Bob,inf\nBob,,4\n";
    static const char ambiguous[] = "name,team\nAnn,sales\n";
    g2l2_scenes *scenes;
    g2l2_error err;
    assert_int_equal(read_two(people, strlen(people), teams, &scenes, &err), 0);
    assert_non_null(strstr(g2l2_scenes_about(scenes),
                           "boss (one of people), pay (text: 'inf' is no number)\n"));
    g2l2_scenes_free(scenes);
    assert_int_not_equal(read_two(ambiguous, strlen(ambiguous),
                                  "name,city\nsales,Oslo\nsales,Rome\n", &scenes, &err),
                         0);
    assert_non_null(strstr(err.message, "people.csv:2: 'team' is 'sales', but two rows of"));
    g2l2_scenes_free(scenes);
    assert_int_equal(g2l2_scenes_new(&scenes, &err), 0);
    static const char twice[] = "{\"objects\": [{\"id\": \"a\"}, {\"id\": \"a\"}]}";
    assert_int_not_equal(g2l2_scenes_parse(scenes, twice, strlen(twice), "s", NULL, &err), 0);
    assert_non_null(strstr(err.message, "object 2: an object before has the id 'a'"));
    g2l2_scenes_free(scenes);
}

static void names_what_is_wrong(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"name,age\nAnn,3\nBob\n", "people.csv:3: 1 fields, but the header has 2"},
        {"name,age\n\"Ann,3\n", "people.csv:2: a quote is not closed"},
        {"name,age\n\"Ann\"x,3\n", "people.csv:2: after a quote that closes stands"},
        {"name,name\nAnn,3\n", "people.csv:1: two columns are called 'name'"},
        {"name,\nAnn,3\n", "people.csv:1: column 2 has no name"},
        {"id,age\n1,3\n1,4\n", "people.csv:3: a row before has the id '1'"},
        {"id,age\n1,3\n,4\n", "people.csv:3: the row has no id"},
        {"name,team\nAnn,west\n", "people.csv:2: 'team' is 'west', but no row of"},
        {"name,age\n", "people.csv: no rows below the header"},
        {"", "people.csv: the table is empty"},
        {"name,age\nAnn,3\nB\xFF,4\n", "people.csv:3: the byte 0xFF is not UTF-8"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        g2l2_scenes *scenes;
        g2l2_error err = {0};
        assert_int_not_equal(read_two(rows[i].text, strlen(rows[i].text), teams, &scenes, &err), 0);
        if (!strstr(err.message, rows[i].says))
            fail_msg("'%s' is not '%s'", err.message, rows[i].says);
        assert_int_equal(g2l2_scenes_count(scenes), 0);
        g2l2_scenes_free(scenes);
    }
}

/* Whatever is cut off, it is read or refused. */
static void survives_being_cut(void **state) {
    (void)state;
    for (size_t n = 0; n < strlen(table); n++) {
        g2l2_scenes *scenes;
        g2l2_error err = {0};
        if (read_two(table, n, teams, &scenes, &err)) assert_true(*err.message);
        g2l2_scenes_free(scenes);
    }
}

/* ---- N and Z ------------------------------------------------------------------------------------ */

/* Without a beam, what execution leaves of Z is the sum over roots, by value; with one, less. */
static void sums_body(struct world *w) {
    static const uint32_t words[] = {0, 0, 0};
    static const struct exact_limits all = {.steps = 1000000, .target = 100, .open = true};
    world_domain(w, "domain sums\nexecution exact\ntype T\nop add : T, T -> T\n"
                    "op mul : T, T -> T\nnumbers 1 2 3 : T\ncategory N : T\nroot N\n");
    world_word(w, "x", "N : 1", 0.1, "N : 2", 0.4, "N|N : \\x. add(x, 1)", -0.2,
               "N|N : \\x. mul(x, 2)", 0.3, "EMPTY", 0.0, NULL);
    world_close(w);
    struct chart chart;
    struct exact e;
    struct target target = {.number = 4, .type = w->domain->lang.number_type};
    chart_parse(&chart, &w->arena, &w->lexicon, words, 3, false);
    struct walk walk = *world_walk(w, &chart, w->lexicon.tau);
    exact_run(&e, &walk, &target, &all);
    struct inside inside = weights_inside(&walk);
    struct reached right = exact_reached(&e), every = exact_all(&e);
    assert_true(fabs(every.total - inside.total) < 1e-9);
    assert_true(right.n && right.total < every.total);
    struct exact_limits some = all;
    some.values = some.functions = 1;
    exact_run(&e, &walk, &target, &some);
    double narrow = exact_all(&e).total;
    assert_true(e.cut && narrow < inside.total);
    some.of_word = 4; /* all that one word may mean, but one of what two come to */
    exact_run(&e, &walk, &target, &some);
    assert_true(e.cut && exact_all(&e).total > narrow && exact_all(&e).total < inside.total);
    double counts[8] = {0}, sum = 0;
    struct reached kept = exact_all(&e);
    exact_counts(&e, &kept, 1, counts, NULL);
    for (uint32_t i = 0; i < w->lexicon.slots.n; i++) sum += counts[i];
    assert_true(fabs(sum - 3) < 1e-9); /* each of the three words is used once */
}

WORLD_TEST(sums)

/* Two of five answers are wrong, so however sure a model seems, that is how often it is right. */
static void knows_how_often_it_is_wrong(void **state) {
    static const char *const colors[] = {"red", "blue", "green", "white"};
    char rows[60 * 16] = "name,color\n", question[40];
    g2l2_scenes *scenes;
    g2l2_dataset *questions;
    g2l2_estimate estimate;
    g2l2_error err;
    (void)state;
    lesson_check(g2l2_dataset_new(&questions, &err), &err);
    for (uint32_t i = 0; i < 60; i++) {
        uint32_t color = (i * 7 + i / 4) % 4, said = i % 5 < 3 ? color : (color + 1 + i % 3) % 4;
        snprintf(rows + strlen(rows), 16, "n%u,%s\n", 10 + i, colors[color]);
        snprintf(question, sizeof question, "what color is n%u", 10 + i);
        lesson_check(
            g2l2_dataset_add_question(questions, question, colors[said], 0, NULL, i + 1, &err),
            &err);
    }
    lesson_check(read_two(rows, strlen(rows), NULL, &scenes, &err), &err);
    lesson_check(g2l2_scenes_encode(scenes, NULL, &err), &err);
    lesson_check(g2l2_domain_open("facts", &facts, &err), &err);
    g2l2_learn_options options = g2l2_learn_options_default();
    options.scenes = scenes;
    lesson_check(g2l2_learn_estimate(facts, questions, &options, &estimate, &err), &err);
    double surest = 1 / (1 + exp(-estimate.slope * lexicon_odds(1) - estimate.offset));
    double share = (double)estimate.correct / (double)estimate.asked;
    assert_true(estimate.doubtful && surest < share + .25);
    g2l2_dataset_free(questions);
    g2l2_scenes_free(scenes);
    g2l2_domain_free(facts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(does_operations),
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
        cmocka_unit_test(finds_a_bound),
        cmocka_unit_test(keeps_rivals),
        cmocka_unit_test(learns_what_is_said_of_what),
        cmocka_unit_test(learns_columns_and_comparisons),
        cmocka_unit_test(knows_what_numbers_are_called),
        cmocka_unit_test(learns_what_answers_show),
        cmocka_unit_test(learns_which_are_more),
        cmocka_unit_test(learns_how_far_a_word_reaches),
        cmocka_unit_test(shows_how_far_a_word_reaches),
        cmocka_unit_test(holds_back_what_others_know),
        cmocka_unit_test(reads_numbers_with_commas),
        cmocka_unit_test(reads_amounts_with_units),
        cmocka_unit_test(orders_days),
        cmocka_unit_test(states_what_lacks),
        cmocka_unit_test(shows_what_columns_are),
        cmocka_unit_test(rows_may_share_a_name),
        cmocka_unit_test(names_what_is_wrong),
        cmocka_unit_test(survives_being_cut),
        cmocka_unit_test(sums),
        cmocka_unit_test(knows_how_often_it_is_wrong),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
