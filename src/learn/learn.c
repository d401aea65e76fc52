/* The flow of learning.
 *
 *   prepare    constants from the targets, candidates from the domain, every
 *              word with every candidate; sentences sorted by length
 *   train      stages by sentence length; in each, updates of a batch
 *   finish     the entries that are left, checked on the examples
 *
 * Short sentences first: "jump" leaves one candidate for `jump`, which makes
 * "jump twice" decide `twice`, and so on. What no derivation of the right answer
 * uses is ruled out (elimination), so the chart of a long sentence is small by
 * the time it is reached. Wrong labels are why an entry is only ruled out when
 * it is of use clearly less often than the word's best one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "learn/learn.h"
#include "parser/parser.h"

#define UPDATES     50     /* per stage */
#define BATCH       32
#define RATE        0.1
#define MAX_STAGES  12
#define SIGHTINGS   8      /* sentences before an entry can be ruled out */
#define TOLERANCE   0.75   /* of the best entry's uses */
#define GLANCES     24     /* sentences of each word for a first look */
#define GLANCE_TOLERANCE 0.6
#define PRUNE_SHARE 0.02   /* of the best entry's weight, after a stage of expected inference */
#define MAX_WAYS    2000000 /* a sentence with more is put off */
#define CHECK_MAX   20000  /* examples decoded at the end */

/* A candidate that elimination took away, and its weight then. */
struct ruled_out {
    uint32_t word, entry;
    double tau;
};

struct trainer {
    const g2l2_learn_options *options;
    const g2l2_dataset *data;
    struct step_options step;
    struct arena arena;
    struct guard guard;
    g2l2_model *work; /* every word with every candidate */
    struct lexicon *lexicon;
    uint32_t n_candidates;
    struct sample *samples; /* [n_samples] by length */
    uint32_t n_samples;
    uint32_t stages[MAX_STAGES]; /* longest sentence of each */
    int n_stages;
    /* parallel to the slots */
    double *grad, *m, *v; /* Adam */
    uint32_t *uses;       /* sentences in which the slot was viable */
    bool *keep;
    VEC(struct ruled_out) ruled_out;
    /* parallel to the words */
    uint32_t *sightings, *steps;
    bool *touched;
    struct rng rng;
    struct pool *pool;
    struct worker *workers;
    int n_workers;
    struct verdict *verdicts; /* [batch] */
    struct sample **batch;
    uint32_t batch_size, n_drawn;
    double tolerance; /* 1: one sentence rules an entry out */
    bool stopped;
};

g2l2_learn_options g2l2_learn_options_default(void) {
    return (g2l2_learn_options){.seed = 1,
                                .inference = "exact",
                                .n_threads = 1,
                                .noise = 0.15,
                                .limits = g2l2_limits_default()};
}

/* ---- prepare ----------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_literals(const g2l2_dataset *data, struct arena *arena, g2l2_domain *domain) {
    size_t n = g2l2_dataset_count(data);
    const char **targets = arena_array(arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++) targets[i] = g2l2_dataset_get(data, i).target;
    domain_add_literals(domain, targets, n);
}

/* The words of all sentences, sorted: the order of the examples must not matter. */
static void collect_words(struct trainer *t, struct symbols *words) {
    symbols_init(words, &t->arena);
    for (size_t i = 0; i < g2l2_dataset_count(t->data); i++)
        for (const char *at = g2l2_dataset_get(t->data, i).sentence; *at;) {
            size_t n = strcspn(at, " ");
            if (n) symbols_add(words, at, n);
            at += n + strspn(at + n, " ");
        }
    if (words->names.n) qsort(words->names.at, words->names.n, sizeof *words->names.at, by_text);
}

static void fill_lexicon(struct trainer *t, const struct candidate_set *set) {
    candidate_list candidates = {0};
    struct symbols words;
    g2l2_domain *domain = t->work->domain;
    domain_candidates(domain, set, &candidates);
    collect_words(t, &words);
    t->n_candidates = candidates.n;
    if ((uint64_t)candidates.n * words.names.n > 40u * 1000 * 1000)
        guard_raise(&t->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "%u words with %u candidate entries each are too many; use a definition with "
                    "fewer operations, or data with fewer words and actions",
                    words.names.n, candidates.n);
    for (uint32_t i = 0; i < candidates.n; i++)
        vec_push(t->lexicon->arena, &t->lexicon->entries, candidates.at[i]);
    for (uint32_t w = 0; w < words.names.n; w++) {
        lexicon_add_word(t->lexicon, words.names.at[w], strlen(words.names.at[w]));
        for (uint32_t i = 0; i < candidates.n; i++) lexicon_add_slot(t->lexicon, i, 0, false);
    }
    domain_close(domain);
    lexicon_index(t->lexicon);
}

