/* Composition, crossed composition, substitution and type raising, as definitions ask for
 * them, against brute force (tests/oracle.h).
 *
 *     random categories, combinators ──▶ chart ──▶ plan ──▶ exact values, their weights
 *                                   └──▶ oracle ─▶ all derivations ─▶ programs
 *
 * The oracle makes all derivations. The chart makes one of those that mean the same because
 * composition is associative, so each choice of entries and each program counts once. */
#include "tests/oracle.h"

#include <math.h>
#include <string.h>

#define GRAMMARS 1500

static const char definition[] = "domain test\n"
                                 "kernels nav\n"
                                 "execution exact\n"
                                 "type Seq\n"
                                 "op concat : Seq, Seq -> Seq\n"
                                 "literals action : Seq\n"
                                 "category A : Seq\n"
                                 "category B : Seq\n"
                                 "root A B\n";

/* ---- random lexicons ------------------------------------------------------------------------ */

/* Mostly categories that go together, so that many sentences parse. */
static cat_id random_category(struct world *w, uint32_t depth) {
    static const char *const usual[] = {
        "A",     "B",      "A/A",     "A\\A",   "A/B",     "B/A",       "A\\B",  "B\\A",
        "A/B/A", "A\\A/A", "A\\B\\A", "B\\A/B", "A/(A/B)", "B\\(B\\A)", "A/B/B", "A/(A\\B)"};
    if (!depth || rng_below(&w->rng, 6))
        return world_category(w, usual[rng_below(&w->rng, depth ? LENGTH(usual) : 2)]);
    cat_id result = random_category(w, depth - 1);
    return syntax_slash(&w->domain->syntax, result, "/\\"[rng_below(&w->rng, 2)],
                        random_category(w, rng_below(&w->rng, 4) ? 0 : depth - 1));
}

/* A value made of a variable: itself, or its result for some constant arguments. */
static void put_use(struct world *w, type_id type, uint32_t variable, struct buf *out) {
    const struct lang *lang = &w->domain->lang;
    buf_printf(out, "v%u", variable);
    for (; lang_is_function(lang, type); type = lang->types.at[type].result) {
        type_id wanted = lang->types.at[type].argument;
        uint32_t n = 0;
        for (; lang_is_function(lang, wanted); wanted = lang->types.at[wanted].result) n++;
        buf_puts(out, "(");
        for (uint32_t i = 0; i < n; i++) buf_printf(out, "\\u%u. ", i);
        buf_puts(out, "k)");
    }
}

/* \v0.\v1. concat(w3, concat(v0, concat(v1(k), w3))): all it is given, between its name. */
static const struct term *telling(struct world *w, cat_id cat, const char *name) {
    const struct lang *lang = &w->domain->lang;
    type_id type = w->domain->syntax.cats.at[cat].type, t = type;
    uint32_t n = 0;
    struct buf text;
    buf_init(&text, &w->arena);
    for (; lang_is_function(lang, t); t = lang->types.at[t].result)
        buf_printf(&text, "\\v%u.", n++);
    buf_printf(&text, " concat(%s, ", name);
    t = type;
    for (uint32_t i = 0; i < n; i++, t = lang->types.at[t].result) {
        buf_puts(&text, "concat(");
        put_use(w, lang->types.at[t].argument, i, &text);
        buf_puts(&text, ", ");
    }
    buf_puts(&text, name);
    for (uint32_t i = 0; i <= n; i++) buf_puts(&text, ")");
    return world_term(w, cat, text.at);
}

struct sample {
    uint32_t words[5], n;
    double *weight;
    struct chart chart;
    struct oracle oracle;
};

static void random_sample(struct world *w, struct sample *s) {
    static const char *const actions[] = {"w0 w1 w2 w3 w4 k"};
    static const char *const names[] = {"w0", "w1", "w2", "w3", "w4"};
    s->n = 2 + rng_below(&w->rng, 4);
    domain_add_literals(w->domain, actions, 1, NULL, 0);
    for (uint32_t i = 0; i < s->n; i++) {
        s->words[i] = lexicon_add_word(&w->lexicon, names[i], 2);
        uint32_t entries = 1 + rng_below(&w->rng, s->n < 5 ? 3 : 2);
        for (uint32_t k = 0; k < entries; k++) {
            cat_id cat = random_category(w, 2);
            lexicon_add_slot(&w->lexicon,
                             lexicon_entry(&w->lexicon, cat, telling(w, cat, names[i])),
                             rng_normal(&w->rng), false);
        }
    }
    world_close(w);
    s->weight = w->lexicon.tau;
    chart_parse(&s->chart, &w->arena, &w->lexicon, s->words, s->n, false);
    oracle_parse(&s->oracle, w, s->words, s->n, false);
}

#define ONE_WAY 16u /* the backward rules only */

