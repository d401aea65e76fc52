/* The server without its sockets: options, models, and a clock that ticks.
 *
 * Who computes must know when to stop, and asks often; reading a number that another thread
 * moves every 20 ms costs nothing. */
#include "server/handle.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct server_options server_options_default(void) {
    struct server_options out = {.host = "127.0.0.1",
                                 .port = 8080,
                                 .limits = g2l2_limits_default(),
                                 .max_body = (size_t)1 << 20,
                                 .max_requests = 256,
                                 .max_connections = 1024,
                                 .max_seconds = 10,
                                 .idle_seconds = 30};
    out.limits.max_memory = (size_t)512 << 20;
    return out;
}

static void *tick(void *context) {
    struct server *self = context;
    const struct timespec pause = {0, SERVER_TICK};
    while (!atomic_load(&self->ending)) {
        nanosleep(&pause, NULL);
        atomic_store(&self->clock, (metrics_now() - self->started) / SERVER_TICK);
    }
    return NULL;
}

static bool is_loopback(const char *host) {
    return !strncmp(host, "127.", 4) || !strcmp(host, "::1") || !strcmp(host, "localhost");
}

g2l2_status server_new(const struct server_options *options, struct server **out, g2l2_error *err) {
    struct server *self = calloc(1, sizeof *self);
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    self->options = options;
    self->started = metrics_now();
    self->local = is_loopback(options->host);
    fields_open();
    g2l2_status status = models_new(options, &self->models, err);
    if (!status && pthread_create(&self->ticker, NULL, tick, self))
        status = err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "cannot start a thread");
    else if (!status) self->ticking = true;
    if (status) server_free(self);
    else *out = self;
    return status;
}

void server_free(struct server *self) {
    if (!self) return;
    atomic_store(&self->ending, true);
    if (self->ticking) pthread_join(self->ticker, NULL);
    models_free(self->models);
    free(self);
}

g2l2_status server_reload(struct server *self, g2l2_error *err) {
    g2l2_status status = models_reload(self->models, err);
    if (!status) atomic_fetch_add(&self->metrics.reloads, 1);
    return status;
}

static void describe_model(struct server *self, const struct served *served,
                           void (*line)(void *context, const char *text), void *context) {
    char text[400];
    const g2l2_dataset *tests = models_tests(self->models, served);
    snprintf(text, sizeof text, "%.100s: %.50s, %zu words, %zu entries, %zu tests", served->name,
             g2l2_domain_name(g2l2_model_domain(served->model)), g2l2_model_n_words(served->model),
             g2l2_model_n_entries(served->model), tests ? g2l2_dataset_count(tests) : 0);
    line(context, text);
}

void server_describe(struct server *self, void (*line)(void *context, const char *text),
                     void *context) {
    struct served *model, *draft;
    const g2l2_scenes *scenes = models_scenes(self->models);
    char text[100];
    for (size_t i = 0; models_get(self->models, i, &model, &draft); i++) {
        describe_model(self, model, line, context);
        served_drop(model);
        served_drop(draft);
    }
    if (!scenes) return;
    snprintf(text, sizeof text, "%zu scenes", g2l2_scenes_count(scenes));
    line(context, text);
}
