/* The log of a run (record.h). Points and views thin themselves out: when there are too
 * many, every second one goes and the next ones have to keep twice the distance.
 *
 *     • • • • • • • •   ─▶   •   •   •   •       •       ○      ○: the latest is always kept
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "report/record.h"
#include "report/text.h"

#define MAX_POINTS 1000 /* of an attempt, */
#define ALL_POINTS 3000 /* of all that are written */
#define MAX_VIEWS  60
#define MAX_PHASES 16
#define MAX_BYTES  (700u << 10) /* of weights */
#define CHANGE     .01          /* of a share: less is not told again */
#define LEAST      .005         /* share of a candidate that is told */
#define MAX_FILE   ((size_t)1 << 30)

struct point {
    g2l2_progress at;
    const char *phase;
    double time;
};

/* One candidate of one word. */
struct weighed {
    uint32_t entry; /* in `entries` */
    float share;
};

struct seen {
    uint32_t word, n_alive, n;
    struct weighed top[5];
};

/* What words might mean at one time. */
struct view {
    int attempt, step;
    double time;
    uint32_t n, cap;
    struct seen *words; /* [n] those that have candidates */
};

struct phase {
    const char *name;
    double seconds, cpu;
};

/* How far apart what is kept must be; both rise as the run goes on. */
struct thinning {
    int attempt, gap;
};

struct record {
    struct arena arena;
    struct guard guard;
    struct record_start start;
    double began, cpu_began; /* now is seconds since 1970 */
    double since, cpu_since; /* of the current phase */
    struct phase phases[MAX_PHASES];
    int n_phases, phase; /* phase: the current one, -1 none */
    VEC(struct point) points;
    VEC(struct view) views;
    uint32_t n_views_made; /* those behind the last have memory to be used again */
    struct thinning thin_points, thin_views;
    struct symbols words, entries; /* entries: category, tab, program */
    bool failed;                   /* out of memory at some time */
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
    self->phase = -1;
    self->began = clock_of(CLOCK_REALTIME);
    self->cpu_began = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    arena_init(&self->arena, &self->guard, 0);
    if (open_tables(self)) return self;
    record_free(self);
    return NULL;
}

void record_free(struct record *self) {
    if (!self) return;
    arena_free(&self->arena);
    free(self);
}

/* ---- points ---------------------------------------------------------------------------------- */

/* Keep the first, the third, ... of this attempt; all of the others. */
static void halve_points(struct record *self, int attempt) {
    uint32_t to = 0, of = 0;
    for (uint32_t i = 0; i < self->points.n; i++)
        if (self->points.at[i].at.restart != attempt || of++ % 2 == 0)
            self->points.at[to++] = self->points.at[i];
    self->points.n = to;
}

static uint32_t count_points(const struct record *self, int attempt) {
    uint32_t n = 0;
    for (uint32_t i = self->points.n; i-- && self->points.at[i].at.restart == attempt;) n++;
    return n;
}

static bool is_next(struct thinning *t, int attempt, int step, int latest) {
    if (t->attempt != attempt || !t->gap) *t = (struct thinning){attempt, 1};
    return step >= latest + t->gap;
}

static void add_point(struct record *self, const g2l2_progress *at) {
    struct thinning *t = &self->thin_points;
    struct point *latest = self->points.n ? &self->points.at[self->points.n - 1] : NULL;
    bool same = latest && latest->at.restart == at->restart;
    if (!is_next(t, at->restart, at->update, same ? latest->at.update : -1) && same) return;
    if (self->points.n % 64 == 0 && count_points(self, at->restart) >= MAX_POINTS) {
        halve_points(self, at->restart);
        t->gap *= 2;
    }
    struct point point = {*at, self->phase < 0 ? "" : self->phases[self->phase].name,
                          clock_of(CLOCK_REALTIME)};
    vec_push(&self->arena, &self->points, point);
}

void record_progress(struct record *self, const g2l2_progress *at) {
    if (self->failed) return;
    if (guard_try(&self->guard, NULL)) add_point(self, at);
    else self->failed = true;
}

/* ---- views ------------------------------------------------------------------------------------ */

static uint32_t entry_of(struct record *self, const g2l2_candidate *c) {
    char text[512];
    int n = snprintf(text, sizeof text, "%s\t%s", c->category, c->program);
    if (n >= 0 && (size_t)n < sizeof text) return symbols_add(&self->entries, text, (size_t)n);
    struct buf whole;
    buf_init(&whole, &self->arena);
    buf_printf(&whole, "%s\t%s", c->category, c->program);
    return symbols_add(&self->entries, whole.at, whole.n);
}

static void see_word(struct record *self, const g2l2_standing *standing, struct seen *out) {
    out->word = symbols_add(&self->words, standing->word, strlen(standing->word));
    out->n_alive = (uint32_t)standing->n_alive;
    out->n = 0;
    for (size_t i = 0; i < standing->n_top && i < 5; i++) {
        if (i && standing->top[i].share < LEAST) break;
        out->top[out->n++] =
            (struct weighed){entry_of(self, &standing->top[i]), (float)standing->top[i].share};
    }
}

