/* g2l2 - learn a language from examples, and show what was learned.
 *
 * The header reads in the order of the flow:
 *
 *   domain ─▶ dataset ─▶ learn ─▶ model ─▶ parser ─▶ result, explanation
 *
 * docs/API.md has whole programs. libg2l2-engine has all that needs neither examples nor scenes
 * from files: domains, models, parsers, explanations as text.
 *
 * Every call that can fail returns a status, writes its result through `out`
 * and, if `err` is not NULL, fills it with one sentence and a position. The
 * library never prints, exits or aborts. A sentence that has no derivation is
 * not an error: it is a result that says why.
 *
 * Threads: value types, a domain, a dataset and a model may be read by many threads at
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

/* What the library shows; all else in it is hidden. */
#if defined(__GNUC__)
#define G2L2_API __attribute__((visibility("default")))
#else
#define G2L2_API
#endif

/* ---- errors ------------------------------------------------------------ */

typedef enum {
    G2L2_STATUS_OK,
    G2L2_STATUS_NO_MEMORY,
    G2L2_STATUS_IO,          /* a file cannot be read or written */
    G2L2_STATUS_FORMAT,      /* a text or file does not have the right form */
    G2L2_STATUS_TYPE,        /* a program does not have the type it must have */
    G2L2_STATUS_UNKNOWN,     /* a name that nothing defines */
    G2L2_STATUS_LIMIT,       /* larger than a limit that can be raised */
    G2L2_STATUS_INTERRUPTED, /* the caller asked to stop, or its time is over */
    G2L2_STATUS_DATA,        /* the examples cannot be explained */
    G2L2_STATUS_ARGUMENT     /* a value outside its range */
} g2l2_status;

typedef struct {
    g2l2_status status;
    size_t line, column; /* from 1; 0 where there is none */
    char message[512];
} g2l2_error;

/* "out of memory", "format", ...; of a number that is no status "unknown status". */
G2L2_API const char *g2l2_status_name(g2l2_status status);

/* ---- budgets ------------------------------------------------------------- */

/* How much one call may cost; 0: as much as is usual. A call that needs more fails with one
 * sentence that says what was reached: STATUS_INTERRUPTED for time, STATUS_LIMIT for the
 * others. What it worked on is as it was before. */
typedef struct {
    uint64_t steps; /* pieces of work, such as two parts put together: no clock is asked */
    double seconds; /* of a clock */
    size_t bytes;   /* of memory at one time */
} g2l2_budget;

/* ---- values and operations ------------------------------------------------- */

/* Value types that others brought; NULL stands for the library's own alone. */
typedef struct g2l2_types g2l2_types;

/* A kind of values, which definitions `import`. */
typedef struct {
    const char *name, *about; /* about: one line */
} g2l2_kind;

/* What can be done with values; definitions give an `op` of theirs this meaning. */
typedef struct {
    const char *name, *about;
    const char *law;      /* as definitions write it, or NULL */
    char signature[192];  /* "sequence, number -> sequence" */
    bool expected, mixed; /* has soft values in this execution; exact ones it always has */
} g2l2_operation;

/* ---- value types of one's own. A program describes them, adds them to a `g2l2_types`, and gives that
 * to whatever reads definitions or models (the calls that end in `_with`). Definitions then
 * `import` a type and use its operations, in exact execution, as they do those of the library. */

/* The version of the structs below. */
#define G2L2_TYPE_ABI 1

/* A value that is given to an operation. Which of the fields counts says the signature. */
typedef struct {
    const void *bytes; /* [length] a value of a type of one's own; or a symbol, ended by NUL */
    size_t length;
    double number; /* a number; a truth: 0 or 1 */
} g2l2_value;

/* A value to be made: write into `bytes` and say how long it is, or set the number. */
typedef struct {
    unsigned char *bytes; /* [room] 0 at first */
    size_t room;          /* `max_bytes` of the type; of a symbol, 256 */
    size_t length;
    double number;
} g2l2_made;

/* Functions get the type's `context`. They may be called by several threads at once, must always
 * give the same for the same, and must not call the library. */
typedef struct {
    const char *name;      /* as definitions call it */
    const char *signature; /* "hours, number -> hours"; without arguments "hours". Kinds are the
                              type itself, those added before it, number, truth and symbol; four
                              arguments at most */
    const char *law;       /* as definitions write it, for people to read; or NULL */
    const char *about;     /* one line */
    /* False: there is no such value, and the sentence does not mean that. */
    bool (*run)(void *context, const g2l2_value *args, g2l2_made *out);
} g2l2_type_operation;

/* A value is a string of bytes; equal values have equal bytes. So the library can compare, store
 * and look them up by itself. */
typedef struct {
    uint32_t abi;            /* G2L2_TYPE_ABI */
    uint32_t size;           /* sizeof(g2l2_value_type) */
    uint32_t operation_size; /* sizeof(g2l2_type_operation) */
    uint32_t max_bytes;      /* of a value, 4096 at most */
    const char *name, *about;
    void *context; /* may be NULL */
    /* Read what people write; false: it is no such value. */
    bool (*parse)(void *context, const char *text, g2l2_made *out);
    /* Write it, as snprintf does, with NUL; parse must read it as the same value again. */
    size_t (*print)(void *context, const g2l2_value *value, char *out, size_t room);
    /* Optional. What words of a sentence may name by themselves that means `value`: constant
     * `i`, from 0; false: there are no more. NULL: the value itself, for the words of all
     * sentences. */
    bool (*constant)(void *context, const g2l2_value *value, size_t i, g2l2_made *out);
    size_t n_operations;
    const g2l2_type_operation *operations; /* [n_operations] */
} g2l2_value_type;

/* Without any type yet; it belongs to the caller. */
G2L2_API g2l2_status g2l2_types_new(g2l2_types **out, g2l2_error *err);
/* Domains and models that were made with it must be freed before. */
G2L2_API void g2l2_types_free(g2l2_types *self);
/* All is copied but the context. By one thread, and before `self` is given to any other call.
 * STATUS_ARGUMENT: it was built for another version, or does not say what it must. */
G2L2_API g2l2_status g2l2_types_add(g2l2_types *self, const g2l2_value_type *type, g2l2_error *err);

/* The first `max` of them, in the order of their table; returns how many there are. */
G2L2_API size_t g2l2_kinds(const g2l2_types *types, g2l2_kind *out, size_t max);
G2L2_API size_t g2l2_operations(const g2l2_types *types, g2l2_operation *out, size_t max);

/* ---- domains ------------------------------------------------------------ */

typedef struct g2l2_domain g2l2_domain;

/* A built-in domain by name ("nav", "visual"), or a definition file by path.
 * The domain belongs to the caller until it is freed; models keep a copy. */
G2L2_API g2l2_status g2l2_domain_open(const char *name_or_path, g2l2_domain **out, g2l2_error *err);
/* The same from memory: the text of a definition. */
G2L2_API g2l2_status g2l2_domain_parse(const char *text, size_t length, g2l2_domain **out,
                                       g2l2_error *err);
/* The same where definitions may import these value types, which must outlive the domain and all
 * that is made with it. `types` may be NULL. */
G2L2_API g2l2_status g2l2_domain_open_with(const g2l2_types *types, const char *name_or_path,
                                           g2l2_domain **out, g2l2_error *err);
