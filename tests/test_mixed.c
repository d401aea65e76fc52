/* Mixed execution: gradients against central differences for every type of answer and
 * both grammars; and one mean value for each node against enumeration:
 *
 *     every word with all its entries ──▶ mixed_run ─────────────▶ value
 *     every choice of one entry a word ─▶ mixed_run of each ─▶ Σ ─▶ the same
 *
 * where operations are linear. Where they are not, the test says by how much. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "types/set.h"
#include "run/mixed.h"
#include "model/model.h"
#include "tests/differences.h"

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
    double negligible;
};

static const char *const words[] = {"is", "red", "cube", "left", "and", "or"};
static const char *const answers[] = {"red", "cube", "blue"};

/* Entries by which values are only multiplied and added up. */
static const char linear[] = "root objset\n"
                             "candidates linear\n"
                             "  entry objset        : scene()\n"
                             "  entry objset        : filter(scene(), ?)\n"
                             "  entry objset/objset : \\x. filter(x, ?)\n"
                             "  entry AND\n"
                             "  entry OR\n"
                             "  entry EMPTY\n";

static g2l2_domain *open_domain(const char *grammar, bool is_linear) {
    g2l2_domain *domain;
    g2l2_error err;
    static char text[1 << 14];
    assert_int_equal(g2l2_domain_open("visual", &domain, &err), 0);
    snprintf(text, sizeof text, "%s\ngrammar %s\n%s", domain->text, grammar,
             is_linear ? linear : "");
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
            lexicon_add_slot(
                w->lexicon,
                lexicon_entry(w->lexicon, candidates.at[c].cat, candidates.at[c].program), 0,
                false);
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

static void open_world(struct world *w, const char *grammar, const char *set, uint64_t seed) {
    *w = (struct world){0};
    arena_init(&w->arena, &w->guard, 0);
    arena_init(&w->scratch, &w->guard, 0);
    arena_init(&w->question, &w->guard, 0);
    rng_seed(&w->rng, seed);
    w->domain = open_domain(grammar, !strcmp(set, "linear"));
    assert_int_equal(model_new(w->domain, &w->model, NULL), 0);
    w->lexicon = &w->model->lexicon;
    domain_add_literals(w->model->domain, answers, 3, NULL, 0);
    fill_lexicon(w, set);
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
    w->scene = (struct scene){.n_objects = n, .n_features = FEATURES, .features = w->features};
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
    plan_make(&q->plan, &w->arena, &chart);
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
                        .session = w->session,
                        .asked = q->target.type,
                        .negligible = w->negligible};
    struct likelihood l = mixed_run(m);
    if (out) *out = l;
    return -log(l.answer) + .9 * log(l.total);
}

static void check_slope(struct world *w, const struct asked *q, double *at, double slope,
                        const char *what, uint32_t i) {
    struct mixed m;
    double expected, h = 1e-5 * (1 + fabs(*at));
    differentiate(expected, at, h, loss(w, q, &m, NULL));
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
    open_world(&w, grammar, "basic", 7);
    for (uint32_t i = 0; i < 21; i++) {
        struct asked q;
        new_scene(&w, i % 5 + (i == 20 ? 9 : 0));
        new_question(&w, &q, 2 + i % 4, asked[i % 7]);
        check_gradients(&w, &q);
    }
    close_world(&w);
}

/* The whole of CLEVR: words that compare, bind and refer back; each word is all of them. */
static void gradients_whole(void **state) {
    (void)state;
    static const char *const asked[] = {"yes", "no", "1", "red"};
    static const uint32_t lengths[] = {3, 3, 4, 4, 5};
    struct world w;
    open_world(&w, "normal-form", "all", 9);
    for (uint32_t i = 0; i < 10; i++) {
        struct asked q;
        new_scene(&w, 1 + i % 3);
        new_question(&w, &q, lengths[i % 5], asked[i % 4]);
        check_gradients(&w, &q);
    }
    close_world(&w);
}

