/* Categories and rules.
 *
 * What combines with what is said in tests/spec/rules.txt, one pair a line; here
 * every line is tried, with the rules and with the closed table. */
#include <stdlib.h>
#include <string.h>

#include "tests/oracle.h"

static const char grammar[] = "domain test\n"
                              "kernels arith\n"
                              "execution expected\n"
                              "type N\n"
                              "type M\n"
                              "op add : N, N -> N\n"
                              "op addm : M, M -> M = add\n"
                              "category A : N\n"
                              "category B : N\n"
                              "category C : M\n"
                              "root A B\n"
                              "conjunction AND any of N : \\x.\\y. add(x, y)\n"
                              "conjunction ALSO any of M : \\x.\\y. addm(x, y)\n"
                              "conjunction OR A -> A\\A : \\x.\\y.\\z. add(z, add(x, y))\n"
                              "conjunction NOR A/A -> A : \\f.\\g. f(g(?))\n"
                              "category D : N includes A\n"
                              "category E : N includes D\n"
                              "schema CASES\n"
                              "  case A/A : \\x. x\n"
                              "  case A\\A/A : \\y.\\x. add(x, y)\n"
                              "schema LET\n"
                              "  case X\\D/X^A\n"
                              "schema LET_C\n"
                              "  case X\\C/X^C\n";

/* ---- the spec ----------------------------------------------------------------------------- */

struct spec_line {
    char left[64], right[64], result[64], rule[8];
};

/* A category, or a schema with its right-hand side in brackets, and what it speaks of. */
static const char *read_category(const char *at, char *out) {
    at += strspn(at, " ");
    size_t n = *at == '[' ? strcspn(at, "]") : 0;
    n += strcspn(at + n, " \n");
    assert_true(n > 0 && n < 64);
    memcpy(out, at, n);
    out[n] = 0;
    return at + n;
}

static bool read_spec_line(const char *line, struct spec_line *out) {
    if (*line == '#' || strspn(line, " \n") == strlen(line)) return false;
    char arrow[64];
    const char *at = read_category(line, out->left);
    at = read_category(at, out->right);
    at = read_category(at, arrow);
    at = read_category(at, out->result);
    assert_string_equal(arrow, "->");
    at += strspn(at, " ");
    size_t n = strcspn(at, " \n");
    assert_true(n < sizeof out->rule);
    memcpy(out->rule, at, n);
    out->rule[n] = 0;
    return true;
}

/* [LET B^A], or [AND A]^B: the schema has taken an A^B. */
static cat_id spec_category(struct world *w, const char *text) {
    struct syntax *syntax = &w->domain->syntax;
    if (*text != '[') return world_category(w, text);
    char name[64], rest[64];
    read_category(read_category(text + 1, name), rest);
    char *end = strchr(rest, ']');
    assert_non_null(end);
    *end = 0;
    cat_id schema = world_category(w, name), right = world_category(w, rest);
    if (end[1] == '^') right = syntax_open(syntax, right, world_category(w, end + 2));
    cat_id made = syntax_combine(syntax, schema, right).result;
    assert_int_not_equal(made, CAT_NONE);
    return made;
}

static const char *print_category(struct world *w, cat_id cat) {
    struct buf out;
    buf_init(&out, &w->arena);
    category_print(&w->domain->syntax, cat, &out);
    return out.at;
}

static void check_spec(struct world *w, const struct spec_line *line, size_t number, bool closed) {
    struct syntax *syntax = &w->domain->syntax;
    cat_id left = spec_category(w, line->left), right = spec_category(w, line->right);
    struct combination made =
        closed ? syntax_lookup(syntax, left, right) : syntax_combine(syntax, left, right);
    const char *found = made.result == CAT_NONE ? "-" : print_category(w, made.result);
    const char *rule = made.result == CAT_NONE ? "" : syntax_rules[made.rule].name;
    if (strcmp(found, line->result) || strcmp(rule, line->rule))
        fail_msg("line %zu: %s %s -> %s %s, not %s %s", number, line->left, line->right, found,
                 rule, line->result, line->rule);
}

