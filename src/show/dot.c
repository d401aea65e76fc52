/* A derivation and its execution as a graph, for graphviz.
 *
 *       integer >                  nodes: category and rule, program, value
 *       count(...)
 *      /         \
 *   many         objset <          words are leaves, with the entry that is used;
 *               /        \         EMPTY ones are dashed and hang on nothing
 *
 *     1 filter ─▶ 3 relate ─▶ 4 count      the steps: each points to who uses it
 *
 * Labels are tables in graphviz's HTML; texts in them are cut, and escaped as XML. */
#include <string.h>

#include "show/draw.h"

#define MOST_PROGRAM  60u /* characters */
#define MOST_VALUE    48u
#define MOST_CATEGORY 80u
#define MOST_NODES    2000u
#define MOST_CHIPS    24u
#define MANY_WORDS    60u
#define MEANT         0.05

/* Graphviz wants something to be there. */
static void put_text(struct buf *out, const char *text, size_t most) {
    const char *at = text;
    uint32_t g;
    while ((g = glyph_next(&at)) == ' ') {
    }
    if (g) xml_put_most(out, text, most);
    else buf_puts(out, "&#160;");
}

static void put_row(struct buf *out, const char *color, const char *size, const char *face,
                    const char *text, size_t most) {
    buf_printf(out, "<TR><TD><FONT COLOR=\"%s\" POINT-SIZE=\"%s\" FACE=\"%s\">", color, size, face);
    put_text(out, *text ? text : "(empty)", most);
    buf_puts(out, "</FONT></TD></TR>");
}

static uint32_t count_meant(const struct trace *trace, const double *objects) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < trace->n_objects; i++) n += objects[i] >= MEANT;
    return n < MOST_CHIPS ? n : MOST_CHIPS;
}

/* The objects that are meant: cells of their colours, paler where it is less sure. */
static void put_objects(struct buf *out, const struct trace *trace, const double *objects) {
    const g2l2_scenes *scenes = trace_scenes(trace);
    uint32_t n = count_meant(trace, objects);
    if (!n) {
        put_row(out, "#98a2af", "9", "Helvetica", "none", 8);
        return;
    }
    buf_printf(out,
               "<TR><TD><TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"2\" CELLPADDING=\"0\" "
               "COLOR=\"#98a2af\" FIXEDSIZE=\"TRUE\" WIDTH=\"%u\" HEIGHT=\"22\"><TR>",
               n * 21 + 4);
    for (uint32_t i = 0; n; i++) {
        if (!(objects[i] >= MEANT)) continue;
        struct rgb color = scenes ? object_color(scenes, trace->naming.scene, i) : palette_of(NULL);
        color = rgb_mixed((struct rgb){255, 255, 255}, color, objects[i]);
        buf_puts(out, "<TD WIDTH=\"17\" HEIGHT=\"16\" BGCOLOR=\"");
        rgb_put(out, color);
        buf_printf(out, "\"><FONT COLOR=\"%s\" POINT-SIZE=\"9\">%u</FONT></TD>",
                   rgb_is_light(color) ? "#1d2733" : "#ffffff", i + 1);
        n--;
    }
    buf_puts(out, "</TR></TABLE></TD></TR>");
}

static void put_value(struct buf *out, const struct trace *trace, const struct trace_value *value) {
    if (value->objects && trace->has_scene) put_objects(out, trace, value->objects);
    else if (value->text) put_row(out, "#2457c5", "10", "Helvetica", value->text, MOST_VALUE);
}

static void open_label(struct buf *out) {
    buf_puts(out, " [label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" "
                  "CELLPADDING=\"2\">");
}

/* A text in quotes, as graphviz reads them. */
static void put_quoted(struct buf *out, const char *text, size_t most) {
    buf_puts(out, "\"");
    for (uint32_t g; most && (g = glyph_next(&text)); most--) {
        if (g == '"' || g == '\\') buf_puts(out, "\\");
        glyph_put(out, g);
    }
    buf_puts(out, "\"");
}

/* ---- the derivation --------------------------------------------------------------------------- */

static void put_node(struct buf *out, const struct trace *trace, const struct trace_derivation *d,
                     uint32_t k) {
    const struct trace_node *node = &d->nodes[k];
    buf_printf(out, "  n%u", k);
    open_label(out);
    buf_puts(out, "<TR><TD><FONT POINT-SIZE=\"13\"><B>");
    put_text(out, node->category, MOST_CATEGORY);
    buf_puts(out, "</B></FONT>");
    if (node->rule) {
        buf_puts(out, "<FONT COLOR=\"#5b6775\">   ");
        put_text(out, node->rule, 20);
        buf_puts(out, "</FONT>");
    }
    buf_puts(out, "</TD></TR>");
    if (node->program)
        put_row(out, "#5b6775", "9", "Courier", text_program(out->arena, node->program),
                MOST_PROGRAM);
    put_value(out, trace, &node->value);
    buf_puts(out, "</TABLE>>");
    if (k + 1 == d->n_nodes) buf_puts(out, ", color=\"#2457c5\", penwidth=1.6");
    buf_puts(out, "];\n");
    if (!node->rule) buf_printf(out, "  n%u -> w%u;\n", k, node->begin);
    else buf_printf(out, "  n%u -> n%u;\n", k, node->left);
    if (node->right != TRACE_NONE) buf_printf(out, "  n%u -> n%u;\n", k, node->right);
}

