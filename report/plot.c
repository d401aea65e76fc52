/* Curves and bars (plot.h). */
#include <math.h>
#include <string.h>

#include "report/plot.h"
#include "report/text.h"

#define LEFT     44.
#define RIGHT    10.
#define TOP      20.
#define BOTTOM   36.
#define LETTER   6.3  /* width of a letter of a label, about */
#define LARGEST  1e15 /* beyond, numbers are cut off */
#define MAX_LINE 400u /* points of a line that are drawn */
#define BELOW    34.  /* height of the bars below */

/* ---- numbers ------------------------------------------------------------------------------------ */

static double clamp(double x) {
    return isnan(x) ? 0 : fmin(fmax(x, -LARGEST), LARGEST);
}

int plot_ticks(double low, double high, int wanted, double *out) {
    static const double round_ones[] = {1, 2, 2.5, 5, 10};
    low = clamp(low), high = clamp(high);
    if (!(high > low) || wanted < 1) return out[0] = low, 1;
    double raw = (high - low) / wanted, power = pow(10, floor(log10(raw))), step = 10 * power;
    for (int i = 4; i >= 0; i--)
        if (round_ones[i] * power >= raw * (1 - 1e-9)) step = round_ones[i] * power;
    int n = 0;
    for (double k = ceil(low / step - 1e-9); k * step <= high + 1e-9 * step && n < PLOT_MAX_TICK;
         k++)
        out[n++] = k == 0 ? 0 : k * step; /* no -0 */
    if (!n) out[n++] = low;
    return n;
}

void plot_number(struct buf *out, double value) {
    double size = fabs(value);
    if (size >= 1e9) buf_printf(out, "%.3gG", value / 1e9);
    else if (size >= 1e6) buf_printf(out, "%.3gM", value / 1e6);
    else if (size >= 1e4) buf_printf(out, "%.3gk", value / 1e3);
    else if (size > 0 && size < 1e-9) buf_puts(out, "0");
    else buf_printf(out, "%.4g", value);
}

/* ---- axes --------------------------------------------------------------------------------------- */

struct frame {
    const struct plot *plot;
    double x0, x1, y0, y1;           /* of the data */
    double left, right, top, bottom; /* of the drawing */
};

static double at_x(const struct frame *f, double x) {
    return f->left + (clamp(x) - f->x0) / (f->x1 - f->x0) * (f->right - f->left);
}

static double at_y(const struct frame *f, double y) {
    double share = (clamp(y) - f->y0) / (f->y1 - f->y0);
    return f->bottom - fmin(fmax(share, -.02), 1.02) * (f->bottom - f->top);
}

/* Up to the round number above the largest. */
static double round_up(double high) {
    double ticks[PLOT_MAX_TICK];
    if (!(high > 0)) return 1;
    int n = plot_ticks(0, high, 4, ticks);
    double step = n > 1 ? ticks[1] - ticks[0] : high;
    return ceil(high / step - 1e-9) * step;
}

static struct frame frame_of(const struct plot *p) {
    struct frame f = {p,   INFINITY,          -INFINITY, 0, -INFINITY, LEFT, p->width - RIGHT,
                      TOP, p->height - BOTTOM};
    for (uint32_t i = 0; i < p->n_lines; i++)
        for (uint32_t k = 0; k < p->lines[i].n; k++) {
            if (isnan(p->lines[i].y[k])) continue;
            f.x0 = fmin(f.x0, clamp(p->lines[i].x[k]));
            f.x1 = fmax(f.x1, clamp(p->lines[i].x[k]));
            f.y0 = fmin(f.y0, clamp(p->lines[i].y[k]));
            f.y1 = fmax(f.y1, clamp(p->lines[i].y[k]));
        }
    if (!(f.x1 >= f.x0)) f.x0 = 0, f.x1 = 1;
    if (f.x0 > 0 && f.x0 < .1 * f.x1) f.x0 = 0;
    if (!(f.x1 > f.x0)) f.x1 = f.x0 + 1;
    f.y1 = p->percent ? 1 : round_up(f.y1);
    f.y0 = f.y0 < 0 ? -round_up(-f.y0) : 0;
    return f;
}

static void put_open(struct buf *out, const struct plot *p) {
    buf_printf(out, "<svg class=\"plot\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"",
               p->width, p->height);
    text_escape(out, p->label);
    buf_puts(out, "\">");
}

