/* The reader of examples. Most tests are rows of a table: a text, and the sentence that it must be
 * answered with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/base.h"
#include "tests/files.h"
#include "tests/shared.h"

static void expect_example(const struct fixture *f, size_t i, const char *sentence,
                           const char *target, size_t line) {
    g2l2_example example = g2l2_dataset_get(f->data, i);
    assert_string_equal(example.sentence, sentence);
    assert_string_equal(example.target, target);
    assert_int_equal(example.line, line);
}

static void defaults(void **state) {
    (void)state;
    g2l2_limits limits = g2l2_limits_default();
    assert_int_equal(limits.max_words, 200);
    assert_int_equal(limits.max_target, 10000);
    assert_int_equal(limits.max_bytes, (size_t)1 << 30);
    assert_int_equal(limits.max_memory, (size_t)2 << 30);
}

/* Every text holds the same two examples, on the lines given. */
static void reads_every_form(void **state) {
    static const struct {
        const char *text;
        size_t first, second;
    } cases[] = {
        {"IN: jump twice OUT: J J\nIN: walk OUT: W\n", 1, 2},
        {"IN: jump twice OUT: J J\nIN: walk OUT: W", 1, 2},
        {"\n\n  IN:  jump\ttwice  OUT:\tJ   J \n \t\nIN:walk OUT:W\n\n", 3, 5},
        {"IN: jump twice OUT: J J\r\nIN: walk OUT: W\r\n", 1, 2},
        {"IN: jump twice OUT: J J\r\n\r\nIN: walk OUT: W\r", 1, 3},
        {"\xEF\xBB\xBFIN: jump twice OUT: J J\nIN: walk OUT: W\n", 1, 2},
        {"jump twice\tJ J\nwalk\tW\n", 1, 2},
        {" jump  twice \t J  J \r\n\r\n walk\tW ", 1, 3},
        {"{\"command\": \"jump twice\", \"actions\": \"J J\"}\n"
         "{\"actions\": \"W\", \"command\": \"walk\"}\n",
         1, 2},
        {"\xEF\xBB\xBF\n {\"command\": \" jump\\n twice\", \"actions\": [\"J\", \"J\"]}\r\n"
         "{\"sentence\": \"walk\", \"target\": [\" W \"], \"n\": 1}",
         2, 3},
        {"{\"command\": \"jump twice\", \"target\": \"J\\tJ\"}\n"
         "{\"sentence\": \"w\\u0061lk\", \"actions\": [\"\", \"W\"]}",
         1, 2},
        {"command\tactions\njump twice\tJ J\nwalk\tW\n", 2, 3},
        {"by,Sentence,Actions\nme,jump twice,J J\n\n\"a, b\",\"walk\",W", 2, 4},
        {"\xEF\xBB\xBFtarget;command\r\nJ J; jump  twice\r\nW;walk\r\n", 2, 3},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_int_equal(read_text(f, cases[i].text), G2L2_STATUS_OK);
        assert_int_equal(g2l2_dataset_count(f->data), 2 * i + 2);
        expect_example(f, 2 * i, "jump twice", "J J", cases[i].first);
        expect_example(f, 2 * i + 1, "walk", "W", cases[i].second);
        assert_string_equal(g2l2_dataset_get(f->data, 2 * i).file, f->path);
    }
}

static void reads_empty_targets(void **state) {
    static const char *const texts[] = {
        "IN: wait OUT:\n",
        "IN: wait OUT: \r\n",
        "wait\t\n",
        "{\"command\": \"wait\", \"actions\": \"\"}",
        "{\"command\": \"wait\", \"actions\": []}",
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        assert_int_equal(read_text(f, texts[i]), G2L2_STATUS_OK);
        expect_example(f, i, "wait", "", 1);
    }
}

static void reads_words_that_look_like_marks(void **state) {
    struct fixture *f = *state;
    assert_int_equal(read_text(f, "IN: TIMEOUT: IN: out: OUT: I_OUT: \xE2\x86\x90\n"), 0);
    expect_example(f, 0, "TIMEOUT: IN: out:", "I_OUT: \xE2\x86\x90", 1);
    assert_int_equal(read_text(f, "INSIDE OUT: \t[IN:]\n"), 0);
    expect_example(f, 1, "INSIDE OUT:", "[IN:]", 1);
}

