/* Text as it is looked up: Unicode's Normalization Form C, and words in any script. What is wanted
 * was found with another implementation (Python's unicodedata). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

struct room {
    struct guard guard;
    struct arena arena;
    g2l2_error err;
};

static int open_room(void **state) {
    static struct room room;
    room = (struct room){0};
    arena_init(&room.arena, &room.guard, 0);
    *state = &room;
    return 0;
}

static int close_room(void **state) {
    arena_free(&((struct room *)*state)->arena);
    return 0;
}

static const char *const forms[][2] = {
    {"jump twice", "jump twice"},
    {"caf\u00E9", "caf\u00E9"},
    {"cafe\u0301", "caf\u00E9"},
    {"a\u0323\u0302", "\u1EAD"},        /* one mark after the other */
    {"a\u0302\u0323", "\u1EAD"},        /* out of order */
    {"\u00E2\u0323", "\u1EAD"},         /* taken apart first */
    {"a\u0315\u0300", "\u00E0\u0315"},  /* one joins past another */
    {"a\u0305\u0301", "a\u0305\u0301"}, /* not past one of its own class */
    {"\u212B", "\u00C5"},               /* another character for the same */
    {"\u0958", "\u0915\u093C"},         /* never composed */
    {"\u1112\u1161\u11AB", "\uD55C"},   /* Hangul */
    {"\uAC00\u11A8", "\uAC01"},
    {"\u09C7\u09BE", "\u09CB"}, /* two that are no marks */
    {"\u0301e", "\u0301e"},     /* a mark on nothing */
    {"=\u0338", "\u2260"},
    {"\xFF"
     "e\u0301\xC3",
     "\xFF\u00E9\xC3"}, /* bytes that are no text */
};

static void composes(void **state) {
    struct room *room = *state;
    if (!guard_try(&room->guard, &room->err)) fail_msg("%s", room->err.message);
    for (size_t i = 0; i < LENGTH(forms); i++) {
        const char *text = forms[i][0], *wanted = forms[i][1];
        assert_string_equal(text_composed(&room->arena, text), wanted);
        assert_string_equal(text_composed(&room->arena, wanted), wanted);
        if (strcmp(text, wanted)) assert_false(text_is_nfc(text, strlen(text)));
    }
}

/* Letters of a text, as they are and without marks. */
static void spells(void **state) {
    static const struct {
        const char *text;
        uint32_t exact[5], plain[5];
    } rows[] = {
        {"\u00E9te\u0301", {0xE9, 't', 'e', 0x301}, {'e', 't', 'e'}},
        {"\u1EAD", {0x1EAD}, {'a'}},
        {"\uAC70\uC2E4",
         {0x1100, 0x1165, 0x1109, 0x1175, 0x11AF},
         {0x1100, 0x1165, 0x1109, 0x1175, 0x11AF}},
        {"\xFFz", {0xFFFD, 'z'}, {0xFFFD, 'z'}},
        {"", {0}, {0}},
    };
    uint32_t out[6];
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++)
        for (int plain = 0; plain < 2; plain++) {
            const uint32_t *wanted = plain ? rows[i].plain : rows[i].exact;
            size_t n = text_letters(rows[i].text, strlen(rows[i].text), plain, out, 5);
            for (size_t k = 0; k < n; k++) assert_int_equal(out[k], wanted[k]);
            assert_true(n == 5 || !wanted[n]);
        }
    assert_int_equal(text_letters("abc", 3, true, out, 3), 3);
    assert_int_equal(text_letters("abcd", 4, true, out, 3), 4);
    assert_int_equal(text_letters("\uAC70\uC2E4", 6, true, out, 4), 5);
}

/* What most texts are is not copied. */
static void leaves_alone(void **state) {
    struct room *room = *state;
    static const char *const plain[] = {"jump twice", "caf\u00E9 \u03C9\u043C",
                                        "\u6253\u5F00 \uD55C\uAD6D", "x\u0334"};
    if (!guard_try(&room->guard, &room->err)) fail_msg("%s", room->err.message);
    for (size_t i = 0; i < LENGTH(plain); i++)
        assert_ptr_equal(text_composed(&room->arena, plain[i]), plain[i]);
}