/* `closed`: by the table, once all categories of the file are known. */
static uint32_t for_spec_lines(struct world *w, const char *path, bool closed) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char text[256];
    uint32_t n = 0;
    for (size_t number = 1; fgets(text, sizeof text, file); number++) {
        struct spec_line line;
        if (!read_spec_line(text, &line)) continue;
        check_spec(w, &line, number, closed);
        n++;
    }
    fclose(file);
    return n;
}

static void rules_body(struct world *w) {
    world_domain(w, grammar);
    assert_true(for_spec_lines(w, "tests/spec/rules.txt", false) >= 240);
    domain_close(w->domain);
    for_spec_lines(w, "tests/spec/rules.txt", true);
}

static void combinators_body(struct world *w) {
    char text[4096];
    snprintf(text, sizeof text, "%scombinators composition crossed substitution\nraise A over B\n",
             grammar);
    world_domain(w, text);
    assert_true(for_spec_lines(w, "tests/spec/combinators.txt", false) >= 25);
    domain_close(w->domain);
    for_spec_lines(w, "tests/spec/combinators.txt", true);
    const struct syntax *syntax = &w->domain->syntax;
    assert_int_equal(syntax->unaries.n, 2);
    assert_string_equal(print_category(w, syntax->unaries.at[0].result), "B/(B\\A)");
    assert_string_equal(print_category(w, syntax->unaries.at[1].result), "B\\(B/A)");
    const struct term *term = syntax->meanings.at[syntax->unaries.at[0].meaning].term;
    assert_string_equal(world_print(w, term), "\\x.\\f. f(x)");
}

/* The table says what the rules say, for every pair, and closing again adds nothing. */
static void table_body(struct world *w) {
    static const char *const categories[] = {"A\\A/(A\\A)", "A/B/C", "B\\(A/B)",
                                             "A/(A/(A/A))", "A^A",   "(A|D)^C"};
    world_domain(w, grammar);
    for (size_t i = 0; i < LENGTH(categories); i++) world_category(w, categories[i]);
    domain_close(w->domain);
    struct syntax *syntax = &w->domain->syntax;
    assert_int_equal(syntax->n_closed, syntax->cats.n);
    uint32_t combining = 0;
    for (cat_id l = 1; l < syntax->n_closed; l++)
        for (cat_id r = 1; r < syntax->n_closed; r++) {
            struct combination a = syntax_lookup(syntax, l, r), b = syntax_combine(syntax, l, r);
            assert_int_equal(a.result, b.result);
            assert_int_equal(a.rule, b.rule);
            assert_int_equal(a.lifted, b.lifted);
            combining += a.result != CAT_NONE;
        }
    assert_int_equal(syntax->n_closed, syntax->cats.n);
    assert_true(combining > 20);
}

/* ---- meanings ---------------------------------------------------------------------------------- */

/* Each rule's meaning, at the types of two categories. */
static void meanings_body(struct world *w) {
    static const char *const rows[][3] = {
        {"A/B", "B", "\\f.\\x. f(x)"},
        {"B", "A\\B", "\\x.\\f. f(x)"},
        {"A", "[AND A]", "\\y.\\x. add(y, x)"},
        {"A/A", "[AND A/A]", "\\g.\\f.\\x. add(g(x), f(x))"},
        {"A\\A/A", "[AND A\\A/A]", "\\g.\\f.\\y.\\x. add(g(y)(x), f(y)(x))"},
        {"A\\A/(A\\A)", "[AND A\\A/(A\\A)]", "\\h.\\g.\\f.\\x. add(h(f)(x), g(f)(x))"},
        {"A", "[OR A]", "\\z.\\y.\\x. add(x, add(z, y))"},
        {"A", "[LET B^A]", "\\x.\\f. f(x)"},
        {"(A/B)^C", "B", "\\f.\\y.\\x. f(x)(y)"},
        {"A/B", "B^C", "\\g.\\f.\\x. g(f(x))"},
        {"(A/B)^C", "B^C", "\\g.\\f.\\x. g(x)(f(x))"},
        {"A/(A/A)", "(A/A)^C", "\\g.\\f.\\x. g(f(x))"},
        {"A^C", "[AND A]", "\\f.\\y.\\x. add(f(x), y)"},
        {"A", "[AND A]^C", "\\y.\\f.\\x. add(y, f(x))"},
    };
    world_domain(w, grammar);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        spec_category(w, rows[i][0]);
        spec_category(w, rows[i][1]);
    }
    domain_close(w->domain);
    const struct syntax *syntax = &w->domain->syntax;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        cat_id left = spec_category(w, rows[i][0]), right = spec_category(w, rows[i][1]);
        struct combination made = syntax_lookup(syntax, left, right);
        assert_int_not_equal(made.result, CAT_NONE);
        assert_string_equal(world_print(w, syntax->meanings.at[made.meaning].term), rows[i][2]);
    }
}

