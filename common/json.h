/* json - writing JSON by hand. All functions append to `out` and may raise at its guard. */
#ifndef G2L2_JSON_H
#define G2L2_JSON_H

#include "common/common.h"

/* In quotes; what is not UTF-8 becomes U+FFFD. NULL: null. */
void json_put_text(struct buf *out, const char *text);
void json_put_number(struct buf *out, double value); /* shortest that is the same again */

/* A name and its colon, after a comma unless it is the first; NULL: of a list, the comma only. */
void json_key(struct buf *out, const char *name);
void json_field_text(struct buf *out, const char *name, const char *text);
void json_field_number(struct buf *out, const char *name, double value);
void json_field_flag(struct buf *out, const char *name, bool on);

#endif