static int by_length(const void *a, const void *b) {
    const struct sample *x = a, *y = b;
    if (x->n != y->n) return x->n < y->n ? -1 : 1;
    return x->example < y->example ? -1 : x->example > y->example;
}

static void read_sample(struct trainer *t, uint32_t i) {
    g2l2_example example = g2l2_dataset_get(t->data, i);
    uint32_t max = (uint32_t)strlen(example.sentence) / 2 + 1;
    uint32_t *words = arena_array(&t->arena, uint32_t, max);
    struct sample *s = &t->samples[t->n_samples];
    const char *why;
    const struct kernels *kernels = t->work->domain->kernels;
    *s = (struct sample){.words = words, .example = i};
    s->n = lexicon_words(t->lexicon, example.sentence, words, max);
    if (!kernels->read_target(&t->arena, &t->work->domain->lang, example.target, &s->target, &why))
        guard_raise(&t->guard, G2L2_STATUS_DATA, example.line, 0, "%s:%zu: '%.80s': %s",
                    example.file ? example.file : "example", example.line, example.target, why);
    t->n_samples++;
}

/* One stage for each length that occurs; more than MAX_STAGES are thinned out. */
static void plan_stages(struct trainer *t) {
    uint32_t *lengths = arena_array(&t->arena, uint32_t, t->n_samples + 1), n = 0;
    for (uint32_t i = 0; i < t->n_samples; i++)
        if (!n || lengths[n - 1] != t->samples[i].n) lengths[n++] = t->samples[i].n;
    t->n_stages = n < MAX_STAGES ? (int)n : MAX_STAGES;
    for (int i = 0; i < t->n_stages; i++)
        t->stages[i] = lengths[((uint64_t)(i + 1) * n - 1) / (uint32_t)t->n_stages];
}

static void prepare(struct trainer *t, const struct candidate_set *set) {
    uint32_t n = (uint32_t)g2l2_dataset_count(t->data);
    t->lexicon = &t->work->lexicon;
    add_literals(t->data, &t->arena, t->work->domain);
    fill_lexicon(t, set);
    t->samples = arena_array(&t->arena, struct sample, n + 1);
    for (uint32_t i = 0; i < n; i++) read_sample(t, i);
    qsort(t->samples, n, sizeof *t->samples, by_length);
    plan_stages(t);
    uint32_t slots = t->lexicon->slots.n, words = t->lexicon->words.n;
    t->grad = arena_zalloc(&t->arena, slots * sizeof *t->grad);
    t->m = arena_zalloc(&t->arena, slots * sizeof *t->m);
    t->v = arena_zalloc(&t->arena, slots * sizeof *t->v);
    t->uses = arena_zalloc(&t->arena, slots * sizeof *t->uses);
    t->keep = arena_zalloc(&t->arena, slots * sizeof *t->keep);
    t->sightings = arena_zalloc(&t->arena, words * sizeof *t->sightings);
    t->steps = arena_zalloc(&t->arena, words * sizeof *t->steps);
    t->touched = arena_zalloc(&t->arena, words * sizeof *t->touched);
    rng_seed(&t->rng, t->options->seed);
    for (uint32_t i = 0; i < slots; i++) t->lexicon->tau[i] = 0.01 * rng_normal(&t->rng);
}

