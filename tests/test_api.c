/* The public header as another program uses it: everything from memory, budgets, words and
 * derivations alone, entries that are edited, candidates, objects as numbers. */
#include "tests/talk.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "common/common.h"
#include "tests/faults.h"

static const char moves_text[] = "domain nav\n"
                                 "literals WALK JUMP\n"
                                 "walk => V : WALK()  1\n"
                                 "jump => V : JUMP()  1\n"
                                 "jump => V : WALK()  -1\n"
                                 "twice => V\\V : \\x. repeat(x, 2)  0\n"
                                 "and => S\\V/V : \\y.\\x. concat(x, y)  0 locked\n"
                                 "  used 3  walk and jump\n";

static const char looks_text[] = "domain visual\n"
                                 "features 2 given\n"
                                 "how => EMPTY\n"
                                 "many => integer/objset : \\x. count(x)\n"
                                 "red => objset/objset : \\x. filter(x, ?)\n"
                                 "blue => objset/objset : \\x. filter(x, ?)\n"
                                 "things => objset : scene()\n"
                                 "concept ObjConcept red = 20 0 -10\n"
                                 "concept ObjConcept blue = 0 20 -10\n";

static const float objects[3][2] = {{1, 0}, {0, 1}, {1, 1}};

static void means(g2l2_parser *parser, const char *sentence, const char *wanted) {
    g2l2_result result;
    assert_int_equal(g2l2_parser_run(parser, sentence, 1, &result, NULL), G2L2_STATUS_OK);
    if (!result.n_readings) fail_msg("%s: %s", sentence, result.reason);
    assert_int_equal(result.status, G2L2_PARSE_OK);
    assert_string_equal(result.readings[0].text, wanted);
}

static void gives(const g2l2_model *model, const char *sentence, const char *wanted) {
    g2l2_parser *parser;
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, NULL), G2L2_STATUS_OK);
    means(parser, sentence, wanted);
    g2l2_parser_free(parser);
}

/* ---- memory ------------------------------------------------------------------------------------ */

static void test_model_memory(void **state) {
    (void)state;
    static const char *const texts[] = {moves_text, looks_text};
    for (int i = 0; i < 2; i++) {
        struct world w = open_world(texts[i]);
        g2l2_model *again = NULL;
        g2l2_error err;
        void *bytes, *same;
        size_t n, n_same;
        assert_int_equal(g2l2_model_write(w.model, &bytes, &n, &err), G2L2_STATUS_OK);
        assert_int_equal(g2l2_model_read(bytes, n, &again, &err), G2L2_STATUS_OK);
        assert_int_equal(g2l2_model_write(again, &same, &n_same, &err), G2L2_STATUS_OK);
        assert_int_equal(n, n_same);
        assert_memory_equal(bytes, same, n);
        g2l2_model_free(again);
        for (size_t cut = 0; cut < n; cut += n / 50 + 1)
            assert_int_not_equal(g2l2_model_read(bytes, cut, &again, &err), G2L2_STATUS_OK);
        free(bytes);
        free(same);
        close_world(&w);
    }
}

static void test_domain_memory(void **state) {
    (void)state;
    static const char text[] = "domain toy  moves\nimport sequence\ntype Act\n"
                               "op then : Act, Act -> Act [associative] = concat\n"
                               "literals move : Act\ncategory V : Act\nroot V\n"
                               "candidates all\n  programs V\n";
    g2l2_domain *domain = NULL;
    g2l2_error err = {.message = ""};
    assert_int_equal(g2l2_domain_parse(text, strlen(text), &domain, &err), G2L2_STATUS_OK);
    assert_string_equal(g2l2_domain_name(domain), "toy");
    g2l2_domain_free(domain);
    assert_int_equal(g2l2_domain_parse("domain x\nimport nothing\n", 24, &domain, &err),
                     G2L2_STATUS_UNKNOWN);
    assert_int_equal(err.line, 2);
    assert_int_equal(g2l2_domain_parse("domain\0", 7, &domain, &err), G2L2_STATUS_FORMAT);
}

static void test_domain_shown(void **state) {
    (void)state;
    static const char text[] = "domain toy  moves\nimport sequence\ntype Act\n"
                               "op then : Act, Act -> Act [associative] = concat\n"
                               "literals move : Act\ncategory V : Act\ncategory W : Act\nroot V\n"
                               "candidates all\n  operations 1\n  programs V\n";
    g2l2_domain *domain = NULL;
    g2l2_warnings *warnings = NULL;
    g2l2_operation few[2];
    g2l2_kind kinds[1];
    g2l2_error err = {.message = ""};
    char *shown = NULL;
    assert_int_equal(g2l2_domain_parse(text, strlen(text), &domain, &err), G2L2_STATUS_OK);
    assert_string_equal(g2l2_domain_text(domain), text);
    assert_string_equal(g2l2_domain_about(domain), "moves");
    assert_int_equal(g2l2_domain_show(domain, G2L2_FORMAT_TEXT, &shown, &err), G2L2_STATUS_OK);
    has(shown, "then  Act, Act -> Act  associative  concat");
    free(shown);
    assert_int_equal(g2l2_domain_show(domain, G2L2_FORMAT_SVG, &shown, &err), G2L2_STATUS_ARGUMENT);
    assert_int_equal(g2l2_domain_check(domain, NULL, &warnings, &err), G2L2_STATUS_OK);
    assert_int_equal(g2l2_warnings_count(warnings), 2);
    assert_int_equal(g2l2_warnings_get(warnings, 0).line, 4);
    has(g2l2_warnings_get(warnings, 1).message, "no candidate makes this category");
    assert_null(g2l2_warnings_get(warnings, 2).message);
    g2l2_warnings_free(warnings);
    g2l2_domain_free(domain);
    const g2l2_budget few_steps = {.steps = 100};
    assert_int_equal(g2l2_domain_open("nav", &domain, &err), G2L2_STATUS_OK);
    assert_int_equal(g2l2_domain_check(domain, &few_steps, &warnings, &err), G2L2_STATUS_LIMIT);
    g2l2_domain_free(domain);
    assert_true(g2l2_operations(NULL, few, 2) > 20);
    assert_string_equal(few[1].signature, "sequence, sequence -> sequence");
    assert_true(g2l2_kinds(NULL, kinds, 1) >= 10);
}

static void test_domain_check_no_memory(void **state) {
    (void)state;
    g2l2_domain *domain;
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    assert_int_equal(g2l2_domain_open("fetch", &domain, NULL), G2L2_STATUS_OK);
    for (long n = 1; status; n++) {
        g2l2_warnings *warnings = NULL;
        watch(n);
        status = g2l2_domain_check(domain, NULL, &warnings, NULL);
        g2l2_warnings_free(warnings);
        watching = false;
        assert_int_equal(n_live, 0);
        assert_true(!status || status == G2L2_STATUS_NO_MEMORY);
    }
    g2l2_domain_free(domain);
}

static void test_dataset_memory(void **state) {
    (void)state;
    static const char *const forms[] = {"IN: a b OUT: A B\n", "a b\tA B\n",
                                        "{\"command\": \"a b\", \"actions\": \"A B\"}\n"};
    g2l2_dataset *data;
    g2l2_error err;
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    for (size_t i = 0; i < 3; i++) {
        const char *name = i ? "memory" : NULL;
        assert_int_equal(g2l2_dataset_parse(data, forms[i], strlen(forms[i]), name, NULL, &err),
                         G2L2_STATUS_OK);
        g2l2_example e = g2l2_dataset_get(data, i);
        assert_string_equal(e.sentence, "a b");
        assert_string_equal(e.target, "A B");
        if (i) assert_string_equal(e.file, "memory");
        else assert_null(e.file);
    }
    static const char wrong[] = "a\tA\nb\n";
    assert_int_equal(g2l2_dataset_parse(data, wrong, 6, "here", NULL, &err), G2L2_STATUS_FORMAT);
    assert_int_equal(err.line, 2);
    has(err.message, "here:2");
    assert_int_equal(g2l2_dataset_parse(data, wrong, 6, NULL, NULL, &err), G2L2_STATUS_FORMAT);
    assert_int_equal(err.line, 2);
    assert_int_equal(g2l2_dataset_count(data), 3);
    g2l2_dataset_free(data);
}

