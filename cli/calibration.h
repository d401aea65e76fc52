/* calibration - does confidence say how often a model is right?
 *
 *     ECE     mean distance of confidence from the share that is right, over ten bins of equal width
 *     AUROC   chance that a right meaning has more confidence than a wrong one                     */
#ifndef G2L2_CALIBRATION_H
#define G2L2_CALIBRATION_H

#include <stdbool.h>
#include <stddef.h>

struct judged {
    double confidence;
    bool right;
};

struct calibration {
    struct judged *at; /* [n] */
    size_t n, cap;
};

/* False: out of memory. */
bool calibration_add(struct calibration *self, double confidence, bool right);
void calibration_free(struct calibration *self);
/* NAN where there is nothing to say: no meaning at all; for AUROC, none right or none wrong. */
double calibration_ece(const struct calibration *self);
double calibration_auroc(struct calibration *self); /* sorts */

#endif
