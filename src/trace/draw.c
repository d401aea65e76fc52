/* One derivation, drawn as linguists draw it.
 *
 *     jump   twice
 *       V      V\V
 *     ------------<
 *          V
 *
 * Every word has a column, as wide as the word or its category. A combination
 * is drawn one row below the higher of its parts, so that parts which do not
 * depend on each other share a row. An EMPTY word has a column and no line. What is
 * wider than the page becomes an outline. */
#include <string.h>

#include "trace/page.h"

#define GAP  3u /* between columns: room for the name of a rule */
#define RULE 2u /* columns of a rule's name, as a rule */

struct layout {
    struct page *page;
    const struct trace_derivation *derivation;
    uint32_t n;
    size_t *width, *at; /* [n] columns */
    size_t more;        /* columns for longer names */
    struct buf *out;
    size_t column; /* where the row under construction ends */
};

static const char *leaf_text(const struct layout *l, uint32_t i) {
    return l->derivation->uses[i].category;
}

/* A word that is not known means nothing, unless it is taken for another. */
static const char *word_text(const struct layout *l, uint32_t i) {
    const struct trace_word *word = &l->page->trace->words[i];
    bool meant = word->known || strcmp(leaf_text(l, i), "EMPTY") != 0;
    return meant ? word->text : "(unknown)";
}

static const struct trace_node *node_at(const struct layout *l, uint32_t number) {
    return &l->derivation->nodes[number];
}

static const struct trace_node *root_of(const struct layout *l) {
    return node_at(l, l->derivation->n_nodes - 1);
}

static size_t width_of(const char *text) {
    return text_width(text, strlen(text));
}

static void place_columns(struct layout *l) {
    size_t at = PAGE_INDENT;
    for (uint32_t i = 0; i < l->n; i++) {
        l->at[i] = at;
        at += l->width[i] + GAP + l->more;
    }
}

static size_t span_width(const struct layout *l, uint32_t begin, uint32_t end) {
    return l->at[end - 1] + l->width[end - 1] - l->at[begin];
}

/* A result that is wider than its parts widens the last of them. */
static void widen(struct layout *l, const struct trace_node *t) {
    if (!t->rule) return;
    widen(l, node_at(l, t->left));
    if (t->right != TRACE_NONE) widen(l, node_at(l, t->right));
    size_t needed = width_of(t->category), width = span_width(l, t->begin, t->end);
    if (needed <= width) return;
    l->width[t->end - 1] += needed - width;
    place_columns(l);
}

static void set_columns(struct layout *l) {
    for (uint32_t i = 0; i < l->n; i++) {
        size_t word = width_of(word_text(l, i)), category = width_of(leaf_text(l, i));
        l->width[i] = word > category ? word : category;
    }
    place_columns(l);
    widen(l, root_of(l));
}

static void advance(struct layout *l, size_t to) {
    if (to > l->column) buf_spaces(l->out, to - l->column);
    l->column = to;
}

static void put_centred(struct layout *l, uint32_t begin, uint32_t end, const char *text) {
    size_t width = width_of(text);
    advance(l, l->at[begin] + (span_width(l, begin, end) - width) / 2);
    buf_puts(l->out, text);
    l->column += width;
}

/* Columns that the longest name of a rule takes beyond the usual. */
static size_t longer_names(const struct trace_derivation *d) {
    size_t most = RULE;
    for (uint32_t i = 0; i < d->n_nodes; i++) {
        size_t n = d->nodes[i].rule ? strlen(d->nodes[i].rule) : 0;
        if (n > most) most = n;
    }
    return most - RULE;
}

static void put_line(struct layout *l, const struct trace_node *t) {
    const char *name = t->rule;
    size_t width = span_width(l, t->begin, t->end);
    advance(l, l->at[t->begin]);
    for (size_t i = 0; i < width; i++) buf_puts(l->out, "-");
    buf_puts(l->out, name);
    l->column += width + strlen(name);
}

static void end_row(struct layout *l) {
    buf_puts(l->out, "\n");
    l->column = 0;
}

/* One row: the lines, or the categories below them, of all that is `height` high. */
static void put_row(struct layout *l, const struct trace_node *t, uint32_t height, bool lines) {
    if (t->height < height) return;
    if (t->height > height) {
        put_row(l, node_at(l, t->left), height, lines);
        if (t->right != TRACE_NONE) put_row(l, node_at(l, t->right), height, lines);
    } else if (lines) {
        put_line(l, t);
    } else {
        put_centred(l, t->begin, t->end, t->category);
    }
}

static void draw_columns(struct layout *l) {
    for (uint32_t i = 0; i < l->n; i++) put_centred(l, i, i + 1, word_text(l, i));
    end_row(l);
    for (uint32_t i = 0; i < l->n; i++) put_centred(l, i, i + 1, leaf_text(l, i));
    end_row(l);
    for (uint32_t h = 1; h <= root_of(l)->height; h++)
        for (int lines = 1; lines >= 0; lines--) {
            put_row(l, root_of(l), h, lines);
            end_row(l);
        }
}

/* ---- the outline ------------------------------------------------------------------------ */

/* What stands left of a line: one piece for each level above it. */
struct margin {
    const struct margin *outer;
    const char *piece;
};

static void put_margin(const struct margin *m, struct buf *out) {
    if (!m) {
        buf_spaces(out, PAGE_INDENT);
        return;
    }
    put_margin(m->outer, out);
    buf_puts(out, m->piece);
}

static void put_branch(const struct layout *l, const struct margin *m, const char *branch,
                       const char *category, const char *what) {
    put_margin(m, l->out);
    buf_printf(l->out, "%s%s  %s\n", branch, category, what);
}

/* Neighbours that are EMPTY share a line. */
static void put_empty(const struct layout *l, const struct margin *m, const char *branch,
                      uint32_t begin, uint32_t end) {
    struct buf words = page_text(l->page);
    if (begin == end) return;
    for (uint32_t i = begin; i < end; i++)
        buf_printf(&words, "%s%s", i > begin ? " " : "", word_text(l, i));
    put_branch(l, m, branch, "EMPTY", words.at);
}

static void outline(const struct layout *l, const struct trace_node *t, const struct margin *m,
                    const char *branch, const char *piece) {
    bool word = !t->rule;
    struct margin inner = {m, piece};
    put_branch(l, m, branch, t->category, word ? word_text(l, t->begin) : t->rule);
    if (word) return;
    const struct trace_node *left = node_at(l, t->left);
    if (t->right == TRACE_NONE) {
        outline(l, left, &inner, "└─ ", "   ");
        return;
    }
    const struct trace_node *right = node_at(l, t->right);
    outline(l, left, &inner, "├─ ", "│  ");
    put_empty(l, &inner, "├─ ", left->end, right->begin);
    outline(l, right, &inner, "└─ ", "   ");
}

static void draw_outline(const struct layout *l) {
    const struct trace_node *root = root_of(l);
    put_empty(l, NULL, "", 0, root->begin);
    outline(l, root, NULL, "", "");
    put_empty(l, NULL, "", root->end, l->n);
}

void page_draw(struct page *p, const struct trace_derivation *derivation) {
    struct layout l = {.page = p, .derivation = derivation, .n = p->trace->n_words, .out = &p->out};
    l.more = longer_names(derivation);
    l.width = arena_array(p->arena, size_t, l.n);
    l.at = arena_array(p->arena, size_t, l.n);
    set_columns(&l);
    if (l.at[l.n - 1] + l.width[l.n - 1] + RULE + l.more <= p->columns) draw_columns(&l);
    else draw_outline(&l);
}
