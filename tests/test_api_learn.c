/* Learning through the public header: within budgets, stopped and gone on with from a checkpoint, with
 * what it observes and reports. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "common/common.h"
#include "tests/moves.h"

/* walk twice twice ... */
static char *long_sentence(size_t n) {
    char *text = calloc(n + 2, strlen(" twice"));
    strcpy(text, "walk");
    for (size_t i = 0; i < n; i++) strcat(text, " twice");
    return text;
}

/* All calls that parse keep the budget, and the next call has a new one. */
static void test_parser_budget(void **state) {
    (void)state;
    static const struct {
        g2l2_budget budget;
        g2l2_status status;
        const char *message;
    } rows[] = {{{.steps = 3}, G2L2_STATUS_LIMIT, "too many steps; its budget is 3"},
                {{.seconds = 1e-9}, G2L2_STATUS_INTERRUPTED, "too long; its budget is 1e-09 s"},
                {{.bytes = 70000}, G2L2_STATUS_LIMIT, "the memory limit of"}};
    char *sentence = long_sentence(60);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct world w = open_world(moves_text);
        const g2l2_show_options options = {.format = G2L2_FORMAT_SVG};
        g2l2_error err[4] = {{.message = ""}};
        g2l2_result result;
        g2l2_parses parses;
        g2l2_explanation shown;
        g2l2_parser_set_budget(w.parser, &rows[i].budget);
        g2l2_parser_run(w.parser, sentence, 1, &result, &err[0]);
        g2l2_parser_parse(w.parser, sentence, 1, &parses, &err[1]);
        g2l2_parser_explain(w.parser, sentence, &shown, &err[2]);
        g2l2_parser_show(w.parser, sentence, &options, &shown, &err[3]);
        for (int k = 0; k < 4; k++) {
            assert_int_equal(err[k].status, rows[i].status);
            has(err[k].message, rows[i].message);
        }
        g2l2_parser_set_budget(w.parser, NULL);
        means(w.parser, "walk and jump", "WALK JUMP");
        assert_true(g2l2_parser_memory(w.parser) > 0);
        close_world(&w);
    }
    free(sentence);
}

/* Steps do not depend on what was done before: enough is enough every time. */
static void test_steps(void **state) {
    (void)state;
    struct world w = open_world(moves_text);
    uint64_t steps = 0;
    g2l2_result result;
    g2l2_status status;
    do {
        g2l2_parser_set_budget(w.parser, &(g2l2_budget){.steps = ++steps});
        status = g2l2_parser_run(w.parser, "walk and jump twice", 1, &result, NULL);
    } while (status == G2L2_STATUS_LIMIT);
    assert_int_equal(status, G2L2_STATUS_OK);
    assert_true(steps > 3);
    for (int i = 0; i < 3; i++) means(w.parser, "walk and jump twice", "WALK JUMP JUMP");
    g2l2_parser_set_budget(w.parser, &(g2l2_budget){.steps = UINT64_MAX, .seconds = 1e9});
    means(w.parser, "walk and jump twice", "WALK JUMP JUMP");
    close_world(&w);
}

static void test_other_budgets(void **state) {
    (void)state;
    struct world w = open_world(looks_text);
    g2l2_model *model = NULL;
    g2l2_concepts *concepts = NULL;
    g2l2_error err;
    const g2l2_budget steps = {.steps = 1}, time = {.seconds = 1e-9}, bytes = {.bytes = 100};
    const char *text = looks_text;
    size_t n = strlen(text);
    assert_int_equal(g2l2_lexicon_import(text, n, NULL, &steps, &model, &err), G2L2_STATUS_LIMIT);
    assert_int_equal(g2l2_lexicon_import(text, n, NULL, &time, &model, &err),
                     G2L2_STATUS_INTERRUPTED);
    assert_int_equal(g2l2_lexicon_import(text, n, NULL, &bytes, &model, &err), G2L2_STATUS_LIMIT);
    assert_int_equal(g2l2_concepts_find(w.model, &steps, &concepts, &err), G2L2_STATUS_LIMIT);
    assert_int_equal(g2l2_concepts_find(w.model, &time, &concepts, &err), G2L2_STATUS_INTERRUPTED);
    assert_int_equal(g2l2_concepts_find(w.model, &bytes, &concepts, &err), G2L2_STATUS_LIMIT);
    assert_int_equal(g2l2_model_find_ties(w.model, &steps, &err), G2L2_STATUS_LIMIT);
    assert_int_equal(g2l2_model_find_ties(w.model, &time, &err), G2L2_STATUS_INTERRUPTED);
    assert_int_equal(g2l2_model_find_ties(w.model, NULL, &err), G2L2_STATUS_OK);
    close_world(&w);
}

