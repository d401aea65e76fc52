/* Arenas: what is asked for as 0 is 0, whatever was there before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/common.h"

#define LARGE ((size_t)3 << 20) /* a chunk of its own, which the system clears */

static void must_be_zero(const unsigned char *at, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (at[i]) fail_msg("byte %zu of %zu is %d", i, n, at[i]);
}

/* Filled, forgotten, and asked for again: in one piece, behind something else, and in a chunk that was only
 * written to in part. */
static void use_again(size_t size) {
    struct guard guard = {0};
    struct arena arena;
    arena_init(&arena, &guard, 0);
    must_be_zero(arena_zalloc(&arena, size), size);
    arena_reset(&arena);
    memset(arena_alloc(&arena, size / 2), 0xff, size / 2);
    must_be_zero(arena_zalloc(&arena, size / 2), size / 2);
    arena_reset(&arena);
    memset(arena_alloc(&arena, size / 4), 0xff, size / 4);
    must_be_zero(arena_zalloc(&arena, size / 2), size / 2);
    arena_reset(&arena);
    must_be_zero(arena_zalloc(&arena, size), size);
    arena_free(&arena);
}

static void test_zeros(void **state) {
    (void)state;
    use_again(100);
    use_again(LARGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_zeros)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
