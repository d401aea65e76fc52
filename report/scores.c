/* Accuracy by groups, mistakes, and time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/plot.h"
#include "report/sheet.h"
#include "report/text.h"

#define WIDTH      380
#define HEIGHT     230
#define ROWS       10u /* of a table; the rest can be unfolded */
#define MAX_MATRIX 14u /* answers */

static double share(const struct score *s) {
    return s->examples ? (double)s->correct / (double)s->examples : NAN;
}

static void hint(const struct sheet *self, struct buf *out) {
    const struct subject *s = &self->subjects[0];
    bool scenes = s->model && g2l2_domain_has_scenes(g2l2_model_domain(s->model));
    struct buf text;
    if (!s->model) {
        sheet_note(out, "The model is not at hand, so it cannot be tested.");
        return;
    }
    buf_init(&text, self->arena);
    buf_puts(&text, "Give it sentences that it was not taught: <code>g2l2 report ");
    text_escape(&text, s->name);
    buf_puts(&text, scenes ? " --scenes FILE --questions FILE</code>." : " --test FILE</code>.");
    sheet_note(out, text.at);
}

/* ---- accuracy ----------------------------------------------------------------------------------- */

static const char *score_title(struct arena *arena, const struct score *s, const char *unit) {
    struct buf text;
    buf_init(&text, arena);
    buf_printf(&text, "%s%s: %zu of %zu right", s->key, unit, s->correct, s->examples);
    return text.at;
}

static void put_lengths(const struct tested *t, struct buf *out) {
    uint32_t n = t->by_length.n;
    struct plot_bar *bars = arena_array(out->arena, struct plot_bar, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const struct score *s = &t->by_length.at[i];
        bars[i] = (struct plot_bar){s->key, share(s), (double)s->examples,
                                    score_title(out->arena, s, " words")};
    }
    struct plot plot = {.x_title = "words of the sentence",
                        .label = "accuracy by length of sentence",
                        .percent = true,
                        .width = WIDTH,
                        .height = HEIGHT};
    sheet_figure(out, "By length of sentence", "share that is right; grey: how many there are");
    plot_bars(out, &plot, bars, n);
    sheet_end_figure(out);
}

/* Several models: a line for each. */
static void put_all_lengths(const struct sheet *self, struct buf *out) {
    struct plot_line *lines = arena_array(self->arena, struct plot_line, self->n + 1);
    const char **names = arena_array(self->arena, const char *, self->n + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < self->n; i++) {
        const struct tested *t = self->subjects[i].tested;
        names[i] = self->subjects[i].name;
        if (!t) continue;
        double *x = arena_array(self->arena, double, t->by_length.n + 1);
        double *y = arena_array(self->arena, double, t->by_length.n + 1);
        for (uint32_t k = 0; k < t->by_length.n; k++) {
            x[k] = atof(t->by_length.at[k].key);
            y[k] = share(&t->by_length.at[k]);
        }
        lines[n++] = (struct plot_line){.name = names[i],
                                        .colour = (int)(i % PLOT_COLOURS) + 1,
                                        .n = t->by_length.n,
                                        .x = x,
                                        .y = y};
    }
    struct plot plot = {.x_title = "words of the sentence",
                        .label = "accuracy by length of sentence",
                        .percent = true,
                        .width = WIDTH,
                        .height = HEIGHT,
                        .lines = lines,
                        .n_lines = n};
    sheet_figure(out, "By length of sentence", "share that is right");
    plot_curves(out, &plot);
    sheet_legend(out, names, self->n);
    sheet_end_figure(out);
}

static void put_score(const struct score *s, struct buf *out) {
    buf_puts(out, "<tr><td>");
    text_escape(out, s->key);
    buf_puts(out, "</td><td class=\"full\">");
    sheet_bar(out, share(s));
    buf_printf(out, "</td><td class=\"n\">%zu of %zu</td><td class=\"n\">", s->correct,
               s->examples);
    sheet_percent(out, share(s));
    buf_puts(out, "</td></tr>\n");
}

static void put_scores(const char *title, const char *what, const score_list *list,
                       struct buf *out) {
    if (!list->n) return;
    sheet_figure(out, title, what);
    for (uint32_t i = 0; i < list->n; i++) {
        if (i == ROWS)
            buf_printf(out, "</table><details><summary>%u more</summary>", list->n - ROWS);
        if (i % ROWS == 0 && i <= ROWS) buf_puts(out, "<table>");
        put_score(&list->at[i], out);
    }
    buf_puts(out, list->n > ROWS ? "</table></details>" : "</table>");
    sheet_end_figure(out);
}