static const char scene_text[] = "{\"id\": \"one\", \"objects\": [{\"color\": \"red\"}]}\n"
                                 "{\"id\": \"two\", \"objects\": []}\n"
                                 "{\"id\": \"two\", \"objects\": [{\"color\": \"a\\nb\"}]}\n";

static void test_scenes_memory(void **state) {
    (void)state;
    g2l2_scenes *scenes;
    g2l2_dataset *data;
    g2l2_error err = {.message = ""};
    size_t found;
    char *text;
    assert_int_equal(g2l2_scenes_new(&scenes, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_scenes_parse(scenes, scene_text, strlen(scene_text), "here", NULL, &err),
                     0);
    assert_int_equal(g2l2_scenes_count(scenes), 3);
    assert_int_equal(g2l2_scenes_n_objects(scenes, 0), 1);
    assert_int_equal(g2l2_scenes_n_objects(scenes, 3), 0);
    assert_string_equal(g2l2_scenes_name(scenes, 1), "two");
    assert_int_equal(g2l2_scenes_find(scenes, "one", &found, &err), G2L2_STATUS_OK);
    assert_int_equal(found, 0);
    assert_int_equal(g2l2_scenes_find(scenes, "two", &found, &err), G2L2_STATUS_ARGUMENT);
    assert_int_equal(g2l2_scenes_find(scenes, "no", &found, &err), G2L2_STATUS_UNKNOWN);
    assert_int_equal(g2l2_scenes_parse(scenes, "{\"x\": 1}", 8, "here", NULL, &err),
                     G2L2_STATUS_FORMAT);
    has(err.message, "here:1:1");
    assert_int_equal(g2l2_scenes_parse(scenes, "", 0, NULL, NULL, &err), G2L2_STATUS_FORMAT);
    assert_int_equal(g2l2_scenes_count(scenes), 3);
    static const char asked[] =
        "{\"question\": \"Is it red?\", \"answer\": true, \"scene\": \"one\"}";
    assert_int_equal(
        g2l2_dataset_parse_questions(data, asked, strlen(asked), NULL, scenes, NULL, &err),
        G2L2_STATUS_OK);
    assert_string_equal(g2l2_dataset_get(data, 0).target, "yes");
    assert_int_equal(g2l2_scenes_show(scenes, 0, G2L2_FORMAT_TEXT, &text, &err), 0);
    assert_string_equal(text, "red\n");
    free(text);
    assert_int_equal(g2l2_scenes_show(scenes, 1, G2L2_FORMAT_TEXT, &text, &err), 0);
    assert_string_equal(text, "");
    free(text);
    assert_int_equal(g2l2_scenes_show(scenes, 2, G2L2_FORMAT_TEXT, &text, &err), 0);
    assert_string_equal(text, "a b\n");
    free(text);
    assert_int_equal(g2l2_scenes_show(scenes, 0, G2L2_FORMAT_SVG, &text, &err), 0);
    has(text, "<svg");
    free(text);
    assert_int_equal(g2l2_scenes_show(scenes, 0, G2L2_FORMAT_DOT, &text, &err),
                     G2L2_STATUS_ARGUMENT);
    assert_int_equal(g2l2_scenes_show(scenes, 3, G2L2_FORMAT_TEXT, &text, &err),
                     G2L2_STATUS_ARGUMENT);
    g2l2_dataset_free(data);
    g2l2_scenes_free(scenes);
}

/* Tables from memory, the features that are made of their rows, and what counts as the same answer. */
static void test_tables_memory(void **state) {
    (void)state;
    const g2l2_text wrong = {"bad.csv", "name\n\"a", 7};
    const g2l2_text tables[] = {{"people.csv", "name,team\nAnn,sales\nBob,sales\n", 30},
                                {"teams.csv", "name,city\nsales,Oslo\n", 21}};
    g2l2_scenes *scenes;
    g2l2_domain *domain;
    g2l2_error err = {.message = ""};
    size_t n_features = 9;
    assert_int_equal(g2l2_scenes_new(&scenes, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_scenes_parse_tables(scenes, tables, 0, NULL, &err), G2L2_STATUS_ARGUMENT);
    assert_int_equal(g2l2_scenes_parse_tables(scenes, &wrong, 1, NULL, &err), G2L2_STATUS_FORMAT);
    has(err.message, "bad.csv:2: a quote is not closed");
    assert_int_equal(g2l2_scenes_count(scenes), 0);
    assert_int_equal(g2l2_scenes_parse_tables(scenes, tables, 2, NULL, &err), G2L2_STATUS_OK);
    has(g2l2_scenes_about(scenes), "people: 2 rows; name (name), team (one of teams)");
    assert_null(g2l2_scenes_features(scenes, 0, &n_features));
    assert_int_equal(n_features, 0);
    assert_null(g2l2_scenes_boxes(scenes, 0));
    assert_null(g2l2_scenes_boxes(scenes, 1));
    const g2l2_feature_options options = {.size = 5};
    assert_int_equal(g2l2_scenes_encode(scenes, &options, &err), G2L2_STATUS_OK);
    const float *features = g2l2_scenes_features(scenes, 0, &n_features);
    assert_non_null(features);
    assert_int_equal(n_features, 5);
    assert_true(memcmp(features, features + 5, 5 * sizeof *features) != 0);
    static const char boxed[] = "{\"objects\": [{\"bbox\": [1, 2, 3, 4]}]}";
    assert_int_equal(g2l2_scenes_parse(scenes, boxed, strlen(boxed), NULL, NULL, &err), 0);
    assert_true(g2l2_scenes_boxes(scenes, 1)[3] == 4.0f);
    g2l2_scenes_free(scenes);
    assert_int_equal(g2l2_domain_open("facts", &domain, &err), G2L2_STATUS_OK);
    assert_true(g2l2_domain_same(domain, "Oslo", "oslo"));
    assert_false(g2l2_domain_same(domain, "Oslo", "Rome"));
    g2l2_domain_free(domain);
    assert_int_equal(g2l2_domain_open("nav", &domain, &err), G2L2_STATUS_OK);
    assert_false(g2l2_domain_same(domain, "JUMP", "jump"));
    g2l2_domain_free(domain);
}

static const char spoken[] = "domain nav\nliterals Action : UP DOWN\n"
                             "rise => V : UP()  0\n"
                             "dip => V : DOWN()  0\n"
                             "sink => V : DOWN()  0\n"
                             "sink => V : UP()  -3\n"
                             "twice => V\\V : \\x. repeat(x, 2)  0\n"
                             "then => S\\V/V : \\y.\\x. concat(x, y)  0\n"
                             "please => EMPTY  0\n";

static g2l2_parser *speaker(g2l2_model **model) {
    g2l2_parser *parser;
    assert_int_equal(g2l2_model_read(spoken, strlen(spoken), model, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_parser_new(*model, NULL, &parser, NULL), G2L2_STATUS_OK);
    return parser;
}

/* Sentences for a meaning: the shortest first, of these the surest, and each means it. */
static void test_say(void **state) {
    (void)state;
    g2l2_model *model;
    g2l2_parser *parser = speaker(&model);
    g2l2_sentences *found;
    g2l2_error err = {.message = ""};
    static const char *const wanted[] = {"rise twice then dip", "rise twice then sink"};
    assert_int_equal(g2l2_parser_say(parser, "UP UP DOWN", 2, &found, &err), G2L2_STATUS_OK);
    assert_int_equal(g2l2_sentences_count(found), 2);
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(g2l2_sentences_get(found, i).text, wanted[i]);
        means(parser, g2l2_sentences_get(found, i).text, "UP UP DOWN");
    }
    assert_true(g2l2_sentences_get(found, 1).confidence < 0.99);
    assert_null(g2l2_sentences_get(found, 2).text);
    g2l2_sentences_free(found);
    assert_int_equal(g2l2_parser_say(parser, "UP", 9, &found, &err), G2L2_STATUS_OK);
    assert_int_equal(g2l2_sentences_count(found), 1); /* not `sink`, which rather means DOWN */
    g2l2_sentences_free(found);
    assert_int_equal(g2l2_parser_say(parser, "UP UP UP", 1, &found, &err), G2L2_STATUS_OK);
    assert_string_equal(g2l2_sentences_get(found, 0).text, "rise then rise twice");
    g2l2_sentences_free(found);
    assert_int_equal(g2l2_parser_say(parser, "UP DOWN UP DOWN UP", 1, &found, &err), 0);
    assert_int_equal(g2l2_sentences_count(found), 0);
    g2l2_sentences_free(found);
    assert_int_equal(g2l2_parser_say(parser, "FLY", 1, &found, &err), G2L2_STATUS_UNKNOWN);
    has(err.message, "no sentence means 'FLY'");
    assert_null(found);
    g2l2_parser_set_budget(parser, &(g2l2_budget){.steps = 20});
    assert_int_equal(g2l2_parser_say(parser, "UP UP UP UP DOWN DOWN", 1, &found, &err), 0);
    assert_int_equal(g2l2_sentences_count(found), 0);
    g2l2_sentences_free(found);
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

static void test_say_no_memory(void **state) {
    (void)state;
    g2l2_model *model;
    g2l2_parser *parser = speaker(&model);
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    size_t count = 0;
    means(parser, "rise twice then dip", "UP UP DOWN"); /* warm */
    for (long n = 1; status || !count; n++) {
        g2l2_sentences *found = NULL;
        watch(n);
        status = g2l2_parser_say(parser, "UP UP DOWN", 1, &found, NULL);
        count = status ? 0 : g2l2_sentences_count(found);
        g2l2_sentences_free(found);
        watching = false;
        assert_true(!status || status == G2L2_STATUS_NO_MEMORY);
    }
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

/* Larger than what is read at a time: a file in memory is read piece by piece too. */
static void test_large_memory(void **state) {
    (void)state;
    enum { N = 20000 };
    static const char one[] = "{\"objects\": [{\"color\": \"red\", \"shape\": \"cube\"}]}\n";
    size_t n = sizeof one - 1;
    char *text = malloc(N * n);
    g2l2_scenes *scenes;
    for (size_t i = 0; i < N; i++) memcpy(text + i * n, one, n);
    assert_int_equal(g2l2_scenes_new(&scenes, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_scenes_parse(scenes, text, N * n, NULL, NULL, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_scenes_count(scenes), N);
    g2l2_scenes_free(scenes);
    free(text);
}

/* ---- objects as numbers ------------------------------------------------------------------------- */

static void test_objects(void **state) {
    (void)state;
    struct world w = open_world(looks_text);
    g2l2_result result;
    g2l2_explanation shown;
    g2l2_error err;
    float bad[] = {1, NAN};
    assert_int_equal(g2l2_model_n_features(w.model), 2);
    assert_string_equal(g2l2_model_features(w.model), "features 2 given\n");
    g2l2_parser_run(w.parser, "how many things", 1, &result, NULL);
    assert_int_equal(result.status, G2L2_PARSE_NO_SCENE);
    assert_int_equal(g2l2_parser_explain(w.parser, "how many things", &shown, NULL), 0);
    assert_int_equal(shown.status, G2L2_PARSE_NO_SCENE);
    assert_int_equal(g2l2_parser_set_objects(w.parser, objects[0], 3, 2, &err), G2L2_STATUS_OK);
    means(w.parser, "How many red things?", "2");
    means(w.parser, "How many red blue things?", "1");
    /* another scene of the same size; then none that is wrong takes its place */
    assert_int_equal(g2l2_parser_set_objects(w.parser, objects[1], 1, 2, &err), G2L2_STATUS_OK);
    means(w.parser, "How many red things?", "0");
    assert_int_equal(g2l2_parser_set_objects(w.parser, objects[0], 3, 1, &err), G2L2_STATUS_DATA);
    assert_int_equal(g2l2_parser_set_objects(w.parser, objects[0], 1025, 2, &err),
                     G2L2_STATUS_LIMIT);
    assert_int_equal(g2l2_parser_set_objects(w.parser, bad, 1, 2, &err), G2L2_STATUS_ARGUMENT);
    has(err.message, "feature 2 of object 1");
    means(w.parser, "How many blue things?", "1");
    assert_int_equal(g2l2_parser_set_objects(w.parser, NULL, 0, 2, &err), G2L2_STATUS_OK);
    means(w.parser, "How many things?", "0");
    assert_int_equal(g2l2_parser_explain(w.parser, "how many red things", &shown, NULL), 0);
    assert_int_equal(shown.status, G2L2_PARSE_OK);
    g2l2_parser_clear_scene(w.parser);
    g2l2_parser_run(w.parser, "how many things", 1, &result, NULL);
    assert_int_equal(result.status, G2L2_PARSE_NO_SCENE);
    close_world(&w);
    w = open_world(moves_text);
    assert_int_equal(g2l2_model_n_features(w.model), 0);
    assert_null(g2l2_model_features(w.model));
    assert_int_equal(g2l2_parser_set_objects(w.parser, objects[0], 3, 2, &err),
                     G2L2_STATUS_ARGUMENT);
    close_world(&w);
}

static void test_vectors(void **state) {
    (void)state;
    struct world w = open_world(looks_text);
    g2l2_vector vectors[2];
    assert_int_equal(g2l2_model_vectors(w.model, NULL, 0), 2);
    assert_int_equal(g2l2_model_vectors(w.model, vectors, 2), 2);
    assert_string_equal(vectors[0].type, "ObjConcept");
    assert_string_equal(vectors[0].word, "red");
    assert_int_equal(vectors[0].n_values, 3);
    assert_false(vectors[0].of_answers);
    assert_float_equal(vectors[1].values[1], 20, 0);
    close_world(&w);
}

/* ---- words and derivations ----------------------------------------------------------------------- */

static void test_words(void **state) {
    (void)state;
    struct world w = open_world(looks_text);
    const g2l2_word *words;
    size_t n;
    assert_int_equal(g2l2_parser_words(w.parser, "  How many RAD things?", &words, &n, NULL), 0);
    assert_int_equal(n, 4);
    assert_string_equal(words[0].text, "how");
    assert_true(words[0].known);
    assert_string_equal(words[2].text, "rad");
    assert_false(words[2].known);
    assert_int_equal(words[2].n_nearest, 1);
    assert_string_equal(words[2].nearest[0], "red");
    assert_int_equal(g2l2_parser_words(w.parser, "", &words, &n, NULL), G2L2_STATUS_OK);
    assert_int_equal(n, 0);
    close_world(&w);
}

static void test_parse(void **state) {
    (void)state;
    struct world w = open_world(moves_text);
    g2l2_parses p;
    g2l2_explanation shown;
    assert_int_equal(g2l2_parser_parse(w.parser, "walk and jump", 5, &p, NULL), G2L2_STATUS_OK);
    assert_int_equal(p.status, G2L2_PARSE_OK);
    assert_float_equal(p.n_derivations, 2, 0);
    assert_int_equal(p.n_parses, 2);
    assert_string_equal(p.parses[0].category, "S");
    assert_string_equal(p.parses[0].program, "concat(WALK(), JUMP())");
    assert_string_equal(p.parses[0].tree, "[S [V walk] [S\\V [S\\V/V and] [V jump]]]");
    assert_float_equal(p.parses[0].share + p.parses[1].share, 1, 1e-9);
    assert_null(p.reason);
    assert_int_equal(g2l2_parser_parse(w.parser, "walk and jump", 0, &p, NULL), G2L2_STATUS_OK);
    assert_int_equal(p.n_parses, 0);
    assert_int_equal(p.status, G2L2_PARSE_OK);
    assert_int_equal(g2l2_parser_parse(w.parser, "and and", 5, &p, NULL), G2L2_STATUS_OK);
    assert_int_equal(p.status, G2L2_PARSE_NO_PARSE);
    assert_non_null(p.reason);
    assert_int_equal(g2l2_parser_parse(w.parser, "walk fly", 5, &p, NULL), G2L2_STATUS_OK);
    assert_int_equal(p.status, G2L2_PARSE_UNKNOWN_WORDS);
    assert_int_equal(g2l2_parser_explain(w.parser, "walk fly", &shown, NULL), G2L2_STATUS_OK);
    assert_int_equal(shown.status, G2L2_PARSE_UNKNOWN_WORDS);
    assert_int_equal(g2l2_parser_explain(w.parser, "and and", &shown, NULL), G2L2_STATUS_OK);
    assert_int_equal(shown.status, G2L2_PARSE_NO_PARSE);
    close_world(&w);
}

static void test_no_result(void **state) {
    (void)state;
    g2l2_limits limits = g2l2_limits_default();
    limits.max_target = 1;
    struct world w = open_limited(moves_text, &limits);
    g2l2_result result;
    g2l2_explanation shown;
    assert_int_equal(g2l2_parser_run(w.parser, "walk twice", 1, &result, NULL), G2L2_STATUS_OK);
    assert_int_equal(result.status, G2L2_PARSE_NO_RESULT);
    assert_int_equal(g2l2_parser_explain(w.parser, "walk twice", &shown, NULL), G2L2_STATUS_OK);
    assert_int_equal(shown.status, G2L2_PARSE_NO_RESULT);
    close_world(&w);
}

static void test_show(void **state) {
    (void)state;
    struct world w = open_world(moves_text);
    g2l2_explanation out;
    g2l2_error err;
    g2l2_show_options options = {.format = G2L2_FORMAT_JSON, .pictures = true};
    assert_int_equal(g2l2_parser_show(w.parser, "walk and jump", &options, &out, &err), 0);
    has(out.text, "\"pictures\":{\"derivations\":[\"<svg");
    options.format = G2L2_FORMAT_SVG;
    assert_int_equal(g2l2_parser_show(w.parser, "walk", &options, &out, &err),
                     G2L2_STATUS_ARGUMENT);
    options = (g2l2_show_options){.format = G2L2_FORMAT_JSON, .n_derivations = 1};
    assert_int_equal(g2l2_parser_show(w.parser, "walk and jump", &options, &out, &err), 0);
    lacks(out.text, "\"rank\":2");
    options.n_derivations = 2;
    assert_int_equal(g2l2_parser_show(w.parser, "walk and jump", &options, &out, &err), 0);
    has(out.text, "\"rank\":2");
    options.format = (g2l2_format)99;
    assert_int_equal(g2l2_parser_show(w.parser, "walk", &options, &out, &err),
                     G2L2_STATUS_ARGUMENT);
    close_world(&w);
}

/* ---- budgets --------------------------------------------------------------------------------------- */

/* walk twice twice ... */
static char *long_sentence(size_t n) {
    char *text = calloc(n + 2, strlen(" twice"));
    strcpy(text, "walk");
    for (size_t i = 0; i < n; i++) strcat(text, " twice");
    return text;
}

/* All calls that parse keep the budget, and the next call has a new one. */
static void test_parser_budget(void **state) {
    (void)state;
    static const struct {
        g2l2_budget budget;
        g2l2_status status;
        const char *message;
    } rows[] = {{{.steps = 3}, G2L2_STATUS_LIMIT, "too many steps; its budget is 3"},
                {{.seconds = 1e-9}, G2L2_STATUS_INTERRUPTED, "too long; its budget is 1e-09 s"},
                {{.bytes = 70000}, G2L2_STATUS_LIMIT, "the memory limit of"}};
    char *sentence = long_sentence(60);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct world w = open_world(moves_text);
        const g2l2_show_options options = {.format = G2L2_FORMAT_SVG};
        g2l2_error err[4] = {{.message = ""}};
        g2l2_result result;
        g2l2_parses parses;
        g2l2_explanation shown;
        g2l2_parser_set_budget(w.parser, &rows[i].budget);
        g2l2_parser_run(w.parser, sentence, 1, &result, &err[0]);
        g2l2_parser_parse(w.parser, sentence, 1, &parses, &err[1]);
        g2l2_parser_explain(w.parser, sentence, &shown, &err[2]);
        g2l2_parser_show(w.parser, sentence, &options, &shown, &err[3]);
        for (int k = 0; k < 4; k++) {
            assert_int_equal(err[k].status, rows[i].status);
            has(err[k].message, rows[i].message);
        }
        g2l2_parser_set_budget(w.parser, NULL);
        means(w.parser, "walk and jump", "WALK JUMP");
        assert_true(g2l2_parser_memory(w.parser) > 0);
        close_world(&w);
    }
    free(sentence);
}

/* Steps do not depend on what was done before: enough is enough every time. */
static void test_steps(void **state) {
    (void)state;
    struct world w = open_world(moves_text);
    uint64_t steps = 0;
    g2l2_result result;
    g2l2_status status;
    do {
        g2l2_parser_set_budget(w.parser, &(g2l2_budget){.steps = ++steps});
        status = g2l2_parser_run(w.parser, "walk and jump twice", 1, &result, NULL);
    } while (status == G2L2_STATUS_LIMIT);
    assert_int_equal(status, G2L2_STATUS_OK);
    assert_true(steps > 3);
    for (int i = 0; i < 3; i++) means(w.parser, "walk and jump twice", "WALK JUMP JUMP");
    g2l2_parser_set_budget(w.parser, &(g2l2_budget){.steps = UINT64_MAX, .seconds = 1e9});
    means(w.parser, "walk and jump twice", "WALK JUMP JUMP");
    close_world(&w);
}

static void test_other_budgets(void **state) {
    (void)state;
    struct world w = open_world(looks_text);
    g2l2_model *model = NULL;
    g2l2_concepts *concepts = NULL;
    g2l2_error err;
    const g2l2_budget steps = {.steps = 1}, time = {.seconds = 1e-9}, bytes = {.bytes = 100};
    const char *text = looks_text;
    size_t n = strlen(text);
    assert_int_equal(g2l2_lexicon_import(text, n, NULL, &steps, &model, &err), G2L2_STATUS_LIMIT);
    assert_int_equal(g2l2_lexicon_import(text, n, NULL, &time, &model, &err),
                     G2L2_STATUS_INTERRUPTED);
    assert_int_equal(g2l2_lexicon_import(text, n, NULL, &bytes, &model, &err), G2L2_STATUS_LIMIT);
    assert_int_equal(g2l2_concepts_find(w.model, &steps, &concepts, &err), G2L2_STATUS_LIMIT);
    assert_int_equal(g2l2_concepts_find(w.model, &time, &concepts, &err), G2L2_STATUS_INTERRUPTED);
    assert_int_equal(g2l2_concepts_find(w.model, &bytes, &concepts, &err), G2L2_STATUS_LIMIT);
    assert_int_equal(g2l2_model_find_ties(w.model, &steps, &err), G2L2_STATUS_LIMIT);
    assert_int_equal(g2l2_model_find_ties(w.model, &time, &err), G2L2_STATUS_INTERRUPTED);
    assert_int_equal(g2l2_model_find_ties(w.model, NULL, &err), G2L2_STATUS_OK);
    close_world(&w);
}

struct failed {
    size_t n, first;
    char got[40];
};

static bool take_failed(void *context, size_t example, const g2l2_result *result) {
    struct failed *self = context;
    if (!self->n++) {
        self->first = example;
        if (result->n_readings)
            snprintf(self->got, sizeof self->got, "%s", result->readings[0].text);
    }
    return false;
}

/* Where none that was held back is right, no answer is said to be certain. */
static void test_estimate_of_none(void **state) {
    (void)state;
    static const char text[] =
        "walk\tWALK\njump\tJUMP\nrun\tRUN\nturn\tTURN\nhop\tHOP\nskip\tSKIP\n";
    g2l2_domain *domain;
    g2l2_dataset *data;
    g2l2_estimate estimate;
    g2l2_error err;
    g2l2_learn_options options = g2l2_learn_options_default();
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_parse(data, text, strlen(text), NULL, NULL, NULL), 0);
    assert_int_equal(g2l2_learn_estimate(domain, data, &options, &estimate, &err), 0);
    assert_true(estimate.asked == 6 && !estimate.correct);
    assert_true(estimate.slope < .2 && estimate.doubtful);
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
}

/* What is held back is not learned from; what a model gets wrong is told, with what it says. */
static void test_estimate(void **state) {
    (void)state;
    static const char text[] = "walk\tWALK\njump\tJUMP\nrun\tRUN\nwalk twice\tWALK WALK\n"
                               "jump twice\tJUMP JUMP\nrun twice\tRUN RUN\nhop\tHOP\n";
    g2l2_domain *domain;
    g2l2_dataset *data;
    g2l2_model *model;
    g2l2_estimate estimate;
    struct failed failed = {0};
    g2l2_error err;
    g2l2_learn_options options = g2l2_learn_options_default();
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_parse(data, text, strlen(text), NULL, NULL, NULL), 0);
    assert_int_equal(g2l2_learn_estimate(domain, data, &options, &estimate, &err), 0);
    assert_int_equal(estimate.parts, 5);
    assert_int_equal(estimate.asked, 7);
    assert_true(estimate.correct && estimate.correct < 7);    /* `hop` is in no other example */
    assert_true(estimate.slope == 1 && estimate.offset == 0); /* seven say little of confidence */
    assert_false(estimate.doubtful);
    assert_int_equal(g2l2_learn_estimate_parts(domain, data), 5);
    options.budget.seconds = 1e-9;
    assert_int_equal(g2l2_learn_estimate(domain, data, &options, &estimate, &err), 0);
    assert_int_equal(estimate.asked, 0);
    options.budget.seconds = 0;
    assert_int_equal(g2l2_learn(domain, data, &options, &model, NULL, &err), 0);
    assert_int_equal(g2l2_model_failures(model, data, NULL, NULL, take_failed, &failed, &err), 0);
    assert_int_equal(failed.n, 0);
    assert_int_equal(g2l2_dataset_add(data, "hop twice", "HOP", NULL, 8, &err), 0);
    assert_int_equal(g2l2_dataset_add(data, "hop again", "HOP", NULL, 9, &err), 0);
    assert_int_equal(g2l2_model_failures(model, data, NULL, NULL, take_failed, &failed, &err), 0);
    assert_int_equal(failed.n, 1); /* it asked for no more */
    assert_int_equal(failed.first, 7);
    assert_string_equal(failed.got, "HOP HOP");
    assert_int_equal(g2l2_model_failures(model, data, NULL, &(g2l2_budget){.seconds = 1e-9},
                                         take_failed, &failed, &err),
                     G2L2_STATUS_INTERRUPTED);
    g2l2_model_free(model);
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
}

static const char review_text[] = "domain nav\nliterals JUMP RUN WALK\n"
                                  "walk => V : WALK()  0\nrun => V : RUN()  0\n"
                                  "jump => V : RUN()  0\n" /* which is wrong */
                                  "twice => V\\V : \\x. repeat(x, 2)  0\n"
                                  "and => S\\V/V : \\y.\\x. concat(x, y)  0\n"
                                  "maybe => V : WALK()  0\nmaybe => V : RUN()  -0.1\n";

static const char review_data[] = "walk\tWALK\nrun\tRUN\njump\tJUMP\njump twice\tJUMP JUMP\n"
                                  "walk twice\tWALK WALK\nrun twice\tRUN RUN\n"
                                  "walk and run\tWALK RUN\nrun and walk\tRUN WALK\n"
                                  "walk and jump\tWALK JUMP\nhop\tHOP\nmaybe\tWALK\n"
                                  "walk twice and run\tWALK WALK RUN\n"
                                  "run and run twice\tWALK\n"; /* a label that is wrong */

/* The word whose entry is wrong comes first, with the entry that mends it. */
static void test_review(void **state) {
    (void)state;
    struct world w = open_world(review_text);
    g2l2_dataset *data;
    g2l2_review *review;
    g2l2_error err;
    char *text;
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_parse(data, review_data, strlen(review_data), NULL, NULL, NULL),
                     0);
    assert_int_equal(g2l2_model_review(w.model, data, NULL, NULL, &review, &err), 0);
    static const size_t wanted[G2L2_N_VERDICTS] = {7, 0, 1, 3, 1, 1};
    for (int v = 0; v < G2L2_N_VERDICTS; v++)
        assert_int_equal(g2l2_review_count(review, (g2l2_verdict)v), wanted[v]);
    g2l2_blame blame = g2l2_review_word(review, 0);
    assert_string_equal(blame.word, "jump");
    assert_string_equal(blame.program, "RUN()");
    assert_string_equal(blame.cure_program, "JUMP()");
    assert_int_equal(blame.mends, 3);
    assert_int_equal(blame.breaks, 0);
    assert_string_equal(g2l2_review_finding(review, 3).guilty, "jump");
    assert_true(g2l2_review_finding(review, 3).mended);
    assert_string_equal(g2l2_review_finding(review, 3).given, "RUN RUN");
    assert_string_equal(g2l2_review_finding(review, 9).guilty, "hop");
    assert_int_equal(g2l2_review_finding(review, 10).verdict, G2L2_VERDICT_AMBIGUOUS);
    assert_int_equal(g2l2_review_finding(review, 12).verdict, G2L2_VERDICT_SUSPECT);
    assert_null(g2l2_review_finding(review, 12).guilty);
    assert_null(g2l2_review_finding(review, 99).given);
    size_t pattern = g2l2_review_finding(review, 6).pattern;
    assert_int_equal(pattern, g2l2_review_finding(review, 7).pattern);
    assert_string_equal(g2l2_review_pattern(review, pattern).text, "V and V");
    assert_true(pattern < g2l2_review_n_patterns(review));
    assert_true(g2l2_review_complete(review));
    assert_string_equal(g2l2_verdict_name(G2L2_VERDICT_SUSPECT), "suspect");
    assert_null(g2l2_verdict_name((g2l2_verdict)99));
    assert_int_equal(g2l2_review_show(review, G2L2_FORMAT_TEXT, 1, &text, &err), 0);
    has(text, "jump  V : RUN()");
    has(text, "V : JUMP() mends 3, breaks 0");
    free(text);
    assert_int_equal(g2l2_review_show(review, G2L2_FORMAT_SVG, 1, &text, &err),
                     G2L2_STATUS_ARGUMENT);
    g2l2_review_free(review);
    assert_int_equal(
        g2l2_model_review(w.model, data, NULL, &(g2l2_budget){.seconds = 1e-9}, &review, &err),
        G2L2_STATUS_INTERRUPTED);
    assert_null(review);
    g2l2_dataset_free(data);
    close_world(&w);
}

static void test_review_no_memory(void **state) {
    (void)state;
    struct world w = open_world(review_text);
    g2l2_dataset *data;
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_add(data, "jump", "JUMP", NULL, 1, NULL), G2L2_STATUS_OK);
    for (long n = 1; status; n += 1 + n / 5) {
        g2l2_review *review = NULL;
        watch(n);
        status = g2l2_model_review(w.model, data, NULL, NULL, &review, NULL);
        if (!status) assert_string_equal(g2l2_review_word(review, 0).word, "jump");
        g2l2_review_free(review);
        watching = false;
        assert_int_equal(n_live, 0);
        assert_true(!status || status == G2L2_STATUS_NO_MEMORY);
    }
    g2l2_dataset_free(data);
    close_world(&w);
}

static const char why_data[] = "walk\tWALK\nwalk twice\tWALK WALK\nrun twice\tRUN RUN\nrun\tRUN\n"
                               "run and walk\tRUN WALK\njump\tJUMP\n";

/* The last rival, what it gets wrong, and that it is back without that. */
static void test_why(void **state) {
    (void)state;
    struct world w = open_world(review_text);
    const g2l2_learn_options again = g2l2_learn_options_default();
    g2l2_dataset *data;
    g2l2_evidence *found;
    g2l2_error err;
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_parse(data, why_data, strlen(why_data), NULL, NULL, NULL), 0);
    assert_int_equal(g2l2_model_why(w.model, "twice", data, NULL, &again, NULL, &found, &err), 0);
    assert_int_equal(g2l2_evidence_count(found), 1);
    g2l2_reason r = g2l2_evidence_get(found, 0);
    assert_string_equal(g2l2_model_entry(w.model, r.entry).word, "twice");
    assert_int_equal(r.n_examples, 2);
    assert_string_equal(g2l2_dataset_get(data, r.examples[0]).sentence, "run twice");
    assert_string_equal(r.rival_category, "V\\V");
    assert_int_equal(r.rival_right, 1);
    assert_int_equal(r.n_deciding, 1);
    assert_non_null(r.rival_meaning);
    assert_int_equal(r.relearned, G2L2_RELEARNED_BACK);
    assert_int_equal(g2l2_evidence_get(found, 1).n_examples, 0);
    g2l2_evidence_free(found);
    assert_int_equal(g2l2_model_why(w.model, NULL, data, NULL, NULL, NULL, &found, &err), 0);
    assert_int_equal(g2l2_evidence_count(found), g2l2_model_n_entries(w.model));
    for (size_t i = 0; i < g2l2_evidence_count(found); i++)
        assert_int_equal(g2l2_evidence_get(found, i).relearned, G2L2_RELEARNED_NOT);
    g2l2_evidence_free(found);
    assert_int_equal(g2l2_model_why(w.model, "hop", data, NULL, NULL, NULL, &found, &err), 0);
    assert_int_equal(g2l2_evidence_count(found), 0);
    g2l2_evidence_free(found);
    assert_int_equal(g2l2_model_why(w.model, "twice", data, NULL, NULL,
                                    &(g2l2_budget){.seconds = 1e-9}, &found, &err),
                     G2L2_STATUS_INTERRUPTED);
    assert_null(found);
    g2l2_dataset_free(data);
    close_world(&w);
}

