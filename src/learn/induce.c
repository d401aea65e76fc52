/* The steps of learning a lexicon from nested records, in their order. */
#include <string.h>

#include "learn/induce.h"

/* What was there before stays where it is: it may be gone back to. */
static void open_results(struct induce *self) {
    symbols_init(&self->frame_texts, &self->arena);
    symbols_init(&self->roots, &self->arena);
    tally_open(&self->atoms_of, &self->arena);
    tally_open(&self->use_of, &self->arena);
    tally_open(&self->gaps, &self->arena);
    tally_open(&self->entry_of, &self->arena);
    memset(&self->brought, 0, sizeof self->brought);
    memset(&self->frames, 0, sizeof self->frames);
    memset(&self->uses, 0, sizeof self->uses);
    memset(&self->entries, 0, sizeof self->entries);
}

void induce_choose(struct induce *self) {
    induce_align(self);
    induce_choose_marks(self);
}

void induce_derive(struct induce *self) {
    open_results(self);
    induce_use_marks(self);
    induce_make_states(self);
    induce_make_entries(self);
    induce_share_frames(self);
}

static bool induce_all(struct induce *self, const g2l2_dataset *data) {
    symbols_init(&self->words, &self->arena);
    symbols_init(&self->labels, &self->arena);
    symbols_init(&self->values, &self->arena);
    if (!induce_read(self, data)) return false;
    induce_choose(self);
    induce_derive(self);
    return true;
}

/* What readings reach over can be told from the others when there is a model to ask. */
static g2l2_status write_all(struct induce *self, const g2l2_domain *domain,
                             const g2l2_dataset *data, g2l2_model **out, g2l2_error *err) {
    g2l2_model *equal = NULL;
    double reach = 0;
    g2l2_status status = induce_write(self, domain, 0, &equal, err);
    if (!status) status = induce_improve(self, domain, data, &equal, err);
    if (!status) status = induce_reach(equal, data, self->recipe, &reach, err);
    if (!status && reach > 0) status = induce_write(self, domain, reach, out, err);
    else if (!status) *out = equal;
    if (*out != equal) g2l2_model_free(equal);
    return status;
}

g2l2_status induce_learn(const g2l2_domain *domain, const g2l2_dataset *data,
                         const struct recipe *recipe, g2l2_model **out, g2l2_error *err) {
    struct induce self = {.recipe = recipe};
    volatile g2l2_status status = G2L2_STATUS_OK;
    *out = NULL;
    arena_init(&self.arena, &self.guard, 0);
    arena_init(&self.scratch, &self.guard, 0);
    if (guard_try(&self.guard, err)) {
        if (induce_all(&self, data)) status = write_all(&self, domain, data, out, err);
    } else {
        status = self.guard.status;
    }
    arena_free(&self.arena);
    arena_free(&self.scratch);
    return status;
}
