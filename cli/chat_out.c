/* What a conversation prints. A word can be anything that was in a file or a pipe, and a
 * terminal obeys what it is sent, so all text passes through one gate:
 *
 *     h ü p f ESC [ 2 J \n ─▶ h ü p f � [ 2 J \n        UTF-8 as it is, no control characters
 *
 * Styles are written around it, never within. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/chat.h"

#define REPLACEMENT "\xEF\xBF\xBD"

/* Bytes of the character at `at`, 0 if it is not UTF-8 in its shortest form. */
static size_t decode(const unsigned char *at, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = *at < 0x80 ? 1 : *at < 0xC0 ? 0 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
    *code = n < 2 ? *at : *at & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0; /* also at the end of the text */
        *code = *code << 6 | (at[i] & 0x3F);
    }
    bool surrogate = *code >= 0xD800 && *code < 0xE000;
    return n < 2 || (*code >= least[n] && *code <= 0x10FFFF && !surrogate) ? n : 0;
}

/* C0, DEL and C1; and what turns the order of a line around. */
static bool is_control(uint32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

void chat_put(const char *text) {
    for (const char *at = text; *at;) {
        uint32_t code;
        size_t n = decode((const unsigned char *)at, &code);
        if (*at == '\n') fputc('\n', stdout);
        else if (*at == '\t') fputc(' ', stdout);
        else if (n && !is_control(code)) fwrite(at, 1, n, stdout);
        else fputs(REPLACEMENT, stdout);
        at += n ? n : 1;
    }
}

static void put_list(const char *format, va_list args) {
    char *text;
    if (vasprintf(&text, format, args) < 0) return;
    chat_put(text);
    free(text);
}

void chat_printf(const char *format, ...) {
    va_list args;
    va_start(args, format);
    put_list(format, args);
    va_end(args);
}

void chat_style(const struct chat *self, enum chat_style style) {
    static const char *const codes[] = {"\033[0m", "\033[1m", "\033[2m", "\033[33m"};
    if (self->color) fputs(codes[style], stdout);
}

/* For a program every byte counts; a terminal gets no control characters in JSON either. */
void chat_json(struct chat *self, json_t *value) {
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    json_decref(value);
    if (!text) {
        self->status = EXIT_ERROR;
        return;
    }
    if (self->terminal) chat_put(text);
    else fputs(text, stdout);
    fputc('\n', stdout);
    free(text);
}

void chat_error(struct chat *self, const char *format, ...) {
    va_list args;
    char *text;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    self->status = EXIT_ERROR;
    if (n < 0) return;
    if (self->json) {
        chat_json(self, json_pack("{s:o}", "error", cli_json_text(text)));
    } else {
        chat_style(self, STYLE_WARNING);
        chat_put(text);
        chat_style(self, STYLE_PLAIN);
        chat_put("\n");
    }
    free(text);
}

static size_t screen_columns(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || size.ws_col < 20) return 80;
    return size.ws_col;
}

/* Read downwards, as `ls` does. */
void chat_columns(const char *const *texts, size_t n, size_t max) {
    size_t widest = 0, shown = n < max ? n : max;
    for (size_t i = 0; i < shown; i++) {
        size_t width = text_width(texts[i], strlen(texts[i]));
        if (width > widest) widest = width;
    }
    size_t n_columns = screen_columns() / (widest + 2);
    size_t n_rows = n_columns ? (shown + n_columns - 1) / n_columns : shown;
    for (size_t row = 0; row < n_rows; row++)
        for (size_t i = row; i < shown; i += n_rows) {
            chat_put(texts[i]);
            int pad = (int)(widest + 2 - text_width(texts[i], strlen(texts[i])));
            if (i + n_rows < shown) printf("%*s", pad, "");
            else fputc('\n', stdout);
        }
    if (n > shown) chat_printf("... and %zu more\n", n - shown);
}
