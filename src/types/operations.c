#include "types/operations.h"

#include <stddef.h>

const struct kind_row kind_table[N_KINDS] = {
    [KIND_SEQUENCE] = {"sequence", "actions, one after the other"},
    [KIND_ACTION] = {"action", "what is done to things: the BRING of BRING(cup, desk)"},
    [KIND_SET] = {"set", "objects of a scene"},
    [KIND_NUMBER] = {"number", "a number"},
    [KIND_TRUTH] = {"truth", "yes or no"},
    [KIND_SYMBOL] = {"symbol", "a word of the data"},
    [KIND_PAIR] = {"pair", "two sets, side by side"},
    [KIND_PROPERTY] = {"property", "what an object can be: red"},
    [KIND_RELATION] = {"relation", "how two objects can stand to each other: left of"},
    [KIND_ATTRIBUTE] = {"attribute", "what can be asked of an object: its colour"},
    [KIND_RECORD] = {"record", "fields with values, nested, in no order"},
    [KIND_FIELD] = {"field", "the name of a field of records"},
};

#define SEQ  KIND_SEQUENCE
#define ACT  KIND_ACTION
#define SET  KIND_SET
#define NUM  KIND_NUMBER
#define BOOL KIND_TRUTH
#define SYM  KIND_SYMBOL
#define PAIR KIND_PAIR
#define REC  KIND_RECORD

/* clang-format off */
const struct operation operation_table[N_KERNELS] = {
    [KERNEL_EMPTY]        = {"empty", SEQ, 0, {0}, 0, SOFT_MEANS, NULL, "nothing is done"},
    [KERNEL_CONCAT]       = {"concat", SEQ, 2, {SEQ, SEQ}, 0, SOFT_MEANS, "associative, unit empty", "one, then the other"},
    [KERNEL_REPEAT]       = {"repeat", SEQ, 2, {SEQ, NUM}, 0, SOFT_MEANS, "power concat", "so many times"},
    [KERNEL_REVERSE]      = {"reverse", SEQ, 1, {SEQ}, 0, 0, NULL, "the last action first"},
    [KERNEL_CALL]         = {"call", SEQ, 1, {ACT}, 1, 0, NULL, "an action with arguments; done to each object of a set"},
    [KERNEL_SCENE]        = {"scene", SET, 0, {0}, 0, SOFT_OBJECTS, NULL, "all objects"},
    [KERNEL_FILTER]       = {"filter", SET, 2, {SET, KIND_PROPERTY}, 0, SOFT_OBJECTS, NULL, "those that have the property"},
    [KERNEL_RELATE]       = {"relate", SET, 3, {SET, SET, KIND_RELATION}, 0, SOFT_OBJECTS, NULL, "those of the first that stand so to one of the second"},
    [KERNEL_INTERSECTION] = {"intersection", SET, 2, {SET, SET}, 0, SOFT_OBJECTS, "associative, commutative", "those in both"},
    [KERNEL_UNION]        = {"union", SET, 2, {SET, SET}, 0, SOFT_OBJECTS, "associative, commutative", "those in one of them"},
    [KERNEL_QUERY]        = {"query", SYM, 2, {SET, KIND_ATTRIBUTE}, 0, SOFT_OBJECTS, NULL, "what the object has of the attribute"},
    [KERNEL_EXIST]        = {"exist", BOOL, 1, {SET}, 0, SOFT_OBJECTS, NULL, "is there one?"},
    [KERNEL_COUNT]        = {"count", NUM, 1, {SET}, 0, SOFT_OBJECTS, NULL, "how many there are"},
    [KERNEL_TRUE]         = {"true", BOOL, 0, {0}, 0, SOFT_OBJECTS, NULL, "yes"},
    [KERNEL_FALSE]        = {"false", BOOL, 0, {0}, 0, SOFT_OBJECTS, NULL, "no"},
    [KERNEL_EQUAL]        = {"equal", BOOL, 2, {NUM, NUM}, 0, SOFT_OBJECTS, "commutative", "are they the same?"},
    [KERNEL_GREATER]      = {"greater", BOOL, 2, {NUM, NUM}, 0, SOFT_OBJECTS, NULL, "is the first greater?"},
    [KERNEL_LESS]         = {"less", BOOL, 2, {NUM, NUM}, 0, SOFT_OBJECTS, NULL, "is the first less?"},
    [KERNEL_SAME]         = {"same", SET, 2, {SET, SYM}, 0, SOFT_OBJECTS, NULL, "those that have this value, but not the one it is of"},
    [KERNEL_PAIR]         = {"pair", PAIR, 2, {SET, SET}, 0, SOFT_OBJECTS, NULL, "two sets, side by side"},
    [KERNEL_FIRST]        = {"first", SET, 1, {PAIR}, 0, SOFT_OBJECTS, NULL, "the one on the left"},
    [KERNEL_SECOND]       = {"second", SET, 1, {PAIR}, 0, SOFT_OBJECTS, NULL, "the one on the right"},
    [KERNEL_ADD]          = {"add", NUM, 2, {NUM, NUM}, 0, SOFT_MEANS, "associative, commutative", "their sum"},
    [KERNEL_MUL]          = {"mul", NUM, 2, {NUM, NUM}, 0, SOFT_MEANS, "associative, commutative", "their product"},
    [KERNEL_RECORD]       = {"nothing", REC, 0, {0}, 0, 0, NULL, "the record without fields"},
    [KERNEL_FIELD]        = {"field", REC, 1, {KIND_FIELD}, 1, 0, NULL, "a record of one field: its name, and a value or a record"},
    [KERNEL_MERGE]        = {"merge", REC, 2, {REC, REC}, 0, 0, "associative, commutative, unit nothing", "the fields of both, which have none in common"},
    [KERNEL_GET]          = {"get", REC, 2, {REC, KIND_FIELD}, 0, 0, NULL, "the record that is the value of a field"},
    [KERNEL_LITERAL]      = {"literal", KIND_NONE, 0, {0}, 0, SOFT_OBJECTS | SOFT_MEANS, NULL, "a constant that the data name"},
};
/* clang-format on */
