/* CKY over categories. Only pairs that combine cost anything beyond a look at
 * the closed table of the grammar. */
#include <string.h>

#include "chart/chart.h"

#define MANY_WORDS 64 /* of a sentence, above which connectives take something short first */
#define LINK_WORDS 11 /* of what is short: six phrases of a word each, and five connectives */

static void add_edge(struct chart *c, uint32_t node, uint8_t kind, uint32_t left, uint32_t right) {
    uint32_t edge = c->edges.n;
    vec_push(c->arena, &c->edges, ((struct edge){left, right, NO_NODE, kind}));
    struct node *n = &c->nodes.at[node];
    if (n->first == NO_NODE) n->first = edge;
    else c->edges.at[n->last].next = edge;
    n->last = edge;
}

static uint32_t add_node(struct chart *c, cat_id cat, uint32_t begin, uint32_t end, uint8_t mark) {
    vec_push(c->arena, &c->nodes,
             ((struct node){cat, false, mark, begin, end, NO_NODE, NO_NODE, NO_NODE}));
    return c->nodes.n - 1;
}

/* The cell's node of a category and mark; cells are built one at a time. Few marks of many occur
 * in a cell, so its nodes of a category are a list. */
static uint32_t cell_node(struct chart *c, struct range *cell, cat_id cat, uint32_t begin,
                          uint32_t end, uint8_t mark) {
    uint32_t *newest = &c->of_cat[cat], old = NO_NODE;
    if (*newest >= cell->first && *newest < cell->first + cell->n &&
        c->nodes.at[*newest].cat == cat)
        old = *newest;
    for (uint32_t i = old; i != NO_NODE; i = c->nodes.at[i].other)
        if (c->nodes.at[i].mark == mark) return i;
    cell->n++;
    *newest = add_node(c, cat, begin, end, mark);
    c->nodes.at[*newest].other = old;
    return *newest;
}

static const struct word *word_at(const struct chart *c, uint32_t i) {
    return c->words[i] == SYMBOL_NONE ? NULL : &c->lexicon->words.at[c->words[i]];
}

static bool is_live(const struct chart *c, uint32_t slot) {
    return !c->live || c->live[slot];
}

/* The slot by which word i means nothing, or UINT32_MAX. */
static uint32_t empty_at(const struct chart *c, uint32_t i) {
    const struct word *w = word_at(c, i);
    return w && w->empty != UINT32_MAX && is_live(c, w->empty) ? w->empty : UINT32_MAX;
}

static bool any_live(const struct chart *c, const struct group *group) {
    for (uint32_t s = 0; s < group->n; s++)
        if (is_live(c, group->first + s)) return true;
    return false;
}

/* Of an X/X: does this say the same of an X on the other side, be it X\X, or of another category
 * whose meaning has the same type? */
static bool is_mirrored(const struct syntax *syntax, const struct category *of, cat_id cat) {
    const struct category *c = &syntax->cats.at[cat];
    return c->kind == CAT_KIND_SLASH && c->slash != '|' && c->slash != of->slash &&
           c->argument == of->argument && c->type == of->type &&
           syntax->cats.at[c->result].kind == CAT_KIND_PRIMITIVE;
}

/* The entries of a modifier, as if it had been learned on the other side. */
static void fill_mirrored(struct chart *c, struct range *cell, const struct group *group,
                          uint32_t place, uint32_t begin, uint32_t end) {
    const struct category *of = &c->syntax->cats.at[group->cat];
    bool modifies = of->kind == CAT_KIND_SLASH && of->slash != '|' && of->result == of->argument;
    for (cat_id cat = 0; modifies && cat < c->syntax->n_closed; cat++) {
        if (!is_mirrored(c->syntax, of, cat)) continue;
        uint32_t node = cell_node(c, cell, cat, begin, end, 0);
        for (uint32_t s = group->first; s < group->first + group->n; s++)
            if (is_live(c, s)) add_edge(c, node, EDGE_LEXICAL, s, place);
    }
}

/* The entries of a place: a word, or several. */
static void fill_place(struct chart *c, struct range *cell, uint32_t place, uint32_t begin,
                       uint32_t end) {
    const struct word *w = word_at(c, place);
    for (uint32_t g = 0; w && g < w->n_groups; g++) {
        struct group group = c->lexicon->groups.at[w->first_group + g];
        if (!any_live(c, &group)) continue;
        uint8_t mark = c->functor_arguments_lexical ? MARK_LEXICAL : 0;
        uint32_t node = cell_node(c, cell, group.cat, begin, end, mark);
        for (uint32_t s = group.first; s < group.first + group.n; s++)
            if (is_live(c, s)) add_edge(c, node, EDGE_LEXICAL, s, place);
        if (c->freely) fill_mirrored(c, cell, &group, place, begin, end);
    }
}

