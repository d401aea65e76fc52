/* The parser as people meet it: several readings and the confidence of each, compared with what it is
 * by hand; sentences that are long and ambiguous. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lexicons.h"

/* Between equals a parser prefers modifiers that reach less far, by this much at most. */
#define NEAR 1e-5

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_confidence),     cmocka_unit_test(test_calibrated_shares),
        cmocka_unit_test(test_expected_order), cmocka_unit_test(test_long_and_ambiguous),
        cmocka_unit_test(test_other_readings), cmocka_unit_test(test_model_unchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
