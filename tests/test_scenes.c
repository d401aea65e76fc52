/* Scenes and questions: the stream of JSON objects, the readers, the features.
 *
 * A file of one's own is the input most likely to be wrong, so most of this is what
 * happens then: a table of texts and the sentence each is answered with; every small
 * file cut at every byte and with bytes changed; and that nothing is kept of a file
 * that failed. Published and official files are read where they are at hand
 * ($G2L2_SHARED/data). */
#include <malloc.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>
#include <zlib.h>

#include "base/base.h"
#include "data/features.h"
#include "data/scenes_store.h"
#include "tests/shared.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

struct fixture {
    char path[64];
    g2l2_scenes *scenes;
    g2l2_dataset *data;
    g2l2_limits limits;
    g2l2_error err;
    struct guard guard;
    struct arena arena;
};

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    snprintf(f->path, sizeof f->path, "/tmp/g2l2-scenes-XXXXXX");
    int fd = mkstemp(f->path);
    assert_true(fd >= 0);
    close(fd);
    f->limits = g2l2_limits_default();
    assert_int_equal(g2l2_scenes_new(&f->scenes, &f->err), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&f->data, &f->err), G2L2_STATUS_OK);
    arena_init(&f->arena, &f->guard, 0);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    g2l2_dataset_free(f->data);
    g2l2_scenes_free(f->scenes);
    arena_free(&f->arena);
    unlink(f->path);
    free(f);
    return 0;
}

/* Scenes as in a new fixture. */
static void restart(struct fixture *f) {
    g2l2_scenes_free(f->scenes);
    g2l2_dataset_free(f->data);
    assert_int_equal(g2l2_scenes_new(&f->scenes, &f->err), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&f->data, &f->err), G2L2_STATUS_OK);
}

static void write_file(const char *path, const void *bytes, size_t length) {
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    assert_int_equal(fclose(out), 0);
}

static g2l2_status read_bytes(struct fixture *f, const void *bytes, size_t length) {
    write_file(f->path, bytes, length);
    memset(&f->err, 0, sizeof f->err);
    return g2l2_scenes_read(f->scenes, f->path, &f->limits, &f->err);
}

static g2l2_status read_text(struct fixture *f, const char *text) {
    return read_bytes(f, text, strlen(text));
}

static g2l2_status ask_bytes(struct fixture *f, const void *bytes, size_t length) {
    write_file(f->path, bytes, length);
    memset(&f->err, 0, sizeof f->err);
    return g2l2_dataset_read_questions(f->data, f->path, f->scenes, &f->limits, &f->err);
}

static g2l2_status ask_text(struct fixture *f, const char *text) {
    return ask_bytes(f, text, strlen(text));
}

static void must_read(struct fixture *f, const char *text) {
    if (read_text(f, text)) fail_msg("%s", f->err.message);
}

static void must_ask(struct fixture *f, const char *text) {
    if (ask_text(f, text)) fail_msg("%s", f->err.message);
}

/* The error of the latest call, in full; FILE stands for the path. */
static void expect_error(const struct fixture *f, g2l2_status status, size_t line, size_t column,
                         const char *message) {
    char expected[600], place[100] = "";
    if (column) snprintf(place, sizeof place, ":%zu:%zu", line, column);
    else if (line) snprintf(place, sizeof place, ":%zu", line);
    snprintf(expected, sizeof expected, "%s%s: %s", f->path, place, message);
    assert_string_equal(f->err.message, expected);
    assert_int_equal(f->err.status, status);
    assert_int_equal(f->err.line, line);
    assert_int_equal(f->err.column, column);
}

static const char *object_text(struct fixture *f, size_t scene, uint32_t object) {
    struct buf out;
    buf_init(&out, &f->arena);
    scenes_object_text(f->scenes, scene, object, &out);
    return out.at;
}

/* ---- words of a question ------------------------------------------------------------ */

static void splits_questions_into_words(void **state) {
    static const char *const cases[][2] = {
        {"How many cubes are there?", "how many cubes are there"},
        {"  Is  it\tred ,\n or blue?! ", "is it red , or blue"},
        {"There is a ball; what is its size?", "there is a ball ; what is its size"},
        {"the man's T-shirt...", "the man's t-shirt"},
        {"(a) \"b\": c.d", "( a ) \" b \" : c . d"},
        {"Ist das \xC3\x84RMEL blau?", "ist das \xC3\x84rmel blau"},
        {"yes ? . !", "yes"},
        {"wait... what?", "wait . . . what"},
        {"?!. ", ""},
        {"", ""},
        {"  ", ""},
        {"a?b", "a ? b"},
        {",", ","},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct buf out;
        buf_init(&out, &f->arena);
        text_question(cases[i][0], strlen(cases[i][0]), &out);
        assert_string_equal(out.at, cases[i][1]);
        buf_puts(&out, "|");
        text_question(cases[i][1], strlen(cases[i][1]), &out); /* again: the same */
        assert_string_equal(out.at + strlen(cases[i][1]) + 1, cases[i][1]);
    }
}

/* ---- scenes -------------------------------------------------------------------------- */

#define RED  "{\"color\": \"red\", \"shape\": \"cube\", \"3d_coords\": [1, 2.5, -0]}"
#define BLUE "{\"shape\": \"ball\", \"3d_coords\": [0, 1e1, 1], \"color\": \"blue\"}"

static void reads_every_form(void **state) {
    static const char *const texts[] = {
        "{\"scenes\": [{\"objects\": [" RED "]}, {\"objects\": [" BLUE "," RED "]}]}",
        "\xEF\xBB\xBF{\"info\": {\"scenes\": [1, \"[{\\\"\"]}, \"scenes\"\n:[ {\"objects\": [" RED
        "], \"id\": 1}\n,{\"objects\": [" BLUE "," RED "]} ] , \"more\": \"}\"}\n\n",
        "[{\"objects\": [" RED "]}, {\"objects\": [" BLUE "," RED "]}]",
        " \n[\n{\"objects\": [" RED "]}\r\n,\t{\"objects\": [" BLUE "," RED "]}]\n",
        "{\"objects\": [" RED "]}\n{\"objects\": [" BLUE "," RED "]}\n",
        "\xEF\xBB\xBF\n{\"objects\": [" RED "]}\r\n\r\n {\"objects\": [" BLUE "," RED "]}",
        "{\n  \"objects\": [\n" RED "\n]\n}\n{\"x\": [{}, \"\\\"\\\\\"], \"objects\": [" BLUE
        ",\n" RED "]}",
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        must_read(f, texts[i]);
        assert_int_equal(g2l2_scenes_count(f->scenes), 2 * i + 2);
        assert_int_equal(scenes_n_objects(f->scenes, 2 * i), 1);
        assert_int_equal(scenes_n_objects(f->scenes, 2 * i + 1), 2);
        assert_string_equal(object_text(f, 2 * i, 0), "red cube");
        assert_string_equal(object_text(f, 2 * i + 1, 0), "blue ball");
        assert_string_equal(object_text(f, 2 * i + 1, 1), "red cube");
    }
    double at[3];
    assert_true(scenes_position(f->scenes, 1, 0, at));
    assert_true(at[0] == 0 && at[1] == 10 && at[2] == 1);
}

static void reads_a_single_scene(void **state) {
    struct fixture *f = *state;
    must_read(f, "{\n \"objects\": [\n  {\"a\": \"b\"}\n ]\n}");
    assert_int_equal(g2l2_scenes_count(f->scenes), 1);
    assert_string_equal(object_text(f, 0, 0), "a=b");
}

/* What follows is not looked at, be it what it may. */
static void reads_no_further(void **state) {
    struct fixture *f = *state;
    static const char text[] = "{\"objects\": [{\"a\": \"b\"}]}\n{\"objects\": []}\n{\"obj";
    assert_int_equal(read_text(f, text), G2L2_STATUS_FORMAT);
    assert_int_equal(g2l2_scenes_read_first(f->scenes, f->path, 2, NULL, &f->err), 0);
    assert_int_equal(g2l2_scenes_count(f->scenes), 2);
    assert_string_equal(object_text(f, 0, 0), "a=b");
    assert_int_not_equal(g2l2_scenes_read_first(f->scenes, f->path, 3, NULL, &f->err), 0);
    assert_int_not_equal(g2l2_scenes_read_first(f->scenes, f->path, 0, NULL, &f->err), 0);
}

static void reads_empty_scenes(void **state) {
    struct fixture *f = *state;
    struct encoder encoder;
    must_read(f, "{\"objects\": []}\n{\"objects\": [{}, {\"a\": null}]}\n{\"objects\": []}");
    assert_int_equal(g2l2_scenes_count(f->scenes), 3);
    assert_int_equal(scenes_n_objects(f->scenes, 0), 0);
    assert_int_equal(scenes_n_values(f->scenes, 1, 1), 0);
    assert_int_equal(scenes_n_values(f->scenes, 0, 0), 0);
    assert_string_equal(object_text(f, 1, 1), "object 2");
    assert_int_equal(scenes_fit(f->scenes, NULL, &encoder, &f->err), G2L2_STATUS_OK);
    assert_int_equal(scenes_encode(f->scenes, &encoder, &f->err), G2L2_STATUS_OK);
    assert_int_equal(scenes_get(f->scenes, 2)->n_objects, 0);
    assert_int_equal(scenes_get(f->scenes, 2)->n_features, 64);
    assert_null(scenes_get(f->scenes, 3));
}

