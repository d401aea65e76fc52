/* JSON objects as records: reading, and what their values are called in programs.
 *
 *     {"area": "Living Room", "brightness": 50}
 *       ─▶  area  "Living Room"       field(area(), "Living Room"())
 *           brightness  50            field(brightness(), "50"())
 *
 * Examples come in normal form, names in their order, from whoever reads the files; this
 * reader takes what it is given, and is as strict as JSON is. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "types/record.h"

#define MAX_LIST_ITEMS 12u /* of a list that are compared, each with each */
#define MAX_SPLIT      64u /* of a list that is put together */

struct reader {
    struct arena *arena;
    const char *at;
    record_leaves *out;
    const char *path[RECORD_MAX_DEPTH];
    uint32_t depth;
    const char *why;
};

static bool refuse(struct reader *r, const char *why) {
    if (!r->why) r->why = why;
    return false;
}

static void skip(struct reader *r) {
    r->at += strspn(r->at, " \t\r\n");
}

static bool eat(struct reader *r, char c) {
    skip(r);
    if (*r->at != c) return false;
    r->at++;
    return true;
}

static bool read_hex(struct reader *r, uint32_t *code) {
    *code = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        if (!isxdigit((unsigned char)*r->at)) return refuse(r, "a \\u escape has four digits");
        int c = tolower((unsigned char)*r->at);
        *code = *code * 16 + (uint32_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    return true;
}

static void put_code(struct buf *out, uint32_t c) {
    char b[4];
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; c >>= 6) b[i] = (char)(0x80 | (c & 0x3f));
    b[0] = (char)(n == 1 ? c : (0xf00u >> n & 0xff) | c);
    buf_put(out, b, n);
}

