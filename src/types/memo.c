/* A table of operations that were done. */
#include "types/memo.h"

#include <string.h>

static struct memo_row *place_of(const struct memo *self, const struct memo_row *key) {
    uint64_t h = key->op;
    for (uint32_t i = 0; i < OPERATION_MAX_ARGS; i++) h = hash_mix(h, key->args[i]);
    uint32_t at = (uint32_t)h & (self->cap - 1);
    for (; self->rows[at].op; at = (at + 1) & (self->cap - 1))
        if (self->rows[at].op == key->op &&
            !memcmp(self->rows[at].args, key->args, sizeof key->args))
            break;
    return &self->rows[at];
}

static void widen(struct memo *self, struct arena *arena) {
    const struct memo_row *old = self->rows;
    uint32_t n = self->cap;
    self->cap = n ? 4 * n : 256;
    self->rows = arena_zalloc(arena, self->cap * sizeof *self->rows);
    for (uint32_t i = 0; i < n; i++)
        if (old[i].op) *place_of(self, &old[i]) = old[i];
}

static struct memo_row key_of(const struct lang *lang, const struct op *op, const value_id *args) {
    struct memo_row key = {.op = (uint32_t)(op - lang->ops.at) + 1};
    memcpy(key.args, args, op->n_args * sizeof *args);
    return key;
}

struct memo_row *memo_find(struct memo *self, struct arena *arena, const struct lang *lang,
                           const struct op *op, const value_id *args) {
    struct memo_row key = key_of(lang, op, args);
    if (2 * self->n >= self->cap) widen(self, arena);
    return place_of(self, &key);
}

void memo_keep(struct memo *self, struct memo_row *row, const struct lang *lang,
               const struct op *op, const value_id *args, value_id out) {
    *row = key_of(lang, op, args);
    row->out = out;
    self->n++;
}
