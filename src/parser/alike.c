/* Concepts compared: which words mean the same, which the opposite, and what the
 * values of an attribute are.
 *
 *     with scenes      what two words hold of: J(a, b) - min(J(a, not b), J(not a, b)), where
 *                      J = Σ min / Σ max over all objects, or pairs of objects
 *     without          the cosine of the angle between their vectors, but for the last
 *                      number, which only says how readily a word is said
 *
 *     high             synonyms, and synonyms of synonyms: ball, sphere, spheres
 *     low              opposites: left, right
 *
 *     color    blue .13  brown .12  cube .0003 ...  ─▶  {blue, brown, ...}
 *
 * An attribute has a share for each answer. A value of it has a third of an even share
 * at least. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parser/parser.h"

#define SAME       .8 /* for vectors */
#define SAME_SETS  .6 /* for what they hold of */
#define MAX_SCENES 500u
#define MAX_NEAR   3u
#define MAX_SEEN   6u /* objects that a concept holds of most, and least */
#define MAX_MEMORY ((size_t)1 << 30)

struct g2l2_concepts {
    struct arena arena;
    struct guard guard;
    VEC(g2l2_concept) list;
    VEC(g2l2_attribute) attributes;
};

/* Where concepts are compared by what they hold of. */
struct views {
    const struct scene *const *scenes; /* [n] */
    size_t n;
    struct grounding grounding;
    struct arena scratch, question;
    void *session;
};

/* What a concept of objects holds of. */
struct seen {
    size_t n; /* of each */
    g2l2_sighting most[MAX_SEEN], least[MAX_SEEN];
};

struct compare {
    g2l2_concepts *out;
    const g2l2_model *model;
    struct views *views; /* or NULL */
    uint32_t concept;
    const char *type;
    uint32_t n, size;       /* words that have the concept; numbers that are compared */
    uint32_t *words;        /* [n] */
    const double **vectors; /* [n] */
    uint32_t *group;        /* [n] */
    double *likeness;       /* [n, n] */
    double same;            /* as much means synonyms, or opposites */
    struct seen *seen;      /* [n] or NULL */
};

/* ---- who has which ----------------------------------------------------------------------- */

/* By entries that are in use. A word without entries is an answer: the model knows. */
static bool has_concept(const g2l2_model *model, uint32_t word, uint32_t concept) {
    const struct lexicon *lexicon = &model->lexicon;
    const struct word *w = &lexicon->words.at[word];
    if (lexicon->rows && !model_has_concept(model, word, concept)) return false;
    for (uint32_t s = w->first; s < w->first + w->n; s++) {
        const struct term *program = lexicon->entries.at[lexicon->slots.at[s].entry].program;
        bool on = !lexicon->slots.at[s].off;
        if (on && program && term_asks_for(program, model->domain->concepts.at[concept].type))
            return true;
    }
    return !w->n && model_has_concept(model, word, concept);
}

static void find_words(struct compare *c, uint32_t concept) {
    const struct lexicon *lexicon = &c->model->lexicon;
    struct arena *arena = &c->out->arena;
    c->words = arena_array(arena, uint32_t, lexicon->words.n + 1);
    c->vectors = arena_array(arena, const double *, lexicon->words.n + 1);
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        if (!has_concept(c->model, w, concept)) continue;
        c->words[c->n] = w;
        c->vectors[c->n++] = model_concept(c->model, w, concept);
    }
}

static const char *word_text(const struct compare *c, uint32_t i) {
    return c->model->lexicon.names.names.at[c->words[i]];
}

/* ---- vectors -------------------------------------------------------------------------------- */

static double dot(const double *a, const double *b, uint32_t n) {
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

static double cosine(const struct compare *c, uint32_t i, uint32_t j) {
    const double *a = c->vectors[i], *b = c->vectors[j];
    double length = sqrt(dot(a, a, c->size) * dot(b, b, c->size));
    return length > 0 ? dot(a, b, c->size) / length : 0;
}

/* ---- what they hold of ----------------------------------------------------------------------- */

/* Sums of the smaller and of the larger of two. */
struct overlap {
    double least, most;
};

/* Of a and b, a and not b, not a and b. */
struct overlaps {
    struct overlap same, without, instead;
};

static void add_overlap(struct overlap *o, double a, double b) {
    o->least += fmin(a, b);
    o->most += fmax(a, b);
}

static void add_overlaps(struct overlaps *o, const double *a, const double *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        add_overlap(&o->same, a[i], b[i]);
        add_overlap(&o->without, a[i], 1 - b[i]);
        add_overlap(&o->instead, 1 - a[i], b[i]);
    }
}

