/* Scenes encoded for training and as a model was trained, and shown to a parser. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "data/features.h"
#include "parser/parser.h"

#define LENGTH(a) (sizeof(a) / sizeof(a)[0])

/* Feature 0 is how much something counts as a thing. */
static const char given_text[] = "domain visual\n"
                                 "features 1 given\n"
                                 "how => EMPTY\n"
                                 "many => integer/objset : \\x. count(x)\n"
                                 "things => objset : filter(scene(), ?)\n"
                                 "concept ObjConcept things = 20 -10\n";

static g2l2_model *import(const char *text) {
    g2l2_model *model = NULL;
    g2l2_error err = {0};
    if (g2l2_lexicon_import(text, strlen(text), NULL, NULL, &model, &err))
        fail_msg("%s", err.message);
    return model;
}

static g2l2_scenes *scenes_of(const char *json) {
    char path[] = "/tmp/g2l2-encode-XXXXXX";
    int file = mkstemp(path);
    g2l2_scenes *scenes;
    g2l2_error err = {0};
    assert_int_equal(write(file, json, strlen(json)), strlen(json));
    close(file);
    assert_int_equal(g2l2_scenes_new(&scenes, &err), G2L2_STATUS_OK);
    g2l2_status status = g2l2_scenes_read(scenes, path, NULL, &err);
    unlink(path);
    if (status) fail_msg("%s", err.message);
    return scenes;
}

static g2l2_parser *parser_of(const g2l2_model *model) {
    g2l2_parser *parser;
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, NULL), G2L2_STATUS_OK);
    return parser;
}

static void expect_answer(g2l2_parser *parser, const char *answer) {
    g2l2_result result;
    g2l2_error err = {0};
    assert_int_equal(g2l2_parser_run(parser, "How many things?", 1, &result, &err), G2L2_STATUS_OK);
    assert_int_equal(result.n_readings, 1);
    assert_string_equal(result.readings[0].text, answer);
}

static void domains_with_scenes(void **state) {
    (void)state;
    for (const char *const *name = g2l2_domain_names(); *name; name++) {
        g2l2_domain *domain;
        assert_int_equal(g2l2_domain_open(*name, &domain, NULL), G2L2_STATUS_OK);
        bool scenes =
            !strcmp(*name, "visual") || !strcmp(*name, "fetch") || !strcmp(*name, "facts");
        assert_int_equal(g2l2_domain_has_scenes(domain), scenes);
        assert_int_equal(g2l2_domain_has_facts(domain), !strcmp(*name, "facts"));
        g2l2_domain_free(domain);
    }
}

static void shown_one_after_the_other(void **state) {
    (void)state;
    g2l2_model *model = import(given_text);
    g2l2_scenes *scenes = scenes_of("[{\"objects\": []},"
                                    " {\"objects\": [{\"features\": [1]}, {\"features\": [0]}]},"
                                    " {\"objects\": [{\"features\": [1]}, {\"features\": [1]}]}]");
    static const char *const answers[] = {"0", "1", "2"};
    g2l2_parser *parser = parser_of(model);
    assert_int_equal(g2l2_scenes_encode_for(scenes, model, NULL), G2L2_STATUS_OK);
    for (size_t i = 0; i < 30; i++) {
        size_t scene = i * i % 3;
        assert_int_equal(g2l2_parser_set_scene(parser, scenes, scene, NULL), G2L2_STATUS_OK);
        expect_answer(parser, answers[scene]);
        expect_answer(parser, answers[scene]);
    }
    g2l2_parser_free(parser);
    g2l2_scenes_free(scenes);
    g2l2_model_free(model);
}

