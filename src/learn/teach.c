/* g2l2_model_teach: a few examples more, for a model whose words stay as they are.
 *
 *     examples ─▶ which are not right? ─┬─ one new word in them ─▶ candidates that make all of them right
 *                                       └─ no new word          ─▶ a word that they contradict, likewise
 *
 * Everything is tried with a model that has the entry, by asking it. Of the entries that do, those come
 * first that are like entries of known words: of the same category and program, but for constants and
 * numbers. A word that becomes known may leave another example with one new word, so it goes on until
 * nothing is left to be taught. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "data/scenes.h"
#include "learn/teach.h"
#include "parser/parser.h"
#include "types/stated.h"

#define MOST_RIVALS 2u /* entries beside the first that are kept, where nothing tells them apart */
#define RIVAL       .1 /* of weight that each has less than the one before */
#define TINY        1e-12 /* confidence in what is right, at least */

struct g2l2_lesson {
    struct arena arena;
    struct guard guard;
    VEC(g2l2_taught) list;
};

static const char *copy(const struct teacher *self, const char *text) {
    return arena_strndup(self->arena, text, strlen(text));
}

g2l2_status teach_check_time(const struct teacher *self) {
    if (clock_now() <= self->deadline) return G2L2_STATUS_OK;
    return err_set(self->err, G2L2_STATUS_INTERRUPTED, 0, 0,
                   "stopped: it takes too long to find what one word has to be; `train` learns all "
                   "examples together");
}

/* ---- asking ----------------------------------------------------------------------------------- */

g2l2_status teach_open(struct teacher *self, const g2l2_model *model) {
    g2l2_parser_free(self->parser);
    self->parser = NULL;
    g2l2_status status = g2l2_parser_new(model, NULL, &self->parser, self->err);
    if (!status) g2l2_parser_set_guessing(self->parser, false);
    return status;
}

static g2l2_status set_scene(const struct teacher *self, const struct example_state *e) {
    if (!self->scenes) return G2L2_STATUS_OK;
    return g2l2_parser_set_scene(self->parser, self->scenes, e->scene, self->err);
}

/* One sentence may take what is left for all. */
static g2l2_status limit_time(const struct teacher *self) {
    const g2l2_budget left = {.seconds = self->deadline - clock_now()};
    if (isinf(self->deadline)) return G2L2_STATUS_OK;
    if (left.seconds > 0) g2l2_parser_set_budget(self->parser, &left);
    return teach_check_time(self);
}

g2l2_status teach_ask(const struct teacher *self, const struct example_state *e,
                      double *confidence) {
    g2l2_result result;
    g2l2_status status = limit_time(self);
    *confidence = 0;
    if (!status) status = set_scene(self, e);
    if (!status) status = g2l2_parser_run(self->parser, e->sentence, 1, &result, self->err);
    if (status == G2L2_STATUS_INTERRUPTED) return teach_check_time(self);
    if (!status && result.n_readings &&
        g2l2_domain_same(self->model->domain, result.readings[0].text, e->target))
        *confidence = fmax(result.readings[0].confidence, TINY);
    return status == G2L2_STATUS_NO_MEMORY ? status : G2L2_STATUS_OK;
}

/* Of the sentence that the parser was asked for the words of. What stands for any word is none, and an
 * answer that no sentence had has no entries. */
static bool is_known(const struct teacher *self, size_t i) {
    const struct lexicon *lexicon = self->parser->lexicon;
    uint32_t word = self->parser->words[i];
    return word != SYMBOL_NONE && lexicon->words.at[word].n &&
           strcmp(lexicon->names.names.at[word], LEXICON_UNKNOWN);
}

static g2l2_status look(struct teacher *self, struct example_state *e) {
    const g2l2_word *words;
    size_t n = 0;
    g2l2_status status = set_scene(self, e);
    if (!status) status = g2l2_parser_words(self->parser, e->sentence, &words, &n, self->err);
    e->unknown = NULL;
    e->n_unknown = 0;
    for (size_t i = 0; !status && i < n; i++) {
        if (is_known(self, i) || (e->unknown && !strcmp(e->unknown, words[i].text))) continue;
        e->unknown = arena_strndup(self->arena, words[i].text, strlen(words[i].text));
        e->n_unknown++;
    }
    double confidence = 0;
    if (!status) status = teach_ask(self, e, &confidence);
    e->right = confidence > 0;
    return status;
}

/* Which examples are right by now. */
static g2l2_status look_at_all(struct teacher *self) {
    g2l2_status status = teach_open(self, self->now);
    for (size_t i = 0; i < self->n && !status; i++) status = look(self, &self->examples[i]);
    return status;
}

