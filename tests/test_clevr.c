/* Scenes and questions: the generator, the templates and the symbolic executor.
 *
 * What is generated is read back from its files and answered again by a twin of the
 * executor that knows nothing of it: it works on the JSON, with arrays for sets and
 * words for values.
 *
 *   generate ─▶ questions.json ─▶ program ─▶ twin ─▶ ═ ◀─ "answer"
 *                                     └────▶ clevr_execute ─▶ ═
 *
 * Where the official files are at hand ($G2L2_SHARED/data/clevr) the executor
 * answers all of their questions, and their templates are used. */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

#include "generators/clevr/family.h"
#include "tests/shared.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* ---- files --------------------------------------------------------------------------- */

/* A whole file, unpacked if it is compressed. */
static char *unpack(const char *path, size_t *length) {
    size_t cap = 1 << 20, n = 0;
    gzFile in = gzopen(path, "rb");
    if (!in) fail_msg("%s cannot be read", path);
    char *text = malloc(cap);
    for (int got; (got = gzread(in, text + n, (unsigned)(cap - n))) > 0;) {
        n += (size_t)got;
        if (n == cap) text = realloc(text, cap *= 2);
        assert_non_null(text);
    }
    gzclose(in);
    *length = n;
    return text;
}

static json_t *load(const char *path) {
    size_t n;
    json_error_t err;
    char *text = unpack(path, &n);
    json_t *out = json_loadb(text, n, JSON_REJECT_DUPLICATES, &err);
    if (!out) fail_msg("%s:%d: %s", path, err.line, err.text);
    free(text);
    return out;
}

struct fixture {
    char folder[64], path[128];
    g2l2_error err;
    json_t *scenes, *questions; /* documents that were generated */
};

static const char *in_folder(struct fixture *f, const char *name) {
    snprintf(f->path, sizeof f->path, "%s/%s", f->folder, name);
    return f->path;
}

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    snprintf(f->folder, sizeof f->folder, "/tmp/g2l2-clevr-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    static const char *const names[] = {"scenes.json",       "questions.json", "scenes.json.gz",
                                        "questions.json.gz", "one.json",       "synonyms.json"};
    struct fixture *f = *state;
    for (size_t i = 0; i < LENGTH(names); i++) unlink(in_folder(f, names[i]));
    assert_int_equal(rmdir(f->folder), 0); /* nothing else was left there */
    json_decref(f->scenes);
    json_decref(f->questions);
    free(f);
    return 0;
}

static void generate(struct fixture *f, struct clevr_options options) {
    options.folder = f->folder;
    if (clevr_generate(&options, &f->err)) fail_msg("%s", f->err.message);
    json_decref(f->scenes);
    json_decref(f->questions);
    f->scenes = load(in_folder(f, options.gzip ? "scenes.json.gz" : "scenes.json"));
    f->questions = load(in_folder(f, options.gzip ? "questions.json.gz" : "questions.json"));
    assert_non_null(f->scenes);
    assert_non_null(f->questions);
}

static struct clevr_options some(size_t questions) {
    struct clevr_options options = clevr_options_default();
    options.questions = questions;
    return options;
}

/* ---- the twin ----------------------------------------------------------------------------- */

struct twin {
    bool is_set, in[CLEVR_MAX_OBJECTS];
    int number;       /* an object or a number */
    const char *word; /* any other value */
};

static const char *property(const json_t *objects, size_t i, const char *name) {
    return json_string_value(json_object_get(json_array_get(objects, i), name));
}

static int members(const struct twin *set) {
    int n = 0;
    assert_true(set->is_set);
    for (int i = 0; i < CLEVR_MAX_OBJECTS; i++) n += set->in[i];
    return n;
}

static bool starts(const char *text, const char *with, const char **rest) {
    *rest = text + strlen(with);
    return !strncmp(text, with, strlen(with));
}

static void relate(const json_t *scene, const char *relation, int object, struct twin *out) {
    const json_t *rows = json_object_get(json_object_get(scene, "relationships"), relation);
    const json_t *row = json_array_get(rows, (size_t)object);
    assert_true(json_is_array(row));
    for (size_t i = 0; i < json_array_size(row); i++)
        out->in[json_integer_value(json_array_get(row, i))] = true;
}

static void set_function(const json_t *scene, const char *name, const char *value,
                         const struct twin *a, const struct twin *b, struct twin *out) {
    const json_t *objects = json_object_get(scene, "objects");
    const char *key;
    out->is_set = true;
    if (!strcmp(name, "relate")) relate(scene, value, a->number, out);
    for (size_t i = 0; i < json_array_size(objects); i++) {
        if (!strcmp(name, "scene")) out->in[i] = true;
        if (!strcmp(name, "union")) out->in[i] = a->in[i] || b->in[i];
        if (!strcmp(name, "intersect")) out->in[i] = a->in[i] && b->in[i];
        if (starts(name, "filter_", &key))
            out->in[i] = a->in[i] && !strcmp(property(objects, i, key), value);
        if (starts(name, "same_", &key))
            out->in[i] = (int)i != a->number && !strcmp(property(objects, i, key),
                                                        property(objects, (size_t)a->number, key));
    }
}