G2L2_API g2l2_status g2l2_domain_parse_with(const g2l2_types *types, const char *text,
                                            size_t length, g2l2_domain **out, g2l2_error *err);
G2L2_API void g2l2_domain_free(g2l2_domain *self);
G2L2_API const char *g2l2_domain_name(const g2l2_domain *self);
/* Are its sentences questions about scenes? */
G2L2_API bool g2l2_domain_has_scenes(const g2l2_domain *self);
/* If so, is what is stated of objects used as it is, without concepts to learn? */
G2L2_API bool g2l2_domain_has_facts(const g2l2_domain *self);
/* Do two meanings count as the same? Of scenes, answers may be written in capitals, or rounded; all
 * others are the same to the letter. */
G2L2_API bool g2l2_domain_same(const g2l2_domain *self, const char *got, const char *wanted);
/* Names of the built-in domains, ended by NULL. */
G2L2_API const char *const *g2l2_domain_names(void);
/* The text of its definition, and what that says the domain is for. Both are the domain's. */
G2L2_API const char *g2l2_domain_text(const g2l2_domain *self);
G2L2_API const char *g2l2_domain_about(const g2l2_domain *self);

/* Something in a definition that can hardly be meant. */
typedef struct {
    size_t line, column; /* of the definition, from 1 */
    const char *message;
} g2l2_warning;

typedef struct g2l2_warnings g2l2_warnings;

/* Look for what a definition has and can never use: roots that no sentence reaches, categories
 * that nothing makes or takes, entries that cannot be used, operations, constants and types that
 * no candidate has. In the order of its lines. `budget` may be NULL. The list belongs to the caller
 * and outlives the domain. */
G2L2_API g2l2_status g2l2_domain_check(const g2l2_domain *self, const g2l2_budget *budget,
                                       g2l2_warnings **out, g2l2_error *err);
G2L2_API void g2l2_warnings_free(g2l2_warnings *self);
G2L2_API size_t g2l2_warnings_count(const g2l2_warnings *self);
/* The text is the list's. */
G2L2_API g2l2_warning g2l2_warnings_get(const g2l2_warnings *self, size_t i);

/* An entry that a word may have. */
typedef struct {
    const char *category, *program; /* program "": it has none */
    double share;                   /* of the word's weight, while learning; else 0 */
} g2l2_candidate;

/* All of a candidate set, in the order of its definition. */
typedef struct g2l2_candidates g2l2_candidates;

/* The entries that a word may have at first. `set` is one of the definition's, NULL its default;
 * targets: [n_targets] meanings of examples, which name constants (may be NULL where that is 0).
 * Of a kind of constants that they do not name, one stands for all, called as in the definition.
 * `budget` may be NULL. The list belongs to the caller and outlives the domain. */
G2L2_API g2l2_status g2l2_domain_candidates(const g2l2_domain *self, const char *set,
                                            const char *const *targets, size_t n_targets,
                                            const g2l2_budget *budget, g2l2_candidates **out,
                                            g2l2_error *err);
G2L2_API void g2l2_candidates_free(g2l2_candidates *self);
G2L2_API size_t g2l2_candidates_count(const g2l2_candidates *self);
/* The texts are the list's. */
G2L2_API g2l2_candidate g2l2_candidates_get(const g2l2_candidates *self, size_t i);

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
    size_t max_words;   /* words a sentence may have */
    size_t max_target;  /* actions a target may have */
    size_t max_bytes;   /* bytes a file may have */
    size_t max_memory;  /* bytes one parse may take, unless a budget says otherwise */
    double max_seconds; /* likewise, of a clock; 0: any */
    int n_threads;      /* that read scenes and questions: 2 read ahead; the same is read by 1 */
} g2l2_limits;

G2L2_API g2l2_limits g2l2_limits_default(void);

/* An empty one, which belongs to the caller. It is filled by one thread, and may then be read by many. */
G2L2_API g2l2_status g2l2_dataset_new(g2l2_dataset **out, g2l2_error *err);
G2L2_API void g2l2_dataset_free(g2l2_dataset *self);
/* Both texts are copied; white space between words is folded. */
G2L2_API g2l2_status g2l2_dataset_add(g2l2_dataset *self, const char *sentence, const char *target,
                                      const char *file, size_t line, g2l2_error *err);
/* Read a file ("-": standard input) in any of four forms, told apart by
 * its first line: `IN: ... OUT: ...`, `sentence<TAB>target`, JSON lines
 * {"command": "...", "actions": "..."}, or rows (CSV) below a header with the columns
 * command or sentence, and actions or target. On error nothing of it is kept. */
G2L2_API g2l2_status g2l2_dataset_read(g2l2_dataset *self, const char *path,
                                       const g2l2_limits *limits, g2l2_error *err);
/* The same of a file that is too large for memory: `take` is given n examples at a time, at last
 * those that are left, in a data set that is emptied afterwards. What it returns beside
 * STATUS_OK ends the reading. On error `take` has seen the blocks before it. */
typedef g2l2_status (*g2l2_dataset_take)(void *context, const g2l2_dataset *block, g2l2_error *err);
G2L2_API g2l2_status g2l2_dataset_stream(const char *path, size_t n, g2l2_dataset_take take,
                                         void *context, const g2l2_limits *limits, g2l2_error *err);
/* The same from memory; `name` is used for the file in errors and examples, and may be NULL. */
G2L2_API g2l2_status g2l2_dataset_parse(g2l2_dataset *self, const char *text, size_t length,
                                        const char *name, const g2l2_limits *limits,
                                        g2l2_error *err);
G2L2_API size_t g2l2_dataset_count(const g2l2_dataset *self);
/* The pointers are the dataset's. */
G2L2_API g2l2_example g2l2_dataset_get(const g2l2_dataset *self, size_t i);

/* ---- scenes: what questions are about ------------------------------------- */

/* Objects with properties, from files or memory; written by one thread at a time. */
typedef struct g2l2_scenes g2l2_scenes;

/* Without scenes yet; they belong to the caller. */
G2L2_API g2l2_status g2l2_scenes_new(g2l2_scenes **out, g2l2_error *err);
G2L2_API void g2l2_scenes_free(g2l2_scenes *self);
/* Read a file ("-": standard input), plain or gzip: {"scenes": [...]} as CLEVR has
 * it, or scenes {"objects": [{"color": "red", "size": 2.5, ...}, ...]}, one or many,
 * as JSON lines or in an array. "id", "image_index" and "image_filename" name a
 * scene. It is read piece by piece, so it may have 16 times limits->max_bytes
 * (unpacked). On error nothing of it is kept. */
G2L2_API g2l2_status g2l2_scenes_read(g2l2_scenes *self, const char *path,
                                      const g2l2_limits *limits, g2l2_error *err);
/* The first n scenes of it, where no more are wanted: what follows is not looked at. */
G2L2_API g2l2_status g2l2_scenes_read_first(g2l2_scenes *self, const char *path, size_t n,
                                            const g2l2_limits *limits, g2l2_error *err);
/* The same from memory; `name` is used for the file in errors, and may be NULL. */
G2L2_API g2l2_status g2l2_scenes_parse(g2l2_scenes *self, const char *text, size_t length,
                                       const char *name, const g2l2_limits *limits,
                                       g2l2_error *err);
