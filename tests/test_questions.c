/* Questions about scenes: their words, the forms of their files, beside their scenes or by name.
 *
 * As for scenes (test_scenes.c) most of it is what happens when a file is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/files.h"

/* ---- words of a question ------------------------------------------------------------ */

static void splits_questions_into_words(void **state) {
    static const char *const cases[][2] = {
        {"How many cubes are there?", "how many cubes are there"},
        {"  Is  it\tred ,\n or blue?! ", "is it red , or blue"},
        {"There is a ball; what is its size?", "there is a ball ; what is its size"},
        {"the man's T-shirt...", "the man's t-shirt"},
        {"(a) \"b\": c.d", "( a ) \" b \" : c . d"},
        {"Ist das \xC3\x84RMEL blau?", "ist das \xC3\x84rmel blau"},
        {"yes ? . !", "yes"},
        {"Oye, \xC2\xBF"
         "Cu\xC3\xA1ntos?",
         "oye , cu\xC3\xA1ntos"},
        {"\xC2\xA1 \xC2\xA1ya!", "ya"},
        {"wait... what?", "wait . . . what"},
        {"?!. ", ""},
        {"", ""},
        {"  ", ""},
        {"a?b", "a ? b"},
        {",", ","},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct buf out;
        buf_init(&out, &f->arena);
        text_question(cases[i][0], strlen(cases[i][0]), &out);
        assert_string_equal(out.at, cases[i][1]);
        buf_puts(&out, "|");
        text_question(cases[i][1], strlen(cases[i][1]), &out); /* again: the same */
        assert_string_equal(out.at + strlen(cases[i][1]) + 1, cases[i][1]);
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Every text asks the same two questions, about two scenes where it names them. */
static void questions_are_rows(void **state) {
    static const char *const texts[] = {
        "How many?\t2\nWho is a, or b?\tAnna, Ben\n",
        "\xEF\xBB\xBFquestion\tanswer\r\nHow many?\t2\r\n\r\nWho is a, or b?\tAnna, Ben",
        "Question,Answer\nHow many?,2\n\"Who is a, or b?\",\"Anna, Ben\"\n",
        "by;answer;question;scene\n;2;How many?;0\nme;Anna, Ben;Who is a, or b?;0\n",
    };
    struct fixture *f = *state;
    must_read(f, "{\"objects\": [" RED "], \"id\": 0}");
    for (size_t i = 0; i < LENGTH(texts); i++) {
        must_ask(f, texts[i]);
        assert_int_equal(g2l2_dataset_count(f->data), 2 * i + 2);
        g2l2_example one = g2l2_dataset_get(f->data, 2 * i);
        g2l2_example other = g2l2_dataset_get(f->data, 2 * i + 1);
        assert_string_equal(one.sentence, "how many");
        assert_string_equal(one.target, "2");
        assert_string_equal(other.sentence, "who is a , or b");
        assert_string_equal(other.target, "anna, ben");
        assert_int_equal(other.line, i == 0 ? 2 : i == 1 ? 4 : 3);
        assert_int_equal(other.scene, 0);
    }
}

static void rows_that_are_wrong(void **state) {
    static const struct {
        const char *text;
        size_t line, column;
        const char *message;
    } cases[] = {
        {"name,age\nAnna,3\n", 1, 1,
         "not a question; write {\"question\": \"...\", \"answer\": \"...\"}, "
         "`question<TAB>answer`, "
         "or rows below a header that names the columns question and answer"},
        {"question,answer\n", 0, 0,
         "no questions; write {\"questions\": [{\"question\": \"...\", \"answer\": \"...\", ...}, "
         "...]}, or a line {...} for each"},
        {"how many\t2\nwho\n", 2, 0,
         "1 fields instead of 2; a text with a separator in it stands in quotes"},
        {"how many\t2\nwho is a\t \n", 2, 1,
         "question 2: no \"answer\"; there is nothing to learn from it"},
        {"how many\t2\n\"who is\ta\n", 2, 0, "a quote is not closed"},
        {"how many\t2\nwho \xFF\ta\n", 2, 1, "the line is not UTF-8 text"},
    };
    struct fixture *f = *state;
    must_read(f, "{\"objects\": [" RED "]}");
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_int_equal(ask_text(f, cases[i].text), G2L2_STATUS_FORMAT);
        expect_error(f, G2L2_STATUS_FORMAT, cases[i].line, cases[i].column, cases[i].message);
        assert_int_equal(g2l2_dataset_count(f->data), 0);
    }
}

/* More than the window holds, so that rows lie across its end. */
static void many_rows(void **state) {
    struct fixture *f = *state;
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    for (int i = 0; i < 20000; i++) fprintf(out, "how many of the kind %d\t%d\n", i, i % 10);
    assert_int_equal(fclose(out), 0);
    must_read(f, "{\"objects\": [" RED "]}");
    must_ask(f, text);
    assert_int_equal(g2l2_dataset_count(f->data), 20000);
    assert_string_equal(g2l2_dataset_get(f->data, 19999).sentence, "how many of the kind 19999");
    assert_int_equal(g2l2_dataset_get(f->data, 19999).line, 20000);
    free(text);
}

/* ---- questions ---------------------------------------------------------------------------------- */

#define KITCHEN                                                                                    \
    "{\"scenes\": [{\"objects\": [" RED "], \"image_index\": 0, \"image_filename\": \"a.png\"}, "  \
    "{\"objects\": [" BLUE "], \"image_index\": 1, \"image_filename\": \"b.png\"}]}"

static void expect_question(const struct fixture *f, size_t i, const char *sentence,
                            const char *target, size_t scene) {
    g2l2_example example = g2l2_dataset_get(f->data, i);
    assert_string_equal(example.sentence, sentence);
    assert_string_equal(example.target, target);
    assert_int_equal(example.scene, scene);
    assert_string_equal(example.file, f->path);
}

static void reads_questions_of_clevr(void **state) {
    struct fixture *f = *state;
    must_read(f, KITCHEN);
    must_ask(
        f, "{\"info\": {}, \"questions\": [\n"
           "{\"image_filename\": \"b.png\", \"image_index\": 1, \"question\": \"How many cubes?\", "
           "\"answer\": \"0\", \"template_filename\": \"zero_hop.json\", "
           "\"question_family_index\": 7, \"program\": ["
           "{\"inputs\": [], \"function\": \"scene\", \"value_inputs\": []}, "
           "{\"inputs\": [0], \"function\": \"count\", \"value_inputs\": []}]},\n"
           "{\"image_index\": 0, \"question\": \"Is the cube red?\", \"answer\": \"Yes\", "
           "\"program\": [{\"type\": \"relate\"}, {\"type\": \"relate\"}, {\"type\": \"exist\"}]},"
           "{\"image_filename\": \"a.png\", \"question\": \"What?\", \"answer\": \"a\"}]}");
    assert_int_equal(g2l2_dataset_count(f->data), 3);
    expect_question(f, 0, "how many cubes", "0", 1);
    expect_question(f, 1, "is the cube red", "yes", 0);
    expect_question(f, 2, "what", "a", 0);
    g2l2_example example = g2l2_dataset_get(f->data, 0);
    assert_string_equal(example.family, "zero_hop");
    assert_int_equal(example.family_index, 7);
    assert_string_equal(example.kind, "count");
    assert_int_equal(example.hops, 0);
    assert_int_equal(example.line, 2);
    example = g2l2_dataset_get(f->data, 1);
    assert_null(example.family);
    assert_int_equal(example.family_index, -1);
    assert_string_equal(example.kind, "exist");
    assert_int_equal(example.hops, 2);
    assert_int_equal(example.line, 3);
    example = g2l2_dataset_get(f->data, 2);
    assert_null(example.kind);
    assert_int_equal(example.hops, -1);
}

static void reads_questions_beside_their_scene(void **state) {
    struct fixture *f = *state;
    must_ask(f, "{\"objects\": [{\"inputs\": 3}], \"question\": \"a?\", \"answer\": true}\n"
                "{\"question\": \"b?\", \"answer\": false, \"objects\": [ {\"inputs\":3} ]}\n"
                "{\"objects\": [], \"question\": \"c\", \"answer\": 12}\n"
                "{\"objects\": [{\"inputs\": 3}], \"question\": \"a?\", \"answer\": 2.5}\n");
    assert_int_equal(g2l2_scenes_count(f->scenes), 3);
    expect_question(f, 0, "a", "yes", 0);
    expect_question(f, 1, "b", "no", 0);
    expect_question(f, 2, "c", "12", 1);
    expect_question(f, 3, "a", "2.5", 2);
    assert_string_equal(object_text(f, 0, 0), "inputs=3");
    must_ask(f,
             "{\"questions\": [{\"objects\": [{\"inputs\": 3}], \"question\": \"a?\", \"answer\": "
             "true}]}");
    assert_string_equal(object_text(f, 3, 0), "inputs=3");
}

static void reads_questions_by_name(void **state) {
    struct fixture *f = *state;
    must_read(f, "{\"objects\": [], \"id\": \"kitchen\"}\n{\"objects\": [], \"id\": 4}\n"
                 "{\"objects\": [], \"image_index\": 9}\n");
    must_ask(f,
             "{\"scene\": \"kitchen\", \"question\": \"a\", \"answer\": \"  Dark \\n RED \"}\n"
             "{\"scene\": 4, \"question\": \"a\", \"answer\": \"1\"}\n"
             "{\"scene\": \"4\", \"question\": \"a\", \"answer\": \"1\"}\n"
             "{\"image_index\": 9, \"image_filename\": \"x.png\", \"question\": \"a\", \"answer\": "
             "1}");
    expect_question(f, 0, "a", "dark red", 0);
    expect_question(f, 1, "a", "1", 1);
    expect_question(f, 2, "a", "1", 1);
    expect_question(f, 3, "a", "1", 2); /* that scene has no file name to differ */
}

static void names_what_is_wrong_with_questions(void **state) {
    static const struct {
        const char *text;
        g2l2_status status;
        size_t line, column;
        const char *message;
    } cases[] = {
        {"{\"questions\": []}", G2L2_STATUS_FORMAT, 0, 0,
         "no questions; write {\"questions\": [{\"question\": \"...\", \"answer\": \"...\", ...}, "
         "...]}, or a line {...} for each"},
        {KITCHEN, G2L2_STATUS_FORMAT, 1, 1,
         "question 1: no \"question\" that is a string; write {\"question\": \"...\", "
         "\"answer\": \"...\", ...}"},
        {"{\"question\": 3}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: no \"question\" that is a string; write {\"question\": \"...\", "
         "\"answer\": \"...\", ...}"},
        {"{\"scene\": 0, \"question\": \"a\", \"answer\": \"b\"}\n {\"question\": \" ?\"}",
         G2L2_STATUS_FORMAT, 2, 2, "question 2: the question is empty; it needs a word"},
        {"{\"question\": \"a\"}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: no \"answer\"; there is nothing to learn from it"},
        {"{\"question\": \"a\", \"answer\": \" \"}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: the answer is empty; it needs a word"},
        {"{\"question\": \"a\", \"answer\": null}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: the answer is neither a string, a number, a list of these nor true "
         "or false"},
        {"{\"question\": \"a\", \"answer\": {}}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: the answer is neither a string, a number, a list of these nor true "
         "or false"},
        {"{\"question\": \"a\", \"answer\": 1}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: it is about no scene; give \"objects\", \"scene\", \"image_filename\" or "
         "\"image_index\""},
        {"{\"question\": \"a\", \"answer\": 1, \"scene\": 1.5}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: \"scene\" is neither a string nor a whole number"},
        {"{\"question\": \"a\", \"answer\": 1, \"image_index\": {}}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: \"image_index\" is neither a string nor a whole number"},
        {"{\"question\": \"a\", \"answer\": 1, \"image_index\": 2}", G2L2_STATUS_DATA, 1, 1,
         "question 1: there is no scene \"2\" among the 2 that were read; read the scenes of these "
         "questions first"},
        {"{\"question\": \"a\", \"answer\": 1, \"image_index\": 0, \"image_filename\": \"c.png\"}",
         G2L2_STATUS_DATA, 1, 1,
         "question 1: there is no scene \"c.png\" among the 2 that were read; read the scenes of "
         "these questions first"},
        {"{\"question\": \"a\", \"answer\": 1, \"objects\": [[]]}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1, object 1: not an object; write {\"color\": \"red\", ...}"},
        {"{\"question\": \"a\", \"answer\": 1, \"objects\": 1}", G2L2_STATUS_FORMAT, 1, 1,
         "question 1: no array \"objects\"; write {\"objects\": [{\"color\": \"red\", ...}, ...]}"},
        {"{\"question\": \"a b c d\", \"answer\": 1}", G2L2_STATUS_LIMIT, 1, 1,
         "question 1: more than 3 words in the question; shorten it or raise the limit with "
         "--max-words"},
        {"{\"question\": \"a\", \"answer\": \"a b c\"}", G2L2_STATUS_LIMIT, 1, 1,
         "question 1: more than 2 words in the answer; shorten it or raise the limit with "
         "--max-target"},
        {"{\"questions\": [{\"question\": \"a\", \"inputs\": [}]}", G2L2_STATUS_FORMAT, 1, 45,
         "invalid JSON: unexpected token near '}'"},
    };
    struct fixture *f = *state;
    f->limits.max_words = 3;
    f->limits.max_target = 2;
    must_read(f, KITCHEN);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_int_equal(ask_text(f, cases[i].text), cases[i].status);
        expect_error(f, cases[i].status, cases[i].line, cases[i].column, cases[i].message);
        assert_int_equal(g2l2_dataset_count(f->data), 0);
        assert_int_equal(g2l2_scenes_count(f->scenes), 2);
    }
    must_read(f, KITCHEN);
    assert_int_equal(
        ask_text(f, "{\"question\": \"a\", \"answer\": 1, \"image_filename\": \"a.png\"}"),
        G2L2_STATUS_DATA);
    expect_error(f, G2L2_STATUS_DATA, 1, 1,
                 "question 1: more than one scene is called \"a.png\"; give each its own name");
}

