/* What is explained of a sentence, as whole pages, letter for letter: its derivation and what competes
 * with it, or why there is none and what would parse.
 *
 * The pages are documentation as well: this is what `g2l2 explain` prints. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lexicons.h"

static void check_page(const char *lexicon, const char *sentence, const char *wanted) {
    struct world w = open_world(lexicon);
    const char *page = explain(&w, sentence);
    if (strcmp(page, wanted)) fail_msg("wanted\n%s\ngot\n%s", wanted, page);
    close_world(&w);
}

/* ---- with a parse ---------------------------------------------------------------------- */

static void test_page(void **state) {
    (void)state;
    check_page(scan_text, "jump twice and walk opposite left",
               "result (confidence 1):\n"
               "  I_JUMP I_JUMP I_TURN_LEFT I_TURN_LEFT I_WALK\n"
               "\n"
               "derivation:\n"
               "  jump   twice    and    walk   opposite    left\n"
               "   V      V\\V    S\\V/V    V     V\\V/(V\\V)   V\\V\n"
               "  ------------<                 ---------------->\n"
               "       V                              V\\V\n"
               "                         -----------------------<\n"
               "                                    V\n"
               "                 ------------------------------->\n"
               "                               S\\V\n"
               "  ----------------------------------------------<\n"
               "                        S\n"
               "\n"
               "words:\n"
               "  jump       V         : I_JUMP()\n"
               "  twice      V\\V       : \\x. repeat(x, 2)\n"
               "  and        S\\V/V     : \\y.\\x. concat(x, y)\n"
               "  walk       V         : I_WALK()\n"
               "  opposite   V\\V/(V\\V) : \\f.\\x. f(f(x))\n"
               "  left       V\\V       : \\x. concat(I_TURN_LEFT(), x)\n"
               "\n"
               "program:\n"
               "  concat(repeat(I_JUMP(), 2), concat(I_TURN_LEFT(), concat(I_TURN_LEFT(), "
               "I_WALK())))\n"
               "\n"
               "execution:\n"
               "  1  repeat(I_JUMP(), 2)             = I_JUMP I_JUMP\n"
               "  2  concat(I_TURN_LEFT(), I_WALK()) = I_TURN_LEFT I_WALK\n"
               "  3  concat(I_TURN_LEFT(), #2)       = I_TURN_LEFT I_TURN_LEFT I_WALK\n"
               "  4  concat(#1, #3)                  = I_JUMP I_JUMP I_TURN_LEFT I_TURN_LEFT "
               "I_WALK\n"
               "\n"
               "parts:\n"
               "  'jump twice' : V  <\n"
               "      repeat(I_JUMP(), 2) = I_JUMP I_JUMP\n"
               "  'opposite left' : V\\V  >\n"
               "      \\x. concat(I_TURN_LEFT(), concat(I_TURN_LEFT(), x))\n"
               "  'walk opposite left' : V  <\n"
               "      concat(I_TURN_LEFT(), concat(I_TURN_LEFT(), I_WALK())) = I_TURN_LEFT "
               "I_TURN_LEFT I_WALK\n"
               "  'and walk opposite left' : S\\V  >\n"
               "      \\x. concat(x, concat(I_TURN_LEFT(), concat(I_TURN_LEFT(), I_WALK())))\n"
               "  'jump twice and walk opposite left' : S  <\n"
               "      concat(repeat(I_JUMP(), 2), concat(I_TURN_LEFT(), concat(I_TURN_LEFT(), "
               "I_WALK())))\n"
               "      = I_JUMP I_JUMP I_TURN_LEFT I_TURN_LEFT I_WALK\n");
}

static void test_one_word(void **state) {
    (void)state;
    check_page(scan_text, " turn ",
               "result (confidence 1):\n"
               "  (empty)\n"
               "\n"
               "derivation:\n"
               "  turn\n"
               "   V\n"
               "\n"
               "words:\n"
               "  turn   V : empty()\n"
               "\n"
               "program:\n"
               "  empty()\n"
               "\n"
               "execution:\n"
               "  1  empty() = (empty)\n");
}

