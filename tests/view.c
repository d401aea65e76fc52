/* See view.h. */
#include "tests/view.h"

#include <math.h>
#include <string.h>

#include "types/set.h"

const char *const view_answers[VIEW_ANSWERS] = {"cube", "ball", "red", "blue", "big", "small"};

const char *view_definition(void) {
    return domain_built_in("visual");
}

void view_open_domain(struct world *w, const char *grammar) {
    static char text[1 << 14];
    snprintf(text, sizeof text, "%s\ngrammar %s\n", view_definition(), grammar);
    world_domain(w, text);
    domain_add_literals(w->domain, view_answers, VIEW_ANSWERS, NULL, 0);
}

void view_ground(struct view *v) {
    struct world *w = v->w;
    struct lexicon *l = &w->lexicon;
    l->n_features = VIEW_FEATURES;
    l->n_params = grounding_params(w->domain, VIEW_FEATURES, NULL);
    size_t n = (size_t)l->words.n * l->n_params;
    l->params = arena_array(&w->arena, double, n);
    v->grads = arena_zalloc(&w->arena, n * sizeof(double));
    v->weight = arena_array(&w->arena, double, l->slots.n);
    v->slots = arena_zalloc(&w->arena, l->slots.n * sizeof(double));
    for (size_t i = 0; i < n; i++) l->params[i] = 1.3 * rng_normal(&w->rng);
    for (uint32_t i = 0; i < l->slots.n; i++) v->weight[i] = .3 + rng_uniform(&w->rng);
    v->talk.domain = w->domain;
    v->talk.lexicon = *l;
    grounding_init(&v->grounding, &w->arena, l, VIEW_FEATURES, l->params, v->grads);
    v->session = v->grounding.kernels->session(&w->arena, &w->scratch, &v->grounding.setup);
}

void view_close(struct view *v) {
    arena_free(&v->question);
    arena_free(&v->talk.arena);
}

void view_scene(struct view *v, uint32_t n) {
    for (uint32_t i = 0; i < n * VIEW_FEATURES; i++) v->features[i] = (float)rng_normal(&v->w->rng);
    v->scene = (struct scene){.n_objects = n, .n_features = VIEW_FEATURES, .features = v->features};
}

/* ---- both ways ---------------------------------------------------------------------------------- */

void view_ask(struct view *v, struct asked *q, const char *sentence) {
    struct world *w = &v->talk;
    struct naive naive;
    arena_reset(&w->arena);
    q->sentence = sentence;
    q->n = lexicon_words(&w->lexicon, sentence, q->words, ORACLE_WORDS);
    assert_true(q->n <= ORACLE_WORDS);
    for (uint32_t i = 0; i < q->n; i++)
        if (q->words[i] == SYMBOL_NONE) fail_msg("'%s' has an unknown word", sentence);
    chart_parse(&q->chart, &w->arena, &w->lexicon, q->words, q->n, false);
    plan_make(&q->plan, &w->arena, &q->chart);
    oracle_parse(&q->oracle, w, q->words, q->n, false);
    naive_open(&naive, &w->arena, &w->lexicon, &v->scene, w->lexicon.params);
    q->seen = arena_array(&w->arena, const struct seen *, q->oracle.all.n + 1);
    for (uint32_t d = 0; d < q->oracle.all.n; d++)
        q->seen[d] = naive_meaning(&naive, q->oracle.all.at[d].meaning);
}

/* A value begins with its weight: the weight of its derivations, whatever it speaks of. */
static void check_weights(const struct mixed *m) {
    for (uint32_t i = 0; i < m->plan->n_nodes; i++) {
        struct kept kept = m->grounding->kept[m->plan->nodes[i].cat];
        for (uint32_t c = 0; m->value[i] && c < (kept.open ? m->n_cases : 1); c++) {
            double weight = m->value[i][c * m->sizes[kept.class]];
            const struct offer *o = m->tape ? tape_offers(m->tape, i) : NULL;
            for (; o; o = o->next)
                if (!o->shadow && o->which == c) weight += o->weight;
            assert_near(weight, m->inside[i], 1e-12);
        }
    }
}

