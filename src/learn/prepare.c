/* Before the first step: constants from the targets, candidates from the
 * domain, every word with every candidate, sentences sorted by length, and
 * memory for everything that is parallel to slots, words and workers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/trainer.h"

#define BATCH         32
#define LITERAL_SHARE 0.6 /* of a word\'s sentences must have a constant that it adds */
#define PRIOR         0.3 /* weight of a program's length */
#define MAX_PAIRS     1e8 /* of a word and a candidate */
#define MAX_SLOTS     20000000u

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

/* ---- words, and the constants they occur with ------------------------------------------ */

struct census {
    struct symbols words;
    const char **sorted; /* [words] by name: the order of the examples must not matter */
    uint32_t *sentences; /* [words] that have the word */
    uint32_t *together;  /* [words, literals] of these, with the constant in the target */
    uint32_t *word_seen, *literal_seen; /* number of the last sentence + 1 */
    uint32_t n_literals;
};

static void collect_words(struct trainer *t, struct census *c) {
    symbols_init(&c->words, &t->arena);
    for (size_t i = 0; i < g2l2_dataset_count(t->data); i++)
        for (const char *at = g2l2_dataset_get(t->data, i).sentence; *at;) {
            size_t n = strcspn(at, " ");
            if (n) symbols_add(&c->words, at, n);
            at += n + strspn(at + n, " ");
        }
    uint32_t n = c->words.names.n;
    c->sorted = arena_array(&t->arena, const char *, n + 1);
    if (n) memcpy(c->sorted, c->words.names.at, n * sizeof *c->sorted);
    qsort(c->sorted, n, sizeof *c->sorted, by_text);
}

static void count_word(struct census *c, uint32_t word, const struct target *target,
                       uint32_t sentence) {
    if (c->word_seen[word] == sentence) return;
    c->word_seen[word] = sentence;
    c->sentences[word]++;
    memset(c->literal_seen, 0, c->n_literals * sizeof *c->literal_seen);
    for (uint32_t i = 0; i < target->n; i++) {
        uint32_t literal = target->literals[i];
        if (!c->literal_seen[literal]++) c->together[word * c->n_literals + literal]++;
    }
}

static void take_census(struct trainer *t, struct census *c) {
    c->n_literals = t->work->domain->lang.literal_ops.n;
    size_t n = c->words.names.n;
    c->sentences = arena_zalloc(&t->arena, n * sizeof *c->sentences);
    c->together = arena_zalloc(&t->arena, n * c->n_literals * sizeof *c->together);
    c->word_seen = arena_zalloc(&t->arena, n * sizeof *c->word_seen);
    c->literal_seen = arena_zalloc(&t->arena, c->n_literals * sizeof *c->literal_seen);
    for (uint32_t i = 0; i < g2l2_dataset_count(t->data); i++)
        for (const char *at = g2l2_dataset_get(t->data, i).sentence; *at;) {
            size_t length = strcspn(at, " ");
            if (length) count_word(c, symbols_find(&c->words, at, length), &t->targets[i], i + 1);
            at += length + strspn(at + length, " ");
        }
}

/* ---- candidates ---------------------------------------------------------------------------- */

/* Does every constant of the program occur often enough where the word does? In
 * a domain that throws nothing away, a word that adds a constant is always seen
 * together with it, but for wrong labels. */
static bool plausible(const struct trainer *t, const struct census *c, uint32_t word,
                      const struct term *term) {
    const struct lang *lang = &t->work->domain->lang;
    int32_t literal = term->kind == TERM_OP ? lang->ops.at[term->op].literal : -1;
    if (literal >= 0 &&
        c->together[word * c->n_literals + (uint32_t)literal] < LITERAL_SHARE * c->sentences[word])
        return false;
    for (uint32_t i = 0; i < term->n_subs; i++)
        if (!plausible(t, c, word, term->subs[i])) return false;
    return true;
}

static _Noreturn void fail_too_many(struct trainer *t, const struct census *c) {
    guard_raise(&t->guard, G2L2_STATUS_LIMIT, 0, 0,
                "%u words with %u candidate entries each are too many; use a definition with "
                "fewer operations, or data with fewer words and actions",
                c->words.names.n, t->lexicon->entries.n);
}

