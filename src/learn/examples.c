/* Before the first step: constants from the targets, every word with every candidate that it
 * may have, first weights and concepts, and the examples sorted by length.
 *
 *     targets ─▶ constants ─▶ candidates ─┐
 *     sentences ─▶ words ─────────────────┴▶ slots ─▶ tau, concepts
 *
 * Memory for all that is parallel to slots and words is made here as well. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/features.h"
#include "data/scenes.h"
#include "learn/objective.h"
#include "types/joint.h"
#include "types/stated.h"

/* Where a text is, or would be: among the examples with the first of each target, by address,
 * for a data set has a text once. [cap] their numbers in l->targets + 1. */
static uint32_t *target_at(const struct learner *l, uint32_t *places, uint32_t cap,
                           const char *text) {
    uint32_t i = (uint32_t)hash_mix(0, (uintptr_t)text) & (cap - 1);
    while (places[i] && g2l2_dataset_get(l->data, l->targets.at[places[i] - 1]).target != text)
        i = (i + 1) & (cap - 1);
    return &places[i];
}

/* Which target each example has. Of a million examples, few thousand may differ. */
static void list_targets(struct learner *l) {
    uint32_t n = (uint32_t)g2l2_dataset_count(l->data), cap = 256;
    uint32_t *places = arena_zalloc(&l->arena, cap * sizeof *places);
    l->target_of = arena_array(&l->arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *place = target_at(l, places, cap, g2l2_dataset_get(l->data, i).target);
        if (!*place) {
            vec_push(&l->arena, &l->targets, i);
            *place = l->targets.n;
        }
        l->target_of[i] = *place - 1;
        if (l->targets.n * 2 < cap) continue;
        cap *= 2;
        places = arena_zalloc(&l->arena, cap * sizeof *places);
        for (uint32_t k = 0; k < l->targets.n; k++)
            *target_at(l, places, cap, g2l2_dataset_get(l->data, l->targets.at[k]).target) = k + 1;
    }
}

