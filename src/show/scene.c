/* The picture of a scene: its objects from above, and which of them are meant. Where there is an
 * image of it, that is the picture, and objects are boxes in it.
 *
 *            behind                 shape       cube, ball, can; else a hexagon and a letter
 *        ▢ 1      ╭╌╌╮              material    metal shines, all else is dull
 *  left     ◉ 2 ──┤◍ ├─▶ ▢ 4 right  a ring      it is meant, as surely as it is dark
 *                 ╰╌╌╯ 3            a dashed    ... what it is related to, by arrows
 *            front
 *
 * Gradients are white and black over the object's colour, so three of them do for all
 * colours; their names depend on what is drawn, since pictures may meet in one page. */
#include <math.h>
#include <string.h>

#include "show/draw.h"

#define MOST_ARROWS 12u
#define MOST_LABELS 3u   /* of arrows */
#define GONE        0.02 /* less sure is not at all */

struct picture {
    struct arena *arena;
    const g2l2_scenes *scenes;
    size_t scene;
    const struct show_marks *marks; /* or NULL */
    struct stage stage;
    struct photo photo; /* uri NULL: there is none */
    char id[24];
    struct buf *out;
};

/* ---- light ------------------------------------------------------------------------------- */

static void name_gradients(struct picture *p) {
    uint64_t h = hash_mix(p->scene, p->stage.n);
    size_t size = p->stage.n * sizeof(double);
    if (p->marks && p->marks->objects) h = hash_bytes(p->marks->objects, size, h);
    if (p->marks && p->marks->from) h = hash_bytes(p->marks->from, size, h + 1);
    for (uint32_t i = 0; i < p->stage.n; i++)
        h = hash_bytes(&p->stage.props[i].x, 3 * sizeof(double), h);
    snprintf(p->id, sizeof p->id, "g%012llx", (unsigned long long)(h >> 16));
}

#define STOP(at, color, opacity)                                                                   \
    "<stop offset=\"" at "\" stop-color=\"" color "\" stop-opacity=\"" opacity "\"/>"

static void put_gradients(const struct picture *p) {
    static const char *const forms[][2] = {
        {"d", "cx=\".38\" cy=\".3\" r=\".78\">" STOP("0", "#fff", ".3") STOP(".45", "#fff", "0")
                  STOP(".5", "#000", "0") STOP("1", "#000", ".34")},
        {"m", "cx=\".36\" cy=\".28\" r=\".8\">" STOP("0", "#fff", ".98") STOP(".12", "#fff", ".75")
                  STOP(".42", "#fff", ".08") STOP(".6", "#000", ".06") STOP(".86", "#000", ".42")
                      STOP("1", "#000", ".1")},
    };
    buf_puts(p->out, "<defs>");
    for (int i = 0; i < 2; i++)
        buf_printf(p->out, "<radialGradient id=\"%s%s\" %s</radialGradient>", p->id, forms[i][0],
                   forms[i][1]);
    buf_printf(p->out, "<linearGradient id=\"%sb\">", p->id);
    buf_puts(p->out,
             STOP("0", "#000", ".3") STOP(".22", "#fff", ".1") STOP(".34", "#fff", ".8")
                 STOP(".5", "#fff", ".12") STOP(".8", "#000", ".28") STOP("1", "#000", ".05"));
    buf_printf(p->out, "</linearGradient><linearGradient id=\"%ss\">", p->id);
    buf_puts(p->out, STOP("0", "#000", ".1") STOP(".35", "#fff", ".14") STOP("1", "#000", ".26"));
    buf_puts(p->out, "</linearGradient></defs>\n");
}

/* ---- objects -------------------------------------------------------------------------------- */

static const struct rgb white = {255, 255, 255}, black = {0, 0, 0};

/* ` fill="#..." stroke="#..."`, the line being a darker one of the object's colour. */
static void put_paint(const struct picture *p, const struct prop *prop, struct rgb fill) {
    buf_puts(p->out, " fill=\"");
    rgb_put(p->out, fill);
    buf_puts(p->out, "\" stroke=\"");
    rgb_put(p->out, rgb_mixed(prop->color, black, 0.45));
    buf_puts(p->out, "\" stroke-width=\".9\" stroke-linejoin=\"round\"/>");
}

