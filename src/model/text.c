/* The lexicon as text: what people read, compare, correct by hand and keep in
 * version control.
 *
 *     # g2l2 lexicon 1
 *     domain nav
 *     literals I_JUMP I_WALK
 *     jump => V : I_JUMP()  1.25
 *     and => S\V/V : \y.\x. concat(x, y)  2.5 locked
 *     └┬┘    └─┬─┘   └─────────┬───────┘  └┬┘ └─┬──┘
 *     word  category        program     weight  learning leaves it alone
 *
 * Writing and reading meet exactly: an exported text, imported and exported
 * again, is the same text. Two things make it so. The order of the lines comes
 * from what they say (model.c); and what could not be written again is refused
 * when it is read, with its place.
 *
 *     line ─▶ statement | word => rest ─▶ row ─▶ ... ─▶ rows by word ─▶ model
 *
 * The domain is opened as late as the first line that needs it, so that a
 * definition of the user's own can stand in the text as lines `| ...`. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

#define TEXT_VERSION   1
#define DEFINITION_MAX ((size_t)1 << 20) /* bytes */
#define REDUCE_FUEL    10000u
#define DEPTH_MAX      64u /* nesting that term_parse reads back */

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static const char *built_in(const char *name, size_t length) {
    for (size_t i = 0; g2l2_definitions[i].name; i++)
        if (!strncmp(g2l2_definitions[i].name, name, length) && !g2l2_definitions[i].name[length])
            return g2l2_definitions[i].text;
    return NULL;
}

/* A definition is its lines: whether the last one is ended does not matter. */
static bool same_lines(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    if (n && a[n - 1] == '\n') n--;
    if (m && b[m - 1] == '\n') m--;
    return n == m && !memcmp(a, b, n);
}

/* ---- writing -------------------------------------------------------------- */

static bool needs_quotes(const char *name) {
    if (!*name || *name == '|' || !strcmp(name, "=>")) return true;
    for (; *name; name++)
        if (is_space(*name) || *name == '"' || *name == '#') return true;
    return false;
}

static void put_escaped(struct buf *out, char c) {
    static const char plain[] = "\n\r\t\"\\", written[] = "nrt\"\\";
    const char *found = strchr(plain, c);
    if (found) buf_puts(out, "\\");
    buf_put(out, found ? &written[found - plain] : &c, 1);
}

static void put_name(struct buf *out, const char *name) {
    if (!needs_quotes(name)) {
        buf_puts(out, name);
        return;
    }
    buf_puts(out, "\"");
    for (; *name; name++) put_escaped(out, *name);
    buf_puts(out, "\"");
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

static void put_domain(struct buf *out, const g2l2_domain *domain) {
    buf_puts(out, "domain ");
    put_name(out, domain->name);
    buf_puts(out, "\n");
    const char *known = built_in(domain->name, strlen(domain->name));
    if (known && same_lines(known, domain->text)) return;
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
        put_name(out, literals->names.at[i]);
    }
}

static void put_entry(struct buf *out, const g2l2_entry *entry) {
    if (!isfinite(entry->weight))
        guard_raise(out->arena->guard, G2L2_STATUS_ARGUMENT, 0, 0,
                    "an entry of the word '%.100s' has a weight that is not a finite number",
                    entry->word);
    put_name(out, entry->word);
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
}

