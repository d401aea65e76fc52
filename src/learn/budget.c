/* g2l2_learn: learning within a budget. Whoever watches progress can stop it; so a budget is one
 * more who watches, in front of the caller's own.
 *
 *     learner ── progress ─▶ time? steps? ─▶ the caller's, if there is one */
#include <math.h>
#include <stdio.h>

#include "base/base.h"
#include "learn/learner.h"

/* Of the budget of time: a run that it ends can go on from here, if there was no other checkpoint. */
#define CHECKPOINT_SHARE .95

struct watch {
    const g2l2_learn_options *options; /* the caller's */
    double deadline;
    uint64_t steps; /* updates of all attempts */
    int update, restart;
    char reason[sizeof((g2l2_learn_report *)0)->reason];
};

static void count(struct watch *self, const g2l2_progress *at) {
    bool again = at->restart != self->restart || at->update < self->update;
    self->steps += (uint64_t)(again ? at->update : at->update - self->update);
    self->update = at->update;
    self->restart = at->restart;
}

static void tell_late(struct watch *self) {
    snprintf(self->reason, sizeof self->reason, "stopped: it takes too long; its budget is %.3g s",
             self->options->budget.seconds);
}

static bool on_progress(void *context, const g2l2_progress *at) {
    struct watch *self = context;
    const g2l2_learn_options *o = self->options;
    count(self, at);
    if (o->progress && !o->progress(o->context, at)) return false;
    if (clock_now() > self->deadline) tell_late(self);
    else if (o->budget.steps && self->steps > o->budget.steps)
        snprintf(self->reason, sizeof self->reason,
                 "stopped: it takes too many steps; its budget is %llu",
                 (unsigned long long)o->budget.steps);
    return !*self->reason;
}

static void on_observe(void *context, const g2l2_observation *at) {
    const g2l2_learn_options *o = ((struct watch *)context)->options;
    o->observe(o->context, at);
}

g2l2_status learn_watched(const g2l2_domain *domain, const g2l2_dataset *data,
                          const g2l2_learn_options *options, struct checkpoint *checkpoint,
                          g2l2_model **out, g2l2_learn_report *report, g2l2_error *err) {
    struct watch watch = {.options = options, .deadline = INFINITY};
    g2l2_learn_options watched = *options;
    if (options->budget.seconds > 0) {
        watch.deadline = clock_now() + options->budget.seconds;
        checkpoint->early = clock_now() + CHECKPOINT_SHARE * options->budget.seconds;
    }
    watched.limits.max_memory = budget_bytes(&options->budget, options->limits.max_memory);
    watched.progress = on_progress;
    if (options->observe) watched.observe = on_observe;
    watched.context = &watch;
    g2l2_status status =
        learn_all(domain, data, &watched, watch.deadline, out, checkpoint, report, err);
    bool untold = report && report->interrupted && !*watch.reason;
    if (untold && clock_now() > watch.deadline) tell_late(&watch);
    if (report && *watch.reason)
        snprintf(report->reason, sizeof report->reason, "%s", watch.reason);
    return status;
}

g2l2_status g2l2_learn(const g2l2_domain *domain, const g2l2_dataset *data,
                       const g2l2_learn_options *options, g2l2_model **out,
                       g2l2_learn_report *report, g2l2_error *err) {
    const struct resume_source source = {domain, data, options};
    struct checkpoint checkpoint = {.identify = resume_identify, .of = &source};
    g2l2_status status =
        checkpoint_open(&checkpoint, options->checkpoint.path, options->checkpoint.seconds,
                        options->checkpoint.resume, err);
    if (options->ranks && options->ranks->own) checkpoint.path = NULL; /* the first writes it */
    if (!status) status = learn_watched(domain, data, options, &checkpoint, out, report, err);
    checkpoint_close(&checkpoint);
    return status;
}
