/* syntax - categories and the rules that combine them (paper, section 2.1).
 *
 *     V   S                  primitive
 *     V/V   V\V/(V\V)        X/Y wants Y on the right, X\Y on the left, X|Y on
 *                            either side; slashes associate to the left
 *     X^Y                    an X that speaks of some Y, named elsewhere: "the size
 *                            of it" (Jacobson 1999). Its meaning is a function of that
 *     AND   SAME   EMPTY     schemas, and the word that means nothing
 *     [AND V]                a schema that has its right-hand side
 *
 * A schema is an entry with several categories and one weight. Each case is a category
 * with its program; one may be open to any category X: X\X/X joins two of a kind
 * (coordination), X\A/X^Y says what the X on the right speaks of.
 *
 * The whole grammar is the table in rules.c, a row for each rule: categories and
 * meaning. Categories are interned; which pairs combine, into what and with what meaning
 * is looked up in one square table made by syntax_close. */
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
    CAT_KIND_OPEN,
    CAT_KIND_SCHEMA,
    CAT_KIND_PARTIAL
};

struct category {
    uint8_t kind;
    char slash;              /* SLASH: '/', '\\' or '|' */
    cat_id result, argument; /* SLASH; OPEN: X^Y; PARTIAL: schema, operand */
    cat_id includes;         /* PRIMITIVE: another that will do in its place, or CAT_NONE */
    bool root;               /* PRIMITIVE: a sentence can be one */
    bool ends;               /* can it be the end of a function that is joined to another? */
    type_id type;            /* of the meaning; TYPE_NONE for EMPTY and SCHEMA */
    const char *name;        /* PRIMITIVE, SCHEMA */
    uint16_t schema;         /* SCHEMA, PARTIAL: index in schemas */
};

/* What a schema does with any category, beside its cases. */
enum schema_kind {
    SCHEMA_CASES,      /* nothing */
    SCHEMA_COORDINATE, /* T AND T -> T for any T whose result has the type of the base
                          program, or, with an operand given, X OR X -> Z */
    SCHEMA_BIND        /* A [LET X^Y] -> X for any root X; A is the operand */
};

struct schema_case {
    cat_id cat;
    const struct term *program;
};

struct schema {
    const char *name;
    uint8_t kind;
    cat_id operand, result;     /* COORDINATE: CAT_NONE: any T, and T again */
    cat_id variable;            /* BIND: the Y of X^Y */
    const struct term *program; /* of two conjuncts (and then what the result takes) */
    VEC(struct schema_case) cases;
};

/* Application and what schemas do are always there; the rest a definition asks for. */
enum rule {
    RULE_NONE,
    RULE_FORWARD,
    RULE_BACKWARD,
    RULE_COMPOSE_FORWARD,
    RULE_COMPOSE_BACKWARD,
    RULE_CROSS_FORWARD,
    RULE_CROSS_BACKWARD,
    RULE_SUBSTITUTE_FORWARD,
    RULE_SUBSTITUTE_BACKWARD,
    RULE_RAISE_FORWARD,
    RULE_RAISE_BACKWARD,
    RULE_CONJUNCT,
    RULE_COORDINATE,
    RULE_SCOPE,
    RULE_BIND,
    RULE_JUXTAPOSE,
    N_RULES
};

enum combinator {
    COMBINATOR_APPLICATION,         /* and schemas: always there */
    COMBINATOR_COMPOSITION_FORWARD, /* a definition says `composition` for both, */
    COMBINATOR_COMPOSITION_BACKWARD,
    COMBINATOR_CROSSED_FORWARD, /* and `crossed` for both of these */
    COMBINATOR_CROSSED_BACKWARD,
    COMBINATOR_SUBSTITUTION,
    COMBINATOR_RAISING, /* of the categories in syntax->raises */
    N_COMBINATORS
};
extern const char *const syntax_combinators[N_COMBINATORS];

/* A rule is a row: the categories that meet, what they make, and what that means. */
struct rule_row {
    const char *name; /* as linguists write it: > < >B */
    uint8_t combinator;
    uint8_t functor;          /* which side is the functor: 0 left, 1 right */
    const char *left, *right; /* patterns; right NULL: a rule of one part */
    const char *result;       /* a pattern too */
    const char *meaning;      /* \a.\b. of what the left and the right part mean */
};
extern const struct rule_row syntax_rules[N_RULES];

enum { LIFTED_LEFT = 1, LIFTED_RIGHT = 2 };

