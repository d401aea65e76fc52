/* tally - how often each key was seen. */
#ifndef G2L2_TALLY_H
#define G2L2_TALLY_H

#include "learn/learner.h"

struct tally {
    struct arena *arena;
    uint64_t *keys; /* [cap] 0: free */
    double *counts; /* [cap] */
    uint32_t *ids;  /* [cap] keys in the order of their first sight */
    uint32_t n, cap;
};

void tally_open(struct tally *self, struct arena *arena);
double *tally_at(struct tally *self, uint64_t key, uint32_t *id); /* made if it is not there */
uint32_t tally_id(const struct tally *self, uint64_t key);        /* of one that is there */
double tally_get(const struct tally *self, uint64_t key);
static inline uint64_t key_of(uint64_t a, uint64_t b) {
    return hash_mix(hash_mix(0x51ed27f5, a), b);
}

#endif
