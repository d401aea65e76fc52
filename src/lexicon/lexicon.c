/* Words, slots and groups. */
#include <math.h>
#include <string.h>

#include "lexicon/lexicon.h"

void lexicon_init(struct lexicon *self, struct arena *arena, const g2l2_domain *domain) {
    *self = (struct lexicon){.arena = arena, .domain = domain, .vain = LEXICON_VAIN};
    symbols_init(&self->names, arena);
}

/* Where an entry is: its number + 1, or 0 where it would be. */
static uint32_t *entry_place(const struct lexicon *self, struct candidate c) {
    uint32_t mask = self->cap_entries - 1;
    uint32_t i = (uint32_t)hash_mix(c.cat, c.program ? c.program->hash : 0) & mask;
    for (; self->entry_places[i]; i = (i + 1) & mask) {
        const struct candidate *other = &self->entries.at[self->entry_places[i] - 1];
        if (other->cat == c.cat && other->program == c.program) break;
    }
    return &self->entry_places[i];
}

static void widen_entries(struct lexicon *self) {
    self->cap_entries = self->cap_entries ? self->cap_entries * 2 : 64;
    self->entry_places = arena_zalloc(self->arena, self->cap_entries * sizeof *self->entry_places);
    for (uint32_t i = 0; i < self->entries.n; i++) *entry_place(self, self->entries.at[i]) = i + 1;
}

uint32_t lexicon_entry(struct lexicon *self, cat_id cat, const struct term *program) {
    struct candidate c = {cat, program};
    if (self->entries.n * 2 >= self->cap_entries) widen_entries(self);
    uint32_t *place = entry_place(self, c);
    if (*place) return *place - 1;
    vec_push(self->arena, &self->entries, c);
    *place = self->entries.n;
    return *place - 1;
}

uint32_t lexicon_add_word(struct lexicon *self, const char *text, size_t length) {
    uint32_t word = symbols_add(&self->names, text, length);
    if (word == self->words.n)
        vec_push(self->arena, &self->words,
                 ((struct word){.first = self->slots.n, .empty = UINT32_MAX}));
    return word;
}

