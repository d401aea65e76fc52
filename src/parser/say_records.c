/* Sentences for a record, made of those that the model remembers.
 *
 *     {do: move, what: lunch, time: "14:20"}
 *         move the dinner to Friday   {do: move, what: dinner, day: Friday}     what it means
 *     ─▶  move the lunch to Friday    another value of a field
 *     ─▶  move the lunch              a field less, with the words before it
 *     ─▶  move the lunch to 14:20     a field more, with the words it stood behind elsewhere
 *     ─▶  parser: is that what is wanted?
 *
 * Words that add fields may stand in any order, so what is said is decided by what was heard: of all
 * edits those are kept that put the fewest words side by side which never were. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parser/sentences.h"
#include "types/record.h"

#define MAX_TOKENS   40u /* of a sentence */
#define MAX_WORDINGS 4u  /* of a field that is said */
#define MAX_CHUNKS   12u /* ways to add one */
#define BEAM         24u /* drafts that are kept after each edit */
#define MODELS       24u /* sentences that are changed */
#define TRIES        80u /* sentences that are parsed */
#define LIKE_SOME    1u  /* how strange two words are whose kinds stood side by side, */
#define LIKE_NONE    3u  /* and two that are not even that */

/* A word as it is written, and the numbers of it and of its kind. */
struct token {
    const char *text;
    uint32_t word, kind;
    bool apart;         /* a blank stands before it */
    const char *number; /* as JSON, where it is one: all of these are one word; or NULL */
};

struct tokens {
    uint32_t n;
    const struct token *at[MAX_TOKENS];
};

struct draft {
    struct tokens words;
    uint32_t strange; /* by its neighbours */
    uint32_t edits;   /* fields left out and added */
};

struct drafts {
    uint32_t n;
    struct draft at[BEAM]; /* the best first */
};

/* A word, or several, that mean a field or the value of some field. */
struct sense {
    uint32_t word;     /* of the lexicon */
    const char *path;  /* NULL: of any field */
    const char *value; /* what its constant is called; NULL: as it is written */
    double weight;
};

/* A field with its value, and the words that say it, its own text first. */
struct fact {
    const char *path, *constant; /* what the value is called in programs */
    uint32_t kind;               /* of words that name the field */
    VEC(struct tokens) wordings;
};

typedef VEC(const struct fact *) facts;

struct remembered {
    const char *text;
    struct tokens words;
    uint32_t likeness;
};

struct composer {
    g2l2_parser *parser;
    struct arena *arena;
    VEC(struct sense) senses;  /* the heaviest first */
    struct symbols names;      /* of words, and of fields as kinds of words */
    VEC(uint32_t) kinds;       /* [names] of a word; SYMBOL_NONE: not yet */
    VEC(const char *) written; /* [names] as a word is written within a sentence, or NULL */
    struct symbols fact_names;
    VEC(struct fact *) of_name;
    VEC(struct remembered) sentences;
    struct symbols pairs; /* words that stood side by side, and kinds of words */
    facts wanted;
    bool apart; /* blanks stand between words */
};

/* ---- what entries mean ----------------------------------------------------------------------- */

static bool is_kernel(const struct lang *lang, const struct term *term, uint16_t kernel) {
    return term->kind == TERM_OP && lang->ops.at[term->op].kernel == kernel;
}

/* The field that a program is, with dots between names; false: it is no single one. */
static bool read_sense(struct composer *c, const struct term *program, struct sense *out) {
    const struct lang *lang = &c->parser->lexicon->domain->lang;
    struct buf path;
    buf_init(&path, c->arena);
    while (is_kernel(lang, program, KERNEL_NEST) || is_kernel(lang, program, KERNEL_FIELD)) {
        buf_printf(&path, "%s%s", path.n ? "." : "", lang->ops.at[program->subs[0]->op].name);
        program = program->subs[1];
    }
    if (program->kind != TERM_OP || program->n_subs) return false;
    if (lang->types.at[program->type].kind != KIND_TEXT) return false;
    bool said = record_is_said(lang->ops.at[program->op].kernel);
    out->path = path.n ? path.at : NULL;
    out->value = said ? NULL : lang->ops.at[program->op].name;
    return true;
}

