/* g2l2_model_liken: a new word that is like a known one, without examples.
 *
 *     wooden is like rubber           concept ObjConcept rubber = 0.3 ...  ─▶  concept ObjConcept wooden = 0.3 ...
 *     hop is like jump, but new       jump => V : I_JUMP()                 ─▶  hop => V : I_HOP()
 *     attic is like hall, with an     fit pair device=fan room=Hall  3 .1  ─▶  fit pair device=fan room=Attic  3 .1
 *     Attic in the place of a Hall
 *
 * The model is written as text (model/text.h) and read again, with each line that is about the known word
 * once more for the new one; so it holds for every domain, and what cannot be is refused by the reader. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "learn/liken.h"

struct liken {
    struct arena arena;
    struct guard guard;
    const g2l2_model *model;
    const char *word, *like; /* as the lexicon spells them */
    const char *name, *old;  /* the same as the text has them, quoted where it must be */
    bool fresh, replace, apart;
    struct exchange exchange;
    const char *from, *to;           /* both as the text has them; NULL: nothing is exchanged */
    struct symbols parts;            /* of records, which have weights already */
    struct buf whole, out, literals; /* what there was; what is new; constants that it names */
    size_t head;                     /* of the text: what stands above the entries */
    bool named;                      /* something new has a name */
    bool shared;                     /* the two are in one line of synonyms */
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

/* What stands for a constant of the known word's; NULL: itself. */
static const char *instead_of(struct liken *self, const char *name, size_t n) {
    if (self->from && name[n] == '(' && n == strlen(self->from) && !strncmp(name, self->from, n))
        return self->to;
    uint32_t number =
        self->fresh && n ? symbols_find(&self->model->domain->lang.literals, name, n) : UINT32_MAX;
    const char *other = number == UINT32_MAX ? NULL : rename_literal(self, name, n);
    if (!other) return NULL;
    add_literal(self, number, other);
    self->named = true;
    return other;
}

/* A name, bare or in quotes. */
static const char *name_end(const char *at, const char *ends) {
    if (*at != '"') return at + strcspn(at, ends);
    for (at++; *at && *at != '"' && *at != '\n'; at++) at += *at == '\\' && at[1];
    return *at == '"' ? at + 1 : at;
}

