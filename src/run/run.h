/* run - walks of a plan.
 *
 *   weights    count, inside, best: no meaning
 *   exact      every node keeps the distinct values its derivations can have,
 *              each with the summed weight of those derivations. In training
 *              the domain drops what cannot be part of the target, and
 *              N / Z = p(target | sentence) exactly.
 *   expected   CKY-E2 (paper, section 2.3): a node of a primitive type keeps one
 *              value, the mean over its derivations.
 *
 * The last two end in gradients with respect to the weights of the entries. */
#ifndef G2L2_RUN_H
#define G2L2_RUN_H

#include "plan/plan.h"
#include "run/prefer.h"
#include "types/joint.h"

/* What is walked: a plan for a sentence, with the weights of the entries. */
struct walk {
    const struct plan *plan;
    struct sentence sentence;
    const double *weight; /* [slots of the lexicon] logs */
    struct arena *arena;
    const struct scene *scene; /* what it is about, or NULL */
    /* Exact execution without values that are known to be parts of a target: all worlds that the
     * sentence is about, where there are several; or NULL. */
    const struct worlds *worlds;
};

/* ---- weights ------------------------------------------------------------------------ */

/* How many derivations: [n_nodes, and 1 for everything else] in `arena`. */
double *weights_count(const struct plan *plan, struct arena *arena);

/* Words that an edge reaches over. X/X and X\\X are modifiers: the further they reach, the less
 * likely. Where clauses can lack arguments, so are functors that reach over much to one: "given to
 * the boy seen | by Emma"; and nothing is as unlikely as crossed dependencies. */
uint32_t weights_reach(const struct plan *plan, const struct plan_edge *edge);

/* The log of the summed weight of all derivations. */
struct inside {
    double *value; /* [plan_n_weights] */
    double *local; /* [n_edges] share of an edge in its node */
    double total;  /* log Z over the roots */
};
struct inside weights_inside(const struct walk *walk);
/* counts[slot] += scale * expected number of uses of each slot. Returns the same of nodes:
 * scale * the share of all derivations that go through each, [n_nodes]. */
const double *weights_expected(const struct walk *walk, const struct inside *inside, double scale,
                               double *counts);

struct derivation {
    double weight;
    uint32_t node, edge;
    const struct derivation *left, *right; /* NULL where the edge has no node there */
};
/* The k heaviest, heaviest first; returns how many there are. */
uint32_t weights_best(const struct walk *walk, uint32_t k, const struct derivation ***out);

/* ---- exact -------------------------------------------------------------------------- */

struct item {
    value_id value;
    uint32_t node;
    uint32_t first; /* of its ways */
    double weight;  /* log of the sum over derivations */
};

/* One way to make an item. What left and right are, the plan's edge says: items, or
 * slots of the lexicon, or NO_NODE. */
struct way {
    uint32_t left, right, next;
    uint32_t edge : 28;
    uint32_t nothing : 1, idle : 1, again : 1, named : 1; /* enum prefer_shape */
    double share;                                         /* in its item */
};

struct exact {
    struct walk walk;
    const g2l2_domain *domain;
    const struct exact_kernels *kernels;
    void *state; /* the kernels' */
    bool goal_known;
    bool pruned; /* every value is part of the target */
    value_id goal;
    uint32_t beam;              /* values kept for a node, 0 = all */
    uint32_t whole;             /* and for one of the whole sentence, 0 = as many */
    uint32_t values, functions; /* likewise for a span: exact_limits */
    uint32_t of_word;
    double width;
    double span_best;          /* the heaviest way of the span under construction */
    uint32_t span;             /* its first node */
    double vain, idle, wish;   /* as in the limits */
    uint64_t steps, max_steps; /* pairs of values put together, in units of about 0.1 µs */
    uint32_t step_cost;
    uint32_t n_pairs; /* of values, since the clock was looked at */
    double attach_low;
    bool by_behaviour;
    double wrong;
    const uint16_t *hidden;
    uint32_t n_hidden;
    bool cut;              /* something was dropped by the beam */
    struct range *of_node; /* [n_nodes] items */
    VEC(struct item) items;
    VEC(struct way) ways;
    struct machine *machine;
    struct preferences preferences;
    VEC(uint32_t) wishes; /* [ways from first_wish on] numbers of wishes, or NO_NODE */
    uint32_t first_wish;
    VEC(value_id) names; /* what words of the sentence name, sets */
};

/* Whoever says `largest` means one of several: a reading by which that changes nothing is less
 * likely. Learning and answering have to agree in this. */
#define EXACT_IDLE -2.0
/* And whoever asks for the commonest colour means one of several. If that were as likely of things
 * that have one colour, it would be what any question for a colour means: it has an answer where
 * they have many, whatever else the question says. */
#define EXACT_SOLE -10.0
/* What sort of answer is asked for is learned beside what words mean, which knows the questions to
 * learn from by heart and leaves it less than its weight. Of other questions the first words say
 * more than such a reading does: in answering, but not in learning, they weigh so many times as much. */
#define EXACT_WISH 1.5
/* Log weight of a reading that the lexicon lacks, beside the heaviest that it has: where first words ask
 * for a number, and all that is found are things, it hardly matters how sure these are. */
