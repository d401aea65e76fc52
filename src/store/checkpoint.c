/* Checkpoints (checkpoint.h):
 *
 *     16 bytes   "g2l2 checkpoint\n"
 *      4         version of this layout
 *      4         0x01020304, as the machine has it
 *      8         length of the file
 *      8         CRC-64 of all that follows
 *     24         version of the program
 *     16         what it is a run of: data, options
 *      8         seconds of CPU time so far
 *      4, 4      finished parts; is one running?
 *     records    8 bytes of length and the bytes, of each                                    */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/checkpoint.h"
#include "store/store.h"

#define MAGIC    "g2l2 checkpoint\n"
#define ORDER    0x01020304u
#define SUMMED   40  /* from here on */
#define MAX_NAME 200 /* bytes of a path that are shown */

static const char program[24] = G2L2_VERSION; /* zeros follow */

/* ---- records ------------------------------------------------------------------------------- */

static bool make_room(struct stash *self, size_t n) {
    if (n <= self->cap - self->n) return true;
    size_t cap = self->cap ? self->cap : 1 << 12;
    while (cap - self->n < n) cap *= 2;
    uint8_t *wider = realloc(self->at, cap);
    if (!wider) return false;
    self->at = wider;
    self->cap = cap;
    return true;
}

static void put(struct stash *self, const void *at, size_t n) {
    if (!n || self->failed) return;
    self->failed = !self->measuring && !make_room(self, n);
    if (self->failed) return;
    if (!self->measuring) memcpy(self->at + self->n, at, n);
    self->n += n;
}

static void get(struct stash *self, void *at, size_t n) {
    if (n > self->n - self->next) self->failed = true;
    if (!n) return;
    if (self->failed) memset(at, 0, n);
    else memcpy(at, self->at + self->next, n);
    self->next += self->failed ? 0 : n;
}

void stash_bytes(struct stash *self, void *at, size_t n) {
    if (self->reading) get(self, at, n);
    else put(self, at, n);
}

uint32_t stash_count(struct stash *self, uint32_t n, size_t size) {
    stash_value(self, n);
    if (self->reading && n > (self->n - self->next) / size) self->failed = true;
    return self->failed ? 0 : n;
}

const char *stash_text(struct stash *self, struct arena *arena, const char *text) {
    uint32_t n = stash_count(self, self->reading ? 0 : (uint32_t)strlen(text), 1);
    if (!self->reading) {
        put(self, text, n);
        return text;
    }
    char *out = arena_zalloc(arena, (size_t)n + 1);
    get(self, out, n);
    return out;
}

bool stash_is_whole(const struct stash *self) {
    return !self->failed && self->next == self->n;
}

void stash_free(struct stash *self) {
    if (!self->reading) free(self->at);
    *self = (struct stash){0};
}

/* ---- reading the file ------------------------------------------------------------------------- */

/* The end of a long path says more than its start. */
static const char *short_name(const char *path) {
    size_t n = strlen(path);
    return n > MAX_NAME ? path + n - MAX_NAME : path;
}

static g2l2_status refuse(const struct checkpoint *self, const char *why, g2l2_error *err) {
    return err_set(err, G2L2_STATUS_FORMAT, 0, 0,
                   "%s: %s; remove it, or begin again without --resume", short_name(self->path),
                   why);
}

static const char *check_file(struct stash *file) {
    uint32_t version = 0, order = 0;
    uint64_t length = 0, sum = 0;
    if (file->n < SUMMED || memcmp(file->at, MAGIC, sizeof MAGIC - 1))
        return "this is no checkpoint, or it is cut off at the start";
    file->next = sizeof MAGIC - 1;
    stash_value(file, version);
    stash_value(file, order);
    stash_value(file, length);
    stash_value(file, sum);
    if (order != ORDER) return "it is of another kind of machine";
    if (version != CHECKPOINT_VERSION) return "it is of another version of g2l2";
    if (length != file->n) return "it is cut off, or damaged";
    if (sum != store_crc(file->at + SUMMED, file->n - SUMMED)) return "it is damaged";
    return NULL;
}

static const char *check_identity(const struct checkpoint *self, struct stash *file) {
    char made_by[sizeof program];
    struct checkpoint_identity was;
    stash_value(file, made_by);
    stash_value(file, was);
    if (memcmp(made_by, program, sizeof program)) return "it is of another version of g2l2";
    if (was.data != self->identity.data) return "it is a checkpoint of other data";
    if (was.options != self->identity.options) return "it is a checkpoint of other options";
    return NULL;
}

/* The next record of a file, copied to the end of `out` with or without its length. */
static bool take_record(struct stash *file, struct stash *out, bool with_length) {
    uint64_t n = 0;
    stash_value(file, n);
    if (file->failed || n > file->n - file->next) return false;
    if (with_length) put(out, &n, sizeof n);
    put(out, file->at + file->next, n);
    file->next += n;
    return true;
}

