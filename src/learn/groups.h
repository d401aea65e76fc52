/* groups - what words share: values of an attribute compete, synonyms have one concept.
 *
 *     first run   color = {blue .2, red .1, ... cube .001}    ─▶  blue, red, ... are rivals
 *                 ball holds of the objects that sphere does  ─▶  ball has sphere's concept
 *     second run  mask_w = exp z_w / (1 + Σ over rivals exp z_v), from nothing
 *
 * A concept of its own for each word is a linear score with a threshold: it cannot hold what
 * lies amid others, as gray does amid the colours. Among rivals it need only be more likely
 * than they are. And what "balls" says of an object is learned from "sphere", too. */
#ifndef G2L2_GROUPS_H
#define G2L2_GROUPS_H

#include "lexicon/lexicon.h"

struct learner;

/* By word of the learner, which are the same in every run on the same data: as in a lexicon.
 * `owner` is NULL until something was found. */
struct groups {
    uint32_t *owner, *rivals; /* [n] */
    uint32_t n;               /* words */
};

struct groups groups_new(struct arena *arena, uint32_t n);

/* After a run, from what it has learned. In `arena`. Returns whether something was found. */
bool groups_find(struct learner *l, struct arena *arena, struct groups *out);
/* The learner's words, and with `words` ([n] of them) those of a model, share what was found. */
void groups_use(const struct groups *self, struct arena *arena, struct lexicon *lexicon,
                const uint32_t *words, uint32_t n);

#endif
