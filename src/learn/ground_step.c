/* One batch: what each question says, by threads, and then, again by threads, what
 * each word makes of it. Rows are added up in the order of the batch. */
#include <math.h>
#include <string.h>

#include "learn/ground.h"

#define BETA1          .9
#define BETA2          .99
#define TINY           1e-8
#define FLOOR          6.   /* no entry falls further behind the best of its word, */
#define FLOOR_OF_SENSE 4.5  /* and none by which questions are answered further than this */
#define LIVE           .004 /* of the best entry's weight, or an entry is left out, */
#define SETTLED        2.5  /* where words have so many others, on average, */
#define ANSWERED       .5   /* and the answer is as sure as this */

/* ---- one question --------------------------------------------------------------------- */

static void add_row(struct ground *g, struct eye *eye, struct finding *f, uint32_t word) {
    const struct word *w = &g->lexicon->words.at[word];
    uint32_t n_params = g->lexicon->n_params;
    if (eye->seen[word] == eye->stamp) return;
    eye->seen[word] = eye->stamp;
    double *row = f->rows + (size_t)f->n_rows * g->row;
    f->words[f->n_rows++] = word;
    memcpy(row, eye->slots + w->first, w->n * sizeof *row);
    memset(eye->slots + w->first, 0, w->n * sizeof *row);
    double *params = eye->params + (size_t)word * n_params;
    memcpy(row + g->n_candidates, params, n_params * sizeof *row);
    memset(params, 0, n_params * sizeof *row);
}

static void take_rows(struct ground *g, struct eye *eye, const struct question *q,
                      struct finding *f) {
    const struct mixed_setup *setup = &eye->grounding.setup;
    f->n_rows = 0;
    eye->stamp++;
    for (uint32_t i = 0; i < q->n; i++) add_row(g, eye, f, q->words[i]);
    /* Whatever is asked for: `same` compares objects by what answers name. */
    for (uint32_t i = 0; i < setup->n_answers; i++) add_row(g, eye, f, setup->answers[i]);
}

static struct likelihood run_plan(struct ground *g, struct eye *eye, const struct question *q,
                                  const struct plan *plan, struct mixed *mixed) {
    *mixed = (struct mixed){.grounding = &eye->grounding,
                            .plan = plan,
                            .words = q->words,
                            .weight = g->weight,
                            .arena = &eye->arena,
                            .session = eye->session,
                            .asked = q->target.type,
                            .negligible = NEGLIGIBLE};
    return mixed_run(mixed);
}

/* Do the words know what they mean? */
static bool is_settled(const struct ground *g, const struct question *q) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < q->n; i++) {
        const struct word *w = &g->lexicon->words.at[q->words[i]];
        for (uint32_t s = w->first; s < w->first + w->n; s++) n += g->live[s];
    }
    return n <= SETTLED * q->n;
}

/* Values of all spans; 0 of both where nothing parses. Where words are settled, what they
 * hardly mean is left out, unless the question would not be answered so. */
static struct likelihood look(struct ground *g, struct eye *eye, const struct question *q,
                              struct mixed *mixed) {
    arena_reset(&eye->arena);
    eye->grounding.kernels->open(eye->session, &eye->arena, q->scene, &q->target, true);
    if (g->strict || is_settled(g, q)) {
        struct chart chart;
        struct plan *plan = arena_new(&eye->arena, struct plan);
        chart_parse_some(&chart, &eye->arena, g->lexicon, g->live, q->words, q->n);
        plan_make(plan, &eye->arena, &chart);
        struct likelihood l = run_plan(g, eye, q, plan, mixed);
        if (g->strict || (l.answer >= ANSWERED * l.total && l.total > 0)) return l;
    }
    return run_plan(g, eye, q, g->plans[q->n], mixed);
}

