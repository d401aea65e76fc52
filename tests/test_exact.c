/* Exact execution against brute force (tests/oracle.h), with the kernels of nav.
 *
 *     random lexicon, sentence ──▶ chart ──▶ exact_run(target) ──▶ N, counts, viable
 *                             └──▶ oracle ─▶ each derivation's string = target?
 *
 * Targets come from the derivations themselves or at random, and have lengths
 * on both sides of every border between one machine word and the next. */
#include "tests/oracle.h"
#include "tests/shared.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES (SANITIZED ? 2400 : 12000)

static struct exact_limits all_values = {.steps = UINT64_MAX, .target = 1000};

static const char definition[] =
    "domain test\n"
    "kernels nav\n"
    "execution exact\n" SEQUENCES "conjunction AND any of ActSeq : \\x.\\y. concat(x, y)\n"
    "conjunction OR V -> V\\V : \\x.\\y.\\z. concat(y, concat(z, x))\n"
    "candidates all\n"
    "  operations 3\n"
    "  programs V\n"
    "  programs V/V\n"
    "  programs V\\V\n"
    "  programs V\\V/V\n"
    "  programs S\\V/V\n"
    "  programs V\\V/(V\\V)\n"
    "  programs V/V/(V/V)\n"
    "  entry V/V\\(V\\V/V) : \\f.\\x. concat(x, f(x)(empty))\n"
    "  entry AND\n"
    "  entry OR\n"
    "  entry EMPTY\n"
    "category D : ActSeq includes V\n"
    "schema MANY\n"
    "  case V/V : \\x. repeat(x, 3)\n"
    "  case V\\D/V : \\y.\\x. concat(y, x)\n"
    "  case V^V : \\x. repeat(x, 2)\n"
    "schema LET\n"
    "  case X\\D/X^V\n"
    "schema ALSO\n"
    "  case V : empty\n"
    "  case X\\S/X^S\n";

/* Words of four kinds: what there is, what binds, what refers back, what takes both. */
static const struct {
    uint32_t kind;
    const char *category, *program;
} speakers[] = {
    {0, "V", "a"},
    {0, "V", "b"},
    {0, "V", "concat(a, b)"},
    {0, "D", "b"},
    {0, "S", "concat(b, c)"},
    {1, "LET", NULL},
    {1, "LET", NULL},
    {1, "ALSO", NULL},
    {1, "MANY", NULL},
    {1, "AND", NULL},
    {2, "V^V", "\\x. x"},
    {2, "V^V", "\\x. concat(x, a)"},
    {2, "V^V", "\\x. concat(b, concat(x, x))"},
    {2, "V^V", "\\x. b"},
    {2, "S^V", "\\x. concat(b, x)"},
    {2, "V^S", "\\x. concat(x, c)"},
    {2, "D^V", "\\x. x"},
    {2, "(V/V)^V", "\\z.\\x. concat(z, x)"},
    {2, "(V\\V)^V", "\\z.\\x. concat(x, concat(z, x))"},
    {2, "MANY", NULL},
    {3, "V\\V/V", "\\y.\\x. concat(x, y)"},
    {3, "V\\D/V", "\\y.\\x. concat(y, concat(c, x))"},
    {3, "S\\V/V", "\\y.\\x. concat(x, concat(y, a))"},
    {3, "V/V", "\\x. concat(c, x)"},
    {3, "V|V", "\\x. concat(x, x)"},
    {3, "V\\V/(V\\V)", "\\f.\\x. f(f(x))"},
    {3, "V\\V", "\\x. concat(a, x)"},
    {3, "(V\\V/V)^V", "\\z.\\y.\\x. concat(x, concat(z, y))"},
    {3, "AND", NULL},
    {3, "OR", NULL},
    {3, "EMPTY", NULL},
};

/* ---- samples --------------------------------------------------------------------------- */

struct sample {
    uint32_t words[ORACLE_WORDS], n;
    double *weight; /* [n_slots] */
    struct chart chart;
    struct oracle oracle;
    const char **texts; /* [n_derivations] what each means */
    bool *keep;         /* [n_derivations] it means the target */
    struct target target;
};

static candidate_list candidates;

static void open_domain(struct world *w) {
    const char *actions[] = {"a b c"};
    world_domain(w, definition);
    domain_add_literals(w->domain, actions, 1, NULL, 0);
    candidates = (candidate_list){0};
    domain_candidates(w->domain, domain_set(w->domain, NULL), &candidates);
    for (size_t i = 0; i < LENGTH(speakers); i++) world_category(w, speakers[i].category);
    domain_close(w->domain);
}

