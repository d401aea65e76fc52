/* A sentence as words, in any script.
 *
 *     Schalte 2 Lampen im „Bad“ an!
 *       ─▶  schalte <number> lampen im „ bad “ an !        folded; each with its place
 *     打开卧室灯
 *       ─▶  打 开 卧 室 灯
 *
 * The text is composed (nfc.c), and capital letters become small ones. Letters, marks and digits
 * make words; whatever else there is stands alone. A number is a word of its own, the same for all numbers: which one it is
 * can be read where it stands; but one that follows letters at once, CO2, is part of a name. Scripts that are written without spaces (Han, kana, Thai, Lao,
 * Khmer, Burmese) are cut into characters, a consonant with its vowels: what belongs together is for the lexicon to say,
 * which has entries of several words.
 *
 * The tables are those of the Unicode Character Database (script/make-unicode), so that the
 * engine needs no library for this. */
#include <string.h>

#include "common/common.h"
#include "common/unicode.inc"

#define LENGTH(a) (sizeof(a) / sizeof *(a))

struct scanner {
    const char *text;
    size_t length, at;
};

struct character {
    uint32_t code;
    size_t begin, end; /* in the text */
};

/* ---- tables --------------------------------------------------------------------------------- */

const uint32_t *text_find_range(const uint32_t *rows, size_t n, size_t width, uint32_t code) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const uint32_t *row = rows + middle * width;
        if (code < row[0]) high = middle;
        else if (code > row[1]) low = middle + 1;
        else return row;
    }
    return NULL;
}

#define FIND(table, code) text_find_range(table[0], LENGTH(table), LENGTH(table[0]), code)

static uint32_t fold(uint32_t code) {
    if (code < 0x80) return code >= 'A' && code <= 'Z' ? code + 32 : code;
    const uint32_t *row = FIND(fold_ranges, code);
    return row && (code - row[0]) % row[2] == 0 ? code + row[3] : code;
}

/* Its value, in any script; -1: it is none. */
static int digit_of(uint32_t code) {
    static const uint32_t zeros[] = {'0',   0x660, 0x6F0,  0x7C0,  0x966,  0x9E6, 0xA66,
                                     0xAE6, 0xB66, 0xBE6,  0xC66,  0xCE6,  0xD66, 0xE50,
                                     0xED0, 0xF20, 0x1040, 0x17E0, 0x1810, 0xFF10};
    for (size_t i = 0; i < LENGTH(zeros) && code >= zeros[i]; i++)
        if (code < zeros[i] + 10) return (int)(code - zeros[i]);
    return -1;
}

static bool is_digit(uint32_t code) {
    return digit_of(code) >= 0;
}

/* Between the digits of a number. */
static bool is_point(uint32_t code) {
    return code == '.' || code == ',' || code == 0x66B;
}

/* Part of a word: not a space, and not a sign that stands alone. */
static bool in_word(uint32_t code) {
    return FIND(word_ranges, code) || code > 0x1FFFF;
}

static bool is_mark(uint32_t code) {
    return code >= 0x300 && FIND(mark_ranges, code);
}

static bool is_space(uint32_t code) {
    return code <= ' ' || code == 0x7F || code == 0xA0 || code == 0x1680 || code == 0x202F ||
           code == 0x205F || code == 0x3000 || (code >= 0x2000 && code <= 0x200C) ||
           code == 0x2028 || code == 0x2029 || code == 0xFEFF;
}

/* How letters are joined, where a line may be broken, which way it runs: not part of what is said. */
static bool is_silent(uint32_t code) {
    return code == 0xAD || code == 0x61C || (code >= 0x200D && code <= 0x200F) ||
           (code >= 0x202A && code <= 0x202E) || code == 0x2060 ||
           (code >= 0x2066 && code <= 0x2069);
}

/* Scripts without spaces between words. */
static bool is_unspaced(uint32_t code) {
    static const uint32_t rows[][2] = {
        {0x0E00, 0x0EFF}, {0x1000, 0x109F}, {0x1780, 0x17FF}, {0x3040, 0x30FF},
        {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x3FFFF},
    };
    return FIND(rows, code);
}