/* EMPTY words have a column and no line, and UTF-8 does not shift columns. */
static void test_empty_words(void **state) {
    (void)state;
    check_page(scan_text, "please hüpfen please around please right please",
               "result (confidence 1):\n"
               "  I_TURN_RIGHT I_JUMP I_TURN_RIGHT I_JUMP I_TURN_RIGHT I_JUMP I_TURN_RIGHT I_JUMP\n"
               "\n"
               "derivation:\n"
               "  please   hüpfen   please    around     please   right   please\n"
               "  EMPTY      V      EMPTY    V\\V/(V\\V)   EMPTY     V\\V    EMPTY\n"
               "                             -------------------------->\n"
               "                                        V\\V\n"
               "           --------------------------------------------<\n"
               "                                V\n"
               "\n"
               "words:\n"
               "  please   EMPTY\n"
               "  hüpfen   V         : I_JUMP()\n"
               "  around   V\\V/(V\\V) : \\f.\\x. repeat(f(x), 4)\n"
               "  right    V\\V       : \\x. concat(I_TURN_RIGHT(), x)\n"
               "\n"
               "program:\n"
               "  repeat(concat(I_TURN_RIGHT(), I_JUMP()), 4)\n"
               "\n"
               "execution:\n"
               "  1  concat(I_TURN_RIGHT(), I_JUMP()) = I_TURN_RIGHT I_JUMP\n"
               "  2  repeat(#1, 4)                    = I_TURN_RIGHT I_JUMP I_TURN_RIGHT I_JUMP "
               "... (8 actions)\n"
               "\n"
               "parts:\n"
               "  'around please right' : V\\V  >\n"
               "      \\x. repeat(concat(I_TURN_RIGHT(), x), 4)\n"
               "  'hüpfen please around please right' : V  <\n"
               "      repeat(concat(I_TURN_RIGHT(), I_JUMP()), 4)\n"
               "      = I_TURN_RIGHT I_JUMP I_TURN_RIGHT I_JUMP I_TURN_RIGHT I_JUMP I_TURN_RIGHT "
               "I_JUMP\n");
}

static void test_long_sentence(void **state) {
    (void)state;
    struct world w = open_world(scan_text);
    const char *page = explain(&w, "jump around left thrice after walk opposite right twice");
    has(page, "derivation:\n"
              "  jump    around     left   thrice   after   walk   opposite    right   "
              "twice\n"
              "   V     V\\V/(V\\V)   V\\V     V\\V     S\\V/V    V     V\\V/(V\\V)    V\\V     "
              "V\\V\n"
              "         ---------------->                          ----------------->\n"
              "               V\\V                                         V\\V\n"
              "  -----------------------<                   ------------------------<\n"
              "             V                                          V\n"
              "  --------------------------------<          "
              "--------------------------------<\n"
              "                 V                                          V\n"
              "                                     "
              "---------------------------------------->\n"
              "                                                       S\\V\n"
              "  ------------------------------------------------------------------------"
              "---<\n"
              "                                       S\n"
              "\n");
    has(page, "program:\n"
              "  concat(\n"
              "    repeat(concat(I_TURN_RIGHT(), concat(I_TURN_RIGHT(), I_WALK())), 2),\n"
              "    repeat(repeat(concat(I_TURN_LEFT(), I_JUMP()), 4), 3))\n");
    has(page, "  7  concat(#3, #6)                   = "
              "I_TURN_RIGHT I_TURN_RIGHT I_WALK ... (30 actions)\n");
    close_world(&w);
}

