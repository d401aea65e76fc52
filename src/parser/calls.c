/* Calls of a parser beside g2l2_parser_run: its budget, words alone, and derivations that are
 * not executed.
 *
 *     "jump and walk" ─▶ words ─▶ chart ─▶ [S [V jump] [S\V [S\V/V and] [V walk]]]  .98 */
#include <math.h>
#include <string.h>

#include "parser/parser.h"

#define MAX_NEAREST 3u
#define MAX_PARSES  1000u

/* ---- budgets ------------------------------------------------------------------------------- */

void parser_begin(g2l2_parser *self) {
    if (self->arena.budget) budget_start(&self->budget, &self->budget.given);
}

void g2l2_parser_set_budget(g2l2_parser *self, const g2l2_budget *budget) {
    size_t bytes = budget_bytes(budget, self->limits.max_memory);
    self->budget.given = budget ? *budget : (g2l2_budget){.seconds = self->limits.max_seconds};
    bool bounded = budget || self->limits.max_seconds > 0;
    self->arena.budget = self->scratch.budget = bounded ? &self->budget : NULL;
    self->arena.limit = self->scratch.limit = bytes;
    if (self->look) self->look->scratch.limit = bytes;
}

void g2l2_parser_set_guessing(g2l2_parser *self, bool guess) {
    self->literal = !guess;
}

size_t g2l2_parser_memory(const g2l2_parser *self) {
    size_t bytes =
        self->arena.held + self->scratch.held + self->plans.arena.held + self->single.arena.held;
    if (self->look) bytes += self->look->own.held + self->look->scratch.held;
    return bytes;
}

/* ---- what became of a sentence ----------------------------------------------------------------- */

static bool has_unknown(const g2l2_parser *self) {
    for (uint32_t i = 0; i < self->n_words; i++)
        if (self->words[i] == SYMBOL_NONE) return true;
    return false;
}

g2l2_parse_status parser_status(const g2l2_parser *self, size_t n_readings) {
    if (n_readings) return G2L2_PARSE_OK;
    if (!self->chart.roots.n)
        return has_unknown(self) ? G2L2_PARSE_UNKNOWN_WORDS : G2L2_PARSE_NO_PARSE;
    return self->lexicon->domain->world && !parser_has_scene(self) ? G2L2_PARSE_NO_SCENE
                                                                   : G2L2_PARSE_NO_RESULT;
}

/* ---- words --------------------------------------------------------------------------------------- */

static g2l2_word look_up(g2l2_parser *self, const char *text, size_t length, bool known) {
    g2l2_word word = {.known = known};
    struct arena *arena = &self->arena;
    word.text = arena_strndup(arena, text, length);
    if (known) return word;
    const char **nearest = arena_array(arena, const char *, MAX_NEAREST);
    word.n_nearest = parser_nearest(self, text, length, nearest, MAX_NEAREST);
    word.nearest = nearest;
    return word;
}

g2l2_status g2l2_parser_words(g2l2_parser *self, const char *sentence, const g2l2_word **out,
                              size_t *n, g2l2_error *err) {
    *out = NULL;
    *n = 0;
    if (!guard_try(&self->guard, err)) return self->guard.status;
    parser_begin(self);
    parser_read(self, sentence);
    g2l2_word *words = arena_array(&self->arena, g2l2_word, self->n_words + 1);
    const char *at = parser_fold(self, sentence);
    const uint32_t *read =
        self->unknown ? self->unknown : self->words; /* not what they are taken for */
    for (uint32_t i = 0; i < self->n_words; i++) {
        at += strspn(at, " \t\r\n");
        size_t length = strcspn(at, " \t\r\n");
        bool known = read[i] != SYMBOL_NONE;
        if (known && read[i] == self->lexicon->figures)
            words[i] = look_up(self, TEXT_NUMBER, strlen(TEXT_NUMBER), true);
        else words[i] = look_up(self, at, length, known);
        at += length;
    }
    *out = words;
    *n = self->n_words;
    return G2L2_STATUS_OK;
}

/* ---- derivations -------------------------------------------------------------------------------------- */

static const char *word_at(const g2l2_parser *self, uint32_t i) {
    if (self->unknown && self->unknown[i] == SYMBOL_NONE) return "?";
    return self->lexicon->names.names.at[self->words[i]];
}

static void put_tree(struct buf *out, const g2l2_parser *self, const struct tree *t) {
    buf_puts(out, "[");
    category_print(self->chart.syntax, t->cat, out);
    buf_puts(out, " ");
    if (t->rule == RULE_NONE) {
        buf_puts(out, word_at(self, t->begin));
    } else {
        put_tree(out, self, t->left);
        if (t->right) buf_puts(out, " ");
        if (t->right) put_tree(out, self, t->right);
    }
    buf_puts(out, "]");
}

static const char *program_text(g2l2_parser *self, const struct derived *derived) {
    const g2l2_domain *domain = self->lexicon->domain;
    struct lang *lang = derive_language(self);
    struct buf text;
    const struct term *term = derive_program(self, lang, derived, NULL);
    if (term) term = derive_reduce(lang, term);
    if (term && domain->mixed) term = derive_simplify(lang, term);
    if (!term) return NULL;
    buf_init(&text, &self->arena);
    derive_print(lang, term, NULL, &text);
    return text.at;
}

static g2l2_parse describe(g2l2_parser *self, const struct derivation *derivation) {
    struct derived derived = derive_tree(self, derivation);
    struct buf category, tree;
    buf_init(&category, &self->arena);
    category_print(self->chart.syntax, derived.root->cat, &category);
    buf_init(&tree, &self->arena);
    put_tree(&tree, self, derived.root);
    return (g2l2_parse){category.at, program_text(self, &derived), tree.at,
                        exp(derivation->weight - self->inside.total)};
}

static void list_parses(g2l2_parser *self, size_t n_best, g2l2_parses *out) {
    const double *counts = weights_count(&self->plan, &self->arena);
    const struct derivation **best;
    struct walk walk = parser_walk(self);
    for (uint32_t i = 0; i < self->plan.n_roots; i++)
        out->n_derivations += counts[self->plan.roots[i]];
    uint32_t most = n_best < MAX_PARSES ? (uint32_t)n_best : MAX_PARSES;
    uint32_t n = most ? weights_best(&walk, most, &best) : 0;
    g2l2_parse *parses = arena_array(&self->arena, g2l2_parse, n + 1);
    for (uint32_t i = 0; i < n; i++) parses[i] = describe(self, best[i]);
    out->parses = parses;
    out->n_parses = n;
}

g2l2_status g2l2_parser_parse(g2l2_parser *self, const char *sentence, size_t n_best,
                              g2l2_parses *out, g2l2_error *err) {
    *out = (g2l2_parses){0};
    if (!guard_try(&self->guard, err)) return self->guard.status;
    parser_begin(self);
    parser_parse(self, sentence);
    bool parsed = self->chart.roots.n > 0;
    out->status = parser_status(self, parsed);
    out->reason = parsed ? parser_note(self, sentence) : parser_reason(self, sentence);
    if (parsed) list_parses(self, n_best, out);
    return G2L2_STATUS_OK;
}
