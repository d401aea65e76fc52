/* Fields that share their values, and what tells them apart.
 *
 *     fly from paris to oslo     {from: Paris, to: Oslo}
 *       paris, oslo  ─▶  V: Paris, Oslo       whichever field it is
 *       from         ─▶  F/V: \x. field(from, x)
 *     in two hours               {hours: 2}
 *       two          ─▶  V: 2
 *       hours        ─▶  F\V: \x. field(hours, x)
 *
 * Where two fields have several values in common, or both have numbers, a word that means one of these may
 * do so in either, also in the one that it was never seen in. Which one it is, is said by what stands before or behind
 * it: the words that stood beside a value of that field. */
#include <string.h>

#include "learn/parts.h"
#include "lexicon/fit.h"

#define MAX_PATHS 500u /* fields that are compared, each with each */

/* Could it be a value of another field as well? What is written in figures, true and false are not
 * looked at: these have their own ways, or any number of fields. */
static bool is_shareable(const struct reading *r, uint32_t leaf) {
    const char *value = r->leaves.at[leaf].value;
    return !r->written[leaf] && !strchr("[{tfn", *value);
}

struct use {
    uint32_t path, next; /* of the same value, + 1 */
};

/* By value: fields that have it. */
struct sharing {
    struct symbols values;
    VEC(uint32_t) first; /* [values] one of `uses` + 1 */
    VEC(struct use) uses;
    uint32_t *common; /* [paths, paths] values of both */
    uint32_t n_paths;
};

/* Count a value of a field, once, with the other fields that have it. */
static void share(struct arena *arena, struct sharing *s, const char *value, uint32_t path,
                  uint32_t times) {
    uint32_t v = symbols_add(&s->values, value, strlen(value));
    if (v == s->first.n) vec_push(arena, &s->first, 0);
    for (uint32_t i = s->first.at[v]; i; i = s->uses.at[i - 1].next)
        if (s->uses.at[i - 1].path == path) return;
    for (uint32_t i = s->first.at[v]; i; i = s->uses.at[i - 1].next) {
        uint32_t other = s->uses.at[i - 1].path;
        s->common[path * s->n_paths + other] += times;
        s->common[other * s->n_paths + path] += times;
    }
    vec_push(arena, &s->uses, ((struct use){path, s->first.at[v]}));
    s->first.at[v] = s->uses.n;
}

/* Numbers are alike, whichever they are. */
static void share_leaf(struct collector *c, struct sharing *s, const struct record_leaf *leaf) {
    uint32_t path = parts_path(c, leaf), enough = (uint32_t)c->l->recipe.role_values;
    if (*leaf->value == '"') share(c->arena, s, leaf->value, path, 1);
    else share(c->arena, s, FIT_NUMBER, path, enough);
}

void roles_find(struct collector *c) {
    struct sharing s = {0};
    if (c->set->part_values == CAT_NONE) return;
    for (uint32_t i = 0; i < c->n_examples; i++)
        for (uint32_t k = 0; k < c->readings[i].leaves.n; k++)
            parts_path(c, &c->readings[i].leaves.at[k]);
    s.n_paths = c->paths.n;
    if (s.n_paths > MAX_PATHS) return;
    s.common = arena_zalloc(c->arena, (size_t)(s.n_paths * s.n_paths + 1) * sizeof *s.common);
    symbols_init(&s.values, c->arena);
    for (uint32_t i = 0; i < c->n_examples; i++) {
        const struct reading *r = &c->readings[i];
        for (uint32_t k = 0; k < r->leaves.n; k++)
            if (is_shareable(r, k)) share_leaf(c, &s, &r->leaves.at[k]);
    }
    for (uint32_t i = 0; i < s.n_paths * s.n_paths; i++)
        if (s.common[i] >= c->l->recipe.role_values) c->paths.at[i / s.n_paths].role = true;
}

bool roles_has(struct collector *c, const struct reading *r, uint32_t leaf) {
    return c->set->part_values != CAT_NONE &&
           c->paths.at[parts_path(c, &r->leaves.at[leaf])].role && is_shareable(r, leaf);
}

/* ---- what stands beside a value ---------------------------------------------------------------- */

/* The phrase of a sentence that most surely means the value. */
static struct range find_value(struct collector *c, const struct reading *r, uint32_t leaf) {
    const struct record_leaf *of = &r->leaves.at[leaf];
    uint32_t atoms[3] = {parts_atom(c, ATOM_VALUE, of, of->value), NONE, NONE};
    struct range best = {0, 0};
    double most = 0;
    for (uint32_t begin = 0; begin < r->n; begin++)
        for (uint32_t n = 1; n <= c->set->part_words && begin + n <= r->n; n++) {
            uint32_t phrase = parts_phrase(c, r, begin, begin + n);
            double sure =
                parts_counted(c, phrase, atoms) / (c->counts.at[phrase] + c->l->recipe.part_doubt);
            if (sure <= most) continue;
            most = sure;
            best = (struct range){begin, n};
        }
    return best;
}

static void count_beside(struct collector *c, const struct reading *r, uint32_t begin, uint32_t end,
                         uint32_t atom) {
    uint32_t phrase = parts_phrase(c, r, begin, end);
    if (phrase != NONE && c->counts.at[phrase])
        parts_count(c, phrase, (uint32_t[]){atom, NONE, NONE});
}

static void count_leaf(struct collector *c, const struct reading *r, uint32_t leaf) {
    const struct record_leaf *of = &r->leaves.at[leaf];
    struct range said = r->spelled[leaf].n ? r->spelled[leaf] : find_value(c, r, leaf);
    uint32_t before = parts_atom(c, ATOM_BEFORE, of, of->value);
    uint32_t behind = parts_atom(c, ATOM_BEHIND, of, of->value), end = said.first + said.n;
    parts_count(c, NONE, (uint32_t[]){before, NONE, NONE});
    parts_count(c, NONE, (uint32_t[]){behind, NONE, NONE});
    for (uint32_t n = 1; said.n && n <= c->l->recipe.role_words; n++) {
        if (said.first >= n) count_beside(c, r, said.first - n, said.first, before);
        count_beside(c, r, end, end + n, behind);
    }
}

void roles_count(struct collector *c) {
    for (uint32_t i = 0; i < c->n_examples; i++)
        for (uint32_t k = 0; k < c->readings[i].leaves.n; k++)
            if (roles_has(c, &c->readings[i], k)) count_leaf(c, &c->readings[i], k);
}
