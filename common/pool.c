/* Threads that wait for work (pool.h).
 *
 * Runs follow each other closely, so whoever waits looks again a few hundred
 * times, some microseconds, before it goes to sleep. On a machine that is busy
 * the others take long, and looking again would only take time from them: so
 * it is done for as long as it has paid of late; and whoever wakes up when
 * all is handed out is not waited for. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "common/common.h"
#include "common/pool.h"

#define SPINS 2000 /* looks at most: some 50 microseconds */
#define SHORT 5e-5 /* seconds of a sleep that was not worth it */

/* How often one thread looks again before it sleeps. */
struct patience {
    int spins;
};

struct pool {
    int n; /* threads, the caller included */
    pthread_t *threads;
    pthread_mutex_t lock;
    pthread_cond_t start, done;
    atomic_uint generation; /* of runs */
    bool open;              /* the run has items, and may be joined; under the lock */
    atomic_int joined;      /* threads that did, and are not done */
    atomic_bool quit;
    atomic_uint next;
    uint32_t n_items;
    pool_work work;
    void *context;
    struct patience patience; /* the caller's */
};

struct seat {
    struct pool *pool;
    int worker;
    struct patience patience;
};

static void take_items(struct pool *p, int worker) {
    for (uint32_t i; (i = atomic_fetch_add(&p->next, 1)) < p->n_items;)
        p->work(p->context, worker, i);
}

static void breathe(void) {
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#endif
}

/* Twice as often where it paid, or would have; half as often where it did not. */
static void learn_patience(struct patience *self, bool paid) {
    self->spins = paid ? 2 * self->spins + 16 : self->spins / 2;
    if (self->spins > SPINS) self->spins = SPINS;
}

static bool has_run(struct pool *p, unsigned seen) {
    return p->generation != seen || p->quit;
}

static bool is_done(struct pool *p, unsigned seen) {
    (void)seen;
    return !p->joined;
}

static void wait_until(struct pool *p, struct patience *patience, pthread_cond_t *told,
                       bool (*so)(struct pool *, unsigned), unsigned seen) {
    for (int i = 0; i < patience->spins && !so(p, seen); i++) breathe();
    if (so(p, seen)) {
        learn_patience(patience, true);
        return;
    }
    double start = clock_now();
    pthread_mutex_lock(&p->lock);
    while (!so(p, seen)) pthread_cond_wait(told, &p->lock);
    pthread_mutex_unlock(&p->lock);
    learn_patience(patience, clock_now() - start < SHORT);
}

/* Wait for the next run; false: there will be none. */
static bool wait_for_run(struct pool *p, struct patience *patience, unsigned seen) {
    wait_until(p, patience, &p->start, has_run, seen);
    return !p->quit;
}

static bool join(struct pool *p, unsigned *seen) {
    pthread_mutex_lock(&p->lock);
    bool open = p->open;
    *seen = p->generation;
    p->joined += open;
    pthread_mutex_unlock(&p->lock);
    return open;
}

static void leave(struct pool *p) {
    pthread_mutex_lock(&p->lock);
    if (atomic_fetch_sub(&p->joined, 1) == 1) pthread_cond_signal(&p->done);
    pthread_mutex_unlock(&p->lock);
}

static void *serve(void *argument) {
    struct seat seat = *(struct seat *)argument;
    struct pool *p = seat.pool;
    free(argument);
    for (unsigned seen = 0; wait_for_run(p, &seat.patience, seen);) {
        if (!join(p, &seen)) continue;
        take_items(p, seat.worker);
        leave(p);
    }
    return NULL;
}

static bool start_thread(struct pool *self, int worker) {
    struct seat *seat = malloc(sizeof *seat);
    if (!seat) return false;
    *seat = (struct seat){.pool = self, .worker = worker};
    if (!pthread_create(&self->threads[worker - 1], NULL, serve, seat)) return true;
    free(seat);
    return false;
}

struct pool *pool_new(int n) {
    struct pool *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->threads = calloc((size_t)n, sizeof *self->threads);
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->start, NULL);
    pthread_cond_init(&self->done, NULL);
    self->n = 1;
    while (self->threads && self->n < n && start_thread(self, self->n)) self->n++;
    if (self->threads && self->n == n) return self;
    pool_free(self);
    return NULL;
}

void pool_free(struct pool *self) {
    if (!self) return;
    pthread_mutex_lock(&self->lock);
    self->quit = true;
    pthread_cond_broadcast(&self->start);
    pthread_mutex_unlock(&self->lock);
    for (int i = 1; i < self->n; i++) pthread_join(self->threads[i - 1], NULL);
    pthread_mutex_destroy(&self->lock);
    pthread_cond_destroy(&self->start);
    pthread_cond_destroy(&self->done);
    free(self->threads);
    free(self);
}

static void open_run(struct pool *self) {
    pthread_mutex_lock(&self->lock);
    self->open = true;
    self->generation++;
    pthread_cond_broadcast(&self->start);
    pthread_mutex_unlock(&self->lock);
}

static void close_run(struct pool *self) {
    pthread_mutex_lock(&self->lock);
    self->open = false;
    pthread_mutex_unlock(&self->lock);
    wait_until(self, &self->patience, &self->done, is_done, 0);
}

void pool_begin(struct pool *self, uint32_t n, pool_work work, void *context) {
    self->work = work;
    self->context = context;
    self->n_items = n;
    atomic_store(&self->next, 0);
    if (self->n > 1) open_run(self);
}

void pool_end(struct pool *self) {
    take_items(self, 0);
    if (self->n > 1) close_run(self);
}

void pool_run(struct pool *self, uint32_t n, pool_work work, void *context) {
    if (n == 1) { /* done sooner than others are woken up */
        work(context, 0, 0);
    } else if (n) {
        pool_begin(self, n, work, context);
        pool_end(self);
    }
}
