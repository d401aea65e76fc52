/* The stage of CLEVR's base scene: camera, lamps, sun and backdrop stand where its file has them.
 *
 *          back □           sun ↓             The ground is flat around the objects and
 *                                        ╱    rises in a wide curve behind them. Beyond
 *   fill □      ▢  ○  ▯               ╱       it, and behind the camera, it is dark.
 *                          □ key  ╌╌╯
 *            ◁ camera                                                                        */
#include "generators/render/world.h"
#include "generators/render/shape.h"

#define PI     3.14159265358979323846
#define FOCAL  525.0 /* pixels of an image 480 wide */
#define WIDTH  480.0
#define HEIGHT 320.0

const struct vec render_camera_at = {7.4811, -6.5076, 5.3437};
const struct vec render_lamps_at[RENDER_N_LAMPS] = {
    {6.4467, -2.9052, 4.2584}, {-4.6711, -4.0136, 3.0112}, {-1.1685, 2.646, 5.8157}};

static const struct {
    double side, strength;
    struct vec color;
} lamp_kinds[RENDER_N_LAMPS] = {
    {0.5, 100, {1, 0.932, 0.817}}, {0.5, 30, {0.762, 0.818, 1}}, {1.0, 50, {1, 1, 1}}};

#define SUN_STRENGTH 0.45
#define SUN_RADIUS   0.1 /* at a distance of 1 */
/* The backdrop: the way its wall faces away from the objects; where the flat part ends, how far it
 * rises in its bend, its top, and its end on the one side that can be seen. */
#define AWAY_X -0.9033
#define AWAY_Y 0.4290
#define BEND   10.0
#define RISE   20.0
#define TOP    24.0
#define SIDE   26.6
static const struct vec sun_angles = {0.236, 0.4169, 0.0971}; /* Euler, around x, then y, then z */

/* ---- camera ----------------------------------------------------------------------------------- */

struct render_camera render_camera_from(struct vec at) {
    struct vec back = vec_unit(at), right = vec_unit(vec_cross(vec(0, 0, 1), back));
    return (struct render_camera){at, right, vec_cross(back, right), back};
}

struct vec render_project(const struct render_camera *camera, struct vec point) {
    struct vec p = vec_sub(point, camera->at);
    double depth = -vec_dot(p, camera->back);
    return vec(WIDTH / 2 + FOCAL * vec_dot(p, camera->right) / depth,
               HEIGHT / 2 - FOCAL * vec_dot(p, camera->up) / depth, depth);
}

/* ---- making it ---------------------------------------------------------------------------------- */

static struct solid make_solid(const struct render_object *object) {
    static const double reach2[] = {[RENDER_CUBE] = 3, [RENDER_SPHERE] = 1, [RENDER_CYLINDER] = 2};
    return (struct solid){.at = object->at,
                          .color = object->color,
                          .size = object->size,
                          .cosine = cos(object->rotation),
                          .sine = sin(object->rotation),
                          .reach2 = reach2[object->shape] * object->size * object->size,
                          .shape = object->shape,
                          .material = object->material};
}

static struct lamp make_lamp(struct vec at, int i) {
    struct lamp self = {.at = at, .facing = vec_scale(vec_unit(at), -1)};
    double half = lamp_kinds[i].side / 2;
    vec_frame(self.facing, &self.across[0], &self.across[1]);
    for (int k = 0; k < 2; k++) self.across[k] = vec_scale(self.across[k], half);
    self.area = 4 * half * half;
    self.power = vec_scale(lamp_kinds[i].color, lamp_kinds[i].strength / 4);
    return self;
}

/* The direction that a sun turned by these angles shines from. */
static struct vec sun_direction(struct vec a) {
    struct vec p = vec(0, -sin(a.x), cos(a.x)); /* (0, 0, 1) around x */
    p = vec(p.x * cos(a.y) + p.z * sin(a.y), p.y, p.z * cos(a.y) - p.x * sin(a.y));
    return vec(p.x * cos(a.z) - p.y * sin(a.z), p.x * sin(a.z) + p.y * cos(a.z), p.z);
}

void world_make(struct world *self, const struct render_scene *scene) {
    self->n = scene->n;
    for (uint32_t i = 0; i < scene->n; i++) self->solids[i] = make_solid(&scene->objects[i]);
    for (int i = 0; i < RENDER_N_LAMPS; i++) self->lamps[i] = make_lamp(scene->lamps[i], i);
    self->to_sun = sun_direction(sun_angles);
    self->sun = vec(SUN_STRENGTH, SUN_STRENGTH, SUN_STRENGTH);
    self->sun_radius = SUN_RADIUS;
    vec_frame(self->to_sun, &self->sun_across[0], &self->sun_across[1]);
}

/* ---- solids --------------------------------------------------------------------------------------- */

static bool may_meet(const struct solid *self, struct vec o, struct vec d) {
    struct vec c = vec_sub(self->at, o);
    double along = vec_dot(c, d), distance2 = vec_dot(c, c);
    return distance2 - along * along <= self->reach2 && along * fabs(along) > -self->reach2;
}

/* Turned and scaled to where the solid has size 1. */
static struct vec to_own(const struct solid *self, struct vec v) {
    double s = 1 / self->size;
    return vec((v.x * self->cosine + v.y * self->sine) * s,
               (v.y * self->cosine - v.x * self->sine) * s, v.z * s);
}

static struct vec from_own(const struct solid *self, struct vec v) {
    return vec(v.x * self->cosine - v.y * self->sine, v.x * self->sine + v.y * self->cosine, v.z);
}

static struct vec normal_of(const struct solid *self, struct vec at) {
    return from_own(self, shape_normal(self->shape, to_own(self, vec_sub(at, self->at))));
}

