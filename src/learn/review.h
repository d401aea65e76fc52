/* review - what a model does with examples whose meaning is known, and which word is to blame.
 *
 *     examples ─▶ asked (review.c) ─▶ right, wrong, ... ─▶ words, patterns: how often each fails
 *                                         │
 *                                         └─▶ tried (blame.c): another entry for a word ─▶ what it
 *                                             mends, what it breaks ─▶ the guilty word
 *
 * For review.c and blame.c, and show/review.c, which writes it. */
#ifndef G2L2_REVIEW_H
#define G2L2_REVIEW_H

#include "model/model.h"

/* An example, as it was asked. */
struct asked {
    const char *sentence, *target;
    size_t scene;
    bool right;
    uint32_t *words; /* [n_words] its words and phrases, each once: numbers in `review.words` */
    uint32_t n_words;
};

/* A word, over all examples that have it. */
struct word_record {
    const char *text;
    size_t n_right, n_wrong;
    size_t n_open; /* of the wrong ones, those that are not explained */
    double
        excess; /* of these, those beyond those that examples without the word would make expect */
    double charge;    /* what it is blamed for in the end, in mistakes */
    g2l2_blame blame; /* what is known of its guilt */
    bool *mended;     /* [n] by the cure, of the examples; NULL: there is none */
};

struct g2l2_review {
    struct arena arena;
    struct guard guard;
    const g2l2_model *model;
    const g2l2_dataset *data;
    const g2l2_scenes *scenes; /* or NULL */
    struct asked *examples;    /* [n] */
    size_t n, n_wrong;
    VEC(struct word_record) words;
    struct symbols names; /* of these */
    g2l2_finding *findings;
    bool *
        explained; /* [n] mistakes that a cure mends which breaks nothing, or whose label is in doubt */
    size_t counts[G2L2_N_VERDICTS];
    VEC(g2l2_pattern) patterns;
    uint32_t *order; /* [n_blamed] words, the guiltiest first */
    size_t n_blamed;
    double deadline;
    bool complete; /* everything was tried that was to be */
    g2l2_error *err;
    /* At hand; given back in the end, wherever that is: */
    g2l2_parser *parser;
    g2l2_model *trial;
    g2l2_candidates *candidates;
};

bool review_is_right(g2l2_review *self, const struct asked *e);
/* self->parser, of this model from now on; raises. And give back the one at hand, with what was tried. */
void review_open(g2l2_review *self, const g2l2_model *model);
void review_close(g2l2_review *self);
bool review_is_late(const g2l2_review *self);

/* Try other entries for the words of mistakes: fills their cures, and which mistakes are explained. */
void blame_try(g2l2_review *self);
/* Then, with labels that are in doubt explained as well: the order of words, and which word each mistake
 * is put down to. */
void blame_charge(g2l2_review *self);

#endif
