/* How much a word that was never seen may matter.
 *
 *     how many [ shiny ] cubes are there      red: 1, large: 2, nothing: 3   who knows?
 *     what color is the [ shiny ] cube        red: red, large: none, nothing: red   it does not matter
 *
 * It is passed over, but it stands where other words stood (lexicon/neighbours.h), and may be said
 * for any of them. So the question is asked with each that is likely there: the share of those by which the
 * answer is the same is how sure it is. Whoever asks takes nothing for granted that is not so,
 * most often, so words by which there is no answer, or no such thing, hardly count.
 *
 *     is there a [ heated ] train             so is "a train": it is said on top, and as likely as not says
 *                                             something that no known word does
 *
 *     which book is the [ newest ]            oldest: smallest(x, year)
 *     with [ fewer ] than 300 pages           more: nothing, beside a word for above(x, pages, n)
 *
 * Where the answer is by a comparison, as largest and above are, a new word in the place of the word for it, or
 * near one, may well say the contrary. Of k words that agree there, the next one is taken to do so with k / (k + 1):
 * words are counted, not how often they were said. */
#include <string.h>

#include "lexicon/neighbours.h"
#include "parser/parser.h"

#define MOST_WORDS 12u /* that stand in for one */
#define MOST_DOUBT 3u  /* unknown words that are looked at */
#define SMOOTH     .5  /* of a pair that was not seen, as if it were so often by chance */
#define OTHERWISE  .5  /* share of them by which the answer is another, that makes it this */
#define COMPARES   .5  /* words near an unknown one that compare: from then on */
#define NEAR       3u  /* words that such a one is away, at most */
#define ADDED      .5  /* share of words that say something, of those that need not be there */
#define PRESUMES   .03 /* what a word counts by which something is taken for granted that is not so */

struct standin {
    uint32_t word;
    double chance, squares; /* of the words that it stands for, sums of these */
};

struct place {
    uint32_t at;
    struct standin by[MOST_WORDS + 1]; /* the first is a word that means nothing */
    uint32_t n;
    double unnamed; /* chance of a name or number, which nobody knows: no answer is sure then */
    double added;   /* P(it is said on top of what could be said without it) */
};

/* How often what is on both sides stood side by side without it. Of several unknown words, the first is asked. */
static double count_without(const g2l2_parser *self, uint32_t at) {
    uint32_t next = at + 1;
    if (at && self->words[at - 1] == SYMBOL_NONE) return 0;
    while (next < self->n_words && self->words[next] == SYMBOL_NONE) next++;
    uint32_t left = at ? self->words[at - 1] : SYMBOL_NONE;
    uint32_t right = next < self->n_words ? self->words[next] : SYMBOL_NONE;
    return neighbours_count(self->lexicon, left, right);
}

/* Log-linear in both neighbours; one that is not known says nothing. */
static double chance_of(const struct lexicon *lexicon, const uint32_t *words, uint32_t n,
                        uint32_t at, uint32_t word, double all) {
    double seen = neighbours_count(lexicon, NEIGHBOUR_ANY, word), chance = seen;
    uint32_t left = at ? words[at - 1] : SYMBOL_NONE;
    uint32_t right = at + 1 < n ? words[at + 1] : SYMBOL_NONE;
    if (!(seen > 0)) return 0;
    if (!at || left != SYMBOL_NONE)
        chance *= (neighbours_count(lexicon, left, word) + SMOOTH * seen / all) / seen;
    if (at + 1 == n || right != SYMBOL_NONE)
        chance *= (neighbours_count(lexicon, word, right) + SMOOTH * seen / all) / seen;
    return chance;
}

static void insert(struct place *place, struct standin next) {
    uint32_t k = place->n;
    if (k > MOST_WORDS && place->by[k - 1].chance >= next.chance) return;
    if (k <= MOST_WORDS) place->n++;
    else k--;
    for (; k > 1 && place->by[k - 1].chance < next.chance; k--) place->by[k] = place->by[k - 1];
    place->by[k] = next;
}

/* P(it is said on top of what could be said without it), of all places like this one. */
static double share_added(const g2l2_parser *self, const struct place *place) {
    double without = count_without(self, place->at), with = place->unnamed;
    for (uint32_t i = 0; i < place->n; i++) with += place->by[i].chance;
    return without > 0 ? without / (without + with) : 0;
}

