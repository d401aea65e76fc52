/* Text buffers and interned strings. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/common.h"

void buf_init(struct buf *self, struct arena *arena) {
    *self = (struct buf){.arena = arena};
}

static void buf_room(struct buf *self, size_t extra) {
    if (self->n + extra + 1 <= self->cap) return;
    size_t cap = self->cap ? self->cap * 2 : 64;
    while (cap < self->n + extra + 1) cap *= 2;
    char *at = arena_alloc(self->arena, cap);
    if (self->n) memcpy(at, self->at, self->n);
    self->at = at;
    self->cap = cap;
}

void buf_put(struct buf *self, const char *text, size_t length) {
    buf_room(self, length);
    if (length) memcpy(self->at + self->n, text, length);
    self->n += length;
    self->at[self->n] = 0;
}

void buf_puts(struct buf *self, const char *text) {
    buf_put(self, text, strlen(text));
}

void buf_printf(struct buf *self, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n > 0) {
        buf_room(self, (size_t)n);
        vsnprintf(self->at + self->n, (size_t)n + 1, format, again);
        self->n += (size_t)n;
    }
    va_end(again);
}

void buf_spaces(struct buf *self, size_t n) {
    buf_room(self, n);
    memset(self->at + self->n, ' ', n);
    self->n += n;
    self->at[self->n] = 0;
}

/* ---- UTF-8 ------------------------------------------------------------------------------- */

/* Byte by byte, so that an end is found in time. Overlong forms, surrogates and what lies
 * beyond U+10FFFF are no characters. */
size_t text_character(const char *at, size_t left, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = left ? (unsigned char)*at : 0xFF;
    size_t n = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    uint32_t c = n < 2 ? first : first & (0x7Fu >> n);
    if (!n || n > left || first > 0xF4) return 0;
    for (size_t i = 1; i < n; i++) {
        if (((unsigned char)at[i] & 0xC0) != 0x80) return 0;
        c = c << 6 | ((unsigned char)at[i] & 0x3F);
    }
    *code = c;
    return c < least[n] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000) ? 0 : n;
}

size_t text_valid(const char *text, size_t length) {
    size_t at = 0;
    for (size_t n; at < length; at += n) {
        uint32_t code;
        n = text[at] ? text_character(text + at, length - at, &code) : 0;
        if (!n) break;
    }
    return at;
}

/* What East Asian scripts and pictures take two columns for, and marks upon letters none. */
static size_t columns_of(uint32_t c) {
    static const uint32_t ranges[][3] = {
        {0x300, 0x36F, 0},     {0x200B, 0x200F, 0},   {0x20D0, 0x20FF, 0},   {0xFE00, 0xFE0F, 0},
        {0x1100, 0x115F, 2},   {0x2E80, 0x303E, 2},   {0x3041, 0x33FF, 2},   {0x3400, 0x4DBF, 2},
        {0x4E00, 0x9FFF, 2},   {0xA000, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},
        {0xFE30, 0xFE6F, 2},   {0xFF00, 0xFF60, 2},   {0xFFE0, 0xFFE6, 2},   {0x1F300, 0x1F64F, 2},
        {0x1F680, 0x1F6FF, 2}, {0x1F900, 0x1F9FF, 2}, {0x20000, 0x3FFFD, 2},
    };
    for (size_t i = 0; c >= 0x300 && i < sizeof ranges / sizeof ranges[0]; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1]) return ranges[i][2];
    return 1;
}

/* The character at `at`, or one byte that is none and takes a column. */
static size_t step(const char *at, size_t left, size_t *columns) {
    uint32_t code = 0;
    size_t n = text_character(at, left, &code);
    *columns = n ? columns_of(code) : 1;
    return n ? n : 1;
}

/* Eight bytes, none of them beyond ASCII. */
static bool is_ascii(const char *at) {
    uint64_t eight;
    memcpy(&eight, at, sizeof eight);
    return !(eight & 0x8080808080808080u);
}

