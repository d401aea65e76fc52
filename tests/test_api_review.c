/* What can be asked of a model and its examples through the public header: how good it is, which examples
 * others contradict, why an entry is as it is, and which word is like another. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/faults.h"
#include "tests/moves.h"

struct failed {
    size_t n, first;
    char got[40];
};

static g2l2_dataset *one_example(const char *sentence, const char *target) {
    g2l2_dataset *out;
    assert_int_equal(g2l2_dataset_new(&out, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_add(out, sentence, target, NULL, 1, NULL), G2L2_STATUS_OK);
    return out;
}

static bool take_failed(void *context, size_t example, const g2l2_result *result) {
    struct failed *self = context;
    if (!self->n++) {
        self->first = example;
        if (result->n_readings)
            snprintf(self->got, sizeof self->got, "%s", result->readings[0].text);
    }
    return false;
}

/* Where none that was held back is right, no answer is said to be certain. */
static void test_estimate_of_none(void **state) {
    (void)state;
    static const char text[] =
        "walk\tWALK\njump\tJUMP\nrun\tRUN\nturn\tTURN\nhop\tHOP\nskip\tSKIP\n";
    g2l2_domain *domain;
    g2l2_dataset *data;
    g2l2_estimate estimate;
    g2l2_error err;
    g2l2_learn_options options = g2l2_learn_options_default();
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_parse(data, text, strlen(text), NULL, NULL, NULL), 0);
    assert_int_equal(g2l2_learn_estimate(domain, data, &options, &estimate, &err), 0);
    assert_true(estimate.asked == 6 && !estimate.correct);
    assert_true(estimate.slope < .2 && estimate.doubtful);
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
}

/* What is held back is not learned from; what a model gets wrong is told, with what it says. */
static void test_estimate(void **state) {
    (void)state;
    static const char text[] = "walk\tWALK\njump\tJUMP\nrun\tRUN\nwalk twice\tWALK WALK\n"
                               "jump twice\tJUMP JUMP\nrun twice\tRUN RUN\nhop\tHOP\n";
    g2l2_domain *domain;
    g2l2_dataset *data;
    g2l2_model *model;
    g2l2_estimate estimate;
    struct failed failed = {0};
    g2l2_error err;
    g2l2_learn_options options = g2l2_learn_options_default();
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_parse(data, text, strlen(text), NULL, NULL, NULL), 0);
    assert_int_equal(g2l2_learn_estimate(domain, data, &options, &estimate, &err), 0);
    assert_int_equal(estimate.parts, 5);
    assert_int_equal(estimate.asked, 7);
    assert_true(estimate.correct && estimate.correct < 7);    /* `hop` is in no other example */
    assert_true(estimate.slope == 1 && estimate.offset == 0); /* seven say little of confidence */
    assert_false(estimate.doubtful);
    assert_int_equal(g2l2_learn_estimate_parts(domain, data), 5);
    options.budget.seconds = 1e-9;
    assert_int_equal(g2l2_learn_estimate(domain, data, &options, &estimate, &err), 0);
    assert_int_equal(estimate.asked, 0);
    options.budget.seconds = 0;
    assert_int_equal(g2l2_learn(domain, data, &options, &model, NULL, &err), 0);
    assert_int_equal(g2l2_model_failures(model, data, NULL, NULL, take_failed, &failed, &err), 0);
    assert_int_equal(failed.n, 0);
    assert_int_equal(g2l2_dataset_add(data, "hop twice", "HOP", NULL, 8, &err), 0);
    assert_int_equal(g2l2_dataset_add(data, "hop again", "HOP", NULL, 9, &err), 0);
    assert_int_equal(g2l2_model_failures(model, data, NULL, NULL, take_failed, &failed, &err), 0);
    assert_int_equal(failed.n, 1); /* it asked for no more */
    assert_int_equal(failed.first, 7);
    assert_string_equal(failed.got, "HOP HOP");
    assert_int_equal(g2l2_model_failures(model, data, NULL, &(g2l2_budget){.seconds = 1e-9},
                                         take_failed, &failed, &err),
                     G2L2_STATUS_INTERRUPTED);
    g2l2_model_free(model);
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
}

