/* Why a sentence has no derivation, in one line: unknown words first (with the
 * nearest known spelling), then words that refer to nothing, then the longest parts that
 * do parse. */
#include <string.h>

#include "parser/parser.h"

#define MAX_SPANS   8u
#define MAX_NEAREST 8u /* words that are spelled alike */

uint32_t parser_nearest(const g2l2_parser *self, const char *word, size_t length, const char **out,
                        uint32_t max) {
    const struct symbols *names = &self->lexicon->names;
    uint32_t limit = text_tolerance(length), n = 0, near[MAX_NEAREST];
    if (max > MAX_NEAREST) max = MAX_NEAREST;
    for (uint32_t i = 0; i < names->names.n; i++) {
        uint32_t distance = text_distance(word, length, names->names.at[i], limit), at = n;
        if (distance == limit) continue;
        for (; at && near[at - 1] > distance; at--)
            if (at < max) out[at] = out[at - 1], near[at] = near[at - 1];
        out[at] = names->names.at[i], near[at] = distance;
        n += n < max;
        if (n == max) limit = near[n - 1]; /* others have to be nearer */
    }
    return n;
}

static void unknown_words(g2l2_parser *self, const char *sentence, struct buf *out) {
    uint32_t i = 0, n_unknown = 0;
    for (uint32_t k = 0; k < self->n_words; k++) n_unknown += self->words[k] == SYMBOL_NONE;
    sentence = parser_fold(self, sentence);
    for (const char *at = sentence + strspn(sentence, " \t\r\n"); *at && i < self->n_words; i++) {
        size_t n = strcspn(at, " \t\r\n");
        if (self->words[i] == SYMBOL_NONE) {
            const char *known = NULL;
            parser_nearest(self, at, n, &known, 1);
            buf_printf(out, "%s'%.*s'",
                       out->n          ? ", "
                       : n_unknown > 1 ? "unknown words "
                                       : "unknown word ",
                       (int)(n < 60 ? n : 60), at);
            if (known) buf_printf(out, " (did you mean '%s'?)", known);
        }
        at += n + strspn(at + n, " \t\r\n");
    }
}

static void put_words(const g2l2_parser *self, uint32_t begin, uint32_t end, struct buf *out) {
    for (uint32_t i = begin; i < end; i++) {
        buf_puts(out, i > begin ? " " : "'");
        if (self->words[i] == SYMBOL_NONE) buf_puts(out, "?");
        else if (self->texts && self->words[i] == self->lexicon->figures)
            buf_puts(out, self->texts[i]);
        else buf_puts(out, self->lexicon->names.names.at[self->words[i]]);
    }
    buf_puts(out, "'");
}

/* From left to right, the longest span that is something, and what it is. */
static void largest_spans(const g2l2_parser *self, struct buf *out) {
    const struct chart *c = &self->chart;
    uint32_t n = 0;
    for (uint32_t begin = 0; begin < c->n;) {
        uint32_t end = c->n;
        if (n++ == MAX_SPANS) {
            buf_puts(out, ", ...");
            return;
        }
        while (end > begin + 1 && !c->outer[chart_cell(c, begin, end)].n) end--;
        struct range cell = c->outer[chart_cell(c, begin, end)];
        buf_puts(out, begin ? ", " : "");
        put_words(self, begin, end, out);
        for (uint32_t i = 0; i < cell.n; i++) {
            buf_puts(out, i ? " or " : " is ");
            category_print(c->syntax, c->nodes.at[cell.first + i].cat, out);
        }
        if (!cell.n) buf_puts(out, " means nothing");
        begin = end;
    }
}

/* ---- words that refer back ------------------------------------------------------------- */

static const struct category *category_of(const g2l2_parser *self, cat_id cat) {
    return &self->lexicon->domain->syntax.cats.at[cat];
}

static bool has_binding(const g2l2_parser *self, cat_id cat, uint8_t kind) {
    const struct category *c = category_of(self, cat);
    return c->kind == kind &&
           self->lexicon->domain->syntax.schemas.at[c->schema].kind == SCHEMA_BIND;
}

static bool is_binding(const g2l2_parser *self, cat_id cat) {
    return has_binding(self, cat, CAT_KIND_SCHEMA);
}

static bool is_complete(const g2l2_parser *self, cat_id cat) {
    return category_of(self, cat)->kind == CAT_KIND_PRIMITIVE;
}

/* X^Y */
static bool refers(const g2l2_parser *self, cat_id cat) {
    return category_of(self, cat)->kind == CAT_KIND_OPEN;
}

/* The same, and [LET X^Y] */
static bool lacks_antecedent(const g2l2_parser *self, cat_id cat) {
    return refers(self, cat) || has_binding(self, cat, CAT_KIND_PARTIAL);
}

/* The first word from `from` on that has a category of which `test` holds; n_words: none. */
static uint32_t find_word(const g2l2_parser *self, uint32_t from,
                          bool (*test)(const g2l2_parser *, cat_id)) {
    for (uint32_t i = from; i < self->n_words; i++) {
        if (self->words[i] == SYMBOL_NONE) continue;
        const struct word *w = &self->lexicon->words.at[self->words[i]];
        for (uint32_t g = w->first_group; g < w->first_group + w->n_groups; g++)
            if (test(self, self->lexicon->groups.at[g].cat)) return i;
    }
    return self->n_words;
}

static bool may_be_empty(const g2l2_parser *self, uint32_t i) {
    return self->words[i] != SYMBOL_NONE &&
           self->lexicon->words.at[self->words[i]].empty != UINT32_MAX;
}

