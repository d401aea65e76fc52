/* Sockets: libmicrohttpd on one side, requests and responses on the other.
 *
 *     connection ─▶ begin ─▶ receive ... receive ─▶ quick? ─yes─▶ handle ─▶ send
 *                    │        body, within limits      │
 *                  a call                              no: suspend ─▶ a worker handles it
 *                                                                  ─▶ resume ─▶ send
 *
 * Few threads wait for all connections, so what takes long must not be done in them. What is
 * quick, such as a sentence, is: to hand it over would cost more than to do it. If it turns
 * out to take longer, it is given up and handed over after all.
 *
 * The library closes connections where nothing happens. A client that sends a byte now and
 * then keeps something happening, so a sweeper looks at how long each takes to send a whole
 * request, and shuts down those that take too long. */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/handle.h"
#include "server/microhttpd.h"

#define SWEEP        100000000 /* nanoseconds between two looks */
#define FIRST_BODY   512u
#define SLOW_READERS 10u /* times longer than others they may take */
#define MAX_THREADS  256
#define KEPT_DESKS   64u
#define LEAST_WORKERS                                                                              \
    16u /* more than processors: who asks for little shares them with those who ask for much, and   \
           does not wait until one of them is done */

#define PAGE_POLICY                                                                                \
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "           \
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
#define DOCUMENT_POLICY                                                                            \
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "   \
    "sandbox allow-scripts; frame-ancestors 'none'"

static const struct microhttpd *mhd; /* set before the first connection */

enum phase { PHASE_WAITING, PHASE_RECEIVING, PHASE_WORKING, PHASE_SENDING };

/* An open connection. */
struct link {
    struct link *next, *previous;
    int socket;
    atomic_int phase;
    atomic_uint_fast64_t since; /* metrics_now */
};

/* A request on its way. */
struct call {
    struct http *http;
    struct MHD_Connection *connection;
    struct link *link;
    struct call *next; /* in the queue */
    char *target, *body;
    const char *method;
    size_t n_body, cap;
    bool begun, whole, done; /* its headers are here; all of it is; there is an answer */
    const char *wrong;       /* why it is refused, or NULL */
    int status;              /* of that */
    struct MHD_Response *answer;
    uint64_t queued; /* when: metrics_now */
};

struct http {
    struct server *server;
    const struct server_options *options;
    struct MHD_Daemon *daemon;
    MHD_socket quiesced; /* where it listened, once it has stopped */
    int port;
    atomic_bool draining, ending;
    atomic_size_t whole;  /* requests that are here and not yet answered */
    pthread_mutex_t lock; /* links */
    struct link *links;
    pthread_mutex_t queue_lock;
    pthread_cond_t queue_filled;
    struct call *first, *last;
    pthread_mutex_t desk_lock;
    struct desk *desks[KEPT_DESKS];
    size_t n_desks;
    pthread_t threads[MAX_THREADS + 1]; /* workers, and the sweeper */
    size_t n_threads;
};

static void enter(struct call *call, enum phase phase) {
    if (!call->link) return;
    atomic_store_explicit(&call->link->since, metrics_now(), memory_order_relaxed);
    atomic_store_explicit(&call->link->phase, phase, memory_order_release);
}

/* ---- answers --------------------------------------------------------------------------------- */

static void add_header(struct MHD_Response *answer, const char *name, const char *value) {
    mhd->add_response_header(answer, name, value);
}

static void add_policy(struct MHD_Response *answer, const struct response *r) {
    bool data = !strncmp(r->type, "application/json", 16) || !strncmp(r->type, "text/plain", 10);
    add_header(answer, MHD_HTTP_HEADER_CACHE_CONTROL, r->page ? "no-cache" : "no-store");
    if (data && !r->page) return;
    add_header(answer, "Content-Security-Policy", r->page ? PAGE_POLICY : DOCUMENT_POLICY);
    add_header(answer, "Referrer-Policy", "no-referrer");
    add_header(answer, "X-Frame-Options", "DENY");
}