static void prepare_workers(struct trainer *t) {
    t->batch_size = t->options->batch > 0 ? (uint32_t)t->options->batch : BATCH;
    t->verdicts = arena_zalloc(&t->arena, t->batch_size * sizeof *t->verdicts);
    t->batch = arena_zalloc(&t->arena, t->batch_size * sizeof *t->batch);
    t->n_workers = t->options->n_threads > 1 ? t->options->n_threads : 1;
    t->workers = arena_zalloc(&t->arena, (size_t)t->n_workers * sizeof *t->workers);
    for (int i = 0; i < t->n_workers; i++) {
        struct worker *w = &t->workers[i];
        uint32_t slots = t->lexicon->slots.n;
        w->grads = arena_zalloc(&t->arena, slots * sizeof *w->grads);
        w->weight = arena_zalloc(&t->arena, slots * sizeof *w->weight);
        w->viable = arena_zalloc(&t->arena, slots * sizeof *w->viable);
        arena_init(&w->arena, &w->guard, t->options->limits.max_memory);
        arena_init(&w->scratch, &w->guard, t->options->limits.max_memory);
    }
}

/* ---- one training step ----------------------------------------------------------------------- */

static uint32_t count_slots(const struct lexicon *lexicon, const struct sample *s) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n; i++) n += lexicon->words.at[s->words[i]].n;
    return n;
}

static void make_room(struct trainer *t, struct verdict *v, const struct sample *s) {
    uint32_t slots = count_slots(t->lexicon, s);
    if (s->n > v->cap_words) {
        v->cap_words = s->n * 2;
        v->words = arena_array(&t->arena, uint32_t, v->cap_words);
    }
    if (slots > v->cap_slots) {
        v->cap_slots = slots * 2;
        v->grads = arena_array(&t->arena, double, v->cap_slots);
        v->viable = arena_array(&t->arena, bool, v->cap_slots);
    }
}

/* Sentences drawn more than once are computed once. */
static void draw_batch(struct trainer *t, uint32_t n_samples) {
    t->n_drawn = 0;
    for (uint32_t i = 0; i < t->batch_size; i++) {
        struct sample *drawn = &t->samples[rng_below(&t->rng, n_samples)];
        uint32_t k = 0;
        while (k < t->n_drawn && t->batch[k] != drawn) k++;
        if (k == t->n_drawn) {
            make_room(t, &t->verdicts[k], drawn);
            t->verdicts[k].times = 0;
            t->batch[t->n_drawn++] = drawn;
        }
        t->verdicts[k].times++;
    }
}

/* One that was too large is worth another try when a tenth of its entries has gone. */
static bool put_off(const struct trainer *t, const struct sample *s) {
    return s->gave_up && count_slots(t->lexicon, s) > s->gave_up * 0.9;
}

static void run_sentence(void *context, int worker, uint32_t i) {
    struct trainer *t = context;
    if (put_off(t, t->batch[i])) {
        t->verdicts[i].outcome = OUTCOME_TOO_LARGE;
        return;
    }
    step_run(&t->workers[worker], t->lexicon, t->batch[i], &t->step, &t->verdicts[i]);
}

/* Add up the verdicts in the order of the batch. Returns the mean loss. */
static double add_up(struct trainer *t) {
    double loss = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_drawn; i++) {
        const struct verdict *v = &t->verdicts[i];
        if (v->outcome == OUTCOME_TOO_LARGE && !put_off(t, t->batch[i]))
            t->batch[i]->gave_up = count_slots(t->lexicon, t->batch[i]);
        if (v->outcome != OUTCOME_OK) continue;
        loss += v->loss * v->times;
        n += v->times;
        size_t at = 0;
        for (uint32_t k = 0; k < v->n_words; k++) {
            const struct word *word = &t->lexicon->words.at[v->words[k]];
            t->touched[v->words[k]] = true;
            t->sightings[v->words[k]] += v->times;
            for (uint32_t s = word->first; s < word->first + word->n; s++, at++) {
                t->grad[s] += v->grads[at] * v->times / t->batch_size;
                t->uses[s] += v->viable[at] ? v->times : 0;
            }
        }
    }
    return n ? loss / n : 0;
}

/* Adam, for the words of the batch only (Kingma and Ba 2015). */
static void update_word(struct trainer *t, uint32_t w) {
    const double b1 = 0.9, b2 = 0.999;
    double rate = t->options->learning_rate > 0 ? t->options->learning_rate : RATE;
    const struct word *word = &t->lexicon->words.at[w];
    uint32_t n = ++t->steps[w];
    double scale = rate * sqrt(1 - pow(b2, n)) / (1 - pow(b1, n));
    for (uint32_t s = word->first; s < word->first + word->n; s++) {
        double g = t->grad[s];
        t->grad[s] = 0;
        t->m[s] = b1 * t->m[s] + (1 - b1) * g;
        t->v[s] = b2 * t->v[s] + (1 - b2) * g * g;
        t->lexicon->tau[s] -= scale * t->m[s] / (sqrt(t->v[s]) + 1e-8);
    }
}