static void reads_standard_input(void **state) {
    struct fixture *f = *state;
    assert_int_equal(read_text(f, "walk\tW\n"), G2L2_STATUS_OK);
    assert_non_null(freopen(f->path, "rb", stdin));
    assert_int_equal(g2l2_dataset_read(f->data, "-", NULL, &f->err), G2L2_STATUS_OK);
    expect_example(f, 1, "walk", "W", 1);
    assert_string_equal(g2l2_dataset_get(f->data, 1).file, "standard input");
    assert_int_equal(g2l2_dataset_read(f->data, "-", NULL, &f->err), G2L2_STATUS_FORMAT);
    assert_non_null(strstr(f->err.message, "standard input: no examples"));
}

static void names_what_is_wrong(void **state) {
    static const struct refusal cases[] = {
        {"", 0, 0, "no examples; it needs at least one line such as `IN: command OUT: actions`"},
        {"\n \r\n\t\n", 0, 0,
         "no examples; it needs at least one line such as `IN: command OUT: actions`"},
        {"\xEF\xBB\xBF", 0, 0,
         "no examples; it needs at least one line such as `IN: command OUT: actions`"},
        {"\njump twice J J\n", 2, 0,
         "not an example; write `IN: command OUT: actions`, `command<TAB>actions` or "
         "{\"command\": \"...\", \"actions\": \"...\"}"},
        {"[{\"command\": \"a\", \"actions\": \"b\"}]", 1, 0,
         "not an example; write `IN: command OUT: actions`, `command<TAB>actions` or "
         "{\"command\": \"...\", \"actions\": \"...\"}"},
        {"name,age\nAnna,3\n", 1, 0,
         "not an example; write `IN: command OUT: actions`, `command<TAB>actions` or "
         "{\"command\": \"...\", \"actions\": \"...\"}; tables are given by --table, and rows of "
         "examples have a header with the columns command and actions"},
        {"command,actions\n", 0, 0,
         "no examples; it needs at least one line such as `IN: command OUT: actions`"},
        {"command,actions\na,A\nb,c,B\n", 3, 0,
         "3 fields, but the header has 2; a text with a separator in it stands in quotes"},
        {"command,actions\n\"a,A\n", 2, 0, "a quote is not closed"},
        {"command,actions\n,A\n", 2, 0, "the command is empty; it needs at least one word"},
        {"IN: a OUT: A\nwalk\n", 2, 0,
         "no `IN:` at the start; like the first line, write `IN: command OUT: actions`"},
        {"a\tA\n\nwalk W\n", 3, 0, "no TAB; like the first line, write `command<TAB>actions`"},
        {"{\"command\": \"a\", \"actions\": \"A\"}\nwalk\n", 2, 0,
         "no `{` at the start; like the first line, write "
         "{\"command\": \"...\", \"actions\": \"...\"}"},
        {"IN: a OUT: A\nb\tB\n", 2, 0,
         "this line has the form `command<TAB>actions`; like the first line, write "
         "`IN: command OUT: actions`"},
        {"b\tB\nIN: a OUT: A\n", 2, 0,
         "this line has the form `IN: command OUT: actions`; like the first line, write "
         "`command<TAB>actions`"},
        {"IN: a OUT: A\nIN: walk W\n", 2, 11,
         "`OUT:` is missing; write `IN: command OUT: actions`"},
        {"IN: a OUT: A IN: b OUT: B\n", 1, 20,
         "a second `OUT:`; a line holds one `IN: command OUT: actions`"},
        {"a\tA\tB\n", 1, 4, "a second TAB; a line holds one `command<TAB>actions`"},
        {"IN: OUT: A\n", 1, 4, "the command is empty; it needs at least one word"},
        {"a\tA\n \tB\n", 2, 1, "the command is empty; it needs at least one word"},
        {"{\"command\": \" \", \"actions\": \"A\"}", 1, 0,
         "the command is empty; it needs at least one word"},
        {"IN: a OUT: A\nIN: \xC3\xA9\xFF OUT: A\n", 2, 6,
         "the byte 0xFF is not UTF-8; examples are UTF-8 text"},
        {"\xFF\xFEI", 1, 1, "the byte 0xFF is not UTF-8; examples are UTF-8 text"},
        {"IN: a OUT: A\rIN: b OUT: B\r", 1, 13,
         "a carriage return within a line; lines end with LF or CR LF"},
        {"{\"command\": \"a\", \"actions\"}\n", 1, 27,
         "invalid JSON: ':' expected near '}'; each line must be one JSON object"},
        {"{\"command\": \"a\", \"actions\": \"A\"}\n{\n", 2, 1,
         "invalid JSON: string or '}' expected near end of file; each line must be one JSON "
         "object"},
        {"{\"command\": \"a\", \"actions\": \"A\"} {}\n", 1, 34,
         "invalid JSON: end of file expected near '{'; each line must be one JSON object"},
        {"{\"command\": \"a\", \"command\": \"b\", \"actions\": \"A\"}\n", 1, 26,
         "invalid JSON: duplicate object key near '\"command\"'; each line must be one JSON "
         "object"},
        {"{\"actions\": \"A\"}\n", 1, 0,
         "no \"command\" in the object; write {\"command\": \"...\", \"actions\": \"...\"}"},
        {"{\"command\": \"a\"}\n", 1, 0,
         "no \"actions\" in the object; write {\"command\": \"...\", \"actions\": \"...\"}"},
        {"{\"command\": \"a\", \"actions\": \"A\", \"target\": \"A\"}\n", 1, 0,
         "both \"actions\" and \"target\"; they mean the same, give one"},
        {"{\"command\": [\"a\"], \"actions\": \"A\"}\n", 1, 0,
         "the command is not a string; write its words in quotes"},
        {"{\"command\": \"a\", \"actions\": 3}\n", 1, 0,
         "the actions are neither a string nor an array of strings; write them in quotes"},
        {"{\"command\": \"a\", \"actions\": [\"A\", 3]}\n", 1, 0,
         "item 2 of the actions is not a string; write each action in quotes"},
    };
    expect_refused(*state, cases, LENGTH(cases));
}

