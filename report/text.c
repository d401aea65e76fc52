/* Clean and escaped texts (text.h). */
#include <stdlib.h>
#include <string.h>

#include "report/text.h"

#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

const char *text_clean(struct arena *arena, const char *text) {
    size_t n = strlen(text), good = text_valid(text, n);
    struct buf out;
    if (good == n) return text;
    buf_init(&out, arena);
    for (size_t at = 0; at < n; at += good + 1) {
        good = text_valid(text + at, n - at);
        buf_put(&out, text + at, good);
        if (at + good < n) buf_puts(&out, REPLACEMENT);
    }
    return out.at;
}

/* How a byte is written, NULL: as it is. */
static const char *escaped(unsigned char c) {
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    case '\t':
    case '\n':
    case '\r': return " ";
    default: return c < 32 || c == 127 ? REPLACEMENT : NULL;
    }
}

void text_escape(struct buf *out, const char *text) {
    text = text_clean(out->arena, text);
    for (const char *plain = text;; text++) {
        const char *as = *text ? escaped((unsigned char)*text) : "";
        if (!as) continue;
        buf_put(out, plain, (size_t)(text - plain));
        buf_puts(out, as);
        if (!*text) break;
        plain = text + 1;
    }
}

json_t *text_json(struct arena *arena, const char *text) {
    return text ? json_string(text_clean(arena, text)) : json_null();
}

void text_put_json(struct buf *out, json_t *value) {
    char *line = value ? json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(13)) : NULL;
    json_decref(value);
    struct guard *outer = out->arena->guard, own = {.status = G2L2_STATUS_NO_MEMORY};
    out->arena->guard = &own; /* the line is released whatever happens */
    if (line && guard_try(&own, NULL)) {
        buf_puts(out, line);
        buf_put(out, "\n", 1);
    }
    out->arena->guard = outer;
    free(line);
    if (own.status) guard_raise(outer, own.status, 0, 0, "out of memory");
}