static const char *yes(bool is_so) {
    return is_so ? "yes" : "no";
}

static void other_function(const json_t *scene, const char *name, const struct twin *a,
                           const struct twin *b, struct twin *out) {
    const char *key;
    if (!strcmp(name, "unique")) {
        assert_int_equal(members(a), 1);
        while (!a->in[out->number]) out->number++;
    } else if (!strcmp(name, "count")) out->number = members(a);
    else if (!strcmp(name, "exist")) out->word = yes(members(a) > 0);
    else if (!strcmp(name, "less_than")) out->word = yes(a->number < b->number);
    else if (!strcmp(name, "greater_than")) out->word = yes(a->number > b->number);
    else if (!strcmp(name, "equal_integer")) out->word = yes(a->number == b->number);
    else if (starts(name, "equal_", &key)) out->word = yes(!strcmp(a->word, b->word));
    else if (starts(name, "query_", &key))
        out->word = property(json_object_get(scene, "objects"), (size_t)a->number, key);
    else fail_msg("the twin does not know %s", name);
}

static bool gives_set(const char *name) {
    static const char *const sets[] = {"scene", "relate", "union", "intersect"};
    const char *rest;
    for (size_t i = 0; i < LENGTH(sets); i++)
        if (!strcmp(name, sets[i])) return true;
    return starts(name, "filter_", &rest) || starts(name, "same_", &rest);
}

static void twin_answer(const json_t *scene, const json_t *program, char *out, size_t size) {
    struct twin *values = calloc(json_array_size(program), sizeof *values), *value = values;
    for (size_t i = 0; i < json_array_size(program); i++) {
        const json_t *step = json_array_get(program, i), *inputs = json_object_get(step, "inputs");
        const char *name = json_string_value(json_object_get(step, "function"));
        const char *side =
            json_string_value(json_array_get(json_object_get(step, "value_inputs"), 0));
        const struct twin *a = &values[json_integer_value(json_array_get(inputs, 0))];
        const struct twin *b = &values[json_integer_value(json_array_get(inputs, 1))];
        value = &values[i];
        if (gives_set(name)) set_function(scene, name, side, a, b, value);
        else other_function(scene, name, a, b, value);
    }
    if (value->word) snprintf(out, size, "%s", value->word);
    else snprintf(out, size, "%d", value->number);
    free(values);
}

/* ---- checks of whole files --------------------------------------------------------------- */

static const char *text_of(const json_t *question, const char *key) {
    const char *text = json_string_value(json_object_get(question, key));
    assert_non_null(text);
    return text;
}

static void expect_our_answer(const json_t *scene, const json_t *question) {
    struct clevr_scene ours;
    struct clevr_program program;
    struct clevr_answer answer;
    g2l2_error err;
    if (clevr_scene_read(&ours, scene, &err) ||
        clevr_program_read(&program, json_object_get(question, "program"), &err) ||
        clevr_execute(&program, &ours, &answer, &err))
        fail_msg("%s: %s", text_of(question, "question"), err.message);
    assert_string_equal(clevr_answer_text(&answer), text_of(question, "answer"));
}

static void expect_answers(const json_t *scenes, const json_t *questions, bool twin) {
    const json_t *list = json_object_get(questions, "questions"), *question;
    const json_t *all = json_object_get(scenes, "scenes");
    size_t i;
    assert_true(json_array_size(list) > 0);
    json_array_foreach(list, i, question) {
        char again[32];
        json_int_t image = json_integer_value(json_object_get(question, "image_index"));
        const json_t *scene = json_array_get(all, (size_t)image);
        expect_our_answer(scene, question);
        if (!twin) continue;
        twin_answer(scene, json_object_get(question, "program"), again, sizeof again);
        assert_string_equal(again, text_of(question, "answer"));
    }
}

/* Form: names, numbers and no hole, bracket or double space left. */
static void expect_form(const struct fixture *f) {
    const json_t *list = json_object_get(f->questions, "questions"), *question;
    size_t i, n_scenes = json_array_size(json_object_get(f->scenes, "scenes"));
    json_array_foreach(list, i, question) {
        const char *text = text_of(question, "question"),
                   *file = text_of(question, "image_filename");
        json_int_t image = json_integer_value(json_object_get(question, "image_index"));
        char name[64];
        assert_true(image >= 0 && (size_t)image < n_scenes);
        snprintf(name, sizeof name, "CLEVR_%s_%06d", text_of(question, "split"), (int)image);
        assert_string_equal(text_of(question, "image"), name);
        assert_int_equal(strncmp(file, name, strlen(name)), 0);
        assert_null(strpbrk(text, "<>[]"));
        assert_null(strstr(text, "  "));
        assert_int_equal(json_integer_value(json_object_get(question, "question_index")), i);
    }
}

static size_t n_questions(const struct fixture *f) {
    return json_array_size(json_object_get(f->questions, "questions"));
}

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