static void move_slot(void *context, uint32_t from, uint32_t to) {
    struct trainer *t = context;
    t->m[to] = t->m[from];
    t->v[to] = t->v[from];
    t->uses[to] = t->uses[from];
}

static void note_ruled_out(struct trainer *t, uint32_t w) {
    const struct word *word = &t->lexicon->words.at[w];
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (t->options->keep_candidates && !t->keep[s])
            vec_push(&t->arena, &t->ruled_out,
                     ((struct ruled_out){w, t->lexicon->slots.at[s].entry, t->lexicon->tau[s]}));
}

/* Rule out what is of use clearly less often than the word's best entry. */
static bool eliminate_word(struct trainer *t, uint32_t w, double tolerance) {
    const struct word *word = &t->lexicon->words.at[w];
    uint32_t best = 0, kept = 0;
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (t->uses[s] > best) best = t->uses[s];
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        kept += t->keep[s] = t->uses[s] >= tolerance * best;
    if (!best || kept == word->n) return false;
    note_ruled_out(t, w);
    lexicon_drop(t->lexicon, w, t->keep, move_slot, t);
    return true;
}

static bool may_eliminate(const struct trainer *t, uint32_t w) {
    if (t->step.expected) return false;
    return t->tolerance == 1 || t->sightings[w] >= SIGHTINGS;
}

static double train_step(struct trainer *t, uint32_t n_samples) {
    draw_batch(t, n_samples);                                 /* words */
    pool_run(t->pool, t->n_drawn, run_sentence, t);           /* chart, execution, loss */
    double loss = add_up(t);
    bool dropped = false;
    for (uint32_t w = 0; w < t->lexicon->words.n; w++) {
        if (!t->touched[w]) continue;
        update_word(t, w);
        if (may_eliminate(t, w))
            dropped |= eliminate_word(t, w, t->tolerance);
        t->touched[w] = false;
    }
    if (dropped) lexicon_index(t->lexicon);
    return loss;
}

/* Before any parsing: an entry whose literals are missing from the targets of
 * too many of its word's sentences is not worth a try. */
static void glance(struct trainer *t) {
    struct verdict *v = &t->verdicts[0];
    for (uint32_t i = 0; i < t->n_samples; i++) {
        const struct sample *s = &t->samples[(uint64_t)i * 7919 % t->n_samples];
        bool wanted = false;
        for (uint32_t k = 0; k < s->n; k++) wanted |= t->sightings[s->words[k]] < GLANCES;
        if (!wanted) continue;
        make_room(t, v, s);
        step_glance(&t->workers[0], t->lexicon, s, v);
        size_t at = 0;
        for (uint32_t k = 0; k < v->n_words; k++) {
            const struct word *word = &t->lexicon->words.at[v->words[k]];
            t->sightings[v->words[k]]++;
            for (uint32_t slot = word->first; slot < word->first + word->n; slot++)
                t->uses[slot] += v->viable[at++];
        }
    }
    for (uint32_t w = 0; w < t->lexicon->words.n; w++) eliminate_word(t, w, GLANCE_TOLERANCE);
    lexicon_index(t->lexicon);
    memset(t->sightings, 0, t->lexicon->words.n * sizeof *t->sightings);
    memset(t->uses, 0, t->lexicon->slots.n * sizeof *t->uses);
}

/* ---- stages ----------------------------------------------------------------------------------- */

static size_t count_alive(const struct lexicon *lexicon) {
    size_t n = 0;
    for (uint32_t w = 0; w < lexicon->words.n; w++) n += lexicon->words.at[w].n;
    return n;
}

static void report(struct trainer *t, int stage, int update, int per_stage, double loss) {
    if (!t->options->progress) return;
    g2l2_progress p = {.stage = stage + 1,
                       .n_stages = t->n_stages,
                       .length = (int)t->stages[stage],
                       .update = stage * per_stage + update + 1,
                       .n_updates = t->n_stages * per_stage,
                       .loss = loss,
                       .n_alive = count_alive(t->lexicon)};
    if (!t->options->progress(t->options->context, &p)) t->stopped = true;
}

