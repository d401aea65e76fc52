/* Words that make examples hard to explain begin again; the others know what they mean by
 * now, and that makes it easier.
 *
 *     losses of a sample ─▶ a sum over words (regression) ─▶ words to blame ─▶ reset, learned
 *          ▲                                                                        │
 *          └────────────────────────────────────────────────────────────────────────┘ */
#include <math.h>
#include <string.h>

#include "learn/objective.h"

#define MAX_TYPES 16 /* of targets; more share a mean */

/* ---- blame -------------------------------------------------------------------------------- */

struct sampled {
    const struct example *example;
    double rest; /* its loss, less what its words are blamed for */
};

/* Some answers are harder to get than others, whatever the words. */
static void take_means(struct sampled *sample, uint32_t n) {
    double sum[MAX_TYPES] = {0}, count[MAX_TYPES] = {0};
    for (uint32_t i = 0; i < n; i++) {
        type_id type = sample[i].example->target->type % MAX_TYPES;
        sum[type] += sample[i].rest;
        count[type]++;
    }
    for (uint32_t i = 0; i < n; i++) {
        type_id type = sample[i].example->target->type % MAX_TYPES;
        sample[i].rest -= sum[type] / count[type];
    }
}

/* The loss as a sum over words and the type of the answer, no word helping: all move at
 * once, each by its part of what is left. */
static void spread_blame(struct learner *l, struct sampled *sample, uint32_t n, double *blame) {
    uint32_t n_words = l->lexicon->words.n;
    double *sum = arena_array(&l->arena, double, 2 * (size_t)n_words + 1);
    double *count = sum + n_words, length = 1;
    memset(blame, 0, n_words * sizeof *blame);
    memset(count, 0, n_words * sizeof *count);
    for (uint32_t i = 0; i < n; i++) {
        length += (double)sample[i].example->n / n;
        for (uint32_t k = 0; k < sample[i].example->n; k++) count[sample[i].example->words[k]]++;
    }
    for (int pass = 0; pass < l->recipe.blame_passes; pass++) {
        memset(sum, 0, n_words * sizeof *sum);
        take_means(sample, n);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < sample[i].example->n; k++)
                sum[sample[i].example->words[k]] += sample[i].rest;
        for (uint32_t w = 0; w < n_words; w++) {
            double step = fmax(-blame[w], (sum[w] / (count[w] + l->recipe.blame_prior)) / length);
            blame[w] += step;
            sum[w] = step;
        }
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < sample[i].example->n; k++)
                sample[i].rest -= sum[sample[i].example->words[k]];
    }
}

/* Mean loss of a sample, and what each word adds to it: [n_words]. */
static double find_blame(struct learner *l, double *blame) {
    uint32_t size = l->n < l->recipe.blame_examples ? l->n : (uint32_t)l->recipe.blame_examples;
    struct sampled *sample = arena_array(&l->arena, struct sampled, size + 1);
    const struct example **examples = arena_array(&l->arena, const struct example *, size + 1);
    double mean = 0, *p = arena_array(&l->arena, double, size + 1);
    for (uint32_t i = 0; i < size; i++)
        examples[i] = &l->examples[size == l->n ? i : rng_below(&l->rng, l->n)];
    objective_ask_all(l, examples, size, p);
    for (uint32_t i = 0; i < size; i++) {
        sample[i] = (struct sampled){examples[i], learner_loss(l, p[i])};
        mean += sample[i].rest / size;
    }
    spread_blame(l, sample, size, blame);
    return mean;
}

/* ---- resets --------------------------------------------------------------------------------- */

static void reset_word(struct learner *l, uint32_t word) {
    const struct word *w = learner_word(l, word);
    eliminate_undo(l, word);
    for (uint32_t s = w->first; s < w->first + w->n; s++)
        l->lexicon->tau[s] = examples_first_tau(l, word, l->lexicon->slots.at[s].entry);
    if (l->concepts) examples_first_params(l, word);
    adam_forget(l, word);
    adam_weigh(l, word);
}

struct resets {
    double *blame;  /* [n_words] */
    uint8_t *times; /* [n_words] that it began again */
    bool *wanted;   /* [n_words] it does in this round */
    uint32_t n;     /* how many of them */
};

/* Which words begin again. */
static void reset_words(struct learner *l, double least, struct resets *self) {
    self->n = 0;
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        self->wanted[w] =
            self->blame[w] > least && l->n_initial[w] && self->times[w] < l->recipe.resets_per_word;
        if (!self->wanted[w]) continue;
        reset_word(l, w);
        self->times[w]++;
        self->n++;
    }
}

/* False: there is nothing to do. */
static bool begin_round(struct learner *l, struct resets *self) {
    const struct recipe *r = &l->recipe;
    double mean = find_blame(l, self->blame);
    if (mean < r->reset_loss + l->noise * r->max_loss) return false;
    reset_words(l, r->reset_blame * mean, self);
    /* What is ruled out stays so; and what is not seen well is no fault of words. */
    return self->n || !(l->objective->viability || l->groups);
}

static void keep(struct learner *l, struct stash *stash) {
    struct resets *self = l->held;
    stash_bytes(stash, self->times, l->lexicon->words.n * sizeof *self->times);
    stash_bytes(stash, self->wanted, l->lexicon->words.n * sizeof *self->wanted);
    stash_value(stash, self->n);
}

void reset_run(struct learner *l) {
    const struct recipe *r = &l->recipe;
    uint32_t n_words = l->lexicon->words.n;
    struct resets self = {.blame = arena_array(&l->arena, double, n_words + 1),
                          .times = arena_zalloc(&l->arena, n_words + 1),
                          .wanted = arena_array(&l->arena, bool, n_words + 1)};
    double rounds = l->given ? r->group_rounds : r->reset_rounds;
    resume_hold(l, &self, keep);
    for (; l->place.round < rounds && (l->resumed || learner_may_go_on(l)); l->place.round++) {
        if (!l->resumed && !begin_round(l, &self)) break;
        curriculum_steps(l, fmin(r->reset_examples, r->stage_epochs * l->n),
                         self.n ? self.wanted : NULL);
    }
    resume_hold(l, NULL, NULL);
}