/* CSV tables (UTF-8; commas, semicolons or tabs) as one more scene: a row is an object, the
 * header names its properties, and rows that name rows of these tables refer to them. On error
 * nothing is kept. */
G2L2_API g2l2_status g2l2_scenes_read_tables(g2l2_scenes *self, const char *const *paths, size_t n,
                                             const g2l2_limits *limits, g2l2_error *err);
/* A file in memory. */
typedef struct {
    const char *name; /* "people.csv": what the file would be called */
    const char *text; /* [length] */
    size_t length;
} g2l2_text;

/* The same from memory. */
G2L2_API g2l2_status g2l2_scenes_parse_tables(g2l2_scenes *self, const g2l2_text *tables, size_t n,
                                              const g2l2_limits *limits, g2l2_error *err);
/* What the columns of the tables read last were taken to be, a line for each table; "" if none
 * were. The text is the scenes', until tables are read again. */
G2L2_API const char *g2l2_scenes_about(const g2l2_scenes *self);
G2L2_API size_t g2l2_scenes_count(const g2l2_scenes *self);
G2L2_API size_t g2l2_scenes_n_objects(const g2l2_scenes *self, size_t scene);
/* Its id, file name or index as text; NULL if it has none. The text is the scenes'. */
G2L2_API const char *g2l2_scenes_name(const g2l2_scenes *self, size_t scene);
/* The scene of this name; STATUS_UNKNOWN: there is none, STATUS_ARGUMENT: more than one. */
G2L2_API g2l2_status g2l2_scenes_find(const g2l2_scenes *self, const char *name, size_t *out,
                                      g2l2_error *err);

/* Questions about scenes, from a file like those above: {"questions": [...]} as
 * CLEVR has it, or JSON lines {"question": "...", "answer": "..."} with
 * "image_filename", "image_index" or "scene" naming a scene read before, or with
 * "objects", which become a scene of their own; or as rows, a line `question<TAB>answer` or
 * CSV below a header that names these columns. Questions are split into lower case
 * words, `;` and `,` being words; an answer may be a string, number or boolean
 * (yes, no). On error nothing of the file is kept, in `self` and in `scenes`. */
G2L2_API g2l2_status g2l2_dataset_read_questions(g2l2_dataset *self, const char *path,
                                                 g2l2_scenes *scenes, const g2l2_limits *limits,
                                                 g2l2_error *err);
/* The same from memory, as g2l2_scenes_parse. */
G2L2_API g2l2_status g2l2_dataset_parse_questions(g2l2_dataset *self, const char *text,
                                                  size_t length, const char *name,
                                                  g2l2_scenes *scenes, const g2l2_limits *limits,
                                                  g2l2_error *err);
/* Both texts are copied; the question is split likewise. */
G2L2_API g2l2_status g2l2_dataset_add_question(g2l2_dataset *self, const char *question,
                                               const char *answer, size_t scene, const char *file,
                                               size_t line, g2l2_error *err);

/* How properties become the numbers that are learned from. Each property points in
 * a direction of its own, fixed and random; noise comes on top. Objects that bring
 * "features" are used as they are. */
typedef struct {
    int size;      /* numbers for each object */
    double noise;  /* standard deviation of each; a property has length 1 */
    uint64_t seed; /* of the noise */
} g2l2_feature_options;

G2L2_API g2l2_feature_options g2l2_feature_options_default(void);
/* Make the features of all scenes read so far. `options` may be NULL. A model learned
 * from them remembers how. */
G2L2_API g2l2_status g2l2_scenes_encode(g2l2_scenes *self, const g2l2_feature_options *options,
                                        g2l2_error *err);

/* The features of a scene's objects: [n_objects, n_features]. NULL: there is no such scene, or its
 * features have not been made. They are the scenes', until features are made again. */
G2L2_API const float *g2l2_scenes_features(const g2l2_scenes *self, size_t scene,
                                           size_t *n_features);

/* ---- images -------------------------------------------------------------- */

typedef struct {
    uint32_t width, height;
    uint32_t channels; /* 3: red, green, blue as sRGB has them; 1: grey. What is read has 3 */
    uint8_t *pixels;   /* [height, width, channels], the top row first */
} g2l2_image;

/* A black image of 1 or 3 channels. It belongs to the caller. */
G2L2_API g2l2_status g2l2_image_new(size_t width, size_t height, size_t channels, g2l2_image **out,
                                    g2l2_error *err);
G2L2_API void g2l2_image_free(g2l2_image *self);
/* Read a PNG file ("-": standard input) of any kind: grey, palette and 16 bits become 8-bit RGB;
 * what is transparent lies on white. STATUS_FORMAT: it is no PNG image, or not a whole one;
 * STATUS_LIMIT: it has more than limits->max_bytes, or more than 2^26 pixels. */
G2L2_API g2l2_status g2l2_image_read(const char *path, const g2l2_limits *limits, g2l2_image **out,
                                     g2l2_error *err);
/* The same from memory; `name` is used for the file in errors, and may be NULL. */
G2L2_API g2l2_status g2l2_image_parse(const void *bytes, size_t length, const char *name,
                                      g2l2_image **out, g2l2_error *err);
/* As PNG, into a file or to memory; the caller frees *out with free(). The same image gives the
 * same bytes. */
G2L2_API g2l2_status g2l2_image_write(const g2l2_image *self, const char *path, g2l2_error *err);
G2L2_API g2l2_status g2l2_image_encode(const g2l2_image *self, void **out, size_t *length,
                                       g2l2_error *err);

/* A scene for each PNG image of a directory, without objects until someone looks; its name is the
 * file's, and its index the number at the end of that (CLEVR_val_000012.png: 12). */
G2L2_API g2l2_status g2l2_scenes_list_images(g2l2_scenes *self, const char *directory,
                                             g2l2_error *err);
/* One image, by its path. */
G2L2_API g2l2_status g2l2_scenes_add_image(g2l2_scenes *self, const char *path, g2l2_error *err);

/* One that is in memory, as PNG; the bytes are copied. `name` is used in errors, and may be NULL. */
G2L2_API g2l2_status g2l2_scenes_hold_image(g2l2_scenes *self, const void *bytes, size_t length,
                                            const char *name, g2l2_error *err);

/* Where the images of the scenes are ("image_filename"), for drawings: a scene whose objects have
 * boxes ("bbox") is shown as its image. NULL: their names are paths. */
G2L2_API g2l2_status g2l2_scenes_set_images(g2l2_scenes *self, const char *directory,
                                            g2l2_error *err);

/* The image of a scene, from there. It belongs to the caller. */
G2L2_API g2l2_status g2l2_scenes_image(const g2l2_scenes *self, size_t scene, g2l2_image **out,
                                       g2l2_error *err);

/* Where the objects of a scene are in its image: [n_objects, 4], x0 y0 x1 y1 in pixels. NULL: that is
 * not known. They are the scenes'. */
G2L2_API const float *g2l2_scenes_boxes(const g2l2_scenes *self, size_t scene);

/* One of its objects: its box and a little around it, `size` pixels wide and high. It belongs to
 * the caller. STATUS_DATA: the object has no box. */