static void refuses_binary_files(void **state) {
    static const char nul[] = "IN: a OUT: A\nIN: b\0 OUT: B\n";
    static const char *const not_utf8[] = {
        "a\t\x80",         "a\t\xC0\xAF",         "a\t\xC3",         "a\t\xC3(",
        "a\t\xE0\x9F\xBF", "a\t\xED\xA0\x80",     "a\t\xE2\x82",     "a\t\xE2\x82(",
        "a\t\xF0\x8F\x80", "a\t\xF4\x90\x80\x80", "a\t\xF5\x80\x80", "a\t\xF0\x9F\x98\n",
    };
    struct fixture *f = *state;
    assert_int_equal(read_bytes(f, nul, sizeof nul - 1), G2L2_STATUS_FORMAT);
    expect_error(f, G2L2_STATUS_FORMAT, 2, 6,
                 "a NUL byte, so this is not a text file; examples are UTF-8 text");
    for (size_t i = 0; i < LENGTH(not_utf8); i++) {
        assert_int_equal(read_text(f, not_utf8[i]), G2L2_STATUS_FORMAT);
        assert_int_equal(f->err.line, 1);
        assert_int_equal(f->err.column, 3);
    }
    assert_int_equal(g2l2_dataset_count(f->data), 0);
    assert_int_equal(read_text(f, "\xC3\xA9\t\xED\x9F\xBF \xF0\x90\x80\x80 \xF4\x8F\xBF\xBF"), 0);
}

static void refuses_what_is_no_file(void **state) {
    struct fixture *f = *state;
    assert_int_equal(g2l2_dataset_read(f->data, "/tmp", NULL, &f->err), G2L2_STATUS_IO);
    assert_string_equal(f->err.message, "/tmp: is a directory");
    assert_int_equal(g2l2_dataset_read(f->data, "/tmp/no/such", NULL, &f->err), G2L2_STATUS_IO);
    assert_non_null(strstr(f->err.message, "/tmp/no/such: "));
    assert_int_equal(g2l2_dataset_read(f->data, "/tmp/no/such", NULL, NULL), G2L2_STATUS_IO);
    assert_int_equal(g2l2_dataset_count(f->data), 0);
}

