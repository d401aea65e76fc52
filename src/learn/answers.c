/* Learning from answers about stated facts: short questions first, all of each stage a few
 * times, in batches; then what hardly any example needs is dropped, and the rest settles.
 *
 *     up to 5 words ─▶ 6 ─▶ 7 ─▶ ... ─▶ all ─▶ uses of entries ─▶ keep ─▶ all again */
#include <math.h>
#include <string.h>

#include "learn/objective.h"

/* Lengths at which stages end, each of which adds about as many examples. */
static uint32_t next_stage(const struct learner *l, uint32_t from) {
    uint32_t least = l->n / 6 + 1, n = from + least < l->n ? from + least : l->n;
    while (n < l->n && l->examples[n].n == l->examples[n - 1].n) n++;
    return n;
}

/* Once through the first n examples. */
struct epoch {
    uint32_t n, at;
    uint32_t *order; /* [n] */
    double loss, right;
    uint32_t steps;
};

static void shuffle(struct learner *l, struct epoch *e) {
    for (uint32_t i = 0; i < e->n; i++) e->order[i] = i;
    for (uint32_t i = e->n; i > 1; i--) {
        uint32_t k = rng_below(&l->rng, i), swap = e->order[k];
        e->order[k] = e->order[i - 1];
        e->order[i - 1] = swap;
    }
}

static void run_epoch(struct learner *l, struct epoch *e) {
    if (!l->resumed) {
        e->loss = e->right = 0;
        e->at = e->steps = 0;
        shuffle(l, e);
    }
    l->resumed = false;
    while (e->at < e->n && learner_may_go_on(l)) {
        batch_take(l, e->order + e->at, e->n - e->at < l->batch ? e->n - e->at : l->batch);
        e->at += l->n_drawn;
        e->loss += l->loss;
        e->right += fmax(l->accuracy, 0);
        e->steps++;
        l->n_updates++;
        learner_report(l, l->n_stages - 1);
        resume_point(l);
    }
    l->mean_loss = e->steps ? e->loss / e->steps : 0;
    l->mean_accuracy = e->steps ? e->right / e->steps : 0;
}

static void keep(struct learner *l, struct stash *stash) {
    struct epoch *e = l->held;
    stash_value(stash, e->n);
    stash_value(stash, e->at);
    if (e->n > l->n || e->at > e->n) resume_fail(l);
    stash_bytes(stash, e->order, e->n * sizeof *e->order);
    for (uint32_t i = 0; i < e->n; i++)
        if (e->order[i] >= l->n) resume_fail(l);
    stash_value(stash, e->loss);
    stash_value(stash, e->right);
    stash_value(stash, e->steps);
}

/* Updates of all epochs, if none ends early. */
static uint32_t count_updates(const struct learner *l) {
    const struct recipe *r = &l->recipe;
    double updates = r->answer_final * ((l->n + l->batch - 1) / l->batch);
    for (uint32_t n = 0; n < l->n;) {
        n = next_stage(l, n);
        updates += r->answer_epochs * ((n + l->batch - 1) / l->batch);
    }
    return (uint32_t)fmin(updates, INT32_MAX);
}

/* A few epochs of each stage, then of all. */
static void run_stages(struct learner *l, struct epoch *e) {
    uint32_t *round = &l->place.round;
    if (resume_reaches(l, PHASE_STAGES))
        while (l->resumed || (e->n < l->n && learner_may_go_on(l))) {
            if (!l->resumed) {
                e->n = next_stage(l, e->n);
                *round = 0;
            }
            for (; *round < l->recipe.answer_epochs; ++*round) run_epoch(l, e);
        }
    resume_reaches(l, PHASE_FINAL);
    e->n = l->n;
    for (; *round < l->recipe.answer_final; ++*round) run_epoch(l, e);
}

/* A verb that was seen before what it is about may stand behind it as well. */
static void keep_turned(struct learner *l, const struct word *word, const double *uses) {
    const struct lexicon *lexicon = l->lexicon;
    for (uint32_t s = word->first; s < word->first + word->n; s++) {
        const struct term *program = lexicon->entries.at[lexicon->slots.at[s].entry].program;
        if (!program || program->kind != TERM_LAMBDA || uses[s] < l->recipe.answer_turned) continue;
        for (uint32_t k = word->first; k < word->first + word->n; k++)
            l->keep[k] |= lexicon->entries.at[lexicon->slots.at[k].entry].program == program;
    }
}

/* What derivations of the answers use stays; of a word that is in none, what it means best. */
static void choose(struct learner *l) {
    double *uses = arena_zalloc(&l->arena, (l->lexicon->slots.n + 1) * sizeof *uses);
    for (uint32_t i = 0; i < l->n; i++) objective_ask(l, &l->examples[i], uses);
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
        keep_turned(l, word, uses);
        l->sightings[w]++;
    }
}

void answers_learn(struct learner *l) {
    struct epoch epoch = {.order = arena_array(&l->arena, uint32_t, l->n + 1)};
    if (!l->resumed) l->n_planned = count_updates(l);
    resume_hold(l, &epoch, keep);
    run_stages(l, &epoch);
    resume_hold(l, NULL, NULL);
    choose(l);
}
