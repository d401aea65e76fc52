/* registry - the kinds of values and operations that there are: the library's own
 * (operations.h), and after them those that a program brought (g2l2_types). Both are rows of the
 * same form, found by name and by number here, so that a definition is read and checked in one way:
 *
 *     number   0 .. N_KINDS - 1     kind_table          number   0 .. N_KERNELS - 1   operation_table
 *              N_KINDS ..           types->given                 N_KERNELS ..         types->operations
 *
 * What they do with values is in values.c for the one and in given.c for the other. */
#ifndef G2L2_REGISTRY_H
#define G2L2_REGISTRY_H

#include "base/base.h"
#include "types/operations.h"

#define MAX_GIVEN            16u /* types of a registry: kinds of a definition are bits of 64 */
#define MAX_GIVEN_OPERATIONS 256u
#define MAX_VALUE_BYTES      4096u
#define MAX_SYMBOL_BYTES     256u

_Static_assert(N_KINDS + MAX_GIVEN <= 64, "kinds are bits of 64");

struct given_type {
    struct kind_row row;
    uint32_t max_bytes;
    void *context;
    bool (*parse)(void *context, const char *text, g2l2_made *out);
    size_t (*print)(void *context, const g2l2_value *value, char *out, size_t room);
    bool (*constant)(void *context, const g2l2_value *value, size_t i, g2l2_made *out);
};

struct given_operation {
    struct operation row;
    void *context;
    bool (*run)(void *context, const g2l2_value *args, g2l2_made *out);
};

/* Of a fixed size, so that nothing that was added ever moves. */
struct g2l2_types {
    struct arena arena; /* of texts */
    struct guard guard;
    uint32_t n, n_operations;
    struct given_type given[MAX_GIVEN];
    struct given_operation operations[MAX_GIVEN_OPERATIONS];
};

/* `types` may be NULL in all of these. A row by its number; NULL: there is none. */
const struct kind_row *kind_row(const g2l2_types *types, uint32_t kind);
const struct operation *operation_row(const g2l2_types *types, uint32_t kernel);
/* A number by its name; KIND_NONE and OPERATION_NONE: there is none. */
enum value_kind kind_find(const g2l2_types *types, const char *name, size_t length);
uint16_t operation_find(const g2l2_types *types, const char *name);
/* Not the library's own; NULL: it is. */
const struct given_type *kind_given(const g2l2_types *types, uint32_t kind);
const struct given_operation *operation_given(const g2l2_types *types, uint32_t kernel);

#endif
