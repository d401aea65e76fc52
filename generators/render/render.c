/* Pixels: rays where they matter. Ground that nothing shades needs one; its shadows and the
 * insides of solids some; outlines most.
 *
 *   mask ─▶ rays ─▶ crisp ──────────────────────▶ + ─▶ sRGB
 *               └▶ soft ─▶ evened out by solid ──▶┘
 *
 * Light that comes by way of other things is what rays find slowly. On the ground it is smooth: it is
 * worked out at the corners of squares of pixels, and between them interpolated. On a solid each
 * pixel takes it from its neighbours too, where they are inside the same solid and face the same
 * way. */
#include <stdlib.h>
#include <string.h>

#include "common/common.h"
#include "generators/render/shade.h"

#define SHADOW_RAYS  4u
#define RIM_RAYS     12u /* of a shadow */
#define INSIDE_RAYS  8u
#define OUTLINE_RAYS 16u
#define SQUARE       16u /* pixels */
#define AROUND_RAYS  96u /* for each corner */
#define REACH        4   /* pixels that light is evened out over */
#define LIKENESS     25.0
#define BRIGHTEST    4.0 /* what no screen can show brighter would only make edges jagged */
#define FOCAL        525.0
#define WIDTH        480.0
#define GROUND_KEY   0x67726f756e64u

/* One of the image. */
struct pixel {
    struct vec crisp, soft, normal; /* means of its rays */
    int inside;                     /* the solid that all its rays met, or NOTHING */
};

struct picture {
    struct world world;
    const struct render_camera *camera;
    uint32_t width, height, n_across; /* n_across: corners in a row */
    uint64_t seed;
    double scale;         /* pixels to those of an image 480 wide */
    struct vec *around;   /* [n_down, n_across] light at corners */
    struct pixel *pixels; /* [height, width] */
    uint8_t *mask;        /* [height, width] */
};

static void start(struct picture *self, const struct render_scene *scene, uint32_t width,
                  uint32_t height, uint64_t seed) {
    memset(self, 0, sizeof *self);
    world_make(&self->world, scene);
    self->camera = &scene->camera;
    self->width = width;
    self->height = height;
    self->seed = seed;
    self->scale = WIDTH / width;
}

/* Through a point of the image, in pixels. */
static struct vec direction(const struct picture *self, double x, double y) {
    const struct render_camera *camera = self->camera;
    double right = (x - self->width / 2.0) * self->scale / FOCAL;
    double up = (self->height / 2.0 - y) * self->scale / FOCAL;
    struct vec d = vec_along(vec_scale(camera->right, right), camera->up, up);
    return vec_unit(vec_sub(d, camera->back));
}

/* ---- which object where --------------------------------------------------------------------------- */

static void make_mask(const struct picture *self, uint8_t *mask) {
    for (uint32_t y = 0; y < self->height; y++)
        for (uint32_t x = 0; x < self->width; x++) {
            struct vec d = direction(self, x + 0.5, y + 0.5);
            *mask++ = (uint8_t)(world_solid(&self->world, self->camera->at, d) + 1);
        }
}

void render_mask(const struct render_scene *scene, uint32_t width, uint32_t height, uint8_t *mask) {
    struct picture picture;
    start(&picture, scene, width, height, 0);
    make_mask(&picture, mask);
}

/* Are the pixels around it of the same thing as it? */
static bool is_outline(const struct picture *self, uint32_t x, uint32_t y) {
    uint8_t what = self->mask[(size_t)y * self->width + x];
    for (uint32_t j = y ? y - 1 : 0; j <= y + 1 && j < self->height; j++)
        for (uint32_t i = x ? x - 1 : 0; i <= x + 1 && i < self->width; i++)
            if (self->mask[(size_t)j * self->width + i] != what) return true;
    return false;
}

/* ---- light on the ground --------------------------------------------------------------------------- */

static struct vec around_corner(const struct picture *self, uint32_t i, uint32_t j) {
    struct hit hit = world_hit_ground(self->camera->at, direction(self, i * SQUARE, j * SQUARE));
    struct sampler sampler = {.key = hash_mix(self->seed ^ GROUND_KEY, (uint64_t)j << 32 | i)};
    if (hit.what == NOTHING) return vec(0, 0, 0);
    return shade_around(&self->world, hit.at, hit.normal, AROUND_RAYS, &sampler);
}

static void make_around(struct picture *self, uint32_t n_down) {
    for (uint32_t j = 0; j < n_down; j++)
        for (uint32_t i = 0; i < self->n_across; i++)
            self->around[(size_t)j * self->n_across + i] = around_corner(self, i, j);
}

static struct vec between(struct vec a, struct vec b, double share) {
    return vec_add(vec_scale(a, 1 - share), vec_scale(b, share));
}

static struct vec around_pixel(const struct picture *self, uint32_t x, uint32_t y) {
    const struct vec *corner = self->around + (size_t)(y / SQUARE) * self->n_across + x / SQUARE;
    const struct vec *below = corner + self->n_across;
    double s = (x % SQUARE + 0.5) / SQUARE, t = (y % SQUARE + 0.5) / SQUARE;
    return between(between(corner[0], corner[1], s), between(below[0], below[1], s), t);
}

/* ---- rays -------------------------------------------------------------------------------------------- */

struct rays {
    uint32_t x, y;
    struct vec ground;
    struct sampler sampler;
    int n_shadows;
    struct pixel sum;
};

