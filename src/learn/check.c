/* The model is asked for its examples; and where too many are not explained, which one, where
 * it is, and why. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/objective.h"
#include "parser/parser.h"

/* ---- checking --------------------------------------------------------------------------- */

static bool same_meaning(const struct learner *l, const char *got, const char *wanted) {
    if (l->work->domain->expected) return fabs(atof(got) - atof(wanted)) < 1e-6;
    bool answers = l->objective && l->objective->factored;
    return answers ? text_same_answer(got, wanted) : !strcmp(got, wanted);
}

static void note_failure(const struct learner *l, size_t example, const g2l2_result *result,
                         struct failure *out) {
    const char *means = l->concepts ? "the answer would be" : "it means";
    out->example = example;
    if (result->n_readings)
        snprintf(out->reason, sizeof out->reason, "%s '%s'", means, result->readings[0].text);
    else snprintf(out->reason, sizeof out->reason, "%s", result->reason);
}

g2l2_status check_model(const struct learner *l, const g2l2_model *model, g2l2_learn_report *report,
                        struct failure *first, g2l2_error *err) {
    g2l2_parser *parser;
    g2l2_result result;
    size_t n = g2l2_dataset_count(l->data), every = n / (size_t)l->recipe.check_examples + 1;
    g2l2_status status = g2l2_parser_new(model, &l->options->limits, &parser, err);
    if (status) return status;
    double until = learner_grace(l);
    for (size_t i = 0; !status && i < n; i += every) {
        g2l2_example e = g2l2_dataset_get(l->data, i);
        const g2l2_budget left = budget_until(until);
        g2l2_parser_set_budget(parser, &left);
        if (l->world) status = g2l2_parser_set_scene(parser, l->options->scenes, e.scene, err);
        if (!status) status = g2l2_parser_run(parser, e.sentence, 1, &result, err);
        report->interrupted = status == G2L2_STATUS_INTERRUPTED;
        if (report->interrupted) { /* the others are not checked */
            status = G2L2_STATUS_OK;
            break;
        }
        if (status) break;
        bool right = result.n_readings && same_meaning(l, result.readings[0].text, e.target);
        if (!right && report->correct == report->checked) note_failure(l, i, &result, first);
        report->checked++;
        report->correct += right;
    }
    g2l2_parser_free(parser);
    return status;
}

/* ---- wrong labels ------------------------------------------------------------------------- */

#define MOST_WORDS 256u /* that are looked at two by two */
#define MOST_PAIRS 64u  /* that are noted in a model */

/* How often two words are in one sentence, and in one that is explained. */
struct together {
    uint32_t all, right;
};

/* The words of an example that was checked. */
struct checked {
    uint32_t n, *words; /* [n] each once, below MOST_WORDS */
    bool right, known;  /* known: which words are to blame */
};

struct blame {
    struct arena arena;
    const struct recipe *recipe;
    VEC(struct checked) examples;
    struct together *table; /* [MOST_WORDS * MOST_WORDS] of those that nobody is blamed for */
    double rate;            /* of these, so many are not explained */
};

static void note_words(struct blame *self, const g2l2_parser *parser, bool right) {
    struct checked e = {.words = arena_array(&self->arena, uint32_t, parser->n_words + 1),
                        .right = right};
    for (uint32_t i = 0; i < parser->n_words; i++) {
        bool again = parser->words[i] >= MOST_WORDS;
        for (uint32_t k = 0; k < e.n; k++) again |= e.words[k] == parser->words[i];
        if (!again) e.words[e.n++] = parser->words[i];
    }
    vec_push(&self->arena, &self->examples, e);
}

static struct together *pair_of(struct blame *self, uint32_t a, uint32_t b) {
    return &self->table[(a > b ? a : b) * MOST_WORDS + (a > b ? b : a)];
}