static void fill_phrases(struct chart *c, struct range *cell, uint32_t begin, uint32_t end) {
    if (!c->phrase_at) return;
    for (uint32_t p = c->phrase_at[chart_cell(c, begin, end)]; p != NO_NODE;
         p = c->phrases.at[p - c->n].next)
        fill_place(c, cell, p, begin, end);
}

/* In some domains a function may only be applied to another if that is a word. */
static bool allowed(const struct chart *c, uint8_t rule, const struct node *argument) {
    if (!c->functor_arguments_lexical || rule > RULE_BACKWARD) return true;
    return argument->mark & MARK_LEXICAL ||
           c->syntax->cats.at[argument->cat].kind != CAT_KIND_SLASH;
}

/* Normal form: what has a modifier behind it, or is made of two, is closed: it takes no modifier.
 * So is what ends with something closed. A function that does is joined to nothing: in "left of A
 * behind B and C", that is "behind B". */
static bool attach(const struct chart *c, uint8_t rule, const struct node *functor,
                   const struct node *argument, uint8_t scope, uint8_t *mark) {
    if (!c->syntax->attach_low) return true;
    if (rule == RULE_COORDINATE) {
        *mark |= MARK_CLOSED;
        cat_id cat = syntax_closed(c->syntax, argument->cat);
        return c->syntax->cats.at[cat].kind != CAT_KIND_SLASH || !(argument->mark & MARK_CLOSED);
    }
    if (rule > RULE_BACKWARD) return true;
    const struct category *f = &c->syntax->cats.at[syntax_closed(c->syntax, functor->cat)];
    bool modifies = f->result == f->argument;
    bool ends = argument->mark & MARK_CLOSED && c->syntax->cats.at[f->result].ends;
    if (rule == RULE_BACKWARD ? modifies : ends) *mark |= MARK_CLOSED;
    if (rule == RULE_BACKWARD && modifies && scope == SCOPE_WHOLE) *mark |= MARK_WHOLE;
    *mark |= argument->mark & MARK_WHOLE;
    return !modifies || !(argument->mark & MARK_CLOSED) ||
           (rule == RULE_BACKWARD && scope != SCOPE_NEAR);
}

/* What is known of phrases that begin behind `split`. */
static const struct opener *opener_at(const struct chart *c, uint32_t split) {
    static const struct opener unknown = {0};
    if (!c->first || c->first[split] == SYMBOL_NONE) return &unknown;
    return &c->lexicon->openers.at[c->lexicon->opener_of[c->first[split]]];
}

/* May a phrase that begins so be this? And what is said of a whole is no part of another phrase
 * that says something of what stands before it. */
static bool may_open(const struct chart *c, uint8_t rule, const struct node *functor,
                     const struct node *argument, const struct opener *opener) {
    if (!c->first || rule > RULE_BACKWARD) return true;
    cat_id cat = syntax_closed(c->syntax, functor->cat);
    const struct category *made = &c->syntax->cats.at[c->syntax->cats.at[cat].result];
    if (rule == RULE_FORWARD)
        return !(argument->mark & MARK_WHOLE && made->kind == CAT_KIND_SLASH &&
                 made->slash == '\\');
    for (uint32_t i = 0; i < opener->never.n; i++)
        if (opener->never.at[i] == cat) return false;
    return true;
}

/* The one derivation of those that composition adds. */
static bool compose(const struct chart *c, uint8_t rule, const struct node *functor,
                    uint8_t *mark) {
    if (!syntax_composes(c->syntax) || rule > RULE_SUBSTITUTE_BACKWARD) return true;
    bool backward = syntax_rules[rule].functor, apply = rule <= RULE_BACKWARD;
    uint8_t composed = backward ? MARK_COMPOSED_BACKWARD : MARK_COMPOSED_FORWARD;
    bool substitute = rule >= RULE_SUBSTITUTE_FORWARD;
    if (!apply && !substitute) *mark |= composed;
    return !(functor->mark & composed) && !(apply && functor->mark & MARK_RAISED);
}

/* One bracketing of phrases side by side: a, b and c are (a b) c. */
static bool juxtapose(uint8_t rule, const struct node *right, uint8_t *mark) {
    if (rule != RULE_JUXTAPOSE) return true;
    *mark |= MARK_JUXTAPOSED;
    return !(right->mark & MARK_JUXTAPOSED);
}