static const char review_text[] = "domain nav\nliterals JUMP RUN WALK\n"
                                  "walk => V : WALK()  0\nrun => V : RUN()  0\n"
                                  "jump => V : RUN()  0\n" /* which is wrong */
                                  "twice => V\\V : \\x. repeat(x, 2)  0\n"
                                  "and => S\\V/V : \\y.\\x. concat(x, y)  0\n"
                                  "maybe => V : WALK()  0\nmaybe => V : RUN()  -0.1\n";

static const char review_data[] = "walk\tWALK\nrun\tRUN\njump\tJUMP\njump twice\tJUMP JUMP\n"
                                  "walk twice\tWALK WALK\nrun twice\tRUN RUN\n"
                                  "walk and run\tWALK RUN\nrun and walk\tRUN WALK\n"
                                  "walk and jump\tWALK JUMP\nhop\tHOP\nmaybe\tWALK\n"
                                  "walk twice and run\tWALK WALK RUN\n"
                                  "run and run twice\tWALK\n"; /* a label that is wrong */

/* The word whose entry is wrong comes first, with the entry that mends it. */
static void test_review(void **state) {
    (void)state;
    struct world w = open_world(review_text);
    g2l2_dataset *data;
    g2l2_review *review;
    g2l2_error err;
    char *text;
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_parse(data, review_data, strlen(review_data), NULL, NULL, NULL),
                     0);
    assert_int_equal(g2l2_model_review(w.model, data, NULL, NULL, &review, &err), 0);
    static const size_t wanted[G2L2_N_VERDICTS] = {7, 0, 1, 3, 1, 1};
    for (int v = 0; v < G2L2_N_VERDICTS; v++)
        assert_int_equal(g2l2_review_count(review, (g2l2_verdict)v), wanted[v]);
    g2l2_blame blame = g2l2_review_word(review, 0);
    assert_string_equal(blame.word, "jump");
    assert_string_equal(blame.program, "RUN()");
    assert_string_equal(blame.cure_program, "JUMP()");
    assert_int_equal(blame.mends, 3);
    assert_int_equal(blame.breaks, 0);
    assert_string_equal(g2l2_review_finding(review, 3).guilty, "jump");
    assert_true(g2l2_review_finding(review, 3).mended);
    assert_string_equal(g2l2_review_finding(review, 3).given, "RUN RUN");
    assert_string_equal(g2l2_review_finding(review, 9).guilty, "hop");
    assert_int_equal(g2l2_review_finding(review, 10).verdict, G2L2_VERDICT_AMBIGUOUS);
    assert_int_equal(g2l2_review_finding(review, 12).verdict, G2L2_VERDICT_SUSPECT);
    assert_null(g2l2_review_finding(review, 12).guilty);
    assert_null(g2l2_review_finding(review, 99).given);
    size_t pattern = g2l2_review_finding(review, 6).pattern;
    assert_int_equal(pattern, g2l2_review_finding(review, 7).pattern);
    assert_string_equal(g2l2_review_pattern(review, pattern).text, "V and V");
    assert_true(pattern < g2l2_review_n_patterns(review));
    assert_true(g2l2_review_complete(review));
    assert_string_equal(g2l2_verdict_name(G2L2_VERDICT_SUSPECT), "suspect");
    assert_null(g2l2_verdict_name((g2l2_verdict)99));
    assert_int_equal(g2l2_review_show(review, G2L2_FORMAT_TEXT, 1, &text, &err), 0);
    has(text, "jump  V : RUN()");
    has(text, "V : JUMP() mends 3, breaks 0");
    free(text);
    assert_int_equal(g2l2_review_show(review, G2L2_FORMAT_SVG, 1, &text, &err),
                     G2L2_STATUS_ARGUMENT);
    g2l2_review_free(review);
    assert_int_equal(
        g2l2_model_review(w.model, data, NULL, &(g2l2_budget){.seconds = 1e-9}, &review, &err),
        G2L2_STATUS_INTERRUPTED);
    assert_null(review);
    g2l2_dataset_free(data);
    close_world(&w);
}

