/* Rows of fields (csv.h). */
#include "data/csv.h"

#include <string.h>

#include "data/place.h"

char csv_separator(const char *text, const char *end) {
    static const char known[] = ",;\t";
    size_t counts[3] = {0}, best = 0;
    for (; text < end && *text != '\n'; text++)
        for (size_t i = 0; i < 3; i++) counts[i] += *text == known[i];
    for (size_t i = 1; i < 3; i++)
        if (counts[i] > counts[best]) best = i;
    return known[best];
}

#define fail(self, line, ...)                                                                      \
    place_raise((self)->arena->guard, G2L2_STATUS_FORMAT, (struct place){(self)->file, line, 0},   \
                __VA_ARGS__)

/* The text of a field, up to what ends it. */
static void read_text(struct csv *self, bool quoted, struct buf *out) {
    for (; self->at < self->end; self->at++) {
        char c = *self->at;
        if (quoted && c == '"') {
            if (self->at + 1 == self->end || self->at[1] != '"') return;
            self->at++;
        } else if (!quoted && (c == self->separator || c == '\n' || c == '\r')) {
            return;
        }
        self->line += c == '\n';
        buf_put(out, &c, 1);
    }
}

/* Behind a field; true: it is the last one of its row. */
static bool read_end(struct csv *self) {
    if (self->at < self->end && *self->at == '\r') self->at++;
    bool last = self->at >= self->end || *self->at == '\n';
    if (!last && *self->at != self->separator)
        fail(self, self->line, "after a quote that closes stands '%c' or the end of the line",
             self->separator);
    self->line += last && self->at < self->end;
    self->at += self->at < self->end;
    return last;
}

static const char *read_field(struct csv *self, bool *last) {
    struct buf out;
    size_t start = self->line;
    bool quoted = self->at < self->end && *self->at == '"';
    buf_init(&out, self->arena);
    buf_puts(&out, "");
    self->at += quoted;
    read_text(self, quoted, &out);
    if (quoted && self->at == self->end) fail(self, start, "a quote is not closed");
    self->at += quoted;
    *last = read_end(self);
    return out.at;
}

static const char *trim(const struct csv *self, const char *text) {
    size_t n = strlen(text);
    while (*text == ' ' || *text == '\t' || *text == '\n') text++, n--;
    while (n && strchr(" \t\n\r", text[n - 1])) n--;
    return arena_strndup(self->arena, text, n);
}

uint32_t csv_row(struct csv *self, const char *fields[CSV_MAX_COLUMNS]) {
    uint32_t n = 0;
    bool last = false;
    for (size_t line = self->line; !last; n++) {
        if (n == CSV_MAX_COLUMNS) fail(self, line, "more than %u columns", CSV_MAX_COLUMNS);
        fields[n] = trim(self, read_field(self, &last));
    }
    return n;
}