static bool stop_soon(void *context, const g2l2_progress *at) {
    (void)at;
    return --*(int *)context > 0;
}

/* A run that is stopped every few steps, and goes on each time, comes to what one comes to that is not. */
static void test_checkpoint(void **state) {
    (void)state;
    static const char text[] = "walk\tWALK\njump\tJUMP\nwalk twice\tWALK WALK\n"
                               "jump twice\tJUMP JUMP\njump and walk\tJUMP WALK\n";
    char path[64];
    g2l2_domain *domain;
    g2l2_dataset *data;
    g2l2_model *model;
    g2l2_learn_report report;
    void *whole, *parts;
    size_t n_whole, n_parts;
    g2l2_learn_options options = g2l2_learn_options_default();
    snprintf(path, sizeof path, "/tmp/g2l2-api-%ld", (long)getpid());
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_parse(data, text, strlen(text), NULL, NULL, NULL), 0);
    assert_int_equal(g2l2_learn(domain, data, &options, &model, &report, NULL), 0);
    assert_false(report.resumed || report.resumable);
    assert_int_equal(g2l2_model_write(model, &whole, &n_whole, NULL), 0);
    g2l2_model_free(model);
    int left, times = 0;
    options.checkpoint = (g2l2_checkpoint){.path = path, .seconds = 1e9, .resume = true};
    options.progress = stop_soon;
    options.context = &left;
    for (report.interrupted = true; report.interrupted; times++) {
        left = 20;
        assert_int_equal(g2l2_learn(domain, data, &options, &model, &report, NULL), 0);
        assert_int_equal(report.resumed, times > 0);
        assert_true(report.resumable);
        if (report.interrupted) g2l2_model_free(model);
    }
    assert_true(times > 3);
    assert_int_equal(g2l2_model_write(model, &parts, &n_parts, NULL), 0);
    assert_int_equal(n_parts, n_whole);
    assert_memory_equal(parts, whole, n_whole);
    free(whole);
    free(parts);
    g2l2_model_free(model);
    unlink(path);
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
}

static void test_learn_budget(void **state) {
    (void)state;
    static const char text[] = "walk\tWALK\njump\tJUMP\nwalk twice\tWALK WALK\n"
                               "jump twice\tJUMP JUMP\n";
    const g2l2_budget budgets[] = {{.steps = 10}, {.seconds = 1e-9}, {0}};
    g2l2_domain *domain;
    g2l2_dataset *data;
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_parse(data, text, strlen(text), NULL, NULL, NULL), 0);
    for (size_t i = 0; i < 3; i++) {
        g2l2_learn_options options = g2l2_learn_options_default();
        g2l2_learn_report report;
        g2l2_model *model = NULL;
        g2l2_error err;
        options.budget = budgets[i];
        assert_int_equal(g2l2_learn(domain, data, &options, &model, &report, &err), 0);
        assert_int_equal(report.interrupted, i < 2);
        if (i < 2) has(report.reason, i ? "too long; its budget is" : "its budget is 10");
        else assert_string_equal(report.reason, "");
        g2l2_model_free(model);
    }
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
}

/* More candidates than anyone could list, which the budget ends; and records, of which little is
 * learned in no time: a model or a reason, never neither. */
