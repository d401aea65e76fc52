/* Categories and rules, and the reader of definitions.
 *
 * What combines with what is said in tests/spec/rules.txt, one pair a line; here
 * every line is tried, with the rules and with the closed table. Definitions
 * are tried statement by statement, each with what can be wrong about it, and
 * then with noise. */
#include "tests/oracle.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- definitions: what can be wrong -------------------------------------------------------------- */

/* Lines put before, so that a row needs to say only what it is about. */
static const char prefix[] = "domain d\nkernels nav\ntype V\ntype I\n"
                             "op empty : V\nop concat : V, V -> V\n"
                             "numbers 2 : I\nliterals action : V\n"
                             "category V : V\nroot V\n"
                             "conjunction AND any of V : \\x.\\y. concat(x, y)\n"
                             "candidates all\n";
#define PREFIX_LINES 12

struct bad_line {
    const char *line;
    g2l2_status status;
    size_t column;
    const char *says;
};

static void check_bad(const char *before, size_t n_before, const struct bad_line *row) {
    static char text[1 << 15];
    g2l2_domain *domain = NULL;
    g2l2_error err = {0};
    int n = snprintf(text, sizeof text, "%s%s\n# and a comment\n", before, row->line);
    g2l2_status status = domain_parse(text, (size_t)n, &domain, &err);
    if (status != row->status || err.line != n_before + 1 || err.column != row->column ||
        !strstr(err.message, row->says))
        fail_msg("'%s': %s, line %zu, column %zu: %s", row->line, g2l2_status_name(status),
                 err.line, err.column, err.message);
    assert_null(domain);
}

