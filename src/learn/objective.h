/* objective - what one example says: its loss, the gradient, and which entries explain it.
 *
 *     example ─▶ chart ─▶ execution ─▶ loss, gradient of weights and concepts, viability
 *
 * There are five, and all of the learner but their files does without execution:
 *
 *   exact        −log N + (1−λ) log Z: N of the derivations that mean the target, Z of all
 *   denotation   −log N + log Z over values that were executed, within a beam
 *   likelihood   −log P(answer) + (1−λ) log Z, values averaged (paper, CKY-E2)
 *   ranked       −log P(target), over the values that derivations come to
 *   mean loss    Σ p(root) loss(mean) − λ log Z, as the paper writes it for sequences       */
#ifndef G2L2_OBJECTIVE_H
#define G2L2_OBJECTIVE_H

#include "learn/learner.h"
#include "lexicon/fit.h"

enum outcome {
    OUTCOME_OK,
    OUTCOME_NO_PARSE,    /* no derivation at all */
    OUTCOME_UNREACHABLE, /* no derivation means the target */
    OUTCOME_TOO_LARGE,   /* given up: come back when there are fewer entries */
};

struct fit_gradient {
    struct fit_key key;
    double grad;
};

/* What one example says of its words: a row for each distinct one. */
struct gradient {
    uint32_t times; /* how often the example was drawn */
    enum outcome outcome;
    double loss, probability; /* of the target; below 0: not known */
    double work;              /* steps of execution, wherever it ended */
    uint32_t n_rows;
    uint32_t *words, *first; /* [n_rows] of a word, and where its slots are in the next two */
    double *slots;           /* [slots of the words] */
    bool *viable;            /* likewise: a derivation of the target uses it */
    double *params;          /* numbers of the words' concepts */
    size_t *params_first;    /* [n_rows] where those of a row are; SIZE_MAX: 0, and not there */
    uint32_t cap_rows, cap_slots;
    size_t n_params, cap_params;
    struct arena arena; /* of the next, where values are ranked */
    VEC(struct fit_gradient) fits;
};

/* One thread's memory. */
struct worker {
    struct arena arena, scratch;
    struct guard guard;
    bool no_memory;      /* the system had none: no example is to blame */
    struct budget time;  /* until the learner's deadline */
    double *slots;       /* [n_slots] gradients, zero between examples */
    bool *viable;        /* [n_slots] false between examples */
    double *params;      /* parallel to the numbers of words: gradients, zero between examples */
    bool *written;       /* [n_words] where they are not */
    uint32_t *seen;      /* [n_words] number of the example that has it */
    uint32_t stamp;      /* of the current one */
    double *sum;         /* [slots of a word + n_params] */
    void *state;         /* the objective's */
    g2l2_parser *parser; /* of the model, once there is one; or NULL */
};

struct objective {
    bool softmax;   /* gradients are of a word's normalised weights, else of tau itself */
    bool viability; /* it tells which entries are viable, so others can be ruled out */
    bool factored;  /* tau is a sum of weights that entries share (factors.c), no softmax */
    bool prunes;    /* it does not, and light entries are ruled out after each stage */
    bool ranks;     /* values compete, and whole records have weights: ranked_run */
    /* Once words and examples are there; workers have their arenas. */
    void (*open)(struct learner *l);
    /* Before threads look at these examples: what they share is brought up to date; or NULL. */
    void (*ready)(struct learner *l, const struct example *const *examples, uint32_t n);
    /* Fill the worker's gradients, and outcome, loss, probability and work of `out`. May raise
     * at the worker's guard: then the example is too large. */
    void (*step)(struct learner *l, struct worker *w, const struct example *e,
                 struct gradient *out);
    /* After the words of a batch were updated; or NULL. */
    void (*after)(struct learner *l);
    /* P(target), given that the example parses, with weights as they are. With `uses` (added
     * to: [n_slots]) also how often each slot is used in derivations of the target. May raise. */
    double (*probability)(struct learner *l, struct worker *w, const struct example *e,
                          double *uses);
    /* The share of derivations of the target that entries would have which are hardly
     * considered now, or ruled out: by initial slot, added to. On the first worker. NULL: nothing was
     * ruled out, and with weights that are more even, all of it shows as uses. */
    void (*alternatives)(struct learner *l, const struct example *e, double *share);
    /* What a worker's state holds beside the learner's memory goes; or NULL. */
    void (*close)(struct worker *w);
};

extern const struct objective objective_exact, objective_likelihood, objective_mean_loss,
    objective_ranked, objective_denotation;

/* Numbers of a word's concepts, and where each concept begins: [n_concepts], or NULL. */
uint32_t objective_params(const g2l2_domain *domain, uint32_t n_features, uint32_t *offsets);
/* Where they will be, in rows (run/grounding.c). */
void objective_rows(struct lexicon *lexicon, struct arena *arena, uint32_t n_features);

/* An example that is too large for a worker is given up; but where the system has no memory,
 * learning ends: what comes of it would depend on the weather. */
void worker_give_up(struct worker *w);
/* Of a word, once they were taken. */
void worker_clear_params(const struct learner *l, struct worker *w, uint32_t word);
void batch_check_memory(struct learner *l); /* may raise, so not in a thread of the pool */

/* What has to be done before the objective is asked about examples. */
void objective_ready(struct learner *l, const struct example *const *examples, uint32_t n);
/* As above, and 0 where there is no room for the example. */
double objective_ask(struct learner *l, const struct example *e, double *uses);
/* P(target) of each, by all threads. */
void objective_ask_all(struct learner *l, const struct example *const *examples, uint32_t n,
                       double *out);

/* Entries by which an example is explained, and the share of its derivations each is in. */
struct explained {
    double probability;
    uint32_t n, cap;
    struct slot_use {
        uint32_t slot;
        double share;
    } * uses;
};
void ranks_share_explained(struct learner *l, struct explained *of, uint32_t n); /* ranks.c */
typedef void (*explained_tell)(void *context, uint32_t i, const struct explained *explained);
/* The examples are explained by all threads and processes, and told in their order; unless learning is stopped. */
void objective_explain_all(struct learner *l, const struct example *const *examples, uint32_t n,
                           explained_tell tell, void *context);

#endif
