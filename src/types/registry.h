/* registry - the table of kinds and operations (operations.h), as one list. */
#ifndef G2L2_REGISTRY_H
#define G2L2_REGISTRY_H

#include "base/base.h"
#include "types/operations.h"

/* A row by its number; NULL: there is none. */
const struct kind_row *kind_row(const g2l2_types *types, uint32_t kind);
const struct operation *operation_row(const g2l2_types *types, uint32_t kernel);

#endif
