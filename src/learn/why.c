/* g2l2_model_why: the evidence for an entry.
 *
 *     examples with the word ─▶ every other entry in its place, all other words as they are
 *                            ─▶ the last rival: the one that gets most of them right
 *                            ─▶ the examples that it gets wrong: these decided
 *                            ─▶ learned again without them: is the rival back?
 *
 * So what is said is tried, not remembered. Where a word has several entries each is asked alone: with
 * the others beside it, no rival would be missed. Rivals are what the domain gives a word at first and
 * what other words of the model mean; a concept ('?') is the word's own, as it was learned.
 *
 * Words of records are learned together, with phrases that they are part of, and the domain has no candidates of its
 * own for them. There an entry is asked without these phrases, and rivals are what other words mean. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "model/model.h"

#define SCREEN       8u  /* examples, the shortest: a rival is right about one of these, */
#define SAMPLE       60u /* or about one of those, where there are few to try */
#define FEW_RIVALS   400u
#define FINALISTS    5u      /* rivals that are tried on all */
#define MOST_RIVALS  5000u   /* that are tried for an entry */
#define MOST_TARGETS 40u     /* of examples that name the constants of rivals */
#define TRIAL_STEPS  200000u /* of a sentence that a rival makes ambiguous beyond use */
#define TRIAL_MEMORY ((size_t)256 << 20)

struct rival {
    const char *category, *program;
    size_t n_right;
};

struct g2l2_evidence {
    struct arena arena;
    struct guard guard;
    const g2l2_model *model;
    const g2l2_dataset *data;
    const g2l2_scenes *scenes;       /* or NULL */
    const g2l2_learn_options *again; /* or NULL */
    double deadline;
    bool together; /* phrases are learned beside their words */
    VEC(g2l2_reason) list;
    const char **sentences; /* [examples] their words, with a space between and around */
    /* For the entry at hand: */
    g2l2_entry entry;
    size_t number;   /* of the entry, in `alone` */
    size_t *mine, n; /* examples that have the word and are right, the shortest first */
    struct symbols tried;
    struct rival finalists[FINALISTS];
    size_t n_finalists, n_tried, n_screen;
    /* At hand; given back in the end, wherever that is: */
    g2l2_model *alone, *trial;
    g2l2_parser *parser;
    g2l2_candidates *candidates;
    g2l2_dataset *others;
};

static const char *copy(g2l2_evidence *self, const char *text) {
    return arena_strndup(&self->arena, text, strlen(text));
}

static void check(g2l2_evidence *self, g2l2_status status, const g2l2_error *err) {
    if (status) guard_raise(&self->guard, status, err->line, err->column, "%s", err->message);
}

/* A status that says something about a rival says nothing about us; lack of memory does. */
static bool is_fine(g2l2_evidence *self, g2l2_status status) {
    if (status == G2L2_STATUS_NO_MEMORY) guard_raise(&self->guard, status, 0, 0, "out of memory");
    return !status;
}

static void check_time(g2l2_evidence *self) {
    if (clock_now() > self->deadline)
        guard_raise(&self->guard, G2L2_STATUS_INTERRUPTED, 0, 0, "stopped: it takes too long");
}

/* ---- asking --------------------------------------------------------------------------------------- */

static void close_parser(g2l2_evidence *self) {
    g2l2_parser_free(self->parser);
    g2l2_model_free(self->trial);
    self->parser = NULL;
    self->trial = NULL;
}

/* self->parser, of this model from now on. */
static void open_parser(g2l2_evidence *self, const g2l2_model *model) {
    const g2l2_budget budget = {.steps = TRIAL_STEPS, .bytes = TRIAL_MEMORY};
    g2l2_error err;
    check(self, g2l2_parser_new(model, NULL, &self->parser, &err), &err);
    g2l2_parser_set_guessing(self->parser, false);
    g2l2_parser_set_budget(self->parser, &budget);
}