static bool read_escape(struct reader *r, struct buf *out) {
    static const char written[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    uint32_t code, low;
    const char *found = *r->at ? strchr(written, *r->at) : NULL;
    if (found) {
        buf_put(out, &means[found - written], 1);
        r->at++;
        return true;
    }
    if (*r->at++ != 'u') return refuse(r, "no such escape");
    if (!read_hex(r, &code)) return false;
    if (code >= 0xD800 && code < 0xDC00) {
        if (r->at[0] != '\\' || r->at[1] != 'u') return refuse(r, "half of a surrogate pair");
        r->at += 2;
        if (!read_hex(r, &low)) return false;
        if (low < 0xDC00 || low > 0xDFFF) return refuse(r, "half of a surrogate pair");
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (code >= 0xDC00 && code < 0xE000) {
        return refuse(r, "half of a surrogate pair");
    }
    if (!code) return refuse(r, "a text cannot have NUL");
    put_code(out, code);
    return true;
}

/* The text in quotes; NULL: it is none. */
static const char *read_text(struct reader *r) {
    struct buf out;
    buf_init(&out, r->arena);
    buf_puts(&out, "");
    if (!eat(r, '"')) return refuse(r, "a text in quotes is needed"), NULL;
    while (*r->at && *r->at != '"') {
        if ((unsigned char)*r->at < 0x20) return refuse(r, "a control character in a text"), NULL;
        if (*r->at != '\\') buf_put(&out, r->at++, 1);
        else if (r->at++, !read_escape(r, &out)) return NULL;
    }
    if (!*r->at++) return refuse(r, "a quote is not closed"), NULL;
    return out.at;
}

const char *record_number(struct arena *arena, const char *text, size_t length) {
    char digits[64], *end;
    struct buf out;
    if (!length || length >= sizeof digits) return NULL;
    memcpy(digits, text, length);
    digits[length] = 0;
    if (!strspn(digits + (*digits == '-'), "0123456789")) return NULL;
    if (strspn(digits, "0123456789+-.eE") < length) return NULL;
    double value = strtod(digits, &end);
    if (*end || !isfinite(value)) return NULL;
    buf_init(&out, arena);
    json_put_number(&out, value);
    return out.at;
}

static bool read_value(struct reader *r, struct buf *out, uint32_t depth);

static bool read_list(struct reader *r, struct buf *out, uint32_t depth) {
    buf_puts(out, "[");
    for (bool first = true; !eat(r, ']'); first = false) {
        if (!first && !eat(r, ',')) return refuse(r, "a ',' or ']' is needed in a list");
        if (!first) buf_puts(out, ", ");
        if (!read_value(r, out, depth + 1)) return false;
    }
    buf_puts(out, "]");
    return true;
}

struct member {
    const char *name, *value;
};

static int by_member(const void *a, const void *b) {
    return strcmp(((const struct member *)a)->name, ((const struct member *)b)->name);
}

/* By name, as records are printed. */
static bool read_members(struct reader *r, struct buf *out, uint32_t depth) {
    VEC(struct member) members = {0};
    for (bool first = true; !eat(r, '}'); first = false) {
        struct buf value;
        if (!first && !eat(r, ',')) return refuse(r, "a ',' or '}' is needed in an object");
        const char *name = read_text(r);
        if (!name || !eat(r, ':')) return refuse(r, "a name and a ':' are needed in an object");
        buf_init(&value, r->arena);
        if (!read_value(r, &value, depth + 1)) return false;
        vec_push(r->arena, &members, ((struct member){name, value.at}));
    }
    if (members.n) qsort(members.at, members.n, sizeof *members.at, by_member);
    buf_puts(out, "{");
    for (uint32_t i = 0; i < members.n; i++) {
        if (i) buf_puts(out, ", ");
        json_put_text(out, members.at[i].name);
        buf_printf(out, ": %s", members.at[i].value);
    }
    buf_puts(out, "}");
    return true;
}

/* Any value, in normal form. */
static bool read_value(struct reader *r, struct buf *out, uint32_t depth) {
    skip(r);
    if (depth > RECORD_MAX_DEPTH) return refuse(r, "it is nested too deeply");
    if (*r->at == '"') {
        const char *text = read_text(r);
        if (text) json_put_text(out, text);
        return text != NULL;
    }
    if (eat(r, '[')) return read_list(r, out, depth);
    if (eat(r, '{')) return read_members(r, out, depth);
    size_t n = strcspn(r->at, " \t\r\n,]}");
    const char *number = record_number(r->arena, r->at, n);
    bool word = (n == 4 && (!memcmp(r->at, "true", 4) || !memcmp(r->at, "null", 4))) ||
                (n == 5 && !memcmp(r->at, "false", 5));
    if (!number && !word) return refuse(r, "this is no value of JSON");
    if (number) buf_puts(out, number);
    else buf_put(out, r->at, n);
    r->at += n;
    return true;
}

static bool read_object(struct reader *r);

static bool read_member(struct reader *r) {
    const char *name = read_text(r);
    if (!name || !eat(r, ':')) return refuse(r, "a name and a ':' are needed in an object");
    if (!*name) return refuse(r, "the name of a field is empty");
    if (r->depth == RECORD_MAX_DEPTH) return refuse(r, "it is nested too deeply");
    r->path[r->depth++] = name;
    skip(r);
    const char *inside = r->at + 1 + strspn(r->at + (*r->at == '{'), " \t\r\n");
    bool object = *r->at == '{' && *inside != '}';
    bool good;
    if (object) {
        good = read_object(r);
    } else {
        struct record_leaf leaf = {.depth = r->depth};
        struct buf value;
        buf_init(&value, r->arena);
        good = read_value(r, &value, 0);
        leaf.path = memcpy(arena_array(r->arena, const char *, r->depth), r->path,
                           r->depth * sizeof *r->path);
        leaf.value = value.at;
        if (good) vec_push(r->arena, r->out, leaf);
    }
    r->depth--;
    return good;
}

static bool read_object(struct reader *r) {
    if (!eat(r, '{')) return refuse(r, "it is no JSON object");
    for (bool first = true; !eat(r, '}'); first = false) {
        if (!first && !eat(r, ',')) return refuse(r, "a ',' or '}' is needed in an object");
        if (!read_member(r)) return false;
    }
    return true;
}

static bool same_path(const struct record_leaf *a, const struct record_leaf *b) {
    uint32_t n = a->depth < b->depth ? a->depth : b->depth;
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(a->path[i], b->path[i])) return false;
    return true;
}

bool record_read(struct arena *arena, const char *json, record_leaves *out, const char **why) {
    struct reader r = {.arena = arena, .at = json, .out = out};
    uint32_t first = out->n;
    bool good = read_object(&r);
    skip(&r);
    if (good && *r.at) good = refuse(&r, "something follows the object");
    for (uint32_t i = first; good && i < out->n; i++)
        for (uint32_t k = first; good && k < i; k++)
            if (same_path(&out->at[i], &out->at[k])) good = refuse(&r, "a field is there twice");
    *why = r.why;
    return good;
}

const char *record_unquoted(struct arena *arena, const char *json) {
    struct reader r = {.arena = arena, .at = json};
    const char *text = *json == '"' ? read_text(&r) : NULL;
    return text ? text : json;
}

/* ---- what values are called ------------------------------------------------------------------ */

/* Is this text JSON by itself? Then, in quotes, it would be taken for another value. */
static bool is_json(struct arena *arena, const char *text) {
    struct reader r = {.arena = arena, .at = text};
    struct buf out;
    if (!*text || strchr(" \t\r\n", *text)) return !*text;
    buf_init(&out, arena);
    return read_value(&r, &out, 0) && !*r.at;
}

const char *record_constant(struct arena *arena, const char *json) {
    struct reader r = {.arena = arena, .at = json};
    if (*json != '"') return json;
    const char *text = read_text(&r);
    return text && !is_json(arena, text) ? text : json;
}

const char *record_next_text(struct arena *arena, const char **json) {
    const char *text = NULL;
    while (!text && *(*json += strcspn(*json, "\""))) {
        struct reader r = {.arena = arena, .at = *json};
        if (!(text = read_text(&r))) return NULL;
        if (is_json(arena, text)) text = NULL;
        *json = r.at;
    }
    return text;
}

/* ---- lists -------------------------------------------------------------------------------------- */

const char *record_next_item(struct arena *arena, const char **json) {
    struct reader r = {.arena = arena, .at = *json};
    struct buf item;
    skip(&r);
    if (*r.at != '[' && *r.at != ',') return NULL;
    r.at++;
    buf_init(&item, arena);
    buf_puts(&item, "[");
    if (!read_value(&r, &item, 0)) return NULL;
    buf_puts(&item, "]");
    *json = r.at;
    return item.at;
}

const char *record_append(struct arena *arena, const char *list, const char *item) {
    const char *rest = item;
    struct buf out;
    if (*list != '[' || list[1] == ']' || !record_next_item(arena, &rest) || strcmp(rest, "]"))
        return NULL;
    buf_init(&out, arena);
    buf_printf(&out, "%.*s, %s", (int)strlen(list) - 1, list, item + 1);
    return out.at;
}

bool record_has_items(const char *list, const char *part) {
    size_t n = strlen(part);
    if (*list != '[' || *part != '[' || n < 3) return false;
    for (const char *at = list + 1;; at += 2) {
        if (!strncmp(at, part + 1, n - 2) && strchr(",]", at[n - 2])) return true;
        if (!(at = strstr(at, ", "))) return false;
    }
}

const char *record_path(struct arena *arena, const struct record_leaf *leaf) {
    struct buf text;
    buf_init(&text, arena);
    for (uint32_t i = 0; i < leaf->depth; i++)
        buf_printf(&text, "%s%s", i ? leaf->listed && i + 1 == leaf->depth ? "[]." : "." : "",
                   leaf->path[i]);
    return text.at;
}

/* Items of lists, and pairs of them, with the number of different lists that have them. */
struct list_counts {
    struct arena *arena;
    struct symbols names; /* "field [item]", "field [item] [item]" */
    VEC(uint32_t) lists;  /* [names] */
};

static uint32_t *count_slot(struct list_counts *c, const char *field, const char *a,
                            const char *b) {
    struct buf name;
    buf_init(&name, c->arena);
    buf_printf(&name, "%s %s %s", field, a, b);
    uint32_t i = symbols_add(&c->names, name.at, name.n);
    if (i == c->lists.n) vec_push(c->arena, &c->lists, 0);
    return &c->lists.at[i];
}

typedef VEC(const char *) list_items;

static void read_items(struct arena *arena, const char *json, list_items *out) {
    const char *item;
    out->n = 0;
    while (out->n < MAX_LIST_ITEMS && (item = record_next_item(arena, &json)))
        vec_push(arena, out, item);
}

static void count_list(struct list_counts *c, const char *field, const list_items *items) {
    for (uint32_t i = 0; i < items->n; i++) {
        ++*count_slot(c, field, items->at[i], "");
        for (uint32_t k = 0; k < items->n; k++)
            if (k != i) ++*count_slot(c, field, items->at[i], items->at[k]);
    }
}

/* Is the item always beside some other one? */
static bool is_bound(struct list_counts *c, const char *field, const list_items *items,
                     uint32_t i) {
    uint32_t all = *count_slot(c, field, items->at[i], "");
    for (uint32_t k = 0; k < items->n; k++)
        if (k != i && *count_slot(c, field, items->at[i], items->at[k]) >= all) return true;
    return false;
}

struct list_field {
    const char *path, *json;
};

void record_lists(struct arena *arena, const char *const *targets, size_t n, struct symbols *out) {
    struct list_counts counts = {.arena = arena};
    struct symbols seen, fields;
    VEC(struct list_field) lists = {0};
    VEC(int) balance = {0}; /* [fields] items of lists that go alone, less those that do not */
    list_items items = {0};
    symbols_init(&counts.names, arena);
    symbols_init(&seen, arena);
    symbols_init(&fields, arena);
    for (size_t i = 0; i < n; i++) {
        record_leaves leaves = {0};
        const char *why;
        if (!strchr(targets[i], '[') || !record_read(arena, targets[i], &leaves, &why)) continue;
        for (uint32_t k = 0; k < leaves.n; k++) {
            struct list_field list = {record_path(arena, &leaves.at[k]), leaves.at[k].value};
            struct buf name;
            buf_init(&name, arena);
            buf_printf(&name, "%s %s", list.path, list.json);
            uint32_t known = seen.names.n;
            if (*list.json != '[' || symbols_add(&seen, name.at, name.n) < known) continue;
            vec_push(arena, &lists, list);
            read_items(arena, list.json, &items);
            count_list(&counts, list.path, &items);
        }
    }
    for (uint32_t i = 0; i < lists.n; i++) {
        uint32_t f = symbols_add(&fields, lists.at[i].path, strlen(lists.at[i].path));
        if (f == balance.n) vec_push(arena, &balance, 0);
        bool records = record_items_read(arena, lists.at[i].json) != NULL;
        balance.at[f] += records;
        read_items(arena, lists.at[i].json, &items);
        if (records) continue; /* made of fields, which other items have as well */
        for (uint32_t k = 0; k < items.n && items.n > 1; k++)
            balance.at[f] += is_bound(&counts, lists.at[i].path, &items, k) ? -1 : 1;
    }
    for (uint32_t f = 0; f < fields.names.n; f++)
        if (balance.at[f] > 0) symbols_add(out, fields.names.at[f], strlen(fields.names.at[f]));
}

/* Its items as lists of one each; false: it is one value. */
static bool split_list(struct arena *arena, const struct symbols *lists, struct record_leaf leaf,
                       list_items *out) {
    const char *field = record_path(arena, &leaf), *json = leaf.value, *item;
    out->n = 0;
    if (*json != '[' || symbols_find(lists, field, strlen(field)) == SYMBOL_NONE) return false;
    while (out->n <= MAX_SPLIT && (item = record_next_item(arena, &json)))
        vec_push(arena, out, item);
    return out->n && out->n <= MAX_SPLIT;
}

void record_split(struct arena *arena, const struct symbols *lists, record_leaves *leaves) {
    record_leaves out = {0};
    list_items items = {0};
    if (!lists->names.n) return;
    for (uint32_t i = 0; i < leaves->n; i++) {
        struct record_leaf leaf = leaves->at[i];
        if (!split_list(arena, lists, leaf, &items)) vec_push(arena, &out, leaf);
        else if (record_split_items(arena, leaf, &out)) continue;
        for (uint32_t k = 0; k < items.n && items.n <= MAX_SPLIT; k++) {
            leaf.value = items.at[k];
            vec_push(arena, &out, leaf);
        }
    }
    *leaves = out;
}

const char *record_value(struct arena *arena, const char *constant) {
    struct reader r = {.arena = arena, .at = constant};
    struct buf out;
    buf_init(&out, arena);
    if (*constant && !strchr(" \t\r\n", *constant) && read_value(&r, &out, 0) && !*r.at)
        return out.at;
    out.n = 0;
    json_put_text(&out, constant);
    return out.at;
}
