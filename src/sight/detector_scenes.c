/* The detector and scenes: lessons from images whose boxes are known, and how good it is. */
#include <stdlib.h>
#include <string.h>

#include "sight/detector_train.h"
#include "sight/gallery.h"

#define N_VIEWS     16000     /* where the caller says nothing */
#define MAX_LESSONS 20000u    /* images of a course, which are kept: 115 kB each */
#define FOUND       0.5       /* overlap from which a box is of an object */
#define HIDDEN      (1.0 / 3) /* share of an object's box that another one's covers */

/* ---- lessons ------------------------------------------------------------------------------------- */

struct lessons {
    struct detector_lesson *at; /* [n] */
    uint8_t *pixels;            /* of all */
    g2l2_box *boxes;            /* likewise */
    float *image;               /* scratch */
    size_t n, n_boxes;
};

#define N_NUMBERS ((size_t)DETECTOR_WIDTH * DETECTOR_HEIGHT * 3)

static void free_lessons(struct lessons *self) {
    free(self->at);
    free(self->pixels);
    free(self->boxes);
    free(self->image);
}

static bool take_room(struct lessons *self, const g2l2_scenes *scenes) {
    size_t n = scenes->stored.n, n_boxes = 0;
    for (size_t i = 0; i < n; i++) n_boxes += scenes->stored.at[i].n_objects;
    self->at = calloc(n + 1, sizeof *self->at);
    self->pixels = malloc(n * N_NUMBERS + 1);
    self->boxes = calloc(n_boxes + 1, sizeof *self->boxes);
    self->image = malloc(N_NUMBERS * sizeof *self->image);
    return self->at && self->pixels && self->boxes && self->image;
}

static g2l2_box given_box(const struct stored *scene, uint32_t i, double across, double down) {
    const float *b = scene->boxes + 4 * i;
    return (g2l2_box){b[0] * (float)across, b[1] * (float)down, b[2] * (float)across,
                      b[3] * (float)down, 1};
}

static void add_lesson(struct lessons *self, const struct stored *scene, const g2l2_image *image) {
    struct crop_box all = {0, 0, image->width, image->height};
    struct detector_lesson *lesson = &self->at[self->n];
    lesson->pixels = self->pixels + self->n++ * N_NUMBERS;
    crop_sample(image, all, DETECTOR_WIDTH, DETECTOR_HEIGHT, self->image);
    for (size_t i = 0; i < N_NUMBERS; i++)
        lesson->pixels[i] = (uint8_t)(self->image[i] * 255 + 0.5f);
    lesson->boxes = self->boxes + self->n_boxes;
    lesson->n_boxes = scene->n_objects;
    for (uint32_t i = 0; i < scene->n_objects; i++)
        self->boxes[self->n_boxes++] = given_box(scene, i, (double)DETECTOR_WIDTH / image->width,
                                                 (double)DETECTOR_HEIGHT / image->height);
}

static g2l2_status need_boxes(const g2l2_scenes *scenes, size_t i, g2l2_error *err) {
    const struct stored *scene = &scenes->stored.at[i];
    if (!scene->n_objects || scene->boxes) return G2L2_STATUS_OK;
    return err_set(err, G2L2_STATUS_DATA, 0, 0,
                   "scene %zu has objects without a box; give each \"bbox\": [x0, y0, x1, y1]", i);
}

static g2l2_status read_lessons(struct lessons *self, const g2l2_scenes *scenes,
                                const char *directory, g2l2_error *err) {
    g2l2_status status = G2L2_STATUS_OK;
    for (size_t i = 0; i < scenes->stored.n && !status; i++) {
        g2l2_image *image = NULL;
        status = need_boxes(scenes, i, err);
        if (!status) status = gallery_open(scenes, i, directory, &image, err);
        if (!status) add_lesson(self, &scenes->stored.at[i], image);
        g2l2_image_free(image);
    }
    return status;
}

/* ---- learning -------------------------------------------------------------------------------------- */

/* What a checkpoint is of. */
struct source {
    const struct lessons *lessons;
    const struct detector_course *course;
};

static void identify(const void *of, struct checkpoint_identity *out) {
    const struct source *source = of;
    const struct lessons *l = source->lessons;
    uint64_t h = hash_bytes(l->pixels, l->n * N_NUMBERS, l->n);
    for (size_t i = 0; i < l->n; i++) h = hash_mix(h, l->at[i].n_boxes);
    out->data = hash_bytes(l->boxes, l->n_boxes * sizeof *l->boxes, h);
    out->options = hash_mix(hash_mix(0, source->course->seed), source->course->n_images);
}

