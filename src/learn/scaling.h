/* scaling - features as the learner would rather have them: centred, turned so that they do
 * not depend on each other, without directions in which nothing but noise happens, and of a
 * size that does not depend on how many there are.
 *
 *     x ─▶ c Λ^(−p/2) Pᵀ (x − mean)     P: directions of most variance, Λ: their variances
 *
 * With p = 1 every direction would be as loud as any other (whitening), and small ones, where
 * real features hold little but accidents of the sample, would shout; with p = 0 nothing
 * changes but the axes. c makes the deviations of all directions add up to the same, because
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

/* Everything in `arena`. Needs all scenes encoded alike. Where features are not `given` but
 * made of properties, all directions are as loud as each other, and that is right. */
void scaling_open(struct scaling *self, struct arena *arena, const g2l2_scenes *scenes, bool given,
                  const struct recipe *recipe);
/* A concept, [n_to + 1], as [n_from + 1]; of a pair of objects, the mean does not matter. */
void scaling_back(const struct scaling *self, const double *from, bool of_pairs, double *to);

#endif