/* ---- teaching --------------------------------------------------------------------------------------- */

static g2l2_status keep(struct teacher *self, const struct task *task, const struct option *option,
                        double weight, bool replace) {
    g2l2_model *before = self->now;
    g2l2_status status = teach_make(self, task, option, weight, replace);
    if (!status) status = teach_open(self, self->made);
    if (status) return status;
    self->now = self->made;
    self->made = NULL;
    g2l2_model_free(before);
    return status;
}

/* What a word means by now: its heaviest entry. */
static void tell(const struct teacher *self, const struct option *option, g2l2_taught *taught) {
    taught->category = option->entry.category;
    taught->program = option->entry.program;
    taught->like = option->own ? NULL : option->like;
    taught->own = option->own;
    for (size_t i = 0; option->like && i < g2l2_model_n_entries(self->now); i++) {
        g2l2_entry e = g2l2_model_entry(self->now, i);
        if (strcmp(e.word, taught->word) || e.off) continue;
        taught->category = copy(self, e.category);
        taught->program = copy(self, e.program);
        break;
    }
}

/* Does nothing but chance tell it from the best? What words are like speaks for an entry where a meaning is
 * given; an answer about a scene says too little for that. */
static bool is_rival(const struct teacher *self, const struct option *o,
                     const struct option *best) {
    return o->n_right == best->n_right && (self->scenes || o->n_like == best->n_like);
}

/* The best, and those that nothing tells from it. A word that is like another has one concept, so
 * others are told but not kept. */
static g2l2_status take(struct teacher *self, const struct task *task, const option_list *options,
                        g2l2_taught taught) {
    const struct option *best = &options->at[0];
    g2l2_status status = G2L2_STATUS_OK;
    for (size_t i = 0; i < options->n && !status; i++) {
        const struct option *o = &options->at[i];
        if (!is_rival(self, o, best)) break;
        if (!i || (i <= MOST_RIVALS && !best->like && !o->like && o->n_like == best->n_like))
            status = keep(self, task, o, -RIVAL * (double)i, task->known && !i);
        taught.n_rivals += i && !teach_same(o, best);
    }
    taught.word = task->word;
    taught.known = task->known;
    if (status) return status;
    tell(self, best, &taught);
    vec_push(self->arena, &self->lesson->list, taught);
    return look_at_all(self);
}

/* Examples that have this new word, and no other. Those that are right without it are so by chance. */
static struct task task_of(const struct teacher *self, const char *word) {
    bool *wanted = arena_zalloc(self->arena, self->n + 1);
    struct task task = {.word = word, .wanted = wanted};
    for (size_t i = 0; i < self->n; i++) {
        const struct example_state *e = &self->examples[i];
        wanted[i] = e->n_unknown == 1 && !strcmp(e->unknown, word);
        task.n_wanted += wanted[i];
        task.n_before += wanted[i] && e->right;
    }
    return task;
}

/* One new word; *done: one was taught. */
static g2l2_status teach_new(struct teacher *self, bool *done) {
    g2l2_status status = G2L2_STATUS_OK;
    option_list options = {0};
    *done = false;
    for (size_t i = 0; i < self->n && !status && !*done; i++) {
        const struct example_state *e = &self->examples[i];
        if (e->right || e->n_unknown != 1) continue;
        const struct task task = task_of(self, e->unknown);
        status = teach_find(self, &task, &options);
        if (status || !options.n) continue;
        *done = true;
        status = take(self, &task, &options, (g2l2_taught){.example = i});
    }
    return status;
}

/* The words of a sentence; *n of them. */
static g2l2_status list_words(struct teacher *self, const struct example_state *e,
                              const char ***out, size_t *n) {
    const g2l2_word *words;
    g2l2_status status = set_scene(self, e);
    if (!status) status = g2l2_parser_words(self->parser, e->sentence, &words, n, self->err);
    if (status) return status;
    *out = arena_array(self->arena, const char *, *n + 1);
    for (size_t i = 0; i < *n; i++) (*out)[i] = copy(self, words[i].text);
    return status;
}

/* Is what is not known left out, so that one new word can be taught beside others? */
static bool leaves_out(const struct teacher *self) {
    const struct lexicon *lexicon = &self->now->lexicon;
    uint32_t word = symbols_find(&lexicon->names, LEXICON_UNKNOWN, strlen(LEXICON_UNKNOWN));
    return word != SYMBOL_NONE && lexicon->words.at[word].n;
}

