/* The server without its sockets: options, models, and when work must end. */
#include "server/handle.h"

#include <arpa/inet.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>

struct server_options server_options_default(void) {
    struct server_options out = {.host = "127.0.0.1",
                                 .port = 8080,
                                 .limits = g2l2_limits_default(),
                                 .max_body = (size_t)16 << 20,
                                 .max_requests = 256,
                                 .max_connections = 1024,
                                 .max_seconds = 10,
                                 .learn_seconds = 600,
                                 .idle_seconds = 30,
                                 .look_patience = 1};
    out.limits.max_memory = (size_t)512 << 20;
    return out;
}

/* ---- time ---------------------------------------------------------------------------------- */

struct until until_within(struct until latest, double seconds) {
    double at = clock_now() + seconds;
    return at < latest.at ? (struct until){at} : latest;
}

bool until_over(struct until self) {
    return until_left(self) <= 0;
}

double until_left(struct until self) {
    return isinf(self.at) ? INFINITY : fmax(0, self.at - clock_now());
}

g2l2_budget until_budget(struct until self) {
    double left = until_left(self);
    return (g2l2_budget){.seconds = isinf(left) ? 0 : fmax(left, 1e-6)};
}

struct timespec until_clock(struct until self) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    double nanoseconds = (double)end.tv_nsec + fmin(until_left(self), 1e6) * 1e9;
    end.tv_sec += (time_t)(nanoseconds / 1e9);
    end.tv_nsec = (long)fmod(nanoseconds, 1e9);
    return end;
}

/* ---- the server ------------------------------------------------------------------------------ */

/* Read as the socket reads it, so that 127.1 is one; but no name other than the one is asked
 * for: 127.example.com is anywhere. */
bool server_is_loopback(const char *host) {
    struct in_addr v4;
    struct in6_addr v6;
    if (!strcasecmp(host, "localhost")) return true;
    if (inet_aton(host, &v4)) return ntohl(v4.s_addr) >> 24 == 127;
    return inet_pton(AF_INET6, host, &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

g2l2_status server_new(const struct server_options *options, struct server **out, g2l2_error *err) {
    struct server *self = calloc(1, sizeof *self);
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    self->options = options;
    self->started = metrics_now();
    self->local = server_is_loopback(options->host);
    lessons_open(&self->lessons);
    fields_open();
    g2l2_status status = models_new(options, &self->models, err);
    if (status) server_free(self);
    else *out = self;
    return status;
}

void server_free(struct server *self) {
    if (!self) return;
    models_free(self->models);
    lessons_close(&self->lessons);
    free(self);
}

g2l2_status server_reload(struct server *self, struct until until, g2l2_error *err) {
    g2l2_status status = models_reload(self->models, until, err);
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
