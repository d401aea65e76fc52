/* Templates of questions: ours say what the official ones say, where those are at hand
 * ($G2L2_SHARED/data/clevr); those of one's own, with synonyms, and what is wrong with them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/clevr_files.h"
#include "tests/clevr_twin.h"
#include "tests/shared.h"

static void put_file(struct fixture *f, const char *name, const char *text) {
    FILE *out = fopen(in_folder(f, name), "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

static void official_templates(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(9000);
    char folder[SHARED_PATH_MAX];
    options.templates = shared_path(folder, "data/clevr/templates");
    generate(f, options);
    expect_form(f);
    expect_answers(f->scenes, f->questions, true);
    json_t *families = families_of(f);
    assert_int_equal(json_object_size(families), 90);
    json_decref(families);
    /* "other" is gone where the two phrases differ, and only there. */
    assert_true(count_text(f, " other ") > 100);
    assert_int_equal(count_text(f, " a other "), 0);
}

/* A text with holes numbered as they come, one space between words and "?" at its end;
 * `whole`: with what may be left out, in brackets. */
static void put_text(const struct family *family, const struct text *text, bool whole,
                     struct buf *out) {
    uint32_t numbers[FAMILY_MAX_PARAMS] = {0}, counts[CLEVR_RELATION + 1] = {0};
    bool inside = false;
    for (uint32_t i = 0; i < text->pieces.n; i++) {
        const struct piece *piece = &text->pieces.at[i];
        if (piece->kind == PIECE_OPEN || piece->kind == PIECE_CLOSE) {
            inside = piece->kind == PIECE_OPEN;
            if (whole) buf_puts(out, inside ? "[" : "]");
        } else if (inside && !whole) continue;
        if (piece->kind == PIECE_HOLE) {
            uint8_t type = family->params[piece->param].type;
            if (!numbers[piece->param]) numbers[piece->param] = ++counts[type];
            buf_printf(out, "<%u %u>", type, numbers[piece->param]);
        }
        for (uint32_t k = 0; piece->kind == PIECE_WORDS && k < piece->n; k++)
            if (piece->words[k] != ' ' || out->at[out->n - 1] != ' ')
                buf_put(out, piece->words + k, 1);
    }
    if (out->at[out->n - 1] != '?') buf_puts(out, "?");
}

static void add_texts(const struct families *families, bool whole, json_t *out) {
    for (uint32_t i = 0; i < families->list.n; i++) {
        const struct family *family = families->list.at[i];
        for (uint32_t t = 0; t < family->texts.n; t++) {
            struct buf text;
            buf_init(&text, families->arena);
            buf_printf(&text, "%s: ", family->file);
            put_text(family, &family->texts.at[t], whole, &text);
            json_object_set_new(out, text.at, json_true());
        }
    }
}

/* Whatever the official templates can say, the grammar can. */
static void the_grammar_has_all_official_texts(void **state) {
    struct arena arena;
    struct guard guard;
    g2l2_error err;
    char folder[SHARED_PATH_MAX];
    const char *text;
    (void)state;
    shared_path(folder, "data/clevr/templates");
    json_t *root = NULL, *value, *ours = json_object(), *theirs = json_object();
    arena_init(&arena, &guard, 0);
    struct families own = {.arena = &arena, .full = true}, official = {.arena = &arena};
    if (!guard_try(&guard, &err)) fail_msg("%s", err.message);
    grammar_families(&own);
    template_families(&official, folder, &root);
    assert_int_equal(official.list.n, 90);
    assert_int_equal(own.list.n, 90);
    add_texts(&own, true, ours);
    add_texts(&own, false, ours);
    add_texts(&official, true, theirs);
    assert_true(json_object_size(theirs) > 400);
    json_object_foreach(theirs, text, value) {
        if (!json_object_get(ours, text)) fail_msg("%s", text);
    }
    json_decref(ours);
    json_decref(theirs);
    json_decref(root);
    arena_free(&arena);
}

#define PARAMS                                                                                     \
    "\"params\": [{\"type\": \"Size\", \"name\": \"<Z>\"}, {\"type\": \"Color\", \"name\": "       \
    "\"<C>\"}, {\"type\": \"Material\", \"name\": \"<M>\"}, {\"type\": \"Shape\", \"name\": "      \
    "\"<S>\"}]"
#define SIDE  "\"side_inputs\": [\"<Z>\", \"<C>\", \"<M>\", \"<S>\"]"
#define SCENE "{\"type\": \"scene\", \"inputs\": []}"
#define COUNT "{\"type\": \"filter_count\", \"inputs\": [0], " SIDE "}"
#define TEXT  "\"text\": [\"[So] <S>s \\\"now\\\"\\u0001, <Z> <C> <M>?\"]"

static void own_templates_and_synonyms(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(300);
    size_t i;
    const json_t *question;
    put_file(f, "one.json",
             "[{" TEXT ", \"nodes\": [" SCENE ", " COUNT "], " PARAMS
             ", \"constraints\": [{\"type\": \"NULL\", \"params\": [\"<C>\"]}]}]");
    put_file(f, "synonyms.json", "{\"thing\": [\"gizmo\"], \"cube\": [\"die\", \"dice\"]}");
    options.templates = f->folder;
    generate(f, options);
    expect_answers(f->scenes, f->questions, true);
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        assert_string_equal(text_of(question, "template_filename"), "one.json");
        assert_int_equal(n_steps(question, "filter_color"), 0);
        assert_null(strstr(text_of(question, "question"), "cube"));
    }
    assert_true(count_text(f, "gizmos \"now\"\001,") > 0);
    assert_true(count_text(f, "dies") > 0 && count_text(f, "dices") > 0);
    assert_in_range(count_text(f, "So "), 100, 200);
}