G2L2_API g2l2_status g2l2_scenes_crop(const g2l2_scenes *self, size_t scene, size_t object,
                                      size_t size, g2l2_image **out, g2l2_error *err);

/* Finds objects in images. It belongs to one thread. */
typedef struct g2l2_detector g2l2_detector;

typedef struct {
    float x0, y0, x1, y1; /* pixels; the upper left and the lower right corner */
    float score;          /* how surely there is an object, in [0, 1] */
} g2l2_box;

/* From a file of g2l2_detector_save; NULL: the built-in one, which knows CLEVR's kind of images. The detector
 * belongs to the caller. STATUS_FORMAT: it is no such file, or a damaged one. */
G2L2_API g2l2_status g2l2_detector_load(const char *path, g2l2_detector **out, g2l2_error *err);
G2L2_API g2l2_status g2l2_detector_save(const g2l2_detector *self, const char *path,
                                        g2l2_error *err);
G2L2_API void g2l2_detector_free(g2l2_detector *self);
/* The boxes of an image of 3 channels, the surest first; returns how many. They are the
 * detector's, until its next call. */
G2L2_API size_t g2l2_detector_find(g2l2_detector *self, const g2l2_image *image,
                                   const g2l2_box **out);

/* What is long can go on where it was killed: its state is kept in a file while it runs. The same
 * call with the same data and options goes on from it and comes to the same bytes, for any number of
 * threads; the file of another call, or one that is damaged, is refused. Once the result is safe,
 * the caller removes the file. */
typedef struct {
    const char *path; /* NULL: none */
    double seconds;   /* from one checkpoint to the next, at least; 0: at every step */
    bool resume;      /* go on from the file; where it is not there, begin */
} g2l2_checkpoint;

typedef struct {
    const char *images; /* a directory with the images of the scenes, PNG */
    uint64_t seed;
    size_t views; /* images to be seen in all, again and again; 0: 16000 */
    g2l2_checkpoint checkpoint;
    /* Called now and then, with the share that is done; return false to stop. May be NULL. */
    bool (*progress)(void *context, double done, double loss);
    void *context;
} g2l2_detector_options;

/* Learn from scenes whose objects have a "bbox", [x0, y0, x1, y1] in pixels, and from nothing
 * else of them. The detector belongs to the caller. */
G2L2_API g2l2_status g2l2_detector_train(const g2l2_scenes *scenes,
                                         const g2l2_detector_options *options, g2l2_detector **out,
                                         g2l2_error *err);

/* How boxes compare with those of the scenes: found with an overlap of at least half. */
typedef struct {
    size_t images, objects, boxes, right; /* right: boxes, and so objects, that go together */
    size_t hidden, hidden_right; /* objects of which another one's box covers a third or more */
    double overlap;              /* mean, of those that are right */
} g2l2_detector_score;

G2L2_API g2l2_status g2l2_detector_measure(g2l2_detector *self, const g2l2_scenes *scenes,
                                           const char *images, g2l2_detector_score *out,
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

/* A model file, or a lexicon as text (told apart by content). The model belongs to the caller. STATUS_FORMAT: it
 * is neither, it is damaged, or a newer version wrote it. A file is written whole or not at all. */
G2L2_API g2l2_status g2l2_model_load(const char *path, g2l2_model **out, g2l2_error *err);
G2L2_API g2l2_status g2l2_model_save(const g2l2_model *self, const char *path, g2l2_error *err);
/* The same bytes from memory and to memory; the caller frees *out with free(). */
G2L2_API g2l2_status g2l2_model_read(const void *bytes, size_t length, g2l2_model **out,
                                     g2l2_error *err);
G2L2_API g2l2_status g2l2_model_write(const g2l2_model *self, void **out, size_t *length,
                                      g2l2_error *err);
/* The same of models whose definition imports these value types. Where one that it imports is
 * missing they are refused. `types` may be NULL, and must outlive the model. */
G2L2_API g2l2_status g2l2_model_load_with(const g2l2_types *types, const char *path,
                                          g2l2_model **out, g2l2_error *err);
G2L2_API g2l2_status g2l2_model_read_with(const g2l2_types *types, const void *bytes, size_t length,
                                          g2l2_model **out, g2l2_error *err);
G2L2_API void g2l2_model_free(g2l2_model *self);
/* The definition that it was learned with; it is the model's. */
G2L2_API const g2l2_domain *g2l2_model_domain(const g2l2_model *self);
G2L2_API size_t g2l2_model_n_words(const g2l2_model *self);
G2L2_API size_t g2l2_model_n_entries(const g2l2_model *self);
/* Entries in the order of words, the heaviest first within a word. The
 * strings are the model's. */
G2L2_API g2l2_entry g2l2_model_entry(const g2l2_model *self, size_t i);

/* Numbers for each object of a scene that the model was learned from; 0: it knows no scenes. */
G2L2_API size_t g2l2_model_n_features(const g2l2_model *self);
/* How they are made from properties, as text; NULL: it does not say. Scenes that are encoded for
 * one model are encoded for every other of the same text. */
G2L2_API const char *g2l2_model_features(const g2l2_model *self);

/* A change to one entry. */
typedef enum {
    G2L2_EDIT_ADD,     /* word, category, program, weight, locked, off of `with` */
    G2L2_EDIT_REPLACE, /* likewise but for the word, and uses and example are forgotten */
    G2L2_EDIT_REMOVE,
    G2L2_EDIT_WEIGHT, /* the weight of `with` */
    G2L2_EDIT_LOCK,
    G2L2_EDIT_UNLOCK
} g2l2_edit_kind;

typedef struct {
    g2l2_edit_kind kind;
    size_t entry;    /* as g2l2_model_entry counts; not for ADD */
    g2l2_entry with; /* what else the kind needs; other fields are not looked at */
} g2l2_edit;

/* Another model, with these changes made in their order: all of them, or none. Entries are
 * counted as in `self`, which stays as it is, with all its parsers; what is added comes last.
 * A word with a new concept ('?') must have learned it before. The model is the caller's; `budget`
 * may be NULL. */
G2L2_API g2l2_status g2l2_model_edit(const g2l2_model *self, const g2l2_edit *edits, size_t n,
                                     const g2l2_budget *budget, g2l2_model **out, g2l2_error *err);

/* Lexicon as text: `word => category : program  weight`, and below that, where it is
 * known, `  used N  SENTENCE`: how often, and an example. The caller frees it
 * with free(). import makes a model from such a text; `domain` is used where
 * the text names none and may be NULL, and so may `budget`. */
G2L2_API g2l2_status g2l2_lexicon_export(const g2l2_model *self, char **out, g2l2_error *err);
G2L2_API g2l2_status g2l2_lexicon_import(const char *text, size_t length, const g2l2_domain *domain,
                                         const g2l2_budget *budget, g2l2_model **out,
                                         g2l2_error *err);

/* How images are looked at. */
typedef struct {
    const char *images;   /* directory of the scenes' images; NULL: their names are paths */
    const char *boxes;    /* "given" by the scenes, or "detected"; NULL: given, if they are */
    const char *features; /* "compact", or "encoder": a network that learns; NULL: compact */
    const char *detector; /* a file of g2l2_detector_save; NULL: the built-in one */
} g2l2_sight_options;

/* Find the objects in the images of the scenes that `data` asks about (NULL: of all) and make
 * their features as those were made that the model was learned from. What else the scenes say of
 * their objects is forgotten. `options` may be NULL. */
G2L2_API g2l2_status g2l2_scenes_look_for(g2l2_scenes *self, const g2l2_dataset *data,
                                          const g2l2_model *model,
                                          const g2l2_sight_options *options, g2l2_error *err);
/* Make the features of scenes as those were made that the model was learned from. STATUS_DATA: it
 * does not say how, as it was never trained; STATUS_ARGUMENT: its sentences are not about scenes. */
G2L2_API g2l2_status g2l2_scenes_encode_for(g2l2_scenes *self, const g2l2_model *model,
                                            g2l2_error *err);

/* ---- learning ----------------------------------------------------------- */

typedef struct {
    int stage, n_stages; /* curriculum: sentences up to `length` words */
    int length;
    int update, n_updates; /* in all */
    double loss;           /* mean of the latest updates */
    double accuracy;       /* likewise: chance of the right meaning; below 0: not known */
    size_t n_alive;        /* candidate entries not ruled out */
    int restart;           /* attempts before this one */
    /* Of g2l2_learn_estimate: the part that is held back, of how many, and what is known so far. */
    int part, n_parts; /* 0 of 0: no estimate */
    size_t asked, correct;
} g2l2_progress;

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

/* Several processes that learn one model together, on one machine or many. Each has all of the data,
 * computes its share of every batch, and is given what the others computed; so all of them come to
 * the same model, which is that of one process alone, to the byte. */
typedef struct {
    int n, own; /* how many there are, and which of them this one is, from 0 */
    /* Give `size` bytes to all, and take what each has given: *all, one after the other by their
     * number, of *sizes bytes: [n]. Both are the callee's, until the next call. False: another one
     * is gone, which ends learning. */
    bool (*exchange)(void *context, const void *bytes, size_t size, const void **all,
                     const size_t **sizes);
    void *context;
} g2l2_ranks;

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
    double lambda;        /* of the loss: 0 divides by all that parses, 1 does not; below 0: the
                      recipe's */
    int senses;           /* entries that a word may have; 0: as many as it needs */
    const g2l2_scenes *scenes; /* encoded (g2l2_scenes_encode), where sentences are about such */
    /* Constants of the learner that are to be others, "batch=8 beta2=0.9", or NULL;
     * `g2l2 bench recipe` lists them. */
    const char *recipe;
    g2l2_limits limits;
    /* Where it is spent, learning stops with the best model so far; a step is an update. */
    g2l2_budget budget;
    /* Kept while it learns; also when it is stopped, so that it can go on. Of several processes the
     * first writes it, and all of them read it. */
    g2l2_checkpoint checkpoint;
    const g2l2_ranks *ranks; /* NULL: this process learns alone */
    /* Called now and then; return false to stop with the best model so far. */
    bool (*progress)(void *context, const g2l2_progress *at);
    /* Likewise, to watch; what is learned does not depend on it. */
    void (*observe)(void *context, const g2l2_observation *at);
    void *context;
} g2l2_learn_options;

