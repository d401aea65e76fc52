/* A language whose words need programs that have no operator form, learned from answers:
 *
 *     golds cup or box        \x. count(filter(x, ?))  of  \x.\y. union(x, y)
 *     silver ball             \x. exist(filter(x, ?))
 *
 * What a word may mean is enumerated: `programs CATEGORY`, in a definition of one's own. */
#include "tests/lessons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const metals[] = {"gold", "silver", "iron"};
static const char *const nouns[] = {"cup", "ball", "box"};

static const char candidates[] = "candidates mine\n"
                                 "  operations 3\n"
                                 "  arguments exactly-once\n"
                                 "  programs objset\n"
                                 "  programs integer/objset\n"
                                 "  programs bool/objset\n"
                                 "  programs objset\\objset/objset operations 1\n"
                                 "  entry EMPTY\n";

static g2l2_domain *domain;
static struct lesson lesson, held_out;

struct object {
    uint32_t metal, noun;
};

/* Of the nouns a and b, so many of a metal; 3: of any. */
static uint32_t count(const struct object *objects, uint32_t n, uint32_t metal, uint32_t a,
                      uint32_t b) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += (metal == 3 || objects[i].metal == metal) &&
               (objects[i].noun == a || objects[i].noun == b);
    return sum;
}

static void say(FILE *file, struct rng *rng) {
    static const char *const words[] = {"golds", "silver", "number", "any"};
    static const uint32_t asked[] = {0, 1, 3, 3};
    struct object objects[5];
    uint32_t n = 1 + rng_below(rng, 5), a = rng_below(rng, 3), b = rng_below(rng, 3);
    uint32_t kind = rng_below(rng, 4);
    for (uint32_t i = 0; i < n; i++)
        objects[i] = (struct object){rng_below(rng, 3), rng_below(rng, 3)};
    uint32_t found = count(objects, n, asked[kind], a, b);
    fprintf(file, "{\"question\": \"%s %s%s%s\", ", words[kind], nouns[a], a == b ? "" : " or ",
            a == b ? "" : nouns[b]);
    if (kind % 2) fprintf(file, "\"answer\": %s", found ? "true" : "false");
    else fprintf(file, "\"answer\": %u", found);
    fprintf(file, ", \"objects\": [");
    for (uint32_t i = 0; i < n; i++)
        fprintf(file, "%s{\"metal\": \"%s\", \"kind\": \"%s\"}", i ? ", " : "",
                metals[objects[i].metal], nouns[objects[i].noun]);
    fprintf(file, "]}\n");
}

static void make(struct lesson *out, uint32_t n_questions, uint64_t seed) {
    char path[] = "/tmp/g2l2-counting-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    struct rng rng;
    assert_non_null(file);
    rng_seed(&rng, seed);
    for (uint32_t i = 0; i < n_questions; i++) say(file, &rng);
    fclose(file);
    lesson_read(out, path);
}

static int open_all(void **state) {
    static char text[1 << 15];
    g2l2_error err;
    (void)state;
    lesson_check(g2l2_domain_open("visual", &domain, &err), &err);
    snprintf(text, sizeof text, "%s\n%s", domain->text, candidates);
    g2l2_domain_free(domain);
    lesson_check(domain_parse(text, strlen(text), &domain, &err), &err);
    make(&lesson, 500, 1);
    make(&held_out, 200, 2);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    g2l2_domain_free(domain);
    lesson_free(&lesson);
    lesson_free(&held_out);
    return 0;
}

static g2l2_model *learn(int n_threads) {
    g2l2_learn_options options = lesson_options(&lesson, 1);
    options.candidates = "mine";
    options.n_threads = n_threads;
    return lesson_learn(&lesson, domain, &options, NULL);
}

static void entry_is(const g2l2_model *model, const char *word, const char *program) {
    g2l2_entry e;
    if (!lesson_entry(model, word, 0, &e)) fail_msg("there is no word '%s'", word);
    if (strcmp(e.program ? e.program : "", program))
        fail_msg("'%s' is %s : %s", word, e.category, e.program ? e.program : "");
}

static void learns(void **state) {
    (void)state;
    g2l2_model *model = learn(1);
    entry_is(model, "golds", "\\x. count(filter(x, ?))");
    entry_is(model, "silver", "\\x. exist(filter(x, ?))");
    entry_is(model, "or", "\\y.\\x. union(y, x)");
    entry_is(model, "cup", "filter(scene(), ?)");
    assert_true(lesson_accuracy(&held_out, model, NULL) >= 99);
    g2l2_model_free(model);
}

/* Whatever the number of threads; and what was written can be read. */
static void same_bytes(void **state) {
    (void)state;
    g2l2_model *one = learn(1), *two = learn(2), *again = NULL;
    g2l2_error err;
    char *a = lesson_text(one), *b = lesson_text(two);
    assert_string_equal(a, b);
    lesson_check(g2l2_lexicon_import(a, strlen(a), domain, NULL, &again, &err), &err);
    char *c = lesson_text(again);
    assert_string_equal(a, c);
    assert_true(lesson_accuracy(&held_out, again, "golds") >= 99);
    g2l2_model_free(one);
    g2l2_model_free(two);
    g2l2_model_free(again);
    free(a);
    free(b);
    free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learns),
        cmocka_unit_test(same_bytes),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
