/* Words with several meanings. A word that nearly always means one thing hardly learns what
 * else it means: steps are many for the one and few for the other, or the other was ruled
 * out. So
 *
 *     examples not understood ─▶ entries that would explain them ─▶ raised, learned with
 *          ▲                                                              │
 *          └──────────── kept if more is understood, else taken back ◀────┘
 *
 * Which of its entries a word keeps is decided in choose.c, by uses and not by weight, since
 * a rare meaning of a frequent word has hardly any. */
#include <math.h>
#include <string.h>

#include "learn/objective.h"

/* A sample of examples, and which of them are not understood. */
struct search {
    const struct example **sample, **hard; /* [n], [n_hard] */
    uint32_t n, n_hard;
    double *probability; /* [n] */
    double loss;         /* mean */
    double *gain;        /* [n_slots] by initial slot: what it would do for the hard ones */
    bool *tried;         /* [n_slots] by itself */
    bool single;         /* one entry at a time: several at once did no good */
    bool found;          /* some entries did good */
    uint8_t *before;     /* [n_before] words as they were before the round */
    size_t n_before;
};

/* ---- what is not understood --------------------------------------------------------------- */

static void look(struct learner *l, struct search *search) {
    search->n_hard = 0;
    search->loss = 0;
    l->only_live = true;
    objective_ask_all(l, search->sample, search->n, search->probability);
    l->only_live = false;
    for (uint32_t i = 0; i < search->n; i++) {
        double p = search->probability[i];
        search->loss += learner_loss(l, p) / search->n;
        if (p < l->recipe.understood) search->hard[search->n_hard++] = search->sample[i];
    }
}

static void open_search(struct learner *l, struct search *search) {
    struct stash size = {.measuring = true};
    uint32_t n = l->n < l->recipe.sense_examples ? l->n : (uint32_t)l->recipe.sense_examples;
    uint32_t n_slots = l->lexicon->slots.n;
    *search = (struct search){.n = n};
    search->sample = arena_array(&l->arena, const struct example *, 2 * n + 1);
    search->hard = search->sample + n;
    search->probability = arena_array(&l->arena, double, n + 1);
    search->gain = arena_array(&l->arena, double, n_slots + 1);
    search->tried = arena_zalloc(&l->arena, n_slots + 1);
    resume_keep_words(l, &size);
    search->n_before = size.n;
    search->before = arena_alloc(&l->arena, size.n + 1);
    if (l->resumed) return;
    for (uint32_t i = 0; i < n; i++)
        search->sample[i] = &l->examples[n == l->n ? i : rng_below(&l->rng, l->n)];
    look(l, search);
}

/* ---- what would be ------------------------------------------------------------------------- */

/* Weights that are more even, and entries that are hardly considered get a hearing. */
static double *even_weights(struct learner *l) {
    double *out = arena_array(&l->arena, double, l->lexicon->slots.n + 1);
    for (uint32_t s = 0; s < l->lexicon->slots.n; s++)
        out[s] = pow(l->weight[s], l->recipe.sense_exponent);
    return out;
}

/* Is it no sense of the word as yet? */
static bool is_new(const struct learner *l, uint32_t word, uint32_t initial) {
    if (l->objective->softmax) return l->weight[initial] < l->recipe.sense_light;
    return eliminate_find(l, word, initial) == UINT32_MAX;
}

/* How ready a word is to mean something else: by the rule of succession, one that was understood
 * n times without it, in one of n + 1. So `pick` has a second meaning rather than `the`. Where
 * weights are means, they say that themselves. */
static double readiness(const struct learner *l, uint32_t word) {
    uint32_t n = l->of_word_first[word + 1] - l->of_word_first[word];
    return l->objective->viability ? 1 / (n + 1.0) : 1;
}

/* Of the words by which an example could be explained, how ready the readiest is. */
static double most_ready(const struct learner *l, const struct example *e, const double *share) {
    double most = 0;
    for (uint32_t k = 0; k < e->n; k++) {
        uint32_t word = e->words[k], s = learner_word(l, word)->first, end = s + l->n_initial[word];
        while (s < end && share[s] == 0) s++;
        if (s < end) most = fmax(most, readiness(l, word));
    }
    return most;
}

/* Move the shares of an example's words to `gain`, and clear them. */
static void add_gains(struct learner *l, const struct example *e, double *share,
                      struct search *search) {
    double most = most_ready(l, e, share);
    for (uint32_t k = 0; k < e->n; k++) {
        uint32_t word = e->words[k], first = learner_word(l, word)->first;
        for (uint32_t s = first; s < first + l->n_initial[word]; s++) {
            if (share[s] == 0) continue;
            if (is_new(l, word, s) && !search->tried[s])
                search->gain[s] += share[s] * readiness(l, word) / most;
            share[s] = 0;
        }
    }
}

/* What other entries would do for examples that are not understood. */
struct gains {
    struct learner *learner;
    struct search *search;
    double *even, *weight; /* [n_slots] of entries: as they are heard now, and as they are */
    double *share;         /* [n_slots] zero between examples */
};

