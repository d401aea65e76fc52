/* The server without sockets: what it refuses, and whom. */
#include "tests/site.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is refused -------------------------------------------------------------------------------- */

#define TEN   "a a a a a a a a a a"
#define SIXTY TEN " " TEN " " TEN " " TEN " " TEN " " TEN

struct refusal {
    const char *method, *target, *type, *body;
    int status;
    const char *says;
};

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals),      cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_origins),       cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_loopback),      cmocka_unit_test(test_deep),
        cmocka_unit_test(test_long_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
