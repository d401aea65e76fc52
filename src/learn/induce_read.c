/* Which label identifies records, and which word brings which record.
 *
 * The field that identifies is the one that (nearly) all records have and that has the most
 * values. Words are aligned with its values as in IBM model 1: every record is brought by one
 * word of the sentence, and t(value | word) is what explains that best. A word brings a value
 * if nearly all of its sentences have it; the others are function words. */
#include <string.h>

#include "learn/induce.h"

/* ---- trees ---------------------------------------------------------------------------------- */

/* Which label identifies: in nearly all records, with the most values. */
struct survey {
    struct tally records, values; /* by label; distinct (label, value) by label */
    struct tally pairs;
    double n_records, n_nested;
    bool odd; /* there are texts that cannot be written */
};

/* Lines of a lexicon cannot hold control characters. */
static bool is_plain(const char *text) {
    while ((unsigned char)*text >= 0x20) text++;
    return !*text;
}

static void survey_record(struct induce *self, struct survey *s, const struct record_tree *r) {
    s->n_records++;
    for (const struct record_tree *f = r->first; f; f = f->next) {
        uint32_t label = symbols_add(&self->labels, f->key, strlen(f->key));
        s->odd |= !is_plain(f->key) || (f->atom && !is_plain(f->atom));
        if (!f->atom) {
            s->n_nested++;
            survey_record(self, s, f);
            continue;
        }
        uint32_t value = symbols_add(&self->values, f->atom, strlen(f->atom));
        ++*tally_at(&s->records, label + 1, NULL);
        if (!(*tally_at(&s->pairs, key_of(label, value), NULL))++)
            ++*tally_at(&s->values, label + 1, NULL);
    }
}

static uint32_t find_identifier(const struct induce *self, const struct survey *s) {
    uint32_t best = SYMBOL_NONE;
    for (uint32_t l = 0; l < self->labels.names.n; l++) {
        if (tally_get(&s->records, l + 1) < self->recipe->nested_labels * s->n_records) continue;
        if (best == SYMBOL_NONE || tally_get(&s->values, l + 1) > tally_get(&s->values, best + 1))
            best = l;
    }
    return best;
}

static uint32_t count_parts(const struct record_tree *r) {
    uint32_t n = 1;
    for (const struct record_tree *f = r->first; f; f = f->next)
        if (!f->atom) n += count_parts(f);
    return n;
}

static uint32_t build(struct induce *self, struct pairing *e, const struct record_tree *r,
                      uint32_t parent, uint32_t label) {
    uint32_t me = e->n_parts++, n = 0, *end = &e->parts[me].first;
    struct part *part = &e->parts[me];
    struct atom *atoms;
    *part = (struct part){.head = SYMBOL_NONE, .label = label, .parent = parent, .first = NOWHERE};
    part->next = NOWHERE;
    part->depth = parent == NOWHERE ? 0 : e->parts[parent].depth + 1;
    for (const struct record_tree *f = r->first; f; f = f->next) n++;
    part->atoms = atoms = arena_array(&self->arena, struct atom, n + 1);
    for (const struct record_tree *f = r->first; f; f = f->next) {
        uint32_t key = symbols_add(&self->labels, f->key, strlen(f->key));
        if (!f->atom) {
            *end = build(self, e, f, me, key);
            end = &e->parts[*end].next;
            continue;
        }
        uint32_t value = symbols_add(&self->values, f->atom, strlen(f->atom));
        if (key == self->identifier) part->head = value;
        else atoms[part->n_atoms++] = (struct atom){key, value};
    }
    return me;
}

static void read_words(struct induce *self, struct pairing *e, const char *text) {
    VEC(uint32_t) words = {0};
    for (const char *at = text; *(at += strspn(at, " "));) {
        size_t length = strcspn(at, " ");
        vec_push(&self->arena, &words, symbols_add(&self->words, at, length));
        at += length;
    }
    e->n = words.n;
    e->words = words.at;
    e->part_of = arena_array(&self->arena, uint32_t, words.n + 1);
    e->governed = arena_array(&self->arena, uint32_t, words.n + 1);
}