/* Above 100 columns a drawing becomes an outline. */
static void test_outline(void **state) {
    (void)state;
    struct world w = open_world(scan_text);
    const char *page =
        explain(&w, "please jump please around left thrice after walk opposite right "
                    "twice twice please thrice please");
    has(page, "derivation:\n"
              "  EMPTY  please\n"
              "  S  <\n"
              "  ├─ V  <\n"
              "  │  ├─ V  <\n"
              "  │  │  ├─ V  jump\n"
              "  │  │  ├─ EMPTY  please\n"
              "  │  │  └─ V\\V  >\n"
              "  │  │     ├─ V\\V/(V\\V)  around\n"
              "  │  │     └─ V\\V  left\n"
              "  │  └─ V\\V  thrice\n"
              "  └─ S\\V  >\n"
              "     ├─ S\\V/V  after\n"
              "     └─ V  <\n"
              "        ├─ V  <\n"
              "        │  ├─ V  <\n"
              "        │  │  ├─ V  <\n"
              "        │  │  │  ├─ V  walk\n"
              "        │  │  │  └─ V\\V  >\n"
              "        │  │  │     ├─ V\\V/(V\\V)  opposite\n"
              "        │  │  │     └─ V\\V  right\n"
              "        │  │  └─ V\\V  twice\n"
              "        │  └─ V\\V  twice\n"
              "        ├─ EMPTY  please\n"
              "        └─ V\\V  thrice\n"
              "  EMPTY  please\n"
              "\n");
    close_world(&w);
}

/* A result wider than its parts moves what stands right of them. */
static void test_wide_category(void **state) {
    (void)state;
    static const char text[] = "definition\n"
                               "| domain wide\n"
                               "| kernels arith\n"
                               "| execution expected\n"
                               "| type N\n"
                               "| op add : N, N -> N\n"
                               "| numbers 1 : N\n"
                               "| category N : N\n"
                               "| category SOMETHING_QUITE_LONG : N\n"
                               "| root N\n"
                               "| conjunction OR N -> SOMETHING_QUITE_LONG : \\x.\\y. add(x, y)\n"
                               "| candidates all\n"
                               "|   operations 1\n"
                               "|   programs N\n"
                               "a => N : 1\n"
                               "or => OR\n"
                               "so => N\\SOMETHING_QUITE_LONG : \\x. x\n";
    struct world w = open_world(text);
    has(explain(&w, "a or a so"), "  a   or        a                  so\n"
                                  "  N   OR        N        N\\SOMETHING_QUITE_LONG\n"
                                  "      ----------------&>\n"
                                  "           [OR N]\n"
                                  "  --------------------&<\n"
                                  "  SOMETHING_QUITE_LONG\n"
                                  "  ---------------------------------------------<\n"
                                  "                        N\n");
    close_world(&w);
}

/* ---- limits of a page ------------------------------------------------------------------------- */

static void test_page_limits(void **state) {
    (void)state;
    struct world w = open_world(ambiguous_text);
    char *many = repeated("nothing", "twice", 60), *large = repeated("nothing", "again", 180);
    char *longer = repeated("jump", "twice", 20);
    const char *page = explain(&w, many);
    has(page, "  ... (121 lines in all)\n");
    has(page, "\n  40  ");
    lacks(page, "\n  41  ");
    has(page, "  ... and 20 more steps\n");
    page = explain(&w, large);
    has(page, "):\n  (empty)\n\nderivation:\n");
    has(page, "program:\n  it is too large to be written out\n");
    page = explain(&w, longer);
    has(page, "no result:\n  every reading is longer than 10000 actions");
    has(page, "\n  14  repeat(#13, 2) = (too long)\n");
    free(many);
    free(large);
    free(longer);
    close_world(&w);
}

static void test_raises(void **state) {
    (void)state;
    g2l2_limits limits = g2l2_limits_default();
    limits.max_words = 3;
    struct world w = open_limited(scan_text, &limits);
    g2l2_explanation page = {.text = ""};
    g2l2_error err;
    assert_int_equal(g2l2_parser_explain(w.parser, "jump and walk twice", &page, &err),
                     G2L2_STATUS_LIMIT);
    assert_null(page.text);
    has(err.message, "more than 3 words");
    has(explain(&w, "jump twice"), "I_JUMP I_JUMP");
    close_world(&w);
}

