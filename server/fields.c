/* What a request says: the query and a JSON object as one set of fields.
 *
 *     ?model=scan&sentence=jump%20twice        ┐
 *     {"model": "scan", "sentence": "jump"}    ┴─▶ fields[FIELD_MODEL], ...
 *
 * All is checked here: UTF-8, NUL, depth, types, ranges, fields that nobody knows. */
#include "server/handle.h"

#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 64

enum form_kind { HOLDS_TEXT, HOLDS_NUMBER, HOLDS_FLAG, HOLDS_LIST, HOLDS_SCENE };

static const struct {
    const char *name;
    enum form_kind kind;
    uint64_t min, max; /* of a number */
} known[N_FIELDS] = {
    [FIELD_MODEL] = {"model", HOLDS_TEXT, 0, 0},
    [FIELD_SENTENCE] = {"sentence", HOLDS_TEXT, 0, 0},
    [FIELD_SCENE] = {"scene", HOLDS_SCENE, 0, UINT32_MAX},
    [FIELD_OBJECTS] = {"objects", HOLDS_LIST, 0, 0},
    [FIELD_IMAGE] = {"image", HOLDS_TEXT, 0, 0},
    [FIELD_N_BEST] = {"n_best", HOLDS_NUMBER, 1, 100},
    [FIELD_FORMAT] = {"format", HOLDS_TEXT, 0, 0},
    [FIELD_PICTURES] = {"pictures", HOLDS_FLAG, 0, 1},
    [FIELD_FROM] = {"from", HOLDS_NUMBER, 0, UINT32_MAX},
    [FIELD_COUNT] = {"count", HOLDS_NUMBER, 1, 1000},
    [FIELD_LEXICON] = {"lexicon", HOLDS_TEXT, 0, 0},
    [FIELD_EDITS] = {"edits", HOLDS_LIST, 0, 0},
    [FIELD_AGAINST] = {"against", HOLDS_TEXT, 0, 0},
    [FIELD_EXAMPLES] = {"examples", HOLDS_LIST, 0, 0},
    [FIELD_LIMIT] = {"limit", HOLDS_NUMBER, 1, UINT32_MAX},
    [FIELD_DOMAIN] = {"domain", HOLDS_TEXT, 0, 0},
    [FIELD_TABLES] = {"tables", HOLDS_LIST, 0, 0},
    [FIELD_SCENES] = {"scenes", HOLDS_LIST, 0, 0},
    [FIELD_SECONDS] = {"seconds", HOLDS_NUMBER, 1, 86400},
    [FIELD_ESTIMATE] = {"estimate", HOLDS_FLAG, 0, 1},
    [FIELD_TIMELINE] = {"timeline", HOLDS_FLAG, 0, 1},
    [FIELD_QUICK] = {"quick", HOLDS_FLAG, 0, 1},
    [FIELD_KEEP] = {"keep", HOLDS_FLAG, 0, 1},
    [FIELD_FILE] = {"file", HOLDS_TEXT, 0, 0},
    [FIELD_WORD] = {"word", HOLDS_TEXT, 0, 0},
    [FIELD_LIKE] = {"like", HOLDS_TEXT, 0, 0},
    [FIELD_NEW] = {"new", HOLDS_FLAG, 0, 1},
    [FIELD_MEANING] = {"meaning", HOLDS_TEXT, 0, 0},
    [FIELD_OBJECT] = {"object", HOLDS_NUMBER, 1, UINT32_MAX},
    [FIELD_DERIVATION] = {"derivation", HOLDS_FLAG, 0, 1},
};

/* ---- texts ---------------------------------------------------------------------------- */

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

char *fields_decode(struct desk *self, const char *text, size_t n, bool plus, size_t *length) {
    char *out = arena_alloc(&self->arena, n + 1);
    size_t to = 0;
    for (size_t i = 0; i < n; i++) {
        char c = text[i] == '+' && plus ? ' ' : text[i];
        if (c == '%') {
            int high = i + 1 < n ? hex(text[i + 1]) : -1, low = i + 2 < n ? hex(text[i + 2]) : -1;
            if (high < 0 || low < 0)
                refuse(self, 400, "the address has a '%%' that two hexadecimal digits must follow");
            c = (char)(high * 16 + low);
            i += 2;
        }
        out[to++] = c;
    }
    out[to] = 0;
    size_t valid = text_valid(out, to);
    if (valid < to && !out[valid]) refuse(self, 400, "the address has a NUL byte");
    if (valid < to) refuse(self, 400, "the address is not UTF-8");
    *length = to;
    return out;
}

