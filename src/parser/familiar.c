/* What people say between the words that mean something, and which of several words.
 *
 *     large  cube  left  ball            the kinds of words, as the search has put them together
 *     ─▶ the large cube left of the ball
 *
 * A model remembers one sentence for each of its entries. Cut at the words that mean something,
 * these are steps `left (of the) cube`. A description is a walk of such steps; the most familiar
 * one is wanted, and a step is the more so the more often it, or one between words of the same
 * categories, was heard. Its beginning is like that of phrases that others take for one object; that of a
 * whole sentence, and its end, like those of others. */
#include <math.h>
#include <string.h>

#include "parser/sentences.h"

#define UNHEARD 1e-6 /* of a step that is like none */
#define BETWEEN                                                                                    \
    .02            /* how much a step counts that was heard between other words of the categories */
#define NUMBER 100 /* how much more a step counts that was heard of as many objects: one, or any */

struct step {
    uint32_t from, to; /* words; SYMBOL_NONE: the beginning of a sentence, and its end */
    uint32_t gap;      /* what stands between, in gaps; the last word of it, in gaps as well */
    uint32_t last;
    bool one;    /* it is in a phrase that is about one object, as far as anyone knows, */
    bool begins; /* and with it that begins */
};

struct familiar {
    g2l2_parser *parser;
    struct arena *arena;
    bool (*one)(const void *of, uint32_t slot);
    const void *of;
    bool whole;   /* it is about whole sentences, not phrases within them */
    cat_id *cats; /* [words] of the heaviest entry; CAT_EMPTY: it mostly means nothing */
    struct symbols sentences, gaps;
    VEC(struct step) steps;
};

/* ---- words ------------------------------------------------------------------------------------ */

static uint32_t heaviest(const struct lexicon *lexicon, uint32_t word) {
    const struct word *w = &lexicon->words.at[word];
    uint32_t best = w->first;
    for (uint32_t s = w->first; s < w->first + w->n; s++) {
        bool better = lexicon->slots.at[best].off || lexicon->tau[s] > lexicon->tau[best];
        if (!lexicon->slots.at[s].off && better) best = s;
    }
    return best;
}

static void find_categories(struct familiar *f) {
    const struct lexicon *lexicon = f->parser->lexicon;
    f->cats = arena_zalloc(f->arena, (lexicon->words.n + 1) * sizeof *f->cats);
    for (uint32_t w = 0; w < lexicon->words.n; w++)
        if (lexicon->words.at[w].n)
            f->cats[w] = lexicon->entries.at[lexicon->slots.at[heaviest(lexicon, w)].entry].cat;
}

static const char *text_at(const g2l2_parser *parser, uint32_t i) {
    return parser->texts ? parser->texts[i] : parser->lexicon->names.names.at[parser->words[i]];
}

/* ---- sentences that are remembered --------------------------------------------------------------- */

static uint32_t gap_of(struct familiar *f, uint32_t begin, uint32_t end) {
    struct buf gap;
    buf_init(&gap, f->arena);
    buf_puts(&gap, "");
    for (uint32_t i = begin; i < end; i++)
        buf_printf(&gap, "%s%s", i > begin ? " " : "", text_at(f->parser, i));
    return symbols_add(&f->gaps, gap.at, gap.n);
}

/* Nouns and what modifies them go on with the phrase that they are in. */
static bool goes_on(const struct familiar *f, uint32_t word) {
    const struct category *c = &f->parser->lexicon->domain->syntax.cats.at[f->cats[word]];
    return c->kind == CAT_KIND_SLASH ? c->result == c->argument : c->kind == CAT_KIND_PRIMITIVE;
}

/* Whatever takes one object begins a phrase about one. */
static bool is_one_behind(const struct familiar *f, uint32_t word, bool one) {
    if (f->one && f->one(f->of, heaviest(f->parser->lexicon, word))) return true;
    return one && goes_on(f, word);
}

