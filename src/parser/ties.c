/* Entries of a word that weigh about the same, and a sentence to tell them apart.
 *
 *     and   S\V/V : \y.\x. concat(x, y)    .52    ─▶ lexicon A ─▶ parser A ┐
 *           V\V/V : \y.\x. concat(x, y)    .47    ─▶ lexicon B ─▶ parser B ┤
 *                                                                          ▼
 *     "jump and walk twice"      A  I_JUMP I_WALK I_WALK
 *                                B  the same | I_JUMP I_WALK I_JUMP I_WALK
 *
 * In both lexicons every other word has its heaviest entry and no other. Where the model was
 * learned just now, sentences like its examples come first (patterns.h), and of others only those
 * count in which all neighbours have been seen beside each other: what nobody would say is no tie.
 * Short sentences are tried first: all of them where they are not too many, a sample
 * otherwise. The sample is seeded, so a model always has the same ties.
 *
 * Where sentences are about scenes there is no meaning to compare. What is looked for
 * is a sentence that both entries can be used in, and other words have all of theirs. */
#include <string.h>

#include "parser/parser.h"
#include "parser/patterns.h"

#define LOG_3        1.0986122886681098 /* shares within a factor of 3 tie */
#define MAX_TIES     16u
#define MAX_WORDS    5u
#define MAX_READINGS 3u
#define MAX_ALL      12000 /* sentences of one length that are all tried */
#define MAX_SAMPLE   4000u
#define MAX_COMMON   60000 /* likewise, where it only has to parse */
#define MAX_VARIED   300u  /* sentences like examples */
#define SEED         2021u

/* How well a sentence tells two entries apart. */
enum telling { TELLS_NOTHING, TELLS_NO_PARSE, TELLS_READINGS, TELLS_MEANINGS };

struct search {
    g2l2_model *model;
    struct arena arena; /* of one tie: both lexicons and the texts */
    uint32_t word, slots[2];
    struct lexicon lexicons[2];
    g2l2_parser *parsers[2];
    struct patterns patterns; /* of the model's sentences, if it has some */
    struct rng rng;
    uint32_t n; /* words of the sentence under construction */
    bool again; /* it may have a word more than once */
    uint32_t words[MAX_WORDS];
    enum telling best;
    const char *sentence, *meanings[2];
};

/* ---- the entries ------------------------------------------------------------------------ */

static const char *category_text(const g2l2_model *self, struct arena *arena, uint32_t slot) {
    struct buf text;
    uint32_t entry = self->lexicon.slots.at[slot].entry;
    buf_init(&text, arena);
    category_print(&self->domain->syntax, self->lexicon.entries.at[entry].cat, &text);
    return text.at;
}

static const char *program_text(const g2l2_model *self, struct arena *arena, uint32_t slot) {
    struct buf text;
    uint32_t entry = self->lexicon.slots.at[slot].entry;
    const struct term *program = self->lexicon.entries.at[entry].program;
    buf_init(&text, arena);
    buf_puts(&text, "");
    if (program) term_print(&self->domain->lang, program, &text);
    return text.at;
}

/* The order in which a model shows its entries. */
static bool before(struct search *s, uint32_t a, uint32_t b) {
    const g2l2_model *m = s->model;
    const double *tau = m->lexicon.tau;
    if (tau[a] != tau[b]) return tau[a] > tau[b];
    int order = strcmp(category_text(m, &s->arena, a), category_text(m, &s->arena, b));
    if (order) return order < 0;
    return strcmp(program_text(m, &s->arena, a), program_text(m, &s->arena, b)) < 0;
}

/* The two heaviest entries; how many there are. */
static uint32_t heaviest(struct search *s, const struct word *word, uint32_t slots[2]) {
    uint32_t n = 0;
    for (uint32_t i = word->first; i < word->first + word->n; i++) {
        if (s->model->lexicon.slots.at[i].off) continue;
        if (n && before(s, i, slots[0])) {
            slots[1] = slots[0];
            slots[0] = i;
        } else if (n < 2 || before(s, i, slots[1])) {
            slots[n ? 1 : 0] = i;
        }
        if (n < 2) n++;
    }
    return n;
}