/* ---- expected execution ----------------------------------------------------------------------------- */

/* The example of the paper, supplement B.1. */
static void test_arith(void **state) {
    (void)state;
    check_page(arith_text, "ONE PLUS_ONE MUL_THREE",
               "result (the mean of all derivations):\n"
               "  5.5\n"
               "\n"
               "derivation (the best of 4):\n"
               "  ONE   PLUS_ONE   MUL_THREE\n"
               "   N      N\\N         N\\N\n"
               "  --------------<\n"
               "        N\n"
               "  --------------------------<\n"
               "              N\n"
               "\n"
               "words:\n"
               "  ONE         N   : 1\n"
               "  PLUS_ONE    N\\N : \\x. add(x, 1)   (share 0.5)\n"
               "  MUL_THREE   N\\N : \\x. add(x, 1)   (share 0.5)\n"
               "\n"
               "program:\n"
               "  add(add(1, 1), 1)\n"
               "\n"
               "execution (each part, and the mean of what it can mean):\n"
               "  'ONE' : N = 1, weight 1\n"
               "  'ONE PLUS_ONE' : N\n"
               "    0.5   add(1, 1) = 2\n"
               "    0.5   mul(1, 3) = 3\n"
               "    mean 2.5, weight 1\n"
               "  'ONE PLUS_ONE MUL_THREE' : N\n"
               "    0.5   add(2.5, 1) = 3.5\n"
               "    0.5   mul(2.5, 3) = 7.5\n"
               "    mean 5.5, weight 1\n");
}

static void test_coordination(void **state) {
    (void)state;
    struct world w = open_world(arith_text);
    const char *page = explain(&w, "uh ONE PLUS_ONE and ONE uh");
    has(page, "   uh     ONE   PLUS_ONE   and   ONE    uh\n"
              "  EMPTY    N      N\\N      AND    N    EMPTY\n"
              "          --------------<  ---------&>\n"
              "                N           [AND N]\n"
              "          --------------------------&<\n"
              "                      N\n");
    has(page, "  'and ONE' : [AND N] = 1, weight 1\n"
              "  'ONE PLUS_ONE and ONE' : N = add(2.5, 1) = 3.5, weight 1\n"
              "  'uh ONE PLUS_ONE and ONE' : N = 3.5, weight 1   ('uh' is EMPTY)\n");
    has(explain(&w, "ONE ONE or ONE"), "= mul(1, add(1, 1)) = 2, weight 1\n");
    close_world(&w);
}

/* Of many contributions the heaviest are shown. */
static void test_many_meanings(void **state) {
    (void)state;
    struct world w;
    char text[2048] = "domain arith\n";
    for (int i = 1; i <= 12; i++)
        sprintf(text + strlen(text), "some => N : %d  %.17g\n", i, log(i));
    w = open_world(text);
    const char *page = explain(&w, "some");
    has(page, "  'some' : N\n"
              "    0.154    12\n"
              "    0.141    11\n");
    has(page, "    0.0641   5\n"
              "    ... and 4 more\n"
              "    mean 8.333333333, weight 78\n");
    close_world(&w);
}

/* ---- without a parse ------------------------------------------------------------------------------- */