static void set_combinators(struct world *w, uint32_t which) {
    static const uint32_t bits[COMBINATOR_RAISING] = {[COMBINATOR_COMPOSITION_FORWARD] = 1,
                                                      [COMBINATOR_COMPOSITION_BACKWARD] =
                                                          1 | ONE_WAY,
                                                      [COMBINATOR_CROSSED_FORWARD] = 2,
                                                      [COMBINATOR_CROSSED_BACKWARD] = 2 | ONE_WAY,
                                                      [COMBINATOR_SUBSTITUTION] = 4};
    for (uint32_t i = 1; i < COMBINATOR_RAISING; i++)
        w->domain->syntax.combinators[i] = which & bits[i];
    if (which & 8)
        vec_push(&w->domain->arena, &w->domain->syntax.raises,
                 ((struct raise){world_category(w, "A"), world_category(w, "B")}));
}

/* ---- comparisons ---------------------------------------------------------------------------- */

static bool same_slots(const struct oracle *o, uint32_t a, uint32_t b) {
    return !memcmp(o->all.at[a].slots, o->all.at[b].slots, o->n * sizeof(uint32_t));
}

/* keep[d]: the first derivation with its root, entries and program. */
static uint32_t keep_distinct(struct world *w, const struct sample *s, bool *keep) {
    const struct oracle *o = &s->oracle;
    const struct term **programs = arena_array(&w->arena, const struct term *, o->all.n + 1);
    uint32_t n = 0;
    for (uint32_t d = 0; d < o->all.n; d++) {
        programs[d] = oracle_program(o, d);
        keep[d] = true;
        for (uint32_t e = 0; e < d && keep[d]; e++)
            keep[d] = programs[e] != programs[d] || o->all.at[e].root != o->all.at[d].root ||
                      !same_slots(o, d, e);
        n += keep[d];
    }
    return n;
}

static const char *value_text(struct world *w, const struct exact *e, uint32_t item) {
    struct buf out;
    buf_init(&out, &w->arena);
    buf_puts(&out, "");
    w->domain->kernels->print(e->state, &w->domain->lang, e->items.at[item].value, &out);
    return out.at;
}

static const char *program_value(struct world *w, const struct sample *s, uint32_t d) {
    const struct thing *thing = oracle_evaluate(&s->oracle, oracle_program(&s->oracle, d));
    struct buf out;
    buf_init(&out, &w->arena);
    for (const char *c = thing->text; *c; c++)
        buf_printf(&out, "%s%s", c == thing->text ? "" : " ",
                   w->domain->lang.literals.names.at[*c - 'a']);
    return out.at;
}

/* Every value of a root has the weight of its distinct programs, and none is missing. */
static bool check_values(struct world *w, struct sample *s, bool unique, bool one_way) {
    static const struct exact_limits limits = {.steps = UINT64_MAX, .target = 1000};
    const struct oracle *o = &s->oracle;
    bool *keep = arena_zalloc(&w->arena, o->all.n + 1),
         *one = arena_zalloc(&w->arena, o->all.n + 1);
    struct exact e;
    keep_distinct(w, s, keep);
    exact_run(&e, world_walk(w, &s->chart, s->weight), NULL, &limits);
    uint32_t n_found = 0, n_wanted = 0;
    for (uint32_t r = 0; r < e.walk.plan->n_roots; r++) {
        struct range items = e.of_node[e.walk.plan->roots[r]];
        cat_id root = e.walk.plan->nodes[e.walk.plan->roots[r]].cat;
        n_found += items.n;
        for (uint32_t i = items.first; i < items.first + items.n; i++) {
            const char *text = value_text(w, &e, i);
            bool any = false;
            for (uint32_t d = 0; d < o->all.n; d++) {
                one[d] = o->all.at[d].root == root && !strcmp(program_value(w, s, d), text);
                any |= one[d];
                one[d] &= keep[d];
            }
            if (!any) fail_msg("'%s' is no meaning of the sentence", text);
            if (unique) assert_near(e.items.at[i].weight, oracle_log_sum(o, s->weight, one), 1e-11);
        }
    }
    for (uint32_t d = 0; d < o->all.n; d++) {
        bool before = false;
        for (uint32_t k = 0; k < d && !before; k++)
            before = o->all.at[k].root == o->all.at[d].root &&
                     !strcmp(program_value(w, s, k), program_value(w, s, d));
        n_wanted += !before;
    }
    /* A pair is put together by the first rule that fits. Where it could be applied and composed
     * both, what only the latter leads to may be missing from the chart. */
    bool strict = !one_way || !o->several;
    if (strict) assert_int_equal(n_found, n_wanted);
    else assert_true(n_found <= n_wanted);
    return strict;
}

