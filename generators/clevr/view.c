/* A scene as it is looked at (render_images.py): the camera is moved by up to 0.5 along each axis
 * and still looks at the origin, each lamp by up to 1. Colours are CLEVR's numbers, which it takes
 * for linear light; `rotation` is drawn in degrees, and applied as if it were radians. */
#include <string.h>

#include "generators/clevr/view.h"

#define CAMERA_JITTER 0.5
#define LAMP_JITTER   1.0
#define STAGE         9.0 /* as far as objects may be: the backdrop begins behind that */

const char *const clevr_lamp_names[RENDER_N_LAMPS] = {"Lamp_Key", "Lamp_Fill", "Lamp_Back"};

/* As clevr_values has colours. */
static const uint8_t colors[CLEVR_MAX_VALUES][3] = {
    {87, 87, 87},  {173, 35, 35},  {42, 75, 215},  {29, 105, 20},
    {129, 74, 25}, {129, 38, 192}, {41, 208, 208}, {255, 238, 51},
};

/* ---- where from -------------------------------------------------------------------------------- */

static struct vec jitter(struct vec at, double size, struct rng *rng) {
    double x = rng_uniform(rng), y = rng_uniform(rng), z = rng_uniform(rng);
    return vec(at.x + size * (2 * x - 1), at.y + size * (2 * y - 1), at.z + size * (2 * z - 1));
}

/* Six digits are what the file will have. */
static struct vec rounded(struct vec v) {
    return vec(round(v.x * 1e6) / 1e6, round(v.y * 1e6) / 1e6, round(v.z * 1e6) / 1e6);
}

void clevr_view_sample(struct clevr_view *self, struct rng *rng) {
    memset(self, 0, sizeof *self);
    self->width = CLEVR_WIDTH;
    self->height = CLEVR_HEIGHT;
    self->camera = render_camera_from(rounded(jitter(render_camera_at, CAMERA_JITTER, rng)));
    for (int i = 0; i < RENDER_N_LAMPS; i++)
        self->lamps[i] = rounded(jitter(render_lamps_at[i], LAMP_JITTER, rng));
}

static bool read_vec(const json_t *json, struct vec *out) {
    double at[3];
    for (size_t i = 0; i < 3; i++) {
        const json_t *one = json_array_get(json, i);
        at[i] = json_number_value(one);
        if (!json_is_number(one) || !isfinite(at[i]) || fabs(at[i]) > 1e6) return false;
    }
    *out = vec(at[0], at[1], at[2]);
    return json_array_size(json) == 3;
}

/* Above the ground and not straight above the origin: from there, no side of the image is up. */
static bool can_look(struct vec at) {
    return at.z > 0.01 && at.x * at.x + at.y * at.y > 1e-6;
}

g2l2_status clevr_view_read(struct clevr_view *self, const json_t *json, bool *has,
                            g2l2_error *err) {
    const json_t *camera = json_object_get(json, "camera"),
                 *lights = json_object_get(json, "lights");
    struct vec at;
    *has = camera && lights;
    if (camera && (!read_vec(json_object_get(camera, "location"), &at) || !can_look(at)))
        return err_set(err, G2L2_STATUS_FORMAT, 0, 0,
                       "\"camera\" needs a \"location\" [x, y, z] above the ground");
    if (camera) self->camera = render_camera_from(at);
    for (int i = 0; lights && i < RENDER_N_LAMPS; i++)
        if (!read_vec(json_object_get(lights, clevr_lamp_names[i]), &self->lamps[i]) ||
            !can_look(self->lamps[i]))
            return err_set(err, G2L2_STATUS_FORMAT, 0, 0,
                           "\"lights\" needs \"%s\" [x, y, z] above the ground",
                           clevr_lamp_names[i]);
    return G2L2_STATUS_OK;
}

void clevr_view_project(const struct clevr_view *self, struct clevr_scene *scene) {
    double scale = self->width / (double)CLEVR_WIDTH;
    for (uint32_t i = 0; i < scene->n; i++) {
        struct clevr_object *object = &scene->objects[i];
        struct vec at = vec(object->at[0], object->at[1], object->at[2]);
        struct vec p = render_project(&self->camera, at);
        object->pixel[0] = round((p.x - CLEVR_WIDTH / 2.0) * scale + self->width / 2.0);
        object->pixel[1] = round((p.y - CLEVR_HEIGHT / 2.0) * scale + self->height / 2.0);
        object->pixel[2] = round(p.z * 1e6) / 1e6;
    }
}

