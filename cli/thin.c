/* Words that few examples have: what they mean rests on little. */
#include "cli/thin.h"

#include <stdlib.h>
#include <string.h>

#define THIN         3      /* examples that are few: so many can agree by accident */
#define MOST_COUNTED 100000 /* examples in which words are counted: in more, each has enough */

struct sightings {
    struct symbols words;
    VEC(size_t) examples, last; /* [words] last: the number of the last one + 1 */
};

/* A word may be in an example more than once. Numbers and the start of a sentence are no words. */
static void count_words(struct thin *self, struct sightings *s, const g2l2_word *words, size_t n,
                        size_t example) {
    for (size_t i = 0; i < n; i++) {
        if (!words[i].known || *words[i].text == '<') continue;
        uint32_t id = symbols_add(&s->words, words[i].text, strlen(words[i].text));
        if (id == s->examples.n) {
            vec_push(&self->arena, &s->examples, 0);
            vec_push(&self->arena, &s->last, 0);
        }
        s->examples.at[id] += s->last.at[id] != example + 1;
        s->last.at[id] = example + 1;
    }
}

static int fewer(const void *a, const void *b) {
    const struct thin_word *x = a, *y = b;
    if (x->examples != y->examples) return x->examples < y->examples ? -1 : 1;
    return strcmp(x->text, y->text);
}

static g2l2_status count_all(g2l2_parser *parser, const g2l2_dataset *data, struct thin *out,
                             g2l2_error *err) {
    struct sightings s = {0};
    const g2l2_word *words;
    size_t n;
    symbols_init(&s.words, &out->arena);
    for (size_t i = 0; i < g2l2_dataset_count(data); i++) {
        if (g2l2_parser_words(parser, g2l2_dataset_get(data, i).sentence, &words, &n, err))
            return G2L2_STATUS_LIMIT;
        count_words(out, &s, words, n, i);
    }
    out->words = arena_array(&out->arena, struct thin_word, s.examples.n + 1);
    for (uint32_t w = 0; w < s.examples.n; w++)
        if (s.examples.at[w] <= THIN)
            out->words[out->n++] = (struct thin_word){s.words.names.at[w], s.examples.at[w]};
    if (out->n) qsort(out->words, out->n, sizeof *out->words, fewer);
    return G2L2_STATUS_OK;
}

g2l2_status thin_find(const g2l2_model *model, const g2l2_dataset *data, struct thin *out,
                      g2l2_error *err) {
    g2l2_parser *parser = NULL;
    *out = (struct thin){0};
    arena_init(&out->arena, &out->guard, 0);
    if (g2l2_dataset_count(data) > MOST_COUNTED) return G2L2_STATUS_OK;
    g2l2_status status = g2l2_parser_new(model, NULL, &parser, err);
    if (status) return status;
    if (guard_try(&out->guard, err)) status = count_all(parser, data, out, err);
    else status = out->guard.status;
    g2l2_parser_free(parser);
    return status;
}

void thin_free(struct thin *self) {
    arena_free(&self->arena);
}