/* The program of an entry, in which what the known word names is what the new one names. */
static void put_program(struct liken *self, const char *program, size_t length) {
    for (const char *at = program, *end = program + length; at < end;) {
        size_t n = (size_t)(name_end(at, " ()\\.,\n") - at);
        const char *name = instead_of(self, at, n);
        if (name) buf_puts(&self->out, name);
        else buf_put(&self->out, at, n);
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
    return name_end(at, " \n");
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

/* ---- weights on records -------------------------------------------------------------------------- */

/* A part of a record, `room="Hall"`, as it is without the quotes of the text around it. */
static const char *read_part(struct liken *self, const char *at, size_t n) {
    struct buf out;
    buf_init(&out, &self->arena);
    buf_puts(&out, "");
    if (*at != '"') return arena_strndup(&self->arena, at, n);
    for (const char *end = at++ + n - 1; at < end; at++) {
        at += *at == '\\';
        buf_put(&out, at, 1);
    }
    return out.at;
}

/* The part with what is exchanged, as the text has it; NULL: nothing of it is, or the other part has
 * weights already, which stay. */
static const char *other_part(struct liken *self, const char *at, size_t n) {
    const char *part = self->from && n > 1 ? read_part(self, at, n) : NULL;
    const char *value = part ? strchr(part, '=') : NULL;
    struct buf out, from;
    if (!value++) return NULL;
    buf_init(&from, &self->arena);
    buf_printf(&from, "\"%s\"", self->exchange.from);
    bool quoted = !strcmp(value, from.at);
    if (!quoted && strcmp(value, self->exchange.from)) return NULL;
    buf_init(&out, &self->arena);
    buf_put(&out, part, (size_t)(value - part));
    buf_printf(&out, quoted ? "\"%s\"" : "%s", self->exchange.to);
    if (symbols_find(&self->parts, out.at, out.n) != UINT32_MAX) return NULL;
    return as_name(self, out.at);
}

/* All parts that have weights. */
static void note_parts(struct liken *self) {
    symbols_init(&self->parts, &self->arena);
    for (const char *line = self->text; self->from && *line;) {
        size_t n = strcspn(line, "\n");
        for (const char *at = line, *end; starts(line, "fit ") && at < line + n; at = end + 1) {
            end = type_end(at);
            const char *part = end > at ? read_part(self, at, (size_t)(end - at)) : "";
            if (strchr(part, '=')) symbols_add(&self->parts, part, strlen(part));
        }
        line += n + (line[n] == '\n');
    }
}

/* The rest of a `fit` line with parts exchanged; *other: there were such. */
static const char *exchange_parts(struct liken *self, const char *at, size_t n, bool *other) {
    struct buf out;
    buf_init(&out, &self->arena);
    buf_puts(&out, "");
    *other = false;
    for (const char *end = at + n, *next; at < end; at = next + 1) {
        next = type_end(at);
        const char *part = other_part(self, at, (size_t)(next - at));
        *other |= part != NULL;
        if (part) buf_puts(&out, part);
        else buf_put(&out, at, (size_t)(next - at));
        if (next < end) buf_puts(&out, " ");
    }
    return out.at;
}

/* Of the known word, for the new one; and of what is exchanged with it, beside all other words. */
static void copy_fit(struct liken *self, const char *line, size_t n) {
    const char *rest = after_name(self, line, "fit word ");
    bool other;
    const char *copy =
        exchange_parts(self, rest ? rest : line, n - (rest ? rest - line : 0), &other);
    if (rest && !self->fresh) buf_printf(&self->out, "fit word %s%s\n", self->name, copy);
    if (!rest && other) buf_printf(&self->out, "%s\n", copy);
}

/* ---- the text ------------------------------------------------------------------------------------- */

static void put_line(struct liken *self, const char *before, size_t n_before, const char *rest,
                     size_t n_rest) {
    buf_put(&self->out, before, n_before);
    buf_puts(&self->out, self->name);
    put_program(self, rest, n_rest);
    buf_puts(&self->out, "\n");
}

/* Where a word is one of several that an entry is of, in quotes; NULL: it is none of them. */
static const char *find_in_phrase(const char *line, const char *end, const char *word) {
    size_t m = strlen(word);
    for (const char *at = line + 1; *line == '"' && at + m < end; at++)
        if ((at[-1] == ' ' || at - 1 == line) && !strncmp(at, word, m) &&
            (at[m] == ' ' || at + m == end - 1))
            return at;
    return NULL;
}

/* An entry of several words, [line, end), of which the known one is at `part`. */
static void put_phrase(struct liken *self, const char *line, const char *part, const char *end,
                       size_t n) {
    const char *rest = part + strlen(self->like);
    buf_put(&self->out, line, (size_t)(part - line));
    buf_puts(&self->out, self->name);
    buf_put(&self->out, rest, (size_t)(end - rest));
    put_program(self, end, n - (size_t)(end - line));
    buf_puts(&self->out, "\n");
}

/* What the line says of the known word, once more. */
static void copy_line(struct liken *self, const char *line, size_t n) {
    const char *rest = after_name(self, line, ""), *end = type_end(line);
    const char *part = starts(end, " => ") ? find_in_phrase(line, end, self->like) : NULL;
    if (rest && starts(rest, " => ")) {
        put_line(self, "", 0, rest, n - (size_t)(rest - line));
        return;
    }
    if (part && self->name == self->word) {
        put_phrase(self, line, part, end, n);
        return;
    }
    if (starts(line, "fit ")) copy_fit(self, line, n);
    if (!starts(line, "concept ")) return;
    end = type_end(line + 8);
    if (*end == ' ' && (rest = after_name(self, end + 1, "")))
        put_line(self, line, (size_t)(end + 1 - line), rest, n - (size_t)(rest - line));
}

/* Literals stand before what names them. */
static bool is_head(const char *line) {
    return *line == '#' || *line == '|' || starts(line, "domain ") ||
           starts(line, "definition\n") || starts(line, "literals ");
}

/* Is it what a word meant that means something else from now on? `gone`: the line before was. */
static bool is_gone(const struct liken *self, const char *line, bool gone) {
    struct liken other = {.old = self->name};
    const char *end = type_end(line), *rest;
    if (!self->replace) return false;
    if (starts(line, "  used ")) return gone;
    if (starts(end, " => "))
        return after_name(&other, line, "") || find_in_phrase(line, end, self->word);
    if (starts(line, "concept ")) {
        end = type_end(line + 8);
        return *end == ' ' && (rest = after_name(&other, end + 1, "")) && starts(rest, " =");
    }
    return after_name(&other, line, "fit word ");
}

/* A line of words that share, without the one that is something else now. */
static void put_sharing(struct liken *self, const char *line, size_t n) {
    bool drops = self->replace && (starts(line, "synonyms ") || starts(line, "rivals "));
    for (const char *at = line, *end; drops && at < line + n; at = end + 1) {
        end = type_end(at);
        bool same = (size_t)(end - at) == strlen(self->name) && starts(at, self->name);
        if (!same) buf_printf(&self->whole, "%s%.*s", at > line ? " " : "", (int)(end - at), at);
    }
    if (!drops) buf_put(&self->whole, line, n);
}

static void put_text(struct liken *self) {
    bool rivals = false, gone = false;
    note_parts(self);
    for (const char *line = self->text; *line;) {
        size_t n = strcspn(line, "\n");
        bool synonyms = starts(line, "synonyms ") && !self->apart && is_among(self, line + 8);
        rivals |= starts(line, "rivals ") && !self->apart && is_among(self, line + 6);
        if (is_head(line)) self->head = self->whole.n + n + 1;
        gone = is_gone(self, line, gone);
        if (!gone) {
            put_sharing(self, line, n);
            if (synonyms) buf_printf(&self->whole, " %s", self->name);
            buf_puts(&self->whole, "\n");
        }
        self->shared |= synonyms;
        copy_line(self, line, n);
        line += n + (line[n] == '\n');
    }
    if (rivals && !self->shared) buf_printf(&self->out, "synonyms %s %s\n", self->old, self->name);
    struct buf all;
    buf_init(&all, &self->arena);
    buf_put(&all, self->whole.at, self->head);
    buf_puts(&all, self->literals.at);
    buf_puts(&all, self->whole.at + self->head);
    buf_put(&all, self->out.at, self->out.n);
    self->out = all;
}

/* ---- the whole ------------------------------------------------------------------------------------- */

static void liken(struct liken *self, g2l2_model **out) {
    g2l2_error err;
    buf_init(&self->whole, &self->arena);
    buf_init(&self->out, &self->arena);
    buf_puts(&self->whole, "");
    buf_puts(&self->out, "");
    buf_init(&self->literals, &self->arena);
    buf_puts(&self->literals, "");
    self->name = as_name(self, self->word);
    self->old = as_name(self, self->like);
    if (g2l2_lexicon_export(self->model, &self->text, &err))
        guard_raise(&self->guard, err.status, 0, 0, "%s", err.message);
    put_text(self);
    if (self->fresh && !self->named)
        guard_raise(
            &self->guard, G2L2_STATUS_ARGUMENT, 0, 0,
            "'%.100s' names nothing by its own name, so there is none for something new: give "
            "an example instead",
            self->like);
    struct text_source source = {.text = self->out.at,
                                 .length = self->out.n,
                                 .spare_concepts = self->replace,
                                 .types = self->model->domain->lang.registry};
    if (text_read(&source, out, &err))
        guard_raise(&self->guard, err.status, 0, 0, "%s", err.message);
}

static g2l2_status finish(struct liken *self) {
    g2l2_status status = self->guard.status;
    g2l2_parser_free(self->parser);
    free(self->text);
    arena_free(&self->arena);
    free(self);
    return status;
}

static struct liken *begin(const g2l2_model *model, g2l2_model **out, g2l2_error *err) {
    struct liken *made = calloc(1, sizeof *made);
    *out = NULL;
    if (!made) {
        err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
        return NULL;
    }
    made->model = model;
    arena_init(&made->arena, &made->guard, 0);
    return made;
}

g2l2_status g2l2_model_liken(const g2l2_model *self, const char *word, const char *like, bool fresh,
                             g2l2_model **out, g2l2_error *err) {
    struct liken *volatile made = begin(self, out, err);
    if (!made) return G2L2_STATUS_NO_MEMORY;
    made->fresh = fresh;
    if (guard_try(&made->guard, err)) {
        read_words(made, word, like);
        liken(made, out);
    }
    return finish(made);
}

g2l2_status liken_as(const g2l2_model *self, const struct likeness *how, g2l2_model **out,
                     g2l2_error *err) {
    struct liken *volatile made = begin(self, out, err);
    if (!made) return G2L2_STATUS_NO_MEMORY;
    made->word = how->word;
    made->like = how->like;
    made->exchange = how->exchange;
    made->replace = how->replace;
    made->apart = how->apart;
    if (guard_try(&made->guard, err)) {
        if (how->exchange.from) {
            made->from = as_name(made, how->exchange.from);
            made->to = as_name(made, how->exchange.to);
        }
        liken(made, out);
    }
    return finish(made);
}
