/* Which phrase a function word belongs to.
 *
 *     NEXT_RIGHT    the   [hen]              the content word that follows
 *     EVENT_RIGHT   that  [a hen ate ...]    the nearest event above it, if that follows too
 *     NEXT_LEFT, EVENT_LEFT                  the same, to the left
 *     SILENT        .                        none: it ends sentences and does nothing else
 *
 * Each word has one of these. What counts is how many different frames and marks the
 * sentences then show: word after word is changed while that number falls. A word between
 * a verb and its object that was taken to belong to the wrong one makes twice as many. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "learn/induce.h"

/* ---- government ------------------------------------------------------------------------------ */

static uint32_t neighbour(const struct pairing *e, uint32_t place, bool right) {
    if (right) {
        while (++place < e->n)
            if (e->part_of[place] != NOWHERE) return e->part_of[place];
        return NOWHERE;
    }
    while (place-- > 0)
        if (e->part_of[place] != NOWHERE) return e->part_of[place];
    return NOWHERE;
}

static uint32_t governed(const struct induce *self, const struct pairing *e, uint32_t place) {
    uint8_t policy = self->policy[e->words[place]];
    bool right = policy <= EVENT_RIGHT;
    uint32_t p = policy == SILENT ? NOWHERE : neighbour(e, place, right);
    if (policy == NEXT_RIGHT || policy == NEXT_LEFT) return p;
    while (p != NOWHERE && !part_is_event(self, &e->parts[p])) {
        p = e->parts[p].parent;
        if (p != NOWHERE && (e->parts[p].token > place) != right) p = NOWHERE;
    }
    return p;
}

static void govern(const struct induce *self, struct pairing *e) {
    for (uint32_t i = 0; i < e->n; i++)
        e->governed[i] = e->part_of[i] == NOWHERE ? governed(self, e, i) : NOWHERE;
}

/* Nearer words are inside; of two on different sides, the commoner one. */
static bool is_inside(const struct induce *self, const struct pairing *e, uint32_t head, uint32_t a,
                      uint32_t b) {
    if ((a < head) != (b < head)) return self->n_word[e->words[a]] > self->n_word[e->words[b]];
    return a < head ? a > b : a < b;
}

uint32_t induce_marks(const struct induce *self, const struct pairing *e, uint32_t part,
                      uint32_t *out) {
    uint32_t n = 0, head = e->parts[part].token;
    for (uint32_t i = 0; i < e->n && n < MARKS_MAX; i++) {
        if (e->governed[i] != part) continue;
        uint32_t at = n++;
        for (; at > 0 && is_inside(self, e, head, i, out[at - 1]); at--) out[at] = out[at - 1];
        out[at] = i;
    }
    return n;
}

/* ---- what sentences show ----------------------------------------------------------------------- */

static uint64_t marks_key(const struct induce *self, const struct pairing *e, uint32_t part) {
    uint32_t marks[MARKS_MAX], n = induce_marks(self, e, part, marks);
    uint64_t key = n;
    for (uint32_t i = 0; i < n; i++)
        key = hash_mix(key, e->words[marks[i]] * 2 + (marks[i] < e->parts[part].token));
    return key;
}

struct around {
    uint32_t place;
    uint64_t what;
};

static int by_place(const void *a, const void *b) {
    const struct around *x = a, *y = b;
    return (x->place > y->place) - (x->place < y->place);
}

static bool is_beyond(uint32_t head, uint32_t mark, uint32_t at) {
    return mark < head ? at < mark : at > mark;
}

bool induce_fronted(const struct pairing *e, uint32_t part, uint32_t dependent) {
    uint32_t head = e->parts[part].token, at = e->parts[dependent].token;
    if (part_is_copy(e, dependent)) return false;
    for (uint32_t i = 0; i < e->n; i++) {
        if (e->governed[i] != part || !is_beyond(head, i, at)) continue;
        for (uint32_t c = e->parts[part].first; c != NOWHERE; c = e->parts[c].next) {
            uint32_t other = e->parts[c].token;
            if (part_is_copy(e, c) || (other < head) != (i < head)) continue;
            if (!is_beyond(head, i, other)) return true;
        }
    }
    return false;
}

