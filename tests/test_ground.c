/* Learning from questions about scenes: the data are generated (tests/lessons.h), their
 * answers computed by programs, and the learner sees words, features and answers only. */
#include "tests/lessons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static g2l2_domain *visual;
static struct lesson many, few, held_out;

static void make(struct lesson *lesson, size_t questions, enum clevr_part part, uint64_t seed,
                 size_t most_words) {
    struct clevr_options options = clevr_options_default();
    options.questions = questions;
    options.part = part;
    options.seed = seed;
    lesson_make(lesson, options, most_words);
}

static int open_all(void **state) {
    (void)state;
    g2l2_error err;
    make(&many, 2000, CLEVR_TRAIN, 1, 0);
    make(&few, 4000, CLEVR_TRAIN, 2, 5);
    make(&held_out, 1000, CLEVR_TEST, 3, 0);
    assert_in_range(g2l2_dataset_count(few.questions), 20, 100);
    lesson_check(g2l2_domain_open("visual", &visual, &err), &err);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    g2l2_domain_free(visual);
    lesson_free(&many);
    lesson_free(&few);
    lesson_free(&held_out);
    return 0;
}

/* ---- learning --------------------------------------------------------------------------------- */

struct patience {
    int calls, most;
};

static bool go_on(void *context, const g2l2_progress *at) {
    struct patience *p = context;
    assert_in_range(at->stage, 1, at->n_stages);
    assert_true(at->update <= at->n_updates);
    assert_true(at->n_alive > 0);
    return ++p->calls < p->most;
}

/* So many reports of the learner, then stop: a model to compare, in a second. */
static char *learn_for(int reports, g2l2_learn_options options) {
    struct patience patience = {0, reports};
    options.progress = go_on;
    options.context = &patience;
    if (!options.candidates) options.candidates = "basic";
    g2l2_model *model = lesson_learn(&few, visual, &options, NULL);
    assert_int_equal(patience.calls, reports);
    char *text = lesson_text(model);
    g2l2_model_free(model);
    return text;
}

static void entry_is(const g2l2_model *model, const char *word, const char *category,
                     const char *program) {
    g2l2_entry e;
    if (!lesson_entry(model, word, 0, &e)) fail_msg("there is no word '%s'", word);
    if (strcmp(e.category, category) || strcmp(e.program ? e.program : "", program))
        fail_msg("'%s' is %s : %s", word, e.category, e.program ? e.program : "");
}

/* 2,000 questions, and what was learned holds for scenes and questions never seen. */
static void learns(void **state) {
    (void)state;
    g2l2_learn_options options = lesson_options(&many, 1);
    g2l2_learn_report report = {0};
    options.n_threads = 2;
    g2l2_model *model = lesson_learn(&many, visual, &options, &report);
    double right = lesson_accuracy(&held_out, model, NULL);
    print_message("%.1f%% of held-out questions after 2000, %.1f s of CPU time\n", right,
                  report.cpu_seconds);
    assert_true(right >= 97);
    assert_int_equal(report.examples, 2000);
    assert_false(report.interrupted);
    entry_is(model, "many", "integer|objset", "\\x. count(x)");
    entry_is(model, "red", "objset/objset", "\\x. filter(x, ?)");
    entry_is(model, "the", "EMPTY", "");
    g2l2_model_free(model);
}

static void same_bytes(void **state) {
    (void)state;
    g2l2_learn_options options = lesson_options(&few, 7);
    char *one = learn_for(6, options);
    options.n_threads = 2;
    char *two = learn_for(6, options);
    options.seed = 8;
    char *other = learn_for(6, options);
    assert_string_equal(one, two);
    assert_string_not_equal(one, other);
    free(one);
    free(two);
    free(other);
}

/* `same` compares objects by what answers name, also where no answer is a word. */
static void same_bytes_with_sameness(void **state) {
    (void)state;
    g2l2_learn_options options = lesson_options(&few, 7);
    options.candidates = "all";
    char *one = learn_for(12, options);
    options.n_threads = 2;
    char *two = learn_for(12, options);
    assert_string_equal(one, two);
    free(one);
    free(two);
}

