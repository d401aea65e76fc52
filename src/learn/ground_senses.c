/* Words with several meanings. A word that nearly always means one thing hardly learns what
 * else it means: steps are many for the one and few for the other. So
 *
 *     questions not understood ─▶ entries that would answer them ─▶ raised, learned with
 *          ▲                                                              │
 *          └──────────── kept if more is understood, else taken back ◀────┘
 *
 * and at the end the entries that questions need: by decisive uses, not by weight, since a
 * rare meaning of a frequent word has hardly any. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/ground.h"

#define SEARCHED   6000  /* questions in which senses are looked for, */
#define EPOCHS     10    /* but none more often than this */
#define COUNTED    10000 /* questions in which uses are counted */
#define OFTEN      2     /* questions that a sense is needed for, at least */
#define LIGHT      .05   /* weight of an entry that is no sense as yet */
#define EVEN       .7    /* exponent of weights, where what words hardly mean is given a hearing */
#define CLEAR      .5    /* of the largest gain: an entry is raised */
#define BEHIND     2.    /* tau of a new sense, below the best */
#define UNDERSTOOD .5    /* P(answer) */
#define USED       .15   /* share of the derivations of a question */
#define WITNESSES  40    /* questions kept for an entry */

/* ---- one question --------------------------------------------------------------------------- */

/* The entries by which a question is answered, and the share of its derivations that each
 * is in. */
struct answered {
    double chance; /* P(answer) */
    uint32_t n;
    struct use {
        uint32_t slot;
        double share;
    } * uses;
    double *scratch; /* [n_slots] zero between questions */
};

static struct answered answered_open(struct ground *g) {
    uint32_t longest = g->questions[g->n - 1].n;
    return (struct answered){
        .uses = arena_array(&g->arena, struct use, (size_t)longest * g->n_candidates + 1),
        .scratch = arena_zalloc(&g->arena, (g->lexicon->slots.n + 1) * sizeof(double))};
}

static void answer(struct ground *g, const struct question *q, struct answered *out) {
    out->n = 0;
    out->chance = ground_ask(g, &g->eyes[0], q, out->scratch);
    for (uint32_t k = 0; k < q->n; k++) {
        const struct word *w = &g->lexicon->words.at[q->words[k]];
        for (uint32_t s = w->first; s < w->first + w->n; s++) {
            if (out->scratch[s] == 0) continue;
            out->uses[out->n++] = (struct use){s, out->scratch[s]};
            out->scratch[s] = 0;
        }
    }
}

/* ---- what is not understood --------------------------------------------------------------- */

void senses_look(struct ground *g, struct search *search) {
    search->n_hard = 0;
    search->loss = 0;
    g->strict = true;
    ground_ask_all(g, search->sample, search->n, search->chance);
    g->strict = false;
    for (uint32_t i = 0; i < search->n; i++) {
        double p = search->chance[i];
        search->loss += ground_loss(p) / search->n;
        if (p < UNDERSTOOD) search->hard[search->n_hard++] = search->sample[i];
    }
}

void senses_open(struct ground *g, struct search *search) {
    uint32_t n = g->n < SEARCHED ? g->n : SEARCHED, n_slots = g->lexicon->slots.n;
    *search = (struct search){.n = n};
    search->sample = arena_array(&g->arena, const struct question *, 2 * n + 1);
    search->hard = search->sample + n;
    search->chance = arena_array(&g->arena, double, n + 1);
    search->gain = arena_array(&g->arena, double, n_slots + 1);
    search->tried = arena_zalloc(&g->arena, n_slots + 1);
    for (uint32_t i = 0; i < n; i++)
        search->sample[i] = &g->questions[n == g->n ? i : rng_below(&g->rng, g->n)];
    senses_look(g, search);
}

/* ---- what would be ------------------------------------------------------------------------- */

