/* Descriptions of objects (src/parser/describe.c): each phrase is evaluated again here, by a twin that
 * knows nothing of grammar, on random scenes whose properties are known. */
#include "tests/lessons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_SCENES    40
#define MAX_OBJECTS 8

/* Features: red blue green, cube ball, large, and how far to the right. */
static const char lexicon_text[] = "# g2l2 lexicon 1\n"
                                   "domain visual\n"
                                   "literals blue red\n"
                                   "features 7 given\n"
                                   "many => integer/objset : \\x. count(x)  0\n"
                                   "  used 3  many cubes right of the ball\n"
                                   "hue => word|objset : \\x. query(x, ?)  0\n"
                                   "  used 3  hue of the red cube\n"
                                   "red => objset/objset : \\x. filter(x, ?)  0\n"
                                   "  used 3  hue of the red ball left of the cube\n"
                                   "blue => objset/objset : \\x. filter(x, ?)  0\n"
                                   "green => objset/objset : \\x. filter(x, ?)  0\n"
                                   "large => objset/objset : \\x. filter(x, ?)  0\n"
                                   "cube => objset : filter(scene(), ?)  0\n"
                                   "cubes => objset : filter(scene(), ?)  0\n"
                                   "ball => objset : filter(scene(), ?)  0\n"
                                   "thing => objset : scene()  0\n"
                                   "left => objset\\objset/objset : \\y.\\x. relate(x, y, ?)  0\n"
                                   "right => objset\\objset/objset : \\y.\\x. relate(x, y, ?)  0\n"
                                   "the => EMPTY  0\n"
                                   "of => EMPTY  0\n"
                                   "concept ObjConcept red = 40 0 0 0 0 0 0 -20\n"
                                   "concept ObjConcept blue = 0 40 0 0 0 0 0 -20\n"
                                   "concept ObjConcept green = 0 0 40 0 0 0 0 -20\n"
                                   "concept ObjConcept cube = 0 0 0 40 0 0 0 -20\n"
                                   "concept ObjConcept cubes = 0 0 0 40 0 0 0 -20\n"
                                   "concept ObjConcept ball = 0 0 0 0 40 0 0 -20\n"
                                   "concept ObjConcept large = 0 0 0 0 0 40 0 -20\n"
                                   "concept Attribute hue = 1 1\n"
                                   "concept RelConcept left = 0 0 0 0 0 0 -400 0\n"
                                   "concept RelConcept right = 0 0 0 0 0 0 400 0\n";

struct object {
    unsigned color, shape, size, x;
};

struct scene_of {
    struct object at[MAX_OBJECTS];
    size_t n;
};

static g2l2_domain *visual;
static g2l2_model *model;
static g2l2_parser *parser;

static int open_all(void **state) {
    g2l2_error err;
    (void)state;
    lesson_check(g2l2_domain_open("visual", &visual, &err), &err);
    lesson_check(
        g2l2_lexicon_import(lexicon_text, strlen(lexicon_text), visual, NULL, &model, &err), &err);
    lesson_check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    g2l2_domain_free(visual);
    return 0;
}

/* No two objects stand at the same place. */
static struct scene_of draw(struct rng *rng) {
    struct scene_of s = {.n = 1 + rng_below(rng, MAX_OBJECTS)};
    unsigned place = 0;
    for (size_t i = 0; i < s.n; i++)
        s.at[i] =
            (struct object){(unsigned)rng_below(rng, 3), (unsigned)rng_below(rng, 2),
                            (unsigned)rng_below(rng, 2), place += 1 + (unsigned)rng_below(rng, 3)};
    return s;
}

static void show(const struct scene_of *s) {
    float features[MAX_OBJECTS][7] = {{0}};
    g2l2_error err;
    for (size_t i = 0; i < s->n; i++) {
        features[i][s->at[i].color] = 1;
        features[i][3 + s->at[i].shape] = 1;
        features[i][5] = (float)s->at[i].size;
        features[i][6] = (float)s->at[i].x / 24;
    }
    lesson_check(g2l2_parser_set_objects(parser, features[0], s->n, 7, &err), &err);
}

/* ---- the twin ------------------------------------------------------------------------------------ */

