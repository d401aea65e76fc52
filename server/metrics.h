/* metrics - what the server counts, for Prometheus: by route and status, and how long.
 *
 * Counting is an addition that no other thread can tear: no lock, no allocation. Who reads
 * them sees each number whole, and all of them nearly at once, which is enough. */
#ifndef G2L2_METRICS_H
#define G2L2_METRICS_H

#include <stdatomic.h>

#include "common/common.h"

enum route_id {
    ROUTE_PAGE,
    ROUTE_HEALTH,
    ROUTE_METRICS,
    ROUTE_MODELS,
    ROUTE_PARSE,
    ROUTE_RUN,
    ROUTE_EXPLAIN,
    ROUTE_LEXICON,
    ROUTE_SCENES,
    ROUTE_SCENE,
    ROUTE_DRAFT,
    ROUTE_TEST,
    ROUTE_REVIEW,
    ROUTE_RELOAD,
    ROUTE_LEARN,
    ROUTE_LEARNING,
    ROUTE_WHY,
    ROUTE_MODEL,
    ROUTE_SAY,
    ROUTE_NONE, /* no such path, or refused before it was known */
    N_ROUTES
};

#define METRICS_N_STATUSES 12u
#define METRICS_N_BUCKETS  8u

struct metrics {
    atomic_uint_fast64_t answers[N_ROUTES][METRICS_N_STATUSES];
    atomic_uint_fast64_t within[N_ROUTES][METRICS_N_BUCKETS]; /* one each, not summed up */
    atomic_uint_fast64_t nanoseconds[N_ROUTES];
    atomic_uint_fast64_t reloads;
    atomic_size_t under_way, connections;
};

uint64_t metrics_now(void); /* nanoseconds, of a clock that never goes back */
void metrics_count(struct metrics *self, enum route_id route, int status, uint64_t nanoseconds);

/* What the server is, beside what it counted. */
struct metrics_state {
    double uptime;
    size_t models, drafts, scenes;
};
void metrics_write(const struct metrics *self, const struct metrics_state *state, struct buf *out);

#endif
