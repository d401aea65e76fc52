/* log - the log of a run of training, read back (record.h writes it).
 *
 *     {"event": "scalar", "step": 10, "loss": 1.5}   ─▶  points    curves
 *     {"event": "weights", "word": "twice", ...}     ─▶  weights   what words might have meant
 *     {"event": "start"} {"event": "end"}            ─▶  the rest
 *
 * Any bytes may come: what is no log is one error, with file and line. Events and fields
 * that are not known are passed over. */
#ifndef G2L2_LOG_H
#define G2L2_LOG_H

#include "common/common.h"

struct log_point {
    int attempt, step, stage, length;
    double time;           /* seconds since the start */
    double loss, accuracy; /* NAN: not known */
    double alive;
};

struct log_share {
    uint32_t entry; /* in log->entries */
    double share;
};

struct log_weights {
    int attempt, step;
    uint32_t word; /* in log->words */
    uint32_t n;
    struct log_share *shares; /* [n] the heaviest first */
};

struct log_phase {
    const char *name;
    double seconds, cpu;
};

struct log_entry {
    const char *category, *program;
};

struct run_log {
    const char *path;
    const char *version, *command, *model, *domain, *candidate_set, *model_hash; /* "": not told */
    double began; /* seconds since 1970 */
    bool has_seed;
    uint64_t seed;
    double threads, examples;
    double checked, correct, n_words, n_entries, candidates, attempts, seconds, cpu_seconds;
    int attempt; /* that the model is from */
    bool tolerant, interrupted;
    VEC(struct log_point) points;    /* in the order of the file */
    VEC(struct log_weights) weights; /* likewise, of `attempt` */
    VEC(struct log_phase) phases;
    struct symbols words, entry_texts; /* entry_texts: category, tab, program */
    VEC(struct log_entry) entries;
};

#define LOG_MAX_BYTES ((size_t)64 << 20)

/* Everything lives in `arena`. `name` is used in errors. */
g2l2_status log_parse(const char *text, size_t length, const char *name, struct arena *arena,
                      struct run_log **out, g2l2_error *err);
g2l2_status log_read(const char *path, struct arena *arena, struct run_log **out, g2l2_error *err);

#endif
