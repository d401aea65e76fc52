/* chart - one CKY parser for every purpose (paper, section 2.3, algorithm 1).
 *
 * The chart knows categories and nothing of meaning. It packs all derivations
 * of a sentence into a forest: a node is (span, category), an edge is one way
 * to make it. What a derivation is worth - a count, a weight, a program's
 * result - is the business of an algebra, run over the forest from below:
 *
 *       words ──▶ chart_parse ──▶ forest ──▶ chart_run(algebra) ──▶ values
 *
 *       node  S [0,3)                      lexical   an entry of a word
 *        └─ edge  <  V [0,1)  S\V [1,3)    combine   two nodes by a rule
 *             └─ edge  >  S\V/V   V        merge     all edges of a node are in
 *
 * EMPTY words are absorbed in one place only, so that every assignment of
 * entries and every tree is counted once:
 *
 *     X(i,j)  begins and ends with a word that is not EMPTY
 *     S(i,j)  X(i,j), or an EMPTY word i and then S(i+1,j);   X = X S
 *     P(j)    S(0,j), or P(j-1) and an EMPTY word j-1;        the root is P(n)
 *
 * In a grammar in normal form modifiers (X/X, X\X) attach low: what has one
 * behind it, or is coordinated, takes none. "A left of B right of C" has one reading
 * then, and "red A left of B" one derivation.                                           */
#ifndef G2L2_CHART_H
#define G2L2_CHART_H

#include "lexicon/lexicon.h"

#define NO_NODE UINT32_MAX

/* Edges are made by a rule of the grammar, or by one of these. */
enum edge_kind {
    EDGE_LEXICAL = N_RULES, /* left: slot, right: category */
    EDGE_UNIT,              /* left: node */
    EDGE_EMPTY_FIRST,       /* left: EMPTY slot, right: node */
    EDGE_EMPTY_LAST,        /* left: node, right: EMPTY slot */
};

struct edge {
    uint32_t left, right; /* nodes, or slots as said above */
    uint32_t next;        /* next edge of the same node, or NO_NODE */
    uint8_t kind;         /* enum rule or enum edge_kind */
};

struct node {
    cat_id cat;
    bool useful;  /* part of a derivation of the whole sentence */
    bool lexical; /* a single word; kept only where functor_arguments_lexical asks */
    bool closed;  /* takes no modifier; kept only in a grammar in normal form */
    uint32_t begin, end;
    uint32_t first, last; /* edges, in the order they were found */
};

struct range {
    uint32_t first, n;
};

struct chart {
    struct arena *arena;
    const struct lexicon *lexicon;
    const struct syntax *syntax;
    bool functor_arguments_lexical;
    const bool *live;      /* [n_slots] entries to be considered, or NULL: all */
    const uint32_t *words; /* [n] */
    uint32_t n;
    struct range *inner, *outer; /* X and S: nodes of each cell, [n * (n + 1)] by cell() */
    VEC(struct node) nodes;      /* children before parents */
    VEC(struct edge) edges;
    VEC(uint32_t) roots; /* one node for each root category that parses */
    uint32_t *of_cat;    /* [n_closed, 4] the cell's node of a category, while it is built */
};

/* Parse `words` (SYMBOL_NONE for an unknown one). `words` must outlive the chart. */
void chart_parse(struct chart *self, struct arena *arena, const struct lexicon *lexicon,
                 const uint32_t *words, uint32_t n, bool functor_arguments_lexical);

/* The same with some of the entries only. */
void chart_parse_some(struct chart *self, struct arena *arena, const struct lexicon *lexicon,
                      const bool *live, const uint32_t *words, uint32_t n);

static inline uint32_t chart_cell(const struct chart *self, uint32_t begin, uint32_t end) {
    return begin * (self->n + 1) + end;
}

/* Run over the useful nodes, children first: for each node, lexical or combine
 * for every edge, then merge. */
struct algebra {
    void (*lexical)(void *self, uint32_t node, uint32_t edge);
    void (*combine)(void *self, uint32_t node, uint32_t edge);
    void (*merge)(void *self, uint32_t node);
};

void chart_run(const struct chart *self, const struct algebra *algebra, void *context);

/* ---- algebras over weights -------------------------------------------------------- */

/* count: how many derivations. [n_nodes] in the chart's arena. */
double *chart_count(const struct chart *self);

/* inside: log of the summed weight of all derivations. */
struct inside {
    double *value; /* [n_nodes] */
    double *local; /* [n_edges] share of an edge in its node */
    double total;  /* log Z over the roots */
};

/* `weight`: [n_slots] log weights. */
struct inside chart_inside(const struct chart *self, const double *weight);
/* counts[slot] += scale * expected number of uses of each slot. Returns the same of nodes:
 * scale * the share of all derivations that go through each, [n_nodes] in the chart's arena. */
const double *chart_expected_counts(const struct chart *self, const struct inside *inside,
                                    double scale, double *counts);

/* best: the k heaviest derivations. */
struct derivation {
    double weight;
    uint32_t edge;                         /* the root's node is implied by it */
    const struct derivation *left, *right; /* NULL where the edge has a slot */
};
/* At most k, heaviest first; returns how many. */
uint32_t chart_best(const struct chart *self, const double *weight, uint32_t k,
                    const struct derivation ***out);

#endif
