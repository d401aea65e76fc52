/* Actions that are followed by what they are done to, without parentheses: CLEAN KITCHEN. */
#include <stdlib.h>
#include <string.h>

#include "domain/domain.h"
#include "lessons.h"

/* Thirty sentences as one would write them for a vacuum cleaner: `and` joins rooms and whole commands,
 * "and then" is one word too many, `around` means two actions, `vacuum` and `clean` the same. */
static const char *const vacuum[][2] = {
    {"start cleaning", "START"},
    {"stop", "STOP"},
    {"stop cleaning", "STOP"},
    {"go home", "DOCK"},
    {"clean the kitchen", "CLEAN KITCHEN"},
    {"clean the bedroom", "CLEAN BEDROOM"},
    {"clean the kitchen and the hall", "CLEAN KITCHEN CLEAN HALL"},
    {"vacuum the hall twice", "CLEAN HALL CLEAN HALL"},
    {"mop the kitchen", "MOP KITCHEN"},
    {"mop the hall and then clean the bedroom", "MOP HALL CLEAN BEDROOM"},
    {"please clean the hall", "CLEAN HALL"},
    {"mop the bathroom twice", "MOP BATHROOM MOP BATHROOM"},
    {"clean the bathroom and the bedroom", "CLEAN BATHROOM CLEAN BEDROOM"},
    {"go to the kitchen", "GOTO KITCHEN"},
    {"go to the hall and stop", "GOTO HALL STOP"},
    {"please go to the bedroom", "GOTO BEDROOM"},
    {"turn left", "LEFT"},
    {"turn right", "RIGHT"},
    {"turn left twice", "LEFT LEFT"},
    {"turn around", "LEFT LEFT"},
    {"move forward", "FORWARD"},
    {"move forward three times", "FORWARD FORWARD FORWARD"},
    {"move back", "BACK"},
    {"turn right then move forward", "RIGHT FORWARD"},
    {"move forward then turn left", "FORWARD LEFT"},
    {"beep", "BEEP"},
    {"beep three times", "BEEP BEEP BEEP"},
};

/* Said nowhere above. */
static const char *const unseen[][2] = {
    {"clean the bathroom", "CLEAN BATHROOM"},
    {"mop the bedroom three times", "MOP BEDROOM MOP BEDROOM MOP BEDROOM"},
    {"go to the bathroom and beep", "GOTO BATHROOM BEEP"},
    {"turn left then turn right", "LEFT RIGHT"},
    {"vacuum the kitchen twice then go home", "CLEAN KITCHEN CLEAN KITCHEN DOCK"},
    {"mop the bathroom and the hall", "MOP BATHROOM MOP HALL"},
    {"mop the hall and stop", "MOP HALL STOP"},
    {"please vacuum the hall and the kitchen", "CLEAN HALL CLEAN KITCHEN"},
};

/* Arguments are names and numbers, and of one action two. */
static const char *const crane[][2] = {
    {"up 10", "UP 10"},
    {"up 5", "UP 5"},
    {"up 7 then drop", "UP 7 DROP"},
    {"drop", "DROP"},
    {"carry the box to the ship", "CARRY BOX SHIP"},
    {"carry the barrel to the truck", "CARRY BARREL TRUCK"},
    {"carry the box to the truck", "CARRY BOX TRUCK"},
    {"turn to the ship", "TURN SHIP"},
    {"turn to the truck then drop", "TURN TRUCK DROP"},
    {"drop then turn to the box", "DROP TURN BOX"},
};

#define COUNT(pairs) (sizeof(pairs) / sizeof *(pairs))

static void assert_all(const g2l2_model *model, const char *const (*pairs)[2], size_t n) {
    g2l2_parser *parser;
    g2l2_error err;
    lesson_check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    for (size_t i = 0; i < n; i++) lesson_means(parser, pairs[i][0], pairs[i][1]);
    g2l2_parser_free(parser);
}

static void test_what_was_never_said(void **state) {
    (void)state;
    g2l2_model *model = lesson_pairs("nav", vacuum, COUNT(vacuum)), *again;
    g2l2_error err;
    void *bytes;
    size_t n;
    assert_all(model, vacuum, COUNT(vacuum));
    assert_all(model, unseen, COUNT(unseen));
    /* the definition that a model brings along says how its actions are written */
    lesson_check(g2l2_model_write(model, &bytes, &n, &err), &err);
    lesson_check(g2l2_model_read(bytes, n, &again, &err), &err);
    assert_all(again, unseen, COUNT(unseen));
    free(bytes);
    g2l2_model_free(again);
    g2l2_model_free(model);
}

static void test_numbers_and_two_arguments(void **state) {
    (void)state;
    g2l2_model *model = lesson_pairs("nav", crane, COUNT(crane));
    static const char *const asked[][2] = {
        {"carry the barrel to the ship then up 12", "CARRY BARREL SHIP UP 12"},
        {"turn to the barrel", "TURN BARREL"},
    };
    assert_all(model, asked, COUNT(asked));
    g2l2_model_free(model);
}

/* ---- which names are things ---------------------------------------------------------------------- */

static void assert_things(const char *const *targets, size_t n, bool any, const char *things) {
    g2l2_domain *domain;
    g2l2_error err;
    struct arena arena;
    struct guard guard;
    struct symbols found;
    struct buf names;
    lesson_check(g2l2_domain_open("actions", &domain, &err), &err);
    arena_init(&arena, &guard, 0);
    if (!guard_try(&guard, &err)) fail();
    buf_init(&names, &arena);
    buf_puts(&names, "");
    domain_bare_things(domain, &arena, targets, n, &found);
    for (uint32_t i = 0; i < found.names.n; i++)
        buf_printf(&names, "%s%s", i ? " " : "", found.names.at[i]);
    assert_string_equal(names.at, things);
    assert_int_equal(domain_has_bare_things(domain, &arena, targets, n), any);
    arena_free(&arena);
    g2l2_domain_free(domain);
}

static void test_things(void **state) {
    (void)state;
    static const char *const rooms[] = {"CLEAN KITCHEN", "CLEAN HALL BEEP", "CLEAN HALL", "STOP"};
    static const char *const turns[] = {"LEFT WALK", "WALK", "LEFT JUMP", "JUMP JUMP"};
    static const char *const one[] = {"CLEAN HALL", "STOP"};
    static const char *const many[] = {"A b c d e", "A c b e d"};
    static const char *const option[] = {"BRING CUP", "BRING CUP DESK", "GO DESK", "GO CUP"};
    static const char *const late[] = {"WAIT ON FAN ON LAMP", "CHECK HALL ON LAMP", "WAIT WAIT"};
    assert_things(rooms, COUNT(rooms), true, "KITCHEN HALL");
    assert_things(turns, COUNT(turns), false, "");
    assert_things(one, COUNT(one), false, "HALL");
    assert_things(many, COUNT(many), false, "b c d e");
    assert_things(late, COUNT(late), true, "FAN LAMP HALL");
    assert_things(option, COUNT(option), true, "CUP DESK");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_was_never_said),
        cmocka_unit_test(test_numbers_and_two_arguments),
        cmocka_unit_test(test_things),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
