/* Reading JSON objects piece by piece. The scanner knows just enough of JSON to
 * find where an object ends, strings and brackets; whether it is right is for
 * jansson to say, which sees every byte of the file, the frame around an array
 * included:
 *
 *   {"info": {...}, "scenes":  [  {...}, {...}, {...}  ]  , "more": 1}
 *   └───────── head ────────┘     └─ item ┘             └─── tail ───┘
 *                                 one at a time          head [] tail: one object
 *
 * Whoever takes objects has those of one block, while the next block is filled:
 *
 *     fill ─▶ block ─▶ stream_next          in turns, or side by side (pool.h)
 *     fill ─▶ block ─▶ stream_next                                              */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "common/pool.h"
#include "data/csv.h"
#include "data/stream.h"

#define BLOCK      ((size_t)1 << 18) /* bytes read at a time, and the window at first */
#define BLOCK_MOST 256u              /* objects that are read ahead */

/* Objects that were read, and what ended that. */
struct block {
    struct arena trees;
    struct {
        const struct tree *tree;
        struct place start;
    } at[BLOCK_MOST];
    uint32_t n, next; /* how many there are, and were taken */
    enum stream_form form;
    bool last;
    g2l2_error err; /* behind them, where its status says so */
};

/* Where objects come from: all that reading ahead needs. */
struct intake {
    struct guard *guard, landing; /* the former points to the latter */
    const char *file, *key, *what;
    enum stream_form form;
    size_t item;         /* number of the latest object, from 1 */
    struct place start;  /* of it */
    struct arena *trees; /* where it is put */
    json_t *json;        /* one that jansson has to read */
    FILE *in;            /* NULL: from memory, */
    const char *memory;  /* [n_memory] what is left of it */
    size_t n_memory;
    bool packed, within, ended, done; /* gzip; in a part of it; no more bytes; no more objects */
    z_stream zip;
    unsigned char *raw;            /* packed bytes */
    size_t raw_at, raw_n;          /* the part of them not yet unpacked */
    size_t max_bytes, total_bytes; /* unpacked */
    char *text;                    /* the window, plain */
    size_t at, n, cap;             /* next byte, end, room */
    struct place here;             /* of text[at] */
    char *head;                    /* [n_head] STREAM_KEY: all up to the array */
    size_t n_head;
    struct place frame;                 /* of its start */
    const char *const *columns;         /* [2] of rows, without a header; or NULL */
    struct arena header;                /* STREAM_ROWS: */
    const char *names[CSV_MAX_COLUMNS]; /* [n_names] */
    uint32_t n_names;
    char separator;
    struct pool *pool;
    struct block *taken, *filled; /* the one that objects are taken from, and the next one */
    bool filling;                 /* the next one is on its way */
    atomic_bool stop;             /* it is not wanted */
};

/* ---- errors ---------------------------------------------------------------- */

#define fail_at(self, status, at, ...) place_raise((self)->guard, status, at, __VA_ARGS__)

void stream_fail(const struct stream *self, g2l2_status status, const char *format, ...) {
    char why[PLACE_WHY];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    place_raise(self->guard, status, self->start, "%s", why);
}

static struct place whole_file(const struct intake *self) {
    return (struct place){.file = self->file};
}

static _Noreturn void fail_damaged(const struct intake *self, const char *why) {
    fail_at(self, G2L2_STATUS_FORMAT, whole_file(self),
            "the gzip data is damaged: %s; get the file again", why);
}

/* ---- bytes: plain or gzip ----------------------------------------------------- */

static void read_block(struct intake *self) {
    self->raw_at = 0;
    if (self->in) {
        self->raw_n = fread(self->raw, 1, BLOCK, self->in);
        return;
    }
    self->raw_n = self->n_memory < BLOCK ? self->n_memory : BLOCK;
    if (self->raw_n) memcpy(self->raw, self->memory, self->raw_n);
    self->memory += self->raw_n;
    self->n_memory -= self->raw_n;
}

