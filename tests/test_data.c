/* Data: the reader of examples, and the SCAN generator.
 *
 * Most tests of the reader are rows of a table: a text, and the sentence that
 * it must be answered with. The generator is held against the published files
 * where they are at hand ($G2L2_SHARED/data/scan), as sets:
 *
 *   grammar ─▶ lines ─▶ sort, unique ─▶ ═ ◀─ sort, unique ◀─ published lines */
#include <math.h>
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
#include "generators/scan/scan.h"
#include "tests/shared.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* ---- the reader ----------------------------------------------------------------- */

struct fixture {
    char path[64];
    g2l2_dataset *data;
    g2l2_limits limits;
    g2l2_error err;
};

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    snprintf(f->path, sizeof f->path, "/tmp/g2l2-data-XXXXXX");
    int fd = mkstemp(f->path);
    assert_true(fd >= 0);
    close(fd);
    f->limits = g2l2_limits_default();
    assert_int_equal(g2l2_dataset_new(&f->data, &f->err), G2L2_STATUS_OK);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    g2l2_dataset_free(f->data);
    unlink(f->path);
    free(f);
    return 0;
}

static g2l2_status read_bytes(struct fixture *f, const char *text, size_t length) {
    FILE *out = fopen(f->path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, length, out), length);
    assert_int_equal(fclose(out), 0);
    memset(&f->err, 0, sizeof f->err);
    return g2l2_dataset_read(f->data, f->path, &f->limits, &f->err);
}

static g2l2_status read_text(struct fixture *f, const char *text) {
    return read_bytes(f, text, strlen(text));
}

static void expect_example(const struct fixture *f, size_t i, const char *sentence,
                           const char *target, size_t line) {
    g2l2_example example = g2l2_dataset_get(f->data, i);
    assert_string_equal(example.sentence, sentence);
    assert_string_equal(example.target, target);
    assert_int_equal(example.line, line);
}

/* The error of the latest read: its kind, its place and its whole sentence,
 * where FILE stands for the path. */
