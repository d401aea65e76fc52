/* attempt - one run of learning with one set of candidates, what comes of it, and which of two is better.
 *
 *     learn.c        arguments, the recipe, and the report
 *     ladder.c       which runs there are: sets of candidates, definitions from narrow to wide, seeds
 *     attempt.c      a run, phase by phase; what came of it is kept in checkpoints
 *     description.c  how long it takes to say what was learned
 *     labels.c       do sentences mean one of a few labels?
 *     contest.c      then: which definition, by what is held back */
#ifndef G2L2_ATTEMPT_H
#define G2L2_ATTEMPT_H

#include "learn/objective.h"

struct run {
    const g2l2_domain *domain;
    const g2l2_dataset *data;
    g2l2_learn_options options;
    struct recipe recipe;
    const struct objective *objective;
    const struct candidate_set *set;
    double deadline;
    double tolerance;            /* of elimination */
    double noise;                /* share of examples that are taken to be wrong */
    const struct groups *groups; /* what words share, as an earlier run found; or NULL */
    struct groups found;
    struct arena *arena;           /* for what runs leave to later ones */
    struct checkpoint *checkpoint; /* or NULL */
    bool simple;                   /* a candidate set that may be too small, and is given up then */
    bool wider;                    /* it is a definition further up the ladder */
    bool idioms;                   /* words side by side may be one */
    bool fallback;                 /* what came first did not do */
    double patience; /* steps that fallbacks may take in a row without explaining more */
    double excelled; /* steps of the best run before, if that explains all; or 0 */
};

/* The best of several is the one that has the shortest description, or explains the most. */
struct attempt {
    g2l2_model *model; /* NULL: it was given up */
    g2l2_learn_report report;
    struct failure failure;
    bool grouped;         /* it was told what words share */
    bool idioms;          /* words side by side may be one in it */
    bool done;            /* the last run that was compared with it explained all */
    bool plain;           /* no label was taken to be wrong, and no words were joined */
    double spent;         /* steps of work */
    double idle;          /* and of fallbacks since then, which are no better */
    bool worn;            /* there were too many of these, so not all was tried */
    struct groups groups; /* what words share, as it was not told that and found out */
};

/* ---- attempt.c ---- */

g2l2_status attempt_run(const struct run *run, struct attempt *now, g2l2_error *err);
/* Keep what came of a run in the checkpoint, and write that if it is due. */
void attempt_keep(const struct run *run, struct attempt *now);
/* What came of this run before; *known: it was run. */
g2l2_status attempt_recall(const struct run *run, struct attempt *now, bool *known,
                           g2l2_error *err);

/* ---- description.c ---- */

double attempt_description(const struct attempt *a);
/* Of the examples that were checked; -1: there is no model. */
double attempt_share(const struct attempt *a);

/* ---- labels.c ---- */

enum labels {
    LABELS_NONE,     /* words may say parts of what sentences mean */
    LABELS_WHOLE,    /* no word says a part of a label */
    LABELS_OF_PARTS, /* names of labels have parts in common */
    LABELS_OF_WORDS, /* and these are apart: they may be actions as well */
    LABELS_OF_CALLS  /* they are single calls: LOVE(girl,dog) */
};

/* Do sentences mean one of a few labels, where the definition names others that are for those? */
g2l2_status labels_find(const g2l2_domain *domain, const g2l2_dataset *data, enum labels *out,
                        g2l2_error *err);

/* ---- contest.c ---- */

/* All attempts with one definition. */
struct course {
    const g2l2_domain *domain;
    const g2l2_dataset *data;
    const g2l2_learn_options *options;
    double deadline;
    struct checkpoint *checkpoint; /* or NULL */
    g2l2_model *model;             /* comes out, with the report */
    g2l2_learn_report report;
};

g2l2_status learn_course(struct course *course, g2l2_error *err); /* learn.c */

/* Of the definitions that may be for labels of this kind. */
g2l2_status contest_hold(struct course *course, enum labels kind, g2l2_error *err);

/* ---- ladder.c ---- */

/* The best of all runs about exact or perceived values, or of records. */
g2l2_status ladder_climb(struct run *run, struct attempt *best, g2l2_error *err);
g2l2_status ladder_records(struct run *run, struct attempt *best, g2l2_error *err);
/* A definition without candidates, but with records: categories are for the learner to find. */
bool ladder_is_open(const g2l2_domain *domain);
g2l2_status ladder_open(const struct run *run, struct attempt *best, g2l2_error *err);

#endif
