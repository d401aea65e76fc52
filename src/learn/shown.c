/* What answers show of words, before anything is learned: all things that are answered with, where
 * questions say `silver`, are silver; and so is what a question names, where it is answered by yes.
 *
 *     which silver tablets do we have?   T124, T127    both are silver, tablets and cheap
 *     is T127 a silver one?              yes           so is this
 *     which silver cameras do we have?   C108          no tablet: `silver` does not mean that
 *     is C108 a camera?                  yes           nor does `is` mean silver
 *
 * The log of how much likelier that is if the word means the value than if it has nothing to do with
 * it, where a word that means it is still misled now and then (`not silver`, `silver or white`). Words
 * that most questions have are so never taken for values of a few. Many questions say it by
 * themselves, and more of them speak of things by way of others. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "learn/objective.h"
#include "types/stated.h"

#define MAX_NAME 400 /* bytes of a name in an answer */

/* The objects that an example shows, and whether they are or are not what it speaks of. */
struct shown {
    const struct stated *world;
    uint64_t *of; /* [n_words] */
    bool are;
};

static void add_named(const struct shown *self, const uint64_t *named) {
    for (uint32_t i = 0; i < self->world->n_words; i++) self->of[i] |= named[i];
}

/* False: one of them is no name. */
static bool add_answer(const struct shown *self, const char *answer) {
    char name[MAX_NAME];
    for (size_t n; *answer; answer += n + strspn(answer + n, ", ")) {
        const char *end = strstr(answer, ", ");
        n = end ? (size_t)(end - answer) : strlen(answer);
        if (n >= sizeof name) return false;
        memcpy(name, answer, n);
        name[n] = 0;
        const uint64_t *named = stated_named(self->world, name);
        if (!named) return false;
        add_named(self, named);
    }
    return true;
}

/* What a question names; false: nothing, or several things. */
static bool add_question(const struct shown *self, const struct example *e) {
    uint32_t n = 0;
    for (uint32_t k = 0; e->texts && k < e->n; k++) {
        const uint64_t *named = stated_named(self->world, e->texts[k]);
        if (named) add_named(self, named);
        n += named != NULL;
    }
    return n == 1;
}

static bool find_shown(struct learner *l, const struct example *e, struct shown *out) {
    g2l2_example from = g2l2_dataset_get(l->data, e->number);
    if (e->worlds || !e->scene) return false;
    bool yes = true, truth = target_is_truth(&l->work->domain->lang, from.target, &yes);
    *out = (struct shown){.world = e->scene->world, .are = yes};
    out->of = arena_zalloc(&l->arena, (out->world->n_words + 1) * sizeof *out->of);
    if (truth) return add_question(out, e);
    return add_answer(out, from.target);
}

/* Have all that are shown the value, or, where they are not, none? */
static double likelier(const struct learner *l, const struct shown *shown, const uint64_t *bits) {
    const struct stated *world = shown->world;
    uint32_t n = 0, have = 0, lack = 0;
    for (uint32_t i = 0; i < world->n_words; i++) {
        n += (uint32_t)__builtin_popcountll(bits[i]);
        have += (uint32_t)__builtin_popcountll(shown->of[i] & bits[i]);
        lack += (uint32_t)__builtin_popcountll(shown->of[i] & ~bits[i]);
    }
    double share = (n + 1.0) / (world->n_objects + 2.0), misled = l->recipe.answer_misled;
    bool fits = shown->are ? !lack : !have;
    double chance = shown->are == fits ? share : 1 - share; /* whatever the word means */
    return log((fits ? 1 - misled : misled) / chance);
}

static bool is_again(const struct example *e, uint32_t place) {
    for (uint32_t k = 0; k < place; k++)
        if (e->words[k] == e->words[place]) return true;
    return false;
}

/* out: [words, literals], by the form that words are counted as. */
static void add_example(struct learner *l, const struct symbols *values, const struct example *e,
                        const struct shown *shown, double *out) {
    uint32_t n_literals = l->work->domain->lang.literal_ops.n;
    for (uint32_t v = 0; v < shown->world->values.n; v++) {
        const struct stated_value *value = &shown->world->values.at[v];
        uint32_t literal = symbols_find(values, value->text, strlen(value->text));
        if (literal == SYMBOL_NONE) continue;
        double by = likelier(l, shown, value->bits);
        for (uint32_t k = 0; k < e->n; k++)
            if (!is_again(e, k))
                out[(size_t)factors_form(l, e->words[k]) * n_literals + literal] += by;
    }
}

/* Values by what they are called, in the order of literals; what is none is called by no text. */
static void name_values(const struct lang *lang, struct symbols *out) {
    for (uint32_t i = 0; i < lang->literal_ops.n; i++) {
        const struct op *op = &lang->ops.at[lang->literal_ops.at[i]];
        bool value = lang->types.at[op->result].kind == KIND_PROPERTY;
        char none[24];
        snprintf(none, sizeof none, "\n%u", i);
        const char *name = value ? op->name : none;
        symbols_add(out, name, strlen(name));
    }
}

const double *shown_values(struct learner *l) {
    const struct lang *lang = &l->work->domain->lang;
    size_t n = (size_t)l->lexicon->words.n * lang->literal_ops.n;
    double *out = arena_zalloc(&l->arena, (n + 1) * sizeof *out), most = l->recipe.answer_shown;
    struct symbols values;
    struct shown shown;
    symbols_init(&values, &l->arena);
    name_values(lang, &values);
    bool few = (double)g2l2_dataset_count(l->data) <= l->recipe.answer_many;
    for (uint32_t i = 0; few && i < l->n; i++)
        if (find_shown(l, &l->examples[i], &shown))
            add_example(l, &values, &l->examples[i], &shown, out);
    for (size_t i = 0; i < n; i++) out[i] = fmax(-most, fmin(out[i], most));
    return out;
}
