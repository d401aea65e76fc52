/* shape - where a ray meets a cube, a sphere or a cylinder, all of size 1 around the origin. */
#ifndef G2L2_RENDER_SHAPE_H
#define G2L2_RENDER_SHAPE_H

#include <stdbool.h>

#include "generators/render/render.h"

/* The first t > 0 at which o + t d, that starts outside, is on the shape; false: nowhere. */
bool shape_hit(enum render_shape shape, struct vec o, struct vec d, double *t);
/* Does the ray meet it at all before t = `before`? Edges count as sharp, which is quicker. */
bool shape_blocks(enum render_shape shape, struct vec o, struct vec d, double before);
/* Of a point on it; a unit vector. */
struct vec shape_normal(enum render_shape shape, struct vec p);

#endif