static void put_lexicon(struct buf *out, const g2l2_model *self) {
    buf_printf(out, "# g2l2 lexicon %d\n", TEXT_VERSION);
    put_domain(out, self->domain);
    if (self->domain->lang.literals.names.n) {
        buf_puts(out, "literals ");
        put_literals(out, self);
        buf_puts(out, "\n");
    }
    for (uint32_t i = 0; i < self->n_entries; i++) put_entry(out, &self->entries[i]);
    if (out->n > TEXT_MAX)
        guard_raise(out->arena->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "the lexicon is larger than the limit of %zu MB", TEXT_MAX >> 20);
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

/* ---- reading: lines and tokens ---------------------------------------------- */

/* Numbers by key, open addressing; 0 is no key and a new key's number. */
struct map {
    struct pair {
        uint64_t key;
        uint32_t number;
    } * pairs; /* [cap] */
    uint32_t n, cap;
};

/* One entry line. */
struct row {
    uint32_t word, entry;
    double weight;
    bool locked, off;
};

/* Made by the public call, which frees what it holds on every way out. */
struct reader {
    struct guard guard;
    struct arena scratch;
    struct text_source *source;
    g2l2_model *model;         /* NULL until the domain is needed */
    const char *line;          /* [length] the current one, without its comment */
    size_t at, length, number; /* lines count from 1 */
    const char *name;          /* of the `domain` line, or NULL */
    size_t name_line, name_at;
    struct buf definition;  /* the `|` lines */
    size_t definition_line; /* of the `definition` line, or 0 */
    size_t last_definition_line;
    struct symbols words;
    VEC(struct row) rows;
    struct map entries, seen; /* (category, program) -> entry + 1; (word, entry) -> row + 1 */
};

__attribute__((format(printf, 4, 5))) static _Noreturn void
fail(struct reader *r, g2l2_status status, size_t at, const char *format, ...) {
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    size_t column = r->number ? text_width(r->line, at) + 1 : 0; /* an empty text has no place */
    guard_raise(&r->guard, status, r->number, column, "%s", message);
}

/* An error of a nested text that starts at `start` of this line. */
static _Noreturn void fail_nested(struct reader *r, g2l2_status status, size_t start,
                                  const g2l2_error *inner) {
    if (status == G2L2_STATUS_NO_MEMORY) guard_raise(&r->guard, status, 0, 0, "%s", inner->message);
    fail(r, status, start + (inner->column ? inner->column - 1 : 0), "%.380s", inner->message);
}

static bool at_end(struct reader *r) {
    while (r->at < r->length && is_space(r->line[r->at])) r->at++;
    return r->at >= r->length;
}

static char unescape(struct reader *r) {
    static const char plain[] = "\n\r\t\"\\", written[] = "nrt\"\\";
    char c = r->line[r->at];
    const char *found = c ? strchr(written, c) : NULL;
    if (!found)
        fail(r, G2L2_STATUS_FORMAT, r->at - 1,
             "after a backslash stands one of n, r, t, \" and \\");
    return plain[found - written];
}

static const char *read_quoted(struct reader *r) {
    size_t start = r->at++;
    struct buf out;
    buf_init(&out, &r->scratch);
    buf_puts(&out, "");
    for (; r->at < r->length && r->line[r->at] != '"'; r->at++) {
        char c = r->line[r->at];
        if (c == '\\' && ++r->at < r->length) c = unescape(r);
        buf_put(&out, &c, 1);
    }
    if (r->at >= r->length) fail(r, G2L2_STATUS_FORMAT, start, "the quote is not closed");
    r->at++;
    if (!out.n) fail(r, G2L2_STATUS_FORMAT, start, "the name between the quotes is empty");
    if (r->at < r->length && !is_space(r->line[r->at]))
        fail(r, G2L2_STATUS_FORMAT, r->at, "a space is needed after the quote");
    return out.at;
}

/* A word or other name, bare or quoted; the caller knows that there is one. */
static const char *read_name(struct reader *r) {
    if (r->line[r->at] == '"') return read_quoted(r);
    size_t start = r->at;
    for (; r->at < r->length && !is_space(r->line[r->at]); r->at++)
        if (r->line[r->at] == '"')
            fail(r, G2L2_STATUS_FORMAT, r->at,
                 "a name with a quote in it must be quoted as a whole");
    return arena_strndup(&r->scratch, r->line + start, r->at - start);
}

static bool eat_arrow(struct reader *r) {
    if (at_end(r) || r->length - r->at < 2 || memcmp(r->line + r->at, "=>", 2)) return false;
    if (r->length - r->at > 2 && !is_space(r->line[r->at + 2])) return false;
    r->at += 2;
    return true;
}

/* ---- reading: the domain ------------------------------------------------------ */

static _Noreturn void fail_domain(struct reader *r, g2l2_status status, const char *what) {
    guard_raise(&r->guard, status, r->name_line, r->name_at + 1, "the domain '%.100s' %s", r->name,
                what);
}

/* Positions in a definition are moved to its lines in the text. */
static g2l2_domain *parse_definition(struct reader *r, const char *text, size_t length) {
    g2l2_domain *domain;
    g2l2_error inner = {0};
    g2l2_status status = domain_parse(text, length, &domain, &inner);
    if (!status) return domain;
    bool here = r->definition_line && inner.line;
    guard_raise(&r->guard, status, here ? r->definition_line + inner.line : 0,
                here && inner.column ? inner.column + 2 : 0, "%.400s", inner.message);
}

/* The caller of text_read knows the domain; what the text says must agree. */
static g2l2_domain *take_own(struct reader *r) {
    g2l2_domain *domain = r->source->own;
    if (r->name && strcmp(r->name, domain->name))
        fail_domain(r, G2L2_STATUS_FORMAT, "is not the model's");
    if (r->definition_line && !same_lines(r->definition.at, domain->text))
        guard_raise(&r->guard, G2L2_STATUS_FORMAT, r->definition_line, 1,
                    "the definition is not that of the model");
    r->source->own = NULL;
    return domain;
}

static g2l2_domain *copy_fallback(struct reader *r) {
    const g2l2_domain *fallback = r->source->fallback;
    return parse_definition(r, fallback->text, strlen(fallback->text));
}

static g2l2_domain *open_named(struct reader *r) {
    const char *text = built_in(r->name, strlen(r->name));
    if (text) return parse_definition(r, text, strlen(text));
    if (r->source->fallback && !strcmp(r->source->fallback->name, r->name)) return copy_fallback(r);
    fail_domain(r, G2L2_STATUS_UNKNOWN,
                "is not built in; put its definition below a 'definition' line, each line after "
                "'| '");
}

static g2l2_domain *open_defined(struct reader *r) {
    g2l2_domain *domain = parse_definition(r, r->definition.at, r->definition.n);
    if (!r->name || !strcmp(r->name, domain->name)) return domain;
    g2l2_domain_free(domain);
    fail_domain(r, G2L2_STATUS_FORMAT, "is not the one that the definition below defines");
}

static g2l2_domain *open_domain(struct reader *r) {
    if (r->source->own) return take_own(r);
    if (r->definition_line) return open_defined(r);
    if (r->name) return open_named(r);
    if (r->source->fallback) return copy_fallback(r);
    fail(r, G2L2_STATUS_FORMAT, 0, "the domain is not known; write 'domain nav' above the entries");
}

static void need_model(struct reader *r) {
    if (r->model) return;
    g2l2_error inner = {0};
    g2l2_status status = model_adopt(open_domain(r), &r->model, &inner);
    if (status) guard_raise(&r->guard, status, 0, 0, "%.400s", inner.message);
    r->model->arena.guard = r->model->domain->arena.guard = &r->guard;
}

/* ---- reading: statements -------------------------------------------------------- */

static void read_domain(struct reader *r) {
    if (r->model || r->name || r->definition_line)
        fail(r, G2L2_STATUS_FORMAT, 0, "'domain NAME' stands once, above everything else");
    if (at_end(r)) fail(r, G2L2_STATUS_FORMAT, r->at, "the domain's name is needed");
    r->name_line = r->number;
    r->name_at = r->at;
    r->name = read_name(r);
}

static void read_definition(struct reader *r) {
    if (r->model || r->definition_line)
        fail(r, G2L2_STATUS_FORMAT, 0, "'definition' stands once, above literals and entries");
    r->definition_line = r->last_definition_line = r->number;
    buf_puts(&r->definition, "");
}

/* `| LINE`, or `|` alone for an empty line. */
static void read_definition_line(struct reader *r) {
    if (!r->definition_line || r->last_definition_line + 1 != r->number)
        fail(r, G2L2_STATUS_FORMAT, 0,
             "a '|' line belongs directly below a 'definition' line; a word that starts so is "
             "quoted");
    if (r->length > 1 && r->line[1] != ' ')
        fail(r, G2L2_STATUS_FORMAT, 1, "a space is needed after the '|'");
    if (r->definition.n + r->length > DEFINITION_MAX)
        fail(r, G2L2_STATUS_LIMIT, 0, "the definition is larger than the limit of %zu MB",
             DEFINITION_MAX >> 20);
    if (r->length > 2) buf_put(&r->definition, r->line + 2, r->length - 2);
    buf_puts(&r->definition, "\n");
    r->last_definition_line = r->number;
}

/* One at a time: numbers of literals follow the order of the line. */
static void read_literals(struct reader *r) {
    need_model(r);
    g2l2_domain *domain = r->model->domain;
    if (!domain->literal_name) fail(r, G2L2_STATUS_FORMAT, 0, "this domain has no literals");
    while (!at_end(r)) {
        size_t start = r->at;
        const char *name = read_name(r);
        if (name[strcspn(name, " \t\r\n")])
            fail(r, G2L2_STATUS_FORMAT, start, "the name of a literal cannot have white space");
        if (lang_literal_find(&domain->lang, name, strlen(name)) != OP_NONE)
            fail(r, G2L2_STATUS_FORMAT, start, "this literal is there already");
        domain_add_literals(domain, &name, 1);
    }
}

/* ---- reading: entries ------------------------------------------------------------- */

static uint32_t *map_find(struct map *self, uint64_t key) {
    uint32_t i = (uint32_t)hash_mix(key, 0) & (self->cap - 1);
    while (self->pairs[i].key && self->pairs[i].key != key) i = (i + 1) & (self->cap - 1);
    if (!self->pairs[i].key) self->n++;
    self->pairs[i].key = key;
    return &self->pairs[i].number;
}

static void map_widen(struct arena *arena, struct map *self) {
    struct map old = *self;
    *self = (struct map){.cap = old.cap ? old.cap * 2 : 256};
    self->pairs = arena_zalloc(arena, self->cap * sizeof *self->pairs);
    for (uint32_t i = 0; i < old.cap; i++)
        if (old.pairs[i].key) *map_find(self, old.pairs[i].key) = old.pairs[i].number;
}

static uint32_t *map_number(struct arena *arena, struct map *self, uint64_t key) {
    if (self->n * 2 >= self->cap) map_widen(arena, self);
    return map_find(self, key);
}

/* Where the last token of [begin, end) begins, if something stands before it. */
static bool last_token(const struct reader *r, size_t begin, size_t *end, size_t *token) {
    while (*end > begin && is_space(r->line[*end - 1])) --*end;
    size_t at = *end;
    while (at > begin && !is_space(r->line[at - 1])) at--;
    *token = at;
    while (at > begin && is_space(r->line[at - 1])) at--;
    return at > begin;
}

static bool cut_word(const struct reader *r, size_t begin, size_t *end, const char *word) {
    size_t at, n = strlen(word);
    if (!last_token(r, begin, end, &at) || *end - at != n || memcmp(r->line + at, word, n))
        return false;
    *end = at;
    return true;
}

static bool starts_number(const char *text) {
    text += *text == '-' || *text == '+';
    text += *text == '.';
    return *text >= '0' && *text <= '9';
}

static bool cut_weight(struct reader *r, size_t begin, size_t *end, double *weight) {
    char digits[400], *rest;
    size_t at;
    if (!last_token(r, begin, end, &at) || *end - at >= sizeof digits) return false;
    memcpy(digits, r->line + at, *end - at);
    digits[*end - at] = 0;
    if (!starts_number(digits)) return false;
    *weight = strtod(digits, &rest);
    if (*rest) return false;
    if (!isfinite(*weight)) fail(r, G2L2_STATUS_FORMAT, at, "this weight is too large");
    *end = at;
    return true;
}

/* What could not be written and read again: '?', deep nesting. */
static const char *unfit(const struct term *term, uint32_t depth) {
    if (depth > DEPTH_MAX) return "the program is nested too deeply";
    if (term->kind == TERM_SLOT) return "a program in a lexicon is complete: it has no '?'";
    for (uint32_t i = 0; i < term->n_subs; i++) {
        const char *why = unfit(term->subs[i], depth + 1);
        if (why) return why;
    }
    return NULL;
}

static g2l2_status reduce(struct lang *lang, const struct term **term, g2l2_error *err) {
    struct guard guard, *outer = lang->arena->guard;
    lang->arena->guard = &guard;
    if (guard_try(&guard, err)) {
        uint32_t fuel = REDUCE_FUEL;
        *term = term_reduce(lang, *term, &fuel);
    }
    lang->arena->guard = outer;
    return guard.status;
}

static const struct term *check_program(struct reader *r, const struct term *term, size_t begin) {
    g2l2_error inner = {0};
    g2l2_status status = reduce(&r->model->domain->lang, &term, &inner);
    if (status) fail_nested(r, status, begin, &inner);
    const char *why = unfit(term, 1);
    if (why) fail(r, G2L2_STATUS_FORMAT, begin, "%s", why);
    return term;
}

static _Noreturn void fail_program(struct reader *r, g2l2_status status, size_t begin,
                                   g2l2_error *inner) {
    const char *literal = r->model->domain->literal_name;
    size_t n = strlen(inner->message);
    if (status == G2L2_STATUS_UNKNOWN && literal && n < 200)
        snprintf(inner->message + n, sizeof inner->message - n,
                 "; if it is a new %.40s, add it to the 'literals' line", literal);
    fail_nested(r, status, begin, inner);
}

/* `PROGRAM  WEIGHT`. A number at the end is the weight, unless the program is
 * not complete without it: `\x. 2`. */
static const struct term *read_program(struct reader *r, size_t begin, size_t end, type_id type,
                                       double *weight) {
    struct lang *lang = &r->model->domain->lang;
    const struct term *term = NULL;
    g2l2_error inner = {0}, again;
    size_t whole = end;
    while (begin < end && is_space(r->line[begin])) begin++;
    bool cut = cut_weight(r, begin, &end, weight);
    g2l2_status status = term_parse(lang, r->line + begin, end - begin, type, &term, &inner);
    if (status && cut && !term_parse(lang, r->line + begin, whole - begin, type, &term, &again))
        status = G2L2_STATUS_OK, *weight = 0;
    if (status) fail_program(r, status, begin, &inner);
    return check_program(r, term, begin);
}

static cat_id read_category(struct reader *r, size_t begin, size_t end) {
    cat_id cat = CAT_NONE;
    g2l2_error inner = {0};
    g2l2_status status =
        category_parse(&r->model->domain->syntax, r->line + begin, end - begin, &cat, &inner);
    if (status) fail_nested(r, status, begin, &inner);
    return cat;
}

static uint32_t add_entry(struct reader *r, cat_id cat, const struct term *program) {
    uint64_t key = (uint64_t)cat << 32 | (program ? program->id + 1 : 0);
    uint32_t *number = map_number(&r->scratch, &r->entries, key);
    if (!*number) *number = lexicon_entry(&r->model->lexicon, cat, program) + 1;
    return *number - 1;
}

static void add_row(struct reader *r, struct row row) {
    uint64_t key = ((uint64_t)row.word + 1) << 32 | row.entry;
    uint32_t *number = map_number(&r->scratch, &r->seen, key);
    if (*number) fail(r, G2L2_STATUS_FORMAT, 0, "the word has this entry already");
    vec_push(&r->scratch, &r->rows, row);
    *number = r->rows.n;
}

/* CATEGORY [: PROGRAM] [WEIGHT] [locked] [off], after the arrow. */
static void read_entry(struct reader *r, const char *word) {
    need_model(r);
    if (at_end(r)) fail(r, G2L2_STATUS_FORMAT, r->at, "a category is needed after '=>'");
    size_t begin = r->at, end = r->length;
    struct row row = {.word = symbols_add(&r->words, word, strlen(word))};
    const struct term *program = NULL;
    const char *colon = memchr(r->line + begin, ':', end - begin);
    size_t cut = colon ? (size_t)(colon - r->line) : end;
    row.off = cut_word(r, colon ? cut + 1 : begin, colon ? &end : &cut, "off");
    row.locked = cut_word(r, colon ? cut + 1 : begin, colon ? &end : &cut, "locked");
    if (!colon) cut_weight(r, begin, &cut, &row.weight);
    cat_id cat = read_category(r, begin, cut);
    type_id type = r->model->domain->syntax.cats.at[cat].type;
    if (type != TYPE_NONE && !colon)
        fail(r, G2L2_STATUS_FORMAT, cut, "a ':' and a program are needed after the category");
    if (type == TYPE_NONE && colon)
        fail(r, G2L2_STATUS_FORMAT, cut, "an entry of this category has no program");
    if (colon) program = read_program(r, cut + 1, end, type, &row.weight);
    row.entry = add_entry(r, cat, program);
    add_row(r, row);
    r->at = r->length;
}

/* ---- reading: lines --------------------------------------------------------------- */

static const struct statement {
    const char *name;
    void (*read)(struct reader *);
} statements[] = {
    {"domain", read_domain}, {"definition", read_definition}, {"literals", read_literals}};

/* NAME is a statement's, or else a word of which the '=>' is missing. */
static void read_statement(struct reader *r, const char *name, bool quoted) {
    for (size_t i = 0; i < sizeof statements / sizeof statements[0] && !quoted; i++)
        if (!strcmp(statements[i].name, name)) {
            statements[i].read(r);
            return;
        }
    fail(r, G2L2_STATUS_FORMAT, r->at,
         "a '=>' between spaces is needed here: WORD => CATEGORY : PROGRAM  WEIGHT");
}

/* A comment starts at a '#' that is not in quotes. */
static size_t comment_start(const char *line, size_t length) {
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        if (quoted && line[i] == '\\') i++;
        else if (line[i] == '"') quoted = !quoted;
        else if (line[i] == '#' && !quoted) return i;
    }
    return length;
}

