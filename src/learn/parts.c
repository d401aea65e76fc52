/* Candidates from the data: what words and phrases occur with.
 *
 *     turn on the kitchen lights     {area: Kitchen, domain: light, intent: TurnOn}
 *       kitchen  ─▶ {area: Kitchen} in all of its examples, and 12 times as often as elsewhere
 *       turn on  ─▶ {intent: TurnOn}
 *       lights   ─▶ {domain: light}, {domain: light, intent: TurnOn}
 *
 * Every phrase of a few words is counted with every part of the targets that it occurs with,
 * one to three fields. What it has often enough, and clearly more often than other phrases
 * have, is a candidate; how often decides its first weight. A field may also be read off the
 * words: a number as it is written, or a text that stands between two words which stood
 * around such a text before. Every word may as well add nothing. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/objective.h"
#include "chart/chart.h"
#include "lexicon/fit.h"
#include "learn/parts.h"
#include "types/record.h"

/* ---- counting ------------------------------------------------------------------------------ */

static uint32_t *slot_of(const struct collector *c, uint32_t phrase, const uint32_t *atoms) {
    uint64_t hash = hash_mix(hash_mix(hash_mix(phrase, atoms[0]), atoms[1]), atoms[2]);
    uint32_t i = (uint32_t)hash & (c->cap - 1);
    for (; c->slots[i]; i = (i + 1) & (c->cap - 1)) {
        const struct pairing *p = &c->pairings.at[c->slots[i] - 1];
        if (p->phrase == phrase && !memcmp(p->atoms, atoms, sizeof p->atoms)) break;
    }
    return &c->slots[i];
}

static void widen(struct collector *c) {
    c->cap = c->cap ? c->cap * 2 : 1024;
    c->slots = arena_zalloc(c->arena, c->cap * sizeof *c->slots);
    for (uint32_t i = 0; i < c->pairings.n; i++)
        *slot_of(c, c->pairings.at[i].phrase, c->pairings.at[i].atoms) = i + 1;
}

void parts_count(struct collector *c, uint32_t phrase, const uint32_t *atoms) {
    if (c->pairings.n * 2 >= c->cap) widen(c);
    uint32_t *slot = slot_of(c, phrase, atoms);
    if (!*slot) {
        struct pairing p = {phrase, {atoms[0], atoms[1], atoms[2]}, 0, NONE};
        if (phrase != NONE) {
            p.next = c->first.at[phrase];
            c->first.at[phrase] = c->pairings.n;
        }
        vec_push(c->arena, &c->pairings, p);
        *slot = c->pairings.n;
    }
    c->pairings.at[*slot - 1].count++;
}

uint32_t parts_counted(const struct collector *c, uint32_t phrase, const uint32_t *atoms) {
    uint32_t slot = c->cap ? *slot_of(c, phrase, atoms) : 0;
    return slot ? c->pairings.at[slot - 1].count : 0;
}

static bool is_next(const struct collector *c, uint32_t atom) {
    const char *value = c->atoms.at[atom].value;
    return value && !strcmp(value, RECORD_NEXT_ITEM);
}

/* Items of a list: which comes first, the words say, and not one of them alone. But where nothing else does, a
 * word that an item begins with also parts it from the one before. */
static bool same_field(const struct collector *c, uint32_t a, uint32_t b) {
    const struct atom *x = &c->atoms.at[a], *y = &c->atoms.at[b];
    if (c->juxtaposed && is_next(c, a) != is_next(c, b)) return false;
    uint32_t n = x->leaf->depth - x->leaf->listed, same = 0;
    if (!c->lists.names.n || n != y->leaf->depth - y->leaf->listed) return false;
    while (same < n && !strcmp(x->leaf->path[same], y->leaf->path[same])) same++;
    return same == n;
}

