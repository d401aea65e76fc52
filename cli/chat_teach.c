/* :should, :undo and "hop is like jump": what is wrong is put right, and the model learns it.
 *
 *     > walk                       > :should I_RUN               > :undo
 *     I_WALK  100%                 walk is now V : I_RUN()       walk is as it was
 *                                  I_RUN  100%
 *
 * Answers that nobody contradicted count as right, and stay. The model in the file stays as it is; `:save FILE.g2l2` writes the new one. */
#include <stdlib.h>
#include <string.h>

#include "cli/chat.h"

#define MOST_SAID     500u /* answers that are remembered, the latest */
#define CHAT_WORD_MAX 99   /* bytes of a word that is like another; as chat_likeness reads it */

struct said {
    char *sentence, *meaning;
    size_t scene;
};

/* What was before a lesson. */
struct step {
    g2l2_model *model;
    size_t which;  /* of the answers; SIZE_MAX: none, but a word that is like another */
    char *meaning; /* that it had */
};

struct chat_lessons {
    struct said said[MOST_SAID];
    size_t n_said;
    struct step *steps;
    size_t n_steps;
};

/* ---- what was said ---------------------------------------------------------------------------- */

static void drop_said(struct said *said) {
    free(said->sentence);
    free(said->meaning);
}

void chat_forget(struct chat *self) {
    struct chat_lessons *l = self->lessons;
    if (!l) return;
    for (size_t i = 0; i < l->n_said; i++) drop_said(&l->said[i]);
    for (size_t i = 0; i < l->n_steps; i++) {
        g2l2_model_free(l->steps[i].model);
        free(l->steps[i].meaning);
    }
    free(l->steps);
    free(l);
    self->lessons = NULL;
}

static size_t find_said(const struct chat *self, const char *sentence) {
    const struct chat_lessons *l = self->lessons;
    size_t i = 0;
    while (l && i < l->n_said &&
           (strcmp(l->said[i].sentence, sentence) || l->said[i].scene != self->scene))
        i++;
    return l ? i : 0;
}

/* One that cannot be kept is forgotten; so are all, where there are many and lessons do not point
 * at them. */
void chat_note(struct chat *self, const char *sentence, const char *meaning) {
    if (!self->lessons) self->lessons = calloc(1, sizeof *self->lessons);
    struct chat_lessons *l = self->lessons;
    size_t at = l ? find_said(self, sentence) : 0;
    if (!l || at < l->n_said || at == MOST_SAID) return;
    struct said said = {strdup(sentence), strdup(meaning), self->scene};
    if (said.sentence && said.meaning) l->said[l->n_said++] = said;
    else drop_said(&said);
}

/* ---- learning ----------------------------------------------------------------------------------- */

static bool has_scenes(const struct chat *self) {
    return g2l2_domain_has_scenes(g2l2_model_domain(self->model));
}

static g2l2_status collect(const struct chat *self, g2l2_dataset *out, g2l2_error *err) {
    const struct chat_lessons *l = self->lessons;
    g2l2_status status = G2L2_STATUS_OK;
    for (size_t i = 0; i < l->n_said && !status; i++) {
        const struct said *s = &l->said[i];
        status = has_scenes(self)
                     ? g2l2_dataset_add_question(out, s->sentence, s->meaning, s->scene, NULL,
                                                 i + 1, err)
                     : g2l2_dataset_add(out, s->sentence, s->meaning, NULL, i + 1, err);
    }
    return status;
}

static void put_entry(const char *category, const char *program) {
    chat_printf("%s%s%s", category, *program ? " : " : "", program);
}

static g2l2_status teach(struct chat *self, const g2l2_dataset *data, g2l2_model **out,
                         g2l2_error *err) {
    const g2l2_budget budget = {.seconds = self->limits.max_seconds};
    g2l2_lesson *lesson;
    g2l2_status status = g2l2_model_teach(self->model, data, has_scenes(self) ? self->scenes : NULL,
                                          &budget, out, &lesson, err);
    if (status) return status;
    for (size_t i = 0; i < g2l2_lesson_count(lesson) && !self->json; i++) {
        g2l2_taught t = g2l2_lesson_get(lesson, i);
        chat_printf("%s is now ", t.word);
        put_entry(t.category, t.program);
        if (t.own) chat_put(", a concept of its own");
        if (t.like) chat_printf(", like %s", t.like);
        if (t.known) chat_put(", no longer ");
        if (t.known) put_entry(t.old_category, t.old_program);
        chat_put("\n");
    }
    g2l2_lesson_free(lesson);
    return status;
}

/* Another model, in which all answers are as they should be. */
static g2l2_status learn(struct chat *self, g2l2_model **out, g2l2_error *err) {
    g2l2_dataset *data;
    g2l2_status status = g2l2_dataset_new(&data, err);
    if (status) return status;
    status = collect(self, data, err);
    if (!status) status = teach(self, data, out, err);
    g2l2_dataset_free(data);
    return status;
}

/* ---- the commands --------------------------------------------------------------------------------- */

/* Keep what was before; false: there is no memory. */
static bool keep_step(struct chat_lessons *l, g2l2_model *before, size_t which, char *meaning) {
    struct step *steps = realloc(l->steps, (l->n_steps + 1) * sizeof *steps);
    if (!steps) return false;
    l->steps = steps;
    steps[l->n_steps++] = (struct step){before, which, meaning};
    return true;
}

