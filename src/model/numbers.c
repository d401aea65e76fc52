/* Reading what a lexicon's text has where sentences are about scenes: the grammar, how
 * objects become numbers (lines for those who read scenes, kept as they are), and the
 * concepts of the words.
 *
 *     concept ObjConcept red = 0.25 -1.5 ...
 *             └───┬────┘ └┬┘   └─────┬─────┘
 *               type     word    one for each feature and one more, or one for each answer
 *
 * How many numbers there must be, and who needs which concept, is known after the last
 * line. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/text.h"

static void need_scenes(struct reader *r) {
    if (!r->model->domain->mixed)
        text_fail(r, G2L2_STATUS_FORMAT, 0, "this is for domains whose sentences are about scenes");
}

void text_read_grammar(struct reader *r) {
    bool more = !text_at_end(r);
    size_t start = r->at;
    const char *name = more ? text_read_name(r) : "";
    bool normal = !strcmp(name, "normal-form");
    if (!normal && strcmp(name, "plain"))
        text_fail(r, G2L2_STATUS_FORMAT, start, "a grammar is 'plain' or 'normal-form'");
    r->model->domain->syntax.attach_low = normal;
}

/* ---- features ------------------------------------------------------------------------------ */

/* One space between words, so that there is one way to write it. */
static void keep_line(struct reader *r) {
    const char *before = "";
    for (r->at = 0; !text_at_end(r); before = " ") {
        size_t start = r->at;
        while (r->at < r->length && !text_is_space(r->line[r->at]))
            if (r->line[r->at++] == '"')
                text_fail(r, G2L2_STATUS_FORMAT, r->at - 1, "there are no quotes on this line");
        buf_puts(&r->features, before);
        buf_put(&r->features, r->line + start, r->at - start);
    }
    buf_puts(&r->features, "\n");
}

void text_read_features(struct reader *r) {
    need_scenes(r);
    if (r->n_features) text_fail(r, G2L2_STATUS_FORMAT, 0, "'features' stands once");
    uint32_t n = 0;
    bool more = !text_at_end(r);
    size_t start = r->at;
    const char *digits = more ? text_read_name(r) : "";
    for (; *digits >= '0' && *digits <= '9' && n <= MODEL_MAX_FEATURES; digits++)
        n = n * 10 + (uint32_t)(*digits - '0');
    if (*digits || !n || n > MODEL_MAX_FEATURES)
        text_fail(r, G2L2_STATUS_FORMAT, start, "a number of features is needed, from 1 to %u",
                  MODEL_MAX_FEATURES);
    r->n_features = n;
    keep_line(r);
}

void text_read_numeric(struct reader *r) {
    need_scenes(r);
    if (!r->n_features) text_fail(r, G2L2_STATUS_FORMAT, 0, "this stands below a 'features' line");
    keep_line(r);
}

/* ---- concepts ------------------------------------------------------------------------------ */

static uint32_t read_type(struct reader *r) {
    const g2l2_domain *domain = r->model->domain;
    if (text_at_end(r)) text_fail(r, G2L2_STATUS_FORMAT, r->at, "the type of a concept is needed");
    size_t start = r->at;
    const char *name = text_read_name(r);
    type_id type = lang_type_find(&domain->lang, name, strlen(name));
    for (uint32_t i = 0; i < domain->concepts.n; i++)
        if (type != TYPE_NONE && domain->concepts.at[i].type == type) return i;
    text_fail(r, G2L2_STATUS_UNKNOWN, start, "this domain has no concepts of the type '%.100s'",
              name);
}

static float read_float(struct reader *r) {
    char digits[64], *rest;
    size_t start = r->at, n = 0;
    while (start + n < r->length && !text_is_space(r->line[start + n])) n++;
    bool fits = n < sizeof digits;
    if (fits) memcpy(digits, r->line + start, n);
    digits[fits ? n : 0] = 0;
    float value = strtof(digits, &rest);
    if (!n || !fits || *rest || !strchr("+-.0123456789", digits[0]))
        text_fail(r, G2L2_STATUS_FORMAT, start, "a number is needed here");
    if (!isfinite(value)) text_fail(r, G2L2_STATUS_FORMAT, start, "this number is too large");
    r->at += n;
    return value;
}