/* The body is copied unless it is part of the program. */
static struct MHD_Response *make_body(const struct response *r, bool gzip) {
    size_t n;
    char *packed = gzip ? pack_gzip(r->body, r->n_body, &n) : NULL;
    if (!packed)
        return mhd->create_response_from_buffer(
            r->n_body, (void *)r->body, r->page ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_COPY);
    struct MHD_Response *answer =
        mhd->create_response_from_buffer(n, packed, MHD_RESPMEM_MUST_FREE);
    if (answer) add_header(answer, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
    else free(packed);
    return answer;
}

/* gzip: the client takes it. */
static struct MHD_Response *make_answer(struct http *self, const struct response *r, bool gzip) {
    struct MHD_Response *answer = make_body(r, gzip);
    if (!answer) return NULL;
    add_header(answer, MHD_HTTP_HEADER_VARY, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    if (*r->tag) add_header(answer, MHD_HTTP_HEADER_ETAG, r->tag);
    add_header(answer, MHD_HTTP_HEADER_CONTENT_TYPE, r->type);
    add_header(answer, "X-Content-Type-Options", "nosniff");
    add_policy(answer, r);
    if (r->allow) add_header(answer, MHD_HTTP_HEADER_ALLOW, r->allow);
    if (r->status == 401) add_header(answer, MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Bearer");
    if (r->retry) add_header(answer, MHD_HTTP_HEADER_RETRY_AFTER, "1");
    if (atomic_load_explicit(&self->draining, memory_order_relaxed))
        add_header(answer, MHD_HTTP_HEADER_CONNECTION, "close");
    return answer;
}

static enum MHD_Result send_answer(struct call *call, int status, struct MHD_Response *answer) {
    if (!answer) return MHD_NO;
    enter(call, PHASE_SENDING);
    enum MHD_Result queued = mhd->queue_response(call->connection, (unsigned)status, answer);
    mhd->destroy_response(answer);
    return queued;
}

static enum MHD_Result send_refusal(struct call *call) {
    char text[300];
    struct response r = handle_refuse(call->http->server, call->status, call->wrong, text);
    return send_answer(call, r.status, make_answer(call->http, &r, false));
}

/* ---- handling ---------------------------------------------------------------------------------- */

static struct desk *take_desk(struct http *self) {
    struct desk *desk = NULL;
    pthread_mutex_lock(&self->desk_lock);
    if (self->n_desks) desk = self->desks[--self->n_desks];
    pthread_mutex_unlock(&self->desk_lock);
    return desk ? desk : desk_new(self->server);
}

static void return_desk(struct http *self, struct desk *desk) {
    desk_clear(desk);
    pthread_mutex_lock(&self->desk_lock);
    if (self->n_desks < KEPT_DESKS) {
        self->desks[self->n_desks++] = desk;
        desk = NULL;
    }
    pthread_mutex_unlock(&self->desk_lock);
    desk_free(desk);
}

static const char *header(struct call *call, const char *name) {
    return mhd->lookup_connection_value(call->connection, MHD_HEADER_KIND, name);
}

enum haste { HASTE_QUICK, HASTE_WHOLE };
enum outcome { OUTCOME_DONE, OUTCOME_LATER };

/* The answer goes to call->answer (NULL: out of memory), its status to call->status. LATER:
 * it is not as quick as it looked. */
static enum outcome work(struct call *call, enum haste haste) {
    struct http *self = call->http;
    struct desk *desk = take_desk(self);
    struct response response;
    bool done = true, gzip = pack_accepts(header(call, MHD_HTTP_HEADER_ACCEPT_ENCODING));
    if (!desk) return OUTCOME_DONE;
    struct request request = {.method = call->method,
                              .target = call->target,
                              .host = header(call, MHD_HTTP_HEADER_HOST),
                              .origin = header(call, "Origin"),
                              .authorization = header(call, MHD_HTTP_HEADER_AUTHORIZATION),
                              .cookie = header(call, MHD_HTTP_HEADER_COOKIE),
                              .none_match = header(call, MHD_HTTP_HEADER_IF_NONE_MATCH),
                              .content_type = header(call, MHD_HTTP_HEADER_CONTENT_TYPE),
                              .body = call->body,
                              .n_body = call->n_body};
    if (haste == HASTE_QUICK) done = handle_quickly(desk, &request, &response);
    else handle(desk, &request, &response);
    if (done) {
        call->status = response.status;
        call->answer = make_answer(self, &response, gzip);
    }
    return_desk(self, desk);
    return done ? OUTCOME_DONE : OUTCOME_LATER;
}

/* ---- workers ----------------------------------------------------------------------------------- */

/* False: the workers have gone. */
static bool hand_over(struct call *call) {
    struct http *self = call->http;
    pthread_mutex_lock(&self->queue_lock);
    bool open = !atomic_load(&self->ending);
    if (open) {
        mhd->suspend_connection(call->connection);
        call->queued = metrics_now();
        if (self->last) self->last->next = call;
        else self->first = call;
        self->last = call;
        pthread_cond_signal(&self->queue_filled);
    }
    pthread_mutex_unlock(&self->queue_lock);
    return open;
}

/* NULL: it is over. */
static struct call *dequeue(struct http *self) {
    pthread_mutex_lock(&self->queue_lock);
    while (!self->first && !atomic_load(&self->ending))
        pthread_cond_wait(&self->queue_filled, &self->queue_lock);
    struct call *call = self->first;
    if (call) self->first = call->next;
    if (!self->first) self->last = NULL;
    pthread_mutex_unlock(&self->queue_lock);
    return call;
}

/* Who has waited that long may have gone, and the others wait as well. */
static void refuse_late(struct call *call) {
    char text[300];
    struct response r =
        handle_refuse(call->http->server, 503, "too much to do; try again in a moment", text);
    call->status = r.status;
    call->answer = make_answer(call->http, &r, false);
}

static void *serve_queue(void *context) {
    struct http *self = context;
    uint64_t patience = (uint64_t)(self->options->max_seconds * 1e9);
    for (struct call *call; (call = dequeue(self));) {
        if (metrics_now() > call->queued + patience) refuse_late(call);
        else work(call, HASTE_WHOLE);
        call->done = true;
        mhd->resume_connection(call->connection);
    }
    return NULL;
}

/* ---- requests ------------------------------------------------------------------------------------ */

/* Called with the first line of a request. */
static void *begin(void *context, const char *target, struct MHD_Connection *connection) {
    struct http *self = context;
    const union MHD_ConnectionInfo *info =
        mhd->get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct call *call = calloc(1, sizeof *call);
    if (!call) return NULL;
    call->http = self;
    call->connection = connection;
    call->link = info ? info->socket_context : NULL;
    call->target = strdup(target);
    atomic_fetch_add_explicit(&self->server->metrics.under_way, 1, memory_order_relaxed);
    return call;
}

/* It was answered, or its connection is gone. */
static void end(void *context, struct MHD_Connection *connection, void **at,
                enum MHD_RequestTerminationCode how) {
    struct call *call = *at;
    (void)context, (void)connection, (void)how;
    if (!call) return;
    enter(call, PHASE_WAITING);
    atomic_fetch_sub_explicit(&call->http->server->metrics.under_way, 1, memory_order_relaxed);
    if (call->whole) atomic_fetch_sub_explicit(&call->http->whole, 1, memory_order_relaxed);
    if (call->answer) mhd->destroy_response(call->answer);
    free(call->target);
    free(call->body);
    free(call);
    *at = NULL;
}

static void refuse_call(struct call *call, int status, const char *why) {
    call->status = status;
    call->wrong = why;
}

static void refuse_body(struct call *call) {
    refuse_call(call, 413, "the body is larger than this server takes; --max-body says how much");
}

/* Headers by which two readers could take a request for different ones. */
struct framing {
    size_t lengths, codings, hosts, origins;
};

static enum MHD_Result count_header(void *context, enum MHD_ValueKind kind, const char *name,
                                    const char *value) {
    struct framing *f = context;
    (void)kind, (void)value;
    f->lengths += !strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH);
    f->codings += !strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING);
    f->hosts += !strcasecmp(name, MHD_HTTP_HEADER_HOST);
    f->origins += !strcasecmp(name, "Origin");
    return MHD_YES;
}

static bool is_framed_once(struct call *call) {
    struct framing f = {0};
    mhd->get_connection_values(call->connection, MHD_HEADER_KIND, count_header, &f);
    return f.lengths + f.codings <= 1 && f.hosts <= 1 && f.origins <= 1;
}

/* The headers are here. */
static enum MHD_Result start(struct call *call, const char *method) {
    const struct http *self = call->http;
    const char *length = header(call, MHD_HTTP_HEADER_CONTENT_LENGTH);
    size_t under_way = atomic_load_explicit(&self->server->metrics.under_way, memory_order_relaxed);
    call->begun = true;
    call->method = method;
    enter(call, PHASE_RECEIVING);
    if (!call->target) refuse_call(call, 503, "out of memory");
    else if (!is_framed_once(call))
        refuse_call(call, 400, "Host, Origin, Content-Length or Transfer-Encoding is there twice");
    else if (under_way > self->options->max_requests)
        refuse_call(call, 503, "too many requests at once; try again in a moment");
    else if (length && strtoull(length, NULL, 10) > self->options->max_body) refuse_body(call);
    return call->wrong ? send_refusal(call) : MHD_YES;
}

/* What is too much is read and forgotten, so that the client hears why. */
static void receive(struct call *call, const char *bytes, size_t n) {
    if (call->wrong) return;
    if (n > call->http->options->max_body - call->n_body) {
        refuse_body(call);
        return;
    }
    if (call->n_body + n > call->cap) {
        size_t cap = call->cap ? call->cap * 2 : FIRST_BODY;
        while (cap < call->n_body + n) cap *= 2;
        char *body = realloc(call->body, cap);
        if (!body) refuse_call(call, 503, "out of memory");
        if (!body) return;
        call->body = body;
        call->cap = cap;
    }
    memcpy(call->body + call->n_body, bytes, n);
    call->n_body += n;
}

static enum MHD_Result send_done(struct call *call) {
    struct MHD_Response *answer = call->answer;
    call->answer = NULL;
    return send_answer(call, call->status, answer);
}

static enum MHD_Result finish(struct call *call) {
    call->whole = true;
    atomic_fetch_add_explicit(&call->http->whole, 1, memory_order_relaxed);
    if (call->wrong) return send_refusal(call);
    enter(call, PHASE_WORKING);
    if (handle_is_quick(call->target, call->n_body) && work(call, HASTE_QUICK) == OUTCOME_DONE)
        return send_done(call);
    if (hand_over(call)) return MHD_YES;
    work(call, HASTE_WHOLE);
    return send_done(call);
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *n_upload, void **at) {
    struct call *call = *at;
    (void)context, (void)connection, (void)url, (void)version;
    if (!call) return MHD_NO;
    if (!call->begun) return start(call, method);
    if (*n_upload) {
        receive(call, upload, *n_upload);
        *n_upload = 0;
        return MHD_YES;
    }
    return call->done ? send_done(call) : finish(call);
}

/* ---- connections ---------------------------------------------------------------------------------- */

static void on_open(struct http *self, int socket, void **at) {
    struct link *link = calloc(1, sizeof *link);
    *at = link;
    if (!link) return;
    link->socket = socket;
    atomic_store(&link->since, metrics_now());
    pthread_mutex_lock(&self->lock);
    link->next = self->links;
    if (link->next) link->next->previous = link;
    self->links = link;
    pthread_mutex_unlock(&self->lock);
}

static void on_close(struct http *self, struct link *link) {
    if (!link) return;
    pthread_mutex_lock(&self->lock);
    if (link->next) link->next->previous = link->previous;
    if (link->previous) link->previous->next = link->next;
    else self->links = link->next;
    pthread_mutex_unlock(&self->lock);
    free(link);
}

/* The socket is still open when it is told that it will be closed. */
static void on_connection(void *context, struct MHD_Connection *connection, void **at,
                          enum MHD_ConnectionNotificationCode what) {
    struct http *self = context;
    const union MHD_ConnectionInfo *info =
        mhd->get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        atomic_fetch_add(&self->server->metrics.connections, 1);
        on_open(self, info ? info->connect_fd : -1, at);
        return;
    }
    atomic_fetch_sub(&self->server->metrics.connections, 1);
    on_close(self, *at);
    *at = NULL;
}

