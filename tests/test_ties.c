/* Ties: readings of words that the examples do not tell apart, each with a sentence that would. */
#include <string.h>

#include "tests/faults.h"
#include "tests/lexicons.h"

static const char tied_text[] = "domain nav\n"
                                "literals I_JUMP I_LOOK I_RUN I_TURN_LEFT I_WALK\n"
                                "jump => V : I_JUMP()  5\n"
                                "walk => V : I_WALK()  5\n"
                                "twice => V\\V : \\x. repeat(x, 2)  5\n"
                                "run => V : I_RUN()  5\n"
                                "run => V : I_LOOK()  3.8\n"
                                "left => V\\V : \\x. concat(I_TURN_LEFT(), x)  5\n"
                                "left => V\\V : \\x. concat(x, I_TURN_LEFT())  5\n"
                                "left => V/V : \\x. x  0\n"
                                "and => V\\V/V : \\y.\\x. concat(x, y)  4.2\n"
                                "and => S\\V/V : \\y.\\x. concat(x, y)  5\n"
                                "look => V : I_LOOK()  1\n"
                                "look => V : concat(empty(), I_LOOK())  1\n"
                                "uh => EMPTY  1\n"
                                "uh => V\\V : \\x. x  0.5\n";

static void check_tie(const g2l2_model *model, size_t i, g2l2_tie wanted) {
    g2l2_tie tie = g2l2_model_tie(model, i);
    assert_string_equal(tie.word, wanted.word);
    assert_string_equal(tie.category_a, wanted.category_a);
    assert_string_equal(tie.program_a, wanted.program_a);
    assert_string_equal(tie.category_b, wanted.category_b);
    assert_string_equal(tie.program_b, wanted.program_b);
    assert_string_equal(tie.sentence, wanted.sentence);
    assert_string_equal(tie.meaning_a, wanted.meaning_a);
    assert_string_equal(tie.meaning_b, wanted.meaning_b);
}

static void check_ties(const g2l2_model *model) {
    assert_int_equal(g2l2_model_n_ties(model), 4);
    check_tie(model, 0,
              (g2l2_tie){"left", "V\\V", "\\x. concat(I_TURN_LEFT(), x)", "V\\V",
                         "\\x. concat(x, I_TURN_LEFT())", "jump left", "I_TURN_LEFT I_JUMP",
                         "I_JUMP I_TURN_LEFT"});
    check_tie(model, 1,
              (g2l2_tie){"and", "S\\V/V", "\\y.\\x. concat(x, y)", "V\\V/V",
                         "\\y.\\x. concat(x, y)", "jump and walk twice", "I_JUMP I_WALK I_WALK",
                         "I_JUMP I_WALK I_WALK | I_JUMP I_WALK I_JUMP I_WALK"});
    check_tie(model, 2,
              (g2l2_tie){"look", "V", "I_LOOK()", "V", "concat(empty(), I_LOOK())", "", "", ""});
    check_tie(model, 3,
              (g2l2_tie){"uh", "EMPTY", "", "V\\V", "\\x. x", "uh jump", "I_JUMP", "no parse"});
    assert_null(g2l2_model_tie(model, 4).word);
}

static void test_ties(void **state) {
    (void)state;
    struct world w = open_world(tied_text);
    assert_int_equal(g2l2_model_n_ties(w.model), 0);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(g2l2_model_find_ties(w.model, NULL, NULL), G2L2_STATUS_OK);
        check_ties(w.model);
    }
    close_world(&w);
    w = open_world(scan_text);
    assert_int_equal(g2l2_model_find_ties(w.model, NULL, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_model_n_ties(w.model), 0);
    close_world(&w);
}

/* Where values are means, and where words are few: one may be said twice. */
static void test_ties_elsewhere(void **state) {
    (void)state;
    struct world w = open_world(arith_text);
    assert_int_equal(g2l2_model_find_ties(w.model, NULL, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_model_n_ties(w.model), 2);
    check_tie(w.model, 0,
              (g2l2_tie){"PLUS_ONE", "N\\N", "\\x. add(x, 1)", "N\\N", "\\x. mul(x, 3)",
                         "ONE PLUS_ONE", "2", "3"});
    close_world(&w);
    w = open_world("domain arith\n"
                   "one => N : 1\n"
                   "plus => N\\N/N : \\y.\\x. add(x, y)\n"
                   "plus => N\\N/N : \\y.\\x. mul(x, y)\n");
    assert_int_equal(g2l2_model_find_ties(w.model, NULL, NULL), G2L2_STATUS_OK);
    assert_string_equal(g2l2_model_tie(w.model, 0).sentence, "one plus one");
    close_world(&w);
}

/* Many words: sentences are sampled; many ties: the first sixteen are kept. */
static void test_many_ties(void **state) {
    (void)state;
    struct world w;
    char text[8192] = "domain nav\nliterals A B\nand => V\\V/V : \\y.\\x. concat(x, y)  1\n"
                      "and => S\\V/V : \\y.\\x. concat(x, y)  1\n";
    for (int i = 0; i < 20; i++)
        sprintf(text + strlen(text),
                "verb%d => V : A()\nverb%d => V : B()\nrepeat%d => V\\V : \\x. repeat(x, %d)\n", i,
                i, i, i + 2);
    w = open_world(text);
    assert_int_equal(g2l2_model_find_ties(w.model, NULL, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_model_n_ties(w.model), 16);
    assert_string_equal(g2l2_model_tie(w.model, 0).word, "and");
    assert_non_null(strstr(g2l2_model_tie(w.model, 0).meaning_b, " | "));
    assert_string_equal(g2l2_model_tie(w.model, 1).sentence, "verb0 repeat0");
    close_world(&w);
}

static void test_ties_no_memory(void **state) {
    (void)state;
    struct world w = open_world(tied_text);
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    for (long n = 1; status; n++) {
        watch(n);
        status = g2l2_model_find_ties(w.model, NULL, NULL);
        watching = false;
        if (status) assert_int_equal(status, G2L2_STATUS_NO_MEMORY);
    }
    check_ties(w.model);
    close_world(&w);
}

static void test_concepts_no_memory(void **state) {
    (void)state;
    struct world w = open_world(look_text);
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    for (long n = 1; status; n++) {
        g2l2_concepts *concepts;
        watch(n);
        status = g2l2_model_find_ties(w.model, NULL, NULL);
        if (!status) status = g2l2_concepts_find(w.model, NULL, &concepts, NULL);
        if (!status) g2l2_concepts_free(concepts);
        if (!status)
            status = concepts_find(w.model, &(const struct scene *){&look_scene}, 1, NULL,
                                   &concepts, NULL);
        if (!status) g2l2_concepts_free(concepts);
        watching = false;
        if (status) assert_int_equal(status, G2L2_STATUS_NO_MEMORY);
    }
    assert_int_equal(g2l2_model_n_ties(w.model), 1);
    check_tie(w.model, 0,
              (g2l2_tie){"any", "bool/objset", "\\x. exist(x)", "integer/objset", "\\x. count(x)",
                         "any things", "exist(scene())", "count(scene())"});
    close_world(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_ties_elsewhere),
        cmocka_unit_test(test_many_ties),
        cmocka_unit_test(test_ties_no_memory),
        cmocka_unit_test(test_concepts_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