static int heavier(const void *a, const void *b) {
    const struct sense *x = a, *y = b;
    if (x->weight != y->weight) return x->weight > y->weight ? -1 : 1;
    return (x->word > y->word) - (x->word < y->word);
}

static void list_senses(struct composer *c) {
    const struct lexicon *lexicon = c->parser->lexicon;
    for (uint32_t w = 0; w < lexicon->words.n; w++)
        for (uint32_t s = lexicon->words.at[w].first, end = s + lexicon->words.at[w].n; s < end;
             s++) {
            struct sense sense = {.word = w, .weight = lexicon->tau[s]};
            const struct term *program = lexicon->entries.at[lexicon->slots.at[s].entry].program;
            if (!lexicon->slots.at[s].off && program && read_sense(c, program, &sense))
                vec_push(c->arena, &c->senses, sense);
        }
    if (c->senses.n) qsort(c->senses.at, c->senses.n, sizeof *c->senses.at, heavier);
}

static const char *name_of(const struct composer *c, const struct sense *s) {
    return c->parser->lexicon->names.names.at[s->word];
}

/* ---- words -------------------------------------------------------------------------------------- */

/* Of words that name a field; no word ends with a blank. */
static uint32_t kind_of_field(struct composer *c, const char *path) {
    struct buf kind;
    buf_init(&kind, c->arena);
    buf_printf(&kind, "%s ", path);
    return symbols_add(&c->names, kind.at, kind.n);
}

/* What a word is among others: the field that it names, or itself. */
static uint32_t find_kind(struct composer *c, const char *word, uint32_t number) {
    uint32_t known = lexicon_find(c->parser->lexicon, word, strlen(word));
    for (uint32_t i = 0; known != SYMBOL_NONE && i < c->senses.n; i++) {
        const struct sense *s = &c->senses.at[i];
        if (s->word == known && s->weight > 0 && s->path) return kind_of_field(c, s->path);
    }
    return number;
}

static uint32_t kind_of(struct composer *c, const char *word, uint32_t number) {
    while (c->kinds.n <= number) vec_push(c->arena, &c->kinds, SYMBOL_NONE);
    if (c->kinds.at[number] == SYMBOL_NONE) {
        uint32_t kind = find_kind(c, word, number);
        c->kinds.at[number] = kind;
    }
    return c->kinds.at[number];
}

/* False: there are too many. */
static bool cut(struct composer *c, const char *text, struct tokens *out) {
    struct buf folded;
    text_spans spans = {0};
    buf_init(&folded, c->arena);
    buf_puts(&folded, "");
    text_words(text, strlen(text), &folded, &spans);
    const char *at = folded.at + strspn(folded.at, " ");
    out->n = 0;
    if (!spans.n || spans.n > MAX_TOKENS) return false;
    for (uint32_t i = 0; i < spans.n; i++) {
        struct token *t = arena_new(c->arena, struct token);
        struct text_span s = spans.at[i];
        const char *word = arena_strndup(c->arena, at, strcspn(at, " "));
        at += strlen(word) + (at[strlen(word)] == ' ');
        t->text = arena_strndup(c->arena, text + s.begin, s.end - s.begin);
        t->word = symbols_add(&c->names, word, strlen(word));
        t->kind = kind_of(c, word, t->word);
        t->apart = i ? s.begin > spans.at[i - 1].end : c->apart;
        t->number = strcmp(word, TEXT_NUMBER) ? NULL : record_written(c->arena, t->text);
        out->at[out->n++] = t;
    }
    return true;
}

static const char *spell(struct arena *arena, const struct tokens *words) {
    struct buf text;
    buf_init(&text, arena);
    buf_puts(&text, "");
    for (uint32_t i = 0; i < words->n; i++)
        buf_printf(&text, "%s%s", i && words->at[i]->apart ? " " : "", words->at[i]->text);
    return text.at;
}

static bool same_number(const struct token *a, const struct token *b) {
    return !a->number || !b->number ? !a->number == !b->number : !strcmp(a->number, b->number);
}