void scores_put_accuracy(const struct sheet *self, struct buf *out) {
    const struct tested *t = self->subjects[0].tested;
    struct buf what;
    buf_init(&what, self->arena);
    if (t) {
        buf_printf(&what, "%zu of %zu right, %zu without a parse, in <code>", t->correct,
                   t->examples, t->unparsed);
        text_escape(&what, t->file);
        buf_puts(&what, "</code>. Only an exact match counts.");
    }
    sheet_section(out, "accuracy", "Accuracy", t ? what.at : "");
    if (!t) hint(self, out);
    buf_puts(out, "<div class=\"charts large\">\n");
    if (t && self->n > 1) put_all_lengths(self, out);
    else if (t) put_lengths(t, out);
    if (t) put_scores("By what is asked for", "type of question", &t->by_type, out);
    if (t) put_scores("By relations on the way", "from object to object", &t->by_hops, out);
    if (t) put_scores("By family", "kind of question, the hardest first", &t->by_family, out);
    if (t) put_scores("By word", "sentences that have it, the hardest first", &t->by_word, out);
    buf_puts(out, "</div>\n");
    sheet_end_section(out);
}

/* ---- mistakes ------------------------------------------------------------------------------------ */

struct answers {
    const char *at[MAX_MATRIX];
    uint32_t n;
};

static int find(const struct answers *a, const char *text) {
    for (uint32_t i = 0; i < a->n; i++)
        if (!strcmp(a->at[i], text)) return (int)i;
    return -1;
}

static void add(struct answers *a, const char *text) {
    if (a->n < MAX_MATRIX && find(a, text) < 0) a->at[a->n++] = text;
}

static const char *got_text(const struct mistake *m) {
    return m->got ? m->got : "no parse";
}

static size_t count_of(const struct tested *t, const char *wanted, const char *got) {
    for (uint32_t i = 0; i < t->mistakes.n; i++)
        if (!strcmp(t->mistakes.at[i].wanted, wanted) && !strcmp(got_text(&t->mistakes.at[i]), got))
            return t->mistakes.at[i].count;
    for (uint32_t i = 0; i < t->rights.n && !strcmp(wanted, got); i++)
        if (!strcmp(t->rights.at[i].wanted, wanted)) return t->rights.at[i].count;
    return 0;
}

static void put_cell(const struct tested *t, const char *wanted, const char *got, size_t most,
                     struct buf *out) {
    size_t n = count_of(t, wanted, got);
    bool right = !strcmp(wanted, got);
    if (!n) buf_puts(out, "<td></td>");
    else if (right) buf_printf(out, "<td class=\"right\">%zu</td>", n);
    else
        buf_printf(out, "<td class=\"wrong\" style=\"--much:%.0f%%\">%zu</td>",
                   20 + 60 * (double)n / (double)most, n);
}

/* Wanted against given, of the answers that are most often part of a mistake. */
static void put_matrix(const struct tested *t, struct buf *out) {
    struct answers rows = {0}, columns = {0};
    for (uint32_t i = 0; i < t->mistakes.n; i++) add(&rows, t->mistakes.at[i].wanted);
    columns = rows;
    for (uint32_t i = 0; i < t->mistakes.n; i++) add(&columns, got_text(&t->mistakes.at[i]));
    sheet_figure(out, "Wanted against given", "a row for each answer that was wanted");
    buf_puts(out, "<div class=\"scroll\"><table class=\"matrix\"><thead><tr><th></th>");
    for (uint32_t k = 0; k < columns.n; k++) {
        buf_puts(out, "<th>");
        text_escape(out, columns.at[k]);
        buf_puts(out, "</th>");
    }
    buf_puts(out, "</tr></thead><tbody>\n");
    for (uint32_t i = 0; i < rows.n; i++) {
        buf_puts(out, "<tr><th>");
        text_escape(out, rows.at[i]);
        buf_puts(out, "</th>");
        for (uint32_t k = 0; k < columns.n; k++)
            put_cell(t, rows.at[i], columns.at[k], t->mistakes.at[0].count, out);
        buf_puts(out, "</tr>\n");
    }
    buf_puts(out, "</tbody></table></div>");
    sheet_end_figure(out);
}

static void put_mistakes(const struct tested *t, struct buf *out) {
    sheet_figure(out, "The most frequent mistakes",
                 t->sequences ? "the first action that differs" : "answers");
    buf_puts(out, "<table><thead><tr><th>wanted</th><th>given</th><th class=\"n\">times</th></tr>"
                  "</thead>\n");
    for (uint32_t i = 0; i < t->mistakes.n && i < ROWS; i++) {
        buf_puts(out, "<tr><td>");
        text_escape(out, t->mistakes.at[i].wanted);
        buf_puts(out, "</td><td>");
        text_escape(out, got_text(&t->mistakes.at[i]));
        buf_printf(out, "</td><td class=\"n\">%zu</td></tr>\n", t->mistakes.at[i].count);
    }
    buf_puts(out, "</table>");
    if (t->mistakes.n > ROWS)
        buf_printf(out, "<p class=\"sub\">and %u others</p>", t->mistakes.n - ROWS);
    sheet_end_figure(out);
}

static void put_failure(const struct shown_failure *f, struct buf *out) {
    buf_puts(out, "<tr><td>");
    text_escape(out, f->sentence);
    buf_puts(out, "<br><span class=\"sub mono\">");
    text_escape(out, f->file ? f->file : "");
    buf_printf(out, ":%zu</span></td><td class=\"mono\">", f->line);
    text_escape(out, f->wanted);
    buf_puts(out, "</td><td class=\"mono\">");
    text_escape(out, f->got ? f->got : "no parse: ");
    if (!f->got && f->reason) text_escape(out, f->reason);
    buf_puts(out, "</td></tr>\n");
}

