/* program - the language of meanings: semantic types, operations, and typed
 * lambda terms (paper, section 2.1 and supplement A).
 *
 *     type   ActSeq     ActSeq -> ActSeq     (ActSeq -> ActSeq) -> ActSeq -> ActSeq
 *     term   concat(x, repeat(y, 2))         \f.\x. f(f(x))
 *
 * Types and terms are hash-consed: equal means the same pointer. Variables are
 * de Bruijn indices (0 = the innermost lambda), so alpha-equal terms are one
 * object. A language grows only while a domain is set up; after that it is
 * read-only and may be shared by threads. */
#ifndef G2L2_PROGRAM_H
#define G2L2_PROGRAM_H

#include "base/base.h"

/* ---- types --------------------------------------------------------------- */

typedef uint16_t type_id;
#define TYPE_NONE 0

struct type {
    uint32_t name; /* symbol of a primitive type, SYMBOL_NONE for a function */
    type_id argument, result;
    uint8_t kind; /* what its values are (types/operations.h); 0 for a function */
    bool meant;   /* a sentence can mean a value of it */
};

/* ---- operations ---------------------------------------------------------- */

#define OP_MAX_ARGS 4
#define OP_NONE     UINT16_MAX

/* An operation and the laws it is known to obey. Laws serve two ends: telling
 * candidate programs of equal behaviour apart from new ones, and nothing else. */
struct op {
    const char *name;
    type_id result, args[OP_MAX_ARGS];
    uint8_t n_args;
    bool associative;  /* f(f(a, b), c) = f(a, f(b, c)) */
    bool commutative;  /* f(a, b) = f(b, a) */
    bool rare;         /* no law: few words mean it */
    uint16_t unit;     /* f(unit, a) = f(a, unit) = a, or OP_NONE */
    uint16_t power_of; /* this(a, n) = g(a, g(a, ...)) n times, or OP_NONE */
    uint16_t kernel;   /* index in the domain's kernel table */
    int32_t literal;   /* a constant named by the data: its number; else -1 */
};

/* ---- terms ---------------------------------------------------------------- */

enum term_kind { TERM_VAR, TERM_LAMBDA, TERM_APPLY, TERM_OP, TERM_NUMBER, TERM_SLOT };

struct term {
    uint8_t kind, n_subs;
    bool erases; /* may ignore what it is given: an unused variable, a numeral below 1 */
    type_id type;
    uint16_t open;  /* number of enclosing lambdas it needs: 0 = closed */
    uint16_t op;    /* TERM_OP */
    uint32_t index; /* TERM_VAR: de Bruijn index */
    uint32_t id;    /* dense, in order of creation */
    uint64_t hash;
    double number;             /* TERM_NUMBER */
    const struct term *subs[]; /* LAMBDA: body; APPLY: function, argument; OP: arguments */
};

/* Where a term is found: terms are many, and far apart in memory, so its hash is looked at first. */
struct term_slot {
    uint32_t hash;
    uint32_t term; /* its id + 1; 0: free */
};

/* A program that was enumerated (enumerate.c). */
struct term_found {
    const struct term *key; /* behaviour, or the term itself */
    const struct term *term;
    const struct term *readable;
    uint32_t n_ops;
};

struct lang {
    struct arena *arena;
    struct symbols names;      /* of types */
    VEC(struct type) types;    /* [type_id] */
    VEC(struct op) ops;        /* [op] */
    VEC(uint16_t) own_ops;     /* those of the definition, not of the data */
    struct symbols literals;   /* names of constants in the data */
    VEC(uint16_t) literal_ops; /* [literal] */
    bool has_twins;            /* literals of one name and several types */
    const char *pieces;        /* signs before which names of actions are cut, or NULL */
    bool brackets;             /* are tokens, with nothing between them and what they hold */
    bool capitals;             /* and before a capital behind a small letter: TurnOn */
    bool labelled; /* a target is a text: the value of a field, or of one for each piece */
    bool called;   /* it is a call: a field for its name, and one for each of its arguments */
    bool bare;     /* arguments follow actions: CLEAN kitchen, not CLEAN(kitchen) */
    struct symbols wholes, places;  /* names.c: those that were cut, and where their parts stood */
    VEC(const struct term *) terms; /* [term id] */
    struct term_slot *slots;        /* hash-consing, open addressing */
    uint32_t n_slots;
    VEC(const struct term *) parts; /* term_behaviour: a stack */
    struct {                        /* term_enumerate: room that is used again */
        VEC(struct term_found) all;
        uint32_t *places, cap_places;
    } found;
    type_id number_type;        /* type of a numeral, or TYPE_NONE */
    const g2l2_types *registry; /* value types that a program brought, or NULL */
};

void lang_init(struct lang *self, struct arena *arena);

