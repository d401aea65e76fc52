/* g2l2 serve: models over HTTP. The main thread waits for signals, others do the work. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/cli.h"
#include "common/common.h"
#include "server/server.h"

#define LARGE (256 << 10) /* bytes of a block */

static const char help[] =
    "usage: g2l2 serve [MODEL...] [--port N] [--scenes FILE] [--test FILE] [--questions FILE]\n"
    "\n"
    "Serve models over HTTP: a page to teach and explore them in a browser, and JSON for\n"
    "programs. Without a model the page begins with teaching one.\n"
    "A model is called like its file, without folder and extension. docs/HTTP.md lists what\n"
    "there is to ask.\n"
    "\n"
    "  g2l2 serve scan.g2l2 --test test.txt\n"
    "  g2l2 serve scan.g2l2 clevr.g2l2 --scenes scenes.json --questions questions.json\n"
    "\n"
    "  curl 'http://127.0.0.1:8080/v1/run?sentence=jump%20twice'\n"
    "  curl -H 'Content-Type: application/json' http://127.0.0.1:8080/v1/run \\\n"
    "      -d '{\"model\": \"clevr\", \"sentence\": \"how many red cubes are there?\", \"scene\": "
    "0}'\n"
    "\n"
    "  --port N           (8080) 0: any that is free\n"
    "  --host ADDRESS     to listen on (127.0.0.1: this machine only; 0.0.0.0: everyone who\n"
    "                     reaches the machine, and has the token)\n"
    "  --token-file FILE  requests must bring the word in it, as `Authorization: Bearer WORD`;\n"
    "                     needed where others than this machine are served\n"
    "  --allow-host NAME  answer to this name too, as of a proxy; NAME,NAME: to several\n"
    "  --scenes FILE      scenes to ask about\n"
    "  --images DIR       where their images are; they are shown with the boxes of the objects.\n"
    "                     Without --scenes: the scenes, for models learned from images\n"
    "  --test FILE        commands and their meanings, for /v1/test\n"
    "  --questions FILE   questions about the scenes, likewise\n"
    "  --threads N        for connections (one for each processor)\n"
    "\n"
    "SIGHUP reads the model files again, without dropping a request. SIGINT and SIGTERM end\n"
    "it; requests under way are finished.\n"
    "\n"
    "What one client may ask for:\n"
    "  --max-body N         bytes of a request (16M; K, M, G are understood)\n"
    "  --max-words N        words of a sentence (200)\n"
    "  --max-seconds F      for one request (10)\n"
    "  --learn-seconds F    for one that learns, and asks for them (600)\n"
    "  --max-requests N     at once (256)\n"
    "  --max-connections N  at once (1024)\n"
    "  --idle-seconds N     until a client that sends nothing, or too slowly, is closed (30)\n"
    "  --max-target N       actions a meaning may have (10000)\n"
    "  --max-memory N       memory one parse may take (512M)\n"
    "  --max-bytes N        bytes a file may have (1G)\n";

static void print_line(void *context, const char *text) {
    (void)context;
    cli_put(stderr, "  %s\n", text);
}

static void greet(struct server *server, const struct http *http, const struct server_options *o) {
    bool six = strchr(o->host, ':');
    cli_put(stderr, "g2l2 serves at http://%s%s%s:%d/\n", six ? "[" : "", o->host, six ? "]" : "",
            http_port(http));
    server_describe(server, print_line, NULL);
    if (!o->n_models) print_line(NULL, "no model yet: open the page, and teach one");
    if (!server_is_loopback(o->host))
        cli_put(stderr,
                "WARNING: it listens on %s, not on this machine only, and nothing is encrypted:\n"
                "everyone who has its token can use it and change its drafts\n",
                o->host);
    if (o->token) fprintf(stderr, "  in a browser, put #token=TOKEN behind the address\n");
}

static void reload(struct server *server) {
    g2l2_error err;
    if (server_reload(server, UNTIL_NEVER, &err))
        cli_put(stderr, "g2l2: the models stay as they were: %s\n", err.message);
    else fprintf(stderr, "g2l2: the models were read again\n");
}

