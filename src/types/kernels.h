/* kernels - how values are made, in each of the ways to execute:
 *
 *   exact     values are discrete and interned: equal values have equal numbers.
 *             With a target, a value that cannot be part of it is VALUE_DEAD, and
 *             whatever would use it is dropped on the spot.
 *   expected  values are vectors of doubles that may be averaged (CKY-E2).
 *             Every operation has a reverse pass.
 *   mixed     the same where functions can be averaged too, and values are about
 *             a scene: one value for each span and category.
 *
 * A function of one argument can be a value as well, if the domain can execute
 * with an unknown in the place of the argument: `variable` makes the unknown,
 * `substitute` fills it in. Functions that behave alike then become one value. */
#ifndef G2L2_KERNELS_H
#define G2L2_KERNELS_H

#include "types/scene.h"
#include "program/program.h"
#include "types/operations.h"

/* A discrete value: four bits say what it is, the others which one. Functions are values
 * as well; those that are no templates have the highest bit (run/machine.h). */
typedef uint32_t value_id;
#define VALUE_DEAD     UINT32_MAX
#define VALUE_ANY      (UINT32_MAX - 1) /* something of which nothing is known */
#define VALUE_INDEX    0x07ffffffu
#define VALUE_TAG(tag) ((value_id)(tag) << 27)
enum {
    TAG_SEQUENCE,
    TAG_TEMPLATE, /* a function of one sequence */
    TAG_NUMBER,
    TAG_SET,
    TAG_TRUTH,
    TAG_SYMBOL,
    TAG_PAIR,
    TAG_CONSTANT, /* an action, a property, a relation, an attribute, the name of a field */
    TAG_GIVEN,    /* of a type that a program brought (given.h) */
    TAG_RECORD,
    TAG_TEXT, /* the value of a field */
    TAG_GROUPS,
    TAG_JOINT /* a value in each of several worlds (joint.c) */
};
static inline uint32_t value_tag(value_id value) {
    return value >> 27 & 31;
}

struct given_value;

#define TARGET_GAP       UINT32_MAX /* what no action stands for */
#define TARGET_MAX_DEPTH 100u       /* of calls within calls */

/* What an example asks for, read by the domain: literals or a number. */
struct target {
    uint32_t n;
    const uint32_t *literals; /* [n] numbers of constants, and after these of calls */
    uint32_t n_calls;
    const char *const *calls; /* [n_calls] `BRING(cup,desk)` */
    /* Sequences that are arguments of calls, each behind a gap; their calls are numbered like others: */
    uint32_t n_parts;
    const uint32_t *parts; /* [n_parts] */
    /* Constants within the calls: */
    uint32_t n_within;
    const uint32_t *within; /* [n_within] */
    double number;
    const char *json;                /* of a record, or NULL */
    const char *text;                /* an answer of objects: a text or a list, or NULL */
    const struct given_value *given; /* or a value of a type that a program brought */
    type_id type;                    /* TYPE_NONE where all results have one type */
};

/* One row of a function's graph. */
struct graph_pair {
    value_id argument, result;
};

struct exact_kernels {
    /* State for one sentence, in `arena`; target may be NULL: any value goes. No value may
     * be longer than `max_target`. scene NULL: there are no objects. */
    void *(*open)(struct arena *arena, const struct lang *lang, const struct scene *scene,
                  const struct target *target, size_t max_target);
    value_id (*op)(void *state, const struct op *op, const value_id *args);
    value_id (*number)(void *state, double number);
    /* Whose program comes next, for operations that look at the words themselves, as they are
     * written; NULL: nobody's. May be NULL. */
    void (*say)(void *state, const char *words);
    /* The presupposition that failed last, in words, or NULL: none did. May be NULL. */
    const char *(*failed)(void *state);
    value_id (*variable)(void *state);
    value_id (*substitute)(void *state, value_id open, value_id argument);
    value_id (*goal)(void *state, const struct target *target); /* its value */
    value_id (*result)(void *state, value_id value);            /* of a whole sentence */
    bool (*is_vain)(void *state, value_id value);               /* was nothing found? May be NULL */
    bool (*is_sole)(void *state, value_id value); /* the commonest of one? May be NULL */
    /* What sort of things a value is, in one word; NULL: that cannot be told. May be NULL. */
    const char *(*sort)(void *state, value_id value);
    /* Whether it is one or all of that sort; NULL: neither. May be NULL. */
    const char *(*extent)(void *state, value_id value);
    /* With a target, optional: the value that stands for all functions that do
     * the same on parts of the target, and what that is. graph may return NULL. */
    value_id (*close)(void *state, value_id open);
    const struct graph_pair *(*graph)(void *state, value_id open, uint32_t *n);
};

