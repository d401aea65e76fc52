/* Lists of sentences that can be said. */
#include <stdlib.h>
#include <string.h>

#include "parser/sentences.h"

g2l2_sentences *sentences_new(size_t max_memory) {
    g2l2_sentences *self = calloc(1, sizeof *self);
    if (self) arena_init(&self->arena, &self->guard, max_memory);
    return self;
}

bool sentences_has(const g2l2_sentences *self, const char *text) {
    for (uint32_t i = 0; i < self->found.n; i++)
        if (!strcmp(self->found.at[i].text, text)) return true;
    return false;
}

static int shorter(const void *a, const void *b) {
    const struct saying *x = a, *y = b;
    if (x->n_words != y->n_words) return x->n_words < y->n_words ? -1 : 1;
    if (x->usual != y->usual) return x->usual > y->usual ? -1 : 1;
    if (x->confidence != y->confidence) return x->confidence > y->confidence ? -1 : 1;
    return strcmp(x->text, y->text);
}

void sentences_sort(g2l2_sentences *self, size_t n_best) {
    if (self->found.n) qsort(self->found.at, self->found.n, sizeof *self->found.at, shorter);
    if (self->found.n > n_best) self->found.n = (uint32_t)n_best;
}

void g2l2_sentences_free(g2l2_sentences *self) {
    if (!self) return;
    arena_free(&self->arena);
    free(self);
}

size_t g2l2_sentences_count(const g2l2_sentences *self) {
    return self->found.n;
}

g2l2_reading g2l2_sentences_get(const g2l2_sentences *self, size_t i) {
    if (i >= self->found.n) return (g2l2_reading){0};
    return (g2l2_reading){self->found.at[i].text, self->found.at[i].confidence};
}

const char *g2l2_sentences_reason(const g2l2_sentences *self) {
    return self->found.n ? NULL : self->reason;
}