static bool is_late(const struct http *self, const struct link *link) {
    uint64_t patience = (uint64_t)self->options->idle_seconds * 1000000000u;
    int phase = atomic_load_explicit(&link->phase, memory_order_acquire);
    if (phase == PHASE_WORKING) return false;
    if (phase == PHASE_SENDING) patience *= SLOW_READERS;
    return metrics_now() > atomic_load_explicit(&link->since, memory_order_relaxed) + patience;
}

static void *sweep(void *context) {
    struct http *self = context;
    const struct timespec pause = {0, SWEEP};
    while (!atomic_load(&self->ending)) {
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&self->lock);
        for (struct link *link = self->links; link; link = link->next)
            if (link->socket >= 0 && is_late(self, link)) shutdown(link->socket, SHUT_RDWR);
        pthread_mutex_unlock(&self->lock);
    }
    return NULL;
}

/* ---- start and stop --------------------------------------------------------------------------------- */

static g2l2_status fail(g2l2_error *err, const char *what, const struct server_options *o,
                        const char *why) {
    return err_set(err, G2L2_STATUS_IO, 0, 0, "cannot %s %.200s port %d: %.200s", what, o->host,
                   o->port, why);
}

/* The socket, or -1 with errno. */
static int listen_on(const struct addrinfo *address) {
    const int on = 1;
    int s = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s < 0) return -1;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (!bind(s, address->ai_addr, address->ai_addrlen) && !listen(s, 511)) return s;
    int why = errno;
    close(s);
    errno = why;
    return -1;
}

