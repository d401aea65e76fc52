/* From weights to entries.
 *
 * Weights say how often an entry took part in right derivations, next to the
 * others. Two entries can share the work of one sentence ("a then b then c":
 * one `then` as V\V/V, the other as S\V/V), and then the heavier one need not
 * be able to do it alone. So the last choice is made by trying: with each entry
 * alone, and with all of them, how many examples come out right?
 *
 *     for each word that has several entries left, twice round:
 *         the entry (or all) with which most of its examples are right; then the
 *         one that leaves fewer other readings; then the heavier one               */
#include <math.h>
#include <string.h>

#include "learn/learn.h"
#include "parser/parser.h"

#define ROUNDS   2
#define EXAMPLES 150  /* of each word */
#define OPTIONS  8    /* entries tried, the heaviest */
#define TIE      0.5  /* share of the chosen one from which an equal is kept too */
#define SURE     1e-3 /* mean confidence that makes a difference */
#define ALL      UINT32_MAX

struct choice {
    struct lexicon *lexicon;
    const g2l2_dataset *data;
    const struct sample *samples;
    uint32_t n_samples;
    g2l2_parser *parser;
    g2l2_error *err;
    g2l2_status status;
    double *tau;          /* [n_slots] as learned */
    struct slot *slots;   /* [n_slots] */
    uint32_t *n_slots;    /* [n_words] */
    uint32_t *chosen;     /* [n_words] slot, or ALL */
    uint32_t *of, *where; /* samples of each word */
};

/* Let word `w` have one entry only, or all. */
static void set_word(struct choice *c, uint32_t w, uint32_t slot) {
    struct word *word = &c->lexicon->words.at[w];
    uint32_t first = slot == ALL ? word->first : slot;
    word->n = slot == ALL ? c->n_slots[w] : 1;
    memcpy(c->lexicon->slots.at + word->first, c->slots + first, word->n * sizeof *c->slots);
    memcpy(c->lexicon->tau + word->first, c->tau + first, word->n * sizeof *c->tau);
    lexicon_index_word(c->lexicon, w);
}

/* The confidence of the right answer, 0 if the answer is another. */
static double right(struct choice *c, const struct sample *sample) {
    g2l2_example e = g2l2_dataset_get(c->data, sample->example);
    g2l2_result result;
    if (c->status) return 0;
    c->status = g2l2_parser_run(c->parser, e.sentence, 1, &result, c->err);
    if (c->status == G2L2_STATUS_LIMIT) c->status = G2L2_STATUS_OK; /* not right, then */
    else if (!c->status && result.n_readings && !strcmp(result.readings[0].text, e.target))
        return result.readings[0].confidence;
    return 0;
}

/* Which samples have each word, short to long: [of[w], of[w + 1]) in `where`. */
static void list_samples(struct choice *c, struct arena *arena) {
    uint32_t n_words = c->lexicon->words.n,
             *last = arena_zalloc(arena, (n_words + 1) * sizeof *last);
    c->of = arena_zalloc(arena, (n_words + 2) * sizeof *c->of);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < c->n_samples; i++)
            for (uint32_t k = 0; k < c->samples[i].n; k++) {
                uint32_t w = c->samples[i].words[k], stamp = 2 * i + 1 + (uint32_t)pass;
                if (last[w] == stamp) continue;
                last[w] = stamp;
                if (pass) c->where[c->of[w + 1]++] = i;
                else c->of[w + 2]++;
            }
        if (pass) break;
        for (uint32_t w = 0; w < n_words; w++) c->of[w + 2] += c->of[w + 1];
        c->where = arena_array(arena, uint32_t, c->of[n_words + 1] + 1);
        memset(last, 0, n_words * sizeof *last);
    }
}

struct score {
    uint32_t right;
    double confidence; /* summed over these */
};

/* Evenly spread over the word's examples, short to long. */
static struct score try_option(struct choice *c, uint32_t w, uint32_t slot, uint32_t every) {
    struct score score = {0};
    set_word(c, w, slot);
    for (uint32_t i = c->of[w]; i < c->of[w + 1]; i += every) {
        double confidence = right(c, &c->samples[c->where[i]]);
        score.right += confidence > 0;
        score.confidence += confidence;
    }
    return score;
}

