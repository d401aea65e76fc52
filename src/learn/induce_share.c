/* What forms of a verb inherit from each other.
 *
 *     ate   S\NP/NP      eat   V_did\NP/NP     what `eat` does, `ate` does: so do all of its kind
 *     gave  S\NP/NP/NP   give  (by itself)     then `give` has the frames of `gave` as well
 *
 * A form inherits another's frames if nearly all of what its words do, words with the same
 * head do there; and where these are the same words, all that are of one form are of the
 * other. Frames of a form go together where nearly all words that have one have the other: then
 * rare words have both. A word that was seen by itself is of the forms that such words have. Things
 * that bring the same record can be used alike: what fronts `what` fronts `who`. */
#include <string.h>

#include "learn/induce.h"

/* ---- frames that go together ------------------------------------------------------------------ */

/* Of words of a form that have a frame: how often they are used, and how many they are; the same
 * of words that have another frame as well. */
struct company {
    struct induce *self;
    uint32_t n;             /* uses that were seen */
    struct tally mass;      /* (word, form) */
    struct tally with;      /* (form, frame), (form, frame, other frame) */
    struct tally words;     /* (form, frame, other frame) */
    VEC(struct use) frames; /* of each form: each once */
    uint32_t *before;       /* [n] the word's use before it, or NOWHERE */
};

static uint64_t frame_key(const struct use *a, const struct use *b) {
    return key_of(key_of(a->form, a->frame), b->frame);
}

static void list_company(struct company *c) {
    const struct use *uses = c->self->uses.at;
    uint32_t *last = arena_array(&c->self->arena, uint32_t, c->self->words.names.n + 1);
    c->before = arena_array(&c->self->arena, uint32_t, c->n + 1);
    memset(last, 0xff, (c->self->words.names.n + 1) * sizeof *last);
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t id;
        c->before[i] = last[uses[i].word];
        last[uses[i].word] = i;
        *tally_at(&c->mass, key_of(uses[i].word, uses[i].form), NULL) += uses[i].count;
        tally_at(&c->with, key_of(uses[i].form, uses[i].frame), &id);
        if (id == c->frames.n) vec_push(&c->self->arena, &c->frames, uses[i]);
    }
}

static void add_company(struct company *c, const struct use *one, const struct use *other) {
    double mass = tally_get(&c->mass, key_of(one->word, one->form));
    if (one->form != other->form) return;
    *tally_at(&c->with, frame_key(one, other), NULL) += mass;
    ++*tally_at(&c->words, frame_key(one, other), NULL);
}

static void count_company(struct company *c) {
    const struct use *uses = c->self->uses.at;
    list_company(c);
    for (uint32_t i = 0; i < c->n; i++) {
        *tally_at(&c->with, key_of(uses[i].form, uses[i].frame), NULL) +=
            tally_get(&c->mass, key_of(uses[i].word, uses[i].form));
        for (uint32_t k = c->before[i]; k != NOWHERE; k = c->before[k]) {
            add_company(c, &uses[i], &uses[k]);
            add_company(c, &uses[k], &uses[i]);
        }
    }
}

/* "was seen" and "was seen by Emma": what nearly all words do that do the first, all may. */
static void share_company(struct induce *self) {
    struct company c = {.self = self, .n = self->uses.n};
    tally_open(&c.mass, &self->arena);
    tally_open(&c.with, &self->arena);
    tally_open(&c.words, &self->arena);
    count_company(&c);
    for (uint32_t i = 0; i < c.n; i++)
        for (uint32_t k = 0; k < c.frames.n; k++) {
            struct use u = self->uses.at[i], other = c.frames.at[k];
            double all = tally_get(&c.with, key_of(u.form, u.frame));
            if (u.form != other.form) continue;
            if (tally_get(&c.words, frame_key(&u, &other)) < self->recipe->nested_company) continue;
            if (tally_get(&c.with, frame_key(&u, &other)) >= self->recipe->nested_inherits * all)
                induce_add_use(self, u.word, u.form, other.frame, 0);
        }
}

/* ---- forms ------------------------------------------------------------------------------------- */

struct sharing {
    struct induce *self;
    uint32_t n;         /* uses before anything was inherited */
    struct tally known; /* (form, head, frame) */
    VEC(uint32_t) forms;
};

