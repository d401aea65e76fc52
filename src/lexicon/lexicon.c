/* Words, slots and groups. */
#include <string.h>

#include "lexicon/lexicon.h"

void lexicon_init(struct lexicon *self, struct arena *arena, const g2l2_domain *domain) {
    *self = (struct lexicon){.arena = arena, .domain = domain};
    symbols_init(&self->names, arena);
}

uint32_t lexicon_entry(struct lexicon *self, cat_id cat, const struct term *program) {
    for (uint32_t i = 0; i < self->entries.n; i++)
        if (self->entries.at[i].cat == cat && self->entries.at[i].program == program) return i;
    vec_push(self->arena, &self->entries, ((struct candidate){cat, program}));
    return self->entries.n - 1;
}

uint32_t lexicon_add_word(struct lexicon *self, const char *text, size_t length) {
    uint32_t word = symbols_add(&self->names, text, length);
    if (word == self->words.n)
        vec_push(self->arena, &self->words,
                 ((struct word){.first = self->slots.n, .empty = UINT32_MAX}));
    return word;
}

void lexicon_add_slot(struct lexicon *self, uint32_t entry, double tau, bool locked) {
    if (self->slots.n == self->tau_cap)
        self->tau = vec_grow(self->arena, self->tau, self->slots.n, &self->tau_cap, sizeof(double));
    self->tau[self->slots.n] = tau;
    vec_push(self->arena, &self->slots, ((struct slot){.entry = entry, .locked = locked}));
    self->words.at[self->words.n - 1].n++;
}

void lexicon_turn_off(struct lexicon *self) {
    self->slots.at[self->slots.n - 1].off = true;
}

void lexicon_set_use(struct lexicon *self, uint32_t slot, uint32_t uses, const char *example) {
    static const char space[] = " \t\r\n";
    struct buf words;
    buf_init(&words, self->arena);
    for (const char *at = uses && example ? example : ""; *(at += strspn(at, space));) {
        size_t n = strcspn(at, space);
        if (words.n) buf_puts(&words, " ");
        buf_put(&words, at, n);
        at += n;
    }
    self->slots.at[slot].uses = uses;
    self->slots.at[slot].example = words.n ? words.at : NULL;
}

static cat_id slot_cat(const struct lexicon *self, uint32_t slot) {
    return self->entries.at[self->slots.at[slot].entry].cat;
}

/* By category; what is off comes last. */
static uint32_t slot_rank(const struct lexicon *self, uint32_t slot) {
    return self->slots.at[slot].off ? UINT32_MAX : slot_cat(self, slot);
}

/* Insertion sort: stable, and the slots are nearly always in order already. */
static void sort_slots(struct lexicon *self, const struct word *w) {
    for (uint32_t i = w->first + 1; i < w->first + w->n; i++)
        for (uint32_t j = i; j > w->first && slot_rank(self, j - 1) > slot_rank(self, j); j--) {
            struct slot slot = self->slots.at[j];
            double tau = self->tau[j];
            self->slots.at[j] = self->slots.at[j - 1];
            self->tau[j] = self->tau[j - 1];
            self->slots.at[j - 1] = slot;
            self->tau[j - 1] = tau;
        }
}

static const struct schema *slot_schema(const struct lexicon *self, uint32_t slot) {
    const struct syntax *syntax = &self->domain->syntax;
    const struct category *c = &syntax->cats.at[slot_cat(self, slot)];
    return c->kind == CAT_KIND_SCHEMA ? &syntax->schemas.at[c->schema] : NULL;
}

uint32_t lexicon_case(const struct lexicon *self, uint32_t slot, cat_id cat) {
    const struct schema *schema = slot_schema(self, slot);
    for (uint32_t i = 0; schema && i < schema->cases.n; i++)
        if (schema->cases.at[i].cat == cat) return i + 1;
    return 0;
}

const struct term *lexicon_program(const struct lexicon *self, uint32_t slot, cat_id cat) {
    uint32_t number = lexicon_case(self, slot, cat);
    if (number) return slot_schema(self, slot)->cases.at[number - 1].program;
    return self->entries.at[self->slots.at[slot].entry].program;
}

/* The groups of one slot; `at` NULL: how many. */
static uint32_t groups_of_slot(const struct lexicon *self, uint32_t slot, struct group *at) {
    const struct schema *schema = slot_schema(self, slot);
    uint32_t n = 0, n_cases = schema ? schema->cases.n : 0;
    if (!schema || schema->kind != SCHEMA_CASES) {
        if (at) at[n] = (struct group){slot_cat(self, slot), slot, 1};
        n++;
    }
    for (uint32_t i = 0; at && i < n_cases; i++)
        at[n + i] = (struct group){schema->cases.at[i].cat, slot, 1};
    return n + n_cases;
}

/* The groups of a word are written to `at`; there is room for what count_groups says. */
static uint32_t find_groups(struct lexicon *self, struct word *w, struct group *at) {
    uint32_t n = 0;
    w->empty = UINT32_MAX;
    for (uint32_t i = w->first; i < w->first + w->n && !self->slots.at[i].off; i++) {
        cat_id cat = slot_cat(self, i);
        if (cat == CAT_EMPTY) w->empty = i;
        else if (n && at[n - 1].cat == cat) at[n - 1].n++;
        else n += groups_of_slot(self, i, at + n);
    }
    return n;
}