static void ask(void *context, int worker, uint32_t i) {
    struct ground *g = context;
    struct eye *eye = &g->eyes[worker];
    struct finding *f = &g->findings[i];
    const struct question *q = g->drawn[i];
    struct mixed mixed;
    f->ok = false;
    f->chance = 0;
    f->n_rows = 0;
    if (!guard_try(&eye->guard, NULL)) return;
    struct likelihood l = look(g, eye, q, &mixed);
    if (!(l.answer > 0) || !isfinite(l.total)) return;
    f->loss = -log(l.answer) + (1 - g->lambda) * log(l.total);
    mixed_back(&mixed, -1 / l.answer, (1 - g->lambda) / l.total, eye->slots);
    take_rows(g, eye, q, f);
    f->chance = l.answer / l.total;
    f->ok = true;
}

/* Gradients of the weights, times the weights, are expected uses. */
static void take_uses(struct ground *g, struct eye *eye, const struct question *q, double *uses) {
    struct finding rest = g->findings[0];
    for (uint32_t i = 0; i < q->n; i++) {
        const struct word *w = &g->lexicon->words.at[q->words[i]];
        for (uint32_t s = w->first; s < w->first + w->n; s++) {
            uses[s] += eye->slots[s] * g->weight[s];
            eye->slots[s] = 0;
        }
    }
    take_rows(g, eye, q, &rest);
}

double ground_ask(struct ground *g, struct eye *eye, const struct question *q, double *uses) {
    struct mixed mixed;
    if (!guard_try(&eye->guard, NULL)) return 0;
    struct likelihood l = look(g, eye, q, &mixed);
    if (!(l.answer > 0) || !(l.total > 0)) return 0;
    if (uses) {
        mixed_back(&mixed, 1 / l.answer, 0, eye->slots);
        take_uses(g, eye, q, uses);
    }
    return l.answer / l.total;
}

struct asking {
    struct ground *ground;
    const struct question *const *questions;
    double *out;
};

static void ask_one(void *context, int worker, uint32_t i) {
    struct asking *a = context;
    a->out[i] = ground_ask(a->ground, &a->ground->eyes[worker], a->questions[i], NULL);
}

void ground_ask_all(struct ground *g, const struct question *const *questions, uint32_t n,
                    double *out) {
    struct asking asking = {g, questions, out};
    pool_run(g->pool, n, ask_one, &asking);
}

/* ---- one word -------------------------------------------------------------------------- */

static double adam(double *m, double *v, double grad, double rate, double fix1, double fix2) {
    *m = BETA1 * *m + (1 - BETA1) * grad;
    *v = BETA2 * *v + (1 - BETA2) * grad * grad;
    return rate * (*m * fix1) / (sqrt(*v * fix2) + TINY);
}

/* A softmax; no tau falls too far behind. */
void ground_weigh(struct ground *g, const struct word *word) {
    double *tau = g->lexicon->tau, max = -INFINITY, sum = 0;
    for (uint32_t s = word->first; s < word->first + word->n; s++) max = fmax(max, tau[s]);
    for (uint32_t s = word->first; s < word->first + word->n; s++) {
        tau[s] = fmax(tau[s], max - (g->sense[s] ? FLOOR_OF_SENSE : FLOOR));
        sum += g->weight[s] = exp(tau[s] - max);
    }
    for (uint32_t s = word->first; s < word->first + word->n; s++) {
        g->live[s] = g->weight[s] >= LIVE;
        g->weight[s] /= sum;
    }
}

/* Rows hold gradients of the weights. */
static void update_tau(struct ground *g, const struct word *w, const double *grad, double fix1,
                       double fix2) {
    const double *weight = g->weight;
    double *tau = g->lexicon->tau, mean = 0;
    for (uint32_t s = 0; s < w->n; s++) mean += weight[w->first + s] * grad[s];
    for (uint32_t s = 0; s < w->n; s++) {
        uint32_t at = w->first + s;
        double slope = weight[at] * (grad[s] - mean) + g->pull * (weight[at] - (at == w->empty));
        tau[at] -= adam(&g->slot_m[at], &g->slot_v[at], slope, g->rates.tau, fix1, fix2);
    }
    ground_weigh(g, w);
}

