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
#include "model/model.h"

#define MOST_RIVALS 2u /* entries beside the first that are kept, where nothing tells them apart */
#define RIVAL       .1 /* of weight that each has less than the one before */

struct g2l2_lesson {
    struct arena arena;
    struct guard guard;
    VEC(g2l2_taught) list;
};

struct example_state {
    const char *sentence, *target;
    bool right;
    const char *unknown; /* a word of it, if `n_unknown` is 1 */
    size_t n_unknown;    /* different ones */
};

struct option {
    g2l2_candidate entry;
    size_t n_right; /* of the examples that it is for */
    size_t n_like;  /* entries of the model that are like it */
};

struct teacher {
    const g2l2_model *model; /* as it was */
    g2l2_model *now;
    g2l2_lesson *lesson;
    double deadline;
    struct arena *arena; /* the lesson's */
    struct example_state *examples;
    size_t n;
    g2l2_error *err;
    /* At hand; given back in the end, wherever that is: */
    g2l2_domain *domain;
    g2l2_candidates *candidates;
    g2l2_model *trial;
    g2l2_parser *parser;
    char *text;
};

static const char *copy(const struct teacher *self, const char *text) {
    return arena_strndup(self->arena, text, strlen(text));
}

static g2l2_status check_time(const struct teacher *self) {
    if (clock_now() <= self->deadline) return G2L2_STATUS_OK;
    return err_set(self->err, G2L2_STATUS_INTERRUPTED, 0, 0, "stopped: it takes too long");
}

/* ---- asking ----------------------------------------------------------------------------------- */

/* self->parser, of this model from now on. */
static g2l2_status open_parser(struct teacher *self, const g2l2_model *model) {
    g2l2_parser_free(self->parser);
    self->parser = NULL;
    g2l2_status status = g2l2_parser_new(model, NULL, &self->parser, self->err);
    if (!status) g2l2_parser_set_guessing(self->parser, false);
    return status;
}

/* What takes more than is usual is not right. */
static g2l2_status ask(const struct teacher *self, const struct example_state *e, bool *right) {
    g2l2_result result;
    g2l2_status status = g2l2_parser_run(self->parser, e->sentence, 1, &result, self->err);
    *right = !status && result.n_readings && !strcmp(result.readings[0].text, e->target);
    return status == G2L2_STATUS_NO_MEMORY ? status : G2L2_STATUS_OK;
}

static g2l2_status look(struct teacher *self, struct example_state *e) {
    const g2l2_word *words;
    size_t n;
    g2l2_status status = g2l2_parser_words(self->parser, e->sentence, &words, &n, self->err);
    e->unknown = NULL;
    e->n_unknown = 0;
    for (size_t i = 0; !status && i < n; i++) {
        if (words[i].known || (e->unknown && !strcmp(e->unknown, words[i].text))) continue;
        e->unknown = arena_strndup(self->arena, words[i].text, strlen(words[i].text));
        e->n_unknown++;
    }
    return status ? status : ask(self, e, &e->right);
}

/* Which examples are right by now. */
static g2l2_status look_at_all(struct teacher *self) {
    g2l2_status status = open_parser(self, self->now);
    for (size_t i = 0; i < self->n && !status; i++) status = look(self, &self->examples[i]);
    return status;
}

/* ---- candidates ---------------------------------------------------------------------------------- */

/* A program without its constants and numbers: `\x. repeat(x, 3)` is like `\x. repeat(x, 2)`. */
static const char *likeness_of(const struct teacher *self, const char *category,
                               const char *program) {
    const struct symbols *literals = &self->now->domain->lang.literals;
    struct buf out;
    buf_init(&out, self->arena);
    buf_printf(&out, "%s : ", category);
    for (const char *at = program; *at;) {
        size_t n = strcspn(at, " ()\\.,"), digits = strspn(at, "0123456789");
        bool constant = n && (digits == n || symbols_find(literals, at, n) != UINT32_MAX);
        if (constant) buf_puts(&out, "_");
        else buf_put(&out, at, n);
        at += n;
        if (*at) buf_put(&out, at++, 1);
    }
    return out.at;
}

static size_t count_alike(const struct teacher *self, const g2l2_candidate *c) {
    const char *wanted = likeness_of(self, c->category, c->program);
    size_t n = 0;
    for (size_t i = 0; i < g2l2_model_n_entries(self->model); i++) {
        g2l2_entry e = g2l2_model_entry(self->model, i);
        n += !e.off && !strcmp(wanted, likeness_of(self, e.category, e.program));
    }
    return n;
}

/* Another model in which a word has this entry, and, if it is to be replaced, no other. */
static g2l2_status with_entry(const struct teacher *self, const char *word, const g2l2_candidate *c,
                              double weight, bool replace, g2l2_model **out) {
    size_t n = g2l2_model_n_entries(self->now), n_edits = 0;
    g2l2_edit *edits = arena_zalloc(self->arena, (n + 1) * sizeof *edits);
    for (size_t i = 0; i < n && replace; i++)
        if (!strcmp(g2l2_model_entry(self->now, i).word, word))
            edits[n_edits++] = (g2l2_edit){.kind = G2L2_EDIT_REMOVE, .entry = i};
    edits[n_edits++] = (g2l2_edit){
        .kind = G2L2_EDIT_ADD,
        .with = {.word = word, .category = c->category, .program = c->program, .weight = weight}};
    return g2l2_model_edit(self->now, edits, n_edits, NULL, out, self->err);
}

