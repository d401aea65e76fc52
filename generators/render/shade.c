/* Light along a ray. Lamps are small and far, so that how much arrives is worked out for their
 * middles, without noise; only whether something is in the way is tried, at a random point of
 * each. What comes by way of other things is followed for one bounce, from there on estimated.
 *
 *   rubber: diffuse, with a velvet's sheen, under a thin coat that reflects at grazing angles
 *   metal:  two mirrors, one nearly perfect and one rough, in its colour
 *   ground: diffuse
 *
 * The constants of the materials are those of CLEVR's files. */
#include "generators/render/shade.h"
#include "common/common.h"

#define PI            3.14159265358979323846
#define GROUND_ALBEDO 0.8
#define MAX_BOUNCES   4
#define COAT_INDEX    1.2 /* of refraction */
#define COAT_ROUGH    0.2
#define VELVET_SHARE  0.0
#define VELVET_SIGMA  0.6
#define METAL_ROUGH   0.2
#define ROUGH_SHARE   0.4 /* of the metal's reflection */

/* ---- random numbers ------------------------------------------------------------------------------ */

double sampler_next(struct sampler *self) {
    static const double steps[] = {0.7548776662466927, 0.5698402909980532, 0.4142135623730951,
                                   0.7320508075688772, 0.2360679774997898, 0.6457513110645906,
                                   0.3166247903553998, 0.6055512754639891, 0.1231056256176606,
                                   0.3588989435406740, 0.7958315233127191, 0.3851648071345037};
    uint32_t k = self->dimension++;
    double shift = (double)(hash_mix(self->key, k) >> 11) * 0x1p-53;
    double u = shift + self->index * steps[k % (sizeof steps / sizeof steps[0])];
    return u - floor(u);
}

/* Around n, more of them the nearer to it, as a diffuse surface reflects. */
static struct vec random_diffuse(struct vec n, struct sampler *sampler) {
    double r2 = sampler_next(sampler), angle = 2 * PI * sampler_next(sampler), r = sqrt(r2);
    struct vec a, b;
    vec_frame(n, &a, &b);
    struct vec flat = vec_add(vec_scale(a, r * cos(angle)), vec_scale(b, r * sin(angle)));
    return vec_add(flat, vec_scale(n, sqrt(1 - r2)));
}

/* The normal of a facet of a rough mirror (GGX). */
static struct vec random_facet(struct vec n, double rough, struct sampler *sampler) {
    double u = sampler_next(sampler), angle = 2 * PI * sampler_next(sampler);
    double cos2 = (1 - u) / (1 + (rough * rough - 1) * u), sine = sqrt(fmax(0, 1 - cos2));
    struct vec a, b;
    vec_frame(n, &a, &b);
    struct vec flat = vec_add(vec_scale(a, sine * cos(angle)), vec_scale(b, sine * sin(angle)));
    return vec_add(flat, vec_scale(n, sqrt(cos2)));
}

/* ---- surfaces -------------------------------------------------------------------------------------- */

struct surface {
    struct vec at, normal, to_eye, color;
    int what; /* solid or GROUND */
    enum render_material material;
};

/* Of unpolarised light on glass of this index (Fresnel). */
static double fresnel(double cosine, double index) {
    double g2 = index * index - 1 + cosine * cosine, g = sqrt(fmax(0, g2));
    double a = (g - cosine) / (g + cosine);
    double b = (cosine * (g + cosine) - 1) / (cosine * (g - cosine) + 1);
    return 0.5 * a * a * (1 + b * b);
}

/* A rough mirror, times the cosine of the light: D G / (4 n·v). */
static double rough_mirror(struct vec n, struct vec v, struct vec l, double rough) {
    struct vec h = vec_unit(vec_add(v, l));
    double nh = vec_dot(n, h), nv = fmax(1e-3, vec_dot(n, v)), nl = fmax(0, vec_dot(n, l));
    double a2 = rough * rough, q = nh * nh * (a2 - 1) + 1;
    double facets = a2 / (PI * q * q);
    double shadowed = fmin(1, fmin(2 * nh * nv, 2 * nh * nl) / fmax(1e-3, vec_dot(v, h)));
    return facets * shadowed / (4 * nv);
}

/* Fibres that stand up: bright where one looks along the surface (Ashikhmin's velvet). */
static double velvet(struct vec n, struct vec v, struct vec l, double sigma) {
    struct vec h = vec_unit(vec_add(v, l));
    double nh = fmin(vec_dot(n, h), 0.99999), nv = fmax(1e-3, vec_dot(n, v)), s2 = 1 - nh * nh;
    double ratio = 2 * nh / fmax(1e-5, vec_dot(v, h));
    double d = exp(-nh * nh / (s2 * sigma * sigma)) / (sigma * sigma * PI * s2 * s2);
    return 0.25 * d * fmin(1, ratio * fmin(nv, fmax(0, vec_dot(n, l)))) / nv;
}