G2L2_API g2l2_learn_options g2l2_learn_options_default(void);

typedef struct {
    size_t examples; /* in the dataset */
    size_t checked;  /* examples decoded at the end to measure accuracy */
    size_t correct;
    size_t candidates; /* per word, at most */
    const char *candidate_set;
    int restarts;
    int attempts;  /* runs in all, */
    int attempt;   /* and which of them the model is from, the first being 0 */
    bool tolerant; /* some examples were taken to be wrong */
    bool interrupted;
    char
        reason[96]; /* what ended it early: a budget, or that nothing explained more; "": nothing */
    size_t set_aside; /* questions whose answer is a list, where answers are words and numbers */
    double cpu_seconds;
    bool resumed;   /* it went on from a checkpoint; cpu_seconds has what was spent before, too */
    bool resumable; /* there is a checkpoint to go on from */
} g2l2_learn_report;

/* Learn a lexicon. `report` may be NULL. The model belongs to the caller.
 * Interrupted by `progress` or by its budget of time and steps, it still returns a
 * model and STATUS_OK, with report->interrupted set; STATUS_INTERRUPTED where the candidates of
 * words alone took longer than that, so that there is none. */
G2L2_API g2l2_status g2l2_learn(const g2l2_domain *domain, const g2l2_dataset *data,
                                const g2l2_learn_options *options, g2l2_model **out,
                                g2l2_learn_report *report, g2l2_error *err);

/* The same where scenes are images: find the objects, learn to see them and learn the lexicon.
 * `scenes` have names of images, or boxes too; options->scenes is not looked at. What else they
 * say of their objects is forgotten. */
G2L2_API g2l2_status g2l2_learn_images(const g2l2_domain *domain, const g2l2_dataset *data,
                                       g2l2_scenes *scenes, const g2l2_sight_options *sight,
                                       const g2l2_learn_options *options, g2l2_model **out,
                                       g2l2_learn_report *report, g2l2_error *err);

/* How often a model of such examples would be right about others. */
typedef struct {
    size_t parts;   /* that were held back, each in turn; of many examples, one */
    size_t asked;   /* 0: there are too few examples, there was no time, or it is too much to ask */
    size_t correct; /* of these */
    /* How often answers of a certain confidence were right: log-odds of it are slope times those of
     * the confidence, and offset. 1 and 0: as the confidence says, or nobody knows. */
    double slope, offset;
    /* Confidence is worth less than it says, and a model of all the examples should be calibrated:
     * some of few examples that were held back were not right, or many of many. Where nearly all of
     * many were, they say little about those that are not. */
    bool doubtful;
} g2l2_estimate;
/* How many parts are held back for it, each in turn. 0: there is no estimate, for there are too few
 * examples; or too many about what is perceived, where a model of a part is another model. */
G2L2_API size_t g2l2_learn_estimate_parts(const g2l2_domain *domain, const g2l2_dataset *data);

/* Hold some of the examples back, learn from the others, and ask about those that were held back;
 * again for each part. Where the budget of time is spent, or `progress` says so, the parts that
 * were asked about count, and no others. */
G2L2_API g2l2_status g2l2_learn_estimate(const g2l2_domain *domain, const g2l2_dataset *data,
                                         const g2l2_learn_options *options, g2l2_estimate *out,
                                         g2l2_error *err);
/* Which definition is for questions about options->scenes, which are encoded, where nobody says:
 * *name is "facts", where what is stated of the objects is to be used as it is, or "visual", where what
 * words look like is to be learned. Where both may be, some of the examples are held back, and the
 * better one counts; that takes as long as learning. */
G2L2_API g2l2_status g2l2_learn_choose(const g2l2_dataset *data, const g2l2_learn_options *options,
                                       const char **name, g2l2_error *err);
/* From now on the confidence of what the model says is as the estimate has it. No parser of the
 * model may be at work meanwhile. STATUS_ARGUMENT: the slope is not above 0, or a number is not
 * finite. */
G2L2_API g2l2_status g2l2_model_calibrate(g2l2_model *self, const g2l2_estimate *estimate,
                                          g2l2_error *err);