/* Which sides are lifted, whoever is the functor. */
static void lifted_sides_body(struct world *w) {
    static const struct {
        const char *left, *right;
        uint8_t lifted;
    } rows[] = {
        {"A/B", "B", 0},
        {"A/B", "B^C", LIFTED_RIGHT},
        {"(A/B)^C", "B", LIFTED_LEFT},
        {"(A/B)^C", "B^C", LIFTED_LEFT | LIFTED_RIGHT},
        {"B^C", "A\\B", LIFTED_LEFT},
        {"B", "(A\\B)^C", LIFTED_RIGHT},
        {"B^C", "(A|B)^C", LIFTED_LEFT | LIFTED_RIGHT},
        {"AND", "A^C", LIFTED_RIGHT},
        {"A", "[AND A]^C", LIFTED_RIGHT},
        {"A^C", "[AND A]", LIFTED_LEFT},
        {"LET", "B^A", 0},
        {"A", "[LET B^A]", 0},
        {"A^C", "[LET B^A]", LIFTED_LEFT},
    };
    world_domain(w, grammar);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        cat_id left = spec_category(w, rows[i].left), right = spec_category(w, rows[i].right);
        struct combination made = syntax_combine(&w->domain->syntax, left, right);
        assert_int_not_equal(made.result, CAT_NONE);
        assert_int_equal(made.lifted, rows[i].lifted);
    }
}

/* ---- the slots of a schema ---------------------------------------------------------------------- */

static const struct group *find_group(struct world *w, uint32_t word, const char *category,
                                      uint32_t *slots) {
    const struct word *of = &w->lexicon.words.at[word];
    const struct group *found = NULL;
    cat_id cat = world_category(w, category);
    *slots = 0;
    for (uint32_t i = 0; i < of->n_groups; i++) {
        const struct group *g = &w->lexicon.groups.at[of->first_group + i];
        if (g->cat != cat) continue;
        found = g;
        *slots += g->n;
    }
    return found;
}

/* One slot, one weight, a group for each case; by itself only what takes any category. */
static void schema_groups_body(struct world *w) {
    uint32_t n;
    world_domain(w, grammar);
    world_word(w, "cases", "CASES", 1.0, NULL);
    world_word(w, "let", "LET", 2.0, NULL);
    world_word(w, "both", "CASES", 1.0, "A\\A/A : \\y.\\x. x", 2.0, "EMPTY", 3.0, NULL);
    world_word(w, "twice", "CASES", 1.0, "CASES", 2.0, "LET", 3.0, NULL);
    world_word(w, "after", "A", 1.0, NULL);
    world_close(w);
    assert_null(find_group(w, 0, "CASES", &n));
    const struct group *modifier = find_group(w, 0, "A/A", &n);
    assert_int_equal(n, 1);
    uint32_t slot = modifier->first;
    assert_string_equal(world_print(w, lexicon_program(&w->lexicon, slot, modifier->cat)),
                        "\\x. x");
    assert_int_equal(find_group(w, 0, "A\\A/A", &n)->first, slot);
    assert_non_null(find_group(w, 1, "LET", &n));
    assert_null(lexicon_program(&w->lexicon, w->lexicon.words.at[1].first, CAT_NONE));
    find_group(w, 2, "A\\A/A", &n);
    assert_int_equal(n, 2);
    find_group(w, 2, "A/A", &n);
    assert_int_equal(n, 1);
    find_group(w, 3, "A/A", &n);
    assert_int_equal(n, 2);
    find_group(w, 3, "A\\A/A", &n);
    assert_int_equal(n, 2);
    find_group(w, 3, "LET", &n);
    assert_int_equal(n, 1);
    find_group(w, 4, "A", &n); /* the next word's groups are its own */
    assert_int_equal(n, 1);
    assert_int_equal(w->lexicon.words.at[4].n_groups, 1);
}

