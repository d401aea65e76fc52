/* Records: reading their text, and interned values.
 *
 *     {"head":"run","agent":{"head":"hen"}}  ─▶  agent: 1, head: run  ─▶  record 2
 *                                                head: hen            ─▶  record 1      */
#include "types/record.h"

#include <string.h>

#define DEPTH_MAX 200 /* records within records */

/* ---- reading ----------------------------------------------------------------------------- */

struct reader {
    struct arena *arena;
    const char *at;
    uint32_t depth;
};

static bool eat(struct reader *r, char c) {
    r->at += strspn(r->at, " \t\r\n");
    if (*r->at != c) return false;
    r->at++;
    return true;
}

static void put_code(struct buf *out, uint32_t c) {
    char text[4];
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = n; i-- > 1; c >>= 6) text[i] = (char)(0x80 | (c & 0x3F));
    text[0] = (char)(n == 1 ? c : lead[n] | c);
    buf_put(out, text, n);
}

static bool read_hex(struct reader *r, uint32_t *out) {
    *out = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        const char *digits = "0123456789abcdef", *found;
        char c = *r->at >= 'A' && *r->at <= 'F' ? (char)(*r->at + 32) : *r->at;
        if (!c || !(found = strchr(digits, c))) return false;
        *out = *out * 16 + (uint32_t)(found - digits);
    }
    return true;
}

static bool read_code(struct reader *r, struct buf *out) {
    uint32_t c, low;
    if (!read_hex(r, &c) || !c) return false;
    if (c >= 0xD800 && c < 0xDC00) {
        if (*r->at++ != '\\' || *r->at++ != 'u' || !read_hex(r, &low)) return false;
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    }
    if (c > 0x10FFFF) return false;
    put_code(out, c);
    return true;
}

/* After the opening quotes. NULL: it is not a string. */
static const char *read_string(struct reader *r) {
    static const char written[] = "bfnrt\"\\/", meant[] = "\b\f\n\r\t\"\\/";
    struct buf out;
    buf_init(&out, r->arena);
    buf_puts(&out, "");
    while (*r->at != '"') {
        size_t n = strcspn(r->at, "\"\\");
        buf_put(&out, r->at, n);
        r->at += n;
        if (*r->at != '\\') continue;
        const char *found = r->at[1] ? strchr(written, r->at[1]) : NULL;
        bool code = r->at[1] == 'u';
        r->at += r->at[1] ? 2 : 1;
        if (found) buf_put(&out, &meant[found - written], 1);
        else if (!code || !read_code(r, &out)) return NULL;
    }
    r->at++;
    return out.at;
}

static bool looks_raw(const char *text) {
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(text, words[i])) return true;
    return *text && strchr("[\"-0123456789", *text);
}

/* The JSON of a list or a number, to its end. */
static const char *read_raw(struct reader *r) {
    const char *start = r->at;
    int depth = 0;
    for (bool quoted = false; *r->at; r->at++) {
        if (quoted && *r->at == '\\' && r->at[1]) r->at++;
        else if (*r->at == '"') quoted = !quoted;
        else if (quoted) continue;
        else if (strchr("[{", *r->at)) depth++;
        else if (!depth && strchr(",}] \t\r\n", *r->at)) break;
        else if (strchr("]}", *r->at)) depth--;
    }
    if (r->at == start || depth) return NULL;
    const char *text = arena_strndup(r->arena, start, (size_t)(r->at - start));
    return looks_raw(text) ? text : NULL;
}

static const char *read_atom(struct reader *r) {
    const char *start = r->at;
    if (!eat(r, '"')) return read_raw(r);
    const char *text = read_string(r);
    if (!text || !looks_raw(text)) return text;
    return arena_strndup(r->arena, start, (size_t)(r->at - start));
}

static bool read_object(struct reader *r, struct record_text *out);

static struct record_text *read_member(struct reader *r) {
    struct record_text *member = arena_new(r->arena, struct record_text);
    if (!eat(r, '"') || !(member->key = read_string(r)) || !eat(r, ':')) return NULL;
    r->at += strspn(r->at, " \t\r\n");
    if (*r->at == '{') return read_object(r, member) ? member : NULL;
    return (member->atom = read_atom(r)) ? member : NULL;
}

