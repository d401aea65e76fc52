/* Value types that a program brings: what is refused, what operations see and make, models that
 * need them, threads. The type here has values of several lengths, bytes of 0 in them, and
 * operations on all kinds that they may have. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "g2l2.h"

/* ---- a type: a row of beads, 0 to 7 of them, each red (0) or blue (1) -------------------------- */

#define MAX_BEADS 7

static bool parse(void *context, const char *text, g2l2_made *out) {
    (void)context;
    if (!strcmp(text, "none")) return true;
    for (out->length = 0; text[out->length]; out->length++) {
        if (out->length == MAX_BEADS || !strchr("rb", text[out->length])) return false;
        out->bytes[out->length] = text[out->length] == 'b';
    }
    return out->length > 0;
}

static size_t print(void *context, const g2l2_value *value, char *out, size_t room) {
    (void)context;
    const unsigned char *beads = value->bytes;
    size_t n = value->length ? value->length : 4;
    for (size_t i = 0; i < n && i + 1 < room; i++)
        out[i] = value->length ? beads[i] ? 'b' : 'r' : "none"[i];
    if (room) out[n < room ? n : room - 1] = 0;
    return n;
}

static bool join(void *context, const g2l2_value *args, g2l2_made *out) {
    (void)context;
    if (args[0].length + args[1].length > out->room) return false;
    memcpy(out->bytes, args[0].bytes, args[0].length);
    memcpy(out->bytes + args[0].length, args[1].bytes, args[1].length);
    out->length = args[0].length + args[1].length;
    return true;
}

static bool how_many(void *context, const g2l2_value *args, g2l2_made *out) {
    ++*(int *)context;
    out->number = (double)args[0].length;
    return true;
}

static bool longer(void *context, const g2l2_value *args, g2l2_made *out) {
    (void)context;
    out->number = (double)args[0].length > args[1].number;
    return true;
}

static bool first(void *context, const g2l2_value *args, g2l2_made *out) {
    (void)context;
    const unsigned char *beads = args[0].bytes;
    const char *name = !args[0].length ? "nothing" : beads[0] ? "blue" : "red";
    memcpy(out->bytes, name, out->length = strlen(name));
    return true;
}

static bool one(void *context, const g2l2_value *args, g2l2_made *out) {
    (void)context;
    out->bytes[0] = !strcmp(args[0].bytes, "blue");
    out->length = 1;
    return args[0].length > 0;
}

static int calls;

static const g2l2_type_operation operations[] = {
    {"join", "beads, beads -> beads", "associative", "one after the other", join},
    {"how_many", "beads -> number", NULL, "beads there are", how_many},
    {"longer", "beads,number->truth", NULL, "more than so many?", longer},
    {"first_bead", "beads -> symbol", NULL, "what the first is called", first},
    {"one", "symbol -> beads", NULL, "a bead of this colour", one},
};

static g2l2_value_type beads_type(void) {
    return (g2l2_value_type){.abi = G2L2_TYPE_ABI,
                             .size = sizeof(g2l2_value_type),
                             .operation_size = sizeof(g2l2_type_operation),
                             .max_bytes = MAX_BEADS,
                             .name = "beads",
                             .about = "a row of beads",
                             .context = &calls,
                             .parse = parse,
                             .print = print,
                             .n_operations = 5,
                             .operations = operations};
}

static const char definition[] = "domain beads  rows of beads\n"
                                 "import beads number truth symbol\n"
                                 "type Beads : beads\n"
                                 "type Count\n"
                                 "type Bool\n"
                                 "type Name\n"
                                 "op join : Beads, Beads -> Beads [associative]\n"
                                 "op many : Beads -> Count = how_many\n"
                                 "op longer : Beads, Count -> Bool\n"
                                 "op colour : Beads -> Name = first_bead\n"
                                 "op one : Name -> Beads\n"
                                 "op yes : Bool = true\n"
                                 "op no : Bool = false\n"
                                 "literals row : Beads\n"
                                 "literals name : Name\n"
                                 "numbers 1 2 : Count\n"
                                 "category R : Beads\n"
                                 "category C : Count\n"
                                 "category B : Bool\n"
                                 "category N : Name\n"
                                 "root R C B N\n"
                                 "candidates all\n"
                                 "  entry R : ?\n"
                                 "  entry R\\R/R : \\y.\\x. join(x, y)\n"
                                 "  entry R\\R : \\x. join(x, x)\n"
                                 "  entry C/R : \\x. many(x)\n"
                                 "  entry B/R : \\x. longer(x, 1)\n"
                                 "  entry B/R : \\x. longer(x, 2)\n"
                                 "  entry N/R : \\x. colour(x)\n"
                                 "  entry EMPTY\n";

