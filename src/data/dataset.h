/* dataset - how examples lie in memory. For the files of src/data only.
 *
 * A file may have a million questions, so an example takes 48 bytes and its texts;
 * those of questions are kept once. Rows lie in pages, which never move. */
#ifndef G2L2_DATASET_H
#define G2L2_DATASET_H

#include "base/base.h"

#define DATASET_PAGE     1024u
#define DATASET_MAX_WORD 1000u      /* bytes; no language has longer ones, broken files do */
#define DATASET_NOTHING  UINT32_MAX /* no scene, no text */

struct row {
    const char *sentence, *target;
    uint32_t line, scene;
    uint32_t file, family, kind; /* in `texts` */
    int32_t hops, family_index;
};

struct g2l2_dataset {
    struct guard guard;
    struct arena arena;
    struct symbols texts;
    VEC(struct row *) pages; /* [DATASET_PAGE] each */
    size_t n_rows;
};

/* A row without a scene and all that; raises. */
struct row dataset_row(g2l2_dataset *self, const char *file, size_t line);
void dataset_push(g2l2_dataset *self, const struct row *row);
/* The first byte that is not UTF-8, or `end`. */
const char *dataset_not_utf8(const char *text, const char *end);

#endif
