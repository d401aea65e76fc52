/* plot - charts as SVG that stands in a page: colours, fonts and dark mode are the page's
 * (classes), numbers are finite whatever comes in, and nothing is written outside.
 *
 *     100 % ┤      ╭────────          title and legend are the page's: they wrap
 *           │   ╭──╯
 *       0 % ┼───╯
 *           0      500     1000       round numbers, as many as there is room for     */
#ifndef G2L2_PLOT_H
#define G2L2_PLOT_H

#include "common/common.h"

#define PLOT_COLOURS  8 /* of lines and points: 1 to 8; the page defines them */
#define PLOT_MAX_TICK 12

/* Round numbers from `low` to `high`, about `wanted` of them; returns how many. */
int plot_ticks(double low, double high, int wanted, double *out);
/* 0.25, 1200, 34k, 2.5M */
void plot_number(struct buf *out, double value);

struct plot_line {
    const char *name; /* what is shown where the pointer rests */
    int colour;
    bool faint;
    uint32_t n;
    const double *x, *y; /* [n] y NAN: a gap */
};

/* A line from top to bottom. */
struct plot_mark {
    double x;
    const char *label;
};

struct plot {
    const char *x_title;
    const char *label; /* what it shows, for those who cannot see it */
    bool percent;      /* y from 0 to 1 */
    double width, height;
    const struct plot_line *lines; /* [n_lines] */
    uint32_t n_lines;
    const struct plot_mark *marks; /* [n_marks] from left to right */
    uint32_t n_marks;
};

void plot_curves(struct buf *out, const struct plot *plot);

/* Bars side by side, and below them how much they rest on. */
struct plot_bar {
    const char *label;
    double value, size; /* size: below, 0: nothing */
    const char *title;
};

void plot_bars(struct buf *out, const struct plot *plot, const struct plot_bar *bars, uint32_t n);

/* One above the other, each a share of the whole, from left to right. */
struct plot_layer {
    int colour; /* 0: grey */
    const char *title;
    const double *share; /* [n] */
};

void plot_layers(struct buf *out, double width, double height, const double *x, uint32_t n,
                 const struct plot_layer *layers, uint32_t n_layers, const char *label);

/* Points with labels that keep out of each other's way. */
struct plot_point {
    double x, y;
    int colour; /* 0: grey */
    const char *label, *title;
};

struct plot_link {
    uint32_t from, to;
};

void plot_map(struct buf *out, double width, double height, const struct plot_point *points,
              uint32_t n, const struct plot_link *links, uint32_t n_links, const char *label);

#endif
