/* The line of progress (progress.h).
 *
 *     work done, and how long that took ─▶ seconds left ─▶ a share that can only grow
 *
 * How much work there is changes on the way: another attempt, words with two senses, parts that are
 * held back. So the share is not work done by all work, which would fall then; in every moment it
 * takes that part of what is missing which the moment is of the time left:
 *
 *     shown += (1 - shown) · dt / (dt + left)
 *
 * If the time left is right this comes to 1 evenly, just when all is done; if more turns up, the line
 * goes on from where it is, more slowly. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli/progress.h"

#define SILENCE 0.5  /* seconds before there is a line */
#define EVERY   0.2  /* seconds between two drawings */
#define UNKNOWN 4    /* times as long as it has taken so far, where nothing is known, */
#define PATIENT 10   /* and so many seconds */
#define EARLY   0.02 /* share of an attempt: before, its time says nothing */
#define OVERDUE 0.25 /* of the time since work was last done, where it should have ended */
#define SETTLED 10   /* times as heavy as the next is what a word means, as in reports; */
#define SURELY  1000 /* while it learns, so that few go back */
#define BAR     12   /* characters */
#define COLUMNS 80   /* of a terminal that does not say */

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

/* ---- how far it is --------------------------------------------------------------------------- */

static double time_left(const struct progress *self, double at) {
    if (self->left < 0) return PATIENT + UNKNOWN * (at - self->began);
    return fmax(self->left - (at - self->told), OVERDUE * (at - self->told));
}

static void tick(struct progress *self) {
    double at = now(), passed = at - self->ticked;
    if (passed > 0) self->shown += (1 - self->shown) * passed / (passed + time_left(self, at));
    self->ticked = at;
}

static void promise(struct progress *self, double left) {
    self->left = left;
    self->told = now();
}

/* Another attempt, or the first part that is held back, is measured by itself. */
static void begin_if_new(struct progress *self, const g2l2_progress *at) {
    bool again = at->restart != self->restart || at->update < self->update;
    bool same = self->phase > 0 && !at->n_parts == !self->n_parts && (at->n_parts || !again);
    self->restart = at->restart;
    self->update = at->update;
    self->n_parts = at->n_parts;
    if (same) return;
    self->first = self->phase > 0 || at->n_parts ? 0 : at->update; /* it may go on from somewhere */
    self->phase = fmax(self->told, self->turned);
}

/* The share of the attempt, or of the estimate, that is done; 0: not known yet. */
static double share_done(const struct progress *self, const g2l2_progress *at) {
    double all = at->n_updates - self->first, done = at->update - self->first;
    double share = all > 0 ? fmin(done / all, 1) : 0;
    return at->n_parts ? (at->part + share) / at->n_parts : share;
}

static void measure(struct progress *self, const g2l2_progress *at) {
    begin_if_new(self, at);
    double spent = now() - self->phase, share = share_done(self, at);
    if (share < EARLY) return;
    double rest = at->n_parts ? 0 : self->after * spent / share;
    promise(self, spent * (1 - share) / share + rest);
}

/* ---- the line -------------------------------------------------------------------------------- */

static int columns(void) {
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? COLUMNS : size.ws_col;
}

/* Nothing is left of a longer line. */
static void put_line(struct progress *self, const char *line) {
    int length = (int)strlen(line), most = columns() - 1;
    if (length > most) length = most;
    int rest = self->width > length ? self->width - length : 0;
    fprintf(stderr, "\r%.*s%*s", length, line, rest, "");
    self->width = length;
    fflush(stderr);
}

static void put_time(char *out, size_t size, double seconds, const char *what) {
    long s = lround(fmin(seconds, 1e7));
    if (s >= 3600) snprintf(out, size, "%ld:%02ld:%02ld %s", s / 3600, s / 60 % 60, s % 60, what);
    else snprintf(out, size, "%ld:%02ld %s", s / 60, s % 60, what);
}

static void put_words(const struct progress *self, char *out, size_t size) {
    *out = 0;
    if (self->n_words)
        snprintf(out, size, "  %zu/%zu words settled", self->n_settled, self->n_words);
}

static void draw(struct progress *self, double share, const char *time, const char *what) {
    static const char full[] = "############", empty[] = "............";
    char words[64], line[256];
    int n = (int)(share * BAR);
    put_words(self, words, sizeof words);
    snprintf(line, sizeof line, "[%.*s%.*s] %3d%%  %s%s%s%s", n, full, BAR - n, empty,
             (int)(share * 100), time, words, *what ? "  " : "", what);
    put_line(self, line);
}

