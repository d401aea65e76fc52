/* oracle - the naive twin of chart and execution.
 *
 * Every test that asks "is the sum over all derivations right?" asks it here:
 * each assignment of entries to words, each case of those that are schemas and each
 * binary tree over the words that are not EMPTY is made one by one, and its meaning
 * is computed by a plain interpreter. Nothing of the chart, of the rule table or of the kernels is
 * used, so that a mistake has to be made twice to go unseen.
 *
 *     lexicon, words ──▶ oracle_parse ──▶ derivations ──▶ oracle_meaning
 *                                        (slots, root)    number or string
 *
 * A world is what a test works in: a domain, a lexicon, memory and a guard. */
#ifndef G2L2_TESTS_ORACLE_H
#define G2L2_TESTS_ORACLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "run/run.h"
#include "tests/differences.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* ---- worlds ------------------------------------------------------------------------ */

struct world {
    struct guard guard;
    g2l2_error err;
    struct arena arena;   /* of lexicon and parse; world_domain empties it */
    struct arena scratch; /* what expected_run asks for */
    struct rng rng;
    g2l2_domain *domain;
    struct lexicon lexicon;
};

/* Run `body` in a world of its own. What is raised inside fails the test. */
void world_run(void (*body)(struct world *));
/* Give the world a new domain and an empty lexicon. */
void world_domain(struct world *self, const char *definition);
/* The same, with one that is built in. */
void world_built_in(struct world *self, const char *name);

/* Lines of a definition that binds the operations of sequences, with the categories V and S. */
#define SEQUENCES                                                                                  \
    "type ActSeq\n"                                                                                \
    "type Integer\n"                                                                               \
    "op empty  : ActSeq\n"                                                                         \
    "op concat : ActSeq, ActSeq -> ActSeq [associative, unit empty]\n"                             \
    "op repeat : ActSeq, Integer -> ActSeq [power concat]\n"                                       \
    "literals action : ActSeq\n"                                                                   \
    "numbers 2 3 : Integer\n"                                                                      \
    "category V : ActSeq\n"                                                                        \
    "category S : ActSeq\n"                                                                        \
    "root S V\n"

/* Forget lexicon and parses, keep the domain. */
void world_clear(struct world *self);

cat_id world_category(struct world *self, const char *text);
const struct term *world_term(struct world *self, cat_id cat, const char *text);
/* Add a word with entries `category : program` (no program: "EMPTY", "AND"). */
void world_word(struct world *self, const char *word, ...);
/* Close domain and lexicon: ready to parse. */
void world_close(struct world *self);
const char *world_print(struct world *self, const struct term *term);
/* The plan of a chart with these weights, ready to be walked; in the world's arena. */
const struct walk *world_walk(struct world *self, const struct chart *chart, const double *weight);

/* How many random samples to try: n, times $G2L2_SAMPLES if that is set. */
uint32_t samples(uint32_t n);

/* Whether a and b agree to `tolerance`, absolutely or relatively. */
bool near(double a, double b, double tolerance);
#define assert_near(a, b, tolerance)                                                               \
    do {                                                                                           \
        double a_ = (a), b_ = (b);                                                                 \
        if (!near(a_, b_, (tolerance))) fail_msg("%s is %.12g, not %.12g", #a, a_, b_);            \
    } while (0)

/* A cmocka test that runs name_body in a world. */
#define WORLD_TEST(name)                                                                           \
    static void name(void **state) {                                                               \
        (void)state;                                                                               \
        world_run(name##_body);                                                                    \
    }

/* ---- derivations by brute force ------------------------------------------------------ */

#define ORACLE_WORDS 32

/* A leaf, f(a), two conjuncts and what joins them, or an antecedent and what speaks of it.
 * What is open (a category X^Y) means something once it is said what it speaks of. */
struct made_of {
    const struct term *term;
    uint32_t word;                      /* of a leaf */
    const struct made_of *left, *right; /* function, argument; conjuncts; antecedent, clause */
    const struct schema *join;
    bool made_left, made_right; /* which conjuncts are what the conjunction makes */
    bool open_left, open_right; /* which parts speak of something */
    bool bind;                  /* the right one speaks of the left one */
    enum { BY_CALL, BY_COMPOSITION, BY_SUBSTITUTION, BY_RAISING } how; /* of left and right */
    type_id raised; /* BY_RAISING: the type of the result */
};

struct oracle_derivation {
    cat_id root;
    uint32_t slots[ORACLE_WORDS]; /* [n] */
    const struct made_of *meaning;
};

struct oracle {
    struct arena *arena;
    g2l2_domain *domain;
    const struct lexicon *lexicon;
    const uint32_t *words;
    uint32_t n;
    bool functor_arguments_lexical;
    uint32_t chosen[ORACLE_WORDS];
    uint32_t cases[ORACLE_WORDS]; /* 0: the entry itself, i: case i of the schema that it is */
    VEC(struct oracle_derivation) all;
    bool several;    /* a pair could be applied and composed, and was applied */
    bool used_twice; /* a conjunct is what its conjunction makes, and takes what that takes */
};

/* All derivations of all root categories, in `self->all`. */
void oracle_parse(struct oracle *self, struct world *world, const uint32_t *words, uint32_t n,
                  bool functor_arguments_lexical);
double oracle_weight(const struct oracle *self, uint32_t derivation, const double *weight);
/* log Σ exp over the derivations for which `keep` is true (NULL: all). */
double oracle_log_sum(const struct oracle *self, const double *weight, const bool *keep);
/* counts[slot] += expected uses among those. */
void oracle_counts(const struct oracle *self, const double *weight, const bool *keep,
                   double *counts);

/* ---- what a derivation means ---------------------------------------------------------- */

struct thing {
    enum { THING_NUMBER, THING_STRING, THING_CLOSURE, THING_JOINED, THING_MADE } kind;
    double number;
    const char *text; /* one character for each action: 'a' + its number */
    const struct term *lambda;
    const struct surroundings *env;
    const struct schema *join; /* JOINED: two functions, run side by side */
    const struct thing *left, *right;
    const struct made_of *of; /* MADE: conjuncts, some of them functions of what is to come */
};

/* Interpreted without reducing anything. */
const struct thing *oracle_meaning(const struct oracle *self, uint32_t derivation);
/* The derivation's program: term_reduce of its parts put together. */
const struct term *oracle_program(const struct oracle *self, uint32_t derivation);
/* A closed term without functions. */
const struct thing *oracle_evaluate(const struct oracle *self, const struct term *term);

#endif