type_id lang_type(struct lang *self, const char *name, size_t length); /* adds it */
type_id lang_type_find(const struct lang *self, const char *name, size_t length);
type_id lang_function(struct lang *self, type_id argument, type_id result);
bool lang_is_function(const struct lang *self, type_id type);
void lang_type_print(const struct lang *self, type_id type, struct buf *out);

uint16_t lang_op(struct lang *self, const struct op *op); /* adds it; the name is copied */
/* An operation of the definition, or a constant named by the data; OP_NONE. */
uint16_t lang_op_find(const struct lang *self, const char *name, size_t length);
uint16_t lang_literal_find(const struct lang *self, const char *name, size_t length);
/* Another one of the same name, of another type; OP_NONE. */
uint16_t lang_literal_next(const struct lang *self, uint16_t op);
/* names.c. The bytes of the first action in a token of `length` bytes: up to a sign that cuts it. */
size_t lang_piece(const struct lang *self, const char *token, size_t length);
/* Is it a part of a name that follows another without a space? */
bool lang_is_piece(const struct lang *self, const char *name);
bool lang_is_joined(const struct lang *self, const char *before, const char *name);
/* Has a target brackets? *plain: some are not written as lang_is_joined would have them. */
bool lang_has_brackets(const char *target, bool *plain);
/* The next part of a call without calls within it, LOVE(girl,dog): its name first, then its arguments, each of *n
 * bytes; NULL: there is no other. */
const char *lang_call_part(const char **at, size_t *n);
/* Is it such a call, or a name alone? */
#define LANG_MOST_ARGUMENTS 6u
bool lang_is_call(const char *target, uint32_t *n_arguments);
/* A name that the data have; NULL: a part of it is no constant. Of a call, its name with so many arguments. */
const char *lang_add_whole(struct lang *self, const char *name, size_t length);
/* The first name of a sequence that is like none of these, of *length bytes; NULL: all are. */
const char *lang_malformed(const struct lang *self, const char *sequence, size_t *length);
/* One of these that begins so, or NULL. */
const char *lang_whole_with(const struct lang *self, const char *part, size_t length);
/* Can it be written in a program as it is? Not if it looks like a variable (x, f, y2). */
bool lang_name_plain(const char *name);

/* Builders. They check nothing; term_parse checks everything. */
const struct term *term_var(struct lang *self, uint32_t index, type_id type);
const struct term *term_lambda(struct lang *self, type_id argument, const struct term *body);
const struct term *term_apply(struct lang *self, const struct term *f, const struct term *a);
const struct term *term_op(struct lang *self, uint16_t op, const struct term *const *args);
const struct term *term_number(struct lang *self, double value);
const struct term *term_slot(struct lang *self, type_id type);

/* Parse a term that must have type `type`. On error: line 1, column from 1. */
g2l2_status term_parse(struct lang *self, const char *text, size_t length, type_id type,
                       const struct term **out, g2l2_error *err);
/* parse(print(t)) is t, for a term in beta normal form: the parser cannot tell
 * the type of a function that is applied on the spot. */
void term_print(const struct lang *self, const struct term *term, struct buf *out);
/* What programs have in common that differ in their constants, which are all written the same. */
#define TERM_SHAPE_CONSTANT "_"
void term_shape(const struct lang *self, const struct term *term, struct buf *out);

/* Beta normal form. More than `fuel` steps raise STATUS_LIMIT. */
const struct term *term_reduce(struct lang *self, const struct term *term, uint32_t *fuel);
/* The representative of all terms that the declared laws make equal. */
const struct term *term_behaviour(struct lang *self, const struct term *term);

/* How often variables occur. */
uint32_t term_count_variables(const struct term *term);
/* Operations, constants, numerals and applications of variables. */
uint32_t term_count_operations(const struct term *term);
bool term_has_slot(const struct term *term);
bool term_asks_for(const struct term *term, type_id type); /* has it a `?` of the type? */

/* ---- enumeration ----------------------------------------------------------- */

/* Which programs are candidates. Constants, numerals, concepts and applications of a
 * variable count as operations; variables do not. */
struct enumeration {
    uint32_t max_ops;
    bool exactly_once;         /* ordinary arguments once, functor arguments at least once;
                               otherwise every argument at least once */
    bool by_behaviour;         /* keep one program of each behaviour, else each form */
    bool compose_constants;    /* may an operation have constants only, or a unit? */
    const uint16_t *constants; /* operations without arguments that may be used */
    uint32_t n_constants;
    const double *numbers;
    uint32_t n_numbers;
    const type_id *concepts; /* types of which a word has its own: `?` */
    uint32_t n_concepts;
};

typedef VEC(const struct term *) term_list;

/* All closed programs of `type`, by number of operations, appended to `out`. */
void term_enumerate(struct lang *self, type_id type, const struct enumeration *rules,
                    term_list *out);

#endif
