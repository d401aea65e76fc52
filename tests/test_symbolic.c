/* Where words are sure of what they mean, answers are those of plain logic.
 *
 *     objects with a shape, a colour, a size, a place ─▶ features, one for each value
 *     words that name exactly one of them             ─▶ mixed_run ─▶ the likely answer
 *                                                 └──▶ the same, worked out on the objects
 *
 * Questions are made at random, one form after the other. One that speaks of "the red cube"
 * is asked where there is one red cube. */
#include "tests/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "types/set.h"
#include "run/mixed.h"

#define QUESTIONS    400 /* of each form */
#define N_OBJECTS    6u
#define N_FEATURES   9u
#define N_VALUES     8u
#define OUT_OF_SENSE -1

enum { SHAPE, COLOR, SIZE, N_ATTRIBUTES };

static const char *const values[N_VALUES] = {"cube",  "ball", "cylinder", "red",
                                             "green", "blue", "big",      "small"};
static const char *const attributes[N_ATTRIBUTES] = {"shape", "color", "size"};
static const uint32_t first_value[N_ATTRIBUTES + 1] = {0, 3, 6, 8};

/* ---- scenes, as logic has them ------------------------------------------------------------- */

struct object {
    uint32_t value[N_ATTRIBUTES]; /* of `values` */
    uint32_t place;               /* from left to right */
};

struct scene_of {
    uint32_t n;
    struct object objects[N_OBJECTS];
};

typedef uint32_t set; /* of objects, as bits */

struct talk {
    struct world *w;
    struct arena question;
    struct grounding grounding;
    void *session;
    double *weight;
    struct scene_of scene;
    float features[N_OBJECTS * N_FEATURES];
    struct scene seen;
    char text[512];
};

static set bit(uint32_t object) {
    return 1u << object;
}

static uint32_t size_of(set s) {
    return (uint32_t)__builtin_popcount(s);
}

/* The one object of a set; OUT_OF_SENSE: there are none, or more. */
static int only(set s) {
    return size_of(s) == 1 ? __builtin_ctz(s) : OUT_OF_SENSE;
}

static set all(const struct talk *t) {
    return bit(t->scene.n) - 1;
}

/* Those that have the same of an attribute, itself not. */
static set same_as(const struct talk *t, int object, uint32_t attribute) {
    set out = 0;
    for (uint32_t i = 0; i < t->scene.n; i++)
        if ((int)i != object &&
            t->scene.objects[i].value[attribute] == t->scene.objects[object].value[attribute])
            out |= bit(i);
    return out;
}

static set beside(const struct talk *t, int object, bool left) {
    set out = 0;
    for (uint32_t i = 0; i < t->scene.n; i++) {
        uint32_t a = t->scene.objects[i].place, b = t->scene.objects[object].place;
        if (left ? a < b : a > b) out |= bit(i);
    }
    return out;
}

/* ---- and as words see them ------------------------------------------------------------------- */

static void look(struct talk *t) {
    memset(t->features, 0, sizeof t->features);
    for (uint32_t i = 0; i < t->scene.n; i++) {
        float *f = t->features + i * N_FEATURES;
        for (uint32_t a = 0; a < N_ATTRIBUTES; a++) f[t->scene.objects[i].value[a]] = 1;
        f[N_VALUES] = -.6f + .24f * (float)t->scene.objects[i].place;
    }
    t->seen =
        (struct scene){.n_objects = t->scene.n, .n_features = N_FEATURES, .features = t->features};
}

static void new_scene(struct talk *t) {
    struct rng *rng = &t->w->rng;
    t->scene.n = 1 + rng_below(rng, N_OBJECTS);
    for (uint32_t i = 0; i < t->scene.n; i++) {
        struct object *o = &t->scene.objects[i];
        for (uint32_t a = 0; a < N_ATTRIBUTES; a++)
            o->value[a] = first_value[a] + rng_below(rng, first_value[a + 1] - first_value[a]);
        uint32_t k = rng_below(rng, i + 1); /* a random order */
        o->place = t->scene.objects[k].place;
        if (k == i) o->place = i;
        else t->scene.objects[k].place = i;
    }
    look(t);
}

static uint32_t word_of(const struct talk *t, const char *name) {
    return lexicon_find(&t->w->lexicon, name, strlen(name));
}

