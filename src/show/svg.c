/* The whole explanation as one picture that stands alone.
 *
 *     how many red things are left of the cube       the sentence
 *     1                          confidence 0.97     its result, and what else it may be
 *     ── derivations ─────────────────────────       beside each other, if some compete
 *     ── execution ───────────────────────────       the program and its steps
 *     ── the scene, step by step ─────────────       what each step selects
 *     ── words ───────────────────────────────       and their entries
 *
 * Without a parse: the reason, and what the parts of the sentence are (svg_words.c). */
#include <math.h>
#include <string.h>

#include "show/draw.h"

#define MOST_READINGS 6u
#define UNLIKELY      0.005 /* a reading that is not worth a line */
#define MOST_STEPS    80u
#define MOST_PICTURES 40u
#define MOST_MEANS    40u
#define BESIDE        14.0   /* pixels between derivations */
#define WIDE          1900.0 /* a page that is made so wide for them */
#define PICTURE_W     236.0
#define PICTURE_H     177.0

/* ---- the top -------------------------------------------------------------------------------- */

static double inner(const struct sheet *s) {
    return s->width - 2 * SHEET_MARGIN;
}

static void put_reading(struct sheet *s, const g2l2_reading *reading, bool first) {
    const char *text = reading->text && *reading->text ? reading->text : "(empty)";
    double y = s->y, x = SHEET_MARGIN + 150;
    bool large = first && text_pixels(text, FACE_BOLD, 20) <= inner(s) - 150;
    svg_put(&s->out, "<text class=\"note end\" x=\"%f\" y=\"%f\">%f</text>", SHEET_MARGIN + 34.0,
            y + (large ? 20 : 14), share_of(reading->confidence));
    sheet_share_bar(s, SHEET_MARGIN + 44, y + (large ? 14 : 8), 90, reading->confidence);
    if (large) sheet_fold(s, "title answer", FACE_BOLD, 20, x, inner(s) - 150, 1, text);
    else
        sheet_fold(s, first ? "answer plain" : "val plain", FACE_SANS, 13, x, inner(s) - 150,
                   first ? 12 : 1, text);
}

static void put_readings(struct sheet *s) {
    const struct trace *t = s->trace;
    if (!t->n_readings) return;
    s->y += 14;
    svg_put(&s->out, "<text class=\"head\" x=\"%f\" y=\"%f\">CONFIDENCE</text>", SHEET_MARGIN,
            s->y + 11);
    svg_put(&s->out, "<text class=\"head\" x=\"%f\" y=\"%f\">RESULT</text>\n", SHEET_MARGIN + 150,
            s->y + 11);
    s->y += 18;
    for (size_t i = 0; i < t->n_readings && i < MOST_READINGS; i++)
        if (!i || t->readings[i].confidence >= UNLIKELY) put_reading(s, &t->readings[i], !i);
}

static void put_top(struct sheet *s) {
    const struct trace *t = s->trace;
    sheet_fold(s, "title", FACE_BOLD, 20, SHEET_MARGIN, inner(s), 4,
               t->sentence && *t->sentence ? t->sentence : "(nothing)");
    put_readings(s);
    if (!t->n_readings) s->y += 6;
    if (t->reason) sheet_fold(s, "reason", FACE_SANS, 14, SHEET_MARGIN, inner(s), 6, t->reason);
    if (t->note) sheet_fold(s, "note plain", FACE_SANS, 13, SHEET_MARGIN, inner(s), 6, t->note);
}

/* ---- derivations ------------------------------------------------------------------------------ */

