/* The generator of scenes and questions: what it makes is read back from its files and answered
 * again by a twin of the executor (tests/clevr_twin.c). The same seed gives the same bytes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <zlib.h>

#include "tests/clevr_files.h"
#include "tests/clevr_twin.h"
#include "tests/shared.h"

/* ---- scenes ------------------------------------------------------------------------------- */

static void expect_apart(const struct clevr_object *a, const struct clevr_object *b) {
    double dx = a->at[0] - b->at[0], dy = a->at[1] - b->at[1];
    assert_true(hypot(dx, dy) - a->at[2] - b->at[2] >= 0.25 - 1e-12);
    for (int r = 0; r < CLEVR_N_RELATIONS; r++)
        assert_true(fabs(dx * clevr_directions[r][0] + dy * clevr_directions[r][1]) >= 0.4);
}

static void scenes_follow_the_rules(void **state) {
    size_t sizes[11] = {0}, values[CLEVR_N_ATTRIBUTES][CLEVR_MAX_VALUES] = {{0}};
    struct rng rng;
    (void)state;
    rng_seed(&rng, 7);
    for (int n = 0; n < 2000; n++) {
        struct clevr_scene scene;
        clevr_scene_sample(&scene, NULL, &rng);
        assert_in_range(scene.n, 3, 10);
        sizes[scene.n]++;
        for (uint32_t i = 0; i < scene.n; i++) {
            const struct clevr_object *object = &scene.objects[i];
            for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++) values[a][object->value[a]]++;
            assert_true(fabs(object->at[0]) <= 3 && fabs(object->at[1]) <= 3);
            assert_true(object->at[2] == (object->value[CLEVR_SIZE] ? 0.7 : 0.35));
            assert_true(object->rotation >= 0 && object->rotation <= 360);
            assert_true(object->pixel[0] > 0 && object->pixel[0] < 480);
            for (uint32_t j = 0; j < i; j++) expect_apart(object, &scene.objects[j]);
        }
    }
    for (int n = 3; n <= 10; n++) assert_in_range(sizes[n], 180, 320);
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++)
        for (int v = 0; v < clevr_n_values[a]; v++)
            assert_in_range(values[a][v], 10000 / clevr_n_values[a], 16000 / clevr_n_values[a]);
}

static double off_direction(const json_t *scene, int relation) {
    const char *name = clevr_values[CLEVR_RELATION][relation];
    const json_t *theirs = json_object_get(json_object_get(scene, "directions"), name);
    double out = 0;
    for (size_t k = 0; k < 3; k++)
        out += fabs(json_number_value(json_array_get(theirs, k)) - clevr_directions[relation][k]);
    return out;
}

/* Squared distance in pixels between theirs and what our camera sees. */
static double off_camera(const struct clevr_object *theirs) {
    struct clevr_object ours = *theirs;
    clevr_object_project(&ours);
    double dx = ours.pixel[0] - theirs->pixel[0], dy = ours.pixel[1] - theirs->pixel[1];
    return dx * dx + dy * dy;
}

/* Every published row is dot(b - a, direction) > 0.2, the directions are the same
 * everywhere, and the camera is ours give or take its jitter. */
static void relations_and_camera_are_the_published_ones(void **state) {
    size_t i, n = 0;
    double off = 0;
    const json_t *json;
    char path[SHARED_PATH_MAX];
    json_t *file = load(shared_path(path, "data/clevr/CLEVR_train_scenes_1000.json.gz"));
    (void)state;
    json_array_foreach(json_object_get(file, "scenes"), i, json) {
        struct clevr_scene theirs, ours;
        assert_int_equal(clevr_scene_read(&theirs, json, NULL), G2L2_STATUS_OK);
        ours = theirs;
        clevr_scene_index(&ours);
        for (uint32_t k = 0; k < ours.n; k++, n++) {
            for (int r = 0; r < CLEVR_N_RELATIONS; r++)
                assert_int_equal(ours.related[r][k], theirs.related[r][k]);
            off += off_camera(&theirs.objects[k]);
        }
        for (int r = 0; r < CLEVR_N_RELATIONS; r++) assert_true(off_direction(json, r) < 1e-9);
    }
    json_decref(file);
    assert_int_equal(n, 6455);
    assert_true(sqrt(off / (double)n) < 6);
}

