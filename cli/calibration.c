/* Expected calibration error (Guo et al. 2017) and the area under the ROC curve, which is the
 * rank-sum statistic of the right among all, ties counted half. */
#include <math.h>
#include <stdlib.h>

#include "cli/calibration.h"

bool calibration_add(struct calibration *self, double confidence, bool right) {
    if (self->n == self->cap) {
        size_t cap = self->cap ? 2 * self->cap : 256;
        struct judged *wider = realloc(self->at, cap * sizeof *wider);
        if (!wider) return false;
        self->at = wider;
        self->cap = cap;
    }
    self->at[self->n++] = (struct judged){fmin(fmax(confidence, 0), 1), right};
    return true;
}

void calibration_free(struct calibration *self) {
    free(self->at);
    *self = (struct calibration){0};
}

void calibration_bins(const struct calibration *self, struct calibration_bin *out) {
    for (size_t i = 0; i < CALIBRATION_BINS; i++) out[i] = (struct calibration_bin){0};
    for (size_t i = 0; i < self->n; i++) {
        double p = self->at[i].confidence;
        size_t bin = (size_t)(p * CALIBRATION_BINS);
        if (bin == CALIBRATION_BINS) bin--;
        out[bin].n++;
        out[bin].confidence += p;
        out[bin].right += self->at[i].right;
        out[bin].variance += p * (1 - p);
    }
}

double calibration_ece(const struct calibration *self) {
    struct calibration_bin bins[CALIBRATION_BINS];
    double sum = 0;
    if (!self->n) return NAN;
    calibration_bins(self, bins);
    for (size_t i = 0; i < CALIBRATION_BINS; i++) sum += fabs(bins[i].confidence - bins[i].right);
    return sum / (double)self->n;
}

/* The mean of |x| is σ √(2/π) of a normal distribution, which the sum of a bin about has. */
double calibration_floor(const struct calibration *self) {
    struct calibration_bin bins[CALIBRATION_BINS];
    double sum = 0;
    if (!self->n) return NAN;
    calibration_bins(self, bins);
    for (size_t i = 0; i < CALIBRATION_BINS; i++) sum += sqrt(2 / M_PI * bins[i].variance);
    return sum / (double)self->n;
}

static int by_confidence(const void *a, const void *b) {
    double x = ((const struct judged *)a)->confidence, y = ((const struct judged *)b)->confidence;
    return (x > y) - (x < y);
}

double calibration_auroc(struct calibration *self) {
    double ranks = 0, n_right = 0;
    if (!self->n) return NAN;
    qsort(self->at, self->n, sizeof *self->at, by_confidence);
    for (size_t i = 0, end; i < self->n; i = end) {
        double here = 0;
        for (end = i; end < self->n && self->at[end].confidence == self->at[i].confidence; end++)
            here += self->at[end].right;
        ranks += here * ((double)(i + end + 1) / 2); /* the mean rank of a tie, from 1 */
        n_right += here;
    }
    double n_wrong = (double)self->n - n_right;
    if (n_right == 0 || n_wrong == 0) return NAN;
    return (ranks - n_right * (n_right + 1) / 2) / (n_right * n_wrong);
}