static void failed_questions_keep_nothing(void **state) {
    static const char text[] =
        "{\"questions\": [{\"objects\": [" RED "], \"question\": \"a?\", "
        "\"answer\": 1}, {\"image_index\": 1, \"question\": \"b?\", \"answer\": 1, "
        "\"program\": [{\"inputs\": [1], \"function\": \"count\"}]}]}";
    struct fixture *f = *state;
    struct rng rng;
    must_read(f, KITCHEN);
    for (size_t n = 0; n < strlen(text); n++) {
        assert_int_equal(ask_bytes(f, text, n), G2L2_STATUS_FORMAT);
        assert_int_equal(g2l2_dataset_count(f->data), 0);
        assert_int_equal(g2l2_scenes_count(f->scenes), 2);
    }
    rng_seed(&rng, 9);
    for (int i = 0; i < 3000; i++) {
        char changed[sizeof text];
        size_t before = g2l2_dataset_count(f->data);
        memcpy(changed, text, sizeof text);
        changed[rng_below(&rng, sizeof text - 1)] = (char)rng_below(&rng, 256);
        if (ask_bytes(f, changed, sizeof text - 1))
            assert_int_equal(g2l2_dataset_count(f->data), before);
    }
    restart(f);
    must_read(f, KITCHEN);
    must_ask(f, text);
    assert_int_equal(g2l2_dataset_count(f->data), 2);
}

