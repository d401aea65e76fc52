/* Which piece of the target each word gives: expectation maximisation over all ways to cut it.
 *
 *     p(target | words)  =  sum over cuts, product over words, p(piece | word)
 *
 * Forward and backward sums of a cut's places give how often a word is expected to give a piece. Counts
 * are smoothed towards short pieces (a Dirichlet prior of little weight), so that a word which
 * was heard once does not take what another one gives everywhere. */
#include <math.h>
#include <string.h>

#include "learn/align.h"

#define PRIOR  0.1 /* examples' worth of the prior */
#define LONGER 0.3 /* at first, for each further token of a piece */
#define NEVER  1e-12

/* A gift: a piece that a word may give. */
struct estimate {
    struct align *align;
    struct arena *arena;
    uint32_t n;                        /* gifts */
    uint32_t *unit;                    /* [n] */
    uint32_t *piece;                   /* [n] */
    uint8_t *length;                   /* [n] tokens */
    double *p, *count;                 /* [n] */
    double *total;                     /* [units] */
    double log_rare;                   /* of a token by itself */
    double *forward, *behind, *before; /* [units + 1][tokens + 1] of the largest example, rows */
    uint32_t *came;                    /* likewise: where the last piece of the best cut begins */
};

static const uint32_t *gifts_at(const struct aligned *e, uint32_t unit, uint32_t from) {
    return e->gifts + ((size_t)unit * (e->m + 1) + from) * (PIECE_MAX + 1);
}

static uint32_t longest(const struct aligned *e, uint32_t from) {
    return e->m - from < PIECE_MAX ? e->m - from : PIECE_MAX;
}

/* ---- gifts ------------------------------------------------------------------------------------- */

static void number_gifts(struct estimate *self, struct aligned *e, struct tally *gifts,
                         struct tally *pieces) {
    uint32_t *out = arena_array(self->arena, uint32_t, (size_t)e->n * (e->m + 1) * (PIECE_MAX + 1));
    e->gifts = out;
    for (uint32_t i = 0; i < e->n; i++)
        for (uint32_t from = 0; from <= e->m; from++, out += PIECE_MAX + 1)
            for (uint32_t n = 0; n <= longest(e, from); n++) {
                uint64_t key = piece_key(e, from, from + n);
                tally_at(pieces, key, NULL);
                tally_at(gifts, key_of(e->units[i] + 1, key), &out[n]);
            }
}

static void describe_gifts(struct estimate *self, const struct aligned *e,
                           const struct tally *pieces) {
    for (uint32_t i = 0; i < e->n; i++)
        for (uint32_t from = 0; from <= e->m; from++)
            for (uint32_t n = 0; n <= longest(e, from); n++) {
                uint32_t gift = gifts_at(e, i, from)[n];
                self->unit[gift] = e->units[i];
                self->length[gift] = (uint8_t)n;
                self->piece[gift] = tally_id(pieces, piece_key(e, from, from + n));
            }
}

/* ---- at first ------------------------------------------------------------------------------------ */

/* In how many examples something is. */
struct sightings {
    uint32_t *n, *last; /* the last one + 1 */
};

static struct sightings sightings_open(struct arena *arena, uint32_t n) {
    return (struct sightings){arena_zalloc(arena, (n + 1) * sizeof(uint32_t)),
                              arena_zalloc(arena, (n + 1) * sizeof(uint32_t))};
}

static void see(struct sightings *self, uint32_t what, uint32_t example) {
    self->n[what] += self->last[what] != example + 1;
    self->last[what] = example + 1;
}

