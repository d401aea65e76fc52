/* stream - a file of JSON objects, one at a time, however long it is.
 *
 *   bytes (plain or gzip) ─▶ window ─▶ scanner of braces ─▶ one object ─▶ tree
 *
 * Three forms are read, told apart by their first bytes,
 *   {"info": {...}, "KEY": [{...}, {...}]}     the array under a given key
 *   [{...}, {...}]                             an array
 *   {...} {...}                                JSON lines, or a single object
 * and where the caller takes them, rows of texts (csv.h), whose header names the members of each object.
 *
 * A block of objects is in memory at a time, and the next one, which a second thread reads ahead if
 * there is one. The window grows to the largest object, up to STREAM_MAX_ITEM bytes. All errors are
 * raised through the guard, when the object is reached, and have a place, so that the public call,
 * which owns the stream, closes it on every way out. */
#ifndef G2L2_STREAM_H
#define G2L2_STREAM_H

#include <jansson.h>

#include "data/place.h"
#include "data/tree.h"

#define STREAM_MAX_ITEM ((size_t)4 << 20) /* bytes of one object */
#define STREAM_FACTOR   16u               /* times max_bytes: hardly any of them stay */

/* A file, or a text in memory. */
struct source {
    const char *path; /* NULL: memory */
    const char *text; /* [length] */
    size_t length;
    const char *name; /* of the text, in errors; or NULL */
    /* What the first two columns of rows are called, and any header must have; NULL: rows are refused. */
    const char *const *columns; /* [2] */
};

enum stream_form { STREAM_NEW, STREAM_KEY, STREAM_ARRAY, STREAM_LINES, STREAM_ROWS };

struct stream {
    struct guard *guard;
    const char *file; /* its name in messages */
    const char *what; /* "scene": what an object is called in messages */
    /* of the latest object: */
    enum stream_form form;
    size_t item; /* its number, from 1 */
    struct place start;
    struct intake *intake; /* private */
};

/* On failure nothing is open. The source, `key` and `what` must outlive the stream, and
 * self->guard is to be set before the first stream_next. */
g2l2_status stream_open(struct stream *self, const struct source *source, const char *key,
                        const char *what, const g2l2_limits *limits, g2l2_error *err);
void stream_close(struct stream *self);
/* The next object, which is there until the next call; NULL at the end. */
const struct tree *stream_next(struct stream *self);

/* Raise an error at the start of the latest object. */
_Noreturn void stream_fail(const struct stream *self, g2l2_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* JSON from memory; NULL: `bad` says why, and has no text where memory is short. */
json_t *stream_json(const char *text, size_t n, json_error_t *bad);

#endif