/* Does `part` stand at place i? */
static bool stands(const struct tokens *words, uint32_t i, const struct tokens *part) {
    if (i + part->n > words->n) return false;
    for (uint32_t k = 0; k < part->n; k++) {
        const struct token *a = words->at[i + k], *b = part->at[k];
        if (a->word != b->word || !same_number(a, b)) return false;
    }
    return true;
}

static bool same_words(const struct tokens *a, const struct tokens *b) {
    return a->n == b->n && stands(a, 0, b);
}

/* ---- facts ----------------------------------------------------------------------------------------- */

/* The text of a value, or its number; NULL: it is neither. */
static const char *text_of(struct composer *c, const char *json) {
    const char *at = json;
    if (*json == '"' || *json == '[') return record_next_text(c->arena, &at);
    return record_number(c->arena, json, strlen(json));
}

/* A word of the lexicon, written as it was heard. */
static const struct token *write_token(struct composer *c, const struct token *t) {
    if (t->word >= c->written.n || !c->written.at[t->word]) return t;
    struct token *out = arena_new(c->arena, struct token);
    *out = *t;
    out->text = c->written.at[t->word];
    out->apart = c->apart;
    return out;
}

static void add_wording(struct composer *c, struct fact *f, const char *text, bool heard) {
    struct tokens words;
    if (!text || !cut(c, text, &words)) return;
    for (uint32_t i = 0; i < words.n && heard; i++) words.at[i] = write_token(c, words.at[i]);
    for (uint32_t i = 0; i < f->wordings.n; i++)
        if (same_words(&f->wordings.at[i], &words)) return;
    vec_push(c->arena, &f->wordings, words);
}

static const struct fact *fact_of(struct composer *c, const struct record_leaf *leaf) {
    const char *path = record_path(c->arena, leaf);
    const char *constant = record_constant(c->arena, leaf->value);
    struct buf name;
    buf_init(&name, c->arena);
    buf_printf(&name, "%s\n%s", path, leaf->value);
    uint32_t number = symbols_add(&c->fact_names, name.at, name.n);
    if (number < c->of_name.n) return c->of_name.at[number];
    struct fact *f = arena_zalloc(c->arena, sizeof *f);
    *f = (struct fact){.path = path, .constant = constant, .kind = kind_of_field(c, path)};
    add_wording(c, f, text_of(c, leaf->value), false);
    for (uint32_t i = 0; i < c->senses.n; i++) {
        const struct sense *s = &c->senses.at[i];
        bool same = s->value && !strcmp(s->value, constant);
        if (same && (!s->path || !strcmp(s->path, path)) && !strchr(name_of(c, s), '<'))
            add_wording(c, f, name_of(c, s), true);
    }
    vec_push(c->arena, &c->of_name, f);
    return f;
}

/* Lists that no word means as they are, are put together of their items. */
static void split_lists(struct composer *c, record_leaves *leaves) {
    struct symbols lists;
    symbols_init(&lists, c->arena);
    for (uint32_t i = 0; i < leaves->n; i++) {
        const char *path = record_path(c->arena, &leaves->at[i]);
        const char *constant = record_constant(c->arena, leaves->at[i].value);
        bool whole = *leaves->at[i].value != '[';
        for (uint32_t k = 0; k < c->senses.n && !whole; k++)
            whole = c->senses.at[k].value && !strcmp(c->senses.at[k].value, constant);
        if (!whole) symbols_add(&lists, path, strlen(path));
    }
    record_split(c->arena, &lists, leaves);
}

/* By their fields, so that records with the same ones are alike. */
static bool read_facts(struct composer *c, const char *json, facts *out) {
    record_leaves leaves = {0};
    const char *why;
    *out = (facts){0};
    if (!record_read_target(c->arena, &c->parser->lexicon->domain->lang, json, &leaves, &why))
        return false;
    split_lists(c, &leaves);
    for (uint32_t i = 0; i < leaves.n; i++) {
        const struct fact *f = fact_of(c, &leaves.at[i]);
        vec_push(c->arena, out, f);
        uint32_t at = i;
        for (; at && strcmp(out->at[at - 1]->path, f->path) > 0; at--)
            out->at[at] = out->at[at - 1];
        out->at[at] = f;
    }
    return true;
}

