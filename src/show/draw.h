/* draw - what the drawings of src/show have in common. For the files of src/show only.
 *
 *     text.c       characters and their widths; a text escaped, measured, cut, folded
 *     style.c      the colours and types of all pictures, as one style sheet
 *     palette.c    colours of values: `red`, and those nobody has a name for
 *     stage.c      a scene's objects: where each stands in a picture, and what it looks like
 *     photo.c      the image of a scene, where there is one
 *     scene.c      the picture of a stage                derivation.c   of a derivation
 *
 * A picture is made in pieces, each drawn from (0, 0) on and with a known size, which are
 * then put beside or below each other. Numbers are written with two digits at most and
 * without regard to the locale; what is no number is 0. */
#ifndef G2L2_DRAW_H
#define G2L2_DRAW_H

#include "show/show.h"

struct piece {
    double width, height;
    struct buf svg;
};

/* ---- text: text.c ------------------------------------------------------------------ */

#define GLYPH_WRONG 0xFFFDu /* what is not UTF-8, or not a character of a text */

/* The next character; 0 at the end. Spaces of any kind are ' ', control characters and
 * what XML does not know GLYPH_WRONG. */
uint32_t glyph_next(const char **text);
void glyph_put(struct buf *out, uint32_t glyph); /* as UTF-8 */

enum face { FACE_SANS, FACE_BOLD, FACE_MONO };
/* In pixels, for letters of a size; generous, since fonts differ. */
double text_pixels(const char *text, enum face face, double size);
/* The bytes of `text` that fit, cut behind a word or a mark where that can be; at least
 * one character. All of it fits: its length. */
size_t text_filling(const char *text, enum face face, double size, double width);
/* The text, or what fits of it and `…`; in `arena` if it was cut. */
const char *text_cut(struct arena *arena, const char *text, enum face face, double size,
                     double width);

/* A program as it is read in print: λx for \x. */
const char *text_program(struct arena *arena, const char *program);

/* Text for XML, quotes of attributes included; `most` characters, then `…`. */
void xml_put(struct buf *out, const char *text);
void xml_put_most(struct buf *out, const char *text, size_t most);
/* A number for SVG: `-1.5`. Huge ones are cut off. */
void px_put(struct buf *out, double value);
/* A form in which %f, %s and %u stand for numbers as px_put writes them, texts as xml_put
 * does, and whole numbers; there are no others, and no widths. */
void svg_put(struct buf *out, const char *form, ...) __attribute__((format(printf, 2, 3)));

/* ---- style: style.c ---------------------------------------------------------------- */

/* <svg> with its size, class and style; and a piece as such a picture. */
void svg_open(struct buf *out, double width, double height, const char *label);
void svg_put_piece(struct buf *out, const struct piece *piece, const char *label);
/* A piece within another picture. */
void piece_put_at(struct buf *out, const struct piece *piece, double x, double y);

/* ---- colours: palette.c ------------------------------------------------------------ */

struct rgb {
    uint8_t r, g, b;
};
struct rgb palette_of(const char *value); /* always the same; NULL: grey */
struct rgb rgb_mixed(struct rgb a, struct rgb b, double share_of_b);
bool rgb_is_light(struct rgb c);             /* dark letters are read better on it */
void rgb_put(struct buf *out, struct rgb c); /* `#ad2323` */

/* ---- objects: stage.c -------------------------------------------------------------- */

enum prop_shape { PROP_CUBE, PROP_SPHERE, PROP_CYLINDER, PROP_TRIANGLE, PROP_OTHER };
struct prop {
    double x, y, r;   /* from the left and from the top: who is in front is low */
    double number[2]; /* the middle of where its number stands */
    double box[4];    /* in a photo: left, top, width and height */
    enum prop_shape shape;
    struct rgb color;
    bool metal;
    char initial[5]; /* PROP_OTHER: what stands on it; UTF-8 */
};
struct stage {
    double width, height;
    uint32_t n;
    struct prop *props;  /* [n] */
    uint32_t *order;     /* [n] from behind to the front */
    bool numbers_inside; /* of the objects: there are many of them */
    bool has_view;       /* which way is right is known */
    bool has_positions;  /* else they stand in rows */
};
/* A scene in a picture about as large as this; it grows if there are many objects. */
struct stage stage_make(struct arena *arena, const g2l2_scenes *scenes, size_t scene, double width,
                        double height);
