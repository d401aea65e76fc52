/* The language of meanings: types, terms, reading and writing, normal forms,
 * and the candidate programs of the nav domain.
 *
 *     text ──▶ term_parse ──▶ term ──▶ term_print ──▶ text      there and back
 *                              │
 *                              ├──▶ term_reduce      beta normal form
 *                              └──▶ term_behaviour   what the laws make equal  */
#include "tests/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/shared.h"

static const char definition[] = "domain test\n"
                                 "kernels nav\n"
                                 "type V\n"
                                 "type I\n"
                                 "op empty  : V\n"
                                 "op concat : V, V -> V [associative, unit empty]\n"
                                 "op repeat : V, I -> V [power concat]\n"
                                 "literals action : V\n"
                                 "numbers 2 3 : I\n"
                                 "category V : V\n"
                                 "root V\n";

/* Some constants of the data have names that a program cannot have bare. */
static const char literal_names[] =
    "walk look x f y2 concat 9lives a-b say\"hi\" back\\slash λx été "
    "empty( ? a.b";

static void open_domain(struct world *w) {
    const char *texts[] = {literal_names};
    world_domain(w, definition);
    domain_add_literals(w->domain, texts, 1, NULL, 0);
}

/* ---- types --------------------------------------------------------------------------------- */

static type_id type_of(struct world *w, const char *category) {
    cat_id cat = world_category(w, category); /* may move the categories */
    return w->domain->syntax.cats.at[cat].type;
}

static void types_body(struct world *w) {
    static const char *const rows[][2] = {
        {"V", "V"},
        {"V/V", "V -> V"},
        {"V\\V", "V -> V"},
        {"V\\V/V", "V -> V -> V"},
        {"V\\V/(V\\V)", "(V -> V) -> V -> V"},
        {"V/(V/(V/V))", "((V -> V) -> V) -> V"},
    };
    open_domain(w);
    struct lang *lang = &w->domain->lang;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct buf out;
        buf_init(&out, &w->arena);
        lang_type_print(lang, type_of(w, rows[i][0]), &out);
        assert_string_equal(out.at, rows[i][1]);
    }
    type_id v = lang_type_find(lang, "V", 1), number = lang_type_find(lang, "I", 1);
    assert_int_equal(lang_type_find(lang, "Nothing", 7), TYPE_NONE);
    assert_int_equal(lang_function(lang, v, number), lang_function(lang, v, number));
    assert_int_not_equal(lang_function(lang, v, number), lang_function(lang, number, v));
    assert_true(lang_is_function(lang, lang_function(lang, v, v)));
    assert_false(lang_is_function(lang, v));
}

/* ---- there and back --------------------------------------------------------------------------- */

static const struct term *parse(struct world *w, const char *category, const char *text) {
    return world_term(w, world_category(w, category), text);
}