static void put_label(struct buf *out, double x, double y, const char *anchor, const char *text) {
    buf_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    text_escape(out, text);
    buf_puts(out, "</text>");
}

static void put_number(struct buf *out, double x, double y, const char *anchor, double value,
                       bool percent) {
    buf_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    plot_number(out, percent ? 100 * value : value);
    buf_puts(out, percent ? "%</text>" : "</text>");
}

static void put_y_axis(struct buf *out, const struct frame *f, int wanted) {
    double ticks[PLOT_MAX_TICK];
    int n = plot_ticks(f->y0, f->y1, wanted, ticks);
    buf_puts(out, "<g class=\"grid\">");
    for (int i = 0; i < n; i++)
        buf_printf(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", f->left,
                   f->right, at_y(f, ticks[i]), at_y(f, ticks[i]));
    buf_puts(out, "</g>");
    for (int i = 0; i < n; i++)
        put_number(out, f->left - 6, at_y(f, ticks[i]) + 4, "end", ticks[i], f->plot->percent);
}

static void put_x_axis(struct buf *out, const struct frame *f) {
    double ticks[PLOT_MAX_TICK];
    int n = plot_ticks(f->x0, f->x1, (int)((f->right - f->left) / 62), ticks);
    for (int i = 0; i < n; i++)
        put_number(out, fmin(at_x(f, ticks[i]), f->right - 8), f->bottom + 15, "middle", ticks[i],
                   false);
    put_label(out, (f->left + f->right) / 2, f->plot->height - 5, "middle", f->plot->x_title);
}

static void put_marks(struct buf *out, const struct frame *f) {
    double free_from = f->left;
    for (uint32_t i = 0; i < f->plot->n_marks; i++) {
        const struct plot_mark *mark = &f->plot->marks[i];
        double x = at_x(f, mark->x), wide = LETTER * (double)strlen(mark->label) + 4;
        if (x < f->left - .5 || x > f->right + .5) continue;
        buf_printf(out, "<line class=\"mark\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", x,
                   x, f->top - 4, f->bottom);
        if (x < free_from || x + wide > f->right + RIGHT) continue;
        buf_puts(out, "<g class=\"small\">");
        put_label(out, x + 2, f->top - 7, "start", mark->label);
        buf_puts(out, "</g>");
        free_from = x + wide;
    }
}

/* ---- curves ------------------------------------------------------------------------------------- */

/* The mean of [from, to); false: there is nothing. */
static bool mean_of(const struct plot_line *line, uint32_t from, uint32_t to, double *x,
                    double *y) {
    uint32_t n = 0;
    *x = *y = 0;
    for (uint32_t i = from; i < to; i++) {
        if (isnan(line->y[i])) continue;
        *x += clamp(line->x[i]);
        *y += clamp(line->y[i]);
        n++;
    }
    if (n) *x /= n, *y /= n;
    return n;
}

static void put_line(struct buf *out, const struct frame *f, const struct plot_line *line) {
    uint32_t n = line->n < MAX_LINE ? line->n : MAX_LINE;
    bool pen_down = false;
    if (!n) return;
    buf_printf(out, "<path class=\"line c%d%s\" d=\"", line->colour, line->faint ? " faint" : "");
    for (uint32_t i = 0; i < n; i++) {
        double x, y;
        bool there = mean_of(line, (uint32_t)((uint64_t)i * line->n / n),
                             (uint32_t)((uint64_t)(i + 1) * line->n / n), &x, &y);
        if (there) buf_printf(out, "%c%.1f %.1f", pen_down ? 'L' : 'M', at_x(f, x), at_y(f, y));
        pen_down = there;
    }
    buf_puts(out, "\"><title>");
    text_escape(out, line->name);
    buf_puts(out, "</title></path>");
}

void plot_curves(struct buf *out, const struct plot *plot) {
    struct frame f = frame_of(plot);
    put_open(out, plot);
    put_y_axis(out, &f, 4);
    put_x_axis(out, &f);
    put_marks(out, &f);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < plot->n_lines; i++)
            if (plot->lines[i].faint == !pass) put_line(out, &f, &plot->lines[i]);
    buf_puts(out, "</svg>");
}

/* ---- bars --------------------------------------------------------------------------------------- */

