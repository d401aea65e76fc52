/* detector - from an image to boxes around its objects.
 *
 *     image ─▶ 240 x 160 ─▶ network ─▶ a grid of 60 x 40 cells, for each
 *                                        heat   is the centre of an object here?
 *                                        l t r b   from here to the sides of its box
 *          ─▶ cells hotter than their neighbours ─▶ boxes that do not cover each other
 *
 * The network halves the image four times and comes back to the cells in two steps, adding
 * what it saw there on the way:
 *
 *     240x160 ─16─ 120x80 ─24─ 60x40 ──────────────── + ─32─▶ heat, l, t, r, b
 *                                └─48─ 30x20 ─── + ─48─┘
 *                                        └─64─ 15x10 ┘
 *
 * It is trained by images with boxes (detector_train.c): the heat of a cell should be a narrow
 * Gaussian around the centre (quality focal loss, Li et al. 2020), the sides are learned where
 * it is hot (L1). What an object is, it is never told. */
#ifndef G2L2_DETECTOR_H
#define G2L2_DETECTOR_H

#include "sight/crop.h"
#include "sight/net.h"

#define DETECTOR_WIDTH   240
#define DETECTOR_HEIGHT  160
#define DETECTOR_CELL    4 /* pixels of the network's image in a cell */
#define DETECTOR_COLUMNS (DETECTOR_WIDTH / DETECTOR_CELL)
#define DETECTOR_ROWS    (DETECTOR_HEIGHT / DETECTOR_CELL)
#define DETECTOR_SIDE    8.0f /* cells: what an output of 1 means for l, t, r, b */
#define DETECTOR_MAX     100  /* boxes of one image, the hottest */

struct g2l2_detector {
    struct net *net;
    int in, out;                                      /* tensors */
    float *image;                                     /* [HEIGHT, WIDTH, 3] */
    g2l2_box found[DETECTOR_MAX];                     /* of the last image */
    float mirror[DETECTOR_ROWS][DETECTOR_COLUMNS][5]; /* what was said of its mirror image */
};

/* With room for `batch` images at a time and no weights yet; NULL: out of memory. */
g2l2_detector *detector_new(int batch);
/* Numbers from 0 to 1, [HEIGHT, WIDTH, 3], as image i of the batch. */
void detector_fill(g2l2_detector *self, int i, const float *image);

/* As bytes, appended, and back; the whole of `length` must be used. */
void detector_write(const g2l2_detector *self, struct buf *out);
g2l2_status detector_read(const void *bytes, size_t length, g2l2_detector **out, g2l2_error *err);
/* Of the intersection in the union of both. */
double box_overlap(const g2l2_box *a, const g2l2_box *b);

#endif
