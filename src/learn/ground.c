/* From questions to a model: words, stages of growing length, entries (ground.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/features.h"
#include "learn/ground.h"
#include "learn/trainer.h"
#include "parser/parser.h"

#define BATCH             16
#define MAX_LENGTH        60   /* longer questions are not learned from: their charts are large */
#define PRESENTED         5000 /* questions of a stage, */
#define EPOCHS            8    /* but none more often than this; */
#define PRESENTED_AT_LAST 40000
#define EPOCHS_AT_LAST    20
#define LAMBDA            .1
#define RATE              .02
#define RATE_ANSWERS      2.   /* times that */
#define RATE_PAIRS        6.   /* at last: relations are sharp, or counts are wrong */
#define DECAY             .02  /* of concepts, where there are */
#define FEW               2500 /* questions or less */
#define PULL              .0005
#define PRIOR_EMPTY       1.
#define PRIOR_CONJUNCTION -3.
#define CHANCES           12   /* rounds in which words may begin again, */
#define CHANCE            4000 /* questions in each, */
#define BLAMED            .4   /* for words that add so much of the mean of − log P(answer), */
#define WELL              .12  /* unless it is below this, */
#define WELL_IF_SMALL     .08  /* or, in a small set, this; */
#define AGAIN             2    /* times that a word may */
#define ATTEMPTS          3    /* for sets of up to */
#define SMALL             5000 /* questions, unless one answers */
#define ENOUGH            .99  /* of them */
#define CHECK_MAX         5000 /* questions asked at the end */
#define TOLD              20   /* steps between reports */

/* ---- words -------------------------------------------------------------------------------- */

/* Before anything was seen: a word means nothing rather than something, and hardly ever
 * joins others. */
static double first_tau(struct ground *g, const struct candidate *c) {
    double prior = c->cat == CAT_EMPTY ? PRIOR_EMPTY : c->program ? 0 : PRIOR_CONJUNCTION;
    return prior + .01 * rng_normal(&g->rng);
}

static void first_params(struct ground *g, uint32_t word) {
    uint32_t n = g->lexicon->n_params;
    double scale = .1 / sqrt(g->lexicon->n_features + 1.);
    double *params = g->lexicon->params + (size_t)word * n;
    for (uint32_t i = 0; i < n; i++)
        params[i] = g->concept_of[i]->of_answers ? 0 : scale * rng_normal(&g->rng);
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
    lexicon->params = arena_array(&g->arena, double, (size_t)lexicon->words.n *n + 1);
    g->concept_of = arena_array(&g->arena, const struct concept *, n + 1);
    for (uint32_t c = 0; c < domain->concepts.n; c++)
        for (uint32_t i = offsets[c]; i < (c + 1 < domain->concepts.n ? offsets[c + 1] : n); i++)
            g->concept_of[i] = &domain->concepts.at[c];
    for (uint32_t w = 0; w < lexicon->words.n; w++) first_params(g, w);
}

/* ---- questions ------------------------------------------------------------------------------ */

static void read_target(struct ground *g, const g2l2_example *example, struct target *out) {
    const g2l2_domain *domain = g->work->domain;
    const char *why;
    if (!domain->kernels->read_target(&g->arena, &domain->lang, example->target, out, &why))
        guard_raise(&g->guard, G2L2_STATUS_DATA, example->line, 0,
                    "%s%sthe answer '%.60s' cannot be learned: %s",
                    example->file ? example->file : "", example->file ? ": " : "", example->target,
                    why);
}