static void halve_views(struct record *self, int attempt) {
    uint32_t to = 0, of = 0;
    for (uint32_t i = 0; i < self->views.n; i++)
        if (self->views.at[i].attempt != attempt || of++ % 2 == 0) {
            struct view view = self->views.at[to]; /* its memory is used again */
            self->views.at[to++] = self->views.at[i];
            self->views.at[i] = view;
        }
    self->views.n = to;
}

static uint32_t count_views(const struct record *self, int attempt) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < self->views.n; i++) n += self->views.at[i].attempt == attempt;
    return n;
}

/* The place of the next view: behind the latest, or in place of it if that is too near
 * to the one before. */
static struct view *place_view(struct record *self, int attempt) {
    struct thinning *t = &self->thin_views;
    uint32_t n = self->views.n, own = count_views(self, attempt);
    if (own >= MAX_VIEWS) {
        int last = self->views.at[n - 1].step, first = self->views.at[n - own].step;
        halve_views(self, attempt);
        t->gap = 2 * (last - first) / MAX_VIEWS + 1;
        n = self->views.n;
        own = count_views(self, attempt);
    }
    struct view *at = self->views.at;
    if (own > 1 && !is_next(t, attempt, at[n - 1].step, at[n - 2].step)) return &at[n - 1];
    vec_reserve(&self->arena, &self->views);
    if (n == self->n_views_made) self->views.at[self->n_views_made++] = (struct view){0};
    self->views.n = n + 1;
    return &self->views.at[n];
}

static void add_view(struct record *self, const g2l2_observation *at) {
    struct view *view = place_view(self, at->restart);
    view->attempt = at->restart;
    view->step = at->update;
    view->time = clock_of(CLOCK_REALTIME);
    view->n = 0;
    if (view->cap < at->n_words) {
        view->words = arena_array(&self->arena, struct seen, at->n_words);
        view->cap = (uint32_t)at->n_words;
    }
    for (size_t i = 0; i < at->n_words; i++)
        if (at->words[i].n_top) see_word(self, &at->words[i], &view->words[view->n++]);
}

void record_observe(struct record *self, const g2l2_observation *at) {
    if (!at->n_words) record_phase(self, at->phase);
    else if (self->failed) return;
    else if (guard_try(&self->guard, NULL)) add_view(self, at);
    else self->failed = true;
}

/* ---- writing ----------------------------------------------------------------------------------- */

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

static void put_start(struct record *self, const g2l2_learn_report *report, struct buf *out) {
    const struct record_start *s = &self->start;
    json_t *line = json_pack(
        "{s:s, s:i, s:s, s:o, s:o, s:o, s:I, s:i, s:I}", "event", "start", "format", RECORD_FORMAT,
        "version", G2L2_VERSION, "command", text_json(&self->arena, s->command), "model",
        text_json(&self->arena, s->model), "domain", text_json(&self->arena, s->domain), "seed",
        (json_int_t)s->seed, "threads", s->threads, "examples", (json_int_t)report->examples);
    put_time(line, self->began);
    text_put_json(out, line);
}

static void put_point(const struct point *point, struct buf *out) {
    const g2l2_progress *at = &point->at;
    json_t *accuracy = at->accuracy >= 0 ? number(at->accuracy) : json_null();
    json_t *line = json_pack("{s:s, s:i, s:i, s:s, s:i, s:i, s:o, s:o, s:I}", "event", "scalar",
                             "attempt", at->restart, "step", at->update, "phase", point->phase,
                             "stage", at->stage, "length", at->length, "loss", number(at->loss),
                             "accuracy", accuracy, "alive", (json_int_t)at->n_alive);
    put_time(line, point->time);
    text_put_json(out, line);
}

static json_t *entry_json(struct record *self, const struct weighed *w) {
    const char *text = self->entries.names.at[w->entry], *tab = strchr(text, '\t');
    const char *category = arena_strndup(&self->arena, text, (size_t)(tab - text));
    return json_pack("{s:o, s:o, s:f}", "category", text_json(&self->arena, category), "program",
                     text_json(&self->arena, tab + 1), "share", round(w->share * 1e4) / 1e4);
}

static void put_word(struct record *self, const struct view *view, const struct seen *seen,
                     struct buf *out) {
    json_t *entries = json_array();
    for (uint32_t i = 0; i < seen->n; i++)
        json_array_append_new(entries, entry_json(self, &seen->top[i]));
    json_t *line = json_pack("{s:s, s:i, s:i, s:o, s:i, s:o}", "event", "weights", "attempt",
                             view->attempt, "step", view->step, "word",
                             text_json(&self->arena, self->words.names.at[seen->word]), "alive",
                             (int)seen->n_alive, "entries", entries);
    put_time(line, view->time);
    text_put_json(out, line);
}