void learner_add_literals(const struct learner *l, struct arena *arena, g2l2_domain *domain) {
    uint32_t n = l->targets.n;
    const char **targets = arena_array(arena, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        targets[i] = g2l2_dataset_get(l->data, l->targets.at[i]).target;
    bool stated = l->world && !l->concepts;
    size_t n_scenes = stated ? g2l2_scenes_count(l->options->scenes) : 0;
    const struct scene **scenes = arena_array(arena, const struct scene *, n_scenes + 1);
    for (size_t i = 0; i < n_scenes; i++) scenes[i] = &l->stated[i];
    domain_add_literals(domain, targets, n, scenes, n_scenes);
    if (stated) domain_add_facts(domain, scenes, n_scenes);
}

static bool is_single(const uint64_t *bits, uint32_t n) {
    uint32_t members = 0;
    for (uint32_t i = 0; i < n; i++) members += (uint32_t)__builtin_popcountll(bits[i]);
    return members < 2;
}

static bool shares_names(const struct stated *world) {
    for (uint32_t i = 0; i < world->named.n; i++)
        if (world->named.at[i] && !is_single(world->named.at[i], world->n_words)) return true;
    return false;
}

/* Scenes with what is stated of their objects, where that counts. */
static void open_worlds(struct learner *l) {
    size_t n = l->world && !l->concepts ? g2l2_scenes_count(l->options->scenes) : 0;
    l->stated = arena_array(&l->arena, struct scene, n + 1);
    l->n_stated = (uint32_t)n;
    for (size_t i = 0; i < n; i++) {
        l->stated[i] = *scenes_get(l->options->scenes, i);
        l->stated[i].world = stated_of(&l->arena, &l->stated[i]);
        l->names_shared |= shares_names(l->stated[i].world);
    }
}

#define SPELLING_SCENES 100u /* in so many, what a word is spelled like is looked for */

uint32_t learner_spelling(const struct learner *l, const char *word) {
    uint32_t out = 0;
    for (uint32_t i = 0; i < l->n_stated && i < SPELLING_SCENES; i++)
        out |= stated_word(l->stated[i].world, word);
    return out;
}

/* A sentence as its words are cut: a name is one word, and all names are `<name>`. */
static const char *cut_sentence(struct learner *l, const g2l2_example *e, bool placeholders) {
    struct buf joined, out;
    if (l->work->domain->spoken) return lexicon_spoken(NULL, &l->arena, e->sentence);
    if (!l->objective->factored || e->scene >= l->n_stated) return e->sentence;
    const struct stated *world = l->stated[e->scene].world;
    buf_init(&joined, &l->arena);
    buf_puts(&joined, "");
    stated_join(world, e->sentence, &joined);
    if (!placeholders) return joined.at;
    buf_init(&out, &l->arena);
    buf_puts(&out, "");
    for (char *at = joined.at, *end; *at; at = end) {
        size_t n = strcspn(at, " ");
        end = at + n + (at[n] == ' ');
        at[n] = 0;
        if (out.n) buf_puts(&out, " ");
        buf_puts(&out, stated_placeholder(world, at));
    }
    return out.at;
}

static void cut_sentences(struct learner *l) {
    size_t n = g2l2_dataset_count(l->data);
    l->sentences = arena_array(&l->arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++) {
        g2l2_example e = g2l2_dataset_get(l->data, i);
        l->sentences[i] = cut_sentence(l, &e, true);
    }
}

bool learner_is_plain(const g2l2_domain *domain, const g2l2_learn_options *options) {
    return options->grammar ? !strcmp(options->grammar, "plain") : !domain->syntax.attach_low;
}

double learner_loss(const struct learner *l, double probability) {
    return probability > 0 ? fmin(-log(probability), l->recipe.max_loss) : l->recipe.max_loss;
}

/* ---- targets --------------------------------------------------------------------------- */

static _Noreturn void refuse(struct learner *l, const g2l2_example *e, const char *what,
                             const char *text, const char *why) {
    guard_raise(&l->guard, G2L2_STATUS_DATA, e->line, 0, "%s:%zu: %s '%.80s' cannot be learned: %s",
                e->file ? e->file : "example", e->line, what, text, why);
}

static const struct target *read_targets(struct learner *l) {
    const g2l2_domain *domain = l->work->domain;
    struct target *out = arena_array(&l->arena, struct target, l->targets.n + 1);
    const char *why;
    for (uint32_t i = 0; i < l->targets.n; i++) {
        g2l2_example e = g2l2_dataset_get(l->data, l->targets.at[i]);
        if (!domain->kernels->read_target(&l->arena, &domain->lang, e.target, &out[i], &why))
            refuse(l, &e, l->concepts ? "the answer" : "the meaning", e.target, why);
    }
    return out;
}

/* ---- words, and the constants they occur with ------------------------------------------ */

struct census {
    struct symbols words;
    uint32_t *first;     /* [words + 1] where the sentences of a word begin, in `sentences` */
    uint32_t *sentences; /* each once for a word */
    uint32_t *seen;      /* [words] number of the last sentence + 1 */
    /* of the word at hand */
    uint32_t *together;     /* [literals] sentences with the constant in the target */
    uint32_t *literal_seen; /* [literals] number of the last of these + 1 */
    VEC(uint32_t) met;      /* literals of these */
    VEC(uint32_t) common;   /* literals that words may have without having met them, in order */
    VEC(uint16_t) literals; /* operations that its programs may have */
    whole_list wholes;      /* whole targets that words may mean */
    /* candidates by the constants that they may have */
    struct symbols sets;     /* these, as text */
    VEC(uint32_t) set_first; /* [sets + 1] in `entries` */
    VEC(uint32_t) entries;
    candidate_list candidates; /* room for those of one set */
};

/* Call `take` for every word of every sentence. */
static void each_word(const struct learner *l, struct census *c,
                      void (*take)(struct census *, const char *, size_t, uint32_t)) {
    for (uint32_t i = 0; i < g2l2_dataset_count(l->data); i++)
        for (const char *at = l->sentences[i]; *at;) {
            size_t n = idioms_word(l, at);
            if (n) take(c, at, n, i);
            at += n + strspn(at + n, " ");
        }
}

static void take_name(struct census *c, const char *at, size_t n, uint32_t sentence) {
    (void)sentence;
    symbols_add(&c->words, at, n);
}

/* Is it the first in its sentence? */
static bool is_first(struct census *c, uint32_t word, uint32_t sentence) {
    if (c->seen[word] == sentence + 1) return false;
    c->seen[word] = sentence + 1;
    return true;
}

static void take_count(struct census *c, const char *at, size_t n, uint32_t sentence) {
    uint32_t word = symbols_find(&c->words, at, n);
    if (is_first(c, word, sentence)) c->first[word + 1]++;
}

static void take_sentence(struct census *c, const char *at, size_t n, uint32_t sentence) {
    uint32_t word = symbols_find(&c->words, at, n);
    if (is_first(c, word, sentence)) c->sentences[c->first[word]++] = sentence;
}

/* In what share of a word's sentences. */
static double share_to_meet(const struct learner *l) {
    return l->tolerance < 1 ? l->recipe.literal_share_noisy : l->recipe.literal_share;
}

/* Is it of a kind that a word has to be seen together with? */
static bool has_to_meet(const struct learner *l, uint32_t literal) {
    const struct lang *lang = &l->work->domain->lang;
    uint8_t kind = lang->types.at[lang->ops.at[lang->literal_ops.at[literal]].result].kind;
    return share_to_meet(l) > 0 &&
           (kind == KIND_SEQUENCE || kind == KIND_ACTION || kind == KIND_SYMBOL);
}

/* Which sentences a word is in. */
static void take_census(struct learner *l, struct census *c) {
    uint32_t n = c->words.names.n, n_literals = l->work->domain->lang.literal_ops.n;
    c->first = arena_zalloc(&l->scratch, (n + 2) * sizeof *c->first);
    c->seen = arena_zalloc(&l->scratch, (n + 1) * sizeof *c->seen);
    c->together = arena_zalloc(&l->arena, (n_literals + 1) * sizeof *c->together);
    c->literal_seen = arena_zalloc(&l->arena, (n_literals + 1) * sizeof *c->literal_seen);
    for (uint32_t i = 0; i < n_literals; i++)
        if (!has_to_meet(l, i)) vec_push(&l->arena, &c->common, i);
    each_word(l, c, take_count);
    for (uint32_t w = 0; w < n; w++) c->first[w + 1] += c->first[w];
    c->sentences = arena_array(&l->scratch, uint32_t, c->first[n] + 1);
    memset(c->seen, 0, n * sizeof *c->seen);
    each_word(l, c, take_sentence);
    for (uint32_t w = n; w > 0; w--) c->first[w] = c->first[w - 1]; /* they were moved on */
    c->first[0] = 0;
}

/* With how many of its sentences the word at hand has each constant. */
static void count_together(struct learner *l, struct census *c, uint32_t word,
                           const struct target *targets) {
    for (uint32_t i = 0; i < c->met.n; i++) c->together[c->met.at[i]] = 0;
    c->met.n = 0;
    for (uint32_t k = c->first[word]; k < c->first[word + 1]; k++) {
        const struct target *t = &targets[l->target_of[c->sentences[k]]];
        for (uint32_t i = 0; i < t->n + t->n_within; i++) {
            uint32_t literal = i < t->n ? t->literals[i] : t->within[i - t->n];
            if (literal >= l->work->domain->lang.literal_ops.n) continue; /* a call's follow it */
            if (c->literal_seen[literal] == c->sentences[k] + 1 && c->together[literal]) continue;
            c->literal_seen[literal] = c->sentences[k] + 1;
            if (!c->together[literal]++) vec_push(&l->arena, &c->met, literal);
        }
    }
}

/* ---- candidates ---------------------------------------------------------------------------- */

/* Does a constant occur often enough where the word at hand does? In a domain that throws
 * nothing away, a word that adds a constant is always seen together with it, but for wrong
 * labels and other senses. */
static bool plausible(const struct learner *l, const struct census *c, uint32_t literal,
                      uint32_t n_sentences) {
    const struct lang *lang = &l->work->domain->lang;
    uint16_t op = lang->literal_ops.at[literal];
    uint8_t kind = lang->types.at[lang->ops.at[op].result].kind;
    const struct given_type *given = kind_given(lang->registry, kind);
    if (has_to_meet(l, literal)) return c->together[literal] >= share_to_meet(l) * n_sentences;
    /* the type says which constants a meaning has */
    return !given || !given->constant || c->together[literal];
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void take_literal(struct learner *l, struct census *c, uint32_t literal) {
    vec_push(&l->arena, &c->literals, l->work->domain->lang.literal_ops.at[literal]);
}

/* Constants that the programs of a word may have: of its own targets, where `targets` are given. Those
 * that it met and the common ones are looked at, in order: there may be as many constants as words. */
static void list_literals(struct learner *l, struct census *c, uint32_t word,
                          const struct target *targets) {
    uint32_t n_all = l->work->domain->lang.literal_ops.n, met = 0, common = 0;
    c->literals.n = 0;
    for (uint32_t i = 0; !targets && i < n_all; i++) take_literal(l, c, i);
    if (!targets) return;
    uint32_t n_sentences = c->first[word + 1] - c->first[word];
    count_together(l, c, word, targets);
    if (c->met.n) qsort(c->met.at, c->met.n, sizeof *c->met.at, by_number);
    while (met < c->met.n || common < c->common.n) {
        uint32_t a = met < c->met.n ? c->met.at[met] : UINT32_MAX;
        uint32_t b = common < c->common.n ? c->common.at[common] : UINT32_MAX;
        uint32_t literal = a < b ? a : b;
        met += literal == a;
        common += literal == b;
        if (plausible(l, c, literal, n_sentences)) take_literal(l, c, literal);
    }
}

static _Noreturn void fail_too_many(struct learner *l, const struct census *c) {
    guard_raise(&l->guard, G2L2_STATUS_LIMIT, 0, 0,
                "%u words with %u candidate entries are too many; use a definition with fewer "
                "operations, or data with fewer words and actions",
                c->words.names.n, l->lexicon->entries.n);
}

/* How much it takes to say a program: a choice among operations, constants or
 * numbers costs the more the more there are. */
static double description(const struct learner *l, const struct term *term) {
    const struct lang *lang = &l->work->domain->lang;
    double size = 0;
    if (term->kind == TERM_OP && lang->ops.at[term->op].literal >= 0)
        size = log1p(lang->literal_ops.n);
    else if (term->kind == TERM_OP) size = log1p(lang->ops.n - lang->literal_ops.n);
    else if (term->kind == TERM_NUMBER) size = log1p(l->work->domain->numbers.n);
    else if (term->kind == TERM_APPLY) size = log(2);
    for (uint32_t i = 0; i < term->n_subs; i++) size += description(l, term->subs[i]);
    return size;
}

/* How far up the categories that include each other the widest part of a category is. */
static uint32_t level(const struct syntax *syntax, cat_id cat) {
    const struct category *c = &syntax->cats.at[cat];
    uint32_t n = 0;
    if (c->kind == CAT_KIND_SLASH) {
        uint32_t a = level(syntax, c->result), b = level(syntax, c->argument);
        return a > b ? a : b;
    }
    for (cat_id i = c->includes; i != CAT_NONE; i = syntax->cats.at[i].includes) n++;
    return n;
}

/* Before anything was seen: short programs are a little more likely, so that `opposite`
 * doubles what it is given rather than adding a turn left; and where words name what is
 * seen, a word means nothing rather than something, and seldom joins or compares others. */
static double prior(const struct learner *l, const struct candidate *c) {
    const struct recipe *r = &l->recipe;
    if (c->program)
        return -r->prior_length * description(l, c->program) -
               r->prior_level * level(&l->work->domain->syntax, c->cat);
    return c->cat == CAT_EMPTY ? r->prior_empty : r->prior_schema;
}

static bool same_letters(const char *a, const char *b) {
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
    return !*a && !*b;
}

bool examples_is_spelled(const struct lang *lang, const struct term *program, const char *word) {
    if (program->kind == TERM_OP && lang->ops.at[program->op].literal >= 0 &&
        same_letters(lang->ops.at[program->op].name, word))
        return true;
    for (uint32_t i = 0; i < program->n_subs; i++)
        if (examples_is_spelled(lang, program->subs[i], word)) return true;
    return false;
}

double examples_first_tau(struct learner *l, uint32_t word, uint32_t entry) {
    const struct term *program = l->lexicon->entries.at[entry].program;
    double tau = l->prior.at[entry] + l->recipe.init_noise * rng_normal(&l->rng);
    if (l->templates) tau += l->templates[l->template_of[entry]].weight;
    if (program && l->work->domain->lang.types.at[program->type].kind == KIND_SYMBOL &&
        l->objective->viability &&
        examples_is_spelled(&l->work->domain->lang, program, l->lexicon->names.names.at[word]))
        tau += l->recipe.prior_spelled;
    return tau;
}

void examples_first_params(struct learner *l, uint32_t word) {
    uint32_t n = lexicon_row_size(l->lexicon, word);
    double scale = l->recipe.init_concept / sqrt(l->lexicon->n_features + 1.);
    double *params = l->lexicon->params + lexicon_row(l->lexicon, word);
    for (uint32_t i = 0; i < n; i++)
        params[i] = l->concept_of[i]->of_answers ? 0 : scale * rng_normal(&l->rng);
}

static uint32_t add_entry(struct learner *l, struct candidate c) {
    uint32_t n = l->lexicon->entries.n, entry = lexicon_entry(l->lexicon, c.cat, c.program);
    if (entry == n) vec_push(&l->arena, &l->prior, prior(l, &c));
    return entry;
}

/* Candidates that have no constants but those at hand: a set of c->sets, and where its entries are.
 * Words with the same constants have the same candidates, which are enumerated once. */
static uint32_t list_candidates(struct learner *l, const struct candidate_set *set,
                                struct census *c) {
    struct buf name;
    buf_init(&name, &l->arena);
    buf_puts(&name, "");
    for (uint32_t i = 0; i < c->literals.n; i++) buf_printf(&name, "%u ", c->literals.at[i]);
    uint32_t n = c->sets.names.n, known = symbols_add(&c->sets, name.at, name.n);
    if (known < n) return known;
    c->candidates.n = 0;
    domain_candidates_of(l->work->domain, set, c->literals.at, c->literals.n, &c->candidates);
    for (uint32_t i = 0; i < c->wholes.n; i++)
        if (whole_has(&c->wholes.at[i], c->literals.at, c->literals.n))
            vec_push(&l->work->domain->arena, &c->candidates, c->wholes.at[i].candidate);
    for (uint32_t i = 0; i < c->candidates.n; i++)
        vec_push(&l->arena, &c->entries, add_entry(l, c->candidates.at[i]));
    vec_push(&l->arena, &c->set_first, c->entries.n);
    return known;
}

/* Entries that the word at hand cannot have, to look at. */
static void keep_others(struct learner *l, const uint32_t *entries, uint32_t n) {
    uint32_t word = l->lexicon->words.n - 1;
    bool *has = arena_zalloc(&l->arena, l->lexicon->entries.n + 1);
    for (uint32_t i = 0; i < n; i++) has[entries[i]] = true;
    for (uint32_t i = 0; i < l->lexicon->entries.n; i++)
        if (!has[i]) vec_push(&l->arena, &l->ruled_out, ((struct ruled_out){word, i, 0}));
}

static void add_slot(struct learner *l, uint32_t entry) {
    uint32_t word = l->lexicon->words.n - 1;
    lexicon_add_slot(l->lexicon, entry, examples_first_tau(l, word, entry), false);
}

/* Do sentences come to what an entry makes in the end? Nothing takes a truth as an argument. */
static bool is_asked(const struct learner *l, const struct target *targets, cat_id cat) {
    const struct syntax *syntax = &l->work->domain->syntax;
    const struct lang *lang = &l->work->domain->lang;
    while (syntax->cats.at[cat].kind == CAT_KIND_SLASH) cat = syntax->cats.at[cat].result;
    type_id type = syntax->cats.at[cat].type;
    if (type == TYPE_NONE || lang->types.at[type].kind != KIND_TRUTH) return true;
    for (uint32_t i = 0; i < l->targets.n; i++)
        if (targets[i].type == type) return true;
    return false;
}

/* An entry of which a number is missing, with each that the answers show. */
static void add_bounded(struct learner *l, uint32_t entry, const struct word_answers *answers) {
    struct candidate c = l->lexicon->entries.at[entry];
    double *bounds = arena_array(&l->arena, double, (size_t)l->recipe.answer_bounds + 1);
    uint32_t n = bounds_of(l, c.program, answers, bounds);
    g2l2_domain *domain = l->work->domain;
    for (uint32_t i = 0; i < n; i++) {
        const struct term *bound = term_number(&domain->lang, bounds[i]);
        add_slot(l, add_entry(l, (struct candidate){c.cat, domain_fill(domain, c.program, bound)}));
    }
}

/* Which set of candidates each word has. There is room for all of them from the beginning: arrays that
 * grow leave as much behind as they have. */
static const uint32_t *list_sets(struct learner *l, const struct candidate_set *set,
                                 struct census *c, const struct target *targets) {
    uint32_t *own = arena_array(&l->arena, uint32_t, c->words.names.n + 1);
    double n = 0;
    for (uint32_t w = 0; w < c->words.names.n; w++) {
        list_literals(l, c, w, targets);
        own[w] = list_candidates(l, set, c);
        n += c->set_first.at[own[w] + 1] - c->set_first.at[own[w]];
        if (n > l->recipe.max_slots && !l->objective->factored) fail_too_many(l, c);
    }
    if (!l->objective->factored) lexicon_reserve(l->lexicon, (uint32_t)n);
    return own;
}

static void fill_word(struct learner *l, const struct census *c, uint32_t word, uint32_t own,
                      const struct target *targets, const struct target *answers) {
    struct word_answers of = {.targets = answers};
    if (c->first) {
        of.sentences = c->sentences + c->first[word];
        of.n = c->first[word + 1] - c->first[word];
    }
    const char *name = c->words.names.at[word];
    uint32_t n = c->set_first.at[own + 1];
    lexicon_add_word(l->lexicon, name, strlen(name));
    for (uint32_t i = c->set_first.at[own]; i < n; i++) {
        uint32_t entry = c->entries.at[i];
        const struct term *program = l->lexicon->entries.at[entry].program;
        if (l->objective->factored && program && !factors_allow(l, name, program)) continue;
        if (l->objective->factored && !is_asked(l, answers, l->lexicon->entries.at[entry].cat))
            continue;
        if (l->objective->factored && program && term_has_slot(program)) add_bounded(l, entry, &of);
        else add_slot(l, entry);
    }
    if (l->lexicon->slots.n > l->recipe.max_slots) fail_too_many(l, c);
    if (targets && l->options->keep_candidates)
        keep_others(l, c->entries.at + c->set_first.at[own], n - c->set_first.at[own]);
}

static bool has_number_name(const struct learner *l, const struct symbols *words) {
    for (uint32_t i = 0; i < words->names.n; i++)
        if (domain_number(l->work->domain, words->names.at[i])) return true;
    return false;
}

/* Words of the sentences, each with its candidates. */
static void fill_words(struct learner *l, const struct candidate_set *set,
                       const struct target *targets) {
    const struct target *answers = targets;
    struct census c = {0};
    symbols_init(&c.words, &l->arena);
    symbols_init(&c.sets, &l->arena);
    vec_push(&l->arena, &c.set_first, 0);
    each_word(l, &c, take_name);
    if (!l->work->domain->kernels->keeps_literals || !l->objective->viability) targets = NULL;
    if (l->objective
            ->factored) { /* for values that no question has, and numbers where some have one */
        bool numbers = has_number_name(l, &c.words);
        symbols_add(&c.words, "<value>", strlen("<value>"));
        if (numbers) symbols_add(&c.words, "<number>", strlen("<number>"));
    }
    if (targets || l->objective->factored) take_census(l, &c);
    if (targets) wholes_list(l, set, targets, &c.wholes);
    if (!targets || l->options->keep_candidates) { /* all that there are */
        list_literals(l, &c, 0, NULL);
        list_candidates(l, set, &c);
        if ((double)c.words.names.n * l->lexicon->entries.n > l->recipe.max_pairs)
            fail_too_many(l, &c);
    }
    const uint32_t *own = list_sets(l, set, &c, targets);
    for (uint32_t w = 0; w < c.words.names.n; w++) fill_word(l, &c, w, own[w], targets, answers);
    arena_free(&l->scratch);
}

/* Every word of a sentence has all candidates that are plausible; an answer that no question
 * has is a word without entries, with concepts only. */
static void fill_lexicon(struct learner *l, const struct candidate_set *set,
                         const struct target *targets) {
    g2l2_domain *domain = l->work->domain;
    const struct symbols *answers = &domain->lang.literals;
    if (set->parts != CAT_NONE) {
        parts_fill(l, set);
        domain_close(domain);
        lexicon_index(l->lexicon);
        return;
    }
    fill_words(l, set, targets);
    for (uint32_t i = 0; l->concepts && i < answers->names.n; i++)
        lexicon_add_word(l->lexicon, answers->names.at[i], strlen(answers->names.at[i]));
    /* "left of and behind": of use to whoever speaks so, and costly to consider everywhere. */
    if (l->concepts) domain->syntax.max_conjoined = 1;
    domain->syntax.attach_low = !learner_is_plain(domain, l->options);
    domain_close(domain);
    lexicon_index(l->lexicon);
}

/* ---- concepts ------------------------------------------------------------------------------ */

static void check_scenes(struct learner *l) {
    size_t n = l->options->scenes ? g2l2_scenes_count(l->options->scenes) : 0;
    if (!n) guard_raise(&l->guard, G2L2_STATUS_DATA, 0, 0, "there are no scenes to look at");
    for (size_t i = 0; i < n; i++)
        if (!scenes_get(l->options->scenes, i))
            guard_raise(&l->guard, G2L2_STATUS_DATA, 0, 0, "the scenes are not encoded yet");
}

/* Small random concepts; every answer as likely a value of an attribute as any. */
static void open_params(struct learner *l) {
    struct lexicon *lexicon = l->lexicon;
    const g2l2_domain *domain = l->work->domain;
    uint32_t *offsets = arena_array(&l->arena, uint32_t, domain->concepts.n + 1);
    const char *encoder = scenes_encoder_text(l->options->scenes);
    l->given = encoder && strstr(encoder, " given");
    enum scaling_kind kind = !l->given ? SCALING_MADE : l->groups ? SCALING_ALL : SCALING_COARSE;
    scaling_open(&l->scaling, &l->arena, l->options->scenes, kind, &l->recipe);
    uint32_t n = objective_params(domain, l->scaling.n_to, offsets);
    objective_rows(lexicon, &l->arena, l->scaling.n_to);
    lexicon->params = arena_array(&l->arena, double, lexicon_n_numbers(lexicon) + 1);
    l->concept_of = arena_array(&l->arena, const struct concept *, n + 1);
    for (uint32_t c = 0; c < domain->concepts.n; c++)
        for (uint32_t i = offsets[c]; i < (c + 1 < domain->concepts.n ? offsets[c + 1] : n); i++)
            l->concept_of[i] = &domain->concepts.at[c];
    for (uint32_t w = 0; w < lexicon->words.n; w++) examples_first_params(l, w);
    if (l->groups) groups_use(l->groups, &l->arena, lexicon, NULL, lexicon->words.n);
}

/* ---- examples ------------------------------------------------------------------------------- */

/* The words of its phrases, after its own. */
static void add_places(struct learner *l, struct example *e) {
    phrase_list phrases = {0};
    lexicon_phrases(l->lexicon, &l->arena, e->words, e->n, &phrases);
    if (phrases.n) {
        uint32_t *words = arena_array(&l->arena, uint32_t, e->n + phrases.n);
        memcpy(words, e->words, e->n * sizeof *words);
        for (uint32_t i = 0; i < phrases.n; i++) words[e->n + i] = phrases.at[i].word;
        e->words = words;
        e->n_places += phrases.n;
    }
    if (e->n_places > l->longest) l->longest = e->n_places;
}

static const char **list_texts(struct learner *l, const g2l2_example *e, uint32_t n) {
    const char **texts = arena_array(&l->arena, const char *, n + 1);
    const char *at = cut_sentence(l, e, false);
    for (uint32_t i = 0; i < n; i++) {
        size_t length = strcspn(at, " ");
        texts[i] = arena_strndup(&l->arena, at, length);
        at += length + (at[length] == ' ');
    }
    return texts;
}

uint32_t examples_count_words(const char *sentence) {
    uint32_t n = 1;
    for (const char *at = sentence; (at = strchr(at, ' ')); at++) n++;
    return n;
}

/* Examples by their sentences, of which a data set has each once: of millions, few may differ. */
struct twins {
    uint32_t *at, n, cap; /* [cap] their numbers + 1, by the address of the sentence */
};

static uint32_t *twin_at(const struct learner *l, const struct twins *t, const char *sentence) {
    uint32_t i = (uint32_t)hash_mix(0, (uintptr_t)sentence) & (t->cap - 1);
    while (t->at[i] && l->sentences[l->examples[t->at[i] - 1].number] != sentence)
        i = (i + 1) & (t->cap - 1);
    return &t->at[i];
}

static void add_twin(struct learner *l, struct twins *t, uint32_t example) {
    if (2 * t->n >= t->cap) {
        struct twins wider = {.cap = t->cap ? 2 * t->cap : 256, .n = t->n};
        wider.at = arena_zalloc(&l->scratch, wider.cap * sizeof *wider.at);
        for (uint32_t i = 0; i < t->cap; i++)
            if (t->at[i])
                *twin_at(l, &wider, l->sentences[l->examples[t->at[i] - 1].number]) = t->at[i];
        *t = wider;
    }
    *twin_at(l, t, l->sentences[l->examples[example].number]) = example + 1;
    t->n++;
}

/* Of the words of a sentence those that are one become one. */
static uint32_t join_words(const struct learner *l, const char *sentence, uint32_t *words) {
    uint32_t n = 0;
    for (const char *at = sentence; *at;) {
        size_t length = idioms_word(l, at);
        if (length) words[n++] = lexicon_find(l->lexicon, at, length);
        at += length + strspn(at + length, " ");
    }
    return n;
}

static void read_words(struct learner *l, struct example *out) {
    text_spans spans = {0};
    const char *sentence = l->sentences[out->number];
    if (l->work->domain->words) sentence = lexicon_fold(&l->arena, sentence, &spans);
    uint32_t max = examples_count_words(sentence);
    uint32_t *words = arena_array(&l->arena, uint32_t, max + 1);
    out->words = words;
    out->n = out->n_places = l->idioms.names.n ? join_words(l, sentence, words)
                                               : lexicon_words(l->lexicon, sentence, words, max);
    out->spans = spans.at;
    out->source = spans.n ? g2l2_dataset_get(l->data, out->number).sentence : NULL;
    add_places(l, out);
}

static void read_example(struct learner *l, struct twins *twins, uint32_t number,
                         const struct target *target) {
    g2l2_example e = g2l2_dataset_get(l->data, number);
    struct example *out = &l->examples[l->n];
    uint32_t twin = twins->cap ? *twin_at(l, twins, l->sentences[number]) : 0;
    *out = twin ? l->examples[twin - 1] : (struct example){0};
    out->number = number;
    out->target = target;
    if (!twin) read_words(l, out);
    if (l->world) {
        if (e.scene >= g2l2_scenes_count(l->options->scenes))
            refuse(l, &e, "the sentence", e.sentence, "it is about no scene");
        out->scene = l->concepts ? &l->scaling.scenes[e.scene] : &l->stated[e.scene];
        if (l->objective->factored) out->texts = list_texts(l, &e, out->n);
    }
    if (!out->n || out->n > l->recipe.max_length) return;
    if (!twin) add_twin(l, twins, l->n);
    l->n++;
}

/* ---- one sentence, several worlds ---- */

static bool is_about(const struct example *e, const struct scene *scene) {
    for (uint32_t i = 0; e->worlds && i < e->worlds->n; i++)
        if (e->worlds->scenes[i] == scene) return true;
    return e->scene == scene;
}

static void add_world(struct learner *l, struct example *to, const struct example *e) {
    uint32_t n = to->worlds ? to->worlds->n : 1;
    struct worlds *worlds = arena_new(&l->arena, struct worlds);
    const struct scene **scenes = arena_array(&l->arena, const struct scene *, n + 1);
    const struct target **targets = arena_array(&l->arena, const struct target *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        scenes[i] = to->worlds ? to->worlds->scenes[i] : to->scene;
        targets[i] = to->worlds ? to->worlds->targets[i] : to->target;
    }
    scenes[n] = e->scene;
    targets[n] = e->target;
    *worlds = (struct worlds){n + 1, scenes, targets};
    to->worlds = worlds;
}

/* The same sentence means the same in all worlds: one example for up to so many of them. */
static void join_worlds(struct learner *l) {
    struct symbols seen;
    VEC(uint32_t) latest = {0}; /* [seen] the example of a sentence that others join */
    struct buf key;
    uint32_t n = 0;
    symbols_init(&seen, &l->arena);
    buf_init(&key, &l->arena);
    for (uint32_t i = 0; i < l->n; i++) {
        const struct example e = l->examples[i];
        key.n = 0;
        for (uint32_t k = 0; k < e.n; k++) buf_printf(&key, "%u %s\n", e.words[k], e.texts[k]);
        uint32_t sentence = symbols_add(&seen, key.at, key.n);
        bool is_new = sentence == latest.n;
        if (is_new) vec_push(&l->arena, &latest, n);
        struct example *to = &l->examples[latest.at[sentence]];
        uint32_t n_worlds = !is_new && to->worlds ? to->worlds->n : 1;
        if (!is_new && !is_about(to, e.scene) && n_worlds < l->recipe.answer_worlds) {
            add_world(l, to, &e);
            continue;
        }
        latest.at[sentence] = n;
        l->examples[n++] = e;
    }
    l->n = n;
}

/* Short ones first, in the order of the data otherwise; without room for a second list of them. */
static void sort_by_length(struct learner *l) {
    uint32_t longest = 0;
    for (uint32_t i = 0; i < l->n; i++)
        if (l->examples[i].n > longest) longest = l->examples[i].n;
    uint32_t *first = arena_zalloc(&l->scratch, ((size_t)longest + 2) * sizeof *first);
    uint32_t *to = arena_array(&l->scratch, uint32_t, l->n + 1);
    for (uint32_t i = 0; i < l->n; i++) {
        to[i] = l->examples[i].n;
        first[to[i] + 1]++;
    }
    for (uint32_t i = 0; i <= longest; i++) first[i + 1] += first[i];
    for (uint32_t i = 0; i < l->n; i++) to[i] = first[to[i]]++;
    for (uint32_t i = 0; i < l->n; i++)
        while (to[i] != i) {
            uint32_t k = to[i], other = to[k];
            struct example e = l->examples[k];
            l->examples[k] = l->examples[i];
            l->examples[i] = e;
            to[k] = k;
            to[i] = other;
        }
    arena_free(&l->scratch);
}

static void read_examples(struct learner *l, const struct target *targets) {
    uint32_t n = (uint32_t)g2l2_dataset_count(l->data);
    struct twins twins = {0};
    l->examples = arena_array(&l->arena, struct example, n + 1);
    for (uint32_t i = 0; i < n; i++) read_example(l, &twins, i, &targets[l->target_of[i]]);
    if (!l->n)
        guard_raise(&l->guard, G2L2_STATUS_DATA, 0, 0,
                    "there is no example of 1 to %.0f words to learn from", l->recipe.max_length);
    if (l->objective->factored && l->world) join_worlds(l);
    sort_by_length(l);
}

/* ---- memory ----------------------------------------------------------------------------------- */

static void open_slots(struct learner *l) {
    const struct lexicon *lexicon = l->lexicon;
    size_t n = lexicon->slots.n + 1, n_words = lexicon->words.n + 1;
    size_t n_params = lexicon_n_numbers(lexicon) + 1;
    l->initial = arena_array(&l->arena, uint32_t, n);
    l->m = arena_zalloc(&l->arena, n * sizeof *l->m);
    l->v = arena_zalloc(&l->arena, n * sizeof *l->v);
    l->weight = arena_zalloc(&l->arena, n * sizeof *l->weight);
    l->live = arena_zalloc(&l->arena, n);
    l->sense = arena_zalloc(&l->arena, n);
    l->uses = arena_zalloc(&l->arena, n * sizeof *l->uses);
    l->keep = arena_zalloc(&l->arena, n);
    l->n_initial = arena_zalloc(&l->arena, n_words * sizeof *l->n_initial);
    l->steps = arena_zalloc(&l->arena, n_words * sizeof *l->steps);
    l->sightings = arena_zalloc(&l->arena, n_words * sizeof *l->sightings);
    l->several = arena_zalloc(&l->arena, n_words);
    l->param_m = arena_zalloc(&l->arena, n_params * sizeof *l->param_m);
    l->param_v = arena_zalloc(&l->arena, n_params * sizeof *l->param_v);
    if (l->objective->ranks) {
        l->anchor = arena_array(&l->arena, double, n);
        memcpy(l->anchor, lexicon->tau, lexicon->slots.n * sizeof *l->anchor);
    }
    for (uint32_t s = 0; s < lexicon->slots.n; s++) l->initial[s] = lexicon->slots.at[s].entry;
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        l->n_initial[w] = lexicon->words.at[w].n;
        if (l->n_initial[w] > l->most_slots) l->most_slots = l->n_initial[w];
        adam_weigh(l, w);
    }
}

/* Beyond the budget of time, since without candidates there is no model: a share of it, within bounds. */
#define LISTING_SHARE .5
#define LISTING_LEAST .05 /* seconds */
#define LISTING_MOST  .5

/* Sets of candidates can be large beyond measure; those of the definitions here take milliseconds. */
static void fill_in_time(struct learner *l, const struct candidate_set *set,
                         const struct target *targets) {
    struct budget time;
    budget_start(&time, &l->options->budget);
    time.given.steps = 0; /* those are updates */
    double beyond = LISTING_SHARE * l->options->budget.seconds;
    time.deadline = l->deadline + fmin(fmax(beyond, LISTING_LEAST), LISTING_MOST);
    l->work->domain->arena.budget = &time;
    fill_lexicon(l, set, targets);
    l->work->domain->arena.budget = NULL;
}

void examples_open(struct learner *l, const struct candidate_set *set) {
    l->lexicon = &l->work->lexicon;
    rng_seed(&l->rng, l->options->seed);
    if (l->world) check_scenes(l);
    open_worlds(l);
    cut_sentences(l);
    if (l->seeks_idioms) idioms_find(l);
    list_targets(l);
    learner_add_literals(l, &l->arena, l->work->domain);
    const struct target *targets = read_targets(l);
    fill_in_time(l, set, targets);
    if (l->concepts) open_params(l);
    read_examples(l, targets);
    open_slots(l);
    templates_open(l);
    if (l->objective->factored) factors_open(l);
}