static struct piece captioned(const struct sheet *s, uint32_t i) {
    const struct trace_derivation *d = &s->trace->derivations[i];
    struct piece inside = derivation_piece(s->arena, s->trace, i), piece = inside;
    buf_init(&piece.svg, s->arena);
    svg_put(&piece.svg,
            "<rect class=\"box\" x=\".5\" y=\".5\" width=\"%f\" height=\"%f\" rx=\"8\"/>",
            inside.width - 1, inside.height + 27);
    svg_put(&piece.svg, "<text class=\"note\" x=\"16\" y=\"21\">");
    if (d->rank) svg_put(&piece.svg, "%u. &#160;", d->rank);
    svg_put(&piece.svg, "share %f", share_of(d->share));
    if (d->result) {
        double room = fmax(inside.width - 110, 40);
        svg_put(&piece.svg, "&#160; %s", text_cut(s->arena, d->result, FACE_SANS, 11, room));
    }
    buf_puts(&piece.svg, "</text>\n");
    piece_put_at(&piece.svg, &inside, 0, 26);
    piece.height += 28;
    return piece;
}

static void put_derivations(struct sheet *s) {
    const struct trace *t = s->trace;
    if (!t->n_derivations) return;
    if (t->n_derivations == 1) {
        struct piece one = derivation_piece(s->arena, t, 0);
        sheet_heading(s, t->derivations[0].other_result
                             ? "THE LIKELIEST DERIVATION, OF ANOTHER RESULT"
                             : "DERIVATION");
        piece_put_at(&s->out, &one, SHEET_MARGIN - 16, s->y - 8);
        s->y += one.height - 8;
        return;
    }
    sheet_heading(s, "DERIVATIONS");
    struct flow flow = flow_begin(s, BESIDE);
    for (uint32_t i = 0; i < t->n_derivations; i++) {
        struct piece piece = captioned(s, i);
        flow_put(&flow, &piece);
    }
    flow_end(&flow);
}

/* ---- the program --------------------------------------------------------------------------------- */

/* The part of a line that one word says, so that a page can point at both. */
static void put_run(struct sheet *s, const char *text, size_t n, uint32_t word) {
    if (word == TRACE_NONE) buf_puts(&s->out, "<tspan>");
    else svg_put(&s->out, "<tspan data-word=\"%u\">", word);
    xml_put(&s->out, arena_strndup(s->arena, text, n));
    buf_puts(&s->out, "</tspan>");
}

static void put_line(struct sheet *s, const char *text, size_t n, const uint32_t *word) {
    s->y += 17;
    svg_put(&s->out, "<text class=\"mono\" xml:space=\"preserve\" x=\"%f\" y=\"%f\">", SHEET_MARGIN,
            s->y - 4);
    for (size_t i = 0, run; i < n; i += run) {
        for (run = 1; i + run < n && word[i + run] == word[i];) run++;
        put_run(s, text + i, run, word[i]);
    }
    buf_puts(&s->out, "</text>\n");
}

/* The words of all bytes of a program; its text is in `out`. */
static const uint32_t *join_tokens(struct sheet *s, const struct trace_derivation *d,
                                   struct buf *out) {
    for (uint32_t i = 0; i < d->n_tokens; i++) buf_puts(out, d->tokens[i].text);
    if (!d->n_tokens) buf_puts(out, d->program);
    uint32_t *word = arena_array(s->arena, uint32_t, out->n + 1);
    size_t at = 0;
    for (uint32_t i = 0; i < d->n_tokens; i++)
        for (size_t n = strlen(d->tokens[i].text); n--;) word[at++] = d->tokens[i].word;
    while (at < out->n) word[at++] = TRACE_NONE;
    return word;
}

static void put_program(struct sheet *s) {
    const struct trace_derivation *d = s->trace->n_derivations ? s->trace->derivations : NULL;
    struct buf text;
    if (!d || !d->program) return;
    buf_init(&text, s->arena);
    const uint32_t *word = join_tokens(s, d, &text);
    sheet_heading(s, "PROGRAM");
    for (size_t at = 0, n, lines = 0; at < text.n && lines < MOST_STEPS; at += n, lines++) {
        n = text_filling(text.at + at, FACE_MONO, 12, inner(s));
        put_line(s, text.at + at, n, word + at);
    }
}

/* ---- the steps -------------------------------------------------------------------------------------- */

