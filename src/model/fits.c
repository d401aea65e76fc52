/* Weights on whole records in a lexicon's text (lexicon/fit.h):
 *
 *     fit pair area=Kitchen domain=light  31  0.52      seen 31 times, and the weight
 *     fit set intent=TurnOn area,domain,intent  12  0.2
 *     fit with intent=TurnOn area  31  0.1              31 times there was an area, too
 *     fit word open domain=lock intent=TurnOff  0.81
 *     fit stem close state=closed  0.4                   a word begins so
 *     fit spelled name all  1.2                          the sentence has the value's words
 *     fit left kitchen area  31  -0.8                    the sentence has `kitchen`, it has not
 *     fit argument filter(linked(_),city) state  0.5     what a function is applied to
 *     fit new pair  -1.4                                 what was never seen together     */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lexicon/fit.h"
#include "model/text.h"

static const char *const new_names[N_FIT_NEW] = {"pair", "in-set", "set", "lack", "number"};

static const char *const spelled_names[N_FIT_SPELLED] = {"none", "some", "alike", "all"};

/* ---- writing ------------------------------------------------------------------------------ */

static void put_key(struct buf *out, const g2l2_model *self, uint32_t i) {
    const struct fit *fit = self->lexicon.fit;
    struct fit_key key = fit->keys.at[i];
    bool word = fit_is_word(key),
         counted = key.word == FIT_SET || key.word == FIT_WITH || key.word == FIT_LEFT;
    bool of_sets = counted || key.word == FIT_ARGUMENT;
    buf_puts(out, "fit ");
    buf_puts(out, key.word == FIT_PAIR       ? "pair "
                  : key.word == FIT_SET      ? "set "
                  : key.word == FIT_WITH     ? "with "
                  : key.word == FIT_LEFT     ? "left "
                  : key.word == FIT_ARGUMENT ? "argument "
                  : key.word == FIT_STEM     ? "stem "
                  : key.word == FIT_ALWAYS   ? "always "
                  : word                     ? "word "
                                             : "");
    if (key.word == FIT_NEW) {
        buf_printf(out, "new %s", new_names[key.a]);
    } else if (key.word == FIT_ALWAYS) {
        text_put_name(out, fit->sets.names.at[key.a]);
    } else if (key.word == FIT_SPELLED) {
        buf_puts(out, "spelled ");
        text_put_name(out, fit->sets.names.at[key.a]);
        buf_printf(out, " %s", spelled_names[key.b]);
    } else {
        if (word) text_put_name(out, self->lexicon.names.names.at[key.word]);
        if (word) buf_puts(out, " ");
        const char *first = fit->parts.names.at[key.a];
        const char *second = (of_sets ? &fit->sets : &fit->parts)->names.at[key.b];
        bool swap = !of_sets && key.word != FIT_STEM &&
                    strcmp(first, second) > 0; /* numbers are others when it is read */
        text_put_name(out, swap ? second : first);
        buf_puts(out, " ");
        text_put_name(out, swap ? first : second);
    }
    if (key.word == FIT_PAIR || counted) buf_printf(out, "  %u", fit->counts.at[i]);
    buf_printf(out, "  %.4g\n", fit->weights.at[i]);
}

struct line {
    const char *text;
};

static int by_text(const void *a, const void *b) {
    return strcmp(((const struct line *)a)->text, ((const struct line *)b)->text);
}

/* In the order of their texts, so that a model that was read is written the same. */
void text_put_fits(struct buf *out, const g2l2_model *self) {
    const struct fit *fit = self->lexicon.fit;
    if (!fit) return;
    struct line *lines = arena_array(out->arena, struct line, fit->keys.n + 1);
    for (uint32_t i = 0; i < fit->keys.n; i++) {
        struct buf line;
        buf_init(&line, out->arena);
        put_key(&line, self, i);
        lines[i].text = line.at;
    }
    qsort(lines, fit->keys.n, sizeof *lines, by_text);
    for (uint32_t i = 0; i < fit->keys.n; i++) buf_puts(out, lines[i].text);
}

/* ---- reading --------------------------------------------------------------------------------- */

static const char *need_name(struct reader *r, const char *what) {
    if (text_at_end(r)) text_fail(r, G2L2_STATUS_FORMAT, r->at, "%s is needed here", what);
    return text_read_name(r);
}

static double read_weight(struct reader *r) {
    char *end;
    size_t at = (text_at_end(r), r->at);
    const char *text = need_name(r, "a weight");
    double weight = strtod(text, &end);
    if (*end || end == text || !isfinite(weight))
        text_fail(r, G2L2_STATUS_FORMAT, at, "this is not a number");
    return weight;
}

static uint32_t read_symbol(struct reader *r, struct symbols *of, const char *what) {
    const char *name = need_name(r, what);
    return symbols_add(of, name, strlen(name));
}

static void read_new(struct reader *r, struct fit *fit) {
    size_t at = (text_at_end(r), r->at);
    const char *name = need_name(r, "'pair', 'set', 'in-set', 'lack' or 'number'");
    uint32_t i = 0;
    while (i < N_FIT_NEW && strcmp(new_names[i], name)) i++;
    if (i == N_FIT_NEW)
        text_fail(r, G2L2_STATUS_FORMAT, at,
                  "'pair', 'set', 'in-set', 'lack' or 'number' is needed");
    uint32_t key = fit_add(fit, (struct fit_key){FIT_NEW, i, 0});
    fit->weights.at[key] = read_weight(r);
}

