/* scenes_store - how scenes lie in memory. For the files of src/data only.
 *
 * Most objects of a file have the same properties, so the names stand once, in a
 * layout, and an object is a row of words:
 *
 *   object   layout │ color=red  material=metal  shape=cube  size=large │ 1.5  -2.0  0.7
 *            uint32 │ uint32: numbers of interned pairs                 │ float
 *
 * That is 32 bytes for an object of CLEVR. Entries of a layout are in the order of
 * their names, so the order in a file does not matter. */
#ifndef G2L2_SCENES_STORE_H
#define G2L2_SCENES_STORE_H

#include "data/scenes.h"

/* What stands in a place of an object's row. */
struct entry {
    uint32_t name;  /* values: of the property, in `names`; numbers: in `numbers` */
    uint32_t group; /* numbers: the property, in `names`; SYMBOL_NONE: no array */
};

struct layout {
    uint32_t n_values, n_numbers;
    struct entry *entries; /* [n_values + n_numbers] */
};

enum { KEY_ID, KEY_FILE, KEY_INDEX, N_KEYS }; /* the first there is names the scene */

struct stored {
    const uint32_t *words;         /* rows of objects, one after the other */
    const float *given;            /* [n_objects, n_given] their own vectors, or NULL */
    const double *exact;           /* numbers of rows, one after the other, as they were read */
    const struct scene_view *view; /* or NULL */
    const float *boxes; /* [n_objects, 4] where they are in an image: x0 y0 x1 y1; or NULL */
    const uint8_t *png; /* [n_png] its image, where that is no file; or NULL */
    size_t n_png;
    uint32_t n_objects;
    uint32_t keys[N_KEYS]; /* in `keys`, SYMBOL_NONE: none */
};

struct g2l2_scenes {
    struct guard guard;
    struct arena arena, scratch; /* scratch: for one scene */
    VEC(struct stored) stored;
    struct symbols names;   /* properties */
    struct symbols numbers; /* `x`, `3d_coords.0` */
    struct symbols pairs;   /* `color=red` */
    struct symbols keys;
    VEC(uint32_t) found;      /* [keys] a scene, FOUND_NONE or FOUND_MANY */
    struct symbols layout_of; /* entries as text: the number of the layout */
    VEC(struct layout) layouts;
    uint32_t last_layout;
    uint32_t n_given;   /* length of the objects' own vectors; 0: they have none */
    bool has_objects;   /* so that is decided */
    struct facts facts; /* what is stated of their objects */
    struct scene *seen; /* [n_seen] malloc'ed, as is block */
    float *block;
    size_t n_seen;
    uint64_t epoch;     /* another one each time they are encoded, of any scenes */
    char *about;        /* what tables were taken to be, malloc'ed, or NULL */
    char *encoder_text; /* of the last encoding, malloc'ed; NULL: there was none */
    char *gallery;      /* directory of the images that drawings show, malloc'ed; "": names are
                           paths; NULL: they show none */
    char *sight;        /* how images became features, as lines of text, malloc'ed; or NULL */
};

#define FOUND_NONE UINT32_MAX
#define FOUND_MANY (UINT32_MAX - 1)

/* What scenes_cut needs to forget all that was added since. */
struct scenes_mark {
    uint32_t n, n_given;
    bool has_objects;
};
struct scenes_mark scenes_mark(const g2l2_scenes *self);
void scenes_cut(g2l2_scenes *self, struct scenes_mark mark);

/* Errors of what follows land in `guard`. */
void scenes_land(g2l2_scenes *self, struct guard *guard);
uint32_t scenes_layout(g2l2_scenes *self, const struct layout *layout);
uint32_t scenes_push(g2l2_scenes *self, const struct stored *scene); /* its index */

/* One scene of a file, in scenes_json.c: where it is, and what of it is read. */
struct stream;
struct tree;
enum scene_form { SCENE_ANY, SCENE_NARROW }; /* narrow: as in a "scenes" array */
uint32_t scenes_add(g2l2_scenes *self, struct stream *at, const struct tree *scene,
                    enum scene_form form, bool named);

static inline const struct layout *layout_at(const g2l2_scenes *self, const uint32_t *row) {
    return &self->layouts.at[*row];
}
static inline const uint32_t *next_row(const g2l2_scenes *self, const uint32_t *row) {
    const struct layout *layout = layout_at(self, row);
    return row + 1 + layout->n_values + layout->n_numbers;
}
/* Other objects in a scene that is there: what was found in an image. Their boxes and features
 * [n_objects, n_given] are kept here; nothing else is known of them. */
void scenes_replace(g2l2_scenes *self, uint32_t scene, uint32_t n_objects, const float *boxes,
                    const float *given);
/* Let what is stated of the objects be asked for: [stored.n] scenes. */
void scenes_state(g2l2_scenes *self, struct scene *seen);
float word_number(uint32_t word);
uint32_t number_word(float number);

#endif