/* All parts of up to so many atoms. */
static void count_parts(struct collector *c, uint32_t phrase, const uint32_t *atoms, uint32_t n) {
    uint32_t most = n <= c->l->recipe.part_fields ? c->set->part_fields : 1;
    for (uint32_t i = 0; i < n; i++) {
        parts_count(c, phrase, (uint32_t[]){atoms[i], NONE, NONE});
        for (uint32_t j = i + 1; most > 1 && j < n; j++) {
            if (same_field(c, atoms[i], atoms[j])) continue;
            parts_count(c, phrase, (uint32_t[]){atoms[i], atoms[j], NONE});
            for (uint32_t k = j + 1; most > 2 && k < n; k++)
                if (!same_field(c, atoms[i], atoms[k]) && !same_field(c, atoms[j], atoms[k]))
                    parts_count(c, phrase, (uint32_t[]){atoms[i], atoms[j], atoms[k]});
        }
    }
}

uint32_t parts_number(struct collector *c, const char *text, size_t length, uint32_t n) {
    uint32_t phrase = symbols_add(&c->phrases, text, length);
    if (phrase == c->counts.n) {
        vec_push(c->arena, &c->counts, 0);
        vec_push(c->arena, &c->seen, 0);
        vec_push(c->arena, &c->lengths, n);
        vec_push(c->arena, &c->first, NONE);
    }
    return phrase;
}

/* ---- fields as atoms -------------------------------------------------------------------------- */

uint32_t parts_path(struct collector *c, const struct record_leaf *leaf) {
    const char *name = record_path(c->arena, leaf);
    uint32_t path = symbols_add(&c->path_names, name, strlen(name));
    if (path == c->paths.n) vec_push(c->arena, &c->paths, ((struct path){.leaf = leaf}));
    return path;
}

