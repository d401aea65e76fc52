/* The server without sockets: requests in, responses out.
 *
 * Two models made by hand, written to files as a user would: commands (`moves`), and questions
 * about scenes (`looks`, where object i has feature i, so that masks are known). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <pthread.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parser/parser.h"
#include "server/handle.h"
#include "tests/faults.h"

static const char moves_text[] = "# g2l2 lexicon 1\n"
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

static const char looks_text[] = "domain visual\n"
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

struct site {
    char folder[64], moves[100], looks[100], scenes[100], questions[100], test[100];
    const char *models[2];
    struct server_options options;
    struct server *server;
    struct desk *desk;
    struct response response;
    json_t *json; /* of the last answer, or NULL */
};

static void write_file(const char *path, const char *text) {
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
static void prepare(struct site *w) {
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

static void start(struct site *w) {
    g2l2_error err = {0};
    if (server_new(&w->options, &w->server, &err)) fail_msg("%s", err.message);
    w->desk = desk_new(w->server);
    assert_non_null(w->desk);
}

static void open_site(struct site *w) {
    prepare(w);
    start(w);
}

static void remove_files(struct site *w) {
    unlink(w->moves);
    unlink(w->looks);
    unlink(w->scenes);
    unlink(w->questions);
    unlink(w->test);
    rmdir(w->folder);
}

static void close_site(struct site *w) {
    json_decref(w->json);
    desk_free(w->desk);
    server_free(w->server);
    remove_files(w);
}

/* ---- requests ------------------------------------------------------------------------------ */

static int send_request(struct site *w, const struct request *request) {
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

static int get(struct site *w, const char *target) {
    struct request r = {.method = "GET", .target = target, .host = "127.0.0.1:8080"};
    return send_request(w, &r);
}

static int post(struct site *w, const char *method, const char *target, const char *body) {
    struct request r = {.method = method,
                        .target = target,
                        .host = "localhost",
                        .content_type = "application/json; charset=utf-8",
                        .body = body,
                        .n_body = body ? strlen(body) : 0};
    return send_request(w, &r);
}

static const char *text(const struct site *w, const char *key) {
    return json_string_value(json_object_get(w->json, key));
}

static json_int_t number(const struct site *w, const char *key) {
    return (json_int_t)json_number_value(json_object_get(w->json, key));
}

static const char *message(const struct site *w) {
    return json_string_value(json_object_get(json_object_get(w->json, "error"), "message"));
}

static json_t *item(const struct site *w, const char *key, size_t i) {
    return json_array_get(json_object_get(w->json, key), i);
}

static void expect_text(const json_t *object, const char *key, const char *wanted) {
    const char *got = json_string_value(json_object_get(object, key));
    if (!wanted) assert_true(json_is_null(json_object_get(object, key)));
    else assert_non_null(got);
    if (wanted) assert_string_equal(got, wanted);
}

/* ---- sentences ------------------------------------------------------------------------------ */

static void test_run(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(get(&w, "/v1/run?sentence=walk+twice%20and%20run"), 200);
    expect_text(w.json, "model", "moves");
    expect_text(w.json, "sentence", "walk twice and run");
    expect_text(w.json, "result", "WALK WALK RUN");
    expect_text(w.json, "reason", NULL);
    json_t *first = json_incref(w.json);
    assert_int_equal(post(&w, "POST", "/v1/run", "{\"sentence\": \"walk twice and run\"}"), 200);
    assert_true(json_equal(first, w.json));
    json_decref(first);
    assert_int_equal(post(&w, "POST", "/v1/run?model=moves", "{\"sentence\": \"walk twyze\"}"),
                     200);
    expect_text(w.json, "result", NULL);
    assert_int_equal(number(&w, "confidence"), 0);
    assert_non_null(strstr(text(&w, "reason"), "twice"));
    assert_int_equal(get(&w, "/v1/run?sentence="), 200);
    expect_text(w.json, "result", NULL);
    close_site(&w);
}

static void test_n_best(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(get(&w, "/v1/run?sentence=fold+fold+fold&n_best=2"), 200);
    assert_int_equal(json_array_size(json_object_get(w.json, "n_best")), 2);
    expect_text(item(&w, "n_best", 0), "result", text(&w, "result"));
    assert_int_equal(get(&w, "/v1/run?sentence=fold+fold+fold&n_best=100"), 200);
    assert_true(json_array_size(json_object_get(w.json, "n_best")) > 2);
    close_site(&w);
}

static void test_run_about_scenes(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(get(&w, "/v1/run?model=looks&sentence=Many+red+things%3F&scene=1"), 200);
    expect_text(w.json, "result", "2");
    assert_int_equal(get(&w, "/v1/run?model=looks&sentence=many+red+things&scene=three"), 200);
    expect_text(w.json, "result", "2");
    assert_int_equal(get(&w, "/v1/run?model=looks&sentence=many+red+things&scene=0"), 200);
    expect_text(w.json, "result", "0");
    assert_int_equal(post(&w, "POST", "/v1/run",
                          "{\"model\": \"looks\", \"sentence\": \"many red things\", "
                          "\"objects\": [{\"features\": [0, 0, 1]}]}"),
                     200);
    expect_text(w.json, "result", "1");
    /* a parser remembers nothing of what it saw for others */
    assert_int_equal(get(&w, "/v1/run?model=looks&sentence=many+red+things"), 422);
    assert_int_equal(get(&w, "/v1/run?model=looks&sentence=many+red+things&objects=[]"), 200);
    expect_text(w.json, "result", "0");
    assert_int_equal(get(&w, "/v1/run?model=looks&sentence=many+red+things&scene=1"), 200);
    expect_text(w.json, "result", "2");
    close_site(&w);
}

static void test_parse(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(get(&w, "/v1/parse?sentence=walk+and+run"), 200);
    assert_true(json_is_true(json_object_get(w.json, "parsed")));
    assert_int_equal(number(&w, "derivations"), 1);
    json_t *parse = item(&w, "parses", 0);
    expect_text(parse, "category", "S");
    expect_text(parse, "program", "concat(WALK(), RUN())");
    expect_text(parse, "tree", "[S [V walk] [S\\V [S\\V/V and] [V run]]]");
    assert_int_equal(get(&w, "/v1/parse?sentence=fold+fold+fold&n_best=3"), 200);
    assert_int_equal(json_array_size(json_object_get(w.json, "parses")), 3);
    assert_int_equal(get(&w, "/v1/parse?sentence=and+and"), 200);
    assert_true(json_is_false(json_object_get(w.json, "parsed")));
    assert_non_null(text(&w, "reason"));
    assert_int_equal(get(&w, "/v1/parse?model=looks&sentence=many+red+things"), 200);
    expect_text(item(&w, "parses", 0), "program", "count(filter(scene(), red))");
    close_site(&w);
}

static void test_say(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(get(&w, "/v1/say?meaning=LEFT+RUN"), 200);
    expect_text(item(&w, "sentences", 0), "sentence", "run left");
    assert_int_equal(get(&w, "/v1/say?model=looks&scene=three&object=2&n_best=2"), 200);
    assert_int_equal(number(&w, "object"), 2);
    expect_text(item(&w, "sentences", 0), "sentence", "blue things");
    expect_text(w.json, "reason", NULL);
    /* Two are red, and only one of them is left of the blue one. */
    assert_int_equal(get(&w, "/v1/say?model=looks&scene=three&object=1"), 200);
    expect_text(item(&w, "sentences", 0), "sentence", "things left blue things");
    assert_int_equal(get(&w, "/v1/say?model=looks&scene=three&object=4"), 422);
    assert_non_null(strstr(message(&w), "no object 4"));
    assert_int_equal(get(&w, "/v1/say?model=looks&object=1"), 422);
    assert_int_equal(get(&w, "/v1/say?model=looks&scene=three&meaning=2"), 422);
    assert_int_equal(get(&w, "/v1/say?meaning=WALK&object=1"), 422);
    assert_int_equal(get(&w, "/v1/say"), 422);
    close_site(&w);
}

static void test_explain(void **state) {
    static const char *const formats[] = {"text", "svg", "html", "latex", "dot"};
    struct site w;
    char target[100];
    (void)state;
    open_site(&w);
    assert_int_equal(get(&w, "/v1/explain?sentence=walk+twice"), 200);
    assert_int_equal(number(&w, "trace"), 1);
    expect_text(w.json, "result", "WALK WALK");
    assert_null(json_object_get(w.json, "pictures"));
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        snprintf(target, sizeof target, "/v1/explain?sentence=walk+twice&format=%s", formats[i]);
        struct request r = {.method = "GET", .target = target};
        handle(w.desk, &r, &w.response);
        assert_int_equal(w.response.status, 200);
        assert_true(w.response.n_body > 20);
    }
    assert_int_equal(get(&w, "/v1/explain?model=looks&scene=1&pictures=1&sentence=any+red+things"),
                     200);
    json_t *pictures = json_object_get(w.json, "pictures");
    const char *scene = json_string_value(json_object_get(pictures, "scene"));
    assert_int_equal(strncmp(scene, "<svg", 4), 0);
    assert_int_equal(json_array_size(json_object_get(pictures, "derivations")),
                     json_array_size(json_object_get(w.json, "derivations")));
    assert_int_equal(get(&w, "/v1/explain?model=looks&sentence=any+red+things&pictures=true"), 200);
    expect_text(json_object_get(w.json, "pictures"), "scene", NULL);
    expect_text(w.json, "status", "no scene");
    close_site(&w);
}

/* ---- what there is ---------------------------------------------------------------------------- */

static void test_models(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(get(&w, "/v1/models"), 200);
    assert_int_equal(number(&w, "scenes"), 2);
    json_t *moves = item(&w, "models", 0), *looks = item(&w, "models", 1);
    expect_text(moves, "name", "moves");
    expect_text(looks, "name", "looks");
    assert_int_equal(json_integer_value(json_object_get(moves, "tests")), 5);
    assert_int_equal(json_integer_value(json_object_get(looks, "tests")), 3);
    assert_true(json_is_true(json_object_get(looks, "has_scenes")));
    json_t *examples = json_object_get(moves, "examples");
    assert_string_equal(json_string_value(json_array_get(examples, 0)), "walk");
    assert_int_equal(get(&w, "/v1/health"), 200);
    expect_text(w.json, "status", "ok");
    assert_int_equal(number(&w, "models"), 2);
    close_site(&w);
}

/* Every entry stands in the line that is told. */
static void check_lines(struct site *w, const char *model) {
    char target[100], *whole;
    snprintf(target, sizeof target, "/v1/lexicon?format=text&model=%s", model);
    assert_int_equal(get(w, target), 200);
    whole = strndup(w->response.body, w->response.n_body);
    snprintf(target, sizeof target, "/v1/lexicon?model=%s", model);
    assert_int_equal(get(w, target), 200);
    size_t i;
    json_t *entry;
    assert_true(json_array_size(json_object_get(w->json, "entries")) > 5);
    json_array_foreach(json_object_get(w->json, "entries"), i, entry) {
        const char *word = json_string_value(json_object_get(entry, "word")), *at = whole;
        for (json_int_t k = json_integer_value(json_object_get(entry, "line")); k > 1; k--)
            at = strchr(at, '\n') + 1;
        assert_int_equal(strncmp(at, word, strlen(word)), 0);
        assert_int_equal(strncmp(at + strlen(word), " => ", 4), 0);
        const char *category = json_string_value(json_object_get(entry, "category"));
        assert_int_equal(strncmp(at + strlen(word) + 4, category, strlen(category)), 0);
    }
    free(whole);
}

static void test_lexicon(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    check_lines(&w, "moves");
    assert_int_equal(json_array_size(json_object_get(w.json, "concepts")), 0);
    check_lines(&w, "looks");
    assert_true(json_array_size(json_object_get(w.json, "concepts")) > 0);
    assert_true(json_is_array(json_object_get(w.json, "attributes")));
    close_site(&w);
}

static void test_scenes(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(get(&w, "/v1/scenes"), 200);
    assert_int_equal(number(&w, "n"), 2);
    expect_text(item(&w, "scenes", 1), "name", "three");
    assert_int_equal(get(&w, "/v1/scenes?from=1&count=1"), 200);
    assert_int_equal(json_array_size(json_object_get(w.json, "scenes")), 1);
    assert_int_equal(get(&w, "/v1/scenes?from=2"), 200);
    assert_int_equal(json_array_size(json_object_get(w.json, "scenes")), 0);
    assert_int_equal(get(&w, "/v1/scenes/three"), 200);
    assert_int_equal(number(&w, "index"), 1);
    json_t *blue = json_object_get(item(&w, "objects", 1), "properties");
    expect_text(blue, "color", "blue");
    assert_true(json_real_value(json_array_get(json_object_get(blue, "at"), 0)) == 1.5);
    assert_true(json_real_value(json_array_get(json_object_get(blue, "at"), 2)) == 0.1);
    json_t *tall = json_object_get(item(&w, "objects", 2), "properties");
    assert_int_equal(json_integer_value(json_object_get(tall, "height")), 7);
    assert_int_equal(strncmp(text(&w, "picture"), "<svg", 4), 0);
    assert_int_equal(get(&w, "/v1/scenes/0"), 200);
    assert_int_equal(get(&w, "/v1/scenes/2"), 404);
    assert_int_equal(get(&w, "/v1/scenes/thr%65e"), 200);
    assert_int_equal(get(&w, "/v1/scenes/nobody"), 404);
    close_site(&w);
}

static void test_page(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    struct request r = {.method = "GET", .target = "/"};
    handle(w.desk, &r, &w.response);
    assert_int_equal(w.response.status, 200);
    assert_true(w.response.page);
    assert_string_equal(w.response.type, "text/html; charset=utf-8");
    r.target = "/index.html?x=1";
    handle(w.desk, &r, &w.response);
    assert_int_equal(w.response.status, 200);
    assert_int_equal(get(&w, "/../index.html"), 404);
    assert_int_equal(post(&w, "POST", "/", "{}"), 405);
    close_site(&w);
}

static void test_metrics(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    for (int i = 0; i < 3; i++) get(&w, "/v1/run?sentence=walk");
    get(&w, "/v1/run?sentence=walk&n_best=0");
    get(&w, "/nowhere");
    struct request r = {.method = "GET", .target = "/v1/metrics"};
    handle(w.desk, &r, &w.response);
    assert_int_equal(w.response.status, 200);
    const char *body = w.response.body;
    assert_non_null(strstr(body, "\ng2l2_requests_total{route=\"run\",status=\"200\"} 3\n"));
    assert_non_null(strstr(body, "\ng2l2_requests_total{route=\"run\",status=\"422\"} 1\n"));
    assert_non_null(strstr(body, "\ng2l2_requests_total{route=\"none\",status=\"404\"} 1\n"));
    assert_non_null(strstr(body, "\ng2l2_request_seconds_count{route=\"run\"} 4\n"));
    assert_non_null(strstr(body, "\ng2l2_models 2\n"));
    close_site(&w);
}

/* ---- drafts, tests, reloads ---------------------------------------------------------------------- */

static void put_draft(struct site *w, const char *model, const char *lexicon, int status) {
    json_t *body = json_pack("{s:s, s:s}", "model", model, "lexicon", lexicon);
    char *sent = json_dumps(body, 0);
    assert_int_equal(post(w, "PUT", "/v1/draft", sent), status);
    free(sent);
    json_decref(body);
}

static char *edited(const char *whole, const char *old, const char *with) {
    const char *at = strstr(whole, old);
    char *out;
    assert_non_null(at);
    if (asprintf(&out, "%.*s%s%s", (int)(at - whole), whole, with, at + strlen(old)) < 0) fail();
    return out;
}

static void test_draft(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    char *thrice = edited(moves_text, "repeat(x, 2)", "repeat(x, 3)");
    put_draft(&w, "moves", thrice, 200);
    expect_text(w.json, "model", "moves*");
    assert_int_equal(get(&w, "/v1/run?model=moves*&sentence=walk+twice"), 200);
    expect_text(w.json, "result", "WALK WALK WALK");
    assert_int_equal(get(&w, "/v1/run?sentence=walk+twice"), 200);
    expect_text(w.json, "result", "WALK WALK");
    assert_int_equal(get(&w, "/v1/models"), 200);
    assert_true(json_is_true(json_object_get(item(&w, "models", 1), "draft")));
    assert_int_equal(get(&w, "/v1/test?model=moves*&against=moves"), 200);
    assert_int_equal(number(&w, "correct"), 2);
    assert_int_equal(number(&w, "n_changed"), 3);
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(w.json, "against"), "correct")), 4);
    expect_text(item(&w, "changed", 0), "before", "WALK WALK");
    expect_text(item(&w, "changed", 0), "after", "WALK WALK WALK");
    assert_int_equal(get(&w, "/v1/test?model=moves*&against=moves&count=2"), 200);
    assert_int_equal(number(&w, "n_changed"), 3);
    assert_int_equal(json_array_size(json_object_get(w.json, "changed")), 2);
    assert_int_equal(get(&w, "/v1/test?model=moves*&against=moves&count=1001"), 422);
    put_draft(&w, "moves*", moves_text, 200); /* another one in its place */
    assert_int_equal(get(&w, "/v1/run?model=moves*&sentence=walk+twice"), 200);
    expect_text(w.json, "result", "WALK WALK");
    put_draft(&w, "moves", "domain nav\nwalk => V : nonsense()  1\n", 422);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(w.json, "error"), "line")),
                     2);
    assert_int_equal(get(&w, "/v1/run?model=moves*&sentence=walk"), 200); /* the old one stays */
    assert_int_equal(post(&w, "DELETE", "/v1/draft?model=moves", NULL), 200);
    assert_int_equal(post(&w, "DELETE", "/v1/draft", "{\"model\": \"moves\"}"), 404);
    assert_int_equal(get(&w, "/v1/run?model=moves*&sentence=walk"), 404);
    free(thrice);
    close_site(&w);
}

