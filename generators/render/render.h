/* render - a picture of a few solids on a ground, in the look of CLEVR: light of three lamps and
 * a sun, shadows, reflections. It knows nothing of files, questions or names of colours.
 *
 *   scene ─▶ rays through each pixel ─▶ shape ─▶ shade ─▶ mean ─▶ sRGB
 *
 * What comes out depends on scene, size and seed alone; every pixel has random numbers of its
 * own. Nothing is shared between calls. */
#ifndef G2L2_RENDER_RENDER_H
#define G2L2_RENDER_RENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "generators/render/vector.h"

#define RENDER_MAX_OBJECTS 32
#define RENDER_N_LAMPS     3

enum render_shape { RENDER_CUBE, RENDER_SPHERE, RENDER_CYLINDER };
enum render_material { RENDER_RUBBER, RENDER_METAL };

struct render_object {
    enum render_shape shape;
    enum render_material material;
    struct vec at, color; /* color: linear, in [0, 1] */
    double size;          /* half of its height */
    double rotation;      /* radians around the vertical */
};

/* What it looks from: `right`, `up` and `back` are unit vectors at right angles. */
struct render_camera {
    struct vec at, right, up, back;
};

struct render_scene {
    struct render_camera camera;
    struct vec lamps[RENDER_N_LAMPS]; /* key, fill, back: where they are */
    uint32_t n;
    struct render_object objects[RENDER_MAX_OBJECTS];
};

/* Where they are unless something else is said. */
extern const struct vec render_camera_at, render_lamps_at[RENDER_N_LAMPS];

/* From `at` at the origin, upright. */
struct render_camera render_camera_from(struct vec at);
/* Pixel of a point in an image of 480 x 320, unrounded, and its depth. */
struct vec render_project(const struct render_camera *camera, struct vec point);

/* mask: [height, width] which object is at the middle of each pixel, from 1; 0 is none. */
void render_mask(const struct render_scene *scene, uint32_t width, uint32_t height, uint8_t *mask);
/* rgb: [height, width, 3]. A size other than 480 x 320 shows the same view. False: no memory. */
bool render_image(const struct render_scene *scene, uint32_t width, uint32_t height, uint64_t seed,
                  uint8_t *rgb);

#endif
