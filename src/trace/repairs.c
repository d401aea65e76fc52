/* What nearly is a sentence: the smallest changes after which it would parse.
 *
 *     jump twize         ─▶ jump twice         with 'twice' for 'twize'       spelling
 *     jump blick         ─▶                    if 'blick' were V\V, as 'left'  an unknown word
 *     jump and walk and  ─▶ jump and walk      without 'and'                  one word less
 *     twice jump         ─▶ jump twice         with 'jump' before 'twice'     neighbours swapped
 *
 * Each is tried on the chart: a parse without execution. */
#include <string.h>

#include "trace/make.h"

#define MAX_REPAIRS 3u
#define MAX_WORDS   40u  /* in longer sentences nothing is tried */
#define MAX_TRIES   300u /* charts */

struct repairs {
    struct maker *maker;
    uint32_t *words; /* [n] as they are tried */
    uint32_t n;
    struct trace_repair *list; /* [MAX_REPAIRS] */
    uint32_t n_found, n_tries;
    const char **respelled; /* [n] what stands for an unknown word, or NULL */
};

static bool parses(struct repairs *r, const uint32_t *words, uint32_t n) {
    g2l2_parser *parser = r->maker->parser;
    const g2l2_domain *domain = r->maker->domain;
    struct chart chart;
    if (!n || r->n_tries++ >= MAX_TRIES) return false;
    arena_reset(&parser->scratch);
    chart_parse(&chart, &parser->scratch, parser->lexicon, words, n,
                domain->expected && domain->functor_arguments_lexical);
    return chart.roots.n > 0;
}

static const char *name_of(const struct repairs *r, uint32_t word) {
    return r->maker->parser->lexicon->names.names.at[word];
}

static bool full(const struct repairs *r) {
    return r->n_found == MAX_REPAIRS || r->n_tries >= MAX_TRIES;
}

/* `words` NULL: the sentence cannot be written. */
static void add(struct repairs *r, const uint32_t *words, uint32_t n, const char *change) {
    struct buf text = make_text(r->maker);
    for (uint32_t i = 0; words && i < n; i++)
        buf_printf(&text, "%s%s", i ? " " : "", name_of(r, words[i]));
    r->list[r->n_found++] = (struct trace_repair){words ? text.at : NULL, change};
}

/* `with 'twice' for 'twize'`: of all words but `dropped`, which needs no spelling. */
static struct buf change_text(const struct repairs *r, uint32_t dropped) {
    struct buf text = make_text(r->maker);
    for (uint32_t i = 0; i < r->n; i++)
        if (r->respelled[i] && i != dropped)
            buf_printf(&text, "%s'%s' for %s", text.n ? ", " : "with ", r->respelled[i],
                       make_phrase(r->maker, i, i + 1));
    return text;
}

static void put_and(struct buf *text) {
    if (text->n) buf_puts(text, ", ");
}

/* ---- known words --------------------------------------------------------------------------- */

static void drop_one(struct repairs *r, const uint32_t *from) {
    for (uint32_t i = 0; i < r->n && !full(r); i++) {
        memcpy(r->words, from, i * sizeof *from);
        memcpy(r->words + i, from + i + 1, (r->n - i - 1) * sizeof *from);
        if (i && from[i] == from[i - 1]) continue; /* the same again */
        if (!parses(r, r->words, r->n - 1)) continue;
        struct buf change = change_text(r, i);
        put_and(&change);
        buf_printf(&change, "without %s", make_phrase(r->maker, i, i + 1));
        add(r, r->words, r->n - 1, change.at);
    }
}

static void swap_two(struct repairs *r, const uint32_t *from) {
    for (uint32_t i = 0; i + 1 < r->n && !full(r); i++) {
        memcpy(r->words, from, r->n * sizeof *from);
        r->words[i] = from[i + 1];
        r->words[i + 1] = from[i];
        if (from[i] == from[i + 1] || !parses(r, r->words, r->n)) continue;
        struct buf change = change_text(r, r->n);
        put_and(&change);
        buf_printf(&change, "with '%s' before '%s'", name_of(r, from[i + 1]), name_of(r, from[i]));
        add(r, r->words, r->n, change.at);
    }
}

/* ---- unknown words ------------------------------------------------------------------------ */

/* Replace them by what is spelled alike; returns how many are left. */
static uint32_t respell(struct repairs *r, const uint32_t *from) {
    const g2l2_parser *parser = r->maker->parser;
    uint32_t unknown = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        const char *text = r->maker->words[i];
        r->words[i] = from[i];
        if (from[i] != SYMBOL_NONE) continue;
        if (parser_nearest(parser, text, strlen(text), &r->respelled[i], 1))
            r->words[i] = lexicon_find(parser->lexicon, r->respelled[i], strlen(r->respelled[i]));
        else unknown++;
    }
    return unknown;
}

/* Has an earlier word the same category? Then it was tried. */
static bool tried(const struct lexicon *lexicon, uint32_t word, cat_id cat) {
    for (uint32_t w = 0; w < word; w++) {
        const struct word *other = &lexicon->words.at[w];
        for (uint32_t g = other->first_group; g < other->first_group + other->n_groups; g++)
            if (lexicon->groups.at[g].cat == cat) return true;
    }
    return false;
}

/* Which categories would do for the unknown word at `at`? A word that has only this one shows. */
static void guess(struct repairs *r, uint32_t at) {
    const struct lexicon *lexicon = r->maker->parser->lexicon;
    for (uint32_t w = 0; w < lexicon->words.n && !full(r); w++) {
        const struct word *word = &lexicon->words.at[w];
        if (word->n_groups != 1) continue;
        cat_id cat = lexicon->groups.at[word->first_group].cat;
        if (tried(lexicon, w, cat)) continue;
        r->words[at] = w;
        if (!parses(r, r->words, r->n)) continue;
        struct buf change = make_text(r->maker);
        buf_printf(&change, "if %s were %s, as '%s' is", make_phrase(r->maker, at, at + 1),
                   make_category(r->maker, cat), lexicon->names.names.at[w]);
        add(r, NULL, 0, change.at);
    }
}

static void repair_unknown(struct repairs *r, const uint32_t *from) {
    uint32_t unknown = respell(r, from);
    if (!unknown && parses(r, r->words, r->n)) add(r, r->words, r->n, change_text(r, r->n).at);
    else if (!unknown) {
        uint32_t *known = arena_array(&r->maker->parser->arena, uint32_t, r->n);
        memcpy(known, r->words, r->n * sizeof *known);
        swap_two(r, known);
        drop_one(r, known);
    }
    for (uint32_t i = 0; i < r->n && unknown == 1; i++)
        if (r->words[i] == SYMBOL_NONE) {
            guess(r, i);
            return;
        }
}

void make_repairs(struct maker *m, struct trace *out) {
    struct arena *arena = &m->parser->arena;
    struct repairs r = {.maker = m, .n = m->parser->n_words};
    const uint32_t *from = m->parser->words;
    if (!r.n || r.n > MAX_WORDS) return;
    r.words = arena_array(arena, uint32_t, r.n);
    r.list = arena_array(arena, struct trace_repair, MAX_REPAIRS);
    r.respelled = arena_zalloc(arena, r.n * sizeof *r.respelled);
    bool known = true;
    for (uint32_t i = 0; i < r.n; i++) known &= from[i] != SYMBOL_NONE;
    if (!known) repair_unknown(&r, from);
    if (known) swap_two(&r, from);
    if (known) drop_one(&r, from);
    out->repairs = r.list;
    out->n_repairs = r.n_found;
}
