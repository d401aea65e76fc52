/* Examples: pairs of texts, read from the kinds of file that people have.
 *
 *   IN: jump twice OUT: I_JUMP I_JUMP                    ┐
 *   jump twice<TAB>I_JUMP I_JUMP                         ├─▶ "jump twice", "I_JUMP I_JUMP"
 *   {"command": "jump twice", "actions": "I_JUMP ..."}   │
 *   jump twice,I_JUMP I_JUMP     below command,actions   ┘
 *
 *   file ─▶ row ─▶ bytes are text? ─▶ form of the first row? ─▶ two spans ─▶ fold ─▶ example
 *
 * A data file is the input that most often is not what its owner thinks, so
 * nothing is guessed: a row that does not fit ends the reading with its place,
 * what is wrong and what would be right, and nothing of the file is kept. Spans
 * point into the row and are measured before they are copied; that is why a row
 * of a million words costs no memory. Of a file no more than a window is held. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/csv.h"
#include "data/dataset.h"
#include "data/place.h"
#include "data/stream.h"
#include "types/record.h"

#define WINDOW       ((size_t)1 << 18) /* bytes of a file that are read at a time, at first */
#define SPARE_VALUES 64u               /* values a JSON row may have beside its actions */
#define MOST_HEADER  1000              /* bytes of a row that names columns */

struct span {
    const char *at, *end;
};

/* Of a file whose first row names its columns. */
struct header {
    char separator;
    uint32_t n, sentence, target; /* columns: how many, and which */
    bool followed;                /* by a row */
};

/* `json` and `scratch` belong to the public call, which releases them
 * on every way out: a raise passes over the functions that fill them. */
struct reader {
    g2l2_dataset *data;
    g2l2_limits limits;
    const char *file; /* or NULL */
    size_t line;
    struct span row;  /* columns count from its start; NULL: there are none */
    FILE *in;         /* where more comes from, or NULL: `rest` is all there is */
    struct span rest; /* what was not taken yet; of a file, in `window` */
    char *window;     /* [cap] malloc'ed: some rows of the file, and one at least */
    size_t cap, n_bytes;
    json_t *json;
    /* who takes so many rows at a time; NULL: they stay */
    g2l2_dataset_take take;
    void *context;
    size_t block;
    enum { KIND_OPEN, KIND_ACTIONS, KIND_RESULTS } kind; /* of rows so far */
    struct header header;
    struct arena scratch;
};

/* ---- errors: FILE:LINE:COLUMN: what is wrong; what would be right ---------- */

static size_t column_of(const struct reader *self, const char *at) {
    uintptr_t begin = (uintptr_t)self->row.at, end = (uintptr_t)self->row.end;
    bool within = begin && begin <= (uintptr_t)at && (uintptr_t)at <= end;
    return within ? text_width(self->row.at, (size_t)(at - self->row.at)) + 1 : 0;
}

#define fail(self, status, column, ...)                                                            \
    place_raise(&(self)->data->guard, status, (struct place){(self)->file, (self)->line, column},  \
                __VA_ARGS__)

/* ---- text ------------------------------------------------------------------ */

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static const char *skip_blanks(struct span text) {
    while (text.at < text.end && is_blank(*text.at)) text.at++;
    return text.at;
}

/* Take the next word off `rest`. */
static bool next_word(struct span *rest, struct span *word) {
    word->at = word->end = skip_blanks(*rest);
    while (word->end < rest->end && !is_blank(*word->end)) word->end++;
    rest->at = word->end;
    return word->at < word->end;
}

static bool starts_with(struct span text, const char *prefix) {
    size_t n = strlen(prefix);
    return (size_t)(text.end - text.at) >= n && !memcmp(text.at, prefix, n);
}