static void put_word(struct buf *out, const struct trace *trace, const struct trace_derivation *d,
                     uint32_t i) {
    const struct trace_word *word = &trace->words[i];
    bool empty = d && !strcmp(d->uses[i].category, "EMPTY");
    uint32_t entry = d ? d->uses[i].entry : 0;
    buf_printf(out, "    w%u", i);
    open_label(out);
    buf_printf(out, "<TR><TD><FONT POINT-SIZE=\"14\" COLOR=\"%s\">", empty ? "#98a2af" : "#1d2733");
    put_text(out, word->text, MOST_VALUE);
    buf_puts(out, "</FONT></TD></TR>");
    for (uint32_t k = 0; !d && k < word->n_entries && k < 3; k++)
        put_row(out, "#5b6775", "10", "Helvetica", word->entries[k].category, MOST_CATEGORY);
    for (uint32_t k = 0; !word->n_entries && k < word->n_nearest && k < 3; k++)
        put_row(out, "#b0480f", "10", "Helvetica", word->nearest[k], MOST_VALUE);
    if (d && entry < word->n_entries && word->n_entries > 1) {
        struct buf text;
        buf_init(&text, out->arena);
        buf_printf(&text, "entry %u of %u", entry + 1, word->n_entries);
        put_row(out, "#98a2af", "9", "Helvetica", text.at, 40);
    }
    buf_puts(out, empty ? "</TABLE>>, style=\"dashed,rounded\", color=\"#98a2af\"];\n"
                        : "</TABLE>>, style=\"filled,rounded\", fillcolor=\"#f4f6f9\", "
                          "color=\"#dde2e9\"];\n");
}

/* On one line, in their order. */
static void put_words(struct buf *out, const struct trace *trace,
                      const struct trace_derivation *d) {
    buf_puts(out, "  { rank=same;\n");
    for (uint32_t i = 0; i < trace->n_words && i < MOST_NODES; i++) put_word(out, trace, d, i);
    buf_puts(out, "  }\n");
    for (uint32_t i = 1; i < trace->n_words && i < MOST_NODES; i++)
        buf_printf(out, "  w%u -> w%u [style=invis, weight=20];\n", i - 1, i);
}

/* ---- the execution ------------------------------------------------------------------------------- */

static void put_step(struct buf *out, const struct trace *trace, const struct trace_step *step,
                     uint32_t i) {
    struct buf number;
    buf_init(&number, out->arena);
    buf_printf(&number, "%u", step->number);
    buf_printf(out, "    s%u", i);
    open_label(out);
    if (step->number) put_row(out, "#98a2af", "9", "Helvetica", number.at, 20);
    put_row(out, "#1d2733", "10", "Courier", step->call, MOST_PROGRAM);
    put_value(out, trace, &step->value);
    buf_puts(out, "</TABLE>>, style=\"filled,rounded\", fillcolor=\"#ffffff\"];\n");
}

static void put_uses(struct buf *out, const struct trace_derivation *d, uint32_t i) {
    for (uint32_t u = 0; u < d->steps[i].n_uses; u++)
        for (uint32_t k = 0; k < d->n_steps && k < MOST_NODES; k++)
            if (d->steps[k].number && d->steps[k].number == d->steps[i].uses[u])
                buf_printf(out, "    s%u -> s%u;\n", k, i);
}

static void put_steps(struct buf *out, const struct trace *trace,
                      const struct trace_derivation *d) {
    if (!d->n_steps) return;
    buf_puts(out, "  subgraph cluster_execution {\n    label=\"execution\"; fontsize=11; "
                  "fontcolor=\"#5b6775\"; style=\"rounded,filled\"; color=\"#dde2e9\"; "
                  "fillcolor=\"#f4f6f9\";\n");
    for (uint32_t i = 0; i < d->n_steps && i < MOST_NODES; i++)
        put_step(out, trace, &d->steps[i], i);
    for (uint32_t i = 0; i < d->n_steps && i < MOST_NODES; i++) put_uses(out, d, i);
    buf_puts(out, "  }\n");
}

/* ---- without a parse ------------------------------------------------------------------------------- */

static void put_parts(struct buf *out, const struct trace *trace) {
    for (uint32_t i = 0; i < trace->n_parts && i < MOST_NODES; i++) {
        const struct trace_part *part = &trace->parts[i];
        if (!part->n_categories) continue;
        buf_printf(out, "  p%u", i);
        open_label(out);
        for (uint32_t k = 0; k < part->n_categories && k < 4; k++)
            put_row(out, "#1d2733", "13", "Helvetica", part->categories[k], MOST_CATEGORY);
        buf_puts(out, "</TABLE>>];\n");
        for (uint32_t w = part->begin; w < part->end; w++) buf_printf(out, "  p%u -> w%u;\n", i, w);
    }
}

void show_dot(const struct trace *trace, struct buf *out) {
    const struct trace_derivation *d = trace->n_derivations ? trace->derivations : NULL;
    buf_puts(out,
             "digraph g2l2 {\n  charset=\"UTF-8\"; bgcolor=\"white\"; ordering=out; ranksep=0.35; "
             "nodesep=0.25;\n  fontname=\"Helvetica\"; labelloc=t; label=");
    put_quoted(out, !d && trace->reason ? trace->reason : trace->sentence, 300);
    buf_puts(out, ";\n  node [shape=box, style=rounded, fontname=\"Helvetica\", "
                  "color=\"#8a95a3\", margin=\"0.05,0.03\"];\n"
                  "  edge [arrowsize=0.6, color=\"#8a95a3\"];\n");
    if (trace->n_words > MANY_WORDS) /* else it takes minutes */
        buf_puts(out, "  nslimit=1; nslimit1=1; mclimit=0.2; splines=line;\n");
    put_words(out, trace, d);
    for (uint32_t k = 0; d && k < d->n_nodes && k < MOST_NODES; k++) put_node(out, trace, d, k);
    if (d) put_steps(out, trace, d);
    else put_parts(out, trace);
    buf_puts(out, "}\n");
}
