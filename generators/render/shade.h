/* shade - how much light comes along a ray, and the random numbers it takes to find out. */
#ifndef G2L2_RENDER_SHADE_H
#define G2L2_RENDER_SHADE_H

#include "generators/render/world.h"

/* The samples of one pixel share a random shift for each number they need, and are spread evenly
 * from there. */
struct sampler {
    uint64_t key; /* of the pixel */
    uint32_t index, dimension;
};

double sampler_next(struct sampler *self); /* [0, 1) */

/* Light in two parts: `crisp` is as good as it gets; `soft` changes slowly over a surface, and
 * has noise that its neighbours can even out. */
struct shading {
    struct vec crisp, soft;
    struct vec normal;
    int what;      /* what the ray met */
    int n_shadows; /* of the four sources of light, those it lies in the shadow of */
};

/* `ground` is the light that reaches the ground there by way of other things. */
struct shading shade_ray(const struct world *world, struct vec o, struct vec d, struct vec ground,
                         struct sampler *sampler);
/* The same for a ray that meets the ground and no solid, without sampling; false: a solid may hide
 * a part of a lamp from there. */
bool shade_plain_ground(const struct world *world, struct vec o, struct vec d, struct vec ground,
                        struct vec *out);
/* That light: what comes from all around to a point of the ground, by n rays. */
struct vec shade_around(const struct world *world, struct vec at, struct vec normal, uint32_t n,
                        struct sampler *sampler);

#endif
