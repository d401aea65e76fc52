/* A scene as it stands in a picture: seen from above, what is left is left, and what is in
 * front is below.
 *
 *     3d_coords ─▶ along right and front ─▶ scaled to fit ─▶ pushed apart ─▶ x, y, r
 *                  (a grid where nobody                      until all can
 *                   knows where objects are)                 be seen
 *
 * Nothing here trusts the numbers of a file: all may be the same, or as large as floats are. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "show/draw.h"

#define MANY    40    /* objects: their numbers stand on them */
#define CROWD   12.0  /* objects that a picture has room for before it grows */
#define RADIUS  0.082 /* of a large object, in heights of the picture */
#define ROUNDS  120   /* of pushing */
#define MARGIN  0.075 /* of the height */
#define EDGE    22.0  /* pixels: room for what stands at the edges */
#define BETWEEN 7.0   /* pixels between two objects */
#define ENOUGH  7.0   /* pixels around a number */
#define FAINT   0.2   /* less sure arrows are not drawn */

/* ---- what they look like ----------------------------------------------------------------- */

static bool is_one_of(const char *value, const char *const *names) {
    for (; value && *names; names++)
        if (!strcasecmp(value, *names)) return true;
    return false;
}

static const char *const cubes[] = {"cube", "block", "box", "square", NULL};
static const char *const spheres[] = {"sphere", "ball", "circle", NULL};
static const char *const cylinders[] = {"cylinder", "can", NULL};
static const char *const triangles[] = {"triangle", "cone", "pyramid", NULL};
static const char *const metals[] = {"metal", "metallic", "shiny", "steel", NULL};
static const char *const larges[] = {"large", "big", "huge", NULL};
static const char *const smalls[] = {"small", "tiny", "little", NULL};

/* The value that says what sort of thing it is. */
static const char *kind_of(const g2l2_scenes *scenes, size_t scene, uint32_t object) {
    static const char *const names[] = {"shape", "kind", "type", "category", "name"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = scenes_value_of(scenes, scene, object, names[i]);
        if (value) return value;
    }
    return NULL;
}

static void set_initial(struct prop *prop, const char *kind) {
    const char *end = kind;
    uint32_t g = glyph_next(&end);
    size_t n = (size_t)(end - kind);
    if (g == GLYPH_WRONG || g == ' ' || n >= sizeof prop->initial) return;
    memcpy(prop->initial, kind, n);
    if (g >= 'a' && g <= 'z') prop->initial[0] = (char)(g - 32);
}

struct rgb object_color(const g2l2_scenes *scenes, size_t scene, uint32_t object) {
    const char *color = scenes_value_of(scenes, scene, object, "color");
    if (!color) color = scenes_value_of(scenes, scene, object, "colour");
    return palette_of(color ? color : kind_of(scenes, scene, object));
}

static void set_looks(struct prop *prop, const g2l2_scenes *scenes, size_t scene, uint32_t object) {
    const char *kind = kind_of(scenes, scene, object);
    prop->shape = is_one_of(kind, cubes)       ? PROP_CUBE
                  : is_one_of(kind, spheres)   ? PROP_SPHERE
                  : is_one_of(kind, cylinders) ? PROP_CYLINDER
                  : is_one_of(kind, triangles) ? PROP_TRIANGLE
                                               : PROP_OTHER;
    prop->color = object_color(scenes, scene, object);
    prop->metal = is_one_of(scenes_value_of(scenes, scene, object, "material"), metals);
    if (kind) set_initial(prop, kind);
}

/* ---- how large ------------------------------------------------------------------------------ */

static void range_of_sizes(const g2l2_scenes *scenes, size_t scene, uint32_t n, double range[2]) {
    double size;
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (uint32_t i = 0; i < n; i++) {
        if (!scenes_number_of(scenes, scene, i, "size", &size)) continue;
        range[0] = fmin(range[0], size);
        range[1] = fmax(range[1], size);
    }
}

/* Between 0 and 1. */
static double size_of(const g2l2_scenes *scenes, size_t scene, uint32_t object,
                      const double range[2]) {
    const char *text = scenes_value_of(scenes, scene, object, "size");
    double size;
    if (is_one_of(text, larges)) return 1;
    if (is_one_of(text, smalls)) return 0.62;
    if (!scenes_number_of(scenes, scene, object, "size", &size) || !(range[1] > range[0]))
        return 0.8;
    return 0.55 + 0.45 * (size - range[0]) / (range[1] - range[0]);
}

/* ---- where they are --------------------------------------------------------------------------- */

