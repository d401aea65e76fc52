/* What phrases say something of, by the word that they begin with (lexicon.h), in the lexicon's text:
 *
 *     opener are whole                      never of what another phrase needs to be complete
 *     opener which either
 *     opener that never said\objset         such a phrase is never a said\objset           */
#include <string.h>

#include "model/text.h"

static const char *const scopes[] = {
    [SCOPE_NEAR] = "near", [SCOPE_EITHER] = "either", [SCOPE_WHOLE] = "whole"};

/* ---- reading -------------------------------------------------------------------------------- */

static const char *need_name(struct reader *r, const char *what) {
    if (text_at_end(r)) text_fail(r, G2L2_STATUS_FORMAT, r->at, "%s is needed here", what);
    return text_read_name(r);
}

static cat_id read_category(struct reader *r) {
    g2l2_error inner = {0};
    size_t start = r->at;
    const char *text = need_name(r, "a category");
    cat_id cat = CAT_NONE;
    g2l2_status status =
        category_parse(&r->model->domain->syntax, text, strlen(text), &cat, &inner);
    if (status) text_fail_nested(r, status, start, &inner);
    return cat;
}

void text_read_opener(struct reader *r) {
    struct opener_row row = {.line = r->number, .opener.scope = SCOPE_NEAR};
    if (!r->model->domain->mixed)
        text_fail(r, G2L2_STATUS_FORMAT, 0, "this is for domains whose sentences are about scenes");
    row.word = need_name(r, "a word");
    size_t start = (text_at_end(r), r->at);
    const char *what = need_name(r, "'either', 'whole' or 'never'");
    for (uint8_t i = SCOPE_EITHER; i <= SCOPE_WHOLE; i++)
        if (!strcmp(what, scopes[i])) row.opener.scope = i;
    bool scoped = row.opener.scope != SCOPE_NEAR, more = !text_at_end(r);
    if (scoped && more) what = text_read_name(r);
    if ((!scoped || more) && strcmp(what, "never"))
        text_fail(r, G2L2_STATUS_FORMAT, start, "'either', 'whole' or 'never' is needed here");
    if (!scoped || more) vec_push(&r->model->arena, &row.opener.never, read_category(r));
    while (!text_at_end(r)) vec_push(&r->model->arena, &row.opener.never, read_category(r));
    vec_push(&r->scratch, &r->openers, row);
}

void text_fill_openers(struct reader *r) {
    struct lexicon *lexicon = &r->model->lexicon;
    if (!r->openers.n) return;
    uint32_t *of = arena_zalloc(&r->model->arena, (lexicon->words.n + 1) * sizeof *of);
    for (uint32_t i = 0; i < r->openers.n; i++) {
        const struct opener_row *row = &r->openers.at[i];
        uint32_t word = lexicon_find(lexicon, row->word, strlen(row->word));
        if (word == SYMBOL_NONE && r->source->spare_concepts) continue; /* it was edited away */
        if (word == SYMBOL_NONE || of[word])
            guard_raise(&r->guard, G2L2_STATUS_FORMAT, row->line, 0, "the word '%.100s' %s",
                        row->word, word == SYMBOL_NONE ? "has no entry" : "has an opener already");
        of[word] = lexicon_add_opener(lexicon, &row->opener);
    }
    lexicon->opener_of = of;
}

/* ---- writing ---------------------------------------------------------------------------------- */

void text_put_openers(struct buf *out, const g2l2_model *self) {
    const struct lexicon *lexicon = &self->lexicon;
    for (uint32_t w = 0; lexicon->opener_of && w < lexicon->words.n; w++) {
        const struct opener *opener = &lexicon->openers.at[lexicon->opener_of[w]];
        if (!lexicon->opener_of[w]) continue;
        buf_puts(out, "opener ");
        text_put_name(out, lexicon->names.names.at[w]);
        if (opener->scope != SCOPE_NEAR) buf_printf(out, " %s", scopes[opener->scope]);
        for (uint32_t i = 0; i < opener->never.n; i++) {
            buf_puts(out, i ? " " : " never ");
            category_print(&self->domain->syntax, opener->never.at[i], out);
        }
        buf_puts(out, "\n");
    }
}
