/* choose - from weights to entries (choose.c, rivals.c). */
#ifndef G2L2_CHOOSE_H
#define G2L2_CHOOSE_H

#include "learn/objective.h"
#include "parser/parser.h"

#define ALL UINT32_MAX /* entries of a word */

struct choice {
    struct learner *l;
    g2l2_parser *parser;
    double until;       /* there is time to try entries; INFINITY: always */
    double *tau;        /* [n_slots] as learned */
    struct slot *slots; /* [n_slots] */
    uint32_t *n_slots;  /* [n_words] */
    uint32_t *chosen;   /* [n_words] a slot, or ALL */
    uint32_t *options;  /* [choose_options + 1] slots, the heaviest first, and ALL at the end */
    struct score {
        uint32_t right;
        double confidence; /* summed over these */
    } * scores;            /* [choose_options + 1] */
};

/* Let a word have one entry only, or all. */
void choose_set_word(struct choice *self, uint32_t word, uint32_t slot);
/* With the words as they are: the confidence of the right answer, 0 if the answer is another. */
double choose_right(struct choice *self, uint32_t example);

/* rivals.c. Of words with one entry: keep another one, too, that would make people's sentences
 * mean something else. */
void rivals_keep(struct choice *self);

#endif