/* ---- programs ------------------------------------------------------------------------------- */

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

/* ---- questions of the grammar ---------------------------------------------------------------- */

static size_t count_text(const struct fixture *f, const char *part) {
    size_t i, n = 0;
    const json_t *question;
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        n += strstr(text_of(question, "question"), part) != NULL;
    }
    return n;
}

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

/* ---- splits ------------------------------------------------------------------------------------ */

static void counts_tokens(void **state) {
    (void)state;
    assert_int_equal(clevr_count_tokens(""), 0);
    assert_int_equal(clevr_count_tokens("What color is the cube?"), 6);
    assert_int_equal(clevr_count_tokens("There is a cube; what color is it?"), 10);
}

/* Tokens and words again, by hand. */
static size_t tokens(const char *text, const char *word, bool *has) {
    char copy[2048], *save = NULL;
    size_t n = 0;
    snprintf(copy, sizeof copy, "%s", text);
    for (const char *at = text; *at; at++) n += *at == '?' || *at == ';';
    for (char *t = strtok_r(copy, " ?;", &save); t; t = strtok_r(NULL, " ?;", &save), n++)
        *has |= !strcmp(t, word);
    return n;
}

static size_t n_steps(const json_t *question, const char *function) {
    size_t i, n = 0;
    const json_t *step;
    json_array_foreach(json_object_get(question, "program"), i, step) {
        n += !strcmp(text_of(step, "function"), function);
    }
    return n;
}

static bool says(const json_t *question, const char *word) {
    bool has = false;
    tokens(text_of(question, "question"), word, &has);
    return has;
}

static size_t n_tokens(const json_t *question) {
    return tokens(text_of(question, "question"), "", &(bool){false});
}

static bool compares_numbers(const json_t *question) {
    return n_steps(question, "equal_integer") || n_steps(question, "less_than") ||
           n_steps(question, "greater_than");
}

/* Of steps from object to object: each step's own, by its inputs. */
static size_t longest_chain(const json_t *question) {
    size_t hops[CLEVR_MAX_STEPS] = {0}, most = 0, i, k;
    json_t *step, *input;
    json_array_foreach(json_object_get(question, "program"), i, step) {
        json_array_foreach(json_object_get(step, "inputs"), k, input) {
            size_t before = hops[json_integer_value(input)];
            if (before > hops[i]) hops[i] = before;
        }
        const char *name = text_of(step, "function"), *rest;
        hops[i] += !strcmp(name, "relate") || starts(name, "same_", &rest);
        if (hops[i] > most) most = hops[i];
    }
    return most;
}

/* The rules once more, on the JSON. */
static bool trains(enum clevr_split split, const json_t *question) {
    switch (split) {
    case CLEVR_PURPLE: return !says(question, "purple") || n_tokens(question) <= 7;
    case CLEVR_RIGHT_SPLIT: return !says(question, "right") || n_tokens(question) <= 12;
    case CLEVR_COUNT_SPLIT:
        return !n_steps(question, "count") || compares_numbers(question) || n_tokens(question) <= 9;
    case CLEVR_DEPTH: return longest_chain(question) < 2;
    case CLEVR_SAME_SHAPE: return !says(question, "same") || !says(question, "shape");
    case CLEVR_IT_COUNT:
        return !strchr(text_of(question, "question"), ';') ||
               (!strcasestr(text_of(question, "question"), "how many") &&
                !strcasestr(text_of(question, "question"), "what number of"));
    case CLEVR_COMPARE_HOPS: return !compares_numbers(question) || !longest_chain(question);
    default: return true;
    }
}

static bool tests(enum clevr_split split, const json_t *question) {
    switch (split) {
    case CLEVR_STANDARD: return true;
    case CLEVR_DEPTH: return longest_chain(question) == 2;
    case CLEVR_SAME_SHAPE:
        return n_steps(question, "same_shape") || n_steps(question, "equal_shape");
    case CLEVR_COMPARE_HOPS: return compares_numbers(question) && n_steps(question, "relate");
    default: return !trains(split, question);
    }
}

static void expect_part(struct fixture *f, struct clevr_options options) {
    size_t i;
    const json_t *question;
    bool test = options.part == CLEVR_TEST;
    generate(f, options);
    assert_int_equal(n_questions(f), options.questions);
    expect_form(f);
    expect_answers(f->scenes, f->questions, true);
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        assert_string_equal(text_of(question, "split"), test ? "test" : "train");
        if (!(test ? tests : trains)(options.split, question))
            fail_msg("%s: %s", clevr_split_names[options.split], text_of(question, "question"));
    }
}

static void expect_parts(struct fixture *f, struct clevr_options options) {
    for (int part = 0; clevr_part_names[part]; part++) {
        options.part = (enum clevr_part)part;
        expect_part(f, options);
    }
}

static void splits_hold(void **state) {
    struct clevr_options options = some(1000);
    for (int split = 0; split <= CLEVR_DEPTH; split++) {
        options.split = (enum clevr_split)split;
        expect_parts(*state, options);
    }
}