static void test_learn_too_much(void **state) {
    (void)state;
    static const char many[] =
        "domain many\nkernels nav\nexecution exact\ntype Seq\ntype Number\nop empty : Seq\n"
        "op concat : Seq, Seq -> Seq [associative, unit empty]\n"
        "op repeat : Seq, Number -> Seq [power concat]\nliterals action : Seq\n"
        "numbers 2 3 4 5 6 7 8 9 : Number\ncategory V : Seq\nroot V\n"
        "candidates all\n  operations 6\n  programs V/V/V/V/V\n";
    static const char text[] = "{\"command\": \"a b c\", \"result\": {\"x\": 1, \"y\": \"b\"}}\n"
                               "{\"command\": \"c d a\", \"result\": {\"x\": 2, \"z\": \"d\"}}\n";
    g2l2_domain *domains[2];
    g2l2_error err;
    assert_int_equal(g2l2_domain_parse(many, strlen(many), &domains[0], &err), 0);
    assert_int_equal(g2l2_domain_open("frames", &domains[1], &err), 0);
    for (size_t i = 0; i < 2; i++) {
        g2l2_learn_options options = g2l2_learn_options_default();
        g2l2_dataset *data;
        g2l2_model *model = NULL;
        assert_int_equal(g2l2_dataset_new(&data, NULL), 0);
        if (i) assert_int_equal(g2l2_dataset_parse(data, text, strlen(text), NULL, NULL, NULL), 0);
        else assert_int_equal(g2l2_dataset_add(data, "a b c d", "A B C D", NULL, 1, NULL), 0);
        options.budget.seconds = 1e-9;
        clock_t before = clock();
        g2l2_status status = g2l2_learn(domains[i], data, &options, &model, NULL, &err);
        assert_true((double)(clock() - before) / CLOCKS_PER_SEC < 10);
        assert_int_equal(!status, model != NULL);
        if (!i) assert_int_equal(status, G2L2_STATUS_INTERRUPTED);
        if (!i) has(err.message, "it takes too long");
        g2l2_model_free(model);
        g2l2_dataset_free(data);
        g2l2_domain_free(domains[i]);
    }
}

static void wait_at_check(void *context, const g2l2_observation *at) {
    (void)context;
    if (!strcmp(at->phase, "check")) nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
}

/* Where the time is over between one question about it and the next, that is said as well. */
static void test_late_is_said(void **state) {
    (void)state;
    g2l2_learn_options options = g2l2_learn_options_default();
    g2l2_domain *domain;
    g2l2_dataset *data;
    g2l2_model *model = NULL;
    g2l2_learn_report report;
    options.budget.seconds = .2;
    options.observe = wait_at_check;
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), 0);
    assert_int_equal(g2l2_dataset_new(&data, NULL), 0);
    assert_int_equal(g2l2_dataset_add(data, "walk", "WALK", NULL, 1, NULL), 0);
    assert_int_equal(g2l2_learn(domain, data, &options, &model, &report, NULL), 0);
    assert_true(report.interrupted);
    has(report.reason, "it takes too long");
    g2l2_model_free(model);
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
}

/* Whoever goes on with a budget that is spent is stopped again, at once. */
static void test_spent_stays_spent(void **state) {
    (void)state;
    struct guard guard;
    struct arena arena;
    struct budget budget;
    volatile int stopped = 0, steps = 0;
    arena_init(&arena, &guard, 0);
    budget_start(&budget, &(g2l2_budget){.steps = 100});
    arena.budget = &budget;
    while (stopped < 3) {
        if (!guard_try(&guard, NULL)) stopped++;
        else
            for (;; steps++) arena_check(&arena);
        assert_true(steps < 1000);
    }
    assert_int_equal(guard.status, G2L2_STATUS_LIMIT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parser_budget),     cmocka_unit_test(test_steps),
        cmocka_unit_test(test_other_budgets),     cmocka_unit_test(test_learn_budget),
        cmocka_unit_test(test_learn_too_much),    cmocka_unit_test(test_late_is_said),
        cmocka_unit_test(test_spent_stays_spent),

        cmocka_unit_test(test_checkpoint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
