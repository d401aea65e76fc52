/* calibration - does confidence say how often a model is right?
 *
 *     ECE     mean distance of confidence from the share that is right, over ten bins of equal width
 *     floor   the ECE that chance alone is expected to make of so many meanings, were each as often
 *             right as its confidence says: some .05 of a hundred, .02 of a thousand
 *     AUROC   chance that a right meaning has more confidence than a wrong one                     */
#ifndef G2L2_CALIBRATION_H
#define G2L2_CALIBRATION_H

#include <stdbool.h>
#include <stddef.h>

struct judged {
    double confidence;
    bool right;
};

#define CALIBRATION_BINS 10

/* Meanings of about the same confidence. */
struct calibration_bin {
    size_t n;
    double confidence, right; /* sums */
    double variance;          /* of `right`, were confidence right: Σ p (1 − p) */
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
double calibration_floor(const struct calibration *self);
/* out: [CALIBRATION_BINS], the least sure first. */
void calibration_bins(const struct calibration *self, struct calibration_bin *out);
double calibration_auroc(struct calibration *self); /* sorts */

#endif