static void bad_lines(void **state) {
    (void)state;
    static const struct bad_line rows[] = {
        {"domian d", G2L2_STATUS_UNKNOWN, 1, "no such statement"},
        {"  domian d", G2L2_STATUS_UNKNOWN, 3, "no such statement"},
        {"domain", G2L2_STATUS_FORMAT, 7, "name is needed"},
        {"kernels", G2L2_STATUS_FORMAT, 8, "a name is needed"},
        {"import", G2L2_STATUS_FORMAT, 7, "a kind of values is needed"},
        {"import sequence heap", G2L2_STATUS_UNKNOWN, 17, "no such kind of values"},
        {"type W : heap", G2L2_STATUS_UNKNOWN, 10, "no such kind of values"},
        {"execution", G2L2_STATUS_FORMAT, 10, "'exact', 'expected' or 'mixed'"},
        {"execution fast", G2L2_STATUS_FORMAT, 11, "'exact', 'expected' or 'mixed'"},
        {"execution exactly", G2L2_STATUS_FORMAT, 11, "'exact', 'expected' or 'mixed'"},
        {"execution exact please", G2L2_STATUS_FORMAT, 17, "nothing more"},
        {"text", G2L2_STATUS_FORMAT, 5, "'commands', 'spoken', 'questions' or 'words'"},
        {"text answers", G2L2_STATUS_FORMAT, 6, "'commands', 'spoken', 'questions' or 'words'"},
        {"text questions please", G2L2_STATUS_FORMAT, 16, "nothing more"},
        {"grammar", G2L2_STATUS_FORMAT, 8, "'plain' or 'normal-form'"},
        {"grammar fancy", G2L2_STATUS_FORMAT, 9, "'plain' or 'normal-form'"},
        {"grammar plain please", G2L2_STATUS_FORMAT, 15, "nothing more"},
        {"concept", G2L2_STATUS_FORMAT, 8, "type is needed"},
        {"concept W : object", G2L2_STATUS_UNKNOWN, 9, "no such type"},
        {"concept V", G2L2_STATUS_FORMAT, 10, "':'"},
        {"concept V :", G2L2_STATUS_FORMAT, 12, "'object', 'pair' or 'answer'"},
        {"concept V : thing", G2L2_STATUS_FORMAT, 13, "'object', 'pair' or 'answer'"},
        {"concept V : pair", G2L2_STATUS_TYPE, 13, "another kind"},
        {"functor-arguments", G2L2_STATUS_FORMAT, 18, "'words' or 'any'"},
        {"functor-arguments all", G2L2_STATUS_FORMAT, 19, "'words' or 'any'"},
        {"type", G2L2_STATUS_FORMAT, 5, "type's name"},
        {"type V", G2L2_STATUS_FORMAT, 6, "already"},
        {"type V->V", G2L2_STATUS_FORMAT, 6, "letters, digits"},
        {"type W W", G2L2_STATUS_FORMAT, 8, "nothing more"},
        {"op", G2L2_STATUS_FORMAT, 3, "operation's name"},
        {"op : V", G2L2_STATUS_FORMAT, 4, "operation's name"},
        {"op cat", G2L2_STATUS_FORMAT, 7, "':'"},
        {"op concat : V, V -> V", G2L2_STATUS_FORMAT, 4, "already"},
        {"op c,t : V, V -> V = concat", G2L2_STATUS_FORMAT, 4, "letters, digits"},
        {"op x : V, V -> V = concat", G2L2_STATUS_FORMAT, 4, "variable"},
        {"op 2x : V, V -> V = concat", G2L2_STATUS_FORMAT, 4, "variable"},
        {"op cat :", G2L2_STATUS_FORMAT, 9, "type is needed"},
        {"op cat : W", G2L2_STATUS_UNKNOWN, 10, "no such type"},
        {"op cat : V, W -> V", G2L2_STATUS_UNKNOWN, 13, "no such type"},
        {"op cat : V, V", G2L2_STATUS_FORMAT, 14, "'->'"},
        {"op cat : V, V ->", G2L2_STATUS_FORMAT, 17, "type is needed"},
        {"op cat : V, V -> V", G2L2_STATUS_UNKNOWN, 4, "no such operation"},
        {"op cat : V, V -> V = glue", G2L2_STATUS_UNKNOWN, 22, "no such operation"},
        {"op cat : V, V -> V =", G2L2_STATUS_FORMAT, 21, "operation's name"},
        {"op cat : V, V, V, V, V -> V", G2L2_STATUS_FORMAT, 21, "at most four"},
        {"op cat : V, V -> V [funny] = concat", G2L2_STATUS_FORMAT, 21, "a law"},
        {"op cat : V, V -> V [] = concat", G2L2_STATUS_FORMAT, 21, "a law"},
        {"op cat : V, V -> V [associative,] = concat", G2L2_STATUS_FORMAT, 33, "a law"},
        {"op cat : V, V -> V [associative = concat", G2L2_STATUS_FORMAT, 33, "']'"},
        {"op cat : V, V -> V [unit] = concat", G2L2_STATUS_FORMAT, 25, "operation's name"},
        {"op cat : V, V -> V [unit nil] = concat", G2L2_STATUS_UNKNOWN, 26, "no such operation"},
        {"op cat : V, V -> V [unit concat] = concat", G2L2_STATUS_TYPE, 20, "a unit is"},
        {"op rep : V, I -> V [power empty] = repeat", G2L2_STATUS_TYPE, 20, "associative"},
        {"op rep : V, I -> V [associative] = repeat", G2L2_STATUS_TYPE, 20, "two values"},
        {"op rep : V, I -> V [commutative] = repeat", G2L2_STATUS_TYPE, 20, "two values"},
        {"op nil : V [associative] = empty", G2L2_STATUS_TYPE, 12, "two values"},
        {"op cat : V -> V = concat", G2L2_STATUS_TYPE, 4, "does not do"},
        {"op cat : V, I -> V = concat", G2L2_STATUS_TYPE, 4, "does not do"},
        {"op cat : I, I -> I = concat", G2L2_STATUS_TYPE, 4, "does not do"},
        {"op rep : V, V -> V = repeat", G2L2_STATUS_TYPE, 4, "does not do"},
        {"op lit : V = literal", G2L2_STATUS_UNKNOWN, 14, "no such operation"},
        {"literals", G2L2_STATUS_FORMAT, 9, "are called"},
        {"literals other : V", G2L2_STATUS_FORMAT, 19, "already"},
        {"category", G2L2_STATUS_FORMAT, 9, "category's name"},
        {"category S", G2L2_STATUS_FORMAT, 11, "':'"},
        {"category S :", G2L2_STATUS_FORMAT, 13, "type is needed"},
        {"category S : W", G2L2_STATUS_UNKNOWN, 14, "no such type"},
        {"category V : V", G2L2_STATUS_FORMAT, 10, "already"},
        {"category EMPTY : V", G2L2_STATUS_FORMAT, 10, "already"},
        {"category AND : V", G2L2_STATUS_FORMAT, 10, "already"},
        {"category S/S : V", G2L2_STATUS_FORMAT, 10, "letters, digits"},
        {"category S : V include V", G2L2_STATUS_FORMAT, 16, "nothing more"},
        {"category S : V includes", G2L2_STATUS_FORMAT, 24, "category is needed"},
        {"category S : V includes W", G2L2_STATUS_UNKNOWN, 25, "'W' is not"},
        {"category S : V includes S", G2L2_STATUS_TYPE, 25, "another simple category"},
        {"category S : I includes V", G2L2_STATUS_TYPE, 25, "of its own type"},
        {"category S : V includes V/V", G2L2_STATUS_TYPE, 25, "another simple category"},
        {"category S : V includes V^V", G2L2_STATUS_TYPE, 25, "another simple category"},
        {"category S : V includes AND", G2L2_STATUS_TYPE, 25, "with a meaning"},
        {"category S : V includes EMPTY", G2L2_STATUS_TYPE, 25, "with a meaning"},
        {"category S : V includes V V", G2L2_STATUS_FORMAT, 27, "nothing more"},
        {"root V^V", G2L2_STATUS_TYPE, 6, "not a function"},
        {"root", G2L2_STATUS_FORMAT, 5, "category is needed"},
        {"root W", G2L2_STATUS_UNKNOWN, 6, "'W' is not"},
        {"root V", G2L2_STATUS_FORMAT, 6, "already"},
        {"root V/V", G2L2_STATUS_TYPE, 6, "not a function"},
        {"root AND", G2L2_STATUS_TYPE, 6, "with a meaning"},
        {"root EMPTY", G2L2_STATUS_TYPE, 6, "with a meaning"},
        {"root V/", G2L2_STATUS_FORMAT, 8, "too early"},
        {"conjunction", G2L2_STATUS_FORMAT, 12, "conjunction's name"},
        {"conjunction AND any of V : \\x.\\y. x", G2L2_STATUS_FORMAT, 13, "already"},
        {"conjunction V any of V : \\x.\\y. x", G2L2_STATUS_FORMAT, 13, "already"},
        {"conjunction OR", G2L2_STATUS_FORMAT, 15, "category is needed"},
        {"conjunction OR any", G2L2_STATUS_FORMAT, 19, "'any of TYPE'"},
        {"conjunction OR any ofV : \\x.\\y. x", G2L2_STATUS_FORMAT, 20, "'any of TYPE'"},
        {"conjunction OR any of", G2L2_STATUS_FORMAT, 22, "type is needed"},
        {"conjunction OR any of W", G2L2_STATUS_UNKNOWN, 23, "no such type"},
        {"conjunction OR any of V", G2L2_STATUS_FORMAT, 24, "':'"},
        {"conjunction OR any of V :", G2L2_STATUS_FORMAT, 26, "too early"},
        {"conjunction OR any of V : \\x. x", G2L2_STATUS_TYPE, 31, "V -> V is needed"},
        {"conjunction OR any of V : ?", G2L2_STATUS_TYPE, 27, "two lambdas"},
        {"conjunction OR any of V : \\x. ?", G2L2_STATUS_TYPE, 27, "two lambdas"},
        {"conjunction OR any of V : \\x.\\y. glue(x, y)", G2L2_STATUS_UNKNOWN, 34, "'glue'"},
        {"conjunction OR V", G2L2_STATUS_FORMAT, 17, "'->'"},
        {"conjunction OR V -> W : \\x.\\y. x", G2L2_STATUS_UNKNOWN, 21, "'W' is not"},
        {"conjunction OR V -> AND : \\x.\\y. x", G2L2_STATUS_TYPE, 21, "with a meaning"},
        {"conjunction OR EMPTY -> V : \\x.\\y. x", G2L2_STATUS_TYPE, 16, "with a meaning"},
        {"schema", G2L2_STATUS_FORMAT, 7, "schema's name"},
        {"schema S/S", G2L2_STATUS_FORMAT, 8, "letters, digits"},
        {"schema V", G2L2_STATUS_FORMAT, 8, "already"},
        {"schema AND", G2L2_STATUS_FORMAT, 8, "already"},
        {"schema EMPTY", G2L2_STATUS_FORMAT, 8, "already"},
        {"schema LET : V", G2L2_STATUS_FORMAT, 12, "nothing more"},
        {"schema LET LET", G2L2_STATUS_FORMAT, 12, "nothing more"},
        {"case", G2L2_STATUS_FORMAT, 5, "category is needed"},
        {"case W : empty", G2L2_STATUS_UNKNOWN, 6, "'W' is not"},
        {"case V/W : \\x. x", G2L2_STATUS_UNKNOWN, 8, "'W' is not"},
        {"case AND : \\x. x", G2L2_STATUS_TYPE, 6, "with a meaning"},
        {"case EMPTY", G2L2_STATUS_TYPE, 6, "with a meaning"},
        {"case V", G2L2_STATUS_FORMAT, 7, "':'"},
        {"case V :", G2L2_STATUS_FORMAT, 9, "too early"},
        {"case V : glue", G2L2_STATUS_UNKNOWN, 10, "'glue'"},
        {"case V/V : empty", G2L2_STATUS_TYPE, 12, "needed"},
        {"case V\\V/V : \\x. x", G2L2_STATUS_TYPE, 18, "needed"},
        /* AND is a schema as well, and for any category already. */
        {"case X\\V/X^V", G2L2_STATUS_FORMAT, 8, "has it already"},
        {"candidates", G2L2_STATUS_FORMAT, 11, "set's name"},
        {"candidates all", G2L2_STATUS_FORMAT, 12, "already"},
        {"candidates a b", G2L2_STATUS_FORMAT, 14, "nothing more"},
        {"operations", G2L2_STATUS_FORMAT, 11, "number is needed"},
        {"operations many", G2L2_STATUS_FORMAT, 12, "not a number"},
        {"operations 0", G2L2_STATUS_FORMAT, 12, "between 1 and 6"},
        {"operations 7", G2L2_STATUS_FORMAT, 12, "between 1 and 6"},
        {"operations 1.5", G2L2_STATUS_FORMAT, 12, "between 1 and 6"},
        {"operations nan", G2L2_STATUS_FORMAT, 12, "not a number"},
        {"arguments", G2L2_STATUS_FORMAT, 10, "'exactly-once'"},
        {"arguments twice", G2L2_STATUS_FORMAT, 11, "'exactly-once'"},
        {"distinct", G2L2_STATUS_FORMAT, 9, "'form'"},
        {"distinct shape", G2L2_STATUS_FORMAT, 10, "'form'"},
        {"constants", G2L2_STATUS_FORMAT, 10, "'alone'"},
        {"constants lonely", G2L2_STATUS_FORMAT, 11, "'alone'"},
        {"programs", G2L2_STATUS_FORMAT, 9, "category is needed"},
        {"programs W", G2L2_STATUS_UNKNOWN, 10, "'W' is not"},
        {"programs AND", G2L2_STATUS_TYPE, 10, "with a meaning"},
        {"programs V/V fast", G2L2_STATUS_FORMAT, 14, "nothing more"},
        {"programs V/V operations", G2L2_STATUS_FORMAT, 24, "number is needed"},
        {"programs V/V operations 9", G2L2_STATUS_FORMAT, 25, "between 1 and 6"},
        {"as", G2L2_STATUS_FORMAT, 3, "the name of a set is needed"},
        {"as nothing", G2L2_STATUS_FORMAT, 4, "no other set of this name"},
        {"whole V/V", G2L2_STATUS_FORMAT, 10, "a sequence of things is needed"},
        {"entry", G2L2_STATUS_FORMAT, 6, "category is needed"},
        {"entry V/W : \\x. x", G2L2_STATUS_UNKNOWN, 9, "'W' is not"},
        {"entry V", G2L2_STATUS_FORMAT, 8, "':'"},
        {"entry V :", G2L2_STATUS_FORMAT, 10, "too early"},
        {"entry V : \\x. x", G2L2_STATUS_TYPE, 11, "a function stands"},
        {"entry V/V : \\x. concat(x", G2L2_STATUS_FORMAT, 25, "','"},
        {"entry AND : \\x.\\y. x", G2L2_STATUS_FORMAT, 11, "nothing more"},
        {"numbers two", G2L2_STATUS_FORMAT, 9, "not a number"},
        {"numbers 2 inf", G2L2_STATUS_FORMAT, 11, "not a number"},
        {"numbers 2 : I", G2L2_STATUS_FORMAT, 11, "nothing more"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) check_bad(prefix, PREFIX_LINES, &rows[i]);
}

/* Below a schema of cases only. */
static void bad_cases(void **state) {
    (void)state;
    static const struct bad_line rows[] = {
        {"case V/V : \\x. concat(x, x)", G2L2_STATUS_FORMAT, 6, "of this category already"},
        {"case X", G2L2_STATUS_UNKNOWN, 6, "'X' is not"},
        {"case X/V", G2L2_STATUS_UNKNOWN, 6, "'X' is not"},
        {"case X\\", G2L2_STATUS_FORMAT, 8, "category is needed"},
        {"case X\\V", G2L2_STATUS_FORMAT, 8, "is X\\A/X^Y"},
        {"case X\\V/X", G2L2_STATUS_FORMAT, 8, "is X\\A/X^Y"},
        {"case X\\V/V^V", G2L2_STATUS_FORMAT, 8, "is X\\A/X^Y"},
        {"case X\\V|X^V", G2L2_STATUS_FORMAT, 8, "is X\\A/X^Y"},
        {"case X\\V/X^", G2L2_STATUS_FORMAT, 12, "category is needed"},
        {"case X\\/X^V", G2L2_STATUS_FORMAT, 8, "category is needed"},
        {"case X\\W/X^V", G2L2_STATUS_UNKNOWN, 8, "'W' is not"},
        {"case X\\V/X^W", G2L2_STATUS_UNKNOWN, 12, "'W' is not"},
        {"case X\\V/X^AND", G2L2_STATUS_TYPE, 12, "with a meaning"},
        {"case X\\AND/X^V", G2L2_STATUS_TYPE, 8, "with a meaning"},
        {"case X\\V/X^J", G2L2_STATUS_TYPE, 8, "of one type"},
        {"case X\\J/X^V", G2L2_STATUS_TYPE, 8, "of one type"},
        {"case X\\V/X^(V/V)", G2L2_STATUS_TYPE, 8, "of one type"},
        {"case X\\V/X^V : \\x. x", G2L2_STATUS_FORMAT, 14, "nothing more"},
        {"case X\\V/X^V V", G2L2_STATUS_FORMAT, 14, "nothing more"},
    };
    char before[2048];
    snprintf(before, sizeof before, "%scategory J : I\nschema LET\ncase V/V : \\x. x\n", prefix);
    for (size_t i = 0; i < LENGTH(rows); i++) check_bad(before, PREFIX_LINES + 3, &rows[i]);
    static const struct bad_line again = {"case X\\V/X^V", G2L2_STATUS_FORMAT, 8, "has it already"};
    strcat(before, "case X\\V/X^V\n");
    check_bad(before, PREFIX_LINES + 4, &again);
}

/* Whatever is well typed runs, if its `?`, numbers and operations are what kernels know. */
static void bad_mixed(void **state) {
    (void)state;
    static const struct bad_line rows[] = {
        {"case objset/objset : \\x. ?", G2L2_STATUS_TYPE, 22, "stand for a concept"},
        {"case bool/objset : \\x. less(count(x), 1.5)", G2L2_STATUS_TYPE, 20, "whole"},
        {"case bool^word : \\v. exist(same(scene(), v))", G2L2_STATUS_TYPE, 18, "refer back"},
        {"conjunction BUT any of ObjectSet : \\x.\\y. filter(x, ?)", G2L2_STATUS_TYPE, 36,
         "no '?'"},
    };
    static const char *const good[] = {
        "case objset/objset : \\x. intersection(x, x)",
        "case bool\\objset/word : \\v.\\x. exist(same(x, v))",
        "case word/pair : \\p. query(first(p), ?)",
        "case objset^objset : \\x. filter(x, ?)",
        "case word^objset : \\x. query(x, ?)",
    };
    g2l2_domain *visual = NULL;
    assert_int_equal(g2l2_domain_open("visual", &visual, NULL), G2L2_STATUS_OK);
    static char before[1 << 14];
    snprintf(before, sizeof before, "%s\nschema MINE\n", visual->text);
    g2l2_domain_free(visual);
    size_t n = 0;
    for (const char *c = before; *c; c++) n += *c == '\n';
    for (size_t i = 0; i < LENGTH(rows); i++) check_bad(before, n, &rows[i]);
    for (size_t i = 0; i < LENGTH(good); i++) {
        static char text[1 << 15];
        g2l2_domain *domain = NULL;
        g2l2_error err = {0};
        snprintf(text, sizeof text, "%s%s\n", before, good[i]);
        if (domain_parse(text, strlen(text), &domain, &err)) fail_msg("%s", err.message);
        g2l2_domain_free(domain);
    }
}

/* A schema with all that it can have; one of several domains' worth of cases. */
static void good_schema_body(struct world *w) {
    char text[2048];
    snprintf(text, sizeof text,
             "%scase V\\V : \\x. concat(x, x)\n"
             "category S : V includes V\nschema LET\n"
             "  case V/V : \\x. x\n  case X\\S/X^V\n  case V|V : \\x. concat(x, x)\n"
             "schema NOTHING\n",
             prefix);
    world_domain(w, text);
    const struct syntax *syntax = &w->domain->syntax;
    assert_int_equal(syntax->schemas.n, 3);
    assert_int_equal(syntax->schemas.at[0].kind, SCHEMA_COORDINATE);
    assert_int_equal(syntax->schemas.at[0].cases.n, 1);
    const struct schema *let = &syntax->schemas.at[1];
    assert_int_equal(let->kind, SCHEMA_BIND);
    assert_int_equal(let->cases.n, 2);
    assert_int_equal(let->operand, world_category(w, "S"));
    assert_int_equal(let->variable, world_category(w, "V"));
    assert_int_equal(syntax->cats.at[let->operand].includes, let->variable);
    assert_int_equal(syntax->schemas.at[2].kind, SCHEMA_CASES);
    assert_int_equal(syntax->schemas.at[2].cases.n, 0);
}

/* What depends on the lines before. */
static void bad_order(void **state) {
    (void)state;
    static const struct {
        const char *before;
        size_t n;
        struct bad_line row;
    } rows[] = {
        {"", 0, {"operations 3", G2L2_STATUS_FORMAT, 1, "candidates NAME"}},
        {"", 0, {"entry EMPTY", G2L2_STATUS_FORMAT, 1, "candidates NAME"}},
        {"", 0, {"reach far", G2L2_STATUS_FORMAT, 7, "not a number"}},
        {"", 0, {"reach -1", G2L2_STATUS_FORMAT, 7, "from 0 to 100"}},
        {"", 0, {"reach 1e9", G2L2_STATUS_FORMAT, 7, "from 0 to 100"}},
        {"", 0, {"case V : empty", G2L2_STATUS_FORMAT, 5, "schema NAME"}},
        {"import number\ntype V\n", 2, {"op empty : V", G2L2_STATUS_TYPE, 4, "not imported"}},
        {"type V : set\n", 1, {"op empty : V", G2L2_STATUS_TYPE, 4, "'empty' does not do"}},
        {"type V\n", 1, {"op void : V", G2L2_STATUS_UNKNOWN, 4, "no such operation"}},
        {"type V\nliterals a : V\n", 2, {"literals b : V", G2L2_STATUS_FORMAT, 15, "already"}},
        {"kernels nav\n", 1, {"literals", G2L2_STATUS_FORMAT, 9, "are called"}},
        {"kernels nav\n", 1, {"literals action", G2L2_STATUS_FORMAT, 16, "':'"}},
        {"kernels nav\n", 1, {"literals action : V", G2L2_STATUS_UNKNOWN, 19, "no such type"}},
        {"kernels nav\n", 1, {"numbers 1 2", G2L2_STATUS_FORMAT, 12, "':'"}},
        {"kernels nav\n", 1, {"numbers 1 2 : I", G2L2_STATUS_UNKNOWN, 15, "no such type"}},
        {"type A\ntype B\nnumbers 1 : A\n", 3, {"numbers 2 : B", G2L2_STATUS_TYPE, 13, "another"}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) check_bad(rows[i].before, rows[i].n, &rows[i].row);
}

/* What only the end can show. */
static void incomplete(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"", "domain NAME"},
        {"# nothing\n", "domain NAME"},
        {"domain d\n", "root CATEGORY"},
        {"domain d\nkernels nav\n", "root CATEGORY"},
        {"domain d\nexecution mixed\ntype N\ncategory N : N\nroot N\n", "executed so"},
        {"domain d\nkernels nav\ntype V\nliterals a : V\nnumbers 2 : V\ncategory V : V\nroot V\n",
         "types of their own"},
        {"domain d\nkernels nav\nexecution expected\nreach 1\ntype V\nop empty : V\n"
         "category V : V\nroot V\n",
         "for exact execution"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        g2l2_domain *domain = NULL;
        g2l2_error err = {0};
        g2l2_status status = domain_parse(rows[i][0], strlen(rows[i][0]), &domain, &err);
        assert_int_not_equal(status, G2L2_STATUS_OK);
        if (!strstr(err.message, rows[i][1])) fail_msg("%s", err.message);
        assert_null(domain);
    }
    g2l2_error err = {0};
    g2l2_domain *domain = NULL;
    assert_int_equal(domain_parse("domain d\nty\0pe N", 15, &domain, &err), G2L2_STATUS_FORMAT);
    assert_int_equal(err.line, 2);
    assert_int_equal(err.column, 3);
}

/* Every statement, and what it leaves behind. */
static void good_definition_body(struct world *w) {
    world_domain(w, "domain d   about this  # comment\n"
                    "\n"
                    "   # only a comment\n"
                    "kernels nav\r\n"
                    "execution exact\n"
                    "functor-arguments words\n"
                    "type V\ntype I\n"
                    "op empty:V\n"
                    "op join : V,V->V [associative,unit empty] = concat\n"
                    "op times : V, I -> V [power join] = repeat\n"
                    "literals action : V\n"
                    "numbers 2 -1.5 : I\n"
                    "numbers 3 : I\n"
                    "category V : V\n"
                    "category S : V\n"
                    "root S\nroot V\n"
                    "conjunction AND any of V : \\x.\\y. join(x, y)\n"
                    "conjunction OR V -> V\\V : λx.λy.λz. join(x, join(y, z))\n"
                    "candidates small\n"
                    "  operations 2\n  arguments exactly-once\n  distinct form\n"
                    "  constants alone\n  numbers 7\n"
                    "  programs V/V operations 1\n  entry V\\V : \\x. times(x, 2)\n  entry AND\n"
                    "candidates other\n"
                    "  arguments at-least-once\n  distinct behaviour\n  constants anywhere\n"
                    "  entry EMPTY");
    const g2l2_domain *d = w->domain;
    assert_string_equal(g2l2_domain_name(d), "d");
    assert_true(!strncmp(d->about, "about this", 10));
    assert_false(d->expected);
    assert_true(d->functor_arguments_lexical);
    assert_int_equal(d->lang.ops.n, 3);
    assert_int_equal(d->lang.ops.at[1].unit, 0);
    assert_int_equal(d->lang.ops.at[2].power_of, 1);
    assert_int_equal(d->numbers.n, 3);
    assert_int_equal(d->roots.n, 2);
    assert_int_equal(d->sets.n, 2);
    const struct candidate_set *small = domain_set(d, "small");
    assert_ptr_equal(domain_set(d, NULL), small);
    assert_null(domain_set(d, "none"));
    assert_int_equal(small->lines.n, 3);
    assert_int_equal(small->lines.at[0].max_ops, 1);
    assert_int_equal(small->numbers.n, 1);
    assert_true(small->rules.exactly_once && !small->rules.by_behaviour);
    assert_false(small->rules.compose_constants);
    assert_false(domain_set(d, "other")->rules.exactly_once);
}

static void copies(void **state) {
    (void)state;
    for (size_t i = 0; g2l2_domain_names()[i]; i++) {
        g2l2_domain *a = NULL, *b = NULL;
        assert_int_equal(g2l2_domain_open(g2l2_domain_names()[i], &a, NULL), G2L2_STATUS_OK);
        assert_int_equal(domain_copy(a, &b, NULL), G2L2_STATUS_OK);
        assert_string_equal(a->text, b->text);
        assert_string_equal(g2l2_domain_name(b), g2l2_domain_names()[i]);
        g2l2_domain_free(a);
        g2l2_domain_free(b);
    }
    g2l2_error err = {0};
    g2l2_domain *none = NULL;
    assert_int_equal(g2l2_domain_open("nowhere", &none, &err), G2L2_STATUS_UNKNOWN);
    assert_int_equal(g2l2_domain_open("./no/such.def", &none, &err), G2L2_STATUS_IO);
    assert_null(none);
}

/* ---- definitions: noise --------------------------------------------------------------------------- */

/* Change, drop, double or swap a few bytes, words or lines. */
static size_t mutate(struct world *w, char *text, size_t n, size_t cap) {
    size_t at = rng_below(&w->rng, (uint32_t)n), length = 1 + rng_below(&w->rng, 12);
    if (rng_below(&w->rng, 3) == 0) length = strcspn(text + at, "\n") + 1;
    if (at + length > n) length = n - at;
    size_t to = rng_below(&w->rng, (uint32_t)n);
    switch (rng_below(&w->rng, 5)) {
    case 0: text[at] = (char)rng_below(&w->rng, 256); return n;
    case 1: text[at] = text[to]; return n;
    case 2: /* drop */ memmove(text + at, text + at + length, n - at - length); return n - length;
    default: { /* put a copy somewhere else */
        char piece[512];
        if (length > sizeof piece) length = sizeof piece;
        if (n + length > cap) return n;
        memcpy(piece, text + at, length);
        memmove(text + to + length, text + to, n - to);
        memcpy(text + to, piece, length);
        return n + length;
    }
    }
}

/* Words with candidates of the domain, and a sentence of them, run both ways. */
static void execute(struct world *w, const candidate_list *from) {
    static const uint32_t words[] = {0, 1, 2, 1}, literals[] = {0, 1, 0};
    static const char *const names[] = {"p", "q", "r"};
    struct target target = {.n = 3, .literals = literals, .number = 5};
    struct exact_limits limits = {.steps = 100000, .target = 50};
    struct chart chart;
    if (w->domain->lang.literal_ops.n < 2) target.n = 0; /* "a b" is no two constants there */
    lexicon_init(&w->lexicon, &w->arena, w->domain);
    for (size_t i = 0; i < LENGTH(names); i++) {
        lexicon_add_word(&w->lexicon, names[i], 1);
        for (int k = 0; from->n && k < 6; k++) {
            struct candidate c = from->at[rng_below(&w->rng, from->n)];
            uint32_t entry = lexicon_entry(&w->lexicon, c.cat, c.program);
            lexicon_add_slot(&w->lexicon, entry, 0, false);
        }
    }
    lexicon_index(&w->lexicon);
    double *grads = arena_zalloc(&w->arena, (w->lexicon.slots.n + 1) * sizeof *grads);
    chart_parse(&chart, &w->arena, &w->lexicon, words, LENGTH(words), false);
    if (w->domain->kernels->exact && w->domain->literal_name) {
        struct exact e;
        exact_run(&e, world_walk(w, &chart, w->lexicon.tau), &target, &limits);
        exact_run(&e, world_walk(w, &chart, w->lexicon.tau), NULL, &limits);
    }
    struct expected e;
    if (!w->domain->literal_name) target.n = 0;
    if (!w->domain->kernels->expected || domain_hard(w->domain)) return;
    expected_run(&e, world_walk(w, &chart, w->lexicon.tau), &target, &w->scratch);
    expected_loss(&e, grads);
}

/* A definition that is still good must be good for all that follows. */
static void use_body(struct world *w) {
    const char *actions[] = {"a b"};
    candidate_list list = {0};
    w->domain->arena.guard = &w->guard;
    w->domain->arena.limit = (size_t)64 << 20;
    domain_add_literals(w->domain, actions, 1, NULL, 0);
    for (uint32_t i = 0; i < w->domain->sets.n; i++)
        domain_candidates(w->domain, &w->domain->sets.at[i], &list);
    domain_close(w->domain);
    execute(w, &list);
}

static void use(struct world *w, g2l2_domain *domain) {
    arena_reset(&w->arena);
    w->domain = domain;
    struct guard outer = w->guard;
    if (guard_try(&w->guard, &w->err)) use_body(w);
    w->guard = outer;
    w->domain = NULL;
}

static void definition_noise_body(struct world *w) {
    static char text[1 << 14];
    uint32_t good = 0, nav = 0;
    while (strcmp(g2l2_definitions[nav].name, "nav")) nav++;
    for (uint32_t i = 0; i < 30000; i++) {
        const struct definition *from = &g2l2_definitions[i % 4 == 0 ? 0 : nav];
        size_t n = strlen(from->text), changes = 1 + rng_below(&w->rng, 4);
        memcpy(text, from->text, n + 1);
        for (size_t k = 0; k < changes; k++) {
            n = mutate(w, text, n, sizeof text - 1);
            text[n] = 0;
        }
        g2l2_domain *domain = NULL;
        g2l2_error err = {0};
        g2l2_status status = domain_parse(text, n, &domain, &err);
        if (status) {
            assert_int_equal(status, err.status);
            assert_true(err.line >= 1 && err.column >= 1 && err.message[0]);
            continue;
        }
        good++;
        use(w, domain);
        g2l2_domain_free(domain);
    }
    print_message("%u of 30000 mutations are definitions\n", good);
    assert_true(good > 1000);
}

/* Cut off anywhere. */
static void definition_truncated(void **state) {
    (void)state;
    for (size_t i = 0; g2l2_definitions[i].name; i++)
        for (size_t n = 0; n <= strlen(g2l2_definitions[i].text); n++) {
            g2l2_domain *domain = NULL;
            if (domain_parse(g2l2_definitions[i].text, n, &domain, NULL)) continue;
            g2l2_domain_free(domain);
        }
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
WORLD_TEST(good_definition)
WORLD_TEST(good_schema)
WORLD_TEST(definition_noise)

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
        cmocka_unit_test(bad_lines),
        cmocka_unit_test(bad_cases),
        cmocka_unit_test(bad_mixed),
        cmocka_unit_test(bad_order),
        cmocka_unit_test(incomplete),
        cmocka_unit_test(good_definition),
        cmocka_unit_test(good_schema),
        cmocka_unit_test(copies),
        cmocka_unit_test(definition_noise),
        cmocka_unit_test(definition_truncated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
