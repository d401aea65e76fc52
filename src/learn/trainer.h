/* trainer - the state of one run of learning; learn.h tells the flow. */
#ifndef G2L2_TRAINER_H
#define G2L2_TRAINER_H

#include "learn/learn.h"
#include "learn/observe.h"

#define MAX_STAGES 12

/* A candidate that elimination took away, and its weight then. */
struct ruled_out {
    uint32_t word, entry;
    double tau;
};

struct trainer {
    const g2l2_learn_options *options;
    const g2l2_dataset *data;
    struct step_options step;
    struct arena arena;
    struct guard guard;
    g2l2_model *work; /* every word with every candidate */
    struct lexicon *lexicon;
    uint32_t n_candidates;
    struct target *targets; /* [examples] */
    struct sample *samples; /* [n_samples] by length */
    uint32_t n_samples;
    uint32_t stages[MAX_STAGES]; /* longest sentence of each */
    int n_stages;
    /* parallel to the slots */
    double *grad, *m, *v; /* Adam */
    uint32_t *uses;       /* sentences in which the slot was viable */
    bool *keep;
    VEC(struct ruled_out) ruled_out;
    /* parallel to the words */
    uint32_t *sightings, *steps;
    bool *touched;
    struct rng rng;
    struct pool *pool;
    struct worker *workers;
    int n_workers;
    struct verdict *verdicts; /* [batch] */
    struct sample **batch;
    uint32_t batch_size, n_drawn;
    double tolerance; /* 1: one sentence rules an entry out */
    double accuracy;  /* of the latest batch */
    struct observer observer;
    bool stopped;
    double effort, max_effort; /* steps so far, and when to stop */
};

/* prepare.c */
void trainer_prepare(struct trainer *t, const struct candidate_set *set);
void trainer_add_literals(const g2l2_dataset *data, struct arena *arena, g2l2_domain *domain);
/* train.c */
void trainer_run(struct trainer *t);
/* finish.c */
void trainer_build(struct trainer *t, g2l2_model *model);
g2l2_status trainer_check(struct trainer *t, const g2l2_model *model, g2l2_learn_report *out,
                          struct failure *first, g2l2_error *err);

#endif
