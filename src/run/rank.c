/* What holds of a whole record, and its weight.
 *
 *     {intent: TurnOff, domain: lock}      "open the lock"
 *       ─▶ pairs   domain=lock & intent=TurnOff
 *          sets    domain=lock in {domain, intent}, intent=TurnOff in {domain, intent}
 *          words   open: domain=lock & intent=TurnOff,  lock: ...
 *          new     how many of these pairs and sets no example had
 *          left    values that the sentence names, but that it has not                     */
#include "run/rank.h"

#include <stdlib.h>
#include <string.h>

#include "types/record.h"

#define MAX_PARTS  24u /* of a record; of larger ones the first count */
#define MAX_LISTED 64u /* and of the items of its lists */
#define MAX_NAMED  32u /* values that a sentence names, likewise */
#define MAX_NAME   12u /* words of one */

/* What was found out about two numbers. */
struct noted {
    uint32_t a, b;
    bool known;
    double weight;
};

struct notes {
    struct noted *slots;
    uint32_t n, cap;
};

/* Words of the sentence that are a value of a field. */
struct named {
    uint32_t words; /* of the fit's parts */
    const char *text;
    uint32_t field;
};

/* Many values of a sentence have the same parts: weights of its words with two of them, added up;
 * and how much of a value it says. */
struct memo {
    struct notes words, said;
    struct named named[MAX_NAMED];
    uint32_t n_named, n_numbers;
    const char **heard; /* [n_words] as they are looked up; of unknown ones, as they are written */
};

struct ranker {
    const struct exact *exact;
    const struct lang *lang;
    const struct fit *fit; /* NULL: only which fields there are */
    const struct records *records;
    struct arena *arena;
    struct buf scratch, set;
    uint32_t parts[MAX_PARTS], n_parts;
    uint32_t fields[MAX_PARTS], n_fields; /* as sets of one */
    bool held;
    struct ranked out;
    uint32_t cap;
    struct memo *memo;
    bool wanted; /* the features; else only their weight */
    value_id values[MAX_PARTS];
    bool rare[MAX_PARTS]; /* [n_values] it has no part of its own */
    uint32_t n_values;
    uint32_t listed[MAX_LISTED], n_listed; /* parts of items of lists of records */
    uint32_t n_numbers;                    /* in these */
    double score;
    double news[N_FIT_NEW];
};

static struct noted *note_slot(const struct notes *m, uint32_t a, uint32_t b) {
    uint32_t i = (uint32_t)hash_mix(hash_mix(a, b), 1) & (m->cap - 1);
    while (m->slots[i].known && (m->slots[i].a != a || m->slots[i].b != b))
        i = (i + 1) & (m->cap - 1);
    return &m->slots[i];
}

static void notes_widen(struct notes *m, struct arena *arena) {
    struct notes old = *m;
    m->cap = m->cap ? m->cap * 2 : 256;
    m->slots = arena_zalloc(arena, m->cap * sizeof *m->slots);
    for (uint32_t i = 0; i < old.cap; i++)
        if (old.slots[i].known) *note_slot(m, old.slots[i].a, old.slots[i].b) = old.slots[i];
}

/* The note on a and b; a new one is not `known` yet, and is to be filled. */
static struct noted *note(struct notes *m, struct arena *arena, uint32_t a, uint32_t b) {
    if (m->n * 2 >= m->cap) notes_widen(m, arena);
    struct noted *out = note_slot(m, a, b);
    m->n += !out->known;
    out->a = a;
    out->b = b;
    return out;
}

static void put(struct ranker *r, struct fit_key key, double times) {
    if (!r->wanted) {
        r->score += times * fit_weight(r->fit, key);
        return;
    }
    if (r->out.n == r->cap) {
        uint32_t cap = r->cap;
        r->out.keys = vec_grow(r->arena, r->out.keys, r->out.n, &cap, sizeof *r->out.keys);
        r->out.times = vec_grow(r->arena, r->out.times, r->out.n, &r->cap, sizeof(double));
    }
    r->out.keys[r->out.n] = key;
    r->out.times[r->out.n++] = times;
}

