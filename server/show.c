/* /v1/health, /v1/metrics, /v1/models, /v1/lexicon, /v1/scenes: what there is. */
#include "server/handle.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing ----------------------------------------------------------------------------- */

static void put_texts(struct buf *out, const char *const *texts, size_t n) {
    put_literal(out, "[");
    for (size_t i = 0; i < n; i++) {
        if (i) put_literal(out, ",");
        json_put_text(out, texts[i]);
    }
    put_literal(out, "]");
}

/* ---- the server ---------------------------------------------------------------------------- */

static double uptime(const struct desk *self) {
    return (double)(metrics_now() - self->server->started) * 1e-9;
}

void answer_health(struct desk *self) {
    struct buf *out = &self->out;
    put_literal(out, "{\"status\":\"ok\",\"version\":\"" G2L2_VERSION "\"");
    json_field_number(out, "uptime_seconds", (double)(uint64_t)(uptime(self) * 1000) / 1000);
    json_field_number(out, "models", (double)models_count(self->server->models));
    put_literal(out, "}\n");
}

/* Takes both of place i to the desk. */
static bool take_place(struct desk *self, size_t i) {
    struct served *model, *draft;
    if (!models_get(self->server->models, i, &model, &draft)) return false;
    self->models[0] = model;
    self->models[1] = draft;
    self->parsers[0] = self->parsers[1] = NULL;
    self->n_models = draft ? 2 : 1;
    return true;
}

static void leave_place(struct desk *self) {
    while (self->n_models) served_drop(self->models[--self->n_models]);
}

void answer_metrics(struct desk *self) {
    const g2l2_scenes *scenes = models_scenes(self->server->models);
    struct metrics_state state = {.uptime = uptime(self),
                                  .models = models_count(self->server->models),
                                  .scenes = scenes ? g2l2_scenes_count(scenes) : 0};
    for (size_t i = 0; take_place(self, i); i++) {
        state.drafts += self->n_models - 1;
        leave_place(self);
    }
    metrics_write(&self->server->metrics, &state, &self->out);
    self->response->type = "text/plain; version=0.0.4; charset=utf-8";
}

static void put_model(struct desk *self, const struct served *served) {
    struct buf *out = &self->out;
    const g2l2_domain *domain = g2l2_model_domain(served->model);
    const g2l2_dataset *tests = models_tests(self->server->models, served);
    put_literal(out, "{");
    json_field_text(out, "name", served->name);
    json_field_text(out, "domain", g2l2_domain_name(domain));
    json_field_flag(out, "has_scenes", g2l2_domain_has_scenes(domain));
    json_field_flag(out, "sees", served_sees(served));
    json_field_number(out, "words", (double)g2l2_model_n_words(served->model));
    json_field_number(out, "entries", (double)g2l2_model_n_entries(served->model));
    json_field_flag(out, "draft", served->draft);
    json_field_flag(out, "taught", served->taught);
    put_literal(out, ",\"examples\":");
    put_texts(out, (const char *const *)served->examples, served->n_examples);
    put_literal(out, ",\"example_scenes\":[");
    for (size_t i = 0; i < served->n_examples; i++) {
        put(out, i ? "," : "");
        if (served->example_scenes[i] == SIZE_MAX) put(out, "null");
        else json_put_number(out, (double)served->example_scenes[i]);
    }
    put_literal(out, "]");
    json_field_number(out, "tests", tests ? (double)g2l2_dataset_count(tests) : 0);
    json_field_number(out, "scenes",
                      served->world ? (double)g2l2_scenes_count(served->world->scenes) : 0);
    put_literal(out, "}");
}

void answer_models(struct desk *self) {
    const g2l2_scenes *scenes = models_scenes(self->server->models);
    put_literal(&self->out, "{\"models\":[");
    for (size_t i = 0; take_place(self, i); i++) {
        for (size_t k = 0; k < self->n_models; k++) {
            if (i || k) put_literal(&self->out, ",");
            put_model(self, self->models[k]);
        }
        leave_place(self);
    }
    put_literal(&self->out, "]");
    json_field_number(&self->out, "scenes", scenes ? (double)g2l2_scenes_count(scenes) : 0);
    put_literal(&self->out, "}\n");
}