static void check_utf8(const struct reader *self, struct span text) {
    const char *at = dataset_not_utf8(text.at, text.end);
    if (at < text.end)
        fail(self, G2L2_STATUS_FORMAT, column_of(self, at),
             "the byte 0x%02X is not UTF-8; examples are UTF-8 text", (unsigned char)*at);
}

static const char *find_byte(struct span text, char byte) {
    return text.at < text.end ? memchr(text.at, byte, (size_t)(text.end - text.at)) : NULL;
}

/* The first one, or the end. What ends a line or a column is none. */
static const char *find_control(struct span text) {
    for (; text.at < text.end; text.at++) {
        unsigned char c = (unsigned char)*text.at;
        bool c1 = c == 0xC2 && text.at + 1 < text.end && (unsigned char)text.at[1] < 0xA0;
        if ((c < ' ' && !strchr("\t\n\r", c)) || c == 127 || c1) break;
    }
    return text.at;
}

static void check_controls(const struct reader *self, struct span text, const char *where) {
    const char *at = find_control(text);
    uint32_t code;
    if (at == text.end) return;
    text_character(at, (size_t)(text.end - at), &code);
    fail(self, G2L2_STATUS_FORMAT, column_of(self, at),
         "a control character, U+%04X, in the %s; take it out", code, where);
}

static void check_row(const struct reader *self) {
    const char *nul = find_byte(self->row, 0), *cr = find_byte(self->row, '\r');
    if (nul)
        fail(self, G2L2_STATUS_FORMAT, column_of(self, nul),
             "a NUL byte, so this is not a text file; examples are UTF-8 text");
    check_utf8(self, self->row);
    if (cr)
        fail(self, G2L2_STATUS_FORMAT, column_of(self, cr),
             "a carriage return within a line; lines end with LF or CR LF");
}

/* ---- storing --------------------------------------------------------------- */

/* What one text of an example is called, and how much of it there may be. */
struct rule {
    const char *words, *where, *flag;
    size_t max;
};

/* Bytes of the text once folded and ended by NUL. Nothing is allocated yet:
 * here a text that is too large stops. */
static size_t folded_size(const struct reader *self, struct span text, const struct rule *rule) {
    size_t n = 0, size = 0;
    for (struct span word; next_word(&text, &word); n++) {
        size_t length = (size_t)(word.end - word.at);
        if (n == rule->max)
            fail(self, G2L2_STATUS_LIMIT, column_of(self, word.at),
                 "more than %zu %s in the %s; shorten it or raise the limit with %s", rule->max,
                 rule->words, rule->where, rule->flag);
        if (length > DATASET_MAX_WORD)
            fail(self, G2L2_STATUS_LIMIT, column_of(self, word.at),
                 "a word of %zu bytes; a word has at most %u", length, DATASET_MAX_WORD);
        check_controls(self, word, rule->where);
        size += length + 1;
    }
    return size ? size : 1;
}

static struct span trim(struct span text) {
    text.at = skip_blanks(text);
    while (text.end > text.at && is_blank(text.end[-1])) text.end--;
    return text;
}

/* Are its words one space apart, so that it is folded as it is? */
static bool is_folded(struct span text, size_t size) {
    if ((size_t)(text.end - text.at) + 1 != size) return false;
    while (text.at < text.end && (*text.at == ' ' || !is_blank(*text.at))) text.at++;
    return text.at == text.end;
}

/* A text that is said again is kept once. */
static const char *keep(const struct reader *self, const char *text, size_t length) {
    struct symbols *texts = &self->data->texts;
    struct buf composed;
    if (!text_is_nfc(text, length)) {
        buf_init(&composed, &self->data->arena);
        text_nfc(text, length, &composed);
        text = composed.at;
        length = composed.n;
    }
    uint32_t number = symbols_add(texts, text, length);
    return texts->names.at[number];
}

