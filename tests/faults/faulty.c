/* The command with an allocator that fails when told, from outside:
 *
 *     G2L2_FAIL_AT=17 build/faulty run m.g2l2 'hop twice'
 *
 * runs it with its 17th allocation failing, whoever asks: the command, a library, the C library.
 * At the end the number of allocations goes to the file $G2L2_FAULTS. `tests/faults/sweep` tries
 * one after the other. And one that is killed when told:
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
    const char *at = getenv("G2L2_FAIL_AT");
    watch(at ? atol(at) : 0);
}
