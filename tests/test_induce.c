/* Lexicons with real syntax from nested records: three made-up languages (sentences.h) with other
 * words, other fields and another order each; what they learn must hold for deeper sentences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/sentences.h"
#include "tests/shared.h"

/* `sure`: the mean confidence of what is right, if wanted. */
static double accuracy(const g2l2_model *model, const g2l2_dataset *data, size_t every,
                       double *sure) {
    g2l2_parser *parser;
    g2l2_result result;
    size_t right = 0, n = 0;
    double sum = 0;
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, NULL), 0);
    for (size_t i = 0; i < g2l2_dataset_count(data); i += every, n++) {
        g2l2_example e = g2l2_dataset_get(data, i);
        assert_int_equal(g2l2_parser_run(parser, e.sentence, 1, &result, NULL), 0);
        if (!result.n_readings || strcmp(result.readings[0].text, e.target) != 0) continue;
        right++;
        sum += result.readings[0].confidence;
    }
    g2l2_parser_free(parser);
    if (sure) *sure = sum / (double)right;
    return (double)right / (double)n;
}

static g2l2_model *learn(const g2l2_dataset *data, g2l2_error *err) {
    g2l2_domain *domain;
    g2l2_model *model = NULL;
    g2l2_learn_options options = g2l2_learn_options_default();
    assert_int_equal(g2l2_domain_open("nested", &domain, NULL), 0);
    g2l2_status status = g2l2_learn(domain, data, &options, &model, NULL, err);
    g2l2_domain_free(domain);
    return status ? NULL : model;
}

static g2l2_dataset *new_data(void) {
    g2l2_dataset *data;
    assert_int_equal(g2l2_dataset_new(&data, NULL), 0);
    return data;
}

/* Learned from sentences with one modifier within another at most, asked for deeper ones. */
static void check_language(enum order order, double least) {
    g2l2_dataset *data = new_data(), *deep = new_data();
    add_sentences(data, order, 700, 1, 1);
    add_sentences(deep, order, 200, 3, 2);
    g2l2_error err;
    g2l2_model *model = learn(data, &err);
    assert_non_null(model);
    double sure, reached = accuracy(model, deep, 1, &sure);
    if (reached < least) fail_msg("%.3f of the deeper sentences, not %.3f", reached, least);
    if (sure < .95) fail_msg("what is right is held for %.3f likely", sure);
    g2l2_model_free(model);
    g2l2_dataset_free(data);
    g2l2_dataset_free(deep);
}

static void verb_final(void **state) {
    (void)state;
    check_language(VERB_FINAL, 0.97);
}

static void head_initial(void **state) {
    (void)state;
    check_language(HEAD_INITIAL, 0.97);
}

static void postpositional(void **state) {
    (void)state;
    check_language(POSTPOSITIONAL, 0.95);
}

static bool explains(g2l2_parser *parser, g2l2_example e) {
    g2l2_result result;
    assert_int_equal(g2l2_parser_run(parser, e.sentence, 1, &result, NULL), 0);
    return result.n_readings && !strcmp(result.readings[0].text, e.target);
}

/* What is not explained are the wrong examples, and what is not even without them. */
static void check_unexplained(const g2l2_model *model, const g2l2_dataset *data,
                              const g2l2_dataset *right) {
    g2l2_parser *parser, *better;
    g2l2_model *without = learn(right, NULL);
    assert_non_null(without);
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, NULL), 0);
    assert_int_equal(g2l2_parser_new(without, NULL, &better, NULL), 0);
    for (size_t i = 0; i < g2l2_dataset_count(data); i++) {
        g2l2_example e = g2l2_dataset_get(data, i), was = g2l2_dataset_get(right, i);
        bool expected = !strcmp(e.target, was.target) && explains(better, was);
        if (explains(parser, e) != expected) fail_msg("%zu: %s", i, e.sentence);
    }
    g2l2_parser_free(parser);
    g2l2_parser_free(better);
    g2l2_model_free(without);
}

static void check_wrong_labels(enum order order) {
    g2l2_dataset *right = new_data(), *data = new_data(), *clean = new_data();
    g2l2_error err;
    add_sentences(right, order, 600, 1, 1);
    add_sentences(clean, order, 200, 2, 2);
    add_with_mistakes(data, right);
    g2l2_model *model = learn(data, &err);
    assert_non_null(model);
    double reached = accuracy(model, clean, 1, NULL);
    if (reached < .95) fail_msg("%.3f of the clean sentences", reached);
    check_unexplained(model, data, right);
    g2l2_model_free(model);
    g2l2_dataset_free(right);
    g2l2_dataset_free(data);
    g2l2_dataset_free(clean);
}

