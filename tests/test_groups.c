/* What words share, found in features that look measured: values of an attribute are rivals,
 * two words for a kind are synonyms, and what was found is in the text, the file and the
 * answers. */
#include <stdlib.h>
#include <string.h>

#include "tests/measured.h"

struct fixture {
    struct lesson train, test;
    g2l2_domain *visual;
    g2l2_model *model;
    char *text;
};

static g2l2_model *learn_it(struct fixture *f, int threads, const char *recipe) {
    g2l2_learn_options options = lesson_options(&f->train, 1);
    options.n_threads = threads;
    options.recipe = recipe;
    options.noise = 1;
    return lesson_learn(&f->train, f->visual, &options, NULL);
}

static int open_fixture(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    g2l2_error err;
    measured_make(&f->train, 700, 24, 1);
    measured_make(&f->test, 400, 24, 2);
    lesson_check(g2l2_domain_open("visual", &f->visual, &err), &err);
    f->model = learn_it(f, 1, NULL);
    f->text = lesson_text(f->model);
    *state = f;
    return 0;
}

static int close_fixture(void **state) {
    struct fixture *f = *state;
    free(f->text);
    g2l2_model_free(f->model);
    g2l2_domain_free(f->visual);
    lesson_free(&f->train);
    lesson_free(&f->test);
    free(f);
    return 0;
}

static void are_found(void **state) {
    struct fixture *f = *state;
    assert_non_null(strstr(f->text, "\nrivals gold lead zinc\n"));
    assert_non_null(strstr(f->text, "\nrivals ball cube\n"));
    assert_non_null(strstr(f->text, "\nsynonyms ball globe\n"));
    assert_non_null(strstr(f->text, "\nsynonyms cube block\n"));
    assert_null(strstr(f->text, "concept ObjConcept globe"));
}

static void answers_are_right(void **state) {
    struct fixture *f = *state;
    double right = lesson_accuracy(&f->test, f->model, NULL);
    double zinc = lesson_accuracy(&f->test, f->model, "zinc");
    print_message("%.1f%% of new questions, %.1f%% of those about what lies amid\n", right, zinc);
    assert_true(right >= 95);
    assert_true(zinc >= 93);
}

static void threads_do_not_matter(void **state) {
    struct fixture *f = *state;
    g2l2_model *model = learn_it(f, 2, NULL);
    char *text = lesson_text(model);
    assert_string_equal(text, f->text);
    free(text);
    g2l2_model_free(model);
}

/* Text and file say the same, and answer the same. */
static void text_and_file(void **state) {
    struct fixture *f = *state;
    g2l2_model *models[2] = {NULL, NULL};
    g2l2_error err;
    void *bytes;
    size_t n;
    lesson_check(g2l2_lexicon_import(f->text, strlen(f->text), NULL, NULL, &models[0], &err), &err);
    lesson_check(g2l2_model_write(f->model, &bytes, &n, &err), &err);
    lesson_check(g2l2_model_read(bytes, n, &models[1], &err), &err);
    for (int i = 0; i < 2; i++) {
        char *text = lesson_text(models[i]);
        assert_string_equal(text, f->text);
        assert_true(lesson_accuracy(&f->test, models[i], NULL) ==
                    lesson_accuracy(&f->test, f->model, NULL));
        free(text);
        g2l2_model_free(models[i]);
    }
    free(bytes);
}

/* Synonyms are the same; of three rivals none is the opposite of another. */
static void concepts_come_out_right(void **state) {
    struct fixture *f = *state;
    g2l2_concepts *concepts;
    g2l2_error err;
    uint32_t synonyms = 0;
    lesson_check(g2l2_concepts_find(f->model, NULL, &concepts, &err), &err);
    for (size_t i = 0; i < g2l2_concepts_count(concepts); i++) {
        g2l2_concept c = g2l2_concepts_get(concepts, i);
        if (!strcmp(c.word, "globe")) {
            assert_int_equal(c.n_synonyms, 1);
            assert_string_equal(c.synonyms[0], "ball");
            synonyms++;
        }
        if (!strcmp(c.word, "globe") || !strcmp(c.word, "ball")) {
            assert_int_equal(c.n_rivals, 1);
            assert_string_equal(c.rivals[0], "cube");
        }
        if (!strcmp(c.word, "gold") || !strcmp(c.word, "zinc")) {
            assert_int_equal(c.n_rivals, 2);
            assert_string_equal(c.rivals[0], *c.word == 'g' ? "lead" : "gold");
            assert_int_equal(c.n_synonyms, 0);
            assert_null(c.opposite.word);
        }
    }
    assert_int_equal(synonyms, 1);
    g2l2_concepts_free(concepts);
}

/* What is wrong in a text is said with its line. */
static void refuses(void **state) {
    static const struct {
        const char *line, *why;
    } rows[] = {
        {"rivals gold", "two words"},
        {"rivals gold nothing", "'nothing' has no concept"},
        {"rivals gold any", "'any' has no concept"},
        {"rivals gold globe\nrivals gold cube", "has rivals already"},
        {"synonyms gold gold", "synonym of another already"},
        {"synonyms gold lead\nsynonyms zinc lead", "synonym of another already"},
        {"synonyms gold lead\nsynonyms lead zinc", "has synonyms, and is one"},
        {"rivals gold lead\nsynonyms zinc lead", "has rivals of its own"},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct g2l2_model *model = NULL;
        g2l2_error err;
        char *text = calloc(strlen(f->text) + 200, 1), *cut;
        strcpy(text, f->text);
        if ((cut = strstr(text, "rivals"))) *cut = 0;
        strcat(text, rows[i].line);
        strcat(text, "\n");
        assert_int_not_equal(g2l2_lexicon_import(text, strlen(text), NULL, NULL, &model, &err), 0);
        if (!strstr(err.message, rows[i].why)) fail_msg("%s: %s", rows[i].line, err.message);
        assert_null(model);
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_found),
        cmocka_unit_test(answers_are_right),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(text_and_file),
        cmocka_unit_test(concepts_come_out_right),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, open_fixture, close_fixture);
}
