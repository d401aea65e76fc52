/* The server without sockets: little time, many threads, no memory. */
#include "tests/site.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parser/parser.h"
#include "tests/faults.h"

#define ENOUGH 600. /* seconds: what is to succeed does so on the busiest machine */

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
    w.options.max_seconds = ENOUGH;
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
    start(&w);
    put_draft(&w, "moves", folds_text, 200);
    struct request r = {.method = "GET", .target = target};
    assert_true(handle_is_quick(target, 0));
    assert_true(handle_quickly(w.desk, &r, &w.response));
    assert_int_equal(w.response.status, 200);
    for (int i = 0; i < 189; i++) strcat(target, "+fold");
    assert_true(handle_is_quick(target, 0));
    assert_false(handle_quickly(w.desk, &r, &w.response));
    w.options.max_seconds = .2;
    assert_int_equal(get(&w, target), 503);
    w.options.max_seconds = ENOUGH;
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
    w.options.max_seconds = 10;
    start(&w);
    uint64_t begin = metrics_now();
    write_seven(lexicon);
    put_draft(&w, "moves", lexicon, 200);
    write_file(w.moves, lexicon);
    assert_int_equal(post(&w, "POST", "/v1/reload", NULL), 200);
    assert_true(metrics_now() - begin < 30000000000u);
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
    start(&w);
    assert_int_equal(unlink(w.looks), 0);
    assert_int_equal(mkfifo(w.looks, 0600), 0);
    assert_int_equal(pthread_create(&other, NULL, reload_once, &w), 0);
    while ((pipe = open(w.looks, O_WRONLY | O_NONBLOCK)) < 0) usleep(1000);
    w.options.max_seconds = .1; /* of those who wait */
    put_draft(&w, "moves", moves_text, 503);
    assert_true(w.response.retry);
    assert_int_equal(post(&w, "POST", "/v1/reload", NULL), 503);
    assert_non_null(strstr(message(&w), "being loaded"));
    w.options.max_seconds = ENOUGH;
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

int main(void) {
    const struct CMUnitTest tests[] = {
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
