/* domain - what sentences can mean, as a definition says it.
 *
 * The definition is a small text (see domains/nav.def): types and operations out of those
 * that there are (types/operations.h), categories, and which candidate entries a word may
 * have. Built-in ones are embedded at build time; users give a file of their own. */
#ifndef G2L2_DOMAIN_H
#define G2L2_DOMAIN_H

#include "types/kernels.h"
#include "types/registry.h"
#include "syntax/syntax.h"

struct definition {
    const char *name, *text;
};

/* Made by script/embed, ended by {NULL, NULL}. */
extern const struct definition g2l2_definitions[];
/* The text of the one of this name, or NULL. */
const char *domain_built_in(const char *name);
extern const char *const g2l2_definition_names[]; /* the same, ended by NULL */

/* One line of a candidate set: programs of a category, or one given entry. */
struct candidate_rule {
    cat_id cat;
    uint32_t max_ops;           /* 0: the set's */
    const struct term *program; /* given, or NULL: enumerate */
    uint32_t line, column;      /* in the definition */
};

struct candidate_set {
    const char *name;
    uint32_t line, column;  /* in the definition */
    bool fallback;          /* tried where the default set leaves examples unexplained */
    bool simple;            /* tried before it where examples are few */
    bool directed;          /* `|` stands for both slashes, an entry for each */
    bool without_constants; /* programs that are enumerated have none of the data's */
    struct enumeration rules;
    VEC(double) numbers; /* empty: the domain's */
    VEC(struct candidate_rule) lines;
    VEC(cat_id) wholes; /* entries that are whole targets but for things (learn/wholes.c) */
    /* Entries that are parts of the targets a phrase occurs with (learn/parts.c). */
    cat_id parts; /* their category, or CAT_NONE */
    uint32_t part_words, part_fields;
    /* Where fields share their values: what means one, and what makes a field of it, before it and
     * behind it; or CAT_NONE. */
    cat_id part_values, part_before, part_behind;
};

struct candidate {
    cat_id cat;
    const struct term *program; /* NULL for EMPTY and schemas */
};
typedef VEC(struct candidate) candidate_list;

/* What a number is called: 2 two */
struct number_name {
    const char *name;
    double number;
};

/* A type whose values are learned: the `?` of a program stands for the word's own. */
struct concept {
    type_id type;
    bool of_answers; /* a number for each answer; else one for each feature, and one more */
    bool of_pairs;   /* it is about how the features of two objects differ */
};

/* Where a definition says what. */
enum marked {
    MARK_TYPE,
    MARK_CONCEPT,
    MARK_OP,
    MARK_LITERALS,
    MARK_NUMBERS,
    MARK_CATEGORY,
    MARK_SCHEMA,
    MARK_ROOT
};

struct said {
    uint8_t what;
    uint16_t
        which; /* a type, an operation or a category; of concepts, literals and roots, an index */
    uint32_t line, column;
};

struct g2l2_domain {
    struct arena arena;
    struct guard guard;
    const char *name, *about;
    const char *text; /* the definition as read */
    struct lang lang;
    term_list programs; /* room for domain_candidates_of */
    struct syntax syntax;
    struct kernels made;           /* what `kernels` points to */
    const struct kernels *kernels; /* of the types that it has */
    uint64_t imported;             /* kinds of values, a bit for each; 0: all */
    bool answers;                  /* exact answers to questions: learned by P(answer) */
    bool world;                    /* sentences are about the objects of a scene */
    bool expected;                 /* `run` uses expected execution */
    bool mixed;                    /* `run` mixes values about a scene (run/mixed.h) */
    bool questions;                /* sentences are folded by text_question */
    bool words;                    /* or by text_words, */
    bool spoken;                   /* or by text_spoken */
    VEC(struct concept) concepts;
    bool functor_arguments_lexical;  /* in expected execution: f must be a word */
    const char *literal_name;        /* what the data's constants are called, or NULL */
    VEC(type_id) literal_types;      /* and of which types they are */
    VEC(const char *) literal_names; /* [literal_types.n] what each is called */
    bool taught;                     /* the data are a few more for a language that is known */
    VEC(double) numbers;
    VEC(struct number_name)
    number_names; /* words that mean one of them, unless examples say otherwise */
    VEC(cat_id) roots;
    VEC(struct candidate_set) sets; /* the first is the default */
    VEC(struct said) marks;
    const char *next;      /* definition to try where these do not do, or NULL */
    const char *calls;     /* definition to try first where targets have arguments, or NULL */
    const char *terms;     /* likewise where arguments have arguments */
    const char *nested;    /* definition to try first where targets are records within records */
    const char *strings;   /* definition to try where words give the target piece by piece */
    const char *labels;    /* definition to try where sentences mean one of a few labels, */
    const char *compounds; /* and another that cuts them into parts */
    const char *roles;     /* definition to try where targets are single calls: LOVE(girl,dog) */
    bool aligned;          /* what words give is read off by alignment (learn/align.h) */
};

