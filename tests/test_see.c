/* Learning from images: drawn here, coloured discs and squares on grey, with questions about
 * them. The words, and what they look like, are learned from answers alone.
 *
 *     a drawing ─▶ PNG, boxes, questions ─▶ g2l2_learn_images ─▶ answers about other drawings */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "learn/see.h"
#include "learn/through.h"
#include "sight/blob.h"
#include "sight/detector_train.h"
#include "tests/exhibition.h"

/* ---- learning and asking ------------------------------------------------------------------------------ */

static g2l2_model *learn(const struct exhibition *e, const char *features) {
    g2l2_error err;
    g2l2_domain *domain;
    g2l2_model *model;
    struct asked asked = exhibition_ask(e);
    g2l2_sight_options how = {.images = e->folder, .features = features, .boxes = "given"};
    g2l2_learn_options options = g2l2_learn_options_default();
    options.recipe = "see_epochs=12 see_views=2"; /* drawings are simple */
    assert_int_equal(g2l2_domain_open("visual", &domain, &err), 0);
    if (g2l2_learn_images(domain, asked.data, asked.scenes, &how, &options, &model, NULL, &err))
        fail_msg("%s", err.message);
    g2l2_domain_free(domain);
    asked_free(&asked);
    return model;
}

/* Share of right answers about other drawings. */
static double examine(const g2l2_model *model, const struct exhibition *e) {
    g2l2_error err;
    g2l2_parser *parser;
    g2l2_result result;
    struct asked asked = exhibition_ask(e);
    const g2l2_sight_options how = {.images = e->folder};
    size_t n = g2l2_dataset_count(asked.data), right = 0;
    if (g2l2_scenes_look_for(asked.scenes, asked.data, model, &how, &err))
        fail_msg("%s", err.message);
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, &err), 0);
    for (size_t i = 0; i < n; i++) {
        g2l2_example q = g2l2_dataset_get(asked.data, i);
        assert_int_equal(g2l2_parser_set_scene(parser, asked.scenes, q.scene, &err), 0);
        assert_int_equal(g2l2_parser_run(parser, q.sentence, 1, &result, &err), 0);
        right += result.n_readings && !strcmp(result.readings[0].text, q.target);
    }
    g2l2_parser_free(parser);
    asked_free(&asked);
    return (double)right / (double)n;
}

/* A model is all that is needed to see: written, read, and asked. */
static void test_learns_from_images(void **state) {
    static const char *const kinds[] = {"compact", "encoder"};
    struct exhibition train, other;
    g2l2_error err;
    (void)state;
    exhibition_open(&train, 60, 1);
    exhibition_open(&other, 20, 2);
    for (int i = 0; i < 2; i++) {
        g2l2_model *model = learn(&train, kinds[i]), *read;
        void *bytes;
        size_t length;
        assert_int_equal(g2l2_model_write(model, &bytes, &length, &err), 0);
        assert_int_equal(g2l2_model_read(bytes, length, &read, &err), 0);
        double before = examine(model, &other), after = examine(read, &other);
        assert_true(before > 0.85); /* always the commonest answer: 0.4 */
        assert_true(before == after);
        free(bytes);
        g2l2_model_free(model);
        g2l2_model_free(read);
    }
    exhibition_close(&train);
    exhibition_close(&other);
}

/* ---- the gradient, from questions into the weights of the encoder ------------------------------------------ */

#define N_REGIONS 12

struct chain {
    struct region_encoder *encoder;
    struct through *through;
    struct looked *looked;
    const g2l2_dataset *data;
    const float *compact;
    double grads[N_REGIONS * COMPACT_SIZE];
};

/* The loss of the questions about the first images, and its gradient in the features. */
static double chain_loss(struct chain *c, bool training) {
    static float features[N_REGIONS * COMPACT_SIZE];
    const struct net_tensor *t = &c->encoder->net->tensors[c->encoder->out];
    g2l2_error err;
    double loss = 0;
    for (int i = 0; i < N_REGIONS; i++) encoder_fill(c->encoder, i, &c->looked->regions[i]);
    net_forward(c->encoder->net, N_REGIONS, training);
    for (int i = 0; i < N_REGIONS * COMPACT_SIZE; i++)
        features[i] = c->compact[i] + t->x[i / COMPACT_SIZE * ENCODER_SIZE + i % COMPACT_SIZE];
    memset(c->grads, 0, sizeof c->grads);
    for (size_t i = 0; i < g2l2_dataset_count(c->data); i++) {
        g2l2_example e = g2l2_dataset_get(c->data, i);
        size_t first = c->looked->first[e.scene], end = c->looked->first[e.scene + 1];
        if (end > N_REGIONS) break;
        struct scene scene = {.n_objects = (uint32_t)(end - first),
                              .n_features = COMPACT_SIZE,
                              .features = features + first * COMPACT_SIZE};
        struct through_question q = {.sentence = e.sentence,
                                     .answer = e.target,
                                     .scene = &scene,
                                     .of_features = c->grads + first * COMPACT_SIZE,
                                     .weight = 1};
        assert_int_equal(through_run(c->through, &q, 1, &err), 0);
        loss += q.loss;
    }
    return loss;
}