static const char *const cuts[][2] = {
    {"Schalte 2 Lampen im \u201EBad\u201C an!",
     "schalte <number> lampen im \u201E bad \u201C an !"},
    {"\u6253\u5F00\u706F", "\u6253 \u5F00 \u706F"},
    {"CO2 4,5 %", "co2 <number> %"},
    {"\u00C4PFEL", "\u00E4pfel"},
    /* marks are part of words; digits of other scripts, and a comma of theirs, make numbers */
    {"\u0930\u0938\u094B\u0908 \u0915\u0940 \u0932\u093E\u0907\u091F \u096B\u0966%",
     "\u0930\u0938\u094B\u0908 \u0915\u0940 \u0932\u093E\u0907\u091F <number> %"},
    {"\u09B0\u09BE\u09A8\u09CD\u09A8\u09BE\u0998\u09B0\u09C7\u09B0 \u09EB",
     "\u09B0\u09BE\u09A8\u09CD\u09A8\u09BE\u0998\u09B0\u09C7\u09B0 <number>"},
    {"\u0634\u063A\u0651\u0644 \u0664\u066B\u0665", "\u0634\u063A\u0651\u0644 <number>"},
    {"\uFF15\uFF10\u5EA6", "<number> \u5EA6"},
    {"\u0E40\u0E1B\u0E34\u0E14\u0E44\u0E1F\u0E55",
     "\u0E40\u0E1B\u0E34 \u0E14 \u0E44\u0E1F <number>"},
    /* a consonant has its vowels before it and behind it, and another may be written under it */
    {"\u0E40\u0E02\u0E32 \u0E19\u0E49\u0E33\u0E40\u0E07\u0E34\u0E19",
     "\u0E40\u0E02\u0E32 \u0E19\u0E49\u0E33 \u0E40\u0E07\u0E34 \u0E19"},
    {"\u0EC1\u0E94\u0E87\u0E99\u0EB0", "\u0EC1\u0E94 \u0E87 \u0E99\u0EB0"},
    {"\u1781\u17D2\u1789\u17BB\u17C6", "\u1781\u17D2\u1789\u17BB\u17C6"},
    {"\u1019\u1014\u1039\u1010\u101C\u1031\u1038", "\u1019 \u1014\u1039\u1010 \u101C\u1031\u1038"},
    {"\u0E40", "\u0E40"},
    /* directions of lines and joints of letters are not said; what keeps letters apart is a blank */
    {"\u200F\u05D4\u05D3\u05DC\u05E7\u200E 5\u202C", "\u05D4\u05D3\u05DC\u05E7 <number>"},
    {"\u0D95\u0DCA\u200D\u0DBB\u0DB8\u200D .", "\u0D95\u0DCA\u0DBB\u0DB8 ."},
    {"\u0686\u0631\u0627\u063A\u200C\u0647\u0627", "\u0686\u0631\u0627\u063A \u0647\u0627"},
};

static void cuts_words(void **state) {
    struct room *room = *state;
    if (!guard_try(&room->guard, &room->err)) fail_msg("%s", room->err.message);
    for (size_t i = 0; i < LENGTH(cuts); i++) {
        struct buf out;
        buf_init(&out, &room->arena);
        text_words(cuts[i][0], strlen(cuts[i][0]), &out, NULL);
        assert_string_equal(out.at, cuts[i][1]);
    }
}

/* As it is, with a capital, with one for each word. */
static const char *const capitals[][3] = {
    {"bed light", "Bed light", "Bed Light"},
    {"heat pump CO2", "heat pump CO2", "heat pump CO2"},
    {"\u03C0\u03CC\u03C1\u03C4\u03B1 \u03C3\u03B1\u03BB\u03CC\u03BD\u03B9",
     "\u03A0\u03CC\u03C1\u03C4\u03B1 \u03C3\u03B1\u03BB\u03CC\u03BD\u03B9",
     "\u03A0\u03CC\u03C1\u03C4\u03B1 \u03A3\u03B1\u03BB\u03CC\u03BD\u03B9"},
    {"\u0161\u00ED\u0159ka", "\u0160\u00ED\u0159ka", "\u0160\u00ED\u0159ka"},
    {"7 up", "7 up", "7 Up"},
    {"\u5367\u5BA4", "\u5367\u5BA4", "\u5367\u5BA4"},
};

