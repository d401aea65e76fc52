/* syntax - categories and the rules that combine them (paper, section 2.1).
 *
 *     V   S                  primitive
 *     V/V   V\V/(V\V)        X/Y wants Y on the right, X\Y on the left;
 *                            slashes associate to the left
 *     AND   OR   EMPTY       conjunctions, and the word that means nothing
 *     [AND V]                a conjunction that has its right-hand side
 *
 * The whole grammar is the table in rules.c: who is the functor (left or
 * right) is data, not code. Categories are interned; which pairs combine, and
 * into what, is looked up in one square table made by syntax_close. */
#ifndef G2L2_SYNTAX_H
#define G2L2_SYNTAX_H

#include "program/program.h"

typedef uint16_t cat_id;
#define CAT_NONE  0
#define CAT_EMPTY 1 /* interned first in every grammar */
#define CAT_MAX   4096

enum cat_kind {
    CAT_KIND_NONE,
    CAT_KIND_EMPTY,
    CAT_KIND_PRIMITIVE,
    CAT_KIND_SLASH,
    CAT_KIND_CONJ,
    CAT_KIND_PARTIAL
};

struct category {
    uint8_t kind;
    char slash;              /* SLASH: '/' or '\\' */
    cat_id result, argument; /* SLASH; PARTIAL: conjunction, conjunct */
    type_id type;            /* of the meaning; TYPE_NONE for EMPTY and CONJ */
    const char *name;        /* PRIMITIVE, CONJ */
    uint16_t conj;           /* CONJ, PARTIAL: index in conjunctions */
};

/* T AND T -> T for any T whose result has the type of the base program, or,
 * with an operand given, X OR X -> Z. */
struct conjunction {
    const char *name;
    cat_id operand, result;     /* CAT_NONE: any T, and T again */
    const struct term *program; /* of two conjuncts (and then what the result takes) */
};

enum rule { RULE_NONE, RULE_FORWARD, RULE_BACKWARD, RULE_CONJUNCT, RULE_COORDINATE, N_RULES };

/* How a rule's parts meet: which side is the functor. */
struct rule_info {
    const char *name; /* as linguists write it: > < */
    uint8_t functor;  /* 0: left, 1: right */
};
extern const struct rule_info syntax_rules[N_RULES];

struct combination {
    cat_id result; /* CAT_NONE: they do not combine */
    uint8_t rule;
};

struct syntax {
    struct lang *lang;
    VEC(struct category) cats; /* [cat_id] */
    VEC(struct conjunction) conjs;
    struct combination *table; /* [n_closed, n_closed], left-major; NULL until closed */
    cat_id n_closed;
    bool attach_low;        /* normal form: modifiers attach low (chart.h) */
    uint32_t max_conjoined; /* arguments that a conjunct may still want; 0: any number */
};

void syntax_init(struct syntax *self, struct lang *lang);
cat_id syntax_primitive(struct syntax *self, const char *name, type_id type);
cat_id syntax_slash(struct syntax *self, cat_id result, char slash, cat_id argument);
cat_id syntax_conjunction(struct syntax *self, const struct conjunction *conj);

/* Parse and print: parse(print(c)) is c. Errors have line 1 and a column. */
g2l2_status category_parse(struct syntax *self, const char *text, size_t length, cat_id *out,
                           g2l2_error *err);
void category_print(const struct syntax *self, cat_id cat, struct buf *out);

/* Apply the rule table to one pair; may add the resulting category. */
struct combination syntax_combine(struct syntax *self, cat_id left, cat_id right);
/* Add every category that can be derived from those known, and make the table.
 * After this the grammar is read-only and may be shared by threads. */
void syntax_close(struct syntax *self);

static inline struct combination syntax_lookup(const struct syntax *self, cat_id left,
                                               cat_id right) {
    return self->table[(size_t)left * self->n_closed + right];
}

/* The program that joins two conjuncts of category `operand`. */
const struct term *syntax_conjunction_program(struct syntax *self, uint16_t conj, cat_id operand);

#endif
