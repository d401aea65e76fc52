/* server - models behind HTTP, in parts that do not know each other's business:
 *
 *     sockets ─▶ http.c ─▶ request ─▶ handle.c ─▶ route ─▶ response ─▶ http.c ─▶ sockets
 *                 │                      │
 *     connections, bodies,         models.c: loaded once, counted, swapped by a reload;
 *     limits, threads              drafts, scenes, a pool of warm parsers
 *
 * `handle` is a function from a request to a response: no sockets, so that tests and a
 * fuzzer call it as http.c does. docs/HTTP.md is the interface. */
#ifndef G2L2_SERVER_H
#define G2L2_SERVER_H

#include <math.h>
#include <time.h>

#include "common/common.h"

/* ---- time ---------------------------------------------------------------------------------- */

/* When work must end, in seconds of clock_now; INFINITY: never. */
struct until {
    double at;
};

#define UNTIL_NEVER ((struct until){INFINITY})

/* In so many seconds, or by `latest` if that is sooner. */
struct until until_within(struct until latest, double seconds);
bool until_over(struct until self);
double until_left(struct until self); /* seconds; INFINITY: there is no end */
/* As much time as is left. */
g2l2_budget until_budget(struct until self);
/* When that is, for those who wait for a lock; at most some days from now. */
struct timespec until_clock(struct until self);

/* ---- the server ------------------------------------------------------------------------------ */

struct server_options {
    const char *const *models; /* [n_models] files */
    size_t n_models;
    const char *scenes, *test, *questions; /* files, or NULL */
    const char *images;                    /* directory of the scenes' images, or NULL */
    const char *host;                      /* an address to listen on */
    const char *allow_host;                /* names it answers to, "a.example,b.example"; or NULL */
    const char *token;                     /* what requests must bring, or NULL */
    int port;                              /* 0: any that is free */
    int threads;                           /* 0: one for each processor */
    g2l2_limits limits;
    size_t max_body, max_requests, max_connections;
    double max_seconds;   /* for one request */
    double learn_seconds; /* for one that learns, and asks for them */
    size_t idle_seconds;
    double look_patience; /* a first look at examples may take so many times as long as usual */
    void (*learning)(void *context); /* called now and then by whoever learns, or NULL */
    void *context;                   /* for that */
};

struct server_options server_options_default(void);

struct server;

/* Load everything. The options and their texts must outlive the server. */
g2l2_status server_new(const struct server_options *options, struct server **out, g2l2_error *err);
/* No request may be under way. */
void server_free(struct server *self);
/* Read the model files again. All of them, or, on error, none; STATUS_INTERRUPTED: the time was
 * over before. */
g2l2_status server_reload(struct server *self, struct until until, g2l2_error *err);
/* Is this address or name of this machine only? */
bool server_is_loopback(const char *host);
/* What was loaded, for people: called with one line for each. */
void server_describe(struct server *self, void (*line)(void *context, const char *text),
                     void *context);

/* ---- requests without sockets: handle.c -------------------------------------------------- */

struct request {
    const char *method; /* "GET" */
    const char *target; /* as it was sent: "/v1/run?sentence=jump%20twice" */
    const char *host;   /* header, or NULL */
    const char *origin, *authorization, *cookie; /* likewise */
    const char *none_match;                      /* If-None-Match, likewise */
    const char *content_type;                    /* header, or NULL */
    const char *body;                            /* [n_body], may be NULL where that is 0 */
    size_t n_body;
};

struct response {
    int status; /* 200, 404, ... */
    const char *type;
    const char *body; /* [n_body] the desk's, until its next request; or the program's */
    size_t n_body;
    const char *allow; /* methods, where status is 405; else NULL */
    bool retry;        /* it may go better in a second */
    char tag[24];      /* ETag, or "" */
    bool page;         /* part of the page, not of /v1 */
};

/* What one request needs, kept warm for the next: one for each thread that handles. */
struct desk;
struct desk *desk_new(struct server *server); /* NULL: out of memory */
void desk_free(struct desk *self);
void desk_clear(struct desk *self); /* the response is done with; what was large is given back */
void handle(struct desk *self, const struct request *request, struct response *out);
/* Does it look as if others could wait for it? */
bool handle_is_quick(const char *target, size_t n_body);
/* For those: false, and no answer, if they cannot; then `handle` has to begin anew. */
bool handle_quickly(struct desk *self, const struct request *request, struct response *out);
/* An error that is not of `handle`: 413, 503. The body is written to `text`, of 300 bytes. */
struct response handle_refuse(struct server *server, int status, const char *message, char *text);

/* ---- sockets: http.c ----------------------------------------------------------------------- */

struct http;

/* Listen and answer, in threads of its own. */
g2l2_status http_start(struct server *server, const struct server_options *options,
                       struct http **out, g2l2_error *err);
int http_port(const struct http *self);
/* Take no more connections, finish the requests under way, and end. */
void http_stop(struct http *self);

#endif
