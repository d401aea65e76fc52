/* /v1/run, /v1/parse and /v1/explain: a sentence, and what comes of it.
 *
 *     model ─▶ parser ─▶ look: scene of the server, or objects of the request ─▶ run */
#include "server/handle.h"

#include <math.h>
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
    if (field->text) found = n ? scenes_find(scenes, field->text, field->n_text) : SCENE_NONE;
    if (found < n) return found;
    if (field->text && found == SCENE_MANY)
        refuse(self, 422, "more than one scene is called '%.100s'; say its number", field->text);
    if (!n) refuse(self, 404, "the server has no scenes: it was started without --scenes");
    if (field->text) refuse(self, 404, "there is no scene called '%.100s'", field->text);
    refuse(self, 404, "there is no scene %zu; there are %zu, the first is 0", found, n);
}

/* The scene that the request brings. */
static void look_at_objects(struct desk *self, const struct served *served, g2l2_parser *parser) {
    g2l2_error err;
    check(self, g2l2_scenes_new(&self->scenes, &err), &err);
    check(self, scenes_add_objects(self->scenes, self->fields[FIELD_OBJECTS].json, &err), &err);
    check(self, g2l2_scenes_encode_for(self->scenes, served->model, &err), &err);
    check(self, g2l2_parser_look(parser, self->scenes, 0, &err), &err);
}

void desk_look(struct desk *self, size_t i, g2l2_parser *parser) {
    const struct served *served = self->models[i];
    const struct field *scene = &self->fields[FIELD_SCENE], *objects = &self->fields[FIELD_OBJECTS];
    g2l2_error err;
    if (!scene->given && !objects->given) return;
    if (scene->given && objects->given)
        refuse(self, 422, "\"scene\" and \"objects\" are two scenes; a question is about one");
    if (!parser->look)
        refuse(self, 422, "the sentences of '%.100s' are about no scene; leave \"%s\" out",
               served->name, scene->given ? "scene" : "objects");
    if (objects->given) {
        look_at_objects(self, served, parser);
        return;
    }
    const g2l2_scenes *scenes = served->world ? served->world->scenes : NULL;
    size_t which = desk_scene(self, scenes, scene);
    check(self, g2l2_parser_look(parser, scenes, which, &err), &err);
}

g2l2_parser *desk_parser(struct desk *self, size_t i) {
    g2l2_error err;
    check(self, served_lease(self->models[i], &self->parsers[i], &err), &err);
    g2l2_parser *parser = self->parsers[i];
    parser_set_clock(parser, self->until.clock, self->until.at);
    return parser;
}

