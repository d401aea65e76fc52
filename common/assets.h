/* assets - the files of web/ and detectors/, part of the program (script/embed-files makes the table). */
#ifndef G2L2_ASSETS_H
#define G2L2_ASSETS_H

#include <stddef.h>

struct asset {
    const char *path; /* "index.html" */
    const char *type; /* "text/html; charset=utf-8" */
    const unsigned char *bytes;
    size_t n;
};

extern const struct asset g2l2_assets[];          /* ended by path NULL */
const struct asset *asset_find(const char *path); /* NULL: there is none */

#endif