/* What is written one way or another, and how it is printed. */
static void print_body(struct world *w) {
    static const struct {
        const char *category, *text, *printed;
    } rows[] = {
        {"V", "walk()", "walk()"},
        {"V", "walk", "walk()"},
        {"V", " ( ( walk ) ) ", "walk()"},
        {"V", "empty", "empty()"},
        {"V", "concat(walk,look)", "concat(walk(), look())"},
        {"V/V", "\\x. x", "\\x. x"},
        {"V/V", "\\something_else . something_else", "\\x. x"},
        {"V/V", "λx. repeat(x, 2)", "\\x. repeat(x, 2)"},
        {"V/V", "λx.repeat(x,2.5)", "\\x. repeat(x, 2.5)"},
        {"V/V", "\\x. repeat(x, -1)", "\\x. repeat(x, -1)"},
        {"V/V", "\\x. repeat(x, 1e3)", "\\x. repeat(x, 1000)"},
        {"V/V", "\\x. (concat(x, (x)))", "\\x. concat(x, x)"},
        {"V\\V/V", "\\y.\\x. concat(x, y)", "\\y.\\x. concat(x, y)"},
        {"V\\V/V", "\\x.\\y. concat(y, x)", "\\y.\\x. concat(x, y)"},
        {"V\\V/V", "\\x.\\x. concat(x, x)", "\\y.\\x. concat(x, x)"},
        {"V\\V/(V\\V)", "\\f.\\x. f(f(x))", "\\f.\\x. f(f(x))"},
        {"V\\V/(V\\V)", "λg.λz. g(g(z))", "\\f.\\x. f(f(x))"},
        {"V\\V/(V\\V)", "\\f. f", "\\f. f"},
        {"V/(V/V)", "\\f. f(f(walk))", "\\f. f(f(walk()))"},
        {"V/(V/(V/V))", "\\f. f(\\x. concat(x, f(\\y. concat(x, y))))",
         "\\f. f(\\x. concat(x, f(\\y. concat(x, y))))"},
        {"V/V/(V/V/V)", "\\f.\\x. f(x, walk)", "\\f.\\x. f(x)(walk())"},
        {"V/V/(V/V/V)", "\\f.\\x. f(x)(walk)", "\\f.\\x. f(x)(walk())"},
        {"V/V/(V/V/V)", "\\f. f(walk)", "\\f. f(walk())"},
        {"V/(V/V)/(V/V)", "\\f.\\g. f(g(walk))", "\\g.\\f. g(f(walk()))"},
        {"V", "\"walk\"", "walk()"},
        {"V", "\"x\"()", "\"x\"()"},
        {"V/V", "\\x. concat(\"x\", x)", "\\x. concat(\"x\"(), x)"},
        {"V/V", "\\q. concat(y2, q)", "\\x. concat(\"y2\"(), x)"},
        {"V", "concat(\"concat\", \"f\")", "concat(\"concat\"(), \"f\"())"},
        {"V", "\"9lives\"", "\"9lives\"()"},
        {"V", "\"a-b\"", "\"a-b\"()"},
        {"V", "\"say\\\"hi\\\"\"", "\"say\\\"hi\\\"\"()"},
        {"V", "\"back\\\\slash\"", "\"back\\\\slash\"()"},
        {"V", "\"λx\"", "\"λx\"()"},
        {"V", "\"empty(\"", "\"empty(\"()"},
        {"V", "\"?\"", "\"?\"()"},
        {"V", "été", "été()"},
        {"V", "?", "?"},
        {"V/V", "\\x. concat(x, ?)", "\\x. concat(x, ?)"},
    };
    open_domain(w);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const struct term *term = parse(w, rows[i].category, rows[i].text);
        const char *printed = world_print(w, term);
        assert_string_equal(printed, rows[i].printed);
        assert_ptr_equal(parse(w, rows[i].category, printed), term);
    }
}

/* Texts of one line are one object; texts of different lines are different. */
static void identity_body(struct world *w) {
    static const struct {
        const char *category, *texts[3];
    } rows[] = {
        {"V/V", {"\\x. x", "\\y. y", "λabc. (abc)"}},
        {"V\\V/V", {"\\x.\\y. concat(x, y)", "\\y.\\x. concat(y, x)", "\\a.\\b. concat(a, b)"}},
        {"V\\V/V", {"\\x.\\y. concat(y, x)", "\\y.\\x. concat(x, y)", "\\b.\\a. concat(a, b)"}},
        {"V\\V/(V\\V)", {"\\f.\\x. f(x)", "\\g.\\y. g(y)", "\\x.\\f. x(f)"}},
        {"V\\V/(V\\V)", {"\\f. f", "\\x. x", "λf.f"}},
        {"V", {"walk", "walk()", "\"walk\""}},
    };
    const struct term *first[LENGTH(rows)];
    open_domain(w);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        first[i] = parse(w, rows[i].category, rows[i].texts[0]);
        for (int k = 1; k < 3; k++)
            assert_ptr_equal(parse(w, rows[i].category, rows[i].texts[k]), first[i]);
        for (size_t j = 0; j < i; j++) assert_ptr_not_equal(first[i], first[j]);
    }
    /* a constant of the data beside the variable and the operation of its name */
    assert_ptr_not_equal(parse(w, "V/V", "\\x. \"x\""), parse(w, "V/V", "\\x. x"));
    assert_ptr_not_equal(parse(w, "V", "concat(empty, empty)"), parse(w, "V", "\"concat\""));
}

/* ---- errors -------------------------------------------------------------------------------------- */

