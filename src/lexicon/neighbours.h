/* neighbours - which words stood side by side in the examples.
 *
 *     the [ ? ] cube      the: red 40, cube 31, ...       red: cube 9, ball 8, ...
 *
 * A word that was never seen is like one of those that stand in such a place: parser/standins.c. */
#ifndef G2L2_NEIGHBOURS_H
#define G2L2_NEIGHBOURS_H

#include "lexicon/lexicon.h"

/* Two words, one behind the other. SYMBOL_NONE: before the first word, and behind the last. */
struct neighbours {
    uint32_t left, right, n;
};

/* So many more of them. Call neighbours_index when all are there. */
void neighbours_add(struct lexicon *self, uint32_t left, uint32_t right, uint32_t n);
void neighbours_index(struct lexicon *self);
/* How often the two stood so; SYMBOL_NONE - 1 in one place: with any word there. */
#define NEIGHBOUR_ANY (SYMBOL_NONE - 1)
double neighbours_count(const struct lexicon *self, uint32_t left, uint32_t right);

#endif
