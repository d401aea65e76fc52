/* Any bytes as a request to the server: the first line is `METHOD TARGET`, with a `!` before it
 * for one without a content type; all the rest is the body. Two models, scenes and tests are
 * there to be asked about; a draft is forgotten after each input. */
#include "fuzz/fuzz.h"

#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

#include "server/server.h"

static const char moves[] = "domain nav\n"
                            "literals I_WALK I_RUN\n"
                            "walk => V : I_WALK()  1\n"
                            "  used 2  walk twice\n"
                            "run => V : I_RUN()  1\n"
                            "twice => V\\V : \\x. repeat(x, 2)  1\n"
                            "and => S\\V/V : \\y.\\x. concat(x, y)  1\n"
                            "fold => V : I_WALK()  1\n"
                            "fold => V\\V : \\x. concat(x, x)  0.5\n"
                            "the => EMPTY  1\n";

static const char looks[] = "domain visual\n"
                            "literals red\n"
                            "features 1 given\n"
                            "number => integer|objset : \\x. count(x)  0\n"
                            "any => bool/objset : \\x. exist(x)  0\n"
                            "red => objset/objset : \\x. filter(x, ?)  0\n"
                            "left => objset\\objset/objset : \\x.\\y. relate(y, x, ?)  0\n"
                            "thing => objset : scene()  0\n"
                            "concept ObjConcept red = 1 2\n"
                            "concept RelConcept left = 1 2\n";

static const char scenes[] =
    "{\"id\": \"a\", \"objects\": [{\"features\": [1], \"color\": \"red\", "
    "\"at\": [1, 2]}, {\"features\": [-1], \"x\": 2}]}\n";
static const char questions[] = "{\"question\": \"any red thing?\", \"answer\": true, \"scene\": "
                                "\"a\"}\n";
static const char tests[] = "walk twice\tI_WALK I_WALK\nrun\tI_RUN\n";

static char folder[] = "/tmp/fuzz-request-XXXXXX";
static char paths[5][100];
static struct server *server;
static struct desk *desk;

static const char *put_file(int i, const char *name, const char *text) {
    snprintf(paths[i], sizeof paths[i], "%s/%s", folder, name);
    FILE *out = fopen(paths[i], "w");
    must(out && fputs(text, out) >= 0 && !fclose(out));
    return paths[i];
}

static void end(void) {
    desk_free(desk);
    server_free(server);
    for (int i = 0; i < 5; i++) unlink(paths[i]);
    rmdir(folder);
}

static void start(void) {
    static const char *models[2];
    static struct server_options options;
    g2l2_error err;
    must(mkdtemp(folder));
    options = server_options_default();
    models[0] = put_file(0, "moves.lex", moves);
    models[1] = put_file(1, "looks.lex", looks);
    options.models = models;
    options.n_models = 2;
    options.scenes = put_file(2, "scenes.json", scenes);
    options.questions = put_file(3, "questions.json", questions);
    options.test = put_file(4, "test.tsv", tests);
    options.limits = fuzz_limits();
    options.max_seconds = 2 * FUZZ_SECONDS;
    must(!server_new(&options, &server, &err));
    must((desk = desk_new(server)) != NULL);
    atexit(end);
}

/* An answer of one of the kinds there are; errors explain themselves. */
static void check(const struct response *r) {
    json_error_t wrong;
    must(r->body && r->type && r->status >= 200 && r->status <= 503);
    if (strncmp(r->type, "application/json", 16)) {
        must(r->status == 200);
        return;
    }
    json_t *json = json_loadb(r->body, r->n_body, JSON_REJECT_DUPLICATES, &wrong);
    must(json_is_object(json));
    const json_t *error = json_object_get(json, "error");
    must((r->status == 200) == !error);
    if (error) must(json_string_length(json_object_get(error, "message")) > 0);
    json_decref(json);
}

static void forget_drafts(void) {
    static const char *const targets[] = {"/v1/draft?model=moves", "/v1/draft?model=looks"};
    struct response response;
    for (int i = 0; i < 2; i++) {
        struct request r = {
            .method = "DELETE", .target = targets[i], .content_type = "application/json"};
        handle(desk, &r, &response);
    }
}

int fuzz_one(const uint8_t *data, size_t size) {
    struct response response;
    if (!server) start();
    char *line = malloc(size + 1);
    must(line != NULL);
    if (size) memcpy(line, data, size);
    line[size] = 0;
    size_t n = strcspn(line, "\n");
    char *body = malloc(size + 1); /* of its own, so that reading beyond it is found */
    size_t n_body = n < size ? size - n - 1 : 0;
    body = realloc(body, n_body ? n_body : 1);
    must(body != NULL);
    if (n_body) memcpy(body, line + n + 1, n_body);
    line[n] = 0;
    char *method = line + (*line == '!'), *space = strchr(method, ' ');
    if (space) *space = 0;
    struct request request = {.method = method,
                              .target = space ? space + 1 : "",
                              .content_type = *line == '!' ? NULL : "application/json",
                              .body = body,
                              .n_body = n_body};
    handle(desk, &request, &response);
    check(&response);
    forget_drafts();
    free(line);
    free(body);
    return 0;
}
