/* g2l2_model_liken: a new word that is like a known one, without examples.
 *
 *     wooden is like rubber           concept ObjConcept rubber = 0.3 ...  ─▶  concept ObjConcept wooden = 0.3 ...
 *     hop is like jump, but new       jump => V : I_JUMP()                 ─▶  hop => V : I_HOP()
 *
 * The model is written as text (model/text.h) and read again, with each line that is about the known word
 * once more for the new one; so it holds for every domain, and what cannot be is refused by the reader. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "model/model.h"

struct liken {
    struct arena arena;
    struct guard guard;
    const g2l2_model *model;
    const char *word, *like; /* as the lexicon spells them */
    const char *name, *old;  /* the same as the text has them, quoted where it must be */
    bool fresh;
    struct buf out, literals;
    size_t head; /* of the text: what stands above the entries */
    bool named;  /* something new has a name */
    bool shared; /* the two are in one line of synonyms */
    /* At hand; given back in the end, wherever that is: */
    g2l2_parser *parser;
    char *text;
};

/* ---- the two words ---------------------------------------------------------------------------------- */

static const char *read_word(struct liken *self, const char *text, bool *known) {
    const g2l2_word *words;
    size_t n;
    g2l2_error err;
    if (g2l2_parser_words(self->parser, text, &words, &n, &err))
        guard_raise(&self->guard, err.status, 0, 0, "%s", err.message);
    const g2l2_word *word = NULL;
    size_t n_words = 0;
    for (size_t i = 0; i < n; i++) {
        if (!strcmp(words[i].text, LEXICON_START)) continue;
        word = &words[i];
        n_words++;
    }
    if (n_words != 1)
        guard_raise(&self->guard, G2L2_STATUS_ARGUMENT, 0, 0, "'%.100s' is not one word", text);
    *known = lexicon_find(&self->model->lexicon, word->text, strlen(word->text)) != SYMBOL_NONE;
    return arena_strndup(&self->arena, word->text, strlen(word->text));
}

static const char *as_name(struct liken *self, const char *word) {
    struct buf out;
    buf_init(&out, &self->arena);
    text_put_name(&out, word);
    return strcmp(out.at, word) ? out.at : word;
}

static void read_words(struct liken *self, const char *word, const char *like) {
    bool known;
    g2l2_error err;
    if (g2l2_parser_new(self->model, NULL, &self->parser, &err))
        guard_raise(&self->guard, err.status, 0, 0, "%s", err.message);
    g2l2_parser_set_guessing(self->parser, false);
    self->like = read_word(self, like, &known);
    if (!known)
        guard_raise(&self->guard, G2L2_STATUS_UNKNOWN, 0, 0, "the model has no word '%.100s'",
                    self->like);
    self->word = read_word(self, word, &known);
    if (known)
        guard_raise(&self->guard, G2L2_STATUS_ARGUMENT, 0, 0, "the word '%.100s' is known already",
                    self->word);
    self->name = as_name(self, self->word);
    self->old = as_name(self, self->like);
}

/* ---- something new -------------------------------------------------------------------------------- */

static const char *find_in(const char *text, size_t n, const char *part) {
    size_t m = strlen(part);
    for (size_t i = 0; m && i + m <= n; i++)
        if (!strncasecmp(text + i, part, m)) return text + i;
    return NULL;
}

/* I_JUMP, of jump, is I_HOP of hop: in the letters that it is written in. */
static const char *rename_literal(struct liken *self, const char *literal, size_t n) {
    const char *at = find_in(literal, n, self->like);
    if (!at) return NULL;
    size_t m = strlen(self->like);
    bool first = isupper((unsigned char)at[0]),
         all = first && m > 1 && isupper((unsigned char)at[1]);
    struct buf out;
    buf_init(&out, &self->arena);
    buf_put(&out, literal, (size_t)(at - literal));
    for (const char *c = self->word; *c; c++) {
        bool up = all || (first && c == self->word);
        char letter = up ? (char)toupper((unsigned char)*c) : *c;
        buf_put(&out, &letter, 1);
    }
    buf_put(&out, at + m, n - (size_t)(at + m - literal));
    return out.at;
}

static void add_literal(struct liken *self, uint32_t number, const char *name) {
    const struct lang *lang = &self->model->domain->lang;
    const struct op *op = &lang->ops.at[lang->literal_ops.at[number]];
    if (symbols_find(&lang->literals, name, strlen(name)) != UINT32_MAX || self->named) return;
    buf_puts(&self->literals, "literals ");
    if (self->model->domain->literal_types.n > 1) {
        lang_type_print(lang, op->result, &self->literals);
        buf_puts(&self->literals, " : ");
    }
    text_put_name(&self->literals, name);
    buf_puts(&self->literals, "\n");
}

/* The program of an entry, in which what is named after the known word is named after the new one. */
static void put_program(struct liken *self, const char *program, size_t length) {
    const struct symbols *literals = &self->model->domain->lang.literals;
    for (const char *at = program, *end = program + length; at < end;) {
        size_t n = strcspn(at, " ()\\.,\n");
        uint32_t number = self->fresh && n ? symbols_find(literals, at, n) : UINT32_MAX;
        const char *name = number == UINT32_MAX ? NULL : rename_literal(self, at, n);
        if (name) {
            add_literal(self, number, name);
            self->named = true;
            buf_puts(&self->out, name);
        } else buf_put(&self->out, at, n);
        at += n;
        if (at < end) buf_put(&self->out, at++, 1);
    }
}

/* ---- lines ---------------------------------------------------------------------------------------- */

static bool starts(const char *line, const char *with) {
    return !strncmp(line, with, strlen(with));
}