/* ---- the lexicon ------------------------------------------------------------------------------ */

static void put_cases(struct buf *out, const g2l2_entry *e) {
    put_literal(out, ",\"cases\":[");
    for (size_t i = 0; i < e->n_cases; i++) {
        put(out, i ? ",{" : "{");
        json_field_text(out, "category", e->cases[i].category);
        json_field_text(out, "program", e->cases[i].program);
        put_literal(out, "}");
    }
    put_literal(out, "]");
}

static void put_entry(struct buf *out, const g2l2_entry *e, size_t id, size_t line) {
    put(out, id ? ",\n{" : "\n{");
    json_field_number(out, "id", (double)id);
    json_field_text(out, "word", e->word);
    json_field_text(out, "category", e->category);
    json_field_text(out, "program", e->program);
    json_field_number(out, "weight", e->weight);
    json_field_number(out, "share", e->share);
    json_field_flag(out, "locked", e->locked);
    json_field_flag(out, "off", e->off);
    json_field_number(out, "uses", e->uses);
    json_field_text(out, "example", e->example);
    put_cases(out, e);
    if (line) json_field_number(out, "line", (double)line);
    put_literal(out, "}");
}

void put_entries(struct buf *out, const g2l2_model *model, size_t line) {
    put_literal(out, ",\"entries\":[");
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        put_entry(out, &e, i, line);
        if (line) line += e.uses ? 2 : 1; /* its use has a line of its own */
    }
    put_literal(out, "]");
}

static void put_likeness(struct buf *out, const g2l2_likeness *l, const char *number) {
    if (!l->word) {
        put_literal(out, "null");
        return;
    }
    put_literal(out, "{");
    json_field_text(out, "word", l->word);
    json_field_number(out, number, l->similarity);
    put_literal(out, "}");
}

static void put_likenesses(struct buf *out, const g2l2_likeness *list, size_t n,
                           const char *number) {
    put_literal(out, "[");
    for (size_t i = 0; i < n; i++) {
        if (i) put_literal(out, ",");
        put_likeness(out, &list[i], number);
    }
    put_literal(out, "]");
}

static void put_concept(struct buf *out, const g2l2_concept *c) {
    put_literal(out, "{");
    json_field_text(out, "type", c->type);
    json_field_text(out, "word", c->word);
    put_literal(out, ",\"near\":");
    put_likenesses(out, c->near, c->n_near, "similarity");
    put_literal(out, ",\"synonyms\":");
    put_texts(out, c->synonyms, c->n_synonyms);
    put_literal(out, ",\"opposite\":");
    put_likeness(out, &c->opposite, "similarity");
    put_literal(out, ",\"rivals\":");
    put_texts(out, c->rivals, c->n_rivals);
    put_literal(out, "}");
}

static void put_attribute(struct buf *out, const g2l2_attribute *a) {
    put_literal(out, "{");
    json_field_text(out, "type", a->type);
    put_literal(out, ",\"words\":");
    put_texts(out, a->words, a->n_words);
    put_literal(out, ",\"values\":");
    put_likenesses(out, a->values, a->n_values, "share");
    put_literal(out, "}");
}

static void put_concepts(struct buf *out, const g2l2_concepts *concepts) {
    put_literal(out, ",\"concepts\":[");
    for (size_t i = 0; concepts && i < g2l2_concepts_count(concepts); i++) {
        g2l2_concept c = g2l2_concepts_get(concepts, i);
        if (i) put_literal(out, ",");
        put_concept(out, &c);
    }
    put_literal(out, "],\"attributes\":[");
    for (size_t i = 0; concepts && i < g2l2_concepts_n_attributes(concepts); i++) {
        g2l2_attribute a = g2l2_concepts_attribute(concepts, i);
        if (i) put_literal(out, ",");
        put_attribute(out, &a);
    }
    put_literal(out, "]");
}