static void put_light(const struct picture *p, const char *which) {
    buf_printf(p->out, " fill=\"url(#%s%s)\"/>", p->id, which);
}

static void put_sphere(const struct picture *p, const struct prop *prop) {
    svg_put(p->out, "<circle r=\"%f\"", prop->r);
    put_paint(p, prop, prop->color);
    svg_put(p->out, "<circle r=\"%f\"", prop->r);
    put_light(p, prop->metal ? "m" : "d");
    if (prop->metal)
        svg_put(p->out,
                "<circle r=\"%f\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".45\" "
                "stroke-width=\"1.2\"/>",
                prop->r - 1.3);
}

/* Front, top and side, seen a little from the right. */
static void put_cube(const struct picture *p, const struct prop *prop) {
    double a = prop->r * 1.36, d = prop->r * 0.44, x = -(a + d) / 2, y = -(a - d) / 2;
    svg_put(p->out, "<path d=\"M%f %fl%f %fh%fl%f %fz\"", x, y, d, -d, a, -d, d);
    put_paint(p, prop, rgb_mixed(prop->color, white, prop->metal ? 0.55 : 0.32));
    svg_put(p->out, "<path d=\"M%f %fl%f %fv%fl%f %fz\"", x + a, y, d, -d, a, -d, d);
    put_paint(p, prop, rgb_mixed(prop->color, black, 0.3));
    svg_put(p->out, "<path d=\"M%f %fh%fv%fh%fz\"", x, y, a, a, -a);
    put_paint(p, prop, prop->color);
    svg_put(p->out, "<path d=\"M%f %fh%fv%fh%fz\"", x, y, a, a, -a);
    put_light(p, prop->metal ? "b" : "s");
    if (prop->metal)
        svg_put(p->out,
                "<path d=\"M%f %fh%fM%f %fv%f\" fill=\"none\" stroke=\"#fff\" "
                "stroke-opacity=\".7\" stroke-width=\"1.1\"/>",
                x + 1, y + 1, a - 2, x + 1, y + 1, a - 2);
}

static void put_cylinder(const struct picture *p, const struct prop *prop) {
    double rx = prop->r * 0.8, ry = prop->r * 0.3, h = prop->r * 0.66;
    for (int light = 0; light < 2; light++) {
        svg_put(p->out, "<path d=\"M%f %fv%fa%f %f 0 0 0 %f 0v%fz\"", -rx, -h, 2 * h, rx, ry,
                2 * rx, -2 * h);
        if (light) put_light(p, prop->metal ? "b" : "s");
        else put_paint(p, prop, prop->color);
    }
    svg_put(p->out, "<ellipse cy=\"%f\" rx=\"%f\" ry=\"%f\"", -h, rx, ry);
    put_paint(p, prop, rgb_mixed(prop->color, white, prop->metal ? 0.55 : 0.3));
    if (prop->metal)
        svg_put(p->out,
                "<ellipse cy=\"%f\" rx=\"%f\" ry=\"%f\" fill=\"none\" stroke=\"#fff\" "
                "stroke-opacity=\".8\"/>",
                -h, rx - 1.4, ry - 1.1);
}

/* With n corners, all alike, the first at this angle. */
static void put_corners(const struct picture *p, const struct prop *prop, int n, double angle) {
    for (int light = 0; light < 2; light++) {
        for (int i = 0; i < n; i++)
            svg_put(p->out, i ? "L%f %f" : "<path d=\"M%f %f",
                    prop->r * cos(angle + 2 * i * M_PI / n),
                    prop->r * sin(angle + 2 * i * M_PI / n));
        buf_puts(p->out, "z\"");
        if (light) put_light(p, prop->metal ? "m" : "s");
        else put_paint(p, prop, prop->color);
    }
}

static void put_hexagon(const struct picture *p, const struct prop *prop) {
    put_corners(p, prop, 6, 0);
    if (!*prop->initial || p->stage.numbers_inside) return;
    svg_put(
        p->out,
        "<text class=\"mid\" y=\"%f\" style=\"font-size:%fpx;font-weight:600;fill:%s\">%s</text>",
        prop->r * 0.36, prop->r, rgb_is_light(prop->color) ? "#1d2733" : "#fff", prop->initial);
}