static bool holds(const struct object *o, const char *word) {
    static const char *const colors[] = {"red", "blue", "green"};
    if (!strcmp(word, "large")) return o->size;
    if (!strcmp(word, "cube") || !strcmp(word, "cubes")) return !o->shape;
    if (!strcmp(word, "ball")) return o->shape;
    if (!strcmp(word, "thing") || !strcmp(word, "the") || !strcmp(word, "of")) return true;
    return !strcmp(word, colors[o->color]);
}

/* Bits of the objects that words fit: of what stands before the first relation those that stand so to
 * the one that all behind it is about. */
static unsigned meant(const struct scene_of *s, char **words, size_t n) {
    unsigned out = (1u << s->n) - 1;
    for (size_t i = 0; i < n; i++) {
        int side = !strcmp(words[i], "left") ? -1 : !strcmp(words[i], "right") ? 1 : 0;
        if (side) {
            unsigned other = meant(s, words + i + 1, n - i - 1), one = 0;
            if (__builtin_popcount(other) != 1) return 0;
            while (!(other >> one & 1)) one++;
            for (size_t k = 0; k < s->n; k++)
                if (k == one || (s->at[k].x > s->at[one].x ? 1 : -1) != side) out &= ~(1u << k);
            return out;
        }
        for (size_t k = 0; k < s->n; k++)
            if (!holds(&s->at[k], words[i])) out &= ~(1u << k);
    }
    return out;
}

static unsigned evaluate(const struct scene_of *s, const char *phrase) {
    char text[300], *words[40], *at = text;
    size_t n = 0;
    snprintf(text, sizeof text, "%s", phrase);
    while ((words[n] = strtok_r(at, " ", &at))) n++;
    return meant(s, words, n);
}

/* Objects that "COLOR SHAPE large" fits alone among these: each word may be left out. */
static unsigned told_apart(const struct scene_of *s, unsigned among) {
    static const char *const words[3][4] = {
        {"thing", "red", "blue", "green"}, {"thing", "cube", "ball"}, {"thing", "large"}};
    unsigned out = 0;
    for (size_t k = 0; k < 24; k++) {
        unsigned fits = among;
        const size_t at[] = {k % 4, k / 4 % 3, k / 12};
        for (size_t i = 0; i < s->n; i++)
            for (size_t w = 0; w < 3; w++)
                if (!holds(&s->at[i], words[w][at[w]])) fits &= ~(1u << i);
        if (__builtin_popcount(fits) == 1) out |= fits;
    }
    return out;
}

/* The same with one relation more, to an object that can be told. */
static unsigned told_by(const struct scene_of *s, unsigned known) {
    unsigned out = known;
    for (size_t one = 0; one < s->n; one++) {
        unsigned left = 0, right = 0;
        for (size_t k = 0; k < s->n; k++)
            *(s->at[k].x < s->at[one].x ? &left : &right) |= k != one ? 1u << k : 0;
        if (known >> one & 1) out |= told_apart(s, left) | told_apart(s, right);
    }
    return out;
}

/* ---- tests ----------------------------------------------------------------------------------------- */

static void test_every_object(void **state) {
    struct rng rng;
    size_t n = 0, described = 0;
    (void)state;
    rng_seed(&rng, 7);
    for (int k = 0; k < N_SCENES; k++) {
        struct scene_of s = draw(&rng);
        unsigned told = told_apart(&s, (1u << s.n) - 1);
        told = told_by(&s, told);
        show(&s);
        for (size_t i = 0; i < s.n; i++, n++) {
            g2l2_sentences *found;
            g2l2_error err;
            lesson_check(g2l2_parser_describe(parser, &i, 1, 4, &found, &err), &err);
            size_t count = g2l2_sentences_count(found), last = 0;
            for (size_t f = 0; f < count; f++) {
                g2l2_reading one = g2l2_sentences_get(found, f);
                size_t words = 1;
                for (const char *at = one.text; (at = strchr(at, ' ')); at++) words++;
                if (evaluate(&s, one.text) != 1u << i)
                    fail_msg("scene %d, object %zu: '%s' fits %x", k, i, one.text,
                             evaluate(&s, one.text));
                assert_true(words >= last && words <= 12 && one.confidence > .5);
                last = words;
            }
            if (!count && told >> i & 1) {
                for (size_t o = 0; o < s.n; o++)
                    print_message("%zu: color %u shape %u large %u at %u\n", o, s.at[o].color,
                                  s.at[o].shape, s.at[o].size, s.at[o].x);
                fail_msg("scene %d, object %zu can be told, but %s", k, i,
                         g2l2_sentences_reason(found));
            }
            assert_int_equal(!count, g2l2_sentences_reason(found) != NULL);
            described += count > 0;
            g2l2_sentences_free(found);
        }
    }
    print_message("%zu of %zu objects described, all of them rightly\n", described, n);
    assert_in_range(described, n / 2, n);
}