static const char *fold(const struct reader *self, struct span text, const struct rule *rule) {
    size_t size = folded_size(self, text, rule);
    const char *folded = (text = trim(text)).at;
    if (!is_folded(text, size)) {
        char *out = arena_alloc(&self->data->arena, size), *to = out;
        for (struct span word; next_word(&text, &word);) {
            if (to > out) *to++ = ' ';
            memcpy(to, word.at, (size_t)(word.end - word.at));
            to += word.end - word.at;
        }
        folded = out;
    }
    return keep(self, folded, size - 1);
}

/* Blanks within a call are taken out, which the targets of most files have none of. */
static struct span without_blanks_in_calls(const struct reader *self, struct span target) {
    struct buf text;
    if (!find_byte(target, '(')) return target;
    buf_init(&text, &self->data->arena);
    text_actions(target.at, (size_t)(target.end - target.at), &text);
    return (struct span){text.at, text.at + text.n};
}

static void store(const struct reader *self, struct span sentence, struct span target) {
    struct rule words = {"words", "command", "--max-words", self->limits.max_words};
    struct rule actions = {"actions", "target", "--max-target", self->limits.max_target};
    if (skip_blanks(sentence) == sentence.end)
        fail(self, G2L2_STATUS_FORMAT, column_of(self, sentence.at),
             "the command is empty; it needs at least one word");
    struct row row = dataset_row(self->data, self->file, self->line);
    row.sentence = fold(self, sentence, &words);
    row.target = fold(self, without_blanks_in_calls(self, target), &actions);
    dataset_push(self->data, &row);
}

/* ---- the forms --------------------------------------------------------------- */

static const char *find_out(struct span text) {
    for (struct span word; next_word(&text, &word);)
        if (starts_with(word, "OUT:")) return word.at;
    return NULL;
}

static void read_in_out(struct reader *self, struct span row) {
    struct span command = {skip_blanks(row) + strlen("IN:"), row.end};
    const char *out = find_out(command);
    if (!out)
        fail(self, G2L2_STATUS_FORMAT, column_of(self, row.end),
             "`OUT:` is missing; write `IN: command OUT: actions`");
    struct span target = {out + strlen("OUT:"), row.end};
    const char *again = find_out(target);
    if (again)
        fail(self, G2L2_STATUS_FORMAT, column_of(self, again),
             "a second `OUT:`; a line holds one `IN: command OUT: actions`");
    command.end = out;
    store(self, command, target);
}

static void store_meaning(struct reader *self, struct span sentence, struct span target);

static void read_tsv(struct reader *self, struct span row) {
    const char *tab = find_byte(row, '\t'); /* there is one: it made the form */
    struct span command = {row.at, tab}, target = {tab + 1, row.end};
    const char *again = find_byte(target, '\t');
    if (again)
        fail(self, G2L2_STATUS_FORMAT, column_of(self, again),
             "a second TAB; a line holds one `command<TAB>actions`");
    store_meaning(self, command, target);
}

/* A tree of tiny values takes some thirty times the memory of its text, so
 * they are counted before jansson builds it. */
static size_t count_values(struct span row) {
    size_t n = 0;
    bool quoted = false;
    for (const char *at = row.at; at < row.end; at++) {
        if (*at == '"') quoted = !quoted;
        if (quoted && *at == '\\') at++;
        if (!quoted) n += *at == ',' || *at == '[' || *at == '{';
    }
    return n;
}

static void load_json(struct reader *self, struct span row) {
    size_t n_values = count_values(row), max = self->limits.max_target;
    if (n_values > max && n_values - max > SPARE_VALUES)
        fail(self, G2L2_STATUS_LIMIT, 0,
             "more than %zu values in the line; shorten it or raise the limit with --max-target",
             max);
    json_error_t bad;
    self->json = stream_json(row.at, (size_t)(row.end - row.at), &bad);
    if (self->json) return;
    if (!*bad.text) /* how jansson says it */
        fail(self, G2L2_STATUS_NO_MEMORY, 0, "out of memory");
    size_t column = bad.column > 0 ? (size_t)bad.column : 0;
    if (strstr(bad.text, "JSON_ALLOW_NUL"))
        fail(self, G2L2_STATUS_FORMAT, column,
             "a control character, U+0000, in a text; take it out");
    fail(self, G2L2_STATUS_FORMAT, column, "invalid JSON: %s; each line must be one JSON object",
         bad.text);
}