/* The superuser may read everything, so it becomes somebody else for a moment. */
static void refuses_unreadable_files(void **state) {
    struct fixture *f = *state;
    bool root = geteuid() == 0;
    assert_int_equal(chmod(f->path, 0), 0);
    if (root && seteuid(65534)) skip_because("root cannot become another user here");
    g2l2_status status = g2l2_dataset_read(f->data, f->path, NULL, &f->err);
    if (root) assert_int_equal(seteuid(0), 0);
    assert_int_equal(status, G2L2_STATUS_IO);
    expect_error(f, G2L2_STATUS_IO, 0, 0, "cannot open: Permission denied");
}

/* What was handed over: how many at a time, and their lines in order. */
struct taken {
    size_t blocks[8], n_blocks, n;
    size_t most; /* after so many blocks, that is enough */
};

static g2l2_status take_block(void *context, const g2l2_dataset *block, g2l2_error *err) {
    struct taken *t = context;
    char sentence[32];
    if (t->n_blocks == t->most) {
        strcpy(err->message, "enough");
        return err->status = G2L2_STATUS_INTERRUPTED;
    }
    t->blocks[t->n_blocks++] = g2l2_dataset_count(block);
    for (size_t i = 0; i < g2l2_dataset_count(block); i++) {
        g2l2_example e = g2l2_dataset_get(block, i);
        snprintf(sentence, sizeof sentence, "w%zu", ++t->n);
        assert_int_equal(e.line, t->n);
        assert_string_equal(e.sentence, sentence);
        assert_string_equal(e.target, "A");
    }
    return G2L2_STATUS_OK;
}

/* So many lines, and then one more. */
static void write_lines(const struct fixture *f, int n, const char *last) {
    FILE *out = fopen(f->path, "wb");
    assert_non_null(out);
    for (int i = 1; i <= n; i++) fprintf(out, "w%d\tA\n", i);
    fputs(last, out);
    assert_int_equal(fclose(out), 0);
}

/* 100,000 lines are several windows of the file, and rows lie across their ends. */
static void hands_over_block_by_block(void **state) {
    struct fixture *f = *state;
    struct taken t = {.most = 8};
    write_lines(f, 100000, "");
    assert_int_equal(g2l2_dataset_stream(f->path, 40000, take_block, &t, NULL, &f->err), 0);
    assert_int_equal(t.n, 100000);
    assert_int_equal(t.n_blocks, 3);
    assert_int_equal(t.blocks[1], 40000);
    assert_int_equal(t.blocks[2], 20000);
    write_lines(f, 10, "neither\n");
    t = (struct taken){.most = 8};
    assert_int_equal(g2l2_dataset_stream(f->path, 4, take_block, &t, NULL, &f->err),
                     G2L2_STATUS_FORMAT);
    assert_int_equal(f->err.line, 11);
    assert_int_equal(t.n, 8);
    t = (struct taken){.most = 1};
    assert_int_equal(g2l2_dataset_stream(f->path, 4, take_block, &t, NULL, &f->err),
                     G2L2_STATUS_INTERRUPTED);
    assert_string_equal(f->err.message, "enough");
}

/* One row that is larger than a window, and read like any other. */
static void widens_for_a_long_row(void **state) {
    struct fixture *f = *state;
    size_t n = (size_t)1 << 20;
    char *text = malloc(n);
    assert_non_null(text);
    memset(text, 'a', n);
    for (size_t i = 99; i < n; i += 100) text[i] = ' ';
    memcpy(text, "b\tB\n", 4);
    memcpy(text + n - 3, "\tA\n", 3);
    f->limits.max_words = n;
    assert_int_equal(read_bytes(f, text, n), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_count(f->data), 2);
    assert_int_equal(strlen(g2l2_dataset_get(f->data, 1).sentence), n - 7);
    free(text);
}

