/* Training without a domain: the data decide. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/train.h"

bool cli_names_domain(const char *text) {
    size_t n = strlen(text);
    for (const char *const *name = g2l2_domain_names(); *name; name++)
        if (!strcmp(*name, text)) return true;
    return n > 4 && !strcmp(text + n - 4, ".def");
}

#define MAX_LINE ((size_t)16 << 20) /* of a first line that is looked at */

/* The next line of a file, or as much as is looked at; the caller's to free, NULL: there is none. */
static char *read_line(FILE *file, size_t *n) {
    size_t cap = 0;
    char *line = NULL;
    *n = 0;
    for (int c; *n < MAX_LINE && (c = getc(file)) != EOF;) {
        if (*n == cap) line = realloc(line, cap = cap ? 2 * cap : 256);
        if (!line) cli_no_memory();
        line[(*n)++] = (char)c;
        if (c == '\n') break;
    }
    return line;
}

static bool is_blank(const char *line, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!memchr(" \t\r\n\xEF\xBB\xBF", line[i], 7)) return false;
    return true;
}

const char *cli_guess_domain(const char *path) {
    const char *name = "nav";
    size_t n;
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : NULL;
    if (!file && errno == ENOMEM) cli_no_memory();
    if (!file)
        return strpbrk(path, "./") ? name : NULL; /* a file that cannot be read says so later */
    char *line = read_line(file, &n);
    while (line && is_blank(line, n)) {
        free(line);
        line = read_line(file, &n);
    }
    json_t *row = line ? json_loadb(line, n, 0, NULL) : NULL;
    if (json_is_object(json_object_get(row, "result"))) name = "frames";
    json_decref(row);
    free(line);
    fclose(file);
    return name;
}