static void adds_questions_by_hand(void **state) {
    struct fixture *f = *state;
    g2l2_dataset *d = f->data;
    assert_int_equal(g2l2_dataset_add_question(d, "Is it red?", "Yes", 3, "f", 7, NULL), 0);
    assert_int_equal(g2l2_dataset_add_question(d, "Why?", "because", SIZE_MAX, NULL, 0, NULL), 0);
    g2l2_example example = g2l2_dataset_get(d, 0);
    assert_string_equal(example.sentence, "is it red");
    assert_string_equal(example.target, "yes");
    assert_string_equal(example.file, "f");
    assert_int_equal(example.line, 7);
    assert_int_equal(example.scene, 3);
    example = g2l2_dataset_get(d, 1);
    assert_null(example.file);
    assert_int_equal(example.scene, SIZE_MAX);
    assert_int_equal(example.hops, -1);
    assert_int_equal(g2l2_dataset_add_question(d, " ? ", "a", 0, "f", 7, &f->err),
                     G2L2_STATUS_FORMAT);
    assert_string_equal(f->err.message, "f:7: the question is empty; it needs a word");
    assert_int_equal(g2l2_dataset_add_question(d, "a\xFF", "a", 0, NULL, 0, &f->err),
                     G2L2_STATUS_FORMAT);
    assert_string_equal(f->err.message, "the byte 0xFF is not UTF-8; examples are UTF-8 text");
    assert_int_equal(g2l2_dataset_add_question(d, "a", "", 0, NULL, 0, NULL), G2L2_STATUS_FORMAT);
    assert_int_equal(g2l2_dataset_add_question(d, "a", "b", SIZE_MAX - 1, NULL, 0, NULL),
                     G2L2_STATUS_ARGUMENT);
    assert_int_equal(g2l2_dataset_count(d), 2);
    assert_int_equal(g2l2_dataset_add(d, "Jump twice", "J J", NULL, 0, NULL), G2L2_STATUS_OK);
    example = g2l2_dataset_get(d, 2);
    assert_string_equal(example.sentence, "Jump twice");
    assert_int_equal(example.scene, SIZE_MAX);
    assert_null(g2l2_dataset_get(d, 3).sentence);
    assert_int_equal(g2l2_dataset_get(d, 3).scene, SIZE_MAX);
}