static void test_no_parse(void **state) {
    (void)state;
    check_page(scan_text, "jump and",
               "no parse:\n"
               "  the words are known but do not combine: 'jump' is V, 'and' is S\\V/V\n"
               "\n"
               "words:\n"
               "  jump   V     : I_JUMP()\n"
               "  and    S\\V/V : \\y.\\x. concat(x, y)\n"
               "\n"
               "largest parts:\n"
               "  'jump'   V\n"
               "  'and'    S\\V/V\n"
               "\n"
               "missing:\n"
               "  'jump' is V, 'and' is S\\V/V: 'and' still needs a V on its right\n"
               "\n"
               "it would parse:\n"
               "  jump   without 'and'\n");
    check_page(scan_text, "jmup twice jump",
               "no parse:\n"
               "  unknown word 'jmup' (did you mean 'jump'?)\n"
               "\n"
               "words:\n"
               "  jmup    unknown, perhaps jump\n"
               "  twice   V\\V : \\x. repeat(x, 2)\n"
               "  jump    V   : I_JUMP()\n"
               "\n"
               "largest parts:\n"
               "  'jmup'    unknown\n"
               "  'twice'   V\\V\n"
               "  'jump'    V\n"
               "\n"
               "missing:\n"
               "  'jmup' is unknown, 'twice' is V\\V: 'twice' still needs a V on its left\n"
               "\n"
               "it would parse:\n"
               "  jump twice   with 'jump' for 'jmup', without 'jump'\n");
    check_page(scan_text, " \t", "no parse:\n  there are no words\n");
}

static void test_missing(void **state) {
    (void)state;
    static const struct {
        const char *lexicon, *sentence, *missing;
    } rows[] = {
        {scan_text, "twice", "'twice' is V\\V: 'twice' still needs a V on its left"},
        {scan_text, "and jump", "'and jump' is S\\V: 'and jump' still needs a V on its left"},
        {scan_text, "jump walk twice",
         "'jump' is V, 'walk twice' is V: nothing joins them, as 'and' (S\\V/V) would"},
        {scan_text, "jump and walk and run",
         "'jump and walk' is S, 'and run' is S\\V: 'and run' still needs a V on its left"},
        {scan_text, "and twice",
         "'and' is S\\V/V, 'twice' is V\\V: 'and' still needs a V on its right; 'twice' still "
         "needs a V on\n    its left"},
        {scan_text, "jump around",
         "'jump' is V, 'around' is V\\V/(V\\V): 'around' still needs a V\\V on its right"},
        {scan_text, "please", "'please' is EMPTY: a word that means something is needed"},
        {arith_text, "ONE plus",
         "'ONE' is N, 'plus' is N\\N/N: 'plus' still needs an N on its right"},
        {arith_text, "ONE and",
         "'ONE' is N, 'and' is AND: 'and' still needs something to join on its right"},
        {arith_text, "and ONE", "'and ONE' is [AND N]: 'and ONE' still needs an N on its left"},
        {arith_text, "ONE or", "'ONE' is N, 'or' is OR: 'or' still needs an N on its right"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct world w = open_world(rows[i].lexicon);
        const char *page = explain(&w, rows[i].sentence);
        has(page, "\nmissing:\n  ");
        const char *missing = strstr(page, "\nmissing:\n  ") + strlen("\nmissing:\n  ");
        size_t n = strlen(rows[i].missing);
        if (strncmp(missing, rows[i].missing, n) || missing[n] != '\n' ||
            (missing[n + 1] && strncmp(missing + n, "\n\nit would parse:", 17)))
            fail_msg("wanted\n%s\ngot\n%s", rows[i].missing, missing);
        close_world(&w);
    }
}

/* The smallest changes after which there would be a parse. */
static void test_repairs(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"jump twyze", "  jump twice   with 'twice' for 'twyze'\n"},
        {"twice jump",
         "  jump twice   with 'jump' before 'twice'\n  jump         without 'twice'\n"},
        {"jump glorp", "  if 'glorp' were V\\V, as 'left' is\n"},
        {"jump lefft walk", "  jump left   with 'left' for 'lefft', without 'walk'\n"},
        {"twize jump and walk",
         "  jump twice and walk   with 'twice' for 'twize', with 'jump' before 'twice'\n"
         "  jump and walk         without 'twize'\n"},
    };
    struct world w = open_world(scan_text);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *page = explain(&w, rows[i][0]);
        has(page, "\nit would parse:\n");
        assert_string_equal(strstr(page, "it would parse:\n") + 16, rows[i][1]);
    }
    lacks(explain(&w, "glorp blick"), "it would parse");
    lacks(explain(&w, "please"), "it would parse");
    close_world(&w);
}

