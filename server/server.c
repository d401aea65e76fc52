/* The server without its sockets: options, models, and a clock that ticks.
 *
 * Who computes must know when to stop, and asks often; reading a number that another thread
 * moves every 20 ms costs nothing. */
#include "server/handle.h"

#include <arpa/inet.h>
#include <math.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
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

/* ---- time ---------------------------------------------------------------------------------- */

/* The clock has moved a part of its next tick already. */
struct until until_within(struct until latest, double seconds) {
    if (!latest.clock) return latest;
    uint_fast32_t now = atomic_load_explicit(latest.clock, memory_order_relaxed);
    uint_fast32_t at = now + (uint_fast32_t)(seconds * 1e9 / SERVER_TICK) + 1;
    if (at < latest.at) latest.at = at;
    return latest;
}

bool until_over(struct until self) {
    return self.clock && atomic_load_explicit(self.clock, memory_order_relaxed) > self.at;
}

double until_left(struct until self) {
    if (!self.clock || self.at == UNTIL_NEVER) return INFINITY;
    uint_fast32_t now = atomic_load_explicit(self.clock, memory_order_relaxed);
    return now > self.at ? 0 : (double)(self.at - now + 1) * SERVER_TICK * 1e-9;
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

/* ---- the server ------------------------------------------------------------------------------ */

static bool is_loopback_address(const struct sockaddr *address) {
    if (address->sa_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 24 == 127;
    return address->sa_family == AF_INET6 &&
           IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)address)->sin6_addr);
}

/* Read as the socket reads it, so that 127.1 is one; but no name other than the one is asked
 * for: 127.example.com is anywhere. */
bool server_is_loopback(const char *host) {
    const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST};
    struct addrinfo *found;
    if (!strcasecmp(host, "localhost")) return true;
    if (getaddrinfo(host, NULL, &hints, &found)) return false;
    bool loopback = is_loopback_address(found->ai_addr);
    freeaddrinfo(found);
    return loopback;
}

/* Models are loaded by the clock. */
static g2l2_status open_all(struct server *self, g2l2_error *err) {
    if (pthread_create(&self->ticker, NULL, tick, self))
        return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "cannot start a thread");
    self->ticking = true;
    return models_new(self->options, &self->clock, &self->models, err);
}

g2l2_status server_new(const struct server_options *options, struct server **out, g2l2_error *err) {
    struct server *self = calloc(1, sizeof *self);
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    self->options = options;
    self->started = metrics_now();
    self->local = server_is_loopback(options->host);
    fields_open();
    g2l2_status status = open_all(self, err);
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

g2l2_status server_reload(struct server *self, uint_fast32_t until_at, g2l2_error *err) {
    g2l2_status status = models_reload(self->models, (struct until){&self->clock, until_at}, err);
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
