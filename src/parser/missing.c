/* The page of a sentence without a parse: why it has none, what its words are,
 * the largest parts that are something, and what these still need.
 *
 *     jump and walk | jump | and       the parts: from the left, each the longest
 *           S          V    S\V/V      span of which the chart has a category
 *           └──── ? ───┴─ ? ──┘        in pairs: 'and' still needs a V on its right
 *
 * Between two complete parts a word is missing; the lexicon is asked for one. */
#include <string.h>

#include "parser/page.h"

#define MAX_PARTS 12u

/* A span that is something, as large as possible. */
struct part {
    uint32_t begin, end;
    struct range nodes; /* its categories */
};

static uint32_t largest_parts(const struct page *p, struct part *parts, uint32_t max) {
    const struct chart *c = &p->parser->chart;
    uint32_t n = 0;
    for (uint32_t begin = 0; begin < c->n && n < max; n++) {
        uint32_t end = c->n;
        while (end > begin + 1 && !c->outer[chart_cell(c, begin, end)].n) end--;
        parts[n] = (struct part){begin, end, c->outer[chart_cell(c, begin, end)]};
        begin = end;
    }
    return n;
}

static cat_id part_cat(const struct page *p, const struct part *part, uint32_t i) {
    return p->parser->chart.nodes.at[part->nodes.first + i].cat;
}

static void put_cats(const struct page *p, const struct part *part, struct buf *out) {
    if (!part->nodes.n) buf_puts(out, page_word(p, part->begin) ? "EMPTY" : "unknown");
    for (uint32_t i = 0; i < part->nodes.n && i < PAGE_MAX_ENTRIES; i++)
        buf_printf(out, "%s%s", i ? " or " : "", page_category(p, part_cat(p, part, i)));
    if (part->nodes.n > PAGE_MAX_ENTRIES) buf_puts(out, " or ...");
}

static const char *part_phrase(const struct page *p, const struct part *part) {
    return page_phrase(p, part->begin, part->end);
}

static void put_parts(struct page *p, const struct part *parts, uint32_t n) {
    size_t width = 0;
    for (uint32_t i = 0; i < n; i++) {
        size_t w = page_width(part_phrase(p, &parts[i]));
        if (w > width) width = w;
    }
    page_heading(p, "largest parts:\n");
    for (uint32_t i = 0; i < n; i++) {
        buf_spaces(&p->out, PAGE_INDENT);
        page_put_padded(&p->out, part_phrase(p, &parts[i]), width + 3);
        struct buf cats = page_text(p);
        put_cats(p, &parts[i], &cats);
        page_put_hanging(p, cats.at, PAGE_INDENT + width + 3);
        buf_puts(&p->out, "\n");
    }
    if (parts[n - 1].end < p->parser->n_words) buf_puts(&p->out, "  ...\n");
}

/* What a category still needs on its left ('\\') or right ('/'); "": nothing. */
static const char *need(const struct page *p, cat_id cat, char side) {
    const struct category *c = &p->domain->syntax.cats.at[cat];
    cat_id argument = CAT_NONE;
    const struct schema *schemas = p->domain->syntax.schemas.at;
    if (c->kind == CAT_KIND_SLASH && (c->slash == side || c->slash == '|')) argument = c->argument;
    if (c->kind == CAT_KIND_PARTIAL && side == '\\')
        argument =
            schemas[c->schema].kind == SCHEMA_BIND ? schemas[c->schema].operand : c->argument;
    if (c->kind == CAT_KIND_SCHEMA && side == '/') {
        argument = schemas[c->schema].operand;
        if (schemas[c->schema].kind == SCHEMA_BIND) return "something that refers back";
        if (argument == CAT_NONE) return "something to join";
    }
    if (argument == CAT_NONE) return "";
    struct buf text = page_text(p);
    const char *name = page_category(p, argument);
    bool binds = c->kind == CAT_KIND_PARTIAL && schemas[c->schema].kind == SCHEMA_BIND;
    buf_printf(&text, "%s %s%s", strchr("AEFHILMNORSXaeio", name[0]) ? "an" : "a", name,
               binds ? " to refer to" : "");
    return text.at;
}