/* Has the mark an argument beyond it? What is around the whole clause is no part of it. */
static bool is_within(const struct pairing *e, uint32_t part, uint32_t mark) {
    const struct part *p = &e->parts[part];
    for (uint32_t c = p->first; c != NOWHERE; c = e->parts[c].next) {
        if (part_is_copy(e, c) || induce_fronted(e, part, c)) continue;
        if (is_beyond(p->token, mark, e->parts[c].token)) return true;
    }
    return false;
}

uint64_t induce_surroundings(const struct induce *self, const struct pairing *e, uint32_t part,
                             bool marks) {
    const struct part *p = &e->parts[part];
    struct around all[64];
    uint32_t n = 0;
    uint64_t gaps = 1, key = 7;
    all[n++] = (struct around){p->token, 1};
    for (uint32_t c = p->first; c != NOWHERE && n < 64; c = e->parts[c].next) {
        if (part_is_copy(e, c) || induce_fronted(e, part, c))
            gaps += hash_mix(3, e->parts[c].label);
        else all[n++] = (struct around){e->parts[c].token, 2 + 2 * (uint64_t)e->parts[c].label};
    }
    for (uint32_t i = 0; marks && i < e->n && n < 64; i++)
        if (e->governed[i] == part && is_within(e, part, i))
            all[n++] = (struct around){i, 3 + 2 * (uint64_t)e->words[i]};
    (void)self;
    qsort(all, n, sizeof *all, by_place);
    for (uint32_t i = 0; i < n; i++) key = hash_mix(key, all[i].what);
    return hash_mix(key, gaps);
}

static bool explains(const struct induce *self, const struct pairing *e) {
    for (uint32_t i = 0; i < e->n; i++)
        if (e->part_of[i] == NOWHERE && e->governed[i] == NOWHERE &&
            self->policy[e->words[i]] != SILENT)
            return false;
    return true;
}

/* Things marked alike should have the same fields. */
struct fields {
    struct tally of_both, most; /* (marks, fields); the commonest fields, by marks */
    double unusual;
};

static void show_fields(struct fields *fields, uint64_t marks, uint64_t atoms) {
    double both = ++*tally_at(&fields->of_both, key_of(marks, atoms), NULL);
    double *most = tally_at(&fields->most, key_of(marks, 19), NULL);
    if (both > *most) *most = both;
    else fields->unusual++;
}

static void show(const struct induce *self, const struct pairing *e, struct tally *seen,
                 struct fields *fields) {
    for (uint32_t p = 0; p < e->n_parts; p++) {
        const struct part *part = &e->parts[p];
        if (part_is_copy(e, p)) continue;
        bool event = part_is_event(self, part);
        uint64_t slot = 11;
        if (event) ++*tally_at(seen, hash_mix(5, induce_surroundings(self, e, p, true)), NULL);
        if (part->parent != NOWHERE) {
            bool argument = part_is_event(self, &e->parts[part->parent]);
            slot = argument ? induce_surroundings(self, e, part->parent, true) : 13;
            slot = hash_mix(slot, part->label);
        }
        uint64_t marks = marks_key(self, e, p);
        ++*tally_at(seen, hash_mix(slot, marks), NULL);
        if (event) continue;
        uint64_t atoms = 0;
        for (uint32_t a = 0; a < part->n_atoms; a++)
            atoms += key_of(part->atoms[a].label, part->atoms[a].value);
        show_fields(fields, marks, atoms);
    }
}

/* Frames, marks and entries that the sample shows, and what it cannot account for. */
static double cost(struct induce *self) {
    struct tally seen;
    struct fields fields = {.unusual = 0};
    double unexplained = 0;
    tally_open(&seen, &self->scratch);
    tally_open(&fields.of_both, &self->scratch);
    tally_open(&fields.most, &self->scratch);
    for (uint32_t i = 0; i < self->sample.n; i++) {
        struct pairing *e = &self->examples[self->sample.at[i]];
        govern(self, e);
        if (explains(self, e)) show(self, e, &seen, &fields);
        else unexplained++;
    }
    double n = seen.n;
    arena_reset(&self->scratch);
    return n + unexplained + fields.unusual;
}

/* ---- the search ----------------------------------------------------------------------------------- */

