/* observe - what words may mean so far, for whoever wants to watch.
 *
 *     twice   V\V   \x. repeat(x, 2)   .61  ┐
 *             V\V   \x. repeat(x, 3)   .22  ├─▶  options->observe
 *             S\V   \x. concat(x, x)   .05  ┘     the heaviest few of each word
 *
 * Nothing is made unless someone watches, and what is learned does not depend on it. */
#ifndef G2L2_OBSERVE_H
#define G2L2_OBSERVE_H

#include "lexicon/lexicon.h"

struct observer {
    const g2l2_learn_options *options;
    const struct lexicon *lexicon;
    struct arena *arena;
    const char **texts;   /* [n_entries, 2] category and program; NULL: not needed yet */
    g2l2_candidate *top;  /* [n_words, OBSERVE_TOP] */
    g2l2_standing *words; /* [n_words] */
    const char *phase;
    int restart;
    int next; /* update to be shown */
};

#define OBSERVE_TOP 5u

/* The lexicon has all of its words and entries by now. */
void observe_open(struct observer *self, const g2l2_learn_options *options, struct arena *arena,
                  const struct lexicon *lexicon);
/* A phase begins; may be called before observe_open. */
void observe_phase(struct observer *self, const g2l2_learn_options *options, const char *phase);
/* Words as they stand, if it is time again, or `last`. May raise at the arena's guard. */
void observe_words(struct observer *self, int update, bool last);

#endif
