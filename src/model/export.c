/* Writing the lexicon as text (text.h). The order of the lines is that of the
 * model's entries (model.c); what could not be read again is refused.
 *
 * A definition is written only where the reader would not find it by the name
 * of the domain: that of a built-in domain, unchanged, is left out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/text.h"

bool text_same_lines(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    if (n && a[n - 1] == '\n') n--;
    if (m && b[m - 1] == '\n') m--;
    return n == m && !memcmp(a, b, n);
}

static bool needs_quotes(const char *name) {
    if (!*name || *name == '|' || !strcmp(name, "=>")) return true;
    for (; *name; name++)
        if (text_is_space(*name) || *name == '"' || *name == '#') return true;
    return false;
}

static void put_escaped(struct buf *out, char c) {
    static const char plain[] = "\n\r\t\"\\", written[] = "nrt\"\\";
    const char *found = strchr(plain, c);
    if (found) buf_puts(out, "\\");
    buf_put(out, found ? &written[found - plain] : &c, 1);
}

void text_put_quoted(struct buf *out, const char *name) {
    buf_puts(out, "\"");
    for (; *name; name++) put_escaped(out, *name);
    buf_puts(out, "\"");
}

void text_put_name(struct buf *out, const char *name) {
    if (!needs_quotes(name)) {
        buf_puts(out, name);
        return;
    }
    text_put_quoted(out, name);
}

/* The shortest decimal that reads back as the same number. */
static void put_weight(struct buf *out, double weight) {
    char digits[32];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, weight);
        if (strtod(digits, NULL) == weight) break;
    }
    buf_puts(out, digits);
}

void text_put_domain(struct buf *out, const g2l2_domain *domain) {
    buf_puts(out, "domain ");
    text_put_name(out, domain->name);
    buf_puts(out, "\n");
    const char *known = domain_built_in(domain->name);
    if (known && text_same_lines(known, domain->text)) return;
    buf_puts(out, "definition\n");
    for (const char *at = domain->text; *at;) {
        size_t n = strcspn(at, "\n");
        buf_puts(out, n ? "| " : "|");
        buf_put(out, at, n);
        buf_puts(out, "\n");
        at += n + (at[n] == '\n');
    }
}

static void put_literals(struct buf *out, const g2l2_model *self) {
    const struct symbols *literals = &self->domain->lang.literals;
    buf_puts(out, "");
    for (uint32_t i = 0; i < literals->names.n; i++) {
        if (i) buf_puts(out, " ");
        text_put_name(out, literals->names.at[i]);
    }
}

/* On one line, or on one for each of several types: `literals TYPE : NAME...` */
static void put_literal_lines(struct buf *out, const g2l2_model *self) {
    const struct lang *lang = &self->domain->lang;
    type_id last = TYPE_NONE;
    for (uint32_t i = 0; i < lang->literal_ops.n; i++) {
        const struct op *op = &lang->ops.at[lang->literal_ops.at[i]];
        if (op->result != last) {
            buf_puts(out, i ? "\nliterals" : "literals");
            if (self->domain->literal_types.n > 1) {
                buf_puts(out, " ");
                lang_type_print(lang, op->result, out);
                buf_puts(out, " :");
            }
        }
        buf_puts(out, " ");
        text_put_name(out, op->name);
        last = op->result;
    }
}

/* Names that are cut, as the data have them. */
static void put_names(struct buf *out, const struct symbols *wholes) {
    if (!wholes->names.n) return;
    buf_puts(out, "names");
    for (uint32_t i = 0; i < wholes->names.n; i++) {
        buf_puts(out, " ");
        text_put_name(out, wholes->names.at[i]);
    }
    buf_puts(out, "\n");
}

/* `used N  SENTENCE`, with the words as names. */
static void put_use(struct buf *out, const g2l2_entry *entry) {
    if (!entry->uses) return;
    buf_printf(out, "  used %u", entry->uses);
    for (const char *at = entry->example; at && *at;) {
        size_t n = strcspn(at, " ");
        buf_puts(out, at == entry->example ? "  " : " ");
        text_put_name(out, arena_strndup(out->arena, at, n));
        at += n + (at[n] == ' ');
    }
    buf_puts(out, "\n");
}

static void put_entry(struct buf *out, const g2l2_entry *entry) {
    if (!isfinite(entry->weight))
        guard_raise(out->arena->guard, G2L2_STATUS_ARGUMENT, 0, 0,
                    "an entry of the word '%.100s' has a weight that is not a finite number",
                    entry->word);
    text_put_name(out, entry->word);
    buf_puts(out, " => ");
    buf_puts(out, entry->category);
    if (*entry->program) {
        buf_puts(out, " : ");
        buf_puts(out, entry->program);
    }
    buf_puts(out, "  ");
    put_weight(out, entry->weight);
    if (entry->locked) buf_puts(out, " locked");
    buf_puts(out, entry->off ? " off\n" : "\n");
    put_use(out, entry);
}

/* ---- where sentences are about scenes --------------------------------------------------- */

/* Each line says first what it is; comments and quotes would be read as such. */
static void put_features(struct buf *out, const g2l2_model *self) {
    if (!self->features) {
        buf_printf(out, "features %u\n", self->lexicon.n_features);
        return;
    }
    for (const char *at = self->features; *at;) {
        size_t n = strcspn(at, "\n");
        bool first = at == self->features;
        bool known = first ? !strncmp(at, "features ", 9)
                           : !strncmp(at, "numeric ", 8) || !strncmp(at, "sight ", 6);
        if (!known || strcspn(at, "#\"\r\n") < n)
            guard_raise(out->arena->guard, G2L2_STATUS_ARGUMENT, 0, 0,
                        "how the features were made cannot be written as text");
        buf_put(out, at, n);
        buf_puts(out, "\n");
        at += n + (at[n] == '\n');
    }
}

