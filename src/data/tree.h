/* tree - a JSON text as a tree, all of it in an arena.
 *
 * tree_read takes JSON as programs write it, and refuses whatever it is not sure of: a text that is
 * wrong, but also escapes in strings, numbers of more digits than it can do, objects of many members.
 * jansson decides about those, and says what is wrong; tree_from makes the same tree of what it reads. */
#ifndef G2L2_TREE_H
#define G2L2_TREE_H

#include <jansson.h>

#include "base/base.h"

enum tree_kind {
    TREE_NULL,
    TREE_FALSE,
    TREE_TRUE,
    TREE_WHOLE,
    TREE_REAL,
    TREE_TEXT,
    TREE_LIST,
    TREE_OBJECT
};

struct tree {
    enum tree_kind kind;
    uint32_t n;       /* bytes of a text, items of a list, members of an object */
    const char *name; /* of a member; NULL: it is none */
    union {
        long long whole;
        double real;
        const char *text;         /* [n + 1] */
        const struct tree *items; /* [n] in the order of the text */
    };
};

/* NULL: ask jansson. What is made is the arena's, and does not point into `text`. */
const struct tree *tree_read(struct arena *arena, const char *text, size_t length);
/* The object or list that a text begins with, which ends *used bytes later. */
const struct tree *tree_begin(struct arena *arena, const char *text, size_t length, size_t *used);
const struct tree *tree_from(struct arena *arena, const json_t *json);
const struct tree *tree_copy(struct arena *arena, const struct tree *from);

/* Of any tree, NULL included, as if it were empty where it is of another kind. */
const struct tree *tree_get(const struct tree *self, const char *name); /* a member, or NULL */
const struct tree *tree_at(const struct tree *self, size_t i);          /* an item, or NULL */
bool tree_is(const struct tree *self, enum tree_kind kind);
bool tree_is_number(const struct tree *self);
bool tree_is_flag(const struct tree *self);
double tree_number(const struct tree *self);    /* 0 */
const char *tree_text(const struct tree *self); /* NULL */
size_t tree_size(const struct tree *self);      /* of a list, 0 */
/* Equal as JSON: whatever the order of members. */
bool tree_equal(const struct tree *a, const struct tree *b);

#endif
