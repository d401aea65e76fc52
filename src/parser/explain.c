/* How a sentence gets its meaning, or why it has none, as a page to read.
 *
 *     readings ─▶ result          I_JUMP I_JUMP, and what else it could mean
 *     tree     ─▶ derivation      the drawing of derive.c
 *              ─▶ words           words.c: each with its entry
 *              ─▶ program         steps.c: the entries applied to each other, reduced
 *     program  ─▶ execution       steps.c, innermost first:
 *                                     1  repeat(I_JUMP(), 2) = I_JUMP I_JUMP
 *     chart    ─▶ execution       means.c, where values are means (paper, supplement B.1):
 *                                     each part, what it can mean, and the mean of that
 *     tree     ─▶ execution       parts.c, where it is about a scene: each part, and
 *                                     which objects it means
 *
 *     no parse ─▶ missing.c       reason, words, largest parts, and what these still need
 *
 * Everything is made in the parser's arena and bounded: lines, and their width. */
#include <string.h>

#include "parser/page.h"

#define MAX_OTHERS 4u
#define UNLIKELY   .02 /* answers below this are given to any question */
#define MAX_TRIES  50u /* derivations looked at to find one of the first reading */

/* ---- result ------------------------------------------------------------------------ */

static void put_result(struct page *p, const g2l2_reading *readings, size_t n) {
    if (p->domain->expected) {
        page_heading(p, "result (the mean of all derivations):\n");
    } else {
        page_heading(p, "");
        buf_printf(&p->out, "result (confidence %.3g):\n", readings[0].confidence);
    }
    page_put_folded(p, readings[0].text, 0);
    while (p->domain->mixed && n && readings[n - 1].confidence < UNLIKELY) n--;
    if (n < 2 || readings[0].confidence >= PAGE_CERTAIN) return;
    page_heading(p, p->domain->mixed ? "other answers:\n" : "other readings:\n");
    size_t columns = 0;
    for (size_t i = 1; i < n; i++) columns = page_share_columns(columns, readings[i].confidence);
    for (size_t i = 1; i < n; i++) {
        buf_printf(&p->out, "  %-*.3g   ", (int)columns, readings[i].confidence);
        page_put_short(p, readings[i].text, columns + 5);
        buf_puts(&p->out, "\n");
    }
}

/* ---- with a parse ------------------------------------------------------------------ */

struct choice {
    struct derived derived;
    const struct term *program; /* NULL: too large, or it means nothing */
    uint32_t rank;              /* from 1, by weight; 0: none was found with the result */
};

static struct choice choose(struct page *p, const struct derivation *d, uint32_t rank) {
    struct choice c = {.derived = derive_tree(p->parser, d), .rank = rank};
    const struct term *term = derive_program(p->parser, p->lang, &c.derived);
    if (term) c.program = derive_reduce(p->lang, term);
    if (c.program && p->domain->mixed) c.program = derive_simplify(p->domain, p->lang, c.program);
    return c;
}

static bool means(struct page *p, const struct choice *c, const char *text) {
    if (p->domain->mixed) return !strcmp(page_answer(p, &c->derived), text);
    return c->program && !strcmp(page_value(p, c->program), text);
}

/* The heaviest derivation that means `text` (NULL: anything). Derivations of
 * one meaning are summed, so it need not be the heaviest of all. */
static struct choice best_derivation(struct page *p, const char *text) {
    const struct derivation **list;
    const double *weight = p->parser->lexicon->tau;
    chart_best(&p->parser->chart, weight, 1, &list);
    struct choice first = choose(p, list[0], 1);
    if (!text || means(p, &first, text)) return first;
    uint32_t n = chart_best(&p->parser->chart, weight, MAX_TRIES, &list);
    for (uint32_t i = 1; i < n; i++) {
        struct choice c = choose(p, list[i], i + 1);
        if (means(p, &c, text)) return c;
    }
    if (first.program) first.rank = 0;
    return first;
}

static void put_derivation(struct page *p, const struct choice *c) {
    const struct chart *chart = &p->parser->chart;
    const double *counts = chart_count(chart);
    double n = 0;
    for (uint32_t i = 0; i < chart->roots.n; i++) n += counts[chart->roots.at[i]];
    page_heading(p, "derivation");
    if (c->rank > 1)
        buf_printf(&p->out, " (the best with this result, number %u of %.6g)", c->rank, n);
    else if (!c->rank) buf_printf(&p->out, " (the best of %.6g, with another result)", n);
    else if (n > 1) buf_printf(&p->out, " (the best of %.6g)", n);
    buf_puts(&p->out, ":\n");
    derive_draw(p->parser, &c->derived, &p->out);
}

static void put_parse(struct page *p, const char *text) {
    p->lang = derive_language(p->parser);
    struct choice c = best_derivation(p, p->domain->expected ? NULL : text);
    put_derivation(p, &c);
    page_put_words_used(p, &c.derived);
    page_put_composed(p, c.program);
    if (p->domain->mixed) page_put_objects(p);
    if (p->domain->mixed) page_put_parts(p, &c.derived);
    else if (p->domain->expected) page_put_means(p);
    else if (c.program) page_put_steps(p, c.program);
}

/* Words that are not known, and were passed over. */
static void put_note(struct page *p, const char *sentence) {
    const char *note = parser_note(p->parser, sentence);
    if (!note) return;
    page_heading(p, "a guess:\n");
    page_put_folded(p, note, 2);
}

/* ---- the page ---------------------------------------------------------------------- */

static const char *explain(g2l2_parser *self, const char *sentence) {
    g2l2_reading *readings;
    parser_parse(self, sentence);
    struct page p = {.parser = self, .domain = self->lexicon->domain};
    p.out = page_text(&p);
    p.words = page_cut_words(self, sentence);
    if (!self->chart.roots.n) {
        page_put_no_parse(&p, sentence);
        return p.out.at;
    }
    if (self->look && !self->look->scene) {
        put_note(&p, sentence);
        put_parse(&p, NULL);
        return p.out.at;
    }
    parser_execute(self);
    size_t n = parser_readings(self, MAX_OTHERS + 1, &readings);
    if (n) {
        put_result(&p, readings, n);
    } else {
        page_heading(&p, "no result:\n");
        page_put_folded(&p, parser_reason(self, sentence), 2);
    }
    put_note(&p, sentence);
    put_parse(&p, n ? readings[0].text : NULL);
    return p.out.at;
}

g2l2_status g2l2_parser_explain(g2l2_parser *self, const char *sentence, const char **out,
                                g2l2_error *err) {
    *out = NULL;
    if (!guard_try(&self->guard, err)) return self->guard.status;
    *out = explain(self, sentence);
    return G2L2_STATUS_OK;
}
