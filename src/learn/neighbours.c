/* Which words stand side by side in the examples, for those who meet a word that is in none. */
#include <string.h>

#include "learn/objective.h"
#include "lexicon/neighbours.h"

/* The number that each word of the learner has in the model. */
static uint32_t *find_words(struct learner *l, const struct lexicon *to) {
    uint32_t n = l->lexicon->words.n, *out = arena_array(&l->arena, uint32_t, n + 1);
    for (uint32_t w = 0; w < n; w++) {
        const char *name = l->lexicon->names.names.at[w];
        out[w] = lexicon_find(to, name, strlen(name));
    }
    return out;
}

void neighbours_learn(struct learner *l, g2l2_model *model) {
    if (!l->work->domain->questions || !(l->recipe.neighbour_examples >= 1)) return;
    struct guard *outer = model->arena.guard;
    const uint32_t *words = find_words(l, &model->lexicon);
    uint32_t every = (uint32_t)(l->n / l->recipe.neighbour_examples) + 1;
    model->arena.guard = &l->guard;
    for (uint32_t i = 0; i < l->n; i += every) {
        uint32_t left = SYMBOL_NONE;
        bool known = true; /* what is before; a word that was not learned is between no others */
        for (uint32_t k = 0; k <= l->examples[i].n; k++) {
            bool end = k == l->examples[i].n;
            uint32_t right = end ? SYMBOL_NONE : words[l->examples[i].words[k]];
            bool knows = end || right != SYMBOL_NONE;
            if (known && knows) neighbours_add(&model->lexicon, left, right, 1);
            left = right;
            known = knows;
        }
    }
    neighbours_index(&model->lexicon);
    model->arena.guard = outer;
}
