/* A scene in TikZ: the same stage as in the picture of scene.c, drawn with TeX's means.
 *
 *     stage ─▶ \begin{tikzpicture}   y from the top, a pixel is 0.02 cm
 *                ball, cube, can, hexagon; rings; arrows
 *              \end{tikzpicture} */
#include <math.h>

#include "show/tex.h"

#define WIDTH       236.0
#define HEIGHT      177.0
#define MOST_ARROWS 8u
#define GONE        0.02

static const struct rgb white = {255, 255, 255}, black = {0, 0, 0};

static void put_color(struct buf *out, const char *key, struct rgb c) {
    buf_printf(out, "%s={rgb,255:red,%u;green,%u;blue,%u}", key, c.r, c.g, c.b);
}

static void put_fill(struct buf *out, const struct prop *prop, struct rgb fill) {
    buf_puts(out, "\\filldraw[line join=round,line width=.3pt,");
    put_color(out, "fill", fill);
    buf_puts(out, ",");
    put_color(out, "draw", rgb_mixed(prop->color, black, 0.45));
    buf_puts(out, "] ");
}

/* Points `(x,y)` relative to the object, joined by lines and closed. */
static void put_polygon(struct buf *out, const struct prop *prop, size_t n,
                        const double points[][2]) {
    for (size_t i = 0; i < n; i++)
        svg_put(out, "(%f,%f) -- ", prop->x + points[i][0], prop->y + points[i][1]);
    buf_puts(out, "cycle;\n");
}

static void put_cube(struct buf *out, const struct prop *prop) {
    double a = prop->r * 1.36, d = prop->r * 0.44, x = -(a + d) / 2, y = -(a - d) / 2;
    const double top[][2] = {{x, y}, {x + d, y - d}, {x + d + a, y - d}, {x + a, y}};
    const double side[][2] = {
        {x + a, y}, {x + a + d, y - d}, {x + a + d, y - d + a}, {x + a, y + a}};
    const double front[][2] = {{x, y}, {x + a, y}, {x + a, y + a}, {x, y + a}};
    put_fill(out, prop, rgb_mixed(prop->color, white, prop->metal ? 0.6 : 0.32));
    put_polygon(out, prop, 4, top);
    put_fill(out, prop, rgb_mixed(prop->color, black, 0.3));
    put_polygon(out, prop, 4, side);
    put_fill(out, prop, prop->color);
    put_polygon(out, prop, 4, front);
    const double shine[][2] = {
        {x + a * .2, y}, {x + a * .42, y}, {x + a * .3, y + a}, {x + a * .08, y + a}};
    if (!prop->metal) return;
    buf_puts(out, "\\fill[white,opacity=.45] ");
    put_polygon(out, prop, 4, shine);
}

static void put_cylinder(struct buf *out, const struct prop *prop) {
    double rx = prop->r * 0.8, ry = prop->r * 0.3, h = prop->r * 0.66;
    put_fill(out, prop, prop->color);
    svg_put(out, "(%f,%f) -- (%f,%f) arc[start angle=180,end angle=0,x radius=%f,y radius=%f]",
            prop->x - rx, prop->y - h, prop->x - rx, prop->y + h, rx, ry);
    svg_put(out, " -- (%f,%f);\n", prop->x + rx, prop->y - h);
    if (prop->metal)
        svg_put(out, "\\fill[white,opacity=.5] (%f,%f) rectangle (%f,%f);\n", prop->x - rx * .6,
                prop->y - h, prop->x - rx * .2, prop->y + h * 1.3);
    put_fill(out, prop, rgb_mixed(prop->color, white, prop->metal ? 0.6 : 0.3));
    svg_put(out, "(%f,%f) ellipse[x radius=%f,y radius=%f];\n", prop->x, prop->y - h, rx, ry);
}

static void put_sphere(struct buf *out, const struct prop *prop) {
    if (prop->metal) {
        buf_puts(out, "\\shade[");
        put_color(out, "ball color", prop->color);
        svg_put(out, "] (%f,%f) circle[radius=%f];\n", prop->x, prop->y, prop->r);
        return;
    }
    put_fill(out, prop, prop->color);
    svg_put(out, "(%f,%f) circle[radius=%f];\n", prop->x, prop->y, prop->r);
    svg_put(out, "\\fill[white,opacity=.22] (%f,%f) circle[radius=%f];\n", prop->x - prop->r * .3,
            prop->y - prop->r * .35, prop->r * .35);
}

#define MOST_CORNERS 6

/* With n corners, all alike, the first at this angle. */
static void put_corners(struct buf *out, const struct prop *prop, int n, double angle) {
    double points[MOST_CORNERS][2];
    for (int i = 0; i < n; i++) {
        points[i][0] = prop->r * cos(angle + 2 * i * M_PI / n);
        points[i][1] = prop->r * sin(angle + 2 * i * M_PI / n);
    }
    put_fill(out, prop, prop->color);
    put_polygon(out, prop, n, (const double(*)[2])points);
}

static void put_hexagon(struct buf *out, const struct prop *prop, bool plain) {
    put_corners(out, prop, 6, 0);
    if (plain) return;
    svg_put(out, "\\node[inner sep=0pt,font=\\tiny\\bfseries,text=%s] at (%f,%f) {",
            rgb_is_light(prop->color) ? "black" : "white", prop->x, prop->y);
    tex_put(out, prop->initial);
    buf_puts(out, "};\n");
}