static void put_shadow(const struct picture *p, const struct prop *prop) {
    bool can = prop->shape == PROP_CYLINDER;
    svg_put(p->out,
            "<ellipse cx=\"%f\" cy=\"%f\" rx=\"%f\" ry=\"%f\" fill=\"#000\" fill-opacity=\".13\"/>",
            prop->r * 0.12, prop->r * (can ? 0.86 : 0.88), prop->r * 0.92, prop->r * 0.26);
}

static double sure_of(const struct picture *p, uint32_t object) {
    return p->marks && p->marks->objects ? share_of(p->marks->objects[object]) : 0;
}

static double from_of(const struct picture *p, uint32_t object) {
    return p->marks && p->marks->from ? share_of(p->marks->from[object]) : 0;
}

static void put_title(const struct picture *p, uint32_t object) {
    struct buf text;
    double at[3];
    buf_init(&text, p->arena);
    scenes_object_text(p->scenes, p->scene, object, &text);
    svg_put(p->out, "<title>%u  ", object + 1);
    xml_put_most(p->out, text.at, 600);
    if (scenes_position(p->scenes, p->scene, object, at))
        svg_put(p->out, "&#10;at %f, %f, %f", at[0], at[1], at[2]);
    if (p->marks && p->marks->objects) svg_put(p->out, "&#10;meant: %f", sure_of(p, object));
    buf_puts(p->out, "</title>");
}

/* Where some objects are marked, the others step back. */
static double opacity_of(const struct picture *p, uint32_t object) {
    if (!p->marks || !p->marks->objects) return 1;
    double sure = fmax(sure_of(p, object), from_of(p, object));
    return 0.36 + 0.64 * sure;
}

static void put_rect(const struct picture *p, const char *class, uint32_t object, double around,
                     double opacity) {
    const double *box = p->stage.props[object].box;
    svg_put(p->out,
            "<rect class=\"%s\" x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\" rx=\"2\" "
            "opacity=\"%f\"/>",
            class, box[0] - around, box[1] - around, box[2] + 2 * around, box[3] + 2 * around,
            opacity);
}

static void put_boxed(const struct picture *p, uint32_t object) {
    svg_put(p->out, "<g class=\"object\" data-object=\"%u\">", object);
    put_title(p, object);
    put_rect(p, "frame", object, 0, 0.25 + 0.5 * opacity_of(p, object));
    buf_puts(p->out, "</g>\n");
}

static void put_object(const struct picture *p, uint32_t object) {
    const struct prop *prop = &p->stage.props[object];
    if (p->photo.uri) {
        put_boxed(p, object);
        return;
    }
    svg_put(p->out,
            "<g class=\"object\" data-object=\"%u\" transform=\"translate(%f %f)\" opacity=\"%f\">",
            object, prop->x, prop->y, opacity_of(p, object));
    put_title(p, object);
    put_shadow(p, prop);
    switch (prop->shape) {
    case PROP_CUBE: put_cube(p, prop); break;
    case PROP_SPHERE: put_sphere(p, prop); break;
    case PROP_CYLINDER: put_cylinder(p, prop); break;
    case PROP_TRIANGLE: put_corners(p, prop, 3, -M_PI / 2); break;
    default: put_hexagon(p, prop);
    }
    buf_puts(p->out, "</g>\n");
}

/* Above all objects, so that none is hidden. */
static void put_number(const struct picture *p, uint32_t object) {
    const struct prop *prop = &p->stage.props[object];
    if (p->stage.numbers_inside) {
        svg_put(p->out,
                "<text class=\"chip mid\" data-object=\"%u\" x=\"%f\" y=\"%f\" "
                "style=\"fill:%s\">%u</text>\n",
                object, prop->x, prop->y + 3.5, rgb_is_light(prop->color) ? "#1d2733" : "#ffffff",
                object + 1);
        return;
    }
    svg_put(p->out,
            "<text class=\"num halo mid\" data-object=\"%u\" x=\"%f\" y=\"%f\" "
            "opacity=\"%f\">%u</text>\n",
            object, prop->number[0], prop->number[1] + 4, 0.35 + 0.65 * opacity_of(p, object),
            object + 1);
}

