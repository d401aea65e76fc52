/* rank - the weights of whole records (lexicon/fit.h) put on what a sentence was found to mean. */
#ifndef G2L2_RANK_H
#define G2L2_RANK_H

#include "lexicon/fit.h"
#include "run/run.h"

/* What holds of a record, with a number: how often. */
struct ranked {
    uint32_t n;
    struct fit_key *keys; /* [n] */
    double *times;        /* [n] */
};

/* Of a value of the exact walk, which is a record. `held`: it is the target of an example, of
 * which the counts of `fit` know; what only this example has counts as new. */
struct ranked rank_features(const struct exact *exact, const struct fit *fit, value_id value,
                            bool held);
/* Constants of a record, at most `most`, that are texts which no other example has. */
uint32_t rank_rare(const struct exact *exact, const struct fit *fit, value_id value, uint16_t *out,
                   uint32_t most);
/* Which fields a record has: "area,domain,intent". `state`: of values_exact. */
const char *rank_set(void *state, const struct lang *lang, value_id value, struct arena *arena);
/* A field that the record lacks and all targets have, with the weight of that; NULL: there is none. */
const char *rank_lacked(const struct exact *exact, const struct fit *fit, value_id value,
                        double *weight);
double rank_score(const struct fit *fit, const struct ranked *features);
/* Add the score of every value of a root to its weight. */
void rank_roots(struct exact *exact, const struct fit *fit);

#endif
