/* The log of a run (record.h), a stream: what is written stays as it is. So it thins itself out
 * forwards: the longer an attempt, the farther apart its points and its views.
 *
 *     • • • • • • • •   •   •   •   •       •       •       ○      ○: the latest is always told
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "report/record.h"
#include "report/text.h"

#define MAX_PHASES  16
#define MOST_POINTS 500          /* of one distance; */
#define MOST_VIEWS  16           /* the next are twice as far apart */
#define VIEW_BYTES  (80u << 10)  /* likewise, of weights, about */
#define MAX_BYTES   (350u << 10) /* of an attempt's weights, and as many of its last view */
#define CHANGE      .01          /* of a share: less is not told again */
#define LEAST       .005         /* share of a candidate that is told */
#define MAX_FILE    ((size_t)1 << 30)
#define LINE_BYTES  150 /* of a line, */
#define ENTRY_BYTES 50  /* and of an entry in it, beside texts */

/* One candidate of one word. */
struct weighed {
    uint32_t entry; /* in `entries` */
    float share;
};

/* What a word might mean at one time. */
struct seen {
    int step;
    double time;
    uint32_t n_alive, n;
    bool told;
    struct weighed top[5];
};

struct phase {
    const char *name;
    double seconds, cpu;
};

/* How far apart what is told must be, and how much was told at that distance. */
struct thinning {
    int gap, next; /* step that may be told */
    uint32_t n;
    size_t bytes;
};

struct record {
    struct arena arena, line; /* line: for what is written at once */
    struct guard guard;
    struct record_start start;
    double began, cpu_began; /* now is seconds since 1970 */
    double since, cpu_since; /* of the current phase */
    struct phase phases[MAX_PHASES];
    int n_phases, phase; /* phase: the current one, -1 none */
    FILE *out;           /* NULL: not open yet */
    char *path;          /* of a file that is ours, and goes unless it is closed; NULL: none */
    int attempt;
    struct thinning points, views;
    size_t bytes;         /* of the attempt's weights */
    g2l2_progress latest; /* restart: -1 if it was told */
    double latest_time;
    struct symbols words, entries; /* entries: category, tab, program */
    VEC(struct seen)
    told, before, now; /* by word: last told; in the view before; in the latest one */
    bool failed;       /* out of memory at some time */
    int bad;           /* errno of what could not be written */
};

/* ---- time --------------------------------------------------------------------------------- */

