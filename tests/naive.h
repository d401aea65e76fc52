/* naive - the naive twin of the visual kernels.
 *
 * What a derivation says of a scene, computed from its programs as they are written: sets
 * are vectors of probabilities, numbers of objects are distributions found by going through
 * all subsets, functions are closures. One derivation at a time, nothing is averaged but
 * what a word that refers back may be:
 *
 *     x̂_i = x_i / (Σ x + .01)          the one object that a set should have
 *     p(v|i) ∝ A_v (mask_v(i) + 1e-4)   what object i is like, A an attribute
 *     S_ij = Σ_v p(v|i) p(v|j)          i and another, j, have the same of it; S_ii = 0
 *     it                                object i with x̂_i, and with the rest no object
 *     same(x, red)                      what in x has what the answer names
 *
 * Derivations are those of tests/oracle.h: of what the project does to parse and execute,
 * nothing is used. */
#ifndef G2L2_TESTS_NAIVE_H
#define G2L2_TESTS_NAIVE_H

#include "tests/oracle.h"

#define NAIVE_OBJECTS 7
#define NAIVE_ANSWERS 16

struct naive {
    struct arena *arena;
    const g2l2_domain *domain;
    const struct lexicon *lexicon;
    const struct scene *scene;
    const double *params; /* [n_words, n_params]: mask, relation, attribute */
    uint32_t n_params, n_answers;
    uint32_t answers[NAIVE_ANSWERS]; /* words */
    bool pointwise;                  /* functions are joined as their conjunction's program says */
};

enum seen_kind {
    SEEN_SET,
    SEEN_BOOL,
    SEEN_NUMBER,
    SEEN_WORD,
    SEEN_PAIR,
    SEEN_FUNCTION,
    SEEN_JOINED,
    SEEN_CONCEPT,
    SEEN_COMPOSED
};

struct seen {
    enum seen_kind kind;
    double set[NAIVE_OBJECTS];        /* SET */
    double yes;                       /* BOOL */
    double number[NAIVE_OBJECTS + 2]; /* NUMBER: of each, and of more than there are objects */
    double word[NAIVE_ANSWERS];       /* WORD: of each answer */
    double same[NAIVE_OBJECTS];       /* WORD: how surely each object has it, its owner not */
    const struct seen *left, *right;  /* PAIR, JOINED, COMPOSED */
    const struct seen *other;         /* PAIR: another one that it may be, or NULL */
    double share;                     /* PAIR: of this one */
    const struct term *lambda;        /* FUNCTION */
    const struct seen_env *env;
    uint32_t whose; /* word; CONCEPT as well */
    const struct schema *join;
    int how; /* COMPOSED: as in struct made_of */
};

/* `params` as the lexicon has them; the literals of the domain are words. */
void naive_open(struct naive *self, struct arena *arena, const struct lexicon *lexicon,
                const struct scene *scene, const double *params);
/* What a word means, and a function with its argument; NULL for `f`: `a` itself. */
const struct seen *naive_word(const struct naive *self, const struct term *term, uint32_t word);
const struct seen *naive_call(const struct naive *self, const struct seen *f, const struct seen *a);
/* The paper's merging: are these two the same but for values, which can be averaged? Values
 * of one kind are. And the mean of n of them, with these weights. */
bool naive_alike(const struct naive *self, const struct seen *a, const struct seen *b);
const struct seen *naive_merge(const struct naive *self, const struct seen *const *of,
                               const double *weight, uint32_t n);
/* What a derivation of a whole sentence means. */
const struct seen *naive_meaning(const struct naive *self, const struct made_of *meaning);
uint32_t naive_outcomes(const struct naive *self, const struct seen *seen);
/* Of no (0) and yes (1), of a number, of an answer; 2% are given at random. */
double naive_chance(const struct naive *self, const struct seen *seen, uint32_t outcome);

#endif
