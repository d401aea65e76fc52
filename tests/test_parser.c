/* The parser as people meet it: readings, explanations and ties.
 *
 *   lexicon as text ─▶ model ─▶ parser ─┬▶ run        confidence, by hand
 *                                       ├▶ explain    whole pages, letter for letter
 *                                       └▶ ties       a sentence that tells two apart
 *
 * The pages below are documentation as well: this is what `g2l2 explain` prints.
 * Then memory: once warm a parser asks for none, and it survives if there is none. */
#include "tests/talk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parser/parser.h"
#include "tests/faults.h"

/* ---- lexicons ------------------------------------------------------------------------ */

static const char scan_text[] = "domain nav\n"
                                "literals I_JUMP I_LOOK I_RUN I_TURN_LEFT I_TURN_RIGHT I_WALK\n"
                                "jump => V : I_JUMP()  5\n"
                                "walk => V : I_WALK()  5\n"
                                "run => V : I_RUN()  5\n"
                                "look => V : I_LOOK()  5\n"
                                "hüpfen => V : I_JUMP()  5\n"
                                "turn => V : empty()  5\n"
                                "left => V\\V : \\x. concat(I_TURN_LEFT(), x)  5\n"
                                "right => V\\V : \\x. concat(I_TURN_RIGHT(), x)  5\n"
                                "twice => V\\V : \\x. repeat(x, 2)  5\n"
                                "thrice => V\\V : \\x. repeat(x, 3)  5\n"
                                "opposite => V\\V/(V\\V) : \\f.\\x. f(f(x))  5\n"
                                "around => V\\V/(V\\V) : \\f.\\x. repeat(f(x), 4)  5\n"
                                "and => S\\V/V : \\y.\\x. concat(x, y)  5\n"
                                "after => S\\V/V : \\y.\\x. concat(y, x)  5\n"
                                "please => EMPTY  3\n";

/* `and` has weights 2 and 1, so of three derivations two mean the same. */
static const char ambiguous_text[] = "domain nav\n"
                                     "literals J W\n"
                                     "jump => V : J()\n"
                                     "walk => V : W()\n"
                                     "twice => V\\V : \\x. repeat(x, 2)\n"
                                     "and => S\\V/V : \\y.\\x. concat(x, y) 0.6931471805599453\n"
                                     "and => V\\V/V : \\y.\\x. concat(x, y) 0\n"
                                     "both => V : J() 0\n"
                                     "both => V : concat(J(), empty()) 0\n"
                                     "both => V : W() 0.4054651081081644\n"
                                     "again => V\\V : \\x. concat(x, x)\n"
                                     "nothing => V : empty()\n";

static const char arith_text[] = "domain arith\n"
                                 "ONE => N : 1\n"
                                 "PLUS_ONE => N\\N : \\x. add(x, 1)  -0.6931471805599453\n"
                                 "PLUS_ONE => N\\N : \\x. mul(x, 3)  -0.6931471805599453\n"
                                 "MUL_THREE => N\\N : \\x. add(x, 1)  -0.6931471805599453\n"
                                 "MUL_THREE => N\\N : \\x. mul(x, 3)  -0.6931471805599453\n"
                                 "plus => N\\N/N : \\y.\\x. add(x, y)\n"
                                 "and => AND\n"
                                 "or => OR\n"
                                 "uh => EMPTY\n";

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

/* Between equals a parser prefers modifiers that reach less far, by this much at most. */
#define NEAR 1e-5

/* ---- several readings -------------------------------------------------------------------- */

static void check_readings(struct world *w, const char *sentence, size_t n_best, size_t n,
                           const g2l2_reading *wanted) {
    g2l2_result result;
    assert_int_equal(g2l2_parser_run(w->parser, sentence, n_best, &result, NULL), G2L2_STATUS_OK);
    assert_int_equal(result.n_readings, n);
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(result.readings[i].text, wanted[i].text);
        assert_true(fabs(result.readings[i].confidence - wanted[i].confidence) < NEAR);
    }
}

