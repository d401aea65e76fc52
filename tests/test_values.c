/* Discrete values: sets of objects of which properties are stated, numbers, truth, symbols,
 * sequences with calls, and sequences that are reversed.
 *
 *     lexicon, scene ──▶ exact execution ──▶ what a sentence means, as text
 *
 * Reversal in a known target is compared with the same program without one. */
#include "tests/oracle.h"

#include <math.h>
#include <string.h>

/* ---- a small world ---------------------------------------------------------------------------- */

struct thing_row {
    const char *name, *kind, *color, *on;
};

static const struct thing_row things[] = {
    {"cup1", "cup", "red", "desk1"},    {"cup2", "cup", "blue", "desk1"},
    {"cup3", "cup", "red", "shelf1"},   {"desk1", "desk", "brown", NULL},
    {"shelf1", "shelf", "brown", NULL},
};

static const char *const property_names[] = {"kind", "color", "on"};

static uint32_t n_values(const void *of, uint32_t scene, uint32_t object) {
    (void)of, (void)scene;
    return things[object].on ? 3 : 2;
}

static const char *value_of(const void *of, uint32_t scene, uint32_t object, uint32_t i,
                            const char **property) {
    (void)of, (void)scene;
    const struct thing_row *t = &things[object];
    *property = property_names[i];
    return i == 0 ? t->kind : i == 1 ? t->color : t->on;
}

static const char *name_of(const void *of, uint32_t scene, uint32_t object) {
    (void)of, (void)scene;
    return things[object].name;
}

static const struct facts facts = {NULL, n_values, value_of, name_of, NULL, NULL, NULL};
static const struct scene room = {.n_objects = LENGTH(things), .facts = &facts};

static const char definition[] =
    "domain room\n"
    "execution exact\n"
    "type Set\ntype Property\ntype Relation\ntype Attribute\ntype Number\ntype Truth\ntype Word\n"
    "type Pair\ntype Seq\ntype Action\n"
    "op scene : Set\n"
    "op filter : Set, Property -> Set\n"
    "op relate : Set, Set, Relation -> Set\n"
    "op union : Set, Set -> Set\n"
    "op intersection : Set, Set -> Set\n"
    "op count : Set -> Number\n"
    "op exist : Set -> Truth\n"
    "op query : Set, Attribute -> Word\n"
    "op same : Set, Word -> Set\n"
    "op greater : Number, Number -> Truth\n"
    "op pair : Set, Set -> Pair\n"
    "op first : Pair -> Set\n"
    "op second : Pair -> Set\n"
    "op yes : Truth = true\n"
    "op no : Truth = false\n"
    "op concat : Seq, Seq -> Seq\n"
    "op bring : Action, Set, Word -> Seq = call\n"
    "op go : Action, Word -> Seq = call\n"
    "op together : Word, Word -> Word\n"
    "numbers 1 2 : Number\n"
    "literals action : Action\n"
    "literals place : Word\n"
    "literals value : Property\n"
    "literals stands : Relation\n"
    "literals asks : Attribute\n"
    "category N : Set\ncategory Q : Number\ncategory T : Truth\ncategory W : Word\n"
    "category P : Pair\ncategory S : Seq\n"
    "root N Q T W P S\n";

static const struct exact_limits limits = {.steps = 100000, .target = 1000};

/* What a sentence of one word means: its program's value, or "" if it has none. */
static const char *run_program(struct world *w, const char *category, const char *program) {
    static const char *const targets[] = {"BRING(cup1,kitchen) GO(hall)"};
    static const uint32_t words[] = {0};
    const struct scene *scenes[] = {&room};
    char entry[400];
    world_domain(w, definition);
    domain_add_literals(w->domain, targets, 1, NULL, 0);
    domain_add_facts(w->domain, scenes, 1);
    snprintf(entry, sizeof entry, "%s : %s", category, program);
    world_word(w, "it", entry, 0.0, NULL);
    world_close(w);
    struct chart chart;
    struct exact e;
    struct buf out;
    chart_parse(&chart, &w->arena, &w->lexicon, words, 1, false);
    struct walk walk = *world_walk(w, &chart, w->lexicon.tau);
    walk.scene = &room;
    exact_run(&e, &walk, NULL, &limits);
    struct range items = e.of_node[e.walk.plan->roots[0]];
    buf_init(&out, &w->arena);
    buf_puts(&out, "");
    if (items.n)
        w->domain->kernels->print(e.state, &w->domain->lang, e.items.at[items.first].value, &out);
    return out.at;
}