/* Brackets within brackets, without those in strings. */
static bool is_too_deep(const char *text, size_t n) {
    int depth = 0;
    bool string = false;
    for (size_t i = 0; i < n; i++) {
        char c = text[i];
        if (string && c == '\\') i++;
        else if (c == '"') string = !string;
        else if (string) continue;
        else if (c == '[' || c == '{') depth++;
        else if (c == ']' || c == '}') depth--;
        if (depth > MAX_DEPTH) return true;
    }
    return false;
}

/* While a request is read, what jansson asks for is the desk's, and gone with the request.
 * So nothing of it is to be given back, and where memory runs out it is left in the middle:
 * left to itself it would take that for a mistake in the text, or worse. */
static _Thread_local struct arena *reading;

static void *take_memory(size_t size) {
    return reading ? arena_alloc(reading, size) : malloc(size);
}

static void give_memory(void *block) {
    if (!reading) free(block);
}

void fields_open(void) {
    json_set_alloc_funcs(take_memory, give_memory);
    json_object_seed(0); /* before there are threads */
}

void fields_end(void) {
    reading = NULL;
}

json_t *fields_json(struct desk *self, const char *what, const char *text, size_t n) {
    json_error_t wrong;
    if (is_too_deep(text, n)) refuse(self, 400, "%s is nested more than %d deep", what, MAX_DEPTH);
    reading = &self->arena;
    json_t *json = json_loadb(text, n, JSON_REJECT_DUPLICATES, &wrong);
    fields_end();
    if (json) return json;
    self->status = 400;
    enum json_error_code code = json_error_code(&wrong);
    if (code == json_error_null_character || code == json_error_null_byte_in_key)
        strcpy(wrong.text, "the character \\u0000 is allowed in no text");
    guard_raise(&self->guard, G2L2_STATUS_FORMAT, wrong.line > 0 ? (size_t)wrong.line : 0,
                wrong.column > 0 ? (size_t)wrong.column : 0, "%s is not JSON: %.200s", what,
                wrong.text);
}

