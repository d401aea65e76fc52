/* The command with an allocator that fails when told, from outside:
 *
 *     G2L2_FAIL_AT=17 build/faulty run m.g2l2 'hop twice'
 *
 * runs it with its 17th allocation failing, whoever asks: the command, a library, the C library; with
 * G2L2_FAIL_STAYS=1 all that follow fail, too.
 * At the end the number of allocations goes to the file $G2L2_FAULTS. To try one after the other without
 * doing what comes before each of them again, there is a talk over two pipes, G2L2_TALK='FROM TO':
 *
 *     sweep ── 17 ──▶ command ─── allocation 17 ─── goes on ─── allocation 18 ───▶
 *           ◀─ 17 STATUS ─┐            └─ fork: a copy in which it fails ─┐
 *                         └───────────────────────────────────────────────┘
 *
 * A copy says what it says into the files faulty.out and faulty.err, which begin with what was said before.
 * It has to be a command with one thread. And one that is killed when told:
 *
 *     G2L2_KILL_AT=17 build/faulty train ... --checkpoint 0
 *
 * ends by SIGKILL once its 17th checkpoint has been written, or (-17) when it is written but not yet
 * in its place. `tests/faults/kills` tries one after the other. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/faults.h"

__attribute__((destructor)) static void report(void) {
    char text[40];
    watching = false;
    const char *path = getenv("G2L2_FAULTS");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (file < 0) return;
    int n = snprintf(text, sizeof text, "%ld\n", n_allocations);
    if (write(file, text, (size_t)n) != n) abort();
    close(file);
}

/* ---- copies in which an allocation fails ------------------------------------------------------ */

#define COPY_SECONDS 120 /* of a copy that does not end */

static int talk_from = -1, talk_to = -1;
static struct timespec waited; /* for copies; the command has not lived in the meantime */

/* What was read from and where: a copy must not move the offsets of the one that goes on. */
static void open_again(int fd) {
    struct stat info;
    char path[40];
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) != O_RDONLY || fstat(fd, &info) ||
        (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)))
        return;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    int own = open(path, O_RDONLY);
    if (own < 0 || lseek(own, lseek(fd, 0, SEEK_CUR), SEEK_SET) < 0 || dup2(own, fd) < 0) abort();
    close(own);
}

/* Output from here on goes to `name`, behind what was there. */
static void redirect(int fd, const char *name) {
    char path[40], bytes[4096];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    int from = open(path, O_RDONLY), to = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (from < 0 || to < 0) abort();
    for (ssize_t n; (n = read(from, bytes, sizeof bytes)) > 0;)
        if (write(to, bytes, (size_t)n) != n) abort();
    if (dup2(to, fd) < 0) abort();
    close(from);
    close(to);
}

static long next_number(void) {
    char text[40];
    size_t n = 0;
    while (n < sizeof text - 1 && read(talk_from, text + n, 1) == 1 && text[n] != '\n') n++;
    text[n] = 0;
    return atol(text);
}

static void say_status(int status) {
    char text[60];
    int n = snprintf(text, sizeof text, "%ld %d\n", n_allocations, status);
    if (write(talk_to, text, (size_t)n) != n) abort();
}

static void now(struct timespec *at) {
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, at);
}

static void wait_for(pid_t copy) {
    struct timespec start, end;
    int status = 0;
    now(&start);
    waitpid(copy, &status, 0);
    say_status(status);
    fail_at = next_number();
    now(&end);
    waited.tv_sec += end.tv_sec - start.tv_sec;
    waited.tv_nsec += end.tv_nsec - start.tv_nsec;
}

static bool is_copy(void) {
    watching = false;
    pid_t copy = fork();
    if (copy < 0) abort();
    if (copy) {
        wait_for(copy);
    } else {
        alarm(COPY_SECONDS);
        for (int fd = 3; fd < 64; fd++) open_again(fd);
        redirect(1, "faulty.out");
        redirect(2, "faulty.err");
        is_to_fail = NULL;
    }
    watching = true;
    return copy == 0;
}

/* While the command waits for its copies, its time stands still: budgets are of what it does. */
int clock_gettime(clockid_t clock, struct timespec *at) {
    if (syscall(SYS_clock_gettime, clock, at)) return -1;
    if (clock != CLOCK_MONOTONIC) return 0;
    long long ns = (at->tv_sec - waited.tv_sec) * 1000000000LL + at->tv_nsec - waited.tv_nsec;
    *at = (struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
    return 0;
}

/* ---- death at a checkpoint --------------------------------------------------------------------- */

static long n_checkpoints;

static void die_at(const char *path, long number) {
    const char *at = getenv("G2L2_KILL_AT");
    size_t n = strlen(path), n_end = strlen(".checkpoint");
    if (!at || n < n_end || strcmp(path + n - n_end, ".checkpoint")) return;
    if (number > 0) n_checkpoints++;
    if (atol(at) == (number > 0 ? n_checkpoints : -(n_checkpoints + 1))) raise(SIGKILL);
}

/* All files are put into their place by this. */
int rename(const char *from, const char *to) {
    die_at(to, -1);
    int bad = renameat(AT_FDCWD, from, AT_FDCWD, to);
    if (!bad) die_at(to, 1);
    return bad;
}

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("G2L2_FAIL_AT"), *talk = getenv("G2L2_TALK");
    stays = getenv("G2L2_FAIL_STAYS");
    if (talk && sscanf(talk, "%d %d", &talk_from, &talk_to) == 2) is_to_fail = is_copy;
    watch(is_to_fail ? next_number() : at ? atol(at) : 0);
}
