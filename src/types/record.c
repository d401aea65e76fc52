/* Discrete records: fields with values, in no order.
 *
 *     {area: "Kitchen"}  +  {domain: "light"}   =  {area: "Kitchen", domain: "light"}
 *     {area: "Kitchen"}  +  {area: "Garage"}    =  dead: a field comes from one place only,
 *                                                  even if both would say the same
 *     {with: ["ham"]}    +  {with: ["egg"]}     =  {with: ["ham", "egg"]}, in the order of the words
 *
 * A record is its fields sorted by name, interned, so that equal records have equal numbers.
 * Most pairs that are put together have a field in common: a mask of names tells so before
 * anything is looked at. The value of a field is a record again, or a text: the JSON of
 * whatever else JSON has. */
#include <string.h>

#include "common/json.h"
#include "types/memo.h"
#include "types/record.h"

#define MAX_FIELDS 64u /* of one record */

struct record {
    uint32_t first, n; /* of fields */
    uint64_t mask;     /* names, modulo 64 */
    bool plain;        /* all names are below 64; nothing is nested, nothing is a list */
    uint64_t hash;
};

struct records {
    struct arena *arena;
    const struct lang *lang;
    struct symbols texts; /* JSON */
    VEC(const struct record_items *)
    items; /* [texts] that are lists of records; NULL: not read yet */
    VEC(struct field) fields;
    VEC(struct record) records; /* the first has no fields */
    struct memo merged;
    uint32_t *slots; /* [cap] interning, index + 1 */
    uint32_t cap;
    const char *said;
    bool targeted;
    value_id goal;
};

/* ---- interning ---------------------------------------------------------------------------- */

static uint32_t *slot_of(const struct records *s, uint64_t hash, const struct field *fields,
                         uint32_t n) {
    uint32_t i = (uint32_t)hash & (s->cap - 1);
    for (; s->slots[i]; i = (i + 1) & (s->cap - 1)) {
        const struct record *r = &s->records.at[s->slots[i] - 1];
        if (r->hash == hash && r->n == n &&
            !memcmp(s->fields.at + r->first, fields, n * sizeof *fields))
            break;
    }
    return &s->slots[i];
}

static void widen(struct records *s) {
    s->cap *= 2;
    s->slots = arena_zalloc(s->arena, s->cap * sizeof *s->slots);
    for (uint32_t i = 0; i < s->records.n; i++) {
        const struct record *r = &s->records.at[i];
        *slot_of(s, r->hash, s->fields.at + r->first, r->n) = i + 1;
    }
}

struct arena *records_arena(const struct records *s) {
    return s->arena;
}

const char *records_text(const struct records *s, value_id text) {
    return s->texts.names.at[text & VALUE_INDEX];
}

/* Of fields in their order. */
static value_id intern(struct records *s, const struct field *fields, uint32_t n) {
    uint64_t hash = n, mask = 0;
    bool plain = true;
    for (uint32_t i = 0; i < n; i++) {
        hash = hash_mix(hash_mix(hash, fields[i].name), fields[i].value);
        mask |= (uint64_t)1 << (fields[i].name & 63);
        plain &= fields[i].name < 64 && value_tag(fields[i].value) == TAG_TEXT &&
                 *records_text(s, fields[i].value) != '[';
    }
    uint32_t *slot = slot_of(s, hash, fields, n);
    if (*slot) return VALUE_TAG(TAG_RECORD) | (*slot - 1);
    struct record record = {s->fields.n, n, mask, plain, hash};
    for (uint32_t i = 0; i < n; i++) vec_push(s->arena, &s->fields, fields[i]);
    vec_push(s->arena, &s->records, record);
    *slot = s->records.n;
    if (s->records.n * 2 > s->cap) widen(s);
    return VALUE_TAG(TAG_RECORD) | (s->records.n - 1);
}

static value_id text_value(struct records *s, const char *json) {
    return VALUE_TAG(TAG_TEXT) | symbols_add(&s->texts, json, strlen(json));
}

static const struct record *record_of(const struct records *s, value_id value) {
    return &s->records.at[value & VALUE_INDEX];
}

