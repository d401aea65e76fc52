/* The server without sockets: models that are learned from a request. */
#include "tests/site.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- learning --------------------------------------------------------------------------------------- */

/* These lines are learned, as `mine`. */
#define LEARN(lines)                                                                               \
    assert_int_equal(                                                                              \
        post(&w, "POST", "/v1/learn", "{\"model\": \"mine\", \"examples\": " lines "}"), 200)

static void test_learn(void **state) {
    struct site w;
    (void)state;
    open_site(&w);
    LEARN(FIVE);
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
    served->note->seconds = 1e9;
    served_drop(served);
}

#define QUICK(lines) "{\"quick\": true, \"model\": \"mine\", \"examples\": " lines "}"
#define JOG                                                                                        \
    "[{\"sentence\": \"jog\", \"result\": \"JOG\"}, {\"sentence\": \"hop twice\", \"result\": "    \
    "\"HOP HOP\"}]"

/* A look has as long as it needs: what it finds must not depend on how busy the machine is. */
static void open_patient(struct site *w) {
    prepare(w);
    w->options.look_patience = 1e4;
    start(w);
}

/* Where the lesson before took long, its model is taught what is new: that is said, and is no more than a first look. */
static void test_learn_quick(void **state) {
    struct site w;
    (void)state;
    open_patient(&w);
    LEARN(FIVE);
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
    LEARN(JOG);
    assert_true(json_is_true(json_object_get(w.json, "settled")));
    assert_int_equal(get(&w, "/v1/run?model=mine&sentence=jog+and+dive"), 200);
    expect_text(w.json, "result", NULL);
    close_site(&w);
}

/* What explains too little is not shown: then it is learned at once. */
static void test_learn_quick_anew(void **state) {
    struct site w;
    (void)state;
    open_patient(&w);
    LEARN(FIVE);
    pretend_long(&w, "mine");
    assert_int_equal(post(&w, "POST", "/v1/learn",
                          QUICK("[{\"sentence\": \"lamp on\", \"result\": {\"do\": \"on\"}},"
                                " {\"sentence\": \"lamp off\", \"result\": {\"do\": \"off\"}}]")),
                     200);
    assert_true(json_is_true(json_object_get(w.json, "settled")));
    expect_text(w.json, "domain", "frames");
    close_site(&w);
}

/* What has no time to be looked at is not shown either; and none is waited for. */
static void test_learn_quick_in_no_time(void **state) {
    struct site w;
    (void)state;
    prepare(&w);
    w.options.look_patience = 1e-9;
    start(&w);
    LEARN(FIVE);
    pretend_long(&w, "mine");
    assert_int_equal(post(&w, "POST", "/v1/learn", QUICK(JOG)), 200);
    assert_true(json_is_true(json_object_get(w.json, "settled")));
    assert_int_equal(number(&w, "correct"), 2);
    assert_int_equal(get(&w, "/v1/run?model=mine&sentence=jog"), 200);
    expect_text(w.json, "result", "JOG");
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
    open_patient(&w);
    assert_int_equal(post(&w, "POST", "/v1/learn", STAFF("\"quick\": true, ")), 200);
    assert_int_equal(number(&w, "checked"), 3);
    assert_true(number(&w, "correct") >= 1);
    expect_text(w.json, "reason", "a quick look");
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

/* Lines so long that a single step takes more time than a look has. */
static char *put_long_lines(char *to, int n) {
    unsigned seed = 7;
    for (int i = 0; i < n; i++) {
        to = stpcpy(to, ",{\"sentence\": \"");
        for (int k = 0; k < 25; k++)
            to += sprintf(to, "w%u ", ((seed = seed * 1103515245u + 12345u) >> 20) % 60);
        to = stpcpy(to, "\", \"result\": \"");
        for (int k = 0; k < 25; k++)
            to += sprintf(to, "A%u ", ((seed = seed * 1103515245u + 12345u) >> 20) % 8);
        to = stpcpy(to, "\"}");
    }
    return to;
}

/* Where all of them take longer than a look has, the shorter half says something. */
static void test_learn_quick_half(void **state) {
    static char body[100000];
    static const char *const verbs[] = {"hop",  "dive", "run",  "jog",
                                        "look", "wait", "turn", "sing"};
    char *to = stpcpy(body, "{\"quick\": true, \"model\": \"mine\", \"examples\": [");
    struct site w;
    (void)state;
    open_site(&w);
    for (int i = 0; i < 40; i++)
        to += sprintf(to, "%s{\"sentence\": \"%s\", \"result\": \"V%d\"}", i ? "," : "",
                      verbs[i % 8], i % 8);
    strcpy(put_long_lines(to, 40), "]}");
    assert_int_equal(post(&w, "POST", "/v1/learn", body), 200);
    expect_text(w.json, "reason", "a quick look");
    assert_int_equal(number(&w, "checked"), 80);
    assert_true(number(&w, "correct") >= 40);
    assert_int_equal(get(&w, "/v1/run?model=mine&sentence=jog"), 200);
    expect_text(w.json, "result", "V3");
    close_site(&w);
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

static double look_at_points(struct site *w) {
    assert_int_equal(get(w, "/v1/learning"), 200);
    return number(w, "n_points");
}

/* Whoever looks now and then has all points since, for the latest are kept. There are five a second, however long a step takes. */
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
    assert_true(json_array_size(points) >= 3 && json_array_size(points) <= 20);
    last = json_array_get(points, json_array_size(points) - 1);
    assert_true(json_number_value(json_array_get(last, 0)) > 0);
    assert_true(json_number_value(json_array_get(last, 1)) <= 1);
    double before = clock_now(), first = look_at_points(&w), after = clock_now();
    nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
    double least = clock_now() - after, more = look_at_points(&w) - first,
           most = clock_now() - before;
    assert_true(more >= floor(5 * least) && more <= ceil(5 * most));
    assert_int_equal(post(&w, "DELETE", "/v1/learn", "{\"model\": \"long\"}"), 200);
    end_long(&lesson, thread);
    assert_int_equal(look_at_points(&w), 0);
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
    LEARN(FIVE);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_learn),
        cmocka_unit_test(test_learn_quick),
        cmocka_unit_test(test_learn_quick_anew),
        cmocka_unit_test(test_learn_quick_table),
        cmocka_unit_test(test_learn_quick_in_no_time),
        cmocka_unit_test(test_learn_quick_half),
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
