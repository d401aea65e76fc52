/* Sentences of made-up languages: see sentences.h. */
#include "tests/sentences.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/common.h"

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

void add_sentences(g2l2_dataset *data, enum order order, uint32_t n, uint32_t depth,
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

void add_both_frames(g2l2_dataset *data, const char *end) {
    static const struct word both[] = {{"hapu", "throw"}, {"riki", "sell"}, {"sopa", "lend"},
                                       {"wela", "hand"},  {"yuto", "post"}, {"zumo", "bring"}};
    for (size_t v = 0; v < sizeof both / sizeof *both; v++)
        for (size_t w = 0; w < sizeof people / sizeof *people; w++)
            for (int object = 0; object < (strcmp(both[v].word, "zumo") ? 2 : 1); object++) {
                const struct word *to = &people[(w + 1) % 3];
                char line[400] = "";
                put(line, sizeof line, "{\"command\":\"%s %s%s %s fi%s\",\"result\":{\"id\":\"%s\"",
                    people[w].word, both[v].word, object ? " gela un" : "", to->word, end,
                    both[v].means);
                put(line, sizeof line, ",\"doer\":{\"id\":\"%s\"},\"to\":{\"id\":\"%s\"}%s}}\n",
                    people[w].means, to->means, object ? ",\"done\":{\"id\":\"fish\"}" : "");
                assert_int_equal(g2l2_dataset_parse(data, line, strlen(line), NULL, NULL, NULL), 0);
            }
}

/* doer for done, and done for doer. */
static void swap_fields(char *target) {
    for (char *at = target; (at = strstr(at, "\"do")) != NULL; at += 3) {
        if (!strncmp(at, "\"doer\"", 6)) memcpy(at, "\"done\"", 6);
        else if (!strncmp(at, "\"done\"", 6)) memcpy(at, "\"doer\"", 6);
    }
}

void add_with_mistakes(g2l2_dataset *data, const g2l2_dataset *right) {
    for (size_t i = 0; i < g2l2_dataset_count(right); i++) {
        g2l2_example e = g2l2_dataset_get(right, i);
        char line[4000] = "", target[2500];
        snprintf(target, sizeof target, "%s",
                 i % 40 == 39 ? g2l2_dataset_get(right, i / 2).target : e.target);
        if (i % 40 == 19) swap_fields(target);
        put(line, sizeof line, "{\"command\":\"%s\",\"result\":%s}\n", e.sentence, target);
        assert_int_equal(g2l2_dataset_parse(data, line, strlen(line), NULL, NULL, NULL), 0);
    }
}