/* The rest of a line that begins with `before` and then names the known word; NULL: it does not. */
static const char *after_name(const struct liken *self, const char *line, const char *before) {
    if (!starts(line, before)) return NULL;
    line += strlen(before);
    if (!starts(line, self->old)) return NULL;
    line += strlen(self->old);
    return *line == ' ' || *line == '\n' || !*line ? line : NULL;
}

/* `TYPE name = ...`: what comes before the name is a name as well. */
static const char *type_end(const char *at) {
    if (*at != '"') return at + strcspn(at, " \n");
    for (at++; *at && *at != '"' && *at != '\n'; at++) at += *at == '\\' && at[1];
    return *at == '"' ? at + 1 : at;
}

/* Is the known word among the names of a line? */
static bool is_among(const struct liken *self, const char *at) {
    while (*at == ' ') {
        const char *end = type_end(++at);
        if ((size_t)(end - at) == strlen(self->old) && starts(at, self->old)) return true;
        at = end;
    }
    return false;
}

static void put_line(struct liken *self, const char *before, size_t n_before, const char *rest,
                     size_t n_rest) {
    buf_put(&self->out, before, n_before);
    buf_puts(&self->out, self->name);
    put_program(self, rest, n_rest);
    buf_puts(&self->out, "\n");
}

/* Where the known word is one of several that an entry is of, in quotes; NULL: it is none of them. */
static const char *find_in_phrase(const struct liken *self, const char *line, const char *end) {
    size_t m = strlen(self->like);
    for (const char *at = line + 1; *line == '"' && at + m < end; at++)
        if ((at[-1] == ' ' || at - 1 == line) && !strncmp(at, self->like, m) &&
            (at[m] == ' ' || at + m == end - 1))
            return at;
    return NULL;
}

/* What the line says of the known word, once more. */
static void copy_line(struct liken *self, const char *line, size_t n) {
    const char *rest = after_name(self, line, ""), *name_end = type_end(line);
    const char *part = starts(name_end, " => ") ? find_in_phrase(self, line, name_end) : NULL;
    if (rest && starts(rest, " => ")) {
        put_line(self, "", 0, rest, n - (size_t)(rest - line));
        return;
    }
    if (part && self->name == self->word) {
        put_line(self, line, (size_t)(part - line), part + strlen(self->like),
                 n - (size_t)(part + strlen(self->like) - line));
        return;
    }
    if ((rest = after_name(self, line, "fit word "))) {
        if (!self->fresh) put_line(self, "fit word ", 9, rest, n - (size_t)(rest - line));
        return;
    }
    if (!starts(line, "concept ")) return;
    const char *end = type_end(line + 8);
    if (*end == ' ' && (rest = after_name(self, end + 1, "")))
        put_line(self, line, (size_t)(end + 1 - line), rest, n - (size_t)(rest - line));
}

/* Literals stand before what names them. */
static bool is_head(const char *line) {
    return *line == '#' || *line == '|' || starts(line, "domain ") ||
           starts(line, "definition\n") || starts(line, "literals ");
}

static void put_text(struct liken *self) {
    bool rivals = false;
    for (const char *line = self->text; *line;) {
        size_t n = strcspn(line, "\n");
        bool synonyms = starts(line, "synonyms ") && is_among(self, line + 8);
        rivals |= starts(line, "rivals ") && is_among(self, line + 6);
        if (is_head(line)) self->head = self->out.n + n + 1;
        buf_put(&self->out, line, n);
        if (synonyms) buf_printf(&self->out, " %s", self->name);
        self->shared |= synonyms;
        buf_puts(&self->out, "\n");
        copy_line(self, line, n);
        line += n + (line[n] == '\n');
    }
    if (rivals && !self->shared) buf_printf(&self->out, "synonyms %s %s\n", self->old, self->name);
    if (!self->named) return;
    struct buf all;
    buf_init(&all, &self->arena);
    buf_put(&all, self->out.at, self->head);
    buf_puts(&all, self->literals.at);
    buf_puts(&all, self->out.at + self->head);
    self->out = all;
}

/* ---- the whole ------------------------------------------------------------------------------------- */

static void liken(struct liken *self, const char *word, const char *like, g2l2_model **out) {
    g2l2_error err;
    buf_init(&self->out, &self->arena);
    buf_init(&self->literals, &self->arena);
    buf_puts(&self->literals, "");
    read_words(self, word, like);
    if (g2l2_lexicon_export(self->model, &self->text, &err))
        guard_raise(&self->guard, err.status, 0, 0, "%s", err.message);
    put_text(self);
    if (self->fresh && !self->named)
        guard_raise(
            &self->guard, G2L2_STATUS_ARGUMENT, 0, 0,
            "'%.100s' names nothing by its own name, so there is none for something new: give "
            "an example instead",
            self->like);
    struct text_source source = {
        .text = self->out.at, .length = self->out.n, .types = self->model->domain->lang.registry};
    if (text_read(&source, out, &err))
        guard_raise(&self->guard, err.status, 0, 0, "%s", err.message);
}

g2l2_status g2l2_model_liken(const g2l2_model *self, const char *word, const char *like, bool fresh,
                             g2l2_model **out, g2l2_error *err) {
    struct liken *volatile made = calloc(1, sizeof *made);
    *out = NULL;
    if (!made) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    made->model = self;
    made->fresh = fresh;
    arena_init(&made->arena, &made->guard, 0);
    if (guard_try(&made->guard, err)) liken(made, word, like, out);
    g2l2_status status = made->guard.status;
    g2l2_parser_free(made->parser);
    free(made->text);
    arena_free(&made->arena);
    free(made);
    return status;
}
