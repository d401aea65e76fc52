/* Definitions: statement by statement, each with what can be wrong about it, and then with noise. */
#include <string.h>

#include "tests/oracle.h"

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

WORLD_TEST(good_definition)
WORLD_TEST(good_schema)
WORLD_TEST(definition_noise)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_lines),        cmocka_unit_test(bad_cases),
        cmocka_unit_test(bad_mixed),        cmocka_unit_test(bad_order),
        cmocka_unit_test(incomplete),       cmocka_unit_test(good_definition),
        cmocka_unit_test(good_schema),      cmocka_unit_test(copies),
        cmocka_unit_test(definition_noise), cmocka_unit_test(definition_truncated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
