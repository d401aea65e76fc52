/* page - an explanation as it is written, section by section: explain.c tells
 * which. All of it is made in the parser's arena and is the parser's, until its
 * next call; each function may raise at the parser's guard.
 *
 *     explain.c ─▶ words.c, steps.c, means.c, objects.c, parts.c, missing.c ─▶ page.c */
#ifndef G2L2_PAGE_H
#define G2L2_PAGE_H

#include "parser/parser.h"

#define PAGE_INDENT      2u
#define PAGE_MAX_LINES   40u   /* of one section */
#define PAGE_MAX_ENTRIES 3u    /* of a word, where there is no parse */
#define PAGE_CERTAIN     0.999 /* no word of other readings above this */

struct page {
    g2l2_parser *parser;
    const g2l2_domain *domain;
    const char **words; /* [n_words] as the sentence has them, if not too long */
    struct lang *lang;  /* to build programs in */
    uint32_t *step;     /* [n_terms] number of the step that makes a term, 0: none; or NULL */
    struct buf out;
};

/* ---- text: page.c ------------------------------------------------------------------ */

struct buf page_text(const struct page *p); /* a new one, empty */
size_t page_width(const char *text);
size_t page_columns(const struct page *p);
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
const char *page_category(const struct page *p, cat_id cat);
/* The words of a span, in quotes. */
const char *page_phrase(const struct page *p, uint32_t begin, uint32_t end);
const char **page_cut_words(g2l2_parser *self, const char *sentence);

/* ---- sections ---------------------------------------------------------------------- */

/* words.c: the entries that a derivation uses, or the heaviest ones */
void page_put_words_used(struct page *p, const struct derived *derived);
void page_put_words_known(struct page *p);
const struct word *page_word(const struct page *p, uint32_t position); /* NULL: unknown */

/* steps.c */
/* An application, with the number of the step in the place of what is known. */
void page_put_call(const struct page *p, const struct term *term, bool top, struct buf *out);
void page_put_composed(struct page *p, const struct term *program);
void page_put_steps(struct page *p, const struct term *program);
/* What a program means, as a reading has it. */
const char *page_value(struct page *p, const struct term *program);

/* means.c */
void page_put_means(struct page *p);

/* objects.c: where the sentence is about a scene */
/* What one derivation says of it alone: the likeliest answer. */
const char *page_answer(struct page *p, const struct derived *derived);
void page_put_objects(struct page *p);
/* One derivation alone: a value for each of its parts, by number. */
struct executed {
    struct plan plan;
    struct mixed mixed;
};
const struct executed *page_execute(struct page *p, const struct derived *derived);

/* parts.c: the steps of one derivation, and which objects each of them means. */
void page_put_parts(struct page *p, const struct derived *derived);

/* missing.c: all of the page of a sentence without a parse */
void page_put_no_parse(struct page *p, const char *sentence);

#endif
