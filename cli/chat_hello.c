/* The first lines of a conversation: what the model is, and three sentences to begin with.
 *
 * A model that was learned from questions remembers one for each entry. Of any other they
 * are made: a word that is a sentence, and more words around it as long as it parses.
 *
 *     jump ─▶ jump twice ─▶ jump twice and walk */
#include <stdlib.h>
#include <string.h>

#include "cli/chat.h"

#define N_EXAMPLES  3
#define SHORT       60  /* bytes of a sentence that is easy to read */
#define TRIES       400 /* to make a sentence longer by a word or two */
#define MADE_LENGTH 200 /* bytes */

struct examples {
    char *at[N_EXAMPLES];
    size_t n;
};

/* A sentence for each; the caller's to free. */
static bool add(struct examples *self, const char *sentence) {
    for (size_t i = 0; i < self->n; i++)
        if (!strcmp(self->at[i], sentence)) return false;
    char *copy = strdup(sentence);
    if (copy) self->at[self->n++] = copy;
    return copy;
}

static bool is_good(const struct chat *self, size_t entry) {
    g2l2_entry e = g2l2_model_entry(self->model, entry);
    return e.example && !e.off && strlen(e.example) <= SHORT && chat_parses(self, e.example);
}

/* From all over the lexicon: words are in the order they were met, so what is near is alike. */
static void take_known(const struct chat *self, struct examples *out) {
    size_t n = g2l2_model_n_entries(self->model);
    for (size_t k = 0; k < N_EXAMPLES; k++)
        for (size_t i = k * n / N_EXAMPLES; i < n; i++)
            if (is_good(self, i) && add(out, g2l2_model_entry(self->model, i).example)) break;
}

/* ---- made of words ----------------------------------------------------------------------- */

static const char *any_word(const struct chat *self, struct rng *rng) {
    return self->words[rng_below(rng, (uint32_t)self->n_words)];
}

/* One or two words more, at either end. */
static bool grow(const struct chat *self, struct rng *rng, char *sentence) {
    for (int i = 0; i < TRIES; i++) {
        char longer[MADE_LENGTH];
        const char *a = any_word(self, rng), *b = any_word(self, rng);
        int n;
        switch (rng_below(rng, 4)) {
        case 0: n = snprintf(longer, sizeof longer, "%s %s", sentence, a); break;
        case 1: n = snprintf(longer, sizeof longer, "%s %s", a, sentence); break;
        default: n = snprintf(longer, sizeof longer, "%s %s %s", sentence, a, b);
        }
        if (n > SHORT || strstr(sentence, a) || strstr(sentence, b) || !strcmp(a, b)) continue;
        if (!chat_parses(self, longer)) continue;
        strcpy(sentence, longer);
        return true;
    }
    return false;
}

static bool has(const struct examples *examples, const char *word) {
    for (size_t i = 0; i < examples->n; i++)
        if (strstr(examples->at[i], word)) return true;
    return false;
}

/* A word that is a sentence; a new one if there are enough. */
static bool begin(const struct chat *self, struct rng *rng, const struct examples *before,
                  char *sentence) {
    for (int i = 0; i < TRIES; i++) {
        const char *word = any_word(self, rng);
        if (strlen(word) > SHORT || (i < TRIES / 2 && has(before, word))) continue;
        if (!chat_parses(self, word)) continue;
        strcpy(sentence, word);
        return true;
    }
    return false;
}

/* The k-th is k steps longer than a word. */
static void make(const struct chat *self, struct examples *out) {
    struct rng rng;
    rng_seed(&rng, 1);
    for (size_t i = 0; self->n_words && out->n < N_EXAMPLES && i < 3 * N_EXAMPLES; i++) {
        char sentence[MADE_LENGTH];
        if (!begin(self, &rng, out, sentence)) return;
        for (size_t k = 0; k <= out->n && grow(self, &rng, sentence); k++) continue;
        add(out, sentence);
    }
}

/* ---- hello --------------------------------------------------------------------------------- */

static void put_examples(const struct chat *self) {
    struct examples examples = {0};
    take_known(self, &examples);
    make(self, &examples);
    for (size_t i = 0; i < examples.n; i++) {
        chat_printf("  %s\n", examples.at[i]);
        free(examples.at[i]);
    }
}

void chat_hello(struct chat *self) {
    bool scenes = g2l2_domain_has_scenes(g2l2_model_domain(self->model));
    const char *slash = strrchr(self->path, '/');
    chat_style(self, STYLE_STRONG);
    chat_put(slash ? slash + 1 : self->path);
    chat_style(self, STYLE_PLAIN);
    chat_printf(": %zu words. Type %s; Tab completes, :help for more. Try\n", self->n_words,
                scenes ? "a question" : "a sentence");
    put_examples(self);
    if (self->scenes) chat_scene(self, "");
    else if (scenes)
        chat_put("Answers need a scene: `:scene FILE[:INDEX]` shows one. :explain does without.\n");
    fflush(stdout);
}