/* X|X|X: what joins two of a kind. */
static bool is_connective(const struct syntax *syntax, const struct category *f) {
    const struct category *made = &syntax->cats.at[f->result];
    return made->kind == CAT_KIND_SLASH && made->result == made->argument &&
           made->result == f->argument;
}

/* In a long sentence, a connective takes something short first. */
static bool link(const struct chart *c, uint8_t rule, const struct node *functor,
                 const struct node *argument) {
    if (!c->long_chains || rule > RULE_BACKWARD || argument->end - argument->begin <= LINK_WORDS)
        return true;
    cat_id cat = syntax_closed(c->syntax, functor->cat);
    return !is_connective(c->syntax, &c->syntax->cats.at[cat]);
}

/* Does anything but categories decide what combines? */
static bool is_plain(const struct chart *c) {
    return !c->functor_arguments_lexical && !c->first && !c->syntax->attach_low &&
           !c->long_chains && !syntax_composes(c->syntax) && !c->syntax->juxtapositions.n;
}

/* What else decides whether two nodes combine; and how what they make is marked. */
static bool permits(const struct chart *c, uint8_t rule, uint32_t l, uint32_t r, uint32_t split,
                    uint8_t *mark) {
    bool right_functor = syntax_rules[rule].functor;
    const struct node *functor = &c->nodes.at[right_functor ? r : l];
    const struct node *argument = &c->nodes.at[right_functor ? l : r];
    const struct opener *opener = opener_at(c, split);
    return allowed(c, rule, argument) && may_open(c, rule, functor, argument, opener) &&
           attach(c, rule, functor, argument, opener->scope, mark) &&
           compose(c, rule, functor, mark) && juxtapose(rule, &c->nodes.at[r], mark) &&
           link(c, rule, functor, argument);
}

/* What two nodes make, if anything. */
static void combine_nodes(struct chart *c, struct range *cell, uint32_t begin, uint32_t split,
                          uint32_t end, uint32_t l, uint32_t r) {
    struct combination made = syntax_lookup(c->syntax, c->nodes.at[l].cat, c->nodes.at[r].cat);
    uint8_t mark = 0;
    if (made.result == CAT_NONE) return;
    if (!c->plain && !permits(c, made.rule, l, r, split, &mark)) return;
    add_edge(c, cell_node(c, cell, made.result, begin, end, mark), made.rule, l, r);
}

static void combine_cells(struct chart *c, struct range *cell, uint32_t begin, uint32_t split,
                          uint32_t end) {
    struct range lefts = c->inner[chart_cell(c, begin, split)];
    struct range rights = c->outer[chart_cell(c, split, end)];
    uint64_t cats = c->cats[chart_cell(c, split, end)];
    for (uint32_t l = lefts.first; l < lefts.first + lefts.n; l++) {
        uint64_t takes = c->syntax->takes[c->nodes.at[l].cat];
        for (uint32_t r = rights.first; takes & cats && r < rights.first + rights.n; r++)
            if (takes & syntax_bit(c->nodes.at[r].cat))
                combine_nodes(c, cell, begin, split, end, l, r);
    }
}

static void set_bit(uint64_t *bits, uint32_t at, bool on) {
    bits[at / 64] |= (uint64_t)on << at % 64;
}

/* Each place where both sides have something. */
static void combine_all(struct chart *c, struct range *cell, uint32_t begin, uint32_t end,
                        const uint64_t *ends, const uint64_t *begins) {
    for (uint32_t i = begin / 64; i <= end / 64; i++)
        for (uint64_t both = ends[i] & begins[i]; both; both &= both - 1)
            combine_cells(c, cell, begin, i * 64 + (uint32_t)__builtin_ctzll(both), end);
}

/* Rules of one part, once all others of the cell are done. */
static void raise_cell(struct chart *c, struct range *cell, uint32_t begin, uint32_t end) {
    uint32_t n = cell->n;
    for (uint32_t i = cell->first; i < cell->first + n; i++)
        for (uint32_t k = 0; k < c->syntax->unaries.n; k++) {
            struct unary u = c->syntax->unaries.at[k];
            if (c->nodes.at[i].cat != u.from) continue;
            uint32_t node = cell_node(c, cell, u.result, begin, end, MARK_RAISED);
            add_edge(c, node, u.rule, i, NO_NODE);
        }
}

