/* The server without sockets: requests about sentences and what there is, and the responses. */
#include "tests/site.h"

#include <stdlib.h>
#include <string.h>

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
        cmocka_unit_test(test_cannot_start),
        cmocka_unit_test(test_bare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