static int nearest(const struct world *self, struct vec o, struct vec d, int from, double *t) {
    int best = NOTHING;
    for (int i = 0; i < (int)self->n; i++) {
        const struct solid *solid = &self->solids[i];
        double here;
        if (i == from || !may_meet(solid, o, d)) continue;
        if (shape_hit(solid->shape, to_own(solid, vec_sub(o, solid->at)), to_own(solid, d),
                      &here) &&
            here < *t)
            best = i, *t = here;
    }
    return best;
}

int world_solid(const struct world *self, struct vec o, struct vec d) {
    double t = 1e9;
    return nearest(self, o, d, NOTHING, &t);
}

bool world_blocks(const struct world *self, struct vec o, struct vec d, double before, int from) {
    for (int i = 0; i < (int)self->n; i++) {
        const struct solid *solid = &self->solids[i];
        if (i == from || !may_meet(solid, o, d)) continue;
        if (shape_blocks(solid->shape, to_own(solid, vec_sub(o, solid->at)), to_own(solid, d),
                         before))
            return true;
    }
    return false;
}

/* The cone from `o` to the light, at each solid: how far the solid's middle is from its axis. */
bool world_may_hide(const struct world *self, struct vec o, struct vec light, double radius,
                    int from) {
    struct vec l = vec_sub(light, o);
    double length = sqrt(vec_dot(l, l)), spread = radius / length;
    l = vec_scale(l, 1 / length);
    for (int i = 0; i < (int)self->n; i++) {
        struct vec c = vec_sub(self->solids[i].at, o);
        double reach = sqrt(self->solids[i].reach2), along = vec_dot(c, l);
        double limit = reach + (along + reach) * spread;
        if (i == from || along < -reach || along > length + reach) continue;
        if (vec_dot(c, c) - along * along <= limit * limit) return true;
    }
    return false;
}

/* ---- ground and lamps --------------------------------------------------------------------------------- */

/* Away from the camera, and across: the backdrop is straight along that. */
static double away(struct vec v) {
    return v.x * AWAY_X + v.y * AWAY_Y;
}

static double across(struct vec v) {
    return v.x * -AWAY_Y + v.y * AWAY_X;
}

static bool hit_flat(struct vec o, struct vec d, double *t) {
    if (d.z >= -1e-9 || o.z <= 1e-9) return false;
    *t = -o.z / d.z;
    return away(o) + *t * away(d) <= BEND;
}

/* A quarter of a pipe that lies along the end of the flat part, then straight up. */
static bool hit_bend(struct vec o, struct vec d, double *t) {
    double w = away(o) - BEND, z = o.z - RISE, dw = away(d), dz = d.z;
    double a = dw * dw + dz * dz, b = w * dw + z * dz, c = w * w + z * z - RISE * RISE;
    if (dw <= 1e-9 || a < 1e-9 || b * b - a * c < 0) return false;
    *t = (-b + sqrt(b * b - a * c)) / a;
    if (z + *t * dz > 0) *t = (RISE - w) / dw;
    if (*t <= 1e-6 || w + *t * dw < 0) return false;
    return z + *t * dz < TOP - RISE && across(o) + *t * across(d) < SIDE;
}

static struct vec bend_normal(struct vec at) {
    double w = away(at) - BEND, z = at.z - RISE;
    if (z > 0) return vec(-AWAY_X, -AWAY_Y, 0);
    return vec_unit(vec(-w * AWAY_X, -w * AWAY_Y, -z));
}

static bool hit_ground(struct vec o, struct vec d, struct hit *out) {
    double t;
    bool flat = hit_flat(o, d, &t);
    if ((!flat && !hit_bend(o, d, &t)) || t >= out->t) return false;
    out->t = t;
    out->what = GROUND;
    out->at = vec_along(o, d, t);
    out->normal = flat ? vec(0, 0, 1) : bend_normal(out->at);
    return true;
}

struct hit world_hit(const struct world *self, struct vec o, struct vec d, int from) {
    struct hit out = {.what = NOTHING, .t = 1e9};
    out.what = nearest(self, o, d, from, &out.t);
    if (hit_ground(o, d, &out) || out.what == NOTHING) return out;
    out.at = vec_along(o, d, out.t);
    out.normal = normal_of(&self->solids[out.what], out.at);
    return out;
}

struct hit world_hit_ground(struct vec o, struct vec d) {
    struct hit out = {.what = NOTHING, .t = 1e9};
    hit_ground(o, d, &out);
    return out;
}

/* Does it end at the lamp's bright side before t = `before`? */
static bool at_lamp(const struct lamp *lamp, struct vec o, struct vec d, double before) {
    double slope = vec_dot(d, lamp->facing), half2 = lamp->area / 4;
    if (slope >= 0) return false;
    double t = vec_dot(vec_sub(lamp->at, o), lamp->facing) / slope;
    if (t <= 0 || t >= before) return false;
    struct vec p = vec_sub(vec_along(o, d, t), lamp->at);
    return fabs(vec_dot(p, lamp->across[0])) <= half2 && fabs(vec_dot(p, lamp->across[1])) <= half2;
}

bool world_shines(const struct world *self, struct vec o, struct vec d, const struct hit *hit,
                  struct vec *out) {
    for (int i = 0; i < RENDER_N_LAMPS; i++) {
        const struct lamp *lamp = &self->lamps[i];
        *out = vec_scale(lamp->power, 1 / lamp->area);
        if (at_lamp(lamp, o, d, hit->t)) return true;
    }
    double cosine = vec_dot(d, self->to_sun), r2 = self->sun_radius * self->sun_radius;
    *out = vec_scale(self->sun, 1 / (PI * r2));
    return hit->what == NOTHING && cosine > 0 && 1 / (cosine * cosine) - 1 < r2;
}
