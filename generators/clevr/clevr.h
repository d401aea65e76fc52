/* clevr - questions about scenes of objects: scenes by CLEVR's sampling rules,
 * questions by a grammar or by the official templates, and a symbolic executor.
 *
 *   seed ─▶ scene ──┬──────────────▶ scenes.json
 *                   ▼
 *   family ─▶ search ─▶ program, text, answer ─▶ in the split? ─▶ questions.json
 *                                  ▲
 *                   clevr_execute ─┘ (any program on any scene)
 *
 * A scene has at most 32 objects, so a set of objects is one word and every
 * operation on sets is one instruction. Nothing here is shared between threads
 * but constant tables. */
#ifndef G2L2_VISUAL_CLEVR_H
#define G2L2_VISUAL_CLEVR_H

#include <jansson.h>

#include "common/common.h"

/* ---- words of the language of programs -------------------------------------- */

#define CLEVR_MAX_OBJECTS 32
#define CLEVR_MAX_VALUES  8

/* The first four are the attributes of an object. */
enum clevr_type {
    CLEVR_SIZE,
    CLEVR_COLOR,
    CLEVR_MATERIAL,
    CLEVR_SHAPE,
    CLEVR_RELATION,
    CLEVR_SET,
    CLEVR_OBJECT,
    CLEVR_INTEGER,
    CLEVR_BOOL,
    CLEVR_NO_TYPE
};
#define CLEVR_N_ATTRIBUTES 4
#define CLEVR_N_RELATIONS  4

enum clevr_relation { CLEVR_LEFT, CLEVR_RIGHT, CLEVR_BEHIND, CLEVR_FRONT };

extern const char *const clevr_type_names[];               /* [CLEVR_NO_TYPE + 1] "Size", ... */
extern const char *const clevr_property_names[];           /* [CLEVR_N_ATTRIBUTES] "size", ... */
extern const char *const clevr_values[][CLEVR_MAX_VALUES]; /* [5 types] "small", "large" */
extern const uint8_t clevr_n_values[];                     /* [5 types] */

/* The functions of a program; a row of four is one for each attribute. */
enum clevr_function_id {
    FN_SCENE,
    FN_FILTER,
    FN_UNIQUE = FN_FILTER + 4,
    FN_RELATE,
    FN_UNION,
    FN_INTERSECT,
    FN_COUNT,
    FN_EXIST,
    FN_QUERY,
    FN_EQUAL = FN_QUERY + 4,
    FN_SAME = FN_EQUAL + 4,
    FN_EQUAL_INTEGER = FN_SAME + 4,
    FN_EQUAL_OBJECT,
    FN_LESS,
    FN_GREATER,
    CLEVR_N_FUNCTIONS,
    /* Only in templates: several steps in one, see family.h. */
    FN_SELECT = CLEVR_N_FUNCTIONS,
    FN_SELECT_UNIQUE,
    FN_SELECT_COUNT,
    FN_SELECT_EXIST,
    FN_RELATE_SELECT,
    FN_RELATE_SELECT_UNIQUE,
    FN_RELATE_SELECT_COUNT,
    FN_RELATE_SELECT_EXIST,
    CLEVR_N_NODE_FUNCTIONS
};

struct clevr_function {
    const char *name;
    uint8_t kind;         /* the first of its row of four, or itself */
    uint8_t n_inputs;     /* all of the same type */
    uint8_t input, value; /* enum clevr_type; value: of the argument, or CLEVR_NO_TYPE */
    uint8_t output;       /* enum clevr_type */
    uint8_t attribute;    /* of a row of four */
    uint8_t then;         /* FN_UNIQUE, FN_COUNT, FN_EXIST or FN_SCENE for nothing */
};

extern const struct clevr_function clevr_functions[]; /* [CLEVR_N_NODE_FUNCTIONS] */

/* Index, or -1. */
int clevr_function_find(const char *name, int n_functions);
int clevr_value_find(enum clevr_type type, const char *name);
int clevr_name_find(const char *const *names, int n, const char *name);

/* ---- scenes ------------------------------------------------------------------- */

typedef uint32_t clevr_set; /* bit i: object i */

struct clevr_object {
    double at[3], rotation, pixel[3]; /* pixel: x, y, depth */
    uint8_t value[CLEVR_N_ATTRIBUTES];
};

struct clevr_scene {
    uint32_t n;
    struct clevr_object objects[CLEVR_MAX_OBJECTS];
    clevr_set having[CLEVR_N_ATTRIBUTES][CLEVR_MAX_VALUES];
    clevr_set related[CLEVR_N_RELATIONS][CLEVR_MAX_OBJECTS]; /* [r][i]: those r of i */
};

extern const double clevr_directions[CLEVR_N_RELATIONS][3];

/* Which colors an object of a shape may have: [shape] bits of colors. */
struct clevr_allowed {
    uint32_t colors[CLEVR_MAX_VALUES];
};
/* From a file of the form {"cube": ["gray", "blue"], ...}; shapes that it does not name have all. */
g2l2_status clevr_allowed_read(const char *path, struct clevr_allowed *out, g2l2_error *err);

/* `allowed`: NULL for all. */
void clevr_scene_sample(struct clevr_scene *self, const struct clevr_allowed *allowed,
                        struct rng *rng);
