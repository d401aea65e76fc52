/* The flow of learning from questions: stages of growing length, second chances for words
 * that were not understood, and a last, long stage (ground.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/scenes.h"
#include "learn/ground.h"
#include "learn/trainer.h"

#define BATCH             16
#define PRESENTED         5000 /* questions of a stage, */
#define EPOCHS            8    /* but none more often than this; */
#define PRESENTED_AT_LAST 80000
#define EPOCHS_AT_LAST    20
#define LAMBDA            .1
#define LAMBDA_AT_LAST    .01 /* readings compete with each other; a rare one is no fault */
#define RATE              .02
#define RATE_ANSWERS      2.   /* times that */
#define RATE_PAIRS        6.   /* at last: relations are sharp, or counts are wrong */
#define DECAY             .02  /* of concepts, where there are */
#define FEW               2500 /* questions or less */
#define PULL              .0005
#define CHANCES           12    /* rounds in which words may begin again, */
#define CHANCE            4000  /* questions in each, */
#define BLAMED            .4    /* for words that add so much of the mean of − log P(answer), */
#define WELL              .06   /* unless it is below this; */
#define AGAIN             2     /* times that a word may */
#define SENSES            8     /* rounds in which other senses are looked for, */
#define HARD_EPOCHS       80    /* with each hard question so often */
#define CLOSING           10000 /* questions after that */
#define ATTEMPTS          3     /* for sets of up to */
#define SMALL             20000 /* questions, unless one answers */
#define ENOUGH            .99   /* of them */
#define DOES              .85   /* of the answers, by a simple set that may go on */
#define TOLD              5     /* steps between reports */

/* ---- stages ----------------------------------------------------------------------------------- */

static const uint32_t lengths[] = {5, 7, 9, 11, 14, 19, 25, UINT32_MAX};
#define N_STAGES (sizeof lengths / sizeof lengths[0])

static uint32_t up_to(const struct ground *g, uint32_t length) {
    uint32_t n = 0;
    while (n < g->n && g->questions[n].n <= length) n++;
    return n;
}

/* At the last the rates fall to a tenth, relations get sharp, and where entries are as good
 * as each other, EMPTY wins. */
static void set_rates(struct ground *g, bool last, double done) {
    double rate = g->options->learning_rate > 0 ? g->options->learning_rate : RATE;
    if (last) rate *= pow(.1, done);
    double lambda = last ? LAMBDA_AT_LAST : LAMBDA;
    g->lambda = g->options->lambda >= 0 ? g->options->lambda : lambda;
    g->pull = last ? PULL : 0;
    g->rates = (struct rates){.tau = rate,
                              .object = rate,
                              .pair = last ? RATE_PAIRS * rate : rate,
                              .answer = RATE_ANSWERS * rate,
                              .decay = g->n < FEW ? DECAY : 0};
}

/* Entries that are not all but ruled out. */
static size_t count_live(const struct ground *g) {
    size_t n = 0;
    for (uint32_t i = 0; i < g->lexicon->slots.n; i++) n += g->live[i];
    return n;
}

/* Means of the latest steps. */
struct means {
    double loss, accuracy;
};

static void add_step(struct means *m, double loss, double accuracy, uint32_t steps) {
    m->loss += (loss - m->loss) / fmin(steps, 50);
    m->accuracy += (accuracy - m->accuracy) / fmin(steps, 50);
}

static bool tell(struct ground *g, size_t stage, const struct means *means, uint32_t n_steps) {
    g2l2_progress at = {
        .stage = (int)stage + 1,
        .n_stages = N_STAGES,
        .length = (int)(lengths[stage] < UINT32_MAX ? lengths[stage] : g->questions[g->n - 1].n),
        .update = (int)g->n_updates,
        .n_updates = (int)(g->n_updates + n_steps),
        .loss = means->loss,
        .accuracy = means->accuracy,
        .n_alive = count_live(g),
        .restart = g->restart};
    observe_words(&g->observer, at.update, false);
    if (g->options->progress && !g->options->progress(g->options->context, &at)) g->stopped = true;
    return !g->stopped;
}

