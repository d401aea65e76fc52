/* g2l2 - learn a language from examples, and show what was learned.
 *
 * The header reads in the order of the flow:
 *
 *   domain ─▶ dataset ─▶ learn ─▶ model ─▶ parser ─▶ result, explanation
 *
 * Every call that can fail returns a status, writes its result through `out`
 * and, if `err` is not NULL, fills it with one sentence and a position. The
 * library never prints, exits or aborts. A sentence that has no derivation is
 * not an error: it is a result that says why.
 *
 * Threads: a domain, a dataset and a model may be read by many threads at
 * once. A parser belongs to one thread at a time; make one for each. */
#ifndef G2L2_H
#define G2L2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define G2L2_VERSION "0.1.0"

/* ---- errors ------------------------------------------------------------ */

typedef enum {
    G2L2_STATUS_OK,
    G2L2_STATUS_NO_MEMORY,
    G2L2_STATUS_IO,          /* a file cannot be read or written */
    G2L2_STATUS_FORMAT,      /* a text or file does not have the right form */
    G2L2_STATUS_TYPE,        /* a program does not have the type it must have */
    G2L2_STATUS_UNKNOWN,     /* a name that nothing defines */
    G2L2_STATUS_LIMIT,       /* larger than a limit that can be raised */
    G2L2_STATUS_INTERRUPTED, /* the caller asked to stop */
    G2L2_STATUS_DATA,        /* the examples cannot be explained */
    G2L2_STATUS_ARGUMENT     /* a value outside its range */
} g2l2_status;

typedef struct {
    g2l2_status status;
    size_t line, column; /* from 1; 0 where there is none */
    char message[512];
} g2l2_error;

const char *g2l2_status_name(g2l2_status status);

/* ---- domains ------------------------------------------------------------ */

typedef struct g2l2_domain g2l2_domain;

/* A built-in domain by name ("nav", "arith", "visual"), or a definition file by path.
 * The domain belongs to the caller until it is freed; models keep a copy. */
g2l2_status g2l2_domain_open(const char *name_or_path, g2l2_domain **out, g2l2_error *err);
void g2l2_domain_free(g2l2_domain *self);
const char *g2l2_domain_name(const g2l2_domain *self);
/* Are its sentences questions about scenes? */
bool g2l2_domain_has_scenes(const g2l2_domain *self);
/* Names of the built-in domains, ended by NULL. */
const char *const *g2l2_domain_names(void);

/* ---- examples ----------------------------------------------------------- */

typedef struct g2l2_dataset g2l2_dataset;

typedef struct {
    const char *sentence; /* words joined by one space, NUL-terminated */
    const char *target;   /* likewise */
    const char *file;     /* where it came from, or NULL */
    size_t line;
    size_t scene;       /* what the question is about; SIZE_MAX if nothing */
    const char *family; /* kind of question, as its file names it, or NULL: "one_hop" */
    int family_index;   /* which family of that kind; -1 if unknown */
    const char *kind;   /* what it asks for, or NULL: "count", "query_color" */
    int hops;           /* relations on the way to the answer; -1 if unknown */
} g2l2_example;

typedef struct {
    size_t max_words;  /* words a sentence may have */
    size_t max_target; /* actions a target may have */
    size_t max_bytes;  /* bytes a file may have */
    size_t max_memory; /* bytes one parse may take */
} g2l2_limits;

g2l2_limits g2l2_limits_default(void);

g2l2_status g2l2_dataset_new(g2l2_dataset **out, g2l2_error *err);
void g2l2_dataset_free(g2l2_dataset *self);
/* Both texts are copied; white space between words is folded. */
g2l2_status g2l2_dataset_add(g2l2_dataset *self, const char *sentence, const char *target,
                             const char *file, size_t line, g2l2_error *err);
/* Read a file ("-": standard input) in any of the three forms, told apart by
 * its first line: `IN: ... OUT: ...`, `sentence<TAB>target`, or JSON lines
 * {"command": "...", "actions": "..."}. On error nothing of it is kept. */
g2l2_status g2l2_dataset_read(g2l2_dataset *self, const char *path, const g2l2_limits *limits,
                              g2l2_error *err);
size_t g2l2_dataset_count(const g2l2_dataset *self);
/* The pointers are the dataset's. */
g2l2_example g2l2_dataset_get(const g2l2_dataset *self, size_t i);

/* ---- scenes: what questions are about ------------------------------------- */

