/* Unicode's Normalization Form C (UAX #15): one way to write an é, however a keyboard makes it.
 *
 *     e ◌́            ─▶  é
 *     a ◌̂ ◌̣   ─▶  a ◌̣ ◌̂   ─▶  ậ        decomposed, marks in order, composed
 *
 * Most texts are in this form already, and those are left as they are: nothing in them is
 * unsettled, and no mark is out of order. The tables are those of the Unicode Character Database
 * (script/make-unicode), so that the engine needs no library for this and cuts words on a device
 * as it did where they were learned. */
#include <string.h>

#include "common/common.h"
#include "common/nfc.inc"

#define LENGTH(a)  (sizeof(a) / sizeof *(a))
#define FIRST_MARK 0xCC     /* of the bytes from U+0300 on; whatever is below is settled */
#define NO_TEXT    0x110000 /* a byte that is no UTF-8, from here on */

enum { HANGUL = 0xAC00, LEADING = 0x1100, VOWEL = 0x1161, TRAILING = 0x11A7 };
enum { N_LEADING = 19, N_VOWELS = 21, N_TRAILING = 28, N_HANGUL = 11172 };

struct codes {
    struct arena *arena;
    VEC(uint32_t) at;
};

/* ---- tables --------------------------------------------------------------------------------- */

static uint32_t class_of(uint32_t code) {
    const uint32_t *row = text_find_range(class_ranges[0], LENGTH(class_ranges), 3, code);
    return row ? row[2] : 0;
}

static bool is_unsettled(uint32_t code) {
    return text_find_range(unsettled_ranges[0], LENGTH(unsettled_ranges), 2, code);
}

static const uint32_t *find_parts(uint32_t code) {
    size_t low = 0, high = LENGTH(decompositions);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (decompositions[middle][0] < code) low = middle + 1;
        else high = middle;
    }
    return low < LENGTH(decompositions) && decompositions[low][0] == code ? decompositions[low]
                                                                          : NULL;
}

/* Hangul is composed by arithmetic; 0: these two are not one. */
static uint32_t compose_hangul(uint32_t a, uint32_t b) {
    if (a - LEADING < N_LEADING && b - VOWEL < N_VOWELS)
        return HANGUL + ((a - LEADING) * N_VOWELS + b - VOWEL) * N_TRAILING;
    if (a - HANGUL < N_HANGUL && (a - HANGUL) % N_TRAILING == 0 && b > TRAILING &&
        b < TRAILING + N_TRAILING)
        return a + b - TRAILING;
    return 0;
}

static uint32_t compose(uint32_t a, uint32_t b) {
    size_t low = 0, high = LENGTH(compositions);
    while (low < high) {
        size_t middle = (low + high) / 2;
        const uint32_t *row = compositions[middle];
        if (row[0] < a || (row[0] == a && row[1] < b)) low = middle + 1;
        else high = middle;
    }
    if (low < LENGTH(compositions) && compositions[low][0] == a && compositions[low][1] == b)
        return compositions[low][2];
    return compose_hangul(a, b);
}

/* ---- the form ------------------------------------------------------------------------------ */

static void decompose(struct codes *out, uint32_t code) {
    const uint32_t *parts = find_parts(code);
    uint32_t syllable = code - HANGUL;
    if (parts) {
        decompose(out, parts[1]);
        if (parts[2]) decompose(out, parts[2]);
    } else if (syllable < N_HANGUL) {
        uint32_t block = N_VOWELS * N_TRAILING, trailing = syllable % N_TRAILING;
        vec_push(out->arena, &out->at, LEADING + syllable / block);
        vec_push(out->arena, &out->at, VOWEL + syllable % block / N_TRAILING);
        if (trailing) vec_push(out->arena, &out->at, TRAILING + trailing);
    } else {
        vec_push(out->arena, &out->at, code);
    }
}

/* Marks on one letter by their classes; those of one class stay as they are. */
static void order_marks(uint32_t *codes, uint32_t n) {
    for (uint32_t i = 1; i < n; i++) {
        uint32_t code = codes[i], class = class_of(code), k = i;
        for (; class && k && class_of(codes[k - 1]) > class; k--) codes[k] = codes[k - 1];
        codes[k] = code;
    }
}

