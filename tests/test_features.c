/* Features that other programs have measured: .npy, .npz (stored and deflated), .safetensors and
 * JSON lines become scenes; whatever bytes come, there are scenes or one sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <cmocka.h>

#include "generators/features/tensors.h"

/* ---- files, as their programs write them ------------------------------------------------------ */

struct file {
    unsigned char at[8192];
    size_t n;
};

static void put(struct file *f, const void *bytes, size_t n) {
    assert_true(f->n + n < sizeof f->at);
    memcpy(f->at + f->n, bytes, n);
    f->n += n;
}

static void put_number(struct file *f, uint64_t value, size_t n) {
    for (size_t i = 0; i < n; i++) put(f, &(unsigned char){(unsigned char)(value >> (8 * i))}, 1);
}

static void put_npy(struct file *f, const char *descr, const char *shape, const char *order,
                    const void *data, size_t n) {
    char header[200];
    int length =
        snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n",
                 descr, order, shape);
    put(f, "\x93NUMPY\1\0", 8);
    put_number(f, (uint64_t)length, 2);
    put(f, header, (size_t)length);
    put(f, data, n);
}

struct member {
    char name[40];
    struct file data;
    size_t packed, local;
};

static size_t deflate_raw(const struct file *from, unsigned char *to, size_t room) {
    z_stream z = {.next_in = (unsigned char *)from->at,
                  .avail_in = (unsigned)from->n,
                  .next_out = to,
                  .avail_out = (unsigned)room};
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return z.total_out;
}

static void put_head(struct file *f, const struct member *m, bool deflated) {
    put_number(f, 20, 2), put_number(f, 0, 2), put_number(f, deflated ? 8 : 0, 2);
    put_number(f, 0, 4), put_number(f, crc32(0, m->data.at, (unsigned)m->data.n), 4);
    put_number(f, m->packed, 4), put_number(f, m->data.n, 4);
    put_number(f, strlen(m->name), 2), put_number(f, 0, 2);
}

static void put_zip(struct file *f, struct member *members, size_t n, bool deflated) {
    static unsigned char packed[8192];
    for (size_t i = 0; i < n; i++) {
        struct member *m = &members[i];
        m->packed = deflated ? deflate_raw(&m->data, packed, sizeof packed) : m->data.n;
        m->local = f->n;
        put_number(f, 0x04034b50, 4), put_head(f, m, deflated);
        put(f, m->name, strlen(m->name));
        put(f, deflated ? packed : m->data.at, m->packed);
    }
    size_t directory = f->n;
    for (size_t i = 0; i < n; i++) {
        put_number(f, 0x02014b50, 4), put_number(f, 20, 2), put_head(f, &members[i], deflated);
        put_number(f, 0, 2), put_number(f, 0, 2), put_number(f, 0, 2), put_number(f, 0, 4);
        put_number(f, members[i].local, 4);
        put(f, members[i].name, strlen(members[i].name));
    }
    size_t end = f->n;
    put_number(f, 0x06054b50, 4), put_number(f, 0, 4), put_number(f, n, 2), put_number(f, n, 2);
    put_number(f, end - directory, 4), put_number(f, directory, 4), put_number(f, 0, 2);
}

/* Three objects of two numbers, of images 0 and 2. */
static void make_npz(struct file *f, bool deflated) {
    static const float features[] = {1, 2, 3, 4, 5.5f, -6};
    static const int64_t image[] = {2, 0, 2};
    static const float boxes[] = {0, 0, 10, 20, 10, 0, 30, 40, 5, 5, 7, 9};
    static struct member members[3];
    memset(members, 0, sizeof members);
    strcpy(members[0].name, "features.npy");
    put_npy(&members[0].data, "<f4", "(3, 2)", "False", features, sizeof features);
    strcpy(members[1].name, "image.npy");
    put_npy(&members[1].data, "<i8", "(3,)", "False", image, sizeof image);
    strcpy(members[2].name, "boxes.npy");
    put_npy(&members[2].data, "<f4", "(3, 4)", "False", boxes, sizeof boxes);
    f->n = 0;
    put_zip(f, members, 3, deflated);
}

static void make_safetensors(struct file *f, const char *header, const void *data, size_t n) {
    f->n = 0;
    put_number(f, strlen(header), 8);
    put(f, header, strlen(header));
    put(f, data, n);
}

/* ---- what comes of it ----------------------------------------------------------------------------- */

static struct guard guard;
static struct arena arena;
static struct buf out;
static struct features_report report;
static g2l2_error err;

