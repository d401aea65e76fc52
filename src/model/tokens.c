/* The lowest part of reading a lexicon's text: bytes, spaces, names, and errors
 * with their place.
 *
 *     "two words" => V : ...         bare or quoted; in quotes \n \r \t \" \\
 *     ▲          ▲
 *     at         at, after text_read_name
 *
 * Columns count characters, as an editor does. */
#include <string.h>

#include "model/text.h"

bool text_is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

_Noreturn void text_fail(struct reader *r, g2l2_status status, size_t at, const char *format, ...) {
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    size_t column = r->number ? text_width(r->line, at) + 1 : 0; /* an empty text has no place */
    guard_raise(&r->guard, status, r->number, column, "%s", message);
}

_Noreturn void text_fail_nested(struct reader *r, g2l2_status status, size_t start,
                                const g2l2_error *inner) {
    if (status == G2L2_STATUS_NO_MEMORY) guard_raise(&r->guard, status, 0, 0, "%s", inner->message);
    text_fail(r, status, start + (inner->column ? inner->column - 1 : 0), "%.380s", inner->message);
}

bool text_at_end(struct reader *r) {
    while (r->at < r->length && text_is_space(r->line[r->at])) r->at++;
    return r->at >= r->length;
}

static char unescape(struct reader *r) {
    static const char plain[] = "\n\r\t\"\\", written[] = "nrt\"\\";
    char c = r->line[r->at];
    const char *found = c ? strchr(written, c) : NULL;
    if (!found)
        text_fail(r, G2L2_STATUS_FORMAT, r->at - 1,
                  "after a backslash stands one of n, r, t, \" and \\");
    return plain[found - written];
}

static const char *read_quoted(struct reader *r) {
    size_t start = r->at++;
    struct buf out;
    buf_init(&out, &r->scratch);
    buf_puts(&out, "");
    for (; r->at < r->length && r->line[r->at] != '"'; r->at++) {
        char c = r->line[r->at];
        if (c == '\\' && ++r->at < r->length) c = unescape(r);
        buf_put(&out, &c, 1);
    }
    if (r->at >= r->length) text_fail(r, G2L2_STATUS_FORMAT, start, "the quote is not closed");
    r->at++;
    if (!out.n) text_fail(r, G2L2_STATUS_FORMAT, start, "the name between the quotes is empty");
    if (r->at < r->length && !text_is_space(r->line[r->at]))
        text_fail(r, G2L2_STATUS_FORMAT, r->at, "a space is needed after the quote");
    return out.at;
}

const char *text_read_name(struct reader *r) {
    if (r->line[r->at] == '"') return read_quoted(r);
    size_t start = r->at;
    for (; r->at < r->length && !text_is_space(r->line[r->at]); r->at++)
        if (r->line[r->at] == '"')
            text_fail(r, G2L2_STATUS_FORMAT, r->at,
                      "a name with a quote in it must be quoted as a whole");
    return arena_strndup(&r->scratch, r->line + start, r->at - start);
}
