/* common - a toolkit that knows nothing of languages: errors, guarded arenas, growable
 * arrays, text buffers, interned strings, random numbers, files. The library has it inside;
 * server, report, cli and the generators, which see nothing else of the library than its
 * public header, have it too.
 *
 * Memory has one rule. Everything the library makes lives in an arena, and an
 * arena never returns NULL: when memory (or the arena's own byte limit) runs
 * out it jumps to the guard that the public entry point has set:
 *
 *     public call ── guard_try ──▶ work ... arena_alloc ... arena_alloc ✗
 *          ▲                                                     │
 *          └──────── status, message ◀── guard_raise ◀───────────┘
 *
 * So inner code reads straight through, and the owner of the arena frees it
 * whole. Nothing that must be released by hand (FILE *, a thread) may be held
 * across an allocation. */
#ifndef G2L2_COMMON_H
#define G2L2_COMMON_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "g2l2.h"

/* ---- errors ------------------------------------------------------------ */

/* Fill `err` (may be NULL) and return `status`, so that failing is one line:
 * return err_set(err, G2L2_STATUS_FORMAT, line, column, "...", ...); */
g2l2_status err_set(g2l2_error *err, g2l2_status status, size_t line, size_t column,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));

/* A guard is a place to land. Use guard_try in the function that owns the
 * arenas; locals changed after it must be volatile. */
struct guard {
    jmp_buf env;
    g2l2_error *err; /* may be NULL */
    g2l2_status status;
};

#define guard_try(g, e) ((g)->err = (e), (g)->status = G2L2_STATUS_OK, setjmp((g)->env) == 0)

_Noreturn void guard_raise(struct guard *guard, g2l2_status status, size_t line, size_t column,
                           const char *format, ...) __attribute__((format(printf, 5, 6)));

/* ---- arenas ------------------------------------------------------------ */

struct arena_chunk;

/* What a call may still cost (g2l2_budget); the arenas of one call share one. */
struct budget {
    g2l2_budget given;
    uint64_t steps;  /* done, but for those until the next look */
    double deadline; /* seconds, of a clock that never goes back; INFINITY: none */
    uint32_t until_look, pace;
};

struct arena {
    struct guard *guard; /* where to land; set by the public entry point */
    struct arena_chunk *first, *current;
    size_t limit;          /* bytes, 0 = none */
    size_t held;           /* bytes taken from the system */
    struct budget *budget; /* NULL: as long as it takes */
};

void arena_init(struct arena *self, struct guard *guard, size_t limit);
void arena_free(struct arena *self);
/* Forget the contents, keep the memory: a warm arena does not call malloc. */
void arena_reset(struct arena *self);
void *arena_alloc(struct arena *self, size_t size);  /* aligned to 16, not cleared */
void *arena_zalloc(struct arena *self, size_t size); /* cleared */
char *arena_strndup(struct arena *self, const char *text, size_t length);
/* From now on, as much as `given` allows (may be NULL: no limit). */
void budget_start(struct budget *self, const g2l2_budget *given);
/* What it says of memory; `usual` where it says nothing. */
size_t budget_bytes(const g2l2_budget *given, size_t usual);
/* What is left of the time until then; INFINITY: no limit. */
g2l2_budget budget_until(double deadline);
double clock_now(void); /* of a clock that never goes back */
/* For loops that can take long, once for each step: raises where the budget is spent, time
 * as STATUS_INTERRUPTED, steps as STATUS_LIMIT. */
void budget_look(struct arena *arena);
static inline void arena_check(struct arena *self) {
    if (self->budget && !--self->budget->until_look) budget_look(self);
}
#define arena_new(a, type)      ((type *)arena_zalloc((a), sizeof(type)))
#define arena_array(a, type, n) ((type *)arena_alloc((a), sizeof(type) * (size_t)(n)))

/* ---- growable arrays in an arena ---------------------------------------- */

#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *at;                                                                                  \
        uint32_t n, cap;                                                                           \
    }

void *vec_grow(struct arena *arena, void *old, uint32_t n, uint32_t *cap, size_t size);