static void test_draft_by_edits(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(get(&w, "/v1/lexicon?model=moves"), 200);
    expect_text(item(&w, "entries", 0), "word", "walk");
    assert_int_equal(post(&w, "PUT", "/v1/draft",
                          "{\"model\": \"moves\", \"edits\": [{\"kind\": \"add\", \"word\": "
                          "\"hop\", \"category\": \"V\", \"program\": \"WALK()\", "
                          "\"weight\": 1, \"locked\": true}, {\"kind\": \"weight\", "
                          "\"entry\": 0, \"weight\": -3.5}]}"),
                     200);
    assert_int_equal(get(&w, "/v1/run?model=moves*&sentence=hop+twice"), 200);
    expect_text(w.json, "result", "WALK WALK");
    assert_int_equal(get(&w, "/v1/lexicon?model=moves*"), 200);
    assert_float_equal(json_number_value(json_object_get(item(&w, "entries", 0), "weight")), -3.5,
                       0);
    /* a draft of the draft */
    assert_int_equal(post(&w, "PUT", "/v1/draft",
                          "{\"model\": \"moves*\", \"edits\": [{\"kind\": \"lock\", "
                          "\"entry\": 0}]}"),
                     200);
    assert_int_equal(get(&w, "/v1/lexicon?model=moves*"), 200);
    assert_true(json_is_true(json_object_get(item(&w, "entries", 0), "locked")));
    assert_int_equal(get(&w, "/v1/run?model=moves*&sentence=hop+twice"), 200);
    expect_text(w.json, "result", "WALK WALK");
    close_site(&w);
}

static void test_draft_about_scenes(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    char *blind = edited(looks_text, "concept ObjConcept red = 9 -9 9 0",
                         "concept ObjConcept red = -9 -9 9 0");
    put_draft(&w, "looks", blind, 200);
    assert_int_equal(get(&w, "/v1/run?model=looks*&scene=1&sentence=many+red+things"), 200);
    expect_text(w.json, "result", "1");
    assert_int_equal(get(&w, "/v1/test?model=looks*&against=looks"), 200);
    assert_int_equal(number(&w, "n_changed"), 1);
    assert_int_equal(json_integer_value(json_object_get(item(&w, "changed", 0), "scene")), 1);
    put_draft(&w, "looks", "domain visual\nthings => objset : scene()  0\n", 422);
    char *wider = edited(looks_text, "features 3 given", "features 3 noise 0.1 seed 1");
    put_draft(&w, "looks", wider, 422); /* the scenes would have to be read for it */
    assert_non_null(strstr(message(&w), "features"));
    free(wider);
    put_draft(&w, "looks", moves_text, 200); /* of another kind, but a lexicon */
    assert_int_equal(get(&w, "/v1/test?model=looks*&against=looks"), 422);
    free(blind);
    close_site(&w);
}

static void test_test(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(get(&w, "/v1/test"), 200);
    assert_int_equal(number(&w, "examples"), 5);
    assert_int_equal(number(&w, "correct"), 4);
    json_t *mistake = item(&w, "mistakes", 0);
    expect_text(mistake, "sentence", "run twice");
    expect_text(mistake, "expected", "RUN");
    expect_text(mistake, "result", "RUN RUN");
    assert_true(json_is_null(json_object_get(w.json, "against")));
    assert_int_equal(get(&w, "/v1/test?limit=2"), 200);
    assert_int_equal(number(&w, "examples"), 2);
    assert_int_equal(get(&w, "/v1/test?model=looks"), 200);
    assert_int_equal(number(&w, "examples"), 3);
    assert_int_equal(number(&w, "correct"), 2);
    assert_int_equal(post(&w, "POST", "/v1/test",
                          "{\"examples\": [{\"sentence\": \"run\", \"result\": \" RUN \"}, "
                          "{\"sentence\": \"hop\", \"result\": \"HOP\"}]}"),
                     200);
    assert_int_equal(number(&w, "correct"), 1);
    expect_text(item(&w, "mistakes", 0), "result", NULL);
    assert_int_equal(
        post(&w, "POST", "/v1/test",
             "{\"model\": \"looks\", \"examples\": [{\"sentence\": \"any red things\", "
             "\"result\": \"yes\", \"scene\": \"three\"}]}"),
        200);
    assert_int_equal(number(&w, "correct"), 1);
    assert_int_equal(post(&w, "POST", "/v1/test", "{\"examples\": []}"), 200);
    assert_int_equal(number(&w, "examples"), 0);
    close_site(&w);
}

static json_t *in_review(const struct site *w, const char *key) {
    return json_object_get(json_object_get(w->json, "review"), key);
}

static json_int_t verdicts(const struct site *w, const char *name) {
    return json_integer_value(json_object_get(in_review(w, "verdicts"), name));
}

/* The guilty word, with what would mend it; and the examples. */
static void test_review(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    char *thrice = edited(moves_text, "repeat(x, 2)", "repeat(x, 3)");
    put_draft(&w, "moves", thrice, 200);
    free(thrice);
    assert_int_equal(
        post(&w, "POST", "/v1/review",
             "{\"model\": \"moves*\", \"file\": \"IN: walk twice OUT: WALK WALK\\nIN: run "
             "OUT: RUN\\nIN: run twice OUT: RUN RUN\\nIN: hop OUT: HOP\\n\"}"),
        200);
    expect_text(w.json, "model", "moves*");
    assert_int_equal(verdicts(&w, "right"), 1);
    assert_int_equal(verdicts(&w, "wrong"), 2);
    assert_int_equal(verdicts(&w, "unparsed"), 1);
    json_t *guilty = json_array_get(in_review(&w, "words"), 0);
    expect_text(guilty, "word", "twice");
    expect_text(json_object_get(guilty, "cure"), "category", "V\\V");
    assert_int_equal(json_integer_value(json_object_get(guilty, "mends")), 2);
    assert_int_equal(json_integer_value(json_object_get(guilty, "breaks")), 0);
    json_t *first = json_array_get(in_review(&w, "findings"), 0);
    expect_text(first, "sentence", "walk twice");
    expect_text(first, "guilty", "twice");
    expect_text(first, "expected", "WALK WALK");
    expect_text(first, "result", "WALK WALK WALK");
    assert_int_equal(json_integer_value(json_object_get(first, "line")), 1);
    assert_int_equal(json_array_size(in_review(&w, "findings")), 3);
    assert_int_equal(get(&w, "/v1/review?model=moves*&count=1&limit=3"), 200);
    assert_int_equal(json_integer_value(in_review(&w, "examples")), 3);
    close_site(&w);
}

/* Questions name scenes of the server, by number, name or file. */
static void test_review_questions(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(get(&w, "/v1/review?model=looks"), 200);
    assert_int_equal(json_integer_value(in_review(&w, "examples")), 3);
    static const char *const files[] = {
        "{\\\"question\\\": \\\"any red things?\\\", \\\"answer\\\": true, \\\"scene\\\": "
        "\\\"three\\\"}\\n",
        "{\\\"questions\\\": [{\\\"question\\\": \\\"many things\\\", \\\"answer\\\": 3, "
        "\\\"scene\\\": 1}]}"};
    for (size_t i = 0; i < 2; i++) {
        char body[400];
        snprintf(body, sizeof body, "{\"model\": \"looks\", \"file\": \"%s\"}", files[i]);
        assert_int_equal(post(&w, "POST", "/v1/review", body), 200);
        assert_int_equal(json_integer_value(in_review(&w, "examples")), 1);
        assert_int_equal(verdicts(&w, "wrong") + verdicts(&w, "unparsed"), 0);
    }
    close_site(&w);
}

