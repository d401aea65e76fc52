/* Sentences like those that were seen (patterns.h). */
#include "parser/patterns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORDS  24u /* longer sentences are left out */
#define MAX_ALIKE  5u  /* other words that are put in one place */
#define MAX_CHANGE 2u  /* words that are replaced */

/* ---- sentences ----------------------------------------------------------------------------- */

struct seen {
    const char *text;
    size_t length;
    uint32_t n, words[MAX_WORDS];
};

static bool read(const struct patterns *self, const char *text, struct seen *out) {
    const struct lexicon *lexicon = self->lexicon;
    if (lexicon->domain->spoken) text = lexicon_spoken(lexicon, self->arena, text);
    *out = (struct seen){.text = text, .length = strlen(text)};
    out->n = lexicon_words(lexicon, text, out->words, MAX_WORDS - 1);
    for (uint32_t i = 0; i < out->n && out->n < MAX_WORDS; i++)
        if (out->words[i] == SYMBOL_NONE) return false;
    return out->n < MAX_WORDS;
}

/* ---- kinds of words ------------------------------------------------------------------------ */

const struct candidate *patterns_heaviest(const struct lexicon *lexicon, const struct word *word) {
    uint32_t best = UINT32_MAX;
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (!lexicon->slots.at[s].off &&
            (best == UINT32_MAX || lexicon->tau[s] > lexicon->tau[best]))
            best = s;
    return best == UINT32_MAX ? NULL : &lexicon->entries.at[lexicon->slots.at[best].entry];
}

/* The shape of a word's heaviest entry. */
static void put_shape(const struct lexicon *lexicon, uint32_t word, struct buf *out) {
    const struct candidate *c = patterns_heaviest(lexicon, &lexicon->words.at[word]);
    out->n = 0;
    buf_printf(out, "%d ", c ? (int)c->cat : -1);
    if (c && c->program) term_shape(&lexicon->domain->lang, c->program, out);
}

/* `apart`: function words, whose entries name nothing, are of a kind of their own, for speakers
 * do not exchange them: "two times" is never "two the". */
static uint32_t *find_kinds(struct arena *arena, const struct lexicon *lexicon, bool apart,
                            uint32_t *n_kinds) {
    struct symbols shapes;
    struct buf shape;
    uint32_t *kinds = arena_array(arena, uint32_t, lexicon->words.n + 1);
    symbols_init(&shapes, arena);
    buf_init(&shape, arena);
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        put_shape(lexicon, w, &shape);
        if (apart && !strstr(shape.at, TERM_SHAPE_CONSTANT)) buf_printf(&shape, " %u", w);
        kinds[w] = symbols_add(&shapes, shape.at, shape.n);
    }
    *n_kinds = shapes.names.n;
    return kinds;
}

uint32_t *patterns_kinds(struct arena *arena, const struct lexicon *lexicon, uint32_t *n_kinds) {
    return find_kinds(arena, lexicon, false, n_kinds);
}

struct patterns patterns_of(struct arena *arena, const struct lexicon *lexicon, uint32_t word) {
    uint32_t n_kinds, *kinds = find_kinds(arena, lexicon, true, &n_kinds);
    kinds[word] = n_kinds;
    struct patterns self = {arena, lexicon, word, kinds, {0}};
    symbols_init(&self.neighbours, arena);
    return self;
}

/* ---- neighbours ---------------------------------------------------------------------------------- */

/* The kinds before and at place i of a sentence; its ends count as words. */
static size_t put_pair(const struct patterns *self, const uint32_t *words, uint32_t n, uint32_t i,
                       char out[32]) {
    long before = i ? (long)self->kinds[words[i - 1]] : -1;
    long at = i < n ? (long)self->kinds[words[i]] : -1;
    return (size_t)snprintf(out, 32, "%ld %ld", before, at);
}

void patterns_learn(struct patterns *self, const char *const *seen, uint32_t n) {
    struct seen sentence;
    char pair[32];
    for (uint32_t k = 0; k < n; k++) {
        if (!read(self, seen[k], &sentence)) continue;
        for (uint32_t i = 0; i <= sentence.n; i++)
            symbols_add(&self->neighbours, pair,
                        put_pair(self, sentence.words, sentence.n, i, pair));
    }
}

bool patterns_said(const struct patterns *self, const uint32_t *words, uint32_t n) {
    char pair[32];
    for (uint32_t i = 0; i <= n; i++)
        if (symbols_find(&self->neighbours, pair, put_pair(self, words, n, i, pair)) == SYMBOL_NONE)
            return false;
    return true;
}

/* ---- variations -------------------------------------------------------------------------------- */

struct variation {
    const struct patterns *of;
    uint32_t left; /* sentences that are still wanted */
    struct seen *now;
    struct buf text;
    bool (*take)(void *, const char *);
    void *context;
    bool done;
};

static int shorter(const void *a, const void *b) {
    const struct seen *x = a, *y = b;
    if (x->length != y->length) return x->length < y->length ? -1 : 1;
    return strcmp(x->text, y->text);
}

static void take(struct variation *v) {
    v->text.n = 0;
    for (uint32_t i = 0; i < v->now->n; i++)
        buf_printf(&v->text, "%s%s", i ? " " : "",
                   v->of->lexicon->names.names.at[v->now->words[i]]);
    v->done = !v->left || v->take(v->context, v->text.at);
    if (v->left) v->left--;
}

/* Replace so many words from a place on. */
static void vary(struct variation *v, uint32_t from, uint32_t changes) {
    const struct lexicon *lexicon = v->of->lexicon;
    if (!changes) {
        take(v);
        return;
    }
    for (uint32_t i = from; i < v->now->n && !v->done; i++) {
        uint32_t was = v->now->words[i], alike = 0;
        for (uint32_t w = 0; w < lexicon->words.n && alike < MAX_ALIKE && !v->done; w++) {
            if (w == was || v->of->kinds[w] != v->of->kinds[was]) continue;
            alike++;
            v->now->words[i] = w;
            vary(v, i + 1, changes - 1);
        }
        v->now->words[i] = was;
    }
}

void patterns_each(const struct patterns *self, const char *const *seen, uint32_t n, uint32_t most,
                   bool (*each)(void *, const char *), void *context) {
    struct variation v = {.of = self, .left = most, .take = each, .context = context};
    struct seen *all = arena_array(self->arena, struct seen, n + 1);
    uint32_t kept = 0;
    buf_init(&v.text, self->arena);
    for (uint32_t i = 0; i < n; i++) kept += read(self, seen[i], &all[kept]);
    qsort(all, kept, sizeof *all, shorter);
    for (uint32_t changes = 1; changes <= MAX_CHANGE; changes++)
        for (uint32_t i = 0; i < kept && !v.done; i++) {
            v.now = &all[i];
            vary(&v, 0, changes);
        }
}
