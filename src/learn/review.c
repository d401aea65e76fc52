/* g2l2_model_review: every example is asked once, and gets a verdict; then words and patterns are
 * counted, and the words to blame are found (blame.c).
 *
 *     jump left and look around right  ─▶  words jump, left, ...; pattern "V and V around V\V"
 *
 * In a pattern a word that names something, as others of its kind do, is its category; all other
 * words are themselves. Categories side by side that combine are one, so that "small red cube" and
 * "cube" are the same construction: what is left are the words that make it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "learn/review.h"
#include "parser/patterns.h"

#define ASK_SHARE   (1 / 3.) /* of the time, for asking; the rest is for trying */
#define UNSURE      .6       /* confidence below which a right meaning is not sure */
#define RIVAL_SHARE .5       /* of the best reading's: a second one so likely is another reading */
#define MANY_RIGHT  3u       /* other examples that a word must be right in, */
#define MOST_PARTS  64u      /* of a pattern; what follows is left out */
#define MOSTLY      .9       /* and of those that have it this share, to be above suspicion */

/* ---- asking ------------------------------------------------------------------------------------- */

bool review_is_late(const g2l2_review *self) {
    return clock_now() > self->deadline;
}

void review_close(g2l2_review *self) {
    g2l2_parser_free(self->parser);
    g2l2_model_free(self->trial);
    self->parser = NULL;
    self->trial = NULL;
}

void review_open(g2l2_review *self, const g2l2_model *model) {
    g2l2_error err;
    if (g2l2_parser_new(model, NULL, &self->parser, &err))
        guard_raise(&self->guard, err.status, 0, 0, "%s", err.message);
}

static void check_memory(g2l2_review *self, g2l2_status status) {
    if (status == G2L2_STATUS_NO_MEMORY) guard_raise(&self->guard, status, 0, 0, "out of memory");
}

/* Ask the parser at hand. False: there is no meaning, or `result` says why it is not known. Raises
 * where there is no memory. */
static bool ask(g2l2_review *self, const struct asked *e, size_t n_best, g2l2_result *result) {
    g2l2_error err;
    g2l2_status status = G2L2_STATUS_OK;
    *result = (g2l2_result){.status = G2L2_PARSE_NO_RESULT};
    if (self->scenes) status = g2l2_parser_set_scene(self->parser, self->scenes, e->scene, &err);
    if (!status) status = g2l2_parser_run(self->parser, e->sentence, n_best, result, &err);
    check_memory(self, status);
    if (status) {
        *result = (g2l2_result){.status = G2L2_PARSE_NO_RESULT};
        result->reason = arena_strndup(&self->arena, err.message, strlen(err.message));
    }
    return result->n_readings;
}

bool review_is_right(g2l2_review *self, const struct asked *e) {
    g2l2_result result;
    return ask(self, e, 1, &result) &&
           g2l2_domain_same(self->model->domain, result.readings[0].text, e->target);
}

static const char *copy(g2l2_review *self, const char *text) {
    return text ? arena_strndup(&self->arena, text, strlen(text)) : NULL;
}

/* Has the sentence two derivations that mean different things, and are nearly as likely? Of answers
 * about a scene, that says more than how near the second answer is. */
static bool has_two_programs(g2l2_review *self, const char *sentence) {
    g2l2_parses parses;
    g2l2_status status = g2l2_parser_parse(self->parser, sentence, 2, &parses, NULL);
    check_memory(self, status);
    if (status || parses.n_parses < 2) return false;
    const g2l2_parse *a = &parses.parses[0], *b = &parses.parses[1];
    return a->program && b->program && strcmp(a->program, b->program) &&
           b->share >= RIVAL_SHARE * a->share;
}

static g2l2_verdict judge(g2l2_review *self, const struct asked *e, const g2l2_result *r) {
    if (!r->n_readings) return G2L2_VERDICT_UNPARSED;
    double first = r->readings[0].confidence;
    if (!g2l2_domain_same(self->model->domain, r->readings[0].text, e->target))
        return G2L2_VERDICT_WRONG;
    if (!self->scenes && r->n_readings > 1 && r->readings[1].confidence >= RIVAL_SHARE * first)
        return G2L2_VERDICT_AMBIGUOUS;
    if (self->scenes && has_two_programs(self, e->sentence)) return G2L2_VERDICT_AMBIGUOUS;
    return first < UNSURE ? G2L2_VERDICT_UNSURE : G2L2_VERDICT_RIGHT;
}

