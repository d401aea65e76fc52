/* /v1/draft and /v1/reload: what changes, in memory only. */
#include "server/handle.h"

#include <string.h>

/* ---- changes of entries ----------------------------------------------------------------------- */

static const char *const kinds[] = {
    [G2L2_EDIT_ADD] = "add",       [G2L2_EDIT_REPLACE] = "replace", [G2L2_EDIT_REMOVE] = "remove",
    [G2L2_EDIT_WEIGHT] = "weight", [G2L2_EDIT_LOCK] = "lock",       [G2L2_EDIT_UNLOCK] = "unlock"};
#define N_KINDS (sizeof kinds / sizeof kinds[0])

static void read_kind(struct desk *self, const json_t *value, size_t i, g2l2_edit *out) {
    const char *name = json_string_value(value);
    size_t kind = 0;
    while (name && kind < N_KINDS && strcmp(kinds[kind], name)) kind++;
    if (!name || kind == N_KINDS)
        refuse(self, 422, "edit %zu: \"kind\" must be add, replace, remove, weight, lock or unlock",
               i + 1);
    out->kind = (g2l2_edit_kind)kind;
}

/* One field of an edit; those that its kind does not need are passed over by the library. */
static void read_field(struct desk *self, const char *key, const json_t *value, size_t i,
                       g2l2_edit *out) {
    const struct {
        const char *name, **text;
        bool *flag;
    } fields[] = {{"word", &out->with.word, NULL},
                  {"category", &out->with.category, NULL},
                  {"program", &out->with.program, NULL},
                  {"locked", NULL, &out->with.locked},
                  {"off", NULL, &out->with.off}};
    for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++) {
        if (strcmp(fields[k].name, key)) continue;
        if (fields[k].text ? !json_is_string(value) : !json_is_boolean(value))
            refuse(self, 422, "edit %zu: \"%s\" must be %s", i + 1, key,
                   fields[k].text ? "a text" : "true or false");
        if (fields[k].text) *fields[k].text = json_string_value(value);
        else *fields[k].flag = json_is_true(value);
        return;
    }
    if (!strcmp(key, "weight") && json_is_number(value))
        out->with.weight = json_number_value(value);
    else if (!strcmp(key, "entry") && json_is_integer(value) && json_integer_value(value) >= 0)
        out->entry = (size_t)json_integer_value(value);
    else if (strcmp(key, "kind"))
        refuse(self, 422, "edit %zu: there is no field '%.60s', or it is not a number", i + 1, key);
}

static const g2l2_edit *read_edits(struct desk *self, const json_t *list) {
    size_t n = json_array_size(list);
    g2l2_edit *edits = arena_zalloc(&self->arena, (n + 1) * sizeof *edits);
    for (size_t i = 0; i < n; i++) {
        json_t *edit = json_array_get(list, i), *value;
        const char *key;
        edits[i].entry = SIZE_MAX;
        read_kind(self, json_object_get(edit, "kind"), i, &edits[i]);
        json_object_foreach(edit, key, value) read_field(self, key, value, i, &edits[i]);
    }
    return edits;
}

/* ---- drafts -------------------------------------------------------------------------------------- */

static void put_taught(struct desk *self) {
    struct buf *out = &self->out;
    put_literal(out, ",\"taught\":[");
    for (size_t i = 0; i < g2l2_lesson_count(self->lesson); i++) {
        g2l2_taught t = g2l2_lesson_get(self->lesson, i);
        put(out, i ? ",{" : "{");
        json_field_text(out, "word", t.word);
        json_field_text(out, "category", t.category);
        json_field_text(out, "program", t.program);
        json_field_text(out, "old_category", t.old_category);
        json_field_text(out, "old_program", t.old_program);
        json_field_number(out, "rivals", (double)t.n_rivals);
        json_field_text(out, "like", t.like);
        json_field_flag(out, "own", t.own);
        put_literal(out, "}");
    }
    put_literal(out, "]");
}

#define MOST_KEPT 400u /* examples of a test file that must stay right */

static const g2l2_scenes *scenes_needed(struct desk *self, size_t model) {
    const struct served *served = self->models[model];
    if (!has_scenes(served)) return NULL;
    if (!served->world) refuse(self, 422, "the server has no scenes: start it with --scenes");
    return served->world->scenes;
}

