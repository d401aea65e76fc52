/* The renderer: rays against a twin that only walks; what an image says of itself (masks, boxes,
 * projections); light that must add up; and the published images' own figures, where they are at
 * hand ($G2L2_SHARED/data/clevr-images). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "generators/clevr/view.h"
#include "generators/render/shade.h"
#include "generators/render/shape.h"
#include "tests/shared.h"

/* ---- shapes --------------------------------------------------------------------------------------- */

/* Is a point inside, written another way: the largest sphere that fits touches it from inside. */
static bool inside(enum render_shape shape, struct vec p) {
    const double cube = 0.17, cylinder = 0.057;
    double edge = shape == RENDER_CUBE ? cube : cylinder, flat = 1 - edge, sum = 0;
    double around = sqrt(p.x * p.x + p.y * p.y);
    const double of_cube[] = {fabs(p.x), fabs(p.y), fabs(p.z)}, of_cylinder[] = {around, fabs(p.z)};
    if (shape == RENDER_SPHERE) return vec_dot(p, p) <= 1;
    for (int i = 0; i < (shape == RENDER_CUBE ? 3 : 2); i++) {
        double beyond = (shape == RENDER_CUBE ? of_cube[i] : of_cylinder[i]) - flat;
        if (beyond > 0) sum += beyond * beyond;
    }
    return sum <= edge * edge;
}

static struct vec random_vec(struct rng *rng, double size) {
    double x = rng_uniform(rng), y = rng_uniform(rng), z = rng_uniform(rng);
    return vec(size * (2 * x - 1), size * (2 * y - 1), size * (2 * z - 1));
}

static void check_ray(enum render_shape shape, struct vec o, struct vec d) {
    const double step = 1e-3;
    double t = -1, walked = -1;
    bool hit = shape_hit(shape, o, d, &t);
    for (double at = 0; walked < 0 && at < 8; at += step)
        if (inside(shape, vec_along(o, d, at))) walked = at;
    if (walked >= 0) assert_true(hit && t < walked + step);
    if (!hit) return;
    struct vec p = vec_along(o, d, t), n = shape_normal(shape, p);
    assert_true(fabs(vec_dot(n, n) - 1) < 1e-9);
    assert_true(inside(shape, vec_along(p, n, -4e-3)));
    assert_true(vec_dot(n, d) < 0.05);
    assert_false(inside(shape, vec_along(p, n, 4e-3)));
    assert_true(shape_blocks(shape, o, d, 100));
    assert_false(shape_blocks(shape, o, d, t - 0.3));
}

static void test_rays_meet_shapes_where_a_walk_does(void **state) {
    struct rng rng;
    (void)state;
    rng_seed(&rng, 1);
    for (int i = 0; i < 3000; i++) {
        enum render_shape shape = (enum render_shape)(i % 3);
        struct vec o = vec_scale(vec_unit(random_vec(&rng, 1)), 3);
        check_ray(shape, o, vec_unit(vec_sub(random_vec(&rng, 1.2), o)));
    }
}

/* ---- scenes ---------------------------------------------------------------------------------------- */

struct drawn {
    struct clevr_scene scene;
    struct clevr_view view;
    uint8_t mask[CLEVR_WIDTH * CLEVR_HEIGHT];
};

static void draw(struct drawn *self, uint64_t seed) {
    struct rng rng;
    rng_seed(&rng, seed);
    clevr_view_sample_scene(&self->view, &self->scene, NULL, &rng, self->mask);
}

static void test_boxes_are_what_masks_show(void **state) {
    struct drawn *self = malloc(sizeof *self);
    (void)state;
    for (uint64_t seed = 0; seed < 5; seed++) {
        uint32_t pixels[CLEVR_MAX_OBJECTS] = {0}, least = CLEVR_MIN_PIXELS;
        draw(self, seed);
        for (uint32_t p = 0; p < CLEVR_WIDTH * CLEVR_HEIGHT; p++) {
            uint32_t i = self->mask[p], x = p % CLEVR_WIDTH, y = p / CLEVR_WIDTH;
            if (!i--) continue;
            const uint32_t *box = self->view.box[i];
            assert_true(box[0] <= x && x < box[2] && box[1] <= y && y < box[3]);
            pixels[i]++;
        }
        assert_in_range(self->scene.n, 3, 10);
        for (uint32_t i = 0; i < self->scene.n; i++) {
            assert_int_equal(pixels[i], self->view.pixels[i]);
            assert_true(pixels[i] >= least);
        }
    }
    free(self);
}

