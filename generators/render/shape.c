/* Shapes by formula: no triangles, so that outlines are exact and nothing has to be built.
 *
 *        ╭──────────╮  1          A ray that enters the sharp shape where the round one is
 *        │ flat to  │             flat is there already. Else it is near an edge, and walks:
 *        │ 1 - edge │             the distance to the round shape is known exactly, and it
 *        ╰──────────╯             can go that far without missing anything.
 *
 * The edges are those of CLEVR's models: a cube that is flat to 0.83, a cylinder to 0.943. */
#include "generators/render/shape.h"

#define CUBE_EDGE     0.17
#define CYLINDER_EDGE 0.057
#define CLOSE         2e-4 /* of the surface: a twentieth of a pixel */
#define MAX_STEPS     60

static double positive(double x) {
    return x > 0 ? x : 0;
}

/* ---- sharp shapes: the stretch of a ray that is inside -------------------------------------- */

struct stretch {
    double in, out;
};

static bool slab(double o, double d, struct stretch *s) {
    if (fabs(d) < 1e-12) return fabs(o) <= 1;
    double a = (-1 - o) / d, b = (1 - o) / d;
    if (a > b) {
        double c = a;
        a = b;
        b = c;
    }
    if (a > s->in) s->in = a;
    if (b < s->out) s->out = b;
    return s->in <= s->out;
}

/* a t² + 2 b t + c <= 0 */
static bool quadric(double a, double b, double c, struct stretch *s) {
    if (a < 1e-12) return c <= 0;
    double root = b * b - a * c;
    if (root < 0) return false;
    root = sqrt(root);
    if ((-b - root) / a > s->in) s->in = (-b - root) / a;
    if ((-b + root) / a < s->out) s->out = (-b + root) / a;
    return s->in <= s->out;
}

static bool inside(enum render_shape shape, struct vec o, struct vec d, struct stretch *s) {
    switch (shape) {
    case RENDER_SPHERE: return quadric(vec_dot(d, d), vec_dot(o, d), vec_dot(o, o) - 1, s);
    case RENDER_CYLINDER:
        return slab(o.z, d.z, s) &&
               quadric(d.x * d.x + d.y * d.y, o.x * d.x + o.y * d.y, o.x * o.x + o.y * o.y - 1, s);
    default: return slab(o.x, d.x, s) && slab(o.y, d.y, s) && slab(o.z, d.z, s);
    }
}

bool shape_blocks(enum render_shape shape, struct vec o, struct vec d, double before) {
    struct stretch s = {1e-9, before};
    return inside(shape, o, d, &s);
}

/* ---- round edges ------------------------------------------------------------------------------ */

/* How far beyond the flat part, in the directions that an edge joins. */
static struct vec beyond(enum render_shape shape, struct vec p) {
    if (shape == RENDER_CUBE)
        return vec(positive(fabs(p.x) - (1 - CUBE_EDGE)), positive(fabs(p.y) - (1 - CUBE_EDGE)),
                   positive(fabs(p.z) - (1 - CUBE_EDGE)));
    return vec(positive(sqrt(p.x * p.x + p.y * p.y) - (1 - CYLINDER_EDGE)), 0,
               positive(fabs(p.z) - (1 - CYLINDER_EDGE)));
}

static double distance(enum render_shape shape, struct vec p) {
    struct vec q = beyond(shape, p);
    return sqrt(vec_dot(q, q)) - (shape == RENDER_CUBE ? CUBE_EDGE : CYLINDER_EDGE);
}

static bool walk(enum render_shape shape, struct vec o, struct vec d, struct stretch s, double *t) {
    double per_length = 1 / sqrt(vec_dot(d, d));
    for (int step = 0; step < MAX_STEPS && s.in <= s.out; step++) {
        double left = distance(shape, vec_along(o, d, s.in));
        *t = s.in;
        if (left < CLOSE) return true;
        s.in += left * per_length;
    }
    return s.in <= s.out; /* it goes along the surface, nearer than anyone can see */
}

bool shape_hit(enum render_shape shape, struct vec o, struct vec d, double *t) {
    struct stretch s = {1e-9, 1e9};
    if (!inside(shape, o, d, &s)) return false;
    *t = s.in;
    return shape == RENDER_SPHERE || walk(shape, o, d, s, t);
}

static double signed_as(double size, double sign) {
    return sign < 0 ? -size : size;
}

struct vec shape_normal(enum render_shape shape, struct vec p) {
    if (shape == RENDER_SPHERE) return vec_unit(p);
    struct vec q = beyond(shape, p);
    if (shape == RENDER_CUBE)
        return vec_unit(vec(signed_as(q.x, p.x), signed_as(q.y, p.y), signed_as(q.z, p.z)));
    double around = q.x / sqrt(p.x * p.x + p.y * p.y + 1e-30);
    return vec_unit(vec(p.x * around, p.y * around, signed_as(q.z, p.z)));
}
