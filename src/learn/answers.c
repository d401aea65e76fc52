/* Learning from answers about stated facts: short questions first, all of each stage a few
 * times, in batches; then what hardly any example needs is dropped, and the rest settles.
 *
 *     up to 5 words ─▶ 6 ─▶ 7 ─▶ ... ─▶ all ─▶ uses of entries ─▶ keep ─▶ all again */
#include <math.h>
#include <string.h>

#include "learn/objective.h"

static void shuffle(struct learner *l, uint32_t *order, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) order[i] = i;
    for (uint32_t i = n; i > 1; i--) {
        uint32_t k = rng_below(&l->rng, i), swap = order[k];
        order[k] = order[i - 1];
        order[i - 1] = swap;
    }
}

/* Once through the first n examples. */
static void run_epoch(struct learner *l, uint32_t n, uint32_t *order) {
    double loss = 0, right = 0;
    uint32_t steps = 0;
    shuffle(l, order, n);
    for (uint32_t at = 0; at < n && learner_may_go_on(l); at += l->n_drawn) {
        batch_take(l, order + at, n - at < l->batch ? n - at : l->batch);
        loss += l->loss;
        right += fmax(l->accuracy, 0);
        steps++;
        l->n_updates++;
        learner_report(l, l->n_stages - 1);
    }
    l->mean_loss = steps ? loss / steps : 0;
    l->mean_accuracy = steps ? right / steps : 0;
}

/* Lengths at which a stage ends: each adds about as many examples. */
static uint32_t next_stage(const struct learner *l, uint32_t from, uint32_t least) {
    uint32_t n = from + least < l->n ? from + least : l->n;
    while (n < l->n && l->examples[n].n == l->examples[n - 1].n) n++;
    return n;
}

static void run_stages(struct learner *l, uint32_t *order) {
    uint32_t least = l->n / 6 + 1;
    for (uint32_t n = 0; n < l->n && learner_may_go_on(l);) {
        n = next_stage(l, n, least);
        for (uint32_t i = 0; i < l->recipe.answer_epochs; i++) run_epoch(l, n, order);
    }
    for (uint32_t i = 0; i < l->recipe.answer_final; i++) run_epoch(l, l->n, order);
}

/* What derivations of the answers use stays; of a word that is in none, what it means best. */
static void choose(struct learner *l) {
    double *uses = arena_zalloc(&l->arena, (l->lexicon->slots.n + 1) * sizeof *uses);
    for (uint32_t i = 0; i < l->n; i++) objective_ask(l, 0, &l->examples[i], uses);
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        double all = 0;
        for (uint32_t s = word->first; s < word->first + word->n; s++) all += uses[s];
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            l->keep[s] = uses[s] >= l->recipe.answer_kept * fmax(1, sqrt(all));
        /* What no question has is kept as other words of its kind are used. */
        bool spare = !strcmp(l->lexicon->names.names.at[w], "<value>");
        for (uint32_t s = word->first; s < word->first + word->n; s++) l->keep[s] |= spare;
        if (word->n) l->keep[learner_heaviest(l, word)] = true;
        l->sightings[w]++;
    }
}

void answers_learn(struct learner *l) {
    uint32_t *order = arena_array(&l->arena, uint32_t, l->n + 1);
    run_stages(l, order);
    choose(l);
}