static bool is_right(g2l2_verdict verdict) {
    return verdict <= G2L2_VERDICT_AMBIGUOUS;
}

/* ---- words ---------------------------------------------------------------------------------------- */

static void add_word(g2l2_review *self, struct asked *e, const char *text) {
    uint32_t word = symbols_add(&self->names, text, strlen(text));
    const struct word_record record = {.text = self->names.names.at[word]};
    if (self->words.n == word) vec_push(&self->arena, &self->words, record);
    for (uint32_t i = 0; i < e->n_words; i++)
        if (e->words[i] == word) return;
    e->words[e->n_words++] = word;
}

/* As the parser cuts it; none, where it is too long for that. */
static size_t read_words(g2l2_review *self, const char *sentence, const g2l2_word **words) {
    size_t n;
    g2l2_status status = g2l2_parser_words(self->parser, sentence, words, &n, NULL);
    check_memory(self, status);
    return status ? 0 : n;
}

/* Somebody wrote it, and no example has it; a mark says nothing then. */
static bool is_unknown(const g2l2_word *word) {
    return !word->known && *word->text != '<' && !text_is_mark(word->text);
}

static bool any_unknown(const g2l2_word *words, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (is_unknown(&words[i])) return true;
    return false;
}

/* The words of a sentence, and the phrases that the lexicon has for several of them. Of a mistake with words that are not
 * known, whether it has no parse or they were passed over, those alone: it says nothing of the others. */
static void note_words(g2l2_review *self, struct asked *e) {
    const struct lexicon *lexicon = &self->model->lexicon;
    const g2l2_word *words;
    size_t n = read_words(self, e->sentence, &words);
    bool unknown = !e->right && any_unknown(words, n);
    phrase_list phrases = {0};
    uint32_t *ids = arena_array(&self->arena, uint32_t, n + 1);
    for (size_t i = 0; i < n; i++)
        ids[i] = lexicon_find(lexicon, words[i].text, strlen(words[i].text));
    lexicon_phrases(lexicon, &self->arena, ids, (uint32_t)n, &phrases);
    e->words = arena_array(&self->arena, uint32_t, n + phrases.n + 1);
    for (size_t i = 0; i < n; i++)
        if (!unknown || is_unknown(&words[i])) add_word(self, e, words[i].text);
    for (uint32_t i = 0; i < phrases.n && !unknown; i++)
        add_word(self, e, lexicon->names.names.at[phrases.at[i].word]);
}

static void count_words(g2l2_review *self) {
    for (size_t i = 0; i < self->n; i++) {
        const struct asked *e = &self->examples[i];
        self->n_wrong += !e->right;
        for (uint32_t k = 0; k < e->n_words; k++) {
            struct word_record *w = &self->words.at[e->words[k]];
            if (e->right) w->n_right++;
            else w->n_wrong++;
        }
    }
}

/* ---- patterns --------------------------------------------------------------------------------------- */

/* A word as it is, or a category. */
struct part {
    const char *text;
    bool category;
};

struct shapes {
    const struct lexicon *lexicon;
    const uint32_t *kinds; /* [words] */
    uint32_t *n_of;        /* [kinds] words of each */
    struct symbols patterns;
    struct buf text;
    struct part parts[MOST_PARTS];
    size_t n;
};

static bool names_something(const struct lang *lang, const struct term *term) {
    if (term->kind == TERM_NUMBER || term->kind == TERM_SLOT) return true;
    if (term->kind == TERM_OP && lang->ops.at[term->op].literal >= 0) return true;
    for (uint32_t i = 0; i < term->n_subs; i++)
        if (names_something(lang, term->subs[i])) return true;
    return false;
}

static bool is_plain(const char *category) {
    return !category[strcspn(category, "/\\|^")];
}

/* What stands for a word in a pattern: its category if there are others of its kind, and it names
 * something or is a whole by itself. */