/* More right answers, or the same with clearly fewer other readings beside them. */
static bool better(struct score a, struct score b) {
    if (a.right != b.right) return a.right > b.right;
    return a.confidence > b.confidence + SURE * a.right;
}

static uint32_t heaviest(const struct choice *c, uint32_t w) {
    uint32_t first = c->lexicon->words.at[w].first, best = first;
    for (uint32_t s = first; s < first + c->n_slots[w]; s++)
        if (c->tau[s] > c->tau[best]) best = s;
    return best;
}

/* Put `slot` into its place among the n heaviest so far; returns the new n. */
static uint32_t insert(const struct choice *c, uint32_t *list, uint32_t n, uint32_t slot) {
    if (n == OPTIONS && c->tau[slot] <= c->tau[list[n - 1]]) return n;
    uint32_t at = n < OPTIONS ? n : n - 1;
    for (; at && c->tau[list[at - 1]] < c->tau[slot]; at--) list[at] = list[at - 1];
    list[at] = slot;
    return n < OPTIONS ? n + 1 : n;
}

/* The slots worth trying, heaviest first, and ALL at the end. */
static uint32_t options_of(const struct choice *c, uint32_t w, uint32_t *out) {
    uint32_t n = 0, first = c->lexicon->words.at[w].first;
    for (uint32_t s = first; s < first + c->n_slots[w]; s++) n = insert(c, out, n, s);
    out[n++] = ALL;
    return n;
}

static void choose_word(struct choice *c, uint32_t w, bool *keep) {
    uint32_t options[OPTIONS + 1], best = 0;
    struct score scores[OPTIONS + 1];
    uint32_t n = options_of(c, w, options), every = (c->of[w + 1] - c->of[w]) / EXAMPLES + 1;
    if (n > 2)
        for (uint32_t i = 0; i < n; i++) {
            scores[i] = try_option(c, w, options[i], every);
            if (better(scores[i], scores[best])) best = i;
        }
    c->chosen[w] = n > 2 ? options[best] : options[0];
    set_word(c, w, c->chosen[w]);
    memset(keep + c->lexicon->words.at[w].first, 0, c->n_slots[w] * sizeof *keep);
    for (uint32_t i = 0; i + 1 < n; i++) {
        bool tied = n > 2 && !better(scores[best], scores[i]) &&
                    exp(c->tau[options[i]] - c->tau[options[best == n - 1 ? 0 : best]]) >= TIE;
        keep[options[i]] = tied || c->chosen[w] == ALL || c->chosen[w] == options[i];
    }
}

/* keep[slot]: the entries that make up the lexicon. The weights stay as learned. */
g2l2_status choose_entries(struct lexicon *lexicon, const g2l2_dataset *data,
                           const struct sample *samples, uint32_t n_samples,
                           const g2l2_limits *limits, struct arena *arena, bool *keep,
                           g2l2_error *err) {
    struct choice c = {
        .lexicon = lexicon, .data = data, .samples = samples, .n_samples = n_samples, .err = err};
    uint32_t n_slots = lexicon->slots.n, n_words = lexicon->words.n;
    c.tau = arena_array(arena, double, n_slots + 1);
    c.slots = arena_array(arena, struct slot, n_slots + 1);
    c.n_slots = arena_array(arena, uint32_t, n_words + 1);
    c.chosen = arena_array(arena, uint32_t, n_words + 1);
    memcpy(c.tau, lexicon->tau, n_slots * sizeof *c.tau);
    memcpy(c.slots, lexicon->slots.at, n_slots * sizeof *c.slots);
    for (uint32_t w = 0; w < n_words; w++) c.n_slots[w] = lexicon->words.at[w].n;
    list_samples(&c, arena);
    for (uint32_t w = 0; w < n_words; w++) set_word(&c, w, heaviest(&c, w));
    c.status = parser_new(lexicon, limits, &c.parser, err);
    if (c.status) return c.status;
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t w = 0; w < n_words; w++) choose_word(&c, w, keep);
    g2l2_parser_free(c.parser);
    for (uint32_t w = 0; w < n_words; w++) set_word(&c, w, ALL);
    return c.status;
}