/* The share of light from l that goes to the eye, times the cosine. */
static struct vec reflected(const struct surface *s, struct vec l) {
    double cosine = vec_dot(s->normal, l);
    if (s->what == GROUND) return vec_scale(s->color, cosine / PI);
    if (s->material == RENDER_METAL)
        return vec_scale(s->color,
                         ROUGH_SHARE * rough_mirror(s->normal, s->to_eye, l, METAL_ROUGH));
    double coat = fresnel(fmax(0, vec_dot(s->normal, s->to_eye)), COAT_INDEX);
    double body = (1 - VELVET_SHARE) * cosine / PI +
                  VELVET_SHARE * velvet(s->normal, s->to_eye, l, VELVET_SIGMA);
    double shine = coat * rough_mirror(s->normal, s->to_eye, l, COAT_ROUGH);
    return vec_add(vec_scale(s->color, (1 - coat) * body), vec(shine, shine, shine));
}

/* ---- light that comes straight --------------------------------------------------------------------- */

static struct vec random_point(const struct lamp *lamp, struct sampler *sampler) {
    double a = 2 * sampler_next(sampler) - 1, b = 2 * sampler_next(sampler) - 1;
    return vec_along(vec_along(lamp->at, lamp->across[0], a), lamp->across[1], b);
}

/* Of a square as large as its disc: shadows do not tell the difference. */
static struct vec random_sun(const struct world *world, struct sampler *sampler) {
    double side = world->sun_radius * sqrt(PI), a = side * (sampler_next(sampler) - 0.5);
    double b = side * (sampler_next(sampler) - 0.5);
    struct vec d = vec_along(world->to_sun, world->sun_across[0], a);
    return vec_unit(vec_along(d, world->sun_across[1], b));
}

static bool lamp_hidden(const struct world *world, const struct surface *s, const struct lamp *lamp,
                        struct sampler *sampler) {
    struct vec l = vec_sub(random_point(lamp, sampler), s->at);
    double length = sqrt(vec_dot(l, l));
    return world_blocks(world, s->at, vec_scale(l, 1 / length), length, s->what);
}

static struct vec from_lamp(const struct surface *s, const struct lamp *lamp) {
    struct vec l = vec_sub(lamp->at, s->at);
    double d2 = vec_dot(l, l);
    l = vec_scale(l, 1 / sqrt(d2));
    double facing = -vec_dot(l, lamp->facing);
    if (facing <= 0 || vec_dot(l, s->normal) <= 0) return vec(0, 0, 0);
    return vec_scale(vec_mul(reflected(s, l), lamp->power), facing / d2);
}

static struct vec from_sun(const struct world *world, const struct surface *s,
                           struct sampler *sampler, int *n_shadows) {
    struct vec to_sun = random_sun(world, sampler);
    if (vec_dot(world->to_sun, s->normal) <= 0) return vec(0, 0, 0);
    if (!world_blocks(world, s->at, to_sun, 1e9, s->what))
        return vec_mul(reflected(s, world->to_sun), world->sun);
    ++*n_shadows;
    return vec(0, 0, 0);
}

/* Of source `i`: the lamps, then the sun. */
static struct vec from_source(const struct world *world, const struct surface *s, int i,
                              struct sampler *sampler, int *n_shadows) {
    if (i == RENDER_N_LAMPS) return from_sun(world, s, sampler, n_shadows);
    if (!lamp_hidden(world, s, &world->lamps[i], sampler)) return from_lamp(s, &world->lamps[i]);
    ++*n_shadows;
    return vec(0, 0, 0);
}

static struct vec direct_light(const struct world *world, const struct surface *s,
                               struct sampler *sampler, int *n_shadows) {
    struct vec sum = vec(0, 0, 0);
    for (int i = 0; i <= RENDER_N_LAMPS; i++)
        sum = vec_add(sum, from_source(world, s, i, sampler, n_shadows));
    return sum;
}

/* The same by one of the sources at random, for what will be evened out. */
static struct vec direct_light_of_one(const struct world *world, const struct surface *s,
                                      struct sampler *sampler) {
    const int n = RENDER_N_LAMPS + 1;
    int n_shadows = 0, i = (int)(sampler_next(sampler) * n);
    return vec_scale(from_source(world, s, i, sampler, &n_shadows), n);
}

/* ---- light by way of other things --------------------------------------------------------------------- */

static struct vec radiance(const struct world *world, struct vec o, struct vec d, int from,
                           int bounces, bool see_lamps, struct sampler *sampler);

/* What the ground below sends up, where nobody looks closely. */
static struct vec estimate_around(const struct surface *s) {
    return vec_scale(s->color, s->what == GROUND ? 0.025 : 0.05 + 0.1 * (1 - s->normal.z));
}

static struct vec mirror(const struct world *world, const struct surface *s, double rough,
                         int bounces, struct sampler *sampler) {
    struct vec facet = rough > 0 ? random_facet(s->normal, rough, sampler) : s->normal;
    struct vec l = vec_reflect(s->to_eye, facet);
    if (vec_dot(l, s->normal) <= 0) return vec(0, 0, 0);
    return radiance(world, s->at, l, s->what, bounces + 1, rough == 0, sampler);
}