static void test_why_no_memory(void **state) {
    (void)state;
    struct world w = open_world(review_text);
    g2l2_dataset *data;
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_add(data, "run", "RUN", NULL, 1, NULL), G2L2_STATUS_OK);
    for (long n = 1; status; n += 1 + n / 5) {
        g2l2_evidence *found = NULL;
        watch(n);
        status = g2l2_model_why(w.model, "run", data, NULL, NULL, NULL, &found, NULL);
        if (!status) assert_int_equal(g2l2_evidence_get(found, 0).n_examples, 1);
        g2l2_evidence_free(found);
        watching = false;
        assert_int_equal(n_live, 0);
        assert_true(!status || status == G2L2_STATUS_NO_MEMORY);
    }
    g2l2_dataset_free(data);
    close_world(&w);
}

static const char *run_with(const g2l2_model *model, const char *sentence, char *out, size_t n) {
    g2l2_parser *parser;
    g2l2_result result;
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_parser_run(parser, sentence, 1, &result, NULL), G2L2_STATUS_OK);
    snprintf(out, n, "%s", result.n_readings ? result.readings[0].text : "");
    g2l2_parser_free(parser);
    return out;
}

/* A word that is like another, and one that is another of its kind. */
static void test_liken(void **state) {
    (void)state;
    static const struct {
        const char *word, *like;
        bool fresh;
        g2l2_status status;
        const char *says;
    } refused[] = {{"walk", "run", false, G2L2_STATUS_ARGUMENT, "known already"},
                   {"hop", "jmp", false, G2L2_STATUS_UNKNOWN, "no word 'jmp'"},
                   {"hop high", "run", false, G2L2_STATUS_ARGUMENT, "not one word"},
                   {"", "run", false, G2L2_STATUS_ARGUMENT, "not one word"},
                   {"dual", "twice", true, G2L2_STATUS_ARGUMENT, "by its own name"}};
    struct world w = open_world(review_text);
    g2l2_model *more, *last;
    g2l2_error err;
    char text[100];
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        assert_int_equal(g2l2_model_liken(w.model, refused[i].word, refused[i].like,
                                          refused[i].fresh, &more, &err),
                         refused[i].status);
        assert_null(more);
        has(err.message, refused[i].says);
    }
    assert_int_equal(g2l2_model_liken(w.model, "stroll", "walk", false, &more, &err), 0);
    assert_string_equal(run_with(more, "stroll twice", text, sizeof text), "WALK WALK");
    assert_int_equal(g2l2_model_liken(more, "hop", "walk", true, &last, &err), 0);
    assert_string_equal(run_with(last, "hop and stroll", text, sizeof text), "HOP WALK");
    assert_int_equal(g2l2_model_n_entries(last), g2l2_model_n_entries(w.model) + 2);
    g2l2_model_free(last);
    g2l2_model_free(more);
    close_world(&w);
}