static double *even_weights(struct ground *g) {
    double *out = arena_array(&g->arena, double, g->lexicon->slots.n + 1);
    for (uint32_t s = 0; s < g->lexicon->slots.n; s++) out[s] = pow(g->weight[s], EVEN);
    return out;
}

/* What light entries would do for questions that are not understood: the share of their
 * derivations, given the answer. */
static void find_gains(struct ground *g, struct search *search) {
    struct answered a = answered_open(g);
    double *weight = g->weight;
    memset(search->gain, 0, g->lexicon->slots.n * sizeof *search->gain);
    g->weight = even_weights(g);
    for (uint32_t i = 0; i < search->n_hard; i++) {
        answer(g, search->hard[i], &a);
        for (uint32_t k = 0; k < a.n; k++) {
            uint32_t s = a.uses[k].slot;
            if (weight[s] < LIGHT && !search->tried[s]) search->gain[s] += a.uses[k].share;
        }
    }
    g->weight = weight;
}

static void raise_entry(struct ground *g, uint32_t w, uint32_t slot) {
    const struct word *word = &g->lexicon->words.at[w];
    g->lexicon->tau[slot] = g->lexicon->tau[ground_heaviest(g, word)] - BEHIND;
    g->slot_m[slot] = 0;
    ground_weigh(g, word);
}

uint32_t senses_raise(struct ground *g, struct search *search) {
    double most = 0;
    uint32_t n = 0;
    find_gains(g, search);
    for (uint32_t s = 0; s < g->lexicon->slots.n; s++) most = fmax(most, search->gain[s]);
    double least = search->single ? most : CLEAR * most;
    for (uint32_t w = 0; w < g->lexicon->words.n; w++) {
        const struct word *word = &g->lexicon->words.at[w];
        for (uint32_t s = word->first; s < word->first + word->n; s++) {
            if (search->gain[s] < fmax(least, OFTEN) || (search->single && n)) continue;
            raise_entry(g, w, s);
            search->tried[s] = search->single;
            n++;
        }
    }
    return n;
}

/* ---- what is used --------------------------------------------------------------------------- */

/* Questions that an entry is used for. */
struct evidence {
    uint32_t n; /* all */
    const struct question *questions[WITNESSES];
};

static struct evidence *collect_evidence(struct ground *g) {
    struct evidence *of_slot = arena_zalloc(&g->arena, (g->lexicon->slots.n + 1) * sizeof *of_slot);
    struct answered a = answered_open(g);
    uint32_t n = g->n < SEARCHED / EPOCHS ? EPOCHS * g->n : SEARCHED;
    for (uint32_t i = 0; i < n && !g->stopped; i++) {
        if (i % g->batch == 0) draw_batch(g, g->n, NULL);
        const struct question *q = g->drawn[i % g->batch];
        answer(g, q, &a);
        for (uint32_t k = 0; a.chance >= UNDERSTOOD && k < a.n; k++) {
            struct evidence *e = &of_slot[a.uses[k].slot];
            if (a.uses[k].share > USED && e->n++ < WITNESSES) e->questions[e->n - 1] = q;
        }
    }
    return of_slot;
}

void senses_mark(struct ground *g) {
    g->strict = true;
    const struct evidence *of_slot = collect_evidence(g);
    g->strict = false;
    for (uint32_t s = 0; s < g->lexicon->slots.n; s++) g->sense[s] = of_slot[s].n >= OFTEN;
}

/* ---- what is needed ------------------------------------------------------------------------- */

static double loss_of(struct ground *g, const struct question *const *questions, uint32_t n) {
    double mean = 0, p[WITNESSES] = {0};
    ground_ask_all(g, questions, n, p);
    for (uint32_t i = 0; i < n; i++) mean += ground_loss(p[i]) / n;
    return mean;
}

/* Would the questions that an entry is used for be answered as well without it? */
static bool can_go(struct ground *g, uint32_t slot, const struct evidence *evidence) {
    uint32_t n = evidence->n < WITNESSES ? evidence->n : WITNESSES;
    double before = loss_of(g, evidence->questions, n);
    g->live[slot] = false;
    g->live[slot] = loss_of(g, evidence->questions, n) > before + AS_WELL;
    return !g->live[slot];
}