static void copy_slot(struct search *s, struct lexicon *to, uint32_t slot, double tau) {
    const struct lexicon *from = &s->model->lexicon;
    struct candidate entry = from->entries.at[from->slots.at[slot].entry];
    lexicon_add_slot(to, lexicon_entry(to, entry.cat, entry.program), tau, false);
}

static void copy_slots(struct search *s, struct lexicon *to, const struct word *word) {
    const struct lexicon *from = &s->model->lexicon;
    for (uint32_t i = word->first; i < word->first + word->n; i++)
        if (!from->slots.at[i].off) copy_slot(s, to, i, from->tau[i]);
}

/* A parser needs concepts, be they blank. */
static void ground(struct search *s, struct lexicon *lexicon) {
    grounding_rows(lexicon, &s->arena, 1);
    lexicon->params = arena_zalloc(&s->arena, (lexicon_n_numbers(lexicon) + 1) * sizeof(double));
}

/* Word numbers are those of the model, for words are added in its order. */
static void make_lexicon(struct search *s, uint32_t which) {
    const struct lexicon *from = &s->model->lexicon;
    struct lexicon *to = &s->lexicons[which];
    lexicon_init(to, &s->arena, s->model->domain);
    for (uint32_t w = 0; w < from->words.n; w++) {
        uint32_t slots[2];
        const char *name = from->names.names.at[w];
        lexicon_add_word(to, name, strlen(name));
        if (!heaviest(s, &from->words.at[w], slots)) continue;
        if (w == s->word) copy_slot(s, to, s->slots[which], 0);
        else if (s->model->domain->mixed) copy_slots(s, to, &from->words.at[w]);
        else copy_slot(s, to, slots[0], 0);
    }
    lexicon_index(to);
    if (s->model->domain->mixed) ground(s, to);
}

/* ---- one sentence -------------------------------------------------------------------------- */

static enum telling compare(const g2l2_result *a, const g2l2_result *b) {
    if (a->n_readings != 1 && b->n_readings != 1) return TELLS_NOTHING;
    if (!a->n_readings || !b->n_readings) return TELLS_NO_PARSE;
    if (a->n_readings != b->n_readings) return TELLS_READINGS;
    return strcmp(a->readings[0].text, b->readings[0].text) ? TELLS_MEANINGS : TELLS_NOTHING;
}

static const char *meaning(struct search *s, const g2l2_result *result) {
    struct buf text;
    buf_init(&text, &s->model->arena);
    buf_puts(&text, result->n_readings ? "" : "no parse");
    for (size_t i = 0; i < result->n_readings; i++)
        buf_printf(&text, "%s%s", i ? " | " : "", result->readings[i].text);
    return text.at;
}

/* A sentence may go beyond a limit; memory may not run out. */
static bool check(struct search *s, g2l2_status status) {
    if (status == G2L2_STATUS_NO_MEMORY)
        guard_raise(&s->model->guard, status, 0, 0, "out of memory");
    return !status;
}

static void try_text(struct search *s, const char *text) {
    g2l2_result results[2];
    for (uint32_t i = 0; i < 2; i++)
        if (!check(s, g2l2_parser_run(s->parsers[i], text, MAX_READINGS, &results[i], NULL)))
            return;
    enum telling tells = compare(&results[0], &results[1]);
    if (tells <= s->best) return;
    s->best = tells;
    s->sentence = arena_strndup(&s->model->arena, text, strlen(text));
    for (uint32_t i = 0; i < 2; i++) s->meanings[i] = meaning(s, &results[i]);
}

static void try_sentence(struct search *s) {
    char text[4096] = "";
    size_t at = 0;
    arena_check(&s->arena);
    if (s->model->seen.n && !patterns_said(&s->patterns, s->words, s->n)) return;
    for (uint32_t i = 0; i < s->n; i++) {
        const char *word = s->model->lexicon.names.names.at[s->words[i]];
        int n = snprintf(text + at, sizeof text - at, "%s%s", i ? " " : "", word);
        if (n < 0 || (size_t)n >= sizeof text - at) return;
        at += (size_t)n;
    }
    try_text(s, text);
}