static double rate_of(const struct ground *g, const struct concept *concept) {
    if (concept->of_answers) return g->rates.answer;
    return concept->of_pairs ? g->rates.pair : g->rates.object;
}

static void update_params(struct ground *g, uint32_t word, const double *grad, double fix1,
                          double fix2) {
    uint32_t n = g->lexicon->n_params;
    size_t at = (size_t)word * n;
    double *p = g->lexicon->params + at;
    for (uint32_t i = 0; i < n; i++) {
        double rate = rate_of(g, g->concept_of[i]);
        p[i] -= adam(&g->param_m[at + i], &g->param_v[at + i], grad[i], rate, fix1, fix2) +
                rate * g->rates.decay * p[i];
    }
}

static void update_word(void *context, int worker, uint32_t i) {
    struct ground *g = context;
    struct eye *eye = &g->eyes[worker];
    uint32_t word = g->touched[i], n = ++g->steps[word];
    double *sum = eye->sum, scale = 1. / g->batch;
    memset(sum, 0, g->row * sizeof *sum);
    for (uint32_t at = g->first[word]; at != NO_NODE; at = g->next[at]) {
        const double *row =
            g->findings[at / g->cap_rows].rows + (size_t)(at % g->cap_rows) * g->row;
        for (uint32_t k = 0; k < g->row; k++) sum[k] += row[k] * scale;
    }
    double fix1 = 1 / (1 - pow(BETA1, n)), fix2 = 1 / (1 - pow(BETA2, n));
    const struct word *w = &g->lexicon->words.at[word];
    if (w->n) update_tau(g, w, sum, fix1, fix2);
    update_params(g, word, sum + g->n_candidates, fix1, fix2);
    g->first[word] = NO_NODE;
}

/* ---- the batch -------------------------------------------------------------------------- */

/* Rows by word, in the order of the batch: built from its end. */
static void link_rows(struct ground *g) {
    g->n_touched = 0;
    for (uint32_t i = g->batch; i-- > 0;)
        for (uint32_t r = 0; r < g->findings[i].n_rows; r++) {
            uint32_t word = g->findings[i].words[r], at = i * g->cap_rows + r;
            if (g->first[word] == NO_NODE) g->touched[g->n_touched++] = word;
            g->next[at] = g->first[word];
            g->first[word] = at;
        }
}

double ground_step(struct ground *g) {
    double loss = 0;
    uint32_t n = 0;
    g->accuracy = 0;
    pool_run(g->pool, g->batch, ask, g);
    link_rows(g);
    pool_run(g->pool, g->n_touched, update_word, g);
    for (uint32_t i = 0; i < g->batch; i++) {
        n += g->findings[i].ok;
        g->accuracy += g->findings[i].chance / g->batch;
        loss += g->findings[i].ok ? g->findings[i].loss : 0;
    }
    return n ? loss / n : INFINITY;
}

/* ---- memory --------------------------------------------------------------------------------- */

static uint32_t longest(const struct ground *g) {
    return g->n ? g->questions[g->n - 1].n : 0;
}

static void open_eye(struct ground *g, struct eye *eye) {
    const struct lexicon *lexicon = g->lexicon;
    size_t n_params = (size_t)lexicon->words.n * lexicon->n_params;
    arena_init(&eye->arena, &eye->guard, g->options->limits.max_memory);
    arena_init(&eye->scratch, &eye->guard, g->options->limits.max_memory);
    eye->slots = arena_zalloc(&g->arena, (lexicon->slots.n + 1) * sizeof(double));
    eye->params = arena_zalloc(&g->arena, (n_params + 1) * sizeof(double));
    eye->seen = arena_zalloc(&g->arena, (lexicon->words.n + 1) * sizeof(uint32_t));
    eye->sum = arena_array(&g->arena, double, g->row + 1);
    grounding_init(&eye->grounding, &g->arena, lexicon, lexicon->n_features, lexicon->params,
                   eye->params);
    eye->session = eye->grounding.kernels->session(&g->arena, &eye->scratch, &eye->grounding.setup);
}

