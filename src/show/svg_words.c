/* Words and what they may mean; and a sentence without a parse.
 *
 *     red   ▆▆▆▆  objset/objset  λx. filter(x, red)    a block for each word, in columns;
 *           ▂     objset         filter(scene(), red)  the entry that is used stands out
 *
 *     jmp        and       walk
 *     unknown    S\V/V     V
 *     jump?
 *     └────┘     └─────────────┘                       the longest spans that are something
 *                      S\V */
#include <math.h>
#include <string.h>

#include "show/draw.h"

#define MOST_ENTRIES 5u
#define MOST_WORDS   200u
#define BLOCK        440.0 /* its width */
#define LINE         18.0

/* ---- words and their entries -------------------------------------------------------------------- */

static void put_entry(struct sheet *s, struct piece *out, uint32_t word, uint32_t k) {
    const struct trace_entry *entry = &s->trace->words[word].entries[k];
    bool used = entry_is_used(s->trace, word, k);
    double y = out->height + 13, x = 134;
    const char *category = text_cut(s->arena, entry->category, FACE_SANS, 13, 180);
    svg_put(&out->svg, "<g class=\"%s\" data-word=\"%u\" data-entry=\"%u\">",
            used || !s->trace->n_derivations ? "entry" : "entry empty", word, k);
    svg_put(&out->svg, "<title>");
    xml_put_most(&out->svg, entry->category, 400);
    if (entry->program) {
        buf_puts(&out->svg, " : ");
        xml_put_most(&out->svg, entry->program, 1000);
    }
    svg_put(&out->svg, "&#10;share %f%s</title>", share_of(entry->share),
            entry->locked ? ", locked" : "");
    svg_put(&out->svg,
            "<rect class=\"bar\" x=\"%f\" y=\"%f\" width=\"34\" height=\"5\" rx=\"2.5\"/>"
            "<rect class=\"share\" x=\"%f\" y=\"%f\" width=\"%f\" height=\"5\" rx=\"2.5\"/>",
            x - 44, y - 7, x - 44, y - 7, 34 * share_of(entry->share));
    svg_put(&out->svg, "<text class=\"cat\" x=\"%f\" y=\"%f\">%s</text>", x, y, category);
    x += text_pixels(category, FACE_SANS, 13) + 10;
    if (entry->program)
        svg_put(&out->svg, "<text class=\"prog\" x=\"%f\" y=\"%f\">%s</text>", x, y,
                text_cut(s->arena, text_program(s->arena, entry->program), FACE_MONO, 10,
                         BLOCK - 12 - x));
    buf_puts(&out->svg, "</g>\n");
    out->height += LINE;
}

static void put_nearest(struct sheet *s, struct piece *out, const struct trace_word *word) {
    struct buf text;
    buf_init(&text, s->arena);
    buf_puts(&text, word->known ? "no entries" : "unknown");
    for (uint32_t i = 0; i < word->n_nearest; i++)
        buf_printf(&text, "%s%s", i ? ", " : "; spelled alike: ", word->nearest[i]);
    svg_put(&out->svg, "<text class=\"label\" x=\"90\" y=\"%f\">%s</text>\n", out->height + 13,
            text_cut(s->arena, text.at, FACE_SANS, 11, BLOCK - 102));
    out->height += LINE;
}

static struct piece word_block(struct sheet *s, uint32_t i) {
    const struct trace_word *word = &s->trace->words[i];
    struct piece out = {.width = BLOCK};
    uint32_t shown = word->n_entries < MOST_ENTRIES ? word->n_entries : MOST_ENTRIES;
    buf_init(&out.svg, s->arena);
    svg_put(&out.svg, "<g class=\"word\" data-word=\"%u\"><title>%s</title>", i, word->text);
    double room = text_pixels(word->text, FACE_BOLD, 13);
    svg_put(&out.svg, "<text y=\"13\" style=\"font-weight:600\">%s</text></g>\n",
            text_cut(s->arena, word->text, FACE_BOLD, 13, BLOCK - 12));
    if (room > 78) out.height += LINE; /* its entries begin below it */
    for (uint32_t k = 0; k < shown; k++) put_entry(s, &out, i, k);
    if (!word->n_entries) put_nearest(s, &out, word);
    if (shown < word->n_entries) {
        svg_put(&out.svg, "<text class=\"note\" x=\"134\" y=\"%f\">and %u more</text>\n",
                out.height + 13, word->n_entries - shown);
        out.height += LINE;
    }
    return out;
}