static void puts_capitals(void **state) {
    struct room *room = *state;
    if (!guard_try(&room->guard, &room->err)) fail_msg("%s", room->err.message);
    for (size_t i = 0; i < LENGTH(capitals); i++)
        for (size_t each = 0; each < 2; each++) {
            struct buf out;
            buf_init(&out, &room->arena);
            text_capital(capitals[i][0], strlen(capitals[i][0]), each, &out);
            assert_string_equal(out.at, capitals[i][1 + each]);
        }
}

/* "did you mean": exact below the limit, and never more than that. */
static const char *const actions[][2] = {
    {" I_JUMP \t I_WALK ", "I_JUMP I_WALK"},
    {"BRING( cup, desk )  STOP", "BRING(cup,desk) STOP"},
    {"PUT(in(cup, box), desk) GO ( A )", "PUT(in(cup,box),desk) GO ( A )"},
    {"GOTO(living  room ) STOP", "GOTO(living_room) STOP"},
    {"SAY(hello WAIT", "SAY(hello WAIT"},
    {"IF( DARK , ON( lamp )  ON(left fan) )", "IF(DARK,ON(lamp) ON(left_fan))"},
    {"AT(noon, BELL ON(lamp) STOP)", "AT(noon,BELL ON(lamp) STOP)"},
    {"A) B( C( D", "A) B( C( D"},
    {"(a + b) * c", "(a + b) * c"},
    {"sqrt( x - y )", "sqrt( x - y )"},
    {"G(open -> F light)", "G(open -> F light)"},
    {"old(ann) :- likes(tom, ann), rich(ann).", "old(ann) :- likes(tom,ann), rich(ann)."},
    {"f(a, *) COUNT(*)", "f(a,*) COUNT(*)"},
    {"", ""},
};

static void takes_blanks_out_of_calls(void **state) {
    struct room *room = *state;
    struct buf out;
    if (!guard_try(&room->guard, &room->err)) fail_msg("%s", room->err.message);
    for (size_t i = 0; i < LENGTH(actions); i++) {
        buf_init(&out, &room->arena);
        text_actions(actions[i][0], strlen(actions[i][0]), &out);
        assert_string_equal(out.at, actions[i][1]);
    }
}

static void measures_spelling(void **state) {
    (void)state;
    assert_int_equal(text_distance("twize", 5, "twice", 3), 1);
    assert_int_equal(text_distance("twice", 5, "twice", 3), 0);
    assert_int_equal(text_distance("kitten", 6, "sitting", 9), 3);
    assert_int_equal(text_distance("kitten", 6, "sitting", 3), 3);
    assert_int_equal(text_distance("kitten", 6, "sitting", 2), 2);
    assert_int_equal(text_distance("a", 1, "abcdef", 3), 3);
    assert_int_equal(text_distance("teh", 3, "the", 3), 1);
    assert_int_equal(text_distance("wlak", 4, "walks", 9), 2);
    assert_int_equal(text_distance("", 0, "ab", 9), 2);
}

static void compares_answers(void **state) {
    (void)state;
    assert_true(text_same_answer("Oslo", "oslo"));
    assert_true(text_same_answer("Lyon, Paris", "paris, lyon"));
    assert_true(text_same_answer("a, b, a", "a, a, b"));
    assert_false(text_same_answer("a, b, a", "a, b, b"));
    assert_false(text_same_answer("a, b", "a, c"));
    assert_false(text_same_answer("ab, c", "a, bc"));
    assert_false(text_same_answer("ab", "ba"));
    assert_false(text_same_answer("a, b", "a, b, c"));
    assert_true(text_same_answer("2.4999", "2.5"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(composes, open_room, close_room),
        cmocka_unit_test(spells),
        cmocka_unit_test_setup_teardown(leaves_alone, open_room, close_room),
        cmocka_unit_test_setup_teardown(cuts_words, open_room, close_room),
        cmocka_unit_test_setup_teardown(puts_capitals, open_room, close_room),
        cmocka_unit_test_setup_teardown(takes_blanks_out_of_calls, open_room, close_room),
        cmocka_unit_test(measures_spelling),
        cmocka_unit_test(compares_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
