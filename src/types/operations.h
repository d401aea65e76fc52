/* operations - what values there are and what can be done with them: one table.
 *
 *     kind       values                                  constants, where the data name them
 *     sequence   actions, one after the other            actions
 *     action     what is done to things: BRING           heads of calls: BRING(cup, desk)
 *     set        objects of a scene
 *     number     12   0.5                                numerals of the definition
 *     truth      yes or no
 *     symbol     a word of the data                      answers, and what stands in calls
 *     pair       two sets, side by side
 *     property   has this object the property?           values that objects have
 *     relation   do these two objects stand so?          properties that name other objects
 *     attribute  which of the answers is it?             names of properties
 *     quantity   which number has it?                    properties that are numbers
 *     groups     sets of objects: what is in each box    properties that hold objects together
 *     column     in which of them is the value?          properties that have values of others
 *     record     fields with values, in no order
 *     field      the name of a field                     names of fields
 *     text       the value of a field, as JSON           values of fields
 *
 * Properties, relations, attributes and quantities are what the `?` of a program stands for:
 * the concept of a word, learned where objects are vectors of numbers, a constant where their
 * properties are stated. A
 * definition gives types of its own a kind, by what it does with them or by
 * `type NAME : KIND`, and binds operations of its own to these by name. */
#ifndef G2L2_OPERATIONS_H
#define G2L2_OPERATIONS_H

#include <stddef.h>
#include <stdint.h>

enum value_kind {
    KIND_NONE, /* of a function, or not decided */
    KIND_SEQUENCE,
    KIND_ACTION,
    KIND_SET,
    KIND_NUMBER,
    KIND_TRUTH,
    KIND_SYMBOL,
    KIND_PAIR,
    KIND_PROPERTY,
    KIND_RELATION,
    KIND_ATTRIBUTE,
    KIND_RECORD,
    KIND_FIELD,
    KIND_TEXT,
    KIND_QUANTITY,
    KIND_GROUPS,
    KIND_COLUMN,
    KIND_PLACE,
    N_KINDS
};

struct kind_row {
    const char *name, *about;
};
extern const struct kind_row kind_table[N_KINDS];

enum kernel {
    KERNEL_EMPTY,
    KERNEL_CONCAT,
    KERNEL_REPEAT,
    KERNEL_REVERSE,
    KERNEL_CALL,
    KERNEL_PHRASE,
    KERNEL_SAID,
    KERNEL_TOGETHER,
    KERNEL_SCENE,
    KERNEL_FILTER,
    KERNEL_RELATE,
    KERNEL_INTERSECTION,
    KERNEL_UNION,
    KERNEL_QUERY,
    KERNEL_EXIST,
    KERNEL_COUNT,
    KERNEL_TRUE,
    KERNEL_FALSE,
    KERNEL_EQUAL,
    KERNEL_GREATER,
    KERNEL_LESS,
    KERNEL_SAME,
    KERNEL_PAIR,
    KERNEL_FIRST,
    KERNEL_SECOND,
    KERNEL_ADD,
    KERNEL_MUL,
    KERNEL_NOTHING,
    KERNEL_FIELD,
    KERNEL_NEST,
    KERNEL_LIST,
    KERNEL_MERGE,
    KERNEL_GET,
    KERNEL_QUOTE,
    KERNEL_SMALL,
    KERNEL_CAPITAL,
    KERNEL_TITLE,
    KERNEL_WRITTEN,
    KERNEL_DIFFERENCE,
    KERNEL_THE,
    KERNEL_FOLLOW,
    KERNEL_LINKED,
    KERNEL_ALIKE,
    KERNEL_LARGEST,
    KERNEL_SMALLEST,
    KERNEL_TOP,
    KERNEL_BOTTOM,
    KERNEL_ABOVE,
    KERNEL_BELOW,
    KERNEL_FROM,
    KERNEL_UP_TO,
    KERNEL_VALUED,
    KERNEL_WHERE,
    KERNEL_EXCEEDING,
    KERNEL_UNDER,
    KERNEL_EXCEEDS,
    KERNEL_BETWEEN,
    KERNEL_NEAREST,
    KERNEL_NEARING,
    KERNEL_BESIDE,
    KERNEL_MOST_LINKED,
    KERNEL_LEAST_LINKED,
    KERNEL_LINKED_MORE,
    KERNEL_LINKED_FEWER,
    KERNEL_LINKED_EXACTLY,
    KERNEL_VALUE,
    KERNEL_SUM,
    KERNEL_MEAN,
    KERNEL_MAX,
    KERNEL_MIN,
    KERNEL_RANGE,
    KERNEL_DISTINCT,
    KERNEL_MINUS,
    KERNEL_GAP,
    KERNEL_NAME,
    KERNEL_COMMON,
    KERNEL_RARE,
    KERNEL_AT_LEAST,
    KERNEL_AT_MOST,
    KERNEL_ALL,
    KERNEL_NONE,
    KERNEL_MOST,
    KERNEL_NOT,
    KERNEL_AND,
    KERNEL_OR,
    KERNEL_NAMED,
    KERNEL_SPELLED,
    KERNEL_NUMERAL,
    KERNEL_FIGURES,
    KERNEL_MEMBERS,
    KERNEL_TALLY,
    KERNEL_HAVING,
    KERNEL_HAVING_EXACTLY,
    KERNEL_HAVING_LEAST,
    KERNEL_HAVING_MOST,
    KERNEL_ONLY,
    KERNEL_LACKING,
    KERNEL_VARIED,
    KERNEL_FULLEST,
    KERNEL_LOWEST,
    KERNEL_HIGHEST,
    KERNEL_LOWER,
    KERNEL_HIGHER,
    KERNEL_NEXT_LOWER,
    KERNEL_NEXT_HIGHER,
    KERNEL_LITERAL, /* a constant that the data name; no operation of a definition */
    N_KERNELS
};

/* Soft values: about objects of a scene; means of sequences and numbers. */
enum { SOFT_OBJECTS = 1, SOFT_MEANS = 2 };

#define OPERATION_MAX_ARGS 4

/* A row. Its number is that of the kernel; programs bring more (registry.h). */
struct operation {
    const char *name;
    enum value_kind result;
    uint8_t n_args;
    enum value_kind args[OPERATION_MAX_ARGS];
    /* After these, up to OPERATION_MAX_ARGS in all: symbols, sets or numbers. */
    uint8_t more;
    uint8_t soft;      /* where it also has soft values, with gradients */
    const char *law;   /* as definitions write it, or NULL */
    const char *about; /* one line */
};
extern const struct operation operation_table[N_KERNELS];
#define OPERATION_NONE UINT16_MAX

#endif