/* How many of the wanted examples the model at hand makes right; 0 as soon as another one, that is
 * right, is not any more. */
static g2l2_status count_right(const struct teacher *self, const bool *wanted, size_t *n) {
    g2l2_status status = G2L2_STATUS_OK;
    *n = 0;
    for (size_t i = 0; i < self->n && !status; i++) {
        const struct example_state *e = &self->examples[i];
        bool right = false;
        if (!wanted[i] && !e->right) continue;
        status = ask(self, e, &right);
        *n += wanted[i] && right;
        if (wanted[i] || right || status) continue;
        *n = 0;
        break;
    }
    return status;
}

/* An entry that the grammar cannot use is none. */
static g2l2_status try_entry(struct teacher *self, const char *word, bool replace,
                             const bool *wanted, struct option *option) {
    g2l2_model *before = self->trial;
    if (check_time(self)) return G2L2_STATUS_INTERRUPTED;
    self->trial = NULL;
    g2l2_status status = with_entry(self, word, &option->entry, 0, replace, &self->trial);
    bool usable = !status;
    if (usable) status = open_parser(self, self->trial);
    else if (status != G2L2_STATUS_NO_MEMORY) status = G2L2_STATUS_OK;
    if (!usable) {
        self->trial = before; /* the parser is its */
        return status;
    }
    g2l2_model_free(before);
    return status ? status : count_right(self, wanted, &option->n_right);
}

static int better(const void *a, const void *b) {
    const struct option *x = a, *y = b;
    if (x->n_right != y->n_right) return x->n_right > y->n_right ? -1 : 1;
    if (x->n_like != y->n_like) return x->n_like > y->n_like ? -1 : 1;
    size_t m = strlen(x->entry.program), n = strlen(y->entry.program);
    if (m != n) return m < n ? -1 : 1;
    int order = strcmp(x->entry.category, y->entry.category);
    return order ? order : strcmp(x->entry.program, y->entry.program);
}

typedef VEC(struct option) option_list;

/* Of one candidate set, those that make something right; the best first. */
static g2l2_status try_set(struct teacher *self, const char *set, const char *word, bool replace,
                           const bool *wanted, option_list *out) {
    const char **targets = arena_array(self->arena, const char *, self->n + 1);
    size_t n = 0;
    for (size_t i = 0; i < self->n; i++)
        if (wanted[i]) targets[n++] = self->examples[i].target;
    g2l2_candidates_free(self->candidates);
    self->candidates = NULL;
    g2l2_status status = g2l2_domain_candidates(self->model->domain, set, targets, n, NULL,
                                                &self->candidates, self->err);
    if (status) return status;
    for (size_t i = 0; i < g2l2_candidates_count(self->candidates) && !status; i++) {
        g2l2_candidate c = g2l2_candidates_get(self->candidates, i);
        struct option option = {.entry = {copy(self, c.category), copy(self, c.program), 0}};
        status = try_entry(self, word, replace, wanted, &option);
        if (option.n_right) option.n_like = count_alike(self, &option.entry);
        if (option.n_right) vec_push(self->arena, out, option);
    }
    if (out->n) qsort(out->at, out->n, sizeof *out->at, better);
    return status;
}

/* The default set, and wider ones where that has nothing. */
static g2l2_status find_options(struct teacher *self, const char *word, bool replace,
                                const bool *wanted, option_list *out) {
    const g2l2_domain *domain = self->model->domain;
    g2l2_status status = G2L2_STATUS_OK;
    out->n = 0;
    for (uint32_t i = 0; i < domain->sets.n && !status && !out->n; i++)
        if (!i || domain->sets.at[i].fallback)
            status = try_set(self, domain->sets.at[i].name, word, replace, wanted, out);
    return status;
}

/* ---- teaching --------------------------------------------------------------------------------------- */

static g2l2_status keep(struct teacher *self, const char *word, const g2l2_candidate *c,
                        double weight, bool replace) {
    g2l2_model *next, *before = self->now;
    g2l2_status status = with_entry(self, word, c, weight, replace, &next);
    if (status) return status;
    self->now = next;
    status = open_parser(self, next);
    g2l2_model_free(before);
    return status;
}

/* The best, and those that nothing tells from it. */
static g2l2_status take(struct teacher *self, const char *word, const option_list *options,
                        g2l2_taught taught) {
    const struct option *best = &options->at[0];
    g2l2_status status = G2L2_STATUS_OK;
    for (size_t i = 0; i < options->n && !status; i++) {
        const struct option *o = &options->at[i];
        if (o->n_right != best->n_right || o->n_like != best->n_like) break;
        if (i <= MOST_RIVALS)
            status = keep(self, word, &o->entry, -RIVAL * (double)i, taught.known && !i);
        taught.n_rivals = i;
    }
    taught.word = word;
    taught.category = best->entry.category;
    taught.program = best->entry.program;
    vec_push(self->arena, &self->lesson->list, taught);
    return status ? status : look_at_all(self);
}

