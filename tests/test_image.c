/* PNG in and out. A picture is what people bring from everywhere, so: every kind of PNG that the
 * format has, made here and compared pixel by pixel; what is written is read back; and then bad
 * bytes: cut at every byte, with bits changed, with sizes that lie, without memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <png.h>
#include <zlib.h>

#include "sight/image.h"
/* libpng, which is a shared library, has to find this allocator too. */
#pragma GCC visibility push(default)
#include "tests/faults.h"
#pragma GCC visibility pop

enum { WIDTH = 9, HEIGHT = 11, MAX_BYTES = 1 << 16 };

struct file {
    size_t n;
    uint8_t bytes[MAX_BYTES];
};

struct kind {
    int type, depth, interlace;
    bool transparent; /* has a tRNS chunk */
};

static void put(png_structp png, png_bytep from, size_t n) {
    struct file *file = png_get_io_ptr(png);
    assert_true(file->n + n <= MAX_BYTES);
    memcpy(file->bytes + file->n, from, n);
    file->n += n;
}

static void flush(png_structp png) {
    (void)png;
}

static unsigned channels_of(int type) {
    static const unsigned channels[] = {1, 0, 3, 1, 2, 0, 4};
    return channels[type];
}

/* The sample of a channel of a pixel: any pattern that uses all values. */
static unsigned sample(const struct kind *kind, unsigned x, unsigned y, unsigned c) {
    return (x * 7 + y * 13 + c * 31 + x * y * 1021) & ((1u << kind->depth) - 1);
}

static void pack_row(const struct kind *kind, unsigned y, uint8_t *row) {
    unsigned channels = channels_of(kind->type);
    for (unsigned x = 0; x < WIDTH; x++)
        for (unsigned c = 0; c < channels; c++) {
            unsigned value = sample(kind, x, y, c), i = x * channels + c;
            unsigned bits = (unsigned)kind->depth;
            if (bits == 16) row[2 * i] = (uint8_t)(value >> 8), row[2 * i + 1] = (uint8_t)value;
            else row[i * bits / 8] |= (uint8_t)(value << (8 - bits - i * bits % 8));
        }
}

static unsigned palette_value(unsigned i, unsigned c) {
    return (i * 37 + c * 101) & 255;
}

static void set_palette(png_structp png, png_infop info, const struct kind *kind) {
    png_color colors[256];
    int n = 1 << kind->depth;
    for (int i = 0; i < n; i++)
        colors[i] = (png_color){(png_byte)palette_value((unsigned)i, 0),
                                (png_byte)palette_value((unsigned)i, 1),
                                (png_byte)palette_value((unsigned)i, 2)};
    png_set_PLTE(png, info, colors, n);
}

/* The first palette entry is half transparent; of other kinds, grey or colour 1 wholly. */
static void set_transparent(png_structp png, png_infop info, const struct kind *kind) {
    png_byte alpha = 128;
    png_color_16 key = {.gray = 1, .red = 1, .green = 1, .blue = 1};
    if (kind->type == PNG_COLOR_TYPE_PALETTE) png_set_tRNS(png, info, &alpha, 1, NULL);
    else png_set_tRNS(png, info, NULL, 0, &key);
}

static void make_png(const struct kind *kind, struct file *out) {
    uint8_t rows[HEIGHT][WIDTH * 8] = {0};
    png_bytep pointers[HEIGHT];
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    out->n = 0;
    png_set_write_fn(png, out, put, flush);
    png_set_IHDR(png, info, WIDTH, HEIGHT, kind->depth, kind->type, kind->interlace, 0, 0);
    if (kind->type == PNG_COLOR_TYPE_PALETTE) set_palette(png, info, kind);
    if (kind->transparent) set_transparent(png, info, kind);
    for (unsigned y = 0; y < HEIGHT; y++) {
        pack_row(kind, y, rows[y]);
        pointers[y] = rows[y];
    }
    png_write_info(png, info);
    png_write_image(png, pointers);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
}

static double unit(const struct kind *kind, unsigned x, unsigned y, unsigned c) {
    return sample(kind, x, y, c) / (double)((1u << kind->depth) - 1);
}