/* S(i,j) from X(i,j) and S(i+1,j); where word i cannot be EMPTY it is X(i,j). */
static void absorb(struct chart *c, uint32_t begin, uint32_t end) {
    struct range inner = c->inner[chart_cell(c, begin, end)];
    struct range *outer = &c->outer[chart_cell(c, begin, end)];
    uint32_t empty = empty_at(c, begin);
    *outer = inner;
    if (empty == UINT32_MAX || begin + 1 == end) return;
    struct range rest = c->outer[chart_cell(c, begin + 1, end)];
    if (!rest.n) return;
    *outer = (struct range){c->nodes.n, 0};
    for (uint32_t i = inner.first; i < inner.first + inner.n; i++) {
        cat_id cat = c->nodes.at[i].cat;
        uint32_t node = cell_node(c, outer, cat, begin, end, c->nodes.at[i].mark);
        add_edge(c, node, EDGE_UNIT, i, NO_NODE);
    }
    for (uint32_t i = rest.first; i < rest.first + rest.n; i++) {
        cat_id cat = c->nodes.at[i].cat;
        uint32_t node = cell_node(c, outer, cat, begin, end, c->nodes.at[i].mark);
        add_edge(c, node, EDGE_EMPTY_FIRST, empty, i);
    }
}

static uint64_t cats_of(const struct chart *c, struct range cell) {
    uint64_t cats = 0;
    for (uint32_t i = cell.first; i < cell.first + cell.n; i++)
        cats |= syntax_bit(c->nodes.at[i].cat);
    return cats;
}

/* P(j) for one root category, from the first j after which all can be EMPTY. */
static void add_root(struct chart *c, cat_id root) {
    uint32_t j = c->n, before = NO_NODE;
    while (j > 1 && empty_at(c, j - 1) != UINT32_MAX) j--;
    for (; j <= c->n; j++) {
        struct range cell = c->outer[chart_cell(c, 0, j)];
        uint32_t node = before == NO_NODE ? NO_NODE : add_node(c, root, 0, j, 0);
        for (uint32_t i = cell.first; i < cell.first + cell.n; i++) {
            if (c->nodes.at[i].cat != root) continue;
            if (node == NO_NODE) node = add_node(c, root, 0, j, 0);
            add_edge(c, node, EDGE_UNIT, i, NO_NODE);
        }
        if (before != NO_NODE) add_edge(c, node, EDGE_EMPTY_LAST, before, empty_at(c, j - 1));
        before = node;
    }
    if (before != NO_NODE) vec_push(c->arena, &c->roots, before);
}

static void mark(struct chart *c, uint32_t node) {
    c->nodes.at[node].useful = true;
}

static void mark_useful(struct chart *c) {
    for (uint32_t i = 0; i < c->roots.n; i++) mark(c, c->roots.at[i]);
    for (uint32_t i = c->nodes.n; i-- > 0;) {
        if (!c->nodes.at[i].useful) continue;
        for (uint32_t e = c->nodes.at[i].first; e != NO_NODE; e = c->edges.at[e].next) {
            const struct edge *edge = &c->edges.at[e];
            if (edge->kind != EDGE_LEXICAL && edge->kind != EDGE_EMPTY_FIRST) mark(c, edge->left);
            bool two = edge->kind < N_RULES && edge->right != NO_NODE;
            if (two || edge->kind == EDGE_EMPTY_FIRST) mark(c, edge->right);
        }
    }
}

/* ---- phrases ------------------------------------------------------------------------------ */

/* Places beyond the words. */
static void find_phrases(struct chart *c) {
    c->n_places = c->n;
    if (!c->lexicon->has_phrases) return;
    size_t cells = ((size_t)c->n + 1) * (c->n + 1);
    c->phrase_at = arena_array(c->arena, uint32_t, cells);
    for (size_t i = 0; i < cells; i++) c->phrase_at[i] = NO_NODE;
    lexicon_phrases(c->lexicon, c->arena, c->words, c->n, &c->phrases);
    for (uint32_t i = 0; i < c->phrases.n; i++) {
        uint32_t *at = &c->phrase_at[chart_cell(c, c->phrases.at[i].begin, c->phrases.at[i].end)];
        c->phrases.at[i].next = *at;
        *at = c->n + i;
    }
    c->n_places += c->phrases.n;
    uint32_t *words = arena_array(c->arena, uint32_t, c->n_places + 1);
    memcpy(words, c->words, c->n * sizeof *words);
    for (uint32_t i = 0; i < c->phrases.n; i++) words[c->n + i] = c->phrases.at[i].word;
    c->words = words;
}

