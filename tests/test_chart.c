/* The chart and its algebras over weights against brute force (tests/oracle.h),
 * on thousands of random small grammars (G2L2_SAMPLES times as many):
 *
 *     random categories, AND, OR, EMPTY, weights ──▶ chart  ──▶ count, inside, best
 *     schemas, what refers back, what binds it   │
 *     plain or in normal form, limited conjuncts └──▶ oracle ──▶ the same numbers
 *
 * and on long sentences against closed formulas. */
#include "tests/oracle.h"
#include "tests/shared.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GRAMMARS (SANITIZED ? 600 : 3000) /* for each check */

static const char definition[] = "domain test\n"
                                 "kernels arith\n"
                                 "execution expected\n"
                                 "type N\n"
                                 "op add : N, N -> N [associative, commutative]\n"
                                 "op mul : N, N -> N [associative, commutative]\n"
                                 "numbers 1 2 3 : N\n"
                                 "category A : N\n"
                                 "category B : N\n"
                                 "conjunction AND any of N : \\x.\\y. add(x, y)\n"
                                 "conjunction OR A -> A\\A : \\x.\\y.\\z. mul(z, add(x, y))\n"
                                 "  case B\\A/A : \\y.\\x. add(x, y)\n"
                                 "category D : N includes A\n"
                                 "schema MANY\n"
                                 "  case A/A : \\x. x\n"
                                 "  case A\\D/A : \\y.\\x. add(x, y)\n"
                                 "  case A|A : \\x. mul(x, x)\n"
                                 "  case A^A : \\x. add(x, 1)\n"
                                 "schema LET\n"
                                 "  case X\\D/X^A\n"
                                 "schema ALSO\n"
                                 "  case X\\B/X^B\n"
                                 "  case A\\A/A : \\y.\\x. mul(x, y)\n";

/* ---- random grammars -------------------------------------------------------------------- */

struct sample {
    uint32_t words[5], n;
    bool functors_lexical;
    double *weight; /* [n_slots] */
    struct chart chart;
    struct oracle oracle;
};

static cat_id random_category(struct world *w, uint32_t depth) {
    struct syntax *syntax = &w->domain->syntax;
    static const char *const simple[] = {"A", "A", "A", "A", "B", "D"};
    if (!depth || rng_below(&w->rng, 5) < 2)
        return world_category(w, simple[rng_below(&w->rng, LENGTH(simple))]);
    cat_id result = random_category(w, depth - 1);
    char slash = "//\\\\|"[rng_below(&w->rng, 5)];
    return syntax_slash(syntax, result, slash, random_category(w, depth - 1));
}

static cat_id random_open(struct world *w) {
    cat_id inner = random_category(w, rng_below(&w->rng, 3));
    return syntax_open(&w->domain->syntax, inner, random_category(w, 0));
}

/* Mostly categories that go together, so that many sentences parse. */
static cat_id random_entry(struct world *w, bool may_be_empty) {
    static const char *const usual[] = {"A",          "A",      "A",    "A/A",
                                        "A\\A",       "A\\A/A", "B\\A", "A\\A/(A\\A)",
                                        "A/A\\(A/A)", "AND",    "AND",  "OR"};
    uint32_t roll = rng_below(&w->rng, 16);
    if (roll < 2 && may_be_empty) return CAT_EMPTY;
    if (roll < 5) return random_category(w, 2);
    return world_category(w, usual[rng_below(&w->rng, LENGTH(usual))]);
}

/* Words of four kinds: what there is, what binds, what refers back, what takes both. */
static cat_id random_referring(struct world *w, uint32_t kind, bool may_be_empty) {
    static const char *const usual[4][6] = {
        {"A", "A", "D", "A", "A|A", "B"},
        {"LET", "LET", "LET", "ALSO", "MANY", "AND"},
        {"A^A", "A^A", "B^A", "A^B", "(A/A)^A", "MANY"},
        {"A\\A/A", "A\\D/A", "A/A", "(A\\A)^A", "AND", "B|D"},
    };
    uint32_t roll = rng_below(&w->rng, 16);
    if (roll < 2) return random_entry(w, may_be_empty);
    if (roll < 4) return random_open(w);
    return world_category(w, usual[kind % 4][rng_below(&w->rng, 6)]);
}

