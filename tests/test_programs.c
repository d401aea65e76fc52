/* Programs of domain `visual` that have no operator form are interpreted. Here they are held
 * against the naive twin (tests/naive.h), which runs one derivation at a time:
 *
 *   by hand     the programs of the paper that are not forms, on a scene of three objects
 *   known       programs and sentences written out
 *   random      programs of each type, enumerated; words that have one of them each
 *   exact       words that have several, where each value is used linearly: the mean of
 *               the whole is the whole of the means
 *   merged      words that have several, where it is not: the paper's merging, done naively
 *
 * and gradients against central differences. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/view.h"
#include "types/set.h"

/* ---- by hand ---------------------------------------------------------------------------------- */

struct entry {
    const char *word, *entry;
};

static void open_words(struct view *v, struct world *w, const char *more,
                       const struct entry *entries, size_t n) {
    static char text[1 << 15];
    *v = (struct view){.w = w};
    arena_init(&v->question, &w->guard, 0);
    arena_init(&v->talk.arena, &w->guard, 0);
    snprintf(text, sizeof text, "%s\n%s", view_definition(), more);
    world_domain(w, text);
    domain_add_literals(w->domain, view_answers, VIEW_ANSWERS);
    for (size_t i = 0; i < n; i++) world_word(w, entries[i].word, entries[i].entry, 0.0, NULL);
    for (size_t i = 0; i < VIEW_ANSWERS; i++) /* each has a word, if without a meaning */
        if (lexicon_find(&w->lexicon, view_answers[i], strlen(view_answers[i])) == SYMBOL_NONE)
            world_word(w, view_answers[i], "EMPTY", 0.0, NULL);
    world_close(w);
    view_ground(v);
}

/* The three objects are told apart by one feature each, so that a mask can be set. */
static void set_mask(struct view *v, const char *word, const double *mask) {
    struct lexicon *l = &v->w->lexicon;
    double *concept = l->params + (size_t)lexicon_find(l, word, strlen(word)) * l->n_params;
    for (int i = 0; i < 3; i++) concept[i] = log(mask[i] / (1 - mask[i]));
    concept[3] = 0;
}

static const double *answer_of(struct view *v, const char *sentence, struct mixed *m) {
    struct asked q;
    view_ask(v, &q, sentence);
    assert_int_equal(q.plan.n_roots, 1);
    view_run(v, &q, NULL, m);
    return m->value[q.plan.roots[0]];
}

