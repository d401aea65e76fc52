/* Entries that are ruled out.
 *
 * After a sentence, an entry of a word that no derivation of the target uses cannot be what
 * the word means there. As if all labels were right, one such sentence rules it out; as if
 * some were wrong, and where a word has several senses, it must be viable clearly less often
 * than the word's best. A word keeps its room: what it lost can come back. */
#include <math.h>
#include <string.h>

#include "learn/objective.h"

static void move_slot(void *context, uint32_t from, uint32_t to) {
    struct learner *l = context;
    l->m[to] = l->m[from];
    l->v[to] = l->v[from];
    l->uses[to] = l->uses[from];
    l->sense[to] = l->sense[from];
    if (l->anchor) l->anchor[to] = l->anchor[from];
    if (l->factors) factors_move(l, from, to);
}

/* Drop what l->keep does not have. */
static void drop(struct learner *l, uint32_t word) {
    const struct word *w = learner_word(l, word);
    for (uint32_t s = w->first; s < w->first + w->n; s++)
        if (l->options->keep_candidates && !l->keep[s])
            vec_push(&l->arena, &l->ruled_out,
                     ((struct ruled_out){word, l->lexicon->slots.at[s].entry, l->lexicon->tau[s]}));
    lexicon_drop(l->lexicon, word, l->keep, move_slot, l);
}

void eliminate_unkept(struct learner *l, uint32_t word) {
    drop(l, word);
}

static bool may_eliminate(const struct learner *l, uint32_t word) {
    if (!l->objective->viability || l->several[word]) return false;
    return l->tolerance == 1 || l->sightings[word] >= l->recipe.sightings;
}

void eliminate_word(struct learner *l, uint32_t word) {
    const struct word *w = learner_word(l, word);
    uint32_t best = 0, kept = 0;
    if (!may_eliminate(l, word)) return;
    for (uint32_t s = w->first; s < w->first + w->n; s++)
        if (l->uses[s] > best) best = l->uses[s];
    for (uint32_t s = w->first; s < w->first + w->n; s++)
        kept += l->keep[s] = l->uses[s] >= l->tolerance * best;
    if (!best || kept == w->n) return;
    drop(l, word);
    lexicon_index_word(l->lexicon, word);
}

/* Expected inference has no derivations to look at: after each stage, what has
 * become light is ruled out (the paper, section 2.1, prunes as well). */
void eliminate_light(struct learner *l) {
    for (uint32_t word = 0; word < l->lexicon->words.n; word++) {
        const struct word *w = learner_word(l, word);
        double max = w->n ? l->lexicon->tau[learner_heaviest(l, w)] : 0;
        for (uint32_t s = w->first; s < w->first + w->n; s++)
            l->keep[s] = l->lexicon->tau[s] >= max + log(l->recipe.prune_share);
        drop(l, word);
        lexicon_index_word(l->lexicon, word); /* which keeps its room for what may come back */
    }
}

/* ---- and back ------------------------------------------------------------------------------- */

uint32_t eliminate_find(const struct learner *l, uint32_t word, uint32_t initial) {
    const struct word *w = learner_word(l, word);
    for (uint32_t s = w->first; s < w->first + w->n; s++)
        if (l->lexicon->slots.at[s].entry == l->initial[initial]) return s;
    return UINT32_MAX;
}

void eliminate_undo(struct learner *l, uint32_t word) {
    struct word *w = &l->lexicon->words.at[word];
    w->n = l->n_initial[word];
    for (uint32_t s = w->first; s < w->first + w->n; s++) {
        l->lexicon->slots.at[s] = (struct slot){.entry = l->initial[s]};
        l->uses[s] = 0;
    }
    l->sightings[word] = 0;
    lexicon_index_word(l->lexicon, word);
}

/* Slots of a word stay in their initial order, which is that of categories. */
uint32_t eliminate_restore(struct learner *l, uint32_t word, uint32_t initial, double tau) {
    struct word *w = &l->lexicon->words.at[word];
    uint32_t at = w->first;
    for (uint32_t i = w->first; i < initial; i++)
        at += at < w->first + w->n && l->lexicon->slots.at[at].entry == l->initial[i];
    for (uint32_t s = w->first + w->n; s > at; s--) {
        l->lexicon->slots.at[s] = l->lexicon->slots.at[s - 1];
        l->lexicon->tau[s] = l->lexicon->tau[s - 1];
        move_slot(l, s - 1, s);
    }
    l->lexicon->slots.at[at] = (struct slot){.entry = l->initial[initial]};
    l->lexicon->tau[at] = tau;
    l->m[at] = l->v[at] = 0;
    l->uses[at] = 0;
    l->sense[at] = false;
    w->n++;
    lexicon_index_word(l->lexicon, word);
    return at;
}
