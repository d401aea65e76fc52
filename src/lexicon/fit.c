/* The table of weights, by key. */
#include "lexicon/fit.h"

#include <string.h>

#define STEM_LEAST  4 /* letters of a word that may have forms */
#define STEM        5 /* and letters that these share */
#define LEAST_ALIKE 3 /* letters that words of one stem share, and at least half of a value's */

struct fit *fit_new(struct arena *arena) {
    struct fit *self = arena_new(arena, struct fit);
    self->arena = arena;
    self->cap = 1024;
    self->slots = arena_zalloc(arena, self->cap * sizeof *self->slots);
    symbols_init(&self->parts, arena);
    symbols_init(&self->sets, arena);
    return self;
}

static uint32_t *slot_of(const struct fit *self, struct fit_key key) {
    uint64_t hash = hash_mix(hash_mix(hash_mix(key.word, key.a), key.b), 1);
    uint32_t i = (uint32_t)hash & (self->cap - 1);
    for (; self->slots[i]; i = (i + 1) & (self->cap - 1))
        if (!memcmp(&self->keys.at[self->slots[i] - 1], &key, sizeof key)) break;
    return &self->slots[i];
}

uint32_t fit_find(const struct fit *self, struct fit_key key) {
    return *slot_of(self, key) - 1; /* none: UINT32_MAX */
}

static void widen(struct fit *self) {
    self->cap *= 2;
    self->slots = arena_zalloc(self->arena, self->cap * sizeof *self->slots);
    for (uint32_t i = 0; i < self->keys.n; i++) *slot_of(self, self->keys.at[i]) = i + 1;
}

static void add_field(struct fit *self, uint32_t field) {
    for (uint32_t i = 0; i < self->fields.n; i++)
        if (self->fields.at[i] == field) return;
    vec_push(self->arena, &self->fields, field);
}

static void note_field(struct fit *self, struct fit_key key) {
    if (key.word == FIT_WITH) add_field(self, key.b);
    if (key.word == FIT_ALWAYS) vec_push(self->arena, &self->always, key.a);
}

uint32_t fit_add(struct fit *self, struct fit_key key) {
    uint32_t *slot = slot_of(self, key);
    if (*slot) return *slot - 1;
    vec_push(self->arena, &self->keys, key);
    vec_push(self->arena, &self->weights, 0);
    vec_push(self->arena, &self->counts, 0);
    *slot = self->keys.n;
    note_field(self, key);
    if (self->keys.n * 2 > self->cap) widen(self);
    return self->keys.n - 1;
}

double fit_weight(const struct fit *self, struct fit_key key) {
    uint32_t i = fit_find(self, key);
    return i == UINT32_MAX ? 0 : self->weights.at[i];
}

static size_t count_letters(const char *text, size_t n) {
    size_t letters = 0;
    for (size_t i = 0; i < n; i++) letters += ((unsigned char)text[i] & 0xC0) != 0x80;
    return letters;
}

bool fit_alike(const char *word, const char *value, size_t n) {
    size_t same = 0;
    while (same < n && word[same] == value[same]) same++;
    while (same && same < n && ((unsigned char)value[same] & 0xC0) == 0x80) same--;
    size_t letters = count_letters(value, same);
    return letters >= LEAST_ALIKE && letters * 2 >= count_letters(value, n);
}

size_t fit_stem(const char *word) {
    size_t n = 0, letters = 0;
    for (; word[n]; n++) {
        if (((unsigned char)word[n] & 0xC0) == 0x80) continue;
        if (letters == STEM) break;
        letters++;
    }
    return letters < STEM_LEAST ? 0 : n;
}

static bool is_number(const char *json) {
    return (*json >= '0' && *json <= '9') || *json == '-';
}

uint32_t fit_part(const struct fit *self, struct buf *scratch, const char *field,
                  const char *json) {
    scratch->n = 0;
    buf_puts(scratch, field);
    buf_puts(scratch, "=");
    size_t n = scratch->n;
    buf_puts(scratch, is_number(json) ? FIT_NUMBER : json);
    uint32_t part = symbols_find(&self->parts, scratch->at, scratch->n);
    if (part != SYMBOL_NONE) return part;
    scratch->n = n;
    buf_puts(scratch, FIT_TEXT);
    return symbols_find(&self->parts, scratch->at, scratch->n);
}