/* Is what begins here, up to EMPTY words at the end, something of which `test` holds? */
static bool rest_is(const g2l2_parser *self, uint32_t begin,
                    bool (*test)(const g2l2_parser *, cat_id)) {
    const struct chart *c = &self->chart;
    for (uint32_t end = c->n; end > begin; end--) {
        struct range cell = c->outer[chart_cell(c, begin, end)];
        for (uint32_t i = 0; i < cell.n; i++)
            if (test(self, c->nodes.at[cell.first + i].cat)) return true;
        if (!may_be_empty(self, end - 1)) return false;
    }
    return false;
}

/* A whole that speaks of something, or one that does not although it should. */
const char *parser_missing_reference(g2l2_parser *self) {
    struct buf out;
    uint32_t word = find_word(self, 0, refers), mark = find_word(self, 0, is_binding);
    buf_init(&out, &self->arena);
    if (word < self->n_words && rest_is(self, 0, lacks_antecedent)) {
        put_words(self, word, word + 1, &out);
        buf_puts(&out, " refers to something that is not named before");
        return out.at;
    }
    if (mark == self->n_words || rest_is(self, mark + 1, refers) ||
        !rest_is(self, mark + 1, is_complete))
        return NULL;
    buf_puts(&out, "what follows ");
    put_words(self, mark, mark + 1, &out);
    buf_puts(&out, " does not refer to what is named before");
    return out.at;
}

/* "took 'neighbor' for 'neighboring'"; returns the words with those that are known by this. */
static const uint32_t *say_taken(g2l2_parser *self, struct buf *out) {
    uint32_t *words = arena_array(&self->arena, uint32_t, self->n_words + 1);
    for (uint32_t i = 0; i < self->n_words; i++) {
        words[i] = self->unknown[i];
        if (words[i] != SYMBOL_NONE || !self->texts) continue;
        bool meant = self->meant != SYMBOL_NONE && self->meant_at == i;
        if (!meant && parser_similar(self, self->texts[i]) != self->words[i]) continue;
        words[i] = self->words[i];
        buf_printf(out, "%s%s'%.60s'%s for '%.60s'", out->n ? ", " : "",
                   meant ? "unknown word " : "took ", self->texts[i], meant ? ", taken" : "",
                   self->lexicon->names.names.at[words[i]]);
    }
    return words;
}

const char *parser_note(g2l2_parser *self, const char *sentence) {
    struct buf out;
    const uint32_t *words = self->words;
    if (!self->unknown && !self->freely) return self->presumed;
    buf_init(&out, &self->arena);
    if (self->freely) {
        buf_puts(&out, "its words are put together as in no example");
        if (self->presumed) buf_printf(&out, "; %s", self->presumed);
        return out.at;
    }
    if (self->lexicon->domain->words || self->lexicon->domain->spoken) {
        parser_say_guesses(self, parser_fold(self, sentence), &out);
        if (out.n && self->presumed) buf_printf(&out, "; %s", self->presumed);
        return out.n ? out.at : self->presumed;
    }
    self->words = say_taken(self, &out);
    size_t n = out.n;
    unknown_words(self, sentence, &out);
    self->words = words;
    if (out.n > n) buf_puts(&out, ", taken to mean nothing");
    if (self->presumed) buf_printf(&out, "; %s", self->presumed);
    return out.at;
}

/* A label of which words say nothing, or parts that are none together. */
static const char *no_label(g2l2_parser *self, struct buf *out) {
    if (!*self->malformed) return "none of its words says which label it means";
    if (self->lexicon->domain->lang.called) {
        buf_printf(out, "its words say '%.200s', and no example has that name with these arguments",
                   self->malformed);
        return out->at;
    }
    buf_printf(out, "its words say '%.200s', and no label is like that", self->malformed);
    return out->at;
}

/* A result with a name like no other, and a name that is like it. */
static const char *malformed(g2l2_parser *self) {
    const struct lang *lang = &self->lexicon->domain->lang;
    struct buf out;
    size_t n;
    buf_init(&out, &self->arena);
    if (lang->labelled) return no_label(self, &out);
    const char *name = lang_malformed(lang, self->malformed, &n);
    const char *like = lang_whole_with(lang, name, lang_piece(lang, name, n));
    buf_printf(&out, "it would mean '%.200s', but no action is called '%.*s' or alike",
               self->malformed, (int)(n < 60 ? n : 60), name);
    if (like) buf_printf(&out, " (one is '%.60s')", like);
    return out.at;
}

const char *parser_reason(g2l2_parser *self, const char *sentence) {
    struct buf out;
    buf_init(&out, &self->arena);
    if (!self->n_words) return "there are no words";
    unknown_words(self, sentence, &out);
    if (out.n) return out.at;
    if (self->chart.roots.n && self->look && !self->look->scene)
        return "a scene is needed: the question is about one";
    if (self->chart.roots.n && self->look && !self->look->scene->n_objects)
        return "it has no answer: there is no object in the scene";
    if (self->chart.roots.n && self->look) return "no reading has a weight that can be told from 0";
    if (self->chart.roots.n && self->lexicon->domain->answers) {
        const struct exact *e = &self->exact;
        const char *failed = e->kernels && self->scene ? e->kernels->failed(e->state) : NULL;
        buf_printf(&out, "it has no answer%s%s", failed ? ": " : "", failed ? failed : "");
        return out.at;
    }
    if (self->malformed) return malformed(self);
    if (self->chart.roots.n) {
        buf_printf(&out, "every reading is longer than %zu actions; raise it with --max-target",
                   self->limits.max_target);
        return out.at;
    }
    const char *reference = parser_missing_reference(self);
    if (reference) buf_printf(&out, "%s: ", reference);
    else buf_puts(&out, "the words are known but do not combine: ");
    largest_spans(self, &out);
    return out.at;
}
