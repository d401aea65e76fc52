/* What marks make of a phrase: its states, which become categories.
 *
 *     hen ──the──▶ the hen ──to──▶ to the hen        a thing: NOUN, marked by the, by to
 *     eaten ──was──▶ was eaten ──that──▶ that ...    an event: the form that was asks for, ...
 *
 * A state is merged with another if one occurs where the other occurs: "the hen" and "Emma" are
 * both arguments of the same frames, "to the hen" is not; "was eaten" stands where "ate"
 * stands. A form is that of plain clauses if its words have the same frames there: verbs
 * behind a complementiser are, participles are not. */
#include <ctype.h>
#include <string.h>

#include "learn/induce.h"

/* ---- states of parts --------------------------------------------------------------------------- */

static uint32_t first_state(const struct induce *self, const struct pairing *e, uint32_t part,
                            const uint32_t *marks, uint32_t n) {
    const struct part *p = &e->parts[part];
    if (!part_is_event(self, p)) return self->bare[e->words[p->token]] ? STATE_PHRASE : STATE_NOUN;
    return n ? state_form(e->words[marks[0]]) : STATE_CLAUSE;
}

static uint32_t raw_state(const struct induce *self, const struct pairing *e, uint32_t part,
                          const uint32_t *marks, uint32_t all, uint32_t n) {
    if (!n) return first_state(self, e, part, marks, all);
    uint32_t word = e->words[marks[n - 1]];
    return part_is_event(self, &e->parts[part]) ? state_clause(word) : state_marked(word);
}

/* After n of its marks; how many it has does not matter but to the first. */
uint32_t induce_state(const struct induce *self, const struct pairing *e, uint32_t part,
                      const uint32_t *marks, uint32_t n) {
    uint32_t own[MARKS_MAX], all = induce_marks(self, e, part, own);
    return state_of(self, raw_state(self, e, part, marks, all, n));
}

/* Words of things, or marks: uses, and of a kind that is sought among them. */
struct share {
    double *all, *sought; /* [n_words] */
};

static struct share share_new(struct induce *self) {
    size_t n = self->words.names.n + 1;
    struct share out = {arena_zalloc(&self->arena, n * sizeof(double)),
                        arena_zalloc(&self->arena, n * sizeof(double))};
    return out;
}

/* Marks whose things have been marked before, or need no mark. */
static void count_outer(const struct induce *self, const struct pairing *e, uint32_t part,
                        struct share *outer) {
    uint32_t marks[MARKS_MAX], n = induce_marks(self, e, part, marks);
    for (uint32_t i = 0; i < n; i++) {
        outer->all[e->words[marks[i]]]++;
        outer->sought[e->words[marks[i]]] += i || self->bare[e->words[e->parts[part].token]];
    }
}

/* Things without a mark, or beneath one that is for what has been marked before. */
static void count_bare(const struct induce *self, const struct pairing *e, uint32_t part,
                       const struct share *outer, struct share *bare) {
    uint32_t marks[MARKS_MAX], n = induce_marks(self, e, part, marks);
    uint32_t word = e->words[e->parts[part].token], mark = n ? e->words[marks[0]] : 0;
    bare->all[word]++;
    bare->sought[word] += !n || outer->sought[mark] * 2 > outer->all[mark];
}

static void find_bare(struct induce *self, struct share *outer) {
    struct share bare = share_new(self);
    for (uint32_t i = 0; i < self->n; i++) {
        const struct pairing *e = &self->examples[i];
        for (uint32_t p = 0; e->usable && p < e->n_parts; p++)
            if (!part_is_copy(e, p)) count_bare(self, e, p, outer, &bare);
    }
    for (uint32_t w = 0; w < self->words.names.n; w++)
        self->bare[w] = bare.all[w] && bare.sought[w] >= self->recipe->nested_bare * bare.all[w];
}

/* "by Emma": a name that was only seen so is no noun, as `by` is for "the hen" and other names. */
static void find_all_bare(struct induce *self) {
    struct share outer = share_new(self);
    self->bare = arena_zalloc(&self->arena, self->words.names.n + 1);
    find_bare(self, &outer);
    for (uint32_t i = 0; i < self->n; i++) {
        const struct pairing *e = &self->examples[i];
        for (uint32_t p = 0; e->usable && p < e->n_parts; p++)
            if (!part_is_copy(e, p)) count_outer(self, e, p, &outer);
    }
    find_bare(self, &outer);
}

/* ---- contexts ------------------------------------------------------------------------------------ */

struct row {
    uint32_t state, context;
    double count;
};

struct contexts {
    struct tally total;   /* by state */
    struct tally of;      /* (state, context) */
    VEC(uint64_t) keys;   /* contexts */
    struct tally known;   /* contexts, by id */
    VEC(struct row) rows; /* by id in `of` */
};