static void count_together(struct blame *self) {
    double n = 0, failed = 0;
    memset(self->table, 0, sizeof *self->table * MOST_WORDS * MOST_WORDS);
    for (uint32_t i = 0; i < self->examples.n; i++) {
        const struct checked *e = &self->examples.at[i];
        for (uint32_t a = 0; a < e->n && !e->known; a++)
            for (uint32_t b = 0; b <= a; b++) {
                struct together *t = pair_of(self, e->words[a], e->words[b]);
                t->all++;
                t->right += e->right;
            }
        n += !e->known;
        failed += !e->known && !e->right;
    }
    self->rate = n > 0 ? failed / n : 0;
}

/* False: it takes too much to find out. */
static bool ask_again(struct blame *self, const g2l2_limits *limits, const g2l2_dataset *data,
                      const g2l2_model *model) {
    g2l2_parser *parser = NULL;
    g2l2_error err;
    size_t n = g2l2_dataset_count(data), every = n / (size_t)self->recipe->check_examples + 1;
    bool fine = !g2l2_parser_new(model, limits, &parser, &err);
    for (size_t i = 0; fine && i < n; i += every) {
        g2l2_example e = g2l2_dataset_get(data, i);
        g2l2_result result;
        fine = !g2l2_parser_run(parser, e.sentence, 1, &result, &err);
        bool right = fine && result.n_readings && !strcmp(result.readings[0].text, e.target);
        if (fine) note_words(self, parser, right);
    }
    g2l2_parser_free(parser);
    return fine;
}

static bool are_even(struct blame *self) {
    const struct recipe *r = self->recipe;
    bool even = true;
    count_together(self);
    for (size_t i = 0; even && i < (size_t)MOST_WORDS * MOST_WORDS; i++)
        even = self->table[i].right + r->noise_sure * sqrt(self->table[i].all) / 2 >=
               r->noise_even * self->table[i].all;
    return even;
}

/* Of so many, at least so many, where each is with probability p: the tail of a binomial distribution. */
static double chance(uint32_t all, uint32_t failed, double p) {
    double term = pow(1 - p, all), sum = 0; /* of none */
    for (uint32_t k = 0; k < failed; k++) {
        sum += term;
        term *= (double)(all - k) / (k + 1) * p / (1 - p);
    }
    return 1 - sum;
}

/* Of all pairs, how small a chance it is at least that so many of the examples of one fail. */
static double least_chance(const struct blame *self) {
    double least = 1;
    for (size_t i = 0; i < (size_t)MOST_WORDS * MOST_WORDS; i++) {
        const struct together *t = &self->table[i];
        uint32_t failed = t->all - t->right;
        if (!failed || failed < self->recipe->doubt_share * t->all) continue;
        least = fmin(least, chance(t->all, failed, self->rate));
    }
    return least;
}

/* Is each word of the pair in the example? */
static bool has_words(const struct checked *e, const struct doubted *pair) {
    bool a = false, b = false;
    for (uint32_t i = 0; i < e->n; i++) {
        a |= e->words[i] == pair->a;
        b |= e->words[i] == pair->b;
    }
    return a && b;
}

/* Those of which that is so. No other words are blamed for what is not explained of theirs. */
static bool blame_pairs(struct blame *self, struct lexicon *lexicon) {
    uint32_t before = lexicon->doubts.n;
    count_together(self);
    double least = least_chance(self);
    if (!(self->rate < 1) || !(least < self->recipe->doubt_chance)) return false;
    for (uint32_t i = 0; i < MOST_WORDS * MOST_WORDS && lexicon->doubts.n < MOST_PAIRS; i++) {
        const struct together *t = &self->table[i];
        uint32_t failed = t->all - t->right;
        if (!failed || chance(t->all, failed, self->rate) > least * (1 + 1e-9)) continue;
        struct doubted pair = {i / MOST_WORDS, i % MOST_WORDS, t->all, failed};
        vec_push(lexicon->arena, &lexicon->doubts, pair);
    }
    for (uint32_t k = before; k < lexicon->doubts.n; k++)
        for (uint32_t i = 0; i < self->examples.n; i++) {
            struct checked *e = &self->examples.at[i];
            e->known |= !e->right && has_words(e, &lexicon->doubts.at[k]);
        }
    return lexicon->doubts.n > before;
}