static void names_what_is_wrong_in_templates(void **state) {
    static const struct {
        const char *json, *says;
    } cases[] = {
        {"", "one.json:1: not JSON"},
        {"[{\"text\": ", "one.json:1: not JSON"},
        {"{}", "one.json: not a list of templates"},
        {"[]", "none of the questions"},
        {"[7]", "one.json, family 0: \"params\" must be a list"},
        {"[{\"params\": [{}]}]", "a param's name must look like <Z2>"},
        {"[{\"params\": [{\"name\": \"<a b>\"}]}]", "a param's name must look like <Z2>"},
        {"[{\"params\": [{\"name\": \"<Z>\", \"type\": \"Weight\"}]}]", "<Z> needs a type"},
        {"[{\"params\": [{\"name\": \"<Z>\", \"type\": \"Size\"},"
         "{\"name\": \"<Z>\", \"type\": \"Size\"}]}]",
         "<Z> is there twice"},
        {"[{" PARAMS "}]", "\"nodes\" must be a list"},
        {"[{" PARAMS ", \"nodes\": []}]", "it has no nodes"},
        {"[{" PARAMS ", \"nodes\": [{\"type\": \"fly\"}]}]", "no node type 'fly'"},
        {"[{" PARAMS ", \"nodes\": [" SCENE "]}]", "gives ObjectSet, which is no answer"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", {\"type\": \"count\", \"inputs\": [0]}]}]",
         "no node uses the param <Z>"},
        {"[{" PARAMS ", \"nodes\": [{\"type\": \"count\", \"inputs\": [0]}]}]",
         "not an earlier node"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", {\"type\": \"query_size\", \"inputs\": [0]}]}]",
         "wants an input of type Object"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", {\"type\": \"filter_count\", \"inputs\": [0]}]}]",
         "takes 4 side inputs"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", {\"type\": \"filter_count\", \"inputs\": [0],"
         "\"side_inputs\": [\"<C>\", \"<Z>\", \"<M>\", \"<S>\"]}]}]",
         "wants a Size where it has <C>"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT "]}]", "\"constraints\" must be a list"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT "], \"constraints\": [{}]}]",
         "no constraint ''"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT
         "], \"constraints\": [{\"type\": \"OUT_NEQ\", \"params\": [0, 9]}]}]",
         "OUT_NEQ needs the numbers of two nodes"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT
         "], \"constraints\": [{\"type\": \"NULL\", \"params\": [\"<Q>\"]}]}]",
         "a constraint needs params of this family"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT "], \"constraints\": []}]",
         "\"text\" must be a list"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT "], \"constraints\": [], \"text\": []}]",
         "it has no text"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT "], \"constraints\": [], \"text\": [7]}]",
         "a text is not a string"},
        {"[{" PARAMS ", \"nodes\": [" SCENE ", " COUNT
         "], \"constraints\": [], \"text\": [\"a <Q>\"]}]",
         "a text has <Q>, which is not among the params"},
    };
    struct fixture *f = *state;
    struct clevr_options options = some(10);
    options.folder = options.templates = f->folder;
    expect_refusal(f, options, G2L2_STATUS_FORMAT, "there are no templates");
    for (size_t i = 0; i < LENGTH(cases); i++) {
        put_file(f, "one.json", cases[i].json);
        g2l2_status status = strcmp(cases[i].json, "[]") ? G2L2_STATUS_FORMAT : G2L2_STATUS_DATA;
        expect_refusal(f, options, status, cases[i].says);
        assert_null(strchr(f->err.message, '\n'));
    }
    put_file(f, "one.json", "[]");
    put_file(f, "synonyms.json", "{\"thing\": []}");
    expect_refusal(f, options, G2L2_STATUS_FORMAT, "each value needs a list");
    put_file(f, "synonyms.json", "[");
    expect_refusal(f, options, G2L2_STATUS_FORMAT, "synonyms.json:1: not JSON");
}

static void params_may_have_to_differ(void **state) {
    static const char *const text =
        "[{\"text\": [\"<C> or <C2>?\"], \"params\": [{\"type\": \"Color\", \"name\": \"<C>\"},"
        "{\"type\": \"Color\", \"name\": \"<C2>\"}], \"constraints\": [{\"type\": \"NEQ\","
        "\"params\": [\"<C>\", \"<C2>\"]}], \"nodes\": [" SCENE
        ", {\"type\": \"filter_color\", \"inputs\": [0], \"side_inputs\": [\"<C>\"]}"
        ", {\"type\": \"filter_color\", \"inputs\": [0], \"side_inputs\": [\"<C2>\"]}"
        ", {\"type\": \"union\", \"inputs\": [1, 2]}, {\"type\": \"count\", \"inputs\": [3]}]}]";
    struct fixture *f = *state;
    struct clevr_options options = some(200);
    size_t i;
    const json_t *question;
    put_file(f, "one.json", text);
    options.templates = f->folder;
    options.scenes = 200;
    generate(f, options);
    expect_answers(f->scenes, f->questions, true);
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        char a[32], b[32];
        assert_int_equal(sscanf(text_of(question, "question"), "%31s or %31[a-z]", a, b), 2);
        assert_string_not_equal(a, b);
    }
}

#define with_folder(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests_of_clevr[] = {
        with_folder(official_templates),
        cmocka_unit_test(the_grammar_has_all_official_texts),
        with_folder(own_templates_and_synonyms),
        with_folder(names_what_is_wrong_in_templates),
        with_folder(params_may_have_to_differ),
    };
    return cmocka_run_group_tests(tests_of_clevr, NULL, NULL);
}