/* How a line is written; once there are lines with results, so. */
static const char *json_pattern(const struct reader *self) {
    return self->kind == KIND_RESULTS ? "{\"command\": \"...\", \"result\": {...}}"
                                      : "{\"command\": \"...\", \"actions\": \"...\"}";
}

/* What a sentence and its meaning are called; and in files of others, where they are not. */
static const char *const said[] = {"command", "sentence", NULL, "text", "utterance", NULL};
static const char *const meant[] = {"actions", "target", "result", NULL, "label", "intent", NULL};

static const char *const *elsewhere(const char *const *names) {
    while (*names) names++;
    return names + 1;
}

/* The one field of these names; NULL: there is none. */
static json_t *one_field(const struct reader *self, const char *const *names) {
    const char *found = NULL;
    for (; *names; names++) {
        if (!json_object_get(self->json, *names)) continue;
        if (found)
            fail(self, G2L2_STATUS_FORMAT, 0,
                 "both \"%s\" and \"%s\"; they mean the same, give one", found, *names);
        found = *names;
    }
    return found ? json_object_get(self->json, found) : NULL;
}

static json_t *json_field(const struct reader *self, const char *const *names) {
    json_t *value = one_field(self, names);
    if (!value) value = one_field(self, elsewhere(names));
    if (!value && json_object_get(self->json, "question"))
        fail(self, G2L2_STATUS_FORMAT, 0,
             "a question, and commands are expected here; give files of questions by --questions");
    if (!value)
        fail(self, G2L2_STATUS_FORMAT, 0, "no \"%s\" in the object; write %s", *names,
             json_pattern(self));
    return value;
}

static struct span json_span(const json_t *string) {
    const char *at = json_string_value(string);
    return (struct span){at, at + json_string_length(string)};
}

static struct span json_command(const struct reader *self) {
    json_t *value = json_field(self, said);
    if (!json_is_string(value))
        fail(self, G2L2_STATUS_FORMAT, 0, "the command is not a string; write its words in quotes");
    return json_span(value);
}

static struct span json_join(struct reader *self, const json_t *array) {
    struct buf text;
    buf_init(&text, &self->scratch);
    buf_puts(&text, "");
    for (size_t i = 0; i < json_array_size(array); i++) {
        json_t *item = json_array_get(array, i);
        if (!json_is_string(item))
            fail(self, G2L2_STATUS_FORMAT, 0,
                 "item %zu of the actions is not a string; write each action in quotes", i + 1);
        buf_put(&text, json_string_value(item), json_string_length(item));
        buf_puts(&text, " ");
    }
    return (struct span){text.at, text.at + text.n};
}

static struct span json_actions(struct reader *self, const json_t *value) {
    if (json_is_array(value)) return json_join(self, value);
    if (!json_is_string(value))
        fail(self, G2L2_STATUS_FORMAT, 0,
             "the actions are neither a string nor an array of strings; write them in quotes");
    return json_span(value);
}

/* ---- frames: {"command": ..., "result": {...}} ------------------------------ */

#define MAX_FRAME 65536u /* bytes of a result as text */

static void check_value(const struct reader *self, const json_t *value, uint32_t depth) {
    size_t i;
    const char *name;
    json_t *item;
    if (depth > RECORD_MAX_DEPTH)
        fail(self, G2L2_STATUS_LIMIT, 0, "the result is nested more than %u deep",
             RECORD_MAX_DEPTH);
    if (json_is_string(value)) check_controls(self, json_span(value), "result");
    json_object_foreach((json_t *)value, name, item) {
        check_controls(self, (struct span){name, name + strlen(name)}, "result");
        check_value(self, item, depth + 1);
    }
    json_array_foreach(value, i, item) check_value(self, item, depth + 1);
}

