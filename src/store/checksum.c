/* The checksum of a model file: CRC-64/XZ (ECMA-182, reflected). It finds every
 * flipped bit and every burst of up to 64 bits. It speaks for the whole file,
 * with its own 16 digits read as zeros:
 *
 *     ████████ {"__metadata__":{...,"checksum":"0000000000000000",... ████████
 *     └──────────────────┬───────────────────┘ └───────┬──────┘└──────┬──────┘
 *                     before                         zeros          after       */
#include <stdio.h>
#include <string.h>

#include "store/store.h"

#define POLYNOMIAL 0xC96C5795D7870F42u

struct crc {
    uint64_t sum;
    uint64_t table[256]; /* the effect of each byte */
};

static void crc_init(struct crc *self) {
    self->sum = ~(uint64_t)0;
    for (uint32_t b = 0; b < 256; b++) {
        uint64_t value = b;
        for (int bit = 0; bit < 8; bit++) value = value >> 1 ^ (value & 1 ? POLYNOMIAL : 0);
        self->table[b] = value;
    }
}

static void crc_add(struct crc *self, const unsigned char *at, size_t length) {
    for (; length; at++, length--)
        self->sum = self->sum >> 8 ^ self->table[(self->sum & 0xff) ^ *at];
}

uint64_t store_checksum(const void *file, size_t length) {
    static const unsigned char zeros[STORE_DIGITS + 1] = "0000000000000000";
    const unsigned char *bytes = file;
    size_t after = STORE_DIGITS_AT + STORE_DIGITS;
    struct crc crc;
    crc_init(&crc);
    crc_add(&crc, bytes, STORE_DIGITS_AT);
    crc_add(&crc, zeros, STORE_DIGITS);
    crc_add(&crc, bytes + after, length - after);
    return ~crc.sum;
}

uint64_t store_crc(const void *bytes, size_t length) {
    struct crc crc;
    crc_init(&crc);
    crc_add(&crc, bytes, length);
    return ~crc.sum;
}

void store_put_checksum(char *file, size_t length) {
    char digits[STORE_DIGITS + 1];
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)store_checksum(file, length));
    memcpy(file + STORE_DIGITS_AT, digits, STORE_DIGITS);
}