/* Along random directions, a small step of all weights at once: each has many bends near it. */
static void check_chain(struct chain *c, struct rng *rng) {
    struct net *net = c->encoder->net;
    const struct net_tensor *t = &net->tensors[c->encoder->out];
    chain_loss(c, true);
    net_clear(net, N_REGIONS);
    for (int i = 0; i < N_REGIONS * COMPACT_SIZE; i++)
        t->dx[i / COMPACT_SIZE * ENCODER_SIZE + i % COMPACT_SIZE] = (float)c->grads[i];
    net_backward(net, N_REGIONS);
    float *kept = malloc(net->n_params * sizeof *kept),
          *move = malloc(net->n_params * sizeof *move);
    memcpy(kept, net->params, net->n_params * sizeof *kept);
    for (int trial = 0; trial < 5; trial++) {
        double along = 0, sides[2];
        for (size_t i = 0; i < net->n_params; i++) {
            move[i] = (float)(rng_normal(rng) + (net->grads[i] > 0 ? 0.5 : -0.5));
            along += (double)move[i] * (double)net->grads[i];
        }
        double size = 5e-5 / fabs(along);
        for (int side = 0; side < 2; side++) {
            for (size_t i = 0; i < net->n_params; i++)
                net->params[i] = kept[i] + (float)(side ? -size : size) * move[i];
            sides[side] = chain_loss(c, true);
        }
        double wanted = (sides[0] - sides[1]) / (2 * size);
        if (fabs(along - wanted) > 0.02 * (0.1 + fabs(wanted)))
            fail_msg("along a direction %g, by differences %g", along, wanted);
    }
    free(kept);
    free(move);
}

static void test_gradient_reaches_the_encoder(void **state) {
    struct exhibition e;
    struct looked looked;
    struct sight sight = {0};
    struct rng rng;
    g2l2_error err;
    (void)state;
    exhibition_open(&e, 40, 3);
    g2l2_model *model = learn(&e, "compact");
    struct asked asked = exhibition_ask(&e);
    rng_seed(&rng, 4);
    assert_int_equal(look_at(asked.scenes, asked.data, e.folder, NULL, NULL, NULL, &looked, &err),
                     0);
    assert_int_equal(sight_parse(g2l2_model_features(model), &sight, &err), 0);
    float *compact = malloc(looked.n_regions * COMPACT_SIZE * sizeof *compact);
    look_measure(&looked, &sight, compact);
    struct chain c = {.encoder = encoder_new(N_REGIONS, true),
                      .looked = &looked,
                      .data = asked.data,
                      .compact = compact};
    assert_int_equal(through_new(model, 0.01, NULL, &c.through, &err), 0);
    net_start(c.encoder->net, &rng); /* the last layer too, so that all of it has a gradient */
    for (size_t i = 0; i < c.encoder->net->n_params; i++) c.encoder->net->params[i] *= 0.3f;
    check_chain(&c, &rng);
    through_free(c.through);
    encoder_free(c.encoder);
    free(compact);
    sight_free(&sight);
    looked_free(&looked);
    asked_free(&asked);
    g2l2_model_free(model);
    exhibition_close(&e);
}

/* ---- other objects in the way --------------------------------------------------------------------------------- */

/* Of a box from 0 to 32 with a margin of 2: one before it over its right half, one behind it on top. */
static void test_others_cover_a_region(void **state) {
    static const float boxes[] = {
        0, 0,   32, 32, 16,     8,     60,    60, /* itself, one before it, */
        0, -20, 32, 16, -1e30f, 1e30f, 1e30f, NAN /* one behind, nonsense */};
    struct region region = {0};
    (void)state;
    region_cover(&region, boxes, boxes, 4, 0);
    assert_int_equal(region.others[20 * REGION_SIZE + 24], REGION_FRONT);
    assert_int_equal(region.others[4 * REGION_SIZE + 8], REGION_BEHIND);
    assert_int_equal(region.others[12 * REGION_SIZE + 24], REGION_FRONT); /* both: the nearer */
    assert_int_equal(region.others[24 * REGION_SIZE + 8], REGION_FREE);
    region_mirror(&region);
    assert_int_equal(region.others[20 * REGION_SIZE + 7], REGION_FRONT);
    assert_int_equal(region.others[20 * REGION_SIZE + 24], REGION_FREE);
}

