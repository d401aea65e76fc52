/* /v1/run, /v1/parse and /v1/explain: a sentence, and what comes of it; /v1/say, the other way.
 *
 *     model ─▶ parser ─▶ scene of the server, or objects or an image of the
 *     request ─▶ run */
#include "server/handle.h"

#include <string.h>

/* ---- model, parser, scene ----------------------------------------------------------------- */

/* What is held here is in no desk, so nothing may raise while it is. */
static _Noreturn void refuse_model(struct desk *self, const char *name) {
    struct served *model, *draft;
    char list[300] = "";
    size_t n = 0, shown = 0;
    while (n < sizeof list - 60 && models_get(self->server->models, shown, &model, &draft)) {
        n += (size_t)snprintf(list + n, sizeof list - n, "%s%.50s", shown++ ? ", " : "",
                              model->name);
        served_drop(model);
        served_drop(draft);
    }
    if (!shown) refuse(self, 404, "nothing was learned yet; POST /v1/learn, or name a model file");
    refuse(self, 404, "there is no model '%.100s'; there are: %s%s", name, list,
           shown < models_count(self->server->models) ? ", ..." : "");
}

size_t desk_model(struct desk *self, enum field_id id) {
    const char *name = self->fields[id].given ? self->fields[id].text : NULL;
    struct served *served = models_take(self->server->models, name);
    if (!served) refuse_model(self, name ? name : "");
    self->models[self->n_models] = served;
    self->parsers[self->n_models] = NULL;
    return self->n_models++;
}

size_t desk_scene(struct desk *self, const g2l2_scenes *scenes, const struct field *field) {
    size_t n = scenes ? g2l2_scenes_count(scenes) : 0, found = field->number;
    g2l2_error err;
    if (!n) refuse(self, 404, "there are no scenes: the server was started without --scenes");
    g2l2_status status =
        field->text ? g2l2_scenes_find(scenes, field->text, &found, &err) : G2L2_STATUS_OK;
    if (status) refuse(self, status == G2L2_STATUS_UNKNOWN ? 404 : 422, "%s", err.message);
    if (found < n) return found;
    refuse(self, 404, "there is no scene %zu; there are %zu, the first is 0", found, n);
}

/* The scene that the request brings. */
static void set_objects(struct desk *self, const struct served *served, g2l2_parser *parser) {
    g2l2_error err;
    char *text = fields_dump(self, self->fields[FIELD_OBJECTS].json);
    struct buf scene;
    buf_init(&scene, &self->arena);
    buf_printf(&scene, "{\"objects\":%s}", text);
    check(self, g2l2_scenes_new(&self->scenes, &err), &err);
    check(self, g2l2_scenes_parse(self->scenes, scene.at, scene.n, NULL, NULL, &err), &err);
    check(self, g2l2_scenes_encode_for(self->scenes, served->model, &err), &err);
    check(self, g2l2_parser_set_scene(parser, self->scenes, 0, &err), &err);
}

#define MAX_PIXELS ((uint64_t)1 << 24) /* of an image in a request: 120 MB while it is looked at */