#define vec_reserve(arena, v)                                                                      \
    ((v)->n < (v)->cap                                                                             \
         ? (void)0                                                                                 \
         : (void)((v)->at = vec_grow((arena), (v)->at, (v)->n, &(v)->cap, sizeof *(v)->at)))
#define vec_push(arena, v, item) (vec_reserve((arena), (v)), (v)->at[(v)->n++] = (item))

/* ---- text -------------------------------------------------------------- */

struct buf {
    struct arena *arena;
    char *at; /* always NUL-terminated once written */
    size_t n, cap;
};

void buf_init(struct buf *self, struct arena *arena);
void buf_put(struct buf *self, const char *text, size_t length);
void buf_puts(struct buf *self, const char *text);
void buf_printf(struct buf *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_spaces(struct buf *self, size_t n);

/* Bytes of the UTF-8 character at `at`, and which it is; 0: it is none. Of a text that ends
 * with NUL, `left` may be anything from 4 on: no byte behind that is looked at. */
size_t text_character(const char *at, size_t left, uint32_t *code);
/* Of a table of characters, in order: the row whose range has `code`; NULL: none has. Rows of
 * `width` numbers begin with first and last. */
const uint32_t *text_find_range(const uint32_t *rows, size_t n, size_t width, uint32_t code);
/* Columns a UTF-8 text takes on a terminal. */
size_t text_width(const char *text, size_t length);
/* Bytes of a text that fit `columns`, cut after a word if there is more than one. */
size_t text_fitting(const char *text, size_t columns);
/* Bytes of `text` up to the first that is NUL or not UTF-8; `length` if none is. */
size_t text_valid(const char *text, size_t length);
/* A question as words, appended: ASCII letters in lower case, one space between
 * words, each of . , ; : ? ! ( ) " a word; no . ? ! at the end, nor what opens a Spanish question. */
void text_question(const char *text, size_t length, struct buf *out);

/* Unicode's Normalization Form C, appended (nfc.c); bytes that are no UTF-8 stay. Whoever looks
 * words up does this first, so that it does not matter how a keyboard makes an é. */
void text_nfc(const char *text, size_t length, struct buf *out);
bool text_is_nfc(const char *text, size_t length); /* false: it may not be */
/* The text itself, where it is so. */
const char *text_composed(struct arena *arena, const char *text);
void text_put_code(struct buf *out, uint32_t code); /* as UTF-8 */
/* Its letters, as they are or without their marks (`plain`), and of Hangul the parts of a syllable, so that forms of a
 * word have most of them in common in any script; `most` of them. Returns how many there are; more: most + 1. */
size_t text_letters(const char *text, size_t length, bool plain, uint32_t *out, size_t most);

/* A command as words, appended with a space between them: of composed text, in small letters,
 * marks apart. Most have no capital letter, no mark and no accent, and are that already. */
void text_spoken(const char *text, size_t length, struct buf *out);
bool text_is_spoken(const char *text);
void text_small(const char *text, size_t length, struct buf *out); /* small letters alone */
/* With a capital at its beginning, or at that of each of its words; but text that has one already is
 * written as it is meant. */
void text_capital(const char *text, size_t length, bool each, struct buf *out);
bool text_is_mark(const char *word); /* one that stands apart */
/* A sentence as words, appended with a space between them: of composed text, in small letters,
 * signs apart, numbers as TEXT_NUMBER, scripts without spaces a character or cluster each (words.c).
 * spans (or NULL): where in the text each stands; they are in the arena of `out`. */
#define TEXT_NUMBER "<number>"
/* A number as it is written, in digits of any script and with a point or a comma: as 4.5. */
const char *text_number(struct arena *arena, const char *text, size_t length);
struct text_span {
    uint32_t begin, end; /* bytes */
};
typedef VEC(struct text_span) text_spans;
void text_words(const char *text, size_t length, struct buf *out, text_spans *spans);

/* What parentheses of a target are: calls of names, `BRING(red cup, desk)`; or an expression, where some have no
 * name before them, stand against what is behind them, or have operators within: `(a + b) * c`, `G(a -> F b)`. */
enum text_brackets { TEXT_NO_BRACKETS, TEXT_CALLS, TEXT_EXPRESSION };
enum text_brackets text_brackets(const char *text, size_t length);

/* Actions, appended with a space between them. A call is one of them and has none within:
 * `BRING( red cup, desk )` is `BRING(red_cup,desk)`; but calls within a call, one behind the
 * other, are still apart: `WHEN(OPEN(door),ON(lamp) ON(fan))`. Parentheses that are never closed stay, and
 * so do those of expressions. */
void text_actions(const char *text, size_t length, struct buf *out);

/* Is it the answer that was wanted? Letters count alike in lower case; a number with decimals
 * may be rounded to as many as were written; a list `a, b` is in no order. */
bool text_same_answer(const char *got, const char *wanted);
/* Edit distance of a: [n] and b, for "did you mean"; `limit`: that or more, or one is longer than
 * 32 bytes. */
uint32_t text_distance(const char *a, size_t n, const char *b, uint32_t limit);
/* Words of this length that are nearer than this may be meant. */
uint32_t text_tolerance(size_t length);

/* ---- interned strings --------------------------------------------------- */

#define SYMBOL_NONE UINT32_MAX

struct symbols {
    struct arena *arena;
    VEC(const char *) names;
    uint32_t *slots; /* [cap] open addressing, index + 1, 0 = free */
    uint32_t cap;
};

void symbols_init(struct symbols *self, struct arena *arena);
uint32_t symbols_add(struct symbols *self, const char *text, size_t length);
uint32_t symbols_find(const struct symbols *self, const char *text, size_t length);

uint64_t hash_bytes(const void *data, size_t length, uint64_t seed);
static inline uint64_t hash_mix(uint64_t h, uint64_t v) {
    h ^= v + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    h *= 0xff51afd7ed558ccdu;
    return h ^ (h >> 32);
}

/* ---- bytes as text: base64 ------------------------------------------------ */

void base64_put(const uint8_t *at, size_t n, struct buf *out);
/* out: [n_text / 4 * 3]; false: it is no such text. */
bool base64_get(const char *text, size_t n_text, uint8_t *out, size_t *n);

/* ---- random numbers (xoshiro256**), the state is the caller's ------------ */

struct rng {
    uint64_t s[4];
};

void rng_seed(struct rng *self, uint64_t seed);
uint64_t rng_next(struct rng *self);
uint32_t rng_below(struct rng *self, uint32_t n); /* uniform in [0, n), n > 0 */
double rng_uniform(struct rng *self);             /* [0, 1) */
double rng_normal(struct rng *self);
void rng_shuffle(struct rng *self, uint32_t *at, size_t n);  /* [n] */
void rng_order(struct rng *self, uint32_t *out, uint32_t n); /* [n] 0 to n - 1, in any order */

/* ---- files -------------------------------------------------------------- */

/* To be read; standard input for "-", which file_close leaves open. */
g2l2_status file_open(const char *path, FILE **out, g2l2_error *err);
void file_close(FILE *in);
/* Read a whole file, or standard input for "-". The text is NUL-terminated
 * and malloc'ed: the caller frees it. More than `limit` bytes is an error. */
g2l2_status file_read(const char *path, size_t limit, char **out, size_t *length, g2l2_error *err);
/* Write whole or not at all: temporary file beside it, fsync, rename. */
g2l2_status file_write(const char *path, const void *data, size_t length, g2l2_error *err);
/* The same at a name that nobody gave: a link there is replaced, not followed. */
g2l2_status file_write_own(const char *path, const void *data, size_t length, g2l2_error *err);
/* Remove it, and what those left who were killed while they wrote it. */
void file_remove(const char *path);
/* Could file_write write there? Nothing is changed; the error is the one it would give. */
g2l2_status file_try(const char *path, g2l2_error *err);
/* Would both names be the same file? Also of files that are not there yet; "-" is none. */
bool file_same(const char *a, const char *b);

#endif