static double share(const struct overlap *o) {
    return o->most > 0 ? o->least / o->most : 0;
}

static double agreement(const struct overlaps *o) {
    return share(&o->same) - fmin(share(&o->without), share(&o->instead));
}

/* Into a list of n, the largest of `sign` times the share first. */
static void insert(g2l2_sighting *list, size_t n, g2l2_sighting now, double sign) {
    size_t at = n;
    while (at && sign * now.share > sign * list[at - 1].share) at--;
    for (size_t i = n < MAX_SEEN ? n : MAX_SEEN - 1; i > at; i--) list[i] = list[i - 1];
    if (at < MAX_SEEN) list[at] = now;
}

static void see(struct seen *seen, size_t scene, const double *shares, size_t n) {
    for (size_t i = 0; i < n; i++) {
        g2l2_sighting now = {scene, i, shares[i]};
        insert(seen->most, seen->n, now, 1);
        insert(seen->least, seen->n, now, -1);
        seen->n += seen->n < MAX_SEEN;
    }
}

static void view(struct compare *c, size_t which, struct overlaps *overlaps) {
    const struct scene *scene = c->views->scenes[which];
    struct views *v = c->views;
    const struct mixed_kernels *kernels = v->grounding.kernels;
    size_t n = 0, room = (size_t)scene->n_objects * scene->n_objects + 1;
    arena_reset(&v->question);
    kernels->open(v->session, &v->question, scene, NULL, true);
    double *seen = arena_array(&v->question, double, room *(c->n + 1));
    for (uint32_t i = 0; i < c->n; i++)
        n = kernels->perceive(v->session, c->words[i], c->concept, seen + i * room);
    for (uint32_t i = 0; i < c->n; i++) {
        arena_check(&c->out->arena);
        if (n == scene->n_objects && c->seen) see(&c->seen[i], which, seen + i * room, n);
        for (uint32_t j = 0; j < i; j++)
            add_overlaps(&overlaps[(size_t)i * c->n + j], seen + i * room, seen + j * room, n);
    }
}

static struct overlaps *view_all(struct compare *c) {
    struct overlaps *overlaps =
        arena_zalloc(&c->out->arena, (size_t)c->n * c->n * sizeof *overlaps + 1);
    if (!c->model->domain->concepts.at[c->concept].of_pairs)
        c->seen = arena_zalloc(&c->out->arena, (c->n + 1) * sizeof *c->seen);
    for (size_t i = 0; i < c->views->n; i++) view(c, i, overlaps);
    return overlaps;
}

/* ---- groups ------------------------------------------------------------------------------------ */

/* How many words are rivals of this one, itself too; 0: it has none. */
static uint32_t count_rivals(const struct lexicon *lexicon, uint32_t word) {
    uint32_t n = 0;
    for (uint32_t w = 0; lexicon->rivals[word] && w < lexicon->words.n; w++)
        n += lexicon->rivals[w] == lexicon->rivals[word];
    return n;
}

/* The model knows which words are synonyms, and which compete: of three values and more, none
 * is the opposite of another, and none the same as another. */
static double shared(const struct compare *c, uint32_t i, uint32_t j, double likeness) {
    const struct lexicon *lexicon = &c->model->lexicon;
    const struct concept *concept = &c->model->domain->concepts.at[c->concept];
    if (!lexicon->owner || concept->of_pairs) return likeness;
    uint32_t a = lexicon->owner[c->words[i]], b = lexicon->owner[c->words[j]];
    if (a == b) return 1;
    if (!lexicon->rivals[a] || lexicon->rivals[a] != lexicon->rivals[b]) return likeness;
    return count_rivals(lexicon, a) > 2 ? fmin(fmax(likeness, 0), c->same / 2) : -1;
}

static void compare_all(struct compare *c) {
    const struct overlaps *overlaps = c->views ? view_all(c) : NULL;
    c->same = overlaps ? SAME_SETS : SAME;
    c->likeness = arena_zalloc(&c->out->arena, (size_t)c->n * c->n * sizeof(double) + 1);
    for (uint32_t i = 0; i < c->n; i++) {
        arena_check(&c->out->arena);
        for (uint32_t j = 0; j < i; j++) {
            size_t at = (size_t)i * c->n + j, turned = (size_t)j * c->n + i;
            double likeness = overlaps ? agreement(&overlaps[at]) : cosine(c, i, j);
            c->likeness[at] = c->likeness[turned] = shared(c, i, j, likeness);
        }
    }
}