static void add_context(struct induce *self, struct contexts *c, uint32_t state, uint64_t context) {
    uint32_t id, row;
    ++*tally_at(&c->total, state + 1, NULL);
    tally_at(&c->known, context, &id);
    if (id == c->keys.n) vec_push(&self->arena, &c->keys, context);
    ++*tally_at(&c->of, key_of(state, context), &row);
    if (row == c->rows.n) vec_push(&self->arena, &c->rows, ((struct row){state, id, 0}));
    c->rows.at[row].count++;
}

static uint64_t final_context(const struct induce *self, const struct pairing *e, uint32_t part) {
    const struct part *p = &e->parts[part];
    if (p->parent == NOWHERE) return 3;
    if (!part_is_event(self, &e->parts[p->parent])) return key_of(5, p->label);
    return key_of(induce_surroundings(self, e, p->parent, true), p->label);
}

static void collect(struct induce *self, struct contexts *c, const struct pairing *e) {
    uint32_t marks[MARKS_MAX];
    for (uint32_t p = 0; p < e->n_parts; p++) {
        if (part_is_copy(e, p)) continue;
        uint32_t n = induce_marks(self, e, p, marks);
        for (uint32_t i = 0; i <= n; i++)
            add_context(self, c, raw_state(self, e, p, marks, n, i),
                        i < n ? key_of(7, e->words[marks[i]]) : final_context(self, e, p));
    }
}

/* The share of a's contexts in which b occurs, more than by mistake. */
static double contained(const struct induce *self, const struct contexts *c, uint32_t a,
                        uint32_t b) {
    double inside = 0, all = tally_get(&c->total, a + 1), other = tally_get(&c->total, b + 1);
    if (!all || !other) return 0;
    for (uint32_t i = 0; i < c->rows.n; i++) {
        if (c->rows.at[i].state != a) continue;
        double count = c->rows.at[i].count;
        double there = tally_get(&c->of, key_of(b, c->keys.at[c->rows.at[i].context]));
        if (there && there >= self->recipe->nested_mistakes * count * other / all) inside += count;
    }
    return inside / all;
}

/* With the first of `to` that will do. */
static void merge(struct induce *self, const struct contexts *c, uint32_t state, const uint32_t *to,
                  uint32_t n) {
    if (!tally_get(&c->total, state + 1)) return;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t other = state_of(self, to[i]);
        if (other == state) continue;
        double least = self->recipe->nested_contained;
        if (contained(self, c, state, to[i]) < least && contained(self, c, to[i], state) < least)
            continue;
        self->state[state] = other;
        return;
    }
}

static void merge_marked(struct induce *self, const struct contexts *c, bool event) {
    uint32_t n = self->function.n;
    uint32_t *to = arena_array(&self->arena, uint32_t, n + 2);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t word = self->function.at[i], m = 0;
        uint32_t state = event ? state_clause(word) : state_marked(word);
        to[m++] = event ? STATE_CLAUSE : STATE_PHRASE;
        if (!event) to[m++] = STATE_NOUN;
        for (uint32_t k = 0; k < n; k++) {
            uint32_t rival =
                event ? state_clause(self->function.at[k]) : state_marked(self->function.at[k]);
            double mass = tally_get(&c->total, rival + 1), own = tally_get(&c->total, state + 1);
            if (mass > own || (mass == own && k < i)) to[m++] = rival;
        }
        merge(self, c, state, to, m);
    }
}

/* ---- forms ----------------------------------------------------------------------------------------- */

static bool has_gap(const struct pairing *e, uint32_t part) {
    for (uint32_t c = e->parts[part].first; c != NOWHERE; c = e->parts[c].next)
        if (part_is_copy(e, c)) return true;
    return false;
}

struct forms {
    struct tally frames, words, total; /* (form, word, frame), (form, word), form */
};

static void collect_forms(struct induce *self, struct forms *f, bool count, double *same,
                          double *shared) {
    uint32_t marks[MARKS_MAX];
    for (uint32_t i = 0; i < self->n; i++) {
        const struct pairing *e = &self->examples[i];
        for (uint32_t p = 0; e->usable && p < e->n_parts; p++) {
            if (part_is_copy(e, p) || !part_is_event(self, &e->parts[p]) || has_gap(e, p)) continue;
            uint32_t n = induce_marks(self, e, p, marks), word = e->words[e->parts[p].token];
            uint32_t form = first_state(self, e, p, marks, n);
            uint64_t frame = induce_surroundings(self, e, p, false);
            if (count) {
                ++*tally_at(&f->frames, key_of(key_of(form, word), frame), NULL);
                ++*tally_at(&f->words, key_of(form, word), NULL);
                ++*tally_at(&f->total, form + 1, NULL);
            } else if (form != STATE_CLAUSE) {
                uint32_t mark = e->words[marks[0]];
                bool both = tally_get(&f->words, key_of(STATE_CLAUSE, word)) > 0;
                shared[mark] += both;
                same[mark] +=
                    both && tally_get(&f->frames, key_of(key_of(STATE_CLAUSE, word), frame)) > 0;
            }
        }
    }
}

