#include "learn/tally.h"

void tally_open(struct tally *self, struct arena *arena) {
    *self = (struct tally){.arena = arena};
}

static uint32_t tally_place(const struct tally *self, uint64_t key) {
    uint32_t at = (uint32_t)(key ^ key >> 29) & (self->cap - 1);
    while (self->keys[at] && self->keys[at] != key) at = (at + 1) & (self->cap - 1);
    return at;
}

static void tally_widen(struct tally *self) {
    struct tally old = *self;
    self->cap = old.cap ? old.cap * 2 : 256;
    self->keys = arena_zalloc(self->arena, self->cap * sizeof *self->keys);
    self->counts = arena_zalloc(self->arena, self->cap * sizeof *self->counts);
    self->ids = arena_zalloc(self->arena, self->cap * sizeof *self->ids);
    for (uint32_t i = 0; i < old.cap; i++) {
        if (!old.keys[i]) continue;
        uint32_t at = tally_place(self, old.keys[i]);
        self->keys[at] = old.keys[i];
        self->counts[at] = old.counts[i];
        self->ids[at] = old.ids[i];
    }
}

double *tally_at(struct tally *self, uint64_t key, uint32_t *id) {
    if (self->n * 2 >= self->cap) tally_widen(self);
    key += !key;
    uint32_t at = tally_place(self, key);
    if (!self->keys[at]) {
        self->keys[at] = key;
        self->ids[at] = self->n++;
    }
    if (id) *id = self->ids[at];
    return &self->counts[at];
}

double tally_get(const struct tally *self, uint64_t key) {
    key += !key;
    return self->cap ? self->counts[tally_place(self, key)] : 0;
}

uint32_t tally_id(const struct tally *self, uint64_t key) {
    key += !key;
    return self->ids[tally_place(self, key)];
}
