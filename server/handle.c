/* From a request to a response.
 *
 *     admit ─▶ path ─▶ method ─▶ content type ─▶ fields ─▶ the route's answer
 *     401, 403  404     405        415            400, 422
 *
 * What changes anything needs the content type of JSON, which a page from elsewhere cannot send
 * without asking first, and that is never granted. */
#include "server/handle.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/assets.h"

#define DESK_MAX_MEMORY ((size_t)512 << 20)
#define DESK_MAX_KEPT   ((size_t)2 << 20) /* between two requests */
#define QUICK_TARGET    1000u             /* bytes */
#define QUICK_BODY      1000u
#define QUICK_SECONDS   .05
#define JSON_TYPE       "application/json"

#define ABOUT_SENTENCE                                                                             \
    (FIELD(MODEL) | FIELD(SENTENCE) | FIELD(SCENE) | FIELD(OBJECTS) | FIELD(IMAGE) | FIELD(N_BEST))

static const struct route routes[] = {
    {"/v1/run", ROUTE_RUN, "GET, HEAD, POST", ABOUT_SENTENCE, FIELD(SENTENCE), true, answer_run},
    {"/v1/parse", ROUTE_PARSE, "GET, HEAD, POST", FIELD(MODEL) | FIELD(SENTENCE) | FIELD(N_BEST),
     FIELD(SENTENCE), false, answer_parse},
    {"/v1/explain", ROUTE_EXPLAIN, "GET, HEAD, POST",
     ABOUT_SENTENCE | FIELD(FORMAT) | FIELD(PICTURES) | FIELD(DERIVATION), FIELD(SENTENCE), false,
     answer_explain},
    {"/v1/say", ROUTE_SAY, "GET, HEAD, POST",
     FIELD(MODEL) | FIELD(MEANING) | FIELD(OBJECT) | FIELD(SCENE) | FIELD(OBJECTS) | FIELD(IMAGE) |
         FIELD(N_BEST),
     0, false, answer_say},
    {"/v1/models", ROUTE_MODELS, "GET, HEAD", 0, 0, true, answer_models},
    {"/v1/lexicon", ROUTE_LEXICON, "GET, HEAD", FIELD(MODEL) | FIELD(FORMAT), 0, false,
     answer_lexicon},
    {"/v1/scenes", ROUTE_SCENES, "GET, HEAD", FIELD(MODEL) | FIELD(FROM) | FIELD(COUNT), 0, true,
     answer_scenes},
    {"/v1/scenes/", ROUTE_SCENE, "GET, HEAD", FIELD(MODEL), 0, true, answer_scene},
    {"/v1/model", ROUTE_MODEL, "GET, HEAD", FIELD(MODEL), 0, false, answer_model},
    {"/v1/learn", ROUTE_LEARN, "POST, DELETE",
     FIELD(MODEL) | FIELD(EXAMPLES) | FIELD(DOMAIN) | FIELD(TABLES) | FIELD(SCENES) |
         FIELD(SECONDS) | FIELD(ESTIMATE) | FIELD(TIMELINE) | FIELD(QUICK) | FIELD(KEEP),
     0, false, answer_learn},
    {"/v1/learning", ROUTE_LEARNING, "GET, HEAD", 0, 0, true, answer_learning},
    {"/v1/why", ROUTE_WHY, "GET, HEAD, POST",
     FIELD(MODEL) | FIELD(WORD) | FIELD(EXAMPLES) | FIELD(DOMAIN) | FIELD(TABLES) | FIELD(SCENES) |
         FIELD(FILE) | FIELD(COUNT),
     FIELD(WORD), false, answer_why},
    {"/v1/draft", ROUTE_DRAFT, "PUT, DELETE",
     FIELD(MODEL) | FIELD(LEXICON) | FIELD(EDITS) | FIELD(EXAMPLES) | FIELD(FILE) | FIELD(WORD) |
         FIELD(LIKE) | FIELD(NEW),
     0, false, answer_draft},
    {"/v1/test", ROUTE_TEST, "GET, HEAD, POST",
     FIELD(MODEL) | FIELD(AGAINST) | FIELD(EXAMPLES) | FIELD(FILE) | FIELD(LIMIT) | FIELD(COUNT), 0,
     false, answer_test},
    {"/v1/review", ROUTE_REVIEW, "GET, HEAD, POST",
     FIELD(MODEL) | FIELD(EXAMPLES) | FIELD(FILE) | FIELD(LIMIT) | FIELD(COUNT), 0, false,
     answer_review},
    {"/v1/reload", ROUTE_RELOAD, "POST", 0, 0, false, answer_reload},
    {"/v1/health", ROUTE_HEALTH, "GET, HEAD", 0, 0, true, answer_health},
    {"/v1/metrics", ROUTE_METRICS, "GET, HEAD", 0, 0, true, answer_metrics},
    {0}};

/* ---- refusing ------------------------------------------------------------------------------ */

