/* The oracle of all fuzzers: an input that takes more CPU time than it may is a finding, as a crash
 * is. CPU time, not a clock's, so that a busy machine finds nothing that is not there. */
#include <stdio.h>
#include <time.h>

#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static double cpu_now(void) {
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    double before = cpu_now();
    int kept = fuzz_one(data, size);
    double spent = cpu_now() - before;
    if (spent > FUZZ_CPU) {
        fprintf(stderr, "ERROR: over budget: %.1f s of CPU time for %zu bytes\n", spent, size);
        abort();
    }
    return kept;
}
