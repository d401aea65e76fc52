/* liken - a model once more, in which a word is like a known one (liken.c). */
#ifndef G2L2_LIKEN_H
#define G2L2_LIKEN_H

#include "model/model.h"

/* A constant that stands in the place of another one, in what is taken over. */
struct exchange {
    const char *from, *to; /* names */
};

/* Words are spelled as the lexicon has them. */
struct likeness {
    const char *word, *like;
    struct exchange exchange; /* from NULL: none */
    bool replace;             /* the word is known, and what it meant is gone */
    bool apart;               /* its concept will be its own: it is no synonym of the other */
};

/* What is known of other words, and of records without what is new, stays to the letter. The model
 * belongs to the caller. Fails where the grammar cannot use it. */
g2l2_status liken_as(const g2l2_model *self, const struct likeness *how, g2l2_model **out,
                     g2l2_error *err);

#endif