/* The words that may be meant. */
static void find_standins(const g2l2_parser *self, struct place *place) {
    const struct lexicon *lexicon = self->lexicon;
    double all = neighbours_count(lexicon, NEIGHBOUR_ANY, NEIGHBOUR_ANY);
    place->by[0] = (struct standin){SYMBOL_NONE, 0, 0};
    place->n = 1;
    place->unnamed = 0;
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        if (!lexicon->words.at[w].n) continue;
        double chance = chance_of(lexicon, self->words, self->n_words, place->at, w, all);
        if (lexicon->names.names.at[w][0] == '<') place->unnamed += chance;
        else if (lexicon_silence(lexicon, w) >= LEXICON_SILENT) {
            place->by[0].chance += chance;
            place->by[0].squares += chance * chance;
        } else insert(place, (struct standin){w, chance, chance * chance});
    }
    place->added = lexicon->domain->answers ? share_added(self, place) : 0;
}

/* ---- what might be said otherwise --------------------------------------------------------------- */

/* Does it compare by a number? Then its contrary can be said as well. */
static bool is_comparison(const struct lang *lang, const struct op *op) {
    if (op->commutative || lang->types.at[op->result].kind == KIND_NUMBER) return false;
    for (uint32_t i = 0; i < op->n_args; i++) {
        uint32_t kind = lang->types.at[op->args[i]].kind;
        if (kind == KIND_QUANTITY || kind == KIND_NUMBER) return true;
    }
    return false;
}

static bool compares(const struct lang *lang, const struct term *term) {
    if (term->kind == TERM_OP && is_comparison(lang, &lang->ops.at[term->op])) return true;
    for (uint32_t i = 0; i < term->n_subs; i++)
        if (compares(lang, term->subs[i])) return true;
    return false;
}

/* How many words near a place compare, in what was executed last. */
static double comparisons_near(g2l2_parser *self, uint32_t at) {
    const struct lexicon *lexicon = self->lexicon;
    struct reached all = exact_all(&self->exact);
    double *uses = arena_zalloc(&self->arena, (lexicon->slots.n + 1) * sizeof *uses), near = 0;
    uint32_t begin = at > NEAR ? at - NEAR : 0;
    exact_counts(&self->exact, &all, 1, uses, NULL);
    for (uint32_t i = begin; i <= at + NEAR && i < self->n_words; i++) {
        if (self->words[i] == SYMBOL_NONE) continue;
        const struct word *w = &lexicon->words.at[self->words[i]];
        for (uint32_t s = w->first; s < w->first + w->n; s++) {
            const struct term *program = lexicon->entries.at[lexicon->slots.at[s].entry].program;
            if (uses[s] > 0 && program && compares(&lexicon->domain->lang, program))
                near += uses[s];
        }
    }
    return near;
}

/* ---- answers ------------------------------------------------------------------------------------ */

/* The answer with another word in its place, which stays; NULL: none. */
static const char *answer_with(g2l2_parser *self, const char *sentence, uint32_t at, uint32_t word,
                               double *counts) {
    g2l2_reading *readings;
    parser_read(self, sentence);
    uint32_t *words = arena_array(&self->arena, uint32_t, self->n_words + 1);
    memcpy(words, self->words, self->n_words * sizeof *words);
    words[at] = word;
    self->words = words;
    if (!parser_answer(self, 1, &readings)) return NULL;
    if (self->presumed) *counts *= PRESUMES;
    return arena_strndup(&self->scratch, readings[0].text, strlen(readings[0].text));
}

static void ask(g2l2_parser *self, const char *sentence, struct place *place, struct doubt *out) {
    out->all = place->unnamed;
    out->added = place->added;
    for (uint32_t i = 0; i < place->n; i++) {
        double counts = place->by[i].chance;
        const char *answer =
            counts > 0 ? answer_with(self, sentence, place->at, place->by[i].word, &counts) : NULL;
        if (!answer) continue;
        const struct standin *by = &place->by[i];
        bool opposed =
            self->lexicon->domain->answers && comparisons_near(self, place->at) > COMPARES;
        double times = counts / by->chance;
        struct meant meant = {by->word, answer, counts, by->squares * times * times, opposed};
        vec_push(&self->scratch, &out->meant, meant);
        out->all += counts;
    }
}