static void random_word(struct world *w, uint32_t number, bool referring) {
    char name[16];
    snprintf(name, sizeof name, "w%u", number);
    lexicon_add_word(&w->lexicon, name, strlen(name));
    uint32_t n = 1 + rng_below(&w->rng, referring ? 3 : 4);
    for (uint32_t i = 0, empties = 0; i < n; i++) {
        cat_id cat = referring ? random_referring(w, number, !empties) : random_entry(w, !empties);
        empties += cat == CAT_EMPTY;
        double tau = rng_below(&w->rng, 40) ? rng_normal(&w->rng) : -INFINITY;
        lexicon_add_slot(&w->lexicon, lexicon_entry(&w->lexicon, cat, NULL), tau, false);
    }
}

static bool speaks(const struct made_of *m) {
    if (!m->left) return false;
    return m->bind || m->open_left || m->open_right || speaks(m->left) || speaks(m->right);
}

/* Is any derivation bound, or lifted? */
static bool refers(const struct sample *s) {
    for (uint32_t d = 0; d < s->oracle.all.n; d++)
        if (speaks(s->oracle.all.at[d].meaning)) return true;
    return false;
}

/* By kinds of words: "there is, binds, refers back", and the like. */
static void referring_sentence(struct world *w, struct sample *s) {
    static const char *const kinds[] = {"012",   "0123",  "0132",  "0122",  "3012",
                                        "01232", "01212", "01230", "01032", "03012"};
    const char *one = kinds[rng_below(&w->rng, LENGTH(kinds))];
    s->n = (uint32_t)strlen(one);
    for (uint32_t i = 0; i < s->n; i++) s->words[i] = (uint32_t)(one[i] - '0');
}

/* A grammar, a sentence, its chart and its derivations. */
static void random_sample(struct world *w, struct sample *s) {
    char text[2048];
    snprintf(text, sizeof text, "%sroot A%s\n", definition, rng_below(&w->rng, 3) ? "" : " B");
    world_domain(w, text);
    w->domain->syntax.attach_low = rng_below(&w->rng, 2);
    w->domain->syntax.max_conjoined = rng_below(&w->rng, 3);
    uint32_t n_words = 1 + rng_below(&w->rng, 4);
    bool referring = rng_below(&w->rng, 2);
    if (referring) n_words = 4;
    for (uint32_t i = 0; i < n_words; i++) random_word(w, i, referring);
    world_close(w);
    s->n = 1 + rng_below(&w->rng, 5);
    for (uint32_t i = 0; i < s->n; i++) s->words[i] = rng_below(&w->rng, n_words);
    if (referring && rng_below(&w->rng, 8)) referring_sentence(w, s);
    s->functors_lexical = rng_below(&w->rng, 4) == 0;
    s->weight = w->lexicon.tau;
    chart_parse(&s->chart, &w->arena, &w->lexicon, s->words, s->n, s->functors_lexical);
    oracle_parse(&s->oracle, w, s->words, s->n, s->functors_lexical);
}

static uint32_t n_referring; /* of the latest for_random_grammars */

static uint32_t for_random_grammars(struct world *w,
                                    void (*check)(struct world *, struct sample *)) {
    uint32_t parsed = 0;
    n_referring = 0;
    for (uint32_t i = 0; i < samples(GRAMMARS); i++) {
        struct sample s;
        rng_seed(&w->rng, i);
        random_sample(w, &s);
        parsed += s.oracle.all.n > 0;
        n_referring += refers(&s);
        check(w, &s);
    }
    return parsed;
}

/* ---- count, inside, expected counts --------------------------------------------------------- */

static double total_count(const struct chart *chart) {
    struct plan plan;
    plan_make(&plan, chart->arena, chart);
    const double *count = weights_count(&plan, chart->arena);
    double sum = 0;
    for (uint32_t i = 0; i < chart->roots.n; i++) sum += count[plan.roots[i]];
    return sum;
}

static void check_count(struct world *w, struct sample *s) {
    (void)w;
    assert_true(total_count(&s->chart) == s->oracle.all.n);
}

