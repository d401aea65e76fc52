/* tape - programs that have no operator form, run on the values of mixed execution.
 *
 *     \x. count(filter(x, ?))       a closure: body, environment, the word whose `?` it has
 *                 │
 *       x = the value of a node, at weight 1
 *                 ▼
 *     filter, as an operator ─▶ apply ─▶ count, as an operator ─▶ apply ─▶ a value
 *
 * A node keeps the sum of all that has a value, and beside it *offers*: what has none -
 * closures, mostly - each with a weight of its own. When two parts meet, each offer of the
 * one is given to whatever the other has; what comes out is a value, which is added to the
 * node's, or an offer again. Offers that are equal but for the values in their environments
 * are merged, the values being averaged (paper, section 2.3).
 *
 * An operation needs no kernels of its own: it is the operator form of \x. op(x), applied.
 * All that was done is on the tape, and gradients are found by going through it from its
 * end, node by node. */
#ifndef G2L2_TAPE_H
#define G2L2_TAPE_H

#include "run/mixed.h"

/* A value at weight 1, and its gradient on the backward pass. */
struct val {
    int class;
    double *value, *grad;
};

/* What a variable can stand for. */
struct bound {
    enum { BOUND_VALUE, BOUND_CLOSURE, BOUND_CONCEPT } kind;
    uint32_t word;             /* CONCEPT: whose; CLOSURE: whose its `?` are */
    struct val *val;           /* VALUE */
    const struct term *lambda; /* CLOSURE */
    const struct bound *env;   /* [lambda->open] innermost first */
};

/* Weights are products. */
struct factor {
    enum { FACTOR_SLOT, FACTOR_NODE, FACTOR_OFFER } kind;
    uint32_t index; /* of a slot; of a node, whose value's weight it is, */
    uint32_t which; /* for this case */
    struct offer *offer;
};

struct offer {
    struct bound bound;
    double weight, grad;
    uint32_t which; /* case that it is for; 0 where the node is not open */
    bool shadow;    /* part of the node's value too: for arguments that have no value only */
    uint32_t n;     /* factors */
    struct factor factors[2];
    struct offer *next; /* of the node */
};

struct tape *tape_new(struct mixed *mixed);

/* ---- forward, in the order of the nodes --------------------------------------------------- */

/* Steps from here on belong to this node. */
void tape_begin(struct tape *self, uint32_t node);
/* What a program of a word means at a node. `shadow`: it has an operator form as well. */
void tape_word(struct tape *self, uint32_t node, uint32_t which, uint32_t word, uint32_t slot,
               const struct term *program, bool shadow);
/* Offers of a node are passed on. */
void tape_pass(struct tape *self, uint32_t node, uint32_t which, const struct plan_edge *e);
/* All that a COMBINE edge makes, but for what operator forms do. */
void tape_combine(struct tape *self, uint32_t node, uint32_t which, const struct plan_edge *e);
/* Do operator forms do something for this edge? */
bool tape_leaves(const struct tape *self, uint32_t node, const struct plan_edge *e);
/* The node is complete: merge its offers. */
void tape_merge(struct tape *self, uint32_t node, uint32_t which);

/* ---- backward ------------------------------------------------------------------------------ */

void tape_open_back(struct tape *self);
/* The gradient of the node's value is complete. */
void tape_back(struct tape *self, uint32_t node, double *grads);

/* ---- for explanations ------------------------------------------------------------------------ */

/* Offers of a node, NULL: none. */
const struct offer *tape_offers(const struct tape *self, uint32_t node);

#endif
