/* Entries that are edited through the public header, and those that there might be. */
#include <math.h>

#include "tests/faults.h"
#include "tests/moves.h"

static size_t entry_of(const g2l2_model *model, const char *word) {
    size_t i = 0;
    while (strcmp(g2l2_model_entry(model, i).word, word)) i++;
    return i;
}

static g2l2_model *edited(const g2l2_model *model, const g2l2_edit *edits, size_t n) {
    g2l2_model *out;
    g2l2_error err = {.message = ""};
    if (g2l2_model_edit(model, edits, n, NULL, &out, &err)) fail_msg("%s", err.message);
    return out;
}

static void test_edit(void **state) {
    (void)state;
    struct world w = open_world(moves_text);
    size_t walk = entry_of(w.model, "walk"),
           jump = entry_of(w.model, "jump"), and = entry_of(w.model, "and");
    const g2l2_edit edits[] = {
        {.kind = G2L2_EDIT_ADD,
         .with = {.word = "hop #1", .category = "V", .program = "JUMP()", .weight = .25}},
        {.kind = G2L2_EDIT_REPLACE,
         .entry = walk,
         .with = {.category = "V", .program = "concat(WALK(), WALK())", .locked = true}},
        {.kind = G2L2_EDIT_REMOVE, .entry = jump},
        {.kind = G2L2_EDIT_UNLOCK, .entry = and},
        {.kind = G2L2_EDIT_WEIGHT, .entry = and, .with = {.weight = -2.5}},
        {.kind = G2L2_EDIT_LOCK, .entry = entry_of(w.model, "twice")},
    };
    g2l2_model *model = edited(w.model, edits, 6);
    assert_int_equal(g2l2_model_n_entries(model), g2l2_model_n_entries(w.model));
    gives(model, "walk and jump", "WALK WALK WALK");
    g2l2_entry e = g2l2_model_entry(model, entry_of(model, "and"));
    assert_float_equal(e.weight, -2.5, 0);
    assert_false(e.locked);
    assert_int_equal(e.uses, 3);
    assert_string_equal(e.example, "walk and jump");
    e = g2l2_model_entry(model, entry_of(model, "hop #1"));
    assert_float_equal(e.weight, .25, 0);
    assert_true(g2l2_model_entry(model, entry_of(model, "twice")).locked);
    assert_true(g2l2_model_entry(model, entry_of(model, "walk")).locked);
    g2l2_model_free(model);
    means(w.parser, "walk and jump", "WALK JUMP"); /* as before */
    close_world(&w);
}

static void test_edit_refused(void **state) {
    (void)state;
    struct world w = open_world(moves_text);
    static const struct {
        g2l2_edit edit;
        g2l2_status status;
        const char *message;
    } rows[] = {
        {{.kind = G2L2_EDIT_REMOVE, .entry = 99}, G2L2_STATUS_ARGUMENT, "there is no entry 99"},
        {{.kind = (g2l2_edit_kind)99}, G2L2_STATUS_ARGUMENT, "there is no edit"},
        {{.kind = G2L2_EDIT_ADD, .with = {.word = "x"}}, G2L2_STATUS_ARGUMENT, "needs a category"},
        {{.kind = G2L2_EDIT_ADD, .with = {.category = "V", .program = "WALK()"}},
         G2L2_STATUS_ARGUMENT,
         "needs a word"},
        {{.kind = G2L2_EDIT_ADD, .with = {.word = "x", .category = "V", .program = "WALK()\ny"}},
         G2L2_STATUS_FORMAT,
         "no end of a line"},
        {{.kind = G2L2_EDIT_REPLACE, .with = {.category = "V", .program = "FLY()"}},
         G2L2_STATUS_UNKNOWN,
         "FLY"},
        {{.kind = G2L2_EDIT_REPLACE, .with = {.category = "V", .program = "WALK() : V"}},
         G2L2_STATUS_FORMAT,
         ""},
        {{.kind = G2L2_EDIT_REPLACE, .with = {.category = "Q", .program = "WALK()"}},
         G2L2_STATUS_UNKNOWN,
         "Q"},
        {{.kind = G2L2_EDIT_WEIGHT, .with = {.weight = NAN}}, G2L2_STATUS_ARGUMENT, "not a finite"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        g2l2_model *model;
        g2l2_error err = {.message = ""};
        g2l2_status status = g2l2_model_edit(w.model, &rows[i].edit, 1, NULL, &model, &err);
        if (status != rows[i].status) fail_msg("row %zu: %d: %s", i, status, err.message);
        has(err.message, rows[i].message);
        assert_null(model);
    }
    const g2l2_edit twice[] = {{.kind = G2L2_EDIT_REMOVE}, {.kind = G2L2_EDIT_LOCK}};
    g2l2_model *model;
    const g2l2_budget little = {.steps = 1};
    assert_int_equal(g2l2_model_edit(w.model, NULL, 0, &little, &model, NULL), G2L2_STATUS_LIMIT);
    assert_int_equal(g2l2_model_edit(w.model, twice, 2, NULL, &model, NULL), G2L2_STATUS_ARGUMENT);
    close_world(&w);
}

/* Concepts stay with those who need them. */
static void test_edit_concepts(void **state) {
    (void)state;
    struct world w = open_world(looks_text);
    g2l2_edit edit = {.kind = G2L2_EDIT_REMOVE, .entry = entry_of(w.model, "red")};
    g2l2_model *model = edited(w.model, &edit, 1);
    assert_int_equal(g2l2_model_vectors(model, NULL, 0), 1);
    g2l2_parser *parser;
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_parser_set_objects(parser, objects[0], 3, 2, NULL), G2L2_STATUS_OK);
    means(parser, "how many blue things", "2");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    edit = (g2l2_edit){
        .kind = G2L2_EDIT_ADD,
        .with = {.word = "green", .category = "objset/objset", .program = "\\x. filter(x, ?)"}};
    g2l2_error err;
    assert_int_equal(g2l2_model_edit(w.model, &edit, 1, NULL, &model, &err), G2L2_STATUS_FORMAT);
    has(err.message, "the word 'green' needs");
    close_world(&w);
}

