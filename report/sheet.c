/* The page (sheet.h): head, figures, sections. */
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "report/plot.h"
#include "report/sheet.h"
#include "report/text.h"

/* ---- small things ------------------------------------------------------------------------------- */

void sheet_section(struct buf *out, const char *id, const char *title, const char *what) {
    buf_printf(out, "\n<section id=\"%s\">\n<h2>%s</h2>\n", id, title);
    if (*what) buf_printf(out, "<p class=\"what\">%s</p>\n", what);
}

void sheet_end_section(struct buf *out) {
    buf_puts(out, "</section>\n");
}

void sheet_figure(struct buf *out, const char *title, const char *what) {
    buf_puts(out, "<figure><figcaption><b>");
    text_escape(out, title);
    buf_puts(out, "</b><span>");
    text_escape(out, what);
    buf_puts(out, "</span></figcaption>");
}

void sheet_end_figure(struct buf *out) {
    buf_puts(out, "</figure>\n");
}

void sheet_note(struct buf *out, const char *html) {
    buf_printf(out, "<p class=\"hint\">%s</p>\n", html);
}

void sheet_percent(struct buf *out, double share) {
    double percent = 100 * share;
    if (isnan(share)) buf_puts(out, "–");
    else if (share == 1 || share == 0) buf_printf(out, "%.0f%%", percent);
    else buf_printf(out, "%.*f%%", percent > 99.9 || percent < .1 ? 3 : 1, percent);
}

void sheet_seconds(struct buf *out, double seconds) {
    if (isnan(seconds)) buf_puts(out, "–");
    else if (seconds < 1e-3) buf_printf(out, "%.3g µs", seconds * 1e6);
    else if (seconds < .1) buf_printf(out, "%.3g ms", seconds * 1e3);
    else if (seconds < 100) buf_printf(out, "%.2f s", seconds);
    else buf_printf(out, "%.0f s", seconds);
}

void sheet_legend(struct buf *out, const char *const *names, uint32_t n) {
    buf_puts(out, "<div class=\"legend\">");
    for (uint32_t i = 0; i < n; i++) {
        buf_printf(out, "<span><i class=\"b%u\"></i>", i % PLOT_COLOURS + 1);
        text_escape(out, names[i]);
        buf_puts(out, "</span>");
    }
    buf_puts(out, "</div>\n");
}

void sheet_bar(struct buf *out, double share) {
    double percent = 100 * fmin(fmax(isnan(share) ? 0 : share, 0), 1);
    buf_printf(out, "<span class=\"meter\"><i style=\"width:%.1f%%\"></i></span>", percent);
}

/* ---- figures ------------------------------------------------------------------------------------ */

static void open_tile(struct buf *out) {
    buf_puts(out, "<div class=\"tile\"><b>");
}

static void close_tile(struct buf *out, const char *what) {
    buf_printf(out, "</b><span>%s</span></div>\n", what);
}

static void put_count(struct buf *out, double n) {
    if (n >= 1e5) plot_number(out, n);
    else buf_printf(out, "%.0f", n);
}

static void put_test_tiles(const struct tested *t, struct buf *out) {
    char what[80];
    open_tile(out);
    sheet_percent(out, t->examples ? (double)t->correct / (double)t->examples : NAN);
    snprintf(what, sizeof what, "right of %zu in test data", t->examples);
    close_tile(out, what);
    if (!(t->seconds > 0)) return;
    open_tile(out);
    plot_number(out, round((double)t->examples / t->seconds));
    close_tile(out, "sentences a second, measured here");
}

static void put_log_tiles(const struct run_log *log, struct buf *out) {
    char what[80];
    open_tile(out);
    sheet_percent(out, log->checked > 0 ? log->correct / log->checked : NAN);
    snprintf(what, sizeof what, "explained of %.0f training examples", log->checked);
    close_tile(out, what);
    open_tile(out);
    sheet_seconds(out, log->cpu_seconds);
    close_tile(out, "CPU time of the whole run");
}

static void put_tiles(const struct subject *s, struct buf *out) {
    double words = s->model ? (double)g2l2_model_n_words(s->model) : s->log->n_words;
    double entries = s->model ? (double)g2l2_model_n_entries(s->model) : s->log->n_entries;
    buf_puts(out, "<div class=\"tiles\">\n");
    if (s->tested) put_test_tiles(s->tested, out);
    if (s->log) put_log_tiles(s->log, out);
    open_tile(out);
    put_count(out, words);
    close_tile(out, "words");
    open_tile(out);
    put_count(out, entries);
    close_tile(out, "entries of the lexicon");
    buf_puts(out, "</div>\n");
}

/* ---- several of them -------------------------------------------------------------------------------- */