static void test_liken_no_memory(void **state) {
    (void)state;
    struct world w = open_world(review_text);
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    for (long n = 1; status; n += 1 + n / 20) {
        g2l2_model *more = NULL;
        watch(n);
        status = g2l2_model_liken(w.model, "hop", "walk", true, &more, NULL);
        g2l2_model_free(more);
        watching = false;
        assert_int_equal(n_live, 0);
        assert_true(!status || status == G2L2_STATUS_NO_MEMORY);
    }
    close_world(&w);
}

static bool stop_soon(void *context, const g2l2_progress *at) {
    (void)at;
    return --*(int *)context > 0;
}

/* A run that is stopped every few steps, and goes on each time, comes to what one comes to that is not. */
static void test_checkpoint(void **state) {
    (void)state;
    static const char text[] = "walk\tWALK\njump\tJUMP\nwalk twice\tWALK WALK\n"
                               "jump twice\tJUMP JUMP\njump and walk\tJUMP WALK\n";
    char path[64];
    g2l2_domain *domain;
    g2l2_dataset *data;
    g2l2_model *model;
    g2l2_learn_report report;
    void *whole, *parts;
    size_t n_whole, n_parts;
    g2l2_learn_options options = g2l2_learn_options_default();
    snprintf(path, sizeof path, "/tmp/g2l2-api-%ld", (long)getpid());
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_parse(data, text, strlen(text), NULL, NULL, NULL), 0);
    assert_int_equal(g2l2_learn(domain, data, &options, &model, &report, NULL), 0);
    assert_false(report.resumed || report.resumable);
    assert_int_equal(g2l2_model_write(model, &whole, &n_whole, NULL), 0);
    g2l2_model_free(model);
    int left, times = 0;
    options.checkpoint = (g2l2_checkpoint){.path = path, .seconds = 1e9, .resume = true};
    options.progress = stop_soon;
    options.context = &left;
    for (report.interrupted = true; report.interrupted; times++) {
        left = 20;
        assert_int_equal(g2l2_learn(domain, data, &options, &model, &report, NULL), 0);
        assert_int_equal(report.resumed, times > 0);
        assert_true(report.resumable);
        if (report.interrupted) g2l2_model_free(model);
    }
    assert_true(times > 3);
    assert_int_equal(g2l2_model_write(model, &parts, &n_parts, NULL), 0);
    assert_int_equal(n_parts, n_whole);
    assert_memory_equal(parts, whole, n_whole);
    free(whole);
    free(parts);
    g2l2_model_free(model);
    unlink(path);
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
}