static void read_question(struct ground *g, const g2l2_example *example, struct question *q) {
    uint32_t max = (uint32_t)strlen(example->sentence) / 2 + 1;
    uint32_t *words = arena_array(&g->arena, uint32_t, max + 1);
    q->n = lexicon_words(g->lexicon, example->sentence, words, max);
    q->words = words;
    q->scene = &g->whitening.scenes[example->scene];
    if (example->scene >= g2l2_scenes_count(g->options->scenes))
        guard_raise(&g->guard, G2L2_STATUS_DATA, example->line, 0,
                    "%s%sthe question '%.80s' is about no scene",
                    example->file ? example->file : "", example->file ? ": " : "",
                    example->sentence);
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
        g->n += q->n && q->n <= MAX_LENGTH;
    }
    if (!g->n)
        guard_raise(&g->guard, G2L2_STATUS_DATA, 0, 0,
                    "there is no question of 1 to %d words to learn from", MAX_LENGTH);
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

/* At the last the rates fall to a tenth, relations get sharp, and where entries are as good
 * as each other, EMPTY wins. */
static void set_rates(struct ground *g, bool last, double done) {
    double rate = g->options->learning_rate > 0 ? g->options->learning_rate : RATE;
    if (last) rate *= pow(.1, done);
    g->pull = last ? PULL : 0;
    g->rates = (struct rates){.tau = rate,
                              .object = rate,
                              .pair = last ? RATE_PAIRS * rate : rate,
                              .answer = RATE_ANSWERS * rate,
                              .decay = g->n < FEW ? DECAY : 0};
}

static bool tell(struct ground *g, size_t stage, double loss, uint32_t n_steps) {
    g2l2_progress at = {
        .stage = (int)stage + 1,
        .n_stages = N_STAGES,
        .length = (int)(lengths[stage] < UINT32_MAX ? lengths[stage] : g->questions[g->n - 1].n),
        .update = (int)g->n_updates,
        .n_updates = (int)(g->n_updates + n_steps),
        .loss = loss,
        .n_alive = g->lexicon->slots.n,
        .restart = g->restart};
    if (g->options->progress && !g->options->progress(g->options->context, &at)) g->stopped = true;
    return !g->stopped;
}

/* Steps on the first n questions. */
static double run_steps(struct ground *g, size_t stage, uint32_t n, uint32_t n_steps,
                        const bool *wanted, bool last) {
    double loss = 0;
    for (uint32_t i = 0; i < n_steps && !g->stopped; i++, g->n_updates++) {
        set_rates(g, last, (double)i / n_steps);
        draw_batch(g, n, wanted);
        loss += (ground_step(g) - loss) / fmin(i + 1, 50);
        if (i % TOLD == 0 && !tell(g, stage, loss, n_steps - i)) break;
    }
    return loss;
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
        g->lexicon->tau[s] = first_tau(g, &g->lexicon->entries.at[g->lexicon->slots.at[s].entry]);
        g->slot_m[s] = g->slot_v[s] = 0;
    }
    first_params(g, w);
    memset(g->param_m + (size_t)w * n, 0, n * sizeof(double));
    memset(g->param_v + (size_t)w * n, 0, n * sizeof(double));
    g->steps[w] = 0;
    ground_weigh(g, word);
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
        if (mean < (g->n > SMALL ? WELL : WELL_IF_SMALL)) break;
        uint32_t n = choose_words(g, blame, BLAMED * mean, begun, wanted);
        run_steps(g, N_STAGES - 1, g->n, CHANCE / g->batch, n ? wanted : NULL, false);
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
    check_simpler(g);
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
    make_lexicon(g, data, domain_set(domain, g->options->candidates));
    /* "left of and behind": of use to whoever speaks so, and costly to consider everywhere. */
    domain->syntax.max_conjoined = 1;
    domain->syntax.attach_low = !is_plain(domain, g->options);
    domain_close(domain);
    whiten_open(&g->whitening, &g->arena, g->options->scenes);
    make_params(g, g->whitening.n_to);
    read_questions(g, data);
    g->batch = g->options->batch > 0 ? (uint32_t)g->options->batch : BATCH;
    g->lambda = g->options->lambda >= 0 ? g->options->lambda : LAMBDA;
    ground_open(g);
    draw_open(g);
}

