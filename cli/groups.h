/* groups - how often a model is right, for groups of questions. */
#ifndef G2L2_GROUPS_H
#define G2L2_GROUPS_H

#include "cli/cli.h"

struct group_row {
    char *key;
    size_t examples, correct;
    size_t latest; /* question counted here + 1: a word counts once in a question */
};

struct groups {
    struct group_row *rows; /* [n] in the order of their first question */
    size_t n, cap;
    json_t *places; /* key -> row */
};

/* A question is in many groups: what it asks for, how far, with which words; and
 * `confusion` has one for each pair of the answer wanted and the answer got. The keys
 * of `by_length` are numbers of words. The key
 * of `by_index` is a family's kind and its number, "one_hop 3". */
struct grouped {
    struct groups by_length, by_type, by_hops, by_family, by_index, by_word, confusion;
    size_t n; /* questions so far */
};

void groups_free(struct grouped *self);
/* False: out of memory. `got` may be NULL: no parse. */
bool groups_add(struct grouped *self, const g2l2_example *example, const char *got, bool right);
/* Sort the groups; then print them. */
void groups_finish(struct grouped *self);
void groups_print(const struct grouped *self);
/* Add "by_type", "by_hops", "by_family" (each with its "by_index"), "by_word" and
 * "confusion" to an object. */
void groups_json(const struct grouped *self, json_t *out);

#endif
