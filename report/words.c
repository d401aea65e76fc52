/* The lexicon, and how its weights came to be.
 *
 *     twice   V\V  \x. repeat(x, 2)   100%   ░░▒▒▓▓████████   candidates over training, each
 *                                                             a layer; grey: not kept
 *
 * A log tells of a word when something has changed, and how it was just before. In between
 * its shares stayed as they were.                                                     */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/plot.h"
#include "report/sheet.h"
#include "report/text.h"

#define MAX_LAYERS 7u
#define SETTLED    10. /* times the weight of the next one */
#define LONG       48  /* programs that are folded */
#define SPARK_W    160
#define SPARK_H    26

/* ---- history ----------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* All steps that something is told of, in order. */
static uint32_t steps_of(struct arena *arena, const struct run_log *log, double **out) {
    double *steps = arena_array(arena, double, log->weights.n + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < log->weights.n; i++) steps[i] = log->weights.at[i].step;
    qsort(steps, log->weights.n, sizeof *steps, by_number);
    for (uint32_t i = 0; i < log->weights.n; i++)
        if (!n || steps[n - 1] != steps[i]) steps[n++] = steps[i];
    *out = steps;
    return n;
}

/* What was told of a word: at[step], or NULL; the latest holds. */
static const struct log_weights **told(struct arena *arena, const struct run_log *log,
                                       const double *steps, uint32_t n, uint32_t word) {
    const struct log_weights **at = arena_zalloc(arena, (n + 1) * sizeof *at);
    for (uint32_t i = 0; i < log->weights.n; i++) {
        double step = log->weights.at[i].step;
        if (log->weights.at[i].word != word) continue;
        const double *place = bsearch(&step, steps, n, sizeof *steps, by_number);
        at[place - steps] = &log->weights.at[i];
    }
    for (uint32_t i = 1; i < n; i++)
        if (!at[i]) at[i] = at[i - 1];
    return at;
}

static double share_of(const struct log_weights *at, uint32_t entry) {
    for (uint32_t i = 0; at && i < at->n; i++)
        if (at->shares[i].entry == entry) return at->shares[i].share;
    return 0;
}

/* Has the model this entry of the word? */
static bool is_kept(const struct subject *s, const char *word, const struct log_entry *entry) {
    for (size_t i = 0; s->model && i < g2l2_model_n_entries(s->model); i++) {
        g2l2_entry e = g2l2_model_entry(s->model, i);
        if (!e.off && !strcmp(e.word, word) && !strcmp(e.category, entry->category) &&
            !strcmp(e.program, entry->program))
            return true;
    }
    return false;
}

/* The model's entries first, then what was heaviest at some time. */
struct ranked {
    uint32_t entry;
    bool kept;
    double last, most;
};

static int by_rank(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    if (x->kept != y->kept) return x->kept ? -1 : 1;
    if (x->kept && x->last != y->last) return x->last > y->last ? -1 : 1;
    if (x->most != y->most) return x->most > y->most ? -1 : 1;
    return (x->entry > y->entry) - (x->entry < y->entry);
}

static uint32_t rank(const struct sheet *self, const struct subject *s, const char *word,
                     const struct log_weights *const *at, uint32_t n_steps, struct ranked **out) {
    struct ranked *list = arena_array(self->arena, struct ranked, s->log->entries.n + 1);
    uint32_t n = 0;
    for (uint32_t e = 0; e < s->log->entries.n; e++) {
        struct ranked r = {.entry = e};
        for (uint32_t i = 0; i < n_steps; i++) r.most = fmax(r.most, share_of(at[i], e));
        r.last = n_steps ? share_of(at[n_steps - 1], e) : 0;
        r.kept = r.most > 0 && is_kept(s, word, &s->log->entries.at[e]);
        if (r.most > 0) list[n++] = r;
    }
    qsort(list, n, sizeof *list, by_rank);
    *out = list;
    return n < MAX_LAYERS ? n : MAX_LAYERS;
}

