/* pool - a few threads that wait for work. Each run hands out indices one by one; results go into
 * places given by the index, and whoever puts them together goes by their order: so what comes of it
 * is the same for any number of threads.
 *
 *     pool_run     all items, by all threads
 *     pool_begin   the others begin, while the caller does something else
 *     pool_end     the caller does what they have not begun, and waits for the rest */
#ifndef G2L2_POOL_H
#define G2L2_POOL_H

#include <stdint.h>

struct pool;

/* Called for every i < n; worker < the number of threads, and 0 is the caller. */
typedef void (*pool_work)(void *context, int worker, uint32_t i);

/* Returns NULL if threads cannot be had. n = 1 makes no thread. */
struct pool *pool_new(int n);
void pool_free(struct pool *self); /* between runs; NULL is nothing */
void pool_run(struct pool *self, uint32_t n, pool_work work, void *context);
void pool_begin(struct pool *self, uint32_t n, pool_work work, void *context);
void pool_end(struct pool *self);

#endif
