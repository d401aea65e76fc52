/* Which definition is for sentences that mean one of a few labels, where names of labels have parts.
 *
 *     turn_on_light    compounds ─▶ labels ─▶ the one that was asked for
 *     lamp on          the one that was asked for ─▶ compounds ─▶ labels
 *     LOVE(girl,dog)   the one that was asked for, unless it explains all ─▶ roles
 *
 * The first that is right about what is held back ends it; otherwise the best one counts. */
#include <math.h>

#include "learn/attempt.h"
#include "model/model.h"

#define RIGHT .9 /* share of what is held back: good enough */

struct entrant {
    g2l2_domain *domain;
    struct course course;
    g2l2_status status;
    g2l2_error error;
    double right;
};

/* How many of these compete. */
static int count_entrants(enum labels kind) {
    return kind == LABELS_WHOLE || kind == LABELS_OF_CALLS ? 2 : 3;
}

/* What one of them is called; "": as it was asked for. */
static const char *name_of(const g2l2_domain *domain, enum labels kind, int i) {
    if (kind == LABELS_OF_CALLS) return i ? domain->roles : "";
    int order = kind == LABELS_OF_WORDS ? (i + 2) % 3 : i;
    return order == 0 ? domain->compounds : order == 1 ? domain->labels : "";
}

/* Without a contest of its own. */
static g2l2_status open_domain(const g2l2_domain *domain, const char *name, g2l2_domain **out,
                               g2l2_error *err) {
    if (*name) return g2l2_domain_open(name, out, err);
    g2l2_status status = domain_copy(domain, out, err);
    if (!status) (*out)->labels = (*out)->roles = NULL;
    return status;
}

/* About what is held back; where examples are too few for that, about all. */
static g2l2_status share_right(struct entrant *self, g2l2_error *err) {
    const struct course *course = &self->course;
    g2l2_learn_options options = *course->options;
    g2l2_estimate estimate;
    if (!isinf(course->deadline))
        options.budget.seconds = fmax(course->deadline - clock_now(), 1e-6);
    g2l2_status status = g2l2_learn_estimate(self->domain, course->data, &options, &estimate, err);
    const g2l2_learn_report *r = &course->report;
    self->right = estimate.asked ? (double)estimate.correct / (double)estimate.asked
                                 : (double)r->correct / (double)r->checked;
    return status;
}

/* A grammar that explains all calls is not doubted: a thing that was heard in one place is known in others. */
static bool is_plain(const struct entrant *self, enum labels kind, int i) {
    const g2l2_learn_report *r = &self->course.report;
    return kind == LABELS_OF_CALLS && !i && !self->status && r->correct == r->checked;
}

/* The i-th. */
static g2l2_status enter(struct entrant *self, const struct course *course, enum labels kind, int i,
                         g2l2_error *err) {
    const char *name = name_of(course->domain, kind, i);
    *self = (struct entrant){.course = *course, .right = -1};
    g2l2_status status = open_domain(course->domain, name, &self->domain, err);
    if (status) return status;
    self->course.domain = self->domain;
    if (*name) self->course.checkpoint = NULL; /* they are for what takes long */
    self->status = learn_course(&self->course, &self->error);
    if (self->status == G2L2_STATUS_NO_MEMORY) *err = self->error;
    if (self->status == G2L2_STATUS_NO_MEMORY) return self->status;
    if (is_plain(self, kind, i)) self->right = 1;
    bool alone = kind == LABELS_WHOLE || self->right == 1;
    if (self->status || alone || self->course.report.interrupted) return G2L2_STATUS_OK;
    return share_right(self, err);
}

/* Is this one better than the best so far? */
static bool is_ahead(const struct entrant *now, const struct entrant *best) {
    return !now->status && (best->status || now->right > best->right);
}

g2l2_status contest_hold(struct course *course, enum labels kind, g2l2_error *err) {
    struct entrant of[3] = {{.status = G2L2_STATUS_DATA}};
    int n = 0, best = 0;
    bool done = false;
    g2l2_status status = G2L2_STATUS_OK;
    for (int i = kind == LABELS_WHOLE; !status && !done && i < count_entrants(kind); i++, n++) {
        status = enter(&of[n], course, kind, i, err);
        if (is_ahead(&of[n], &of[best])) best = n;
        done = of[n].right >= RIGHT || of[n].course.report.interrupted;
    }
    if (!status) status = of[best].status;
    if (status && status == of[best].status) *err = of[best].error;
    for (int i = 0; i < n; i++) {
        if (status || i != best) g2l2_model_free(of[i].course.model);
        g2l2_domain_free(of[i].domain);
    }
    course->report = of[best].course.report;
    course->model = status ? NULL : of[best].course.model;
    return status;
}