/* An exact copy, so that a sanitizer sees a byte that is read behind it. */
static g2l2_status convert(const void *bytes, size_t n, struct features_options options) {
    char *copy = malloc(n + 1);
    memcpy(copy, bytes, n);
    copy[n] = 0;
    arena_reset(&arena);
    buf_init(&out, &arena);
    buf_puts(&out, "");
    g2l2_status status = features_convert_bytes("f", copy, n, &options, &out, &report, &err);
    free(copy);
    return status;
}

static void check(const struct file *f, struct features_options options, const char *wanted) {
    if (convert(f->at, f->n, options)) fail_msg("%s", err.message);
    assert_string_equal(out.at, wanted);
}

static int open_all(void **state) {
    (void)state;
    arena_init(&arena, &guard, (size_t)256 << 20);
    return !guard_try(&guard, &err);
}

static int close_all(void **state) {
    (void)state;
    arena_free(&arena);
    return 0;
}

static const char both[] = "{\"image_index\":0,\"objects\":[{\"features\":[3,4,2,2,2,4]}]}\n"
                           "{\"image_index\":2,\"objects\":[{\"features\":[1,2,0.5,1,1,2]},"
                           "{\"features\":[5.5,-6,0.6,0.7,0.2,0.4]}]}\n";

static void reads_npz(void **state) {
    (void)state;
    struct file f = {.n = 0};
    struct features_options options = features_options_default();
    options.width = options.height = 10;
    for (int deflated = 0; deflated < 2; deflated++) {
        make_npz(&f, deflated);
        check(&f, options, both);
        assert_int_equal(report.scenes, 2);
        assert_int_equal(report.objects, 3);
        assert_int_equal(report.numbers, 6);
    }
    options.box_scale = 0;
    check(&f, options,
          "{\"image_index\":0,\"objects\":[{\"features\":[3,4]}]}\n"
          "{\"image_index\":2,\"objects\":[{\"features\":[1,2]},{\"features\":[5.5,-6]}]}\n");
    options = features_options_default();
    assert_int_not_equal(convert(f.at, f.n, options), 0);
    assert_non_null(strstr(err.message, "--image-size"));
}

static void reads_types(void **state) {
    (void)state;
    static const unsigned char half[] = {0, 0x3c, 0, 0xc0}, big[] = {0, 7, 0xff, 0xff};
    static const unsigned char bf16[] = {0x80, 0x3f, 0x00, 0xc0};
    struct file f = {.n = 0};
    put_npy(&f, "<f2", "(1, 1, 2)", "False", half, 4);
    check(&f, features_options_default(),
          "{\"image_index\":0,\"objects\":[{\"features\":[1,-2]}]}\n");
    f.n = 0;
    put_npy(&f, ">i2", "(1, 2, 1)", "False", big, 4);
    check(&f, features_options_default(),
          "{\"image_index\":0,\"objects\":[{\"features\":[7]},{\"features\":[-1]}]}\n");
    make_safetensors(&f,
                     "{\"features\":{\"dtype\":\"BF16\",\"shape\":[1,1,2],\"data_offsets\":[0,4]}}",
                     bf16, 4);
    check(&f, features_options_default(),
          "{\"image_index\":0,\"objects\":[{\"features\":[1,-2]}]}\n");
}

static void reads_scenes_by_name(void **state) {
    (void)state;
    static const double numbers[] = {1, 2, 3, 4, 0, 0, .5, .5};
    struct file f = {.n = 0};
    make_safetensors(
        &f,
        "{\"__metadata__\":{\"a\":\"b\"},"
        "\"dog.png\":{\"dtype\":\"F64\",\"shape\":[1,4],\"data_offsets\":[0,32]},"
        "\"dog.png.boxes\":{\"dtype\":\"F64\",\"shape\":[1,4],\"data_offsets\":[32,64]}}",
        numbers, sizeof numbers);
    check(&f, features_options_default(),
          "{\"id\":\"dog.png\",\"objects\":[{\"features\":[1,2,3,4,0.25,0.25,0.5,0.5]}]}\n");
}

static void reads_lines(void **state) {
    (void)state;
    struct file f = {.n = 0};
    const char *text = "{\"id\": \"a\", \"features\": [[1, 2], [3, 4]]}\n\n"
                       "{\"image_index\": 7, \"features\": []}\n";
    put(&f, text, strlen(text));
    check(&f, features_options_default(),
          "{\"id\":\"a\",\"objects\":[{\"features\":[1,2]},{\"features\":[3,4]}]}\n"
          "{\"image_index\":7,\"objects\":[]}\n");
}

/* ---- bad input --------------------------------------------------------------------------------------- */