/* ---- categories there and back ------------------------------------------------------------------- */

static void categories_body(struct world *w) {
    static const char *const rows[][2] = {
        {"A", "A"},
        {" A ", "A"},
        {"(A)", "A"},
        {"((A))", "A"},
        {"A/B", "A/B"},
        {"A / B", "A/B"},
        {"A\\B/C", "A\\B/C"},
        {"(A\\B)/C", "A\\B/C"},
        {"A\\(B/C)", "A\\(B/C)"},
        {"((A/A))/((B\\C))", "A/A/(B\\C)"},
        {"A/(B/(C/(A/B)))", "A/(B/(C/(A/B)))"},
        {"A|B", "A|B"},
        {"A | B", "A|B"},
        {"A|B/C", "A|B/C"},
        {"(A|B)/C", "A|B/C"},
        {"A\\(B|C)", "A\\(B|C)"},
        {"A|(A|B)", "A|(A|B)"},
        {"A^B", "A^B"},
        {" A ^ B ", "A^B"},
        {"(A)^(B)", "A^B"},
        {"((A^B))", "A^B"},
        {"(A/B)^C", "(A/B)^C"},
        {"(A|B\\C)^A", "(A|B\\C)^A"},
        {"(A/(B|C))^A", "(A/(B|C))^A"},
        {"AND", "AND"},
        {"LET", "LET"},
        {"CASES", "CASES"},
        {"EMPTY", "EMPTY"},
    };
    world_domain(w, grammar);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        cat_id cat = world_category(w, rows[i][0]);
        assert_string_equal(print_category(w, cat), rows[i][1]);
        assert_int_equal(world_category(w, rows[i][1]), cat);
    }
    assert_int_equal(world_category(w, "EMPTY"), CAT_EMPTY);
    assert_int_not_equal(world_category(w, "A/B/C"), world_category(w, "A/(B/C)"));
    assert_int_not_equal(world_category(w, "A/B"), world_category(w, "A\\B"));
    assert_int_not_equal(world_category(w, "A|B"), world_category(w, "A\\B"));
    assert_int_not_equal(world_category(w, "A|B"), world_category(w, "A/B"));
    assert_int_not_equal(world_category(w, "A^B"), world_category(w, "A/B"));
    assert_int_not_equal(world_category(w, "A^B"), world_category(w, "B^A"));
}

/* X^Y means a function of Y, as X/Y, X\\Y and X|Y do. */
static void category_types_body(struct world *w) {
    static const char *const alike[][2] = {{"A/C", "A^C"}, {"A|C", "A\\C"}, {"(A|C)^B", "A/C/B"}};
    world_domain(w, grammar);
    const struct syntax *syntax = &w->domain->syntax;
    for (size_t i = 0; i < LENGTH(alike); i++) {
        cat_id a = world_category(w, alike[i][0]), b = world_category(w, alike[i][1]);
        assert_int_equal(syntax->cats.at[a].type, syntax->cats.at[b].type);
    }
    assert_int_equal(syntax_closed(syntax, world_category(w, "(A/B)^C")), world_category(w, "A/B"));
    assert_int_equal(syntax_closed(syntax, world_category(w, "A/B")), world_category(w, "A/B"));
}

static cat_id random_category(struct world *w, uint32_t depth) {
    static const char *const names[] = {"A", "B", "C"};
    if (!depth || !rng_below(&w->rng, 3)) return world_category(w, names[rng_below(&w->rng, 3)]);
    cat_id result = random_category(w, depth - 1), argument = random_category(w, depth - 1);
    return syntax_slash(&w->domain->syntax, result, "/\\|"[rng_below(&w->rng, 3)], argument);
}

