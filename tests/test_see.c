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
#include "sight/detector_train.h"

#define WIDTH  120
#define HEIGHT 80
#define MAX    4 /* objects of a drawing */

static const char *const colours[] = {"red", "green", "blue"};
static const uint8_t paint[][3] = {{200, 60, 50}, {60, 170, 70}, {50, 80, 200}};
static const char *const shapes[] = {"disc", "square"};

struct thing {
    int x, y, radius, colour, shape;
};

struct drawing {
    int n;
    struct thing things[MAX];
};

/* A folder of drawings, with scenes.json and questions.json in it. */
struct exhibition {
    char folder[64], scenes[96], questions[96];
};

/* ---- drawing ------------------------------------------------------------------------------------- */

static bool is_free(const struct drawing *d, const struct thing *t) {
    for (int i = 0; i < d->n; i++)
        if (abs(d->things[i].x - t->x) < 26 && abs(d->things[i].y - t->y) < 26) return false;
    return true;
}

static struct drawing make_drawing(struct rng *rng) {
    struct drawing d = {0};
    int n = 1 + (int)rng_below(rng, MAX);
    for (int tries = 0; d.n < n && tries < 200; tries++) {
        struct thing t = {14 + (int)rng_below(rng, WIDTH - 28),
                          14 + (int)rng_below(rng, HEIGHT - 28), 8 + (int)rng_below(rng, 4),
                          (int)rng_below(rng, 3), (int)rng_below(rng, 2)};
        if (is_free(&d, &t)) d.things[d.n++] = t;
    }
    return d;
}

static bool covers(const struct thing *t, int x, int y) {
    int dx = x - t->x, dy = y - t->y;
    if (t->shape == 0) return dx * dx + dy * dy <= t->radius * t->radius;
    return abs(dx) <= t->radius && abs(dy) <= t->radius;
}

static void draw(const struct drawing *d, struct rng *rng, const char *path) {
    g2l2_image *image;
    g2l2_error err;
    assert_int_equal(g2l2_image_new(WIDTH, HEIGHT, 3, &image, &err), 0);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        uint8_t *p = image->pixels + 3 * i;
        const uint8_t grey[3] = {120, 120, 120}, *from = grey;
        for (int k = 0; k < d->n; k++)
            if (covers(&d->things[k], i % WIDTH, i / WIDTH)) from = paint[d->things[k].colour];
        for (int c = 0; c < 3; c++) p[c] = (uint8_t)(from[c] + rng_below(rng, 30));
    }
    assert_int_equal(g2l2_image_write(image, path, &err), 0);
    g2l2_image_free(image);
}

/* ---- what is said of it ----------------------------------------------------------------------------- */

static int count(const struct drawing *d, int colour, int shape) {
    int n = 0;
    for (int i = 0; i < d->n; i++)
        n += (colour < 0 || d->things[i].colour == colour) &&
             (shape < 0 || d->things[i].shape == shape);
    return n;
}

static void put(FILE *out, bool *first, int image, const char *answer, const char *format, ...) {
    char text[128];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(out, "%s{\"question\": \"%s\", \"answer\": \"%s\", \"image_filename\": \"%d.png\"}",
            *first ? "" : ",\n", text, answer, image);
    *first = false;
}

static void ask(FILE *out, bool *first, const struct drawing *d, int image, struct rng *rng) {
    char digits[16];
    for (int c = 0; c < 3; c++) {
        snprintf(digits, sizeof digits, "%d", count(d, c, -1));
        put(out, first, image, digits, "how many %s things are there?", colours[c]);
        int s = (int)rng_below(rng, 2);
        snprintf(digits, sizeof digits, "%d", count(d, c, s));
        put(out, first, image, digits, "how many %s %ss are there?", colours[c], shapes[s]);
        put(out, first, image, count(d, c, s) ? "yes" : "no", "is there a %s %s?", colours[c],
            shapes[s]);
    }
    for (int i = 0; i < d->n; i++)
        if (count(d, -1, d->things[i].shape) == 1)
            put(out, first, image, colours[d->things[i].colour], "what color is the %s?",
                shapes[d->things[i].shape]);
}

static void put_scene(FILE *out, const struct drawing *d, int image) {
    fprintf(out, "%s{\"image_filename\": \"%d.png\", \"objects\": [", image ? ",\n" : "", image);
    for (int i = 0; i < d->n; i++) {
        const struct thing *t = &d->things[i];
        fprintf(out, "%s{\"bbox\": [%d, %d, %d, %d]}", i ? ", " : "", t->x - t->radius,
                t->y - t->radius, t->x + t->radius + 1, t->y + t->radius + 1);
    }
    fprintf(out, "]}");
}