static void test_confidence(void **state) {
    (void)state;
    struct world w = open_world(ambiguous_text);
    /* weights: S 2; V 1, twice */
    const g2l2_reading scope[] = {{"J W W", 3. / 4}, {"J W J W", 1. / 4}};
    check_readings(&w, "jump and walk twice", 10, 2, scope);
    check_readings(&w, "jump and walk twice", 1, 1, scope);
    /* weights: 1, 1 and 1.5 */
    const g2l2_reading both[] = {{"J", 4. / 7}, {"W", 3. / 7}};
    check_readings(&w, "both", 10, 2, both);
    const g2l2_reading pairs[] = {{"J J", 16. / 49}, {"J W", 12. / 49}, {"W J", 12. / 49}};
    check_readings(&w, "both and both", 3, 3, pairs);
    const g2l2_reading sure[] = {{"J J", 1}};
    check_readings(&w, "jump twice", 10, 1, sure);
    check_readings(&w, "jump jump", 10, 0, NULL);
    close_world(&w);
}

/* In their order, and together at most 1. */
static void check_shares(struct world *w, const char *sentence, double first) {
    g2l2_result result;
    double sum = 0, last = 1;
    assert_int_equal(g2l2_parser_run(w->parser, sentence, 20, &result, NULL), G2L2_STATUS_OK);
    assert_true(fabs(result.readings[0].confidence - first) < NEAR);
    for (size_t i = 0; i < result.n_readings; i++) {
        double share = result.readings[i].confidence;
        if (!(share >= 0 && share <= last)) fail_msg("%s: %g after %g", sentence, share, last);
        sum += last = share;
    }
    if (sum > 1 + 1e-12) fail_msg("%s: shares of %.17g", sentence, sum);
}

/* However confidence is calibrated, readings share one whole. */
static void test_calibrated_shares(void **state) {
    (void)state;
    struct world w = open_world(ambiguous_text);
    static const char *const sentences[] = {"both and both and both", "both", "jump twice"};
    static const double share[] = {64. / 343, 4. / 7, 1}; /* of the best */
    for (double slope = .01; slope < 200; slope *= 3)
        for (double offset = -6; offset <= 6; offset += 1.5)
            for (int i = 0; i < 3; i++) {
                g2l2_estimate estimate = {.slope = slope, .offset = offset};
                assert_int_equal(g2l2_model_calibrate(w.model, &estimate, NULL), 0);
                double first = 1 / (1 + exp(-slope * lexicon_odds(share[i]) - offset));
                check_shares(&w, sentences[i], first);
            }
    close_world(&w);
}

/* Mean values of two root categories, the likelier first. */
static void test_expected_order(void **state) {
    (void)state;
    static const char text[] = "definition\n"
                               "| domain two\n"
                               "| kernels arith\n"
                               "| execution expected\n"
                               "| type N\n"
                               "| op add : N, N -> N\n"
                               "| numbers 1 : N\n"
                               "| category A : N\n"
                               "| category B : N\n"
                               "| root A B\n"
                               "| candidates all\n"
                               "|   operations 1\n"
                               "|   programs A\n"
                               "a => A : 1 0\n"
                               "a => B : add(1, 1) 0.6931471805599453\n";
    struct world w = open_world(text);
    const g2l2_reading wanted[] = {{"2", 2. / 3}, {"1", 1. / 3}};
    check_readings(&w, "a", 2, 2, wanted);
    check_readings(&w, "a", 1, 1, wanted);
    close_world(&w);
}

static char *repeated(const char *first, const char *rest, int n) {
    char *text = malloc(strlen(first) + (strlen(rest) + 1) * (size_t)n + 1);
    assert_non_null(text);
    strcpy(text, first);
    for (int i = 0; i < n; i++) strcat(strcat(text, " "), rest);
    return text;
}

/* 200 words, in little memory and without following all of their bracketings. */
static const char chains_text[] = "domain nav\n"
                                  "literals J W R\n"
                                  "jump => V : J()\n"
                                  "walk => V : W()\n"
                                  "run => V : R()\n"
                                  "and => V\\V/V : \\y.\\x. concat(x, y) 1\n"
                                  "and => V\\V/V : \\y.\\x. concat(y, x) 0\n"
                                  "then => V\\V/V : \\y.\\x. concat(x, y)\n"
                                  "after => V\\V/V : \\y.\\x. concat(y, x)\n";

static g2l2_result run_long(g2l2_parser *parser, const char *first, const char *rest, int n) {
    g2l2_result result;
    char *sentence = repeated(first, rest, n);
    assert_int_equal(g2l2_parser_run(parser, sentence, 2, &result, NULL), 0);
    free(sentence);
    return result;
}