/* Only a whole category is open: X^Y takes no argument, and is none. */
static cat_id random_open(struct world *w, uint32_t depth) {
    cat_id inner = random_category(w, depth);
    if (rng_below(&w->rng, 2)) return inner;
    return syntax_open(&w->domain->syntax, inner, random_category(w, 0));
}

static void random_categories_body(struct world *w) {
    for (uint32_t i = 0; i < 5000; i++) {
        if (i % 500 == 0) world_domain(w, grammar);
        cat_id cat = random_open(w, 1 + i % 4);
        assert_int_equal(world_category(w, print_category(w, cat)), cat);
    }
}

static void category_errors_body(struct world *w) {
    static const struct {
        const char *text;
        g2l2_status status;
        size_t column;
        const char *says;
    } rows[] = {
        {"", G2L2_STATUS_FORMAT, 1, "too early"},
        {"A/", G2L2_STATUS_FORMAT, 3, "too early"},
        {"A/ ", G2L2_STATUS_FORMAT, 4, "too early"},
        {"/A", G2L2_STATUS_FORMAT, 1, "cannot have this"},
        {"A//B", G2L2_STATUS_FORMAT, 3, "cannot have this"},
        {"A B", G2L2_STATUS_FORMAT, 3, "nothing more"},
        {"A)", G2L2_STATUS_FORMAT, 2, "nothing more"},
        {"(A", G2L2_STATUS_FORMAT, 3, "')'"},
        {"(A/B", G2L2_STATUS_FORMAT, 5, "')'"},
        {"()", G2L2_STATUS_FORMAT, 2, "cannot have this"},
        {"F", G2L2_STATUS_UNKNOWN, 1, "'F' is not"},
        {"A/(B\\Dx)", G2L2_STATUS_UNKNOWN, 6, "'Dx' is not"},
        {"a", G2L2_STATUS_UNKNOWN, 1, "'a' is not"},
        {"AN", G2L2_STATUS_UNKNOWN, 1, "'AN' is not"},
        {"AND/A", G2L2_STATUS_FORMAT, 1, "takes no argument"},
        {"A/AND", G2L2_STATUS_FORMAT, 3, "cannot be an argument"},
        {"A/A\\EMPTY", G2L2_STATUS_FORMAT, 5, "cannot be an argument"},
        {"EMPTY\\A", G2L2_STATUS_FORMAT, 1, "takes no argument"},
        {"[AND A]", G2L2_STATUS_FORMAT, 1, "cannot have this"},
        {"A|", G2L2_STATUS_FORMAT, 3, "too early"},
        {"|A", G2L2_STATUS_FORMAT, 1, "cannot have this"},
        {"A|/B", G2L2_STATUS_FORMAT, 3, "cannot have this"},
        {"LET|A", G2L2_STATUS_FORMAT, 1, "takes no argument"},
        {"A|CASES", G2L2_STATUS_FORMAT, 3, "cannot be an argument"},
        {"A^", G2L2_STATUS_FORMAT, 3, "too early"},
        {"^A", G2L2_STATUS_FORMAT, 1, "cannot have this"},
        {"A^^B", G2L2_STATUS_FORMAT, 3, "cannot have this"},
        {"A^B^C", G2L2_STATUS_FORMAT, 4, "nothing more"},
        {"(A^B)^C", G2L2_STATUS_FORMAT, 1, "speak of nothing"},
        {"A^(B^C)", G2L2_STATUS_FORMAT, 3, "simple category"},
        {"A^(B/C)", G2L2_STATUS_FORMAT, 3, "simple category"},
        {"A^LET", G2L2_STATUS_FORMAT, 3, "simple category"},
        {"A^EMPTY", G2L2_STATUS_FORMAT, 3, "simple category"},
        {"AND^A", G2L2_STATUS_FORMAT, 1, "speak of nothing"},
        {"EMPTY^A", G2L2_STATUS_FORMAT, 1, "speak of nothing"},
        {"A^F", G2L2_STATUS_UNKNOWN, 3, "'F' is not"},
        {"A/B^C", G2L2_STATUS_FORMAT, 3, "cannot be an argument"},
        {"A^B/C", G2L2_STATUS_FORMAT, 1, "takes no argument"},
        {"A\\(B^C)", G2L2_STATUS_FORMAT, 3, "cannot be an argument"},
        {"(A/B^C", G2L2_STATUS_FORMAT, 4, "cannot be an argument"},
        {"(A/B)^C)", G2L2_STATUS_FORMAT, 8, "nothing more"},
        {"(A/B)^(C", G2L2_STATUS_FORMAT, 9, "')'"},
    };
    world_domain(w, grammar);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        cat_id out;
        g2l2_error err = {0};
        size_t n = strlen(rows[i].text);
        g2l2_status status = category_parse(&w->domain->syntax, rows[i].text, n, &out, &err);
        if (status != rows[i].status || err.column != rows[i].column || err.line != 1 ||
            !strstr(err.message, rows[i].says))
            fail_msg("'%s': %s, column %zu: %s", rows[i].text, g2l2_status_name(status), err.column,
                     err.message);
    }
}

