/* The dataset: examples in memory, in pages that never move. Readers of files fill it (pairs.c, questions.c). */
#include <stdlib.h>
#include <string.h>

#include "data/dataset.h"

const char *dataset_not_utf8(const char *text, const char *end) {
    for (size_t n; text < end; text += n) {
        uint32_t code;
        n = (unsigned char)*text < 0x80 ? 1 : text_character(text, (size_t)(end - text), &code);
        if (!n) break;
    }
    return text;
}

static g2l2_status init_guarded(g2l2_dataset *self, g2l2_error *err) {
    if (guard_try(&self->guard, err)) symbols_init(&self->texts, &self->arena);
    return self->guard.status;
}

g2l2_status g2l2_dataset_new(g2l2_dataset **out, g2l2_error *err) {
    g2l2_dataset *self = calloc(1, sizeof *self);
    *out = NULL;
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    arena_init(&self->arena, &self->guard, 0);
    g2l2_status status = init_guarded(self, err);
    if (status == G2L2_STATUS_OK) *out = self;
    else g2l2_dataset_free(self);
    return status;
}

void g2l2_dataset_free(g2l2_dataset *self) {
    if (!self) return;
    arena_free(&self->arena);
    free(self);
}

struct row dataset_row(g2l2_dataset *self, const char *file, size_t line) {
    return (struct row){
        .line = line < UINT32_MAX ? (uint32_t)line : UINT32_MAX,
        .file = file ? symbols_add(&self->texts, file, strlen(file)) : DATASET_NOTHING,
        .scene = DATASET_NOTHING,
        .family = DATASET_NOTHING,
        .kind = DATASET_NOTHING,
        .hops = -1,
        .family_index = -1,
    };
}

void dataset_push(g2l2_dataset *self, const struct row *row) {
    size_t page = self->n_rows / DATASET_PAGE;
    if (page == self->pages.n)
        vec_push(&self->arena, &self->pages, arena_array(&self->arena, struct row, DATASET_PAGE));
    self->pages.at[page][self->n_rows++ % DATASET_PAGE] = *row;
}

size_t g2l2_dataset_count(const g2l2_dataset *self) {
    return self->n_rows;
}

static const char *text_of(const g2l2_dataset *self, uint32_t text) {
    return text == DATASET_NOTHING ? NULL : self->texts.names.at[text];
}

g2l2_example g2l2_dataset_get(const g2l2_dataset *self, size_t i) {
    if (i >= self->n_rows) return (g2l2_example){.scene = SIZE_MAX, .hops = -1, .family_index = -1};
    const struct row *row = &self->pages.at[i / DATASET_PAGE][i % DATASET_PAGE];
    return (g2l2_example){
        .sentence = row->sentence,
        .target = row->target,
        .file = text_of(self, row->file),
        .line = row->line,
        .scene = row->scene == DATASET_NOTHING ? SIZE_MAX : row->scene,
        .family = text_of(self, row->family),
        .kind = text_of(self, row->kind),
        .hops = row->hops,
        .family_index = row->family_index,
    };
}