/* The meaning of an answer, exchanged; returns the one before. */
static char *exchange(struct chat_lessons *l, size_t which, char *meaning) {
    char *before = l->said[which].meaning;
    l->said[which].meaning = meaning;
    return before;
}

/* Is the last sentence as it should be? */
static bool is_learned(const struct chat *self, const char *meaning) {
    g2l2_result r;
    return !g2l2_parser_run(self->parser, self->last, 1, &r, NULL) && r.n_readings &&
           g2l2_domain_same(g2l2_model_domain(self->model), r.readings[0].text, meaning);
}

/* Learn answer `which`, whose meaning was `old`. On failure all is as before, but for that meaning. */
static g2l2_status learn_step(struct chat *self, size_t which, char *old, g2l2_error *err) {
    g2l2_model *next, *before = self->model;
    g2l2_status status = learn(self, &next, err);
    if (status) return status;
    if (!chat_use(self, next, err)) {
        g2l2_model_free(next);
        return err->status;
    }
    if (!is_learned(self, self->lessons->said[which].meaning))
        status = err_set(err, G2L2_STATUS_DATA, 0, 0,
                         "no entry of a word makes it so and leaves the other answers right");
    else if (!keep_step(self->lessons, before, which, old))
        status = err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    if (!status) return status;
    g2l2_error other;
    if (chat_use(self, before, &other)) g2l2_model_free(next);
    else g2l2_model_free(before);
    return status;
}

void chat_should(struct chat *self, const char *meaning) {
    g2l2_error err;
    size_t n_before = self->lessons ? self->lessons->n_said : 0;
    if (!self->last || !*meaning) {
        chat_error(self, "%s",
                   self->last ? "what should it be? `:should MEANING`"
                              : "there is no answer yet; type a sentence first");
        return;
    }
    chat_note(self, self->last, meaning);
    size_t which = find_said(self, self->last);
    struct chat_lessons *l = self->lessons;
    char *wanted = strdup(meaning);
    if (!l || which == l->n_said || !wanted) {
        free(wanted);
        chat_error(self, "there is no room to remember it");
        return;
    }
    char *old = exchange(l, which, wanted);
    if (!learn_step(self, which, old, &err)) {
        chat_answer(self, self->last);
        return;
    }
    free(exchange(l, which, old));
    if (l->n_said > n_before) drop_said(&l->said[--l->n_said]); /* it was no answer */
    chat_error(self, "%s", err.message);
}

static void use_likeness(struct chat *self, const char *word, const char *like, bool fresh) {
    g2l2_model *next, *before = self->model;
    g2l2_error err;
    if (!self->lessons) self->lessons = calloc(1, sizeof *self->lessons);
    if (!self->lessons || g2l2_model_liken(self->model, word, like, fresh, &next, &err)) {
        chat_error(self, "%s", self->lessons ? err.message : "out of memory");
        return;
    }
    if (!chat_use(self, next, &err)) {
        g2l2_model_free(next);
        chat_error(self, "%s", err.message);
        return;
    }
    if (!keep_step(self->lessons, before, SIZE_MAX, NULL)) g2l2_model_free(before);
    if (self->json) chat_json(self, json_pack("{s:o}", "taught", cli_json_text(word)));
    for (size_t i = 0; i < g2l2_model_n_entries(next) && !self->json; i++) {
        g2l2_entry e = g2l2_model_entry(next, i);
        if (strcmp(e.word, word)) continue;
        chat_printf("%s is now ", e.word);
        put_entry(e.category, e.program);
        chat_put("\n");
    }
}

static bool is_known(const struct chat *self, const char *word) {
    for (size_t i = 0; i < self->n_words; i++)
        if (!strcmp(self->words[i], word)) return true;
    return false;
}

bool chat_likeness(struct chat *self, const char *line) {
    char word[CHAT_WORD_MAX + 1], like[CHAT_WORD_MAX + 1];
    int end = 0;
    bool fresh =
        sscanf(line, "%99s is new like %99s %n", word, like, &end) == 2 && end && !line[end];
    if (!fresh &&
        !(sscanf(line, "%99s is like %99s %n", word, like, &end) == 2 && end && !line[end]))
        return false;
    if (is_known(self, word) || !is_known(self, like)) return false;
    use_likeness(self, word, like, fresh);
    return true;
}

void chat_undo(struct chat *self) {
    struct chat_lessons *l = self->lessons;
    g2l2_error err;
    if (!l || !l->n_steps) {
        chat_error(self, "nothing was learned that could be undone");
        return;
    }
    struct step step = l->steps[l->n_steps - 1];
    g2l2_model *now = self->model;
    if (!chat_use(self, step.model, &err)) {
        chat_error(self, "%s", err.message);
        return;
    }
    l->n_steps--;
    if (step.which == SIZE_MAX) { /* a word that was like another */
        g2l2_model_free(now);
        if (self->json) chat_json(self, json_pack("{s:n}", "taught"));
        else chat_put("that word is unknown again\n");
        return;
    }
    free(exchange(l, step.which, step.meaning));
    g2l2_model_free(now);
    chat_answer(self, l->said[step.which].sentence);
}
