/* Lines of standard input: bounded, whatever comes.
 *
 *     j u m p \r \n     "jump"
 *     j u NUL p \n      "ju", and why it is no sentence     read on to the end of the line */
#include <stdlib.h>

#include "cli/cli.h"

static void put_byte(struct cli_line *line, int c, size_t max) {
    if (line->wrong) return;
    if (!c) line->wrong = "the line has a NUL byte";
    else if (line->n >= max) line->wrong = "the line is too long; raise the limit with --max-bytes";
    else if (line->n + 1 >= line->cap) {
        size_t cap = line->cap ? line->cap * 2 : 256;
        char *wider = realloc(line->at, cap);
        if (!wider) line->wrong = "out of memory";
        if (!wider) return;
        line->at = wider;
        line->cap = cap;
    }
    if (!line->wrong) line->at[line->n++] = (char)c;
}

bool cli_read_line(struct cli_line *line, size_t max) {
    int c = getc_unlocked(stdin);
    if (c == EOF) return false;
    line->n = 0;
    line->wrong = NULL;
    for (; c != EOF && c != '\n'; c = getc_unlocked(stdin)) put_byte(line, c, max);
    while (line->n && line->at[line->n - 1] == '\r') line->n--;
    if (line->n) line->at[line->n] = 0;
    return true;
}
