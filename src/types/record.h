/* record - fields with values, unordered; record.c explains them. */
#ifndef G2L2_RECORD_H
#define G2L2_RECORD_H

#include "types/kernels.h"

#define RECORD_MAX_DEPTH 40u /* records within records; programs may be nested a bit deeper */

/* One field: the number of the constant that names it, and a text or a record. */
struct field {
    uint32_t name;
    value_id value;
};

struct records;

/* State for one sentence, in `arena`. With a target, what cannot be part of it is VALUE_DEAD. */
struct records *records_open(struct arena *arena, const struct lang *lang,
                             const struct target *target);
/* Operations on records and texts: KERNEL_NOTHING to KERNEL_WRITTEN. */
value_id records_op(struct records *self, const struct op *op, const value_id *args);
/* A constant that the data name: the value of a field. */
value_id records_constant(struct records *self, const char *name);
/* The words that `quote` to `written` speak of, as they are written; or NULL. */
void records_say(struct records *self, const char *words);
value_id records_goal(struct records *self, const struct target *target);
/* As JSON: names in their order, one space after , and : */
void records_print(const struct records *self, value_id value, struct buf *out);
/* The fields of a record. */
const struct field *records_fields(const struct records *self, value_id record, uint32_t *n);
const char *records_name(const struct records *self, const struct field *field);
struct arena *records_arena(const struct records *self);
/* JSON of a text value. */
const char *records_text(const struct records *self, value_id text);

/* Does an operation speak of the words themselves: `quote` to `written`? */
static inline bool record_is_said(uint16_t kernel) {
    return kernel >= KERNEL_QUOTE && kernel <= KERNEL_WRITTEN;
}
/* JSON of what such an operation makes of words; NULL: there is not one number. */
const char *record_said(struct arena *arena, uint16_t kernel, const char *words);
const char *record_written(struct arena *arena, const char *words);

/* Of a state of values_exact (values.c). */
const struct records *values_records(void *state);

/* ---- record_json.c ---- */

/* A part of a JSON object: `path` are the names that lead to it, `value` its JSON. */
struct record_leaf {
    uint32_t depth;
    const char *const *path; /* [depth] */
    const char *value;
    bool listed; /* the last name is a field of an item, the one before that of a list of records */
};
typedef VEC(struct record_leaf) record_leaves;

/* All values of a JSON object that are no objects with names in them. False: it is no such
 * object (why: one sentence). */
bool record_read(struct arena *arena, const char *json, record_leaves *out, const char **why);
/* What JSON of a text says. */
const char *record_unquoted(struct arena *arena, const char *json);
/* A value of a field as a constant is called, and back: a text is called by what it says,
 * `Living Room`, unless that is JSON of something else, as are "50" and "true". */
const char *record_constant(struct arena *arena, const char *json);
const char *record_value(struct arena *arena, const char *constant);
/* The next text of a value that is one, or a list of them, from where `*json` is; NULL: there is
 * none. Texts that are JSON by themselves are passed over. */
const char *record_next_text(struct arena *arena, const char **json);
/* Names that lead to a leaf, with dots between them. */
const char *record_path(struct arena *arena, const struct record_leaf *leaf);
/* The next item of a list, from where `*json` is, as a list of one; NULL: there is none. */
const char *record_next_item(struct arena *arena, const char **json);
/* A list and one item more, that of a list of one; NULL: it is no such thing. */
const char *record_append(struct arena *arena, const char *list, const char *item);
/* Does a list have the items of another one after the other? (Rarely it is said to have what only
 * stands within one of its texts.) */
bool record_has_items(const char *list, const char *part);
/* Fields whose lists are put together of items: most of these are not always beside the same other one.
 * A list of all names of a thing, say, is one value. */
void record_lists(struct arena *arena, const char *const *targets, size_t n, struct symbols *out);
/* Such lists as lists of one item each. */
void record_split(struct arena *arena, const struct symbols *lists, record_leaves *leaves);
/* ---- record_items.c: lists of records ---- */

struct record_items {
    uint32_t n;
    const record_leaves *of; /* [n] the fields of each, by name */
};

/* NULL: it is no list of records, or they have records within them. */
const struct record_items *record_items_read(struct arena *arena, const char *json);
void record_items_print(const struct record_items *self, struct buf *out);
/* Joined at their ends; NULL: the items that meet have a field in common. */
const struct record_items *record_items_join(struct arena *arena, const struct record_items *a,
                                             const struct record_items *b);
/* Could a list have come of joining `part` with others? */
bool record_items_has(const struct record_items *self, const struct record_items *part);
/* Fields of its items, each by itself, and between two items what parts them. False: it is none. */
#define RECORD_NEXT_ITEM "[{}, {}]"
bool record_split_items(struct arena *arena, struct record_leaf list, record_leaves *out);
/* A JSON number is in normal form: 45, 4.5, not 045 or 4.50; NULL: it is no number. */
const char *record_number(struct arena *arena, const char *text, size_t length);

/* ---- record_label.c ---- */

/* A target, which may be a label, as a record (record_read). */
bool record_read_target(struct arena *arena, const struct lang *lang, const char *target,
                        record_leaves *out, const char **why);
/* And back; of no fields, nothing. Of a call and of another text. */
void record_print_call(const struct records *s, const struct field *fields, uint32_t n,
                       struct buf *out);
void record_print_label(const struct records *s, const struct field *fields, uint32_t n,
                        struct buf *out);

#endif
