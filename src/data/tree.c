/* Reading a tree (tree.h). Items are put on a stack until their list ends, and are then moved to the
 * arena side by side:
 *
 *     [1, [2, 3], 4]      stack  1 │ 2 3 ─▶ (2 3)      1 (2 3) 4 ─▶ (1 (2 3) 4)  */
#include <stdlib.h>
#include <string.h>

#include "data/tree.h"

#define MAX_DEPTH   64
#define MAX_MEMBERS 32 /* of an object: each name is compared with all before it */
#define MAX_DIGITS  15 /* of a number that is exact as a double */
#define MAX_NUMBER  64 /* bytes */

struct tree_reader {
    struct arena *arena;
    const char *at, *end;
    int depth;
    VEC(struct tree) stack;
};

static bool read_value(struct tree_reader *self, struct tree *out);

static bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The next byte that is not blank; 0 at the end. */
static char peek(struct tree_reader *self) {
    while (self->at < self->end && is_blank(*self->at)) self->at++;
    return self->at < self->end ? *self->at : 0;
}

static bool take(struct tree_reader *self, char c) {
    if (peek(self) != c) return false;
    self->at++;
    return true;
}

/* ---- texts and numbers ------------------------------------------------------------------ */

/* Behind its opening quote. NULL: it is not plain. */
static const char *read_text(struct tree_reader *self, uint32_t *length) {
    const char *start = self->at, *at = start;
    unsigned char all = 0;
    for (; at < self->end && *at != '"'; at++) {
        if ((unsigned char)*at < ' ' || *at == '\\') return NULL;
        all |= (unsigned char)*at;
    }
    size_t n = (size_t)(at - start);
    if (at == self->end || (all >= 0x80 && text_valid(start, n) < n)) return NULL;
    self->at = at + 1;
    *length = (uint32_t)n;
    return arena_strndup(self->arena, start, n);
}

static const char *skip_digits(const char *at, const char *end) {
    while (at < end && is_digit(*at)) at++;
    return at;
}

/* Behind the number at `at` as JSON writes them; NULL: it is none. */
static const char *skip_number(const char *at, const char *end, bool *whole) {
    const char *start = at += at < end && *at == '-';
    at = skip_digits(at, end);
    if (at == start || (*start == '0' && at > start + 1)) return NULL;
    *whole = true;
    if (at < end && *at == '.') {
        *whole = false;
        start = ++at;
        if ((at = skip_digits(at, end)) == start) return NULL;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        *whole = false;
        at++;
        start = at += at < end && (*at == '+' || *at == '-');
        if ((at = skip_digits(at, end)) == start) return NULL;
    }
    return at;
}

