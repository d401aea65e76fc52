/* mixed - CKY-E2 where functions can be averaged as well as values (paper, section
 * 2.3): one value for each span and category, whatever the number of derivations.
 *
 *     plan ─▶ values ─▶ likelihood of the answer, and Z ─▶ gradients
 *
 * In training all words have all candidates, so there is one plan for each length.
 *
 * Values carry their weight (kernels.h, struct mixed_kernels), so the sum over the
 * derivations of a node is plain addition. Functions have values where kernels have an
 * operator form for them; other programs stay closures (tape.h). */
#ifndef G2L2_MIXED_H
#define G2L2_MIXED_H

#include "plan/plan.h"

/* ---- what the words mean ------------------------------------------------------------- */

/* Learned numbers of the words beside tau, and how kernels see the lexicon. */
struct grounding {
    const struct lexicon *lexicon;
    const struct mixed_kernels *kernels;
    struct mixed_setup setup;
    const struct mixed_code *codes;  /* [n_entries] */
    const struct mixed_code **cases; /* [n_schemas] of their cases */
    const struct kept {
        int class;           /* of X where X^Y; -1: values are not added up */
        bool open;           /* one value for each thing it may speak of */
        bool takes_function; /* it is a function of functions */
    } * kept;                /* [n_closed] how values of a category are kept */
    const struct joined {
        uint8_t by, how;         /* enum joined_by; how: of a conjunction */
        const struct term *term; /* the same as a program of both parts */
    } * joined;                  /* [n_meanings] what a rule does to them */
};

/* `form` of what has no program, a weight only; and of what has no operator form. */
enum { FORM_INTERPRETED = UINT8_MAX - 1, FORM_NONE = UINT8_MAX };

/* A function, and its argument on the right or left; one that is kept as a value for each
 * thing it may be given; two conjuncts; anything else. */
enum joined_by { BY_FORWARD, BY_BACKWARD, BY_BINDING, BY_CONJUNCTION, BY_TERM };

/* Doubles of one word's parameters; offsets: [n_concepts], may be NULL. */
uint32_t grounding_params(const g2l2_domain *domain, uint32_t n_features, uint32_t *offsets);
/* What one object is like, not how it stands to another: some operation takes it with nothing but the
 * objects. */
bool grounding_of_one_object(const g2l2_domain *domain, uint32_t concept);
/* Where the numbers of words will be: n_features, n_params, rows. Words and their entries are complete. */
void grounding_rows(struct lexicon *lexicon, struct arena *arena, uint32_t n_features);
/* `params`, `grads` (or NULL): as the lexicon has its rows. The domain is closed. All in `arena`. */
void grounding_init(struct grounding *self, struct arena *arena, const struct lexicon *lexicon,
                    uint32_t n_features, const double *params, double *grads);
/* [n_slots] the softmax of tau over the entries of each word that are in use. */
const double *grounding_weights(const struct lexicon *lexicon, struct arena *arena);

/* ---- running ---------------------------------------------------------------------------- */

struct mixed {
    const struct grounding *grounding;
    const struct plan *plan;
    const uint32_t *words;
    const double *weight; /* [n_slots] of entries, not logs */
    const bool *live;     /* [n_slots] others have no weight; NULL: all have theirs */
    struct arena *arena;
    void *session;
    type_id asked;     /* type of the answer, or TYPE_NONE */
    double negligible; /* share of all derivations below which an edge is passed over */
    struct sentence sentence;
    uint32_t n_cases;
    size_t sizes[MIXED_CLASSES]; /* doubles of a value */
    double *inside;              /* [plan_n_weights] weights */
    double *outside; /* likewise: times inside, the share of derivations that go through */
    const struct active {
        uint32_t node, first, end; /* of its edges that matter, in `edges` */
    } * active;                    /* [n_active] nodes that matter, in order */
    uint32_t n_active, *edges;
    double **value; /* [n_nodes] NULL: passed over; [cases] where open */
    double *values; /* [n_values] all of them */
    size_t n_values;
    double **grad;     /* [n_nodes] likewise, of nodes that matter */
    struct tape *tape; /* NULL: all programs have operator forms */
};

struct likelihood {
    double answer; /* summed weight of derivations, times the chance of the target */
    double total;  /* Z */
};

/* What has less than this share of the derivations - of all, and of those with an answer of
 * the right type - can hardly change an answer, or be learned from. A first pass, over
 * weights alone, finds it; in training most edges soon come to that. A tenth of it learned the same
 * from ten seeds, 24,987 of 25,000 new questions, and took 4% longer. */
#define NEGLIGIBLE 1e-5

/* Values of all nodes, in `arena`. Set everything up to `negligible` first. */
struct likelihood mixed_run(struct mixed *self);
/* Given d loss / d answer and d loss / d total: grads[slot] += d loss / d weight, and the
 * gradients of the parameters. */
void mixed_back(struct mixed *self, double of_answer, double of_total, double *grads);

#endif
