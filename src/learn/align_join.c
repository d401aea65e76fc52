/* Which words are one: `all` is nothing in "of all", but `show all` is SELECT * FROM.
 *
 * Two units side by side are joined if together they give the same piece every time, and it is not what
 * each of them gives most often, one after the other. The commonest come first, and of these the ones whose
 * words are common, for rare words are seldom to blame. All is then estimated anew: what joined words
 * took with them is not said by the others any more. Where none is left, what is not explained may be cut in
 * the wrong places; then couples are joined on trial, and the one stays that explains the most. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/align.h"

#define NEARLY 0.5

struct couple {
    uint32_t left, right, example, from, to, n;
    bool steady; /* it is the same piece every time */
};

typedef VEC(struct couple) couples;

static uint32_t add_unit(struct align *self, const char *text, size_t n) {
    uint32_t unit = symbols_add(&self->units, text, n);
    while (self->joined.n <= unit) vec_push(&self->arena, &self->joined, false);
    return unit;
}

/* The longest unit of words that begin there: how many. */
static uint32_t unit_at(struct align *self, const struct aligned *e, uint32_t at, struct buf *text,
                        uint32_t *unit) {
    uint32_t longest = 1;
    text->n = 0;
    *unit = e->words[at];
    for (uint32_t n = 1; n <= JOINED_MAX && at + n <= e->n_words; n++) {
        if (n > 1) buf_puts(text, " ");
        buf_puts(text, self->units.names.at[e->words[at + n - 1]]);
        uint32_t found = n > 1 ? symbols_find(&self->units, text->at, text->n) : SYMBOL_NONE;
        if (found == SYMBOL_NONE || !self->joined.at[found]) continue;
        longest = n;
        *unit = found;
    }
    return longest;
}

void align_cut_sentence(struct align *self, struct aligned *e) {
    struct buf text;
    buf_init(&text, &self->scratch);
    e->n = 0;
    for (uint32_t at = 0; at < e->n_words;) at += unit_at(self, e, at, &text, &e->units[e->n++]);
}

/* What is held back has none. */
void align_cut_units(struct align *self) {
    for (uint32_t x = 0; x < self->n; x++) {
        self->examples[x].n = 0;
        if (!self->examples[x].held) align_cut_sentence(self, &self->examples[x]);
    }
}

static uint64_t unit_piece(const struct align *self, uint32_t piece) {
    const struct piece *p = &self->pieces.at[piece];
    return piece_key(&self->examples[p->example], p->from, p->to);
}

/* ---- couples ----------------------------------------------------------------------------------- */

static void meet(struct align *self, struct tally *numbers, couples *out, uint32_t x, uint32_t i) {
    const struct aligned *e = &self->examples[x];
    uint32_t number, from = e->cuts[i], to = e->cuts[i + 2];
    tally_at(numbers, key_of(e->units[i] + 1, e->units[i + 1]), &number);
    if (number == out->n)
        vec_push(&self->scratch, out,
                 ((struct couple){e->units[i], e->units[i + 1], x, from, to, 0, true}));
    struct couple *c = &out->at[number];
    const struct aligned *first = &self->examples[c->example];
    c->n++;
    c->steady &= piece_key(e, from, to) == piece_key(first, c->from, c->to);
}

/* Of all examples, or of those alone that are not explained. */
static couples list_couples(struct align *self, bool unexplained) {
    couples out = {0};
    struct tally numbers;
    tally_open(&numbers, &self->scratch);
    for (uint32_t x = 0; x < self->n; x++)
        for (uint32_t i = 0; self->examples[x].whole && i + 1 < self->examples[x].n; i++)
            if (!unexplained || !align_explains(self, &self->examples[x]))
                meet(self, &numbers, &out, x, i);
    return out;
}

/* Do the two give the same, each by itself? */
static bool is_sum(const struct align *self, const struct couple *c) {
    const struct piece *l = &self->pieces.at[self->best[c->left]],
                       *r = &self->pieces.at[self->best[c->right]];
    const struct aligned *e = &self->examples[c->example];
    uint32_t n = l->to - l->from;
    if (n + r->to - r->from != c->to - c->from) return false;
    return piece_key(e, c->from, c->from + n) == unit_piece(self, self->best[c->left]) &&
           piece_key(e, c->from + n, c->to) == unit_piece(self, self->best[c->right]);
}

static bool is_joinable(const struct align *self, const struct couple *c) {
    uint32_t words = examples_count_words(self->units.names.at[c->left]) +
                     examples_count_words(self->units.names.at[c->right]);
    return c->steady && c->to - c->from <= PIECE_MAX && words <= JOINED_MAX && !is_sum(self, c);
}

static uint32_t join(struct align *self, const struct couple *c) {
    struct buf text;
    buf_init(&text, &self->scratch);
    buf_printf(&text, "%s %s", self->units.names.at[c->left], self->units.names.at[c->right]);
    uint32_t unit = add_unit(self, text.at, text.n);
    self->joined.at[unit] = true;
    return unit;
}

static double rarer_word(const struct align *self, const struct couple *c) {
    return fmin(self->heard[c->left], self->heard[c->right]);
}

static bool comes_first(const struct align *self, const struct couple *a, const struct couple *b) {
    if (a->n != b->n) return a->n > b->n;
    return rarer_word(self, a) > rarer_word(self, b);
}

/* The commonest of them, and those that are nearly as common and have no word in common with it. */
bool align_join(struct align *self) {
    couples all = list_couples(self, false);
    bool *taken = arena_zalloc(&self->scratch, self->units.names.n + 1);
    for (uint32_t most = 0;;) {
        struct couple *best = NULL;
        for (uint32_t i = 0; i < all.n; i++) {
            struct couple *c = &all.at[i];
            if (taken[c->left] || taken[c->right] || !is_joinable(self, c)) continue;
            if (!best || comes_first(self, c, best)) best = c;
        }
        if (!best || best->n < NEARLY * most) return most > 0;
        if (!most) most = best->n;
        taken[best->left] = taken[best->right] = true;
        join(self, best);
        if (most == 1) return true; /* one at a time, where one example is all there is */
    }
}

/* ---- by trial ------------------------------------------------------------------------------------ */

#define TRIALS 12u /* of one round */

static int by_number(const void *a, const void *b) {
    const struct couple *x = a, *y = b;
    if (x->n != y->n) return x->n > y->n ? -1 : 1;
    return x->example < y->example ? -1 : x->example > y->example ? 1 : (int)x->from - (int)y->from;
}

/* The commonest in what is not explained; they outlast a round. */
static couples list_suspects(struct align *self) {
    couples found = list_couples(self, true), out = {0};
    if (found.n) qsort(found.at, found.n, sizeof *found.at, by_number);
    for (uint32_t i = 0; i < found.n && out.n < TRIALS; i++)
        if (examples_count_words(self->units.names.at[found.at[i].left]) +
                examples_count_words(self->units.names.at[found.at[i].right]) <=
            JOINED_MAX)
            vec_push(&self->arena, &out, found.at[i]);
    return out;
}

bool align_try_joins(struct align *self, double share) {
    couples all = list_suspects(self);
    uint32_t best = SYMBOL_NONE;
    for (uint32_t i = 0; i < all.n; i++) {
        uint32_t unit = join(self, &all.at[i]);
        double now = align_again(self, ITERATIONS);
        self->joined.at[unit] = false;
        if (now <= share) continue;
        share = now;
        best = unit;
    }
    if (best != SYMBOL_NONE) self->joined.at[best] = true;
    return best != SYMBOL_NONE;
}
