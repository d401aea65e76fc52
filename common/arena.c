/* Arenas: bump allocation in chunks that double in size. reset keeps every
 * chunk, so the second parse of a similar sentence asks the system for nothing. */
#include <stdlib.h>
#include <string.h>

#include "common/common.h"

#define ALIGN       16u
#define FIRST_CHUNK (64u * 1024u)
#define LARGE                                                                                      \
    (1u << 20) /* bytes of a chunk that the system is likely to clear, page by page as it is used */

struct arena_chunk {
    struct arena_chunk *next;
    size_t size, used;
    size_t written; /* before the last reset; beyond it, and beyond `used`, all is 0 */
    _Alignas(ALIGN) unsigned char data[];
};

void arena_init(struct arena *self, struct guard *guard, size_t limit) {
    *self = (struct arena){.guard = guard, .limit = limit};
}

void arena_free(struct arena *self) {
    struct arena_chunk *chunk = self->first;
    while (chunk) {
        struct arena_chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    self->first = self->current = NULL;
    self->held = 0;
}

void arena_reset(struct arena *self) {
    for (struct arena_chunk *c = self->first; c; c = c->next) {
        if (c->written < c->used) c->written = c->used;
        c->used = 0;
    }
    self->current = self->first;
}

static struct arena_chunk *add_chunk(struct arena *self, size_t need) {
    size_t size = self->held ? self->held : FIRST_CHUNK;
    if (size > (64u << 20)) size = 64u << 20;
    if (size < need) size = need;
    if (self->limit && self->held + size > self->limit) size = need;
    if (self->limit && self->held + size > self->limit)
        guard_raise(self->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "this needs more than the memory limit of %zu MB; raise it with --max-memory",
                    self->limit >> 20);
    struct arena_chunk *chunk = NULL;
    if (size <= SIZE_MAX / 2)
        chunk = size < LARGE ? malloc(sizeof *chunk + size) : calloc(1, sizeof *chunk + size);
    if (!chunk) guard_raise(self->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    *chunk = (struct arena_chunk){.size = size, .written = size < LARGE ? size : 0};
    self->held += size;
    if (!self->first) {
        self->first = chunk;
    } else {
        chunk->next = self->current->next;
        self->current->next = chunk;
    }
    return self->current = chunk;
}

void *arena_alloc(struct arena *self, size_t size) {
    if (size > SIZE_MAX / 4) guard_raise(self->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    struct arena_chunk *chunk = self->current;
    while (chunk && chunk->size - chunk->used < size && chunk->next) chunk = chunk->next;
    if (chunk) self->current = chunk;
    if (!chunk || chunk->size - chunk->used < size) chunk = add_chunk(self, size);
    void *out = chunk->data + chunk->used;
    chunk->used += size;
    return out;
}

/* Large arrays of which little will be used take no memory but for that. */
void *arena_zalloc(struct arena *self, size_t size) {
    unsigned char *out = arena_alloc(self, size), *written;
    written = self->current->data + self->current->written;
    if (out < written) memset(out, 0, out + size < written ? size : (size_t)(written - out));
    return out;
}

char *arena_strndup(struct arena *self, const char *text, size_t length) {
    char *out = arena_alloc(self, length + 1);
    memcpy(out, text, length);
    out[length] = 0;
    return out;
}

void *vec_grow(struct arena *arena, void *old, uint32_t n, uint32_t *cap, size_t size) {
    if (*cap >= UINT32_MAX / 2)
        guard_raise(arena->guard, G2L2_STATUS_LIMIT, 0, 0, "too many items");
    uint32_t wider = *cap ? *cap * 2 : 8;
    void *out = arena_alloc(arena, wider * size);
    if (n) memcpy(out, old, n * size);
    *cap = wider;
    return out;
}
