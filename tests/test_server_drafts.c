/* The server without sockets: drafts of models, tests and reviews of them, why, and what is loaded again. */
#include "tests/site.h"

#include <stdlib.h>
#include <string.h>

/* ---- drafts, tests, reloads ---------------------------------------------------------------------- */

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

int main(void) {
    const struct CMUnitTest tests[] = {
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
