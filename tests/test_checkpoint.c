/* Checkpoints: records come back as they were kept, and no other bytes are taken for a checkpoint. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/checkpoint.h"

static char path[64];

static struct checkpoint_identity whose = {1, 2};
static int n_asked;

static void identify(const void *of, struct checkpoint_identity *out) {
    n_asked++;
    *out = *(const struct checkpoint_identity *)of;
}

static g2l2_status open_one(struct checkpoint *self, bool resume, g2l2_error *err) {
    *self = (struct checkpoint){.identify = identify, .of = &whose};
    return checkpoint_open(self, path, 0, resume, err);
}

static void keep_numbers(struct checkpoint *self, uint32_t first, uint32_t n) {
    struct stash record = {0};
    uint32_t many = stash_count(&record, n, sizeof first);
    for (uint32_t i = 0; i < many; i++, first++) stash_value(&record, first);
    checkpoint_keep(self, &record);
}

/* Two finished parts, the second empty, and one that is running. */
static void write_one(void) {
    struct checkpoint c;
    struct stash running = {0};
    double number = 0.1;
    assert_int_equal(open_one(&c, false, NULL), 0);
    keep_numbers(&c, 7, 100);
    keep_numbers(&c, 0, 0);
    stash_value(&running, number);
    stash_text(&running, NULL, "so far");
    checkpoint_write(&c, &running);
    assert_true(c.there);
    stash_free(&running);
    checkpoint_close(&c);
}

static void test_round_trip(void **state) {
    (void)state;
    struct checkpoint c;
    struct stash record;
    struct arena arena;
    struct guard guard;
    uint32_t number;
    double running = 0;
    write_one();
    assert_int_equal(open_one(&c, true, NULL), 0);
    assert_true(c.resumed);
    assert_false(checkpoint_restore(&c, &record)); /* finished parts come first */
    assert_true(checkpoint_recall(&c, &record));
    assert_int_equal(stash_count(&record, 0, 4), 100);
    for (uint32_t i = 0; i < 100; i++) {
        stash_value(&record, number);
        assert_int_equal(number, 7 + i);
    }
    assert_true(stash_is_whole(&record));
    stash_value(&record, number); /* there is no more */
    assert_true(record.failed && number == 0);
    assert_true(checkpoint_recall(&c, &record));
    assert_int_equal(stash_count(&record, 0, 4), 0);
    assert_false(checkpoint_recall(&c, &record));
    assert_true(checkpoint_restore(&c, &record));
    stash_value(&record, running);
    assert_true(running == 0.1);
    arena_init(&arena, &guard, 0);
    if (guard_try(&guard, NULL)) assert_string_equal(stash_text(&record, &arena, NULL), "so far");
    assert_true(stash_is_whole(&record));
    arena_free(&arena);
    assert_false(checkpoint_restore(&c, &record)); /* once */
    checkpoint_close(&c);
    unlink(path);
}

/* What a run is of is found out when that is needed, and no sooner. */
static void test_not_due(void **state) {
    (void)state;
    struct checkpoint c;
    n_asked = 0;
    unlink(path);
    assert_int_equal(open_one(&c, true, NULL), 0);
    assert_false(c.resumed);
    keep_numbers(&c, 1, 2);
    c.every = 1000;
    assert_false(checkpoint_is_due(&c));
    c.early = clock_now() - 1;
    assert_true(checkpoint_is_due(&c));
    assert_int_equal(n_asked, 0);
    checkpoint_write(&c, NULL);
    assert_int_equal(n_asked, 1);
    assert_false(checkpoint_is_due(&c));
    c.path = NULL;
    c.every = 0;
    assert_false(checkpoint_is_due(&c));
    checkpoint_close(&c);
    unlink(path);
}

static void refuses(const char *bytes, size_t n, const char *why) {
    struct checkpoint c;
    g2l2_error err = {0};
    assert_int_equal(file_write(path, bytes, n, &err), 0);
    assert_int_equal(open_one(&c, true, &err), G2L2_STATUS_FORMAT);
    if (!strstr(err.message, why)) fail_msg("'%s' does not say '%s'", err.message, why);
    checkpoint_close(&c);
}

static void test_damaged(void **state) {
    (void)state;
    char *bytes;
    size_t n;
    write_one();
    assert_int_equal(file_read(path, 1 << 20, &bytes, &n, NULL), 0);
    for (size_t cut = 0; cut < n; cut += cut < 120 ? 1 : 7) refuses(bytes, cut, "begin again");
    for (size_t i = 0; i < n; i += i < 120 ? 1 : 7) {
        bytes[i] ^= (char)(1 << i % 8);
        refuses(bytes, n, "begin again");
        bytes[i] ^= (char)(1 << i % 8);
    }
    free(bytes);
    unlink(path);
}

static void test_of_something_else(void **state) {
    (void)state;
    char *bytes;
    size_t n;
    write_one();
    assert_int_equal(file_read(path, 1 << 20, &bytes, &n, NULL), 0);
    whose.data++;
    refuses(bytes, n, "of other data");
    whose.data--;
    whose.options++;
    refuses(bytes, n, "of other options");
    whose.options--;
    bytes[16]++;
    refuses(bytes, n, "another version");
    free(bytes);
    unlink(path);
}

/* Memory that runs out, or a folder that is gone: the run goes on, and an earlier file stays. */
static void test_cannot_write(void **state) {
    (void)state;
    struct checkpoint c = {.identify = identify, .of = &whose};
    struct stash record = {.failed = true};
    assert_int_equal(checkpoint_open(&c, "/nowhere/at/all", 0, false, NULL), 0);
    checkpoint_write(&c, NULL);
    assert_false(c.there);
    checkpoint_keep(&c, &record);
    assert_false(checkpoint_is_due(&c)); /* what follows could not be understood without it */
    checkpoint_close(&c);
}

static int choose_path(void **state) {
    (void)state;
    snprintf(path, sizeof path, "/tmp/g2l2-checkpoint-%ld", (long)getpid());
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_not_due),
        cmocka_unit_test(test_damaged),      cmocka_unit_test(test_of_something_else),
        cmocka_unit_test(test_cannot_write),
    };
    return cmocka_run_group_tests(tests, choose_path, NULL);
}
