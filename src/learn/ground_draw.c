/* Which questions to learn from next. Most are drawn at random. For the others a word
 * is drawn first, and then a question that has it: so a word that is rare, or rare in
 * short questions, is seen as often as any other. */
#include <string.h>

#include "learn/ground.h"

#define TAIL        .4  /* share of questions drawn by a word, */
#define TAIL_OF_FEW .25 /* or, where there are not many, less: they are as they are */
#define FEW         2500
#define HARD        .25 /* share of those that are not understood, where these are known */
#define WANTED      .5  /* share of those drawn for words that are wanted, where some are */

static void count_words(struct ground *g, uint32_t *last) {
    for (uint32_t i = 0; i < g->n; i++)
        for (uint32_t k = 0; k < g->questions[i].n; k++) {
            uint32_t w = g->questions[i].words[k];
            if (last[w] == i + 1) continue;
            last[w] = i + 1;
            g->of_word_first[w + 1]++;
        }
}

static void list_words(struct ground *g, uint32_t *last, uint32_t *at) {
    for (uint32_t i = 0; i < g->n; i++)
        for (uint32_t k = 0; k < g->questions[i].n; k++) {
            uint32_t w = g->questions[i].words[k];
            if (last[w] == i + 1) continue;
            last[w] = i + 1;
            g->of_word[at[w]++] = i;
        }
}

void draw_open(struct ground *g) {
    uint32_t n = g->lexicon->words.n;
    uint32_t *last = arena_zalloc(&g->arena, (n + 1) * sizeof *last);
    uint32_t *at = arena_array(&g->arena, uint32_t, n + 1);
    g->of_word_first = arena_zalloc(&g->arena, (n + 2) * sizeof *g->of_word_first);
    g->alive = arena_array(&g->arena, uint32_t, n + 1);
    count_words(g, last);
    for (uint32_t w = 0; w < n; w++) g->of_word_first[w + 1] += g->of_word_first[w];
    memcpy(at, g->of_word_first, n * sizeof *at);
    memset(last, 0, n * sizeof *last);
    g->of_word = arena_array(&g->arena, uint32_t, g->of_word_first[n] + 1);
    list_words(g, last, at);
}

/* Questions of a word among the first n: they come in order. */
static uint32_t n_of_word(const struct ground *g, uint32_t word, uint32_t n) {
    const uint32_t *first = g->of_word + g->of_word_first[word];
    uint32_t low = 0, high = g->of_word_first[word + 1] - g->of_word_first[word];
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (first[middle] < n) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void find_alive(struct ground *g, uint32_t n) {
    if (g->alive_for == n) return;
    g->n_alive = 0;
    g->alive_for = n;
    for (uint32_t w = 0; w < g->lexicon->words.n; w++)
        if (n_of_word(g, w, n)) g->alive[g->n_alive++] = w;
}

static const struct question *draw_by_word(struct ground *g, uint32_t n, uint32_t word) {
    uint32_t k = rng_below(&g->rng, n_of_word(g, word, n));
    return &g->questions[g->of_word[g->of_word_first[word] + k]];
}

static uint32_t draw_wanted(struct ground *g, const bool *wanted) {
    for (uint32_t tries = 0; tries < 1000; tries++) {
        uint32_t word = g->alive[rng_below(&g->rng, g->n_alive)];
        if (wanted[word]) return word;
    }
    return g->alive[0];
}

void draw_batch(struct ground *g, uint32_t n, const bool *wanted) {
    double tail = g->n < FEW ? TAIL_OF_FEW : TAIL;
    find_alive(g, n);
    for (uint32_t i = 0; i < g->batch; i++) {
        double chance = rng_uniform(&g->rng);
        if (g->n_hard && chance < HARD) g->drawn[i] = g->hard[rng_below(&g->rng, g->n_hard)];
        else if (wanted && chance < WANTED)
            g->drawn[i] = draw_by_word(g, n, draw_wanted(g, wanted));
        else if (chance < (wanted ? WANTED : g->n_hard ? HARD : 0) + tail)
            g->drawn[i] = draw_by_word(g, n, g->alive[rng_below(&g->rng, g->n_alive)]);
        else g->drawn[i] = &g->questions[rng_below(&g->rng, n)];
    }
}
