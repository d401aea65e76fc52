/* stated - what is stated of the objects of one scene, ready to be executed.
 *
 *     fact        {"id": "c7", "kind": "city", "state": "s2", "population": 61572}
 *     values      kind = city         a bit for each object that has it
 *     relations   state: c7 ─▶ s2     a row of bits for each object, both ways
 *     quantities  population          a number for each object, or none
 *     names       portland            the objects that are called so
 *
 * A property is a relation where all of its values are ids of objects. It is stated by
 * whoever reads the data (src/data/scenes.c), once for a scene, and read-only after that.
 *
 * A question speaks of a world by its own words: `portland` names objects, `cities` is spelled
 * like a value. Texts are compared as text_question leaves them; a name of several words is one
 * word of the question, joined by `_`. */
#ifndef G2L2_STATED_H
#define G2L2_STATED_H

#include "types/scene.h"
#include "base/base.h"

/* The sort of a set whose members are of several, and of one without members. */
#define STATED_MIXED   "*"
#define STATED_NOTHING "-"
/* Of what is no set, and of sets where things are all of one sort. A word that some things have
 * as a value is of the sort of its attribute; several of them are not. */
#define STATED_NUMBER  "number"
#define STATED_TRUTH   "truth"
#define STATED_WORD    "word"
#define STATED_SEVERAL "several"
#define STATED_THINGS  "things"
/* How many of its sort a set has, where there are sorts. */
#define STATED_ONE "(one)"
#define STATED_ALL "(all)"

struct stated_value {
    const char *property, *text; /* kind, city; of a boolean the property's name */
    uint64_t *bits;              /* [n_words] */
};

/* Objects in the order of a text that each has, for lists of such texts. */
struct stated_order {
    struct stated_place {
        const char *text;
        uint32_t object;
    } * at; /* [n] */
    uint32_t n;
};

/* An object that has a number. */
struct stated_rank {
    double number;
    uint32_t object;
};

struct stated_quantity {
    const char *name;
    double *of;                /* [n_objects] NAN: it has none */
    struct stated_rank *ranks; /* [order.n] the smallest first */
    struct stated_order order; /* by the numbers as they are written */
};

/* Where objects are: an array of numbers that each has. */
struct stated_position {
    const char *name;
    uint32_t n, cap; /* numbers of the longest array; room for so many */
    double *of;      /* [n_objects, cap] NAN: it has none */
};

struct stated_relation {
    const char *name;
    uint64_t *to, *from; /* [n_objects, n_words] what an object names, and what names it */
    /* [n_words] objects of a sort of which some name, and are named; NULL: all may be */
    uint64_t *may_name, *may_be_named;
    bool groups; /* as of an attribute */
};

/* A property whose values are texts, and how many values it has. Where each is called by the
 * property's name and a number or letter (box: box1, box2), it only says what belongs together. */
struct stated_attribute {
    const char *name;
    uint32_t n_values;
    bool groups;
};

struct stated {
    uint32_t n_objects, n_words; /* n_words: of a set, 64 objects each */
    const char **names;          /* [n_objects] NULL: it has none */
    struct stated_order order;   /* by their names; of those without, by their number from 1 */
    VEC(struct stated_value) values;
    VEC(struct stated_quantity) quantities;
    VEC(struct stated_position) positions;
    VEC(struct stated_relation) relations;
    VEC(struct stated_attribute) attributes;
    uint64_t *linked; /* [n_objects, n_words] by any relation, either way */
    /* [n_objects] what sort of thing each is, as the data call it; NULL: they are all alike */
    const char **sorts;
    /* Words of questions: */
    struct symbols spelled;     /* names and values, folded */
    VEC(uint64_t *) named;      /* [spelled] objects of this name, or NULL */
    VEC(const char *) stated;   /* [spelled] the value spelled so, or NULL */
    uint32_t longest;           /* words of the longest of these */
    struct stated_draft *draft; /* while facts are stated */
};

/* What is stated of a scene; one of no objects where nothing is. */
const struct stated *stated_of(struct arena *arena, const struct scene *scene);

/* The same by hand, in `arena`: state all facts, then finish. */
struct stated *stated_new(struct arena *arena, uint32_t n_objects);
void stated_name(struct stated *self, uint32_t object, const char *id, const char *name);
void stated_text(struct stated *self, uint32_t object, const char *property, const char *value);
void stated_truth(struct stated *self, uint32_t object, const char *property, bool value);
void stated_number(struct stated *self, uint32_t object, const char *property, double value);
/* The next number of an array. */
void stated_coordinate(struct stated *self, uint32_t object, const char *property, double value);
void stated_finish(struct stated *self);
/* stated_sorts.c: which property says what sort of thing an object is; part of the above. */
void stated_find_sorts(struct stated *self, struct arena *arena);

/* NULL: there is none of this name. */
const struct stated_quantity *stated_quantity(const struct stated *self, const char *name);
const struct stated_position *stated_position(const struct stated *self, const char *name);
const struct stated_relation *stated_relation(const struct stated *self, const char *name);

/* ---- words of questions ------------------------------------------------------------- */

/* What a word of a question is by its spelling; it can be a name and a value. */
enum { WORD_NAME = 1, WORD_VALUE = 2, WORD_NUMBER = 4 };
uint32_t stated_word(const struct stated *self, const char *word);
/* The objects it names, NULL: none; the value it is spelled like, exactly or in another form. */
const uint64_t *stated_named(const struct stated *self, const char *word);
const char *stated_spelled(const struct stated *self, const char *word);
/* A folded question with its names of several words as one word each, appended. */
void stated_join(const struct stated *self, const char *question, struct buf *out);
/* What a word of a question is known as in a lexicon: names are all `<name>`, numbers
 * `<number>`; other words themselves. */
const char *stated_placeholder(const struct stated *self, const char *word);
/* Is one word a form of the other: laptop, laptops; city, cities? */
bool stated_alike(const char *a, const char *b);
/* A number as a question has it: 12, -2.5, 1,000, $30, 5%; and a day, as stated_day has it. */
bool stated_numeral(const char *word, double *out);
/* 2024-03-01 or 2024/3/1: days since 1970. */
bool stated_day(const char *text, double *out);
/* A number and what it is counted in: "$45.20", "12 kg", "15%". unit: "" where there is none. */
#define STATED_UNIT 12
bool stated_measure(const char *text, char point, double *out, char unit[STATED_UNIT]);
/* The same with another point, as 1.000,50 has. */
bool stated_numeral_with(const char *word, char point, double *out);

#endif