static void errors_body(struct world *w) {
    static const struct {
        const char *category, *text;
        g2l2_status status;
        size_t column;
        const char *says;
    } rows[] = {
        {"V", "", G2L2_STATUS_FORMAT, 1, "ends too early"},
        {"V", "  ", G2L2_STATUS_FORMAT, 3, "ends too early"},
        {"V", "jog", G2L2_STATUS_UNKNOWN, 1, "'jog' is neither"},
        {"V", "concat(walk, jog)", G2L2_STATUS_UNKNOWN, 14, "'jog'"},
        {"V", "\"jog\"", G2L2_STATUS_UNKNOWN, 1, "'jog'"},
        {"V/V", "\\x. concat(x, z)", G2L2_STATUS_UNKNOWN, 15, "'z'"},
        {"V", "\"walk", G2L2_STATUS_FORMAT, 1, "not closed"},
        {"V", "concat(walk, \"walk\\\"", G2L2_STATUS_FORMAT, 14, "not closed"},
        {"V", "concat(walk look)", G2L2_STATUS_FORMAT, 13, "','"},
        {"V", "concat(walk)", G2L2_STATUS_FORMAT, 12, "','"},
        {"V", "concat(walk, look, walk)", G2L2_STATUS_FORMAT, 18, "')'"},
        {"V", "concat(walk, look", G2L2_STATUS_FORMAT, 18, "')'"},
        {"V", "concat", G2L2_STATUS_FORMAT, 7, "'('"},
        {"V", "concat walk", G2L2_STATUS_FORMAT, 8, "'('"},
        {"V", "walk(look)", G2L2_STATUS_FORMAT, 6, "')'"},
        {"V", "walk())", G2L2_STATUS_FORMAT, 7, "nothing more"},
        {"V", "walk look", G2L2_STATUS_FORMAT, 6, "nothing more"},
        {"V", "walk()()", G2L2_STATUS_TYPE, 8, "takes no argument"},
        {"V", "(walk", G2L2_STATUS_FORMAT, 6, "')'"},
        {"V", "()", G2L2_STATUS_FORMAT, 2, "cannot have this"},
        {"V", "*", G2L2_STATUS_FORMAT, 1, "cannot have this"},
        {"V", "concat(, walk)", G2L2_STATUS_FORMAT, 8, "cannot have this"},
        {"V", "2", G2L2_STATUS_TYPE, 1, "this has type I, but V"},
        {"V", "repeat(walk, look)", G2L2_STATUS_TYPE, 14, "this has type V, but I"},
        {"V", "repeat(2, 2)", G2L2_STATUS_TYPE, 8, "this has type I, but V"},
        {"V", "repeat(walk, 1e999)", G2L2_STATUS_FORMAT, 14, "too large"},
        {"V", "repeat(walk, 2x)", G2L2_STATUS_FORMAT, 15, "')'"},
        {"V", "\\x. x", G2L2_STATUS_TYPE, 1, "a function stands where V"},
        {"V/V", "walk", G2L2_STATUS_TYPE, 1, "this has type V, but V -> V"},
        {"V/V", "\\x.\\y. x", G2L2_STATUS_TYPE, 4, "a function stands where V"},
        {"V/V", "\\x x", G2L2_STATUS_FORMAT, 4, "'.'"},
        {"V/V", "\\. x", G2L2_STATUS_FORMAT, 2, "variable name"},
        {"V/V", "\\2. x", G2L2_STATUS_FORMAT, 2, "variable name"},
        {"V/V", "\\x.", G2L2_STATUS_FORMAT, 4, "ends too early"},
        {"V/V", "\\x. x(x)", G2L2_STATUS_TYPE, 7, "takes no argument"},
        {"V\\V/(V\\V)", "\\f.\\x. f(f)", G2L2_STATUS_TYPE, 10, "this has type V -> V, but V"},
        {"V\\V/(V\\V)", "\\f.\\x. f", G2L2_STATUS_TYPE, 8, "this has type V -> V, but V"},
        {"V\\V/(V\\V)", "\\f.\\x. x(f)", G2L2_STATUS_TYPE, 10, "takes no argument"},
        {"V\\V/(V\\V)", "\\f.\\x. f(x", G2L2_STATUS_FORMAT, 11, "')'"},
        {"V", "(\\x. x)(walk)", G2L2_STATUS_TYPE, 2, "a function stands where V"},
    };
    open_domain(w);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const struct term *out = NULL;
        g2l2_error err = {0};
        g2l2_status status = term_parse(&w->domain->lang, rows[i].text, strlen(rows[i].text),
                                        type_of(w, rows[i].category), &out, &err);
        if (status != rows[i].status || err.column != rows[i].column ||
            !strstr(err.message, rows[i].says))
            fail_msg("'%s': %s, column %zu: %s", rows[i].text, g2l2_status_name(status), err.column,
                     err.message);
        assert_int_equal(err.status, status);
        assert_int_equal(err.line, 1);
    }
}

/* Deep, but not too deep; and a limit instead of a crash. */
static void nesting_body(struct world *w) {
    open_domain(w);
    for (int depth = 1; depth < 100000; depth = depth * 3 / 2 + 1) {
        struct buf text;
        buf_init(&text, &w->arena);
        for (int i = 0; i < depth; i++) buf_puts(&text, "concat(walk, ");
        buf_puts(&text, "walk");
        for (int i = 0; i < depth; i++) buf_puts(&text, ")");
        const struct term *out;
        g2l2_error err;
        g2l2_status status =
            term_parse(&w->domain->lang, text.at, text.n, type_of(w, "V"), &out, &err);
        assert_int_equal(status, depth < 64 ? G2L2_STATUS_OK : G2L2_STATUS_LIMIT);
        if (status)
            assert_int_equal(err.column, 63 * strlen("concat(walk, ") + strlen("concat(") + 1);
        buf_init(&text, &w->arena);
        for (int i = 0; i < depth; i++) buf_puts(&text, "(");
        assert_int_not_equal(
            term_parse(&w->domain->lang, text.at, text.n, type_of(w, "V"), &out, &err),
            G2L2_STATUS_OK);
    }
}