/* By which combinators; unique: one derivation for each program. */
static void for_grammars(struct world *w, uint32_t which, bool unique) {
    uint32_t parsed = 0, strict = 0;
    for (uint32_t i = 0; i < samples(GRAMMARS); i++) {
        struct sample s = {0};
        world_domain(w, definition);
        set_combinators(w, which);
        random_sample(w, &s);
        parsed += s.oracle.all.n > 0;
        if (s.oracle.all.n && s.oracle.all.n < 200)
            strict += check_values(w, &s, unique, which & ONE_WAY);
    }
    assert_true(parsed > samples(GRAMMARS) / 50);
    assert_true(strict > parsed / 2);
}

static void composition_body(struct world *w) {
    for_grammars(w, 1, true);
}

static void crossed_body(struct world *w) {
    for_grammars(w, 3, false);
}

static void substitution_body(struct world *w) {
    for_grammars(w, 4, false);
}

static void raising_body(struct world *w) {
    for_grammars(w, 9, false);
}

/* One direction of each. */
static void backward_body(struct world *w) {
    for_grammars(w, ONE_WAY, false);
    for_grammars(w, ONE_WAY | 8, false);
}

static void all_body(struct world *w) {
    for_grammars(w, 15, false);
}

/* ---- textbook sentences ------------------------------------------------------------------------ */

/* Long composition has one derivation: X/X ... X/X X by itself has Catalan many. */
static void one_derivation_body(struct world *w) {
    static const uint32_t words[] = {0, 0, 0, 0, 0, 0, 1};
    static const char *const actions[] = {"a b"};
    world_domain(w, definition);
    set_combinators(w, 1);
    domain_add_literals(w->domain, actions, 1, NULL, 0);
    world_word(w, "very", "A/A : \\x. concat(a, x)", 0.0, NULL);
    world_word(w, "good", "A : b", 0.0, NULL);
    world_close(w);
    struct chart chart;
    chart_parse(&chart, &w->arena, &w->lexicon, words, LENGTH(words), false);
    const struct walk *walk = world_walk(w, &chart, w->lexicon.tau);
    assert_near(weights_inside(walk).total, 0, 1e-12);
}

/* "that Mary likes": an object relative needs the subject raised and composed. */
static const char english[] = "domain english\n"
                              "kernels nav\n"
                              "execution exact\n"
                              "type Seq\n"
                              "op concat : Seq, Seq -> Seq\n"
                              "literals action : Seq\n"
                              "category NP : Seq\n"
                              "category S : Seq\n"
                              "root NP S\n"
                              "combinators composition\n"
                              "raise NP over S\n";

static void relative_clause_body(struct world *w) {
    static const char *const actions[] = {"THING MARY LIKE WHICH"};
    static const uint32_t words[] = {0, 1, 2, 3};
    world_domain(w, english);
    domain_add_literals(w->domain, actions, 1, NULL, 0);
    world_word(w, "thing", "NP : THING", 0.0, NULL);
    world_word(w, "that", "NP\\NP/(S/NP) : \\f.\\x. concat(x, concat(WHICH, f(x)))", 0.0, NULL);
    world_word(w, "mary", "NP : MARY", 0.0, NULL);
    world_word(w, "likes", "S\\NP/NP : \\y.\\x. concat(x, concat(LIKE, y))", 0.0, NULL);
    world_close(w);
    struct chart chart;
    chart_parse(&chart, &w->arena, &w->lexicon, words, LENGTH(words), false);
    struct exact e;
    struct exact_limits limits = {.steps = 1000, .target = 100};
    exact_run(&e, world_walk(w, &chart, w->lexicon.tau), NULL, &limits);
    assert_int_equal(e.walk.plan->n_roots, 1);
    struct range items = e.of_node[e.walk.plan->roots[0]];
    assert_int_equal(items.n, 1);
    assert_string_equal(value_text(w, &e, items.first), "THING WHICH MARY LIKE THING");
}

/* Without a line in the definition there is none of this. */
static void off_body(struct world *w) {
    world_domain(w, definition);
    cat_id f = world_category(w, "A/B"), g = world_category(w, "B/A");
    domain_close(w->domain);
    assert_int_equal(syntax_lookup(&w->domain->syntax, f, g).result, CAT_NONE);
    assert_int_equal(w->domain->syntax.unaries.n, 0);
}

WORLD_TEST(composition)
WORLD_TEST(crossed)
WORLD_TEST(backward)
WORLD_TEST(substitution)
WORLD_TEST(raising)
WORLD_TEST(all)
WORLD_TEST(one_derivation)
WORLD_TEST(relative_clause)
WORLD_TEST(off)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(composition),
        cmocka_unit_test(crossed),
        cmocka_unit_test(backward),
        cmocka_unit_test(substitution),
        cmocka_unit_test(raising),
        cmocka_unit_test(all),
        cmocka_unit_test(one_derivation),
        cmocka_unit_test(relative_clause),
        cmocka_unit_test(off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
