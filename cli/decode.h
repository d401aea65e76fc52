/* decode - sentences of a dataset, decoded by several threads and processes.
 *
 *     examples 0 1 2 3 4 5 ...  ─▶ share 0: 0 2 4 ...  ─┐
 *                                  share 1: 1 3 5 ...  ─┴─▶ told one by one, in their order
 *
 * Shares are threads, of every process that mpirun started (ranks.c). What is told does not depend on
 * how many there are. */
#ifndef G2L2_DECODE_H
#define G2L2_DECODE_H

#include "cli/cli.h"

#define DECODE_THREADS 64
#define DECODE_BLOCK   65536 /* examples, from one exchange to the next */

struct decoding {
    const g2l2_model *model;
    const g2l2_dataset *data;
    size_t before;             /* examples that were decoded earlier */
    const g2l2_scenes *scenes; /* NULL: sentences are about none */
    const g2l2_limits *limits;
    bool literal; /* words are what they are spelled as */
    int n_threads;
    /* One example and its best reading, which lives for this call; false: out of memory. One that
     * takes too much time or memory has no reading. */
    bool (*tell)(void *context, const g2l2_example *example, const g2l2_result *result);
    void *context;
};

g2l2_status decode_all(const struct decoding *self, g2l2_error *err);

#endif