/* Of each length some, from all over the data. */
static void draw_sample(struct induce *self) {
    uint32_t of_length[64] = {0}, seen[64] = {0};
    uint64_t most = (uint64_t)self->recipe->nested_sample;
    self->sample.n = 0;
    for (uint32_t e = 0; e < self->n; e++)
        if (self->examples[e].usable && self->examples[e].n < 64) of_length[self->examples[e].n]++;
    for (uint32_t e = 0; e < self->n; e++) {
        const struct pairing *x = &self->examples[e];
        if (!x->usable || x->n >= 64) continue;
        uint64_t i = seen[x->n]++, n = of_length[x->n];
        if (n <= most || i * most / n != (i + 1) * most / n)
            vec_push(&self->arena, &self->sample, e);
    }
}

/* Words that differ in case only, as at the start of a sentence, belong to the same. */
static void set_policy(struct induce *self, uint32_t word, uint8_t policy) {
    for (uint32_t i = 0; i < self->function.n; i++) {
        uint32_t other = self->function.at[i];
        if (!strcasecmp(self->words.names.at[other], self->words.names.at[word]))
            self->policy[other] = policy;
    }
}

static double improve_word(struct induce *self, uint32_t word, double now) {
    uint8_t best = self->policy[word];
    if (best == SILENT) return now;
    for (uint8_t p = NEXT_RIGHT; p < SILENT; p++) {
        if (p == best) continue;
        set_policy(self, word, p);
        double changed = cost(self);
        if (changed >= now) continue;
        now = changed;
        best = p;
    }
    set_policy(self, word, best);
    return now;
}

static double descend(struct induce *self, uint8_t first) {
    for (uint32_t i = 0; i < self->function.n; i++)
        if (self->policy[self->function.at[i]] != SILENT)
            self->policy[self->function.at[i]] = first;
    double now = cost(self), before = now + 1;
    for (int round = 0; round < self->recipe->nested_rounds && now < before; round++) {
        before = now;
        for (uint32_t i = 0; i < self->function.n; i++)
            now = improve_word(self, self->function.at[i], now);
    }
    return now;
}

/* Words that end sentences and do nothing else. */
static void find_silent(struct induce *self) {
    uint32_t n = self->words.names.n;
    double *last = arena_zalloc(&self->arena, (n + 1) * 2 * sizeof *last), *all = last + n + 1;
    for (uint32_t e = 0; e < self->n; e++) {
        const struct pairing *x = &self->examples[e];
        for (uint32_t i = 0; x->n > 1 && i < x->n; i++) {
            all[x->words[i]]++;
            last[x->words[i]] += i + 1 == x->n;
        }
    }
    memset(&self->function, 0, sizeof self->function);
    self->policy = arena_zalloc(&self->arena, n + 1);
    for (uint32_t w = 0; w < n; w++) {
        self->policy[w] = NEXT_RIGHT;
        if (self->head_of[w] != SYMBOL_NONE) continue;
        vec_push(&self->arena, &self->function, w);
        if (all[w] && last[w] >= self->recipe->nested_ends * all[w]) self->policy[w] = SILENT;
    }
}

static double choose(struct induce *self) {
    uint32_t n = self->words.names.n;
    uint8_t *right = arena_array(&self->arena, uint8_t, n + 1);
    induce_prepare(self);
    find_silent(self);
    draw_sample(self);
    double a = descend(self, NEXT_RIGHT);
    memcpy(right, self->policy, n);
    double b = descend(self, NEXT_LEFT);
    if (a <= b) memcpy(self->policy, right, n);
    uint32_t usable = self->sample.n;
    return (a < b ? a : b) - usable; /* the more examples can be used, the better */
}

/* ---- words that claim the same record --------------------------------------------------------------- */

/* Of words that occur together and claim one record, all but some must be function words. */
struct claims {
    uint32_t value;
    VEC(uint32_t) words;
    struct tally together;
    double n; /* examples with the value */
};

static void count_claims(struct induce *self, struct claims *c) {
    tally_open(&c->together, &self->arena);
    for (uint32_t i = 0; i < self->n; i++) {
        const struct pairing *e = &self->examples[i];
        bool has = false;
        for (uint32_t p = 0; p < e->n_parts; p++) has |= e->parts[p].head == c->value;
        if (!has) continue;
        c->n++;
        for (uint32_t a = 0; a < e->n; a++)
            for (uint32_t b = 0; b < e->n; b++)
                if (self->head_of[e->words[a]] == c->value &&
                    self->head_of[e->words[b]] == c->value)
                    ++*tally_at(&c->together, key_of(e->words[a], e->words[b]), NULL);
    }
}

