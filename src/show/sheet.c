/* A page of pictures and text, from the top to the bottom; and questions about traces that
 * all drawings ask.
 *
 *     ┌──────────────────┐
 *     │ heading          │   sheet_heading, sheet_fold
 *     │ ┌────┐ ┌───────┐ │   flow: pieces beside each other
 *     │ └────┘ └───────┘ │
 *   y ▼                  │ */
#include <math.h>
#include <string.h>

#include "show/draw.h"

struct sheet sheet_new(struct arena *arena, const struct trace *trace, double width) {
    struct sheet s = {arena, trace, fmax(width, SHEET_WIDTH), SHEET_MARGIN, {0}};
    buf_init(&s.out, arena);
    return s;
}

void sheet_heading(struct sheet *s, const char *text) {
    s->y += 14;
    svg_put(&s->out, "<path class=\"thin\" d=\"M%f %fH%f\"/>", SHEET_MARGIN, s->y,
            s->width - SHEET_MARGIN);
    svg_put(&s->out, "<text class=\"head\" x=\"%f\" y=\"%f\">%s</text>\n", SHEET_MARGIN, s->y + 18,
            text);
    s->y += 30;
}

void sheet_fold(struct sheet *s, const char *class, enum face face, double size, double x,
                double width, uint32_t most, const char *text) {
    for (uint32_t line = 1; *text; line++) {
        size_t n = text_filling(text, face, size, width);
        const char *shown = arena_strndup(s->arena, text, n);
        if (line == most) shown = text_cut(s->arena, text, face, size, width);
        s->y += round(size * 1.35);
        svg_put(&s->out, "<text class=\"%s\" x=\"%f\" y=\"%f\">%s</text>\n", class, x, s->y - 3,
                shown);
        if (line == most) return;
        text += n;
        while (*text == ' ') text++;
    }
}

void sheet_share_bar(struct sheet *s, double x, double y, double width, double share) {
    svg_put(&s->out, "<rect class=\"bar\" x=\"%f\" y=\"%f\" width=\"%f\" height=\"5\" rx=\"2.5\"/>",
            x, y, width);
    if (share_of(share) * width >= 1)
        svg_put(&s->out,
                "<rect class=\"share\" x=\"%f\" y=\"%f\" width=\"%f\" height=\"5\" rx=\"2.5\"/>", x,
                y, width * share_of(share));
}

struct flow flow_begin(struct sheet *s, double gap) {
    return (struct flow){s, SHEET_MARGIN, 0, gap};
}

void flow_put(struct flow *f, const struct piece *piece) {
    if (f->x > SHEET_MARGIN && f->x + piece->width > f->sheet->width - SHEET_MARGIN) flow_end(f);
    piece_put_at(&f->sheet->out, piece, f->x, f->sheet->y);
    f->x += piece->width + f->gap;
    f->row = fmax(f->row, piece->height);
}

void flow_end(struct flow *f) {
    if (f->row > 0) f->sheet->y += f->row + f->gap;
    f->x = SHEET_MARGIN;
    f->row = 0;
}

/* ---- traces ------------------------------------------------------------------------------- */

static const struct trace_step *step_numbered(const struct trace_derivation *d, uint32_t number) {
    for (uint32_t i = 0; i < d->n_steps; i++)
        if (number && d->steps[i].number == number) return &d->steps[i];
    return NULL;
}

/* relate(what, to what, word): the second one, if it is a step. One step alone may be the
 * first, `relate(#1, scene(), left)`. */
static const struct trace_step *landmark(const struct trace_derivation *d,
                                         const struct trace_step *step) {
    const char *open = strchr(step->call, '(');
    bool first = open && open[1] == '#';
    if (!step->relation || !step->n_uses || (step->n_uses == 1 && first)) return NULL;
    return step_numbered(d, step->uses[step->n_uses - 1]);
}

bool step_marks(const struct trace *trace, const struct trace_derivation *d,
                const struct trace_step *step, struct show_marks *out) {
    if (!trace->has_scene || !step->value.objects) return false;
    const struct trace_step *from = landmark(d, step);
    *out =
        (struct show_marks){step->value.objects, from ? from->value.objects : NULL, step->relation};
    return true;
}

bool word_is_first(const struct trace *trace, uint32_t word) {
    for (uint32_t i = 0; i < word; i++)
        if (!strcmp(trace->words[i].text, trace->words[word].text)) return false;
    return true;
}

bool entry_is_used(const struct trace *trace, uint32_t word, uint32_t entry) {
    if (!trace->n_derivations) return false;
    for (uint32_t i = word; i < trace->n_words; i++)
        if (!strcmp(trace->words[i].text, trace->words[word].text) &&
            trace->derivations[0].uses[i].entry == entry)
            return true;
    return false;
}
