/* lessons - whose turn it is to learn. One model is learned at a time.
 *
 *     POST "mine" ─▶ learns ──────────✗ 409: a newer one came
 *          POST "mine" ─▶ waits ──────────▶ learns ─▶ served
 *               POST "yours" ─▶ 503, try again
 *
 * Who changes an example wants what the latest ones say, so a newer lesson of the same name ends the
 * one before; and a lesson can be ended by whoever knows its name. */
#ifndef G2L2_LESSONS_H
#define G2L2_LESSONS_H

#include <pthread.h>

#include "server/models.h"

#define LESSON_POINTS 20u /* that are kept of a curve: those of four seconds */

/* How far learning is, and how it came there: points of a curve, five a second. Where a step takes longer than from one
 * point to the next, nothing has changed in between, and the points say so. */
struct far {
    g2l2_progress at;
    size_t n_points; /* since it began; the latest are in points[i % LESSON_POINTS] */
    struct lesson_point {
        double alive, accuracy;
    } points[LESSON_POINTS];
    double next; /* when the next is taken */
};

struct lessons {
    pthread_mutex_t lock, busy;     /* for what follows; while something is learned */
    char name[MODELS_MAX_NAME + 1]; /* of the latest; "": it was stopped, and is about to end */
    unsigned n_waiting;             /* for their turn, or learning */
    struct far far;                 /* how far it is */
    atomic_uint latest;             /* its number */
};

void lessons_open(struct lessons *self);
void lessons_close(struct lessons *self);

enum turn { TURN_NOW, TURN_BUSY, TURN_LATE, TURN_OVER };

/* Wait for one's turn. NOW: *number is this lesson's, and lessons_end must follow. BUSY: another
 * name's turn; LATE: the time was over; OVER: a newer one came. */
enum turn lessons_begin(struct lessons *self, const char *name, struct until until,
                        unsigned *number);
void lessons_end(struct lessons *self);
/* Has a newer one come, or somebody ended it? */
bool lessons_over(const struct lessons *self, unsigned number);
/* How far it is; false: nobody learns. name: [MODELS_MAX_NAME + 1]. */
void lessons_tell(struct lessons *self, const g2l2_progress *at);
bool lessons_look(struct lessons *self, char *name, struct far *out);
/* End the lesson of this name (NULL: of any); false: there is none. */
bool lessons_stop(struct lessons *self, const char *name);

#endif
