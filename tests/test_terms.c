/* Terms: actions whose arguments are actions, WHEN(RAIN,CLOSE(window) BELL), NOT(PAST(sleep(cook))). */
#include <stdlib.h>
#include <string.h>

#include "domain/domain.h"
#include "lessons.h"
#include "types/kernels.h"

#define COUNT(pairs) (sizeof(pairs) / sizeof *(pairs))

/* What is done and what is only asked are of different sorts, and times are things. */
static const char *const rules[][2] = {
    {"open the gate", "OPEN(gate)"},
    {"close the gate", "CLOSE(gate)"},
    {"open the window", "OPEN(window)"},
    {"close the window", "CLOSE(window)"},
    {"ring the bell", "BELL"},
    {"open the window and ring the bell", "OPEN(window) BELL"},
    {"when it rains close the window", "WHEN(RAIN,CLOSE(window))"},
    {"ring the bell when it rains", "WHEN(RAIN,BELL)"},
    {"when the lamp is on close the gate", "WHEN(LIT(lamp),CLOSE(gate))"},
    {"open the window when the heater is on", "WHEN(LIT(heater),OPEN(window))"},
    {"ring the bell when the heater is not on", "WHEN(NOT(LIT(heater)),BELL)"},
    {"when the lamp is not on close the window", "WHEN(NOT(LIT(lamp)),CLOSE(window))"},
    {"at noon open the gate", "AT(noon,OPEN(gate))"},
    {"ring the bell at midnight", "AT(midnight,BELL)"},
    {"close the window at noon", "AT(noon,CLOSE(window))"},
    {"at midnight close the window and ring the bell", "AT(midnight,CLOSE(window) BELL)"},
    {"when it rains close the window and ring the bell", "WHEN(RAIN,CLOSE(window) BELL)"},
};

static const char *const unsaid[][2] = {
    {"when the heater is not on close the gate and ring the bell",
     "WHEN(NOT(LIT(heater)),CLOSE(gate) BELL)"},
    {"open the window at midnight", "AT(midnight,OPEN(window))"},
    {"when it rains open the gate and close the gate", "WHEN(RAIN,OPEN(gate) CLOSE(gate))"},
};

/* Swahili: a verb is one word with its tense, so it means a term with two holes. */
static const char *const tales[][2] = {
    {"mtoto alisoma kitabu", "PAST(read(child,book))"},
    {"mtoto anasoma kitabu", "PRES(read(child,book))"},
    {"mpishi anasoma barua", "PRES(read(cook,letter))"},
    {"mpishi alisoma kitabu", "PAST(read(cook,book))"},
    {"mgeni aliona mtoto", "PAST(see(guest,child))"},
    {"mpishi aliona kiti", "PAST(see(cook,chair))"},
    {"mtoto anaona mgeni", "PRES(see(child,guest))"},
    {"mgeni anaona barua", "PRES(see(guest,letter))"},
    {"mtoto atanunua kiti", "FUT(buy(child,chair))"},
    {"mpishi atanunua barua", "FUT(buy(cook,letter))"},
    {"mgeni atanunua kitabu", "FUT(buy(guest,book))"},
    {"mpishi alisoma barua", "PAST(read(cook,letter))"},
};

static const char *const untold[][2] = {
    {"mgeni alisoma barua", "PAST(read(guest,letter))"},
    {"mtoto atanunua mpishi", "FUT(buy(child,cook))"},
    {"mgeni anaona mgeni", "PRES(see(guest,guest))"},
};

/* English: auxiliaries stand between who and what, and say what is outside. */
static const char *const claims[][2] = {
    {"the cook sleeps", "sleep(cook)"},
    {"the guest sleeps", "sleep(guest)"},
    {"the cook will sleep", "FUT(sleep(cook))"},
    {"the guest will sleep", "FUT(sleep(guest))"},
    {"the guest thinks the cook sleeps", "think(guest,sleep(cook))"},
    {"the cook thinks the guest will sleep", "think(cook,FUT(sleep(guest)))"},
    {"maybe the cook sleeps", "MAYBE(sleep(cook))"},
    {"maybe the guest will sleep", "MAYBE(FUT(sleep(guest)))"},
    {"the child sleeps", "sleep(child)"},
};

