/* text - texts from anywhere, for JSON and HTML: what is not UTF-8 becomes U+FFFD. */
#ifndef G2L2_REPORT_TEXT_H
#define G2L2_REPORT_TEXT_H

#include <jansson.h>

#include "common/common.h"

/* `text` itself where nothing is wrong with it, a copy in the arena otherwise. */
const char *text_clean(struct arena *arena, const char *text);
/* As text of HTML, and within "..." of an attribute: & < > " ' and control characters. */
void text_escape(struct buf *out, const char *text);
/* A JSON string; null for NULL. */
json_t *text_json(struct arena *arena, const char *text);
/* One line of JSON lines; the value is used up. Numbers have 13 digits at most. */
void text_put_json(struct buf *out, json_t *value);

#endif