static void wrong_labels(void **state) {
    (void)state;
    check_wrong_labels(VERB_FINAL);
    check_wrong_labels(HEAD_INITIAL);
    check_wrong_labels(POSTPOSITIONAL);
}

/* Five verbs have two frames; the sixth, which has one of them, has the other as well. */
static void frames_go_together(void **state) {
    (void)state;
    static const char wanted[] =
        "{\"command\":\"Moru zumo kasi el Tika "
        "fi\",\"result\":{\"id\":\"bring\",\"doer\":{\"id\":\"Moru\"},"
        "\"done\":{\"id\":\"dog\",\"known\":true},\"to\":{\"id\":\"Tika\"}}}\n";
    g2l2_dataset *data = new_data(), *asked = new_data();
    add_sentences(data, POSTPOSITIONAL, 300, 1, 1);
    add_both_frames(data, "");
    assert_int_equal(g2l2_dataset_parse(asked, wanted, strlen(wanted), NULL, NULL, NULL), 0);
    g2l2_model *model = learn(data, NULL);
    assert_non_null(model);
    assert_true(accuracy(model, asked, 1, NULL) > 0);
    g2l2_model_free(model);
    g2l2_dataset_free(data);
    g2l2_dataset_free(asked);
}

/* The same examples make the same bytes. */
static void same_bytes(void **state) {
    (void)state;
    char *text[2];
    for (int i = 0; i < 2; i++) {
        g2l2_dataset *data = new_data();
        add_sentences(data, HEAD_INITIAL, 200, 1, 5);
        g2l2_model *model = learn(data, NULL);
        assert_non_null(model);
        assert_int_equal(g2l2_lexicon_export(model, &text[i], NULL), 0);
        g2l2_model_free(model);
        g2l2_dataset_free(data);
    }
    assert_string_equal(text[0], text[1]);
    free(text[0]);
    free(text[1]);
}

static void flat_is_refused(void **state) {
    (void)state;
    static const char flat[] =
        "{\"command\":\"lamp on\",\"result\":{\"what\":\"lamp\",\"on\":true}}\n";
    g2l2_dataset *data = new_data();
    g2l2_error err;
    assert_int_equal(g2l2_dataset_parse(data, flat, strlen(flat), NULL, NULL, NULL), 0);
    assert_null(learn(data, &err));
    assert_int_equal(err.status, G2L2_STATUS_DATA);
    assert_non_null(strstr(err.message, "nested objects"));
    g2l2_dataset_free(data);
}

/* Published sentences: a quarter of the training part, some of the rest. */
static void published(void **state) {
    (void)state;
    char train[SHARED_PATH_MAX], dev[SHARED_PATH_MAX];
    shared_path(train, "data/slog/train.jsonl");
    shared_path(dev, "data/slog/dev.jsonl");
    g2l2_dataset *all = new_data(), *data = new_data(), *held = new_data();
    assert_int_equal(g2l2_dataset_read(all, train, NULL, NULL), 0);
    assert_int_equal(g2l2_dataset_read(held, dev, NULL, NULL), 0);
    for (size_t i = 0; i < g2l2_dataset_count(all); i += 4) {
        g2l2_example e = g2l2_dataset_get(all, i);
        char line[8000];
        snprintf(line, sizeof line, "{\"command\":\"%s\",\"result\":%s}\n", e.sentence, e.target);
        assert_int_equal(g2l2_dataset_parse(data, line, strlen(line), NULL, NULL, NULL), 0);
    }
    g2l2_model *model = learn(data, NULL);
    assert_non_null(model);
    assert_true(accuracy(model, held, 8, NULL) > 0.97);
    g2l2_model_free(model);
    g2l2_dataset_free(all);
    g2l2_dataset_free(data);
    g2l2_dataset_free(held);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verb_final),         cmocka_unit_test(head_initial),
        cmocka_unit_test(postpositional),     cmocka_unit_test(wrong_labels),
        cmocka_unit_test(frames_go_together), cmocka_unit_test(same_bytes),
        cmocka_unit_test(flat_is_refused),    cmocka_unit_test(published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