static const char *describe(const size_t *objects, size_t n, char out[300]) {
    g2l2_sentences *found;
    g2l2_error err;
    lesson_check(g2l2_parser_describe(parser, objects, n, 1, &found, &err), &err);
    snprintf(out, 300, "%s",
             g2l2_sentences_count(found) ? g2l2_sentences_get(found, 0).text
                                         : g2l2_sentences_reason(found));
    g2l2_sentences_free(found);
    return out;
}

/* Cubes at 1, 2 and 3, a ball at 4; the first cube and the ball are red, the others blue. */
static void test_wording(void **state) {
    static const struct scene_of s = {{{0, 0, 0, 1}, {1, 0, 0, 2}, {1, 0, 0, 3}, {0, 1, 0, 4}}, 4};
    char text[300];
    (void)state;
    show(&s);
    assert_string_equal(describe((size_t[]){0}, 1, text), "the red cube");
    assert_string_equal(describe((size_t[]){3}, 1, text), "the ball");
    assert_non_null(strstr(describe((size_t[]){0, 3}, 2, text), "red thing"));
    assert_non_null(strstr(describe((size_t[]){0, 1, 2}, 3, text), "cubes"));
}

/* Where all are alike, none is told from the others: what is "left of the cube" presumes one. */
static void test_none(void **state) {
    static const struct scene_of s = {{{0, 0, 0, 1}, {0, 0, 0, 2}, {0, 0, 0, 3}}, 3};
    char text[300];
    (void)state;
    show(&s);
    describe((size_t[]){1}, 1, text);
    assert_non_null(strstr(text, "no description of at most twelve words fits this object alone"));
    assert_non_null(strstr(text, "fits 3 of the 3"));
}

static void test_refused(void **state) {
    static const struct scene_of s = {{{0, 0, 0, 1}}, 1};
    const size_t first = 0, second = 1;
    g2l2_sentences *found;
    g2l2_error err;
    (void)state;
    show(&s);
    assert_int_equal(g2l2_parser_describe(parser, &second, 1, 1, &found, &err),
                     G2L2_STATUS_ARGUMENT);
    assert_non_null(strstr(err.message, "no object 2"));
    assert_null(found);
    assert_int_equal(g2l2_parser_describe(parser, NULL, 0, 1, &found, &err), G2L2_STATUS_ARGUMENT);
    g2l2_parser_clear_scene(parser);
    assert_int_equal(g2l2_parser_describe(parser, &first, 1, 1, &found, &err),
                     G2L2_STATUS_ARGUMENT);
    assert_non_null(strstr(err.message, "a scene is needed"));
}

/* What is spent ends it, with what was found or with a status; and the parser is as it was. */
static void test_budget(void **state) {
    static const struct scene_of s = {{{0, 0, 0, 1}, {0, 0, 0, 2}, {0, 1, 0, 3}}, 3};
    const size_t object = 0;
    char text[300];
    (void)state;
    show(&s);
    for (uint64_t steps = 1; steps < 100000; steps = steps * 3 + 1) {
        const g2l2_budget budget = {.steps = steps};
        g2l2_sentences *found;
        g2l2_error err;
        g2l2_parser_set_budget(parser, &budget);
        g2l2_status status = g2l2_parser_describe(parser, &object, 1, 3, &found, &err);
        assert_true(status == G2L2_STATUS_OK || status == G2L2_STATUS_LIMIT);
        g2l2_sentences_free(found);
    }
    g2l2_parser_set_budget(parser, NULL);
    assert_int_not_equal(describe(&object, 1, text)[0], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_object), cmocka_unit_test(test_wording),
        cmocka_unit_test(test_none), cmocka_unit_test(test_refused), cmocka_unit_test(test_budget)};
    return cmocka_run_group_tests(tests, open_all, close_all);
}
