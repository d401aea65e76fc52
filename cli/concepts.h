/* concepts - what `g2l2 lexicon` shows of words that name something in a scene. */
#ifndef G2L2_CLI_CONCEPTS_H
#define G2L2_CLI_CONCEPTS_H

#include "cli/cli.h"

/* Which words are wanted; none: all. */
struct concept_words {
    const char **at;
    int n;
};

void concepts_print(const g2l2_concepts *concepts, const struct concept_words *wanted, FILE *out);
/* "concepts" and "attributes", added to an object. */
void concepts_json(const g2l2_concepts *concepts, const struct concept_words *wanted, json_t *out);

#endif