static const char *const unclaimed[][2] = {
    {"the child will sleep", "FUT(sleep(child))"},
    {"the child thinks the guest sleeps", "think(child,sleep(guest))"},
    {"the cook thinks the guest thinks the child will sleep",
     "think(cook,think(guest,FUT(sleep(child))))"},
};

static void assert_all(const g2l2_model *model, const char *const (*pairs)[2], size_t n) {
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_error err;
    lesson_check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    for (size_t i = 0; i < n; i++) {
        lesson_check(g2l2_parser_run(parser, pairs[i][0], 1, &result, &err), &err);
        assert_true(result.n_readings > 0);
        assert_string_equal(result.readings[0].text, pairs[i][1]);
    }
    g2l2_parser_free(parser);
}

static void learns(const char *const (*said)[2], size_t n_said, const char *const (*asked)[2],
                   size_t n_asked) {
    g2l2_model *model = lesson_pairs("nav", said, n_said), *again;
    g2l2_error err;
    void *bytes;
    size_t n;
    assert_all(model, said, n_said);
    assert_all(model, asked, n_asked);
    lesson_check(g2l2_model_write(model, &bytes, &n, &err), &err);
    lesson_check(g2l2_model_read(bytes, n, &again, &err), &err);
    assert_all(again, asked, n_asked);
    free(bytes);
    g2l2_model_free(again);
    g2l2_model_free(model);
}

static void test_rules(void **state) {
    (void)state;
    learns(rules, COUNT(rules), unsaid, COUNT(unsaid));
}

static void test_words_that_are_whole_terms(void **state) {
    (void)state;
    learns(tales, COUNT(tales), untold, COUNT(untold));
}

static void test_terms_at_any_depth(void **state) {
    (void)state;
    learns(claims, COUNT(claims), unclaimed, COUNT(unclaimed));
}

/* Holes in what words mean as a whole are looked for in every target, whatever it is made of. */
static void test_odd_targets(void **state) {
    (void)state;
    static const char *const odd[][2] = {
        {"fill the tank", "FILL(tank)"},
        {"drain the tank", "DRAIN(tank)"},
        {"wait until the tank is full", "WAIT(FULL(tank))"},
        {"wait until the pipe is hot", "WAIT(HOT(pipe))"},
        {"if the pipe is hot drain the tank", "IF(HOT(pipe),DRAIN(tank))"},
        {"if the tank is full stop", "IF(FULL(tank),STOP())"},
        {"if the tank is full stop else fill the tank", "IF(FULL(tank),STOP(),FILL(tank))"},
        {"stop", "STOP()"},
        {"mix all", "MIX(a,b,c,d,MIX(e),STOP())"},
        {"mix none", "MIX(,WAIT(HOT(pipe)),)"},
    };
    g2l2_model *model = lesson_pairs("nav", odd, 8), *any = NULL;
    g2l2_learn_options options = g2l2_learn_options_default();
    g2l2_domain *domain;
    g2l2_dataset *data;
    g2l2_error err;
    assert_all(model, odd, 8);
    g2l2_model_free(model);
    lesson_check(g2l2_domain_open("nav", &domain, &err), &err);
    lesson_check(g2l2_dataset_new(&data, &err), &err);
    for (size_t i = 0; i < COUNT(odd); i++)
        lesson_check(g2l2_dataset_add(data, odd[i][0], odd[i][1], NULL, 1, &err), &err);
    if (g2l2_learn(domain, data, &options, &any, NULL, &err)) assert_null(any);
    g2l2_model_free(any);
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
}

/* ---- which names are what --------------------------------------------------------------------- */

struct kinds {
    const char *actions, *things, *plain, *tests, *states, *qualities;
};

static const char *listed(struct arena *arena, const struct symbols *names) {
    struct buf out;
    buf_init(&out, arena);
    buf_puts(&out, "");
    for (uint32_t i = 0; i < names->names.n; i++)
        buf_printf(&out, "%s%s", i ? " " : "", names->names.at[i]);
    return out.at;
}