static void check_inside(struct world *w, struct sample *s) {
    (void)w;
    struct inside inside = weights_inside(world_walk(w, &s->chart, s->weight));
    assert_near(inside.total, oracle_log_sum(&s->oracle, s->weight, NULL), 1e-12);
}

/* With some of the entries only: the derivations that use no other. */
static void check_some(struct world *w, struct sample *s) {
    struct chart chart;
    bool *live = arena_zalloc(&w->arena, w->lexicon.slots.n + 1);
    bool *keep = arena_zalloc(&w->arena, s->oracle.all.n + 1);
    for (uint32_t i = 0; i < w->lexicon.slots.n; i++) live[i] = rng_below(&w->rng, 4) != 0;
    uint32_t kept = 0;
    for (uint32_t d = 0; d < s->oracle.all.n; d++) {
        keep[d] = true;
        for (uint32_t i = 0; i < s->n; i++) keep[d] &= live[s->oracle.all.at[d].slots[i]];
        kept += keep[d];
    }
    if (s->functors_lexical) return;
    chart_parse_some(&chart, &w->arena, &w->lexicon, live, s->words, s->n);
    assert_true(total_count(&chart) == kept);
    assert_near(weights_inside(world_walk(w, &chart, s->weight)).total,
                oracle_log_sum(&s->oracle, s->weight, keep), 1e-12);
}

static double *zeros(struct world *w) {
    return arena_zalloc(&w->arena, (w->lexicon.slots.n + 1) * sizeof(double));
}

static void check_expected_counts(struct world *w, struct sample *s) {
    double *found = zeros(w), *wanted = zeros(w);
    struct inside inside = weights_inside(world_walk(w, &s->chart, s->weight));
    weights_expected(world_walk(w, &s->chart, s->weight), &inside, 2, found);
    oracle_counts(&s->oracle, s->weight, NULL, wanted);
    for (uint32_t i = 0; i < w->lexicon.slots.n; i++) assert_near(found[i], 2 * wanted[i], 1e-10);
}

static double log_z(struct world *w, struct sample *s) {
    return weights_inside(world_walk(w, &s->chart, s->weight)).total;
}

/* d log Z / d weight is the expected count. */
static void check_gradient(struct world *w, struct sample *s) {
    const double h = 1e-5;
    double *counts = zeros(w);
    struct inside inside = weights_inside(world_walk(w, &s->chart, s->weight));
    if (inside.total == -INFINITY) return;
    weights_expected(world_walk(w, &s->chart, s->weight), &inside, 1, counts);
    for (uint32_t i = 0; i < w->lexicon.slots.n; i++) {
        double slope;
        differentiate(slope, &s->weight[i], h, log_z(w, s));
        assert_near(slope, counts[i], 1e-8);
    }
}

static void count_body(struct world *w) {
    uint32_t parsed = for_random_grammars(w, check_count);
    print_message("%u of %u random sentences have a derivation, %u one that refers\n", parsed,
                  samples(GRAMMARS), n_referring);
    assert_true(parsed > samples(GRAMMARS) / 5);
    assert_true(n_referring > samples(GRAMMARS) / 16);
}

static void some_body(struct world *w) {
    for_random_grammars(w, check_some);
}

static void inside_body(struct world *w) {
    for_random_grammars(w, check_inside);
}

static void expected_counts_body(struct world *w) {
    for_random_grammars(w, check_expected_counts);
}

static void gradient_body(struct world *w) {
    for_random_grammars(w, check_gradient);
}

/* ---- best --------------------------------------------------------------------------------------- */

static int descending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

static double *sorted_weights(struct world *w, const struct sample *s) {
    double *all = arena_array(&w->arena, double, s->oracle.all.n + 1);
    for (uint32_t d = 0; d < s->oracle.all.n; d++) all[d] = oracle_weight(&s->oracle, d, s->weight);
    qsort(all, s->oracle.all.n, sizeof *all, descending);
    return all;
}