static bool has_fact(const facts *in, const struct fact *f) {
    for (uint32_t i = 0; i < in->n; i++)
        if (in->at[i] == f) return true;
    return false;
}

/* One of the same field that is not in `but`. */
static const struct fact *find_other(const facts *in, const char *path, const facts *but) {
    for (uint32_t i = 0; i < in->n; i++)
        if (!strcmp(in->at[i]->path, path) && !has_fact(but, in->at[i])) return in->at[i];
    return NULL;
}

/* ---- what was heard ----------------------------------------------------------------------------------- */

/* Two neighbours, or their kinds: are they known? */
static bool knows_pair(struct composer *c, const struct tokens *words, uint32_t i, bool kinds,
                       bool learn) {
    const struct token *a = i ? words->at[i - 1] : NULL, *b = i < words->n ? words->at[i] : NULL;
    uint32_t left = !a ? SYMBOL_NONE : kinds ? a->kind : a->word;
    uint32_t right = !b ? SYMBOL_NONE : kinds ? b->kind : b->word;
    char key[32];
    size_t n = (size_t)snprintf(key, sizeof key, "%d %u %u", kinds, left, right);
    if (learn) symbols_add(&c->pairs, key, n);
    return learn || symbols_find(&c->pairs, key, n) != SYMBOL_NONE;
}

static void remember(struct composer *c, struct symbols *known, const char *text) {
    struct remembered one = {.text = text};
    uint32_t n = known->names.n;
    if (symbols_add(known, text, strlen(text)) < n || !cut(c, text, &one.words)) return;
    for (uint32_t i = 0; i <= one.words.n; i++)
        for (int kinds = 0; kinds < 2; kinds++) knows_pair(c, &one.words, i, kinds, true);
    while (c->written.n < c->names.names.n) vec_push(c->arena, &c->written, NULL);
    for (uint32_t i = 1; i < one.words.n; i++)
        if (!one.words.at[i]->number) c->written.at[one.words.at[i]->word] = one.words.at[i]->text;
    vec_push(c->arena, &c->sentences, one);
}

static void remember_all(struct composer *c) {
    const struct lexicon *lexicon = c->parser->lexicon;
    struct symbols known;
    symbols_init(&known, c->arena);
    uint32_t n = 0, apart = 0;
    for (uint32_t s = 0; s < lexicon->slots.n; s++) {
        const char *example = lexicon->slots.at[s].example;
        n += example != NULL;
        apart += example && strchr(example, ' ');
    }
    c->apart = apart > n / 2;
    for (uint32_t s = 0; s < lexicon->slots.n; s++)
        if (lexicon->slots.at[s].example) remember(c, &known, lexicon->slots.at[s].example);
}

/* ---- drafts ---------------------------------------------------------------------------------------- */

static uint32_t strangeness(struct composer *c, const struct tokens *words) {
    uint32_t out = 0;
    for (uint32_t i = 0; i <= words->n; i++)
        if (!knows_pair(c, words, i, false, false))
            out += knows_pair(c, words, i, true, false) ? LIKE_SOME : LIKE_NONE;
    return out;
}

static bool is_worse(const struct draft *a, const struct draft *b) {
    if (a->strange != b->strange) return a->strange > b->strange;
    if (a->edits != b->edits) return a->edits > b->edits;
    return a->words.n > b->words.n;
}

static void keep(struct composer *c, struct drafts *all, const struct tokens *words,
                 uint32_t edits) {
    struct draft one = {*words, strangeness(c, words), edits};
    uint32_t at = all->n;
    if (at == BEAM && !is_worse(&all->at[at - 1], &one)) return;
    if (at < BEAM) all->n++;
    else at--;
    for (; at && is_worse(&all->at[at - 1], &one); at--) all->at[at] = all->at[at - 1];
    all->at[at] = one;
}

