/* Texts that are copied from the sentence: names, messages, things to buy.
 *
 *     call maria tomorrow            {who: Maria, when: tomorrow}    "call <text> tomorrow" says `who`
 *     write to bob ray               {who: Bob Ray}                  "to <text> <end>" does, too
 *
 * A field is free where its values stand in the sentences and are ever new. Whatever stands between two words that
 * stood around such values, and not often around something else, is one. */
#include <stdlib.h>
#include <string.h>

#include "learn/parts.h"

/* ---- counting ------------------------------------------------------------------------------- */

/* The shortest part of a pattern: a word, the text, a word; and its length. */
static const char *core_of(const char *pattern, size_t *length) {
    const char *text = strstr(pattern, " " LEXICON_TEXT " "), *first = text;
    const char *behind = text + strlen(" " LEXICON_TEXT " ");
    while (first > pattern && first[-1] != ' ') first--;
    *length = (size_t)(behind - first) + strcspn(behind, " ");
    return first;
}

/* Ways to write words [begin, end) of a sentence by which they are the value of the leaf. */
static uint32_t ways_of(struct collector *c, const struct reading *r, uint32_t begin, uint32_t end,
                        const struct record_leaf *leaf) {
    size_t first = r->spans.at[begin].begin, length = r->spans.at[end - 1].end - first;
    const char *said = arena_strndup(c->arena, r->source + first, length);
    uint32_t ways = 0;
    for (uint16_t k = 0; k < N_WAYS; k++)
        if (!strcmp(record_said(c->arena, KERNEL_QUOTE + k, said), leaf->value)) ways |= 1u << k;
    return ways;
}

/* Words [begin, end) as a text between so many words before it and behind it. */
static void put_pattern(struct collector *c, const struct reading *r, uint32_t begin, uint32_t end,
                        uint32_t before, uint32_t behind, struct buf *out) {
    buf_init(out, c->arena);
    for (uint32_t i = begin - before; i < begin; i++) buf_printf(out, "%s ", r->words[i]);
    buf_puts(out, LEXICON_TEXT);
    for (uint32_t i = end; i < end + behind; i++)
        buf_printf(out, " %s", i < r->n ? r->words[i] : LEXICON_END);
}

static void add_use(struct collector *c, struct text_use use) {
    struct buf name;
    put_pattern(c, &c->readings[use.example], use.begin, use.end, use.before, use.behind, &name);
    use.pattern = parts_number(c, name.at, name.n, use.before + 1 + use.behind);
    vec_push(c->arena, &c->text_uses, use);
}

/* Words [begin, end) are the value of a field: between which other words do they stand? */
static void count_text(struct collector *c, const struct reading *r, uint32_t begin, uint32_t end,
                       const struct record_leaf *leaf) {
    uint32_t ways = ways_of(c, r, begin, end, leaf);
    if (!ways) return;
    add_use(c, (struct text_use){.path = parts_path(c, leaf),
                                 .value = parts_atom(c, ATOM_FIELD, leaf, leaf->value),
                                 .example = (uint32_t)(r - c->readings),
                                 .begin = begin,
                                 .end = end,
                                 .before = 1,
                                 .behind = 1,
                                 .ways = ways});
}

static void count_ways(uint32_t *of_way, uint32_t ways) {
    for (uint32_t k = 0; k < N_WAYS; k++) of_way[k] += ways >> k & 1;
}

/* A text that is the value of a field, wherever it stands. */
void texts_count(struct collector *c, const struct reading *r, const struct record_leaf *leaf) {
    const char *text = *leaf->value == '"' ? record_constant(c->arena, leaf->value) : NULL;
    uint32_t before = c->text_uses.n;
    struct buf words;
    buf_init(&words, c->arena);
    if (text && *text != '"') text_words(text, strlen(text), &words, NULL);
    for (uint32_t i = 1; words.n && i < r->n; i++) {
        uint32_t n = parts_match(r, i, words.at);
        if (n && n <= LEXICON_MAX_TEXT) count_text(c, r, i, i + n, leaf);
    }
    struct path *p = &c->paths.at[parts_path(c, leaf)];
    p->uses++;
    if (c->text_uses.n == before) return;
    const struct text_use *use = &c->text_uses.at[before];
    p->quoted++;
    p->as_written += use->ways & 1;
    if (c->atoms.at[use->value].quoted) return;
    c->atoms.at[use->value].quoted = true;
    p->values++;
    count_ways(p->of_way, use->ways);
}