/* Several new words: the longest that makes the sentence right, as it is likelier to say something
 * than a short one; the others are left out. */
static g2l2_status teach_among(struct teacher *self, size_t example, bool *done) {
    bool *wanted = arena_zalloc(self->arena, self->n + 1);
    struct task task = {.wanted = wanted, .n_wanted = 1};
    const char **words;
    size_t n = 0;
    option_list options = {0}, best = {0};
    g2l2_status status = list_words(self, &self->examples[example], &words, &n);
    for (size_t i = 0; i < n && !status; i++)
        if (is_known(self, i)) words[i] = "";
    wanted[example] = true;
    *done = false;
    for (size_t i = 0; i < n && !status; i++) {
        struct task one = task;
        one.word = words[i];
        if (strlen(words[i]) <= (task.word ? strlen(task.word) : 0)) continue;
        options = (option_list){0};
        status = teach_find(self, &one, &options);
        if (!status && options.n) task = one, best = options;
    }
    if (status || !best.n) return status;
    *done = true;
    return take(self, &task, &best, (g2l2_taught){.example = example});
}

/* The first entry of a word, as it is written; false: it has none, or must keep it. */
static bool find_entry(const struct teacher *self, const char *word, g2l2_taught *out) {
    for (size_t i = 0; i < g2l2_model_n_entries(self->model); i++) {
        g2l2_entry e = g2l2_model_entry(self->model, i);
        if (strcmp(e.word, word) || e.off) continue;
        if (e.locked) return false;
        out->old_category = copy(self, e.category);
        out->old_program = copy(self, e.program);
        return true;
    }
    return false;
}

/* Known words of a sentence that is not right: the one that must mean something else, so that it is,
 * and all that is right stays so. */
static g2l2_status teach_again(struct teacher *self, size_t example, bool *done) {
    bool *wanted = arena_zalloc(self->arena, self->n + 1);
    const char **words;
    size_t n = 0;
    struct task best_task = {0};
    option_list options = {0}, best = {0};
    g2l2_status status = list_words(self, &self->examples[example], &words, &n);
    wanted[example] = true;
    *done = false;
    for (size_t i = 0; i < n && !status; i++) {
        const struct task task = {.word = words[i], .known = true, .wanted = wanted, .n_wanted = 1};
        g2l2_taught old = {0};
        if (!find_entry(self, words[i], &old)) continue;
        options = (option_list){0};
        status = teach_find(self, &task, &options);
        if (status || !options.n || (best.n && teach_compare(&options.at[0], &best.at[0]) >= 0))
            continue;
        best = options;
        best_task = task;
    }
    if (status || !best.n) return status;
    g2l2_taught taught = {.example = example};
    find_entry(self, best_task.word, &taught);
    *done = true;
    return take(self, &best_task, &best, taught);
}

/* What one new word says, and then what that leaves to be said by others. */
static g2l2_status teach_each(struct teacher *self) {
    bool done = true;
    g2l2_status status = G2L2_STATUS_OK;
    while (!status && done) status = teach_new(self, &done);
    return status;
}

static g2l2_status teach_all(struct teacher *self) {
    bool done = false;
    g2l2_status status = look_at_all(self);
    if (!status) status = teach_each(self);
    for (size_t i = 0; i < self->n && !status && leaves_out(self); i++) {
        if (self->examples[i].right || self->examples[i].n_unknown < 2) continue;
        status = teach_among(self, i, &done);
        if (!status && done) status = teach_each(self);
    }
    for (size_t i = 0; i < self->n && !status; i++)
        if (!self->examples[i].right && !self->examples[i].n_unknown)
            status = teach_again(self, i, &done);
    return status;
}

/* ---- the whole --------------------------------------------------------------------------------------- */

/* What is stated of the objects that the examples are about: its names are constants, too. */
static void add_stated(struct teacher *self) {
    size_t n = self->scenes ? g2l2_scenes_count(self->scenes) : 0, n_stated = 0;
    struct scene *stated = arena_array(self->arena, struct scene, n + 1);
    const struct scene **list = arena_array(self->arena, const struct scene *, n + 1);
    for (size_t i = 0; i < n; i++) {
        const struct scene *scene = scenes_get(self->scenes, i);
        if (!scene) continue;
        stated[n_stated] = *scene;
        stated[n_stated].world = stated_of(self->arena, scene);
        list[n_stated] = &stated[n_stated];
        n_stated++;
    }
    domain_add_facts(self->domain, list, n_stated);
}

/* Constants and names of several that the examples have and the model does not, as lines of its text. Answers about what is
 * perceived are no such: attributes have a number for each of those that they were learned with. */