const struct field *records_fields(const struct records *s, value_id value, uint32_t *n) {
    static const struct field none;
    const struct record *r = record_of(s, value);
    *n = r->n;
    return r->n ? &s->fields.at[r->first] : &none;
}

/* ---- what the words say -------------------------------------------------------------------- */

void records_say(struct records *s, const char *words) {
    s->said = words;
}

static const char *record_quoted(struct arena *arena, uint16_t kernel, const char *words) {
    struct buf text, json;
    size_t n = strlen(words);
    buf_init(&text, arena);
    buf_init(&json, arena);
    if (kernel == KERNEL_QUOTE) buf_put(&text, words, n);
    else if (kernel == KERNEL_SMALL) text_small(words, n, &text);
    else text_capital(words, n, kernel == KERNEL_TITLE, &text);
    json_put_text(&json, text.at);
    return json.at;
}

const char *record_written(struct arena *arena, const char *words) {
    const char *number = NULL;
    text_spans spans = {0};
    struct buf folded;
    buf_init(&folded, arena);
    text_words(words, strlen(words), &folded, &spans);
    const char *at = folded.at;
    for (uint32_t i = 0; i < spans.n; i++) {
        size_t n = strcspn(at, " "), begin = spans.at[i].begin;
        bool is = n == strlen(TEXT_NUMBER) && !memcmp(at, TEXT_NUMBER, n);
        at += n + (at[n] == ' ');
        if (!is) continue;
        if (number) return NULL;
        const char *digits = text_number(arena, words + begin, spans.at[i].end - begin);
        number = record_number(arena, digits, strlen(digits));
        if (!number) return NULL;
    }
    return number;
}

const char *record_said(struct arena *arena, uint16_t kernel, const char *words) {
    return kernel == KERNEL_WRITTEN ? record_written(arena, words)
                                    : record_quoted(arena, kernel, words);
}

static value_id own_words(struct records *s, uint16_t kernel) {
    const char *json = s->said ? record_said(s->arena, kernel, s->said) : NULL;
    return json ? text_value(s, json) : VALUE_DEAD;
}

value_id records_constant(struct records *s, const char *name) {
    return text_value(s, record_value(s->arena, name));
}

/* ---- fields ----------------------------------------------------------------------------------- */

const char *records_name(const struct records *s, const struct field *field) {
    return s->lang->ops.at[s->lang->literal_ops.at[field->name]].name;
}

/* A text as a list of records, which is read once; NULL: it is none. */
static const struct record_items **items_slot(struct records *s, value_id text) {
    while (s->items.n <= (text & VALUE_INDEX)) vec_push(s->arena, &s->items, NULL);
    return &s->items.at[text & VALUE_INDEX];
}

static const struct record_items *items_of(struct records *s, value_id text) {
    const char *json = records_text(s, text);
    if (json[0] != '[' || json[1] != '{') return NULL;
    const struct record_items **items = items_slot(s, text);
    if (!*items) *items = record_items_read(s->arena, json);
    return *items;
}

static bool has_items(struct records *s, value_id list, value_id part) {
    const struct record_items *a = items_of(s, list), *b = items_of(s, part);
    if (a && b) return record_items_has(a, b);
    return record_has_items(records_text(s, list), records_text(s, part));
}

/* Could `record` have come of merging `part` with others? */
static bool has_field(struct records *s, value_id record, struct field part) {
    uint32_t n, n_parts;
    const struct field *fields = records_fields(s, record, &n), *of = fields;
    while (of < fields + n && of->name != part.name) of++;
    if (of == fields + n || of->value == part.value) return of < fields + n;
    if (value_tag(of->value) == TAG_TEXT && value_tag(part.value) == TAG_TEXT)
        return has_items(s, of->value, part.value);
    if (value_tag(of->value) != TAG_RECORD || value_tag(part.value) != TAG_RECORD) return false;
    const struct field *parts = records_fields(s, part.value, &n_parts);
    for (uint32_t i = 0; i < n_parts; i++)
        if (!has_field(s, of->value, parts[i])) return false;
    return true;
}

/* The value of a field as a list of one record. */
static const char *listed(const struct records *s, value_id record) {
    struct buf json;
    buf_init(&json, s->arena);
    buf_puts(&json, "[");
    records_print(s, record, &json);
    buf_puts(&json, "]");
    return json.at;
}

