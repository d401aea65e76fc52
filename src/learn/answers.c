/* Learning from answers about stated facts: short questions first, all of each stage a few
 * times, in batches; then what hardly any example needs is dropped, and the rest settles: weights
 * are means over the last updates (Polyak and Juditsky 1992), each of which follows its examples.
 *
 *     up to 5 words ─▶ 6 ─▶ 7 ─▶ ... ─▶ all ─▶ uses ─▶ drop ─▶ all again, averaged ─▶ uses ─▶ keep */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learn/objective.h"

#define COUNT_STOPPED                                                                              \
    2.0 /* seconds that uses are counted for where learning was stopped: someone waits */

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
    rng_shuffle(&l->rng, e->order, e->n);
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
        if (l->place.phase == PHASE_FINAL &&
            l->place.round % (uint32_t)l->recipe.answer_final + 1 >= l->recipe.answer_averaged)
            factors_sum(l);
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

/* The value of which all that have it are meant, or those of a set: `phones`, `red`; or NULL. */
static const struct term *value_of(const struct lang *lang, const struct term *program) {
    if (program->kind == TERM_LAMBDA) program = program->subs[0];
    if (program->kind != TERM_OP || lang->ops.at[program->op].kernel != KERNEL_FILTER) return NULL;
    const struct term *of = program->subs[0];
    bool all = of->kind == TERM_OP && lang->ops.at[of->op].kernel == KERNEL_SCENE;
    return all || of->kind == TERM_VAR ? program->subs[1] : NULL;
}

/* Is it the same but for the side of its arguments, or for being a noun or an adjective? */
static bool is_turned(const struct lang *lang, const struct term *a, const struct term *b) {
    if (!a || !b) return false;
    if (a == b && a->kind == TERM_LAMBDA) return true;
    const struct term *value = value_of(lang, a);
    return value && value == value_of(lang, b);
}

/* A verb that was seen before what it is about may stand behind it as well; and who says "phones"
 * says "phone cases". */
static void keep_turned(struct learner *l, const struct word *word, const double *uses) {
    const struct lexicon *lexicon = l->lexicon;
    const struct lang *lang = &l->work->domain->lang;
    for (uint32_t s = word->first; s < word->first + word->n; s++) {
        if (uses[s] < l->recipe.answer_turned) continue;
        const struct term *program = lexicon->entries.at[lexicon->slots.at[s].entry].program;
        for (uint32_t k = word->first; k < word->first + word->n; k++)
            l->keep[k] |=
                is_turned(lang, program, lexicon->entries.at[lexicon->slots.at[k].entry].program);
    }
}

/* Expected uses of entries in derivations of the answers, and the examples of each word that have
 * one. */
struct uses {
    double *of;       /* [n_slots] */
    uint32_t *seen;   /* [n_words] examples with the word */
    uint32_t *missed; /* [n_words] of those, examples whose answer is hardly reached */
    double *doubt;    /* [n_words] 1 - P(answer) of all of them, added up */
};

static struct uses count_uses(struct learner *l) {
    size_t n_words = l->lexicon->words.n + 1;
    struct uses out = {arena_zalloc(&l->arena, (l->lexicon->slots.n + 1) * sizeof *out.of),
                       arena_zalloc(&l->arena, n_words * sizeof *out.seen),
                       arena_zalloc(&l->arena, n_words * sizeof *out.missed),
                       arena_zalloc(&l->arena, n_words * sizeof *out.doubt)};
    double until = l->stopped ? clock_now() + COUNT_STOPPED : INFINITY;
    for (uint32_t i = 0; i < l->n && clock_now() < until; i++) {
        const struct example *e = &l->examples[i];
        double p = objective_ask(l, e, out.of);
        for (uint32_t k = 0; k < e->n; k++) {
            out.seen[e->words[k]]++;
            out.missed[e->words[k]] += p < l->recipe.answer_doubt;
            out.doubt[e->words[k]] += 1 - p;
        }
    }
    return out;
}

