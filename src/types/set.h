/* visual - sets of objects that may be mixed.
 *
 *   a set         [ W | v_1 ... v_n ]           v = W · P(each object is in it)
 *   a modifier    x ↦ d ⊙ x + M x̂               set -> set: diagonal, and where the set is only
 *                                               what something stands in relation to, a matrix
 *   a relation    y ↦ (x ↦ (A ŷ) ⊙ x)           set -> set -> set, with y on the right;
 *                 y ↦ (x ↦ y ⊙ (B x̂))           or y and x the other way round
 *   a test        x ↦ Σ_c g_c P(|x| = c)        set -> yes or no: exist is g = 0 1 1 1 ...,
 *                                               "more than y" g_c = P(|y| < c)
 *   a query       x ↦ P(answer), and what is the same in that
 *   a pair        x̂ ŷᵀ, and P(|x| = |y|)        of two sets, side by side
 *   an answer     [ W | W · P(answer) ... ]
 *
 * An object that is surely not in a set, v_i = 0, is so because another set does not have it, or a
 * mask or a relation is 0 there; what any of these would have to change is multiplied by that 0, so the
 * gradient of v_i reaches nothing that is learned, and need not be there.
 *
 * x̂ = x / (Σ x + .01) picks one object of a set that should have one. So each span keeps one
 * value for each category, and applying one to another is a product; whatever compares is a
 * linear function of what it compares with, so comparisons can be mixed too.
 *
 * set_forms.c    programs to forms        set_concepts.c   words to masks, scenes; sameness
 * set_kernels.c  the classes of values    set_operators.c  sets, modifiers, relations
 * set_matrix.c   of modifiers             set_answers.c    sets to answers
 * set_compare.c  answers and sets compared                 set_describe.c  values for people */
#ifndef G2L2_SET_H
#define G2L2_SET_H

#include "types/kernels.h"

enum class {
    CLASS_SET,          /* [ v: np | u: np | lazily: counts, scores ] */
    CLASS_MODIFIER,     /* [ d: np | pointer to a matrix ]          set -> set */
    CLASS_RELATION,     /* [ A: np·np | B: np·np ]                  set -> set -> set */
    CLASS_TEST,         /* [ W | g: n + 1 ]                         set -> bool */
    CLASS_COUNT,        /* [ W ]                                    set -> integer */
    CLASS_QUERY,        /* [ W | attribute, or ASKED | sameness: np·np ]      set -> word */
    CLASS_BOOL,         /* [ W | yes ] */
    CLASS_INTEGER,      /* [ W | counts: n + 1 | more than n ] */
    CLASS_WORD,         /* [ W | answers, or the target | same: np ] */
    CLASS_PAIR,         /* [ W | equal | x̂ ŷᵀ: np·np | x: np | y: np ] */
    CLASS_PAIR_WITH,    /* as a set: y                              set -> pair */
    CLASS_PAIRING,      /* [ W ]                                    set -> set -> pair */
    CLASS_COMPARE_SETS, /* [ W | more | less | equal ]              set -> set -> bool */
    CLASS_COMPARE,      /* likewise                                 integer -> integer -> bool */
    CLASS_OF_INTEGER,   /* [ W | g: n + 2 ]                         integer -> bool */
    CLASS_SAME_AS,      /* [ W ]                                    word -> set -> set */
    CLASS_OF_WORD,      /* [ g: np ]                                word -> bool */
    CLASS_SAME_OWNER,   /* [ W ]                                    set -> word -> bool */
    CLASS_OF_PAIR,      /* [ W | equal | sameness: np·np ]          pair -> bool */
    CLASS_SAME_COUNT, /* [ W ]                                    (set -> integer) -> pair -> bool */
    CLASS_SAME_QUERY, /* [ W ]                                    (set -> word) -> pair -> bool */
    CLASS_WEIGHT,     /* [ W ]                                    a schema by itself */
    CLASS_PART,       /* [ W | first | second ]                   pair -> set; of no word */
};

/* What a word can mean, up to its concepts. */
enum form {
    FORM_SET,         /* the scene, filtered */
    FORM_DIAGONAL,    /* \x. x filtered */
    FORM_LANDMARK,    /* \x. what stands in relation to x, filtered */
    FORM_RELATION,    /* \x.\y. relate(y, x, ?) */
    FORM_RELATION_OF, /* \x.\y. relate(x, y, ?) */
    FORM_EXIST,
    FORM_QUERY,
    FORM_COMPARE, /* how: which */
    FORM_NUMBER,  /* how: which */
    FORM_LITERAL, /* how: which answer */
    FORM_WEIGHT   /* all that its class says */
};