/* The evidence for a word: in a lesson, learned again without what decided; in examples, not. */
static void test_why(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    static const char examples[] =
        "\"examples\": [{\"sentence\": \"walk\", \"result\": \"WALK\"}, {\"sentence\": \"walk "
        "twice\", \"result\": \"WALK WALK\"}, {\"sentence\": \"run\", \"result\": \"RUN\"}, "
        "{\"sentence\": \"run twice\", \"result\": \"RUN RUN\"}, {\"sentence\": \"walk left\", "
        "\"result\": \"LEFT WALK\"}, {\"sentence\": \"run twice left\", \"result\": \"LEFT RUN "
        "RUN\"}]";
    char body[900];
    snprintf(body, sizeof body, "{\"model\": \"mine\", %s}", examples);
    assert_int_equal(post(&w, "POST", "/v1/learn", body), 200);
    static const char *const models[] = {"mine", "moves"};
    for (int i = 0; i < 2; i++) {
        snprintf(body, sizeof body, "{\"model\": \"%s\", \"word\": \"twice\", %s}", models[i],
                 examples);
        assert_int_equal(post(&w, "POST", "/v1/why", body), 200);
        json_t *entry = item(&w, "entries", 0), *rival = json_object_get(entry, "rival");
        expect_text(entry, "category", "V\\V");
        json_int_t wrong = json_integer_value(json_object_get(rival, "wrong"));
        assert_int_equal(json_integer_value(json_object_get(entry, "right")), 3);
        assert_int_equal(json_array_size(json_object_get(rival, "decided")), wrong);
        if (i) assert_true(json_is_null(json_object_get(rival, "relearned")));
        else assert_true(wrong > 0);
        if (!i) expect_text(rival, "relearned", "back");
    }
    assert_int_equal(get(&w, "/v1/why?model=looks&word=red"), 200);
    expect_text(w.json, "word", "red");
    close_site(&w);
}

/* A draft that knows a word more. */
static void test_draft_by_likeness(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(post(&w, "PUT", "/v1/draft",
                          "{\"model\": \"moves\", \"word\": \"hop\", \"like\": \"walk\", "
                          "\"new\": true}"),
                     200);
    assert_int_equal(get(&w, "/v1/run?model=moves*&sentence=hop+twice"), 200);
    expect_text(w.json, "result", "HOP HOP");
    close_site(&w);
}

/* A draft from an example; what the file has right stays so. */
static void test_draft_by_examples(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(post(&w, "PUT", "/v1/draft",
                          "{\"model\": \"moves\", \"examples\": [{\"sentence\": \"hop twice\", "
                          "\"result\": \"HOP HOP\"}], \"file\": \"walk\\tWALK\\nrun\\tJUMP\\n\"}"),
                     200);
    expect_text(w.json, "model", "moves*");
    expect_text(item(&w, "taught", 0), "word", "hop");
    expect_text(item(&w, "taught", 0), "program", "HOP()");
    /* About a scene as well. */
    assert_int_equal(post(&w, "PUT", "/v1/draft",
                          "{\"model\": \"looks\", \"examples\": [{\"sentence\": \"many\", "
                          "\"result\": \"1\", \"scene\": 0}]}"),
                     200);
    expect_text(w.json, "model", "looks*");
    assert_true(json_is_array(json_object_get(w.json, "taught")));
    assert_int_equal(get(&w, "/v1/run?model=moves*&sentence=walk+and+hop"), 200);
    expect_text(w.json, "result", "WALK HOP");
    assert_int_equal(get(&w, "/v1/run?model=moves*&sentence=run"), 200);
    expect_text(w.json, "result", "RUN"); /* what the file has otherwise is not learned */
    assert_int_equal(post(&w, "POST", "/v1/test",
                          "{\"model\": \"moves*\", \"against\": \"moves\", \"file\": "
                          "\"hop\\tHOP\\nwalk\\tWALK\\n\"}"),
                     200);
    assert_int_equal(number(&w, "n_mended"), 1);
    assert_int_equal(number(&w, "n_broken"), 0);
    close_site(&w);
}

static json_int_t n_tests(struct site *w, size_t model) {
    assert_int_equal(get(w, "/v1/models"), 200);
    return json_integer_value(json_object_get(item(w, "models", model), "tests"));
}

/* No model is examined in a language that it knows no sentence of. */
static void test_other_words(void **state) {
    struct site w;
    (void)state;
    prepare(&w);
    write_file(w.looks, "domain nav\nliterals A\nhop => V : A()  1\n  used 3  hop\n");
    start(&w);
    assert_int_equal(n_tests(&w, 0), 5);
    assert_int_equal(n_tests(&w, 1), 0);
    expect_text(item(&w, "models", 1), "name", "looks");
    json_t *examples = json_object_get(item(&w, "models", 1), "examples");
    assert_string_equal(json_string_value(json_array_get(examples, 0)), "hop");
    assert_int_equal(get(&w, "/v1/test?model=looks"), 422);
    assert_non_null(strstr(message(&w), "does not know the words"));
    close_site(&w);
    prepare(&w);
    write_file(w.looks, "domain visual\nfeatures 3 given\ndinge => objset : scene()  0\n");
    start(&w);
    assert_int_equal(n_tests(&w, 1), 0);
    put_draft(&w, "looks", looks_text, 200);
    assert_int_equal(n_tests(&w, 2), 3);
    put_draft(&w, "moves", "domain nav\nliterals A\nhop => V : A()  1\n", 200);
    assert_int_equal(n_tests(&w, 1), 5); /* a draft has its model's, and fails */
    close_site(&w);
}

static void test_reload(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    char *thrice = edited(moves_text, "repeat(x, 2)", "repeat(x, 3)");
    put_draft(&w, "moves", moves_text, 200);
    write_file(w.moves, thrice);
    assert_int_equal(post(&w, "POST", "/v1/reload", NULL), 200);
    assert_int_equal(get(&w, "/v1/run?sentence=walk+twice"), 200);
    expect_text(w.json, "result", "WALK WALK WALK");
    assert_int_equal(get(&w, "/v1/run?model=moves*&sentence=walk+twice"), 200); /* drafts stay */
    expect_text(w.json, "result", "WALK WALK");
    write_file(w.looks, "domain visual\nbroken\n");
    write_file(w.moves, moves_text);
    assert_int_equal(post(&w, "POST", "/v1/reload", "{}"), 500);
    assert_non_null(strstr(message(&w), "looks.lexicon"));
    assert_int_equal(get(&w, "/v1/run?sentence=walk+twice"), 200); /* all of it, or nothing */
    expect_text(w.json, "result", "WALK WALK WALK");
    free(thrice);
    close_site(&w);
}

/* ---- learning --------------------------------------------------------------------------------------- */

#define FIVE                                                                                       \
    "[{\"sentence\": \"hop\", \"result\": \"HOP\"},"                                               \
    " {\"sentence\": \"hop twice\", \"result\": \"HOP HOP\"},"                                     \
    " {\"sentence\": \"dive twice\", \"result\": \"DIVE DIVE\"},"                                  \
    " {\"sentence\": \"dive and hop\", \"result\": \"DIVE HOP\"},"                                 \
    " {\"sentence\": \"hop and dive twice\", \"result\": \"HOP DIVE DIVE\"}]"

#define TEN   "a a a a a a a a a a"
#define SIXTY TEN " " TEN " " TEN " " TEN " " TEN " " TEN

static void test_learn(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(post(&w, "POST", "/v1/learn", "{\"model\": \"mine\", \"examples\": " FIVE "}"),
                     200);
    expect_text(w.json, "model", "mine");
    expect_text(w.json, "domain", "nav");
    assert_int_equal(number(&w, "correct"), 5);
    expect_text(item(&w, "entries", 0), "word", "and");
    assert_int_equal(json_array_size(json_object_get(w.json, "standing")), 4);
    assert_int_equal(json_array_size(json_object_get(w.json, "unexplained")), 0);
    assert_int_equal(json_array_size(json_object_get(w.json, "thin")), 0);
    assert_true(json_is_null(json_object_get(w.json, "held_back")));
    assert_int_equal(get(&w, "/v1/run?model=mine&sentence=dive+twice+and+hop"), 200);
    expect_text(w.json, "result", "DIVE DIVE HOP");
    assert_int_equal(get(&w, "/v1/models"), 200);
    expect_text(item(&w, "models", 2), "name", "mine");
    assert_int_equal(json_array_size(json_object_get(item(&w, "models", 2), "examples")), 5);
    assert_int_equal(get(&w, "/v1/model?model=mine"), 200);
    g2l2_model *model;
    assert_int_equal(g2l2_model_read(w.response.body, w.response.n_body, &model, NULL), 0);
    g2l2_model_free(model);
    /* what was taught stays where files are read again, and has drafts like any other */
    put_draft(&w, "mine", "domain nav\nliterals A\nhop => V : A()  1\n", 200);
    assert_int_equal(post(&w, "POST", "/v1/reload", NULL), 200);
    assert_int_equal(get(&w, "/v1/run?model=mine*&sentence=hop"), 200);
    expect_text(w.json, "result", "A");
    assert_int_equal(post(&w, "DELETE", "/v1/learn", "{\"model\": \"mine\"}"), 200);
    assert_int_equal(get(&w, "/v1/run?model=mine&sentence=hop"), 404);
    assert_int_equal(post(&w, "DELETE", "/v1/learn", "{\"model\": \"mine\"}"), 404);
    close_site(&w);
}

/* As if learning what is served had taken long. */
static void pretend_long(struct site *w, const char *name) {
    struct served *served = models_take(w->server->models, name);
    assert_non_null(served->note);
    served->note->seconds = 10;
    served_drop(served);
}

#define QUICK(lines) "{\"quick\": true, \"model\": \"mine\", \"examples\": " lines "}"
#define JOG                                                                                        \
    "[{\"sentence\": \"jog\", \"result\": \"JOG\"}, {\"sentence\": \"hop twice\", \"result\": "    \
    "\"HOP HOP\"}]"

/* Where the lesson before took long, its model is taught what is new: that is said, and is no more than a first look. */
static void test_learn_quick(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(post(&w, "POST", "/v1/learn", "{\"model\": \"mine\", \"examples\": " FIVE "}"),
                     200);
    assert_true(json_is_true(json_object_get(w.json, "settled")));
    pretend_long(&w, "mine");
    assert_int_equal(post(&w, "POST", "/v1/learn", QUICK(JOG)), 200);
    assert_true(json_is_false(json_object_get(w.json, "settled")));
    assert_true(json_is_true(json_object_get(w.json, "interrupted")));
    expect_text(w.json, "reason", "a quick look");
    assert_int_equal(number(&w, "checked"), 2);
    assert_int_equal(number(&w, "correct"), 2);
    assert_int_equal(get(&w, "/v1/run?model=mine&sentence=jog+and+dive"), 200);
    expect_text(w.json, "result", "JOG DIVE");
    /* what these lines settle on knows of no others */
    assert_int_equal(post(&w, "POST", "/v1/learn", "{\"model\": \"mine\", \"examples\": " JOG "}"),
                     200);
    assert_true(json_is_true(json_object_get(w.json, "settled")));
    assert_int_equal(get(&w, "/v1/run?model=mine&sentence=jog+and+dive"), 200);
    expect_text(w.json, "result", NULL);
    close_site(&w);
}

/* What explains too little is not shown: then it is learned at once. */
static void test_learn_quick_anew(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(post(&w, "POST", "/v1/learn", "{\"model\": \"mine\", \"examples\": " FIVE "}"),
                     200);
    pretend_long(&w, "mine");
    assert_int_equal(post(&w, "POST", "/v1/learn",
                          QUICK("[{\"sentence\": \"lamp on\", \"result\": {\"do\": \"on\"}},"
                                " {\"sentence\": \"lamp off\", \"result\": {\"do\": \"off\"}}]")),
                     200);
    assert_true(json_is_true(json_object_get(w.json, "settled")));
    expect_text(w.json, "domain", "frames");
    close_site(&w);
}

/* The estimate of what is served needs no learning; of other lines it does. */
static void test_learn_again(void **state) {
    static const char lesson[] =
        "{\"timeline\": true, \"model\": \"mine\", \"examples\": " FIVE "}";
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(post(&w, "POST", "/v1/learn", lesson), 200);
    assert_int_equal(json_array_size(json_object_get(w.json, "timeline")), 5);
    double seconds = json_number_value(json_object_get(w.json, "seconds"));
    char *before = json_dumps(w.json, JSON_SORT_KEYS);
    struct served *served = models_take(w.server->models, "mine");
    assert_int_equal(post(&w, "POST", "/v1/learn", lesson), 200);
    assert_true(json_number_value(json_object_get(w.json, "seconds")) == seconds);
    char *after = json_dumps(w.json, JSON_SORT_KEYS);
    assert_string_equal(before, after);
    struct served *now = models_take(w.server->models, "mine");
    assert_ptr_equal(now, served);
    served_drop(now);
    /* the same name, other lines */
    assert_int_equal(post(&w, "POST", "/v1/learn",
                          "{\"timeline\": true, \"model\": \"mine\", \"examples\": ["
                          "{\"sentence\": \"hop\", \"result\": \"HOP\"},"
                          "{\"sentence\": \"dive\", \"result\": \"DIVE\"}]}"),
                     200);
    assert_int_equal(number(&w, "examples"), 2);
    now = models_take(w.server->models, "mine");
    assert_ptr_not_equal(now, served);
    served_drop(now);
    served_drop(served);
    free(before);
    free(after);
    close_site(&w);
}

