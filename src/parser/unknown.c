/* Words that were never seen, where a definition has `text words`; and, of questions about stated
 * facts, those that are taken for others (parser_similar).
 *
 *     kitchne  ─▶  kitchen      one edit away from one word: a typo, said to be taken so
 *     lampes   ─▶  lampe        most of a longer word: another form of it, said as well
 *     zorgle   ─▶  <unknown>    adds nothing, and takes some of the confidence
 *
 * How much of it, learning says: what share of the words that it saw once add nothing. Where it is part of
 * a text that is copied, it is not left out, and is expected to be new. */
#include <math.h>
#include <string.h>

#include "parser/parser.h"
#include "types/record.h"

#define LETTERS    40u /* of a word that is compared */
#define EDIT_LEAST 4u  /* letters of a word in which one edit may be a typo */
#define FORM_LEAST 4u  /* letters that two forms of a word have in common, at least */
#define FORM_SHARE .65 /* of the longer one's letters */

/* A word by its letters: as they are, and without their marks. */
struct spelled {
    const char *text;
    uint32_t exact[LETTERS], n_exact;
    uint32_t plain[LETTERS], n_plain;
};

/* False: it is too long to be compared. */
static bool spell(const char *text, struct spelled *out) {
    size_t n = strlen(text);
    out->text = text;
    out->n_exact = (uint32_t)text_letters(text, n, false, out->exact, LETTERS);
    out->n_plain = (uint32_t)text_letters(text, n, true, out->plain, LETTERS);
    return out->n_exact <= LETTERS && out->n_plain <= LETTERS;
}

/* Edits of one letter: another, one more, one less, two that changed places; 2: more than one. */
static uint32_t edits(const uint32_t *a, uint32_t n, const uint32_t *b, uint32_t m) {
    uint32_t i = 0, tail = 0;
    if (n > m) return edits(b, m, a, n);
    if (m - n > 1) return 2;
    while (i < n && a[i] == b[i]) i++;
    while (tail < n - i && a[n - 1 - tail] == b[m - 1 - tail]) tail++;
    uint32_t left = n - i - tail, right = m - i - tail;
    if (left <= 1 && right <= 1) return left || right;
    return left == 2 && right == 2 && a[i] == b[i + 1] && a[i + 1] == b[i] ? 1 : 2;
}

static uint32_t common(const uint32_t *a, uint32_t n, const uint32_t *b, uint32_t m) {
    uint32_t i = 0;
    while (i < n && i < m && a[i] == b[i]) i++;
    return i;
}

static bool is_plain(const struct lexicon *lexicon, uint32_t word) {
    const char *name = lexicon->names.names.at[word];
    return lexicon->words.at[word].n && !strchr(name, ' ') && *name != '<';
}

/* One edit leaves the first byte or the last as it is, and so do other forms of a word, but for marks. */
static bool may_be(const char *name, const char *text) {
    if (!*name || !*text) return false;
    char last = name[strlen(name) - 1], end = text[strlen(text) - 1];
    return *name == *text || last == end || ((*name | *text) & (last | end) & 0x80);
}

/* How near a known word is: 1 less its share of edits, where one edit or marks lead to it; or, if forms
 * count, the share that both have in common; 0: not near. */
static double closeness(const struct lexicon *lexicon, uint32_t word, const struct spelled *a,
                        bool forms) {
    const char *name = lexicon->names.names.at[word];
    struct spelled b;
    if (!may_be(name, a->text) || !is_plain(lexicon, word) || !spell(name, &b)) return 0;
    uint32_t most = a->n_plain > b.n_plain ? a->n_plain : b.n_plain;
    uint32_t same = common(a->plain, a->n_plain, b.plain, b.n_plain);
    if (same == a->n_plain && same == b.n_plain) return 1 - .5 / most;
    if (b.n_exact + 1 >= FORM_LEAST && edits(a->exact, a->n_exact, b.exact, b.n_exact) == 1)
        return 1 - 1. / most;
    bool form = forms && same >= FORM_LEAST && same >= FORM_SHARE * most;
    return form ? (double)same / most : 0;
}

/* The known word that it was meant to be, or SYMBOL_NONE. Alone: one edit away, and no other is. */
static uint32_t similar(const struct lexicon *lexicon, const char *text, bool alone) {
    struct spelled word;
    uint32_t best = SYMBOL_NONE, n_near = 0;
    double closest = 0;
    if (!spell(text, &word) || word.n_exact < EDIT_LEAST) return SYMBOL_NONE;
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        double close = closeness(lexicon, w, &word, !alone);
        n_near += close > 0;
        if (close > closest) closest = close, best = w;
    }
    return alone && n_near > 1 ? SYMBOL_NONE : best;
}

static const char *word_text(g2l2_parser *self, const char **at) {
    *at += strspn(*at, " \t\r\n");
    size_t n = strcspn(*at, " \t\r\n");
    const char *text = arena_strndup(&self->arena, *at, n);
    *at += n;
    return text;
}

uint32_t parser_similar(const g2l2_parser *self, const char *text) {
    return self->literal ? SYMBOL_NONE : similar(self->lexicon, text, false);
}