static void put_object(struct buf *out, const struct stage *stage, uint32_t object,
                       double opacity) {
    const struct prop *prop = &stage->props[object];
    svg_put(out, "\\begin{scope}[opacity=%f,transparency group]\n", opacity);
    switch (prop->shape) {
    case PROP_CUBE: put_cube(out, prop); break;
    case PROP_SPHERE: put_sphere(out, prop); break;
    case PROP_CYLINDER: put_cylinder(out, prop); break;
    case PROP_TRIANGLE: put_corners(out, prop, 3, -M_PI / 2); break;
    default: put_hexagon(out, prop, stage->numbers_inside);
    }
    buf_puts(out, "\\end{scope}\n");
    bool white_on_it = stage->numbers_inside && !rgb_is_light(prop->color);
    svg_put(out, "\\node[inner sep=0pt,font=\\tiny\\sffamily,text=%s] at (%f,%f) {%u};\n",
            white_on_it ? "white" : "black", prop->number[0], prop->number[1], object + 1);
}

static double mark(const double *marks, uint32_t object) {
    return marks ? share_of(marks[object]) : 0;
}

static void put_rings(struct buf *out, const struct prop *prop, double sure, double from) {
    if (from >= GONE)
        svg_put(out, "\\draw[ccgfrom,dashed,opacity=%f] (%f,%f) circle[radius=%f];\n", from,
                prop->x, prop->y, prop->r + (sure < GONE ? 4 : 8));
    if (sure >= GONE)
        svg_put(out, "\\draw[ccgvalue,line width=1.1pt,opacity=%f] (%f,%f) circle[radius=%f];\n",
                sure, prop->x, prop->y, prop->r + 4);
}

/* A pixel is 0.02 cm, which is 0.569 pt. */
static void put_arrow(struct buf *out, const struct stage *stage, const struct stage_arrow *arrow,
                      const char *label) {
    const struct prop *a = &stage->props[arrow->from], *b = &stage->props[arrow->to];
    svg_put(out,
            "\\draw[ccgfrom,-latex,line width=.7pt,opacity=%f,shorten <=%fpt,shorten >=%fpt] "
            "(%f,%f) to[bend left=18]",
            arrow->sure, (a->r + 5) * 0.569, (b->r + 6) * 0.569, a->x, a->y);
    if (label) {
        buf_puts(out, " node[midway,fill=white,inner sep=1pt,font=\\tiny\\itshape]{");
        tex_put_folding(out, label, 30);
        buf_puts(out, "}");
    }
    svg_put(out, " (%f,%f);\n", b->x, b->y);
}

static void put_compass(struct buf *out, const struct stage *stage) {
    static const struct {
        double x, y;
        const char *text;
    } sides[] = {{.5, 0, "behind"}, {.5, 1, "front"}, {0, .5, "left"}, {1, .5, "right"}};
    for (int i = 0; i < 4; i++)
        svg_put(out, "\\node[font=\\tiny,text=gray,rotate=%u] at (%f,%f) {%s};\n", i < 2 ? 0u : 90u,
                8 + (stage->width - 16) * sides[i].x, 7 + (stage->height - 14) * sides[i].y,
                sides[i].text);
}

/* A stage that has grown, as large as others. */
static void shrink(struct stage *stage, double by) {
    for (uint32_t i = 0; i < stage->n; i++) {
        struct prop *prop = &stage->props[i];
        prop->x *= by;
        prop->y *= by;
        prop->r *= by;
        prop->number[0] *= by;
        prop->number[1] *= by;
    }
    stage->width *= by;
    stage->height *= by;
}

void tikz_put_scene(struct buf *out, const g2l2_scenes *scenes, size_t scene,
                    const struct show_marks *marks) {
    struct stage stage = stage_make(out->arena, scenes, scene, WIDTH, HEIGHT);
    struct stage_arrow arrows[MOST_ARROWS];
    const double *meant = marks ? marks->objects : NULL, *from = marks ? marks->from : NULL;
    shrink(&stage, WIDTH / stage.width);
    buf_puts(out, "\\begin{tikzpicture}[x=.02cm,y=-.02cm]\n");
    svg_put(out,
            "\\filldraw[fill=black!3,draw=black!15,rounded corners=3pt] (0,0) rectangle (%f,%f);\n",
            stage.width, stage.height);
    if (stage.has_view) put_compass(out, &stage);
    for (uint32_t k = 0; k < stage.n; k++) {
        uint32_t i = stage.order[k];
        put_object(out, &stage, i, meant ? 0.25 + 0.75 * fmax(mark(meant, i), mark(from, i)) : 1);
    }
    for (uint32_t i = 0; i < stage.n; i++)
        put_rings(out, &stage.props[i], mark(meant, i), mark(from, i));
    uint32_t n = stage_arrows(&stage, marks, MOST_ARROWS, arrows);
    for (uint32_t i = 0; i < n; i++)
        put_arrow(out, &stage, &arrows[i], i == 0 || n < 4 ? marks->relation : NULL);
    buf_puts(out, "\\end{tikzpicture}");
}