static const char *name_of(const struct lang *lang, uint32_t literal) {
    return lang->ops.at[lang->literal_ops.at[literal]].name;
}

/* Does the sentence have the word, or one that begins alike? */
static enum fit_spelled said(const struct ranker *r, const char *text, size_t length) {
    enum fit_spelled best = FIT_NOT_SAID;
    for (uint32_t i = 0; i < r->exact->walk.plan->n_words && best < FIT_ALL; i++) {
        const char *word = r->memo->heard[i];
        if (!word) continue;
        if (!strncmp(word, text, length) && !word[length]) best = FIT_ALL;
        else if (fit_alike(word, text, length)) best = FIT_ALIKE;
    }
    return best;
}

static enum fit_spelled text_said(struct ranker *r, const char *text) {
    uint32_t n = 0, of[N_FIT_SPELLED] = {0};
    struct buf words;
    buf_init(&words, r->arena);
    text_words(text, strlen(text), &words, NULL);
    for (const char *at = words.at; *at; n++) {
        size_t length = strcspn(at, " ");
        of[said(r, at, length)]++;
        at += length + (at[length] == ' ');
    }
    if (of[FIT_NOT_SAID] == n) return FIT_NOT_SAID;
    return of[FIT_NOT_SAID] ? FIT_SOME : of[FIT_ALIKE] ? FIT_ALIKE : FIT_ALL;
}

/* Of a list that text of which the most is said; N_FIT_SPELLED: there is no text. */
static enum fit_spelled value_said(struct ranker *r, const char *json) {
    enum fit_spelled best = N_FIT_SPELLED;
    for (const char *text; (text = record_next_text(r->arena, &json));) {
        enum fit_spelled level = text_said(r, text);
        if (best == N_FIT_SPELLED || level > best) best = level;
    }
    return best;
}

static void add_spelled(struct ranker *r, const char *name, value_id value) {
    uint32_t field = symbols_find(&r->fit->sets, name, strlen(name));
    if (field == SYMBOL_NONE) return;
    struct noted *noted = note(&r->memo->said, r->arena, value, 0);
    if (!noted->known) noted->weight = value_said(r, records_text(r->records, value));
    noted->known = true;
    enum fit_spelled level = (enum fit_spelled)noted->weight;
    if (level < N_FIT_SPELLED) put(r, (struct fit_key){FIT_SPELLED, field, level}, 1);
}

static bool is_number(const char *json) {
    return (*json >= '0' && *json <= '9') || *json == '-';
}

/* Is it the part of this very value, not of all that its field may have? */
static bool is_own(const struct ranker *r, uint32_t part, const char *name, const char *json) {
    return part != SYMBOL_NONE && !strcmp(r->fit->parts.names.at[part] + strlen(name) + 1, json);
}

static bool parts_items(const record_leaves *leaves, uint32_t i) {
    return i < leaves->n && !strcmp(leaves->at[i].value, RECORD_NEXT_ITEM);
}

/* Items of which nothing is said. */
static uint32_t count_blank(const record_leaves *leaves) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < leaves->n; i++)
        n += parts_items(leaves, i) && (!i || i + 1 == leaves->n || parts_items(leaves, i + 1));
    return n;
}

/* Fields of the items of a list, each by itself: they go together with whatever comes, and only words speak
 * for them. */
static void add_listed(struct ranker *r, const record_leaves *leaves) {
    r->news[FIT_NEW_IN_SET] += count_blank(leaves);
    for (uint32_t i = 0; i < leaves->n && r->n_listed < MAX_LISTED; i++) {
        const char *name = record_path(r->arena, &leaves->at[i]), *json = leaves->at[i].value;
        uint32_t part = fit_part(r->fit, &r->scratch, name, json);
        r->n_numbers += is_number(json);
        if (part != SYMBOL_NONE) r->listed[r->n_listed++] = part;
    }
}

