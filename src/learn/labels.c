/* Do sentences mean one of a few labels, as requests to a help desk do?
 *
 *     where is my parcel            TRACK_ORDER
 *     i want my money back          REFUND
 *
 * Then no word is a part of what a sentence means, and a grammar of actions would have to find one word in each
 * sentence that means all of it. That is so where no target has a token that another one has, and each has several
 * sentences of several words. Names may have parts that words mean, lamp_on beside lamp_off and fan_on, and parts
 * may be apart, "lamp on": then it is for what is held back to say (contest.c). */
#include <string.h>

#include "learn/attempt.h"

#define SENTENCES                                                                                  \
    2 /* that a label has, in the mean: of one alone nothing tells which of its words count */
#define WORDS 2 /* that a sentence has, in the mean: of one alone there is nothing to weigh */
#define COMPOSED                                                                                   \
    .25 /* of the examples: by chance, fewer have a name of which every part is in another one */

/* What there is of targets. */
struct targets {
    struct arena arena;
    struct guard guard;
    struct symbols targets, tokens;
    VEC(uint32_t) owner; /* [tokens] the target that has it */
    VEC(uint32_t) of;    /* [examples] its target */
    size_t n_words;
    bool shared; /* several targets have a token */
};

/* False: it is no name, since it has an argument, or a token twice, as sequences of actions do. */
static bool add_target(struct targets *self, const char *target) {
    uint32_t known = self->targets.names.n;
    uint32_t number = symbols_add(&self->targets, target, strlen(target));
    vec_push(&self->arena, &self->of, number);
    if (number < known) return true;
    if (!*target || strpbrk(target, "(){}[]")) return false;
    for (const char *at = target; *(at += strspn(at, " "));) {
        size_t n = strcspn(at, " ");
        uint32_t before = self->tokens.names.n, token = symbols_add(&self->tokens, at, n);
        if (token == before) vec_push(&self->arena, &self->owner, number);
        else if (self->owner.at[token] == number) return false;
        self->shared |= self->owner.at[token] != number;
        self->owner.at[token] = number;
        at += n;
    }
    return true;
}

/* As they are told apart where labels are learned: what is written without spaces has many. */
static uint32_t count_words(struct targets *self, const char *sentence) {
    struct buf words;
    buf_init(&words, &self->arena);
    text_words(sentence, strlen(sentence), &words, NULL);
    return examples_count_words(words.at);
}

static bool are_labels(struct targets *self, const g2l2_dataset *data) {
    size_t n = g2l2_dataset_count(data);
    for (size_t i = 0; i < n; i++)
        if (!add_target(self, g2l2_dataset_get(data, i).target) ||
            n < SENTENCES * self->targets.names.n)
            return false;
    if (self->targets.names.n < 2) return false;
    for (size_t i = 0; i < n; i++)
        self->n_words += count_words(self, g2l2_dataset_get(data, i).sentence);
    return self->n_words >= WORDS * n;
}

/* The next part of a name, without the sign before it; NULL: there is none. */
static const char *next_part(const struct lang *lang, const char **name, size_t *n) {
    if (!**name) return NULL;
    const char *at = *name;
    *n = lang_piece(lang, at, strlen(at));
    *name += *n;
    bool cut = lang_is_piece(lang, at);
    *n -= cut;
    return at + cut;
}

/* Call in how many names each part is. */
static void count_parts(struct targets *self, const struct lang *lang, struct symbols *parts,
                        uint32_t *names) {
    for (uint32_t i = 0; i < self->targets.names.n; i++) {
        const char *name = self->targets.names.at[i], *part;
        for (size_t n; (part = next_part(lang, &name, &n));) names[symbols_add(parts, part, n)]++;
    }
}

/* Has a name several parts, each of which another one has, too? */
static bool is_composed(const struct lang *lang, const struct symbols *parts, const uint32_t *names,
                        const char *name) {
    uint32_t several = 0;
    const char *part;
    for (size_t n; (part = next_part(lang, &name, &n)); several++)
        if (names[symbols_find(parts, part, n)] < 2) return false;
    return several > 1;
}

static bool are_composed(struct targets *self, const struct lang *lang) {
    struct symbols parts;
    size_t most = 1, n_composed = 0;
    for (uint32_t i = 0; i < self->targets.names.n; i++) most += strlen(self->targets.names.at[i]);
    uint32_t *names = arena_zalloc(&self->arena, most * sizeof *names);
    bool *composed = arena_array(&self->arena, bool, self->targets.names.n);
    symbols_init(&parts, &self->arena);
    count_parts(self, lang, &parts, names);
    for (uint32_t i = 0; i < self->targets.names.n; i++)
        composed[i] = is_composed(lang, &parts, names, self->targets.names.at[i]);
    for (uint32_t i = 0; i < self->of.n; i++) n_composed += composed[self->of.at[i]];
    return (double)n_composed >= COMPOSED * self->of.n;
}

/* Is each target a call of its own, without calls within it, and has one several arguments? */
static bool are_calls(const g2l2_dataset *data) {
    bool several = false;
    for (size_t i = 0; i < g2l2_dataset_count(data); i++) {
        uint32_t n_arguments;
        if (!lang_is_call(g2l2_dataset_get(data, i).target, &n_arguments)) return false;
        several |= n_arguments > 1;
    }
    return several;
}

static enum labels kind_of(struct targets *self, const g2l2_dataset *data, const struct lang *cut) {
    symbols_init(&self->targets, &self->arena);
    symbols_init(&self->tokens, &self->arena);
    if (!are_labels(self, data)) return LABELS_NONE;
    if (self->shared) return LABELS_OF_WORDS;
    return are_composed(self, cut) ? LABELS_OF_PARTS : LABELS_WHOLE;
}

g2l2_status labels_find(const g2l2_domain *domain, const g2l2_dataset *data, enum labels *out,
                        g2l2_error *err) {
    struct targets *volatile self = &(struct targets){.n_words = 0};
    g2l2_domain *compounds;
    *out = LABELS_NONE;
    if (domain->roles && are_calls(data)) *out = LABELS_OF_CALLS;
    if (*out || !domain->labels) return G2L2_STATUS_OK;
    g2l2_status status = g2l2_domain_open(domain->compounds, &compounds, err);
    if (status) return status;
    arena_init(&self->arena, &self->guard, 0);
    if (guard_try(&self->guard, err)) *out = kind_of(self, data, &compounds->lang);
    status = self->guard.status;
    arena_free(&self->arena);
    g2l2_domain_free(compounds);
    return status;
}