/* ---- all sentences of a length ---------------------------------------------------------------- */

static bool fits(const struct search *s, uint32_t word, uint32_t n) {
    for (uint32_t i = 0; i < n && !s->again; i++)
        if (s->words[i] == word) return false;
    return true;
}

/* The tied word in each place, any other words in the others. */
static double count_all(const struct search *s) {
    double count = s->n, n_words = s->model->lexicon.words.n;
    for (uint32_t i = 1; i < s->n; i++) count *= s->again ? n_words : n_words - i;
    return count;
}

/* Places from `at` on; the tied word has its place already. */
static void try_all(struct search *s, uint32_t at, uint32_t place) {
    if (s->best == TELLS_MEANINGS) return;
    if (at == s->n) {
        try_sentence(s);
        return;
    }
    if (at == place) s->words[at] = s->word;
    if (at == place && fits(s, s->word, at)) try_all(s, at + 1, place);
    for (uint32_t w = 0; at != place && w < s->model->lexicon.words.n; w++) {
        s->words[at] = w;
        if (fits(s, w, at)) try_all(s, at + 1, place);
    }
}

static void try_some(struct search *s) {
    for (uint32_t k = 0; k < MAX_SAMPLE && s->best != TELLS_MEANINGS; k++) {
        uint32_t place = rng_below(&s->rng, s->n);
        bool good = true;
        for (uint32_t i = 0; i < s->n; i++) {
            uint32_t drawn = rng_below(&s->rng, s->model->lexicon.words.n);
            s->words[i] = i == place ? s->word : drawn;
            good &= fits(s, s->words[i], i);
        }
        if (good) try_sentence(s);
    }
}

static void try_length(struct search *s) {
    if (count_all(s) > MAX_ALL) try_some(s);
    else
        for (uint32_t place = 0; place < s->n; place++) try_all(s, 0, place);
}

/* ---- sentences like those that were seen --------------------------------------------------------- */

static bool has_word(const char *sentence, const char *word) {
    size_t length = strlen(word);
    for (size_t n; *sentence; sentence += n + (sentence[n] == ' ')) {
        n = strcspn(sentence, " ");
        if (n == length && !memcmp(sentence, word, n)) return true;
    }
    return false;
}

/* Examples that have the word. */
static uint32_t list_seen(struct search *s, const char ***out) {
    const char *word = s->model->lexicon.names.names.at[s->word];
    uint32_t n = 0;
    *out = arena_array(&s->arena, const char *, s->model->seen.n + 1);
    for (uint32_t i = 0; i < s->model->seen.n; i++)
        if (has_word(s->model->seen.at[i], word)) (*out)[n++] = s->model->seen.at[i];
    return n;
}

static bool try_varied(void *context, const char *text) {
    struct search *s = context;
    arena_check(&s->arena);
    try_text(s, text);
    return s->best == TELLS_MEANINGS;
}

/* Only what an example does not tell apart is a tie; then do examples, varied? */
static bool search_seen(struct search *s) {
    const char **with;
    uint32_t n = list_seen(s, &with);
    for (uint32_t i = 0; i < n && s->best == TELLS_NOTHING; i++) try_text(s, with[i]);
    if (s->best != TELLS_NOTHING) return false;
    patterns_each(&s->patterns, with, n, MAX_VARIED, try_varied, s);
    return true;
}

/* Different words make a clearer sentence; a small vocabulary has few of them. */
static void search_sentence(struct search *s) {
    for (s->n = 2; s->n <= MAX_WORDS && s->best == TELLS_NOTHING; s->n++) {
        s->again = false;
        try_length(s);
        s->again = true;
        if (s->best == TELLS_NOTHING && s->model->lexicon.words.n <= MAX_WORDS) try_length(s);
    }
}

/* ---- where sentences are about scenes ---------------------------------------------------------- */

static bool parses(struct search *s, uint32_t which, const char *text) {
    g2l2_parser *parser = s->parsers[which];
    if (!guard_try(&parser->guard, NULL)) return check(s, parser->guard.status);
    parser_parse(parser, text);
    return parser->chart.roots.n > 0;
}

