/* scenes - what questions are about: objects, each a set of properties.
 *
 *   file ─▶ stream ─▶ JSON of one scene ─▶ properties (interned) ─▶ features
 *                                            │ for people            │ for kernels
 *                                            ▼                       ▼
 *                                  "large red metal cube"       struct scene
 *
 * A property of an object is
 *   a string or a boolean       a value: `color=red`, `on=true`
 *   a number, or an array       numbers: `x`, `3d_coords.0`, `3d_coords.1`, ...
 *   null                        as if it were not there
 *   "features": [numbers]       the object's feature vector, used as it is
 * and anything else is an error. In a file with a top-level "scenes" array (the
 * form of CLEVR) only strings, "3d_coords" and "features" are looked at: what else
 * there is of an object differs from file to file. Of the scene itself "directions"
 * are read, for drawings. */
#ifndef G2L2_SCENES_H
#define G2L2_SCENES_H

#include "base/base.h"
#include "types/scene.h"

#define SCENE_NONE SIZE_MAX       /* no scene has this name */
#define SCENE_MANY (SIZE_MAX - 1) /* more than one has */

/* Is all that is known of the objects what is said of them, and nothing seen or measured? */
bool scenes_are_stated(const g2l2_scenes *self);
uint32_t scenes_n_objects(const g2l2_scenes *self, size_t scene);
/* Its id, file name or index as text; NULL if it has none. The text is the scenes'. */
const char *scenes_name(const g2l2_scenes *self, size_t scene);
/* By id, file name or index (as text). */
size_t scenes_find(const g2l2_scenes *self, const char *name, size_t length);

/* The values of an object, in the order of their names. The texts are the scenes'. */
struct scene_value {
    const char *property, *value;
};
uint32_t scenes_n_values(const g2l2_scenes *self, size_t scene, uint32_t object);
struct scene_value scenes_value(const g2l2_scenes *self, size_t scene, uint32_t object, uint32_t i);
/* The value of one property, or NULL. */
const char *scenes_value_of(const g2l2_scenes *self, size_t scene, uint32_t object,
                            const char *property);
/* Where it is, for a drawing: the first array of two or three numbers, or x, y and
 * z. False if it has neither; a third number that is missing is 0. */
bool scenes_position(const g2l2_scenes *self, size_t scene, uint32_t object, double at[3]);
/* A number it has under this name, such as `size`. False if there is none. */
bool scenes_number_of(const g2l2_scenes *self, size_t scene, uint32_t object, const char *property,
                      double *out);
/* All numbers, in the order of their names; those of an array side by side. */
struct scene_number {
    const char *name;  /* `x`, `3d_coords.0` */
    const char *array; /* `3d_coords`; NULL: it is alone */
    float value;
};
uint32_t scenes_n_numbers(const g2l2_scenes *self, size_t scene, uint32_t object);
struct scene_number scenes_number(const g2l2_scenes *self, size_t scene, uint32_t object,
                                  uint32_t i);
/* How a scene lies before who looks at it: where right and front are, seen from above, as
 * vectors of length 1. From its "directions" (right or left, and front or behind); false
 * if it has none that make sense: then x is to the right, and y is behind. */
struct scene_view {
    double right[2], front[2];
};
bool scenes_view(const g2l2_scenes *self, size_t scene, struct scene_view *out);
/* Where it is in its image, in pixels: x0, y0, x1, y1; false: that is not known. */
bool scenes_box(const g2l2_scenes *self, size_t scene, uint32_t object, double box[4]);
/* "large red metal cube"; a property that is none of size, colour, material and shape
 * is written `name=value`. Appended to `out`. */
void scenes_object_text(const g2l2_scenes *self, size_t scene, uint32_t object, struct buf *out);

/* As kernels see it. NULL before features.h's scenes_encode, and for a scene that
 * was read after it. The memory is the scenes', until the next scenes_encode. */
const struct scene *scenes_get(const g2l2_scenes *self, size_t scene);

#endif
