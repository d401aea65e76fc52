/* ground - learning where words name what is seen: weights of entries and
 * concepts together, from questions about scenes and their answers.
 *
 *     stage by length ─▶ draw a batch ─▶ chart (a plan) ─▶ mixed execution ─▶ loss ─▶ Adam
 *                                                                             │
 *         − log P(answer) + (1 − λ) log Z  ◀───────────────────────────────────┘
 *
 * ground.c        the flow: stages, second chances, the last stage
 * ground_words.c  words with all their candidates; the questions
 * ground_step.c   one batch
 * ground_draw.c   which questions: long-tail words have their share
 * ground_check.c  which words were not understood
 * ground_senses.c which else they mean, which entries are needed
 * ground_model.c  what was learned, as a model                                    */
#ifndef G2L2_GROUND_H
#define G2L2_GROUND_H

#include <math.h>

#include "run/mixed.h"
#include "learn/learn.h"
#include "learn/observe.h"
#include "learn/whiten.h"

struct question {
    const uint32_t *words; /* [n] */
    uint32_t n;
    uint32_t number; /* in the data */
    struct target target;
    const struct scene *scene;
};

/* What one question says: a row for each word it is about. */
struct finding {
    double loss, chance; /* chance: of the right answer */
    bool ok;
    uint32_t n_rows;
    uint32_t *words; /* [n_rows] */
    double *rows;    /* [n_rows, row] gradients: weights of slots, then parameters */
};

/* One thread's memory. */
struct eye {
    struct arena arena, scratch;
    struct guard guard;
    struct grounding grounding;
    void *session;
    double *slots;  /* [n_slots] gradients, zero between questions */
    double *params; /* [n_words, n_params] likewise */
    uint32_t *seen; /* [n_words] stamp of the question that has it */
    uint32_t stamp;
    double *sum; /* [row] of one word */
};

struct rates {
    double tau, object, pair, answer; /* steps of Adam */
    double decay;                     /* of parameters, a step */
};

struct ground {
    const g2l2_learn_options *options;
    struct arena arena;
    struct guard guard;
    g2l2_model *work; /* every word with every candidate */
    struct lexicon *lexicon;
    uint32_t n_candidates, row;
    struct question *questions; /* [n] by length */
    uint32_t n;
    struct whitening whitening;
    double lambda;
    double pull; /* towards EMPTY: what a word is where nothing says otherwise */
    struct rates rates;
    double *weight;                    /* [n_slots] softmax of tau over a word */
    bool *live;                        /* [n_slots] entries that are not all but ruled out */
    bool strict;                       /* consider no others, whatever becomes of it */
    bool *sense;                       /* [n_slots] questions are answered by it */
    double *slot_m, *slot_v;           /* Adam: [n_slots] */
    double *param_m, *param_v;         /* [n_words, n_params] */
    uint32_t *steps;                   /* [n_words] */
    const struct concept **concept_of; /* [n_params] */
    const struct plan **plans;         /* [max length + 1] */
    struct rng rng;
    struct pool *pool;
    struct eye *eyes;
    int n_eyes;
    uint32_t batch;
    const struct question **drawn; /* [batch] */
    struct finding *findings;      /* [batch] */
    uint32_t *first, *next; /* rows of a word: [n_words], [batch * cap] as finding * cap + row */
    uint32_t *touched, n_touched;
    uint32_t cap_rows;
    uint32_t *of_word, *of_word_first; /* questions of words: [...], [n_words + 1] */
    uint32_t *alive, n_alive;          /* words that occur in the current stage */
    uint32_t alive_for;                /* how many questions it was made for */
    const struct question **hard;      /* [n_hard] questions to be drawn often */
    uint32_t n_hard;
    uint32_t n_updates;
    double accuracy;   /* mean chance of the right answer in the latest batch */
    double understood; /* and in the latest steps */
    bool simple;       /* a set of candidates that may be too small, and is given up then */
    struct observer observer;
    int restart;
    uint64_t seed;
    bool stopped;
};

