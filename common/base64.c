/* Bytes as text: base64 (RFC 4648), three bytes in four characters. */
#include <string.h>

#include "common/common.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void put_three(const uint8_t *at, size_t n, struct buf *out) {
    uint32_t bits =
        (uint32_t)at[0] << 16 | (n > 1 ? (uint32_t)at[1] << 8 : 0) | (n > 2 ? at[2] : 0);
    char text[4];
    for (int i = 0; i < 4; i++) text[i] = alphabet[bits >> (18 - 6 * i) & 63];
    if (n < 3) text[3] = '=';
    if (n < 2) text[2] = '=';
    buf_put(out, text, 4);
}

void base64_put(const uint8_t *at, size_t n, struct buf *out) {
    for (size_t i = 0; i < n; i += 3) put_three(at + i, n - i, out);
}

/* Four characters; returns how many bytes they are, -1: they are none. */
static int get_three(const char *at, uint8_t *out) {
    uint32_t bits = 0;
    int n = at[3] != '=' ? 3 : at[2] != '=' ? 2 : 1;
    for (int i = 0; i < 4; i++) {
        const char *found = i <= n ? memchr(alphabet, at[i], sizeof alphabet - 1) : alphabet;
        if (!found) return -1;
        bits = bits << 6 | (uint32_t)(found - alphabet);
    }
    for (int i = 0; i < n; i++) out[i] = (uint8_t)(bits >> (16 - 8 * i));
    return n;
}

bool base64_get(const char *text, size_t n_text, uint8_t *out, size_t *n) {
    *n = 0;
    if (n_text % 4) return false;
    for (size_t i = 0; i < n_text; i += 4) {
        int got = get_three(text + i, out + *n);
        if (got < 0 || (got < 3 && i + 4 < n_text)) return false;
        *n += (size_t)got;
    }
    return true;
}