static void scenes_are_written_as_they_are(void **state) {
    struct fixture *f = *state;
    size_t i;
    const json_t *json;
    generate(f, some(500));
    json_array_foreach(json_object_get(f->scenes, "scenes"), i, json) {
        struct clevr_scene read, again;
        assert_int_equal(clevr_scene_read(&read, json, NULL), G2L2_STATUS_OK);
        again = read;
        clevr_scene_index(&again);
        assert_memory_equal(read.related, again.related, sizeof read.related);
        assert_int_equal(json_integer_value(json_object_get(json, "image_index")), i);
        for (uint32_t k = 0; k < read.n; k++)
            for (uint32_t j = 0; j < k; j++) expect_apart(&read.objects[k], &read.objects[j]);
    }
    assert_int_equal(i, 50);
}

static void refuses_bad_scenes(void **state) {
    static const struct {
        const char *json, *says;
    } cases[] = {
        {"{}", "without \"objects\""},
        {"{\"objects\": [{\"size\": \"huge\"}]}", "no size"},
        {"{\"objects\": [{\"size\": \"small\", \"color\": \"red\", \"material\": \"metal\","
         "\"shape\": \"cube\"}], \"relationships\": {\"left\": []}}",
         "'left' must have one row"},
        {"{\"objects\": [{\"size\": \"small\", \"color\": \"red\", \"material\": \"metal\","
         "\"shape\": \"cube\"}], \"relationships\": {\"left\": [[1]]}}",
         "names object 1"},
    };
    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct clevr_scene scene;
        g2l2_error err;
        json_t *json = json_loads(cases[i].json, 0, NULL);
        assert_non_null(json);
        assert_int_equal(clevr_scene_read(&scene, json, &err), G2L2_STATUS_FORMAT);
        if (!strstr(err.message, cases[i].says)) fail_msg("%s", err.message);
        json_decref(json);
    }
}

/* ---- questions of the grammar ---------------------------------------------------------------- */

static void answers_are_right(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(12000);
    options.full = true;
    generate(f, options);
    assert_int_equal(n_questions(f), 12000);
    expect_form(f);
    expect_answers(f->scenes, f->questions, true);
    assert_int_equal(count_text(f, "?"), 12000);
}

static void every_construction_occurs(void **state) {
    static const char *const parts[] = {"How many",
                                        "What number of",
                                        " are there?",
                                        "Are there any",
                                        " visible?",
                                        "Is there a",
                                        "What color is",
                                        "What is the color of",
                                        "has what",
                                        "is what",
                                        "How big is",
                                        "made of?",
                                        "is made of what material?",
                                        "What material is",
                                        "that is",
                                        "that are",
                                        "both",
                                        "either",
                                        " or ",
                                        "thing ",
                                        "objects ",
                                        "balls",
                                        "sphere",
                                        "block",
                                        "cubes",
                                        "cylinder",
                                        "tiny",
                                        "small",
                                        "big",
                                        "large",
                                        "metallic",
                                        " metal ",
                                        "shiny",
                                        "rubber",
                                        "matte",
                                        "right of",
                                        "to the left of",
                                        "on the right side of",
                                        "in front of",
                                        "behind",
                                        "purple",
                                        "gray",
                                        "yellow"};
    struct fixture *f = *state;
    generate(f, some(5000));
    for (size_t i = 0; i < LENGTH(parts); i++)
        if (count_text(f, parts[i]) < 10) fail_msg("'%s' is rare", parts[i]);
    assert_int_equal(count_text(f, ";"), 0);
}

static void full_language_occurs(void **state) {
    static const char *const parts[] = {"; what color is it?",
                                        "; what is its",
                                        "; how many",
                                        "; is its",
                                        "anything else",
                                        " another ",
                                        "have the same",
                                        "made of the same",
                                        "Do the ",
                                        "Does the ",
                                        "an equal number",
                                        "fewer",
                                        "more ",
                                        "greater than",
                                        "less than",
                                        "; is it the same"};
    struct fixture *f = *state;
    struct clevr_options options = some(5000);
    options.full = true;
    generate(f, options);
    for (size_t i = 0; i < LENGTH(parts); i++)
        if (count_text(f, parts[i]) < 5) fail_msg("'%s' is rare", parts[i]);
}