static void splits_hold_in_the_whole_language(void **state) {
    struct clevr_options options = some(700);
    options.full = true;
    for (int split = 0; split < CLEVR_N_SPLITS; split++) {
        options.split = (enum clevr_split)split;
        expect_parts(*state, options);
    }
}

static void splits_hold_with_official_templates(void **state) {
    struct clevr_options options = some(700);
    char folder[SHARED_PATH_MAX];
    options.templates = shared_path(folder, "data/clevr/templates");
    for (int split = 0; split < CLEVR_N_SPLITS; split++) {
        options.split = (enum clevr_split)split;
        expect_parts(*state, options);
    }
}

/* "one_hop 3" for each family there is. The caller releases it. */
static json_t *families_of(const struct fixture *f) {
    json_t *out = json_object();
    size_t i;
    const json_t *question;
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        char key[300];
        snprintf(key, sizeof key, "%s %d", text_of(question, "template_filename"),
                 (int)json_integer_value(json_object_get(question, "question_family_index")));
        json_object_set_new(out, key, json_true());
    }
    return out;
}

static size_t count_families(const json_t *families, const char *file) {
    const char *key, *rest;
    json_t *value;
    size_t n = 0;
    json_object_foreach((json_t *)families, key, value) n += starts(key, file, &rest);
    return n;
}

/* Two hops are all that two_hop.json has, and nothing else has any; number comparisons
 * ask for no number, and are trained on at any length. */
static void parts_have_the_families_they_can(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(1500);
    options.full = true;
    options.part = CLEVR_TEST;
    options.split = CLEVR_DEPTH;
    generate(f, options);
    json_t *families = families_of(f);
    assert_int_equal(json_object_size(families), 6);
    assert_int_equal(count_families(families, "two_hop.json"), 6);
    assert_true(count_text(f, ";") > 300);
    json_decref(families);
    options.split = CLEVR_COUNT_SPLIT;
    generate(f, options);
    families = families_of(f);
    assert_int_equal(count_families(families, "compare_integer.json"), 0);
    json_decref(families);
    options.part = CLEVR_TRAIN;
    generate(f, options);
    families = families_of(f);
    assert_int_equal(count_families(families, "compare_integer.json"), 9);
    json_decref(families);
    options.part = CLEVR_TEST;
    options.split = CLEVR_SAME_SHAPE;
    generate(f, options);
    families = families_of(f);
    assert_int_equal(json_object_size(families), 7 + 4);
    json_decref(families);
    options.split = CLEVR_COMPARE_HOPS;
    generate(f, options);
    families = families_of(f);
    assert_int_equal(json_object_size(families), 6);
    json_decref(families);
    options.split = CLEVR_IT_COUNT;
    generate(f, options);
    families = families_of(f);
    assert_int_equal(json_object_size(families), 3);
    json_decref(families);
}

/* ---- what CLEVR never asks ----------------------------------------------------------------------- */

/* Its words, lower case, go to `out`. */
static void add_words(const struct fixture *f, json_t *out) {
    const json_t *question;
    size_t i;
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        char copy[2048], *save = NULL;
        snprintf(copy, sizeof copy, "%s", text_of(question, "question"));
        for (char *c = copy; *c; c++) *c = (char)tolower((unsigned char)*c);
        for (char *t = strtok_r(copy, " ?;", &save); t; t = strtok_r(NULL, " ?;", &save))
            json_object_set_new(out, t, json_true());
    }
}

/* What makes it new: steps that do not meet in CLEVR. */
static bool is_novel(enum clevr_novel kind, const json_t *question) {
    const char *text = text_of(question, "question"), *first = strchr(text, ';');
    size_t n_same = 0;
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++) {
        char name[32];
        snprintf(name, sizeof name, "same_%s", clevr_property_names[a]);
        n_same += n_steps(question, name);
    }
    switch (kind) {
    case CLEVR_IT_COMPARE: return first && says(question, "it") && compares_numbers(question);
    case CLEVR_SAME_AND: return n_same == 2 && n_steps(question, "intersect") == 1;
    case CLEVR_SAME_RELATE: return first && n_same == 1 && n_steps(question, "relate") == 1;
    case CLEVR_CHAIN: return first && strchr(first + 1, ';');
    default: return false;
    }
}

/* Without any one relation or sameness something else is asked about. */
static void expect_nothing_idle(const json_t *scene, const json_t *question) {
    struct clevr_scene ours;
    struct clevr_program program;
    uint32_t before[CLEVR_MAX_STEPS], after[CLEVR_MAX_STEPS];
    assert_int_equal(clevr_scene_read(&ours, scene, NULL), G2L2_STATUS_OK);
    assert_int_equal(clevr_program_read(&program, json_object_get(question, "program"), NULL),
                     G2L2_STATUS_OK);
    const struct clevr_step *last = &program.steps[program.n - 1];
    uint8_t n_inputs = clevr_functions[last->function].n_inputs;
    assert_true(clevr_run(&program, &ours, before));
    for (uint32_t i = 0; i < program.n; i++) {
        uint8_t kind = clevr_functions[program.steps[i].function].kind;
        bool changed = false;
        if (kind != FN_RELATE && kind != FN_SAME) continue;
        if (!clevr_run_without(&program, &ours, i, after)) continue;
        for (int k = 0; k < n_inputs; k++)
            changed |= after[last->inputs[k]] != before[last->inputs[k]];
        if (!changed) fail_msg("step %u is idle: %s", i, text_of(question, "question"));
    }
}

