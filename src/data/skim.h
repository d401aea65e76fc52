/* skim - JSON without the members that nobody asks for.
 *
 *   {"inputs": [0], "function": "count", "value_inputs": []} ─▶ {"function": "count"}
 *
 * Four fifths of a file of CLEVR are such members, and a tree of them costs far more
 * time than their bytes. What is dropped has been checked: what comes out is valid
 * JSON only if what went in is. */
#ifndef G2L2_SKIM_H
#define G2L2_SKIM_H

#include <stddef.h>

/* Copy `text` to `out`, which has room for `length` bytes, without the members named
 * in `names` (ended by NULL), at any depth. A string stays, and so does a value with an
 * escape, with other than ASCII characters or deeply nested. Returns the length of the copy. */
size_t skim(const char *text, size_t length, const char *const *names, char *out);

#endif