/* What is unsure, and what is taken to be wrong, is said; what is learned again takes its place. */
static void test_learn_unsure(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(post(&w, "POST", "/v1/learn",
                          "{\"examples\": [{\"sentence\": \"hop\", \"result\": \"HOP\"},"
                          "{\"sentence\": \"dive\", \"result\": \"DIVE\"},"
                          "{\"sentence\": \"dive twice\", \"result\": \"DIVE DIVE\"},"
                          "{\"sentence\": \"hop and dive\", \"result\": \"HOP DIVE\"}]}"),
                     200);
    expect_text(w.json, "model", "taught");
    json_t *tie = item(&w, "ties", 0);
    expect_text(tie, "word", "and");
    assert_int_equal(json_array_size(json_object_get(tie, "meanings")), 2);
    assert_non_null(json_string_value(json_object_get(tie, "sentence")));
    expect_text(item(&w, "thin", 0), "word", "and");
    assert_int_equal(json_integer_value(json_object_get(item(&w, "thin", 0), "line")), 4);
    assert_int_equal(post(&w, "POST", "/v1/learn",
                          "{\"estimate\": true, \"examples\": ["
                          "{\"sentence\": \"hop\", \"result\": \"HOP\"},"
                          "{\"sentence\": \"dive\", \"result\": \"DIVE\"},"
                          "{\"sentence\": \"dive twice\", \"result\": \"DIVE DIVE\"},"
                          "{\"sentence\": \"hop twice\", \"result\": \"HOP HOP\"},"
                          "{\"sentence\": \"run\", \"result\": \"RUN\"},"
                          "{\"sentence\": \"run twice\", \"result\": \"RUN RUN\"},"
                          "{\"sentence\": \"run twice\", \"result\": \"DIVE HOP\"}]}"),
                     200);
    assert_int_equal(number(&w, "correct"), 6);
    json_t *wrong = item(&w, "unexplained", 0);
    assert_int_equal(json_integer_value(json_object_get(wrong, "line")), 7);
    expect_text(wrong, "wanted", "DIVE HOP");
    expect_text(wrong, "got", "RUN RUN");
    json_t *held = json_object_get(w.json, "held_back");
    /* Not about `hop` and `dive` alone, which the others do not have where these are held back. */
    assert_int_equal(json_integer_value(json_object_get(held, "asked")), 5);
    assert_int_equal(get(&w, "/v1/models"), 200);
    assert_int_equal(json_array_size(json_object_get(w.json, "models")), 3);
    close_site(&w);
}

#define STAFF(more)                                                                                \
    "{" more "\"model\": \"staff\", \"tables\": [{\"name\": \"staff.csv\", \"text\": "             \
    "\"name,city,age\\nAnn,Rome,31\\nBob,Oslo,45\\nCid,Rome,28\\n\"}], \"examples\": ["            \
    "{\"sentence\": \"who is in Oslo?\", \"result\": \"Bob\"},"                                    \
    "{\"sentence\": \"what is the age of Ann?\", \"result\": 31},"                                 \
    "{\"sentence\": \"who is the youngest?\", \"result\": \"Cid\"}]}"

/* The first questions about a table are looked at narrowly, for all of it may take long. */
static void test_learn_quick_table(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(post(&w, "POST", "/v1/learn", STAFF("\"quick\": true, ")), 200);
    assert_int_equal(number(&w, "checked"), 3);
    assert_true(number(&w, "correct") >= 1);
#ifndef __SANITIZE_ADDRESS__ /* it may be too slow for a look */
    expect_text(w.json, "reason", "a quick look");
#endif
    assert_int_equal(post(&w, "POST", "/v1/learn", STAFF("")), 200);
    assert_true(json_is_true(json_object_get(w.json, "settled")));
    assert_int_equal(number(&w, "correct"), 3);
    close_site(&w);
}

static double confidence_of(struct site *w, const char *address) {
    assert_int_equal(get(w, address), 200);
    return json_number_value(json_object_get(w->json, "confidence"));
}

/* Records that have nothing to do with their sentences, as a lesson. */
static char *chance_lesson(const char *more) {
    char *text = NULL;
    size_t length;
    struct rng rng;
    FILE *out = open_memstream(&text, &length);
    rng_seed(&rng, 3);
    fprintf(out, "{%s\"model\": \"mine\", \"examples\": [", more);
    for (int i = 0; i < 40; i++) {
        fprintf(out, "%s{\"sentence\": \"", i ? ", " : "");
        for (int k = 0; k < 4; k++) fprintf(out, "w%u ", (unsigned)rng_below(&rng, 9));
        fprintf(out, "\", \"result\": {\"a\": \"x%u\"}}", (unsigned)rng_below(&rng, 4));
    }
    fprintf(out, "]}");
    fclose(out);
    return text;
}

/* Where examples that were held back were wrong, what is served is less sure: learned at once, or before. */
static void test_learn_calibrated(void **state) {
    static const char ask[] = "/v1/run?model=mine&sentence=w1+w2+w3+w4";
    struct site w;
    (void)state;
    open_site(&w);
    char *plain = chance_lesson(""), *held = chance_lesson("\"estimate\": true, ");
    assert_int_equal(post(&w, "POST", "/v1/learn", plain), 200);
    assert_true(json_is_null(json_object_get(w.json, "held_back")));
    double before = confidence_of(&w, ask);
    struct served *served = models_take(w.server->models, "mine");
    assert_int_equal(post(&w, "POST", "/v1/learn", held), 200);
    assert_true(json_is_true(json_object_get(json_object_get(w.json, "held_back"), "calibrated")));
    double after = confidence_of(&w, ask);
    assert_true(after < before);
    struct served *now = models_take(w.server->models, "mine");
    assert_ptr_not_equal(now, served); /* the other may be asked meanwhile */
    assert_int_equal(g2l2_model_n_entries(now->model), g2l2_model_n_entries(served->model));
    served_drop(now);
    served_drop(served);
    assert_int_equal(post(&w, "DELETE", "/v1/learn", "{\"model\": \"mine\"}"), 200);
    assert_int_equal(post(&w, "POST", "/v1/learn", held), 200);
    assert_true(confidence_of(&w, ask) == after);
    free(plain);
    free(held);
    close_site(&w);
}

static void test_learn_records_and_tables(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(
        post(&w, "POST", "/v1/learn",
             "{\"model\": \"home\", \"examples\": ["
             "{\"sentence\": \"turn on the lamp\", \"result\": {\"do\": \"on\", \"what\": "
             "\"lamp\"}},"
             "{\"sentence\": \"turn off the lamp\", \"result\": {\"do\": \"off\", \"what\": "
             "\"lamp\"}},"
             "{\"sentence\": \"turn on the fan\", \"result\": {\"do\": \"on\", \"what\": \"fan\"}},"
             "{\"sentence\": \"turn off the oven\", \"result\": {\"do\": \"off\", \"what\": "
             "\"oven\"}}]}"),
        200);
    expect_text(w.json, "domain", "frames");
    assert_int_equal(get(&w, "/v1/run?model=home&sentence=turn+off+the+fan"), 200);
    expect_text(w.json, "result", "{\"do\": \"off\", \"what\": \"fan\"}");
    assert_int_equal(post(&w, "POST", "/v1/learn", STAFF("")), 200);
    expect_text(w.json, "domain", "facts");
    assert_int_equal(get(&w, "/v1/run?model=staff&scene=0&sentence=what+is+the+age+of+Bob"), 200);
    expect_text(w.json, "result", "45");
    /* its scenes are its own */
    assert_int_equal(get(&w, "/v1/scenes?model=staff"), 200);
    assert_int_equal(number(&w, "n"), 1);
    assert_int_equal(get(&w, "/v1/scenes/0?model=staff"), 200);
    assert_int_equal(json_array_size(json_object_get(w.json, "objects")), 3);
    assert_int_equal(get(&w, "/v1/scenes"), 200);
    assert_int_equal(number(&w, "n"), 2);
    close_site(&w);
}

/* Scenes come with the request, and examples name them; the others can be asked about as well. */
static void test_learn_scenes(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(
        post(&w, "POST", "/v1/learn",
             "{\"model\": \"seen\", \"domain\": \"facts\", \"scenes\": ["
             "{\"id\": \"one\", \"objects\": [{\"color\": \"red\", \"shape\": \"cup\"}, "
             "{\"color\": \"blue\", \"shape\": \"hat\"}]},"
             "{\"id\": \"two\", \"objects\": [{\"color\": \"blue\", \"shape\": \"cup\"}]},"
             "{\"id\": \"three\", \"objects\": [{\"color\": \"red\", \"shape\": \"hat\"}]}], "
             "\"examples\": ["
             "{\"sentence\": \"what color is the cup?\", \"result\": \"red\", \"scene\": \"one\"},"
             "{\"sentence\": \"what color is the cup?\", \"result\": \"blue\", \"scene\": \"two\"},"
             "{\"sentence\": \"what color is the hat?\", \"result\": \"blue\", \"scene\": "
             "\"one\"}]}"),
        200);
    assert_int_equal(number(&w, "correct"), 3);
    assert_int_equal(get(&w, "/v1/run?model=seen&scene=2&sentence=what+color+is+the+hat"), 200);
    expect_text(w.json, "result", "red");
    assert_int_equal(get(&w, "/v1/scenes/three?model=seen"), 200);
    close_site(&w);
}

static size_t alive_of(const json_t *step, const char *word) {
    const json_t *words = json_object_get(step, "words"), *w;
    size_t i;
    json_array_foreach(
        words, i,
        w) if (!strcmp(json_string_value(json_object_get(w, "word")),
                       word)) return (size_t)json_integer_value(json_object_get(w, "alive"));
    return 0;
}

/* What is left of a word becomes less, and in the end as little as `standing` says. */
static void test_learn_timeline(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    assert_int_equal(post(&w, "POST", "/v1/learn", "{\"examples\": " FIVE "}"), 200);
    assert_int_equal(json_array_size(json_object_get(w.json, "timeline")), 0);
    assert_int_equal(post(&w, "POST", "/v1/learn",
                          "{\"seconds\": 60, \"timeline\": true, \"examples\": " FIVE "}"),
                     200);
    json_t *steps = json_object_get(w.json, "timeline");
    size_t n = json_array_size(steps), last = SIZE_MAX;
    assert_true(n >= 2);
    for (size_t i = 0; i < n; i++) {
        size_t left = alive_of(json_array_get(steps, i), "hop");
        assert_in_range(left, 1, last);
        last = left;
    }
    assert_int_equal(json_integer_value(json_object_get(json_array_get(steps, n - 1), "examples")),
                     5);
    assert_int_equal(get(&w, "/v1/run?model=taught&sentence=dive+and+hop+twice"), 200);
    expect_text(w.json, "result", "DIVE HOP HOP"); /* it is the whole that is served */
    close_site(&w);
}

/* As many as there is room for; one that nobody asked for goes first. */
static void test_learn_many(void **state) {
    struct site w;
    char body[200];
    (void)state;
    open_site(&w);
    for (unsigned i = 0; i <= MODELS_MAX_TAUGHT; i++) {
        snprintf(body, sizeof body,
                 "{\"model\": \"m%u\", \"examples\": [{\"sentence\": \"go\", \"result\": "
                 "\"GO%u\"}]}",
                 i, i);
        assert_int_equal(post(&w, "POST", "/v1/learn", body), 200);
        assert_int_equal(get(&w, "/v1/run?model=m0&sentence=go"), 200);
        expect_text(w.json, "result", "GO0");
    }
    assert_int_equal(get(&w, "/v1/run?model=m1&sentence=go"), 404);
    assert_int_equal(get(&w, "/v1/run?model=m2&sentence=go"), 200);
    assert_int_equal(get(&w, "/v1/health"), 200);
    assert_int_equal(number(&w, "models"), 2 + MODELS_MAX_TAUGHT);
    close_site(&w);
}

/* Many lines that mean nothing: learning them takes seconds. */
static char *nonsense(void) {
    char *body = malloc(100000), *to = body;
    unsigned seed = 7;
    to = stpcpy(to, "{\"model\": \"long\", \"examples\": [");
    for (int i = 0; i < 400; i++) {
        unsigned a[6];
        for (int k = 0; k < 6; k++) a[k] = (seed = seed * 1103515245u + 12345u) >> 20;
        to += sprintf(to, "%s{\"sentence\": \"w%u w%u w%u w%u\", \"result\": \"A%u A%u\"}",
                      i ? "," : "", a[0] % 9, a[1] % 9, a[2] % 9, a[3] % 9, a[4] % 4, a[5] % 4);
    }
    strcpy(to, "]}");
    return body;
}

