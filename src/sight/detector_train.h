/* detector_train - learn a detector from images with boxes. */
#ifndef G2L2_DETECTOR_TRAIN_H
#define G2L2_DETECTOR_TRAIN_H

#include "sight/detector.h"
#include "store/checkpoint.h"

/* Images at the size of the network, and their boxes there. */
struct detector_lesson {
    uint8_t *pixels; /* [HEIGHT, WIDTH, 3] */
    const g2l2_box *boxes;
    size_t n_boxes;
};

struct detector_course {
    const struct detector_lesson *lessons;
    size_t n_lessons;
    uint64_t seed;
    size_t n_images; /* to be seen in all, each as often as any other */
    bool (*progress)(void *context, double done, double loss); /* false: stop; NULL: none */
    void *context;
    struct checkpoint *checkpoint; /* or NULL */
};

/* Train `self`, which has room for DETECTOR_BATCH images, from nothing. */
#define DETECTOR_BATCH 8
g2l2_status detector_train(g2l2_detector *self, const struct detector_course *course,
                           g2l2_error *err);
/* The loss of the first n images, whose boxes these are, and its gradient in the outputs. */
double detector_loss(g2l2_detector *self, int n, const struct detector_lesson *lessons);

#endif