/* The words that go with `seed`: no two of them occur together. Returns the share of the
 * value's examples that have one. */
static double claim_with(const struct claims *c, uint32_t seed, uint32_t *head_of) {
    double covered = tally_get(&c->together, key_of(seed, seed));
    for (uint32_t i = 0; i < c->words.n; i++) head_of[c->words.at[i]] = SYMBOL_NONE;
    head_of[seed] = c->value;
    for (uint32_t i = 0; i < c->words.n; i++) {
        uint32_t word = c->words.at[i];
        bool fits = head_of[word] == SYMBOL_NONE;
        for (uint32_t k = 0; k < c->words.n; k++)
            fits &= head_of[c->words.at[k]] == SYMBOL_NONE ||
                    !tally_get(&c->together, key_of(word, c->words.at[k]));
        if (!fits) continue;
        head_of[word] = c->value;
        covered += tally_get(&c->together, key_of(word, word));
    }
    return covered / c->n;
}

static bool in_conflict(const struct claims *c, double most) {
    for (uint32_t a = 0; a < c->words.n; a++)
        for (uint32_t b = 0; b < a; b++) {
            double both = tally_get(&c->together, key_of(c->words.at[a], c->words.at[b]));
            if (both > most * c->n) return true;
        }
    return false;
}

static void settle(struct induce *self, struct claims *c) {
    uint32_t n = self->words.names.n;
    uint32_t *before = self->head_of, *best = arena_array(&self->arena, uint32_t, n + 1);
    double lowest = 1e300;
    memcpy(best, before, n * sizeof *best);
    for (uint32_t i = 0; i < c->words.n; i++) {
        uint32_t *tried = arena_array(&self->arena, uint32_t, n + 1);
        memcpy(tried, before, n * sizeof *tried);
        if (claim_with(c, c->words.at[i], tried) < self->recipe->nested_claim) continue;
        self->head_of = tried;
        double now = choose(self);
        if (now >= lowest) continue;
        lowest = now;
        best = tried;
    }
    self->head_of = best;
}

void induce_choose_marks(struct induce *self) {
    uint32_t n = self->words.names.n;
    VEC(uint32_t) *of_value =
        arena_zalloc(&self->arena, (self->values.names.n + 1) * sizeof *of_value);
    for (uint32_t w = 0; w < n; w++)
        if (self->head_of[w] != SYMBOL_NONE) vec_push(&self->arena, &of_value[self->head_of[w]], w);
    for (uint32_t v = 0; v < self->values.names.n; v++) {
        struct claims c = {.value = v};
        if (of_value[v].n < 2 || of_value[v].n > 64) continue;
        memcpy(&c.words, &of_value[v], sizeof c.words);
        count_claims(self, &c);
        if (in_conflict(&c, self->recipe->nested_conflict)) settle(self, &c);
    }
    choose(self);
}

void induce_use_marks(struct induce *self) {
    induce_prepare(self);
    for (uint32_t e = 0; e < self->n; e++) {
        struct pairing *x = &self->examples[e];
        if (!x->usable) continue;
        govern(self, x);
        x->usable = explains(self, x);
    }
}

/* ---- choices that are nearly as good --------------------------------------------------------------- */

void induce_set_policy(struct induce *self, struct choice choice) {
    set_policy(self, choice.word, choice.policy);
}

static bool is_first_of_case(const struct induce *self, uint32_t which) {
    const char *name = self->words.names.at[self->function.at[which]];
    for (uint32_t i = 0; i < which; i++)
        if (!strcasecmp(self->words.names.at[self->function.at[i]], name)) return false;
    return true;
}

void induce_list_choices(struct induce *self, choices *out) {
    double now = cost(self);
    for (uint32_t i = 0; i < self->function.n; i++) {
        uint32_t word = self->function.at[i];
        uint8_t chosen = self->policy[word];
        if (chosen == SILENT || !is_first_of_case(self, i)) continue;
        if (self->n_word[word] < self->recipe->nested_entry * self->n) continue;
        for (uint8_t p = NEXT_RIGHT; p < SILENT; p++) {
            set_policy(self, word, p);
            if (p != chosen && cost(self) <= (1 + self->recipe->nested_near) * now)
                vec_push(&self->arena, out, ((struct choice){word, p}));
        }
        set_policy(self, word, chosen);
    }
}