/* Equal as JSON is equal as text: names in their order, 20.0 as 20, 99.95 as it was written. */
static json_t *json_normal(const json_t *value) {
    size_t i;
    const char *name;
    json_t *item;
    if (json_is_object(value)) {
        json_t *out = json_object();
        json_object_foreach((json_t *)value, name, item)
            json_object_set_new(out, name, json_normal(item));
        return out;
    }
    if (json_is_array(value)) {
        json_t *out = json_array();
        json_array_foreach(value, i, item) json_array_append_new(out, json_normal(item));
        return out;
    }
    double real = json_real_value(value);
    if (json_is_real(value) && real == (double)(json_int_t)real)
        return json_integer((json_int_t)real);
    return json_deep_copy(value);
}

static void store_frame(struct reader *self, struct span sentence, const json_t *result) {
    struct rule words = {"words", "command", "--max-words", self->limits.max_words};
    check_value(self, result, 0);
    json_t *normal = json_normal(result);
    char *text = json_dumps(normal, JSON_SORT_KEYS | JSON_REAL_PRECISION(15));
    json_decref(normal);
    struct row row = {0};
    size_t n = text ? strlen(text) : 0;
    if (n && n <= MAX_FRAME) row.target = keep(self, text, n);
    free(text);
    if (!n) fail(self, G2L2_STATUS_NO_MEMORY, 0, "out of memory");
    if (n > MAX_FRAME)
        fail(self, G2L2_STATUS_LIMIT, 0, "a result of %zu bytes; it has at most %u", n, MAX_FRAME);
    const char *target = row.target;
    row = dataset_row(self->data, self->file, self->line);
    if (skip_blanks(sentence) == sentence.end)
        fail(self, G2L2_STATUS_FORMAT, 0, "the command is empty; it needs at least one word");
    row.target = target;
    row.sentence = fold(self, sentence, &words);
    dataset_push(self->data, &row);
}

static void check_kind(struct reader *self, bool frames) {
    if (self->kind && (self->kind == KIND_RESULTS) != frames)
        fail(self, G2L2_STATUS_FORMAT, 0, "%s; the lines before have %s",
             frames ? "a result" : "no result", frames ? "actions" : "results");
    self->kind = frames ? KIND_RESULTS : KIND_ACTIONS;
}

static void read_json(struct reader *self, struct span row) {
    load_json(self, row);
    self->row = (struct span){0}; /* the values are no part of the row: no columns */
    arena_reset(&self->scratch);
    struct span command = json_command(self);
    const json_t *meaning = json_field(self, meant);
    bool frame = json_is_object(meaning);
    if (!frame && self->kind == KIND_RESULTS && json_object_get(self->json, "result"))
        fail(self, G2L2_STATUS_FORMAT, 0, "the result is no object; write %s", json_pattern(self));
    check_kind(self, frame);
    if (frame) store_frame(self, command, meaning);
    else store(self, command, json_actions(self, meaning));
    json_decref(self->json);
    self->json = NULL;
}

/* {"a": ... or {}: no action begins so. */
static bool is_record(struct span target) {
    const char *at = skip_blanks(target);
    if (at == target.end || *at != '{') return false;
    at = skip_blanks((struct span){at + 1, target.end});
    return at < target.end && (*at == '"' || *at == '}');
}

/* What stands behind a TAB, or in a column: actions, or a record. */
static void store_meaning(struct reader *self, struct span sentence, struct span target) {
    bool frame = is_record(target);
    check_kind(self, frame);
    if (!frame) {
        store(self, sentence, target);
        return;
    }
    load_json(self, target);
    self->row = (struct span){0};
    store_frame(self, sentence, self->json);
    json_decref(self->json);
    self->json = NULL;
}