static uint32_t number_at(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* A small file may be a very large image: its size stands behind the signature. */
static void check_pixels(struct desk *self, const uint8_t *png, size_t n) {
    uint32_t width = n < 24 ? 0 : number_at(png + 16), height = n < 24 ? 0 : number_at(png + 20);
    if (!memcmp(png + 1, "PNG", n < 4 ? 0 : 3) && (uint64_t)width * height > MAX_PIXELS)
        refuse(self, 422, "the image has %u x %u pixels; at most %u million are looked at", width,
               height, (unsigned)(MAX_PIXELS / 1000000));
}

/* The image that it brings: PNG, as base64. */
static void set_image(struct desk *self, const struct served *served, g2l2_parser *parser) {
    const struct field *image = &self->fields[FIELD_IMAGE];
    uint8_t *bytes = arena_alloc(&self->arena, image->n_text / 4 * 3 + 1);
    size_t n;
    g2l2_error err;
    if (!served_sees(served))
        refuse(self, 422, "'%.100s' was not learned from images; it does not know how to see",
               served->name);
    if (!base64_get(image->text, image->n_text, bytes, &n))
        refuse(self, 422, "\"image\" must be a PNG image as base64");
    check_pixels(self, bytes, n);
    check(self, g2l2_scenes_new(&self->scenes, &err), &err);
    check(self, g2l2_scenes_hold_image(self->scenes, bytes, n, "image", &err), &err);
    check(self, g2l2_scenes_look_for(self->scenes, NULL, served->model, NULL, &err), &err);
    check(self, g2l2_parser_set_scene(parser, self->scenes, 0, &err), &err);
}

/* Give it the scene of the request; false: there is none. */
static bool set_scene(struct desk *self, size_t i, g2l2_parser *parser) {
    const struct served *served = self->models[i];
    const struct field *scene = &self->fields[FIELD_SCENE], *objects = &self->fields[FIELD_OBJECTS];
    const struct field *image = &self->fields[FIELD_IMAGE];
    g2l2_error err;
    if (!scene->given && !objects->given && !image->given) return false;
    if (scene->given + objects->given + image->given > 1)
        refuse(self, 422, "\"%s\" and \"%s\" are two scenes; a question is about one",
               scene->given ? "scene" : "objects", image->given ? "image" : "objects");
    if (!has_scenes(served))
        refuse(self, 422, "the sentences of '%.100s' are about no scene; leave \"%s\" out",
               served->name,
               scene->given     ? "scene"
               : objects->given ? "objects"
                                : "image");
    if (objects->given || image->given) {
        (image->given ? set_image : set_objects)(self, served, parser);
        return true;
    }
    const g2l2_scenes *scenes = served->world ? served->world->scenes : NULL;
    size_t which = desk_scene(self, scenes, scene);
    check(self, g2l2_parser_set_scene(parser, scenes, which, &err), &err);
    return true;
}

g2l2_parser *desk_parser(struct desk *self, size_t i) {
    g2l2_error err;
    check(self, served_lease(self->models[i], &self->parsers[i], &err), &err);
    const g2l2_budget left = until_budget(self->until);
    g2l2_parser_set_budget(self->parsers[i], &left);
    return self->parsers[i];
}

static void put_asked(struct desk *self) {
    put_literal(&self->out, "{");
    json_field_text(&self->out, "model", self->models[0]->name);
    json_field_text(&self->out, "sentence", self->fields[FIELD_SENTENCE].text);
}

/* ---- /v1/run ------------------------------------------------------------------------------- */

static void put_reading(struct buf *out, const g2l2_reading *reading) {
    json_field_text(out, "result", reading->text);
    json_field_number(out, "confidence", reading->confidence);
}

void answer_run(struct desk *self) {
    struct buf *out = &self->out;
    const g2l2_reading none = {NULL, 0};
    size_t model = desk_model(self, FIELD_MODEL);
    g2l2_parser *parser = desk_parser(self, model);
    g2l2_result result;
    g2l2_error err;
    size_t n_best = fields_number(self, FIELD_N_BEST, 5);
    if (!set_scene(self, model, parser) && has_scenes(self->models[model]))
        refuse(self, 422,
               "a question is about a scene: \"scene\", \"objects\" or \"image\" is "
               "missing");
    check(self, g2l2_parser_run(parser, self->fields[FIELD_SENTENCE].text, n_best, &result, &err),
          &err);
    put_asked(self);
    put_reading(out, result.n_readings ? &result.readings[0] : &none);
    put_literal(out, ",\"n_best\":[");
    for (size_t i = 0; i < result.n_readings; i++) {
        put(out, i ? ",{" : "{");
        put_reading(out, &result.readings[i]);
        put_literal(out, "}");
    }
    put_literal(out, "]");
    json_field_text(out, "reason", result.reason);
    put_literal(out, "}\n");
}

/* ---- /v1/parse ------------------------------------------------------------------------------ */

static void put_parse(struct buf *out, const g2l2_parse *parse) {
    put_literal(out, "{");
    json_field_text(out, "category", parse->category);
    json_field_text(out, "program", parse->program);
    json_field_text(out, "tree", parse->tree);
    json_field_number(out, "share", parse->share);
    put_literal(out, "}");
}

void answer_parse(struct desk *self) {
    struct buf *out = &self->out;
    g2l2_parses parses;
    g2l2_error err;
    g2l2_parser *parser = desk_parser(self, desk_model(self, FIELD_MODEL));
    check(self,
          g2l2_parser_parse(parser, self->fields[FIELD_SENTENCE].text,
                            fields_number(self, FIELD_N_BEST, 5), &parses, &err),
          &err);
    put_asked(self);
    put(out, parses.status ? ",\"parsed\":false" : ",\"parsed\":true");
    json_field_number(out, "derivations", parses.n_derivations);
    put_literal(out, ",\"parses\":[");
    for (size_t i = 0; i < parses.n_parses; i++) {
        if (i) put_literal(out, ",");
        put_parse(out, &parses.parses[i]);
    }
    put_literal(out, "]");
    json_field_text(out, "reason", parses.reason);
    put_literal(out, "}\n");
}

/* ---- /v1/say -------------------------------------------------------------------------------- */

/* The object, of the scene at hand. */
static void describe(struct desk *self, size_t model, g2l2_parser *parser, size_t n_best) {
    size_t object = (size_t)self->fields[FIELD_OBJECT].number - 1;
    g2l2_error err;
    if (!set_scene(self, model, parser))
        refuse(self, 422,
               "an object is one of a scene: \"scene\", \"objects\" or \"image\" is missing");
    check(self, g2l2_parser_describe(parser, &object, 1, n_best, &self->said, &err), &err);
}

static void put_said(struct buf *out, const g2l2_sentences *said) {
    put_literal(out, ",\"sentences\":[");
    for (size_t i = 0; i < g2l2_sentences_count(said); i++) {
        g2l2_reading one = g2l2_sentences_get(said, i);
        put(out, i ? ",{" : "{");
        json_field_text(out, "sentence", one.text);
        json_field_number(out, "confidence", one.confidence);
        put_literal(out, "}");
    }
    put_literal(out, "]");
    json_field_text(out, "reason", g2l2_sentences_reason(said));
}

void answer_say(struct desk *self) {
    const struct field *meaning = &self->fields[FIELD_MEANING];
    const struct field *object = &self->fields[FIELD_OBJECT];
    size_t model = desk_model(self, FIELD_MODEL), n_best = fields_number(self, FIELD_N_BEST, 1);
    g2l2_parser *parser = desk_parser(self, model);
    g2l2_error err;
    if (meaning->given == object->given)
        refuse(self, 422, "say a \"meaning\", or an \"object\" of a scene: one of the two");
    if (object->given) describe(self, model, parser, n_best);
    else check(self, g2l2_parser_say(parser, meaning->text, n_best, &self->said, &err), &err);
    put_literal(&self->out, "{");
    json_field_text(&self->out, "model", self->models[model]->name);
    if (object->given) json_field_number(&self->out, "object", (double)object->number);
    else json_field_text(&self->out, "meaning", meaning->text);
    put_said(&self->out, self->said);
    put_literal(&self->out, "}\n");
}

/* ---- /v1/explain ---------------------------------------------------------------------------- */

static const struct {
    g2l2_format format;
    const char *type;
} formats[] = {{G2L2_FORMAT_JSON, "application/json"},
               {G2L2_FORMAT_TEXT, "text/plain; charset=utf-8"},
               {G2L2_FORMAT_SVG, "image/svg+xml"},
               {G2L2_FORMAT_HTML, "text/html; charset=utf-8"},
               {G2L2_FORMAT_LATEX, "text/plain; charset=utf-8"},
               {G2L2_FORMAT_DOT, "text/plain; charset=utf-8"}};

void answer_explain(struct desk *self) {
    static const char *const names[] = {"json", "text", "svg", "html", "latex", "dot", NULL};
    int format = fields_choice(self, FIELD_FORMAT, names);
    size_t model = desk_model(self, FIELD_MODEL);
    g2l2_parser *parser = desk_parser(self, model);
    g2l2_show_options options = {.format = formats[format].format,
                                 .pictures = fields_number(self, FIELD_PICTURES, 0),
                                 .derivation = fields_number(self, FIELD_DERIVATION, 0)};
    g2l2_explanation shown;
    g2l2_error err;
    if (!format) options.n_derivations = fields_number(self, FIELD_N_BEST, 0);
    set_scene(self, model, parser);
    if (format && options.pictures)
        refuse(self, 422, "\"pictures\" are for the format json, not for %s", names[format]);
    check(self, g2l2_parser_show(parser, self->fields[FIELD_SENTENCE].text, &options, &shown, &err),
          &err);
    self->response->type = formats[format].type;
    buf_put(&self->out, shown.text, shown.length);
    if (!format) put_literal(&self->out, "\n");
}