struct history words_history(const struct sheet *self, const struct subject *subject,
                             const char *word) {
    const struct run_log *log = subject->log;
    struct history h = {0};
    struct ranked *ranked;
    uint32_t id = log ? symbols_find(&log->words, word, strlen(word)) : SYMBOL_NONE;
    double *steps;
    if (id == SYMBOL_NONE) return h;
    h.n_steps = steps_of(self->arena, log, &steps);
    h.steps = steps;
    const struct log_weights **at = told(self->arena, log, steps, h.n_steps, id);
    h.n_layers = rank(self, subject, word, at, h.n_steps, &ranked);
    h.layers = arena_array(self->arena, struct history_layer, h.n_layers + 1);
    for (uint32_t k = 0; k < h.n_layers; k++) {
        double *share = arena_array(self->arena, double, h.n_steps + 1);
        for (uint32_t i = 0; i < h.n_steps; i++) share[i] = share_of(at[i], ranked[k].entry);
        h.layers[k] =
            (struct history_layer){log->entries.at[ranked[k].entry], ranked[k].kept, share};
    }
    return h;
}

static bool is_settled(const struct log_weights *at) {
    return at && at->n && (at->n < 2 || at->shares[0].share >= SETTLED * at->shares[1].share);
}

uint32_t words_settled(struct arena *arena, const struct run_log *log, double **steps,
                       double **share) {
    uint32_t n = steps_of(arena, log, steps), n_words = log->words.names.n;
    *share = arena_zalloc(arena, (n + 1) * sizeof **share);
    for (uint32_t w = 0; w < n_words; w++) {
        const struct log_weights **at = told(arena, log, *steps, n, w);
        for (uint32_t i = 0; i < n; i++) (*share)[i] += is_settled(at[i]) ? 1. / n_words : 0;
    }
    for (uint32_t i = 0; i < n; i++) (*share)[i] = fmin((*share)[i], 1);
    return n;
}

/* ---- the table ------------------------------------------------------------------------------------ */

static const char *layer_title(struct arena *arena, const struct history_layer *layer,
                               uint32_t n_steps) {
    struct buf text;
    buf_init(&text, arena);
    buf_printf(&text, "%s%s%s, at last ", layer->entry.category, *layer->entry.program ? " : " : "",
               layer->entry.program);
    sheet_percent(&text, layer->share[n_steps - 1]);
    return text.at;
}

/* Colours of the entries that were kept, in the order of layers; the others are grey. */
static void put_history(const struct history *h, const char *word, struct buf *out) {
    struct plot_layer layers[MAX_LAYERS];
    struct buf label;
    int colour = 0;
    if (h->n_steps < 2) return;
    for (uint32_t i = 0; i < h->n_layers; i++)
        layers[i] = (struct plot_layer){h->layers[i].kept ? ++colour : 0,
                                        layer_title(out->arena, &h->layers[i], h->n_steps),
                                        h->layers[i].share};
    buf_init(&label, out->arena);
    buf_printf(&label, "weights of %s over training", word);
    plot_layers(out, SPARK_W, SPARK_H, h->steps, h->n_steps, layers, h->n_layers, label.at);
}

static int colour_of(const struct history *h, const g2l2_entry *e) {
    int colour = 0;
    for (uint32_t i = 0; i < h->n_layers; i++) {
        colour += h->layers[i].kept;
        if (h->layers[i].kept && !strcmp(h->layers[i].entry.category, e->category) &&
            !strcmp(h->layers[i].entry.program, e->program))
            return colour;
    }
    return 0;
}

static void put_cases(const g2l2_entry *e, struct buf *out) {
    if (!e->n_cases) return;
    buf_printf(out, "<details><summary>%zu form%s</summary>", e->n_cases,
               e->n_cases == 1 ? "" : "s");
    for (size_t i = 0; i < e->n_cases; i++) {
        buf_puts(out, "<div class=\"mono\">");
        text_escape(out, e->cases[i].category);
        buf_puts(out, " : ");
        text_escape(out, e->cases[i].program);
        buf_puts(out, "</div>");
    }
    buf_puts(out, "</details>");
}

static void put_entry(const g2l2_entry *e, const struct history *h, bool first, uint32_t n,
                      struct buf *out) {
    int colour = colour_of(h, e);
    buf_puts(out, "<tr>");
    if (first) {
        buf_printf(out, "<td class=\"word\" rowspan=\"%u\">", n);
        text_escape(out, e->word);
        buf_puts(out, "</td>");
    }
    buf_puts(out, "<td class=\"mono cat\">");
    if (n > 1 && colour) buf_printf(out, "<i class=\"swatch b%d\"></i>", colour);
    text_escape(out, e->category);
    buf_printf(out, "</td><td class=\"mono%s\">", strlen(e->program) > LONG ? "" : " cat");
    text_escape(out, e->program);
    put_cases(e, out);
    buf_puts(out, "</td><td class=\"n\">");
    sheet_percent(out, e->share);
    buf_puts(out, e->locked ? " locked</td><td class=\"n uses\">" : "</td><td class=\"n uses\">");
    if (e->uses) buf_printf(out, "%u", e->uses);
    buf_puts(out, "</td><td class=\"eg\">");
    if (e->example) text_escape(out, e->example);
    buf_puts(out, "</td>");
    if (first) {
        buf_printf(out, "<td class=\"spark\" rowspan=\"%u\">", n);
        put_history(h, e->word, out);
        buf_puts(out, "</td>");
    }
    buf_puts(out, "</tr>\n");
}

