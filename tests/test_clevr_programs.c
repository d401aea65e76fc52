/* Programs of questions, and their execution: with the official questions, where they are at hand
 * ($G2L2_SHARED/data/clevr), and with what is no program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/clevr_files.h"
#include "tests/clevr_twin.h"
#include "tests/shared.h"

static void expect_official(const char *name) {
    char of_scenes[SHARED_PATH_MAX], of_questions[SHARED_PATH_MAX];
    shared_path(of_scenes, "data/clevr/official/scenes_train.json.gz");
    shared_path(of_questions, name);
    json_t *scenes = load(of_scenes), *questions = load(of_questions);
    assert_int_equal(json_array_size(json_object_get(questions, "questions")), 30000);
    expect_answers(scenes, questions, false);
    json_decref(scenes);
    json_decref(questions);
}

static void answers_the_official_questions(void **state) {
    (void)state;
    expect_official("data/clevr/official/questions_six_train.json.gz");
}

static void answers_the_official_questions_of_all_families(void **state) {
    (void)state;
    expect_official("data/clevr/official/questions_train.json.gz");
}

static void refuses_bad_programs(void **state) {
    static const struct {
        const char *json, *says;
    } cases[] = {
        {"[]", "a program of 0 steps"},
        {"{}", "a program of 0 steps"},
        {"[{}]", "no function ''"},
        {"[{\"function\": \"fly\"}]", "no function 'fly'"},
        {"[{\"function\": \"filter\", \"inputs\": []}]", "no function 'filter'"},
        {"[{\"function\": \"scene\", \"inputs\": [0]}]", "takes 0 inputs"},
        {"[{\"function\": \"count\", \"inputs\": [0]}]", "not an earlier step"},
        {"[{\"function\": \"count\", \"inputs\": [-1]}]", "not an earlier step"},
        {"[{\"function\": \"scene\"}, {\"function\": \"relate\", \"inputs\": [0],"
         "\"value_inputs\": [\"left\"]}]",
         "not of type Object"},
        {"[{\"function\": \"scene\"}, {\"function\": \"filter_color\", \"inputs\": [0]}]",
         "needs a value"},
        {"[{\"function\": \"scene\"}, {\"function\": \"filter_color\", \"inputs\": [0],"
         "\"value_inputs\": [\"large\"]}]",
         "needs a value"},
    };
    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct clevr_program program;
        g2l2_error err;
        json_t *json = json_loads(cases[i].json, 0, NULL);
        assert_non_null(json);
        assert_int_equal(clevr_program_read(&program, json, &err), G2L2_STATUS_FORMAT);
        if (!strstr(err.message, cases[i].says)) fail_msg("%s", err.message);
        json_decref(json);
    }
}

static void unique_wants_one_object(void **state) {
    struct clevr_program program = {2, {{.function = FN_SCENE}, {.function = FN_UNIQUE}}};
    struct clevr_scene scene;
    struct clevr_answer answer;
    struct rng rng;
    (void)state;
    rng_seed(&rng, 1);
    clevr_scene_sample(&scene, NULL, &rng);
    assert_int_equal(clevr_execute(&program, &scene, &answer, NULL), G2L2_STATUS_DATA);
    scene.n = 1;
    clevr_scene_index(&scene);
    assert_int_equal(clevr_execute(&program, &scene, &answer, NULL), G2L2_STATUS_OK);
    assert_int_equal(answer.type, CLEVR_OBJECT);
    assert_null(clevr_answer_text(&answer));
}

/* Without a relation all objects are left, without a sameness all others. */
static void steps_can_be_left_out(void **state) {
    struct clevr_program program = {5,
                                    {{.function = FN_SCENE},
                                     {.function = FN_FILTER + CLEVR_COLOR, .value = 3},
                                     {.function = FN_UNIQUE, .inputs = {1}},
                                     {.function = FN_RELATE, .inputs = {2}},
                                     {.function = FN_SAME + CLEVR_COLOR, .inputs = {2}}}};
    struct clevr_scene scene;
    struct rng rng;
    uint32_t outputs[5];
    (void)state;
    rng_seed(&rng, 1);
    clevr_scene_sample(&scene, NULL, &rng);
    for (uint32_t i = 0; i < scene.n; i++) scene.objects[i].value[CLEVR_COLOR] = i == 1 ? 3 : 0;
    clevr_scene_index(&scene);
    clevr_set all = (1u << scene.n) - 1;
    assert_true(clevr_run(&program, &scene, outputs));
    assert_int_equal(outputs[3], scene.related[0][1]);
    assert_int_equal(outputs[4], 0);
    assert_true(clevr_run_without(&program, &scene, 3, outputs));
    assert_int_equal(outputs[3], all);
    assert_true(clevr_run_without(&program, &scene, 4, outputs));
    assert_int_equal(outputs[3], scene.related[0][1]);
    assert_int_equal(outputs[4], all & ~2u);
}

int main(void) {
    const struct CMUnitTest tests_of_clevr[] = {
        cmocka_unit_test(answers_the_official_questions),
        cmocka_unit_test(answers_the_official_questions_of_all_families),
        cmocka_unit_test(refuses_bad_programs),
        cmocka_unit_test(unique_wants_one_object),
        cmocka_unit_test(steps_can_be_left_out),
    };
    return cmocka_run_group_tests(tests_of_clevr, NULL, NULL);
}