static double alpha_of(const struct kind *kind, unsigned x, unsigned y) {
    unsigned channels = channels_of(kind->type), i = sample(kind, x, y, 0);
    if (channels == 2 || channels == 4) return unit(kind, x, y, channels - 1);
    if (!kind->transparent) return 1;
    if (kind->type == PNG_COLOR_TYPE_PALETTE) return i == 0 ? 128 / 255.0 : 1;
    for (unsigned c = 0; c < channels; c++)
        if (sample(kind, x, y, c) != 1) return 1;
    return 0;
}

/* What a pixel must be, in [0, 255], worked out another way. */
static double wanted(const struct kind *kind, unsigned x, unsigned y, unsigned c) {
    bool grey = channels_of(kind->type) < 3;
    double value = kind->type == PNG_COLOR_TYPE_PALETTE
                       ? palette_value(sample(kind, x, y, 0), c) / 255.0
                       : unit(kind, x, y, grey ? 0 : c);
    double alpha = alpha_of(kind, x, y);
    return 255 * (value * alpha + 1 - alpha);
}

static const struct kind kinds[] = {
    {PNG_COLOR_TYPE_GRAY, 1, 0, false},        {PNG_COLOR_TYPE_GRAY, 2, 0, true},
    {PNG_COLOR_TYPE_GRAY, 4, 1, false},        {PNG_COLOR_TYPE_GRAY, 8, 0, false},
    {PNG_COLOR_TYPE_GRAY, 16, 1, false},       {PNG_COLOR_TYPE_GRAY_ALPHA, 8, 0, false},
    {PNG_COLOR_TYPE_GRAY_ALPHA, 16, 1, false}, {PNG_COLOR_TYPE_PALETTE, 1, 0, false},
    {PNG_COLOR_TYPE_PALETTE, 4, 1, true},      {PNG_COLOR_TYPE_PALETTE, 8, 0, true},
    {PNG_COLOR_TYPE_RGB, 8, 0, false},         {PNG_COLOR_TYPE_RGB, 8, 1, true},
    {PNG_COLOR_TYPE_RGB, 16, 0, false},        {PNG_COLOR_TYPE_RGB_ALPHA, 8, 1, false},
    {PNG_COLOR_TYPE_RGB_ALPHA, 16, 0, false}};
#define N_KINDS (sizeof kinds / sizeof kinds[0])

static void test_every_kind_of_png_is_read(void **state) {
    static struct file file;
    (void)state;
    for (size_t k = 0; k < N_KINDS; k++) {
        g2l2_image *image;
        g2l2_error err;
        make_png(&kinds[k], &file);
        assert_int_equal(g2l2_image_parse(file.bytes, file.n, NULL, &image, &err), G2L2_STATUS_OK);
        assert_int_equal(image->width, WIDTH);
        assert_int_equal(image->height, HEIGHT);
        assert_int_equal(image->channels, 3);
        for (unsigned i = 0; i < WIDTH * HEIGHT * 3; i++) {
            double want = wanted(&kinds[k], i / 3 % WIDTH, i / 3 / WIDTH, i % 3);
            assert_true(want - 1.01 <= image->pixels[i] && image->pixels[i] <= want + 1.01);
        }
        g2l2_image_free(image);
    }
}

/* ---- out and in again -------------------------------------------------------------------- */

static g2l2_image *pattern(size_t width, size_t height, size_t channels) {
    g2l2_image *image;
    assert_int_equal(g2l2_image_new(width, height, channels, &image, NULL), G2L2_STATUS_OK);
    for (size_t i = 0; i < width * height * channels; i++)
        image->pixels[i] = (uint8_t)(i * i * 31 + i / 7);
    return image;
}

