/* Groups (groups.h): attributes that ask for the same answers, their values, and words that
 * hold of the same objects as a value does. */
#include <math.h>
#include <string.h>

#include "learn/objective.h"

/* ---- concepts of words ---------------------------------------------------------------------- */

/* Where concepts are in a word's parameters; UINT32_MAX: there are none. */
struct places {
    uint32_t object, attribute;
    type_id of_object, of_attribute;
};

static struct places find_places(const struct learner *l) {
    struct places out = {.object = UINT32_MAX, .attribute = UINT32_MAX};
    for (uint32_t i = l->lexicon->n_params; i-- > 0;) {
        const struct concept *c = l->concept_of[i];
        if (c->of_answers) out.attribute = i, out.of_attribute = c->type;
        else if (!c->of_pairs) out.object = i, out.of_object = c->type;
    }
    return out;
}

/* Has the word an entry with a `?` of the type that is much used, and its numbers? */
static bool uses_concept(const struct learner *l, uint32_t word, type_id type, uint32_t place) {
    const struct word *w = learner_word(l, word);
    if (place >= lexicon_row_size(l->lexicon, word)) return false;
    for (uint32_t s = w->first; s < w->first + w->n; s++) {
        const struct term *program = l->lexicon->entries.at[l->lexicon->slots.at[s].entry].program;
        if (l->weight[s] >= l->recipe.used && program && term_asks_for(program, type)) return true;
    }
    return false;
}

static const double *params_of(const struct learner *l, uint32_t word, uint32_t place) {
    return l->lexicon->params + lexicon_row(l->lexicon, word) + place;
}

/* ---- attributes ------------------------------------------------------------------------------ */

/* Words that ask for the same answers. */
struct attribute {
    double *share; /* [n_answers] summed over the words */
};
typedef VEC(struct attribute) attribute_list;

static void add_softmax(const double *a, uint32_t n, double *out) {
    double max = -INFINITY, sum = 0;
    for (uint32_t i = 0; i < n; i++) max = fmax(max, a[i]);
    for (uint32_t i = 0; i < n; i++) sum += exp(a[i] - max);
    for (uint32_t i = 0; i < n; i++) out[i] += exp(a[i] - max) / sum;
}

static double cosine(const double *a, const double *b, uint32_t n) {
    double ab = 0, aa = 0, bb = 0;
    for (uint32_t i = 0; i < n; i++) ab += a[i] * b[i], aa += a[i] * a[i], bb += b[i] * b[i];
    return ab / sqrt(aa * bb + 1e-300);
}

/* Uses of a word decide in which order: a rare one joins what frequent ones have made. */
static uint32_t next_word(const struct learner *l, struct places at, const bool *taken) {
    uint32_t best = UINT32_MAX;
    for (uint32_t w = 0; w < l->lexicon->words.n; w++)
        if (!taken[w] && uses_concept(l, w, at.of_attribute, at.attribute) &&
            (best == UINT32_MAX || l->sightings[w] > l->sightings[best]))
            best = w;
    return best;
}

static void find_attributes(const struct learner *l, struct arena *arena, struct places at,
                            attribute_list *out) {
    bool *taken = arena_zalloc(arena, l->lexicon->words.n + 1);
    uint32_t n = l->n_answers, w;
    while ((w = next_word(l, at, taken)) != UINT32_MAX) {
        double *share = arena_zalloc(arena, (n + 1) * sizeof *share), best = 0;
        struct attribute *like = NULL;
        taken[w] = true;
        add_softmax(params_of(l, w, at.attribute), n, share);
        for (uint32_t i = 0; i < out->n; i++)
            if (cosine(share, out->at[i].share, n) > best)
                best = cosine(share, out->at[i].share, n), like = &out->at[i];
        if (best > l->recipe.group_same)
            for (uint32_t i = 0; i < n; i++) like->share[i] += share[i];
        else vec_push(arena, out, (struct attribute){share});
    }
}

/* The attribute that an answer is a value of, from 1; 0: none. It has the larger part of the
 * answer, and the answer is no accident in it. */
static uint32_t attribute_of(const struct learner *l, const attribute_list *all, uint32_t answer) {
    uint32_t out = 0;
    double best = 0;
    for (uint32_t i = 0; i < all->n; i++) {
        const double *share = all->at[i].share;
        double max = 0;
        for (uint32_t k = 0; k < l->n_answers; k++) max = fmax(max, share[k]);
        if (share[answer] <= l->recipe.group_value * max || share[answer] <= best) continue;
        best = share[answer];
        out = i + 1;
    }
    return out;
}

static bool find_rivals(struct learner *l, struct arena *arena, struct places at,
                        struct groups *out) {
    attribute_list all = {0};
    bool any = false;
    find_attributes(l, arena, at, &all);
    for (uint32_t i = 0; i < l->n_answers; i++) {
        uint32_t attribute = attribute_of(l, &all, i);
        out->rivals[l->answers[i]] = attribute;
        any |= attribute > 0;
    }
    return any;
}

/* ---- synonyms --------------------------------------------------------------------------------- */

