/* Looking at the images of scenes: boxes, regions, features, objects. See sight.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sight/gallery.h"
#include "sight/sight.h"

#define MAX_REGIONS ((size_t)1 << 20) /* 3 GB of pixels */

void looked_free(struct looked *self) {
    free(self->first);
    free(self->regions);
    free(self->boxes);
    free(self->views);
    *self = (struct looked){0};
}

/* ---- one image ---------------------------------------------------------------------------------------- */

/* Of one run. */
struct looking {
    const g2l2_scenes *scenes;
    const char *images;
    g2l2_detector *detector;
    const struct look_boxes *found; /* or NULL */
    struct look_views views;
    struct rng rng;
    size_t cap;
    struct looked *out;
};

static bool make_views(struct looked *self, size_t n) {
    if (!self->n_views) return true;
    struct region *views = realloc(self->views, n * self->n_views * sizeof *views);
    if (views) self->views = views;
    return views;
}

static g2l2_status make_room(struct looking *l, size_t more, g2l2_error *err) {
    struct looked *self = l->out;
    size_t n = self->n_regions + more, most = MAX_REGIONS / (1 + self->n_views);
    if (n > most)
        return err_set(err, G2L2_STATUS_LIMIT, 0, 0, "more than %zu objects in all images", most);
    if (n <= l->cap) return G2L2_STATUS_OK;
    size_t wider = n < 1024 ? 1024 : 2 * n;
    struct region *regions = realloc(self->regions, wider * sizeof *regions);
    if (regions) self->regions = regions;
    float *boxes = realloc(self->boxes, wider * 4 * sizeof *boxes);
    if (boxes) self->boxes = boxes;
    if (!regions || !boxes || !make_views(self, wider))
        return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    l->cap = wider;
    return G2L2_STATUS_OK;
}

/* Within the image, and a pixel large at least. */
static void put_box(const g2l2_image *image, const float *box, float *out) {
    float w = (float)image->width, h = (float)image->height;
    out[0] = fminf(fmaxf(fminf(box[0], box[2]), 0), w - 1);
    out[1] = fminf(fmaxf(fminf(box[1], box[3]), 0), h - 1);
    out[2] = fminf(fmaxf(fmaxf(box[0], box[2]), out[0] + 1), w);
    out[3] = fminf(fmaxf(fmaxf(box[1], box[3]), out[1] + 1), h);
}

/* Boxes of one image. */
struct boxes {
    const float *at; /* [n, 4] */
    size_t n;
};

/* The object whose regions are taken. */
struct taken {
    const g2l2_image *image;
    float context[REGION_CONTEXT];
    struct boxes boxes, found; /* of all objects; where they are given, what a detector finds */
    size_t i;                  /* its number */
};

static void take_region(const struct taken *t, const float *box, struct region *out) {
    region_take(t->image, box, t->context, out);
    region_cover(out, box, t->boxes.at, t->boxes.n, t->i);
}

static void take_view(struct looking *l, const struct taken *t, const float *box, double jitter,
                      struct region *out) {
    float moved[4], within[4];
    for (int k = 0; k < 4; k++)
        moved[k] = box[k] + (float)(jitter * rng_normal(&l->rng)) * (box[2 + k % 2] - box[k % 2]);
    put_box(t->image, moved, within);
    take_region(t, within, out);
    if (rng_uniform(&l->rng) < l->views.mirror) region_mirror(out);
}

static float overlap(const float *a, const float *b) {
    const g2l2_box one = {a[0], a[1], a[2], a[3], 0}, other = {b[0], b[1], b[2], b[3], 0};
    return (float)box_overlap(&one, &other);
}

/* Of those that are found, the one that is most like a box that is given; itself if none is. */
static const float *found_like(const struct boxes *found, const float *box) {
    const float *best = box;
    float most = 0.5f;
    for (size_t i = 0; i < found->n; i++) {
        float share = overlap(found->at + 4 * i, box);
        if (share > most) {
            most = share;
            best = found->at + 4 * i;
        }
    }
    return best;
}

/* The first half of the views are around the box that is found, if any is like the one given; the
 * first is just that box. */
static void take_views(struct looking *l, const struct taken *t, const float *box) {
    struct looked *self = l->out;
    if (!self->n_views) return;
    const float *like = found_like(&t->found, box);
    struct region *out = self->views + self->n_regions * self->n_views;
    for (size_t k = 0; k < self->n_views; k++)
        take_view(l, t, 2 * k < self->n_views ? like : box, k ? l->views.jitter : 0, &out[k]);
}

static void take_regions(struct looking *l, const g2l2_image *image, struct boxes boxes,
                         struct boxes found) {
    struct looked *self = l->out;
    struct taken t = {.image = image, .boxes = boxes, .found = found};
    region_context(image, t.context);
    for (; t.i < boxes.n; t.i++) {
        float *box = self->boxes + 4 * self->n_regions;
        put_box(image, boxes.at + 4 * t.i, box);
        take_views(l, &t, box);
        take_region(&t, box, &self->regions[self->n_regions++]);
    }
}