static void check_round_trip(size_t width, size_t height, size_t channels) {
    g2l2_image *image = pattern(width, height, channels), *again;
    void *bytes;
    size_t length;
    assert_int_equal(g2l2_image_encode(image, &bytes, &length, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_image_parse(bytes, length, NULL, &again, NULL), G2L2_STATUS_OK);
    assert_int_equal(again->width, width);
    assert_int_equal(again->height, height);
    for (size_t i = 0; i < width * height * 3; i++)
        assert_int_equal(again->pixels[i], image->pixels[channels == 3 ? i : i / 3]);
    g2l2_image_free(image);
    g2l2_image_free(again);
    free(bytes);
}

static void test_what_is_written_is_read(void **state) {
    (void)state;
    check_round_trip(1, 1, 3);
    check_round_trip(1, 1, 1);
    check_round_trip(480, 320, 3);
    check_round_trip(17, 300, 1);
    check_round_trip(5000, 1, 3);
}

static void test_files(void **state) {
    (void)state;
    char path[] = "/tmp/g2l2-image-XXXXXX";
    g2l2_image *image = pattern(20, 10, 3), *again;
    g2l2_limits limits = g2l2_limits_default();
    g2l2_error err;
    close(mkstemp(path));
    assert_int_equal(g2l2_image_write(image, path, &err), G2L2_STATUS_OK);
    assert_int_equal(g2l2_image_read(path, &limits, &again, &err), G2L2_STATUS_OK);
    assert_memory_equal(image->pixels, again->pixels, 600);
    g2l2_image_free(again);
    limits.max_bytes = 100;
    assert_int_equal(g2l2_image_read(path, &limits, &again, &err), G2L2_STATUS_LIMIT);
    unlink(path);
    assert_int_equal(g2l2_image_read(path, NULL, &again, &err), G2L2_STATUS_IO);
    assert_null(again);
    assert_non_null(strstr(err.message, path));
    assert_int_equal(g2l2_image_write(image, "/no/such/folder/a.png", &err), G2L2_STATUS_IO);
    g2l2_image_free(image);
}

static void test_sizes_have_limits(void **state) {
    (void)state;
    g2l2_image *image;
    g2l2_error err;
    assert_int_equal(g2l2_image_new(0, 5, 3, &image, &err), G2L2_STATUS_ARGUMENT);
    assert_int_equal(g2l2_image_new(5, 5, 2, &image, &err), G2L2_STATUS_ARGUMENT);
    assert_int_equal(g2l2_image_new(1 << 14, 1 << 13, 3, &image, &err), G2L2_STATUS_LIMIT);
    assert_int_equal(g2l2_image_new(SIZE_MAX, SIZE_MAX, 3, &image, &err), G2L2_STATUS_LIMIT);
    assert_null(image);
}

/* ---- bad bytes ----------------------------------------------------------------------------- */

/* An image that holds together, or one line about the file. */
static g2l2_status try_bytes(const uint8_t *bytes, size_t n, g2l2_error *err) {
    g2l2_image *image;
    uint8_t *copy = malloc(n ? n : 1); /* its own block: reading beyond is seen */
    memcpy(copy, bytes, n);
    g2l2_status status = g2l2_image_parse(copy, n, "a.png", &image, err);
    free(copy);
    assert_int_equal(!status, image != NULL);
    if (status) assert_true(!strncmp(err->message, "a.png: ", 7) && !strchr(err->message, '\n'));
    g2l2_image_free(image);
    return status;
}

static void test_cut_at_every_byte(void **state) {
    static struct file file;
    (void)state;
    for (size_t k = 0; k < N_KINDS; k++) {
        g2l2_error err;
        make_png(&kinds[k], &file);
        for (size_t n = 0; n < file.n; n++)
            assert_int_equal(try_bytes(file.bytes, n, &err), G2L2_STATUS_FORMAT);
        assert_int_equal(try_bytes(file.bytes, file.n, &err), G2L2_STATUS_OK);
    }
}

static void test_every_bit_changed(void **state) {
    static struct file file;
    (void)state;
    for (size_t k = 0; k < N_KINDS; k += 4) {
        size_t n_good = 0;
        make_png(&kinds[k], &file);
        for (size_t i = 0; i < file.n * 8; i++) {
            g2l2_error err;
            file.bytes[i / 8] ^= (uint8_t)(1u << i % 8);
            n_good += !try_bytes(file.bytes, file.n, &err);
            file.bytes[i / 8] ^= (uint8_t)(1u << i % 8);
        }
        assert_true(n_good < file.n); /* sums of the chunks see nearly all of it */
    }
}

/* A header of this size with the right sum, before the pixels of a small image. */
static void lie(struct file *file, uint32_t width, uint32_t height) {
    const struct kind *kind = &kinds[10];
    make_png(kind, file);
    for (int i = 0; i < 4; i++) {
        file->bytes[16 + i] = (uint8_t)(width >> (24 - 8 * i));
        file->bytes[20 + i] = (uint8_t)(height >> (24 - 8 * i));
    }
    uint32_t sum = (uint32_t)crc32(0, file->bytes + 12, 17);
    for (int i = 0; i < 4; i++) file->bytes[29 + i] = (uint8_t)(sum >> (24 - 8 * i));
}

static void test_sizes_that_lie(void **state) {
    static struct file file;
    g2l2_error err;
    (void)state;
    lie(&file, 30000, 30000);
    assert_int_equal(try_bytes(file.bytes, file.n, &err), G2L2_STATUS_LIMIT);
    assert_string_equal(err.message, "a.png: has 30000 x 30000 pixels; at most 67 million are "
                                     "read");
    lie(&file, 1u << 26, 1);
    assert_int_equal(try_bytes(file.bytes, file.n, &err), G2L2_STATUS_FORMAT);
    lie(&file, 0x7fffffff, 0x7fffffff);
    assert_int_equal(try_bytes(file.bytes, file.n, &err), G2L2_STATUS_FORMAT);
    lie(&file, 0, 5);
    assert_int_equal(try_bytes(file.bytes, file.n, &err), G2L2_STATUS_FORMAT);
    lie(&file, WIDTH, HEIGHT + 1);
    assert_int_equal(try_bytes(file.bytes, file.n, &err), G2L2_STATUS_FORMAT);
}

static void test_what_is_no_png(void **state) {
    static const struct {
        const char *bytes, *message;
    } rows[] = {
        {"", "a.png: an empty file is not a PNG image"},
        {"\x89PNG", "a.png: not a PNG image"},
        {"hello", "a.png: not a PNG image"},
        {"{\"scenes\": []}", "a.png: not a PNG image"},
        {"\xff\xd8\xff\xe0 JFIF",
         "a.png: not a PNG image; it looks like JPEG, which must be converted first"},
        {"GIF89a..", "a.png: not a PNG image; it looks like GIF, which must be converted first"},
        {"\x89PNG\r\n\x1a\n", "a.png: not a whole PNG image: the file ends too soon"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        g2l2_error err;
        const uint8_t *bytes = (const uint8_t *)rows[i].bytes;
        assert_int_equal(try_bytes(bytes, strlen(rows[i].bytes), &err), G2L2_STATUS_FORMAT);
        assert_string_equal(err.message, rows[i].message);
    }
}

/* ---- no memory ------------------------------------------------------------------------------- */

static g2l2_status go_round(const struct file *file) {
    g2l2_image *image;
    void *bytes;
    size_t length;
    g2l2_status status = g2l2_image_parse(file->bytes, file->n, NULL, &image, NULL);
    if (status) return status;
    status = g2l2_image_encode(image, &bytes, &length, NULL);
    g2l2_image_free(image);
    if (!status) free(bytes);
    return status;
}

/* libpng does without some of what it asks for; nothing else may come of it. */
static void test_every_allocation_fails(void **state) {
    static struct file file;
    bool more = true;
    size_t n_failed = 0;
    (void)state;
    make_png(&kinds[13], &file);
    for (long n = 1; more; n++) {
        watch(n);
        g2l2_status status = go_round(&file);
        watching = false;
        more = n_allocations >= n;
        n_failed += status == G2L2_STATUS_NO_MEMORY;
        assert_true(!status || (more && status == G2L2_STATUS_NO_MEMORY));
        assert_int_equal(n_live, 0);
    }
    assert_true(n_failed > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind_of_png_is_read),
        cmocka_unit_test(test_what_is_written_is_read),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_sizes_have_limits),
        cmocka_unit_test(test_cut_at_every_byte),
        cmocka_unit_test(test_every_bit_changed),
        cmocka_unit_test(test_sizes_that_lie),
        cmocka_unit_test(test_what_is_no_png),
        cmocka_unit_test(test_every_allocation_fails),
    };
    return cmocka_run_group_tests_name("image", tests, NULL, NULL);
}
