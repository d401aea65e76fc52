/* parser - a sentence in, its readings or an explanation out: the chart and
 * execution put together. One arena, reset for each sentence. */
#ifndef G2L2_PARSER_H
#define G2L2_PARSER_H

#include "model/model.h"
#include "run/mixed.h"
#include "run/run.h"
#include "run/single.h"
#include "parser/plans.h"

/* Confidence that is left for each guess about a scene: a word that is passed over, something that is
 * taken for granted wrongly, words put together as in no example. Descriptions say more than they
 * need, so most such answers are right: of official questions with a word of content replaced 83%
 * with one guess, and of people's questions 82, 65, 59 and 35% with one to four. */
#define GUESSED .8

/* An answer by a word that may be meant by one that was never seen, and what it counts. */
struct meant {
    uint32_t word; /* SYMBOL_NONE: one that means nothing */
    const char *answer;
    double counts, squares; /* of all the words that it stands for: the sum, and that of squares */
    bool opposed;           /* another word may as well say the contrary */
};

struct doubt {
    VEC(struct meant) meant;
    double all;
    double added; /* P(it is said on top of what could be said without it) */
};

struct g2l2_parser {
    const struct lexicon *lexicon;
    g2l2_limits limits;
    struct arena arena, scratch;
    struct guard guard;
    struct budget budget;  /* of each call, where one was set */
    const uint32_t *words; /* [n_words] of the last sentence, and then its phrases (chart.h) */
    uint32_t n_words;
    /* Where those that the plan has stand in the sentence, and all of its words; NULL: it has all. */
    const uint32_t *at, *whole;
    const char *folded; /* the sentence as its words are looked up */
    const char *source; /* the sentence, and where its words stand, where these are kept */
    text_spans spans;   /* [n_words] */
    uint32_t n_cut;     /* words of it that were cut into known ones */
    const uint32_t
        *unknown;          /* the words as they are, where unknown ones are passed over; or NULL */
    const char *malformed; /* a result that was left out for one of its names, or NULL */
    double confidence;     /* that words which are not known leave */
    struct doubt *doubts;  /* [n_doubts] of its unknown words, in `scratch` */
    uint32_t n_doubts;
    uint32_t meant, meant_at; /* the word that one of them is taken for, or SYMBOL_NONE; where */
    const char *presumed;     /* what the question takes for granted and is not so, or NULL */
    bool freely;              /* its words are put together as in no example */
    bool literal;             /* none of them is taken for a known word */
    struct chart chart;
    struct plan plan;
    struct inside inside;
    struct exact exact;
    struct expected expected;
    const struct scene *scene; /* what sentences are about, where values are discrete */
    struct scene stated;       /* that, with what is stated of its objects in order */
    struct arena facts;        /* where that lies */
    const char **texts;        /* [n_words] words as the sentence has them, where names count */
    bool keeps; /* the lexicon stays as it is, so that what is found out can be kept: */
    struct plans plans;
    struct single single;
    struct look *look; /* where concepts of objects are learned, else NULL */
};

/* What people call the objects of a scene, and where they see them, where someone knows: both
 * may be NULL. */
struct naming {
    void (*put)(const void *of, size_t scene, uint32_t object, struct buf *out);
    /* How far to the right, and to the front; false: it is nowhere. */
    bool (*place)(const void *of, size_t scene, uint32_t object, double at[2]);
    const void *of;
    size_t scene;
    const g2l2_scenes *scenes; /* that it is one of, where there are such; or NULL */
};

/* What a parser needs to answer questions about scenes (answer.c). */
struct look {
    struct arena own, scratch; /* of the parser; of the scene */
    struct grounding grounding;
    void *session;
    const double *weight;      /* [n_slots] */
    const struct scene *scene; /* NULL: none was shown */
    uint64_t epoch;            /* of the scenes it is one of (data/look.c) */
    bool fresh;                /* forget what is known of the scene */
    struct scene objects;      /* the scene, where it was given as numbers; */
    float *features;           /* which are kept here, malloc'ed */
    struct naming naming;
    struct mixed mixed;
};

