/* A word with two entries, in a small language of commands that is made up here:
 *
 *     bring cup and plate        GO CUP PLATE BACK           and: N\N/N
 *     bring cup and open door    GO CUP BACK PULL DOOR       and: S\S/S
 *
 * No single entry of `and` explains both. What comes of it has to hold for combinations that
 * were never seen, both in one sentence among them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/base.h"

static const char definition[] = "domain kitchen  things are brought and opened\n"
                                 "kernels nav\n"
                                 "execution exact\n"
                                 "type Acts\n"
                                 "type Count\n"
                                 "op empty  : Acts\n"
                                 "op concat : Acts, Acts  -> Acts  [associative, unit empty]\n"
                                 "op repeat : Acts, Count -> Acts  [power concat]\n"
                                 "literals act : Acts\n"
                                 "numbers 2 : Count\n"
                                 "category S : Acts\n"
                                 "category N : Acts\n"
                                 "root S\n"
                                 "candidates all\n"
                                 "  operations 4\n"
                                 "  arguments at-least-once\n"
                                 "  distinct behaviour\n"
                                 "  programs N operations 1\n"
                                 "  programs S/N operations 4\n"
                                 "  programs N\\N/N operations 1\n"
                                 "  programs S\\S/S operations 1\n";

static const char *const nouns[][2] = {
    {"cup", "CUP"}, {"plate", "PLATE"}, {"door", "DOOR"}, {"box", "BOX"}, {"lid", "LID"}};
static const char *const verbs[][3] = {
    {"bring", "GO", "BACK"}, {"open", "PULL", ""}, {"wash", "WET", "DRY"}};
#define N_NOUNS 5u
#define N_VERBS 3u
#define N_TRAIN 200u
#define N_TEST  200u

struct said {
    char words[200], actions[400];
};

static void put(char *out, const char *token) {
    if (*token && *out) strcat(out, " ");
    strcat(out, token);
}

/* A clause: a verb and up to `most` nouns. */
static void clause(struct said *out, struct rng *rng, uint32_t most) {
    const char *const *verb = verbs[rng_below(rng, N_VERBS)];
    put(out->words, verb[0]);
    put(out->actions, verb[1]);
    for (uint32_t i = 0, n = 1 + rng_below(rng, most); i < n; i++) {
        const char *const *noun = nouns[rng_below(rng, N_NOUNS)];
        if (i) put(out->words, "and");
        put(out->words, noun[0]);
        put(out->actions, noun[1]);
    }
    put(out->actions, verb[2]);
}

static void sentence(struct said *out, struct rng *rng, uint32_t nouns_most, uint32_t clauses) {
    *out = (struct said){0};
    for (uint32_t i = 0, n = 1 + rng_below(rng, clauses); i < n; i++) {
        if (i) put(out->words, "and");
        clause(out, rng, nouns_most);
    }
}

/* In training either nouns or clauses are joined, seldom both. */
static g2l2_dataset *make_train(uint64_t seed) {
    g2l2_dataset *data;
    g2l2_error err;
    struct rng rng;
    struct said said;
    rng_seed(&rng, seed);
    assert_int_equal(g2l2_dataset_new(&data, &err), 0);
    for (uint32_t i = 0; i < N_TRAIN; i++) {
        if (rng_below(&rng, 2)) sentence(&said, &rng, 2, 1);
        else sentence(&said, &rng, 1, 2);
        assert_int_equal(g2l2_dataset_add(data, said.words, said.actions, "train", i + 1, &err), 0);
    }
    return data;
}

static char path[] = "/tmp/g2l2-senses-XXXXXX";
static g2l2_domain *domain;

static int open_all(void **state) {
    (void)state;
    g2l2_error err;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, definition, strlen(definition)), strlen(definition));
    close(fd);
    if (g2l2_domain_open(path, &domain, &err)) fail_msg("%s", err.message);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    unlink(path);
    g2l2_domain_free(domain);
    return 0;
}

static uint32_t n_entries(const g2l2_model *model, const char *word) {
    uint32_t n = 0;
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++)
        n += !strcmp(g2l2_model_entry(model, i).word, word);
    return n;
}

static g2l2_model *learn(uint64_t seed, int senses, int threads) {
    g2l2_learn_options options = g2l2_learn_options_default();
    g2l2_dataset *data = make_train(seed);
    g2l2_model *model = NULL;
    g2l2_error err;
    options.seed = seed;
    options.senses = senses;
    options.n_threads = threads;
    options.noise = 1;
    if (g2l2_learn(domain, data, &options, &model, NULL, &err)) fail_msg("%s", err.message);
    g2l2_dataset_free(data);
    return model;
}

static uint32_t examine(const g2l2_model *model, uint64_t seed) {
    struct rng rng;
    struct said said;
    g2l2_parser *parser;
    g2l2_result r;
    g2l2_error err;
    uint32_t right = 0;
    rng_seed(&rng, seed);
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, &err), 0);
    for (uint32_t i = 0; i < N_TEST; i++) {
        sentence(&said, &rng, 3, 3);
        assert_int_equal(g2l2_parser_run(parser, said.words, 1, &r, &err), 0);
        right += r.n_readings && !strcmp(r.readings[0].text, said.actions);
    }
    g2l2_parser_free(parser);
    return right;
}

static void learns_both(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        g2l2_model *model = learn(seed, 0, 1);
        assert_int_equal(n_entries(model, "and"), 2);
        for (uint32_t i = 0; i < N_NOUNS; i++) assert_int_equal(n_entries(model, nouns[i][0]), 1);
        for (uint32_t i = 0; i < N_VERBS; i++) assert_int_equal(n_entries(model, verbs[i][0]), 1);
        assert_int_equal(examine(model, 1000 + seed), N_TEST);
        g2l2_model_free(model);
    }
}

/* --senses 1: each word has one, and not all is explained. */
static void one_when_told(void **state) {
    (void)state;
    g2l2_model *model = learn(1, 1, 1);
    assert_int_equal(n_entries(model, "and"), 1);
    assert_true(examine(model, 1001) < N_TEST);
    g2l2_model_free(model);
}

static void same_for_any_number_of_threads(void **state) {
    (void)state;
    char *texts[2];
    for (int i = 0; i < 2; i++) {
        g2l2_model *model = learn(2, 0, 1 + 2 * i);
        g2l2_error err;
        assert_int_equal(g2l2_lexicon_export(model, &texts[i], &err), 0);
        g2l2_model_free(model);
    }
    assert_string_equal(texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learns_both),
        cmocka_unit_test(one_when_told),
        cmocka_unit_test(same_for_any_number_of_threads),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