static double agreement(const struct doubt *doubt, const char *answer) {
    double same = 0;
    for (uint32_t k = 0; k < doubt->meant.n; k++)
        if (!strcmp(doubt->meant.at[k].answer, answer)) same += doubt->meant.at[k].counts;
    return doubt->all > 0 ? same / doubt->all : 0;
}

/* What is left where the words that agree may have had their contrary: of k such words, k / (k + 1). */
static double unopposed(const struct doubt *doubt, const char *answer) {
    double same = 0, squares = 0, opposed = 0;
    for (uint32_t k = 0; k < doubt->meant.n; k++) {
        const struct meant *m = &doubt->meant.at[k];
        if (strcmp(m->answer, answer)) continue;
        same += m->counts;
        squares += m->squares;
        if (m->opposed) opposed += m->counts;
    }
    if (!(opposed > 0)) return 1;
    double words = same * same / squares;
    return 1 - opposed / same / (words + 1);
}

static bool has_value(const struct lang *lang, const struct term *term) {
    if (term->kind == TERM_OP &&
        lang->types.at[lang->ops.at[term->op].result].kind == KIND_PROPERTY)
        return true;
    for (uint32_t i = 0; i < term->n_subs; i++)
        if (has_value(lang, term->subs[i])) return true;
    return false;
}

/* What is called otherwise than a value is another one: `shiny` is not `red`. */
static bool names_value(const struct lexicon *lexicon, uint32_t word) {
    const struct word *w = &lexicon->words.at[word];
    for (uint32_t s = w->first; s < w->first + w->n; s++) {
        const struct term *program = lexicon->entries.at[lexicon->slots.at[s].entry].program;
        if (program && has_value(&lexicon->domain->lang, program)) return true;
    }
    return false;
}

/* Where most words that may be meant come to another answer than one that means nothing, and what
 * is stated is all that is known: the likeliest of these. */
static uint32_t find_meant(const g2l2_parser *self, const struct doubt *doubt) {
    double most = 0, nothing = 0, heaviest = 0;
    uint32_t out = SYMBOL_NONE;
    if (!self->texts || self->literal) return out;
    for (uint32_t i = 0; i < doubt->meant.n; i++) {
        const struct meant *m = &doubt->meant.at[i];
        double share = agreement(doubt, m->answer);
        if (m->word == SYMBOL_NONE) nothing = share;
        if (share < most || (share == most && m->counts <= heaviest)) continue;
        most = share;
        heaviest = m->counts;
        out = m->word;
    }
    bool other = most > OTHERWISE && nothing < most / 2 && out != SYMBOL_NONE;
    return other && !names_value(self->lexicon, out) ? out : SYMBOL_NONE;
}

void parser_doubt(g2l2_parser *self, const char *sentence) {
    struct place places[MOST_DOUBT];
    uint32_t n = 0;
    self->n_doubts = 0;
    self->meant = SYMBOL_NONE;
    if (!self->lexicon->neighbours.n || !parser_has_scene(self)) return;
    for (uint32_t i = 0; i < self->n_words; i++) {
        if (self->words[i] != SYMBOL_NONE) continue;
        if (self->texts && parser_similar(self, self->texts[i]) != SYMBOL_NONE) continue;
        if (n == MOST_DOUBT) return;
        places[n++].at = i;
    }
    if (!n) return;
    for (uint32_t i = 0; i < n; i++) find_standins(self, &places[i]);
    arena_reset(&self->scratch);
    struct doubt *doubts = arena_zalloc(&self->scratch, n * sizeof *doubts);
    for (uint32_t i = 0; i < n; i++) ask(self, sentence, &places[i], &doubts[i]);
    self->doubts = doubts;
    self->n_doubts = n;
    parser_read(self, sentence);
    self->meant_at = places[0].at;
    if (n == 1) self->meant = find_meant(self, &doubts[0]);
}

double parser_agreement(const g2l2_parser *self, const char *answer) {
    double out = 1;
    for (uint32_t i = 0; answer && i < self->n_doubts; i++) {
        const struct doubt *doubt = &self->doubts[i];
        out *= agreement(doubt, answer) * unopposed(doubt, answer) * (1 - doubt->added * ADDED);
    }
    return out;
}