/* Where it is not looked at directly, one of the two mirrors will do. */
static struct vec metal_around(const struct world *world, const struct surface *s, int bounces,
                               struct sampler *sampler) {
    bool rough = sampler_next(sampler) < ROUGH_SHARE;
    return vec_mul(s->color, mirror(world, s, rough ? METAL_ROUGH : 0, bounces, sampler));
}

static struct vec rubber_around(const struct world *world, const struct surface *s,
                                struct sampler *sampler) {
    double coat = fresnel(fmax(0, vec_dot(s->normal, s->to_eye)), COAT_INDEX);
    if (sampler_next(sampler) < coat) return mirror(world, s, COAT_ROUGH, 0, sampler);
    struct vec l = random_diffuse(s->normal, sampler);
    return vec_mul(s->color, radiance(world, s->at, l, s->what, MAX_BOUNCES, false, sampler));
}

static struct vec light_around(const struct world *world, const struct surface *s, int bounces,
                               struct sampler *sampler) {
    if (s->what != GROUND && s->material == RENDER_METAL && bounces < MAX_BOUNCES)
        return metal_around(world, s, bounces, sampler);
    return estimate_around(s);
}

static struct surface surface_at(const struct world *world, const struct hit *hit, struct vec d) {
    struct surface s = {.at = hit->at, .normal = hit->normal, .to_eye = vec_scale(d, -1)};
    s.what = hit->what;
    s.color = vec(GROUND_ALBEDO, GROUND_ALBEDO, GROUND_ALBEDO);
    if (s.what == GROUND) return s;
    s.color = world->solids[s.what].color;
    s.material = world->solids[s.what].material;
    return s;
}

static struct vec radiance(const struct world *world, struct vec o, struct vec d, int from,
                           int bounces, bool see_lamps, struct sampler *sampler) {
    struct hit hit = world_hit(world, o, d, from);
    struct vec shine;
    int n_shadows = 0;
    if (see_lamps && world_shines(world, o, d, &hit, &shine)) return shine;
    if (hit.what == NOTHING) return vec(0, 0, 0);
    struct surface s = surface_at(world, &hit, d);
    struct vec light = see_lamps ? direct_light(world, &s, sampler, &n_shadows)
                                 : direct_light_of_one(world, &s, sampler);
    return vec_add(light, light_around(world, &s, bounces, sampler));
}

static void add_metal(const struct world *world, const struct surface *s, struct sampler *sampler,
                      struct shading *out) {
    struct vec sharp = mirror(world, s, 0, 0, sampler);
    struct vec rough = mirror(world, s, METAL_ROUGH, 0, sampler);
    out->crisp = vec_add(out->crisp, vec_scale(vec_mul(s->color, sharp), 1 - ROUGH_SHARE));
    out->soft = vec_scale(vec_mul(s->color, rough), ROUGH_SHARE);
}

struct shading shade_ray(const struct world *world, struct vec o, struct vec d, struct vec ground,
                         struct sampler *sampler) {
    struct hit hit = world_hit(world, o, d, NOTHING);
    struct shading out = {.what = hit.what, .normal = hit.normal};
    if (hit.what == NOTHING) return out;
    struct surface s = surface_at(world, &hit, d);
    out.crisp = direct_light(world, &s, sampler, &out.n_shadows);
    if (hit.what == GROUND) out.crisp = vec_add(out.crisp, vec_mul(s.color, ground));
    else if (s.material == RENDER_METAL) add_metal(world, &s, sampler, &out);
    else out.soft = rubber_around(world, &s, sampler);
    return out;
}

bool shade_plain_ground(const struct world *world, struct vec o, struct vec d, struct vec ground,
                        struct vec *out) {
    const double far = 100; /* further than any solid */
    struct hit hit = world_hit_ground(o, d);
    if (hit.what == NOTHING) return *out = vec(0, 0, 0), true;
    struct surface s = surface_at(world, &hit, d);
    struct vec sun = vec_along(s.at, world->to_sun, far);
    *out = vec_mul(s.color, ground);
    for (int i = 0; i < RENDER_N_LAMPS; i++) {
        const struct lamp *lamp = &world->lamps[i];
        if (world_may_hide(world, s.at, lamp->at, sqrt(lamp->area / 2), GROUND)) return false;
        *out = vec_add(*out, from_lamp(&s, lamp));
    }
    if (world_may_hide(world, s.at, sun, far * world->sun_radius, GROUND)) return false;
    if (vec_dot(world->to_sun, s.normal) > 0)
        *out = vec_add(*out, vec_mul(reflected(&s, world->to_sun), world->sun));
    return true;
}

struct vec shade_around(const struct world *world, struct vec at, struct vec normal, uint32_t n,
                        struct sampler *sampler) {
    struct vec sum = vec(0, 0, 0);
    for (sampler->index = 0; sampler->index < n; sampler->index++) {
        sampler->dimension = 0;
        struct vec l = random_diffuse(normal, sampler);
        sum = vec_add(sum, radiance(world, at, l, GROUND, MAX_BOUNCES, false, sampler));
    }
    return vec_scale(sum, 1.0 / n);
}
