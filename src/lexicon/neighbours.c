#include "lexicon/neighbours.h"

#include <stdlib.h>

static int in_order(const void *a, const void *b) {
    const struct neighbours *x = a, *y = b;
    if (x->left != y->left) return x->left < y->left ? -1 : 1;
    return (x->right > y->right) - (x->right < y->right);
}

void neighbours_add(struct lexicon *self, uint32_t left, uint32_t right, uint32_t n) {
    vec_push(self->arena, &self->neighbours, ((struct neighbours){left, right, n}));
}

void neighbours_index(struct lexicon *self) {
    uint32_t n = 0;
    if (!self->neighbours.n) return;
    qsort(self->neighbours.at, self->neighbours.n, sizeof *self->neighbours.at, in_order);
    for (uint32_t i = 0; i < self->neighbours.n; i++) {
        struct neighbours *next = &self->neighbours.at[i];
        bool same = n && !in_order(next, &self->neighbours.at[n - 1]);
        if (same) self->neighbours.at[n - 1].n += next->n;
        else self->neighbours.at[n++] = *next;
    }
    self->neighbours.n = n;
}

double neighbours_count(const struct lexicon *self, uint32_t left, uint32_t right) {
    double sum = 0;
    if (left != NEIGHBOUR_ANY && right != NEIGHBOUR_ANY) {
        struct neighbours key = {left, right, 0}, *found;
        found = bsearch(&key, self->neighbours.at, self->neighbours.n, sizeof key, in_order);
        return found ? found->n : 0;
    }
    for (uint32_t i = 0; i < self->neighbours.n; i++) {
        const struct neighbours *next = &self->neighbours.at[i];
        if ((left == NEIGHBOUR_ANY || next->left == left) &&
            (right == NEIGHBOUR_ANY || next->right == right))
            sum += next->n;
    }
    return sum;
}
