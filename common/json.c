/* Writing JSON by hand: texts and numbers, straight into a buffer.
 *
 *   jump "left"⏎   ─▶   "jump \"left\"\n"      what is not UTF-8 becomes U+FFFD
 *   0.1            ─▶   0.1                     the shortest that reads back the same
 *
 * A tree of values would cost more than parsing the sentence that it answers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/json.h"

#define REPLACEMENT "\xEF\xBF\xBD"

/* ---- texts ------------------------------------------------------------------------- */

/* Bytes from `at` that stand in JSON as they are: ASCII without controls, quotes and \. */
static size_t plain(const unsigned char *at) {
    size_t n = 0;
    while (at[n] >= 0x20 && at[n] < 0x7F && at[n] != '"' && at[n] != '\\') n++;
    return n;
}

static void put_control(struct buf *out, unsigned char c) {
    static const char special[] = "\n\r\t\"\\", written[] = "nrt\"\\";
    const char *found = strchr(special, c);
    char escape[8];
    if (found) snprintf(escape, sizeof escape, "\\%c", written[found - special]);
    else snprintf(escape, sizeof escape, "\\u%04x", c);
    buf_puts(out, escape);
}

void json_put_text(struct buf *out, const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    uint32_t code;
    if (!text) {
        buf_put(out, "null", 4);
        return;
    }
    buf_put(out, "\"", 1);
    for (size_t n; *at; at += n) {
        if ((n = plain(at))) {
            buf_put(out, (const char *)at, n);
        } else if (*at < 0x80) {
            put_control(out, *at);
            n = 1;
        } else {
            n = text_character((const char *)at, 4, &code);
            buf_put(out, n ? (const char *)at : REPLACEMENT, n ? n : 3);
            n += !n;
        }
    }
    buf_put(out, "\"", 1);
}

/* ---- numbers ----------------------------------------------------------------------- */

static void put_whole(struct buf *out, double value) {
    char digits[24];
    char *at = digits + sizeof digits;
    uint64_t rest = (uint64_t)fabs(value);
    do *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0) *--at = '-';
    buf_put(out, at, (size_t)(digits + sizeof digits - at));
}

/* JSON has no infinity: null. */
void json_put_number(struct buf *out, double value) {
    char digits[32];
    if (!isfinite(value)) {
        buf_put(out, "null", 4);
        return;
    }
    if (fabs(value) < 1e15 && value == floor(value)) {
        put_whole(out, value);
        return;
    }
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) break;
    }
    buf_puts(out, digits);
}

/* ---- fields ------------------------------------------------------------------------- */

void json_key(struct buf *out, const char *name) {
    char last = out->n ? out->at[out->n - 1] : '{';
    if (last != '{' && last != '[') buf_put(out, ",", 1);
    if (!name) return;
    json_put_text(out, name);
    buf_put(out, ":", 1);
}

void json_field_text(struct buf *out, const char *name, const char *text) {
    json_key(out, name);
    json_put_text(out, text);
}

void json_field_number(struct buf *out, const char *name, double value) {
    json_key(out, name);
    json_put_number(out, value);
}

void json_field_flag(struct buf *out, const char *name, bool on) {
    json_key(out, name);
    buf_puts(out, on ? "true" : "false");
}