static double clock_of(clockid_t which) {
    struct timespec now;
    clock_gettime(which, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void end_phase(struct record *self) {
    double now = clock_of(CLOCK_REALTIME), cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    if (self->phase >= 0) {
        self->phases[self->phase].seconds += fmax(0, now - self->since);
        self->phases[self->phase].cpu += cpu - self->cpu_since;
    }
    self->since = now;
    self->cpu_since = cpu;
    self->phase = -1;
}

/* Names are few, and constants of the program. */
void record_phase(struct record *self, const char *phase) {
    end_phase(self);
    int i = 0;
    while (i < self->n_phases && strcmp(self->phases[i].name, phase)) i++;
    if (i == MAX_PHASES) return;
    if (i == self->n_phases) self->phases[self->n_phases++] = (struct phase){.name = phase};
    self->phase = i;
}

/* ---- lines ------------------------------------------------------------------------------------- */

/* Six digits are enough. */
static json_t *number(double value) {
    char digits[32];
    snprintf(digits, sizeof digits, "%.6g", value);
    return isfinite(value) ? json_real(atof(digits)) : json_null();
}

/* Seconds since 1970, to the millisecond. */
static void put_time(json_t *out, double time) {
    json_object_set_new(out, "wall_time", json_real(round(time * 1000) / 1000));
}

/* A whole line, or what is left of the disk. */
static void write_line(struct record *self, json_t *line, double time) {
    struct buf text;
    buf_init(&text, &self->line);
    put_time(line, time);
    text_put_json(&text, line);
    if (!self->bad && fwrite(text.at, 1, text.n, self->out) < text.n) self->bad = errno;
    arena_reset(&self->line);
}

static void flush(struct record *self) {
    if (fflush(self->out) && !self->bad) self->bad = errno;
}

static void write_start(struct record *self, const char *domain, size_t examples) {
    const struct record_start *s = &self->start;
    json_t *line = json_pack(
        "{s:s, s:i, s:s, s:o, s:o, s:o, s:I, s:i, s:I}", "event", "start", "format", RECORD_FORMAT,
        "version", G2L2_VERSION, "command", text_json(&self->line, s->command), "model",
        text_json(&self->line, s->model), "domain", text_json(&self->line, domain), "seed",
        (json_int_t)s->seed, "threads", s->threads, "examples", (json_int_t)examples);
    if (s->learned_from) json_object_set(line, "learned_from", s->learned_from);
    write_line(self, line, self->began);
}

/* ---- thinning ---------------------------------------------------------------------------------- */

/* Later attempts are told more sparsely, or a hundred of them would fill the disk. */
static struct thinning thinning_of(int attempt) {
    return (struct thinning){.gap = attempt + 1, .next = INT_MIN};
}

static void thin(struct thinning *self, int step, size_t bytes, uint32_t most) {
    self->bytes += bytes;
    if (++self->n >= most || self->bytes > VIEW_BYTES) {
        self->gap *= 2;
        self->n = 0;
        self->bytes = 0;
    }
    self->next = step + self->gap;
}

/* ---- points ------------------------------------------------------------------------------------ */

static void write_point(struct record *self, const g2l2_progress *at, double time) {
    const char *phase = self->phase < 0 ? "" : self->phases[self->phase].name;
    json_t *accuracy = at->accuracy >= 0 ? number(at->accuracy) : json_null();
    json_t *line = json_pack("{s:s, s:i, s:i, s:s, s:i, s:i, s:o, s:o, s:I}", "event", "scalar",
                             "attempt", at->restart, "step", at->update, "phase", phase, "stage",
                             at->stage, "length", at->length, "loss", number(at->loss), "accuracy",
                             accuracy, "alive", (json_int_t)at->n_alive);
    write_line(self, line, time);
}

/* ---- views ------------------------------------------------------------------------------------- */

static uint32_t entry_of(struct record *self, const g2l2_candidate *c) {
    char text[512];
    int n = snprintf(text, sizeof text, "%s\t%s", c->category, c->program);
    if (n >= 0 && (size_t)n < sizeof text) return symbols_add(&self->entries, text, (size_t)n);
    struct buf whole;
    buf_init(&whole, &self->arena);
    buf_printf(&whole, "%s\t%s", c->category, c->program);
    return symbols_add(&self->entries, whole.at, whole.n);
}

static json_t *entry_json(struct record *self, const struct weighed *w) {
    const char *text = self->entries.names.at[w->entry], *tab = strchr(text, '\t');
    const char *category = arena_strndup(&self->line, text, (size_t)(tab - text));
    return json_pack("{s:o, s:o, s:f}", "category", text_json(&self->line, category), "program",
                     text_json(&self->line, tab + 1), "share", round(w->share * 1e4) / 1e4);
}

/* About as many bytes as the line has; not those of its time, which is never the same. */
static size_t size_of(const struct record *self, const struct seen *seen) {
    size_t n = LINE_BYTES;
    for (uint32_t i = 0; i < seen->n; i++)
        n += ENTRY_BYTES + strlen(self->entries.names.at[seen->top[i].entry]);
    return n;
}

static size_t write_word(struct record *self, uint32_t word, struct seen *seen) {
    json_t *entries = json_array();
    for (uint32_t i = 0; i < seen->n; i++)
        json_array_append_new(entries, entry_json(self, &seen->top[i]));
    json_t *line =
        json_pack("{s:s, s:i, s:i, s:o, s:i, s:o}", "event", "weights", "attempt", self->attempt,
                  "step", seen->step, "word", text_json(&self->line, self->words.names.at[word]),
                  "alive", (int)seen->n_alive, "entries", entries);
    write_line(self, line, seen->time);
    seen->told = true;
    self->told.at[word] = *seen;
    return size_of(self, seen);
}

/* Worth telling again? */
static bool has_changed(const struct seen *now, const struct seen *told) {
    if (!told->told || now->n != told->n || now->n_alive != told->n_alive) return true;
    for (uint32_t i = 0; i < now->n; i++)
        if (now->top[i].entry != told->top[i].entry ||
            fabs((double)now->top[i].share - (double)told->top[i].share) > CHANGE)
            return true;
    return false;
}

static void see_word(struct record *self, const g2l2_standing *standing, int step, double time) {
    uint32_t word = symbols_add(&self->words, standing->word, strlen(standing->word));
    while (self->now.n <= word) {
        vec_push(&self->arena, &self->now, (struct seen){0});
        vec_push(&self->arena, &self->before, (struct seen){0});
        vec_push(&self->arena, &self->told, (struct seen){0});
    }
    struct seen *out = &self->now.at[word];
    *out = (struct seen){.step = step, .time = time, .n_alive = (uint32_t)standing->n_alive};
    for (size_t i = 0; i < standing->n_top && i < 5; i++) {
        if (i && standing->top[i].share < LEAST) break;
        out->top[out->n++] =
            (struct weighed){entry_of(self, &standing->top[i]), (float)standing->top[i].share};
    }
}

/* Words that have changed, as they were just before and as they are: so that lines from one to the
 * next are true. First all that was before, for steps never go back. */
static void tell_view(struct record *self, int step) {
    size_t most = MAX_BYTES / ((size_t)self->attempt + 1), bytes = 0;
    for (int now = 0; now < 2; now++)
        for (uint32_t w = 0; w < self->now.n && self->bytes + bytes < most; w++) {
            struct seen *before = &self->before.at[w], *seen = &self->now.at[w];
            if (!seen->n || (now && seen->told) || !has_changed(seen, &self->told.at[w])) continue;
            if (now) bytes += write_word(self, w, seen);
            else if (before->n && !before->told) bytes += write_word(self, w, before);
        }
    for (uint32_t w = 0; w < self->now.n; w++) self->before.at[w] = self->now.at[w];
    self->bytes += bytes;
    thin(&self->views, step, bytes, MOST_VIEWS);
}

/* An attempt ends: where all of it stands, as far as there is room. */
static void tell_last(struct record *self) {
    if (self->attempt < 0) return;
    size_t most = MAX_BYTES / ((size_t)self->attempt + 1), bytes = 0;
    for (uint32_t w = 0; w < self->now.n && bytes < most; w++)
        if (self->now.at[w].n && !self->now.at[w].told)
            bytes += write_word(self, w, &self->now.at[w]);
    self->now.n = self->before.n = self->told.n = 0;
    if (self->latest.restart >= 0) write_point(self, &self->latest, self->latest_time);
    self->latest.restart = -1;
}

/* ---- what is told ------------------------------------------------------------------------------- */

static void turn_to(struct record *self, int attempt) {
    if (attempt == self->attempt) return;
    tell_last(self);
    self->attempt = attempt;
    self->points = self->views = thinning_of(attempt);
    self->bytes = 0;
}

static void add_point(struct record *self, const g2l2_progress *at) {
    double time = clock_of(CLOCK_REALTIME);
    turn_to(self, at->restart);
    bool back = self->latest.update > at->update; /* the attempt has begun again */
    self->latest = *at;
    self->latest_time = time;
    if (at->update < self->points.next && !back) return;
    write_point(self, at, time);
    self->latest.restart = -1;
    thin(&self->points, at->update, 0, MOST_POINTS);
    flush(self);
}

static void add_view(struct record *self, const g2l2_observation *at) {
    double time = clock_of(CLOCK_REALTIME);
    turn_to(self, at->restart);
    for (size_t i = 0; i < at->n_words; i++)
        if (at->words[i].n_top) see_word(self, &at->words[i], at->update, time);
    if (at->update < self->views.next) return;
    tell_view(self, at->update);
    flush(self);
}

void record_progress(struct record *self, const g2l2_progress *at) {
    if (self->failed || !self->out) return;
    if (guard_try(&self->guard, NULL)) add_point(self, at);
    else self->failed = true;
}

void record_observe(struct record *self, const g2l2_observation *at) {
    if (!at->n_words) record_phase(self, at->phase);
    else if (self->failed || !self->out) return;
    else if (guard_try(&self->guard, NULL)) add_view(self, at);
    else self->failed = true;
}

/* ---- the file ------------------------------------------------------------------------------------ */

static g2l2_status cannot(const char *path, int bad, g2l2_error *err) {
    if (bad == ENOMEM) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "%s: out of memory", path);
    return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot write: %s", path, strerror(bad));
}

/* Under its own name, unless something is there: that stays until this is whole. */
static int open_own(struct record *self, const char *path) {
    const char *const names[] = {"", ".part"};
    for (int i = 0; i < 2; i++) {
        if (asprintf(&self->path, "%s%s", path, names[i]) < 0) self->path = NULL;
        if (!self->path) return -1;
        if (i) unlink(self->path); /* of one that was killed */
        int file = open(self->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0) return file;
        int bad = errno;
        free(self->path);
        self->path = NULL;
        errno = bad;
        if (bad != EEXIST) break;
    }
    return -1;
}

g2l2_status record_open(struct record *self, const char *path, const char *domain, size_t examples,
                        g2l2_error *err) {
    struct stat info;
    bool special = stat(path, &info) == 0 && !S_ISREG(info.st_mode);
    int file = special ? open(path, O_WRONLY | O_CLOEXEC) : open_own(self, path);
    if (file >= 0) self->out = fdopen(file, special ? "w" : "w+");
    if (!self->out) {
        int bad = errno;
        if (file >= 0) close(file);
        return cannot(path, bad, err);
    }
    if (!guard_try(&self->guard, err)) return self->guard.status;
    write_start(self, domain, examples);
    flush(self);
    return G2L2_STATUS_OK;
}

/* To where it belongs, if that is elsewhere. */
static g2l2_status settle(struct record *self, const char *path, g2l2_error *err) {
    long n = self->path && strcmp(self->path, path) ? ftell(self->out) : -1;
    g2l2_status status = G2L2_STATUS_OK;
    if (n >= 0) {
        char *bytes = malloc((size_t)n + 1);
        rewind(self->out);
        if (!bytes) return cannot(path, ENOMEM, err);
        if (fread(bytes, 1, (size_t)n, self->out) < (size_t)n) status = cannot(path, EIO, err);
        if (!status) status = file_write(path, bytes, (size_t)n, err);
        free(bytes);
        if (!status) unlink(self->path);
    } else if (self->path && fsync(fileno(self->out))) {
        status = cannot(path, errno, err);
    }
    if (status) return status;
    free(self->path);
    self->path = NULL;
    return status;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static bool open_tables(struct record *self) {
    if (!guard_try(&self->guard, NULL)) return false;
    symbols_init(&self->words, &self->arena);
    symbols_init(&self->entries, &self->arena);
    return true;
}

struct record *record_new(const struct record_start *start) {
    struct record *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->start = *start;
    self->phase = self->attempt = self->latest.restart = -1;
    self->began = clock_of(CLOCK_REALTIME);
    self->cpu_began = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    arena_init(&self->arena, &self->guard, 0);
    arena_init(&self->line, &self->guard, 0);
    if (open_tables(self)) return self;
    record_free(self);
    return NULL;
}

void record_free(struct record *self) {
    if (!self) return;
    if (self->path) unlink(self->path);
    if (self->out) fclose(self->out);
    free(self->path);
    arena_free(&self->arena);
    arena_free(&self->line);
    free(self);
}

/* Which bytes the log is about: a model that was made again has others. */
static void put_model(json_t *out, const char *path) {
    struct stat info;
    char *bytes, hash[17];
    size_t n;
    if (stat(path, &info) || !S_ISREG(info.st_mode) || file_read(path, MAX_FILE, &bytes, &n, NULL))
        return;
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)hash_bytes(bytes, n, 0));
    free(bytes);
    json_object_set_new(out, "model_bytes", json_integer((json_int_t)n));
    json_object_set_new(out, "model_hash", json_string(hash));
}