/* ---- normal forms ----------------------------------------------------------------------------------- */

static const struct term *normal_form(struct world *w, const struct term *term) {
    uint32_t fuel = 10000;
    return term_reduce(&w->domain->lang, term, &fuel);
}

/* f applied to the rest, one by one. */
static void reduce_body(struct world *w) {
    static const char *const rows[][8] = {
        /* function, arguments ..., NULL, result */
        {"V/V", "\\x. x", "V", "walk", NULL, "walk()"},
        {"V/V", "\\x. look", "V", "walk", NULL, "look()"},
        {"V\\V/V", "\\y.\\x. concat(x, y)", "V", "walk", NULL, "\\x. concat(x, walk())"},
        {"V\\V/V", "\\y.\\x. concat(x, y)", "V", "walk", "V", "look", NULL,
         "concat(look(), walk())"},
        {"V\\V/(V\\V)", "\\f.\\x. f(f(x))", "V\\V", "\\x. concat(x, walk)", NULL,
         "\\x. concat(concat(x, walk()), walk())"},
        {"V\\V/(V\\V)", "\\f.\\x. f(f(x))", "V\\V", "\\x. x", NULL, "\\x. x"},
        {"V\\V/(V\\V)", "\\f. f", "V\\V", "\\x. repeat(x, 2)", NULL, "\\x. repeat(x, 2)"},
        {"V/(V/V)", "\\f. f(f(walk))", "V/V", "\\x. concat(x, x)", NULL,
         "concat(concat(walk(), walk()), concat(walk(), walk()))"},
        {"V/V/(V/(V/V))", "\\f.\\x. f(\\y. concat(x, y))", "V/(V/V)", "\\g. g(g(look))", NULL,
         "\\x. concat(x, concat(x, look()))"},
        /* nothing is captured: a variable that moves under a lambda stays itself */
        {"V/V/(V/V/V)", "\\f.\\x. f(x)(walk)", "V/V/V", "\\a.\\b. concat(a, b)", NULL,
         "\\x. concat(x, walk())"},
        {"V/V/V/(V/V/V)", "\\f.\\x. f(x)", "V/V/V", "\\a.\\b. concat(b, concat(a, b))", NULL,
         "\\y.\\x. concat(x, concat(y, x))"},
        {"V/V/(V/V)", "\\f.\\y. f(concat(y, y))", "V/V", "\\x. concat(x, walk)", NULL,
         "\\x. concat(concat(x, x), walk())"},
    };
    open_domain(w);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const struct term *term = parse(w, rows[i][0], rows[i][1]);
        size_t k = 2;
        for (; rows[i][k]; k += 2)
            term = term_apply(&w->domain->lang, term, parse(w, rows[i][k], rows[i][k + 1]));
        const struct term *normal = normal_form(w, term);
        assert_string_equal(world_print(w, normal), rows[i][k + 1]);
        assert_int_equal(normal->open, 0);
        assert_ptr_equal(normal_form(w, normal), normal);
    }
}

/* Which programs may ignore something they are given. */
static void erases_body(struct world *w) {
    static const struct {
        const char *category, *text;
        bool erases;
    } rows[] = {
        {"V", "concat(walk, look)", false},
        {"V/V", "\\x. x", false},
        {"V/V", "\\x. walk", true},
        {"V\\V/V", "\\y.\\x. concat(x, y)", false},
        {"V\\V/V", "\\y.\\x. x", true},
        {"V\\V/V", "\\y.\\x. y", true},
        {"V\\V/(V\\V)", "\\f.\\x. f(f(x))", false},
        {"V\\V/(V\\V)", "\\f. f", false},
        {"V\\V/(V\\V)", "\\f.\\x. x", true},
        {"V\\V/(V\\V)", "\\f.\\x. f(walk)", true},
        {"V/(V/(V/V))", "\\f. f(\\x. x)", false},
        {"V/(V/(V/V))", "\\f. f(\\x. walk)", true},
        {"V/(V/V/(V/V))", "\\f. f(\\x. x)(walk)", false},
        {"V/V", "\\x. repeat(x, 1)", false},
        {"V/V", "\\x. repeat(x, 0)", true},
        {"V/V", "\\x. repeat(x, -2)", true},
    };
    open_domain(w);
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (parse(w, rows[i].category, rows[i].text)->erases != rows[i].erases)
            fail_msg("%s", rows[i].text);
}