static bool read_object(struct reader *r, struct record_text *out) {
    struct record_text **end = &out->first;
    if (!eat(r, '{') || ++r->depth > DEPTH_MAX) return false;
    for (bool more = !eat(r, '}'); more;) {
        if (!(*end = read_member(r))) return false;
        end = &(*end)->next;
        more = eat(r, ',');
        if (!more && !eat(r, '}')) return false;
    }
    r->depth--;
    return true;
}

struct record_text *record_parse(struct arena *arena, const char *text) {
    struct reader r = {.arena = arena, .at = text};
    struct record_text *out = arena_new(arena, struct record_text);
    if (!read_object(&r, out)) return NULL;
    return r.at[strspn(r.at, " \t\r\n")] ? NULL : out;
}

void record_put_text(struct buf *out, const char *text) {
    static const char special[] = "\b\f\n\r\t\"\\", written[] = "bfnrt\"\\";
    buf_puts(out, "\"");
    for (; *text; text++) {
        const char *found = strchr(special, *text);
        if (found) buf_printf(out, "\\%c", written[found - special]);
        else if ((unsigned char)*text < 0x20) buf_printf(out, "\\u%04X", *text);
        else buf_put(out, text, 1);
    }
    buf_puts(out, "\"");
}

void record_put_atom(struct buf *out, const char *atom) {
    if (looks_raw(atom)) buf_puts(out, atom);
    else record_put_text(out, atom);
}

/* ---- values ------------------------------------------------------------------------------ */

void records_open(struct records *self, struct arena *arena, struct symbols *texts) {
    *self = (struct records){.arena = arena, .texts = texts};
}

static bool same_fields(const struct record *a, const struct record *b) {
    if (a->hash != b->hash || a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->fields[i].name != b->fields[i].name || a->fields[i].value != b->fields[i].value)
            return false;
    return true;
}

static void widen(struct records *self) {
    self->cap = self->cap ? self->cap * 2 : 64;
    self->slots = arena_zalloc(self->arena, self->cap * sizeof *self->slots);
    for (uint32_t i = 0; i < self->all.n; i++) {
        uint32_t at = (uint32_t)self->all.at[i].hash & (self->cap - 1);
        while (self->slots[at]) at = (at + 1) & (self->cap - 1);
        self->slots[at] = i + 1;
    }
}

static value_id intern(struct records *self, const struct record_field *fields, uint32_t n) {
    struct record key = {.hash = n, .n = n, .fields = fields};
    for (uint32_t i = 0; i < n; i++)
        key.hash = hash_mix(hash_mix(key.hash, fields[i].name), fields[i].value);
    if (self->all.n * 2 >= self->cap) widen(self);
    uint32_t at = (uint32_t)key.hash & (self->cap - 1);
    for (; self->slots[at]; at = (at + 1) & (self->cap - 1))
        if (same_fields(&self->all.at[self->slots[at] - 1], &key))
            return VALUE_TAG(TAG_RECORD) | (self->slots[at] - 1);
    vec_push(self->arena, &self->all, key);
    self->slots[at] = self->all.n;
    return VALUE_TAG(TAG_RECORD) | (self->all.n - 1);
}

value_id records_empty(struct records *self) {
    return intern(self, NULL, 0);
}

value_id records_field(struct records *self, const char *name, value_id value) {
    struct record_field *field = arena_array(self->arena, struct record_field, 1);
    *field = (struct record_field){symbols_add(self->texts, name, strlen(name)), value};
    return intern(self, field, 1);
}

value_id records_merge(struct records *self, value_id a, value_id b) {
    struct record x = self->all.at[a & VALUE_INDEX], y = self->all.at[b & VALUE_INDEX];
    struct record_field *all = arena_array(self->arena, struct record_field, x.n + y.n + 1);
    uint32_t n = 0;
    for (uint32_t i = 0, k = 0; i < x.n || k < y.n;) {
        int order = i == x.n   ? 1
                    : k == y.n ? -1
                               : strcmp(self->texts->names.at[x.fields[i].name],
                                        self->texts->names.at[y.fields[k].name]);
        if (!order) return VALUE_DEAD;
        all[n++] = order < 0 ? x.fields[i++] : y.fields[k++];
    }
    return intern(self, all, n);
}

value_id records_get(const struct records *self, value_id record, const char *name) {
    const struct record *r = &self->all.at[record & VALUE_INDEX];
    for (uint32_t i = 0; i < r->n; i++)
        if (!strcmp(self->texts->names.at[r->fields[i].name], name)) return r->fields[i].value;
    return VALUE_DEAD;
}