/* The shortest decimal that reads back as the same number. */
static void put_float(struct buf *out, float value) {
    char digits[32];
    for (int precision = 6; precision <= 9; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, (double)value);
        if (strtof(digits, NULL) == value) break;
    }
    buf_puts(out, digits);
}

static void put_type(struct buf *out, const g2l2_model *self, uint32_t concept) {
    struct buf name;
    buf_init(&name, out->arena);
    lang_type_print(&self->domain->lang, self->domain->concepts.at[concept].type, &name);
    text_put_name(out, name.at);
}

static void put_concept(struct buf *out, const g2l2_model *self, uint32_t word, uint32_t concept) {
    const double *values = model_concept(self, word, concept);
    const char *name = self->lexicon.names.names.at[word];
    buf_puts(out, "concept ");
    put_type(out, self, concept);
    buf_puts(out, " ");
    text_put_name(out, name);
    buf_puts(out, " =");
    for (uint32_t i = 0; i < model_concept_size(self, concept); i++) {
        if (!isfinite((float)values[i]))
            guard_raise(out->arena->guard, G2L2_STATUS_ARGUMENT, 0, 0,
                        "a concept of the word '%.100s' has a number that is not finite", name);
        buf_puts(out, " ");
        put_float(out, (float)values[i]);
    }
    buf_puts(out, "\n");
}

static uint32_t words_of(struct buf *out, const g2l2_model *self, uint32_t concept,
                         uint32_t **words) {
    *words = arena_array(out->arena, uint32_t, self->lexicon.words.n + 1);
    return model_concept_words(self, concept, *words);
}

static void put_concepts(struct buf *out, const g2l2_model *self) {
    uint32_t *words;
    for (uint32_t c = 0; self->lexicon.params && c < self->domain->concepts.n; c++) {
        uint32_t n = words_of(out, self, c, &words);
        for (uint32_t i = 0; i < n; i++) put_concept(out, self, words[i], c);
    }
}

static void put_concept_words(struct buf *out, const g2l2_model *self) {
    uint32_t *words;
    buf_puts(out, "");
    for (uint32_t c = 0; self->lexicon.params && c < self->domain->concepts.n; c++) {
        uint32_t n = words_of(out, self, c, &words);
        put_type(out, self, c);
        for (uint32_t i = 0; i < n; i++) {
            buf_puts(out, " ");
            text_put_name(out, self->lexicon.names.names.at[words[i]]);
        }
        buf_puts(out, "\n");
    }
}

/* ---- the whole ----------------------------------------------------------------------------- */

static void check_size(const struct buf *out) {
    if (out->n > TEXT_MAX)
        guard_raise(out->arena->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "the lexicon is larger than the limit of %zu MB", TEXT_MAX >> 20);
}

static void put_entries(struct buf *out, const g2l2_model *self) {
    buf_printf(out, "# g2l2 lexicon %d\n", TEXT_VERSION);
    text_put_domain(out, self->domain);
    if (self->domain->lang.literals.names.n) {
        put_literal_lines(out, self);
        buf_puts(out, "\n");
    }
    put_names(out, &self->domain->lang.wholes);
    if (self->domain->mixed || self->domain->syntax.attach_low ||
        strstr(self->domain->text, "\ngrammar"))
        buf_printf(out, "grammar %s\n", self->domain->syntax.attach_low ? "normal-form" : "plain");
    if (self->lexicon.params) put_features(out, self);
    for (uint32_t i = 0; i < self->n_entries; i++) put_entry(out, &self->entries[i]);
    text_put_fits(out, self);
    if (self->lexicon.slope)
        buf_printf(out, "confidence %.4g %.4g\n", self->lexicon.slope, self->lexicon.offset);
    if (self->lexicon.vain != LEXICON_VAIN) buf_printf(out, "nothing %.4g\n", self->lexicon.vain);
    text_put_shared(out, self);
    text_put_openers(out, self);
    text_put_neighbours(out, self);
    text_put_doubts(out, self);
    check_size(out);
}

static void put_lexicon(struct buf *out, const g2l2_model *self) {
    put_entries(out, self);
    put_concepts(out, self);
    check_size(out);
}

struct writer {
    struct guard guard;
    struct arena arena;
    void (*put)(struct buf *out, const g2l2_model *self);
};

static g2l2_status run_writer(struct writer *w, const g2l2_model *model, char **out,
                              g2l2_error *err) {
    if (guard_try(&w->guard, err)) {
        struct buf text;
        buf_init(&text, &w->arena);
        w->put(&text, model);
        char *copy = malloc(text.n + 1);
        if (!copy) guard_raise(&w->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
        *out = memcpy(copy, text.at, text.n + 1);
    }
    return w->guard.status;
}

static g2l2_status write_text(void (*put)(struct buf *out, const g2l2_model *self),
                              const g2l2_model *model, char **out, g2l2_error *err) {
    struct writer w = {.put = put};
    arena_init(&w.arena, &w.guard, 0);
    g2l2_status status = run_writer(&w, model, out, err);
    arena_free(&w.arena);
    return status;
}

g2l2_status g2l2_lexicon_export(const g2l2_model *self, char **out, g2l2_error *err) {
    return write_text(put_lexicon, self, out, err);
}

g2l2_status text_literals(const g2l2_model *self, char **out, g2l2_error *err) {
    return write_text(put_literals, self, out, err);
}

g2l2_status text_concepts(const g2l2_model *self, char **out, g2l2_error *err) {
    return write_text(put_concept_words, self, out, err);
}

g2l2_status text_entries(const g2l2_model *self, char **out, g2l2_error *err) {
    return write_text(put_entries, self, out, err);
}