static g2l2_status reduce_with(struct world *w, const struct term *term, uint32_t fuel) {
    struct guard inner, *outer = w->domain->arena.guard;
    w->domain->arena.guard = &inner;
    if (guard_try(&inner, NULL)) term_reduce(&w->domain->lang, term, &fuel);
    w->domain->arena.guard = outer;
    return inner.status;
}

/* \f.\x. f(f(x)) to itself, again and again: 2^n uses, and fuel runs out. */
static void fuel_body(struct world *w) {
    open_domain(w);
    struct lang *lang = &w->domain->lang;
    const struct term *twice = parse(w, "V\\V/(V\\V)", "\\f.\\x. f(f(x))");
    const struct term *term = parse(w, "V\\V", "\\x. concat(x, walk)");
    for (int i = 0; i < 40; i++) term = term_apply(lang, twice, term);
    assert_int_equal(reduce_with(w, term, 100000), G2L2_STATUS_LIMIT);
    assert_int_equal(reduce_with(w, parse(w, "V", "walk"), 1), G2L2_STATUS_OK);
    assert_int_equal(reduce_with(w, parse(w, "V", "walk"), 0), G2L2_STATUS_LIMIT);
}

/* ---- behaviour ------------------------------------------------------------------------------------- */

struct behaviour_row {
    const char *category, *a, *b;
    bool equal;
};

static void check_behaviour(struct world *w, const struct behaviour_row *rows, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct lang *lang = &w->domain->lang;
        const struct term *a = parse(w, rows[i].category, rows[i].a);
        const struct term *b = parse(w, rows[i].category, rows[i].b);
        bool equal = term_behaviour(lang, a) == term_behaviour(lang, b);
        if (equal != rows[i].equal) fail_msg("%s and %s", rows[i].a, rows[i].b);
        assert_ptr_equal(term_behaviour(lang, term_behaviour(lang, a)), term_behaviour(lang, a));
    }
}

static void behaviour_body(struct world *w) {
    static const struct behaviour_row rows[] = {
        {"V", "concat(walk, concat(look, walk))", "concat(concat(walk, look), walk)", true},
        {"V", "concat(walk, look)", "concat(look, walk)", false},
        {"V", "concat(walk, empty)", "walk", true},
        {"V", "concat(empty, walk)", "walk", true},
        {"V", "concat(empty, empty)", "empty", true},
        {"V", "repeat(walk, 2)", "concat(walk, walk)", true},
        {"V", "repeat(walk, 3)", "concat(repeat(walk, 2), walk)", true},
        {"V", "repeat(repeat(walk, 2), 2)", "repeat(walk, 4)", true},
        {"V", "repeat(walk, 2)", "repeat(walk, 3)", false},
        {"V", "repeat(walk, 1)", "walk", true},
        {"V", "repeat(walk, 0)", "empty", true},
        {"V", "repeat(empty, 3)", "empty", true},
        {"V", "repeat(walk, 2.5)", "repeat(walk, 2)", false},
        {"V", "repeat(walk, -1)", "empty", false},
        {"V", "repeat(walk, 1000)", "concat(walk, repeat(walk, 999))", false}, /* not written out */
        {"V", "repeat(concat(walk, empty), 1000)", "repeat(walk, 1000)", true},
        {"V", "repeat(concat(walk, look), 2)",
         "concat(walk, concat(repeat(concat(look, walk), 1), look))", true},
        {"V/V", "\\x. concat(x, concat(x, x))", "\\x. repeat(x, 3)", true},
        {"V/V", "\\x. concat(walk, x)", "\\x. concat(x, walk)", false},
        {"V\\V/(V\\V)", "\\f.\\x. f(concat(x, empty))", "\\f.\\x. f(x)", true},
        {"V\\V/(V\\V)", "\\f.\\x. concat(f(x), f(x))", "\\f.\\x. repeat(f(x), 2)", true},
        {"V\\V/(V\\V)", "\\f.\\x. f(concat(x, x))", "\\f.\\x. repeat(f(x), 2)", false},
    };
    open_domain(w);
    check_behaviour(w, rows, LENGTH(rows));
}

