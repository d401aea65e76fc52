/* record - the log of one run of training, kept in memory while it runs and written whole.
 *
 *     g2l2_learn ── progress ─▶ points    thinned out: at most MAX_POINTS
 *                ── observe  ─▶ views     likewise, of each attempt at most MAX_VIEWS
 *                                │
 *     {"event": "start", ...}    ▼
 *     {"event": "scalar", "step": 10, "loss": 1.5, ...}
 *     {"event": "weights", "step": 10, "word": "twice", "entries": [...]}
 *     {"event": "end", ...}
 *
 * docs/REPORT.md has the fields. What cannot be kept for want of memory is said when
 * the log is written; learning goes on as if nothing were watching. */
#ifndef G2L2_RECORD_H
#define G2L2_RECORD_H

#include "g2l2.h"

#define RECORD_FORMAT 1

struct record;

struct record_start {
    const char *command; /* as it was typed */
    const char *model;   /* where it goes */
    const char *domain;
    uint64_t seed;
    int threads;
};

/* The texts must outlive it. NULL: out of memory. */
struct record *record_new(const struct record_start *start);
void record_free(struct record *self);
/* The caller's own phases, such as "read": from here to the next one. */
void record_phase(struct record *self, const char *phase);
void record_progress(struct record *self, const g2l2_progress *at);
void record_observe(struct record *self, const g2l2_observation *at);
/* Whole or not at all. The model has been saved by now. */
g2l2_status record_write(struct record *self, const g2l2_learn_report *report,
                         const g2l2_model *model, const char *path, g2l2_error *err);

#endif