/* What the parser at hand says; NULL: no meaning. */
static const char *ask(g2l2_evidence *self, const g2l2_example *e) {
    g2l2_result result;
    if (self->scenes &&
        !is_fine(self, g2l2_parser_set_scene(self->parser, self->scenes, e->scene, NULL)))
        return NULL;
    if (!is_fine(self, g2l2_parser_run(self->parser, e->sentence, 1, &result, NULL))) return NULL;
    return result.n_readings ? result.readings[0].text : NULL;
}

static bool is_right(g2l2_evidence *self, size_t example) {
    g2l2_example e = g2l2_dataset_get(self->data, example);
    const char *means = ask(self, &e);
    return means && g2l2_domain_same(self->model->domain, means, e.target);
}

/* ---- examples -------------------------------------------------------------------------------------- */

static void list_sentences(g2l2_evidence *self) {
    size_t n = g2l2_dataset_count(self->data), n_words;
    const g2l2_word *words;
    self->sentences = arena_array(&self->arena, const char *, n + 1);
    self->mine = arena_array(&self->arena, size_t, n + 1);
    open_parser(self, self->model);
    for (size_t i = 0; i < n; i++) {
        const char *sentence = g2l2_dataset_get(self->data, i).sentence;
        struct buf text;
        buf_init(&text, &self->arena);
        buf_puts(&text, " ");
        if (is_fine(self, g2l2_parser_words(self->parser, sentence, &words, &n_words, NULL)))
            for (size_t k = 0; k < n_words; k++) buf_printf(&text, "%s ", words[k].text);
        self->sentences[i] = text.at;
    }
    close_parser(self);
}

/* Compared by what stands beside it. */
struct place {
    size_t length, example;
};

static int by_length(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    if (x->length != y->length) return x->length < y->length ? -1 : 1;
    return (x->example > y->example) - (x->example < y->example);
}

static void choose_examples(g2l2_evidence *self) {
    size_t n = g2l2_dataset_count(self->data);
    struct place *places = arena_array(&self->arena, struct place, n + 1);
    struct buf word;
    buf_init(&word, &self->arena);
    buf_printf(&word, " %s ", self->entry.word);
    self->n = 0;
    open_parser(self, self->alone);
    for (size_t i = 0; i < n; i++) {
        if (!strstr(self->sentences[i], word.at)) continue;
        check_time(self);
        if (is_right(self, i)) places[self->n++] = (struct place){strlen(self->sentences[i]), i};
    }
    close_parser(self);
    qsort(places, self->n, sizeof *places, by_length);
    for (size_t i = 0; i < self->n; i++) self->mine[i] = places[i].example;
}

/* ---- rivals ---------------------------------------------------------------------------------------- */

/* self->parser, of a model that has it; false: the grammar cannot use it. */
static bool open_with(g2l2_evidence *self, const g2l2_model *model, size_t entry,
                      const struct rival *rival) {
    const g2l2_edit edit = {.kind = G2L2_EDIT_REPLACE,
                            .entry = entry,
                            .with = {.category = rival->category,
                                     .program = rival->program,
                                     .weight = g2l2_model_entry(model, entry).weight}};
    close_parser(self);
    if (!is_fine(self, g2l2_model_edit(model, &edit, 1, NULL, &self->trial, NULL))) return false;
    open_parser(self, self->trial);
    return true;
}

/* How many of the first `most` examples are right with it. */
static size_t count_right(g2l2_evidence *self, const struct rival *rival, size_t most) {
    size_t n = 0;
    if (!open_with(self, self->alone, self->number, rival)) return 0;
    for (size_t i = 0; i < self->n && i < most; i++) n += is_right(self, self->mine[i]);
    return n;
}

static void enter(g2l2_evidence *self, struct rival rival) {
    size_t at = self->n_finalists;
    while (at && self->finalists[at - 1].n_right < rival.n_right) at--;
    if (at == FINALISTS) return;
    if (self->n_finalists < FINALISTS) self->n_finalists++;
    for (size_t i = self->n_finalists - 1; i > at; i--) self->finalists[i] = self->finalists[i - 1];
    self->finalists[at] = rival;
}

