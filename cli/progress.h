/* progress - one line of the terminal while a model is learned.
 *
 *     [#####.......]  41%  0:07 left  9/13 words settled  learning
 *     [##########..]  85%  0:02 left  13/13 words settled  held back: 58/60 right
 *
 * It is drawn in place and moves by itself, so that a phase that says nothing does not look dead;
 * what it shows never goes back, whatever comes on top. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <pthread.h>

#include "g2l2.h"

struct progress {
    bool on;           /* standard error is a terminal, and someone looks at it */
    double after;      /* what comes after learning takes, as a multiple of learning */
    double began;      /* seconds, as are all below */
    double ticked;     /* when `shown` last grew */
    double shown;      /* share of the whole, 0 to 1 */
    double left, told; /* what was left when work was last done, below 0: nobody knows; and when */
    double turned;     /* when it came to something else */
    double phase;      /* when the attempt or the estimate began, */
    int restart, update, first, n_parts; /* which it is, where it is, and where that began */
    size_t n_words, n_settled;
    char what[64];
    bool seen; /* there was a line, */
    int width; /* and what stands there now is as wide */
    bool over;
    pthread_t ticker;
    pthread_mutex_t lock;
    pthread_cond_t wake;
};

/* `after`: of what comes after learning, as a multiple of the time that takes. */
void progress_open(struct progress *self, bool on, double after);
void progress_tell(struct progress *self, const g2l2_progress *at);
void progress_observe(struct progress *self, const g2l2_observation *at);
/* It is learned: what is settled is so in the model. */
void progress_model(struct progress *self, const g2l2_model *model);
/* What it does now, where that has no figures. */
void progress_phase(struct progress *self, const char *what);
/* Make room for another line; it comes back. */
void progress_wipe(struct progress *self);
/* All was done, or not: the line stays at 100%, or goes. */
void progress_close(struct progress *self, bool done);

#endif