/* From left to right: an order that does not depend on how sure the detector is. */
static int by_place(const void *a, const void *b) {
    const float *x = a, *y = b;
    for (int k = 0; k < 4; k++)
        if (x[k] != y[k]) return x[k] < y[k] ? -1 : 1;
    return 0;
}

static void detect(g2l2_detector *detector, const g2l2_image *image, struct look_boxes *out) {
    const g2l2_box *boxes;
    out->n = (uint32_t)g2l2_detector_find(detector, image, &boxes);
    for (size_t i = 0; i < out->n; i++) {
        const float box[4] = {boxes[i].x0, boxes[i].y0, boxes[i].x1, boxes[i].y1};
        memcpy(out->at + 4 * i, box, sizeof box);
    }
    qsort(out->at, out->n, 4 * sizeof *out->at, by_place);
}

void look_find(const g2l2_scenes *scenes, size_t i, const char *images, g2l2_detector *detector,
               struct look_boxes *out) {
    g2l2_image *image = NULL;
    out->n = 0;
    if (!gallery_open(scenes, i, images, &image, NULL)) detect(detector, image, out);
    g2l2_image_free(image);
}

static g2l2_status need_boxes(const g2l2_scenes *scenes, size_t i, g2l2_error *err) {
    const struct stored *scene = &scenes->stored.at[i];
    if (scene->boxes || (!scene->n_objects && scene->view)) return G2L2_STATUS_OK;
    return err_set(err, G2L2_STATUS_DATA, 0, 0,
                   "scene %zu has no boxes; read scenes whose objects have \"bbox\", or find them "
                   "(--boxes detected)",
                   i);
}

static g2l2_status look_at_one(struct looking *l, size_t i, g2l2_error *err) {
    g2l2_image *image = NULL;
    const struct stored *scene = &l->scenes->stored.at[i];
    struct look_boxes found = {0};
    g2l2_status status = l->detector ? G2L2_STATUS_OK : need_boxes(l->scenes, i, err);
    if (!status) status = gallery_open(l->scenes, i, l->images, &image, err);
    if (status) return status;
    g2l2_detector *finder = l->detector ? l->detector : l->views.finder;
    if (finder && !l->found) detect(finder, image, &found);
    const struct look_boxes *boxes = finder && l->found ? &l->found[i] : &found;
    struct boxes given = {scene->boxes, scene->n_objects}, others = {boxes->at, boxes->n};
    if (l->detector) given = others;
    status = make_room(l, given.n, err);
    if (!status) take_regions(l, image, given, others);
    g2l2_image_free(image);
    return status;
}

/* ---- all of them -------------------------------------------------------------------------------------- */

bool *look_wanted(const g2l2_scenes *scenes, const g2l2_dataset *data) {
    bool *out = calloc((size_t)scenes->stored.n + 1, sizeof *out);
    for (size_t i = 0; out && !data && i < scenes->stored.n; i++) out[i] = true;
    for (size_t i = 0; out && data && i < g2l2_dataset_count(data); i++) {
        size_t scene = g2l2_dataset_get(data, i).scene;
        if (scene < scenes->stored.n) out[scene] = true;
    }
    return out;
}

/* One image cannot be read: say how many others cannot, so that they are mended at once. */
static void count_others(const struct looking *l, const bool *wanted, size_t from,
                         g2l2_error *err) {
    size_t n = 0, length = err ? strlen(err->message) : 0;
    for (size_t i = from; err && i < l->scenes->stored.n; i++) {
        g2l2_image *image = NULL;
        n += wanted[i] && gallery_open(l->scenes, i, l->images, &image, NULL) != G2L2_STATUS_OK;
        g2l2_image_free(image);
    }
    if (n)
        snprintf(err->message + length, sizeof err->message - length,
                 " (and %zu other image%s cannot be read)", n, n > 1 ? "s" : "");
}

g2l2_status look_at(const g2l2_scenes *scenes, const g2l2_dataset *data, const char *images,
                    g2l2_detector *detector, const struct look_boxes *found,
                    const struct look_views *views, struct looked *out, g2l2_error *err) {
    bool *wanted = look_wanted(scenes, data);
    struct looking l = {
        .scenes = scenes, .images = images, .detector = detector, .found = found, .out = out};
    if (views) l.views = *views;
    rng_seed(&l.rng, l.views.seed);
    *out = (struct looked){.n_scenes = scenes->stored.n, .n_views = l.views.n};
    out->first = calloc(out->n_scenes + 1, sizeof *out->first);
    g2l2_status status = wanted && out->first
                             ? G2L2_STATUS_OK
                             : err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    for (size_t i = 0; i < out->n_scenes && !status; i++) {
        if (wanted[i]) status = look_at_one(&l, i, err);
        if (!status) out->first[i + 1] = out->n_regions;
        else if (status == G2L2_STATUS_FORMAT || status == G2L2_STATUS_IO)
            count_others(&l, wanted, i + 1, err);
    }
    free(wanted);
    if (status) looked_free(out);
    return status;
}

