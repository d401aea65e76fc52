/* Expected execution, CKY-E2, held against three things:
 *
 *   the paper's arithmetic example, step by step
 *   brute force (tests/oracle.h), where every value is used once and the mean
 *       of the parts must be the mean of the whole
 *   central differences, for whole charts */
#include "tests/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/shared.h"
#include "types/kernels.h"

#define GRAMMARS (SANITIZED ? 8000 : 40000)

/* ---- the paper's example --------------------------------------------------------------- */

static uint32_t node_at(const struct plan *plan, cat_id cat, uint32_t begin, uint32_t end) {
    for (uint32_t i = 0; i < plan->n_nodes; i++) {
        const struct plan_node *n = &plan->nodes[i];
        if (n->cat == cat && n->begin == begin && n->end == end) return i;
    }
    fail_msg("no node over [%u, %u)", begin, end);
    return NO_NODE;
}

/* ONE is 1; the other two words are "plus one" or "times three", half and half. */
static void paper_body(struct world *w) {
    const char *plus = "N\\N : \\x. add(x, 1)", *times = "N\\N : \\x. mul(x, 3)";
    world_built_in(w, "arith");
    world_word(w, "ONE", "N : 1", log(1), NULL);
    world_word(w, "PLUS_ONE", plus, log(.5), times, log(.5), NULL);
    world_word(w, "MUL_THREE", plus, log(.5), times, log(.5), NULL);
    world_close(w);
    static const uint32_t words[] = {0, 1, 2};
    struct target target = {.number = 5};
    struct chart chart;
    struct expected e;
    chart_parse(&chart, &w->arena, &w->lexicon, words, 3, false);
    expected_run(&e, world_walk(w, &chart, w->lexicon.tau), &target, &w->scratch);

    cat_id n = world_category(w, "N");
    uint32_t two = node_at(e.walk.plan, n, 0, 2), three = node_at(e.walk.plan, n, 0, 3);
    assert_near(*e.mean[two], 2.5, 1e-15);
    assert_near(e.log_weight[two], 0, 1e-15);
    double seen = 0;
    for (uint32_t i = e.first_of[three]; i != NO_NODE; i = e.contributions.at[i].next) {
        double value = *expected_value(&e, i);
        assert_near(e.contributions.at[i].share, .5, 1e-15);
        assert_true(near(value, 3.5, 1e-15) || near(value, 7.5, 1e-15));
        seen += value;
    }
    assert_near(seen, 11, 1e-15);
    assert_int_equal(chart.roots.n, 1);
    assert_near(*e.mean[e.walk.plan->roots[0]], 5.5, 1e-15);
    assert_near(expected_loss(&e, NULL), .25, 1e-15);
}

/* ---- random programs in which no value is used twice --------------------------------------- */

static const char arith_definition[] =
    "domain test\n"
    "kernels arith\n"
    "execution expected\n"
    "type N\n"
    "op add : N, N -> N [associative, commutative]\n"
    "op mul : N, N -> N [associative, commutative]\n"
    "numbers 1 2 3 : N\n"
    "category A : N\n"
    "category B : N\n"
    "root A B\n"
    "conjunction AND any of N : \\x.\\y. add(x, y)\n"
    "conjunction OR A -> A\\A : \\x.\\y.\\z. mul(z, add(x, y))\n";

#define VARS 16

/* Variables that are still to be used. */
struct open_vars {
    struct {
        uint32_t level; /* lambdas around its own */
        type_id type;
    } at[VARS];
    uint32_t n;
};

static const struct term *random_term(struct world *w, uint32_t depth, struct open_vars vars,
                                      type_id type);

/* Deal the variables out to two sides at random. */
static void deal(struct world *w, const struct open_vars *all, struct open_vars *left,
                 struct open_vars *right) {
    left->n = right->n = 0;
    for (uint32_t i = 0; i < all->n; i++) {
        struct open_vars *side = rng_below(&w->rng, 2) ? left : right;
        side->at[side->n++] = all->at[i];
    }
}

static const struct term *random_op(struct world *w, uint32_t depth, struct open_vars vars,
                                    type_id type) {
    struct open_vars left, right;
    deal(w, &vars, &left, &right);
    const struct term *args[2] = {random_term(w, depth, left, type),
                                  random_term(w, depth, right, type)};
    return term_op(&w->domain->lang, (uint16_t)rng_below(&w->rng, 2), args);
}