/* Names of values and attributes, left and right are sure; other words have no concepts. */
static void make_sure(struct talk *t) {
    struct lexicon *l = &t->w->lexicon;
    for (uint32_t v = 0; v < N_VALUES; v++) {
        double *mask = l->params + word_of(t, values[v]) * l->n_params;
        mask[v] = 36;
        mask[N_FEATURES] = -18;
    }
    for (int side = -1; side <= 1; side += 2) {
        double *relation = l->params + word_of(t, side < 0 ? "left" : "right") * l->n_params;
        relation[N_FEATURES + 1 + N_VALUES] = side * 45;
    }
    for (uint32_t a = 0; a < N_ATTRIBUTES; a++) {
        double *logits = l->params + word_of(t, attributes[a]) * l->n_params + 2 * (N_FEATURES + 1);
        for (uint32_t v = first_value[a]; v < first_value[a + 1]; v++) {
            uint16_t op = lang_literal_find(&t->w->domain->lang, values[v], strlen(values[v]));
            logits[t->w->domain->lang.ops.at[op].literal] = 25;
        }
    }
}

static void add_words(struct world *w) {
    static const char *const others[][2] = {
        {"thing", "objset : scene()"},
        {"left", "objset\\objset/objset : \\x.\\y. relate(y, x, ?)"},
        {"right", "objset\\objset/objset : \\x.\\y. relate(y, x, ?)"},
        {"any", "bool/objset : \\x. exist(x)"},
        {"number", "integer|objset : \\x. count(x)"},
        {"same", "SAME"},
        {"more", "MORE"},
        {"less", "LESS"},
        {"and", "AND"},
        {"or", "OR"},
        {"it", "objset^objset : \\x. x"},
        {";", "LET"},
    };
    for (uint32_t v = 0; v < N_VALUES; v++)
        world_word(w, values[v],
                   v < first_value[COLOR] ? "objset : filter(scene(), ?)"
                                          : "objset/objset : \\x. filter(x, ?)",
                   0.0, NULL);
    for (uint32_t a = 0; a < N_ATTRIBUTES; a++)
        world_word(w, attributes[a], "word|objset : \\x. query(x, ?)", 0.0, NULL);
    for (size_t i = 0; i < LENGTH(others); i++)
        world_word(w, others[i][0], others[i][1], 0.0, NULL);
}

static void open_talk(struct talk *t, struct world *w) {
    *t = (struct talk){.w = w};
    arena_init(&t->question, &w->guard, 0);
    world_built_in(w, "visual");
    domain_add_literals(w->domain, values, N_VALUES, NULL, 0);
    add_words(w);
    world_close(w);
    struct lexicon *l = &w->lexicon;
    l->n_features = N_FEATURES;
    l->n_params = grounding_params(w->domain, N_FEATURES, NULL);
    l->params = arena_zalloc(&w->arena, (size_t)l->words.n * l->n_params * sizeof(double));
    t->weight = arena_array(&w->arena, double, l->slots.n);
    for (uint32_t i = 0; i < l->slots.n; i++) t->weight[i] = 1;
    make_sure(t);
    grounding_init(&t->grounding, &w->arena, l, N_FEATURES, l->params, NULL);
    t->session = t->grounding.kernels->session(&w->arena, &w->scratch, &t->grounding.setup);
}

/* ---- saying ------------------------------------------------------------------------------------ */

static void say(struct talk *t, const char *words) {
    size_t n = strlen(t->text);
    snprintf(t->text + n, sizeof t->text - n, "%s%s", n ? " " : "", words);
}

/* "big red cube": those that are. Objects that are there are described more often. */
static set say_objects(struct talk *t) {
    static const uint32_t order[] = {SIZE, COLOR, SHAPE};
    struct rng *rng = &t->w->rng;
    const struct object *like = &t->scene.objects[rng_below(rng, t->scene.n)];
    set out = all(t);
    for (size_t k = 0; k < LENGTH(order); k++) {
        uint32_t a = order[k];
        if (rng_below(rng, 2)) {
            if (a == SHAPE) say(t, "thing");
            continue;
        }
        say(t, values[like->value[a]]);
        for (uint32_t i = 0; i < t->scene.n; i++)
            if (t->scene.objects[i].value[a] != like->value[a]) out &= ~bit(i);
    }
    return out;
}

static uint32_t say_attribute(struct talk *t) {
    uint32_t a = rng_below(&t->w->rng, N_ATTRIBUTES);
    say(t, attributes[a]);
    return a;
}

/* An object, by name; no such name, or several: OUT_OF_SENSE. */
static int say_one(struct talk *t) {
    return only(say_objects(t));
}

/* The object, and its value's place among the answers. */
static int value_of(const struct talk *t, int object, uint32_t attribute) {
    const char *name = values[t->scene.objects[object].value[attribute]];
    return t->w->domain->lang.ops.at[lang_literal_find(&t->w->domain->lang, name, strlen(name))]
        .literal;
}