/* Objects with properties, read from files; written by one thread at a time. */
typedef struct g2l2_scenes g2l2_scenes;

g2l2_status g2l2_scenes_new(g2l2_scenes **out, g2l2_error *err);
void g2l2_scenes_free(g2l2_scenes *self);
/* Read a file ("-": standard input), plain or gzip: {"scenes": [...]} as CLEVR has
 * it, or scenes {"objects": [{"color": "red", "size": 2.5, ...}, ...]}, one or many,
 * as JSON lines or in an array. "id", "image_index" and "image_filename" name a
 * scene. It is read piece by piece, so it may have 16 times limits->max_bytes
 * (unpacked). On error nothing of it is kept. */
g2l2_status g2l2_scenes_read(g2l2_scenes *self, const char *path, const g2l2_limits *limits,
                             g2l2_error *err);
size_t g2l2_scenes_count(const g2l2_scenes *self);

/* Questions about scenes, from a file like those above: {"questions": [...]} as
 * CLEVR has it, or JSON lines {"question": "...", "answer": "..."} with
 * "image_filename", "image_index" or "scene" naming a scene read before, or with
 * "objects", which become a scene of their own. Questions are split into lower case
 * words, `;` and `,` being words; an answer may be a string, number or boolean
 * (yes, no). On error nothing of the file is kept, in `self` and in `scenes`. */
g2l2_status g2l2_dataset_read_questions(g2l2_dataset *self, const char *path, g2l2_scenes *scenes,
                                        const g2l2_limits *limits, g2l2_error *err);
/* Both texts are copied; the question is split likewise. */
g2l2_status g2l2_dataset_add_question(g2l2_dataset *self, const char *question, const char *answer,
                                      size_t scene, const char *file, size_t line, g2l2_error *err);

/* How properties become the numbers that are learned from. Each property points in
 * a direction of its own, fixed and random; noise comes on top. Objects that bring
 * "features" are used as they are. */
typedef struct {
    int size;      /* numbers for each object */
    double noise;  /* standard deviation of each; a property has length 1 */
    uint64_t seed; /* of the noise */
} g2l2_feature_options;

g2l2_feature_options g2l2_feature_options_default(void);
/* Make the features of all scenes read so far. `options` may be NULL. A model learned
 * from them remembers how. */
g2l2_status g2l2_scenes_encode(g2l2_scenes *self, const g2l2_feature_options *options,
                               g2l2_error *err);

/* ---- models ------------------------------------------------------------- */

typedef struct g2l2_model g2l2_model;

/* What an entry of several categories (`SAME`) can be used as. */
typedef struct {
    const char *category; /* `bool\integer/integer`; X: any category */
    const char *program;
} g2l2_case;

typedef struct {
    const char *word;
    const char *category; /* `V\V/(V\V)` */
    const char *program;  /* `\f.\x. f(f(x))` */
    double weight;        /* tau */
    double share;         /* of the word's weight, in [0, 1] */
    bool locked;
    bool off;               /* a candidate that was not chosen: shown, not used */
    uint32_t uses;          /* in what it was learned from; 0: not known */
    const char *example;    /* one of the sentences that use it, or NULL */
    size_t n_cases;         /* 0: it has one category */
    const g2l2_case *cases; /* [n_cases] */
} g2l2_entry;

/* A model file, or a lexicon as text (told apart by content). */
g2l2_status g2l2_model_load(const char *path, g2l2_model **out, g2l2_error *err);
g2l2_status g2l2_model_save(const g2l2_model *self, const char *path, g2l2_error *err);
void g2l2_model_free(g2l2_model *self);
const g2l2_domain *g2l2_model_domain(const g2l2_model *self);
size_t g2l2_model_n_words(const g2l2_model *self);
size_t g2l2_model_n_entries(const g2l2_model *self);
/* Entries in the order of words, the heaviest first within a word. The
 * strings are the model's. */
g2l2_entry g2l2_model_entry(const g2l2_model *self, size_t i);

/* Lexicon as text: `word => category : program  weight`, and below that, where it is
 * known, `  used N  SENTENCE`: how often, and an example. The caller frees it
 * with free(). import makes a model from such a text; `domain` is used where
 * the text names none and may be NULL. */
g2l2_status g2l2_lexicon_export(const g2l2_model *self, char **out, g2l2_error *err);
g2l2_status g2l2_lexicon_import(const char *text, size_t length, const g2l2_domain *domain,
                                g2l2_model **out, g2l2_error *err);

