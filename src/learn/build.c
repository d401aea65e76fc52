/* After the last step: the chosen entries become a model. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/features.h"
#include "learn/objective.h"

#define MOST_SEEN 1000u /* examples by which ties are shown; nothing is learned from that */

/* ---- entries ---------------------------------------------------------------------------- */

static cat_id model_category(struct learner *l, g2l2_model *model, uint32_t entry) {
    struct buf cat;
    cat_id id = CAT_NONE;
    g2l2_error err;
    buf_init(&cat, &l->arena);
    category_print(&l->work->domain->syntax, l->lexicon->entries.at[entry].cat, &cat);
    g2l2_status status = category_parse(&model->domain->syntax, cat.at, cat.n, &id, &err);
    if (status) guard_raise(&l->guard, status, 0, 0, "%s", err.message);
    return id;
}

/* A trained entry in the model: the programs are read again from their
 * text, because the model has a language of its own. */
static uint32_t entry_in(struct learner *l, g2l2_model *model, uint32_t entry) {
    const struct candidate *c = &l->lexicon->entries.at[entry];
    struct buf text;
    cat_id id = model_category(l, model, entry);
    const struct term *program = NULL;
    g2l2_status status = G2L2_STATUS_OK;
    g2l2_error err;
    buf_init(&text, &l->arena);
    if (c->program) {
        term_print(&l->work->domain->lang, c->program, &text);
        type_id type = model->domain->syntax.cats.at[id].type;
        status = term_parse(&model->domain->lang, text.at, text.n, type, &program, &err);
    }
    if (status) guard_raise(&l->guard, status, 0, 0, "%s", err.message);
    return lexicon_entry(&model->lexicon, id, program);
}

/* Of the word that was added last; NULL: it has no such entry. */
static const struct slot *find_slot(const struct lexicon *lexicon, uint32_t entry) {
    const struct word *w = &lexicon->words.at[lexicon->words.n - 1];
    for (uint32_t s = w->first; s < w->first + w->n; s++)
        if (lexicon->slots.at[s].entry == entry) return &lexicon->slots.at[s];
    return NULL;
}

/* Where a word began anew, what was ruled out before may be there again, or be ruled out again: then
 * with its last weight. */
static void add_ruled_out(struct lexicon *to, uint32_t entry, double tau) {
    const struct slot *there = find_slot(to, entry);
    if (there && there->off) to->tau[there - to->slots.at] = tau;
    if (there) return;
    lexicon_add_slot(to, entry, tau, false);
    lexicon_turn_off(to);
}

/* How often entries are used, and for what: [n_slots]. */
struct uses {
    uint32_t *counts;
    const struct example **examples;
};

/* As it is written, where words are copied from it. */
static const char *example_text(struct learner *l, const struct example *e) {
    struct buf text;
    if (e->source) return e->source;
    buf_init(&text, &l->arena);
    for (uint32_t i = 0; i < e->n; i++)
        buf_printf(&text, "%s%s", i ? " " : "", l->lexicon->names.names.at[e->words[i]]);
    return text.at;
}

static void add_slot(struct learner *l, g2l2_model *model, uint32_t s, double max,
                     const struct uses *uses) {
    if (!l->keep[s] && !l->options->keep_candidates) return;
    uint32_t entry = entry_in(l, model, l->lexicon->slots.at[s].entry);
    lexicon_add_slot(&model->lexicon, entry, l->lexicon->tau[s] - max, false);
    if (!l->keep[s]) lexicon_turn_off(&model->lexicon);
    else if (uses->counts[s])
        lexicon_set_use(&model->lexicon, model->lexicon.slots.n - 1, uses->counts[s],
                        example_text(l, uses->examples[s]));
}

static void add_word(struct learner *l, g2l2_model *model, uint32_t w, const struct uses *uses) {
    const struct word *word = learner_word(l, w);
    const char *name = l->lexicon->names.names.at[w];
    double max = -INFINITY;
    lexicon_add_word(&model->lexicon, name, strlen(name));
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (l->keep[s]) max = fmax(max, l->lexicon->tau[s]);
    if (l->objective->ranks) max = 0; /* phrases and the words in them compete */
    else if (strchr(name, ' ')) max -= l->recipe.idiom_weight;
    for (uint32_t s = word->first; s < word->first + word->n; s++) add_slot(l, model, s, max, uses);
    for (uint32_t i = 0; i < l->ruled_out.n; i++) {
        struct ruled_out r = l->ruled_out.at[i];
        if (r.word == w) add_ruled_out(&model->lexicon, entry_in(l, model, r.entry), r.tau - max);
    }
}

/* ---- concepts ------------------------------------------------------------------------------- */

