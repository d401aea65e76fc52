/* handle - what the routes share. For the files of server/ only.
 *
 *     request ─▶ route ─▶ fields ─▶ answer(desk) ─▶ desk->out
 *                            └── refuse: 404, 422, ... with one sentence
 *
 * A desk lands where something is refused or memory runs out (base/base.h), so what a route
 * takes that must be given back is noted in the desk, which gives it back in any case. */
#ifndef G2L2_HANDLE_H
#define G2L2_HANDLE_H

#include <jansson.h>

#include "server/lessons.h"
#include "server/metrics.h"
#include "server/models.h"
#include "server/server.h"
#include "common/json.h"

/* ---- fields: what a request says -------------------------------------------------------- */

enum field_id {
    FIELD_MODEL,
    FIELD_SENTENCE,
    FIELD_SCENE,
    FIELD_OBJECTS,
    FIELD_IMAGE,
    FIELD_N_BEST,
    FIELD_FORMAT,
    FIELD_PICTURES,
    FIELD_FROM,
    FIELD_COUNT,
    FIELD_LEXICON,
    FIELD_EDITS,
    FIELD_AGAINST,
    FIELD_EXAMPLES,
    FIELD_LIMIT,
    FIELD_DOMAIN,
    FIELD_TABLES,
    FIELD_SCENES,
    FIELD_SECONDS,
    FIELD_ESTIMATE,
    FIELD_TIMELINE,
    FIELD_QUICK,
    FIELD_KEEP,
    FIELD_FILE,
    FIELD_WORD,
    FIELD_LIKE,
    FIELD_NEW,
    FIELD_DERIVATION,
    FIELD_MEANING,
    FIELD_OBJECT,
    N_FIELDS
};
#define FIELD(name) (1u << FIELD_##name)

struct field {
    bool given;
    const char *text; /* of a text, or of a number that was sent as one; or NULL */
    size_t n_text;
    uint64_t number; /* a flag: 0 or 1 */
    json_t *json;    /* an array; the desk's */
};

struct server {
    const struct server_options *options;
    struct models *models;
    struct metrics metrics;
    struct lessons lessons;
    uint64_t started; /* metrics_now */
    bool local;       /* it listens on this machine only */
};

#define DESK_MODELS 3u

struct route;

struct desk {
    struct server *server;
    struct guard guard;
    struct arena arena;
    g2l2_error err;
    int status; /* of a refusal; 0: the error says */
    struct until until;
    const struct request *request;
    struct response *response;
    const struct route *route;
    enum route_id counted; /* as this route */
    const char *rest;      /* of the path, behind that of a route that ends with '/' */
    struct field fields[N_FIELDS];
    struct buf out;
    struct guard seen_guard; /* for what the library shows while it works */
    struct arena seen;
    /* To be given back: */
    struct served *models[DESK_MODELS];
    g2l2_parser *parsers[DESK_MODELS]; /* of the model of the same number; or NULL */
    size_t n_models;
    g2l2_scenes *scenes;      /* of the request itself, or NULL */
    g2l2_dataset *examples;   /* likewise */
    g2l2_dataset *file;       /* a test file, likewise */
    g2l2_dataset *chosen;     /* some of either, or NULL */
    g2l2_review *review;      /* or NULL */
    g2l2_lesson *lesson;      /* or NULL */
    g2l2_evidence *found;     /* or NULL */
    g2l2_sentences *said;     /* or NULL */
    g2l2_domain *domain;      /* likewise */
    g2l2_model *learned;      /* likewise, until it is served */
    g2l2_model *whole;        /* that, while parts of the examples are learned from */
    g2l2_parser *reader;      /* of that, or NULL */
    struct lesson_note *note; /* of it, likewise */
    bool teaches;             /* it is its turn to learn */
    char *text;               /* malloc'ed, or NULL */
};

struct route {
    const char *path; /* one that ends with '/' has a rest */
    enum route_id id;
    const char *methods; /* "GET, HEAD, POST" */
    unsigned fields;     /* that it knows, as bits */
    unsigned needed;
    bool quick;
    void (*answer)(struct desk *self);
};

