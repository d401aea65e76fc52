/* /v1/why: what speaks for the entries of a word, and against the last rival of each.
 *
 *     a lesson, of a model that was taught ─▶ examples, scenes ─┬─▶ g2l2_model_why ─▶ entries
 *     a test file, or the server's         ─▶ examples, scenes ─┘
 *
 * From a lesson it is learned again without the examples that decided. From a test file it is not: the
 * model was learned from others. */
#include "server/handle.h"

#define WHY_SHARE   .8 /* of the time; the rest is for writing what was found */
#define MOST_MEMORY ((size_t)512 << 20)
#define MOST_ASKED  1000u /* examples of a test file, evenly over it */
#define DECIDING    5u    /* examples that are told for each entry, unless "count" says otherwise */

static const char *const relearned[] = {
    [G2L2_RELEARNED_NOT] = NULL,          [G2L2_RELEARNED_BACK] = "back",
    [G2L2_RELEARNED_AS_GOOD] = "as good", [G2L2_RELEARNED_OTHER] = "other",
    [G2L2_RELEARNED_GONE] = "gone",       [G2L2_RELEARNED_FEW] = "few"};

static void put_examples(struct desk *self, const g2l2_dataset *data, const size_t *list,
                         size_t n) {
    struct buf *out = &self->out;
    size_t most = fields_number(self, FIELD_COUNT, DECIDING);
    for (size_t i = 0; i < n && i < most; i++) {
        g2l2_example e = g2l2_dataset_get(data, list[i]);
        put(out, i ? ",{" : "{");
        json_field_number(out, "line", (double)e.line);
        json_field_text(out, "sentence", e.sentence);
        json_field_text(out, "result", e.target);
        if (e.scene != SIZE_MAX) json_field_number(out, "scene", (double)e.scene);
        put_literal(out, "}");
    }
}

static void put_rival(struct desk *self, const g2l2_dataset *data, const g2l2_reason *r) {
    struct buf *out = &self->out;
    put_literal(out, ",\"rival\":{");
    json_field_text(out, "category", r->rival_category);
    json_field_text(out, "program", r->rival_program);
    json_field_number(out, "right", (double)r->rival_right);
    json_field_number(out, "wrong", (double)r->n_deciding);
    put_literal(out, ",\"decided\":[");
    put_examples(self, data, r->deciding, r->n_deciding);
    put_literal(out, "]");
    json_field_text(out, "would", r->rival_meaning);
    json_field_text(out, "relearned", relearned[r->relearned]);
    put_literal(out, "}");
}

static void put_reason(struct desk *self, const g2l2_model *model, const g2l2_dataset *data,
                       const g2l2_reason *r) {
    struct buf *out = &self->out;
    g2l2_entry e = g2l2_model_entry(model, r->entry);
    put_literal(out, "{");
    json_field_text(out, "category", e.category);
    json_field_text(out, "program", e.program);
    json_field_number(out, "right", (double)r->n_examples);
    put_literal(out, ",\"examples\":[");
    put_examples(self, data, r->examples, r->n_examples);
    put_literal(out, "]");
    if (r->rival_category) put_rival(self, data, r);
    else put_literal(out, ",\"rival\":null");
    put_literal(out, "}");
}

/* What is asked: the lesson of the request, or a test file about the server's scenes. */
static const g2l2_dataset *read_data(struct desk *self, const struct served *served, bool lesson,
                                     const g2l2_scenes **scenes) {
    if (lesson) {
        desk_read_lesson(self);
        *scenes = self->scenes;
        return self->examples;
    }
    if (has_scenes(served) && !served->world)
        refuse(self, 422, "the server has no scenes: start it with --scenes");
    *scenes = has_scenes(served) ? served->world->scenes : NULL;
    return desk_some(self, desk_examples(self), MOST_ASKED);
}

void answer_why(struct desk *self) {
    const struct served *served = self->models[desk_model(self, FIELD_MODEL)];
    bool lesson = served->taught && self->fields[FIELD_EXAMPLES].given;
    const g2l2_scenes *scenes;
    const g2l2_dataset *data = read_data(self, served, lesson, &scenes);
    g2l2_learn_options again = g2l2_learn_options_default();
    g2l2_budget budget = until_budget(self->until);
    g2l2_error err;
    again.limits = self->server->options->limits;
    again.recipe = DESK_RECIPE;
    budget.seconds *= WHY_SHARE;
    budget.bytes = MOST_MEMORY;
    check(self,
          g2l2_model_why(served->model, self->fields[FIELD_WORD].text, data, scenes,
                         lesson ? &again : NULL, &budget, &self->found, &err),
          &err);
    if (!g2l2_evidence_count(self->found))
        refuse(self, 422, "'%.100s' has no word '%.100s'", served->name,
               self->fields[FIELD_WORD].text);
    put_literal(&self->out, "{");
    json_field_text(&self->out, "model", served->name);
    json_field_text(&self->out, "word", self->fields[FIELD_WORD].text);
    json_field_flag(&self->out, "lesson", lesson);
    put_literal(&self->out, ",\"entries\":[");
    for (size_t i = 0; i < g2l2_evidence_count(self->found); i++) {
        g2l2_reason reason = g2l2_evidence_get(self->found, i);
        if (i) put_literal(&self->out, ",");
        put_reason(self, served->model, data, &reason);
    }
    put_literal(&self->out, "]}\n");
}