static bool fill_raw(struct intake *self) {
    read_block(self);
    if (!self->raw_n && self->in && ferror(self->in))
        fail_at(self, G2L2_STATUS_IO, whole_file(self), "cannot read: %s", strerror(errno));
    return self->raw_n > 0;
}

static size_t take_plain(struct intake *self, char *out, size_t room) {
    if (self->raw_at == self->raw_n && !fill_raw(self)) return 0;
    size_t n = self->raw_n - self->raw_at;
    if (n > room) n = room;
    memcpy(out, self->raw + self->raw_at, n);
    self->raw_at += n;
    return n;
}

static void inflate_some(struct intake *self) {
    self->zip.next_in = self->raw + self->raw_at;
    self->zip.avail_in = (uInt)(self->raw_n - self->raw_at);
    int status = inflate(&self->zip, Z_NO_FLUSH);
    self->raw_at = self->raw_n - self->zip.avail_in;
    if (status == Z_MEM_ERROR)
        fail_at(self, G2L2_STATUS_NO_MEMORY, whole_file(self), "out of memory");
    if (status == Z_STREAM_END) self->within = false;
    else if (status != Z_OK && status != Z_BUF_ERROR)
        fail_damaged(self, self->zip.msg ? self->zip.msg : "it makes no sense");
}

/* A gzip file may have several parts, and zeros at its end. */
static void next_part(struct intake *self) {
    unsigned char byte = self->raw[self->raw_at];
    if (byte == 0x1F) {
        inflateReset(&self->zip);
        self->within = true;
    } else if (byte == 0) {
        self->raw_at++;
    } else {
        fail_damaged(self, "other bytes follow it");
    }
}

static size_t take_packed(struct intake *self, char *out, size_t room) {
    self->zip.next_out = (unsigned char *)out;
    self->zip.avail_out = (uInt)room;
    while (self->zip.avail_out == room) {
        if (self->raw_at == self->raw_n && !fill_raw(self)) {
            if (self->within) fail_damaged(self, "it ends too early");
            return 0;
        }
        if (self->within) inflate_some(self);
        else next_part(self);
    }
    return room - self->zip.avail_out;
}

/* ---- the window ----------------------------------------------------------------- */

static void widen(struct intake *self) {
    char *text = realloc(self->text, self->cap * 2);
    if (!text) fail_at(self, G2L2_STATUS_NO_MEMORY, whole_file(self), "out of memory");
    self->text = text;
    self->cap *= 2;
}

/* More bytes behind text[n]; what lies before text[at] goes. False at the end. */
static bool more(struct intake *self) {
    if (self->ended) return false;
    memmove(self->text, self->text + self->at, self->n - self->at);
    self->n -= self->at;
    self->at = 0;
    if (self->n == self->cap) widen(self);
    char *to = self->text + self->n;
    size_t room = self->cap - self->n;
    size_t n = self->packed ? take_packed(self, to, room) : take_plain(self, to, room);
    self->n += n;
    self->total_bytes += n;
    self->ended = !n;
    if (self->total_bytes > self->max_bytes)
        fail_at(self, G2L2_STATUS_LIMIT, whole_file(self),
                "more than %zu bytes, unpacked; split the file or raise the limit with --max-bytes",
                self->max_bytes);
    return n > 0;
}

/* The place `n` bytes behind the one of `text`. */
static struct place walk(struct place place, const char *text, size_t n) {
    const char *end = text + n, *newline;
    while ((newline = memchr(text, '\n', (size_t)(end - text)))) {
        place.line++;
        place.column = 1;
        text = newline + 1;
    }
    place.column += text_width(text, (size_t)(end - text));
    return place;
}

