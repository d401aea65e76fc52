/* The training step, and the stages it runs in.
 *
 *     draw_batch ─▶ step_run for each sentence ─▶ add_up ─▶ update_word ─▶ eliminate_word
 *
 * Short sentences first: "jump" leaves one candidate for `jump`, which makes
 * "jump twice" decide `twice`, and so on. What no derivation of the right answer
 * uses is ruled out (elimination), so the chart of a long sentence is small by
 * the time it is reached. */
#include <math.h>
#include <string.h>

#include "learn/trainer.h"

#define UPDATES     50 /* per stage */
#define RATE        0.1
#define SIGHTINGS   8     /* sentences before an entry can be ruled out */
#define PRUNE_SHARE 0.002 /* of the best entry's weight, after a stage of expected inference */
#define EPOCHS      25 /* of such a stage: few sentences, said too often, rule out what is right */

/* ---- one training step ----------------------------------------------------------------------- */

static uint32_t count_slots(const struct lexicon *lexicon, const struct sample *s) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n; i++) n += lexicon->words.at[s->words[i]].n;
    return n;
}

static void make_room(struct trainer *t, struct verdict *v, const struct sample *s) {
    uint32_t slots = count_slots(t->lexicon, s);
    if (s->n > v->cap_words) {
        v->cap_words = s->n * 2;
        v->words = arena_array(&t->arena, uint32_t, v->cap_words);
    }
    if (slots > v->cap_slots) {
        v->cap_slots = slots * 2;
        v->grads = arena_array(&t->arena, double, v->cap_slots);
        v->viable = arena_array(&t->arena, bool, v->cap_slots);
    }
}

/* Sentences drawn more than once are computed once. */
static void draw_batch(struct trainer *t, uint32_t n_samples) {
    t->n_drawn = 0;
    for (uint32_t i = 0; i < t->batch_size; i++) {
        struct sample *drawn = &t->samples[rng_below(&t->rng, n_samples)];
        uint32_t k = 0;
        while (k < t->n_drawn && t->batch[k] != drawn) k++;
        if (k == t->n_drawn) {
            make_room(t, &t->verdicts[k], drawn);
            t->verdicts[k].times = 0;
            t->batch[t->n_drawn++] = drawn;
        }
        t->verdicts[k].times++;
    }
}

/* One that was too large is worth another try when a tenth of its entries has gone. */
static bool put_off(const struct trainer *t, const struct sample *s) {
    return s->gave_up && count_slots(t->lexicon, s) > s->gave_up * 0.9;
}

static void run_sentence(void *context, int worker, uint32_t i) {
    struct trainer *t = context;
    if (put_off(t, t->batch[i])) {
        t->verdicts[i].outcome = OUTCOME_TOO_LARGE;
        t->verdicts[i].work = 0;
        return;
    }
    step_run(&t->workers[worker], t->lexicon, t->batch[i], &t->step, &t->verdicts[i]);
}

/* Of the sentences that were looked at, the mean weight of what is right. */
static double accuracy(const struct trainer *t) {
    double right = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_drawn; i++) {
        const struct verdict *v = &t->verdicts[i];
        if (v->outcome == OUTCOME_TOO_LARGE) continue;
        if (v->outcome == OUTCOME_OK) right += exp(-v->loss) * v->times;
        n += v->times;
    }
    return n && !t->step.expected ? right / n : -1;
}

/* Add up the verdicts in the order of the batch. Returns the mean loss. */
static double add_up(struct trainer *t) {
    double loss = 0;
    uint32_t n = 0;
    t->accuracy = accuracy(t);
    for (uint32_t i = 0; i < t->n_drawn; i++) {
        const struct verdict *v = &t->verdicts[i];
        t->effort += v->work;
        if (v->outcome == OUTCOME_TOO_LARGE && !put_off(t, t->batch[i]))
            t->batch[i]->gave_up = count_slots(t->lexicon, t->batch[i]);
        if (v->outcome != OUTCOME_OK) continue;
        loss += v->loss * v->times;
        n += v->times;
        size_t at = 0;
        for (uint32_t k = 0; k < v->n_words; k++) {
            const struct word *word = &t->lexicon->words.at[v->words[k]];
            t->touched[v->words[k]] = true;
            t->sightings[v->words[k]] += v->times;
            for (uint32_t s = word->first; s < word->first + word->n; s++, at++) {
                t->grad[s] += v->grads[at] * v->times / t->batch_size;
                t->uses[s] += v->viable[at] ? v->times : 0;
            }
        }
    }
    return n ? loss / n : 0;
}

/* Adam, for the words of the batch only (Kingma and Ba 2015). */
static void update_word(struct trainer *t, uint32_t w) {
    const double b1 = 0.9, b2 = 0.999;
    double rate = t->options->learning_rate > 0 ? t->options->learning_rate : RATE;
    const struct word *word = &t->lexicon->words.at[w];
    uint32_t n = ++t->steps[w];
    double scale = rate * sqrt(1 - pow(b2, n)) / (1 - pow(b1, n));
    for (uint32_t s = word->first; s < word->first + word->n; s++) {
        double g = t->grad[s];
        t->grad[s] = 0;
        t->m[s] = b1 * t->m[s] + (1 - b1) * g;
        t->v[s] = b2 * t->v[s] + (1 - b2) * g * g;
        t->lexicon->tau[s] -= scale * t->m[s] / (sqrt(t->v[s]) + 1e-8);
    }
}

