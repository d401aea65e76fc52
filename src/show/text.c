/* Text in pictures: characters, how wide they are, and how they are written in XML.
 *
 *     bytes ─▶ glyph_next ─▶ 'ü' ─┬─▶ width    a column of a drawing
 *                        U+FFFD ──┴─▶ escaped  &lt;script&gt;
 *
 * Nobody who draws SVG without a browser knows the font. Widths are those of Helvetica,
 * which Arial and Liberation Sans share, and an eighth more for wider ones; letters of programs all have the
 * width of 0.6 of their size, as they have in every common font. */
#include <math.h>
#include <string.h>

#include "show/draw.h"

/* ---- characters ---------------------------------------------------------------------- */

static bool is_text(uint32_t g) {
    return g >= 0xA0 && (g < 0xD800 || g > 0xDFFF) && (g & 0xFFFE) != 0xFFFE && g <= 0x10FFFF &&
           (g < 0x200B || g > 0x200F) && (g < 0x2028 || g > 0x202E) && (g < 0x2066 || g > 0x2069);
}

uint32_t glyph_next(const char **text) {
    unsigned char c = (unsigned char)**text;
    uint32_t glyph = c;
    size_t n = c ? text_character(*text, 4, &glyph) : 0;
    if (!c) return 0;
    *text += n ? n : 1;
    if (!n) return GLYPH_WRONG;
    if (c < 0x80)
        return c > ' ' && c < 0x7F ? c : c == ' ' || (c >= 9 && c <= 13) ? ' ' : GLYPH_WRONG;
    return glyph == 0xA0 ? ' ' : is_text(glyph) ? glyph : GLYPH_WRONG;
}

void glyph_put(struct buf *out, uint32_t g) {
    char bytes[4];
    size_t n = g < 0x80 ? 1 : g < 0x800 ? 2 : g < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; g >>= 6) bytes[i] = (char)(0x80 | (g & 0x3F));
    bytes[0] = (char)(n == 1 ? g : g | (n == 2 ? 0xC0u : n == 3 ? 0xE0u : 0xF0u));
    buf_put(out, bytes, n);
}

/* ---- widths ----------------------------------------------------------------------------- */

#define GENEROUS 1.12
#define BOLD     1.1 /* as wide as the plain letter */
#define MONO     0.602

/* Of Helvetica, in thousandths of its size, from ' ' on. */
static const uint16_t widths[] = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};

/* Signs of Chinese, Japanese and Korean, and pictures, are as wide as they are high. */
static bool is_wide(uint32_t g) {
    return (g >= 0x1100 && g < 0x1160) || (g >= 0x2E80 && g < 0xA4D0) ||
           (g >= 0xAC00 && g < 0xD7A4) || (g >= 0xF900 && g < 0xFB00) ||
           (g >= 0xFF00 && g < 0xFF61) || g >= 0x1F000;
}

static double glyph_width(uint32_t g, enum face face) {
    if (is_wide(g)) return 1.05;
    if (face == FACE_MONO) return g >= 0x2190 ? 0.9 : MONO;
    double plain = g < 0x7F      ? widths[g - ' '] / 1000.0
                   : g == 0x2026 ? 1.0
                   : g < 0x2000  ? 0.68
                                 : 0.95;
    return plain * GENEROUS * (face == FACE_BOLD ? BOLD : 1);
}

double text_pixels(const char *text, enum face face, double size) {
    double width = 0;
    for (uint32_t g; (g = glyph_next(&text));) width += glyph_width(g, face) * size;
    return width;
}

/* Marks that a text may be cut behind. */
static bool is_mark(uint32_t g) {
    return g == ' ' || g == ',' || g == ')' || g == '(' || g == '/' || g == '\\' || g == '.';
}

size_t text_filling(const char *text, enum face face, double size, double width) {
    const char *at = text, *cut = NULL, *before = text;
    double used = 0;
    for (uint32_t g; (g = glyph_next(&at)); before = at) {
        used += glyph_width(g, face) * size;
        if (used > width && before > text)
            return (size_t)((cut && (cut - text) * 3 > before - text ? cut : before) - text);
        if (is_mark(g)) cut = at;
    }
    return (size_t)(at - text);
}

const char *text_cut(struct arena *arena, const char *text, enum face face, double size,
                     double width) {
    struct buf out;
    if (text_pixels(text, face, size) <= width) return text;
    size_t n = text_filling(text, face, size, width - size);
    while (n > 1 && text[n - 1] == ' ') n--;
    buf_init(&out, arena);
    buf_put(&out, text, n);
    buf_puts(&out, "…");
    return out.at;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

const char *text_program(struct arena *arena, const char *program) {
    struct buf out;
    if (!strchr(program, '\\')) return program;
    buf_init(&out, arena);
    for (; *program; program++) {
        if (*program == '\\' && is_letter(program[1])) buf_puts(&out, "λ");
        else buf_put(&out, program, 1);
    }
    return out.at;
}

/* ---- XML ----------------------------------------------------------------------------------- */

static void put_glyph(struct buf *out, uint32_t g) {
    switch (g) {
    case '&': buf_puts(out, "&amp;"); return;
    case '<': buf_puts(out, "&lt;"); return;
    case '>': buf_puts(out, "&gt;"); return;
    case '"': buf_puts(out, "&quot;"); return;
    case '\'': buf_puts(out, "&#39;"); return;
    default: glyph_put(out, g);
    }
}

void xml_put_most(struct buf *out, const char *text, size_t most) {
    for (uint32_t g; (g = glyph_next(&text)); most--) {
        if (!most) {
            buf_puts(out, "…");
            return;
        }
        put_glyph(out, g);
    }
}

void xml_put(struct buf *out, const char *text) {
    xml_put_most(out, text, SIZE_MAX);
}

void px_put(struct buf *out, double value) {
    if (!(fabs(value) <= 1e7)) value = isnan(value) ? 0 : copysign(1e7, value);
    long long n = llround(value * 100);
    unsigned long long a = (unsigned long long)(n < 0 ? -n : n);
    buf_printf(out, "%s%llu", n < 0 ? "-" : "", a / 100);
    if (a % 100) buf_printf(out, a % 10 ? ".%02llu" : ".%llu", a % 10 ? a % 100 : a % 100 / 10);
}

void svg_put(struct buf *out, const char *form, ...) {
    va_list args;
    va_start(args, form);
    for (const char *at; (at = strchr(form, '%')); form = at + 2) {
        buf_put(out, form, (size_t)(at - form));
        if (at[1] == 'f') px_put(out, va_arg(args, double));
        else if (at[1] == 's') xml_put(out, va_arg(args, const char *));
        else if (at[1] == 'u') buf_printf(out, "%u", va_arg(args, uint32_t));
        else buf_puts(out, "%"); /* %% */
    }
    buf_puts(out, form);
    va_end(args);
}