static struct candidate random_candidate(struct world *w, const char *category) {
    cat_id cat = world_category(w, category);
    for (;;) {
        struct candidate c = candidates.at[rng_below(&w->rng, candidates.n)];
        if (c.cat == cat) return c;
    }
}

static void random_word(struct world *w, uint32_t number) {
    static const char *const usual[] = {"V",      "V",      "V",           "V/V",          "V\\V",
                                        "V\\V/V", "S\\V/V", "V\\V/(V\\V)", "V/V/(V/V)",    "AND",
                                        "AND",    "OR",     "EMPTY",       "V/V\\(V\\V/V)"};
    char name[16];
    snprintf(name, sizeof name, "w%u", number);
    lexicon_add_word(&w->lexicon, name, strlen(name));
    uint32_t n = 1 + rng_below(&w->rng, 4);
    for (uint32_t i = 0, empties = 0; i < n; i++) {
        struct candidate c = random_candidate(w, usual[rng_below(&w->rng, LENGTH(usual))]);
        if (c.cat == CAT_EMPTY && empties++) c = random_candidate(w, "V");
        double tau = rng_below(&w->rng, 60) ? rng_normal(&w->rng) : -INFINITY;
        lexicon_add_slot(&w->lexicon, lexicon_entry(&w->lexicon, c.cat, c.program), tau, false);
    }
}

/* Parse the sentence both ways and note what each derivation means. */
static void parse(struct world *w, struct sample *s) {
    s->weight = w->lexicon.tau;
    chart_parse(&s->chart, &w->arena, &w->lexicon, s->words, s->n, false);
    oracle_parse(&s->oracle, w, s->words, s->n, false);
    uint32_t n = s->oracle.all.n;
    s->texts = arena_array(&w->arena, const char *, n + 1);
    s->keep = arena_zalloc(&w->arena, n + 1);
    for (uint32_t d = 0; d < n; d++) s->texts[d] = oracle_meaning(&s->oracle, d)->text;
}

static void random_sample(struct world *w, struct sample *s) {
    uint32_t n_words = 1 + rng_below(&w->rng, 4);
    world_clear(w);
    for (uint32_t i = 0; i < n_words; i++) random_word(w, i);
    lexicon_index(&w->lexicon);
    s->n = 1 + rng_below(&w->rng, 5);
    for (uint32_t i = 0; i < s->n; i++) s->words[i] = rng_below(&w->rng, n_words);
    parse(w, s);
}

static void set_target(struct world *w, struct sample *s, const char *text) {
    uint32_t n = (uint32_t)strlen(text), *literals = arena_array(&w->arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) literals[i] = (uint32_t)(text[i] - 'a');
    s->target = (struct target){.n = n, .literals = literals};
    for (uint32_t d = 0; d < s->oracle.all.n; d++) s->keep[d] = !strcmp(s->texts[d], text);
}

static void random_target(struct world *w, struct sample *s) {
    char text[8] = "";
    uint32_t n = rng_below(&w->rng, 7), all = s->oracle.all.n;
    for (uint32_t i = 0; i < n; i++) text[i] = (char)('a' + rng_below(&w->rng, 3));
    text[n] = 0;
    bool reachable = all && rng_below(&w->rng, 4);
    set_target(w, s, reachable ? s->texts[rng_below(&w->rng, all)] : text);
}

/* ---- with a target ------------------------------------------------------------------------ */

static double log_n(struct world *w, struct sample *s) {
    (void)w;
    struct exact e;
    exact_run(&e, world_walk(w, &s->chart, s->weight), &s->target, &all_values);
    return exact_reached(&e).total;
}

static void mark_viable(const struct sample *s, bool *viable) {
    for (uint32_t d = 0; d < s->oracle.all.n; d++)
        for (uint32_t i = 0; s->keep[d] && i < s->n; i++)
            viable[s->oracle.all.at[d].slots[i]] = true;
}

