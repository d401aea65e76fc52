/* g2l2 lexicon MODEL WORD --why FILE: the evidence for an entry.
 *
 *     examples with the word ─▶ every other entry in its place, all other words as they are
 *                            ─▶ the last rival: the one that gets most of them right
 *                            ─▶ the examples that it gets wrong: these decided
 *                            ─▶ learned again without them: is the rival back?
 *
 * So what is said is tried, not remembered; and the last line says whether it holds. */
#include <stdlib.h>
#include <string.h>

#include "common/common.h"
#include "cli/cli.h"

#define SAMPLE    60u /* examples that all rivals are tried on, the shortest */
#define FINALISTS 5u  /* rivals that are tried on all */

struct rival {
    const char *category, *program;
    size_t n_right;
};

struct why {
    const g2l2_model *model; /* in which the word has this entry alone */
    const g2l2_dataset *data;
    g2l2_entry entry;
    size_t number;   /* of the entry */
    size_t *mine, n; /* examples that have the word and are right, the shortest first */
    struct rival finalists[FINALISTS];
    size_t n_finalists;
    bool *wrong; /* [examples] that the last rival gets wrong */
    size_t n_wrong;
    bool back;      /* while learning again: the rival is there */
    size_t n_alive; /* entries of the word that are left then; 0: it does not occur */
};

/* What cannot be found out is passed over; but not for want of memory, which would be another answer. */
static bool works(g2l2_status status) {
    if (status == G2L2_STATUS_NO_MEMORY) cli_no_memory();
    return !status;
}

/* ---- examples ----------------------------------------------------------------------------------- */

static bool has_word(const char *sentence, const char *word) {
    size_t n = strlen(word);
    for (const char *at = sentence; (at = strstr(at, word)); at++)
        if ((at == sentence || at[-1] == ' ') && (!at[n] || at[n] == ' ')) return true;
    return false;
}

static bool is_right(g2l2_parser *parser, const g2l2_example *e, g2l2_result *result) {
    return works(g2l2_parser_run(parser, e->sentence, 1, result, NULL)) && result->n_readings &&
           !strcmp(result->readings[0].text, e->target);
}

static const g2l2_dataset *sorted; /* what by_length compares */

static int by_length(const void *a, const void *b) {
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    size_t m = strlen(g2l2_dataset_get(sorted, x).sentence);
    size_t n = strlen(g2l2_dataset_get(sorted, y).sentence);
    if (m != n) return m < n ? -1 : 1;
    return x < y ? -1 : x > y;
}

static int choose_examples(struct why *self) {
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_error err;
    if (g2l2_parser_new(self->model, NULL, &parser, &err)) return cli_fail(&err);
    self->n = 0;
    for (size_t i = 0; i < g2l2_dataset_count(self->data); i++) {
        g2l2_example e = g2l2_dataset_get(self->data, i);
        if (has_word(e.sentence, self->entry.word) && is_right(parser, &e, &result))
            self->mine[self->n++] = i;
    }
    sorted = self->data;
    qsort(self->mine, self->n, sizeof *self->mine, by_length);
    g2l2_parser_free(parser);
    return EXIT_OK;
}

/* ---- rivals ------------------------------------------------------------------------------------- */

/* How many of the first `most` examples are right with it. mark: set self->wrong. An entry that the
 * grammar cannot use is right about none. */
static size_t count_right(struct why *self, const struct rival *rival, size_t most, bool mark) {
    const g2l2_edit edit = {.kind = G2L2_EDIT_REPLACE,
                            .entry = self->number,
                            .with = {.category = rival->category,
                                     .program = rival->program,
                                     .weight = self->entry.weight}};
    g2l2_model *model;
    g2l2_parser *parser;
    g2l2_result result;
    size_t n = 0;
    if (!works(g2l2_model_edit(self->model, &edit, 1, NULL, &model, NULL))) return 0;
    if (works(g2l2_parser_new(model, NULL, &parser, NULL))) {
        for (size_t i = 0; i < self->n && i < most; i++) {
            g2l2_example e = g2l2_dataset_get(self->data, self->mine[i]);
            bool right = is_right(parser, &e, &result);
            n += right;
            if (mark) self->wrong[self->mine[i]] = !right;
        }
        g2l2_parser_free(parser);
    }
    g2l2_model_free(model);
    return n;
}

static void enter(struct why *self, struct rival rival) {
    size_t at = self->n_finalists;
    while (at && self->finalists[at - 1].n_right < rival.n_right) at--;
    if (at == FINALISTS) return;
    if (self->n_finalists < FINALISTS) self->n_finalists++;
    for (size_t i = self->n_finalists - 1; i > at; i--) self->finalists[i] = self->finalists[i - 1];
    self->finalists[at] = rival;
}

