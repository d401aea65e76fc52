/* How long it takes to say what was learned, against what is counted by hand: 4 bits an operation or
 * constant, 16 an example by itself, 8 a word of several; and which of its entries a word has. */
#include <string.h>

#include "learn/attempt.h"
#include "lessons.h"

#define CONSTANTS "literals ActSeq : LEFT\nliterals Action : CLEAN MOP\nliterals Thing : hall cup\n"

static double description(const char *lexicon, size_t checked, size_t correct) {
    g2l2_domain *domain;
    g2l2_error err;
    struct attempt a = {.report = {.checked = checked, .correct = correct}};
    char text[600];
    snprintf(text, sizeof text, CONSTANTS "%s", lexicon);
    lesson_check(g2l2_domain_open("actions", &domain, &err), &err);
    lesson_check(g2l2_lexicon_import(text, strlen(text), domain, NULL, &a.model, &err), &err);
    double bits = attempt_description(&a);
    g2l2_model_free(a.model);
    g2l2_domain_free(domain);
    return bits;
}

static void assert_bits(const char *lexicon, double bits) {
    assert_float_equal((float)description(lexicon, 9, 9), (float)bits, 1e-4f);
}

static void test_entries(void **state) {
    (void)state;
    assert_bits("wash => V|N : \\x. do(CLEAN(), x)  0\n  used 3  wash cup\n", 8);
    assert_bits("the => EMPTY  0\n  used 5  the cup\n", 0);
    assert_bits("again => V\\V : \\x. repeat(x, 2)  0\n  used 1  left again\n", 8);
    /* a constant that is spelled as the word, whatever the letters */
    assert_bits("clean => V|N : \\x. do(CLEAN(), x)  0\n  used 3  clean cup\n", 4);
    assert_bits("cup => N : cup()  0\n  used 1  clean cup\n", 0);
    assert_bits("\"all the\" => N : cup()  0\n  used 1  clean all the\n", 12);
}

/* Entries that are as good are not said twice; those that are used in turn are, with which it is. */
static void test_several(void **state) {
    (void)state;
    assert_bits("round => V : concat(LEFT(), LEFT())  0\nround => V\\V : \\x. repeat(x, 2)  0\n",
                8);
    assert_bits("and => N\\N/N : \\y.\\x. together(x, y)  0\n  used 2  cup and hall\n"
                "and => S\\S/V : \\y.\\x. concat(x, y)  0\n  used 2  left and left\n",
                4 + 4 + 4);
    assert_bits(
        "and => EMPTY  0\n  used 3  and\nand => S\\S/V : \\y.\\x. concat(x, y)  0\n  used 1  and\n",
        4 + 4 * 2 - 3 * 1.584962500721156);
}

static void test_examples(void **state) {
    (void)state;
    const char *cup = "cup => N : cup()  0\n  used 1  clean cup\n";
    struct attempt none = {0};
    assert_float_equal((float)description(cup, 9, 7), 32, 1e-4f);
    assert_true(attempt_share(&none) < 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries),
        cmocka_unit_test(test_several),
        cmocka_unit_test(test_examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
