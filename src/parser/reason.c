/* Why a sentence has no derivation, in one line: unknown words first (with the
 * nearest known spelling), then the longest parts that do parse. */
#include <string.h>

#include "parser/parser.h"

#define SPELL_MAX 32

/* Edit distance of two short words, for "did you mean". */
static uint32_t distance(const char *a, size_t n, const char *b) {
    uint32_t row[SPELL_MAX + 1];
    size_t m = strlen(b);
    if (n > SPELL_MAX || m > SPELL_MAX) return UINT32_MAX;
    for (uint32_t j = 0; j <= m; j++) row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        uint32_t diagonal = row[0];
        row[0] = (uint32_t)i;
        for (size_t j = 1; j <= m; j++) {
            uint32_t above = row[j], best = diagonal + (a[i - 1] != b[j - 1]);
            if (above + 1 < best) best = above + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            diagonal = above;
            row[j] = best;
        }
    }
    return row[m];
}

static const char *nearest(const struct lexicon *lexicon, const char *word, size_t n) {
    const char *best = NULL;
    uint32_t least = n < 2 ? 1 : n < 4 ? 2 : 3; /* nearer than this */
    for (uint32_t i = 0; i < lexicon->names.names.n; i++) {
        uint32_t d = distance(word, n, lexicon->names.names.at[i]);
        if (d < least) {
            least = d;
            best = lexicon->names.names.at[i];
        }
    }
    return best;
}

static void unknown_words(g2l2_parser *self, const char *sentence, struct buf *out) {
    uint32_t i = 0;
    sentence = parser_fold(self, sentence);
    for (const char *at = sentence + strspn(sentence, " \t\r\n"); *at && i < self->n_words; i++) {
        size_t n = strcspn(at, " \t\r\n");
        if (self->words[i] == SYMBOL_NONE) {
            const char *known = nearest(self->lexicon, at, n);
            buf_printf(out, "%s'%.*s'", out->n ? ", " : "unknown word ", (int)(n < 60 ? n : 60),
                       at);
            if (known) buf_printf(out, " (did you mean '%s'?)", known);
        }
        at += n + strspn(at + n, " \t\r\n");
    }
}

static void put_words(const g2l2_parser *self, uint32_t begin, uint32_t end, struct buf *out) {
    for (uint32_t i = begin; i < end; i++) {
        buf_puts(out, i > begin ? " " : "'");
        buf_puts(out, self->words[i] == SYMBOL_NONE
                          ? "?"
                          : self->lexicon->names.names.at[self->words[i]]);
    }
    buf_puts(out, "'");
}

/* From left to right, the longest span that is something, and what it is. */
static void largest_spans(const g2l2_parser *self, struct buf *out) {
    const struct chart *c = &self->chart;
    for (uint32_t begin = 0; begin < c->n;) {
        uint32_t end = c->n;
        while (end > begin + 1 && !c->outer[chart_cell(c, begin, end)].n) end--;
        struct range cell = c->outer[chart_cell(c, begin, end)];
        buf_puts(out, begin ? ", " : "");
        put_words(self, begin, end, out);
        for (uint32_t i = 0; i < cell.n; i++) {
            buf_puts(out, i ? " or " : " is ");
            category_print(c->syntax, c->nodes.at[cell.first + i].cat, out);
        }
        if (!cell.n) buf_puts(out, " means nothing");
        begin = end;
    }
}

const char *parser_note(g2l2_parser *self, const char *sentence) {
    struct buf out;
    uint32_t *words = self->words;
    if (!self->unknown) return NULL;
    buf_init(&out, &self->arena);
    self->words = self->unknown;
    unknown_words(self, sentence, &out);
    self->words = words;
    buf_puts(&out, ", taken to mean nothing");
    return out.at;
}

const char *parser_reason(g2l2_parser *self, const char *sentence) {
    struct buf out;
    buf_init(&out, &self->arena);
    if (!self->n_words) return "there are no words";
    unknown_words(self, sentence, &out);
    if (out.n) return out.at;
    if (self->chart.roots.n && self->look) return "no reading has a weight that can be told from 0";
    if (self->chart.roots.n) {
        buf_printf(&out, "every reading is longer than %zu actions; raise it with --max-target",
                   self->limits.max_target);
        return out.at;
    }
    buf_puts(&out, "the words are known but do not combine: ");
    largest_spans(self, &out);
    return out.at;
}