static void commutative_body(struct world *w) {
    static const struct behaviour_row rows[] = {
        {"N", "add(1, 2)", "add(2, 1)", true},
        {"N", "add(1, add(2, 3))", "add(add(3, 1), 2)", true},
        {"N", "add(mul(1, 2), 3)", "add(3, mul(2, 1))", true},
        {"N", "add(1, 2)", "mul(1, 2)", false},
        {"N", "add(1, add(2, 3))", "add(2, mul(1, 3))", false},
        {"N\\N/N", "\\y.\\x. mul(x, y)", "\\y.\\x. mul(y, x)", true},
        {"N\\N/N", "\\y.\\x. add(x, x)", "\\y.\\x. add(y, x)", false},
    };
    world_domain(w, "domain test\nkernels arith\nexecution expected\ntype N\n"
                    "op add : N, N -> N [associative, commutative]\n"
                    "op mul : N, N -> N [commutative]\n" /* and not associative, it says here */
                    "numbers 1 : N\ncategory N : N\nroot N\n");
    check_behaviour(w, rows, LENGTH(rows));
    static const struct behaviour_row not_associative[] = {
        {"N", "mul(1, mul(2, 3))", "mul(mul(1, 2), 3)", false},
        {"N", "mul(1, mul(2, 3))", "mul(mul(3, 2), 1)", true},
    };
    check_behaviour(w, not_associative, LENGTH(not_associative));
}

/* ---- random terms ------------------------------------------------------------------------------------ */

struct scope {
    const struct scope *outer;
    type_id type;
};

static const struct term *random_term(struct world *w, type_id type, const struct scope *scope,
                                      uint32_t fuel);

/* Some variable that has the type, or will have it when it is applied; or NULL. */
static const struct term *random_use(struct world *w, type_id type, const struct scope *scope,
                                     bool may_apply) {
    struct lang *lang = &w->domain->lang;
    uint32_t n = 0;
    for (const struct scope *s = scope; s; s = s->outer) n++;
    if (!n) return NULL;
    uint32_t index = rng_below(&w->rng, n);
    for (uint32_t i = 0; i < index; i++) scope = scope->outer;
    type_id end = scope->type;
    while (may_apply && end != type && lang_is_function(lang, end))
        end = lang->types.at[end].result;
    return end == type ? term_var(lang, index, scope->type) : NULL;
}

static const struct term *random_value(struct world *w, type_id type, const struct scope *scope,
                                       uint32_t fuel) {
    struct lang *lang = &w->domain->lang;
    for (;;) {
        uint16_t op = (uint16_t)rng_below(&w->rng, lang->ops.n);
        const struct op *o = &lang->ops.at[op];
        const struct term *args[OP_MAX_ARGS];
        if (o->result != type || (o->n_args && fuel < 2)) continue;
        for (uint32_t i = 0; i < o->n_args; i++)
            args[i] = random_term(w, lang->ops.at[op].args[i], scope, fuel / 2);
        return term_op(lang, op, args);
    }
}

static const struct term *random_term(struct world *w, type_id type, const struct scope *scope,
                                      uint32_t fuel) {
    struct lang *lang = &w->domain->lang;
    static const double numbers[] = {0, 1, 2, 3, -1, .1, 1e300, -0.0, 1.0 / 3};
    const struct term *term = rng_below(&w->rng, 3) ? random_use(w, type, scope, fuel > 0) : NULL;
    while (term && term->type != type) {
        type_id argument = lang->types.at[term->type].argument;
        term = term_apply(lang, term, random_term(w, argument, scope, fuel / 2));
    }
    if (term) return term;
    if (rng_below(&w->rng, 20) == 0) return term_slot(lang, type);
    if (type == lang->number_type)
        return term_number(lang, numbers[rng_below(&w->rng, LENGTH(numbers))]);
    if (!lang_is_function(lang, type)) return random_value(w, type, scope, fuel);
    struct scope inner = {scope, lang->types.at[type].argument};
    type_id result = lang->types.at[type].result;
    return term_lambda(lang, inner.type, random_term(w, result, &inner, fuel));
}

static void random_round_trip_body(struct world *w) {
    static const char *const categories[] = {"V",
                                             "V/V",
                                             "V\\V/V",
                                             "V\\V/(V\\V)",
                                             "V/V/V/V/V/V/V/V/V",
                                             "V/(V/(V/V))",
                                             "V/(V/V)/(V/V)/(V/V)",
                                             "V\\V/(V\\V/V)"};
    open_domain(w);
    for (uint32_t i = 0; i < 20000; i++) {
        if (i % 1000 == 0) open_domain(w); /* a fresh language now and then */
        rng_seed(&w->rng, i);
        type_id type = type_of(w, categories[i % LENGTH(categories)]);
        const struct term *term = random_term(w, type, NULL, 1 + rng_below(&w->rng, 30));
        const char *text = world_print(w, term);
        const struct term *back = NULL;
        g2l2_error err;
        if (term_parse(&w->domain->lang, text, strlen(text), type, &back, &err))
            fail_msg("%s: column %zu: %s", text, err.column, err.message);
        if (back != term) fail_msg("%s came back as %s", text, world_print(w, back));
    }
}

/* ---- noise -------------------------------------------------------------------------------------------- */

