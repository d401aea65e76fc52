/* Ties that weights do not show.
 *
 *     look opposite left         opposite   V\V         \x. concat(I_TURN_LEFT(), x)   chosen
 *                                           V\V/(V\V)   \f.\x. f(f(x))                 rival
 *     look opposite right        ?
 *
 * An entry that makes all examples right that the chosen one does, with the other words as they
 * are, has been decided against by weights alone, and these say little about it. If it makes a
 * sentence that people would say (patterns.h) mean something else, the examples leave that open:
 * the entry stays, with half the weight, so that the tie is seen and such sentences are less sure. */
#include <math.h>
#include <string.h>

#include "learn/choose.h"
#include "parser/patterns.h"

/* Sentences with the word, and what they mean with the chosen entry. */
struct trial {
    struct choice *c;
    struct arena *arena;
    VEC(const char *) sentences;
    VEC(const char *) meanings;
    bool listed; /* the sentences are */
    VEC(uint32_t) right;
};

static const char *meaning(struct choice *c, const char *sentence) {
    g2l2_result result;
    bool fine = !g2l2_parser_run(c->parser, sentence, 1, &result, NULL);
    return fine && result.n_readings ? result.readings[0].text : NULL;
}

/* Only what means something can mean something else. */
static bool add_sentence(void *context, const char *sentence) {
    struct trial *t = context;
    const char *means = meaning(t->c, sentence);
    if (!means) return false;
    vec_push(t->arena, &t->meanings, arena_strndup(t->arena, means, strlen(means)));
    vec_push(t->arena, &t->sentences, arena_strndup(t->arena, sentence, strlen(sentence)));
    return false;
}

static void list_sentences(struct trial *t, const struct patterns *patterns, uint32_t w) {
    struct learner *l = t->c->l;
    uint32_t first = l->of_word_first[w], n = l->of_word_first[w + 1] - first;
    uint32_t most = (uint32_t)l->recipe.rival_sentences, every = n / (most + 1) + 1, n_seen = 0;
    const char **seen = arena_array(t->arena, const char *, most + 2);
    for (uint32_t i = 0; i < n; i += every)
        seen[n_seen++] = l->sentences[l->examples[l->of_word[first + i]].number];
    patterns_each(patterns, seen, n_seen, most, add_sentence, t);
}

/* Examples of the word, spread over all, that are right with the chosen entry. */
static void list_right(struct trial *t, uint32_t w) {
    struct learner *l = t->c->l;
    uint32_t n = l->of_word_first[w + 1] - l->of_word_first[w];
    uint32_t every = n / (uint32_t)l->recipe.choose_examples + 1;
    for (uint32_t i = l->of_word_first[w]; i < l->of_word_first[w + 1]; i += every) {
        uint32_t number = l->examples[l->of_word[i]].number;
        if (choose_right(t->c, number) > 0) vec_push(t->arena, &t->right, number);
    }
}

/* And are these with the entry that the word has now? */
static bool explains(const struct trial *t) {
    for (uint32_t i = 0; i < t->right.n; i++)
        if (!(choose_right(t->c, t->right.at[i]) > 0)) return false;
    return true;
}

static bool differs(const struct trial *t) {
    for (uint32_t i = 0; i < t->sentences.n; i++) {
        const char *means = meaning(t->c, t->sentences.at[i]);
        if (means && strcmp(means, t->meanings.at[i])) return true;
    }
    return false;
}

/* The heaviest first, those with lower numbers of equals; UINT32_MAX: there is no other. */
static uint32_t next_heaviest(const struct choice *c, uint32_t w, uint32_t after) {
    uint32_t first = learner_word(c->l, w)->first, best = UINT32_MAX;
    for (uint32_t s = first; s < first + c->n_slots[w]; s++) {
        bool behind = after == UINT32_MAX || c->tau[s] < c->tau[after] ||
                      (c->tau[s] == c->tau[after] && s > after);
        if (behind && (best == UINT32_MAX || c->tau[s] > c->tau[best])) best = s;
    }
    return best;
}

static bool is_rival(struct trial *t, const struct patterns *patterns, uint32_t w, uint32_t slot) {
    choose_set_word(t->c, w, slot);
    if (!explains(t)) return false;
    if (!t->listed) {
        choose_set_word(t->c, w, t->c->chosen[w]);
        list_sentences(t, patterns, w);
        choose_set_word(t->c, w, slot);
        t->listed = true;
    }
    return differs(t);
}

static void keep_rival(struct choice *c, const struct patterns *patterns, uint32_t w) {
    struct learner *l = c->l;
    struct trial t = {.c = c, .arena = patterns->arena};
    uint32_t chosen = c->chosen[w], s = next_heaviest(c, w, UINT32_MAX), tried = 0;
    list_right(&t, w);
    for (; s != UINT32_MAX && tried < l->recipe.rivals; tried++, s = next_heaviest(c, w, s)) {
        if (s == chosen || !is_rival(&t, patterns, w, s)) continue;
        double least = c->tau[chosen] + log(l->recipe.choose_tie);
        l->keep[s] = true;
        c->tau[s] = fmin(fmax(c->tau[s], least), c->tau[chosen]);
        break;
    }
    choose_set_word(c, w, chosen);
}

void rivals_keep(struct choice *self) {
    struct learner *l = self->l;
    for (uint32_t w = 0; w < l->lexicon->words.n && learner_may_go_on(l); w++) {
        if (clock_now() > self->until) break;
        if (self->n_slots[w] < 2 || self->chosen[w] == ALL) continue;
        struct patterns patterns = patterns_of(&l->scratch, l->lexicon, w);
        keep_rival(self, &patterns, w);
        arena_reset(&l->scratch);
    }
    arena_free(&l->scratch);
}