static void read_line(struct reader *r) {
    r->at = 0;
    if (r->length && r->line[0] == '|') {
        read_definition_line(r);
        return;
    }
    r->length = comment_start(r->line, r->length);
    if (at_end(r)) return;
    size_t start = r->at;
    bool quoted = r->line[start] == '"';
    if (eat_arrow(r)) fail(r, G2L2_STATUS_FORMAT, start, "a word is needed before '=>'");
    const char *name = read_name(r);
    if (eat_arrow(r)) read_entry(r, name);
    else read_statement(r, name, quoted);
    if (!at_end(r)) fail(r, G2L2_STATUS_FORMAT, r->at, "nothing more is expected on this line");
}

/* Bytes of the UTF-8 character at `at`; 0: it is none. */
static size_t utf8_length(const unsigned char *at, size_t left) {
    if (*at < 0x80) return *at != 0;
    size_t n = *at >= 0xf0 ? 4 : *at >= 0xe0 ? 3 : 2;
    if (*at < 0xc2 || *at > 0xf4 || left < n) return 0;
    for (size_t i = 1; i < n; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    bool bad = (*at == 0xe0 && at[1] < 0xa0) || (*at == 0xed && at[1] > 0x9f) || /* surrogates */
               (*at == 0xf0 && at[1] < 0x90) || (*at == 0xf4 && at[1] > 0x8f);
    return bad ? 0 : n;
}

size_t text_valid(const char *text, size_t length) {
    size_t at = 0;
    for (size_t n; at < length; at += n) {
        n = utf8_length((const unsigned char *)text + at, length - at);
        if (!n) break;
    }
    return at;
}

static void check_bytes(struct reader *r) {
    size_t at = text_valid(r->line, r->length);
    if (at < r->length)
        fail(r, G2L2_STATUS_FORMAT, at,
             "the byte 0x%02X has no place here; a lexicon is UTF-8 text",
             (unsigned char)r->line[at]);
}

static void check_version(struct reader *r) {
    static const char mark[] = "# g2l2 lexicon ";
    if (r->length < sizeof mark || memcmp(r->line, mark, sizeof mark - 1)) return;
    const char *digits = arena_strndup(&r->scratch, r->line, r->length) + sizeof mark - 1;
    long version = strtol(digits, NULL, 10);
    if (version > TEXT_VERSION)
        fail(r, G2L2_STATUS_FORMAT, sizeof mark - 1,
             "made by a newer g2l2 (lexicon version %ld); this one reads version %d", version,
             TEXT_VERSION);
}

static void read_lines(struct reader *r, const char *text, size_t length) {
    static const char mark[] = "\xEF\xBB\xBF"; /* some editors put it at the start */
    size_t at = length >= 3 && !memcmp(text, mark, 3) ? 3 : 0;
    while (at < length) {
        const char *end = memchr(text + at, '\n', length - at);
        r->line = text + at;
        r->length = end ? (size_t)(end - r->line) : length - at;
        at += r->length + 1;
        if (++r->number == 1) check_version(r);
        check_bytes(r);
        read_line(r);
    }
}

/* ---- reading: the model -------------------------------------------------------------- */

/* Lines of one word may stand anywhere; the lexicon wants them together. */
static uint32_t *rows_by_word(struct reader *r) {
    uint32_t n_words = r->words.names.n;
    uint32_t *next = arena_zalloc(&r->scratch, (n_words + 1) * sizeof *next);
    uint32_t *order = arena_array(&r->scratch, uint32_t, r->rows.n);
    for (uint32_t i = 0; i < r->rows.n; i++) next[r->rows.at[i].word + 1]++;
    for (uint32_t w = 0; w < n_words; w++) next[w + 1] += next[w];
    for (uint32_t i = 0; i < r->rows.n; i++) order[next[r->rows.at[i].word]++] = i;
    return order;
}

static void fill_lexicon(struct reader *r) {
    const uint32_t *order = rows_by_word(r);
    for (uint32_t i = 0; i < r->rows.n; i++) {
        const struct row *row = &r->rows.at[order[i]];
        const char *word = r->words.names.at[row->word];
        if (!i || row->word != r->rows.at[order[i - 1]].word)
            lexicon_add_word(&r->model->lexicon, word, strlen(word));
        lexicon_add_slot(&r->model->lexicon, row->entry, row->weight, row->locked);
        if (row->off) lexicon_turn_off(&r->model->lexicon);
    }
}

static void keep_weights(struct reader *r) {
    double *weights = arena_array(&r->model->arena, double, r->rows.n);
    for (uint32_t i = 0; i < r->rows.n; i++) weights[i] = r->rows.at[i].weight;
    r->source->weights = weights;
    r->source->n_weights = r->rows.n;
}

static g2l2_status run_reader(struct reader *r, g2l2_error *err) {
    if (guard_try(&r->guard, err)) {
        if (r->source->length > TEXT_MAX)
            guard_raise(&r->guard, G2L2_STATUS_LIMIT, 0, 0,
                        "the lexicon is larger than the limit of %zu MB", TEXT_MAX >> 20);
        symbols_init(&r->words, &r->scratch);
        buf_init(&r->definition, &r->scratch);
        r->line = "";
        read_lines(r, r->source->text, r->source->length);
        need_model(r);
        fill_lexicon(r);
        keep_weights(r);
        model_finish(r->model);
    }
    return r->guard.status;
}

g2l2_status text_read(struct text_source *source, g2l2_model **out, g2l2_error *err) {
    struct reader r = {.source = source};
    arena_init(&r.scratch, &r.guard, 0);
    g2l2_status status = run_reader(&r, err);
    arena_free(&r.scratch);
    g2l2_domain_free(source->own);
    source->own = NULL;
    if (status) {
        g2l2_model_free(r.model);
        return status;
    }
    r.model->arena.guard = r.model->domain->arena.guard = &r.model->guard;
    *out = r.model;
    return G2L2_STATUS_OK;
}

g2l2_status g2l2_lexicon_import(const char *text, size_t length, const g2l2_domain *domain,
                                g2l2_model **out, g2l2_error *err) {
    struct text_source source = {.text = text, .length = length, .fallback = domain};
    return text_read(&source, out, err);
}
