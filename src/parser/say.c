/* Sentences for a meaning: parsing turned around.
 *
 *     UP UP DOWN ─▶  *            any word at all, in every place
 *                    * *          ─▶ chart ─▶ plan ─▶ exact, which drops what is no part of the
 *                    * * *                            target ─▶ entries in each place ─▶ words
 *                    * * * *      rise twice then dip  ─▶ parser: is that what it means?
 *
 * A lexicon with one word that has the entries of all words makes a sentence of n words the chart of
 * all sentences of n words. The rest is what learning does with a target: derivations that mean it
 * are kept, packed, and the heaviest of them are read off. Each sentence is then parsed as any other,
 * with the model's own lexicon; it counts if the target is its best reading. What people say between such
 * words is put back where the meaning stays the same (familiar.c): "go forward 10 steps". */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parser/sentences.h"

#define MAX_WAYS  24u       /* sentences that are kept for a part */
#define MAX_STEPS 20000000u /* pieces of work for one length: a second or two */

/* Words for a part of the sentence: [n] slots of the lexicon of all words. */
struct wording {
    double weight; /* log */
    uint32_t n;
    const uint32_t *slots;
};

struct wordings {
    uint32_t n;
    struct wording at[MAX_WAYS]; /* the heaviest first */
};

struct swap {
    const char *number, *by;
};

struct sayer {
    g2l2_parser *parser;
    g2l2_sentences *out;
    const char *meaning; /* as readings are written, once it is known */
    size_t n_best;
    struct target target;
    VEC(struct swap) swaps; /* numbers that no example has, by such as they have */
    struct familiar *familiar;
    struct lexicon all;  /* one word, whose slots have the word they are from as their example */
    struct arena length; /* for sentences of one length */
    struct exact *exact;
    const struct wordings **of_item; /* [items] NULL: not yet */
};

/* ---- a word that can be any ---------------------------------------------------------------------- */

/* Words that stand for others, such as <number>, are not said. */
static bool can_be_said(const char *name) {
    return !strchr(name, '<');
}

/* Any number may be an argument; those of the examples are said as words are. */
static void add_numerals(struct sayer *s) {
    const struct lexicon *from = s->parser->lexicon;
    const struct lang *lang = &from->domain->lang;
    for (uint32_t i = 0; i < from->numerals.n; i++) {
        const struct slot *slot = &from->slots.at[from->words.at[from->figures].first];
        cat_id cat = from->entries.at[slot->entry].cat;
        uint32_t entry = lexicon_entry(&s->all, cat, from->numerals.at[i]);
        lexicon_add_slot(&s->all, entry, 0, false);
        s->all.slots.at[s->all.slots.n - 1].example = lang->ops.at[from->numerals.at[i]->op].name;
    }
}

static void gather(struct sayer *s, struct arena *arena) {
    const struct lexicon *from = s->parser->lexicon;
    lexicon_init(&s->all, arena, from->domain);
    lexicon_add_word(&s->all, "*", 1);
    for (uint32_t i = 0; i < from->words.n; i++) {
        const struct word *w = &from->words.at[i];
        const char *name = from->names.names.at[i];
        double total = lexicon_log_total(from, w);
        for (uint32_t k = w->first; k < w->first + w->n && can_be_said(name); k++) {
            struct candidate c = from->entries.at[from->slots.at[k].entry];
            if (from->slots.at[k].off || c.cat == CAT_EMPTY) continue;
            lexicon_add_slot(&s->all, lexicon_entry(&s->all, c.cat, c.program),
                             from->tau[k] - total, false);
            s->all.slots.at[s->all.slots.n - 1].example = name;
        }
    }
    add_numerals(s);
    lexicon_index(&s->all);
}

/* ---- numbers that no example has --------------------------------------------------------------- */

static size_t number_at(const char *text) {
    size_t n = strspn(text + (*text == '-'), "0123456789.") + (*text == '-');
    return lexicon_is_figures(text, n) ? n : 0;
}

/* Numbers of a text by others. */
static const char *swap(struct sayer *s, const char *text, bool back) {
    struct buf out;
    buf_init(&out, &s->out->arena);
    buf_puts(&out, "");
    while (*text) {
        size_t n = number_at(text);
        const char *other = NULL;
        for (uint32_t i = 0; i < s->swaps.n && n && !other; i++) {
            struct swap w = s->swaps.at[i];
            const char *from = back ? w.by : w.number;
            if (strlen(from) == n && !memcmp(from, text, n)) other = back ? w.number : w.by;
        }
        if (other) buf_puts(&out, other);
        else buf_put(&out, text, n ? n : 1);
        text += n ? n : 1;
    }
    return out.at;
}

