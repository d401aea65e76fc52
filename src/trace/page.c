/* The pieces of a page of explanation: headings, columns, and texts that are cut
 * or folded to the width of the page.
 *
 *     page_put_short      I_JUMP I_WALK ... (48 actions)     one line, cut
 *     page_put_folded     'and' is S\V/V: 'and' still        all of it, on lines
 *                           needs a V on its right           of which the later hang
 *     page_phrase         'jump and walk ...'                words of the sentence
 *
 * Widths are columns, not bytes. A text is cut after a word where that can be, and
 * never inside a character. */
#include <string.h>

#include "trace/page.h"

#define SHORTEST       40u /* columns a value has in any case */
#define WORD_COLUMNS   40u
#define PHRASE_COLUMNS 50u

struct buf page_text(const struct page *p) {
    struct buf text;
    buf_init(&text, p->arena);
    buf_puts(&text, "");
    return text;
}

size_t page_width(const char *text) {
    return text_width(text, strlen(text));
}

void page_put_padded(struct buf *out, const char *text, size_t width) {
    size_t w = page_width(text);
    buf_puts(out, text);
    if (w < width) buf_spaces(out, width - w);
}

void page_heading(struct page *p, const char *text) {
    buf_printf(&p->out, "%s%s", p->out.n ? "\n" : "", text);
}

static size_t count_words(const char *text) {
    size_t n = 0;
    for (; *text; text += strspn(text, " ")) {
        n++;
        text += strcspn(text, " ");
    }
    return n;
}

void page_put_short(struct page *p, const char *text, size_t used) {
    const char *noun = p->trace->domain->literal_name;
    if (!noun || strlen(noun) > 16) noun = "word";
    size_t columns = p->columns, room = used + SHORTEST < columns ? columns - used : SHORTEST;
    size_t n =
        page_width(text) <= room ? strlen(text) : text_fitting(text, room - strlen(noun) - 12);
    if (!*text) buf_puts(&p->out, "(empty)");
    buf_put(&p->out, text, n);
    if (text[n]) buf_printf(&p->out, " ... (%zu %ss)", count_words(text), noun);
}

void page_put_folded(struct page *p, const char *text, size_t hang) {
    size_t indent = PAGE_INDENT;
    if (!*text) text = "(empty)";
    while (*text) {
        size_t n = text_fitting(text, p->columns - indent);
        buf_spaces(&p->out, indent);
        buf_put(&p->out, text, n);
        buf_puts(&p->out, "\n");
        text += n + strspn(text + n, " ");
        indent = PAGE_INDENT + hang;
    }
}

void page_put_hanging(struct page *p, const char *text, size_t column) {
    for (bool first = true; *text; first = false) {
        size_t n = text_fitting(text, p->columns - column);
        while (n && text[n - 1] == ' ') n--;
        if (!first) buf_puts(&p->out, "\n");
        if (!first) buf_spaces(&p->out, column);
        buf_put(&p->out, text, n);
        text += n + strspn(text + n, " ");
    }
}

size_t page_share_columns(size_t so_far, double share) {
    char text[32];
    int n = snprintf(text, sizeof text, "%.3g", share);
    return n > (int)so_far ? (size_t)n : so_far;
}

void page_put_lines(struct page *p, const char *text) {
    size_t n = 0;
    for (const char *at = text; *at; n++) {
        size_t length = strcspn(at, "\n") + 1;
        if (n < PAGE_MAX_LINES) buf_put(&p->out, at, length);
        at += length;
    }
    if (n > PAGE_MAX_LINES) buf_printf(&p->out, "  ... (%zu lines in all)\n", n);
}

static const char *word_text(struct arena *arena, const char *word) {
    size_t n = text_fitting(word, WORD_COLUMNS);
    struct buf text;
    if (!word[n]) return word;
    buf_init(&text, arena);
    buf_put(&text, word, n);
    buf_puts(&text, "...");
    return text.at;
}

const char *trace_phrase(struct arena *arena, const char *const *words, uint32_t begin,
                         uint32_t end) {
    struct buf all, out;
    buf_init(&all, arena);
    buf_init(&out, arena);
    for (uint32_t i = begin; i < end && all.n < 8 * PHRASE_COLUMNS; i++)
        buf_printf(&all, "%s%s", i > begin ? " " : "", word_text(arena, words[i]));
    size_t n = text_fitting(all.at, PHRASE_COLUMNS);
    buf_printf(&out, "'%.*s%s'", (int)n, all.at, all.at[n] ? " ..." : "");
    return out.at;
}

const char *page_word(const struct page *p, uint32_t position) {
    return word_text(p->arena, p->trace->texts[position]);
}

const char *page_phrase(const struct page *p, uint32_t begin, uint32_t end) {
    return trace_phrase(p->arena, p->trace->texts, begin, end);
}
