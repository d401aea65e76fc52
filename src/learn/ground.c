/* From questions to a model: words, stages of growing length, entries (ground.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/features.h"
#include "learn/ground.h"
#include "learn/trainer.h"

#define BATCH             16
#define PRESENTED         5000 /* questions of a stage, */
#define EPOCHS            8    /* but none more often than this; */
#define PRESENTED_AT_LAST 15000
#define EPOCHS_AT_LAST    20
#define LAMBDA            .1
#define RATE              .02
#define DECAY             .02  /* of concepts, where there are */
#define FEW               2500 /* questions or less */
#define PRIOR_EMPTY       1.
#define PRIOR_CONJUNCTION -3.
#define CHANCES           8    /* rounds in which words may begin again, */
#define CHANCE            4000 /* questions in each, */
#define BLAMED            .1   /* for words that add this to − log P(answer), */
#define WELL              .12  /* unless its mean is below this */
#define AGAIN             2    /* times that a word may */
#define TOLD              20   /* steps between reports */

static double env(const char *n, double d) { return getenv(n) ? atof(getenv(n)) : d; }
/* ---- words -------------------------------------------------------------------------------- */

/* Before anything was seen: a word means nothing rather than something, and hardly ever
 * joins others. */
static double first_tau(struct ground *g, const struct candidate *c) {
    double prior = c->program ? 0 : c->cat == CAT_EMPTY ? env("EMPTYB", PRIOR_EMPTY) : env("CONJB", PRIOR_CONJUNCTION);
    return prior + .01 * rng_normal(&g->rng);
}

static void first_params(struct ground *g, uint32_t word) {
    uint32_t n = g->lexicon->n_params;
    double scale = .1 / sqrt(g->lexicon->n_features), *params = g->lexicon->params + (size_t)word * n;
    for (uint32_t i = 0; i < n; i++) params[i] = g->concept_of[i]->of_answers ? 0 : scale * rng_normal(&g->rng);
}

