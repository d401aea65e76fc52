/* Lexicons with real syntax from nested records: three made-up languages with other words,
 * other fields and another order each; what they learn must hold for deeper sentences.
 *
 *     verb-final      kasi ga [[Tika ga mita] no luno] o tobu       case particles, clauses before
 *     head-initial    tobu el kasi el luno [ke mita el Tika]        articles, prepositions
 *     postpositional  kasi el tobu luno el [qo Tika mita]           SVO, marks behind
 *
 * A relative clause repeats its head within the record: {"id": "bird", "such": {"id": "see",
 * "doer": ..., "done": {"id": "bird"}}}. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/common.h"
#include "tests/shared.h"

enum order { VERB_FINAL, HEAD_INITIAL, POSTPOSITIONAL };

struct phrase {
    char words[1000], json[2000];
};

struct speaker {
    enum order order;
    struct rng rng;
};

struct word {
    const char *word, *means;
};

static const struct word things[] = {{"kasi", "dog"},   {"beru", "cat"},  {"domo", "house"},
                                     {"tavi", "stone"}, {"luno", "bird"}, {"gela", "fish"}};
static const struct word people[] = {{"Tika", "Tika"}, {"Moru", "Moru"}, {"Sena", "Sena"}};
static const struct word one[] = {{"neru", "sleep"}, {"odo", "dance"}};
static const struct word two[] = {{"mita", "see"}, {"tobu", "catch"}, {"keso", "like"}};
static const struct word three[] = {{"ata", "give"}, {"oku", "send"}};
static const struct word say[] = {{"iva", "say"}, {"shiru", "know"}};

static bool chance(struct speaker *s, uint32_t percent) {
    return rng_below(&s->rng, 100) < percent;
}

#define PICK(s, list) (&(list)[rng_below(&(s)->rng, sizeof(list) / sizeof *(list))])

__attribute__((format(printf, 3, 4))) static void put(char *out, size_t size, const char *format,
                                                      ...) {
    size_t n = strlen(out);
    va_list args;
    va_start(args, format);
    int made = vsnprintf(out + n, size - n, format, args);
    va_end(args);
    assert_true(made >= 0 && (size_t)made < size - n);
}
#define SAY(p, ...)  put((p)->words, sizeof(p)->words, __VA_ARGS__)
#define MEAN(p, ...) put((p)->json, sizeof(p)->json, __VA_ARGS__)

static struct phrase clause(struct speaker *s, uint32_t depth, const char *gap, const char *filler);

/* A modifier: its words, and its field with a comma before it. */
static struct phrase modifier(struct speaker *s, uint32_t depth, const char *of) {
    static const char *const relative[] = {"no", "ke", "qo"};
    struct phrase out = {"", ""};
    if (chance(s, 50)) {
        const char *gap = chance(s, 50) || s->order == HEAD_INITIAL ? "done" : "doer";
        struct phrase inner = clause(s, depth - 1, gap, of);
        if (s->order == VERB_FINAL) SAY(&out, "%s %s", inner.words, relative[s->order]);
        else SAY(&out, "%s %s", relative[s->order], inner.words);
        MEAN(&out, ",\"such\":%s", inner.json);
        return out;
    }
    bool at = chance(s, 50);
    const struct word *where = PICK(s, people);
    if (s->order == HEAD_INITIAL) SAY(&out, "%s %s", at ? "na" : "xu", where->word);
    else SAY(&out, "%s %s", where->word, at ? "na" : "xu");
    MEAN(&out, ",\"%s\":{\"id\":\"%s\"}", at ? "at" : "with", where->means);
    return out;
}

static struct phrase thing(struct speaker *s, uint32_t depth) {
    struct phrase out = {"", ""}, base = {"", ""}, more = {"", ""};
    if (chance(s, 35)) {
        const struct word *person = PICK(s, people);
        SAY(&out, "%s", person->word);
        MEAN(&out, "{\"id\":\"%s\"}", person->means);
        return out;
    }
    const struct word *noun = PICK(s, things);
    bool known = s->order != VERB_FINAL && chance(s, 50);
    const char *article = known ? "el" : "un";
    if (s->order == VERB_FINAL) SAY(&base, "%s", noun->word);
    else if (s->order == HEAD_INITIAL) SAY(&base, "%s %s", article, noun->word);
    else SAY(&base, "%s %s", noun->word, article);
    MEAN(&base, "\"id\":\"%s\"%s", noun->means, known ? ",\"known\":true" : "");
    char whole[2000] = "";
    put(whole, sizeof whole, "{%s}", base.json);
    if (depth && chance(s, 35)) more = modifier(s, depth, whole);
    bool before =
        s->order == VERB_FINAL || (s->order == POSTPOSITIONAL && !strstr(more.words, "qo "));
    if (before) SAY(&out, "%s%s%s", more.words, *more.words ? " " : "", base.words);
    else SAY(&out, "%s%s%s", base.words, *more.words ? " " : "", more.words);
    MEAN(&out, "{%s%s}", base.json, more.json);
    return out;
}

