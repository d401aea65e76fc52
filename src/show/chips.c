/* What a part of a sentence means, in a line of a picture.
 *
 *     I_JUMP I_TURN_LEFT …          a text, cut
 *     [1] [4] [7] +2                objects of a scene: squares of their colours, as
 *                                   dense as it is sure that they are meant */
#include <math.h>

#include "show/draw.h"

#define HEIGHT 14.0
#define GAP    3.0
#define MEANT  0.05 /* less sure is not shown */

static double chip_width(uint32_t object) {
    return object < 9 ? 14 : object < 99 ? 18 : 23;
}

static void put_chip(struct piece *piece, const struct trace *trace, uint32_t object, double sure) {
    const g2l2_scenes *scenes = trace_scenes(trace);
    struct rgb color =
        scenes ? object_color(scenes, trace->naming.scene, object) : palette_of(NULL);
    double w = chip_width(object);
    svg_put(&piece->svg, "<g class=\"chipped\" data-object=\"%u\"><title>", object);
    svg_put(&piece->svg, "%u  ", object + 1);
    if (trace->objects && trace->objects[object])
        xml_put_most(&piece->svg, trace->objects[object], 300);
    svg_put(&piece->svg, "&#10;meant: %f</title>", sure);
    svg_put(&piece->svg, "<rect x=\"%f\" y=\".5\" width=\"%f\" height=\"%f\" rx=\"3\" fill=\"",
            piece->width + 0.5, w - 1, HEIGHT - 1);
    rgb_put(&piece->svg, color);
    svg_put(&piece->svg, "\" fill-opacity=\"%f\" stroke=\"", sure);
    rgb_put(&piece->svg, color);
    svg_put(&piece->svg, "\"/><text class=\"chip mid\" x=\"%f\" y=\"10.2\"", piece->width + w / 2);
    if (sure > 0.6)
        svg_put(&piece->svg, " style=\"fill:%s\"", rgb_is_light(color) ? "#1d2733" : "#ffffff");
    svg_put(&piece->svg, ">%u</text></g>", object + 1);
    piece->width += w + GAP;
}

static struct piece put_objects(struct arena *arena, const struct trace *trace,
                                const double *objects, double width) {
    struct piece piece = {.height = HEIGHT};
    uint32_t left = 0;
    buf_init(&piece.svg, arena);
    for (uint32_t i = 0; i < trace->n_objects; i++) {
        if (!(objects[i] >= MEANT)) continue;
        if (piece.width + chip_width(i) + 24 > width && piece.width > 0) left++;
        else put_chip(&piece, trace, i, share_of(objects[i]));
    }
    if (left) {
        svg_put(&piece.svg, "<text class=\"note\" x=\"%f\" y=\"11\">+%u</text>", piece.width, left);
        piece.width += 24;
    }
    piece.width = fmax(piece.width - GAP, 0);
    return piece;
}

struct piece value_piece(struct arena *arena, const struct trace *trace,
                         const struct trace_value *value, double width) {
    struct piece piece = {0};
    buf_init(&piece.svg, arena);
    if (value->objects && trace->has_scene) {
        piece = put_objects(arena, trace, value->objects, width);
        if (piece.width > 0) return piece;
        svg_put(&piece.svg, "<text class=\"val faint\" y=\"11\">none</text>");
        piece.width = text_pixels("none", FACE_SANS, 11);
        return piece;
    }
    if (!value->text) return piece;
    const char *text =
        *value->text ? text_cut(arena, value->text, FACE_SANS, 11, width) : "(empty)";
    svg_put(&piece.svg, "<text class=\"val\" y=\"11\">%s</text>", text);
    piece.width = text_pixels(text, FACE_SANS, 11);
    piece.height = HEIGHT;
    return piece;
}
