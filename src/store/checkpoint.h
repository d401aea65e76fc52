/* checkpoint - the state of a long run as a file, to go on from where it was killed.
 *
 *     run      part 1 ─▶ part 2 ─▶ part 3, step 1 ─▶ 2 ─▶ ...
 *     file     [what it is of][part 1][part 2][part 3 so far]
 *     resumed  read     read      restored, step 3 ─▶ ...
 *
 * A run is a sequence of parts, the same for the same data and options. What came of a finished part
 * is a record; whoever goes on walks through the parts as the run did, but reads what they came to
 * (checkpoint_recall), until there is no record left: that part was running, and its state is
 * restored (checkpoint_restore).
 *
 * A record is written and read by one function, with a stash that knows which of the two it is;
 * so both have the same order. Numbers are as they lie in memory: a checkpoint is for the same program
 * on the same kind of machine, and says so. It is written whole or not at all. */
#ifndef G2L2_CHECKPOINT_H
#define G2L2_CHECKPOINT_H

#include "base/base.h"

#define CHECKPOINT_VERSION 1
#define CHECKPOINT_MAX     ((size_t)4 << 30) /* bytes of a file */

/* ---- a record ------------------------------------------------------------------------------ */

/* Bytes that are written, or read back in the same order. Once it has failed (for want of memory,
 * or of bytes to read) it stays so, and what is read is zeros. */
struct stash {
    bool reading, failed;
    bool measuring; /* neither: only n is counted */
    uint8_t *at;    /* [n] malloc'ed where it is written, the checkpoint's where it is read */
    size_t n, cap, next;
};

void stash_bytes(struct stash *self, void *at, size_t n);
#define stash_value(self, value) stash_bytes((self), &(value), sizeof(value))
/* How many there are of something that takes `size` bytes or more each. */
uint32_t stash_count(struct stash *self, uint32_t n, size_t size);
/* A text of its own in `arena` where it is read. May raise. */
const char *stash_text(struct stash *self, struct arena *arena, const char *text);
/* Read to its end, and without failure? */
bool stash_is_whole(const struct stash *self);
void stash_free(struct stash *self);

/* ---- the file ------------------------------------------------------------------------------- */

/* What a run is a run of; another one cannot go on from it. */
struct checkpoint_identity {
    uint64_t data, options;
};

struct checkpoint {
    const char *path; /* NULL: none is wanted, and all of these do nothing */
    double every;     /* seconds from one to the next */
    double last,
        early;         /* when the last was written; when one is due in any case, INFINITY: never */
    bool resumed;      /* it was read from a file */
    bool there;        /* the file is one to go on from */
    double cpu_before; /* seconds, of the runs that this one goes on from */
    struct stash done; /* records of finished parts: size, bytes; those that were read first */
    uint32_t n_done;
    size_t recalled;      /* bytes of `done` that were read again */
    struct stash running; /* the state of the part that was running */
    bool restorable;
    /* What the run is of: asked for once, when that has to be known. */
    void (*identify)(const void *of, struct checkpoint_identity *out);
    const void *of;
    struct checkpoint_identity identity;
    bool identified;
};

/* Begin; with `resume` from the file, where there is one: a file that is damaged, or a checkpoint of
 * something else, is an error. path NULL: there will be none. */
g2l2_status checkpoint_open(struct checkpoint *self, const char *path, double every, bool resume,
                            g2l2_error *err);
void checkpoint_close(struct checkpoint *self);

/* The record of the next part, if it was finished before; the stash is the checkpoint's. */
bool checkpoint_recall(struct checkpoint *self, struct stash *out);
/* The state of the part that begins now, if it was running then; once. */
bool checkpoint_restore(struct checkpoint *self, struct stash *out);
/* A part is finished: keep its record, which is the checkpoint's now. */
void checkpoint_keep(struct checkpoint *self, struct stash *record);
/* Is it time to write one? */
bool checkpoint_is_due(const struct checkpoint *self);
/* Write it: what is finished, and what is running (or NULL). Where that fails, an earlier one stays. */
void checkpoint_write(struct checkpoint *self, struct stash *running);
/* Damaged, in spite of its checksum, or it does not fit the run. */
g2l2_status checkpoint_misfit(g2l2_error *err);

#endif