/* A group is called by the first of its words. */
static void find_groups(struct compare *c) {
    c->group = arena_array(&c->out->arena, uint32_t, c->n + 1);
    for (uint32_t i = 0; i < c->n; i++) c->group[i] = i;
    for (uint32_t i = 0; i < c->n; i++) {
        arena_check(&c->out->arena);
        for (uint32_t j = 0; j < i; j++) {
            uint32_t a = c->group[i], b = c->group[j], least = a < b ? a : b;
            if (a == b || c->likeness[(size_t)i * c->n + j] < c->same) continue;
            for (uint32_t k = 0; k < c->n; k++)
                if (c->group[k] == a || c->group[k] == b) c->group[k] = least;
        }
    }
}

static void find_near(const struct compare *c, uint32_t of, g2l2_concept *out) {
    const double *likeness = c->likeness + (size_t)of * c->n;
    bool *taken = arena_zalloc(&c->out->arena, c->n + 1);
    g2l2_likeness *near = arena_array(&c->out->arena, g2l2_likeness, MAX_NEAR);
    taken[of] = true;
    for (; out->n_near < MAX_NEAR; out->n_near++) {
        uint32_t best = UINT32_MAX;
        for (uint32_t i = 0; i < c->n; i++)
            if (!taken[i] && (best == UINT32_MAX || likeness[i] > likeness[best])) best = i;
        if (best == UINT32_MAX) break;
        taken[best] = true;
        near[out->n_near] = (g2l2_likeness){word_text(c, best), likeness[best]};
    }
    out->near = near;
    for (uint32_t i = 0; i < c->n; i++)
        if (likeness[i] <= -c->same && likeness[i] < out->opposite.similarity)
            out->opposite = (g2l2_likeness){word_text(c, i), likeness[i]};
}

static void find_synonyms(const struct compare *c, uint32_t of, g2l2_concept *out) {
    const char **words = arena_array(&c->out->arena, const char *, c->n + 1);
    for (uint32_t i = 0; i < c->n; i++)
        if (i != of && c->group[i] == c->group[of]) words[out->n_synonyms++] = word_text(c, i);
    out->synonyms = words;
}

/* A synonym has those of the value that it is a word for. */
static void find_rivals(const struct compare *c, uint32_t of, g2l2_concept *out) {
    const struct lexicon *lexicon = &c->model->lexicon;
    if (!lexicon->owner || c->model->domain->concepts.at[c->concept].of_pairs) return;
    const char **words = arena_array(&c->out->arena, const char *, c->n + 1);
    uint32_t own = lexicon->owner[c->words[of]], group = lexicon->rivals[own];
    for (uint32_t i = 0; i < c->n && group; i++)
        if (c->words[i] != own && lexicon->rivals[c->words[i]] == group)
            words[out->n_rivals++] = word_text(c, i);
    out->rivals = words;
}

static void add_concepts(struct compare *c) {
    compare_all(c);
    find_groups(c);
    for (uint32_t i = 0; i < c->n; i++) {
        g2l2_concept concept = {.type = c->type, .word = word_text(c, i)};
        arena_check(&c->out->arena);
        find_near(c, i, &concept);
        find_synonyms(c, i, &concept);
        find_rivals(c, i, &concept);
        if (c->seen) {
            concept.n_sightings = c->seen[i].n;
            concept.most = c->seen[i].most;
            concept.least = c->seen[i].least;
        }
        vec_push(&c->out->arena, &c->out->list, concept);
    }
}

/* ---- attributes -------------------------------------------------------------------------------- */

/* Shares of the answers; those that are too small are 0. */
static double *shares(const struct compare *c, const double *a) {
    double *share = arena_array(&c->out->arena, double, c->size + 1), max = -INFINITY, sum = 0;
    for (uint32_t i = 0; i < c->size; i++) max = fmax(max, a[i]);
    for (uint32_t i = 0; i < c->size; i++) sum += share[i] = exp(a[i] - max);
    for (uint32_t i = 0; i < c->size; i++) {
        share[i] /= sum;
        if (share[i] * 3 * c->size < 1) share[i] = 0;
    }
    return share;
}

static bool same_values(const double *a, const double *b, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if ((a[i] > 0) != (b[i] > 0)) return false;
    return true;
}