static void hear(struct familiar *f, const char *sentence) {
    g2l2_parser *parser = f->parser;
    uint32_t from = SYMBOL_NONE, begin = 0;
    bool one = false;
    parser_read(parser, sentence);
    for (uint32_t i = 0; i < parser->n_words; i++) {
        uint32_t word = parser->words[i];
        if (word == SYMBOL_NONE) {
            from = SYMBOL_NONE;
            one = false;
            begin = i + 1;
        } else if (f->cats[word] != CAT_EMPTY) {
            struct step step = {from,
                                word,
                                gap_of(f, begin, i),
                                gap_of(f, i > begin ? i - 1 : i, i),
                                one,
                                from != SYMBOL_NONE && !goes_on(f, from)};
            vec_push(f->arena, &f->steps, step);
            one = is_one_behind(f, word, one);
            from = word;
            begin = i + 1;
        }
    }
    uint32_t end = gap_of(f, begin, parser->n_words);
    if (f->whole && from != SYMBOL_NONE)
        vec_push(f->arena, &f->steps, ((struct step){from, SYMBOL_NONE, end, end, false, false}));
}

static void hear_all(struct familiar *f) {
    const struct lexicon *lexicon = f->parser->lexicon;
    find_categories(f);
    symbols_init(&f->sentences, f->arena);
    symbols_init(&f->gaps, f->arena);
    for (uint32_t s = 0; s < lexicon->slots.n; s++) {
        const char *sentence = lexicon->slots.at[s].example;
        if (!sentence) continue;
        uint32_t known = f->sentences.names.n;
        if (symbols_add(&f->sentences, sentence, strlen(sentence)) == known) hear(f, sentence);
    }
}

struct familiar *familiar_new(struct arena *arena, g2l2_parser *parser,
                              bool (*one)(const void *of, uint32_t slot), const void *of) {
    struct familiar *f = arena_new(arena, struct familiar);
    *f = (struct familiar){.parser = parser, .arena = arena, .one = one, .of = of};
    hear_all(f);
    return f;
}

struct familiar *familiar_sentences(struct arena *arena, g2l2_parser *parser) {
    struct familiar *f = arena_new(arena, struct familiar);
    *f = (struct familiar){.parser = parser, .arena = arena, .whole = true};
    hear_all(f);
    return f;
}

/* ---- steps of a description ------------------------------------------------------------------------ */

struct way_on {
    double score;
    uint32_t gap; /* SYMBOL_NONE: nothing */
};

/* How often each gap was heard: behind the one word, before the other, and between words of their
 * categories. */
struct heard {
    double behind, before, between;
};

static bool alike(const struct familiar *f, uint32_t a, uint32_t b) {
    return a == b || (a != SYMBOL_NONE && b != SYMBOL_NONE && f->cats[a] == f->cats[b]);
}

/* from NULL: how sentences begin; or descriptions, with the last word of a gap. */
static void count(const struct familiar *f, const uint32_t *from, uint32_t to, bool single,
                  struct heard *of_gap, struct heard *all) {
    for (uint32_t i = 0; i < f->steps.n; i++) {
        const struct step *s = &f->steps.at[i];
        uint32_t gap = from || f->whole ? s->gap : s->last;
        bool begins = f->whole ? s->from == SYMBOL_NONE : s->begins;
        bool same = !f->one || s->one == single;
        double weight = same ? NUMBER : *f->gaps.names.at[gap] ? 0 : 1; /* "things are left of" */
        if (from ? s->from == SYMBOL_NONE : !begins) continue;
        bool behind = from && s->from == *from;
        bool between = alike(f, s->to, to) && (!from || alike(f, s->from, *from));
        struct heard *heard = &of_gap[gap];
        heard->behind += behind ? weight : 0;
        heard->before += s->to == to ? weight : 0;
        heard->between += between ? weight * BETWEEN : 0;
        all->behind += behind ? NUMBER : 0;
        all->between += between ? NUMBER * BETWEEN : 0;
    }
}

/* How much a word is one that is said of one object, or of any number: not "things" of one. */
static double number_fits(const struct familiar *f, uint32_t word, bool single) {
    double n = 1, fits = .1;
    for (uint32_t i = 0; f->one && i < f->steps.n; i++) {
        n += f->steps.at[i].to == word;
        fits += f->steps.at[i].to == word && f->steps.at[i].one == single;
    }
    return log(fits / n);
}