/* Few questions, of a language that is simple: the simple set does, and is kept. */
static void simple_first(void **state) {
    (void)state;
    g2l2_learn_options options = lesson_options(&few, 7);
    g2l2_learn_report report;
    g2l2_model *model = lesson_learn(&few, visual, &options, &report);
    assert_string_equal(report.candidate_set, "plain");
    assert_int_equal(report.attempts, 1);
    g2l2_model_free(model);
    options.candidates = "all";
    model = lesson_learn(&few, visual, &options, &report);
    assert_string_equal(report.candidate_set, "all");
    g2l2_model_free(model);
}

/* ---- being stopped ------------------------------------------------------------------------------ */

static void interrupted(void **state) {
    (void)state;
    for (int most = 1; most <= 5; most += 2) {
        struct patience patience = {0, most};
        g2l2_learn_options options = lesson_options(&few, 1);
        g2l2_learn_report report = {0};
        options.progress = go_on;
        options.context = &patience;
        options.candidates = "basic";
        g2l2_model *model = lesson_learn(&few, visual, &options, &report);
        assert_true(report.interrupted);
        assert_int_equal(patience.calls, most);
        assert_true(g2l2_model_n_words(model) > 20);
        lesson_accuracy(&few, model, NULL); /* it can be asked */
        char *text = lesson_text(model);
        assert_non_null(strstr(text, "concept ObjConcept"));
        free(text);
        g2l2_model_free(model);
    }
}

/* ---- options --------------------------------------------------------------------------------------- */

static void lambda_has_effect(void **state) {
    (void)state;
    g2l2_learn_options options = lesson_options(&few, 1);
    char *usual = learn_for(4, options);
    options.lambda = .1;
    char *same = learn_for(4, options);
    options.lambda = 1;
    char *papers = learn_for(4, options);
    assert_string_equal(usual, same);
    assert_string_not_equal(usual, papers);
    free(usual);
    free(same);
    free(papers);
}

/* Learning may consider every attachment; answers come by the definition's grammar. */
static void grammar_is_of_learning(void **state) {
    (void)state;
    static const char *const grammars[] = {NULL, "normal-form", "plain"};
    char *texts[3];
    for (int i = 0; i < 3; i++) {
        g2l2_learn_options options = lesson_options(&few, 1);
        g2l2_model *again;
        g2l2_error err;
        options.grammar = grammars[i];
        texts[i] = learn_for(4, options);
        assert_non_null(strstr(texts[i], "grammar normal-form\n"));
        lesson_check(g2l2_lexicon_import(texts[i], strlen(texts[i]), NULL, NULL, &again, &err),
                     &err);
        assert_true(again->domain->syntax.attach_low);
        g2l2_model_free(again);
    }
    assert_string_equal(texts[0], texts[1]);
    assert_string_not_equal(texts[1], texts[2]);
    for (int i = 0; i < 3; i++) free(texts[i]);
}

/* Everything that may be wrong with what it is given: one sentence, and no model. */
static void refuses(void **state) {
    (void)state;
    g2l2_model *model = NULL;
    g2l2_error err;
    g2l2_learn_options options = lesson_options(&few, 1);
    options.scenes = NULL;
    assert_int_not_equal(g2l2_learn(visual, few.questions, &options, &model, NULL, &err), 0);
    assert_true(*err.message && !model);
    options = lesson_options(&few, 1);
    options.grammar = "free";
    assert_int_not_equal(g2l2_learn(visual, few.questions, &options, &model, NULL, &err), 0);
    assert_true(*err.message && !model);
    options = lesson_options(&few, 1);
    options.candidates = "none";
    assert_int_not_equal(g2l2_learn(visual, few.questions, &options, &model, NULL, &err), 0);
    assert_true(*err.message && !model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learns),
        cmocka_unit_test(same_bytes),
        cmocka_unit_test(same_bytes_with_sameness),
        cmocka_unit_test(simple_first),
        cmocka_unit_test(interrupted),
        cmocka_unit_test(lambda_has_effect),
        cmocka_unit_test(grammar_is_of_learning),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