/* Worth telling again? */
static bool has_changed(const struct seen *now, const struct seen *told) {
    if (!told || now->n != told->n || now->n_alive != told->n_alive) return true;
    for (uint32_t i = 0; i < now->n; i++)
        if (now->top[i].entry != told->top[i].entry ||
            fabs((double)now->top[i].share - (double)told->top[i].share) > CHANGE)
            return true;
    return false;
}

/* What is told of which words: all at first and at last, in between those that have changed,
 * and the state just before, so that lines from one to the next are true. */
struct telling {
    const struct view **views; /* [n] every k-th of the attempt, and its last one */
    uint32_t n;
    bool **wanted; /* [n, view->n] */
};

static void choose_views(struct record *self, int attempt, uint32_t every, struct telling *t) {
    uint32_t own = 0, all = count_views(self, attempt);
    t->n = 0;
    t->views = arena_array(&self->arena, const struct view *, all + 1);
    t->wanted = arena_array(&self->arena, bool *, all + 1);
    for (uint32_t i = 0; i < self->views.n; i++) {
        const struct view *view = &self->views.at[i];
        if (view->attempt != attempt) continue;
        if (own++ % every && own != all) continue;
        t->wanted[t->n] = arena_zalloc(&self->arena, view->n + 1);
        t->views[t->n++] = view;
    }
}

static void choose_words(struct record *self, struct telling *t) {
    const struct seen **told = arena_zalloc(&self->arena, (self->words.names.n + 1) * sizeof *told);
    for (uint32_t i = 0; i < t->n; i++)
        for (uint32_t w = 0; w < t->views[i]->n; w++) {
            const struct seen *seen = &t->views[i]->words[w];
            bool same = i && w < t->views[i - 1]->n && t->views[i - 1]->words[w].word == seen->word;
            t->wanted[i][w] = i + 1 == t->n || has_changed(seen, told[seen->word]);
            if (!t->wanted[i][w]) continue;
            told[seen->word] = seen;
            if (same) t->wanted[i - 1][w] = true;
        }
}

static void put_views(struct record *self, int attempt, uint32_t every, size_t most,
                      struct buf *out) {
    struct telling t;
    size_t before = out->n;
    choose_views(self, attempt, every, &t);
    choose_words(self, &t);
    for (uint32_t i = 0; i < t.n; i++)
        for (uint32_t w = 0; w < t.views[i]->n && out->n - before < most; w++)
            if (t.wanted[i][w]) put_word(self, t.views[i], &t.views[i]->words[w], out);
}

/* As many views as there is room for; of a large vocabulary two, and not of all words. */
static void put_weights(struct record *self, int attempt, struct buf *out) {
    size_t before = out->n;
    for (uint32_t every = 1;; every *= 2) {
        bool last = every >= MAX_VIEWS;
        put_views(self, attempt, every, last ? MAX_BYTES : MAX_BYTES + 1, out);
        if (last || out->n - before <= MAX_BYTES) break;
        out->n = before;
    }
}

static void put_points(struct record *self, struct buf *out) {
    uint32_t every = self->points.n / ALL_POINTS + 1;
    for (uint32_t i = 0; i < self->points.n; i++)
        if (i % every == 0 || i + 1 == self->points.n) put_point(&self->points.at[i], out);
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

static void put_end(struct record *self, const g2l2_learn_report *r, const g2l2_model *model,
                    struct buf *out) {
    double now = clock_of(CLOCK_REALTIME);
    json_t *line = json_pack(
        "{s:s, s:I, s:I, s:o, s:I, s:I, s:I, s:s, s:i, s:i, s:i, s:b, s:b, s:o, s:o}", "event",
        "end", "checked", (json_int_t)r->checked, "correct", (json_int_t)r->correct, "accuracy",
        number(r->checked ? (double)r->correct / (double)r->checked : 0), "words",
        (json_int_t)g2l2_model_n_words(model), "entries", (json_int_t)g2l2_model_n_entries(model),
        "candidates", (json_int_t)r->candidates, "candidate_set",
        r->candidate_set ? r->candidate_set : "", "restarts", r->restarts, "attempts", r->attempts,
        "attempt", r->attempt, "tolerant", r->tolerant, "interrupted", r->interrupted, "seconds",
        number(now - self->began), "cpu_seconds",
        number(clock_of(CLOCK_PROCESS_CPUTIME_ID) - self->cpu_began));
    put_phases(self, line);
    put_model(line, self->start.model);
    put_time(line, now);
    text_put_json(out, line);
}

g2l2_status record_write(struct record *self, const g2l2_learn_report *report,
                         const g2l2_model *model, const char *path, g2l2_error *err) {
    struct buf text;
    end_phase(self);
    if (self->failed)
        return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "%s: no memory for the log", path);
    if (!guard_try(&self->guard, err)) return self->guard.status;
    buf_init(&text, &self->arena);
    put_start(self, report, &text);
    put_points(self, &text);
    put_weights(self, report->attempt, &text);
    put_end(self, report, model, &text);
    return file_write(path, text.at, text.n, err);
}
