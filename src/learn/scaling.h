/* scaling - features as the learner would rather have them: centred, turned so that they do
 * not depend on each other, and of a size that does not depend on how many there are.
 *
 *     x ─▶ c Λ^(−p/2) Pᵀ (x − mean) / unit    P: directions of most variance, Λ: their variances
 *
 * With p = 1 every direction is as loud as any other (whitening). That is right for features
 * made of properties, once those directions are dropped in which nothing but noise happens. In
 * measured ones the small directions hold accidents of the sample, which would shout, but also
 * what tells shapes apart: with p = 0 they are kept, and nothing changes but the axes. As long as
 * each word learns by itself, they are too much for it, so a first run does without. c makes the deviations of all directions add up to the same, because
 * Adam moves all coordinates of a concept alike: a score moves by the sum of them.
 *
 * A concept learned there is a concept here: <e, A (x − mean)> = <Aᵀ e, x> − ... So a model
 * knows nothing of this. */
#ifndef G2L2_SCALING_H
#define G2L2_SCALING_H

#include "data/scenes.h"
#include "domain/domain.h"
#include "learn/recipe.h"

struct scaling {
    uint32_t n_from, n_to;
    double *mean;         /* [n_from] */
    double *rows;         /* [n_to, n_from] c Λ^(−p/2) Pᵀ */
    double *deviation;    /* [n_to] of the scaled features */
    struct scene *scenes; /* [n_scenes] scaled */
};

enum scaling_kind {
    SCALING_MADE,   /* features are made of properties */
    SCALING_COARSE, /* they were measured, and what words share is not known yet */
    SCALING_ALL     /* they were measured: all directions */
};

/* Everything in `arena`. Needs all scenes encoded alike. */
void scaling_open(struct scaling *self, struct arena *arena, const g2l2_scenes *scenes,
                  enum scaling_kind kind, const struct recipe *recipe);
/* A concept, [n_to + 1], as [n_from + 1]; of a pair of objects, the mean does not matter. */
void scaling_back(const struct scaling *self, const double *from, bool of_pairs, double *to);

#endif