static void read_counted(struct reader *r, struct fit *fit, uint32_t kind) {
    struct fit_key key = {kind, 0, 0};
    bool set = kind != FIT_PAIR;
    key.a = read_symbol(r, &fit->parts, "a field with its value");
    key.b = read_symbol(r, set ? &fit->sets : &fit->parts, set ? "a set of fields" : "another");
    double count = read_weight(r);
    if (!(count >= 0 && count <= 4e9))
        text_fail(r, G2L2_STATUS_FORMAT, r->at, "a number of examples is needed before the weight");
    uint32_t i = fit_add(fit, set ? key : fit_pair(FIT_PAIR, key.a, key.b));
    fit->counts.at[i] = (uint32_t)count;
    fit->weights.at[i] = read_weight(r);
    while (fit->set_counts.n < fit->sets.names.n) vec_push(fit->arena, &fit->set_counts, 0);
    if (kind == FIT_SET && fit->set_counts.at[key.b] < count)
        fit->set_counts.at[key.b] = (uint32_t)count;
}

static void read_spelled(struct reader *r, struct fit *fit) {
    struct fit_key key = {FIT_SPELLED, read_symbol(r, &fit->sets, "a field"), 0};
    size_t at = (text_at_end(r), r->at);
    const char *name = need_name(r, "'none', 'some', 'alike' or 'all'");
    while (key.b < N_FIT_SPELLED && strcmp(spelled_names[key.b], name)) key.b++;
    if (key.b == N_FIT_SPELLED)
        text_fail(r, G2L2_STATUS_FORMAT, at, "'none', 'some', 'alike' or 'all' is needed");
    while (fit->set_counts.n < fit->sets.names.n) vec_push(fit->arena, &fit->set_counts, 0);
    uint32_t i = fit_add(fit, key);
    fit->weights.at[i] = read_weight(r);
}

static void read_argument(struct reader *r, struct fit *fit) {
    struct fit_key key = {FIT_ARGUMENT, read_symbol(r, &fit->parts, "a function"), 0};
    key.b = read_symbol(r, &fit->sets, "a sort of things");
    while (fit->set_counts.n < fit->sets.names.n) vec_push(fit->arena, &fit->set_counts, 0);
    uint32_t i = fit_add(fit, key);
    fit->weights.at[i] = read_weight(r);
}

static void read_stem(struct reader *r, struct fit *fit) {
    struct fit_key key = {FIT_STEM, read_symbol(r, &fit->parts, "the beginning of a word"), 0};
    key.b = read_symbol(r, &fit->parts, "a field with its value");
    uint32_t i = fit_add(fit, key);
    fit->weights.at[i] = read_weight(r);
}

static void read_always(struct reader *r, struct fit *fit) {
    struct fit_key key = {FIT_ALWAYS, read_symbol(r, &fit->sets, "a field"), 0};
    while (fit->set_counts.n < fit->sets.names.n) vec_push(fit->arena, &fit->set_counts, 0);
    uint32_t i = fit_add(fit, key);
    fit->weights.at[i] = read_weight(r);
}

/* Words have no numbers yet: text_finish_fits. */
static void read_word(struct reader *r, struct fit *fit) {
    struct fit_word line = {.word = need_name(r, "a word")};
    line.a = read_symbol(r, &fit->parts, "a field with its value");
    line.b = read_symbol(r, &fit->parts, "another");
    line.weight = read_weight(r);
    line.line = r->number;
    vec_push(&r->scratch, &r->fit_words, line);
}

void text_read_fit(struct reader *r) {
    struct lexicon *lexicon = &r->model->lexicon;
    if (!lexicon->fit) lexicon->fit = fit_new(lexicon->arena);
    size_t at = (text_at_end(r), r->at);
    const char *kind = need_name(r, "what fits");
    if (!strcmp(kind, "pair")) read_counted(r, lexicon->fit, FIT_PAIR);
    else if (!strcmp(kind, "set")) read_counted(r, lexicon->fit, FIT_SET);
    else if (!strcmp(kind, "with")) read_counted(r, lexicon->fit, FIT_WITH);
    else if (!strcmp(kind, "left")) read_counted(r, lexicon->fit, FIT_LEFT);
    else if (!strcmp(kind, "word")) read_word(r, lexicon->fit);
    else if (!strcmp(kind, "stem")) read_stem(r, lexicon->fit);
    else if (!strcmp(kind, "spelled")) read_spelled(r, lexicon->fit);
    else if (!strcmp(kind, "argument")) read_argument(r, lexicon->fit);
    else if (!strcmp(kind, "always")) read_always(r, lexicon->fit);
    else if (!strcmp(kind, "new")) read_new(r, lexicon->fit);
    else
        text_fail(r, G2L2_STATUS_FORMAT, at,
                  "'pair', 'set', 'with', 'left', 'word', 'stem', 'spelled', 'argument', 'always' "
                  "or 'new' is needed");
}

void text_finish_fits(struct reader *r) {
    const struct lexicon *lexicon = &r->model->lexicon;
    for (uint32_t i = 0; i < r->fit_words.n; i++) {
        struct fit_word line = r->fit_words.at[i];
        uint32_t word = lexicon_find(lexicon, line.word, strlen(line.word));
        if (word == SYMBOL_NONE)
            guard_raise(&r->guard, G2L2_STATUS_UNKNOWN, line.line, 0,
                        "the word '%.100s' has no entry", line.word);
        uint32_t key = fit_add(lexicon->fit, fit_pair(word, line.a, line.b));
        lexicon->fit->weights.at[key] = line.weight;
    }
}
