/* prefer - what functions like to be applied to, and what questions ask for, where values have
 * sorts (kernels.h).
 *
 *     filter(linked(_),room)   of   house       "rooms of the mill"        often
 *                              of   street                                 never
 *
 *     "which house has ..."    comes to a   house
 *
 *     "the [big] rivers"       `rivers` behind it: largest(_,length)
 *     "the [big] towns"        `towns` behind it: largest(_,people)
 *
 * An entry says what a word means, not of what it is said; that is learned as a weight of the
 * function with the sort of its argument, whatever the words were (Liang et al. 2011), and with the
 * word at which they meet, which may mean nothing by itself ("state of", "state bordering"). And the
 * first words of a question say what sort of answer it wants, whatever they mean. And what a word means
 * is told by those before and behind it, as taggers know: a word that was seen once is understood by
 * them. The weights are in the lexicon's fit: the keys FIT_ARGUMENT, those of a word with one part, the sort
 * or the function, and those of a word with the side that it is on and what the word there means.
 *
 *     how many [tugs or yachts] are gray        `are` is said of all that stands before it
 *     how many tugs or [yachts in kiel] ...     `in` of what is near
 *
 * Entries cannot tell these apart, as both readings have the same ones; the word with which a phrase
 * begins has a weight for how far it reaches. */
#ifndef G2L2_PREFER_H
#define G2L2_PREFER_H

#include "lexicon/fit.h"
#include "run/machine.h"

struct preference {
    struct fit_key key;
    double weight;
    double count; /* expected number of uses: exact_counts */
};

/* Of the first words of a sentence for what sort of answer it comes to. */
struct wish {
    const char *sort;
    uint32_t part; /* its name in the fit, or SYMBOL_NONE */
    double weight, count;
};

/* What an application may be like, whatever the function: it finds nothing among something; it picks
 * all of what it picks from; it is said of what stands before it, over so many words; it says again
 * what is so; and, of a whole sentence, it comes to what the sentence names. */
enum prefer_shape {
    PREFER_NOTHING,
    PREFER_IDLE,
    PREFER_FAR,
    PREFER_AGAIN,
    PREFER_NAMED,
    N_PREFER_SHAPES
};

#define PREFER_SORTS 32u /* that are told apart in one sentence; others have no weight */
#define PREFER_WORDS 6u  /* the first ones: more are about what is asked, not which sort it is */

#define PREFER_SCOPE "(scope)" /* the part of a word whose phrases are said of more than is near */

struct preferences {
    const struct fit *fit; /* NULL: there are none */
    const uint32_t *words; /* [n], of which the first n_words wish for something */
    uint32_t n_words;
    struct preference shapes[N_PREFER_SHAPES];
    struct preference
        *scopes; /* [n] by where a phrase begins: for each word that it reaches over */
    struct wish wishes[PREFER_SORTS];
    uint32_t n_wishes;
    const struct exact_kernels *kernels;
    void *state;
    struct machine *machine;
    struct arena *arena;
    uint32_t *rows;      /* [terms of the language] number of a function + 1; 0: not met */
    uint32_t *meanings;  /* [terms of the language + 1] likewise of what a word means, or nothing */
    VEC(uint32_t) parts; /* [functions] its name in the fit, or SYMBOL_NONE */
    VEC(const char *) sorts; /* those that were met */
    VEC(uint32_t) sets;      /* [sorts] their names in the fit, or SYMBOL_NONE */
    VEC(struct preference) all;
    uint32_t *cells;   /* [functions, PREFER_SORTS + 3 n] index into `all` + 1, 0: not met */
    uint32_t sides[2]; /* PREFER_BEFORE and PREFER_BEHIND in the fit, or SYMBOL_NONE */
    uint32_t n_terms;
    uint32_t n; /* words of the sentence */
    uint32_t cap;
};

/* A sort of answer, and how likely it is by the first words alone. */
struct asked_for {
    uint32_t part; /* SYMBOL_NONE: it is not known by name */
    double share;
};
#define N_PREFER_ASKED 5
/* out: [N_PREFER_ASKED] */
void prefer_expected(const struct preferences *self, struct asked_for *out);
/* Where the lexicon has no fit, or values no sorts, or nothing is asked, there are none.
 * words: [n]. */
void prefer_open(struct preferences *self, struct arena *arena, const struct lexicon *lexicon,
                 const uint32_t *words, uint32_t n, void *state, struct machine *machine);
/* Of the sentence for a value; NULL: none. */
struct wish *prefer_answer(struct preferences *self, value_id value);
/* Of a function for an argument; NULL: none, or of no use. Stays until the next call. */
struct preference *prefer_find(struct preferences *self, value_id function, value_id argument);
/* Of a function for one thing of a sort, or for all of them. Likewise. */
struct preference *prefer_extent(struct preferences *self, value_id function, value_id argument);
/* Of a function for the word at which it meets its argument: the first of the part on the right.
 * Likewise. */
struct preference *prefer_beside(struct preferences *self, value_id function, uint32_t place);
/* Of the word before (0) or behind (1) a place for what the word there means; NULL: it means
 * nothing. Likewise. */
struct preference *prefer_context(struct preferences *self, uint32_t place, int side,
                                  const struct lang *lang, const struct term *program);
/* The names of what a word means in the fit, and of the sides of a word. */
#define PREFER_BEFORE  "(before)"
#define PREFER_BEHIND  "(behind)"
#define PREFER_MEANING "means:"
void prefer_meaning(const struct lang *lang, const struct term *program, struct buf *out);
/* The names of shapes in the fit, as parts and as sets. */
extern const char *const prefer_shape_names[N_PREFER_SHAPES];
/* The name of a function in the fit: the argument is `_`, what it has already `.`. */
void prefer_name(const struct lang *lang, const struct term *lambda, struct buf *out);

#endif
