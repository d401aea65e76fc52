/* Errors in files: a place, what is wrong, what would be right. */
#include <string.h>

#include "data/place.h"

#define MAX_NAME 200u /* bytes of a path in a message */

const char *place_name(const char *path) {
    return strcmp(path, "-") ? path : "standard input";
}

/* The end of a long path says more than its start. */
const char *place_short(const char *path) {
    size_t n = strlen(path);
    return n > MAX_NAME ? path + n - MAX_NAME : path;
}

static bool continues(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

const char *place_word(const char *text, char *out, size_t size) {
    size_t n = strlen(text), max = size - 4;
    bool cut = n > max;
    if (cut)
        for (n = max; n && continues(text[n]);) n--;
    for (size_t i = 0; i < n; i++)
        out[i] = (unsigned char)text[i] < ' ' || text[i] == 127 ? '?' : text[i];
    strcpy(out + n, cut ? "..." : "");
    return out;
}

static void place_text(struct place at, char *out, size_t size) {
    const char *name = at.file ? place_short(at.file) : NULL;
    if (!name) *out = 0;
    else if (!at.line) snprintf(out, size, "%s: ", name);
    else if (!at.column) snprintf(out, size, "%s:%zu: ", name, at.line);
    else snprintf(out, size, "%s:%zu:%zu: ", name, at.line, at.column);
}

void place_raise(struct guard *guard, g2l2_status status, struct place at, const char *format,
                 ...) {
    char place[MAX_NAME + 64], why[PLACE_WHY];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    place_text(at, place, sizeof place);
    guard_raise(guard, status, at.line, at.column, "%s%s", place, why);
}