/* Expected inference has no derivations to look at: after each stage, what has
 * become light is ruled out (the paper, section 2.1, prunes as well). */
static void prune(struct trainer *t) {
    for (uint32_t w = 0; w < t->lexicon->words.n; w++) {
        const struct word *word = &t->lexicon->words.at[w];
        double max = -INFINITY;
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            max = fmax(max, t->lexicon->tau[s]);
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            t->keep[s] = t->lexicon->tau[s] >= max + log(PRUNE_SHARE);
        note_ruled_out(t, w);
        lexicon_drop(t->lexicon, w, t->keep, move_slot, t);
    }
    lexicon_index(t->lexicon);
}

static void train(struct trainer *t) {
    int updates = t->options->updates > 0 ? t->options->updates : UPDATES;
    for (int stage = 0; stage < t->n_stages && !t->stopped; stage++) {
        uint32_t n = 0;
        while (n < t->n_samples && t->samples[n].n <= t->stages[stage]) n++;
        for (int u = 0; u < updates && !t->stopped; u++)
            report(t, stage, u, updates, train_step(t, n));
        if (t->step.expected) prune(t);
    }
}

/* ---- finish ------------------------------------------------------------------------------------- */

/* Put a trained entry into the model: the programs are read again from their
 * text, because the model has a language of its own. */
static void add_entry(struct trainer *t, g2l2_model *model, uint32_t entry, double tau) {
    const struct candidate *c = &t->lexicon->entries.at[entry];
    struct buf cat, text;
    cat_id id = CAT_NONE;
    const struct term *program = NULL;
    g2l2_error err;
    buf_init(&cat, &t->arena);
    buf_init(&text, &t->arena);
    category_print(&t->work->domain->syntax, c->cat, &cat);
    g2l2_status status = category_parse(&model->domain->syntax, cat.at, cat.n, &id, &err);
    if (!status && c->program) {
        term_print(&t->work->domain->lang, c->program, &text);
        type_id type = model->domain->syntax.cats.at[id].type;
        status = term_parse(&model->domain->lang, text.at, text.n, type, &program, &err);
    }
    if (status) guard_raise(&t->guard, status, 0, 0, "%s", err.message);
    lexicon_add_slot(&model->lexicon, lexicon_entry(&model->lexicon, id, program), tau, false);
}

static void keep_word(struct trainer *t, g2l2_model *model, uint32_t w) {
    const struct word *word = &t->lexicon->words.at[w];
    const char *text = t->lexicon->names.names.at[w];
    double max = -INFINITY;
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (t->keep[s]) max = fmax(max, t->lexicon->tau[s]);
    lexicon_add_word(&model->lexicon, text, strlen(text));
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (t->keep[s] || t->options->keep_candidates) {
            add_entry(t, model, t->lexicon->slots.at[s].entry, t->lexicon->tau[s] - max);
            if (!t->keep[s]) lexicon_turn_off(&model->lexicon);
        }
    for (uint32_t i = 0; i < t->ruled_out.n; i++) {
        struct ruled_out r = t->ruled_out.at[i];
        if (r.word != w) continue;
        add_entry(t, model, r.entry, r.tau - max);
        lexicon_turn_off(&model->lexicon);
    }
}

/* Words that no example could explain are left out: nothing is known of them. */
static void build_model(struct trainer *t, g2l2_model *model) {
    struct guard *outer = model->arena.guard;
    model->arena.guard = model->domain->arena.guard = &t->guard;
    add_literals(t->data, &t->arena, model->domain);
    for (uint32_t w = 0; w < t->lexicon->words.n; w++)
        if (t->sightings[w]) keep_word(t, model, w);
    model_finish(model);
    model->arena.guard = outer;
    model->domain->arena.guard = &model->domain->guard;
}

struct failure {
    size_t example;
    char reason[256];
};

static bool same_meaning(const struct trainer *t, const char *got, const char *wanted) {
    if (t->work->domain->expected) return fabs(atof(got) - atof(wanted)) < 1e-6;
    return !strcmp(got, wanted);
}