/* "7:30" is three words and stays together. */
static bool is_within(const struct composer *c, const struct tokens *words, uint32_t at) {
    return c->apart && at && at < words->n && !words->at[at]->apart;
}

/* What is put in begins a word of its own. */
static const struct token *apart(struct composer *c, const struct token *t) {
    if (!c->apart || t->apart) return t;
    struct token *out = arena_new(c->arena, struct token);
    *out = *t;
    out->apart = true;
    return out;
}

/* Other words in the place of [begin, end). */
static void put(struct composer *c, struct drafts *all, const struct draft *from, uint32_t begin,
                uint32_t end, const struct tokens *by) {
    struct tokens out = {0};
    const struct tokens *in = &from->words;
    bool changed = begin < end && by->n; /* the sentence has the fields that it had */
    if (in->n - (end - begin) + by->n > MAX_TOKENS) return;
    if (is_within(c, in, begin) || is_within(c, in, end)) return;
    for (uint32_t i = 0; i < begin; i++) out.at[out.n++] = in->at[i];
    for (uint32_t i = 0; i < by->n; i++) out.at[out.n++] = i ? by->at[i] : apart(c, by->at[i]);
    for (uint32_t i = end; i < in->n; i++) out.at[out.n++] = in->at[i];
    if (out.n) keep(c, all, &out, from->edits + !changed);
}

/* ---- edits ------------------------------------------------------------------------------------------- */

static uint32_t n_ways(const struct fact *f) {
    return f->wordings.n < MAX_WORDINGS ? f->wordings.n : MAX_WORDINGS;
}

static void change(struct composer *c, const struct draft *in, const struct fact *from,
                   const struct fact *to, struct drafts *out) {
    for (uint32_t i = 0; i < in->words.n; i++)
        for (uint32_t w = 0; w < from->wordings.n; w++)
            for (uint32_t k = 0; k < n_ways(to) && stands(&in->words, i, &from->wordings.at[w]);
                 k++)
                put(c, out, in, i, i + from->wordings.at[w].n, &to->wordings.at[k]);
}

/* A word that names nothing. */
static bool is_between(const struct token *t) {
    return t->kind == t->word && !t->number;
}

static void leave_out(struct composer *c, const struct draft *in, const struct fact *f,
                      struct drafts *out) {
    static const struct tokens nothing;
    const struct tokens *words = &in->words;
    for (uint32_t i = 0; i < words->n; i++)
        for (uint32_t w = 0; w < f->wordings.n; w++) {
            uint32_t behind = i + f->wordings.at[w].n;
            if (!stands(words, i, &f->wordings.at[w])) continue;
            put(c, out, in, i, behind, &nothing);
            for (uint32_t b = i; b-- > 0 && is_between(words->at[b]);)
                put(c, out, in, b, behind, &nothing);
            for (uint32_t e = behind; e < words->n && is_between(words->at[e]); e++)
                put(c, out, in, i, e + 1, &nothing);
        }
}

/* Words that add a field. */
struct chunks {
    uint32_t n;
    struct tokens at[MAX_CHUNKS];
};

/* Words [begin, end) before or behind what is said. */
static void add_chunk(struct chunks *all, const struct tokens *words, uint32_t begin, uint32_t end,
                      const struct tokens *said, bool behind) {
    struct tokens out = {0};
    if (all->n == MAX_CHUNKS || end - begin + said->n > MAX_TOKENS) return;
    for (uint32_t i = 0; behind && i < said->n; i++) out.at[out.n++] = said->at[i];
    for (uint32_t i = begin; i < end; i++) out.at[out.n++] = words->at[i];
    for (uint32_t i = 0; !behind && i < said->n; i++) out.at[out.n++] = said->at[i];
    for (uint32_t i = 0; i < all->n; i++)
        if (same_words(&all->at[i], &out)) return;
    all->at[all->n++] = out;
}

