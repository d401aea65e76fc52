/* features - from the properties of objects to vectors of numbers.
 *
 * A stand-in for eyes. The learner must never see `color=red`, so properties are
 * hidden in a vector of `size` numbers as a camera would hide them:
 *
 *   color=red      ──hash──▶ direction ┐
 *   shape=cube     ──hash──▶ direction ┼─ Σ ─▶ clean ─▶ + noise ─▶ features [size]
 *   3d_coords.0  x ──hash──▶ direction ┘
 *                  standardised: (x - mean) / scale
 *
 * A direction depends on the name (and value) alone: Gaussian, of length 1 in
 * expectation, the same in every file, so what was learned of `color=red` holds
 * for scenes read tomorrow. Noise is independent in each of the `size` numbers, of
 * standard deviation `noise`, drawn from the seed and the content of the scene: a
 * scene has the same features wherever it stands in whatever file.
 *
 * The components of an array share one scale, the largest of their deviations, so
 * that angles stay and a height that hardly varies is not blown up.
 *
 * An encoder is all that must be kept to do it again. As text, a line for each:
 *
 *   features 64 noise 0.05 seed 0
 *   numeric 3d_coords.0 mean 0.01 scale 2.1
 *
 * or, where objects bring their own vectors, `features 64 given`. */
#ifndef G2L2_FEATURES_H
#define G2L2_FEATURES_H

#include "base/base.h"
#include "data/scenes.h"

#define FEATURES_MAX_SIZE    4096u
#define FEATURES_MAX_NOISE   1e6
#define FEATURES_MAX_NUMERIC 64u /* numeric properties an encoder knows */
#define FEATURES_MAX_NAME    47u /* bytes of the name of one */

struct encoder_numeric {
    char name[FEATURES_MAX_NAME + 1];
    double mean, scale;
};

/* A value: copied by assignment, nothing to free. */
struct encoder {
    uint32_t size;
    bool given; /* the objects' own vectors; nothing below is used */
    double noise;
    uint64_t seed;
    uint32_t n_numeric;
    struct encoder_numeric numeric[FEATURES_MAX_NUMERIC]; /* [n_numeric], by name */
};

/* Learn means and scales. `options` may be NULL; scenes that bring feature vectors
 * need none. */
g2l2_status scenes_fit(const g2l2_scenes *self, const g2l2_feature_options *options,
                       struct encoder *out, g2l2_error *err);
/* Make the features of all scenes; scenes_get then gives them. A number that the
 * encoder does not know is left out; a value it never saw has its direction all the
 * same. On error earlier features stay. */
g2l2_status scenes_encode(g2l2_scenes *self, const struct encoder *encoder, g2l2_error *err);

/* The encoder of the last scenes_encode as text, or NULL. The text is the scenes'. */
const char *scenes_encoder_text(const g2l2_scenes *self);

/* As text, and back exactly. encoder_parse wants the whole text. */
void encoder_write(const struct encoder *self, struct buf *out);
g2l2_status encoder_parse(const char *text, size_t length, struct encoder *out, g2l2_error *err);
bool encoder_equal(const struct encoder *a, const struct encoder *b);

#endif
