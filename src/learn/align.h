/* align - words that give the target piece by piece, in their order.
 *
 *     show all  customers  with   city  paris
 *     SELECT * FROM customers  WHERE  city  = 'paris'
 *
 * Which piece each word gives is not said; a target may be cut in many ways. Of all of them together the
 * likeliest pieces are estimated (EM): p(piece | word) is drawn to few and short pieces. A word that gives
 * different pieces is joined with the one beside it where the two always give the same: `show all`
 * beside `show` and `all`.
 *
 * align_em.c     the estimate, and the likeliest cut
 * align_join.c   which words are one
 * align.c        reading, and the lexicon as a model */
#ifndef G2L2_ALIGN_H
#define G2L2_ALIGN_H

#include "learn/tally.h"

#define ITERATIONS 30 /* of the estimate */
#define PIECE_MAX  6u /* tokens that a word gives */
#define JOINED_MAX 3u /* words that are one */

struct aligned {
    uint32_t n_words, n, m;
    const uint32_t *words;  /* [n_words] each by itself */
    uint32_t *units;        /* [n] words, and words that are one */
    const uint32_t *tokens; /* [m] */
    uint32_t *cuts;         /* [n + 1] unit i gives tokens[cuts[i]] to tokens[cuts[i + 1]] */
    bool whole;             /* there is a cut */
    bool held;              /* back, to see whether the others tell what it means */
    const uint32_t *gifts;  /* [n][m + 1][PIECE_MAX + 1] of a unit, where it begins, its length */
};

/* What a unit gives: tokens of an example. */
struct piece {
    uint32_t unit, example, from, to;
    double count;
};

struct align {
    struct arena arena, scratch; /* scratch: emptied from round to round */
    struct guard guard;
    struct budget budget; /* of time */
    struct symbols units, tokens;
    VEC(bool) joined; /* [units] are these words one? */
    uint32_t n;
    struct aligned *examples; /* [n] */
    VEC(struct piece) pieces; /* in the likeliest cuts */
    uint32_t n_known;         /* units there were at the last estimate */
    double *heard;            /* [units] how often */
    uint32_t *best;           /* [units] the piece that is most often its own, or UINT32_MAX */
};

/* Tokens of an example as a key. */
static inline uint64_t piece_key(const struct aligned *e, uint32_t from, uint32_t to) {
    return hash_bytes(e->tokens + from, (to - from) * sizeof *e->tokens, 0x9e3779b9);
}

/* align_em.c: the cuts of all examples, and what each unit gives in them. */
void align_estimate(struct align *self, int iterations);

/* align_join.c: sentences as units. False: there is nothing more to join. */
void align_cut_units(struct align *self);
void align_cut_sentence(struct align *self, struct aligned *e);
bool align_join(struct align *self);
bool align_try_joins(struct align *self, double share); /* so much is explained without */

/* align.c: all with the units as they are now; the share of examples that is explained by what each
 * unit gives most often. */
double align_again(struct align *self, int iterations);
bool align_explains(const struct align *self, const struct aligned *e);
/* *out stays NULL where targets do not follow their sentences, or there is no time to tell. */
g2l2_status align_learn(const g2l2_domain *domain, const g2l2_dataset *data, double deadline,
                        g2l2_model **out, g2l2_error *err);

#endif