/* Steps on the first n questions. */
static void run_steps(struct ground *g, size_t stage, uint32_t n, uint32_t n_steps,
                      const bool *wanted, bool last) {
    struct means means = {0};
    for (uint32_t i = 0; i < n_steps && !g->stopped; i++, g->n_updates++) {
        set_rates(g, last, (double)i / n_steps);
        draw_batch(g, n, wanted);
        double loss = ground_step(g);
        add_step(&means, loss, g->accuracy, i + 1);
        if (i % TOLD == 0 && !tell(g, stage, &means, n_steps - i)) break;
    }
    g->understood = means.accuracy;
}

static void run_stage(struct ground *g, size_t stage) {
    bool last = stage + 1 == N_STAGES;
    uint32_t n = up_to(g, lengths[stage]);
    double wanted = last ? PRESENTED_AT_LAST : PRESENTED;
    double most = (last ? EPOCHS_AT_LAST : EPOCHS) * (double)n;
    run_steps(g, stage, n, (uint32_t)(fmin(wanted, most) / g->batch), NULL, last);
}

/* ---- second chances ------------------------------------------------------------------------------- */

static void forget_word(struct ground *g, uint32_t w) {
    const struct word *word = &g->lexicon->words.at[w];
    uint32_t n = g->lexicon->n_params;
    for (uint32_t s = word->first; s < word->first + word->n; s++) {
        g->lexicon->tau[s] =
            words_first_tau(g, &g->lexicon->entries.at[g->lexicon->slots.at[s].entry]);
        g->slot_m[s] = g->slot_v[s] = 0;
    }
    words_first_params(g, w);
    memset(g->param_m + (size_t)w * n, 0, n * sizeof(double));
    memset(g->param_v + (size_t)w * n, 0, n * sizeof(double));
    g->steps[w] = 0;
    ground_weigh(g, word);
}

/* Questions of a round: few are not worth as many. */
static uint32_t chance(const struct ground *g) {
    return (uint32_t)fmin(CHANCE, EPOCHS * (double)g->n);
}

/* Which words begin again; returns how many. */
static uint32_t choose_words(struct ground *g, const double *blame, double least, uint8_t *begun,
                             bool *wanted) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < g->lexicon->words.n; w++) {
        wanted[w] = blame[w] > least && g->lexicon->words.at[w].n && begun[w] < AGAIN;
        if (!wanted[w]) continue;
        forget_word(g, w);
        begun[w]++;
        n++;
    }
    return n;
}

/* Words that make questions hard to answer begin again; the others know what they mean by
 * now, and that makes it easier. */
static void run_chances(struct ground *g) {
    uint32_t n_words = g->lexicon->words.n;
    double *blame = arena_array(&g->arena, double, n_words + 1);
    bool *wanted = arena_array(&g->arena, bool, n_words + 1);
    uint8_t *begun = arena_zalloc(&g->arena, n_words + 1);
    for (int round = 0; round < CHANCES && !g->stopped; round++) {
        double mean = check_words(g, g->n, blame);
        if (mean < WELL) break;
        uint32_t n = choose_words(g, blame, BLAMED * mean, begun, wanted);
        run_steps(g, N_STAGES - 1, g->n, chance(g) / g->batch, n ? wanted : NULL, false);
    }
}

/* ---- several senses --------------------------------------------------------------------------- */

/* What is learned, to go back to; `kept` NULL: how many numbers that are. */
static size_t copy_state(struct ground *g, double *kept, bool back) {
    struct lexicon *lexicon = g->lexicon;
    size_t n = lexicon->slots.n, n_params = (size_t)lexicon->words.n * lexicon->n_params, at = 0;
    double *state[] = {lexicon->tau, g->slot_m, g->slot_v, lexicon->params, g->param_m, g->param_v};
    for (int i = 0; i < 6; i++) {
        size_t size = i < 3 ? n : n_params;
        if (kept)
            memcpy(back ? state[i] : kept + at, back ? kept + at : state[i], size * sizeof *kept);
        at += size;
    }
    for (uint32_t w = 0; back && w < lexicon->words.n; w++) ground_weigh(g, &lexicon->words.at[w]);
    return at;
}

