/* /v1/review: examples with known results; what the model gets wrong, and the word to blame.
 *
 *     test file ─▶ some of it ─▶ g2l2_model_review ─▶ verdicts, words, patterns, findings
 *
 * A part of the time is kept for writing what was found. */
#include "server/handle.h"

#define LISTED       100u /* of each verdict, unless "count" says otherwise */
#define REVIEW_SHARE .8   /* of the time */
#define MOST_MEMORY  ((size_t)512 << 20)

void answer_review(struct desk *self) {
    const struct served *served = self->models[desk_model(self, FIELD_MODEL)];
    const g2l2_dataset *data =
        desk_some(self, desk_examples(self), fields_number(self, FIELD_LIMIT, SIZE_MAX));
    const g2l2_scenes *scenes = NULL;
    g2l2_budget budget = until_budget(self->until);
    uint64_t start = metrics_now();
    g2l2_error err;
    if (has_scenes(served)) {
        if (!served->world) refuse(self, 422, "the server has no scenes: start it with --scenes");
        scenes = served->world->scenes;
    }
    budget.seconds *= REVIEW_SHARE;
    budget.bytes = MOST_MEMORY;
    check(self, g2l2_model_review(served->model, data, scenes, &budget, &self->review, &err), &err);
    check(self,
          g2l2_review_show(self->review, G2L2_FORMAT_JSON, fields_number(self, FIELD_COUNT, LISTED),
                           &self->text, &err),
          &err);
    put_literal(&self->out, "{");
    json_field_text(&self->out, "model", served->name);
    json_field_number(&self->out, "seconds", (double)((metrics_now() - start) / 1000) * 1e-6);
    put_literal(&self->out, ",\"review\":");
    put(&self->out, self->text);
    put_literal(&self->out, "}\n");
}
