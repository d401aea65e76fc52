/* Dropping members of JSON objects, and nothing else. A member goes together with
 * one comma, and only where taking both away cannot turn a wrong text into a right
 * one:
 *
 *   { M }        ─▶  { }
 *   { M , "...   ─▶  { "...        what follows must be another member
 *   x , M ,      ─▶  x ,           x is the end of a value
 *   x , M }      ─▶  x }
 *
 * So the text is never judged here, only M, by a strict reader of a part of JSON. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "data/skim.h"

#define MAX_VALUE_DEPTH 8
#define MAX_DEPTH       60 /* bits of `objects` */

static bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static const char *skip(const char *at, const char *end) {
    while (at < end && is_blank(*at)) at++;
    return at;
}

/* ---- values: each returns what follows, or NULL ------------------------------------ */

/* A string of printable ASCII without escapes. */
static const char *skip_string(const char *at, const char *end) {
    if (at == end || *at != '"') return NULL;
    for (at++; at < end && *at != '"'; at++)
        if ((unsigned char)*at < ' ' || (unsigned char)*at > 126 || *at == '\\') return NULL;
    return at < end ? at + 1 : NULL;
}

static const char *skip_digits(const char *at, const char *end) {
    const char *start = at;
    while (at < end && is_digit(*at)) at++;
    return at > start && at - start < 18 ? at : NULL; /* more might be too large */
}

/* No exponent: it might be too large. */
static const char *skip_number(const char *at, const char *end) {
    if (at < end && *at == '-') at++;
    const char *start = at;
    at = skip_digits(at, end);
    if (!at || (*start == '0' && at > start + 1)) return NULL;
    if (at < end && *at == '.') {
        for (start = ++at; at < end && is_digit(*at);) at++;
        if (at == start) return NULL;
    }
    return at < end && (*at == ',' || *at == ']' || *at == '}' || is_blank(*at)) ? at : NULL;
}

static const char *skip_value(const char *at, const char *end, int depth);

static const char *skip_key(const char *at, const char *end) {
    at = skip_string(at, end);
    if (!at) return NULL;
    at = skip(at, end);
    return at < end && *at == ':' ? skip(at + 1, end) : NULL;
}

static const char *skip_list(const char *at, const char *end, int depth) {
    char close = *at == '{' ? '}' : ']';
    at = skip(at + 1, end);
    if (at < end && *at == close) return at + 1;
    for (;;) {
        if (close == '}') at = skip_key(at, end);
        if (at) at = skip_value(at, end, depth + 1);
        if (!at) return NULL;
        at = skip(at, end);
        if (at < end && *at == close) return at + 1;
        if (at == end || *at != ',') return NULL;
        at = skip(at + 1, end);
    }
}

static const char *skip_value(const char *at, const char *end, int depth) {
    if (at == end || depth > MAX_VALUE_DEPTH) return NULL;
    if (*at == '"') return skip_string(at, end);
    if (*at == '{' || *at == '[') return skip_list(at, end, depth);
    return skip_number(at, end);
}

/* ---- members ---------------------------------------------------------------------------- */

struct skimmer {
    const char *at, *end;
    const char *const *names;
    char *out, *to;
    uint64_t objects; /* bit 0: we are in an object; bit 1: what it is in is one; ... */
    int depth;
};

static bool is_named(const struct skimmer *self, const char *name, size_t n) {
    for (const char *const *i = self->names; *i; i++)
        if (**i == *name && strlen(*i) == n && !memcmp(*i, name, n)) return true;
    return false;
}

/* The end of the latest thing that was copied, from `to` back; NULL if there is none. */
static char *last(const struct skimmer *self, char *to) {
    while (to > self->out && is_blank(to[-1])) to--;
    return to > self->out ? to - 1 : NULL;
}

static bool ends_value(const char *c) {
    return c && (*c == '"' || *c == '}' || *c == ']' || is_digit(*c) || (*c >= 'a' && *c <= 'z'));
}

/* Take away the member that ends at `after`, with a comma. False: it stays. */
static bool drop(struct skimmer *self, const char *after) {
    char *before = last(self, self->to);
    after = skip(after, self->end);
    if (!before || after == self->end || (*after != ',' && *after != '}')) return false;
    if (*before == ',' && ends_value(last(self, before))) {
        self->to = before;
        self->at = after;
        return true;
    }
    if (*before != '{') return false;
    if (*after == ',') {
        after = skip(after + 1, self->end);
        if (after == self->end || *after != '"') return false;
    }
    self->at = after;
    return true;
}

/* At a quote: a member to drop, or a string to copy. */
static bool drop_member(struct skimmer *self) {
    const char *quote = memchr(self->at + 1, '"', (size_t)(self->end - self->at - 1));
    if (!(self->objects & 1) || !quote) return false;
    if (!is_named(self, self->at + 1, (size_t)(quote - self->at - 1))) return false;
    const char *value = skip_key(self->at, self->end);
    if (!value || value == self->end || *value == '"') return false;
    const char *after = skip_value(value, self->end, 0);
    return after && drop(self, after);
}

static void copy_string(struct skimmer *self) {
    const char *start = self->at++;
    while (self->at < self->end && *self->at != '"') self->at += *self->at == '\\' ? 2 : 1;
    self->at = self->at < self->end ? self->at + 1 : self->end;
    memcpy(self->to, start, (size_t)(self->at - start));
    self->to += self->at - start;
}

size_t skim(const char *text, size_t length, const char *const *names, char *out) {
    struct skimmer self = {.at = text, .end = text + length, .names = names, .out = out, .to = out};
    while (self.at < self.end) {
        char c = *self.at;
        if (c == '"') {
            if (!drop_member(&self)) copy_string(&self);
            continue;
        }
        if (c == '{' || c == '[') {
            if (++self.depth > MAX_DEPTH) break;
            self.objects = self.objects << 1 | (c == '{');
        } else if (c == '}' || c == ']') {
            self.depth--;
            self.objects >>= 1;
        }
        *self.to++ = c;
        self.at++;
    }
    memcpy(self.to, self.at, (size_t)(self.end - self.at)); /* too deep: as it is */
    return (size_t)(self.to - out) + (size_t)(self.end - self.at);
}
