/* blob - networks as bytes: parameters as 16-bit floats, statistics as 32-bit ones, each block
 * with its length, and a checksum behind them. Little-endian on every machine. */
#ifndef G2L2_BLOB_H
#define G2L2_BLOB_H

#include "sight/net.h"
#include "store/checkpoint.h"

/* What is left to be read. */
struct blob {
    const uint8_t *at;
    size_t left;
};

void blob_put_number(struct buf *out, uint32_t number);
void blob_put_floats(struct buf *out, const float *at, size_t n);
void blob_put_net(struct buf *out, const struct net *net);

/* False: the bytes are not there, or not finite numbers, or of another network. */
bool blob_get_number(struct blob *self, uint32_t *out);
bool blob_get_floats(struct blob *self, float *out, size_t n);
bool blob_get_net(struct blob *self, struct net *net);

/* All that training changes, in full precision. */
void blob_stash_net(struct stash *stash, struct net *net);

/* To the precision of files, so that what is used now is what will be read. */
void blob_round_net(struct net *net);

#endif
