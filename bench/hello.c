/* The least that a server can do: the same daemon, threads and limits as `g2l2 serve`, and an
 * answer that never changes. What it reaches is what the library and the machine allow.
 *
 *   hello THREADS        prints its port */
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char text[] = "{\"hello\":\"world\"}\n";

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *n_upload, void **at) {
    static int seen;
    (void)context, (void)url, (void)method, (void)version, (void)upload;
    if (!*at) {
        *at = &seen;
        return MHD_YES;
    }
    if (*n_upload) {
        *n_upload = 0;
        return MHD_YES;
    }
    struct MHD_Response *response =
        MHD_create_response_from_buffer(sizeof text - 1, text, MHD_RESPMEM_PERSISTENT);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "application/json");
    enum MHD_Result queued = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return queued;
}

int main(int argc, char **argv) {
    if (argc != 2) return fprintf(stderr, "usage: hello THREADS\n"), 2;
    unsigned threads = (unsigned)atoi(argv[1]);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_TURBO | MHD_ALLOW_SUSPEND_RESUME,
        0, NULL, NULL, answer, NULL, MHD_OPTION_THREAD_POOL_SIZE, threads > 1 ? threads : 0,
        MHD_OPTION_CONNECTION_LIMIT, 1024u, MHD_OPTION_CONNECTION_TIMEOUT, 30u, MHD_OPTION_END);
    if (!daemon) return fprintf(stderr, "hello: it does not start\n"), 1;
    printf("%d\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    for (;;) pause();
}
