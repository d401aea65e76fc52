/* Pictures of scenes that have an image: it is in the picture, as it is; objects are boxes in it,
 * and marks lie around them. Without boxes or a readable image the picture is one from above. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/base.h"
#include "show/draw.h"

struct fixture {
    char folder[64], path[96];
    g2l2_scenes *scenes;
    g2l2_error err;
};

static void write_image(struct fixture *f, size_t width, size_t height) {
    g2l2_image *image;
    assert_int_equal(g2l2_image_new(width, height, 3, &image, &f->err), G2L2_STATUS_OK);
    for (size_t i = 0; i < width * height * 3; i++) image->pixels[i] = (uint8_t)(i * 7 % 251);
    assert_int_equal(g2l2_image_write(image, f->path, &f->err), G2L2_STATUS_OK);
    g2l2_image_free(image);
}

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    snprintf(f->folder, sizeof f->folder, "/tmp/g2l2-photo-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/a.png", f->folder);
    assert_int_equal(g2l2_scenes_new(&f->scenes, &f->err), G2L2_STATUS_OK);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    g2l2_scenes_free(f->scenes);
    unlink(f->path);
    rmdir(f->folder);
    free(f);
    return 0;
}

static void read_scene(struct fixture *f, const char *text) {
    assert_int_equal(g2l2_scenes_parse(f->scenes, text, strlen(text), NULL, NULL, &f->err),
                     G2L2_STATUS_OK);
}

#define BOXED                                                                                      \
    "{\"image_filename\": \"a.png\", \"objects\": [{\"color\": \"red\", \"bbox\": [10, 20, 30, "   \
    "50]},"                                                                                        \
    " {\"color\": \"b<lue\", \"bbox\": [40, 0, 48, 9]}]}"

static char *show(struct fixture *f) {
    char *svg;
    assert_int_equal(g2l2_scenes_show(f->scenes, 0, G2L2_FORMAT_SVG, &svg, &f->err),
                     G2L2_STATUS_OK);
    return svg;
}

static int digit(char c) {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

/* What stands behind "base64," up to the quote. */
static size_t decode(const char *text, uint8_t *out) {
    uint32_t bits = 0, n_bits = 0;
    size_t n = 0;
    for (; digit(*text) >= 0; text++) {
        bits = bits << 6 | (uint32_t)digit(*text);
        if ((n_bits += 6) < 8) continue;
        n_bits -= 8;
        out[n++] = (uint8_t)(bits >> n_bits);
    }
    assert_true(*text == '=' || *text == '"');
    return n;
}

static void check_photo(struct fixture *f, const char *svg, uint32_t width, uint32_t height) {
    static const char start[] = "href=\"data:image/png;base64,";
    const char *at = strstr(svg, start);
    uint8_t *bytes = malloc(strlen(svg));
    g2l2_image *image;
    assert_non_null(at);
    size_t n = decode(at + sizeof start - 1, bytes);
    assert_int_equal(g2l2_image_parse(bytes, n, NULL, &image, &f->err), G2L2_STATUS_OK);
    assert_int_equal(image->width, width);
    assert_int_equal(image->height, height);
    g2l2_image_free(image);
    free(bytes);
}

static void test_the_image_is_the_picture(void **state) {
    struct fixture *f = *state;
    write_image(f, 200, 100);
    read_scene(f, BOXED);
    assert_int_equal(g2l2_scenes_set_images(f->scenes, f->folder, &f->err), G2L2_STATUS_OK);
    char *svg = show(f);
    check_photo(f, svg, 200, 100);
    /* 400 wide: twice the image. */
    assert_non_null(strstr(svg, "<image width=\"400\" height=\"200\""));
    assert_non_null(
        strstr(svg, "<rect class=\"frame\" x=\"20\" y=\"40\" width=\"40\" height=\"60\""));
    assert_non_null(strstr(svg, "data-object=\"1\""));
    assert_null(strstr(svg, "class=\"floor\""));
    free(svg);
}

static void test_large_images_are_made_smaller(void **state) {
    struct fixture *f = *state;
    write_image(f, 1301, 600);
    read_scene(f, BOXED);
    assert_int_equal(g2l2_scenes_set_images(f->scenes, f->folder, &f->err), G2L2_STATUS_OK);
    char *svg = show(f);
    check_photo(f, svg, 1301 / 3, 200);
    free(svg);
}

static void check_from_above(struct fixture *f) {
    char *svg = show(f);
    assert_null(strstr(svg, "<image"));
    assert_non_null(strstr(svg, "class=\"floor\""));
    free(svg);
}

static void test_without_image_or_boxes_it_is_seen_from_above(void **state) {
    struct fixture *f = *state;
    g2l2_image *image;
    read_scene(f, BOXED);
    check_from_above(f);
    assert_int_equal(g2l2_scenes_image(f->scenes, 0, &image, &f->err), G2L2_STATUS_ARGUMENT);
    assert_int_equal(g2l2_scenes_set_images(f->scenes, f->folder, &f->err), G2L2_STATUS_OK);
    check_from_above(f);
    assert_int_equal(g2l2_scenes_image(f->scenes, 0, &image, &f->err), G2L2_STATUS_IO);
    assert_int_equal(file_write(f->path, "no image", 8, &f->err), G2L2_STATUS_OK);
    check_from_above(f);
    assert_int_equal(g2l2_scenes_image(f->scenes, 0, &image, &f->err), G2L2_STATUS_FORMAT);
    assert_int_equal(g2l2_scenes_image(f->scenes, 7, &image, &f->err), G2L2_STATUS_ARGUMENT);
}

static void test_a_box_that_makes_no_sense(void **state) {
    struct fixture *f = *state;
    write_image(f, 20, 10);
    read_scene(f, "{\"image_filename\": \"a.png\", \"objects\": [{\"bbox\": [9, 9, 3, 3]}]}");
    assert_int_equal(g2l2_scenes_set_images(f->scenes, f->folder, &f->err), G2L2_STATUS_OK);
    check_from_above(f);
}

static void test_marks_lie_around_boxes(void **state) {
    struct fixture *f = *state;
    struct guard guard;
    struct arena arena;
    struct buf out;
    const double objects[] = {1, 0}, from[] = {0, 1};
    const struct show_marks marks = {objects, from, "left"};
    write_image(f, 200, 100);
    read_scene(f, BOXED);
    assert_int_equal(g2l2_scenes_set_images(f->scenes, f->folder, &f->err), G2L2_STATUS_OK);
    arena_init(&arena, &guard, 0);
    assert_true(guard_try(&guard, &f->err));
    buf_init(&out, &arena);
    show_scene_svg(f->scenes, 0, &marks, &out);
    assert_non_null(strstr(out.at, "<rect class=\"ring\" x=\"19\" y=\"39\" width=\"42\""));
    assert_non_null(strstr(out.at, "<rect class=\"from\" x=\"79\" y=\"-1\""));
    assert_non_null(strstr(out.at, "class=\"relation\""));
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_image_is_the_picture, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_large_images_are_made_smaller, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_without_image_or_boxes_it_is_seen_from_above, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_a_box_that_makes_no_sense, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_marks_lie_around_boxes, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("photo", tests, NULL, NULL);
}