/* What an encoder is told of others stays with it; one of before, that was not told, is read as it was. */
static void test_encoder_as_text(void **state) {
    struct rng rng;
    g2l2_error err;
    (void)state;
    for (int covers = 0; covers < 2; covers++) {
        struct sight sight = {.encoder = encoder_new(4, covers)}, read;
        struct region region = {.box = {0.5f}};
        float out[3][COMPACT_SIZE] = {{0}};
        char *text;
        rng_seed(&rng, 6);
        for (int i = 0; i < 3 * REGION_PIXELS; i++)
            region.pixels[i] = (uint8_t)rng_below(&rng, 256);
        net_start(sight.encoder->net, &rng);
        blob_round_net(sight.encoder->net);
        assert_int_equal(sight_write(&sight, &text, &err), 0);
        assert_int_equal(sight_parse(text, &read, &err), 0);
        encoder_run(sight.encoder, &region, 1, COMPACT_SIZE, out[0]);
        encoder_run(read.encoder, &region, 1, COMPACT_SIZE, out[1]);
        memset(region.others, REGION_FRONT, REGION_PIXELS / 2);
        encoder_run(read.encoder, &region, 1, COMPACT_SIZE, out[2]);
        assert_memory_equal(out[0], out[1], sizeof out[0]);
        assert_int_equal(memcmp(out[1], out[2], sizeof out[1]) != 0, covers);
        free(text);
        sight_free(&sight);
        sight_free(&read);
    }
}

/* ---- bad input ------------------------------------------------------------------------------------------------ */

static void test_broken_image_is_named(void **state) {
    struct exhibition e;
    g2l2_error err;
    g2l2_domain *domain;
    g2l2_model *model;
    char path[128];
    (void)state;
    exhibition_open(&e, 3, 5);
    snprintf(path, sizeof path, "%s/1.png", e.folder);
    assert_int_equal(truncate(path, 100), 0);
    struct asked asked = exhibition_ask(&e);
    g2l2_sight_options how = {.images = e.folder};
    g2l2_learn_options options = g2l2_learn_options_default();
    assert_int_equal(g2l2_domain_open("visual", &domain, &err), 0);
    assert_int_not_equal(
        g2l2_learn_images(domain, asked.data, asked.scenes, &how, &options, &model, NULL, &err), 0);
    assert_non_null(strstr(err.message, "1.png"));
    g2l2_domain_free(domain);
    asked_free(&asked);
    exhibition_close(&e);
}

/* ---- the detector ---------------------------------------------------------------------------------------------- */

/* The slopes of the loss, by differences. */
static void test_slopes_of_the_detector(void **state) {
    static const g2l2_box boxes[] = {{20, 30, 60, 80, 1}, {101, 42, 140, 90, 1}};
    const struct detector_lesson lesson = {.boxes = boxes, .n_boxes = 2};
    g2l2_detector *d = detector_new(1);
    struct net_tensor *t = &d->net->tensors[d->out];
    struct rng rng;
    (void)state;
    rng_seed(&rng, 6);
    for (size_t i = 0; i < t->image; i++) t->x[i] = (float)rng_normal(&rng);
    for (int y = 12; y < 17; y++)
        for (int k = 0; k < 5; k++) {
            size_t at = net_at(t, 0, y, 10) + (size_t)k;
            float kept = t->x[at];
            detector_loss(d, 1, &lesson);
            double slope = (double)t->dx[at];
            t->x[at] = kept + 1e-3f;
            double above = detector_loss(d, 1, &lesson), step = (double)t->x[at];
            t->x[at] = kept - 1e-3f;
            double below = detector_loss(d, 1, &lesson);
            step -= (double)t->x[at];
            t->x[at] = kept;
            assert_float_equal(slope, (above - below) / step, 1e-4);
        }
    g2l2_detector_free(d);
}

static void test_detector_as_bytes(void **state) {
    g2l2_error err;
    g2l2_detector *d = detector_new(1), *read;
    struct rng rng;
    struct guard guard;
    struct arena arena;
    struct buf out;
    (void)state;
    rng_seed(&rng, 7);
    net_start(d->net, &rng);
    arena_init(&arena, &guard, 0);
    buf_init(&out, &arena);
    if (!guard_try(&guard, &err)) fail_msg("%s", err.message);
    detector_write(d, &out);
    assert_int_equal(detector_read(out.at, out.n, &read, &err), 0);
    for (size_t i = 0; i < d->net->n_params; i++)
        assert_float_equal(d->net->params[i], read->net->params[i],
                           1e-3 * fabs((double)d->net->params[i]) + 1e-7);
    g2l2_detector_free(read);
    for (size_t n = 0; n < out.n; n += 1 + out.n / 50)
        assert_int_not_equal(detector_read(out.at, n, &read, &err), 0);
    out.at[out.n / 2] ^= 1;
    assert_int_not_equal(detector_read(out.at, out.n, &read, &err), 0);
    g2l2_detector_free(d);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_learns_from_images),
        cmocka_unit_test(test_gradient_reaches_the_encoder),
        cmocka_unit_test(test_others_cover_a_region),
        cmocka_unit_test(test_encoder_as_text),
        cmocka_unit_test(test_broken_image_is_named),
        cmocka_unit_test(test_slopes_of_the_detector),
        cmocka_unit_test(test_detector_as_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
