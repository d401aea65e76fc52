/* The memory of a parser: once warm it asks for none, it survives if there is none, and what it keeps
 * of sentences changes no answer. */
#include <math.h>
#include <string.h>

#include "tests/faults.h"
#include "tests/lexicons.h"

static const char *const sentences[] = {"jump twice and walk opposite left",
                                        "please turn left",
                                        "jump around right thrice after run",
                                        "jump and",
                                        "unknown words here",
                                        ""};
#define N_SENTENCES (sizeof sentences / sizeof sentences[0])

static const char *const questions[] = {"any red things left of things",
                                        "any things left of red things and left of things",
                                        "red things",
                                        "any",
                                        "unknown words, here?",
                                        ""};

static void name_object(const void *of, size_t scene, uint32_t object, struct buf *out) {
    buf_printf(out, "%s %zu %u", (const char *)of, scene, object);
}

static g2l2_status show_scene(g2l2_parser *parser, g2l2_error *err) {
    g2l2_status status = parser_set_scene(parser, &look_scene, err);
    parser_name_objects(parser, (struct naming){.put = name_object, .of = "object", .scene = 1});
    return status;
}

static void run_all(struct world *w, const char *const *list) {
    g2l2_result result;
    g2l2_explanation page;
    for (size_t i = 0; i < N_SENTENCES; i++) {
        g2l2_parser_run(w->parser, list[i], 5, &result, NULL);
        g2l2_parser_explain(w->parser, list[i], &page, NULL);
    }
}

static void no_allocation(struct world *w, const char *const *list) {
    run_all(w, list);
    size_t held = w->parser->arena.held + w->parser->scratch.held;
    watch(0);
    for (int i = 0; i < 1000; i++) run_all(w, list);
    watching = false;
    assert_int_equal(n_allocations, 0);
    assert_int_equal(w->parser->arena.held + w->parser->scratch.held, held);
    close_world(w);
}

static void test_no_allocation(void **state) {
    (void)state;
    struct world w = open_world(scan_text);
    no_allocation(&w, sentences);
    w = open_world(look_text);
    assert_int_equal(show_scene(w.parser, NULL), G2L2_STATUS_OK);
    no_allocation(&w, questions);
}

/* Every allocation fails once; then all is as it should be. */
static void no_memory(const char *text, const char *sentence, bool shown) {
    struct world w = open_world(text);
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    for (long n = 0; fails_once_more(&n, status, 0);) {
        g2l2_parser *parser = NULL;
        g2l2_explanation page;
        g2l2_error err;
        status = g2l2_parser_new(w.model, NULL, &parser, &err);
        if (!status && shown) status = show_scene(parser, &err);
        if (!status) status = g2l2_parser_explain(parser, sentence, &page, &err);
        g2l2_parser_free(parser);
        if (status) assert_string_equal(err.message, "out of memory");
    }
    close_world(&w);
}

static void test_no_memory(void **state) {
    (void)state;
    no_memory(scan_text, sentences[0], false);
    no_memory(look_text, questions[1], true);
    no_memory(look_text, questions[1], false);
}

/* ---- what a parser keeps ------------------------------------------------------------------ */

/* A sentence of up to `most` words of the lexicon, by chance. */
static const char *draw(const struct lexicon *lexicon, struct rng *rng, uint32_t most, char *out) {
    uint32_t n = 1 + rng_below(rng, most);
    size_t at = 0;
    for (uint32_t i = 0; i < n; i++)
        at += (size_t)sprintf(out + at, "%s ",
                              lexicon->names.names.at[rng_below(rng, lexicon->names.names.n)]);
    return out;
}

static void same_result(const char *sentence, const g2l2_result *a, const g2l2_result *b) {
    if (a->status != b->status || a->n_readings != b->n_readings || !a->reason != !b->reason ||
        (a->reason && strcmp(a->reason, b->reason)))
        fail_msg("'%s': %zu readings (%s), or %zu (%s)", sentence, a->n_readings, a->reason,
                 b->n_readings, b->reason);
    for (size_t i = 0; i < a->n_readings; i++) {
        assert_string_equal(a->readings[i].text, b->readings[i].text);
        assert_true(fabs(a->readings[i].confidence - b->readings[i].confidence) < 1e-9);
    }
}

/* One parser keeps plans and values, the other does all anew for each sentence. */
static void test_kept(void **state) {
    (void)state;
    static const char *const texts[] = {scan_text, ambiguous_text, arith_text, look_text};
    for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
        struct world w = open_world(texts[t]);
        g2l2_parser *anew;
        struct rng rng;
        size_t n = 0;
        rng_seed(&rng, t);
        assert_int_equal(parser_new(&w.model->lexicon, NULL, &anew, NULL), 0);
        if (texts[t] == look_text) {
            show_scene(w.parser, NULL);
            show_scene(anew, NULL);
        }
        for (int i = 0; i < 4000; i++) {
            g2l2_result kept, fresh;
            char sentence[400];
            draw(&w.model->lexicon, &rng, texts[t] == look_text ? 4 : 7, sentence);
            assert_int_equal(g2l2_parser_run(w.parser, sentence, 5, &kept, NULL), 0);
            assert_int_equal(g2l2_parser_run(anew, sentence, 5, &fresh, NULL), 0);
            same_result(sentence, &kept, &fresh);
            n += kept.n_readings > 0;
        }
        if (n < 30) fail_msg("only %zu of lexicon %zu have a reading", n, t);
        g2l2_parser_free(anew);
        close_world(&w);
    }
}

static void test_kept_memory(void **state) {
    (void)state;
    struct world w = open_world(scan_text);
    g2l2_result result;
    char sentence[3000];
    struct rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < 3000; i++) {
        size_t at = (size_t)sprintf(sentence, "walk");
        for (int k = 0; k < 60; k++)
            at += (size_t)sprintf(sentence + at, rng_below(&rng, 2) ? " around left" : " right");
        g2l2_parser_run(w.parser, sentence, 1, &result, NULL);
    }
    assert_true(w.parser->plans.n > 0 && w.parser->plans.n < 3000);
    assert_true(g2l2_parser_memory(w.parser) < 32u << 20);
    close_world(&w);
}

/* Whichever allocation fails: the next time it is there. */
static void kept_without_memory(const char *text, const char *sentence) {
    struct world w = open_world(text);
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    for (long n = 1; status; n++) {
        g2l2_parser *parser;
        g2l2_result result;
        assert_int_equal(g2l2_parser_new(w.model, NULL, &parser, NULL), 0);
        if (text == look_text) show_scene(parser, NULL);
        watch(n);
        status = g2l2_parser_run(parser, sentence, 1, &result, NULL);
        watching = false;
        for (int i = 0; i < 2; i++) {
            assert_int_equal(g2l2_parser_run(parser, sentence, 1, &result, NULL), 0);
            assert_int_equal(result.n_readings, 1);
        }
        g2l2_parser_free(parser);
    }
    close_world(&w);
}

static void test_kept_without_memory(void **state) {
    (void)state;
    kept_without_memory(scan_text, "jump twice and walk please");
    kept_without_memory(look_text, questions[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_allocation),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_kept_memory),
        cmocka_unit_test(test_kept_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
