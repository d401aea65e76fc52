/* Observing (observe.h): often at first, then at every hundredth of the way; of a large vocabulary, which
 * takes long to look at, less often. */
#include <math.h>

#include "learn/observe.h"

#define EVERY 10  /* updates, */
#define SHARE 100 /* or this part of those so far, if that is more, */
#define WORDS 64  /* or one for so many words: looking at these takes about as long as an update */

/* ---- texts ------------------------------------------------------------------------------ */

static const char **texts_of(struct observer *self, uint32_t entry) {
    const char **texts = self->texts + 2 * (size_t)entry;
    const struct candidate *c = &self->lexicon->entries.at[entry];
    struct buf category, program;
    if (texts[0]) return texts;
    buf_init(&category, self->arena);
    buf_init(&program, self->arena);
    category_print(&self->lexicon->domain->syntax, c->cat, &category);
    buf_puts(&program, "");
    if (c->program) term_print(&self->lexicon->domain->lang, c->program, &program);
    texts[1] = program.at;
    texts[0] = category.at;
    return texts;
}

/* ---- one word ----------------------------------------------------------------------------- */

/* Put `slot` into its place among the n heaviest so far; returns the new n. */
static uint32_t insert(const double *tau, uint32_t *list, uint32_t n, uint32_t slot) {
    if (n == OBSERVE_TOP && tau[slot] <= tau[list[n - 1]]) return n;
    uint32_t at = n < OBSERVE_TOP ? n : n - 1;
    for (; at && tau[list[at - 1]] < tau[slot]; at--) list[at] = list[at - 1];
    list[at] = slot;
    return n < OBSERVE_TOP ? n + 1 : n;
}

static void look_at_word(struct observer *self, uint32_t w) {
    const struct lexicon *lexicon = self->lexicon;
    const struct word *word = &lexicon->words.at[w];
    g2l2_candidate *top = self->top + (size_t)w * OBSERVE_TOP;
    uint32_t slots[OBSERVE_TOP], n = 0;
    double sum = 0;
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        n = insert(lexicon->tau, slots, n, s);
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        sum += exp(lexicon->tau[s] - lexicon->tau[slots[0]]);
    for (uint32_t i = 0; i < n; i++) {
        const char **texts = texts_of(self, lexicon->slots.at[slots[i]].entry);
        double share = exp(lexicon->tau[slots[i]] - lexicon->tau[slots[0]]) / sum;
        top[i] = (g2l2_candidate){texts[0], texts[1], share};
    }
    self->words[w] = (g2l2_standing){lexicon->names.names.at[w], word->n, n, top};
}

/* ---- the whole ------------------------------------------------------------------------------ */

void observe_open(struct observer *self, const g2l2_learn_options *options, struct arena *arena,
                  const struct lexicon *lexicon) {
    self->options = options;
    self->arena = arena;
    self->lexicon = lexicon;
    if (!options->observe) return;
    size_t n_words = lexicon->words.n, n_texts = 2 * ((size_t)lexicon->entries.n + 1);
    self->texts = arena_zalloc(arena, n_texts * sizeof *self->texts);
    self->top = arena_array(arena, g2l2_candidate, (n_words + 1) * OBSERVE_TOP);
    self->words = arena_array(arena, g2l2_standing, n_words + 1);
}

void observe_phase(struct observer *self, const g2l2_learn_options *options, const char *phase) {
    g2l2_observation at = {.restart = self->restart, .phase = phase};
    self->phase = phase;
    if (options->observe) options->observe(options->context, &at);
}

void observe_words(struct observer *self, int update, bool last) {
    const g2l2_learn_options *options = self->options;
    if (!options->observe || (!last && update < self->next)) return;
    uint32_t n_words = self->lexicon->words.n;
    self->next = update + (int)fmax(EVERY, fmax(update / SHARE, n_words / WORDS));
    for (uint32_t w = 0; w < n_words; w++) look_at_word(self, w);
    g2l2_observation at = {self->restart, self->phase, update, n_words, self->words};
    options->observe(options->context, &at);
}