/* The middle of an object that nothing hides is inside its box, where it is said to be. */
static void test_middles_are_in_their_boxes(void **state) {
    struct drawn *self = malloc(sizeof *self);
    (void)state;
    draw(self, 9);
    self->scene.n = 1;
    clevr_view_mask(&self->view, &self->scene, self->mask);
    const uint32_t *box = self->view.box[0];
    const double *pixel = self->scene.objects[0].pixel;
    assert_true(box[0] < pixel[0] && pixel[0] < box[2] && box[1] < pixel[1] && pixel[1] < box[3]);
    assert_int_equal(self->mask[(size_t)pixel[1] * CLEVR_WIDTH + (size_t)pixel[0]], 1);
    free(self);
}

static void test_small_images_show_the_same(void **state) {
    struct drawn *self = malloc(sizeof *self);
    uint32_t large[CLEVR_MAX_OBJECTS];
    (void)state;
    draw(self, 3);
    memcpy(large, self->view.pixels, sizeof large);
    self->view.width /= 4;
    self->view.height /= 4;
    clevr_view_mask(&self->view, &self->scene, self->mask);
    for (uint32_t i = 0; i < self->scene.n; i++)
        assert_true(abs((int)self->view.pixels[i] * 16 - (int)large[i]) < 100 + (int)large[i] / 5);
    free(self);
}

/* ---- light ------------------------------------------------------------------------------------------- */

static void stage(struct render_scene *scene) {
    memset(scene, 0, sizeof *scene);
    scene->camera = render_camera_from(render_camera_at);
    memcpy(scene->lamps, render_lamps_at, sizeof scene->lamps);
}

static double mean_of(const uint8_t *rgb, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < 3 * n; i++) sum += rgb[i];
    return sum / (double)(3 * n);
}

/* Nothing is lost or made on the way from the lamps: the ground without objects has the mean of
 * the published images' ground, 128 of 255, whatever the seed. */
static void test_the_empty_stage(void **state) {
    enum { W = 96, H = 64 };
    struct render_scene scene;
    uint8_t a[W * H * 3], b[W * H * 3];
    (void)state;
    stage(&scene);
    assert_true(render_image(&scene, W, H, 1, a) && render_image(&scene, W, H, 2, b));
    assert_true(fabs(mean_of(a, W * H) - 126) < 6);
    for (int i = 0; i < W * H * 3; i++) assert_true(abs(a[i] - b[i]) <= 4);
}

/* Light without sampling is what sampling finds. */
static void test_plain_ground(void **state) {
    struct render_scene scene;
    struct world world;
    int n_plain = 0;
    (void)state;
    stage(&scene);
    scene.n = 1;
    scene.objects[0] =
        (struct render_object){.shape = RENDER_SPHERE, .at = {0, 0, 0.7}, .size = 0.7};
    world_make(&world, &scene);
    for (int i = 0; i < 400; i++) {
        struct vec to = vec(i % 20 - 10, i / 20 - 10, 0), around = vec(0.1, 0.2, 0.3), plain;
        struct vec d = vec_unit(vec_sub(to, scene.camera.at));
        struct sampler sampler = {.key = (uint64_t)i};
        struct shading shading = shade_ray(&world, scene.camera.at, d, around, &sampler);
        if (shading.what != GROUND) continue;
        if (!shade_plain_ground(&world, scene.camera.at, d, around, &plain)) continue;
        n_plain++;
        struct vec off = vec_sub(plain, shading.crisp);
        assert_int_equal(shading.n_shadows, 0);
        assert_true(vec_dot(off, off) < 1e-20);
    }
    assert_true(n_plain > 150);
}

/* A mirror shows no more than there is: a white ball of rubber and one of metal are no brighter
 * than the brightest light on them allows, a black one reflects nothing but its coat. */
static void test_colours_scale_light(void **state) {
    struct render_scene scene;
    struct world world;
    (void)state;
    stage(&scene);
    scene.n = 1;
    for (int k = 0; k < 2; k++) {
        double sum[3] = {0};
        for (int shade = 0; shade < 3; shade++) {
            double c = shade / 2.0;
            scene.objects[0] = (struct render_object){.shape = RENDER_SPHERE,
                                                      .material = (enum render_material)k,
                                                      .at = {0, 0, 0.7},
                                                      .color = {c, c, c},
                                                      .size = 0.7};
            world_make(&world, &scene);
            for (uint32_t i = 0; i < 64; i++) {
                struct sampler sampler = {.key = 7, .index = i};
                struct vec d = vec_unit(vec_sub(vec(0.1, 0.1, 0.5), scene.camera.at));
                struct shading s = shade_ray(&world, scene.camera.at, d, vec(0, 0, 0), &sampler);
                assert_int_equal(s.what, 0);
                sum[shade] += (s.crisp.x + s.soft.x) / 64;
            }
        }
        assert_true(sum[0] < 0.02 && sum[1] > 0.03 && sum[2] < 1);
        assert_true(fabs(sum[2] - sum[0] - 2 * (sum[1] - sum[0])) < 0.02);
    }
}