static void add_one(struct desk *self, const g2l2_example *e, bool about_scene,
                    g2l2_dataset *lesson) {
    g2l2_error err;
    check(self,
          about_scene
              ? g2l2_dataset_add_question(lesson, e->sentence, e->target, e->scene, NULL, 0, &err)
              : g2l2_dataset_add(lesson, e->sentence, e->target, NULL, 0, &err),
          &err);
}

/* What the model gets right of the test file that comes along stays right: it is part of the lesson. */
static void add_right(struct desk *self, size_t model, const g2l2_dataset *file,
                      g2l2_dataset *lesson) {
    const g2l2_domain *domain = g2l2_model_domain(self->models[model]->model);
    const g2l2_scenes *scenes = scenes_needed(self, model);
    g2l2_parser *parser = desk_parser(self, model);
    size_t all = g2l2_dataset_count(file), n = all < MOST_KEPT ? all : MOST_KEPT;
    g2l2_result result;
    g2l2_error err;
    for (size_t i = 0; i < n; i++) {
        g2l2_example e = g2l2_dataset_get(file, desk_choose(i, all, n));
        check_time(self);
        if (scenes) check(self, g2l2_parser_set_scene(parser, scenes, e.scene, &err), &err);
        if (g2l2_parser_run(parser, e.sentence, 1, &result, &err) || !result.n_readings ||
            !g2l2_domain_same(domain, result.readings[0].text, e.target))
            continue;
        add_one(self, &e, scenes, lesson);
    }
}

/* The lesson of the request: its examples, and what must stay as it is. */
static const g2l2_dataset *read_lesson(struct desk *self, size_t model) {
    g2l2_dataset *lesson = desk_list(self);
    if (self->fields[FIELD_FILE].given) add_right(self, model, desk_file(self), lesson);
    return lesson;
}

static void put_draft(struct desk *self) {
    const struct field *name = &self->fields[FIELD_MODEL], *text = &self->fields[FIELD_LEXICON],
                       *edits = &self->fields[FIELD_EDITS],
                       *examples = &self->fields[FIELD_EXAMPLES], *word = &self->fields[FIELD_WORD],
                       *like = &self->fields[FIELD_LIKE];
    struct served *draft;
    g2l2_error err;
    size_t model = desk_model(self, FIELD_MODEL); /* refuses one that is not there */
    if (self->fields[FIELD_FILE].given && !examples->given)
        refuse(self, 422, "a \"file\" is for \"examples\": what is right in it stays right");
    if (text->given + edits->given + examples->given + word->given != 1)
        refuse(
            self, 422,
            "either \"lexicon\", the text of the draft, \"edits\", \"examples\" or a \"word\" is "
            "needed");
    if (word->given != like->given || (self->fields[FIELD_NEW].given && !word->given))
        refuse(self, 422, "a \"word\" is \"like\" another, which may be \"new\"");
    struct draft_source source = {.text = text->text, .length = text->n_text};
    if (edits->given) {
        source.model = self->models[model]->model;
        source.edits = read_edits(self, edits->json);
        source.n_edits = json_array_size(edits->json);
    }
    if (word->given) {
        source.model = self->models[model]->model;
        source.word = word->text;
        source.like = like->text;
        source.fresh = fields_number(self, FIELD_NEW, 0);
    }
    if (examples->given) {
        source.model = self->models[model]->model;
        source.scenes = scenes_needed(self, model);
        source.examples = read_lesson(self, model);
        source.lesson = &self->lesson;
    }
    check(self,
          models_put_draft(self->server->models, name->given ? name->text : NULL, &source,
                           self->until, &draft, &err),
          &err);
    self->models[self->n_models] = draft;
    self->parsers[self->n_models++] = NULL;
    put_literal(&self->out, "{");
    json_field_text(&self->out, "model", draft->name);
    json_field_number(&self->out, "words", (double)g2l2_model_n_words(draft->model));
    json_field_number(&self->out, "entries", (double)g2l2_model_n_entries(draft->model));
    if (self->lesson) put_taught(self);
    put_literal(&self->out, "}\n");
}

static void remove_draft(struct desk *self) {
    const struct field *name = &self->fields[FIELD_MODEL];
    const struct served *model = self->models[desk_model(self, FIELD_MODEL)];
    if (self->fields[FIELD_LEXICON].given || self->fields[FIELD_EDITS].given ||
        self->fields[FIELD_EXAMPLES].given || self->fields[FIELD_WORD].given)
        refuse(self, 422,
               "\"lexicon\", \"edits\", \"examples\" and \"word\" are for PUT; DELETE forgets the "
               "draft");
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
