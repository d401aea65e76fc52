/* The gradient of the loss into features of objects, of whole questions with a learned lexicon:
 * against central differences; and a descent along it finds features that answer. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/scenes.h"
#include "learn/through.h"
#include "tests/lessons.h"

struct fixture {
    struct lesson lesson;
    g2l2_domain *visual;
    g2l2_model *model;
    double *of_concepts;
    struct through *through;
};

static int open_fixture(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    g2l2_error err;
    struct clevr_options clevr = clevr_options_default();
    clevr.questions = 1000;
    clevr.seed = 3;
    lesson_make(&f->lesson, clevr, 0);
    lesson_check(g2l2_domain_open("visual", &f->visual, &err), &err);
    g2l2_learn_options options = lesson_options(&f->lesson, 1);
    options.candidates = "plain";
    options.noise = 1;
    options.recipe = "attempts=1 noisy=1";
    f->model = lesson_learn(&f->lesson, f->visual, &options, NULL);
    const struct lexicon *l = &f->model->lexicon;
    f->of_concepts = calloc((size_t)l->words.n * l->n_params, sizeof(double));
    lesson_check(through_new(f->model, .1, f->of_concepts, &f->through, &err), &err);
    *state = f;
    return 0;
}

static int close_fixture(void **state) {
    struct fixture *f = *state;
    through_free(f->through);
    free(f->of_concepts);
    g2l2_model_free(f->model);
    g2l2_domain_free(f->visual);
    lesson_free(&f->lesson);
    free(f);
    return 0;
}

/* A copy of a scene whose features may be changed. */
static struct scene copy_scene(const struct scene *from, float *features) {
    struct scene scene = *from;
    memcpy(features, from->features, (size_t)from->n_objects * from->n_features * sizeof *features);
    scene.features = features;
    return scene;
}

static double loss_of(struct fixture *f, struct through_question q) {
    g2l2_error err;
    q.of_features = NULL;
    lesson_check(through_run(f->through, &q, 1, &err), &err);
    assert_true(q.parsed);
    return q.loss;
}

static uint32_t count_words(const char *text) {
    uint32_t n = 1;
    for (; *text; text++) n += *text == ' ';
    return n;
}

/* Two steps, whose errors of the third order cancel; exact in floats. */
static double difference(struct fixture *f, struct through_question q, float *at) {
    float was = *at;
    double found[2];
    for (int k = 0; k < 2; k++) {
        float h = k ? 1.f / 1024 : 1.f / 512, up = was + h, down = was - h;
        *at = up;
        double high = loss_of(f, q);
        *at = down;
        found[k] = (high - loss_of(f, q)) / ((double)up - (double)down);
        *at = was;
    }
    return (4 * found[1] - found[0]) / 3;
}

static void check_question(struct fixture *f, g2l2_example e, const struct scene *from) {
    size_t n = (size_t)from->n_objects * from->n_features;
    float *features = calloc(n + 1, sizeof *features);
    double *grads = calloc(n + 1, sizeof *grads);
    struct scene scene = copy_scene(from, features);
    struct through_question q = {e.sentence, e.target, &scene, grads, 1, false, 0, 0};
    g2l2_error err;
    lesson_check(through_run(f->through, &q, 1, &err), &err);
    for (size_t i = 0; q.parsed && i < n; i += 1 + n / 12) {
        double right = difference(f, q, &features[i]);
        if (fabs(right - grads[i]) > 1e-5 * (1 + fabs(right)))
            fail_msg("'%s', feature %zu: %.9g, should be %.9g", e.sentence, i, grads[i], right);
    }
    free(features);
    free(grads);
}

/* One question of each length from 6 to 26 words. */
static void gradients_are_right(void **state) {
    struct fixture *f = *state;
    bool done[27] = {0};
    uint32_t n = 0;
    for (size_t i = 0; i < g2l2_dataset_count(f->lesson.questions); i++) {
        g2l2_example e = g2l2_dataset_get(f->lesson.questions, i);
        uint32_t words = count_words(e.sentence);
        if (words < 6 || words > 26 || done[words]) continue;
        done[words] = true;
        check_question(f, e, scenes_get(f->lesson.scenes, e.scene));
        n++;
    }
    assert_true(n >= 15);
}

