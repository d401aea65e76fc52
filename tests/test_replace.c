/* Files are written whole or not at all: killed at any system call on the way, a writer leaves the
 * old file or the new one, and nothing else once the next one has written. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/common.h"
#include "tests/shared.h"

static const char before[] = "as it was", after[] = "as it is now, which is longer";

struct folder {
    char path[64], file[128], link[128];
};

static int make_folder(void **state) {
    struct folder *f = calloc(1, sizeof *f);
    strcpy(f->path, "/tmp/g2l2-replace-XXXXXX");
    if (!f || !mkdtemp(f->path)) return -1;
    snprintf(f->file, sizeof f->file, "%s/file", f->path);
    snprintf(f->link, sizeof f->link, "%s/link", f->path);
    *state = f;
    return 0;
}

/* How many entries the folder has; they are removed if asked for. */
static int count_entries(const struct folder *f, bool drop) {
    DIR *dir = opendir(f->path);
    int n = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        if (drop) unlinkat(dirfd(dir), entry->d_name, 0);
        n++;
    }
    closedir(dir);
    return n;
}

static int drop_folder(void **state) {
    struct folder *f = *state;
    count_entries(f, true);
    int bad = rmdir(f->path);
    free(f);
    return bad;
}

static void expect_text(const char *path, const char *text) {
    char *found = text_of_file(path);
    assert_string_equal(found, text);
    free(found);
}

static void expect_write(const char *path, const char *text) {
    assert_int_equal(file_write(path, text, strlen(text), NULL), G2L2_STATUS_OK);
}

static void a_file_keeps_its_mode(void **state) {
    struct folder *f = *state;
    struct stat info;
    expect_write(f->file, before);
    assert_int_equal(chmod(f->file, 0640), 0);
    expect_write(f->file, after);
    expect_text(f->file, after);
    assert_int_equal(stat(f->file, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_int_equal(count_entries(f, false), 1);
}

static void a_link_is_written_where_it_points(void **state) {
    struct folder *f = *state;
    struct stat info;
    assert_int_equal(symlink("file", f->link), 0);
    assert_int_equal(file_try(f->link, NULL), G2L2_STATUS_OK);
    for (int i = 0; i < 2; i++) { /* first it leads nowhere */
        expect_write(f->link, i ? after : before);
        expect_text(f->file, i ? after : before);
    }
    assert_int_equal(lstat(f->link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(count_entries(f, false), 2);
}

static void a_link_at_a_name_of_ours_is_replaced(void **state) {
    struct folder *f = *state;
    struct stat info;
    expect_write(f->file, before);
    assert_int_equal(symlink("file", f->link), 0);
    assert_int_equal(file_write_own(f->link, after, strlen(after), NULL), G2L2_STATUS_OK);
    assert_int_equal(lstat(f->link, &info), 0);
    assert_true(S_ISREG(info.st_mode));
    expect_text(f->link, after);
    expect_text(f->file, before);
}

static void links_in_a_circle_are_refused(void **state) {
    struct folder *f = *state;
    g2l2_error err;
    assert_int_equal(symlink("link", f->link), 0);
    assert_int_equal(file_write(f->link, after, strlen(after), &err), G2L2_STATUS_IO);
    assert_non_null(strstr(err.message, strerror(ELOOP)));
    assert_int_equal(file_try(f->link, &err), G2L2_STATUS_IO);
    assert_int_equal(count_entries(f, false), 1);
}

/* What nobody holds is removed, what somebody holds or is called otherwise is not. */
static void what_was_left_behind_is_removed(void **state) {
    struct folder *f = *state;
    static const char *const names[] = {"file.tmp-0123456789abcdef", "file.tmp-00000000000000aa",
                                        "file.tmp-0123456789abcdeg", "file.tmp-12",
                                        "other.tmp-0123456789abcdef"};
    int held = -1;
    for (size_t i = 0; i < 5; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", f->path, names[i]);
        int fd = open(path, O_CREAT | O_WRONLY, 0600);
        if (i == 1) assert_int_equal(flock(held = fd, LOCK_EX), 0);
        else close(fd);
    }
    expect_write(f->file, after);
    assert_int_equal(count_entries(f, false), 5);
    close(held);
    expect_write(f->file, after);
    assert_int_equal(count_entries(f, false), 4);
}

/* ---- killed on the way ------------------------------------------------------------------ */

static void child_writes(const char *path) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL)) _exit(2);
    raise(SIGSTOP);
    _exit(file_write(path, after, strlen(after), NULL) ? 1 : 0);
}

/* Write in a process that is killed when it has entered or left `n` system calls. Returns whether
 * it came to its end before; -1: processes cannot be watched here. */
static int write_killed_at(const char *path, int n) {
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) child_writes(path);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status)) return -1;
    for (int i = 0; i < n; i++) {
        assert_int_equal(ptrace(PTRACE_SYSCALL, child, NULL, NULL), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        if (WIFEXITED(status)) return 1;
    }
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    return 0;
}

static void a_writer_that_is_killed_leaves_a_whole_file(void **state) {
    struct folder *f = *state;
    int ended = 0, n = 0, n_old = 0, n_new = 0;
    for (; !ended; n++) {
        expect_write(f->file, before);
        assert_int_equal(count_entries(f, false), 1);
        ended = write_killed_at(f->file, n);
        if (ended < 0) skip_because("processes cannot be traced here");
        char *found = text_of_file(f->file);
        bool old = !strcmp(found, before);
        if (!old) assert_string_equal(found, after);
        *(old ? &n_old : &n_new) += 1;
        free(found);
    }
    assert_true(n > 12 && n_old > 6 && n_new > 1);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, drop_folder)
    const struct CMUnitTest tests[] = {TEST(a_file_keeps_its_mode),
                                       TEST(a_link_is_written_where_it_points),
                                       TEST(a_link_at_a_name_of_ours_is_replaced),
                                       TEST(links_in_a_circle_are_refused),
                                       TEST(what_was_left_behind_is_removed),
                                       TEST(a_writer_that_is_killed_leaves_a_whole_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
