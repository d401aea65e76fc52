/* fuzz - what the fuzzers share. Each is one file, one function for libFuzzer and
 * one way into the library:
 *
 *   bytes ─▶ reader ─▶ error: one sentence, one line
 *              └─▶ something that must then hold together */
#ifndef G2L2_FUZZ_H
#define G2L2_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "g2l2.h"

/* What a fuzzer does with one input. Around it oracle.c holds its CPU time against FUZZ_CPU. */
int fuzz_one(const uint8_t *data, size_t size);
#define FUZZ_CPU     6.0 /* seconds, with the instruments, which take five times as long */
#define FUZZ_SECONDS .25 /* of a clock, for a call that takes a budget */
#define FUZZ_STEPS   1000000u

/* What must hold; it stops the fuzzer where it does not. */
#define must(condition) ((condition) ? (void)0 : abort())

/* As users have them, but for the size of files; what takes long must be ended by the budget. */
static inline g2l2_limits fuzz_limits(void) {
    g2l2_limits limits = g2l2_limits_default();
    limits.max_bytes = 1 << 20;
    limits.max_memory = (size_t)256 << 20;
    limits.max_seconds = FUZZ_SECONDS;
    return limits;
}

static inline g2l2_budget fuzz_budget(void) {
    return (g2l2_budget){
        .steps = FUZZ_STEPS, .seconds = FUZZ_SECONDS, .bytes = fuzz_limits().max_memory};
}

/* An error says what is wrong, in one line. */
static inline void fuzz_check_error(g2l2_status status, const g2l2_error *err) {
    must(err->status == status);
    must(*err->message && !strchr(err->message, '\n'));
}

/* Readings in their order, with shares of one whole; or a reason. */
static inline void fuzz_check_result(const g2l2_result *r) {
    double sum = 0, last = 1;
    for (size_t i = 0; i < r->n_readings; i++) {
        double share = r->readings[i].confidence;
        must(r->readings[i].text && share >= 0 && share <= last);
        sum += last = share;
    }
    must(sum < 1.000001);
    must(r->n_readings || (r->reason && *r->reason));
}

/* Run a sentence, explain it, and run it again: the same comes out, unless time ran out. */
static inline void fuzz_run(const g2l2_model *model, const char *sentence) {
    g2l2_limits limits = fuzz_limits();
    g2l2_parser *parser;
    g2l2_error err = {0};
    g2l2_result first, again;
    g2l2_explanation shown;
    g2l2_status status = g2l2_parser_new(model, &limits, &parser, &err);
    if (status) { /* a lexicon about scenes that has no concepts */
        fuzz_check_error(status, &err);
        return;
    }
    status = g2l2_parser_run(parser, sentence, 5, &first, &err);
    if (status) fuzz_check_error(status, &err);
    else fuzz_check_result(&first);
    size_t n = status ? 0 : first.n_readings;
    char *best = n ? strdup(first.readings[0].text) : NULL;
    if (!g2l2_parser_explain(parser, sentence, &shown, &err)) must(*shown.text);
    const g2l2_show_options options = {.format =
                                           (g2l2_format)(strlen(sentence) % (G2L2_FORMAT_DOT + 1))};
    if (!g2l2_parser_show(parser, sentence, &options, &shown, &err)) must(*shown.text);
    g2l2_status once_more = g2l2_parser_run(parser, sentence, 5, &again, &err);
    bool timely = status != G2L2_STATUS_INTERRUPTED && once_more != G2L2_STATUS_INTERRUPTED;
    if (timely) must(once_more == status);
    if (timely && !status)
        must(again.n_readings == n && (!n || !strcmp(again.readings[0].text, best)));
    free(best);
    g2l2_parser_free(parser);
}

/* A sentence of the model's own words, a few of them. */
static inline void fuzz_run_words(const g2l2_model *model) {
    char sentence[400] = "";
    size_t n = 0;
    for (size_t i = 0; i < g2l2_model_n_entries(model) && i < 6; i++) {
        const char *word = g2l2_model_entry(model, i).word;
        if (n + strlen(word) + 2 > sizeof sentence) break;
        if (n) sentence[n++] = ' ';
        strcpy(sentence + n, word);
        n += strlen(word);
    }
    fuzz_run(model, sentence);
}

/* A file of examples, learned from within a budget: a model that runs their first sentence, or a reason. */
static inline void fuzz_learn(const g2l2_domain *domain, const g2l2_dataset *data) {
    g2l2_learn_options options = g2l2_learn_options_default();
    g2l2_learn_report report;
    g2l2_model *model;
    g2l2_error err = {0};
    options.limits = fuzz_limits();
    options.budget.seconds = FUZZ_SECONDS;
    g2l2_status status = g2l2_learn(domain, data, &options, &model, &report, &err);
    if (status) {
        fuzz_check_error(status, &err);
        return;
    }
    must(report.correct <= report.checked && report.checked <= report.examples);
    fuzz_run(model, g2l2_dataset_get(data, 0).sentence);
    g2l2_model_free(model);
}

#define FUZZ_EXAMPLES 12 /* at most, to learn from */

/* Bytes as such a file. */
static inline int fuzz_learn_bytes(const g2l2_domain *domain, const uint8_t *data, size_t size) {
    const g2l2_limits limits = fuzz_limits();
    g2l2_dataset *read;
    g2l2_error err = {0};
    must(!g2l2_dataset_new(&read, &err));
    g2l2_status status = g2l2_dataset_parse(read, (const char *)data, size, "a", &limits, &err);
    if (status) fuzz_check_error(status, &err);
    else if (g2l2_dataset_count(read) <= FUZZ_EXAMPLES) fuzz_learn(domain, read);
    g2l2_dataset_free(read);
    return 0;
}

/* Text out and in again: the same text. */
static inline void fuzz_round_trip(const g2l2_model *model) {
    char *text, *again;
    g2l2_model *copy;
    g2l2_error err = {0};
    if (g2l2_lexicon_export(model, &text, &err)) return; /* a weight that is no number */
    must(!g2l2_lexicon_import(text, strlen(text), NULL, NULL, &copy, &err));
    must(!g2l2_lexicon_export(copy, &again, &err));
    must(!strcmp(text, again));
    free(text);
    free(again);
    g2l2_model_free(copy);
}

#endif