static void is_repeated(const char *text, const char *first, const char *rest, int n) {
    char *wanted = repeated(first, rest, n);
    assert_string_equal(text, wanted);
    free(wanted);
}

/* `and` in two orders has as many meanings as derivations: the best few of each phrase have to do.
 * `then` means the same however it is bracketed, and is as sure as in a short sentence. `after`
 * among them binds neither tighter nor less tight, which is seen: as in a short sentence,
 * what stands around it is likeliest, and not sure. */
static void test_long_and_ambiguous(void **state) {
    (void)state;
    struct world w = open_world(chains_text);
    g2l2_limits limits = g2l2_limits_default();
    g2l2_parser *parser;
    limits.max_memory = 50u << 20;
    assert_int_equal(g2l2_parser_new(w.model, &limits, &parser, NULL), 0);
    g2l2_result result = run_long(parser, "jump", "and walk and run and jump", 33);
    assert_int_equal(result.n_readings, 2);
    is_repeated(result.readings[0].text, "J", "W R J", 33);
    result = run_long(parser, "jump", "then walk then run then jump", 33);
    assert_int_equal(result.n_readings, 1);
    is_repeated(result.readings[0].text, "J", "W R J", 33);
    assert_true(result.readings[0].confidence > 0.999);
    result = run_long(parser, "jump", "then walk after run then jump", 33);
    assert_int_equal(result.n_readings, 2);
    is_repeated(result.readings[0].text, "J", "R W J", 33);
    assert_true(result.readings[0].confidence < 0.5);
    assert_true(g2l2_parser_memory(parser) < limits.max_memory);
    g2l2_parser_free(parser);
    close_world(&w);
}

