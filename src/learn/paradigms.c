/* Words that mean values of one property are used alike: who says "red things" and "a red box", of
 * all that is in it, and says "white things", will say "a white box".
 *
 *     red    N/N : \x. filter(x, red())    G\G : \g. only(g, filter(scene(), red()))
 *     green  N/N : \x. filter(x, green())  G\G : \g. only(g, filter(scene(), green()))
 *     white  N/N : \x. filter(x, white())  ─▶ kept as well, though no example has it */
#include <math.h>
#include <string.h>

#include "learn/objective.h"
#include "types/stated.h"

struct paradigms {
    uint32_t *property; /* [n_literals] whose value it is, or SYMBOL_NONE */
    uint32_t n_properties;
    double
        *words; /* [n_templates, n_properties] that use the template with such a value, expected */
};

static void find_properties(struct learner *l, struct paradigms *p) {
    const struct lang *lang = &l->work->domain->lang;
    struct symbols texts, properties;
    VEC(uint32_t) of = {0};
    symbols_init(&texts, &l->arena);
    symbols_init(&properties, &l->arena);
    for (uint32_t w = 0; w < l->n_stated; w++)
        for (uint32_t i = 0; i < l->stated[w].world->values.n; i++) {
            const struct stated_value *v = &l->stated[w].world->values.at[i];
            if (symbols_add(&texts, v->text, strlen(v->text)) < of.n) continue;
            uint32_t property = symbols_add(&properties, v->property, strlen(v->property));
            vec_push(&l->arena, &of, property);
        }
    p->property = arena_array(&l->arena, uint32_t, lang->literal_ops.n + 1);
    p->n_properties = properties.names.n;
    for (uint32_t i = 0; i < lang->literal_ops.n; i++) {
        const struct op *op = &lang->ops.at[lang->literal_ops.at[i]];
        bool value = lang->types.at[op->result].kind == KIND_PROPERTY;
        uint32_t text = value ? symbols_find(&texts, op->name, strlen(op->name)) : SYMBOL_NONE;
        p->property[i] = text == SYMBOL_NONE ? SYMBOL_NONE : of.at[text];
    }
}

/* The first value that a program names, or NULL. */
static const struct op *value_in(const struct lang *lang, const struct term *term) {
    const struct op *op = term->kind == TERM_OP ? &lang->ops.at[term->op] : NULL;
    if (op && op->literal >= 0 && lang->types.at[op->result].kind == KIND_PROPERTY) return op;
    for (uint32_t i = 0; i < term->n_subs; i++) {
        const struct op *found = value_in(lang, term->subs[i]);
        if (found) return found;
    }
    return NULL;
}

static const struct op *value_of(const struct learner *l, uint32_t slot) {
    const struct term *program = l->lexicon->entries.at[l->lexicon->slots.at[slot].entry].program;
    return program ? value_in(&l->work->domain->lang, program) : NULL;
}

/* Where the uses of the slot's template with such a value are counted, or SYMBOL_NONE. */
static uint32_t cell_of(const struct learner *l, const struct paradigms *p, uint32_t slot) {
    const struct op *value = value_of(l, slot);
    uint32_t property = value ? p->property[value->literal] : SYMBOL_NONE;
    if (property == SYMBOL_NONE) return SYMBOL_NONE;
    return l->template_of[l->lexicon->slots.at[slot].entry] * p->n_properties + property;
}

static void add_up(struct learner *l, struct paradigms *p, const double *uses) {
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        for (uint32_t s = word->first; s < word->first + word->n; s++) {
            uint32_t cell = uses[s] > 0 ? cell_of(l, p, s) : SYMBOL_NONE;
            if (cell != SYMBOL_NONE) p->words[cell] += fmin(1, uses[s]);
        }
    }
}

static bool means(const struct learner *l, const struct word *word, const struct op *value,
                  const double *uses) {
    double sum = 0;
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (uses[s] > 0 && value_of(l, s) == value) sum += uses[s];
    return sum >= l->recipe.answer_turned;
}

struct paradigms *paradigms_find(struct learner *l, const double *uses) {
    struct paradigms *p = arena_new(&l->arena, struct paradigms);
    find_properties(l, p);
    size_t n = (size_t)l->n_templates * p->n_properties + 1;
    p->words = arena_zalloc(&l->arena, n * sizeof *p->words);
    add_up(l, p, uses);
    return p;
}

void paradigms_keep(struct learner *l, const struct paradigms *p, uint32_t w, const double *uses) {
    const struct word *word = learner_word(l, w);
    for (uint32_t s = word->first; s < word->first + word->n; s++) {
        uint32_t cell = l->keep[s] ? SYMBOL_NONE : cell_of(l, p, s);
        if (cell != SYMBOL_NONE && p->words[cell] >= l->recipe.answer_paradigm)
            l->keep[s] = means(l, word, value_of(l, s), uses);
    }
}