bool parser_is_typo(const g2l2_parser *self, const char *text) {
    struct spelled word;
    if (!spell(text, &word) || word.n_exact < EDIT_LEAST) return false;
    for (uint32_t w = 0; w < self->lexicon->words.n; w++)
        if (closeness(self->lexicon, w, &word, false) > 0) return true;
    return false;
}

/* A mark that no example has says nothing, and nobody needs to hear of it. */
static bool is_sign(const char *text) {
    return text_is_mark(text) || (*text && !text[1] && strchr("\"'()[]{}-/", *text));
}

void parser_guess_words(g2l2_parser *self, const char *folded) {
    const struct lexicon *lexicon = self->lexicon;
    uint32_t nothing = lexicon_find(lexicon, LEXICON_UNKNOWN, strlen(LEXICON_UNKNOWN));
    uint32_t *known = arena_array(&self->arena, uint32_t, self->n_words + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < self->n_words; i++) {
        const char *text = word_text(self, &folded);
        known[i] = self->words[i];
        if (known[i] != SYMBOL_NONE) continue;
        n++;
        known[i] = parser_similar(self, text);
        if (known[i] != SYMBOL_NONE) continue;
        known[i] = nothing;
    }
    if (!n && !self->n_cut) return;
    self->unknown = self->words;
    self->words = known;
}

/* Is it one of the words of an answer? */
static bool is_copied(g2l2_parser *self, const char *word, const char *answer) {
    struct buf words;
    size_t n = strlen(word);
    buf_init(&words, &self->arena);
    text_words(answer, strlen(answer), &words, NULL);
    for (const char *at = words.at; (at = strstr(at, word)); at++)
        if ((at == words.at || at[-1] == ' ') && (!at[n] || at[n] == ' ')) return true;
    return false;
}

double parser_left_unknown(g2l2_parser *self, const char *answer) {
    const struct lexicon *lexicon = self->lexicon;
    uint32_t nothing = lexicon_find(lexicon, LEXICON_UNKNOWN, strlen(LEXICON_UNKNOWN));
    double left = 1, copied = 1;
    if (!self->unknown || nothing == SYMBOL_NONE || !lexicon->words.at[nothing].n) return 1;
    double adds_nothing = fmin(1, exp(lexicon->tau[lexicon->words.at[nothing].first]));
    const char *at = self->folded;
    for (uint32_t i = 0; i < self->n_words; i++) {
        const char *text = word_text(self, &at);
        if (self->words[i] != nothing || is_sign(text)) continue;
        if (answer && is_copied(self, text, answer)) copied = GUESSED;
        else left *= adds_nothing;
    }
    return left * copied;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static bool has_number(const char *meaning, const char *number) {
    const char *digits = "0123456789";
    size_t n = strlen(number);
    for (const char *at = meaning; (at = strstr(at, number)); at++)
        if ((at == meaning || !strchr(digits, at[-1])) && (!at[n] || !strchr(digits, at[n])))
            return true;
    return false;
}

/* Numbers are said to be heard: a meaning that has one of the sentence nowhere may well be of another
 * number. "two hours" is 120 minutes, and so then would be three. */
const char *parser_left_out(g2l2_parser *self, const char *meaning) {
    const char *at = self->folded;
    if (!self->lexicon->domain->words || !self->source) return NULL;
    for (uint32_t i = 0; i < self->n_words && i < self->spans.n; i++) {
        if (strcmp(word_text(self, &at), TEXT_NUMBER)) continue;
        struct text_span span = self->spans.at[i];
        const char *digits =
            text_number(&self->arena, self->source + span.begin, span.end - span.begin);
        const char *number = record_number(&self->arena, digits, strlen(digits));
        if (number && !has_number(meaning, number)) return number;
    }
    return NULL;
}

const uint32_t *parser_known_typos(g2l2_parser *self, const char *folded, uint32_t *n_typos) {
    uint32_t n_unknown = 0;
    *n_typos = 0;
    for (uint32_t i = 0; i < self->n_words; i++) n_unknown += self->words[i] == SYMBOL_NONE;
    if (!n_unknown || self->literal) return self->words;
    uint32_t *known = arena_array(&self->arena, uint32_t, self->n_words + 1);
    for (uint32_t i = 0; i < self->n_words; i++) {
        const char *text = word_text(self, &folded);
        known[i] = self->words[i];
        if (known[i] != SYMBOL_NONE) continue;
        known[i] = similar(self->lexicon, text, true);
        *n_typos += known[i] != SYMBOL_NONE;
    }
    return known;
}

void parser_say_guesses(g2l2_parser *self, const char *folded, struct buf *out) {
    const char *copied = self->lexicon->domain->lang.labelled ? "" : " or copied as it is";
    if (self->n_cut) parser_say_cuts(self, folded, out);
    for (uint32_t i = 0; i < self->n_words; i++) {
        const char *text = word_text(self, &folded);
        if (self->unknown[i] != SYMBOL_NONE || *text == '<' || is_sign(text))
            continue; /* <start> is no word */
        const char *name = self->words[i] == SYMBOL_NONE
                               ? LEXICON_UNKNOWN
                               : self->lexicon->names.names.at[self->words[i]];
        if (out->n) buf_puts(out, ", ");
        if (!strcmp(name, LEXICON_UNKNOWN))
            buf_printf(out, "unknown word '%.60s', left out%s", text, copied);
        else buf_printf(out, "took '%.60s' for '%.60s'", text, name);
    }
}
