/* draw - images and masks of many scenes, by several threads, into FOLDER/images and
 * FOLDER/masks. */
#ifndef G2L2_VISUAL_CLEVR_DRAW_H
#define G2L2_VISUAL_CLEVR_DRAW_H

#include "generators/clevr/view.h"

#define CLEVR_MAX_NAME 256

/* What a thread draws. */
struct clevr_picture {
    struct clevr_scene scene;
    struct clevr_view view;
    char name[CLEVR_MAX_NAME]; /* of the file */
    uint8_t *mask;             /* [height, width] room for it */
};

struct clevr_draw {
    const char *folder; /* which is there */
    size_t n;           /* scenes */
    size_t first, step; /* which of them are drawn: every step-th; 0: all */
    int threads;
    uint64_t seed;
    uint32_t width, height; /* 0: 480 and 320 */
    /* Fills in scene, view and name of scene `i`; called by many threads at once. */
    g2l2_status (*get)(void *context, size_t i, struct clevr_picture *out, g2l2_error *err);
    /* Told when scene `i` is drawn, and how many are; may be NULL. By one thread at a time. */
    void (*drawn)(void *context, size_t i, const struct clevr_picture *picture);
    void (*progress)(void *context, size_t done);
    void *context;
};

/* The same files for any number of threads. The first error ends it. */
g2l2_status clevr_draw(const struct clevr_draw *job, g2l2_error *err);

#endif