struct long_lesson {
    struct site *site;
    char *body;
    int status;
};

static void *learn_long(void *context) {
    struct long_lesson *self = context;
    struct desk *desk = desk_new(self->site->server);
    struct response response;
    struct request r = {.method = "POST",
                        .target = "/v1/learn",
                        .content_type = "application/json",
                        .body = self->body,
                        .n_body = strlen(self->body)};
    handle(desk, &r, &response);
    self->status = response.status;
    desk_free(desk);
    return NULL;
}

static void start_long(struct site *w, struct long_lesson *lesson, pthread_t *thread) {
    *lesson = (struct long_lesson){.site = w, .body = nonsense()};
    assert_int_equal(pthread_create(thread, NULL, learn_long, lesson), 0);
    do assert_int_equal(get(w, "/v1/learning"), 200);
    while (!number(w, "update"));
    expect_text(w->json, "model", "long");
    assert_true(number(w, "updates") > 0);
}

static void end_long(struct long_lesson *lesson, pthread_t thread) {
    pthread_join(thread, NULL);
    free(lesson->body);
    assert_int_equal(lesson->status, 409);
}

/* One at a time: others have to wait, newer examples do not, and it can be stopped. */
static void test_turn_to_learn(void **state) {
    struct site w;
    struct long_lesson lesson;
    pthread_t thread;
    (void)state;
    open_site(&w);
    start_long(&w, &lesson, &thread);
    assert_int_equal(post(&w, "POST", "/v1/learn", "{\"model\": \"mine\", \"examples\": " FIVE "}"),
                     503);
    assert_int_equal(post(&w, "POST", "/v1/learn", "{\"model\": \"long\", \"examples\": " FIVE "}"),
                     200);
    end_long(&lesson, thread);
    assert_int_equal(get(&w, "/v1/run?model=long&sentence=hop"), 200);
    start_long(&w, &lesson, &thread);
    assert_int_equal(post(&w, "DELETE", "/v1/learn", "{\"model\": \"long\", \"keep\": true}"), 200);
    assert_true(json_is_true(json_object_get(w.json, "stopped")));
    assert_int_equal(/* there is no need to try again */
                     post(&w, "POST", "/v1/learn", "{\"model\": \"mine\", \"examples\": " FIVE "}"),
                     200);
    end_long(&lesson, thread);
    assert_int_equal(get(&w, "/v1/run?model=long&sentence=hop"), 200); /* what was learned before */
    start_long(&w, &lesson, &thread);
    assert_int_equal(post(&w, "DELETE", "/v1/learn", "{\"model\": \"long\"}"), 200);
    end_long(&lesson, thread);
    assert_int_equal(get(&w, "/v1/run?model=long&sentence=hop"), 404);
    assert_int_equal(get(&w, "/v1/learning"), 200);
    expect_text(w.json, "model", NULL);
    close_site(&w);
}

/* Whoever looks now and then has all points since, for the latest are kept. */
static void test_learning_has_points(void **state) {
    struct site w;
    struct long_lesson lesson;
    pthread_t thread;
    (void)state;
    open_site(&w);
    start_long(&w, &lesson, &thread);
    do assert_int_equal(get(&w, "/v1/learning"), 200);
    while (number(&w, "n_points") < 3);
    const json_t *points = json_object_get(w.json, "points"), *last;
    assert_true(json_array_size(points) >= 3 && json_array_size(points) <= 10);
    last = json_array_get(points, json_array_size(points) - 1);
    assert_true(json_number_value(json_array_get(last, 0)) > 0);
    assert_true(json_number_value(json_array_get(last, 1)) <= 1);
    assert_int_equal(post(&w, "DELETE", "/v1/learn", "{\"model\": \"long\"}"), 200);
    end_long(&lesson, thread);
    assert_int_equal(get(&w, "/v1/learning"), 200);
    assert_int_equal(number(&w, "n_points"), 0);
    close_site(&w);
}

struct told {
    struct desk *desk; /* beside the one that learns */
    size_t n;
};

static void on_learning(void *context) {
    struct told *self = context;
    struct request r = {.method = "GET", .target = "/v1/learning"};
    struct response response;
    handle(self->desk, &r, &response);
    assert_int_equal(response.status, 200);
    assert_non_null(memmem(response.body, response.n_body, "\"mine\"", 6));
    self->n++;
}

/* Who has one thread cannot ask how far it is; whoever learns tells, and may be asked then. */
static void test_learning_is_told(void **state) {
    struct site w;
    struct told told = {0};
    (void)state;
    prepare(&w);
    w.options.learning = on_learning;
    w.options.context = &told;
    start(&w);
    told.desk = desk_new(w.server);
    assert_int_equal(post(&w, "POST", "/v1/learn", "{\"model\": \"mine\", \"examples\": " FIVE "}"),
                     200);
    assert_int_equal(number(&w, "correct"), 5);
    assert_true(told.n > 0);
    desk_free(told.desk);
    close_site(&w);
}

/* The time of a request is the time to learn: the best model so far, and that is said; or nothing,
 * if it is no good. */
static void test_learn_in_time(void **state) {
    struct site w;
    char *body = nonsense();
    (void)state;
    prepare(&w);
    w.options.max_seconds = .2;
    start(&w);
    int status = post(&w, "POST", "/v1/learn", body);
    if (status == 200) assert_true(json_is_true(json_object_get(w.json, "interrupted")));
    else assert_int_equal(status, 503);
    free(body);
    close_site(&w);
}

/* Whoever asks for more time has it, up to a limit of its own. */
static void test_learn_longer(void **state) {
    struct site w;
    char *body = nonsense(), *more;
    (void)state;
    prepare(&w);
    w.options.max_seconds = 1e-4;
    w.options.learn_seconds = 100;
    start(&w);
    assert_int_equal(post(&w, "POST", "/v1/learn", "{\"seconds\": 90, \"examples\": " FIVE "}"),
                     200);
    assert_true(json_is_false(json_object_get(w.json, "interrupted")));
    w.options.learn_seconds = .2;
    assert_true(asprintf(&more, "{\"seconds\": 90, %s", body + 1) > 0);
    int status = post(&w, "POST", "/v1/learn", more);
    if (status == 200) assert_true(json_is_true(json_object_get(w.json, "interrupted")));
    else assert_int_equal(status, 503);
    free(more);
    free(body);
    close_site(&w);
}

static void test_without_models(void **state) {
    struct site w;
    (void)state;
    prepare(&w);
    w.options.n_models = 0;
    w.options.scenes = w.options.questions = w.options.test = NULL;
    start(&w);
    assert_int_equal(get(&w, "/v1/models"), 200);
    assert_int_equal(json_array_size(json_object_get(w.json, "models")), 0);
    assert_int_equal(get(&w, "/v1/run?sentence=hop"), 404);
    assert_non_null(strstr(message(&w), "/v1/learn"));
    assert_int_equal(post(&w, "POST", "/v1/learn", "{\"examples\": " FIVE "}"), 200);
    assert_int_equal(get(&w, "/v1/run?sentence=dive"), 200);
    expect_text(w.json, "result", "DIVE");
    close_site(&w);
}

/* ---- what is refused -------------------------------------------------------------------------------- */

struct refusal {
    const char *method, *target, *type, *body;
    int status;
    const char *says;
};

#define JSON "application/json"

