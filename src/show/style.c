/* The style of all pictures: one table of what has which colour by day and by night.
 *
 *     .g2l2 .cat { fill: #1d2733 }                            who knows no more of CSS
 *     @supports  { --tone-ink: var(--g2l2-ink, #1d2733) }     a page may choose
 *     @media (prefers-color-scheme: dark)  { ... #e8ebf0 }    or the reader's system
 *
 * A page that has colours of its own sets --g2l2-ink, -soft, -faint, -line, -accent, -second,
 * -paper, -panel and -wash where its pictures are. Every rule begins with .g2l2, since a
 * style within a page is one for the page; only a picture that stands alone has a ground. */
#include "show/draw.h"

static const struct tone {
    const char *name, *light, *dark;
} tones[] = {
    {"ink", "#1d2733", "#e8ebf0"},    {"soft", "#5b6775", "#a3aebd"},
    {"faint", "#98a2af", "#6b7685"},  {"line", "#8a95a3", "#7b8797"},
    {"accent", "#2457c5", "#8ab4ff"}, {"second", "#b0480f", "#f2a668"},
    {"paper", "#ffffff", "#14181e"},  {"panel", "#f4f6f9", "#1d232b"},
    {"wash", "#e6edfb", "#26344d"},   {"edge", "#dde2e9", "#323b47"},
};

/* What is drawn in a tone: by its index. */
enum { INK, SOFT, FAINT, LINE, ACCENT, SECOND, PAPER, PANEL, WASH, EDGE };

static const struct painted {
    const char *selector, *property;
    int tone;
} rules[] = {
    {"text", "fill", INK},
    {".cat", "fill", INK},
    {".prog,.note,.head", "fill", SOFT},
    {".empty text,.faint", "fill", FAINT},
    {".val,.answer", "fill", ACCENT},
    {".rule", "fill", SOFT},
    {".arrow", "fill", SECOND},
    {".label,.reason", "fill", SECOND},
    {".num", "fill", INK},
    {".line", "stroke", LINE},
    {".thin", "stroke", EDGE},
    {".ring", "stroke", ACCENT},
    {".from", "stroke", SECOND},
    {".path", "stroke", SECOND},
    {".floor", "fill", PANEL},
    {".floor,.box", "stroke", EDGE},
    {".box,.paper", "fill", PAPER},
    {".halo", "stroke", PANEL},
    {".bar", "fill", EDGE},
    {".share", "fill", ACCENT},
    {".node:hover>.hit,.node:focus>.hit,.node.on>.hit", "fill", WASH},
    {".word:hover>.hit,.word.on>.hit", "fill", WASH},
};

static const char types[] =
    ".g2l2 text{font-family:Helvetica,Arial,\"Liberation Sans\",sans-serif;font-size:13px}"
    ".g2l2 .title{font-size:20px;font-weight:600}"
    ".g2l2 .head{font-size:11px;font-weight:600;letter-spacing:.6px}"
    ".g2l2 .w{font-size:15px;font-weight:600}"
    ".g2l2 .empty .w{font-weight:400}"
    ".g2l2 .cat{font-size:13px}"
    ".g2l2 .rule{font-size:12px}"
    ".g2l2 .prog,.g2l2 .mono{font-family:\"DejaVu Sans Mono\",Menlo,\"Liberation Mono\","
    "\"Courier New\",monospace}"
    ".g2l2 .prog{font-size:10px}"
    ".g2l2 .mono{font-size:12px}"
    ".g2l2 .val{font-size:11px}"
    ".g2l2 .note{font-size:11px}"
    ".g2l2 .answer{font-size:15px;font-weight:600}"
    ".g2l2 .mid{text-anchor:middle}"
    ".g2l2 .end{text-anchor:end}"
    ".g2l2 .line{fill:none;stroke-width:1.1}"
    ".g2l2 .thin{fill:none;stroke-width:1}"
    ".g2l2 .hit{fill:transparent}"
    ".g2l2 .node{outline:none;cursor:default}"
    ".g2l2 .num{font-size:11px;font-weight:600}"
    ".g2l2 .halo{stroke-width:3px;stroke-linejoin:round;paint-order:stroke}"
    ".g2l2 .ring{fill:none;stroke-width:3}"
    ".g2l2 .frame{fill:none;stroke:#fff;stroke-width:1.5}"
    ".g2l2 .from{fill:none;stroke-width:2;stroke-dasharray:4 3}"
    ".g2l2 .path{fill:none;stroke-width:1.6}"
    ".g2l2 .label{font-size:11px;font-style:italic}"
    ".g2l2 .title.answer{font-size:20px}"
    ".g2l2 .plain{font-size:13px;font-weight:400}"
    ".g2l2 .reason{font-size:14px}"
    ".g2l2 .chip{font-size:9px;font-weight:600}";

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* `.a,.b` as `.g2l2 .a,.g2l2 .b`. */
static void put_selector(struct buf *out, const char *selector) {
    buf_puts(out, ".g2l2 ");
    for (; *selector; selector++) {
        buf_put(out, selector, 1);
        if (*selector == ',') buf_puts(out, ".g2l2 ");
    }
}

static void put_rules(struct buf *out, bool variable) {
    for (size_t i = 0; i < LENGTH(rules); i++) {
        const struct tone *tone = &tones[rules[i].tone];
        put_selector(out, rules[i].selector);
        if (variable) buf_printf(out, "{%s:var(--tone-%s)}", rules[i].property, tone->name);
        else buf_printf(out, "{%s:%s}", rules[i].property, tone->light);
    }
}

static void put_tones(struct buf *out, bool dark) {
    buf_puts(out, ".g2l2{");
    for (size_t i = 0; i < LENGTH(tones); i++)
        buf_printf(out, "--tone-%s:var(--g2l2-%s,%s);", tones[i].name, tones[i].name,
                   dark ? tones[i].dark : tones[i].light);
    buf_puts(out, "}");
}

static void put_style(struct buf *out) {
    buf_puts(out, "<style>");
    buf_puts(out, types);
    put_rules(out, false);
    buf_puts(out, "svg.g2l2:root{background:#fff}@supports (fill:var(--a)){");
    put_tones(out, false);
    put_rules(out, true);
    buf_puts(out, "svg.g2l2:root{background:var(--tone-paper)}}"
                  "@media (prefers-color-scheme:dark){");
    put_tones(out, true);
    buf_puts(out, "}</style>\n");
}

void svg_open(struct buf *out, double width, double height, const char *label) {
    svg_put(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"g2l2\" width=\"%f\" height=\"%f\" "
            "viewBox=\"0 0 %f %f\" role=\"img\" aria-label=\"",
            width, height, width, height);
    xml_put_most(out, label, 300);
    buf_puts(out, "\">\n");
    put_style(out);
}

void svg_put_piece(struct buf *out, const struct piece *piece, const char *label) {
    svg_open(out, piece->width, piece->height, label);
    buf_put(out, piece->svg.at ? piece->svg.at : "", piece->svg.n);
    buf_puts(out, "</svg>\n");
}

void piece_put_at(struct buf *out, const struct piece *piece, double x, double y) {
    svg_put(out, "<g transform=\"translate(%f %f)\">\n", x, y);
    buf_put(out, piece->svg.at ? piece->svg.at : "", piece->svg.n);
    buf_puts(out, "</g>\n");
}
