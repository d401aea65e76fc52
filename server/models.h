/* models - what is served: models of files, models that were taught, drafts of both, scenes,
 * examples to test with.
 *
 *     scan.g2l2 ─▶ served "scan"   ─┬─ parsers, warm, one for each request under way
 *     a draft   ─▶ served "scan*"   ├─ its lexicon as text, its concepts: made when asked for
 *                                   └─▶ world: scenes and questions, encoded for it
 *
 * Requests hold what they use. A reload puts other models in the places of the old ones,
 * which are freed by the last request that holds them. */
#ifndef G2L2_MODELS_H
#define G2L2_MODELS_H

#include <pthread.h>
#include <stdatomic.h>

#include "server/server.h"

#define MODELS_MAX_EXAMPLES 8u
#define MODELS_MAX_IDLE     16u                /* parsers of a model kept warm */
#define MODELS_MAX_KEPT     ((size_t)64 << 20) /* bytes that a parser kept warm may hold */
#define MODELS_MAX_TAUGHT   16u /* models at a time; one more takes the place of another */
#define MODELS_MAX_NAME     64u /* bytes, of one of these */

/* Scenes and questions, encoded as a model was taught. Models taught alike share one. */
struct world {
    atomic_uint holders;
    char *features; /* how they are encoded; NULL: not at all, just to look at */
    g2l2_scenes *scenes;
    g2l2_dataset *questions; /* or NULL */
};

/* What was said of a model when it was learned, and from what: who asks again for more about the same lesson need not wait
 * until it is learned again. */
struct lesson_note {
    char tag[24];   /* of the lesson */
    double seconds; /* of CPU time that learning took */
    bool ruled_out; /* examples ruled candidates out one by one */
    char report[];  /* as JSON, but for what may be asked for beside it */
};

struct served {
    atomic_uint holders;
    char *name;         /* "scan", "scan*" */
    bool draft, taught; /* taught: not of a file; so is a draft of such */
    g2l2_model *model;
    struct world *world;      /* NULL: it has no scenes, or the server has none */
    struct lesson_note *note; /* of one that was taught; or NULL */
    bool tested;              /* it knows the words of the server's tests */
    g2l2_limits limits;
    char *examples[MODELS_MAX_EXAMPLES];
    size_t example_scenes[MODELS_MAX_EXAMPLES]; /* or SIZE_MAX */
    size_t n_examples;
    pthread_mutex_t lock; /* for parsers */
    g2l2_parser *idle[MODELS_MAX_IDLE];
    size_t n_idle;
    pthread_mutex_t making; /* for what follows; held for as long as it takes */
    char *text;             /* the lexicon; NULL: nobody asked yet */
    size_t n_text, first_line;
    g2l2_concepts *concepts; /* likewise */
};

struct models;

g2l2_status models_new(const struct server_options *options, struct models **out, g2l2_error *err);
void models_free(struct models *self);
/* STATUS_INTERRUPTED: the time was over before it was its turn, or done. */
g2l2_status models_reload(struct models *self, struct until until, g2l2_error *err);

/* The model of this name, held for the caller; NULL name: the first. NULL: there is none. */
struct served *models_take(struct models *self, const char *name);
void served_drop(struct served *self); /* may be NULL */
/* The model number i and its draft (or NULL), held; false: there are not so many. */
bool models_get(struct models *self, size_t i, struct served **model, struct served **draft);
size_t models_count(struct models *self);

/* What a draft is made of: the text of a lexicon, or a model with changes or a few examples more. */
struct draft_source {
    const char *text; /* [length]; NULL: a model */
    size_t length;
    const g2l2_model *model; /* a draft too */
    const g2l2_edit *edits;  /* [n_edits] */
    size_t n_edits;
    const g2l2_dataset *examples; /* that the model is taught instead; or NULL */
    const g2l2_scenes *scenes;    /* that they are about, or NULL */
    g2l2_lesson **lesson;         /* where what they taught goes */
    const char *word, *like;      /* a word that is like another, instead; or NULL */
    bool fresh;                   /* it names something new */
};

/* Make it the draft of the model `name`, and hold it. STATUS_UNKNOWN: no such model;
 * STATUS_INTERRUPTED: as above. */
g2l2_status models_put_draft(struct models *self, const char *name,
                             const struct draft_source *source, struct until until,
                             struct served **out, g2l2_error *err);
/* False: there was none. */
bool models_remove_draft(struct models *self, const char *name);

/* May a model be taught by this name? */
g2l2_status models_check_taught(const struct models *self, const char *name, g2l2_error *err);
/* Serve a model that was taught from `lesson`, about `scenes` or NULL; model, scenes and note (or NULL, malloc'ed) are its own
 * now, also on failure. Held for the caller. */
g2l2_status models_put_taught(struct models *self, const char *name, const g2l2_dataset *lesson,
                              g2l2_model *model, g2l2_scenes *scenes, struct lesson_note *note,
                              struct until until, struct served **out, g2l2_error *err);
/* False: there was none. */
bool models_forget_taught(struct models *self, const char *name);

/* Was it learned from images? */
bool served_sees(const struct served *self);
/* A parser for one request, warm if there is one; it sees no scene. */
g2l2_status served_lease(struct served *self, g2l2_parser **out, g2l2_error *err);
void served_return(struct served *self, g2l2_parser *parser);
/* The lexicon as text, and the line (from 1) of its first entry. */
g2l2_status served_text(struct served *self, const char **text, size_t *length, size_t *first_line,
                        g2l2_error *err);
/* Compared in the server's scenes; NULL where the model has no concepts. */
g2l2_status served_concepts(struct served *self, struct until until, const g2l2_concepts **out,
                            g2l2_error *err);

/* What the server shows as its scenes, or NULL; not held, it lives as long as `self`. */
const g2l2_scenes *models_scenes(const struct models *self);
/* What a model is tested with: NULL if there is nothing for its kind, or in its words. */
const g2l2_dataset *models_tests(const struct models *self, const struct served *served);

#endif