static void by_hand_body(struct world *w) {
    static const struct entry entries[] = {
        {"cube", "objset : filter(scene(), ?)"},
        {"ball", "objset : filter(scene(), ?)"},
        {"how-many-red", "integer/objset : \\x. count(filter(x, ?))"},
        {"any-red", "bool/objset : \\x. exist(filter(x, ?))"},
        {"which-red", "word/objset : \\x. query(filter(x, ?), ?)"},
        {"or", "objset\\objset/objset : \\x.\\y. union(x, y)"},
        {"meets", "bool\\objset/objset : \\x.\\y. exist(intersection(x, y))"},
    };
    static const double red[] = {.1, .8, .9}, cube[] = {.8, .1, .9}, ball[] = {.5, .2, .4};
    static const double both[] = {.08, .08, .81};
    struct view v;
    struct mixed m;
    open_words(&v, w, "", entries, LENGTH(entries));
    memcpy(v.features, (float[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, 9 * sizeof(float));
    v.scene = (struct scene){3, VIEW_FEATURES, v.features};
    for (uint32_t i = 0; i < w->lexicon.slots.n; i++) v.weight[i] = 1;
    set_mask(&v, "cube", cube);
    set_mask(&v, "ball", ball);
    static const char *const words[] = {"how-many-red", "any-red", "which-red"};
    for (int i = 0; i < 3; i++) set_mask(&v, words[i], red);

    const double *count = answer_of(&v, "how-many-red cube", &m);
    double none = .92 * .92 * .19, mean = 0;
    for (int c = 0; c <= 3; c++) mean += c * count[1 + c];
    assert_near(count[1], none, 1e-12);
    assert_near(count[4], .08 * .08 * .81, 1e-12);
    assert_near(mean, .97, 1e-12);
    assert_near(answer_of(&v, "any-red cube", &m)[1], 1 - none, 1e-12);

    const struct lexicon *l = &w->lexicon;
    const double *logits =
        l->params + (size_t)lexicon_find(l, "which-red", 9) * l->n_params + 2 * (3 + 1);
    double has[VIEW_ANSWERS], sum = 0;
    uint32_t of = lexicon_find(l, "cube", 4);
    for (uint32_t a = 0; a < VIEW_ANSWERS; a++) {
        uint32_t word = v.grounding.setup.answers[a];
        has[a] = 1e-4;
        for (int i = 0; i < 3; i++) {
            const double *concept = l->params + (size_t)word * l->n_params;
            has[a] += both[i] / .98 / (1 + exp(-concept[i] - concept[3]));
        }
        sum += has[a] *= exp(logits[a]);
    }
    for (uint32_t a = 0; a < VIEW_ANSWERS; a++) {
        const double *answer = answer_of(&v, "which-red cube", &m);
        assert_near(answer[1 + a], has[a] / sum, 1e-12);
    }
    assert_true(of != SYMBOL_NONE);

    double miss = 1;
    for (int i = 0; i < 3; i++) miss *= 1 - red[i] * (1 - (1 - cube[i]) * (1 - ball[i]));
    assert_near(answer_of(&v, "any-red cube or ball", &m)[1], 1 - miss, 1e-12);
    miss = 1;
    for (int i = 0; i < 3; i++) miss *= 1 - cube[i] * ball[i];
    assert_near(answer_of(&v, "cube meets ball", &m)[1], 1 - miss, 1e-12);
    view_close(&v);
}

/* ---- known ------------------------------------------------------------------------------------- */

static const struct entry known_words[] = {
    {"thing", "objset : scene()"},
    {"cube", "objset : filter(scene(), ?)"},
    {"ball", "objset : filter(scene(), ?)"},
    {"red", "objset/objset : \\x. filter(x, ?)"},
    {"left", "objset\\objset/objset : \\x.\\y. relate(y, x, ?)"},
    {"number", "integer|described : \\x. count(x)"},
    {"size", "word|described : \\x. query(x, ?)"},
    {"any", "bool/described : \\x. exist(x)"},
    {"same", "SAME"},
    {"and", "AND"},
    {"it", "objset^objset : \\x. x"},
    {";", "LET"},
    /* no forms */
    {"redness", "integer|described : \\x. count(filter(x, ?))"},
    {"shade", "word|described : \\x. query(filter(x, ?), ?)"},
    {"plus", "objset\\objset/objset : \\x.\\y. union(x, y)"},
    {"meets", "bool\\objset/objset : \\x.\\y. exist(intersection(x, y))"},
    {"twice", "objset/objset : \\x. intersection(x, filter(x, ?))"},
    {"around", "objset/objset : \\x. union(relate(x, scene(), ?), relate(scene(), x, ?))"},
    {"blues", "objset : union(filter(scene(), ?), relate(scene(), filter(scene(), ?), ?))"},
    {"yes", "bool : yes()"},
    {"three", "integer : 3"},
    {"many", "bool/objset : \\x. greater(count(x), 2)"},
    {"few", "bool/objset : \\x. less(count(filter(x, ?)), 9)"},
    {"exceeds", "bool\\integer/integer : \\x.\\y. greater(y, x)"},
    {"crimson", "word : red()"},
    {"colored", "objset/objset : \\x. same(x, red())"},
    {"very", "objset/objset/(objset/objset) : \\f.\\x. f(f(x))"},
    {"none", "bool/objset/(objset/objset) : \\f.\\x. equal(count(f(x)), 0)"},
    {"compare", "bool/(integer|described)/objset : \\x.\\f. greater(f(x), f(filter(x, ?)))"},
    {"firsts", "integer/pair : \\p. count(union(first(p), second(p)))"},
    {"firstly", "word/pair : \\p. query(first(p), ?)"},
    {"alike", "bool\\pair : \\p. exist(same(first(p), query(second(p), ?)))"},
    {"swap", "pair/pair : \\p. pair(second(p), first(p))"},
    {"its", "objset^objset : \\x. relate(scene(), x, ?)"},
    {"thereof", "integer^objset : \\x. count(relate(filter(scene(), ?), x, ?))"},
    {"beside", "(objset/objset)^objset : \\x.\\y. relate(y, x, ?)"},
    {"having", "objset/objset/tint : \\c.\\x. filter(x, c)"},
    {"scarlet", "tint : ?"},
    {"ignore", "objset/objset/objset : \\x.\\y. y"},
};

static const char known_more[] = "category tint : ObjConcept\n";

static const struct {
    const char *sentence;
    enum seen_kind kind;
} known[] = {
    {"redness cube", SEEN_NUMBER},
    {"cube redness", SEEN_NUMBER},
    {"shade cube", SEEN_WORD},
    {"cube meets ball", SEEN_BOOL},
    {"number cube plus ball", SEEN_NUMBER},
    {"shade red cube plus ball", SEEN_WORD},
    {"number twice cube", SEEN_NUMBER},
    {"shade around twice ball", SEEN_WORD},
    {"number blues", SEEN_NUMBER},
    {"yes", SEEN_BOOL},
    {"three", SEEN_NUMBER},
    {"crimson", SEEN_WORD},
    {"many cube", SEEN_BOOL},
    {"few cube", SEEN_BOOL},
    {"three exceeds number cube", SEEN_BOOL},
    {"redness cube exceeds three", SEEN_BOOL},
    {"redness cube same number ball", SEEN_BOOL},
    {"three same number cube", SEEN_BOOL},
    {"number colored cube", SEEN_NUMBER},
    {"number very red cube", SEEN_NUMBER},
    {"number very twice cube", SEEN_NUMBER},
    {"size very around cube", SEEN_WORD},
    {"none red cube", SEEN_BOOL},
    {"none twice cube", SEEN_BOOL},
    {"compare cube number", SEEN_BOOL},
    {"compare cube redness", SEEN_BOOL},
    {"firsts cube and ball", SEEN_NUMBER},
    {"firstly cube and ball", SEEN_WORD},
    {"firstly swap cube and ball", SEEN_WORD},
    {"cube and ball alike", SEEN_BOOL},
    {"same redness cube and ball", SEEN_BOOL},
    {"same shade cube and ball", SEEN_BOOL},
    {"cube and ball same shade", SEEN_BOOL},
    {"same number swap cube and ball", SEEN_BOOL},
    {"number thing same shade cube", SEEN_NUMBER},
    {"shade cube same ball", SEEN_BOOL},
    {"cube ; number its", SEEN_NUMBER},
    {"cube ; shade its left it", SEEN_WORD},
    {"cube ; thereof", SEEN_NUMBER},
    {"cube ; redness beside ball", SEEN_NUMBER},
    {"cube ; number very beside ball", SEEN_NUMBER},
    {"cube ; same redness it and ball", SEEN_BOOL},
    {"cube ; compare it redness", SEEN_BOOL},
    {"redness having scarlet cube", SEEN_NUMBER},
    {"number very having scarlet ball", SEEN_NUMBER},
    {"number ignore cube ball", SEEN_NUMBER},
};

static void known_sentences_body(struct world *w) {
    struct view v;
    open_words(&v, w, known_more, known_words, LENGTH(known_words));
    for (size_t i = 0; i < LENGTH(known); i++)
        for (uint32_t n = 0; n <= 5; n++) {
            struct asked q;
            view_scene(&v, n);
            view_ask(&v, &q, known[i].sentence);
            if (q.oracle.all.n != 1)
                fail_msg("'%s' has %u derivations", known[i].sentence, q.oracle.all.n);
            assert_int_equal(q.seen[0]->kind, known[i].kind);
            view_check(&v, &q);
        }
    view_close(&v);
}

static void known_gradients_body(struct world *w) {
    struct view v;
    open_words(&v, w, known_more, known_words, LENGTH(known_words));
    for (size_t i = 0; i < LENGTH(known); i++) {
        struct asked q;
        view_scene(&v, 1 + i % 4);
        view_ask(&v, &q, known[i].sentence);
        uint32_t n = view_outcomes(&v, known[i].kind);
        for (uint32_t o = 0; o < n; o += 1 + (n > 2)) {
            struct target target = view_target(&v, known[i].kind, o);
            view_check_gradients(&v, &q, &target);
        }
    }
    view_close(&v);
}

WORLD_TEST(by_hand)
WORLD_TEST(known_sentences)
WORLD_TEST(known_gradients)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(known_sentences),
        cmocka_unit_test(known_gradients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
