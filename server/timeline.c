/* `timeline` of /v1/learn: how the candidates of words die as examples come in.
 *
 *     the first 1, 2, 3, 5, 9 ... examples ─▶ learned from these alone ─▶ of each word, how many are left
 *
 * Early examples rule out most, so the steps grow. */
#include "server/handle.h"

#include <math.h>
#include <string.h>

#define MOST_STEPS 12u
#define MOST_WORDS 200u /* of an observation */
#define SECONDS    3    /* for all steps, */
#define STEP       .5   /* and for one: some few examples leave more open than many */

struct step {
    struct desk *desk;
    struct buf words; /* what is known of each, as JSON */
    bool lost;        /* there was no memory for it */
    bool (*over)(void *context);
    void *context;
};

/* The latest counts. The learner must not be left in the middle: an arena of its own lands here. */
static void on_observe(void *context, const g2l2_observation *at) {
    struct step *self = context;
    struct desk *desk = self->desk;
    if (!at->n_words || !at->update || at->n_words > MOST_WORDS) return;
    arena_reset(&desk->seen);
    buf_init(&self->words, &desk->seen);
    if (!guard_try(&desk->seen_guard, NULL)) {
        self->lost = true;
        return;
    }
    for (size_t i = 0; i < at->n_words; i++) {
        put(&self->words, i ? ",{" : "{");
        json_field_text(&self->words, "word", at->words[i].word);
        json_field_number(&self->words, "alive", (double)at->words[i].n_alive);
        put_literal(&self->words, "}");
    }
}

static bool on_progress(void *context, const g2l2_progress *at) {
    struct step *self = context;
    (void)at;
    return !self->over(self->context);
}

/* The first n examples, as self->chosen. */
static void take_first(struct desk *self, size_t n) {
    g2l2_error err;
    g2l2_dataset_free(self->chosen);
    self->chosen = NULL;
    check(self, g2l2_dataset_new(&self->chosen, &err), &err);
    for (size_t i = 0; i < n; i++) {
        g2l2_example e = g2l2_dataset_get(self->examples, i);
        check(self, g2l2_dataset_add(self->chosen, e.sentence, e.target, NULL, e.line, &err), &err);
    }
}

/* From few examples nothing may be learned: then nothing is said of them. */
static void put_step(struct step *self, size_t n, struct until until) {
    struct desk *desk = self->desk;
    struct buf *out = &desk->out;
    g2l2_learn_options o = g2l2_learn_options_default();
    g2l2_learn_report report;
    o.limits = desk->server->options->limits;
    o.recipe = DESK_RECIPE;
    o.progress = on_progress;
    o.observe = on_observe;
    o.context = self;
    o.budget = until_budget(until_within(until, STEP));
    self->words = (struct buf){0};
    take_first(desk, n);
    g2l2_model_free(desk->learned);
    desk->learned = NULL;
    g2l2_status status = g2l2_learn(desk->domain, desk->chosen, &o, &desk->learned, &report, NULL);
    if (status == G2L2_STATUS_NO_MEMORY || self->lost) refuse(desk, 503, "out of memory");
    if (status || report.interrupted || !self->words.n) return;
    put(out, out->at[out->n - 1] == '[' ? "{" : ",{");
    json_field_number(out, "examples", (double)n);
    put_literal(out, ",\"words\":[");
    buf_put(out, self->words.at, self->words.n);
    put_literal(out, "]}");
}

void put_timeline(struct desk *self, struct until until, bool (*over)(void *), void *context) {
    struct step step = {.desk = self, .over = over, .context = context};
    size_t all = g2l2_dataset_count(self->examples), last = 0;
    g2l2_model *whole = self->learned;
    self->learned = NULL; /* whoever is refused gives back what is at hand */
    self->whole = whole;
    until = until_within(until, SECONDS);
    put_literal(&self->out, ",\"timeline\":[");
    for (size_t i = 0; i <= MOST_STEPS && !over(context) && !until_over(until); i++) {
        size_t n =
            all <= MOST_STEPS ? i + 1 : (size_t)lround(pow((double)all, i / (double)MOST_STEPS));
        if (n == last || n > all) continue;
        put_step(&step, n, until);
        last = n;
    }
    put_literal(&self->out, "]");
    g2l2_model_free(self->learned);
    self->learned = whole;
    self->whole = NULL;
}