/* Deep nests and long texts end in a category or an error, never in a crash. */
static void category_noise_body(struct world *w) {
    static const char letters[] = "AABC/\\|^^() \"ANDEMPTYLET[]\0\xce\xbb";
    char bytes[64];
    for (uint32_t i = 0; i < 20000; i++) {
        cat_id out;
        g2l2_error err = {0};
        if (i % 1000 == 0) world_domain(w, grammar);
        size_t n = rng_below(&w->rng, 24);
        for (size_t k = 0; k < n; k++) bytes[k] = letters[rng_below(&w->rng, sizeof letters - 1)];
        char *exact = malloc(n ? n : 1);
        assert_non_null(exact);
        memcpy(exact, bytes, n);
        if (category_parse(&w->domain->syntax, exact, n, &out, &err))
            assert_true(err.column >= 1 && err.column <= n + 1 && err.message[0]);
        else assert_int_equal(world_category(w, print_category(w, out)), out);
        free(exact);
    }
    for (int depth = 1; depth < 200000; depth *= 3) {
        struct buf text;
        cat_id out;
        buf_init(&text, &w->arena);
        for (int k = 0; k < depth; k++) buf_puts(&text, "(A/");
        assert_int_not_equal(category_parse(&w->domain->syntax, text.at, text.n, &out, NULL),
                             G2L2_STATUS_OK);
    }
}

/* Thousands of categories, each to be joined by each of many words for "and": a
 * limit stops it. */
static g2l2_status close_large(struct world *w) {
    struct guard inner, *outer = w->domain->arena.guard;
    w->domain->arena.guard = &inner;
    if (guard_try(&inner, &w->err)) syntax_close(&w->domain->syntax);
    w->domain->arena.guard = outer;
    return inner.status;
}

static void many_categories_body(struct world *w) {
    struct buf text;
    buf_init(&text, &w->scratch);
    buf_puts(&text, grammar);
    for (int i = 0; i < 40; i++)
        buf_printf(&text, "conjunction AND%d any of N : \\x.\\y. add(x, y)\n", i);
    for (int i = 0; i < 200; i++) buf_printf(&text, "category X%d : N\n", i);
    world_domain(w, text.at);
    assert_int_equal(close_large(w), G2L2_STATUS_LIMIT);
    assert_non_null(strstr(w->err.message, "too many categories"));
}

WORLD_TEST(rules)
WORLD_TEST(combinators)
WORLD_TEST(table)
WORLD_TEST(meanings)
WORLD_TEST(lifted_sides)
WORLD_TEST(schema_groups)
WORLD_TEST(categories)
WORLD_TEST(category_types)
WORLD_TEST(random_categories)
WORLD_TEST(category_errors)
WORLD_TEST(category_noise)
WORLD_TEST(many_categories)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules),
        cmocka_unit_test(combinators),
        cmocka_unit_test(table),
        cmocka_unit_test(meanings),
        cmocka_unit_test(lifted_sides),
        cmocka_unit_test(schema_groups),
        cmocka_unit_test(categories),
        cmocka_unit_test(category_types),
        cmocka_unit_test(random_categories),
        cmocka_unit_test(category_errors),
        cmocka_unit_test(category_noise),
        cmocka_unit_test(many_categories),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