uint32_t parts_atom(struct collector *c, enum atom_kind kind, const struct record_leaf *leaf,
                    const char *value) {
    static const char signs[] = "==/\\";
    bool taking = kind == ATOM_BEFORE || kind == ATOM_BEHIND;
    struct buf name;
    buf_init(&name, c->arena);
    buf_printf(&name, "%s%c%s", kind == ATOM_VALUE ? "" : record_path(c->arena, leaf), signs[kind],
               taking  ? ""
               : value ? value
                       : FIT_NUMBER);
    uint32_t atom = symbols_add(&c->atom_names, name.at, name.n);
    if (atom == c->atoms.n)
        vec_push(c->arena, &c->atoms,
                 ((struct atom){kind, leaf, value, parts_path(c, leaf), false}));
    return atom;
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* In order, each once: two items of a list may say the same. */
static uint32_t sort_atoms(uint32_t *atoms, uint32_t n) {
    uint32_t kept = 0;
    qsort(atoms, n, sizeof *atoms, by_number);
    for (uint32_t i = 0; i < n; i++)
        if (!i || atoms[i] != atoms[i - 1]) atoms[kept++] = atoms[i];
    return kept;
}

/* ---- one example -------------------------------------------------------------------------------- */

static void read_words(struct collector *c, struct reading *r, const char *sentence) {
    const char *at = lexicon_fold(c->arena, sentence, &r->spans);
    r->source = sentence;
    r->n = r->spans.n;
    r->words = arena_array(c->arena, const char *, r->n + 1);
    for (uint32_t i = 0; i < r->n; i++) {
        size_t n = strcspn(at, " ");
        r->words[i] = arena_strndup(c->arena, at, n);
        at += n + (at[n] == ' ');
    }
}

bool parts_is_number(const struct reading *r, uint32_t i) {
    return !strcmp(r->words[i], TEXT_NUMBER);
}

/* The number at word i is the value of the leaf. */
static bool says_number(struct collector *c, const struct reading *r, uint32_t i,
                        const struct record_leaf *leaf) {
    struct text_span s = r->spans.at[i];
    const char *number =
        record_written(c->arena, arena_strndup(c->arena, r->source + s.begin, s.end - s.begin));
    return number && !strcmp(number, leaf->value);
}

/* The only number of words [begin, end), or NONE. */
static uint32_t only_number(const struct reading *r, uint32_t begin, uint32_t end) {
    uint32_t found = NONE;
    for (uint32_t i = begin; i < end; i++) {
        if (!parts_is_number(r, i)) continue;
        if (found != NONE) return NONE;
        found = i;
    }
    return found;
}

uint32_t parts_match(const struct reading *r, uint32_t begin, const char *at) {
    uint32_t i = begin;
    for (; *at && i < r->n; i++) {
        size_t n = strlen(r->words[i]);
        if (strncmp(at, r->words[i], n) || (at[n] && at[n] != ' ')) return 0;
        at += n + (at[n] == ' ');
    }
    return *at ? 0 : i - begin;
}

/* Where a text, or one of a list, stands in the sentence. */
static struct range find_words(struct collector *c, const struct reading *r, const char *json) {
    for (const char *text; (text = record_next_text(c->arena, &json));) {
        struct buf words;
        buf_init(&words, c->arena);
        text_words(text, strlen(text), &words, NULL);
        for (uint32_t i = 0; i < r->n; i++) {
            uint32_t n = parts_match(r, i, words.at);
            if (n) return (struct range){i, n};
        }
    }
    return (struct range){0, 0};
}

static uint32_t number_phrase(struct collector *c, const struct reading *r, uint32_t begin,
                              uint32_t end) {
    struct buf text;
    buf_init(&text, c->arena);
    for (uint32_t i = begin; i < end; i++)
        buf_printf(&text, "%s%s", i > begin ? " " : "", r->words[i]);
    return parts_number(c, text.at, text.n, end - begin);
}

uint32_t parts_phrase(struct collector *c, const struct reading *r, uint32_t begin, uint32_t end) {
    if (begin >= end || end > r->n || end - begin > c->set->part_words) return NONE;
    return number_phrase(c, r, begin, end);
}

static void count_phrase(struct collector *c, const struct reading *r, uint32_t begin, uint32_t end,
                         uint32_t example) {
    uint32_t atoms[64], n = 0, number = only_number(r, begin, end);
    uint32_t phrase = number_phrase(c, r, begin, end);
    arena_check(&c->l->work->domain->arena);
    bool again = c->seen.at[phrase] == example + 1; /* another number may be another field */
    if (again && number == NONE) return;
    c->seen.at[phrase] = example + 1;
    c->counts.at[phrase] += !again;
    for (uint32_t i = 0; i < r->leaves.n && n < 64; i++) {
        const struct record_leaf *leaf = &r->leaves.at[i];
        bool copied = number != NONE && says_number(c, r, number, leaf);
        struct range said = r->spelled[i];
        bool elsewhere = said.n && (end <= said.first || begin >= said.first + said.n);
        if (elsewhere || (r->written[i] && !copied)) continue; /* another word says it */
        if (again && !copied) continue;
        atoms[n++] = parts_atom(c, ATOM_FIELD, leaf, copied ? NULL : leaf->value);
        if (roles_has(c, r, i))
            parts_count(c, phrase,
                        (uint32_t[]){parts_atom(c, ATOM_VALUE, leaf, leaf->value), NONE, NONE});
    }
    count_parts(c, phrase, atoms, sort_atoms(atoms, n));
}

static void count_example(struct collector *c, uint32_t example) {
    const struct reading *r = &c->readings[example];
    uint32_t atoms[64], n = 0;
    for (uint32_t begin = 0; begin < r->n; begin++)
        for (uint32_t end = begin + 1; end <= r->n && end <= begin + c->set->part_words; end++)
            count_phrase(c, r, begin, end, example);
    for (uint32_t i = 0; i < r->leaves.n && n < 64; i++) {
        const struct record_leaf *leaf = &r->leaves.at[i];
        struct range name = r->spelled[i];
        if (name.n > c->set->part_words) /* a name is one phrase, of however many words */
            count_phrase(c, r, name.first, name.first + name.n, example);
        atoms[n++] = parts_atom(c, ATOM_FIELD, leaf, r->written[i] ? NULL : leaf->value);
        texts_count(c, r, leaf);
        c->paths.at[parts_path(c, leaf)].unsaid += !r->written[i] && !r->spelled[i].n;
        if (roles_has(c, r, i))
            parts_count(c, NONE,
                        (uint32_t[]){parts_atom(c, ATOM_VALUE, leaf, leaf->value), NONE, NONE});
    }
    count_parts(c, NONE, atoms, sort_atoms(atoms, n));
}

static void read_example(struct collector *c, uint32_t example, struct reading *r) {
    g2l2_example e = g2l2_dataset_get(c->l->data, example);
    const char *why;
    if (!record_read_target(c->arena, &c->l->work->domain->lang, e.target, &r->leaves, &why)) {
        r->leaves.n = 0;
        return;
    }
    record_split(c->arena, &c->lists, &r->leaves);
    read_words(c, r, e.sentence);
    r->written = arena_zalloc(c->arena, r->leaves.n + 1);
    for (uint32_t i = 0; i < r->leaves.n; i++)
        for (uint32_t k = 0; k < r->n && !r->written[i]; k++)
            r->written[i] = parts_is_number(r, k) && says_number(c, r, k, &r->leaves.at[i]);
    r->spelled = arena_array(c->arena, struct range, r->leaves.n + 1);
    for (uint32_t i = 0; i < r->leaves.n; i++)
        r->spelled[i] = find_words(c, r, r->leaves.at[i].value);
}

/* ---- programs ------------------------------------------------------------------------------------ */

static uint16_t op_of(const struct lang *lang, uint16_t kernel) {
    for (uint32_t i = 0; i < lang->ops.n; i++)
        if (lang->ops.at[i].kernel == kernel) return (uint16_t)i;
    return OP_NONE;
}

static const struct term *constant(struct lang *lang, const char *name, uint8_t kind) {
    uint16_t op = lang_literal_find(lang, name, strlen(name));
    while (op != OP_NONE && lang->types.at[lang->ops.at[op].result].kind != kind)
        op = lang_literal_next(lang, op);
    return op == OP_NONE ? NULL : term_op(lang, op, NULL);
}

/* field(path, value), nested as the path is; NULL: the definition cannot say that. */
static const struct term *field_term(struct collector *c, const struct record_leaf *leaf,
                                     const struct term *value) {
    struct lang *lang = &c->l->work->domain->lang;
    const struct term *out = value;
    for (uint32_t i = leaf->depth; i-- > 0 && out;) {
        bool list = leaf->listed && i + 2 == leaf->depth;
        uint16_t op = op_of(lang, i + 1 == leaf->depth ? KERNEL_FIELD
                                  : list               ? KERNEL_LIST
                                                       : KERNEL_NEST);
        const struct term *args[2] = {constant(lang, leaf->path[i], KIND_FIELD), out};
        out = op == OP_NONE || !args[0] ? NULL : term_op(lang, op, args);
    }
    return out;
}

const struct term *parts_said(struct collector *c, const struct record_leaf *leaf,
                              uint16_t kernel) {
    struct lang *lang = &c->l->work->domain->lang;
    uint16_t op = op_of(lang, kernel);
    return op == OP_NONE ? NULL : field_term(c, leaf, term_op(lang, op, NULL));
}

/* \x. field(path, x) */
static const struct term *taking_term(struct collector *c, const struct record_leaf *leaf) {
    struct lang *lang = &c->l->work->domain->lang;
    type_id type = c->l->work->domain->syntax.cats.at[c->set->part_values].type;
    const struct term *body = field_term(c, leaf, term_var(lang, 0, type));
    return body ? term_lambda(lang, type, body) : NULL;
}

static const struct term *atom_term(struct collector *c, uint32_t atom) {
    struct lang *lang = &c->l->work->domain->lang;
    const struct atom *a = &c->atoms.at[atom];
    if (a->kind > ATOM_VALUE) return taking_term(c, a->leaf);
    if (!a->value) return parts_said(c, a->leaf, KERNEL_WRITTEN);
    const struct term *value = constant(lang, record_constant(c->arena, a->value), KIND_TEXT);
    return value && a->kind == ATOM_FIELD ? field_term(c, a->leaf, value) : value;
}

static cat_id part_category(const struct collector *c, const uint32_t *atoms) {
    const struct candidate_set *set = c->set;
    const cat_id of_kind[] = {set->parts, set->part_values, set->part_before, set->part_behind};
    return of_kind[c->atoms.at[atoms[0]].kind];
}

/* What parts items comes first. */
static const struct term *part_term(struct collector *c, const uint32_t *atoms) {
    struct lang *lang = &c->l->work->domain->lang;
    const struct term *out = NULL;
    for (int next = 0; next < 2; next++)
        for (uint32_t i = 3; i-- > 0;) {
            if (atoms[i] == NONE || is_next(c, atoms[i]) != next) continue;
            const struct term *args[2] = {atom_term(c, atoms[i]), out};
            if (!args[0]) return NULL;
            out = out ? term_op(lang, op_of(lang, KERNEL_MERGE), args) : args[0];
        }
    return out;
}

/* ---- candidates ------------------------------------------------------------------------------- */

struct option {
    uint32_t pairing;
    double score, prior;
};

static int better(const void *a, const void *b) {
    const struct option *x = a, *y = b;
    if (x->score != y->score) return x->score < y->score ? 1 : -1;
    return x->pairing < y->pairing ? -1 : 1;
}

/* Programs of a value before and behind are the same: their entries are not. */
void parts_add(struct collector *c, cat_id cat, const struct term *program, double prior) {
    struct learner *l = c->l;
    uint32_t at = 2 * program->id + (cat == c->set->part_behind);
    while (c->entry_of.n <= at) vec_push(c->arena, &c->entry_of, NONE);
    uint32_t *entry = &c->entry_of.at[at];
    if (*entry == NONE) {
        *entry = l->lexicon->entries.n;
        vec_push(l->lexicon->arena, &l->lexicon->entries, ((struct candidate){cat, program}));
    }
    lexicon_add_slot(l->lexicon, *entry, prior, false);
}

/* Long lists of records have most of what there is, so that no word has it much more often. */
static bool in_list(const struct atom *atom) {
    return atom->leaf->listed || (atom->value && !strcmp(atom->value, RECORD_NEXT_ITEM));
}

static uint32_t list_options(struct collector *c, uint32_t phrase, struct option *out,
                             uint32_t most) {
    const struct recipe *r = &c->l->recipe;
    uint32_t n = 0;
    for (uint32_t p = c->first.at[phrase]; p != NONE; p = c->pairings.at[p].next) {
        const struct pairing *pair = &c->pairings.at[p];
        double share = (double)pair->count / c->counts.at[phrase];
        double usual = (double)parts_counted(c, NONE, pair->atoms) / c->n_examples;
        double lift = usual > 0 ? share / usual : INFINITY;
        /* a number is that of the sentence, though all examples have one */
        const struct atom *atom = &c->atoms.at[pair->atoms[0]];
        bool copied = pair->atoms[1] == NONE && !atom->value;
        bool takes = atom->kind == ATOM_BEFORE || atom->kind == ATOM_BEHIND;
        double least = in_list(atom) ? 1 : r->part_lift;
        bool own = copied && !strcmp(c->phrases.names.at[phrase], TEXT_NUMBER);
        if ((share < r->part_share && !own) || (lift < least && !copied && !takes)) continue;
        uint32_t size = 1 + (pair->atoms[1] != NONE) + (pair->atoms[2] != NONE);
        double more = log(fmin(lift, c->n_examples));
        double sure = pair->count / (c->counts.at[phrase] + r->part_doubt);
        out[n++] = (struct option){p, own ? INFINITY : share * more / sqrt(size),
                                   log(sure) + r->part_prior * more - r->part_field * size};
    }
    qsort(out, n, sizeof *out, better);
    return n < most ? n : most;
}

/* Of the atom that was looked at last: a list may have a text twice. */
static bool is_noted(const struct collector *c, uint32_t phrase, uint32_t atom) {
    for (uint32_t i = c->spelled.n; i-- > 0 && c->spelled.at[i].atom == atom;)
        if (c->spelled.at[i].phrase == phrase) return true;
    return false;
}

/* A phrase that is the value of a field, letter by letter but for case, may mean that wherever
 * it stands. By phrase: atoms of which it is the value. */
static void find_spelled(struct collector *c) {
    for (uint32_t a = 0; a < c->atoms.n; a++) {
        const char *json = c->atoms.at[a].value ? c->atoms.at[a].value : "";
        for (const char *text; (text = record_next_text(c->arena, &json));) {
            struct buf words;
            buf_init(&words, c->arena);
            text_words(text, strlen(text), &words, NULL);
            uint32_t phrase = symbols_find(&c->phrases, words.at, words.n);
            if (phrase != NONE && !is_noted(c, phrase, a))
                vec_push(c->arena, &c->spelled, ((struct spelled){phrase, a}));
        }
    }
}

/* Has it been an option already? */
static bool is_option(const struct collector *c, const struct option *options, uint32_t n,
                      uint32_t atom) {
    for (uint32_t i = 0; i < n; i++) {
        const struct pairing *p = &c->pairings.at[options[i].pairing];
        if (p->atoms[0] == atom && p->atoms[1] == NONE) return true;
    }
    return false;
}

static void add_spelled(struct collector *c, uint32_t phrase, const struct option *options,
                        uint32_t n) {
    for (uint32_t i = 0; i < c->spelled.n; i++) {
        struct spelled s = c->spelled.at[i];
        if (s.phrase != phrase || is_option(c, options, n, s.atom)) continue;
        const struct term *program = atom_term(c, s.atom);
        if (program) parts_add(c, part_category(c, &s.atom), program, c->l->recipe.part_spelled);
    }
}

static bool is_spelled(const struct collector *c, uint32_t phrase) {
    for (uint32_t i = 0; i < c->spelled.n; i++)
        if (c->spelled.at[i].phrase == phrase) return true;
    return false;
}

/* Is the part one field, with a value that the phrase spells? Then all of its words say that: it is no less likely than
 * one of them that does, beside others that add nothing. */
static bool is_name(const struct collector *c, uint32_t phrase, const uint32_t *atoms) {
    for (uint32_t i = 0; i < c->spelled.n && atoms[1] == NONE; i++)
        if (c->spelled.at[i].phrase == phrase && c->spelled.at[i].atom == atoms[0]) return true;
    return false;
}

/* Is the part one field, with a value that the phrase is a form of? */
static bool means_form(struct collector *c, const char *phrase, const uint32_t *atoms) {
    const char *json = atoms[1] == NONE ? c->atoms.at[atoms[0]].value : NULL;
    if (!json) return false;
    for (const char *text; (text = record_next_text(c->arena, &json));) {
        struct buf words;
        buf_init(&words, c->arena);
        text_words(text, strlen(text), &words, NULL);
        if (fit_alike(phrase, words.at, words.n)) return true;
    }
    return false;
}

static bool is_constant(const struct atom *atom) {
    return atom->kind == ATOM_FIELD && atom->value;
}

/* What no word says the whole of a sentence may imply, where the values of a field are few and seldom spelled:
 * as likely as it is in any sentence. Its beginning stands for the whole. */
static void add_implied(struct collector *c) {
    const struct recipe *r = &c->l->recipe;
    uint32_t *n_values = arena_zalloc(c->arena, (c->paths.n + 1) * sizeof *n_values);
    for (uint32_t a = 0; a < c->atoms.n; a++)
        n_values[c->atoms.at[a].path] += is_constant(&c->atoms.at[a]);
    for (uint32_t a = 0; a < c->atoms.n; a++) {
        const struct atom *atom = &c->atoms.at[a];
        const struct path *path = &c->paths.at[atom->path];
        uint32_t n = parts_counted(c, NONE, (uint32_t[]){a, NONE, NONE});
        if (!is_constant(atom) || !n || n_values[atom->path] > r->part_implied) continue;
        if (path->unsaid < r->part_unsaid * path->uses) continue;
        const struct term *program = atom_term(c, a);
        double prior = log((double)n / c->n_examples) - r->part_field;
        if (program) parts_add(c, c->set->parts, program, prior);
    }
}

static void fill_phrase(struct collector *c, uint32_t phrase, struct option *options) {
    struct learner *l = c->l;
    const struct recipe *r = &l->recipe;
    const char *name = c->phrases.names.at[phrase];
    bool single = c->lengths.at[phrase] == 1;
    arena_check(&l->work->domain->arena);
    uint32_t n =
        list_options(c, phrase, options, (uint32_t)(single ? r->part_options : r->phrase_options));
    bool often = c->counts.at[phrase] >= r->phrase_count, spelled = is_spelled(c, phrase);
    if (!single && (!n || !often) && !spelled) return;
    lexicon_add_word(l->lexicon, name, strlen(name));
    if (single) {
        struct lang *lang = &l->work->domain->lang;
        parts_add(c, c->set->parts, term_op(lang, op_of(lang, KERNEL_NOTHING), NULL),
                  r->part_nothing);
    }
    if (!strcmp(name, LEXICON_START)) {
        add_implied(c);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *atoms = c->pairings.at[options[i].pairing].atoms;
        const struct term *program = part_term(c, atoms);
        double form = means_form(c, name, atoms) ? r->part_form : 0;
        double whole = spelled && is_name(c, phrase, atoms)
                           ? r->part_nothing * (c->lengths.at[phrase] - 1)
                           : 0;
        if (program)
            parts_add(c, part_category(c, atoms), program, options[i].prior + form + whole);
    }
    if (spelled) add_spelled(c, phrase, options, n);
}

static void add_unknown(struct collector *c) {
    struct lang *lang = &c->l->work->domain->lang;
    lexicon_add_word(c->l->lexicon, LEXICON_UNKNOWN, strlen(LEXICON_UNKNOWN));
    parts_add(c, c->set->parts, term_op(lang, op_of(lang, KERNEL_NOTHING), NULL), 0);
}

/* ---- what goes together --------------------------------------------------------------------------- */

static void open_fit(struct collector *c) {
    struct learner *l = c->l;
    struct fit *fit = l->lexicon->fit = fit_new(l->lexicon->arena);
    struct symbols all;
    VEC(uint32_t) counts = {0};
    symbols_init(&all, c->arena);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < c->n_examples; i++) {
            record_leaves leaves = {0};
            const char *why;
            const char *target = g2l2_dataset_get(l->data, i).target;
            if (!record_read_target(c->arena, &l->work->domain->lang, target, &leaves, &why))
                continue;
            record_split(c->arena, &c->lists, &leaves);
            for (uint32_t k = 0; k < leaves.n; k++) {
                struct buf name;
                buf_init(&name, c->arena);
                const char *value = leaves.at[k].value;
                bool number = (*value >= '0' && *value <= '9') || *value == '-';
                buf_printf(&name, "%s=%s", record_path(c->arena, &leaves.at[k]),
                           number ? FIT_NUMBER : value);
                uint32_t part = symbols_add(&all, name.at, name.n);
                if (part == counts.n) vec_push(c->arena, &counts, 0);
                if (!pass) counts.at[part]++;
                else if (counts.at[part] >= l->recipe.fit_count)
                    symbols_add(&fit->parts, name.at, name.n);
                else {
                    name.n = 0;
                    buf_printf(&name, "%s=" FIT_TEXT, record_path(c->arena, &leaves.at[k]));
                    symbols_add(&fit->parts, name.at, name.n);
                }
            }
        }
}

