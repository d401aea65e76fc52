/* visual - sets of objects that may be mixed.
 *
 *   a set         [ W | v_1 ... v_n ]           v = W · (how surely each object is in it)
 *   a modifier    x ↦ d ⊙ x + M x̂               set -> set: diagonal, and where the set is only
 *                                               what something stands in relation to, a matrix
 *   a relation    y ↦ (x ↦ (A ŷ) ⊙ x)           set -> set -> set, with y on the right;
 *                 y ↦ (x ↦ y ⊙ (B x̂))           or y and x the other way round
 *   a question    exist, count, query           set -> answer
 *   an answer     [ W | W · P(answer) ... ]
 *
 * x̂ = x / (Σ x + .01) picks one object of a set that should have one. So each span
 * keeps one value for each category, and applying one to another is a product.
 *
 * code.c      programs to forms      concepts.c  words to masks, scenes
 * answers.c   sets to answers        values.c    products, sums, and the way back
 * describe.c  values for people */
#ifndef G2L2_VISUAL_H
#define G2L2_VISUAL_H

#include "domain/kernels.h"

extern const struct kernels visual_kernels;

enum class {
    CLASS_SET,
    CLASS_MODIFIER,
    CLASS_RELATION,
    CLASS_EXIST,
    CLASS_COUNT,
    CLASS_QUERY,
    CLASS_BOOL,
    CLASS_INTEGER,
    CLASS_WORD,
    CLASS_CONJUNCTION, /* a weight only */
    N_CLASSES
};

/* What a word can mean, up to its concepts. */
enum form {
    FORM_SET,         /* the scene, filtered */
    FORM_DIAGONAL,    /* \x. x filtered */
    FORM_LANDMARK,    /* \x. what stands in relation to x, filtered */
    FORM_RELATION,    /* \x.\y. relate(y, x, ?) */
    FORM_RELATION_OF, /* \x.\y. relate(x, y, ?) */
    FORM_EXIST,
    FORM_COUNT,
    FORM_QUERY,
};

enum join { JOIN_PRODUCT, JOIN_UNION };

enum kernel {
    KERNEL_SCENE,
    KERNEL_FILTER,
    KERNEL_RELATE,
    KERNEL_INTERSECTION,
    KERNEL_UNION,
    KERNEL_QUERY,
    KERNEL_EXIST,
    KERNEL_COUNT,
    KERNEL_TRUE,
    KERNEL_FALSE,
    KERNEL_LITERAL
};

/* One concept of a word on the scene at hand, and its gradient. */
struct grounded {
    uint32_t stamp; /* of the scene, or older: not there */
    uint32_t back;  /* the same of the gradient */
    double *value;  /* [np] mask, [np, np] relation, or [n_answers] attribute */
    double *grad;   /* likewise */
};

enum { OBJECT, RELATION, ATTRIBUTE, N_CONCEPTS };

struct session {
    const struct mixed_setup *setup;
    struct arena *scratch;        /* what hangs from the scene */
    struct arena *arena;          /* and from the question */
    uint32_t offsets[N_CONCEPTS]; /* in a word's parameters */
    struct grounded *grounded;    /* [n_words, N_CONCEPTS] */
    uint32_t *touched;            /* [n_words * N_CONCEPTS] with a gradient, as indices */
    uint32_t n_touched;
    uint32_t stamp, back;
    const struct scene *scene;
    uint32_t n, np;   /* objects; doubles of a set: 1 + n, rounded up */
    double *features; /* [n, n_features + 1] the last is 1 */
    const struct target *target;
    int asked;            /* class of the answer, or -1: all are asked for */
    uint32_t answer;      /* the target's outcome */
    double *table;        /* for counting, where CLASS_INTEGER is asked */
    const double **masks; /* [n_answers] of the answers' words, where CLASS_WORD is asked */
};

/* code.c */
int visual_class_of(const struct lang *lang, type_id type);
bool visual_compile(const struct lang *lang, const struct term *program, struct mixed_code *out,
                    const char **why);
bool visual_compile_join(const struct lang *lang, const struct term *program, uint8_t *out,
                         const char **why);

/* concepts.c */
void *visual_session(struct arena *arena, struct arena *scratch, const struct mixed_setup *setup);
void visual_open(void *session, struct arena *arena, const struct scene *scene,
                 const struct target *target, bool fresh);
const double *visual_concept(struct session *s, uint32_t word, int concept);
double *visual_concept_grad(struct session *s, uint32_t word, int concept);
void visual_finish_back(void *session);

/* answers.c: of a set v, W times the probability of the target */
#define UNIQUE  .01  /* added to the size of a set that should have one object */
#define UNSURE  .02  /* share of the answers given at random */
#define MISSING 1e-4 /* what an object has of a value that it has not */

double *answer_new_table(const struct session *s);
double answer_set(const struct session *s, const double *v);
void answer_set_back(const struct session *s, const double *v, double grad, double *grad_v);
/* All outcomes, for the class of a question; a: attribute. Returns how many. */
uint32_t answer_all(struct session *s, int class, const double *v, const double *a, double *out);

/* describe.c: values for people */
void visual_print_outcome(void *session, int class, uint32_t outcome, struct buf *out);
void visual_describe(void *session, int class, const double *value, struct buf *out);
size_t visual_perceive(void *session, uint32_t word, uint32_t concept, double *out);

#endif
