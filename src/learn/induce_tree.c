/* The text of a record as a tree, from its leaves.
 *
 *     agent head  "hen"          ┬ agent ─ head  hen
 *     head        "eat"    ─▶    └ head  eat              */
#include <string.h>

#include "learn/induce.h"
#include "types/record.h"

/* The field of that name below `up`; made at the end if it is not there. */
static struct record_tree *field_of(struct arena *arena, struct record_tree *up, const char *key) {
    struct record_tree **at = &up->first;
    while (*at && strcmp((*at)->key, key)) at = &(*at)->next;
    if (*at) return *at;
    *at = arena_new(arena, struct record_tree);
    (*at)->key = key;
    return *at;
}

struct record_tree *induce_tree(struct arena *arena, const char *json) {
    struct record_tree *whole = arena_new(arena, struct record_tree);
    record_leaves leaves = {0};
    const char *why;
    if (!record_read(arena, json, &leaves, &why)) return NULL;
    for (uint32_t i = 0; i < leaves.n; i++) {
        struct record_tree *at = whole;
        for (uint32_t k = 0; k < leaves.at[i].depth; k++)
            at = field_of(arena, at, leaves.at[i].path[k]);
        at->atom = record_constant(arena, leaves.at[i].value);
    }
    return whole;
}