/* Entries of one word that explain the data equally well, and a sentence whose
 * meaning would tell them apart ("" if none was found). Where meanings are about
 * scenes it is the shortest that both can be used in, with its two programs. */
typedef struct {
    const char *word;
    const char *category_a, *program_a, *category_b, *program_b;
    const char *sentence, *meaning_a, *meaning_b;
} g2l2_tie;

/* Look for ties; the two calls below then tell them. `budget` may be NULL; once it is spent,
 * those that were found stay. */
G2L2_API g2l2_status g2l2_model_find_ties(g2l2_model *self, const g2l2_budget *budget,
                                          g2l2_error *err);
G2L2_API size_t g2l2_model_n_ties(const g2l2_model *self);
G2L2_API g2l2_tie g2l2_model_tie(const g2l2_model *self, size_t i);

/* What was learned of the world, where sentences are about scenes. All of it lives as
 * long as `g2l2_concepts`, and the model must outlive that. */
typedef struct g2l2_concepts g2l2_concepts;

typedef struct {
    const char *word;
    double similarity; /* -1 to 1 */
} g2l2_likeness;

/* An object, and how surely a concept holds of it. */
typedef struct {
    size_t scene, object;
    double share; /* 0 to 1 */
} g2l2_sighting;

/* The concept of a word, among all of its type. */
typedef struct {
    const char *type; /* "ObjConcept" */
    const char *word;
    size_t n_near;
    const g2l2_likeness *near; /* the most alike first, three at most */
    size_t n_synonyms;
    const char *const *synonyms; /* words that mean the same */
    g2l2_likeness opposite;      /* word NULL: it has none */
    /* Where it was looked at scenes, and it is one of objects: those that it holds of most and
     * least, the surest first; as many of both, six at most. */
    size_t n_sightings;
    const g2l2_sighting *most, *least;
    /* Where features were measured: the other values that it competes with. An object has one of
     * them at most. */
    size_t n_rivals;
    const char *const *rivals;
} g2l2_concept;

/* A set of answers that words ask for: color = {blue, brown, ...}. */
typedef struct {
    const char *type;
    size_t n_words;
    const char *const *words;
    size_t n_values;
    const g2l2_likeness *values; /* with their shares; they need not add up to 1 */
} g2l2_attribute;

/* Compare concepts by their vectors. Empty where the model has no concepts. `budget` may be
 * NULL. */
G2L2_API g2l2_status g2l2_concepts_find(const g2l2_model *model, const g2l2_budget *budget,
                                        g2l2_concepts **out, g2l2_error *err);
/* Compare them by what they hold of in scenes, encoded: better, and better with more. */
G2L2_API g2l2_status g2l2_concepts_find_in(const g2l2_model *model, const g2l2_scenes *scenes,
                                           const g2l2_budget *budget, g2l2_concepts **out,
                                           g2l2_error *err);
G2L2_API void g2l2_concepts_free(g2l2_concepts *self);
/* By type, in the order of words. */
G2L2_API size_t g2l2_concepts_count(const g2l2_concepts *self);
G2L2_API g2l2_concept g2l2_concepts_get(const g2l2_concepts *self, size_t i);
G2L2_API size_t g2l2_concepts_n_attributes(const g2l2_concepts *self);
G2L2_API g2l2_attribute g2l2_concepts_attribute(const g2l2_concepts *self, size_t i);

/* The concept of a word as it was learned. */
typedef struct {
    const char *type; /* "ObjConcept" */
    const char *word;
    bool of_answers; /* a number for each answer; else one for each feature, and last one that
                        says how readily it holds */
    size_t n_values;
    const double *values; /* [n_values] */
} g2l2_vector;

/* The first `max` of them, by type; returns how many there are. All of it is the model's. */
G2L2_API size_t g2l2_model_vectors(const g2l2_model *self, g2l2_vector *out, size_t max);

/* ---- parsing and execution ----------------------------------------------- */

typedef struct g2l2_parser g2l2_parser;

typedef struct {
    const char *text; /* the meaning, e.g. the actions; NULL if there is none */
    /* Its share of all derivations, in [0, 1]; of the best, as a calibrated model has it. Those of a
     * sentence are at most 1 together, and none is surer than one before it. */
    double confidence;
} g2l2_reading;

/* What became of a sentence. */
typedef enum {
    G2L2_PARSE_OK,            /* it has a reading; of `parse` and of an explanation, a parse */
    G2L2_PARSE_NO_PARSE,      /* its words are known, but do not combine */
    G2L2_PARSE_UNKNOWN_WORDS, /* it has no parse, and some of its words are not known */
    G2L2_PARSE_NO_RESULT,     /* it has parses, but none with a result */
    G2L2_PARSE_NO_SCENE       /* it has parses, but no scene was set that it is about */
} g2l2_parse_status;

typedef struct {
    g2l2_parse_status status;
    size_t n_readings;            /* 0: `reason` says why */
    const g2l2_reading *readings; /* the best first */
    const char *reason;           /* or, where there are readings, what to know about them; NULL */
} g2l2_result;

/* A parser of this model, which must outlive it; it belongs to the caller. `limits` may be NULL. */
G2L2_API g2l2_status g2l2_parser_new(const g2l2_model *model, const g2l2_limits *limits,
                                     g2l2_parser **out, g2l2_error *err);
G2L2_API void g2l2_parser_free(g2l2_parser *self);
/* What each of the calls below may cost from now on; NULL: as much as is usual. Bytes take the
 * place of limits->max_memory. */
G2L2_API void g2l2_parser_set_budget(g2l2_parser *self, const g2l2_budget *budget);
/* May an unknown word be taken for a known one that is spelled alike? Yes at first, where there is
 * `text words` or facts are stated; what was taken is said in the result's reason. */
G2L2_API void g2l2_parser_set_guessing(g2l2_parser *self, bool guess);
/* Bytes that it holds: memory is kept from one sentence to the next. */
G2L2_API size_t g2l2_parser_memory(const g2l2_parser *self);

/* The object of this name in one of `scenes`, encoded; its number from 0. STATUS_UNKNOWN: there is
 * none, STATUS_ARGUMENT: more than one. */
G2L2_API g2l2_status g2l2_scenes_find_object(const g2l2_scenes *self, size_t scene,
                                             const char *name, size_t *out, g2l2_error *err);
/* Where sentences are about scenes: which one they are about from now on. One of `scenes`,
 * encoded, which must stay as they are until another one is set; setting the same one again
 * costs nothing. */
G2L2_API g2l2_status g2l2_parser_set_scene(g2l2_parser *self, const g2l2_scenes *scenes,
                                           size_t scene, g2l2_error *err);
/* Or objects as numbers, which are copied: features: [n_objects, n_features], as many of each as
 * the model was learned from (g2l2_model_n_features), and made like those. */
G2L2_API g2l2_status g2l2_parser_set_objects(g2l2_parser *self, const float *features,
                                             size_t n_objects, size_t n_features, g2l2_error *err);
/* Or none. */
G2L2_API void g2l2_parser_clear_scene(g2l2_parser *self);

/* A sentence as it is cut into words. */
typedef struct {
    const char *text;
    bool known;
    size_t n_nearest;
    const char *const *nearest; /* of one that is not known: known ones that are spelled alike */
} g2l2_word;