static void learn(struct ground *g, g2l2_model *model, const g2l2_dataset *data) {
    prepare(g, data);
    for (size_t i = 0; i + 1 < N_STAGES; i++) run_stage(g, i);
    run_chances(g);
    run_stage(g, N_STAGES - 1);
    build_model(g, model, data);
}

/* One attempt, from one seed. */
static g2l2_status attempt(const g2l2_domain *domain, const g2l2_dataset *data,
                           const g2l2_learn_options *options, int restart, uint64_t seed,
                           g2l2_model **out, g2l2_learn_report *report, g2l2_error *err) {
    struct ground ground = {.options = options, .restart = restart, .seed = seed};
    struct ground *volatile g = &ground;
    g2l2_model *fresh = NULL;
    arena_init(&ground.arena, &ground.guard, 0);
    g2l2_status status = model_new(domain, &ground.work, err);
    if (status) return status;
    ground.work->arena.guard = ground.work->domain->arena.guard = &ground.guard;
    status = model_new(domain, &fresh, err);
    g2l2_model *volatile model = fresh;
    if (!status && guard_try(&ground.guard, err)) {
        fresh->domain->syntax.attach_low = !is_plain(domain, options);
        learn(g, model, data);
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

/* Ask the model what it was taught. */
static g2l2_status check(const g2l2_model *model, const g2l2_dataset *data,
                         const g2l2_learn_options *options, g2l2_learn_report *report,
                         struct failure *first, g2l2_error *err) {
    g2l2_parser *parser;
    g2l2_result result;
    size_t n = g2l2_dataset_count(data), every = n / CHECK_MAX + 1;
    g2l2_status status = g2l2_parser_new(model, &options->limits, &parser, err);
    if (status) return status;
    for (size_t i = 0; !status && i < n; i += every) {
        g2l2_example example = g2l2_dataset_get(data, i);
        status = parser_look(parser, scenes_get(options->scenes, example.scene), err);
        if (!status) status = g2l2_parser_run(parser, example.sentence, 1, &result, err);
        if (status) break;
        const char *got = result.n_readings ? result.readings[0].text : result.reason;
        bool right = result.n_readings && !strcmp(got, example.target);
        if (!right && report->correct == report->checked) {
            first->example = i;
            snprintf(first->reason, sizeof first->reason,
                     result.n_readings ? "the answer would be '%s'" : "%s", got);
        }
        report->checked++;
        report->correct += right;
    }
    g2l2_parser_free(parser);
    return status;
}

static bool answers_enough(const g2l2_learn_report *report) {
    return report->interrupted || (double)report->correct >= ENOUGH * (double)report->checked;
}

/* A small set may lead astray: then once more, from another seed. The best one counts. */
g2l2_status ground_learn(const g2l2_domain *domain, const g2l2_dataset *data,
                         const g2l2_learn_options *options, g2l2_model **out,
                         g2l2_learn_report *report, struct failure *failure, g2l2_error *err) {
    int most = g2l2_dataset_count(data) <= SMALL ? ATTEMPTS : 1;
    uint64_t seed = options->seed;
    g2l2_status status = G2L2_STATUS_OK;
    if (most <= options->restarts) most = options->restarts + 1;
    for (int i = 0; !status && i < most && !(*out && answers_enough(report)); i++) {
        g2l2_model *model = NULL;
        g2l2_learn_report now = {0};
        struct failure first = {0};
        status = attempt(domain, data, options, i, seed, &model, &now, err);
        if (!status) status = check(model, data, options, &now, &first, err);
        bool better = !status && (!*out || now.correct > report->correct);
        g2l2_model_free(better ? *out : model);
        if (better) *out = model, *report = now, *failure = first;
        report->restarts = i;
        report->interrupted |= now.interrupted;
        seed = seed * 6364136223846793005u + 1442695040888963407u;
    }
    report->candidate_set = domain_set(domain, options->candidates)->name;
    if (status) g2l2_model_free(*out);
    if (status) *out = NULL;
    return status;
}