struct expected_kernels {
    /* State for one sentence. Values are arrays of `size(state)` doubles. */
    void *(*open)(struct arena *arena, const struct lang *lang, const struct target *target);
    size_t (*size)(void *state);
    void (*number)(void *state, double number, double *out);
    /* out = op(args); out is not cleared. */
    void (*op)(void *state, const struct op *op, const double *const *args, double *out);
    /* grads[i] += d out / d args[i] * grad, for the grads[i] that are not NULL. */
    void (*op_back)(void *state, const struct op *op, const double *const *args, const double *grad,
                    double *const *grads);
    /* Loss against the target; grad (may be NULL) = d loss / d value. */
    double (*loss)(void *state, const double *value, double *grad);
};

/* ---- mixed: values about a scene, that carry their weight ------------------------------ */

/* A value is an array of doubles. The first is its weight W, the others are W
 * times what it says; so values of one type can be added up, functions too, and
 * the sum over derivations is their mean. Every operation is of degree one in
 * each of its arguments: op(a f, b x) = ab op(f, x). Types that are kept alike
 * share a class. */
#define MIXED_CLASSES 24

/* A program as kernels run it: theirs to fill in. */
struct mixed_code {
    uint8_t class, form;
    uint16_t how;
};

/* An operation on values, as an application of operator forms: that of `code`, with the
 * concept of a word, is given each of the arguments in turn. Or two values are joined. */
struct mixed_call {
    bool joins;
    uint8_t how; /* for `join` */
    struct mixed_code code;
    const struct term *concept; /* whose it is, or NULL */
    uint32_t n;
    const struct term *args[OP_MAX_ARGS];
};

/* What does not change from question to question. */
struct mixed_setup {
    const struct lang *lang;
    uint32_t n_words, n_params, n_features, n_answers;
    const double *params; /* a row of numbers for each word */
    const size_t *rows;   /* [n_words + 1] where they begin; NULL: n_params each */
    double *grads;        /* likewise, or NULL: forward only */
    bool *written;        /* [n_words] set where `grads` was added to; may be NULL */
    double *object_grads; /* [n_objects, n_features] of the scene at hand, or NULL: not wanted;
                           * the caller may change it between questions */
    uint32_t n_concepts;
    const type_id *types;    /* [n_concepts] */
    const uint32_t *offsets; /* [n_concepts] in a word's parameters */
    const uint32_t *answers; /* [n_answers] words; answer i is literal i */
    const uint32_t *owner;   /* [n_words] whose concept of objects a word has, and of these */
    const uint32_t *rivals;  /* [n_words] which compete, by number; 0: with none. Both or NULL */
    bool interprets;         /* some program of the lexicon has no operator form */
};

struct mixed_kernels {
    /* The class of a type, or -1: values of it are not added up (functions of functions, say). */
    int (*class_of)(const struct lang *lang, type_id type);
    /* The operator form of a program; false: it has none, and is interpreted. */
    bool (*compile)(const struct lang *lang, const struct term *program, struct mixed_code *out);
    /* How two values are joined by a conjunction: a number for `join`; false: likewise. */
    bool (*compile_join)(const struct lang *lang, const struct term *program, uint8_t *out);
    /* What an operation (or a number) does; and what a function of a class takes and gives. */
    void (*call)(const struct lang *lang, const struct term *term, struct mixed_call *out);
    int (*argument_of)(int class);
    int (*result_of)(int class);
    /* A session lives in `arena`, one for each thread; what hangs from a scene goes to
     * `scratch`, which is the session's to reset. */
    void *(*session)(struct arena *arena, struct arena *scratch, const struct mixed_setup *setup);
    /* The next question; target NULL: the answer is asked for. `fresh`: parameters have
     * changed, forget what is known of the scene. Values live in `arena`. */
    void (*open)(void *session, struct arena *arena, const struct scene *scene,
                 const struct target *target, bool fresh);
    /* Then, of which classes there will be values: [MIXED_CLASSES]. What none of them asks for need not
     * be in the others. */
    void (*expect)(void *session, const bool *classes);
    size_t (*size)(void *session, int class); /* doubles of a value */
    /* out += weight * (what the program of `word` says); the reverse pass returns the
     * gradient of the weight. */
    void (*lexical)(void *session, struct mixed_code code, uint32_t word, double weight,
                    double *out);
    double (*lexical_back)(void *session, struct mixed_code code, uint32_t word, double weight,
                           const double *grad);
    /* out += weight * x; the reverse pass returns the gradient of the weight. */
    void (*add)(void *session, int class, double weight, const double *x, double *out);
    double (*add_back)(void *session, int class, double weight, const double *x, const double *grad,
                       double *grad_x);
    /* out += f(x), for f of this class. */
    void (*apply)(void *session, int class, const double *f, const double *x, double *out);
    void (*apply_back)(void *session, int class, const double *f, const double *x,
                       const double *grad, double *grad_f, double *grad_x);
    void (*join)(void *session, uint8_t how, int class, const double *a, const double *b,
                 double *out);
    void (*join_back)(void *session, uint8_t how, int class, const double *a, const double *b,
                      const double *grad, double *grad_a, double *grad_b);
    /* All is added up: work out what follows from the sum. */
    void (*merge)(void *session, int class, double *value);
    void (*merge_back)(void *session, int class, const double *value, double *grad);
    /* After the last *_back: gradients of the parameters. */
    void (*finish_back)(void *session);
    /* What a word that refers back can mean, one case for each thing it could be: a value that
     * speaks of it (a category X^Y) is kept as one value for each case. `refer` adds weight *
     * (the case as a value of the class); its reverse pass returns the gradient of the weight.
     * `shares`: P(the value `x` is this case) · W: [n_cases]. */
    bool (*refers)(const struct lang *lang, type_id type); /* is there a way to refer to it? */
    uint32_t (*n_cases)(void *session);
    void (*refer)(void *session, int class, uint32_t which, double weight, double *out);
    double (*refer_back)(void *session, int class, uint32_t which, const double *grad);
    void (*shares)(void *session, int class, const double *x, double *out);
    void (*shares_back)(void *session, int class, const double *grad, double *grad_x);
    /* Of a root: W times the probability of an outcome; the reverse pass for the target, whose
     * outcome is `asked`. */
    uint32_t (*outcomes)(void *session, int class);
    /* Is there anything in the scene that an answer of the class can be about? What colour
     * nothing has is no question; how many there are, and whether there is one, are. */
    bool (*has_answer)(void *session, int class);
    double (*answer)(void *session, int class, const double *value, uint32_t outcome);
    uint32_t (*asked)(void *session);
    void (*answer_back)(void *session, int class, uint32_t outcome, double grad, double *grads);
    void (*print_outcome)(void *session, int class, uint32_t outcome, struct buf *out);
    /* A value for people: which objects, how sure. */
    void (*describe)(void *session, int class, const double *value, struct buf *out);
    /* Which objects a value is about: out[i] = P(object i is one); false: it is about
     * none, being a number, say. */
    bool (*selects)(void *session, int class, const double *value, double *out);
    /* Does the function `f` take what it is given for a single object? */
    bool (*takes_one)(void *session, int class, const double *f);
    /* What a word's concept (a number, as in the setup) says of the scene that is open: of
     * each object, or each pair, the probability that it holds; out: [n_objects * n_objects]. Returns
     * how many; 0: it says nothing of objects. */
    size_t (*perceive)(void *session, uint32_t word, uint32_t concept, double *out);
};