static void add_attribute(struct compare *c, const double *const *share, uint32_t first) {
    struct arena *arena = &c->out->arena;
    const char **words = arena_array(arena, const char *, c->n);
    g2l2_likeness *values = arena_array(arena, g2l2_likeness, c->size + 1);
    g2l2_attribute out = {.type = c->type, .words = words, .values = values};
    for (uint32_t i = first; i < c->n; i++)
        if (same_values(share[i], share[first], c->size)) words[out.n_words++] = word_text(c, i);
    for (uint32_t i = 0; i < c->size; i++)
        if (share[first][i] > 0)
            values[out.n_values++] =
                (g2l2_likeness){c->model->domain->lang.literals.names.at[i], share[first][i]};
    vec_push(arena, &c->out->attributes, out);
}

/* Words with the same values ask for the same. */
static void add_attributes(struct compare *c) {
    const double **share = arena_array(&c->out->arena, const double *, c->n + 1);
    for (uint32_t i = 0; i < c->n; i++) {
        bool known = false;
        arena_check(&c->out->arena);
        share[i] = shares(c, c->vectors[i]);
        for (uint32_t k = 0; k < i && !known; k++) known = same_values(share[k], share[i], c->size);
        c->vectors[i] = known ? NULL : share[i];
    }
    for (uint32_t i = 0; i < c->n; i++) {
        arena_check(&c->out->arena);
        if (c->vectors[i]) add_attribute(c, share, i);
    }
}

/* ---- all of it ------------------------------------------------------------------------------------ */

static void find(g2l2_concepts *self, const g2l2_model *model, struct views *views) {
    const g2l2_domain *domain = model->domain;
    for (uint32_t i = 0; i < domain->concepts.n && model->lexicon.params; i++) {
        struct compare c = {.out = self, .model = model, .views = views, .concept = i};
        struct buf type;
        buf_init(&type, &self->arena);
        lang_type_print(&domain->lang, domain->concepts.at[i].type, &type);
        c.type = type.at;
        bool of_answers = domain->concepts.at[i].of_answers;
        c.size = of_answers ? domain->lang.literals.names.n : model->lexicon.n_features;
        find_words(&c, i);
        if (of_answers) add_attributes(&c);
        else add_concepts(&c);
    }
}

static void open_views(g2l2_concepts *self, const g2l2_model *model, struct views *v) {
    const struct lexicon *lexicon = &model->lexicon;
    if (v->n > MAX_SCENES) v->n = MAX_SCENES;
    grounding_init(&v->grounding, &self->arena, lexicon, lexicon->n_features, lexicon->params,
                   NULL);
    v->session = v->grounding.kernels->session(&self->arena, &v->scratch, &v->grounding.setup);
}

g2l2_status concepts_find(const g2l2_model *model, const struct scene *const *scenes, size_t n,
                          const g2l2_budget *budget, g2l2_concepts **out, g2l2_error *err) {
    g2l2_concepts *self = calloc(1, sizeof *self);
    struct views views = {.scenes = scenes, .n = n};
    size_t limit = budget_bytes(budget, MAX_MEMORY);
    struct budget left;
    *out = NULL;
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    budget_start(&left, budget);
    arena_init(&self->arena, &self->guard, limit);
    self->arena.budget = &left;
    arena_init(&views.scratch, &self->guard, limit);
    arena_init(&views.question, &self->guard, limit);
    bool viewed = n && model->lexicon.params && model->domain->kernels->mixed->perceive;
    if (guard_try(&self->guard, err)) {
        if (viewed) open_views(self, model, &views);
        find(self, model, viewed ? &views : NULL);
    }
    arena_free(&views.scratch);
    arena_free(&views.question);
    self->arena.budget = NULL;
    g2l2_status status = self->guard.status;
    if (status) g2l2_concepts_free(self);
    else *out = self;
    return status;
}

g2l2_status g2l2_concepts_find(const g2l2_model *model, const g2l2_budget *budget,
                               g2l2_concepts **out, g2l2_error *err) {
    return concepts_find(model, NULL, 0, budget, out, err);
}

LIST_FUNCTIONS(concepts, concept)

size_t g2l2_concepts_n_attributes(const g2l2_concepts *self) {
    return self->attributes.n;
}

g2l2_attribute g2l2_concepts_attribute(const g2l2_concepts *self, size_t i) {
    return i < self->attributes.n ? self->attributes.at[i] : (g2l2_attribute){0};
}
