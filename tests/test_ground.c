/* Learning from questions about scenes: the data are generated, their answers computed
 * by programs, and the learner sees words, features and answers only.
 *
 *   clevr_generate ─▶ files ─▶ scenes, questions ─▶ g2l2_learn ─▶ model ─▶ held out */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "domains/visual/clevr/clevr.h"
#include "model/model.h"

struct data {
    g2l2_scenes *scenes;
    g2l2_dataset *questions;
};

static g2l2_domain *visual;
static struct data many, few, held_out;

static void check(g2l2_status status, const g2l2_error *err) {
    if (status) fail_msg("%s", err->message);
}

/* ---- data ---------------------------------------------------------------------------------- */

static void read_data(struct data *d, const char *folder) {
    char path[64];
    g2l2_error err;
    check(g2l2_scenes_new(&d->scenes, &err), &err);
    check(g2l2_dataset_new(&d->questions, &err), &err);
    snprintf(path, sizeof path, "%s/scenes.json", folder);
    check(g2l2_scenes_read(d->scenes, path, NULL, &err), &err);
    unlink(path);
    snprintf(path, sizeof path, "%s/questions.json", folder);
    check(g2l2_dataset_read_questions(d->questions, path, d->scenes, NULL, &err), &err);
    unlink(path);
    rmdir(folder);
}

static void make_data(struct data *d, size_t questions, enum clevr_part part, uint64_t seed) {
    char folder[] = "/tmp/g2l2-ground-XXXXXX";
    struct clevr_options options = clevr_options_default();
    g2l2_error err;
    assert_non_null(mkdtemp(folder));
    options.questions = questions;
    options.part = part;
    options.seed = seed;
    options.folder = folder;
    check(clevr_generate(&options, &err), &err);
    read_data(d, folder);
}

static void free_data(struct data *d) {
    g2l2_scenes_free(d->scenes);
    g2l2_dataset_free(d->questions);
}

static int open_all(void **state) {
    (void)state;
    g2l2_error err;
    make_data(&many, 2000, CLEVR_TRAIN, 1);
    make_data(&few, 80, CLEVR_TRAIN, 2);
    make_data(&held_out, 1000, CLEVR_TEST, 3);
    check(g2l2_domain_open("visual", &visual, &err), &err);
    check(g2l2_scenes_encode(many.scenes, NULL, &err), &err);
    check(g2l2_scenes_encode(few.scenes, NULL, &err), &err);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    g2l2_domain_free(visual);
    free_data(&many);
    free_data(&few);
    free_data(&held_out);
    return 0;
}

/* ---- learning --------------------------------------------------------------------------------- */

static g2l2_learn_options options_for(const struct data *d, uint64_t seed) {
    g2l2_learn_options options = g2l2_learn_options_default();
    options.seed = seed;
    options.scenes = d->scenes;
    options.n_threads = 1;
    return options;
}

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

static g2l2_model *learn(const struct data *d, const g2l2_learn_options *options,
                         g2l2_learn_report *report) {
    g2l2_model *model = NULL;
    g2l2_error err;
    check(g2l2_learn(visual, d->questions, options, &model, report, &err), &err);
    assert_non_null(model);
    return model;
}

/* So many reports of the learner, then stop: a model to compare, in a second. */
static char *learn_for(int reports, g2l2_learn_options options) {
    struct patience patience = {0, reports};
    char *text;
    g2l2_error err;
    options.progress = go_on;
    options.context = &patience;
    g2l2_model *model = learn(&few, &options, NULL);
    assert_int_equal(patience.calls, reports);
    check(g2l2_lexicon_export(model, &text, &err), &err);
    g2l2_model_free(model);
    return text;
}

static char *text_of(g2l2_model *model) {
    char *text;
    g2l2_error err;
    check(g2l2_lexicon_export(model, &text, &err), &err);
    return text;
}

static double accuracy(const g2l2_model *model, const struct data *d) {
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_error err;
    size_t right = 0, n = g2l2_dataset_count(d->questions);
    check(g2l2_scenes_encode_for(d->scenes, model, &err), &err);
    check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    for (size_t i = 0; i < n; i++) {
        g2l2_example e = g2l2_dataset_get(d->questions, i);
        check(g2l2_parser_look(parser, d->scenes, e.scene, &err), &err);
        check(g2l2_parser_run(parser, e.sentence, 1, &result, &err), &err);
        right += result.n_readings && !strcmp(result.readings[0].text, e.target);
    }
    g2l2_parser_free(parser);
    return 100. * (double)right / (double)n;
}