/* Or an item of a list of records? */
static bool has_listed(struct records *s, value_id list, struct field part) {
    const struct record_items *items = items_of(s, list);
    if (!items || value_tag(part.value) != TAG_TEXT) return false;
    const char *name = records_name(s, &part);
    struct record_leaf leaf = {1, &name, records_text(s, part.value), false};
    record_leaves item = {.at = &leaf, .n = 1};
    return record_items_has(items, &(struct record_items){1, &item});
}

/* And could something that is nested in it, at whatever depth? */
static bool has_within(struct records *s, value_id record, struct field part) {
    uint32_t n;
    const struct field *fields = records_fields(s, record, &n);
    if (has_field(s, record, part)) return true;
    for (uint32_t i = 0; i < n; i++) {
        bool nested = value_tag(fields[i].value) == TAG_RECORD;
        if (nested ? has_within(s, fields[i].value, part) : has_listed(s, fields[i].value, part))
            return true;
    }
    return false;
}

static value_id make_field(struct records *s, value_id name, value_id value) {
    struct field field = {name & VALUE_INDEX, value};
    if (s->targeted && !has_within(s, s->goal, field)) return VALUE_DEAD;
    return intern(s, &field, 1);
}

static value_id merge(struct records *s, value_id a, value_id b);

static value_id join(struct records *s, const struct record_items *a,
                     const struct record_items *b) {
    const struct record_items *joined = record_items_join(s->arena, a, b);
    struct buf json;
    if (!joined) return VALUE_DEAD;
    buf_init(&json, s->arena);
    record_items_print(joined, &json);
    value_id text = text_value(s, json.at);
    *items_slot(s, text) = joined;
    return text;
}

static value_id append_text(struct records *s, value_id list, value_id item) {
    const char *text = record_append(s->arena, records_text(s, list), records_text(s, item));
    return text ? text_value(s, text) : VALUE_DEAD;
}

/* A list grows at its end by what is said of it next. */
static bool append(struct records *s, struct field *to, value_id value) {
    const struct record_items *a = items_of(s, to->value), *b = items_of(s, value);
    to->value = a && b ? join(s, a, b) : append_text(s, to->value, value);
    return to->value != VALUE_DEAD && (!s->targeted || has_within(s, s->goal, *to));
}

/* Two fields of one name are one where both are records that go together, or the second is one item
 * more of a list, or both are lists of records, which are joined. */
static bool merge_into(struct records *s, struct field *to, value_id value) {
    if (value_tag(to->value) == TAG_TEXT && value_tag(value) == TAG_TEXT)
        return append(s, to, value);
    bool nested = value_tag(to->value) == TAG_RECORD && value_tag(value) == TAG_RECORD;
    if (!nested) return false;
    to->value = merge(s, to->value, value);
    return to->value != VALUE_DEAD;
}

static value_id merge(struct records *s, value_id a, value_id b) {
    struct record x = *record_of(s, a), y = *record_of(s, b);
    struct field out[MAX_FIELDS];
    uint32_t n = 0, i = 0, k = 0;
    if (!x.n || !y.n) return x.n ? a : b;
    if (x.mask & y.mask && x.plain && y.plain) return VALUE_DEAD;
    if (x.n + y.n > MAX_FIELDS) return VALUE_DEAD;
    while (i < x.n || k < y.n) {
        const struct field *f = s->fields.at + x.first + i, *g = s->fields.at + y.first + k;
        if (k == y.n || (i < x.n && f->name < g->name)) out[n++] = *f, i++;
        else if (i == x.n || g->name < f->name) out[n++] = *g, k++;
        else {
            struct field both = *f;
            value_id other = g->value;
            if (!merge_into(s, &both, other)) return VALUE_DEAD;
            out[n++] = both, i++, k++;
        }
    }
    return intern(s, out, n);
}

/* Lists are texts, which take time to put together. */
static value_id merge_once(struct records *s, const struct op *op, const value_id *args) {
    const struct record *a = record_of(s, args[0]), *b = record_of(s, args[1]);
    if (a->plain || b->plain) return merge(s, args[0], args[1]);
    struct memo_row *row = memo_find(&s->merged, s->arena, s->lang, op, args);
    if (!row->op) memo_keep(&s->merged, row, s->lang, op, args, merge(s, args[0], args[1]));
    return row->out;
}

