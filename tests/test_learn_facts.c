/* What is learned from questions about tables: bounds, columns and comparisons, what answers show, how far
 * a word reaches; and what held-back questions say of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fact_tables.h"
#include "tests/lessons.h"
#include "tests/oracle.h"

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
        cmocka_unit_test(knows_how_often_it_is_wrong),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