/* Show it a scene, which must stay until another one is shown. */
g2l2_status parser_set_scene(g2l2_parser *self, const struct scene *scene, g2l2_error *err);
/* Afterwards, until the next look: names for its explanations. */
void parser_name_objects(g2l2_parser *self, struct naming naming);
void look_open(g2l2_parser *self);
void look_free(g2l2_parser *self);
/* Execute the last sentence; its answers, the likeliest first. */
void look_execute(g2l2_parser *self);
/* Is what it takes for granted so? Else `presumed` says what is not, and it is less sure. */
void presume_check(g2l2_parser *self);
size_t look_readings(g2l2_parser *self, size_t n_best, g2l2_reading **out);

/* For learning, which has a lexicon but no model yet. */
g2l2_status parser_new(const struct lexicon *lexicon, const g2l2_limits *limits, g2l2_parser **out,
                       g2l2_error *err);

/* How sure an answer is that has this share of all readings: less for words that are not known and
 * what is taken for granted wrongly. answer: as it is printed; NULL: nothing depends on words that
 * are not known. */
double parser_confidence(g2l2_parser *self, double share, const char *answer);
/* The same as often as held-back examples of such a confidence were right (learn/estimate.c). */
double parser_calibrated(const g2l2_parser *self, double confidence);
/* Held-back examples say how often the best reading is right. Where that is less often than its share, the
 * others keep their proportion to it; where it is more often, they share what it leaves. So their
 * order stays, and together they are never more than 1. */
void parser_calibrate(const g2l2_parser *self, g2l2_reading *readings, size_t n);

static inline bool parser_has_scene(const g2l2_parser *self) {
    return self->scene || (self->look && self->look->scene);
}

/* What the parser has planned last, as the walks of a plan take it. */
static inline struct walk parser_walk(g2l2_parser *self) {
    return (struct walk){.plan = &self->plan,
                         .sentence = {.lexicon = self->lexicon,
                                      .words = self->words,
                                      .source = self->source,
                                      .spans = self->spans.at,
                                      .texts = self->texts},
                         .weight = self->lexicon->tau,
                         .arena = &self->arena,
                         .scene = self->scene};
}

/* The steps of g2l2_parser_run, for those who want to look at them: words,
 * chart, log Z and all values. May raise at the parser's guard. */
void parser_parse(g2l2_parser *self, const char *sentence);
/* Its words alone. */
void parser_read(g2l2_parser *self, const char *sentence);
/* unknown.c, where sentences are `text words`: take words that are not known for others, or for
 * nothing; and say so. folded: the sentence as parser_fold has it. */
void parser_guess_words(g2l2_parser *self, const char *folded);
/* Confidence that is left of 1, for words that were never seen: an answer leaves them out, or has them in
 * a text that is copied. */
double parser_left_unknown(g2l2_parser *self, const char *answer);
/* The words, with those that are one edit away from one known word taken for it; and how many are. */
const uint32_t *parser_known_typos(g2l2_parser *self, const char *folded, uint32_t *n_typos);
void parser_say_guesses(g2l2_parser *self, const char *folded, struct buf *out);
/* A known word but for one letter, or for marks? */
bool parser_is_typo(const g2l2_parser *self, const char *text);
/* The folded sentence with words that were never seen cut into those that were (compounds.c); and
 * "took 'keukenlampen' for 'keuken lampen'". */
const char *parser_cut_compounds(g2l2_parser *self, const char *folded);
void parser_say_cuts(g2l2_parser *self, const char *folded, struct buf *out);
/* A number of the sentence that has no place in its meaning, as JSON; NULL: there is none. */
const char *parser_left_out(g2l2_parser *self, const char *meaning);
/* The known word that `text` was meant to be, or SYMBOL_NONE. */
uint32_t parser_similar(const g2l2_parser *self, const char *text);
/* standins.c, of questions: what the answers would be with other words in the places of those that
 * are not known, once the words are read; and the share of them by which the answer is this. */
void parser_doubt(g2l2_parser *self, const char *sentence);
double parser_agreement(const g2l2_parser *self, const char *answer);
/* From the words of a question to its answers. */
size_t parser_answer(g2l2_parser *self, size_t n_best, g2l2_reading **out);
/* At the start of every public call: its budget begins now (calls.c). */
void parser_begin(g2l2_parser *self);
/* What became of the last sentence, if it has so many readings. */
g2l2_parse_status parser_status(const g2l2_parser *self, size_t n_readings);
/* The sentence as its words are cut, in the parser's arena. */
const char *parser_fold(g2l2_parser *self, const char *sentence);
void parser_execute(g2l2_parser *self);
/* The known words spelled most like `word`, the nearest first, at most `max`; none that is
 * quite another word. Returns how many. */