/* The same in a photo of this size, which shows `pixels` of width of the image; false: it is not
 * known where they all are. */
bool stage_in_photo(struct arena *arena, const g2l2_scenes *scenes, size_t scene, double width,
                    double height, double pixels, struct stage *out);
struct rgb object_color(const g2l2_scenes *scenes, size_t scene, uint32_t object);
/* An arrow between marked objects: the probability that it is one. */
struct stage_arrow {
    uint32_t from, to;
    double sure;
};
/* The surest ones, at most `most`. */
uint32_t stage_arrows(const struct stage *stage, const struct show_marks *marks, uint32_t most,
                      struct stage_arrow *out);

/* ---- images: photo.c ----------------------------------------------------------------- */

struct photo {
    double pixels[2]; /* width and height of the image */
    const char *uri;  /* `data:image/png;base64,...`, about as fine as it will be drawn */
};
/* The image of a scene, to be drawn about so wide; false: there is none, or it is no image. */
bool photo_open(struct arena *arena, const g2l2_scenes *scenes, size_t scene, double width,
                struct photo *out);

/* ---- pictures ---------------------------------------------------------------------- */

/* scene.c */
struct piece scene_piece(struct arena *arena, const g2l2_scenes *scenes, size_t scene,
                         const struct show_marks *marks, double width, double height);
/* derivation.c */
struct piece derivation_piece(struct arena *arena, const struct trace *trace, uint32_t derivation);
/* chips.c: what a part means, in a line: a text cut to `width`, or the objects that are
 * meant, as small squares of their colours with their numbers. */
struct piece value_piece(struct arena *arena, const struct trace *trace,
                         const struct trace_value *value, double width);

/* ---- a whole page: sheet.c, svg.c, svg_words.c --------------------------------------- */

#define SHEET_MARGIN 28.0
#define SHEET_WIDTH  940.0 /* at least */

/* What is drawn from the top to the bottom: `y` is where the next thing begins. */
struct sheet {
    struct arena *arena;
    const struct trace *trace;
    double width, y;
    struct buf out;
};
struct sheet sheet_new(struct arena *arena, const struct trace *trace, double width);
void sheet_heading(struct sheet *s, const char *text);
/* Letters of a class and size, from (x, y) on, on as many lines as it takes up to `most`. */
void sheet_fold(struct sheet *s, const char *class, enum face face, double size, double x,
                double width, uint32_t most, const char *text);
/* A share as a bar, its upper left corner at (x, y). */
void sheet_share_bar(struct sheet *s, double x, double y, double width, double share);
/* Pieces beside each other, and below where there is no more room. */
struct flow {
    struct sheet *sheet;
    double x, row; /* where the next one begins; the height of this row */
    double gap;
};
struct flow flow_begin(struct sheet *s, double gap);
void flow_put(struct flow *f, const struct piece *piece);
void flow_end(struct flow *f);

void sheet_put_words(struct sheet *s);    /* the words and their entries */
void sheet_put_no_parse(struct sheet *s); /* brackets, and what is missing */

/* ---- traces ------------------------------------------------------------------------ */

/* The scenes of a trace, or NULL. */
static inline const g2l2_scenes *trace_scenes(const struct trace *trace) {
    return trace->has_scene ? trace->naming.scenes : NULL;
}
/* What to mark for a step of execution: false if it is about no objects. */
bool step_marks(const struct trace *trace, const struct trace_derivation *d,
                const struct trace_step *step, struct show_marks *out);
/* Is an entry of a word the one that the first derivation uses? */
bool entry_is_used(const struct trace *trace, uint32_t word, uint32_t entry);
/* Has no word before it the same text? */
bool word_is_first(const struct trace *trace, uint32_t word);
/* [0, 1], whatever it is. */
static inline double share_of(double value) {
    return value > 0 ? value < 1 ? value : 1 : 0;
}

#endif