static void test_edit_no_memory(void **state) {
    (void)state;
    struct world w = open_world(looks_text);
    const g2l2_edit edit = {.kind = G2L2_EDIT_LOCK};
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    for (long n = 0; fails_once_more(&n, status, 0);) {
        g2l2_model *model = NULL;
        status = g2l2_model_edit(w.model, &edit, 1, NULL, &model, NULL);
        g2l2_model_free(model);
    }
    close_world(&w);
}

static void test_candidates(void **state) {
    (void)state;
    static const char *const targets[] = {"WALK JUMP", "JUMP"};
    g2l2_domain *domain;
    g2l2_candidates *few, *more;
    g2l2_error err;
    bool jumps = false;
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_domain_candidates(domain, NULL, NULL, 0, NULL, &few, &err), 0);
    assert_int_equal(g2l2_domain_candidates(domain, NULL, targets, 2, NULL, &more, &err), 0);
    assert_true(g2l2_candidates_count(few) > 0);
    assert_true(g2l2_candidates_count(more) > g2l2_candidates_count(few));
    for (size_t i = 0; i < g2l2_candidates_count(more); i++) {
        g2l2_candidate c = g2l2_candidates_get(more, i);
        jumps |= !strcmp(c.category, "V") && !strcmp(c.program, "JUMP()");
    }
    assert_true(jumps);
    assert_null(g2l2_candidates_get(few, g2l2_candidates_count(few)).category);
    g2l2_candidates_free(few);
    g2l2_candidates_free(more);
    assert_int_equal(g2l2_domain_candidates(domain, "none", NULL, 0, NULL, &few, &err),
                     G2L2_STATUS_UNKNOWN);
    assert_int_equal(
        g2l2_domain_candidates(domain, NULL, targets, 2, &(g2l2_budget){.steps = 5}, &few, &err),
        G2L2_STATUS_LIMIT);
    assert_int_equal(
        g2l2_domain_candidates(domain, NULL, targets, 2, &(g2l2_budget){.bytes = 1000}, &few, &err),
        G2L2_STATUS_LIMIT);
    g2l2_domain_free(domain);
}

static void test_candidates_no_memory(void **state) {
    (void)state;
    g2l2_domain *domain;
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), G2L2_STATUS_OK);
    for (long n = 0; fails_once_more(&n, status, 0);) {
        g2l2_candidates *candidates = NULL;
        status = g2l2_domain_candidates(domain, NULL, NULL, 0, NULL, &candidates, NULL);
        g2l2_candidates_free(candidates);
    }
    g2l2_domain_free(domain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edit),          cmocka_unit_test(test_edit_refused),
        cmocka_unit_test(test_edit_concepts), cmocka_unit_test(test_edit_no_memory),
        cmocka_unit_test(test_candidates),    cmocka_unit_test(test_candidates_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
