/* Which words stood side by side (lexicon/neighbours.h), in the lexicon's text: what is behind a
 * word, and how often. `<start>` and `<end>` are the sentence's.
 *
 *     next the red 40 cube 31
 *     next cube left 12 <end> 9                                                              */
#include <stdlib.h>
#include <string.h>

#include "lexicon/neighbours.h"
#include "model/text.h"

#define START    "<start>"
#define MAX_SEEN 1e9

/* ---- reading -------------------------------------------------------------------------------- */

static uint32_t read_count(struct reader *r) {
    char *end;
    if (text_at_end(r)) text_fail(r, G2L2_STATUS_FORMAT, r->at, "a number is needed here");
    size_t start = r->at;
    const char *text = text_read_name(r);
    double n = strtod(text, &end);
    if (*end || !(n >= 1 && n <= MAX_SEEN) || n != (uint32_t)n)
        text_fail(r, G2L2_STATUS_FORMAT, start, "a whole number is needed here");
    return (uint32_t)n;
}

void text_read_next(struct reader *r) {
    struct next_row row = {0};
    if (!r->model->domain->questions)
        text_fail(r, G2L2_STATUS_FORMAT, 0, "this is for domains whose sentences are questions");
    if (text_at_end(r)) text_fail(r, G2L2_STATUS_FORMAT, r->at, "a word is needed here");
    row.left = text_read_name(r);
    while (!text_at_end(r)) {
        row.right = text_read_name(r);
        row.n = read_count(r);
        vec_push(&r->scratch, &r->nexts, row);
    }
}

/* Words that have been edited away have no neighbours. */
void text_fill_neighbours(struct reader *r) {
    struct lexicon *lexicon = &r->model->lexicon;
    for (uint32_t i = 0; i < r->nexts.n; i++) {
        const struct next_row *row = &r->nexts.at[i];
        bool first = !strcmp(row->left, START), last = !strcmp(row->right, LEXICON_END);
        uint32_t left = lexicon_find(lexicon, row->left, strlen(row->left));
        uint32_t right = lexicon_find(lexicon, row->right, strlen(row->right));
        if ((first || left != SYMBOL_NONE) && (last || right != SYMBOL_NONE))
            neighbours_add(lexicon, left, right, row->n);
    }
    neighbours_index(lexicon);
}

/* ---- writing ---------------------------------------------------------------------------------- */

static const char *name_of(const struct lexicon *lexicon, uint32_t word, const char *none) {
    return word == SYMBOL_NONE ? none : lexicon->names.names.at[word];
}

void text_put_neighbours(struct buf *out, const g2l2_model *self) {
    const struct lexicon *lexicon = &self->lexicon;
    for (uint32_t i = 0; i < lexicon->neighbours.n; i++) {
        const struct neighbours *next = &lexicon->neighbours.at[i];
        bool new = !i || next->left != next[-1].left;
        if (new) buf_puts(out, i ? "\nnext " : "next ");
        if (new) text_put_name(out, name_of(lexicon, next->left, START));
        buf_puts(out, " ");
        text_put_name(out, name_of(lexicon, next->right, LEXICON_END));
        buf_printf(out, " %u", next->n);
    }
    if (lexicon->neighbours.n) buf_puts(out, "\n");
}
