/* csv - rows of fields, with commas, semicolons or tabs between them, and quotes around where they are needed.
 *
 *     name,says          ─▶ "name", "says"
 *     Anna,"yes, ""no""" ─▶ "Anna", "yes, "no"" */
#ifndef G2L2_CSV_H
#define G2L2_CSV_H

#include "base/base.h"

#define CSV_MAX_COLUMNS 200u

struct csv {
    struct arena *arena; /* where fields are put; errors are raised at its guard */
    const char *file;    /* or NULL */
    const char *at, *end;
    size_t line; /* where `at` is, from 1 */
    char separator;
};

/* What the first line has most of. */
char csv_separator(const char *text, const char *end);
/* The next row, blanks around its fields taken off: how many it has, at least one. There must be more: at < end. */
uint32_t csv_row(struct csv *self, const char *fields[CSV_MAX_COLUMNS]);

#endif