static const char examples[] = "ruby\tr\n"
                               "sapphire\tb\n"
                               "ruby twice\trr\n"
                               "sapphire twice\tbb\n"
                               "ruby then sapphire\trb\n"
                               "sapphire then ruby twice\tbrr\n"
                               "count ruby\t1\n"
                               "count ruby then sapphire twice\t3\n"
                               "several ruby\tno\n"
                               "several sapphire twice\tyes\n"
                               "colour of ruby then sapphire\tred\n"
                               "colour of sapphire\tblue\n";

static void has(const char *text, const char *part) {
    if (!strstr(text, part)) fail_msg("'%s' is not in '%s'", part, text);
}

static g2l2_types *new_types(void) {
    g2l2_types *types;
    g2l2_error err = {.message = ""};
    g2l2_value_type type = beads_type();
    assert_int_equal(g2l2_types_new(&types, &err), G2L2_STATUS_OK);
    if (g2l2_types_add(types, &type, &err)) fail_msg("%s", err.message);
    return types;
}

/* ---- what is refused -------------------------------------------------------------------------------- */

static void refused(const g2l2_value_type *type, const char *why) {
    g2l2_types *types = new_types();
    g2l2_error err = {.message = ""};
    size_t kinds = g2l2_kinds(types, NULL, 0), ops = g2l2_operations(types, NULL, 0);
    assert_int_equal(g2l2_types_add(types, type, &err), G2L2_STATUS_ARGUMENT);
    has(err.message, why);
    assert_int_equal(g2l2_kinds(types, NULL, 0), kinds); /* nothing of it stays */
    assert_int_equal(g2l2_operations(types, NULL, 0), ops);
    g2l2_types_free(types);
}

static void test_versions(void **state) {
    (void)state;
    g2l2_value_type type = beads_type();
    type.abi = 2;
    refused(&type, "version 2 of the interface; this library has version 1");
    type = beads_type();
    type.size--;
    refused(&type, "built with another g2l2.h");
    type = beads_type();
    type.operation_size += 8;
    refused(&type, "built with another g2l2.h");
}

static void test_bad_types(void **state) {
    (void)state;
    static const struct {
        const char *name, *op, *signature, *why;
    } rows[] = {
        {"beads", "a", "beads", "is there already"},
        {"set", "a", "set", "is there already"},
        {"a b", "a", "number", "needs a name"},
        {"", "a", "number", "needs a name"},
        {"mine", "concat", "mine", "'concat', which is there already"},
        {"mine", "join", "mine", "'join', which is there already"},
        {"mine", "a-b", "mine", "without a name"},
        {"mine", "a", "mine, set -> mine", "'set' is no kind that it can take"},
        {"mine", "a", "mine, -> mine", "is no kind that it can take"},
        {"mine", "a", "mine, mine", "write 'KIND, KIND -> KIND'"},
        {"mine", "a", "mine -> mine -> mine", "write 'KIND, KIND -> KIND'"},
        {"mine", "a", "mine, mine, mine, mine, mine -> mine", "more than 4 arguments"},
        {"mine", "a", "yours", "'yours' is no kind"},
        {"mine", "a", "", "is no kind"},
        {"mine", "a", NULL, "without 'signature' or 'run'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        g2l2_type_operation op = {rows[i].op, rows[i].signature, NULL, NULL, join};
        g2l2_value_type type = beads_type();
        type.name = rows[i].name;
        type.n_operations = 1;
        type.operations = &op;
        refused(&type, rows[i].why);
    }
    g2l2_value_type type = beads_type();
    type.name = "mine";
    type.print = NULL;
    refused(&type, "needs 'parse' and 'print'");
    type.print = print;
    type.max_bytes = 5000;
    refused(&type, "1 to 4096 bytes, not 5000");
}

static void test_too_many(void **state) {
    (void)state;
    g2l2_types *types = new_types();
    g2l2_error err = {.message = ""};
    char name[] = "type_a";
    g2l2_value_type type = beads_type();
    type.name = name;
    type.n_operations = 0;
    int n = 1;
    for (; !g2l2_types_add(types, &type, &err); n++) name[5]++;
    assert_int_equal(n, 16);
    has(err.message, "one too many");
    g2l2_types_free(types);
}

static void test_definitions(void **state) {
    (void)state;
    static const struct {
        const char *text, *why;
        size_t line;
    } rows[] = {
        {"domain d\ntype T : beads\n", "not imported", 2},
        {"domain d\ntype T\nop join : T, T -> T\n", "not imported", 3},
        {"domain d\nimport number\ntype T\ntype N\nop how_many : T -> N\n", "not imported", 5},
        {"domain d\nimport bead\n", "'bead' is neither one of the library's", 2},
        {"domain d\nimport beads\ntype T : beads\nop join : T -> T\n", "does not do an operation",
         4},
        {"domain d\nimport beads\nexecution expected\ntype T : beads\ncategory C : T\nroot C\n",
         "cannot be executed so", 6},
    };
    g2l2_types *types = new_types();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        g2l2_domain *domain;
        g2l2_error err = {.message = ""};
        g2l2_status status =
            g2l2_domain_parse_with(types, rows[i].text, strlen(rows[i].text), &domain, &err);
        assert_int_not_equal(status, G2L2_STATUS_OK);
        has(err.message, rows[i].why);
        assert_int_equal(err.line, rows[i].line);
    }
    g2l2_types_free(types);
}

