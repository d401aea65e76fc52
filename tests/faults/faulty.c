/* The command with an allocator that fails when told, from outside:
 *
 *     G2L2_FAIL_AT=17 build/faulty run m.g2l2 'hop twice'
 *
 * runs it with its 17th allocation failing, whoever asks: the command, a library, the C library.
 * At the end the number of allocations goes to the file $G2L2_FAULTS. `tests/faults/sweep` tries
 * one after the other. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
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

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("G2L2_FAIL_AT");
    watch(at ? atol(at) : 0);
}
