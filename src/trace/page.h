/* page - a trace as a page to read, section by section: text.c tells which. Everything is
 * made in the parser's arena and bounded: lines, and their width.
 *
 *     text.c ─▶ draw.c          the derivation, as linguists draw it
 *            ─▶ page.c          columns, and texts that are cut or folded */
#ifndef G2L2_PAGE_H
#define G2L2_PAGE_H

#include "trace/trace.h"

#define PAGE_INDENT      2u
#define PAGE_MAX_LINES   40u   /* of one section */
#define PAGE_MAX_ENTRIES 3u    /* of a word, where there is no parse */
#define PAGE_CERTAIN     0.999 /* no word of other readings above this */

struct page {
    struct arena *arena;
    const struct trace *trace;
    size_t columns;
    struct buf out;
};

struct buf page_text(const struct page *p); /* a new one, empty */
size_t page_width(const char *text);
void page_heading(struct page *p, const char *text);
void page_put_padded(struct buf *out, const char *text, size_t width);
/* A value in what is left of a line: `a b c ... (48 actions)`. */
void page_put_short(struct page *p, const char *text, size_t used);
/* A text of any length, on as many lines as it takes. */
void page_put_folded(struct page *p, const char *text, size_t hang);
/* The same from `column` on, which has been reached already. */
void page_put_hanging(struct page *p, const char *text, size_t column);
/* The first lines of a text, and how many there are. */
void page_put_lines(struct page *p, const char *text);
/* Shares stand in a column as wide as the widest of them. */
size_t page_share_columns(size_t so_far, double share);
/* A word of the sentence, shortened; the words of a span, in quotes. */
const char *page_word(const struct page *p, uint32_t position);
const char *page_phrase(const struct page *p, uint32_t begin, uint32_t end);

/* In CCG layout, or as an outline where that would be too wide. */
void page_draw(struct page *p, const struct trace_derivation *derivation);

#endif