struct likelihood view_run_kept(struct view *v, const struct asked *q, const struct target *target,
                                bool fresh, struct mixed *m) {
    arena_reset(&v->question);
    v->grounding.kernels->open(v->session, &v->question, &v->scene, target, fresh);
    *m = (struct mixed){.grounding = &v->grounding,
                        .plan = &q->plan,
                        .words = q->words,
                        .weight = v->weight,
                        .arena = &v->question,
                        .session = v->session,
                        .asked = target ? target->type : TYPE_NONE};
    struct likelihood out = mixed_run(m);
    check_weights(m);
    return out;
}

struct likelihood view_run(struct view *v, const struct asked *q, const struct target *target,
                           struct mixed *m) {
    return view_run_kept(v, q, target, true, m);
}

struct target view_target(struct view *v, enum seen_kind kind, uint32_t outcome) {
    static const char *const types[] = {
        [SEEN_BOOL] = "Bool", [SEEN_NUMBER] = "Integer", [SEEN_WORD] = "Word"};
    struct lang *lang = &v->w->domain->lang;
    uint32_t *literal = arena_array(&v->talk.arena, uint32_t, 1);
    *literal = outcome;
    type_id type = lang_type_find(lang, types[kind], strlen(types[kind]));
    if (kind == SEEN_WORD) return (struct target){.n = 1, .literals = literal, .type = type};
    return (struct target){.number = outcome, .type = type};
}

static double weight_of(const struct view *v, const struct asked *q, uint32_t d) {
    double product = 1;
    for (uint32_t i = 0; i < q->n; i++) product *= v->weight[q->oracle.all.at[d].slots[i]];
    return product;
}

uint32_t view_outcomes(const struct view *v, enum seen_kind kind) {
    return kind == SEEN_BOOL     ? 2
           : kind == SEEN_NUMBER ? v->scene.n_objects + 1
                                 : (uint32_t)VIEW_ANSWERS;
}

/* Summed over the derivations with an answer of this kind. */
static double wanted(struct view *v, const struct asked *q, enum seen_kind kind, uint32_t outcome) {
    struct naive naive;
    double sum = 0;
    naive_open(&naive, &v->talk.arena, &v->w->lexicon, &v->scene, v->w->lexicon.params);
    for (uint32_t d = 0; d < q->oracle.all.n; d++)
        if (q->seen[d]->kind == kind)
            sum += weight_of(v, q, d) * naive_chance(&naive, q->seen[d], outcome);
    return sum;
}

static bool has_kind(const struct asked *q, enum seen_kind kind) {
    for (uint32_t d = 0; d < q->oracle.all.n; d++)
        if (q->seen[d]->kind == kind) return true;
    return false;
}

static void compare(const struct asked *q, const char *what, double found, double right) {
    if (!near(found, right, 1e-10))
        fail_msg("'%s', %s: %.15g, should be %.15g", q->sentence, what, found, right);
}

/* Every answer asked for, one at a time. */
static void check_targets(struct view *v, const struct asked *q, enum seen_kind kind) {
    double total = 0;
    for (uint32_t d = 0; d < q->oracle.all.n; d++) total += weight_of(v, q, d);
    for (uint32_t o = 0; o < view_outcomes(v, kind); o++) {
        struct mixed m;
        struct target target = view_target(v, kind, o);
        struct likelihood l = view_run(v, q, &target, &m);
        compare(q, "the answer", l.answer, wanted(v, q, kind, o));
        compare(q, "Z", l.total, total);
    }
}

static enum seen_kind kind_of_class(int class) {
    return class == CLASS_BOOL ? SEEN_BOOL : class == CLASS_INTEGER ? SEEN_NUMBER : SEEN_WORD;
}

/* And all at once. */
static void check_open(struct view *v, const struct asked *q) {
    struct mixed m;
    view_run(v, q, NULL, &m);
    for (uint32_t r = 0; r < q->plan.n_roots; r++) {
        int class = v->grounding.kept[q->plan.nodes[q->plan.roots[r]].cat].class;
        enum seen_kind kind = kind_of_class(class);
        assert_int_equal(v->grounding.kernels->outcomes(v->session, class), view_outcomes(v, kind));
        for (uint32_t o = 0; o < view_outcomes(v, kind); o++)
            compare(q, "an answer",
                    v->grounding.kernels->answer(v->session, class, m.value[q->plan.roots[r]], o),
                    wanted(v, q, kind, o));
    }
}