static int port_of(int socket) {
    struct sockaddr_storage at;
    socklen_t n = sizeof at;
    if (getsockname(socket, (struct sockaddr *)&at, &n)) return 0;
    return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                          : ((struct sockaddr_in *)&at)->sin_port);
}

static g2l2_status open_socket(struct http *self, int *out, g2l2_error *err) {
    const struct server_options *o = self->options;
    const struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV,
                                   .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    char port[16];
    snprintf(port, sizeof port, "%d", o->port);
    int wrong = getaddrinfo(o->host, port, &hints, &found);
    if (wrong)
        return fail(err, "find", o, wrong == EAI_MEMORY ? "out of memory" : gai_strerror(wrong));
    *out = listen_on(found);
    int why = errno;
    freeaddrinfo(found);
    if (*out < 0 && why == EADDRINUSE)
        return fail(err, "listen on", o, "another program does already; choose one with --port");
    if (*out < 0) return fail(err, "listen on", o, strerror(why));
    self->port = port_of(*out);
    return G2L2_STATUS_OK;
}

static bool start_threads(struct http *self, unsigned n) {
    for (unsigned i = 0; i <= n; i++) {
        void *(*run)(void *) = i < n ? serve_queue : sweep;
        if (pthread_create(&self->threads[self->n_threads], NULL, run, self)) return false;
        self->n_threads++;
    }
    return true;
}

