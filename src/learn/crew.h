/* crew - threads, of one process or of several, that do the parts of one piece of work.
 *
 *     first process     parts 0 . 2 . ─┐            ┌─ 0 1 2 3
 *     second process    parts . 1 . 3 ─┴─ crew_share ┴─ 0 1 2 3
 *
 * There are as many parts for one thread as for many, and whoever adds up goes by the order of parts:
 * so the sums are the same, to the byte. */
#ifndef G2L2_CREW_H
#define G2L2_CREW_H

#include "sight/net.h"

#define CREW_PARTS 4 /* of any work: as many can do it side by side */

struct pool;

struct crew {
    struct net_crew net; /* as a network asks for it */
    struct pool *pool;
    const g2l2_ranks *ranks; /* NULL: this process is alone */
    uint64_t n_exchanges;
    bool lost; /* a process is: what was shared since means nothing */
};

/* Stays where it is, and is closed by crew_close, whether or not this fails. */
g2l2_status crew_open(struct crew *self, int n_threads, const g2l2_ranks *ranks, g2l2_error *err);
void crew_close(struct crew *self);
/* work(argument, part) for the parts that are this process's. */
void crew_run(struct crew *self, void (*work)(void *argument, int part), void *argument);
/* Of n items of `size` bytes, part p has those from n p / parts on; each process has made those of its
 * own parts, and gets the others. */
void crew_share(struct crew *self, void *at, size_t n, size_t size);
/* The same with a part for each process; *first and *end of this one's items. */
void crew_deal(const struct crew *self, size_t n, size_t *first, size_t *end);
void crew_collect(struct crew *self, void *at, size_t n, size_t size);
/* Does any process say so? */
bool crew_any(struct crew *self, bool own);
g2l2_status crew_check(const struct crew *self, g2l2_error *err); /* is it still whole? */

#endif