/* The fact with the words that stand around one like it, at [at, at + n). */
static void add_chunks(const struct fact *f, const struct tokens *words, uint32_t at, uint32_t n,
                       struct chunks *out) {
    uint32_t begin = at, end = at + n;
    while (begin && is_between(words->at[begin - 1])) begin--;
    while (end < words->n && is_between(words->at[end])) end++;
    for (uint32_t k = 0; k < n_ways(f); k++) {
        add_chunk(out, words, begin, at, &f->wordings.at[k], false);
        if (end > at + n) add_chunk(out, words, at + n, end, &f->wordings.at[k], true);
    }
}

/* Sentences with the same value come first, then those with another one of the field. */
static void list_chunks(const struct composer *c, const struct fact *f, struct chunks *out) {
    for (int other = 0; other < 2; other++)
        for (uint32_t s = 0; s < c->sentences.n && out->n < MAX_CHUNKS; s++) {
            const struct tokens *words = &c->sentences.at[s].words;
            for (uint32_t i = 0; i < words->n; i++) {
                for (uint32_t w = 0; w < f->wordings.n && !other; w++)
                    if (stands(words, i, &f->wordings.at[w]))
                        add_chunks(f, words, i, f->wordings.at[w].n, out);
                if (other && words->at[i]->kind == f->kind) add_chunks(f, words, i, 1, out);
            }
        }
}

/* "with <text> at": what is written there is the field. */
static void list_written(struct composer *c, const struct fact *f, struct chunks *out) {
    for (uint32_t i = 0; i < c->senses.n && f->wordings.n; i++) {
        const struct sense *s = &c->senses.at[i];
        const char *name = name_of(c, s), *at = strchr(name, '<');
        struct tokens before;
        if (s->value || !s->path || strcmp(s->path, f->path) || !at || at == name) continue;
        if (cut(c, arena_strndup(c->arena, name, (size_t)(at - name)), &before))
            add_chunk(out, &before, 0, before.n, &f->wordings.at[0], false);
    }
}

/* One edit of all drafts: from one to another, without one, with one more. */
static void edit(struct composer *c, struct drafts *all, const struct fact *from,
                 const struct fact *to) {
    struct drafts out = {0};
    struct chunks chunks = {0};
    if (!from) {
        list_written(c, to, &chunks);
        list_chunks(c, to, &chunks);
    }
    for (uint32_t i = 0; i < all->n; i++) {
        const struct draft *in = &all->at[i];
        if (from && to) change(c, in, from, to, &out);
        else if (from) leave_out(c, in, from, &out);
        for (uint32_t k = 0; k < chunks.n; k++)
            for (uint32_t at = 0; at <= in->words.n; at++) put(c, &out, in, at, at, &chunks.at[k]);
        arena_check(c->arena);
    }
    *all = out;
}

static void rewrite(struct composer *c, const struct tokens *words, const facts *means,
                    struct drafts *out) {
    facts said = {0};
    keep(c, out, words, 0);
    for (uint32_t i = 0; i < means->n; i++) vec_push(c->arena, &said, means->at[i]);
    for (uint32_t i = 0; i < means->n; i++) {
        if (has_fact(&c->wanted, means->at[i])) continue;
        const struct fact *to = find_other(&c->wanted, means->at[i]->path, &said);
        edit(c, out, means->at[i], to);
        if (to) vec_push(c->arena, &said, to);
    }
    for (uint32_t i = 0; i < c->wanted.n; i++)
        if (!has_fact(&said, c->wanted.at[i])) edit(c, out, NULL, c->wanted.at[i]);
}

/* ---- which sentences are changed, and which of them are right ------------------------------------------- */

/* How much of what is wanted it says: the value of a field, or another one. */
static uint32_t likeness(struct composer *c, const struct tokens *words) {
    uint32_t out = 0;
    for (uint32_t f = 0; f < c->wanted.n; f++) {
        const struct fact *fact = c->wanted.at[f];
        uint32_t most = 0;
        for (uint32_t i = 0; i < words->n && most < 2; i++) {
            if (words->at[i]->kind == fact->kind) most = 1;
            for (uint32_t w = 0; w < fact->wordings.n && most < 2; w++)
                if (stands(words, i, &fact->wordings.at[w])) most = 2;
        }
        out += most;
    }
    return out;
}