static void expect_novel(struct fixture *f, enum clevr_novel kind, const json_t *words) {
    size_t i;
    const json_t *question;
    const char *word;
    json_t *value, *ours = json_object();
    expect_form(f);
    expect_answers(f->scenes, f->questions, true);
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        json_int_t image = json_integer_value(json_object_get(question, "image_index"));
        if (!is_novel(kind, question)) fail_msg("%s", text_of(question, "question"));
        assert_int_equal(strncmp(text_of(question, "template_filename"), "novel_", 6), 0);
        expect_nothing_idle(json_array_get(json_object_get(f->scenes, "scenes"), (size_t)image),
                            question);
    }
    add_words(f, ours);
    json_object_foreach(ours, word, value) {
        if (!json_object_get(words, word)) fail_msg("'%s' is a new word", word);
    }
    json_decref(ours);
}

static void novel_questions_are_new_in_old_words(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(4000);
    json_t *words = json_object();
    options.full = true;
    generate(f, options);
    add_words(f, words);
    for (int kind = CLEVR_IT_COMPARE; kind < CLEVR_ALL_NOVEL; kind++)
        for (int part = 0; clevr_part_names[part]; part++) {
            options = some(600);
            options.novel = (enum clevr_novel)kind;
            options.part = (enum clevr_part)part;
            generate(f, options);
            assert_int_equal(n_questions(f), 600);
            expect_novel(f, options.novel, words);
        }
    json_decref(words);
}

/* The grammar does not ask them by chance. */
static void novel_questions_are_not_in_the_language(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(3000);
    size_t i;
    const json_t *question;
    options.full = true;
    generate(f, options);
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        for (int kind = CLEVR_IT_COMPARE; kind < CLEVR_ALL_NOVEL; kind++)
            if (is_novel((enum clevr_novel)kind, question))
                fail_msg("%s", text_of(question, "question"));
    }
}

static void novel_kinds_are_mixed(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(800);
    size_t i, counts[CLEVR_N_NOVEL] = {0}, n_yes = 0, n_no = 0;
    const json_t *question;
    options.novel = CLEVR_ALL_NOVEL;
    generate(f, options);
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        for (int kind = CLEVR_IT_COMPARE; kind < CLEVR_ALL_NOVEL; kind++)
            counts[kind] += is_novel((enum clevr_novel)kind, question);
        n_yes += !strcmp(text_of(question, "answer"), "yes");
        n_no += !strcmp(text_of(question, "answer"), "no");
    }
    for (int kind = CLEVR_IT_COMPARE; kind < CLEVR_ALL_NOVEL; kind++)
        assert_in_range(counts[kind], 160, 240);
    assert_true(fabs((double)n_yes / (double)n_no - 1) < 0.25);
}

static void novel_constructions_occur(void **state) {
    static const char *const parts[] = {"; are there more ",
                                        "; are there fewer ",
                                        "; are there an equal number of ",
                                        "; are there the same number of ",
                                        " the same as the number of ",
                                        " less than the number of ",
                                        " greater than the number of ",
                                        "How many other ",
                                        "Is there anything else that ",
                                        "Is there another ",
                                        "What is the color of the other ",
                                        " and made of the same material as the ",
                                        "There is another ",
                                        "; there is a ",
                                        " it; what is its ",
                                        " it; how big is it?",
                                        "; how many ",
                                        "; what color is the ",
                                        " it made of?"};
    struct fixture *f = *state;
    struct clevr_options options = some(3000);
    options.novel = CLEVR_ALL_NOVEL;
    generate(f, options);
    for (size_t i = 0; i < LENGTH(parts); i++)
        if (count_text(f, parts[i]) < 5) fail_msg("'%s' is rare", parts[i]);
}

static size_t n_clauses(const json_t *question) {
    size_t n = 1;
    for (const char *at = text_of(question, "question"); (at = strchr(at, ';')); at++) n++;
    return n;
}

/* How often a construction occurs: "same" of same-in-relate. */
static size_t n_of_construction(const json_t *question, const char *name) {
    static const char *const of_values[] = {"same", "equal"};
    size_t n = 0;
    if (!strcmp(name, "and")) return n_steps(question, "intersect");
    if (!strcmp(name, "or")) return n_steps(question, "union");
    if (!strcmp(name, "it")) return says(question, "it") ? n_clauses(question) - 1 : 0;
    if (!strcmp(name, "compare")) return compares_numbers(question);
    if (!strcmp(name, "relate")) return n_steps(question, "relate");
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++) {
        char step[32];
        snprintf(step, sizeof step, "%s_%s", of_values[!strcmp(name, "match")],
                 clevr_property_names[a]);
        n += n_steps(question, step);
    }
    return n;
}