/* ---- learning ------------------------------------------------------------------------------------------ */

static g2l2_model *learn(const g2l2_types *types, int n_threads, const char *text,
                         g2l2_error *err) {
    g2l2_domain *domain = NULL;
    g2l2_dataset *data = NULL;
    g2l2_model *model = NULL;
    g2l2_learn_report report;
    g2l2_learn_options options = g2l2_learn_options_default();
    options.n_threads = n_threads;
    if (g2l2_domain_parse_with(types, definition, strlen(definition), &domain, err))
        fail_msg("%s", err->message);
    assert_int_equal(g2l2_dataset_new(&data, NULL), 0);
    if (g2l2_dataset_parse(data, text, strlen(text), "rows", NULL, err))
        fail_msg("%s", err->message);
    if (!g2l2_learn(domain, data, &options, &model, &report, err))
        assert_int_equal(report.correct, report.examples);
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
    return model;
}

static void means(g2l2_parser *parser, const char *sentence, const char *meaning) {
    g2l2_result result;
    g2l2_error err = {.message = ""};
    if (g2l2_parser_run(parser, sentence, 1, &result, &err)) fail_msg("%s", err.message);
    if (!meaning) {
        assert_int_equal(result.n_readings, 0);
        return;
    }
    if (!result.n_readings) fail_msg("'%s': %s", sentence, result.reason);
    assert_string_equal(result.readings[0].text, meaning);
}

static void check_meanings(const g2l2_model *model) {
    g2l2_parser *parser;
    g2l2_explanation why;
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, NULL), 0);
    means(parser, "ruby then sapphire then sapphire", "rbb");
    means(parser, "count sapphire twice then ruby twice", "4");
    means(parser, "several ruby twice", "yes");
    means(parser, "several sapphire", "no");
    means(parser, "colour of sapphire then ruby", "blue");
    means(parser, "ruby twice twice then ruby twice twice", NULL); /* there are no eight beads */
    assert_int_equal(g2l2_parser_explain(parser, "count ruby twice", &why, NULL), 0);
    has(why.text, "many(join(r(), r()))");
    g2l2_parser_free(parser);
}

static void test_learned(void **state) {
    (void)state;
    g2l2_types *types = new_types();
    g2l2_error err = {.message = ""};
    calls = 0;
    g2l2_model *model = learn(types, 1, examples, &err), *again;
    assert_non_null(model);
    assert_true(calls > 0); /* the context is the type's */
    check_meanings(model);
    void *bytes;
    char *text;
    size_t n;
    assert_int_equal(g2l2_model_write(model, &bytes, &n, &err), 0);
    assert_int_equal(g2l2_lexicon_export(model, &text, &err), 0);
    has(text, "| import beads number truth symbol\n");
    g2l2_model_free(model);
    if (g2l2_model_read_with(types, bytes, n, &again, &err)) fail_msg("%s", err.message);
    check_meanings(again);
    const g2l2_edit lock = {.kind = G2L2_EDIT_LOCK, .entry = 0};
    if (g2l2_model_edit(again, &lock, 1, NULL, &model, &err)) fail_msg("%s", err.message);
    check_meanings(model);
    g2l2_model_free(model);
    g2l2_model_free(again);
    if (g2l2_model_read_with(types, text, strlen(text), &again, &err)) fail_msg("%s", err.message);
    check_meanings(again);
    g2l2_model_free(again);
    assert_int_equal(g2l2_model_read(bytes, n, &again, &err), G2L2_STATUS_UNKNOWN);
    has(err.message, "'beads' is neither one of the library's");
    assert_int_equal(g2l2_model_read(text, strlen(text), &again, &err), G2L2_STATUS_UNKNOWN);
    has(err.message, "'beads' is neither one of the library's");
    assert_true(err.line > 0);
    free(bytes);
    free(text);
    g2l2_types_free(types);
}