/* ---- threads -------------------------------------------------------------------------------- */

#define MANY 1000 /* questions, some blocks of them, each with a scene of its own */

/* JSON lines; `bad`: the number of one that has no answer, or 0. */
static char *many_questions(int bad) {
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    for (int i = 1; i <= MANY; i++)
        fprintf(out, "{\"question\": \"How many of %d?\"%s, \"objects\": [{\"x\": %d}]}\n", i % 7,
                i == bad ? "" : ", \"answer\": 1", i / 3);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Everything that was read, as a text. */
static char *told(const struct fixture *f) {
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    for (size_t i = 0; i < g2l2_dataset_count(f->data); i++) {
        g2l2_example e = g2l2_dataset_get(f->data, i);
        fprintf(out, "%zu %s = %s of %zu\n", e.line, e.sentence, e.target, e.scene);
    }
    fprintf(out, "%zu scenes; %s", g2l2_scenes_count(f->scenes), f->err.message);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void threads_read_the_same(void **state) {
    struct fixture *f = *state;
    for (int bad = 0; bad <= MANY; bad += MANY / 4) {
        char *text = many_questions(bad), *one = NULL;
        for (f->limits.n_threads = 1; f->limits.n_threads <= 3; f->limits.n_threads++) {
            restart(f);
            assert_int_equal(ask_text(f, text), bad ? G2L2_STATUS_FORMAT : G2L2_STATUS_OK);
            char *now = told(f);
            if (one) assert_string_equal(now, one);
            if (one) free(now);
            else one = now;
        }
        if (bad) assert_int_equal(f->err.line, bad);
        assert_int_equal(g2l2_scenes_count(f->scenes), bad ? 0 : MANY / 3 + 1);
        free(text);
        free(one);
    }
}

#define with_files(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        with_files(splits_questions_into_words),
        with_files(questions_are_rows),
        with_files(rows_that_are_wrong),
        with_files(many_rows),
        with_files(threads_read_the_same),
        with_files(reads_questions_of_clevr),
        with_files(reads_questions_beside_their_scene),
        with_files(reads_questions_by_name),
        with_files(names_what_is_wrong_with_questions),
        with_files(failed_questions_keep_nothing),
        with_files(adds_questions_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
