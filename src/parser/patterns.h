/* patterns - sentences that people would say: those that were seen, with words replaced by others
 * of their kind.
 *
 *     jump opposite left  ─▶  walk opposite left, jump opposite right
 *
 * Words are of a kind if their heaviest entries are alike but for constants. */
#ifndef G2L2_PATTERNS_H
#define G2L2_PATTERNS_H

#include "lexicon/lexicon.h"

struct patterns {
    struct arena *arena;
    const struct lexicon *lexicon;
    uint32_t word;             /* that is asked about */
    const uint32_t *kinds;     /* [words] */
    struct symbols neighbours; /* kinds that stood beside each other */
};

/* The kind of each word, as the lexicon is now: [words]. */
uint32_t *patterns_kinds(struct arena *arena, const struct lexicon *lexicon, uint32_t *n_kinds);
/* The entry of a word that weighs most; NULL: it has none that is used. */
const struct candidate *patterns_heaviest(const struct lexicon *lexicon, const struct word *word);
/* What kinds of words there are, as the lexicon is now; the word that is asked about is of a kind
 * of its own, for what it is like is open. */
struct patterns patterns_of(struct arena *arena, const struct lexicon *lexicon, uint32_t word);
/* Call `take` with such sentences, at most so many, until it returns true. `seen`: [n] sentences with
 * the word, which stays in its places; of the shortest first one other word is replaced, then two. */
void patterns_each(const struct patterns *self, const char *const *seen, uint32_t n, uint32_t most,
                   bool (*take)(void *, const char *), void *context);
/* The neighbours of these sentences are known from now on; and is each pair of a sentence known? */
void patterns_learn(struct patterns *self, const char *const *seen, uint32_t n);
bool patterns_said(const struct patterns *self, const uint32_t *words, uint32_t n);

#endif
