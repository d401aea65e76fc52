/* fit - weights on whole records: what goes together, whatever the words were.
 *
 *     domain=light & area=Kitchen               two fields
 *     intent=TurnOn in {area, domain, intent}   a field, and which fields there are
 *     intent=TurnOn with area                   a field, and that there is another
 *     open: domain=lock & intent=TurnOff        two fields, and a word of the sentence
 *     closed, closing: state=closed             a field, and how a word of the sentence begins
 *     kitchen: no area                          a value that is named, but that it has not
 *     no intent                                 a field that every example has
 *     filter(linked(_),city) of state           what a function is applied to (run/prefer.h)
 *
 * Entries say what words add; that `open` with a lock turns something off, and with blinds on,
 * is nothing that one of them could say. A log-linear model of the finished record is: the
 * weight of a record is that of its derivations, and those of all that holds of it here.
 * What was never seen together has a weight too, the same for all such.                      */
#ifndef G2L2_FIT_H
#define G2L2_FIT_H

#include "lexicon/lexicon.h"

/* What stands in the place of the word, where there is none. */
#define FIT_PAIR    (UINT32_MAX - 1) /* parts a and b */
#define FIT_SET     (UINT32_MAX - 2) /* part a in set b */
#define FIT_NEW     (UINT32_MAX - 3) /* a: which of enum fit_new */
#define FIT_SPELLED (UINT32_MAX - 4) /* a: a set of one field, b: how much of its value is said */
#define FIT_WITH    (UINT32_MAX - 5) /* part a in a record that has a field, the set b of one */
/* The function a, which is called so, of an argument of the sort b. */
#define FIT_ARGUMENT (UINT32_MAX - 6)
/* The sentence names a value of the field, the set b of one, by the words a, or by any; and the
 * record does not have it. */
#define FIT_LEFT (UINT32_MAX - 7)
/* Part b, and a word of the sentence that begins with a: so forms of a word share what they say. */
#define FIT_STEM (UINT32_MAX - 9)
/* The record lacks the field, the set a of one, that all targets have. */
#define FIT_ALWAYS (UINT32_MAX - 8)
#define FIT_NUMBER "<number>"
#define FIT_TEXT   "<text>"

/* How much of a value the sentence says: some of its words, all but for their endings, or all. */
enum fit_spelled { FIT_NOT_SAID, FIT_SOME, FIT_ALIKE, FIT_ALL, N_FIT_SPELLED };

enum fit_new { FIT_NEW_PAIR, FIT_NEW_IN_SET, FIT_NEW_SET, FIT_NEW_LACK, FIT_NEW_NUMBER, N_FIT_NEW };

struct fit_key {
    uint32_t word, a, b;
};

struct fit {
    struct arena *arena;
    struct symbols parts; /* "area=Kitchen", "brightness=<number>" */
    struct symbols sets;  /* "area,domain,intent" */
    VEC(struct fit_key) keys;
    VEC(double) weights;      /* [keys] */
    VEC(uint32_t) counts;     /* [keys] targets of which it holds: pairs and sets */
    VEC(uint32_t) set_counts; /* [sets] */
    VEC(uint32_t) field_uses; /* [sets] of one, while learning: targets that have the field */
    VEC(uint32_t) fields;     /* sets of one that parts are with */
    VEC(uint32_t) always;     /* and those that all targets have */
    uint32_t *slots;          /* [cap] keys by hash, index + 1 */
    uint32_t cap;
};

/* Is it about a word of the sentence? */
static inline bool fit_is_word(struct fit_key key) {
    return key.word < FIT_STEM;
}

/* Or about how one begins? */
static inline bool fit_has_word(struct fit_key key) {
    return key.word <= FIT_STEM;
}

/* Of two parts: the order is that of their numbers. */
static inline struct fit_key fit_pair(uint32_t word, uint32_t a, uint32_t b) {
    return (struct fit_key){word, a < b ? a : b, a < b ? b : a};
}

/* Does a word begin as the word of a value does, so that it may be a form of it or be made with it?
 * `value` has n bytes. */
bool fit_alike(const char *word, const char *value, size_t n);
/* Bytes of a word's beginning; 0: it is too short to have forms. */
size_t fit_stem(const char *word);
struct fit *fit_new(struct arena *arena);
/* Its number, or UINT32_MAX. */
uint32_t fit_find(const struct fit *self, struct fit_key key);
uint32_t fit_add(struct fit *self, struct fit_key key); /* makes it, with weight 0 */
double fit_weight(const struct fit *self, struct fit_key key);
/* The part that a field with this value is; its own, or what its values are like. */
uint32_t fit_part(const struct fit *self, struct buf *scratch, const char *field, const char *json);

#endif