/* A plan for each length that occurs: all words have the same candidates. */
static void make_plans(struct ground *g) {
    struct arena scratch;
    arena_init(&scratch, &g->guard, 0);
    g->plans = arena_zalloc(&g->arena, (longest(g) + 1) * sizeof *g->plans);
    for (uint32_t i = 0; i < g->n; i++) {
        const struct question *q = &g->questions[i];
        if (g->plans[q->n]) continue;
        struct chart chart;
        struct plan *plan = arena_new(&g->arena, struct plan);
        arena_reset(&scratch);
        chart_parse(&chart, &scratch, g->lexicon, q->words, q->n, false);
        plan_make(plan, &g->arena, &chart);
        g->plans[q->n] = plan;
    }
    arena_free(&scratch);
}

static void open_batch(struct ground *g) {
    uint32_t n_words = g->lexicon->words.n;
    g->cap_rows = longest(g) + g->eyes[0].grounding.setup.n_answers + 1;
    g->drawn = arena_array(&g->arena, const struct question *, g->batch);
    g->findings = arena_zalloc(&g->arena, g->batch * sizeof *g->findings);
    for (uint32_t i = 0; i < g->batch; i++) {
        g->findings[i].words = arena_array(&g->arena, uint32_t, g->cap_rows);
        g->findings[i].rows = arena_array(&g->arena, double, (size_t)g->cap_rows * g->row);
    }
    g->first = arena_array(&g->arena, uint32_t, n_words + 1);
    g->next = arena_array(&g->arena, uint32_t, (size_t)g->batch * g->cap_rows);
    g->touched = arena_array(&g->arena, uint32_t, n_words + 1);
    for (uint32_t w = 0; w < n_words; w++) g->first[w] = NO_NODE;
}

static void open_weights(struct ground *g) {
    const struct lexicon *lexicon = g->lexicon;
    size_t n_params = (size_t)lexicon->words.n * lexicon->n_params;
    g->weight = arena_zalloc(&g->arena, (lexicon->slots.n + 1) * sizeof(double));
    g->live = arena_zalloc(&g->arena, lexicon->slots.n + 1);
    g->sense = arena_zalloc(&g->arena, lexicon->slots.n + 1);
    g->slot_m = arena_zalloc(&g->arena, (lexicon->slots.n + 1) * sizeof(double));
    g->slot_v = arena_zalloc(&g->arena, (lexicon->slots.n + 1) * sizeof(double));
    g->param_m = arena_zalloc(&g->arena, (n_params + 1) * sizeof(double));
    g->param_v = arena_zalloc(&g->arena, (n_params + 1) * sizeof(double));
    g->steps = arena_zalloc(&g->arena, (lexicon->words.n + 1) * sizeof(uint32_t));
    for (uint32_t w = 0; w < lexicon->words.n; w++) ground_weigh(g, &lexicon->words.at[w]);
}

void ground_open(struct ground *g) {
    g->row = g->n_candidates + g->lexicon->n_params;
    g->n_eyes = g->options->n_threads > 0 ? g->options->n_threads : 1;
    g->eyes = arena_zalloc(&g->arena, (size_t)g->n_eyes * sizeof *g->eyes);
    open_weights(g);
    for (int i = 0; i < g->n_eyes; i++) open_eye(g, &g->eyes[i]);
    make_plans(g);
    open_batch(g);
    g->pool = pool_new(g->n_eyes);
    if (!g->pool) guard_raise(&g->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "threads cannot be started");
}

void ground_close(struct ground *g) {
    pool_free(g->pool);
    for (int i = 0; g->eyes && i < g->n_eyes; i++) {
        arena_free(&g->eyes[i].arena);
        arena_free(&g->eyes[i].scratch);
    }
}
