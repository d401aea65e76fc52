/* parts - what counts the phrases of commands with the parts of their records; parts.c explains it. */
#ifndef G2L2_PARTS_H
#define G2L2_PARTS_H

#include "chart/chart.h"
#include "learn/objective.h"
#include "types/record.h"

#define NONE UINT32_MAX

/* What a phrase may be: a field with its value, or with what is written in the sentence; the value of
 * some field; or what makes a field of a value beside it. */
enum atom_kind { ATOM_FIELD, ATOM_VALUE, ATOM_BEFORE, ATOM_BEHIND };

struct atom {
    enum atom_kind kind;
    const struct record_leaf *leaf; /* path */
    const char *value;              /* JSON; NULL: the number as it is written */
    uint32_t path;                  /* of `path_names` */
    bool quoted;                    /* it stood in a sentence, but for capitals */
};

/* A phrase with a part of a target: one to three atoms. */
struct pairing {
    uint32_t phrase, atoms[3];
    uint32_t count, next; /* of the same phrase */
};

/* Ways to copy words: `quote` to `title`. */
#define N_WAYS (KERNEL_TITLE - KERNEL_QUOTE + 1)

/* A text between words is the value (an atom) of a field. */
struct text_use {
    uint32_t pattern, path, value, example;
    uint32_t begin, end, before, behind; /* its words, and how many of those around it count */
    uint32_t ways;                       /* in which its letters are those of the sentence: bits */
};
typedef VEC(struct text_use) text_uses;

/* A field: how often there is one, how often its value stands in the sentence, but for capitals,
 * and how many different ones do. */
struct path {
    const struct record_leaf *leaf;
    uint32_t uses, quoted, values;
    uint32_t as_written;     /* uses with the capitals that the sentence has */
    uint32_t of_way[N_WAYS]; /* of these, by how their letters are those of the sentence */
    uint32_t unsaid;         /* uses with a value that the sentence does not spell */
    bool role;               /* other fields have the same values (parts_roles.c) */
};

struct spelled {
    uint32_t phrase, atom;
};

struct collector {
    struct learner *l;
    struct arena *arena;
    const struct candidate_set *set;
    struct symbols phrases, atom_names;
    VEC(struct atom) atoms;
    VEC(uint32_t) counts;         /* [phrases] sentences */
    VEC(uint32_t) seen;           /* [phrases] number of the last sentence + 1 */
    VEC(uint32_t) lengths;        /* [phrases] words */
    VEC(uint32_t) first;          /* [phrases] pairing, or NONE */
    VEC(struct pairing) pairings; /* phrase NONE: of all sentences */
    uint32_t *slots, cap;
    text_uses text_uses;
    text_uses crossed; /* patterns that few examples have, or none */
    VEC(struct spelled) spelled;
    VEC(struct path) paths; /* [names in `path_names`] */
    struct symbols path_names;
    struct symbols lists;   /* fields whose lists are put together of items */
    bool juxtaposed;        /* records in lists stand side by side, with nothing that parts them */
    VEC(uint32_t) entry_of; /* [terms] */
    struct reading *readings; /* [n_examples] */
    uint32_t n_examples;
};

/* An example: its words, the leaves of its target, and which of these the words say. */
struct reading {
    const char *source; /* NULL: the target is no record */
    const char **words; /* [n] folded */
    text_spans spans;
    uint32_t n;
    record_leaves leaves;
    bool *written;         /* [leaves] its number stands in the sentence */
    struct range *spelled; /* [leaves] words that are its value; n 0: there are none */
};

/* The number of an atom; a new one is made. */
uint32_t parts_atom(struct collector *self, enum atom_kind kind, const struct record_leaf *leaf,
                    const char *value);
/* A phrase was met with up to three atoms (NONE: there are no more); phrase NONE: an example was. */
void parts_count(struct collector *self, uint32_t phrase, const uint32_t *atoms);
uint32_t parts_counted(const struct collector *self, uint32_t phrase, const uint32_t *atoms);
uint32_t parts_path(struct collector *self, const struct record_leaf *leaf);
/* Words [begin, end) of a sentence as a phrase; NONE: there is none. */
uint32_t parts_phrase(struct collector *self, const struct reading *r, uint32_t begin,
                      uint32_t end);

/* A phrase of n words by its text; a new one is made. */
uint32_t parts_number(struct collector *self, const char *text, size_t length, uint32_t n);
/* How many words from `begin` on are those of a text, letter by letter but for case; 0: not all of
 * it stands there. */
uint32_t parts_match(const struct reading *r, uint32_t begin, const char *text);
bool parts_is_number(const struct reading *r, uint32_t i);
/* A field whose value is read off the words, as an operation does it; NULL: there is none. */
const struct term *parts_said(struct collector *self, const struct record_leaf *leaf,
                              uint16_t kernel);
/* An entry of the word that was added last. */
void parts_add(struct collector *self, cat_id cat, const struct term *program, double prior);

/* ---- parts_texts.c ---- */

/* Where the value of a field stands in a sentence, and what stands around it. */
void texts_count(struct collector *self, const struct reading *r, const struct record_leaf *leaf);
/* Candidates of all that was counted. */
void texts_fill(struct collector *self);

/* ---- parts_roles.c ---- */

/* Find the fields that share their values. */
void roles_find(struct collector *self);
/* May this leaf be said by a value, and by what makes a field of it? */
bool roles_has(struct collector *self, const struct reading *r, uint32_t leaf);
/* Count what stands beside such values, after everything else. */
void roles_count(struct collector *self);

#endif
