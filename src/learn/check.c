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

/* How often two words are in one sentence, and in one that is explained. */
struct together {
    uint32_t all, right;
};

static void add_together(struct together *table, const g2l2_parser *parser, bool right) {
    for (uint32_t i = 0; i < parser->n_words; i++)
        for (uint32_t k = 0; k <= i; k++) {
            uint32_t a = parser->words[i], b = parser->words[k];
            if (a >= MOST_WORDS || b >= MOST_WORDS) continue;
            struct together *t = &table[(a > b ? a : b) * MOST_WORDS + (a > b ? b : a)];
            t->all++;
            t->right += right;
        }
}

bool check_is_even(const struct recipe *recipe, const g2l2_limits *limits, const g2l2_dataset *data,
                   const g2l2_model *model) {
    g2l2_parser *parser = NULL;
    g2l2_error err;
    size_t n = g2l2_dataset_count(data), every = n / (size_t)recipe->check_examples + 1;
    struct together *table = calloc((size_t)MOST_WORDS * MOST_WORDS, sizeof *table);
    bool even = table && !g2l2_parser_new(model, limits, &parser, &err);
    for (size_t i = 0; even && i < n; i += every) {
        g2l2_example e = g2l2_dataset_get(data, i);
        g2l2_result result;
        even = !g2l2_parser_run(parser, e.sentence, 1, &result, &err);
        bool right = even && result.n_readings && !strcmp(result.readings[0].text, e.target);
        if (even) add_together(table, parser, right);
    }
    for (size_t i = 0; even && i < (size_t)MOST_WORDS * MOST_WORDS; i++)
        even = table[i].right + recipe->noise_sure * sqrt(table[i].all) / 2 >=
               recipe->noise_even * table[i].all;
    g2l2_parser_free(parser);
    free(table);
    return even;
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