static uint32_t count_groups(const struct lexicon *self, const struct word *w) {
    uint32_t n = 0, last = CAT_NONE;
    for (uint32_t i = w->first; i < w->first + w->n && !self->slots.at[i].off; i++) {
        cat_id cat = slot_cat(self, i);
        bool schema = slot_schema(self, i) != NULL; /* each has groups of its own */
        if (cat != CAT_EMPTY && (cat != last || schema)) n += groups_of_slot(self, i, NULL);
        last = cat;
    }
    return n;
}

void lexicon_index_word(struct lexicon *self, uint32_t w) {
    struct word *word = &self->words.at[w];
    struct group *first = self->groups.at ? self->groups.at + word->first_group : NULL;
    sort_slots(self, word);
    word->n_groups = find_groups(self, word, first);
}

/* ---- phrases ---------------------------------------------------------------------------- */

static struct phrase_step *step_at(const struct lexicon *self, uint32_t from, uint32_t token) {
    uint32_t mask = self->cap_steps - 1, i = (uint32_t)hash_mix(from, token) & mask;
    for (; self->steps[i].to; i = (i + 1) & mask)
        if (self->steps[i].from == from && self->steps[i].token == token) break;
    return &self->steps[i];
}

uint32_t lexicon_phrase(const struct lexicon *self, uint32_t at, uint32_t token, uint32_t *word) {
    const struct phrase_step *step = self->n_steps ? step_at(self, at, token) : NULL;
    *word = step && step->to ? step->word : SYMBOL_NONE;
    return step && step->to ? step->to : PHRASE_NONE;
}

static void widen_steps(struct lexicon *self) {
    struct phrase_step *old = self->steps;
    uint32_t n = self->cap_steps;
    self->cap_steps = n ? n * 2 : 64;
    self->steps = arena_zalloc(self->arena, self->cap_steps * sizeof *self->steps);
    for (uint32_t i = 0; i < n; i++)
        if (old[i].to) *step_at(self, old[i].from, old[i].token) = old[i];
}

static uint32_t add_step(struct lexicon *self, uint32_t from, uint32_t token) {
    if ((self->n_steps + 1) * 2 > self->cap_steps) widen_steps(self);
    struct phrase_step *step = step_at(self, from, token);
    if (!step->to) *step = (struct phrase_step){from, token, ++self->n_steps, SYMBOL_NONE};
    return step->to;
}

/* Its words are known words from now on, if only as parts of phrases. */
static void add_phrase(struct lexicon *self, uint32_t phrase) {
    uint32_t at = PHRASE_START, before = at, token = SYMBOL_NONE;
    for (const char *name = self->names.names.at[phrase]; *name; name += *name == ' ') {
        size_t n = strcspn(name, " ");
        before = at;
        token = lexicon_add_word(self, name, n);
        at = add_step(self, at, token);
        name += n;
    }
    step_at(self, before, token)->word = phrase;
}

static void find_phrases(struct lexicon *self) {
    self->n_steps = self->cap_steps = 0;
    self->has_phrases = false;
    for (uint32_t w = 0, n = self->names.names.n; w < n; w++)
        if (strchr(self->names.names.at[w], ' ')) {
            self->has_phrases = true;
            add_phrase(self, w);
        }
}

void lexicon_index(struct lexicon *self) {
    find_phrases(self);
    self->groups.n = 0;
    for (uint32_t w = 0; w < self->words.n; w++) {
        struct word *word = &self->words.at[w];
        sort_slots(self, word);
        word->first_group = self->groups.n;
        for (uint32_t i = count_groups(self, word); i > 0; i--)
            vec_push(self->arena, &self->groups, (struct group){0});
        lexicon_index_word(self, w);
    }
}

void lexicon_drop(struct lexicon *self, uint32_t w, const bool *keep,
                  void (*move)(void *context, uint32_t from, uint32_t to), void *context) {
    struct word *word = &self->words.at[w];
    uint32_t to = word->first;
    for (uint32_t from = word->first; from < word->first + word->n; from++) {
        if (!keep[from]) continue;
        self->slots.at[to] = self->slots.at[from];
        self->tau[to] = self->tau[from];
        if (move && from != to) move(context, from, to);
        to++;
    }
    word->n = to - word->first;
}

uint32_t lexicon_find(const struct lexicon *self, const char *text, size_t length) {
    return symbols_find(&self->names, text, length);
}

uint32_t lexicon_words(const struct lexicon *self, const char *sentence, uint32_t *words,
                       uint32_t max) {
    uint32_t n = 0;
    for (const char *at = sentence; *at;) {
        size_t length = strcspn(at, " \t\r\n");
        if (length) {
            if (n == max) return max + 1;
            words[n++] = lexicon_find(self, at, length);
        }
        at += length + strspn(at + length, " \t\r\n");
    }
    return n;
}
