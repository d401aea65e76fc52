/* faults - an allocator that counts, and fails when told. A test includes it once.
 *
 * Allocations are counted while `watching`; number `fail_at` (from 1) fails, and where it
 * `stays` so, all that follow. In a build with sanitizers they go through the sanitizer, so leaks are found. */
#ifndef G2L2_TESTS_FAULTS_H
#define G2L2_TESTS_FAULTS_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "g2l2.h"

static volatile bool watching;
static volatile long n_allocations, fail_at, n_live;
static volatile bool stays, has_failed;
static bool (*is_to_fail)(void); /* asked when its turn has come; NULL: it fails */

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void __libc_free(void *);
extern void *__interceptor_malloc(size_t) __attribute__((weak));
extern void *__interceptor_calloc(size_t, size_t) __attribute__((weak));
extern void *__interceptor_realloc(void *, size_t) __attribute__((weak));
extern void __interceptor_free(void *) __attribute__((weak));

static bool fails(void) {
    if (!watching) return false;
    bool turn = ++n_allocations == fail_at;
    if (!(turn && (!is_to_fail || is_to_fail())) && !(stays && has_failed)) return false;
    has_failed = true;
    errno = ENOMEM;
    return true;
}

static void *made(void *block, bool was_there) {
    if (watching && block && !was_there) n_live++;
    return block;
}

__attribute__((visibility("default"))) void *malloc(size_t size) {
    if (fails()) return NULL;
    return made(__interceptor_malloc ? __interceptor_malloc(size) : __libc_malloc(size), false);
}

__attribute__((visibility("default"))) void *calloc(size_t n, size_t size) {
    if (fails()) return NULL;
    return made(__interceptor_calloc ? __interceptor_calloc(n, size) : __libc_calloc(n, size),
                false);
}

__attribute__((visibility("default"))) void *realloc(void *old, size_t size) {
    if (fails()) return NULL;
    return made(
        __interceptor_realloc ? __interceptor_realloc(old, size) : __libc_realloc(old, size), old);
}

__attribute__((visibility("default"))) void free(void *block) {
    if (watching && block) n_live--;
    if (__interceptor_free) __interceptor_free(block);
    else __libc_free(block);
}

static void watch(long failing) {
    n_allocations = n_live = 0;
    has_failed = false;
    fail_at = failing;
    watching = true;
}

/* The head of a loop whose body does the same again, with the first allocation failing, then the second, ..., until
 * it succeeds: `for (long n = 0; fails_once_more(&n, status, 0);)`. Each time the call has to say that there is no memory,
 * and to leave nothing behind. sparse: of very many allocations not all are tried,
 * but from n the next is n / sparse further on. */
static inline bool fails_once_more(long *n, g2l2_status status, long sparse) {
    watching = false;
    if (*n) {
        assert_int_equal(n_live, 0);
        assert_true(!status || status == G2L2_STATUS_NO_MEMORY);
        if (!status) return false;
    }
    *n += 1 + (sparse ? *n / sparse : 0);
    watch(*n);
    return true;
}

#endif