static void test_threads(void **state) {
    (void)state;
    g2l2_types *types = new_types();
    g2l2_error err = {.message = ""};
    void *bytes[2];
    size_t n[2];
    for (int i = 0; i < 2; i++) {
        g2l2_model *model = learn(types, i + 1, examples, &err);
        assert_non_null(model);
        assert_int_equal(g2l2_model_write(model, &bytes[i], &n[i], &err), 0);
        g2l2_model_free(model);
    }
    assert_int_equal(n[0], n[1]);
    assert_memory_equal(bytes[0], bytes[1], n[0]);
    free(bytes[0]);
    free(bytes[1]);
    g2l2_types_free(types);
}

static void test_bad_target(void **state) {
    (void)state;
    g2l2_types *types = new_types();
    g2l2_error err = {.message = ""};
    assert_null(learn(types, 1, "ruby\tr\nruby twice\trr q\n", &err));
    has(err.message, "rows:2");
    g2l2_types_free(types);
}

/* ---- types that do not keep to what they must do --------------------------------------------------------- */

static bool overlong(void *context, const g2l2_value *args, g2l2_made *out) {
    (void)context, (void)args;
    out->length = out->room + 1;
    return true;
}

static size_t print_else(void *context, const g2l2_value *value, char *out, size_t room) {
    (void)context, (void)value, (void)room;
    memcpy(out, "bbb", 4);
    return 3;
}

static size_t print_bytes(void *context, const g2l2_value *value, char *out, size_t room) {
    (void)context, (void)value, (void)room;
    memcpy(out, "\xff\xfe", 3);
    return 2;
}

static void breaks(const g2l2_value_type *type, const char *why) {
    g2l2_types *types;
    g2l2_error err = {.message = ""};
    assert_int_equal(g2l2_types_new(&types, &err), 0);
    assert_int_equal(g2l2_types_add(types, type, &err), 0);
    assert_null(learn(types, 1, examples, &err));
    assert_int_equal(err.status, G2L2_STATUS_TYPE);
    has(err.message, why);
    g2l2_types_free(types);
}

static void test_broken_types(void **state) {
    (void)state;
    g2l2_value_type type = beads_type();
    g2l2_type_operation ops[5];
    memcpy(ops, operations, sizeof ops);
    ops[0].run = overlong;
    type.operations = ops;
    breaks(&type, "'join' made a value longer than it may be");
    type = beads_type();
    type.print = print_else;
    breaks(&type, "prints 'bbb', but does not read that as the same value");
    type.print = print_bytes;
    breaks(&type, "printed what is not UTF-8");
}

static void test_listed(void **state) {
    (void)state;
    g2l2_types *types = new_types();
    g2l2_operation ops[256];
    g2l2_kind kinds[64];
    g2l2_domain *domain;
    g2l2_warnings *warnings;
    g2l2_error err = {.message = ""};
    char *text;
    size_t n = g2l2_operations(types, ops, 256), own = g2l2_operations(NULL, NULL, 0);
    assert_int_equal(n, own + 5);
    assert_string_equal(ops[own].name, "join");
    assert_string_equal(ops[own + 2].signature, "beads, number -> truth");
    assert_false(ops[own].expected || ops[own].mixed);
    n = g2l2_kinds(types, kinds, 64);
    assert_string_equal(kinds[n - 1].name, "beads");
    assert_int_equal(g2l2_domain_parse_with(types, definition, strlen(definition), &domain, &err),
                     0);
    assert_int_equal(g2l2_domain_show(domain, G2L2_FORMAT_TEXT, &text, &err), 0);
    has(text, "Beads  beads");
    has(text, "how_many    beads there are");
    free(text);
    assert_int_equal(g2l2_domain_check(domain, NULL, &warnings, &err), 0);
    assert_int_equal(g2l2_warnings_count(warnings), 1);
    has(g2l2_warnings_get(warnings, 0).message, "no candidate has this operation"); /* one */
    g2l2_warnings_free(warnings);
    g2l2_domain_free(domain);
    g2l2_types_free(types);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions),   cmocka_unit_test(test_bad_types),
        cmocka_unit_test(test_too_many),   cmocka_unit_test(test_definitions),
        cmocka_unit_test(test_learned),    cmocka_unit_test(test_threads),
        cmocka_unit_test(test_bad_target), cmocka_unit_test(test_broken_types),
        cmocka_unit_test(test_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