/* Of features as the scenes have them; `words`: [n_words] numbers in the learner. */
static void add_params(struct learner *l, struct lexicon *to, const uint32_t *words) {
    const g2l2_domain *domain = l->work->domain;
    uint32_t n = domain->concepts.n, *from_at = arena_array(&l->arena, uint32_t, 2 * (n + 1));
    uint32_t *to_at = from_at + n + 1, n_from = l->scaling.n_from;
    objective_params(domain, l->scaling.n_to, from_at);
    objective_params(domain, n_from, to_at);
    objective_rows(to, to->arena, n_from);
    to->params = arena_zalloc(to->arena, (lexicon_n_numbers(to) + 1) * sizeof(double));
    for (uint32_t w = 0; w < to->words.n; w++)
        for (uint32_t c = 0; c < n; c++) {
            const struct concept *concept = &domain->concepts.at[c];
            const double *from =
                l->lexicon->params + lexicon_row(l->lexicon, words[w]) + from_at[c];
            double *out = to->params + lexicon_row(to, w) + to_at[c];
            if (from_at[c] >= lexicon_row_size(l->lexicon, words[w]) ||
                to_at[c] >= lexicon_row_size(to, w))
                continue;
            if (!concept->of_answers) scaling_back(&l->scaling, from, concept->of_pairs, out);
            else memcpy(out, from, domain->lang.literals.names.n * sizeof *out);
        }
}

/* ---- weights of whole records ------------------------------------------------------------------ */

static uint32_t moved_name(const struct symbols *from, struct symbols *to, uint32_t i) {
    return symbols_add(to, from->names.at[i], strlen(from->names.at[i]));
}

/* The key of the model; its word SYMBOL_NONE: the model has no such word. */
static struct fit_key moved_key(struct learner *l, struct lexicon *to, struct fit_key key) {
    const struct fit *from = l->lexicon->fit;
    uint32_t word = key.word;
    if (word == FIT_SPELLED || word == FIT_ALWAYS)
        return (struct fit_key){word, moved_name(&from->sets, &to->fit->sets, key.a), key.b};
    uint32_t a = moved_name(&from->parts, &to->fit->parts, key.a);
    if (word == FIT_SET || word == FIT_WITH || word == FIT_LEFT || word == FIT_ARGUMENT)
        return (struct fit_key){word, a, moved_name(&from->sets, &to->fit->sets, key.b)};
    if (word == FIT_STEM)
        return (struct fit_key){word, a, moved_name(&from->parts, &to->fit->parts, key.b)};
    if (fit_is_word(key)) {
        const char *name = l->lexicon->names.names.at[word];
        word = lexicon_find(to, name, strlen(name));
    }
    return fit_pair(word, a, moved_name(&from->parts, &to->fit->parts, key.b));
}

/* Words have other numbers in the model; those of weights that are next to nothing are left out,
 * pairs and sets stay, for they are what was seen. */
static void add_fit(struct learner *l, struct lexicon *to) {
    const struct fit *from = l->lexicon->fit;
    struct fit *fit = to->fit = fit_new(to->arena);
    for (uint32_t i = 0; i < from->keys.n; i++) {
        struct fit_key key = from->keys.at[i];
        bool word = fit_is_word(key), kept = !word && from->counts.at[i];
        if (fabs(from->weights.at[i]) < l->recipe.fit_keep && !kept) continue;
        if (key.word != FIT_NEW) key = moved_key(l, to, key);
        if (key.word == SYMBOL_NONE) continue;
        char digits[32]; /* as it is written */
        snprintf(digits, sizeof digits, "%.4g", from->weights.at[i]);
        uint32_t k = fit_add(fit, key);
        fit->weights.at[k] = strtod(digits, NULL);
        fit->counts.at[k] = from->counts.at[i];
        while (fit->set_counts.n < fit->sets.names.n) vec_push(fit->arena, &fit->set_counts, 0);
        if (key.word == FIT_SET && fit->set_counts.at[key.b] < from->counts.at[i])
            fit->set_counts.at[key.b] = from->counts.at[i];
    }
}

/* A word that came to mean something else in the end is no synonym. */
static void add_groups(struct learner *l, g2l2_model *model, const uint32_t *words, uint32_t n) {
    uint32_t *owner;
    groups_use(l->groups, &model->arena, &model->lexicon, words, n);
    owner = model->lexicon.owner;
    for (uint32_t w = 0; w < n; w++)
        if (!model_has_object_concept(model, w)) owner[w] = w;
}

/* ---- the model -------------------------------------------------------------------------------- */

struct named {
    const char *name;
    uint32_t word;
};

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct named *)a)->name, ((const struct named *)b)->name);
}

/* Words of the model, by name: the order of the examples does not matter to its readers.
 * Those that no example could explain are left out, as nothing is known of them; but where
 * learning was given up, that is no news. */
