/* A review as people read it, and as JSON: words to blame, constructions, and the examples that are
 * not right or not sure, grouped by what became of them.
 *
 *     verdicts ─▶ words, the guiltiest first ─▶ patterns, most mistakes first ─▶ examples */
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "learn/review.h"
#include "show/show.h"

#define TEXT_ROWS 8u    /* words, and patterns, that people are shown */
#define JSON_ROWS 1000u /* that programs are */

struct view {
    const g2l2_review *review;
    struct buf *out;
    size_t most; /* examples of each verdict */
};

/* ---- order ------------------------------------------------------------------------------------ */

struct ranked {
    g2l2_pattern pattern;
    size_t index;
};

static int most_mistakes_first(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    if (x->pattern.n_mistakes != y->pattern.n_mistakes)
        return x->pattern.n_mistakes > y->pattern.n_mistakes ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Those with mistakes; returns how many. */
static size_t rank_patterns(const struct view *v, struct ranked **out) {
    size_t n = 0, all = g2l2_review_n_patterns(v->review);
    *out = arena_array(v->out->arena, struct ranked, all + 1);
    for (size_t i = 0; i < all; i++) {
        g2l2_pattern p = g2l2_review_pattern(v->review, i);
        if (p.n_mistakes) (*out)[n++] = (struct ranked){p, i};
    }
    qsort(*out, n, sizeof **out, most_mistakes_first);
    return n;
}

/* What is told first. */
static const g2l2_verdict in_order[] = {G2L2_VERDICT_WRONG, G2L2_VERDICT_UNPARSED,
                                        G2L2_VERDICT_SUSPECT, G2L2_VERDICT_AMBIGUOUS,
                                        G2L2_VERDICT_UNSURE};
#define N_ORDER (sizeof in_order / sizeof in_order[0])

/* ---- for programs ------------------------------------------------------------------------------- */

static void put_json_entry(struct buf *out, const char *name, const char *category,
                           const char *program) {
    json_key(out, name);
    if (!category) {
        buf_puts(out, "null");
        return;
    }
    buf_puts(out, "{");
    json_field_text(out, "category", category);
    json_field_text(out, "program", program);
    buf_puts(out, "}");
}

static void put_json_word(struct buf *out, const g2l2_blame *b) {
    buf_puts(out, "{");
    json_field_text(out, "word", b->word);
    json_field_number(out, "examples", (double)b->n_examples);
    json_field_number(out, "mistakes", (double)b->n_mistakes);
    json_key(out, "id");
    if (b->entry == SIZE_MAX) buf_puts(out, "null");
    else json_put_number(out, (double)b->entry);
    put_json_entry(out, "entry", b->category, b->program);
    put_json_entry(out, "cure", b->cure_category, b->cure_program);
    json_field_number(out, "mends", (double)b->mends);
    json_field_number(out, "breaks", (double)b->breaks);
    buf_puts(out, "}");
}

static void put_json_pattern(struct buf *out, const g2l2_pattern *p) {
    buf_puts(out, "{");
    json_field_text(out, "pattern", p->text);
    json_field_number(out, "examples", (double)p->n_examples);
    json_field_number(out, "mistakes", (double)p->n_mistakes);
    buf_puts(out, "}");
}

static void put_json_finding(const struct view *v, size_t i) {
    struct buf *out = v->out;
    g2l2_example e = g2l2_dataset_get(v->review->data, i);
    g2l2_finding f = g2l2_review_finding(v->review, i);
    buf_puts(out, "{");
    json_field_text(out, "verdict", g2l2_verdict_name(f.verdict));
    json_field_number(out, "example", (double)i);
    json_field_text(out, "file", e.file);
    json_field_number(out, "line", (double)e.line);
    json_field_text(out, "sentence", e.sentence);
    if (e.scene != SIZE_MAX) json_field_number(out, "scene", (double)e.scene);
    json_field_text(out, "expected", e.target);
    json_field_text(out, "result", f.given);
    json_field_number(out, "confidence", f.confidence);
    json_field_text(out, "reason", f.reason);
    json_field_text(out, "pattern", g2l2_review_pattern(v->review, f.pattern).text);
    json_field_text(out, "guilty", f.guilty);
    json_field_flag(out, "mended", f.mended);
    buf_puts(out, "}");
}

static void comma(struct buf *out, size_t i) {
    buf_puts(out, i ? ",\n" : "\n");
}

static void put_json_findings(const struct view *v) {
    size_t n = 0;
    json_key(v->out, "findings");
    buf_puts(v->out, "[");
    for (size_t k = 0; k < N_ORDER; k++)
        for (size_t i = 0, listed = 0; i < v->review->n && listed < v->most; i++) {
            if (g2l2_review_finding(v->review, i).verdict != in_order[k]) continue;
            comma(v->out, n++);
            put_json_finding(v, i);
            listed++;
        }
    buf_puts(v->out, "]");
}

static void put_json(const struct view *v) {
    struct buf *out = v->out;
    struct ranked *patterns;
    size_t n_patterns = rank_patterns(v, &patterns), n_words = g2l2_review_n_words(v->review);
    buf_puts(out, "{");
    json_field_number(out, "examples", (double)v->review->n);
    json_key(out, "verdicts");
    buf_puts(out, "{");
    for (int k = 0; k < G2L2_N_VERDICTS; k++)
        json_field_number(out, g2l2_verdict_name((g2l2_verdict)k),
                          (double)g2l2_review_count(v->review, (g2l2_verdict)k));
    buf_puts(out, "}");
    json_field_flag(out, "complete", g2l2_review_complete(v->review));
    json_key(out, "words");
    buf_puts(out, "[");
    for (size_t i = 0; i < n_words && i < JSON_ROWS; i++) {
        g2l2_blame b = g2l2_review_word(v->review, i);
        comma(out, i);
        put_json_word(out, &b);
    }
    buf_puts(out, "]");
    json_key(out, "patterns");
    buf_puts(out, "[");
    for (size_t i = 0; i < n_patterns && i < JSON_ROWS; i++) {
        comma(out, i);
        put_json_pattern(out, &patterns[i].pattern);
    }
    buf_puts(out, "]");
    put_json_findings(v);
    buf_puts(out, "}");
}

/* ---- for people ---------------------------------------------------------------------------------- */

static void put_entry(struct buf *out, const char *category, const char *program) {
    buf_printf(out, "%s%s%s", category, *program ? " : " : "", program);
}

static void put_word(struct buf *out, const g2l2_blame *b) {
    buf_printf(out, "  %s  ", b->word);
    if (b->category) put_entry(out, b->category, b->program);
    else buf_puts(out, "(not known)");
    buf_printf(out, "\n      %zu of %zu wrong", b->n_mistakes, b->n_examples);
    if (!b->cure_category) {
        buf_puts(out, "\n");
        return;
    }
    buf_puts(out, "; ");
    if (*b->cure_category) put_entry(out, b->cure_category, b->cure_program);
    else buf_puts(out, "to be without it");
    buf_printf(out, " mends %zu, breaks %zu\n", b->mends, b->breaks);
}

static void put_finding(const struct view *v, size_t i) {
    struct buf *out = v->out;
    g2l2_example e = g2l2_dataset_get(v->review->data, i);
    g2l2_finding f = g2l2_review_finding(v->review, i);
    if (e.file) buf_printf(out, "  %s:%zu: %s\n", e.file, e.line, e.sentence);
    else buf_printf(out, "  %zu: %s\n", e.line, e.sentence);
    buf_printf(out, "      wanted  %s\n", e.target);
    if (!f.given) buf_printf(out, "      no parse: %s\n", f.reason ? f.reason : "");
    else buf_printf(out, "      got     %s (%.2f)\n", f.given, f.confidence);
    if (f.guilty)
        buf_printf(out, "      blame   %s%s\n", f.guilty, f.mended ? "" : ", which nothing mends");
}

static void put_findings(const struct view *v, g2l2_verdict verdict) {
    size_t all = g2l2_review_count(v->review, verdict), listed = 0;
    if (!all) return;
    buf_printf(v->out, "%s: %zu\n", g2l2_verdict_name(verdict), all);
    for (size_t i = 0; i < v->review->n && listed < v->most; i++) {
        if (g2l2_review_finding(v->review, i).verdict != verdict) continue;
        put_finding(v, i);
        listed++;
    }
    if (listed < all) buf_printf(v->out, "  ... and %zu more\n", all - listed);
}

static void put_text(const struct view *v) {
    struct buf *out = v->out;
    struct ranked *patterns;
    size_t n_patterns = rank_patterns(v, &patterns), n_words = g2l2_review_n_words(v->review);
    buf_puts(out, "");
    if (n_words) buf_puts(out, "words to blame, the guiltiest first\n");
    for (size_t i = 0; i < n_words && i < TEXT_ROWS; i++) {
        g2l2_blame b = g2l2_review_word(v->review, i);
        put_word(out, &b);
    }
    if (n_patterns) buf_puts(out, "constructions, the most mistakes first\n");
    for (size_t i = 0; i < n_patterns && i < TEXT_ROWS; i++)
        buf_printf(out, "  %s\n      %zu of %zu wrong\n", patterns[i].pattern.text,
                   patterns[i].pattern.n_mistakes, patterns[i].pattern.n_examples);
    for (size_t k = 0; k < N_ORDER; k++) put_findings(v, in_order[k]);
    if (!g2l2_review_complete(v->review)) buf_puts(out, "there was no time to try everything\n");
}

/* ---- the call ------------------------------------------------------------------------------------ */

static g2l2_status show_guarded(const g2l2_review *self, g2l2_format format, size_t most,
                                struct arena *arena, char **out, g2l2_error *err) {
    struct guard *guard = arena->guard;
    if (guard_try(guard, err)) {
        struct buf text;
        buf_init(&text, arena);
        const struct view v = {self, &text, most};
        (format == G2L2_FORMAT_JSON ? put_json : put_text)(&v);
        char *copy = malloc(text.n + 1);
        if (!copy) guard_raise(guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
        *out = memcpy(copy, text.at, text.n + 1);
    }
    return guard->status;
}

g2l2_status g2l2_review_show(const g2l2_review *self, g2l2_format format, size_t most, char **out,
                             g2l2_error *err) {
    struct guard guard;
    struct arena arena;
    *out = NULL;
    if (format != G2L2_FORMAT_TEXT && format != G2L2_FORMAT_JSON)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "a review is shown as text or JSON");
    arena_init(&arena, &guard, 0);
    g2l2_status status = show_guarded(self, format, most, &arena, out, err);
    arena_free(&arena);
    return status;
}
