/* Questions about scenes of which some have wrong answers: what was learned is as good as from
 * right ones, unless it must not take an answer to be wrong. The language is made up here:
 * objects of a metal and a kind, asked for by both. */
#include "base/base.h"
#include "tests/lessons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const metals[] = {"gold", "lead", "zinc"};
static const char *const kinds[] = {"cube", "ball", "cone"};

struct thing {
    uint32_t metal, kind;
};

static void ask(FILE *file, const struct thing *things, uint32_t n, struct rng *rng, bool wrong) {
    uint32_t metal = rng_below(rng, 3), kind = rng_below(rng, 3), found = 0;
    for (uint32_t i = 0; i < n; i++) found += things[i].metal == metal && things[i].kind == kind;
    if (rng_below(rng, 2))
        fprintf(file, "{\"question\": \"any %s %s\", \"answer\": %s", metals[metal], kinds[kind],
                (found > 0) != wrong ? "true" : "false");
    else
        fprintf(file, "{\"question\": \"count %s %s\", \"answer\": %u", metals[metal], kinds[kind],
                wrong ? (found + 1) % 3 : found);
    fprintf(file, ", \"objects\": [");
    for (uint32_t i = 0; i < n; i++)
        fprintf(file, "%s{\"metal\": \"%s\", \"kind\": \"%s\"}", i ? ", " : "",
                metals[things[i].metal], kinds[things[i].kind]);
    fprintf(file, "]}\n");
}

/* `wrong` of a hundred answers are. */
static void make(struct lesson *lesson, uint32_t n_questions, uint32_t wrong, uint64_t seed) {
    char path[] = "/tmp/g2l2-wrong-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    struct rng rng;
    assert_non_null(file);
    rng_seed(&rng, seed);
    for (uint32_t i = 0; i < n_questions; i++) {
        struct thing things[5];
        uint32_t n = 1 + rng_below(&rng, 5);
        for (uint32_t k = 0; k < n; k++)
            things[k] = (struct thing){rng_below(&rng, 3), rng_below(&rng, 3)};
        ask(file, things, n, &rng, rng_below(&rng, 100) < wrong);
    }
    fclose(file);
    lesson_read(lesson, path);
}

static void learns_in_spite_of_them(void **state) {
    (void)state;
    struct lesson train = {0}, test = {0};
    g2l2_domain *visual;
    g2l2_learn_report report;
    g2l2_error err;
    make(&train, 500, 10, 1);
    make(&test, 300, 0, 2);
    lesson_check(g2l2_domain_open("visual", &visual, &err), &err);
    g2l2_learn_options options = lesson_options(&train, 1);
    g2l2_model *model = lesson_learn(&train, visual, &options, &report);
    double right = lesson_accuracy(&test, model, NULL);
    print_message("%.1f%% of clean questions after %zu, of which %zu are not explained\n", right,
                  report.checked, report.checked - report.correct);
    assert_true(right >= 99);
    assert_true(report.tolerant);
    g2l2_model_free(model);
    model = NULL;
    options.strict = true;
    assert_int_equal(g2l2_learn(visual, train.questions, &options, &model, NULL, &err),
                     G2L2_STATUS_DATA);
    assert_null(model);
    assert_true(err.line > 0);
    lesson_free(&train);
    lesson_free(&test);
    g2l2_domain_free(visual);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learns_in_spite_of_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
