/* How well it was learned: which words make questions hard to answer, and which
 * entries the examples need. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>

#include <stdio.h>
#include <stdlib.h>

#include "learn/ground.h"

#define SAMPLE    2000 /* questions looked at */
#define PASSES    200
#define MAX_TYPES 16
#define STIFF     5.  /* questions of evidence against blaming a word */
#define WORST     6.  /* a question is not blamed for more */
#define DECISIVE  .5
#define OFTEN     2
#define SEARCHED  tune("SEARCHED",6000) /* questions in which senses are looked for */
#define LIGHT     .05  /* weight of an entry that is no sense as yet */
#define CLEAR     tune("CLEAR",.5)   /* of the largest gain */
#define BEHIND    2.   /* tau of a new sense, below the best */
#define WITNESSES 40
#define TRIED     100 /* questions of a word */
#define AS_WELL tune("ASWELL",.003)

/* ---- words ------------------------------------------------------------------------------- */

struct sampled {
    const struct question *question;
    double rest; /* − log P(answer), less what its words are blamed for */
};

/* Some answers are harder to get than others, whatever the words. */
static void take_means(struct sampled *sample, uint32_t n) {
    double sum[MAX_TYPES] = {0}, count[MAX_TYPES] = {0};
    for (uint32_t i = 0; i < n; i++) {
        type_id type = sample[i].question->target.type % MAX_TYPES;
        sum[type] += sample[i].rest;
        count[type]++;
    }
    for (uint32_t i = 0; i < n; i++) {
        type_id type = sample[i].question->target.type % MAX_TYPES;
        sample[i].rest -= sum[type] / count[type];
    }
}

/* The loss as a sum over words and the type of the answer, no word helping: all move at
 * once, each by its part of what is left. */
static void spread_blame(struct ground *g, struct sampled *sample, uint32_t n, double *blame) {
    uint32_t n_words = g->lexicon->words.n;
    double *sum = arena_array(&g->arena, double, 2 * (size_t)n_words + 1);
    double *count = sum + n_words, length = 1;
    memset(blame, 0, n_words * sizeof *blame);
    for (uint32_t i = 0; i < n; i++) length += (double)sample[i].question->n / n;
    for (int pass = 0; pass < PASSES; pass++) {
        memset(sum, 0, 2 * n_words * sizeof *sum);
        take_means(sample, n);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < sample[i].question->n; k++) {
                uint32_t w = sample[i].question->words[k];
                sum[w] += sample[i].rest;
                count[w]++;
            }
        for (uint32_t w = 0; w < n_words; w++) {
            double step = fmax(-blame[w], (sum[w] / (count[w] + STIFF)) / length);
            blame[w] += step;
            sum[w] = step;
        }
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < sample[i].question->n; k++)
                sample[i].rest -= sum[sample[i].question->words[k]];
    }
}

double check_words(struct ground *g, uint32_t n, double *blame) {
    uint32_t size = n < SAMPLE ? n : SAMPLE;
    struct sampled *sample = arena_array(&g->arena, struct sampled, size + 1);
    const struct question **questions = arena_array(&g->arena, const struct question *, size + 1);
    double mean = 0, *p = arena_array(&g->arena, double, size + 1);
    for (uint32_t i = 0; i < size; i++)
        questions[i] = &g->questions[size == n ? i : rng_below(&g->rng, n)];
    ground_ask_all(g, questions, size, p);
    for (uint32_t i = 0; i < size; i++) {
        sample[i] = (struct sampled){questions[i], fmin(-log(p[i] > 0 ? p[i] : 0), WORST)};
        mean += sample[i].rest / size;
    }
    spread_blame(g, sample, size, blame);
    return mean;
}

/* ---- the simplest entry --------------------------------------------------------------------- */

/* Mean of − log P(answer) over some of the questions that have the word. */
static double loss_of_word(struct ground *g, uint32_t word) {
    const struct question *questions[TRIED] = {0};
    uint32_t first = g->of_word_first[word], n = g->of_word_first[word + 1] - first;
    uint32_t size = n < TRIED ? n : TRIED;
    double mean = 0, p[TRIED] = {0};
    for (uint32_t i = 0; i < size; i++)
        questions[i] = &g->questions[g->of_word[first + (uint32_t)((uint64_t)i * n / size)]];
    ground_ask_all(g, questions, size, p);
    for (uint32_t i = 0; i < size; i++) mean += fmin(-log(p[i] > 0 ? p[i] : 0), WORST) / size;
    return mean;
}