/* The words alone. They are the parser's, until its next call. */
G2L2_API g2l2_status g2l2_parser_words(g2l2_parser *self, const char *sentence,
                                       const g2l2_word **out, size_t *n, g2l2_error *err);

/* One derivation of a sentence. */
typedef struct {
    const char *category; /* of the whole */
    const char *program;  /* reduced; NULL: too large to be written, or it means nothing */
    const char *tree;     /* `[S [V jump] [S\V [S\V/V and] [V walk]]]` */
    double share;         /* of the weight of all derivations */
} g2l2_parse;

typedef struct {
    g2l2_parse_status status;
    double n_derivations; /* all there are */
    size_t n_parses;
    const g2l2_parse *parses; /* the heaviest first */
    const char *reason;       /* as in g2l2_result */
} g2l2_parses;

/* Parse without executing, which needs no scene: at most `n_best` derivations, and 1000. The result is the
 * parser's, until its next call. */
G2L2_API g2l2_status g2l2_parser_parse(g2l2_parser *self, const char *sentence, size_t n_best,
                                       g2l2_parses *out, g2l2_error *err);
/* At most `n_best` readings. The result is the parser's, until its next call;
 * once warm, a call allocates nothing. */
G2L2_API g2l2_status g2l2_parser_run(g2l2_parser *self, const char *sentence, size_t n_best,
                                     g2l2_result *out, g2l2_error *err);

/* An example that a model gives another meaning, by its number in the data; return false to end
 * it there. The result is for this call. */
typedef bool (*g2l2_failure_call)(void *context, size_t example, const g2l2_result *result);

/* Ask a model about examples, and call `take` for those whose meaning is another.
 * `scenes`, encoded, where sentences are about such; else NULL. `budget` is for all of it, and may
 * be NULL; once it is spent those that were found stay, and STATUS_INTERRUPTED says so. */
G2L2_API g2l2_status g2l2_model_failures(const g2l2_model *self, const g2l2_dataset *data,
                                         const g2l2_scenes *scenes, const g2l2_budget *budget,
                                         g2l2_failure_call take, void *context, g2l2_error *err);

/* What became of an example. */
typedef enum {
    G2L2_VERDICT_RIGHT,
    G2L2_VERDICT_UNSURE,    /* right, with little confidence */
    G2L2_VERDICT_AMBIGUOUS, /* right, but it has another reading that is nearly as likely */
    G2L2_VERDICT_WRONG,
    G2L2_VERDICT_UNPARSED,
    G2L2_VERDICT_SUSPECT /* wrong by its label alone: the same words are right everywhere else */
} g2l2_verdict;
#define G2L2_N_VERDICTS 6

/* "right", "unsure", ...; NULL: there is no such verdict. */
G2L2_API const char *g2l2_verdict_name(g2l2_verdict verdict);

typedef struct {
    g2l2_verdict verdict;
    const char *given; /* the meaning that the model gives it; NULL: none */
    double confidence;
    const char *reason; /* as in g2l2_result */
    size_t pattern;     /* its construction, by its number */
    const char
        *guilty; /* the word that a mistake is put down to; NULL: none, or it is no mistake */
    bool mended; /* with the cure of that word it is right */
} g2l2_finding;

/* Sentences that are alike but for words of the same kind: "V around V\V and V". */
typedef struct {
    const char *text;
    size_t n_examples, n_mistakes;
} g2l2_pattern;

/* A word, and what speaks for it being the reason of mistakes. */
typedef struct {
    const char *word;
    size_t n_examples, n_mistakes; /* that have it */
    size_t entry; /* the one to blame, as g2l2_model_entry counts; SIZE_MAX: none */
    const char *category, *program;
    /* Another entry, tried in its place, with which most examples are right; NULL: none helps.
     * "": without the entry, where the word has others. */
    const char *cure_category, *cure_program;
    size_t mends, breaks; /* mistakes that are right with it, and the other way round */
} g2l2_blame;

typedef struct g2l2_review g2l2_review;

/* Ask a model about examples; list what is not right or not sure, and find the words to blame: those
 * that come with more mistakes than others, and of these the one for which another entry mends most
 * and breaks least. `scenes`, encoded, where sentences are about such; else NULL. `budget` is for all
 * of it, and may be NULL: a third is for asking, and if that is not enough it fails with
 * STATUS_INTERRUPTED; what is not tried in the rest is not tried. The list belongs to the caller;
 * model, data and scenes must outlive it. */
G2L2_API g2l2_status g2l2_model_review(const g2l2_model *self, const g2l2_dataset *data,
                                       const g2l2_scenes *scenes, const g2l2_budget *budget,
                                       g2l2_review **out, g2l2_error *err);
G2L2_API void g2l2_review_free(g2l2_review *self);
/* One for each example, in the order of the data. */
G2L2_API g2l2_finding g2l2_review_finding(const g2l2_review *self, size_t example);
G2L2_API size_t g2l2_review_count(const g2l2_review *self, g2l2_verdict verdict);
/* The words that are to blame for mistakes, the guiltiest first. */
G2L2_API size_t g2l2_review_n_words(const g2l2_review *self);
G2L2_API g2l2_blame g2l2_review_word(const g2l2_review *self, size_t i);
/* Patterns, in the order of their first example. */
G2L2_API size_t g2l2_review_n_patterns(const g2l2_review *self);
G2L2_API g2l2_pattern g2l2_review_pattern(const g2l2_review *self, size_t i);
/* Was everything tried that was to be? False: there was no time. */
G2L2_API bool g2l2_review_complete(const g2l2_review *self);

/* What became of a rival when it was learned again without the examples that decided against it. */
typedef enum {
    G2L2_RELEARNED_NOT,     /* it was not tried, or there was no time */
    G2L2_RELEARNED_BACK,    /* the word means it now, or may */
    G2L2_RELEARNED_AS_GOOD, /* in its place it makes as many of the word's other examples right */
    G2L2_RELEARNED_OTHER,   /* neither: more than one word decides */
    G2L2_RELEARNED_GONE,    /* the word does not occur any more */
    G2L2_RELEARNED_FEW      /* the others are too few to learn from */
} g2l2_relearned;

/* Why a word has an entry. Examples are numbers in the data, the shortest first. */
typedef struct {
    size_t entry; /* as g2l2_model_entry counts */
    size_t n_examples;
    const size_t *examples; /* that have the word, and are right with it */
    /* The other entry that makes most of these right, in its place; NULL: none of the shortest sixty is
     * right with any. */
    const char *rival_category, *rival_program;
    size_t rival_right; /* so many */
    size_t n_deciding;
    const size_t *deciding;    /* those that are not; these decided */
    const char *rival_meaning; /* what the first of them would mean; NULL: nothing */
    g2l2_relearned relearned;
} g2l2_reason;

typedef struct g2l2_evidence g2l2_evidence;

/* The evidence for what a word means (NULL: for every entry) in examples: the last rival of each entry,
 * and what rules it out. `scenes`, encoded, where sentences are about such; else NULL. `again`: how to
 * learn without the examples that decided, to see whether the rival is back; NULL: that is not tried.
 * `budget` is for all of it, and may be NULL; once it is spent, STATUS_INTERRUPTED. The list belongs to the
 * caller; model and data must outlive it. */
