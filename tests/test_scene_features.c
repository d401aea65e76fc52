/* Objects as vectors: what becomes of their properties, the same in every file and order; vectors
 * that came with them; and encoders as text, to be kept in a model. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/files.h"

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

#define with_files(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