/* Both constructions of its kind are there; where they are one, twice. */
static void expect_pair(const json_t *question, size_t *counts) {
    char inside[16], around[16];
    const char *file = text_of(question, "template_filename");
    assert_int_equal(sscanf(file, "novel_%15[a-z]_in_%15[a-z].json", inside, around), 2);
    size_t least = strcmp(inside, around) ? 1 : 2;
    if (n_of_construction(question, inside) < least || !n_of_construction(question, around))
        fail_msg("%s: %s", file, text_of(question, "question"));
    for (int kind = CLEVR_FIRST_PAIR; kind < CLEVR_ALL_PAIRS; kind++) {
        char name[40];
        snprintf(name, sizeof name, "%s-in-%s", inside, around);
        counts[kind] += !strcmp(name, clevr_novel_names[kind]);
    }
}

static void every_construction_is_inside_every_other(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(4000);
    json_t *words = json_object(), *ours = json_object(), *value;
    size_t i, counts[CLEVR_N_NOVEL] = {0};
    const json_t *question;
    const char *word;
    options.full = true;
    generate(f, options);
    add_words(f, words);
    options = some(700);
    options.novel = CLEVR_ALL_PAIRS;
    generate(f, options);
    expect_form(f);
    expect_answers(f->scenes, f->questions, true);
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        json_int_t image = json_integer_value(json_object_get(question, "image_index"));
        expect_pair(question, counts);
        expect_nothing_idle(json_array_get(json_object_get(f->scenes, "scenes"), (size_t)image),
                            question);
    }
    for (int kind = CLEVR_FIRST_PAIR; kind < CLEVR_ALL_PAIRS; kind++)
        assert_in_range(counts[kind], 10, 30);
    add_words(f, ours);
    json_object_foreach(ours, word, value) {
        if (!json_object_get(words, word)) fail_msg("'%s' is a new word", word);
    }
    json_decref(ours);
    json_decref(words);
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