/* A vowel of Thai or Lao that is written before its consonant. */
static bool is_vowel_before(uint32_t code) {
    return (code >= 0xE40 && code <= 0xE44) || (code >= 0xEC0 && code <= 0xEC4);
}

/* Likewise behind it. */
static bool is_vowel_behind(uint32_t code) {
    return code == 0xE30 || code == 0xE32 || code == 0xE33 || code == 0xE45 || code == 0xEB0 ||
           code == 0xEB2 || code == 0xEB3;
}

/* What puts the consonant behind it under the one before, in Burmese and Khmer. */
static bool is_stacker(uint32_t code) {
    return code == 0x1039 || code == 0x17D2;
}

/* ---- characters --------------------------------------------------------------------------- */

/* The next one; bytes that are no UTF-8 are characters beyond Unicode, each one. */
static bool next(struct scanner *s, struct character *c) {
    if (s->at >= s->length) return false;
    size_t n = text_character(s->text + s->at, s->length - s->at, &c->code);
    if (!n) c->code = 0xFFFD;
    c->begin = s->at;
    s->at += n ? n : 1;
    c->end = s->at;
    return true;
}

/* ---- words ----------------------------------------------------------------------------------- */

static void take_digits(struct scanner *s) {
    for (struct scanner ahead = *s;; *s = ahead) {
        struct character c;
        if (!next(&ahead, &c) || !is_digit(c.code)) return;
    }
}

/* 45, 4.5 and 4,5: digits, with one sign and digits behind it. */
static size_t number_end(const char *text, size_t length, size_t at) {
    struct scanner s = {text, length, at}, ahead;
    struct character point, digit;
    take_digits(&s);
    ahead = s;
    if (next(&ahead, &point) && is_point(point.code) && next(&ahead, &digit) &&
        is_digit(digit.code)) {
        take_digits(&ahead);
        s = ahead;
    }
    return s.at;
}

const char *text_number(struct arena *arena, const char *text, size_t length) {
    struct scanner s = {text, length, 0};
    struct character c;
    struct buf out;
    buf_init(&out, arena);
    while (next(&s, &c)) {
        int digit = digit_of(c.code);
        buf_printf(&out, "%c", digit >= 0 ? '0' + digit : is_point(c.code) ? '.' : '?');
    }
    return out.n ? out.at : "";
}

/* The rest of what is written as one, which a consonant is with its vowels and marks: Thai has a word that is the
 * letters of another but for the vowel before them. */
static void take_cluster(struct scanner *s, uint32_t last, struct buf *out) {
    for (;;) {
        struct scanner ahead = *s;
        struct character c;
        if (!next(&ahead, &c)) return;
        bool joined = is_vowel_before(last) || is_stacker(last) ? is_unspaced(c.code)
                                                                : is_vowel_behind(c.code);
        if (!joined && !is_mark(c.code)) return;
        text_put_code(out, c.code);
        last = c.code;
        *s = ahead;
    }
}

/* Scripts with capital letters, in which nothing is joined to a number: Latin to Armenian. */
static bool has_case(uint32_t code) {
    return code < 0x590;
}

/* Letters, and a number right behind them, which is a part of the name then: CO2, PM2.5. */
static void take_letters(struct scanner *s, struct character last, struct buf *out) {
    for (;;) {
        struct scanner ahead = *s;
        struct character c;
        do {
            if (!next(&ahead, &c)) return;
        } while (is_silent(c.code));
        if (!in_word(c.code) || is_unspaced(c.code)) return;
        if (is_digit(c.code)) {
            if (!has_case(last.code)) return;
            ahead.at = number_end(s->text, s->length, c.begin);
            buf_put(out, s->text + c.begin, ahead.at - c.begin);
        } else {
            text_put_code(out, fold(c.code));
        }
        last = c;
        *s = ahead;
    }
}

/* The word that begins with `c`, which is read. */
static void take_word(struct scanner *s, struct character c, struct buf *out) {
    if (is_digit(c.code)) {
        s->at = number_end(s->text, s->length, c.begin);
        buf_puts(out, TEXT_NUMBER);
        return;
    }
    text_put_code(out, fold(c.code));
    if (is_unspaced(c.code)) take_cluster(s, c.code, out);
    else if (in_word(c.code)) take_letters(s, c, out);
}