/* In columns of about the same height, read from the top to the bottom. */
void sheet_put_words(struct sheet *s) {
    const struct trace *t = s->trace;
    double top, total = 0, y = 0, low = 0, x = SHEET_MARGIN;
    uint32_t n = 0, shown = t->n_words < MOST_WORDS ? t->n_words : MOST_WORDS;
    struct piece *blocks = arena_array(s->arena, struct piece, shown + 1);
    for (uint32_t i = 0; i < shown; i++)
        if (word_is_first(t, i)) total += (blocks[n++] = word_block(s, i)).height + 4;
    if (!n) return;
    sheet_heading(s, "WORDS");
    top = s->y;
    double columns = fmax(floor((s->width - 2 * SHEET_MARGIN) / BLOCK), 1);
    double limit = fmax(ceil(total / columns), 3 * LINE);
    for (uint32_t i = 0; i < n; i++) {
        piece_put_at(&s->out, &blocks[i], x, top + y);
        y += blocks[i].height + 4;
        low = fmax(low, y);
        if (y >= limit && (x + 2 * BLOCK <= s->width - SHEET_MARGIN)) {
            x += BLOCK;
            y = 0;
        }
    }
    s->y = top + low;
}

/* ---- without a parse --------------------------------------------------------------------------------- */

struct row {
    double *at, *width; /* [n_words] */
    double low;
};

static double part_width(const struct trace_part *part) {
    double width = 0;
    for (uint32_t i = 0; i < part->n_categories && i < MOST_ENTRIES; i++)
        width = fmax(width, fmin(text_pixels(part->categories[i], FACE_SANS, 13), 300));
    return width;
}

static double span(const struct row *row, const struct trace_part *part) {
    return row->at[part->end - 1] + row->width[part->end - 1] - row->at[part->begin];
}

static void set_columns(const struct sheet *s, struct row *row) {
    const struct trace *t = s->trace;
    for (uint32_t i = 0; i < t->n_words; i++) {
        const struct trace_word *word = &t->words[i];
        double w = fmax(fmin(text_pixels(word->text, FACE_BOLD, 15), 240), word->known ? 0 : 62);
        for (uint32_t k = 0; k < word->n_entries && k < 3; k++)
            w = fmax(w, fmin(text_pixels(word->entries[k].category, FACE_SANS, 11), 200));
        for (uint32_t k = 0; k < word->n_nearest && k < 3; k++)
            w = fmax(w, fmin(text_pixels(word->nearest[k], FACE_SANS, 11) + 8, 200));
        row->width[i] = w;
    }
    for (uint32_t k = 0; k < t->n_parts; k++) {
        const struct trace_part *part = &t->parts[k];
        double have = 22.0 * (part->end - part->begin - 1);
        for (uint32_t i = part->begin; i < part->end; i++) have += row->width[i];
        double more = (part_width(part) - have) / (part->end - part->begin);
        for (uint32_t i = part->begin; more > 0 && i < part->end; i++) row->width[i] += more;
    }
    for (uint32_t i = 0; i < t->n_words; i++)
        row->at[i] = i ? row->at[i - 1] + row->width[i - 1] + 22 : SHEET_MARGIN;
}

static void put_below(struct sheet *s, struct row *row, const char *class, double x, uint32_t line,
                      const char *text) {
    double y = s->y + 34 + 15 * line;
    svg_put(&s->out, "<text class=\"%s mid\" x=\"%f\" y=\"%f\">%s</text>", class, x, y,
            text_cut(s->arena, text, FACE_SANS, 11, 200));
    row->low = fmax(row->low, y + 6);
}