static uint32_t heaviest(const struct ground *g, const struct word *word) {
    uint32_t best = word->first;
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (g->lexicon->tau[s] > g->lexicon->tau[best]) best = s;
    return best;
}

/* A word that filters out nothing means nothing: where EMPTY does as well, it is EMPTY. */
void check_simpler(struct ground *g) {
    double *tau = g->lexicon->tau;
    g->strict = true;
    for (uint32_t w = 0; w < g->lexicon->words.n; w++) {
        const struct word *word = &g->lexicon->words.at[w];
        uint32_t best = word->n ? heaviest(g, word) : 0, empty = word->empty;
        if (!word->n || empty == UINT32_MAX || best == empty) continue;
        double before = loss_of_word(g, w), was = tau[empty], top = tau[best];
        tau[empty] = top;
        tau[best] = was;
        ground_weigh(g, word);
        if (loss_of_word(g, w) <= before + AS_WELL) continue;
        tau[empty] = was;
        tau[best] = top;
        ground_weigh(g, word);
    }
    g->strict = false;
}

/* ---- other senses --------------------------------------------------------------------------- */

/* Weights that differ less: what words hardly mean is given a hearing. */
static double *even_weights(struct ground *g) {
    double *out = arena_array(&g->arena, double, g->lexicon->slots.n + 1);
    for (uint32_t s = 0; s < g->lexicon->slots.n; s++) out[s] = pow(g->weight[s], tune("EVEN",.7));
    return out;
}

void check_hard(struct ground *g, struct search *search) {
    search->n_hard = 0;
    search->loss = 0;
    g->strict = true;
    ground_ask_all(g, search->sample, search->n, search->chance);
    g->strict = false;
    for (uint32_t i = 0; i < search->n; i++) {
        double p = search->chance[i];
        search->loss += fmin(-log(p > 0 ? p : 0), WORST) / search->n;
        if (p < DECISIVE) search->hard[search->n_hard++] = search->sample[i];
    }
}

void check_open(struct ground *g, struct search *search) {
    uint32_t n = g->n < SEARCHED ? g->n : SEARCHED, n_slots = g->lexicon->slots.n;
    *search = (struct search){.n = n};
    search->sample = arena_array(&g->arena, const struct question *, 2 * n + 1);
    search->hard = search->sample + n;
    search->chance = arena_array(&g->arena, double, n + 1);
    search->gain = arena_array(&g->arena, double, n_slots + 1);
    search->tried = arena_zalloc(&g->arena, n_slots + 1);
    for (uint32_t i = 0; i < n; i++)
        search->sample[i] = &g->questions[n == g->n ? i : rng_below(&g->rng, g->n)];
    check_hard(g, search);
}

/* What light entries would do for questions that are not understood: the share of their
 * derivations, given the answer. */
static void find_gains(struct ground *g, struct search *search) {
    uint32_t n_slots = g->lexicon->slots.n;
    double *uses = arena_zalloc(&g->arena, (n_slots + 1) * sizeof *uses), *weight = g->weight;
    memset(search->gain, 0, n_slots * sizeof *search->gain);
    g->weight = even_weights(g);
    for (uint32_t i = 0; i < search->n_hard; i++) {
        const struct question *q = search->hard[i];
        ground_ask(g, &g->eyes[0], q, uses);
        for (uint32_t k = 0; k < q->n; k++) {
            const struct word *w = &g->lexicon->words.at[q->words[k]];
            for (uint32_t s = w->first; s < w->first + w->n; s++) {
                if (weight[s] < LIGHT && !search->tried[s]) search->gain[s] += uses[s];
                uses[s] = 0;
            }
        }
    }
    g->weight = weight;
}

