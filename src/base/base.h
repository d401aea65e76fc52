/* base - what every folder of the library stands on: the toolkit that it shares with the
 * programs beside it. */
#ifndef G2L2_BASE_H
#define G2L2_BASE_H

#include <stdlib.h>

#include "common/common.h"

/* The public functions of a list that a call gave, which is an arena and what is in it (`list`):
 * g2l2_NAME_free, g2l2_NAME_count and g2l2_NAME_get, which is all zeros past the end. */
#define LIST_FUNCTIONS(name, item)                                                                 \
    void g2l2_##name##_free(g2l2_##name *self) {                                                   \
        if (self) arena_free(&self->arena);                                                        \
        free(self);                                                                                \
    }                                                                                              \
    size_t g2l2_##name##_count(const g2l2_##name *self) {                                          \
        return self->list.n;                                                                       \
    }                                                                                              \
    g2l2_##item g2l2_##name##_get(const g2l2_##name *self, size_t i) {                             \
        return i < self->list.n ? self->list.at[i] : (g2l2_##item){0};                             \
    }

#endif