static struct vec limited(struct vec light) {
    return vec(fmin(light.x, BRIGHTEST), fmin(light.y, BRIGHTEST), fmin(light.z, BRIGHTEST));
}

static void add_ray(const struct picture *self, struct rays *rays) {
    rays->sampler.dimension = 0;
    double x = rays->x + sampler_next(&rays->sampler), y = rays->y + sampler_next(&rays->sampler);
    struct shading shading = shade_ray(&self->world, self->camera->at, direction(self, x, y),
                                       rays->ground, &rays->sampler);
    struct pixel *sum = &rays->sum;
    sum->crisp = vec_add(sum->crisp, limited(shading.crisp));
    sum->soft = vec_add(sum->soft, limited(shading.soft));
    sum->normal = vec_add(sum->normal, shading.normal);
    if (!rays->sampler.index) sum->inside = shading.what < 0 ? NOTHING : shading.what;
    else if (sum->inside != shading.what) sum->inside = NOTHING;
    rays->n_shadows += shading.n_shadows;
    rays->sampler.index++;
}

static void add_rays(const struct picture *self, struct rays *rays, uint32_t n) {
    while (rays->sampler.index < n) add_ray(self, rays);
}

static struct pixel mean(const struct rays *rays) {
    double share = 1.0 / rays->sampler.index;
    return (struct pixel){vec_scale(rays->sum.crisp, share), vec_scale(rays->sum.soft, share),
                          vec_scale(rays->sum.normal, share), rays->sum.inside};
}

static struct pixel render_pixel(const struct picture *self, uint32_t x, uint32_t y) {
    struct rays rays = {.x = x, .y = y, .ground = around_pixel(self, x, y)};
    bool outline = is_outline(self, x, y), solid = self->mask[(size_t)y * self->width + x];
    struct pixel plain = {.inside = NOTHING};
    if (!outline && !solid &&
        shade_plain_ground(&self->world, self->camera->at, direction(self, x + 0.5, y + 0.5),
                           rays.ground, &plain.crisp))
        return plain;
    rays.sampler.key = hash_mix(self->seed, (uint64_t)y << 32 | x);
    add_rays(self, &rays, outline ? OUTLINE_RAYS : solid ? INSIDE_RAYS : SHADOW_RAYS);
    bool rim = !solid && rays.n_shadows % (int)SHADOW_RAYS != 0;
    if (rim) add_rays(self, &rays, RIM_RAYS);
    return mean(&rays);
}

/* ---- light on solids ------------------------------------------------------------------------------------ */

static double likeness(const struct pixel *a, const struct pixel *b) {
    struct vec d = vec_sub(a->normal, b->normal);
    return a->inside == b->inside ? exp(-LIKENESS * vec_dot(d, d)) : 0;
}

static struct vec even_out(const struct picture *self, int x, int y) {
    const struct pixel *pixel = &self->pixels[(size_t)y * self->width + (size_t)x];
    struct vec sum = vec(0, 0, 0);
    double total = 0;
    if (pixel->inside == NOTHING) return pixel->soft;
    for (int j = y - REACH; j <= y + REACH; j++)
        for (int i = x - REACH; i <= x + REACH; i++) {
            if (i < 0 || j < 0 || i >= (int)self->width || j >= (int)self->height) continue;
            const struct pixel *other = &self->pixels[(size_t)j * self->width + (size_t)i];
            double weight = likeness(pixel, other);
            sum = vec_along(sum, other->soft, weight);
            total += weight;
        }
    return vec_scale(sum, 1 / total);
}

/* ---- the image ------------------------------------------------------------------------------------------- */

static uint8_t to_srgb(double linear) {
    double x = linear <= 0 ? 0 : linear >= 1 ? 1 : linear;
    double y = x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
    return (uint8_t)(255 * y + 0.5);
}

static void make_pixels(struct picture *self) {
    for (uint32_t y = 0; y < self->height; y++)
        for (uint32_t x = 0; x < self->width; x++)
            self->pixels[(size_t)y * self->width + x] = render_pixel(self, x, y);
}

static void put_pixels(const struct picture *self, uint8_t *rgb) {
    for (uint32_t y = 0; y < self->height; y++)
        for (uint32_t x = 0; x < self->width; x++, rgb += 3) {
            struct vec soft = even_out(self, (int)x, (int)y);
            struct vec light = vec_add(self->pixels[(size_t)y * self->width + x].crisp, soft);
            rgb[0] = to_srgb(light.x);
            rgb[1] = to_srgb(light.y);
            rgb[2] = to_srgb(light.z);
        }
}

bool render_image(const struct render_scene *scene, uint32_t width, uint32_t height, uint64_t seed,
                  uint8_t *rgb) {
    struct picture picture;
    uint32_t n_down = height / SQUARE + 2;
    start(&picture, scene, width, height, seed);
    picture.n_across = width / SQUARE + 2;
    picture.around = malloc((size_t)n_down * picture.n_across * sizeof *picture.around);
    picture.pixels = malloc((size_t)width * height * sizeof *picture.pixels);
    picture.mask = malloc((size_t)width * height);
    bool made = picture.around && picture.pixels && picture.mask;
    if (made) {
        make_mask(&picture, picture.mask);
        make_around(&picture, n_down);
        make_pixels(&picture);
        put_pixels(&picture, rgb);
    }
    free(picture.around);
    free(picture.pixels);
    free(picture.mask);
    return made;
}
