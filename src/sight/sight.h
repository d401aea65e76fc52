/* sight - how images become objects with features: all that a model must keep to see.
 *
 *     image ─▶ detector ─▶ boxes ─▶ regions ─▶ compact ───┐
 *                    or given ┘           └──▶ encoder ─▶ + ─▶ features [54]
 *
 * As text it is lines `sight BASE64`, which stand below `features N given` in a model. */
#ifndef G2L2_SIGHT_H
#define G2L2_SIGHT_H

#include "data/scenes_store.h"
#include "sight/compact.h"
#include "sight/detector.h"
#include "sight/encoder.h"

struct sight {
    struct compact compact;         /* fitted; also what the encoder starts from */
    struct region_encoder *encoder; /* NULL: the features are compact */
    g2l2_detector *detector;        /* NULL: boxes are always given */
};

void sight_free(struct sight *self); /* what it holds */

/* As lines of text, malloc'ed; and from the text of a model's features. */
g2l2_status sight_write(const struct sight *self, char **out, g2l2_error *err);
g2l2_status sight_parse(const char *text, struct sight *out, g2l2_error *err);

/* ---- looking ------------------------------------------------------------------------------------------ */

/* What was seen in the images of scenes. */
struct looked {
    size_t n_scenes, n_regions;
    size_t *first;          /* [n_scenes + 1] of its regions */
    struct region *regions; /* [n_regions] */
    float *boxes;           /* [n_regions, 4] */
    size_t n_views;
    struct region *views; /* [n_regions, n_views] each of them as it might also look */
};

/* Other views of each object: its box lies a little otherwise, half of them around the one that a
 * detector finds, and it may be mirrored. */
struct look_views {
    size_t n;
    g2l2_detector *finder; /* where boxes are given; or NULL */
    double jitter;         /* deviation of each side's place, of its length */
    double mirror;         /* chance */
    uint64_t seed;
};

/* What a detector finds in one image, from left to right. */
struct look_boxes {
    uint32_t n;
    float at[4 * DETECTOR_MAX];
};
/* Of scene i; nothing where its image cannot be read. */
void look_find(const g2l2_scenes *scenes, size_t i, const char *images, g2l2_detector *detector,
               struct look_boxes *out);
/* [n_scenes] which of them `data` asks about (NULL: all), the caller's; NULL: out of memory. */
bool *look_wanted(const g2l2_scenes *scenes, const g2l2_dataset *data);

/* Look at the images of the scenes that `data` asks about (NULL: all). Boxes are those of the
 * scenes where `detector` is NULL; views are wanted by `views`, or NULL: none. found: [n_scenes]
 * what the detector, or the finder of views, finds; NULL: that is found out here. */
g2l2_status look_at(const g2l2_scenes *scenes, const g2l2_dataset *data, const char *images,
                    g2l2_detector *detector, const struct look_boxes *found,
                    const struct look_views *views, struct looked *out, g2l2_error *err);
void looked_free(struct looked *self);
/* Features of all regions; out: [n_regions, COMPACT_SIZE]. */
void look_measure(const struct looked *self, const struct sight *sight, float *out);
/* Compact features of all views; out: [n_regions, n_views, COMPACT_SIZE]. */
void look_measure_views(const struct looked *self, const struct sight *sight, float *out);
/* The regions as the objects of the scenes, with these features. */
g2l2_status look_show(const struct looked *self, const struct sight *sight, const float *features,
                      g2l2_scenes *scenes, g2l2_error *err);

/* Are the boxes those of the scenes, or to be found? As the options say, or else those of the
 * scenes where they have any. */
bool look_is_given(const g2l2_scenes *scenes, const g2l2_sight_options *options);

#endif