/* The parser for the request's sentence. */
static g2l2_parser *open_parser(struct desk *self) {
    size_t model = desk_model(self, FIELD_MODEL);
    g2l2_parser *parser = desk_parser(self, model);
    desk_look(self, model, parser);
    return parser;
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
    g2l2_parser *parser = open_parser(self);
    g2l2_result result;
    g2l2_error err;
    size_t n_best = fields_number(self, FIELD_N_BEST, 5);
    if (parser->look && !parser->look->scene)
        refuse(self, 422, "a question is about a scene: \"scene\" or \"objects\" is missing");
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

static void put_category(struct buf *out, const g2l2_parser *parser, cat_id cat) {
    category_print(parser->chart.syntax, cat, out);
}

static const char *word_at(const g2l2_parser *parser, uint32_t i) {
    if (parser->unknown && parser->unknown[i] == SYMBOL_NONE) return "?";
    return parser->lexicon->names.names.at[parser->words[i]];
}

/* [S [V jump] [S\V [S\V/V and] [V walk]]] */
static void put_tree(struct buf *out, const g2l2_parser *parser, const struct tree *t) {
    put_literal(out, "[");
    put_category(out, parser, t->cat);
    put_literal(out, " ");
    if (t->rule == RULE_NONE) {
        put(out, word_at(parser, t->begin));
    } else {
        put_tree(out, parser, t->left);
        put_literal(out, " ");
        put_tree(out, parser, t->right);
    }
    put_literal(out, "]");
}

/* NULL: too large, or it means nothing. */
static const char *program_text(g2l2_parser *parser, const struct derived *derived) {
    const g2l2_domain *domain = parser->lexicon->domain;
    struct lang *lang = derive_language(parser);
    struct buf text;
    const struct term *term = derive_program(parser, lang, derived, NULL);
    if (term) term = derive_reduce(lang, term);
    if (term && domain->mixed) term = derive_simplify(domain, lang, term);
    if (!term) return NULL;
    buf_init(&text, &parser->arena);
    derive_print(lang, term, NULL, &text);
    return text.at;
}

static void put_parse(struct buf *out, g2l2_parser *parser, const struct derivation *derivation) {
    struct derived derived = derive_tree(parser, derivation);
    struct buf text;
    buf_init(&text, &parser->arena);
    put_category(&text, parser, derived.root->cat);
    put_literal(out, "{");
    json_field_text(out, "category", text.at);
    json_field_text(out, "program", program_text(parser, &derived));
    buf_init(&text, &parser->arena);
    put_tree(&text, parser, derived.root);
    json_field_text(out, "tree", text.at);
    json_field_number(out, "share", exp(derivation->weight - parser->inside.total));
    put_literal(out, "}");
}

static double count_derivations(g2l2_parser *parser) {
    const double *counts = weights_count(&parser->plan, &parser->arena);
    double n = 0;
    for (uint32_t i = 0; i < parser->plan.n_roots; i++) n += counts[parser->plan.roots[i]];
    return n;
}

static void put_parses(struct desk *self, g2l2_parser *parser) {
    struct buf *out = &self->out;
    const struct derivation **best;
    uint32_t n_best = (uint32_t)fields_number(self, FIELD_N_BEST, 5), n = 0;
    const char *sentence = self->fields[FIELD_SENTENCE].text;
    parser_parse(parser, sentence);
    bool parsed = parser->chart.roots.n > 0;
    put_asked(self);
    put(out, parsed ? ",\"parsed\":true" : ",\"parsed\":false");
    json_field_number(out, "derivations", parsed ? count_derivations(parser) : 0);
    put_literal(out, ",\"parses\":[");
    struct walk walk = parser_walk(parser);
    if (parsed) n = weights_best(&walk, n_best, &best);
    for (uint32_t i = 0; i < n; i++) {
        if (i) put_literal(out, ",");
        put_parse(out, parser, best[i]);
    }
    put_literal(out, "]");
    json_field_text(out, "reason",
                    parsed ? parser_note(parser, sentence) : parser_reason(parser, sentence));
    put_literal(out, "}\n");
}

/* What the parser raises lands here, what the desk raises lands in `handle`. */
static g2l2_status parse_guarded(struct desk *self, g2l2_parser *parser, g2l2_error *err) {
    if (guard_try(&parser->guard, err)) put_parses(self, parser);
    return parser->guard.status;
}

void answer_parse(struct desk *self) {
    g2l2_error err;
    g2l2_parser *parser = desk_parser(self, desk_model(self, FIELD_MODEL));
    check(self, parse_guarded(self, parser, &err), &err);
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

#define USUAL_DERIVATIONS 4u

/* As one JSON text. */
static void put_picture(struct buf *out, const struct buf *picture) {
    if (picture->n) json_put_text(out, picture->at);
    else put_literal(out, "null");
}

static void put_scene_picture(struct buf *out, const struct trace *trace, struct arena *arena) {
    const g2l2_scenes *scenes = trace->naming.scenes;
    struct buf picture;
    buf_init(&picture, arena);
    if (trace->has_scene && scenes) show_scene_svg(scenes, trace->naming.scene, NULL, &picture);
    put_picture(out, &picture);
}

static void put_pictures(struct buf *out, const struct trace *trace, struct arena *arena) {
    out->n--; /* the last bracket: one more field */
    put_literal(out, ",\"pictures\":{\"derivations\":[");
    for (uint32_t i = 0; i < trace->n_derivations; i++) {
        struct buf picture;
        buf_init(&picture, arena);
        show_derivation_svg(trace, i, &picture);
        if (i) put_literal(out, ",");
        put_picture(out, &picture);
    }
    put_literal(out, "],\"scene\":");
    put_scene_picture(out, trace, arena);
    put_literal(out, "}}");
}

static void put_trace(struct desk *self, g2l2_parser *parser) {
    uint64_t n_best = fields_number(self, FIELD_N_BEST, USUAL_DERIVATIONS);
    struct trace_wanted wanted = {.chart = true, .n_others = (uint32_t)n_best - 1};
    const struct trace *trace = trace_make(parser, self->fields[FIELD_SENTENCE].text, &wanted);
    show_json(trace, &self->out);
    if (fields_number(self, FIELD_PICTURES, 0)) put_pictures(&self->out, trace, &parser->arena);
    put_literal(&self->out, "\n");
}

static g2l2_status trace_guarded(struct desk *self, g2l2_parser *parser, g2l2_error *err) {
    if (guard_try(&parser->guard, err)) put_trace(self, parser);
    return parser->guard.status;
}

void answer_explain(struct desk *self) {
    static const char *const names[] = {"json", "text", "svg", "html", "latex", "dot", NULL};
    int format = fields_choice(self, FIELD_FORMAT, names);
    g2l2_parser *parser = open_parser(self);
    const char *text;
    g2l2_error err;
    if (format && fields_number(self, FIELD_PICTURES, 0))
        refuse(self, 422, "\"pictures\" are for the format json, not for %s", names[format]);
    if (!format) {
        check(self, trace_guarded(self, parser, &err), &err);
        return;
    }
    check(self,
          g2l2_parser_show(parser, self->fields[FIELD_SENTENCE].text, formats[format].format, &text,
                           &err),
          &err);
    self->response->type = formats[format].type;
    put(&self->out, text);
}