static void expect_error(const struct fixture *f, g2l2_status status, size_t line, size_t column,
                         const char *message) {
    char expected[600], place[100] = "";
    if (column) snprintf(place, sizeof place, ":%zu:%zu", line, column);
    else if (line) snprintf(place, sizeof place, ":%zu", line);
    snprintf(expected, sizeof expected, "%s%s: %s", f->path, place, message);
    assert_string_equal(f->err.message, expected);
    assert_int_equal(f->err.status, status);
    assert_int_equal(f->err.line, line);
    assert_int_equal(f->err.column, column);
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
    static const struct {
        const char *text;
        size_t line, column;
        const char *message;
    } cases[] = {
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
    struct fixture *f = *state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_int_equal(read_text(f, cases[i].text), G2L2_STATUS_FORMAT);
        expect_error(f, G2L2_STATUS_FORMAT, cases[i].line, cases[i].column, cases[i].message);
        assert_int_equal(g2l2_dataset_count(f->data), 0);
    }
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

static char *filled(const char *unit, size_t n) {
    size_t size = strlen(unit);
    char *out = malloc(n * size + 1);
    assert_non_null(out);
    for (size_t i = 0; i < n; i++) memcpy(out + i * size, unit, size);
    out[n * size] = 0;
    return out;
}

static g2l2_status read_wrapped(struct fixture *f, const char *before, const char *unit, size_t n,
                                const char *after) {
    char *middle = filled(unit, n);
    size_t size = strlen(before) + strlen(middle) + strlen(after) + 1;
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "%s%s%s", before, middle, after);
    g2l2_status status = read_text(f, text);
    free(text);
    free(middle);
    return status;
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

/* ---- the generator ---------------------------------------------------------------- */

/* One text, and where its lines begin. */
struct lines {
    struct guard guard;
    struct arena arena;
    struct buf text;
    char **at; /* [n] */
    size_t n;
};

static void lines_init(struct lines *self) {
    *self = (struct lines){.n = 0};
    arena_init(&self->arena, &self->guard, 0);
    buf_init(&self->text, &self->arena);
}

static void lines_free(struct lines *self) {
    arena_free(&self->arena);
    free(self->at);
}

/* Cuts `text` up: after this it is no longer one string. */
static void lines_cut(struct lines *self) {
    for (size_t i = 0; i < self->text.n; i++) self->n += self->text.at[i] == '\n';
    self->at = calloc(self->n + 1, sizeof *self->at);
    assert_non_null(self->at);
    char *at = self->text.at;
    for (size_t i = 0; i < self->n; i++) {
        self->at[i] = at;
        at = strchr(at, '\n');
        *at++ = 0;
    }
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void lines_sort(struct lines *self) {
    size_t n = 0;
    qsort(self->at, self->n, sizeof *self->at, by_text);
    for (size_t i = 0; i < self->n; i++)
        if (!n || strcmp(self->at[n - 1], self->at[i])) self->at[n++] = self->at[i];
    self->n = n;
}

static g2l2_status generate(struct lines *self, const struct scan_options *options,
                            g2l2_error *err) {
    if (guard_try(&self->guard, err)) scan_generate(options, &self->text);
    return self->guard.status;
}

static void generate_set(struct lines *self, enum scan_split split, enum scan_part part) {
    struct scan_options options = {split, part, 1, 0};
    assert_int_equal(generate(self, &options, NULL), G2L2_STATUS_OK);
    lines_cut(self);
    lines_sort(self);
}

static void sizes_of_the_splits(void **state) {
    static const size_t sizes[][2] = {
        [SCAN_SIMPLE] = {16728, 4182},
        [SCAN_JUMP] = {13204, 7706},
        [SCAN_AROUND_RIGHT] = {15225, 4476},
        [SCAN_LENGTH] = {16990, 3920},
    };
    (void)state;
    for (size_t split = 0; split < LENGTH(sizes); split++)
        for (int part = SCAN_TRAIN; part <= SCAN_TEST; part++) {
            struct lines lines;
            lines_init(&lines);
            generate_set(&lines, (enum scan_split)split, (enum scan_part)part);
            assert_int_equal(lines.n, sizes[split][part]); /* unique: no line twice */
            lines_free(&lines);
        }
}

static void expect_line(const struct lines *set, const char *line) {
    if (!bsearch(&line, set->at, set->n, sizeof *set->at, by_text)) fail_msg("no line %s", line);
}

static void lines_have_the_published_meaning(void **state) {
    static const char *const expected[] = {
        "IN: jump OUT: I_JUMP",
        "IN: turn left OUT: I_TURN_LEFT",
        "IN: look right twice OUT: I_TURN_RIGHT I_LOOK I_TURN_RIGHT I_LOOK",
        "IN: turn opposite left OUT: I_TURN_LEFT I_TURN_LEFT",
        "IN: turn around right OUT: I_TURN_RIGHT I_TURN_RIGHT I_TURN_RIGHT I_TURN_RIGHT",
        "IN: jump opposite left OUT: I_TURN_LEFT I_TURN_LEFT I_JUMP",
        ("IN: jump around left OUT: I_TURN_LEFT I_JUMP I_TURN_LEFT I_JUMP I_TURN_LEFT I_JUMP "
         "I_TURN_LEFT I_JUMP"),
        "IN: walk and run thrice OUT: I_WALK I_RUN I_RUN I_RUN",
        "IN: walk after run thrice OUT: I_RUN I_RUN I_RUN I_WALK",
    };
    struct lines all;
    (void)state;
    lines_init(&all);
    struct scan_options options = scan_options_default();
    assert_int_equal(generate(&all, &options, NULL), G2L2_STATUS_OK);
    options.part = SCAN_TEST;
    assert_int_equal(generate(&all, &options, NULL), G2L2_STATUS_OK);
    lines_cut(&all);
    lines_sort(&all);
    assert_int_equal(all.n, SCAN_N_COMMANDS);
    for (size_t i = 0; i < LENGTH(expected); i++) expect_line(&all, expected[i]);
    lines_free(&all);
}

/* Where the published file is; the test is skipped without it. */
static const char *published(char path[SHARED_PATH_MAX], const char *part, const char *task) {
    char name[100];
    snprintf(name, sizeof name, "data/scan/tasks_%s_%s.txt", part, task);
    return shared_path(path, name);
}

static void lines_add_file(struct lines *self, const char *path) {
    char *text = text_of_file(path);
    assert_true(guard_try(&self->guard, NULL));
    buf_put(&self->text, text, strlen(text));
    free(text);
}

static void expect_same_set(struct lines *ours, struct lines *theirs) {
    lines_cut(theirs);
    lines_sort(theirs);
    assert_int_equal(ours->n, theirs->n);
    for (size_t i = 0; i < ours->n; i++) assert_string_equal(ours->at[i], theirs->at[i]);
    lines_free(ours);
    lines_free(theirs);
}

static void splits_equal_the_published_files(void **state) {
    static const struct {
        enum scan_split split;
        const char *task;
    } tasks[] = {{SCAN_JUMP, "addprim_jump"},
                 {SCAN_AROUND_RIGHT, "template_around_right"},
                 {SCAN_LENGTH, "length"}};
    (void)state;
    for (size_t i = 0; i < 2 * LENGTH(tasks); i++) {
        enum scan_part part = i % 2 ? SCAN_TEST : SCAN_TRAIN;
        struct lines ours, theirs;
        char path[SHARED_PATH_MAX];
        published(path, scan_part_names[part], tasks[i / 2].task);
        lines_init(&ours);
        lines_init(&theirs);
        lines_add_file(&theirs, path);
        generate_set(&ours, tasks[i / 2].split, part);
        expect_same_set(&ours, &theirs);
    }
}

/* The published simple split is random as ours is: their union is the same. */
static void commands_equal_the_published_files(void **state) {
    struct lines ours, theirs;
    struct scan_options options = {SCAN_SIMPLE, SCAN_TEST, 1, 5};
    char train[SHARED_PATH_MAX], test[SHARED_PATH_MAX];
    (void)state;
    published(train, "train", "simple");
    published(test, "test", "simple");
    lines_init(&ours);
    lines_init(&theirs);
    lines_add_file(&theirs, train);
    lines_add_file(&theirs, test);
    assert_int_equal(generate(&ours, &options, NULL), G2L2_STATUS_OK);
    options.part = SCAN_TRAIN;
    assert_int_equal(generate(&ours, &options, NULL), G2L2_STATUS_OK);
    lines_cut(&ours);
    lines_sort(&ours);
    expect_same_set(&ours, &theirs);
}

/* Words between `IN: ` and ` OUT:`. */
static size_t command_length(const char *line) {
    size_t n = 0;
    for (const char *end = strstr(line, " OUT:"); line < end; line++) n += *line == ' ';
    return n;
}

static void count_lengths(const struct scan_options *options, size_t *n) {
    struct lines lines;
    lines_init(&lines);
    assert_int_equal(generate(&lines, options, NULL), G2L2_STATUS_OK);
    lines_cut(&lines);
    memset(n, 0, 10 * sizeof *n);
    for (size_t i = 0; i < lines.n; i++) n[command_length(lines.at[i])]++;
    lines_free(&lines);
}

static void fraction_samples_within_each_length(void **state) {
    static const double fractions[] = {1e-9, 0.001, 0.1, 0.25, 0.999, 1};
    (void)state;
    for (size_t i = 0; i < 4 * LENGTH(fractions); i++) {
        struct scan_options options = {(enum scan_split)(i % 4), SCAN_TRAIN, 1, 3};
        size_t whole[10], kept[10];
        count_lengths(&options, whole);
        options.fraction = fractions[i / 4];
        count_lengths(&options, kept);
        for (size_t n = 0; n < 10; n++) {
            size_t expected = (size_t)(options.fraction * (double)whole[n] + 0.5);
            assert_int_equal(kept[n], whole[n] && !expected ? 1 : expected);
        }
    }
}

static void smaller_fraction_is_part_of_larger(void **state) {
    struct lines small, large;
    struct scan_options options = {SCAN_SIMPLE, SCAN_TEST, 0.1, 11};
    (void)state;
    lines_init(&small);
    lines_init(&large);
    assert_int_equal(generate(&small, &options, NULL), G2L2_STATUS_OK);
    options.fraction = 0.3;
    assert_int_equal(generate(&large, &options, NULL), G2L2_STATUS_OK);
    lines_cut(&small);
    lines_cut(&large);
    lines_sort(&large);
    for (size_t i = 0; i < small.n; i++) expect_line(&large, small.at[i]);
    lines_free(&small);
    lines_free(&large);
}

static void same_seed_same_bytes(void **state) {
    static const uint64_t seeds[] = {7, 7, 8};
    struct lines made[3];
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct scan_options options = {SCAN_LENGTH, SCAN_TEST, 0.5, seeds[i]};
        lines_init(&made[i]);
        assert_int_equal(generate(&made[i], &options, NULL), G2L2_STATUS_OK);
    }
    assert_string_equal(made[0].text.at, made[1].text.at);
    assert_string_not_equal(made[0].text.at, made[2].text.at);
    for (size_t i = 0; i < 3; i++) lines_free(&made[i]);
}

/* Bytes of one seed, fixed: another compiler or machine must give the same. */
static void bytes_are_the_same_everywhere(void **state) {
    struct lines lines;
    struct scan_options options = {SCAN_SIMPLE, SCAN_TRAIN, 0.1, 42};
    (void)state;
    lines_init(&lines);
    assert_int_equal(generate(&lines, &options, NULL), G2L2_STATUS_OK);
    assert_int_equal(hash_bytes(lines.text.at, lines.text.n, 0), UINT64_C(0x849e5f0ad41cde42));
    lines_free(&lines);
}

static void refuses_options_outside_their_range(void **state) {
    static const double fractions[] = {0, -0.5, 1.5, (double)NAN};
    struct scan_options options = scan_options_default();
    struct lines lines;
    g2l2_error err;
    (void)state;
    lines_init(&lines);
    for (size_t i = 0; i < LENGTH(fractions); i++) {
        options.fraction = fractions[i];
        assert_int_equal(generate(&lines, &options, &err), G2L2_STATUS_ARGUMENT);
        assert_non_null(strstr(err.message, "more than 0 and at most 1"));
    }
    options = (struct scan_options){(enum scan_split)9, SCAN_TRAIN, 1, 0};
    assert_int_equal(generate(&lines, &options, &err), G2L2_STATUS_ARGUMENT);
    lines_free(&lines);
}

static void names_of_splits_and_parts(void **state) {
    enum scan_split split;
    enum scan_part part;
    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_true(scan_split_find(scan_split_names[i], &split));
        assert_int_equal(split, i);
    }
    assert_null(scan_split_names[4]);
    assert_true(scan_part_find("test", &part));
    assert_int_equal(part, SCAN_TEST);
    assert_false(scan_part_find("dev", &part));
    assert_false(scan_split_find("", &split));
}

