/* adventure - commands of a game, made up: verbs that mean something else beside another word, and names
 * that are part of other names. */
#ifndef G2L2_TEST_ADVENTURE_H
#define G2L2_TEST_ADVENTURE_H

#include "base/base.h"

struct adventure {
    char words[200], actions[200];
};

/* One or two commands, drawn at random. */
void adventure_say(struct rng *rng, struct adventure *out);

#endif