/* How words begin that may have other forms. */
static void add_stems(struct collector *c) {
    const struct lexicon *lexicon = c->l->lexicon;
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        const char *name = lexicon->names.names.at[w];
        size_t n = strchr(name, ' ') || *name == '<' ? 0 : fit_stem(name);
        if (n) symbols_add(&lexicon->fit->parts, name, n);
    }
}

/* Words that are a value of a field: a sentence that has them names it. */
static void add_named(struct collector *c) {
    struct fit *fit = c->l->lexicon->fit;
    for (uint32_t i = 0; i < c->spelled.n; i++) {
        const struct atom *atom = &c->atoms.at[c->spelled.at[i].atom];
        const char *words = c->phrases.names.at[c->spelled.at[i].phrase];
        const char *field = record_path(c->arena, atom->leaf);
        uint32_t set = symbols_add(&fit->sets, field, strlen(field));
        uint32_t named[2] = {symbols_add(&fit->parts, FIT_TEXT, strlen(FIT_TEXT)),
                             symbols_add(&fit->parts, words, strlen(words))};
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t key = fit_add(fit, (struct fit_key){FIT_LEFT, named[k], set});
            fit->counts.at[key]++;
        }
    }
}

static void find_lists(struct collector *c) {
    const char **targets = arena_array(c->arena, const char *, c->n_examples + 1);
    for (uint32_t i = 0; i < c->n_examples; i++)
        targets[i] = g2l2_dataset_get(c->l->data, i).target;
    symbols_init(&c->lists, c->arena);
    record_lists(c->arena, targets, c->n_examples, &c->lists);
}