static uint32_t list_words(struct learner *l, uint32_t *out) {
    struct named *named = arena_array(&l->arena, struct named, l->lexicon->words.n + 1);
    uint32_t n = 0;
    for (uint32_t w = 0; w < l->lexicon->words.n; w++)
        if (l->sightings[w] || l->concepts || l->hopeless)
            named[n++] = (struct named){l->lexicon->names.names.at[w], w};
    qsort(named, n, sizeof *named, by_name);
    for (uint32_t i = 0; i < n; i++) out[i] = named[i].word;
    return n;
}

/* ---- numbers as arguments ------------------------------------------------------------------- */

#define LEAST_FIGURES 2u /* numbers that mean themselves: then every number does */

/* The entry of a number that means an argument of its own name, and nothing else; UINT32_MAX: it
 * does not. */
static uint32_t own_figures(struct learner *l, uint32_t w) {
    const struct word *word = learner_word(l, w);
    const struct lang *lang = &l->work->domain->lang;
    const char *name = l->lexicon->names.names.at[w];
    uint32_t found = UINT32_MAX, n = 0;
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (l->keep[s]) {
            found = l->lexicon->slots.at[s].entry;
            n++;
        }
    const struct term *program = n == 1 ? l->lexicon->entries.at[found].program : NULL;
    bool literal = program && program->kind == TERM_OP && !program->n_subs &&
                   lang->ops.at[program->op].literal >= 0;
    if (!literal || lang->types.at[program->type].kind != KIND_SYMBOL) return UINT32_MAX;
    return lexicon_is_figures(name, strlen(name)) && !strcmp(lang->ops.at[program->op].name, name)
               ? found
               : UINT32_MAX;
}

/* "go 10 steps" is FORWARD(10), "go 3 steps" FORWARD(3): so is any number of steps. One word stands
 * for all of them; false: numbers are words as others are. */
static bool add_figures(struct learner *l, g2l2_model *model, const uint32_t *words, uint32_t n) {
    struct lang *lang = &model->domain->lang;
    uint32_t own = 0, entry = UINT32_MAX;
    uint16_t op = 0;
    while (op < lang->ops.n && lang->ops.at[op].kernel != KERNEL_FIGURES) op++;
    if (op == lang->ops.n) return false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t found = own_figures(l, words[i]);
        if (found == UINT32_MAX) continue;
        entry = found;
        own++;
    }
    if (own < LEAST_FIGURES) return false;
    lexicon_add_word(&model->lexicon, TEXT_NUMBER, strlen(TEXT_NUMBER));
    lexicon_add_slot(
        &model->lexicon,
        lexicon_entry(&model->lexicon, model_category(l, model, entry), term_op(lang, op, NULL)), 0,
        false);
    return true;
}

static bool has_tie(const struct learner *l) {
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        uint32_t n = 0;
        for (uint32_t s = word->first; s < word->first + word->n; s++) n += l->keep[s];
        if (n > 1) return true;
    }
    return false;
}

/* Where a word was left with several entries: examples, spread over all, of which the sentences are
 * made that tell the entries apart (parser/ties.c). */
static void add_seen(struct learner *l, g2l2_model *model) {
    uint32_t every = l->n / (MOST_SEEN) + 1;
    if (!l->objective->viability || !has_tie(l)) return;
    for (uint32_t i = 0; i < l->n; i += every) {
        const char *text = example_text(l, &l->examples[i]);
        vec_push(&model->arena, &model->seen, arena_strndup(&model->arena, text, strlen(text)));
    }
}

void build_model(struct learner *l, g2l2_model *model) {
    struct guard *outer = model->arena.guard;
    size_t n = l->lexicon->slots.n + 1, n_words = l->lexicon->words.n;
    struct uses uses = {arena_zalloc(&l->arena, n * sizeof *uses.counts),
                        arena_zalloc(&l->arena, n * sizeof *uses.examples)};
    /* entries of questions about stated facts share their weights, and stand for each other */
    if (l->recipe.evidence_examples > 0 && !l->objective->factored)
        evidence_count(l, uses.counts, uses.examples);
    model->arena.guard = model->domain->arena.guard = &l->guard;
    learner_add_literals(l, &l->arena, model->domain);
    uint32_t *words = arena_array(&l->arena, uint32_t, n_words + 1), n_kept = list_words(l, words);
    bool figures = add_figures(l, model, words, n_kept);
    for (uint32_t i = 0; i < n_kept; i++)
        if (!figures || own_figures(l, words[i]) == UINT32_MAX) add_word(l, model, words[i], &uses);
    if (l->concepts) {
        add_params(l, &model->lexicon, words);
        if (l->groups) add_groups(l, model, words, n_kept);
        const char *features = scenes_encoder_text(l->options->scenes);
        if (features) model->features = arena_strndup(&model->arena, features, strlen(features));
    }
    if (l->lexicon->fit) add_fit(l, &model->lexicon);
    add_seen(l, model);
    model_finish(model);
    model->arena.guard = outer;
    model->domain->arena.guard = &model->domain->guard;
}
