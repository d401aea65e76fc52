/* mixed - CKY-E2 where functions can be averaged as well as values (paper, section
 * 2.3): one value for each span and category, whatever the number of derivations.
 *
 *     chart ─▶ plan ─▶ values ─▶ likelihood of the answer, and Z ─▶ gradients
 *
 * A plan is a chart that does not say which words it is about, only which entries
 * each place has: sentences whose words have the same choice of categories share
 * one. In training all words have all candidates, so there is one for each length.
 *
 * Values carry their weight (kernels.h, struct mixed_kernels), so the sum over the
 * derivations of a node is plain addition. */
#ifndef G2L2_MIXED_H
#define G2L2_MIXED_H

#include "chart/chart.h"

/* ---- what the words mean ------------------------------------------------------------- */

/* Learned numbers of the words beside tau, and how kernels see the lexicon. */
struct grounding {
    const struct lexicon *lexicon;
    const struct mixed_kernels *kernels;
    struct mixed_setup setup;
    const struct mixed_code *codes; /* [n_entries] */
    const int *class_of;            /* [n_closed] of categories */
    const uint8_t *join_of;         /* [n_conjs] */
};

/* Doubles of one word's parameters; offsets: [n_concepts], may be NULL. */
uint32_t grounding_params(const g2l2_domain *domain, uint32_t n_features, uint32_t *offsets);
/* `params`, `grads` (or NULL): [n_words, n_params]. The domain is closed. All in `arena`;
 * a program that kernels cannot mix raises STATUS_TYPE. */
void grounding_init(struct grounding *self, struct arena *arena, const struct lexicon *lexicon,
                    uint32_t n_features, const double *params, double *grads);

/* ---- plans ------------------------------------------------------------------------------ */

enum plan_kind { PLAN_LEXICAL, PLAN_COPY, PLAN_EMPTY, PLAN_APPLY, PLAN_CONJUNCT, PLAN_JOIN };

struct plan_edge {
    uint32_t left, right; /* nodes; LEXICAL: place and slot of the word; EMPTY: node, place;
                             APPLY: functor, argument; CONJUNCT: conjunction, operand */
    uint8_t kind, how;
};

struct plan_node {
    uint32_t first; /* edge; they end where the next node's begin */
    uint8_t class;
    uint32_t number; /* in the chart */
};

struct plan {
    uint32_t n_words, n_nodes, n_edges, n_roots;
    struct plan_node *nodes; /* [n_nodes + 1] */
    struct plan_edge *edges; /* [n_edges] */
    uint32_t *roots;         /* [n_roots] */
    uint32_t *of_node;       /* [chart nodes] NO_NODE: not useful */
};

/* All in `arena`. The chart may be gone afterwards. */
void plan_make(struct plan *self, struct arena *arena, const struct chart *chart,
               const struct grounding *grounding);

/* ---- running ---------------------------------------------------------------------------- */

struct mixed {
    const struct grounding *grounding;
    const struct plan *plan;
    const uint32_t *words;
    const double *weight; /* [n_slots] of entries, not logs */
    struct arena *arena;
    void *session;
    double negligible; /* share of a node below which an edge is passed over */
    double **value;    /* [n_nodes] */
    double **grad;     /* [n_nodes] */
};

struct likelihood {
    double answer; /* summed weight of derivations, times the chance of the target */
    double total;  /* Z */
};

/* What has less than this of the weight of a span can hardly change its meaning, or be
 * learned from. In training nearly all edges come to that. */
#define NEGLIGIBLE 1e-6

/* Values of all nodes, in `arena`. Set everything up to `negligible` first. */
struct likelihood mixed_run(struct mixed *self);
/* Given d loss / d answer and d loss / d total: grads[slot] += d loss / d weight, and the
 * gradients of the parameters. */
void mixed_back(struct mixed *self, double of_answer, double of_total, double *grads);

#endif
