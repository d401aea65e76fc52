/* Test data for `g2l2 report`: each sentence is decoded, timed and put into its groups
 * (groups.h). Of sequences of actions what counts as confused is the first that differs:
 *
 *     wanted   JUMP  LEFT   JUMP
 *     got      JUMP  RIGHT  JUMP      ─▶  LEFT, RIGHT                                   */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/groups.h"
#include "cli/report_test.h"

#define FAILURES 8 /* that are shown */

/* ---- reading --------------------------------------------------------------------------------- */

g2l2_status test_show(const struct test_files *files, const g2l2_model *model, g2l2_scenes *scenes,
                      const g2l2_dataset *data, g2l2_error *err) {
    const g2l2_sight_options sight = {.images = files->images};
    return files->images ? g2l2_scenes_look_for(scenes, data, model, &sight, err)
                         : g2l2_scenes_encode_for(scenes, model, err);
}

int test_read(const struct test_files *files, const g2l2_model *model, g2l2_scenes **scenes,
              g2l2_dataset **data) {
    g2l2_error err;
    if (files->questions) {
        int status =
            files->images
                ? cli_read_image_questions(files->images, files->scenes, files->questions,
                                           &files->limits, scenes, data)
                : cli_read_questions(files->scenes, files->questions, &files->limits, scenes, data);
        if (status) return status;
        return test_show(files, model, *scenes, *data, &err) ? cli_fail(&err) : EXIT_OK;
    }
    if (g2l2_dataset_new(data, &err) ||
        g2l2_dataset_read(*data, files->sentences, &files->limits, &err))
        return cli_fail(&err);
    return EXIT_OK;
}

/* ---- one sentence ------------------------------------------------------------------------------ */

struct test {
    const g2l2_scenes *scenes;
    g2l2_parser *parser;
    struct arena *arena;
    struct tested *out;
    struct grouped groups;
    double *seconds; /* [n_seconds] of sentences of so many words */
    size_t n_seconds;
};

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

static g2l2_status answer(struct test *t, const g2l2_example *e, g2l2_result *result,
                          g2l2_error *err) {
    g2l2_status status =
        t->scenes ? g2l2_parser_set_scene(t->parser, t->scenes, e->scene, err) : G2L2_STATUS_OK;
    if (!status) status = g2l2_parser_run(t->parser, e->sentence, 1, result, err);
    if (status != G2L2_STATUS_LIMIT && status != G2L2_STATUS_INTERRUPTED) return status;
    *result = (g2l2_result){.reason = err->message}; /* this one counts as not parsed */
    return G2L2_STATUS_OK;
}

static size_t count_words(const char *sentence) {
    size_t n = *sentence != 0;
    for (; *sentence; sentence++) n += *sentence == ' ';
    return n;
}

static const char *copy(struct test *t, const char *text) {
    return text ? arena_strndup(t->arena, text, strlen(text)) : NULL;
}

static void keep_failure(struct test *t, const g2l2_example *e, const g2l2_result *r) {
    const char *got = r->n_readings ? r->readings[0].text : NULL;
    struct shown_failure failure = {copy(t, e->file),   e->line,      copy(t, e->sentence),
                                    copy(t, e->target), copy(t, got), copy(t, r->reason)};
    if (t->out->failures.n < FAILURES) vec_push(t->arena, &t->out->failures, failure);
}

/* ---- what is confused -------------------------------------------------------------------------- */

static const char *word_at(struct test *t, const char *text) {
    return *text ? arena_strndup(t->arena, text, strcspn(text, " ")) : "(end)";
}

/* The first words that differ. */
static void first_difference(struct test *t, const char **wanted, const char **got) {
    const char *a = *wanted, *b = *got;
    while (*a && *b) {
        size_t n = strcspn(a, " "), m = strcspn(b, " ");
        if (n != m || memcmp(a, b, n)) break;
        a += n + strspn(a + n, " ");
        b += m + strspn(b + m, " ");
    }
    *wanted = word_at(t, a);
    *got = word_at(t, b);
}

static bool put_in_groups(struct test *t, const g2l2_example *e, const char *got, bool right) {
    g2l2_example shown = *e;
    if (t->out->sequences && right) shown.target = got = "";
    else if (t->out->sequences && got) first_difference(t, &shown.target, &got);
    else if (t->out->sequences) shown.target = word_at(t, e->target);
    return groups_add(&t->groups, &shown, got, right);
}

