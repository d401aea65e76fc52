/* Text buffers and interned strings. */
#include <string.h>

#include "base/base.h"

void buf_init(struct buf *self, struct arena *arena) {
    *self = (struct buf){.arena = arena};
}

static void buf_room(struct buf *self, size_t extra) {
    if (self->n + extra + 1 <= self->cap) return;
    size_t cap = self->cap ? self->cap * 2 : 64;
    while (cap < self->n + extra + 1) cap *= 2;
    char *at = arena_alloc(self->arena, cap);
    if (self->n) memcpy(at, self->at, self->n);
    self->at = at;
    self->cap = cap;
}

void buf_put(struct buf *self, const char *text, size_t length) {
    buf_room(self, length);
    if (length) memcpy(self->at + self->n, text, length);
    self->n += length;
    self->at[self->n] = 0;
}

void buf_puts(struct buf *self, const char *text) {
    buf_put(self, text, strlen(text));
}

void buf_printf(struct buf *self, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n > 0) {
        buf_room(self, (size_t)n);
        vsnprintf(self->at + self->n, (size_t)n + 1, format, again);
        self->n += (size_t)n;
    }
    va_end(again);
}

void buf_spaces(struct buf *self, size_t n) {
    buf_room(self, n);
    memset(self->at + self->n, ' ', n);
    self->n += n;
    self->at[self->n] = 0;
}

size_t text_width(const char *text, size_t length) {
    size_t width = 0;
    for (size_t i = 0; i < length; i++) width += ((unsigned char)text[i] & 0xC0) != 0x80;
    return width;
}

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_mark(char c) {
    return c && strchr(".,;:?!()\"", c) != NULL;
}

static bool ends_question(char c) {
    return c == '.' || c == '?' || c == '!' || is_space(c);
}

/* Bytes of the word at `text`: a mark, or all up to the next mark or space. */
static size_t word_length(const char *text, const char *end) {
    const char *at = text;
    if (at < end && is_mark(*at)) return 1;
    while (at < end && !is_space(*at) && !is_mark(*at)) at++;
    return (size_t)(at - text);
}

static void put_lower(struct buf *out, const char *text, size_t length) {
    char *to = out->at + out->n;
    for (size_t i = 0; i < length; i++)
        to[i] = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] + 32) : text[i];
    out->n += length;
}

size_t text_fitting(const char *text, size_t columns) {
    size_t at = 0, word = 0, used = 0;
    for (; text[at]; at++) {
        bool starts = ((unsigned char)text[at] & 0xC0) != 0x80;
        if (starts && used++ == columns) return word ? word : at;
        if (text[at] == ' ') word = at;
    }
    return at;
}

void text_question(const char *text, size_t length, struct buf *out) {
    const char *end = text + length;
    while (text < end && ends_question(end[-1])) end--;
    buf_room(out, 2 * length);
    for (size_t start = out->n, n; text < end; text += n) {
        while (text < end && is_space(*text)) text++;
        n = word_length(text, end);
        if (n && out->n > start) out->at[out->n++] = ' ';
        put_lower(out, text, n);
    }
    out->at[out->n] = 0;
}

uint64_t hash_bytes(const void *data, size_t length, uint64_t seed) {
    const unsigned char *at = data;
    uint64_t h = seed ^ 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++) h = (h ^ at[i]) * 0x100000001b3u;
    return h ^ (h >> 29);
}

void symbols_init(struct symbols *self, struct arena *arena) {
    *self = (struct symbols){.arena = arena, .cap = 64};
    self->slots = arena_zalloc(arena, self->cap * sizeof *self->slots);
}

static uint32_t *symbol_slot(const struct symbols *self, const char *text, size_t length) {
    uint32_t i = (uint32_t)hash_bytes(text, length, 0) & (self->cap - 1);
    while (self->slots[i]) {
        const char *name = self->names.at[self->slots[i] - 1];
        if (!strncmp(name, text, length) && !name[length]) break;
        i = (i + 1) & (self->cap - 1);
    }
    return &self->slots[i];
}

uint32_t symbols_find(const struct symbols *self, const char *text, size_t length) {
    return *symbol_slot(self, text, length) - 1; /* 0 - 1 = SYMBOL_NONE */
}

static void symbols_widen(struct symbols *self) {
    self->cap *= 2;
    self->slots = arena_zalloc(self->arena, self->cap * sizeof *self->slots);
    for (uint32_t i = 0; i < self->names.n; i++)
        *symbol_slot(self, self->names.at[i], strlen(self->names.at[i])) = i + 1;
}

uint32_t symbols_add(struct symbols *self, const char *text, size_t length) {
    uint32_t *slot = symbol_slot(self, text, length);
    if (*slot) return *slot - 1;
    vec_push(self->arena, &self->names, arena_strndup(self->arena, text, length));
    *slot = self->names.n;
    if (self->names.n * 2 > self->cap) symbols_widen(self);
    return self->names.n - 1;
}