static g2l2_status check(struct trainer *t, const g2l2_model *model, g2l2_learn_report *out,
                         struct failure *first, g2l2_error *err) {
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_status status = g2l2_parser_new(model, &t->options->limits, &parser, err);
    size_t n = g2l2_dataset_count(t->data), every = n / CHECK_MAX + 1;
    for (size_t i = 0; !status && i < n; i += every) {
        g2l2_example example = g2l2_dataset_get(t->data, i);
        status = g2l2_parser_run(parser, example.sentence, 1, &result, err);
        if (status) break;
        bool right = result.n_readings && same_meaning(t, result.readings[0].text, example.target);
        if (!right && out->correct == out->checked) {
            first->example = i;
            snprintf(first->reason, sizeof first->reason, "%s",
                     result.n_readings ? result.readings[0].text : result.reason);
        }
        out->checked++;
        out->correct += right;
    }
    g2l2_parser_free(parser);
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------------ */

static void release(struct trainer *t) {
    pool_free(t->pool);
    for (int i = 0; i < t->n_workers; i++) {
        arena_free(&t->workers[i].arena);
        arena_free(&t->workers[i].scratch);
    }
    g2l2_model_free(t->work);
    arena_free(&t->arena);
}

static g2l2_status run_once(const g2l2_domain *domain, const g2l2_dataset *data,
                            const g2l2_learn_options *options, const struct candidate_set *set,
                            double tolerance, g2l2_model **out, g2l2_learn_report *report_out,
                            struct failure *failure, g2l2_error *err) {
    struct trainer t = {.options = options, .data = data, .tolerance = tolerance};
    struct trainer *volatile self = &t;
    g2l2_model *volatile model = NULL;
    t.step = (struct step_options){.expected = !strcmp(options->inference, "expected"),
                                   .max_ways = MAX_WAYS,
                                   .max_target = options->limits.max_target};
    arena_init(&t.arena, &t.guard, 0);
    g2l2_status status = model_new(domain, &t.work, err);
    if (status) return status;
    t.work->arena.guard = t.work->domain->arena.guard = &t.guard;
    if (guard_try(&t.guard, err)) {
        prepare(&t, domain_set(t.work->domain, set->name));
        prepare_workers(&t);
        t.pool = pool_new(t.n_workers);
        if (!t.pool) guard_raise(&t.guard, G2L2_STATUS_NO_MEMORY, 0, 0, "cannot start threads");
        if (!t.step.expected) glance(&t);
        train(&t);
        g2l2_model *fresh = NULL;
        status = choose_entries(t.lexicon, data, t.samples, t.n_samples, &options->limits,
                                &t.arena, t.keep, err);
        if (!status) status = model_new(domain, &fresh, err);
        model = fresh;
        if (!status) build_model(&t, fresh);
        if (!status) status = check(&t, fresh, report_out, failure, err);
        report_out->candidates = t.n_candidates;
        report_out->interrupted = t.stopped;
    } else {
        status = self->guard.status;
    }
    release(self);
    if (status) g2l2_model_free(model);
    else *out = model;
    return status;
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static g2l2_status check_arguments(const g2l2_domain *domain, const g2l2_dataset *data,
                                   const g2l2_learn_options *options, g2l2_error *err) {
    const char *inference = options->inference;
    if (!g2l2_dataset_count(data))
        return err_set(err, G2L2_STATUS_DATA, 0, 0, "there are no examples to learn from");
    if (strcmp(inference, "exact") && strcmp(inference, "expected"))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "inference is 'exact' or 'expected', not '%.60s'", inference);
    bool exact = !strcmp(inference, "exact");
    if (exact ? !domain->kernels->exact : !domain->kernels->expected)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "domain '%s' has no %s inference",
                       domain->name, inference);
    if (!domain_set(domain, options->candidates))
        return err_set(err, G2L2_STATUS_UNKNOWN, 0, 0,
                       "domain '%s' has no candidate set '%.60s'; it has %s", domain->name,
                       options->candidates ? options->candidates : "",
                       domain->sets.n ? domain->sets.at[0].name : "none");
    return G2L2_STATUS_OK;
}