static void find_finalists(struct why *self, const g2l2_candidates *all) {
    self->n_finalists = 0;
    for (size_t i = 0; i < g2l2_candidates_count(all); i++) {
        g2l2_candidate c = g2l2_candidates_get(all, i);
        struct rival rival = {c.category, c.program, 0};
        if (!strcmp(c.category, self->entry.category) && !strcmp(c.program, self->entry.program))
            continue;
        rival.n_right = count_right(self, &rival, SAMPLE, false);
        if (rival.n_right) enter(self, rival);
    }
}

/* The one that is right most often; NULL: none ever is. */
static const struct rival *find_last(struct why *self) {
    struct rival *best = NULL;
    for (size_t i = 0; i < self->n_finalists; i++) {
        struct rival *r = &self->finalists[i];
        r->n_right = count_right(self, r, SIZE_MAX, false);
        if (!best || r->n_right > best->n_right) best = r;
    }
    if (best) count_right(self, best, SIZE_MAX, true);
    self->n_wrong = best ? self->n - best->n_right : 0;
    return best;
}

/* ---- learned again -------------------------------------------------------------------------------- */

static bool is_rival(const struct rival *r, const char *category, const char *program) {
    return !strcmp(r->category, category) && !strcmp(r->program, program);
}

struct watch {
    struct why *why;
    const struct rival *rival;
};

static void on_observe(void *context, const g2l2_observation *at) {
    const struct watch *self = context;
    for (size_t i = 0; i < at->n_words; i++) {
        const g2l2_standing *w = &at->words[i];
        if (strcmp(w->word, self->why->entry.word)) continue;
        self->why->n_alive = w->n_alive;
        self->why->back = false;
        for (size_t k = 0; k < w->n_top; k++)
            self->why->back |= is_rival(self->rival, w->top[k].category, w->top[k].program);
    }
}

static g2l2_status take_others(const struct why *self, g2l2_dataset *out, g2l2_error *err) {
    g2l2_status status = G2L2_STATUS_OK;
    for (size_t i = 0; i < g2l2_dataset_count(self->data) && !status; i++) {
        g2l2_example e = g2l2_dataset_get(self->data, i);
        if (!self->wrong[i])
            status = g2l2_dataset_add(out, e.sentence, e.target, e.file, e.line, err);
    }
    return status;
}

/* False: nothing could be learned from the others. */
static bool learn_again(struct why *self, const struct rival *rival) {
    struct watch watch = {self, rival};
    g2l2_learn_options options = g2l2_learn_options_default();
    g2l2_dataset *others;
    g2l2_model *model;
    options.observe = on_observe;
    options.context = &watch;
    self->back = false;
    self->n_alive = 0;
    if (!works(g2l2_dataset_new(&others, NULL))) return false;
    bool fine =
        works(take_others(self, others, NULL)) && g2l2_dataset_count(others) &&
        works(g2l2_learn(g2l2_model_domain(self->model), others, &options, &model, NULL, NULL));
    for (size_t i = 0; fine && i < g2l2_model_n_entries(model); i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        if (strcmp(e.word, self->entry.word)) continue;
        self->back |= is_rival(rival, e.category, e.program);
        if (!self->n_alive) self->n_alive = 1;
    }
    if (fine) g2l2_model_free(model);
    g2l2_dataset_free(others);
    return fine;
}

/* ---- telling --------------------------------------------------------------------------------------- */

static const char *colon(const char *program) {
    return *program ? " : " : "";
}

static void print_decision(struct why *self, const struct rival *rival) {
    g2l2_parser *parser;
    g2l2_model *model;
    g2l2_result result = {0};
    const g2l2_edit edit = {.kind = G2L2_EDIT_REPLACE,
                            .entry = self->number,
                            .with = {.category = rival->category,
                                     .program = rival->program,
                                     .weight = self->entry.weight}};
    size_t first = 0;
    while (first < self->n && !self->wrong[self->mine[first]]) first++;
    if (first == self->n || !works(g2l2_model_edit(self->model, &edit, 1, NULL, &model, NULL)))
        return;
    g2l2_example e = g2l2_dataset_get(self->data, self->mine[first]);
    if (works(g2l2_parser_new(model, NULL, &parser, NULL))) {
        is_right(parser, &e, &result);
        cli_put(stdout,
                "  ruled out by %zu of them, the shortest is %s:%zu: '%s' means '%s'; it would "
                "%s%s%s\n",
                self->n_wrong, e.file ? e.file : "example", e.line, e.sentence, e.target,
                result.n_readings ? "mean '" : "have no meaning",
                result.n_readings ? result.readings[0].text : "", result.n_readings ? "'" : "");
        g2l2_parser_free(parser);
    }
    g2l2_model_free(model);
}

static void print_check(struct why *self, const struct rival *rival) {
    bool fine = learn_again(self, rival);
    cli_put(stdout, "  checked: learned again without %s, ", self->n_wrong == 1 ? "it" : "these");
    if (!fine) cli_put(stdout, "the others are too few to learn from\n");
    else if (!self->n_alive) cli_put(stdout, "'%s' does not occur any more\n", self->entry.word);
    else if (self->back) cli_put(stdout, "the rival is back\n");
    else cli_put(stdout, "the rival is not back: other words decide as well\n");
}

