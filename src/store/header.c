/* JSON, as much of it as the header of a model has. A header is read where
 * memory may run out and bytes may be anything; general readers give up the
 * process in the first case, and most of what they know is not needed here.
 *
 *     {"__metadata__":{"format":"g2l2",...},"weights":{...,"shape":[6],...}}
 *      └──string────┘ └mark               number──────────────────┘            */
#include <stdio.h>
#include <string.h>

#include "store/store.h"

void header_fail(const struct header *self, const char *what) {
    guard_raise(self->arena->guard, G2L2_STATUS_FORMAT, 0, 0, "byte %zu of the header: %s",
                self->at, what);
}

static void skip_space(struct header *self) {
    while (self->at < self->length && strchr(" \t\r\n", self->text[self->at])) {
        if (!self->text[self->at]) break; /* strchr finds the end of its list, too */
        self->at++;
    }
}

bool header_eat(struct header *self, const char *mark) {
    size_t n = strlen(mark);
    skip_space(self);
    if (self->length - self->at < n || memcmp(self->text + self->at, mark, n)) return false;
    self->at += n;
    return true;
}

void header_need(struct header *self, const char *mark) {
    char what[64];
    if (header_eat(self, mark)) return;
    snprintf(what, sizeof what, "'%s' is needed", mark);
    header_fail(self, what);
}

uint64_t header_number(struct header *self) {
    uint64_t value = 0;
    skip_space(self);
    size_t start = self->at;
    for (; self->at < self->length; self->at++) {
        char c = self->text[self->at];
        if (c < '0' || c > '9') break;
        if (self->at - start >= 18) header_fail(self, "the number is too large");
        value = value * 10 + (uint64_t)(c - '0');
    }
    if (self->at == start) header_fail(self, "a whole number is needed");
    return value;
}

/* ---- strings ---------------------------------------------------------------- */

static uint32_t read_hex(struct header *self) {
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    uint32_t value = 0;
    for (int i = 0; i < 4; i++, self->at++) {
        char c = self->at < self->length ? self->text[self->at] : 0;
        const char *found = c ? strchr(digits, c) : NULL;
        if (!found) header_fail(self, "four hexadecimal digits are needed");
        value = value << 4 | ((uint32_t)(found - digits) & 15);
    }
    return value;
}

static void put_utf8(struct buf *out, uint32_t c) {
    int tail = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const uint8_t lead[] = {0, 0xc0, 0xe0, 0xf0};
    char bytes[4];
    for (int i = tail; i > 0; i--, c >>= 6) bytes[i] = (char)(0x80 | (c & 0x3f));
    bytes[0] = (char)(lead[tail] | c);
    buf_put(out, bytes, (size_t)tail + 1);
}

/* After `\u`. Characters beyond 16 bits are two halves, high and low. */
static void read_code(struct header *self, struct buf *out) {
    uint32_t c = read_hex(self);
    if (c >= 0xd800 && c < 0xdc00 && self->length - self->at >= 2 &&
        !memcmp(self->text + self->at, "\\u", 2)) {
        self->at += 2;
        uint32_t low = read_hex(self);
        if (low >= 0xdc00 && low < 0xe000) c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    }
    if (!c || (c >= 0xd800 && c < 0xe000)) header_fail(self, "this is not a character");
    put_utf8(out, c);
}

/* After a backslash. */
static void read_escape(struct header *self, struct buf *out) {
    static const char written[] = "\"\\/bfnrt", plain[] = "\"\\/\b\f\n\r\t";
    char c = self->at < self->length ? self->text[self->at++] : 0;
    const char *found = c ? strchr(written, c) : NULL;
    if (c == 'u') read_code(self, out);
    else if (found) buf_put(out, &plain[found - written], 1);
    else header_fail(self, "there is no such escape");
}

static size_t plain_length(const struct header *self) {
    size_t at = self->at;
    while (at < self->length && self->text[at] != '"' && self->text[at] != '\\' &&
           (unsigned char)self->text[at] >= 0x20)
        at++;
    return at - self->at;
}

const char *header_string(struct header *self) {
    struct buf out;
    buf_init(&out, self->arena);
    if (!header_eat(self, "\"")) header_fail(self, "a string is needed");
    for (;;) {
        size_t n = plain_length(self);
        if (text_valid(self->text + self->at, n) < n) header_fail(self, "this is not UTF-8");
        buf_put(&out, self->text + self->at, n);
        self->at += n;
        char c = self->at < self->length ? self->text[self->at] : 0;
        if (c != '"' && c != '\\') header_fail(self, "the string is not closed");
        self->at++;
        if (c == '"') return out.at;
        read_escape(self, &out);
    }
}

void header_put_string(struct buf *out, const char *text) {
    buf_puts(out, "\"");
    while (*text) {
        size_t n = 0;
        while ((unsigned char)text[n] >= 0x20 && text[n] != '"' && text[n] != '\\') n++;
        buf_put(out, text, n);
        text += n;
        if (*text == '\n') buf_puts(out, "\\n");
        else if (*text == '"' || *text == '\\') buf_printf(out, "\\%c", *text);
        else if (*text) buf_printf(out, "\\u%04x", (unsigned char)*text);
        text += *text != 0;
    }
    buf_puts(out, "\"");
}
