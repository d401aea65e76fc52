/* Before the first step: constants from the targets, candidates from the
 * domain, every word with every candidate, sentences sorted by length, and
 * memory for everything that is parallel to slots, words and workers. */
#include <stdlib.h>
#include <string.h>

#include "learn/trainer.h"

#define BATCH 32

/* ---- prepare ----------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void trainer_add_literals(const g2l2_dataset *data, struct arena *arena, g2l2_domain *domain) {
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

static void prepare_samples(struct trainer *t, const struct candidate_set *set) {
    uint32_t n = (uint32_t)g2l2_dataset_count(t->data);
    t->lexicon = &t->work->lexicon;
    trainer_add_literals(t->data, &t->arena, t->work->domain);
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

void trainer_prepare(struct trainer *t, const struct candidate_set *set) {
    prepare_samples(t, set);
    prepare_workers(t);
    t->pool = pool_new(t->n_workers);
    if (!t->pool) guard_raise(&t->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "cannot start threads");
}