/* Once, and not what the word means anyway. */
static void try_rival(g2l2_evidence *self, const char *category, const char *program) {
    uint32_t known = self->tried.names.n;
    struct buf key;
    buf_init(&key, &self->arena);
    buf_printf(&key, "%s : %s", category, program);
    symbols_add(&self->tried, key.at, key.n);
    if (self->tried.names.n == known || self->n_tried++ >= MOST_RIVALS) return;
    check_time(self);
    struct rival rival = {category, program, 0};
    if (!count_right(self, &rival, self->n_screen)) return;
    rival.n_right = count_right(self, &rival, SAMPLE);
    rival.category = copy(self, category);
    rival.program = copy(self, program);
    enter(self, rival);
}

static void try_known(g2l2_evidence *self) {
    for (size_t i = 0; i < g2l2_model_n_entries(self->model); i++) {
        g2l2_entry e = g2l2_model_entry(self->model, i);
        if (!e.off && !e.n_cases) try_rival(self, e.category, e.program);
    }
}

static void try_set(g2l2_evidence *self, const char *set) {
    const char *targets[MOST_TARGETS];
    size_t n = self->n < MOST_TARGETS ? self->n : MOST_TARGETS;
    for (size_t i = 0; i < n; i++) targets[i] = g2l2_dataset_get(self->data, self->mine[i]).target;
    g2l2_candidates_free(self->candidates);
    self->candidates = NULL;
    if (!is_fine(self, g2l2_domain_candidates(self->model->domain, set, targets, n, NULL,
                                              &self->candidates, NULL)))
        return;
    n = g2l2_candidates_count(self->candidates);
    self->n_screen = n > FEW_RIVALS ? SCREEN : SAMPLE;
    for (size_t i = 0; i < n; i++) {
        g2l2_candidate c = g2l2_candidates_get(self->candidates, i);
        try_rival(self, c.category, c.program);
    }
}

/* The default set, wider ones where that has nothing, and what other words mean. */
static void find_finalists(g2l2_evidence *self) {
    const g2l2_domain *domain = self->model->domain;
    struct buf key;
    self->n_finalists = self->n_tried = 0;
    symbols_init(&self->tried, &self->arena);
    buf_init(&key, &self->arena);
    buf_printf(&key, "%s : %s", self->entry.category, self->entry.program);
    symbols_add(&self->tried, key.at, key.n);
    for (uint32_t i = 0; i < domain->sets.n; i++)
        if (!i || (!self->n_finalists && domain->sets.at[i].fallback))
            try_set(self, domain->sets.at[i].name);
    self->n_screen = self->together ? SCREEN : SAMPLE;
    try_known(self);
}

/* The one that is right most often; NULL: none ever is. */
static const struct rival *find_last(g2l2_evidence *self) {
    struct rival *best = NULL;
    for (size_t i = 0; i < self->n_finalists; i++) {
        struct rival *r = &self->finalists[i];
        check_time(self);
        if (self->n > SAMPLE) r->n_right = count_right(self, r, SIZE_MAX);
        if (!best || r->n_right > best->n_right) best = r;
    }
    return best;
}

/* ---- what decided ----------------------------------------------------------------------------------- */

static void find_deciding(g2l2_evidence *self, const struct rival *rival, g2l2_reason *out) {
    size_t *deciding = arena_array(&self->arena, size_t, self->n + 1);
    out->deciding = deciding;
    out->rival_right = self->n;
    if (!open_with(self, self->alone, self->number, rival)) return;
    for (size_t i = 0; i < self->n; i++)
        if (!is_right(self, self->mine[i])) deciding[out->n_deciding++] = self->mine[i];
    out->rival_right -= out->n_deciding;
    if (!out->n_deciding) return;
    g2l2_example first = g2l2_dataset_get(self->data, deciding[0]);
    const char *means = ask(self, &first);
    out->rival_meaning = means ? copy(self, means) : NULL;
}

/* ---- learned again ----------------------------------------------------------------------------------- */

struct watch {
    const g2l2_entry *entry;
    const struct rival *rival;
    bool seen, back; /* the word is there; and the rival is, among what it may mean */
};

static bool is_rival(const struct rival *r, const char *category, const char *program) {
    return !strcmp(r->category, category) && !strcmp(r->program, program);
}