static void expect_refusal(struct fixture *f, struct clevr_options options, g2l2_status status,
                           const char *says) {
    memset(&f->err, 0, sizeof f->err);
    assert_int_equal(clevr_generate(&options, &f->err), status);
    if (!strstr(f->err.message, says)) fail_msg("%s", f->err.message);
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

/* ---- templates ------------------------------------------------------------------------------------- */

static void put_file(struct fixture *f, const char *name, const char *text) {
    FILE *out = fopen(in_folder(f, name), "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

static void official_templates(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(9000);
    char folder[SHARED_PATH_MAX];
    options.templates = shared_path(folder, "data/clevr/templates");
    generate(f, options);
    expect_form(f);
    expect_answers(f->scenes, f->questions, true);
    json_t *families = families_of(f);
    assert_int_equal(json_object_size(families), 90);
    json_decref(families);
    /* "other" is gone where the two phrases differ, and only there. */
    assert_true(count_text(f, " other ") > 100);
    assert_int_equal(count_text(f, " a other "), 0);
}

/* A text with holes numbered as they come, one space between words and "?" at its end;
 * `whole`: with what may be left out, in brackets. */
static void put_text(const struct family *family, const struct text *text, bool whole,
                     struct buf *out) {
    uint32_t numbers[FAMILY_MAX_PARAMS] = {0}, counts[CLEVR_RELATION + 1] = {0};
    bool inside = false;
    for (uint32_t i = 0; i < text->pieces.n; i++) {
        const struct piece *piece = &text->pieces.at[i];
        if (piece->kind == PIECE_OPEN || piece->kind == PIECE_CLOSE) {
            inside = piece->kind == PIECE_OPEN;
            if (whole) buf_puts(out, inside ? "[" : "]");
        } else if (inside && !whole) continue;
        if (piece->kind == PIECE_HOLE) {
            uint8_t type = family->params[piece->param].type;
            if (!numbers[piece->param]) numbers[piece->param] = ++counts[type];
            buf_printf(out, "<%u %u>", type, numbers[piece->param]);
        }
        for (uint32_t k = 0; piece->kind == PIECE_WORDS && k < piece->n; k++)
            if (piece->words[k] != ' ' || out->at[out->n - 1] != ' ')
                buf_put(out, piece->words + k, 1);
    }
    if (out->at[out->n - 1] != '?') buf_puts(out, "?");
}

static void add_texts(const struct families *families, bool whole, json_t *out) {
    for (uint32_t i = 0; i < families->list.n; i++) {
        const struct family *family = families->list.at[i];
        for (uint32_t t = 0; t < family->texts.n; t++) {
            struct buf text;
            buf_init(&text, families->arena);
            buf_printf(&text, "%s: ", family->file);
            put_text(family, &family->texts.at[t], whole, &text);
            json_object_set_new(out, text.at, json_true());
        }
    }
}

/* Whatever the official templates can say, the grammar can. */
static void the_grammar_has_all_official_texts(void **state) {
    struct arena arena;
    struct guard guard;
    g2l2_error err;
    char folder[SHARED_PATH_MAX];
    const char *text;
    (void)state;
    shared_path(folder, "data/clevr/templates");
    json_t *root = NULL, *value, *ours = json_object(), *theirs = json_object();
    arena_init(&arena, &guard, 0);
    struct families own = {.arena = &arena, .full = true}, official = {.arena = &arena};
    if (!guard_try(&guard, &err)) fail_msg("%s", err.message);
    grammar_families(&own);
    template_families(&official, folder, &root);
    assert_int_equal(official.list.n, 90);
    assert_int_equal(own.list.n, 90);
    add_texts(&own, true, ours);
    add_texts(&own, false, ours);
    add_texts(&official, true, theirs);
    assert_true(json_object_size(theirs) > 400);
    json_object_foreach(theirs, text, value) {
        if (!json_object_get(ours, text)) fail_msg("%s", text);
    }
    json_decref(ours);
    json_decref(theirs);
    json_decref(root);
    arena_free(&arena);
}

#define PARAMS                                                                                     \
    "\"params\": [{\"type\": \"Size\", \"name\": \"<Z>\"}, {\"type\": \"Color\", \"name\": "       \
    "\"<C>\"}, {\"type\": \"Material\", \"name\": \"<M>\"}, {\"type\": \"Shape\", \"name\": "      \
    "\"<S>\"}]"
#define SIDE  "\"side_inputs\": [\"<Z>\", \"<C>\", \"<M>\", \"<S>\"]"
#define SCENE "{\"type\": \"scene\", \"inputs\": []}"
#define COUNT "{\"type\": \"filter_count\", \"inputs\": [0], " SIDE "}"
#define TEXT  "\"text\": [\"[So] <S>s \\\"now\\\"\\u0001, <Z> <C> <M>?\"]"

static void own_templates_and_synonyms(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(300);
    size_t i;
    const json_t *question;
    put_file(f, "one.json",
             "[{" TEXT ", \"nodes\": [" SCENE ", " COUNT "], " PARAMS
             ", \"constraints\": [{\"type\": \"NULL\", \"params\": [\"<C>\"]}]}]");
    put_file(f, "synonyms.json", "{\"thing\": [\"gizmo\"], \"cube\": [\"die\", \"dice\"]}");
    options.templates = f->folder;
    generate(f, options);
    expect_answers(f->scenes, f->questions, true);
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        assert_string_equal(text_of(question, "template_filename"), "one.json");
        assert_int_equal(n_steps(question, "filter_color"), 0);
        assert_null(strstr(text_of(question, "question"), "cube"));
    }
    assert_true(count_text(f, "gizmos \"now\"\001,") > 0);
    assert_true(count_text(f, "dies") > 0 && count_text(f, "dices") > 0);
    assert_in_range(count_text(f, "So "), 100, 200);
}

static void names_what_is_wrong_in_templates(void **state) {
    static const struct {
        const char *json, *says;
    } cases[] = {
        {"", "one.json:1: not JSON"},
        {"[{\"text\": ", "one.json:1: not JSON"},
        {"{}", "one.json: not a list of templates"},
        {"[]", "none of the questions"},
        {"[7]", "one.json, family 0: \"params\" must be a list"},
        {"[{\"params\": [{}]}]", "a param's name must look like <Z2>"},
        {"[{\"params\": [{\"name\": \"<a b>\"}]}]", "a param's name must look like <Z2>"},
        {"[{\"params\": [{\"name\": \"<Z>\", \"type\": \"Weight\"}]}]", "<Z> needs a type"},
        {"[{\"params\": [{\"name\": \"<Z>\", \"type\": \"Size\"},"
         "{\"name\": \"<Z>\", \"type\": \"Size\"}]}]",
         "<Z> is there twice"},
        {"[{" PARAMS "}]", "\"nodes\" must be a list"},
        {"[{" PARAMS ", \"nodes\": []}]", "it has no nodes"},
        {"[{" PARAMS ", \"nodes\": [{\"type\": \"fly\"}]}]", "no node type 'fly'"},
        {"[{" PARAMS ", \"nodes\": [" SCENE "]}]", "gives ObjectSet, which is no answer"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", {\"type\": \"count\", \"inputs\": [0]}]}]",
         "no node uses the param <Z>"},
        {"[{" PARAMS ", \"nodes\": [{\"type\": \"count\", \"inputs\": [0]}]}]",
         "not an earlier node"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", {\"type\": \"query_size\", \"inputs\": [0]}]}]",
         "wants an input of type Object"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", {\"type\": \"filter_count\", \"inputs\": [0]}]}]",
         "takes 4 side inputs"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", {\"type\": \"filter_count\", \"inputs\": [0],"
         "\"side_inputs\": [\"<C>\", \"<Z>\", \"<M>\", \"<S>\"]}]}]",
         "wants a Size where it has <C>"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT "]}]", "\"constraints\" must be a list"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT "], \"constraints\": [{}]}]",
         "no constraint ''"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT
         "], \"constraints\": [{\"type\": \"OUT_NEQ\", \"params\": [0, 9]}]}]",
         "OUT_NEQ needs the numbers of two nodes"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT
         "], \"constraints\": [{\"type\": \"NULL\", \"params\": [\"<Q>\"]}]}]",
         "a constraint needs params of this family"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT "], \"constraints\": []}]",
         "\"text\" must be a list"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT "], \"constraints\": [], \"text\": []}]",
         "it has no text"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT "], \"constraints\": [], \"text\": [7]}]",
         "a text is not a string"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT
         "], \"constraints\": [], \"text\": [\"a <Q>\"]}]",
         "a text has <Q>, which is not among the params"},
    };
    struct fixture *f = *state;
    struct clevr_options options = some(10);
    options.folder = options.templates = f->folder;
    expect_refusal(f, options, G2L2_STATUS_FORMAT, "there are no templates");
    for (size_t i = 0; i < LENGTH(cases); i++) {
        put_file(f, "one.json", cases[i].json);
        g2l2_status status = strcmp(cases[i].json, "[]") ? G2L2_STATUS_FORMAT : G2L2_STATUS_DATA;
        expect_refusal(f, options, status, cases[i].says);
        assert_null(strchr(f->err.message, '\n'));
    }
    put_file(f, "one.json", "[]");
    put_file(f, "synonyms.json", "{\"thing\": []}");
    expect_refusal(f, options, G2L2_STATUS_FORMAT, "each value needs a list");
    put_file(f, "synonyms.json", "[");
    expect_refusal(f, options, G2L2_STATUS_FORMAT, "synonyms.json:1: not JSON");
}

static void params_may_have_to_differ(void **state) {
    static const char *const text =
        "[{\"text\": [\"<C> or <C2>?\"], \"params\": [{\"type\": \"Color\", \"name\": \"<C>\"},"
        "{\"type\": \"Color\", \"name\": \"<C2>\"}], \"constraints\": [{\"type\": \"NEQ\","
        "\"params\": [\"<C>\", \"<C2>\"]}], \"nodes\": [" SCENE
        ", {\"type\": \"filter_color\", \"inputs\": [0], \"side_inputs\": [\"<C>\"]}"
        ", {\"type\": \"filter_color\", \"inputs\": [0], \"side_inputs\": [\"<C2>\"]}"
        ", {\"type\": \"union\", \"inputs\": [1, 2]}, {\"type\": \"count\", \"inputs\": [3]}]}]";
    struct fixture *f = *state;
    struct clevr_options options = some(200);
    size_t i;
    const json_t *question;
    put_file(f, "one.json", text);
    options.templates = f->folder;
    options.scenes = 200;
    generate(f, options);
    expect_answers(f->scenes, f->questions, true);
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        char a[32], b[32];
        assert_int_equal(sscanf(text_of(question, "question"), "%31s or %31[a-z]", a, b), 2);
        assert_string_not_equal(a, b);
    }
}

#define with_folder(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests_of_clevr[] = {
        cmocka_unit_test(scenes_follow_the_rules),
        cmocka_unit_test(relations_and_camera_are_the_published_ones),
        with_folder(scenes_are_written_as_they_are),
        cmocka_unit_test(refuses_bad_scenes),
        cmocka_unit_test(answers_the_official_questions),
        cmocka_unit_test(answers_the_official_questions_of_all_families),
        cmocka_unit_test(refuses_bad_programs),
        cmocka_unit_test(unique_wants_one_object),
        cmocka_unit_test(steps_can_be_left_out),
        with_folder(answers_are_right),
        with_folder(every_construction_occurs),
        with_folder(full_language_occurs),
        with_folder(answers_are_balanced),
        cmocka_unit_test(counts_tokens),
        with_folder(splits_hold),
        with_folder(splits_hold_in_the_whole_language),
        with_folder(splits_hold_with_official_templates),
        with_folder(parts_have_the_families_they_can),
        with_folder(novel_questions_are_new_in_old_words),
        with_folder(novel_questions_are_not_in_the_language),
        with_folder(novel_kinds_are_mixed),
        with_folder(novel_constructions_occur),
        with_folder(every_construction_is_inside_every_other),
        with_folder(same_seed_same_bytes),
        with_folder(parts_have_different_scenes),
        with_folder(fraction_keeps_its_share),
        with_folder(numbers_of_scenes_and_questions),
        with_folder(refuses_what_cannot_be),
        with_folder(writes_all_or_nothing),
        with_folder(official_templates),
        cmocka_unit_test(the_grammar_has_all_official_texts),
        with_folder(own_templates_and_synonyms),
        with_folder(names_what_is_wrong_in_templates),
        with_folder(params_may_have_to_differ),
    };
    return cmocka_run_group_tests(tests_of_clevr, NULL, NULL);
}