/* Too many examples that the lexicon does not explain: say which came first. */
static g2l2_status refuse(const g2l2_dataset *data, const g2l2_learn_report *report,
                          const struct failure *failure, g2l2_error *err) {
    g2l2_example e = g2l2_dataset_get(data, failure->example);
    return err_set(err, G2L2_STATUS_DATA, e.line, 0,
                   "%s:%zu: no lexicon explains this with the other examples (%zu of %zu are left "
                   "unexplained): '%.80s' would mean '%.80s', not '%.80s'; correct the data, or "
                   "allow more with --noise",
                   e.file ? e.file : "example", e.line, report->checked - report->correct,
                   report->checked, e.sentence, failure->reason, e.target);
}

/* The best of several runs, by the examples it explains. */
struct attempt {
    g2l2_model *model;
    g2l2_learn_report report;
    struct failure failure;
};

static g2l2_status try_run(const g2l2_domain *domain, const g2l2_dataset *data,
                           const g2l2_learn_options *options, const struct candidate_set *set,
                           double tolerance, struct attempt *best, g2l2_error *err) {
    struct attempt now = {0};
    g2l2_status status = run_once(domain, data, options, set, tolerance, &now.model, &now.report,
                                  &now.failure, err);
    if (status) return status;
    now.report.tolerant = tolerance < 1;
    bool better = !best->model || now.report.correct > best->report.correct;
    g2l2_model_free(better ? best->model : now.model);
    if (better) *best = now;
    return G2L2_STATUS_OK;
}

static bool explained(const struct attempt *best) {
    return best->model &&
           (best->report.interrupted || best->report.correct == best->report.checked);
}

/* First as if every label were right. Where no lexicon explains all examples,
 * again as if some were wrong; then, if asked to, from other seeds. */
static g2l2_status try_set(const g2l2_domain *domain, const g2l2_dataset *data,
                           const g2l2_learn_options *options, const struct candidate_set *set,
                           struct attempt *best, g2l2_error *err) {
    g2l2_learn_options o = *options;
    bool exact = !strcmp(options->inference, "exact");
    g2l2_status status = G2L2_STATUS_OK;
    int restart = 0;
    for (; !status && !explained(best) && restart <= options->restarts; restart++) {
        status = try_run(domain, data, &o, set, 1, best, err);
        if (!status && exact && !options->strict && !explained(best))
            status = try_run(domain, data, &o, set, TOLERANCE, best, err);
        o.seed = o.seed * 6364136223846793005u + 1442695040888963407u;
    }
    best->report.restarts = restart - 1;
    best->report.candidate_set = set->name;
    return status;
}

/* A larger set must explain clearly more, or the smaller one is the better guess. */
static bool clearly_better(const struct attempt *wide, const struct attempt *best) {
    size_t margin = best->report.checked / 100;
    return wide->report.correct > best->report.correct + margin;
}

static g2l2_status attempts(const g2l2_domain *domain, const g2l2_dataset *data,
                            const g2l2_learn_options *options, struct attempt *best,
                            g2l2_error *err) {
    g2l2_status status =
        try_set(domain, data, options, domain_set(domain, options->candidates), best, err);
    for (uint32_t i = 0; !status && !options->candidates && i < domain->sets.n; i++) {
        struct attempt wide = {0};
        if (!domain->sets.at[i].fallback || explained(best)) continue;
        status = try_set(domain, data, options, &domain->sets.at[i], &wide, err);
        if (status) break;
        bool better = clearly_better(&wide, best);
        g2l2_model_free(better ? best->model : wide.model);
        if (better) *best = wide;
        else best->report.interrupted |= wide.report.interrupted;
    }
    return status;
}

g2l2_status g2l2_learn(const g2l2_domain *domain, const g2l2_dataset *data,
                       const g2l2_learn_options *options, g2l2_model **out,
                       g2l2_learn_report *report, g2l2_error *err) {
    double start = cpu_seconds();
    struct attempt best = {0};
    g2l2_status status = check_arguments(domain, data, options, err);
    if (!status) status = attempts(domain, data, options, &best, err);
    g2l2_learn_report *r = &best.report;
    r->examples = g2l2_dataset_count(data);
    r->cpu_seconds = cpu_seconds() - start;
    if (!status && !r->interrupted &&
        (double)(r->checked - r->correct) > options->noise * (double)r->checked)
        status = refuse(data, r, &best.failure, err);
    if (report) *report = *r;
    if (status) g2l2_model_free(best.model);
    else *out = best.model;
    return status;
}