/* The entries [from, to) of one word. */
static void put_word(const struct sheet *self, size_t from, size_t to, struct buf *out) {
    const struct subject *s = &self->subjects[0];
    g2l2_entry e = g2l2_model_entry(s->model, from);
    struct history h = words_history(self, s, e.word);
    uint32_t n = 0, uses = 0;
    for (size_t i = from; i < to; i++) {
        n += !g2l2_model_entry(s->model, i).off;
        uses += g2l2_model_entry(s->model, i).uses;
    }
    if (!n) return;
    buf_puts(out, "<tbody data-word=\"");
    text_escape(out, e.word);
    buf_printf(out, "\" data-share=\"%.4f\" data-uses=\"%u\">\n", e.share, uses);
    bool first = true;
    for (size_t i = from; i < to; i++) {
        e = g2l2_model_entry(s->model, i);
        if (e.off) continue;
        put_entry(&e, &h, first, n, out);
        first = false;
    }
    buf_puts(out, "</tbody>\n");
}

/* Where no entry has uses, there is no column for them. */
static bool has_uses(const g2l2_model *model) {
    for (size_t i = 0; model && i < g2l2_model_n_entries(model); i++)
        if (g2l2_model_entry(model, i).uses) return true;
    return false;
}

static void put_table_head(const g2l2_model *model, struct buf *out) {
    buf_puts(out, "<p><input type=\"search\" id=\"filter\" placeholder=\"filter words\" "
                  "aria-label=\"filter words\" hidden></p>\n"
                  "<div class=\"scroll\"><table class=\"words");
    buf_puts(out, has_uses(model) ? "" : " bare");
    buf_puts(out, "\"><thead><tr>"
                  "<th data-sort=\"word\">word</th><th>category</th><th>program</th>"
                  "<th class=\"n\" data-sort=\"share\">share</th>"
                  "<th class=\"n uses\" data-sort=\"uses\">uses</th><th class=\"eg\">example</th>"
                  "<th>weights over training</th></tr></thead>\n");
}

static void put_model_words(const struct sheet *self, struct buf *out) {
    const g2l2_model *model = self->subjects[0].model;
    size_t n = g2l2_model_n_entries(model);
    put_table_head(model, out);
    for (size_t i = 0, to; i < n; i = to) {
        const char *word = g2l2_model_entry(model, i).word;
        for (to = i + 1; to < n && !strcmp(g2l2_model_entry(model, to).word, word);) to++;
        put_word(self, i, to, out);
    }
    buf_puts(out, "</table></div>\n");
}

/* Without a model, what the log says at last. */
static void put_log_words(const struct sheet *self, struct buf *out) {
    const struct subject *s = &self->subjects[0];
    put_table_head(NULL, out);
    for (uint32_t w = 0; w < s->log->words.names.n; w++) {
        const char *word = s->log->words.names.at[w];
        struct history h = words_history(self, s, word);
        if (!h.n_layers || !h.n_steps) continue;
        uint32_t best = 0;
        for (uint32_t i = 1; i < h.n_layers; i++)
            if (h.layers[i].share[h.n_steps - 1] > h.layers[best].share[h.n_steps - 1]) best = i;
        h.layers[best].kept = true;
        double share = h.layers[best].share[h.n_steps - 1];
        g2l2_entry e = {.word = word,
                        .category = h.layers[best].entry.category,
                        .program = h.layers[best].entry.program,
                        .share = share};
        buf_puts(out, "<tbody data-word=\"");
        text_escape(out, word);
        buf_printf(out, "\" data-share=\"%.4f\" data-uses=\"0\">\n", share);
        put_entry(&e, &h, true, 1, out);
        buf_puts(out, "</tbody>\n");
    }
    buf_puts(out, "</table></div>\n");
}

