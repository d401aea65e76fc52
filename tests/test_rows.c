/* Rows of numbers that end behind the last concept of their word (run/grounding.c): how long they
 * are, and that what they leave out is as 0 would be. */
#include "tests/view.h"

#include <stdio.h>
#include <string.h>

#define NOUN        "objset : filter(scene(), ?)"
#define ADJ         "objset/objset : \\x. filter(x, ?)"
#define QUERY       "word|objset : \\x. query(x, ?)"
#define OBJECT_SIZE (VIEW_FEATURES + 1) /* of a concept of objects, and of one of pairs */

/* ---- how long they are -------------------------------------------------------------------------- */

static void many_words(struct world *w, uint32_t n) {
    static char names[5000][8];
    static const char *answers[5000];
    for (uint32_t i = 0; i < n; i++) {
        snprintf(names[i], sizeof names[i], "n%u", i);
        answers[i] = names[i];
    }
    world_domain(w, view_definition());
    domain_add_literals(w->domain, answers, n, NULL, 0);
    world_word(w, "what", QUERY, 0.0, NULL);
    world_word(w, "n0", ADJ, 0.0, QUERY, 0.0, NULL);
    for (uint32_t i = 1; i < n; i++) lexicon_add_word(&w->lexicon, names[i], strlen(names[i]));
    world_close(w);
    grounding_rows(&w->lexicon, &w->arena, VIEW_FEATURES);
}

static void lengths_body(struct world *w) {
    const struct lexicon *l = &w->lexicon;
    many_words(w, 3000);
    assert_int_equal(lexicon_row_size(l, 0), 2 * OBJECT_SIZE + 3000);
    assert_int_equal(lexicon_row_size(l, 1), 2 * OBJECT_SIZE); /* a value is no attribute */
    for (uint32_t i = 2; i < l->words.n; i++) assert_int_equal(lexicon_row_size(l, i), OBJECT_SIZE);
    assert_true(lexicon_n_numbers(l) < 3000u * (OBJECT_SIZE + 2)); /* not their square */
    world_clear(w);
    many_words(w, 200); /* few answers have whole rows */
    assert_null(l->rows);
    assert_int_equal(lexicon_n_numbers(l), 201u * (2 * OBJECT_SIZE + 200));
}

/* ---- what they say ------------------------------------------------------------------------------- */

/* The answers come first. */
static void few_words(struct world *w) {
    view_open_domain(w, "normal-form");
    for (uint32_t i = 0; i < VIEW_ANSWERS; i++)
        world_word(w, view_answers[i], i < 2 ? NOUN : ADJ, 0.0, QUERY, 0.0, NULL);
    world_word(w, "color", QUERY, 0.0, NULL);
    world_word(w, "same", "SAME", 0.0, NULL);
    world_word(w, "any", "bool/objset : \\x. exist(x)", 0.0, NULL);
    world_close(w);
}

/* Whole rows, with attributes of 0 for the answers. */
static void clear_attributes(struct lexicon *l) {
    for (uint32_t i = 0; i < VIEW_ANSWERS; i++)
        memset(l->params + i * l->n_params + 2 * OBJECT_SIZE, 0, VIEW_ANSWERS * sizeof(double));
}

/* The same, but these are not there. */
static void shorten(struct view *v, double **grads) {
    struct lexicon *l = &v->w->lexicon;
    struct arena *arena = &v->w->arena;
    const double *from = l->params;
    l->rows = arena_zalloc(arena, (l->words.n + 1) * sizeof *l->rows);
    for (uint32_t i = 0; i < l->words.n; i++)
        l->rows[i + 1] = l->rows[i] + (i < VIEW_ANSWERS ? 2 * OBJECT_SIZE : l->n_params);
    l->params = arena_zalloc(arena, lexicon_n_numbers(l) * sizeof *l->params);
    *grads = arena_zalloc(arena, lexicon_n_numbers(l) * sizeof **grads);
    for (uint32_t i = 0; i < l->words.n; i++)
        memcpy(l->params + l->rows[i], from + (size_t)i * l->n_params,
               lexicon_row_size(l, i) * sizeof *from);
    grounding_init(&v->grounding, arena, l, VIEW_FEATURES, l->params, *grads);
    v->session = v->grounding.kernels->session(arena, &v->w->scratch, &v->grounding.setup);
}

static struct likelihood run(struct view *v, const struct asked *q, const struct target *target) {
    struct mixed m;
    struct likelihood out = view_run(v, q, target, &m);
    memset(v->slots, 0, v->w->lexicon.slots.n * sizeof *v->slots);
    mixed_back(&m, -1 / out.answer, 1 / out.total, v->slots);
    return out;
}

static void shorter_body(struct world *w) {
    static const char *const sentences[] = {"color red cube", "red blue cube",
                                            "any cube same color red cube"};
    static const enum seen_kind kinds[] = {SEEN_WORD, SEEN_WORD, SEEN_BOOL};
    for (uint32_t i = 0; i < LENGTH(sentences); i++) {
        struct view v = {.w = w};
        struct asked q;
        double *grads;
        arena_init(&v.question, &w->guard, 0);
        arena_init(&v.talk.arena, &w->guard, 0);
        few_words(w);
        view_ground(&v);
        clear_attributes(&w->lexicon);
        view_scene(&v, 4);
        view_ask(&v, &q, sentences[i]);
        struct target target = view_target(&v, kinds[i], 1);
        struct likelihood whole = run(&v, &q, &target);
        assert_true(whole.answer > 0);
        shorten(&v, &grads);
        struct likelihood shorter = run(&v, &q, &target);
        assert_true(shorter.answer == whole.answer && shorter.total == whole.total);
        for (uint32_t word = 0; word < w->lexicon.words.n; word++)
            assert_memory_equal(grads + lexicon_row(&w->lexicon, word),
                                v.grads + (size_t)word * w->lexicon.n_params,
                                lexicon_row_size(&w->lexicon, word) * sizeof *grads);
        view_close(&v);
    }
}

WORLD_TEST(lengths)
WORLD_TEST(shorter)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths),
        cmocka_unit_test(shorter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
