/* The public header as another program uses it: everything from memory, objects as numbers, words and
 * derivations alone. */
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "tests/faults.h"
#include "tests/moves.h"

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
    for (long n = 0; fails_once_more(&n, status, 0);) {
        g2l2_warnings *warnings = NULL;
        status = g2l2_domain_check(domain, NULL, &warnings, NULL);
        g2l2_warnings_free(warnings);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_model_memory),   cmocka_unit_test(test_domain_memory),
        cmocka_unit_test(test_domain_shown),   cmocka_unit_test(test_domain_check_no_memory),
        cmocka_unit_test(test_dataset_memory), cmocka_unit_test(test_scenes_memory),
        cmocka_unit_test(test_tables_memory),  cmocka_unit_test(test_say),
        cmocka_unit_test(test_say_no_memory),  cmocka_unit_test(test_large_memory),
        cmocka_unit_test(test_objects),        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_words),          cmocka_unit_test(test_parse),
        cmocka_unit_test(test_no_result),      cmocka_unit_test(test_show),

    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