G2L2_API g2l2_status g2l2_model_why(const g2l2_model *self, const char *word,
                                    const g2l2_dataset *data, const g2l2_scenes *scenes,
                                    const g2l2_learn_options *again, const g2l2_budget *budget,
                                    g2l2_evidence **out, g2l2_error *err);
G2L2_API void g2l2_evidence_free(g2l2_evidence *self);
G2L2_API size_t g2l2_evidence_count(const g2l2_evidence *self);
G2L2_API g2l2_reason g2l2_evidence_get(const g2l2_evidence *self, size_t i);

/* A word that examples taught a model. */
typedef struct {
    const char *word;
    const char *category, *program;
    bool known;                             /* it meant something else, which they contradict: */
    const char *old_category, *old_program; /* this; else NULL */
    size_t example;                         /* the first of them, by its number in the data */
    size_t n_rivals;  /* other entries that make as many examples right and, where no scene is
                        asked about, are as like known ones */
    const char *like; /* the known word that it is like, in all its entries; or NULL */
    bool own;         /* its concept was learned from the questions, and is its own */
} g2l2_taught;

typedef struct g2l2_lesson g2l2_lesson;

/* Another model, that knows what a few examples say beside all that `self` knows. What known words
 * mean stays, unless an example without a new word contradicts it; then one of its words means
 * something else from now on, and all examples that were right stay so. Examples with several new
 * words wait until others tell what all but one of them mean; what is left is g2l2_model_failures'
 * to tell. `scenes`, encoded, where sentences are about such; else NULL, or it is STATUS_ARGUMENT.
 * `budget`, which may be NULL, is for all of it. Model and lesson belong to the caller; `lesson`,
 * what was taught in its order, may be NULL. */
G2L2_API g2l2_status g2l2_model_teach(const g2l2_model *self, const g2l2_dataset *data,
                                      const g2l2_scenes *scenes, const g2l2_budget *budget,
                                      g2l2_model **out, g2l2_lesson **lesson, g2l2_error *err);
G2L2_API void g2l2_lesson_free(g2l2_lesson *self);
G2L2_API size_t g2l2_lesson_count(const g2l2_lesson *self);
/* The texts are the lesson's. */
G2L2_API g2l2_taught g2l2_lesson_get(const g2l2_lesson *self, size_t i);

/* Another model, which knows one word more: it is like a known one, with its entries and its concepts.
 * fresh: it is another of the same kind, so what is named after the known word is named after the new
 * one ("hop", like "jump" that means I_JUMP, means I_HOP). No examples are needed, and it is for all
 * domains. STATUS_UNKNOWN: there is no word `like`; STATUS_ARGUMENT: `word` is known already, one of the
 * two is not one word, or nothing is named after the known one. The model belongs to the caller. */
G2L2_API g2l2_status g2l2_model_liken(const g2l2_model *self, const char *word, const char *like,
                                      bool fresh, g2l2_model **out, g2l2_error *err);

/* Sentences that mean something, with the confidence that each is read so. */
typedef struct g2l2_sentences g2l2_sentences;

/* Say a meaning, of actions or records: at most `n_best` sentences, and 100, of about twelve words,
 * the shortest first and of these the surest; of records, whose words may stand in any order, those
 * first that are most like the examples. Each was parsed again, and the meaning is its best reading;
 * there may be none. STATUS_ARGUMENT: meanings are about scenes; STATUS_UNKNOWN: it is no
 * meaning of this model. The list belongs to the caller and outlives the parser. */
G2L2_API g2l2_status g2l2_parser_say(g2l2_parser *self, const char *meaning, size_t n_best,
                                     g2l2_sentences **out, g2l2_error *err);
/* The same of objects of the scene that the parser was shown, by their numbers from 0: phrases that
 * fit these and no others ("the large cube left of the ball"). Each was parsed again, with all that
 * its words may mean, and executed in the scene: it comes to just these objects, and what it takes
 * for granted is so. Where time is over, those that were found are there. STATUS_ARGUMENT: there is
 * no scene, or no such object; STATUS_DATA: another object has the same name. */
G2L2_API g2l2_status g2l2_parser_describe(g2l2_parser *self, const size_t *objects, size_t n,
                                          size_t n_best, g2l2_sentences **out, g2l2_error *err);
/* Why the list is empty, and of objects, which description fits them and fewest others; NULL: it is
 * not. The text is the list's. */
G2L2_API const char *g2l2_sentences_reason(const g2l2_sentences *self);
G2L2_API void g2l2_sentences_free(g2l2_sentences *self);
G2L2_API size_t g2l2_sentences_count(const g2l2_sentences *self);
/* The text is the list's. */
G2L2_API g2l2_reading g2l2_sentences_get(const g2l2_sentences *self, size_t i);

typedef struct {
    g2l2_parse_status status;
    const char *text;
    size_t length;
} g2l2_explanation;

/* Derivation in CCG layout, program and execution step by step; or why there
 * is none. Where the budget is spent on what it can be without, that is left out, and said. The text
 * is the parser's, until its next call. */
G2L2_API g2l2_status g2l2_parser_explain(g2l2_parser *self, const char *sentence,
                                         g2l2_explanation *out, g2l2_error *err);

/* ---- drawings -------------------------------------------------------------- */

typedef enum {
    G2L2_FORMAT_TEXT,
    G2L2_FORMAT_JSON,
    G2L2_FORMAT_SVG,
    G2L2_FORMAT_HTML, /* one self-contained page */
    G2L2_FORMAT_LATEX,
    G2L2_FORMAT_DOT
} g2l2_format;

/* "text", "json", ...; false: there is no such format. */
G2L2_API bool g2l2_format_find(const char *name, g2l2_format *out);

typedef struct {
    g2l2_format format;
    size_t n_derivations; /* at most: the first, and those that compete with it; 0: four */
    bool pictures;        /* JSON: with drawings of derivations and scene, as SVG */
    bool derivation;      /* SVG and LATEX: the best derivation alone, for a paper */
} g2l2_show_options;

/* g2l2_parser_explain in another form: a trace (docs/TRACE.md), or a drawing of it. The text is
 * the parser's, until its next call. */
G2L2_API g2l2_status g2l2_parser_show(g2l2_parser *self, const char *sentence,
                                      const g2l2_show_options *options, g2l2_explanation *out,
                                      g2l2_error *err);
/* A domain: what its definition says, as TEXT or JSON; there is no other format. The caller frees it
 * with free(). */
G2L2_API g2l2_status g2l2_domain_show(const g2l2_domain *self, g2l2_format format, char **out,
                                      g2l2_error *err);
/* A review, as TEXT or JSON (docs/HTTP.md, /v1/review): at most so many examples of each verdict. The
 * caller frees it with free(). */
G2L2_API g2l2_status g2l2_review_show(const g2l2_review *self, g2l2_format format, size_t most,
                                      char **out, g2l2_error *err);
/* A scene: TEXT has a line for each object, JSON the objects as a trace has them, SVG a picture
 * from above; there is no other format. The caller frees it with free(). */
G2L2_API g2l2_status g2l2_scenes_show(const g2l2_scenes *self, size_t scene, g2l2_format format,
                                      char **out, g2l2_error *err);

#ifdef __cplusplus
}
#endif

#endif