static g2l2_status train(const struct lessons *lessons, const g2l2_detector_options *options,
                         g2l2_detector **out, g2l2_error *err) {
    const g2l2_checkpoint *c = &options->checkpoint;
    struct detector_course course = {.lessons = lessons->at,
                                     .n_lessons = lessons->n,
                                     .seed = options->seed,
                                     .n_images = options->views ? options->views : N_VIEWS,
                                     .progress = options->progress,
                                     .context = options->context};
    const struct source source = {lessons, &course};
    struct checkpoint checkpoint = {.identify = identify, .of = &source};
    *out = detector_new(DETECTOR_BATCH);
    if (!*out) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    course.checkpoint = &checkpoint;
    g2l2_status status = checkpoint_open(&checkpoint, c->path, c->seconds, c->resume, err);
    if (!status) status = detector_train(*out, &course, err);
    checkpoint_close(&checkpoint);
    if (!status) return status;
    g2l2_detector_free(*out);
    *out = NULL;
    return status;
}

g2l2_status g2l2_detector_train(const g2l2_scenes *scenes, const g2l2_detector_options *options,
                                g2l2_detector **out, g2l2_error *err) {
    struct lessons lessons = {0};
    *out = NULL;
    if (!scenes->stored.n)
        return err_set(err, G2L2_STATUS_DATA, 0, 0, "there is no scene to learn from");
    if (scenes->stored.n > MAX_LESSONS)
        return err_set(err, G2L2_STATUS_LIMIT, 0, 0, "more than %u images; take a part of them",
                       MAX_LESSONS);
    g2l2_status status = take_room(&lessons, scenes)
                             ? read_lessons(&lessons, scenes, options->images, err)
                             : err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    if (!status) status = train(&lessons, options, out, err);
    free_lessons(&lessons);
    return status;
}

/* ---- measuring ---------------------------------------------------------------------------------------- */

static double area(const g2l2_box *box) {
    return (double)(box->x1 - box->x0) * (double)(box->y1 - box->y0);
}

/* What of a's box lies in b's. */
static double covered(const g2l2_box *a, const g2l2_box *b) {
    double union_share = box_overlap(a, b);
    double both = union_share * (area(a) + area(b)) / (1 + union_share);
    return area(a) > 0 ? both / area(a) : 0;
}

static bool is_hidden(const struct stored *scene, uint32_t i) {
    g2l2_box box = given_box(scene, i, 1, 1);
    for (uint32_t k = 0; k < scene->n_objects; k++) {
        g2l2_box other = given_box(scene, k, 1, 1);
        if (k != i && covered(&box, &other) >= HIDDEN) return true;
    }
    return false;
}

/* The object of a box that overlaps most and has none yet; its number, or n_objects. */
static uint32_t best_object(const struct stored *scene, const g2l2_box *box, const bool *taken,
                            double *overlap) {
    uint32_t best = scene->n_objects;
    *overlap = FOUND;
    for (uint32_t i = 0; i < scene->n_objects; i++) {
        g2l2_box object = given_box(scene, i, 1, 1);
        double now = box_overlap(box, &object);
        if (taken[i] || now < *overlap) continue;
        best = i;
        *overlap = now;
    }
    return best;
}

static void score_image(const struct stored *scene, const g2l2_box *boxes, size_t n,
                        g2l2_detector_score *out) {
    bool taken[SCENE_MAX_OBJECTS] = {0};
    for (size_t k = 0; k < n; k++) {
        double overlap;
        uint32_t i = best_object(scene, &boxes[k], taken, &overlap);
        if (i == scene->n_objects) continue;
        taken[i] = true;
        out->right++;
        out->overlap += overlap;
    }
    for (uint32_t i = 0; i < scene->n_objects; i++) {
        out->hidden += is_hidden(scene, i);
        out->hidden_right += is_hidden(scene, i) && taken[i];
    }
    out->images++;
    out->objects += scene->n_objects;
    out->boxes += n;
}

g2l2_status g2l2_detector_measure(g2l2_detector *self, const g2l2_scenes *scenes,
                                  const char *images, g2l2_detector_score *out, g2l2_error *err) {
    g2l2_status status = G2L2_STATUS_OK;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < scenes->stored.n && !status; i++) {
        g2l2_image *image = NULL;
        const g2l2_box *boxes;
        status = need_boxes(scenes, i, err);
        if (!status) status = gallery_open(scenes, i, images, &image, err);
        if (!status) {
            size_t n = g2l2_detector_find(self, image, &boxes);
            score_image(&scenes->stored.at[i], boxes, n, out);
        }
        g2l2_image_free(image);
    }
    if (out->right) out->overlap /= (double)out->right;
    return status;
}