static void put_row(const struct subject *s, uint32_t i, struct buf *out) {
    const struct run_log *log = s->log;
    const struct tested *t = s->tested;
    buf_printf(out, "<tr><td><i class=\"swatch b%u\"></i>", i % PLOT_COLOURS + 1);
    text_escape(out, s->name);
    buf_puts(out, "</td><td class=\"n\">");
    if (log && log->has_seed) buf_printf(out, "%" PRIu64, log->seed);
    buf_puts(out, "</td><td class=\"n\">");
    if (log) buf_printf(out, "%.0f", log->examples);
    buf_puts(out, "</td><td class=\"n\">");
    buf_printf(out, "%.0f", s->model ? (double)g2l2_model_n_words(s->model) : log->n_words);
    buf_puts(out, "</td><td class=\"n\">");
    sheet_percent(out, log && log->checked > 0 ? log->correct / log->checked : NAN);
    buf_puts(out, "</td><td class=\"n\">");
    sheet_percent(out, t && t->examples ? (double)t->correct / (double)t->examples : NAN);
    buf_puts(out, "</td><td class=\"n\">");
    sheet_seconds(out, log ? log->cpu_seconds : NAN);
    buf_puts(out, "</td></tr>\n");
}

static void put_runs(const struct sheet *self, struct buf *out) {
    if (self->n < 2) return;
    sheet_section(out, "runs", "Runs",
                  "Curves and accuracy below are of all of them, everything else of the first.");
    buf_puts(out, "<div class=\"scroll\"><table><thead><tr><th>run</th><th class=\"n\">seed</th>"
                  "<th class=\"n\">examples</th><th class=\"n\">words</th><th class=\"n\">"
                  "explained in training</th><th class=\"n\">right in test</th>"
                  "<th class=\"n\">CPU time in all</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < self->n; i++) put_row(&self->subjects[i], i, out);
    buf_puts(out, "</tbody></table></div>\n");
    sheet_end_section(out);
}

/* ---- the page ------------------------------------------------------------------------------------- */

static void put_date(const struct run_log *log, struct buf *out) {
    char text[64];
    struct tm tm;
    time_t at = log->began > 0 ? (time_t)log->began : 0;
    if (!at || !gmtime_r(&at, &tm)) return;
    if (strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &tm)) buf_printf(out, " · %s", text);
}

static void put_head(const struct sheet *self, struct buf *out) {
    const struct subject *s = &self->subjects[0];
    const char *domain = s->model ? g2l2_domain_name(g2l2_model_domain(s->model)) : s->log->domain;
    buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"generator\" content=\"g2l2 " G2L2_VERSION "\">\n<title>");
    text_escape(out, s->name);
    buf_printf(out, " – g2l2 report</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n<h1>",
               sheet_style);
    text_escape(out, s->name);
    if (self->n > 1) buf_printf(out, " and %u more", self->n - 1);
    buf_puts(out, "</h1>\n<p class=\"sub\">domain ");
    text_escape(out, domain);
    if (s->log && s->log->has_seed) buf_printf(out, " · seed %" PRIu64, s->log->seed);
    if (s->log) buf_printf(out, " · %.0f examples", s->log->examples);
    if (s->log) put_date(s->log, out);
    if (s->log && s->log->interrupted) buf_puts(out, " · interrupted");
    buf_puts(out, "</p>\n");
    if (s->log && *s->log->command) {
        buf_puts(out, "<p><code>");
        text_escape(out, s->log->command);
        buf_puts(out, "</code></p>\n");
    }
}

static void put_notes(const struct sheet *self, struct buf *out) {
    for (uint32_t i = 0; i < self->n; i++) {
        if (!self->subjects[i].note) continue;
        buf_puts(out, "<p class=\"note\">");
        text_escape(out, self->subjects[i].note);
        buf_puts(out, "</p>\n");
    }
}

static void put_nav(const struct sheet *self, struct buf *out) {
    static const char *const places[][2] = {{"training", "Training"}, {"accuracy", "Accuracy"},
                                            {"lexicon", "Lexicon"},   {"ties", "Ties"},
                                            {"concepts", "Concepts"}, {"mistakes", "Mistakes"},
                                            {"time", "Time"}};
    buf_puts(out, "<nav>");
    if (self->n > 1) buf_puts(out, "<a href=\"#runs\">Runs</a>");
    if (self->subjects[0].reasons.n) buf_puts(out, "<a href=\"#why\">Why</a>");
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        buf_printf(out, "<a href=\"#%s\">%s</a>", places[i][0], places[i][1]);
    buf_puts(out, "</nav>\n");
}

void sheet_html(const struct sheet *self, struct buf *out) {
    put_head(self, out);
    put_notes(self, out);
    put_tiles(&self->subjects[0], out);
    put_nav(self, out);
    put_runs(self, out);
    training_put(self, out);
    scores_put_accuracy(self, out);
    words_put(self, out);
    words_put_reasons(self, out);
    words_put_ties(self, out);
    likeness_put(self, out);
    seen_put(self, out);
    scores_put_mistakes(self, out);
    scores_put_time(self, out);
    buf_printf(
        out,
        "<footer>Made by g2l2 %s. The page needs nothing but itself: it can be kept, sent and "
        "printed.</footer>\n</main>\n<script>%s</script>\n</body>\n</html>\n",
        G2L2_VERSION, sheet_script);
}