/* Learn with what was raised; is more understood? */
static bool try_senses(struct ground *g, struct search *search) {
    double loss = search->loss;
    uint32_t n = (uint32_t)fmin(chance(g), HARD_EPOCHS * (double)search->n_hard);
    g->hard = search->hard;
    g->n_hard = search->n_hard;
    run_steps(g, N_STAGES - 1, g->n, n / g->batch, NULL, false);
    g->n_hard = 0;
    senses_look(g, search);
    return search->loss < loss;
}

/* Returns whether some were found. */
static bool run_senses(struct ground *g) {
    struct search search;
    bool found = false;
    if (g->options->senses == 1 || g->stopped) return false;
    double *before = arena_array(&g->arena, double, copy_state(g, NULL, false) + 1);
    senses_open(g, &search);
    for (int round = 0; round < SENSES && !g->stopped && search.n_hard; round++) {
        copy_state(g, before, false);
        if (!senses_raise(g, &search)) break;
        if (try_senses(g, &search)) {
            found = true;
        } else {
            copy_state(g, before, true);
            senses_look(g, &search);
            search.single = true;
        }
    }
    senses_mark(g);
    return found;
}

/* ---- the whole ------------------------------------------------------------------------------------ */

static bool is_plain(const g2l2_domain *domain, const g2l2_learn_options *options) {
    return options->grammar ? !strcmp(options->grammar, "plain") : !domain->syntax.attach_low;
}

static void check_scenes(struct ground *g) {
    size_t n = g->options->scenes ? g2l2_scenes_count(g->options->scenes) : 0;
    if (!n) guard_raise(&g->guard, G2L2_STATUS_DATA, 0, 0, "there are no scenes to look at");
    for (size_t i = 0; i < n; i++)
        if (!scenes_get(g->options->scenes, i))
            guard_raise(&g->guard, G2L2_STATUS_DATA, 0, 0, "the scenes are not encoded yet");
}

static void prepare(struct ground *g, const g2l2_dataset *data) {
    g2l2_domain *domain = g->work->domain;
    g->lexicon = &g->work->lexicon;
    rng_seed(&g->rng, g->seed);
    check_scenes(g);
    trainer_add_literals(data, &g->arena, domain);
    words_open(g, data, domain_set(domain, g->options->candidates));
    /* "left of and behind": of use to whoever speaks so, and costly to consider everywhere. */
    domain->syntax.max_conjoined = 1;
    domain->syntax.attach_low = !is_plain(domain, g->options);
    domain_close(domain);
    whiten_open(&g->whitening, &g->arena, g->options->scenes);
    words_open_params(g, g->whitening.n_to);
    words_read_questions(g, data);
    g->batch = g->options->batch > 0 ? (uint32_t)g->options->batch : BATCH;
    ground_open(g);
    draw_open(g);
}

static void begin(struct ground *g, const char *phase) {
    observe_phase(&g->observer, g->options, phase);
}

/* False: the candidates do not do. */
static bool learn(struct ground *g, g2l2_model *model, const g2l2_dataset *data) {
    begin(g, "prepare");
    prepare(g, data);
    observe_open(&g->observer, g->options, &g->arena, g->lexicon);
    begin(g, "stages");
    observe_words(&g->observer, 0, true);
    for (size_t i = 0; i + 1 < N_STAGES; i++) run_stage(g, i);
    begin(g, "chances");
    run_chances(g);
    if (g->simple && g->understood < DOES && !g->stopped) return false;
    begin(g, "senses");
    run_senses(g);
    begin(g, "last");
    run_stage(g, N_STAGES - 1);
    begin(g, "senses");
    bool more = run_senses(g);
    begin(g, "last");
    if (more) run_steps(g, N_STAGES - 1, g->n, CLOSING / g->batch, NULL, true);
    observe_words(&g->observer, (int)g->n_updates, true);
    begin(g, "choose");
    model_build(g, model, data);
    begin(g, "check");
    return true;
}

