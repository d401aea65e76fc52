/* A sentence without a parse: the largest parts that are something, and what these still need.
 *
 *     jump and walk | jump | and       the parts: from the left, each the longest
 *           S          V    S\V/V      span of which the chart has a category
 *           └──── ? ───┴─ ? ──┘        in pairs: 'and' still needs a V on its right
 *
 * Between two complete parts a word is missing; the lexicon is asked for one. */
#include <string.h>

#include "trace/make.h"

#define MAX_PARTS      12u
#define MAX_CATEGORIES 3u

/* A span that is something, as large as possible. */
struct part {
    uint32_t begin, end;
    struct range nodes; /* its categories */
};

static uint32_t largest_parts(const struct maker *m, struct part *parts, uint32_t max) {
    const struct chart *c = &m->parser->chart;
    uint32_t n = 0;
    for (uint32_t begin = 0; begin < c->n && n < max; n++) {
        uint32_t end = c->n;
        while (end > begin + 1 && !c->outer[chart_cell(c, begin, end)].n) end--;
        parts[n] = (struct part){begin, end, c->outer[chart_cell(c, begin, end)]};
        begin = end;
    }
    return n;
}

static cat_id part_cat(const struct maker *m, const struct part *part, uint32_t i) {
    return m->parser->chart.nodes.at[part->nodes.first + i].cat;
}

static void put_cats(const struct maker *m, const struct part *part, struct buf *out) {
    if (!part->nodes.n) buf_puts(out, make_word(m, part->begin) ? "EMPTY" : "unknown");
    for (uint32_t i = 0; i < part->nodes.n && i < MAX_CATEGORIES; i++)
        buf_printf(out, "%s%s", i ? " or " : "", make_category(m, part_cat(m, part, i)));
    if (part->nodes.n > MAX_CATEGORIES) buf_puts(out, " or ...");
}

static const char *part_phrase(const struct maker *m, const struct part *part) {
    return make_phrase(m, part->begin, part->end);
}

/* What a category still needs on its left ('\\') or right ('/'); "": nothing. What may stand on
 * either side is asked for once, with what is needed on the right. */
static const char *need(const struct maker *m, cat_id cat, char side) {
    const struct category *c = &m->domain->syntax.cats.at[cat];
    cat_id argument = CAT_NONE;
    const struct schema *schemas = m->domain->syntax.schemas.at;
    if (c->kind == CAT_KIND_SLASH && (c->slash == '|' ? '/' : c->slash) == side)
        argument = c->argument;
    if (c->kind == CAT_KIND_PARTIAL && side == '\\')
        argument =
            schemas[c->schema].kind == SCHEMA_BIND ? schemas[c->schema].operand : c->argument;
    if (c->kind == CAT_KIND_SCHEMA && side == '/') {
        argument = schemas[c->schema].operand;
        if (schemas[c->schema].kind == SCHEMA_BIND) return "something that refers back";
        if (argument == CAT_NONE) return "something to join";
    }
    if (argument == CAT_NONE) return "";
    struct buf text = make_text(m);
    const char *name = make_category(m, argument);
    bool binds = c->kind == CAT_KIND_PARTIAL && schemas[c->schema].kind == SCHEMA_BIND;
    buf_printf(&text, "%s %s%s", strchr("AEFHILMNORSXaeio", name[0]) ? "an" : "a", name,
               binds ? " to refer to" : "");
    return text.at;
}

/* `'and' still needs a V on its right`, for the first category that does. */
static void put_need(const struct maker *m, const struct part *part, char side, struct buf *out) {
    for (uint32_t i = 0; i < part->nodes.n; i++) {
        const struct category *c = &m->domain->syntax.cats.at[part_cat(m, part, i)];
        const char *what = need(m, part_cat(m, part, i), side);
        bool either = c->kind == CAT_KIND_SLASH && c->slash == '|';
        if (!*what) continue;
        buf_printf(out, "%s%s still needs %s %s", out->n ? "; " : "", part_phrase(m, part), what,
                   either        ? "beside it"
                   : side == '/' ? "on its right"
                                 : "on its left");
        return;
    }
}

