/* teach - a few examples more, for a model that stays as it is; the state of one lesson.
 *
 * teach.c          which examples are not right, and what is kept so that they are
 * teach_options.c  what a word could mean: entries of the domain, and what known words are like
 * teach_concept.c  numbers of its own, from a few questions */
#ifndef G2L2_TEACH_H
#define G2L2_TEACH_H

#include "learn/liken.h"

struct example_state {
    const char *sentence, *target;
    size_t scene;
    bool right;
    const char *unknown; /* a word of it, if `n_unknown` is 1 */
    size_t n_unknown;    /* different ones */
};

/* What a word could mean. */
struct option {
    g2l2_candidate entry; /* its first, or only, entry */
    const char *like;     /* the known word that it is like, in all its entries; NULL: in none */
    struct exchange exchange; /* but for this */
    bool asks;                /* the known word has a concept */
    bool own;                 /* and but for that, which is its own */
    size_t n_right;           /* of the examples that it is for */
    size_t n_like;            /* entries, or words, of the model that are like it */
    double confidence;        /* in what is right, summed */
};

typedef VEC(struct option) option_list;

struct teacher {
    const g2l2_model *model; /* as it was */
    g2l2_model *now;
    g2l2_lesson *lesson;
    const g2l2_scenes *scenes; /* or NULL */
    double deadline;
    struct arena *arena; /* the lesson's */
    struct example_state *examples;
    size_t n;
    g2l2_error *err;
    /* At hand; given back in the end, wherever that is: */
    g2l2_domain *domain;
    g2l2_candidates *candidates;
    g2l2_model *made, *trial; /* made: not yet asked */
    g2l2_parser *parser;
    char *text;
};

/* The word that is taught, and the examples that are to be right then. */
struct task {
    const char *word;
    bool known;         /* what it meant is replaced */
    const bool *wanted; /* [n] */
    size_t n_wanted;
    size_t n_before; /* of them right as it is: an option has to do better */
};

/* ---- teach.c ---- */

g2l2_status teach_check_time(const struct teacher *self);
/* self->parser, of this model from now on. */
g2l2_status teach_open(struct teacher *self, const g2l2_model *model);
/* *confidence: in its meaning where that is right, else 0. What takes more than is usual is not
 * right. */
g2l2_status teach_ask(const struct teacher *self, const struct example_state *e,
                      double *confidence);

/* ---- teach_options.c ---- */

/* Those that make something right and leave right what is; the best first. */
g2l2_status teach_find(struct teacher *self, const struct task *task, option_list *out);
int teach_compare(const void *a, const void *b);
/* Do they say the same, whatever word it was taken from? */
bool teach_same(const struct option *a, const struct option *b);
/* self->made: self->now, with what the option says. */
g2l2_status teach_make(struct teacher *self, const struct task *task, const struct option *option,
                       double weight, bool replace);

/* ---- teach_concept.c ---- */

/* The concepts of the word, from the wanted questions: as probable as can be, given what concepts of
 * known words are like. All else of the model stays. */
g2l2_status teach_concept(const struct teacher *self, const struct task *task, g2l2_model *model);

#endif
