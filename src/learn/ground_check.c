/* How well it was learned: which words make questions hard to answer, and which might as
 * well mean nothing. */
#include <math.h>
#include <string.h>

#include "learn/ground.h"

#define SAMPLE    2000 /* questions looked at */
#define PASSES    200
#define MAX_TYPES 16
#define STIFF     5.  /* questions of evidence against blaming a word */
#define TRIED     100 /* questions of a word */

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
        sample[i] = (struct sampled){questions[i], ground_loss(p[i])};
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
    for (uint32_t i = 0; i < size; i++) mean += ground_loss(p[i]) / size;
    return mean;
}

/* A word that filters out nothing means nothing: where EMPTY does as well, it is EMPTY. */
void check_simpler(struct ground *g) {
    double *tau = g->lexicon->tau;
    g->strict = true;
    for (uint32_t w = 0; w < g->lexicon->words.n && !g->stopped; w++) {
        const struct word *word = &g->lexicon->words.at[w];
        uint32_t best = word->n ? ground_heaviest(g, word) : 0, empty = word->empty;
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
