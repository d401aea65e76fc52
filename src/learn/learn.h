/* learn - from examples to a lexicon.
 *
 *     examples ─▶ candidates ─▶ [ batch ─▶ chart ─▶ execution ─▶ loss ─▶ update ] ─▶ model
 *                                 └──────────── one training step ────────────┘
 *
 * learn.c   the flow: prepare, stages, finish
 * step.c    one sentence: loss, gradient, which entries were of use
 * choose.c  from weights to entries, by trying
 * observe.c what words may mean so far, for whoever wants to watch
 * refuse.c  examples that cannot be learned from
 * budget.c  when to stop
 * pool.c    threads that share the sentences of a batch
 *
 * The result depends on the seed alone: sentences are computed in any order, by
 * any number of threads, and added up in theirs. */
#ifndef G2L2_LEARN_H
#define G2L2_LEARN_H

#include "run/run.h"
#include "model/model.h"

/* g2l2_learn without a look at the budget (budget.c). */
g2l2_status learn_all(const g2l2_domain *domain, const g2l2_dataset *data,
                      const g2l2_learn_options *options, g2l2_model **out,
                      g2l2_learn_report *report, g2l2_error *err);

struct sample {
    const uint32_t *words; /* [n] */
    uint32_t n;
    struct target target;
    const struct scene *scene; /* what it is about, or NULL */
    uint32_t example;          /* in the dataset */
    uint32_t gave_up;          /* slots of its words when it was too large, or 0 */
};

enum outcome {
    OUTCOME_OK,
    OUTCOME_NO_PARSE,    /* no derivation at all */
    OUTCOME_UNREACHABLE, /* no derivation means the target */
    OUTCOME_TOO_LARGE,   /* given up: come back when there are fewer entries */
};

/* What a sentence says about the slots of its words: parallel to the slots of
 * each distinct word, in the order of first occurrence. */
struct verdict {
    uint32_t times; /* how often the sentence was drawn */
    enum outcome outcome;
    double work; /* steps it took, wherever it ended */
    double loss;
    uint32_t n_words;
    const uint32_t *words; /* [n_words] distinct */
    double *grads;         /* [slots of these words] */
    bool *viable;          /* [same] used by a derivation of the target */
    uint32_t cap_words, cap_slots;
};

/* One thread's memory. */
struct worker {
    struct arena arena, scratch;
    struct guard guard;
    double *grads;  /* [n_slots] zero between sentences */
    double *weight; /* [n_slots] */
    bool *viable;   /* [n_slots] false between sentences */
};

struct step_options {
    bool expected;      /* CKY-E2 instead of exact execution */
    uint64_t max_steps; /* give up above this */
    size_t max_target;
};

/* Fill `out`, whose arrays must have room for all slots of the words. */
void step_run(struct worker *worker, const struct lexicon *lexicon, const struct sample *sample,
              const struct step_options *options, struct verdict *out);

/* Decide which slots make up the lexicon (choose.c). May raise at the arena's guard. */
g2l2_status choose_entries(struct lexicon *lexicon, const g2l2_dataset *data,
                           const struct sample *samples, uint32_t n_samples,
                           const g2l2_limits *limits, struct arena *arena, bool *keep,
                           g2l2_error *err);

/* Put a trained entry of `work` into the slots of the word added last (finish.c). */
void learn_add_entry(struct arena *arena, const g2l2_model *work, g2l2_model *model, uint32_t entry,
                     double tau);

/* The first example that the lexicon does not explain, and what happens instead. */
struct failure {
    size_t example;
    char reason[256];
};

/* Too many examples stay unexplained: an error that says which, and why (refuse.c). */
g2l2_status learn_refuse(const g2l2_dataset *data, const g2l2_learn_report *report,
                         const struct failure *failure, g2l2_error *err);

/* ---- threads ----------------------------------------------------------------------------- */

struct pool;

/* Returns NULL if threads cannot be had. n = 1 makes no thread. */
struct pool *pool_new(int n);
void pool_free(struct pool *self);
/* Call work(context, worker, i) for every i < n, worker < n_threads. */
void pool_run(struct pool *self, uint32_t n, void (*work)(void *context, int worker, uint32_t i),
              void *context);

#endif