struct held {
    uint32_t slot, word, n_used;
};

static int by_use(const void *a, const void *b) {
    const struct held *x = a, *y = b;
    if (x->n_used != y->n_used) return x->n_used < y->n_used ? -1 : 1;
    return x->slot < y->slot ? -1 : 1;
}

/* The entries that are used for something, of all words; `left`: how many a word has. */
static uint32_t list_used(struct ground *g, const struct evidence *of_slot, uint32_t *left,
                          struct held *out) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < g->lexicon->words.n; w++) {
        const struct word *word = &g->lexicon->words.at[w];
        uint32_t best = word->n ? ground_heaviest(g, word) : 0;
        for (uint32_t s = word->first; s < word->first + word->n; s++) {
            g->live[s] = of_slot[s].n >= OFTEN || s == best;
            left[w] += g->live[s];
            uint32_t used = s == word->empty ? UINT32_MAX : of_slot[s].n;
            if (g->live[s]) out[n++] = (struct held){s, w, used};
        }
    }
    qsort(out, n, sizeof *out, by_use);
    return n;
}

/* Stopped: there is no time to find out. */
static void keep_heavy(struct ground *g) {
    for (uint32_t w = 0; w < g->lexicon->words.n; w++) {
        const struct word *word = &g->lexicon->words.at[w];
        uint32_t best = word->n ? ground_heaviest(g, word) : 0;
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            g->live[s] = g->sense[s] || g->weight[s] >= LIGHT * g->weight[best];
    }
}

/* At most so many entries for a word: the most used. */
static void keep_most(struct ground *g, const struct evidence *of_slot, uint32_t *left,
                      struct held *used, uint32_t n) {
    uint32_t most = g->options->senses > 0 ? (uint32_t)g->options->senses : UINT32_MAX;
    for (uint32_t i = 0; i < n; i++) used[i].n_used = of_slot[used[i].slot].n;
    qsort(used, n, sizeof *used, by_use);
    for (uint32_t i = 0; i < n; i++) {
        struct held e = used[i];
        if (!g->live[e.slot] || left[e.word] <= most) continue;
        g->live[e.slot] = false;
        left[e.word]--;
    }
}

/* The least used are tried first: what they are used for, others may do. EMPTY comes last:
 * what means nothing is the simpler. */
void senses_keep(struct ground *g) {
    struct held *used = arena_array(&g->arena, struct held, g->lexicon->slots.n + 1);
    uint32_t *left = arena_zalloc(&g->arena, (g->lexicon->words.n + 1) * sizeof *left);
    g->strict = g->stopped;
    if (g->stopped) {
        keep_heavy(g);
        return;
    }
    const struct evidence *of_slot = collect_evidence(g);
    uint32_t n = list_used(g, of_slot, left, used);
    g->strict = true;
    for (uint32_t i = 0; i < n; i++) {
        struct held e = used[i];
        if (left[e.word] > 1 && can_go(g, e.slot, &of_slot[e.slot])) left[e.word]--;
    }
    keep_most(g, of_slot, left, used, n);
}

/* ---- how often ------------------------------------------------------------------------------- */

/* The shortest question is the example: they come by length. */
void senses_count(struct ground *g, uint32_t *counts, const struct question **examples) {
    uint32_t size = g->n < COUNTED ? g->n : COUNTED;
    struct answered a = answered_open(g);
    for (uint32_t i = 0; i < size && !g->stopped; i++) {
        const struct question *q = &g->questions[(uint64_t)i * g->n / size];
        answer(g, q, &a);
        for (uint32_t k = 0; a.chance >= UNDERSTOOD && k < a.n; k++) {
            uint32_t s = a.uses[k].slot;
            if (a.uses[k].share > UNDERSTOOD && !counts[s]++) examples[s] = q;
        }
    }
}
