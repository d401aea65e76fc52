/* see - learning to see: the encoder of regions, by the gradient of the loss of questions.
 *
 *     images of a batch ─▶ regions, varied ─▶ encoder ─▶ features ─▶ questions ─▶ loss
 *                                                ▲                                  │
 *                              Adam ◀── backward ┴──── d loss / d features ◀────────┤
 *                              Adam ◀── d loss / d concepts ◀───────────────────────┘
 *
 * The entries of the lexicon stay what they are; what their words look like moves along with
 * what objects look like. Regions and questions of a batch are done in parts, by a crew. */
#ifndef G2L2_SEE_H
#define G2L2_SEE_H

#include "learn/crew.h"
#include "learn/recipe.h"
#include "model/model.h"
#include "sight/sight.h"
#include "store/checkpoint.h"

struct see_course {
    const g2l2_dataset *data;
    const struct looked *looked;
    const float *compact; /* [n_regions, COMPACT_SIZE] the features without the encoder */
    const float *views;   /* [n_regions, n_views, COMPACT_SIZE] likewise, of the views */
    uint64_t seed;
    const struct recipe *recipe; /* its part "learning to see" */
    bool (*progress)(void *context, int done, int n, double loss, double right); /* or NULL */
    void *context;
    struct checkpoint *checkpoint; /* or NULL */
    struct crew *crew;             /* who does it; its network is divided for it */
    double deadline;               /* of clock_now; INFINITY: none */
};

/* Train the encoder, from its first weights, and the concepts of the model. *stopped: progress said
 * so, or time was over, before the end. *kept: the share of compact features, but for the box, that the encoder was
 * last added to; what is measured has to have it, too (compact_fade). */
g2l2_status see_train(struct region_encoder *encoder, g2l2_model *model,
                      const struct see_course *course, bool *stopped, double *kept,
                      g2l2_error *err);
/* Objects that a batch may have, so room that the encoder needs. */
int see_regions(const struct recipe *recipe);

#endif
