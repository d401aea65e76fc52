/* Answers to questions about a scene.
 *
 *     chart ─▶ plan ─▶ mixed_run ─▶ roots: [ W | outcomes ] ─▶ answers by summed weight
 *
 * What the words mean in a scene is kept until another scene is shown. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parser/parser.h"
#include "types/stated.h"

#define MAX_ANSWERS 4096u
#define FEW         8 /* readings that are looked for one by one */

void look_open(g2l2_parser *self) {
    const struct lexicon *lexicon = self->lexicon;
    struct look *look = calloc(1, sizeof *look);
    if (!look) guard_raise(&self->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    self->look = look;
    arena_init(&look->own, &self->guard, 0);
    arena_init(&look->scratch, &self->guard, self->limits.max_memory);
    if (!lexicon->params)
        guard_raise(
            &self->guard, G2L2_STATUS_DATA, 0, 0,
            "this lexicon has no concepts: it is a text without them, or was never trained");
    grounding_init(&look->grounding, &look->own, lexicon, lexicon->n_features, lexicon->params,
                   NULL);
    look->session =
        look->grounding.kernels->session(&look->own, &look->scratch, &look->grounding.setup);
    look->weight = grounding_weights(lexicon, &look->own);
}

void look_free(g2l2_parser *self) {
    if (!self->look) return;
    arena_free(&self->look->own);
    arena_free(&self->look->scratch);
    free(self->look->features);
    free(self->look);
}

/* What is stated of the objects is put in order, once for a scene. */
static g2l2_status state_scene(g2l2_parser *self, const struct scene *scene, g2l2_error *err) {
    bool same = self->scene && scene->facts == self->stated.facts &&
                scene->number == self->stated.number && scene->n_objects == self->stated.n_objects;
    if (same && scene->features == self->stated.features) return G2L2_STATUS_OK;
    self->scene = NULL;
    arena_reset(&self->facts);
    self->stated = *scene;
    if (!guard_try(&self->guard, err)) return self->guard.status;
    self->stated.world = stated_of(&self->facts, scene);
    self->scene = &self->stated;
    return G2L2_STATUS_OK;
}

g2l2_status parser_set_scene(g2l2_parser *self, const struct scene *scene, g2l2_error *err) {
    if (!self->lexicon->domain->world)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "the sentences of domain '%s' are about no scene",
                       self->lexicon->domain->name);
    if (!self->look) return state_scene(self, scene, err);
    if (scene->n_objects && scene->n_features != self->lexicon->n_features)
        return err_set(err, G2L2_STATUS_DATA, 0, 0,
                       "an object of the scene has %u features, but the model knows %u",
                       scene->n_features, self->lexicon->n_features);
    self->look->scene = scene;
    self->look->naming = (struct naming){0};
    return G2L2_STATUS_OK;
}

void parser_name_objects(g2l2_parser *self, struct naming naming) {
    if (self->look) self->look->naming = naming;
}

void look_execute(g2l2_parser *self) {
    struct look *look = self->look;
    if (!look->scene)
        guard_raise(&self->guard, G2L2_STATUS_ARGUMENT, 0, 0,
                    "a scene is needed: the question is about one");
    bool fresh = look->fresh;
    look->fresh = true; /* should memory run out on the way */
    look->grounding.kernels->open(look->session, &self->arena, look->scene, NULL, fresh);
    look->fresh = false;
    look->mixed = (struct mixed){.grounding = &look->grounding,
                                 .plan = &self->plan,
                                 .words = self->words,
                                 .weight = look->weight,
                                 .arena = &self->arena,
                                 .session = look->session,
                                 .negligible = NEGLIGIBLE};
    mixed_run(&look->mixed);
    presume_check(self);
}

/* ---- readings ---------------------------------------------------------------------------- */

struct outcome {
    int class;
    uint32_t number;
    double weight;
};

static int likelier(const void *a, const void *b) {
    const struct outcome *x = a, *y = b;
    if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
    if (x->class != y->class) return x->class - y->class;
    return (x->number > y->number) - (x->number < y->number);
}

/* The `first` likeliest come to the front, in their order. */
static void sort(struct outcome *at, uint32_t n, size_t first) {
    if (first > FEW) {
        qsort(at, n, sizeof *at, likelier);
        return;
    }
    for (uint32_t i = 0; i < n && i < first; i++)
        for (uint32_t k = i + 1; k < n; k++)
            if (at[k].weight >= at[i].weight && likelier(&at[k], &at[i]) < 0) {
                struct outcome kept = at[i];
                at[i] = at[k];
                at[k] = kept;
            }
}

static uint32_t collect(g2l2_parser *self, size_t n_best, struct outcome *out) {
    const struct look *look = self->look;
    uint32_t n = 0;
    double total = 0, unanswered = 0;
    for (uint32_t r = 0; r < self->plan.n_roots; r++)
        total += look->mixed.inside[self->plan.roots[r]];
    for (uint32_t r = 0; total > 0 && r < self->plan.n_roots; r++) {
        uint32_t root = self->plan.roots[r];
        if (!look->mixed.value[root]) continue; /* negligible */
        int class = look->grounding.kept[self->plan.nodes[root].cat].class;
        if (!look->grounding.kernels->has_answer(look->session, class)) {
            unanswered += look->mixed.inside[root];
            continue;
        }
        uint32_t n_outcomes = look->grounding.kernels->outcomes(look->session, class);
        for (uint32_t i = 0; i < n_outcomes && n < MAX_ANSWERS; i++)
            out[n++] = (struct outcome){
                class, i,
                look->grounding.kernels->answer(look->session, class, look->mixed.value[root], i) /
                    total};
    }
    sort(out, n, n_best);
    return unanswered > total / 2 ? 0 : n; /* most of it asks what nothing can have */
}

size_t look_readings(g2l2_parser *self, size_t n_best, g2l2_reading **out) {
    const struct look *look = self->look;
    struct outcome *found = arena_array(&self->arena, struct outcome, MAX_ANSWERS);
    uint32_t n = collect(self, n_best, found);
    if (n > n_best) n = (uint32_t)n_best;
    *out = arena_array(&self->arena, g2l2_reading, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        struct buf text;
        buf_init(&text, &self->arena);
        look->grounding.kernels->print_outcome(look->session, found[i].class, found[i].number,
                                               &text);
        (*out)[i] = (g2l2_reading){text.at, parser_confidence(self, found[i].weight, text.at)};
    }
    parser_calibrate(self, *out, n);
    return n;
}
