/* model - what was learned: a domain of its own and a lexicon, in one arena.
 *
 *     model_new(domain)  ─▶  add words and slots  ─▶  model_finish  ─▶  read-only */
#ifndef G2L2_MODEL_H
#define G2L2_MODEL_H

#include "lexicon/lexicon.h"

struct g2l2_model {
    struct arena arena;
    struct guard guard;
    g2l2_domain *domain;      /* the model's own copy, with the data's constants */
    struct lexicon lexicon;   /* tau of the slots: the weights */
    g2l2_entry *entries;      /* [slots.n] for reading: by word, heaviest first */
    VEC(g2l2_tie) ties;
};

/* A model around a fresh copy of `domain`; nothing in its lexicon yet. */
g2l2_status model_new(const g2l2_domain *domain, g2l2_model **out, g2l2_error *err);
/* Close the domain's grammar, index the lexicon and make the readable entries.
 * May raise at self->guard: call inside guard_try. */
void model_finish(g2l2_model *self);

#endif