static int explain(struct why *self) {
    const char **targets = calloc(self->n + 1, sizeof *targets);
    g2l2_candidates *all;
    g2l2_error err;
    if (!targets) cli_no_memory();
    for (size_t i = 0; i < self->n; i++)
        targets[i] = g2l2_dataset_get(self->data, self->mine[i]).target;
    g2l2_status status = g2l2_domain_candidates(g2l2_model_domain(self->model), NULL, targets,
                                                self->n, NULL, &all, &err);
    free(targets);
    if (status) return cli_fail(&err);
    find_finalists(self, all);
    const struct rival *rival = find_last(self);
    cli_put(stdout, "  %zu %s right with it; ", self->n,
            self->n == 1 ? "example is" : "examples are");
    if (!rival)
        cli_put(stdout, "of the %zu shortest none is with any other entry\n",
                self->n < SAMPLE ? self->n : SAMPLE);
    else
        cli_put(stdout, "the last rival, %s%s%s, is right about %zu\n", rival->category,
                colon(rival->program), rival->program, rival->n_right);
    if (rival && !self->n_wrong) cli_put(stdout, "  nothing rules it out\n");
    if (rival && self->n_wrong) {
        print_decision(self, rival);
        print_check(self, rival);
    }
    g2l2_candidates_free(all);
    return EXIT_OK;
}

/* The model in which the word has this entry and no other: with the others, no rival would be missed. */
static int leave_alone(const g2l2_model *model, size_t number, g2l2_model **out, size_t *alone) {
    const g2l2_entry kept = g2l2_model_entry(model, number);
    size_t n = g2l2_model_n_entries(model), n_edits = 0;
    g2l2_edit *edits = calloc(n + 1, sizeof *edits);
    g2l2_error err = {.message = "out of memory"};
    for (size_t i = 0; edits && i < n; i++)
        if (i != number && !strcmp(g2l2_model_entry(model, i).word, kept.word))
            edits[n_edits++] = (g2l2_edit){.kind = G2L2_EDIT_REMOVE, .entry = i};
    g2l2_status status =
        edits ? g2l2_model_edit(model, edits, n_edits, NULL, out, &err) : G2L2_STATUS_NO_MEMORY;
    free(edits);
    if (status) return cli_fail(&err);
    for (*alone = 0; strcmp(g2l2_model_entry(*out, *alone).word, kept.word);) ++*alone;
    return EXIT_OK;
}

static int explain_entry(struct why *self) {
    const g2l2_entry *e = &self->entry;
    cli_put(stdout, "%s  %s%s%s\n", e->word, e->category, *e->program ? "  " : "", e->program);
    memset(self->wrong, 0, g2l2_dataset_count(self->data));
    int status = choose_examples(self);
    if (!status && !self->n) cli_put(stdout, "  no example is right with it\n");
    return status || !self->n ? status : explain(self);
}

static bool is_asked(const char *word, const char **words, int n) {
    for (int i = 0; i < n; i++)
        if (!strcmp(words[i], word)) return true;
    return !n;
}

/* Are words learned one by one, without a scene? */
static bool has_candidates(const g2l2_domain *domain) {
    g2l2_candidates *all;
    if (g2l2_domain_has_scenes(domain) ||
        !works(g2l2_domain_candidates(domain, NULL, NULL, 0, NULL, &all, NULL)))
        return false;
    bool any = g2l2_candidates_count(all);
    g2l2_candidates_free(all);
    return any;
}

int cli_why(const g2l2_model *model, const char *file, const char **words, int n_words) {
    const g2l2_limits limits = g2l2_limits_default();
    g2l2_dataset *data = NULL;
    g2l2_error err;
    if (!has_candidates(g2l2_model_domain(model)))
        return cli_usage(&cli_lexicon, "--why is for commands that mean actions: words of records, "
                                       "and those about scenes, are learned together");
    if (g2l2_dataset_new(&data, &err) || g2l2_dataset_read(data, file, &limits, &err)) {
        g2l2_dataset_free(data);
        return cli_fail(&err);
    }
    size_t n = g2l2_dataset_count(data);
    struct why why = {.data = data,
                      .mine = calloc(n + 1, sizeof *why.mine),
                      .wrong = calloc(n + 1, sizeof *why.wrong)};
    int status = why.mine && why.wrong ? EXIT_OK : EXIT_ERROR;
    if (status) fprintf(stderr, "g2l2: out of memory\n");
    for (size_t i = 0; i < g2l2_model_n_entries(model) && !status; i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        g2l2_model *alone;
        if (e.off || !is_asked(e.word, words, n_words)) continue;
        status = leave_alone(model, i, &alone, &why.number);
        if (status) break;
        why.model = alone;
        why.entry = g2l2_model_entry(alone, why.number);
        status = explain_entry(&why);
        g2l2_model_free(alone);
    }
    free(why.mine);
    free(why.wrong);
    g2l2_dataset_free(data);
    return status;
}