/* Write a derivation down; return the weight its slots add up to. */
static double spell(const struct walk *walk, const struct derivation *d, struct buf *out) {
    const struct plan *plan = walk->plan;
    const struct plan_edge *e = &plan->edges[d->edge];
    uint32_t slot = plan_empty_slot(plan, &walk->sentence, e);
    if (e->kind == PLAN_WORD) slot = plan_word_slot(plan, &walk->sentence, e);
    double sum = slot != NO_NODE ? walk->weight[slot] : 0;
    buf_printf(out, "(%u", d->edge);
    if (d->left) sum += spell(walk, d->left, out);
    if (d->right) sum += spell(walk, d->right, out);
    buf_puts(out, ")");
    return sum;
}

static void check_distinct(struct world *w, const struct walk *walk,
                           const struct derivation *const *list, uint32_t n) {
    const char **texts = arena_array(&w->arena, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        struct buf out;
        buf_init(&out, &w->arena);
        assert_near(spell(walk, list[i], &out), list[i]->weight, 1e-12);
        texts[i] = out.at;
        for (uint32_t j = 0; j < i; j++) assert_string_not_equal(texts[i], texts[j]);
    }
}

static void check_best(struct world *w, struct sample *s) {
    static const uint32_t ks[] = {0, 1, 5, 50};
    const double *wanted = sorted_weights(w, s);
    const struct walk *walk = world_walk(w, &s->chart, s->weight);
    for (size_t i = 0; i < LENGTH(ks); i++) {
        const struct derivation **list = NULL;
        uint32_t n = weights_best(walk, ks[i], &list);
        assert_int_equal(n, s->oracle.all.n < ks[i] ? s->oracle.all.n : ks[i]);
        for (uint32_t k = 0; k < n; k++) assert_near(list[k]->weight, wanted[k], 1e-12);
        check_distinct(w, walk, list, n);
    }
}

static void best_body(struct world *w) {
    for_random_grammars(w, check_best);
}

/* ---- sentences that are known ---------------------------------------------------------------------- */

static void parse(struct world *w, struct chart *chart, const char *sentence) {
    uint32_t *words = arena_array(&w->arena, uint32_t, 256);
    uint32_t n = lexicon_words(&w->lexicon, sentence, words, 256);
    chart_parse(chart, &w->arena, &w->lexicon, words, n, false);
}

static void small_domain(struct world *w) {
    char text[2048];
    snprintf(text, sizeof text, "%sroot A\n", definition);
    world_domain(w, text);
    world_word(w, "a", "A", 0.0, NULL);
    world_word(w, "op", "A\\A/A", 0.0, NULL);
    world_word(w, "and", "AND", 0.0, NULL);
    world_word(w, "um", "EMPTY", 0.5, NULL);
    world_word(w, "a?", "A", 0.0, "EMPTY", 0.0, NULL);
    world_close(w);
}

/* a op a op a ...: as many derivations as there are binary trees. */
static void catalan_body(struct world *w) {
    static const char *const links[] = {"op", "and"};
    small_domain(w);
    for (size_t link = 0; link < LENGTH(links); link++) {
        struct buf sentence;
        buf_init(&sentence, &w->arena);
        buf_puts(&sentence, "a");
        double catalan = 1;
        for (uint32_t m = 1; m <= 25; m++) {
            struct chart chart;
            buf_printf(&sentence, " %s a", links[link]);
            catalan *= 2.0 * (2 * m - 1) / (m + 1);
            parse(w, &chart, sentence.at);
            assert_near(total_count(&chart), catalan, 1e-12);
            assert_near(weights_inside(world_walk(w, &chart, w->lexicon.tau)).total, log(catalan),
                        1e-12);
        }
    }
}

/* A modifier behind "a op a" reaches over one word, or over three; "op a" over one. */
static void reach_body(struct world *w) {
    char text[2048];
    struct chart chart;
    const struct derivation **list;
    snprintf(text, sizeof text, "%sroot A\nexecution exact\nreach 0.5\n", definition);
    world_domain(w, text);
    world_word(w, "a", "A", 0.0, NULL);
    world_word(w, "op", "A\\A/A", 0.0, NULL);
    world_word(w, "again", "A\\A", 0.0, NULL);
    world_close(w);
    parse(w, &chart, "a op a again");
    const struct walk *walk = world_walk(w, &chart, w->lexicon.tau);
    assert_near(weights_inside(walk).total, log(exp(-1) + exp(-2)), 1e-12);
    assert_int_equal(weights_best(walk, 5, &list), 2);
    assert_near(list[0]->weight, -1, 1e-12);
    assert_near(list[1]->weight, -2, 1e-12);
}