static unsigned thread_count(const struct server_options *o) {
    long n = o->threads ? o->threads : sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > MAX_THREADS ? MAX_THREADS : (unsigned)n;
}

static struct MHD_Daemon *start_daemon(struct http *self, int socket, unsigned n) {
    const struct server_options *o = self->options;
    unsigned connections = (unsigned)(o->max_connections < n ? n : o->max_connections);
    return mhd->start_daemon(
        MHD_USE_EPOLL | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_TURBO | MHD_ALLOW_SUSPEND_RESUME,
        0, NULL, NULL, on_request, self, MHD_OPTION_LISTEN_SOCKET, socket,
        MHD_OPTION_THREAD_POOL_SIZE, n > 1 ? n : 0, MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)o->idle_seconds, MHD_OPTION_URI_LOG_CALLBACK,
        begin, self, MHD_OPTION_NOTIFY_COMPLETED, end, self, MHD_OPTION_NOTIFY_CONNECTION,
        on_connection, self, MHD_OPTION_END);
}

static g2l2_status open_all(struct http *self, g2l2_error *err) {
    unsigned n = thread_count(self->options);
    int socket;
    const char *why;
    mhd = microhttpd_load(&why);
    if (!mhd) return err_set(err, G2L2_STATUS_IO, 0, 0, "cannot load libmicrohttpd: %s", why);
    g2l2_status status = open_socket(self, &socket, err);
    if (status) return status;
    if (!start_threads(self, n < LEAST_WORKERS ? LEAST_WORKERS : n)) {
        close(socket);
        return fail(err, "start threads for", self->options,
                    "the system has no more, or no memory");
    }
    self->daemon = start_daemon(self, socket, n);
    if (self->daemon) return status;
    close(socket);
    return fail(err, "serve", self->options,
                "the HTTP library does not start; it may be for want of memory");
}