/* N, the slots that can be right, and how often each is used. */
static void check_target_once(struct world *w, struct sample *s) {
    uint32_t n = w->lexicon.slots.n;
    struct exact e;
    exact_run(&e, world_walk(w, &s->chart, s->weight), &s->target, &all_values);
    struct reached reached = exact_reached(&e);
    assert_near(reached.total, oracle_log_sum(&s->oracle, s->weight, s->keep), 1e-11);
    double *found = arena_zalloc(&w->arena, (n + 1) * sizeof *found);
    double *wanted = arena_zalloc(&w->arena, (n + 1) * sizeof *wanted);
    bool *viable = arena_zalloc(&w->arena, n + 1), *right = arena_zalloc(&w->arena, n + 1);
    exact_counts(&e, &reached, 3, found, viable);
    oracle_counts(&s->oracle, s->weight, s->keep, wanted);
    mark_viable(s, right);
    for (uint32_t i = 0; i < n; i++) {
        assert_near(found[i], 3 * wanted[i], 1e-10);
        assert_int_equal(viable[i], right[i]);
    }
    assert_false(e.cut);
}

static void check_target(struct world *w, struct sample *s) {
    all_values.by_behaviour = false;
    check_target_once(w, s);
    all_values.by_behaviour = true;
    check_target_once(w, s);
}

static void target_body(struct world *w) {
    uint32_t reached = 0;
    open_domain(w);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        struct sample s;
        rng_seed(&w->rng, i);
        random_sample(w, &s);
        for (int k = 0; k < 4; k++) {
            random_target(w, &s);
            check_target(w, &s);
            reached += log_n(w, &s) > -INFINITY;
        }
    }
    print_message("%u of %d targets are in reach\n", reached, 4 * SAMPLES);
    assert_true(reached > SAMPLES / 2);
}

static void check_gradient(struct world *w, struct sample *s) {
    const double h = 1e-5;
    struct exact e;
    exact_run(&e, world_walk(w, &s->chart, s->weight), &s->target, &all_values);
    struct reached reached = exact_reached(&e);
    if (reached.total == -INFINITY) return;
    double *counts = arena_zalloc(&w->arena, (w->lexicon.slots.n + 1) * sizeof *counts);
    exact_counts(&e, &reached, 1, counts, NULL);
    for (uint32_t i = 0; i < w->lexicon.slots.n; i++) {
        double slope;
        differentiate(slope, &s->weight[i], h, log_n(w, s));
        assert_near(slope, counts[i], 1e-8);
    }
}

static void gradient_body(struct world *w) {
    open_domain(w);
    for (uint32_t i = 0; i < SAMPLES / 4; i++) {
        struct sample s;
        rng_seed(&w->rng, i);
        random_sample(w, &s);
        random_target(w, &s);
        check_gradient(w, &s);
    }
}

/* What one execution and another say, to the last bit. */
static void check_same(struct world *w, struct exact *a, struct exact *b) {
    uint32_t n = w->lexicon.slots.n;
    struct exact *all[] = {a, b};
    double total[2], *counts[2];
    bool *viable[2];
    for (int i = 0; i < 2; i++) {
        struct reached reached = exact_reached(all[i]);
        counts[i] = arena_zalloc(&w->arena, (n + 1) * sizeof *counts[i]);
        viable[i] = arena_zalloc(&w->arena, n + 1);
        total[i] = reached.total;
        exact_counts(all[i], &reached, 1, counts[i], viable[i]);
    }
    assert_memory_equal(&total[0], &total[1], sizeof *total);
    assert_memory_equal(counts[0], counts[1], n * sizeof **counts);
    assert_memory_equal(viable[0], viable[1], n);
}

/* One that was kept, with other weights, is as good as one that is made with them. */
static void kept_body(struct world *w) {
    uint32_t n_reached = 0;
    open_domain(w);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        struct sample s;
        struct exact kept, anew;
        rng_seed(&w->rng, i);
        random_sample(w, &s);
        random_target(w, &s);
        all_values.by_behaviour = i % 2;
        exact_run(&kept, world_walk(w, &s.chart, s.weight), &s.target, &all_values);
        uint32_t n = kept.items.n;
        struct reached reached = exact_reached(&kept);
        exact_keep(&kept, &reached, &w->arena);
        assert_true(kept.items.n <= n && !kept.items.n == !reached.n);
        n_reached += reached.n > 0;
        for (uint32_t k = 0; k < w->lexicon.slots.n; k++) s.weight[k] += rng_normal(&w->rng);
        assert_true(exact_reweigh(&kept));
        exact_run(&anew, world_walk(w, &s.chart, s.weight), &s.target, &all_values);
        check_same(w, &kept, &anew);
    }
    assert_true(n_reached > SAMPLES / 8); /* as in the test of targets */
}

