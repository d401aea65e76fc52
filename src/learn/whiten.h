/* whiten - features as the learner would rather have them: centred, turned so that they do
 * not depend on each other, all of one size, and without directions in which nothing but
 * noise happens.
 *
 *     x ─▶ S Pᵀ (x − mean)      P: directions of most variance, S: 1 / deviation
 *
 * A concept learned there is a concept here: <e, S Pᵀ (x − mean)> = <P S e, x> − ... So a
 * model knows nothing of this, but with few examples fewer numbers are learned, and in any
 * case they are learned sooner. */
#ifndef G2L2_WHITEN_H
#define G2L2_WHITEN_H

#include "data/scenes.h"
#include "domain/domain.h"
#include "learn/recipe.h"

struct whitening {
    uint32_t n_from, n_to;
    double *mean;         /* [n_from] */
    double *rows;         /* [n_to, n_from] S Pᵀ */
    struct scene *scenes; /* [n_scenes] whitened */
};

/* Everything in `arena`. Needs all scenes encoded alike. */
void whiten_open(struct whitening *self, struct arena *arena, const g2l2_scenes *scenes,
                 const struct recipe *recipe);
/* A concept, [n_to + 1], as [n_from + 1]; of a pair of objects, the mean does not matter. */
void whiten_back(const struct whitening *self, const double *from, bool of_pairs, double *to);

#endif
