/* /v1/draft and /v1/reload: what changes, in memory only. */
#include "server/handle.h"

#include <string.h>

static void put_draft(struct desk *self) {
    const struct field *name = &self->fields[FIELD_MODEL], *text = &self->fields[FIELD_LEXICON];
    struct served *draft;
    g2l2_error err;
    desk_model(self, FIELD_MODEL); /* refuses one that is not there */
    if (!text->given) refuse(self, 422, "\"lexicon\" is missing: the text of the draft");
    check(self,
          models_put_draft(self->server->models, name->given ? name->text : NULL, text->text,
                           text->n_text, self->until, &draft, &err),
          &err);
    self->models[self->n_models] = draft;
    self->parsers[self->n_models++] = NULL;
    put_literal(&self->out, "{");
    json_field_text(&self->out, "model", draft->name);
    json_field_number(&self->out, "words", (double)g2l2_model_n_words(draft->model));
    json_field_number(&self->out, "entries", (double)g2l2_model_n_entries(draft->model));
    put_literal(&self->out, "}\n");
}

static void remove_draft(struct desk *self) {
    const struct field *name = &self->fields[FIELD_MODEL];
    const struct served *model = self->models[desk_model(self, FIELD_MODEL)];
    if (self->fields[FIELD_LEXICON].given)
        refuse(self, 422, "\"lexicon\" is for PUT; DELETE forgets the draft");
    if (!models_remove_draft(self->server->models, name->given ? name->text : NULL))
        refuse(self, 404, "the model '%.100s' has no draft", model->name);
    put_literal(&self->out, "{");
    json_field_text(&self->out, "model", model->name);
    put_literal(&self->out, "}\n");
}

void answer_draft(struct desk *self) {
    if (!strcmp(self->request->method, "PUT")) put_draft(self);
    else remove_draft(self);
}

void answer_reload(struct desk *self) {
    g2l2_error err;
    g2l2_status status = server_reload(self->server, self->until, &err);
    if (status == G2L2_STATUS_INTERRUPTED) refuse_error(self, &err);
    if (status) refuse(self, 500, "the models stay as they were: %.400s", err.message);
    put_literal(&self->out, "{");
    json_field_number(&self->out, "models", (double)models_count(self->server->models));
    put_literal(&self->out, "}\n");
}