/* A word gives what all of its examples have, and few others. */
static void begin(struct estimate *self, uint32_t n_pieces) {
    struct align *a = self->align;
    struct sightings units = sightings_open(self->arena, a->units.names.n),
                     pieces = sightings_open(self->arena, n_pieces),
                     gifts = sightings_open(self->arena, self->n);
    for (uint32_t x = 0; x < a->n; x++) {
        const struct aligned *e = &a->examples[x];
        for (uint32_t i = 0; i < e->n; i++) {
            see(&units, e->units[i], x);
            for (uint32_t from = 0; from <= e->m; from++)
                for (uint32_t n = 0; n <= longest(e, from); n++) {
                    see(&gifts, gifts_at(e, i, from)[n], x);
                    see(&pieces, self->piece[gifts_at(e, i, from)[n]], x);
                }
        }
    }
    for (uint32_t g = 0; g < self->n; g++) {
        double both = gifts.n[g], of_unit = both / units.n[self->unit[g]];
        double of_piece = both / pieces.n[self->piece[g]];
        double size = pow(LONGER, self->length[g] > 1 ? self->length[g] - 1 : 0);
        self->p[g] = of_unit * of_unit * of_piece * size + NEVER;
    }
}

static void open_gifts(struct estimate *self) {
    struct align *a = self->align;
    struct tally gifts, pieces;
    tally_open(&gifts, self->arena);
    tally_open(&pieces, self->arena);
    for (uint32_t x = 0; x < a->n; x++) number_gifts(self, &a->examples[x], &gifts, &pieces);
    self->n = gifts.n;
    self->unit = arena_array(self->arena, uint32_t, self->n);
    self->piece = arena_array(self->arena, uint32_t, self->n);
    self->length = arena_array(self->arena, uint8_t, self->n);
    self->p = arena_array(self->arena, double, self->n);
    self->count = arena_array(self->arena, double, self->n);
    self->total = arena_array(self->arena, double, a->units.names.n);
    for (uint32_t x = 0; x < a->n; x++) describe_gifts(self, &a->examples[x], &pieces);
    begin(self, pieces.n);
}

static void open_sums(struct estimate *self) {
    size_t most = 0, tokens = 0;
    for (uint32_t x = 0; x < self->align->n; x++) {
        const struct aligned *e = &self->align->examples[x];
        size_t cells = ((size_t)e->n + 1) * (e->m + 1);
        if (cells > most) most = cells;
        if (e->m > tokens) tokens = e->m;
    }
    self->forward = arena_array(self->arena, double, most);
    self->came = arena_array(self->arena, uint32_t, most);
    self->behind = arena_array(self->arena, double, tokens + 1);
    self->before = arena_array(self->arena, double, tokens + 1);
}

/* ---- expectation and maximisation ------------------------------------------------------------------ */

/* Sums over cuts, by how many tokens the units so far gave; each row adds up to 1. */
static void sum_forward(const struct estimate *self, const struct aligned *e) {
    double *sums = self->forward;
    memset(sums, 0, ((size_t)e->n + 1) * (e->m + 1) * sizeof *sums);
    sums[0] = 1;
    for (uint32_t i = 0; i < e->n; i++) {
        double *now = sums + (size_t)i * (e->m + 1), *next = now + e->m + 1, all = 0;
        for (uint32_t from = 0; from <= e->m; from++)
            for (uint32_t n = 0; now[from] > 0 && n <= longest(e, from); n++)
                next[from + n] += now[from] * self->p[gifts_at(e, i, from)[n]];
        for (uint32_t to = 0; to <= e->m; to++) all += next[to];
        for (uint32_t to = 0; all > 0 && to <= e->m; to++) next[to] /= all;
    }
}

/* One unit: what it is expected to give, and the sums behind it of the one before. */
static void expect_unit(struct estimate *self, const struct aligned *e, uint32_t i,
                        const double *forward, const double *behind, double *before) {
    double all = 0;
    for (uint32_t from = 0; from <= e->m; from++) {
        before[from] = 0;
        for (uint32_t n = 0; n <= longest(e, from); n++)
            before[from] += self->p[gifts_at(e, i, from)[n]] * behind[from + n];
        all += before[from] * forward[from];
    }
    for (uint32_t from = 0; all > 0 && from <= e->m; from++)
        for (uint32_t n = 0; forward[from] > 0 && n <= longest(e, from); n++) {
            uint32_t gift = gifts_at(e, i, from)[n];
            self->count[gift] += forward[from] * self->p[gift] * behind[from + n] / all;
        }
    for (uint32_t from = 0; all > 0 && from <= e->m; from++) before[from] /= all;
}

