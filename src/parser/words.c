/* The table of words on a page: each word with an entry, and the share that the
 * entry has of the word's weight, unless that is all of it.
 *
 *     jump    V   : I_JUMP()
 *     twice   V\V : \x. repeat(x, 2)   (share 0.69)
 *     hop     unknown
 *     same    bool\integer/integer : \x.\y. equal(x, y)   (SAME)
 *
 * With a parse these are the entries that its derivation uses, and of those with several
 * categories what they are used as; without one, the heaviest ones of each word. */
#include <math.h>
#include <string.h>

#include "parser/page.h"

/* A row of the table of words; slot UINT32_MAX: the word is unknown. */
struct row {
    uint32_t position, slot;
    cat_id cat; /* as which it is used, or the entry's own */
    const struct term *program;
};

struct rows {
    struct row at[PAGE_MAX_LINES];
    uint32_t n;
    bool more;
};

/* The same word with the same entry is listed once. */
static void add_row(const struct page *p, struct rows *rows, struct row row) {
    for (uint32_t i = 0; i < rows->n; i++)
        if (rows->at[i].slot == row.slot && rows->at[i].cat == row.cat &&
            rows->at[i].program == row.program &&
            !strcmp(p->words[rows->at[i].position], p->words[row.position]))
            return;
    rows->more |= rows->n == PAGE_MAX_LINES;
    if (rows->n < PAGE_MAX_LINES) rows->at[rows->n++] = row;
}

static const struct candidate *entry_of(const struct page *p, uint32_t slot) {
    const struct lexicon *lexicon = p->parser->lexicon;
    return &lexicon->entries.at[lexicon->slots.at[slot].entry];
}

const struct word *page_word(const struct page *p, uint32_t position) {
    uint32_t word = p->parser->words[position];
    return word == SYMBOL_NONE ? NULL : &p->parser->lexicon->words.at[word];
}

/* How much of a word's weight one of its entries has. */
static double share_of(const struct page *p, const struct row *row) {
    const double *tau = p->parser->lexicon->tau;
    const struct word *w = page_word(p, row->position);
    double sum = 0;
    for (uint32_t i = w->first; i < w->first + w->n; i++) sum += exp(tau[i] - tau[row->slot]);
    return 1 / sum;
}

static const char *row_category(const struct page *p, const struct row *row) {
    return row->slot == UINT32_MAX ? "unknown" : page_category(p, row->cat);
}

/* ` : PROGRAM   (SAME)   (share .5)`: what there is of it. */
static const char *row_program(const struct page *p, const struct row *row) {
    struct buf out = page_text(p);
    double share = share_of(p, row);
    cat_id own = entry_of(p, row->slot)->cat;
    if (row->program) buf_puts(&out, " : ");
    if (row->program) term_print(&p->domain->lang, row->program, &out);
    if (own != row->cat) buf_printf(&out, "   (%s)", page_category(p, own));
    if (share < PAGE_CERTAIN) buf_printf(&out, "   (share %.3g)", share);
    return out.at;
}

static void put_row(struct page *p, const struct row *row, size_t word_columns, size_t columns) {
    const char *category = row_category(p, row);
    buf_spaces(&p->out, PAGE_INDENT);
    page_put_padded(&p->out, p->words[row->position], word_columns + 3);
    bool known = row->slot != UINT32_MAX;
    const char *rest = known ? row_program(p, row) : "";
    size_t at = PAGE_INDENT + word_columns + 3, width = page_width(category);
    width = width > columns ? width : columns;
    bool fits = at + width + page_width(rest) <= page_columns(p);
    page_put_padded(&p->out, category, *rest && fits ? columns : 0);
    if (!fits) buf_puts(&p->out, "\n");
    if (!fits) buf_spaces(&p->out, at);
    buf_printf(&p->out, "%s\n", rest);
}

static size_t column(const struct page *p, size_t so_far, const char *text) {
    size_t width = page_width(text);
    return width > so_far && width <= page_columns(p) / 2 ? width : so_far;
}

static void put_rows(struct page *p, const struct rows *rows) {
    size_t words = 0, categories = 0;
    for (uint32_t i = 0; i < rows->n; i++) {
        words = column(p, words, p->words[rows->at[i].position]);
        if (rows->at[i].slot != UINT32_MAX)
            categories = column(p, categories, row_category(p, &rows->at[i]));
    }
    page_heading(p, "words:\n");
    for (uint32_t i = 0; i < rows->n; i++) put_row(p, &rows->at[i], words, categories);
    if (rows->more) buf_puts(&p->out, "  ...\n");
}

/* The program of a word that joins what is beside it: the one above it in the tree has it. */
static const struct term *joining(const struct page *p, const struct tree *t, uint32_t position) {
    while (t->rule != RULE_NONE) {
        bool joins = t->rule == RULE_CONJUNCT || t->rule == RULE_SCOPE;
        if (joins && t->left->begin == position)
            return p->domain->joins[syntax_closed(&p->domain->syntax, t->cat)];
        t = position < t->right->begin ? t->left : t->right;
    }
    return NULL;
}

void page_put_words_used(struct page *p, const struct derived *derived) {
    struct rows rows = {.n = 0};
    for (uint32_t i = 0; i < p->parser->n_words; i++) {
        struct row row = {i, derived->slots[i], derived->cats[i], NULL};
        row.program = lexicon_program(p->parser->lexicon, row.slot, row.cat);
        if (p->domain->syntax.cats.at[row.cat].kind == CAT_KIND_SCHEMA)
            row.program = joining(p, derived->root, i);
        add_row(p, &rows, row);
    }
    put_rows(p, &rows);
}

/* The heaviest entry after `last` (UINT32_MAX: of all), in the order of slots
 * where weights are equal. */
static uint32_t next_entry(const struct page *p, const struct word *w, uint32_t last) {
    const double *tau = p->parser->lexicon->tau;
    uint32_t best = UINT32_MAX;
    for (uint32_t i = w->first; i < w->first + w->n; i++) {
        bool later = last == UINT32_MAX || tau[i] < tau[last] || (tau[i] == tau[last] && i > last);
        if (later && (best == UINT32_MAX || tau[i] > tau[best])) best = i;
    }
    return best;
}

static struct row row_of(const struct page *p, uint32_t position, uint32_t slot) {
    struct row row = {position, slot, CAT_NONE, NULL};
    if (slot == UINT32_MAX) return row;
    row.cat = entry_of(p, slot)->cat;
    row.program = entry_of(p, slot)->program;
    return row;
}

void page_put_words_known(struct page *p) {
    struct rows rows = {.n = 0};
    for (uint32_t i = 0; i < p->parser->n_words && !rows.more; i++) {
        const struct word *w = page_word(p, i);
        uint32_t slot = w ? next_entry(p, w, UINT32_MAX) : UINT32_MAX;
        add_row(p, &rows, row_of(p, i, slot));
        for (uint32_t k = 1; k < PAGE_MAX_ENTRIES && slot != UINT32_MAX; k++)
            if ((slot = next_entry(p, w, slot)) != UINT32_MAX)
                add_row(p, &rows, row_of(p, i, slot));
    }
    put_rows(p, &rows);
}