/* A beam keeps what is heavy, so other weights would keep something else. */
static void not_kept_body(struct world *w) {
    struct exact_limits few = {.steps = UINT64_MAX, .target = 1000, .beam = 1};
    struct sample s;
    struct exact e;
    open_domain(w);
    rng_seed(&w->rng, 1);
    random_sample(w, &s);
    exact_run(&e, world_walk(w, &s.chart, s.weight), NULL, &few);
    assert_false(exact_reweigh(&e));
}

/* ---- programs of derivations ----------------------------------------------------------------- */

/* Reducing a derivation's program and running what is left gives the same. */
static void reduced_body(struct world *w) {
    open_domain(w);
    for (uint32_t i = 0; i < SAMPLES / 4; i++) {
        struct sample s;
        rng_seed(&w->rng, i);
        random_sample(w, &s);
        for (uint32_t d = 0; d < s.oracle.all.n && d < 50; d++) {
            const struct term *program = oracle_program(&s.oracle, d);
            assert_int_equal(program->open, 0);
            assert_string_equal(oracle_evaluate(&s.oracle, program)->text, s.texts[d]);
        }
    }
}

/* ---- without a target --------------------------------------------------------------------------- */

static const char *item_text(struct world *w, const struct exact *e, uint32_t item) {
    struct buf spaced, out;
    buf_init(&spaced, &w->arena);
    buf_init(&out, &w->arena);
    buf_puts(&spaced, "");
    buf_puts(&out, "");
    e->domain->kernels->print(e->state, &e->domain->lang, e->items.at[item].value, &spaced);
    for (const char *c = spaced.at; *c; c++)
        if (*c != ' ') buf_put(&out, c, 1);
    return out.at;
}

static void keep_meaning(struct sample *s, cat_id root, const char *text) {
    for (uint32_t d = 0; d < s->oracle.all.n; d++)
        s->keep[d] = s->oracle.all.at[d].root == root && !strcmp(s->texts[d], text);
}

static uint32_t count_meanings(const struct sample *s, cat_id root) {
    uint32_t n = 0;
    for (uint32_t d = 0; d < s->oracle.all.n; d++) {
        bool fresh = s->oracle.all.at[d].root == root && strlen(s->texts[d]) <= all_values.target;
        for (uint32_t c = 0; fresh && c < d; c++)
            fresh = s->oracle.all.at[c].root != root || strcmp(s->texts[c], s->texts[d]);
        n += fresh;
    }
    return n;
}

/* Every distinct string of every root, with its weight. */
static void check_free(struct world *w, struct sample *s) {
    struct exact e;
    exact_run(&e, world_walk(w, &s->chart, s->weight), NULL, &all_values);
    assert_false(e.cut);
    for (uint32_t r = 0; r < s->chart.roots.n; r++) {
        cat_id root = s->chart.nodes.at[s->chart.roots.at[r]].cat;
        struct range items = e.of_node[e.walk.plan->roots[r]];
        assert_int_equal(items.n, count_meanings(s, root));
        for (uint32_t i = items.first; i < items.first + items.n; i++) {
            keep_meaning(s, root, item_text(w, &e, i));
            assert_near(e.items.at[i].weight, oracle_log_sum(&s->oracle, s->weight, s->keep),
                        1e-11);
        }
    }
}

static void without_target_body(struct world *w) {
    open_domain(w);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        struct sample s;
        rng_seed(&w->rng, i);
        random_sample(w, &s);
        if (s.oracle.all.n < 500) check_free(w, &s);
    }
}

/* A beam keeps few values, says so, and never makes one heavier. */
static void check_beam(struct world *w, struct sample *s, uint32_t beam) {
    struct exact_limits limits = {.beam = beam, .steps = UINT64_MAX, .target = 1000};
    struct exact all, few;
    exact_run(&all, world_walk(w, &s->chart, s->weight), NULL, &all_values);
    exact_run(&few, world_walk(w, &s->chart, s->weight), NULL, &limits);
    bool wide = false;
    for (uint32_t i = 0; i < few.walk.plan->n_nodes; i++) {
        assert_true(few.of_node[i].n <= beam);
        wide |= all.of_node[i].n > beam;
    }
    assert_int_equal(few.cut, wide);
    for (uint32_t r = 0; r < s->chart.roots.n; r++) {
        uint32_t node = few.walk.plan->roots[r];
        struct range items = few.of_node[node];
        for (uint32_t i = items.first; i < items.first + items.n; i++) {
            keep_meaning(s, few.walk.plan->nodes[node].cat, item_text(w, &few, i));
            double whole = oracle_log_sum(&s->oracle, s->weight, s->keep);
            assert_true(few.items.at[i].weight <= whole + 1e-11);
        }
    }
}