static void lay_in_rows(struct stage *stage) {
    double edge = MARGIN * stage->height;
    double w = stage->width - 2 * edge, h = stage->height - 2 * edge;
    uint32_t columns = (uint32_t)ceil(sqrt(stage->n * w / h));
    if (columns > stage->n) columns = stage->n;
    uint32_t rows = columns ? (stage->n + columns - 1) / columns : 0;
    for (uint32_t i = 0; i < stage->n; i++) {
        stage->props[i].x = edge + w * (i % columns + 0.5) / columns;
        stage->props[i].y = edge + h * (i / columns + 0.5) / rows;
    }
}

static void look_from_above(struct stage *stage, const g2l2_scenes *scenes, size_t scene) {
    struct scene_view view;
    double at[3];
    stage->has_view = scenes_view(scenes, scene, &view);
    stage->has_positions = stage->n > 0;
    for (uint32_t i = 0; i < stage->n; i++) {
        stage->has_positions &= scenes_position(scenes, scene, i, at);
        stage->props[i].x = at[0] * view.right[0] + at[1] * view.right[1];
        stage->props[i].y = at[0] * view.front[0] + at[1] * view.front[1];
    }
    stage->has_view &= stage->has_positions;
}

/* The same scale both ways, and the middle in the middle. */
static void fit(struct stage *stage) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < stage->n; i++) {
        const struct prop *prop = &stage->props[i];
        low[0] = fmin(low[0], prop->x);
        low[1] = fmin(low[1], prop->y);
        high[0] = fmax(high[0], prop->x);
        high[1] = fmax(high[1], prop->y);
    }
    double edge = fmax(MARGIN * stage->height, EDGE) + RADIUS * stage->height;
    double w = stage->width - 2 * edge, h = stage->height - 2 * edge;
    double scale = fmin(w / fmax(high[0] - low[0], 1e-9), h / fmax(high[1] - low[1], 1e-9));
    for (uint32_t i = 0; i < stage->n; i++) {
        struct prop *prop = &stage->props[i];
        prop->x = stage->width / 2 + scale * (prop->x - (low[0] + high[0]) / 2);
        prop->y = stage->height / 2 + scale * (prop->y - (low[1] + high[1]) / 2);
    }
}

static double within(double value, double low, double high) {
    return value > low ? value < high ? value : high : low; /* NaN is low */
}

static void keep_inside(struct stage *stage) {
    for (uint32_t i = 0; i < stage->n; i++) {
        struct prop *prop = &stage->props[i];
        double edge = prop->r + EDGE;
        prop->x = within(prop->x, edge, stage->width - edge);
        prop->y = within(prop->y, edge, stage->height - edge);
    }
}

/* True if they were too near. Those in one place part in a direction of their own. */
static bool push(struct prop *a, struct prop *b, uint32_t which) {
    double needed = a->r + b->r + BETWEEN, dx = b->x - a->x, dy = b->y - a->y;
    double distance = hypot(dx, dy), by = (needed - distance) / 2 + 0.1;
    if (distance >= needed) return false;
    if (distance < 1e-3) {
        dx = cos(which * 2.4);
        dy = sin(which * 2.4);
        distance = 1;
    }
    a->x -= by * dx / distance;
    a->y -= by * dy / distance;
    b->x += by * dx / distance;
    b->y += by * dy / distance;
    return true;
}

static void push_apart(struct stage *stage) {
    bool moved = true;
    for (int round = 0; round < ROUNDS && moved; round++) {
        keep_inside(stage);
        moved = false;
        for (uint32_t i = 0; i < stage->n; i++)
            for (uint32_t j = i + 1; j < stage->n; j++)
                moved |= push(&stage->props[i], &stage->props[j], i + j);
    }
    keep_inside(stage);
}

/* How far a number there is from all other objects, and from the numbers before it. */
static double room_at(const struct stage *stage, uint32_t object, double x, double y) {
    double room = fmin(fmin(x, stage->width - x), fmin(y, stage->height - y)) - 4;
    for (uint32_t i = 0; i < stage->n; i++) {
        const struct prop *prop = &stage->props[i];
        if (i != object) room = fmin(room, hypot(prop->x - x, prop->y - y) - prop->r);
        if (i < object) room = fmin(room, hypot(prop->number[0] - x, prop->number[1] - y) - 6);
    }
    return room;
}

/* At the upper right, or at the first of its sides where nothing is in the way; in a crowd
 * there is no such side. */