/* ---- marks ------------------------------------------------------------------------------------ */

static double ring_of(const struct picture *p, uint32_t object) {
    return p->stage.props[object].r + 4;
}

static void put_rings(const struct picture *p, uint32_t object) {
    const struct prop *prop = &p->stage.props[object];
    double sure = sure_of(p, object), from = from_of(p, object), r = ring_of(p, object);
    if (p->photo.uri) {
        if (from >= GONE) put_rect(p, "from", object, sure < GONE ? 1 : 4, from);
        if (sure >= GONE) put_rect(p, "ring", object, 1, sure);
        return;
    }
    if (from >= GONE)
        svg_put(p->out, "<circle class=\"from\" cx=\"%f\" cy=\"%f\" r=\"%f\" opacity=\"%f\"/>\n",
                prop->x, prop->y, sure < GONE ? r : r + 4, from);
    if (sure >= GONE)
        svg_put(p->out,
                "<circle class=\"ring\" data-object=\"%u\" cx=\"%f\" cy=\"%f\" r=\"%f\" "
                "opacity=\"%f\"/>\n",
                object, prop->x, prop->y, r, sure);
}

/* A text so wide stands on no number there, and on no edge. */
static bool is_free(const struct picture *p, double x, double y, double width) {
    if (x < width / 2 + 20 || x > p->stage.width - width / 2 - 20) return false;
    for (uint32_t i = 0; i < p->stage.n; i++) {
        const struct prop *prop = &p->stage.props[i];
        if (fabs(prop->number[0] - x) < width / 2 + 8 && fabs(prop->number[1] - y) < 12)
            return false;
    }
    return true;
}

/* On the bow from a over m to b, at the first place near its middle that is free; above or
 * below it where it is short. */
static void put_label(const struct picture *p, const double a[2], const double m[2],
                      const double b[2], double room) {
    static const double places[] = {.5, .4, .6, .3, .7};
    const char *text = text_cut(p->arena, p->marks->relation, FACE_SANS, 11, 110);
    double width = text_pixels(text, FACE_SANS, 11), at[2] = {0};
    double beside = width + 30 < room ? 0 : 12;
    bool free = false;
    for (int i = 0; i < 10 && !free; i++) {
        double t = places[i / 2], u = 1 - t, try[2];
        for (int k = 0; k < 2; k++) try[k] = u * u * a[k] + 2 * u * t * m[k] + t * t * b[k];
        try[1] += i % 2 ? beside : -beside;
        free = is_free(p, try[0], try[1], width);
        if (free || !i) memcpy(at, try, sizeof at);
    }
    svg_put(p->out, "<text class=\"label halo mid\" x=\"%f\" y=\"%f\">%s</text>", at[0],
            at[1] + 3.5, text);
}

/* A bow from ring to ring: its middle is a sixth of its length beside the straight line. */
static void put_arrow(const struct picture *p, const struct stage_arrow *arrow, bool label) {
    const struct prop *a = &p->stage.props[arrow->from], *b = &p->stage.props[arrow->to];
    double dx = b->x - a->x, dy = b->y - a->y, length = fmax(hypot(dx, dy), 1);
    double bend = length / 6, mx = (a->x + b->x) / 2 + bend * dy / length,
           my = (a->y + b->y) / 2 - bend * dx / length;
    double ax = mx - a->x, ay = my - a->y, an = fmax(hypot(ax, ay), 1),
           ar = ring_of(p, arrow->from);
    double bx = b->x - mx, by = b->y - my, bn = fmax(hypot(bx, by), 1),
           br = ring_of(p, arrow->to) + 3;
    double x = b->x - bx / bn * br, y = b->y - by / bn * br, ux = bx / bn, uy = by / bn;
    svg_put(p->out, "<g class=\"relation\" data-from=\"%u\" data-to=\"%u\" opacity=\"%f\">",
            arrow->from, arrow->to, arrow->sure);
    svg_put(p->out, "<path class=\"path\" d=\"M%f %fQ%f %f %f %f\"/>", a->x + ax / an * ar,
            a->y + ay / an * ar, mx, my, x - 5 * ux, y - 5 * uy);
    svg_put(p->out, "<path class=\"arrow\" d=\"M%f %fL%f %fL%f %fz\"/>", x, y, x - 9 * ux - 4 * uy,
            y - 9 * uy + 4 * ux, x - 9 * ux + 4 * uy, y - 9 * uy - 4 * ux);
    const double start[] = {a->x, a->y}, middle[] = {mx, my}, end[] = {b->x, b->y};
    if (label) put_label(p, start, middle, end, length - ar - br);
    buf_puts(p->out, "</g>\n");
}