static void tell_gains(void *context, uint32_t i, const struct explained *x) {
    struct gains *self = context;
    for (uint32_t k = 0; k < x->n; k++) self->share[x->uses[k].slot] = x->uses[k].share;
    self->learner->weight = self->weight;
    add_gains(self->learner, self->search->hard[i], self->share, self->search);
    self->learner->weight = self->even;
}

static void hear_alternatives(struct gains *self) {
    struct learner *l = self->learner;
    for (uint32_t i = 0; i < self->search->n_hard; i++) {
        l->weight = self->even;
        l->objective->alternatives(l, self->search->hard[i], self->share);
        l->weight = self->weight;
        add_gains(l, self->search->hard[i], self->share, self->search);
    }
}

static void find_gains(struct learner *l, struct search *search) {
    struct gains self = {l, search, even_weights(l), l->weight, NULL};
    self.share = arena_zalloc(&l->arena, (l->lexicon->slots.n + 1) * sizeof *self.share);
    memset(search->gain, 0, l->lexicon->slots.n * sizeof *search->gain);
    l->weight = self.even;
    if (l->objective->alternatives) hear_alternatives(&self);
    else objective_explain_all(l, search->hard, search->n_hard, tell_gains, &self);
    l->weight = self.weight;
}

static void raise_entry(struct learner *l, uint32_t word, uint32_t initial) {
    const struct word *w = learner_word(l, word);
    double tau = w->n ? l->lexicon->tau[learner_heaviest(l, w)] : 0;
    uint32_t slot = eliminate_find(l, word, initial);
    tau -= l->recipe.sense_behind;
    if (slot == UINT32_MAX) slot = eliminate_restore(l, word, initial, tau);
    l->lexicon->tau[slot] = tau;
    l->m[slot] = 0;
    l->several[word] = true;
    adam_weigh(l, word);
}

/* Entries that would explain what is hard get a chance. Returns how many. */
static uint32_t raise_entries(struct learner *l, struct search *search) {
    double most = 0;
    uint32_t n = 0;
    find_gains(l, search);
    for (uint32_t s = 0; s < l->lexicon->slots.n; s++) most = fmax(most, search->gain[s]);
    double least = search->single ? most : l->recipe.sense_clear * most;
    bool noisy = l->noise > 0 || l->objective->viability;
    least = fmax(least, l->recipe.sense_uses);
    if (noisy) least = fmax(least, l->recipe.sense_share * search->n_hard);
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        uint32_t first = learner_word(l, w)->first;
        for (uint32_t s = first; s < first + l->n_initial[w]; s++) {
            if (search->gain[s] < least) continue;
            if (search->single && n) continue;
            raise_entry(l, w, s);
            search->tried[s] = search->single;
            n++;
        }
    }
    return n;
}

/* ---- trying ---------------------------------------------------------------------------------- */

/* What words were like before a round, to go back to. */
static void save(struct learner *l, const struct search *search) {
    struct stash stash = {.at = search->before, .cap = search->n_before};
    resume_keep_words(l, &stash);
}

static void go_back(struct learner *l, const struct search *search) {
    struct stash stash = {.reading = true, .at = search->before, .n = search->n_before};
    resume_keep_words(l, &stash);
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) adam_weigh(l, w);
}

/* Learn with what was raised; is more understood? */
static bool try_raised(struct learner *l, struct search *search) {
    const struct recipe *r = &l->recipe;
    double n =
        fmin(fmin(r->reset_examples, r->stage_epochs * l->n), r->sense_trials * search->n_hard);
    l->hard = search->hard;
    l->n_hard = search->n_hard;
    curriculum_steps(l, n, NULL);
    l->n_hard = 0;
    double loss = search->loss;
    look(l, search);
    return search->loss < loss;
}

static void keep(struct learner *l, struct stash *stash) {
    struct search *search = l->held;
    resume_examples(l, stash, search->sample, search->n);
    stash_value(stash, search->n_hard);
    if (search->n_hard > search->n) resume_fail(l);
    resume_examples(l, stash, search->hard, search->n_hard);
    stash_value(stash, search->loss);
    stash_bytes(stash, search->tried, l->lexicon->slots.n * sizeof *search->tried);
    stash_value(stash, search->single);
    stash_value(stash, search->found);
    stash_bytes(stash, search->before, search->n_before);
}

/* Entries by which examples are explained. */
static void mark_senses(struct learner *l) {
    l->only_live = true;
    const struct evidence *of_slot = evidence_collect(l);
    l->only_live = false;
    for (uint32_t s = 0; s < l->lexicon->slots.n; s++)
        l->sense[s] = of_slot[s].n >= l->recipe.sense_uses;
}

bool senses_run(struct learner *l) {
    struct search search;
    if (l->options->senses == 1 || !(l->resumed || learner_may_go_on(l))) return false;
    open_search(l, &search);
    resume_hold(l, &search, keep);
    for (uint32_t *i = &l->place.round; *i < l->recipe.sense_rounds && !l->stopped && search.n_hard;
         ++*i) {
        if (!l->resumed) save(l, &search);
        if (!l->resumed && !raise_entries(l, &search)) break;
        if (try_raised(l, &search)) {
            search.found = true;
        } else {
            go_back(l, &search);
            look(l, &search);
            search.single = true;
        }
    }
    resume_hold(l, NULL, NULL);
    if (l->objective->softmax) mark_senses(l);
    return search.found;
}