/* What the generator writes, the reader reads. */
static void reader_reads_the_generator(void **state) {
    struct fixture *f = *state;
    struct lines lines;
    struct scan_options options = {SCAN_JUMP, SCAN_TRAIN, 1, 1};
    lines_init(&lines);
    assert_int_equal(generate(&lines, &options, NULL), G2L2_STATUS_OK);
    assert_int_equal(read_bytes(f, lines.text.at, lines.text.n), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_count(f->data), 13204);
    lines_free(&lines);
}

#define with_file(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),
        with_file(reads_every_form),
        with_file(reads_empty_targets),
        with_file(reads_words_that_look_like_marks),
        with_file(reads_standard_input),
        with_file(names_what_is_wrong),
        with_file(refuses_binary_files),
        with_file(refuses_what_is_no_file),
        with_file(refuses_unreadable_files),
        with_file(keeps_to_its_limits),
        with_file(keeps_to_its_bytes),
        with_file(stops_at_monstrous_lines),
        with_file(counts_json_values_outside_strings),
        with_file(hands_over_block_by_block),
        with_file(widens_for_a_long_row),
        with_file(failure_keeps_nothing),
        with_file(survives_every_truncation),
        with_file(long_paths_leave_room_for_the_reason),
        with_file(adds_by_hand),
        cmocka_unit_test(sizes_of_the_splits),
        cmocka_unit_test(lines_have_the_published_meaning),
        cmocka_unit_test(splits_equal_the_published_files),
        cmocka_unit_test(commands_equal_the_published_files),
        cmocka_unit_test(fraction_samples_within_each_length),
        cmocka_unit_test(smaller_fraction_is_part_of_larger),
        cmocka_unit_test(same_seed_same_bytes),
        cmocka_unit_test(bytes_are_the_same_everywhere),
        cmocka_unit_test(refuses_options_outside_their_range),
        cmocka_unit_test(names_of_splits_and_parts),
        with_file(reader_reads_the_generator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
