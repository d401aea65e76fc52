/* Text for LaTeX: in ASCII, so that it compiles with any of its engines and font encodings.
 *
 *     50%  ─▶ 50\%         é ─▶ \'{e}         λ ─▶ $\lambda$         书 ─▶ \nochar{4E66}
 *
 * A document that has signs LaTeX cannot do with its own fonts shows ? for them and still
 * says in the source which they are: whoever has the fonts defines \nochar anew. */
#include <string.h>

#include "show/tex.h"

static const struct sign {
    uint16_t glyph;
    const char *tex;
} signs[] = {
    /* in order */
    {0xA1, "!`"},
    {0xA3, "\\pounds{}"},
    {0xA7, "\\S{}"},
    {0xA9, "\\copyright{}"},
    {0xAC, "$\\neg$"},
    {0xB0, "$^\\circ$"},
    {0xB1, "$\\pm$"},
    {0xB6, "\\P{}"},
    {0xB7, "$\\cdot$"},
    {0xBF, "?`"},
    {0xC0, "\\`{A}"},
    {0xC1, "\\'{A}"},
    {0xC2, "\\^{A}"},
    {0xC3, "\\~{A}"},
    {0xC4, "\\\"{A}"},
    {0xC5, "\\r{A}"},
    {0xC6, "\\AE{}"},
    {0xC7, "\\c{C}"},
    {0xC8, "\\`{E}"},
    {0xC9, "\\'{E}"},
    {0xCA, "\\^{E}"},
    {0xCB, "\\\"{E}"},
    {0xCC, "\\`{I}"},
    {0xCD, "\\'{I}"},
    {0xCE, "\\^{I}"},
    {0xCF, "\\\"{I}"},
    {0xD1, "\\~{N}"},
    {0xD2, "\\`{O}"},
    {0xD3, "\\'{O}"},
    {0xD4, "\\^{O}"},
    {0xD5, "\\~{O}"},
    {0xD6, "\\\"{O}"},
    {0xD7, "$\\times$"},
    {0xD8, "\\O{}"},
    {0xD9, "\\`{U}"},
    {0xDA, "\\'{U}"},
    {0xDB, "\\^{U}"},
    {0xDC, "\\\"{U}"},
    {0xDD, "\\'{Y}"},
    {0xDF, "\\ss{}"},
    {0xE0, "\\`{a}"},
    {0xE1, "\\'{a}"},
    {0xE2, "\\^{a}"},
    {0xE3, "\\~{a}"},
    {0xE4, "\\\"{a}"},
    {0xE5, "\\r{a}"},
    {0xE6, "\\ae{}"},
    {0xE7, "\\c{c}"},
    {0xE8, "\\`{e}"},
    {0xE9, "\\'{e}"},
    {0xEA, "\\^{e}"},
    {0xEB, "\\\"{e}"},
    {0xEC, "\\`{\\i}"},
    {0xED, "\\'{\\i}"},
    {0xEE, "\\^{\\i}"},
    {0xEF, "\\\"{\\i}"},
    {0xF1, "\\~{n}"},
    {0xF2, "\\`{o}"},
    {0xF3, "\\'{o}"},
    {0xF4, "\\^{o}"},
    {0xF5, "\\~{o}"},
    {0xF6, "\\\"{o}"},
    {0xF7, "$\\div$"},
    {0xF8, "\\o{}"},
    {0xF9, "\\`{u}"},
    {0xFA, "\\'{u}"},
    {0xFB, "\\^{u}"},
    {0xFC, "\\\"{u}"},
    {0xFD, "\\'{y}"},
    {0xFF, "\\\"{y}"},
    {0x100, "\\={A}"},
    {0x101, "\\={a}"},
    {0x102, "\\u{A}"},
    {0x103, "\\u{a}"},
    {0x104, "A"},
    {0x105, "a"},
    {0x106, "\\'{C}"},
    {0x107, "\\'{c}"},
    {0x108, "\\^{C}"},
    {0x109, "\\^{c}"},
    {0x10A, "\\.{C}"},
    {0x10B, "\\.{c}"},
    {0x10C, "\\v{C}"},
    {0x10D, "\\v{c}"},
    {0x10E, "\\v{D}"},
    {0x10F, "\\v{d}"},
    {0x112, "\\={E}"},
    {0x113, "\\={e}"},
    {0x114, "\\u{E}"},
    {0x115, "\\u{e}"},
    {0x116, "\\.{E}"},
    {0x117, "\\.{e}"},
    {0x118, "E"},
    {0x119, "e"},
    {0x11A, "\\v{E}"},
    {0x11B, "\\v{e}"},
    {0x11C, "\\^{G}"},
    {0x11D, "\\^{g}"},
    {0x11E, "\\u{G}"},
    {0x11F, "\\u{g}"},
    {0x120, "\\.{G}"},
    {0x121, "\\.{g}"},
    {0x122, "\\c{G}"},
    {0x123, "\\c{g}"},
    {0x124, "\\^{H}"},
    {0x125, "\\^{h}"},
    {0x128, "\\~{I}"},
    {0x129, "\\~{\\i}"},
    {0x12A, "\\={I}"},
    {0x12B, "\\={\\i}"},
    {0x12C, "\\u{I}"},
    {0x12D, "\\u{\\i}"},
    {0x12E, "I"},
    {0x12F, "i"},
    {0x130, "\\.{I}"},
    {0x131, "\\i{}"},
    {0x134, "\\^{J}"},
    {0x135, "\\^{\\j}"},
    {0x136, "\\c{K}"},
    {0x137, "\\c{k}"},
    {0x139, "\\'{L}"},
    {0x13A, "\\'{l}"},
    {0x13B, "\\c{L}"},
    {0x13C, "\\c{l}"},
    {0x13D, "\\v{L}"},
    {0x13E, "\\v{l}"},
    {0x141, "\\L{}"},
    {0x142, "\\l{}"},
    {0x143, "\\'{N}"},
    {0x144, "\\'{n}"},
    {0x145, "\\c{N}"},
    {0x146, "\\c{n}"},
    {0x147, "\\v{N}"},
    {0x148, "\\v{n}"},
    {0x14C, "\\={O}"},
    {0x14D, "\\={o}"},
    {0x14E, "\\u{O}"},
    {0x14F, "\\u{o}"},
    {0x150, "\\H{O}"},
    {0x151, "\\H{o}"},
    {0x152, "\\OE{}"},
    {0x153, "\\oe{}"},
    {0x154, "\\'{R}"},
    {0x155, "\\'{r}"},
    {0x156, "\\c{R}"},
    {0x157, "\\c{r}"},
    {0x158, "\\v{R}"},
    {0x159, "\\v{r}"},
    {0x15A, "\\'{S}"},
    {0x15B, "\\'{s}"},
    {0x15C, "\\^{S}"},
    {0x15D, "\\^{s}"},
    {0x15E, "\\c{S}"},
    {0x15F, "\\c{s}"},
    {0x160, "\\v{S}"},
    {0x161, "\\v{s}"},
    {0x162, "\\c{T}"},
    {0x163, "\\c{t}"},
    {0x164, "\\v{T}"},
    {0x165, "\\v{t}"},
    {0x168, "\\~{U}"},
    {0x169, "\\~{u}"},
    {0x16A, "\\={U}"},
    {0x16B, "\\={u}"},
    {0x16C, "\\u{U}"},
    {0x16D, "\\u{u}"},
    {0x16E, "\\r{U}"},
    {0x16F, "\\r{u}"},
    {0x170, "\\H{U}"},
    {0x171, "\\H{u}"},
    {0x172, "U"},
    {0x173, "u"},
    {0x174, "\\^{W}"},
    {0x175, "\\^{w}"},
    {0x176, "\\^{Y}"},
    {0x177, "\\^{y}"},
    {0x178, "\\\"{Y}"},
    {0x179, "\\'{Z}"},
    {0x17A, "\\'{z}"},
    {0x17B, "\\.{Z}"},
    {0x17C, "\\.{z}"},
    {0x17D, "\\v{Z}"},
    {0x17E, "\\v{z}"},
    {0x391, "$\\mathrm{A}$"},
    {0x392, "$\\mathrm{B}$"},
    {0x393, "$\\Gamma$"},
    {0x394, "$\\Delta$"},
    {0x395, "$\\mathrm{E}$"},
    {0x396, "$\\mathrm{Z}$"},
    {0x397, "$\\mathrm{H}$"},
    {0x398, "$\\Theta$"},
    {0x399, "$\\mathrm{I}$"},
    {0x39A, "$\\mathrm{K}$"},
    {0x39B, "$\\Lambda$"},
    {0x39C, "$\\mathrm{M}$"},
    {0x39D, "$\\mathrm{N}$"},
    {0x39E, "$\\Xi$"},
    {0x39F, "$\\mathrm{O}$"},
    {0x3A0, "$\\Pi$"},
    {0x3A1, "$\\mathrm{P}$"},
    {0x3A3, "$\\Sigma$"},
    {0x3A4, "$\\mathrm{T}$"},
    {0x3A5, "$\\Upsilon$"},
    {0x3A6, "$\\Phi$"},
    {0x3A7, "$\\mathrm{X}$"},
    {0x3A8, "$\\Psi$"},
    {0x3A9, "$\\Omega$"},
    {0x3B1, "$\\alpha$"},
    {0x3B2, "$\\beta$"},
    {0x3B3, "$\\gamma$"},
    {0x3B4, "$\\delta$"},
    {0x3B5, "$\\epsilon$"},
    {0x3B6, "$\\zeta$"},
    {0x3B7, "$\\eta$"},
    {0x3B8, "$\\theta$"},
    {0x3B9, "$\\iota$"},
    {0x3BA, "$\\kappa$"},
    {0x3BB, "$\\lambda$"},
    {0x3BC, "$\\mu$"},
    {0x3BD, "$\\nu$"},
    {0x3BE, "$\\xi$"},
    {0x3BF, "$o$"},
    {0x3C0, "$\\pi$"},
    {0x3C1, "$\\rho$"},
    {0x3C2, "$\\varsigma$"},
    {0x3C3, "$\\sigma$"},
    {0x3C4, "$\\tau$"},
    {0x3C5, "$\\upsilon$"},
    {0x3C6, "$\\phi$"},
    {0x3C7, "$\\chi$"},
    {0x3C8, "$\\psi$"},
    {0x3C9, "$\\omega$"},
    {0x2010, "-"},
    {0x2011, "-"},
    {0x2013, "--"},
    {0x2014, "---"},
    {0x2018, "`"},
    {0x2019, "'"},
    {0x201A, ","},
    {0x201C, "``"},
    {0x201D, "''"},
    {0x201E, ",,"},
    {0x2022, "\\textbullet{}"},
    {0x2026, "\\ldots{}"},
    {0x2032, "'"},
    {0x20AC, "EUR"},
    {0x2190, "$\\leftarrow$"},
    {0x2191, "$\\uparrow$"},
    {0x2192, "$\\rightarrow$"},
    {0x2193, "$\\downarrow$"},
    {0x2194, "$\\leftrightarrow$"},
    {0x21D2, "$\\Rightarrow$"},
    {0x2200, "$\\forall$"},
    {0x2203, "$\\exists$"},
    {0x2205, "$\\emptyset$"},
    {0x2208, "$\\in$"},
    {0x2209, "$\\notin$"},
    {0x2212, "$-$"},
    {0x221E, "$\\infty$"},
    {0x2227, "$\\wedge$"},
    {0x2228, "$\\vee$"},
    {0x2229, "$\\cap$"},
    {0x222A, "$\\cup$"},
    {0x2248, "$\\approx$"},
    {0x2260, "$\\neq$"},
    {0x2264, "$\\leq$"},
    {0x2265, "$\\geq$"},
    {0x2282, "$\\subset$"},
    {0x2286, "$\\subseteq$"},
    {0x22C5, "$\\cdot$"},
};