/* How often the records of a list are parted. */
static uint32_t count_next(const struct reading *r) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->leaves.n; i++)
        n += !strcmp(r->leaves.at[i].value, RECORD_NEXT_ITEM);
    return n;
}

/* What parts records stands between others, and not more often than there are records to part. */
static bool may_part(const struct reading *r, uint32_t i) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < r->n; k++) n += !strcmp(r->words[k], r->words[i]);
    return i > 1 && i + 1 < r->n && n <= count_next(r); /* the first is <start> */
}

/* Has an example more records in a list than words that may part them, wherever they stand? Then what
 * records begin with has to. */
static bool find_juxtaposed(struct collector *c) {
    struct symbols words;
    VEC(bool) cannot = {0}; /* [words] */
    symbols_init(&words, c->arena);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t e = 0; e < c->n_examples; e++) {
            const struct reading *r = &c->readings[e];
            uint32_t parting = 0;
            for (uint32_t i = 0; i < r->n; i++) {
                uint32_t w = symbols_add(&words, r->words[i], strlen(r->words[i]));
                if (w == cannot.n) vec_push(c->arena, &cannot, false);
                if (!pass) cannot.at[w] |= !may_part(r, i);
                parting += !cannot.at[w];
            }
            if (pass && parting < count_next(r)) return true;
        }
    return false;
}

void parts_fill(struct learner *l, const struct candidate_set *set) {
    struct collector c = {.l = l, .arena = &l->arena, .set = set};
    c.n_examples = (uint32_t)g2l2_dataset_count(l->data);
    symbols_init(&c.phrases, c.arena);
    symbols_init(&c.atom_names, c.arena);
    symbols_init(&c.path_names, c.arena);
    find_lists(&c);
    c.readings = arena_zalloc(c.arena, (c.n_examples + 1) * sizeof *c.readings);
    for (uint32_t i = 0; i < c.n_examples; i++) read_example(&c, i, &c.readings[i]);
    c.juxtaposed = c.lists.names.n && find_juxtaposed(&c);
    roles_find(&c);
    for (uint32_t i = 0; i < c.n_examples; i++) count_example(&c, i);
    roles_count(&c);
    find_spelled(&c);
    struct option *options = arena_array(c.arena, struct option, c.pairings.n + 1);
    for (uint32_t p = 0; p < c.first.n; p++)
        if (c.counts.at[p]) fill_phrase(&c, p, options);
    texts_fill(&c);
    add_unknown(&c);
    open_fit(&c);
    add_stems(&c);
    add_named(&c);
}
