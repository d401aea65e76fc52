/* place - where in a file something is wrong, in the words of a message:
 * FILE:LINE:COLUMN: what is wrong; what would be right. */
#ifndef G2L2_PLACE_H
#define G2L2_PLACE_H

#include "base/base.h"

struct place {
    const char *file;    /* NULL: there is none */
    size_t line, column; /* from 1; 0: there is none */
};

/* "standard input" for "-". */
const char *place_name(const char *path);
/* The end of a long path, so that the rest of a message fits. */
const char *place_short(const char *path);
/* A text from a file made fit to be shown: one line, and not long. */
const char *place_word(const char *text, char *out, size_t size);
#define PLACE_WORD(text) place_word((text), (char[64]){0}, 64)
#define PLACE_WHY        400 /* bytes of what is wrong; more are cut off */
_Noreturn void place_raise(struct guard *guard, g2l2_status status, struct place at,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