/* Wherever the words that mean nothing stand, they are counted once. */
static void empty_body(struct world *w) {
    static const struct {
        const char *sentence;
        double count, empties;
    } rows[] = {
        {"a", 1, 0},
        {"um", 0, 0},
        {"um um", 0, 0},
        {"um um um a", 1, 3},
        {"a um um um", 1, 3},
        {"um a um", 1, 2},
        {"um a um op um um a um", 1, 5},
        {"a and um a", 1, 1},
        {"um a and a and a um", 2, 2},
        {"a? a? a?", 3, 0},
        {"a? op a?", 1, 0},
        {"a op a? a?", 2, 0},
        {"a a", 0, 0},
        {"a unknown", 0, 0},
        {"unknown", 0, 0},
        {"", 0, 0},
    };
    small_domain(w);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct chart chart;
        parse(w, &chart, rows[i].sentence);
        assert_true(total_count(&chart) == rows[i].count);
        double wanted = log(rows[i].count) + 0.5 * rows[i].empties;
        assert_near(weights_inside(world_walk(w, &chart, w->lexicon.tau)).total, wanted, 1e-12);
    }
}

/* A hundred words, each of which may mean nothing: 100 places for the one that does. */
static void all_optional_body(struct world *w) {
    small_domain(w);
    struct buf sentence;
    buf_init(&sentence, &w->arena);
    for (int i = 0; i < 100; i++) buf_puts(&sentence, "a? ");
    struct chart chart;
    parse(w, &chart, sentence.at);
    assert_true(total_count(&chart) == 100);
}

/* Where only words may be functor arguments, `e f` is one if e means nothing. */
static void functor_words_body(struct world *w) {
    char text[2048];
    snprintf(text, sizeof text, "%sroot A\n", definition);
    world_domain(w, text);
    world_word(w, "g", "A/(A/A)", 0.0, NULL);
    world_word(w, "e", "A/A/(A/A)", 1.0, "EMPTY", 2.0, NULL);
    world_word(w, "f", "A/A", 0.0, NULL);
    world_close(w);
    static const uint32_t words[] = {0, 1, 2};
    struct chart any, lexical;
    chart_parse(&any, &w->arena, &w->lexicon, words, 3, false);
    chart_parse(&lexical, &w->arena, &w->lexicon, words, 3, true);
    assert_near(weights_inside(world_walk(w, &any, w->lexicon.tau)).total, log(exp(1) + exp(2)),
                1e-12);
    assert_near(weights_inside(world_walk(w, &lexical, w->lexicon.tau)).total, 2, 1e-12);
}

/* How many derivations a sentence has, in the paper's grammar and in normal form. */
struct known {
    const char *sentence;
    double plain, normal;
};

static void check_known(struct world *w, const struct known *rows, size_t n) {
    for (int normal = 0; normal < 2; normal++) {
        char text[2048];
        snprintf(text, sizeof text, "%sroot A\ngrammar %s\n", definition,
                 normal ? "normal-form" : "plain");
        world_domain(w, text);
        world_word(w, "a", "A", 0.0, NULL);
        world_word(w, "it", "A^A", 0.0, NULL);
        world_word(w, "let", "LET", 0.0, NULL);
        world_word(w, "red", "A/A", 0.0, NULL);
        world_word(w, "left", "A\\A/A", 0.0, NULL);
        world_word(w, "and", "AND", 0.0, NULL);
        world_word(w, "or", "OR", 0.0, NULL);
        world_word(w, "many", "MANY", 0.0, NULL);
        world_word(w, "um", "EMPTY", 0.0, NULL);
        world_close(w);
        for (size_t i = 0; i < n; i++) {
            struct chart chart;
            parse(w, &chart, rows[i].sentence);
            double wanted = normal ? rows[i].normal : rows[i].plain;
            if (total_count(&chart) != wanted)
                fail_msg("'%s' has %g derivations in %s, not %g", rows[i].sentence,
                         total_count(&chart), normal ? "normal form" : "the plain grammar", wanted);
        }
    }
}