static void draw_now(struct progress *self) {
    char time[32] = "";
    tick(self);
    if (now() - self->began < SILENCE) return;
    if (self->left >= 0) put_time(time, sizeof time, time_left(self, now()), "left");
    draw(self, fmin(self->shown, .99), time, self->what);
    self->seen = true;
}

/* ---- by itself -------------------------------------------------------------------------------- */

static struct timespec soon(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_nsec += (long)(EVERY * 1e9);
    at.tv_sec += at.tv_nsec / 1000000000;
    at.tv_nsec %= 1000000000;
    return at;
}

static void *run_ticker(void *context) {
    struct progress *self = context;
    pthread_mutex_lock(&self->lock);
    while (!self->over) {
        struct timespec until = soon();
        pthread_cond_timedwait(&self->wake, &self->lock, &until);
        if (!self->over) draw_now(self);
    }
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

/* ---- the whole --------------------------------------------------------------------------------- */

void progress_open(struct progress *self, bool on, double after) {
    pthread_condattr_t clock;
    *self = (struct progress){.on = on, .after = after, .left = -1, .what = "learning"};
    self->began = self->ticked = self->turned = now();
    if (!on) return;
    pthread_mutex_init(&self->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&self->wake, &clock);
    pthread_condattr_destroy(&clock);
    /* Without a thread there is no line, and nothing else is lost. */
    if (pthread_create(&self->ticker, NULL, run_ticker, self)) self->on = false;
}

void progress_tell(struct progress *self, const g2l2_progress *at) {
    if (!self->on) return;
    pthread_mutex_lock(&self->lock);
    tick(self);
    measure(self, at);
    if (at->asked)
        snprintf(self->what, sizeof self->what, "held back: %zu/%zu right", at->correct, at->asked);
    else if (at->n_parts) snprintf(self->what, sizeof self->what, "learning without a part");
    else snprintf(self->what, sizeof self->what, "learning");
    pthread_mutex_unlock(&self->lock);
}

static bool is_settled(const g2l2_standing *word) {
    return word->n_top == 1 || word->top[0].share >= SURELY * word->top[1].share;
}

/* A word may begin anew, or all of them in another attempt: what is shown is the most so far. */
void progress_observe(struct progress *self, const g2l2_observation *at) {
    if (!self->on) return;
    pthread_mutex_lock(&self->lock);
    size_t n = 0, n_settled = 0;
    for (size_t i = 0; i < at->n_words; i++) {
        n += at->words[i].n_top > 0;
        n_settled += at->words[i].n_top && is_settled(&at->words[i]);
    }
    if (n > self->n_words) self->n_words = n;
    if (n_settled > self->n_settled) self->n_settled = n_settled;
    pthread_mutex_unlock(&self->lock);
    if (!at->n_words && !strcmp(at->phase, "check")) progress_phase(self, "checking");
}

/* Entries of a word come together. */
void progress_model(struct progress *self, const g2l2_model *model) {
    const char *before = "";
    double first = 0;
    if (!self->on) return;
    pthread_mutex_lock(&self->lock);
    size_t n = 0, n_settled = 0;
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        bool next = strcmp(e.word, before);
        before = e.word;
        n += next;
        n_settled += next;
        if (next) first = e.share;
        else if (!e.off && first > 0 && e.share * SETTLED > first) n_settled--, first = 0;
    }
    /* Where there are fewer in the end, the line says no more of them, rather than go back. */
    self->n_words = n_settled < self->n_settled ? 0 : n;
    self->n_settled = n_settled;
    pthread_mutex_unlock(&self->lock);
}

void progress_phase(struct progress *self, const char *what) {
    if (!self->on) return;
    pthread_mutex_lock(&self->lock);
    tick(self);
    self->turned = now();
    snprintf(self->what, sizeof self->what, "%s", what);
    pthread_mutex_unlock(&self->lock);
}

void progress_wipe(struct progress *self) {
    if (!self->on) return;
    pthread_mutex_lock(&self->lock);
    if (self->width) {
        put_line(self, "");
        fprintf(stderr, "\r");
    }
    pthread_mutex_unlock(&self->lock);
}

static void finish(struct progress *self, bool done) {
    char time[32];
    if (!self->seen) return;
    put_time(time, sizeof time, now() - self->began, "in all");
    if (done) draw(self, 1, time, "");
    else put_line(self, "");
    fprintf(stderr, done ? "\n" : "\r");
}

void progress_close(struct progress *self, bool done) {
    if (!self->on) return;
    pthread_mutex_lock(&self->lock);
    self->over = true;
    pthread_cond_signal(&self->wake);
    pthread_mutex_unlock(&self->lock);
    pthread_join(self->ticker, NULL);
    finish(self, done);
    pthread_cond_destroy(&self->wake);
    pthread_mutex_destroy(&self->lock);
    self->on = false;
}
