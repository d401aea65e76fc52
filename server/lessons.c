/* Whose turn it is to learn (lessons.h). */
#include "server/lessons.h"

#include <math.h>
#include <string.h>

#include "common/common.h"

#define POINT_SECONDS .2 /* from one point of a curve to the next */

void lessons_open(struct lessons *self) {
    pthread_mutex_init(&self->lock, NULL);
    pthread_mutex_init(&self->busy, NULL);
}

void lessons_close(struct lessons *self) {
    pthread_mutex_destroy(&self->lock);
    pthread_mutex_destroy(&self->busy);
}

/* Take a number, unless somebody else learns. */
static bool enter(struct lessons *self, const char *name, unsigned *number) {
    pthread_mutex_lock(&self->lock);
    bool mine = !self->n_waiting || !*self->name || !strcmp(self->name, name);
    if (mine) {
        snprintf(self->name, sizeof self->name, "%s", name);
        self->n_waiting++;
        self->far = (struct far){.at.accuracy = -1, .next = INFINITY};
        *number = atomic_fetch_add(&self->latest, 1) + 1;
    }
    pthread_mutex_unlock(&self->lock);
    return mine;
}

static void leave(struct lessons *self) {
    pthread_mutex_lock(&self->lock);
    self->n_waiting--;
    pthread_mutex_unlock(&self->lock);
}

bool lessons_over(const struct lessons *self, unsigned number) {
    return atomic_load(&self->latest) != number;
}

enum turn lessons_begin(struct lessons *self, const char *name, struct until until,
                        unsigned *number) {
    if (!enter(self, name, number)) return TURN_BUSY;
    const struct timespec end = until_clock(until);
    if (pthread_mutex_timedlock(&self->busy, &end)) {
        leave(self);
        return TURN_LATE;
    }
    if (!lessons_over(self, *number)) return TURN_NOW;
    lessons_end(self);
    return TURN_OVER;
}

void lessons_end(struct lessons *self) {
    pthread_mutex_unlock(&self->busy);
    leave(self);
}

/* What was told last is so until something else is told. */
static void take_points(struct far *self, double now) {
    for (; self->next <= now; self->next += POINT_SECONDS)
        self->points[self->n_points++ % LESSON_POINTS] =
            (struct lesson_point){(double)self->at.n_alive, self->at.accuracy};
}

void lessons_tell(struct lessons *self, const g2l2_progress *at) {
    struct far *far = &self->far;
    double now = clock_now();
    pthread_mutex_lock(&self->lock);
    if (isinf(far->next)) far->next = now;
    else take_points(far, now);
    far->at = *at;
    pthread_mutex_unlock(&self->lock);
}

bool lessons_look(struct lessons *self, char *name, struct far *out) {
    pthread_mutex_lock(&self->lock);
    bool learning = self->n_waiting && *self->name;
    memcpy(name, self->name, sizeof self->name);
    if (learning) take_points(&self->far, clock_now());
    *out = self->far;
    pthread_mutex_unlock(&self->lock);
    return learning;
}

bool lessons_stop(struct lessons *self, const char *name) {
    pthread_mutex_lock(&self->lock);
    bool mine = self->n_waiting && (!name || !strcmp(self->name, name));
    if (mine) {
        atomic_fetch_add(&self->latest, 1);
        *self->name = 0;
    }
    pthread_mutex_unlock(&self->lock);
    return mine;
}