/* What a definition's types can do, put together when it has been read. */
struct kernels {
    bool keeps_literals; /* constants named in targets are found in the result */
    const struct exact_kernels *exact;
    const struct expected_kernels *expected;
    const struct mixed_kernels *mixed;
    /* Is a word of a target a constant named by the data? NULL: each is. */
    bool (*is_literal)(const struct lang *lang, const char *word);
    /* Read a target from the data; false: it is not one (why: one sentence). */
    bool (*read_target)(struct arena *arena, const struct lang *lang, const char *text,
                        struct target *out, const char **why);
    /* Write a value as people read it. Exact values have a number; expected ones a vector. */
    void (*print)(void *state, const struct lang *lang, value_id value, struct buf *out);
    void (*print_expected)(void *state, const double *value, struct buf *out);
};

/* The ways to execute that the value types have. */
extern const struct exact_kernels values_exact;        /* values.c: all of them */
extern const struct expected_kernels strings_expected; /* sequence_soft.c */
extern const struct expected_kernels numbers_expected; /* number.c */
extern const struct mixed_kernels sets_mixed;          /* set_kernels.c */

void values_print(void *state, const struct lang *lang, value_id value, struct buf *out);
void strings_print(void *state, const double *value, struct buf *out);
void numbers_print(void *state, const double *value, struct buf *out);

/* targets.c: sequences of actions, a number, or answers to questions. */
#define TARGET_MAX_CONSTANTS 256u /* that a type may say one value has */
/* A name in a target with calls, up to a bracket, a comma or a blank; `STOP()` is one. */
size_t target_name_length(const char *at);
bool target_read_sequence(struct arena *arena, const struct lang *lang, const char *text,
                          struct target *out, const char **why);
bool target_read_number(struct arena *arena, const struct lang *lang, const char *text,
                        struct target *out, const char **why);
bool target_read_answer(struct arena *arena, const struct lang *lang, const char *text,
                        struct target *out, const char **why);
bool target_read_record(struct arena *arena, const struct lang *lang, const char *text,
                        struct target *out, const char **why);
/* An answer of stated facts: yes or no, any number, a word or a list of words. */
bool target_read_fact(struct arena *arena, const struct lang *lang, const char *text,
                      struct target *out, const char **why);
bool target_is_answer_word(const struct lang *lang, const char *word);
/* Is it yes or no, by any of the names that the definition has for them? And what they are called in answers. */
bool target_is_truth(const struct lang *lang, const char *text, bool *yes);
const char *target_truth_name(const struct lang *lang, bool truth);

#endif