uint32_t check_senses(struct ground *g, struct search *search) {
    double most = 0;
    uint32_t n = 0;
    find_gains(g, search);
    for (uint32_t s = 0; s < g->lexicon->slots.n; s++) most = fmax(most, search->gain[s]);
    for (uint32_t w = 0; w < g->lexicon->words.n && most >= OFTEN; w++) {
        const struct word *word = &g->lexicon->words.at[w];
        uint32_t best = word->n ? heaviest(g, word) : 0;
        for (uint32_t s = word->first; s < word->first + word->n; s++) {
            if (search->gain[s] < CLEAR * most) continue;
            g->lexicon->tau[s] = g->lexicon->tau[best] - BEHIND;
            g->slot_m[s] = 0;
            search->tried[s] = true;
            n++;
if (getenv("DBG")) { struct buf b; buf_init(&b,&g->arena); category_print(&g->work->domain->syntax, g->lexicon->entries.at[g->lexicon->slots.at[s].entry].cat,&b); fprintf(stderr,"raise %s %s gain %.1f of %u hard\n",g->lexicon->names.names.at[w],b.at,search->gain[s],search->n_hard); }
        }
        ground_weigh(g, word);
    }
    return n;
}

/* ---- entries ---------------------------------------------------------------------------------- */

/* Questions that an entry is used for. */
struct evidence {
    uint32_t n; /* all */
    const struct question *questions[WITNESSES];
};

static void collect_evidence(struct ground *g, struct evidence *of_slot) {
    uint32_t n_slots = g->lexicon->slots.n;
    double *uses = arena_zalloc(&g->arena, (n_slots + 1) * sizeof *uses);
    for (uint32_t i = 0; i < SEARCHED; i++) {
        if (i % g->batch == 0) draw_batch(g, g->n, NULL);
        const struct question *q = g->drawn[i % g->batch];
        bool answered = ground_ask(g, &g->eyes[0], q, uses) >= DECISIVE;
        for (uint32_t k = 0; k < q->n; k++) {
            const struct word *w = &g->lexicon->words.at[q->words[k]];
            for (uint32_t s = w->first; s < w->first + w->n; s++) {
                if (answered && uses[s] > tune("USEFUL",.15) && of_slot[s].n++ < WITNESSES)
                    of_slot[s].questions[of_slot[s].n - 1] = q;
                uses[s] = 0;
            }
        }
    }
}

void check_used(struct ground *g) {
    struct evidence *of_slot = arena_zalloc(&g->arena, (g->lexicon->slots.n + 1) * sizeof *of_slot);
    g->strict = true;
    collect_evidence(g, of_slot);
    g->strict = false;
    for (uint32_t s = 0; s < g->lexicon->slots.n; s++) g->sense[s] = of_slot[s].n >= OFTEN;
}

static double loss_of(struct ground *g, const struct question *const *questions, uint32_t n) {
    double mean = 0, p[WITNESSES] = {0};
    ground_ask_all(g, questions, n, p);
    for (uint32_t i = 0; i < n; i++) mean += fmin(-log(p[i] > 0 ? p[i] : 0), WORST) / n;
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

/* The entries that are used for something, of all words. */
static uint32_t list_used(struct ground *g, const struct evidence *of_slot, uint32_t *left,
                          struct held *out) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < g->lexicon->words.n; w++) {
        const struct word *word = &g->lexicon->words.at[w];
        for (uint32_t s = word->first; s < word->first + word->n; s++) {
            g->live[s] = of_slot[s].n >= OFTEN || s == heaviest(g, word);
            left[w] += g->live[s];
            if (g->live[s]) out[n++] = (struct held){s, w, of_slot[s].n};
        }
    }
    qsort(out, n, sizeof *out, by_use);
    return n;
}

/* The least used are tried first: what they are used for, others may do. */
void check_entries(struct ground *g, bool *keep) {
    size_t n_slots = g->lexicon->slots.n;
    struct evidence *of_slot = arena_zalloc(&g->arena, (n_slots + 1) * sizeof *of_slot);
    struct held *used = arena_array(&g->arena, struct held, n_slots + 1);
    uint32_t *left = arena_zalloc(&g->arena, (g->lexicon->words.n + 1) * sizeof *left);
    collect_evidence(g, of_slot);
    uint32_t n = list_used(g, of_slot, left, used);
    g->strict = true;
    for (uint32_t i = 0; i < n; i++)
        if (left[used[i].word] > 1) left[used[i].word] -= can_go(g, used[i].slot, &of_slot[used[i].slot]);
    g->strict = false;
    memcpy(keep, g->live, n_slots);
}