uint32_t parser_nearest(const g2l2_parser *self, const char *word, size_t length, const char **out,
                        uint32_t max);
/* Why the last sentence has no derivation, in one line. */
const char *parser_reason(g2l2_parser *self, const char *sentence);
/* The same where words refer back: which of them has nothing to refer to, or which clause
 * should refer to something and does not; NULL: that is not it. */
const char *parser_missing_reference(g2l2_parser *self);
/* What the reader of an answer should know, or NULL. */
const char *parser_note(g2l2_parser *self, const char *sentence);
/* The readings of the last sentence that was executed. */
size_t parser_readings(g2l2_parser *self, size_t n_best, g2l2_reading **out);

/* g2l2_concepts_find, with n scenes to compare concepts in. */
g2l2_status concepts_find(const g2l2_model *model, const struct scene *const *scenes, size_t n,
                          const g2l2_budget *budget, g2l2_concepts **out, g2l2_error *err);

/* ---- a derivation for people: derive.c --------------------------------------- */

struct tree {
    cat_id cat;
    uint8_t rule;                    /* RULE_NONE: a word */
    bool lifted;                     /* it is a function of what its parts speak of */
    const struct meaning *meaning;   /* of its parts; NULL: that of the right one, or a word */
    uint32_t begin, end;             /* without EMPTY words at its ends */
    uint32_t height;                 /* of a word 0 */
    uint32_t number;                 /* parts before the whole */
    const struct tree *left, *right; /* right NULL: a rule of one part */
};

struct derived {
    const struct tree *root; /* its number is the highest */
    const uint32_t *slots;   /* [n_words] the entry of each word, EMPTY ones too; NO_NODE: the
                                word belongs to the entry before it */
    const cat_id *cats;      /* [n_words] and the category it is used as; CAT_NONE likewise */
};

/* All of it is the parser's, until its next call. */
struct derived derive_tree(g2l2_parser *self, const struct derivation *derivation);
/* The model's language is shared by threads and cannot grow: one to build in. */
struct lang *derive_language(g2l2_parser *self);
/* A copy of `term` in `lang`, with env[i] (closed, may be NULL where `term` is
 * closed) in the place of its free variable i. */
const struct term *derive_copy(struct lang *lang, const struct term *term,
                               const struct term *const *env);
/* Beta normal form; NULL: it is too large to be shown. */
const struct term *derive_reduce(struct lang *lang, const struct term *term);
/* Is it a pair, two values side by side? And a term in normal form, with first(pair(a, b))
 * and second(pair(a, b)) as the sides they are. */
bool derive_is_pair(const struct lang *lang, const struct term *term);
const struct term *derive_simplify(struct lang *lang, const struct term *term);
/* Which words the operations of a program come from. */
struct origins {
    uint32_t first;      /* operation that has one */
    VEC(uint32_t) words; /* [operations from `first` on] */
};
/* The derivation as one program, not yet reduced; NULL: it means nothing. The concept
 * of a word is a constant beyond the domain's, called like the word. marks (empty, or NULL):
 * operations are copies that belong to one word; `lang` must be for this alone. */
const struct term *derive_program(const g2l2_parser *self, struct lang *lang,
                                  const struct derived *derived, struct origins *marks);
/* The same of one part; known: [numbers] what stands for smaller parts, or NULL. */
const struct term *derive_part(const g2l2_parser *self, struct lang *lang,
                               const struct derived *derived, const struct tree *part,
                               const struct term *const *known);
/* A constant beyond the domain's: the one there is, or a new one. */
const struct term *derive_constant(struct lang *lang, const char *name, type_id type);
/* Is it such a constant? */
bool derive_names_value(const struct lang *lang, const struct term *term);
/* A program as people read it; step: [n_terms] where not 0, what is known by this number
 * (`#1`) inside the call; or NULL. */
void derive_print(const struct lang *lang, const struct term *term, const uint32_t *step,
                  struct buf *out);

#endif
