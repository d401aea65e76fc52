/* Words whose examples stayed unexplained where they are together (lexicon.h), in the lexicon's text: of how many
 * examples, how many, and the words; twice the same word: wherever it is.
 *
 *     doubt 3 3 give to
 *     doubt 4 3 previous previous                                                                   */
#include <stdlib.h>
#include <string.h>

#include "model/text.h"

#define MAX_SEEN 1e9

static uint32_t read_count(struct reader *r, uint32_t least, uint32_t most) {
    char *end;
    if (text_at_end(r)) text_fail(r, G2L2_STATUS_FORMAT, r->at, "a number is needed here");
    size_t start = r->at;
    const char *text = text_read_name(r);
    double n = strtod(text, &end);
    if (*end || !(n >= least && n <= most) || n != (uint32_t)n)
        text_fail(r, G2L2_STATUS_FORMAT, start, "a whole number from %u to %u is needed here",
                  (unsigned)least, (unsigned)most);
    return (uint32_t)n;
}

static const char *read_word(struct reader *r) {
    if (text_at_end(r)) text_fail(r, G2L2_STATUS_FORMAT, r->at, "a word is needed here");
    return text_read_name(r);
}

void text_read_doubt(struct reader *r) {
    struct doubt_row row;
    row.all = read_count(r, 1, (uint32_t)MAX_SEEN);
    row.failed = read_count(r, 1, row.all);
    row.a = read_word(r);
    row.b = read_word(r);
    vec_push(&r->scratch, &r->doubts, row);
}

/* Of words that have been edited away nothing is known. */
void text_fill_doubts(struct reader *r) {
    struct lexicon *lexicon = &r->model->lexicon;
    for (uint32_t i = 0; i < r->doubts.n; i++) {
        const struct doubt_row *row = &r->doubts.at[i];
        struct doubted doubt = {lexicon_find(lexicon, row->a, strlen(row->a)),
                                lexicon_find(lexicon, row->b, strlen(row->b)), row->all,
                                row->failed};
        if (doubt.a != SYMBOL_NONE && doubt.b != SYMBOL_NONE)
            vec_push(lexicon->arena, &lexicon->doubts, doubt);
    }
}

void text_put_doubts(struct buf *out, const g2l2_model *self) {
    const struct lexicon *lexicon = &self->lexicon;
    for (uint32_t i = 0; i < lexicon->doubts.n; i++) {
        const struct doubted *doubt = &lexicon->doubts.at[i];
        buf_printf(out, "doubt %u %u ", doubt->all, doubt->failed);
        text_put_name(out, lexicon->names.names.at[doubt->a]);
        buf_puts(out, " ");
        text_put_name(out, lexicon->names.names.at[doubt->b]);
        buf_puts(out, "\n");
    }
}
