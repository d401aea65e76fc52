/* Threads and processes that do the parts of one piece of work. See crew.h. */
#include "learn/crew.h"
#include "learn/learner.h"

static void run_parts(void *context, void (*work)(void *argument, int part), void *argument) {
    crew_run(context, work, argument);
}

static void share_parts(void *context, void *at, size_t n, size_t size) {
    crew_share(context, at, n, size);
}

g2l2_status crew_open(struct crew *self, int n_threads, const g2l2_ranks *ranks, g2l2_error *err) {
    int n = n_threads < 1 ? 1 : n_threads < CREW_PARTS ? n_threads : CREW_PARTS;
    *self = (struct crew){.net = {self, run_parts, share_parts}};
    self->ranks = ranks && ranks->n > 1 ? ranks : NULL;
    self->pool = pool_new(n);
    if (self->pool) return G2L2_STATUS_OK;
    return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "threads cannot be started");
}

void crew_close(struct crew *self) {
    pool_free(self->pool);
}

/* What threads are given. */
struct duty {
    const struct crew *crew;
    void (*work)(void *argument, int part);
    void *argument;
};

static void do_part(void *context, int worker, uint32_t part) {
    const struct duty *duty = context;
    const g2l2_ranks *ranks = duty->crew->ranks;
    (void)worker;
    if (!ranks || (int)part % ranks->n == ranks->own) duty->work(duty->argument, (int)part);
}

void crew_run(struct crew *self, void (*work)(void *argument, int part), void *argument) {
    struct duty duty = {self, work, argument};
    pool_run(self->pool, CREW_PARTS, do_part, &duty);
}

static void share(struct crew *self, void *at, size_t n, size_t size, uint32_t parts) {
    if (!self->lost)
        self->lost = !ranks_gather(self->ranks, &self->n_exchanges, at, n, size, parts);
}

void crew_share(struct crew *self, void *at, size_t n, size_t size) {
    share(self, at, n, size, CREW_PARTS);
}

void crew_deal(const struct crew *self, size_t n, size_t *first, size_t *end) {
    size_t of = self->ranks ? (size_t)self->ranks->n : 1;
    size_t own = self->ranks ? (size_t)self->ranks->own : 0;
    *first = n * own / of;
    *end = n * (own + 1) / of;
}

void crew_collect(struct crew *self, void *at, size_t n, size_t size) {
    share(self, at, n, size, self->ranks ? (uint32_t)self->ranks->n : 1);
}

bool crew_any(struct crew *self, bool own) {
    bool any = own;
    if (!self->lost) self->lost = !ranks_ask(self->ranks, &self->n_exchanges, own, &any);
    return any;
}

g2l2_status crew_check(const struct crew *self, g2l2_error *err) {
    return self->lost ? err_set(err, G2L2_STATUS_IO, 0, 0, RANKS_LOST) : G2L2_STATUS_OK;
}