static void put_constants(struct teacher *self, struct buf *out) {
    g2l2_domain *domain = self->domain;
    const struct lang *known = &self->model->domain->lang, *lang = &domain->lang;
    const char **targets = arena_array(self->arena, const char *, self->n + 1);
    if (domain->mixed) return;
    for (size_t i = 0; i < self->n; i++) targets[i] = self->examples[i].target;
    domain->taught = true;
    domain->arena.guard = self->arena->guard;
    if (domain->world) add_stated(self);
    else domain_add_literals(domain, targets, self->n, NULL, 0);
    for (uint32_t i = 0; i < lang->literal_ops.n; i++) {
        const struct op *op = &lang->ops.at[lang->literal_ops.at[i]];
        if (symbols_find(&known->literals, op->name, strlen(op->name)) != UINT32_MAX) continue;
        buf_puts(out, "literals ");
        if (domain->literal_types.n > 1) {
            lang_type_print(lang, op->result, out);
            buf_puts(out, " : ");
        }
        text_put_name(out, op->name);
        buf_puts(out, "\n");
    }
    for (uint32_t i = 0; i < lang->wholes.names.n; i++) {
        buf_puts(out, "names ");
        text_put_name(out, lang->wholes.names.at[i]);
        buf_puts(out, "\n");
    }
}

/* The model once more, with these. */
static g2l2_status begin(struct teacher *self) {
    struct buf all;
    g2l2_status status = domain_copy(self->model->domain, &self->domain, self->err);
    if (!status) status = g2l2_lexicon_export(self->model, &self->text, self->err);
    if (status) return status;
    buf_init(&all, self->arena);
    buf_puts(&all, self->text);
    put_constants(self, &all);
    struct text_source source = {.text = all.at,
                                 .length = all.n,
                                 .spare_concepts = true,
                                 .types = self->model->domain->lang.registry};
    return text_read(&source, &self->now, self->err);
}

static g2l2_status run(struct teacher *self, const g2l2_dataset *data) {
    self->n = g2l2_dataset_count(data);
    self->examples = arena_zalloc(self->arena, (self->n + 1) * sizeof *self->examples);
    for (size_t i = 0; i < self->n; i++) {
        g2l2_example e = g2l2_dataset_get(data, i);
        self->examples[i].sentence = e.sentence;
        self->examples[i].target = e.target;
        self->examples[i].scene = e.scene;
    }
    g2l2_status status = begin(self);
    return status ? status : teach_all(self);
}

/* Scenes where sentences are about such, and only there. */
static g2l2_status check_scenes(const g2l2_domain *domain, const g2l2_scenes *scenes,
                                g2l2_error *err) {
    bool about = g2l2_domain_has_scenes(domain);
    if (about == (scenes != NULL)) return G2L2_STATUS_OK;
    return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                   about ? "sentences of the domain '%.60s' are about scenes: they are needed"
                         : "sentences of the domain '%.60s' are about no scenes",
                   domain->name);
}

static void give_back(struct teacher *self) {
    g2l2_parser_free(self->parser);
    g2l2_model_free(self->made);
    g2l2_model_free(self->trial);
    g2l2_candidates_free(self->candidates);
    g2l2_domain_free(self->domain);
    free(self->text);
}

g2l2_status g2l2_model_teach(const g2l2_model *self, const g2l2_dataset *data,
                             const g2l2_scenes *scenes, const g2l2_budget *budget, g2l2_model **out,
                             g2l2_lesson **lesson, g2l2_error *err) {
    struct teacher teacher = {.model = self, .scenes = scenes, .deadline = INFINITY, .err = err};
    struct teacher *volatile t = &teacher;
    g2l2_status status = check_scenes(self->domain, scenes, err);
    if (status) return status;
    g2l2_lesson *made = calloc(1, sizeof *made);
    if (!made) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    if (budget && budget->seconds > 0) teacher.deadline = clock_now() + budget->seconds;
    arena_init(&made->arena, &made->guard, budget_bytes(budget, 0));
    teacher.lesson = made;
    teacher.arena = &made->arena;
    if (guard_try(&made->guard, err)) status = run(t, data);
    else status = t->lesson->guard.status;
    give_back(t);
    if (status) {
        g2l2_model_free(t->now);
        g2l2_lesson_free(t->lesson);
        return status;
    }
    *out = t->now;
    if (lesson) *lesson = t->lesson;
    else g2l2_lesson_free(t->lesson);
    return status;
}

LIST_FUNCTIONS(lesson, taught)