static void test_review_no_memory(void **state) {
    (void)state;
    struct world w = open_world(review_text);
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    g2l2_dataset *data = one_example("jump", "JUMP");
    for (long n = 0; fails_once_more(&n, status, 5);) {
        g2l2_review *review = NULL;
        status = g2l2_model_review(w.model, data, NULL, NULL, &review, NULL);
        if (!status) assert_string_equal(g2l2_review_word(review, 0).word, "jump");
        g2l2_review_free(review);
    }
    g2l2_dataset_free(data);
    close_world(&w);
}

static const char why_data[] = "walk\tWALK\nwalk twice\tWALK WALK\nrun twice\tRUN RUN\nrun\tRUN\n"
                               "run and walk\tRUN WALK\njump\tJUMP\n";

/* The last rival, what it gets wrong, and that it is back without that. */
static void test_why(void **state) {
    (void)state;
    struct world w = open_world(review_text);
    const g2l2_learn_options again = g2l2_learn_options_default();
    g2l2_dataset *data;
    g2l2_evidence *found;
    g2l2_error err;
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_parse(data, why_data, strlen(why_data), NULL, NULL, NULL), 0);
    assert_int_equal(g2l2_model_why(w.model, "twice", data, NULL, &again, NULL, &found, &err), 0);
    assert_int_equal(g2l2_evidence_count(found), 1);
    g2l2_reason r = g2l2_evidence_get(found, 0);
    assert_string_equal(g2l2_model_entry(w.model, r.entry).word, "twice");
    assert_int_equal(r.n_examples, 2);
    assert_string_equal(g2l2_dataset_get(data, r.examples[0]).sentence, "run twice");
    assert_string_equal(r.rival_category, "V\\V");
    assert_int_equal(r.rival_right, 1);
    assert_int_equal(r.n_deciding, 1);
    assert_non_null(r.rival_meaning);
    assert_int_equal(r.relearned, G2L2_RELEARNED_BACK);
    assert_int_equal(g2l2_evidence_get(found, 1).n_examples, 0);
    g2l2_evidence_free(found);
    assert_int_equal(g2l2_model_why(w.model, NULL, data, NULL, NULL, NULL, &found, &err), 0);
    assert_int_equal(g2l2_evidence_count(found), g2l2_model_n_entries(w.model));
    for (size_t i = 0; i < g2l2_evidence_count(found); i++)
        assert_int_equal(g2l2_evidence_get(found, i).relearned, G2L2_RELEARNED_NOT);
    g2l2_evidence_free(found);
    assert_int_equal(g2l2_model_why(w.model, "hop", data, NULL, NULL, NULL, &found, &err), 0);
    assert_int_equal(g2l2_evidence_count(found), 0);
    g2l2_evidence_free(found);
    assert_int_equal(g2l2_model_why(w.model, "twice", data, NULL, NULL,
                                    &(g2l2_budget){.seconds = 1e-9}, &found, &err),
                     G2L2_STATUS_INTERRUPTED);
    assert_null(found);
    g2l2_dataset_free(data);
    close_world(&w);
}

static void test_why_no_memory(void **state) {
    (void)state;
    struct world w = open_world(review_text);
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    g2l2_dataset *data = one_example("run", "RUN");
    for (long n = 0; fails_once_more(&n, status, 5);) {
        g2l2_evidence *found = NULL;
        status = g2l2_model_why(w.model, "run", data, NULL, NULL, NULL, &found, NULL);
        if (!status) assert_int_equal(g2l2_evidence_get(found, 0).n_examples, 1);
        g2l2_evidence_free(found);
    }
    g2l2_dataset_free(data);
    close_world(&w);
}

