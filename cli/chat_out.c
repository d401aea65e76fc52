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

void chat_put(const char *text) {
    cli_put_safe(text, stdout);
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
