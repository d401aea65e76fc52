/* From questions to a model: words, stages of growing length, entries (ground.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/features.h"
#include "learn/ground.h"
#include "learn/trainer.h"

#define BATCH        16
#define PRESENTED    5000  /* questions of a stage, */
#define PRESENTED_AT_LAST 15000 /* of the last one, */
#define EPOCHS       5     /* but no question more often than this */
#define LAMBDA       .1
#define RATE         .02
#define KEPT         .03 /* of the best entry's share */

static double env(const char *n, double d) { return getenv(n) ? atof(getenv(n)) : d; }
/* ---- words -------------------------------------------------------------------------------- */

static void add_words(struct ground *g, const char *text, const candidate_list *candidates) {
    for (const char *at = text; *at;) {
        size_t n = strcspn(at, " ");
        uint32_t before = g->lexicon->words.n;
        if (n && lexicon_add_word(g->lexicon, at, n) == before)
            for (uint32_t i = 0; i < candidates->n; i++) {
                struct candidate c = candidates->at[i];
                lexicon_add_slot(g->lexicon, lexicon_entry(g->lexicon, c.cat, c.program),
                                 .01 * rng_normal(&g->rng) + (c.cat == CAT_EMPTY ? env("EMPTYB", 0) : 0), false);
            }
        at += n + strspn(at + n, " ");
    }
}

/* Every word of a question has all candidates; an answer that no question has is a
 * word without entries, with concepts only. */
static void make_lexicon(struct ground *g, const g2l2_dataset *data,
                         const struct candidate_set *set) {
    g2l2_domain *domain = g->work->domain;
    candidate_list candidates = {0};
    domain_candidates(domain, set, &candidates);
    g->n_candidates = candidates.n;
    for (size_t i = 0; i < g2l2_dataset_count(data); i++)
        add_words(g, g2l2_dataset_get(data, i).sentence, &candidates);
    const struct symbols *answers = &domain->lang.literals;
    for (uint32_t i = 0; i < answers->names.n; i++)
        lexicon_add_word(g->lexicon, answers->names.at[i], strlen(answers->names.at[i]));
    lexicon_index(g->lexicon);
}

/* Small random concepts; every answer as likely a value of an attribute as any. */
static void make_params(struct ground *g, uint32_t n_features) {
    struct lexicon *lexicon = g->lexicon;
    const g2l2_domain *domain = g->work->domain;
    uint32_t *offsets = arena_array(&g->arena, uint32_t, domain->concepts.n + 1);
    uint32_t n = grounding_params(domain, n_features, offsets);
    double scale = .1 / sqrt(n_features);
    lexicon->n_features = n_features;
    lexicon->n_params = n;
    lexicon->params = arena_array(&g->arena, double, (size_t)lexicon->words.n * n + 1);
    g->is_answer = arena_zalloc(&g->arena, n + 1);
    for (uint32_t c = 0; c < domain->concepts.n; c++)
        for (uint32_t i = offsets[c];
             i < (c + 1 < domain->concepts.n ? offsets[c + 1] : n); i++)
            g->is_answer[i] = domain->concepts.at[c].of_answers;
    for (size_t i = 0; i < (size_t)lexicon->words.n * n; i++)
        lexicon->params[i] = g->is_answer[i % n] ? 0 : scale * rng_normal(&g->rng);
}

/* ---- questions ------------------------------------------------------------------------------ */

static void read_target(struct ground *g, const g2l2_example *example, struct target *out) {
    const g2l2_domain *domain = g->work->domain;
    const char *why;
    if (!domain->kernels->read_target(&g->arena, &domain->lang, example->target, out, &why))
        guard_raise(&g->guard, G2L2_STATUS_DATA, example->line, 0,
                    "%s%sthe answer '%.60s' cannot be learned: %s", example->file ? example->file : "",
                    example->file ? ": " : "", example->target, why);
}

static void read_question(struct ground *g, const g2l2_example *example, struct question *q) {
    uint32_t max = (uint32_t)strlen(example->sentence) / 2 + 1;
    uint32_t *words = arena_array(&g->arena, uint32_t, max + 1);
    q->n = lexicon_words(g->lexicon, example->sentence, words, max);
    q->words = words;
    q->chance = 1;
    q->scene = example->scene == SIZE_MAX ? NULL : scenes_get(g->options->scenes, example->scene);
    if (!q->scene)
        guard_raise(&g->guard, G2L2_STATUS_DATA, example->line, 0,
                    "%s%sthe question '%.80s' is about no scene", example->file ? example->file : "",
                    example->file ? ": " : "", example->sentence);
    read_target(g, example, &q->target);
}

static int by_length(const void *a, const void *b) {
    const struct question *x = a, *y = b;
    if (x->n != y->n) return x->n < y->n ? -1 : 1;
    return x->words < y->words ? -1 : x->words > y->words; /* the order of the data */
}

static void read_questions(struct ground *g, const g2l2_dataset *data) {
    size_t n = g2l2_dataset_count(data);
    g->questions = arena_array(&g->arena, struct question, n);
    for (size_t i = 0; i < n; i++) {
        g2l2_example example = g2l2_dataset_get(data, i);
        struct question *q = &g->questions[g->n];
        read_question(g, &example, q);
        g->n += q->n && q->n <= g->options->limits.max_words;
    }
    qsort(g->questions, g->n, sizeof *g->questions, by_length);
}

/* ---- stages ----------------------------------------------------------------------------------- */

static const uint32_t lengths[] = {5, 7, 9, 11, 14, 19, 25, UINT32_MAX};
#define N_STAGES (sizeof lengths / sizeof lengths[0])

