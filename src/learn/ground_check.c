/* How well it was learned: which words make questions hard to answer, and which
 * entries the examples need. */
#include <math.h>
#include <string.h>
#include <stdio.h>
#include <stdlib.h>

#include "learn/ground.h"

#define SAMPLE    2000 /* questions looked at */
#define PASSES    200
#define MAX_TYPES 16
#define STIFF     5.  /* questions of evidence against blaming a word */
#define WORST     6.  /* a question is not blamed for more */
#define KEPT      .06 /* of the best entry's share */
#define DECISIVE  .5
#define OFTEN     2
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

static void keep_heavy(const struct ground *g, bool *keep) {
    for (uint32_t w = 0; w < g->lexicon->words.n; w++) {
        const struct word *word = &g->lexicon->words.at[w];
        double max = 0;
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            max = fmax(max, g->weight[s]);
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            keep[s] = g->weight[s] >= KEPT * max;
    }
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
}

/* ---- entries ---------------------------------------------------------------------------------- */

/* A light entry stays if questions that need a light one are answered by it. */
void check_entries(struct ground *g, bool *keep) {
    uint32_t n_slots = g->lexicon->slots.n, size = g->n < SAMPLE ? g->n : SAMPLE;
    double *uses = arena_array(&g->arena, double, n_slots + 1);
    uint32_t *decisive = arena_zalloc(&g->arena, (n_slots + 1) * sizeof *decisive);
    keep_heavy(g, keep);
    for (uint32_t i = 0; i < size; i++) {
        draw_batch(g, g->n, NULL);
        const struct question *q = g->drawn[0];
        memset(uses, 0, n_slots * sizeof *uses);
        if (ground_ask(g, &g->eyes[0], q, uses) < DECISIVE) continue;
        for (uint32_t k = 0; k < q->n; k++) {
            const struct word *w = &g->lexicon->words.at[q->words[k]];
            for (uint32_t s = w->first; s < w->first + w->n; s++) {
                decisive[s] += uses[s] > DECISIVE;
                uses[s] = 0;
            }
        }
    }
    for (uint32_t s = 0; s < n_slots; s++) keep[s] |= decisive[s] >= OFTEN;
if (getenv("DBG")) for (uint32_t w = 0; w < g->lexicon->words.n; w++) { const struct word *W=&g->lexicon->words.at[w]; const char*nm=g->lexicon->names.names.at[w]; if(!strstr(getenv("DBG"),nm)) continue; for(uint32_t s=W->first;s<W->first+W->n;s++){ const struct candidate*c=&g->lexicon->entries.at[g->lexicon->slots.at[s].entry]; struct buf b; buf_init(&b,&g->arena); category_print(&g->work->domain->syntax,c->cat,&b); if(g->weight[s]>1e-3||decisive[s]) fprintf(stderr,"DBG %s %s w=%.4f decisive=%u keep=%d\n",nm,b.at,g->weight[s],decisive[s],keep[s]); } }
}