/* ---- questions: each says one and returns its answer ---------------------------------------------- */

static int more_sets(struct talk *t) {
    say(t, "more");
    uint32_t x = size_of(say_objects(t));
    return x > size_of(say_objects(t));
}

static int less_sets(struct talk *t) {
    say(t, "less");
    uint32_t x = size_of(say_objects(t));
    return x < size_of(say_objects(t));
}

static int numbers(struct talk *t) {
    static const char *const how[] = {"less", "same", "more"};
    uint32_t k = rng_below(&t->w->rng, 3);
    say(t, "number");
    int x = (int)size_of(say_objects(t));
    say(t, how[k]);
    say(t, "number");
    int y = (int)size_of(say_objects(t));
    return (x > y) - (x < y) == (int)k - 1;
}

static int same_number(struct talk *t) {
    say(t, "same number");
    uint32_t x = size_of(say_objects(t));
    say(t, "and");
    return x == size_of(say_objects(t));
}

static int agree(struct talk *t, int x, int y, uint32_t attribute) {
    if (x < 0 || y < 0 || x == y) return OUT_OF_SENSE;
    return (same_as(t, y, attribute) & bit((uint32_t)x)) != 0;
}

static int pair_before(struct talk *t) {
    int x = say_one(t);
    say(t, "and");
    int y = say_one(t);
    say(t, "same");
    return agree(t, x, y, say_attribute(t));
}

static int pair_behind(struct talk *t) {
    say(t, "same");
    uint32_t a = say_attribute(t);
    int x = say_one(t);
    say(t, "and");
    return agree(t, x, say_one(t), a);
}

static int owner(struct talk *t) {
    uint32_t a = say_attribute(t);
    int x = say_one(t);
    say(t, "same");
    return agree(t, x, say_one(t), a);
}

static int any_same(struct talk *t) {
    say(t, "any");
    set x = say_objects(t);
    say(t, "same");
    uint32_t a = say_attribute(t);
    int y = say_one(t);
    return y < 0 ? OUT_OF_SENSE : (x & same_as(t, y, a)) != 0;
}

static int number_same(struct talk *t) {
    say(t, "number");
    set x = say_objects(t);
    say(t, "same");
    uint32_t a = say_attribute(t);
    int y = say_one(t);
    return y < 0 ? OUT_OF_SENSE : (int)size_of(x & same_as(t, y, a));
}

static int same_as_two(struct talk *t) {
    say(t, "number thing same");
    uint32_t a = say_attribute(t);
    int x = say_one(t);
    say(t, "and same");
    uint32_t b = say_attribute(t);
    int y = say_one(t);
    return x < 0 || y < 0 ? OUT_OF_SENSE : (int)size_of(same_as(t, x, a) & same_as(t, y, b));
}

static int value_of_same(struct talk *t) {
    uint32_t a = say_attribute(t);
    say(t, "thing same");
    uint32_t b = say_attribute(t);
    int x = say_one(t), y = x < 0 ? x : only(same_as(t, x, b));
    return y < 0 ? OUT_OF_SENSE : value_of(t, y, a);
}

static int number_beside_it(struct talk *t) {
    bool left = rng_below(&t->w->rng, 2);
    int x = say_one(t);
    say(t, "; number");
    set y = say_objects(t);
    say(t, left ? "left it" : "right it");
    return x < 0 ? OUT_OF_SENSE : (int)size_of(y & beside(t, x, left));
}

static int value_of_it(struct talk *t) {
    int x = say_one(t);
    say(t, ";");
    uint32_t a = say_attribute(t);
    say(t, "it");
    return x < 0 ? OUT_OF_SENSE : value_of(t, x, a);
}

static int it_and_another(struct talk *t) {
    int x = say_one(t);
    say(t, "; it and");
    int y = say_one(t);
    say(t, "same");
    return agree(t, x, y, say_attribute(t));
}

static int value_of_it_same(struct talk *t) {
    int x = say_one(t);
    say(t, ";");
    uint32_t a = say_attribute(t);
    say(t, "it same");
    return agree(t, x, say_one(t), a);
}

static int any_same_as_it(struct talk *t) {
    int x = say_one(t);
    say(t, "; any");
    set y = say_objects(t);
    say(t, "same");
    uint32_t a = say_attribute(t);
    say(t, "it");
    return x < 0 ? OUT_OF_SENSE : (y & same_as(t, x, a)) != 0;
}