static value_id get(const struct records *s, value_id record, value_id name) {
    uint32_t n;
    const struct field *fields = records_fields(s, record, &n);
    for (uint32_t i = 0; i < n; i++)
        if (fields[i].name == (name & VALUE_INDEX) && value_tag(fields[i].value) == TAG_TEXT)
            return fields[i].value;
    return VALUE_DEAD;
}

value_id records_op(struct records *s, const struct op *op, const value_id *args) {
    switch (op->kernel) {
    case KERNEL_NOTHING: return VALUE_TAG(TAG_RECORD);
    case KERNEL_FIELD:
    case KERNEL_NEST: return make_field(s, args[0], args[1]);
    case KERNEL_LIST: return make_field(s, args[0], text_value(s, listed(s, args[1])));
    case KERNEL_MERGE: return merge_once(s, op, args);
    case KERNEL_GET: return get(s, args[0], args[1]);
    default: return own_words(s, op->kernel);
    }
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* A field of the target, through all that it is nested in; dead: it has a name that no
 * example had. */
static value_id leaf_value(struct records *s, const struct record_leaf *leaf) {
    value_id value = text_value(s, leaf->value);
    for (uint32_t i = leaf->depth; i-- > 0;) {
        uint16_t op = lang_literal_find(s->lang, leaf->path[i], strlen(leaf->path[i]));
        while (op != OP_NONE && s->lang->types.at[s->lang->ops.at[op].result].kind != KIND_FIELD)
            op = lang_literal_next(s->lang, op);
        if (op == OP_NONE) return VALUE_DEAD;
        struct field field = {(uint32_t)s->lang->ops.at[op].literal, value};
        value = intern(s, &field, 1);
    }
    return value;
}

value_id records_goal(struct records *s, const struct target *target) {
    record_leaves leaves = {0};
    const char *why;
    value_id all = VALUE_TAG(TAG_RECORD);
    if (!record_read_target(s->arena, s->lang, target->json, &leaves, &why)) return VALUE_DEAD;
    for (uint32_t i = 0; i < leaves.n && all != VALUE_DEAD; i++) {
        value_id one = leaf_value(s, &leaves.at[i]);
        all = one == VALUE_DEAD ? one : merge(s, all, one);
    }
    return all;
}

struct records *records_open(struct arena *arena, const struct lang *lang,
                             const struct target *target) {
    struct records *s = arena_new(arena, struct records);
    s->arena = arena;
    s->lang = lang;
    s->cap = 64;
    s->slots = arena_zalloc(arena, s->cap * sizeof *s->slots);
    symbols_init(&s->texts, arena);
    intern(s, NULL, 0);
    if (!target || !target->json) return s;
    s->goal = records_goal(s, target);
    s->targeted = s->goal != VALUE_DEAD;
    return s;
}

/* By name: the constants of the data are in their order, but others may have been added. */
static const struct field *after(const struct records *s, const struct field *fields, uint32_t n,
                                 const struct field *last) {
    const struct field *next = NULL;
    for (uint32_t i = 0; i < n; i++)
        if ((!last || strcmp(records_name(s, &fields[i]), records_name(s, last)) > 0) &&
            (!next || strcmp(records_name(s, &fields[i]), records_name(s, next)) < 0))
            next = &fields[i];
    return next;
}

void records_print(const struct records *s, value_id value, struct buf *out) {
    uint32_t n;
    if (value_tag(value) == TAG_TEXT) {
        buf_puts(out, records_text(s, value));
        return;
    }
    const struct field *fields = records_fields(s, value, &n), *at = NULL;
    if (s->lang->labelled) {
        (s->lang->called ? record_print_call : record_print_label)(s, fields, n, out);
        return;
    }
    buf_puts(out, "{");
    for (bool first = true; (at = after(s, fields, n, at)); first = false) {
        if (!first) buf_puts(out, ", ");
        json_put_text(out, records_name(s, at));
        buf_puts(out, ": ");
        records_print(s, at->value, out);
    }
    buf_puts(out, "}");
}
