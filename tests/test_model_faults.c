/* Models where the machine fails: disks are full, and every single allocation fails once. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "tests/faults.h"
#include "tests/model_texts.h"

/* ---- writes that fail -------------------------------------------------------------------- */

static void writes_that_fail(void **state) {
    struct folder *f = *state;
    g2l2_model *model = import(nav_text);
    g2l2_error err = {0};
    assert_int_equal(g2l2_model_save(model, "/dev/full", &err), G2L2_STATUS_IO);
    assert_string_equal(err.message, "/dev/full: cannot write: No space left on device");
    assert_int_equal(g2l2_model_save(model, f->path, &err), G2L2_STATUS_IO);
    assert_int_equal(g2l2_model_save(model, "/nowhere/a.model", &err), G2L2_STATUS_IO);
    assert_int_equal(g2l2_model_save(model, "/dev/null", &err), G2L2_STATUS_OK);
    g2l2_model_free(model);
}

/* The disk fills up half way: the old file stays, and nothing beside it. */
static void disk_fills_up(void **state) {
    struct folder *f = *state;
    size_t length, now;
    char *before = save_text(f, arith_text, &length);
    g2l2_model *model = import(nav_text);
    struct rlimit limit, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    small = (struct rlimit){.rlim_cur = 100, .rlim_max = limit.rlim_max};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    g2l2_status status = g2l2_model_save(model, f->model, NULL);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(status, G2L2_STATUS_IO);
    char *after = read_file(f->model, &now);
    assert_int_equal(now, length);
    assert_memory_equal(before, after, length);
    free(before);
    free(after);
    g2l2_model_free(model);
}

/* ---- allocations that fail ---------------------------------------------------------------- */

struct task {
    const struct folder *folder;
    const char *text;
    const g2l2_model *model; /* to be saved or exported */
};

static g2l2_status task_import(const struct task *t) {
    g2l2_model *model = NULL;
    g2l2_status status = g2l2_lexicon_import(t->text, strlen(t->text), NULL, NULL, &model, NULL);
    g2l2_model_free(model);
    return status;
}

static g2l2_status task_load(const struct task *t) {
    g2l2_model *model = NULL;
    g2l2_status status = g2l2_model_load(t->folder->model, &model, NULL);
    g2l2_model_free(model);
    return status;
}

static g2l2_status task_save(const struct task *t) {
    return g2l2_model_save(t->model, t->folder->model, NULL);
}

static g2l2_status task_export(const struct task *t) {
    char *text = NULL;
    g2l2_status status = g2l2_lexicon_export(t->model, &text, NULL);
    free(text);
    return status;
}

/* Run with allocation n failing; true: there was one. Nothing may be kept. The
 * C library sorts and reads files without memory as well, only slower: those
 * few are counted. */
static bool run_failing(g2l2_status (*task)(const struct task *), const struct task *t, long n,
                        long *n_harmless) {
    watch(n);
    g2l2_status status = task(t);
    watching = false;
    bool failed = n_allocations >= n;
    if (failed) *n_harmless += status == G2L2_STATUS_OK;
    else assert_int_equal(status, G2L2_STATUS_OK);
    assert_int_equal(n_live, 0);
    return failed;
}

/* Each one in turn. Returns the number of the first that there is not. */
static long fail_each(g2l2_status (*task)(const struct task *), const struct task *t,
                      long may_be_harmless) {
    long n = 1, n_harmless = 0;
    task(t); /* what libraries allocate once */
    while (run_failing(task, t, n, &n_harmless)) n++;
    assert_in_range(n_harmless, 0, may_be_harmless);
    return n;
}

static void allocations_that_fail(void **state) {
    static g2l2_status (*const tasks[])(const struct task *) = {task_import, task_load, task_save,
                                                                task_export};
    size_t length;
    for (size_t i = 0; i < LENGTH(exported); i++) {
        free(save_text(*state, exported[i], &length));
        g2l2_model *model = import(exported[i]);
        struct task t = {*state, exported[i], model};
        for (size_t k = 0; k < LENGTH(tasks); k++) assert_true(fail_each(tasks[k], &t, 3) > 2);
        g2l2_model_free(model);
    }
}

/* More memory than an arena takes at first, so that growing fails too. */
static void large_allocations_that_fail(void **state) {
    size_t length;
    g2l2_model *model = learned();
    char *text = export(model);
    free(save(*state, model, &length));
    struct task t = {*state, text, model};
    assert_true(fail_each(task_import, &t, 6) > 6);
    fail_each(task_load, &t, 7);
    free(text);
    g2l2_model_free(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(writes_that_fail, set_up, tear_down),
        cmocka_unit_test_setup_teardown(disk_fills_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(allocations_that_fail, set_up, tear_down),
        cmocka_unit_test_setup_teardown(large_allocations_that_fail, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("model faults", tests, NULL, NULL);
}