static void place_numbers(struct stage *stage) {
    static const double sides[][2] = {{.78, -.7}, {-.78, -.7}, {.78, .7},
                                      {-.78, .7}, {1, 0},      {-1, 0}};
    stage->numbers_inside = stage->n > MANY;
    for (uint32_t i = 0; i < stage->n; i++) {
        struct prop *prop = &stage->props[i];
        prop->number[0] = prop->x;
        prop->number[1] = prop->y;
        if (stage->numbers_inside) continue;
        double best = -INFINITY, away = prop->r + (i < 9 ? 7 : i < 99 ? 10 : 13);
        for (size_t k = 0; k < sizeof sides / sizeof sides[0] && best < ENOUGH; k++) {
            double x = prop->x + away * sides[k][0], y = prop->y + away * sides[k][1];
            double room = room_at(stage, i, x, y);
            if (room <= best) continue;
            best = room;
            prop->number[0] = x;
            prop->number[1] = y;
        }
    }
}

static void sort_by_depth(struct stage *stage) {
    for (uint32_t i = 0; i < stage->n; i++) {
        uint32_t at = i;
        for (; at && stage->props[stage->order[at - 1]].y > stage->props[i].y; at--)
            stage->order[at] = stage->order[at - 1];
        stage->order[at] = i;
    }
}

struct stage stage_make(struct arena *arena, const g2l2_scenes *scenes, size_t scene, double width,
                        double height) {
    uint32_t n = scenes_n_objects(scenes, scene);
    double grow = n > CROWD ? sqrt(n / CROWD) : 1, range[2];
    struct stage stage = {.n = n, .width = round(width * grow), .height = round(height * grow)};
    stage.props = arena_zalloc(arena, (n + 1) * sizeof *stage.props);
    stage.order = arena_array(arena, uint32_t, n + 1);
    range_of_sizes(scenes, scene, n, range);
    for (uint32_t i = 0; i < n; i++) {
        set_looks(&stage.props[i], scenes, scene, i);
        stage.props[i].r = RADIUS * height * size_of(scenes, scene, i, range);
    }
    look_from_above(&stage, scenes, scene);
    if (stage.has_positions) fit(&stage);
    else lay_in_rows(&stage);
    push_apart(&stage);
    place_numbers(&stage);
    sort_by_depth(&stage);
    return stage;
}

/* ---- in a photo --------------------------------------------------------------------------------- */

/* At the upper left corner, inside where it would leave the photo. */
static void lay_in_box(struct stage *stage, struct prop *prop, const double box[4], double scale) {
    double left = within(box[0] * scale, 0, stage->width),
           top = within(box[1] * scale, 0, stage->height);
    double right = within(box[2] * scale, left + 1, stage->width + 1),
           bottom = within(box[3] * scale, top + 1, stage->height + 1);
    const double sides[] = {left, top, right - left, bottom - top};
    memcpy(prop->box, sides, sizeof sides);
    prop->x = (left + right) / 2;
    prop->y = (top + bottom) / 2;
    prop->r = fmin(right - left, bottom - top) / 2;
    prop->number[0] = within(left, 10, stage->width - 10);
    prop->number[1] = within(top - 6, 9, stage->height - 9);
}

bool stage_in_photo(struct arena *arena, const g2l2_scenes *scenes, size_t scene, double width,
                    double height, double pixels, struct stage *out) {
    uint32_t n = scenes_n_objects(scenes, scene);
    double box[4];
    *out = (struct stage){.n = n, .width = width, .height = height};
    out->props = arena_zalloc(arena, (n + 1) * sizeof *out->props);
    out->order = arena_array(arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (!scenes_box(scenes, scene, i, box)) return false;
        set_looks(&out->props[i], scenes, scene, i);
        lay_in_box(out, &out->props[i], box, width / pixels);
    }
    sort_by_depth(out);
    return true;
}

/* ---- arrows -------------------------------------------------------------------------------------- */

static uint32_t insert(struct stage_arrow *all, uint32_t n, uint32_t most,
                       struct stage_arrow arrow) {
    uint32_t at = n < most ? n : most - 1;
    if (n == most && arrow.sure <= all[most - 1].sure) return n;
    for (; at && all[at - 1].sure < arrow.sure; at--) all[at] = all[at - 1];
    all[at] = arrow;
    return n < most ? n + 1 : n;
}

uint32_t stage_arrows(const struct stage *stage, const struct show_marks *marks, uint32_t most,
                      struct stage_arrow *out) {
    uint32_t n = 0;
    if (!marks || !marks->objects || !marks->from || !most) return 0;
    for (uint32_t i = 0; i < stage->n; i++)
        for (uint32_t j = 0; j < stage->n; j++) {
            double sure = share_of(marks->from[i]) * share_of(marks->objects[j]);
            if (i == j || sure < FAINT) continue;
            n = insert(out, n, most, (struct stage_arrow){i, j, sure});
        }
    return n;
}
