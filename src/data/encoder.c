/* Encoders as text:
 *
 *   features 64 noise 0.05 seed 0               features 64 given
 *   numeric 3d_coords.0 mean 0.01 scale 2.1     sight BYTES, how images give them (src/sight/sight.h)
 *
 * Numbers have as many digits as it takes to come back exactly. In a name, a blank, a control
 * character and each of `%#"` are written as in an address: %20; a name of no bytes is `%`. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/features.h"
#include "data/place.h"

#define MAX_TOKENS 8u

/* ---- writing --------------------------------------------------------------------- */

static void write_name(const char *name, struct buf *out) {
    if (!*name) buf_puts(out, "%");
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        if (c <= ' ' || c == '%' || c == '#' || c == '"' || c == 127) buf_printf(out, "%%%02X", c);
        else buf_put(out, name, 1);
    }
}

static void write_real(const char *before, double number, struct buf *out) {
    char digits[32];
    for (int n = 15; n <= 17; n++) {
        snprintf(digits, sizeof digits, "%.*g", n, number);
        if (strtod(digits, NULL) == number) break;
    }
    buf_printf(out, " %s %s", before, digits);
}

void encoder_write(const struct encoder *self, struct buf *out) {
    if (self->given) {
        buf_printf(out, "features %u given\n", self->size);
        return;
    }
    buf_printf(out, "features %u", self->size);
    write_real("noise", self->noise, out);
    buf_printf(out, " seed %llu\n", (unsigned long long)self->seed);
    for (uint32_t i = 0; i < self->n_numeric; i++) {
        const struct encoder_numeric *numeric = &self->numeric[i];
        buf_puts(out, "numeric ");
        write_name(numeric->name, out);
        write_real("mean", numeric->mean, out);
        write_real("scale", numeric->scale, out);
        buf_puts(out, "\n");
    }
}

/* ---- reading ----------------------------------------------------------------------- */

struct token {
    const char *at;
    size_t n;
};

struct line {
    size_t number;
    uint32_t n;
    struct token tokens[MAX_TOKENS];
};

static bool token_is(struct token token, const char *word) {
    return token.n == strlen(word) && !memcmp(token.at, word, token.n);
}

/* More tokens than there is room for are as wrong as any other number of them. */
static void split(const char *at, const char *end, struct line *line) {
    line->n = 0;
    while (at < end && line->n < MAX_TOKENS) {
        struct token token = {at, 0};
        while (at + token.n < end && at[token.n] != ' ') token.n++;
        if (token.n) line->tokens[line->n++] = token;
        at += token.n + 1;
    }
}

static bool read_real(struct token token, double *out) {
    char digits[64], *end;
    if (!token.n || token.n >= sizeof digits) return false;
    memcpy(digits, token.at, token.n);
    digits[token.n] = 0;
    *out = strtod(digits, &end);
    return !*end && isfinite(*out);
}

static bool read_whole(struct token token, uint64_t *out) {
    char digits[32];
    if (!token.n || token.n >= sizeof digits) return false;
    memcpy(digits, token.at, token.n);
    digits[token.n] = 0;
    if (strspn(digits, "0123456789") != token.n) return false;
    errno = 0;
    *out = strtoull(digits, NULL, 10);
    return !errno;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool read_name(struct token token, char out[FEATURES_MAX_NAME + 1]) {
    size_t n = 0;
    if (token_is(token, "%")) token.n = 0;
    for (size_t i = 0; i < token.n; i++) {
        char c = token.at[i];
        if (c == '%') {
            int high = i + 2 < token.n ? hex_digit(token.at[i + 1]) : -1;
            int low = i + 2 < token.n ? hex_digit(token.at[i + 2]) : -1;
            if (high < 0 || low < 0) return false;
            c = (char)(high * 16 + low);
            i += 2;
        }
        if (!c || n == FEATURES_MAX_NAME) return false;
        out[n++] = c;
    }
    out[n] = 0;
    return true;
}

static bool read_size(struct token token, uint32_t *out) {
    uint64_t size;
    if (!read_whole(token, &size) || !size || size > FEATURES_MAX_SIZE) return false;
    *out = (uint32_t)size;
    return true;
}

static bool parse_features(const struct line *line, struct encoder *out) {
    const struct token *t = line->tokens;
    if (line->n < 3 || !token_is(t[0], "features") || !read_size(t[1], &out->size)) return false;
    out->given = line->n == 3 && token_is(t[2], "given");
    if (out->given) return true;
    return line->n == 6 && token_is(t[2], "noise") && read_real(t[3], &out->noise) &&
           out->noise >= 0 && out->noise <= FEATURES_MAX_NOISE && token_is(t[4], "seed") &&
           read_whole(t[5], &out->seed);
}

static bool parse_numeric(const struct line *line, struct encoder *out) {
    const struct token *t = line->tokens;
    if (out->given || out->n_numeric == FEATURES_MAX_NUMERIC || line->n != 6) return false;
    struct encoder_numeric *numeric = &out->numeric[out->n_numeric];
    if (!token_is(t[0], "numeric") || !read_name(t[1], numeric->name)) return false;
    if (!token_is(t[2], "mean") || !read_real(t[3], &numeric->mean)) return false;
    if (!token_is(t[4], "scale") || !read_real(t[5], &numeric->scale)) return false;
    if (!(numeric->scale > 0)) return false;
    return !out->n_numeric++ || strcmp(numeric[-1].name, numeric->name) < 0;
}

/* Not looked into: it is for those who have images. */
static bool parse_sight(const struct line *line, const struct encoder *out) {
    return out->given && line->n == 2 && token_is(line->tokens[0], "sight");
}

static g2l2_status bad_line(const struct line *line, g2l2_error *err) {
    return err_set(err, G2L2_STATUS_FORMAT, line->number, 0, "line %zu of the features is not %s",
                   line->number,
                   line->number == 1
                       ? "`features SIZE noise NOISE seed SEED` or `features SIZE given`"
                       : "`numeric NAME mean MEAN scale SCALE`, in the order of names");
}

g2l2_status encoder_parse(const char *text, size_t length, struct encoder *out, g2l2_error *err) {
    const char *end = text + length;
    struct line line = {0};
    memset(out, 0, sizeof *out);
    do {
        const char *newline = text < end ? memchr(text, '\n', (size_t)(end - text)) : NULL;
        split(text, newline ? newline : end, &line);
        line.number++;
        if (line.number == 1 ? !parse_features(&line, out)
                             : !parse_numeric(&line, out) && !parse_sight(&line, out))
            return bad_line(&line, err);
        text = newline ? newline + 1 : end;
    } while (text < end);
    return G2L2_STATUS_OK;
}

/* ---- comparing ------------------------------------------------------------------------ */

static bool same_numeric(const struct encoder_numeric *a, const struct encoder_numeric *b) {
    return !strcmp(a->name, b->name) && a->mean == b->mean && a->scale == b->scale;
}

bool encoder_equal(const struct encoder *a, const struct encoder *b) {
    if (a->size != b->size || a->given != b->given) return false;
    if (a->given) return true;
    if (a->noise != b->noise || a->seed != b->seed || a->n_numeric != b->n_numeric) return false;
    for (uint32_t i = 0; i < a->n_numeric; i++)
        if (!same_numeric(&a->numeric[i], &b->numeric[i])) return false;
    return true;
}
