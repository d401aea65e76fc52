/* Random numbers: xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64.
 * The state is explicit, so the same seed gives the same bytes everywhere. */
#include <math.h>

#include "common/common.h"

void rng_seed(struct rng *self, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        self->s[i] = z ^ (z >> 31);
    }
}

static uint64_t rotl(uint64_t x, int k) {
    return (x << k) | (x >> (64 - k));
}

uint64_t rng_next(struct rng *self) {
    uint64_t *s = self->s, result = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

uint32_t rng_below(struct rng *self, uint32_t n) {
    uint64_t reject = (UINT64_MAX - n + 1) % n, x;
    do x = rng_next(self);
    while (x < reject);
    return (uint32_t)(x % n);
}

double rng_uniform(struct rng *self) {
    return (double)(rng_next(self) >> 11) * 0x1p-53;
}

double rng_normal(struct rng *self) {
    double u = 1.0 - rng_uniform(self), v = rng_uniform(self);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

/* Fisher and Yates (Durstenfeld, 1964). */
void rng_shuffle(struct rng *self, uint32_t *at, size_t n) {
    for (size_t i = n; i > 1; i--) {
        uint32_t k = rng_below(self, (uint32_t)i), kept = at[i - 1];
        at[i - 1] = at[k];
        at[k] = kept;
    }
}

void rng_order(struct rng *self, uint32_t *out, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = rng_below(self, i + 1);
        out[i] = out[k];
        out[k] = i;
    }
}