size_t text_width(const char *text, size_t length) {
    size_t width = 0, columns, at = 0;
    while (at < length)
        if (length - at >= 8 && is_ascii(text + at)) {
            at += 8;
            width += 8;
        } else {
            at += step(text + at, length - at, &columns);
            width += columns;
        }
    return width;
}

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_mark(char c) {
    static const bool marks[256] = {['.'] = 1, [','] = 1, [';'] = 1, [':'] = 1, ['?'] = 1,
                                    ['!'] = 1, ['('] = 1, [')'] = 1, ['"'] = 1};
    return marks[(unsigned char)c];
}

static bool ends_question(char c) {
    return c == '.' || c == '?' || c == '!' || is_space(c);
}

/* The mark of 2.5 or 1,000. */
static bool is_within_number(const char *text, const char *at, const char *end) {
    if ((*at != '.' && *at != ',') || at == text || at + 1 >= end) return false;
    return at[-1] >= '0' && at[-1] <= '9' && at[1] >= '0' && at[1] <= '9';
}

/* Bytes of the word at `text`: a mark, or all up to the next mark or space. */
static size_t word_length(const char *text, const char *end) {
    const char *at = text;
    if (at < end && is_mark(*at)) return 1;
    while (at < end && !is_space(*at) && (!is_mark(*at) || is_within_number(text, at, end))) at++;
    return (size_t)(at - text);
}

static void put_lower(struct buf *out, const char *text, size_t length) {
    char *to = out->at + out->n;
    for (size_t i = 0; i < length; i++)
        to[i] = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] + 32) : text[i];
    out->n += length;
}

size_t text_fitting(const char *text, size_t columns) {
    size_t word = 0, used = 0, wide;
    for (size_t at = 0, n; text[at]; at += n, used += wide) {
        n = step(text + at, 4, &wide);
        if (used + wide > columns) return word ? word : at;
        if (text[at] == ' ') word = at;
    }
    return strlen(text);
}

/* Bytes of a mark that opens a Spanish question or exclamation; 0: none. */
static size_t opening(const char *text, const char *end) {
    bool two = end - text > 1 && *text == '\xC2';
    return two && (text[1] == '\xBF' || text[1] == '\xA1') ? 2 : 0;
}