/* The program of the heaviest derivation of what was parsed last. */
static const char *program_of(struct search *s, uint32_t which) {
    g2l2_parser *parser = s->parsers[which];
    const struct derivation **best;
    struct buf text;
    if (!guard_try(&parser->guard, NULL)) return check(s, parser->guard.status), "";
    struct lang *lang = derive_language(parser);
    struct walk walk = parser_walk(parser);
    weights_best(&walk, 1, &best);
    struct derived derived = derive_tree(parser, best[0]);
    const struct term *program = derive_program(parser, lang, &derived, NULL);
    if (program) program = derive_reduce(lang, program);
    if (program) program = derive_simplify(lang, program);
    buf_init(&text, &s->model->arena);
    buf_puts(&text, "");
    if (program) derive_print(lang, program, NULL, &text);
    return text.at;
}

static void try_common(struct search *s) {
    char text[4096] = "";
    size_t at = 0;
    arena_check(&s->arena);
    for (uint32_t i = 0; i < s->n; i++) {
        const char *word = s->model->lexicon.names.names.at[s->words[i]];
        int n = snprintf(text + at, sizeof text - at, "%s%s", i ? " " : "", word);
        if (n < 0 || (size_t)n >= sizeof text - at) return;
        at += (size_t)n;
    }
    if (!parses(s, 0, text) || !parses(s, 1, text)) return;
    s->best = TELLS_MEANINGS;
    s->sentence = arena_strndup(&s->model->arena, text, at);
    for (uint32_t i = 0; i < 2; i++) s->meanings[i] = program_of(s, i);
}

static bool same_categories(const struct lexicon *lexicon, uint32_t a, uint32_t b) {
    const struct word *x = &lexicon->words.at[a], *y = &lexicon->words.at[b];
    if (x->n_groups != y->n_groups || (x->empty == UINT32_MAX) != (y->empty == UINT32_MAX))
        return false;
    for (uint32_t i = 0; i < x->n_groups; i++)
        if (lexicon->groups.at[x->first_group + i].cat !=
            lexicon->groups.at[y->first_group + i].cat)
            return false;
    return true;
}

/* One other word for each choice of categories; none that are only EMPTY. */
static uint32_t examples_of(struct search *s, uint32_t **out) {
    const struct lexicon *lexicon = &s->model->lexicon;
    uint32_t n = 0, *list = *out = arena_array(&s->arena, uint32_t, lexicon->words.n + 1);
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        bool known = !lexicon->words.at[w].n_groups || w == s->word;
        for (uint32_t i = 0; i < n && !known; i++) known = same_categories(lexicon, list[i], w);
        if (!known) list[n++] = w;
    }
    return n;
}

static void common_from(struct search *s, const uint32_t *list, uint32_t n_list, uint32_t at,
                        uint32_t place) {
    if (s->best == TELLS_MEANINGS) return;
    if (at == s->n) {
        try_common(s);
    } else if (at == place) {
        s->words[at] = s->word;
        common_from(s, list, n_list, at + 1, place);
    } else {
        for (uint32_t i = 0; i < n_list; i++) {
            s->words[at] = list[i];
            common_from(s, list, n_list, at + 1, place);
        }
    }
}

static void search_common(struct search *s) {
    uint32_t *list, n_list = examples_of(s, &list);
    double count = 1;
    for (s->n = 1; s->n <= MAX_WORDS && count * s->n < MAX_COMMON; s->n++, count *= n_list)
        for (uint32_t place = 0; place < s->n; place++) common_from(s, list, n_list, 0, place);
}

/* ---- ties ------------------------------------------------------------------------------------------ */

static void add_tie(struct search *s) {
    g2l2_model *m = s->model;
    g2l2_tie tie = {.word = m->lexicon.names.names.at[s->word],
                    .category_a = category_text(m, &m->arena, s->slots[0]),
                    .program_a = program_text(m, &m->arena, s->slots[0]),
                    .category_b = category_text(m, &m->arena, s->slots[1]),
                    .program_b = program_text(m, &m->arena, s->slots[1]),
                    .sentence = s->sentence ? s->sentence : "",
                    .meaning_a = s->sentence ? s->meanings[0] : "",
                    .meaning_b = s->sentence ? s->meanings[1] : ""};
    vec_push(&m->arena, &m->ties, tie);
}

