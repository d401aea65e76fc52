/* JSON, as much of it as the header of a model has. A header is read where
 * memory may run out and bytes may be anything; general readers give up the
 * process in the first case, and most of what they know is not needed here.
 *
 *     {"__metadata__":{"format":"g2l2",...},"weights":{...,"shape":[6],...}}
 *      └──string────┘ └mark               number──────────────────┘            */
#include <stdio.h>
#include <string.h>

#include "store/store.h"

void json_fail(const struct json *self, const char *what) {
    guard_raise(self->arena->guard, G2L2_STATUS_FORMAT, 0, 0, "byte %zu of the header: %s",
                self->at, what);
}

static void skip_space(struct json *self) {
    while (self->at < self->length && strchr(" \t\r\n", self->text[self->at])) {
        if (!self->text[self->at]) break; /* strchr finds the end of its list, too */
        self->at++;
    }
}

bool json_eat(struct json *self, const char *mark) {
    size_t n = strlen(mark);
    skip_space(self);
    if (self->length - self->at < n || memcmp(self->text + self->at, mark, n)) return false;
    self->at += n;
    return true;
}

void json_need(struct json *self, const char *mark) {
    char what[64];
    if (json_eat(self, mark)) return;
    snprintf(what, sizeof what, "'%s' is needed", mark);
    json_fail(self, what);
}

uint64_t json_number(struct json *self) {
    uint64_t value = 0;
    skip_space(self);
    size_t start = self->at;
    for (; self->at < self->length; self->at++) {
        char c = self->text[self->at];
        if (c < '0' || c > '9') break;
        if (self->at - start >= 18) json_fail(self, "the number is too large");
        value = value * 10 + (uint64_t)(c - '0');
    }
    if (self->at == start) json_fail(self, "a whole number is needed");
    return value;
}

/* ---- strings ---------------------------------------------------------------- */

static uint32_t read_hex(struct json *self) {
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    uint32_t value = 0;
    for (int i = 0; i < 4; i++, self->at++) {
        char c = self->at < self->length ? self->text[self->at] : 0;
        const char *found = c ? strchr(digits, c) : NULL;
        if (!found) json_fail(self, "four hexadecimal digits are needed");
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
static void read_code(struct json *self, struct buf *out) {
    uint32_t c = read_hex(self);
    if (c >= 0xd800 && c < 0xdc00 && self->length - self->at >= 2 &&
        !memcmp(self->text + self->at, "\\u", 2)) {
        self->at += 2;
        uint32_t low = read_hex(self);
        if (low >= 0xdc00 && low < 0xe000) c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    }
    if (!c || (c >= 0xd800 && c < 0xe000)) json_fail(self, "this is not a character");
    put_utf8(out, c);
}

/* After a backslash. */
static void read_escape(struct json *self, struct buf *out) {
    static const char written[] = "\"\\/bfnrt", plain[] = "\"\\/\b\f\n\r\t";
    char c = self->at < self->length ? self->text[self->at++] : 0;
    const char *found = c ? strchr(written, c) : NULL;
    if (c == 'u') read_code(self, out);
    else if (found) buf_put(out, &plain[found - written], 1);
    else json_fail(self, "there is no such escape");
}

static size_t plain_length(const struct json *self) {
    size_t at = self->at;
    while (at < self->length && self->text[at] != '"' && self->text[at] != '\\' &&
           (unsigned char)self->text[at] >= 0x20)
        at++;
    return at - self->at;
}

const char *json_string(struct json *self) {
    struct buf out;
    buf_init(&out, self->arena);
    if (!json_eat(self, "\"")) json_fail(self, "a string is needed");
    for (;;) {
        size_t n = plain_length(self);
        if (text_valid(self->text + self->at, n) < n) json_fail(self, "this is not UTF-8");
        buf_put(&out, self->text + self->at, n);
        self->at += n;
        char c = self->at < self->length ? self->text[self->at] : 0;
        if (c != '"' && c != '\\') json_fail(self, "the string is not closed");
        self->at++;
        if (c == '"') return out.at;
        read_escape(self, &out);
    }
}

void json_put_string(struct buf *out, const char *text) {
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
