/* The picture of a derivation, as linguists draw it.
 *
 *         jump            twice            words
 *          V               V\V             what each is taken to be
 *       I_JUMP()     \x. repeat(x, 2)      its program
 *        I_JUMP                            its value, if it is no function
 *       ───────────────────────── <        the parts, and the rule that joins them
 *                  V
 *          repeat(I_JUMP(), 2)
 *             I_JUMP I_JUMP
 *
 * Every word has a column. Categories are always written out: a span that is too narrow for
 * the one of its result is widened. Programs and values are cut to the span and are whole
 * in the title. Parts of one height share a row. EMPTY words have a column and no line. */
#include <math.h>
#include <string.h>

#include "show/draw.h"

#define MARGIN       16.0
#define WORD         15.0 /* sizes of letters */
#define CATEGORY     13.0
#define EMPTY        10.0
#define PROGRAM      10.0
#define RULE         12.0
#define MOST_CAT     420.0 /* pixels; a longer one is cut after all */
#define MOST_PROGRAM 168.0 /* that a program may widen a column to */
#define MOST_VALUE   110.0
#define MOST_WORD    260.0
#define SHORT        24   /* bytes of a result that is written large */
#define AT_CATEGORY  17.0 /* baselines, below the line of a node */
#define AT_PROGRAM   31.0
#define AT_VALUE     37.0 /* its upper edge */

struct drawing {
    struct arena *arena;
    const struct trace *trace;
    const struct trace_derivation *d;
    uint32_t n, n_rows; /* words; heights */
    double *at, *width; /* [n] columns */
    double gap;
    double *row, *row_height; /* [n_rows] */
    struct buf *out;
};

static bool is_empty(const struct drawing *g, uint32_t word) {
    return !strcmp(g->d->uses[word].category, "EMPTY");
}

static const struct trace_node *whole(const struct drawing *g) {
    return g->d->n_nodes ? &g->d->nodes[g->d->n_nodes - 1] : NULL;
}

/* ---- columns ------------------------------------------------------------------------------- */

static double word_width(const struct drawing *g, uint32_t word) {
    bool empty = is_empty(g, word);
    double text = text_pixels(g->trace->words[word].text, empty ? FACE_SANS : FACE_BOLD, WORD);
    return fmax(fmin(text, MOST_WORD), empty ? text_pixels("EMPTY", FACE_SANS, EMPTY) : 0);
}

static bool has_value(const struct trace_node *node) {
    return node->value.text || node->value.objects;
}

/* What a node should have: all of its category, and some of its program and value. */
static double node_width(const struct drawing *g, const struct trace_node *node) {
    double width = fmin(text_pixels(node->category, FACE_SANS, CATEGORY), MOST_CAT);
    if (node->program)
        width = fmax(width, fmin(text_pixels(node->program, FACE_MONO, PROGRAM), MOST_PROGRAM));
    if (has_value(node))
        width = fmax(width, value_piece(g->arena, g->trace, &node->value, MOST_VALUE).width);
    return width;
}

/* No part ends with an EMPTY word, so no rule is named behind one. */
static double gap_after(const struct drawing *g, uint32_t word) {
    return is_empty(g, word) ? 12 : g->gap;
}

static void place_columns(struct drawing *g) {
    double at = MARGIN;
    for (uint32_t i = 0; i < g->n; i++) {
        g->at[i] = at;
        at += g->width[i] + gap_after(g, i);
    }
}

static double span_width(const struct drawing *g, const struct trace_node *node) {
    double width = g->width[node->end - 1];
    for (uint32_t i = node->begin; i + 1 < node->end; i++) width += g->width[i] + gap_after(g, i);
    return width;
}

/* A gap has room for the name of a rule. */
static double gap_of(const struct trace_derivation *d) {
    double gap = 12;
    for (uint32_t i = 0; i < d->n_nodes; i++)
        if (d->nodes[i].rule) gap = fmax(gap, text_pixels(d->nodes[i].rule, FACE_SANS, RULE));
    return gap + 14;
}