static void merge_forms(struct induce *self) {
    struct forms f;
    uint32_t n = self->words.names.n;
    double *same = arena_zalloc(&self->arena, (n + 1) * 2 * sizeof *same), *shared = same + n + 1;
    tally_open(&f.frames, &self->arena);
    tally_open(&f.words, &self->arena);
    tally_open(&f.total, &self->arena);
    collect_forms(self, &f, true, NULL, NULL);
    collect_forms(self, &f, false, same, shared);
    for (uint32_t i = 0; i < self->function.n; i++) {
        uint32_t word = self->function.at[i];
        double all = tally_get(&f.total, state_form(word) + 1);
        if (all && shared[word] >= self->recipe->nested_shared * all &&
            same[word] >= self->recipe->nested_same_form * shared[word])
            self->state[state_form(word)] = STATE_CLAUSE;
    }
}

/* ---- fields that words bring -------------------------------------------------------------------------- */

bool induce_contributes(const struct induce *self, uint32_t word, struct atom atom) {
    return tally_get(&self->atoms_of, key_of(word, key_of(atom.label, atom.value))) > 0;
}

static bool is_explained(const struct induce *self, const struct pairing *e, const uint32_t *marks,
                         uint32_t n, struct atom atom) {
    for (uint32_t i = 0; i < n; i++)
        if (induce_contributes(self, e->words[marks[i]], atom)) return true;
    return false;
}

/* First of function words, then of the others what is left. */
static void find_atoms(struct induce *self, bool function) {
    uint32_t marks[MARKS_MAX];
    struct tally all, with;
    VEC(struct brought) seen = {0};
    tally_open(&all, &self->arena);
    tally_open(&with, &self->arena);
    for (uint32_t i = 0; i < self->n; i++) {
        const struct pairing *e = &self->examples[i];
        for (uint32_t p = 0; e->usable && p < e->n_parts; p++) {
            if (part_is_copy(e, p)) continue;
            const struct part *part = &e->parts[p];
            uint32_t n = induce_marks(self, e, p, marks), m = function ? n : 1;
            for (uint32_t k = 0; k < m; k++) {
                uint32_t word = e->words[function ? marks[k] : part->token], id;
                ++*tally_at(&all, word + 1, NULL);
                for (uint32_t a = 0; a < part->n_atoms; a++) {
                    struct atom atom = part->atoms[a];
                    if (!function && is_explained(self, e, marks, n, atom)) continue;
                    ++*tally_at(&with, key_of(word, key_of(atom.label, atom.value)), &id);
                    if (id == seen.n) vec_push(&self->arena, &seen, ((struct brought){word, atom}));
                }
            }
        }
    }
    for (uint32_t i = 0; i < seen.n; i++) {
        uint32_t word = seen.at[i].word;
        uint64_t key = key_of(word, key_of(seen.at[i].atom.label, seen.at[i].atom.value));
        if (tally_get(&with, key) < self->recipe->nested_always * tally_get(&all, word + 1))
            continue;
        *tally_at(&self->atoms_of, key, NULL) = 1;
        vec_push(&self->arena, &self->brought, seen.at[i]);
    }
}

/* ---- names ------------------------------------------------------------------------------------------- */

static bool name_taken(const struct induce *self, uint32_t n, const char *name) {
    for (uint32_t s = 0; s < n; s++)
        if (self->names[s] && !strcmp(self->names[s], name)) return true;
    return false;
}

const char *induce_category(struct induce *self, uint32_t state) {
    static const char *const plain[N_STATES] = {"N", "NP", "S"};
    static const char *const kinds[3] = {"NP", "V", "S"};
    state = state_of(self, state);
    if (self->names[state]) return self->names[state];
    struct buf out;
    buf_init(&out, &self->arena);
    if (state < N_STATES) {
        buf_puts(&out, plain[state]);
    } else {
        buf_printf(&out, "%s_", kinds[(state - N_STATES) % 3]);
        for (const char *c = self->words.names.at[(state - N_STATES) / 3]; *c; c++) {
            bool fits = isalnum((unsigned char)*c) || (unsigned char)*c >= 0x80;
            buf_put(&out, fits ? c : "_", 1);
        }
    }
    while (name_taken(self, N_STATES + 3 * self->words.names.n, out.at)) buf_puts(&out, "_");
    return self->names[state] = out.at;
}

/* ---- the whole ----------------------------------------------------------------------------------------- */

void induce_make_states(struct induce *self) {
    uint32_t n = N_STATES + 3 * self->words.names.n;
    struct contexts c = {.total = {0}};
    self->state = arena_array(&self->arena, uint32_t, n);
    self->names = arena_zalloc(&self->arena, n * sizeof *self->names);
    for (uint32_t s = 0; s < n; s++) self->state[s] = s;
    find_all_bare(self);
    tally_open(&c.total, &self->arena);
    tally_open(&c.of, &self->arena);
    tally_open(&c.known, &self->arena);
    for (uint32_t i = 0; i < self->n; i++)
        if (self->examples[i].usable) collect(self, &c, &self->examples[i]);
    merge_marked(self, &c, false);
    merge_marked(self, &c, true);
    merge_forms(self);
    find_atoms(self, true);
    find_atoms(self, false);
}