/* Apply the last variable to all it wants; the others go into its arguments. */
static const struct term *random_call(struct world *w, uint32_t depth, struct open_vars vars) {
    struct lang *lang = &w->domain->lang;
    type_id type = vars.at[--vars.n].type;
    const struct term *term = term_var(lang, depth - 1 - vars.at[vars.n].level, type);
    while (lang_is_function(lang, term->type)) {
        struct open_vars mine, rest;
        struct type f = lang->types.at[term->type];
        deal(w, &vars, &mine, &rest);
        if (!lang_is_function(lang, f.result)) mine = vars;
        term = term_apply(lang, term, random_term(w, depth, mine, f.argument));
        vars = rest;
    }
    return term;
}

static const struct term *random_lambda(struct world *w, uint32_t depth, struct open_vars vars,
                                        type_id type) {
    struct lang *lang = &w->domain->lang;
    struct type f = lang->types.at[type];
    if (vars.n == 1 && vars.at[0].type == type && rng_below(&w->rng, 2))
        return term_var(lang, depth - 1 - vars.at[0].level, type);
    if (rng_below(&w->rng, 12)) { /* else the argument is dropped */
        vars.at[vars.n].level = depth;
        vars.at[vars.n++].type = f.argument;
    }
    return term_lambda(lang, f.argument, random_term(w, depth + 1, vars, f.result));
}

static const struct term *random_term(struct world *w, uint32_t depth, struct open_vars vars,
                                      type_id type) {
    static const double numbers[] = {1, 2, 3, .5, -1, 0};
    struct lang *lang = &w->domain->lang;
    if (lang_is_function(lang, type)) return random_lambda(w, depth, vars, type);
    if (!vars.n && rng_below(&w->rng, 3))
        return term_number(lang, numbers[rng_below(&w->rng, LENGTH(numbers))]);
    bool functor = vars.n && lang_is_function(lang, vars.at[vars.n - 1].type);
    if (functor || (vars.n == 1 && rng_below(&w->rng, 2))) return random_call(w, depth, vars);
    return random_op(w, depth, vars, type);
}

/* ---- random grammars ----------------------------------------------------------------------- */

struct sample {
    uint32_t words[ORACLE_WORDS], n;
    double *weight;
    struct chart chart;
    struct oracle oracle;
    struct target target;
};

static cat_id random_category(struct world *w) {
    static const char *const usual[] = {"A",
                                        "A",
                                        "A",
                                        "A",
                                        "B",
                                        "A/A",
                                        "A\\A",
                                        "A\\A",
                                        "A\\A/A",
                                        "A/B",
                                        "A\\A/(A\\A)",
                                        "A/A/(A/A)",
                                        "AND",
                                        "AND",
                                        "AND",
                                        "OR",
                                        "OR",
                                        "EMPTY",
                                        "B\\A/A",
                                        "A\\A\\(A\\A)",
                                        "A/(A/A)",
                                        "A/(A/(A/A))",
                                        "A\\A/(A\\A/A)"};
    return world_category(w, usual[rng_below(&w->rng, LENGTH(usual))]);
}

static void random_word(struct world *w, uint32_t number) {
    char name[16];
    snprintf(name, sizeof name, "w%u", number);
    lexicon_add_word(&w->lexicon, name, strlen(name));
    uint32_t n = 1 + rng_below(&w->rng, 4);
    for (uint32_t i = 0, empties = 0; i < n; i++) {
        cat_id cat = random_category(w);
        if (cat == CAT_EMPTY && empties++) cat = world_category(w, "A");
        type_id type = w->domain->syntax.cats.at[cat].type;
        const struct term *program =
            type == TYPE_NONE ? NULL : random_term(w, 0, (struct open_vars){0}, type);
        lexicon_add_slot(&w->lexicon, lexicon_entry(&w->lexicon, cat, program), rng_normal(&w->rng),
                         false);
    }
}

static void random_sample(struct world *w, struct sample *s) {
    uint32_t n_words = 1 + rng_below(&w->rng, 4);
    world_domain(w, arith_definition);
    for (uint32_t i = 0; i < n_words; i++) random_word(w, i);
    world_close(w);
    s->n = 1 + rng_below(&w->rng, 5);
    for (uint32_t i = 0; i < s->n; i++) s->words[i] = rng_below(&w->rng, n_words);
    s->weight = w->lexicon.tau;
    s->target = (struct target){.number = rng_normal(&w->rng)};
    chart_parse(&s->chart, &w->arena, &w->lexicon, s->words, s->n, false);
    oracle_parse(&s->oracle, w, s->words, s->n, false);
}