/* Among many objects, what has one of them, or none, is dealt with apart (set_matrix.c): "thing ; any thing left it". */
static void gradients_of_many(void **state) {
    (void)state;
    struct world w;
    struct asked q;
    open_world(&w, "normal-form", "all", 13);
    for (uint32_t n = 6; n <= 7; n++) {
        new_scene(&w, 12);
        new_question(&w, &q, n, "yes");
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

/* ---- the paper's example ------------------------------------------------------------------ */

/* How sure each word is of each object; features say which object it is. */
static const struct {
    const char *word, *category, *program;
    double mask[3];
} example[] = {
    {"how", "EMPTY", NULL, {0}},
    {"many", "integer/objset", "\\x. count(x)", {0}},
    {"shiny", "objset/objset", "\\x. filter(x, ?)", {.1, .8, .9}},
    {"cube", "objset", "filter(scene(), ?)", {.8, .1, .9}},
};
#define N_EXAMPLE (sizeof example / sizeof example[0])

static void add_example(struct world *w) {
    g2l2_domain *domain = w->model->domain;
    for (size_t i = 0; i < N_EXAMPLE; i++) {
        cat_id cat;
        const struct term *program = NULL;
        const char *text = example[i].program;
        lexicon_add_word(w->lexicon, example[i].word, strlen(example[i].word));
        assert_int_equal(category_parse(&domain->syntax, example[i].category,
                                        strlen(example[i].category), &cat, NULL),
                         0);
        if (text)
            assert_int_equal(term_parse(&domain->lang, text, strlen(text),
                                        domain->syntax.cats.at[cat].type, &program, NULL),
                             0);
        lexicon_add_slot(w->lexicon, lexicon_entry(w->lexicon, cat, program), 0, false);
    }
    model_finish(w->model);
    fill_numbers(w);
    for (uint32_t i = 0; i < w->lexicon->slots.n; i++) w->weight[i] = 1;
    for (size_t i = 0; i < N_EXAMPLE; i++) {
        double *concept = w->lexicon->params + i * w->lexicon->n_params;
        for (uint32_t k = 0; example[i].mask[0] > 0 && k < 3; k++)
        concept[k] = log(example[i].mask[k] / (1 - example[i].mask[k]));
        concept[3] = 0;
    }
}

static void see(struct world *w, const struct asked *q, struct mixed *m) {
    arena_reset(&w->question);
    w->grounding.kernels->open(w->session, &w->question, &w->scene, NULL, true);
    *m = (struct mixed){.grounding = &w->grounding,
                        .plan = &q->plan,
                        .words = q->words,
                        .weight = w->weight,
                        .arena = &w->question,
                        .session = w->session,
                        .negligible = w->negligible};
    mixed_run(m);
}

static void open_empty(struct world *w, uint64_t seed) {
    *w = (struct world){0};
    arena_init(&w->arena, &w->guard, 0);
    arena_init(&w->scratch, &w->guard, 0);
    arena_init(&w->question, &w->guard, 0);
    rng_seed(&w->rng, seed);
    w->domain = open_domain("normal-form", false);
    assert_int_equal(model_new(w->domain, &w->model, NULL), 0);
    w->lexicon = &w->model->lexicon;
}

static void open_grounding(struct world *w) {
    grounding_init(&w->grounding, &w->arena, w->lexicon, FEATURES, w->lexicon->params, w->grads);
    w->session = w->grounding.kernels->session(&w->arena, &w->scratch, &w->grounding.setup);
}

/* filter(filter(scene, CUBE), SHINY) is .08 .08 .81, and there are .97 of them. */
static void papers_example(void **state) {
    (void)state;
    static const float one_hot[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    struct world w;
    struct asked q = {.words = {0, 1, 2, 3}, .n = 4};
    struct chart chart;
    struct mixed m;
    open_empty(&w, 1);
    add_example(&w);
    open_grounding(&w);
    w.scene = (struct scene){.n_objects = 3, .n_features = FEATURES, .features = one_hot};
    chart_parse(&chart, &w.arena, w.lexicon, q.words, q.n, false);
    plan_make(&q.plan, &w.arena, &chart);
    see(&w, &q, &m);
    uint32_t n_sets = 0, root = q.plan.roots[0];
    for (uint32_t i = 0; i < q.plan.n_nodes; i++) {
        const struct node *node = &chart.nodes.at[q.plan.nodes[i].number];
        if (w.grounding.kept[q.plan.nodes[i].cat].class != CLASS_SET || node->begin != 2 ||
            node->end != 4)
            continue;
        static const double wanted[] = {1, .08, .08, .81};
        n_sets++;
        for (int k = 0; k < 4; k++) assert_true(fabs(m.value[i][k] - wanted[k]) < 1e-12);
    }
    assert_int_equal(q.plan.n_roots, 1);
    assert_true(n_sets >= 1);
    double mean = 0, sum = 0;
    for (uint32_t c = 0; c <= 3; c++) {
        double p = m.value[root][1 + c],
               chance = w.grounding.kernels->answer(w.session, CLASS_INTEGER, m.value[root], c);
        /* A share of the answers is given at random. */
        assert_true(fabs(chance - (1 - UNSURE) * p - UNSURE / 4) < 1e-12);
        mean += c * p;
        sum += p;
    }
    assert_true(fabs(sum - 1) < 1e-12);
    assert_true(fabs(mean - .97) < 1e-12);
    close_world(&w);
}

/* ---- mixing against enumeration -------------------------------------------------------------- */

/* Call `each` with every choice of one entry for each place of the question, the weights
 * of the others being 0. A word that stands in two places would have to be chosen once for
 * both, so questions have each word once. */
struct choices {
    struct world *w;
    const struct asked *q;
    const double *all; /* [n_slots] weights */
    void (*each)(struct choices *self);
    double *sum; /* [np] of a set, or: answer, total */
    uint32_t n;
};

static void choose(struct choices *c, uint32_t place) {
    if (place == c->q->n) {
        c->each(c);
        c->n++;
        return;
    }
    const struct word *word = &c->w->lexicon->words.at[c->q->words[place]];
    for (uint32_t s = word->first; s < word->first + word->n; s++) {
        memset(c->w->weight + word->first, 0, word->n * sizeof(double));
        c->w->weight[s] = c->all[s];
        choose(c, place + 1);
    }
}

static void enumerate(struct choices *c) {
    size_t n = c->w->lexicon->slots.n;
    double *all = malloc(n * sizeof *all);
    assert_non_null(all);
    memcpy(all, c->w->weight, n * sizeof *all);
    c->all = all;
    choose(c, 0);
    memcpy(c->w->weight, all, n * sizeof *all);
    free(all);
}

static void distinct_question(struct world *w, struct asked *q, uint32_t n, const char *answer) {
    new_question(w, q, n, answer);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++)
            if (q->words[i] == q->words[k]) {
                distinct_question(w, q, n, answer);
                return;
            }
}

static uint32_t set_root(const struct mixed *m) {
    for (uint32_t i = 0; i < m->plan->n_roots; i++) {
        uint32_t root = m->plan->roots[i];
        if (m->grounding->kept[m->plan->nodes[root].cat].class == CLASS_SET) return root;
    }
    fail_msg("there is no set to compare");
    return 0;
}

static void add_set(struct choices *c) {
    struct mixed m;
    see(c->w, c->q, &m);
    const double *value = m.value[set_root(&m)];
    for (uint32_t i = 0; value && i <= c->w->scene.n_objects; i++) c->sum[i] += value[i];
}

static void linear_is_exact(const char *grammar) {
    struct world w;
    open_world(&w, grammar, "linear", 3);
    uint32_t n_runs = 0;
    for (uint32_t i = 0; i < 40; i++) {
        struct asked q;
        struct mixed m;
        double sum[1 + SCENE_MAX_OBJECTS] = {0};
        new_scene(&w, i % 6);
        distinct_question(&w, &q, 1 + i % 5, "yes");
        struct choices c = {.w = &w, .q = &q, .each = add_set, .sum = sum};
        enumerate(&c);
        see(&w, &q, &m);
        const double *value = m.value[set_root(&m)];
        for (uint32_t k = 0; k <= w.scene.n_objects; k++)
            if (fabs(value[k] - sum[k]) > 1e-10 * (1 + fabs(sum[k])))
                fail_msg("question %u, object %u: %.15g, should be %.15g", i, k, value[k], sum[k]);
        n_runs += c.n;
    }
    print_message("%s: 40 sentences, %u assignments, equal\n", grammar, n_runs);
    close_world(&w);
}

static void linear_plain(void **state) {
    (void)state;
    linear_is_exact("plain");
}

static void linear_normal_form(void **state) {
    (void)state;
    linear_is_exact("normal-form");
}

static void add_likelihood(struct choices *c) {
    struct mixed m;
    struct likelihood l;
    loss(c->w, c->q, &m, &l);
    c->sum[0] += l.answer;
    c->sum[1] += l.total;
}

/* P(answer), mixed and enumerated: exist, count, query and relate are not linear. Z is. */
static double gap(struct world *w, uint32_t n, const char *answer) {
    struct asked q;
    struct mixed m;
    struct likelihood l;
    double sum[2] = {0};
    distinct_question(w, &q, n, answer);
    struct choices c = {.w = w, .q = &q, .each = add_likelihood, .sum = sum};
    enumerate(&c);
    loss(w, &q, &m, &l);
    if (fabs(l.total - sum[1]) > 1e-10 * sum[1])
        fail_msg("Z is %.15g, should be %.15g", l.total, sum[1]);
    return fabs(l.answer / l.total - sum[0] / sum[1]);
}

static void gap_elsewhere(void **state) {
    (void)state;
    static const char *const asked[] = {"yes", "no", "1", "2", "red"};
    struct world w;
    double largest = 0, mean = 0;
    open_world(&w, "normal-form", "basic", 5);
    for (uint32_t i = 0; i < 25; i++) {
        new_scene(&w, 1 + i % 4);
        double g = gap(&w, 2 + i % 3, asked[i % 5]);
        largest = fmax(largest, g);
        mean += g / 25;
    }
    print_message("P(answer), mixed against enumerated: gap %.2g on average, %.2g at most\n", mean,
                  largest);
    assert_true(largest > 1e-4);
    assert_true(largest < .2); /* and it stays an approximation of it */
    close_world(&w);
}

/* ---- what is negligible ------------------------------------------------------------------------ */

/* Weights as they are once something was learned: each word mostly has one entry. */
static void sharpen(struct world *w, double sharpness) {
    for (uint32_t i = 0; i < w->lexicon->words.n; i++) {
        const struct word *word = &w->lexicon->words.at[i];
        double sum = 0;
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            sum += w->weight[s] = exp(sharpness * rng_normal(&w->rng));
        for (uint32_t s = word->first; s < word->first + word->n; s++) w->weight[s] /= sum;
    }
}

static void negligible_in(const char *set, uint32_t n_questions, uint32_t longest) {
    static const char *const asked[] = {"yes", "no", "0", "2", "red", "blue"};
    struct world w;
    double largest[2] = {0}; /* yes, no and numbers; words */
    uint32_t n_skipped = 0;
    open_world(&w, "normal-form", set, 11);
    for (uint32_t i = 0; i < n_questions; i++) {
        struct asked q;
        struct mixed m;
        struct likelihood all, most;
        sharpen(&w, 1 + i % 6);
        new_scene(&w, 1 + i % 5);
        new_question(&w, &q, 2 + i % (longest - 1), asked[i % 6]);
        w.negligible = 0;
        loss(&w, &q, &m, &all);
        w.negligible = NEGLIGIBLE;
        loss(&w, &q, &m, &most);
        for (uint32_t k = 0; k < q.plan.n_nodes; k++) n_skipped += !m.value[k];
        assert_true(fabs(all.total - most.total) <= 1e-12 * all.total); /* Z is that of all */
        double *to = &largest[q.target.type == lang_type_find(&w.domain->lang, "Word", 4)];
        *to = fmax(*to, fabs(all.answer - most.answer) / all.total);
    }
    print_message("%u nodes passed over; P(answer) changes by at most %.2g, of words %.2g\n",
                  n_skipped, largest[0], largest[1]);
    assert_true(n_skipped > 1000);
    assert_true(largest[0] < 1e-4);
    /* What objects are like is asked of whatever little there is: of a set that is all but
     * empty, what is negligible may be a good part. Random concepts make such sets. */
    assert_true(largest[1] < .02);
    close_world(&w);
}

static void negligible_is(void **state) {
    (void)state;
    negligible_in("basic", 300, 7);
}

static void negligible_in_whole(void **state) {
    (void)state;
    negligible_in("all", 120, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_plain),     cmocka_unit_test(gradients_normal_form),
        cmocka_unit_test(papers_example),      cmocka_unit_test(linear_plain),
        cmocka_unit_test(linear_normal_form),  cmocka_unit_test(gap_elsewhere),
        cmocka_unit_test(negligible_is),       cmocka_unit_test(gradients_whole),
        cmocka_unit_test(negligible_in_whole), cmocka_unit_test(gradients_of_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