/* A value is a part; of a list that no example had, its items are. */
static uint32_t add_part(struct ranker *r, const char *name, const char *json) {
    uint32_t whole = fit_part(r->fit, &r->scratch, name, json), before = r->n_parts;
    record_leaves leaves = {0};
    struct record_leaf list = {1, &name, json, false};
    if (record_split_items(r->arena, list, &leaves)) {
        add_listed(r, &leaves);
        return whole;
    }
    bool split = *json == '[' && !is_own(r, whole, name, json);
    const char *item;
    while (split && r->n_parts < MAX_PARTS && (item = record_next_item(r->arena, &json))) {
        uint32_t part = fit_part(r->fit, &r->scratch, name, item);
        if (is_own(r, part, name, item)) r->parts[r->n_parts++] = part;
    }
    if (r->n_parts == before) r->parts[r->n_parts++] = whole;
    return whole;
}

/* Names are joined by dots where records are nested. */
static void add_fields(struct ranker *r, value_id value, const char *path) {
    uint32_t n;
    const struct field *fields = records_fields(r->records, value, &n);
    for (uint32_t i = 0; i < n; i++) {
        const char *name = name_of(r->lang, fields[i].name);
        if (path) {
            struct buf joined;
            buf_init(&joined, r->arena);
            buf_printf(&joined, "%s.%s", path, name);
            name = joined.at;
        }
        if (value_tag(fields[i].value) == TAG_RECORD) {
            add_fields(r, fields[i].value, name);
            continue;
        }
        if (r->set.n) buf_puts(&r->set, ",");
        buf_puts(&r->set, name);
        if (!r->fit || r->n_parts == MAX_PARTS) continue;
        uint32_t field = symbols_find(&r->fit->sets, name, strlen(name));
        if (field != SYMBOL_NONE) r->fields[r->n_fields++] = field;
        add_spelled(r, name, fields[i].value);
        r->values[r->n_values++] = fields[i].value;
        uint32_t part = add_part(r, name, records_text(r->records, fields[i].value));
        r->rare[r->n_values - 1] =
            !is_own(r, part, name, records_text(r->records, fields[i].value));
    }
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t seen(const struct ranker *r, uint32_t count) {
    return count - (r->held && count);
}

/* Does it hold of an example, of others than this one? */
static bool is_new(const struct ranker *r, struct fit_key key) {
    uint32_t i = fit_find(r->fit, key);
    return i == UINT32_MAX || !seen(r, r->fit->counts.at[i]);
}

static void add_set(struct ranker *r) {
    uint32_t set = symbols_find(&r->fit->sets, r->set.at, r->set.n);
    if (set == SYMBOL_NONE || !seen(r, r->fit->set_counts.at[set])) r->news[FIT_NEW_SET] = 1;
    for (uint32_t i = 0; set != SYMBOL_NONE && i < r->n_parts; i++) {
        struct fit_key key = {FIT_SET, r->parts[i], set};
        put(r, key, 1);
        r->news[FIT_NEW_IN_SET] += is_new(r, key);
    }
}

static void put_stem(struct ranker *r, const char *word, uint32_t part) {
    size_t n = fit_stem(word);
    uint32_t stem = n ? symbols_find(&r->fit->parts, word, n) : SYMBOL_NONE;
    if (stem != SYMBOL_NONE) put(r, (struct fit_key){FIT_STEM, stem, part}, 1);
}

static void put_words(struct ranker *r, uint32_t a, uint32_t b) {
    const struct sentence *s = &r->exact->walk.sentence;
    for (uint32_t w = 0; w < r->exact->walk.plan->n_words; w++) {
        bool again = s->words[w] == SYMBOL_NONE;
        for (uint32_t k = 0; k < w && !again; k++) again = s->words[k] == s->words[w];
        if (again) continue;
        put(r, (struct fit_key){s->words[w], a, b}, 1);
        if (a == b) put_stem(r, s->lexicon->names.names.at[s->words[w]], a);
    }
}

/* Every word with two parts, or with one: a and b are the same then. */
static void add_words(struct ranker *r, uint32_t a, uint32_t b) {
    if (r->wanted) {
        put_words(r, a, b);
        return;
    }
    struct noted *noted = note(&r->memo->words, r->arena, a, b);
    if (!noted->known) {
        double before = r->score;
        r->score = 0;
        put_words(r, a, b);
        noted->known = true;
        noted->weight = r->score;
        r->score = before;
    }
    r->score += noted->weight;
}

/* Items of one list go together with whatever comes. */
static bool same_list(const struct ranker *r, uint32_t a, uint32_t b) {
    const char *x = r->fit->parts.names.at[a], *y = r->fit->parts.names.at[b];
    size_t n = strcspn(x, "=");
    return x[n] && x[n + 1] == '[' && !strncmp(x, y, n + 1);
}

static void add_pairs(struct ranker *r) {
    for (uint32_t i = 0; i < r->n_parts; i++) {
        add_words(r, r->parts[i], r->parts[i]);
        for (uint32_t k = i + 1; k < r->n_parts; k++) {
            if (same_list(r, r->parts[i], r->parts[k])) continue;
            struct fit_key key = {FIT_PAIR, r->parts[i], r->parts[k]};
            put(r, key, 1);
            r->news[FIT_NEW_PAIR] += is_new(r, key);
            add_words(r, r->parts[i], r->parts[k]);
        }
    }
}

static uint32_t count_of(const struct ranker *r, struct fit_key key) {
    uint32_t i = fit_find(r->fit, key);
    return i == UINT32_MAX ? 0 : r->fit->counts.at[i];
}

static bool has_field(const struct ranker *r, uint32_t field) {
    for (uint32_t i = 0; i < r->n_fields; i++)
        if (r->fields[i] == field) return true;
    return false;
}

/* Fields beside a part; and those that every example of it has, but this record has not. */
static void add_beside(struct ranker *r, uint32_t part) {
    uint32_t uses = 0;
    for (uint32_t i = 0; i < r->n_fields; i++) {
        struct fit_key key = {FIT_WITH, part, r->fields[i]};
        uint32_t count = count_of(r, key);
        if (count > uses) uses = count; /* its own field is beside it always */
        put(r, key, 1);
    }
    uses = seen(r, uses);
    for (uint32_t f = 0; uses > 1 && f < r->fit->fields.n; f++) {
        struct fit_key key = {FIT_WITH, part, r->fit->fields.at[f]};
        if (!has_field(r, key.b) && count_of(r, key) >= uses) r->news[FIT_NEW_LACK]++;
    }
}

/* ---- what the sentence names ------------------------------------------------------------------ */

static void name_fields(struct memo *memo, const struct fit *fit, uint32_t words,
                        const char *text) {
    for (uint32_t f = 0; f < fit->fields.n && memo->n_named < MAX_NAMED; f++)
        if (fit_find(fit, (struct fit_key){FIT_LEFT, words, fit->fields.at[f]}) != UINT32_MAX)
            memo->named[memo->n_named++] = (struct named){words, text, fit->fields.at[f]};
}

static const char *heard(const struct exact *exact, uint32_t i) {
    const struct sentence *s = &exact->walk.sentence;
    const char *name = s->words[i] == SYMBOL_NONE ? NULL : s->lexicon->names.names.at[s->words[i]];
    if (!s->source || !s->spans || !name || strcmp(name, LEXICON_UNKNOWN)) return name;
    struct buf word;
    buf_init(&word, exact->walk.arena);
    text_words(s->source + s->spans[i].begin, s->spans[i].end - s->spans[i].begin, &word, NULL);
    return word.at;
}

static void find_heard(struct memo *memo, const struct exact *exact) {
    uint32_t n = exact->walk.plan->n_words;
    memo->heard = arena_array(exact->walk.arena, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++) memo->heard[i] = heard(exact, i);
}

static void find_named(struct memo *memo, const struct exact *exact, const struct fit *fit) {
    const struct sentence *s = &exact->walk.sentence;
    uint32_t n = exact->walk.plan->n_words;
    for (uint32_t i = 0; i < n; i++) {
        struct buf text;
        buf_init(&text, exact->walk.arena);
        for (uint32_t k = i; k < n && k < i + MAX_NAME && s->words[k] != SYMBOL_NONE; k++) {
            const char *word = s->lexicon->names.names.at[s->words[k]];
            if (k == i && !strcmp(word, TEXT_NUMBER)) memo->n_numbers++;
            buf_printf(&text, "%s%s", k > i ? " " : "", word);
            uint32_t words = symbols_find(&fit->parts, text.at, text.n);
            if (words != SYMBOL_NONE)
                name_fields(memo, fit, words, arena_strndup(exact->walk.arena, text.at, text.n));
        }
    }
}

/* Does the value have the words, one after the other, or is it all of them (`whole`)? */
static bool has_words(struct ranker *r, const char *json, const char *words, bool whole) {
    size_t n = strlen(words);
    for (const char *text; (text = record_next_text(r->arena, &json));) {
        struct buf folded;
        buf_init(&folded, r->arena);
        text_words(text, strlen(text), &folded, NULL);
        for (const char *at = folded.at; (at = strstr(at, words)); at++)
            if (whole ? at == folded.at && !at[n]
                      : (at == folded.at || at[-1] == ' ') && (!at[n] || at[n] == ' '))
                return true;
    }
    return false;
}

/* A text that is copied, and that no example has, may have gone too far: what it is not the whole of, it
 * does not say. */
static bool is_said(struct ranker *r, const struct named *named) {
    for (uint32_t i = 0; i < r->n_values; i++) {
        struct noted *noted = note(&r->memo->said, r->arena, r->values[i], named->words + 1);
        if (!noted->known)
            noted->weight =
                has_words(r, records_text(r->records, r->values[i]), named->text, r->rare[i]);
        noted->known = true;
        if (noted->weight > 0) return true;
    }
    return false;
}

/* What the sentence names, and the record has not. */
static void add_left(struct ranker *r) {
    uint32_t numbers = r->memo->n_numbers;
    for (uint32_t i = 0; i < r->n_values && numbers; i++)
        numbers -= is_number(records_text(r->records, r->values[i]));
    r->news[FIT_NEW_NUMBER] = numbers > r->n_numbers ? numbers - r->n_numbers : 0;
    uint32_t any = symbols_find(&r->fit->parts, FIT_TEXT, strlen(FIT_TEXT));
    for (uint32_t i = 0; i < r->memo->n_named; i++) {
        const struct named *named = &r->memo->named[i];
        if (is_said(r, named)) continue;
        put(r, (struct fit_key){FIT_LEFT, any, named->field}, 1);
        put(r, (struct fit_key){FIT_LEFT, named->words, named->field}, 1);
    }
}

static struct ranker rank(const struct exact *exact, const struct fit *fit, value_id value,
                          bool held, struct memo *memo, bool wanted) {
    struct ranker r = {.exact = exact, .fit = fit, .arena = exact->walk.arena, .held = held};
    r.memo = memo;
    r.wanted = wanted;
    r.lang = &exact->domain->lang;
    r.records = values_records(exact->state);
    buf_init(&r.scratch, r.arena);
    buf_init(&r.set, r.arena);
    buf_puts(&r.set, "");
    add_fields(&r, value, NULL);
    qsort(r.parts, r.n_parts, sizeof *r.parts, by_number);
    while (r.n_parts && r.parts[r.n_parts - 1] == SYMBOL_NONE) r.n_parts--;
    add_set(&r);
    for (uint32_t i = 0; i < r.n_parts; i++) add_beside(&r, r.parts[i]);
    add_pairs(&r);
    for (uint32_t i = 0; i < r.n_listed; i++) add_words(&r, r.listed[i], r.listed[i]);
    add_left(&r);
    for (uint32_t i = 0; i < N_FIT_NEW; i++)
        if (r.news[i] > 0) put(&r, (struct fit_key){FIT_NEW, i, 0}, r.news[i]);
    return r;
}

struct ranked rank_features(const struct exact *exact, const struct fit *fit, value_id value,
                            bool held) {
    struct memo memo = {0};
    find_heard(&memo, exact);
    find_named(&memo, exact, fit);
    return rank(exact, fit, value, held, &memo, true).out;
}

static uint16_t text_constant(const struct ranker *r, const char *json) {
    const char *name = record_constant(r->arena, json);
    uint16_t op = lang_literal_find(r->lang, name, strlen(name));
    while (op != OP_NONE && r->lang->types.at[r->lang->ops.at[op].result].kind != KIND_TEXT)
        op = lang_literal_next(r->lang, op);
    return op;
}

uint32_t rank_rare(const struct exact *exact, const struct fit *fit, value_id value, uint16_t *out,
                   uint32_t most) {
    struct memo memo = {0};
    uint32_t n = 0;
    find_heard(&memo, exact);
    struct ranker r = rank(exact, fit, value, false, &memo, true);
    for (uint32_t i = 0; i < r.n_values && n < most; i++) {
        const char *json = records_text(r.records, r.values[i]);
        uint16_t op = *json == '"' && r.rare[i] ? text_constant(&r, json) : OP_NONE;
        if (op != OP_NONE) out[n++] = op;
    }
    return n;
}

const char *rank_set(void *state, const struct lang *lang, value_id value, struct arena *arena) {
    struct ranker r = {.lang = lang, .records = values_records(state), .arena = arena};
    buf_init(&r.set, arena);
    buf_puts(&r.set, "");
    if (value != VALUE_DEAD) add_fields(&r, value, NULL);
    return r.set.at;
}

static bool is_record(value_id value) {
    return !(value & 0x80000000u) && value_tag(value) == TAG_RECORD;
}

static bool is_listed(const char *set, const char *field) {
    size_t n = strlen(field);
    for (; *set; set += strcspn(set, ","), set += *set == ',')
        if (!strncmp(set, field, n) && (!set[n] || set[n] == ',')) return true;
    return false;
}

const char *rank_lacked(const struct exact *exact, const struct fit *fit, value_id value,
                        double *weight) {
    const char *lacked = NULL;
    bool known = fit->always.n && is_record(value);
    const char *set =
        known ? rank_set(exact->state, &exact->domain->lang, value, exact->walk.arena) : "";
    *weight = 0;
    for (uint32_t i = 0; known && i < fit->always.n; i++) {
        const char *field = fit->sets.names.at[fit->always.at[i]];
        if (is_listed(set, field)) continue;
        *weight += fit_weight(fit, (struct fit_key){FIT_ALWAYS, fit->always.at[i], 0});
        lacked = field;
    }
    return lacked;
}

double rank_score(const struct fit *fit, const struct ranked *features) {
    double score = 0;
    for (uint32_t i = 0; i < features->n; i++)
        score += features->times[i] * fit_weight(fit, features->keys[i]);
    return score;
}

void rank_roots(struct exact *exact, const struct fit *fit) {
    const struct plan *plan = exact->walk.plan;
    struct memo memo = {0};
    find_heard(&memo, exact);
    find_named(&memo, exact, fit);
    for (uint32_t r = 0; r < plan->n_roots; r++) {
        struct range items = exact->of_node[plan->roots[r]];
        for (uint32_t i = items.first; i < items.first + items.n; i++) {
            struct item *item = &exact->items.at[i];
            if (!is_record(item->value)) continue;
            item->weight += rank(exact, fit, item->value, false, &memo, false).score;
        }
    }
}
