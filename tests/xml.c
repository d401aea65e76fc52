/* A strict reader of XML. */
#include "tests/xml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void xml_begin(struct xml *self, const char *text) {
    memset(self, 0, sizeof *self);
    self->text = self->at = text;
    if (!strncmp(text, "<?xml ", 6) && strstr(text, "?>")) self->at = strstr(text, "?>") + 2;
}

static enum xml_kind wrong(struct xml *self, const char *what) {
    size_t before = (size_t)(self->at - self->text) < 60 ? (size_t)(self->at - self->text) : 60;
    snprintf(self->why, sizeof self->why, "%s after: %.*s", what, (int)before, self->at - before);
    return XML_WRONG;
}

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == ':' || c == '_';
}

static bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static struct xml_span take_name(struct xml *self) {
    struct xml_span name = {self->at, 0};
    while (is_name(self->at[name.n])) name.n++;
    self->at += name.n;
    return name;
}

/* Bytes of a character that may be in XML; 0: it may not. */
static size_t character(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    if (*c < 0x80) return *c >= ' ' || is_space((char)*c);
    size_t n = *c >= 0xF0 ? 4 : *c >= 0xE0 ? 3 : 2;
    uint32_t code = *c & (0xFFu >> (n + 1));
    if (*c < 0xC2 || *c > 0xF4) return 0;
    for (size_t i = 1; i < n; i++) {
        if ((c[i] & 0xC0) != 0x80) return 0;
        code = code << 6 | (c[i] & 0x3F);
    }
    bool shortest = code >= (n == 2 ? 0x80u : n == 3 ? 0x800u : 0x10000u);
    bool known = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) && (code & 0xFFFE) != 0xFFFE;
    return shortest && known ? n : 0;
}

static size_t entity(const char *text) {
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (!strncmp(text, known[i], strlen(known[i]))) return strlen(known[i]);
    size_t digits = text[1] == '#' ? strspn(text + 2, "0123456789") : 0;
    return digits && text[2 + digits] == ';' && strtol(text + 2, NULL, 10) >= 9 ? digits + 3 : 0;
}

/* Characters up to one of `ends`. */
static bool take_text(struct xml *self, const char *ends, struct xml_span *out) {
    out->at = self->at;
    while (*self->at && !strchr(ends, *self->at)) {
        size_t n = *self->at == '&' ? entity(self->at) : character(self->at);
        if (!n) return false;
        self->at += n;
    }
    out->n = (size_t)(self->at - out->at);
    return true;
}

static bool same(struct xml_span a, struct xml_span b) {
    return a.n == b.n && !memcmp(a.at, b.at, a.n);
}

static const char *take_attribute(struct xml *self) {
    struct xml_span name = take_name(self), value;
    if (!name.n || self->at[0] != '=' || self->at[1] != '"') return "no attribute";
    self->at += 2;
    if (!take_text(self, "\"<", &value) || *self->at != '"') return "a wrong value";
    self->at++;
    for (int i = 0; i < self->n; i++)
        if (same(self->names[i], name)) return "an attribute twice";
    if (self->n == XML_MOST_ATTRIBUTES) return "too many attributes";
    self->names[self->n] = name;
    self->values[self->n++] = value;
    return NULL;
}

static enum xml_kind take_open(struct xml *self) {
    self->name = take_name(self);
    self->n = 0;
    if (!self->name.n) return wrong(self, "no name");
    if (!self->depth && self->had_root) return wrong(self, "a second root");
    self->had_root = true;
    for (;;) {
        bool spaced = is_space(*self->at);
        while (is_space(*self->at)) self->at++;
        if (*self->at == '>' || (*self->at == '/' && self->at[1] == '>')) break;
        const char *what = spaced ? take_attribute(self) : "no space before an attribute";
        if (what) return wrong(self, what);
    }
    if (self->depth == XML_MOST_DEPTH) return wrong(self, "too deep");
    self->stack[self->depth++] = self->name;
    self->empty = *self->at == '/';
    self->at += self->empty ? 2 : 1;
    return XML_OPEN;
}

static enum xml_kind take_close(struct xml *self) {
    self->name = take_name(self);
    if (*self->at != '>') return wrong(self, "no end of a tag");
    self->at++;
    if (!self->depth || !same(self->stack[--self->depth], self->name))
        return wrong(self, "what was not opened is closed");
    return XML_CLOSE;
}

enum xml_kind xml_next(struct xml *self) {
    if (self->empty) {
        self->empty = false;
        self->depth--;
        return XML_CLOSE;
    }
    if (!*self->at) {
        if (self->depth || !self->had_root) return wrong(self, "it ends too early");
        return XML_DONE;
    }
    if (*self->at == '<') {
        self->at++;
        if (*self->at != '/') return take_open(self);
        self->at++;
        return take_close(self);
    }
    if (!take_text(self, "<", &self->name)) return wrong(self, "a wrong character");
    for (size_t i = 0; !self->depth && i < self->name.n; i++)
        if (!is_space(self->name.at[i])) return wrong(self, "text outside of the root");
    return XML_TEXT;
}

struct xml_span xml_value(const struct xml *self, const char *name) {
    for (int i = 0; i < self->n; i++)
        if (xml_is(self->names[i], name)) return self->values[i];
    return (struct xml_span){0};
}

bool xml_is(struct xml_span span, const char *text) {
    return span.at && span.n == strlen(text) && !memcmp(span.at, text, span.n);
}

double xml_number(const struct xml *self, const char *name) {
    struct xml_span value = xml_value(self, name);
    char *end = NULL;
    double number = value.at ? strtod(value.at, &end) : 0;
    if (!value.at || end != value.at + value.n) fail_msg("%s is no number", name);
    return number;
}

void xml_check(const char *text) {
    struct xml xml;
    enum xml_kind kind;
    xml_begin(&xml, text);
    while ((kind = xml_next(&xml)) != XML_DONE)
        if (kind == XML_WRONG) fail_msg("%s", xml.why);
}