/* Commands are said: capital letters and marks change nothing, nor does a typo, but that is said. */
static void test_spoken(void **state) {
    (void)state;
    static const struct {
        const char *sentence, *means, *note;
    } rows[] = {
        {"Jump twice!", "I_JUMP I_JUMP", NULL},
        {"JUMP, and walk.", "I_JUMP I_WALK", NULL},
        {"jump … “and” walk", "I_JUMP I_WALK", NULL},
        {"jump twize", "I_JUMP I_JUMP", "took 'twize' for 'twice'"},
        {"jmup\t twcie", "I_JUMP I_JUMP", "took 'jmup' for 'jump', took 'twcie' for 'twice'"},
        {"twize jump", NULL, "unknown word 'twize' (did you mean 'twice'?)"},
        {"jump ,twice", "I_JUMP I_JUMP", NULL},
        {"\u200Ejump twi\u00ADce", "I_JUMP I_JUMP", NULL},
        {"jump 2.5", NULL, "unknown word '2.5'"},
        {"...", NULL, NULL},
    };
    struct world w = open_world(scan_text);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        g2l2_result result;
        assert_int_equal(g2l2_parser_run(w.parser, rows[i].sentence, 1, &result, NULL), 0);
        assert_int_equal(result.n_readings != 0, rows[i].means != NULL);
        if (rows[i].means) assert_string_equal(result.readings[0].text, rows[i].means);
        if (rows[i].means) assert_true((result.readings[0].confidence < .9) == !!rows[i].note);
        if (rows[i].note) assert_non_null(strstr(result.reason, rows[i].note));
    }
    g2l2_parser_set_guessing(w.parser, false);
    g2l2_result result;
    assert_int_equal(g2l2_parser_run(w.parser, "jump twize", 1, &result, NULL), 0);
    assert_int_equal(result.n_readings, 0);
    close_world(&w);
}

/* The heaviest entries of a word are listed, and not a line too many of anything. */
static void test_no_parse_limits(void **state) {
    (void)state;
    struct world w;
    char text[8192] = "domain arith\n", sentence[1024] = "";
    for (int i = 1; i <= 5; i++) sprintf(text + strlen(text), "some => N : %d  %d\n", i, i);
    for (int i = 1; i <= 60; i++) {
        sprintf(text + strlen(text), "word%d => N : 1\n", i);
        sprintf(sentence + strlen(sentence), "word%d ", i);
    }
    w = open_world(text);
    has(explain(&w, "some some"), "words:\n"
                                  "  some   N : 5   (share 0.636)\n"
                                  "  some   N : 4   (share 0.234)\n"
                                  "  some   N : 3   (share 0.0861)\n"
                                  "\n");
    const char *page = explain(&w, sentence);
    has(page, "  word40   N : 1\n  ...\n");
    has(page, "  'word12'   N\n  ...\n");
    char *word = malloc(100001);
    assert_non_null(word);
    memset(word, 'x', 100000);
    word[100000] = 0;
    page = explain(&w, word);
    has(page, "words:\n  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...   unknown\n");
    assert_true(strlen(page) < 1000);
    free(word);
    close_world(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_page),          cmocka_unit_test(test_one_word),
        cmocka_unit_test(test_empty_words),   cmocka_unit_test(test_long_sentence),
        cmocka_unit_test(test_outline),       cmocka_unit_test(test_wide_category),
        cmocka_unit_test(test_page_limits),   cmocka_unit_test(test_raises),
        cmocka_unit_test(test_arith),         cmocka_unit_test(test_coordination),
        cmocka_unit_test(test_many_meanings), cmocka_unit_test(test_no_parse),
        cmocka_unit_test(test_missing),       cmocka_unit_test(test_repairs),
        cmocka_unit_test(test_spoken),        cmocka_unit_test(test_no_parse_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
