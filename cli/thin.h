/* thin - words that few examples have, which `train` names. */
#ifndef G2L2_CLI_THIN_H
#define G2L2_CLI_THIN_H

#include "common/common.h"
#include "cli/cli.h"

/* Words that few examples have, those with the fewest first. */
struct thin_word {
    const char *text;
    size_t examples;
};

struct thin {
    struct guard guard;
    struct arena arena;
    size_t n;
    struct thin_word *words; /* [n] */
};

/* Free it with thin_free, whatever the status. */
g2l2_status thin_find(const g2l2_model *model, const g2l2_dataset *data, struct thin *out,
                      g2l2_error *err);
void thin_free(struct thin *self);

#endif