/* A number that can be said and that the meaning does not have; NULL: there is no more. */
static const char *find_numeral(const struct sayer *s, const char *meaning) {
    const struct lexicon *lexicon = s->parser->lexicon;
    for (uint32_t i = 0; i < lexicon->numerals.n; i++) {
        const char *name = lexicon->domain->lang.ops.at[lexicon->numerals.at[i]->op].name;
        bool taken = strstr(meaning, name) != NULL;
        for (uint32_t k = 0; k < s->swaps.n; k++) taken |= !strcmp(s->swaps.at[k].by, name);
        if (!taken) return name;
    }
    return NULL;
}

/* What can be said of one number can be said of another: the meaning with numbers that examples have. */
static const char *swap_numbers(struct sayer *s, const char *meaning) {
    const struct lang *lang = &s->parser->lexicon->domain->lang;
    if (s->parser->lexicon->figures == SYMBOL_NONE) return meaning;
    for (const char *at = meaning; *at;) {
        size_t n = number_at(at);
        const char *number = arena_strndup(&s->out->arena, at, n), *by;
        at += n ? n : 1;
        if (!n || lang_literal_find(lang, number, n) != OP_NONE) continue;
        if ((by = find_numeral(s, meaning)))
            vec_push(&s->out->arena, &s->swaps, ((struct swap){number, by}));
    }
    return swap(s, meaning, false);
}

/* ---- words of a derivation ------------------------------------------------------------------------- */

static void keep(struct wordings *all, struct wording one) {
    uint32_t at = all->n;
    if (at == MAX_WAYS && all->at[at - 1].weight >= one.weight) return;
    if (at < MAX_WAYS) all->n++;
    else at--;
    for (; at && all->at[at - 1].weight < one.weight; at--) all->at[at] = all->at[at - 1];
    all->at[at] = one;
}

static struct wording join(struct sayer *s, const struct wording *a, const struct wording *b) {
    uint32_t *slots = arena_array(&s->length, uint32_t, a->n + b->n);
    memcpy(slots, a->slots, a->n * sizeof *slots);
    memcpy(slots + a->n, b->slots, b->n * sizeof *slots);
    return (struct wording){a->weight + b->weight, a->n + b->n, slots};
}

static const struct wordings *words_of(struct sayer *s, uint32_t item);

static void add_way(struct sayer *s, const struct way *way, struct wordings *out) {
    const struct plan_edge *edge = &s->exact->walk.plan->edges[way->edge];
    if (edge->kind == PLAN_WORD) {
        uint32_t *slot = arena_array(&s->length, uint32_t, 1);
        *slot = way->left;
        keep(out, (struct wording){s->all.tau[way->left], 1, slot});
        return;
    }
    const struct wordings *left = words_of(s, way->left), *right = NULL;
    if (plan_is_node(s->exact->walk.plan, edge->right)) right = words_of(s, way->right);
    for (uint32_t i = 0; i < left->n; i++) {
        if (!right) keep(out, left->at[i]);
        for (uint32_t k = 0; right && k < right->n; k++) {
            bool full = out->n == MAX_WAYS;
            double weight = left->at[i].weight + right->at[k].weight;
            if (full && out->at[MAX_WAYS - 1].weight >= weight) break;
            keep(out, join(s, &left->at[i], &right->at[k]));
        }
    }
}

/* As deep as the derivation. */
static const struct wordings *words_of(struct sayer *s, uint32_t item) {
    if (s->of_item[item]) return s->of_item[item];
    struct wordings *out = arena_zalloc(&s->length, sizeof *out);
    const struct exact *e = s->exact;
    for (uint32_t w = e->items.at[item].first; w != NO_NODE; w = e->ways.at[w].next)
        add_way(s, &e->ways.at[w], out);
    return s->of_item[item] = out;
}

/* ---- sentences of one length --------------------------------------------------------------------------- */