static void reads_every_kind_of_property(void **state) {
    struct fixture *f = *state;
    double at[3];
    must_read(f, "{\"objects\": [{\"name\": \"Tom\", \"tame\": true, \"wild\": false, \"age\": 3, "
                 "\"size\": \"big\", \"color\": \"gr\\u00fcn\", \"nothing\": null, "
                 "\"tail\": [1, 2.5], \"none\": []}, {\"y\": 2, \"x\": -1}, {\"x\": 1}, "
                 "{\"features\": \"many\"}]}");
    assert_string_equal(object_text(f, 0, 0),
                        "big gr\xC3\xBCn name=Tom tame=true wild=false age=3");
    assert_string_equal(object_text(f, 0, 1), "x=-1 y=2");
    assert_string_equal(object_text(f, 0, 3), "features=many");
    assert_int_equal(scenes_n_values(f->scenes, 0, 0), 5);
    assert_string_equal(scenes_value(f->scenes, 0, 0, 0).property, "color");
    assert_string_equal(scenes_value(f->scenes, 0, 0, 4).value, "false");
    assert_null(scenes_value(f->scenes, 0, 0, 5).value);
    assert_string_equal(scenes_value_of(f->scenes, 0, 0, "tame"), "true");
    assert_null(scenes_value_of(f->scenes, 0, 0, "age"));
    assert_null(scenes_value_of(f->scenes, 7, 0, "age"));
    assert_true(scenes_position(f->scenes, 0, 0, at) && at[0] == 1 && at[1] == 2.5 && at[2] == 0);
    assert_true(scenes_position(f->scenes, 0, 1, at) && at[0] == -1 && at[1] == 2);
    assert_false(scenes_position(f->scenes, 0, 2, at));
    assert_false(scenes_position(f->scenes, 0, 9, at));
}

/* What differs from file to file is not looked at where the form is CLEVR's. */
static void scenes_arrays_are_read_narrowly(void **state) {
    static const char object[] =
        "\"objects\": [{\"color\": \"red\", \"3d_coords\": [1, 2, 3], \"rotation\": 3.5, "
        "\"bbox\": [1, 2, 3, 4], \"pixels\": {\"n\": [\"x\"]}, \"mask\": [[1]], \"seen\": true}]";
    char text[600];
    struct encoder encoder;
    struct fixture *f = *state;
    snprintf(text, sizeof text, "{\"scenes\": [{%s}]}", object);
    must_read(f, text);
    assert_int_equal(scenes_n_values(f->scenes, 0, 0), 1);
    assert_int_equal(scenes_fit(f->scenes, NULL, &encoder, NULL), G2L2_STATUS_OK);
    assert_int_equal(encoder.n_numeric, 3);
    snprintf(text, sizeof text, "{%s}", object);
    assert_int_equal(read_text(f, text), G2L2_STATUS_FORMAT);
}

static void names_of_scenes(void **state) {
    struct fixture *f = *state;
    must_read(f, "{\"objects\": [], \"id\": \"kitchen\", \"image_index\": 4}\n"
                 "{\"objects\": [], \"id\": 7, \"image_filename\": \"a.png\"}\n"
                 "{\"objects\": [], \"image_index\": 5, \"image_filename\": \"b.png\"}\n"
                 "{\"objects\": [], \"id\": null}\n"
                 "{\"objects\": [], \"image_index\": 5}\n");
    assert_string_equal(scenes_name(f->scenes, 0), "kitchen");
    assert_string_equal(scenes_name(f->scenes, 1), "7");
    assert_string_equal(scenes_name(f->scenes, 2), "b.png");
    assert_null(scenes_name(f->scenes, 3));
    assert_null(scenes_name(f->scenes, 9));
    assert_int_equal(scenes_find(f->scenes, "kitchen", 7), 0);
    assert_int_equal(scenes_find(f->scenes, "4", 1), 0);
    assert_int_equal(scenes_find(f->scenes, "a.png", 5), 1);
    assert_int_equal(scenes_find(f->scenes, "5", 1), SCENE_MANY);
    assert_int_equal(scenes_find(f->scenes, "6", 1), SCENE_NONE);
    assert_int_equal(scenes_find(f->scenes, "kitchenette", 11), SCENE_NONE);
}

/* A name that a failed file had as well belongs to one scene again. */
static void failure_keeps_nothing(void **state) {
    struct fixture *f = *state;
    must_read(f, "{\"objects\": [{\"a\": \"b\"}], \"id\": 1}");
    assert_int_equal(read_text(f, "{\"objects\": [], \"id\": 1}\n{\"objects\": [], \"id\": 2}\n{"),
                     G2L2_STATUS_FORMAT);
    assert_int_equal(g2l2_scenes_count(f->scenes), 1);
    assert_int_equal(scenes_find(f->scenes, "1", 1), 0);
    assert_int_equal(scenes_find(f->scenes, "2", 1), SCENE_NONE);
    restart(f);
    assert_int_equal(read_text(f, "{\"objects\": [{\"features\": [1, 2]}]}\n7"),
                     G2L2_STATUS_FORMAT);
    must_read(f, "{\"objects\": [{\"features\": [1]}]}");
    assert_int_equal(read_text(f, "{\"objects\": [{}]}"), G2L2_STATUS_FORMAT);
    must_read(f, "{\"objects\": [{\"features\": [1]}]}");
    assert_int_equal(g2l2_scenes_count(f->scenes), 2);
}

static void names_what_is_wrong(void **state) {
    static const struct {
        const char *text;
        size_t line, column;
        const char *message;
    } cases[] = {
#define NO_SCENES                                                                                  \
    "no scenes; write {\"scenes\": [{\"objects\": [...]}, ...]}, or a line {\"objects\": [...]} "  \
    "for each"
        {"", 0, 0, NO_SCENES},
        {" \n\n", 0, 0, NO_SCENES},
        {"\xEF\xBB\xBF", 0, 0, NO_SCENES},
        {"[]", 0, 0, NO_SCENES},
        {"{\"scenes\": []}", 0, 0, NO_SCENES},
        {"7", 1, 1, "an object {...} expected here, after 0 of them"},
        {"\n red cube", 2, 2, "an object {...} expected here, after 0 of them"},
        {"[7]", 1, 2, "an object {...} expected here, after 0 of them"},
        {"[{\"objects\": []}, ]", 1, 19, "an object {...} expected here, after 1 of them"},
        {"[{\"objects\": []} {}]", 1, 18, "`,` or `]` expected here, after 1 of them"},
        {"[{\"objects\": []}", 1, 17, "the file ends too early; it is not complete"},
        {"[{\"objects\": []},", 1, 18, "the file ends too early; it is not complete"},
        {"[{\"objects\": []}] x", 1, 19, "text after the end of the array"},
        {"{\"objects\": []} 7", 1, 17, "an object {...} expected here, after 1 of them"},
        {"{\"objects\": []}\n[]", 2, 1, "an object {...} expected here, after 1 of them"},
        {"{\"objects\": [", 1, 13, "the file ends within a scene; it is not complete"},
        {"{\"objects\": []}\n{\"a\":\n\"", 3, 1,
         "the file ends within a scene; it is not complete"},
        {"{\"a\" \"b\"}", 1, 8, "invalid JSON: ':' expected near '\"b\"'"},
        {"{\"objects\": []}\n  {\"a\":\n 1 2}", 3, 4, "invalid JSON: '}' expected near '2'"},
        {"\n  {\"a\": tru}", 2, 11, "invalid JSON: invalid token near 'tru'"},
        {"{\"objects\": [}", 1, 14, "invalid JSON: unexpected token near '}'"},
        {"{\"objects\": [{\"x\": NaN}]}", 1, 22, "invalid JSON: invalid token near 'NaN'"},
        {"{\"objects\": [{\"x\": 1e999}]}", 1, 24,
         "invalid JSON: real number overflow near '1e999'"},
        {"{\"a\": 1, \"a\": 2}", 1, 12, "invalid JSON: duplicate object key near '\"a\"'"},
        {"{\"a\": \"\xFF\"}", 1, 7, "invalid JSON: unable to decode byte 0xff near '\"'"},
        {"{\"a\": 1, \"scenes\": [{\"objects\": []}], \"b\" 2}", 1, 43,
         "invalid JSON: ':' expected near '2'"},
        {"{\"a\" 1, \"scenes\": [{\"objects\": []}]}", 1, 6, "invalid JSON: ':' expected near '1'"},
        {"{\"scenes\": [{\"objects\": []}]\n}}", 2, 2,
         "invalid JSON: end of file expected near '}'"},
        {"{\"scenes\": [{\"objects\": []}], \"scenes\": []}", 1, 38,
         "invalid JSON: duplicate object key near '\"scenes\"'"},
        {"{\"scenes\": [{\"objects\": []}]", 1, 29, "the file ends too early; it is not complete"},
        {"{\"scenes\": [{\"objects\": []}, 1]}", 1, 30,
         "an object {...} expected here, after 1 of them"},
        {"{\"scenes\": [{\"objects\": [], \"directions\": {\"a\": [01]}}]}", 1, 50,
         "invalid JSON: invalid token near '0'"},
        {"{\"scenes\": 1}", 1, 1,
         "scene 1: no array \"objects\"; write {\"objects\": [{\"color\": \"red\", ...}, ...]}"},
        {"{\"objects\": {}}", 1, 1,
         "scene 1: no array \"objects\"; write {\"objects\": [{\"color\": \"red\", ...}, ...]}"},
        {"{\"objects\": []}\n {\"objects\": [{}, 1]}", 2, 2,
         "scene 2, object 2: not an object; write {\"color\": \"red\", ...}"},
        {"{\"objects\": [{\"at\": {\"x\": 1}}]}", 1, 1,
         "scene 1, object 1: \"at\" is an object; a property is a string, a number, true or false, "
         "or an array of numbers"},
        {"{\"objects\": [{\"a\\nb\": {}}]}", 1, 1,
         "scene 1, object 1: \"a?b\" is an object; a property is a string, a number, true or "
         "false, or an array of numbers"},
        {"{\"objects\": [{\"at\": [1, \"x\"]}]}", 1, 1,
         "scene 1, object 1: the array \"at\" has something else than numbers in it"},
        {"{\"objects\": [{\"at\": [[1]]}]}", 1, 1,
         "scene 1, object 1: the array \"at\" has something else than numbers in it"},
        {"{\"objects\": [{\"x\": -1e99}]}", 1, 1,
         "scene 1, object 1: \"x\" has the number -1e+99, which is too large"},
        {"{\"objects\": [{\"features\": []}]}", 1, 1,
         "scene 1, object 1: \"features\" is empty; leave it out"},
        {"{\"objects\": [{\"features\": [1, true]}]}", 1, 1,
         "scene 1, object 1: the array \"features\" has something else than numbers in it"},
        {"{\"objects\": [{\"features\": [1, 2]}]}\n{\"objects\": [{\"features\": [1, 2]}, "
         "{\"features\": [1]}]}",
         2, 1,
         "scene 2, object 2: 1 features, but the objects before have 2; all need the same number"},
        {"{\"objects\": [{\"features\": [1, 2]}, {\"a\": 1}]}", 1, 1,
         "scene 1, object 2: no \"features\", but the objects before have them; all need them or "
         "none"},
        {"{\"objects\": [{\"a\": 1}, {\"features\": [1, 2]}]}", 1, 1,
         "scene 1, object 2: \"features\", but the objects before have none; all need them or "
         "none"},
        {"{\"objects\": [], \"id\": 1.5}", 1, 1,
         "scene 1: \"id\" is neither a string nor a whole number"},
        {"{\"objects\": [], \"image_index\": [1]}", 1, 1,
         "scene 1: \"image_index\" is neither a string nor a whole number"},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_int_equal(read_text(f, cases[i].text), G2L2_STATUS_FORMAT);
        expect_error(f, G2L2_STATUS_FORMAT, cases[i].line, cases[i].column, cases[i].message);
        assert_int_equal(g2l2_scenes_count(f->scenes), 0);
    }
}