static void on_observe(void *context, const g2l2_observation *at) {
    struct watch *self = context;
    for (size_t i = 0; i < at->n_words; i++) {
        const g2l2_standing *w = &at->words[i];
        if (strcmp(w->word, self->entry->word)) continue;
        self->seen = true;
        self->back = false;
        for (size_t k = 0; k < w->n_top; k++)
            self->back |= is_rival(self->rival, w->top[k].category, w->top[k].program);
    }
}

/* All examples but those that decided; returns how many. */
static size_t take_others(g2l2_evidence *self, const g2l2_reason *reason) {
    size_t n = g2l2_dataset_count(self->data);
    bool *decided = arena_zalloc(&self->arena, n + 1);
    g2l2_error err;
    for (size_t i = 0; i < reason->n_deciding; i++) decided[reason->deciding[i]] = true;
    g2l2_dataset_free(self->others);
    self->others = NULL;
    check(self, g2l2_dataset_new(&self->others, &err), &err);
    for (size_t i = 0; i < n; i++) {
        g2l2_example e = g2l2_dataset_get(self->data, i);
        if (decided[i]) continue;
        check(self,
              self->scenes
                  ? g2l2_dataset_add_question(self->others, e.sentence, e.target, e.scene, e.file,
                                              e.line, &err)
                  : g2l2_dataset_add(self->others, e.sentence, e.target, e.file, e.line, &err),
              &err);
    }
    return g2l2_dataset_count(self->others);
}

/* How many of the examples that are left of the word are right with the parser at hand. */
static size_t count_left(g2l2_evidence *self, const g2l2_reason *reason) {
    size_t n = 0, next = 0;
    for (size_t i = 0; i < self->n; i++) {
        if (next < reason->n_deciding && reason->deciding[next] == self->mine[i]) next++;
        else n += is_right(self, self->mine[i]);
    }
    return n;
}

/* In a model that was learned without what decided: is the rival there, or as good as what is? */
static void look_at_model(g2l2_evidence *self, const struct rival *rival, g2l2_reason *reason,
                          const g2l2_model *model, struct watch *watch) {
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        if (e.off || strcmp(e.word, self->entry.word)) continue;
        if (first == SIZE_MAX) first = i;
        watch->back |= is_rival(rival, e.category, e.program);
    }
    reason->relearned = first == SIZE_MAX && !watch->seen ? G2L2_RELEARNED_GONE
                        : watch->back                     ? G2L2_RELEARNED_BACK
                                                          : G2L2_RELEARNED_OTHER;
    if (reason->relearned != G2L2_RELEARNED_OTHER || first == SIZE_MAX) return;
    open_parser(self, model);
    size_t now = count_left(self, reason);
    if (!open_with(self, model, first, rival)) return;
    if (count_left(self, reason) >= now) reason->relearned = G2L2_RELEARNED_AS_GOOD;
}

static void learn_again(g2l2_evidence *self, const struct rival *rival, g2l2_reason *reason) {
    struct watch watch = {.entry = &self->entry, .rival = rival};
    g2l2_learn_options options = *self->again;
    g2l2_learn_report report;
    g2l2_model *model;
    close_parser(self);
    options.observe = on_observe;
    options.progress = NULL;
    options.context = &watch;
    options.scenes = self->scenes;
    options.checkpoint.path = NULL; /* another run than the caller's */
    if (!isinf(self->deadline)) options.budget.seconds = fmax(self->deadline - clock_now(), 1e-6);
    reason->relearned = G2L2_RELEARNED_FEW;
    if (!take_others(self, reason) || !is_fine(self, g2l2_learn(self->model->domain, self->others,
                                                                &options, &model, &report, NULL)))
        return;
    g2l2_model *before = self->alone; /* given back wherever it lands */
    self->alone = model;
    g2l2_model_free(before);
    if (report.interrupted) reason->relearned = G2L2_RELEARNED_NOT;
    else look_at_model(self, rival, reason, model, &watch);
}

/* ---- one entry ---------------------------------------------------------------------------------------- */