/* Until it is told to end. The signals are blocked in all threads. */
static void wait_for_end(struct server *server, const sigset_t *signals) {
    for (int got = SIGHUP; got == SIGHUP;) {
        if (sigwait(signals, &got)) return;
        if (got == SIGHUP) reload(server);
    }
}

/* Large blocks, such as bodies of requests, go back to the system when they are done with. Otherwise glibc
 * takes the largest so far for usual, and keeps as much in every thread's heap. */
static void keep_little(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, LARGE);
#endif
}

static int serve(const struct server_options *options) {
    struct server *server = NULL;
    struct http *http;
    sigset_t signals;
    g2l2_error err;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
    keep_little();
    if (server_new(options, &server, &err) || http_start(server, options, &http, &err)) {
        server_free(server);
        return cli_fail(&err);
    }
    greet(server, http, options);
    wait_for_end(server, &signals);
    http_stop(http);
    server_free(server);
    return EXIT_OK;
}

#define LEAST_TOKEN 16u
#define MOST_TOKEN  1000u

/* The first line of a file, as a word that a header and a cookie can hold. The caller's to free. */
static int read_token(const char *path, char **out) {
    g2l2_error err;
    size_t length;
    if (file_read(path, MOST_TOKEN, out, &length, &err)) return cli_fail(&err);
    length = strcspn(*out, "\r\n");
    (*out)[length] = 0;
    for (const char *at = *out; *at; at++)
        if (*at <= ' ' || *at > '~' || *at == ';') length = 0;
    if (length >= LEAST_TOKEN) return EXIT_OK;
    return cli_usage(&cli_serve,
                     "%s: a token is a line of at least %u letters, digits and signs without "
                     "spaces; make one with: openssl rand -hex 24",
                     path, LEAST_TOKEN);
}

static int check_options(const struct server_options *o) {
    if (!server_is_loopback(o->host) && !o->token)
        return cli_usage(&cli_serve, "--host %s serves other machines: --token-file FILE is needed",
                         o->host);
    if (o->port < 0 || o->port > 65535) return cli_usage(&cli_serve, "a port is from 0 to 65535");
    if (!(o->max_seconds > 0 && o->max_seconds <= 86400))
        return cli_usage(&cli_serve, "--max-seconds must be above 0, and a day at most");
    if (!(o->learn_seconds > 0 && o->learn_seconds <= 86400))
        return cli_usage(&cli_serve, "--learn-seconds must be above 0, and a day at most");
    if (!o->max_body || !o->max_requests || !o->max_connections || !o->idle_seconds)
        return cli_usage(&cli_serve, "a limit of 0 would let nothing through");
    if (o->max_connections > 1000000 || o->idle_seconds > 86400 || o->threads > 256)
        return cli_usage(&cli_serve, "more than a million connections, a day of idling or 256 "
                                     "threads is too much");
    return EXIT_OK;
}

static int run(int argc, char **argv) {
    struct server_options o = server_options_default();
    const char *token_file = NULL;
    char *token = NULL;
    const struct option_row rows[] = {{"--port", .whole = &o.port},
                                      {"--host", .text = &o.host},
                                      {"--allow-host", .text = &o.allow_host},
                                      {"--token-file", .text = &token_file},
                                      {"--scenes", .text = &o.scenes},
                                      {"--images", .text = &o.images},
                                      {"--test", .text = &o.test},
                                      {"--questions", .text = &o.questions},
                                      {"--threads", .whole = &o.threads},
                                      {"--max-body", .size = &o.max_body},
                                      {"--max-seconds", .real = &o.max_seconds},
                                      {"--learn-seconds", .real = &o.learn_seconds},
                                      {"--max-requests", .size = &o.max_requests},
                                      {"--max-connections", .size = &o.max_connections},
                                      {"--idle-seconds", .size = &o.idle_seconds},
                                      LIMIT_ROWS(o.limits),
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_serve, rows, rest);
    int status = n < 0 ? EXIT_USAGE : token_file ? read_token(token_file, &token) : EXIT_OK;
    o.token = token;
    if (!status) status = check_options(&o);
    o.models = rest;
    o.n_models = n > 0 ? (size_t)n : 0;
    if (!status) status = serve(&o);
    free(token);
    free(rest);
    return cli_finish(status);
}

const struct command cli_serve = {"serve", "models over HTTP, and a page to explore them", help,
                                  run};
