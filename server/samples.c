/* Sentences to try, short ones and long ones:
 *
 *     test file, or examples of entries ─▶ some, evenly ─▶ by length ─▶ those that it gets
 *                                      right, and soon ─▶ from the shortest to the longest */
#include "server/samples.h"

#include <stdlib.h>
#include <string.h>

#define MAX_TRIED   48u
#define MAX_LOOKED  50u /* for words */
#define ONE_SECONDS .1  /* for a sentence: they are nice to have, no more */
#define ALL_SECONDS .5

struct sample {
    const char *text;
    const char *result; /* that it should have; NULL: any will do */
    size_t scene;       /* or SIZE_MAX */
    size_t n_words;
};

struct samples {
    struct sample at[MAX_TRIED];
    size_t n;
};

/* ---- words ----------------------------------------------------------------------------------- */

/* One that is too long to be read is no stranger. */
static bool is_known(g2l2_parser *parser, const char *sentence) {
    const g2l2_word *words;
    size_t n;
    g2l2_status status = g2l2_parser_words(parser, sentence, &words, &n, NULL);
    if (status) return status == G2L2_STATUS_LIMIT;
    for (size_t i = 0; i < n; i++)
        if (!words[i].known) return false;
    return true;
}

/* If there is none, evenly over the file, they are of another language. */
static bool knows_some(g2l2_parser *parser, const g2l2_dataset *tests) {
    size_t n = g2l2_dataset_count(tests);
    for (size_t i = 0; i < MAX_LOOKED && i < n; i++) {
        size_t which = n > MAX_LOOKED ? i * n / MAX_LOOKED : i;
        if (is_known(parser, g2l2_dataset_get(tests, which).sentence)) return true;
    }
    return !n;
}

/* ---- sentences ------------------------------------------------------------------------------- */

static size_t count_words(const char *text) {
    size_t n = 1;
    for (; *text; text++) n += *text == ' ';
    return n;
}

static void add(struct samples *self, const char *text, const char *result, size_t scene) {
    if (self->n == MAX_TRIED || !*text) return;
    for (size_t i = 0; i < self->n; i++)
        if (!strcmp(self->at[i].text, text)) return;
    self->at[self->n++] = (struct sample){text, result, scene, count_words(text)};
}

static void collect(const struct served *served, const g2l2_dataset *tests, struct samples *out) {
    size_t n = tests ? g2l2_dataset_count(tests) : 0;
    for (size_t i = 0; i < MAX_TRIED && i < n; i++) {
        g2l2_example e = g2l2_dataset_get(tests, n > MAX_TRIED ? i * n / MAX_TRIED : i);
        add(out, e.sentence, e.target, e.scene);
    }
    for (size_t i = 0; !n && i < g2l2_model_n_entries(served->model); i++) {
        g2l2_entry e = g2l2_model_entry(served->model, i);
        if (e.example) add(out, e.example, NULL, SIZE_MAX);
    }
}

/* Where there is no scene to ask about, who knows. */
static bool is_understood(const struct served *served, g2l2_parser *parser,
                          const struct sample *sample) {
    g2l2_result result;
    bool about_scene = g2l2_domain_has_scenes(g2l2_model_domain(served->model));
    if (about_scene && (!served->world || !g2l2_scenes_count(served->world->scenes))) return true;
    size_t scene = sample->scene == SIZE_MAX ? 0 : sample->scene;
    if (about_scene && g2l2_parser_set_scene(parser, served->world->scenes, scene, NULL))
        return false;
    if (g2l2_parser_run(parser, sample->text, 1, &result, NULL) || !result.n_readings) return false;
    return !sample->result || !strcmp(sample->result, result.readings[0].text);
}

static int shorter(const void *a, const void *b) {
    const struct sample *x = a, *y = b;
    if (x->n_words != y->n_words) return x->n_words < y->n_words ? -1 : 1;
    return strcmp(x->text, y->text);
}

static g2l2_status keep(struct served *served, const struct samples *all, g2l2_error *err) {
    size_t n = all->n < MODELS_MAX_EXAMPLES ? all->n : MODELS_MAX_EXAMPLES;
    for (size_t i = 0; i < n; i++) {
        size_t which = n > 1 ? i * (all->n - 1) / (n - 1) : 0;
        char *text = strdup(all->at[which].text);
        if (!text) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
        served->example_scenes[served->n_examples] = all->at[which].scene;
        served->examples[served->n_examples++] = text;
    }
    return G2L2_STATUS_OK;
}

/* Leaves those that it gets right in time. Short ones first: they are quick. */
static void try_all(const struct served *served, g2l2_parser *parser, struct until until,
                    struct samples *samples) {
    size_t n = 0;
    until = until_within(until, ALL_SECONDS);
    qsort(samples->at, samples->n, sizeof *samples->at, shorter);
    for (size_t i = 0; i < samples->n && !until_over(until); i++) {
        g2l2_budget one = until_budget(until_within(until, ONE_SECONDS));
        g2l2_parser_set_budget(parser, &one);
        if (is_understood(served, parser, &samples->at[i])) samples->at[n++] = samples->at[i];
    }
    samples->n = n;
}

g2l2_status samples_choose(struct served *served, const g2l2_dataset *tests, struct until until,
                           g2l2_error *err) {
    struct samples samples = {.n = 0};
    g2l2_parser *parser;
    g2l2_status status = served_lease(served, &parser, err);
    if (status) return status;
    served->tested = tests && knows_some(parser, tests);
    collect(served, served->tested ? tests : NULL, &samples);
    try_all(served, parser, until, &samples);
    served_return(served, parser);
    return keep(served, &samples, err);
}
