/* A server without sockets (site.h). */
#include "tests/site.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char moves_text[] = "# g2l2 lexicon 1\n"
                          "domain nav\n"
                          "literals WALK RUN LEFT\n"
                          "walk => V : WALK()  1\n"
                          "  used 3  walk twice\n"
                          "run => V : RUN()  1\n"
                          "left => V\\V : \\x. concat(LEFT(), x)  1\n"
                          "twice => V\\V : \\x. repeat(x, 2)  1\n"
                          "and => S\\V/V : \\y.\\x. concat(x, y)  1\n"
                          "fold => V : WALK()  1\n"
                          "fold => V\\V : \\x. concat(x, x)  0.5\n"
                          "fold => V/V : \\x. concat(x, RUN())  0\n"
                          "the => EMPTY  1\n";

const char looks_text[] = "domain visual\n"
                          "literals blue red\n"
                          "features 3 given\n"
                          "many => integer/objset : \\x. count(x)  0\n"
                          "any => bool/objset : \\x. exist(x)  0\n"
                          "red => objset/objset : \\x. filter(x, ?)  0\n"
                          "blue => objset/objset : \\x. filter(x, ?)  0\n"
                          "things => objset : scene()  0\n"
                          "left => objset\\objset/objset : \\y.\\x. relate(x, y, ?)  0\n"
                          "next many red 2 blue 1\n"
                          "next red things 2\n"
                          "concept ObjConcept red = 9 -9 9 0\n"
                          "concept ObjConcept blue = -9 9 -9 0\n"
                          "concept RelConcept left = 9 0 -9 0\n";

static const char scenes_text[] =
    "{\"id\": \"none\", \"objects\": []}\n"
    "{\"id\": \"three\", \"objects\": [{\"features\": [1, 0, 0], \"color\": \"red\"},"
    " {\"features\": [0, 1, 0], \"color\": \"blue\", \"at\": [1.5, 2, 0.1]},"
    " {\"features\": [0, 0, 1], \"color\": \"red\", \"height\": 7}]}\n";

static const char questions_text[] =
    "{\"question\": \"Many red things?\", \"answer\": 2, \"scene\": \"three\"}\n"
    "{\"question\": \"any blue things\", \"answer\": true, \"scene\": \"three\"}\n"
    "{\"question\": \"many things\", \"answer\": 1, \"scene\": \"none\"}\n";

static const char test_text[] = "walk\tWALK\n"
                                "walk twice\tWALK WALK\n"
                                "walk and run\tWALK RUN\n"
                                "run left and walk twice\tLEFT RUN WALK WALK\n"
                                "run twice\tRUN\n";

/* ---- a server ---------------------------------------------------------------------------- */

void write_file(const char *path, const char *text) {
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(fputs(text, out) < 0, 0);
    fclose(out);
}

static void place(struct site *w, char *path, const char *name, const char *text) {
    snprintf(path, 100, "%.60s/%.30s", w->folder, name);
    write_file(path, text);
}

/* Files and options. */
void prepare(struct site *w) {
    memset(w, 0, sizeof *w);
    strcpy(w->folder, "/tmp/g2l2-server-XXXXXX");
    assert_non_null(mkdtemp(w->folder));
    place(w, w->moves, "moves.lexicon", moves_text);
    place(w, w->looks, "looks.lexicon", looks_text);
    place(w, w->scenes, "scenes.jsonl", scenes_text);
    place(w, w->questions, "questions.jsonl", questions_text);
    place(w, w->test, "test.tsv", test_text);
    w->models[0] = w->moves;
    w->models[1] = w->looks;
    w->options = server_options_default();
    w->options.models = w->models;
    w->options.n_models = 2;
    w->options.scenes = w->scenes;
    w->options.questions = w->questions;
    w->options.test = w->test;
    w->options.max_seconds = 600;
}

void start(struct site *w) {
    g2l2_error err = {0};
    if (server_new(&w->options, &w->server, &err)) fail_msg("%s", err.message);
    w->desk = desk_new(w->server);
    assert_non_null(w->desk);
}

void open_site(struct site *w) {
    prepare(w);
    start(w);
}

void remove_files(struct site *w) {
    unlink(w->moves);
    unlink(w->looks);
    unlink(w->scenes);
    unlink(w->questions);
    unlink(w->test);
    rmdir(w->folder);
}

void close_site(struct site *w) {
    json_decref(w->json);
    desk_free(w->desk);
    server_free(w->server);
    remove_files(w);
}

/* ---- requests ------------------------------------------------------------------------------ */

int send_request(struct site *w, const struct request *request) {
    json_decref(w->json);
    handle(w->desk, request, &w->response);
    assert_non_null(w->response.body);
    w->json = NULL;
    if (strncmp(w->response.type, "application/json", 16)) return w->response.status;
    json_error_t wrong;
    w->json = json_loadb(w->response.body, w->response.n_body, JSON_REJECT_DUPLICATES, &wrong);
    if (!w->json) fail_msg("not JSON: %s: %.300s", wrong.text, w->response.body);
    return w->response.status;
}

int get(struct site *w, const char *target) {
    struct request r = {.method = "GET", .target = target, .host = "127.0.0.1:8080"};
    return send_request(w, &r);
}

int post(struct site *w, const char *method, const char *target, const char *body) {
    struct request r = {.method = method,
                        .target = target,
                        .host = "localhost",
                        .content_type = "application/json; charset=utf-8",
                        .body = body,
                        .n_body = body ? strlen(body) : 0};
    return send_request(w, &r);
}

const char *text(const struct site *w, const char *key) {
    return json_string_value(json_object_get(w->json, key));
}

json_int_t number(const struct site *w, const char *key) {
    return (json_int_t)json_number_value(json_object_get(w->json, key));
}

const char *message(const struct site *w) {
    return json_string_value(json_object_get(json_object_get(w->json, "error"), "message"));
}

json_t *item(const struct site *w, const char *key, size_t i) {
    return json_array_get(json_object_get(w->json, key), i);
}

void expect_text(const json_t *object, const char *key, const char *wanted) {
    const char *got = json_string_value(json_object_get(object, key));
    if (!wanted) assert_true(json_is_null(json_object_get(object, key)));
    else assert_non_null(got);
    if (wanted) assert_string_equal(got, wanted);
}

void put_draft(struct site *w, const char *model, const char *lexicon, int status) {
    json_t *body = json_pack("{s:s, s:s}", "model", model, "lexicon", lexicon);
    char *sent = json_dumps(body, 0);
    assert_int_equal(post(w, "PUT", "/v1/draft", sent), status);
    free(sent);
    json_decref(body);
}

json_int_t n_tests(struct site *w, size_t model) {
    assert_int_equal(get(w, "/v1/models"), 200);
    return json_integer_value(json_object_get(item(w, "models", model), "tests"));
}