/* All of it, or nothing; and nothing stays behind. */
static void test_teach_no_memory(void **state) {
    (void)state;
    struct world w = open_world(moves_text);
    g2l2_dataset *data;
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_add(data, "hop", "HOP", NULL, 1, NULL), G2L2_STATUS_OK);
    /* There are some 10,000 allocations, most of them in candidates that are tried alike. */
    for (long n = 1; status; n += 1 + n / 20) {
        g2l2_model *model = NULL;
        g2l2_lesson *lesson = NULL;
        watch(n);
        status = g2l2_model_teach(w.model, data, NULL, NULL, &model, &lesson, NULL);
        if (!status) assert_int_equal(g2l2_lesson_count(lesson), 1);
        g2l2_lesson_free(lesson);
        g2l2_model_free(model);
        watching = false;
        assert_int_equal(n_live, 0);
        assert_true(!status || status == G2L2_STATUS_NO_MEMORY);
    }
    g2l2_dataset_free(data);
    close_world(&w);
}

static void test_learn_budget(void **state) {
    (void)state;
    static const char text[] = "walk\tWALK\njump\tJUMP\nwalk twice\tWALK WALK\n"
                               "jump twice\tJUMP JUMP\n";
    const g2l2_budget budgets[] = {{.steps = 10}, {.seconds = 1e-9}, {0}};
    g2l2_domain *domain;
    g2l2_dataset *data;
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_parse(data, text, strlen(text), NULL, NULL, NULL), 0);
    for (size_t i = 0; i < 3; i++) {
        g2l2_learn_options options = g2l2_learn_options_default();
        g2l2_learn_report report;
        g2l2_model *model = NULL;
        g2l2_error err;
        options.budget = budgets[i];
        assert_int_equal(g2l2_learn(domain, data, &options, &model, &report, &err), 0);
        assert_int_equal(report.interrupted, i < 2);
        if (i < 2) has(report.reason, i ? "too long; its budget is" : "its budget is 10");
        else assert_string_equal(report.reason, "");
        g2l2_model_free(model);
    }
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
}

