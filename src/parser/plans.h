/* plans - plans that a parser keeps, for sentences of the same shape. */
#ifndef G2L2_PLANS_H
#define G2L2_PLANS_H

#include "plan/plan.h"

/* A key has as many bits for the shape of a word, and the others for an opener. */
#define PLANS_SHAPE_BITS 20u
#define PLANS_MAX_WORDS  (1u << PLANS_SHAPE_BITS)

struct kept_plan {
    uint64_t hash;
    uint32_t *key; /* [plan.n_words] shapes of the words, and what phrases from there on may be */
    bool single;   /* it has one derivation */
    struct plan plan;
};

struct plans {
    struct arena arena;
    struct symbols shapes;
    size_t most;           /* bytes, above which all are forgotten */
    uint32_t *shape_of;    /* [words of the lexicon] + 1; 0: not known yet */
    bool *live;            /* [slots of the lexicon] what that was made for */
    bool *spread;          /* likewise: all entries of a category that has a live one */
    struct kept_plan **at; /* [cap] open addressing */
    uint32_t n, cap;
};

/* The shapes of a sentence's words. */
struct plan_key {
    const uint32_t *shapes; /* [n] */
    uint32_t n;
    uint64_t hash;
};

void plans_init(struct plans *self, struct guard *guard, size_t most);
void plans_free(struct plans *self);
/* The plan of these words, all of which are known, if one of that shape was kept; or NULL. first:
 * as for chart_parse_from; NULL: nothing is told by it. The lexicon is always the same, and has no
 * phrases. *key is for plans_keep, in `scratch`. */
const struct kept_plan *plans_find(struct plans *self, const struct lexicon *lexicon,
                                   struct arena *scratch, const uint32_t *words,
                                   const uint32_t *first, uint32_t n, struct plan_key *key);
/* Keep a plan, unless it is large. */
void plans_keep(struct plans *self, const struct plan_key *key, const struct plan *plan);

/* ---- several who look at a time, where not all entries are considered ------------------- */

/* One makes ready: what words are like now, `live`: [n_slots] entries that are considered. All that
 * were kept are forgotten where they are too many. Plans are of the entries in `spread`. */
void plans_ready(struct plans *self, const struct lexicon *lexicon);
void plans_shape(struct plans *self, const struct lexicon *lexicon, const bool *live,
                 uint32_t word);
/* Then all may look; *key in `scratch`. */
const struct kept_plan *plans_look(const struct plans *self, struct arena *scratch,
                                   const uint32_t *words, uint32_t n, struct plan_key *key);
/* And each keeps its own until one takes them all. */
const struct kept_plan *plans_at(const struct plans *self, const struct plan_key *key);
void plans_take(struct plans *self, struct plans *from);

#endif