static const char *sign_of(uint32_t glyph) {
    size_t low = 0, high = sizeof signs / sizeof signs[0];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (signs[middle].glyph == glyph) return signs[middle].tex;
        if (signs[middle].glyph > glyph) high = middle;
        else low = middle + 1;
    }
    return NULL;
}

/* Marks of ASCII that mean something to TeX, or that its fonts have in other places. */
static const char *ascii(uint32_t glyph) {
    switch (glyph) {
    case '\\': return "\\textbackslash{}";
    case '^': return "\\textasciicircum{}";
    case '~': return "\\textasciitilde{}";
    case '<': return "\\textless{}";
    case '>': return "\\textgreater{}";
    case '|': return "\\textbar{}";
    case '_': return "\\_";
    case '&': return "\\&";
    case '#': return "\\#";
    case '%': return "\\%";
    case '$': return "\\$";
    case '{': return "\\{";
    case '}': return "\\}";
    case '"': return "''";
    case '`': return "\\textquoteleft{}";
    case '\'': return "\\textquoteright{}";
    case '-': return "-{}";
    case '[': return "{[}"; /* no option of what stands before it */
    case ']': return "{]}";
    case '*': return "{*}";
    default: return NULL;
    }
}

static void put_glyph(struct buf *out, uint32_t glyph) {
    const char *tex = glyph < 0x7F ? ascii(glyph) : sign_of(glyph);
    if (tex) buf_puts(out, tex);
    else if (glyph < 0x7F) glyph_put(out, glyph);
    else buf_printf(out, "\\nochar{%04X}", glyph);
}

void tex_put(struct buf *out, const char *text) {
    for (uint32_t g; (g = glyph_next(&text));) put_glyph(out, g);
}

/* A line may end behind these. */
static bool is_break(uint32_t g) {
    return g == ' ' || g == ',' || g == '(' || g == ')' || g == '/' || g == '\\' || g == '.' ||
           g == '|';
}

void tex_put_folding(struct buf *out, const char *text, size_t most) {
    size_t run = 0, n = 0;
    for (uint32_t g; (g = glyph_next(&text)); n++) {
        if (n == most) buf_puts(out, "\\ldots{}");
        if (n == most) return;
        put_glyph(out, g);
        run = is_break(g) ? 0 : run + 1;
        if (g == '_' && run > TEX_RUN / 2) run = 0;
        if ((!run && g != ' ') || run == TEX_RUN) buf_puts(out, "\\fold{}");
        if (run == TEX_RUN) run = 0;
    }
}