/* One attempt, from one seed. *out stays NULL where a simple set of candidates was given up. */
static g2l2_status attempt(const g2l2_domain *domain, const g2l2_dataset *data,
                           const g2l2_learn_options *options, bool simple, int restart,
                           uint64_t seed, g2l2_model **out, g2l2_learn_report *report,
                           g2l2_error *err) {
    struct ground ground = {.options = options,
                            .simple = simple,
                            .restart = restart,
                            .seed = seed,
                            .observer.restart = restart};
    struct ground *volatile g = &ground;
    g2l2_model *fresh = NULL;
    arena_init(&ground.arena, &ground.guard, 0);
    g2l2_status status = model_new(domain, &ground.work, err);
    if (status) return status;
    ground.work->arena.guard = ground.work->domain->arena.guard = &ground.guard;
    status = model_new(domain, &fresh, err);
    g2l2_model *volatile model = fresh;
    if (!status && guard_try(&ground.guard, err)) {
        /* Learned with every attachment, a model still answers as the definition says. */
        if (!is_plain(domain, options)) fresh->domain->syntax.attach_low = true;
        if (!learn(g, model, data)) {
            g2l2_model_free(model);
            model = NULL;
        }
        report->candidates = g->n_candidates;
        report->interrupted = g->stopped;
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

static bool answers_enough(const g2l2_learn_report *report) {
    return report->interrupted || (double)report->correct >= ENOUGH * (double)report->checked;
}

/* Where questions are few, a simple set of candidates is tried first: it has less to choose
 * from, so less can go wrong; and if it answers, why look further? NULL: there is none. */
static const struct candidate_set *simple_set(const g2l2_domain *domain, const g2l2_dataset *data,
                                              const g2l2_learn_options *options) {
    if (options->candidates || g2l2_dataset_count(data) > FEW) return NULL;
    for (uint32_t i = 0; i < domain->sets.n; i++)
        if (domain->sets.at[i].simple) return &domain->sets.at[i];
    return NULL;
}

/* A small set may lead astray: then once more, from another seed. The best one counts. */
g2l2_status ground_learn(const g2l2_domain *domain, const g2l2_dataset *data,
                         const g2l2_learn_options *options, g2l2_model **out,
                         g2l2_learn_report *report, struct failure *failure, g2l2_error *err) {
    const struct candidate_set *simple = simple_set(domain, data, options);
    int most = g2l2_dataset_count(data) <= SMALL ? ATTEMPTS : 1;
    uint64_t seed = options->seed;
    g2l2_status status = G2L2_STATUS_OK;
    if (most <= options->restarts) most = options->restarts + 1;
    if (simple) most++;
    for (int i = 0; !status && i < most && !(*out && answers_enough(report)); i++) {
        const struct candidate_set *set =
            simple && !i ? simple : domain_set(domain, options->candidates);
        g2l2_model *model = NULL;
        g2l2_learn_report now = {.attempt = i, .candidate_set = set->name};
        g2l2_learn_options own = *options;
        struct failure first = {0};
        own.candidates = set->name;
        status = attempt(domain, data, &own, set == simple, i, seed, &model, &now, err);
        if (!status && model) status = model_check(model, data, options, &now, &first, err);
        bool better = !status && model && (!*out || now.correct > report->correct);
        g2l2_model_free(better ? *out : model);
        if (better) *out = model, *report = now, *failure = first;
        report->restarts = i;
        report->attempts = i + 1;
        report->interrupted |= now.interrupted;
        if (set != simple) seed = seed * 6364136223846793005u + 1442695040888963407u;
    }
    if (status) g2l2_model_free(*out);
    if (status) *out = NULL;
    return status;
}