void text_question(const char *text, size_t length, struct buf *out) {
    struct buf composed;
    if (!text_is_nfc(text, length)) {
        buf_init(&composed, out->arena);
        text_nfc(text, length, &composed);
        text = composed.at;
        length = composed.n;
    }
    const char *end = text + length;
    while (text < end && ends_question(end[-1])) end--;
    buf_room(out, 2 * length);
    for (size_t start = out->n, n; text < end; text += n) {
        while (text < end && (is_space(*text) || opening(text, end)))
            text += is_space(*text) ? 1 : opening(text, end);
        n = word_length(text, end);
        if (n && out->n > start) out->at[out->n++] = ' ';
        put_lower(out, text, n);
    }
    out->at[out->n] = 0;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* Decimals as written, or -1: it is no number. */
static int decimals_of(const char *text, double *number) {
    char *end;
    size_t n = strspn(text, "0123456789.-+eE");
    *number = strtod(text, &end);
    const char *point = strchr(text, '.');
    return !n || text[n] || *end || end == text ? -1 : point ? (int)strlen(point + 1) : 0;
}

/* Where the parenthesis at `at` is closed; `length`: nowhere. */
static size_t closing(const char *text, size_t at, size_t length) {
    uint32_t depth = 0;
    for (; at < length; at++) {
        if (text[at] == '(') depth++;
        else if (text[at] == ')' && --depth == 0) break;
    }
    return at;
}

static bool is_sign(char c) {
    return c == '(' || c == ',' || c == ')';
}

static bool begins_call(const char *at, const char *end) {
    while (at < end && !is_sign(*at) && !is_space(*at)) at++;
    return at < end && *at == '(';
}

/* What a blank in a call is: nothing beside a bracket or comma, a blank beside another call, and
 * a line between two words of one name. */
static void put_blank_in_call(struct buf *out, const char *next, const char *end) {
    char last = out->at[out->n - 1];
    if (is_sign(*next) || last == '(' || last == ',') return;
    buf_put(out, last == ')' || begins_call(next, end) ? " " : "_", 1);
}

static void put_blank(struct buf *out, size_t begin) {
    if (out->n > begin && out->at[out->n - 1] != ' ') buf_put(out, " ", 1);
}

static bool is_name_char(char c) {
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* The name that a parenthesis stands behind: `GOTO` of `GOTO(kitchen)`. */
static bool has_head(const char *text, size_t at) {
    bool named = false;
    while (at && !is_sign(text[at - 1]) && !is_space(text[at - 1]))
        named |= is_name_char(text[--at]) || text[at] == '_';
    return named;
}

/* Does an operator begin there, between blanks, with something to its left? */
static bool is_operator(const char *text, size_t at, size_t length) {
    size_t left = at;
    while (left && is_space(text[left - 1])) left--;
    if (left == at || !left || text[left - 1] == '(' || text[left - 1] == ',') return false;
    for (; at < length && !is_sign(text[at]) && !is_space(text[at]); at++)
        if (is_name_char(text[at])) return false;
    return true;
}

enum text_brackets text_brackets(const char *text, size_t length) {
    enum text_brackets found = TEXT_NO_BRACKETS;
    size_t depth = 0;
    for (size_t i = 0; i < length; i++) {
        char next = i + 1 < length ? text[i + 1] : ' ';
        if (text[i] == '(') {
            if (!has_head(text, i)) return TEXT_EXPRESSION;
            found = TEXT_CALLS;
            depth++;
        } else if (text[i] == ')' && depth) {
            depth--;
            if (!is_space(next) && next != ')' && !(depth && next == ',')) return TEXT_EXPRESSION;
        } else if (depth && !is_sign(text[i]) && !is_space(text[i]) &&
                   is_operator(text, i, length)) {
            return TEXT_EXPRESSION;
        }
    }
    return found;
}

/* Where the call ends whose parenthesis that is; 0: it is never closed, or it is an expression. */
static size_t call_end(const char *text, size_t at, size_t length) {
    size_t end = closing(text, at, length), begin = at;
    while (begin && !is_sign(text[begin - 1]) && !is_space(text[begin - 1])) begin--;
    if (end == length || text_brackets(text + begin, end + 1 - begin) == TEXT_EXPRESSION) return 0;
    return end;
}

void text_actions(const char *text, size_t length, struct buf *out) {
    size_t begin = out->n, end = 0, passed = 0; /* of a call; of what is none */
    buf_puts(out, "");
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '(' && i >= end && i >= passed && i && !is_space(text[i - 1])) {
            end = call_end(text, i, length);
            if (!end) passed = closing(text, i, length);
        }
        if (!is_space(text[i])) buf_put(out, text + i, 1);
        else if (i < end && !is_space(text[i + 1]))
            put_blank_in_call(out, text + i + 1, text + end);
        else if (i + 1 < length && !is_space(text[i + 1])) put_blank(out, begin);
    }
}

/* Which letters a text has, in any order. */
static uint64_t letters_of(const char *text) {
    uint64_t sum = 0;
    for (; *text; text++) sum += (uint64_t)lower(*text) * (uint64_t)lower(*text);
    return sum;
}

static bool same_letters(const char *a, const char *b, size_t n) {
    while (n && lower(*a) == lower(*b)) a++, b++, n--;
    return !n;
}

static size_t item_length(const char *at) {
    const char *end = strstr(at, ", ");
    return end ? (size_t)(end - at) : strlen(at);
}

/* How often an item stands in a list `a, b, c`. */
static size_t times_in(const char *list, const char *item, size_t n) {
    size_t times = 0, length;
    for (const char *at = list;; at += length + 2) {
        length = item_length(at);
        times += length == n && same_letters(at, item, n);
        if (!at[length]) return times;
    }
}

/* Lists of the same items, in any order: `Paris, Lyon` and `lyon, paris`. */
static bool same_items(const char *got, const char *wanted) {
    if (strlen(got) != strlen(wanted) || !strstr(got, ", ") ||
        letters_of(got) != letters_of(wanted))
        return false;
    for (size_t n;; got += n + 2) {
        n = item_length(got);
        if (times_in(got, got, n) > times_in(wanted, got, n)) return false;
        if (!got[n]) return true;
    }
}

