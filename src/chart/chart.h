/* chart - one CKY parser for every purpose (paper, section 2.3, algorithm 1).
 *
 * The chart knows categories and nothing of meaning. It packs all derivations
 * of a sentence into a forest: a node is (span, category), an edge is one way
 * to make it. What a derivation is worth - a count, a weight, a program's
 * result - is the business of those who walk the plan that is made of it (plan/plan.h).
 *
 *       node  S [0,3)
 *        └─ edge  <  V [0,1)  S\V [1,3)
 *             └─ edge  >  S\V/V   V
 *
 * EMPTY words are absorbed in one place only, so that every assignment of
 * entries and every tree is counted once:
 *
 *     X(i,j)  begins and ends with a word that is not EMPTY
 *     S(i,j)  X(i,j), or an EMPTY word i and then S(i+1,j);   X = X S
 *     P(j)    S(0,j), or P(j-1) and an EMPTY word j-1;        the root is P(n)
 *
 * In a grammar in normal form modifiers (X/X, X\X) attach low: what has one
 * behind it, or is coordinated, takes none, and functions are joined low likewise. "A left of B
 * right of C" has one reading then, and "red A left of B" one derivation. Where a grammar composes, of the derivations
 * that mean the same for that reason alone, one is made (enum mark). Phrases side by side
 * have one bracketing, from the left: the one on the right is a single phrase. Where the lexicon
 * knows what phrases with a certain first word say something of (struct opener), it is that instead.
 * A chain of connectives (X\X/X: "a and b and c ...") has n^3 edges. In a long sentence, a connective
 * takes something short first, and the chain grows to one side; within that, all bracketings are made.
 *
 * An entry of several words spans them all, where they stand one after the other. It is a
 * place of its own: the places of a sentence are its words, and then such phrases.         */
#ifndef G2L2_CHART_H
#define G2L2_CHART_H

#include "lexicon/lexicon.h"

#define NO_NODE UINT32_MAX

/* Edges are made by a rule of the grammar, or by one of these. */
enum edge_kind {
    /* a rule of one part: left: node, right: NO_NODE */
    EDGE_LEXICAL = N_RULES, /* left: slot, right: place */
    EDGE_UNIT,              /* left: node */
    EDGE_EMPTY_FIRST,       /* left: EMPTY slot, right: node */
    EDGE_EMPTY_LAST,        /* left: node, right: EMPTY slot */
};

struct edge {
    uint32_t left, right; /* nodes, or slots as said above */
    uint32_t next;        /* next edge of the same node, or NO_NODE */
    uint8_t kind;         /* enum rule or enum edge_kind */
};

/* How a node was made, where that decides what it may become. */
enum mark {
    MARK_LEXICAL = 1, /* a single word; where functor_arguments_lexical asks */
    MARK_CLOSED = 2,  /* takes no modifier; in a grammar in normal form */
    /* Where a grammar composes: no derivation but one of those that mean the same (Eisner
     * 1996). What was composed forward is no functor of a forward rule; what was raised is
     * applied to nothing that could be applied to it. A pair is put together by the first rule
     * that fits, so where both applying and composing do, what the latter leads to is left out. */
    MARK_COMPOSED_FORWARD = 4,
    MARK_COMPOSED_BACKWARD = 8,
    MARK_RAISED = 16,
    MARK_JUXTAPOSED = 32, /* made of two side by side: it is never the one on the right */
    MARK_WHOLE = 64,      /* ends with what is said of a whole (SCOPE_WHOLE) */
};

struct node {
    cat_id cat;
    bool useful;  /* part of a derivation of the whole sentence */
    uint8_t mark; /* of enum mark */
    uint32_t begin, end;
    uint32_t first, last; /* edges, in the order they were found */
    uint32_t other;       /* of the same cell and category with another mark, or NO_NODE */
};

struct range {
    uint32_t first, n;
};

struct chart {
    struct arena *arena;
    const struct lexicon *lexicon;
    const struct syntax *syntax;
    bool functor_arguments_lexical;
    bool plain;            /* categories alone decide what combines */
    bool long_chains;      /* connectives take something short first */
    const bool *live;      /* [n_slots] entries to be considered, or NULL: all */
    const uint32_t *words; /* [n_places] the sentence's, then those of phrases */
    bool freely;           /* modifiers may stand on the other side of what they modify */
    const uint32_t *first; /* [n] what a phrase from here on begins with; NULL: nobody knows */
    uint32_t n, n_places;
    phrase_list phrases;         /* [n_places - n] */
    uint32_t *phrase_at;         /* [cells] the first of a span, or NO_NODE; NULL: there are none */
    struct range *inner, *outer; /* X and S: nodes of each cell, [n * (n + 1)] by cell() */
    uint64_t *cats;              /* [cells] syntax_bit of the nodes of S */
    VEC(struct node) nodes;      /* children before parents */
    VEC(struct edge) edges;
    VEC(uint32_t) roots; /* one node for each root category that parses */
    uint32_t *of_cat;    /* [n_closed] the cell's newest node, while it is built */
};

/* Parse `words` (SYMBOL_NONE for an unknown one). `words` must outlive the chart, which has
 * its own where there are phrases. */
void chart_parse(struct chart *self, struct arena *arena, const struct lexicon *lexicon,
                 const uint32_t *words, uint32_t n, bool functor_arguments_lexical);

/* The same where words that mean nothing were left out, or are not known: `first` has, for each
 * place, the word that a phrase from there on begins with, or SYMBOL_NONE. */
void chart_parse_from(struct chart *self, struct arena *arena, const struct lexicon *lexicon,
                      const uint32_t *words, const uint32_t *first, uint32_t n);

/* The same with any phrase beginning with any word, and with words that stand before what they modify
 * standing behind it too, or the reverse: "the cubes are red", where only "red cubes" was learned. */
void chart_parse_freely(struct chart *self, struct arena *arena, const struct lexicon *lexicon,
                        const uint32_t *words, uint32_t n);

/* The same of a part of a sentence: the whole is of one of these categories. */
void chart_parse_part(struct chart *self, struct arena *arena, const struct lexicon *lexicon,
                      const uint32_t *words, uint32_t n, const cat_id *as, uint32_t n_as);

/* The same with some of the entries only. */
void chart_parse_some(struct chart *self, struct arena *arena, const struct lexicon *lexicon,
                      const bool *live, const uint32_t *words, uint32_t n);

static inline uint32_t chart_cell(const struct chart *self, uint32_t begin, uint32_t end) {
    return begin * (self->n + 1) + end;
}

#endif
