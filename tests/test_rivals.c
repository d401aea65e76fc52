/* Values of an attribute that compete, and synonyms that have one concept: against the naive
 * twin, and gradients against central differences. */
#include "tests/view.h"

#include <math.h>
#include <string.h>

#define NOUN  "objset : filter(scene(), ?)"
#define ADJ   "objset/objset : \\x. filter(x, ?)"
#define QUERY "word|objset : \\x. query(x, ?)"

/* The first six are the answers, view_answers. */
static const char *const lexicon[][2] = {
    {"cube", NOUN},
    {"ball", NOUN},
    {"red", ADJ},
    {"blue", ADJ},
    {"big", ADJ},
    {"small", ADJ},
    {"block", NOUN},
    {"sphere", NOUN},
    {"large", ADJ},
    {"wet", ADJ},
    {"left", "objset\\objset/objset : \\x.\\y. relate(y, x, ?)"},
    {"any", "bool/objset : \\x. exist(x)"},
    {"number", "integer|objset : \\x. count(x)"},
    {"color", QUERY},
    {"size", QUERY},
    {"same", "SAME"},
    {"the", "EMPTY"},
};

/* Three kinds of value; big and small are as they were. `wet` is like nothing. */
static uint32_t owner[] = {0, 1, 2, 3, 4, 5, 0, 1, 4, 9, 10, 11, 12, 13, 14, 15, 16};
static uint32_t rivals[] = {1, 1, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

static const struct {
    const char *sentence;
    enum seen_kind kind;
} asked[] = {
    {"any red cube", SEEN_BOOL},
    {"number red block", SEEN_NUMBER},
    {"number wet block left the sphere", SEEN_NUMBER},
    {"color the big sphere", SEEN_WORD},
    {"size the large block left the blue ball", SEEN_WORD},
    {"any ball same color the red cube", SEEN_BOOL},
    {"number cube same size the large wet sphere", SEEN_NUMBER},
};

static void open_view(struct view *v, struct world *w) {
    *v = (struct view){.w = w};
    arena_init(&v->question, &w->guard, 0);
    arena_init(&v->talk.arena, &w->guard, 0);
    view_open_domain(w, "normal-form");
    for (size_t i = 0; i < LENGTH(lexicon); i++)
        world_word(w, lexicon[i][0], lexicon[i][1], 0.0, NULL);
    world_close(w);
    for (size_t i = 0; i < LENGTH(lexicon); i++)
        assert_int_equal(lexicon_find(&w->lexicon, lexicon[i][0], strlen(lexicon[i][0])), i);
    w->lexicon.owner = owner;
    w->lexicon.rivals = rivals;
    view_ground(v);
}

static void answers_body(struct world *w) {
    struct view v;
    open_view(&v, w);
    for (size_t i = 0; i < LENGTH(asked); i++)
        for (uint32_t n = 0; n <= 5; n++) {
            struct asked q;
            view_scene(&v, n);
            view_ask(&v, &q, asked[i].sentence);
            if (q.oracle.all.n != 1) fail_msg("'%s' has no derivation", asked[i].sentence);
            view_check(&v, &q);
        }
    view_close(&v);
}

static void gradients_body(struct world *w) {
    struct view v;
    open_view(&v, w);
    for (size_t i = 0; i < LENGTH(asked); i++) {
        struct asked q;
        view_scene(&v, 1 + i % 4);
        view_ask(&v, &q, asked[i].sentence);
        for (uint32_t o = 0; o < view_outcomes(&v, asked[i].kind); o += 2) {
            struct target target = view_target(&v, asked[i].kind, o);
            view_check_gradients(&v, &q, &target);
        }
    }
    view_close(&v);
}

/* Scores of a thousand make no number that is none; an object is like at most one rival. */
static void extremes_body(struct world *w) {
    struct view v;
    double out[NAIVE_OBJECTS * NAIVE_OBJECTS], sum[2];
    open_view(&v, w);
    view_scene(&v, 2);
    for (uint32_t i = 0; i < 6 * w->lexicon.n_params; i++)
        w->lexicon.params[i] = 1e3 * rng_normal(&w->rng);
    const struct mixed_kernels *k = v.grounding.kernels;
    k->open(v.session, &v.question, &v.scene, NULL, true);
    memset(sum, 0, sizeof sum);
    for (uint32_t word = 0; word < 2; word++) {
        assert_int_equal(k->perceive(v.session, word, 0, out), 2);
        for (uint32_t i = 0; i < 2; i++) {
            assert_true(out[i] >= 0 && out[i] <= 1);
            sum[i] += out[i];
        }
    }
    for (uint32_t i = 0; i < 2; i++) assert_true(sum[i] <= 1 + 1e-12);
    view_close(&v);
}

WORLD_TEST(answers)
WORLD_TEST(gradients)
WORLD_TEST(extremes)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers),
        cmocka_unit_test(gradients),
        cmocka_unit_test(extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
