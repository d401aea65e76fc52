/* A few threads that wait for work. Each run hands out indices one by one;
 * results go into places given by the index, so order does not matter.
 *
 * Runs follow each other closely, so whoever waits looks again a few thousand
 * times, some microseconds, before it goes to sleep. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "learn/learner.h"

#define SPINS 20000

struct pool {
    int n; /* threads, the caller included */
    pthread_t *threads;
    pthread_mutex_t lock;
    pthread_cond_t start, done;
    atomic_uint generation;
    atomic_int running;
    atomic_bool quit;
    atomic_uint next;
    uint32_t n_items;
    void (*work)(void *context, int worker, uint32_t i);
    void *context;
};

struct seat {
    struct pool *pool;
    int worker;
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

/* Wait for the next run; false: there will be none. */
static bool wait_for_run(struct pool *p, unsigned seen) {
    for (int i = 0; i < SPINS && p->generation == seen && !p->quit; i++) breathe();
    if (p->generation == seen && !p->quit) {
        pthread_mutex_lock(&p->lock);
        while (p->generation == seen && !p->quit) pthread_cond_wait(&p->start, &p->lock);
        pthread_mutex_unlock(&p->lock);
    }
    return !p->quit;
}

static void *serve(void *argument) {
    struct seat seat = *(struct seat *)argument;
    struct pool *p = seat.pool;
    free(argument);
    for (unsigned seen = 0; wait_for_run(p, seen);) {
        seen = p->generation;
        take_items(p, seat.worker);
        if (atomic_fetch_sub(&p->running, 1) > 1) continue;
        pthread_mutex_lock(&p->lock); /* the caller may have gone to sleep just now */
        pthread_cond_signal(&p->done);
        pthread_mutex_unlock(&p->lock);
    }
    return NULL;
}

static bool start_thread(struct pool *self, int worker) {
    struct seat *seat = malloc(sizeof *seat);
    if (!seat) return false;
    *seat = (struct seat){self, worker};
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

void pool_run(struct pool *self, uint32_t n, void (*work)(void *context, int worker, uint32_t i),
              void *context) {
    self->work = work;
    self->context = context;
    self->n_items = n;
    atomic_store(&self->next, 0);
    if (self->n > 1) {
        pthread_mutex_lock(&self->lock);
        self->running = self->n - 1;
        self->generation++;
        pthread_cond_broadcast(&self->start);
        pthread_mutex_unlock(&self->lock);
    }
    take_items(self, 0);
    if (self->n == 1) return;
    for (int i = 0; i < SPINS && self->running; i++) breathe();
    pthread_mutex_lock(&self->lock);
    while (self->running) pthread_cond_wait(&self->done, &self->lock);
    pthread_mutex_unlock(&self->lock);
}