/* Its two steps: how many objects, and one try to place them; false: there was no room. Which
 * ones show, and what is where, is not looked at. */
uint32_t clevr_scene_draw_n(struct rng *rng);
bool clevr_scene_place(struct clevr_scene *self, uint32_t n, const struct clevr_allowed *allowed,
                       struct rng *rng);
/* pixel, by a fixed camera, from `at`. */
void clevr_object_project(struct clevr_object *self);
/* Sets by value and by relation, from the objects. */
void clevr_scene_index(struct clevr_scene *self);
/* One scene of CLEVR's JSON; its own "relationships" count, if it has them. */
g2l2_status clevr_scene_read(struct clevr_scene *self, const json_t *json, g2l2_error *err);

/* ---- programs ------------------------------------------------------------------- */

#define CLEVR_MAX_STEPS 160

struct clevr_step {
    uint8_t function, value; /* value: index of clevr_values[type of the argument] */
    uint8_t inputs[2];
};

struct clevr_program {
    uint32_t n;
    struct clevr_step steps[CLEVR_MAX_STEPS];
};

struct clevr_answer {
    enum clevr_type type;
    uint32_t value; /* a set, an object, a number, 0 or 1, or index of clevr_values[type] */
};

/* "program" of a question of CLEVR's JSON. Types are checked. */
g2l2_status clevr_program_read(struct clevr_program *self, const json_t *json, g2l2_error *err);
/* DATA: `unique` of a set that has not one object. */
g2l2_status clevr_execute(const struct clevr_program *program, const struct clevr_scene *scene,
                          struct clevr_answer *out, g2l2_error *err);
/* One step on values; false: `unique` of something else. */
bool clevr_apply(const struct clevr_scene *scene, const struct clevr_function *function,
                 uint32_t value, uint32_t a, uint32_t b, uint32_t *out);
/* All steps; outputs: [program->n]. */
bool clevr_run(const struct clevr_program *program, const struct clevr_scene *scene,
               uint32_t *outputs);
/* As if step `i`, a relate or a same_*, were not said: it gives all objects, and all
 * others. An `i` that is no step leaves none out. */
bool clevr_run_without(const struct clevr_program *program, const struct clevr_scene *scene,
                       uint32_t i, uint32_t *outputs);
/* "yes", "3", "blue"; NULL for a set or an object. */
const char *clevr_answer_text(const struct clevr_answer *self);

/* ---- data sets ------------------------------------------------------------------- */

enum clevr_split {
    CLEVR_STANDARD,
    CLEVR_PURPLE,
    CLEVR_RIGHT_SPLIT,
    CLEVR_COUNT_SPLIT,
    CLEVR_DEPTH,
    /* These are of the whole language only. */
    CLEVR_SAME_SHAPE,
    CLEVR_IT_COUNT,
    CLEVR_COMPARE_HOPS,
    CLEVR_N_SPLITS
};
enum clevr_part { CLEVR_TRAIN, CLEVR_TEST };

/* Questions that CLEVR never asks (novel.c, pairs.c). */
enum clevr_novel {
    CLEVR_NOT_NOVEL,
    CLEVR_IT_COMPARE,
    CLEVR_SAME_AND,
    CLEVR_SAME_RELATE,
    CLEVR_CHAIN,
    CLEVR_ALL_NOVEL,
    /* Five constructions inside each of seven (pairs.c). */
    CLEVR_FIRST_PAIR,
    CLEVR_ALL_PAIRS = CLEVR_FIRST_PAIR + 5 * 7,
    CLEVR_N_NOVEL
};

/* They end with NULL. */
extern const char *const clevr_split_names[], *const clevr_part_names[], *const clevr_novel_names[];

struct clevr_options {
    size_t scenes, questions; /* scenes: 0 for one for ten questions */
    enum clevr_split split;
    enum clevr_part part;
    enum clevr_novel novel; /* instead of the grammar's questions; without split, templates */
    double fraction;
    uint64_t seed;
    const char *templates; /* folder, or NULL for the built-in grammar */
    const char *allow;     /* file of colors for shapes, or NULL for all with all */
    bool full;             /* the grammar's whole language: sameness, comparison, "it" */
    bool gzip;
    const char *folder; /* scenes.json and questions.json go here */
    bool images;        /* and images/ and masks/, with what they show in the scenes */
    bool views;         /* what images would show in the scenes, without drawing them */
    int threads;        /* that draw them; what comes out is the same for any number */
    /* Told now and then how many images are drawn; may be NULL. */
    void (*progress)(size_t done, size_t n);
};

#define CLEVR_MAX_SCENES    10000000u
#define CLEVR_MAX_QUESTIONS 100000000u

struct clevr_options clevr_options_default(void);
/* Both files appear whole or not at all; nothing is left behind on failure. */
g2l2_status clevr_generate(const struct clevr_options *options, g2l2_error *err);
/* Is a question with this text and program of this part of the split? */
bool clevr_in_part(enum clevr_split split, enum clevr_part part, const char *text,
                   const struct clevr_program *program);
/* Words and punctuation marks. */
uint32_t clevr_count_tokens(const char *text);

#endif