/* ---- the whole --------------------------------------------------------------------------------- */

static g2l2_status count(struct test *t, const g2l2_example *e, const g2l2_result *r, double took,
                         g2l2_error *err) {
    const char *got = r->n_readings ? r->readings[0].text : NULL;
    bool right = got && !strcmp(got, e->target);
    size_t n = count_words(e->sentence);
    t->out->examples++;
    t->out->correct += right;
    t->out->unparsed += !got;
    t->out->seconds += took;
    if (n < t->n_seconds) t->seconds[n] += took;
    if (!right) keep_failure(t, e, r);
    if (put_in_groups(t, e, got, right)) return G2L2_STATUS_OK;
    return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
}

static g2l2_status decode(struct test *t, const g2l2_dataset *data, g2l2_error *err) {
    g2l2_status status = G2L2_STATUS_OK;
    for (size_t i = 0; i < g2l2_dataset_count(data) && !status; i++) {
        g2l2_example e = g2l2_dataset_get(data, i);
        g2l2_result result;
        double start = now();
        cli_reached("asking; %zu are done", i);
        status = answer(t, &e, &result, err);
        if (!status) status = count(t, &e, &result, now() - start, err);
    }
    return status;
}

static void take_scores(struct test *t, const struct groups *from, score_list *to) {
    for (size_t i = 0; i < from->n; i++) {
        const struct group_row *row = &from->rows[i];
        vec_push(t->arena, to, ((struct score){copy(t, row->key), row->examples, row->correct, 0}));
    }
}

static void take_confusion(struct test *t) {
    for (size_t i = 0; i < t->groups.confusion.n; i++) {
        const struct group_row *row = &t->groups.confusion.rows[i];
        const char *tab = strchr(row->key, '\t');
        struct mistake m = {arena_strndup(t->arena, row->key, (size_t)(tab - row->key)),
                            tab[1] ? copy(t, tab + 1) : NULL, row->examples};
        if (row->correct && m.got) vec_push(t->arena, &t->out->rights, m);
        else if (!row->correct) vec_push(t->arena, &t->out->mistakes, m);
    }
}

static void finish(struct test *t) {
    struct tested *out = t->out;
    groups_finish(&t->groups);
    take_scores(t, &t->groups.by_length, &out->by_length);
    for (uint32_t i = 0; i < out->by_length.n; i++) {
        size_t n = strtoull(out->by_length.at[i].key, NULL, 10);
        if (n < t->n_seconds) out->by_length.at[i].seconds = t->seconds[n];
    }
    take_scores(t, &t->groups.by_type, &out->by_type);
    take_scores(t, &t->groups.by_hops, &out->by_hops);
    take_scores(t, &t->groups.by_family, &out->by_family);
    take_scores(t, &t->groups.by_word, &out->by_word);
    take_confusion(t);
}

int test_run(const struct test_files *files, const g2l2_model *model, const g2l2_scenes *scenes,
             const g2l2_dataset *data, struct arena *arena, struct tested **out) {
    struct test t = {.scenes = scenes, .arena = arena, .n_seconds = files->limits.max_words + 1};
    struct test *volatile self = &t;
    struct guard guard, *outer = arena->guard;
    g2l2_error err;
    if (t.n_seconds > 100000) t.n_seconds = 100000;
    if (g2l2_parser_new(model, &files->limits, &t.parser, &err)) return cli_fail(&err);
    arena->guard = &guard;
    volatile g2l2_status status = G2L2_STATUS_OK;
    if (guard_try(&guard, &err)) {
        *out = t.out = arena_new(arena, struct tested);
        t.seconds = arena_zalloc(arena, t.n_seconds * sizeof *t.seconds);
        t.out->sequences = !scenes;
        t.out->file = files->questions ? files->questions : files->sentences;
        status = decode(&t, data, &err);
        if (!status) finish(&t);
    } else {
        status = guard.status;
    }
    arena->guard = outer;
    groups_free(&self->groups);
    g2l2_parser_free(self->parser);
    return status ? cli_fail(&err) : EXIT_OK;
}