#define BLOCK 16u /* regions that are mirrored at a time */

static void measure(const struct sight *sight, const struct region *regions, size_t n, float *out) {
    for (size_t i = 0; i < n; i++)
        compact_measure(&sight->compact, &regions[i], out + i * COMPACT_SIZE);
    if (sight->encoder) encoder_run(sight->encoder, regions, n, COMPACT_SIZE, out);
}

/* In the middle of what is said of the regions and of their mirror images: the encoder has learned
 * from both. */
static void add_mirrored(const struct sight *sight, const struct region *regions, size_t n,
                         float *out) {
    struct region mirrored[BLOCK] = {0};
    float other[BLOCK * COMPACT_SIZE];
    for (size_t i = 0; i < n; i++) {
        mirrored[i] = regions[i];
        region_mirror(&mirrored[i]);
    }
    measure(sight, mirrored, n, other);
    for (size_t i = 0; i < n * COMPACT_SIZE; i++) out[i] = (out[i] + other[i]) / 2;
}

void look_measure(const struct looked *self, const struct sight *sight, float *out) {
    measure(sight, self->regions, self->n_regions, out);
    for (size_t i = 0; sight->encoder && i < self->n_regions; i += BLOCK)
        add_mirrored(sight, self->regions + i,
                     self->n_regions - i < BLOCK ? self->n_regions - i : BLOCK,
                     out + i * COMPACT_SIZE);
}

void look_measure_views(const struct looked *self, const struct sight *sight, float *out) {
    for (size_t i = 0; i < self->n_regions * self->n_views; i++)
        compact_measure(&sight->compact, &self->views[i], out + i * COMPACT_SIZE);
}

/* ---- as objects of scenes --------------------------------------------------------------------------------- */

static g2l2_status replace_guarded(const struct looked *self, const float *features,
                                   g2l2_scenes *scenes, g2l2_error *err) {
    if (guard_try(&scenes->guard, err)) {
        scenes->n_given = COMPACT_SIZE;
        scenes->has_objects = true;
        for (uint32_t i = 0; i < self->n_scenes; i++) {
            size_t first = self->first[i], n = self->first[i + 1] - first;
            scenes_replace(scenes, i, (uint32_t)n, self->boxes + 4 * first,
                           features + first * COMPACT_SIZE);
        }
    }
    return scenes->guard.status;
}

g2l2_status look_show(const struct looked *self, const struct sight *sight, const float *features,
                      g2l2_scenes *scenes, g2l2_error *err) {
    char *text;
    g2l2_status status = sight_write(sight, &text, err);
    if (!status) status = replace_guarded(self, features, scenes, err);
    if (!status) {
        free(scenes->sight);
        scenes->sight = text;
        return g2l2_scenes_encode(scenes, NULL, err);
    }
    free(text);
    return status;
}

/* ---- which boxes ------------------------------------------------------------------------------------------- */

static bool has_boxes(const g2l2_scenes *scenes) {
    for (size_t i = 0; i < scenes->stored.n; i++)
        if (scenes->stored.at[i].boxes) return true;
    return false;
}

bool look_is_given(const g2l2_scenes *scenes, const g2l2_sight_options *options) {
    return options->boxes ? !strcmp(options->boxes, "given") : has_boxes(scenes);
}

static g2l2_status look_for(g2l2_scenes *scenes, const g2l2_dataset *data, struct sight *sight,
                            const g2l2_sight_options *options, g2l2_error *err) {
    struct looked looked;
    bool given = look_is_given(scenes, options);
    if (!given && !sight->detector)
        return err_set(err, G2L2_STATUS_DATA, 0, 0,
                       "the model has no detector, so the scenes must have boxes (\"bbox\")");
    g2l2_status status = look_at(scenes, data, options->images, given ? NULL : sight->detector,
                                 NULL, NULL, &looked, err);
    if (status) return status;
    float *features = malloc((looked.n_regions + 1) * COMPACT_SIZE * sizeof *features);
    if (!features) status = err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    if (!status) look_measure(&looked, sight, features);
    if (!status) status = look_show(&looked, sight, features, scenes, err);
    free(features);
    looked_free(&looked);
    return status ? status : g2l2_scenes_set_images(scenes, options->images, err);
}

g2l2_status g2l2_scenes_look_for(g2l2_scenes *self, const g2l2_dataset *data,
                                 const g2l2_model *model, const g2l2_sight_options *options,
                                 g2l2_error *err) {
    struct sight sight;
    const g2l2_sight_options usual = {0};
    const char *text = g2l2_model_features(model);
    g2l2_status status = sight_parse(text ? text : "", &sight, err);
    if (!status) status = look_for(self, data, &sight, options ? options : &usual, err);
    sight_free(&sight);
    return status;
}
