/* Words that refer back, and schemas, as people meet them: what the parser says of them, and
 * the text of a lexicon that has them. */
#include "tests/talk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the parser ------------------------------------------------------------------------------- */

static const char referring_text[] =
    "domain toy\n"
    "definition\n"
    "| domain toy  what was said before\n"
    "| kernels nav\n"
    "| type Act\n"
    "| op nothing : Act = empty\n"
    "| op then : Act, Act -> Act [associative, unit nothing] = concat\n"
    "| literals move : Act\n"
    "| category V : Act\n"
    "| root V\n"
    "| conjunction AND any of Act : \\x.\\y. then(x, y)\n"
    "| schema MANY\n"
    "|   case V/V : \\x. then(x, then(x, x))\n"
    "|   case V\\V/V : \\y.\\x. then(y, x)\n"
    "| schema LET\n"
    "|   case X\\V/X^V\n"
    "literals A B C\n"
    "a => V : A()\n"
    "b => V : B()\n"
    "c => V : C()\n"
    "it => V^V : \\x. x\n"
    "around => (V\\V)^V : \\z.\\x. then(z, then(x, z))\n"
    "then => V\\V/V : \\y.\\x. then(x, y)\n"
    "both => V/V : \\x. then(x, x)\n"
    "and => AND\n"
    "many => MANY\n"
    "so => LET\n";

static void test_referring(void **state) {
    (void)state;
    static const char *const rows[][3] = {
        {"a so it", "A", "A()"},
        {"a so b then it", "B A", "then(B(), A())"},
        {"a so it then b", "A B", "then(A(), B())"},
        {"a so both it", "A A", "then(A(), A())"},
        {"a so it then it", "A A", "then(A(), A())"},
        {"a so b and it", "B A", "then(B(), A())"},
        {"a so it and it", "A A", "then(A(), A())"},
        {"a so b around", "A B A", "then(A(), then(B(), A()))"},
        {"a so it around", "A A A", "then(A(), then(A(), A()))"},
        {"b so it so it", "B", "B()"},
        {"b so c around so it", "B C B", "then(B(), then(C(), B()))"},
        {"a many b", "B A", "then(B(), A())"},
        {"many a", "A A A", "then(A(), then(A(), A()))"},
        {"a so many it", "A A A", "then(A(), then(A(), A()))"},
    };
    struct world w = open_world(referring_text);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *page = explain(&w, rows[i][0]);
        char line[128];
        snprintf(line, sizeof line, "program:\n  %s\n", rows[i][2]);
        has(page, line);
        snprintf(line, sizeof line, ":\n  %s\n", rows[i][1]);
        has(page, line);
    }
    close_world(&w);
}

/* ---- the text of a lexicon ------------------------------------------------------------------------ */

/* Words that compare, bind and refer back. */
static const char whole_text[] = "# g2l2 lexicon 1\n"
                                 "domain visual\n"
                                 "literals red\n"
                                 "grammar normal-form\n"
                                 "features 1 given\n"
                                 "number => integer|objset : \\x. count(x)  0\n"
                                 "any => bool/objset : \\x. exist(x)  0\n"
                                 "any => EMPTY  -0.5\n"
                                 "size => word|objset : \\x. query(x, ?)  0.25\n"
                                 "same => SAME  1\n"
                                 "more => MORE  0\n"
                                 "less => LESS  0 locked\n"
                                 "and => AND  0\n"
                                 "it => objset^objset : \\x. x  0.5\n"
                                 "; => LET  0\n"
                                 "red => objset/objset : \\x. filter(x, ?)  0\n"
                                 "concept ObjConcept red = 1 2\n"
                                 "concept Attribute size = 3\n";

static void test_round_trip(void **state) {
    (void)state;
    struct world w = open_world(whole_text);
    char *text = NULL;
    assert_int_equal(g2l2_lexicon_export(w.model, &text, NULL), G2L2_STATUS_OK);
    assert_string_equal(text, whole_text);
    free(text);
    close_world(&w);
}

static void test_wrong_entries(void **state) {
    (void)state;
    static const struct {
        const char *line;
        size_t column;
        const char *says;
    } rows[] = {
        {"it => objset^objset", 20, "a ':' and a program are needed"},
        {"it => bool^bool : \\x. x", 19, "cannot refer back"},
        {"it => objset^pair : \\x. x", 25, "ObjectSet is needed"},
        {"it => objset^objset^objset : \\x. x", 20, "nothing more"},
        {"it => SAME : \\x. x", 12, "has no program"},
        {"it => X^objset : \\x. x", 7, "'X' is not"},
        {"it => objset^(objset/objset) : \\x. x", 14, "simple category"},
        {"it => objset|(objset^objset) : \\x. x", 14, "cannot be an argument"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        g2l2_model *model = NULL;
        g2l2_error err = {.message = ""};
        char text[256];
        snprintf(text, sizeof text, "domain visual\n%s\n", rows[i].line);
        assert_int_not_equal(g2l2_lexicon_import(text, strlen(text), NULL, NULL, &model, &err), 0);
        if (err.line != 2 || err.column != rows[i].column || !strstr(err.message, rows[i].says))
            fail_msg("'%s': line %zu, column %zu: %s", rows[i].line, err.line, err.column,
                     err.message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_referring),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_wrong_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
