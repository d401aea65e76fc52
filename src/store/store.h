/* store - models as files. See docs/MODEL.md for the layout. */
#ifndef G2L2_STORE_H
#define G2L2_STORE_H

#include "model/model.h"

#define STORE_VERSION 1
#define STORE_MAX     ((size_t)512 << 20) /* bytes of a file */

/* How every model file of every version begins, after the 8 bytes of the
 * header's length: the version's number follows, then the checksum. */
#define STORE_PREFIX   "{\"__metadata__\":{\"format\":\"g2l2\",\"version\":\""
#define STORE_CHECKSUM "\",\"checksum\":\""
#define STORE_DIGITS   16 /* of the checksum */

/* Where the digits are in a file of this version. */
#define STORE_DIGITS_AT (8 + sizeof STORE_PREFIX - 1 + 1 + sizeof STORE_CHECKSUM - 1)

/* CRC-64/XZ of the whole file with its digits read as zeros. There must be
 * at least STORE_DIGITS_AT + STORE_DIGITS bytes. */
uint64_t store_checksum(const void *file, size_t length);
void store_put_checksum(char *file, size_t length);
/* CRC-64/XZ of these bytes. */
uint64_t store_crc(const void *bytes, size_t length);

/* ---- as much JSON as a header has: strings, whole numbers, marks ------------ */

struct header {
    struct arena *arena; /* of strings; errors are raised at its guard */
    const char *text;
    size_t at, length;
};

bool header_eat(struct header *self, const char *mark); /* after white space */
void header_need(struct header *self, const char *mark);
const char *header_string(struct header *self); /* UTF-8, no NUL inside */
uint64_t header_number(struct header *self);    /* whole, below 2^63 */
_Noreturn void header_fail(const struct header *self, const char *what);
void header_put_string(struct buf *out, const char *text);

#endif
