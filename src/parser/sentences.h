/* sentences - what can be said: a list that is filled by say.c, for a meaning, and by describe.c,
 * for objects. */
#ifndef G2L2_SENTENCES_H
#define G2L2_SENTENCES_H

#include "parser/parser.h"

#define SENTENCES_MAX       100u /* in a list */
#define SENTENCES_MAX_WORDS 12u  /* of one of them */

struct saying {
    const char *text;
    double confidence;
    uint32_t n_words; /* that mean something */
    double usual;     /* log, among those of as many */
};

struct g2l2_sentences {
    struct arena arena;
    struct guard guard;
    VEC(struct saying) found;
    const char *reason; /* why there is none, or NULL */
};

/* NULL: there is no memory. */
g2l2_sentences *sentences_new(size_t max_memory);
bool sentences_has(const g2l2_sentences *self, const char *text);
/* The shortest first, of these the most usual and the surest; and no more than `n_best`. */
void sentences_sort(g2l2_sentences *self, size_t n_best);

/* For a record whose fields words add in any order: sentences like those that the model remembers, the
 * most usual first; none, if there are none. May raise at the list's guard: say_records.c. */
void sentences_for_record(g2l2_sentences *self, g2l2_parser *parser, const char *meaning,
                          size_t n_best);

/* ---- familiar words: familiar.c ------------------------------------------------------- */

/* What stands between words that mean something, in the sentences that the model remembers: one
 * for each entry. */
struct familiar;

/* `one`: tells of a word whether what it is given is one object; NULL: nobody knows. The parser's
 * arena is used, and what lies there is gone. */
struct familiar *familiar_new(struct arena *arena, g2l2_parser *parser,
                              bool (*one)(const void *of, uint32_t slot), const void *of);

/* The same for whole sentences. */
struct familiar *familiar_sentences(struct arena *arena, g2l2_parser *parser);

struct named {
    const char *text;
    uint32_t word; /* in the lexicon */
};

/* Several words that would do in the same place. */
struct choice {
    uint32_t n;
    const struct named *at; /* [n] */
};

/* The most familiar sentence of one word for each of the choices, in their order, with what people
 * say between. single: it is about one object. */
const char *familiar_say(const struct familiar *self, struct arena *arena,
                         const struct choice *choices, uint32_t n, bool single);
/* The sentence of these words with what people say before, between and behind them; and how usual that
 * is, log. */
const char *familiar_whole(const struct familiar *self, struct arena *arena,
                           const struct named *words, uint32_t n, double *usual);

#endif
