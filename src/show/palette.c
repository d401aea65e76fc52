/* Colours of values: those that have a name, and a stable one for all others.
 *
 *     red ─▶ table ─▶ #c42b2b        #09f ─▶ as it says        quux ─▶ hash ─▶ a hue
 *
 * The names are those of CSS. The eight that scenes of CLEVR have look like paint there,
 * not like light, and so they do here. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "show/draw.h"

static const struct named {
    const char *name;
    uint32_t rgb;
} names[] = {
    /* in order */
    {"aliceblue", 0xf0f8ff},
    {"antiquewhite", 0xfaebd7},
    {"aqua", 0x00ffff},
    {"aquamarine", 0x7fffd4},
    {"azure", 0xf0ffff},
    {"beige", 0xf5f5dc},
    {"bisque", 0xffe4c4},
    {"black", 0x000000},
    {"blanchedalmond", 0xffebcd},
    {"blue", 0x2f55d8},
    {"blueviolet", 0x8a2be2},
    {"brown", 0x8a5425},
    {"burlywood", 0xdeb887},
    {"cadetblue", 0x5f9ea0},
    {"chartreuse", 0x7fff00},
    {"chocolate", 0xd2691e},
    {"coral", 0xff7f50},
    {"cornflowerblue", 0x6495ed},
    {"cornsilk", 0xfff8dc},
    {"crimson", 0xdc143c},
    {"cyan", 0x29d0d0},
    {"darkblue", 0x00008b},
    {"darkcyan", 0x008b8b},
    {"darkgoldenrod", 0xb8860b},
    {"darkgray", 0xa9a9a9},
    {"darkgreen", 0x006400},
    {"darkgrey", 0xa9a9a9},
    {"darkkhaki", 0xbdb76b},
    {"darkmagenta", 0x8b008b},
    {"darkolivegreen", 0x556b2f},
    {"darkorange", 0xff8c00},
    {"darkorchid", 0x9932cc},
    {"darkred", 0x8b0000},
    {"darksalmon", 0xe9967a},
    {"darkseagreen", 0x8fbc8f},
    {"darkslateblue", 0x483d8b},
    {"darkslategray", 0x2f4f4f},
    {"darkslategrey", 0x2f4f4f},
    {"darkturquoise", 0x00ced1},
    {"darkviolet", 0x9400d3},
    {"deeppink", 0xff1493},
    {"deepskyblue", 0x00bfff},
    {"dimgray", 0x696969},
    {"dimgrey", 0x696969},
    {"dodgerblue", 0x1e90ff},
    {"firebrick", 0xb22222},
    {"floralwhite", 0xfffaf0},
    {"forestgreen", 0x228b22},
    {"fuchsia", 0xff00ff},
    {"gainsboro", 0xdcdcdc},
    {"ghostwhite", 0xf8f8ff},
    {"gold", 0xffd700},
    {"goldenrod", 0xdaa520},
    {"gray", 0x686868},
    {"green", 0x24832a},
    {"greenyellow", 0xadff2f},
    {"grey", 0x686868},
    {"honeydew", 0xf0fff0},
    {"hotpink", 0xff69b4},
    {"indianred", 0xcd5c5c},
    {"indigo", 0x4b0082},
    {"ivory", 0xfffff0},
    {"khaki", 0xf0e68c},
    {"lavender", 0xe6e6fa},
    {"lavenderblush", 0xfff0f5},
    {"lawngreen", 0x7cfc00},
    {"lemonchiffon", 0xfffacd},
    {"lightblue", 0xadd8e6},
    {"lightcoral", 0xf08080},
    {"lightcyan", 0xe0ffff},
    {"lightgoldenrodyellow", 0xfafad2},
    {"lightgray", 0xd3d3d3},
    {"lightgreen", 0x90ee90},
    {"lightgrey", 0xd3d3d3},
    {"lightpink", 0xffb6c1},
    {"lightsalmon", 0xffa07a},
    {"lightseagreen", 0x20b2aa},
    {"lightskyblue", 0x87cefa},
    {"lightslategray", 0x778899},
    {"lightslategrey", 0x778899},
    {"lightsteelblue", 0xb0c4de},
    {"lightyellow", 0xffffe0},
    {"lime", 0x00ff00},
    {"limegreen", 0x32cd32},
    {"linen", 0xfaf0e6},
    {"magenta", 0xff00ff},
    {"maroon", 0x800000},
    {"mediumaquamarine", 0x66cdaa},
    {"mediumblue", 0x0000cd},
    {"mediumorchid", 0xba55d3},
    {"mediumpurple", 0x9370db},
    {"mediumseagreen", 0x3cb371},
    {"mediumslateblue", 0x7b68ee},
    {"mediumspringgreen", 0x00fa9a},
    {"mediumturquoise", 0x48d1cc},
    {"mediumvioletred", 0xc71585},
    {"midnightblue", 0x191970},
    {"mintcream", 0xf5fffa},
    {"mistyrose", 0xffe4e1},
    {"moccasin", 0xffe4b5},
    {"navajowhite", 0xffdead},
    {"navy", 0x000080},
    {"oldlace", 0xfdf5e6},
    {"olive", 0x808000},
    {"olivedrab", 0x6b8e23},
    {"orange", 0xffa500},
    {"orangered", 0xff4500},
    {"orchid", 0xda70d6},
    {"palegoldenrod", 0xeee8aa},
    {"palegreen", 0x98fb98},
    {"paleturquoise", 0xafeeee},
    {"palevioletred", 0xdb7093},
    {"papayawhip", 0xffefd5},
    {"peachpuff", 0xffdab9},
    {"peru", 0xcd853f},
    {"pink", 0xffc0cb},
    {"plum", 0xdda0dd},
    {"powderblue", 0xb0e0e6},
    {"purple", 0x8b32c8},
    {"rebeccapurple", 0x663399},
    {"red", 0xc42b2b},
    {"rosybrown", 0xbc8f8f},
    {"royalblue", 0x4169e1},
    {"saddlebrown", 0x8b4513},
    {"salmon", 0xfa8072},
    {"sandybrown", 0xf4a460},
    {"seagreen", 0x2e8b57},
    {"seashell", 0xfff5ee},
    {"sienna", 0xa0522d},
    {"silver", 0xc0c0c0},
    {"skyblue", 0x87ceeb},
    {"slateblue", 0x6a5acd},
    {"slategray", 0x708090},
    {"slategrey", 0x708090},
    {"snow", 0xfffafa},
    {"springgreen", 0x00ff7f},
    {"steelblue", 0x4682b4},
    {"tan", 0xd2b48c},
    {"teal", 0x008080},
    {"thistle", 0xd8bfd8},
    {"tomato", 0xff6347},
    {"turquoise", 0x40e0d0},
    {"violet", 0xee82ee},
    {"wheat", 0xf5deb3},
    {"white", 0xffffff},
    {"whitesmoke", 0xf5f5f5},
    {"yellow", 0xf7dc33},
    {"yellowgreen", 0x9acd32},
};

