/* A map of points (plot.h). A label stands beside its point; of the places around it that
 * one is taken where it covers the least of what is there already.
 *
 *         above
 *     left  ○  right        then the four corners, then the same further off
 *         below                                                                     */
#include <math.h>
#include <string.h>

#include "report/plot.h"
#include "report/text.h"

#define EDGE    26.
#define LETTER  7.
#define LINE    14. /* height of a label */
#define RADIUS  4.5
#define N_RINGS 4

struct box {
    double x, y, w, h;
    const char *anchor; /* of the label in it */
};

struct placing {
    double width, height;
    VEC(struct box) boxes; /* what is taken: links, points, labels */
};

static double overlap(const struct box *a, const struct box *b) {
    double w = fmin(a->x + a->w, b->x + b->w) - fmax(a->x, b->x);
    double h = fmin(a->y + a->h, b->y + b->h) - fmax(a->y, b->y);
    return w > 0 && h > 0 ? w * h : 0;
}

/* What a label there would cover; outside of the map counts much. */
static double cost(const struct placing *p, const struct box *box) {
    double sum = 0;
    for (uint32_t i = 0; i < p->boxes.n; i++) sum += overlap(box, &p->boxes.at[i]);
    double out = fmax(0, 2 - box->x) + fmax(0, box->x + box->w - p->width + 2) +
                 fmax(0, 2 - box->y) + fmax(0, box->y + box->h - p->height + 2);
    return sum + 50 * out;
}

static struct box place(const struct placing *p, double x, double y, double wide) {
    static const double around[][2] = {{1, 0},  {-1, 0}, {0, -1},  {0, 1},
                                       {1, -1}, {1, 1},  {-1, -1}, {-1, 1}};
    struct box best = {0};
    double least = INFINITY;
    for (int ring = 0; ring < N_RINGS; ring++)
        for (int i = 0; i < 8; i++) {
            double dx = around[i][0], dy = around[i][1], off = RADIUS + 3 + 11 * ring;
            struct box box = {x + dx * off -
                                  (dx < 0   ? wide
                                   : dx > 0 ? 0
                                            : wide / 2),
                              y + dy * (off + (dx == 0 ? 3 : 2)) - LINE / 2, wide, LINE,
                              dx < 0   ? "end"
                              : dx > 0 ? "start"
                                       : "middle"};
            double now = cost(p, &box) + 4 * ring + .1 * i;
            if (now < least - 1e-9) least = now, best = box;
        }
    return best;
}

/* From the data to the drawing: both directions alike, so that distances can be seen. */
struct view {
    double x, y, scale, width, height;
};

static struct view view_of(const struct plot_point *points, uint32_t n, double width,
                           double height) {
    double x0 = INFINITY, x1 = -INFINITY, y0 = INFINITY, y1 = -INFINITY;
    for (uint32_t i = 0; i < n; i++) {
        x0 = fmin(x0, points[i].x), x1 = fmax(x1, points[i].x);
        y0 = fmin(y0, points[i].y), y1 = fmax(y1, points[i].y);
    }
    double scale =
        fmin((width - 2.6 * EDGE) / fmax(x1 - x0, 1e-9), (height - 2 * EDGE) / fmax(y1 - y0, 1e-9));
    return (struct view){(x0 + x1) / 2, (y0 + y1) / 2, fmin(scale, 1e9), width, height};
}

static double view_x(const struct view *v, double x) {
    return v->width / 2 + (x - v->x) * v->scale;
}

static double view_y(const struct view *v, double y) {
    return v->height / 2 - (y - v->y) * v->scale;
}

static void put_point(struct buf *out, const struct view *v, const struct plot_point *point) {
    buf_printf(out, "<circle class=\"dot c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>",
               point->colour, view_x(v, point->x), view_y(v, point->y), RADIUS);
    text_escape(out, point->title);
    buf_puts(out, "</title></circle>");
}

static void put_name(struct buf *out, const struct box *box, const struct plot_point *point,
                     double x, double y) {
    double near_x = fmin(fmax(x, box->x), box->x + box->w);
    double near_y = fmin(fmax(y, box->y), box->y + box->h);
    if (hypot(near_x - x, near_y - y) > RADIUS + 8)
        buf_printf(out, "<line class=\"leader\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                   x, y, near_x, near_y);
    double at = *box->anchor == 's' ? 0 : *box->anchor == 'e' ? box->w : box->w / 2;
    buf_printf(out, "<text class=\"name\" text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">", box->anchor,
               box->x + at, box->y + LINE - 3.5);
    text_escape(out, point->label);
    buf_puts(out, "</text>");
}

static void put_links(struct buf *out, const struct view *v, const struct plot_point *points,
                      const struct plot_link *links, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const struct plot_point *a = &points[links[i].from], *b = &points[links[i].to];
        buf_printf(out, "<line class=\"link\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                   view_x(v, a->x), view_y(v, a->y), view_x(v, b->x), view_y(v, b->y));
    }
}

/* Labels keep off the dashes, too: small boxes all along. */
static void take_link(struct arena *arena, struct placing *p, const struct view *v,
                      const struct plot_point *points, const struct plot_link *link) {
    double x0 = view_x(v, points[link->from].x), y0 = view_y(v, points[link->from].y);
    double x1 = view_x(v, points[link->to].x), y1 = view_y(v, points[link->to].y);
    int n = (int)fmin(hypot(x1 - x0, y1 - y0) / 8, 200);
    for (int i = 1; i < n; i++) {
        double x = x0 + (x1 - x0) * i / n, y = y0 + (y1 - y0) * i / n;
        vec_push(arena, &p->boxes, ((struct box){x - 2, y - 2, 4, 4, ""}));
    }
}

void plot_map(struct buf *out, double width, double height, const struct plot_point *points,
              uint32_t n, const struct plot_link *links, uint32_t n_links, const char *label) {
    struct view v = view_of(points, n, width, height);
    struct placing p = {.width = width, .height = height};
    buf_printf(out, "<svg class=\"plot map\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"",
               width, height);
    text_escape(out, label);
    buf_puts(out, "\">");
    put_links(out, &v, points, links, n_links);
    for (uint32_t i = 0; i < n_links; i++) take_link(out->arena, &p, &v, points, &links[i]);
    for (uint32_t i = 0; i < n; i++) {
        double x = view_x(&v, points[i].x), y = view_y(&v, points[i].y);
        struct box taken = {x - RADIUS - 1, y - RADIUS - 1, 2 * RADIUS + 2, 2 * RADIUS + 2, ""};
        vec_push(out->arena, &p.boxes, taken);
    }
    for (uint32_t i = 0; i < n; i++) {
        double x = view_x(&v, points[i].x), y = view_y(&v, points[i].y);
        double wide = LETTER * (double)text_width(points[i].label, strlen(points[i].label));
        struct box box = place(&p, x, y, wide);
        vec_push(out->arena, &p.boxes, box);
        put_name(out, &box, &points[i], x, y);
    }
    for (uint32_t i = 0; i < n; i++) put_point(out, &v, &points[i]);
    buf_puts(out, "</svg>");
}
