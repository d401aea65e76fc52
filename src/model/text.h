/* text - the lexicon as text: what people read, compare, correct by hand and keep
 * in version control.
 *
 *     # g2l2 lexicon 1
 *     domain nav
 *     literals I_JUMP I_WALK
 *     jump => V : I_JUMP()  1.25
 *     and => S\V/V : \y.\x. concat(x, y)  2.5 locked
 *     └┬┘    └─┬─┘   └─────────┬───────┘  └┬┘ └─┬──┘
 *     word  category        program     weight  learning leaves it alone
 *       used 812  jump and walk twice
 *            └┬┘  └───────┬────────┘
 *          times, if known; one of the sentences (of its entry, the line above)
 *
 * Where words are about scenes there is more (numbers.c):
 *
 *     grammar normal-form
 *     features 64 noise 0.05 seed 0
 *     numeric 3d_coords.0 mean 0.01 scale 2.1
 *     red => objset/objset : \x. filter(x, ?)  0
 *     concept ObjConcept red = 0.25 -1.5 ...
 *
 * Writing (export.c) and reading (import.c, entry.c, numbers.c, tokens.c) meet exactly: an
 * exported text, imported and exported again, is the same text. Two things make
 * it so. The order of the lines comes from what they say (model.c); and what
 * could not be written again is refused when it is read, with its place.
 *
 * This header is for these files and those named below; others find what they need in model.h. */
#ifndef G2L2_TEXT_H
#define G2L2_TEXT_H

#include "model/model.h"

#define TEXT_VERSION 1

/* ---- definitions of domains: export.c ----------------------------------------------- */

/* A definition is its lines: whether the last one is ended does not matter. */
bool text_same_lines(const char *a, const char *b);
void text_put_domain(struct buf *out, const g2l2_domain *domain); /* its name, or all of it */

/* ---- reading ------------------------------------------------------------------------ */

/* Numbers by key, open addressing; 0 is no key and a new key's number. */
struct map {
    struct pair {
        uint64_t key;
        uint32_t number;
    } * pairs; /* [cap] */
    uint32_t n, cap;
};

/* One entry line. */
struct row {
    uint32_t word, entry;
    double weight;
    bool locked, off;
    uint32_t uses; /* 0: not known */
    const char *example;
};

/* One concept line. */
struct concept_row {
    uint32_t concept, n;
    const char *word;
    const float *values; /* [n] */
    size_t line, column;
};

/* One line `fit word`. */
struct fit_word {
    const char *word;
    uint32_t a, b; /* parts */
    double weight;
    size_t line;
};

/* Words that share something, by name. */
struct shared_row {
    bool rivals; /* or synonyms of the first */
    uint32_t n;
    const char **words; /* [n] */
    size_t line;
};

/* One line `opener`. */
struct opener_row {
    const char *word;
    struct opener opener;
    size_t line;
};

/* Of a line `next`: two words, and how often. */
struct next_row {
    const char *left, *right;
    uint32_t n;
};

/* One line `doubt`. */
struct doubt_row {
    const char *a, *b;
    uint32_t all, failed;
};

/* Made by the public call, which frees what it holds on every way out. */
struct reader {
    struct guard guard;
    struct arena scratch;
    struct text_source *source;
    g2l2_model *model;         /* NULL until the domain is needed */
    const char *line;          /* [length] the current one, without its comment */
    size_t at, length, number; /* lines count from 1 */
    const char *name;          /* of the `domain` line, or NULL */
    size_t name_line, name_at;
    struct buf definition;  /* the `|` lines */
    size_t definition_line; /* of the `definition` line, or 0 */
    size_t last_definition_line;
    struct symbols words;
    VEC(struct row) rows;
    struct buf features; /* the lines `features` and `numeric` */
    uint32_t n_features; /* 0: there was no such line */
    VEC(struct concept_row) concepts;
    VEC(struct fit_word) fit_words;
    VEC(struct shared_row) shared;
    VEC(struct opener_row) openers;
    VEC(struct next_row) nexts;
    VEC(struct doubt_row) doubts;
    struct map seen; /* (word, entry) -> row + 1 */
};

/* tokens.c; `at` is an offset in the current line */
bool text_is_space(char c);
_Noreturn void text_fail(struct reader *r, g2l2_status status, size_t at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* An error of a nested text that starts at `start` of this line. */
_Noreturn void text_fail_nested(struct reader *r, g2l2_status status, size_t start,
                                const g2l2_error *inner);
bool text_at_end(struct reader *r);
/* A word or other name, bare or quoted; the caller knows that there is one. */
const char *text_read_name(struct reader *r);

/* entry.c: CATEGORY [: PROGRAM] [WEIGHT] [locked] [off], after the arrow. The
 * model is there. */
void text_read_entry(struct reader *r, const char *word);
/* COUNT [WORD...], after `used`: about the entry above. */
void text_read_use(struct reader *r);

/* fits.c: all lines `fit`; what stands after that word; and once all words are there. */
void text_put_fits(struct buf *out, const g2l2_model *self);
void text_read_fit(struct reader *r);
void text_finish_fits(struct reader *r);

/* numbers.c: what stands after these words. The model is there. */
void text_read_grammar(struct reader *r);
void text_read_features(struct reader *r);
/* shared.c: likewise, and what is known after the last line; for export. */
void text_read_rivals(struct reader *r);
void text_read_synonyms(struct reader *r);
void text_fill_shared(struct reader *r);
void text_put_shared(struct buf *out, const g2l2_model *self);
/* doubts.c: likewise. */
void text_read_doubt(struct reader *r);
void text_fill_doubts(struct reader *r);
void text_put_doubts(struct buf *out, const g2l2_model *self);
/* openers.c: likewise. */
void text_read_opener(struct reader *r);
void text_fill_openers(struct reader *r);
void text_put_openers(struct buf *out, const g2l2_model *self);
/* neighbours.c: likewise. */
void text_read_next(struct reader *r);
void text_fill_neighbours(struct reader *r);
void text_put_neighbours(struct buf *out, const g2l2_model *self);
void text_read_numeric(struct reader *r);
void text_read_concept(struct reader *r);
/* After the last line: the concepts of all words. */
void text_fill_concepts(struct reader *r);

#endif