static void close_parsers(struct search *s) {
    for (uint32_t i = 0; i < 2; i++) {
        g2l2_parser_free(s->parsers[i]);
        s->parsers[i] = NULL;
    }
}

static void open_parsers(struct search *s) {
    for (uint32_t i = 0; i < 2; i++) {
        make_lexicon(s, i);
        check(s, parser_new(&s->lexicons[i], NULL, &s->parsers[i], NULL));
    }
}

static void begin(struct search *s, uint32_t best, uint32_t other) {
    s->slots[0] = best;
    s->slots[1] = other;
    s->best = TELLS_NOTHING;
    s->sentence = NULL;
    open_parsers(s);
}

/* By examples: is there an entry that one of them, varied, tells from the heaviest? *open: the
 * heaviest of those that none does, or UINT32_MAX. */
static bool tell_by_seen(struct search *s, uint32_t best, uint32_t *open) {
    const struct lexicon *lexicon = &s->model->lexicon;
    const struct word *word = &lexicon->words.at[s->word];
    *open = UINT32_MAX;
    for (uint32_t i = word->first; i < word->first + word->n; i++) {
        if (i == best || lexicon->slots.at[i].off) continue;
        if (lexicon->tau[i] < lexicon->tau[best] - LOG_3) continue;
        begin(s, best, i);
        bool tied = search_seen(s);
        close_parsers(s);
        if (tied && s->best == TELLS_MEANINGS) return true;
        if (tied && (*open == UINT32_MAX || before(s, i, *open))) *open = i;
    }
    return false;
}

static void look_at(struct search *s, uint32_t word) {
    const double *tau = s->model->lexicon.tau;
    uint32_t slots[2];
    arena_check(&s->arena);
    arena_reset(&s->arena);
    uint32_t n = heaviest(s, &s->model->lexicon.words.at[word], slots);
    if (n < 2 || tau[slots[1]] < tau[slots[0]] - LOG_3) return;
    s->word = word;
    rng_seed(&s->rng, SEED);
    s->patterns = patterns_of(&s->arena, &s->model->lexicon, word);
    patterns_learn(&s->patterns, s->model->seen.at, s->model->seen.n);
    bool told = s->model->seen.n && tell_by_seen(s, slots[0], &slots[1]);
    if (!told && slots[1] == UINT32_MAX) return;
    if (!told) {
        begin(s, slots[0], slots[1]);
        if (s->model->domain->mixed) search_common(s);
        else search_sentence(s);
        close_parsers(s);
    }
    if (s->sentence || !s->model->seen.n) add_tie(s);
}

static g2l2_status find(struct search *s, g2l2_error *err) {
    g2l2_model *m = s->model;
    if (!guard_try(&m->guard, err)) return m->guard.status;
    for (uint32_t w = 0; w < m->lexicon.words.n && m->ties.n < MAX_TIES; w++) look_at(s, w);
    return G2L2_STATUS_OK;
}

g2l2_status g2l2_model_find_ties(g2l2_model *self, const g2l2_budget *budget, g2l2_error *err) {
    struct search s = {.model = self};
    struct budget left;
    self->ties.n = 0;
    if (self->lexicon.fit && !self->domain->answers)
        return G2L2_STATUS_OK; /* entries are many, and weights decide */
    budget_start(&left, budget);
    self->ties.n = 0;
    /* Where clauses can lack arguments a word has an entry for each of its frames. */
    if (syntax_composes(&self->domain->syntax)) return G2L2_STATUS_OK;
    arena_init(&s.arena, &self->guard, budget_bytes(budget, 0));
    s.arena.budget = &left;
    g2l2_status status = find(&s, err);
    close_parsers(&s);
    arena_free(&s.arena);
    return status;
}

size_t g2l2_model_n_ties(const g2l2_model *self) {
    return self->ties.n;
}

g2l2_tie g2l2_model_tie(const g2l2_model *self, size_t i) {
    return i < self->ties.n ? self->ties.at[i] : (g2l2_tie){0};
}
