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
    const struct mixed_code *codes;  /* [n_entries] */
    const struct mixed_code **cases; /* [n_schemas] of their cases */
    const int *class_of;             /* [n_closed] of categories, of X where X^Y */
    const uint8_t *join_of;          /* [n_schemas] */
};

/* Doubles of one word's parameters; offsets: [n_concepts], may be NULL. */
uint32_t grounding_params(const g2l2_domain *domain, uint32_t n_features, uint32_t *offsets);
/* `params`, `grads` (or NULL): [n_words, n_params]. The domain is closed. All in `arena`;
 * a program that kernels cannot mix raises STATUS_TYPE. */
void grounding_init(struct grounding *self, struct arena *arena, const struct lexicon *lexicon,
                    uint32_t n_features, const double *params, double *grads);

/* ---- plans ------------------------------------------------------------------------------ */

enum plan_kind {
    PLAN_LEXICAL,
    PLAN_REFER,
    PLAN_COPY,
    PLAN_EMPTY,
    PLAN_APPLY,
    PLAN_CONJUNCT,
    PLAN_JOIN,
    PLAN_BIND
};

/* The weight of an edge is the product of two: those of nodes, or of what stands after
 * the nodes in struct mixed's `inside`. */
struct plan_edge {
    uint32_t left, right; /* APPLY: functor, argument; CONJUNCT: schema, operand;
                             COPY: node, plan_one; EMPTY: node, plan_empty;
                             LEXICAL, REFER: plan_slot, plan_one; BIND: antecedent, [LET X^Y] */
    uint8_t kind, how;    /* LEXICAL: 0, or the number of a schema's case; JOIN: join_of */
};

struct plan_node {
    uint32_t first; /* edge; they end where the next node's begin */
    uint8_t class;
    bool open; /* one value for each thing it may speak of */
    type_id type;
    uint32_t number; /* in the chart */
};

struct plan {
    uint32_t n_words, n_nodes, n_edges, n_roots;
    uint32_t n_slots;        /* of one word, at most */
    struct plan_node *nodes; /* [n_nodes + 1] */
    struct plan_edge *edges; /* [n_edges] */
    uint32_t *roots;         /* [n_roots] */
    uint32_t *of_node;       /* [chart nodes] NO_NODE: not useful */
};

/* Weights after those of the nodes: 1, EMPTY for each place, slots for each place. */
static inline uint32_t plan_one(const struct plan *self) {
    return self->n_nodes;
}

static inline uint32_t plan_empty(const struct plan *self, uint32_t place) {
    return self->n_nodes + 1 + place;
}

static inline uint32_t plan_slot(const struct plan *self, uint32_t place, uint32_t slot) {
    return self->n_nodes + 1 + self->n_words + place * self->n_slots + slot;
}

static inline uint32_t plan_n_weights(const struct plan *self) {
    return plan_slot(self, self->n_words, 0);
}

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
    type_id asked;     /* type of the answer, or TYPE_NONE */
    double negligible; /* share of all derivations below which an edge is passed over */
    uint32_t n_cases;
    size_t sizes[MIXED_CLASSES]; /* doubles of a value */
    double *inside;              /* [plan_n_weights] weights */
    double *outside; /* likewise: times inside, the share of derivations that go through */
    uint32_t *active, n_active; /* nodes that matter, in order */
    double **value;             /* [n_nodes] NULL: passed over; [cases] where open */
    double **grad;              /* likewise */
};

struct likelihood {
    double answer; /* summed weight of derivations, times the chance of the target */
    double total;  /* Z */
};

/* What has less than this share of the derivations - of all, and of those with an answer of
 * the right type - can hardly change an answer, or be learned from. A first pass, over
 * weights alone, finds it; in training most edges soon come to that. */
#define NEGLIGIBLE 1e-6

/* Values of all nodes, in `arena`. Set everything up to `negligible` first. */
struct likelihood mixed_run(struct mixed *self);
/* Given d loss / d answer and d loss / d total: grads[slot] += d loss / d weight, and the
 * gradients of the parameters. */
void mixed_back(struct mixed *self, double of_answer, double of_total, double *grads);

#endif