/* NULL: all of it was read. */
static const char *read_file(struct checkpoint *self, struct stash *file) {
    uint32_t n = 0, running = 0;
    const char *why = check_file(file);
    if (!why) why = check_identity(self, file);
    if (why) return why;
    stash_value(file, self->cpu_before);
    stash_value(file, n);
    stash_value(file, running);
    bool fine = true;
    for (uint32_t i = 0; fine && i < n; i++) fine = take_record(file, &self->done, true);
    if (fine && running) fine = take_record(file, &self->running, false);
    if (!fine || !stash_is_whole(file)) return "it is damaged";
    self->n_done = n;
    self->restorable = running;
    return NULL;
}

/* ---- writing it ---------------------------------------------------------------------------------- */

static void know(struct checkpoint *self) {
    if (!self->identified) self->identify(self->of, &self->identity);
    self->identified = true;
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void put_header(const struct checkpoint *self, struct stash *file, const void *running) {
    uint32_t version = CHECKPOINT_VERSION, order = ORDER, is_running = running != NULL;
    uint64_t unknown = 0;
    double cpu = self->cpu_before + cpu_seconds();
    put(file, MAGIC, sizeof MAGIC - 1);
    put(file, &version, sizeof version);
    put(file, &order, sizeof order);
    put(file, &unknown, sizeof unknown); /* length and checksum come last */
    put(file, &unknown, sizeof unknown);
    put(file, program, sizeof program);
    put(file, &self->identity, sizeof self->identity);
    put(file, &cpu, sizeof cpu);
    put(file, &self->n_done, sizeof self->n_done);
    put(file, &is_running, sizeof is_running);
}

static void put_sums(struct stash *file) {
    uint64_t length = file->n, sum = store_crc(file->at + SUMMED, file->n - SUMMED);
    memcpy(file->at + SUMMED - 16, &length, sizeof length);
    memcpy(file->at + SUMMED - 8, &sum, sizeof sum);
}

void checkpoint_write(struct checkpoint *self, struct stash *running) {
    struct stash file = {0};
    if (!self->path) return;
    know(self);
    self->last = clock_now();
    if (self->last >= self->early) self->early = INFINITY;
    put_header(self, &file, running);
    put(&file, self->done.at, self->done.n);
    if (running) {
        uint64_t n = running->n;
        put(&file, &n, sizeof n);
        put(&file, running->at, running->n);
    }
    bool fine = !file.failed && !(running && running->failed) && file.n < CHECKPOINT_MAX;
    if (fine) {
        put_sums(&file);
        if (!file_write_own(self->path, file.at, file.n, NULL)) self->there = true;
    }
    stash_free(&file);
}

/* ---- a run --------------------------------------------------------------------------------------- */

g2l2_status checkpoint_open(struct checkpoint *self, const char *path, double every, bool resume,
                            g2l2_error *err) {
    struct stash file = {.reading = true};
    char *bytes = NULL;
    self->path = path;
    self->every = every;
    self->last = clock_now();
    self->early = INFINITY;
    if (!path || !resume || access(path, F_OK)) return G2L2_STATUS_OK;
    g2l2_status status = file_read(path, CHECKPOINT_MAX, &bytes, &file.n, err);
    if (status) return status;
    know(self);
    file.at = (uint8_t *)bytes;
    const char *why = read_file(self, &file);
    free(bytes);
    if (!why && (self->done.failed || self->running.failed))
        return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    if (why) return refuse(self, why, err);
    self->resumed = self->there = true;
    return G2L2_STATUS_OK;
}

void checkpoint_close(struct checkpoint *self) {
    stash_free(&self->done);
    stash_free(&self->running);
}

bool checkpoint_recall(struct checkpoint *self, struct stash *out) {
    uint64_t n;
    if (self->recalled == self->done.n) return false;
    memcpy(&n, self->done.at + self->recalled, sizeof n);
    self->recalled += sizeof n;
    *out = (struct stash){.reading = true, .at = self->done.at + self->recalled, .n = n};
    self->recalled += n;
    return true;
}

bool checkpoint_restore(struct checkpoint *self, struct stash *out) {
    if (!self->restorable || self->recalled < self->done.n) return false;
    *out = (struct stash){.reading = true, .at = self->running.at, .n = self->running.n};
    self->restorable = false;
    return true;
}

void checkpoint_keep(struct checkpoint *self, struct stash *record) {
    uint64_t n = record->n;
    if (self->path && !record->failed) {
        put(&self->done, &n, sizeof n);
        put(&self->done, record->at, n);
        self->n_done++;
        self->recalled = self->done.n;
        self->restorable = false;
    }
    /* Without it no later one could be understood. */
    if (record->failed || self->done.failed) self->path = NULL;
    stash_free(record);
}

bool checkpoint_is_due(const struct checkpoint *self) {
    if (!self->path) return false;
    double now = clock_now();
    return now - self->last >= self->every || now >= self->early;
}

g2l2_status checkpoint_misfit(g2l2_error *err) {
    return err_set(err, G2L2_STATUS_FORMAT, 0, 0,
                   "the checkpoint does not fit this run; begin again without --resume");
}