/* More candidates than anyone could list, which the budget ends; and records, of which little is
 * learned in no time: a model or a reason, never neither. */
static void test_learn_too_much(void **state) {
    (void)state;
    static const char many[] =
        "domain many\nkernels nav\nexecution exact\ntype Seq\ntype Number\nop empty : Seq\n"
        "op concat : Seq, Seq -> Seq [associative, unit empty]\n"
        "op repeat : Seq, Number -> Seq [power concat]\nliterals action : Seq\n"
        "numbers 2 3 4 5 6 7 8 9 : Number\ncategory V : Seq\nroot V\n"
        "candidates all\n  operations 6\n  programs V/V/V/V/V\n";
    static const char text[] = "{\"command\": \"a b c\", \"result\": {\"x\": 1, \"y\": \"b\"}}\n"
                               "{\"command\": \"c d a\", \"result\": {\"x\": 2, \"z\": \"d\"}}\n";
    g2l2_domain *domains[2];
    g2l2_error err;
    assert_int_equal(g2l2_domain_parse(many, strlen(many), &domains[0], &err), 0);
    assert_int_equal(g2l2_domain_open("frames", &domains[1], &err), 0);
    for (size_t i = 0; i < 2; i++) {
        g2l2_learn_options options = g2l2_learn_options_default();
        g2l2_dataset *data;
        g2l2_model *model = NULL;
        assert_int_equal(g2l2_dataset_new(&data, NULL), 0);
        if (i) assert_int_equal(g2l2_dataset_parse(data, text, strlen(text), NULL, NULL, NULL), 0);
        else assert_int_equal(g2l2_dataset_add(data, "a b c d", "A B C D", NULL, 1, NULL), 0);
        options.budget.seconds = 1e-9;
        clock_t before = clock();
        g2l2_status status = g2l2_learn(domains[i], data, &options, &model, NULL, &err);
        assert_true((double)(clock() - before) / CLOCKS_PER_SEC < 10);
        assert_int_equal(!status, model != NULL);
        if (!i) assert_int_equal(status, G2L2_STATUS_INTERRUPTED);
        if (!i) has(err.message, "it takes too long");
        g2l2_model_free(model);
        g2l2_dataset_free(data);
        g2l2_domain_free(domains[i]);
    }
}