/* Examples that have this new word, and no other. */
static size_t choose_examples(const struct teacher *self, const char *word, bool *wanted) {
    size_t n = 0;
    for (size_t i = 0; i < self->n; i++) {
        const struct example_state *e = &self->examples[i];
        wanted[i] = !e->right && e->n_unknown == 1 && !strcmp(e->unknown, word);
        n += wanted[i];
    }
    return n;
}

/* One new word; *done: one was taught. */
static g2l2_status teach_new(struct teacher *self, bool *done) {
    bool *wanted = arena_zalloc(self->arena, self->n + 1);
    g2l2_status status = G2L2_STATUS_OK;
    option_list options = {0};
    *done = false;
    for (size_t i = 0; i < self->n && !status && !*done; i++) {
        const struct example_state *e = &self->examples[i];
        if (e->right || e->n_unknown != 1) continue;
        choose_examples(self, e->unknown, wanted);
        const char *word = e->unknown;
        status = find_options(self, word, false, wanted, &options);
        if (status || !options.n) continue;
        *done = true;
        status = take(self, word, &options, (g2l2_taught){.example = i});
    }
    return status;
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
    const char *at = self->examples[example].sentence, *best_word = NULL;
    option_list options = {0}, best = {0};
    g2l2_status status = G2L2_STATUS_OK;
    wanted[example] = true;
    *done = false;
    for (size_t n; *at && !status; at += n + strspn(at + n, " ")) {
        n = strcspn(at, " ");
        const char *word = arena_strndup(self->arena, at, n);
        g2l2_taught old = {0};
        if (!find_entry(self, word, &old)) continue;
        options = (option_list){0};
        status = find_options(self, word, true, wanted, &options);
        if (status || !options.n || (best.n && better(&options.at[0], &best.at[0]) >= 0)) continue;
        best = options;
        best_word = word;
    }
    if (status || !best.n) return status;
    g2l2_taught taught = {.known = true, .example = example};
    find_entry(self, best_word, &taught);
    *done = true;
    return take(self, best_word, &best, taught);
}

static g2l2_status teach_all(struct teacher *self) {
    bool done = true;
    g2l2_status status = look_at_all(self);
    while (!status && done) status = teach_new(self, &done);
    for (size_t i = 0; i < self->n && !status; i++)
        if (!self->examples[i].right && !self->examples[i].n_unknown)
            status = teach_again(self, i, &done);
    return status;
}

/* ---- the whole --------------------------------------------------------------------------------------- */

/* Constants that the examples name and the model does not, as lines of its text. */
static void put_constants(struct teacher *self, struct buf *out) {
    g2l2_domain *domain = self->domain;
    const struct lang *known = &self->model->domain->lang, *lang = &domain->lang;
    const char **targets = arena_array(self->arena, const char *, self->n + 1);
    for (size_t i = 0; i < self->n; i++) targets[i] = self->examples[i].target;
    domain->arena.guard = self->arena->guard;
    domain_add_literals(domain, targets, self->n, NULL, 0);
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
    }
    g2l2_status status = begin(self);
    return status ? status : teach_all(self);
}

/* Words that have candidates of their own, and meanings that are there without a scene. */
static g2l2_status check_domain(const g2l2_domain *domain, g2l2_error *err) {
    bool fine =
        domain->sets.n && domain->sets.at[0].parts == CAT_NONE && !domain->world && !domain->mixed;
    if (fine) return G2L2_STATUS_OK;
    return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                   "words of the domain '%.60s' are learned together, not one by one: learn again "
                   "from all examples",
                   domain->name);
}

static void give_back(struct teacher *self) {
    g2l2_parser_free(self->parser);
    g2l2_model_free(self->trial);
    g2l2_candidates_free(self->candidates);
    g2l2_domain_free(self->domain);
    free(self->text);
}

g2l2_status g2l2_model_teach(const g2l2_model *self, const g2l2_dataset *data,
                             const g2l2_budget *budget, g2l2_model **out, g2l2_lesson **lesson,
                             g2l2_error *err) {
    struct teacher teacher = {.model = self, .deadline = INFINITY, .err = err};
    struct teacher *volatile t = &teacher;
    g2l2_status status = check_domain(self->domain, err);
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

void g2l2_lesson_free(g2l2_lesson *self) {
    if (!self) return;
    arena_free(&self->arena);
    free(self);
}

size_t g2l2_lesson_count(const g2l2_lesson *self) {
    return self->list.n;
}

g2l2_taught g2l2_lesson_get(const g2l2_lesson *self, size_t i) {
    return i < self->list.n ? self->list.at[i] : (g2l2_taught){0};
}