static void put_arrows(const struct picture *p) {
    struct stage_arrow arrows[MOST_ARROWS];
    uint32_t n = stage_arrows(&p->stage, p->marks, MOST_ARROWS, arrows);
    bool named = n && p->marks->relation && *p->marks->relation;
    for (uint32_t i = n; i-- > 0;) put_arrow(p, &arrows[i], named && (n <= MOST_LABELS || i == 0));
}

/* ---- the ground -------------------------------------------------------------------------------- */

static void put_photo(const struct picture *p) {
    svg_put(p->out, "<image width=\"%f\" height=\"%f\" preserveAspectRatio=\"none\" href=\"",
            p->stage.width, p->stage.height);
    buf_puts(p->out, p->photo.uri);
    buf_puts(p->out, "\"/>\n");
}

static void put_floor(const struct picture *p) {
    double w = p->stage.width, h = p->stage.height;
    if (p->photo.uri) {
        put_photo(p);
        return;
    }
    svg_put(p->out,
            "<rect class=\"floor\" x=\".5\" y=\".5\" width=\"%f\" height=\"%f\" rx=\"10\"/>\n",
            w - 1, h - 1);
    if (!p->stage.has_view) return;
    svg_put(p->out,
            "<g class=\"compass\"><text class=\"note faint mid\" x=\"%f\" y=\"13\">behind</text>"
            "<text class=\"note faint mid\" x=\"%f\" y=\"%f\">front</text>",
            w / 2, w / 2, h - 6);
    svg_put(p->out,
            "<text class=\"note faint mid\" transform=\"translate(13 %f) rotate(-90)\">left</text>"
            "<text class=\"note faint mid\" transform=\"translate(%f %f) rotate(90)\">right</text>",
            h / 2, w - 13, h / 2);
    buf_puts(p->out, "</g>\n");
}

static void set_stage(struct picture *p, double width, double height) {
    bool photo = photo_open(p->arena, p->scenes, p->scene, width, &p->photo) &&
                 stage_in_photo(p->arena, p->scenes, p->scene, width,
                                round(width * p->photo.pixels[1] / p->photo.pixels[0]),
                                p->photo.pixels[0], &p->stage);
    if (photo) return;
    p->photo.uri = NULL;
    p->stage = stage_make(p->arena, p->scenes, p->scene, width, height);
}

struct piece scene_piece(struct arena *arena, const g2l2_scenes *scenes, size_t scene,
                         const struct show_marks *marks, double width, double height) {
    struct piece piece = {0};
    buf_init(&piece.svg, arena);
    struct picture p = {arena, scenes, scene, marks, .out = &piece.svg};
    set_stage(&p, width, height);
    piece.width = p.stage.width;
    piece.height = p.stage.height;
    name_gradients(&p);
    put_gradients(&p);
    put_floor(&p);
    for (uint32_t i = 0; i < p.stage.n; i++) put_object(&p, p.stage.order[i]);
    for (uint32_t i = 0; i < p.stage.n; i++) put_rings(&p, i);
    put_arrows(&p);
    for (uint32_t i = 0; i < p.stage.n; i++) put_number(&p, i);
    if (!p.stage.n)
        svg_put(p.out, "<text class=\"note mid\" x=\"%f\" y=\"%f\">no objects</text>\n", width / 2,
                height / 2 + 4);
    return piece;
}

void show_scene_svg(const g2l2_scenes *scenes, size_t scene, const struct show_marks *marks,
                    struct buf *out) {
    struct piece piece = scene_piece(out->arena, scenes, scene, marks, 400, 300);
    const char *name = scenes_name(scenes, scene);
    svg_put_piece(out, &piece, name ? name : "a scene");
}