static double call_width(const struct sheet *s, const struct trace_derivation *d) {
    double width = 60;
    for (uint32_t i = 0; i < d->n_steps && i < MOST_STEPS; i++)
        width = fmax(width, text_pixels(d->steps[i].call, FACE_MONO, 12));
    return fmin(width, inner(s) / 2);
}

static void put_step(struct sheet *s, const struct trace_step *step, double width) {
    double x = SHEET_MARGIN + 34, value_x = x + width + 34;
    svg_put(&s->out, "<g class=\"step\" data-step=\"%u\"", step->number);
    if (step->node != TRACE_NONE) svg_put(&s->out, " data-node=\"%u\"", step->node);
    svg_put(&s->out, "><title>%s", step->call);
    if (step->value.text) {
        buf_puts(&s->out, " = ");
        xml_put_most(&s->out, step->value.text, 2000);
    }
    buf_puts(&s->out, "</title>");
    if (step->number)
        svg_put(&s->out, "<text class=\"note end\" x=\"%f\" y=\"%f\">%u</text>", x - 14, s->y + 14,
                step->number);
    svg_put(&s->out, "<text class=\"mono\" x=\"%f\" y=\"%f\">%s</text>", x, s->y + 14,
            text_cut(s->arena, step->call, FACE_MONO, 12, width));
    if (step->value.text || step->value.objects) {
        struct piece value =
            value_piece(s->arena, s->trace, &step->value, s->width - SHEET_MARGIN - value_x);
        svg_put(&s->out, "<text class=\"note\" x=\"%f\" y=\"%f\">=</text>", value_x - 20,
                s->y + 14);
        piece_put_at(&s->out, &value, value_x, s->y + 3);
    }
    buf_puts(&s->out, "</g>\n");
    s->y += 20;
}

static void put_steps(struct sheet *s) {
    const struct trace_derivation *d = s->trace->n_derivations ? s->trace->derivations : NULL;
    if (!d || !d->n_steps) return;
    sheet_heading(s, "EXECUTION");
    double width = call_width(s, d);
    for (uint32_t i = 0; i < d->n_steps && i < MOST_STEPS; i++) put_step(s, &d->steps[i], width);
    uint32_t shown = d->n_steps < MOST_STEPS ? d->n_steps : MOST_STEPS;
    if (d->all_steps > shown)
        svg_put(&s->out, "<text class=\"note\" x=\"%f\" y=\"%f\">and %u more</text>\n",
                SHEET_MARGIN + 34, s->y += 16, d->all_steps - shown);
}

/* ---- the scene ------------------------------------------------------------------------------------------ */

static struct piece framed(const struct sheet *s, const struct trace_step *step,
                           const struct show_marks *marks) {
    const struct trace *t = s->trace;
    struct piece scene =
        scene_piece(s->arena, trace_scenes(t), t->naming.scene, marks, PICTURE_W, PICTURE_H);
    struct piece out = {PICTURE_W, PICTURE_W * scene.height / scene.width, {0}};
    buf_init(&out.svg, s->arena);
    svg_put(&out.svg, "<svg width=\"%f\" height=\"%f\" viewBox=\"0 0 %f %f\"", out.width,
            out.height, scene.width, scene.height);
    if (step) svg_put(&out.svg, " data-step=\"%u\"", step->number);
    buf_puts(&out.svg, ">\n");
    buf_put(&out.svg, scene.svg.at, scene.svg.n);
    buf_puts(&out.svg, "</svg>\n");
    return out;
}

static void caption(const struct sheet *s, struct piece *out, const struct trace_step *step) {
    double x = 0;
    if (step->number) {
        svg_put(&out->svg, "<text class=\"note\" y=\"%f\">%u</text>", out->height + 16,
                step->number);
        x = 18;
    }
    svg_put(&out->svg, "<text class=\"prog\" x=\"%f\" y=\"%f\">%s</text>", x, out->height + 16,
            text_cut(s->arena, step->call, FACE_MONO, 10, out->width - x));
    struct piece value = value_piece(s->arena, s->trace, &step->value, out->width - 18);
    piece_put_at(&out->svg, &value, 18, out->height + 22);
    out->height += 40;
}