/* The gradients of several questions about one scene add up, each times its weight. */
static void gradients_add_up(void **state) {
    struct fixture *f = *state;
    const g2l2_example e = g2l2_dataset_get(f->lesson.questions, 0);
    const struct scene *scene = scenes_get(f->lesson.scenes, e.scene);
    size_t n = (size_t)scene->n_objects * scene->n_features;
    double *one = calloc(n + 1, sizeof *one), *two = calloc(n + 1, sizeof *two), sum = 0;
    struct through_question q[3] = {{e.sentence, e.target, scene, one, 1, false, 0, 0},
                                    {e.sentence, e.target, scene, two, .5, false, 0, 0},
                                    {e.sentence, e.target, scene, two, 1.5, false, 0, 0}};
    g2l2_error err;
    lesson_check(through_run(f->through, q, 3, &err), &err);
    for (size_t i = 0; i < n; i++) {
        assert_true(fabs(two[i] - 2 * one[i]) <= 1e-12 * (1 + fabs(two[i])));
        sum += fabs(one[i]);
    }
    assert_true(sum > 0);
    free(one);
    free(two);
}

/* Features that begin as noise, moved down the gradient, come to answer the questions. */
static void descent_learns_features(void **state) {
    enum { N = 40, STEPS = 60 };
    struct fixture *f = *state;
    const struct scene *from = scenes_get(f->lesson.scenes, 0);
    size_t n = (size_t)from->n_objects * from->n_features;
    float *features = calloc(n + 1, sizeof *features);
    double *grads = calloc(n + 1, sizeof *grads), first = 0, last = 0;
    struct scene scene = copy_scene(from, features);
    struct rng rng;
    g2l2_error err;
    rng_seed(&rng, 5);
    for (size_t i = 0; i < n; i++) features[i] = (float)(.1 * rng_normal(&rng));
    for (int step = 0; step < STEPS; step++) {
        double loss = 0;
        memset(grads, 0, n * sizeof *grads);
        for (size_t i = 0, taken = 0; i < g2l2_dataset_count(f->lesson.questions); i++) {
            g2l2_example e = g2l2_dataset_get(f->lesson.questions, i);
            if (e.scene || taken++ >= N) continue;
            struct through_question q = {e.sentence, e.target, &scene, grads, 1, false, 0, 0};
            lesson_check(through_run(f->through, &q, 1, &err), &err);
            loss += q.loss;
        }
        for (size_t i = 0; i < n; i++) features[i] -= (float)(.02 * grads[i]);
        if (!step) first = loss;
        last = loss;
    }
    print_message("loss %.2f, then %.2f\n", first, last);
    assert_true(last < .5 * first);
    free(features);
    free(grads);
}

static void refuses(void **state) {
    struct fixture *f = *state;
    const g2l2_example e = g2l2_dataset_get(f->lesson.questions, 0);
    struct scene scene = *scenes_get(f->lesson.scenes, e.scene);
    g2l2_error err;
    struct through_question unknown = {"blorb blorb", e.target, &scene, NULL, 1, true, 1, 1};
    struct through_question none = {e.sentence, "two words", &scene, NULL, 1, true, 1, 1};
    lesson_check(through_run(f->through, &unknown, 1, &err), &err);
    assert_false(unknown.parsed);
    lesson_check(through_run(f->through, &none, 1, &err), &err);
    assert_false(none.parsed);
    scene.n_features--;
    struct through_question other = {e.sentence, e.target, &scene, NULL, 1, false, 0, 0};
    assert_int_equal(through_run(f->through, &other, 1, &err), G2L2_STATUS_DATA);
    assert_non_null(strstr(err.message, "features"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_are_right),
        cmocka_unit_test(gradients_add_up),
        cmocka_unit_test(descent_learns_features),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, open_fixture, close_fixture);
}