/* What words say of a sample of objects. */
struct view {
    uint32_t n;     /* objects */
    double **masks; /* [n_words] of these: [n] less their mean, of length 1; or NULL */
};

static uint32_t count_objects(const struct learner *l) {
    uint32_t n = 0;
    for (size_t i = 0; i < g2l2_scenes_count(l->options->scenes); i++)
        n += l->scaling.scenes[i].n_objects;
    return n;
}

static double score(const double *e, const float *x, uint32_t n) {
    double sum = e[n];
    for (uint32_t i = 0; i < n; i++) sum += e[i] * (double)x[i];
    return sum;
}

/* σ of its score: the first run has no rivals. */
static uint32_t take_mask(const struct learner *l, const double *e, uint32_t every, double *out) {
    uint32_t at = 0, n = 0, f = l->lexicon->n_features;
    for (size_t i = 0; i < g2l2_scenes_count(l->options->scenes); i++) {
        const struct scene *scene = &l->scaling.scenes[i];
        for (uint32_t k = 0; k < scene->n_objects; k++)
            if (at++ % every == 0)
                out[n++] = 1 / (1 + exp(-score(e, scene->features + (size_t)k * f, f)));
    }
    return n;
}

static void standardise(double *x, uint32_t n) {
    double mean = 0, square = 0;
    for (uint32_t i = 0; i < n; i++) mean += x[i] / n;
    for (uint32_t i = 0; i < n; i++) x[i] -= mean, square += x[i] * x[i];
    for (uint32_t i = 0; i < n; i++) x[i] /= sqrt(square + 1e-12);
}

static void view_words(const struct learner *l, struct arena *arena, struct places at,
                       const struct groups *groups, struct view *out) {
    uint32_t all = count_objects(l), n_words = l->lexicon->words.n;
    uint32_t every = all / (uint32_t)l->recipe.group_objects + 1;
    out->masks = arena_zalloc(arena, (n_words + 1) * sizeof *out->masks);
    for (uint32_t w = 0; w < n_words; w++) {
        if (!groups->rivals[w] && !uses_concept(l, w, at.of_object, at.object)) continue;
        out->masks[w] = arena_array(arena, double, all / every + 2);
        out->n = take_mask(l, params_of(l, w, at.object), every, out->masks[w]);
        standardise(out->masks[w], out->n);
    }
}

/* Of the values of attributes, the one that holds of the same objects. */
static uint32_t find_synonym(const struct learner *l, const struct view *view,
                             const struct groups *groups, uint32_t word) {
    uint32_t out = word;
    double best = l->recipe.group_synonym;
    for (uint32_t i = 0; i < l->n_answers; i++) {
        uint32_t value = l->answers[i];
        double sum = 0;
        if (!groups->rivals[value]) continue;
        for (uint32_t k = 0; k < view->n; k++) sum += view->masks[word][k] * view->masks[value][k];
        if (sum > best) best = sum, out = value;
    }
    return out;
}

static void find_owners(const struct learner *l, struct arena *arena, struct places at,
                        struct groups *out) {
    struct view view = {0};
    view_words(l, arena, at, out, &view);
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        out->owner[w] = w;
        if (!out->rivals[w] && view.masks[w]) out->owner[w] = find_synonym(l, &view, out, w);
    }
}

/* Who is alone competes with none. */
static void drop_single(const struct learner *l, struct groups *self) {
    for (uint32_t i = 0; i < l->n_answers; i++) {
        uint32_t *own = &self->rivals[l->answers[i]], n = 0;
        for (uint32_t k = 0; k < l->n_answers; k++) n += self->rivals[l->answers[k]] == *own;
        if (n < 2) *own = 0;
    }
}

/* ---- all of it --------------------------------------------------------------------------------- */

struct groups groups_new(struct arena *arena, uint32_t n) {
    uint32_t *owner = arena_zalloc(arena, (n + 1) * sizeof *owner);
    return (struct groups){owner, arena_zalloc(arena, (n + 1) * sizeof *owner), n};
}

bool groups_find(struct learner *l, struct arena *arena, struct groups *out) {
    uint32_t n = l->lexicon->words.n;
    struct places at = find_places(l);
    struct groups found = groups_new(arena, n);
    if (at.object == UINT32_MAX || at.attribute == UINT32_MAX) return false;
    if (!find_rivals(l, arena, at, &found)) return false;
    find_owners(l, arena, at, &found);
    drop_single(l, &found);
    *out = found;
    return true;
}

void groups_use(const struct groups *self, struct arena *arena, struct lexicon *lexicon,
                const uint32_t *words, uint32_t n) {
    lexicon->owner = arena_zalloc(arena, (n + 1) * sizeof(uint32_t));
    lexicon->rivals = arena_zalloc(arena, (n + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t word = words ? words[i] : i, owner = self->owner[word];
        lexicon->owner[i] = owner;
        lexicon->rivals[i] = self->rivals[owner] && owner == word ? self->rivals[word] : 0;
        for (uint32_t k = 0; words && k < n; k++)
            if (words[k] == owner) lexicon->owner[i] = k;
    }
}