/* Until the time is over, which is long enough to come here on the busiest machine. */
static void wait_at_check(void *context, const g2l2_observation *at) {
    const double *end = context;
    while (!strcmp(at->phase, "check") && clock_now() < *end)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

/* Where the time is over between one question about it and the next, that is said as well. */
static void test_late_is_said(void **state) {
    (void)state;
    g2l2_learn_options options = g2l2_learn_options_default();
    g2l2_domain *domain;
    g2l2_dataset *data;
    g2l2_model *model = NULL;
    g2l2_learn_report report;
    options.budget.seconds = 2;
    options.observe = wait_at_check;
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), 0);
    assert_int_equal(g2l2_dataset_new(&data, NULL), 0);
    assert_int_equal(g2l2_dataset_add(data, "walk", "WALK", NULL, 1, NULL), 0);
    double end = clock_now() + options.budget.seconds;
    options.context = &end;
    assert_int_equal(g2l2_learn(domain, data, &options, &model, &report, NULL), 0);
    assert_true(report.interrupted);
    has(report.reason, "it takes too long");
    g2l2_model_free(model);
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
}

/* Whoever goes on with a budget that is spent is stopped again, at once. */
static void test_spent_stays_spent(void **state) {
    (void)state;
    struct guard guard;
    struct arena arena;
    struct budget budget;
    volatile int stopped = 0, steps = 0;
    arena_init(&arena, &guard, 0);
    budget_start(&budget, &(g2l2_budget){.steps = 100});
    arena.budget = &budget;
    while (stopped < 3) {
        if (!guard_try(&guard, NULL)) stopped++;
        else
            for (;; steps++) arena_check(&arena);
        assert_true(steps < 1000);
    }
    assert_int_equal(guard.status, G2L2_STATUS_LIMIT);
}

/* ---- editing --------------------------------------------------------------------------------------- */

static size_t entry_of(const g2l2_model *model, const char *word) {
    size_t i = 0;
    while (strcmp(g2l2_model_entry(model, i).word, word)) i++;
    return i;
}

static g2l2_model *edited(const g2l2_model *model, const g2l2_edit *edits, size_t n) {
    g2l2_model *out;
    g2l2_error err = {.message = ""};
    if (g2l2_model_edit(model, edits, n, NULL, &out, &err)) fail_msg("%s", err.message);
    return out;
}

static void test_edit(void **state) {
    (void)state;
    struct world w = open_world(moves_text);
    size_t walk = entry_of(w.model, "walk"),
           jump = entry_of(w.model, "jump"), and = entry_of(w.model, "and");
    const g2l2_edit edits[] = {
        {.kind = G2L2_EDIT_ADD,
         .with = {.word = "hop #1", .category = "V", .program = "JUMP()", .weight = .25}},
        {.kind = G2L2_EDIT_REPLACE,
         .entry = walk,
         .with = {.category = "V", .program = "concat(WALK(), WALK())", .locked = true}},
        {.kind = G2L2_EDIT_REMOVE, .entry = jump},
        {.kind = G2L2_EDIT_UNLOCK, .entry = and},
        {.kind = G2L2_EDIT_WEIGHT, .entry = and, .with = {.weight = -2.5}},
        {.kind = G2L2_EDIT_LOCK, .entry = entry_of(w.model, "twice")},
    };
    g2l2_model *model = edited(w.model, edits, 6);
    assert_int_equal(g2l2_model_n_entries(model), g2l2_model_n_entries(w.model));
    gives(model, "walk and jump", "WALK WALK WALK");
    g2l2_entry e = g2l2_model_entry(model, entry_of(model, "and"));
    assert_float_equal(e.weight, -2.5, 0);
    assert_false(e.locked);
    assert_int_equal(e.uses, 3);
    assert_string_equal(e.example, "walk and jump");
    e = g2l2_model_entry(model, entry_of(model, "hop #1"));
    assert_float_equal(e.weight, .25, 0);
    assert_true(g2l2_model_entry(model, entry_of(model, "twice")).locked);
    assert_true(g2l2_model_entry(model, entry_of(model, "walk")).locked);
    g2l2_model_free(model);
    means(w.parser, "walk and jump", "WALK JUMP"); /* as before */
    close_world(&w);
}

