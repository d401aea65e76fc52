/* What words share of their concepts of objects (lexicon.h), in the lexicon's text:
 *
 *     rivals blue brown gray red         an object is like at most one of these
 *     synonyms sphere ball balls         the others have the concept of the first
 *
 * Which words there are, and what they have, is known after the last line. */
#include <string.h>

#include "model/text.h"

/* ---- reading -------------------------------------------------------------------------------- */

static void read_names(struct reader *r, bool rivals) {
    struct shared_row row = {.rivals = rivals, .line = r->number};
    VEC(const char *) words = {0};
    if (!r->model->domain->mixed)
        text_fail(r, G2L2_STATUS_FORMAT, 0, "this is for domains whose sentences are about scenes");
    while (!text_at_end(r)) vec_push(&r->scratch, &words, text_read_name(r));
    if (words.n < 2) text_fail(r, G2L2_STATUS_FORMAT, r->at, "two words are needed at least");
    row.words = words.at;
    row.n = words.n;
    vec_push(&r->scratch, &r->shared, row);
}

void text_read_rivals(struct reader *r) {
    read_names(r, true);
}

void text_read_synonyms(struct reader *r) {
    read_names(r, false);
}

/* ---- after the last line ---------------------------------------------------------------------- */

static _Noreturn void fail_row(struct reader *r, const struct shared_row *row, const char *word,
                               const char *why) {
    guard_raise(&r->guard, G2L2_STATUS_FORMAT, row->line, 0, "the word '%.100s' %s", word, why);
}

/* SYMBOL_NONE where the word may be missing, and is. */
static uint32_t find_word(struct reader *r, const struct shared_row *row, const char *name) {
    const g2l2_model *model = r->model;
    uint32_t word = lexicon_find(&model->lexicon, name, strlen(name));
    bool has = word != SYMBOL_NONE && model_has_object_concept(model, word);
    if (!has && r->source->spare_concepts) return SYMBOL_NONE;
    if (!has) fail_row(r, row, name, "has no concept of objects that it could share");
    return word;
}

static void fill_rivals(struct reader *r, const struct shared_row *row, uint32_t number) {
    uint32_t *rivals = r->model->lexicon.rivals;
    for (uint32_t i = 0; i < row->n; i++) {
        uint32_t word = find_word(r, row, row->words[i]);
        if (word == SYMBOL_NONE) continue;
        if (rivals[word]) fail_row(r, row, row->words[i], "has rivals already");
        rivals[word] = number;
    }
}

static void fill_synonyms(struct reader *r, const struct shared_row *row) {
    struct lexicon *lexicon = &r->model->lexicon;
    uint32_t owner = find_word(r, row, row->words[0]);
    for (uint32_t i = 1; owner != SYMBOL_NONE && i < row->n; i++) {
        uint32_t word = find_word(r, row, row->words[i]);
        if (word == SYMBOL_NONE) continue;
        if (word == owner || lexicon->owner[word] != word)
            fail_row(r, row, row->words[i], "is a synonym of another already");
        if (lexicon->rivals[word]) fail_row(r, row, row->words[i], "has rivals of its own");
        lexicon->owner[word] = owner;
    }
}

/* A synonym of a synonym would have the concept of neither. */
static void check_owners(struct reader *r) {
    const struct lexicon *lexicon = &r->model->lexicon;
    for (uint32_t w = 0; w < lexicon->words.n; w++)
        if (lexicon->owner[lexicon->owner[w]] != lexicon->owner[w])
            guard_raise(&r->guard, G2L2_STATUS_FORMAT, 0, 0,
                        "the word '%.100s' has synonyms, and is one itself",
                        lexicon->names.names.at[lexicon->owner[w]]);
}

void text_fill_shared(struct reader *r) {
    struct lexicon *lexicon = &r->model->lexicon;
    size_t n = lexicon->words.n + 1;
    if (!r->shared.n) return;
    uint32_t *owner = arena_array(&r->model->arena, uint32_t, n);
    lexicon->rivals = arena_zalloc(&r->model->arena, n * sizeof *lexicon->rivals);
    for (uint32_t w = 0; w < lexicon->words.n; w++) owner[w] = w;
    for (uint32_t i = 0; i < r->shared.n; i++)
        if (r->shared.at[i].rivals) fill_rivals(r, &r->shared.at[i], i + 1);
    lexicon->owner = owner;
    for (uint32_t i = 0; i < r->shared.n; i++)
        if (!r->shared.at[i].rivals) fill_synonyms(r, &r->shared.at[i]);
    check_owners(r);
}

/* ---- writing ---------------------------------------------------------------------------------- */

/* A line of the words after `first` that are like it; none where it is alone. */
static void put_line(struct buf *out, const struct lexicon *lexicon, const char *name,
                     const uint32_t *of, uint32_t first) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        if (w == first || of[w] != of[first]) continue;
        if (!n++) {
            buf_printf(out, "%s ", name);
            text_put_name(out, lexicon->names.names.at[first]);
        }
        buf_puts(out, " ");
        text_put_name(out, lexicon->names.names.at[w]);
    }
    if (n) buf_puts(out, "\n");
}

static bool is_first(const uint32_t *of, uint32_t word) {
    for (uint32_t w = 0; w < word; w++)
        if (of[w] == of[word]) return false;
    return true;
}

void text_put_shared(struct buf *out, const g2l2_model *self) {
    const struct lexicon *lexicon = &self->lexicon;
    if (!lexicon->owner || !lexicon->params) return;
    for (uint32_t w = 0; w < lexicon->words.n; w++)
        if (lexicon->rivals[w] && is_first(lexicon->rivals, w))
            put_line(out, lexicon, "rivals", lexicon->rivals, w);
    for (uint32_t w = 0; w < lexicon->words.n; w++)
        if (lexicon->owner[w] == w) put_line(out, lexicon, "synonyms", lexicon->owner, w);
}