static void refuses_what_is_no_file(void **state) {
    struct fixture *f = *state;
    assert_int_equal(g2l2_scenes_read(f->scenes, "/tmp", NULL, &f->err), G2L2_STATUS_IO);
    assert_string_equal(f->err.message, "/tmp: is a directory");
    assert_int_equal(g2l2_scenes_read(f->scenes, "/no/such", NULL, &f->err), G2L2_STATUS_IO);
    assert_string_equal(f->err.message, "/no/such: cannot open: No such file or directory");
    assert_int_equal(g2l2_scenes_read(f->scenes, "/no/such", NULL, NULL), G2L2_STATUS_IO);
    assert_int_equal(g2l2_dataset_read_questions(f->data, "/no/such", f->scenes, NULL, NULL),
                     G2L2_STATUS_IO);
    assert_int_equal(g2l2_dataset_read_questions(f->data, f->path, NULL, NULL, NULL),
                     G2L2_STATUS_ARGUMENT);
}

/* before unit unit ... unit after */
static char *wrapped(const char *before, const char *unit, size_t n, const char *after) {
    size_t size = strlen(unit), at = strlen(before);
    char *out = malloc(at + n * size + strlen(after) + 1);
    assert_non_null(out);
    strcpy(out, before);
    for (size_t i = 0; i < n; i++, at += size) memcpy(out + at, unit, size);
    strcpy(out + at, after);
    return out;
}

static g2l2_status read_wrapped(struct fixture *f, const char *before, const char *unit, size_t n,
                                const char *after) {
    char *text = wrapped(before, unit, n, after);
    g2l2_status status = read_text(f, text);
    free(text);
    return status;
}

static void keeps_to_its_limits(void **state) {
    struct fixture *f = *state;
    assert_int_equal(read_wrapped(f, "{\"objects\": [{}", ",{}", 1023, "]}"), G2L2_STATUS_OK);
    assert_int_equal(read_wrapped(f, "{\"objects\": [{}", ",{}", 1999, "]}"), G2L2_STATUS_LIMIT);
    expect_error(f, G2L2_STATUS_LIMIT, 1, 1, "scene 1: 2000 objects; a scene has at most 1024");
    assert_int_equal(read_wrapped(f, "{\"objects\": [{\"a\": [0", ",0", 1023, "]}]}"), 0);
    assert_int_equal(read_wrapped(f, "{\"objects\": [{\"a\": [0", ",0", 1024, "]}]}"),
                     G2L2_STATUS_LIMIT);
    expect_error(f, G2L2_STATUS_LIMIT, 1, 1,
                 "scene 1, object 1: more than 1024 numbers; give a long vector as \"features\", "
                 "for all objects");
    restart(f);
    assert_int_equal(read_wrapped(f, "{\"objects\": [{\"features\": [0", ",0", 4096, "]}]}"),
                     G2L2_STATUS_LIMIT);
    expect_error(f, G2L2_STATUS_LIMIT, 1, 1, "scene 1, object 1: 4097 features; at most 4096");
    f->limits.max_bytes = 1;
    must_read(f, "{\"objects\": []}\n");
    assert_int_equal(read_text(f, "{\"objects\": []}\n\n"), G2L2_STATUS_LIMIT);
    expect_error(f, G2L2_STATUS_LIMIT, 0, 0,
                 "more than 16 bytes, unpacked; split the file or raise the limit with "
                 "--max-bytes");
    f->limits.max_bytes = SIZE_MAX;
    must_read(f, "{\"objects\": []}\n\n");
    assert_int_equal(g2l2_scenes_count(f->scenes), 2);
}

static void stops_at_monstrous_objects(void **state) {
    struct fixture *f = *state;
    assert_int_equal(read_wrapped(f, "\n{\"a\": \"", "0123456789", 500000, "\"}"),
                     G2L2_STATUS_LIMIT);
    expect_error(f, G2L2_STATUS_LIMIT, 2, 1,
                 "an object of more than 4194304 bytes; a scene has fewer, and a file with many "
                 "of them has an array \"scenes\"");
    assert_int_equal(read_wrapped(f, "{\"objects\": []\n", "{\"objects\": []}\n", 500000, ""),
                     G2L2_STATUS_FORMAT);
    expect_error(f, G2L2_STATUS_FORMAT, 2, 1, "invalid JSON: '}' expected near '{'");
    assert_int_equal(
        read_wrapped(f, "{\"scenes\": [{\"objects\": []}], \"a\": \"", "0123456789", 500000, "\"}"),
        G2L2_STATUS_LIMIT);
    assert_int_equal(f->err.column, 29);
    assert_int_equal(read_wrapped(f, "{\"a\": ", "[", 100000, ""), G2L2_STATUS_FORMAT);
    assert_non_null(strstr(f->err.message, "maximum parsing depth reached"));
    assert_int_equal(read_wrapped(f, "{\"scenes\": [{\"relationships\": ", "[", 100000, ""),
                     G2L2_STATUS_FORMAT);
    assert_non_null(strstr(f->err.message, "maximum parsing depth reached"));
    assert_int_equal(g2l2_scenes_count(f->scenes), 0);
}

/* Objects on both sides of the edges of the window. */
static void objects_may_lie_across_blocks(void **state) {
    static const char unit[] = "{\"objects\": [{\"color\": \"red\"}], \"note\": \"\\\\\\\"\"}\n";
    struct fixture *f = *state;
    for (size_t shift = 0; shift < 60; shift += 7) {
        char before[64] = "";
        memset(before, '\n', shift);
        restart(f);
        assert_int_equal(read_wrapped(f, before, unit, 20000, ""), G2L2_STATUS_OK);
        assert_int_equal(g2l2_scenes_count(f->scenes), 20000);
    }
    restart(f);
    char *big =
        wrapped("{\"objects\": [{\"color\": \"red\"}], \"note\": \"", "x", 3000000, "\"}\n7");
    assert_int_equal(read_text(f, big), G2L2_STATUS_FORMAT);
    assert_int_equal(f->err.line, 2);
    assert_int_equal(f->err.column, 1);
    free(big);
}

/* ---- gzip ------------------------------------------------------------------------------------ */

struct bytes {
    unsigned char *at;
    size_t n;
};