/* ---- rows below a header ------------------------------------------------------ */

static uint32_t split(struct reader *self, struct span row, char separator, const char **fields) {
    arena_reset(&self->scratch);
    struct csv csv = {&self->scratch, self->file, row.at, row.end, self->line, separator};
    return csv_row(&csv, fields);
}

/* The one column that has one of these names; n: none has, or several have. */
static uint32_t one_column(const char **fields, uint32_t n, const char *const *names,
                           bool *several) {
    uint32_t found = n, n_found = 0;
    for (; *names; names++)
        for (uint32_t i = 0; i < n; i++)
            if (text_same_answer(fields[i], *names)) found = i, n_found++;
    *several = n_found > 1;
    return n_found == 1 ? found : n;
}

static uint32_t find_column(const char **fields, uint32_t n, const char *const *names) {
    bool several;
    uint32_t found = one_column(fields, n, names, &several);
    return found < n || several ? found : one_column(fields, n, elsewhere(names), &several);
}

/* Does it name columns, of which one is the command and one its actions? */
static bool read_header(struct reader *self, struct span row) {
    const char *fields[CSV_MAX_COLUMNS];
    struct header h = {.separator = csv_separator(row.at, row.end)};
    if (row.end - row.at > MOST_HEADER || find_byte(row, '"')) return false;
    if (!find_byte(row, h.separator)) return false;
    h.n = split(self, row, h.separator, fields);
    h.sentence = find_column(fields, h.n, said);
    h.target = find_column(fields, h.n, meant);
    if (h.sentence == h.n || h.target == h.n) return false;
    self->header = h;
    return true;
}

static void read_fields(struct reader *self, struct span row) {
    const char *fields[CSV_MAX_COLUMNS];
    struct header *h = &self->header;
    uint32_t n = split(self, row, h->separator, fields);
    if (n != h->n)
        fail(self, G2L2_STATUS_FORMAT, 0,
             "%u fields, but the header has %u; a text with a separator in it stands in quotes", n,
             h->n);
    h->followed = true;
    const char *sentence = fields[h->sentence], *target = fields[h->target];
    self->row = (struct span){0}; /* the values are no part of the row: no columns */
    store_meaning(self, (struct span){sentence, sentence + strlen(sentence)},
                  (struct span){target, target + strlen(target)});
}

enum form { FORM_NONE, FORM_IN_OUT, FORM_TSV, FORM_JSON, FORM_ROWS };

static const struct {
    const char *pattern, *mark;
    void (*read)(struct reader *self, struct span row);
} forms[] = {
    [FORM_IN_OUT] = {"`IN: command OUT: actions`", "`IN:` at the start", read_in_out},
    [FORM_TSV] = {"`command<TAB>actions`", "TAB", read_tsv},
    [FORM_JSON] = {"{\"command\": \"...\", \"actions\": \"...\"}", "`{` at the start", read_json},
    [FORM_ROWS] = {"rows below their header", "header", read_fields},
};

static enum form form_of(struct span row) {
    struct span trimmed = {skip_blanks(row), row.end};
    if (starts_with(trimmed, "{")) return FORM_JSON;
    if (starts_with(trimmed, "IN:")) return FORM_IN_OUT;
    return find_byte(row, '\t') ? FORM_TSV : FORM_NONE;
}

/* What is no example and has separators is a table, more often than not. */
static const char *table_hint(struct span row) {
    bool json = starts_with((struct span){skip_blanks(row), row.end}, "[");
    return !json && (find_byte(row, ',') || find_byte(row, ';'))
               ? "; tables are given by --table, and rows of examples have a header with the "
                 "columns command and actions"
               : "";
}

