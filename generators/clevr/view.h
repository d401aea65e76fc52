/* view - how a scene is looked at: camera and lamps, what becomes of it in the image, and the
 * image itself. */
#ifndef G2L2_VISUAL_CLEVR_VIEW_H
#define G2L2_VISUAL_CLEVR_VIEW_H

#include "generators/clevr/clevr.h"
#include "generators/render/render.h"

#define CLEVR_WIDTH      480u
#define CLEVR_HEIGHT     320u
#define CLEVR_MIN_PIXELS 200u /* of an image of that size, that must show of each object */

struct clevr_view {
    struct render_camera camera;
    struct vec lamps[RENDER_N_LAMPS];
    uint32_t width, height;
    uint32_t box[CLEVR_MAX_OBJECTS][4]; /* x0, y0, x1, y1; the last two are outside */
    uint32_t pixels[CLEVR_MAX_OBJECTS]; /* that show */
};

extern const char *const clevr_lamp_names[RENDER_N_LAMPS];

/* Camera and lamps as CLEVR draws them at random. */
void clevr_view_sample(struct clevr_view *self, struct rng *rng);
/* "camera" and "lights" of a scene of CLEVR's JSON, in place of what is there; *has: both are. */
g2l2_status clevr_view_read(struct clevr_view *self, const json_t *json, bool *has,
                            g2l2_error *err);
/* A scene and its view, as CLEVR draws them: enough of every object shows. mask: [CLEVR_HEIGHT,
 * CLEVR_WIDTH], as clevr_view_mask leaves it. */
void clevr_view_sample_scene(struct clevr_view *self, struct clevr_scene *scene,
                             const struct clevr_allowed *allowed, struct rng *rng, uint8_t *mask);
/* Can it be drawn? It is where numbers say, and on the stage. */
g2l2_status clevr_view_check(const struct clevr_scene *scene, g2l2_error *err);
/* pixel of all objects, by this camera. */
void clevr_view_project(const struct clevr_view *self, struct clevr_scene *scene);
/* mask: [height, width], and boxes and pixels from it. */
void clevr_view_mask(struct clevr_view *self, const struct clevr_scene *scene, uint8_t *mask);
/* rgb: [height, width, 3]; false: out of memory. */
bool clevr_view_image(const struct clevr_view *self, const struct clevr_scene *scene, uint64_t seed,
                      uint8_t *rgb);

#endif