static void test_the_seed_is_all_that_matters(void **state) {
    enum { W = 60, H = 40 };
    struct drawn *self = malloc(sizeof *self);
    uint8_t a[W * H * 3], b[W * H * 3], c[W * H * 3];
    (void)state;
    draw(self, 4);
    self->view.width = W;
    self->view.height = H;
    assert_true(clevr_view_image(&self->view, &self->scene, 1, a));
    assert_true(clevr_view_image(&self->view, &self->scene, 1, b));
    assert_true(clevr_view_image(&self->view, &self->scene, 2, c));
    assert_memory_equal(a, b, sizeof a);
    assert_memory_not_equal(a, c, sizeof a);
    free(self);
}

/* ---- the published images ------------------------------------------------------------------------------- */

static json_t *read_json(const char *path) {
    size_t most = (size_t)64 << 20;
    char *text = malloc(most);
    gzFile in = gzopen(path, "rb");
    int n = gzread(in, text, (unsigned)most);
    gzclose(in);
    json_t *out = json_loadb(text, (size_t)n, 0, NULL);
    free(text);
    assert_non_null(out);
    return out;
}

static double overlap(const uint8_t *mine, const g2l2_image *theirs, uint32_t i) {
    size_t both = 0, any = 0;
    for (size_t p = 0; p < CLEVR_WIDTH * CLEVR_HEIGHT; p++) {
        bool a = mine[p] == i + 1, b = theirs->pixels[3 * p] == i + 1;
        both += a && b;
        any += a || b;
    }
    return (double)both / (double)any;
}

static void test_published_scenes(void **state) {
    char scenes[SHARED_PATH_MAX], masks[SHARED_PATH_MAX], path[SHARED_PATH_MAX + 300];
    (void)state;
    shared_path(scenes, "data/clevr-images/scenes_val.json.gz");
    shared_path(masks, "data/clevr-images/masks");
    json_t *root = read_json(scenes), *list = json_object_get(root, "scenes");
    struct drawn *self = malloc(sizeof *self);
    double sum = 0, n = 0;
    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *json = json_array_get(list, k);
        struct clevr_object was[CLEVR_MAX_OBJECTS];
        struct rng rng;
        bool has;
        g2l2_image *theirs;
        rng_seed(&rng, 0);
        clevr_view_sample(&self->view, &rng);
        assert_int_equal(clevr_scene_read(&self->scene, json, NULL), G2L2_STATUS_OK);
        assert_int_equal(clevr_view_read(&self->view, json, &has, NULL), G2L2_STATUS_OK);
        memcpy(was, self->scene.objects, sizeof was);
        clevr_view_project(&self->view, &self->scene);
        for (uint32_t i = 0; i < self->scene.n; i++)
            assert_true(was[i].pixel[0] == self->scene.objects[i].pixel[0] &&
                        was[i].pixel[1] == self->scene.objects[i].pixel[1] &&
                        fabs(was[i].pixel[2] - self->scene.objects[i].pixel[2]) < 1e-4);
        if (k % 10) continue;
        snprintf(path, sizeof path, "%s/%s", masks,
                 json_string_value(json_object_get(json, "image_filename")));
        assert_int_equal(g2l2_image_read(path, NULL, &theirs, NULL), G2L2_STATUS_OK);
        clevr_view_mask(&self->view, &self->scene, self->mask);
        for (uint32_t i = 0; i < self->scene.n; i++, n++) sum += overlap(self->mask, theirs, i);
        g2l2_image_free(theirs);
    }
    assert_true(sum / n > 0.995);
    free(self);
    json_decref(root);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rays_meet_shapes_where_a_walk_does),
        cmocka_unit_test(test_boxes_are_what_masks_show),
        cmocka_unit_test(test_middles_are_in_their_boxes),
        cmocka_unit_test(test_small_images_show_the_same),
        cmocka_unit_test(test_the_empty_stage),
        cmocka_unit_test(test_plain_ground),
        cmocka_unit_test(test_colours_scale_light),
        cmocka_unit_test(test_the_seed_is_all_that_matters),
        cmocka_unit_test(test_published_scenes),
    };
    return cmocka_run_group_tests_name("render", tests, NULL, NULL);
}