/* Is it one of the words of this phrase? */
static bool is_part(const char *word, const char *phrase) {
    size_t n = strlen(word);
    for (const char *at = phrase; (at = strstr(at, word)); at++)
        if ((at == phrase || at[-1] == ' ') && (!at[n] || at[n] == ' ')) return true;
    return false;
}

/* self->alone: the model in which the word has this entry and no other. */
static void leave_alone(g2l2_evidence *self, size_t number) {
    const g2l2_model *model = self->model;
    const char *word = g2l2_model_entry(model, number).word;
    size_t n = g2l2_model_n_entries(model), n_edits = 0, before = 0;
    g2l2_edit *edits = arena_array(&self->arena, g2l2_edit, n + 1);
    g2l2_error err;
    for (size_t i = 0; i < n; i++) {
        const char *other = g2l2_model_entry(model, i).word;
        bool same = self->together ? is_part(word, other) : !strcmp(other, word);
        if (i == number || !same) continue;
        edits[n_edits++] = (g2l2_edit){.kind = G2L2_EDIT_REMOVE, .entry = i};
        before += i < number;
    }
    close_parser(self);
    g2l2_model_free(self->alone);
    self->alone = NULL;
    check(self, g2l2_model_edit(model, edits, n_edits, NULL, &self->alone, &err), &err);
    self->number = number - before;
}

static void explain_entry(g2l2_evidence *self, size_t number) {
    g2l2_reason reason = {.entry = number};
    leave_alone(self, number);
    self->entry = g2l2_model_entry(self->model, number);
    choose_examples(self);
    size_t *examples = arena_array(&self->arena, size_t, self->n + 1);
    memcpy(examples, self->mine, self->n * sizeof *examples);
    reason.examples = examples;
    reason.n_examples = self->n;
    if (self->n) find_finalists(self);
    const struct rival *rival = self->n ? find_last(self) : NULL;
    if (rival) {
        reason.rival_category = rival->category;
        reason.rival_program = rival->program;
        find_deciding(self, rival, &reason);
        if (self->again && reason.n_deciding) learn_again(self, rival, &reason);
    }
    vec_push(&self->arena, &self->list, reason);
}

/* ---- the whole --------------------------------------------------------------------------------------- */

static bool is_together(g2l2_evidence *self) {
    const g2l2_domain *domain = self->model->domain;
    if (g2l2_domain_has_scenes(domain)) return false;
    return !is_fine(self,
                    g2l2_domain_candidates(domain, NULL, NULL, 0, NULL, &self->candidates, NULL)) ||
           !g2l2_candidates_count(self->candidates);
}

static void explain(g2l2_evidence *self, const char *word) {
    self->together = is_together(self);
    list_sentences(self);
    for (size_t i = 0; i < g2l2_model_n_entries(self->model); i++) {
        g2l2_entry e = g2l2_model_entry(self->model, i);
        if (!e.off && (!word || !strcmp(word, e.word))) explain_entry(self, i);
    }
}

static void give_back(g2l2_evidence *self) {
    close_parser(self);
    g2l2_model_free(self->alone);
    g2l2_candidates_free(self->candidates);
    g2l2_dataset_free(self->others);
    self->alone = NULL;
    self->candidates = NULL;
    self->others = NULL;
}

g2l2_status g2l2_model_why(const g2l2_model *self, const char *word, const g2l2_dataset *data,
                           const g2l2_scenes *scenes, const g2l2_learn_options *again,
                           const g2l2_budget *budget, g2l2_evidence **out, g2l2_error *err) {
    g2l2_evidence *volatile made = calloc(1, sizeof **out);
    *out = NULL;
    if (!made) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    made->model = self;
    made->data = data;
    made->scenes = scenes;
    made->again = again;
    made->deadline =
        budget && budget->seconds > 0 ? clock_now() + budget->seconds : (double)INFINITY;
    arena_init(&made->arena, &made->guard, budget_bytes(budget, 0));
    if (guard_try(&made->guard, err)) explain(made, word);
    g2l2_status status = made->guard.status;
    give_back(made);
    if (status) g2l2_evidence_free(made);
    else *out = made;
    return status;
}

LIST_FUNCTIONS(evidence, reason)