/* Modifiers attach low. */
static void normal_form_body(struct world *w) {
    static const struct known rows[] = {
        {"a", 1, 1},
        {"red a", 1, 1},
        {"red red a", 1, 1},
        {"a left a", 1, 1},
        {"red a left a", 2, 1}, /* red (a left a) is out */
        {"a left red a", 1, 1},
        {"red red a left a", 3, 1},
        {"a left a left a", 2, 1}, /* one chain of relations */
        {"a left a left a left a", 5, 1},
        {"red um a left um a um", 2, 1}, /* EMPTY words change nothing */
        {"a and a", 1, 1},
        {"red a and a", 2, 1}, /* red (a and a) is out */
        {"a and a left a", 2, 1},
        {"a left a and a", 2, 2}, /* the phrase that a relation takes may be any */
        {"red and red a", 1, 1},
        {"red and red a left a", 2, 1},
        {"a a", 0, 0},
        {"red", 0, 0},
    };
    check_known(w, rows, LENGTH(rows));
}

/* Words that refer back. */
static void referring_body(struct world *w) {
    static const struct known rows[] = {
        {"it", 0, 0}, /* of what? */
        {"a let a", 0, 0},
        {"a let it", 1, 1},
        {"it let it", 0, 0},
        {"a let red it", 1, 1},
        {"a let it left a", 2, 2}, /* (a let it) left a */
        {"a let a left it", 1, 1},
        {"a let it left it", 1, 1},
        {"a let red it left it", 2, 1},
        {"a let it and it", 1, 1},
        {"a let a and it", 1, 1},
        {"a let it and a", 2, 2},
        {"a let it let it", 2, 2}, /* which comes first makes no difference to the meaning */
        {"a let it let it let it", 5, 5},
        {"red a let it", 2, 2},
        {"a and a let it", 2, 2},
        {"um a um let um it um", 1, 1},
        {"let it", 0, 0},
        {"a let", 0, 0},
        {"a or a it", 0, 0},
        {"a let it a", 0, 0},
        {"a many", 1, 1},
        {"many a", 2, 2}, /* A/A and A|A */
        {"a many a", 1, 1},
        {"a many let it", 1, 1},
        {"a let many", 1, 1}, /* as A^A */
        {"a let many it", 2, 2},
    };
    check_known(w, rows, LENGTH(rows));
}

/* At most so many arguments may a conjunct still want. */
static void conjoined_body(struct world *w) {
    static const char *const links[] = {"a and a", "red and red a", "a left and left a"};
    for (uint32_t most = 0; most <= 3; most++) {
        char text[2048];
        snprintf(text, sizeof text, "%sroot A\n", definition);
        world_domain(w, text);
        w->domain->syntax.max_conjoined = most;
        world_word(w, "a", "A", 0.0, NULL);
        world_word(w, "red", "A/A", 0.0, NULL);
        world_word(w, "left", "A\\A/A", 0.0, NULL);
        world_word(w, "and", "AND", 0.0, NULL);
        world_close(w);
        for (uint32_t i = 0; i < LENGTH(links); i++) {
            struct chart chart;
            parse(w, &chart, links[i]);
            assert_int_equal(total_count(&chart) > 0, !most || i <= most);
        }
    }
}

WORLD_TEST(count)
WORLD_TEST(some)
WORLD_TEST(inside)
WORLD_TEST(expected_counts)
WORLD_TEST(gradient)
WORLD_TEST(best)
WORLD_TEST(catalan)
WORLD_TEST(empty)
WORLD_TEST(reach)
WORLD_TEST(all_optional)
WORLD_TEST(functor_words)
WORLD_TEST(normal_form)
WORLD_TEST(referring)
WORLD_TEST(conjoined)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(count),         cmocka_unit_test(some),
        cmocka_unit_test(inside),        cmocka_unit_test(expected_counts),
        cmocka_unit_test(gradient),      cmocka_unit_test(best),
        cmocka_unit_test(catalan),       cmocka_unit_test(empty),
        cmocka_unit_test(reach),         cmocka_unit_test(all_optional),
        cmocka_unit_test(functor_words), cmocka_unit_test(normal_form),
        cmocka_unit_test(referring),     cmocka_unit_test(conjoined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