/* Does the model say so, too? */
static bool is_meant(struct sayer *s, const char *text, double *confidence) {
    g2l2_result result;
    g2l2_error err;
    g2l2_status status = g2l2_parser_run(s->parser, text, 1, &result, &err);
    if (status && status != G2L2_STATUS_LIMIT)
        guard_raise(&s->out->guard, status, 0, 0, "%s", err.message);
    if (status || !result.n_readings) return false;
    *confidence = result.readings[0].confidence;
    return !strcmp(result.readings[0].text, s->meaning);
}

static struct named word_said(struct sayer *s, uint32_t slot) {
    const struct lexicon *lexicon = s->parser->lexicon;
    const char *name = s->all.slots.at[slot].example;
    uint32_t word = lexicon_find(lexicon, name, strlen(name));
    return (struct named){s->swaps.n ? swap(s, name, true) : name,
                          word == SYMBOL_NONE ? lexicon->figures : word};
}

/* The words alone, or with what people say between them, where that means the same. */
static void verify(struct sayer *s, const struct wording *words) {
    struct arena *arena = &s->out->arena;
    struct saying found = {.n_words = 0};
    struct named *named = arena_array(arena, struct named, words->n);
    struct buf text;
    buf_init(&text, arena);
    for (uint32_t i = 0; i < words->n; i++) {
        named[i] = word_said(s, words->slots[i]);
        buf_printf(&text, "%s%s", i ? " " : "", named[i].text);
        for (const char *at = named[i].text; at; at = strchr(at + 1, ' ')) found.n_words++;
    }
    found.text = familiar_whole(s->familiar, arena, named, words->n, &found.usual);
    if (sentences_has(s->out, found.text)) return;
    if (!is_meant(s, found.text, &found.confidence)) {
        found.text = text.at;
        if (sentences_has(s->out, found.text) || !is_meant(s, found.text, &found.confidence))
            return;
    }
    vec_push(arena, &s->out->found, found);
}

static bool execute(struct sayer *s, uint32_t n) {
    struct chart *chart = arena_new(&s->length, struct chart);
    struct plan *plan = arena_new(&s->length, struct plan);
    uint32_t *words = arena_zalloc(&s->length, n * sizeof *words);
    struct exact_limits limits = {
        .steps = MAX_STEPS, .target = s->parser->limits.max_target, .by_behaviour = true};
    chart_parse(chart, &s->length, &s->all, words, n, false);
    if (!chart->roots.n) return false;
    plan_make(plan, &s->length, chart);
    struct walk walk = {.plan = plan,
                        .sentence = {.lexicon = &s->all, .words = words},
                        .weight = s->all.tau,
                        .arena = &s->length};
    s->exact = arena_new(&s->length, struct exact);
    exact_run(s->exact, &walk, &s->target, &limits);
    return true;
}

static void say_length(struct sayer *s, uint32_t n) {
    const g2l2_domain *domain = s->parser->lexicon->domain;
    arena_reset(&s->length);
    if (!execute(s, n)) return;
    struct reached reached = exact_reached(s->exact);
    s->of_item = arena_zalloc(&s->length, (s->exact->items.n + 1) * sizeof *s->of_item);
    struct buf text;
    buf_init(&text, &s->length);
    buf_puts(&text, "");
    if (reached.n) domain->kernels->print(s->exact->state, &domain->lang, s->exact->goal, &text);
    s->meaning = s->swaps.n ? swap(s, text.at, true) : text.at;
    for (uint32_t i = 0; i < reached.n; i++) {
        const struct wordings *all = words_of(s, reached.items[i]);
        for (uint32_t k = 0; k < all->n; k++) verify(s, &all->at[k]);
    }
}

static g2l2_status try_length(struct sayer *s, uint32_t n, g2l2_error *err) {
    if (guard_try(&s->out->guard, err)) say_length(s, n);
    return s->out->guard.status;
}

/* ---- the call ----------------------------------------------------------------------------------------- */