g2l2_status http_start(struct server *server, const struct server_options *options,
                       struct http **out, g2l2_error *err) {
    struct http *self = calloc(1, sizeof *self);
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    self->server = server;
    self->options = options;
    pthread_mutex_init(&self->lock, NULL);
    pthread_mutex_init(&self->queue_lock, NULL);
    pthread_mutex_init(&self->desk_lock, NULL);
    pthread_cond_init(&self->queue_filled, NULL);
    g2l2_status status = open_all(self, err);
    if (status) http_stop(self);
    else *out = self;
    return status;
}

int http_port(const struct http *self) {
    return self->port;
}

/* Requests have as much time as any, and some to be sent; those that are still being
 * received have a second to arrive. Nobody else is let in; the socket itself is closed later, for
 * threads of the daemon may have yet to take it from those that they wait for. */
static void drain(struct http *self) {
    const struct timespec pause = {0, 5000000};
    uint64_t start = metrics_now(), patience = (uint64_t)((self->options->max_seconds + 2) * 1e9);
    atomic_store(&self->draining, true);
    lessons_stop(&self->server->lessons, NULL); /* what would be learned is gone with the server */
    self->quiesced = mhd->quiesce_daemon(self->daemon);
    if (self->quiesced != MHD_INVALID_SOCKET) shutdown(self->quiesced, SHUT_RDWR);
    for (uint64_t waited = 0; waited < patience; waited = metrics_now() - start) {
        if (!atomic_load(&self->server->metrics.under_way)) return;
        if (!atomic_load(&self->whole) && waited > 1000000000u) return;
        nanosleep(&pause, NULL);
    }
}

static void join_threads(struct http *self) {
    pthread_mutex_lock(&self->queue_lock);
    atomic_store(&self->ending, true);
    pthread_cond_broadcast(&self->queue_filled);
    pthread_mutex_unlock(&self->queue_lock);
    for (size_t i = 0; i < self->n_threads; i++) pthread_join(self->threads[i], NULL);
}

/* Workers end when their queue is empty, so no connection stays suspended. */
void http_stop(struct http *self) {
    if (!self) return;
    if (self->daemon) drain(self);
    join_threads(self);
    if (self->daemon) mhd->stop_daemon(self->daemon);
    if (self->daemon && self->quiesced != MHD_INVALID_SOCKET) close(self->quiesced);
    for (size_t i = 0; i < self->n_desks; i++) desk_free(self->desks[i]);
    pthread_mutex_destroy(&self->lock);
    pthread_mutex_destroy(&self->queue_lock);
    pthread_mutex_destroy(&self->desk_lock);
    pthread_cond_destroy(&self->queue_filled);
    free(self);
}