/* 12.5 is 125 / 10: both are exact, so the quotient is the nearest double, as strtod has it. */
static bool read_decimal(const char *at, const char *end, struct tree *out) {
    static const double tens[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    bool negative = *at == '-';
    long long digits = 0;
    const char *point = NULL;
    if (end - at > MAX_DIGITS) return false;
    for (at += negative; at < end; at++) {
        if (*at == '.') point = at + 1;
        else if (is_digit(*at)) digits = 10 * digits + (*at - '0');
        else return false;
    }
    double value = point ? (double)digits / tens[end - point] : (double)digits;
    out->kind = point ? TREE_REAL : TREE_WHOLE;
    if (point) out->real = negative ? -value : value;
    else out->whole = negative ? -digits : digits;
    return true;
}

static bool read_number(struct tree_reader *self, struct tree *out) {
    bool whole;
    char text[MAX_NUMBER];
    const char *start = self->at, *end = skip_number(start, self->end, &whole);
    if (!end || end - start >= MAX_NUMBER) return false;
    self->at = end;
    if (read_decimal(start, end, out)) return true;
    if (whole) return false;
    memcpy(text, start, (size_t)(end - start));
    text[end - start] = 0;
    out->kind = TREE_REAL;
    out->real = strtod(text, NULL);
    return out->real - out->real == 0; /* not too large */
}

/* ---- lists and objects -------------------------------------------------------------------- */

/* What was put on the stack since `first`, side by side. */
static void close_list(struct tree_reader *self, uint32_t first, enum tree_kind kind,
                       struct tree *out) {
    out->kind = kind;
    out->n = self->stack.n - first;
    struct tree *items = arena_array(self->arena, struct tree, out->n + 1);
    if (out->n) memcpy(items, self->stack.at + first, out->n * sizeof *items);
    out->items = items;
    self->stack.n = first;
    self->depth--;
}

static bool is_new(const struct tree_reader *self, uint32_t first, const char *name) {
    for (uint32_t i = first; i < self->stack.n; i++)
        if (!strcmp(self->stack.at[i].name, name)) return false;
    return self->stack.n - first < MAX_MEMBERS;
}

static bool read_member(struct tree_reader *self, uint32_t first, struct tree *out) {
    uint32_t length;
    if (!take(self, '"')) return false;
    const char *name = read_text(self, &length);
    if (!name || !is_new(self, first, name) || !take(self, ':') || !read_value(self, out))
        return false;
    out->name = name;
    return true;
}

/* Behind its bracket. */
static bool read_list(struct tree_reader *self, enum tree_kind kind, struct tree *out) {
    uint32_t first = self->stack.n;
    char close = kind == TREE_LIST ? ']' : '}';
    if (++self->depth > MAX_DEPTH) return false;
    if (!take(self, close)) {
        do {
            struct tree item = {.name = NULL};
            if (kind == TREE_LIST ? !read_value(self, &item) : !read_member(self, first, &item))
                return false;
            vec_push(self->arena, &self->stack, item);
        } while (take(self, ','));
        if (!take(self, close)) return false;
    }
    close_list(self, first, kind, out);
    return true;
}

static bool read_word(struct tree_reader *self, const char *word, enum tree_kind kind,
                      struct tree *out) {
    size_t n = strlen(word);
    if ((size_t)(self->end - self->at) < n || memcmp(self->at, word, n)) return false;
    self->at += n;
    out->kind = kind;
    return true;
}

static bool read_value(struct tree_reader *self, struct tree *out) {
    switch (peek(self)) {
    case '{': self->at++; return read_list(self, TREE_OBJECT, out);
    case '[': self->at++; return read_list(self, TREE_LIST, out);
    case '"':
        self->at++;
        out->kind = TREE_TEXT;
        return (out->text = read_text(self, &out->n));
    case 't': return read_word(self, "true", TREE_TRUE, out);
    case 'f': return read_word(self, "false", TREE_FALSE, out);
    case 'n': return read_word(self, "null", TREE_NULL, out);
    default: return read_number(self, out);
    }
}

const struct tree *tree_begin(struct arena *arena, const char *text, size_t length, size_t *used) {
    struct tree_reader reader = {.arena = arena, .at = text, .end = text + length};
    struct tree *out = arena_new(arena, struct tree);
    char c = peek(&reader);
    if ((c != '{' && c != '[') || !read_value(&reader, out)) return NULL;
    *used = (size_t)(reader.at - text);
    return out;
}

const struct tree *tree_read(struct arena *arena, const char *text, size_t length) {
    size_t used;
    const struct tree *out = tree_begin(arena, text, length, &used);
    while (out && used < length && is_blank(text[used])) used++;
    return out && used == length ? out : NULL;
}

/* ---- of what jansson read ------------------------------------------------------------------- */

static void copy(struct arena *arena, const json_t *json, struct tree *out);

static void copy_items(struct arena *arena, const json_t *json, struct tree *out) {
    const char *name;
    json_t *value;
    bool is_list = json_is_array(json);
    out->n = (uint32_t)(is_list ? json_array_size(json) : json_object_size(json));
    struct tree *items = arena_zalloc(arena, (out->n + 1) * sizeof *items), *at = items;
    out->items = items;
    for (uint32_t i = 0; is_list && i < out->n; i++) copy(arena, json_array_get(json, i), at++);
    json_object_foreach((json_t *)json, name, value) {
        at->name = arena_strndup(arena, name, strlen(name));
        copy(arena, value, at++);
    }
}

static void copy(struct arena *arena, const json_t *json, struct tree *out) {
    static const enum tree_kind kinds[] = {
        [JSON_OBJECT] = TREE_OBJECT, [JSON_ARRAY] = TREE_LIST, [JSON_STRING] = TREE_TEXT,
        [JSON_INTEGER] = TREE_WHOLE, [JSON_REAL] = TREE_REAL,  [JSON_TRUE] = TREE_TRUE,
        [JSON_FALSE] = TREE_FALSE,   [JSON_NULL] = TREE_NULL};
    out->kind = kinds[json_typeof(json)];
    switch (out->kind) {
    case TREE_LIST:
    case TREE_OBJECT: copy_items(arena, json, out); break;
    case TREE_TEXT:
        out->n = (uint32_t)json_string_length(json);
        out->text = arena_strndup(arena, json_string_value(json), out->n);
        break;
    case TREE_WHOLE: out->whole = json_integer_value(json); break;
    case TREE_REAL: out->real = json_real_value(json); break;
    default: break;
    }
}

const struct tree *tree_from(struct arena *arena, const json_t *json) {
    struct tree *out = arena_new(arena, struct tree);
    copy(arena, json, out);
    return out;
}

/* ---- of another tree ------------------------------------------------------------------------ */

static void copy_tree(struct arena *arena, const struct tree *from, struct tree *out) {
    *out = *from;
    if (from->name) out->name = arena_strndup(arena, from->name, strlen(from->name));
    if (from->kind == TREE_TEXT) out->text = arena_strndup(arena, from->text, from->n);
    if (from->kind != TREE_LIST && from->kind != TREE_OBJECT) return;
    struct tree *items = arena_array(arena, struct tree, from->n + 1);
    for (uint32_t i = 0; i < from->n; i++) copy_tree(arena, &from->items[i], &items[i]);
    out->items = items;
}

const struct tree *tree_copy(struct arena *arena, const struct tree *from) {
    struct tree *out = arena_new(arena, struct tree);
    copy_tree(arena, from, out);
    return out;
}

/* ---- looking at it ------------------------------------------------------------------------------ */

bool tree_is(const struct tree *self, enum tree_kind kind) {
    return self && self->kind == kind;
}

bool tree_is_number(const struct tree *self) {
    return tree_is(self, TREE_WHOLE) || tree_is(self, TREE_REAL);
}

bool tree_is_flag(const struct tree *self) {
    return tree_is(self, TREE_TRUE) || tree_is(self, TREE_FALSE);
}

const struct tree *tree_get(const struct tree *self, const char *name) {
    for (uint32_t i = 0; tree_is(self, TREE_OBJECT) && i < self->n; i++)
        if (!strcmp(self->items[i].name, name)) return &self->items[i];
    return NULL;
}

const struct tree *tree_at(const struct tree *self, size_t i) {
    return i < tree_size(self) ? &self->items[i] : NULL;
}

double tree_number(const struct tree *self) {
    return tree_is(self, TREE_WHOLE)  ? (double)self->whole
           : tree_is(self, TREE_REAL) ? self->real
                                      : 0;
}

const char *tree_text(const struct tree *self) {
    return tree_is(self, TREE_TEXT) ? self->text : NULL;
}

size_t tree_size(const struct tree *self) {
    return tree_is(self, TREE_LIST) ? self->n : 0;
}

static bool equal_items(const struct tree *a, const struct tree *b) {
    for (uint32_t i = 0; i < a->n; i++) {
        const struct tree *of_b =
            a->kind == TREE_LIST ? &b->items[i] : tree_get(b, a->items[i].name);
        if (!tree_equal(&a->items[i], of_b)) return false;
    }
    return true;
}

bool tree_equal(const struct tree *a, const struct tree *b) {
    if (!a || !b || a->kind != b->kind || a->n != b->n) return a == b;
    switch (a->kind) {
    case TREE_WHOLE: return a->whole == b->whole;
    case TREE_REAL: return a->real == b->real;
    case TREE_TEXT: return !memcmp(a->text, b->text, a->n);
    case TREE_LIST:
    case TREE_OBJECT: return equal_items(a, b);
    default: return true;
    }
}