/* The second argument compared with the first. */
enum comparison { SECOND_MORE, SECOND_LESS, BOTH_EQUAL };

enum join { JOIN_PRODUCT, JOIN_UNION };

/* One concept of a word on the scene at hand, and its gradient. */
struct grounded {
    uint32_t stamp; /* of the scene, or older: not there */
    uint32_t back;  /* the same of the gradient */
    double
        *value; /* [np] mask, [np, np] relation or sameness, [n_answers] attribute, [n + 1] asked */
    double *grad; /* likewise */
};

/* SAMENESS and ASKED follow from the attribute and what the answers name. */
enum { OBJECT, RELATION, ATTRIBUTE, SAMENESS, ASKED, N_CONCEPTS };

struct session {
    const struct mixed_setup *setup;
    struct arena *scratch;        /* what hangs from the scene */
    struct arena *arena;          /* and from the question */
    uint32_t offsets[N_CONCEPTS]; /* in a word's parameters */
    struct grounded *grounded;    /* [n_words, N_CONCEPTS] */
    const double *nothing;        /* [n_params] what a word has whose row is too short: 0 */
    uint32_t *touched;            /* [n_words * N_CONCEPTS] with a gradient, as indices */
    uint32_t n_touched;
    uint32_t stamp, back;
    const struct scene *scene;
    uint32_t n, np;                    /* objects; doubles of a set: 1 + n, rounded up */
    double *features;                  /* [n, n_features + 1] the last is 1 */
    uint32_t **rivals;                 /* [n_rivals] words that compete; NULL: none do */
    uint32_t *n_of_rivals, n_rivals;   /* [n_rivals] how many they are */
    uint32_t *rivals_back;             /* [n_rivals] the stamp of their latest gradient */
    int asked;                         /* class of the answer, or -1: all are asked for */
    uint32_t answer;                   /* the target's outcome */
    bool of_bool, of_counts, of_words; /* what the answer can come from */
    bool of_same;                      /* something is compared by `same` */
    bool has_same;                     /* the language has it */
    double *table;                     /* for counting: [n + 2, n + 1] */
    const double **masks;              /* [n_answers] of the answers' words: visual_masks */
    uint32_t masks_stamp;              /* of the scene they are of */
    double *filter;                    /* [np] for `lexical` and its reverse */
};

/* ---- set_forms.c ------------------------------------------------------------------------------ */

int visual_class_of(const struct lang *lang, type_id type);
bool visual_compile(const struct lang *lang, const struct term *program, struct mixed_code *out);
bool visual_compile_join(const struct lang *lang, const struct term *program, uint8_t *out);
void visual_call(const struct lang *lang, const struct term *term, struct mixed_call *out);
int visual_argument_of(int class);
int visual_result_of(int class);

/* ---- set_concepts.c -------------------------------------------------------------------------- */

void *visual_session(struct arena *arena, struct arena *scratch, const struct mixed_setup *setup);
void visual_open(void *session, struct arena *arena, const struct scene *scene,
                 const struct target *target, bool fresh);
const double *visual_concept(struct session *s, uint32_t word, int concept);
/* Those of all answers, [n_answers]: what objects have of each. */
const double *const *visual_masks(struct session *s);
double *visual_concept_grad(struct session *s, uint32_t word, int concept);
void visual_finish_back(void *session);

/* ---- vectors ------------------------------------------------------------------------------ */

#define ALWAYS static inline __attribute__((always_inline))

ALWAYS void vec_axpy(uint32_t n, double a, const double *restrict x, double *restrict y) {
    for (uint32_t i = 0; i < n; i++) y[i] += a * x[i];
}

ALWAYS void vec_fma(uint32_t n, const double *restrict a, const double *restrict b,
                    double *restrict y) {
    for (uint32_t i = 0; i < n; i++) y[i] += a[i] * b[i];
}

ALWAYS double vec_dot(uint32_t n, const double *a, const double *b) {
    double s0 = 0, s1 = 0;
    uint32_t i = 0;
    for (; i + 2 <= n; i += 2) {
        s0 += a[i] * b[i];
        s1 += a[i + 1] * b[i + 1];
    }
    for (; i < n; i++) s0 += a[i] * b[i];
    return s0 + s1;
}

/* ---- set_matrix.c: the matrix of a modifier ------------------------------------------------------ */