/* A scene that comes to lie where another one was is not taken for it. */
static void other_scenes_in_the_same_place(void **state) {
    (void)state;
    static const char *const json[] = {"{\"objects\": [{\"features\": [1]}]}",
                                       "{\"objects\": [{\"features\": [0]}]}"};
    static const char *const answers[] = {"1", "0"};
    g2l2_model *model = import(given_text);
    g2l2_parser *parser = parser_of(model);
    for (int i = 0; i < 20; i++) {
        g2l2_scenes *scenes = scenes_of(json[i % 2]);
        assert_int_equal(g2l2_scenes_encode_for(scenes, model, NULL), G2L2_STATUS_OK);
        assert_int_equal(g2l2_parser_set_scene(parser, scenes, 0, NULL), G2L2_STATUS_OK);
        expect_answer(parser, answers[i % 2]);
        g2l2_scenes_free(scenes);
    }
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

/* The text of the encoder makes the same features again, in scenes of another file, whatever that says beside. */
static void as_they_were_learned_from(void **state) {
    (void)state;
    static const char first[] = "[{\"objects\": [{\"color\": \"red\", \"x#1\": 1}, {\"x#1\": 3}]},"
                                " {\"objects\": [{\"color\": \"blue\", \"x#1\": -2}]}]";
    static const char second[] =
        "{\"objects\": [{\"color\": \"blue\", \"x#1\": -2, \"rotation\": 7}]}";
    g2l2_scenes *a = scenes_of(first), *b = scenes_of(second);
    g2l2_feature_options options = {.size = 5, .noise = .25, .seed = 3};
    assert_null(scenes_encoder_text(a));
    assert_int_equal(g2l2_scenes_encode(a, &options, NULL), G2L2_STATUS_OK);
    char text[600];
    snprintf(text, sizeof text, "domain visual\n%s", scenes_encoder_text(a));
    g2l2_model *model = import(text);
    assert_string_equal(model->features, scenes_encoder_text(a));
    assert_int_equal(g2l2_scenes_encode_for(b, model, NULL), G2L2_STATUS_OK);
    assert_string_equal(scenes_encoder_text(b), scenes_encoder_text(a));
    assert_memory_equal(scenes_get(a, 1)->features, scenes_get(b, 0)->features, 5 * sizeof(float));
    g2l2_model_free(model);
    g2l2_scenes_free(a);
    g2l2_scenes_free(b);
}

/* ---- learned models --------------------------------------------------------------------- */

static void fill(g2l2_dataset *data) {
    static const char *const colors[] = {"red", "green", "blue"};
    char question[40];
    for (size_t i = 0; i < 54; i++) {
        const char *asked = colors[i / 3 % 3], *seen = colors[i % 3];
        snprintf(question, sizeof question, i % 2 ? "is it %s" : "which hue", asked);
        const char *answer = i % 2 == 0 ? seen : asked == seen ? "yes" : "no";
        assert_int_equal(g2l2_dataset_add_question(data, question, answer, i % 3, NULL, 0, NULL),
                         G2L2_STATUS_OK);
    }
}

static g2l2_model *learned_from(const g2l2_scenes *scenes) {
    g2l2_domain *domain;
    g2l2_dataset *data;
    g2l2_model *model = NULL;
    g2l2_error err = {0};
    g2l2_learn_options options = g2l2_learn_options_default();
    assert_int_equal(g2l2_domain_open("visual", &domain, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    fill(data);
    options.scenes = scenes;
    options.noise = 1; /* how well is not of interest here */
    if (g2l2_learn(domain, data, &options, &model, NULL, &err)) fail_msg("%s", err.message);
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
    return model;
}

static void expect_same_answers(const g2l2_model *a, const g2l2_model *b,
                                const g2l2_scenes *scenes) {
    g2l2_parser *first = parser_of(a), *second = parser_of(b);
    for (size_t i = 0; i < g2l2_scenes_count(scenes); i++) {
        g2l2_result x, y;
        assert_int_equal(g2l2_parser_set_scene(first, scenes, i, NULL), G2L2_STATUS_OK);
        assert_int_equal(g2l2_parser_set_scene(second, scenes, i, NULL), G2L2_STATUS_OK);
        assert_int_equal(g2l2_parser_run(first, "is it red", 9, &x, NULL), G2L2_STATUS_OK);
        assert_int_equal(g2l2_parser_run(second, "is it red", 9, &y, NULL), G2L2_STATUS_OK);
        assert_int_equal(x.n_readings, y.n_readings);
        for (size_t k = 0; k < x.n_readings; k++) {
            assert_string_equal(x.readings[k].text, y.readings[k].text);
            assert_true(x.readings[k].confidence == y.readings[k].confidence);
        }
    }
    g2l2_parser_free(first);
    g2l2_parser_free(second);
}

/* What was learned, and what is loaded again, is the same to the last bit. */
static void learned_saved_loaded(void **state) {
    (void)state;
    char path[] = "/tmp/g2l2-encode-XXXXXX";
    g2l2_scenes *scenes = scenes_of("[{\"objects\": [{\"hue\": \"red\"}]},"
                                    " {\"objects\": [{\"hue\": \"green\"}]},"
                                    " {\"objects\": [{\"hue\": \"blue\"}]}]");
    g2l2_model *loaded;
    assert_int_equal(g2l2_scenes_encode(scenes, NULL, NULL), G2L2_STATUS_OK);
    g2l2_model *model = learned_from(scenes);
    const struct lexicon *lexicon = &model->lexicon;
    assert_string_equal(model->features, scenes_encoder_text(scenes));
    close(mkstemp(path));
    assert_int_equal(g2l2_model_save(model, path, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_model_load(path, &loaded, NULL), G2L2_STATUS_OK);
    unlink(path);
    assert_int_equal(loaded->lexicon.words.n, lexicon->words.n);
    assert_int_equal(loaded->lexicon.n_params, lexicon->n_params);
    assert_memory_equal(loaded->lexicon.params, lexicon->params,
                        (size_t)lexicon->words.n * lexicon->n_params * sizeof *lexicon->params);
    expect_same_answers(model, loaded, scenes);
    g2l2_model_free(loaded);
    g2l2_model_free(model);
    g2l2_scenes_free(scenes);
}

/* ---- what is refused --------------------------------------------------------------------- */

static void expect_refused(g2l2_status status, const g2l2_error *err, const char *message) {
    assert_int_not_equal(status, G2L2_STATUS_OK);
    assert_string_equal(err->message, message);
}

static void what_is_refused(void **state) {
    (void)state;
    g2l2_error err = {0};
    g2l2_model *model = import(given_text), *nav = import("domain nav\nwalk => EMPTY");
    g2l2_scenes *scenes = scenes_of("{\"objects\": [{\"features\": [1]}]}");
    g2l2_parser *parser = parser_of(model), *walker = parser_of(nav);
    expect_refused(g2l2_parser_set_scene(parser, scenes, 0, &err), &err,
                   "the scenes have no features yet: encode them first");
    expect_refused(g2l2_parser_set_scene(parser, scenes, 1, &err), &err,
                   "there is no scene 1 among the 1");
    expect_refused(g2l2_parser_set_scene(parser, scenes, SIZE_MAX, &err), &err,
                   "there is no scene 18446744073709551615 among the 1");
    expect_refused(g2l2_scenes_encode_for(scenes, nav, &err), &err,
                   "the sentences of domain 'nav' are not about scenes");
    assert_int_equal(g2l2_scenes_encode_for(scenes, model, &err), G2L2_STATUS_OK);
    expect_refused(g2l2_parser_set_scene(walker, scenes, 0, &err), &err,
                   "the sentences of domain 'nav' are about no scene");
    g2l2_parser_free(parser);
    g2l2_parser_free(walker);
    g2l2_scenes_free(scenes);
    g2l2_model_free(model);
    g2l2_model_free(nav);
}

static void models_that_do_not_fit(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"domain visual\n",
         "the model does not say how objects become features; it was never trained"},
        {"domain visual\nfeatures 2 given\n",
         "these objects have feature vectors of 1 numbers, but learning was from vectors of 2"},
        {"domain visual\nfeatures 1 noise 0 seed 0\n",
         "these objects bring feature vectors of 1 numbers, but learning was from properties; "
         "leave \"features\" out"},
        {"domain visual\nfeatures 1 taken\n",
         "the features of the model: line 1 of the features is not `features SIZE noise NOISE seed "
         "SEED` or `features SIZE given`"},
        {"domain visual\nfeatures 1 noise 0 seed 0\nnumeric x mean 0 scale 0\n",
         "the features of the model: line 2 of the features is not `numeric NAME mean MEAN scale "
         "SCALE`, in the order of names"},
    };
    g2l2_scenes *scenes = scenes_of("{\"objects\": [{\"features\": [1]}]}");
    for (size_t i = 0; i < LENGTH(cases); i++) {
        g2l2_error err = {0};
        g2l2_model *model = import(cases[i].text);
        expect_refused(g2l2_scenes_encode_for(scenes, model, &err), &err, cases[i].message);
        g2l2_model_free(model);
    }
    g2l2_scenes_free(scenes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(domains_with_scenes),
        cmocka_unit_test(shown_one_after_the_other),
        cmocka_unit_test(other_scenes_in_the_same_place),
        cmocka_unit_test(as_they_were_learned_from),
        cmocka_unit_test(learned_saved_loaded),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(models_that_do_not_fit),
    };
    return cmocka_run_group_tests_name("encode", tests, NULL, NULL);
}