/* ---- words and questions: ground_words.c -------------------------------------------------- */

void words_open(struct ground *g, const g2l2_dataset *data, const struct candidate_set *set);
void words_open_params(struct ground *g, uint32_t n_features);
void words_read_questions(struct ground *g, const g2l2_dataset *data);
/* What a word begins with. */
double words_first_tau(struct ground *g, const struct candidate *c);
void words_first_params(struct ground *g, uint32_t word);

/* ---- the model: ground_model.c ------------------------------------------------------------ */

void model_build(struct ground *g, g2l2_model *model, const g2l2_dataset *data);
g2l2_status model_check(const g2l2_model *model, const g2l2_dataset *data,
                        const g2l2_learn_options *options, g2l2_learn_report *report,
                        struct failure *first, g2l2_error *err);

/* ---- which questions: ground_draw.c --------------------------------------------------- */

/* The questions of each word, by length as all are. */
void draw_open(struct ground *g);
/* Fill g->drawn from the first n questions. `wanted`: [n_words] words to be drawn more
 * often, or NULL. */
void draw_batch(struct ground *g, uint32_t n, const bool *wanted);

/* ---- how well: ground_check.c ------------------------------------------------------------ */

/* Mean of − log P(answer) over a sample, and what each word adds to it: [n_words]. */
double check_words(struct ground *g, uint32_t n, double *blame);
/* Words that might as well mean nothing do. */
void check_simpler(struct ground *g);

/* ---- words with several meanings: ground_senses.c ------------------------------------------ */

/* A sample of questions, and which of them are not understood. */
struct search {
    const struct question **sample, **hard; /* [n], [n_hard] */
    uint32_t n, n_hard;
    double *chance; /* [n] P(answer) */
    double loss;    /* mean of − log P(answer) */
    double *gain;   /* [n_slots] what an entry would do for the hard ones */
    bool *tried;    /* [n_slots] by itself */
    bool single;    /* one entry at a time: several at once did no good */
};
void senses_open(struct ground *g, struct search *search);
/* Once more, with the weights as they are. */
void senses_look(struct ground *g, struct search *search);
/* Entries that would answer what is hard get a chance: their weight is raised. Returns how
 * many. */
uint32_t senses_raise(struct ground *g, struct search *search);
/* Entries by which questions are answered: g->sense. */
void senses_mark(struct ground *g);
/* Only the entries that questions need stay live, and `strict` does. */
void senses_keep(struct ground *g);
/* Of what is live: [n_slots] in how many questions it is used, and one of them. */
void senses_count(struct ground *g, uint32_t *counts, const struct question **examples);

#define AS_WELL .003 /* in the mean of − log P(answer) */

/* − log P(answer), but not more than for a question that is all but impossible. */
static inline double ground_loss(double p) {
    return p > 0 ? fmin(-log(p), 6) : 6;
}

/* The slot of the best entry; the word has entries. */
static inline uint32_t ground_heaviest(const struct ground *g, const struct word *word) {
    uint32_t best = word->first;
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (g->lexicon->tau[s] > g->lexicon->tau[best]) best = s;
    return best;
}

/* Once the questions are there. */
void ground_open(struct ground *g);
void ground_close(struct ground *g);
/* The weights of a word from its tau. */
void ground_weigh(struct ground *g, const struct word *word);
/* One batch: g->drawn in, mean loss out. */
double ground_step(struct ground *g);
/* Of one question, with the weights as they are: P(answer), given that it parses. With
 * `uses` ([n_slots], added to) also how often each slot is used on the way there. */
double ground_ask(struct ground *g, struct eye *eye, const struct question *q, double *uses);
/* P(answer) of each, by all threads. */
void ground_ask_all(struct ground *g, const struct question *const *questions, uint32_t n,
                    double *out);

g2l2_status ground_learn(const g2l2_domain *domain, const g2l2_dataset *data,
                         const g2l2_learn_options *options, g2l2_model **out,
                         g2l2_learn_report *report, struct failure *failure, g2l2_error *err);

#endif
