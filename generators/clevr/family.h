/* family - a kind of question: a program with holes and the texts that ask it.
 * The built-in grammar and the official template files both become families;
 * the search fills the holes, so that the question has an answer in the scene.
 *
 *   How many <Z2> <C2> <M2> <S2>s are <R> the <Z> <C> <M> <S>?      texts
 *   scene ─▶ filter_unique Z C M S ─▶ relate_filter_count R Z2 ..   nodes
 *
 * A node may stand for several steps: relate_filter_count is relate, as many
 * filters as the noun phrase has words, and count. What fills it is one choice:
 * a relation and a key, the four words of a noun phrase or none. */
#ifndef G2L2_VISUAL_CLEVR_FAMILY_H
#define G2L2_VISUAL_CLEVR_FAMILY_H

#include "generators/clevr/clevr.h"

#define FAMILY_MAX_NODES       24
#define FAMILY_MAX_PARAMS      40
#define FAMILY_MAX_CONSTRAINTS 32
#define FAMILY_MAX_TEXT        1500 /* bytes of a text with its holes */
#define FAMILY_MAX_HOLES       64   /* of one text */
#define MAX_WORD               64   /* bytes of a synonym */
#define MAX_QUESTION           (FAMILY_MAX_TEXT + FAMILY_MAX_HOLES * MAX_WORD)
#define NO_PARAM               (-1)
#define N_ANSWERS              11 /* 0 to 10, the most answers a question can have */

struct param {
    const char *name; /* "<Z2>" */
    uint8_t type;     /* enum clevr_type, a property or a relation */
};

struct node {
    uint8_t function; /* enum clevr_function_id */
    uint8_t inputs[2];
    uint8_t forbidden; /* properties that the noun phrase may not have, as bits */
    int8_t params[5];  /* by type; NO_PARAM */
    bool memo;         /* does failing here depend on `live` alone? */
    uint32_t live;     /* earlier nodes that this or a later one still looks at */
};

enum constraint_kind { PARAMS_DIFFER, OUTPUTS_DIFFER };

struct constraint {
    uint8_t kind, a, b; /* params or nodes */
};

/* A text is cut once: words, holes, and the brackets of what may be left out. */
enum piece_kind { PIECE_WORDS, PIECE_HOLE, PIECE_OPEN, PIECE_CLOSE };

struct piece {
    uint8_t kind, param;
    uint16_t n;
    const char *words;
};

struct text {
    VEC(struct piece) pieces;
};

struct family {
    const char *file; /* "one_hop.json" */
    uint32_t index;   /* in the file */
    uint32_t n_nodes, n_params, n_constraints;
    struct node nodes[FAMILY_MAX_NODES];
    struct param params[FAMILY_MAX_PARAMS];
    struct constraint constraints[FAMILY_MAX_CONSTRAINTS];
    VEC(struct text) texts;
    bool has_relate; /* a relate that is a node of its own: look for degenerate questions */
    bool strict;     /* nothing that is said may be idle, see is_idle in search.c */
    bool has_count;  /* some step is `count` */
    bool has_number; /* some step compares numbers */
    bool has_same_shape;
    bool refers;     /* some text has two sentences */
    uint32_t share;  /* its turn comes after as many questions: 1, or more if it is one of many */
    uint32_t n_hops; /* objects on the way to the target */
    int8_t pairs[CLEVR_N_ATTRIBUTES][2]; /* params to compare for "other", or NO_PARAM */
};

/* Ways to say a value; the last of each property is for "none". */
struct synonyms {
    struct {
        const char *const *words;
        uint32_t n;
    } of[CLEVR_RELATION + 1][CLEVR_MAX_VALUES + 1];
};

struct families {
    struct arena *arena;
    bool full; /* the grammar's whole language */
    VEC(struct family *) list;
    struct synonyms synonyms;
};

/* The noun phrase's key: four values or none each. */
#define N_KEYS (3 * 9 * 3 * 4)

/* ---- making families: they raise on the arena's guard --------------------------- */

struct family *family_add(struct families *self, const char *file, uint32_t index);
/* Holes are params by name; raises for one that the family does not have. */
void family_add_text(struct families *self, struct family *family, const char *text);
int family_param(const struct family *self, const char *name);
void family_outputs_differ(struct family *self, uint8_t node, uint8_t other);
/* Once all is there: what each node may forget, what the splits ask. */
void family_finish(struct family *self);

void synonyms_default(struct synonyms *self);
/* The built-in grammar. */
void grammar_families(struct families *self);
/* What the grammar does not say, in its words. */
void novel_families(struct families *self, enum clevr_novel kind);
void pair_families(struct families *self, enum clevr_novel kind);
/* The *.json of a folder. `root` holds the document being read, so that the owner
 * of the guard can release it. */
void template_families(struct families *self, const char *folder, json_t **root);

/* ---- asking ------------------------------------------------------------------------ */

struct question {
    const struct family *family;
    uint8_t values[FAMILY_MAX_PARAMS]; /* by param; clevr_n_values[type]: none */
    struct clevr_program program;
    struct clevr_answer answer;
    char text[MAX_QUESTION + 1];
    size_t n_text;
};

struct search;

struct search *search_new(struct arena *arena);
void search_set_scene(struct search *self, const struct clevr_scene *scene);
/* Fill a family's holes at random; false if the scene has no such question whose
 * answer is among `allowed` (bit: answer). Program and answer are filled in. */
bool search_question(struct search *self, const struct family *family, uint32_t allowed,
                     struct rng *rng, struct question *out);
/* The text, with synonyms and optional words at random. */
void question_say(struct question *self, const struct synonyms *synonyms, struct rng *rng);

#endif
