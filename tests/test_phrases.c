/* Entries of several words, and phrases side by side.
 *
 *     "pick up" => V : TAKE()        stands beside pick => V : PICK() in the chart
 *     juxtapose V : \x.\y. concat(x, y)      a b c  ─▶  (a b) c, and no other bracketing
 *
 * Numbers of derivations are counted by hand, or by a formula that shares nothing with the
 * chart: n words, of which each may end a phrase, can be cut in 2^(n-1) ways.                */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adventure.h"
#include "g2l2.h"

#define HEAD                                                                                       \
    "domain test\n"                                                                                \
    "definition\n"                                                                                 \
    "| domain test\n"                                                                              \
    "| execution exact\n"                                                                          \
    "| type Seq\n"                                                                                 \
    "| op concat : Seq, Seq -> Seq\n"                                                              \
    "| literals action : Seq\n"                                                                    \
    "| category V : Seq\n"                                                                         \
    "| root V\n"
#define SIDE_BY_SIDE "| juxtapose V : \\x.\\y. concat(x, y)\n"
#define LITERALS     "literals A B C TAKE PICK\n"

struct talk {
    g2l2_model *model;
    g2l2_parser *parser;
};

static struct talk open_talk(const char *text) {
    struct talk t;
    g2l2_error err = {0};
    if (g2l2_lexicon_import(text, strlen(text), NULL, NULL, &t.model, &err))
        fail_msg("%zu:%zu: %s", err.line, err.column, err.message);
    assert_int_equal(g2l2_parser_new(t.model, NULL, &t.parser, &err), G2L2_STATUS_OK);
    return t;
}

static void close_talk(struct talk *t) {
    g2l2_parser_free(t->parser);
    g2l2_model_free(t->model);
}

static void expect(struct talk *t, const char *sentence, const char *meaning) {
    g2l2_result result;
    g2l2_error err;
    assert_int_equal(g2l2_parser_run(t->parser, sentence, 1, &result, &err), G2L2_STATUS_OK);
    if (!meaning) {
        assert_int_equal(result.n_readings, 0);
        return;
    }
    assert_int_equal(result.n_readings, 1);
    assert_string_equal(result.readings[0].text, meaning);
}

static double derivations(struct talk *t, const char *sentence) {
    g2l2_parses parses;
    g2l2_error err;
    assert_int_equal(g2l2_parser_parse(t->parser, sentence, 3, &parses, &err), G2L2_STATUS_OK);
    return parses.n_derivations;
}

static void test_one_bracketing(void **state) {
    (void)state;
    struct talk t = open_talk(HEAD SIDE_BY_SIDE LITERALS
                              "a => V : A 0\nb => V : B 0\nc => V : C 0\nuh => EMPTY 0\n");
    expect(&t, "a b c", "A B C");
    expect(&t, "c c a b a", "C C A B A");
    assert_true(derivations(&t, "a b c a b c a b") == 1);
    assert_true(derivations(&t, "uh a uh uh b uh") == 1);
    expect(&t, "uh a uh uh b uh", "A B");
    close_talk(&t);
    t = open_talk(HEAD LITERALS "a => V : A 0\nb => V : B 0\n");
    expect(&t, "a b", NULL); /* nobody said what that means */
    close_talk(&t);
}

static void test_phrase_beside_word(void **state) {
    (void)state;
    struct talk t = open_talk(HEAD SIDE_BY_SIDE LITERALS "pick => V : PICK 0\nup => EMPTY -3\n"
                                                         "\"pick up\" => V : TAKE 0\n");
    expect(&t, "pick", "PICK");
    expect(&t, "pick up", "TAKE");
    expect(&t, "pick up pick", "TAKE PICK");
    expect(&t, "pick pick up", "PICK TAKE");
    assert_true(derivations(&t, "pick up") == 2);
    close_talk(&t);
}

/* A word of a phrase that means nothing by itself is known, and not enough. */
static void test_only_in_phrases(void **state) {
    (void)state;
    struct talk t =
        open_talk(HEAD SIDE_BY_SIDE LITERALS "\"look up b\" => V : A 0\nb => V : B 0\n");
    expect(&t, "look up b", "A");
    expect(&t, "look up b b", "A B");
    expect(&t, "look up", NULL);
    expect(&t, "up b", NULL);
    close_talk(&t);
}

/* All phrases of 1 to n times the same word. */
static void test_all_cuts(void **state) {
    (void)state;
    char text[2000] = HEAD SIDE_BY_SIDE LITERALS, sentence[40] = "";
    for (int n = 1; n <= 6; n++) {
        strcat(text, "\"");
        for (int i = 0; i < n; i++) strcat(text, i ? " a" : "a");
        strcat(text, "\" => V : A 0\n");
    }
    struct talk t = open_talk(text);
    for (int n = 1; n <= 6; n++) {
        strcat(sentence, n > 1 ? " a" : "a");
        assert_true(derivations(&t, sentence) == 1 << (n - 1));
    }
    close_talk(&t);
}