static void move_slot(void *context, uint32_t from, uint32_t to) {
    struct trainer *t = context;
    t->m[to] = t->m[from];
    t->v[to] = t->v[from];
    t->uses[to] = t->uses[from];
}

static void note_ruled_out(struct trainer *t, uint32_t w) {
    const struct word *word = &t->lexicon->words.at[w];
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (t->options->keep_candidates && !t->keep[s])
            vec_push(&t->arena, &t->ruled_out,
                     ((struct ruled_out){w, t->lexicon->slots.at[s].entry, t->lexicon->tau[s]}));
}

/* Rule out what is of use clearly less often than the word's best entry. */
static void eliminate_word(struct trainer *t, uint32_t w, double tolerance) {
    const struct word *word = &t->lexicon->words.at[w];
    uint32_t best = 0, kept = 0;
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (t->uses[s] > best) best = t->uses[s];
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        kept += t->keep[s] = t->uses[s] >= tolerance * best;
    if (!best || kept == word->n) return;
    note_ruled_out(t, w);
    lexicon_drop(t->lexicon, w, t->keep, move_slot, t);
    lexicon_index_word(t->lexicon, w);
}

static bool may_eliminate(const struct trainer *t, uint32_t w) {
    if (t->step.expected) return false;
    return t->tolerance == 1 || t->sightings[w] >= SIGHTINGS;
}

static double train_step(struct trainer *t, uint32_t n_samples) {
    draw_batch(t, n_samples);                       /* words */
    pool_run(t->pool, t->n_drawn, run_sentence, t); /* chart, execution, loss */
    double loss = add_up(t);
    for (uint32_t w = 0; w < t->lexicon->words.n; w++) {
        if (!t->touched[w]) continue;
        update_word(t, w);
        if (may_eliminate(t, w)) eliminate_word(t, w, t->tolerance);
        t->touched[w] = false;
    }
    return loss;
}

/* ---- stages ----------------------------------------------------------------------------------- */

static size_t count_alive(const struct lexicon *lexicon) {
    size_t n = 0;
    for (uint32_t w = 0; w < lexicon->words.n; w++) n += lexicon->words.at[w].n;
    return n;
}

static void report(struct trainer *t, int stage, int update, int n_updates, double loss) {
    g2l2_progress p = {.stage = stage + 1,
                       .n_stages = t->n_stages,
                       .length = (int)t->stages[stage],
                       .update = update,
                       .n_updates = n_updates,
                       .loss = loss,
                       .accuracy = t->accuracy,
                       .n_alive = count_alive(t->lexicon),
                       .restart = t->observer.restart};
    observe_words(&t->observer, update, false);
    if (t->options->progress && !t->options->progress(t->options->context, &p)) t->stopped = true;
}

/* Expected inference has no derivations to look at: after each stage, what has
 * become light is ruled out (the paper, section 2.1, prunes as well). */
static void prune(struct trainer *t) {
    for (uint32_t w = 0; w < t->lexicon->words.n; w++) {
        const struct word *word = &t->lexicon->words.at[w];
        double max = -INFINITY;
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            max = fmax(max, t->lexicon->tau[s]);
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            t->keep[s] = t->lexicon->tau[s] >= max + log(PRUNE_SHARE);
        note_ruled_out(t, w);
        lexicon_drop(t->lexicon, w, t->keep, move_slot, t);
    }
    lexicon_index(t->lexicon);
}

/* Counted in steps, not in seconds, so that the result is the same everywhere. */
static bool may_go_on(const struct trainer *t) {
    return !t->stopped && t->effort < t->max_effort;
}

/* Distinct words of the first n samples. */
static uint32_t count_words(struct trainer *t, uint32_t n) {
    uint32_t words = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < t->samples[i].n; k++) {
            bool *seen = &t->touched[t->samples[i].words[k]];
            words += !*seen;
            *seen = true;
        }
    memset(t->touched, 0, t->lexicon->words.n * sizeof *t->touched);
    return words;
}

/* Enough to see every word a few times, where there are many. Expected inference goes on
 * with weights where exact inference has found out what is impossible: of a few sentences
 * it makes no more than they say, but at the end, when nothing is ruled out any more. */
static int updates_of(struct trainer *t, uint32_t n_samples) {
    if (t->options->updates > 0) return t->options->updates;
    uint32_t wanted = count_words(t, n_samples) * SIGHTINGS / t->batch_size;
    uint32_t most = EPOCHS * n_samples / t->batch_size + 1;
    if (wanted < UPDATES) wanted = UPDATES;
    if (t->step.expected && n_samples < t->n_samples && wanted > most) wanted = most;
    return (int)wanted;
}

void trainer_run(struct trainer *t) {
    int done = 0, all = 0;
    uint32_t n[MAX_STAGES] = {0};
    for (int stage = 0; stage < t->n_stages; stage++) {
        while (n[stage] < t->n_samples && t->samples[n[stage]].n <= t->stages[stage]) n[stage]++;
        all += updates_of(t, n[stage]);
    }
    observe_words(&t->observer, 0, true);
    for (int stage = 0; stage < t->n_stages && may_go_on(t); stage++) {
        int updates = updates_of(t, n[stage]);
        for (int u = 0; u < updates && may_go_on(t); u++)
            report(t, stage, ++done, all, train_step(t, n[stage]));
        if (t->step.expected) prune(t);
    }
    observe_words(&t->observer, done, true);
}