static void assert_kinds(const char *const *targets, size_t n, struct kinds wanted) {
    struct arena arena;
    struct guard guard;
    struct symbols all[7];
    g2l2_error err;
    arena_init(&arena, &guard, 0);
    if (!guard_try(&guard, &err)) fail();
    for (int i = 0; i < 7; i++) symbols_init(&all[i], &arena);
    domain_name_calls(&arena, targets, n,
                      &(struct call_names){.actions = &all[0],
                                           .things = &all[1],
                                           .plain = &all[2],
                                           .tests = &all[3],
                                           .states = &all[4],
                                           .qualities = &all[5],
                                           .objects = &all[6]});
    assert_string_equal(listed(&arena, &all[0]), wanted.actions);
    assert_string_equal(listed(&arena, &all[1]), wanted.things);
    assert_string_equal(listed(&arena, &all[2]), wanted.plain);
    assert_string_equal(listed(&arena, &all[3]), wanted.tests);
    assert_string_equal(listed(&arena, &all[4]), wanted.states);
    assert_string_equal(listed(&arena, &all[5]), wanted.qualities);
    arena_free(&arena);
}

static void test_sorts(void **state) {
    (void)state;
    static const char *const house[] = {"WHEN(OPEN(door),ON(lamp) BEEP)", "WHEN(RAIN,ON(fan))",
                                        "STOP() AT(noon,ON(fan))"};
    static const char *const speech[] = {"say(cook,sleep(guest))", "sleep(cook)",
                                         "NOT(say(cook,rain))"};
    static const char *const farm[] = {"see(big(dog),cat)", "say(cat,run(old(dog)))", "run(dog)",
                                       "see(cat,dog)"};
    static const char *const odd[] = {"A(", "B)", "C(()", "", "(x)", "D(,)"};
    assert_kinds(
        house, COUNT(house),
        (struct kinds){"WHEN ON AT", "door lamp fan noon", "BEEP STOP()", "OPEN", "RAIN", ""});
    assert_kinds(speech, COUNT(speech),
                 (struct kinds){"say sleep NOT", "cook guest", "rain", "", "", ""});
    assert_kinds(farm, COUNT(farm),
                 (struct kinds){"see say run", "dog cat", "", "", "", "big old"});
    assert_kinds(odd, COUNT(odd), (struct kinds){"A C D", "", "B x", "", "", ""});
}

/* ---- targets ------------------------------------------------------------------------------------- */

static void test_parts_of_a_target(void **state) {
    (void)state;
    const char *text = "WHEN( RAIN, CLOSE(window)  BELL )", *why;
    struct target target;
    struct arena arena;
    struct guard guard;
    g2l2_domain *domain;
    g2l2_error err;
    lesson_check(g2l2_domain_open("terms", &domain, &err), &err);
    domain_add_literals(domain, &text, 1, NULL, 0);
    arena_init(&arena, &guard, 0);
    if (!guard_try(&guard, &err)) fail();
    assert_true(target_read_sequence(&arena, &domain->lang, text, &target, &why));
    assert_int_equal(target.n, 1);
    assert_int_equal(target.n_calls, 2);
    assert_string_equal(target.calls[0], "CLOSE(window)");
    assert_string_equal(target.calls[1], "WHEN(RAIN,CLOSE(window) BELL)");
    /* behind a gap, what is done; RAIN is a thing, as long as no other target has a call there */
    assert_int_equal(target.parts[0], TARGET_GAP);
    assert_int_equal(target.n_parts, 3);
    arena_free(&arena);
    g2l2_domain_free(domain);
}

/* Brackets without end are one error or none, and never too much for the stack. */
static void test_depth(void **state) {
    (void)state;
    size_t n = 200000;
    char *deep = malloc(2 * n + 2);
    const char *texts[1] = {deep};
    assert_non_null(deep);
    for (size_t i = 0; i < n; i++) memcpy(deep + 2 * i, "A(", 2);
    deep[2 * n] = 'x';
    deep[2 * n + 1] = 0;
    assert_true(domain_has_nested_calls(deep));
    assert_false(domain_has_nested_calls("A(b,c) B() C(d) E(F())"));
    assert_kinds(texts, 1, (struct kinds){"A", "", "A x", "", "", ""});
    free(deep);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_words_that_are_whole_terms),
        cmocka_unit_test(test_terms_at_any_depth),
        cmocka_unit_test(test_odd_targets),
        cmocka_unit_test(test_sorts),
        cmocka_unit_test(test_parts_of_a_target),
        cmocka_unit_test(test_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