static uint32_t up_to(const struct ground *g, uint32_t length) {
    uint32_t n = 0;
    while (n < g->n && g->questions[n].n <= length) n++;
    return n;
}

static void draw(struct ground *g, uint32_t n) {
    for (uint32_t i = 0; i < g->batch; i++) g->drawn[i] = &g->questions[rng_below(&g->rng, n)];
}

static void set_rates(struct ground *g, double factor) {
    double rate = g->options->learning_rate > 0 ? g->options->learning_rate : RATE;
    g->rates = (struct rates){rate * factor, rate * factor, 2 * rate * factor, env("DECAY", 0)};
}

static void run_stage(struct ground *g, size_t stage) {
    bool last = stage + 1 == N_STAGES;
    uint32_t n = up_to(g, lengths[stage]);
    if (n < env("MINQ", 0)) return;
    double wanted = last ? env("LASTP", PRESENTED_AT_LAST) : PRESENTED, most = env(last ? "LASTE" : "EPOCHS", EPOCHS) * (double)n;
    uint32_t n_steps = (uint32_t)(fmin(wanted, most) / g->batch);
    double loss = 0;
    for (uint32_t i = 0; i < n_steps; i++) {
        set_rates(g, last ? pow(.1, (double)i / n_steps) : 1);
        draw(g, n);
        loss += (ground_step(g) - loss) / fmin(i + 1, 50);
    }
    if (getenv("G2L2_DEBUG")) fprintf(stderr, "stage %zu: %u questions, %u steps, loss %.4f\n", stage, n, n_steps, loss);
}

/* ---- the model ---------------------------------------------------------------------------------- */

static bool kept(const struct ground *g, const struct word *w, uint32_t slot) {
    double max = 0;
    for (uint32_t s = w->first; s < w->first + w->n; s++) max = fmax(max, g->weight[s]);
    return g->weight[slot] >= KEPT * max;
}

static void build_word(struct ground *g, g2l2_model *model, uint32_t w) {
    const struct word *word = &g->lexicon->words.at[w];
    const char *name = g->lexicon->names.names.at[w];
    double max = -INFINITY;
    lexicon_add_word(&model->lexicon, name, strlen(name));
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        max = fmax(max, g->lexicon->tau[s]);
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (kept(g, word, s))
            learn_add_entry(&g->arena, g->work, model, g->lexicon->slots.at[s].entry,
                            g->lexicon->tau[s] - max);
}

static void build_model(struct ground *g, g2l2_model *model, const g2l2_dataset *data) {
    struct lexicon *to = &model->lexicon;
    size_t n = (size_t)g->lexicon->words.n * g->lexicon->n_params;
    struct guard *outer = model->arena.guard;
    model->arena.guard = model->domain->arena.guard = &g->guard;
    trainer_add_literals(data, &g->arena, model->domain);
    for (uint32_t w = 0; w < g->lexicon->words.n; w++) build_word(g, model, w);
    to->n_features = g->lexicon->n_features;
    to->n_params = g->lexicon->n_params;
    to->params = arena_array(&model->arena, double, n + 1);
    memcpy(to->params, g->lexicon->params, n * sizeof *to->params);
    const char *features = scenes_encoder_text(g->options->scenes);
    if (features) model->features = arena_strndup(&model->arena, features, strlen(features));
    model_finish(model);
    model->arena.guard = outer;
    model->domain->arena.guard = &model->domain->guard;
}

/* ---- the whole ------------------------------------------------------------------------------------ */

static void prepare(struct ground *g, const g2l2_dataset *data) {
    const struct scene *first = g2l2_scenes_count(g->options->scenes)
                                    ? scenes_get(g->options->scenes, 0)
                                    : NULL;
    if (!first) guard_raise(&g->guard, G2L2_STATUS_DATA, 0, 0, "there are no scenes to look at");
    g->lexicon = &g->work->lexicon;
    rng_seed(&g->rng, g->options->seed);
    trainer_add_literals(data, &g->arena, g->work->domain);
    make_lexicon(g, data, domain_set(g->work->domain, g->options->candidates));
    /* "left of and behind": of use to whoever speaks so, and costly to consider everywhere. */
    g->work->domain->syntax.max_conjoined = 1;
    domain_close(g->work->domain);
    make_params(g, first->n_features);
    read_questions(g, data);
    g->batch = g->options->batch > 0 ? (uint32_t)g->options->batch : (uint32_t)env("BATCH", BATCH);
    g->lambda = env("LAMBDA", LAMBDA);
    ground_open(g);
}

g2l2_status ground_learn(const g2l2_domain *domain, const g2l2_dataset *data,
                         const g2l2_learn_options *options, g2l2_model **out,
                         g2l2_learn_report *report, g2l2_error *err) {
    struct ground ground = {.options = options}, *volatile g = &ground;
    g2l2_model *fresh = NULL;
    arena_init(&ground.arena, &ground.guard, 0);
    g2l2_status status = model_new(domain, &ground.work, err);
    if (status) return status;
    ground.work->arena.guard = ground.work->domain->arena.guard = &ground.guard;
    status = model_new(domain, &fresh, err);
    g2l2_model *volatile model = fresh;
    if (!status && guard_try(&ground.guard, err)) {
        prepare(g, data);
        for (size_t i = 0; i < N_STAGES; i++) run_stage(g, i);
        build_model(g, model, data);
        report->examples = g->n;
    } else if (!status) {
        status = g->guard.status;
    }
    ground_close(g);
    g2l2_model_free(g->work);
    arena_free(&g->arena);
    if (status) g2l2_model_free(model);
    else *out = model;
    return status;
}
