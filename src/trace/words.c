/* The words of a sentence: what each may mean, and what a derivation takes it to be.
 *
 *     twice   V\V : \x. repeat(x, 2)   0.69        entries, the heaviest first
 *             V\V : \x. repeat(x, 3)   0.31
 *     hop     unknown                              hope, top: known words spelled alike
 *     same    bool\integer/integer                 used as one case of the schema SAME */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/make.h"

#define MAX_NEAREST 3u

static const struct candidate *entry_of(const struct maker *m, uint32_t slot) {
    const struct lexicon *lexicon = m->parser->lexicon;
    return &lexicon->entries.at[lexicon->slots.at[slot].entry];
}

static const char *program_text(const struct maker *m, const struct term *program) {
    struct buf text = make_text(m);
    if (!program) return NULL;
    term_print(&m->domain->lang, program, &text);
    return text.at;
}

/* ---- entries --------------------------------------------------------------------------- */

/* Heavier ones, and of equals those that come first in the lexicon, come first. */
static uint32_t rank_of(const struct maker *m, const struct word *w, uint32_t slot) {
    const double *tau = m->parser->lexicon->tau;
    uint32_t rank = 0;
    for (uint32_t i = w->first; i < w->first + w->n; i++)
        rank += tau[i] > tau[slot] || (tau[i] == tau[slot] && i < slot);
    return rank;
}

static double share_of(const struct maker *m, const struct word *w, uint32_t slot) {
    const double *tau = m->parser->lexicon->tau;
    double sum = 0;
    for (uint32_t i = w->first; i < w->first + w->n; i++) sum += exp(tau[i] - tau[slot]);
    return 1 / sum;
}

static struct trace_entry describe(const struct maker *m, const struct word *w, uint32_t slot) {
    const struct candidate *entry = entry_of(m, slot);
    return (struct trace_entry){.category = make_category(m, entry->cat),
                                .program = program_text(m, entry->program),
                                .weight = m->parser->lexicon->tau[slot],
                                .share = share_of(m, w, slot),
                                .locked = m->parser->lexicon->slots.at[slot].locked};
}

static void add_entries(const struct maker *m, const struct word *w, struct trace_word *out) {
    out->n_entries = w->n < TRACE_MAX_ENTRIES ? w->n : TRACE_MAX_ENTRIES;
    struct trace_entry *entries =
        arena_array(&m->parser->arena, struct trace_entry, out->n_entries + 1);
    for (uint32_t i = w->first; i < w->first + w->n; i++) {
        uint32_t rank = rank_of(m, w, i);
        if (rank < out->n_entries) entries[rank] = describe(m, w, i);
    }
    out->entries = entries;
}

/* A word that was passed over stands in the sentence as one that means nothing. */
static bool is_known(const struct maker *m, uint32_t position) {
    const uint32_t *words = m->parser->unknown ? m->parser->unknown : m->parser->words;
    return words[position] != SYMBOL_NONE;
}

static void add_nearest(const struct maker *m, struct trace_word *out) {
    const char **list = arena_array(&m->parser->arena, const char *, MAX_NEAREST);
    out->n_nearest = parser_nearest(m->parser, out->text, strlen(out->text), list, MAX_NEAREST);
    out->nearest = list;
}

const struct trace_word *make_words(struct maker *m) {
    uint32_t n = m->parser->n_words;
    struct trace_word *words = arena_zalloc(&m->parser->arena, (n + 1) * sizeof *words);
    for (uint32_t i = 0; i < n; i++) {
        words[i].text = m->words[i];
        words[i].known = is_known(m, i);
        if (words[i].known) add_entries(m, make_word(m, i), &words[i]);
        else add_nearest(m, &words[i]);
    }
    return words;
}

/* ---- as a derivation has them ------------------------------------------------------------- */

/* The program of a word that joins what is beside it: the rule that joins them has it. */
static const struct term *joining(const struct maker *m, const struct tree *t, uint32_t position) {
    const struct meaning *meanings = m->domain->syntax.meanings.at, *above = NULL;
    for (; t->rule != RULE_NONE; t = t->right && position >= t->right->begin ? t->right : t->left) {
        if (!t->meaning && t->left->begin == position)
            return above ? meanings[above->unlifted].term : NULL;
        above = t->meaning;
    }
    return NULL;
}

static struct trace_use use_of(const struct maker *m, const struct derived *d, uint32_t i) {
    struct trace_use use = {.entry = TRACE_NONE, .category = "..."};
    if (d->slots[i] == NO_NODE) return use; /* of several words the first has the entry */
    use.category = make_category(m, d->cats[i]);
    const struct term *program = lexicon_program(m->parser->lexicon, d->slots[i], d->cats[i]);
    if (m->domain->syntax.cats.at[d->cats[i]].kind == CAT_KIND_SCHEMA)
        program = joining(m, d->root, i);
    use.program = program_text(m, program);
    const struct word *w = is_known(m, i) ? make_word(m, i) : NULL;
    if (w && d->slots[i] - w->first < w->n) use.entry = rank_of(m, w, d->slots[i]);
    if (use.entry >= TRACE_MAX_ENTRIES) use.entry = TRACE_NONE;
    return use;
}

const struct trace_use *make_uses(struct maker *m, const struct derived *derived) {
    uint32_t n = m->parser->n_words;
    struct trace_use *uses = arena_array(&m->parser->arena, struct trace_use, n + 1);
    for (uint32_t i = 0; i < n; i++) uses[i] = use_of(m, derived, i);
    return uses;
}
