/* Words that were never seen, and are made of words that were, where a definition has `text words`.
 *
 *     keukenlampen       ─▶  keuken lampen         both are known
 *     weersvoorspelling  ─▶  weer voorspelling     but for a letter or two that join them
 *     침실에서           ─▶  침실 에서             a known word, and an ending that is not
 *
 * In many languages words are written together, or carry what is a word elsewhere. What one is made of is
 * looked up from its beginning: the longest known word, and then what is left, likewise. A word that is known
 * but for a letter stays whole, and so does one of which no known word is a good part. Each part stands where
 * the whole word does, so that what is copied from the sentence is never a part of a word. */
#include <string.h>

#include "parser/parser.h"

#define LETTERS      40u /* of a word that is cut */
#define PART_LEAST   3u  /* letters of a part, where all parts are known */
#define STEM_LEAST   4u  /* letters of one, where not all are */
#define LINK_LETTERS 2u  /* letters that join two parts, at most */
#define MOST_PARTS   4u

struct cut {
    size_t begin[MOST_PARTS], end[MOST_PARTS]; /* bytes of the word */
    uint32_t n;
};

static bool begins_letter(const char *text, size_t at) {
    return ((unsigned char)text[at] & 0xC0) != 0x80;
}

static size_t count_letters(const char *text, size_t n) {
    uint32_t letters[LETTERS];
    return text_letters(text, n, false, letters, LETTERS);
}

static bool is_known(const struct lexicon *lexicon, const char *text, size_t n, size_t least) {
    uint32_t word = lexicon_find(lexicon, text, n);
    return word != SYMBOL_NONE && lexicon->words.at[word].n && count_letters(text, n) >= least;
}

static void add_part(struct cut *cut, size_t begin, size_t end) {
    cut->begin[cut->n] = begin;
    cut->end[cut->n++] = end;
}

/* Cut text[at..n) into known words. */
static bool cut_whole(const struct lexicon *lexicon, const char *text, size_t at, size_t n,
                      struct cut *cut) {
    uint32_t before = cut->n;
    if (before == MOST_PARTS) return false;
    for (size_t end = n; end > at; end--) {
        bool last = end == n;
        if (!(last || begins_letter(text, end)) ||
            !is_known(lexicon, text + at, end - at, PART_LEAST))
            continue;
        add_part(cut, at, end);
        if (last || cut_whole(lexicon, text, end, n, cut)) return true;
        cut->n = before;
    }
    return false;
}

/* Is text[at..n) a known word behind a letter or two that join it to what stands before? Where it begins; else n. */
static size_t find_linked(const struct lexicon *lexicon, const char *text, size_t at, size_t n) {
    uint32_t skipped = 0;
    for (size_t k = at + 1; k < n && skipped < LINK_LETTERS; k++) {
        if (!begins_letter(text, k)) continue;
        skipped++;
        if (is_known(lexicon, text + k, n - k, STEM_LEAST)) return k;
    }
    return n;
}

/* The longest known word that it begins with, and what is left, which may be known behind its first letters. */
static bool cut_stem(const struct lexicon *lexicon, const char *text, size_t n, struct cut *cut) {
    for (size_t end = n - 1; end > 0; end--) {
        if (!begins_letter(text, end) || !is_known(lexicon, text, end, STEM_LEAST)) continue;
        size_t rest = find_linked(lexicon, text, end, n);
        add_part(cut, 0, end);
        add_part(cut, rest < n ? rest : end, n);
        return true;
    }
    return false;
}

static bool cut_word(const g2l2_parser *self, const char *text, size_t n, struct cut *cut) {
    const struct lexicon *lexicon = self->lexicon;
    size_t letters = count_letters(text, n);
    cut->n = 0;
    if (letters < 2 * PART_LEAST || letters > LETTERS || *text == '<') return false;
    if (is_known(lexicon, text, n, 0) || parser_is_typo(self, text)) return false;
    if (cut_whole(lexicon, text, 0, n, cut)) return true;
    return parser_similar(self, text) == SYMBOL_NONE && cut_stem(lexicon, text, n, cut);
}

const char *parser_cut_compounds(g2l2_parser *self, const char *folded) {
    text_spans spans = {0};
    struct buf out;
    struct cut cut;
    self->n_cut = 0;
    if (self->literal) return folded;
    buf_init(&out, &self->arena);
    for (uint32_t i = 0; *folded; i++) {
        size_t n = strcspn(folded, " ");
        const char *word = arena_strndup(&self->arena, folded, n);
        if (!cut_word(self, word, n, &cut)) add_part(&cut, 0, n);
        self->n_cut += cut.n > 1;
        for (uint32_t k = 0; k < cut.n; k++) {
            if (out.n) buf_puts(&out, " ");
            buf_put(&out, word + cut.begin[k], cut.end[k] - cut.begin[k]);
            vec_push(&self->arena, &spans, self->spans.at[i]);
        }
        folded += n + (folded[n] == ' ');
    }
    self->spans = spans;
    return out.n ? out.at : "";
}

/* Parts of one word stand in one place. */
static bool is_cut(const g2l2_parser *self, uint32_t i) {
    return i + 1 < self->spans.n && self->spans.at[i].end > self->spans.at[i].begin &&
           self->spans.at[i].begin == self->spans.at[i + 1].begin;
}

void parser_say_cuts(g2l2_parser *self, const char *folded, struct buf *out) {
    for (uint32_t i = 0; i < self->spans.n && *folded; i++) {
        struct text_span span = self->spans.at[i];
        const char *first = folded;
        for (folded += strcspn(folded, " "); is_cut(self, i); i++)
            folded += 1 + strcspn(folded + 1, " ");
        if (memchr(first, ' ', (size_t)(folded - first)))
            buf_printf(out, "%stook '%.*s' for '%.*s'", out->n ? ", " : "",
                       (int)(span.end - span.begin), self->source + span.begin,
                       (int)(folded - first), first);
        folded += *folded == ' ';
    }
}
