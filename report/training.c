/* Curves of training: loss, accuracy, entries alive, words settled. One run: what was logged,
 * thin, and its mean around each point. Several: a mean of each, a colour for each. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "report/plot.h"
#include "report/sheet.h"

#define WIDTH     310
#define HEIGHT    215
#define SMOOTH    40u /* parts of a curve; the mean is over one of them */
#define MAX_LINES 64u
#define MAX_MARKS 32u

struct metric {
    const char *title, *what;
    size_t field; /* of struct log_point */
    bool percent;
};

static const struct metric metrics[] = {
    {"Loss", "mean of the latest 50 updates", offsetof(struct log_point, loss), false},
    {"Accuracy while learning", "chance of the right meaning", offsetof(struct log_point, accuracy),
     true},
    {"Entries alive", "candidates that are not ruled out", offsetof(struct log_point, alive),
     false}};

static double field_of(const struct log_point *point, size_t field) {
    return *(const double *)((const char *)point + field);
}

static int attempts_of(const struct run_log *log) {
    int most = 0;
    for (uint32_t i = 0; i < log->points.n; i++)
        if (log->points.at[i].attempt > most) most = log->points.at[i].attempt;
    return most + 1;
}

/* ---- lines ---------------------------------------------------------------------------------------- */

static struct plot_line line_of(struct arena *arena, const struct run_log *log, int attempt,
                                size_t field) {
    double *x = arena_array(arena, double, log->points.n + 1);
    double *y = arena_array(arena, double, log->points.n + 1);
    struct plot_line line = {.name = "", .x = x, .y = y};
    for (uint32_t i = 0; i < log->points.n; i++) {
        if (log->points.at[i].attempt != attempt) continue;
        x[line.n] = log->points.at[i].step;
        y[line.n++] = field_of(&log->points.at[i], field);
    }
    return line;
}

static struct plot_line smoothed(struct arena *arena, struct plot_line line) {
    double *y = arena_array(arena, double, line.n + 1);
    uint32_t reach = line.n / SMOOTH / 2;
    for (uint32_t i = 0; i < line.n; i++) {
        uint32_t near = i < line.n - 1 - i ? i : line.n - 1 - i, n = 0;
        double sum = 0;
        if (near > reach) near = reach;
        for (uint32_t k = i - near; k <= i + near; k++)
            if (!isnan(line.y[k])) sum += line.y[k], n++;
        y[i] = n ? sum / n : NAN;
    }
    line.y = y;
    return line;
}

/* Is there a point of it? */
static bool has_attempt(const struct run_log *log, int attempt) {
    for (uint32_t i = 0; i < log->points.n; i++)
        if (log->points.at[i].attempt == attempt) return true;
    return false;
}

/* Other attempts, faintly, as many as there is room for. */
static uint32_t others_of(const struct sheet *self, const struct run_log *log, size_t field,
                          struct plot_line *lines) {
    uint32_t n = 0;
    for (int a = 0; a < attempts_of(log) && a < (int)MAX_LINES && n + 3 < MAX_LINES; a++) {
        if (a == log->attempt || !has_attempt(log, a)) continue;
        lines[n] = line_of(self->arena, log, a, field);
        lines[n].name = self->subjects[0].name;
        lines[n++].faint = true;
    }
    return n;
}

/* The attempt the model is from as a line; other attempts, or what it is the mean of, faintly. */
static uint32_t lines_of(const struct sheet *self, const struct metric *metric,
                         struct plot_line *lines) {
    uint32_t n = 0;
    if (self->n == 1) n = others_of(self, self->subjects[0].log, metric->field, lines);
    for (uint32_t i = 0; i < self->n && n + 2 < MAX_LINES; i++) {
        const struct subject *s = &self->subjects[i];
        if (!s->log) continue;
        struct plot_line line = line_of(self->arena, s->log, s->log->attempt, metric->field);
        line.name = s->name;
        line.colour = (int)(i % PLOT_COLOURS) + 1;
        line.faint = true;
        if (self->n == 1) lines[n++] = line;
        lines[n] = smoothed(self->arena, line);
        lines[n++].faint = false;
    }
    return n;
}

/* ---- marks: where longer sentences come in ------------------------------------------------------- */

