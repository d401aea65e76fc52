/* Stages of growing length, and the steps of each.
 *
 * Short sentences first: "jump" leaves one candidate for `jump`, which makes "jump twice"
 * decide `twice`, and so on; and what is ruled out makes the chart of a long sentence small
 * by the time it is reached. Where words have concepts, a final stage with all examples
 * follows in which learning rates fall; what happens before it, attempt.c says. */
#include <math.h>
#include <string.h>

#include "learn/objective.h"

/* ---- which stages ------------------------------------------------------------------------ */

/* One stage for each length that occurs; too many are thinned out. */
static void stages_of_data(struct learner *l, uint32_t most) {
    uint32_t *lengths = arena_array(&l->arena, uint32_t, l->n + 1), n = 0;
    for (uint32_t i = 0; i < l->n; i++)
        if (!n || lengths[n - 1] != l->examples[i].n) lengths[n++] = l->examples[i].n;
    l->n_stages = (int)(n < most ? n : most);
    for (int i = 0; i < l->n_stages; i++)
        l->stages[i] = lengths[((uint64_t)(i + 1) * n - 1) / (uint32_t)l->n_stages];
}

static void stages_of_recipe(struct learner *l, uint32_t most) {
    const double *lengths = &l->recipe.stage_length_1;
    for (; l->n_stages < 7 && (uint32_t)l->n_stages + 1 < most; l->n_stages++)
        l->stages[l->n_stages] = (uint32_t)fmin(lengths[l->n_stages], UINT32_MAX);
}

static uint32_t up_to(const struct learner *l, uint32_t length) {
    uint32_t n = 0;
    while (n < l->n && l->examples[n].n <= length) n++;
    return n;
}

/* Distinct words of the first n examples. */
static uint32_t count_words(struct learner *l, uint32_t n) {
    uint32_t words = 0;
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        uint32_t first = l->of_word_first[w];
        words += l->of_word_first[w + 1] > first && l->of_word[first] < n;
    }
    return words;
}

static bool is_final(const struct learner *l, int stage) {
    return l->recipe.final_examples > 0 && stage + 1 == l->n_stages;
}

static uint32_t updates_of(struct learner *l, int stage) {
    const struct recipe *r = &l->recipe;
    bool final = is_final(l, stage);
    uint32_t n = up_to(l, l->stages[stage]);
    if (l->options->updates > 0) return (uint32_t)l->options->updates;
    double wanted = final ? r->final_examples : r->stage_examples;
    wanted = fmin(wanted, (final ? r->final_epochs : r->stage_epochs) * n);
    wanted = fmax(wanted, count_words(l, n) * r->stage_sightings);
    /* Before light entries are pruned, few examples say no more than they can. */
    if (l->objective->prunes && n < l->n) wanted = fmin(wanted, r->prune_epochs * n + l->batch);
    return (uint32_t)(wanted / l->batch);
}

void curriculum_open(struct learner *l) {
    uint32_t most = (uint32_t)fmax(1, fmin(l->recipe.max_stages, MAX_STAGES));
    if (l->recipe.stage_length_1 > 0) stages_of_recipe(l, most);
    else stages_of_data(l, most);
    if (l->recipe.final_examples > 0 || !l->n_stages) l->stages[l->n_stages++] = UINT32_MAX;
    for (int i = 0; i < l->n_stages; i++) l->n_planned += updates_of(l, i);
}

/* ---- steps ------------------------------------------------------------------------------- */

/* The more measured features there are for each question, the more are explained by accidents of
 * objects: so much stronger is the prior of concepts. */
static double decay(const struct learner *l) {
    const struct recipe *r = &l->recipe;
    if (l->n >= r->few) return 0;
    if (!l->given) return r->decay_few;
    return fmin(r->decay_most, r->decay_measured * l->lexicon->n_features / fmax(l->n, 1));
}

/* In the final stage rates fall, relations get sharp, and where entries are as good as each
 * other, EMPTY wins. Where values are ranked, rates fall all the time. */
static void set_rates(struct learner *l, bool final, double done) {
    const struct recipe *r = &l->recipe;
    double usual = l->objective->ranks ? r->rank_rate : r->rate;
    double rate = l->options->learning_rate > 0 ? l->options->learning_rate : usual;
    if (final || l->objective->ranks) rate *= pow(r->rate_final, done);
    double lambda = final ? r->lambda_final : r->lambda;
    l->rates = (struct rates){.tau = rate,
                              .object = rate,
                              .pair = final ? r->rate_pairs * rate : rate,
                              .answer = r->rate_answers * rate,
                              .decay = decay(l),
                              .lambda = l->options->lambda >= 0 ? l->options->lambda : lambda,
                              .pull = final ? r->pull_final : 0,
                              .noise = final ? l->noise : 0,
                              .blur = final && l->groups ? r->group_noise : 0};
}

double learner_done(const struct learner *l) {
    return fmin(1, (double)l->n_updates / fmax(l->n_planned, 1));
}