/* A mark joins the letter before it, unless one that is as close stands between. Returns how many
 * are left. */
static uint32_t compose_all(uint32_t *codes, uint32_t n) {
    uint32_t left = 0, letter = UINT32_MAX, before = 0; /* the class of what was kept last */
    for (uint32_t i = 0; i < n; i++) {
        uint32_t class = class_of(codes[i]), made = 0;
        bool free = letter != UINT32_MAX && (left == letter + 1 || (before && before < class));
        if (free) made = compose(codes[letter], codes[i]);
        if (made) {
            codes[letter] = made;
            continue;
        }
        if (!class) letter = left;
        before = class;
        codes[left++] = codes[i];
    }
    return left;
}

bool text_is_nfc(const char *text, size_t length) {
    uint32_t code, last = 0;
    size_t at = 0;
    while (at < length && (unsigned char)text[at] < FIRST_MARK) at++;
    if (at == length) return true;
    for (size_t n; at < length; at += n ? n : 1) {
        n = text_character(text + at, length - at, &code);
        uint32_t class = n ? class_of(code) : 0;
        if (n && (is_unsettled(code) || (class && class < last))) return false;
        last = class;
    }
    return true;
}

void text_put_code(struct buf *out, uint32_t code) {
    char bytes[4];
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    uint32_t rest = code;
    for (size_t i = n; i-- > 1; rest >>= 6) bytes[i] = (char)(0x80 | (rest & 0x3f));
    bytes[0] = (char)(n == 1 ? rest : (0xf00u >> n & 0xff) | rest);
    buf_put(out, bytes, n);
}

void text_nfc(const char *text, size_t length, struct buf *out) {
    struct codes codes = {.arena = out->arena};
    uint32_t code;
    if (text_is_nfc(text, length)) {
        buf_put(out, text, length);
        return;
    }
    for (size_t at = 0, n; at < length; at += n ? n : 1) {
        n = text_character(text + at, length - at, &code);
        if (n) decompose(&codes, code);
        else vec_push(codes.arena, &codes.at, NO_TEXT + (unsigned char)text[at]);
    }
    order_marks(codes.at.at, codes.at.n);
    codes.at.n = compose_all(codes.at.at, codes.at.n);
    for (uint32_t i = 0; i < codes.at.n; i++) {
        char byte = (char)(codes.at.at[i] - NO_TEXT);
        if (codes.at.at[i] < NO_TEXT) text_put_code(out, codes.at.at[i]);
        else buf_put(out, &byte, 1);
    }
}

const char *text_composed(struct arena *arena, const char *text) {
    struct buf out;
    size_t length = strlen(text);
    if (text_is_nfc(text, length)) return text;
    buf_init(&out, arena);
    text_nfc(text, length, &out);
    return out.at;
}

/* ---- letters ------------------------------------------------------------------------------- */

static size_t letters_of(uint32_t code, bool plain, uint32_t out[3]) {
    uint32_t syllable = code - HANGUL;
    if (syllable < N_HANGUL) {
        uint32_t block = N_VOWELS * N_TRAILING;
        out[0] = LEADING + syllable / block;
        out[1] = VOWEL + syllable % block / N_TRAILING;
        out[2] = TRAILING + syllable % N_TRAILING;
        return 2 + (syllable % N_TRAILING > 0);
    }
    for (const uint32_t *parts; plain && (parts = find_parts(code));) code = parts[1];
    out[0] = code;
    return !plain || !class_of(code);
}

size_t text_letters(const char *text, size_t length, bool plain, uint32_t *out, size_t most) {
    uint32_t code, letters[3];
    size_t n = 0;
    for (size_t at = 0, bytes; at < length; at += bytes ? bytes : 1) {
        bytes = text_character(text + at, length - at, &code);
        size_t more = letters_of(bytes ? code : 0xFFFD, plain, letters);
        if (n + more > most) return most + 1;
        memcpy(out + n, letters, more * sizeof *out);
        n += more;
    }
    return n;
}