struct argument {
    const char *field, *before, *after;
};

/* Arguments as the language orders and marks them; the verb comes after `lead` of them. */
static const struct argument arguments[3][4] = {
    [VERB_FINAL] = {{"doer", "", " ga"},
                    {"to", "", " ni"},
                    {"done", "", " o"},
                    {"said", "", " to"}},
    [HEAD_INITIAL] = {{"doer", "", ""}, {"done", "", ""}, {"to", "a ", ""}, {"said", "ke ", ""}},
    [POSTPOSITIONAL] = {
        {"doer", "", ""}, {"done", "", ""}, {"to", "", " fi"}, {"said", "xo ", ""}}};
static const uint32_t lead[] = {[VERB_FINAL] = 4, [HEAD_INITIAL] = 0, [POSTPOSITIONAL] = 1};

static const char *fields_of(struct speaker *s, uint32_t depth, const char *gap,
                             const struct word **verb) {
    uint32_t kind = rng_below(&s->rng, 100);
    bool object = gap && !strcmp(gap, "done");
    if (kind < 20 && !object) return *verb = PICK(s, one), "doer";
    if (kind < 80) return *verb = PICK(s, two), "doer done";
    if (kind < 90 || object || !depth) return *verb = PICK(s, three), "doer done to";
    return *verb = PICK(s, say), "doer said";
}

static struct phrase clause(struct speaker *s, uint32_t depth, const char *gap,
                            const char *filler) {
    struct phrase out = {"", ""}, part;
    const struct word *verb = NULL;
    const char *fields = fields_of(s, depth, gap, &verb);
    MEAN(&out, "{\"id\":\"%s\"", verb->means);
    for (uint32_t i = 0; i <= 4; i++) {
        if (i == lead[s->order]) SAY(&out, "%s%s", *out.words ? " " : "", verb->word);
        if (i == 4) break;
        const struct argument *a = &arguments[s->order][i];
        const char *found = strstr(fields, a->field);
        if (!found || (found[strlen(a->field)] && found[strlen(a->field)] != ' ')) continue;
        bool missing = gap && !strcmp(gap, a->field);
        if (!strcmp(a->field, "said")) part = clause(s, depth - 1, NULL, NULL);
        else if (!missing) part = thing(s, depth);
        MEAN(&out, ",\"%s\":%s", a->field, missing ? filler : part.json);
        if (!missing) SAY(&out, "%s%s%s%s", *out.words ? " " : "", a->before, part.words, a->after);
    }
    MEAN(&out, "}");
    return out;
}

static void add_sentences(g2l2_dataset *data, enum order order, uint32_t n, uint32_t depth,
                          uint64_t seed) {
    struct speaker s = {.order = order};
    rng_seed(&s.rng, seed);
    for (uint32_t i = 0; i < n; i++) {
        struct phrase p = clause(&s, depth, NULL, NULL);
        char line[4000] = "";
        put(line, sizeof line, "{\"command\":\"%s\",\"result\":%s}\n", p.words, p.json);
        assert_int_equal(g2l2_dataset_parse(data, line, strlen(line), NULL, NULL, NULL), 0);
    }
}

static double accuracy(const g2l2_model *model, const g2l2_dataset *data, size_t every) {
    g2l2_parser *parser;
    g2l2_result result;
    size_t right = 0, n = 0;
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, NULL), 0);
    for (size_t i = 0; i < g2l2_dataset_count(data); i += every, n++) {
        g2l2_example e = g2l2_dataset_get(data, i);
        assert_int_equal(g2l2_parser_run(parser, e.sentence, 1, &result, NULL), 0);
        right += result.n_readings && !strcmp(result.readings[0].text, e.target);
    }
    g2l2_parser_free(parser);
    return (double)right / (double)n;
}

