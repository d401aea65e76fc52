/* Factored weights (Kwiatkowski et al. 2011): an entry is a template, its category and its
 * program without constants, and the constants.
 *
 *     left   V\V : \x. concat(LEFT(), x)  ─┐
 *     right  V\V : \x. concat(RIGHT(), x) ─┴▶  V\V : \x. concat(_, x)    one weight for all words
 *
 * tau is the sum of the entry's own weight and its template's. Both have the same gradient,
 * and a template that many words agree on grows: a word that was seen once is taken to be
 * like the others. */
#include <math.h>
#include <string.h>

#include "learn/objective.h"

void templates_open(struct learner *l) {
    const struct lexicon *lexicon = l->lexicon;
    struct symbols shapes;
    struct buf text;
    symbols_init(&shapes, &l->arena);
    buf_init(&text, &l->arena);
    l->template_of = arena_array(&l->arena, uint32_t, lexicon->entries.n + 1);
    for (uint32_t i = 0; i < lexicon->entries.n; i++) {
        const struct candidate *c = &lexicon->entries.at[i];
        text.n = 0;
        buf_printf(&text, "%u ", (unsigned)c->cat);
        if (c->program) term_shape(&lexicon->domain->lang, c->program, &text);
        l->template_of[i] = symbols_add(&shapes, text.at, text.n);
    }
    l->n_templates = shapes.names.n;
    l->templates = arena_zalloc(&l->arena, (l->n_templates + 1) * sizeof *l->templates);
    l->slope = arena_zalloc(&l->arena, (lexicon->slots.n + 1) * sizeof *l->slope);
}

/* Add the slopes of the batch's words up, in the order of the batch. */
static void add_slopes(struct learner *l) {
    for (uint32_t i = 0; i < l->n_touched; i++) {
        const struct word *w = learner_word(l, l->touched[i]);
        for (uint32_t s = w->first; s < w->first + w->n; s++) {
            struct template *t = &l->templates[l->template_of[l->lexicon->slots.at[s].entry]];
            t->grad += l->slope[s];
            t->touched = true;
        }
    }
}

void templates_update(struct learner *l) {
    double rate = l->recipe.template_rate * l->rates.tau;
    if (l->factors) factors_update(l);
    if (!(rate > 0)) return;
    add_slopes(l);
    for (uint32_t i = 0; i < l->n_templates; i++) {
        struct template *t = &l->templates[i];
        t->step = t->touched ? adam_step(&l->recipe, &t->m, &t->v, t->grad, rate, ++t->steps) : 0;
        t->weight -= t->step;
        t->grad = 0;
        t->touched = false;
    }
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            l->lexicon->tau[s] -= l->templates[l->template_of[l->lexicon->slots.at[s].entry]].step;
        if (l->objective->softmax) adam_weigh(l, w);
    }
}