static struct rgb rgb_from(uint32_t v) {
    return (struct rgb){(uint8_t)(v >> 16), (uint8_t)(v >> 8), (uint8_t)v};
}

static bool find_name(const char *value, struct rgb *out) {
    size_t low = 0, high = sizeof names / sizeof names[0];
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcasecmp(value, names[middle].name);
        if (!order) *out = rgb_from(names[middle].rgb);
        if (!order) return true;
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return false;
}

/* `#09f` or `#0099ff`. */
static bool read_digits(const char *value, struct rgb *out) {
    static const char digits[] = "0123456789abcdef";
    size_t n = strlen(value + (*value == '#'));
    uint32_t v = 0;
    if (*value != '#' || (n != 3 && n != 6)) return false;
    for (const char *at = value + 1; *at; at++) {
        const char *digit = strchr(digits, *at | 0x20);
        if (!digit || !((*at >= '0' && *at <= '9') || (*at | 0x20) >= 'a')) return false;
        uint32_t d = (uint32_t)(digit - digits);
        v = n == 3 ? v << 8 | d << 4 | d : v << 4 | d;
    }
    *out = rgb_from(v);
    return true;
}

/* A hue, neither pale nor dark. */
static struct rgb from_hash(const char *value) {
    uint64_t h = hash_mix(hash_bytes(value, strlen(value), 0), 1);
    double part[3], hue = (double)(h % 360) / 60, depth = 0.25 + (double)(h >> 32 & 15) / 60;
    for (int i = 0; i < 3; i++) {
        double k = fmod(hue + 2 * (3 - i), 6), bend = fmin(fmin(k, 4 - k), 1);
        part[i] = 0.86 - 0.86 * (1 - depth) * fmax(0, bend);
    }
    return (struct rgb){(uint8_t)(255 * part[0]), (uint8_t)(255 * part[1]),
                        (uint8_t)(255 * part[2])};
}

struct rgb palette_of(const char *value) {
    struct rgb out = {150, 160, 172};
    if (value && *value && !find_name(value, &out) && !read_digits(value, &out))
        out = from_hash(value);
    return out;
}

static uint8_t mixed(uint8_t a, uint8_t b, double share) {
    return (uint8_t)lround(a + (b - a) * share);
}

struct rgb rgb_mixed(struct rgb a, struct rgb b, double share) {
    share = share_of(share);
    return (struct rgb){mixed(a.r, b.r, share), mixed(a.g, b.g, share), mixed(a.b, b.b, share)};
}

bool rgb_is_light(struct rgb c) {
    return 0.3 * c.r + 0.59 * c.g + 0.11 * c.b > 150;
}

void rgb_put(struct buf *out, struct rgb c) {
    buf_printf(out, "#%02x%02x%02x", c.r, c.g, c.b);
}
