/* Trees of JSON (src/data/tree.h): what is read is what jansson reads, number by number and text by
 * text; what jansson refuses is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "data/tree.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static struct guard guard;
static struct arena arena;

static int open_arena(void **state) {
    (void)state;
    arena_init(&arena, &guard, 0);
    return 0;
}

static int close_arena(void **state) {
    (void)state;
    arena_free(&arena);
    return 0;
}

enum verdict { REFUSED, READ, WRONG };

/* Whether it is read, and as jansson does. */
static enum verdict verdict(const char *text, size_t n) {
    arena_reset(&arena);
    const struct tree *tree = tree_read(&arena, text, n);
    json_t *json = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    enum verdict out = READ;
    if (!tree) out = REFUSED;
    else if (!json || !tree_equal(tree, tree_from(&arena, json))) out = WRONG;
    json_decref(json);
    return out;
}

static void reads(void **state) {
    static const char *const texts[] = {
        "{}",
        " [ ] ",
        "{\"a\": [1, -2, 0, -0, 123456789012345], \"b\": {\"c\": null, \"d\": true, \"e\": false}}",
        "[0.1, -2.5, 0.30000000000000004, 1e9, 1E-7, -1.5e+300, 2.2250738585072014e-308, -0.0]",
        "[3.141592653589793, 1234567.8901234, 0.000001, 9007199254740993.5, 5e-324]",
        "{\"\": \"\", \"caf\xC3\xA9\": \"\xE4\xBD\xA0\xF0\x9F\x98\x80\"}",
        "\n\t[\"a\",\r\n\"b\" ]",
    };
    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++)
        if (verdict(texts[i], strlen(texts[i])) != READ) fail_msg("%s", texts[i]);
}

/* The last three are right: they are for jansson to read. */
static void refuses(void **state) {
    static const char *const texts[] = {
        "",
        "1",
        "\"a\"",
        "[1",
        "[1,]",
        "[,1]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\": 1,}",
        "{,}",
        "[1 2]",
        "{\"a\" 1}",
        "[01]",
        "[-]",
        "[1.]",
        "[.5]",
        "[1e]",
        "[+1]",
        "[tru]",
        "[nul]",
        "[\"a]",
        "[\"\n\"]",
        "[\"\xFF\"]",
        "[\"\xC0\x80\"]",
        "[1] x",
        "[1e400]",
        "[NaN]",
        "[0x10]",
        "[1}",
        "{\"a\": 1]",
        "[--1]",
        "[1e+]",
        "{a: 1}",
        "{\"a\": 1, \"a\": 2}",
        "[\"\\n\"]",
        "[\"\\u00e9\"]",
        "[1234567890123456789]",
    };
    char deep[201], many[2000] = "{";
    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++)
        if (verdict(texts[i], strlen(texts[i])) != REFUSED) fail_msg("%s", texts[i]);
    memset(deep, '[', 100);
    memset(deep + 100, ']', 100);
    assert_int_equal(verdict(deep, 200), REFUSED);
    for (int i = 0; i < 100; i++)
        snprintf(many + strlen(many), sizeof many - strlen(many), "%s\"%d\": 1", i ? "," : "", i);
    strcat(many, "}");
    assert_int_equal(verdict(many, strlen(many)), REFUSED);
}

/* Bytes that are changed at random: never another tree than jansson's. */
static void differs_never(void **state) {
    static const char base[] =
        "{\"a\": [0, {\"b\": 1.5, \"c\": \"x y\"}], \"d\": -12, \"e\": true, "
        "\"f\": {\"g\": []}, \"h\": 2.5e-3, \"\xC3\xA9\": null}";
    static const char likely[] = "{}[]\",:\\0e-+. abx1\xC3\xA9\n";
    struct rng rng;
    char text[sizeof base];
    size_t n_of[3] = {0};
    (void)state;
    rng_seed(&rng, 3);
    for (int i = 0; i < 200000; i++) {
        memcpy(text, base, sizeof base);
        for (uint32_t k = 0, n = rng_below(&rng, 4); k < n; k++)
            text[rng_below(&rng, sizeof base - 1)] = likely[rng_below(&rng, sizeof likely - 1)];
        enum verdict found = verdict(text, sizeof base - 1);
        n_of[found]++;
        if (found == WRONG) fail_msg("%s", text);
    }
    assert_true(n_of[READ] > 50000 && n_of[REFUSED] > 50000);
}

/* Decimals of every length are the doubles that jansson has. */
static void numbers_are_exact(void **state) {
    struct rng rng;
    char text[64];
    (void)state;
    rng_seed(&rng, 5);
    for (int i = 0; i < 100000; i++) {
        int n_digits = 1 + (int)rng_below(&rng, 17);
        double value = (rng_uniform(&rng) - 0.5) * 2000;
        int n = snprintf(text, sizeof text, "[%.*f]", n_digits, value);
        if (verdict(text, (size_t)n) != READ) fail_msg("%s", text);
    }
}

static void equal_as_json(void **state) {
    static const char *const texts[] = {"{\"a\": 1, \"b\": [1, 2]}", "{\"b\": [1, 2], \"a\": 1}",
                                        "{\"b\": [2, 1], \"a\": 1}", "{\"b\": [1, 2], \"a\": 1.0}",
                                        "{\"b\": [1, 2], \"c\": 1}", "{\"b\": [1, 2]}"};
    const struct tree *trees[LENGTH(texts)];
    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++)
        trees[i] = tree_read(&arena, texts[i], strlen(texts[i]));
    assert_true(tree_equal(trees[0], trees[1]));
    for (size_t i = 2; i < LENGTH(texts); i++) assert_false(tree_equal(trees[0], trees[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reads, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(refuses, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(differs_never, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(numbers_are_exact, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(equal_as_json, open_arena, close_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