void refuse(struct desk *self, int status, const char *format, ...) {
    char message[sizeof self->err.message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    self->status = status;
    guard_raise(&self->guard, G2L2_STATUS_ARGUMENT, 0, 0, "%s", message);
}

void refuse_error(struct desk *self, const g2l2_error *err) {
    g2l2_error copy = *err;
    guard_raise(&self->guard, copy.status, copy.line, copy.column, "%s", copy.message);
}

void check(struct desk *self, g2l2_status status, const g2l2_error *err) {
    if (status) refuse_error(self, err);
}

void check_time(struct desk *self) {
    if (until_over(self->until))
        guard_raise(&self->guard, G2L2_STATUS_INTERRUPTED, 0, 0, "stopped: it takes too long");
}

static int status_of(g2l2_status status) {
    switch (status) {
    case G2L2_STATUS_NO_MEMORY:
    case G2L2_STATUS_INTERRUPTED: return 503;
    case G2L2_STATUS_IO: return 500;
    default: return 422;
    }
}

/* The last resort, which needs no memory. */
static const char no_memory[] = "{\"error\":{\"status\":503,\"message\":\"out of memory\"}}\n";

static void put_error(struct desk *self) {
    struct buf *out = &self->out;
    const g2l2_error *err = &self->err;
    put_literal(out, "{\"error\":{");
    json_field_number(out, "status", self->response->status);
    json_field_text(out, "message", err->message);
    if (err->line) {
        json_field_number(out, "line", (double)err->line);
    }
    if (err->column) {
        json_field_number(out, "column", (double)err->column);
    }
    put_literal(out, "}}\n");
}

/* Writing the error may run out of memory as well. */
static void answer_error(struct desk *self) {
    struct response *r = self->response;
    r->status = self->status ? self->status : status_of(self->err.status);
    r->retry = r->status == 503;
    r->type = JSON_TYPE;
    r->page = false;
    arena_reset(&self->arena);
    buf_init(&self->out, &self->arena);
    if (guard_try(&self->guard, NULL)) {
        put_error(self);
        return;
    }
    r->status = 503;
    r->body = no_memory;
    r->n_body = sizeof no_memory - 1;
}

struct response handle_refuse(struct server *server, int status, const char *message, char *text) {
    int n =
        snprintf(text, 300, "{\"error\":{\"status\":%d,\"message\":\"%s\"}}\n", status, message);
    metrics_count(&server->metrics, ROUTE_NONE, status, 0);
    return (struct response){.status = status,
                             .type = JSON_TYPE,
                             .body = text,
                             .n_body = n < 300 ? (size_t)n : 299,
                             .retry = status == 503};
}

/* ---- what is asked --------------------------------------------------------------------------- */

static bool is_json(const char *type) {
    size_t n = sizeof JSON_TYPE - 1;
    if (!type || strncasecmp(type, JSON_TYPE, n)) return false;
    return !type[n] || type[n] == ';' || type[n] == ' ';
}

/* Whole words of "GET, HEAD". */
static bool allows(const char *methods, const char *method) {
    size_t n = strlen(method);
    for (const char *at = methods; n && (at = strstr(at, method)); at++)
        if ((at == methods || at[-1] == ' ') && (!at[n] || at[n] == ',')) return true;
    return false;
}

static void check_method(struct desk *self, const char *methods) {
    const struct request *r = self->request;
    if (!allows(methods, r->method)) {
        self->response->allow = methods;
        refuse(self, 405, "the method %.20s is not for this path; use %s", r->method, methods);
    }
    bool changes = !allows(methods, "GET"); /* what can be had by GET changes nothing */
    if (changes && !is_json(r->content_type))
        refuse(self, 415, "%s needs the header Content-Type: " JSON_TYPE, r->method);
}

/* ---- routes ---------------------------------------------------------------------------------- */

static bool is_at(const struct route *route, const char *path, size_t n) {
    size_t length = strlen(route->path);
    bool open = route->path[length - 1] == '/';
    return (open ? n > length : n == length) && !strncmp(route->path, path, length);
}

static const struct route *find_route(const char *path, size_t n) {
    const struct route *route = routes;
    while (route->path && !is_at(route, path, n)) route++;
    return route->path ? route : NULL;
}

static _Noreturn void refuse_path(struct desk *self, const char *path) {
    struct buf known;
    buf_init(&known, &self->arena);
    for (const struct route *r = routes; r->path; r++)
        buf_printf(&known, "%s %s%s", r == routes ? "" : ",", r->path,
                   r->path[strlen(r->path) - 1] == '/' ? "INDEX" : "");
    refuse(self, 404, "there is nothing at '%.100s'; there is / and%s", path, known.at);
}

/* A file of the page. */
static void answer_page(struct desk *self, const char *path) {
    const struct asset *asset = asset_find(strcmp(path, "/") ? path + 1 : "index.html");
    if (*path != '/' || !asset) refuse_path(self, path);
    self->counted = ROUTE_PAGE;
    check_method(self, "GET, HEAD");
    *self->response = (struct response){.status = 200,
                                        .type = asset->type,
                                        .body = (const char *)asset->bytes,
                                        .n_body = asset->n,
                                        .page = true};
    struct response *r = self->response;
    const char *known = self->request->none_match;
    pack_tag(r->body, r->n_body, r->tag);
    if (!known || (!strstr(known, r->tag + 2) && strcmp(known, "*"))) return;
    r->status = 304;
    r->n_body = 0;
}

static void answer(struct desk *self) {
    const char *target = self->request->target;
    size_t n = strcspn(target, "?");
    const struct route *route = find_route(target, n);
    if (route) self->counted = route->id;
    self->route = route;
    admit(self);
    if (!route) {
        answer_page(self, arena_strndup(&self->arena, target, n));
        return;
    }
    self->rest = arena_strndup(&self->arena, target + strlen(route->path), n - strlen(route->path));
    check_method(self, route->methods);
    fields_read(self, target + n + (target[n] == '?'), strlen(target + n + (target[n] == '?')));
    buf_init(&self->out, &self->arena);
    route->answer(self);
}

bool handle_is_quick(const char *target, size_t n_body) {
    const struct route *route = find_route(target, strcspn(target, "?"));
    return !route || (route->quick && n_body <= QUICK_BODY && strlen(target) <= QUICK_TARGET);
}

/* ---- desks ------------------------------------------------------------------------------------ */

struct desk *desk_new(struct server *server) {
    struct desk *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->server = server;
    arena_init(&self->arena, &self->guard, DESK_MAX_MEMORY);
    arena_init(&self->seen, &self->seen_guard, DESK_MAX_MEMORY);
    return self;
}

void desk_clear(struct desk *self) {
    if (self->arena.held > DESK_MAX_KEPT) arena_free(&self->arena);
    arena_free(&self->seen);
    arena_reset(&self->arena);
}

void desk_free(struct desk *self) {
    if (!self) return;
    arena_free(&self->arena);
    arena_free(&self->seen);
    free(self);
}

static void give_back(struct desk *self) {
    for (size_t i = 0; i < self->n_models; i++) {
        served_return(self->models[i], self->parsers[i]);
        served_drop(self->models[i]);
        self->parsers[i] = NULL;
    }
    g2l2_review_free(self->review);
    g2l2_lesson_free(self->lesson);
    g2l2_evidence_free(self->found);
    g2l2_sentences_free(self->said);
    g2l2_scenes_free(self->scenes);
    g2l2_dataset_free(self->examples);
    g2l2_dataset_free(self->file);
    g2l2_dataset_free(self->chosen);
    g2l2_parser_free(self->reader);
    g2l2_model_free(self->learned);
    g2l2_model_free(self->whole);
    g2l2_domain_free(self->domain);
    free(self->text);
    free(self->note);
    if (self->teaches) lessons_end(&self->server->lessons);
    self->scenes = NULL;
    self->examples = NULL;
    self->file = NULL;
    self->chosen = NULL;
    self->review = NULL;
    self->lesson = NULL;
    self->found = NULL;
    self->said = NULL;
    self->reader = NULL;
    self->learned = NULL;
    self->whole = NULL;
    self->domain = NULL;
    self->text = NULL;
    self->note = NULL;
    self->teaches = false;
    self->n_models = 0;
}

static void sit_down(struct desk *self, const struct request *request, struct response *out) {
    desk_clear(self);
    memset(self->fields, 0, sizeof self->fields);
    *out = (struct response){.status = 200, .type = JSON_TYPE};
    self->request = request;
    self->response = out;
    self->status = 0;
    self->err.status = G2L2_STATUS_OK;
    self->route = NULL;
    self->counted = ROUTE_NONE;
    self->out = (struct buf){0};
}

/* False: the time was over. */
static bool handle_within(struct desk *self, const struct request *request, struct response *out,
                          double seconds) {
    sit_down(self, request, out);
    self->until = until_within(UNTIL_NEVER, seconds);
    if (guard_try(&self->guard, &self->err)) answer(self);
    else answer_error(self);
    fields_end();
    if (!out->body) {
        out->body = self->out.at ? self->out.at : "";
        out->n_body = self->out.n;
    }
    give_back(self);
    return out->status != 503 || self->err.status != G2L2_STATUS_INTERRUPTED;
}

void handle(struct desk *self, const struct request *request, struct response *out) {
    uint64_t start = metrics_now();
    handle_within(self, request, out, self->server->options->max_seconds);
    metrics_count(&self->server->metrics, self->counted, out->status, metrics_now() - start);
}

bool handle_quickly(struct desk *self, const struct request *request, struct response *out) {
    uint64_t start = metrics_now();
    double max = self->server->options->max_seconds;
    bool whole = max <= QUICK_SECONDS;
    if (!handle_within(self, request, out, whole ? max : QUICK_SECONDS) && !whole) return false;
    metrics_count(&self->server->metrics, self->counted, out->status, metrics_now() - start);
    return true;
}