static void test_edit_refused(void **state) {
    (void)state;
    struct world w = open_world(moves_text);
    static const struct {
        g2l2_edit edit;
        g2l2_status status;
        const char *message;
    } rows[] = {
        {{.kind = G2L2_EDIT_REMOVE, .entry = 99}, G2L2_STATUS_ARGUMENT, "there is no entry 99"},
        {{.kind = (g2l2_edit_kind)99}, G2L2_STATUS_ARGUMENT, "there is no edit"},
        {{.kind = G2L2_EDIT_ADD, .with = {.word = "x"}}, G2L2_STATUS_ARGUMENT, "needs a category"},
        {{.kind = G2L2_EDIT_ADD, .with = {.category = "V", .program = "WALK()"}},
         G2L2_STATUS_ARGUMENT,
         "needs a word"},
        {{.kind = G2L2_EDIT_ADD, .with = {.word = "x", .category = "V", .program = "WALK()\ny"}},
         G2L2_STATUS_FORMAT,
         "no end of a line"},
        {{.kind = G2L2_EDIT_REPLACE, .with = {.category = "V", .program = "FLY()"}},
         G2L2_STATUS_UNKNOWN,
         "FLY"},
        {{.kind = G2L2_EDIT_REPLACE, .with = {.category = "V", .program = "WALK() : V"}},
         G2L2_STATUS_FORMAT,
         ""},
        {{.kind = G2L2_EDIT_REPLACE, .with = {.category = "Q", .program = "WALK()"}},
         G2L2_STATUS_UNKNOWN,
         "Q"},
        {{.kind = G2L2_EDIT_WEIGHT, .with = {.weight = NAN}}, G2L2_STATUS_ARGUMENT, "not a finite"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        g2l2_model *model;
        g2l2_error err = {.message = ""};
        g2l2_status status = g2l2_model_edit(w.model, &rows[i].edit, 1, NULL, &model, &err);
        if (status != rows[i].status) fail_msg("row %zu: %d: %s", i, status, err.message);
        has(err.message, rows[i].message);
        assert_null(model);
    }
    const g2l2_edit twice[] = {{.kind = G2L2_EDIT_REMOVE}, {.kind = G2L2_EDIT_LOCK}};
    g2l2_model *model;
    const g2l2_budget little = {.steps = 1};
    assert_int_equal(g2l2_model_edit(w.model, NULL, 0, &little, &model, NULL), G2L2_STATUS_LIMIT);
    assert_int_equal(g2l2_model_edit(w.model, twice, 2, NULL, &model, NULL), G2L2_STATUS_ARGUMENT);
    close_world(&w);
}

/* Concepts stay with those who need them. */
static void test_edit_concepts(void **state) {
    (void)state;
    struct world w = open_world(looks_text);
    g2l2_edit edit = {.kind = G2L2_EDIT_REMOVE, .entry = entry_of(w.model, "red")};
    g2l2_model *model = edited(w.model, &edit, 1);
    assert_int_equal(g2l2_model_vectors(model, NULL, 0), 1);
    g2l2_parser *parser;
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_parser_set_objects(parser, objects[0], 3, 2, NULL), G2L2_STATUS_OK);
    means(parser, "how many blue things", "2");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    edit = (g2l2_edit){
        .kind = G2L2_EDIT_ADD,
        .with = {.word = "green", .category = "objset/objset", .program = "\\x. filter(x, ?)"}};
    g2l2_error err;
    assert_int_equal(g2l2_model_edit(w.model, &edit, 1, NULL, &model, &err), G2L2_STATUS_FORMAT);
    has(err.message, "the word 'green' needs");
    close_world(&w);
}

static void test_edit_no_memory(void **state) {
    (void)state;
    struct world w = open_world(looks_text);
    const g2l2_edit edit = {.kind = G2L2_EDIT_LOCK};
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    for (long n = 1; status; n++) {
        g2l2_model *model = NULL;
        watch(n);
        status = g2l2_model_edit(w.model, &edit, 1, NULL, &model, NULL);
        g2l2_model_free(model);
        watching = false;
        assert_int_equal(n_live, 0);
        assert_true(!status || status == G2L2_STATUS_NO_MEMORY);
    }
    close_world(&w);
}

/* ---- candidates --------------------------------------------------------------------------------------- */

static void test_candidates(void **state) {
    (void)state;
    static const char *const targets[] = {"WALK JUMP", "JUMP"};
    g2l2_domain *domain;
    g2l2_candidates *few, *more;
    g2l2_error err;
    bool jumps = false;
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_domain_candidates(domain, NULL, NULL, 0, NULL, &few, &err), 0);
    assert_int_equal(g2l2_domain_candidates(domain, NULL, targets, 2, NULL, &more, &err), 0);
    assert_true(g2l2_candidates_count(few) > 0);
    assert_true(g2l2_candidates_count(more) > g2l2_candidates_count(few));
    for (size_t i = 0; i < g2l2_candidates_count(more); i++) {
        g2l2_candidate c = g2l2_candidates_get(more, i);
        jumps |= !strcmp(c.category, "V") && !strcmp(c.program, "JUMP()");
    }
    assert_true(jumps);
    assert_null(g2l2_candidates_get(few, g2l2_candidates_count(few)).category);
    g2l2_candidates_free(few);
    g2l2_candidates_free(more);
    assert_int_equal(g2l2_domain_candidates(domain, "none", NULL, 0, NULL, &few, &err),
                     G2L2_STATUS_UNKNOWN);
    assert_int_equal(
        g2l2_domain_candidates(domain, NULL, targets, 2, &(g2l2_budget){.steps = 5}, &few, &err),
        G2L2_STATUS_LIMIT);
    assert_int_equal(
        g2l2_domain_candidates(domain, NULL, targets, 2, &(g2l2_budget){.bytes = 1000}, &few, &err),
        G2L2_STATUS_LIMIT);
    g2l2_domain_free(domain);
}

static void test_candidates_no_memory(void **state) {
    (void)state;
    g2l2_domain *domain;
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), G2L2_STATUS_OK);
    for (long n = 1; status; n++) {
        g2l2_candidates *candidates = NULL;
        watch(n);
        status = g2l2_domain_candidates(domain, NULL, NULL, 0, NULL, &candidates, NULL);
        g2l2_candidates_free(candidates);
        watching = false;
        assert_int_equal(n_live, 0);
        assert_true(!status || status == G2L2_STATUS_NO_MEMORY);
    }
    g2l2_domain_free(domain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_model_memory),
        cmocka_unit_test(test_domain_memory),
        cmocka_unit_test(test_domain_shown),
        cmocka_unit_test(test_domain_check_no_memory),
        cmocka_unit_test(test_dataset_memory),
        cmocka_unit_test(test_scenes_memory),
        cmocka_unit_test(test_tables_memory),
        cmocka_unit_test(test_say),
        cmocka_unit_test(test_say_no_memory),
        cmocka_unit_test(test_large_memory),
        cmocka_unit_test(test_objects),
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_no_result),
        cmocka_unit_test(test_show),
        cmocka_unit_test(test_parser_budget),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_other_budgets),
        cmocka_unit_test(test_learn_budget),
        cmocka_unit_test(test_learn_too_much),
        cmocka_unit_test(test_late_is_said),
        cmocka_unit_test(test_spent_stays_spent),
        cmocka_unit_test(test_estimate),
        cmocka_unit_test(test_estimate_of_none),
        cmocka_unit_test(test_review),
        cmocka_unit_test(test_review_no_memory),
        cmocka_unit_test(test_why),
        cmocka_unit_test(test_why_no_memory),
        cmocka_unit_test(test_liken),
        cmocka_unit_test(test_liken_no_memory),

        cmocka_unit_test(test_checkpoint),
        cmocka_unit_test(test_teach_no_memory),
        cmocka_unit_test(test_edit),
        cmocka_unit_test(test_edit_refused),
        cmocka_unit_test(test_edit_concepts),
        cmocka_unit_test(test_edit_no_memory),
        cmocka_unit_test(test_candidates),
        cmocka_unit_test(test_candidates_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