static const struct refusal refusals[] = {
    {"GET", "/v1/nothing", NULL, NULL, 404, "/v1/run"},
    {"GET", "/v1/run/", NULL, NULL, 404, "/v1/run"},
    {"GET", "nonsense", NULL, NULL, 404, "there is"},
    {"GET", "", NULL, NULL, 404, "there is"},
    {"GET", "http://elsewhere/v1/run", NULL, NULL, 404, "there is"},
    {"GET", "/v1/scenes/", NULL, NULL, 404, "/v1/scenes/INDEX,"},
    {"PATCH", "/v1/run", NULL, NULL, 405, "GET, HEAD, POST"},
    {"PUT", "/v1/run", JSON, "{}", 405, "GET, HEAD, POST"},
    {"", "/v1/run", NULL, NULL, 405, "GET"},
    {"GE", "/v1/run", NULL, NULL, 405, "GET"},
    {"GET", "/v1/reload", NULL, NULL, 405, "POST"},
    {"GET", "/v1/draft", NULL, NULL, 405, "PUT, DELETE"},
    {"GET", "/v1/learn", NULL, NULL, 405, "POST, DELETE"},
    {"POST", "/v1/learn", "text/plain", "{}", 415, JSON},
    {"POST", "/v1/learn", JSON, "{}", 422, "examples"},
    {"POST", "/v1/learn", JSON, "{\"examples\": []}", 422, "no examples"},
    {"POST", "/v1/learn", JSON, "{\"examples\": [1]}", 422, "example 1"},
    {"POST", "/v1/learn", JSON, "{\"examples\": [{\"sentence\": \"a\"}]}", 422, "example 1"},
    {"POST", "/v1/learn", JSON,
     "{\"examples\": [{\"sentence\": \"a\", \"result\": \"A\", \"x\": 1}]}", 422, "'x'"},
    {"POST", "/v1/learn", JSON,
     "{\"examples\": [{\"sentence\": \"a\", \"result\": \"A\"}, {\"sentence\": \"a\", "
     "\"result\": \"B\"}]}",
     422, "'a' means 'B'"},
    {"POST", "/v1/learn", JSON, "{\"domain\": \"/etc/passwd\", \"examples\": " FIVE "}", 422,
     "no domain"},
    {"POST", "/v1/learn", JSON, "{\"model\": \"moves\", \"examples\": " FIVE "}", 422, "file"},
    {"POST", "/v1/learn", JSON, "{\"model\": \"a*\", \"examples\": " FIVE "}", 422, "name"},
    {"POST", "/v1/learn", JSON, "{\"model\": \"\", \"examples\": " FIVE "}", 422, "name"},
    {"POST", "/v1/learn", JSON, "{\"domain\": \"nav\", \"tables\": [], \"examples\": " FIVE "}",
     422, "no tables"},
    {"POST", "/v1/learn", JSON, "{\"tables\": [1], \"examples\": " FIVE "}", 422, "table 1"},
    {"POST", "/v1/learn", JSON, "{\"keep\": true, \"examples\": " FIVE "}", 422, "DELETE"},
    {"POST", "/v1/learn", JSON,
     "{\"examples\": [{\"sentence\": \"" SIXTY " a\", \"result\": \"A\"}]}", 422,
     "more than 60 words"},
    {"POST", "/v1/learn", JSON, "{\"domain\": \"nav\", \"scenes\": [], \"examples\": " FIVE "}",
     422, "no tables or scenes"},
    {"POST", "/v1/learn", JSON,
     "{\"scenes\": [{\"id\": \"a\", \"objects\": [{\"color\": \"red\"}]}], \"examples\": "
     "[{\"sentence\": \"what?\", \"result\": \"red\", \"scene\": \"b\"}]}",
     422, "no scene \"b\""},
    {"POST", "/v1/learn", JSON, "{\"scenes\": [1], \"examples\": " FIVE "}", 422, "object"},
    {"DELETE", "/v1/learn", JSON, "{\"examples\": []}", 422, "POST"},
    {"POST", "/v1/learning", JSON, "{}", 405, "GET"},
    {"GET", "/v1/model?model=nobody", NULL, NULL, 404, "nobody"},
    {"POST", "/v1/health", JSON, "{}", 405, "GET"},
    {"POST", "/v1/run", NULL, "{}", 422, "sentence"},
    {"POST", "/v1/run", "text/plain", "{}", 422, "sentence"},
    {"POST", "/v1/reload", NULL, NULL, 415, JSON},
    {"POST", "/v1/reload", "text/plain", "{}", 415, JSON},
    {"POST", "/v1/reload", "application/jsonx", "{}", 415, JSON},
    {"DELETE", "/v1/draft?model=moves", NULL, NULL, 415, JSON},
    {"POST", "/v1/run", JSON, "{", 400, "not JSON"},
    {"POST", "/v1/run", JSON, "", 422, "sentence"},
    {"POST", "/v1/run", JSON, "[]", 422, "object"},
    {"POST", "/v1/run", JSON, "\"a\"", 400, "not JSON"},
    {"POST", "/v1/run", JSON, "{} {}", 400, "not JSON"},
    {"POST", "/v1/run", JSON, "{\"sentence\": \"\xff\"}", 400, "not JSON"},
    {"POST", "/v1/run", JSON, "{\"sentence\": \"a\\u0000b\"}", 400,
     "\\u0000 is allowed in no text"},
    {"POST", "/v1/run", JSON, "{\"a\\u0000b\": \"a\"}", 400, "\\u0000 is allowed in no text"},
    {"POST", "/v1/run", JSON, "{\"sentence\": \"a\", \"sentence\": \"b\"}", 400, "duplicate"},
    {"POST", "/v1/run?sentence=a", JSON, "{\"sentence\": \"b\"}", 422, "twice"},
    {"POST", "/v1/run", JSON, "{\"sentence\": 1}", 422, "text"},
    {"POST", "/v1/run", JSON, "{\"sentence\": null}", 422, "missing"},
    {"POST", "/v1/run", JSON, "{\"sentence\": [\"walk\"]}", 422, "text"},
    {"POST", "/v1/run", JSON, "{\"sentence\": \"walk\", \"n_best\": 0}", 422, "1 to 100"},
    {"POST", "/v1/run", JSON, "{\"sentence\": \"walk\", \"n_best\": -1}", 422, "1 to 100"},
    {"POST", "/v1/run", JSON, "{\"sentence\": \"walk\", \"n_best\": 1.5}", 422, "1 to 100"},
    {"POST", "/v1/run", JSON, "{\"sentence\": \"walk\", \"n_best\": 99999999999999999999}", 400,
     ""},
    {"POST", "/v1/run", JSON, "{\"sentence\": \"walk\", \"n_best\": 1e999}", 400, ""},
    {"POST", "/v1/run", JSON, "{\"sentence\": \"walk\", \"n_best\": \"5\"}", 422, "1 to 100"},
    {"POST", "/v1/run", JSON, "{\"sentence\": \"walk\", \"n_bets\": 5}", 422, "n_best"},
    {"POST", "/v1/run", JSON, "{\"sentence\": \"walk\", \"lexicon\": \"\"}", 422, "n_best"},
    {"POST", "/v1/run", JSON, "{\"sentence\": \"walk\", \"model\": \"\"}", 404, "moves, looks"},
    {"POST", "/v1/run", JSON, "{\"sentence\": \"walk\", \"scene\": 0}", 422, "no scene"},
    {"GET", "/v1/run", NULL, NULL, 422, "sentence"},
    {"GET", "/v1/run?sentence=a", JSON, "{}", 400, "no body"},
    {"GET", "/v1/run?sentence=a%", NULL, NULL, 400, "%"},
    {"GET", "/v1/run?sentence=a%2", NULL, NULL, 400, "%"},
    {"GET", "/v1/run?sentence=a%zz", NULL, NULL, 400, "%"},
    {"GET", "/v1/run?sentence=a%00b", NULL, NULL, 400, "NUL"},
    {"GET", "/v1/run?sentence=%ff", NULL, NULL, 400, "UTF-8"},
    {"GET", "/v1/run?sentence=a&sentence=b", NULL, NULL, 422, "twice"},
    {"GET", "/v1/run?sentence=a&n_best=-1", NULL, NULL, 422, "1 to 100"},
    {"GET", "/v1/run?sentence=a&n_best=101", NULL, NULL, 422, "1 to 100"},
    {"GET", "/v1/run?sentence=a&n_best=99999999999999999999", NULL, NULL, 422, "1 to 100"},
    {"GET", "/v1/run?sentence=a&model=nobody", NULL, NULL, 404, "moves, looks"},
    {"GET", "/v1/run?sentence=a&model=moves*", NULL, NULL, 404, "moves, looks"},
    {"GET", "/v1/run?sentence=a&model=looks", NULL, NULL, 422, "scene"},
    {"GET", "/v1/run?sentence=a&model=looks&scene=2", NULL, NULL, 404, "there are 2"},
    {"GET", "/v1/run?sentence=a&model=looks&scene=one", NULL, NULL, 404, "one"},
    {"GET", "/v1/run?sentence=a&model=looks&scene=1&objects=[]", NULL, NULL, 422, "two"},
    {"GET", "/v1/run?sentence=a&model=looks&objects=[1]", NULL, NULL, 422, "object 1"},
    {"GET", "/v1/run?sentence=a&model=looks&objects=[{}]", NULL, NULL, 422, "features"},
    {"GET", "/v1/run?sentence=a&model=looks&objects={}", NULL, NULL, 422, "array"},
    {"GET", "/v1/run?sentence=a&model=looks&objects=[", NULL, NULL, 400, "not JSON"},
    {"GET", "/v1/run?sentence=a&model=looks&objects=[{\"features\":[1,2]}]", NULL, NULL, 422, "3"},
    {"GET", "/v1/run?sentence=a&objects=[]", NULL, NULL, 422, "no scene"},
    {"GET", "/v1/explain?sentence=a&format=pdf", NULL, NULL, 422, "latex"},
    {"GET", "/v1/explain?sentence=a&format=svg&pictures=1", NULL, NULL, 422, "json"},
    {"GET", "/v1/explain?sentence=a&pictures=maybe", NULL, NULL, 422, "true or false"},
    {"GET", "/v1/lexicon?format=svg", NULL, NULL, 422, "text"},
    {"GET", "/v1/scenes?count=0", NULL, NULL, 422, "1 to 1000"},
    {"GET", "/v1/scenes/%ff", NULL, NULL, 400, "UTF-8"},
    {"PUT", "/v1/draft", JSON, "{\"model\": \"moves\"}", 422, "lexicon"},
    {"PUT", "/v1/draft", JSON, "{\"lexicon\": \"\", \"edits\": []}", 422, "either"},
    {"PUT", "/v1/draft", JSON, "{\"edits\": [1]}", 422, "edit 1"},
    {"PUT", "/v1/draft", JSON, "{\"edits\": [{\"kind\": \"x\"}]}", 422, "edit 1"},
    {"PUT", "/v1/draft", JSON, "{\"edits\": [{\"kind\": \"lock\"}]}", 422, "no entry"},
    {"PUT", "/v1/draft", JSON, "{\"edits\": [{\"kind\": \"lock\", \"x\": 1}]}", 422, "'x'"},
    {"PUT", "/v1/draft", JSON, "{\"edits\": [{\"kind\": \"add\", \"word\": 1}]}", 422, "a text"},
    {"PUT", "/v1/draft", JSON, "{\"edits\": [{\"kind\": \"lock\", \"off\": 1}]}", 422, "true"},
    {"PUT", "/v1/draft", JSON, "{\"model\": \"nobody\", \"lexicon\": \"\"}", 404, "nobody"},
    {"DELETE", "/v1/draft", JSON, "{\"model\": \"moves\", \"lexicon\": \"\"}", 422, "PUT"},
    {"DELETE", "/v1/draft", JSON, "{\"model\": \"moves\"}", 404, "no draft"},
    {"PUT", "/v1/draft", JSON, "{\"word\": \"hop\"}", 422, "like"},
    {"PUT", "/v1/draft", JSON, "{\"word\": \"hop\", \"like\": \"jmp\"}", 422, "no word 'jmp'"},
    {"PUT", "/v1/draft", JSON, "{\"word\": \"walk\", \"like\": \"run\"}", 422, "known already"},
    {"PUT", "/v1/draft", JSON, "{\"lexicon\": \"\", \"new\": true}", 422, "like"},
    {"GET", "/v1/why?model=moves", NULL, NULL, 422, "word"},
    {"GET", "/v1/why?model=nobody&word=walk", NULL, NULL, 404, "nobody"},
    {"GET", "/v1/why?model=looks&word=purple", NULL, NULL, 422, "no word 'purple'"},
    {"GET", "/v1/explain?sentence=a&derivation=1", NULL, NULL, 422, "svg and latex"},
    {"GET", "/v1/review?model=nobody", NULL, NULL, 404, "nobody"},
    {"POST", "/v1/review", JSON, "{\"file\": \"walk\"}", 422, "not an example"},
    {"POST", "/v1/review", JSON, "{\"file\": \"a\\tb\", \"examples\": []}", 422, "not both"},
    {"POST", "/v1/review", JSON, "{\"model\": \"looks\", \"file\": \"{\\\"answer\\\": 1}\"}", 422,
     "question 1"},
    {"POST", "/v1/review", JSON, "{\"model\": \"looks\", \"file\": \"{}\"}", 422, "question 1"},
    {"POST", "/v1/review", JSON,
     "{\"model\": \"looks\", \"file\": \"{\\\"question\\\": \\\"a\\\", \\\"answer\\\": 1, "
     "\\\"objects\\\": []}\"}",
     422, "objects"},
    {"POST", "/v1/review", JSON,
     "{\"model\": \"looks\", \"file\": \"{\\\"question\\\": \\\"a\\\", \\\"answer\\\": 1, "
     "\\\"image_index\\\": 99}\"}",
     422, "no scene"},
    {"POST", "/v1/review", JSON, "{\"model\": \"looks\", \"file\": \"[1\"}", 400, "JSON"},
    {"PUT", "/v1/draft", JSON, "{\"file\": \"walk\\tWALK\", \"edits\": []}", 422, "stays right"},
    {"PUT", "/v1/draft", JSON,
     "{\"model\": \"looks\", \"examples\": [{\"sentence\": \"many\", \"result\": \"1\", "
     "\"scene\": 99}]}",
     404, "no scene 99"},
    {"GET", "/v1/test?against=nobody", NULL, NULL, 404, "nobody"},
    {"GET", "/v1/test?against=looks", NULL, NULL, 422, "kinds"},
    {"GET", "/v1/test?limit=0", NULL, NULL, 422, "limit"},
    {"POST", "/v1/test", JSON, "{\"examples\": [1]}", 422, "example 1"},
    {"POST", "/v1/test", JSON, "{\"examples\": [{\"sentence\": \"a\"}]}", 422, "result"},
    {"POST", "/v1/test", JSON,
     "{\"examples\": [{\"sentence\": \"a\", \"result\": \"b\", \"x\": 1}]}", 422, "'x'"},
    {"POST", "/v1/test", JSON,
     "{\"examples\": [{\"sentence\": \"a\", \"result\": \"b\", \"scene\": 1}]}", 422, "no scene"},
    {"POST", "/v1/test", JSON,
     "{\"model\": \"looks\", \"examples\": [{\"sentence\": \"a\", \"result\": \"b\"}]}", 422,
     "scene"},
    {"POST", "/v1/test", JSON,
     "{\"model\": \"looks\", \"examples\": [{\"sentence\": \"a\", \"result\": \"b\", \"scene\": "
     "7}]}",
     404, "7"},
};

static void test_refusals(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const struct refusal *r = &refusals[i];
        struct request request = {.method = r->method,
                                  .target = r->target,
                                  .content_type = r->type,
                                  .body = r->body,
                                  .n_body = r->body ? strlen(r->body) : 0};
        int status = send_request(&w, &request);
        const char *says = message(&w);
        if (status != r->status || !says || !strstr(says, r->says))
            fail_msg("%s %s %s: %d %s", r->method, r->target, r->body ? r->body : "", status,
                     says ? says : "(no message)");
        assert_int_equal(status == 405, w.response.allow != NULL);
        assert_int_equal(
            json_integer_value(json_object_get(json_object_get(w.json, "error"), "status")),
            status);
    }
    close_site(&w);
}

static void test_hosts(void **state) {
    static const struct {
        const char *host;
        int status;
    } hosts[] = {{"localhost", 200},
                 {"LocalHost:8080", 200},
                 {"127.0.0.1:1", 200},
                 {"[::1]:8080", 200},
                 {NULL, 200},
                 {"evil.example", 403},
                 {"localhost.evil.com", 403},
                 {"127.0.0.1.evil.com", 403},
                 {"localhost:80x", 403},
                 {"127.0.0.2", 403},
                 {"", 403},
                 {"[::1", 403}};
    struct site w;
    (void)state;
    open_site(&w);
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        struct request r = {.method = "GET", .target = "/v1/health", .host = hosts[i].host};
        assert_int_equal(send_request(&w, &r), hosts[i].status);
        r.target = "/";
        handle(w.desk, &r, &w.response);
        assert_int_equal(w.response.status, hosts[i].status);
    }
    close_site(&w);
    prepare(&w);
    w.options.host = "0.0.0.0"; /* who serves others is called by any address, and by its names */
    w.options.allow_host = "models.example,b.example";
    start(&w);
    static const struct {
        const char *host;
        int status;
    } open[] = {{"192.0.2.1:80", 200},  {"[2001:db8::1]", 200}, {"models.example", 200},
                {"B.example:443", 200}, {"c.example", 403},     {"models.example.c", 403},
                {"b.exampl", 403},      {"192.0.2.1.c", 403},   {"[2001:db8::1]x", 403}};
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        struct request r = {.method = "GET", .target = "/v1/health", .host = open[i].host};
        assert_int_equal(send_request(&w, &r), open[i].status);
    }
    close_site(&w);
}