/* ---- candidates ----------------------------------------------------------------------------- */

/* Is it a field of free text? Its values stand in the sentences, and they are ever new: more so, where
 * capitals have to be put in, as names of a fixed set of things have them too. */
static bool is_free(const struct collector *c, const struct path *p) {
    const struct recipe *r = &c->l->recipe;
    double least = p->as_written >= r->quote_share * p->uses ? r->quote_values : r->quote_names;
    return p->quoted >= r->quote_share * p->uses && p->values >= least * p->uses &&
           p->values >= r->quote_least;
}

static int by_pattern(const void *a, const void *b) {
    const struct text_use *x = a, *y = b;
    if (x->pattern != y->pattern) return x->pattern < y->pattern ? -1 : 1;
    if (x->path != y->path) return x->path < y->path ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

/* Uses of texts between two words, as values of one field. */
struct text_group {
    const struct text_use *use;
    uint32_t n, values; /* uses, different values */
    uint32_t of_way[N_WAYS];
};

static struct text_group group_texts(const struct text_use *at, const struct text_use *end) {
    struct text_group g = {.use = at};
    for (; at + g.n < end && at[g.n].pattern == at->pattern && at[g.n].path == at->path; g.n++) {
        if (g.n && at[g.n].value == at[g.n - 1].value) continue;
        g.values++;
        count_ways(g.of_way, at[g.n].ways);
    }
    return g;
}

/* As most of the values are written here; where that leaves a choice, as most of the field are. */
static uint16_t best_way(const struct text_group *g, const struct path *path) {
    uint16_t best = 0;
    for (uint16_t k = 1; k < N_WAYS; k++) {
        bool same = g->of_way[k] == g->of_way[best];
        if (same ? path->of_way[k] > path->of_way[best] : g->of_way[k] > g->of_way[best]) best = k;
    }
    return KERNEL_QUOTE + best;
}

/* Are words [begin, end) the value of another field, or a number? Then they could be no text. */
static bool is_other(const struct reading *r, uint32_t begin, uint32_t end) {
    if (end == begin + 1 && parts_is_number(r, begin)) return true;
    for (uint32_t i = 0; i < r->leaves.n; i++)
        if (r->spelled[i].n == end - begin && r->spelled[i].first == begin) return true;
    return false;
}

static void count_span(struct collector *c, uint32_t example, uint32_t begin, uint32_t end) {
    const struct reading *r = &c->readings[example];
    uint32_t most = 1 + (uint32_t)c->l->recipe.quote_longer;
    for (uint32_t before = 1; before <= begin && before <= most; before++)
        for (uint32_t behind = 1; end + behind <= r->n + 1 && behind <= most; behind++) {
            struct buf name;
            put_pattern(c, r, begin, end, before, behind, &name);
            uint32_t pattern = symbols_find(&c->phrases, name.at, name.n);
            if (pattern == NONE && before + behind == 2)
                return; /* no longer one is there, either */
            if (pattern == NONE || c->seen.at[pattern] == example + 1) continue;
            c->seen.at[pattern] = example + 1;
            c->counts.at[pattern]++;
        }
}

static void forget_counts(struct collector *c, const text_uses *uses) {
    for (uint32_t i = 0; i < uses->n; i++)
        c->counts.at[uses->at[i].pattern] = c->seen.at[uses->at[i].pattern] = 0;
}

/* By pattern: sentences that have something between these words, and no free text at all. */
static void count_patterns(struct collector *c, const bool *quotes) {
    forget_counts(c, &c->text_uses);
    forget_counts(c, &c->crossed);
    for (uint32_t e = 0; e < c->n_examples; e++)
        for (uint32_t i = 1; !quotes[e] && i < c->readings[e].n; i++)
            for (uint32_t k = i + 1; k <= c->readings[e].n && k <= i + LEXICON_MAX_TEXT; k++)
                if (!is_other(&c->readings[e], i, k)) count_span(c, e, i, k);
}

static bool *find_quotes(struct collector *c) {
    bool *quotes = arena_zalloc(c->arena, c->n_examples + 1);
    for (uint32_t i = 0; i < c->text_uses.n; i++)
        quotes[c->text_uses.at[i].example] |= is_free(c, &c->paths.at[c->text_uses.at[i].path]);
    return quotes;
}

static double sure_of(const struct collector *c, const struct text_group *g) {
    double n = g->n + c->counts.at[g->use->pattern];
    return n > 0 ? g->n / n : 1;
}

/* With one word more behind it, or before it: each pattern comes about in one way. */
static void lengthen_use(struct collector *c, struct text_use use) {
    struct text_use longer = use;
    longer.behind++;
    if (use.before == 1 && use.end + use.behind <= c->readings[use.example].n) add_use(c, longer);
    longer = use;
    longer.before++;
    if (use.before < use.begin) add_use(c, longer);
}

/* Where the words around a text stand around other things as often, more of them are looked at. */
static void lengthen(struct collector *c) {
    text_uses old = c->text_uses;
    c->text_uses = (text_uses){0};
    for (const struct text_use *at = old.at, *end = at + old.n; at < end;) {
        struct text_group g = group_texts(at, end);
        bool enough =
            !is_free(c, &c->paths.at[at->path]) || sure_of(c, &g) >= c->l->recipe.quote_sure;
        for (uint32_t i = 0; i < g.n; i++)
            if (enough) vec_push(c->arena, &c->text_uses, at[i]);
            else lengthen_use(c, at[i]);
        at += g.n;
    }
    qsort(c->text_uses.at, c->text_uses.n, sizeof *c->text_uses.at, by_pattern);
}

/* A text between words, one field of each pattern. */
static void add_text(struct collector *c, const struct text_group *g) {
    const struct recipe *r = &c->l->recipe;
    const struct path *path = &c->paths.at[g->use->path];
    const char *name = c->phrases.names.at[g->use->pattern];
    const struct term *program = parts_said(c, path->leaf, best_way(g, path));
    if (!program || sure_of(c, g) < r->quote_sure) return;
    size_t n;
    const char *core = core_of(name, &n);
    if (lexicon_find(c->l->lexicon, core, n) != SYMBOL_NONE) return; /* it says as much */
    if (lexicon_find(c->l->lexicon, name, strlen(name)) != SYMBOL_NONE) return;
    lexicon_add_word(c->l->lexicon, name, strlen(name));
    /* values that fields share are said by what makes a field of them, rather */
    parts_add(c, c->set->parts, program, path->role ? r->part_spelled : r->part_quote);
}

static bool is_ever_new(const struct collector *c, uint32_t path) {
    const struct path *p = &c->paths.at[path];
    return p->values >= c->l->recipe.quote_names * p->uses;
}

/* Call `each` with the uses of every pattern that several texts of a free field stood in, or one, where most of its
 * values are seen once anyway. */
static void each_text(struct collector *c, void (*each)(void *, const struct text_group *),
                      void *context) {
    const struct text_use *at = c->text_uses.at, *end = at + c->text_uses.n;
    while (at < end) {
        struct text_group g = group_texts(at, end);
        if (is_free(c, &c->paths.at[at->path]) && (g.values > 1 || is_ever_new(c, at->path)))
            each(context, &g);
        at += g.n;
    }
}

static void take_text(void *context, const struct text_group *g) {
    add_text(context, g);
}

/* ---- texts between words that stood at such texts, each at others --------------------------------- */

/* Words before and behind the texts of a field; and of each other field, whether its values come behind
 * such texts, and how many of its values there are and stand right before one. */
struct borders {
    struct collector *c;
    uint32_t path;
    struct symbols before, behind;
    bool *follows;            /* [paths] */
    uint32_t *values, *opens; /* [paths] */
};

static void note_borders(void *context, const struct text_group *g) {
    struct borders *b = context;
    if (g->use->path != b->path) return;
    const char *name = b->c->phrases.names.at[g->use->pattern];
    const char *text = strstr(name, " " LEXICON_TEXT " ");
    const char *behind = text + strlen(" " LEXICON_TEXT " ");
    symbols_add(&b->before, name, (size_t)(text - name));
    symbols_add(&b->behind, behind, strlen(behind));
}

static const char *last_word(const char *words) {
    const char *space = strrchr(words, ' ');
    return space ? space + 1 : words;
}

static void note_followers(struct borders *b, const struct reading *r) {
    for (uint32_t i = 0; i < r->leaves.n; i++)
        for (uint32_t k = 0; k < r->leaves.n && r->spelled[i].n; k++)
            if (parts_path(b->c, &r->leaves.at[i]) == b->path && r->spelled[k].n &&
                r->spelled[k].first >= r->spelled[i].first + r->spelled[i].n)
                b->follows[parts_path(b->c, &r->leaves.at[k])] = true;
}

/* The words of a value of another field, and which that is; NULL: it is this field's. */
static const char *value_words(const struct borders *b, uint32_t spelled, uint32_t *path) {
    const struct spelled *s = &b->c->spelled.at[spelled];
    *path = b->c->atoms.at[s->atom].path;
    return *path == b->path ? NULL : b->c->phrases.names.at[s->phrase];
}

/* A text also ends where a value begins, of a field that came behind such texts; and where texts began
 * behind several values of a field, names say, they may begin behind any other of it. */
static void note_values(struct borders *b) {
    struct collector *c = b->c;
    uint32_t path;
    const char *words;
    for (uint32_t i = 0; i < c->n_examples; i++)
        if (c->readings[i].source) note_followers(b, &c->readings[i]);
    for (uint32_t i = 0; i < c->spelled.n; i++) {
        if (!(words = value_words(b, i, &path))) continue;
        const char *last = last_word(words);
        b->values[path]++;
        b->opens[path] += symbols_find(&b->before, last, strlen(last)) != SYMBOL_NONE;
        if (b->follows[path]) symbols_add(&b->behind, words, strcspn(words, " "));
    }
    for (uint32_t i = 0; i < c->spelled.n; i++) {
        if (!(words = value_words(b, i, &path)) || b->opens[path] < 2) continue;
        symbols_add(&b->before, last_word(words), strlen(last_word(words)));
    }
}

static void cross_borders(struct borders *b) {
    struct collector *c = b->c;
    for (uint32_t i = 0; i < b->before.names.n; i++)
        for (uint32_t k = 0; k < b->behind.names.n; k++) {
            struct buf name;
            buf_init(&name, c->arena);
            buf_printf(&name, "%s " LEXICON_TEXT " %s", b->before.names.at[i],
                       b->behind.names.at[k]);
            size_t n;
            const char *core = core_of(name.at, &n);
            parts_number(c, core, n, 3); /* by which count_span knows it */
            uint32_t pattern = parts_number(c, name.at, name.n, 3);
            vec_push(c->arena, &c->crossed,
                     ((struct text_use){.pattern = pattern, .path = b->path, .value = NONE}));
        }
}

/* "call <text> <end>" and "write to <text> tomorrow" say that there may be "call <text> tomorrow". */
static void find_crossed(struct collector *c) {
    for (uint32_t p = 0; p < c->paths.n; p++) {
        struct borders b = {.c = c, .path = p};
        b.follows = arena_zalloc(c->arena, (c->paths.n + 1) * sizeof *b.follows);
        b.values = arena_zalloc(c->arena, 2 * (c->paths.n + 1) * sizeof *b.values);
        b.opens = b.values + c->paths.n + 1;
        symbols_init(&b.before, c->arena);
        symbols_init(&b.behind, c->arena);
        each_text(c, note_borders, &b);
        if (b.before.names.n) note_values(&b);
        if (b.before.names.n * b.behind.names.n <= c->l->recipe.quote_crossed) cross_borders(&b);
    }
}

void texts_fill(struct collector *c) {
    if (!c->text_uses.n) return;
    qsort(c->text_uses.at, c->text_uses.n, sizeof *c->text_uses.at, by_pattern);
    bool *quotes = find_quotes(c);
    count_patterns(c, quotes);
    for (uint32_t i = 0; i < c->l->recipe.quote_longer; i++) {
        lengthen(c);
        count_patterns(c, quotes);
    }
    find_crossed(c);
    count_patterns(c, quotes);
    each_text(c, take_text, c);
    for (uint32_t i = 0; i < c->crossed.n; i++)
        add_text(c, &(struct text_group){.use = &c->crossed.at[i]});
}
