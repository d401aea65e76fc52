/* Networks as bytes. See blob.h. */
#include <math.h>
#include <string.h>

#include "sight/blob.h"

/* ---- 16-bit floats (IEEE 754 binary16): 1 sign, 5 exponent, 10 fraction ----------------------------- */

#define HALF_MAX 65504.0f

/* To the nearest, ties to even. Values below 2^-14 are multiples of 2^-24. */
static uint16_t half_of(float value) {
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    float size = fminf(fabsf(value), HALF_MAX);
    int exponent;
    frexpf(size, &exponent); /* size = [.5, 1) 2^exponent */
    if (exponent < -13 || !(size > 0)) exponent = -13;
    float steps = nearbyintf(ldexpf(size, 11 - exponent)); /* 1024 to 2048 where it is normal */
    uint32_t bits = (uint32_t)steps + ((uint32_t)(exponent + 13) << 10);
    return (uint16_t)(sign | bits);
}

static float float_of(uint16_t half) {
    int exponent = half >> 10 & 31, fraction = half & 1023;
    float size =
        exponent ? ldexpf((float)(fraction + 1024), exponent - 25) : ldexpf((float)fraction, -24);
    return half & 0x8000 ? -size : size;
}

void blob_stash_net(struct stash *stash, struct net *net) {
    stash_bytes(stash, net->params, net->n_params * sizeof *net->params);
    stash_bytes(stash, net->m, net->n_params * sizeof *net->m);
    stash_bytes(stash, net->v, net->n_params * sizeof *net->v);
    stash_bytes(stash, net->stats, net->n_stats * sizeof *net->stats);
    stash_value(stash, net->n_steps);
}

void blob_round_net(struct net *net) {
    for (size_t i = 0; i < net->n_params; i++) net->params[i] = float_of(half_of(net->params[i]));
}

/* ---- writing -------------------------------------------------------------------------------------------- */

static void put_bytes(struct buf *out, uint64_t value, int n) {
    char bytes[8];
    for (int i = 0; i < n; i++) bytes[i] = (char)(value >> (8 * i) & 0xff);
    buf_put(out, bytes, (size_t)n);
}

void blob_put_number(struct buf *out, uint32_t number) {
    put_bytes(out, number, 4);
}

void blob_put_floats(struct buf *out, const float *at, size_t n) {
    for (size_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &at[i], sizeof bits);
        put_bytes(out, bits, 4);
    }
}

void blob_put_net(struct buf *out, const struct net *net) {
    size_t start = out->n;
    blob_put_number(out, (uint32_t)net->n_params);
    blob_put_number(out, (uint32_t)net->n_stats);
    for (size_t i = 0; i < net->n_params; i++) put_bytes(out, half_of(net->params[i]), 2);
    blob_put_floats(out, net->stats, net->n_stats);
    put_bytes(out, hash_bytes(out->at + start, out->n - start, 0), 8);
}

/* ---- reading -------------------------------------------------------------------------------------------- */

static bool get_bytes(struct blob *self, int n, uint64_t *out) {
    if (self->left < (size_t)n) return false;
    *out = 0;
    for (int i = n; i--;) *out = *out << 8 | self->at[i];
    self->at += n;
    self->left -= (size_t)n;
    return true;
}

bool blob_get_number(struct blob *self, uint32_t *out) {
    uint64_t bits;
    if (!get_bytes(self, 4, &bits)) return false;
    *out = (uint32_t)bits;
    return true;
}

bool blob_get_floats(struct blob *self, float *out, size_t n) {
    for (size_t i = 0; i < n; i++) {
        uint32_t bits;
        if (!blob_get_number(self, &bits)) return false;
        memcpy(&out[i], &bits, sizeof bits);
        if (!isfinite(out[i])) return false;
    }
    return true;
}

static bool get_halves(struct blob *self, float *out, size_t n) {
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        if (!get_bytes(self, 2, &bits) || (bits >> 10 & 31) == 31) return false;
        out[i] = float_of((uint16_t)bits);
    }
    return true;
}

bool blob_get_net(struct blob *self, struct net *net) {
    const uint8_t *start = self->at;
    uint32_t n_params, n_stats;
    uint64_t sum;
    if (!blob_get_number(self, &n_params) || !blob_get_number(self, &n_stats)) return false;
    if (n_params != net->n_params || n_stats != net->n_stats) return false;
    if (!get_halves(self, net->params, n_params)) return false;
    if (!blob_get_floats(self, net->stats, n_stats)) return false;
    size_t n = (size_t)(self->at - start);
    return get_bytes(self, 8, &sum) && sum == hash_bytes(start, n, 0);
}
