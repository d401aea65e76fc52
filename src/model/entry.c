/* Reading one entry of a lexicon's text, from both of its ends:
 *
 *     and => S\V/V : \y.\x. concat(x, y)  2.5 locked
 *            └─┬─┘ ▲ └─────────┬───────┘  └───┬────┘
 *         category │        program         cut off from the right
 *                  └ the first ':'
 *
 * A program is kept in normal form, and refused if its text could not be read
 * back. Equal entries of several words are one entry of the lexicon. A line below
 * may say how often the entry was used, and in which sentence:
 *
 *       used 812  jump and walk twice                                              */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/text.h"

#define REDUCE_FUEL 10000u
#define DEPTH_MAX   64u /* nesting that term_parse reads back */

/* ---- numbers by key -------------------------------------------------------------------- */

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

/* ---- from the right -------------------------------------------------------------------- */

/* Where the last token of [begin, end) begins, if something stands before it. */
static bool last_token(const struct reader *r, size_t begin, size_t *end, size_t *token) {
    while (*end > begin && text_is_space(r->line[*end - 1])) --*end;
    size_t at = *end;
    while (at > begin && !text_is_space(r->line[at - 1])) at--;
    *token = at;
    while (at > begin && text_is_space(r->line[at - 1])) at--;
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
    if (!isfinite(*weight)) text_fail(r, G2L2_STATUS_FORMAT, at, "this weight is too large");
    *end = at;
    return true;
}

/* ---- category and program -------------------------------------------------------------- */

static bool is_concept(const g2l2_domain *domain, type_id type) {
    for (uint32_t i = 0; i < domain->concepts.n; i++)
        if (domain->concepts.at[i].type == type) return domain->mixed;
    return false;
}

/* What could not be written and read again: deep nesting, a '?' that is no concept. */
static const char *unfit(const g2l2_domain *domain, const struct term *term, uint32_t depth) {
    if (depth > DEPTH_MAX) return "the program is nested too deeply";
    if (term->kind == TERM_SLOT && !is_concept(domain, term->type))
        return domain->mixed ? "this '?' does not stand for a concept"
                             : "a program in a lexicon is complete: it has no '?'";
    for (uint32_t i = 0; i < term->n_subs; i++) {
        const char *why = unfit(domain, term->subs[i], depth + 1);
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

static const struct term *check_program(struct reader *r, const struct term *term, cat_id cat,
                                        size_t begin) {
    const g2l2_domain *domain = r->model->domain;
    g2l2_error inner = {0};
    g2l2_status status = reduce(&r->model->domain->lang, &term, &inner);
    if (status) text_fail_nested(r, status, begin, &inner);
    const char *why = unfit(domain, term, 1);
    if (!why) why = domain_unfit(domain, cat, term);
    if (why) text_fail(r, G2L2_STATUS_FORMAT, begin, "%s", why);
    return term;
}

static _Noreturn void fail_program(struct reader *r, g2l2_status status, size_t begin,
                                   g2l2_error *inner) {
    const char *literal = r->model->domain->literal_name;
    size_t n = strlen(inner->message);
    if (status == G2L2_STATUS_UNKNOWN && literal && n < 200)
        snprintf(inner->message + n, sizeof inner->message - n,
                 "; if it is a new %.40s, add it to the 'literals' line", literal);
    text_fail_nested(r, status, begin, inner);
}

/* `PROGRAM  WEIGHT`. A number at the end is the weight, unless the program is
 * not complete without it: `\x. 2`. */
static const struct term *read_program(struct reader *r, size_t begin, size_t end, cat_id cat,
                                       double *weight) {
    struct lang *lang = &r->model->domain->lang;
    type_id type = r->model->domain->syntax.cats.at[cat].type;
    const struct term *term = NULL;
    g2l2_error inner = {0}, again;
    size_t whole = end;
    while (begin < end && text_is_space(r->line[begin])) begin++;
    bool cut = cut_weight(r, begin, &end, weight);
    g2l2_status status = term_parse(lang, r->line + begin, end - begin, type, &term, &inner);
    if (status && cut && !term_parse(lang, r->line + begin, whole - begin, type, &term, &again))
        status = G2L2_STATUS_OK, *weight = 0;
    if (status) fail_program(r, status, begin, &inner);
    return check_program(r, term, cat, begin);
}

static cat_id read_category(struct reader *r, size_t begin, size_t end) {
    cat_id cat = CAT_NONE;
    g2l2_error inner = {0};
    g2l2_status status =
        category_parse(&r->model->domain->syntax, r->line + begin, end - begin, &cat, &inner);
    if (status) text_fail_nested(r, status, begin, &inner);
    return cat;
}

/* ---- the entry ------------------------------------------------------------------------- */

static void add_row(struct reader *r, struct row row) {
    uint64_t key = ((uint64_t)row.word + 1) << 32 | row.entry;
    uint32_t *number = map_number(&r->scratch, &r->seen, key);
    if (*number) text_fail(r, G2L2_STATUS_FORMAT, 0, "the word has this entry already");
    vec_push(&r->scratch, &r->rows, row);
    *number = r->rows.n;
}

void text_read_entry(struct reader *r, const char *word) {
    if (text_at_end(r)) text_fail(r, G2L2_STATUS_FORMAT, r->at, "a category is needed after '=>'");
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
        text_fail(r, G2L2_STATUS_FORMAT, cut, "a ':' and a program are needed after the category");
    if (type == TYPE_NONE && colon)
        text_fail(r, G2L2_STATUS_FORMAT, cut, "an entry of this category has no program");
    if (colon) program = read_program(r, cut + 1, end, cat, &row.weight);
    row.entry = lexicon_entry(&r->model->lexicon, cat, program);
    add_row(r, row);
    r->at = r->length;
}

/* ---- its use --------------------------------------------------------------------------- */

static uint32_t read_count(struct reader *r) {
    uint64_t count = 0;
    size_t start = (text_at_end(r), r->at);
    for (; r->at < r->length && count <= UINT32_MAX; r->at++) {
        char c = r->line[r->at];
        if (c < '0' || c > '9') break;
        count = count * 10 + (uint64_t)(c - '0');
    }
    if (!count || count > UINT32_MAX || (r->at < r->length && !text_is_space(r->line[r->at])))
        text_fail(r, G2L2_STATUS_FORMAT, start, "a count is needed here, from 1 to %u", UINT32_MAX);
    return (uint32_t)count;
}

void text_read_use(struct reader *r) {
    struct buf example;
    if (!r->rows.n || r->rows.at[r->rows.n - 1].uses)
        text_fail(r, G2L2_STATUS_FORMAT, 0, "a 'used' line belongs below an entry, one to each");
    struct row *row = &r->rows.at[r->rows.n - 1];
    row->uses = read_count(r);
    buf_init(&example, &r->scratch);
    while (!text_at_end(r)) {
        size_t at = r->at;
        const char *word = text_read_name(r);
        if (word[strcspn(word, " \t\r\n")])
            text_fail(r, G2L2_STATUS_FORMAT, at, "a word of a sentence cannot have white space");
        buf_printf(&example, "%s%s", example.n ? " " : "", word);
    }
    row->example = example.n ? example.at : NULL;
}
