/* honest - how far a model can be trusted: an estimate on examples that were held back, and the
 * examples that it does not explain. Of commands, and of questions about stated facts; where concepts
 * are learned, that is `eval`'s business. */
#ifndef G2L2_CLI_HONEST_H
#define G2L2_CLI_HONEST_H

#include "common/common.h"
#include "cli/cli.h"

struct estimate {
    size_t parts;   /* 1: one sample was held back; more: each in turn */
    size_t asked;   /* 0: there are too few examples */
    size_t correct; /* of these */
};

g2l2_status honest_estimate(const g2l2_domain *domain, const g2l2_dataset *data,
                            const g2l2_learn_options *options, struct estimate *out,
                            g2l2_error *err);

/* Call `take` for the first `most` examples whose meaning is another; *n_more: how many there are
 * beyond those. */
g2l2_status honest_failures(const g2l2_model *model, const g2l2_dataset *data,
                            const g2l2_scenes *scenes, size_t most,
                            void (*take)(void *, const g2l2_example *, const g2l2_result *),
                            void *context, size_t *n_more, g2l2_error *err);

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

/* Free it with honest_thin_free, whatever the status. */
g2l2_status honest_thin(const g2l2_model *model, const g2l2_dataset *data, struct thin *out,
                        g2l2_error *err);
void honest_thin_free(struct thin *self);

#endif
