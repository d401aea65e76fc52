/* record - values that are fields with values, nested and in no order.
 *
 *     field(agent, field(head, hen))       {"agent":{"head":"hen"}}
 *     merge({"head":"run"}, {"agent":...}) both; no value where they share a field
 *
 * Records are interned: equal ones, whatever the order in which they were made, have equal
 * numbers. As text they are JSON with sorted keys and no spaces, which is also the form of
 * targets. A value that is no record is an atom: a string as it is, anything else (numbers,
 * true, lists) as its JSON, so that a string that looks like one of these stays in quotes. */
#ifndef G2L2_RECORD_H
#define G2L2_RECORD_H

#include "types/kernels.h"

/* ---- as text ---------------------------------------------------------------------------- */

struct record_text {
    const char *key;  /* NULL of the outermost */
    const char *atom; /* NULL: it is a record, of these: */
    struct record_text *first, *next;
};

/* Read an object; NULL: it is none, or nested too deeply. */
struct record_text *record_parse(struct arena *arena, const char *text);
void record_put_text(struct buf *out, const char *text); /* in quotes */
void record_put_atom(struct buf *out, const char *atom);

/* ---- as values -------------------------------------------------------------------------- */

struct record_field {
    uint32_t name; /* of the texts */
    value_id value;
};

struct record {
    uint64_t hash;
    uint32_t n;
    const struct record_field *fields; /* [n] by name */
};

struct records {
    struct arena *arena;
    struct symbols *texts;
    VEC(struct record) all;
    uint32_t *slots; /* interning, index + 1 */
    uint32_t cap;
};

void records_open(struct records *self, struct arena *arena, struct symbols *texts);
value_id records_empty(struct records *self);
value_id records_field(struct records *self, const char *name, value_id value);
/* VALUE_DEAD: they share a field. */
value_id records_merge(struct records *self, value_id a, value_id b);
/* VALUE_DEAD: it has no such field. */
value_id records_get(const struct records *self, value_id record, const char *name);

#endif
