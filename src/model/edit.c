/* Models that are changed by hand. A model is read-only and may be in use, so a change makes
 * another one: entries are listed as they shall be, written as text and read again, which
 * checks them as it checks what people write.
 *
 *     entries ─▶ with the changes ─▶ text ─▶ another model */
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

struct editor {
    const g2l2_model *model;
    g2l2_entry *entries; /* [n] the model's, then what was added */
    size_t n;
};

/* A line of text cannot hold these. */
static g2l2_status check_text(const char *what, const char *text, g2l2_error *err) {
    if (!text) return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "an entry needs a %s", what);
    if (text[strcspn(text, "\n\r#")])
        return err_set(err, G2L2_STATUS_FORMAT, 0, 0, "a %s has no '#' and no end of a line", what);
    return G2L2_STATUS_OK;
}

static g2l2_status set(g2l2_entry *entry, const char *word, const g2l2_entry *with,
                       g2l2_error *err) {
    g2l2_status status = check_text("category", with->category, err);
    const char *program = with->program ? with->program : "";
    if (!status) status = check_text("program", program, err);
    if (!status && !word) status = check_text("word", word, err);
    if (!status)
        *entry = (g2l2_entry){.word = word,
                              .category = with->category,
                              .program = program,
                              .weight = with->weight,
                              .locked = with->locked,
                              .off = with->off};
    return status;
}

/* An entry that is gone has no word. */
static g2l2_status apply(struct editor *self, const g2l2_edit *edit, g2l2_error *err) {
    if (edit->kind == G2L2_EDIT_ADD)
        return set(&self->entries[self->n++], edit->with.word, &edit->with, err);
    if (edit->entry >= self->model->n_entries)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "there is no entry %zu among the %u",
                       edit->entry, self->model->n_entries);
    g2l2_entry *entry = &self->entries[edit->entry];
    if (!entry->word)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "entry %zu has been removed", edit->entry);
    switch (edit->kind) {
    case G2L2_EDIT_REPLACE: return set(entry, entry->word, &edit->with, err);
    case G2L2_EDIT_REMOVE: entry->word = NULL; break;
    case G2L2_EDIT_WEIGHT: entry->weight = edit->with.weight; break;
    case G2L2_EDIT_LOCK: entry->locked = true; break;
    case G2L2_EDIT_UNLOCK: entry->locked = false; break;
    default: return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "there is no edit %d", edit->kind);
    }
    return G2L2_STATUS_OK;
}

/* A place in the text that is made here would tell nothing. */
static g2l2_status read_again(const g2l2_model *changed, const g2l2_budget *budget,
                              g2l2_model **out, g2l2_error *err) {
    char *text;
    g2l2_status status = g2l2_lexicon_export(changed, &text, err);
    if (status) return status;
    struct text_source source = {
        .text = text, .length = strlen(text), .spare_concepts = true, .budget = budget};
    source.types = changed->domain->lang.registry;
    status = text_read(&source, out, err);
    if (status && err) err->line = err->column = 0;
    free(text);
    return status;
}

g2l2_status g2l2_model_edit(const g2l2_model *self, const g2l2_edit *edits, size_t n,
                            const g2l2_budget *budget, g2l2_model **out, g2l2_error *err) {
    g2l2_model changed = *self;
    struct editor editor = {self, calloc(self->n_entries + n + 1, sizeof(g2l2_entry)),
                            self->n_entries};
    g2l2_status status = G2L2_STATUS_OK;
    *out = NULL;
    if (!editor.entries) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    if (self->n_entries)
        memcpy(editor.entries, self->entries, self->n_entries * sizeof *self->entries);
    for (size_t i = 0; i < n && !status; i++) status = apply(&editor, &edits[i], err);
    changed.entries = editor.entries;
    changed.n_entries = 0;
    for (size_t i = 0; i < editor.n; i++)
        if (editor.entries[i].word) editor.entries[changed.n_entries++] = editor.entries[i];
    if (!status) status = read_again(&changed, budget, out, err);
    free(editor.entries);
    return status;
}
