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

static bool read_members(struct reader *r, struct buf *out, uint32_t depth) {
    buf_puts(out, "{");
    for (bool first = true; !eat(r, '}'); first = false) {
        if (!first && !eat(r, ',')) return refuse(r, "a ',' or '}' is needed in an object");
        if (!first) buf_puts(out, ", ");
        const char *name = read_text(r);
        if (!name || !eat(r, ':')) return refuse(r, "a name and a ':' are needed in an object");
        json_put_text(out, name);
        buf_puts(out, ": ");
        if (!read_value(r, out, depth + 1)) return false;
    }
    buf_puts(out, "}");
    return true;
}

/* Any value, in normal form but for the order of names. */
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
