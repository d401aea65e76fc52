/* Mixed execution: gradients against central differences for every type of answer
 * and both grammars, and mixing against enumeration (oracle below). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/mixed.h"
#include "model/model.h"

#define FEATURES 3

/* A lexicon in which every word has every candidate, with random numbers. */
struct world {
    g2l2_domain *domain;
    g2l2_model *model;
    struct lexicon *lexicon;
    struct arena arena, scratch, question;
    struct guard guard;
    struct rng rng;
    double *weight, *slots, *grads; /* [n_slots], [n_slots], [n_words, n_params] */
    struct grounding grounding;
    void *session;
    float features[SCENE_MAX_OBJECTS * FEATURES];
    struct scene scene;
};

static const char *const words[] = {"is", "red", "cube", "left", "and", "or"};
static const char *const answers[] = {"red", "cube", "blue"};

static g2l2_domain *open_domain(const char *grammar) {
    g2l2_domain *domain;
    g2l2_error err;
    char text[8192];
    assert_int_equal(g2l2_domain_open("visual", &domain, &err), 0);
    snprintf(text, sizeof text, "%s\ngrammar %s\n", domain->text, grammar);
    g2l2_domain_free(domain);
    if (domain_parse(text, strlen(text), &domain, &err)) fail_msg("%s", err.message);
    return domain;
}

static void fill_lexicon(struct world *w, const char *set) {
    candidate_list candidates = {0};
    domain_candidates(w->model->domain, domain_set(w->model->domain, set), &candidates);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        lexicon_add_word(w->lexicon, words[i], strlen(words[i]));
        for (uint32_t c = 0; c < candidates.n; c++)
            lexicon_add_slot(w->lexicon,
                             lexicon_entry(w->lexicon, candidates.at[c].cat, candidates.at[c].program),
                             0, false);
    }
    lexicon_add_word(w->lexicon, "blue", 4);
    model_finish(w->model);
}

static void fill_numbers(struct world *w) {
    struct lexicon *l = w->lexicon;
    l->n_features = FEATURES;
    l->n_params = grounding_params(w->model->domain, FEATURES, NULL);
    size_t n = (size_t)l->words.n * l->n_params;
    l->params = arena_array(&w->arena, double, n);
    w->grads = arena_zalloc(&w->arena, n * sizeof(double));
    w->weight = arena_array(&w->arena, double, l->slots.n);
    w->slots = arena_zalloc(&w->arena, l->slots.n * sizeof(double));
    for (size_t i = 0; i < n; i++) l->params[i] = rng_normal(&w->rng);
    for (uint32_t i = 0; i < l->slots.n; i++) w->weight[i] = .05 + rng_uniform(&w->rng);
}

static void open_world(struct world *w, const char *grammar, uint64_t seed) {
    *w = (struct world){0};
    arena_init(&w->arena, &w->guard, 0);
    arena_init(&w->scratch, &w->guard, 0);
    arena_init(&w->question, &w->guard, 0);
    rng_seed(&w->rng, seed);
    w->domain = open_domain(grammar);
    assert_int_equal(model_new(w->domain, &w->model, NULL), 0);
    w->lexicon = &w->model->lexicon;
    domain_add_literals(w->model->domain, answers, 3);
    fill_lexicon(w, "all");
    fill_numbers(w);
    grounding_init(&w->grounding, &w->arena, w->lexicon, FEATURES, w->lexicon->params, w->grads);
    w->session = w->grounding.kernels->session(&w->arena, &w->scratch, &w->grounding.setup);
}

static void close_world(struct world *w) {
    g2l2_model_free(w->model);
    g2l2_domain_free(w->domain);
    arena_free(&w->arena);
    arena_free(&w->scratch);
    arena_free(&w->question);
}

static void new_scene(struct world *w, uint32_t n) {
    for (uint32_t i = 0; i < n * FEATURES; i++) w->features[i] = (float)rng_normal(&w->rng);
    w->scene = (struct scene){n, FEATURES, w->features};
}

struct asked {
    uint32_t words[8], n;
    struct target target;
    struct plan plan;
};

/* Random words, any answer; the plan stays in the world's arena. */
static void new_question(struct world *w, struct asked *q, uint32_t n, const char *answer) {
    const char *why;
    struct chart chart;
    q->n = n;
    for (uint32_t i = 0; i < n; i++)
        q->words[i] = rng_below(&w->rng, sizeof words / sizeof words[0]);
    assert_true(w->domain->kernels->read_target(&w->arena, &w->model->domain->lang, answer,
                                                &q->target, &why));
    chart_parse(&chart, &w->arena, w->lexicon, q->words, n, false);
    plan_make(&q->plan, &w->arena, &chart, &w->grounding);
}

static double loss(struct world *w, const struct asked *q, struct mixed *m,
                   struct likelihood *out) {
    arena_reset(&w->question);
    w->grounding.kernels->open(w->session, &w->question, &w->scene, &q->target, true);
    *m = (struct mixed){.grounding = &w->grounding,
                        .plan = &q->plan,
                        .words = q->words,
                        .weight = w->weight,
                        .arena = &w->question,
                        .session = w->session};
    struct likelihood l = mixed_run(m);
    if (out) *out = l;
    return -log(l.answer) + .9 * log(l.total);
}

static void check_slope(struct world *w, const struct asked *q, double *at, double slope,
                        const char *what, uint32_t i) {
    struct mixed m;
    double was = *at, h = 1e-5 * (1 + fabs(was));
    *at = was + h;
    double up = loss(w, q, &m, NULL);
    *at = was - h;
    double down = loss(w, q, &m, NULL);
    *at = was;
    double expected = (up - down) / (2 * h);
    if (fabs(expected - slope) > 1e-6 * (1 + fabs(expected)))
        fail_msg("%s %u: %.9g, should be %.9g", what, i, slope, expected);
}

static void check_gradients(struct world *w, const struct asked *q) {
    struct mixed m;
    struct likelihood l;
    size_t n = (size_t)w->lexicon->words.n * w->lexicon->n_params;
    memset(w->grads, 0, n * sizeof(double));
    memset(w->slots, 0, w->lexicon->slots.n * sizeof(double));
    assert_true(isfinite(loss(w, q, &m, &l)));
    mixed_back(&m, -1 / l.answer, .9 / l.total, w->slots);
    for (uint32_t i = 0; i < w->lexicon->slots.n; i++)
        check_slope(w, q, &w->weight[i], w->slots[i], "slot", i);
    for (uint32_t i = 0; i < n; i++)
        check_slope(w, q, &w->lexicon->params[i], w->grads[i], "parameter", i);
}

static void gradients(const char *grammar) {
    static const char *const asked[] = {"yes", "no", "0", "1", "3", "red", "blue"};
    struct world w;
    open_world(&w, grammar, 7);
    for (uint32_t i = 0; i < 21; i++) {
        struct asked q;
        new_scene(&w, i % 5 + (i == 20 ? 9 : 0));
        new_question(&w, &q, 2 + i % 4, asked[i % 7]);
        check_gradients(&w, &q);
    }
    close_world(&w);
}

static void gradients_plain(void **state) {
    (void)state;
    gradients("plain");
}

static void gradients_normal_form(void **state) {
    (void)state;
    gradients("normal-form");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_plain),
        cmocka_unit_test(gradients_normal_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