/* `'and' still needs a V on its right`, for the first category that does. */
static void put_need(const struct page *p, const struct part *part, char side, struct buf *out) {
    for (uint32_t i = 0; i < part->nodes.n; i++) {
        const char *what = need(p, part_cat(p, part, i), side);
        if (!*what) continue;
        buf_printf(out, "%s%s still needs %s on its %s", out->n ? "; " : "", part_phrase(p, part),
                   what, side == '/' ? "right" : "left");
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
static void put_joiner(const struct page *p, cat_id left, cat_id right, struct buf *out) {
    const struct lexicon *lexicon = p->parser->lexicon;
    buf_puts(out, "nothing joins them");
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        const struct word *word = &lexicon->words.at[w];
        for (uint32_t g = word->first_group; g < word->first_group + word->n_groups; g++) {
            cat_id cat = lexicon->groups.at[g].cat;
            if (!joins(&p->domain->syntax, left, cat, right)) continue;
            buf_printf(out, ", as '%s' (%s) would", lexicon->names.names.at[w],
                       page_category(p, cat));
            return;
        }
    }
}

static void put_is(const struct page *p, const struct part *part, struct buf *out) {
    buf_printf(out, "%s%s is ", out->n ? ", " : "", part_phrase(p, part));
    put_cats(p, part, out);
}

/* One part is the whole sentence, and yet not what a sentence must be. */
static void missing_alone(const struct page *p, const struct part *part, struct buf *is,
                          struct buf *needs) {
    put_is(p, part, is);
    put_need(p, part, '\\', needs);
    put_need(p, part, '/', needs);
    if (!needs->n && part->nodes.n) buf_puts(needs, "a whole sentence cannot be that");
    if (!part->nodes.n && page_word(p, part->begin))
        buf_puts(needs, "a word that means something is needed");
}

static bool complete(const struct page *p, const struct part *part) {
    return part->nodes.n &&
           p->domain->syntax.cats.at[part_cat(p, part, 0)].kind == CAT_KIND_PRIMITIVE;
}

/* What two neighbours need of each other; of the outer sides, at the ends only. */
static void missing_between(const struct page *p, const struct part *parts, uint32_t i, uint32_t n,
                            struct buf *is, struct buf *needs) {
    const struct part *a = &parts[i], *b = &parts[i + 1];
    put_is(p, a, is);
    put_is(p, b, is);
    if (i == 0) put_need(p, a, '\\', needs);
    put_need(p, a, '/', needs);
    put_need(p, b, '\\', needs);
    if (i + 2 == n) put_need(p, b, '/', needs);
    if (!needs->n && complete(p, a) && complete(p, b))
        put_joiner(p, part_cat(p, a, 0), part_cat(p, b, 0), needs);
}

static void put_missing(struct page *p, const struct part *parts, uint32_t n) {
    bool any = false;
    const char *reference = parser_missing_reference(p->parser);
    if (reference) {
        page_heading(p, "missing:\n");
        page_put_folded(p, reference, 2);
        return;
    }
    for (uint32_t i = 0; i + 1 < n || (n == 1 && !i); i++) {
        struct buf is = page_text(p), needs = page_text(p);
        if (n == 1) missing_alone(p, parts, &is, &needs);
        else missing_between(p, parts, i, n, &is, &needs);
        if (!needs.n) continue;
        if (!any) page_heading(p, "missing:\n");
        any = true;
        buf_printf(&is, ": %s", needs.at);
        page_put_folded(p, is.at, 2);
    }
}

void page_put_no_parse(struct page *p, const char *sentence) {
    struct part parts[MAX_PARTS];
    page_heading(p, "no parse:\n");
    page_put_folded(p, parser_reason(p->parser, sentence), 2);
    if (!p->parser->n_words) return;
    page_put_words_known(p);
    uint32_t n = largest_parts(p, parts, MAX_PARTS);
    put_parts(p, parts, n);
    put_missing(p, parts, n);
}
