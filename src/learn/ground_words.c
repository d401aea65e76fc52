/* Words with all their candidates, first weights and concepts, and the questions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/scenes.h"
#include "learn/ground.h"

#define MAX_LENGTH   60 /* longer questions are not learned from: their charts are large */
#define PRIOR_EMPTY  1.
#define PRIOR_SCHEMA -1.

/* ---- words -------------------------------------------------------------------------------- */

/* Before anything was seen: a word means nothing rather than something, and seldom joins or
 * compares others. */
double words_first_tau(struct ground *g, const struct candidate *c) {
    double prior = c->cat == CAT_EMPTY ? PRIOR_EMPTY : c->program ? 0 : PRIOR_SCHEMA;
    return prior + .01 * rng_normal(&g->rng);
}

void words_first_params(struct ground *g, uint32_t word) {
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
                                 words_first_tau(g, &c), false);
            }
        at += n + strspn(at + n, " ");
    }
}

/* Every word of a question has all candidates; an answer that no question has is a
 * word without entries, with concepts only. */
void words_open(struct ground *g, const g2l2_dataset *data, const struct candidate_set *set) {
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
void words_open_params(struct ground *g, uint32_t n_features) {
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
    for (uint32_t w = 0; w < lexicon->words.n; w++) words_first_params(g, w);
}

/* ---- questions ------------------------------------------------------------------------------ */

static _Noreturn void refuse(struct ground *g, const g2l2_example *example, const char *what,
                             const char *text, const char *why) {
    char place[300] = "";
    if (example->file) snprintf(place, sizeof place, "%.250s:%zu: ", example->file, example->line);
    guard_raise(&g->guard, G2L2_STATUS_DATA, example->line, 0, "%s%s '%.80s' cannot be learned: %s",
                place, what, text, why);
}

static void read_target(struct ground *g, const g2l2_example *example, struct target *out) {
    const g2l2_domain *domain = g->work->domain;
    const char *why;
    if (!domain->kernels->read_target(&g->arena, &domain->lang, example->target, out, &why))
        refuse(g, example, "the answer", example->target, why);
}

static void read_question(struct ground *g, const g2l2_example *example, struct question *q) {
    uint32_t max = (uint32_t)strlen(example->sentence) / 2 + 1;
    uint32_t *words = arena_array(&g->arena, uint32_t, max + 1);
    q->n = lexicon_words(g->lexicon, example->sentence, words, max);
    q->words = words;
    if (example->scene >= g2l2_scenes_count(g->options->scenes))
        refuse(g, example, "the question", example->sentence, "it is about no scene");
    q->scene = &g->whitening.scenes[example->scene];
    read_target(g, example, &q->target);
}

static int by_length(const void *a, const void *b) {
    const struct question *x = a, *y = b;
    if (x->n != y->n) return x->n < y->n ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

void words_read_questions(struct ground *g, const g2l2_dataset *data) {
    size_t n = g2l2_dataset_count(data);
    g->questions = arena_array(&g->arena, struct question, n);
    for (size_t i = 0; i < n; i++) {
        g2l2_example example = g2l2_dataset_get(data, i);
        struct question *q = &g->questions[g->n];
        read_question(g, &example, q);
        q->number = (uint32_t)i;
        g->n += q->n && q->n <= MAX_LENGTH;
    }
    if (!g->n)
        guard_raise(&g->guard, G2L2_STATUS_DATA, 0, 0,
                    "there is no question of 1 to %d words to learn from", MAX_LENGTH);
    qsort(g->questions, g->n, sizeof *g->questions, by_length);
}
