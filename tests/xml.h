/* xml - a strict reader of XML, for pictures: says what is wrong with it, and where.
 *
 *     <g class="node">text</g>  ─▶  open, text, close
 *
 * It knows elements, attributes in double quotes, the five entities and numbers of
 * characters, and a declaration at the beginning; all else is an error. */
#ifndef G2L2_TESTS_XML_H
#define G2L2_TESTS_XML_H

#include <stdbool.h>
#include <stddef.h>

#define XML_MOST_ATTRIBUTES 24
#define XML_MOST_DEPTH      64

struct xml_span {
    const char *at;
    size_t n;
};

enum xml_kind { XML_OPEN, XML_CLOSE, XML_TEXT, XML_DONE, XML_WRONG };

struct xml {
    const char *text, *at;
    struct xml_span stack[XML_MOST_DEPTH];
    int depth;
    bool had_root, empty; /* <g/>: its close comes next */
    struct xml_span name; /* of what was opened or closed; or the text */
    struct xml_span names[XML_MOST_ATTRIBUTES], values[XML_MOST_ATTRIBUTES];
    int n;
    char why[160];
};

void xml_begin(struct xml *self, const char *text);
enum xml_kind xml_next(struct xml *self);
/* The value of an attribute of what was opened; n 0 and at NULL: it has none. */
struct xml_span xml_value(const struct xml *self, const char *name);
bool xml_is(struct xml_span span, const char *text);
double xml_number(const struct xml *self, const char *name); /* fails the test if it is none */
/* Read all of it, and fail the test if it is wrong. */
void xml_check(const char *text);

#endif