static int more_beside_it(struct talk *t) {
    int x = say_one(t);
    say(t, "; more");
    set y = say_objects(t);
    say(t, "left it");
    set z = say_objects(t);
    say(t, "right it");
    return x < 0 ? OUT_OF_SENSE
                 : size_of(y & beside(t, x, true)) > size_of(z & beside(t, x, false));
}

static int it_or_others(struct talk *t) {
    int x = say_one(t);
    say(t, "; number thing it or");
    set y = say_objects(t);
    return x < 0 ? OUT_OF_SENSE : (int)size_of(bit((uint32_t)x) | y);
}

/* Two steps: what stands beside it, what is like that. */
static int chain_of_places(struct talk *t) {
    int x = say_one(t);
    say(t, ";");
    set y = say_objects(t);
    say(t, "left it ; number");
    int one = x < 0 ? x : only(y & beside(t, x, true));
    set z = say_objects(t);
    say(t, "right it");
    return one < 0 ? OUT_OF_SENSE : (int)size_of(z & beside(t, one, false));
}

static int chain_of_likeness(struct talk *t) {
    int x = say_one(t);
    say(t, "; thing same");
    uint32_t a = say_attribute(t);
    say(t, "it ;");
    int one = x < 0 ? x : only(same_as(t, x, a));
    uint32_t b = say_attribute(t);
    say(t, "it");
    return one < 0 ? OUT_OF_SENSE : value_of(t, one, b);
}

/* ---- asking ---------------------------------------------------------------------------------------- */

static uint32_t likely(struct talk *t, double *chance) {
    struct world *w = t->w;
    struct arena *arena = &t->question;
    uint32_t words[64], n = lexicon_words(&w->lexicon, t->text, words, 64), best = 0;
    struct chart chart;
    struct plan plan;
    arena_reset(arena);
    chart_parse(&chart, arena, &w->lexicon, words, n, false);
    if (chart.roots.n != 1) fail_msg("'%s' cannot be parsed", t->text);
    plan_make(&plan, arena, &chart);
    const struct mixed_kernels *k = t->grounding.kernels;
    k->open(t->session, arena, &t->seen, NULL, true);
    struct mixed m = {.grounding = &t->grounding,
                      .plan = &plan,
                      .words = words,
                      .weight = t->weight,
                      .arena = arena,
                      .session = t->session};
    mixed_run(&m);
    int class = t->grounding.kept[plan.nodes[plan.roots[0]].cat].class;
    const double *value = m.value[plan.roots[0]];
    for (uint32_t o = 0; o < k->outcomes(t->session, class); o++)
        if (k->answer(t->session, class, value, o) > k->answer(t->session, class, value, best))
            best = o;
    *chance = k->answer(t->session, class, value, best) / value[0];
    return best;
}

static const struct {
    const char *name;
    int (*say)(struct talk *);
} forms[] = {
    {"more_sets", more_sets},
    {"less_sets", less_sets},
    {"numbers", numbers},
    {"same_number", same_number},
    {"pair_before", pair_before},
    {"pair_behind", pair_behind},
    {"owner", owner},
    {"any_same", any_same},
    {"number_same", number_same},
    {"same_as_two", same_as_two},
    {"value_of_same", value_of_same},
    {"number_beside_it", number_beside_it},
    {"value_of_it", value_of_it},
    {"it_and_another", it_and_another},
    {"value_of_it_same", value_of_it_same},
    {"any_same_as_it", any_same_as_it},
    {"more_beside_it", more_beside_it},
    {"it_or_others", it_or_others},
    {"chain_of_places", chain_of_places},
    {"chain_of_likeness", chain_of_likeness},
};

static void check_form(struct talk *t, size_t form) {
    double least = 1;
    for (uint32_t n = 0; n < QUESTIONS;) {
        double chance;
        new_scene(t);
        t->text[0] = 0;
        int right = forms[form].say(t);
        if (right == OUT_OF_SENSE) continue;
        uint32_t found = likely(t, &chance);
        if (found != (uint32_t)right)
            fail_msg("%s: '%s' is %u with %.3f, should be %d", forms[form].name, t->text, found,
                     chance, right);
        least = fmin(least, chance);
        n++;
    }
    print_message("%s: %u right, the least sure %.3f\n", forms[form].name, QUESTIONS, least);
    /* "red (cube ; ball left it)" is a reading of "red cube ; ball left it" as well. */
    assert_true(least > .5);
}

static void logic_body(struct world *w) {
    struct talk t;
    open_talk(&t, w);
    for (size_t i = 0; i < LENGTH(forms); i++) check_form(&t, i);
    arena_free(&t.question);
}

WORLD_TEST(logic)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