/* Whatever the bytes, there is a term or an error with a position in the text. */
static void try_bytes(struct world *w, const char *bytes, size_t n, const char *category) {
    const struct term *out = NULL;
    g2l2_error err = {0};
    char *exact = malloc(n ? n : 1); /* so that reading past the end is seen */
    assert_non_null(exact);
    memcpy(exact, bytes, n);
    g2l2_status status = term_parse(&w->domain->lang, exact, n, type_of(w, category), &out, &err);
    free(exact);
    if (status == G2L2_STATUS_OK) assert_int_equal(out->open, 0);
    else assert_true(err.column >= 1 && err.column <= n + 1 && err.message[0]);
}

static void random_bytes_body(struct world *w) {
    static const char *const pieces[] = {"\\", "λ",    "x",  "f",    ".",       "(",   ")",
                                         ",",  "walk", "\"", "?",    "concat",  "2",   " ",
                                         "-",  "x(",   "f(", "\\x.", "repeat(", "1e9", "\\f.\\x."};
    static const char *const categories[] = {"V", "V/V", "V\\V/V", "V\\V/(V\\V)"};
    char bytes[256];
    open_domain(w);
    for (uint32_t i = 0; i < 40000; i++) {
        size_t n = 0, pick = rng_below(&w->rng, 24);
        if (i % 5000 == 0) open_domain(w);
        if (i % 2)
            for (; n < pick; n++) bytes[n] = (char)rng_below(&w->rng, 256);
        else
            for (size_t k = 0; k < pick; k++) {
                const char *piece = pieces[rng_below(&w->rng, LENGTH(pieces))];
                memcpy(bytes + n, piece, strlen(piece));
                n += strlen(piece);
            }
        try_bytes(w, bytes, n, categories[i / 2 % LENGTH(categories)]);
    }
    try_bytes(w, "\"walk\0walkwalkwalkwalkwalk\"", 26, "V");
}

/* One character of a good program is changed, dropped or doubled. */
static void mutations_body(struct world *w) {
    static const char good[] = "\\f.\\x. concat(f(concat(\"a-b\", x)), repeat(f(x), 2))";
    size_t n = strlen(good);
    char bytes[128];
    open_domain(w);
    for (size_t at = 0; at < n; at++)
        for (int c = 0; c < 256; c++) {
            memcpy(bytes, good, n);
            bytes[at] = (char)c;
            try_bytes(w, bytes, n, "V\\V/(V\\V)");
        }
    for (size_t at = 0; at < n; at++) {
        memcpy(bytes, good, at);
        memcpy(bytes + at, good + at + 1, n - at - 1);
        try_bytes(w, bytes, n - 1, "V\\V/(V\\V)");
        memcpy(bytes + at, good + at, n - at);
        memmove(bytes + at + 1, bytes + at, n - at);
        try_bytes(w, bytes, n + 1, "V\\V/(V\\V)");
        try_bytes(w, good, at, "V\\V/(V\\V)");
    }
}

/* ---- candidates ------------------------------------------------------------------------------------------ */

static void nav_candidates(struct world *w, const char *set, candidate_list *out) {
    const char *actions[] = {"walk look", "run jump lturn", "rturn walk"};
    world_built_in(w, "nav");
    domain_add_literals(w->domain, actions, LENGTH(actions), NULL, 0);
    assert_non_null(domain_set(w->domain, set));
    domain_candidates(w->domain, domain_set(w->domain, set), out);
}

static uint32_t count_category(struct world *w, const candidate_list *list, const char *category) {
    cat_id cat = world_category(w, category);
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->n; i++) n += list->at[i].cat == cat;
    return n;
}

static void all_candidates_body(struct world *w) {
    static const struct {
        const char *category;
        uint32_t n;
    } rows[] = {{"V", 55},      {"V/V", 37},    {"V\\V", 37},
                {"V\\V/V", 66}, {"S\\V/V", 66}, {"V\\V/(V\\V)", 59}};
    candidate_list list = {0};
    nav_candidates(w, "all", &list);
    assert_int_equal(list.n, 320);
    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_int_equal(count_category(w, &list, rows[i].category), rows[i].n);
    for (uint32_t i = 0; i < list.n; i++) { /* no two behave alike */
        const struct term *behaviour = term_behaviour(&w->domain->lang, list.at[i].program);
        assert_false(list.at[i].program->erases);
        for (uint32_t j = 0; j < i; j++)
            assert_false(list.at[i].cat == list.at[j].cat &&
                         behaviour == term_behaviour(&w->domain->lang, list.at[j].program));
    }
}

