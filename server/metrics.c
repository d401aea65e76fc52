/* Counters in the text form of Prometheus, a line for each that is not 0:
 *
 *   g2l2_requests_total{route="run",status="200"} 4182
 *   g2l2_request_seconds_bucket{route="run",le="0.001"} 4180 */
#include "server/metrics.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const route_names[N_ROUTES] = {
    "page",    "health",   "metrics", "models", "parse", "run",    "explain",
    "lexicon", "scenes",   "scene",   "draft",  "test",  "review", "reload",
    "learn",   "learning", "why",     "model",  "say",   "none"};

/* The last stands for all others. */
static const int statuses[METRICS_N_STATUSES] = {200, 400, 403, 404, 405, 409,
                                                 413, 415, 422, 500, 503, 0};

/* Seconds; the last bucket is all the rest. */
static const double limits[METRICS_N_BUCKETS - 1] = {.0001, .001, .01, .1, 1, 10, 60};

uint64_t metrics_now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (uint64_t)at.tv_sec * 1000000000u + (uint64_t)at.tv_nsec;
}

static void add(atomic_uint_fast64_t *to, uint64_t n) {
    atomic_fetch_add_explicit(to, n, memory_order_relaxed);
}

static uint64_t get(const atomic_uint_fast64_t *from) {
    return atomic_load_explicit(from, memory_order_relaxed);
}

void metrics_count(struct metrics *self, enum route_id route, int status, uint64_t nanoseconds) {
    uint32_t s = 0, b = 0;
    while (s + 1 < METRICS_N_STATUSES && statuses[s] != status) s++;
    while (b + 1 < METRICS_N_BUCKETS && (double)nanoseconds > limits[b] * 1e9) b++;
    add(&self->answers[route][s], 1);
    add(&self->within[route][b], 1);
    add(&self->nanoseconds[route], nanoseconds);
}

/* ---- writing ------------------------------------------------------------------------- */

static void put_heading(struct buf *out, const char *name, const char *type, const char *help) {
    buf_printf(out, "# HELP g2l2_%s %s\n# TYPE g2l2_%s %s\n", name, help, name, type);
}

static void put_one(struct buf *out, const char *name, const char *type, const char *help,
                    double value) {
    put_heading(out, name, type, help);
    buf_printf(out, "g2l2_%s %.15g\n", name, value);
}

static void put_answers(const struct metrics *self, struct buf *out) {
    put_heading(out, "requests_total", "counter", "Requests answered, by route and status.");
    for (int r = 0; r < N_ROUTES; r++)
        for (uint32_t s = 0; s < METRICS_N_STATUSES; s++) {
            uint64_t n = get(&self->answers[r][s]);
            if (!n) continue;
            buf_printf(out, "g2l2_requests_total{route=\"%s\",status=\"", route_names[r]);
            if (statuses[s]) buf_printf(out, "%d", statuses[s]);
            else buf_puts(out, "other");
            buf_printf(out, "\"} %llu\n", (unsigned long long)n);
        }
}

static void put_bucket(struct buf *out, int route, const char *le, uint64_t n) {
    buf_printf(out, "g2l2_request_seconds_bucket{route=\"%s\",le=\"%s\"} %llu\n",
               route_names[route], le, (unsigned long long)n);
}

static void put_times_of(const struct metrics *self, int route, struct buf *out) {
    uint64_t sum = 0, all = 0;
    for (uint32_t b = 0; b < METRICS_N_BUCKETS; b++) all += get(&self->within[route][b]);
    if (!all) return;
    for (uint32_t b = 0; b + 1 < METRICS_N_BUCKETS; b++) {
        char le[16];
        snprintf(le, sizeof le, "%g", limits[b]);
        put_bucket(out, route, le, sum += get(&self->within[route][b]));
    }
    put_bucket(out, route, "+Inf", all > sum ? all : sum);
    buf_printf(out, "g2l2_request_seconds_sum{route=\"%s\"} %.9g\n", route_names[route],
               (double)get(&self->nanoseconds[route]) * 1e-9);
    buf_printf(out, "g2l2_request_seconds_count{route=\"%s\"} %llu\n", route_names[route],
               (unsigned long long)(all > sum ? all : sum));
}

static double resident_bytes(void) {
    long pages = 0;
    FILE *in = fopen("/proc/self/statm", "r");
    if (!in) return 0;
    if (fscanf(in, "%*d %ld", &pages) != 1) pages = 0;
    fclose(in);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

void metrics_write(const struct metrics *self, const struct metrics_state *state, struct buf *out) {
    put_answers(self, out);
    put_heading(out, "request_seconds", "histogram", "Time from a whole request to its answer.");
    for (int r = 0; r < N_ROUTES; r++) put_times_of(self, r, out);
    put_one(out, "requests_under_way", "gauge", "Requests being received, handled or answered.",
            (double)atomic_load(&self->under_way));
    put_one(out, "connections", "gauge", "Connections open.",
            (double)atomic_load(&self->connections));
    put_one(out, "reloads_total", "counter", "Times the model files were read again.",
            (double)get(&self->reloads));
    put_one(out, "models", "gauge", "Models served.", (double)state->models);
    put_one(out, "drafts", "gauge", "Drafts of models.", (double)state->drafts);
    put_one(out, "scenes", "gauge", "Scenes to ask about.", (double)state->scenes);
    put_one(out, "uptime_seconds", "gauge", "Seconds since the start.", state->uptime);
    put_one(out, "resident_memory_bytes", "gauge", "Memory of the process.", resident_bytes());
}
