/* world - a scene as rays meet it: solids, the ground, and what lights them. */
#ifndef G2L2_RENDER_WORLD_H
#define G2L2_RENDER_WORLD_H

#include <stdbool.h>

#include "generators/render/render.h"

struct solid {
    struct vec at, color;
    double size, cosine, sine;
    double reach2; /* square of the radius of the sphere around it */
    enum render_shape shape;
    enum render_material material;
};

/* A square that shines to one side. */
struct lamp {
    struct vec at, facing; /* facing: where it shines to */
    struct vec across[2];  /* from its middle to the middles of two sides */
    struct vec power;      /* radiance times area */
    double area;
};

struct world {
    uint32_t n;
    struct solid solids[RENDER_MAX_OBJECTS];
    struct lamp lamps[RENDER_N_LAMPS];
    struct vec to_sun, sun; /* sun: how much light, on what faces it */
    struct vec sun_across[2];
    double sun_radius; /* at a distance of 1 */
};

enum { NOTHING = -1, GROUND = -2 }; /* instead of the number of a solid */

struct hit {
    int what;
    double t;
    struct vec at, normal;
};

void world_make(struct world *self, const struct render_scene *scene);
/* What the ray meets first; it leaves from solid `from`, which is convex, or from something else. */
struct hit world_hit(const struct world *self, struct vec o, struct vec d, int from);
/* The same as if there were no solids. */
struct hit world_hit_ground(struct vec o, struct vec d);
/* The number of the solid alone, without ground, or NOTHING. */
int world_solid(const struct world *self, struct vec o, struct vec d);
/* Is a solid other than `from` in the way, before t = `before`? */
bool world_blocks(const struct world *self, struct vec o, struct vec d, double before, int from);
/* Could a solid other than `from` hide any part of a light of this radius, seen from `o`? No
 * is sure. */
bool world_may_hide(const struct world *self, struct vec o, struct vec light, double radius,
                    int from);
/* Does the ray, that met `hit`, meet a lamp before that, or the sun? *out is how bright. */
bool world_shines(const struct world *self, struct vec o, struct vec d, const struct hit *hit,
                  struct vec *out);

#endif