static uint32_t head_at(const struct sharing *s, uint32_t use) {
    return s->self->head_of[s->self->uses.at[use].word];
}

static void open_sharing(struct sharing *s) {
    struct induce *self = s->self;
    struct tally forms;
    tally_open(&s->known, &self->arena);
    tally_open(&forms, &self->arena);
    s->n = self->uses.n;
    for (uint32_t i = 0; i < s->n; i++) {
        const struct use *u = &self->uses.at[i];
        uint32_t id;
        ++*tally_at(&s->known, key_of(u->form, key_of(head_at(s, i), u->frame)), NULL);
        ++*tally_at(&s->known, key_of(u->form, key_of(key_of(29, u->word), u->frame)), NULL);
        tally_at(&forms, u->form + 1, &id);
        if (id == s->forms.n) vec_push(&self->arena, &s->forms, u->form);
    }
}

/* `same`: by the same word, not only by one with the same head. */
static bool inherits(const struct sharing *s, uint32_t form, uint32_t from, bool same) {
    double all = 0, there = 0;
    if (form == from) return false;
    for (uint32_t i = 0; i < s->n; i++) {
        const struct use *u = &s->self->uses.at[i];
        if (u->form != form) continue;
        all++;
        uint64_t who = same ? key_of(29, u->word) : head_at(s, i);
        there += tally_get(&s->known, key_of(from, key_of(who, u->frame))) > 0;
    }
    return all > 0 && there >= s->self->recipe->nested_inherits * all;
}

static void give_frames(struct sharing *s, uint32_t word, uint32_t form, uint32_t from) {
    for (uint32_t i = 0; i < s->n; i++)
        if (s->self->uses.at[i].form == from && head_at(s, i) == s->self->head_of[word])
            induce_add_use(s->self, word, form, s->self->uses.at[i].frame, 0);
}

/* Words that were seen by themselves, and events: how many of them have the form? */
static bool is_usual(const struct sharing *s, uint32_t form) {
    const struct induce *self = s->self;
    uint32_t n_words = self->words.names.n;
    double all = 0, with = 0;
    for (uint32_t w = 0; w < n_words; w++) {
        bool any = false, has = false;
        if (!self->alone[w]) continue;
        for (uint32_t i = 0; i < s->n; i++) {
            any |= self->uses.at[i].word == w;
            has |= self->uses.at[i].word == w && self->uses.at[i].form == form;
        }
        all += any;
        with += has;
    }
    return all > 0 && with >= self->recipe->nested_usual * all;
}

static void share_form(struct sharing *s, uint32_t form, uint32_t from) {
    struct induce *self = s->self;
    bool usual = is_usual(s, form), same = inherits(s, form, from, true);
    bool *has = arena_zalloc(&self->arena, self->words.names.n + 1);
    for (uint32_t i = 0; i < s->n; i++)
        if (self->uses.at[i].form == form || (same && self->uses.at[i].form == from))
            has[self->uses.at[i].word] = true;
    for (uint32_t w = 0; w < self->words.names.n; w++) {
        bool event = self->head_of[w] != SYMBOL_NONE && self->is_event[self->head_of[w]];
        if (has[w] || (usual && event && self->alone[w])) give_frames(s, w, form, from);
    }
}

/* Entries that take something, of words that bring the same record. */
static void share_things(struct induce *self) {
    uint32_t n = self->entries.n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t from = self->entries.at[i].word, head = self->head_of[from];
        if (head == SYMBOL_NONE || !strpbrk(self->entries.at[i].cat, "/\\")) continue;
        for (uint32_t w = 0; w < self->words.names.n; w++)
            if (w != from && self->head_of[w] == head && self->bare[w] == self->bare[from])
                induce_add_entry(self, w, self->entries.at[i].cat, self->entries.at[i].program, 0);
    }
}

void induce_share_frames(struct induce *self) {
    share_things(self);
    share_company(self);
    struct sharing s = {.self = self};
    open_sharing(&s);
    for (uint32_t a = 0; a < s.forms.n; a++)
        for (uint32_t b = 0; b < s.forms.n; b++)
            if (inherits(&s, s.forms.at[a], s.forms.at[b], false))
                share_form(&s, s.forms.at[a], s.forms.at[b]);
}