static void add_words(struct ground *g, const char *text, const candidate_list *candidates) {
    for (const char *at = text; *at;) {
        size_t n = strcspn(at, " ");
        uint32_t before = g->lexicon->words.n;
        if (n && lexicon_add_word(g->lexicon, at, n) == before)
            for (uint32_t i = 0; i < candidates->n; i++) {
                struct candidate c = candidates->at[i];
                lexicon_add_slot(g->lexicon, lexicon_entry(g->lexicon, c.cat, c.program),
                                 first_tau(g, &c), false);
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
    lexicon->n_features = n_features;
    lexicon->n_params = n;
    lexicon->params = arena_array(&g->arena, double, (size_t)lexicon->words.n * n + 1);
    g->concept_of = arena_array(&g->arena, const struct concept *, n + 1);
    for (uint32_t c = 0; c < domain->concepts.n; c++)
        for (uint32_t i = offsets[c];
             i < (c + 1 < domain->concepts.n ? offsets[c + 1] : n); i++)
            g->concept_of[i] = &domain->concepts.at[c];
    for (uint32_t w = 0; w < lexicon->words.n; w++) first_params(g, w);
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
    q->scene = &g->whitening.scenes[example->scene];
    if (example->scene >= g2l2_scenes_count(g->options->scenes))
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

static void set_rates(struct ground *g, double factor) {
    double rate = (g->options->learning_rate > 0 ? g->options->learning_rate : RATE) * factor;
    g->rates = (struct rates){env("RTAU",1)*rate, env("RC",1)*rate, env("RP",3) * rate, env("RA",2) * rate, g->n < FEW ? env("DECAY",DECAY) : 0};
}

static bool tell(struct ground *g, size_t stage, double loss, uint32_t n_steps) {
    g2l2_progress at = {.stage = (int)stage + 1,
                        .n_stages = N_STAGES,
                        .length = (int)(lengths[stage] < UINT32_MAX ? lengths[stage]
                                                                    : g->questions[g->n - 1].n),
                        .update = (int)g->n_updates,
                        .n_updates = (int)(g->n_updates + n_steps),
                        .loss = loss,
                        .n_alive = g->lexicon->slots.n,
                        .restart = g->restart};
    if (g->options->progress && !g->options->progress(g->options->context, &at)) g->stopped = true;
    return !g->stopped;
}

/* Steps on the first n questions; at the last the rates fall to a tenth. */
static double run_steps(struct ground *g, size_t stage, uint32_t n, uint32_t n_steps,
                        const bool *wanted, bool last) {
    double loss = 0;
    for (uint32_t i = 0; i < n_steps && !g->stopped; i++, g->n_updates++) {
        set_rates(g, last ? pow(.1, (double)i / n_steps) : 1);
        draw_batch(g, n, wanted);
        loss += (ground_step(g) - loss) / fmin(i + 1, 50);
        if (i % TOLD == 0 && !tell(g, stage, loss, n_steps - i)) break;
    }
    return loss;
}

static void run_stage(struct ground *g, size_t stage) {
    bool last = stage + 1 == N_STAGES;
    uint32_t n = up_to(g, lengths[stage]);
    double wanted = last ? PRESENTED_AT_LAST : PRESENTED, most = (last ? EPOCHS_AT_LAST : EPOCHS) * (double)n;
    uint32_t n_steps = (uint32_t)(fmin(wanted, most) / g->batch);
    double loss = n_steps ? run_steps(g, stage, n, n_steps, NULL, last) : 0;
    if (getenv("G2L2_DEBUG")) fprintf(stderr, "stage %zu: %u questions, %u steps, loss %.4f\n", stage, n, n_steps, loss);
}

/* ---- second chances ------------------------------------------------------------------------------- */

static void forget_word(struct ground *g, uint32_t w) {
    const struct word *word = &g->lexicon->words.at[w];
    uint32_t n = g->lexicon->n_params;
    for (uint32_t s = word->first; s < word->first + word->n; s++) {
        g->lexicon->tau[s] = first_tau(g, &g->lexicon->entries.at[g->lexicon->slots.at[s].entry]);
        g->slot_m[s] = g->slot_v[s] = 0;
    }
    first_params(g, w);
    memset(g->param_m + (size_t)w * n, 0, n * sizeof(double));
    memset(g->param_v + (size_t)w * n, 0, n * sizeof(double));
    g->steps[w] = 0;
    ground_weigh(g, word);
}

/* Words that make questions hard to answer begin again; the others know what they mean by
 * now, and that makes it easier. */
static void run_chances(struct ground *g) {
    double *blame = arena_array(&g->arena, double, g->lexicon->words.n + 1);
    bool *wanted = arena_array(&g->arena, bool, g->lexicon->words.n + 1);
    uint8_t *begun = arena_zalloc(&g->arena, g->lexicon->words.n + 1);
    for (int round = 0; round < env("CHANCES", CHANCES) && !g->stopped; round++) {
        double mean = check_words(g, g->n, blame);
        uint32_t n = 0;
        if (getenv("G2L2_DEBUG")) fprintf(stderr, "check %d: %.4f", round, mean);
        for (uint32_t w = 0; w < g->lexicon->words.n; w++) {
            wanted[w] = blame[w] > BLAMED && g->lexicon->words.at[w].n && begun[w] < env("AGAIN", AGAIN);
            begun[w] += wanted[w] && mean >= WELL;
            n += wanted[w];
            if (getenv("G2L2_DEBUG") && wanted[w]) fprintf(stderr, " %s %.2f", g->lexicon->names.names.at[w], blame[w]);
        }
        if (getenv("G2L2_DEBUG")) fprintf(stderr, "\n");
        if (mean < WELL) break;
        for (uint32_t w = 0; w < g->lexicon->words.n; w++)
            if (wanted[w]) forget_word(g, w);
        run_steps(g, N_STAGES - 1, g->n, (uint32_t)(env("CHANCE", CHANCE) / g->batch), n ? wanted : NULL, false);
    }
}

/* ---- the model ---------------------------------------------------------------------------------- */

static void build_word(struct ground *g, g2l2_model *model, uint32_t w, const bool *keep) {
    const struct word *word = &g->lexicon->words.at[w];
    const char *name = g->lexicon->names.names.at[w];
    double max = -INFINITY;
    lexicon_add_word(&model->lexicon, name, strlen(name));
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        max = fmax(max, g->lexicon->tau[s]);
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (keep[s])
            learn_add_entry(&g->arena, g->work, model, g->lexicon->slots.at[s].entry,
                            g->lexicon->tau[s] - max);
}

/* Concepts of features as the scenes have them. */
static void build_params(struct ground *g, struct lexicon *to) {
    const g2l2_domain *domain = g->work->domain;
    uint32_t n = domain->concepts.n, *from_at = arena_array(&g->arena, uint32_t, 2 * (n + 1));
    uint32_t *to_at = from_at + n + 1, n_from = g->whitening.n_from;
    grounding_params(domain, g->whitening.n_to, from_at);
    to->n_features = n_from;
    to->n_params = grounding_params(domain, n_from, to_at);
    to->params = arena_zalloc(to->arena, ((size_t)to->words.n * to->n_params + 1) * sizeof(double));
    for (uint32_t w = 0; w < to->words.n; w++)
        for (uint32_t c = 0; c < n; c++) {
            const struct concept *concept = &domain->concepts.at[c];
            const double *from = g->lexicon->params + (size_t)w * g->lexicon->n_params + from_at[c];
            double *out = to->params + (size_t)w * to->n_params + to_at[c];
            if (!concept->of_answers) whiten_back(&g->whitening, from, concept->of_pairs, out);
            else memcpy(out, from, domain->lang.literals.names.n * sizeof *out);
        }
}

static void build_model(struct ground *g, g2l2_model *model, const g2l2_dataset *data) {
    struct lexicon *to = &model->lexicon;
    struct guard *outer = model->arena.guard;
    bool *keep = arena_zalloc(&g->arena, g->lexicon->slots.n + 1);
    check_entries(g, keep);
    model->arena.guard = model->domain->arena.guard = &g->guard;
    trainer_add_literals(data, &g->arena, model->domain);
    for (uint32_t w = 0; w < g->lexicon->words.n; w++) build_word(g, model, w, keep);
    build_params(g, to);
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
    for (size_t i = 0; i < g2l2_scenes_count(g->options->scenes); i++)
        if (!scenes_get(g->options->scenes, i))
            guard_raise(&g->guard, G2L2_STATUS_DATA, 0, 0, "the scenes are not encoded yet");
    whiten_open(&g->whitening, &g->arena, g->options->scenes);
    make_params(g, g->whitening.n_to);
    if (getenv("G2L2_DEBUG")) fprintf(stderr, "features %u -> %u\n", g->whitening.n_from, g->whitening.n_to);
    read_questions(g, data);
    g->batch = g->options->batch > 0 ? (uint32_t)g->options->batch : BATCH;
    g->lambda = g->options->lambda >= 0 ? g->options->lambda : LAMBDA;
    ground_open(g);
    draw_open(g);
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
        for (size_t i = 0; i + 1 < N_STAGES; i++) run_stage(g, i);
        run_chances(g);
        run_stage(g, N_STAGES - 1);
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