static void open_exhibition(struct exhibition *e, int n, uint64_t seed) {
    struct rng rng;
    bool first = true;
    char path[128];
    rng_seed(&rng, seed);
    strcpy(e->folder, "/tmp/g2l2-see-XXXXXX");
    assert_non_null(mkdtemp(e->folder));
    snprintf(e->scenes, sizeof e->scenes, "%s/scenes.json", e->folder);
    snprintf(e->questions, sizeof e->questions, "%s/questions.json", e->folder);
    FILE *scenes = fopen(e->scenes, "w"), *questions = fopen(e->questions, "w");
    fprintf(scenes, "{\"scenes\": [");
    fprintf(questions, "{\"questions\": [");
    for (int i = 0; i < n; i++) {
        struct drawing d = make_drawing(&rng);
        snprintf(path, sizeof path, "%s/%d.png", e->folder, i);
        draw(&d, &rng, path);
        put_scene(scenes, &d, i);
        ask(questions, &first, &d, i, &rng);
    }
    fprintf(scenes, "]}\n");
    fprintf(questions, "]}\n");
    fclose(scenes);
    fclose(questions);
}

static void close_exhibition(const struct exhibition *e) {
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", e->folder);
    assert_int_equal(system(command), 0);
}

/* ---- learning and asking ------------------------------------------------------------------------------ */

struct asked {
    g2l2_scenes *scenes;
    g2l2_dataset *data;
};

static struct asked open_questions(const struct exhibition *e) {
    struct asked out;
    g2l2_error err;
    assert_int_equal(g2l2_scenes_new(&out.scenes, &err), 0);
    assert_int_equal(g2l2_dataset_new(&out.data, &err), 0);
    assert_int_equal(g2l2_scenes_read(out.scenes, e->scenes, NULL, &err), 0);
    assert_int_equal(g2l2_dataset_read_questions(out.data, e->questions, out.scenes, NULL, &err),
                     0);
    return out;
}

static void close_questions(struct asked *asked) {
    g2l2_dataset_free(asked->data);
    g2l2_scenes_free(asked->scenes);
}

static g2l2_model *learn(const struct exhibition *e, const char *features) {
    g2l2_error err;
    g2l2_domain *domain;
    g2l2_model *model;
    struct asked asked = open_questions(e);
    g2l2_sight_options how = {.images = e->folder, .features = features, .boxes = "given"};
    g2l2_learn_options options = g2l2_learn_options_default();
    assert_int_equal(g2l2_domain_open("visual", &domain, &err), 0);
    if (g2l2_learn_images(domain, asked.data, asked.scenes, &how, &options, &model, NULL, &err))
        fail_msg("%s", err.message);
    g2l2_domain_free(domain);
    close_questions(&asked);
    return model;
}

/* Share of right answers about other drawings. */
static double examine(const g2l2_model *model, const struct exhibition *e) {
    g2l2_error err;
    g2l2_parser *parser;
    g2l2_result result;
    struct asked asked = open_questions(e);
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
    close_questions(&asked);
    return (double)right / (double)n;
}

/* A model is all that is needed to see: written, read, and asked. */
static void test_learns_from_images(void **state) {
    static const char *const kinds[] = {"compact", "encoder"};
    struct exhibition train, other;
    g2l2_error err;
    (void)state;
    open_exhibition(&train, 60, 1);
    open_exhibition(&other, 20, 2);
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
    close_exhibition(&train);
    close_exhibition(&other);
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
    open_exhibition(&e, 40, 3);
    g2l2_model *model = learn(&e, "compact");
    struct asked asked = open_questions(&e);
    rng_seed(&rng, 4);
    assert_int_equal(look_at(asked.scenes, asked.data, e.folder, NULL, &looked, &err), 0);
    assert_int_equal(sight_parse(g2l2_model_features(model), &sight, &err), 0);
    float *compact = malloc(looked.n_regions * COMPACT_SIZE * sizeof *compact);
    look_measure(&looked, &sight, compact);
    struct chain c = {.encoder = encoder_new(N_REGIONS),
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
    close_questions(&asked);
    g2l2_model_free(model);
    close_exhibition(&e);
}

/* ---- bad input ------------------------------------------------------------------------------------------------ */

static void test_broken_image_is_named(void **state) {
    struct exhibition e;
    g2l2_error err;
    g2l2_domain *domain;
    g2l2_model *model;
    char path[128];
    (void)state;
    open_exhibition(&e, 3, 5);
    snprintf(path, sizeof path, "%s/1.png", e.folder);
    assert_int_equal(truncate(path, 100), 0);
    struct asked asked = open_questions(&e);
    g2l2_sight_options how = {.images = e.folder};
    g2l2_learn_options options = g2l2_learn_options_default();
    assert_int_equal(g2l2_domain_open("visual", &domain, &err), 0);
    assert_int_not_equal(
        g2l2_learn_images(domain, asked.data, asked.scenes, &how, &options, &model, NULL, &err), 0);
    assert_non_null(strstr(err.message, "1.png"));
    g2l2_domain_free(domain);
    close_questions(&asked);
    close_exhibition(&e);
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
        cmocka_unit_test(test_broken_image_is_named),
        cmocka_unit_test(test_slopes_of_the_detector),
        cmocka_unit_test(test_detector_as_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