static void test_round_trip(void **state) {
    (void)state;
    static const char source[] =
        HEAD SIDE_BY_SIDE LITERALS "pick => V : PICK 0\n\"pick up\" => V : TAKE 0\n";
    char *text, *again;
    g2l2_error err;
    struct talk t = open_talk(source);
    assert_int_equal(g2l2_lexicon_export(t.model, &text, &err), G2L2_STATUS_OK);
    struct talk u = open_talk(text);
    expect(&u, "pick up pick", "TAKE PICK");
    assert_int_equal(g2l2_lexicon_export(u.model, &again, &err), G2L2_STATUS_OK);
    assert_string_equal(text, again);
    free(text);
    free(again);
    close_talk(&t);
    close_talk(&u);
}

static void refused(const char *line, const char *why) {
    char text[1000];
    g2l2_model *model;
    g2l2_error err;
    snprintf(text, sizeof text, "%s| %s\na => V : A 0\n", HEAD, line);
    assert_int_not_equal(g2l2_lexicon_import(text, strlen(text), NULL, NULL, &model, &err),
                         G2L2_STATUS_OK);
    if (!strstr(err.message, why)) fail_msg("%s", err.message);
}

static void test_bad_definitions(void **state) {
    (void)state;
    refused("juxtapose V", "a ':' and a program");
    refused("juxtapose W : \\x.\\y. x", "category");
    refused("juxtapose V/V : \\x.\\y. x", "simple category");
    refused("juxtapose V : \\x. x", "type");
}

/* ---- learning such entries ---------------------------------------------------------------------- */

static g2l2_dataset *adventure(struct rng *rng, size_t n) {
    g2l2_dataset *data;
    struct adventure said;
    g2l2_error err;
    assert_int_equal(g2l2_dataset_new(&data, &err), 0);
    for (size_t i = 0; i < n; i++) {
        adventure_say(rng, &said);
        assert_int_equal(g2l2_dataset_add(data, said.words, said.actions, NULL, i + 1, &err), 0);
    }
    return data;
}

/* Of few lines in which words mean something else beside others, some that are held back get no answer,
 * though their words are known: then no answer is certain. */
static void test_refusals_make_less_sure(void **state) {
    g2l2_dataset *data;
    g2l2_domain *actions;
    struct rng rng;
    g2l2_estimate estimate;
    g2l2_error err;
    (void)state;
    rng_seed(&rng, 2);
    data = adventure(&rng, 24);
    assert_int_equal(g2l2_domain_open("actions", &actions, &err), 0);
    g2l2_learn_options options = g2l2_learn_options_default();
    assert_int_equal(g2l2_learn_estimate(actions, data, &options, &estimate, &err), 0);
    assert_true(estimate.asked > 12 && estimate.correct < estimate.asked);
    assert_true(estimate.slope < 1 && estimate.doubtful);
    g2l2_dataset_free(data);
    g2l2_domain_free(actions);
}

static void test_learned(void **state) {
    g2l2_dataset *data;
    g2l2_domain *actions;
    struct talk t;
    struct rng rng;
    struct adventure said;
    g2l2_error err;
    char *text;
    (void)state;
    rng_seed(&rng, 1);
    data = adventure(&rng, 100);
    assert_int_equal(g2l2_domain_open("actions", &actions, &err), 0);
    g2l2_learn_options options = g2l2_learn_options_default();
    if (g2l2_learn(actions, data, &options, &t.model, NULL, &err)) fail_msg("%s", err.message);
    assert_int_equal(g2l2_parser_new(t.model, NULL, &t.parser, &err), 0);
    for (size_t i = 0; i < 200; i++) {
        adventure_say(&rng, &said);
        expect(&t, said.words, said.actions);
    }
    assert_int_equal(g2l2_lexicon_export(t.model, &text, &err), 0);
    assert_non_null(strstr(text, "\n\"look up\" => V : SKY()"));
    free(text);
    close_talk(&t);
    g2l2_dataset_free(data);
    g2l2_domain_free(actions);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_bracketing),  cmocka_unit_test(test_phrase_beside_word),
        cmocka_unit_test(test_only_in_phrases), cmocka_unit_test(test_all_cuts),
        cmocka_unit_test(test_round_trip),      cmocka_unit_test(test_bad_definitions),
        cmocka_unit_test(test_learned),         cmocka_unit_test(test_refusals_make_less_sure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