/* One for each step that selects objects; if there is none, the scene as it is. */
static void put_pictures(struct sheet *s) {
    const struct trace *t = s->trace;
    const struct trace_derivation *d = t->n_derivations ? t->derivations : NULL;
    struct show_marks marks;
    uint32_t n = 0;
    if (!trace_scenes(t)) return;
    sheet_heading(s, d && d->n_steps ? "SCENE, STEP BY STEP" : "SCENE");
    struct flow flow = flow_begin(s, 18);
    for (uint32_t i = 0; d && i < d->n_steps && n < MOST_PICTURES; i++) {
        if (!step_marks(t, d, &d->steps[i], &marks)) continue;
        struct piece piece = framed(s, &d->steps[i], &marks);
        caption(s, &piece, &d->steps[i]);
        flow_put(&flow, &piece);
        n++;
    }
    if (!n) {
        struct piece piece = framed(s, NULL, NULL);
        flow_put(&flow, &piece);
    }
    flow_end(&flow);
}

/* ---- means ------------------------------------------------------------------------------------------------- */

static void put_mean(struct sheet *s, const struct trace_mean *mean) {
    struct buf text;
    buf_init(&text, s->arena);
    for (uint32_t i = mean->begin; i < mean->end && i < s->trace->n_words; i++)
        buf_printf(&text, "%s%s", i > mean->begin ? " " : "", s->trace->words[i].text);
    buf_puts(&text, "");
    svg_put(&s->out, "<text x=\"%f\" y=\"%f\">%s</text>", SHEET_MARGIN, s->y + 14,
            text_cut(s->arena, text.at, FACE_SANS, 13, 300));
    svg_put(&s->out, "<text class=\"cat\" x=\"%f\" y=\"%f\">%s</text>", SHEET_MARGIN + 320,
            s->y + 14, text_cut(s->arena, mean->category, FACE_SANS, 13, 150));
    svg_put(&s->out, "<text class=\"val plain\" x=\"%f\" y=\"%f\">%s</text>\n", SHEET_MARGIN + 490,
            s->y + 14, text_cut(s->arena, mean->mean, FACE_SANS, 13, inner(s) - 490));
    s->y += 20;
}

static void put_means(struct sheet *s) {
    if (!s->trace->n_means) return;
    sheet_heading(s, "MEANS OF PARTS");
    for (uint32_t i = 0; i < s->trace->n_means && i < MOST_MEANS; i++)
        put_mean(s, &s->trace->means[i]);
}

/* ---- all of it ---------------------------------------------------------------------------------------------- */

/* All derivations in a row if that is not too wide, else as wide as the widest. */
static double width_of(struct arena *arena, const struct trace *trace) {
    double widest = SHEET_WIDTH, all = 2 * SHEET_MARGIN;
    for (uint32_t i = 0; i < trace->n_derivations; i++) {
        double width = derivation_piece(arena, trace, i).width;
        widest = fmax(widest, width + 2 * SHEET_MARGIN);
        all += width + BESIDE;
    }
    return fmax(widest, all <= WIDE ? all : 0);
}

void show_svg(const struct trace *trace, struct buf *out) {
    struct sheet s = sheet_new(out->arena, trace, width_of(out->arena, trace));
    put_top(&s);
    if (!trace->n_derivations) sheet_put_no_parse(&s);
    put_derivations(&s);
    put_program(&s);
    put_steps(&s);
    put_pictures(&s);
    put_means(&s);
    sheet_put_words(&s);
    struct piece page = {s.width, s.y + SHEET_MARGIN, s.out};
    buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    svg_open(out, page.width, page.height, trace->sentence ? trace->sentence : "");
    svg_put(out, "<rect class=\"paper\" width=\"%f\" height=\"%f\"/>\n", page.width, page.height);
    buf_put(out, page.svg.at, page.svg.n);
    buf_puts(out, "</svg>\n");
}
