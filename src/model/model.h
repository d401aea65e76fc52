/* model - what was learned: a domain of its own and a lexicon, in one arena.
 *
 *     model_new(domain)  ─▶  add words and slots  ─▶  model_finish  ─▶  read-only */
#ifndef G2L2_MODEL_H
#define G2L2_MODEL_H

#include "lexicon/lexicon.h"

struct g2l2_model {
    struct arena arena;
    struct guard guard;     /* the arenas of model and domain both land here */
    g2l2_domain *domain;    /* the model's own copy, with the data's constants */
    struct lexicon lexicon; /* tau of the slots: the weights */
    g2l2_entry *entries;    /* [n_entries] for reading: by word, heaviest first */
    uint32_t n_entries;
    VEC(g2l2_tie) ties;
};

/* A model around a fresh copy of `domain`; nothing in its lexicon yet. */
g2l2_status model_new(const g2l2_domain *domain, g2l2_model **out, g2l2_error *err);
/* The same around `domain` itself: it is the model's now, or freed on failure. */
g2l2_status model_adopt(g2l2_domain *domain, g2l2_model **out, g2l2_error *err);
/* Close the domain's grammar, put each word's slots in order (category, weight,
 * program), index the lexicon and make the readable entries.
 * May raise at self->guard: call inside guard_try. */
void model_finish(g2l2_model *self);

/* ---- the lexicon as text ------------------------------------------------- */

#define TEXT_MAX ((size_t)64 << 20) /* bytes */

struct text_source {
    const char *text;
    size_t length;
    const g2l2_domain *fallback; /* the domain where the text names none, or NULL */
    g2l2_domain *own;            /* the domain whatever the text names, taken over; or NULL */
    const double *weights;       /* out: [n_weights] in the order of lines; the model's */
    uint32_t n_weights;
};

/* Bytes of `text` up to the first that is NUL or not UTF-8; `length` if none is. */
size_t text_valid(const char *text, size_t length);
g2l2_status text_read(struct text_source *source, g2l2_model **out, g2l2_error *err);
/* The names of the data's constants as the `literals` line has them. The
 * caller frees it with free(). */
g2l2_status text_literals(const g2l2_model *self, char **out, g2l2_error *err);

#endif