void lexicon_reserve(struct lexicon *self, uint32_t n) {
    if (n <= self->slots.cap) return;
    double *tau = arena_array(self->arena, double, n);
    struct slot *slots = arena_array(self->arena, struct slot, n);
    if (self->slots.n) memcpy(tau, self->tau, self->slots.n * sizeof *tau);
    if (self->slots.n) memcpy(slots, self->slots.at, self->slots.n * sizeof *slots);
    self->tau = tau;
    self->slots.at = slots;
    self->tau_cap = self->slots.cap = n;
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

double lexicon_log_total(const struct lexicon *self, const struct word *w) {
    double most = -INFINITY, all = 0;
    for (uint32_t s = w->first; s < w->first + w->n; s++)
        if (!self->slots.at[s].off) most = fmax(most, self->tau[s]);
    for (uint32_t s = w->first; s < w->first + w->n; s++)
        if (!self->slots.at[s].off) all += exp(self->tau[s] - most);
    return most + log(all);
}

double lexicon_silence(const struct lexicon *self, uint32_t word) {
    const struct word *w = &self->words.at[word];
    if (w->empty == UINT32_MAX || !w->n_groups) return w->empty != UINT32_MAX;
    return exp(self->tau[w->empty] - lexicon_log_total(self, w));
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

/* One word further in a phrase: where that is, or PHRASE_NONE, and the phrase of several words
 * that ends there, or SYMBOL_NONE. */
static uint32_t go_on(const struct lexicon *self, uint32_t at, uint32_t token, uint32_t *word) {
    const struct phrase_step *step = self->n_steps ? step_at(self, at, token) : NULL;
    *word = step && step->to ? step->word : SYMBOL_NONE;
    return step && step->to ? step->to : PHRASE_NONE;
}

/* Texts that begin at a word, where the words before it have led to: of any length, if what follows is as it should be. */
static void find_ends(const struct lexicon *self, struct arena *arena, const uint32_t *words,
                      uint32_t n, uint32_t text, uint32_t from, phrase_list *out) {
    for (uint32_t end = text + 1; end <= n && end <= text + LEXICON_MAX_TEXT; end++)
        for (uint32_t i = end, at = from, word; i <= n && at != PHRASE_NONE; i++) {
            at = go_on(self, at, i < n ? words[i] : self->end, &word);
            if (word != SYMBOL_NONE)
                vec_push(arena, out, ((struct phrase){word, text, end, UINT32_MAX}));
        }
}

/* Whatever stands between the words from `begin` on and some that follow. */
static void find_texts(const struct lexicon *self, struct arena *arena, const uint32_t *words,
                       uint32_t n, uint32_t begin, phrase_list *out) {
    uint32_t word, at = PHRASE_START;
    for (uint32_t text = begin + 1; text < n; text++) {
        at = go_on(self, at, words[text - 1], &word);
        uint32_t inside = at == PHRASE_NONE ? at : go_on(self, at, self->text, &word);
        if (at == PHRASE_NONE) return;
        if (inside != PHRASE_NONE) find_ends(self, arena, words, n, text, inside, out);
    }
}

void lexicon_phrases(const struct lexicon *self, struct arena *arena, const uint32_t *words,
                     uint32_t n, phrase_list *out) {
    for (uint32_t begin = 0; self->n_steps && begin < n; begin++) {
        uint32_t at = PHRASE_START, word;
        for (uint32_t end = begin; end < n && at != PHRASE_NONE; end++) {
            at = go_on(self, at, words[end], &word);
            if (word != SYMBOL_NONE)
                vec_push(arena, out, ((struct phrase){word, begin, end + 1, UINT32_MAX}));
        }
        if (self->text != SYMBOL_NONE) find_texts(self, arena, words, n, begin, out);
    }
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
    self->text = lexicon_find(self, LEXICON_TEXT, strlen(LEXICON_TEXT));
    self->end = lexicon_find(self, LEXICON_END, strlen(LEXICON_END));
    self->figures = SYMBOL_NONE;
    if (self->domain->spoken) self->figures = lexicon_find(self, TEXT_NUMBER, strlen(TEXT_NUMBER));
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

static bool is_blank(char c) {
    return (unsigned char)c <= ' ' && (c == ' ' || c == '\t' || c == '\r' || c == '\n');
}

bool lexicon_is_figures(const char *text, size_t length) {
    size_t digits = 0;
    for (size_t i = *text == '-'; i < length; i++) {
        if (text[i] >= '0' && text[i] <= '9') digits++;
        else if (text[i] != '.' && text[i] != ',') return false;
    }
    return digits > 0;
}

/* By hand: strcspn makes a table of its set first, which takes longer than most words. */
uint32_t lexicon_words(const struct lexicon *self, const char *sentence, uint32_t *words,
                       uint32_t max) {
    uint32_t n = 0;
    for (const char *at = sentence, *end; *at; at = end) {
        while (is_blank(*at)) at++;
        for (end = at; *end && !is_blank(*end);) end++;
        if (end == at) break;
        if (n == max) return max + 1;
        words[n++] = lexicon_find(self, at, (size_t)(end - at));
        if (words[n - 1] == SYMBOL_NONE && lexicon_is_figures(at, (size_t)(end - at)))
            words[n - 1] = self->figures;
    }
    return n;
}

const char *lexicon_fold(struct arena *arena, const char *sentence, text_spans *spans) {
    struct buf out;
    buf_init(&out, arena);
    buf_puts(&out, LEXICON_START);
    *spans = (text_spans){0};
    vec_push(arena, spans, ((struct text_span){0, 0}));
    text_words(sentence, strlen(sentence), &out, spans);
    return out.at;
}

static bool ends_sentence(const char *word) {
    return *word == '.' || *word == '?' || *word == '!' ||
           ((unsigned char)*word >= 0x80 && text_is_mark(word));
}

const char *lexicon_spoken(const struct lexicon *self, struct arena *arena, const char *sentence) {
    struct buf cut, out;
    if (text_is_spoken(sentence)) return sentence;
    sentence = text_composed(arena, sentence);
    buf_init(&cut, arena);
    buf_init(&out, arena);
    text_spoken(sentence, strlen(sentence), &cut);
    buf_puts(&out, "");
    size_t end = 0; /* of the last word that ends no sentence */
    for (const char *at = cut.at; *at;) {
        size_t n = strcspn(at, " ");
        bool unseen = self && text_is_mark(at) && lexicon_find(self, at, n) == SYMBOL_NONE;
        if (!unseen) {
            if (out.n) buf_puts(&out, " ");
            buf_put(&out, at, n);
            if (!ends_sentence(at)) end = out.n;
        }
        at += n + (at[n] == ' ');
    }
    if (end) out.at[end] = 0;
    return out.at;
}

/* ---- openers ------------------------------------------------------------------------------ */

static bool same_opener(const struct opener *a, const struct opener *b) {
    if (a->scope != b->scope || a->never.n != b->never.n) return false;
    return !a->never.n || !memcmp(a->never.at, b->never.at, a->never.n * sizeof *a->never.at);
}

uint32_t lexicon_add_opener(struct lexicon *self, const struct opener *opener) {
    uint32_t i = 0;
    if (!self->openers.n) vec_push(self->arena, &self->openers, ((struct opener){0}));
    while (i < self->openers.n && !same_opener(&self->openers.at[i], opener)) i++;
    if (i == LEXICON_MAX_OPENERS) return 0;
    if (i == self->openers.n) vec_push(self->arena, &self->openers, *opener);
    return i;
}