static g2l2_status find_blame(struct blame *self, const g2l2_limits *limits,
                              const g2l2_dataset *data, g2l2_model *model, bool *even,
                              g2l2_error *err) {
    if (!guard_try(&model->guard, err)) return model->guard.status;
    arena_init(&self->arena, &model->guard, 0);
    self->table = arena_alloc(&self->arena, sizeof *self->table * (size_t)MOST_WORDS * MOST_WORDS);
    bool fine = ask_again(self, limits, data, model);
    if (even) *even = fine && are_even(self);
    else
        while (fine && blame_pairs(self, &model->lexicon)) continue;
    return G2L2_STATUS_OK;
}

bool check_is_even(const struct recipe *recipe, const g2l2_limits *limits, const g2l2_dataset *data,
                   g2l2_model *model) {
    struct blame *volatile self = &(struct blame){.recipe = recipe};
    g2l2_error err;
    bool even = false;
    g2l2_status status = find_blame(self, limits, data, model, &even, &err);
    arena_free(&self->arena);
    return !status && even;
}

g2l2_status check_doubt(const struct recipe *recipe, const g2l2_limits *limits,
                        const g2l2_dataset *data, g2l2_model *model, g2l2_error *err) {
    struct blame *volatile self = &(struct blame){.recipe = recipe};
    g2l2_status status = find_blame(self, limits, data, model, NULL, err);
    arena_free(&self->arena);
    return status;
}

/* ---- refusing ----------------------------------------------------------------------------- */

static const char *file_of(const g2l2_example *e) {
    return e->file ? e->file : "example";
}

/* The first example whose sentence means something else in an earlier one, of the same scene
 * if it is about one. */
static bool find_contradiction(const g2l2_dataset *data, struct arena *arena, size_t *where) {
    struct symbols sentences;
    struct buf key;
    VEC(size_t) first = {0};
    symbols_init(&sentences, arena);
    buf_init(&key, arena);
    for (size_t i = 0; i < g2l2_dataset_count(data); i++) {
        g2l2_example e = g2l2_dataset_get(data, i);
        key.n = 0;
        buf_printf(&key, "%zu %s", e.scene, e.sentence);
        uint32_t id = symbols_add(&sentences, key.at, key.n);
        if (id == first.n) vec_push(arena, &first, i);
        if (!strcmp(g2l2_dataset_get(data, first.at[id]).target, e.target)) continue;
        where[0] = first.at[id];
        where[1] = i;
        return true;
    }
    return false;
}

static g2l2_status report_contradiction(const g2l2_dataset *data, const size_t *where,
                                        g2l2_error *err) {
    g2l2_example a = g2l2_dataset_get(data, where[0]), b = g2l2_dataset_get(data, where[1]);
    return err_set(
        err, G2L2_STATUS_DATA, b.line, 0,
        "%s:%zu: '%.80s' means '%.80s' here but '%.80s' at %s:%zu; correct one of them, or "
        "allow such with --noise",
        file_of(&b), b.line, b.sentence, b.target, a.target, file_of(&a), a.line);
}

g2l2_status check_refuse(const g2l2_dataset *data, const g2l2_learn_report *report,
                         const struct failure *failure, g2l2_error *err) {
    struct arena arena;
    struct guard guard;
    volatile bool contradiction = false;
    size_t where[2]; /* earlier, later */
    arena_init(&arena, &guard, 0);
    if (guard_try(&guard, err)) contradiction = find_contradiction(data, &arena, where);
    arena_free(&arena);
    if (guard.status) return guard.status;
    if (contradiction) return report_contradiction(data, where, err);
    g2l2_example e = g2l2_dataset_get(data, failure->example);
    bool all = !*report->reason; /* was tried */
    return err_set(err, G2L2_STATUS_DATA, e.line, 0,
                   "%s:%zu: %s make '%.60s' mean '%.60s' (%zu of %zu examples stay unexplained; "
                   "here: %.100s); correct the data, %sgive --candidates or a definition with "
                   "more, or allow it with --noise",
                   file_of(&e), e.line, all ? "no candidate entries" : "none of the entries tried",
                   e.sentence, e.target, report->checked - report->correct, report->checked,
                   failure->reason, all ? "" : "try longer with --effort 4, ");
}