static void eat_equals(struct reader *r) {
    if (text_at_end(r) || r->line[r->at] != '=')
        text_fail(r, G2L2_STATUS_FORMAT, r->at,
                  "a '=' is needed here: concept TYPE WORD = NUMBER NUMBER ...");
    r->at++;
}

void text_read_concept(struct reader *r) {
    VEC(float) values = {0};
    need_scenes(r);
    if (!r->n_features)
        text_fail(r, G2L2_STATUS_FORMAT, 0, "a 'features' line is needed above the concepts");
    struct concept_row row = {.concept = read_type(r), .line = r->number};
    if (text_at_end(r)) text_fail(r, G2L2_STATUS_FORMAT, r->at, "a word is needed here");
    row.column = text_width(r->line, r->at) + 1;
    row.word = text_read_name(r);
    eat_equals(r);
    while (!text_at_end(r)) vec_push(&r->scratch, &values, read_float(r));
    row.values = values.at;
    row.n = values.n;
    vec_push(&r->scratch, &r->concepts, row);
}

/* ---- after the last line -------------------------------------------------------------------- */

static const char *type_name(struct reader *r, uint32_t concept) {
    struct buf name;
    buf_init(&name, &r->scratch);
    lang_type_print(&r->model->domain->lang, r->model->domain->concepts.at[concept].type, &name);
    return name.at;
}

#define fail_row(r, row, ...)                                                                      \
    guard_raise(&(r)->guard, G2L2_STATUS_FORMAT, (row)->line, (row)->column, __VA_ARGS__)

static void fill_concept(struct reader *r, const struct concept_row *row, bool *there) {
    const g2l2_model *model = r->model;
    uint32_t word = lexicon_find(&model->lexicon, row->word, strlen(row->word));
    uint32_t size = model_concept_size(model, row->concept);
    bool needed = word != SYMBOL_NONE && model_has_concept(model, word, row->concept);
    if (!needed && r->source->spare_concepts) return;
    if (!needed)
        fail_row(r, row, "no entry of the word '%.100s' has a '?' that is of the type %.100s",
                 row->word, type_name(r, row->concept));
    bool *seen = &there[(size_t)word * model->domain->concepts.n + row->concept];
    if (*seen) fail_row(r, row, "the word has this concept already");
    if (row->n != size)
        fail_row(r, row, "there must be %u numbers, one for each %s, not %u", size,
                 model->domain->concepts.at[row->concept].of_answers ? "answer"
                                                                     : "feature and one more",
                 row->n);
    double *to = model_concept(model, word, row->concept);
    for (uint32_t i = 0; i < size; i++) to[i] = (double)row->values[i];
    *seen = true;
}

/* A word without its concept would mean anything. */
static void check_complete(struct reader *r, const bool *there) {
    const g2l2_model *model = r->model;
    for (uint32_t w = 0; w < model->lexicon.words.n; w++)
        for (uint32_t c = 0; c < model->domain->concepts.n; c++)
            if (!*there++ && model_has_concept(model, w, c))
                guard_raise(&r->guard, G2L2_STATUS_FORMAT, 0, 0,
                            "the word '%.100s' needs a line 'concept %.100s %.100s = ...'",
                            model->lexicon.names.names.at[w], type_name(r, c),
                            model->lexicon.names.names.at[w]);
}

void text_fill_concepts(struct reader *r) {
    size_t n = (size_t)r->model->lexicon.words.n * r->model->domain->concepts.n;
    if (!r->n_features) return;
    model_add_params(r->model, r->n_features, r->features.at);
    bool *there = arena_zalloc(&r->scratch, n + 1);
    for (uint32_t i = 0; i < r->concepts.n; i++) {
        if (r->source->without_concepts)
            fail_row(r, &r->concepts.at[i], "concepts have no place here");
        fill_concept(r, &r->concepts.at[i], there);
    }
    if (!r->source->without_concepts) check_complete(r, there);
}
