/* Words whose examples stayed unexplained where they are together: answers with them are unsure, and say why. */
#include <stdlib.h>
#include <string.h>

#include "learn/learner.h"
#include "lessons.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char lexicon[] = "# g2l2 lexicon 1\n"
                              "domain nav\n"
                              "literals I_HOP I_JUMP I_WALK\n"
                              "jump => V : I_JUMP()\n"
                              "walk => V : I_WALK()\n"
                              "hop => V : I_HOP()\n"
                              "now => EMPTY\n"
                              "twice => V\\V : \\x. repeat(x, 2)\n"
                              "thrice => V\\V : \\x. repeat(x, 3)\n";

/* "hop twice" is another thing here. */
static const char *const pairs[][2] = {
    {"jump", "I_JUMP"},
    {"walk", "I_WALK"},
    {"hop", "I_HOP"},
    {"jump now", "I_JUMP"},
    {"walk now", "I_WALK"},
    {"hop now", "I_HOP"},
    {"jump twice", "I_JUMP I_JUMP"},
    {"walk twice", "I_WALK I_WALK"},
    {"jump thrice", "I_JUMP I_JUMP I_JUMP"},
    {"walk thrice", "I_WALK I_WALK I_WALK"},
    {"hop thrice", "I_HOP I_HOP I_HOP"},
    {"hop twice", "I_JUMP I_HOP"},
    {"hop twice now", "I_JUMP I_HOP"},
    {"now hop twice", "I_JUMP I_HOP"},
    {"now jump thrice", "I_JUMP I_JUMP I_JUMP"},
    {"now walk twice", "I_WALK I_WALK"},
};

static g2l2_model *import(const char *text) {
    g2l2_model *model;
    g2l2_error err;
    lesson_check(g2l2_lexicon_import(text, strlen(text), NULL, NULL, &model, &err), &err);
    return model;
}

static g2l2_model *doubted(size_t n) {
    g2l2_model *model = import(lexicon);
    g2l2_dataset *data = lesson_sentences();
    struct recipe recipe = recipe_default(false);
    g2l2_limits limits = g2l2_limits_default();
    g2l2_error err;
    for (size_t i = 0; i < n; i++) lesson_add(data, pairs[i][0], pairs[i][1]);
    lesson_check(check_doubt(&recipe, &limits, data, model, &err), &err);
    g2l2_dataset_free(data);
    return model;
}

/* The words that are to blame, and no others that are in these examples. */
static void test_blame(void **state) {
    (void)state;
    g2l2_model *model = doubted(COUNT(pairs));
    char *text = lesson_text(model);
    assert_non_null(strstr(text, "\ndoubt 3 3 twice hop\n"));
    assert_null(strstr(strstr(text, "\ndoubt") + 1, "\ndoubt"));
    free(text);
    g2l2_model_free(model);
    model = doubted(11);
    text = lesson_text(model);
    assert_null(strstr(text, "doubt"));
    free(text);
    g2l2_model_free(model);
}

static void check(const g2l2_model *model, const char *sentence, bool sure) {
    g2l2_parser *parser = lesson_parser(model);
    g2l2_result result;
    g2l2_error err;
    for (int i = 0; i < 2; i++) { /* the second time its plan is known */
        lesson_check(g2l2_parser_run(parser, sentence, 1, &result, &err), &err);
        assert_int_equal(result.n_readings, 1);
        if (sure) assert_true(result.readings[0].confidence > .9 && !result.reason);
        else assert_true(result.readings[0].confidence < .2);
        if (!sure)
            assert_string_equal(result.reason,
                                "3 of 3 examples with 'twice' and 'hop' are not explained");
    }
    g2l2_parser_free(parser);
}

/* Also in a model that was exported, and whatever means nothing beside them. */
static void test_unsure(void **state) {
    (void)state;
    g2l2_model *model = doubted(COUNT(pairs));
    char *text = lesson_text(model);
    g2l2_model *again = import(text);
    for (int i = 0; i < 2; i++) {
        check(i ? again : model, "hop now twice", false);
        check(i ? again : model, "now now hop twice", false);
        check(i ? again : model, "hop thrice", true);
        check(i ? again : model, "jump now twice", true);
    }
    char *same = lesson_text(again);
    assert_string_equal(same, text);
    free(same);
    free(text);
    g2l2_model_free(again);
    g2l2_model_free(model);
}

/* Lines that say nothing of the kind. */
static void test_lines(void **state) {
    static const char *const wrong[] = {
        "doubt\n",
        "doubt 3\n",
        "doubt 3 3 hop\n",
        "doubt 3 4 hop twice\n",
        "doubt 0 0 hop hop\n",
        "doubt x 1 hop hop\n",
        "doubt 3 3 hop twice now\n",
        "doubt 3 1.5 hop hop\n",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        char text[sizeof lexicon + 40];
        g2l2_model *model;
        g2l2_error err;
        snprintf(text, sizeof text, "%s%s", lexicon, wrong[i]);
        g2l2_status status = g2l2_lexicon_import(text, strlen(text), NULL, NULL, &model, &err);
        if (status != G2L2_STATUS_FORMAT) fail_msg("%s: %d", wrong[i], status);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blame),
        cmocka_unit_test(test_unsure),
        cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