static void expect(struct estimate *self, const struct aligned *e) {
    size_t width = e->m + 1;
    sum_forward(self, e);
    memset(self->behind, 0, width * sizeof *self->behind);
    self->behind[e->m] = 1;
    arena_check(self->arena);
    for (uint32_t i = e->n; self->forward[e->n * width + e->m] > 0 && i-- > 0;) {
        expect_unit(self, e, i, self->forward + i * width, self->behind, self->before);
        double *swap = self->behind;
        self->behind = self->before;
        self->before = swap;
    }
}

static void maximise(struct estimate *self) {
    memset(self->total, 0, self->align->units.names.n * sizeof *self->total);
    for (uint32_t g = 0; g < self->n; g++) self->total[self->unit[g]] += self->count[g];
    for (uint32_t g = 0; g < self->n; g++) {
        double prior = .5 * exp(self->length[g] * self->log_rare);
        self->p[g] = (self->count[g] + PRIOR * prior) / (self->total[self->unit[g]] + PRIOR);
    }
}

/* ---- the likeliest cut ------------------------------------------------------------------------------ */

static void cut_likeliest(struct estimate *self, struct aligned *e) {
    size_t width = e->m + 1;
    double *best = self->forward;
    for (size_t c = 0; c < (e->n + 1) * width; c++) best[c] = -INFINITY;
    best[0] = 0;
    for (uint32_t i = 0; i < e->n; i++)
        for (uint32_t from = 0; from <= e->m; from++)
            for (uint32_t n = 0; n <= longest(e, from); n++) {
                double p = best[i * width + from] + log(self->p[gifts_at(e, i, from)[n]]);
                size_t to = (i + 1) * width + from + n;
                if (!(p > best[to])) continue;
                best[to] = p;
                self->came[to] = from;
            }
    e->whole = best[e->n * width + e->m] > -INFINITY;
    for (uint32_t i = e->n, at = e->m; e->whole; at = self->came[i-- * width + at]) {
        e->cuts[i] = at;
        if (!i) break;
    }
}

/* What the units give in these cuts, and what each gives most often. */
static void collect(struct align *self) {
    struct tally numbers;
    tally_open(&numbers, &self->scratch);
    self->pieces.n = 0;
    self->n_known = self->units.names.n;
    self->best = arena_array(&self->scratch, uint32_t, self->units.names.n);
    memset(self->best, 0xff, self->units.names.n * sizeof *self->best);
    self->heard = arena_zalloc(&self->scratch, self->units.names.n * sizeof *self->heard);
    for (uint32_t x = 0; x < self->n; x++) {
        const struct aligned *e = &self->examples[x];
        for (uint32_t i = 0; i < e->n && e->whole; i++) {
            uint32_t number, unit = e->units[i], from = e->cuts[i], to = e->cuts[i + 1];
            tally_at(&numbers, key_of(unit + 1, piece_key(e, from, to)), &number);
            if (number == self->pieces.n)
                vec_push(&self->scratch, &self->pieces, ((struct piece){unit, x, from, to, 0}));
            self->pieces.at[number].count++;
            self->heard[unit]++;
        }
    }
    for (uint32_t p = 0; p < self->pieces.n; p++) {
        uint32_t *best = &self->best[self->pieces.at[p].unit];
        if (*best == UINT32_MAX || self->pieces.at[p].count > self->pieces.at[*best].count)
            *best = p;
    }
}

void align_estimate(struct align *align, int iterations) {
    struct estimate self = {.align = align, .arena = &align->scratch};
    self.log_rare = log(.5 / (align->tokens.names.n + 1));
    open_gifts(&self);
    open_sums(&self);
    for (int i = 0; i < iterations; i++) {
        memset(self.count, 0, self.n * sizeof *self.count);
        for (uint32_t x = 0; x < align->n; x++) expect(&self, &align->examples[x]);
        maximise(&self);
    }
    for (uint32_t x = 0; x < align->n; x++) cut_likeliest(&self, &align->examples[x]);
    collect(align);
}