static void test_other_readings(void **state) {
    (void)state;
    struct world w = open_world(ambiguous_text);
    const char *page = explain(&w, "jump and walk twice");
    has(page, "result (confidence 0.75):\n"
              "  J W W\n"
              "\n"
              "other readings:\n"
              "  0.25   J W J W\n"
              "\n"
              "derivation (the best of 3):\n"
              "  jump    and    walk   twice\n"
              "   V     S\\V/V    V      V\\V\n"
              "                 ------------<\n"
              "                      V\n"
              "         -------------------->\n"
              "                 S\\V\n"
              "  ---------------------------<\n"
              "               S\n");
    has(page, "  and     S\\V/V : \\y.\\x. concat(x, y)   (share 0.667)\n");
    page = explain(&w, "both");
    /* the heaviest single derivation means W */
    has(page, "result (confidence 0.571):\n  J\n");
    has(page, "  0.429   W\n");
    has(page, "derivation (the best with this result, number 2 of 3):\n");
    has(page, "words:\n  both   V : J()   (share 0.286)\n");
    page = explain(&w, "both and both and both");
    has(page, "other readings:\n");
    const char *others = strstr(page, "other readings:\n"), *end = strstr(others, "\n\n");
    size_t n = 0;
    for (const char *at = others; at < end; at++) n += *at == '\n';
    assert_int_equal(n, 4);
    lacks(explain(&w, "jump twice"), "other readings");
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

/* Terms are made in a copy of the model's language, which threads share. */
static void test_model_unchanged(void **state) {
    (void)state;
    struct world w = open_world(arith_text);
    const struct lang *lang = &w.model->domain->lang;
    uint32_t terms = lang->terms.n, types = lang->types.n, ops = lang->ops.n;
    char *once = strdup(explain(&w, "uh ONE PLUS_ONE and ONE plus ONE MUL_THREE"));
    assert_string_equal(explain(&w, "uh ONE PLUS_ONE and ONE plus ONE MUL_THREE"), once);
    assert_int_equal(lang->terms.n, terms);
    assert_int_equal(lang->types.n, types);
    assert_int_equal(lang->ops.n, ops);
    free(once);
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

/* ---- memory --------------------------------------------------------------------------------------------- */

static const char *const sentences[] = {"jump twice and walk opposite left",
                                        "please turn left",
                                        "jump around right thrice after run",
                                        "jump and",
                                        "unknown words here",
                                        ""};
#define N_SENTENCES (sizeof sentences / sizeof sentences[0])

/* The same about a scene. */
static const char look_text[] = "domain visual\n"
                                "literals red\n"
                                "features 1 given\n"
                                "any => bool/objset : \\x. exist(x)\n"
                                "any => integer/objset : \\x. count(x)\n"
                                "things => objset : scene()\n"
                                "red => objset/objset : \\x. filter(x, ?)\n"
                                "left => objset\\objset/objset : \\y.\\x. relate(x, y, ?)\n"
                                "and => AND\n"
                                "of => EMPTY\n"
                                "concept ObjConcept red = 2 0\n"
                                "concept RelConcept left = 2 0\n";
static const char *const questions[] = {"any red things left of things",
                                        "any things left of red things and left of things",
                                        "red things",
                                        "any",
                                        "unknown words, here?",
                                        ""};

static void name_object(const void *of, size_t scene, uint32_t object, struct buf *out) {
    buf_printf(out, "%s %zu %u", (const char *)of, scene, object);
}

static const float features[] = {1, -1, 3};
static const struct scene scene = {.n_objects = 3, .n_features = 1, .features = features};

static g2l2_status show_scene(g2l2_parser *parser, g2l2_error *err) {
    g2l2_status status = parser_set_scene(parser, &scene, err);
    parser_name_objects(parser, (struct naming){.put = name_object, .of = "object", .scene = 1});
    return status;
}

static void run_all(struct world *w, const char *const *list) {
    g2l2_result result;
    g2l2_explanation page;
    for (size_t i = 0; i < N_SENTENCES; i++) {
        g2l2_parser_run(w->parser, list[i], 5, &result, NULL);
        g2l2_parser_explain(w->parser, list[i], &page, NULL);
    }
}

static void no_allocation(struct world *w, const char *const *list) {
    run_all(w, list);
    size_t held = w->parser->arena.held + w->parser->scratch.held;
    watch(0);
    for (int i = 0; i < 1000; i++) run_all(w, list);
    watching = false;
    assert_int_equal(n_allocations, 0);
    assert_int_equal(w->parser->arena.held + w->parser->scratch.held, held);
    close_world(w);
}

static void test_no_allocation(void **state) {
    (void)state;
    struct world w = open_world(scan_text);
    no_allocation(&w, sentences);
    w = open_world(look_text);
    assert_int_equal(show_scene(w.parser, NULL), G2L2_STATUS_OK);
    no_allocation(&w, questions);
}

/* Every allocation fails once; then all is as it should be. */
static void no_memory(const char *text, const char *sentence, bool shown) {
    struct world w = open_world(text);
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    for (long n = 1; status; n++) {
        g2l2_parser *parser = NULL;
        g2l2_explanation page;
        g2l2_error err;
        watch(n);
        status = g2l2_parser_new(w.model, NULL, &parser, &err);
        if (!status && shown) status = show_scene(parser, &err);
        if (!status) status = g2l2_parser_explain(parser, sentence, &page, &err);
        g2l2_parser_free(parser);
        watching = false;
        assert_int_equal(n_live, 0);
        if (status) assert_int_equal(status, G2L2_STATUS_NO_MEMORY);
        if (status) assert_string_equal(err.message, "out of memory");
    }
    close_world(&w);
}

static void test_no_memory(void **state) {
    (void)state;
    no_memory(scan_text, sentences[0], false);
    no_memory(look_text, questions[1], true);
    no_memory(look_text, questions[1], false);
}

/* ---- what a parser keeps ------------------------------------------------------------------ */

/* A sentence of up to `most` words of the lexicon, by chance. */
static const char *draw(const struct lexicon *lexicon, struct rng *rng, uint32_t most, char *out) {
    uint32_t n = 1 + rng_below(rng, most);
    size_t at = 0;
    for (uint32_t i = 0; i < n; i++)
        at += (size_t)sprintf(out + at, "%s ",
                              lexicon->names.names.at[rng_below(rng, lexicon->names.names.n)]);
    return out;
}

static void same_result(const char *sentence, const g2l2_result *a, const g2l2_result *b) {
    if (a->status != b->status || a->n_readings != b->n_readings || !a->reason != !b->reason ||
        (a->reason && strcmp(a->reason, b->reason)))
        fail_msg("'%s': %zu readings (%s), or %zu (%s)", sentence, a->n_readings, a->reason,
                 b->n_readings, b->reason);
    for (size_t i = 0; i < a->n_readings; i++) {
        assert_string_equal(a->readings[i].text, b->readings[i].text);
        assert_true(fabs(a->readings[i].confidence - b->readings[i].confidence) < 1e-9);
    }
}

/* One parser keeps plans and values, the other does all anew for each sentence. */
static void test_kept(void **state) {
    (void)state;
    static const char *const texts[] = {scan_text, ambiguous_text, arith_text, look_text};
    for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
        struct world w = open_world(texts[t]);
        g2l2_parser *anew;
        struct rng rng;
        size_t n = 0;
        rng_seed(&rng, t);
        assert_int_equal(parser_new(&w.model->lexicon, NULL, &anew, NULL), 0);
        if (texts[t] == look_text) {
            show_scene(w.parser, NULL);
            show_scene(anew, NULL);
        }
        for (int i = 0; i < 4000; i++) {
            g2l2_result kept, fresh;
            char sentence[400];
            draw(&w.model->lexicon, &rng, texts[t] == look_text ? 4 : 7, sentence);
            assert_int_equal(g2l2_parser_run(w.parser, sentence, 5, &kept, NULL), 0);
            assert_int_equal(g2l2_parser_run(anew, sentence, 5, &fresh, NULL), 0);
            same_result(sentence, &kept, &fresh);
            n += kept.n_readings > 0;
        }
        if (n < 30) fail_msg("only %zu of lexicon %zu have a reading", n, t);
        g2l2_parser_free(anew);
        close_world(&w);
    }
}

static void test_kept_memory(void **state) {
    (void)state;
    struct world w = open_world(scan_text);
    g2l2_result result;
    char sentence[3000];
    struct rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < 3000; i++) {
        size_t at = (size_t)sprintf(sentence, "walk");
        for (int k = 0; k < 60; k++)
            at += (size_t)sprintf(sentence + at, rng_below(&rng, 2) ? " around left" : " right");
        g2l2_parser_run(w.parser, sentence, 1, &result, NULL);
    }
    assert_true(w.parser->plans.n > 0 && w.parser->plans.n < 3000);
    assert_true(g2l2_parser_memory(w.parser) < 32u << 20);
    close_world(&w);
}