static void check_form(const struct reader *self, enum form first, enum form here) {
    if (first == FORM_NONE)
        fail(self, G2L2_STATUS_FORMAT, 0, "not an example; write %s, %s or %s%s",
             forms[FORM_IN_OUT].pattern, forms[FORM_TSV].pattern, forms[FORM_JSON].pattern,
             table_hint(self->row));
    if (here == FORM_NONE)
        fail(self, G2L2_STATUS_FORMAT, 0, "no %s; like the first line, write %s", forms[first].mark,
             first == FORM_JSON ? json_pattern(self) : forms[first].pattern);
    if (here != first)
        fail(self, G2L2_STATUS_FORMAT, 0,
             "this line has the form %s; like the first line, write %s", forms[here].pattern,
             first == FORM_JSON ? json_pattern(self) : forms[first].pattern);
}

/* ---- files ------------------------------------------------------------------ */

static void check_bytes(struct reader *self) {
    self->line = 0;
    if (ferror(self->in)) fail(self, G2L2_STATUS_IO, 0, "cannot read: %s", strerror(errno));
    if (self->n_bytes > self->limits.max_bytes)
        fail(self, G2L2_STATUS_LIMIT, 0,
             "more than %zu bytes; split the file or raise the limit with --max-bytes",
             self->limits.max_bytes);
}

/* More of the file behind what is left of it; false: there is no more. A row that never ends is held
 * until the file is too large. */
static bool refill(struct reader *self) {
    size_t n = (size_t)(self->rest.end - self->rest.at), line = self->line;
    if (!self->in) return false;
    if (n) memmove(self->window, self->rest.at, n);
    size_t most = self->limits.max_bytes < SIZE_MAX ? self->limits.max_bytes + 1 : SIZE_MAX;
    if (2 * n >= self->cap && self->cap < most) {
        size_t cap = self->cap ? 2 * self->cap : WINDOW;
        if (cap > most) cap = most;
        char *wider = realloc(self->window, cap);
        if (!wider) fail(self, G2L2_STATUS_NO_MEMORY, 0, "out of memory");
        self->window = wider;
        self->cap = cap;
    }
    size_t more = fread(self->window + n, 1, self->cap - n, self->in);
    self->rest = (struct span){self->window, self->window + n + more};
    self->n_bytes += more;
    check_bytes(self);
    self->line = line;
    return more;
}

/* The next one; false: there is none. */
static bool take_row(struct reader *self) {
    const char *newline;
    while (!(newline = find_byte(self->rest, '\n')) && refill(self)) continue;
    self->row = (struct span){self->rest.at, newline ? newline : self->rest.end};
    if (self->row.at == self->rest.end) return false;
    self->rest.at = newline ? newline + 1 : self->rest.end;
    if (self->row.end > self->row.at && self->row.end[-1] == '\r') self->row.end--;
    if (!self->line++ && starts_with(self->row, "\xEF\xBB\xBF")) self->row.at += 3; /* a mark */
    return true;
}

/* Whoever takes rows has them; then they are gone. */
static void hand_over(struct reader *self) {
    g2l2_dataset *data = self->data;
    g2l2_error err = {0};
    if (!self->take || !data->n_rows) return;
    g2l2_status status = self->take(self->context, data, &err);
    if (status) guard_raise(&data->guard, status, err.line, err.column, "%s", err.message);
    arena_reset(&data->arena);
    symbols_init(&data->texts, &data->arena);
    data->pages.at = NULL;
    data->n_rows = data->pages.n = data->pages.cap = 0;
}

/* In the form of the first row, which may be a header. */
static void read_row(struct reader *self, enum form *first) {
    enum form here = *first == FORM_ROWS ? FORM_ROWS : form_of(self->row);
    bool plain = here == FORM_NONE || here == FORM_TSV;
    if (*first == FORM_NONE && plain && read_header(self, self->row)) {
        *first = FORM_ROWS;
        return;
    }
    if (*first == FORM_NONE) *first = here;
    check_form(self, *first, here);
    forms[*first].read(self, self->row);
}