static int liker(const void *a, const void *b) {
    const struct remembered *x = a, *y = b;
    if (x->likeness != y->likeness) return x->likeness > y->likeness ? -1 : 1;
    if (x->words.n != y->words.n) return x->words.n < y->words.n ? -1 : 1;
    return strcmp(x->text, y->text);
}

/* What the parser takes a sentence for; false: nothing. */
static bool understand(struct composer *c, const char *text, facts *out, double *sure) {
    g2l2_result result;
    g2l2_error err;
    g2l2_status status = g2l2_parser_run(c->parser, text, 1, &result, &err);
    if (status && status != G2L2_STATUS_LIMIT)
        guard_raise(c->arena->guard, status, 0, 0, "%s", err.message);
    if (status || !result.n_readings) return false;
    *sure = result.readings[0].confidence;
    return read_facts(c, result.readings[0].text, out);
}

static bool is_wanted(const struct composer *c, const facts *means) {
    for (uint32_t i = 0; i < means->n && i < c->wanted.n; i++)
        if (means->at[i] != c->wanted.at[i]) return false;
    return means->n == c->wanted.n;
}

static int stranger(const void *a, const void *b) {
    const struct draft *x = a, *y = b;
    return is_worse(x, y) - is_worse(y, x);
}

typedef VEC(struct draft) draft_list;

static void write_drafts(struct composer *c, draft_list *out) {
    facts means;
    double sure;
    for (uint32_t i = 0; i < c->sentences.n; i++)
        c->sentences.at[i].likeness = likeness(c, &c->sentences.at[i].words);
    if (c->sentences.n) qsort(c->sentences.at, c->sentences.n, sizeof *c->sentences.at, liker);
    for (uint32_t i = 0; i < c->sentences.n && i < MODELS; i++) {
        struct drafts all = {0};
        if (!understand(c, c->sentences.at[i].text, &means, &sure)) continue;
        rewrite(c, &c->sentences.at[i].words, &means, &all);
        for (uint32_t k = 0; k < all.n; k++) vec_push(c->arena, out, all.at[k]);
    }
    if (out->n) qsort(out->at, out->n, sizeof *out->at, stranger);
}

/* Something that no word says, and that is not copied either; NULL: it is not that. */
static const char *find_unsaid(struct composer *c) {
    for (uint32_t i = 0; i < c->wanted.n; i++) {
        const struct fact *f = c->wanted.at[i];
        bool said = false;
        for (uint32_t k = 0; k < c->senses.n && !said; k++) {
            const struct sense *s = &c->senses.at[k];
            bool same = !s->path || !strcmp(s->path, f->path);
            said = same && (!s->value || !strcmp(s->value, f->constant));
        }
        struct buf why;
        buf_init(&why, c->arena);
        buf_printf(&why, "no word that was learned means '%.100s' as its '%.100s'", f->constant,
                   f->path);
        if (!said) return why.at;
    }
    return NULL;
}

void sentences_for_record(g2l2_sentences *out, g2l2_parser *parser, const char *meaning,
                          size_t n_best) {
    struct composer c = {.parser = parser, .arena = &out->arena};
    draft_list drafts = {0};
    struct symbols tried;
    facts means;
    double sure;
    symbols_init(&tried, c.arena);
    symbols_init(&c.names, c.arena);
    symbols_init(&c.fact_names, c.arena);
    symbols_init(&c.pairs, c.arena);
    list_senses(&c);
    remember_all(&c);
    if (!read_facts(&c, meaning, &c.wanted) || !c.wanted.n) return;
    write_drafts(&c, &drafts);
    for (uint32_t i = 0, tries = 0; i < drafts.n && tries < TRIES && out->found.n < n_best; i++) {
        const char *text = spell(c.arena, &drafts.at[i].words);
        if (symbols_add(&tried, text, strlen(text)) < tries) continue;
        tries++;
        if (understand(&c, text, &means, &sure) && is_wanted(&c, &means))
            vec_push(c.arena, &out->found, ((struct saying){text, sure, drafts.at[i].words.n, 0}));
    }
    if (!out->found.n) out->reason = find_unsaid(&c);
}