/* Parts come before the whole, so the narrow spans have got what they need. */
static void set_columns(struct drawing *g) {
    g->gap = gap_of(g->d);
    for (uint32_t i = 0; i < g->n; i++) g->width[i] = word_width(g, i);
    for (uint32_t k = 0; k < g->d->n_nodes; k++) {
        const struct trace_node *node = &g->d->nodes[k];
        double more = node_width(g, node) - span_width(g, node);
        for (uint32_t i = node->begin; more > 0 && i < node->end; i++)
            g->width[i] += more / (node->end - node->begin);
    }
    place_columns(g);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static double node_height(const struct trace_node *node) {
    return has_value(node) ? AT_VALUE + 14 : node->program ? AT_PROGRAM + 4 : AT_CATEGORY + 4;
}

static void set_rows(struct drawing *g) {
    for (uint32_t k = 0; k < g->d->n_nodes; k++) {
        const struct trace_node *node = &g->d->nodes[k];
        double *height = &g->row_height[node->height];
        *height = fmax(*height, node_height(node));
    }
    double y = MARGIN + WORD + 4;
    for (uint32_t h = 0; h < g->n_rows; h++) {
        g->row[h] = y;
        y += g->row_height[h] + 11;
    }
}

/* ---- titles ---------------------------------------------------------------------------------- */

static void put_title(const struct drawing *g, const struct trace_node *node) {
    buf_puts(g->out, "<title>");
    for (uint32_t i = node->begin; i < node->end; i++) {
        if (i > node->begin) buf_puts(g->out, " ");
        xml_put_most(g->out, g->trace->words[i].text, 60);
    }
    buf_puts(g->out, "&#10;");
    xml_put_most(g->out, node->category, 400);
    if (node->rule) svg_put(g->out, "   by %s", node->rule);
    if (node->program) {
        buf_puts(g->out, "&#10;");
        xml_put_most(g->out, node->program, 1500);
    }
    if (node->value.text) {
        buf_puts(g->out, "&#10;= ");
        xml_put_most(g->out, node->value.text, 800);
    }
    if (node->step) svg_put(g->out, "&#10;step %u", node->step);
    buf_puts(g->out, "</title>");
}

/* ---- the drawing ------------------------------------------------------------------------------- */

static void put_middle(const struct drawing *g, const char *type, double x, double y,
                       const char *text) {
    svg_put(g->out, "<text class=\"%s mid\" x=\"%f\" y=\"%f\">%s</text>", type, x, y, text);
}

static void put_word(const struct drawing *g, uint32_t word) {
    bool empty = is_empty(g, word);
    double w = g->width[word], x = g->at[word];
    const char *text = g->trace->words[word].text;
    svg_put(g->out,
            "<g class=\"%s\" data-word=\"%u\"><rect class=\"hit\" x=\"%f\" y=\"%f\" "
            "width=\"%f\" height=\"%f\" rx=\"4\"/>",
            empty ? "word empty" : "word", word, x - 4, MARGIN - 4, w + 8, WORD + 6);
    put_middle(g, "w", x + w / 2, MARGIN + WORD - 3,
               text_cut(g->arena, text, empty ? FACE_SANS : FACE_BOLD, WORD, MOST_WORD));
    if (empty)
        svg_put(g->out,
                "<text class=\"mid\" style=\"font-size:10px\" x=\"%f\" y=\"%f\">EMPTY</text>"
                "<title>%s: EMPTY, it takes no part</title>",
                x + w / 2, g->row[0] + AT_CATEGORY, text);
    buf_puts(g->out, "</g>\n");
}

static void put_value(const struct drawing *g, const struct trace_node *node, double middle,
                      double y, double width) {
    const char *result = node == whole(g) ? g->d->result : NULL;
    if (result && strlen(result) <= SHORT) {
        const char *text = text_cut(g->arena, result, FACE_BOLD, 15, width);
        put_middle(g, "answer", middle, y + 15, *text ? text : "(empty)");
        return;
    }
    struct piece value = value_piece(g->arena, g->trace, &node->value, width);
    piece_put_at(g->out, &value, middle - value.width / 2, y);
}

/* Its underline, with the rule at the right end. */
static void put_line(const struct drawing *g, const struct trace_node *node, double x, double y,
                     double w) {
    svg_put(g->out, "<path class=\"line\" d=\"M%f %fh%f\"/>", x - 3, y, w + 6);
    svg_put(g->out, "<text class=\"rule\" x=\"%f\" y=\"%f\">%s</text>", x + w + 6, y + 4,
            node->rule);
}

static void put_node(const struct drawing *g, uint32_t k) {
    const struct trace_node *node = &g->d->nodes[k];
    double x = g->at[node->begin], w = span_width(g, node), y = g->row[node->height];
    svg_put(g->out, "<g class=\"%s\" data-node=\"%u\" data-begin=\"%u\" data-end=\"%u\"",
            node->rule ? "node" : "node leaf", k, node->begin, node->end);
    if (!node->rule) svg_put(g->out, " data-word=\"%u\"", node->begin);
    if (node->step) svg_put(g->out, " data-step=\"%u\"", node->step);
    buf_puts(g->out, " tabindex=\"0\">");
    put_title(g, node);
    svg_put(g->out, "<rect class=\"hit\" x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\" rx=\"4\"/>",
            x - 3, y + 1, w + 6, node_height(node) + 2);
    if (node->rule) put_line(g, node, x, y, w);
    put_middle(g, "cat", x + w / 2, y + AT_CATEGORY,
               text_cut(g->arena, node->category, FACE_SANS, CATEGORY, w + 1));
    if (node->program)
        put_middle(
            g, "prog", x + w / 2, y + AT_PROGRAM,
            text_cut(g->arena, text_program(g->arena, node->program), FACE_MONO, PROGRAM, w + 1));
    if (has_value(node)) put_value(g, node, x + w / 2, y + AT_VALUE, w + 1);
    buf_puts(g->out, "</g>\n");
}

static uint32_t count_rows(const struct trace_derivation *d) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->n_nodes; i++)
        if (d->nodes[i].height >= n) n = d->nodes[i].height + 1;
    return n ? n : 1;
}