static void keeps_to_its_limits(void **state) {
    struct fixture *f = *state;
    f->limits = (g2l2_limits){.max_words = 2, .max_target = 3, .max_bytes = 60};
    assert_int_equal(read_text(f, "a b\tA B C\n"), G2L2_STATUS_OK);
    assert_int_equal(read_text(f, "a\tA\na b c\tA\n"), G2L2_STATUS_LIMIT);
    expect_error(f, G2L2_STATUS_LIMIT, 2, 5,
                 "more than 2 words in the command; shorten it or raise the limit with "
                 "--max-words");
    assert_int_equal(read_text(f, "IN: a OUT: A B C D\n"), G2L2_STATUS_LIMIT);
    expect_error(f, G2L2_STATUS_LIMIT, 1, 18,
                 "more than 3 actions in the target; shorten it or raise the limit with "
                 "--max-target");
    assert_int_equal(read_text(f, "{\"command\":\"a\",\"actions\":[\"A\",\"B\",\"C\",\"D\"]}"),
                     G2L2_STATUS_LIMIT);
    expect_error(f, G2L2_STATUS_LIMIT, 1, 0,
                 "more than 3 actions in the target; shorten it or raise the limit with "
                 "--max-target");
    assert_int_equal(g2l2_dataset_count(f->data), 1);
}

static void keeps_to_its_bytes(void **state) {
    struct fixture *f = *state;
    f->limits.max_bytes = 8;
    assert_int_equal(read_text(f, "walk\tW W"), G2L2_STATUS_OK);
    assert_int_equal(read_text(f, "walk\tW W\n"), G2L2_STATUS_LIMIT);
    expect_error(f, G2L2_STATUS_LIMIT, 0, 0,
                 "more than 8 bytes; split the file or raise the limit with --max-bytes");
    f->limits.max_bytes = SIZE_MAX;
    assert_int_equal(read_text(f, "walk\tW W\n"), G2L2_STATUS_OK);
}

static void stops_at_monstrous_lines(void **state) {
    struct fixture *f = *state;
    assert_int_equal(read_wrapped(f, "IN: ", "x", 1000, " OUT: A"), G2L2_STATUS_OK);
    assert_int_equal(read_wrapped(f, "IN: a ", "x", 10000000, " OUT: A"), G2L2_STATUS_LIMIT);
    expect_error(f, G2L2_STATUS_LIMIT, 1, 7, "a word of 10000000 bytes; a word has at most 1000");
    assert_int_equal(read_wrapped(f, "a\t", "x", 1001, ""), G2L2_STATUS_LIMIT);
    expect_error(f, G2L2_STATUS_LIMIT, 1, 3, "a word of 1001 bytes; a word has at most 1000");
    assert_int_equal(read_wrapped(f, "IN: ", "w ", 1000000, "OUT: A"), G2L2_STATUS_LIMIT);
    assert_non_null(strstr(f->err.message, "--max-words"));
    assert_int_equal(read_wrapped(f, "IN: a OUT: ", "W ", 1000000, ""), G2L2_STATUS_LIMIT);
    assert_non_null(strstr(f->err.message, "--max-target"));
    assert_int_equal(read_wrapped(f, "{\"command\": \"", "w ", 1000000, "\"}"), G2L2_STATUS_FORMAT);
    assert_int_equal(read_wrapped(f, "{\"command\": \"", "w ", 1000000, "\", \"actions\": \"\"}"),
                     G2L2_STATUS_LIMIT);
    assert_non_null(strstr(f->err.message, "--max-words"));
    assert_int_equal(read_wrapped(f, "{\"x\": [", "[],", 1000000, "0]}"), G2L2_STATUS_LIMIT);
    assert_non_null(strstr(f->err.message, "--max-target"));
    assert_int_equal(read_wrapped(f, "{\"x\":", "[", 9000, ""), G2L2_STATUS_FORMAT);
    assert_int_equal(g2l2_dataset_count(f->data), 1);
}

/* Commas and brackets in strings are words, not values. */
static void counts_json_values_outside_strings(void **state) {
    struct fixture *f = *state;
    f->limits.max_target = 2;
    assert_int_equal(read_wrapped(f, "{\"command\": \"\\\"", ",[{", 300, "\", \"actions\": \"\"}"),
                     G2L2_STATUS_OK);
}

