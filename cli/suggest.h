/* suggest - which sentences are worth a label. */
#ifndef G2L2_CLI_SUGGEST_H
#define G2L2_CLI_SUGGEST_H

#include "cli/cli.h"

struct suggest_options {
    size_t n;                /* sentences that are wanted */
    const char *from;        /* a file of sentences, one a line; labels are not looked at */
    const char *examples;    /* a file of those that have a label, or NULL */
    const g2l2_model *model; /* what is known so far, or NULL */
    g2l2_limits limits;
    bool json;
};

#define SUGGEST_MOST 1000u /* sentences that can be wanted */

int suggest(const struct suggest_options *options);

#endif