/* Would a word of this category join the two? */
static bool joins(const struct syntax *syntax, cat_id left, cat_id cat, cat_id right) {
    cat_id after = syntax_lookup(syntax, cat, right).result;
    cat_id before = syntax_lookup(syntax, left, cat).result;
    return (after != CAT_NONE && syntax_lookup(syntax, left, after).result != CAT_NONE) ||
           (before != CAT_NONE && syntax_lookup(syntax, before, right).result != CAT_NONE);
}

/* The first word that, put between the two, would make them one. */
static void put_joiner(const struct maker *m, cat_id left, cat_id right, struct buf *out) {
    const struct lexicon *lexicon = m->parser->lexicon;
    buf_puts(out, "nothing joins them");
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        const struct word *word = &lexicon->words.at[w];
        for (uint32_t g = word->first_group; g < word->first_group + word->n_groups; g++) {
            cat_id cat = lexicon->groups.at[g].cat;
            if (!joins(&m->domain->syntax, left, cat, right)) continue;
            buf_printf(out, ", as '%s' (%s) would", lexicon->names.names.at[w],
                       make_category(m, cat));
            return;
        }
    }
}

static void put_is(const struct maker *m, const struct part *part, struct buf *out) {
    buf_printf(out, "%s%s is ", out->n ? ", " : "", part_phrase(m, part));
    put_cats(m, part, out);
}

/* One part is the whole sentence, and yet not what a sentence must be. */
static void missing_alone(const struct maker *m, const struct part *part, struct buf *is,
                          struct buf *needs) {
    put_is(m, part, is);
    put_need(m, part, '\\', needs);
    put_need(m, part, '/', needs);
    if (!needs->n && part->nodes.n) buf_puts(needs, "a whole sentence cannot be that");
    if (!part->nodes.n && make_word(m, part->begin))
        buf_puts(needs, "a word that means something is needed");
}

static bool complete(const struct maker *m, const struct part *part) {
    return part->nodes.n &&
           m->domain->syntax.cats.at[part_cat(m, part, 0)].kind == CAT_KIND_PRIMITIVE;
}

/* What two neighbours need of each other; of the outer sides, at the ends only. */
static void missing_between(const struct maker *m, const struct part *parts, uint32_t i, uint32_t n,
                            struct buf *is, struct buf *needs) {
    const struct part *a = &parts[i], *b = &parts[i + 1];
    put_is(m, a, is);
    put_is(m, b, is);
    if (i == 0) put_need(m, a, '\\', needs);
    put_need(m, a, '/', needs);
    put_need(m, b, '\\', needs);
    if (i + 2 == n) put_need(m, b, '/', needs);
    if (!needs->n && complete(m, a) && complete(m, b))
        put_joiner(m, part_cat(m, a, 0), part_cat(m, b, 0), needs);
}

/* ---- for the trace -------------------------------------------------------------------- */

static void add_missing(struct maker *m, const struct part *parts, uint32_t n, struct trace *out) {
    const char **list = arena_array(&m->parser->arena, const char *, MAX_PARTS + 1);
    const char *reference = parser_missing_reference(m->parser);
    out->missing = list;
    if (reference) {
        list[out->n_missing++] = reference;
        return;
    }
    for (uint32_t i = 0; i + 1 < n || (n == 1 && !i); i++) {
        struct buf is = make_text(m), needs = make_text(m);
        if (n == 1) missing_alone(m, parts, &is, &needs);
        else missing_between(m, parts, i, n, &is, &needs);
        if (!needs.n) continue;
        buf_printf(&is, ": %s", needs.at);
        list[out->n_missing++] = is.at;
    }
}

static struct trace_part describe(struct maker *m, const struct part *part) {
    struct trace_part out = {.begin = part->begin, .end = part->end};
    const char **list = arena_array(&m->parser->arena, const char *, part->nodes.n + 1);
    for (uint32_t i = 0; i < part->nodes.n; i++)
        list[out.n_categories++] = make_category(m, part_cat(m, part, i));
    out.categories = list;
    return out;
}

void make_missing(struct maker *m, struct trace *out) {
    struct part parts[MAX_PARTS];
    uint32_t n = largest_parts(m, parts, MAX_PARTS);
    struct trace_part *list = arena_array(&m->parser->arena, struct trace_part, n + 1);
    for (uint32_t i = 0; i < n; i++) list[i] = describe(m, &parts[i]);
    out->parts = list;
    out->n_parts = n;
    add_missing(m, parts, n, out);
}