static g2l2_model *learn(const g2l2_dataset *data, g2l2_error *err) {
    g2l2_domain *domain;
    g2l2_model *model = NULL;
    g2l2_learn_options options = g2l2_learn_options_default();
    assert_int_equal(g2l2_domain_open("nested", &domain, NULL), 0);
    g2l2_status status = g2l2_learn(domain, data, &options, &model, NULL, err);
    g2l2_domain_free(domain);
    return status ? NULL : model;
}

static g2l2_dataset *new_data(void) {
    g2l2_dataset *data;
    assert_int_equal(g2l2_dataset_new(&data, NULL), 0);
    return data;
}

/* Learned from sentences with one modifier within another at most, asked for deeper ones. */
static void check_language(enum order order, double least) {
    g2l2_dataset *data = new_data(), *deep = new_data();
    add_sentences(data, order, 700, 1, 1);
    add_sentences(deep, order, 200, 3, 2);
    g2l2_error err;
    g2l2_model *model = learn(data, &err);
    assert_non_null(model);
    double reached = accuracy(model, deep, 1);
    if (reached < least) fail_msg("%.3f of the deeper sentences, not %.3f", reached, least);
    g2l2_model_free(model);
    g2l2_dataset_free(data);
    g2l2_dataset_free(deep);
}

static void verb_final(void **state) {
    (void)state;
    check_language(VERB_FINAL, 0.97);
}

static void head_initial(void **state) {
    (void)state;
    check_language(HEAD_INITIAL, 0.97);
}

static void postpositional(void **state) {
    (void)state;
    check_language(POSTPOSITIONAL, 0.95);
}

/* The same examples make the same bytes. */
static void same_bytes(void **state) {
    (void)state;
    char *text[2];
    for (int i = 0; i < 2; i++) {
        g2l2_dataset *data = new_data();
        add_sentences(data, HEAD_INITIAL, 200, 1, 5);
        g2l2_model *model = learn(data, NULL);
        assert_non_null(model);
        assert_int_equal(g2l2_lexicon_export(model, &text[i], NULL), 0);
        g2l2_model_free(model);
        g2l2_dataset_free(data);
    }
    assert_string_equal(text[0], text[1]);
    free(text[0]);
    free(text[1]);
}

static void flat_is_refused(void **state) {
    (void)state;
    static const char flat[] =
        "{\"command\":\"lamp on\",\"result\":{\"what\":\"lamp\",\"on\":true}}\n";
    g2l2_dataset *data = new_data();
    g2l2_error err;
    assert_int_equal(g2l2_dataset_parse(data, flat, strlen(flat), NULL, NULL, NULL), 0);
    assert_null(learn(data, &err));
    assert_int_equal(err.status, G2L2_STATUS_DATA);
    assert_non_null(strstr(err.message, "nested objects"));
    g2l2_dataset_free(data);
}

/* Published sentences: a quarter of the training part, some of the rest. */
static void published(void **state) {
    (void)state;
    char train[SHARED_PATH_MAX], dev[SHARED_PATH_MAX];
    shared_path(train, "data/slog/train.jsonl");
    shared_path(dev, "data/slog/dev.jsonl");
    g2l2_dataset *all = new_data(), *data = new_data(), *held = new_data();
    assert_int_equal(g2l2_dataset_read(all, train, NULL, NULL), 0);
    assert_int_equal(g2l2_dataset_read(held, dev, NULL, NULL), 0);
    for (size_t i = 0; i < g2l2_dataset_count(all); i += 4) {
        g2l2_example e = g2l2_dataset_get(all, i);
        char line[8000] = "";
        put(line, sizeof line, "{\"command\":\"%s\",\"result\":%s}\n", e.sentence, e.target);
        assert_int_equal(g2l2_dataset_parse(data, line, strlen(line), NULL, NULL, NULL), 0);
    }
    g2l2_model *model = learn(data, NULL);
    assert_non_null(model);
    assert_true(accuracy(model, held, 8) > 0.97);
    g2l2_model_free(model);
    g2l2_dataset_free(all);
    g2l2_dataset_free(data);
    g2l2_dataset_free(held);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verb_final),      cmocka_unit_test(head_initial),
        cmocka_unit_test(postpositional),  cmocka_unit_test(same_bytes),
        cmocka_unit_test(flat_is_refused), cmocka_unit_test(published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