static void says_what_is_wrong(void **state) {
    (void)state;
    static const double numbers[4] = {1, 2, 3, 4};
    static const struct {
        const char *descr, *shape, *order, *why;
    } rows[] = {{"<f8", "(2, 2)", "False", "'image' is needed"},
                {"<f8", "(1, 2, 3)", "False", "not that of its 32 bytes"},
                {"<f8", "(9223372036854775807, 9223372036854775807, 16)", "False", "not that of"},
                {"<f8", "(99999999999999999999999, 2)", "False", "too large"},
                {"<f8", "(1, 2, 2", "False", "cannot be read"},
                {"<f8", "(1, x)", "False", "cannot be read"},
                {"<f8", "(1, 1, 1, 1, 4)", "False", "too many dimensions"},
                {"<f8", "(1, 2, 2)", "True", "Fortran"},
                {"|O", "(1, 2, 2)", "False", "not of plain numbers"},
                {"<f8", "(4,)", "False", "neither"},
                {"<f8", "(1, 0, 4)", "False", "not that of its 32 bytes"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct file f = {.n = 0};
        put_npy(&f, rows[i].descr, rows[i].shape, rows[i].order, numbers, sizeof numbers);
        assert_int_not_equal(convert(f.at, f.n, features_options_default()), 0);
        if (!strstr(err.message, rows[i].why)) fail_msg("%s: %s", rows[i].shape, err.message);
    }
}

static void says_what_is_wrong_in_headers(void **state) {
    (void)state;
    static const struct {
        const char *header, *why;
    } rows[] = {
        {"{\"features\":{\"dtype\":\"F64\",\"shape\":[1,1,1],\"data_offsets\":[0,9]}}",
         "in the file"},
        {"{\"features\":{\"dtype\":\"F64\",\"shape\":[1,1,1],\"data_offsets\":[8,0]}}",
         "in the file"},
        {"{\"features\":{\"dtype\":\"F64\",\"shape\":[1,1,-1],\"data_offsets\":[0,8]}}", "shape"},
        {"{\"features\":{\"dtype\":\"F64\",\"shape\":[1,1,2],\"data_offsets\":[0,8]}}", "8 bytes"},
        {"{\"features\":{\"dtype\":\"C64\",\"shape\":[1,1,1],\"data_offsets\":[0,8]}}", "type"},
        {"{\"features\":7}", "type"},
        {"{\"features\":", "not JSON"},
        {"{}", "no object"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct file f = {.n = 0};
        make_safetensors(&f, rows[i].header, "\0\0\0\0\0\0\0\0", 8);
        assert_int_not_equal(convert(f.at, f.n, features_options_default()), 0);
        if (!strstr(err.message, rows[i].why)) fail_msg("%s: %s", rows[i].header, err.message);
    }
    static const char *const lines[][2] = {
        {"{\"id\": \"a\", \"features\": [[1], [2, 3]]}\n", "f:1: "},
        {"{\"id\": \"a\", \"features\": [[1]]}\n{\"id\": \"b\", \"features\": [[1, 2]]}\n",
         "f:2: "},
        {"{\"id\": \"a\", \"features\": [[1]], \"boxes\": [[1, 2]]}\n", "four numbers"},
        {"{\"id\": \"a\", \"features\": [[\"x\"]]}\n", "not a number"},
        {"{\"id\": \"a\", \"features\": 3}\n", "list of lists"},
        {"{\"features\": [[1]]}\n", "\"id\""},
        {"{\"id\": \n", "not JSON"}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_int_not_equal(convert(lines[i][0], strlen(lines[i][0]), features_options_default()),
                             0);
        if (!strstr(err.message, lines[i][1])) fail_msg("%s: %s", lines[i][0], err.message);
    }
}

/* Cut off at every byte: never accepted. Every byte changed: no matter what, it ends. */
static void any_bytes(void **state) {
    (void)state;
    struct features_options options = features_options_default();
    options.width = options.height = 10;
    for (int deflated = 0; deflated < 2; deflated++) {
        struct file f = {.n = 0};
        make_npz(&f, deflated);
        for (size_t n = 0; n < f.n; n++) assert_int_not_equal(convert(f.at, n, options), 0);
        for (size_t i = 0; i < f.n; i++)
            for (int k = 0; k < 3; k++) {
                unsigned char was = f.at[i];
                f.at[i] = (unsigned char)(k ? k == 1 ? 0xff : was ^ 1 : was + 1);
                if (convert(f.at, f.n, options)) assert_true(*err.message);
                f.at[i] = was;
            }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_npz),
        cmocka_unit_test(reads_types),
        cmocka_unit_test(reads_scenes_by_name),
        cmocka_unit_test(reads_lines),
        cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(says_what_is_wrong_in_headers),
        cmocka_unit_test(any_bytes),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