/* No family gives one answer much more often than its others. */
static void answers_are_balanced(void **state) {
    struct fixture *f = *state;
    size_t i, n_yes = 0, n_no = 0, n_large = 0, n_small = 0;
    const json_t *question;
    generate(f, some(5000));
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        const char *answer = text_of(question, "answer");
        n_yes += !strcmp(answer, "yes");
        n_no += !strcmp(answer, "no");
        n_large += !strcmp(answer, "large");
        n_small += !strcmp(answer, "small");
    }
    assert_true(n_yes > 0 && fabs((double)n_yes / (double)n_no - 1) < 0.2);
    assert_true(n_large > 0 && fabs((double)n_large / (double)n_small - 1) < 0.2);
}

/* ---- seeds, fractions, files ---------------------------------------------------------------------- */

static char *bytes(struct fixture *f, struct clevr_options options, const char *name) {
    size_t n;
    generate(f, options);
    char *text = unpack(in_folder(f, name), &n);
    assert_non_null(text);
    text = realloc(text, n + 1);
    assert_non_null(text);
    text[n] = 0;
    return text;
}

/* Is what the two generate the same? */
static bool same(struct fixture *f, struct clevr_options a, struct clevr_options b,
                 const char *name_a, const char *name_b) {
    char *x = bytes(f, a, name_a), *y = bytes(f, b, name_b);
    bool out = !strcmp(x, y);
    free(x);
    free(y);
    return out;
}

static void same_seed_same_bytes(void **state) {
    struct fixture *f = *state;
    struct clevr_options a = some(700), b = some(700);
    assert_true(same(f, a, b, "scenes.json", "scenes.json"));
    assert_true(same(f, a, b, "questions.json", "questions.json"));
    b.gzip = true;
    assert_true(same(f, a, b, "scenes.json", "scenes.json.gz"));
    assert_true(same(f, a, b, "questions.json", "questions.json.gz"));
    b.seed = 1;
    assert_false(same(f, a, b, "scenes.json", "scenes.json.gz"));
    assert_false(same(f, a, b, "questions.json", "questions.json.gz"));
    a.novel = b.novel = CLEVR_ALL_NOVEL;
    assert_false(same(f, a, b, "questions.json", "questions.json.gz"));
    a.seed = 1;
    assert_true(same(f, a, b, "questions.json", "questions.json.gz"));
    a.novel = b.novel = CLEVR_NOT_NOVEL;
    a.full = b.full = true;
    a.split = b.split = CLEVR_SAME_SHAPE;
    assert_true(same(f, a, b, "questions.json", "questions.json.gz"));
}

static const json_t *first_object(const struct fixture *f, size_t scene) {
    const json_t *scenes = json_object_get(f->scenes, "scenes");
    return json_array_get(json_object_get(json_array_get(scenes, scene), "objects"), 0);
}

/* Not one scene of a part is in the other. */
static void parts_have_different_scenes(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(2000);
    generate(f, options);
    json_t *train = json_incref(f->scenes), *trained = json_object_get(train, "scenes");
    options.part = CLEVR_TEST;
    generate(f, options);
    for (size_t i = 0; i < 200; i++)
        for (size_t j = 0; j < 200; j++) {
            const json_t *scene = json_array_get(trained, j);
            const json_t *object = json_array_get(json_object_get(scene, "objects"), 0);
            assert_false(json_equal(first_object(f, i), object));
        }
    json_decref(train);
}

static void fraction_keeps_its_share(void **state) {
    static const double fractions[] = {1e-9, 0.1, 0.25, 0.999, 1};
    struct fixture *f = *state;
    generate(f, some(1000));
    json_t *all = json_incref(f->questions), *every = json_object_get(all, "questions");
    for (size_t k = 0; k < LENGTH(fractions); k++) {
        struct clevr_options options = some(1000);
        options.fraction = fractions[k];
        generate(f, options);
        size_t expected = (size_t)(1000 * fractions[k] + 0.5), i, at = 0;
        const json_t *question;
        assert_int_equal(n_questions(f), expected ? expected : 1);
        expect_form(f);
        json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
            const char *text = text_of(question, "question");
            while (at < 1000 && strcmp(text, text_of(json_array_get(every, at), "question")) != 0)
                at++;
            assert_true(at++ < 1000);
        }
    }
    json_decref(all);
}