static void step(struct intake *self, size_t n) {
    self->here = walk(self->here, self->text + self->at, n);
    self->at += n;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* The next byte that is not blank, which stays; -1 at the end. */
static int peek(struct intake *self) {
    for (;;) {
        if (self->at == self->n && !more(self)) return -1;
        if (!is_blank(self->text[self->at])) return (unsigned char)self->text[self->at];
        step(self, 1);
    }
}

/* ---- the scanner ------------------------------------------------------------------ */

enum scan { SCAN_MORE, SCAN_OBJECT, SCAN_LIST };

struct scanner {
    size_t at, depth;
    size_t string, string_end; /* the latest string, without its quotes */
    bool quoted;
};

/* Is text[s->at] the value of `key`, with nothing but a colon between? */
static bool is_value_of(const struct scanner *s, const char *text, const char *key) {
    size_t n = strlen(key), n_colons = 0;
    if (!s->string || s->string_end - s->string != n || memcmp(text + s->string, key, n))
        return false;
    for (size_t i = s->string_end + 1; i < s->at; i++) {
        if (text[i] != ':' && !is_blank(text[i])) return false;
        n_colons += text[i] == ':';
    }
    return n_colons == 1;
}

/* Go on to the end of the object at text[0], or to the array of `key` (may be
 * NULL) in it. After SCAN_MORE it can be called again with more bytes. */
static enum scan scan(struct scanner *s, const char *text, size_t n, const char *key) {
    for (; s->at < n; s->at++) {
        char c = text[s->at];
        if (s->quoted) {
            if (c == '\\') s->at++;
            else if (c == '"') s->quoted = false, s->string_end = s->at;
        } else if (c == '"') {
            s->quoted = true;
            s->string = s->at + 1;
        } else if (c == '[' && key && s->depth == 1 && is_value_of(s, text, key)) {
            return SCAN_LIST;
        } else if (c == '{' || c == '[') {
            s->depth++;
        } else if ((c == '}' || c == ']') && !--s->depth) {
            s->at++;
            return SCAN_OBJECT;
        }
    }
    return SCAN_MORE;
}

/* ---- JSON ---------------------------------------------------------------------------- */

static struct place place_of(struct place start, const json_error_t *bad) {
    if (bad->line > 1) {
        start.line += (size_t)bad->line - 1;
        start.column = 1;
    }
    if (bad->column > 0) start.column += (size_t)bad->column - 1;
    return start;
}

static _Noreturn void fail_json(const struct intake *self, const json_error_t *bad,
                                struct place at) {
    if (!*bad->text) /* how jansson says it */
        fail_at(self, G2L2_STATUS_NO_MEMORY, at, "out of memory");
    if (json_error_code(bad) == json_error_premature_end_of_input)
        fail_at(self, G2L2_STATUS_FORMAT, at, "the file ends within a %s; it is not complete",
                self->what);
    fail_at(self, G2L2_STATUS_FORMAT, at, "invalid JSON: %s",
            place_word(bad->text, (char[JSON_ERROR_TEXT_LENGTH]){0}, JSON_ERROR_TEXT_LENGTH));
}

/* Where memory is short jansson may say that the text is wrong: it is asked twice, and if it cannot
 * have had what it needs, memory is what is short. */
json_t *stream_json(const char *text, size_t n, json_error_t *bad) {
    json_t *json = NULL;
    for (int i = 0; i < 2 && !json; i++) json = json_loadb(text, n, JSON_REJECT_DUPLICATES, bad);
    if (json) return json;
    void *room = malloc(64 * n + 4096);
    if (!room) *bad->text = 0; /* how jansson says it */
    free(room);
    return NULL;
}

/* What the tree's own reader refuses is wrong, or seldom. */
static const struct tree *load_slowly(struct intake *self, const char *text, size_t n) {
    json_error_t bad;
    self->json = stream_json(text, n, &bad);
    if (!self->json) fail_json(self, &bad, place_of(self->here, &bad));
    const struct tree *tree = tree_from(self->trees, self->json);
    json_decref(self->json);
    self->json = NULL;
    return tree;
}

static const struct tree *load(struct intake *self, size_t n) {
    const char *text = self->text + self->at;
    self->start = self->here;
    const struct tree *tree = tree_read(self->trees, text, n);
    if (!tree) tree = load_slowly(self, text, n);
    step(self, n);
    return tree;
}

/* One that is plain, and all of it in the window; NULL: look for its end. */
static const struct tree *load_at_once(struct intake *self) {
    size_t n;
    const struct tree *tree =
        tree_begin(self->trees, self->text + self->at, self->n - self->at, &n);
    if (!tree || n > STREAM_MAX_ITEM) return NULL;
    self->start = self->here;
    step(self, n);
    return tree;
}

/* Too long. If a bracket is missing this is where it shows: jansson knows where. */
static _Noreturn void fail_long(struct intake *self) {
    json_error_t bad;
    self->json = json_loadb(self->text + self->at, self->n - self->at, 0, &bad);
    if (!self->json && json_error_code(&bad) != json_error_premature_end_of_input)
        fail_json(self, &bad, place_of(self->here, &bad));
    fail_at(self, G2L2_STATUS_LIMIT, self->here,
            "an object of more than %zu bytes; a %s has fewer, and a file with many of them has "
            "an array \"%s\"",
            STREAM_MAX_ITEM, self->what, self->key);
}

/* The object that starts at the window's `at`; NULL if it holds the array of the
 * key, where the window then stands. */
static const struct tree *take_object(struct intake *self, const char *key) {
    struct scanner s = {0};
    enum scan found;
    const struct tree *plain = key ? NULL : load_at_once(self);
    if (plain) return plain;
    while ((found = scan(&s, self->text + self->at, self->n - self->at, key)) == SCAN_MORE) {
        if (s.at > STREAM_MAX_ITEM) fail_long(self);
        if (!more(self)) break;
    }
    if (found != SCAN_LIST) return load(self, found == SCAN_OBJECT ? s.at : self->n - self->at);
    self->head = malloc(s.at);
    if (!self->head) fail_at(self, G2L2_STATUS_NO_MEMORY, self->here, "out of memory");
    self->n_head = s.at;
    memcpy(self->head, self->text + self->at, s.at);
    self->frame = self->here;
    step(self, s.at + 1);
    return NULL;
}

static _Noreturn void fail_early(const struct intake *self) {
    fail_at(self, G2L2_STATUS_FORMAT, self->here, "the file ends too early; it is not complete");
}

/* ---- the three forms -------------------------------------------------------------------- */

/* What is around the array is right if it is with an empty one. */
static void check_frame(struct intake *self) {
    while (more(self))
        if (self->n - self->at > STREAM_MAX_ITEM)
            fail_at(self, G2L2_STATUS_LIMIT, self->here,
                    "more than %zu bytes after the array \"%s\"", STREAM_MAX_ITEM, self->key);
    size_t n_tail = self->n - self->at, n = self->n_head + 2 + n_tail;
    char *text = realloc(self->head, n);
    if (!text) fail_at(self, G2L2_STATUS_NO_MEMORY, self->here, "out of memory");
    self->head = text;
    memcpy(text + self->n_head, "[]", 2);
    memcpy(text + self->n_head + 2, self->text + self->at, n_tail);
    json_error_t bad;
    self->json = stream_json(text, n, &bad);
    if (self->json) return;
    if (json_error_code(&bad) == json_error_premature_end_of_input) {
        step(self, n_tail);
        fail_early(self);
    }
    size_t at = bad.position > 0 ? (size_t)bad.position - 1 : 0, before = self->n_head + 2;
    if (at < before) fail_json(self, &bad, place_of(self->frame, &bad));
    size_t behind = at - before < n_tail ? at - before : n_tail;
    fail_json(self, &bad, walk(self->here, self->text + self->at, behind));
}

static const struct tree *end_of_array(struct intake *self) {
    step(self, 1);
    self->done = true;
    if (self->form == STREAM_KEY) check_frame(self);
    else if (peek(self) >= 0)
        fail_at(self, G2L2_STATUS_FORMAT, self->here, "text after the end of the array");
    return NULL;
}

static _Noreturn void fail_item(struct intake *self, int c, const char *expected) {
    if (c < 0) fail_early(self);
    fail_at(self, G2L2_STATUS_FORMAT, self->here, "%s expected here, after %zu of them", expected,
            self->item);
}

static const struct tree *next_in_array(struct intake *self) {
    int c = peek(self);
    if (c == ']') return end_of_array(self);
    if (self->item) {
        if (c != ',') fail_item(self, c, "`,` or `]`");
        step(self, 1);
        c = peek(self);
    }
    if (c != '{') fail_item(self, c, "an object {...}");
    self->item++;
    return take_object(self, NULL);
}

static const struct tree *next_in_lines(struct intake *self) {
    int c = peek(self);
    if (c < 0) return NULL;
    if (c != '{') fail_item(self, c, "an object {...}");
    self->item++;
    return take_object(self, NULL);
}

/* ---- rows -------------------------------------------------------------------------------- */

/* The line at text[at], without what ends it: its bytes. */
static size_t see_line(struct intake *self) {
    const char *newline;
    while (!(newline = memchr(self->text + self->at, '\n', self->n - self->at)) && more(self))
        if (self->n - self->at > STREAM_MAX_ITEM)
            fail_at(self, G2L2_STATUS_LIMIT, self->here, "a line of more than %zu bytes",
                    STREAM_MAX_ITEM);
    const char *line = self->text + self->at;
    size_t n = newline ? (size_t)(newline - line) : self->n - self->at, valid = text_valid(line, n);
    if (valid < n || memchr(line, 0, n))
        fail_at(self, G2L2_STATUS_FORMAT, self->here, "the line is not UTF-8 text");
    return n;
}

/* The fields of the line at text[at], in this arena. */
static uint32_t see_fields(const struct intake *self, size_t n, struct arena *arena,
                           const char *fields[CSV_MAX_COLUMNS]) {
    const char *line = self->text + self->at;
    struct csv csv = {arena, self->file, line, line + n, self->here.line, self->separator};
    return csv_row(&csv, fields);
}

static const char *lower(struct arena *arena, const char *text) {
    char *out = arena_strndup(arena, text, strlen(text));
    for (char *at = out; *at; at++)
        if (*at >= 'A' && *at <= 'Z') *at = (char)(*at + 32);
    return out;
}

static bool has_name(const struct intake *self, const char *name) {
    for (uint32_t i = 0; i < self->n_names; i++)
        if (!strcmp(self->names[i], name)) return true;
    return false;
}

/* A header, or two fields with a tab between: what those are is known. */
static void read_header(struct intake *self) {
    size_t n = see_line(self);
    const char *line = self->text + self->at, *const *columns = self->columns;
    self->header.guard = self->guard;
    self->separator = memchr(line, '\t', n) ? '\t' : csv_separator(line, line + n);
    self->n_names = see_fields(self, n, &self->header, self->names);
    for (uint32_t i = 0; i < self->n_names; i++)
        self->names[i] = lower(&self->header, self->names[i]);
    if (has_name(self, columns[0]) && has_name(self, columns[1])) {
        step(self, n);
        return;
    }
    if (self->separator != '\t' || self->n_names != 2)
        fail_at(self, G2L2_STATUS_FORMAT, self->here,
                "not a %s; write {\"%s\": \"...\", \"%s\": \"...\"}, `%s<TAB>%s`, or rows below "
                "a header that names the columns %s and %s",
                self->what, columns[0], columns[1], columns[0], columns[1], columns[0], columns[1]);
    self->names[0] = columns[0];
    self->names[1] = columns[1];
}

/* What is empty is left out. */
static const struct tree *next_row(struct intake *self) {
    const char *fields[CSV_MAX_COLUMNS];
    if (peek(self) < 0) return NULL;
    size_t length = see_line(self);
    uint32_t n = see_fields(self, length, self->trees, fields);
    self->item++;
    if (n != self->n_names)
        fail_at(self, G2L2_STATUS_FORMAT, (struct place){self->file, self->here.line, 0},
                "%u fields instead of %u; a text with a separator in it stands in quotes", n,
                self->n_names);
    struct tree *object = arena_zalloc(self->trees, sizeof *object);
    struct tree *items = arena_array(self->trees, struct tree, n);
    for (uint32_t i = 0; i < n; i++)
        if (*fields[i])
            items[object->n++] = (struct tree){.kind = TREE_TEXT,
                                               .n = (uint32_t)strlen(fields[i]),
                                               .name = self->names[i],
                                               .text = fields[i]};
    object->kind = TREE_OBJECT;
    object->items = items;
    self->start = self->here;
    step(self, length);
    return object;
}

static const struct tree *first_row(struct intake *self) {
    self->form = STREAM_ROWS;
    read_header(self);
    return next_row(self);
}

/* The first bytes say which form it is. */
static const struct tree *first(struct intake *self) {
    int c = peek(self);
    if (c == 0xEF && self->n - self->at < 3) more(self);
    if (self->n - self->at >= 3 && !memcmp(self->text + self->at, "\xEF\xBB\xBF", 3)) {
        self->at += 3; /* a byte order mark */
        c = peek(self);
    }
    self->form = c == '[' ? STREAM_ARRAY : STREAM_LINES;
    if (c == '[') {
        step(self, 1);
        return next_in_array(self);
    }
    if (c != '{' && c >= 0 && self->columns) return first_row(self);
    if (c != '{') return next_in_lines(self);
    const struct tree *object = take_object(self, self->key);
    if (object) {
        self->item = 1;
        return object;
    }
    self->form = STREAM_KEY;
    return next_in_array(self);
}

static const struct tree *next(struct intake *self) {
    if (self->done) return NULL;
    if (self->form == STREAM_NEW) return first(self);
    if (self->form == STREAM_ROWS) return next_row(self);
    return self->form == STREAM_LINES ? next_in_lines(self) : next_in_array(self);
}

/* ---- blocks ------------------------------------------------------------------------------- */

static void fill_block(struct intake *self, struct block *block) {
    size_t before = self->total_bytes;
    while (block->n < BLOCK_MOST && self->total_bytes - before <= BLOCK && !self->stop) {
        block->at[block->n].tree = next(self);
        block->at[block->n].start = self->start;
        block->form = self->form;
        block->last = !block->at[block->n].tree;
        if (block->last) return;
        block->n++;
    }
}

/* Work of a pool; what is wrong with the file is told when that is reached. */
static void fill(void *context, int worker, uint32_t i) {
    struct intake *self = context;
    struct block *block = self->filled;
    (void)worker, (void)i;
    arena_reset(&block->trees);
    block->n = block->next = 0;
    block->err.status = G2L2_STATUS_OK;
    block->trees.guard = self->guard;
    self->trees = &block->trees;
    if (guard_try(self->guard, &block->err)) fill_block(self, block);
    block->err.status = self->guard->status;
}

static void begin_block(struct intake *self) {
    self->filling = true;
    pool_begin(self->pool, 1, fill, self);
}

static void end_block(struct intake *self) {
    if (self->filling) pool_end(self->pool);
    self->filling = false;
}

/* The next block is taken from, and the one behind it begins. */
static void turn(struct intake *self) {
    if (!self->filling) begin_block(self);
    end_block(self);
    struct block *taken = self->filled;
    self->filled = self->taken;
    self->taken = taken;
    if (!taken->last && !taken->err.status) begin_block(self);
}

const struct tree *stream_next(struct stream *self) {
    struct intake *in = self->intake;
    while (in->taken->next == in->taken->n) {
        const g2l2_error *err = &in->taken->err;
        if (err->status)
            guard_raise(self->guard, err->status, err->line, err->column, "%s", err->message);
        if (in->taken->last) return NULL;
        turn(in);
    }
    struct block *block = in->taken;
    self->form = block->form;
    self->start = block->at[block->next].start;
    self->item++;
    return block->at[block->next++].tree;
}

/* ---- opening and closing -------------------------------------------------------------------- */

static g2l2_status open_file(struct intake *self, const char *path, g2l2_error *err) {
    struct stat info;
    if (!path) return G2L2_STATUS_OK;
    const char *name = place_short(self->file);
    if (!strcmp(path, "-")) {
        self->in = stdin;
        return G2L2_STATUS_OK;
    }
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: is a directory", name);
    self->in = fopen(path, "rb");
    if (self->in) return G2L2_STATUS_OK;
    return err_set(err, errno == ENOMEM ? G2L2_STATUS_NO_MEMORY : G2L2_STATUS_IO, 0, 0,
                   "%s: cannot open: %s", name, strerror(errno));
}

static g2l2_status open_window(struct intake *self, g2l2_error *err) {
    self->raw = malloc(BLOCK);
    self->text = malloc(BLOCK);
    self->cap = BLOCK;
    if (!self->raw || !self->text)
        return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    read_block(self);
    if (self->in && ferror(self->in))
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot read: %s", place_short(self->file),
                       strerror(errno));
    if (self->raw_n < 2 || self->raw[0] != 0x1F || self->raw[1] != 0x8B) return G2L2_STATUS_OK;
    self->packed = self->within = inflateInit2(&self->zip, 15 + 16) == Z_OK;
    return self->packed ? G2L2_STATUS_OK
                        : err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
}