/* What brute force says about a root category: log weight and mean. */
static double enumerate_root(const struct sample *s, cat_id root, double *mean) {
    double max = -INFINITY, sum = 0;
    *mean = 0;
    for (uint32_t d = 0; d < s->oracle.all.n; d++)
        if (s->oracle.all.at[d].root == root)
            max = fmax(max, oracle_weight(&s->oracle, d, s->weight));
    for (uint32_t d = 0; d < s->oracle.all.n; d++) {
        if (s->oracle.all.at[d].root != root) continue;
        double p = exp(oracle_weight(&s->oracle, d, s->weight) - max);
        sum += p;
        *mean += p * oracle_meaning(&s->oracle, d)->number;
    }
    *mean /= sum;
    return max + log(sum);
}

static void check_means(struct world *w, struct sample *s) {
    struct expected e;
    double loss = 0, total = oracle_log_sum(&s->oracle, s->weight, NULL);
    expected_run(&e, world_walk(w, &s->chart, s->weight), &s->target, &w->scratch);
    for (uint32_t i = 0; i < s->chart.roots.n; i++) {
        uint32_t root = e.walk.plan->roots[i];
        double mean, log_weight = enumerate_root(s, e.walk.plan->nodes[root].cat, &mean);
        assert_near(e.log_weight[root], log_weight, 1e-11);
        assert_near(*e.mean[root], mean, 1e-9);
        loss += exp(log_weight - total) * (mean - s->target.number) * (mean - s->target.number);
    }
    if (!s->chart.roots.n) loss = INFINITY;
    assert_near(expected_loss(&e, NULL), loss, 1e-8);
}

static void enumeration_body(struct world *w) {
    uint32_t parsed = 0, ambiguous = 0;
    for (uint32_t i = 0; i < GRAMMARS; i++) {
        struct sample s;
        rng_seed(&w->rng, i);
        random_sample(w, &s);
        parsed += s.oracle.all.n > 0;
        if (s.oracle.used_twice)
            continue; /* what is joined takes the same thing twice: see below */
        ambiguous += s.oracle.all.n > 1;
        check_means(w, &s);
    }
    print_message("%u of %d sentences have a derivation, %u more than one\n", parsed, GRAMMARS,
                  ambiguous);
    assert_true(ambiguous > GRAMMARS / 20);
}

/* f(f(1)) with f = times y, where y is 1 or 3: the mean of 1 and 9 is 5, but
 * the mean of y, used twice, gives 4. */
static void used_twice_body(struct world *w) {
    world_domain(w, arith_definition);
    world_word(w, "one", "A : 1", 0.0, NULL);
    world_word(w, "twice", "A\\A/(A\\A) : \\f.\\x. f(f(x))", 0.0, NULL);
    world_word(w, "times", "A\\A/A : \\y.\\x. mul(x, y)", 0.0, NULL);
    world_word(w, "some", "A : 1", 0.0, "A : 3", 0.0, NULL);
    world_close(w);
    struct sample s = {.words = {0, 1, 2, 3}, .n = 4, .weight = w->lexicon.tau};
    chart_parse(&s.chart, &w->arena, &w->lexicon, s.words, s.n, false);
    oracle_parse(&s.oracle, w, s.words, s.n, false);
    struct expected e;
    double mean;
    expected_run(&e, world_walk(w, &s.chart, s.weight), &s.target, &w->scratch);
    enumerate_root(&s, world_category(w, "A"), &mean);
    double gap = mean - *e.mean[e.walk.plan->roots[0]];
    print_message("used twice: enumeration %g, expected execution %g, gap %g\n", mean, mean - gap,
                  gap);
    assert_near(mean, 5, 1e-12);
    assert_near(gap, 1, 1e-12);
}

/* ---- what cannot be run ------------------------------------------------------------------------- */

static void run_words(struct world *w) {
    static const uint32_t words[] = {0, 1};
    struct target target = {0};
    struct chart chart;
    struct expected e;
    chart_parse(&chart, &w->arena, &w->lexicon, words, 2, false);
    assert_true(chart.roots.n > 0);
    expected_run(&e, world_walk(w, &chart, w->lexicon.tau), &target, &w->scratch);
}

