/* prefer - what functions like to be applied to, where values have sorts (kernels.h).
 *
 *     filter(linked(_),city)   of   state       "cities in texas"          often
 *                              of   mountain                               never
 *
 * An entry says what a word means, not of what it is said; that is learned as a weight of the
 * function with the sort of its argument, whatever the words were (Liang et al. 2011). These
 * weights are the keys FIT_ARGUMENT of the lexicon's fit. */
#ifndef G2L2_PREFER_H
#define G2L2_PREFER_H

#include "lexicon/fit.h"
#include "run/machine.h"

struct preference {
    struct fit_key key;
    double weight;
    double count; /* expected number of uses: exact_counts */
};

struct preferences {
    const struct fit *fit; /* NULL: there are none */
    const struct exact_kernels *kernels;
    void *state;
    struct machine *machine;
    struct arena *arena;
    uint32_t *rows;             /* [terms of the language] number of a function + 1; 0: not met */
    VEC(uint32_t) parts;        /* [functions] its name in the fit, or SYMBOL_NONE */
    VEC(const char *) sorts;    /* those that were met */
    VEC(uint32_t) sets;         /* [sorts] their names in the fit, or SYMBOL_NONE */
    VEC(struct preference) all;
    uint32_t *cells; /* [functions, PREFER_SORTS] index into `all` + 1, 0: not met */
    uint32_t cap;
};

#define PREFER_SORTS 32u /* that are told apart in one sentence; others have no weight */

/* `lexicon`: has a fit, or there are no preferences. */
void prefer_open(struct preferences *self, struct arena *arena, const struct lexicon *lexicon,
                 const struct exact_kernels *kernels, void *state, struct machine *machine);
/* Of a function for an argument; NULL: none, or of no use. Stays until the next call. */
struct preference *prefer_find(struct preferences *self, value_id function, value_id argument);
/* The name of a function in the fit: the argument is `_`, what it has already `.`. */
void prefer_name(const struct lang *lang, const struct term *lambda, struct buf *out);

#endif