bool induce_read(struct induce *self, const g2l2_dataset *data) {
    size_t n = g2l2_dataset_count(data);
    struct survey s = {.n_records = 0};
    tally_open(&s.records, &self->arena);
    tally_open(&s.values, &self->arena);
    tally_open(&s.pairs, &self->arena);
    const struct record_tree **records = arena_array(&self->arena, const struct record_tree *, n);
    for (size_t i = 0; i < n; i++) {
        records[i] = induce_tree(&self->arena, g2l2_dataset_get(data, i).target);
        if (!records[i]) return false;
        survey_record(self, &s, records[i]);
    }
    self->identifier = find_identifier(self, &s);
    /* Flat records have no syntax to learn from. */
    if (self->identifier == SYMBOL_NONE || s.n_nested < (double)n || s.odd) return false;
    self->examples = arena_zalloc(&self->arena, n * sizeof *self->examples);
    for (size_t i = 0; i < n; i++) {
        struct pairing *e = &self->examples[self->n++];
        read_words(self, e, g2l2_dataset_get(data, i).sentence);
        e->parts = arena_array(&self->arena, struct part, count_parts(records[i]));
        build(self, e, records[i], NOWHERE, SYMBOL_NONE);
    }
    return true;
}

/* ---- alignment -------------------------------------------------------------------------------- */

struct alignment {
    struct tally pairs;             /* (word, value): examples with both */
    VEC(uint64_t) of_pair;          /* word << 32 | value, by id */
    VEC(uint32_t) ids;              /* of each example: by value, of each of its words */
    VEC(uint32_t) n_words, n_heads; /* distinct, by example */
    double *t, *next, *total;       /* [pairs], [pairs], [n_words] */
};

static uint32_t distinct(uint32_t *list, uint32_t n, uint32_t value) {
    for (uint32_t i = 0; i < n; i++)
        if (list[i] == value) return n;
    list[n] = value;
    return n + 1;
}

static void list_pairs(struct induce *self, struct alignment *a, const struct pairing *e) {
    uint32_t *words = arena_array(&self->arena, uint32_t, e->n + e->n_parts + 1), n = 0, m = 0;
    uint32_t *heads = words + e->n;
    for (uint32_t i = 0; i < e->n; i++) n = distinct(words, n, e->words[i]);
    for (uint32_t i = 0; i < e->n_parts; i++)
        if (e->parts[i].head != SYMBOL_NONE) m = distinct(heads, m, e->parts[i].head);
    if (e->wrong) n = m = 0;
    for (uint32_t i = 0; i < n; i++) self->n_word[words[i]]++;
    for (uint32_t h = 0; h < m; h++)
        for (uint32_t w = 0; w < n; w++) {
            uint64_t pair = (uint64_t)words[w] << 32 | heads[h];
            uint32_t id;
            ++*tally_at(&a->pairs, key_of(words[w], heads[h]), &id);
            if (id == a->of_pair.n) vec_push(&self->arena, &a->of_pair, pair);
            vec_push(&self->arena, &a->ids, id);
        }
    vec_push(&self->arena, &a->n_words, n);
    vec_push(&self->arena, &a->n_heads, m);
}

static void iterate(const struct induce *self, struct alignment *a) {
    const uint32_t *ids = a->ids.at;
    memset(a->next, 0, a->of_pair.n * sizeof *a->next);
    memset(a->total, 0, self->words.names.n * sizeof *a->total);
    for (uint32_t e = 0; e < self->n; e++)
        for (uint32_t h = 0; h < a->n_heads.at[e]; h++, ids += a->n_words.at[e]) {
            double sum = 0;
            for (uint32_t w = 0; w < a->n_words.at[e]; w++) sum += a->t[ids[w]];
            for (uint32_t w = 0; sum > 0 && w < a->n_words.at[e]; w++) {
                double share = a->t[ids[w]] / sum;
                a->next[ids[w]] += share;
                a->total[a->of_pair.at[ids[w]] >> 32] += share;
            }
        }
    for (uint32_t p = 0; p < a->of_pair.n; p++)
        a->t[p] = a->next[p] / (a->total[a->of_pair.at[p] >> 32] + 1e-300);
}