static g2l2_status try_words(struct world *w, const char *first, const char *second) {
    world_domain(w, arith_definition);
    world_word(w, "first", first, 0.0, NULL);
    world_word(w, "second", second, 0.0, NULL);
    world_close(w);
    struct guard outer = w->guard;
    if (guard_try(&w->guard, &w->err)) run_words(w);
    g2l2_status status = w->guard.status;
    w->guard = outer;
    return status;
}

static void refused_body(struct world *w) {
    static const struct {
        const char *first, *second;
        g2l2_status status;
    } rows[] = {
        {"A/A : \\x. add(x, 1)", "A : 1", G2L2_STATUS_OK},
        {"A/A : \\x. add(x, ?)", "A : 1", G2L2_STATUS_TYPE},
        {"A/A : ?", "A : 1", G2L2_STATUS_TYPE},
        {"A/A : \\x. x", "A : ?", G2L2_STATUS_TYPE},
        {"A/(A/A) : \\f. f(1)", "A/A : ?", G2L2_STATUS_TYPE},
        {"A/(A/(A/A)) : \\f. f(?)", "A/(A/A) : \\g. g(1)", G2L2_STATUS_TYPE},
        {"A/(A/(A/A)) : \\f. f(\\x. x)", "A/(A/A) : \\g. g(1)", G2L2_STATUS_OK},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_int_equal(try_words(w, rows[i].first, rows[i].second), rows[i].status);
}

/* Cases of schemas are words like any others. */
static void schemas_body(struct world *w) {
    static const uint32_t words[] = {0, 1, 0};
    struct target target = {.number = 5};
    struct chart chart;
    struct expected e;
    char text[2048];
    snprintf(
        text, sizeof text,
        "%s\nschema M\n case A\\A : \\x. add(x, 2)\n case A\\A/A : \\y.\\x. mul(add(x, 1), y)\n",
        arith_definition);
    world_domain(w, text);
    world_word(w, "three", "A : 3", 0.0, NULL);
    world_word(w, "m", "M", 0.0, NULL);
    world_close(w);
    chart_parse(&chart, &w->arena, &w->lexicon, words, 2, false);
    expected_run(&e, world_walk(w, &chart, w->lexicon.tau), &target, &w->scratch);
    assert_near(*e.mean[e.walk.plan->roots[0]], 5, 1e-15);
    chart_parse(&chart, &w->arena, &w->lexicon, words, 3, false);
    expected_run(&e, world_walk(w, &chart, w->lexicon.tau), &target, &w->scratch);
    assert_near(*e.mean[e.walk.plan->roots[0]], 12, 1e-15);
}

static double mean_of(struct world *w, const char *sentence) {
    uint32_t *words = arena_array(&w->arena, uint32_t, 16);
    uint32_t n = lexicon_words(&w->lexicon, sentence, words, 16);
    struct target target = {0};
    struct chart chart;
    struct expected e;
    chart_parse(&chart, &w->arena, &w->lexicon, words, n, false);
    assert_int_equal(chart.roots.n, 1);
    expected_run(&e, world_walk(w, &chart, w->lexicon.tau), &target, &w->scratch);
    return *e.mean[e.walk.plan->roots[0]];
}

/* Words that refer back mean what was named before: they are functions of that. */
static void referring_body(struct world *w) {
    static const struct {
        const char *sentence;
        double mean;
    } rows[] = {{"one ; next it", 2}, {"one ; it", 1}, {"next one ; next next it", 4}};
    char text[2048];
    snprintf(text, sizeof text, "%s\nschema LET\n case X\\A/X^A\n", arith_definition);
    world_domain(w, text);
    world_word(w, "one", "A : 1", 0.0, NULL);
    world_word(w, "next", "A/A : \\x. add(x, 1)", 0.0, NULL);
    world_word(w, "it", "A^A : \\x. x", 0.0, NULL);
    world_word(w, ";", "LET", 0.0, NULL);
    world_close(w);
    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_near(mean_of(w, rows[i].sentence), rows[i].mean, 1e-15);
}

/* No derivation, or none with any weight, is an infinite loss and no gradient. */
static void hopeless_body(struct world *w) {
    static const uint32_t words[] = {0, 0};
    world_domain(w, arith_definition);
    world_word(w, "never", "A : 1", -INFINITY, NULL);
    world_close(w);
    for (uint32_t n = 0; n <= 2; n++) {
        struct target target = {0};
        struct chart chart;
        struct expected e;
        double grad = 0;
        chart_parse(&chart, &w->arena, &w->lexicon, words, n, false);
        expected_run(&e, world_walk(w, &chart, w->lexicon.tau), &target, &w->scratch);
        assert_true(expected_loss(&e, &grad) == INFINITY);
        assert_true(grad == 0);
    }
}

/* ---- gradients of charts ----------------------------------------------------------------------- */

static double loss_of(struct world *w, const struct sample *s, bool lexical) {
    struct expected e;
    struct chart chart;
    chart_parse(&chart, &w->arena, &w->lexicon, s->words, s->n, lexical);
    expected_run(&e, world_walk(w, &chart, s->weight), &s->target, &w->scratch);
    return expected_loss(&e, NULL);
}

static void check_chart_gradient(struct world *w, struct sample *s, bool lexical) {
    const double h = 1e-5;
    uint32_t n = w->lexicon.slots.n;
    double *grads = arena_zalloc(&w->arena, n * sizeof *grads);
    double *again = arena_zalloc(&w->arena, n * sizeof *again);
    struct expected e;
    struct chart chart;
    chart_parse(&chart, &w->arena, &w->lexicon, s->words, s->n, lexical);
    if (!chart.roots.n) return;
    expected_run(&e, world_walk(w, &chart, s->weight), &s->target, &w->scratch);
    double loss = expected_loss(&e, grads);
    assert_near(expected_loss(&e, again), loss, 0);
    for (uint32_t i = 0; i < n; i++) {
        /* the difference of two losses is only good to their own rounding */
        double slope, slack = 1e-7 + 1e-15 * fabs(loss) / h;
        differentiate(slope, &s->weight[i], h, loss_of(w, s, lexical));
        assert_near(grads[i], slope, slack);
        assert_near(grads[i], again[i], 0);
    }
}

static void arith_gradient_body(struct world *w) {
    for (uint32_t i = 0; i < GRAMMARS / 4; i++) {
        struct sample s;
        rng_seed(&w->rng, i);
        random_sample(w, &s);
        check_chart_gradient(w, &s, i % 2);
    }
}

/* ---- nav: random grammars ------------------------------------------------------------------------ */

static const char nav_definition[] =
    "domain test\n"
    "kernels nav\n"
    "execution expected\n" SEQUENCES "conjunction AND V -> V : \\x.\\y. concat(x, y)\n"
    "candidates all\n"
    "  operations 3\n"
    "  programs V\n"
    "  programs V/V\n"
    "  programs V\\V\n"
    "  programs V\\V/V\n"
    "  programs S\\V/V\n"
    "  programs V\\V/(V\\V)\n"
    "  entry AND\n"
    "  entry AND\n"
    "  entry EMPTY\n";

static uint32_t n_lambdas(const struct term *term) {
    return term->kind == TERM_LAMBDA ? 1 + n_lambdas(term->subs[0]) : 0;
}

static void nav_word(struct world *w, const candidate_list *from, uint32_t number, bool once) {
    char name[16];
    snprintf(name, sizeof name, "w%u", number);
    lexicon_add_word(&w->lexicon, name, strlen(name));
    uint32_t n = 1 + rng_below(&w->rng, 4), line = 0, empties = 0;
    for (uint32_t i = 0; i < n;) {
        struct candidate c = from->at[rng_below(&w->rng, from->n)];
        if (!c.program) line = rng_below(&w->rng, 8);
        if (c.cat == CAT_EMPTY && (line || empties++)) continue;
        if (once && c.program && term_count_variables(c.program) != n_lambdas(c.program)) continue;
        uint32_t entry = lexicon_entry(&w->lexicon, c.cat, c.program);
        lexicon_add_slot(&w->lexicon, entry, rng_normal(&w->rng), false);
        i++;
    }
}

static void nav_domain(struct world *w, candidate_list *out) {
    const char *actions[] = {"a b c"};
    world_domain(w, nav_definition);
    domain_add_literals(w->domain, actions, 1, NULL, 0);
    domain_candidates(w->domain, domain_set(w->domain, NULL), out);
    /* the rare ones as often as the many */
    struct candidate rare[] = {{world_category(w, "AND"), NULL}, {CAT_EMPTY, NULL}};
    for (uint32_t i = 0; i < 30; i++) vec_push(&w->domain->arena, out, rare[i % 2]);
    cat_id v = world_category(w, "V");
    for (uint32_t i = 0, n = out->n; i < 6 * n; i++)
        if (out->at[i % n].cat == v) vec_push(&w->domain->arena, out, out->at[i % n]);
    domain_close(w->domain);
}

static void nav_sample(struct world *w, const candidate_list *from, struct sample *s, bool once) {
    static const uint32_t literals[] = {0, 1, 2, 0, 0, 1, 1, 2};
    uint32_t n_words = 1 + rng_below(&w->rng, 4);
    world_clear(w);
    for (uint32_t i = 0; i < n_words; i++) nav_word(w, from, i, once);
    lexicon_index(&w->lexicon);
    s->n = 1 + rng_below(&w->rng, 4);
    for (uint32_t i = 0; i < s->n; i++) s->words[i] = rng_below(&w->rng, n_words);
    s->weight = w->lexicon.tau;
    uint32_t first = rng_below(&w->rng, 4);
    s->target =
        (struct target){.n = rng_below(&w->rng, 5), .literals = literals + first, .number = 6};
    chart_parse(&s->chart, &w->arena, &w->lexicon, s->words, s->n, false);
    oracle_parse(&s->oracle, w, s->words, s->n, false);
}

/* L and J of a root by brute force: [size] as nav's expected kernels lay them out. */
static void enumerate_strings(const struct sample *s, cat_id root, uint32_t max, uint32_t actions,
                              double *out) {
    double total = 0;
    for (uint32_t d = 0; d < s->oracle.all.n; d++) {
        if (s->oracle.all.at[d].root != root) continue;
        double p = exp(oracle_weight(&s->oracle, d, s->weight));
        const char *text = oracle_meaning(&s->oracle, d)->text;
        uint32_t n = (uint32_t)strlen(text);
        total += p;
        if (n > max) continue;
        out[n] += p;
        size_t block = max + 1 + (size_t)actions * n * (n ? n - 1 : 0) / 2;
        for (uint32_t k = 0; k < n; k++) out[block + k * actions + (size_t)(text[k] - 'a')] += p;
    }
    size_t size = max + 1 + (size_t)actions * (max + 1) * max / 2;
    for (size_t i = 0; i < size; i++) out[i] /= total;
}

/* Lengths and places of actions are exact where no argument is used twice. */
static void strings_body(struct world *w) {
    candidate_list from = {0};
    uint32_t ambiguous = 0;
    nav_domain(w, &from);
    for (uint32_t i = 0; i < GRAMMARS / 4; i++) {
        struct sample s;
        struct expected e;
        rng_seed(&w->rng, i);
        nav_sample(w, &from, &s, true);
        ambiguous += s.oracle.all.n > 1;
        expected_run(&e, world_walk(w, &s.chart, s.weight), &s.target, &w->scratch);
        for (uint32_t r = 0; r < s.chart.roots.n; r++) {
            uint32_t root = e.walk.plan->roots[r];
            double *wanted = arena_zalloc(&w->arena, e.size * sizeof *wanted);
            enumerate_strings(&s, e.walk.plan->nodes[root].cat, 6, 3, wanted);
            for (size_t k = 0; k < e.size; k++) assert_near(e.mean[root][k], wanted[k], 1e-12);
        }
    }
    print_message("%u of %d sentences have more than one derivation\n", ambiguous, GRAMMARS / 4);
    assert_true(ambiguous > GRAMMARS / 40);
}

static void nav_gradient_body(struct world *w) {
    candidate_list from = {0};
    nav_domain(w, &from);
    for (uint32_t i = 0; i < GRAMMARS / 8; i++) {
        struct sample s;
        rng_seed(&w->rng, i);
        nav_sample(w, &from, &s, false);
        check_chart_gradient(w, &s, i % 2);
    }
}

WORLD_TEST(paper)
WORLD_TEST(enumeration)
WORLD_TEST(used_twice)
WORLD_TEST(refused)
WORLD_TEST(schemas)
WORLD_TEST(referring)
WORLD_TEST(hopeless)
WORLD_TEST(arith_gradient)
WORLD_TEST(strings)
WORLD_TEST(nav_gradient)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paper),      cmocka_unit_test(enumeration),
        cmocka_unit_test(used_twice), cmocka_unit_test(schemas),
        cmocka_unit_test(referring),  cmocka_unit_test(refused),
        cmocka_unit_test(hopeless),   cmocka_unit_test(arith_gradient),
        cmocka_unit_test(strings),    cmocka_unit_test(nav_gradient),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