/* What no derivation of an answer is likely to use need not be followed any more. Words whose
 * answers are mostly out of reach went astray, and begin again among others that are settled. */
static uint32_t drop(struct learner *l, bool again) {
    uint32_t n_open = 0;
    struct uses uses = count_uses(l);
    const struct paradigms *paradigms = paradigms_find(l, uses.of);
    factors_share_out(l, uses.of);
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        bool open = again ? uses.doubt[w] >= l->recipe.answer_missed * uses.seen[w]
                          : 2 * uses.missed[w] >= uses.seen[w];
        n_open += open && uses.seen[w];
        if (open) {
            factors_reset(l, w);
            continue;
        }
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            l->keep[s] = uses.of[s] >= l->recipe.answer_followed;
        if (word->n) l->keep[learner_heaviest(l, word)] = true;
        keep_turned(l, word, uses.of);
        paradigms_keep(l, paradigms, w, uses.of);
        eliminate_unkept(l, w);
        lexicon_index_word(l->lexicon, w);
    }
    factors_forget_sums(l);
    return n_open;
}

/* All examples a few times, and again while some words go astray. */
static void settle(struct learner *l, struct epoch *e) {
    uint32_t *round = &l->place.round, times = (uint32_t)l->recipe.answer_final;
    for (; *round < times * (1 + l->recipe.answer_again) && !l->stopped; ++*round) {
        bool begins = !l->resumed && *round % times == 0;
        if (begins && !drop(l, *round > 0) && *round) break;
        run_epoch(l, e);
    }
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
    settle(l, e);
    factors_average(l);
}

/* Few examples about one world leave open which of two words means what both are said with ("how many
 * are in the cellar"): the rival stays, so that where the one is missing there is the other, and no
 * answer is surer than that. Several worlds tell rivals apart, and so do many examples. */
static double least_uses(const struct learner *l) {
    bool open = (double)g2l2_dataset_count(l->data) <= l->recipe.answer_many && l->n_stated == 1;
    return open ? l->recipe.answer_rival : l->recipe.answer_kept;
}

/* What derivations of the answers use stays; of a word that is in none, what it means best. */
static void choose(struct learner *l) {
    double least = least_uses(l);
    const double *uses = count_uses(l).of;
    const struct paradigms *paradigms = paradigms_find(l, uses);
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        double all = 0;
        for (uint32_t s = word->first; s < word->first + word->n; s++) all += uses[s];
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            l->keep[s] = uses[s] >= least * fmax(1, sqrt(all));
        /* What no question has is kept as other words of its kind are used. */
        const char *name = l->lexicon->names.names.at[w];
        bool spare = !strcmp(name, "<value>") || !strcmp(name, "<number>");
        for (uint32_t s = word->first; s < word->first + word->n; s++) l->keep[s] |= spare;
        if (word->n) l->keep[learner_heaviest(l, word)] = true;
        keep_turned(l, word, uses);
        paradigms_keep(l, paradigms, w, uses);
        l->sightings[w]++;
    }
}

/* Where some of the answers are that there is nothing, learning has weighed readings by which
 * nothing is found; where none is, they are unlikely. */
void answers_weigh_nothing(struct learner *l, g2l2_model *model) {
    double n = 0, all = (double)g2l2_dataset_count(l->data);
    for (size_t i = 0; i < (size_t)all; i++)
        n += !strcmp(g2l2_dataset_get(l->data, i).target, "none");
    double weight = log(fmax(n, 1e-9) / all / l->recipe.answer_nothing);
    char digits[32]; /* as it is written */
    snprintf(digits, sizeof digits, "%.4g", fmin(fmax(weight, LEXICON_VAIN), 0));
    model->lexicon.vain = strtod(digits, NULL);
}

void answers_learn(struct learner *l) {
    struct epoch epoch = {.order = arena_array(&l->arena, uint32_t, l->n + 1)};
    if (!l->resumed) l->n_planned = count_updates(l);
    resume_hold(l, &epoch, keep);
    run_stages(l, &epoch);
    resume_hold(l, NULL, NULL);
    choose(l);
}
