/* record - the log of one run of training, a stream of lines that grows while it runs.
 *
 *     g2l2_learn ── progress ─▶ points    the longer it takes, the farther apart
 *                ── observe  ─▶ views     likewise; of words that have changed
 *                                │
 *     {"event": "start", ...}    ▼
 *     {"event": "scalar", "step": 10, "loss": 1.5, ...}
 *     {"event": "weights", "step": 10, "word": "twice", "entries": [...]}
 *     {"event": "end", ...}
 *
 * docs/REPORT.md has the fields. What cannot be kept for want of memory or written is said when
 * the log is closed; learning goes on as if nothing were watching. */
#ifndef G2L2_RECORD_H
#define G2L2_RECORD_H

#include <jansson.h>

#include "g2l2.h"

#define RECORD_FORMAT 1

struct record;

struct record_start {
    const char *command; /* as it was typed */
    const char *model;   /* where it goes */
    uint64_t seed;
    int threads;
    json_t *learned_from; /* the names of what is read, as docs/REPORT.md has them; or NULL */
};

/* The texts must outlive it. NULL: out of memory. */
struct record *record_new(const struct record_start *start);
/* A file that was opened and not closed goes with it: no model, no log. */
void record_free(struct record *self);
/* The first line, in a file that grows from now on: at `path`, or where something is there already,
 * at `path`.part until it is closed. What is told before is not in it. */
g2l2_status record_open(struct record *self, const char *path, const char *domain, size_t examples,
                        g2l2_error *err);
/* The caller's own phases, such as "read": from here to the next one. */
void record_phase(struct record *self, const char *phase);
void record_progress(struct record *self, const g2l2_progress *at);
void record_observe(struct record *self, const g2l2_observation *at);
/* The last line; and it is at `path`, which may be another one than it began at. The model has
 * been saved by now, at `model_path`. */
g2l2_status record_close(struct record *self, const g2l2_learn_report *report,
                         const g2l2_model *model, const char *model_path, const char *path,
                         g2l2_error *err);

#endif