struct piece derivation_piece(struct arena *arena, const struct trace *trace, uint32_t derivation) {
    struct piece piece = {0};
    const struct trace_derivation *d = &trace->derivations[derivation];
    buf_init(&piece.svg, arena);
    struct drawing g = {arena, trace, d, trace->n_words, count_rows(d), .out = &piece.svg};
    g.at = arena_array(arena, double, g.n + 1);
    g.width = arena_array(arena, double, g.n + 1);
    g.row = arena_array(arena, double, g.n_rows);
    g.row_height = arena_zalloc(arena, g.n_rows * sizeof(double));
    set_columns(&g);
    set_rows(&g);
    svg_put(g.out, "<g class=\"derivation\" data-derivation=\"%u\">\n", derivation);
    for (uint32_t i = 0; i < g.n; i++) put_word(&g, i);
    for (uint32_t k = 0; k < d->n_nodes; k++) put_node(&g, k);
    buf_puts(g.out, "</g>\n");
    piece.width = (g.n ? g.at[g.n - 1] + g.width[g.n - 1] : 0) + g.gap + MARGIN;
    piece.height = g.row[g.n_rows - 1] + g.row_height[g.n_rows - 1] + MARGIN;
    return piece;
}

void show_derivation_svg(const struct trace *trace, uint32_t derivation, struct buf *out) {
    if (derivation < trace->n_derivations) {
        struct piece piece = derivation_piece(out->arena, trace, derivation);
        svg_put_piece(out, &piece, trace->sentence);
        return;
    }
    struct piece none = {.width = 160, .height = 40};
    buf_init(&none.svg, out->arena);
    buf_puts(&none.svg, "<text class=\"note\" x=\"16\" y=\"24\">no derivation</text>\n");
    svg_put_piece(out, &none, trace->sentence);
}
