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
    [KIND_RECORD] = {"record", "fields with values, in no order"},
    [KIND_FIELD] = {"field", "the name of a field"},
    [KIND_TEXT] = {"text", "the value of a field: a text, a number, a list"},
    [KIND_QUANTITY] = {"quantity", "a number that objects have: their price"},
};

#define SEQ  KIND_SEQUENCE
#define ACT  KIND_ACTION
#define SET  KIND_SET
#define NUM  KIND_NUMBER
#define BOOL KIND_TRUTH
#define SYM  KIND_SYMBOL
#define PAIR KIND_PAIR
#define REC  KIND_RECORD
#define NAME KIND_FIELD
#define TEXT KIND_TEXT
#define QTY  KIND_QUANTITY

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
    [KERNEL_NOTHING]      = {"nothing", REC, 0, {0}, 0, 0, NULL, "a record without fields"},
    [KERNEL_FIELD]        = {"field", REC, 2, {NAME, TEXT}, 0, 0, NULL, "a record of one field"},
    [KERNEL_NEST]         = {"nest", REC, 2, {NAME, REC}, 0, 0, NULL, "a record of one field, which is a record"},
    [KERNEL_MERGE]        = {"merge", REC, 2, {REC, REC}, 0, 0, "associative, commutative, unit nothing", "the fields of both, if they have none in common"},
    [KERNEL_GET]          = {"get", TEXT, 2, {REC, NAME}, 0, 0, NULL, "the value of a field"},
    [KERNEL_QUOTE]        = {"quote", TEXT, 0, {0}, 0, 0, NULL, "the words themselves, as they are written"},
    [KERNEL_WRITTEN]      = {"written", TEXT, 0, {0}, 0, 0, NULL, "the number among the words"},
    [KERNEL_DIFFERENCE]   = {"difference", SET, 2, {SET, SET}, 0, 0, NULL, "those of the first that are not in the second"},
    [KERNEL_THE]          = {"the", SET, 1, {SET}, 0, 0, NULL, "the only one; there must be one"},
    [KERNEL_FOLLOW]       = {"follow", SET, 2, {SET, KIND_RELATION}, 0, 0, NULL, "what the property of these names"},
    [KERNEL_LINKED]       = {"linked", SET, 1, {SET}, 0, 0, NULL, "those that some property joins to one of these, either way"},
    [KERNEL_ALIKE]        = {"alike", SET, 2, {SET, KIND_ATTRIBUTE}, 0, 0, NULL, "others that have the same value as the object"},
    [KERNEL_LARGEST]      = {"largest", SET, 2, {SET, QTY}, 1, 0, NULL, "those with the largest number; with a third argument, the second largest, and so on"},
    [KERNEL_SMALLEST]     = {"smallest", SET, 2, {SET, QTY}, 1, 0, NULL, "those with the smallest number, likewise"},
    [KERNEL_ABOVE]        = {"above", SET, 3, {SET, QTY, NUM}, 0, 0, NULL, "those whose number is greater"},
    [KERNEL_BELOW]        = {"below", SET, 3, {SET, QTY, NUM}, 0, 0, NULL, "those whose number is less"},
    [KERNEL_FROM]         = {"from", SET, 3, {SET, QTY, NUM}, 0, 0, NULL, "those whose number is not less"},
    [KERNEL_UP_TO]        = {"up_to", SET, 3, {SET, QTY, NUM}, 0, 0, NULL, "those whose number is not greater"},
    [KERNEL_VALUED]       = {"valued", SET, 3, {SET, QTY, NUM}, 0, 0, NULL, "those that have this number"},
    [KERNEL_EXCEEDING]    = {"exceeding", SET, 3, {SET, SET, QTY}, 0, 0, NULL, "those whose number is greater than that of the object"},
    [KERNEL_UNDER]        = {"under", SET, 3, {SET, SET, QTY}, 0, 0, NULL, "those whose number is less than that of the object"},
    [KERNEL_MOST_LINKED]  = {"most_linked", SET, 2, {SET, SET}, 0, 0, NULL, "those joined to the most of the second"},
    [KERNEL_LEAST_LINKED] = {"least_linked", SET, 2, {SET, SET}, 0, 0, NULL, "those joined to the fewest of the second"},
    [KERNEL_LINKED_MORE]  = {"linked_more", SET, 3, {SET, SET, NUM}, 0, 0, NULL, "those joined to more than so many of the second"},
    [KERNEL_LINKED_FEWER] = {"linked_fewer", SET, 3, {SET, SET, NUM}, 0, 0, NULL, "those joined to fewer than so many of the second"},
    [KERNEL_LINKED_EXACTLY] = {"linked_exactly", SET, 3, {SET, SET, NUM}, 0, 0, NULL, "those joined to so many of the second"},
    [KERNEL_VALUE]        = {"value", NUM, 2, {SET, QTY}, 0, 0, NULL, "the number that the object has; a list for several"},
    [KERNEL_SUM]          = {"sum", NUM, 2, {SET, QTY}, 0, 0, NULL, "of the numbers of these"},
    [KERNEL_MEAN]         = {"mean", NUM, 2, {SET, QTY}, 0, 0, NULL, "of the numbers of these"},
    [KERNEL_MAX]          = {"max", NUM, 2, {SET, QTY}, 0, 0, NULL, "the largest number of these"},
    [KERNEL_MIN]          = {"min", NUM, 2, {SET, QTY}, 0, 0, NULL, "the smallest number of these"},
    [KERNEL_DISTINCT]     = {"distinct", NUM, 2, {SET, KIND_ATTRIBUTE}, 0, 0, NULL, "how many different values these have"},
    [KERNEL_MINUS]        = {"minus", NUM, 2, {NUM, NUM}, 0, 0, NULL, "the first less the second"},
    [KERNEL_GAP]          = {"gap", NUM, 2, {NUM, NUM}, 0, 0, "commutative", "the greater less the other"},
    [KERNEL_NAME]         = {"name", SYM, 1, {SET}, 0, 0, NULL, "what the object is called"},
    [KERNEL_COMMON]       = {"common", SYM, 2, {SET, KIND_ATTRIBUTE}, 0, 0, NULL, "the value that most of these have"},
    [KERNEL_RARE]         = {"rare", SYM, 2, {SET, KIND_ATTRIBUTE}, 0, 0, NULL, "the value that fewest of these have"},
    [KERNEL_AT_LEAST]     = {"at_least", BOOL, 2, {NUM, NUM}, 0, 0, NULL, "is the first not less?"},
    [KERNEL_AT_MOST]      = {"at_most", BOOL, 2, {NUM, NUM}, 0, 0, NULL, "is the first not greater?"},
    [KERNEL_ALL]          = {"all", BOOL, 2, {SET, SET}, 0, 0, NULL, "are all of the first in the second?"},
    [KERNEL_NONE]         = {"none", BOOL, 2, {SET, SET}, 0, 0, NULL, "is none of the first in the second?"},
    [KERNEL_MOST]         = {"most", BOOL, 2, {SET, SET}, 0, 0, NULL, "are more than half of the first in the second?"},
    [KERNEL_NOT]          = {"not", BOOL, 1, {BOOL}, 0, 0, NULL, "the opposite"},
    [KERNEL_AND]          = {"and", BOOL, 2, {BOOL, BOOL}, 0, 0, "associative, commutative", "do both hold?"},
    [KERNEL_OR]           = {"or", BOOL, 2, {BOOL, BOOL}, 0, 0, "associative, commutative", "does one hold?"},
    [KERNEL_NAMED]        = {"named", SET, 0, {0}, 0, 0, NULL, "the objects that the word itself names"},
    [KERNEL_SPELLED]      = {"spelled", KIND_PROPERTY, 0, {0}, 0, 0, NULL, "the value that the word itself is spelled like"},
    [KERNEL_NUMERAL]      = {"numeral", NUM, 0, {0}, 0, 0, NULL, "the number that the word itself writes"},
    [KERNEL_LITERAL]      = {"literal", KIND_NONE, 0, {0}, 0, SOFT_OBJECTS | SOFT_MEANS, NULL, "a constant that the data name"},
};
/* clang-format on */