/* Make the features of scenes as those were made that the model was learned from. */
g2l2_status g2l2_scenes_encode_for(g2l2_scenes *self, const g2l2_model *model, g2l2_error *err);

/* ---- learning ----------------------------------------------------------- */

typedef struct {
    int stage, n_stages; /* curriculum: sentences up to `length` words */
    int length;
    int update, n_updates; /* in all */
    double loss;           /* mean of the latest updates */
    double accuracy;       /* likewise: chance of the right meaning; below 0: not known */
    size_t n_alive;        /* candidate entries not ruled out */
    int restart;           /* attempts before this one */
} g2l2_progress;

/* An entry that a word may have in the end. */
typedef struct {
    const char *category, *program;
    double share; /* of the word's weight */
} g2l2_candidate;

typedef struct {
    const char *word;
    size_t n_alive; /* candidates not ruled out */
    size_t n_top;
    const g2l2_candidate *top; /* [n_top] the heaviest first, five at most */
} g2l2_standing;

/* For those who want to see more than progress: either a phase begins (n_words is 0),
 * or this is what words may mean so far. All of it is the learner's, for this call. */
typedef struct {
    int restart;
    const char *phase; /* prepare, stages, resets, senses, final, choose, check */
    int update;
    size_t n_words;
    const g2l2_standing *words; /* [n_words] */
} g2l2_observation;

typedef struct {
    uint64_t seed;
    const char *inference;  /* "exact" or "expected", NULL = as the domain executes */
    const char *candidates; /* a set of the domain's definition, NULL = its default */
    int n_threads;
    int updates;          /* per stage, 0 = the recipe's */
    int batch;            /* 0 = the recipe's */
    int restarts;         /* after a failed run; 0 = none */
    double learning_rate; /* 0 = the recipe's */
    double effort;        /* how long to try, 0 = 1: some seconds for one run */
    double noise; /* share of examples that may stay unexplained; below 0: 0.15 of 100 or more,
                     and 0.5 where sentences are about scenes */
    bool keep_candidates; /* in the model, turned off: every candidate with its last weight */
    bool strict;          /* never take an example to be wrong */
    const char *grammar;  /* "plain" or "normal-form", NULL = as the domain says */
    double lambda; /* of the loss: 0 divides by all that parses, 1 does not; below 0: the
                      recipe's */
    int senses;    /* entries that a word may have; 0: as many as it needs */
    const g2l2_scenes *scenes; /* encoded (g2l2_scenes_encode), where sentences are about such */
    /* Constants of the learner that are to be others, "batch=8 beta2=0.9", or NULL;
     * `g2l2 bench recipe` lists them. */
    const char *recipe;
    g2l2_limits limits;
    /* Called now and then; return false to stop with the best model so far. */
    bool (*progress)(void *context, const g2l2_progress *at);
    /* Likewise, to watch; what is learned does not depend on it. */
    void (*observe)(void *context, const g2l2_observation *at);
    void *context;
} g2l2_learn_options;

g2l2_learn_options g2l2_learn_options_default(void);

typedef struct {
    size_t examples; /* in the dataset */
    size_t checked;  /* examples decoded at the end to measure accuracy */
    size_t correct;
    size_t candidates; /* per word */
    const char *candidate_set;
    int restarts;
    int attempts;  /* runs in all, */
    int attempt;   /* and which of them the model is from, the first being 0 */
    bool tolerant; /* some examples were taken to be wrong */
    bool interrupted;
    double cpu_seconds;
} g2l2_learn_report;

/* Learn a lexicon. `report` may be NULL. The model belongs to the caller.
 * Interrupted by `progress`, it still returns a model and STATUS_OK, with
 * report->interrupted set. */
g2l2_status g2l2_learn(const g2l2_domain *domain, const g2l2_dataset *data,
                       const g2l2_learn_options *options, g2l2_model **out,
                       g2l2_learn_report *report, g2l2_error *err);

/* Entries of one word that explain the data equally well, and a sentence whose
 * meaning would tell them apart ("" if none was found). Where meanings are about
 * scenes it is the shortest that both can be used in, with its two programs. */
typedef struct {
    const char *word;
    const char *category_a, *program_a, *category_b, *program_b;
    const char *sentence, *meaning_a, *meaning_b;
} g2l2_tie;