/* Counts of words are of the examples that are asked, so that a word may have none. */
static void align_once(struct induce *self) {
    struct alignment a = {.t = NULL};
    uint32_t n_words = self->words.names.n;
    tally_open(&a.pairs, &self->arena);
    self->n_word = arena_zalloc(&self->arena, (n_words + 1) * sizeof *self->n_word);
    for (uint32_t e = 0; e < self->n; e++) list_pairs(self, &a, &self->examples[e]);
    a.t = arena_array(&self->arena, double, a.of_pair.n + 1);
    a.next = arena_array(&self->arena, double, a.of_pair.n + 1);
    a.total = arena_array(&self->arena, double, n_words + 1);
    for (uint32_t p = 0; p < a.of_pair.n; p++) a.t[p] = 1 / self->n_word[a.of_pair.at[p] >> 32];
    for (int i = 0; i < self->recipe->nested_iterations; i++) iterate(self, &a);
    double *best = arena_zalloc(&self->arena, (n_words + 1) * sizeof *best);
    for (uint32_t w = 0; w < n_words; w++)
        if (self->n_word[w]) self->head_of[w] = SYMBOL_NONE;
    for (uint32_t p = 0; p < a.of_pair.n; p++) {
        uint32_t w = (uint32_t)(a.of_pair.at[p] >> 32), v = (uint32_t)a.of_pair.at[p];
        if (tally_get(&a.pairs, key_of(w, v)) < self->recipe->nested_labels * self->n_word[w] ||
            a.t[p] <= best[w])
            continue;
        best[w] = a.t[p];
        self->head_of[w] = v;
    }
}

/* ---- examples that are wrong --------------------------------------------------------------------- */

/* Of words and of values: what they are by most of their examples. */
struct belief {
    double *n_value, *covered; /* [n_values] examples with it, and with a word that brings it */
};

static bool has_head(const struct pairing *e, uint32_t head) {
    for (uint32_t p = 0; p < e->n_parts; p++)
        if (e->parts[p].head == head) return true;
    return false;
}

static bool has_word_for(const struct induce *self, const struct pairing *e, uint32_t head) {
    for (uint32_t i = 0; i < e->n; i++)
        if (self->head_of[e->words[i]] == head) return true;
    return false;
}

static struct belief believe(struct induce *self) {
    size_t n = self->values.names.n + 1;
    struct belief b = {arena_zalloc(&self->arena, n * sizeof(double)),
                       arena_zalloc(&self->arena, n * sizeof(double))};
    for (uint32_t i = 0; i < self->n; i++)
        for (uint32_t p = 0; p < self->examples[i].n_parts; p++) {
            uint32_t head = self->examples[i].parts[p].head;
            if (head == SYMBOL_NONE) continue;
            b.n_value[head]++;
            b.covered[head] += has_word_for(self, &self->examples[i], head);
        }
    return b;
}

/* A word lacks the record that it brings, or a record the word that brings it. */
static bool contradicts(const struct induce *self, const struct belief *b,
                        const struct pairing *e) {
    double sure = self->recipe->nested_sure;
    for (uint32_t i = 0; i < e->n; i++) {
        uint32_t word = e->words[i], head = self->head_of[word];
        if (head != SYMBOL_NONE && self->n_word[word] >= sure && !has_head(e, head)) return true;
    }
    for (uint32_t p = 0; p < e->n_parts; p++) {
        uint32_t head = e->parts[p].head;
        if (head == SYMBOL_NONE || b->n_value[head] < sure) continue;
        if (b->covered[head] >= self->recipe->nested_labels * b->n_value[head] &&
            !has_word_for(self, e, head))
            return true;
    }
    return false;
}

/* What rare words bring, wrong examples would decide: those go that the others contradict. */
void induce_align(struct induce *self) {
    uint32_t n_words = self->words.names.n, wrong = 0;
    self->head_of = arena_array(&self->arena, uint32_t, n_words + 1);
    for (uint32_t w = 0; w < n_words; w++) self->head_of[w] = SYMBOL_NONE;
    align_once(self);
    double *n_word = self->n_word;
    struct belief b = believe(self);
    for (uint32_t i = 0; i < self->n; i++)
        wrong += self->examples[i].wrong |= contradicts(self, &b, &self->examples[i]);
    if (wrong) align_once(self);
    self->n_word = n_word;
}