/* The programs of SCAN's words are among the candidates of both sets. */
static void solution_body(struct world *w) {
    static const char *const solution[][2] = {
        {"V", "walk()"},
        {"V\\V", "\\x. concat(lturn(), x)"},
        {"V\\V", "\\x. repeat(x, 3)"},
        {"V\\V/(V\\V)", "\\f.\\x. f(f(x))"},
        {"V\\V/(V\\V)", "\\f.\\x. repeat(f(x), 4)"},
        {"S\\V/V", "\\y.\\x. concat(x, y)"},
        {"S\\V/V", "\\y.\\x. concat(y, x)"},
        {"V", "empty()"},
    };
    static const char *const sets[] = {"all", "paper"};
    for (size_t k = 0; k < LENGTH(sets); k++) {
        candidate_list list = {0};
        nav_candidates(w, sets[k], &list);
        for (size_t i = 0; i < LENGTH(solution); i++) {
            cat_id cat = world_category(w, solution[i][0]);
            const struct term *program = world_term(w, cat, solution[i][1]);
            uint32_t found = 0;
            for (uint32_t c = 0; c < list.n; c++)
                found += list.at[c].cat == cat && list.at[c].program == program;
            if (found != 1) fail_msg("%s: %s", sets[k], solution[i][1]);
        }
    }
}

static char *reference;

/* As a set of (category, program), neither more nor less. */
static void paper_candidates_body(struct world *w) {
    candidate_list list = {0};
    uint32_t n = 0;
    nav_candidates(w, "paper", &list);
    bool *seen = arena_zalloc(&w->arena, list.n);
    for (char *line = strtok(reference, "\n"); line; line = strtok(NULL, "\n"), n++) {
        char *tab = strchr(line, '\t');
        assert_non_null(tab);
        *tab = 0;
        cat_id cat = world_category(w, line);
        const struct term *program = world_term(w, cat, tab + 1);
        uint32_t i = 0;
        while (i < list.n && (list.at[i].cat != cat || list.at[i].program != program)) i++;
        if (i == list.n) fail_msg("missing: %s %s", line, tab + 1);
        assert_false(seen[i]);
        seen[i] = true;
        assert_string_equal(world_print(w, program), tab + 1);
    }
    assert_int_equal(n, 178);
    assert_int_equal(list.n, n);
}

static void paper_candidates(void **state) {
    char path[SHARED_PATH_MAX];
    (void)state;
    reference = text_of_file(shared_path(path, "data/reference/nav-178-candidates.tsv"));
    world_run(paper_candidates_body);
    free(reference);
}

static g2l2_status enumerate_many(struct world *w) {
    struct guard inner, *outer = w->domain->arena.guard;
    candidate_list list = {0};
    w->domain->arena.guard = &inner;
    if (guard_try(&inner, &w->err))
        domain_candidates(w->domain, domain_set(w->domain, NULL), &list);
    w->domain->arena.guard = outer;
    return inner.status;
}

/* A set that is far too large is refused, not waited for. */
static void too_many_body(struct world *w) {
    struct buf text, actions;
    buf_init(&actions, &w->scratch);
    buf_init(&text, &w->scratch);
    for (int i = 0; i < 60; i++) buf_printf(&actions, "act%d ", i);
    buf_printf(&text, "%scandidates all\n  operations 6\n  programs V\\V/(V\\V)\n", definition);
    world_domain(w, text.at);
    const char *texts[] = {actions.at};
    domain_add_literals(w->domain, texts, 1, NULL, 0);
    assert_int_equal(enumerate_many(w), G2L2_STATUS_LIMIT);
    assert_non_null(strstr(w->err.message, "operations"));
}

WORLD_TEST(types)
WORLD_TEST(print)
WORLD_TEST(identity)
WORLD_TEST(errors)
WORLD_TEST(nesting)
WORLD_TEST(reduce)
WORLD_TEST(fuel)
WORLD_TEST(erases)
WORLD_TEST(behaviour)
WORLD_TEST(commutative)
WORLD_TEST(random_round_trip)
WORLD_TEST(random_bytes)
WORLD_TEST(mutations)
WORLD_TEST(all_candidates)
WORLD_TEST(solution)
WORLD_TEST(too_many)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types),
        cmocka_unit_test(print),
        cmocka_unit_test(identity),
        cmocka_unit_test(errors),
        cmocka_unit_test(nesting),
        cmocka_unit_test(reduce),
        cmocka_unit_test(fuel),
        cmocka_unit_test(erases),
        cmocka_unit_test(behaviour),
        cmocka_unit_test(commutative),
        cmocka_unit_test(random_round_trip),
        cmocka_unit_test(random_bytes),
        cmocka_unit_test(mutations),
        cmocka_unit_test(all_candidates),
        cmocka_unit_test(solution),
        cmocka_unit_test(paper_candidates),
        cmocka_unit_test(too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