static struct part part_of(g2l2_review *self, const struct shapes *shapes, const char *word) {
    const struct lexicon *lexicon = shapes->lexicon;
    uint32_t w = lexicon_find(lexicon, word, strlen(word));
    const struct candidate *c =
        w == SYMBOL_NONE ? NULL : patterns_heaviest(lexicon, &lexicon->words.at[w]);
    if (c && c->program && shapes->n_of[shapes->kinds[w]] > 1) {
        struct buf category;
        buf_init(&category, &self->arena);
        category_print(&lexicon->domain->syntax, c->cat, &category);
        if (is_plain(category.at) || names_something(&lexicon->domain->lang, c->program))
            return (struct part){category.at, true};
    }
    return (struct part){copy(self, word), false};
}

/* `function` less the slash and the category `plain` at its end; NULL: it does not end so. */
static const char *applied(g2l2_review *self, const char *function, char slash, const char *plain) {
    size_t n = strlen(function), m = strlen(plain);
    if (!is_plain(plain) || n < m + 2 || function[n - m - 1] != slash ||
        strcmp(function + n - m, plain))
        return NULL;
    return arena_strndup(&self->arena, function, n - m - 1);
}

/* Two categories side by side as one: a row of the same modifiers, or a function and what it takes. */
static bool join(g2l2_review *self, struct shapes *shapes) {
    if (shapes->n < 2) return false;
    struct part *a = &shapes->parts[shapes->n - 2], *b = a + 1;
    if (!a->category || !b->category) return false;
    const char *whole = !strcmp(a->text, b->text) && !is_plain(a->text)
                            ? a->text
                            : applied(self, a->text, '/', b->text);
    if (!whole) whole = applied(self, b->text, '\\', a->text);
    if (!whole) return false;
    a->text = whole;
    shapes->n--;
    return true;
}

static size_t note_pattern(g2l2_review *self, struct shapes *shapes, const struct asked *e) {
    const g2l2_word *words;
    size_t n = read_words(self, e->sentence, &words);
    struct buf *text = &shapes->text;
    shapes->n = 0;
    for (size_t i = 0; i < n && shapes->n < MOST_PARTS; i++) {
        shapes->parts[shapes->n++] = part_of(self, shapes, words[i].text);
        while (join(self, shapes)) continue;
    }
    text->n = 0;
    buf_puts(text, "");
    for (size_t i = 0; i < shapes->n; i++)
        buf_printf(text, "%s%s", i ? " " : "", shapes->parts[i].text);
    uint32_t pattern = symbols_add(&shapes->patterns, text->at, text->n);
    const g2l2_pattern fresh = {.text = shapes->patterns.names.at[pattern]};
    if (self->patterns.n == pattern) vec_push(&self->arena, &self->patterns, fresh);
    self->patterns.at[pattern].n_examples++;
    self->patterns.at[pattern].n_mistakes += !e->right;
    return pattern;
}

static void find_patterns(g2l2_review *self) {
    const struct lexicon *lexicon = &self->model->lexicon;
    struct shapes shapes = {.lexicon = lexicon};
    uint32_t n_kinds;
    shapes.kinds = patterns_kinds(&self->arena, lexicon, &n_kinds);
    shapes.n_of = arena_zalloc(&self->arena, (n_kinds + 1) * sizeof *shapes.n_of);
    for (uint32_t w = 0; w < lexicon->words.n; w++) shapes.n_of[shapes.kinds[w]]++;
    symbols_init(&shapes.patterns, &self->arena);
    buf_init(&shapes.text, &self->arena);
    for (size_t i = 0; i < self->n; i++)
        self->findings[i].pattern = note_pattern(self, &shapes, &self->examples[i]);
}

/* ---- labels ------------------------------------------------------------------------------------------- */

/* Nothing mends the example, and each of its words is right nearly everywhere else. */
static bool is_suspect(const g2l2_review *self, const struct asked *e, const g2l2_finding *f) {
    if (f->verdict != G2L2_VERDICT_WRONG || f->confidence < UNSURE) return false;
    for (uint32_t k = 0; k < e->n_words; k++) {
        const struct word_record *w = &self->words.at[e->words[k]];
        double others = (double)(w->n_right + w->n_open - 1);
        if (w->n_right < MANY_RIGHT || (double)w->n_right < MOSTLY * others) return false;
    }
    return e->n_words;
}

static void find_suspects(g2l2_review *self) {
    for (size_t i = 0; i < self->n; i++) {
        g2l2_finding *f = &self->findings[i];
        if (self->explained[i] || !is_suspect(self, &self->examples[i], f)) continue;
        f->verdict = G2L2_VERDICT_SUSPECT;
        self->explained[i] = true;
    }
}

