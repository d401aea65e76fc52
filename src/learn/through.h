/* through - the loss of questions, differentiated through the lexicon into what the objects
 * look like.
 *
 *     features ─▶ masks, relations ─▶ execution ─▶ −log P(answer) + (1−λ) log Z
 *        ▲                                              │
 *        └── d loss / d features, a row each object ◀───┘ ─▶ d loss / d concepts
 *
 * For whoever makes features, such as a network that looks at images: it learns from
 * answers alone, with a lexicon that is there already. Weights of entries stay as they are;
 * concepts are the model's numbers, and may be changed between calls. */
#ifndef G2L2_THROUGH_H
#define G2L2_THROUGH_H

#include "model/model.h"
#include "types/scene.h"

struct through_question {
    const char *sentence, *answer; /* as a dataset has them */
    const struct scene *scene;     /* with the current features of its objects */
    double *of_features;           /* [n_objects, n_features] added to, or NULL */
    double weight;                 /* of its gradients */
    /* out: */
    bool parsed; /* else (a word is not known, say) there is no gradient, and the loss is 0 */
    double loss, probability;
};

/* One thread's. */
struct through;

/* The model, with concepts, stays the caller's and outlives it. `of_concepts`: [n_words,
 * n_params] parallel to model->lexicon.params, added to; or NULL. Free with through_free. */
g2l2_status through_new(const g2l2_model *model, double lambda, double *of_concepts,
                        struct through **out, g2l2_error *err);
void through_free(struct through *self);
/* Losses and gradients of n questions, in their order. Fails on features of another size, or
 * where memory does not do; what was added up to then stays. An answer that is none of the
 * model's is taken for a question that does not parse. */
g2l2_status through_run(struct through *self, struct through_question *questions, size_t n,
                        g2l2_error *err);

#endif