static void put_word(struct sheet *s, struct row *row, uint32_t i) {
    const struct trace_word *word = &s->trace->words[i];
    double x = row->at[i] + row->width[i] / 2;
    svg_put(&s->out,
            "<g class=\"word\" data-word=\"%u\"><text class=\"w mid\" x=\"%f\" y=\"%f\">%s</text>",
            i, x, s->y + 15, text_cut(s->arena, word->text, FACE_BOLD, 15, 240));
    for (uint32_t k = 0; k < word->n_entries && k < 3; k++)
        put_below(s, row, "note", x, k, word->entries[k].category);
    if (!word->n_entries) put_below(s, row, "label", x, 0, word->known ? "no entries" : "unknown");
    for (uint32_t k = 0; !word->n_entries && k < word->n_nearest && k < 3; k++) {
        struct buf text;
        buf_init(&text, s->arena);
        buf_printf(&text, "%s?", word->nearest[k]);
        put_below(s, row, "note", x, k + 1, text.at);
    }
    buf_puts(&s->out, "</g>\n");
}

/* Parts that overlap stand below each other. */
static uint32_t level_of(const struct trace *t, uint32_t part) {
    uint32_t level = 0;
    for (uint32_t i = 0; i < part; i++)
        if (t->parts[i].end > t->parts[part].begin && t->parts[part].end > t->parts[i].begin)
            level = level_of(t, i) + 1 > level ? level_of(t, i) + 1 : level;
    return level;
}

static double put_part(struct sheet *s, const struct row *row, const struct trace_part *part,
                       double y) {
    double x = row->at[part->begin], w = span(row, part);
    uint32_t n = part->n_categories < MOST_ENTRIES ? part->n_categories : MOST_ENTRIES;
    svg_put(&s->out,
            "<g class=\"part\" data-begin=\"%u\" data-end=\"%u\">"
            "<path class=\"line\" d=\"M%f %fv6h%fv-6\"/>",
            part->begin, part->end, x, y, w);
    for (uint32_t i = 0; i < n; i++)
        svg_put(&s->out, "<text class=\"cat mid\" x=\"%f\" y=\"%f\">%s</text>", x + w / 2,
                y + 23 + 16 * i, text_cut(s->arena, part->categories[i], FACE_SANS, 13, w + 1));
    buf_puts(&s->out, "</g>\n");
    return y + 16 * n + 22;
}

static void put_parts(struct sheet *s, struct row *row) {
    const struct trace *t = s->trace;
    double low = row->low;
    uint32_t levels = 0;
    for (uint32_t i = 0; i < t->n_parts && i < MOST_WORDS; i++) {
        uint32_t level = t->n_parts <= 24 ? level_of(t, i) : i;
        if (level >= levels) levels = level + 1;
    }
    for (uint32_t level = 0; level < levels; level++, row->low = low)
        for (uint32_t i = 0; i < t->n_parts && i < MOST_WORDS; i++)
            if ((t->n_parts <= 24 ? level_of(t, i) : i) == level)
                low = fmax(low, put_part(s, row, &t->parts[i], row->low));
}

/* Small changes after which there would be a parse. */
static void put_repairs(struct sheet *s) {
    const struct trace *t = s->trace;
    if (t->n_repairs) sheet_heading(s, "CHANGES THAT WOULD HELP");
    for (uint32_t i = 0; i < t->n_repairs; i++) {
        const struct trace_repair *repair = &t->repairs[i];
        struct buf text;
        buf_init(&text, s->arena);
        buf_puts(&text, repair->change);
        if (repair->sentence) buf_printf(&text, ": %s", repair->sentence);
        sheet_fold(s, "plain", FACE_SANS, 13, SHEET_MARGIN, s->width - 2 * SHEET_MARGIN, 3,
                   text.at);
    }
}

void sheet_put_no_parse(struct sheet *s) {
    const struct trace *t = s->trace;
    struct row row = {arena_array(s->arena, double, t->n_words + 1),
                      arena_array(s->arena, double, t->n_words + 1), 0};
    if (!t->n_words) return;
    sheet_heading(s, "PARTS");
    set_columns(s, &row);
    row.low = s->y + 24;
    for (uint32_t i = 0; i < t->n_words; i++) put_word(s, &row, i);
    put_parts(s, &row);
    s->width = fmax(s->width, row.at[t->n_words - 1] + row.width[t->n_words - 1] + SHEET_MARGIN);
    s->y = row.low;
    if (t->n_missing) sheet_heading(s, "WHAT WOULD HAVE TO COMBINE");
    for (uint32_t i = 0; i < t->n_missing; i++)
        sheet_fold(s, "plain", FACE_SANS, 13, SHEET_MARGIN, s->width - 2 * SHEET_MARGIN, 4,
                   t->missing[i]);
    put_repairs(s);
}