_Noreturn void refuse(struct desk *self, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void refuse_error(struct desk *self, const g2l2_error *err);
/* refuse_error, unless the status is OK. */
void check(struct desk *self, g2l2_status status, const g2l2_error *err);
/* Is the time over? Refuses. */
void check_time(struct desk *self);

/* admit.c: may whoever asks? Refuses. */
void admit(struct desk *self);

/* pack.c: a tag of these bytes, as ETag has it. */
#define PACK_TAG 24
void pack_tag(const void *bytes, size_t n, char out[PACK_TAG]);
/* Does a client that sends this Accept-Encoding (or NULL) take gzip? */
bool pack_accepts(const char *header);
/* The caller's to free; NULL: it is not worth it, or there is no memory. */
char *pack_gzip(const void *bytes, size_t n, size_t *packed);

/* fields.c: once, before there are threads. */
void fields_open(void);
/* After each request. */
void fields_end(void);
/* Read query and body into self->fields. */
void fields_read(struct desk *self, const char *query, size_t n_query);
/* Percent-decoded, in the desk's arena; `+` is a space if `plus`. */
char *fields_decode(struct desk *self, const char *text, size_t n, bool plus, size_t *length);
/* The number of a field, or `usual`. */
uint64_t fields_number(const struct desk *self, enum field_id id, uint64_t usual);
/* The place of a text among `names`, ended by NULL; refuses others. Not given: 0. */
int fields_choice(struct desk *self, enum field_id id, const char *const *names);
/* JSON of a text of the request; in the desk's arena, not to be released. */
json_t *fields_json(struct desk *self, const char *what, const char *text, size_t n);
/* And back, likewise. */
char *fields_dump(struct desk *self, const json_t *json);

/* The model of a field, held by the desk: its number in self->models. */
size_t desk_model(struct desk *self, enum field_id id);
/* A parser of model number i, with the time that is left; it knows no scene. */
g2l2_parser *desk_parser(struct desk *self, size_t i);
/* The server's scene that a text or number means; refuses what is none. */
size_t desk_scene(struct desk *self, const g2l2_scenes *scenes, const struct field *field);

/* What the model number 0 is tested with (test_file.c). Read-only; the desk's, or the server's. */
const g2l2_dataset *desk_examples(struct desk *self);
/* The examples of the request alone, and its test file alone; the desk's. */
g2l2_dataset *desk_list(struct desk *self);
const g2l2_dataset *desk_file(struct desk *self);
/* Examples to learn from, as /v1/learn has them: into self->domain, examples and scenes; refuses. */
void desk_read_lesson(struct desk *self);
/* timeline.c: "timeline" of what self->learned was learned from; `over`: it is of no interest any more. */
void put_timeline(struct desk *self, struct until until, bool (*over)(void *), void *context);
/* quick.c: may learning be over at once, going by the last lesson of this name? */
bool quick_is_short(const struct desk *self, const char *name);
/* CPU seconds of this thread; how many of them a quick look has; and the time after which even a single update ends. */
double quick_clock(void);
/* What a look usually has, as the server's options have it. */
double quick_seconds(const struct desk *self, double usual);
#define LOOK_SECONDS .09
#define LOOK_STEP    .5
#define LOOK_NARROW  1. /* of those that follow little, which are short */
/* Are so many of n examples enough to be shown? */
bool quick_is_enough(size_t n_right, size_t n);
/* Are they so many that another model is not looked for? */
bool quick_is_good(size_t n_right, size_t n);
/* The model that is served by this name, taught the examples that it gets wrong, takes the place of self->learned if it
 * explains more than *n_right of them, or if there is none; then it is counted there. */
bool quick_take_last(struct desk *self, const char *name, size_t *n_right);
/* How many of the examples the model explains. */
size_t quick_count(struct desk *self, const g2l2_model *model);
/* Few of them, the shortest: they are the desk's, as self->chosen. */
const g2l2_dataset *quick_choose(struct desk *self);
/* Another model, the same to the byte as it is written. */
g2l2_status quick_copy(const g2l2_model *model, g2l2_model **out, g2l2_error *err);
/* What a stranger may ask of learning is less than what the owner of a machine may. */
#define DESK_RECIPE "max_slots=2e6 max_pairs=1e7"
/* Of a look at questions about a table: readings that are not among the first are not followed. */
#define QUICK_RECIPE                                                                               \
    DESK_RECIPE " answer_epochs=1 answer_final=1 answer_averaged=1e9 answer_values=8 "             \
                "answer_functions=12 answer_width=6 answer_wider=1"
/* Example i of n that are chosen evenly from all. */
size_t desk_choose(size_t i, size_t all, size_t n);
/* At most `limit` of these, chosen so; the desk's, or all of them. */
const g2l2_dataset *desk_some(struct desk *self, const g2l2_dataset *all, size_t limit);

/* The entries of a model as `/v1/lexicon` has them; line: of the first one in its text, 0: no lines. */
void put_entries(struct buf *out, const g2l2_model *model, size_t line);

/* ---- writing: {"a": 1, "b": "..."} ---------------------------------------------------------- */

/* Is the model's language about scenes? */
static inline bool has_scenes(const struct served *served) {
    return g2l2_domain_has_scenes(g2l2_model_domain(served->model));
}

static inline void put(struct buf *out, const char *text) {
    buf_puts(out, text);
}
#define put_literal(out, text) buf_put((out), (text), sizeof(text) - 1)

void answer_health(struct desk *self);
void answer_metrics(struct desk *self);
void answer_models(struct desk *self);
void answer_reload(struct desk *self);
void answer_run(struct desk *self);
void answer_say(struct desk *self);
void answer_parse(struct desk *self);
void answer_explain(struct desk *self);
void answer_lexicon(struct desk *self);
void answer_scenes(struct desk *self);
void answer_scene(struct desk *self);
void answer_draft(struct desk *self);
void answer_test(struct desk *self);
void answer_review(struct desk *self);
void answer_learn(struct desk *self);
void answer_why(struct desk *self);
void answer_learning(struct desk *self);
void answer_model(struct desk *self);

#endif
