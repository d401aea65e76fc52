/* site - a server without sockets, for tests: requests in, responses out.
 *
 * Two models made by hand, written to files as a user would: commands (`moves`), and questions
 * about scenes (`looks`, where object i has feature i, so that masks are known). */
#ifndef G2L2_TESTS_SITE_H
#define G2L2_TESTS_SITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "server/handle.h"

#define JSON "application/json"

/* Examples, of which a language is learned. */
#define FIVE                                                                                       \
    "[{\"sentence\": \"hop\", \"result\": \"HOP\"},"                                               \
    " {\"sentence\": \"hop twice\", \"result\": \"HOP HOP\"},"                                     \
    " {\"sentence\": \"dive twice\", \"result\": \"DIVE DIVE\"},"                                  \
    " {\"sentence\": \"dive and hop\", \"result\": \"DIVE HOP\"},"                                 \
    " {\"sentence\": \"hop and dive twice\", \"result\": \"HOP DIVE DIVE\"}]"

struct site {
    char folder[64], moves[100], looks[100], scenes[100], questions[100], test[100];
    const char *models[2];
    struct server_options options;
    struct server *server;
    struct desk *desk;
    struct response response;
    json_t *json; /* of the last answer, or NULL */
};

extern const char moves_text[], looks_text[]; /* the two models */

/* ---- the server: its files and options, then the server itself */

void write_file(const char *path, const char *text);
void prepare(struct site *w);
void start(struct site *w);
void open_site(struct site *w);
void remove_files(struct site *w);
void close_site(struct site *w);

/* ---- requests: their status, with the answer in w->json */

int send_request(struct site *w, const struct request *request);
int get(struct site *w, const char *target);
int post(struct site *w, const char *method, const char *target, const char *body);

/* ---- the answer */

const char *text(const struct site *w, const char *key);
json_int_t number(const struct site *w, const char *key);
const char *message(const struct site *w);
json_t *item(const struct site *w, const char *key, size_t i);
void expect_text(const json_t *object, const char *key, const char *wanted);

/* ---- requests that several tests begin with */

/* Wants this status. */
void put_draft(struct site *w, const char *model, const char *lexicon, int status);
/* Tests that fit a model. */
json_int_t n_tests(struct site *w, size_t model);

#endif