/* From word to word, by the gap that both are used to; `from` NULL: it begins. */
static struct way_on step_on(const struct familiar *f, struct arena *arena, const uint32_t *from,
                             uint32_t to, bool single) {
    uint32_t n = f->gaps.names.n;
    struct way_on out = {2 * log(UNHEARD), SYMBOL_NONE};
    struct heard *of_gap = arena_zalloc(arena, (n + 1) * sizeof *of_gap), all = {0};
    arena_check(arena);
    count(f, from, to, single, of_gap, &all);
    for (uint32_t g = 0; g < n; g++) {
        double between = of_gap[g].between + UNHEARD, score = log(of_gap[g].before + between);
        if (from) score += log((of_gap[g].behind + between / 10) / (all.behind + all.between + 1));
        if (score > out.score) out = (struct way_on){score, g};
    }
    return out;
}

struct at_word {
    double score;
    uint32_t gap, before; /* before: which of the words in the place before */
};

static struct at_word arrive(const struct familiar *f, struct arena *arena,
                             const struct choice *choices, uint32_t place, uint32_t which,
                             struct at_word *const *best, bool single) {
    uint32_t to = choices[place].at[which].word;
    struct at_word out = {-INFINITY, SYMBOL_NONE, 0};
    if (!place) {
        struct way_on on = step_on(f, arena, NULL, to, single);
        return (struct at_word){on.score + number_fits(f, to, single), on.gap, 0};
    }
    for (uint32_t k = 0; k < choices[place - 1].n; k++) {
        struct way_on on = step_on(f, arena, &choices[place - 1].at[k].word, to, single);
        double score = best[place - 1][k].score + on.score + number_fits(f, to, single);
        if (score > out.score) out = (struct at_word){score, on.gap, k};
    }
    return out;
}

static const char *spell(const struct familiar *f, struct arena *arena,
                         const struct choice *choices, uint32_t n, struct at_word *const *best,
                         uint32_t last) {
    struct buf text;
    uint32_t *chosen = arena_array(arena, uint32_t, n);
    for (uint32_t i = n; i-- > 0; last = best[i][last].before) chosen[i] = last;
    buf_init(&text, arena);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t number = best[i][chosen[i]].gap;
        const char *gap = number == SYMBOL_NONE ? "" : f->gaps.names.at[number];
        buf_printf(&text, "%s%s%s%s", text.n ? " " : "", gap, *gap ? " " : "",
                   choices[i].at[chosen[i]].text);
    }
    return text.at;
}

const char *familiar_say(const struct familiar *self, struct arena *arena,
                         const struct choice *choices, uint32_t n, bool single) {
    struct at_word **best = arena_array(arena, struct at_word *, n);
    for (uint32_t i = 0; i < n; i++) {
        best[i] = arena_array(arena, struct at_word, choices[i].n);
        for (uint32_t k = 0; k < choices[i].n; k++)
            best[i][k] = arrive(self, arena, choices, i, k, best, single);
    }
    uint32_t last = 0;
    for (uint32_t k = 1; k < choices[n - 1].n; k++)
        if (best[n - 1][k].score > best[n - 1][last].score) last = k;
    return spell(self, arena, choices, n, best, last);
}

const char *familiar_whole(const struct familiar *self, struct arena *arena,
                           const struct named *words, uint32_t n, double *usual) {
    struct buf text;
    buf_init(&text, arena);
    *usual = 0;
    for (uint32_t i = 0; i <= n; i++) {
        uint32_t to = i < n ? words[i].word : SYMBOL_NONE;
        struct way_on on = step_on(self, arena, i ? &words[i - 1].word : NULL, to, false);
        const char *gap = on.gap == SYMBOL_NONE ? "" : self->gaps.names.at[on.gap];
        if (*gap) buf_printf(&text, "%s%s", text.n ? " " : "", gap);
        if (i < n) buf_printf(&text, "%s%s", text.n ? " " : "", words[i].text);
        *usual += on.score;
    }
    return text.at;
}