/* ---- examples whose words and records are one to one ------------------------------------------- */

static void find_originals(struct pairing *e) {
    for (uint32_t i = 0; i < e->n_parts; i++) {
        uint32_t best = i;
        for (uint32_t k = 0; k < e->n_parts; k++)
            if (e->parts[k].head == e->parts[i].head && e->parts[k].depth < e->parts[best].depth)
                best = k;
        for (uint32_t k = 0; k < best; k++)
            if (e->parts[k].head == e->parts[best].head &&
                e->parts[k].depth == e->parts[best].depth)
                best = k;
        e->parts[i].original = best;
    }
}

static bool place_words(const struct induce *self, struct pairing *e) {
    for (uint32_t p = 0; p < e->n_parts; p++) e->parts[p].token = NOWHERE;
    for (uint32_t i = 0; i < e->n; i++) {
        uint32_t head = self->head_of[e->words[i]], p = 0;
        e->part_of[i] = NOWHERE;
        if (head == SYMBOL_NONE) continue;
        while (p < e->n_parts && (e->parts[p].head != head || part_is_copy(e, p))) p++;
        if (p == e->n_parts || e->parts[p].token != NOWHERE) return false;
        e->parts[p].token = e->parts[p].begin = e->parts[p].end = i;
        e->part_of[i] = p;
    }
    return true;
}

static bool measure(struct pairing *e) {
    for (uint32_t p = e->n_parts; p-- > 0;) {
        struct part *part = &e->parts[p];
        if (part_is_copy(e, p)) continue;
        if (part->token == NOWHERE) return false;
        if (part->parent == NOWHERE) continue;
        struct part *up = &e->parts[part->parent];
        if (part_is_copy(e, part->parent)) return false;
        if (up->token == NOWHERE) return false;
        if (part->begin < up->begin) up->begin = part->begin;
        if (part->end > up->end) up->end = part->end;
    }
    return true;
}

/* Things can stand without parts of their own; the parts of events are their arguments. */
static void find_events(struct induce *self) {
    uint32_t n = self->values.names.n, n_labels = self->labels.names.n;
    double *leaf = arena_zalloc(&self->arena, (n + 1) * sizeof *leaf);
    double *all = arena_zalloc(&self->arena, (n + 1) * sizeof *all);
    double *of_thing = arena_zalloc(&self->arena, (n_labels + 1) * 2 * sizeof *of_thing);
    double *of_event = of_thing + n_labels + 1;
    self->is_event = arena_zalloc(&self->arena, n + 1);
    for (uint32_t e = 0; e < self->n; e++)
        for (uint32_t p = 0; self->examples[e].n > 1 && p < self->examples[e].n_parts; p++) {
            const struct part *part = &self->examples[e].parts[p];
            if (part->head == SYMBOL_NONE || self->examples[e].wrong) continue;
            all[part->head]++;
            leaf[part->head] += part->first == NOWHERE;
        }
    for (uint32_t v = 0; v < n; v++)
        self->is_event[v] = all[v] && leaf[v] <= self->recipe->nested_leaf * all[v];
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t e = 0; e < self->n; e++)
            for (uint32_t p = 1; p < self->examples[e].n_parts; p++) {
                const struct part *part = &self->examples[e].parts[p];
                uint32_t up = self->examples[e].parts[part->parent].head;
                if (up == SYMBOL_NONE || self->examples[e].wrong) continue;
                if (!pass && self->is_event[up]) of_event[part->label] += all[up] > 3;
                else if (!pass) of_thing[part->label]++;
                else if (of_thing[part->label] > of_event[part->label]) self->is_event[up] = false;
            }
}

void induce_prepare(struct induce *self) {
    find_events(self);
    self->alone = arena_zalloc(&self->arena, self->words.names.n + 1);
    for (uint32_t e = 0; e < self->n; e++) {
        struct pairing *x = &self->examples[e];
        find_originals(x);
        x->usable = x->n > 1 && !x->wrong;
        for (uint32_t p = 0; p < x->n_parts; p++) x->usable &= x->parts[p].head != SYMBOL_NONE;
        x->usable = x->usable && place_words(self, x) && measure(x);
        if (x->n == 1 && !x->wrong) self->alone[x->words[0]] = true;
    }
}