static void test_origins(void **state) {
    static const struct {
        const char *origin;
        int status;
    } origins[] = {{NULL, 200},
                   {"http://localhost:8080", 200},
                   {"https://LOCALHOST:8080", 200},
                   {"http://localhost", 403},
                   {"http://evil.example", 403},
                   {"null", 403},
                   {"", 403},
                   {"localhost:8080", 403}};
    struct site w;
    (void)state;
    open_site(&w);
    for (size_t i = 0; i < sizeof origins / sizeof *origins; i++) {
        struct request r = {.method = "GET",
                            .target = "/v1/models",
                            .host = "localhost:8080",
                            .origin = origins[i].origin};
        assert_int_equal(send_request(&w, &r), origins[i].status);
        r.target = "/"; /* the page is for everyone */
        handle(w.desk, &r, &w.response);
        assert_int_equal(w.response.status, 200);
    }
    close_site(&w);
}

static void test_tokens(void **state) {
    static const struct {
        const char *authorization, *cookie;
        int status;
    } tokens[] = {{NULL, NULL, 401},
                  {"Bearer 0123456789abcdef", NULL, 200},
                  {"bearer 0123456789abcdef", NULL, 200},
                  {"Bearer 0123456789abcde", NULL, 401},
                  {"Bearer 0123456789abcdef0", NULL, 401},
                  {"Bearer 0123456789abcdef0123456789abcdef", NULL, 401},
                  {"Bearer ", NULL, 401},
                  {"Basic 0123456789abcdef", NULL, 401},
                  {NULL, "g2l2_token=0123456789abcdef", 200},
                  {NULL, "a=b; g2l2_token=0123456789abcdef; c=d", 200},
                  {NULL, "a=b; ; xg2l2_token=0123456789abcdef", 401},
                  {NULL, "g2l2_token=; g2l2_token", 401},
                  {"", "", 401}};
    struct site w;
    (void)state;
    prepare(&w);
    w.options.token = "0123456789abcdef";
    start(&w);
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
        struct request r = {.method = "GET",
                            .target = "/v1/models",
                            .host = "localhost",
                            .authorization = tokens[i].authorization,
                            .cookie = tokens[i].cookie};
        assert_int_equal(send_request(&w, &r), tokens[i].status);
        r.target = "/v1/health"; /* says only that it is there */
        assert_int_equal(send_request(&w, &r), 200);
    }
    close_site(&w);
}

static void test_loopback(void **state) {
    static const char *const here[] = {"127.0.0.1", "127.0.0.2", "127.1", "::1", "localhost"};
    static const char *const open[] = {"0.0.0.0",   "::",        "127.example.com",   "127.",
                                       "128.0.0.1", "192.0.2.1", "localhost.example", ""};
    (void)state;
    for (size_t i = 0; i < sizeof here / sizeof *here; i++)
        assert_true(server_is_loopback(here[i]));
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        assert_false(server_is_loopback(open[i]));
}

static void test_deep(void **state) {
    struct site w;
    char body[4000] = "{\"sentence\": ";
    (void)state;
    open_site(&w);
    size_t n = strlen(body);
    memset(body + n, '[', 1000);
    memset(body + n + 1000, ']', 1000);
    strcpy(body + n + 2000, "}");
    assert_int_equal(post(&w, "POST", "/v1/run", body), 400);
    assert_non_null(strstr(message(&w), "deep"));
    /* brackets in a text are none */
    n = (size_t)snprintf(body, sizeof body, "{\"sentence\": \"\\\"");
    memset(body + n, '[', 1000);
    strcpy(body + n + 1000, "\"}");
    assert_int_equal(post(&w, "POST", "/v1/run", body), 200);
    close_site(&w);
}

static void test_long_sentence(void **state) {
    struct site w;
    char *body = malloc(30000);
    (void)state;
    prepare(&w);
    w.options.limits.max_words = 50;
    start(&w);
    strcpy(body, "{\"sentence\": \"walk");
    for (int i = 0; i < 49; i++) strcat(body, " left");
    size_t n = strlen(body);
    strcpy(body + n, "\"}");
    assert_int_equal(post(&w, "POST", "/v1/run", body), 200);
    strcpy(body + n, " left\"}");
    assert_int_equal(post(&w, "POST", "/v1/run", body), 422);
    assert_non_null(strstr(message(&w), "50 words"));
    free(body);
    close_site(&w);
}

/* ---- time ---------------------------------------------------------------------------------------------- */

/* Sentences with very many readings: all of it takes many seconds, one much less. */
static void test_deadline(void **state) {
    struct site w;
    (void)state;
    prepare(&w);
    w.options.max_seconds = .05;
    start(&w);
    json_t *examples = json_array(), *body = json_pack("{s:o}", "examples", examples);
    char sentence[1000] = "fold";
    for (int i = 0; i < 30; i++) strcat(sentence, " fold");
    for (int i = 0; i < 2000; i++)
        json_array_append_new(examples,
                              json_pack("{s:s, s:s}", "sentence", sentence, "result", "X"));
    char *sent = json_dumps(body, 0);
    assert_int_equal(post(&w, "POST", "/v1/test", sent), 503);
    assert_true(w.response.retry);
    assert_non_null(strstr(message(&w), "too long"));
    assert_int_equal(get(&w, "/v1/run?sentence=walk"), 200);
    free(sent);
    json_decref(body);
    close_site(&w);
}

static const char folds_text[] = "domain nav\n"
                                 "literals A B\n"
                                 "fold => V : A()  1\n"
                                 "fold => V\\V : \\x. concat(x, x)  0.5\n"
                                 "fold => V/V : \\x. concat(x, B())  0\n"
                                 "fold => V\\V/(V\\V) : \\f.\\x. f(x)  0\n"
                                 "fold => V\\V/V : \\y.\\x. concat(x, y)  0\n"
                                 "fold => V/V/V : \\y.\\x. concat(x, y)  0\n"
                                 "fold => V\\V\\V : \\y.\\x. concat(x, y)  0\n"
                                 "fold => V\\V/(V\\V)/V : \\z.\\f.\\x. concat(f(x), z)  0\n"
                                 "fold => V\\V/(V\\V)\\V : \\z.\\f.\\x. concat(f(x), z)  0\n"
                                 "fold => V/V/(V/V) : \\f.\\x. f(x)  0\n"
                                 "fold => EMPTY  -1\n";

/* One sentence that takes seconds: it is not quick, and has its time as well. */
static void test_hard_sentence(void **state) {
    struct site w;
    char target[2000] = "/v1/run?model=moves*&sentence=fold";
    (void)state;
    prepare(&w);
    w.options.max_seconds = .2;
    start(&w);
    put_draft(&w, "moves", folds_text, 200);
    struct request r = {.method = "GET", .target = target};
    assert_true(handle_is_quick(target, 0));
    assert_true(handle_quickly(w.desk, &r, &w.response));
    assert_int_equal(w.response.status, 200);
    for (int i = 0; i < 189; i++) strcat(target, "+fold");
    assert_true(handle_is_quick(target, 0));
    assert_false(handle_quickly(w.desk, &r, &w.response));
    assert_int_equal(get(&w, target), 503);
    assert_int_equal(get(&w, "/v1/run?model=moves*&sentence=fold"), 200);
    assert_false(handle_is_quick("/v1/test", 0));
    assert_false(handle_is_quick(target, 1 << 20));
    close_site(&w);
}

/* Also within one sentence, whatever it does at that moment. */
static void test_deadline_within(void **state) {
    struct site w;
    (void)state;
    prepare(&w);
    start(&w);
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_error err;
    g2l2_explanation shown;
    const g2l2_show_options text = {.format = G2L2_FORMAT_TEXT};
    const g2l2_budget none = {.seconds = 1e-9}, enough = {.seconds = 60};
    struct served *served = models_take(w.server->models, "moves");
    assert_int_equal(served_lease(served, &parser, &err), 0);
    g2l2_parser_set_budget(parser, &none);
    assert_int_equal(g2l2_parser_run(parser, "fold fold", 1, &result, &err),
                     G2L2_STATUS_INTERRUPTED);
    g2l2_parser_set_budget(parser, &enough);
    assert_int_equal(g2l2_parser_run(parser, "fold fold", 1, &result, &err), G2L2_STATUS_OK);
    /* what it works out beside, and can be without: repairs of a sentence */
    assert_int_equal(g2l2_parser_show(parser, "twice walk", &text, &shown, &err), 0);
    assert_non_null(strstr(shown.text, "walk twice"));
    parser->arena.budget = NULL;
    budget_start(&parser->budget, &none);
    assert_int_equal(g2l2_parser_show(parser, "twice walk", &text, &shown, &err), 0);
    assert_null(strstr(shown.text, "walk twice"));
    assert_non_null(strstr(shown.text, "stopped: it takes too long"));
    served_return(served, parser);
    assert_null(parser->arena.budget);
    assert_null(parser->scratch.budget);
    served_drop(served);
    close_site(&w);
}

static const char *const seven[] = {"V : WALK()",
                                    "V : RUN()",
                                    "V : concat(WALK(), RUN())",
                                    "V\\V : \\x. concat(x, x)",
                                    "V\\V : \\x. concat(x, RUN())",
                                    "V\\V/V : \\y.\\x. concat(x, y)",
                                    "V\\V/V : \\y.\\x. concat(y, x)"};

/* A lexicon with which the sentences of write_long_tests take minutes. */
static void write_seven(char *out) {
    static const char *const words[] = {"walk", "run", "and"};
    out += sprintf(out, "domain nav\nliterals WALK RUN\n");
    for (int w = 0; w < 3; w++)
        for (int i = 0; i < 7; i++) out += sprintf(out, "%s => %s  0\n", words[w], seven[i]);
}

static void write_long_tests(struct site *w) {
    FILE *out = fopen(w->test, "w");
    assert_non_null(out);
    for (int i = 0; i < 16; i++) {
        for (int k = 0; k < 25 + i; k++) fputs("walk and ", out);
        fputs("run\tRUN\n", out);
    }
    fclose(out);
}

/* Sentences to try are looked for when a draft comes and at a reload: they are no reason to
 * wait, nor a way around the time that a request has. */
static void test_slow_samples(void **state) {
    struct site w;
    char lexicon[2000];
    (void)state;
    prepare(&w);
    write_long_tests(&w);
    w.options.max_seconds = 2;
    start(&w);
    uint64_t begin = metrics_now();
    write_seven(lexicon);
    put_draft(&w, "moves", lexicon, 200);
    write_file(w.moves, lexicon);
    assert_int_equal(post(&w, "POST", "/v1/reload", NULL), 200);
    assert_true(metrics_now() - begin < 10000000000u);
    assert_int_equal(get(&w, "/v1/run?sentence=walk"), 200);
    assert_int_equal(n_tests(&w, 0), 16);
    close_site(&w);
}

/* Concepts are compared in pairs, and in scenes. */
static void test_many_concepts(void **state) {
    struct site w;
    char *lexicon = malloc(300000), *end = lexicon;
    (void)state;
    prepare(&w);
    start(&w);
    end += sprintf(end, "domain visual\nfeatures 3 given\nthings => objset : scene()  0\n");
    for (int i = 0; i < 300; i++)
        end += sprintf(end, "w%d => objset/objset : \\x. filter(x, ?)  0\n", i);
    for (int i = 0; i < 300; i++)
        end += sprintf(end, "concept ObjConcept w%d = %d -9 9 0\n", i, i % 9);
    put_draft(&w, "looks", lexicon, 200);
    struct served *served = models_take(w.server->models, "looks*");
    const g2l2_concepts *concepts;
    g2l2_error err;
    assert_int_equal(served_concepts(served, (struct until){clock_now() - 1}, &concepts, &err),
                     G2L2_STATUS_INTERRUPTED);
    assert_null(concepts);
    assert_int_equal(served_concepts(served, UNTIL_NEVER, &concepts, &err), 0);
    assert_non_null(concepts);
    served_drop(served);
    free(lexicon);
    close_site(&w);
}

static void *reload_once(void *context) {
    struct site *w = context;
    struct desk *desk = desk_new(w->server);
    struct response response;
    struct request r = {.method = "POST", .target = "/v1/reload", .content_type = JSON};
    handle(desk, &r, &response);
    desk_free(desk);
    return (void *)(intptr_t)response.status;
}

/* While another one loads, which here waits for a pipe. */
static void test_turn_to_load(void **state) {
    struct site w;
    pthread_t other;
    void *status;
    int pipe;
    (void)state;
    prepare(&w);
    w.options.max_seconds = .1;
    start(&w);
    assert_int_equal(unlink(w.looks), 0);
    assert_int_equal(mkfifo(w.looks, 0600), 0);
    assert_int_equal(pthread_create(&other, NULL, reload_once, &w), 0);
    while ((pipe = open(w.looks, O_WRONLY | O_NONBLOCK)) < 0) usleep(1000);
    put_draft(&w, "moves", moves_text, 503);
    assert_true(w.response.retry);
    assert_int_equal(post(&w, "POST", "/v1/reload", NULL), 503);
    assert_non_null(strstr(message(&w), "being loaded"));
    assert_int_equal(get(&w, "/v1/run?sentence=walk"), 200);
    close(pipe);
    pthread_join(other, &status);
    assert_int_equal((int)(intptr_t)status, 500); /* it has read nothing */
    put_draft(&w, "moves", moves_text, 200);
    close_site(&w);
}