/* Read a definition. Errors carry line and column. */
g2l2_status domain_parse(const char *text, size_t length, g2l2_domain **out, g2l2_error *err);
/* Likewise; it may import the types of a program, which may be NULL. */
g2l2_status domain_parse_with(const g2l2_types *types, const char *text, size_t length,
                              g2l2_domain **out, g2l2_error *err);
/* The definition again, without what was added since: a domain of one's own. */
g2l2_status domain_copy(const g2l2_domain *self, g2l2_domain **out, g2l2_error *err);

/* Why a program, though well typed, says nothing about objects: its category is X^Y and
 * kernels cannot refer back to a Y, or a `?` or a number is not what they know. NULL: it is fit. */
const char *domain_unfit(const g2l2_domain *self, cat_id cat, const struct term *program);
/* Add the constants that occur in target texts; call before syntax_close. What names an object
 * of the scenes ([n_scenes], may be none) is no constant. */
void domain_add_literals(g2l2_domain *self, const char *const *texts, size_t n,
                         const struct scene *const *scenes, size_t n_scenes);
/* calls.c. What the data name in actions with arguments. */
struct call_names {
    struct symbols *actions, *things, *plain; /* BRING of BRING(cup); cup; STOP */
    /* or NULL, all three: OPEN of OPEN(door), RAIN, which are never done by themselves; big of big(dog) */
    struct symbols *tests, *states, *qualities;
    const struct symbols *objects; /* names of objects, which words need not mean */
    bool numbers;                  /* that are no things */
};
void domain_name_calls(struct arena *arena, const char *const *texts, size_t n,
                       const struct call_names *out);
bool domain_has_nested_calls(const char *text);
/* bare.c. Where arguments follow their action without parentheses, which names of the targets are
 * arguments; and, of a language without, could some be, so that one action is done to several? */
#define BARE_MAX_THINGS 3u /* of one action */
void domain_bare_things(const g2l2_domain *self, struct arena *arena, const char *const *texts,
                        size_t n, struct symbols *things);
bool domain_has_bare_things(const g2l2_domain *self, struct arena *arena, const char *const *texts,
                            size_t n);
/* Likewise those that are stated of objects: values of properties, and their names. */
void domain_add_facts(g2l2_domain *self, const struct scene *const *scenes, size_t n);
/* Of each kind of constants that nothing names as yet, one that stands for all of them, called
 * as the definition calls them: what candidates look like before there are data. */
void domain_add_placeholders(g2l2_domain *self);
/* One constant of a type that has such; false: it cannot be one. */
bool domain_add_literal(g2l2_domain *self, type_id type, const char *name);
/* An operation that has no soft values, so that only exact execution can do it; or NULL. */
const struct op *domain_hard(const g2l2_domain *self);
/* What the word is a name of; NULL: of no number. */
const struct number_name *domain_number(const g2l2_domain *self, const char *word);
const struct candidate_set *domain_set(const g2l2_domain *self, const char *name);
static inline enum value_kind domain_kind(const g2l2_domain *self, type_id type) {
    return (enum value_kind)self->lang.types.at[type].kind;
}
/* All candidate entries of a set, in the order of its lines. */
void domain_candidates(g2l2_domain *self, const struct candidate_set *set, candidate_list *out);
/* Those whose constants of the data are among these: [n] operations, in their order. */
void domain_candidates_of(g2l2_domain *self, const struct candidate_set *set,
                          const uint16_t *literals, uint32_t n, candidate_list *out);
/* A program with a closed term in the place of its first `?`. Of a candidate that has one left it
 * stands for a number, which answers have to show. */
const struct term *domain_fill(g2l2_domain *self, const struct term *program,
                               const struct term *filling);

/* All categories are known: make the rule table. After this the domain is read-only and may be shared. */
void domain_close(g2l2_domain *self);

#endif