/* ---- the whole ------------------------------------------------------------------------------------- */

static void ask_all(g2l2_review *self, double deadline) {
    g2l2_result result;
    review_open(self, self->model);
    for (size_t i = 0; i < self->n; i++) {
        g2l2_example given = g2l2_dataset_get(self->data, i);
        struct asked *e = &self->examples[i];
        *e = (struct asked){given.sentence, given.target, given.scene, false, NULL, 0};
        if (clock_now() > deadline)
            guard_raise(&self->guard, G2L2_STATUS_INTERRUPTED, 0, 0, "stopped: it takes too long");
        g2l2_finding *f = &self->findings[i];
        *f = (g2l2_finding){0};
        if (ask(self, e, 2, &result)) {
            f->given = copy(self, result.readings[0].text);
            f->confidence = result.readings[0].confidence;
        }
        f->reason = copy(self, result.reason);
        f->verdict = judge(self, e, &result);
        e->right = is_right(f->verdict);
        note_words(self, e);
    }
}

static void review(g2l2_review *self, double ask_until) {
    self->n = g2l2_dataset_count(self->data);
    self->examples = arena_zalloc(&self->arena, (self->n + 1) * sizeof *self->examples);
    self->findings = arena_zalloc(&self->arena, (self->n + 1) * sizeof *self->findings);
    symbols_init(&self->names, &self->arena);
    ask_all(self, ask_until);
    count_words(self);
    find_patterns(self);
    blame_try(self);
    find_suspects(self);
    blame_charge(self);
    for (size_t i = 0; i < self->n; i++) self->counts[self->findings[i].verdict]++;
}

static void give_back(g2l2_review *self) {
    review_close(self);
    g2l2_candidates_free(self->candidates);
    self->candidates = NULL;
}

g2l2_status g2l2_model_review(const g2l2_model *self, const g2l2_dataset *data,
                              const g2l2_scenes *scenes, const g2l2_budget *budget,
                              g2l2_review **out, g2l2_error *err) {
    g2l2_review *volatile made = calloc(1, sizeof **out);
    double seconds = budget && budget->seconds > 0 ? budget->seconds : (double)INFINITY;
    double now = clock_now();
    *out = NULL;
    if (!made) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    made->model = self;
    made->data = data;
    made->scenes = scenes;
    made->complete = true;
    made->deadline = now + seconds;
    arena_init(&made->arena, &made->guard, budget_bytes(budget, 0));
    if (guard_try(&made->guard, err)) review(made, now + ASK_SHARE * seconds);
    g2l2_status status = made->guard.status;
    give_back(made);
    if (status) g2l2_review_free(made);
    else *out = made;
    return status;
}

void g2l2_review_free(g2l2_review *self) {
    if (!self) return;
    arena_free(&self->arena);
    free(self);
}

/* ---- reading ---------------------------------------------------------------------------------------- */

const char *g2l2_verdict_name(g2l2_verdict verdict) {
    static const char *const names[G2L2_N_VERDICTS] = {"right", "unsure",   "ambiguous",
                                                       "wrong", "unparsed", "suspect"};
    return (size_t)verdict < G2L2_N_VERDICTS ? names[verdict] : NULL;
}

g2l2_finding g2l2_review_finding(const g2l2_review *self, size_t example) {
    return example < self->n ? self->findings[example] : (g2l2_finding){0};
}

size_t g2l2_review_count(const g2l2_review *self, g2l2_verdict verdict) {
    return (size_t)verdict < G2L2_N_VERDICTS ? self->counts[verdict] : 0;
}

size_t g2l2_review_n_words(const g2l2_review *self) {
    return self->n_blamed;
}

g2l2_blame g2l2_review_word(const g2l2_review *self, size_t i) {
    return i < self->n_blamed ? self->words.at[self->order[i]].blame : (g2l2_blame){0};
}

size_t g2l2_review_n_patterns(const g2l2_review *self) {
    return self->patterns.n;
}

g2l2_pattern g2l2_review_pattern(const g2l2_review *self, size_t i) {
    return i < self->patterns.n ? self->patterns.at[i] : (g2l2_pattern){0};
}

bool g2l2_review_complete(const g2l2_review *self) {
    return self->complete;
}