static void beam_body(struct world *w) {
    open_domain(w);
    for (uint32_t i = 0; i < SAMPLES / 8; i++) {
        struct sample s;
        rng_seed(&w->rng, i);
        random_sample(w, &s);
        for (uint32_t beam = 1; beam < 4; beam++) check_beam(w, &s, beam);
    }
}

/* ---- long targets ---------------------------------------------------------------------------------- */

static void add_slot(struct world *w, const char *category, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add_slot(struct world *w, const char *category, const char *format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cat_id cat = world_category(w, category);
    uint32_t entry = lexicon_entry(&w->lexicon, cat, world_term(w, cat, text));
    lexicon_add_slot(&w->lexicon, entry, rng_normal(&w->rng), false);
}

/* Three words that make strings of about `length`, some of them exactly. */
static void long_lexicon(struct world *w, int length) {
    int i = 2 + (int)rng_below(&w->rng, (uint32_t)length - 3), j = length - i;
    world_clear(w);
    lexicon_add_word(&w->lexicon, "left", 4);
    add_slot(w, "V", "repeat(a, %d)", i);
    add_slot(w, "V", "concat(repeat(a, %d), b)", i - 1);
    add_slot(w, "V", "concat(b, repeat(a, %d))", i - 1);
    add_slot(w, "V/V", "\\x. concat(repeat(a, %d), x)", i);
    lexicon_add_word(&w->lexicon, "middle", 6);
    add_slot(w, "V\\V/V", "\\y.\\x. concat(x, y)");
    add_slot(w, "V\\V/V", "\\y.\\x. concat(y, x)");
    add_slot(w, "V/V", "\\x. x");
    lexicon_add_slot(&w->lexicon, lexicon_entry(&w->lexicon, CAT_EMPTY, NULL), 0, false);
    lexicon_add_word(&w->lexicon, "right", 5);
    add_slot(w, "V", "repeat(b, %d)", j);
    add_slot(w, "V", "concat(c, repeat(b, %d))", j - 1);
    add_slot(w, "V", "repeat(concat(b, a), %d)", j / 2);
    add_slot(w, "V\\V", "\\x. concat(x, repeat(b, %d))", j);
    lexicon_index(&w->lexicon);
}

static void long_sample(struct world *w, int length) {
    struct sample s = {.words = {0, 1, 2}, .n = 3};
    long_lexicon(w, length);
    parse(w, &s);
    uint32_t exact = 0;
    for (uint32_t d = rng_below(&w->rng, 3); d < s.oracle.all.n; d += 3) {
        set_target(w, &s, s.texts[d]);
        check_target(w, &s);
        exact += s.target.n == (uint32_t)length;
    }
    assert_true(exact > 0);
    check_free(w, &s);
}

static void long_targets_body(struct world *w) {
    static const int lengths[] = {4,   5,   31,  32,  33,  62,  63,  64,  65,  66,
                                  127, 128, 129, 130, 191, 192, 193, 255, 256, 257};
    open_domain(w);
    for (size_t i = 0; i < LENGTH(lengths); i++)
        for (int k = 0; k < 3; k++) long_sample(w, lengths[i]);
}

/* Repeated and repeated again: 2 · 4 · 4 · 4 = 128, 3 · 4 · 4 · 4 = 192 actions. */
static void repeated_targets_body(struct world *w) {
    static const int bases[] = {1, 2, 3};
    open_domain(w);
    for (size_t i = 0; i < LENGTH(bases); i++) {
        world_clear(w);
        lexicon_add_word(&w->lexicon, "base", 4);
        for (int k = 0; k < 4; k++) add_slot(w, "V", "concat(repeat(a, %d), b)", bases[i] + k % 2);
        lexicon_add_word(&w->lexicon, "times", 5);
        for (int k = 2; k <= 4; k++) add_slot(w, "V\\V", "\\x. repeat(x, %d)", k);
        add_slot(w, "V\\V/(V\\V)", "\\f.\\x. f(f(x))");
        lexicon_index(&w->lexicon);
        struct sample s = {.words = {0, 1, 1, 1}, .n = 4};
        parse(w, &s);
        size_t longest = 0;
        for (uint32_t d = 0; d < s.oracle.all.n; d++) {
            if (strlen(s.texts[d]) > longest) longest = strlen(s.texts[d]);
            set_target(w, &s, s.texts[d]);
            check_target(w, &s);
        }
        assert_true(longest >= 64u * (unsigned)(bases[i] + 1));
        check_free(w, &s);
    }
}

/* Strings longer than the limit are dropped, and nothing else. */
static void limit_body(struct world *w) {
    open_domain(w);
    world_clear(w);
    lexicon_add_word(&w->lexicon, "a", 1);
    add_slot(w, "V", "a");
    add_slot(w, "V", "repeat(b, 5)");
    add_slot(w, "V", "repeat(c, 6)");
    add_slot(w, "V", "repeat(c, 100000)");
    lexicon_index(&w->lexicon);
    static const uint32_t words[] = {0};
    struct chart chart;
    struct exact e;
    chart_parse(&chart, &w->arena, &w->lexicon, words, 1, false);
    struct exact_limits limits = {.steps = UINT64_MAX, .target = 5};
    exact_run(&e, world_walk(w, &chart, w->lexicon.tau), NULL, &limits);
    struct range items = e.of_node[e.walk.plan->roots[0]];
    assert_int_equal(items.n, 2);
}

/* ---- functions of functions ------------------------------------------------------------------------ */

/* Literals around f(a) need not stand beside a in the target: f may put some between. */
static void functor_sample(struct world *w) {
    static const char *const of_words[] = {
        "\\f.\\x. concat(b, concat(f(a), x))", "\\f.\\x. concat(f(c), concat(f(a), x))",
        "\\f.\\x. f(concat(a, f(f(x))))", "\\f.\\x. concat(x, concat(f(empty), b))"};
    static const char *const of_verbs[] = {"\\f.\\x. concat(a, f(b)(x))",
                                           "\\f.\\x. f(concat(x, a))(b)",
                                           "\\f.\\x. f(f(x)(x))(f(a)(b))", "\\f.\\x. f(b)(x)"};
    world_clear(w);
    lexicon_add_word(&w->lexicon, "noun", 4);
    add_slot(w, "V", "a");
    add_slot(w, "V", "concat(c, b)");
    add_slot(w, "V\\V/V", "\\y.\\x. concat(y, concat(c, x))");
    add_slot(w, "V\\V/V", "\\y.\\x. concat(x, y)");
    lexicon_add_word(&w->lexicon, "wrap", 4);
    add_slot(w, "V\\V", "\\x. concat(c, x)");
    add_slot(w, "V\\V", "\\x. concat(x, concat(a, x))");
    add_slot(w, "V\\V/(V\\V)", "%s", of_words[rng_below(&w->rng, LENGTH(of_words))]);
    add_slot(w, "V/V\\(V\\V/V)", "%s", of_verbs[rng_below(&w->rng, LENGTH(of_verbs))]);
    lexicon_index(&w->lexicon);
    struct sample s = {.n = 3 + rng_below(&w->rng, 2)};
    for (uint32_t i = 0; i < s.n; i++) s.words[i] = rng_below(&w->rng, 2);
    parse(w, &s);
    for (int k = 0; k < 8; k++) {
        random_target(w, &s);
        check_target(w, &s);
    }
    check_free(w, &s);
}

static void functors_body(struct world *w) {
    open_domain(w);
    for (uint32_t i = 0; i < 500; i++) {
        rng_seed(&w->rng, i);
        functor_sample(w);
    }
}

/* ---- arguments that are not used ------------------------------------------------------------------- */

/* What is thrown away need not be part of the target. */
static void unused_sample(struct world *w) {
    world_clear(w);
    lexicon_add_word(&w->lexicon, "base", 4);
    add_slot(w, "V", "a");
    add_slot(w, "V", "concat(c, b)");
    add_slot(w, "V\\V", "\\x. concat(x, c)");
    add_slot(w, "V\\V", "\\x. concat(b, x)");
    lexicon_add_word(&w->lexicon, "drop", 4);
    add_slot(w, "V\\V", "\\x. b");
    add_slot(w, "V\\V", "\\x. repeat(x, 0)");
    add_slot(w, "V\\V/V", "\\y.\\x. x");
    add_slot(w, "V\\V/V", "\\y.\\x. concat(y, a)");
    add_slot(w, "V\\V/(V\\V)", "\\f.\\x. concat(x, x)");
    add_slot(w, "V\\V", "\\x. concat(x, a)");
    lexicon_index(&w->lexicon);
    struct sample s = {.n = 1 + rng_below(&w->rng, 4)};
    for (uint32_t i = 0; i < s.n; i++) s.words[i] = rng_below(&w->rng, 2);
    parse(w, &s);
    for (int k = 0; k < 4; k++) {
        random_target(w, &s);
        check_target(w, &s);
    }
    check_free(w, &s);
}

static void unused_body(struct world *w) {
    open_domain(w);
    for (uint32_t i = 0; i < 100; i++) {
        rng_seed(&w->rng, i);
        unused_sample(w);
    }
}

/* ---- words that refer back ---------------------------------------------------------------------------- */

static void referring_word(struct world *w, uint32_t kind) {
    char name[2] = {(char)('0' + kind), 0};
    lexicon_add_word(&w->lexicon, name, 1);
    uint32_t n = 1 + rng_below(&w->rng, 3);
    for (uint32_t i = 0, empties = 0; i < n;) {
        uint32_t k = rng_below(&w->rng, LENGTH(speakers));
        if (speakers[k].kind != kind) continue;
        cat_id cat = world_category(w, speakers[k].category);
        if (cat == CAT_EMPTY && empties++) continue;
        const struct term *program =
            speakers[k].program ? world_term(w, cat, speakers[k].program) : NULL;
        lexicon_add_slot(&w->lexicon, lexicon_entry(&w->lexicon, cat, program), rng_normal(&w->rng),
                         false);
        i++;
    }
}

/* Is the derivation bound, or lifted? */
static bool speaks(const struct made_of *m) {
    if (!m->left) return false;
    return m->bind || m->open_left || m->open_right || speaks(m->left) || speaks(m->right);
}

static uint32_t referring_sample(struct world *w, struct sample *s) {
    static const char *const kinds[] = {"012",   "0123",  "0132",  "0122",  "3012", "01232",
                                        "01212", "01230", "01032", "03012", "01332"};
    const char *one = kinds[rng_below(&w->rng, LENGTH(kinds))];
    uint32_t n = 0;
    world_clear(w);
    for (uint32_t kind = 0; kind < 4; kind++) referring_word(w, kind);
    lexicon_index(&w->lexicon);
    s->n = (uint32_t)strlen(one);
    for (uint32_t i = 0; i < s->n; i++) s->words[i] = (uint32_t)(one[i] - '0');
    parse(w, s);
    for (uint32_t d = 0; d < s->oracle.all.n; d++) n += speaks(s->oracle.all.at[d].meaning);
    return n;
}

/* With and without a target, and reduced. */
static void referring_body(struct world *w) {
    uint32_t n_bound = 0;
    open_domain(w);
    for (uint32_t i = 0; i < SAMPLES / 3; i++) {
        struct sample s;
        rng_seed(&w->rng, i);
        n_bound += referring_sample(w, &s) > 0;
        for (int k = 0; s.oracle.all.n && k < 3; k++) {
            random_target(w, &s);
            check_target(w, &s);
        }
        if (s.oracle.all.n < 300) check_free(w, &s);
        for (uint32_t d = 0; d < s.oracle.all.n && d < 20; d++) {
            const struct term *program = oracle_program(&s.oracle, d);
            assert_int_equal(program->open, 0);
            assert_string_equal(oracle_evaluate(&s.oracle, program)->text, s.texts[d]);
        }
    }
    print_message("%u of %d sentences have a derivation that refers\n", n_bound, SAMPLES / 3);
    assert_true(n_bound > SAMPLES / 16);
}

static void referring_gradient_body(struct world *w) {
    open_domain(w);
    for (uint32_t i = 0; i < SAMPLES / 20; i++) {
        struct sample s;
        rng_seed(&w->rng, i);
        if (!referring_sample(w, &s)) continue;
        random_target(w, &s);
        check_gradient(w, &s);
    }
}

static const char *const small_lexicon[][3] = {
    {"a", "V", "a"},
    {"b", "V", "b"},
    {"c", "V", "c"},
    {"ab", "V", "concat(a, b)"},
    {"s", "S", "concat(b, c)"},
    {"d", "D", "b"},
    {"it", "V^V", "\\x. x"},
    {"itself", "V^S", "\\x. x"},
    {"around", "(V\\V)^V", "\\z.\\x. concat(z, concat(x, z))"},
    {";", "LET", NULL},
    {":", "ALSO", NULL},
    {"then", "V\\V/V", "\\y.\\x. concat(x, y)"},
    {"and", "AND", NULL},
    {"or", "OR", NULL},
    {"doubled", "V/V", "\\x. concat(x, x)"},
    {"many", "MANY", NULL},
    {"um", "EMPTY", NULL},
};

static void open_small(struct world *w) {
    open_domain(w);
    world_clear(w);
    for (size_t i = 0; i < LENGTH(small_lexicon); i++) {
        const char *const *row = small_lexicon[i];
        cat_id cat = world_category(w, row[1]);
        lexicon_add_word(&w->lexicon, row[0], strlen(row[0]));
        const struct term *program = row[2] ? world_term(w, cat, row[2]) : NULL;
        lexicon_add_slot(&w->lexicon, lexicon_entry(&w->lexicon, cat, program), 0, false);
    }
    lexicon_index(&w->lexicon);
}

/* What sentences mean, written out: one meaning, or none. */
static void referred_body(struct world *w) {
    static const char *const rows[][2] = {
        {"a ; it", "a"},
        {"a ; it then b", "ab"},
        {"a ; b then it", "ba"},
        {"a ; it then it", "aa"},
        {"ab ; b then it then c", "babc"},
        {"a ; it and it", "aa"},
        {"a ; b and it", "ba"},
        {"ab ; doubled it", "abab"},
        {"a ; b around", "aba"},
        {"a ; it around", "aaa"},
        {"a ; b around then it", "abaa"},
        {"a ; doubled b around", NULL},        /* two: abba, abaaba */
        {"ab ; doubled it ; it then c", NULL}, /* doubled (it ; it then c) as well */
        {"ab ; it ; it", "ab"},
        {"ab ; it ; it ; it", "ab"},
        {"ab ; c around ; it", "abcab"},
        {"ab ; b then it ; c around", NULL}, /* b then (it ; c around) */
        {"ab ; c it or b", "bcab"},
        {"ab ; c b or it", "abcb"},
        {"ab ; it b or it", "ababb"},
        {"s : itself", "bc"},
        {"s : itself then itself", "bcbc"},
        {"d ; it then a", "ba"},
        {"a ; many", "aa"},
        {"ab many c", "cab"},
        {"d many c", "cb"},
        {"um ab um ; um it um", "ab"},
        {"a ; um b um then um it", "ba"},
        {"a ; b", ""},
        {"it", ""},
        {"a ; itself", ""},
        {"s ; it", ""},
        {"s ; itself", ""},
        {"a : it", ""},
        {"s : it", ""},
        {"; it", ""},
        {"a ;", ""},
        {"it ; it", ""},
    };
    open_small(w);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct sample s = {0};
        struct exact e;
        s.n = lexicon_words(&w->lexicon, rows[i][0], s.words, ORACLE_WORDS);
        assert_true(s.n <= ORACLE_WORDS);
        parse(w, &s);
        exact_run(&e, world_walk(w, &s.chart, s.weight), NULL, &all_values);
        check_free(w, &s);
        bool none = rows[i][1] && !*rows[i][1];
        if (none != !s.chart.roots.n) fail_msg("'%s' has derivations, or none", rows[i][0]);
        if (none) continue;
        struct range items = e.of_node[e.walk.plan->roots[0]];
        bool right = items.n == (rows[i][1] ? 1 : 2);
        if (right && rows[i][1]) right = !strcmp(item_text(w, &e, items.first), rows[i][1]);
        if (!right)
            fail_msg("'%s' has %u meanings; the first is %s", rows[i][0], items.n,
                     item_text(w, &e, items.first));
    }
}

WORLD_TEST(target)
WORLD_TEST(gradient)
WORLD_TEST(kept)
WORLD_TEST(not_kept)
WORLD_TEST(reduced)
WORLD_TEST(without_target)
WORLD_TEST(beam)
WORLD_TEST(long_targets)
WORLD_TEST(repeated_targets)
WORLD_TEST(limit)
WORLD_TEST(functors)
WORLD_TEST(unused)
WORLD_TEST(referring)
WORLD_TEST(referring_gradient)
WORLD_TEST(referred)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(target),
        cmocka_unit_test(gradient),
        cmocka_unit_test(kept),
        cmocka_unit_test(not_kept),
        cmocka_unit_test(reduced),
        cmocka_unit_test(without_target),
        cmocka_unit_test(beam),
        cmocka_unit_test(long_targets),
        cmocka_unit_test(repeated_targets),
        cmocka_unit_test(limit),
        cmocka_unit_test(functors),
        cmocka_unit_test(unused),
        cmocka_unit_test(referring),
        cmocka_unit_test(referring_gradient),
        cmocka_unit_test(referred),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