#define EXACT_LACKED -4.0

struct exact_limits {
    uint32_t beam;  /* values kept for a node, 0 = all */
    uint32_t whole; /* and for one of the whole sentence, 0 = as many */
    /* Values and functions kept for a span, whatever their category; 0: all.
     * Nothing is kept that is lighter than the heaviest of the span by `width`; 0: anything. */
    uint32_t values, functions;
    double width;
    uint32_t of_word;  /* times as many for one word, 0 = 1: all entries of a new one are alike */
    bool open;         /* a target does not restrict values: N and Z of the same execution */
    uint64_t steps;    /* pairs of values put together, above which it is given up: STATUS_LIMIT */
    size_t target;     /* longest value */
    double attach_low; /* taken off the weight for each word that is reached over, if the grammar
                          does not say how much: where readings are equally heavy, "a and b twice"
                          is a and (b twice) */
    double vain;       /* added to the weight of a reading by which nothing is found */
    double idle;       /* and of one that picks all of what it picks from */
    double wish;       /* times the weight of the first words for a sort of answer, 0 = 1 */
    bool by_behaviour; /* pays where words have many entries: see kernels.h, `close` */
    double wrong;      /* of several worlds: added to the weight of what is right in most, for each
                          world in which it is not; 0: it has to be right in all */
    const uint16_t *hidden; /* [n_hidden] constants: entries that name one are passed over */
    uint32_t n_hidden;
};

/* Execute all derivations. With a target, only what can lead to it is kept:
 * values that are part of it, unless a program ignores what it is given. */
void exact_run(struct exact *self, const struct walk *walk, const struct target *target,
               const struct exact_limits *limits);

/* Items of the roots whose value is the goal, or is wrong in few of several worlds. */
struct reached {
    double total; /* log N; -INFINITY: the target is out of reach */
    uint32_t n;
    const uint32_t *items;
    const double *less; /* [n] added to their weights, or NULL */
};
struct reached exact_reached(const struct exact *self);
/* All items of the roots: their total is log Z over the values that were executed. */
struct reached exact_all(const struct exact *self);
/* The weight of readings that may be lacking, of sorts of answers that the first words ask for; 1 is the weight
 * of the heaviest of all that there are. */
double exact_lacked(const struct exact *self);
/* counts[slot] += scale * expected uses in derivations of the target, and
 * viable[slot] = true for every slot that one of them uses (NULL: not wanted). The uses of
 * preferences are added to their counts. */
void exact_counts(struct exact *self, const struct reached *reached, double scale, double *counts,
                  bool *viable);

/* Keep what is reached, in this arena, and nothing else: the memory of the walk may go, but for the
 * plan and what the walk points to. */
void exact_keep(struct exact *self, const struct reached *reached, struct arena *arena);
/* Weights have changed since, and nothing else: those of items again. False: they decided by more
 * than their sums (beams, preferences, attachment), so it has to be executed again. */
bool exact_reweigh(struct exact *self);

/* ---- expected ------------------------------------------------------------------------- */

#define ENV_MAX 5

/* What a variable stands for: the mean of a node, or a function. */
struct ref {
    uint32_t index; /* of a node or a function */
    bool function;
};

/* Log weights are sums of other log weights: those of slots, nodes, functions. */
struct source {
    enum { SOURCE_SLOT, SOURCE_NODE, SOURCE_FUNCTION } kind;
    uint32_t index;
};

/* A program that is waiting for its arguments, or one that has them all. Both
 * are a body and what its variables stand for, innermost first. */
struct closure_ref {
    const struct term *body; /* NULL: the value of env[0], or nothing at all */
    struct ref env[ENV_MAX];
    uint32_t n_env;
    struct source sources[3];
    uint32_t n_sources;
    uint32_t edge;
    uint32_t next; /* next of the same node, or NO_NODE */
    double weight; /* log */
    double share;  /* of a node's mean; for a function: gradient of its weight */
};

struct expected {
    struct walk walk;
    const g2l2_domain *domain;
    const struct expected_kernels *kernels;
    void *state;
    size_t size;                /* doubles in a value */
    double *log_weight;         /* [n_nodes] of nodes that have a value */
    double **mean;              /* [n_nodes] NULL for functions */
    struct range *functions_of; /* [n_nodes] */
    uint32_t *first_of;         /* [n_nodes] contributions to a mean, or NO_NODE */
    VEC(struct closure_ref) functions;
    VEC(struct closure_ref) contributions;
    struct arena *scratch; /* values of one group of contributions */
    struct memo *memo;     /* [n_terms] */
    uint32_t stamp;
    size_t n_evaluations; /* operations executed so far */
};

/* `scratch` is reset again and again during the run. */
void expected_run(struct expected *self, const struct walk *walk, const struct target *target,
                  struct arena *scratch);
/* Σ p(root)·loss(root), the paper's loss; grads[slot] += d loss / d weight.
 * No root: INFINITY. */
double expected_loss(struct expected *self, double *grads);
/* The value of one contribution, in scratch memory: valid until the next call. */
const double *expected_value(struct expected *self, uint32_t contribution);

#endif