static uint32_t marks_of(struct arena *arena, const struct run_log *log, struct plot_mark *marks) {
    uint32_t n = 0;
    int length = 0;
    for (uint32_t i = 0; i < log->points.n && n < MAX_MARKS; i++) {
        const struct log_point *point = &log->points.at[i];
        struct buf label;
        if (point->attempt != log->attempt || point->length <= length) continue;
        length = point->length;
        buf_init(&label, arena);
        buf_printf(&label, "%d", length);
        marks[n++] = (struct plot_mark){point->step, label.at};
    }
    return n;
}

/* ---- the section ----------------------------------------------------------------------------------- */

static bool has_values(const struct plot_line *lines, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < lines[i].n; k++)
            if (!isnan(lines[i].y[k])) return true;
    return false;
}

static void put_curves(const struct sheet *self, const char *title, const char *what, bool percent,
                       const struct plot_line *lines, uint32_t n, struct buf *out) {
    struct plot_mark marks[MAX_MARKS];
    struct plot plot = {.x_title = "update",
                        .label = title,
                        .percent = percent,
                        .width = WIDTH,
                        .height = HEIGHT,
                        .lines = lines,
                        .n_lines = n,
                        .marks = marks};
    if (!has_values(lines, n)) return;
    if (self->n == 1) plot.n_marks = marks_of(self->arena, self->subjects[0].log, marks);
    sheet_figure(out, title, what);
    plot_curves(out, &plot);
    sheet_end_figure(out);
}

static void put_settled(const struct sheet *self, struct buf *out) {
    struct plot_line lines[MAX_LINES];
    uint32_t n = 0;
    for (uint32_t i = 0; i < self->n && n < MAX_LINES; i++) {
        double *steps, *share;
        if (!self->subjects[i].log) continue;
        uint32_t size = words_settled(self->arena, self->subjects[i].log, &steps, &share);
        if (size > 1)
            lines[n++] = (struct plot_line){.name = self->subjects[i].name,
                                            .colour = (int)(i % PLOT_COLOURS) + 1,
                                            .n = size,
                                            .x = steps,
                                            .y = share};
    }
    put_curves(self, "Words settled", "best candidate: 10 times the next", true, lines, n, out);
}

static bool has_log(const struct sheet *self) {
    for (uint32_t i = 0; i < self->n; i++)
        if (self->subjects[i].log) return true;
    return false;
}

static void put_names(const struct sheet *self, struct buf *out) {
    const char **names = arena_array(self->arena, const char *, self->n + 1);
    if (self->n < 2) return;
    for (uint32_t i = 0; i < self->n; i++) names[i] = self->subjects[i].name;
    sheet_legend(out, names, self->n);
}

static void put_no_log(const struct sheet *self, struct buf *out) {
    if (self->subjects[0].note)
        sheet_note(out, "The log of the training cannot be used; above is why.");
    else
        sheet_note(out, "There is no log of the training beside the model. <code>g2l2 train</code> "
                        "writes one, <code>MODEL.jsonl</code>, unless <code>--log none</code> says "
                        "otherwise.");
}

static const char *explanation(const struct sheet *self) {
    struct buf text;
    const struct run_log *log = self->subjects[0].log;
    buf_init(&text, self->arena);
    buf_puts(&text, self->n > 1
                        ? "Means around each point."
                        : "Short sentences come first. Dotted lines: from here on sentences "
                          "have up to so many words.");
    if (self->n == 1 && log && attempts_of(log) > 1)
        buf_printf(&text, " Grey: other attempts (%d in all).", attempts_of(log));
    return text.at;
}

void training_put(const struct sheet *self, struct buf *out) {
    struct plot_line lines[MAX_LINES];
    sheet_section(out, "training", "Training", has_log(self) ? explanation(self) : "");
    if (!has_log(self)) {
        put_no_log(self, out);
        sheet_end_section(out);
        return;
    }
    put_names(self, out);
    buf_puts(out, "<div class=\"charts\">\n");
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++) {
        uint32_t n = lines_of(self, &metrics[i], lines);
        put_curves(self, metrics[i].title, metrics[i].what, metrics[i].percent, lines, n, out);
    }
    put_settled(self, out);
    buf_puts(out, "</div>\n");
    sheet_end_section(out);
}