struct matrix {
    uint32_t row; /* the only one that is not 0: `at` is of it alone, [n + 1]; 0: any may be */
    double *at;   /* [n + 1, np] */
};

/* One row: M_ij at [j * step]. */
struct matrix_row {
    double *at;
    uint32_t step;
};

union matrix_cell {
    double number;
    struct matrix *pointer;
};

/* It is seldom there: NULL. */
ALWAYS struct matrix *set_matrix(const struct session *s, const double *modifier) {
    union matrix_cell cell = {.number = modifier[s->np]};
    return cell.pointer;
}
/* One that has this row, 0: all; made where there is none. */
struct matrix *set_need_matrix(const struct session *s, uint32_t row, double *modifier);
/* A row that it has. */
struct matrix_row set_row(const struct session *s, const struct matrix *matrix, uint32_t row);
/* Of a modifier x that has one. */
void set_add_matrix(const struct session *s, double weight, const double *x, double *out);
double set_add_matrix_back(const struct session *s, double weight, const double *x,
                           const double *grad, double *grad_x);
void set_join_matrix(const struct session *s, const double *a, const double *b, double *out);
void set_join_matrix_back(const struct session *s, const double *a, const double *b,
                          const double *grad, double *grad_a, double *grad_b);

/* ---- set_operators.c ------------------------------------------------------------------------------- */

void set_modify(const struct session *s, const double *f, const double *x, double *out);
/* Is there a B in a relation? */
bool set_has_second(const struct session *s, const double *relation);
void set_modify_back(const struct session *s, const double *f, const double *x, const double *g,
                     double *gf, double *gx);
void set_relate(const struct session *s, const double *f, const double *x, double *out);
void set_relate_back(const struct session *s, const double *f, const double *x, const double *g,
                     double *gf, double *gx);
/* What follows from a sum of sets: u = W x̂. */
void set_merge(const struct session *s, double *value);
void set_merge_back(struct session *s, const double *value, double *grad);

/* ---- set_answers.c: a function of a set, and the set ------------------------------------------- */

#define UNIQUE  .01  /* added to the size of a set that should have one object */
#define UNSURE  .02  /* share of the answers given at random */
#define MISSING 1e-4 /* what an object has of a value that it has not */

/* Where in a set its counts and scores are; each begins with a mark: worked out? */
static inline uint32_t counts_at(const struct session *s) {
    return 2 * s->np;
}

static inline uint32_t scores_at(const struct session *s) {
    return counts_at(s) + (s->of_counts ? s->n + 2 : 0);
}

static inline uint32_t set_size(const struct session *s) {
    return scores_at(s) + (s->asked < 0 ? s->setup->n_answers + 1 : 0);
}

/* Where the sameness of a word's value begins, an object later. */
static inline uint32_t same_at(const struct session *s) {
    return !s->of_words ? 0 : s->asked < 0 ? s->setup->n_answers : 1;
}

/* What a query knows of the answers: each, or what the target needs (answers.c). */
static inline uint32_t query_size(const struct session *s) {
    return !s->of_words ? 0 : s->asked < 0 ? s->setup->n_answers : s->n + 1;
}

/* P(|x| = c), for c = 0 ... n. */
const double *answer_counts(struct session *s, const double *x);
void answer_counts_back(struct session *s, const double *x, const double *grad, double *gx);
void answer_ask(struct session *s, int class, const double *f, const double *x, double *out);
void answer_ask_back(struct session *s, int class, const double *f, const double *x,
                     const double *g, double *gf, double *gx);
uint32_t answer_outcomes(void *session, int class);
bool answer_exists(void *session, int class);
double answer_chance(void *session, int class, const double *value, uint32_t outcome);
void answer_chance_back(void *session, int class, uint32_t outcome, double grad, double *grads);
uint32_t answer_asked(void *session);

/* ---- set_compare.c: functions that compare, and what they are given ----------------------------- */

void compare_apply(struct session *s, int class, const double *f, const double *x, double *out);
void compare_apply_back(struct session *s, int class, const double *f, const double *x,
                        const double *g, double *gf, double *gx);

/* ---- set_describe.c: values for people ---------------------------------------------------------- */

void visual_print_outcome(void *session, int class, uint32_t outcome, struct buf *out);
void visual_describe(void *session, int class, const double *value, struct buf *out);
bool visual_selects(void *session, int class, const double *value, double *out);
bool visual_takes_one(void *session, int class, const double *f);
size_t visual_perceive(void *session, uint32_t word, uint32_t concept, double *out);

#endif