/* Look for ties; the two calls below then tell them. */
g2l2_status g2l2_model_find_ties(g2l2_model *self, g2l2_error *err);
size_t g2l2_model_n_ties(const g2l2_model *self);
g2l2_tie g2l2_model_tie(const g2l2_model *self, size_t i);

/* What was learned of the world, where sentences are about scenes. All of it lives as
 * long as `g2l2_concepts`, and the model must outlive that. */
typedef struct g2l2_concepts g2l2_concepts;

typedef struct {
    const char *word;
    double similarity; /* -1 to 1 */
} g2l2_likeness;

/* The concept of a word, among all of its type. */
typedef struct {
    const char *type; /* "ObjConcept" */
    const char *word;
    size_t n_near;
    const g2l2_likeness *near; /* the most alike first, three at most */
    size_t n_synonyms;
    const char *const *synonyms; /* words that mean the same */
    g2l2_likeness opposite;      /* word NULL: it has none */
} g2l2_concept;

/* A set of answers that words ask for: color = {blue, brown, ...}. */
typedef struct {
    const char *type;
    size_t n_words;
    const char *const *words;
    size_t n_values;
    const g2l2_likeness *values; /* with their shares; they need not add up to 1 */
} g2l2_attribute;

/* Compare concepts by their vectors. Empty where the model has no concepts. */
g2l2_status g2l2_concepts_find(const g2l2_model *model, g2l2_concepts **out, g2l2_error *err);
/* Compare them by what they hold of in scenes, encoded: better, and better with more. */
g2l2_status g2l2_concepts_find_in(const g2l2_model *model, const g2l2_scenes *scenes,
                                  g2l2_concepts **out, g2l2_error *err);
void g2l2_concepts_free(g2l2_concepts *self);
/* By type, in the order of words. */
size_t g2l2_concepts_count(const g2l2_concepts *self);
g2l2_concept g2l2_concepts_get(const g2l2_concepts *self, size_t i);
size_t g2l2_concepts_n_attributes(const g2l2_concepts *self);
g2l2_attribute g2l2_concepts_attribute(const g2l2_concepts *self, size_t i);

/* ---- parsing and execution ----------------------------------------------- */

typedef struct g2l2_parser g2l2_parser;

typedef struct {
    const char *text;  /* the meaning, e.g. the actions; NULL if there is none */
    double confidence; /* its share of all derivations, in [0, 1] */
} g2l2_reading;

typedef struct {
    size_t n_readings;            /* 0: no parse, `reason` says why */
    const g2l2_reading *readings; /* the best first */
    const char *reason;           /* or, where there are readings, what to know about them; NULL */
} g2l2_result;

/* The model must outlive the parser. */
g2l2_status g2l2_parser_new(const g2l2_model *model, const g2l2_limits *limits, g2l2_parser **out,
                            g2l2_error *err);
void g2l2_parser_free(g2l2_parser *self);
/* Where sentences are about scenes: show it one of `scenes`, encoded, which must stay
 * as they are until another one is shown. Looking at the same one again costs nothing. */
g2l2_status g2l2_parser_look(g2l2_parser *self, const g2l2_scenes *scenes, size_t scene,
                             g2l2_error *err);
/* At most `n_best` readings. The result is the parser's, until its next call;
 * once warm, a call allocates nothing. */
g2l2_status g2l2_parser_run(g2l2_parser *self, const char *sentence, size_t n_best,
                            g2l2_result *out, g2l2_error *err);
/* Derivation in CCG layout, program and execution step by step; or why there
 * is none. The text is the parser's, until its next call. */
g2l2_status g2l2_parser_explain(g2l2_parser *self, const char *sentence, const char **out,
                                g2l2_error *err);

/* The same in another form: a trace (docs/TRACE.md), or a drawing of it. */
typedef enum {
    G2L2_FORMAT_TEXT,
    G2L2_FORMAT_JSON,
    G2L2_FORMAT_SVG,
    G2L2_FORMAT_HTML, /* one self-contained page */
    G2L2_FORMAT_LATEX,
    G2L2_FORMAT_DOT
} g2l2_format;

/* "text", "json", ...; false: there is no such format. */
bool g2l2_format_find(const char *name, g2l2_format *out);
/* The text is the parser's, until its next call. */
g2l2_status g2l2_parser_show(g2l2_parser *self, const char *sentence, g2l2_format format,
                             const char **out, g2l2_error *err);

#ifdef __cplusplus
}
#endif

#endif