static void read_rows(struct reader *self, const char *name) {
    enum form first = FORM_NONE;
    self->file = name;
    while (take_row(self)) {
        if (skip_blanks(self->row) == self->row.end) continue;
        check_row(self);
        read_row(self, &first);
        if (self->data->n_rows == self->block) hand_over(self);
    }
    hand_over(self);
    self->line = 0;
    if (first == FORM_NONE || (first == FORM_ROWS && !self->header.followed))
        fail(self, G2L2_STATUS_FORMAT, 0, "no examples; it needs at least one line such as %s",
             forms[FORM_IN_OUT].pattern);
}

/* The frame to land in: it has nothing that a jump could spoil. */
static g2l2_status read_guarded(struct reader *self, const char *name, g2l2_error *err) {
    struct guard *guard = &self->data->guard;
    if (guard_try(guard, err)) read_rows(self, name);
    return guard->status;
}

/* All of a text or a file, or nothing. */
static g2l2_status read_whole(struct reader *self, const char *name, g2l2_error *err) {
    arena_init(&self->scratch, &self->data->guard, 0);
    size_t before = self->data->n_rows;
    g2l2_status status = read_guarded(self, name, err);
    if (status != G2L2_STATUS_OK) self->data->n_rows = before;
    json_decref(self->json);
    arena_free(&self->scratch);
    free(self->window);
    return status;
}

g2l2_status g2l2_dataset_parse(g2l2_dataset *self, const char *text, size_t length,
                               const char *name, const g2l2_limits *limits, g2l2_error *err) {
    struct reader reader = {.data = self,
                            .limits = limits ? *limits : g2l2_limits_default(),
                            .rest = {text, text + length}};
    return read_whole(&reader, name, err);
}

g2l2_status g2l2_dataset_read(g2l2_dataset *self, const char *path, const g2l2_limits *limits,
                              g2l2_error *err) {
    struct reader reader = {.data = self, .limits = limits ? *limits : g2l2_limits_default()};
    g2l2_status status = file_open(path, &reader.in, err);
    if (status != G2L2_STATUS_OK) return status;
    status = read_whole(&reader, place_name(path), err);
    file_close(reader.in);
    return status;
}

g2l2_status g2l2_dataset_stream(const char *path, size_t n, g2l2_dataset_take take, void *context,
                                const g2l2_limits *limits, g2l2_error *err) {
    struct reader reader = {.limits = limits ? *limits : g2l2_limits_default(),
                            .take = take,
                            .context = context,
                            .block = n};
    g2l2_status status = file_open(path, &reader.in, err);
    if (!status) status = g2l2_dataset_new(&reader.data, err);
    if (!status) status = read_whole(&reader, place_name(path), err);
    g2l2_dataset_free(reader.data);
    file_close(reader.in);
    return status;
}

/* How long a text may be is the caller's affair here, who has it in memory. */
static void add_one(struct reader *self, const char *sentence, const char *target,
                    const char *file) {
    struct span command = {sentence, sentence + strlen(sentence)};
    struct span actions = {target, target + strlen(target)};
    self->file = file;
    check_utf8(self, command);
    check_utf8(self, actions);
    store(self, command, actions);
}

static g2l2_status add_guarded(struct reader *self, const char *sentence, const char *target,
                               const char *file, g2l2_error *err) {
    struct guard *guard = &self->data->guard;
    if (guard_try(guard, err)) add_one(self, sentence, target, file);
    return guard->status;
}

g2l2_status g2l2_dataset_add(g2l2_dataset *self, const char *sentence, const char *target,
                             const char *file, size_t line, g2l2_error *err) {
    struct reader reader = {
        .data = self, .limits = {.max_words = SIZE_MAX, .max_target = SIZE_MAX}, .line = line};
    return add_guarded(&reader, sentence, target, file, err);
}