/* Means of the latest steps. */
static void add_step(struct learner *l, uint32_t steps) {
    double n = fmin(steps, 50);
    if (steps == 1) l->mean_loss = l->mean_accuracy = 0;
    l->mean_loss += (l->loss - l->mean_loss) / n;
    l->mean_accuracy += (l->accuracy - l->mean_accuracy) / n;
}

static size_t count_live(const struct learner *l) {
    size_t n = 0;
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        for (uint32_t s = word->first; s < word->first + word->n; s++) n += l->live[s];
    }
    return n;
}

/* About a thousand times in all. */
void learner_report(struct learner *l, int stage) {
    uint32_t longest = l->examples[l->n - 1].n, length = l->stages[stage];
    if (l->n_updates % (1 + l->n_planned / 1500)) return;
    g2l2_progress at = {.stage = stage + 1,
                        .n_stages = l->n_stages,
                        .length = (int)(length < longest ? length : longest),
                        .update = (int)l->n_updates,
                        .n_updates = (int)l->n_planned,
                        .loss = l->mean_loss,
                        .accuracy = l->mean_accuracy,
                        .n_alive = count_live(l),
                        .restart = l->observer.restart};
    observe_words(&l->observer, at.update, false);
    bool stop = l->options->progress && !l->options->progress(l->options->context, &at);
    if (ranks_any(l, stop)) l->stopped = true;
}

bool learner_is_late(const struct learner *l) {
    return !isinf(l->deadline) && clock_now() > l->deadline;
}

#define GRACE_SHARE   .25 /* of the budget of time, beyond it */
#define GRACE_STOPPED 2.0 /* seconds */

/* What was stopped is chosen from and checked all the same, for as long as this: half a lexicon takes its time
 * with long sentences, and whoever stopped it waits. */
double learner_grace(const struct learner *l) {
    double until = l->deadline + GRACE_SHARE * l->options->budget.seconds;
    return l->stopped ? fmin(until, clock_now() + GRACE_STOPPED) : until;
}

/* Counted in steps, not in seconds, so that the result is the same everywhere. */
bool learner_may_go_on(const struct learner *l) {
    return !l->stopped && !l->hopeless && l->spent < l->max_spent;
}

#define HOPELESS_TRIES 200u /* examples that are drawn before a run is given up */

/* What leaves most of the short examples unexplained will not explain the long ones. A few may
 * be exceptions, so there have to be as many as a stage adds in the mean. */
static bool is_hopeless(const struct learner *l, uint32_t n) {
    const struct recipe *r = &l->recipe;
    if (!l->objective->viability || n < l->n / (uint32_t)l->n_stages) return false;
    if (l->n_tried < HOPELESS_TRIES) return false;
    double share = l->n < r->noise_few ? r->hopeless_few : r->hopeless;
    return l->n_unexplained > fmax(share, l->options->noise) * l->n_tried;
}

static void run_steps(struct learner *l, int stage, uint32_t n, uint32_t n_steps,
                      const bool *wanted, bool final) {
    if (!l->resumed) l->n_unexplained = l->n_tried = l->place.step = 0;
    l->resumed = false;
    for (uint32_t i = l->place.step; i < n_steps && learner_may_go_on(l); i++) {
        set_rates(l, final, l->objective->ranks ? learner_done(l) : (double)i / n_steps);
        batch_step(l, n, wanted);
        add_step(l, i + 1);
        l->n_updates++;
        if (l->n_planned < l->n_updates + n_steps - i - 1)
            l->n_planned = l->n_updates + n_steps - i - 1;
        learner_report(l, stage);
        l->hopeless = is_hopeless(l, n);
        l->place.step = i + 1;
        resume_point(l);
    }
}

static void run_stage(struct learner *l, int stage) {
    uint32_t n = up_to(l, l->stages[stage]);
    run_steps(l, stage, n, n ? updates_of(l, stage) : 0, NULL, is_final(l, stage));
    if (l->objective->prunes) eliminate_light(l);
}

void curriculum_stages(struct learner *l) {
    uint32_t *stage = &l->place.round;
    for (; *stage < (uint32_t)l->n_stages && (l->resumed || learner_may_go_on(l)); ++*stage)
        if (!is_final(l, (int)*stage)) run_stage(l, (int)*stage);
}

/* All of it, though what is held back is answered long before: longer questions than any that were
 * seen need concepts that are sharper than these do. */
void curriculum_final(struct learner *l) {
    if (is_final(l, l->n_stages - 1)) run_stage(l, l->n_stages - 1);
}

void curriculum_close(struct learner *l) {
    uint32_t n = (uint32_t)l->recipe.closing_examples / l->batch;
    run_steps(l, l->n_stages - 1, l->n, n, NULL, true);
}

void curriculum_steps(struct learner *l, double n, const bool *wanted) {
    run_steps(l, l->n_stages - 1, l->n, (uint32_t)n / l->batch, wanted, false);
}