/* ---- commands -------------------------------------------------------------------------------- */

/* What stands apart in a command: marks between its parts; not the signs of don't, turn_left, (3). */
static bool is_apart(uint32_t code) {
    switch (code) {
    case '.':
    case ',':
    case ';':
    case ':':
    case '?':
    case '!': return true;
    case 0x2019: return false;
    default: return code >= 0x80 && !in_word(code);
    }
}

bool text_is_spoken(const char *text) {
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c >= 'a' && c <= 'z') continue;
        if (c >= 0x80 || (c >= 'A' && c <= 'Z') || is_apart(c)) return false;
    }
    return true;
}

bool text_is_mark(const char *word) {
    uint32_t code;
    return text_character(word, 4, &code) && is_apart(code);
}

/* A number with its sign, 2.5 or 1,000, at the mark. */
static bool is_in_number(const struct scanner *s, size_t at) {
    return at && is_digit((unsigned char)s->text[at - 1]) &&
           number_end(s->text, s->length, at - 1) > at;
}

static void put_small(const struct scanner *s, struct character c, struct buf *out) {
    if (c.code == 0xFFFD) buf_put(out, s->text + c.begin, c.end - c.begin);
    else text_put_code(out, fold(c.code));
}

void text_small(const char *text, size_t length, struct buf *out) {
    struct scanner s = {text, length, 0};
    struct character c;
    buf_puts(out, "");
    while (next(&s, &c)) put_small(&s, c, out);
}

/* The capital of a small letter; the letter itself, where it has none. */
static uint32_t capital(uint32_t code) {
    for (size_t i = 0; i < LENGTH(fold_ranges); i++) {
        const uint32_t *row = fold_ranges[i];
        uint32_t of = code - row[3];
        if (of >= row[0] && of <= row[1] && (of - row[0]) % row[2] == 0) return of;
    }
    return code;
}

static bool has_capital(const char *text, size_t length) {
    struct scanner s = {text, length, 0};
    struct character c;
    while (next(&s, &c))
        if (fold(c.code) != c.code) return true;
    return false;
}

void text_capital(const char *text, size_t length, bool each, struct buf *out) {
    bool plain = !has_capital(text, length), begins = plain;
    struct scanner s = {text, length, 0};
    struct character c;
    buf_puts(out, "");
    while (next(&s, &c)) {
        if (begins && c.code != 0xFFFD) text_put_code(out, capital(c.code));
        else buf_put(out, text + c.begin, c.end - c.begin);
        begins = plain && each && is_space(c.code);
    }
}

/* Characters that drive a terminal are part of a word, so that it is unknown and shown. */
static bool is_between(uint32_t code) {
    return is_space(code) && (code >= ' ' ? code != 0x7F : code >= '\t' && code <= '\r');
}

void text_spoken(const char *text, size_t length, struct buf *out) {
    struct scanner s = {text, length, 0};
    struct character c;
    bool apart = true; /* from what stood before */
    while (next(&s, &c)) {
        if (is_silent(c.code)) continue;
        bool mark = is_apart(c.code) && !is_in_number(&s, c.begin);
        if (!is_between(c.code)) {
            if (out->n && (apart || mark)) buf_puts(out, " ");
            put_small(&s, c, out);
        }
        apart = mark || is_between(c.code);
    }
    if (!out->n) buf_puts(out, "");
}

/* ---- any script ------------------------------------------------------------------------------ */

void text_words(const char *text, size_t length, struct buf *out, text_spans *spans) {
    struct scanner s = {text, length, 0};
    struct character c;
    while (next(&s, &c)) {
        if (is_space(c.code) || is_silent(c.code)) continue;
        if (out->n) buf_puts(out, " ");
        take_word(&s, c, out);
        if (spans)
            vec_push(out->arena, spans, ((struct text_span){(uint32_t)c.begin, (uint32_t)s.at}));
    }
    if (!out->n) buf_puts(out, "");
}