static void put_bar(struct buf *out, double x, double width, double from, double to,
                    const char *class, const char *title) {
    buf_printf(out,
               "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>",
               class, x, fmin(from, to), fmax(width, .5), fmax(fabs(from - to), .1));
    text_escape(out, title);
    buf_puts(out, "</title></rect>");
}

static double largest(const struct plot_bar *bars, uint32_t n, bool below) {
    double most = 0;
    for (uint32_t i = 0; i < n; i++) most = fmax(most, clamp(below ? bars[i].size : bars[i].value));
    return most;
}

/* Labels of every bar, or of every second, fifth, ... */
static uint32_t label_every(const struct plot_bar *bars, uint32_t n, double step) {
    static const uint32_t round_ones[] = {1, 2, 5, 10, 20, 50, 100};
    double wide = 0;
    for (uint32_t i = 0; i < n; i++) wide = fmax(wide, LETTER * (double)strlen(bars[i].label) + 5);
    uint32_t i = 0;
    while (i < 6 && round_ones[i] * step < wide) i++;
    return round_ones[i];
}

void plot_bars(struct buf *out, const struct plot *plot, const struct plot_bar *bars, uint32_t n) {
    struct frame f = frame_of(plot);
    double most = largest(bars, n, true), below = most > 0 ? BELOW : 0;
    double step = (f.right - f.left) / fmax(n, 1), width = fmin(.78 * step, 34);
    uint32_t every = label_every(bars, n, step);
    f.y1 = plot->percent ? 1 : round_up(largest(bars, n, false));
    f.bottom -= below;
    put_open(out, plot);
    put_y_axis(out, &f, 4);
    for (uint32_t i = 0; i < n; i++) {
        double x = f.left + (i + .5) * step, foot = f.bottom + below;
        put_bar(out, x - width / 2, width, f.bottom, at_y(&f, bars[i].value), "bar c1",
                bars[i].title);
        if (most > 0)
            put_bar(out, x - width / 2, width, foot,
                    foot - clamp(bars[i].size) / most * (BELOW - 9), "bar muted", bars[i].title);
        if (i % every == 0) put_label(out, x, foot + 15, "middle", bars[i].label);
    }
    if (most > 0) {
        buf_puts(out, "<g class=\"small\">");
        put_number(out, f.left - 6, f.bottom + 18, "end", most, false);
        buf_puts(out, "</g>");
    }
    put_label(out, (f.left + f.right) / 2, plot->height - 5, "middle", plot->x_title);
    buf_puts(out, "</svg>");
}

/* ---- layers ------------------------------------------------------------------------------------- */

static double share_at(const struct plot_layer *layer, uint32_t i) {
    return fmin(fmax(clamp(layer->share[i]), 0), 1);
}

void plot_layers(struct buf *out, double width, double height, const double *x, uint32_t n,
                 const struct plot_layer *layers, uint32_t n_layers, const char *label) {
    struct plot plot = {.width = width, .height = height, .label = label};
    double *base = arena_zalloc(out->arena, (n + 1) * sizeof *base);
    double first = n ? clamp(x[0]) : 0, span = n ? fmax(clamp(x[n - 1]) - first, 1e-9) : 1;
    put_open(out, &plot);
    buf_printf(out, "<rect class=\"ground\" width=\"%.0f\" height=\"%.0f\"/>", width, height);
    for (uint32_t k = 0; k < n_layers && n > 1; k++) {
        buf_printf(out, "<path class=\"layer c%d\" d=\"", layers[k].colour);
        for (uint32_t i = 0; i < n; i++)
            buf_printf(out, "%c%.1f %.1f", i ? 'L' : 'M', (clamp(x[i]) - first) / span * width,
                       height * (1 - fmin(base[i] + share_at(&layers[k], i), 1)));
        for (uint32_t i = n; i-- > 0;)
            buf_printf(out, "L%.1f %.1f", (clamp(x[i]) - first) / span * width,
                       height * (1 - base[i]));
        for (uint32_t i = 0; i < n; i++) base[i] = fmin(base[i] + share_at(&layers[k], i), 1);
        buf_puts(out, "Z\"><title>");
        text_escape(out, layers[k].title);
        buf_puts(out, "</title></path>");
    }
    buf_puts(out, "</svg>");
}