static const char *run_with(const g2l2_model *model, const char *sentence, char *out, size_t n) {
    g2l2_parser *parser;
    g2l2_result result;
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_parser_run(parser, sentence, 1, &result, NULL), G2L2_STATUS_OK);
    snprintf(out, n, "%s", result.n_readings ? result.readings[0].text : "");
    g2l2_parser_free(parser);
    return out;
}

/* A word that is like another, and one that is another of its kind. */
static void test_liken(void **state) {
    (void)state;
    static const struct {
        const char *word, *like;
        bool fresh;
        g2l2_status status;
        const char *says;
    } refused[] = {{"walk", "run", false, G2L2_STATUS_ARGUMENT, "known already"},
                   {"hop", "jmp", false, G2L2_STATUS_UNKNOWN, "no word 'jmp'"},
                   {"hop high", "run", false, G2L2_STATUS_ARGUMENT, "not one word"},
                   {"", "run", false, G2L2_STATUS_ARGUMENT, "not one word"},
                   {"dual", "twice", true, G2L2_STATUS_ARGUMENT, "by its own name"}};
    struct world w = open_world(review_text);
    g2l2_model *more, *last;
    g2l2_error err;
    char text[100];
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        assert_int_equal(g2l2_model_liken(w.model, refused[i].word, refused[i].like,
                                          refused[i].fresh, &more, &err),
                         refused[i].status);
        assert_null(more);
        has(err.message, refused[i].says);
    }
    assert_int_equal(g2l2_model_liken(w.model, "stroll", "walk", false, &more, &err), 0);
    assert_string_equal(run_with(more, "stroll twice", text, sizeof text), "WALK WALK");
    assert_int_equal(g2l2_model_liken(more, "hop", "walk", true, &last, &err), 0);
    assert_string_equal(run_with(last, "hop and stroll", text, sizeof text), "HOP WALK");
    assert_int_equal(g2l2_model_n_entries(last), g2l2_model_n_entries(w.model) + 2);
    g2l2_model_free(last);
    g2l2_model_free(more);
    close_world(&w);
}

static void test_liken_no_memory(void **state) {
    (void)state;
    struct world w = open_world(review_text);
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    for (long n = 0; fails_once_more(&n, status, 20);) {
        g2l2_model *more = NULL;
        status = g2l2_model_liken(w.model, "hop", "walk", true, &more, NULL);
        g2l2_model_free(more);
    }
    close_world(&w);
}

/* All of it, or nothing; and nothing stays behind. */
static void test_teach_no_memory(void **state) {
    (void)state;
    struct world w = open_world(moves_text);
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    g2l2_dataset *data = one_example("hop", "HOP");
    /* There are some 10,000 allocations, most of them in candidates that are tried alike. */
    for (long n = 0; fails_once_more(&n, status, 20);) {
        g2l2_model *model = NULL;
        g2l2_lesson *lesson = NULL;
        status = g2l2_model_teach(w.model, data, NULL, NULL, &model, &lesson, NULL);
        if (!status) assert_int_equal(g2l2_lesson_count(lesson), 1);
        g2l2_lesson_free(lesson);
        g2l2_model_free(model);
    }
    g2l2_dataset_free(data);
    close_world(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_estimate),
        cmocka_unit_test(test_estimate_of_none),
        cmocka_unit_test(test_review),
        cmocka_unit_test(test_review_no_memory),
        cmocka_unit_test(test_why),
        cmocka_unit_test(test_why_no_memory),
        cmocka_unit_test(test_liken),
        cmocka_unit_test(test_liken_no_memory),

        cmocka_unit_test(test_teach_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
