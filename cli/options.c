/* Options by table, messages by one rule: "g2l2: what is wrong, what to do". */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/common.h"
#include "cli/cli.h"

int cli_fail(const g2l2_error *err) {
    const char *hint = err->status == G2L2_STATUS_NO_MEMORY ? cli_memory_hint() : "";
    cli_put(stderr, "g2l2: %s%s\n", err->message, hint);
    return EXIT_ERROR;
}

int cli_usage(const struct command *command, const char *format, ...) {
    va_list args;
    char text[1000];
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cli_put(stderr, "g2l2 %s: %s; `g2l2 %s --help` shows how\n", command->name, text,
            command->name);
    return EXIT_USAGE;
}

/* Bytes of the character at `at`, 0 if it is not UTF-8. */
static size_t character(const char *at, size_t n) {
    for (size_t k = 1; k <= 4 && k <= n; k++) {
        json_t *one = json_stringn(at, k);
        json_decref(one);
        if (one) return k;
    }
    return 0;
}

json_t *cli_json_text(const char *text) {
    json_t *out = text ? json_string(text) : json_null();
    if (out) return out;
    size_t n = strlen(text), to = 0;
    char *clean = malloc(3 * n + 1);
    for (size_t at = 0; clean && at < n;) {
        size_t k = character(text + at, n - at);
        memcpy(clean + to, k ? text + at : "\xEF\xBF\xBD", k ? k : 3);
        to += k ? k : 3;
        at += k ? k : 1;
    }
    out = clean ? json_stringn(clean, to) : NULL;
    free(clean);
    return out;
}

int cli_finish(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    fprintf(stderr, "g2l2: cannot write the output: %s\n", strerror(errno));
    return EXIT_ERROR;
}

const char *cli_hint(const char *word, const char *const *names, char out[CLI_HINT]) {
    size_t n = strlen(word);
    uint32_t nearest = text_tolerance(n);
    *out = 0;
    for (; *names; names++) {
        uint32_t d = text_distance(word, n, *names, nearest);
        if (d >= nearest) continue;
        nearest = d;
        snprintf(out, CLI_HINT, " (did you mean '%s'?)", *names);
    }
    return out;
}

#define MAX_NAMES 128

/* There is no such option; which one may be meant? */
static int unknown_option(const struct command *command, const struct option_row *rows,
                          const char *arg) {
    char texts[MAX_NAMES][CLI_HINT / 2], word[CLI_HINT / 2], hint[CLI_HINT];
    const char *names[MAX_NAMES + 2] = {"--help"};
    snprintf(word, sizeof word, "%.*s", (int)strcspn(arg, "="), arg);
    for (size_t i = 0; rows[i].name && i < MAX_NAMES; i++) {
        const char *bar = strchr(rows[i].name, '|');
        snprintf(texts[i], sizeof texts[i], "%s", bar ? bar + 1 : rows[i].name);
        names[i + 1] = texts[i];
    }
    return cli_usage(command, "there is no option '%s'%s", arg, cli_hint(word, names, hint));
}

/* Is `name` the row's name, or one of its two? */
static bool named(const struct option_row *row, const char *name, size_t n) {
    const char *bar = strchr(row->name, '|');
    size_t first = bar ? (size_t)(bar - row->name) : strlen(row->name);
    if (first == n && !strncmp(row->name, name, n)) return true;
    return bar && strlen(bar + 1) == n && !strncmp(bar + 1, name, n);
}

static const struct option_row *find(const struct option_row *rows, const char *arg) {
    size_t n = strcspn(arg, "=");
    for (; rows->name; rows++)
        if (named(rows, arg, n)) return rows;
    return NULL;
}

/* 10, 64K, 2G */
static bool read_size(const char *text, size_t *out) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno || end == text || *text == '-') return false;
    const char *units = "KMG", *unit = *end ? strchr(units, *end & ~32) : NULL;
    if (*end && (!unit || end[1])) return false;
    int shift = unit ? (int)(unit - units + 1) * 10 : 0;
    if (value > (SIZE_MAX >> shift)) return false;
    *out = (size_t)value << shift;
    return true;
}

static bool store(const struct option_row *row, const char *text) {
    char *end = (char *)text;
    size_t size;
    if (row->text) return *row->text = text, true;
    if (row->real) return *row->real = strtod(text, &end), *text && !*end && isfinite(*row->real);
    if (!read_size(text, &size)) return false;
    if (row->size) return *row->size = size, true;
    if (row->number) return *row->number = size, true;
    return *row->whole = (int)size, size <= 1000000000;
}

#define SENTENCE_SECONDS 60 /* no sentence that anyone says takes so long */

g2l2_limits cli_parse_limits(void) {
    g2l2_limits limits = g2l2_limits_default();
    limits.max_seconds = SENTENCE_SECONDS;
    return limits;
}

int cli_options(int argc, char **argv, const struct command *command, const struct option_row *rows,
                const char **rest) {
    int n = 0;
    if (!rest) {
        fprintf(stderr, "g2l2: out of memory\n");
        return -1;
    }
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(command->help, stdout);
            exit(cli_finish(EXIT_OK));
        }
        if (!strcmp(argv[i], "--")) {
            while (++i < argc) rest[n++] = argv[i];
            break;
        }
        if (argv[i][0] != '-' || !argv[i][1]) {
            rest[n++] = argv[i];
            continue;
        }
        const struct option_row *row = find(rows, argv[i]);
        if (!row) return unknown_option(command, rows, argv[i]), -1;
        if (row->flag) {
            *row->flag = true;
            continue;
        }
        const char *name = argv[i], *equals = strchr(name, '=');
        const char *value = equals          ? equals + 1
                            : i + 1 < argc  ? argv[++i]
                            : row->optional ? ""
                                            : NULL;
        if (!value) return cli_usage(command, "'%s' needs a value", name), -1;
        if (!store(row, value))
            return cli_usage(command, "'%s' is not a value for %s", value, row->name), -1;
    }
    return n;
}

/* ---- what a terminal may be sent ------------------------------------------------------------- */

#define REPLACEMENT "\xEF\xBF\xBD"

/* C0, DEL and C1; and what turns the order of a line around. */
static bool is_control(uint32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

/* In blocks: standard error is unbuffered, and whoever reads it while it is written sees whole lines. */
void cli_put_safe(const char *text, FILE *out) {
    char block[1024];
    size_t filled = 0;
    for (const char *at = text; *at;) {
        uint32_t code;
        size_t n = text_character(at, 4, &code);
        bool plain = *at == '\n' || (n && !is_control(code));
        const char *piece = plain ? at : *at == '\t' ? " " : REPLACEMENT;
        size_t length = plain ? n : strlen(piece);
        if (filled + length > sizeof block) fwrite(block, 1, filled, out), filled = 0;
        memcpy(block + filled, piece, length);
        filled += length;
        at += n ? n : 1;
    }
    fwrite(block, 1, filled, out);
}

void cli_put_data(const char *text, FILE *out) {
    if (isatty(fileno(out))) cli_put_safe(text, out);
    else fputs(text, out);
}

/* What is short needs no memory; of what is long there is that much where there is none. */
void cli_put(FILE *out, const char *format, ...) {
    va_list args, again;
    char shown[1000], *text = NULL;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(shown, sizeof shown, format, args);
    if (n >= (int)sizeof shown && vasprintf(&text, format, again) < 0) text = NULL;
    va_end(again);
    va_end(args);
    if (n >= 0) cli_put_safe(text ? text : shown, out);
    free(text);
}