void view_check(struct view *v, const struct asked *q) {
    for (enum seen_kind kind = SEEN_BOOL; kind <= SEEN_WORD; kind++)
        if (has_kind(q, kind)) check_targets(v, q, kind);
    check_open(v, q);
}

/* ---- gradients --------------------------------------------------------------------------------- */

static double loss(struct view *v, const struct asked *q, const struct target *target,
                   struct mixed *m, struct likelihood *out) {
    struct likelihood l = view_run(v, q, target, m);
    if (out) *out = l;
    return -log(l.answer) + .9 * log(l.total);
}

static void check_slope(struct view *v, const struct asked *q, const struct target *target,
                        double *at, double slope, const char *what, size_t i) {
    struct mixed m;
    double right, h = 1e-5 * (1 + fabs(*at));
    differentiate(right, at, h, loss(v, q, target, &m, NULL));
    if (fabs(right - slope) > 1e-6 * (1 + fabs(right)))
        fail_msg("'%s', %s %zu: %.9g, should be %.9g", q->sentence, what, i, slope, right);
}

/* Features are floats: steps are exact in them, and two of them cancel the error of the third
 * order. */
static void check_feature(struct view *v, const struct asked *q, const struct target *target,
                          float *at, double slope, size_t i) {
    struct mixed m;
    float was = *at;
    double found[2];
    for (int k = 0; k < 2; k++) {
        float h = k ? 1.f / 512 : 1.f / 256, up = was + h, down = was - h;
        *at = up;
        double high = loss(v, q, target, &m, NULL);
        *at = down;
        found[k] = (high - loss(v, q, target, &m, NULL)) / ((double)up - (double)down);
        *at = was;
    }
    double right = (4 * found[1] - found[0]) / 3;
    if (fabs(right - slope) > 1e-6 * (1 + fabs(right)))
        fail_msg("'%s', feature %zu: %.9g, should be %.9g", q->sentence, i, slope, right);
}

static bool in_sentence(const struct view *v, const struct asked *q, uint32_t word) {
    for (uint32_t i = 0; i < q->n; i++)
        if (q->words[i] == word) return true;
    for (uint32_t i = 0; i < v->grounding.setup.n_answers; i++)
        if (v->grounding.setup.answers[i] == word) return true;
    return false;
}

void view_check_gradients(struct view *v, const struct asked *q, const struct target *target) {
    struct lexicon *l = &v->w->lexicon;
    struct mixed m;
    struct likelihood out;
    size_t n = (size_t)l->words.n * l->n_params;
    memset(v->grads, 0, n * sizeof(double));
    memset(v->slots, 0, l->slots.n * sizeof(double));
    if (!isfinite(loss(v, q, target, &m, &out))) fail_msg("'%s': no loss", q->sentence);
    double of_features[NAIVE_OBJECTS * VIEW_FEATURES] = {0};
    v->grounding.setup.object_grads = of_features;
    mixed_back(&m, -1 / out.answer, .9 / out.total, v->slots);
    v->grounding.setup.object_grads = NULL;
    for (size_t i = 0; i < (size_t)v->scene.n_objects * VIEW_FEATURES; i++)
        check_feature(v, q, target, &v->features[i], of_features[i], i);
    for (uint32_t i = 0; i < l->slots.n; i++)
        check_slope(v, q, target, &v->weight[i], v->slots[i], "slot", i);
    for (size_t i = 0; i < n; i++)
        if (in_sentence(v, q, (uint32_t)(i / l->n_params)))
            check_slope(v, q, target, &l->params[i], v->grads[i], "parameter", i);
        else assert_true(v->grads[i] == 0);
}

void view_check_answers(struct view *v, uint32_t n, const char *sentence, enum seen_kind kind) {
    struct asked q;
    view_scene(v, n);
    view_ask(v, &q, sentence);
    uint32_t n_outcomes = view_outcomes(v, kind);
    for (uint32_t o = 0; o < n_outcomes; o += 1 + (n_outcomes > 2)) {
        struct target target = view_target(v, kind, o);
        view_check_gradients(v, &q, &target);
    }
}