char *fields_dump(struct desk *self, const json_t *json) {
    reading = &self->arena;
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    fields_end();
    if (!text) guard_raise(&self->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    return text;
}

/* ---- one field ----------------------------------------------------------------------------- */

static _Noreturn void refuse_type(struct desk *self, enum field_id id) {
    const char *name = known[id].name;
    switch (known[id].kind) {
    case HOLDS_TEXT: refuse(self, 422, "\"%s\" must be a text", name);
    case HOLDS_FLAG: refuse(self, 422, "\"%s\" must be true or false", name);
    case HOLDS_LIST: refuse(self, 422, "\"%s\" must be an array", name);
    case HOLDS_SCENE:
        refuse(self, 422, "\"%s\" must be the number of a scene, from 0, or its name", name);
    default:
        refuse(self, 422, "\"%s\" must be a whole number from %llu to %llu", name,
               (unsigned long long)known[id].min, (unsigned long long)known[id].max);
    }
}

static enum field_id find(struct desk *self, const char *name) {
    struct buf list;
    for (int i = 0; i < N_FIELDS; i++)
        if (self->route->fields >> i & 1 && !strcmp(known[i].name, name)) return (enum field_id)i;
    buf_init(&list, &self->arena);
    for (int i = 0; i < N_FIELDS; i++)
        if (self->route->fields >> i & 1)
            buf_printf(&list, "%s%s", list.n ? ", " : "; there are: ", known[i].name);
    refuse(self, 422, "there is no field '%.60s' here%s", name, list.n ? list.at : "");
}

static struct field *new_field(struct desk *self, enum field_id id) {
    struct field *field = &self->fields[id];
    if (field->given) refuse(self, 422, "\"%s\" is given twice", known[id].name);
    field->given = true;
    return field;
}

static void set_number(struct desk *self, enum field_id id, uint64_t number) {
    if (number < known[id].min || number > known[id].max) refuse_type(self, id);
    self->fields[id].number = number;
}

static bool is_digits(const char *text, size_t n) {
    return n && n <= 18 && strspn(text, "0123456789") == n;
}

static uint64_t digits_value(const char *text) {
    uint64_t value = 0;
    for (; *text; text++) value = value * 10 + (uint64_t)(*text - '0');
    return value;
}

/* ---- from the query ------------------------------------------------------------------------ */

static void set_flag(struct desk *self, enum field_id id, const char *text) {
    bool on = !*text || !strcmp(text, "1") || !strcmp(text, "true");
    if (!on && strcmp(text, "0") && strcmp(text, "false")) refuse_type(self, id);
    self->fields[id].number = on;
}

static void take_text(struct desk *self, enum field_id id, const char *text, size_t n) {
    struct field *field = new_field(self, id);
    bool digits = is_digits(text, n);
    switch (known[id].kind) {
    case HOLDS_FLAG: set_flag(self, id, text); return;
    case HOLDS_LIST:
        field->json = fields_json(self, known[id].name, text, n);
        if (!json_is_array(field->json)) refuse_type(self, id);
        return;
    case HOLDS_NUMBER:
        if (!digits) refuse_type(self, id);
        set_number(self, id, digits_value(text));
        return;
    default: break;
    }
    if (digits && known[id].kind == HOLDS_SCENE) {
        set_number(self, id, digits_value(text));
        return;
    }
    field->text = text;
    field->n_text = n;
}

/* name=value, up to the next '&'. */
static void read_pair(struct desk *self, const char *text, size_t n) {
    const char *equals = memchr(text, '=', n);
    size_t n_name = equals ? (size_t)(equals - text) : n, n_value = equals ? n - n_name - 1 : 0;
    if (!n) return;
    const char *name = fields_decode(self, text, n_name, true, &n_name);
    const char *value = fields_decode(self, equals ? equals + 1 : text, n_value, true, &n_value);
    take_text(self, find(self, name), value, n_value);
}

static void read_query(struct desk *self, const char *query, size_t n_query) {
    for (const char *end = query + n_query; query < end;) {
        const char *next = memchr(query, '&', (size_t)(end - query));
        size_t n = next ? (size_t)(next - query) : (size_t)(end - query);
        read_pair(self, query, n);
        query += n + 1;
    }
}

/* ---- from JSON --------------------------------------------------------------------------------- */

static void take_integer(struct desk *self, enum field_id id, const json_t *value) {
    json_int_t number = json_integer_value(value);
    bool wanted = known[id].kind == HOLDS_NUMBER || known[id].kind == HOLDS_SCENE;
    if (!wanted || number < 0) refuse_type(self, id);
    set_number(self, id, (uint64_t)number);
}

/* null is as if it were not there. */
static void take_json(struct desk *self, enum field_id id, json_t *value) {
    enum form_kind kind = known[id].kind;
    if (json_is_null(value)) return;
    struct field *field = new_field(self, id);
    if (json_is_integer(value)) {
        take_integer(self, id, value);
    } else if (json_is_string(value) && (kind == HOLDS_TEXT || kind == HOLDS_SCENE)) {
        field->text = json_string_value(value);
        field->n_text = json_string_length(value);
    } else if (json_is_boolean(value) && kind == HOLDS_FLAG) {
        field->number = json_is_true(value);
    } else if (json_is_array(value) && kind == HOLDS_LIST) {
        field->json = value;
    } else {
        refuse_type(self, id);
    }
}

static void read_body(struct desk *self) {
    const struct request *r = self->request;
    const char *name;
    json_t *value;
    json_t *root = fields_json(self, "the body", r->body, r->n_body);
    if (!json_is_object(root))
        refuse(self, 422, "the body must be a JSON object: {\"model\": ...}");
    json_object_foreach(root, name, value) take_json(self, find(self, name), value);
}

void fields_read(struct desk *self, const char *query, size_t n_query) {
    const char *method = self->request->method;
    bool looking = !strcmp(method, "GET") || !strcmp(method, "HEAD");
    read_query(self, query, n_query);
    if (looking && self->request->n_body)
        refuse(self, 400, "a %s has no body; use POST, or say it in the address", method);
    if (self->request->n_body) read_body(self);
    for (int i = 0; i < N_FIELDS; i++)
        if (self->route->needed >> i & 1 && !self->fields[i].given)
            refuse(self, 422, "\"%s\" is missing", known[i].name);
}

/* ---- what routes ask ------------------------------------------------------------------------------ */

uint64_t fields_number(const struct desk *self, enum field_id id, uint64_t usual) {
    return self->fields[id].given ? self->fields[id].number : usual;
}

int fields_choice(struct desk *self, enum field_id id, const char *const *names) {
    struct buf list;
    if (!self->fields[id].given) return 0;
    for (int i = 0; names[i]; i++)
        if (!strcmp(names[i], self->fields[id].text)) return i;
    buf_init(&list, &self->arena);
    for (int i = 0; names[i]; i++) buf_printf(&list, "%s%s", i ? ", " : "", names[i]);
    refuse(self, 422, "'%.60s' is no %s; there are: %s", self->fields[id].text, known[id].name,
           list.at);
}