void words_put(const struct sheet *self, struct buf *out) {
    const struct subject *s = &self->subjects[0];
    sheet_section(out, "lexicon", "Lexicon",
                  s->model
                      ? "What every word was found to contribute, and its share of the word's "
                        "weight. At the right, from the first update to the last: the "
                        "entries that were kept in colour, their rivals in grey."
                      : "The model is not at hand; these are the heaviest candidates at the end "
                        "of the log.");
    if (s->model) put_model_words(self, out);
    else put_log_words(self, out);
    sheet_end_section(out);
}

/* ---- ties ------------------------------------------------------------------------------------------- */

static void put_tied(const char *category, const char *program, struct buf *out) {
    buf_puts(out, "<span class=\"mono pill\">");
    text_escape(out, category);
    if (*program) buf_puts(out, " : ");
    text_escape(out, program);
    buf_puts(out, "</span>");
}

static void put_tie(const g2l2_tie *t, struct buf *out) {
    bool same = !strcmp(t->meaning_a, t->meaning_b);
    buf_puts(out, "<li><b>");
    text_escape(out, t->word);
    buf_puts(out, "</b> ");
    put_tied(t->category_a, t->program_a, out);
    buf_puts(out, " or ");
    put_tied(t->category_b, t->program_b, out);
    if (*t->sentence) {
        buf_puts(out, same ? "<br>“" : "<br>An example that would tell: “");
        text_escape(out, t->sentence);
        buf_puts(out, same ? "” means the same with both: <span class=\"mono\">"
                           : "” – <span class=\"mono\">");
        text_escape(out, t->meaning_a);
        if (!same) buf_puts(out, "</span> or <span class=\"mono\">");
        if (!same) text_escape(out, t->meaning_b);
        buf_puts(out, "</span>");
    }
    buf_puts(out, "</li>\n");
}

/* ---- why ------------------------------------------------------------------------------------------- */

static void put_decision(const struct reason *r, struct buf *out) {
    const struct shown_failure *d = &r->decided;
    buf_printf(out, "<br>%zu of %zu %s it out: “", r->n_deciding, r->n_right,
               r->n_deciding == 1 ? "rules" : "rule");
    text_escape(out, d->sentence);
    buf_puts(out, "” means <span class=\"mono\">");
    text_escape(out, d->wanted);
    buf_puts(out, "</span>, and would mean <span class=\"mono\">");
    text_escape(out, d->got ? d->got : "nothing");
    buf_puts(out, "</span>");
}

static void put_reason(const struct reason *r, struct buf *out) {
    buf_puts(out, "<li><b>");
    text_escape(out, r->word);
    buf_puts(out, "</b> ");
    put_tied(r->category, r->program, out);
    if (!r->rival_category) {
        buf_printf(out, "<br>%s",
                   r->n_right ? "no other entry makes one of its short examples right"
                              : "no example is right with it alone");
    } else {
        buf_puts(out, " rather than ");
        put_tied(r->rival_category, r->rival_program, out);
        if (r->decided.sentence) put_decision(r, out);
        else buf_puts(out, "<br>nothing rules that out");
    }
    buf_puts(out, "</li>\n");
}

void words_put_reasons(const struct sheet *self, struct buf *out) {
    const struct subject *s = &self->subjects[0];
    if (!s->reasons.n) return;
    sheet_section(out, "why", "Why",
                  "Of each entry the last rival, the one that explains most examples in its place, "
                  "and the shortest example that ruled it out.");
    buf_puts(out, "<ul class=\"plain\">\n");
    for (uint32_t i = 0; i < s->reasons.n; i++) put_reason(&s->reasons.at[i], out);
    buf_puts(out, "</ul>\n");
    sheet_end_section(out);
}

void words_put_ties(const struct sheet *self, struct buf *out) {
    const g2l2_model *model = self->subjects[0].model;
    sheet_section(out, "ties", "Ties",
                  "Entries of one word that explain the examples about equally well.");
    if (!model) sheet_note(out, "The model is not at hand.");
    else if (!g2l2_model_n_ties(model))
        sheet_note(out, "None: the examples tell the entries of every word apart.");
    buf_puts(out, "<ul class=\"plain\">\n");
    for (size_t i = 0; model && i < g2l2_model_n_ties(model); i++) {
        g2l2_tie tie = g2l2_model_tie(model, i);
        put_tie(&tie, out);
    }
    buf_puts(out, "</ul>\n");
    sheet_end_section(out);
}
