/* `quick` of /v1/learn: something to show at once, where learning takes longer than somebody who types waits.
 *
 *     the last lesson of this name took long? ─▶ its model, taught what it gets wrong of these
 *     it did not, or there is none            ─▶ learning, ended after 90 ms of CPU time; or that, if it explains more
 *     neither explains enough               ─▶ commands: the shorter half of them
 *                                               questions: a few, of which the likeliest readings are followed
 *
 * Neither need be what the examples settle on, and the answer says so; whoever asked asks again. */
#include "server/handle.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TEACH_SECONDS .1 /* of CPU time, and at least of time */
#define COUNT_SECONDS 1  /* at most; hundreds of examples take a twentieth of that */
#define MOST_CHOSEN   25 /* examples that are learned from at once, where all of them take long */
#define GOOD_RIGHT    .9
#define LEAST_RIGHT   .33 /* of the examples: with less there is nothing to show yet */

double quick_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double quick_seconds(const struct desk *self, double usual) {
    return usual * self->server->options->look_patience;
}

bool quick_is_short(const struct desk *self, const char *name) {
    struct served *last = models_take(self->server->models, name);
    bool known = last && last->taught,
         short_one = known && last->note && last->note->seconds <= LOOK_SECONDS;
    served_drop(last);
    if (known) return short_one;
    return !g2l2_domain_has_facts(self->domain); /* learning about tables is not ended so soon */
}

bool quick_is_enough(size_t n_right, size_t n) {
    return (double)n_right >= LEAST_RIGHT * (double)n;
}

bool quick_is_good(size_t n_right, size_t n) {
    return (double)n_right >= GOOD_RIGHT * (double)n;
}

g2l2_status quick_copy(const g2l2_model *model, g2l2_model **out, g2l2_error *err) {
    void *bytes;
    size_t n;
    g2l2_status status = g2l2_model_write(model, &bytes, &n, err);
    if (status) return status;
    status = g2l2_model_read(bytes, n, out, err);
    free(bytes);
    return status;
}

static bool count_failure(void *context, size_t example, const g2l2_result *result) {
    (void)example, (void)result;
    ++*(size_t *)context;
    return true;
}

/* What an old model cannot do at all, such as another kind of results, it does not explain. */
size_t quick_count(struct desk *self, const g2l2_model *model) {
    size_t n_wrong = 0, n = g2l2_dataset_count(self->examples);
    const g2l2_budget budget =
        until_budget(until_within(self->until, quick_seconds(self, COUNT_SECONDS)));
    g2l2_status status = g2l2_model_failures(model, self->examples, self->scenes, &budget,
                                             count_failure, &n_wrong, NULL);
    return status ? 0 : n - n_wrong;
}

/* self->whole: the model, with what the examples say beside it. Where other programs have the machine, time passes without
 * work: then it is tried again, for longer. */
static g2l2_status teach(struct desk *self, const g2l2_model *model, g2l2_error *err) {
    double seconds = quick_seconds(self, TEACH_SECONDS), end = quick_clock() + seconds / 2;
    g2l2_status status;
    do {
        const g2l2_budget budget = until_budget(until_within(self->until, seconds));
        status =
            g2l2_model_teach(model, self->examples, self->scenes, &budget, &self->whole, NULL, err);
        seconds *= 2;
    } while (status == G2L2_STATUS_INTERRUPTED && quick_clock() < end && !until_over(self->until));
    return status;
}

/* The model that is served by this name, as self->whole, taught so or as it is; false: there is none. */
static bool warm(struct desk *self, const char *name) {
    struct served *last = models_take(self->server->models, name);
    g2l2_error err;
    if (!last) return false;
    self->parsers[self->n_models] = NULL;
    self->models[self->n_models++] = last;
    if (!last->taught || has_scenes(last) != g2l2_domain_has_scenes(self->domain)) return false;
    g2l2_status status = teach(self, last->model, &err);
    if (status == G2L2_STATUS_INTERRUPTED) status = quick_copy(last->model, &self->whole, &err);
    if (status == G2L2_STATUS_NO_MEMORY) check(self, status, &err);
    return !status;
}

bool quick_take_last(struct desk *self, const char *name, size_t *n_right) {
    size_t before = *n_right;
    if (!warm(self, name)) return false;
    size_t now = quick_count(self, self->whole);
    bool better = !self->learned || now > before;
    g2l2_model_free(better ? self->learned : self->whole);
    if (better) {
        self->learned = self->whole;
        *n_right = now;
    }
    self->whole = NULL;
    return better;
}

struct length {
    size_t n, example;
};

static int by_length(const void *a, const void *b) {
    const struct length *x = a, *y = b;
    if (x->n != y->n) return x->n < y->n ? -1 : 1;
    return (x->example > y->example) - (x->example < y->example);
}

const g2l2_dataset *quick_choose(struct desk *self) {
    size_t n = g2l2_dataset_count(self->examples);
    struct length *all = arena_array(&self->arena, struct length, n + 1);
    g2l2_error err;
    for (size_t i = 0; i < n; i++)
        all[i] = (struct length){strlen(g2l2_dataset_get(self->examples, i).sentence), i};
    bool questions = g2l2_domain_has_scenes(self->domain);
    size_t n_chosen = questions ? n : n - n / 2,
           apart = n_chosen < MOST_CHOSEN ? n_chosen : MOST_CHOSEN;
    qsort(all, n, sizeof *all, by_length);
    check(self, g2l2_dataset_new(&self->chosen, &err), &err);
    for (size_t i = 0; i < apart; i++) {
        g2l2_example e = g2l2_dataset_get(self->examples, all[i * n_chosen / apart].example);
        check(self,
              questions ? g2l2_dataset_add_question(self->chosen, e.sentence, e.target, e.scene,
                                                    NULL, e.line, &err)
                        : g2l2_dataset_add(self->chosen, e.sentence, e.target, NULL, e.line, &err),
              &err);
    }
    return self->chosen;
}