static void put_phases(const struct record *self, json_t *out) {
    char key[64];
    for (int i = 0; i < self->n_phases; i++) {
        snprintf(key, sizeof key, "seconds_%s", self->phases[i].name);
        json_object_set_new(out, key, number(self->phases[i].seconds));
        snprintf(key, sizeof key, "cpu_%s", self->phases[i].name);
        json_object_set_new(out, key, number(self->phases[i].cpu));
    }
}

static void write_end(struct record *self, const g2l2_learn_report *r, const g2l2_model *model,
                      const char *path) {
    double now = clock_of(CLOCK_REALTIME);
    json_t *line = json_pack(
        "{s:s, s:I, s:I, s:I, s:o, s:I, s:I, s:I, s:s, s:i, s:i, s:i, s:b, s:b, s:o, s:o}", "event",
        "end", "examples", (json_int_t)r->examples, "checked", (json_int_t)r->checked, "correct",
        (json_int_t)r->correct, "accuracy",
        number(r->checked ? (double)r->correct / (double)r->checked : 0), "words",
        (json_int_t)g2l2_model_n_words(model), "entries", (json_int_t)g2l2_model_n_entries(model),
        "candidates", (json_int_t)r->candidates, "candidate_set",
        r->candidate_set ? r->candidate_set : "", "restarts", r->restarts, "attempts", r->attempts,
        "attempt", r->attempt, "tolerant", r->tolerant, "interrupted", r->interrupted, "seconds",
        number(now - self->began), "cpu_seconds",
        number(clock_of(CLOCK_PROCESS_CPUTIME_ID) - self->cpu_began));
    put_phases(self, line);
    put_model(line, path);
    write_line(self, line, now);
}

g2l2_status record_close(struct record *self, const g2l2_learn_report *report,
                         const g2l2_model *model, const char *model_path, const char *path,
                         g2l2_error *err) {
    end_phase(self);
    if (self->failed)
        return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "%s: no memory for the log", path);
    if (!guard_try(&self->guard, err)) return self->guard.status;
    tell_last(self);
    write_end(self, report, model, model_path);
    flush(self);
    return self->bad ? cannot(path, self->bad, err) : settle(self, path, err);
}