static void fill_word(struct trainer *t, const struct census *c, const char *name) {
    bool check = t->work->domain->kernels->keeps_literals && !t->step.expected;
    uint32_t word = symbols_find(&c->words, name, strlen(name));
    lexicon_add_word(t->lexicon, name, strlen(name));
    for (uint32_t i = 0; i < t->lexicon->entries.n; i++) {
        const struct term *program = t->lexicon->entries.at[i].program;
        if (!check || !program || plausible(t, c, word, program))
            lexicon_add_slot(t->lexicon, i, 0, false);
        else if (t->options->keep_candidates)
            vec_push(&t->arena, &t->ruled_out, ((struct ruled_out){t->lexicon->words.n - 1, i, 0}));
    }
    if (t->lexicon->slots.n > MAX_SLOTS) fail_too_many(t, c);
}

static void fill_lexicon(struct trainer *t, const struct candidate_set *set) {
    candidate_list candidates = {0};
    struct census census = {0};
    domain_candidates(t->work->domain, set, &candidates);
    t->n_candidates = candidates.n;
    for (uint32_t i = 0; i < candidates.n; i++)
        vec_push(t->lexicon->arena, &t->lexicon->entries, candidates.at[i]);
    collect_words(t, &census);
    if ((double)census.words.names.n * candidates.n > MAX_PAIRS) fail_too_many(t, &census);
    take_census(t, &census);
    for (uint32_t w = 0; w < census.words.names.n; w++) fill_word(t, &census, census.sorted[w]);
    domain_close(t->work->domain);
    lexicon_index(t->lexicon);
}

/* ---- samples ------------------------------------------------------------------------------- */

static void read_targets(struct trainer *t) {
    size_t n = g2l2_dataset_count(t->data);
    const struct kernels *kernels = t->work->domain->kernels;
    t->targets = arena_array(&t->arena, struct target, n + 1);
    for (size_t i = 0; i < n; i++) {
        g2l2_example e = g2l2_dataset_get(t->data, i);
        const char *why;
        if (!kernels->read_target(&t->arena, &t->work->domain->lang, e.target, &t->targets[i],
                                  &why))
            guard_raise(&t->guard, G2L2_STATUS_DATA, e.line, 0, "%s:%zu: '%.80s': %s",
                        e.file ? e.file : "example", e.line, e.target, why);
    }
}

static int by_length(const void *a, const void *b) {
    const struct sample *x = a, *y = b;
    if (x->n != y->n) return x->n < y->n ? -1 : 1;
    return x->example < y->example ? -1 : x->example > y->example;
}

static void read_sample(struct trainer *t, uint32_t i) {
    const char *sentence = g2l2_dataset_get(t->data, i).sentence;
    uint32_t max = (uint32_t)strlen(sentence) / 2 + 1;
    uint32_t *words = arena_array(&t->arena, uint32_t, max);
    uint32_t n = lexicon_words(t->lexicon, sentence, words, max);
    t->samples[t->n_samples++] =
        (struct sample){.words = words, .n = n, .target = t->targets[i], .example = i};
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

/* How much it takes to say a program: a choice among operations, constants or
 * numbers costs the more the more there are. */
static double description(const struct trainer *t, const struct term *term) {
    const struct lang *lang = &t->work->domain->lang;
    double size = 0;
    if (term->kind == TERM_OP && lang->ops.at[term->op].literal >= 0)
        size = log1p(lang->literal_ops.n);
    else if (term->kind == TERM_OP) size = log1p(lang->ops.n - lang->literal_ops.n);
    else if (term->kind == TERM_NUMBER) size = log1p(t->work->domain->numbers.n);
    else if (term->kind == TERM_APPLY) size = log(2);
    for (uint32_t i = 0; i < term->n_subs; i++) size += description(t, term->subs[i]);
    return size;
}

/* Nearly equal, but short programs are a little more likely: where the examples
 * cannot tell, `opposite` doubles what it is given rather than adding a turn left. */
static void first_weights(struct trainer *t) {
    double *size = arena_array(&t->arena, double, t->lexicon->entries.n + 1);
    for (uint32_t i = 0; i < t->lexicon->entries.n; i++) {
        const struct term *program = t->lexicon->entries.at[i].program;
        size[i] = program ? description(t, program) : 0;
    }
    for (uint32_t s = 0; s < t->lexicon->slots.n; s++)
        t->lexicon->tau[s] =
            0.01 * rng_normal(&t->rng) - PRIOR * size[t->lexicon->slots.at[s].entry];
}

static void prepare_samples(struct trainer *t, const struct candidate_set *set) {
    uint32_t n = (uint32_t)g2l2_dataset_count(t->data);
    t->lexicon = &t->work->lexicon;
    trainer_add_literals(t->data, &t->arena, t->work->domain);
    read_targets(t);
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
    first_weights(t);
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