/* How a meaning is run; the first three need no interpreter. */
enum meaning_form {
    MEANING_FORWARD,  /* a(b) */
    MEANING_BACKWARD, /* b(a) */
    MEANING_RIGHT,    /* b; a means nothing by itself */
    MEANING_TERM
};

/* What two neighbours mean together. Of a row at certain types; where sides are lifted, of
 * the row within a function of what they speak of. */
struct meaning {
    const struct term *term; /* \a.\b. ..., closed; NULL: b */
    uint8_t form;
    uint8_t rule, lifted;
    uint16_t unlifted;   /* the row's own, where sides are lifted; else itself */
    type_id left, right; /* types of the parts */
    uint16_t schema;     /* of COORDINATE; of JUXTAPOSE: which juxtaposition */
    uint16_t op;         /* the term is \a.\b. op(a, b); OP_NONE: it is not */
};

struct combination {
    cat_id result; /* CAT_NONE: they do not combine */
    uint8_t rule;
    uint8_t lifted;   /* X/Y Y^Z -> X^Z and so on: which sides speak of a Z */
    uint16_t meaning; /* in syntax->meanings, once the grammar is closed */
};

/* X over T: X may be raised to T/(T\X) and T\(T/X). */
struct raise {
    cat_id from, over;
};

/* An X and a Y side by side are an X, whose meaning is a program of the two. */
struct juxtaposition {
    cat_id cat, right;
    const struct term *program;
};

/* A rule of one part, of a closed grammar. */
struct unary {
    cat_id from, result;
    uint8_t rule;
    uint16_t meaning;
};

struct syntax {
    struct lang *lang;
    VEC(struct category) cats; /* [cat_id] */
    VEC(struct schema) schemas;
    bool combinators[N_COMBINATORS];
    VEC(struct raise) raises;
    VEC(struct juxtaposition) juxtapositions;
    struct combination *table; /* [n_closed, n_closed], left-major; NULL until closed */
    uint64_t *takes;           /* [n_closed] syntax_bit of all that it combines with on its right */
    cat_id n_closed;
    VEC(struct meaning) meanings; /* of the table; they are distinct */
    VEC(struct unary) unaries;
    bool attach_low;        /* normal form: modifiers attach low (chart.h) */
    double reach;           /* taken off a reading's weight for each word that is reached over; 0:
                               that decides between equals only (run.h, weights_reach) */
    uint32_t max_conjoined; /* arguments that a conjunct may still want; 0: any number */
};

void syntax_init(struct syntax *self, struct lang *lang);
cat_id syntax_primitive(struct syntax *self, const char *name, type_id type);
cat_id syntax_slash(struct syntax *self, cat_id result, char slash, cat_id argument);
cat_id syntax_open(struct syntax *self, cat_id result, cat_id variable);
cat_id syntax_schema(struct syntax *self, const struct schema *schema);
cat_id syntax_partial(struct syntax *self, cat_id schema, cat_id operand);

/* Parse and print: parse(print(c)) is c. Errors have line 1 and a column. */
g2l2_status category_parse(struct syntax *self, const char *text, size_t length, cat_id *out,
                           g2l2_error *err);
void category_print(const struct syntax *self, cat_id cat, struct buf *out);

/* Apply the rules to one pair; may add the resulting category. No meaning as yet. */
struct combination syntax_combine(struct syntax *self, cat_id left, cat_id right);
/* Add every category that can be derived from those known, and make the table.
 * After this the grammar is read-only and may be shared by threads. */
void syntax_close(struct syntax *self);

static inline struct combination syntax_lookup(const struct syntax *self, cat_id left,
                                               cat_id right) {
    return self->table[(size_t)left * self->n_closed + right];
}

/* A set of categories in one word: several share a bit, so it may have more than it should. */
static inline uint64_t syntax_bit(cat_id cat) {
    return (uint64_t)1 << cat % 64;
}

/* How many arguments a category wants before it is whole. */
uint32_t syntax_n_arguments(const struct syntax *self, cat_id cat);

/* X of X^Y, or the category itself. */
static inline cat_id syntax_closed(const struct syntax *self, cat_id cat) {
    const struct category *c = &self->cats.at[cat];
    return c->kind == CAT_KIND_OPEN ? c->result : cat;
}

/* Is it more than application and schemas? Then nodes remember how they were made. */
static inline bool syntax_composes(const struct syntax *self) {
    bool any = self->raises.n;
    for (int i = COMBINATOR_COMPOSITION_FORWARD; i <= COMBINATOR_CROSSED_BACKWARD; i++)
        any |= self->combinators[i];
    return any;
}

#endif