static g2l2_status open_blocks(struct intake *self, int n_threads, g2l2_error *err) {
    self->taken = calloc(1, sizeof *self->taken);
    self->filled = calloc(1, sizeof *self->filled);
    self->pool = pool_new(n_threads > 1 ? 2 : 1);
    if (!self->taken || !self->filled || !self->pool)
        return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    arena_init(&self->taken->trees, NULL, 0);
    arena_init(&self->filled->trees, NULL, 0);
    return G2L2_STATUS_OK;
}

static void close_intake(struct intake *self) {
    self->stop = true;
    end_block(self);
    pool_free(self->pool);
    json_decref(self->json);
    if (self->packed) inflateEnd(&self->zip);
    if (self->in && self->in != stdin) fclose(self->in);
    if (self->taken) arena_free(&self->taken->trees);
    if (self->filled) arena_free(&self->filled->trees);
    arena_free(&self->header);
    free(self->taken);
    free(self->filled);
    free(self->head);
    free(self->text);
    free(self->raw);
    free(self);
}

g2l2_status stream_open(struct stream *self, const struct source *source, const char *key,
                        const char *what, const g2l2_limits *limits, g2l2_error *err) {
    g2l2_limits usual = g2l2_limits_default();
    if (!limits) limits = &usual;
    struct intake *in = calloc(1, sizeof *in);
    if (!in) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    in->guard = &in->landing;
    in->columns = source->columns;
    arena_init(&in->header, in->guard, 0);
    in->file = source->path ? place_name(source->path) : source->name;
    in->key = key;
    in->what = what;
    in->memory = source->text;
    in->n_memory = source->length;
    in->max_bytes =
        limits->max_bytes < SIZE_MAX / STREAM_FACTOR ? limits->max_bytes * STREAM_FACTOR : SIZE_MAX;
    in->here = in->start = (struct place){in->file, 1, 1};
    *self = (struct stream){.file = in->file, .what = what, .start = in->start, .intake = in};
    g2l2_status status = open_file(in, source->path, err);
    if (status == G2L2_STATUS_OK) status = open_window(in, err);
    if (status == G2L2_STATUS_OK) status = open_blocks(in, limits->n_threads, err);
    if (status != G2L2_STATUS_OK) stream_close(self);
    return status;
}

void stream_close(struct stream *self) {
    if (self->intake) close_intake(self->intake);
    *self = (struct stream){0};
}