static const g2l2_entry *best_entry(const g2l2_model *model, const char *word) {
    static g2l2_entry entry;
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        entry = g2l2_model_entry(model, i);
        if (!strcmp(entry.word, word)) return &entry;
    }
    fail_msg("there is no word '%s'", word);
    return NULL;
}

static void entry_is(const g2l2_model *model, const char *word, const char *category,
                     const char *program) {
    const g2l2_entry *e = best_entry(model, word);
    if (strcmp(e->category, category) || strcmp(e->program ? e->program : "", program))
        fail_msg("'%s' is %s : %s", word, e->category, e->program ? e->program : "");
}

/* 2,000 questions, and what was learned holds for scenes and questions never seen. */
static void learns(void **state) {
    (void)state;
    g2l2_learn_options options = options_for(&many, 1);
    g2l2_learn_report report = {0};
    options.n_threads = 2;
    g2l2_model *model = learn(&many, &options, &report);
    double right = accuracy(model, &held_out);
    print_message("%.1f%% of held-out questions after 2000, %.1f s of CPU time\n", right,
                  report.cpu_seconds);
    assert_true(right >= 97);
    assert_int_equal(report.examples, 2000);
    assert_false(report.interrupted);
    entry_is(model, "many", "integer/objset", "\\x. count(x)");
    entry_is(model, "red", "objset/objset", "\\x. filter(x, ?)");
    entry_is(model, "the", "EMPTY", "");
    g2l2_model_free(model);
}

static void same_bytes(void **state) {
    (void)state;
    g2l2_learn_options options = options_for(&few, 7);
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

/* ---- being stopped ------------------------------------------------------------------------------ */

static void interrupted(void **state) {
    (void)state;
    for (int most = 1; most <= 5; most += 2) {
        struct patience patience = {0, most};
        g2l2_learn_options options = options_for(&few, 1);
        g2l2_learn_report report = {0};
        options.progress = go_on;
        options.context = &patience;
        g2l2_model *model = learn(&few, &options, &report);
        assert_true(report.interrupted);
        assert_int_equal(patience.calls, most);
        assert_true(g2l2_model_n_words(model) > 20);
        accuracy(model, &few); /* it can be asked */
        char *text = text_of(model);
        assert_non_null(strstr(text, "concept ObjConcept"));
        free(text);
        g2l2_model_free(model);
    }
}

/* ---- options --------------------------------------------------------------------------------------- */

static void lambda_has_effect(void **state) {
    (void)state;
    g2l2_learn_options options = options_for(&few, 1);
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

static void grammar_is_kept(void **state) {
    (void)state;
    static const char *const grammars[] = {NULL, "normal-form", "plain"};
    char *texts[3];
    for (int i = 0; i < 3; i++) {
        g2l2_learn_options options = options_for(&few, 1);
        g2l2_model *again;
        g2l2_error err;
        options.grammar = grammars[i];
        texts[i] = learn_for(4, options);
        assert_non_null(strstr(texts[i], i < 2 ? "grammar normal-form\n" : "grammar plain\n"));
        check(g2l2_lexicon_import(texts[i], strlen(texts[i]), NULL, &again, &err), &err);
        assert_int_equal(again->domain->syntax.attach_low, i < 2);
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
    g2l2_learn_options options = options_for(&few, 1);
    options.scenes = NULL;
    assert_int_not_equal(g2l2_learn(visual, few.questions, &options, &model, NULL, &err), 0);
    assert_true(*err.message && !model);
    options = options_for(&few, 1);
    options.grammar = "free";
    assert_int_not_equal(g2l2_learn(visual, few.questions, &options, &model, NULL, &err), 0);
    assert_true(*err.message && !model);
    options = options_for(&few, 1);
    options.candidates = "none";
    assert_int_not_equal(g2l2_learn(visual, few.questions, &options, &model, NULL, &err), 0);
    assert_true(*err.message && !model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learns),          cmocka_unit_test(same_bytes),
        cmocka_unit_test(interrupted),     cmocka_unit_test(lambda_has_effect),
        cmocka_unit_test(grammar_is_kept), cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
