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
    *self = (struct looked){0};
}

/* ---- one image ---------------------------------------------------------------------------------------- */

static g2l2_status make_room(struct looked *self, size_t *cap, size_t more, g2l2_error *err) {
    size_t n = self->n_regions + more;
    if (n > MAX_REGIONS)
        return err_set(err, G2L2_STATUS_LIMIT, 0, 0, "more than %zu objects in all images",
                       MAX_REGIONS);
    if (n <= *cap) return G2L2_STATUS_OK;
    size_t wider = n < 1024 ? 1024 : 2 * n;
    struct region *regions = realloc(self->regions, wider * sizeof *regions);
    if (regions) self->regions = regions;
    float *boxes = realloc(self->boxes, wider * 4 * sizeof *boxes);
    if (boxes) self->boxes = boxes;
    if (!regions || !boxes) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    *cap = wider;
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

static void take_regions(struct looked *self, const g2l2_image *image, const float *boxes,
                         size_t n) {
    float context[REGION_CONTEXT];
    region_context(image, context);
    for (size_t i = 0; i < n; i++) {
        float *box = self->boxes + 4 * self->n_regions;
        put_box(image, boxes + 4 * i, box);
        region_take(image, box, context, &self->regions[self->n_regions++]);
    }
}

/* From left to right: an order that does not depend on how sure the detector is. */
static int by_place(const void *a, const void *b) {
    const float *x = a, *y = b;
    for (int k = 0; k < 4; k++)
        if (x[k] != y[k]) return x[k] < y[k] ? -1 : 1;
    return 0;
}

static size_t detect(g2l2_detector *detector, const g2l2_image *image, float *out) {
    const g2l2_box *boxes;
    size_t n = g2l2_detector_find(detector, image, &boxes);
    for (size_t i = 0; i < n; i++) {
        const float box[4] = {boxes[i].x0, boxes[i].y0, boxes[i].x1, boxes[i].y1};
        memcpy(out + 4 * i, box, sizeof box);
    }
    qsort(out, n, 4 * sizeof *out, by_place);
    return n;
}

static g2l2_status need_boxes(const g2l2_scenes *scenes, size_t i, g2l2_error *err) {
    const struct stored *scene = &scenes->stored.at[i];
    if (scene->boxes || (!scene->n_objects && scene->view)) return G2L2_STATUS_OK;
    return err_set(err, G2L2_STATUS_DATA, 0, 0,
                   "scene %zu has no boxes; read scenes whose objects have \"bbox\", or find them "
                   "(--boxes detected)",
                   i);
}

static g2l2_status look_at_one(struct looked *self, size_t *cap, const g2l2_scenes *scenes,
                               size_t i, const char *images, g2l2_detector *detector,
                               g2l2_error *err) {
    g2l2_image *image = NULL;
    const struct stored *scene = &scenes->stored.at[i];
    float found[4 * DETECTOR_MAX];
    g2l2_status status = detector ? G2L2_STATUS_OK : need_boxes(scenes, i, err);
    if (!status) status = gallery_open(scenes, i, images, &image, err);
    if (status) return status;
    size_t n = detector ? detect(detector, image, found) : scene->n_objects;
    status = make_room(self, cap, n, err);
    if (!status) take_regions(self, image, detector ? found : scene->boxes, n);
    g2l2_image_free(image);
    return status;
}

/* ---- all of them -------------------------------------------------------------------------------------- */

/* [n_scenes] which are asked about; NULL: out of memory. */
static bool *wanted_scenes(const g2l2_scenes *scenes, const g2l2_dataset *data) {
    bool *out = calloc((size_t)scenes->stored.n + 1, sizeof *out);
    for (size_t i = 0; out && !data && i < scenes->stored.n; i++) out[i] = true;
    for (size_t i = 0; out && data && i < g2l2_dataset_count(data); i++) {
        size_t scene = g2l2_dataset_get(data, i).scene;
        if (scene < scenes->stored.n) out[scene] = true;
    }
    return out;
}

g2l2_status look_at(const g2l2_scenes *scenes, const g2l2_dataset *data, const char *images,
                    g2l2_detector *detector, struct looked *out, g2l2_error *err) {
    bool *wanted = wanted_scenes(scenes, data);
    size_t cap = 0;
    *out = (struct looked){.n_scenes = scenes->stored.n};
    out->first = calloc(out->n_scenes + 1, sizeof *out->first);
    g2l2_status status = wanted && out->first
                             ? G2L2_STATUS_OK
                             : err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    for (size_t i = 0; i < out->n_scenes && !status; i++) {
        if (wanted[i]) status = look_at_one(out, &cap, scenes, i, images, detector, err);
        if (!status) out->first[i + 1] = out->n_regions;
    }
    free(wanted);
    if (status) looked_free(out);
    return status;
}

void look_measure(const struct looked *self, const struct sight *sight, float *out) {
    for (size_t i = 0; i < self->n_regions; i++)
        compact_measure(&sight->compact, &self->regions[i], out + i * COMPACT_SIZE);
    if (sight->encoder)
        encoder_run(sight->encoder, self->regions, self->n_regions, COMPACT_SIZE, out);
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
    g2l2_status status =
        look_at(scenes, data, options->images, given ? NULL : sight->detector, &looked, err);
    if (status) return status;
    float *features = malloc((looked.n_regions + 1) * COMPACT_SIZE * sizeof *features);
    if (!features) status = err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    if (!status) look_measure(&looked, sight, features);
    if (!status) status = look_show(&looked, sight, features, scenes, err);
    if (!status && options->images) {
        free(scenes->images);
        scenes->images = strdup(options->images);
    }
    free(features);
    looked_free(&looked);
    return status;
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