static void put_lexicon(struct desk *self, struct served *served, size_t first_line) {
    struct buf *out = &self->out;
    const g2l2_concepts *concepts;
    g2l2_error err;
    check(self, served_concepts(served, self->until, &concepts, &err), &err);
    put_literal(out, "{");
    json_field_text(out, "model", served->name);
    json_field_text(out, "domain", g2l2_domain_name(g2l2_model_domain(served->model)));
    json_field_number(out, "words", (double)g2l2_model_n_words(served->model));
    put_entries(out, served->model, first_line);
    put_concepts(out, concepts);
    put_literal(out, "}\n");
}

void answer_lexicon(struct desk *self) {
    static const char *const formats[] = {"json", "text", NULL};
    int format = fields_choice(self, FIELD_FORMAT, formats);
    struct served *served = self->models[desk_model(self, FIELD_MODEL)];
    const char *text;
    size_t n, first_line;
    g2l2_error err;
    check(self, served_text(served, &text, &n, &first_line, &err), &err);
    if (format) {
        buf_put(&self->out, text, n);
        self->response->type = "text/plain; charset=utf-8";
        return;
    }
    put_lexicon(self, served, first_line);
}

/* The bytes of its file. */
void answer_model(struct desk *self) {
    const struct served *served = self->models[desk_model(self, FIELD_MODEL)];
    void *bytes;
    size_t n;
    g2l2_error err;
    check(self, g2l2_model_write(served->model, &bytes, &n, &err), &err);
    self->text = bytes;
    buf_put(&self->out, bytes, n);
    self->response->type = "application/octet-stream";
}

/* ---- scenes ------------------------------------------------------------------------------------ */

/* Those of the model, if one is named; else what the server shows. */
static const g2l2_scenes *scenes_asked(struct desk *self) {
    if (!self->fields[FIELD_MODEL].given) return models_scenes(self->server->models);
    const struct served *served = self->models[desk_model(self, FIELD_MODEL)];
    return served->world ? served->world->scenes : NULL;
}

static void put_scene_head(struct buf *out, const g2l2_scenes *scenes, size_t i) {
    put_literal(out, "{");
    json_field_number(out, "index", (double)i);
    json_field_text(out, "name", g2l2_scenes_name(scenes, i));
}

void answer_scenes(struct desk *self) {
    const g2l2_scenes *scenes = scenes_asked(self);
    struct buf *out = &self->out;
    size_t n = scenes ? g2l2_scenes_count(scenes) : 0, from = fields_number(self, FIELD_FROM, 0);
    size_t count = fields_number(self, FIELD_COUNT, 100);
    put_literal(out, "{");
    json_field_number(out, "n", (double)n);
    json_field_number(out, "from", (double)from);
    put_literal(out, ",\"scenes\":[");
    for (size_t i = from; i < n && i - from < count; i++) {
        if (i > from) put_literal(out, ",");
        put_scene_head(out, scenes, i);
        json_field_number(out, "n_objects", (double)g2l2_scenes_n_objects(scenes, i));
        put_literal(out, "}");
    }
    put_literal(out, "]}\n");
}

static const char *scene_text(struct desk *self, const g2l2_scenes *scenes, size_t scene,
                              g2l2_format format) {
    g2l2_error err;
    check(self, g2l2_scenes_show(scenes, scene, format, &self->text, &err), &err);
    const char *copy = arena_strndup(&self->arena, self->text, strlen(self->text));
    free(self->text);
    self->text = NULL;
    return copy;
}

void answer_scene(struct desk *self) {
    const g2l2_scenes *scenes = scenes_asked(self);
    struct field field = {.given = true};
    field.text = fields_decode(self, self->rest, strlen(self->rest), false, &field.n_text);
    if (strspn(field.text, "0123456789") == field.n_text && field.n_text < 10) {
        for (const char *at = field.text; *at; at++)
            field.number = field.number * 10 + (uint64_t)(*at - '0');
        field.text = NULL;
    }
    size_t scene = desk_scene(self, scenes, &field);
    put_scene_head(&self->out, scenes, scene);
    put_literal(&self->out, ",\"objects\":");
    put(&self->out, scene_text(self, scenes, scene, G2L2_FORMAT_JSON));
    put_literal(&self->out, ",\"picture\":");
    json_put_text(&self->out, scene_text(self, scenes, scene, G2L2_FORMAT_SVG));
    put_literal(&self->out, "}\n");
}