/* All cells. The fields up to `n` are set. */
static void fill(struct chart *self) {
    struct arena *arena = self->arena;
    const struct syntax *syntax = self->syntax;
    const uint32_t n = self->n;
    size_t cells = ((size_t)n + 1) * (n + 1);
    self->inner = arena_zalloc(arena, cells * sizeof *self->inner);
    self->outer = arena_zalloc(arena, cells * sizeof *self->outer);
    self->cats = arena_array(arena, uint64_t, cells);
    self->of_cat = arena_zalloc(arena, syntax->n_closed * sizeof *self->of_cat);
    self->plain = is_plain(self);
    /* Bits: where cells of X that begin here and have something in them end, and where those of S
     * that end at `end` begin. */
    uint32_t wide = n / 64 + 1;
    uint64_t *ends = arena_zalloc(arena, (size_t)(n + 1) * wide * sizeof *ends);
    uint64_t *begins = ends + (size_t)n * wide;
    find_phrases(self);
    for (uint32_t end = 1; end <= n; end++) {
        memset(begins, 0, wide * sizeof *begins);
        for (uint32_t begin = end; begin-- > 0;) {
            arena_check(arena);
            struct range *cell = &self->inner[chart_cell(self, begin, end)];
            *cell = (struct range){self->nodes.n, 0};
            if (begin + 1 == end) fill_place(self, cell, begin, begin, end);
            fill_phrases(self, cell, begin, end);
            combine_all(self, cell, begin, end, ends + (size_t)begin * wide, begins);
            if (syntax->unaries.n) raise_cell(self, cell, begin, end);
            absorb(self, begin, end);
            struct range outer = self->outer[chart_cell(self, begin, end)];
            self->cats[chart_cell(self, begin, end)] = cats_of(self, outer);
            set_bit(ends + (size_t)begin * wide, end, cell->n);
            set_bit(begins, begin, outer.n);
        }
    }
}

static void parse_roots(struct chart *self, const cat_id *roots, uint32_t n_roots) {
    self->nodes.n = self->edges.n = 0;
    fill(self);
    for (uint32_t i = 0; self->n && i < n_roots; i++) add_root(self, roots[i]);
}

static void parse_as(struct chart *self, const cat_id *roots, uint32_t n_roots) {
    const struct syntax *syntax = self->syntax;
    self->long_chains = self->n > MANY_WORDS && !syntax->attach_low && !syntax_composes(syntax);
    parse_roots(self, roots, n_roots);
    if (self->long_chains && !self->roots.n) {
        self->long_chains = false;
        parse_roots(self, roots, n_roots);
    }
    mark_useful(self);
}

static void parse(struct chart *self) {
    const g2l2_domain *domain = self->lexicon->domain;
    parse_as(self, domain->roots.at, domain->roots.n);
}

void chart_parse(struct chart *self, struct arena *arena, const struct lexicon *lexicon,
                 const uint32_t *words, uint32_t n, bool functor_arguments_lexical) {
    *self = (struct chart){.arena = arena,
                           .lexicon = lexicon,
                           .syntax = &lexicon->domain->syntax,
                           .functor_arguments_lexical = functor_arguments_lexical,
                           .words = words,
                           .first = lexicon->opener_of ? words : NULL,
                           .n = n};
    parse(self);
}

void chart_parse_part(struct chart *self, struct arena *arena, const struct lexicon *lexicon,
                      const uint32_t *words, uint32_t n, const cat_id *as, uint32_t n_as) {
    *self = (struct chart){.arena = arena,
                           .lexicon = lexicon,
                           .syntax = &lexicon->domain->syntax,
                           .words = words,
                           .first = lexicon->opener_of ? words : NULL,
                           .n = n};
    parse_as(self, as, n_as);
}

void chart_parse_from(struct chart *self, struct arena *arena, const struct lexicon *lexicon,
                      const uint32_t *words, const uint32_t *first, uint32_t n) {
    *self = (struct chart){.arena = arena,
                           .lexicon = lexicon,
                           .syntax = &lexicon->domain->syntax,
                           .words = words,
                           .first = lexicon->opener_of ? first : NULL,
                           .n = n};
    parse(self);
}

void chart_parse_freely(struct chart *self, struct arena *arena, const struct lexicon *lexicon,
                        const uint32_t *words, uint32_t n) {
    *self = (struct chart){.arena = arena,
                           .lexicon = lexicon,
                           .syntax = &lexicon->domain->syntax,
                           .freely = true,
                           .words = words,
                           .n = n};
    parse(self);
}

void chart_parse_some(struct chart *self, struct arena *arena, const struct lexicon *lexicon,
                      const bool *live, const uint32_t *words, uint32_t n) {
    *self = (struct chart){.arena = arena,
                           .lexicon = lexicon,
                           .syntax = &lexicon->domain->syntax,
                           .live = live,
                           .words = words,
                           .n = n};
    parse(self);
}