/* ---- threads ------------------------------------------------------------------------------------------------ */

#define N_THREADS   4
#define N_SENTENCES 200

static void make_sentence(unsigned seed, char *target) {
    static const char *const words[] = {"walk", "run",  "left", "twice",
                                        "and",  "fold", "the",  "hop"};
    strcpy(target, "/v1/run?n_best=3&sentence=walk");
    for (unsigned i = 0; i < 1 + seed % 5; i++) {
        seed = seed * 1103515245u + 12345u;
        strcat(target, "+");
        strcat(target, words[(seed >> 16) % 8]);
    }
}

struct runner {
    struct site *site;
    char *const *wanted; /* [N_SENTENCES] answers, or NULL: any that is one */
    atomic_bool *end;    /* or NULL: once through */
    size_t n_wrong, n_done;
};

static void run_once(struct runner *self, struct desk *desk, unsigned i) {
    char target[200];
    struct response response;
    struct request request = {.method = "GET", .target = target};
    make_sentence(i, target);
    handle(desk, &request, &response);
    bool right = response.status == 200;
    if (right && self->wanted)
        right = response.n_body == strlen(self->wanted[i]) &&
                !memcmp(response.body, self->wanted[i], response.n_body);
    self->n_wrong += !right;
    self->n_done++;
}

static void *run_many(void *context) {
    struct runner *self = context;
    struct desk *desk = desk_new(self->site->server);
    do
        for (unsigned i = 0; i < N_SENTENCES; i++) run_once(self, desk, i);
    while (self->end && !atomic_load(self->end));
    desk_free(desk);
    return NULL;
}

static void test_parallel(void **state) {
    struct site w;
    char *wanted[N_SENTENCES], target[200];
    pthread_t threads[N_THREADS];
    struct runner runners[N_THREADS];
    (void)state;
    open_site(&w);
    for (unsigned i = 0; i < N_SENTENCES; i++) {
        make_sentence(i, target);
        assert_int_equal(get(&w, target), 200);
        wanted[i] = strndup(w.response.body, w.response.n_body);
    }
    for (int i = 0; i < N_THREADS; i++) {
        runners[i] = (struct runner){.site = &w, .wanted = wanted};
        assert_int_equal(pthread_create(&threads[i], NULL, run_many, &runners[i]), 0);
    }
    for (int i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(runners[i].n_wrong, 0);
        assert_int_equal(runners[i].n_done, N_SENTENCES);
    }
    for (unsigned i = 0; i < N_SENTENCES; i++) free(wanted[i]);
    close_site(&w);
}

static void test_reload_under_load(void **state) {
    struct site w;
    pthread_t threads[N_THREADS];
    struct runner runners[N_THREADS];
    atomic_bool end = false;
    (void)state;
    open_site(&w);
    for (int i = 0; i < N_THREADS; i++) {
        runners[i] = (struct runner){.site = &w, .end = &end};
        assert_int_equal(pthread_create(&threads[i], NULL, run_many, &runners[i]), 0);
    }
    for (int i = 0; i < 20; i++) {
        assert_int_equal(post(&w, "POST", "/v1/reload", NULL), 200);
        put_draft(&w, "moves", moves_text, 200);
        assert_int_equal(get(&w, "/v1/lexicon?model=looks"), 200);
        assert_int_equal(post(&w, "DELETE", "/v1/draft", NULL), 200);
    }
    atomic_store(&end, true);
    for (int i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(runners[i].n_wrong, 0);
        assert_true(runners[i].n_done > 0);
    }
    close_site(&w);
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

/* Once warm, only JSON that is read asks for memory; a GET asks for none. */
static void test_warm(void **state) {
    struct site w;
    struct request r = {.method = "GET", .target = "/v1/run?sentence=walk+twice+and+run"};
    (void)state;
    open_site(&w);
    handle(w.desk, &r, &w.response);
    watch(0);
    for (int i = 0; i < 100; i++) handle(w.desk, &r, &w.response);
    watching = false;
    assert_int_equal(n_allocations, 0);
    assert_int_equal(w.response.status, 200);
    close_site(&w);
}

static const struct request costly[] = {
    {.method = "POST",
     .target = "/v1/run",
     .content_type = JSON,
     .body = "{\"sentence\": \"walk twice\", \"n_best\": 2}"},
    {.method = "POST",
     .target = "/v1/run",
     .content_type = JSON,
     .body = "{\"model\":\"looks\",\"sentence\":\"any red "
             "things\",\"objects\":[{\"features\":[1,0,0]}]}"},
    {.method = "GET",
     .target = "/v1/explain?model=looks&scene=1&pictures=1&sentence=any+red+things"},
    {.method = "GET", .target = "/v1/parse?sentence=fold+fold"},
    {.method = "GET", .target = "/v1/say?model=looks&scene=1&object=1"},
    {.method = "GET", .target = "/v1/lexicon?model=looks"},
    {.method = "GET", .target = "/v1/scenes/1"},
    {.method = "GET", .target = "/v1/models"},
    {.method = "GET", .target = "/v1/metrics"},
    {.method = "GET", .target = "/v1/test?against=moves"},
    {.method = "POST",
     .target = "/v1/review",
     .content_type = JSON,
     .body = "{\"file\":\"walk\\tWALK\\nrun\\tRUN\\n\"}"},
    {.method = "POST", .target = "/v1/reload", .content_type = JSON},
    {.method = "POST",
     .target = "/v1/learn",
     .content_type = JSON,
     .body = "{\"estimate\":true,\"examples\":[{\"sentence\":\"hop\",\"result\":\"HOP\"}]}"},
    {.method = "GET", .target = "/v1/model"},
    {.method = "GET", .target = "/nowhere"},
    {.method = "GET", .target = "/v1/run?sentence=a&model=nobody"},
};

/* An answer in which no times and counts are. */
static bool is_steady(const char *target) {
    static const char *const others[] = {"metrics", "learn", "models", "/v1/test", "review"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strstr(target, others[i])) return false;
    return true;
}

/* Each allocation fails once: an answer that says so, or the whole answer; and the next request is as
 * ever. */
static void fail_each(struct site *w, const struct request *request) {
    struct request whole = *request;
    bool done = false;
    whole.n_body = whole.body ? strlen(whole.body) : 0;
    struct site other;
    open_site(&other); /* whose answers are what they should be */
    handle(other.desk, &whole, &other.response);
    for (long n = 1; !done; n++) {
        struct desk *desk = desk_new(w->server);
        watch(n);
        handle(desk, &whole, &w->response);
        watching = false;
        done = n_allocations < n;
        int status = w->response.status;
        if (done) assert_true(status < 500);
        if (status >= 500 && !strstr(w->response.body, "memory") &&
            !strstr(w->response.body, "cannot open") && /* what fopen says */
            !strstr(w->response.body, "threads"))       /* of which learning has one */
            fail_msg("%s: allocation %ld: %s", request->target, n, w->response.body);
        if (status < 500 && status != 404 && status != 200)
            fail_msg("%s: allocation %ld: %s", request->target, n, w->response.body);
        if (status < 500 && is_steady(request->target))
            assert_string_equal(w->response.body, other.response.body);
        desk_free(desk);
        assert_true(n < 100000);
    }
    close_site(&other);
    assert_int_equal(get(w, "/v1/run?sentence=walk"), 200);
}

static void test_no_memory(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof costly / sizeof *costly; i++) {
        struct site w;
        open_site(&w); /* cold, so that all is asked for */
        fail_each(&w, &costly[i]);
        close_site(&w);
    }
}

static void test_no_memory_at_start(void **state) {
    struct site w;
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    (void)state;
    prepare(&w);
    for (long n = 1; status; n++) {
        g2l2_error err = {0};
        struct models *models = NULL;
        watch(n);
        status = models_new(&w.options, &models, &err);
        models_free(models);
        watching = false;
        if (status) assert_true(*err.message);
    }
    remove_files(&w);
}

/* ---- what cannot be served ---------------------------------------------------------------------------------------- */

static void cannot_start(struct site *w, const char *says) {
    g2l2_error err = {0};
    struct server *server;
    assert_int_not_equal(server_new(&w->options, &server, &err), G2L2_STATUS_OK);
    if (!strstr(err.message, says)) fail_msg("%s", err.message);
}

static void test_cannot_start(void **state) {
    struct site w;
    (void)state;
    prepare(&w);
    w.models[1] = w.moves;
    cannot_start(&w, "another model");
    w.models[1] = "/nowhere/at.all";
    cannot_start(&w, "/nowhere/at.all");
    w.models[1] = w.looks;
    w.options.test = w.scenes;
    cannot_start(&w, "scenes.jsonl");
    w.options.test = w.test;
    w.options.scenes = w.test;
    cannot_start(&w, "test.tsv");
    w.options.scenes = NULL;
    cannot_start(&w, "--scenes");
    remove_files(&w);
}

/* A server without scenes and tests says what is missing. */
static void test_bare(void **state) {
    struct site w;
    (void)state;
    prepare(&w);
    w.options.scenes = w.options.questions = w.options.test = NULL;
    start(&w);
    assert_int_equal(get(&w, "/v1/test"), 422);
    assert_non_null(strstr(message(&w), "--test"));
    assert_int_equal(get(&w, "/v1/test?model=looks"), 422);
    assert_non_null(strstr(message(&w), "--questions"));
    assert_int_equal(get(&w, "/v1/scenes"), 200);
    assert_int_equal(number(&w, "n"), 0);
    assert_int_equal(get(&w, "/v1/scenes/0"), 404);
    assert_int_equal(get(&w, "/v1/run?model=looks&scene=0&sentence=any+things"), 404);
    assert_non_null(strstr(message(&w), "--scenes"));
    assert_int_equal(
        get(&w, "/v1/run?model=looks&objects=[{\"features\":[1,0,0]}]&sentence=any+things"), 200);
    assert_int_equal(get(&w, "/v1/models"), 200);
    json_t *examples = json_object_get(item(&w, "models", 0), "examples");
    assert_string_equal(json_string_value(json_array_get(examples, 0)), "walk twice");
    assert_int_equal(get(&w, "/v1/lexicon?model=looks"), 200);
    close_site(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_run),
        cmocka_unit_test(test_n_best),
        cmocka_unit_test(test_run_about_scenes),
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_say),
        cmocka_unit_test(test_explain),
        cmocka_unit_test(test_models),
        cmocka_unit_test(test_lexicon),
        cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_page),
        cmocka_unit_test(test_metrics),
        cmocka_unit_test(test_draft),
        cmocka_unit_test(test_draft_by_edits),
        cmocka_unit_test(test_draft_about_scenes),
        cmocka_unit_test(test_test),
        cmocka_unit_test(test_review),
        cmocka_unit_test(test_why),
        cmocka_unit_test(test_draft_by_likeness),
        cmocka_unit_test(test_review_questions),
        cmocka_unit_test(test_draft_by_examples),
        cmocka_unit_test(test_other_words),
        cmocka_unit_test(test_reload),
        cmocka_unit_test(test_learn),
        cmocka_unit_test(test_learn_quick),
        cmocka_unit_test(test_learn_quick_anew),
        cmocka_unit_test(test_learn_quick_table),
        cmocka_unit_test(test_learn_again),
        cmocka_unit_test(test_learn_unsure),
        cmocka_unit_test(test_learn_calibrated),
        cmocka_unit_test(test_learn_scenes),
        cmocka_unit_test(test_learn_timeline),
        cmocka_unit_test(test_learn_longer),
        cmocka_unit_test(test_learn_records_and_tables),
        cmocka_unit_test(test_learn_many),
        cmocka_unit_test(test_turn_to_learn),
        cmocka_unit_test(test_learning_has_points),
        cmocka_unit_test(test_learning_is_told),
        cmocka_unit_test(test_learn_in_time),
        cmocka_unit_test(test_without_models),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_origins),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_loopback),
        cmocka_unit_test(test_deep),
        cmocka_unit_test(test_long_sentence),
        cmocka_unit_test(test_deadline),
        cmocka_unit_test(test_hard_sentence),
        cmocka_unit_test(test_deadline_within),
        cmocka_unit_test(test_slow_samples),
        cmocka_unit_test(test_many_concepts),
        cmocka_unit_test(test_turn_to_load),
        cmocka_unit_test(test_parallel),
        cmocka_unit_test(test_reload_under_load),
        cmocka_unit_test(test_warm),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_no_memory_at_start),
        cmocka_unit_test(test_cannot_start),
        cmocka_unit_test(test_bare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