/* Does enough of every object show, by pixels? */
static bool shows_all(const struct clevr_view *self, const struct clevr_scene *scene) {
    double share = (double)self->width * self->height / (CLEVR_WIDTH * CLEVR_HEIGHT);
    for (uint32_t i = 0; i < scene->n; i++)
        if (self->pixels[i] < CLEVR_MIN_PIXELS * share) return false;
    return true;
}

void clevr_view_sample_scene(struct clevr_view *self, struct clevr_scene *scene,
                             const struct clevr_allowed *allowed, struct rng *rng, uint8_t *mask) {
    bool shown = false;
    clevr_view_sample(self, rng);
    for (uint32_t n = clevr_scene_draw_n(rng); !shown;) {
        if (!clevr_scene_place(scene, n, allowed, rng)) continue;
        clevr_view_mask(self, scene, mask);
        shown = shows_all(self, scene);
    }
    clevr_view_project(self, scene);
    clevr_scene_index(scene);
}

g2l2_status clevr_view_check(const struct clevr_scene *scene, g2l2_error *err) {
    for (uint32_t i = 0; i < scene->n; i++) {
        const struct clevr_object *object = &scene->objects[i];
        bool good = isfinite(object->rotation) && fabs(object->rotation) < 1e6;
        for (int k = 0; k < 3; k++) good = good && fabs(object->at[k]) <= STAGE;
        if (!good || object->at[2] <= 0)
            return err_set(err, G2L2_STATUS_FORMAT, 0, 0,
                           "object %u needs \"3d_coords\" [x, y, z] within %g of the middle and "
                           "above the ground",
                           i, STAGE);
    }
    return G2L2_STATUS_OK;
}

/* ---- what is drawn -------------------------------------------------------------------------------- */

static struct render_object draw_object(const struct clevr_object *object) {
    static const enum render_shape shapes[] = {RENDER_CUBE, RENDER_SPHERE, RENDER_CYLINDER};
    const uint8_t *color = colors[object->value[CLEVR_COLOR]];
    return (struct render_object){
        .shape = shapes[object->value[CLEVR_SHAPE]],
        .material = object->value[CLEVR_MATERIAL] ? RENDER_METAL : RENDER_RUBBER,
        .at = vec(object->at[0], object->at[1], object->at[2]),
        .color = vec(color[0] / 255.0, color[1] / 255.0, color[2] / 255.0),
        .size = object->value[CLEVR_SIZE] ? 0.7 : 0.35,
        .rotation = object->rotation};
}

static void draw_scene(const struct clevr_view *self, const struct clevr_scene *scene,
                       struct render_scene *out) {
    out->camera = self->camera;
    memcpy(out->lamps, self->lamps, sizeof out->lamps);
    out->n = scene->n;
    for (uint32_t i = 0; i < scene->n; i++) out->objects[i] = draw_object(&scene->objects[i]);
}

static void add_pixel(struct clevr_view *self, uint32_t object, uint32_t x, uint32_t y) {
    uint32_t *box = self->box[object];
    if (!self->pixels[object]++) box[0] = x, box[1] = y;
    if (x < box[0]) box[0] = x;
    if (x >= box[2]) box[2] = x + 1;
    box[3] = y + 1;
}

void clevr_view_mask(struct clevr_view *self, const struct clevr_scene *scene, uint8_t *mask) {
    struct render_scene drawn;
    draw_scene(self, scene, &drawn);
    render_mask(&drawn, self->width, self->height, mask);
    memset(self->box, 0, sizeof self->box);
    memset(self->pixels, 0, sizeof self->pixels);
    for (uint32_t y = 0; y < self->height; y++)
        for (uint32_t x = 0; x < self->width; x++) {
            uint8_t what = mask[(size_t)y * self->width + x];
            if (what) add_pixel(self, what - 1u, x, y);
        }
}

bool clevr_view_image(const struct clevr_view *self, const struct clevr_scene *scene, uint64_t seed,
                      uint8_t *rgb) {
    struct render_scene drawn;
    draw_scene(self, scene, &drawn);
    return render_image(&drawn, self->width, self->height, seed, rgb);
}