static void programs_body(struct world *w) {
    static const char *const rows[][3] = {
        {"N", "scene", "cup1, cup2, cup3, desk1, shelf1"},
        {"N", "filter(scene, cup)", "cup1, cup2, cup3"},
        {"N", "filter(filter(scene, cup), red)", "cup1, cup3"},
        {"N", "union(filter(scene, blue), filter(scene, desk))", "cup2, desk1"},
        {"N", "intersection(filter(scene, red), filter(scene, desk))", "none"},
        {"N", "relate(filter(scene, cup), filter(scene, desk), on)", "cup1, cup2"},
        {"Q", "count(filter(scene, cup))", "3"},
        {"T", "exist(filter(filter(scene, cup), brown))", "no"},
        {"T", "exist(intersection(filter(scene, cup), filter(scene, red)))", "yes"},
        {"T", "greater(count(filter(scene, cup)), 2)", "yes"},
        {"W", "query(filter(scene, blue), kind)", "cup"},
        {"W", "query(filter(scene, red), kind)", "cup"}, /* there are two, both cups */
        {"N", "same(scene, query(filter(scene, desk), color))", "shelf1"},
        {"N", "second(pair(filter(scene, desk), filter(scene, blue)))", "cup2"},
        {"P", "pair(filter(scene, desk), filter(scene, blue))", "{desk1}, {cup2}"},
        {"S", "go(GO, kitchen)", "GO(kitchen)"},
        {"S", "bring(BRING, filter(scene, red), kitchen)",
         "BRING(cup1,kitchen) BRING(cup3,kitchen)"},
        {"S", "bring(BRING, intersection(filter(scene, red), filter(scene, desk)), kitchen)", ""},
        {"S", "go(GO, together(kitchen, together(hall, kitchen)))",
         "GO(kitchen) GO(hall) GO(kitchen)"},
        {"S", "bring(BRING, filter(scene, red), together(hall, kitchen))",
         "BRING(cup1,hall) BRING(cup1,kitchen) BRING(cup3,hall) BRING(cup3,kitchen)"},
        {"N", "same(scene, together(kitchen, hall))", ""},
        {"W", "together(kitchen, hall)", "kitchen, hall"},
        {"S", "concat(bring(BRING, filter(scene, blue), kitchen), go(GO, kitchen))",
         "BRING(cup2,kitchen) GO(kitchen)"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const char *found = run_program(w, rows[i][0], rows[i][1]);
        if (strcmp(found, rows[i][2]))
            fail_msg("%s is '%s', not '%s'", rows[i][1], found, rows[i][2]);
    }
}

/* `?` in a candidate of a definition without learned concepts: each constant of its type. */
static void slots_body(struct world *w) {
    const struct scene *scenes[] = {&room};
    char text[4096];
    snprintf(text, sizeof text, "%scandidates all\n  entry N/N : \\x. filter(x, ?)\n", definition);
    world_domain(w, text);
    domain_add_facts(w->domain, scenes, 1);
    candidate_list candidates = {0};
    domain_candidates(w->domain, &w->domain->sets.at[0], &candidates);
    assert_int_equal(candidates.n, 6); /* cup desk shelf, red blue brown; desk1 is no value */
    assert_string_equal(world_print(w, candidates.at[0].program), "\\x. filter(x, blue())");
}

/* ---- reversal ---------------------------------------------------------------------------------- */

static const char reversing[] = "domain back\n"
                                "execution exact\n"
                                "type Seq\ntype Number\n"
                                "op concat : Seq, Seq -> Seq [associative]\n"
                                "op repeat : Seq, Number -> Seq\n"
                                "op reverse : Seq -> Seq\n"
                                "literals action : Seq\n"
                                "numbers 2 3 : Number\n"
                                "category V : Seq\n"
                                "root V\n";

static const char *const random_programs[] = {
    "\\x. reverse(x)",
    "\\x. concat(x, reverse(x))",
    "\\x. concat(reverse(x), a)",
    "\\x. reverse(concat(a, x))",
    "\\x. repeat(reverse(concat(x, b)), 2)",
    "\\x. concat(b, x)",
    "\\x. reverse(reverse(concat(x, a)))",
};

/* N without conditioning: all values, of which one is the target. */
static double free_weight(struct world *w, const struct walk *walk, const char *text) {
    struct exact e;
    exact_run(&e, walk, NULL, &limits);
    for (uint32_t r = 0; r < e.walk.plan->n_roots; r++) {
        struct range items = e.of_node[e.walk.plan->roots[r]];
        for (uint32_t i = items.first; i < items.first + items.n; i++) {
            struct buf out;
            buf_init(&out, &w->arena);
            buf_puts(&out, "");
            w->domain->kernels->print(e.state, &w->domain->lang, e.items.at[i].value, &out);
            if (!strcmp(out.at, text)) return e.items.at[i].weight;
        }
    }
    return -INFINITY;
}

static void random_lexicon(struct world *w) {
    static const char *const atoms[] = {"V : a", "V : b", "V : concat(a, b)"};
    static const char *const actions[] = {"a b c"};
    world_domain(w, reversing);
    domain_add_literals(w->domain, actions, 1, NULL, 0);
    world_word(w, "x", atoms[rng_below(&w->rng, 3)], rng_normal(&w->rng),
               atoms[rng_below(&w->rng, 3)], rng_normal(&w->rng), NULL);
    for (int i = 0; i < 2; i++) {
        char one[80], other[80];
        uint32_t n = LENGTH(random_programs);
        snprintf(one, sizeof one, "V/V : %s", random_programs[rng_below(&w->rng, n)]);
        snprintf(other, sizeof other, "V/V : %s", random_programs[rng_below(&w->rng, n)]);
        world_word(w, i ? "f" : "g", one, rng_normal(&w->rng), other, rng_normal(&w->rng), NULL);
    }
    world_close(w);
}

/* With and without the target known, for what the sentence means and for what it does not. */
static void reversal_body(struct world *w) {
    static const uint32_t sentences[][4] = {{1, 0}, {1, 2, 0}, {2, 1, 0}, {2, 2, 1, 0}};
    static const uint32_t lengths[] = {2, 3, 3, 4};
    uint32_t n_reached = 0;
    for (uint32_t k = 0; k < samples(600); k++) {
        random_lexicon(w);
        uint32_t which = rng_below(&w->rng, LENGTH(sentences));
        struct chart chart;
        chart_parse(&chart, &w->arena, &w->lexicon, sentences[which], lengths[which], false);
        const struct walk *walk = world_walk(w, &chart, w->lexicon.tau);
        struct exact all, e;
        exact_run(&all, walk, NULL, &limits);
        struct range items = all.of_node[all.walk.plan->roots[0]];
        uint32_t pick = items.first + rng_below(&w->rng, items.n);
        struct buf text;
        buf_init(&text, &w->arena);
        w->domain->kernels->print(all.state, &w->domain->lang, all.items.at[pick].value, &text);
        if (k % 4 == 0) buf_puts(&text, " c"); /* out of reach */
        struct target target;
        const char *why;
        assert_true(
            w->domain->kernels->read_target(&w->arena, &w->domain->lang, text.at, &target, &why));
        for (int by = 0; by < 2; by++) {
            struct exact_limits known = {
                .steps = UINT64_MAX, .target = 1000, .by_behaviour = by == 1};
            exact_run(&e, walk, &target, &known);
            double total = exact_reached(&e).total;
            assert_near(total, free_weight(w, walk, text.at), 1e-11);
            n_reached += total > -INFINITY;
        }
    }
    assert_true(n_reached > samples(600));
}

/* ---- targets with calls ------------------------------------------------------------------------- */

static void calls_body(struct world *w) {
    struct target target;
    const char *why, *const texts[] = {"BRING( cup1 , kitchen ) GO(hall)", "GO(kitchen)"};
    world_domain(w, definition);
    domain_add_literals(w->domain, texts, 2, NULL, 0);
    const struct lang *lang = &w->domain->lang;
    assert_int_equal(lang->literal_ops.n, 5); /* BRING GO, cup1 hall kitchen */
    assert_true(target_read_sequence(&w->arena, lang, "BRING(cup1, kitchen) GO(hall) GO(hall)",
                                     &target, &why));
    assert_int_equal(target.n, 3);
    assert_int_equal(target.n_calls, 2);
    assert_string_equal(target.calls[0], "BRING(cup1,kitchen)");
    assert_int_equal(target.literals[1], target.literals[2]);
    assert_int_equal(target.n_within, 7);
    assert_false(target_read_sequence(&w->arena, lang, "JUMP", &target, &why));
}

WORLD_TEST(programs)
WORLD_TEST(slots)
WORLD_TEST(reversal)
WORLD_TEST(calls)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs),
        cmocka_unit_test(slots),
        cmocka_unit_test(reversal),
        cmocka_unit_test(calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