static void put_failures(const struct tested *t, struct buf *out) {
    size_t wrong = t->examples - t->correct;
    buf_puts(out, "<h3>Some of them</h3>\n<div class=\"scroll\"><table><thead><tr><th>sentence</th>"
                  "<th>wanted</th><th>given</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < t->failures.n; i++) put_failure(&t->failures.at[i], out);
    buf_puts(out, "</tbody></table></div>\n");
    if (wrong > t->failures.n)
        buf_printf(out, "<p class=\"sub\">and %zu more</p>\n", wrong - t->failures.n);
}

void scores_put_mistakes(const struct sheet *self, struct buf *out) {
    const struct tested *t = self->subjects[0].tested;
    sheet_section(out, "mistakes", "Mistakes", "");
    if (!t) hint(self, out);
    else if (!t->mistakes.n)
        sheet_note(out, "There are none: everything in the test data is right.");
    else {
        buf_puts(out, "<div class=\"charts maps\">\n");
        put_mistakes(t, out);
        put_matrix(t, out);
        buf_puts(out, "</div>\n");
        put_failures(t, out);
    }
    sheet_end_section(out);
}

/* ---- time ---------------------------------------------------------------------------------------- */

static const char *phase_text(const char *name) {
    static const char *const known[][2] = {{"read", "read the files"},
                                           {"prepare", "candidates, features, plans"},
                                           {"stages", "updates, short sentences first"},
                                           {"resets", "words begin again"},
                                           {"chances", "words begin again"}, /* older logs */
                                           {"senses", "other meanings of words"},
                                           {"final", "the last, long stage"},
                                           {"last", "the last, long stage"},
                                           {"choose", "choose entries by trying"},
                                           {"check", "ask what was taught"},
                                           {"save", "write the model"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (!strcmp(known[i][0], name)) return known[i][1];
    return "";
}

static void put_phases(const struct run_log *log, struct buf *out) {
    double most = 0;
    for (uint32_t i = 0; i < log->phases.n; i++) most = fmax(most, log->phases.at[i].seconds);
    sheet_figure(out, "Training by phase",
                 "by the clock, and CPU time; what train prints is without read and save");
    buf_puts(out, "<table>");
    for (uint32_t i = 0; i < log->phases.n; i++) {
        const struct log_phase *phase = &log->phases.at[i];
        buf_puts(out, "<tr><td>");
        text_escape(out, phase->name);
        buf_printf(out, "<br><span class=\"sub\">%s</span></td><td class=\"full\">",
                   phase_text(phase->name));
        sheet_bar(out, most > 0 ? phase->seconds / most : 0);
        buf_puts(out, "</td><td class=\"n\">");
        sheet_seconds(out, phase->seconds);
        buf_puts(out, "</td><td class=\"n\">");
        sheet_seconds(out, phase->cpu);
        buf_puts(out, "</td></tr>\n");
    }
    buf_puts(out, "<tr><td>in all</td><td></td><td class=\"n\">");
    sheet_seconds(out, log->seconds);
    buf_puts(out, "</td><td class=\"n\">");
    sheet_seconds(out, log->cpu_seconds);
    buf_puts(out, "</td></tr></table>");
    sheet_end_figure(out);
}

static void put_rate(const struct tested *t, struct buf *out) {
    uint32_t n = t->by_length.n;
    struct plot_bar *bars = arena_array(out->arena, struct plot_bar, n + 1);
    struct buf what;
    for (uint32_t i = 0; i < n; i++) {
        const struct score *s = &t->by_length.at[i];
        double micro = s->examples ? 1e6 * s->seconds / (double)s->examples : 0;
        buf_init(&what, out->arena);
        buf_printf(&what, "%s words: %.3g µs each", s->key, micro);
        bars[i] = (struct plot_bar){s->key, micro, 0, what.at};
    }
    struct plot plot = {.x_title = "words of the sentence",
                        .label = "microseconds for a sentence, by its length",
                        .width = WIDTH,
                        .height = HEIGHT};
    buf_init(&what, out->arena);
    buf_puts(&what, "µs for a sentence; ");
    plot_number(&what, round((double)t->examples / t->seconds));
    buf_puts(&what, " sentences a second on one core, measured here");
    sheet_figure(out, "Parsing and execution", what.at);
    plot_bars(out, &plot, bars, n);
    sheet_end_figure(out);
}

void scores_put_time(const struct sheet *self, struct buf *out) {
    const struct subject *s = &self->subjects[0];
    sheet_section(out, "time", "Time", "");
    if (!s->log) sheet_note(out, "How long training took is in its log, which is not at hand.");
    if (!s->tested) hint(self, out);
    buf_puts(out, "<div class=\"charts maps time\">\n");
    if (s->log && s->log->phases.n) put_phases(s->log, out);
    if (s->tested && s->tested->seconds > 0) put_rate(s->tested, out);
    buf_puts(out, "</div>\n");
    sheet_end_section(out);
}