static void failure_keeps_nothing(void **state) {
    struct fixture *f = *state;
    assert_int_equal(read_text(f, "walk\tW\nrun\tR\n"), G2L2_STATUS_OK);
    assert_int_equal(read_text(f, "jump\tJ\nlook\tL\nbroken\n"), G2L2_STATUS_FORMAT);
    assert_int_equal(g2l2_dataset_count(f->data), 2);
    assert_null(g2l2_dataset_get(f->data, 2).sentence);
    assert_int_equal(read_text(f, "look\tL\n"), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_count(f->data), 3);
    expect_example(f, 0, "walk", "W", 1);
    expect_example(f, 1, "run", "R", 2);
    expect_example(f, 2, "look", "L", 1);
}

/* Cut anywhere, a file is read whole up to there or refused whole. */
static void survives_every_truncation(void **state) {
    static const char *const texts[] = {
        "\xEF\xBB\xBFIN: jump \xC3\xA9 OUT: J\r\nIN: walk OUT: W\r\n",
        "jump \xC3\xA9\tJ\nwalk\tW\n",
        ("{\"command\": \"jump \xC3\xA9\", \"actions\": [\"J\"]}\n"
         "{\"sentence\": \"walk\", \"target\": \"W\"}\n"),
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < LENGTH(texts); i++)
        for (size_t n = 0; n <= strlen(texts[i]); n++) {
            size_t before = g2l2_dataset_count(f->data);
            g2l2_status status = read_bytes(f, texts[i], n);
            size_t added = g2l2_dataset_count(f->data) - before;
            assert_true(status == G2L2_STATUS_OK || status == G2L2_STATUS_FORMAT);
            assert_true(status == G2L2_STATUS_OK ? added == 1 || added == 2 : added == 0);
        }
}

static void long_paths_leave_room_for_the_reason(void **state) {
    struct fixture *f = *state;
    char path[400];
    snprintf(path, sizeof path, "/tmp");
    while (strlen(path) < 300) strcat(path, "/./././.");
    strcat(path, f->path + strlen("/tmp"));
    assert_int_equal(read_text(f, "nothing"), G2L2_STATUS_FORMAT);
    assert_int_equal(g2l2_dataset_read(f->data, path, NULL, &f->err), G2L2_STATUS_FORMAT);
    assert_non_null(strstr(f->err.message, f->path + strlen("/tmp")));
    assert_non_null(strstr(f->err.message, "\"actions\": \"...\"}"));
}

static void adds_by_hand(void **state) {
    struct fixture *f = *state;
    g2l2_example example;
    assert_int_equal(g2l2_dataset_add(f->data, " jump\n twice", "J\tJ ", "x.txt", 7, &f->err), 0);
    assert_int_equal(g2l2_dataset_add(f->data, "wait", "", NULL, 0, NULL), 0);
    expect_example(f, 0, "jump twice", "J J", 7);
    assert_string_equal(g2l2_dataset_get(f->data, 0).file, "x.txt");
    expect_example(f, 1, "wait", "", 0);
    example = g2l2_dataset_get(f->data, 1);
    assert_null(example.file);
    assert_int_equal(g2l2_dataset_add(f->data, " ", "W", "x.txt", 8, &f->err), G2L2_STATUS_FORMAT);
    assert_string_equal(f->err.message,
                        "x.txt:8: the command is empty; it needs at least one word");
    assert_int_equal(g2l2_dataset_add(f->data, "a", "\xFF", NULL, 0, &f->err), G2L2_STATUS_FORMAT);
    assert_string_equal(f->err.message, "the byte 0xFF is not UTF-8; examples are UTF-8 text");
    assert_int_equal(g2l2_dataset_count(f->data), 2);
    g2l2_dataset_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),
        with_commands(reads_every_form),
        with_commands(reads_empty_targets),
        with_commands(reads_words_that_look_like_marks),
        with_commands(reads_standard_input),
        with_commands(names_what_is_wrong),
        with_commands(refuses_binary_files),
        with_commands(refuses_what_is_no_file),
        with_commands(refuses_unreadable_files),
        with_commands(keeps_to_its_limits),
        with_commands(keeps_to_its_bytes),
        with_commands(stops_at_monstrous_lines),
        with_commands(counts_json_values_outside_strings),
        with_commands(hands_over_block_by_block),
        with_commands(widens_for_a_long_row),
        with_commands(failure_keeps_nothing),
        with_commands(survives_every_truncation),
        with_commands(long_paths_leave_room_for_the_reason),
        with_commands(adds_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