static void numbers_of_scenes_and_questions(void **state) {
    static const struct {
        size_t scenes, questions, expected;
    } cases[] = {{0, 1, 1}, {0, 95, 9}, {7, 3, 7}, {2, 100, 2}, {1, 300, 1}};
    struct fixture *f = *state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct clevr_options options = some(cases[i].questions);
        options.scenes = cases[i].scenes;
        generate(f, options);
        assert_int_equal(n_questions(f), cases[i].questions);
        assert_int_equal(json_array_size(json_object_get(f->scenes, "scenes")), cases[i].expected);
        expect_answers(f->scenes, f->questions, true);
    }
}

static void refuses_what_cannot_be(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(0);
    options.folder = f->folder;
    expect_refusal(f, options, G2L2_STATUS_ARGUMENT, "0 questions");
    options.questions = SIZE_MAX;
    expect_refusal(f, options, G2L2_STATUS_ARGUMENT, "questions; 1 to");
    options = some(10);
    options.folder = f->folder;
    options.scenes = SIZE_MAX;
    expect_refusal(f, options, G2L2_STATUS_ARGUMENT, "scenes; 1 to");
    options.scenes = 0;
    options.fraction = NAN;
    expect_refusal(f, options, G2L2_STATUS_ARGUMENT, "a fraction of");
    options.fraction = 1;
    options.split = (enum clevr_split)17;
    expect_refusal(f, options, G2L2_STATUS_ARGUMENT, "no such split");
    options.split = CLEVR_IT_COUNT;
    expect_refusal(f, options, G2L2_STATUS_ARGUMENT, "'it-count' is one of the whole language");
    options.novel = CLEVR_CHAIN;
    expect_refusal(f, options, G2L2_STATUS_ARGUMENT, "without templates and splits");
    options.split = CLEVR_STANDARD;
    options.templates = f->folder;
    expect_refusal(f, options, G2L2_STATUS_ARGUMENT, "without templates and splits");
    options.templates = NULL;
    options.novel = CLEVR_N_NOVEL;
    expect_refusal(f, options, G2L2_STATUS_ARGUMENT, "no such split, part or novel kind");
    options.novel = CLEVR_NOT_NOVEL;
    options.folder = "/dev/null/folder";
    expect_refusal(f, options, G2L2_STATUS_IO, "/dev/null/folder: cannot make the folder");
    options.folder = "/dev/null";
    expect_refusal(f, options, G2L2_STATUS_IO, "/dev/null/scenes.json: cannot write");
    options.folder = f->folder;
    options.templates = "/no/such/folder";
    expect_refusal(f, options, G2L2_STATUS_IO, "/no/such/folder: cannot open the folder");
}

/* A folder where a file should be: neither file appears, and the folder stays. */
static void writes_all_or_nothing(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(50);
    options.folder = f->folder;
    assert_int_equal(mkdir(in_folder(f, "questions.json"), 0777), 0);
    expect_refusal(f, options, G2L2_STATUS_IO, "questions.json: cannot write: Is a directory");
    assert_int_equal(rmdir(in_folder(f, "questions.json")), 0);
    assert_int_not_equal(access(in_folder(f, "scenes.json"), F_OK), 0);
}

#define with_folder(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests_of_clevr[] = {
        cmocka_unit_test(scenes_follow_the_rules),
        cmocka_unit_test(relations_and_camera_are_the_published_ones),
        with_folder(scenes_are_written_as_they_are),
        cmocka_unit_test(refuses_bad_scenes),
        with_folder(answers_are_right),
        with_folder(every_construction_occurs),
        with_folder(full_language_occurs),
        with_folder(answers_are_balanced),
        with_folder(same_seed_same_bytes),
        with_folder(parts_have_different_scenes),
        with_folder(fraction_keeps_its_share),
        with_folder(numbers_of_scenes_and_questions),
        with_folder(refuses_what_cannot_be),
        with_folder(writes_all_or_nothing),
    };
    return cmocka_run_group_tests(tests_of_clevr, NULL, NULL);
}
