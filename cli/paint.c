/* The text of `explain` in colours, for a terminal:
 *
 *     result:              a heading is bold
 *       I_JUMP             what came out is green; of a step, what follows its "="
 *     derivation:
 *       jump   twice       words are bold
 *        V      V\V        categories are blue
 *       ------------<      lines are dim
 *
 * Which line is what is told by the heading that it stands under. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

#define BOLD  "\033[1m"
#define DIM   "\033[2m"
#define RED   "\033[31m"
#define GREEN "\033[32m"
#define BLUE  "\033[34m"
#define PLAIN "\033[0m"

bool cli_wants_color(FILE *out) {
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(fileno(out)) && !(no && *no) && terminal && *terminal && strcmp(terminal, "dumb");
}

/* What a terminal may be sent of these bytes, in a colour; "": in none. */
static void put(FILE *out, const char *color, const char *text, size_t n) {
    char *copy = n ? strndup(text, n) : NULL;
    if (!copy) return;
    fputs(color, out);
    cli_put_safe(copy, out);
    if (*color) fputs(PLAIN, out);
    free(copy);
}

static bool is_under(const char *heading, const char *name) {
    return heading && !strncmp(heading, name, strlen(name));
}

static const char *color_of(const char *heading, size_t number, const char *line, size_t n) {
    if (is_under(heading, "result")) return GREEN;
    if (is_under(heading, "no parse")) return RED;
    if (!is_under(heading, "derivation")) return "";
    if (strspn(line, " -") > 2 && memchr(line, '-', n)) return DIM;
    return number == 1 ? BOLD : BLUE;
}

/* A step and what it comes to. */
static void put_step(FILE *out, const char *line, size_t n) {
    const char *equals = memmem(line, n, " = ", 3);
    size_t before = equals ? (size_t)(equals - line) + 3 : n;
    put(out, "", line, before);
    put(out, GREEN, line + before, n - before);
}

void cli_paint(const char *text, FILE *out) {
    const char *heading = NULL;
    size_t number = 0; /* of the line below its heading */
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        if (n && *line != ' ') {
            heading = line;
            number = 0;
            put(out, BOLD, line, n);
        } else if (is_under(heading, "execution")) put_step(out, line, n);
        else put(out, n ? color_of(heading, number, line, n) : "", line, n);
        number++;
        if (line[n]) fputc('\n', out);
        line += n + (line[n] == '\n');
    }
}
