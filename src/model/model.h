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
    struct lexicon lexicon; /* tau of the slots: the weights; the words' concepts */
    const char **types;     /* [domain->concepts.n] names of the concepts' types */
    const char *features;   /* how objects of a scene become numbers, for others to read; NULL */
    g2l2_entry *entries;    /* [n_entries] for reading: by word, heaviest first */
    uint32_t n_entries;
    VEC(g2l2_tie) ties;
    VEC(const char *)
    seen; /* some sentences that it was learned from, until it is freed; not kept
                             * in files */
};

/* A model around a fresh copy of `domain`; nothing in its lexicon yet. */
g2l2_status model_new(const g2l2_domain *domain, g2l2_model **out, g2l2_error *err);
/* The same around `domain` itself: it is the model's now, or freed on failure. */
g2l2_status model_adopt(g2l2_domain *domain, g2l2_model **out, g2l2_error *err);
/* Close the domain's grammar, put each word's slots in order (category, weight,
 * program), index the lexicon, make the readable entries and round the concepts.
 * May raise at self->guard: call inside guard_try. */
void model_finish(g2l2_model *self);

/* What an entry of this category can be used as, if that is more than one; the model's.
 * Returns how many. May raise (cases.c). */
uint32_t model_cases(g2l2_model *self, cat_id cat, const g2l2_case **out);

/* ---- concepts: what words mean beside their programs (concepts.c) --------- */

#define MODEL_MAX_FEATURES 4096u
#define MODEL_MAX_PARAMS   ((size_t)1 << 26) /* of all words */

/* Room for the concepts of all words, each number 0; `features` is copied. May raise. */
void model_add_params(g2l2_model *self, uint32_t n_features, const char *features);
/* Does the word have this concept? If an entry of it has a `?` of the type; and what an
 * object is like, if it is an answer. The other numbers of a word mean nothing. */
bool model_has_concept(const g2l2_model *self, uint32_t word, uint32_t concept);
/* Does it have one of what an object is like, be it another word's? */
bool model_has_object_concept(const g2l2_model *self, uint32_t word);
/* The words that have it, those without entries last; out: [n_words]. Returns how many. */
uint32_t model_concept_words(const g2l2_model *self, uint32_t concept, uint32_t *out);
uint32_t model_concept_size(const g2l2_model *self, uint32_t concept);
/* [size], of a word that has it. */
double *model_concept(const g2l2_model *self, uint32_t word, uint32_t concept);
/* To the precision of files, and 0 where a word does not have the concept. */
void model_round_params(g2l2_model *self);
/* For whoever compares vectors: those of synonyms are those of their owner. */
void model_copy_synonyms(g2l2_model *self);

/* ---- the lexicon as text ------------------------------------------------- */

#define TEXT_MAX ((size_t)64 << 20) /* bytes */

struct text_source {
    const char *text;
    size_t length;
    const g2l2_budget *budget;   /* or NULL */
    const g2l2_types *types;     /* that a definition in it may import, or NULL */
    const g2l2_domain *fallback; /* the domain where the text names none, or NULL */
    g2l2_domain *own;            /* the domain whatever the text names, taken over; or NULL */
    bool without_concepts;       /* they follow in another form; all are 0 */
    bool spare_concepts;         /* those that no entry needs are passed over */
    const double *weights;       /* out: [n_weights] in the order of lines; the model's */
    uint32_t n_weights;
};

g2l2_status text_read(struct text_source *source, g2l2_model **out, g2l2_error *err);
/* A word or other name: bare, or quoted where it must be. */
void text_put_name(struct buf *out, const char *name);
void text_put_quoted(struct buf *out, const char *name); /* in any case */
/* The names of the data's constants as the `literals` line has them. The
 * caller frees it with free(). */
g2l2_status text_literals(const g2l2_model *self, char **out, g2l2_error *err);
/* Likewise the words that have each concept: a line `TYPE WORD WORD ...` for each. */
g2l2_status text_concepts(const g2l2_model *self, char **out, g2l2_error *err);
/* The text without the lines of concepts. */
g2l2_status text_entries(const g2l2_model *self, char **out, g2l2_error *err);

#endif