static struct bytes gzip(const char *text) {
    z_stream zip = {0};
    size_t length = strlen(text), room = length + 1000;
    struct bytes out = {malloc(room), 0};
    assert_non_null(out.at);
    assert_int_equal(deflateInit2(&zip, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    zip.next_in = (unsigned char *)(uintptr_t)text;
    zip.avail_in = (uInt)length;
    zip.next_out = out.at;
    zip.avail_out = (uInt)room;
    assert_int_equal(deflate(&zip, Z_FINISH), Z_STREAM_END);
    out.n = room - zip.avail_out;
    deflateEnd(&zip);
    return out;
}

static const char small[] =
    "{\"scenes\": [{\"objects\": [" RED "], \"image_index\": 0}, {\"objects\": "
    "[" BLUE ", " RED "], \"directions\": {\"left\": [1, 0]}}]}";

static void reads_gzip(void **state) {
    static const char a[] = "{\"objects\": [{\"a\"", b[] = ": \"b\"}]}\n{\"objects\": []}\n";
    struct fixture *f = *state;
    struct bytes first = gzip(a), second = gzip(b);
    unsigned char *both = calloc(1, first.n + second.n + 100);
    assert_non_null(both);
    memcpy(both, first.at, first.n);
    memcpy(both + first.n, second.at, second.n);
    assert_int_equal(read_bytes(f, both, first.n + second.n), G2L2_STATUS_OK);
    assert_int_equal(read_bytes(f, both, first.n + second.n + 100), G2L2_STATUS_OK);
    assert_int_equal(g2l2_scenes_count(f->scenes), 4);
    assert_string_equal(object_text(f, 2, 0), "a=b");
    both[first.n + second.n] = 'x';
    assert_int_equal(read_bytes(f, both, first.n + second.n + 1), G2L2_STATUS_FORMAT);
    expect_error(f, G2L2_STATUS_FORMAT, 0, 0,
                 "the gzip data is damaged: other bytes follow it; get the file again");
    free(first.at);
    free(second.at);
    free(both);
}

static void refuses_damaged_gzip(void **state) {
    struct fixture *f = *state;
    struct bytes zip = gzip(small);
    for (size_t n = 2; n < zip.n; n++) {
        assert_int_equal(read_bytes(f, zip.at, n), G2L2_STATUS_FORMAT);
        expect_error(f, G2L2_STATUS_FORMAT, 0, 0,
                     "the gzip data is damaged: it ends too early; get the file again");
    }
    size_t n_read = 0;                    /* some bits mean nothing */
    for (size_t i = 10; i < zip.n; i++) { /* behind the header, of which little matters */
        zip.at[i] ^= 1 << (i % 8);
        n_read += !read_bytes(f, zip.at, zip.n);
        zip.at[i] ^= 1 << (i % 8);
    }
    assert_true(n_read <= 1 && g2l2_scenes_count(f->scenes) == 2 * n_read);
    zip.at[zip.n - 6] ^= 1; /* the checksum */
    assert_int_equal(read_bytes(f, zip.at, zip.n), G2L2_STATUS_FORMAT);
    expect_error(f, G2L2_STATUS_FORMAT, 0, 0,
                 "the gzip data is damaged: incorrect data check; get the file again");
    free(zip.at);
}

static void reads_standard_input(void **state) {
    struct fixture *f = *state;
    struct bytes zip = gzip(small);
    write_file(f->path, zip.at, zip.n);
    free(zip.at);
    assert_non_null(freopen(f->path, "rb", stdin));
    assert_int_equal(g2l2_scenes_read(f->scenes, "-", NULL, &f->err), G2L2_STATUS_OK);
    assert_int_equal(g2l2_scenes_count(f->scenes), 2);
    assert_int_equal(g2l2_scenes_read(f->scenes, "-", NULL, &f->err), G2L2_STATUS_FORMAT);
    assert_non_null(strstr(f->err.message, "standard input: no scenes"));
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Every text asks the same two questions, about two scenes where it names them. */
static void questions_are_rows(void **state) {
    static const char *const texts[] = {
        "How many?\t2\nWho is a, or b?\tAnna, Ben\n",
        "\xEF\xBB\xBFquestion\tanswer\r\nHow many?\t2\r\n\r\nWho is a, or b?\tAnna, Ben",
        "Question,Answer\nHow many?,2\n\"Who is a, or b?\",\"Anna, Ben\"\n",
        "by;answer;question;scene\n;2;How many?;0\nme;Anna, Ben;Who is a, or b?;0\n",
    };
    struct fixture *f = *state;
    must_read(f, "{\"objects\": [" RED "], \"id\": 0}");
    for (size_t i = 0; i < LENGTH(texts); i++) {
        must_ask(f, texts[i]);
        assert_int_equal(g2l2_dataset_count(f->data), 2 * i + 2);
        g2l2_example one = g2l2_dataset_get(f->data, 2 * i);
        g2l2_example other = g2l2_dataset_get(f->data, 2 * i + 1);
        assert_string_equal(one.sentence, "how many");
        assert_string_equal(one.target, "2");
        assert_string_equal(other.sentence, "who is a , or b");
        assert_string_equal(other.target, "anna, ben");
        assert_int_equal(other.line, i == 0 ? 2 : i == 1 ? 4 : 3);
        assert_int_equal(other.scene, 0);
    }
}

static void rows_that_are_wrong(void **state) {
    static const struct {
        const char *text;
        size_t line, column;
        const char *message;
    } cases[] = {
        {"name,age\nAnna,3\n", 1, 1,
         "not a question; write {\"question\": \"...\", \"answer\": \"...\"}, "
         "`question<TAB>answer`, "
         "or rows below a header that names the columns question and answer"},
        {"question,answer\n", 0, 0,
         "no questions; write {\"questions\": [{\"question\": \"...\", \"answer\": \"...\", ...}, "
         "...]}, or a line {...} for each"},
        {"how many\t2\nwho\n", 2, 0,
         "1 fields instead of 2; a text with a separator in it stands in quotes"},
        {"how many\t2\nwho is a\t \n", 2, 1,
         "question 2: no \"answer\"; there is nothing to learn from it"},
        {"how many\t2\n\"who is\ta\n", 2, 0, "a quote is not closed"},
        {"how many\t2\nwho \xFF\ta\n", 2, 1, "the line is not UTF-8 text"},
    };
    struct fixture *f = *state;
    must_read(f, "{\"objects\": [" RED "]}");
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_int_equal(ask_text(f, cases[i].text), G2L2_STATUS_FORMAT);
        expect_error(f, G2L2_STATUS_FORMAT, cases[i].line, cases[i].column, cases[i].message);
        assert_int_equal(g2l2_dataset_count(f->data), 0);
    }
}

/* More than the window holds, so that rows lie across its end. */
static void many_rows(void **state) {
    struct fixture *f = *state;
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    for (int i = 0; i < 20000; i++) fprintf(out, "how many of the kind %d\t%d\n", i, i % 10);
    assert_int_equal(fclose(out), 0);
    must_read(f, "{\"objects\": [" RED "]}");
    must_ask(f, text);
    assert_int_equal(g2l2_dataset_count(f->data), 20000);
    assert_string_equal(g2l2_dataset_get(f->data, 19999).sentence, "how many of the kind 19999");
    assert_int_equal(g2l2_dataset_get(f->data, 19999).line, 20000);
    free(text);
}

/* ---- threads -------------------------------------------------------------------------------- */

#define MANY 1000 /* questions, some blocks of them, each with a scene of its own */

/* JSON lines; `bad`: the number of one that has no answer, or 0. */
static char *many_questions(int bad) {
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    for (int i = 1; i <= MANY; i++)
        fprintf(out, "{\"question\": \"How many of %d?\"%s, \"objects\": [{\"x\": %d}]}\n", i % 7,
                i == bad ? "" : ", \"answer\": 1", i / 3);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Everything that was read, as a text. */
static char *told(const struct fixture *f) {
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    for (size_t i = 0; i < g2l2_dataset_count(f->data); i++) {
        g2l2_example e = g2l2_dataset_get(f->data, i);
        fprintf(out, "%zu %s = %s of %zu\n", e.line, e.sentence, e.target, e.scene);
    }
    fprintf(out, "%zu scenes; %s", g2l2_scenes_count(f->scenes), f->err.message);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void threads_read_the_same(void **state) {
    struct fixture *f = *state;
    for (int bad = 0; bad <= MANY; bad += MANY / 4) {
        char *text = many_questions(bad), *one = NULL;
        for (f->limits.n_threads = 1; f->limits.n_threads <= 3; f->limits.n_threads++) {
            restart(f);
            assert_int_equal(ask_text(f, text), bad ? G2L2_STATUS_FORMAT : G2L2_STATUS_OK);
            char *now = told(f);
            if (one) assert_string_equal(now, one);
            if (one) free(now);
            else one = now;
        }
        if (bad) assert_int_equal(f->err.line, bad);
        assert_int_equal(g2l2_scenes_count(f->scenes), bad ? 0 : MANY / 3 + 1);
        free(text);
        free(one);
    }
}

/* ---- faults --------------------------------------------------------------------------------- */

static void survives_every_truncation(void **state) {
    static const char lines[] = "{\"objects\": [" RED "]}\n{\"objects\": [" BLUE "]}\n";
    struct fixture *f = *state;
    for (size_t n = 0; n < strlen(small); n++)
        assert_int_equal(read_bytes(f, small, n), G2L2_STATUS_FORMAT);
    assert_int_equal(g2l2_scenes_count(f->scenes), 0);
    size_t first = strlen("{\"objects\": [" RED "]}"), n_read = 0;
    for (size_t n = 0; n < strlen(lines); n++) {
        bool whole = n == first || n == first + 1 || n == strlen(lines) - 1;
        assert_int_equal(read_bytes(f, lines, n), whole ? G2L2_STATUS_OK : G2L2_STATUS_FORMAT);
        n_read += whole ? 1 + (n > first + 1) : 0;
        assert_int_equal(g2l2_scenes_count(f->scenes), n_read);
    }
}

static void check_flip(struct fixture *f, size_t before, g2l2_status status) {
    size_t count = g2l2_scenes_count(f->scenes);
    if (status) assert_int_equal(count, before);
    if (status) assert_true(*f->err.message && !strchr(f->err.message, '\n'));
    for (size_t i = before; i < count; i++)
        for (uint32_t k = 0; k < scenes_n_objects(f->scenes, i); k++) (void)object_text(f, i, k);
}

static void survives_random_bytes(void **state) {
    struct fixture *f = *state;
    struct rng rng;
    char text[sizeof small];
    rng_seed(&rng, 5);
    for (int i = 0; i < 4000; i++) {
        memcpy(text, small, sizeof small);
        for (uint32_t k = 0, n = 1 + rng_below(&rng, 3); k < n; k++) {
            static const char likely[] = "{}[]\",:\\0e-. \n";
            uint32_t at = rng_below(&rng, sizeof small - 1);
            text[at] = rng_below(&rng, 2) ? likely[rng_below(&rng, sizeof likely - 1)]
                                          : (char)rng_below(&rng, 256);
        }
        size_t before = g2l2_scenes_count(f->scenes);
        check_flip(f, before, read_bytes(f, text, sizeof small - 1));
    }
}

/* Memory may run out anywhere; what was there before is as it was, and reading goes on. */
static void survives_lack_of_memory(void **state) {
    struct fixture *f = *state;
    struct encoder encoder;
    char *text = wrapped("", "{\"objects\": [" RED "], \"image_index\": 1}\n", 100, "");
    must_read(f, "{\"objects\": [" BLUE "], \"image_index\": 1}");
    for (size_t limit = f->scenes->arena.held; limit < f->scenes->arena.held + 40000; limit += 97) {
        f->scenes->arena.limit = limit;
        g2l2_status status = read_text(f, text);
        if (status == G2L2_STATUS_OK) break;
        assert_int_equal(status, G2L2_STATUS_LIMIT);
        assert_int_equal(g2l2_scenes_count(f->scenes), 1);
        assert_int_equal(scenes_find(f->scenes, "1", 1), 0);
    }
    f->scenes->arena.limit = 0;
    assert_int_equal(read_text(f, text), G2L2_STATUS_OK);
    free(text);
    assert_int_equal(scenes_fit(f->scenes, NULL, &encoder, NULL), G2L2_STATUS_OK);
    f->scenes->scratch.limit = f->scenes->scratch.held + 1;
    assert_int_equal(scenes_encode(f->scenes, &encoder, &f->err), G2L2_STATUS_LIMIT);
    assert_null(scenes_get(f->scenes, 0));
    f->scenes->scratch.limit = 0;
    assert_int_equal(scenes_encode(f->scenes, &encoder, &f->err), G2L2_STATUS_OK);
}

static int n_left; /* allocations until one fails */

static void *failing_malloc(size_t size) {
    return n_left-- == 0 ? NULL : malloc(size);
}

/* An escape is for jansson to read. */
static void survives_lack_of_memory_for_json(void **state) {
    static const char escaped[] = "{\"objects\": [{\"color\": \"r\\u0065d\"}]}";
    struct fixture *f = *state;
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    json_set_alloc_funcs(failing_malloc, free);
    for (int n = 0; n < 500 && status; n++) {
        n_left = n;
        status = read_text(f, escaped);
        if (!status) assert_string_equal(object_text(f, 0, 0), "red");
        if (!status && n_left < 0) status = G2L2_STATUS_NO_MEMORY; /* asked twice */
        else if (status) assert_int_equal(g2l2_scenes_count(f->scenes), 0);
        restart(f);
    }
    json_set_alloc_funcs(malloc, free);
    assert_int_equal(status, G2L2_STATUS_OK);
}

/* ---- questions ---------------------------------------------------------------------------------- */

#define KITCHEN                                                                                    \
    "{\"scenes\": [{\"objects\": [" RED "], \"image_index\": 0, \"image_filename\": \"a.png\"}, "  \
    "{\"objects\": [" BLUE "], \"image_index\": 1, \"image_filename\": \"b.png\"}]}"

static void expect_question(const struct fixture *f, size_t i, const char *sentence,
                            const char *target, size_t scene) {
    g2l2_example example = g2l2_dataset_get(f->data, i);
    assert_string_equal(example.sentence, sentence);
    assert_string_equal(example.target, target);
    assert_int_equal(example.scene, scene);
    assert_string_equal(example.file, f->path);
}

static void reads_questions_of_clevr(void **state) {
    struct fixture *f = *state;
    must_read(f, KITCHEN);
    must_ask(
        f, "{\"info\": {}, \"questions\": [\n"
           "{\"image_filename\": \"b.png\", \"image_index\": 1, \"question\": \"How many cubes?\", "
           "\"answer\": \"0\", \"template_filename\": \"zero_hop.json\", "
           "\"question_family_index\": 7, \"program\": ["
           "{\"inputs\": [], \"function\": \"scene\", \"value_inputs\": []}, "
           "{\"inputs\": [0], \"function\": \"count\", \"value_inputs\": []}]},\n"
           "{\"image_index\": 0, \"question\": \"Is the cube red?\", \"answer\": \"Yes\", "
           "\"program\": [{\"type\": \"relate\"}, {\"type\": \"relate\"}, {\"type\": \"exist\"}]},"
           "{\"image_filename\": \"a.png\", \"question\": \"What?\", \"answer\": \"a\"}]}");
    assert_int_equal(g2l2_dataset_count(f->data), 3);
    expect_question(f, 0, "how many cubes", "0", 1);
    expect_question(f, 1, "is the cube red", "yes", 0);
    expect_question(f, 2, "what", "a", 0);
    g2l2_example example = g2l2_dataset_get(f->data, 0);
    assert_string_equal(example.family, "zero_hop");
    assert_int_equal(example.family_index, 7);
    assert_string_equal(example.kind, "count");
    assert_int_equal(example.hops, 0);
    assert_int_equal(example.line, 2);
    example = g2l2_dataset_get(f->data, 1);
    assert_null(example.family);
    assert_int_equal(example.family_index, -1);
    assert_string_equal(example.kind, "exist");
    assert_int_equal(example.hops, 2);
    assert_int_equal(example.line, 3);
    example = g2l2_dataset_get(f->data, 2);
    assert_null(example.kind);
    assert_int_equal(example.hops, -1);
}

static void reads_questions_beside_their_scene(void **state) {
    struct fixture *f = *state;
    must_ask(f, "{\"objects\": [{\"inputs\": 3}], \"question\": \"a?\", \"answer\": true}\n"
                "{\"question\": \"b?\", \"answer\": false, \"objects\": [ {\"inputs\":3} ]}\n"
                "{\"objects\": [], \"question\": \"c\", \"answer\": 12}\n"
                "{\"objects\": [{\"inputs\": 3}], \"question\": \"a?\", \"answer\": 2.5}\n");
    assert_int_equal(g2l2_scenes_count(f->scenes), 3);
    expect_question(f, 0, "a", "yes", 0);
    expect_question(f, 1, "b", "no", 0);
    expect_question(f, 2, "c", "12", 1);
    expect_question(f, 3, "a", "2.5", 2);
    assert_string_equal(object_text(f, 0, 0), "inputs=3");
    must_ask(f,
             "{\"questions\": [{\"objects\": [{\"inputs\": 3}], \"question\": \"a?\", \"answer\": "
             "true}]}");
    assert_string_equal(object_text(f, 3, 0), "inputs=3");
}

static void reads_questions_by_name(void **state) {
    struct fixture *f = *state;
    must_read(f, "{\"objects\": [], \"id\": \"kitchen\"}\n{\"objects\": [], \"id\": 4}\n"
                 "{\"objects\": [], \"image_index\": 9}\n");
    must_ask(f,
             "{\"scene\": \"kitchen\", \"question\": \"a\", \"answer\": \"  Dark \\n RED \"}\n"
             "{\"scene\": 4, \"question\": \"a\", \"answer\": \"1\"}\n"
             "{\"scene\": \"4\", \"question\": \"a\", \"answer\": \"1\"}\n"
             "{\"image_index\": 9, \"image_filename\": \"x.png\", \"question\": \"a\", \"answer\": "
             "1}");
    expect_question(f, 0, "a", "dark red", 0);
    expect_question(f, 1, "a", "1", 1);
    expect_question(f, 2, "a", "1", 1);
    expect_question(f, 3, "a", "1", 2); /* that scene has no file name to differ */
}

static void names_what_is_wrong_with_questions(void **state) {
    static const struct {
        const char *text;
        g2l2_status status;
        size_t line, column;
        const char *message;
    } cases[] = {
        {"{\"questions\": []}", G2L2_STATUS_FORMAT, 0, 0,
         "no questions; write {\"questions\": [{\"question\": \"...\", \"answer\": \"...\", ...}, "
         "...]}, or a line {...} for each"},
        {KITCHEN, G2L2_STATUS_FORMAT, 1, 1,
         "question 1: no \"question\" that is a string; write {\"question\": \"...\", "
         "\"answer\": \"...\", ...}"},
        {"{\"question\": 3}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: no \"question\" that is a string; write {\"question\": \"...\", "
         "\"answer\": \"...\", ...}"},
        {"{\"scene\": 0, \"question\": \"a\", \"answer\": \"b\"}\n {\"question\": \" ?\"}",
         G2L2_STATUS_FORMAT, 2, 2, "question 2: the question is empty; it needs a word"},
        {"{\"question\": \"a\"}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: no \"answer\"; there is nothing to learn from it"},
        {"{\"question\": \"a\", \"answer\": \" \"}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: the answer is empty; it needs a word"},
        {"{\"question\": \"a\", \"answer\": null}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: the answer is neither a string, a number, a list of these nor true "
         "or false"},
        {"{\"question\": \"a\", \"answer\": {}}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: the answer is neither a string, a number, a list of these nor true "
         "or false"},
        {"{\"question\": \"a\", \"answer\": 1}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: it is about no scene; give \"objects\", \"scene\", \"image_filename\" or "
         "\"image_index\""},
        {"{\"question\": \"a\", \"answer\": 1, \"scene\": 1.5}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: \"scene\" is neither a string nor a whole number"},
        {"{\"question\": \"a\", \"answer\": 1, \"image_index\": {}}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: \"image_index\" is neither a string nor a whole number"},
        {"{\"question\": \"a\", \"answer\": 1, \"image_index\": 2}", G2L2_STATUS_DATA, 1, 1,
         "question 1: there is no scene \"2\" among the 2 that were read; read the scenes of these "
         "questions first"},
        {"{\"question\": \"a\", \"answer\": 1, \"image_index\": 0, \"image_filename\": \"c.png\"}",
         G2L2_STATUS_DATA, 1, 1,
         "question 1: there is no scene \"c.png\" among the 2 that were read; read the scenes of "
         "these questions first"},
        {"{\"question\": \"a\", \"answer\": 1, \"objects\": [[]]}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1, object 1: not an object; write {\"color\": \"red\", ...}"},
        {"{\"question\": \"a\", \"answer\": 1, \"objects\": 1}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: no array \"objects\"; write {\"objects\": [{\"color\": \"red\", ...}, ...]}"},
        {"{\"question\": \"a b c d\", \"answer\": 1}", G2L2_STATUS_LIMIT, 1, 1,
         "question 1: more than 3 words in the question; shorten it or raise the limit with "
         "--max-words"},
        {"{\"question\": \"a\", \"answer\": \"a b c\"}", G2L2_STATUS_LIMIT, 1, 1,
         "question 1: more than 2 words in the answer; shorten it or raise the limit with "
         "--max-target"},
        {"{\"questions\": [{\"question\": \"a\", \"inputs\": [}]}", G2L2_STATUS_FORMAT, 1, 45,
         "invalid JSON: unexpected token near '}'"},
    };
    struct fixture *f = *state;
    f->limits.max_words = 3;
    f->limits.max_target = 2;
    must_read(f, KITCHEN);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_int_equal(ask_text(f, cases[i].text), cases[i].status);
        expect_error(f, cases[i].status, cases[i].line, cases[i].column, cases[i].message);
        assert_int_equal(g2l2_dataset_count(f->data), 0);
        assert_int_equal(g2l2_scenes_count(f->scenes), 2);
    }
    must_read(f, KITCHEN);
    assert_int_equal(
        ask_text(f, "{\"question\": \"a\", \"answer\": 1, \"image_filename\": \"a.png\"}"),
        G2L2_STATUS_DATA);
    expect_error(f, G2L2_STATUS_DATA, 1, 1,
                 "question 1: more than one scene is called \"a.png\"; give each its own name");
}

static void failed_questions_keep_nothing(void **state) {
    static const char text[] =
        "{\"questions\": [{\"objects\": [" RED "], \"question\": \"a?\", "
        "\"answer\": 1}, {\"image_index\": 1, \"question\": \"b?\", \"answer\": 1, "
        "\"program\": [{\"inputs\": [1], \"function\": \"count\"}]}]}";
    struct fixture *f = *state;
    struct rng rng;
    must_read(f, KITCHEN);
    for (size_t n = 0; n < strlen(text); n++) {
        assert_int_equal(ask_bytes(f, text, n), G2L2_STATUS_FORMAT);
        assert_int_equal(g2l2_dataset_count(f->data), 0);
        assert_int_equal(g2l2_scenes_count(f->scenes), 2);
    }
    rng_seed(&rng, 9);
    for (int i = 0; i < 3000; i++) {
        char changed[sizeof text];
        size_t before = g2l2_dataset_count(f->data);
        memcpy(changed, text, sizeof text);
        changed[rng_below(&rng, sizeof text - 1)] = (char)rng_below(&rng, 256);
        if (ask_bytes(f, changed, sizeof text - 1))
            assert_int_equal(g2l2_dataset_count(f->data), before);
    }
    restart(f);
    must_read(f, KITCHEN);
    must_ask(f, text);
    assert_int_equal(g2l2_dataset_count(f->data), 2);
}

static void adds_questions_by_hand(void **state) {
    struct fixture *f = *state;
    g2l2_dataset *d = f->data;
    assert_int_equal(g2l2_dataset_add_question(d, "Is it red?", "Yes", 3, "f", 7, NULL), 0);
    assert_int_equal(g2l2_dataset_add_question(d, "Why?", "because", SIZE_MAX, NULL, 0, NULL), 0);
    g2l2_example example = g2l2_dataset_get(d, 0);
    assert_string_equal(example.sentence, "is it red");
    assert_string_equal(example.target, "yes");
    assert_string_equal(example.file, "f");
    assert_int_equal(example.line, 7);
    assert_int_equal(example.scene, 3);
    example = g2l2_dataset_get(d, 1);
    assert_null(example.file);
    assert_int_equal(example.scene, SIZE_MAX);
    assert_int_equal(example.hops, -1);
    assert_int_equal(g2l2_dataset_add_question(d, " ? ", "a", 0, "f", 7, &f->err),
                     G2L2_STATUS_FORMAT);
    assert_string_equal(f->err.message, "f:7: the question is empty; it needs a word");
    assert_int_equal(g2l2_dataset_add_question(d, "a\xFF", "a", 0, NULL, 0, &f->err),
                     G2L2_STATUS_FORMAT);
    assert_string_equal(f->err.message, "the byte 0xFF is not UTF-8; examples are UTF-8 text");
    assert_int_equal(g2l2_dataset_add_question(d, "a", "", 0, NULL, 0, NULL), G2L2_STATUS_FORMAT);
    assert_int_equal(g2l2_dataset_add_question(d, "a", "b", SIZE_MAX - 1, NULL, 0, NULL),
                     G2L2_STATUS_ARGUMENT);
    assert_int_equal(g2l2_dataset_count(d), 2);
    assert_int_equal(g2l2_dataset_add(d, "Jump twice", "J J", NULL, 0, NULL), G2L2_STATUS_OK);
    example = g2l2_dataset_get(d, 2);
    assert_string_equal(example.sentence, "Jump twice");
    assert_int_equal(example.scene, SIZE_MAX);
    assert_null(g2l2_dataset_get(d, 3).sentence);
    assert_int_equal(g2l2_dataset_get(d, 3).scene, SIZE_MAX);
}

/* ---- features ---------------------------------------------------------------------------------------- */

static void encode(struct fixture *f, double noise, uint64_t seed, struct encoder *encoder) {
    g2l2_feature_options options = {.size = 64, .noise = noise, .seed = seed};
    assert_int_equal(scenes_fit(f->scenes, &options, encoder, &f->err), G2L2_STATUS_OK);
    assert_int_equal(scenes_encode(f->scenes, encoder, &f->err), G2L2_STATUS_OK);
}

static double distance(const float *a, const float *b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += ((double)a[i] - b[i]) * ((double)a[i] - b[i]);
    return sqrt(sum);
}

static void features_are_what_they_are_said_to_be(void **state) {
    struct fixture *f = *state;
    struct encoder encoder;
    must_read(f, "{\"objects\": [{\"a\": \"x\"}, {\"a\": \"y\"}, {\"n\": 1}, {\"n\": 3}, "
                 "{\"a\": \"x\", \"n\": 5}]}");
    encode(f, 0, 0, &encoder);
    const float *at = scenes_get(f->scenes, 0)->features;
    assert_int_equal(encoder.n_numeric, 1);
    assert_true(encoder.numeric[0].mean == 3);
    assert_true(fabs(encoder.numeric[0].scale - sqrt(8.0 / 3)) < 1e-12);
    double length = 0;
    for (int i = 0; i < 64; i++) {
        assert_true(at[3 * 64 + i] == 0);                                          /* the mean */
        assert_true(fabs((double)at[4 * 64 + i] - at[i] + at[2 * 64 + i]) < 1e-6); /* x - (n = 1) */
        length += (double)at[i] * at[i];
    }
    assert_true(length > 0.5 && length < 1.6);
}

/* Arrays have one scale, so a height that hardly varies stays small. */
static void arrays_share_a_scale(void **state) {
    struct fixture *f = *state;
    struct encoder encoder;
    must_read(f, "{\"objects\": [{\"at\": [10, 0.1], \"n\": 7}, {\"at\": [14, 0.3], \"n\": 7}]}");
    encode(f, 0, 0, &encoder);
    assert_int_equal(encoder.n_numeric, 3);
    assert_string_equal(encoder.numeric[1].name, "at.1");
    assert_true(encoder.numeric[0].mean == 12 && encoder.numeric[0].scale == 2);
    assert_true(fabs(encoder.numeric[1].mean - 0.2) < 1e-6 && encoder.numeric[1].scale == 2);
    assert_true(encoder.numeric[2].mean == 7 && encoder.numeric[2].scale == 1);
}

static void same_scene_same_features(void **state) {
    static const char first[] = "{\"objects\": [" RED ", " BLUE "]}\n";
    static const char second[] = "{\"objects\": [{\"other\": \"thing\"}]}\n";
    static const char turned[] =
        "{\"objects\": [{\"3d_coords\": [1.0, 25e-1, 0], \"shape\": \"cube\", "
        "\"color\": \"red\"}, " BLUE "], \"id\": 3}\n";
    struct fixture *f = *state;
    struct encoder encoder, other;
    float copy[128];
    must_read(f, first);
    must_read(f, second);
    encode(f, 0.1, 0, &encoder);
    memcpy(copy, scenes_get(f->scenes, 0)->features, sizeof copy);
    restart(f);
    must_read(f, second);
    must_read(f, turned);
    must_read(f, first);
    assert_int_equal(scenes_encode(f->scenes, &encoder, NULL), G2L2_STATUS_OK);
    assert_memory_equal(scenes_get(f->scenes, 1)->features, copy, sizeof copy);
    assert_memory_equal(scenes_get(f->scenes, 2)->features, copy, sizeof copy);
    other = encoder;
    other.seed = 1;
    assert_int_equal(scenes_encode(f->scenes, &other, NULL), G2L2_STATUS_OK);
    double moved = distance(scenes_get(f->scenes, 1)->features, copy, 128);
    assert_true(moved > 0.1 * sqrt(2 * 128) * 0.7 && moved < 0.1 * sqrt(2 * 128) * 1.4);
}

/* Bytes of one seed, fixed: another machine must give the same, to float precision. */
static void features_are_the_same_everywhere(void **state) {
    struct fixture *f = *state;
    struct encoder encoder;
    must_read(f, "{\"objects\": [" RED ", " BLUE "]}\n");
    encode(f, 0.1, 0, &encoder);
    const float *at = scenes_get(f->scenes, 0)->features;
    static const struct {
        int at;
        double value;
    } expected[] = {{0, -0.3383907},  {1, 0.2372896},   {2, 0.2533691},  {3, 0.0871396},
                    {63, -0.1404506}, {64, -0.1378254}, {127, 0.0009399}};
    for (size_t i = 0; i < LENGTH(expected); i++)
        assert_true(fabs(at[expected[i].at] - expected[i].value) < 1e-5);
}

static void noise_has_its_level(void **state) {
    struct fixture *f = *state;
    struct encoder encoder;
    for (int i = 0; i < 300; i++) {
        char text[200];
        snprintf(text, sizeof text, "{\"objects\": [{\"n\": %d}, {\"n\": %d}]}\n", i, i * i);
        must_read(f, text);
    }
    encode(f, 0, 0, &encoder);
    size_t n = 300 * 2 * 64;
    float *clean = malloc(n * sizeof *clean);
    assert_non_null(clean);
    memcpy(clean, scenes_get(f->scenes, 0)->features, n * sizeof *clean); /* one block */
    encode(f, 0.25, 0, &encoder);
    double level = distance(scenes_get(f->scenes, 0)->features, clean, n) / sqrt((double)n),
           sum = 0;
    for (size_t i = 0; i < n; i++) sum += scenes_get(f->scenes, 0)->features[i] - clean[i];
    assert_true(fabs(level - 0.25) < 0.004);
    assert_true(fabs(sum / (double)n) < 0.005);
    free(clean);
}

/* Gram and Schmidt: what is left of each direction without those before it. */
static double least_rest(float *vectors, size_t n) {
    double least = 1e9;
    for (size_t i = 0; i < n; i++) {
        float *v = vectors + i * 64, zero[64] = {0};
        double before = distance(v, zero, 64);
        for (size_t k = 0; k < i; k++) {
            double dot = 0;
            for (int j = 0; j < 64; j++) dot += (double)v[j] * vectors[k * 64 + j];
            for (int j = 0; j < 64; j++) v[j] -= (float)(dot * vectors[k * 64 + j]);
        }
        double rest = distance(v, zero, 64);
        for (int j = 0; j < 64; j++) v[j] = (float)(v[j] / rest);
        if (rest / before < least) least = rest / before;
    }
    return least;
}

static void directions_are_independent(void **state) {
    static const char text[] =
        "{\"objects\": [{\"color\": \"gray\"}, {\"color\": \"red\"}, {\"color\": \"blue\"}, "
        "{\"color\": \"green\"}, {\"color\": \"brown\"}, {\"color\": \"purple\"}, {\"color\": "
        "\"cyan\"}, "
        "{\"color\": \"yellow\"}, {\"shape\": \"cube\"}, {\"shape\": \"sphere\"}, {\"shape\": "
        "\"cylinder\"}, {\"material\": \"metal\"}, {\"material\": \"rubber\"}, {\"size\": "
        "\"small\"}, "
        "{\"size\": \"large\"}, {\"3d_coords\": [1, 0, 0]}, {\"3d_coords\": [0, 1, 0]}, "
        "{\"3d_coords\": [0, 0, 1]}, {\"3d_coords\": [0, 0, 0]}]}";
    struct fixture *f = *state;
    struct encoder encoder;
    float vectors[18 * 64];
    must_read(f, text);
    encode(f, 0, 0, &encoder);
    for (uint32_t i = 0; i < 3; i++) encoder.numeric[i].mean = 0, encoder.numeric[i].scale = 1;
    assert_int_equal(scenes_encode(f->scenes, &encoder, NULL), G2L2_STATUS_OK);
    memcpy(vectors, scenes_get(f->scenes, 0)->features, sizeof vectors);
    for (int i = 0; i < 18; i++)
        for (int k = 0; k < i; k++) {
            double dot = 0;
            for (int j = 0; j < 64; j++) dot += (double)vectors[i * 64 + j] * vectors[k * 64 + j];
            assert_true(fabs(dot) < 0.45); /* deviation 1/8 */
        }
    assert_true(least_rest(vectors, 18) > 0.7);
}

static void given_features_are_used_as_they_are(void **state) {
    struct fixture *f = *state;
    struct encoder encoder;
    must_read(
        f, "{\"objects\": [{\"features\": [1, -2.5], \"color\": \"red\"}, {\"features\": [0, 4], "
           "\"x\": 1}]}\n{\"objects\": []}\n{\"objects\": [{\"features\": [7, 8]}]}");
    encode(f, 3, 0, &encoder);
    assert_true(encoder.given && encoder.size == 2);
    static const float expected[] = {1, -2.5, 0, 4}, last[] = {7, 8};
    assert_memory_equal(scenes_get(f->scenes, 0)->features, expected, sizeof expected);
    assert_memory_equal(scenes_get(f->scenes, 2)->features, last, sizeof last);
    assert_int_equal(scenes_get(f->scenes, 0)->n_features, 2);
    assert_string_equal(object_text(f, 0, 0), "red");
    encoder.size = 3;
    assert_int_equal(scenes_encode(f->scenes, &encoder, &f->err), G2L2_STATUS_DATA);
    assert_string_equal(f->err.message, "these objects have feature vectors of 2 numbers, but "
                                        "learning was from vectors of 3");
    encoder.given = false;
    assert_int_equal(scenes_encode(f->scenes, &encoder, &f->err), G2L2_STATUS_DATA);
    assert_string_equal(f->err.message,
                        "these objects bring feature vectors of 2 numbers, but learning was from "
                        "properties; leave \"features\" out");
    assert_memory_equal(scenes_get(f->scenes, 0)->features, expected, sizeof expected);
    restart(f);
    must_read(f, "{\"objects\": [{}]}");
    encoder.given = true;
    assert_int_equal(scenes_encode(f->scenes, &encoder, &f->err), G2L2_STATUS_DATA);
    assert_string_equal(f->err.message, "these objects have no \"features\", but learning was from "
                                        "such vectors, of 3 numbers");
}

static void encoder_meets_other_scenes(void **state) {
    struct fixture *f = *state;
    struct encoder encoder;
    must_read(f, "{\"objects\": [{\"a\": \"x\", \"n\": 1}, {\"n\": 2}]}");
    encode(f, 0, 0, &encoder);
    float known[64];
    memcpy(known, scenes_get(f->scenes, 0)->features, sizeof known);
    restart(f);
    must_read(f, "{\"objects\": [{\"a\": \"x\", \"n\": 1, \"m\": 1e30}, {\"a\": \"new\"}]}");
    assert_int_equal(scenes_encode(f->scenes, &encoder, NULL), G2L2_STATUS_OK);
    assert_memory_equal(scenes_get(f->scenes, 0)->features, known, sizeof known);
    assert_true(distance(scenes_get(f->scenes, 0)->features + 64, (float[64]){0}, 64) > 0.6);
    must_read(f, "{\"objects\": [{\"n\": 3e38}, {\"n\": 2000}]}"); /* held where it makes sense */
    assert_int_equal(scenes_encode(f->scenes, &encoder, NULL), G2L2_STATUS_OK);
    const float *far = scenes_get(f->scenes, 1)->features;
    assert_memory_equal(far, far + 64, 64 * sizeof *far);
}

static void refuses_bad_options(void **state) {
    static const g2l2_feature_options bad[] = {
        {0, 0, 0},     {4097, 0, 0},         {-1, 0, 0},
        {64, -0.1, 0}, {64, (double)NAN, 0}, {64, (double)INFINITY, 0}};
    struct fixture *f = *state;
    struct encoder encoder;
    for (size_t i = 0; i < LENGTH(bad); i++)
        assert_int_equal(scenes_fit(f->scenes, &bad[i], &encoder, NULL), G2L2_STATUS_ARGUMENT);
    assert_int_equal(read_wrapped(f, "{\"objects\": [{\"a\": [0", ",0", 64, "]}]}"), 0);
    assert_int_equal(scenes_fit(f->scenes, NULL, &encoder, &f->err), G2L2_STATUS_LIMIT);
    assert_string_equal(f->err.message, "objects have more than 64 different numbers; give a "
                                        "vector of them as \"features\"");
    restart(f);
    assert_int_equal(read_wrapped(f, "{\"objects\": [{\"", "a", 48, "\": 1}]}"), G2L2_STATUS_OK);
    assert_int_equal(scenes_fit(f->scenes, NULL, &encoder, &f->err), G2L2_STATUS_LIMIT);
}

/* ---- encoders as text ------------------------------------------------------------------------------------ */

static const char *encoder_text(struct fixture *f, const struct encoder *encoder) {
    struct buf out;
    buf_init(&out, &f->arena);
    encoder_write(encoder, &out);
    return out.at;
}

static void encoders_come_back_exactly(void **state) {
    struct fixture *f = *state;
    struct encoder encoder, back;
    must_read(f,
              "{\"objects\": [{\"3d_coords\": [0.1, 1e-30, 3], \"100% \\u00e9\\n\": 7, \"\": 3}, "
              "{\"3d_coords\": [0.2, 1, 3.3], \"100% \\u00e9\\n\": 1e30}]}");
    encode(f, 1.0 / 3, UINT64_MAX, &encoder);
    const char *text = encoder_text(f, &encoder);
    assert_non_null(
        strstr(text, "features 64 noise 0.3333333333333333 seed 18446744073709551615\n"));
    assert_non_null(strstr(text, "numeric 100%25%20\xC3\xA9%0A mean "));
    int status = encoder_parse(text, strlen(text), &back, &f->err);
    if (status) fail_msg("%s in\n%s", f->err.message, text);
    assert_true(encoder_equal(&encoder, &back));
    assert_string_equal(encoder_text(f, &back), text);
    back.numeric[3].mean += 1e-15;
    assert_false(encoder_equal(&encoder, &back));
    struct encoder given = {.size = 12, .given = true};
    assert_string_equal(encoder_text(f, &given), "features 12 given\n");
    assert_int_equal(encoder_parse("features 12 given", 17, &back, NULL), G2L2_STATUS_OK);
    assert_true(encoder_equal(&given, &back));
}

static void refuses_other_texts(void **state) {
    static const char *const texts[] = {
        "",
        "\n",
        "features",
        "features 64",
        "features 0 given",
        "features 4097 given",
        "features -1 given",
        "features 64 given 1",
        "features 64 noise 0.1",
        "features 64 noise nan seed 0",
        "features 64 noise -1 seed 0",
        "features 64 noise inf seed 0",
        "features 64 noise 1e7 seed 0",
        "features 64 noise 0.1 seed -1",
        "features 64 noise 0.1 seed 99999999999999999999",
        "features 64 noise 0.1 seed 0 more",
        "features 64 given\nnumeric a mean 0 scale 1\n",
        "features 64 noise 0 seed 0\nnumeric a mean 0 scale 0\n",
        "features 64 noise 0 seed 0\nnumeric a mean 0 scale -1\n",
        "features 64 noise 0 seed 0\nnumeric a mean x scale 1\n",
        "features 64 noise 0 seed 0\nnumeric a mean 0\n",
        "features 64 noise 0 seed 0\nnumeric a%0 mean 0 scale 1\n",
        "features 64 noise 0 seed 0\nnumeric a%00 mean 0 scale 1\n",
        "features 64 noise 0 seed 0\nnumeric b mean 0 scale 1\nnumeric a mean 0 scale 1\n",
        "features 64 noise 0 seed 0\nnumeric a mean 0 scale 1\nnumeric a mean 0 scale 1\n",
        "features 64 noise 0 seed 0\n\nnumeric a mean 0 scale 1\n",
        ("features 64 noise 0 seed 0\nnumeric "
         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa mean 0 scale 1\n"),
    };
    struct fixture *f = *state;
    struct encoder encoder;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        if (!encoder_parse(texts[i], strlen(texts[i]), &encoder, &f->err)) fail_msg("%s", texts[i]);
        assert_int_equal(f->err.status, G2L2_STATUS_FORMAT);
    }
    assert_int_equal(f->err.line, 2);
    assert_string_equal(f->err.message, "line 2 of the features is not `numeric NAME mean MEAN "
                                        "scale SCALE`, in the order of names");
}

/* ---- official files ------------------------------------------------------------------------------------------ */

static void read_shared(struct fixture *f, const char *scenes, size_t n_scenes) {
    char path[SHARED_PATH_MAX];
    if (g2l2_scenes_read(f->scenes, shared_path(path, scenes), NULL, &f->err))
        fail_msg("%s", f->err.message);
    assert_int_equal(g2l2_scenes_count(f->scenes), n_scenes);
}

static void ask_shared(struct fixture *f, const char *questions) {
    char path[SHARED_PATH_MAX];
    if (g2l2_dataset_read_questions(f->data, shared_path(path, questions), f->scenes, NULL,
                                    &f->err))
        fail_msg("%s", f->err.message);
}

static void reads_published_scenes(void **state) {
    struct fixture *f = *state;
    struct encoder encoder;
    read_shared(f, "data/clevr/CLEVR_train_scenes_1000.json.gz", 1000);
    assert_string_equal(object_text(f, 0, 0), "large blue rubber cube");
    assert_string_equal(object_text(f, 0, 5), "large brown metal sphere");
    assert_string_equal(scenes_name(f->scenes, 0), "CLEVR_train_000000.png");
    encode(f, 0.05, 0, &encoder);
    assert_int_equal(encoder.n_numeric, 3);
    assert_true(encoder.numeric[0].scale > 1.8 && encoder.numeric[0].scale < 2);
    assert_true(encoder.numeric[0].scale == encoder.numeric[2].scale);
}

static void reads_official_files(void **state) {
    struct fixture *f = *state;
    size_t n_hops[8] = {0}, n_families = 0;
    read_shared(f, "data/clevr/official/scenes_train.json.gz", 3000);
    ask_shared(f, "data/clevr/official/questions_six_train.json.gz");
    assert_int_equal(g2l2_dataset_count(f->data), 30000);
    ask_shared(f, "data/clevr/official/questions_train.json.gz");
    assert_int_equal(g2l2_dataset_count(f->data), 60000);
    const char *family = NULL;
    for (size_t i = 0; i < 60000; i++) {
        g2l2_example e = g2l2_dataset_get(f->data, i);
        assert_true(e.scene < 3000 && e.kind && e.family && e.hops >= 0 && e.hops < 8);
        assert_true(*e.sentence && !strchr(e.sentence, '?') && *e.target);
        n_hops[e.hops]++;
        n_families += family != e.family;
        family = e.family;
    }
    assert_true(n_hops[0] && n_hops[1] && n_hops[2] && n_hops[3] && n_families > 8);
    g2l2_example e = g2l2_dataset_get(f->data, 0);
    assert_string_equal(e.sentence, "how many gray rubber objects are behind the red thing");
    assert_string_equal(e.target, "1");
    assert_string_equal(e.family, "one_hop");
    assert_true(e.family_index >= 0);
    assert_string_equal(e.kind, "count");
    assert_int_equal(e.hops, 1);
}

static void reads_rendered_files(void **state) {
    struct fixture *f = *state;
    read_shared(f, "data/clevr-images/scenes_train.json.gz", 675);
    ask_shared(f, "data/clevr-images/questions_six_train.json.gz");
    ask_shared(f, "data/clevr-images/questions_all_train.json.gz");
    assert_int_equal(g2l2_dataset_count(f->data), 13500);
    read_shared(f, "data/clevr-images/scenes_val.json.gz", 775);
    ask_shared(f, "data/clevr-images/questions_all_val.json.gz");
    assert_int_equal(g2l2_dataset_get(f->data, 13500).scene, 675);
}

/* Train and validation files both count from 0: the file names keep them apart. */
static void files_that_count_alike_do_not_mix(void **state) {
    struct fixture *f = *state;
    char path[SHARED_PATH_MAX];
    read_shared(f, "data/clevr-images/scenes_train.json.gz", 675);
    assert_int_equal(g2l2_dataset_read_questions(
                         f->data,
                         shared_path(path, "data/clevr/official/questions_six_train.json.gz"),
                         f->scenes, NULL, &f->err),
                     G2L2_STATUS_DATA);
    assert_non_null(strstr(f->err.message, "there is no scene \"CLEVR_train_000000.png\""));
}

static size_t heap(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* The bytes that scenes use, not those their arenas hold in reserve. */
static void memory_is_bounded(void **state) {
    struct fixture *f = *state;
    size_t words = 0;
    read_shared(f, "data/clevr/official/scenes_train.json.gz", 3000);
    for (size_t i = 0; i < 3000; i++) {
        const struct stored *stored = &f->scenes->stored.at[i];
        const uint32_t *row = stored->words;
        for (uint32_t k = 0; k < stored->n_objects; k++) row = next_row(f->scenes, row);
        words += (size_t)(row - stored->words);
    }
    assert_true(words * sizeof(uint32_t) / 3000 < 400);
    size_t before = heap();
    ask_shared(f, "data/clevr/official/questions_six_train.json.gz");
    size_t used = heap() - before;
    assert_true(used / 30000 < 350); /* 700,000: 250 MB; in reserve are up to half */
}

static void reading_is_fast(void **state) {
    struct fixture *f = *state;
    read_shared(f, "data/clevr/official/scenes_train.json.gz", 3000);
    clock_t start = clock();
    ask_shared(f, "data/clevr/official/questions_six_train.json.gz");
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    print_message("30,000 questions in %.2f s\n", seconds);
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
    assert_true(seconds < 3); /* 0.5 on a quiet machine */
#endif
}

#define with_files(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        with_files(splits_questions_into_words),
        with_files(reads_every_form),
        with_files(reads_a_single_scene),
        with_files(reads_no_further),
        with_files(reads_empty_scenes),
        with_files(reads_every_kind_of_property),
        with_files(scenes_arrays_are_read_narrowly),
        with_files(names_of_scenes),
        with_files(failure_keeps_nothing),
        with_files(names_what_is_wrong),
        with_files(refuses_what_is_no_file),
        with_files(keeps_to_its_limits),
        with_files(stops_at_monstrous_objects),
        with_files(objects_may_lie_across_blocks),
        with_files(reads_gzip),
        with_files(refuses_damaged_gzip),
        with_files(reads_standard_input),
        with_files(questions_are_rows),
        with_files(rows_that_are_wrong),
        with_files(many_rows),
        with_files(threads_read_the_same),
        with_files(survives_every_truncation),
        with_files(survives_random_bytes),
        with_files(survives_lack_of_memory),
        with_files(survives_lack_of_memory_for_json),
        with_files(reads_questions_of_clevr),
        with_files(reads_questions_beside_their_scene),
        with_files(reads_questions_by_name),
        with_files(names_what_is_wrong_with_questions),
        with_files(failed_questions_keep_nothing),
        with_files(adds_questions_by_hand),
        with_files(features_are_what_they_are_said_to_be),
        with_files(arrays_share_a_scale),
        with_files(same_scene_same_features),
        with_files(features_are_the_same_everywhere),
        with_files(noise_has_its_level),
        with_files(directions_are_independent),
        with_files(given_features_are_used_as_they_are),
        with_files(encoder_meets_other_scenes),
        with_files(refuses_bad_options),
        with_files(encoders_come_back_exactly),
        with_files(refuses_other_texts),
        with_files(reads_published_scenes),
        with_files(reads_official_files),
        with_files(reads_rendered_files),
        with_files(files_that_count_alike_do_not_mix),
        with_files(memory_is_bounded),
        with_files(reading_is_fast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