static void prepare(struct sayer *s, const char *meaning) {
    const g2l2_domain *domain = s->parser->lexicon->domain;
    struct guard *guard = &s->out->guard;
    const char *why = NULL;
    if (domain->world)
        guard_raise(
            guard, G2L2_STATUS_ARGUMENT, 0, 0,
            "sentences of '%s' are about scenes; what can be said are objects of one, and meanings "
            "that need none",
            domain->name);
    if (domain->expected || domain->mixed || !domain->kernels->read_target)
        guard_raise(guard, G2L2_STATUS_ARGUMENT, 0, 0,
                    "meanings of '%s' are means, and cannot be said", domain->name);
    meaning = swap_numbers(s, meaning);
    if (!domain->kernels->read_target(&s->out->arena, &domain->lang, meaning, &s->target, &why))
        guard_raise(guard, G2L2_STATUS_UNKNOWN, 0, 0, "no sentence means '%.200s': %s", meaning,
                    why ? why : "it is no meaning of this domain");
    gather(s, &s->out->arena);
}

/* The parser reads the sentences that are remembered, and raises at its own guard. */
static g2l2_status listen(struct sayer *s, g2l2_error *err) {
    s->out->arena.guard = &s->parser->guard;
    if (guard_try(&s->parser->guard, err))
        s->familiar = familiar_sentences(&s->out->arena, s->parser);
    s->out->arena.guard = &s->out->guard;
    return s->parser->guard.status;
}

static g2l2_status prepare_guarded(struct sayer *s, const char *meaning, g2l2_error *err) {
    if (guard_try(&s->out->guard, err)) prepare(s, meaning);
    return s->out->guard.status;
}

/* Where fields may be said in any order, only memory knows which. */
static g2l2_status say_as_heard(struct sayer *s, const char *meaning, g2l2_error *err) {
    if (!s->parser->lexicon->fit) return G2L2_STATUS_OK;
    if (guard_try(&s->out->guard, err)) sentences_for_record(s->out, s->parser, meaning, s->n_best);
    return s->out->guard.status;
}

/* Why there is nothing to say: of a term, a name in it that nothing which was learned from has, if there is one. */
static void find_reason(struct sayer *s, const char *meaning) {
    static const char around[] = "(), \t\r\n";
    struct buf text;
    s->out->reason = "no sentence of at most twelve words was found that means it";
    if (!strchr(meaning, '(') || *meaning == '{') return;
    for (size_t n; *(meaning += strspn(meaning, around)); meaning += n) {
        n = strcspn(meaning, around);
        bool number = strspn(meaning, "+-.0123456789") >= n;
        if (number || lang_literal_find(&s->parser->lexicon->domain->lang, meaning, n) != OP_NONE)
            continue;
        buf_init(&text, &s->out->arena);
        buf_printf(&text, "it has '%.*s', which no training example has", (int)n, meaning);
        s->out->reason = text.at;
        return;
    }
}

static g2l2_status find_reason_guarded(struct sayer *s, const char *meaning, g2l2_error *err) {
    if (guard_try(&s->out->guard, err)) find_reason(s, meaning);
    return s->out->guard.status;
}

g2l2_status g2l2_parser_say(g2l2_parser *self, const char *meaning, size_t n_best,
                            g2l2_sentences **out, g2l2_error *err) {
    g2l2_sentences *found = sentences_new(self->limits.max_memory);
    *out = NULL;
    if (!found) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    struct sayer s = {
        .parser = self, .out = found, .n_best = n_best < SENTENCES_MAX ? n_best : SENTENCES_MAX};
    arena_init(&s.length, &found->guard, self->limits.max_memory);
    /* Of the whole call; each sentence that is parsed has as much again. */
    struct budget budget = self->budget;
    budget_start(&budget, &budget.given);
    if (self->arena.budget) s.length.budget = found->arena.budget = &budget;
    g2l2_status status = prepare_guarded(&s, meaning, err);
    if (!status) status = listen(&s, err);
    if (!status) status = say_as_heard(&s, meaning, err);
    bool heard = found->found.n > 0;
    for (uint32_t n = 1; !status && !heard && n <= SENTENCES_MAX_WORDS && found->found.n < s.n_best;
         n++)
        status = try_length(&s, n, err);
    /* Longer sentences would cost more than is allowed: those that were found are the shortest. */
    bool over = status == G2L2_STATUS_INTERRUPTED && found->found.n;
    if (status == G2L2_STATUS_LIMIT || over) status = G2L2_STATUS_OK;
    arena_free(&s.length);
    found->arena.budget = NULL;
    if (!heard) sentences_sort(found, s.n_best);
    if (!status && !found->found.n && !found->reason)
        status = find_reason_guarded(&s, meaning, err);
    if (status) g2l2_sentences_free(found);
    else *out = found;
    return status;
}