bool text_same_answer(const char *got, const char *wanted) {
    double a, b;
    int decimals = decimals_of(wanted, &b);
    if (decimals > 0 && decimals_of(got, &a) >= 0) {
        double unit = pow(10, decimals > 9 ? -9 : -decimals);
        return fabs(a - b) <= (0.5 + 1e-6) * unit || fabs(a - b) <= 1e-9 * fabs(b);
    }
    size_t n = strlen(got);
    return (n == strlen(wanted) && same_letters(got, wanted, n)) || same_items(got, wanted);
}

uint64_t hash_bytes(const void *data, size_t length, uint64_t seed) {
    const unsigned char *at = data;
    uint64_t h = seed ^ 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++) h = (h ^ at[i]) * 0x100000001b3u;
    return h ^ (h >> 29);
}

void symbols_init(struct symbols *self, struct arena *arena) {
    *self = (struct symbols){.arena = arena, .cap = 64};
    self->slots = arena_zalloc(arena, self->cap * sizeof *self->slots);
}

/* Eight bytes at a time; not for what is stored, for it depends on the order of bytes. */
static uint64_t hash_text(const char *text, size_t length) {
    uint64_t h = length, word = 0;
    for (; length >= sizeof word; text += sizeof word, length -= sizeof word) {
        memcpy(&word, text, sizeof word);
        h = hash_mix(h, word);
    }
    word = 0;
    memcpy(&word, text, length);
    return hash_mix(h, word);
}

static uint32_t *symbol_slot(const struct symbols *self, const char *text, size_t length) {
    uint32_t i = (uint32_t)hash_text(text, length) & (self->cap - 1);
    while (self->slots[i]) {
        const char *name = self->names.at[self->slots[i] - 1];
        if (!strncmp(name, text, length) && !name[length]) break;
        i = (i + 1) & (self->cap - 1);
    }
    return &self->slots[i];
}

uint32_t symbols_find(const struct symbols *self, const char *text, size_t length) {
    return *symbol_slot(self, text, length) - 1; /* 0 - 1 = SYMBOL_NONE */
}

static void symbols_widen(struct symbols *self) {
    self->cap *= 2;
    self->slots = arena_zalloc(self->arena, self->cap * sizeof *self->slots);
    for (uint32_t i = self->names.n; i-- > 0;) /* of equal ones, which others may make, the first */
        *symbol_slot(self, self->names.at[i], strlen(self->names.at[i])) = i + 1;
}

uint32_t symbols_add(struct symbols *self, const char *text, size_t length) {
    uint32_t *slot = symbol_slot(self, text, length);
    if (*slot) return *slot - 1;
    vec_push(self->arena, &self->names, arena_strndup(self->arena, text, length));
    *slot = self->names.n;
    if (self->names.n * 2 > self->cap) symbols_widen(self);
    return self->names.n - 1;
}

/* ---- words that are spelled alike ------------------------------------------------------------ */

#define SPELL_MAX 32

static uint32_t less(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* Letters that are changed, added, left out or, with their neighbour, the other way round. */
uint32_t text_distance(const char *a, size_t n, const char *b, uint32_t limit) {
    uint32_t rows[3][SPELL_MAX + 1]; /* [i % 3][j]: of the first i letters of a and j of b */
    size_t m = strlen(b);
    if (n > SPELL_MAX || m > SPELL_MAX || (n < m ? m - n : n - m) >= limit) return limit;
    for (uint32_t j = 0; j <= m; j++) rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        uint32_t *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        uint32_t least = row[0] = (uint32_t)i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = less(last[j - 1] + (a[i - 1] != b[j - 1]), less(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = less(row[j], before[j - 2] + 1);
            least = less(least, row[j]);
        }
        if (least > limit) return limit; /* two rows on, it may be one less */
    }
    return less(rows[n % 3][m], limit);
}

uint32_t text_tolerance(size_t length) {
    return length < 2 ? 1 : length < 4 ? 2 : 3;
}
