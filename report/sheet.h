/* sheet - one page about runs and models: HTML that stands alone, or the same as JSON.
 *
 *     logs    ─▶ run_log ─┐
 *     models  ─────────── ┼─▶ subjects ─▶ sections ─▶ page
 *     test data ─▶ tested ┘                  └─────▶ JSON
 *
 * sheet.c     the page: head, figures, sections in their order
 * training.c  curves                      words.c     lexicon, and weights over training
 * scores.c    accuracy, mistakes, time    likeness.c  maps of what words name
 * style.c     how it looks                sheet_json.c   all of it as JSON
 * seen.c      what words look like, where scenes are images
 *
 * Texts may come from anywhere: they go through text_escape, or text_json. */
#ifndef G2L2_SHEET_H
#define G2L2_SHEET_H

#include <jansson.h>

#include "report/log.h"

/* ---- what is shown ------------------------------------------------------------------------- */

struct score {
    const char *key;
    size_t examples, correct;
    double seconds; /* 0: not measured */
};
typedef VEC(struct score) score_list;

struct mistake {
    const char *wanted, *got; /* got NULL: no parse */
    size_t count;
};

struct shown_failure {
    const char *file;
    size_t line;
    const char *sentence, *wanted, *got, *reason; /* NULL: there is none */
};

/* A model asked what test data mean. */
struct tested {
    const char *file;
    size_t examples, correct, unparsed;
    double seconds; /* of CPU time, parsing and executing */
    bool sequences; /* mistakes are the first action that differs */
    score_list by_length, by_type, by_hops, by_family, by_word; /* the last two hardest first */
    VEC(struct mistake) mistakes;                               /* often before seldom */
    VEC(struct mistake) rights;
    VEC(struct shown_failure) failures;
};

/* Why a word has an entry: the last rival, and the shortest example that ruled it out. */
struct reason {
    const char *word, *category, *program;
    size_t n_right;                             /* examples that are right with it */
    const char *rival_category, *rival_program; /* NULL: no other entry makes one of them right */
    size_t rival_right, n_deciding;
    struct shown_failure decided; /* got: what it would mean with the rival; sentence NULL: none */
};

struct subject {
    const char *name;    /* of the model or log */
    g2l2_model *model;   /* or NULL */
    struct run_log *log; /* or NULL */
    struct tested *tested;
    const g2l2_concepts *concepts; /* or NULL */
    const g2l2_scenes *scenes;     /* images that they were looked for in, or NULL */
    const char *note;              /* what is to be known about it, or NULL */
    VEC(struct reason) reasons;    /* of its entries, where that was asked for */
};

struct sheet {
    struct arena *arena;
    struct subject *subjects; /* [n] the first is the one that is told about in full */
    uint32_t n;
};

/* Either may raise at the arena's guard. */
void sheet_html(const struct sheet *self, struct buf *out);
json_t *sheet_json(const struct sheet *self);

/* ---- parts of it ----------------------------------------------------------------------------- */

extern const char sheet_style[], sheet_script[];

void training_put(const struct sheet *self, struct buf *out);
void scores_put_accuracy(const struct sheet *self, struct buf *out);
void scores_put_mistakes(const struct sheet *self, struct buf *out);
void scores_put_time(const struct sheet *self, struct buf *out);
void words_put(const struct sheet *self, struct buf *out);
void words_put_reasons(const struct sheet *self, struct buf *out); /* where there are some */
void words_put_ties(const struct sheet *self, struct buf *out);
void likeness_put(const struct sheet *self, struct buf *out);
void seen_put(const struct sheet *self, struct buf *out);

/* Where a word's candidates stood at each step that the log has, the model's own first. */
struct history {
    uint32_t n_steps, n_layers;
    const double *steps; /* [n_steps] */
    struct history_layer {
        struct log_entry entry;
        bool kept;     /* the model has it */
        double *share; /* [n_steps] */
    } * layers;        /* [n_layers] */
};
struct history words_history(const struct sheet *self, const struct subject *subject,
                             const char *word);
/* For each of the log's steps the share of words whose best candidate is far ahead of the next;
 * returns how many steps. */
uint32_t words_settled(struct arena *arena, const struct run_log *log, double **steps,
                       double **share);

/* A map of the concepts of one type. */
struct concept_point {
    const char *word;
    double x, y;
};
struct concept_map {
    const char *type;
    double shown[2];
    uint32_t n;
    struct concept_point *points; /* [n] */
};
/* Returns how many maps; made from the first subject's model. */
uint32_t likeness_maps(const struct sheet *self, struct concept_map **out);

/* ---- small things -------------------------------------------------------------------------------- */

/* <h2> and one sentence below it. */
void sheet_section(struct buf *out, const char *id, const char *title, const char *what);
void sheet_end_section(struct buf *out);
/* <figure> with its caption; the drawing and sheet_end_figure follow. */
void sheet_figure(struct buf *out, const char *title, const char *what);
void sheet_end_figure(struct buf *out);
/* Something to say instead of a figure. The text is HTML. */
void sheet_note(struct buf *out, const char *html);
void sheet_percent(struct buf *out, double share);
void sheet_seconds(struct buf *out, double seconds);
/* Names and colours of lines: 1, 2, ... */
void sheet_legend(struct buf *out, const char *const *names, uint32_t n);
/* A bar of a table. */
void sheet_bar(struct buf *out, double share);

#endif
