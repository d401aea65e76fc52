/* Scenes: the stream of JSON objects, and the reader.
 *
 * A file of one's own is the input most likely to be wrong, so most of this is what
 * happens then: a table of texts and the sentence each is answered with; every small
 * file cut at every byte and with bytes changed; and that nothing is kept of a file
 * that failed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
#include <zlib.h>

#include "tests/files.h"

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
    static const struct refusal cases[] = {
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
    expect_refused(*state, cases, LENGTH(cases));
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

#define with_files(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
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
        with_files(survives_every_truncation),
        with_files(survives_random_bytes),
        with_files(survives_lack_of_memory),
        with_files(survives_lack_of_memory_for_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
