/* The server without sockets and without a machine to run on: its handler (server/server.h) inside a page.
 *
 *     web/api.js ─▶ wasm/host.js ─▶ worker ─▶ wasm/worker.js ─▶ page_request ─▶ handle
 *
 * What a request gets is what the server would answer, since the same function answers. The models and
 * scenes it serves are files that worker.js has written into the worker's memory. There is one thread, so
 * nobody can ask how far learning is while something is learned; it is told instead. */
#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

#define MAX_SECONDS  30  /* for one request: nobody else waits */
#define TELL_SECONDS .05 /* between two messages of how far it is */

struct page {
    struct server_options options;
    g2l2_error err;
    struct server *server;
    struct desk *desk, *aside; /* aside: for what is asked while the other one works */
    struct response response;
    double told; /* when: clock_now */
};

/* Called by worker.js. */
struct page *page_open(const char *models, const char *scenes, const char *test,
                       const char *questions);
const char *page_wrong(const struct page *self);
int page_request(struct page *self, const char *method, const char *target, const char *body,
                 size_t n_body);
const char *page_type(const struct page *self);
const char *page_body(const struct page *self);
size_t page_length(const struct page *self);

/* A message to the page, from within a request. */
EM_JS(void, tell, (const char *text, size_t n),
      { postMessage({learning : UTF8ToString(text, n)}); });

static void on_learning(void *context) {
    struct page *self = context;
    const struct request request = {.method = "GET", .target = "/v1/learning"};
    struct response response;
    if (clock_now() < self->told + TELL_SECONDS) return;
    handle(self->aside, &request, &response);
    tell(response.body, response.n_body);
    self->told = clock_now();
}

/* "/a.g2l2\0/b.g2l2\0\0" as an array, which stays. NULL: out of memory. */
static const char **list(const char *texts, size_t *n) {
    const char **out, *at = texts;
    for (*n = 0; *at; at += strlen(at) + 1) ++*n;
    out = calloc(*n + 1, sizeof *out);
    for (size_t i = 0; out && i < *n; i++, texts += strlen(texts) + 1) out[i] = texts;
    return out;
}

/* Serve these files: models as above, the others or NULL. The texts must stay. */
EMSCRIPTEN_KEEPALIVE struct page *page_open(const char *models, const char *scenes,
                                            const char *test, const char *questions) {
    struct page *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    struct server_options *o = &self->options;
    *o = server_options_default();
    o->models = list(models, &o->n_models);
    o->scenes = scenes;
    o->test = test;
    o->questions = questions;
    o->max_seconds = MAX_SECONDS;
    o->learning = on_learning;
    o->context = self;
    if (!o->models || server_new(o, &self->server, &self->err)) return self;
    self->desk = desk_new(self->server);
    self->aside = desk_new(self->server);
    return self;
}

/* Why it cannot answer, or NULL. */
EMSCRIPTEN_KEEPALIVE const char *page_wrong(const struct page *self) {
    if (self && self->err.status) return self->err.message;
    return self && self->desk && self->aside ? NULL : "out of memory";
}

/* Answer a request; its status. What follows is of that answer, until the next one. */
EMSCRIPTEN_KEEPALIVE int page_request(struct page *self, const char *method, const char *target,
                                      const char *body, size_t n_body) {
    const struct request request = {.method = method,
                                    .target = target,
                                    .content_type = "application/json",
                                    .body = body,
                                    .n_body = n_body};
    handle(self->desk, &request, &self->response);
    return self->response.status;
}

EMSCRIPTEN_KEEPALIVE const char *page_type(const struct page *self) {
    return self->response.type;
}

EMSCRIPTEN_KEEPALIVE const char *page_body(const struct page *self) {
    return self->response.body;
}

EMSCRIPTEN_KEEPALIVE size_t page_length(const struct page *self) {
    return self->response.n_body;
}