/* Whichever allocation fails: the next time it is there. */
static void kept_without_memory(const char *text, const char *sentence) {
    struct world w = open_world(text);
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    for (long n = 1; status; n++) {
        g2l2_parser *parser;
        g2l2_result result;
        assert_int_equal(g2l2_parser_new(w.model, NULL, &parser, NULL), 0);
        if (text == look_text) show_scene(parser, NULL);
        watch(n);
        status = g2l2_parser_run(parser, sentence, 1, &result, NULL);
        watching = false;
        for (int i = 0; i < 2; i++) {
            assert_int_equal(g2l2_parser_run(parser, sentence, 1, &result, NULL), 0);
            assert_int_equal(result.n_readings, 1);
        }
        g2l2_parser_free(parser);
    }
    close_world(&w);
}

static void test_kept_without_memory(void **state) {
    (void)state;
    kept_without_memory(scan_text, "jump twice and walk please");
    kept_without_memory(look_text, questions[1]);
}

/* ---- ties ----------------------------------------------------------------------------------------------- */

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
            status =
                concepts_find(w.model, &(const struct scene *){&scene}, 1, NULL, &concepts, NULL);
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
        cmocka_unit_test(test_page),
        cmocka_unit_test(test_one_word),
        cmocka_unit_test(test_empty_words),
        cmocka_unit_test(test_long_sentence),
        cmocka_unit_test(test_outline),
        cmocka_unit_test(test_wide_category),
        cmocka_unit_test(test_confidence),
        cmocka_unit_test(test_calibrated_shares),
        cmocka_unit_test(test_expected_order),
        cmocka_unit_test(test_long_and_ambiguous),
        cmocka_unit_test(test_other_readings),
        cmocka_unit_test(test_page_limits),
        cmocka_unit_test(test_raises),
        cmocka_unit_test(test_model_unchanged),
        cmocka_unit_test(test_arith),
        cmocka_unit_test(test_coordination),
        cmocka_unit_test(test_many_meanings),
        cmocka_unit_test(test_no_parse),
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_repairs),
        cmocka_unit_test(test_spoken),
        cmocka_unit_test(test_no_parse_limits),
        cmocka_unit_test(test_no_allocation),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_kept_memory),
        cmocka_unit_test(test_kept_without_memory),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_ties_elsewhere),
        cmocka_unit_test(test_many_ties),
        cmocka_unit_test(test_ties_no_memory),
        cmocka_unit_test(test_concepts_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
